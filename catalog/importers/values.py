"""What passes between the parts of the importers: a row as read, a row as reported, and the whole."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol, TypeAlias

from catalog.card import Card, Fact, Match
from catalog.errors import CatalogError

Status: TypeAlias = 'Literal["new", "text", "changed", "same", "refused"]'


class RefusedError(CatalogError):
    """A row that cannot be taken; its text is the reason, in a few words."""


@dataclass(frozen=True, slots=True)
class Row:
    """What became of one row of the file.

    `place` is where it stands ("row 12", "line 3", "results[4]"). `status` is "new" for a card we did not have, "text"
    when only its text is new, "changed" when a printed fact differs from ours (theirs wins in the person's pack),
    "same" when the row adds nothing, "refused" when it cannot be taken. `slug` is empty for a refused row.
    """

    place: str
    name: str
    status: Status
    reason: str = ""
    slug: str = ""


@dataclass(frozen=True, slots=True)
class Imported:
    """A file of cards, read. `cards` are whole entries in the shape of data/README.md, with `published` text.

    `pack` is a name for the pack made from that of the file. A card that the catalogue has as it is, and that no pack
    of the person's overrides, has a row ("same") and no entry: a copy would hide what later releases correct.
    `notes` tell what of the file was not read, such as a column; `release` is what our own form says of the box.
    """

    format: str
    game: str
    pack: str
    rows: tuple[Row, ...]
    cards: tuple[Mapping[str, object], ...]
    notes: tuple[str, ...] = ()
    release: Mapping[str, object] = field(default_factory=dict, hash=False)


class Known(Protocol):
    """The cards that there are already; `reading.Catalog` is one."""

    def card(self, game: str, slug: str) -> Card | None:
        """The card of that slug (or former slug)."""

    def find(self, name: str, game: str = "") -> Sequence[Match]:
        """Every card of the best kind that a name, or the number of a printing, fits."""

    def foreign(self, program: str, value: str, game: str = "") -> Sequence[Card]:
        """The cards that another program calls so."""


@dataclass(frozen=True, slots=True)
class Side:
    """One face of a card as a row tells it. `facts` are told by the row; `hints` serve a card that we do not have,
    where ours are better than theirs (repaired spellings, die types). `published` is the text, `abilities` the kinds of
    its printed abilities where they are told."""

    facts: Mapping[str, Fact]
    hints: Mapping[str, Fact] = field(default_factory=dict)
    name: str = ""
    type: str = ""
    side: str = ""
    published: str = ""
    abilities: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Found:
    """A row that could be read. `sides` has one face, or two.

    `own` tells a person's own words (a CSV file, our form) from the list of a program. Only there does `slug` name the
    card alone; else it counts together with the name. `ids` are (program, id) pairs, `codes` printed codes or numbers.
    `extra` holds entry keys that are no facts (`aliases`, `summons`, `copies_max` ...).
    """

    place: str
    name: str
    sides: tuple[Side, ...]
    slug: str = ""
    own: bool = False
    ids: tuple[tuple[str, str], ...] = ()
    codes: tuple[str, ...] = ()
    printings: tuple[Mapping[str, object], ...] = ()
    extra: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Bad:
    """A row that could not be read, and why."""

    place: str
    name: str
    reason: str


Rows: TypeAlias = "list[Found | Bad]"
