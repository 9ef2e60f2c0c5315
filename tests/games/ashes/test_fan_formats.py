"""Ashes, what players made up: First Adventure, One Collection, Coal Off and the draft (data/ashes/rulings.md)."""

from __future__ import annotations

import pytest

# ---------------------------------------------------------------- First Adventure


@pytest.mark.parametrize("slug", ["the-mist-guardian", "the-cloudsea-siren"])
def test_decks_of_its_two_phoenixborn_from_the_master_set_fit(ashes, sold, slug):
    assert ashes.legal(sold(slug), "first-adventure")


def test_another_phoenixborn_does_not_lead_there(ashes, sold):
    problem = ashes.only(sold("the-iron-men"), "first-adventure")
    assert (problem.code, problem.cards, problem.allowed) == ("not_in_format", ("Coal Roarkwin",), 0)
    assert problem.message == (
        "Coal Roarkwin does not lead a deck of First Adventure: Aradel Summergaard or Saria Guideman does."
    )
    assert problem.fix == "Lead the deck by Aradel Summergaard or Saria Guideman."
    assert problem.source == "rulings.md: First Adventure"


def test_a_card_from_outside_the_master_set_is_named_with_its_number(ashes, sold):
    problem = ashes.only(sold("the-mist-guardian", {"Mist Typhoon": 0, "Fester": 3}), "first-adventure")
    assert problem.message == "Fester is not in Master Set, and First Adventure has no other cards."
    assert (problem.code, problem.cards, problem.found) == ("not_in_format", ("Fester",), 3)
    assert problem.fix == "Take out 3 Fester."


def test_dice_that_the_master_set_lacks_are_not_in_it(ashes, sold):
    deck = sold("the-mist-guardian", dice={"natural": 9, "divine": 1})
    problem = ashes.only(deck, "first-adventure")
    assert (problem.code, problem.found) == ("dice_type", 1)
    assert problem.message == "1 divine die, and First Adventure has ceremonial, charm, illusion and natural."
    assert ashes.legal(deck)


# ---------------------------------------------------------------- One Collection


def test_both_exclusives_may_be_there_in_full(ashes, sold):
    deck = sold("the-iron-men", {"Final Stand": 3, "Cover": 0})
    assert ashes.legal(deck, "one-collection")
    assert ashes.codes(deck) == ["exclusive_total"]


def test_a_fourth_copy_of_an_exclusive_may_not(ashes, sold):
    deck = sold("the-iron-men", {"Final Stand": 4, "Cover": 0, "Strengthen": 2})
    assert ashes.codes(deck, "one-collection") == ["copy_limit", "exclusive_total"]
    assert ashes.one("exclusive_total", deck, "one-collection").source == "rulings.md: One collection"


def test_several_exclusives_may_open(ashes):
    cards = [ashes.card(f"Own {at}", phoenixborn="Orla Brightmoor") for at in range(2)]
    others = [ashes.card(f"Opener {at}") for at in range(3)]
    deck = ashes.deck(dict.fromkeys((*cards, *others), 1), first_five=(*cards, *others))
    assert ashes.check(deck, "one-collection") == []
    assert ashes.codes(deck) == ["first_five_exclusives"]


# ---------------------------------------------------------------- Coal Off


def coal(ashes, all_cards, changes=None):
    """Coal with thirty cards of Reborn, one of each."""
    kinds = {"Ally", "Ready Spell", "Action Spell", "Alteration Spell", "Reaction Spell"}
    cards = [card for card in all_cards("ashes") if card.type in kinds and not card.words("phoenixborn")][:30]
    return ashes.deck(dict.fromkeys(cards, 1) | (changes or {}), ashes.real("Coal Roarkwin"), size=0)


def test_coal_with_thirty_different_cards_is_a_coal_off(ashes, all_cards):
    assert ashes.legal(coal(ashes, all_cards), "coaloff")


def test_nobody_else_plays_it_and_no_card_is_there_twice(ashes, sold):
    problems = ashes.check(sold("the-cloudsea-siren"), "coaloff")
    assert problems[0].message == "Saria Guideman does not lead a deck of Coal Off: Coal Roarkwin does."
    twice = [problem for problem in problems if problem.code == "copy_limit"]
    assert [(problem.found, problem.allowed, problem.source) for problem in twice] == [
        (3, 1, "rulings.md: Coal Off")
    ] * 10


def test_the_dice_of_ascendancy_are_not_in_it(ashes, all_cards):
    deck = ashes.deck({}, ashes.real("Coal Roarkwin"), dice={"astral": 10}, size=0)
    assert ashes.one("dice_type", deck, "coaloff").fix.startswith("Choose ceremonial, charm, divine, illusion")


# ---------------------------------------------------------------- Draft


def test_nine_cards_three_times_and_three_exclusives_are_a_draft(ashes, sold):
    assert ashes.legal(sold("the-iron-men"), "draft")


def test_a_tenth_card_was_not_picked(ashes, sold):
    problem = ashes.only(sold("the-iron-men", {"Cover": 2, "Fester": 1}), "draft")
    assert (problem.code, problem.found, problem.allowed) == ("draft_picks", 10, 9)
    assert problem.message == "10 different cards beside the exclusive ones, and Draft gives 9."
    assert problem.fix == "Take out all copies of 1 of them, perhaps of Fester."
    assert "Cover" in problem.cards
    assert "One Hundred Blades" not in problem.cards
    assert problem.source == "rulings.md: Draft"


def test_a_group_picks_eleven(ashes, sold):
    eleven = {"Cover": 1, "Strengthen": 1, "Fester": 2, "Regress": 2}
    assert ashes.legal(sold("the-iron-men", eleven), "draft-group")
    problem = ashes.only(sold("the-iron-men", eleven | {"Fester": 1, "Purge": 1}), "draft-group")
    assert (problem.found, problem.allowed) == (12, 11)


def test_another_copy_of_a_picked_card_may_be_added_and_another_card_not(ashes, sold):
    deck = sold("the-iron-men", {"Cover": 1})
    assert ashes.can_add(deck, ashes.real("Cover"), "draft") == []
    (problem,) = ashes.can_add(deck, ashes.real("Fester"), "draft")
    assert problem.code == "draft_picks"


def test_a_draft_has_at_most_three_exclusives(ashes, sold):
    deck = sold("the-iron-men", {"Final Stand": 1, "Cover": 2})
    assert ashes.one("exclusive_total", deck, "draft").source == "rulings.md: Draft"
