"""Ashes, building a deck: the cards, who leads them, and the dice (data/ashes/rulings.md)."""

from __future__ import annotations

import pytest

from deckcli.decks.deck import LEADER, MAIN, SIDE, Slot


def test_thirty_cards_a_phoenixborn_and_ten_dice_are_a_deck(ashes):
    assert ashes.check(ashes.deck()) == []


# ---------------------------------------------------------------- Deck size


@pytest.mark.parametrize(
    ("size", "fix"), [(29, "Add 1 card."), (31, "Take out 1 card."), (0, "Add 30 cards."), (33, "Take out 3 cards.")]
)
def test_another_number_than_thirty_is_named_with_what_to_do(ashes, size, fix):
    problem = ashes.only(ashes.deck(size=size))
    assert (problem.code, problem.found, problem.allowed, problem.fix) == ("deck_size", size, 30, fix)
    assert problem.source == "rulings.md: Deck size"


def test_a_message_says_how_many_there_are_and_should_be(ashes):
    assert ashes.only(ashes.deck(size=31)).message == "31 cards, and the deck has 30."


def test_size_counts_copies_and_not_lines(ashes):
    fox = ashes.card("Ember Fox", copies_max=-1)
    warden = ashes.card("Glass Warden")
    assert ashes.legal(ashes.deck({fox: 28, warden: 2}))


def test_neither_phoenixborn_nor_pile_nor_side_count_towards_the_thirty(ashes):
    spirit = ashes.card("Mist Spirit", "Conjuration", conjuration_limit=9)
    aside = Slot(ashes.card("Tide Caller"), 4, SIDE, (70,))
    deck = ashes.deck(pile={spirit: 9}, derived={spirit: 9}, more=[aside])
    assert ashes.counts(deck) == {"main": 30, "dice": 10, "conjurations": 9}
    assert ashes.legal(deck)


# ---------------------------------------------------------------- The Phoenixborn


def test_a_deck_without_a_phoenixborn_is_no_deck(ashes):
    assert ashes.only(ashes.deck(leader=None)).code == "no_phoenixborn"


def test_its_exclusives_tell_which_phoenixborn_is_missing(ashes):
    fear = ashes.card("Fear", "Action Spell", phoenixborn="Jessa Na Ni")
    problem = ashes.only(ashes.deck({fear: 1}, leader=None))
    assert problem.code == "no_phoenixborn"
    assert problem.suggestions == ("Jessa Na Ni",)
    assert problem.fix == "Lead the deck by Jessa Na Ni."


def test_an_ally_cannot_lead(ashes):
    problem = ashes.only(ashes.deck(leader=ashes.card("Hammer Knight")))
    assert (problem.code, problem.cards) == ("no_phoenixborn", ("Hammer Knight",))
    assert "Ally" in problem.message


def test_every_phoenixborn_of_two_is_named(ashes):
    second = Slot(ashes.phoenixborn("Odo Marsh"), 1, LEADER, (9,))
    problem = ashes.only(ashes.deck(more=[second]))
    assert (problem.code, problem.found, problem.allowed) == ("many_phoenixborn", 2, 1)
    assert problem.cards == ("Orla Brightmoor", "Odo Marsh")
    assert problem.lines == (1, 9)


def test_a_second_phoenixborn_among_the_cards_is_one_too_many_and_no_card(ashes):
    deck = ashes.deck(more=[Slot(ashes.phoenixborn("Odo Marsh"), 1, MAIN, (9,))])
    assert ashes.codes(deck) == ["many_phoenixborn"]
    assert ashes.counts(deck)["main"] == 30


def test_a_phoenixborn_among_the_cards_leads_where_no_other_does(ashes):
    deck = ashes.deck(leader=None, more=[Slot(ashes.phoenixborn("Odo Marsh"), 1, MAIN, (9,))])
    assert ashes.check(deck) == []


def test_the_same_phoenixborn_twice_is_one_too_many(ashes):
    deck = ashes.deck(leader=None, more=[Slot(ashes.phoenixborn(), 2, LEADER, (1,))])
    assert ashes.only(deck).fix == "Keep 1 Orla Brightmoor."


# ---------------------------------------------------------------- Copies of a card


def test_three_copies_are_fine_and_four_are_not(ashes):
    fox = ashes.card("Ember Fox")
    assert ashes.legal(ashes.deck({fox: 3}))
    problem = ashes.only(ashes.deck({fox: 4}))
    assert (problem.code, problem.cards, problem.found, problem.allowed) == ("copy_limit", ("Ember Fox",), 4, 3)
    assert problem.fix == "Take out 1 Ember Fox."
    assert problem.source == "rulings.md: Copies of a card"


def test_copies_are_counted_by_name_over_all_lines(ashes):
    fox, again = ashes.card("Ember Fox"), ashes.card("Ember Fox (promo)", key="ember fox")
    problem = ashes.only(ashes.deck({fox: 2, again: 2}))
    assert (problem.found, problem.lines) == (4, (2, 3))


@pytest.mark.parametrize(("limit", "copies", "legal"), [(7, 6, True), (7, 7, True), (7, 8, False), (1, 2, False)])
def test_a_card_may_have_a_limit_of_its_own(ashes, limit, copies, legal):
    swarm = ashes.card("Ember Swarm", copies_max=limit)
    assert ashes.legal(ashes.deck({swarm: copies})) is legal


def test_a_card_without_limit_may_be_there_in_any_number(ashes):
    assert ashes.legal(ashes.deck({ashes.card("Ember Swarm", copies_max=-1): 30}))


# ---------------------------------------------------------------- What cannot be in a deck


