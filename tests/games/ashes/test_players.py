"""The heuristic player of Ashes is far better than chance, and answers every question that there is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from deckcli.engine.players import Random
from deckcli.engine.playthrough import Playthrough, Setting
from deckcli.games.ashes.playable import AshesPlayable
from deckcli.games.ashes.players import Heuristic
from deckcli.study.tally import share


def wins(deck: Any, count: int) -> int:
    """How often the heuristic beats chance in a mirror, seats changing, seeds from 1."""
    playable, won = AshesPlayable(), 0
    for index in range(count):
        seat, seed = index % 2, 1 + index // 2
        players: list[Any] = [Random(seed, 0), Random(seed, 1)]
        players[seat] = Heuristic(seed, seat)
        outcome = Playthrough(playable.rules, Setting((deck, deck), {}, seed)).play(players)
        won += outcome.winners == (seat,)
    return won


@pytest.mark.scaled
def test_the_heuristic_beats_chance_in_the_iron_men_mirror(dealt: Any, scaled: Callable[[int, int], int]) -> None:
    count = scaled(30, 1000)
    won = wins(dealt("the-iron-men"), count)
    assert share(won, count).low >= (0.93 if count == 1000 else 0.8), won


@pytest.mark.scaled
def test_the_heuristic_plays_every_retail_deck(dealt: Any, slugs: list[str], scaled: Callable[[int, int], int]) -> None:
    for number, slug in enumerate(slugs[: scaled(3, len(slugs))]):
        decks = (dealt(slug), dealt(slugs[number - 1]))
        playthrough = Playthrough(AshesPlayable().rules, Setting(decks, {}, number))
        assert playthrough.play([Heuristic(1, 0), Heuristic(2, 1)]).finished
