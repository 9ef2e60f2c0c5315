"""`deckcli collection missing`, `free`, `wish`, and `deck check --owned`."""

from __future__ import annotations

import json

import pytest

B = "Phoenixborn: Coal Roarkwin\n2 Iron Worker\n"


def built(deckcli, name: str, text: str, state: str = "built") -> None:
    assert deckcli("deck", "import", "-", "--name", name, "-g", "ashes", stdin=text).code == 0
    assert deckcli("deck", "state", name, state).code == 0


def missing(deckcli, *lists: str, stdin: str = "") -> dict[str, int]:
    ran = deckcli("collection", "missing", *lists, "--json", stdin=stdin)
    assert ran.code in (0, 1), ran.err
    return {row["name"]: row["missing"] for row in json.loads(ran.out)["missing"]}


def test_copies_in_a_built_deck_are_missing_for_the_next(deckcli):
    deckcli("collection", "add", "Iron Worker", "3")
    deckcli("collection", "add", "Coal Roarkwin", "2")
    built(deckcli, "A", B)
    assert missing(deckcli, "-", stdin=B) == {"Iron Worker": 1}
    assert missing(deckcli, "A") == {}
    assert missing(deckcli, "-", "--ignore-built", stdin=B) == {}
    built(deckcli, "B", B, "flexible")
    assert missing(deckcli, "A", "B") == {"Iron Worker": 1}
    built(deckcli, "C", B, "flexible")
    assert missing(deckcli, "B", "C") == {"Iron Worker": 1}
    assert missing(deckcli, "B", "C", "--together") == {"Iron Worker": 3, "Coal Roarkwin": 1}


def test_the_shape_that_scripts_read(deckcli):
    """Kamalisk/arkhamdb#183: someone's list against my cards, unsaved."""
    deckcli("collection", "add", "Iron Worker", "1")
    ran = deckcli("collection", "missing", "-", "-g", "ashes", "--json", stdin="3 Iron Worker\n")
    assert ran.code == 1
    told = json.loads(ran.out)
    assert (told["decks"], told["copies"]) == (["-"], 2)
    assert told["missing"] == [
        {"game": "ashes", "name": "Iron Worker", "slug": "iron-worker", "type": "Ally", "needed": 3, "owned": 1,
         "held": 0, "missing": 2, "decks": {"-": 3}, "elsewhere": []}
    ]  # fmt: skip


def test_a_partly_owned_card_is_one_row(deckcli):
    """jceddy/DailyArenaDeckAdvisor#21."""
    deckcli("collection", "add", "Iron Worker", "1")
    ran = deckcli("collection", "missing", "-", "-g", "ashes", stdin="3 Iron Worker\n")
    assert ran.out.count("Iron Worker") == 1
    assert "1/3 there" in ran.out
    assert ran.err.endswith("2 copies of 1 card missing for -.\n")


def test_conjurations_and_dice_are_missing_too(deckcli):
    told = missing(deckcli, "the-iron-men")
    assert told["Iron Rhino"] == 1
    assert told["Natural die"] == 5
    for product in ("the-iron-men",):
        deckcli("collection", "add", "--product", product)
    assert missing(deckcli, "the-iron-men") == {}


def test_printings_and_spellings_count_as_one(deckcli):
    deckcli("collection", "add", "P01-006", "1")
    deckcli("collection", "add", "S01-003ST+", "1")
    assert missing(deckcli, "-", stdin="3 Jagen, Faithful Veteran\n") == {"Jagen, Faithful Veteran": 1}


def test_a_line_that_names_no_card_is_said_and_the_rest_is_counted(deckcli):
    ran = deckcli("collection", "missing", "-", stdin="1 Iron Worker\n1 Nosuch\n")
    assert ran.code == 1
    assert 'no Ashes Reborn card is called "Nosuch"' in ran.err
    assert "Iron Worker" in ran.out
    deckcli("collection", "add", "Iron Worker")
    assert deckcli("collection", "missing", "-", stdin="1 Iron Worker\n1 Nosuch\n").code == 1


def test_free_tells_who_holds_the_rest(deckcli):
    """moxfield/moxfield-public#3."""
    deckcli("collection", "add", "Iron Worker", "3", "--binder", "Red")
    built(deckcli, "A", B)
    ran = deckcli("collection", "free", "iron worker")
    assert (ran.code, ran.out) == (
        0, "Iron Worker  (1 of 3 free)\nin built decks  A (2)\nlying in        Red (3)\n"
    )  # fmt: skip
    assert "1 free" in deckcli("cards", "show", "Iron Worker").out
    built(deckcli, "B", B, "flexible")
    told = json.loads(deckcli("collection", "free", "Iron Worker", "--json").out)
    assert (told["free"], told["flexible"]) == (-1, [{"deck": "B", "count": 2}])
    assert deckcli("collection", "free", "Iron Worker").code == 1


