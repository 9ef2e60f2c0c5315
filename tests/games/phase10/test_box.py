"""Phase 10 Strategy, Contents: a list of components against what the box holds; and the board as data."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from catalog.home import data_root
from deckcli.games.phase10.board import BadBoardError, board, own_board, read_board

LIST = (data_root() / "phase10" / "decks" / "phase10.txt").read_text(encoding="utf-8")
BOARD = (data_root() / "phase10" / "board.toml").read_text(encoding="utf-8")


def checked(deckcli: Any, text: str, code: int) -> dict[str, Any]:
    ran = deckcli("deck", "check", "-", "-g", "phase10", "--json", stdin=text)
    assert ran.code == code, ran.err
    found: dict[str, Any] = json.loads(ran.out)
    return found


def problems(told: dict[str, Any]) -> list[tuple[str, list[str], int, int]]:
    return [
        (one["code"], one["cards"], one["found"], one["allowed"])
        for one in told["problems"]
        if one["severity"] == "error"
    ]


def test_the_box_holds_108_cards_and_the_rest_is_a_checklist(deckcli):
    told = checked(deckcli, LIST, 0)
    assert told["counts"] == {"main": 108}
    (note,) = told["problems"]
    assert (note["code"], note["severity"]) == ("uncounted", "note")
    assert "12 game pieces" in note["message"]
    assert "60 phase markers" in note["message"]


def test_what_is_missing_and_what_is_too_many_is_named(deckcli):
    text = LIST.replace("2x Red 7\n", "1x Red 7\n").replace("2x Blue 3\n", "").replace("12x Joker", "13x Joker")
    found = problems(checked(deckcli, text, 1))
    assert found == [
        ("missing_card", ["Red 7"], 1, 2),
        ("missing_card", ["Blue 3"], 0, 2),
        ("extra_card", ["Joker"], 13, 12),
    ]


def test_a_box_is_counted_in_the_short_words_of_the_solver(deckcli):
    short = "".join(f"2x {colour}{number}\n" for colour in "rbyg" for number in range(1, 13)) + "12x J\n"
    assert checked(deckcli, short, 0)["counts"] == {"main": 108}


def test_pieces_and_markers_are_counted_when_they_are_listed(deckcli):
    more = "1x Game Board\n11x Game Piece\n61x Phase Marker\n"
    told = checked(deckcli, LIST + more, 1)
    found = [("missing_card", ["Game Piece"], 11, 12), ("extra_card", ["Phase Marker"], 61, 60)]
    assert problems(told) == found
    assert told["counts"] == {"main": 108}


def test_a_card_of_no_box_is_unknown(deckcli):
    told = checked(deckcli, LIST + "1x Skip\n1x Red 13\n", 1)
    assert [one["code"] for one in told["problems"] if one["severity"] == "error"] == ["unknown_card"] * 2


# ---------------------------------------------------------------- the board


def test_our_board_is_a_ring_of_ten_phases_and_three_bonuses():
    ring = board()
    assert ring.size == 13
    assert sorted(phase for phase in ring.phase_at if phase >= 0) == list(range(10))
    assert [bonus for bonus in ring.bonus_at if bonus] == ["ASK", "DRAW 2", "DISCARD 1"]
    assert ring.starts == (0, 7)
    assert ring.keeps == (1, 1, 4, 0, 1, 2, 3, 2, 0, 2, 3, 4, 0)
    assert [name for name, space in zip(ring.names, ring.spaces, strict=True) if space.printed] == [
        "2 sets of 3",
        "8 of one colour",
    ]


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ('phase = "4"', 'phase = "1"', "phase 1 (2 sets of 3) has 2 spaces, and needs one; phase 4"),
        ('phase = "4"', 'phase = "9"', "the phases are 1, 2,"),
        ('bonus = "ASK"', 'bonus = "DRAW 1"', "the bonus is ASK"),
        ("start = true\n", "", "0 spaces are starting spaces"),
        ("keep = 4", "keep = 11", "from 0 to 10"),
        ("keep = 4", 'keep = "four"', "from 0 to 10"),
        ('bonus = "ASK"', 'bonus = "ASK"\nkeep = 2', "a bonus space keeps no cards"),
        ('bonus = "ASK"', 'bonus = "ASK"\nphase = "1"', "either a phase or a bonus"),
        ("start = true", "start = 1", "start is true or false"),
        ('bonus = "ASK"', 'bonus = "ASK"\nround = 1', "there is no 'round' here"),
        ("[board]", "[[board]]", "[board] and 1 to 60"),
        ("[board]", "[board", "no TOML"),
    ],
)
def test_a_board_that_cannot_be_is_told_with_its_faults(tmp_path: Path, before: str, after: str, said: str) -> None:
    path = tmp_path / "board.toml"
    path.write_text(BOARD.replace(before, after), encoding="utf-8")
    with pytest.raises(BadBoardError) as raised:
        read_board(path)
    assert said in str(raised.value)


def test_the_printed_board_is_entered_checked_and_then_played_on(deckcli, tmp_path):
    path = tmp_path / "printed.toml"
    path.write_text(BOARD.replace("deckcli's board", "printed").replace("keep = 4", "keep = 5"), encoding="utf-8")
    ran = deckcli("phase10", "board", str(path))
    assert (ran.code, "nothing is wrong" in ran.err) == (0, True)
    own_board().write_text(path.read_text(encoding="utf-8"), encoding="utf-8")
    assert json.loads(deckcli("phase10", "board", "--json").out)["board"] == "printed"
    assert board().keeps.count(5) == 2
    path.write_text("[board]\n", encoding="utf-8")
    assert deckcli("phase10", "board", str(path)).code == 3
    assert deckcli("phase10", "board", str(tmp_path / "none.toml")).code == 4


# ---------------------------------------------------------------- deckcli phase10 solve


def test_solve_tells_every_phase_with_its_cards(deckcli):
    ran = deckcli("phase10", "solve", "r7 b7 g7 J r10 b10 y10 g1 y2 r3 b4", "--json")
    told = json.loads(ran.out)
    assert (ran.code, told["edition"], len(told["phases"])) == (0, "strategy", 10)
    first = told["phases"][0]
    assert first == {
        "key": "1",
        "name": "2 sets of 3",
        "can_lay": True,
        "lay": [["r7", "b7", "g7"], ["r10", "b10", "y10"]],
        "left": ["J", "g1", "y2", "r3", "b4"],
    }
    assert [one["key"] for one in told["phases"] if one["can_lay"]] == ["1", "2", "3"]


def test_solve_says_no_by_its_exit_code_and_wrong_words_in_one_line(deckcli):
    assert deckcli("phase10", "solve", "r1", "b3", "J").code == 1
    assert deckcli("phase10", "solve", "-", stdin="r1 r1 r2 b3 g4 y5 r6 b7").code == 0
    classic = deckcli("phase10", "solve", "r6 b6 g6 y6 r6 r8 b8 X", "--edition", "classic", "--phase", "9", "--json")
    assert json.loads(classic.out)["phases"][0]["can_lay"] is True
    for words, code in ((["r13"], 2), (["r7", "r7", "r7"], 2), (["X"], 2), (["r7", "--phase", "9"], 4)):
        ran = deckcli("phase10", "solve", *words)
        assert (ran.code, len(ran.err.strip().splitlines())) == (code, 1), ran.err
    strict = ["phase10", "solve", "y4 J J J J J J J J J", "--phase", "1"]
    assert (deckcli(*strict).code, deckcli(*strict, "--natural-per-group").code) == (0, 1)
