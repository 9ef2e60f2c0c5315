"""Ashes: set-up, the phases of a round, and whose turn it is."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from deckcli.engine.players import Random
from deckcli.engine.playthrough import Playthrough, Setting
from deckcli.games.ashes.playable import AshesRules
from deckcli.games.ashes.rules import set_up


def begun(dealt: Any, seed: int = 1, **options: Any) -> Playthrough:
    decks = (dealt("the-iron-men"), dealt("the-mist-guardian"))
    return Playthrough(AshesRules(), Setting(decks, options, seed))


def test_the_first_five_are_those_of_the_list(dealt: Any) -> None:
    told = AshesRules().reports(begun(dealt).table)
    assert set(told["a"]["hand"]) == {"Anchornaut", "Chant of Revenge", "Hammer Knight", "Iron Worker", "Strengthen"}
    assert len(told["a"]["draw_pile"]) == 25


def test_the_first_five_may_be_chosen_each_of_another_name(dealt: Any) -> None:
    playthrough = begun(dealt, first_five="chosen")
    for _ in range(10):
        assert playthrough.choice is not None
        assert playthrough.choice.prompt == "first five"
        playthrough.choose(playthrough.choice.options[0])
    for letter in "ab":
        hand = AshesRules().reports(playthrough.table)[letter]["hand"]
        assert len(set(hand)) == len(hand) == 5


def test_the_rule_of_thumb_takes_five_different_cards(dealt: Any) -> None:
    told = AshesRules().reports(begun(dealt, first_five="heuristic").table)
    for letter in "ab":
        assert len(set(told[letter]["hand"])) == 5


def test_everybody_rolls_ten_dice(dealt: Any) -> None:
    table = begun(dealt).table
    assert [len(table.dice_of(seat)) for seat in (0, 1)] == [10, 10]


def test_a_die_has_one_power_three_class_and_two_basic_sides(dealt: Any) -> None:
    shown: Counter[int] = Counter()
    for seed in range(300):
        shown.update(begun(dealt, seed).table.levels)
    total = sum(shown.values())
    assert shown[2] / total == pytest.approx(1 / 6, abs=0.02)
    assert shown[1] / total == pytest.approx(1 / 2, abs=0.02)
    assert shown[0] / total == pytest.approx(1 / 3, abs=0.02)


def test_whoever_rolls_the_most_basics_chooses_who_goes_first(dealt: Any) -> None:
    for seed in range(20):
        playthrough = begun(dealt, seed)
        choice = playthrough.choice
        assert choice is not None
        assert choice.prompt == "first"
        basics = [
            sum(playthrough.table.levels[die.number] == 0 for die in playthrough.table.dice_of(s)) for s in (0, 1)
        ]
        assert basics[choice.seat] > basics[1 - choice.seat]
        assert playthrough.labels() == ["Go first", "Let the opponent go first"]


def test_ashes_is_for_two(dealt: Any) -> None:
    with pytest.raises(ValueError, match="for two"):
        set_up([dealt("the-iron-men")], {}, 1)


def test_two_passed_turns_in_a_row_end_the_phase(laid: Any) -> None:
    ashes = laid({"hand": ["Cover"]}, {"hand": ["Cover"]})
    ashes.choose("Pass", "End the turn", "Pass", "End the turn")
    assert ashes.told()["table"]["round"] == 2


def test_a_player_who_passed_may_act_again_when_the_other_does(laid: Any) -> None:
    ashes = laid({"hand": ["Cover"]}, {"hand": ["Anchornaut"], "active": ["natural basic"]})
    ashes.choose("Pass", "End the turn", "Play Anchornaut", "End the turn")
    assert ashes.told()["table"]["active"] == "a"
    assert "Pass" in ashes.offered()


def test_a_side_action_does_not_undo_a_pass(laid: Any) -> None:
    ashes = laid({"hand": ["Cover"], "active": ["natural power"]},
                 {"hand": ["Cover"], "battlefield": ["Hammer Knight"]})  # fmt: skip
    ashes.choose("Pass", "Use the natural power", "Pass", "End the turn")
    assert ashes.told()["table"]["round"] == 2


def test_units_recover_and_one_exhaustion_token_comes_off(laid: Any) -> None:
    ashes = laid({"battlefield": ["Iron Worker (wounds 1, exhaustion 2)", "Hammer Knight (wounds 3)"],
                  "spellboard": ["Summon Gilder (exhausted)"],
                  "phoenixborn": "Coal Roarkwin (wounds 2, exhausted, guarded)",
                  "active": ["natural power"]}, {}, {"phase": "recovery"})  # fmt: skip
    told = ashes.told()["a"]
    assert told["battlefield"]["Iron Worker"]["wounds"] == 0
    assert told["battlefield"]["Iron Worker"]["exhaustion"] == 1
    assert told["battlefield"]["Hammer Knight"]["wounds"] == 1
    assert told["spellboard"]["Summon Gilder"]["exhaustion"] == 0
    assert (told["phoenixborn"]["wounds"], told["phoenixborn"]["exhaustion"]) == (2, 0)
    assert not told["phoenixborn"]["guarded"]


def test_dice_that_are_kept_stay_on_their_face_and_others_are_rolled(laid: Any) -> None:
    ashes = laid({"active": ["natural power", "natural class"], "exhausted": ["charm"], "hand": 6}, {"hand": 6},
                 {"phase": "recovery"})  # fmt: skip
    ashes.choose("natural class", "Done")
    table = ashes.table
    assert table.round == 2
    assert table.levels[0] == 2
    assert len(table.dice_of(0)) == 3


def test_the_first_player_token_is_passed_at_the_end_of_the_round(laid: Any) -> None:
    ashes = laid({"hand": ["Cover"]}, {"hand": ["Cover"]}, {"phase": "recovery", "first": "a"})
    assert ashes.told()["table"]["first"] == "b"


def test_cards_are_drawn_up_to_five_and_more_are_kept(laid: Any) -> None:
    ashes = laid({"hand": 2, "draw_pile": 10}, {"hand": 7, "draw_pile": 10}, {"phase": "draw"})
    told = ashes.told()
    assert (len(told["a"]["hand"]), len(told["b"]["hand"])) == (5, 7)


def test_both_phoenixborn_that_fall_at_once_are_a_draw(laid: Any) -> None:
    ashes = laid({"phoenixborn": "Aradel Summergaard (wounds 15)", "spellboard": ["Abundance"], "draw_pile": 0},
                 {"phoenixborn": "Coal Roarkwin (wounds 14)", "draw_pile": 0})  # fmt: skip
    ashes.choose("Use Abundance")
    outcome = ashes.table.outcome
    assert outcome is not None
    assert outcome.finished


def test_a_random_game_ends_with_one_phoenixborn_destroyed(dealt: Any) -> None:
    playthrough = begun(dealt, 4)
    outcome = playthrough.play([Random(4, seat) for seat in range(2)])
    assert (outcome.reason, len(outcome.winners)) == ("Phoenixborn destroyed", 1)


def test_in_organised_play_a_chained_card_is_not_played_in_round_1(laid: Any) -> None:
    mine = {"hand": ["River Skald"], "active": ["5 sympathy power", "5 natural power"]}
    assert "Play River Skald" in laid(mine).offered()
    assert "Play River Skald" not in laid(mine, {}, {"organised": True}).offered()
    assert "Play River Skald" in laid(mine, {}, {"organised": True, "round": 2}).offered()


def test_every_unit_guards_where_the_option_says_so(laid: Any) -> None:
    mine, theirs = {"battlefield": ["Mist Spirit"]}, {"battlefield": ["Flute Mage", "Iron Worker"]}
    for option, offered in ((False, False), (True, True)):
        ashes = laid(mine, theirs, {"any_unit_guards": option})
        ashes.choose("Attack Flute Mage")
        assert ("Guard with Iron Worker" in ashes.offered()) is offered


def test_what_is_hidden_is_in_no_view(laid: Any) -> None:
    ashes = laid({"hand": ["Cover"], "draw_pile": ["Redirect"]}, {"hand": ["Final Cry"], "draw_pile": ["Fear"]})
    mine, theirs = (str(AshesRules().view(ashes.table, seat).seen) for seat in (0, 1))
    assert "Cover" in mine
    assert "Cover" not in theirs
    assert "Final Cry" in theirs
    assert "Final Cry" not in mine
    assert not any(name in seen for name in ("Redirect", "'Fear'") for seen in (mine, theirs))
