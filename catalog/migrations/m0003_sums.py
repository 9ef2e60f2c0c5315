"""Step 3: indexes that hold all that sums over the collection and over decks ask for; no table is read for them.

Frozen: a later change of the models is a later step.
"""

from __future__ import annotations

import sqlite3

STATEMENTS = (
    "CREATE INDEX ix_holding_sums ON holding (game, card, count, for_trade)",
    "CREATE INDEX ix_slot_claims ON slot (revision, position, card, count, pile)",
)


def run(db: sqlite3.Connection) -> None:
    """Make the indexes."""
    for statement in STATEMENTS:
        db.execute(statement)
