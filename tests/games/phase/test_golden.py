"""A whole game, to be read in review: decks of Keeper and of Sun Dominion, both played by the heuristic, seed 1.

When rules or players change on purpose, delete the file and run this test: it writes the file anew and fails once.
Then read what has changed.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from deckcli.games.phase.playable import PhasePlayable
from deckcli.games.phase.rules import DealtDeck
from deckcli.screen.boards.phase import news
from tests.games.golden import reviewed, turn_by_turn, whole_game

FILE = Path(__file__).parent / "golden" / "keeper-golems-against-sun-lions.txt"


def test_a_whole_game_goes_as_it_was_read_in_review(dealt: Callable[[str], DealtDeck]) -> None:
    decks = dealt("keeper-golems"), dealt("sun-lions")
    lines = list(whole_game(PhasePlayable(), decks, turn_by_turn, news))
    assert lines == reviewed(FILE, lines)
