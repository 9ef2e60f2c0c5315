"""The tables of both databases, as SQLModel defines them.

`cards.db` is derived from data files and thrown away when they change; `library.db` is the person's and is migrated.
Importing this module costs some 400 ms: only `journal`, `library`'s writes and tests do (`tables` has the SQL that a
build of cards.db runs).
"""

from __future__ import annotations

from sqlalchemy import Index, MetaData, UniqueConstraint
from sqlalchemy.orm import registry
from sqlmodel import Field, SQLModel


class CatalogTable(SQLModel, registry=registry(metadata=MetaData())):
    """The root of the tables of cards.db, which `tables` has in SQL."""


class LibraryTable(SQLModel, registry=registry(metadata=MetaData())):
    """The root of the tables of library.db."""


# ---------------------------------------------------------------- cards.db


class Meta(CatalogTable, table=True):
    """What the catalogue was built from: `stamp` (see `sources.stamp`), and `finished`, the version of the language of
    effects in which they were checked (empty when nobody checked them)."""

    key: str = Field(primary_key=True)
    value: str


class ReleaseRow(CatalogTable, table=True):
    """A release of a game."""

    __tablename__ = "release"
    __table_args__ = (UniqueConstraint("game", "slug"),)
    id: int = Field(primary_key=True)
    game: str
    slug: str
    name: str
    position: int
    cards: int = 0
    note: str = ""


class CardRow(CatalogTable, table=True):
    """A card. `body` holds the whole card as JSON (see `reading.card_of`); the other columns are what is asked for.

    `position` orders the cards of a game as printed, over all releases. `printed` counts the printed abilities (None
    where no text is published), `written` the effects we wrote for them.
    """

    __tablename__ = "card"
    __table_args__ = (UniqueConstraint("game", "slug"),)
    id: int = Field(primary_key=True)
    game: str
    slug: str
    name: str
    name_key: str = Field(index=True)
    type: str
    release: str
    position: int
    origin: str
    pack: str = ""
    acting: str
    printed: int | None = None
    written: int = 0
    body: str


class NameRow(CatalogTable, table=True):
    """A folded name that finds a card; `kind` is one of card.KINDS."""

    __tablename__ = "name"
    id: int = Field(primary_key=True)
    key: str = Field(index=True)
    game: str
    card: int = Field(index=True)
    kind: str


class FactRow(CatalogTable, table=True):
    """One printed fact of one face, for searches; a list is one row an item. `number` is set for numbers."""

    __tablename__ = "fact"
    id: int = Field(primary_key=True)
    card: int = Field(index=True)
    face: int
    field: str = Field(index=True)
    text: str
    number: int | None = None


class PrintingRow(CatalogTable, table=True):
    """One way a card was printed; `number` and `code` are folded for look-up (the card's body has them as printed)."""

    __tablename__ = "printing"
    id: int = Field(primary_key=True)
    card: int = Field(index=True)
    game: str
    release: str = Field(index=True)
    number: str = Field(default="", index=True)
    code: str = Field(default="", index=True)
    rarity: str = ""


class ForeignRow(CatalogTable, table=True):
    """What another program calls a card or one of its printings; one value may stand for several cards."""

    __tablename__ = "foreign_id"
    id: int = Field(primary_key=True)
    program: str
    value: str = Field(index=True)
    game: str
    card: int = Field(index=True)
    code: str = ""


class LinkRow(CatalogTable, table=True):
    """`card` can bring out `target`."""

    __tablename__ = "link"
    id: int = Field(primary_key=True)
    card: int = Field(index=True)
    target: int = Field(index=True)


class BundledRow(CatalogTable, table=True):
    """A published deck list that comes with deckcli."""

    __tablename__ = "bundled"
    __table_args__ = (UniqueConstraint("game", "slug"),)
    id: int = Field(primary_key=True)
    game: str
    slug: str
    name: str
    name_key: str = Field(index=True)
    section: str = ""
    text: str
    source: str = ""


class FaultRow(CatalogTable, table=True):
    """A file or entry that was left out of the catalogue, and why; shown by `deckcli doctor`."""

    __tablename__ = "fault"
    id: int = Field(primary_key=True)
    place: str
    message: str


# ---------------------------------------------------------------- library.db


class DeckRow(LibraryTable, table=True):
    """A deck of the person's. The name is a label: history belongs to the id. `deleted` is a time, or empty."""

    __tablename__ = "deck"
    id: int | None = Field(default=None, primary_key=True)
    game: str
    name: str
    name_key: str = Field(index=True)
    state: str = "idea"
    rules: str = ""
    note: str = ""
    tags: str = "[]"
    created: str
    deleted: str = ""
    current: int = 0


class RevisionRow(LibraryTable, table=True):
    """One state of a deck's contents. `number` counts from 1 within its deck. `dice`, `first_five` and `extra` are
    JSON: dice by type, slugs, and what a format carried that we do not read (effects paid, tutor map, unknown parts).
    """

    __tablename__ = "revision"
    __table_args__ = (UniqueConstraint("deck", "number"),)
    id: int | None = Field(default=None, primary_key=True)
    deck: int = Field(index=True)
    number: int
    made: str
    comment: str = ""
    dice: str = "{}"
    first_five: str = "[]"
    extra: str = "{}"


class SlotRow(LibraryTable, table=True):
    """`count` copies of a card in one pile of one revision; the card is named by (game of the deck, slug)."""

    __tablename__ = "slot"
    __table_args__ = (Index("ix_slot_claims", "revision", "position", "card", "count", "pile"),)
    id: int | None = Field(default=None, primary_key=True)
    revision: int = Field(index=True)
    position: int
    pile: str
    card: str = Field(index=True)
    count: int
    printing: str = ""


class HoldingRow(LibraryTable, table=True):
    """Copies that the person owns, alike in everything that stands here."""

    __tablename__ = "holding"
    __table_args__ = (
        UniqueConstraint("game", "card", "printing", "condition", "language", "finish", "binder", "note"),
        Index("ix_holding_sums", "game", "card", "count", "for_trade"),
    )
    id: int | None = Field(default=None, primary_key=True)
    game: str
    card: str = Field(index=True)
    printing: str = ""
    condition: str = ""
    language: str = ""
    finish: str = ""
    binder: str = ""
    note: str = ""
    count: int
    for_trade: int = 0


class SearchRow(LibraryTable, table=True):
    """A search that the person saved; `@name` stands for its text in another."""

    __tablename__ = "search"
    __table_args__ = (UniqueConstraint("name"),)
    id: int | None = Field(default=None, primary_key=True)
    name: str
    text: str
    made: str


class JournalRow(LibraryTable, table=True):
    """One step of the person's, newest last. `summary` says in words what became of `command`; `changes` is JSON: every
    row (or pack file) before and after (see `saved.Change`).

    `undone` steps may be taken again until the next new step removes them.
    """

    __tablename__ = "journal"
    id: int | None = Field(default=None, primary_key=True)
    made: str
    command: str
    summary: str = ""
    changes: str
    undone: bool = False
