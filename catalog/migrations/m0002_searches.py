"""Step 2: searches that a person saved. Frozen: a later change of the models is a later step."""

from __future__ import annotations

import sqlite3


def run(db: sqlite3.Connection) -> None:
    """Make the table of saved searches."""
    db.execute(
        """
        CREATE TABLE search (
            id INTEGER NOT NULL PRIMARY KEY,
            name VARCHAR NOT NULL,
            text VARCHAR NOT NULL,
            made VARCHAR NOT NULL,
            UNIQUE (name)
        )
        """
    )
