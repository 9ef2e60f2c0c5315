"""Cipher, setting up: main characters, mulligans, orbs, and who begins."""

from __future__ import annotations

from typing import Any

import pytest

from deckcli.games.cipher.playable import CipherPlayable, NoMainCharacterError


def piles(sitting: Any, seat: int) -> dict[str, int]:
    own = sitting.table.seats[seat]
    return {name: len(getattr(own, name)) for name in ("deck", "hand", "orbs", "bonds", "retreat")}


def test_before_the_mulligans_six_cards_are_drawn_and_no_orb_is_laid_out(begin: Any) -> None:
    sitting = begin("s01", "s02")
    assert piles(sitting, 0) == {"deck": 43, "hand": 6, "orbs": 0, "bonds": 0, "retreat": 0}


def test_fifty_cards_are_a_main_character_six_in_hand_five_orbs_and_a_deck_of_38(begin: Any) -> None:
    sitting = begin("s01", "s02")
    sitting.choose("Keep the hand", "Keep the hand")
    for seat in range(2):
        assert piles(sitting, seat) == {"deck": 38, "hand": 6, "orbs": 5, "bonds": 0, "retreat": 0}


def test_main_characters_stand_face_down_in_front_until_both_turn_up_together(begin: Any) -> None:
    sitting = begin("s01", "s02", first=0)
    enemies = sitting.playthrough.view(0)["seats"][1]["units"]
    assert [unit["card"] for unit in enemies] == [None]
    sitting.choose("Keep the hand")
    assert all(unit.face_down and unit.front for unit in sitting.table.units.values())
    sitting.choose("Keep the hand")
    assert not any(unit.face_down or unit.tapped for unit in sitting.table.units.values())
    enemies = sitting.playthrough.view(0)["seats"][1]["units"]
    assert [unit["card"]["name"] for unit in enemies] == ["Chrom, Prince of Ylisse"]


def test_the_whole_hand_is_returned_once_and_never_a_part_of_it(begin: Any) -> None:
    sitting = begin("s01", "s02", first=0)
    assert sitting.offered() == ["Return the hand and draw anew", "Keep the hand"]
    before = list(sitting.table.seats[0].hand)
    sitting.choose("Return the hand and draw anew")
    assert piles(sitting, 0)["hand"] == 6
    assert sitting.table.seats[0].hand != before
    assert sitting.playthrough.choice.seat == 1


def test_the_player_who_begins_decides_on_the_mulligan_first(begin: Any) -> None:
    assert begin("s01", "s02", first=0).playthrough.choice.seat == 0
    assert begin("s01", "s02", first=1).playthrough.choice.seat == 1


def test_chance_says_who_begins_and_gives_both_a_share(begin: Any) -> None:
    begun = [begin("s01", "s01", seed=seed).table.first for seed in range(40)]
    assert 8 < sum(begun) < 32


def test_an_option_may_come_as_a_word(begin: Any) -> None:
    assert begin("s01", "s02", first="1").table.first == 1
    options = begin("s01", "s02", bonuses_survive_level_up="yes").table.options
    assert options["bonuses_survive_level_up"] is True


def test_one_card_more_in_a_deck_changes_no_shuffle_of_the_other(begin: Any) -> None:
    """Sorted by their places in the deck, the hands of seat 1 are the same whatever seat 0 plays."""
    one, other = (begin(deck, "s02", seed=5, first=0).table for deck in ("s01", "s06"))
    hands = [[table.cards[copy].name for copy in table.seats[1].hand] for table in (one, other)]
    assert hands[0] == hands[1]


def test_a_deck_without_a_leader_is_led_by_a_card_that_may(bundled: Any) -> None:
    deck = bundled("s01")
    dealt = CipherPlayable().deck_of(deck)
    assert dealt.cards[0].name == "Marth, Altean Prince"
    assert len(dealt.cards) == 50


def test_a_deck_that_nobody_can_lead_is_refused(cipher: Any) -> None:
    deck = cipher.deck({cipher.card("Orla, Marsh Prince", 2): 4}, leader=None, size=4)
    with pytest.raises(NoMainCharacterError, match="main character"):
        CipherPlayable().deck_of(deck)
