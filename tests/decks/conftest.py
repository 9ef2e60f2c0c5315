"""A small catalogue in memory, with cards that no game has, and the two steps of a list's life."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from difflib import get_close_matches

import pytest

from catalog.card import Card, Face, Fact, Match, Printing
from catalog.names import fold, initials
from deckcli.decks.deck import Deck, DeckList
from deckcli.decks.formats import read
from deckcli.decks.problem import Problem
from deckcli.decks.resolve import resolve


def slug_of(name: str) -> str:
    return fold(name).replace("'", "").replace(",", "").replace(" ", "-")


def make(
    name: str,
    kind: str = "Ally",
    game: str = "ashes",
    *,
    slug: str = "",
    aliases: tuple[str, ...] = (),
    summons: tuple[str, ...] = (),
    backs: tuple[str, ...] = (),
    printings: tuple[Printing, ...] = (),
    **facts: Fact,
) -> Card:
    """A card as a catalogue would hold it; `backs` are the names of its other faces."""
    faces = (Face(name.split(" // ")[0] if backs else name, kind, facts), *(Face(back, kind) for back in backs))
    return Card(
        game,
        slug or slug_of(name),
        name,
        fold(name),
        faces,
        printings or (Printing("core"),),
        aliases,
        summons=summons,
    )


def unit(unit_name: str, title: str, *codes: str, cost: int = 3, **ids: str) -> Card:
    """A Cipher card, printed under each of `codes` ("B01-006N")."""
    printings = tuple(
        Printing(code[:3], code[:7], code, code[7:], ids={key: f"{code}{value}" for key, value in ids.items()})
        for code in codes
    )
    name = f"{unit_name}, {title}"
    slug = f"{slug_of(name)}-{codes[0].lower()}" if codes else ""
    return make(
        name, "Unit", "cipher", slug=slug, printings=printings, unit_name=unit_name, title=title, deploy_cost=cost
    )


@dataclass
class Catalogue:
    """The look-ups of a catalogue over a list of cards."""

    stock: tuple[Card, ...]
    keys: dict[str, list[Match]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for card in self.stock:
            for kind, name in _names(card):
                self.keys.setdefault(fold(name), []).append(Match(card, kind))

    def card(self, game: str, slug: str) -> Card | None:
        return next((one for one in self.stock if (one.game, one.slug) == (game, slug)), None)

    def cards(self, game: str = "") -> Iterator[Card]:
        return (one for one in self.stock if game in ("", one.game))

    def find(self, name: str, game: str = "") -> list[Match]:
        written = [Match(one, "name") for one in self.cards(game) if one.name == name]
        found = [match for match in self.keys.get(fold(name), []) if game in ("", match.card.game)]
        best = min((KINDS.index(match.kind) for match in found), default=0)
        if not found and "/" in name and "//" not in name:
            return self.find(name.replace("/", " // "), game)
        return written or list(dict.fromkeys(match for match in found if match.kind == KINDS[best]))

    def foreign(self, program: str, value: str, game: str = "") -> list[Card]:
        return [
            one
            for one in self.cards(game)
            if any(p.ids.get(program) == value for p in one.printings)
            or (program == "decksteria" and value in one.words("decksteria"))
        ]

    def suggest(self, name: str, game: str = "", most: int = 3) -> list[str]:
        return get_close_matches(name[:100], [one.name for one in self.cards(game)], most)

    def summons(self, card: Card) -> list[Card]:
        return [one for slug in card.summons if (one := self.card(card.game, slug))]


KINDS = ("slug", "name", "alias", "former", "code", "number", "face", "unit", "title", "initials")


def _names(card: Card) -> Iterator[tuple[str, str]]:
    yield "slug", card.slug
    yield "name", card.name
    yield from (("alias", alias) for alias in card.aliases)
    for printing in card.printings:
        yield from ((kind, word) for kind, word in (("code", printing.code), ("number", printing.number)) if word)
    if len(card.faces) > 1:
        yield from (("face", face.name) for face in card.faces)
    yield from (("unit", word) for word in card.words("unit_name"))
    yield from (("title", word) for word in card.words("title"))
    if initials(card.name):
        yield "initials", initials(card.name)


STOCK = (
    make("Ember Fox"),
    make("Glass Warden"),
    make("Glass-Eyed Warden"),
    make("Warden's Oath", "Action Spell"),
    make("Lórien Shade"),
    make("Dusk // Dawn", backs=("Dawn",)),
    make("2000 Suns", "Action Spell"),
    make("Ice Tunnel", "Ready Spell"),
    make("Tide Caller (Orla)"),
    make("Golem"),
    make("Golem 2.0"),
    make("SP//Wren"),
    make("Key: Act 1", "Action Spell"),
    make("Quarantine System", "Ready Spell"),
    make("Orla Brightmoor", "Phoenixborn", life=17, battlefield=6, spellboard=4, summons=("spark",)),
    make("Bram Ashfield", "Phoenixborn"),
    make("Orla's Lantern", "Ready Spell", exclusive=True, phoenixborn="Orla Brightmoor"),
    make("Twin Song", "Action Spell", slug="twin-song-orla", phoenixborn="Orla Brightmoor"),
    make("Summon Mossling", "Ready Spell", summons=("mossling",)),
    make("Mossling", "Conjuration", conjuration_limit=3, summons=("mossling-elder",)),
    make("Mossling Elder", "Conjuration", conjuration_limit=1, summons=("mossling",)),
    make("Spark", "Conjured Alteration Spell", conjuration_limit=2),
    make("The Flying Death // Squeezle", "Threat", "phase", backs=("Squeezle",)),
    make("Berserker // Nighthawk", "Threat", "phase", backs=("Nighthawk",)),
    unit("Marsh Prince", "Heir of Reeds", "B01-003HN", "S01-003ST", cost=1, lackey="_SAMPLE.png"),
    unit("Reed Guard", "Silent Lance", "B01-006N", "B01-006N+", lackey="_SAMPLE.png"),
    unit("Reed Guard", "Loud Lance", "B01-007N", lackey="_SAMPLE.png"),
    unit("Heron", "Grey Flier", "B01-008R", lackey="_SAMPLE.png"),
    unit("Otter Queen", "Warm Current", "B01-009HN", cost=1, lackey="_SAMPLE.png"),
    unit("Husk", "Hollow One", "B08-047aN", lackey="_SAMPLE.png"),
    unit("Husk", "Hollow One", "B08-047bN", lackey="_SAMPLE.png"),
)


@dataclass
class Judged:
    """A list after both steps."""

    wanted: DeckList
    deck: Deck
    problems: list[Problem]

    def cards(self, pile: str = "main") -> dict[str, int]:
        return {slot.card.name: slot.count for slot in self.deck.pile(pile)}

    def codes(self, *severities: str) -> list[str]:
        return [problem.code for problem in self.problems if not severities or problem.severity in severities]

    def problem(self, code: str) -> Problem:
        found = [problem for problem in self.problems if problem.code == code]
        assert len(found) == 1, f"{code} in {self.problems}"
        return found[0]


def judge(content: str | bytes, catalogue: Catalogue | None = None, **options: object) -> Judged:
    """Read and resolve a list, over the stock of this file unless told."""
    wanted = read(content if isinstance(content, bytes) else content.encode(), "list.txt")
    deck, problems = resolve(wanted, catalogue or Catalogue(STOCK), **options)  # type: ignore[arg-type]
    return Judged(wanted, deck, problems)


@pytest.fixture(scope="session")
def judged() -> Callable[..., Judged]:
    return judge


@pytest.fixture(scope="session")
def catalogue() -> Callable[[Iterable[Card]], Catalogue]:
    return lambda cards: Catalogue(tuple(cards))


@pytest.fixture(scope="session")
def stock() -> Catalogue:
    return Catalogue(STOCK)


@pytest.fixture(scope="session")
def make_card() -> Callable[..., Card]:
    return make


@pytest.fixture(scope="session")
def make_unit() -> Callable[..., Card]:
    return unit