def test_pull_tells_where_each_copy_comes_from(deckcli):
    deckcli("collection", "add", "Iron Worker", "3")
    built(deckcli, "A", B)
    ran = deckcli("collection", "missing", "-", "-g", "ashes", "--pull", "--json", stdin="4 Iron Worker\n")
    assert json.loads(ran.out)["pull"] == [
        {"game": "ashes", "name": "Iron Worker", "needed": 4, "free": 1, "flexible": [],
         "built": [{"deck": "A", "count": 2}], "missing": 1}
    ]  # fmt: skip


def test_a_wish_names_the_fewest_boxes(deckcli):
    told = json.loads(deckcli("collection", "wish", "the-grave-king", "the-law-of-lions", "--json").out)
    assert [box["name"] for box in told["boxes"]] == ["The Law of Lions", "The Grave King"]
    assert told["nowhere"] == ["Ceremonial die"]
    assert told["complete"]
    assert len(told["dice_not_known"]) == 30
    assert "Which dice are in 30 boxes is not known" in deckcli("collection", "wish", "the-grave-king").out
    for product in ("the-law-of-lions", "the-grave-king"):
        deckcli("collection", "add", "--product", product)
    deckcli("collection", "add", "ceremonial dice", "5")
    ran = deckcli("collection", "wish", "the-grave-king", "the-law-of-lions")
    assert (ran.code, ran.out) == (0, "Nothing is missing.\n")


def test_a_box_is_bought_as_often_as_its_cards_are_wanted(deckcli):
    ran = deckcli("collection", "wish", "-", "--json", stdin="4 Caeda, Talys's Heart\n1 Marth, Altean Prince\n")
    told = json.loads(ran.out)
    assert told["boxes"] == [{"name": "War of Shadows", "times": 2, "fills": 5}]
    assert told["dice_not_known"] == [], "no die is missing"


def test_a_check_against_the_collection(deckcli):
    ran = deckcli("deck", "check", "the-iron-men", "--owned")
    assert ran.code == 1
    assert "3 of Iron Worker are needed, and you own 0. Find 3 more." in ran.out
    deckcli("collection", "add", "--product", "the-iron-men")
    assert deckcli("deck", "check", "the-iron-men", "--owned").code == 0
    built(deckcli, "mine", B)
    told = json.loads(deckcli("deck", "check", "the-iron-men", "--owned", "--json").out)
    assert [(one["code"], one["cards"], one["found"], one["allowed"]) for one in told["problems"]] == [
        ("missing_copies", ["Coal Roarkwin"], 0, 1),
        ("missing_copies", ["Iron Worker"], 1, 3),
    ]


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["missing"], 2, "LIST"),
        (["missing", "nosuch"], 4, "there is no saved deck"),
        (["missing", "s01", "s01"], 2, "named twice"),
        (["missing", "s01", "s02", "--pull"], 2, "name one LIST"),
        (["free", "Iron Workr"], 4, "Nearest: Iron Worker"),
        (["wish", "nosuch"], 4, "there is no saved deck"),
    ],
)
def test_what_cannot_be_asked_is_said(deckcli, arguments, code, said):
    ran = deckcli("collection", *arguments)
    assert (ran.code, said in ran.err) == (code, True), ran.err


def test_one_deck_under_two_names_is_named_twice(deckcli):
    deckcli("deck", "import", "s01", "--name", "Mine")
    ran = deckcli("collection", "missing", "Mine", "deck:Mine", "--together")
    assert (ran.code, ran.err) == (2, 'the deck "Mine" is named twice; name each list once.\n')


def test_a_line_that_names_no_card_is_not_said_to_be_there(deckcli):
    ran = deckcli("collection", "missing", "-", stdin="1 Berserker\n")
    assert (ran.code, ran.err.splitlines()[-1]) == (1, "nothing else is missing for -; 1 line names no card.")
    deckcli("collection", "add", "Nighthawk // Berserker", "4")
    ran = deckcli("collection", "missing", "-", "--json", stdin="4 Nighthawk/Berserker\n1 Iron Workr\n")
    told = json.loads(ran.out)
    assert (ran.code, told["missing"], told["unknown"]) == (1, [], 1), "Razviar/mtga-pro-tracker#291: no minus four"
