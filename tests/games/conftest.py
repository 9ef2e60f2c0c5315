"""Builders for the tests of the games: made-up cards and decks in a line, and the real cards as their files say."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from catalog.card import Card, Face, Fact, Printing
from catalog.home import Home, data_root
from catalog.names import fold
from catalog.reading import Catalog
from deckcli import EFFECTS
from deckcli.decks.deck import CONJURATIONS, LEADER, MAIN, Deck, Dice, Slot
from deckcli.decks.problem import Problem, is_legal
from deckcli.engine.playthrough import Playthrough, Setting
from deckcli.games import GAMES, find_format
from deckcli.games.finish import finish
from deckcli.games.game import Format, Playable
from deckcli.study.run import playable_of
from deckcli.study.speed import bundled_deck

SHARED = {"slug", "name", "name_key", "aliases", "formerly", "copies_max", "summons", "abilities", "origin", "note",
          "printings", "type"}  # fmt: skip


def frozen(value: Any) -> Fact:
    return tuple(frozen(item) for item in value) if isinstance(value, list) else value


def made(game: str, name: str, kind: str, copies_max: int | None = None, key: str = "", **facts: Any) -> Card:
    """A card of our own invention."""
    release = facts.pop("release", "made")
    series = facts.pop("series", 1)
    face = Face(name, kind, {fact: frozen(value) for fact, value in facts.items()})
    slug = fold(name).replace(" ", "-")
    printed = (Printing(release, series=series),)
    return Card(game, slug, name, key or fold(name), (face,), printed, copies_max=copies_max)


def printing(release: str, entry: Mapping[str, Any]) -> Printing:
    return Printing(entry.get("set", release), entry.get("number", ""), entry.get("code", ""),
                    series=entry.get("series", 0))  # fmt: skip


def from_file(game: str, release: str, entry: Mapping[str, Any]) -> Card:
    """A card of the data, read by the test itself."""
    limit = entry.get("copies_max")
    facts = {name: frozen(value) for name, value in entry.items() if name not in SHARED}
    abilities = tuple(entry["abilities"]) if "abilities" in entry else None
    return Card(
        game,
        entry["slug"],
        entry["name"],
        fold(entry.get("name_key", entry["name"])),
        (Face(entry["name"], entry["type"], facts, abilities=abilities),),
        tuple(printing(release, one) for one in entry.get("printings", [{}])),
        copies_max=-1 if limit == "any" else limit,
        summons=tuple(entry.get("summons", ())),
    )


@cache
def real_cards(game: str) -> tuple[Card, ...]:
    """Every card of a game as its files in data/ say, in the order of the files' names."""
    found = []
    for path in sorted((data_root() / game / "cards").glob("*.toml")):
        document = tomllib.loads(path.read_text(encoding="utf-8"))
        found += [from_file(game, document["release"]["slug"], entry) for entry in document["card"]]
    return tuple(found)


class Bench:
    """What the tests of both games say: which deck, judged by which rules, and what came out."""

    game = ""

    def real(self, name: str) -> Card:
        """The real card of that name or number; of several, the first."""
        for card in real_cards(self.game):
            if name == card.name or any(name in (one.number, one.code) for one in card.printings):
                return card
        raise LookupError(name)

    def rules(self, name: str = "", **changes: Any) -> Format:
        """A bundled format, with some of its rules changed."""
        known = find_format(self.game, name)
        return Format(known.game, known.key, known.name, {**known.rules, **changes}, known.sources)

    def check(self, deck: Deck, rules: str = "", **changes: Any) -> list[Problem]:
        judge = GAMES[self.game].check
        assert judge is not None
        return judge(deck, self.rules(rules, **changes))

    def codes(self, deck: Deck, rules: str = "", **changes: Any) -> list[str]:
        return [problem.code for problem in self.check(deck, rules, **changes)]

    def only(self, deck: Deck, rules: str = "", **changes: Any) -> Problem:
        """The one problem of a deck."""
        problems = self.check(deck, rules, **changes)
        assert len(problems) == 1, problems
        return problems[0]

    def one(self, code: str, deck: Deck, rules: str = "", **changes: Any) -> Problem:
        """The one problem with that code."""
        found = [problem for problem in self.check(deck, rules, **changes) if problem.code == code]
        assert len(found) == 1, found
        return found[0]

    def legal(self, deck: Deck, rules: str = "", **changes: Any) -> bool:
        return is_legal(self.check(deck, rules, **changes))

    def can_add(self, deck: Deck, card: Card, rules: str = "") -> list[Problem]:
        ask = GAMES[self.game].can_add
        assert ask is not None
        return ask(deck, card, self.rules(rules))

    def counts(self, deck: Deck) -> dict[str, int]:
        count = GAMES[self.game].counts
        assert count is not None
        return count(deck)


Names = Mapping[Card, int]


def slots(cards: Names, pile: str, first: int = 1) -> list[Slot]:
    """One slot a card, each on a line of its own, counted from `first`."""
    return [Slot(card, count, pile, (first + index,)) for index, (card, count) in enumerate(cards.items())]


