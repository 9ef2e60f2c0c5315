"""A whole game, to be read in review: the starters S01 and S02, both played by the heuristic, seed 1.

When rules or players change on purpose, delete the file and run this test: it writes the file anew and fails once.
Then read what has changed.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from deckcli.games.cipher.playable import CipherPlayable
from deckcli.games.cipher.rules import DealtDeck
from deckcli.screen.boards.cipher import news
from tests.games.golden import reviewed, turn_by_turn, whole_game

FILE = Path(__file__).parent / "golden" / "s01-against-s02.txt"


def test_a_whole_game_goes_as_it_was_read_in_review(dealt: Callable[[str], DealtDeck]) -> None:
    decks = dealt("s01"), dealt("s02")
    lines = list(whole_game(CipherPlayable(), decks, turn_by_turn, news))
    assert lines == reviewed(FILE, lines)
