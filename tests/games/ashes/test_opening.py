"""Ashes, Setup: which fives could open a deck (data/ashes/rulings.md: First Five, Chained cards)."""

from __future__ import annotations

from itertools import combinations
from math import comb

import pytest

from deckcli.decks.deck import Deck, Dice, Slot
from deckcli.games import find_format
from deckcli.games.ashes.opening import can_pay, fives, may_open

CHEAP = ("Iron Worker", "Hammer Knight", "Anchornaut", "Strengthen", "Chant of Revenge", "Summon Iron Rhino")


def deck_of(ashes, *names, dice=(("natural", 5), ("ceremonial", 5))):
    """A deck of three of each of these, and nothing else."""
    slots = tuple(Slot(ashes.real(name), 3) for name in names)
    return Deck("ashes", "Mine", slots, tuple(Dice(type_, count) for type_, count in dice))


def test_five_different_cards_open_whatever_their_copies(ashes):
    found = fives(deck_of(ashes, *CHEAP[:5]), find_format("ashes"), 100)
    assert [sorted(card.name for card in five) for five in found] == [sorted(CHEAP[:5])]


def test_fewer_than_five_names_open_nothing(ashes):
    assert fives(deck_of(ashes, *CHEAP[:4]), find_format("ashes"), 100) == []


def test_only_what_the_dice_can_pay_for_together_is_tried(ashes):
    deck = deck_of(ashes, *CHEAP)
    found = {frozenset(card.name for card in five) for five in fives(deck, find_format("ashes"), 100)}
    cards = [slot.card for slot in deck.slots if slot.card.name in CHEAP]
    paid = {frozenset(card.name for card in five) for five in combinations(cards, 5) if can_pay(deck, five)}
    assert found == paid
    assert 0 < len(found) <= comb(6, 5)


def test_dice_of_another_type_pay_for_no_card_that_asks_for_a_type(ashes):
    deck = deck_of(ashes, *CHEAP, dice=(("illusion", 10),))
    assert fives(deck, find_format("ashes"), 100) == []


@pytest.mark.parametrize(("type_", "pays"), [("divine", True), ("sympathy", True), ("charm", False)])
def test_either_die_pays_a_parallel_cost(ashes, type_, pays):
    deck = deck_of(ashes, "Chaos Gravity", *CHEAP[:4], dice=(("natural", 4), ("ceremonial", 4), (type_, 2)))
    assert bool(fives(deck, find_format("ashes"), 1)) is pays


def test_an_x_is_paid_with_one_die_at_least(ashes):
    five = tuple(ashes.real(name) for name in ("Vengeance", "Summon Iron Rhino", "Summon Gilder", "Cover", "Redirect"))
    none = deck_of(ashes, *(card.name for card in five), dice=())
    assert not can_pay(none, five)


def test_a_chained_card_opens_but_not_in_organised_play(ashes):
    deck = deck_of(ashes, "Meteor", *CHEAP[:4], dice=(("natural", 10), ("ceremonial", 10), ("divine", 2)))
    (five,) = fives(deck, find_format("ashes"), 9)
    assert "Meteor" in {card.name for card in five}
    assert fives(deck, find_format("ashes", "organised"), 9) == []
    assert not may_open(deck, find_format("ashes", "organised"), five)


def test_no_more_than_asked_for(ashes):
    deck = deck_of(ashes, *CHEAP, dice=(("natural", 10), ("ceremonial", 10)))
    every = fives(deck, find_format("ashes"), 100)
    assert len(every) == 6
    assert fives(deck, find_format("ashes"), 2) == every[:2]