class AshesBench(Bench):
    """Decks of Ashes."""

    game = "ashes"

    def card(self, name: str, kind: str = "Ally", **facts: Any) -> Card:
        return made("ashes", name, kind, **facts)

    def phoenixborn(self, name: str = "Orla Brightmoor") -> Card:
        return made("ashes", name, "Phoenixborn", life=16, battlefield=6, spellboard=4)

    def filling(self, count: int) -> dict[Card, int]:
        """So many cards that nothing can be said against, in threes."""
        return {self.card(f"Filling {at}"): min(3, count - at) for at in range(0, count, 3)}

    def deck(
        self,
        cards: Names | None = None,
        leader: Card | str | None = "",
        *,
        dice: Mapping[str, int] | None = None,
        first_five: Sequence[Card] = (),
        pile: Names | None = None,
        derived: Names | None = None,
        size: int = 30,
        more: Sequence[Slot] = (),
    ) -> Deck:
        """A deck of these cards, filled up to `size`; nothing is wrong with whatever is not told."""
        told = dict(cards or {})
        leading = self.phoenixborn() if isinstance(leader, str) else leader
        main = told | self.filling(max(0, size - sum(told.values())))
        return Deck(
            "ashes",
            "Test",
            (
                *slots({leading: 1} if leading else {}, LEADER, 1),
                *slots(main, MAIN, 2),
                *slots(pile or {}, CONJURATIONS, 60),
                *more,
            ),
            dice=tuple(Dice(die, count, (50,)) for die, count in ({"natural": 10} if dice is None else dice).items()),
            first_five=tuple(first_five),
            first_five_lines=(51,) if first_five else (),
            derived=tuple(slots(derived or {}, CONJURATIONS, 0)),
        )


class CipherBench(Bench):
    """Decks of Cipher."""

    game = "cipher"

    def card(self, name: str, cost: int | str = 3, **facts: Any) -> Card:
        return made("cipher", name, "Unit", deploy_cost=cost, **facts)

    def filling(self, count: int) -> dict[Card, int]:
        """So many cards that nothing can be said against, in fours."""
        return {self.card(f"Filling {at}", series=22): min(4, count - at) for at in range(0, count, 4)}

    def deck(
        self,
        cards: Names | None = None,
        leader: Card | str | None = "",
        *,
        size: int = 50,
        apart: bool = False,
        leading: int = 1,
        more: Sequence[Slot] = (),
    ) -> Deck:
        """A deck of these cards, filled up to `size` with the main character counted in."""
        told = dict(cards or {})
        first = self.card("Marsh Prince", 1, series=22) if isinstance(leader, str) else leader
        beside = leading if first and not apart else 0
        main = told | self.filling(max(0, size - sum(told.values()) - beside))
        lead = slots({first: leading} if first else {}, LEADER, 1)
        return Deck("cipher", "Test", (*lead, *slots(main, MAIN, 2), *more), leader_apart=apart)


@pytest.fixture(scope="session")
def ashes() -> AshesBench:
    return AshesBench()


@pytest.fixture(scope="session")
def cipher() -> CipherBench:
    return CipherBench()


class PhaseBench(Bench):
    """Decks of Phase."""

    game = "phase"

    def card(self, name: str, faction: str = "Keeper", kind: str = "Warrior", **facts: Any) -> Card:
        """A card with two faces ("Dawn" gives "Dawn // Not Dawn"), or one of another type with one."""
        if kind != "Warrior":
            return made("phase", name, kind, **facts)
        numbers = {"training_cost": 1, "attack": 1, "defence": 1} | ({"faction": faction} if faction else {}) | facts
        sides = [Face(name, kind, numbers, "good", ("order",)), Face(f"Not {name}", kind, numbers, "evil", ("order",))]
        whole = f"{name} // Not {name}"
        return Card("phase", fold(name).replace(" ", "-"), whole, fold(whole), tuple(sides), (Printing("made"),))

    def deck(self, cards: Names | None = None, *, size: int = 100, more: Sequence[Slot] = ()) -> Deck:
        """A deck of these cards, filled up to `size` with Keepers that nothing can be said against."""
        told = dict(cards or {})
        rest = range(max(0, size - sum(told.values())))
        main = told | {self.card(f"Filling {at}"): 1 for at in rest}
        return Deck("phase", "Test", (*slots(main, MAIN, 2), *more))


@pytest.fixture(scope="session")
def phase() -> PhaseBench:
    return PhaseBench()


@pytest.fixture(scope="session")
def all_cards() -> Any:
    """Every real card of a game: `all_cards("ashes")`."""
    return real_cards


TABLES: Mapping[str, tuple[str, ...]] = {
    "ashes": ("the-iron-men", "the-mist-guardian"),
    "cipher": ("s01", "s02"),
    "phase": ("fengarian-lean-pack", "fengarian-lean-pack"),
    "phase10": ("phase10", "phase10"),
    "fantasyform": ("fantasyform",),
}
"""Bundled decks that sit down together, by game."""


@pytest.fixture(scope="session")
def begin(built_home: Path) -> Callable[..., tuple[Playable, Playthrough]]:
    """`begin("cipher", seed)`: a watched playthrough of a game's bundled decks, behind the game as it is played."""
    dealt: dict[str, tuple[Any, ...]] = {}

    def begun(game: str, seed: int = 1) -> tuple[Playable, Playthrough]:
        playable = playable_of(game)
        if game not in dealt:
            home = Home(built_home, built_home / "library.db")
            with Catalog.open(home, lambda: finish, version=EFFECTS) as catalog:
                dealt[game] = tuple(playable.deck_of(bundled_deck(catalog, name, game)) for name in TABLES[game])
        return playable, Playthrough(playable.rules, Setting(dealt[game], {}, seed), watched=True)

    return begun
