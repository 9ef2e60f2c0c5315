"""The collection on the command line: adding, taking away, entering, listing."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from catalog.home import Home
from catalog.library import Library


def owned(deckcli, *query: str) -> dict[str, int]:
    ran = deckcli("collection", "list", *query, "--json")
    return {row["name"]: row["count"] for row in json.loads(ran.out)["holdings"]}


def test_copies_are_added_by_name_number_run_and_product(deckcli):
    assert deckcli("collection", "add", "iron worker", "3").code == 0
    assert deckcli("collection", "add", "B01-001..003", "2").code == 0
    assert deckcli("collection", "add", "natural dice", "10").code == 0
    assert owned(deckcli) == {
        "Iron Worker": 3, "Natural die": 10, "Marth, Savior of His Realm": 2, "Marth, Prince of a Fallen Land": 2,
        "Marth, Altean Prince": 2,
    }  # fmt: skip
    ran = deckcli("collection", "add", "--product", "s01", "--json")
    assert sum(row["after"] - row["before"] for row in json.loads(ran.out)["changed"]) == 50
    assert owned(deckcli)["Marth, Altean Prince"] == 4


def test_adding_a_product_twice_doubles_every_count(deckcli):
    """AlanOC91/YGOPRODeck#324: one of each was added, and the first card was left out."""
    for _ in range(2):
        assert deckcli("collection", "add", "--product", "master-set").code == 0
    held = owned(deckcli)
    assert len(held) == 78
    assert held["Aradel Summergaard"] == 2
    assert held["Iron Worker"] == 6
    assert sum(held.values()) == 450


def test_a_box_whose_dice_nobody_recorded_is_not_said_to_hold_none(deckcli):
    rows = {row["slug"]: row for row in json.loads(deckcli("collection", "products", "--json").out)["products"]}
    assert rows["master-set"]["dice"] is None
    assert rows["the-law-of-lions"]["dice"] == {"divine": 10}
    assert rows["s01"]["dice"] == {}, "a starter of Cipher has none"
    lines = deckcli("collection", "products").out.splitlines()
    unknown = [line for line in lines if line.endswith("not known")]
    assert len(unknown) == sum(row["dice"] is None for row in rows.values()) == 30
    assert "which dice are in this box is not known" in deckcli("collection", "products", "master-set").err
    for verb in ("add", "remove"):
        ran = deckcli("collection", verb, "--product", "master-set", "--json")
        assert json.loads(ran.out)["note"] == ran.err.removesuffix("\n")
        assert ran.err.startswith("Master Set: which dice are in this box is not known")
    ran = deckcli("collection", "add", "--product", "the-law-of-lions", "--json")
    assert (json.loads(ran.out)["note"], ran.err) == ("", "")


def test_a_number_adds_the_printing_that_has_it_and_a_name_adds_none(deckcli):
    deckcli("collection", "add", "B01-003")
    deckcli("collection", "add", "B01-003ST+", "2")
    deckcli("collection", "add", "Marth, Altean Prince", "3", "--condition", "near_mint", "--binder", "Red")
    rows = json.loads(deckcli("collection", "list", "--kinds", "--json").out)["holdings"]
    kinds = [(row["count"], row["printing"], row["condition"], row["binder"]) for row in rows]
    assert sorted(kinds) == [(1, "B01-003HN", "", ""), (2, "B01-003ST+", "", ""), (3, "", "NM", "Red")]
    assert owned(deckcli) == {"Marth, Altean Prince": 6}


def test_no_count_goes_below_none(deckcli):
    deckcli("collection", "add", "Iron Worker", "3")
    ran = deckcli("collection", "remove", "Iron Worker", "4")
    assert ran.code == 1
    assert ran.err == "Iron Worker: 4 shall go, and 3 are owned. Nothing was changed.\n"
    assert deckcli("collection", "remove", "--product", "the-iron-men").code == 1
    assert deckcli("collection", "remove", "Iron Worker", "1", "--binder", "Red").code == 1
    assert owned(deckcli) == {"Iron Worker": 3}


