"""Phase: the three factions of invented cards against each other (`data/phase/rulings.md`, Balance)."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

import pytest

from deckcli.engine.playthrough import Playthrough, Setting
from deckcli.games.phase.playable import PhasePlayable
from deckcli.games.phase.rules import DealtDeck
from deckcli.study.tally import share

FACTIONS = ("fengarian", "keeper", "sun-dominion")
MOST = 0.56
"""No deck wins more than this of a pairing."""


@pytest.mark.scaled
@pytest.mark.parametrize("pair", [*combinations(FACTIONS, 2)], ids="-".join)
def test_no_faction_wins_too_much_of_a_pairing(
    pair: tuple[str, str], dealt: Callable[[str], DealtDeck], scaled: Callable[[int, int], int]
) -> None:
    """Seats in turn, the heuristic playing both. The whole count (2,000 a pair) is in the rulings; the second stage
    plays 120, of which an interval must reach down to the bound for either deck."""
    games = scaled(2, 120)
    wins = sum(_won(*(pair if number % 2 else pair[::-1]), seed=number, dealt=dealt) for number in range(games))
    first = share(int(wins), games)
    assert first.low <= MOST, f"{pair[0]} wins {wins} of {games}"
    assert 1 - first.high <= MOST, f"{pair[1]} wins {games - wins} of {games}"


def _won(one: str, other: str, seed: int, dealt: Callable[[str], DealtDeck]) -> bool:
    """Whether the deck that is first by its name has won."""
    playable = PhasePlayable()
    playthrough = Playthrough(playable.rules, Setting((dealt(one), dealt(other)), {}, seed))
    outcome = playthrough.play([playable.player("heuristic", seed, seat) for seat in (0, 1)])
    assert outcome.finished, outcome.reason
    return outcome.winners == ((0,) if one < other else (1,))
