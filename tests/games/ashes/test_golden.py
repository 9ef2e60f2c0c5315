"""A whole game, to be read in review: The Iron Men against The Mist Guardian, both played by the heuristic, seed 1.

When rules or players change on purpose, delete the file and run this test: it writes the file anew and fails once.
Then read what has changed.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from deckcli.games.ashes.playable import AshesPlayable
from deckcli.games.ashes.rules import DealtDeck
from deckcli.screen.boards.ashes import news
from tests.games.golden import View, reviewed, whole_game

FILE = Path(__file__).parent / "golden" / "the-iron-men-against-the-mist-guardian.txt"


def round_and_turn(view: View) -> str:
    return f"Round {view['round']}, turn {view['turn']}" if view["turn"] else "Before the first turn"


def test_a_whole_game_goes_as_it_was_read_in_review(dealt: Callable[[str], DealtDeck]) -> None:
    decks = dealt("the-iron-men"), dealt("the-mist-guardian")
    lines = list(whole_game(AshesPlayable(), decks, round_and_turn, news))
    assert lines == reviewed(FILE, lines)
