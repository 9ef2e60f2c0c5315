"""Cipher, building a deck (data/cipher/rulings.md)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from deckcli.decks.deck import LEADER, SIDE, Slot


def test_fifty_cards_with_a_main_character_are_a_deck(cipher):
    assert cipher.check(cipher.deck()) == []


def test_the_first_starter_is_fifty_cards_of_23_numbers_and_one_less_is_too_few(cipher, bundled):
    """A1 and A2."""
    deck = bundled("s01")
    assert (sum(slot.count for slot in deck.slots), len({slot.card.slug for slot in deck.slots})) == (50, 23)
    assert cipher.check(deck) == []
    last = deck.slots[-1]
    for count, codes in ((last.count - 1, ["deck_size"]), (last.count + 1, [])):
        assert cipher.codes(replace(deck, slots=(*deck.slots[:-1], replace(last, count=count)))) == codes


# ---------------------------------------------------------------- Deck size


def test_forty_nine_cards_are_one_too_few(cipher):
    problem = cipher.only(cipher.deck(size=49))
    assert (problem.code, problem.found, problem.allowed, problem.fix) == ("deck_size", 49, 50, "Add 1 card.")
    assert problem.source == "rulings.md: Deck size"


def test_there_is_no_upper_limit(cipher):
    assert cipher.check(cipher.deck(size=1001)) == []


def test_the_main_character_is_counted_in(cipher):
    deck = cipher.deck(size=50)
    assert deck.count("main") == 49
    assert cipher.counts(deck) == {"main": 50}


def test_cards_beside_the_deck_are_not_counted(cipher):
    deck = cipher.deck(size=49, more=[Slot(cipher.card("Spare"), 2, SIDE, (60,))])
    assert cipher.codes(deck) == ["deck_size"]


# ---------------------------------------------------------------- Copies of a card


@pytest.mark.parametrize(("copies", "legal"), [(3, True), (4, True), (5, False)])
def test_four_copies_of_a_card_name_are_the_most(cipher, copies, legal):
    assert cipher.legal(cipher.deck({cipher.card("Cain, Red Knight"): copies})) is legal


def test_reprints_and_misspellings_of_one_card_add_up(cipher):
    """TCGKB#17: Jagen stands in the source under two numbers."""
    promo, starter = cipher.real("P01-006PR"), cipher.real("S01-003ST")
    assert promo.slug != starter.slug
    problem = cipher.only(cipher.deck({promo: 2, starter: 3}))
    assert (problem.code, problem.found, problem.allowed) == ("copy_limit", 5, 4)
    assert problem.cards == ("Jagen, Faithful Veteran",)
    assert problem.fix == "Take out 1 Jagen, Faithful Veteran."
    assert problem.lines == (2, 3)


def test_the_main_character_is_one_of_the_four(cipher):
    marth = cipher.real("B01-003")
    assert cipher.legal(cipher.deck({marth: 3}, marth))
    problem = cipher.only(cipher.deck({marth: 4}, marth))
    assert (problem.code, problem.found, problem.lines) == ("copy_limit", 5, (1, 2))


def test_one_unit_name_with_two_titles_is_two_cards(cipher):
    assert cipher.legal(cipher.deck({cipher.real("B01-001"): 4, cipher.real("B01-002"): 4}, cipher.real("B01-003")))
    assert cipher.legal(cipher.deck({cipher.real("B01-008"): 4, cipher.real("B01-007"): 4}))


@pytest.mark.parametrize("number", ["B01-100", "B03-099", "B08-047", "B09-048", "B11-047", "B11-048", "B14-040",
                                    "B15-041", "B15-073", "B16-062"])  # fmt: skip
def test_ten_card_names_may_be_there_in_any_number(cipher, number):
    card = cipher.real(number)
    assert cipher.legal(cipher.deck({card: 5}))
    assert cipher.legal(cipher.deck({card: 49}))


def test_only_the_named_cards_of_a_unit_have_no_limit(cipher):
    """A5: ten of the one Anna are legal; of five of another only those are one too many."""
    free, other = cipher.real("B01-100"), cipher.real("B10-094")
    problem = cipher.only(cipher.deck({free: 10, other: 5}))
    assert (problem.code, problem.cards, problem.found) == ("copy_limit", (other.name,), 5)


def test_fourteen_cards_and_no_others_have_no_limit(cipher, all_cards):
    free = [card for card in all_cards("cipher") if card.copies_max == -1]
    assert (len(free), len({card.name_key for card in free})) == (14, 10)
    assert {card.copies_max for card in all_cards("cipher")} == {None, -1}


def test_a_raised_limit_is_a_number_and_not_a_yes(cipher):
    """Cockatrice/Cockatrice#6428."""
    swarm = cipher.card("Swarm", copies_max=7)
    assert cipher.legal(cipher.deck({swarm: 7}))
    assert cipher.one("copy_limit", cipher.deck({swarm: 8})).allowed == 7


# ---------------------------------------------------------------- Main character


def test_without_a_main_character_those_who_could_be_are_named(cipher):
    one, other = cipher.card("Marsh Prince", 1), cipher.card("Fen Prince", 2)
    problem = cipher.only(cipher.deck({one: 1, other: 1}, None))
    assert (problem.code, problem.cards) == ("no_main_character", ("Marsh Prince",))
    assert problem.fix == "Choose Marsh Prince."


def test_without_anybody_of_cost_one_that_is_what_is_missing(cipher):
    assert cipher.only(cipher.deck(leader=None)).fix == "Add a card of deployment cost 1 and choose it."


