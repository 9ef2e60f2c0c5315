"""Phase 10 Strategy at the table: what is shown, and a whole game to be read in review.

When rules or players change on purpose, delete the golden file and run this test: it writes the file anew and fails
once. Then read what has changed.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from deckcli.engine.playing import Setup
from deckcli.engine.playthrough import Playthrough, Setting
from deckcli.games.phase10.playable import Phase10Playable, Phase10Rules
from deckcli.games.phase10.rules import DealtDeck
from deckcli.screen import plain
from deckcli.screen.boards.phase10 import draw, news, ring
from tests.games.golden import View, reviewed, whole_game

FILE = Path(__file__).parent / "golden" / "heuristic-against-heuristic.txt"


def test_a_whole_game_goes_as_it_was_read_in_review(deck: DealtDeck) -> None:
    lines = list(whole_game(Phase10Playable(), (deck, deck), _heading, news))
    assert lines == reviewed(FILE, lines)


def _heading(view: View) -> str:
    return f"Round {view['round']}, turn {view['turn']}"


def test_the_ring_shows_pieces_markers_and_keep_numbers() -> None:
    seats = ({"pieces": ["ASK", "run of 9"], "marked": ["run of 9", "2 sets of 3"]}, {"pieces": ["ASK", "ASK"]})
    table = Phase10Rules().position(Setup(seats, {"discard": ["r7", "b3"], "pile": ["g1"]}), 1)
    lines = ring(Phase10Rules().view(table, 0))
    assert max(map(len, lines)) <= 80
    assert "│2 sets of 3  1│" in lines[1]
    assert "✓a" in lines[2].split("│")[1]
    assert lines[2].split("│")[4].strip() == "aB"
    assert [line.split("│")[-2].split() for line in lines[7:9]] == [["run", "9", "3"], ["a", "✓a"]]
    text = "\n".join(lines)
    assert "draw pile: 1" in text
    assert "open: Red 7 (then Blue 3)" in text
    for name in ("DRAW 2", "DISCARD 1", "8 one colour 3", "set 5+set 3  4", "set 4+run 4  2"):
        assert name in text


def test_all_twelve_pieces_and_all_markers_find_room_on_one_space() -> None:
    seats = tuple({"pieces": ["run of 9", "run of 9"], "marked": ["run of 9", "2 sets of 3"]} for _ in range(6))
    lines = ring(Phase10Rules().view(Phase10Rules().position(Setup(seats), 1), 0))
    assert {len(line) for line in lines} <= {61, 76}
    assert lines[8].split("│")[-2].split() == ["ABCDEF", "✓abcdef"]


@pytest.mark.parametrize("seats", [1, 2, 6])
def test_the_board_fits_into_eighty_columns(setting: Callable[..., Setting], seats: int) -> None:
    playable = Phase10Playable()
    playthrough = Playthrough(playable.rules, setting(seats, 5))
    players = [playable.player("heuristic", 5, seat) for seat in range(seats)]
    playthrough.play(players, 60 * seats)
    for seat in range(seats):
        lines = plain.draw(draw(playthrough.view(seat))).splitlines()
        # How near phases are is folded by a terminal.
        assert max(plain.width(line) for line in lines if " short" not in line and "in hand" not in line) <= 80


def test_what_lies_open_is_told_in_the_order_of_its_numbers() -> None:
    groups = [{"run": 4, "cards": ["y4", "r5", "J", "b7"]}, {"set": 10, "cards": ["J", "r10"]}]
    table = Phase10Rules().position(Setup(({"hand": ["r1", "J"], "laid": "2 sets of 3", "groups": groups}, {})), 1)
    shown = plain.draw(draw(Phase10Rules().view(table, 0)))
    assert "#1 a  run 4 to 7: y4 r5 J(6) b7" in shown
    assert "#2 a  set of 10s: r10 J" in shown
    assert "Joker  x 1" in shown


def test_what_happened_is_told() -> None:
    table = Phase10Rules().position(Setup(({"hand": ["r1"], "laid": "2 sets of 3"}, {"hand": ["r2"]})), 1)
    playthrough = Playthrough(Phase10Rules(), Setting((), {}, 1), table=table)
    before = playthrough.view(1)
    assert playthrough.choice is not None
    playthrough.choose(("stay",))
    assert list(news(before, playthrough.view(1))) == []  # b is asked what to keep
    playthrough.choose(playthrough.choice.options[-1])
    assert list(news(before, playthrough.view(1))) == ["Round 3 begins."]
