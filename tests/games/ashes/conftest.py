"""Retail decks as the bundled lists give them, with some cards changed: `sold("the-iron-men", {"Cover": 0})`; the same
as they are played, and positions laid out in a few words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from catalog.card import Card
from catalog.home import data_root
from deckcli.decks.deck import CONJURATIONS, LEADER, MAIN, Deck, Slot
from deckcli.decks.formats import read
from deckcli.engine.playing import Setup
from deckcli.engine.playthrough import Playthrough, Setting
from deckcli.games.ashes.cards import Face
from deckcli.games.ashes.playable import AshesPlayable, AshesRules
from deckcli.games.ashes.rules import DealtDeck
from deckcli.games.ashes.table import AshesTable
from deckcli.games.ashes.written import face_with_text

Find = Callable[[str], "Face | None"]

SLUGS = sorted(path.stem for path in (data_root() / "ashes" / "decks").glob("*.txt"))


@pytest.fixture(scope="session")
def sold(ashes) -> Callable[..., Deck]:
    def deck(
        slug: str, changes: Mapping[str, int] | None = None, leader: str = "", dice: Mapping[str, int] | None = None
    ) -> Deck:
        told = read((data_root() / "ashes" / "decks" / f"{slug}.txt").read_bytes(), slug)
        cards = {entry.name: entry.count for entry in told.entries if entry.pile == MAIN} | dict(changes or {})
        lead = leader or next(entry.name for entry in told.entries if entry.pile == LEADER)
        return ashes.deck(
            {ashes.real(name): count for name, count in cards.items() if count},
            ashes.real(lead),
            dice={die.name: die.count for die in told.dice} if dice is None else dice,
            first_five=[ashes.real(entry.name) for entry in told.first_five] if not changes else (),
            size=0,
        )

    return deck


@pytest.fixture(scope="session")
def slugs() -> list[str]:
    """Every retail deck."""
    return SLUGS


@pytest.fixture(scope="session")
def named(all_cards: Any) -> Mapping[str, Card]:
    """The real cards by name and by slug."""
    found: dict[str, Card] = {}
    for card in all_cards("ashes"):
        found[card.name] = found[card.slug] = card
    return found


@pytest.fixture(scope="session")
def find(named: Mapping[str, Card]) -> Find:
    """The card of a name as it is played; None where there is none."""
    return lambda name: face_with_text(named[name]) if name in named else None


@pytest.fixture(scope="session")
def dealt(sold: Callable[..., Deck], named: Mapping[str, Card]) -> Callable[[str], DealtDeck]:
    """A retail deck as the rules want it, with its conjuration pile and the First Five of its list."""

    @cache
    def deck(slug: str) -> DealtDeck:
        cards = sold(slug)
        brought = _brought([slot.card for slot in cards.slots], named)
        pile = tuple(Slot(card, card.number("conjuration_limit") or 1, CONJURATIONS) for card in brought)
        return AshesPlayable().deck_of(replace(cards, derived=pile))

    return deck


def _brought(cards: list[Card], named: Mapping[str, Card]) -> list[Card]:
    """What these cards bring out, and what that brings out."""
    found: dict[Card, None] = {}
    waiting = list(cards)
    while waiting:
        for slug in waiting.pop().summons:
            if named[slug] not in found:
                found[named[slug]] = None
                waiting.append(named[slug])
    return list(found)


class Laid:
    """A position of Ashes that is played on by the words of its options."""

    def __init__(self, playthrough: Playthrough) -> None:
        self.playthrough = playthrough

    @property
    def table(self) -> AshesTable:
        """The table as it is now."""
        table = self.playthrough.table
        assert isinstance(table, AshesTable)
        return table

    def choose(self, *labels: str) -> None:
        """Answer question after question, each by its label."""
        for label in labels:
            choice = self.playthrough.choice
            assert choice is not None, f"it is over, and {label} is left"
            offered = self.playthrough.labels()
            assert label in offered, f"{label} is not offered: {offered}"
            self.playthrough.choose(choice.options[offered.index(label)])

    def offered(self) -> list[str]:
        """The labels of the question that waits."""
        return self.playthrough.labels()

    def told(self) -> Mapping[str, Any]:
        """The whole position."""
        return AshesRules().reports(self.table)


@pytest.fixture
def laid(find: Find) -> Callable[..., Laid]:
    """A position out of what each seat has: `laid({"hand": ["Cover"]}, {}, {"phase": "draw"})`."""

    def lay(mine: Mapping[str, Any], theirs: Mapping[str, Any] | None = None, table: Any = None, seed: int = 1) -> Laid:
        rules = AshesRules(find)
        start = rules.position(Setup((mine, theirs or {}), table or {}), seed)
        return Laid(Playthrough(rules, Setting((), {}, seed), watched=True, table=start))

    return lay
