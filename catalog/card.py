"""The frozen values that everyone above the catalogue reads. No database row ever leaves this package."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

Fact: TypeAlias = "int | str | bool | tuple[Fact, ...]"
"""A printed fact: a number, a word (also `"X"` for a number that is computed), true, or a list of facts."""


@dataclass(frozen=True, slots=True)
class Printing:
    """One way a card was printed.

    `number` is what stands on the card without picture letter and rarity ("B01-003"), `code` the whole
    ("B01-003ST+"); both are empty where a game numbers nothing. `release` is a slug. `ids` holds what other
    programs call it, by program: `lackey`, `lackey_name`, `ciphervit`, `fco`.
    """

    release: str
    number: str = ""
    code: str = ""
    rarity: str = ""
    series: int = 0
    ids: Mapping[str, str] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class Face:
    """One side of a card: its name, type, printed facts, text, and the kinds of its printed abilities.

    `side` is empty for a card with one face, else the game's word for it ("good", "evil"). `text` is rendered from
    the effects we wrote; `published` is what a person imported, and is never shipped. `abilities` is None where
    nobody has published what the card does. `slug` names a face that several cards have, within its game; empty for
    one that belongs to its card alone.
    """

    name: str
    type: str
    facts: Mapping[str, Fact] = field(default_factory=dict, hash=False)
    side: str = ""
    abilities: tuple[str, ...] | None = ()
    text: str = ""
    published: str = ""
    slug: str = ""

    def number(self, name: str) -> int | None:
        """The printed number of that name; None when the face has none, or one that is computed ("X")."""
        value = self.facts.get(name)
        return value if isinstance(value, int) and not isinstance(value, bool) else None

    def words(self, name: str) -> tuple[str, ...]:
        """The printed words of that name, one or several, as a tuple; empty when the face has none."""
        value = self.facts.get(name, ())
        if isinstance(value, tuple):
            return tuple(str(item) for item in value)
        return (str(value),)


@dataclass(frozen=True, slots=True)
class Card:
    """What is printed on one card, over all its printings.

    `slug` names it for ever, within its game. `name_key` is what a copy limit counts by. `copies_max` is the card's
    own limit: a number, or -1 for any number; None where the game's limit holds. `summons` are slugs of what it can
    bring out. `acting` is "yes" when every printed ability has its effect, "partly", or "no". `origin` is
    "published", "rulebook", "invented" or "own"; `pack` names the person's pack it came from, else "".
    """

    game: str
    slug: str
    name: str
    name_key: str
    faces: tuple[Face, ...]
    printings: tuple[Printing, ...]
    aliases: tuple[str, ...] = ()
    formerly: tuple[str, ...] = ()
    copies_max: int | None = None
    summons: tuple[str, ...] = ()
    origin: str = "published"
    pack: str = ""
    note: str = ""
    acting: str = "no"

    def __hash__(self) -> int:
        """By its slug: all that is printed on a card is long, and decks are looked up by their cards."""
        return hash((self.game, self.slug))

    @property
    def face(self) -> Face:
        """The first face, which is the whole card for games with one-sided cards."""
        return self.faces[0]

    @property
    def type(self) -> str:
        """The printed type of the first face."""
        return self.faces[0].type

    @property
    def release(self) -> str:
        """The slug of the first release."""
        return self.printings[0].release

    def number(self, name: str) -> int | None:
        """The printed number of that name on the first face (see `Face.number`)."""
        return self.faces[0].number(name)

    def words(self, name: str) -> tuple[str, ...]:
        """The printed words of that name on the first face (see `Face.words`)."""
        return self.faces[0].words(name)

    def flag(self, name: str) -> bool:
        """Whether the first face carries that mark (`exclusive`, `chained`, `no_bond` ...)."""
        return self.faces[0].facts.get(name) is True


class Release(NamedTuple):
    """One release of a game: a set, a box, a starter. `cards` counts the cards printed in it."""

    game: str
    slug: str
    name: str
    position: int
    cards: int = 0
    note: str = ""


class BundledDeck(NamedTuple):
    """A published deck list that comes with deckcli; `text` is the list, `source` its head comment."""

    game: str
    slug: str
    name: str
    group: str
    text: str
    source: str


class Label(NamedTuple):
    """What a list says of a card, for thousands of them at once. `position` orders the cards as printed, over all
    games; `limit` is the exact number of a card of a conjuration pile, 0 for any other card."""

    game: str
    slug: str
    name: str
    name_key: str
    type: str
    position: int
    limit: int = 0


KINDS = ("slug", "name", "alias", "former", "code", "number", "face", "unit", "title", "initials")
"""How a name can fit a card, best first."""


class Match(NamedTuple):
    """A card that a name fits, and how: `kind` is one of KINDS."""

    card: Card
    kind: str


class Coverage(NamedTuple):
    """How many cards of a release act, act partly, have no published text, and are invented. `release` is empty for the
    whole game, where a card that was printed in several releases counts once."""

    game: str
    release: str
    cards: int
    acting: int
    partly: int
    unpublished: int
    invented: int


class Finished(NamedTuple):
    """What checking a card's effects gave: its text in our words, how many effects are written, what is wrong.

    `texts` has one text a face, for cards with two; otherwise it is empty and `text` is the whole.
    """

    text: str = ""
    written: int = 0
    faults: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()


Finish: TypeAlias = "Callable[[str, Mapping[str, object], Mapping[str, object] | None], Finished]"
"""Checks one card's effects: (game, the card's entry as in its file, its effects' entry or None) -> Finished."""


def facts_of(card: Card) -> Iterator[tuple[Face, str, Fact]]:
    """Every printed fact of a card, face by face."""
    for face in card.faces:
        for name, value in face.facts.items():
            yield face, name, value
