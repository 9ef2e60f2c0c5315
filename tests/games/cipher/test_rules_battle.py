"""Cipher, a battle: what is asked, what is not, and what becomes of fighters that leave."""

from __future__ import annotations

from typing import Any

from deckcli.games.cipher import deeds, rules
from deckcli.games.cipher.table import NONE

CAEDA, CAIN, MARTH, JAGEN, MERRIC = "S01-002", "B01-008", "B01-003", "S01-003", "B01-029"
MC = f"{MARTH} (mc)"


def test_the_attacker_is_tapped_and_attacks_once(lay: Any) -> None:
    sitting = lay({"front": [MC, CAIN]}, {"front": [JAGEN, MC]})
    sitting.choose("Attack Jagen with Cain")
    assert "Attack Jagen with Cain" not in sitting.offered()
    assert "Attack Jagen with Marth" in sitting.offered()


def test_neither_critical_nor_evade_is_asked_without_a_card_of_the_name(lay: Any) -> None:
    sitting = lay({"front": [CAIN], "hand": [CAEDA]}, {"front": [MC], "hand": [CAEDA]})
    sitting.choose("Attack Marth with Cain")
    assert sitting.asked() == "action"


def test_equal_cards_are_one_answer(lay: Any) -> None:
    sitting = lay({"front": [CAIN], "hand": [CAIN, CAIN, "B01-007"]}, {"front": [MC]})
    sitting.choose("Attack Marth with Cain")
    assert sitting.offered() == [
        "Critical: discard Cain, Red Knight",
        "Critical: discard Cain, Knight Hailed as the Bull",
        "No critical",
    ]


def test_an_attack_of_nothing_is_not_doubled(lay: Any) -> None:
    sitting = lay({"front": ["B04-004"], "hand": [CAEDA], "deck": [CAEDA, "..."]}, {"front": [MC]})
    sitting.choose("Attack Marth with Caeda")
    assert sitting.asked() != "critical"


def test_a_unit_without_a_range_never_attacks_and_is_attacked(lay: Any) -> None:
    sitting = lay({"front": ["B01-026"]}, {"front": [MC]})
    assert not any(label.startswith("Attack") for label in sitting.offered())
    sitting = lay({"front": [MC]}, {"front": ["B01-026"]})
    assert "Attack Lena with Marth" in sitting.offered()


def test_a_battle_whose_defender_has_left_ends_without_comparing_and_clears_the_supports(lay: Any) -> None:
    sitting = lay(
        {"front": [CAIN], "hand": ["B01-007"], "deck": [CAEDA, "..."]},
        {"front": [JAGEN, MC], "deck": ["S01-005", "..."]},
    )
    sitting.choose("Attack Jagen with Cain")
    table = sitting.table
    assert table.seats[1].support != NONE
    deeds.put(table, [table.units[table.battle.defender].top], "hand")
    sitting.choose("No critical")
    assert table.battle is None
    assert table.fought == (0, 0)
    assert [own.support for own in table.seats] == [NONE, NONE]
    assert [table.cards[own.retreat[0]].unit_name for own in table.seats] == ["Caeda", "Navarre"]


def test_a_battle_goes_on_with_the_unit_that_takes_the_place_of_the_attacked_one(lay: Any) -> None:
    sitting = lay({"front": [CAIN], "hand": ["B01-007"]}, {"front": [JAGEN, MERRIC, MC]})
    sitting.choose("Attack Merric with Cain")
    table = sitting.table
    jagen = next(unit for unit in table.units_of(1) if table.face(unit).unit_name == "Jagen")
    assert deeds.redirect(table, jagen)
    sitting.choose("No critical")
    assert table.fought == (40, 70)


def test_supports_go_to_the_retreat_when_the_battle_is_over_and_not_before(lay: Any) -> None:
    sitting = lay({"front": [CAIN], "hand": [CAIN], "deck": [CAEDA, "..."]}, {"front": [MC]})
    sitting.choose("Attack Marth with Cain")
    assert sitting.table.seats[0].retreat == []
    sitting.choose("No critical")
    assert len(sitting.table.seats[0].retreat) == 1


def test_a_unit_deployed_this_turn_may_act(lay: Any) -> None:
    sitting = lay({"front": [MC], "hand": [CAIN], "bonds": [CAEDA]}, {"front": [MC]}, phase="deployment")
    sitting.choose("Deploy Cain, Red Knight to the Front", "Attack Marth with Cain")
    assert sitting.table.units_of(0)[1].tapped


def test_a_unit_of_range_three_would_reach_from_back_to_back(lay: Any) -> None:
    table = lay({"front": [MC], "back": [MERRIC]}, {"front": [MC], "back": [CAIN]}).table
    (ahead, behind), (enemy, far) = table.units_of(0), table.units_of(1)
    assert [rules.distance(a, b) for a in (ahead, behind) for b in (enemy, far)] == [1, 2, 2, 3]


def test_labels_tell_two_units_of_one_name_apart(lay: Any) -> None:
    sitting = lay({"front": [MC]}, {"front": ["B08-047", "B08-047", MC]})
    attacks = [label for label in sitting.offered() if "Risen" in label]
    assert len(set(attacks)) == len(attacks) == 2
