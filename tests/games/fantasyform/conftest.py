"""What the tests of FantasyForm play with: the invented wallet as its files say, and tables laid out in a few words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from catalog.card import Card
from catalog.home import data_root
from catalog.loading import load
from catalog.sources import sources
from deckcli.decks.deck import Deck, Slot
from deckcli.engine.playing import PlayedGame, Setup
from deckcli.engine.playthrough import Playthrough, Setting
from deckcli.games.fantasyform import scenario_rules
from deckcli.games.fantasyform.faces import Wallet
from deckcli.games.fantasyform.playable import FantasyPlayable, FantasyRules
from deckcli.games.fantasyform.table import FantasyTable
from deckcli.games.finish import finish


@pytest.fixture(scope="session")
def cards() -> Mapping[str, Card]:
    """The bundled cards by name."""
    files = [source for source in sources(data_root(), Path("nowhere")) if source.game == "fantasyform"]
    return {card.name: card for card, _ in load(files, finish).cards}


@pytest.fixture(scope="session")
def deck(cards: Mapping[str, Card]) -> Deck:
    """The whole wallet as a deck."""
    return Deck("fantasyform", "fantasyform", tuple(Slot(card, 1) for card in cards.values()))


@pytest.fixture(scope="session")
def wallet(deck: Deck) -> Wallet:
    """The wallet as the rules want it."""
    return FantasyPlayable().deck_of(deck)


@pytest.fixture(scope="session")
def settings(wallet: Wallet) -> list[Setting]:
    """A game of each difficulty."""
    return [Setting((wallet,), {"difficulty": one}, 0) for one in ("beginner", "standard", "hard", "expert")]


@pytest.fixture(scope="session")
def game(cards: Mapping[str, Card]) -> PlayedGame:
    """The rules with all cards to be found by name."""
    return scenario_rules(cards.get)


class Sitting:
    """A game being played by labels: what the tests say."""

    def __init__(self, playthrough: Playthrough) -> None:
        self.playthrough = playthrough

    @property
    def table(self) -> FantasyTable:
        table = self.playthrough.table
        assert isinstance(table, FantasyTable)
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

    def names(self, copies: list[int]) -> list[str]:
        return [self.table.cards[copy].name for copy in copies]


@pytest.fixture(scope="session")
def lay(game: PlayedGame) -> Callable[..., Sitting]:
    """A sitting from what is set up: `lay({"shards": 5}, phase="market", upgrades=["Falconer"])`."""

    def laid(a: Mapping[str, Any] | None = None, **table: Any) -> Sitting:
        position = game.position(Setup((a or {},), table), 1)
        return Sitting(Playthrough(game, Setting((), {}, 1), table=position, watched=True))

    return laid


@pytest.fixture(scope="session")
def begin(wallet: Wallet) -> Callable[..., Sitting]:
    """A sitting from the very beginning: `begin(seed=3, difficulty="hard")`."""

    def begun(seed: int = 1, **options: Any) -> Sitting:
        return Sitting(Playthrough(FantasyRules(), Setting((wallet,), options, seed), watched=True))

    return begun
