"""Cipher, the automatic check and what it guards: names, loss, the march, and the deck that is made anew."""

from __future__ import annotations

from typing import Any

import pytest

from deckcli.engine.choice import Choice
from deckcli.games.cipher import deeds, rules, values
from deckcli.games.cipher.changes import Gift, Mod
from deckcli.games.cipher.deeds import automatic_check
from deckcli.games.cipher.speaking import CipherScope
from deckcli.games.cipher.standing import changed

CAEDA, CAIN, MARTH, JAGEN, MERRIC = "B01-006", "B01-008", "B01-003", "S01-003", "B01-029"
MC = f"{MARTH} (mc)"


def check(table: Any, *answers: str) -> list[list[Any]]:
    """Run the automatic check and answer its questions by the names of cards; what was offered."""
    offered: list[list[Any]] = []
    told = list(answers)
    running = automatic_check(table)
    try:
        choice: Choice = next(running)
        while True:
            offered.append(list(choice.options))
            name = told.pop(0)
            units = {int(option[1]): option for option in choice.options}
            number = next(one for one in units if table.face(table.units[one]).name.startswith(name))
            choice = running.send(units[number])
    except StopIteration:
        assert not told
        return offered


def in_retreat(table: Any, seat: int = 0) -> list[str]:
    return [table.cards[copy].unit_name for copy in table.seats[seat].retreat]


def test_of_two_units_with_one_name_their_player_keeps_one(lay: Any) -> None:
    table = lay({"front": [MC, "B01-006", "S01-002"]}).table
    table.stirred = True
    table.seats[0].retreat.clear()
    # The set-up has two Caedas; nothing has been checked yet.
    assert len(check(table, "Caeda, Battlefield")) == 1
    assert sorted(table.face(unit).unit_name for unit in table.units_of(0)) == ["Caeda", "Marth"]
    assert in_retreat(table) == ["Caeda"]


def test_a_main_character_always_stays_when_a_name_comes_twice(lay: Any) -> None:
    table = lay({"front": [MC, "B01-056"]}).table
    table.stirred = True
    assert check(table) == []
    assert [table.face(unit).unit_name for unit in table.units_of(0)] == ["Marth"]
    assert in_retreat(table) == ["Lucina"]


def test_a_destroyed_unit_lies_where_it_was_until_the_check(lay: Any) -> None:
    table = lay({"front": [MC, CAIN]}).table
    cain = next(unit for unit in table.units_of(0) if not unit.mc)
    assert deeds.destroy(table, cain)
    assert not deeds.destroy(table, cain), "it is destroyed already"
    assert cain.id in table.units
    check(table)
    assert cain.id not in table.units
    assert table.gone[cain.id] is cain
    assert in_retreat(table) == ["Cain"]


def test_a_destroyed_main_character_keeps_its_place_its_cards_and_its_state(lay: Any) -> None:
    table = lay({"front": [[MARTH, f"{MARTH} (mc) (tapped)"]], "orbs": 2}).table
    marth = table.mc(0)
    deeds.destroy(table, marth)
    check(table)
    assert (marth.tapped, len(marth.stack), marth.front) == (True, 2, True)
    assert (len(table.seats[0].orbs), len(table.seats[0].hand)) == (1, 1)


def test_two_orbs_are_taken_as_far_as_there_are_two_and_one_is_no_loss(lay: Any) -> None:
    for orbs, left in ((3, 1), (1, 0)):
        table = lay({"front": [MC], "orbs": orbs}).table
        deeds.destroy(table, table.mc(0), "attack", orbs=2)
        check(table)
        assert len(table.seats[0].orbs) == left
        assert table.outcome is None


def test_orbs_that_nobody_has_seen_are_no_choice_and_face_up_ones_come_last(lay: Any) -> None:
    table = lay({"front": [MC], "orbs": [f"{CAIN} (face-up)", CAEDA, MERRIC]}).table
    deeds.destroy(table, table.mc(0))
    assert check(table) == []
    assert [table.cards[copy].unit_name for copy in table.seats[0].hand] == ["Caeda"]


