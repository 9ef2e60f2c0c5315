"""The collection on the command line: adding, taking away, entering, listing."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest


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
    lines = "set B01\n1 2\n002\n-1\nIron Worker 3\nnosuch 4\nnatural dice 5\nundo\n\nB01-009 9\n"
    ran = deckcli("collection", "add", "--fast", "--condition", "NM", stdin=lines)
    assert ran.code == 1
    assert 'nosuch 4: no card is called "nosuch"' in ran.err
    assert ran.err.splitlines()[-1] == "+5 copies in 4 steps; 1 line not understood."
    assert owned(deckcli) == {"Marth, Savior of His Realm": 1, "Marth, Prince of a Fallen Land": 1, "Iron Worker": 3}


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