@pytest.mark.parametrize("kind", ["Conjuration", "Conjured Alteration Spell", "Aspect", "Behaviour", "Chimera"])
def test_what_cannot_be_in_a_deck_is_named_with_its_type_and_not_counted(ashes, kind):
    deck = ashes.deck(more=[Slot(ashes.card("Mist Spirit", kind), 2, MAIN, (33,))])
    problem = ashes.only(deck)
    assert (problem.code, problem.cards, problem.lines) == ("not_deckable", ("Mist Spirit",), (33,))
    assert kind in problem.message
    assert problem.fix == "Take out 2 Mist Spirit."


@pytest.mark.parametrize("kind", ["Ally", "Ready Spell", "Action Spell", "Alteration Spell", "Reaction Spell"])
def test_five_types_can_be_in_a_deck(ashes, kind):
    assert ashes.legal(ashes.deck({ashes.card("Ice Tunnel", kind): 3}))


# ---------------------------------------------------------------- Exclusive cards


def test_an_exclusive_of_another_phoenixborn_is_named_with_its_owner(ashes):
    """T#566."""
    problem = ashes.only(ashes.deck({ashes.real("Fear"): 1}, ashes.real("Coal Roarkwin")))
    assert (problem.code, problem.cards, problem.found) == ("wrong_phoenixborn", ("Fear",), 1)
    assert "Jessa Na Ni" in problem.message
    assert problem.fix == "Choose Coal Roarkwin's own exclusives, or lead the deck by Jessa Na Ni."


def test_a_wrong_exclusive_counts_everywhere(ashes):
    fear = ashes.real("Fear")
    deck = ashes.deck({fear: 4}, ashes.real("Coal Roarkwin"))
    assert ashes.counts(deck)["main"] == 30
    assert ashes.codes(deck) == ["wrong_phoenixborn", "copy_limit", "exclusive_total"]


def test_four_exclusives_are_one_too_many_in_any_split(ashes):
    """T#1652, T#1263, T#1331."""
    coal, blades, stand = (ashes.real(name) for name in ("Coal Roarkwin", "One Hundred Blades", "Final Stand"))
    problem = ashes.only(ashes.deck({blades: 3, stand: 1}, coal))
    assert (problem.code, problem.found, problem.allowed) == ("exclusive_total", 4, 3)
    assert problem.cards == ("One Hundred Blades", "Final Stand")
    assert problem.lines == (2, 3)


@pytest.mark.parametrize(("blades", "stands"), [(3, 0), (2, 1), (1, 2), (0, 3)])
def test_three_exclusives_are_fine_in_any_split(ashes, blades, stands):
    cards = {ashes.real("One Hundred Blades"): blades, ashes.real("Final Stand"): stands}
    assert ashes.legal(ashes.deck({card: count for card, count in cards.items() if count}, ashes.real("Coal Roarkwin")))


def test_a_format_may_leave_out_the_limit_on_exclusives(ashes):
    cards = {ashes.real("One Hundred Blades"): 3, ashes.real("Final Stand"): 3}
    assert ashes.legal(ashes.deck(cards, ashes.real("Coal Roarkwin")), exclusives="any")


# ---------------------------------------------------------------- Dice


def test_ten_dice_of_any_types_are_fine(ashes):
    nine = ("ceremonial", "charm", "illusion", "natural", "divine", "sympathy", "time", "artifice", "astral")
    assert ashes.legal(ashes.deck(dice=dict.fromkeys(nine, 1) | {"astral": 2}))


@pytest.mark.parametrize(
    ("count", "fix"), [(9, "Add 1 die."), (11, "Take out 1 die."), (0, "Add 10 dice."), (12, "Take out 2 dice.")]
)
def test_another_number_than_ten_dice_is_named(ashes, count, fix):
    problem = ashes.only(ashes.deck(dice={"charm": count} if count else {}))
    assert (problem.code, problem.found, problem.allowed, problem.fix) == ("dice_count", count, 10, fix)


def test_a_die_of_no_type_is_named_with_the_nearest(ashes):
    problem = ashes.only(ashes.deck(dice={"charm": 5, "iluson": 5}))
    assert (problem.code, problem.found, problem.suggestions) == ("dice_type", 5, ("illusion",))
    assert "iluson" in problem.message


def test_a_die_like_none_of_the_nine_brings_the_list_of_them(ashes):
    assert "artifice" in ashes.only(ashes.deck(dice={"charm": 5, "qqqq": 5})).fix


@pytest.mark.parametrize("word", ["nature", "Natural", "NATURAL"])
def test_a_die_is_known_whatever_its_case_and_by_its_old_name(ashes, word):
    assert ashes.legal(ashes.deck(dice={word: 10}))


# ---------------------------------------------------------------- All at once


def test_every_fault_is_told_at_once_the_most_binding_first(ashes):
    """T#101."""
    cards = {ashes.real("Anchornaut"): 4, ashes.real("Mist Spirit"): 1}
    deck = ashes.deck(cards, None, dice={"natural": 11}, size=29)
    assert ashes.codes(deck) == ["no_phoenixborn", "deck_size", "not_deckable", "copy_limit", "dice_count"]
    assert ashes.one("deck_size", deck).found == 28


def test_every_problem_says_where_its_rule_stands_and_what_to_do(ashes):
    stranger = {ashes.real("Anchornaut"): 4, ashes.real("Mist Spirit"): 1, ashes.real("Fear"): 3,
                ashes.real("One Hundred Blades"): 2}  # fmt: skip
    deck = ashes.deck(stranger, ashes.real("Coal Roarkwin"), dice={"natural": 9, "fire": 2}, size=29,
                      more=[Slot(ashes.phoenixborn(), 1, LEADER, (9,))])  # fmt: skip
    problems = ashes.check(deck)
    assert len(problems) == 8
    assert all(problem.source.startswith("rulings.md: ") and problem.fix for problem in problems)