def test_an_orb_that_its_owner_has_looked_at_is_a_choice_of_its_own(lay: Any) -> None:
    table = lay({"front": [MC], "orbs": [CAIN, CAEDA, MERRIC]}).table
    known = table.seats[0].orbs[2]
    table.seats[0].known_orbs.add(known)
    taking = deeds.take_orb(table, 0)
    assert [option[1] for option in next(taking).options] == [table.seats[0].orbs[0], known]
    with pytest.raises(StopIteration):
        taking.send(("orb", known))
    assert [table.cards[copy].unit_name for copy in table.seats[0].hand] == ["Merric"]


def test_a_main_character_that_leaves_has_lost(lay: Any) -> None:
    table = lay({"front": [MC, CAIN]}).table
    deeds.put(table, [table.mc(0).top], "hand")
    check(table)
    assert table.outcome.winners == (1,)
    assert table.outcome.reason == "main character gone"


def test_two_main_characters_beaten_at_once_are_a_draw(lay: Any) -> None:
    table = lay({"front": [MC], "orbs": []}, {"front": [MC], "orbs": []}).table
    for seat in (0, 1):
        deeds.destroy(table, table.mc(seat))
    check(table)
    assert (table.outcome.winners, table.outcome.reason) == ((), "both lose")


def test_without_a_card_in_deck_and_retreat_a_player_loses(lay: Any) -> None:
    table = lay({"front": [MC], "deck": [CAEDA]}).table
    deeds.draw(table, 0)
    check(table)
    assert table.outcome.reason == "no cards left"


def test_the_retreat_becomes_the_deck_the_moment_the_last_card_leaves_it_also_in_mid_draw(lay: Any) -> None:
    table = lay({"front": [MC], "deck": [CAEDA], "retreat": [CAIN, MERRIC]}).table
    assert deeds.draw(table, 0, 2) == 2
    assert len(table.seats[0].hand) == 2
    assert len(table.seats[0].deck) == 1
    assert table.seats[0].retreat == []


def test_a_deck_that_ran_out_with_an_empty_retreat_stays_empty(lay: Any) -> None:
    table = lay({"front": [MC], "deck": [CAEDA], "hand": [CAIN]}).table
    assert deeds.draw(table, 0, 3) == 1
    deeds.discard(table, 0, list(table.seats[0].hand))
    assert table.seats[0].deck == []
    assert deeds.draw(table, 0) == 0


def test_cards_that_are_looked_at_are_not_in_a_new_deck(lay: Any) -> None:
    table = lay({"front": [MC], "deck": [CAEDA, CAIN], "retreat": [MERRIC]}).table
    looked = deeds.look(table, 0, 3)
    assert [table.cards[copy].unit_name for copy in looked] == ["Caeda", "Cain", "Merric"]
    assert table.seats[0].deck == []
    deeds.put(table, looked, "bottom")
    assert len(table.seats[0].deck) == 3
    assert table.seats[0].looked == []


def test_the_march_is_for_the_player_whose_turn_it_is_not(lay: Any) -> None:
    table = lay({"back": [MC]}, {"back": [MC, CAIN]}).table
    table.upset = True
    check(table)
    assert [unit.front for unit in table.units_of(0)] == [False]
    assert [unit.front for unit in table.units_of(1)] == [True, True]


def test_the_only_enemy_in_front_that_is_moved_back_comes_forward_with_all_the_others(lay: Any) -> None:
    table = lay({"front": [MC]}, {"front": [CAIN], "back": [MC]}).table
    deeds.move(table, next(unit for unit in table.units_of(1) if unit.front))
    check(table)
    assert all(unit.front for unit in table.units_of(1))


def test_a_unit_that_leaves_for_the_hand_takes_its_whole_stack(lay: Any) -> None:
    table = lay({"front": [MC, ["B01-006", "S01-002"]]}).table
    caeda = next(unit for unit in table.units_of(0) if not unit.mc)
    deeds.put(table, [caeda.top], "hand")
    assert sorted(table.seats[0].hand) == sorted(caeda.stack)
    assert len(caeda.stack) == 2


