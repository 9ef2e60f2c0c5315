"""`deckcli cards search`: decks, formats, dice, links and searches that are kept."""

from __future__ import annotations

import json
from typing import Any

import pytest


def names(deckcli: Any, *words: str) -> list[str]:
    ran = deckcli("cards", "search", *words, "--json")
    assert ran.code in (0, 1), ran.err
    return [card["name"] for card in json.loads(ran.out)["cards"]]


def test_cards_of_a_deck_are_found_with_what_they_bring_out(deckcli: Any) -> None:
    found = names(deckcli, "in:the-iron-men")
    assert {"Iron Worker", "Coal Roarkwin", "Iron Rhino"} <= set(found)
    deckcli("deck", "import", "the-iron-men", "--name", "My Deck")
    assert names(deckcli, 'in:"My Deck"') == found
    deckcli("deck", "remove", "My Deck", "Iron Worker", "3")
    assert set(found) - set(names(deckcli, 'in:"My Deck"')) == {"Iron Worker"}
    assert names(deckcli, 'in:"My Deck@1" -in:"My Deck"') == ["Iron Worker"]
    unknown = deckcli("cards", "search", "in:nothing")
    assert unknown.code == 4
    assert "nothing" in unknown.err


def test_cards_that_a_format_lets_in_are_found(deckcli: Any) -> None:
    in_standard = names(deckcli, "legal:standard", "-g", "cipher")
    everything = names(deckcli, "legal:unlimited", "-g", "cipher")
    assert 0 < len(in_standard) < len(everything)
    assert "Iron Rhino" not in names(deckcli, "legal:constructed"), "a conjuration goes into no deck"
    assert "Iron Worker" in names(deckcli, "legal:constructed")
    assert deckcli("cards", "search", "legal:nothing").code == 4
    assert deckcli("cards", "search", "legal:standard", "-g", "ashes").code == 4


def test_dice_and_links_are_searched(deckcli: Any) -> None:
    assert "Hammer Knight" in names(deckcli, "dice_all:ceremonial|natural")
    assert "Hammer Knight" not in names(deckcli, "dice_only:natural", "type:ally")
    assert names(deckcli, "summoned_by:[[in:the-iron-men]]") == ["Iron Rhino"]
    assert "Summon Iron Rhino" in names(deckcli, "summons:[[attack>=5]]")


def test_a_search_is_kept_used_shown_forgotten_and_brought_back(deckcli: Any) -> None:
    kept = deckcli("cards", "search", "--save", "small", "type:ally", "attack<=1", "-g", "ashes")
    assert kept.code == 0
    assert "@small stands for type:ally attack<=1" in kept.err
    assert names(deckcli, "@small", "life=1", "-g", "ashes") == names(
        deckcli, "type:ally", "attack<=1", "life=1", "-g", "ashes"
    )
    assert deckcli("cards", "search", "--save", "small", "attack=1").code == 1
    assert deckcli("cards", "search", "--save", "small", "attack=1", "--force", "--dry-run").code == 0
    shown = json.loads(deckcli("cards", "search", "--saved", "--json").out)["searches"]
    assert shown == [{"name": "small", "query": "type:ally attack<=1"}]
    assert deckcli("cards", "search", "--forget", "@small").code == 0
    assert deckcli("cards", "search", "@small").code == 2
    assert deckcli("undo").code == 0
    assert names(deckcli, "@small", "-g", "ashes")


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ([], 2), (["--saved", "x"], 2), (["--forget", "none"], 4), (["--save", "two words", "attack=1"], 2),
        (["--save", "x", "attack="], 2), (["summons:[[attack=1"], 2), (["dice_any:chram"], 2), (["@"], 2),
    ],
    ids=str,
)  # fmt: skip
def test_a_search_that_is_none_is_told(deckcli: Any, words: list[str], code: int) -> None:
    ran = deckcli("cards", "search", *words)
    assert ran.code == code, ran.err
    assert ran.err
