"""What a deck was: history, diff as a list to pull and put, restore; NAME@REVISION is a LIST."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest


@pytest.fixture
def mine(deckcli: Any) -> Any:
    """Mine has three revisions: as bundled, without two Iron Workers, and with a Flute Mage for one of them."""
    deckcli("deck", "import", "the-iron-men", "--name", "Mine")
    deckcli("deck", "remove", "Mine", "Iron Worker", "2")
    deckcli("deck", "add", "Mine", "Flute Mage")
    return deckcli


def told(deckcli: Any, *words: str, stdin: str = "") -> dict[str, Any]:
    ran = deckcli(*words, "--json", stdin=stdin)
    value: dict[str, Any] = json.loads(ran.out)
    return value


def moves(value: dict[str, Any]) -> tuple[dict[str, int], dict[str, int]]:
    return tuple({m["name"]: m["count"] for m in value[way]} for way in ("pull", "put"))  # type: ignore[return-value]


def test_a_history_tells_what_every_revision_changed(mine: Any) -> None:
    history = told(mine, "deck", "history", "Mine")
    assert [one["revision"] for one in history["revisions"]] == [3, 2, 1]
    assert moves(history["revisions"][0]) == ({}, {"Flute Mage": 1})
    assert moves(history["revisions"][1]) == ({"Iron Worker": 2}, {})
    lines = mine("deck", "history", "Mine").out.splitlines()
    assert "-2 Iron Worker" in lines[2]
    assert lines[1].startswith("3 *")
    assert len(mine("deck", "history", "Mine", "--format", "csv").out.splitlines()) == 4


def test_a_difference_is_a_list_to_pull_and_to_put(mine: Any) -> None:
    assert moves(told(mine, "deck", "diff", "Mine@1", "Mine")) == ({"Iron Worker": 2}, {"Flute Mage": 1})
    assert moves(told(mine, "deck", "diff", "Mine", "Mine@1")) == ({"Flute Mage": 1}, {"Iron Worker": 2})
    assert moves(told(mine, "deck", "diff", "Mine")) == ({}, {"Flute Mage": 1}), "alone: its last change"
    text = mine("deck", "diff", "the-iron-men", "deck:Mine").out
    assert "Pull  (2)\n  [ ] 2x Iron Worker\n" in text
    assert "Put  (1)\n  [ ] 1x Flute Mage\n" in text


def test_a_file_and_standard_input_are_compared_like_any_list(mine: Any, tmp_path: Path) -> None:
    listed = mine("deck", "export", "Mine@2").out
    path = tmp_path / "old.txt"
    path.write_text(listed, encoding="utf-8")
    assert moves(told(mine, "deck", "diff", str(path), "Mine")) == ({}, {"Flute Mage": 1})
    same = mine("deck", "diff", "-", "Mine@2", stdin=listed)
    assert (same.code, same.out) == (0, "")
    assert "the same" in same.err
    wrong = mine("deck", "diff", "-", "Mine@2", stdin=listed + "3x Hamer Knight\n")
    assert wrong.code == 1
    assert "Hammer Knight" in wrong.err


def test_conjurations_dice_first_five_and_leader_are_part_of_it(deckcli: Any) -> None:
    found = told(deckcli, "deck", "diff", "the-iron-men", "the-scholar-of-ruin")
    piles = {move["pile"] for move in found["pull"] + found["put"]}
    assert {"leader", "main", "conjurations"} <= piles
    assert found["dice"]
    assert found["first_five"]["out"] or found["first_five"]["in"]
    back = told(deckcli, "deck", "diff", "the-scholar-of-ruin", "the-iron-men")
    assert (back["pull"], back["put"]) == (found["put"], found["pull"])


def test_a_revision_is_a_list_everywhere(mine: Any) -> None:
    assert told(mine, "deck", "check", "Mine@1")["legal"]
    assert mine("deck", "check", "deck:Mine@2").code == 1
    assert told(mine, "deck", "show", "Mine@2")["saved"]["revision"] == 2
    assert mine("deck", "check", "Mine@0").code == 4
    mine("deck", "copy", "Mine", "Mine@1")
    assert not told(mine, "deck", "check", "Mine@1")["legal"], "a deck of just that name comes first"


def test_a_revision_is_brought_back_as_a_new_one(mine: Any) -> None:
    ran = mine("deck", "restore", "Mine", "1")
    assert ran.code == 0
    assert ran.out.startswith("Legal by Constructed")
    assert [one["revision"] for one in told(mine, "deck", "history", "Mine")["revisions"]] == [4, 3, 2, 1]
    mine("undo")
    assert told(mine, "deck", "history", "Mine")["current"] == 3


def test_a_new_deck_of_an_old_name_has_a_history_of_its_own(mine: Any) -> None:
    """TakaOtaku/Digimon-Card-App#313: decks have ids, names are labels."""
    mine("deck", "delete", "Mine")
    assert told(mine, "deck", "history", "Mine")["deleted"], "a deleted deck's is still told"
    gone = mine("deck", "add", "Mine", "Fear")
    assert gone.code == 4
    assert "deck restore" in gone.err
    mine("deck", "new", "Mine", "-g", "ashes")
    assert len(told(mine, "deck", "history", "Mine")["revisions"]) == 1
    assert len(told(mine, "deck", "history", "#1")["revisions"]) == 3
    assert mine("deck", "restore", "#1").code == 1, "the name is taken by now"
    gone_decks = json.loads(mine("deck", "list", "--deleted", "--json").out)["decks"]
    assert [(deck["id"], deck["name"]) for deck in gone_decks] == [(1, "Mine")]
    mine("deck", "rename", "Mine", "Other")
    assert mine("deck", "restore", "Mine").code == 0
    assert "no deck was deleted" in mine("deck", "list", "--deleted").err
    assert told(mine, "deck", "show", "Mine")["saved"]["id"] == 1


def test_a_list_that_tells_no_game_is_compared_as_one_of_the_game_of_the_other(deckcli):
    deckcli("deck", "import", "the-iron-men", "--name", "Mine")
    ran = deckcli("deck", "diff", "Mine", "-", stdin="3 Nobody at all\n")
    assert ran.code == 1
    assert 'line 1: no Ashes Reborn card is called "Nobody at all"' in ran.err
    assert "Pull  (32)" in ran.out
    assert deckcli("deck", "diff", "-", "Mine").code == 0, "what is empty too"