def test_a_count_set_to_none_leaves_no_ghost(deckcli):
    """marcelpanse/tcg-pocket-collection-tracker#278, ontehfritz/www.mtgdb.info#13: ghosts, and a crash."""
    deckcli("collection", "add", "Iron Worker", "3")
    assert deckcli("collection", "set", "Iron Worker", "0").code == 0
    ran = deckcli("collection", "list")
    assert (ran.code, ran.out) == (0, "")
    assert "you own nothing yet" in ran.err


def test_setting_a_count_asks_which_kind_is_meant(deckcli):
    deckcli("collection", "add", "Iron Worker", "3")
    deckcli("collection", "add", "Iron Worker", "1", "--finish", "foil")
    assert deckcli("collection", "set", "Iron Worker", "5").code == 1
    assert deckcli("collection", "set", "Iron Worker", "5", "--finish", "foil").code == 0
    assert owned(deckcli) == {"Iron Worker": 8}


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["add"], 2, "say one card"),
        (["add", "Iron Workr", "2"], 4, "Nearest: Iron Worker"),
        (["add", "Marth", "2"], 4, "cards fit"),
        (["add", "B01-001..120", "1"], 4, "B01-101, B01-102, B01-103, B01-104, B01-105 and 15 more"),
        (["add", "B01-010..001"], 2, "goes up"),
        (["add", "B01-1..999999"], 2, "at most 1000"),
        (["add", "Iron Worker", "0"], 2, "a count is from 1"),
        (["add", "Iron Worker", "99999999999"], 2, "a count is from 1"),
        (["add", "Iron Worker", "2", "--product", "s01"], 2, "say one card"),
        (["add", "--product", "mastr-set"], 4, "Nearest: master-set"),
        (["add", "Iron Worker", "--printing", "B01-003"], 4, 'no printing "B01-003"'),
        (["add", "Iron Worker", "1", "--for-trade", "2"], 2, "more than the 1"),
        (["add", "\ud800"], 4, "no text"),
        (["set", "Iron Worker"], 2, "how many"),
        (["set", "Red", "1"], 2, "how many"),
        (["set", "Iron Worker", "3", "--for-trade", "9"], 2, "more than the 3"),
        (["set", "Iron Worker", "-3"], 2, "no such option"),
        (["remove", "Iron Worker"], 1, "0 are owned"),
        (["list", "type:"], 2, "A value is expected"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_line_and_changes_nothing(deckcli, warm_home, arguments, code, said):
    ran = deckcli("collection", *arguments)
    assert ran.code == code, ran.err
    assert said in ran.err
    assert owned(deckcli) == {}


def test_a_dry_run_tells_and_changes_nothing(deckcli, warm_home):
    ran = deckcli("collection", "add", "Iron Worker", "3", "--dry-run")
    assert ran.err == "Iron Worker: 0 -> would be 3\n"
    assert not (warm_home / "library.db").exists()


def test_every_step_can_be_undone(deckcli):
    deckcli("collection", "add", "--product", "s01")
    deckcli("collection", "remove", "--product", "s01")
    assert owned(deckcli) == {}
    assert deckcli("undo").code == 0
    assert sum(owned(deckcli).values()) == 50
    assert deckcli("undo").code == 0
    assert owned(deckcli) == {}


def test_fast_entry_takes_each_line_in_at_once(deckcli):
    lines = "set B01\n1 2\n002\n-1\nIron Worker 3\nnosuch 4\nnatural dice 5\nundo\n\nB01-009 1\n"
    ran = deckcli("collection", "add", "--fast", "--condition", "NM", stdin=lines)
    assert ran.code == 1
    assert 'nosuch 4: no card is called "nosuch"' in ran.err
    assert ran.err.splitlines()[-1] == "+6 copies in 5 steps; 1 line not understood."
    assert owned(deckcli) == {
        "Marth, Savior of His Realm": 1, "Marth, Prince of a Fallen Land": 1, "Iron Worker": 3,
        "Abel, Knight Hailed as the Panther": 1,
    }, "an empty line of a file ends nothing"  # fmt: skip


def test_fast_entry_reads_runs_counts_before_and_behind_and_names_that_end_in_a_number(deckcli):
    lines = "set b01\n1..3\n4…5 2\n3x Iron Worker\nIron Worker x2\n2 Iron Worker\nRed 1\n2x Red 1\n-1..2\n"
    ran = deckcli("collection", "add", "--fast", stdin=lines)
    assert ran.code == 0, ran.err
    assert owned(deckcli) == {
        "Marth, Altean Prince": 1, "Caeda, Love-Extolling Wings": 2, "Caeda, Soul-Soothing Wings": 2, "Iron Worker": 7,
        "Red 1": 3,
    }  # fmt: skip


def test_a_line_of_fast_entry_that_is_no_text_too_long_or_of_no_set_is_one_line_that_failed(deckcli):
    lines = b"set nope\n7\nIron \xff\xfe 2\nIron Worker " + b" " * 990 + b"\nHammer Knight 2\n-\n"
    ran = deckcli("collection", "add", "--fast", stdin=lines)
    assert ran.code == 1
    assert ran.err.splitlines()[-1] == "+2 copies in 1 step; 5 lines not understood."
    assert "set nope: no number begins so; they do with B01" in ran.err
    assert owned(deckcli) == {"Hammer Knight": 2}


def test_undo_in_fast_entry_takes_back_no_step_of_another_process(deckcli, warm_home, monkeypatch):
    from deckcli.cli import entering

    home = Home(warm_home, warm_home / "library.db")

    def lines():
        yield "Iron Worker"
        with Library.open(home, write=True) as other:
            other.add("ashes", "hammer-knight", 2)
        yield "undo"

    monkeypatch.setattr(entering, "_lines", lines)
    ran = deckcli("collection", "add", "--fast")
    assert (ran.code, "something else was changed since" in ran.err) == (1, True)
    assert owned(deckcli) == {"Hammer Knight": 2, "Iron Worker": 1}


def test_fast_entry_that_is_interrupted_says_what_it_has_taken_in(deckcli, monkeypatch):
    """beetbox/beets#192, #158: what was entered is kept, and there is nothing to resume."""
    from deckcli.cli import entering

    def lines():
        yield "Iron Worker 2"
        raise KeyboardInterrupt

    monkeypatch.setattr(entering, "_lines", lines)
    ran = deckcli("collection", "add", "--fast")
    assert (ran.code, ran.err.splitlines()[-2:]) == (130, ["+2 copies in 1 step.", "interrupted"])
    assert owned(deckcli) == {"Iron Worker": 2}


@pytest.mark.parametrize(
    ("words", "name", "count"),
    [
        (["3x", "Iron", "Worker"], "Iron Worker", 3), (["3", "Iron Worker"], "Iron Worker", 3),
        (["3x Iron Worker"], "Iron Worker", 3), (["Iron Worker", "x3"], "Iron Worker", 3),
        (["Iron Worker ×3"], "Iron Worker", 3), (["5 natural dice"], "Natural die", 5), (["Red", "1"], "Red 1", 1),
        (["Red", "1", "2"], "Red 1", 2), (["2x", "Red", "1"], "Red 1", 2),
        (["B01-7"], "Cain, Knight Hailed as the Bull", 1),
    ],
)  # fmt: skip
def test_a_count_may_stand_before_or_behind_the_name(deckcli, words, name, count):
    """HearthSim/Hearthstone-Deck-Tracker#584, smeea/vdb#40: everybody writes it otherwise."""
    assert deckcli("collection", "add", *words).code == 0
    assert owned(deckcli) == {name: count}


@pytest.mark.parametrize("run", ["B01-001 .. 003", "B01-001…003", "B01-1..3", "B01-001..B01-003", "b01-01..003"])
def test_a_run_of_numbers_may_be_written_with_blanks_and_without_noughts(deckcli, run):
    assert deckcli("collection", "add", run, "2").code == 0
    assert owned(deckcli) == dict.fromkeys(
        ("Marth, Savior of His Realm", "Marth, Prince of a Fallen Land", "Marth, Altean Prince"), 2
    )


@pytest.mark.parametrize(
    "run", ["B01-001..", "B01-001…", "B01-..003", "B01-001-003", "B01-001 - 003", "B01-003HN..005HN"]
)
def test_what_is_nearly_a_run_adds_nothing_and_is_told_how_one_is_written(deckcli, run):
    ran = deckcli("collection", "add", run)
    assert (ran.code, ran.err) == (2, f'"{run}": a run of numbers is written B01-001..010.\n')
    assert owned(deckcli) == {}


def test_three_dots_at_the_end_of_a_name_are_no_run(deckcli):
    assert deckcli("collection", "add", "Priscilla, Ever at My Lord Brother's Side...").code == 0


def kinds(deckcli) -> dict[str, int]:
    rows = json.loads(deckcli("collection", "list", "--kinds", "--json").out)["holdings"]
    return {row["printing"]: row["count"] for row in rows}


def test_the_code_of_a_printing_means_that_printing_when_copies_go_or_are_set(deckcli):
    deckcli("collection", "add", "Marth, Altean Prince", "3")
    deckcli("collection", "add", "B01-003ST+", "2")
    assert deckcli("collection", "remove", "B01-003ST+", "3").code == 1, "only two are of that printing"
    assert deckcli("collection", "remove", "B01-003ST+", "1").code == 0
    assert kinds(deckcli) == {"": 3, "B01-003ST+": 1}
    assert deckcli("collection", "set", "B01-003ST+", "4").code == 0
    assert deckcli("collection", "set", "B01-003HN", "1").code == 0
    assert kinds(deckcli) == {"": 3, "B01-003ST+": 4, "B01-003HN": 1}


def test_what_a_number_or_product_added_goes_again_before_other_copies(deckcli):
    deckcli("collection", "add", "Marth, Altean Prince", "1")
    deckcli("collection", "add", "B01-003HN", "2")
    before = kinds(deckcli)
    for words in (["B01-003", "2"], ["--product", "s01"]):
        assert deckcli("collection", "add", *words).code == 0
        assert deckcli("collection", "remove", *words).code == 0
        assert kinds(deckcli) == before
    assert deckcli("collection", "remove", "B01-003", "3").code == 0, "a number means every printing that has it"
    assert deckcli("collection", "set", "B01-003", "2").code == 0
    assert kinds(deckcli) == {"B01-003HN": 2}, "the first copies are of the printing that `add` would take"


def test_searches_ask_for_what_is_owned(deckcli):
    assert "You own nothing yet" in deckcli("cards", "search", "owned>0").err
    deckcli("collection", "add", "Iron Worker", "3")
    deckcli("collection", "add", "Blue Jaguar", "1")
    ran = deckcli("cards", "search", "owned>=2", "--json")
    assert [card["name"] for card in json.loads(ran.out)["cards"]] == ["Iron Worker"]
    assert owned(deckcli, "type:conjuration", "owned<3") == {"Blue Jaguar": 1}
    assert deckcli("collection", "list", "type:reaction").code == 1


def test_an_empty_answer_says_what_hides_the_rest(deckcli):
    """fafranco82/swdestinydb#4: an empty view looked like a broken program."""
    deckcli("collection", "add", "Iron Worker", "3")
    assert "nothing of this game; 1 card of others" in deckcli("collection", "list", "-g", "cipher").err
    assert "you own 1" in deckcli("collection", "list", "type:reaction").err


def test_two_spellings_of_one_card_are_owned_as_one(deckcli):
    """Jagen P01-006 and S01-003 are one card under two titles (rulings.md)."""
    deckcli("collection", "add", "P01-006", "2")
    ran = deckcli("cards", "search", "-g", "cipher", "unit:jagen", "owned=2", "--json")
    assert len(json.loads(ran.out)["cards"]) == 2


@pytest.mark.scaled
def test_processes_at_once_lose_no_copy(warm_home: Path, scaled):
    """Reports: databases that are locked at once when two commands meet (pingdotgg/t3code#5099)."""
    running = [
        subprocess.Popen(
            [sys.executable, "-m", "deckcli", "collection", "add", "Iron Worker", "2"],
            env={**os.environ, "DECKCLI_HOME": str(warm_home)}, stderr=subprocess.PIPE, text=True,
        )
        for _ in range(scaled(5, 20))
    ]  # fmt: skip
    ended = [(process.communicate()[1], process.returncode) for process in running]
    assert {code for _, code in ended} == {0}, ended
    from catalog.home import Home
    from catalog.library import Library

    with Library.open(Home(warm_home, warm_home / "library.db")) as library:
        assert library.owned("ashes", "iron-worker") == 2 * scaled(5, 20)
        assert len(library.log(99)) == scaled(5, 20)
