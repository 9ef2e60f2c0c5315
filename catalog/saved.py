"""The frozen values of the person's library: decks, holdings, steps; and what can be refused about them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, TypedDict

from catalog.errors import CatalogError, NotThereError, WrongValueError

STATES = ("idea", "flexible", "built")
"""What a deck claims of the collection: nothing, copies that move between decks, copies locked away."""

MOST_COPIES = 1_000_000_000
"""No count in the library is larger; it is what a slip of the keyboard makes."""


@dataclass(frozen=True, slots=True)
class SavedSlot:
    """`count` copies (1 or more) of the card called `slug` in the deck's game; `printing` is a card code or empty."""

    slug: str
    count: int = 1
    pile: str = "main"
    printing: str = ""


@dataclass(frozen=True, slots=True)
class SavedDeck:
    """A deck of the person's as of one revision.

    `revision` counts from 1 within the deck; `made` and `comment` are that revision's, `created` and `deleted` (empty
    while the deck lives) the deck's. `dice` is counts by type; `first_five` slugs; `extra` what a format carried that
    we do not read. Times are UTC, `2026-11-30T18:04:05Z`.
    """

    id: int
    game: str
    name: str
    slots: tuple[SavedSlot, ...] = ()
    dice: Mapping[str, int] = field(default_factory=dict, hash=False)
    first_five: tuple[str, ...] = ()
    state: str = "idea"
    rules: str = ""
    note: str = ""
    tags: tuple[str, ...] = ()
    created: str = ""
    revision: int = 1
    made: str = ""
    comment: str = ""
    extra: Mapping[str, object] = field(default_factory=dict, hash=False)
    deleted: str = ""

    def count(self, pile: str = "") -> int:
        """How many copies one pile holds, or the whole deck."""
        return sum(slot.count for slot in self.slots if pile in ("", slot.pile))


class Kind(TypedDict, total=False):
    """What tells copies of one card apart in a collection; what is left out is empty, or, where asked for, any."""

    printing: str
    condition: str
    language: str
    finish: str
    binder: str
    note: str


@dataclass(frozen=True, slots=True)
class Holding:
    """`count` copies (1 or more) that the person owns, alike in everything that stands here; `for_trade` of them
    may go."""

    game: str
    slug: str
    count: int
    printing: str = ""
    condition: str = ""
    language: str = ""
    finish: str = ""
    binder: str = ""
    note: str = ""
    for_trade: int = 0


class OwnedKind(NamedTuple):
    """A holding as a plain row, for those who list a hundred thousand of them; the columns are those of Holding."""

    game: str
    slug: str
    copies: int
    printing: str
    condition: str
    language: str
    finish: str
    binder: str
    note: str
    for_trade: int


@dataclass(frozen=True, slots=True)
class Use:
    """A living deck that holds `count` copies of a card in its current revision, over all its piles."""

    deck: int
    name: str
    state: str
    count: int


@dataclass(frozen=True, slots=True)
class Total:
    """All copies of one card that the person owns, of `kinds` kinds; `for_trade` of them may go."""

    game: str
    slug: str
    count: int
    for_trade: int = 0
    kinds: int = 1


@dataclass(frozen=True, slots=True)
class Claim:
    """What a living deck claims in its current revision: its slots as (slug, count, pile), and dice by type; and what
    stands on it. `leader_apart` as in a DeckList: the leader only points at one of the cards."""

    id: int
    game: str
    name: str
    state: str
    slots: tuple[tuple[str, int, str], ...]
    dice: Mapping[str, int] = field(default_factory=dict, hash=False)
    leader_apart: bool = False
    rules: str = ""
    note: str = ""
    tags: tuple[str, ...] = ()

    def count(self) -> int:
        """How many copies the whole deck holds."""
        return sum(count for _, count, _ in self.slots)


@dataclass(frozen=True, slots=True)
class SavedSearch:
    """A search that the person saved under a name."""

    name: str
    text: str
    made: str = ""


@dataclass(frozen=True, slots=True)
class Change:
    """One row (or pack file) before and after a step; None where there was none.

    `table` is a table of library.db and `key` the row's id, or `table` is "file" and `key` the path below the person's
    folder; a file's rows hold its bytes as text under `data` (zlib, then base64).
    """

    table: str
    key: int | str
    before: Mapping[str, object] | None
    after: Mapping[str, object] | None


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the journal: what was asked (`command`) and, in words, what became of it (`summary`)."""

    id: int
    made: str
    command: str
    summary: str
    undone: bool = False


class UnknownDeckError(NotThereError):
    """There is no living deck of that id, or it has no revision of that number."""


class NameTakenError(CatalogError):
    """Another living deck of the same game has that name; `deck` is its id."""

    def __init__(self, game: str, name: str, deck: int) -> None:
        super().__init__(f'there is a {game} deck "{name}" already (#{deck}). Choose another name, or replace it.')
        self.game, self.name, self.deck = game, name, deck


class SearchTakenError(CatalogError):
    """Another search is saved under that name."""

    def __init__(self, name: str, text: str) -> None:
        super().__init__(f'a search is saved as "{name}" already: {text}')
        self.name, self.text = name, text


class UnknownSearchError(NotThereError):
    """No search is saved under that name."""


class NotEnoughError(CatalogError):
    """Fewer copies are owned than shall go; nothing was taken."""

    def __init__(self, game: str, slug: str, owned: int, wanted: int) -> None:
        super().__init__(f"{game}: {wanted} of {slug} shall go, and {owned} are there. Nothing was changed.")
        self.game, self.slug, self.owned, self.wanted = game, slug, owned, wanted


class WhichHoldingError(CatalogError):
    """A count was set for a card that is owned in several kinds, without saying which kind is meant."""

    def __init__(self, game: str, slug: str, kinds: int) -> None:
        super().__init__(f"{game}: {slug} is owned in {kinds} kinds. Say which (printing, condition, language ...).")
        self.game, self.slug, self.kinds = game, slug, kinds


class BadValueError(WrongValueError):
    """A value that the library does not keep: a count out of range, an empty name, an unknown state, broken text."""
