"""`deckcli deck check`: the contract that scripts and people rely on."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from deckcli.games import GAMES

IRON_MEN = Path(__file__).parents[2] / "data" / "ashes" / "decks" / "the-iron-men.txt"

BROKEN = """\
Phoenixborn: Coal Roarkwin
Dice: 5 ceremonial, 4 natural

Cards:
3x Anchornaut
4x Hammer Knight
3x Hamer Knight
2x Fear
1x Mist Spirit
"""


def checked(deckcli: Callable[..., Any], *arguments: str, stdin: str | bytes = b"") -> dict[str, Any]:
    ran = deckcli("deck", "check", *arguments, "--json", stdin=stdin)
    answer: dict[str, Any] = json.loads(ran.out)
    assert ran.code == (0 if answer["legal"] else 1)
    assert answer["schema"] == 1
    return answer


def test_a_bundled_precon_is_legal_and_found_by_its_id_or_its_name(deckcli):
    for name in ("the-iron-men", "The Iron Men", "THE IRON MEN", "bundled:the-iron-men"):
        answer = checked(deckcli, name)
        assert answer["legal"]
        assert answer["deck"] == "The Iron Men"
        assert answer["counts"] == {"main": 30, "dice": 10, "conjurations": 1}


def test_a_file_is_judged_and_every_line_is_accounted_for(deckcli):
    report = checked(deckcli, str(IRON_MEN))["report"]
    assert report["cards"] == 10
    parts = ("cards", "headers", "comments", "blank", "problems")
    assert sum(report[part] for part in parts) == report["lines"]


def test_one_broken_list_tells_everything_in_one_go(deckcli):
    answer = checked(deckcli, "-", stdin=BROKEN)
    codes = {problem["code"] for problem in answer["problems"] if problem["severity"] == "error"}
    assert codes == {"unknown_card", "deck_size", "copy_limit", "wrong_phoenixborn", "not_deckable", "dice_count"}
    by_code = {problem["code"]: problem for problem in answer["problems"]}
    assert by_code["copy_limit"]["cards"] == ["Hammer Knight"]
    assert (by_code["copy_limit"]["found"], by_code["copy_limit"]["allowed"]) == (4, 3)
    assert by_code["copy_limit"]["lines"] == [6]
    assert by_code["copy_limit"]["source"] == "rulings.md: Copies of a card"
    assert by_code["copy_limit"]["fix"] == "Take out 1 Hammer Knight."
    assert by_code["unknown_card"]["suggestions"][0] == "Hammer Knight"
    assert by_code["deck_size"]["found"] == 9, "sizes count the cards that were found, not what cannot be in a deck"


def test_people_read_the_same_with_the_fix_below_each_fault(deckcli):
    ran = deckcli("deck", "check", "-", stdin=BROKEN)
    assert ran.code == 1
    assert "error: line 6: 4 copies of Hammer Knight, and a deck may have 3." in ran.out
    assert "    Fix: Take out 1 Hammer Knight." in ran.out
    assert "Not legal by Constructed: 6 errors." in ran.out
    assert "the cards are of Ashes Reborn (-g ashes)" in ran.err


def test_the_main_character_may_be_named_on_the_command_line(deckcli):
    deck = "4x Marth, Altean Prince\n4x Chrom, Ylissean Prince\n" + "4x Cain, Red Knight\n" * 1
    answer = checked(deckcli, "-", "-g", "cipher", stdin=deck)
    assert "no_main_character" in {p["code"] for p in answer["problems"]}
    named = checked(deckcli, "-", "-g", "cipher", "--main-character", "Marth, Altean Prince", stdin=deck)
    assert "no_main_character" not in {p["code"] for p in named["problems"]}


def test_a_starter_is_legal_in_unlimited_and_standard_names_its_cards_of_series_1_to_4(deckcli):
    assert checked(deckcli, "s01")["rules"] == "unlimited"
    answer = checked(deckcli, "s01", "--rules", "standard")
    assert not answer["legal"]
    assert {p["code"] for p in answer["problems"] if p["severity"] == "error"} == {"not_in_format"}


def test_unknown_rules_are_exit_4_with_the_ones_there_are(deckcli):
    ran = deckcli("deck", "check", "s01", "--rules", "standart")
    assert ran.code == 4
    assert "Nearest: standard" in ran.err


def test_a_list_that_is_nowhere_is_exit_4_with_near_names(deckcli):
    ran = deckcli("deck", "check", "the-iron-man")
    assert (ran.code, ran.out) == (4, "")
    assert "the-iron-men" in ran.err
    assert deckcli("deck", "check", "no/such/file.txt").code == 4


def test_a_game_that_is_not_built_yet_says_so(deckcli, monkeypatch):
    monkeypatch.setitem(GAMES, "phase", replace(GAMES["phase"], check=None))
    ran = deckcli("deck", "check", "-", "-g", "phase", stdin="1 Berserker\n")
    assert ran.code == 2
    assert "does not build Phase decks yet" in ran.err


def test_neither_a_list_nor_a_folder_is_wrong_usage(deckcli):
    assert deckcli("deck", "check").code == 2
    assert deckcli("deck", "check", "s01", "--batch", ".").code == 2


def test_a_folder_is_judged_a_line_a_file_sorted_by_name(deckcli, tmp_path):
    (tmp_path / "b.txt").write_text(IRON_MEN.read_text(encoding="utf-8"), encoding="utf-8")
    (tmp_path / "a.txt").write_text(BROKEN, encoding="utf-8")
    (tmp_path / "c.txt").write_bytes(b"\x00\x01\x02")
    ran = deckcli("deck", "check", "--batch", str(tmp_path), "--json")
    lines = [json.loads(line) for line in ran.out.splitlines()]
    assert ran.code == 1
    assert [line["file"] for line in lines] == ["a.txt", "b.txt", "c.txt"]
    assert [line["legal"] for line in lines] == [False, True, False]
    assert "error" in lines[2]
    people = deckcli("deck", "check", "--batch", str(tmp_path))
    assert people.out.splitlines()[1] == "b.txt: legal (The Iron Men)"
    assert "1 of 3 lists are legal." in people.err


def test_an_empty_list_is_not_legal_and_does_not_break(deckcli):
    ran = deckcli("deck", "check", "-", stdin="")
    assert ran.code in (1, 2)
    assert len(ran.err.splitlines()) <= 1


def test_a_batch_of_nothing_is_exit_1(deckcli, tmp_path):
    ran = deckcli("deck", "check", "--batch", str(tmp_path))
    assert (ran.code, ran.out) == (1, "")
    assert "no list in this folder" in ran.err
    assert deckcli("deck", "check", "--batch", str(tmp_path / "no")).code == 4


def test_a_batch_has_a_line_of_one_shape_for_every_file(deckcli, tmp_path):
    (tmp_path / "b.txt").write_bytes(b"\0")
    (tmp_path / "a.txt").symlink_to(tmp_path / "nowhere")
    (tmp_path / "c.txt").write_text(BROKEN)
    (tmp_path / "d.txt").write_text("")
    (tmp_path / "e").mkdir()
    (tmp_path / ".hidden").write_text("3x Anchornaut\n")
    ran = deckcli("deck", "check", "--batch", str(tmp_path), "--json")
    lines = [json.loads(line) for line in ran.out.splitlines()]
    assert [line["file"] for line in lines] == ["a.txt", "b.txt", "c.txt", "d.txt"]
    whole = set(lines[2])
    for line in lines:
        assert set(line) - {"error"} == whole
        assert not line["legal"]
    said = deckcli("deck", "check", "--batch", str(tmp_path)).out
    assert str(tmp_path) not in said, "a file is called by its name"
    assert "b.txt: not judged: this is not text" in said
