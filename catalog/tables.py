"""The tables of cards.db in SQL, as the models define them: a first build then imports no ORM.

That each statement is the one which SQLModel makes of its model (`models.CatalogTable`), a test holds.
"""

from __future__ import annotations

TABLES: dict[str, tuple[str, ...]] = {
    "bundled": (
        """
        CREATE TABLE bundled (
            id INTEGER NOT NULL,
            game VARCHAR NOT NULL,
            slug VARCHAR NOT NULL,
            name VARCHAR NOT NULL,
            name_key VARCHAR NOT NULL,
            section VARCHAR NOT NULL,
            text VARCHAR NOT NULL,
            source VARCHAR NOT NULL,
            PRIMARY KEY (id),
            UNIQUE (game, slug)
        )
        """,
        "CREATE INDEX ix_bundled_name_key ON bundled (name_key)",
    ),
    "card": (
        """
        CREATE TABLE card (
            id INTEGER NOT NULL,
            game VARCHAR NOT NULL,
            slug VARCHAR NOT NULL,
            name VARCHAR NOT NULL,
            name_key VARCHAR NOT NULL,
            type VARCHAR NOT NULL,
            release VARCHAR NOT NULL,
            position INTEGER NOT NULL,
            origin VARCHAR NOT NULL,
            pack VARCHAR NOT NULL,
            acting VARCHAR NOT NULL,
            printed INTEGER,
            written INTEGER NOT NULL,
            body VARCHAR NOT NULL,
            PRIMARY KEY (id),
            UNIQUE (game, slug)
        )
        """,
        "CREATE INDEX ix_card_name_key ON card (name_key)",
    ),
    "fact": (
        """
        CREATE TABLE fact (
            id INTEGER NOT NULL,
            card INTEGER NOT NULL,
            face INTEGER NOT NULL,
            field VARCHAR NOT NULL,
            text VARCHAR NOT NULL,
            number INTEGER,
            PRIMARY KEY (id)
        )
        """,
        "CREATE INDEX ix_fact_card ON fact (card)",
        "CREATE INDEX ix_fact_field ON fact (field)",
    ),
    "fault": (
        """
        CREATE TABLE fault (
            id INTEGER NOT NULL,
            place VARCHAR NOT NULL,
            message VARCHAR NOT NULL,
            PRIMARY KEY (id)
        )
        """,
    ),
    "foreign_id": (
        """
        CREATE TABLE foreign_id (
            id INTEGER NOT NULL,
            program VARCHAR NOT NULL,
            value VARCHAR NOT NULL,
            game VARCHAR NOT NULL,
            card INTEGER NOT NULL,
            code VARCHAR NOT NULL,
            PRIMARY KEY (id)
        )
        """,
        "CREATE INDEX ix_foreign_id_card ON foreign_id (card)",
        "CREATE INDEX ix_foreign_id_value ON foreign_id (value)",
    ),
    "link": (
        """
        CREATE TABLE link (
            id INTEGER NOT NULL,
            card INTEGER NOT NULL,
            target INTEGER NOT NULL,
            PRIMARY KEY (id)
        )
        """,
        "CREATE INDEX ix_link_card ON link (card)",
        "CREATE INDEX ix_link_target ON link (target)",
    ),
    "meta": (
        """
        CREATE TABLE meta (
            "key" VARCHAR NOT NULL,
            value VARCHAR NOT NULL,
            PRIMARY KEY ("key")
        )
        """,
    ),
    "name": (
        """
        CREATE TABLE name (
            id INTEGER NOT NULL,
            "key" VARCHAR NOT NULL,
            game VARCHAR NOT NULL,
            card INTEGER NOT NULL,
            kind VARCHAR NOT NULL,
            PRIMARY KEY (id)
        )
        """,
        "CREATE INDEX ix_name_card ON name (card)",
        'CREATE INDEX ix_name_key ON name ("key")',
    ),
    "printing": (
        """
        CREATE TABLE printing (
            id INTEGER NOT NULL,
            card INTEGER NOT NULL,
            game VARCHAR NOT NULL,
            release VARCHAR NOT NULL,
            number VARCHAR NOT NULL,
            code VARCHAR NOT NULL,
            rarity VARCHAR NOT NULL,
            PRIMARY KEY (id)
        )
        """,
        "CREATE INDEX ix_printing_card ON printing (card)",
        "CREATE INDEX ix_printing_code ON printing (code)",
        "CREATE INDEX ix_printing_number ON printing (number)",
        "CREATE INDEX ix_printing_release ON printing (release)",
    ),
    "release": (
        """
        CREATE TABLE release (
            id INTEGER NOT NULL,
            game VARCHAR NOT NULL,
            slug VARCHAR NOT NULL,
            name VARCHAR NOT NULL,
            position INTEGER NOT NULL,
            cards INTEGER NOT NULL,
            note VARCHAR NOT NULL,
            PRIMARY KEY (id),
            UNIQUE (game, slug)
        )
        """,
    ),
}
"""Each table by its name: its own statement, then those of its indexes, which are made when its rows stand in it: one
sort instead of a search a row."""

SEARCH_TABLE = """
CREATE VIRTUAL TABLE search USING fts5(name, text, content='', tokenize="unicode61 remove_diacritics 2")
"""
"""Folded names (with aliases) and stored text by card id; SQLModel knows no virtual tables."""
