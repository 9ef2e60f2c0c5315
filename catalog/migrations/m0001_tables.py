"""Step 1: the library's first tables. Frozen: a later change of the models is a later step."""

from __future__ import annotations

import sqlite3

STATEMENTS = (
    """
    CREATE TABLE deck (
        id INTEGER NOT NULL PRIMARY KEY,
        game VARCHAR NOT NULL,
        name VARCHAR NOT NULL,
        name_key VARCHAR NOT NULL,
        state VARCHAR NOT NULL,
        rules VARCHAR NOT NULL,
        note VARCHAR NOT NULL,
        tags VARCHAR NOT NULL,
        created VARCHAR NOT NULL,
        deleted VARCHAR NOT NULL,
        current INTEGER NOT NULL
    )
    """,
    "CREATE INDEX ix_deck_name_key ON deck (name_key)",
    """
    CREATE TABLE revision (
        id INTEGER NOT NULL PRIMARY KEY,
        deck INTEGER NOT NULL,
        number INTEGER NOT NULL,
        made VARCHAR NOT NULL,
        comment VARCHAR NOT NULL,
        dice VARCHAR NOT NULL,
        first_five VARCHAR NOT NULL,
        extra VARCHAR NOT NULL,
        UNIQUE (deck, number)
    )
    """,
    "CREATE INDEX ix_revision_deck ON revision (deck)",
    """
    CREATE TABLE slot (
        id INTEGER NOT NULL PRIMARY KEY,
        revision INTEGER NOT NULL,
        position INTEGER NOT NULL,
        pile VARCHAR NOT NULL,
        card VARCHAR NOT NULL,
        count INTEGER NOT NULL,
        printing VARCHAR NOT NULL
    )
    """,
    "CREATE INDEX ix_slot_revision ON slot (revision)",
    "CREATE INDEX ix_slot_card ON slot (card)",
    """
    CREATE TABLE holding (
        id INTEGER NOT NULL PRIMARY KEY,
        game VARCHAR NOT NULL,
        card VARCHAR NOT NULL,
        printing VARCHAR NOT NULL,
        condition VARCHAR NOT NULL,
        language VARCHAR NOT NULL,
        finish VARCHAR NOT NULL,
        binder VARCHAR NOT NULL,
        note VARCHAR NOT NULL,
        count INTEGER NOT NULL,
        for_trade INTEGER NOT NULL,
        UNIQUE (game, card, printing, condition, language, finish, binder, note)
    )
    """,
    "CREATE INDEX ix_holding_card ON holding (card)",
    """
    CREATE TABLE journal (
        id INTEGER NOT NULL PRIMARY KEY,
        made VARCHAR NOT NULL,
        command VARCHAR NOT NULL,
        summary VARCHAR NOT NULL,
        changes VARCHAR NOT NULL,
        undone BOOLEAN NOT NULL
    )
    """,
)


def run(db: sqlite3.Connection) -> None:
    """Make the tables of a library that has none."""
    for statement in STATEMENTS:
        db.execute(statement)
