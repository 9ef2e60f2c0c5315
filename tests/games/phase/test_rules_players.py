"""Phase, players: what a seat may see, and what the rules of thumb make of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from deckcli.engine.players import Random
from deckcli.engine.playthrough import Playthrough, Setting, Sight
from deckcli.games.phase.playable import PhaseRules
from deckcli.games.phase.players import Heuristic
from deckcli.games.phase.rules import DealtDeck
from deckcli.study.tally import share

ENOUGH = 0.93
"""The lower end of the interval of its wins against random play."""


def answer(sitting: Any) -> str:
    """What the heuristic says to the question that waits, by its label."""
    playthrough = sitting.playthrough
    choice = playthrough.choice
    option = Heuristic(1, choice.seat)(choice, Sight(playthrough, choice.seat))
    label: str = playthrough.labels()[list(choice.options).index(option)]
    return label


@pytest.mark.scaled
def test_the_heuristic_beats_random_play(small: DealtDeck, scaled: Callable[[int, int], int]) -> None:
    """1,000 games from seed 1 on, in turn from either seat; the first stage plays 40 of them."""
    games = scaled(40, 1000)
    wins = 0
    for number in range(games):
        seat = number % 2
        playthrough = Playthrough(PhaseRules(), Setting((small, small), {}, number + 1))
        players: list[Any] = [Random(number, one) if one != seat else Heuristic(number, one) for one in (0, 1)]
        wins += playthrough.play(players).winners == (seat,)
    worth = share(wins, games)
    assert (worth.low if games == 1000 else worth.mean) >= ENOUGH, f"{wins} of {games}"
