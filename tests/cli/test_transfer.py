"""A transfer of all one's decks from ashes.live is imported at once, each deck under its own name."""

from __future__ import annotations

import json
from typing import Any

import pytest


def deck(title: str, **more: Any) -> dict[str, Any]:
    record = {"title": title, "dice": [{"name": "natural", "count": 10}], "effect_costs": ["iron-worker"],
              "phoenixborn": {"name": "Coal Roarkwin", "stub": "coal-roarkwin"},
              "cards": [{"name": "Iron Worker", "stub": "iron-worker", "count": 3}]}  # fmt: skip
    return {**record, **more}


def page(*decks: dict[str, Any], following: str | None = None) -> str:
    return json.dumps({"total": len(decks), "next_page_from_date": following, "decks": list(decks)})


def names(deckcli: Any) -> list[str]:
    return [one["name"] for one in json.loads(deckcli("deck", "list", "--json").out)["decks"]]


def test_every_deck_of_a_transfer_is_saved_in_one_step(deckcli: Any) -> None:
    text = page(deck("One"), deck("Two"), deck("One"), deck(""), following="2026-01-01")
    ran = deckcli("deck", "import", "-", "--json", stdin=text)
    assert ran.code == 0, ran.err
    told = json.loads(ran.out)
    assert [one["name"] for one in told["decks"]] == ["One", "Two", "One (2)", "Untitled"]
    assert told["more_pages"]
    assert "next one" in ran.err
    assert names(deckcli) == ["One", "One (2)", "Two", "Untitled"]
    assert json.loads(deckcli("deck", "show", "Two", "--json").out)["effects_paid"][0]["slug"] == "iron-worker"
    deckcli("undo")
    assert names(deckcli) == []


def test_a_transfer_is_saved_whole_or_not_at_all(deckcli: Any) -> None:
    wrong = deck("Two", cards=[{"name": "Nobody", "stub": "nobody", "count": 1}])
    ran = deckcli("deck", "import", "-", stdin=page(deck("One"), wrong))
    assert ran.code == 1
    assert '"Two": ' in ran.err
    assert names(deckcli) == []
    assert deckcli("deck", "import", "-", "--lenient", stdin=page(deck("One"), wrong)).code == 0
    assert names(deckcli) == ["One", "Two"]
    again = deckcli("deck", "import", "-", stdin=page(deck("New"), deck("One")))
    assert again.code == 1
    assert "--force" in again.err
    assert names(deckcli) == ["One", "Two"], "nothing of it was saved"
    assert deckcli("deck", "import", "-", "--force", stdin=page(deck("New"), deck("One"))).code == 0


@pytest.mark.parametrize("words", [["check", "-"], ["export", "-"], ["show", "-"]])
def test_elsewhere_several_decks_are_told_with_the_way_on(deckcli: Any, words: list[str]) -> None:
    ran = deckcli("deck", *words, stdin=page(deck("One"), deck("Two")))
    assert ran.code == 3
    assert 'this holds 2 decks: "One", "Two". `deckcli deck import` saves each of them.' in ran.err


def test_a_name_or_a_dry_run_of_a_transfer(deckcli: Any) -> None:
    text = page(deck("One"), deck("Two"))
    assert deckcli("deck", "import", "-", "--name", "A", stdin=text).code == 2
    assert "would save" in deckcli("deck", "import", "-", "--dry-run", stdin=text).err
    assert names(deckcli) == []
