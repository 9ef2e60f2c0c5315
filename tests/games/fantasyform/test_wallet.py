"""FantasyForm, what belongs into the wallet: a list of components against the box."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from catalog.card import Card
from deckcli.decks.deck import Deck, Slot
from deckcli.decks.problem import Problem
from deckcli.games import GAMES, find_format
from deckcli.games.fantasyform.playable import FantasyPlayable, IncompleteWalletError


def listed(cards: Mapping[str, Card], *, without: tuple[str, ...] = (), more: Mapping[str, int] | None = None) -> Deck:
    counts = {name: (more or {}).get(name, 1) for name in cards if name not in without}
    slots = [Slot(cards[name], count, lines=(line,)) for line, (name, count) in enumerate(counts.items(), 1)]
    return Deck("fantasyform", "Test", tuple(slots))


def problems(deck: Deck, rules: str = "") -> list[Problem]:
    check = GAMES["fantasyform"].check
    assert check is not None
    return check(deck, find_format("fantasyform", rules))


def test_the_whole_wallet_is_legal_by_name_and_by_kind(cards: Mapping[str, Card]) -> None:
    assert problems(listed(cards)) == problems(listed(cards), "own") == []


def test_a_card_that_is_missing_is_named(cards: Mapping[str, Card]) -> None:
    (problem,) = problems(listed(cards, without=("Torch",)))
    assert (problem.code, problem.message, problem.fix) == ("missing_card", "Torch is missing.", "Add 1 Torch.")
    (problem,) = problems(listed(cards, without=("Torch",)), "own")
    assert (problem.code, problem.message) == ("missing_card", "No starting artifact, and the wallet has 1.")


def test_a_card_that_is_there_twice_is_one_too_many(cards: Mapping[str, Card]) -> None:
    (problem,) = problems(listed(cards, more={"Falconer": 3}))
    assert (problem.code, problem.found, problem.allowed) == ("extra_card", 3, 1)
    assert (problem.message, problem.fix) == ("3 copies of Falconer, and the wallet has 1.", "Take out 2 Falconer.")


def test_one_elemental_form_too_few_is_counted_by_kind(cards: Mapping[str, Card]) -> None:
    (problem,) = problems(listed(cards, without=("Air Form",)), "own")
    assert (problem.code, problem.found, problem.allowed) == ("missing_card", 3, 4)
    assert "Water Form, Earth Form and Fire Form" in problem.message


def test_the_rival_card_and_the_shards_card_belong_to_it(cards: Mapping[str, Card]) -> None:
    codes = [problem.cards for problem in problems(listed(cards, without=("Rival Card", "Shards Card")))]
    assert codes == [("Rival Card",), ("Shards Card",)]


def test_a_second_copy_cannot_be_added(cards: Mapping[str, Card]) -> None:
    can_add = GAMES["fantasyform"].can_add
    assert can_add is not None
    deck, rules = listed(cards, without=("Torch",)), find_format("fantasyform")
    assert can_add(deck, cards["Torch"], rules) == []
    assert [problem.code for problem in can_add(deck, cards["Guide"], rules)] == ["extra_card"]


@pytest.mark.parametrize("name", ["Torch", "Fire Form", "Falconer", "Rival Card"])
def test_no_game_begins_with_a_wallet_that_is_not_whole(cards: Mapping[str, Card], name: str) -> None:
    with pytest.raises(IncompleteWalletError, match="a game needs"):
        FantasyPlayable().deck_of(listed(cards, without=(name,)))


def test_the_set_is_what_the_rulings_say(cards: Mapping[str, Card]) -> None:
    upgrades = [card for card in cards.values() if len(card.faces) == 2 and card.type != "Rival"]
    kinds = [card.type for card in upgrades]
    assert (kinds.count("Form"), kinds.count("Companion"), kinds.count("Artifact")) == (5, 6, 5)
    essences = [card.faces[0].facts["essence"] for card in upgrades]
    assert {essence: essences.count(essence) for essence in essences} == dict.fromkeys(set(essences), 4)
    for essence in ("shadow", "radiant", "life", "martial"):
        prices = [card.faces[1].number(f"market_{essence}") or 0 for card in upgrades]
        assert sum(prices) == 48, f"the price of {essence} is 3 on average"
        assert {1, 5} <= set(prices)
    assert {card.origin for card in upgrades} == {"invented"}
