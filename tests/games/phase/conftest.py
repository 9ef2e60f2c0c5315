"""The cards of Phase as the catalogue has them, and a person's folder to look them up in."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from catalog.card import Card
from catalog.home import Home
from catalog.reading import Catalog
from deckcli import EFFECTS
from deckcli.engine.playing import Setup
from deckcli.engine.playthrough import Playthrough, Setting
from deckcli.games.finish import finish
from deckcli.games.phase.faces import TwoFaced
from deckcli.games.phase.playable import PhasePlayable, PhaseRules
from deckcli.games.phase.played import PlayedCard
from deckcli.games.phase.rules import DealtDeck
from deckcli.games.phase.table import PhaseTable
from deckcli.games.phase.written import abilities_of, card_with_effects
from deckcli.study.speed import bundled_deck


@pytest.fixture(scope="session")
def catalog(built_home: Path) -> Iterator[Catalog]:
    """The whole catalogue."""
    home = Home(built_home, built_home / "library.db")
    with Catalog.open(home, lambda: finish, version=EFFECTS) as opened:
        yield opened


@pytest.fixture(scope="session")
def cards(catalog: Catalog) -> tuple[Card, ...]:
    """Every card of Phase, in printed order."""
    return tuple(catalog.cards("phase"))


Find = Callable[[str], "PlayedCard | None"]


@pytest.fixture(scope="session")
def find(cards: tuple[Card, ...]) -> Find:
    """The card to play with that a name means: of both faces, in either order, or of one (the first that has it)."""
    known: dict[str, PlayedCard] = {}
    for card in (one for one in cards if len(one.faces) == 2):
        played = card_with_effects(card)
        one, two = (face.name for face in card.faces)
        for name in (f"{one} // {two}", f"{two} // {one}", one, two):
            known.setdefault(name, played)
    return known.get


def doing(find: Find, name: str, *good: Any) -> Find:
    """A look-up in which the good side of one card does these things in place of its own."""

    def found(asked: str) -> PlayedCard | None:
        card = find(asked)
        if card is None or asked != name:
            return card
        side, other = (one.face for one in card.sides)
        skills = abilities_of({"abilities": [*good]}, name)
        return PlayedCard(TwoFaced(card.slug, card.name, "", replace(side, order=None, skills=skills, kinds=()), other))

    return found


@pytest.fixture(scope="session")
def dealt(catalog: Catalog) -> Callable[[str], DealtDeck]:
    """A bundled deck, as it is dealt."""
    return lambda name: PhasePlayable().deck_of(bundled_deck(catalog, name, "phase"))


@pytest.fixture(scope="session")
def small(cards: tuple[Card, ...]) -> DealtDeck:
    """The cards of the rulebook, three of each: a deck of a test, and of no format."""
    named = [card_with_effects(card) for card in cards if card.release == "rulebook" and len(card.faces) == 2]
    return DealtDeck("rulebook", tuple(named * 3))


class Sitting:
    """A game being played by labels: what the tests say."""

    def __init__(self, playthrough: Playthrough) -> None:
        self.playthrough = playthrough

    @property
    def table(self) -> PhaseTable:
        table = self.playthrough.table
        assert isinstance(table, PhaseTable)
        return table

    def choose(self, *labels: str) -> None:
        """Choose by the whole label or the only one that begins so."""
        for label in labels:
            offered = self.playthrough.labels()
            fitting = [one for one in offered if one == label] or [one for one in offered if one.startswith(label)]
            assert len(fitting) == 1, f"{label!r} of {offered}"
            choice = self.playthrough.choice
            assert choice is not None
            self.playthrough.choose(choice.options[offered.index(fitting[0])])

    def offered(self) -> list[str]:
        return self.playthrough.labels()

    def asked(self) -> str:
        return self.playthrough.choice.prompt if self.playthrough.choice else ""

    def reports(self, path: str) -> Any:
        """A part of the position, by its path."""
        found: Any = self.playthrough.game.reports(self.table)
        for part in path.split("."):
            found = found[part]
        return found


@pytest.fixture(scope="session")
def lay(find: Find) -> Callable[..., Sitting]:
    """A sitting from the zones of the seats: `lay({"play": [...]}, {"hand": [...]}, step="training")`."""

    def laid(*seats: Mapping[str, Any], find: Find = find, **table: Any) -> Sitting:
        game = PhaseRules(find)
        position = game.position(Setup(seats, table), 1)
        return Sitting(Playthrough(game, Setting((), {}, 1), table=position, watched=True))

    return laid