@pytest.mark.parametrize("cost", [0, 2, "X"])
def test_a_main_character_has_deployment_cost_one(cipher, cost):
    problem = cipher.only(cipher.deck(leader=cipher.card("Marsh Prince", cost)))
    assert (problem.code, problem.cards, problem.allowed) == ("main_character_cost", ("Marsh Prince",), 1)
    assert f"cost {cost}" in problem.message


def test_the_card_with_cost_x_cannot_be_the_main_character(cipher):
    assert cipher.only(cipher.deck(leader=cipher.real("B22-012"))).code == "main_character_cost"


def test_two_main_characters_are_named(cipher):
    deck = cipher.deck(more=[Slot(cipher.card("Fen Prince", 1), 1, LEADER, (4,))])
    problem = cipher.only(deck)
    assert (problem.code, problem.cards) == ("many_main_characters", ("Marsh Prince", "Fen Prince"))


def test_several_copies_are_no_one_main_character(cipher):
    problem = cipher.only(cipher.deck(leading=3))
    assert (problem.code, problem.found, problem.allowed) == ("many_main_characters", 3, 1)


def test_a_main_character_kept_apart_is_one_of_the_cards(cipher):
    marth = cipher.real("B01-003")
    deck = cipher.deck({marth: 4}, marth, apart=True)
    assert cipher.check(deck) == []
    assert cipher.counts(deck) == {"main": 50}


def test_a_main_character_kept_apart_must_be_among_the_cards(cipher):
    problem = cipher.only(cipher.deck({}, cipher.real("B01-003"), apart=True))
    assert (problem.code, problem.cards) == ("main_character_not_in_deck", ("Marth, Altean Prince",))
    assert problem.fix == "Add 1 Marth, Altean Prince to the cards."


def test_a_reprint_of_the_main_character_among_the_cards_is_the_main_character(cipher):
    lead, same = cipher.card("Marsh Prince", 1), cipher.card("Marsh Prince (promo)", 1, key="marsh prince")
    assert cipher.check(cipher.deck({same: 1}, lead, apart=True)) == []


def test_a_deck_may_have_all_symbols_or_none(cipher, all_cards):
    """A8."""
    cards = [card for card in all_cards("cipher") if card.copies_max is None]
    one_of_each = {card.words("symbols")[0]: card for card in cards if len(card.words("symbols")) == 1}
    assert len(one_of_each) == 8
    assert cipher.legal(cipher.deck(dict.fromkeys(one_of_each.values(), 4)))
    none = list({card.name_key: card for card in cards if not card.words("symbols")}.values())[:13]
    leader = cipher.real("B10-089")
    assert not leader.words("symbols")
    deck = cipher.deck({card: 4 for card in none if card.name_key != leader.name_key}, leader)
    assert cipher.legal(deck)


# ---------------------------------------------------------------- Standard


def test_unlimited_plays_every_series_and_standard_names_the_cards_of_the_old_ones(cipher):
    """swdestinydb#152, Digimon-Card-App#504."""
    old = {cipher.real(number): 4 for number in ("B01-003", "B01-007", "S01-001")}
    deck = cipher.deck(old)
    assert cipher.check(deck) == []
    problems = cipher.check(deck, "standard")
    assert {problem.code for problem in problems} == {"not_in_format"}
    assert [problem.cards for problem in problems] == [(card.name,) for card in old]
    assert all("Standard" in problem.message and problem.source == "rulings.md: Standard" for problem in problems)
    assert "S01" in problems[2].message


def test_one_printing_in_a_later_series_makes_a_card_legal(cipher, all_cards):
    again = [
        card
        for card in all_cards("cipher")
        if min(one.series or 99 for one in card.printings) < 5 <= max(one.series for one in card.printings)
    ]
    assert again
    for card in again:
        assert cipher.legal(cipher.deck({card: 1}), "standard")


def test_cards_of_starter_eleven_are_legal_in_standard(cipher, all_cards):
    only = [card for card in all_cards("cipher") if {one.release for one in card.printings} == {"S11"}]
    assert only
    assert cipher.legal(cipher.deck(dict.fromkeys(only, 1)), "standard")


def test_the_main_character_must_be_in_the_format_too(cipher):
    assert cipher.only(cipher.deck(leader=cipher.card("Marsh Prince", 1, series=1)), "standard").lines == (1,)


# ---------------------------------------------------------------- All at once


def test_every_fault_is_told_at_once_the_most_binding_first(cipher):
    deck = cipher.deck({cipher.real("B01-007"): 5}, cipher.card("Marsh Prince", 2, series=22), size=40)
    assert cipher.codes(deck, "standard") == ["main_character_cost", "deck_size", "copy_limit", "not_in_format"]


# ---------------------------------------------------------------- In words


def test_names_with_commas_are_told_apart(cipher):
    princes = {cipher.card(f"{name}, Marsh Prince", 1): 1 for name in ("Orla", "Odo", "Ora")}
    fix = cipher.only(cipher.deck(princes, None)).fix
    assert fix == "Choose Orla, Marsh Prince; Odo, Marsh Prince; or Ora, Marsh Prince."


def test_of_many_who_could_lead_the_fix_names_a_few_and_the_problem_all(cipher):
    princes = {cipher.card(f"Prince {at}", 1): 1 for at in range(9)}
    problem = cipher.only(cipher.deck(princes, None))
    assert len(problem.cards) == 9
    assert problem.fix == "Choose Prince 0, Prince 1, Prince 2 or another of 9 that can be."
