"""Cipher: a card's facts made into what the rules play with."""

from __future__ import annotations

import pytest

from deckcli.games.cipher.faces import ImpossibleCardError, is_main_character, unit_of

FACTS = {"unit_name": "Orla", "title": "Marsh Prince", "symbols": ["Red"], "attack": 40, "support": 10, "ranges": [1]}


def orla(cipher, cost=1, **facts):
    return cipher.card("Orla, Marsh Prince", cost, **{**FACTS, **facts})


def test_every_bundled_card_is_a_unit(all_cards):
    units = [unit_of(card) for card in all_cards("cipher")]
    assert len(units) == 2427
    assert sum(not unit.symbols for unit in units) == 142
    assert sum(not unit.ranges for unit in units) == 136
    assert sum(not unit.class_changes for unit in units) == 1176
    assert sum(unit.support is None for unit in units) == 11


def test_a_unit_may_go_by_other_names_in_play(cipher):
    assert unit_of(cipher.real("B01-056")).names == ("Lucina", "Marth")


def test_a_unit_without_a_class_change_cost_is_told_from_one_that_is_computed(cipher):
    assert unit_of(orla(cipher)).class_changes is False
    lucina = unit_of(cipher.real("B14-001"))
    assert (lucina.class_changes, lucina.class_change_cost) == (True, None)


def test_seven_cards_of_six_names_cannot_be_bonded(all_cards):
    cannot = {unit.name for unit in map(unit_of, all_cards("cipher")) if not unit.bonds}
    assert len(cannot) == 6


@pytest.mark.parametrize(("cost", "can"), [(1, True), (0, False), (2, False), ("X", False)])
def test_a_main_character_has_a_printed_cost_of_one(cipher, cost, can):
    assert is_main_character(orla(cipher, cost)) is can


@pytest.mark.parametrize(
    "facts",
    [
        {"symbols": ["Pink"]},
        {"ranges": [4]},
        {"ranges": [0, 1]},
        {"attack": -10},
        {"attack": "much"},
        {"support": True},
        {"unit_name": ""},
        {"weapons": ["Spoon"]},
        {"types": ["Fish"]},
        {"genders": ["Both"]},
        {"class_change_cost": "-"},
    ],
)
def test_facts_that_no_card_has_are_refused_with_the_card(cipher, facts):
    with pytest.raises(ImpossibleCardError, match="orla"):
        unit_of(orla(cipher, **facts))


def test_a_card_of_another_game_is_refused(cipher, ashes):
    with pytest.raises(ImpossibleCardError, match="not of Cipher"):
        unit_of(ashes.real("Fear"))