def test_growth_puts_a_card_under_a_unit_and_draws_nothing(lay: Any) -> None:
    table = lay({"front": [MC], "retreat": [MARTH]}).table
    marth = table.mc(0)
    top = marth.top
    deeds.grow(table, marth, list(table.seats[0].retreat))
    check(table)
    assert (marth.top, len(marth.stack)) == (top, 2)
    assert table.seats[0].hand == table.seats[0].retreat == []


def test_bonds_that_are_turned_face_down_still_give_points_and_no_symbol(lay: Any) -> None:
    sitting = lay({"front": [MC], "bonds": [CAEDA], "hand": [CAIN]}, phase="deployment")
    table = sitting.table
    assert len(sitting.offered()) == 3
    assert deeds.flip_bonds(table, 0, list(table.seats[0].bonds)) == 1
    assert deeds.flip_bonds(table, 0, list(table.seats[0].spent)) == 0
    assert deeds.turn_up_bonds(table, 0, list(table.seats[0].spent)) == 1


def test_a_card_that_is_no_bond_is_not_put_there_by_a_skill_either(lay: Any) -> None:
    table = lay({"front": [MC], "hand": [JAGEN]}).table
    assert not deeds.bond_card(table, 0, table.seats[0].hand[0])
    assert len(table.seats[0].hand) == 1


def test_what_was_given_to_a_unit_ends_when_it_levels_up_unless_an_option_says_otherwise(lay: Any) -> None:
    for survives, grade in ((False, 1), (True, 0)):
        table = lay({"front": [MC], "hand": ["B01-002"]}, bonuses_survive_level_up=survives).table
        deeds.stack_on(table, table.mc(0), table.seats[0].hand[0])
        assert table.mc(0).grade == grade


def test_a_player_orders_skills_that_wait_at_once(lay: Any) -> None:
    sitting = lay(
        {"front": ["S01-001 (mc)", "S01-004"], "hand": [CAIN], "bonds": [CAEDA]},
        {"front": [MC], "back": [JAGEN, MERRIC]},
        phase="deployment",
    )
    sitting.choose("Deploy Cain, Red Knight to the Front Line")
    assert sitting.asked() == "trigger"
    offered = sitting.offered()
    assert [label.partition(":")[0] for label in offered] == [
        "Marth, Star and Savior",
        "Ogma, Wielder of a Heavy Blade",
    ]
    sitting.choose(offered[1])
    ogma = next(unit for unit in sitting.table.units_of(0) if sitting.table.face(unit).unit_name == "Ogma")
    assert values.attack_of(sitting.table, ogma) == 70
    assert sitting.asked() == "choose"


def test_an_attack_does_not_go_below_nothing(lay: Any) -> None:
    """E16: Caeda of attack 0 with 10 less counts 0, so that her support counts whole."""
    sitting = lay({"front": ["B04-004"], "deck": ["S01-003", "..."]}, {"front": [MC]})
    table = sitting.table
    caeda = next(unit for unit in table.units_of(0) if not unit.mc)
    scope = CipherScope(0, caeda.top, caeda.id)
    table.lasting.append(
        Gift("turn", table.turn, frozenset({(caeda.id, caeda.grade)}), 0, (Mod("attack", -10),), scope)
    )
    changed(table)
    sitting.choose("Attack Marth with Caeda")
    assert table.fought == (20, 40)


def test_points_grow_by_one_a_turn_with_a_bond_each(begin: Any) -> None:
    """H1, as far as the first turns go."""
    sitting = begin("s01", "s01", first=0, seed=9)
    sitting.choose("Keep the hand", "Keep the hand")
    for turn in range(1, 7):
        assert sitting.asked() == "bond"
        bonds = [label for label in sitting.offered() if label.startswith("Bond")]
        seat = sitting.playthrough.choice.seat
        # Six to begin with, one drawn a turn (but not in the first), one a turn became a bond.
        assert len(sitting.table.seats[seat].hand) == (6 if seat == 0 else 7)
        sitting.choose(bonds[0])
        assert rules.points_left(sitting.table, seat) == (turn + 1) // 2
        while sitting.asked() != "bond":
            ends = [label for label in sitting.offered() if label in ("End deployment", "End the turn")]
            sitting.choose(ends[0] if ends else sitting.offered()[-1])
