"""Ashes, Setup: the First Five (data/ashes/rulings.md: First Five, Chained cards)."""

from __future__ import annotations

import pytest

from deckcli.games import find_format
from deckcli.games.ashes.construction import check


def five(ashes, *first):
    """A deck that opens with these cards and, up to five, with others of its own."""
    cards = dict.fromkeys(first, 1)
    others = [ashes.card(f"Opener {at}") for at in range(5 - len(first))]
    return ashes.deck(cards | dict.fromkeys(others, 1), first_five=(*first, *others))


def test_five_cards_of_the_deck_open(ashes):
    assert ashes.check(five(ashes)) == []


def test_a_list_need_not_name_its_first_five(ashes):
    assert ashes.check(ashes.deck(first_five=())) == []


@pytest.mark.parametrize(("count", "fix"), [(4, "Add 1 card."), (6, "Take out 1 card.")])
def test_another_number_than_five_is_named(ashes, count, fix):
    cards = [ashes.card(f"Opener {at}") for at in range(count)]
    problem = ashes.only(ashes.deck(dict.fromkeys(cards, 1), first_five=cards))
    assert (problem.code, problem.found, problem.allowed, problem.fix) == ("first_five_size", count, 5, fix)
    assert problem.lines == (51,)


def test_no_card_opens_twice(ashes):
    fox, *others = (ashes.card(name) for name in ("Ember Fox", "A", "B", "C"))
    deck = ashes.deck({fox: 3} | dict.fromkeys(others, 1), first_five=[fox, fox, *others])
    problem = ashes.only(deck)
    assert (problem.code, problem.cards, problem.found) == ("first_five_duplicate", ("Ember Fox",), 2)


def test_a_card_that_opens_is_in_the_deck(ashes):
    stranger, *others = (ashes.card(name) for name in ("Ember Fox", "A", "B", "C", "D"))
    problem = ashes.only(ashes.deck(dict.fromkeys(others, 1), first_five=[stranger, *others]))
    assert (problem.code, problem.cards, problem.severity) == ("first_five_not_in_deck", ("Ember Fox",), "error")


def test_the_line_of_each_card_is_told_where_the_list_has_one_for_each(ashes):
    from dataclasses import replace

    stranger, *others = (ashes.card(name) for name in ("Ember Fox", "A", "B", "C", "D"))
    deck = ashes.deck(dict.fromkeys(others, 1), first_five=[*others, stranger])
    assert ashes.only(replace(deck, first_five_lines=(3, 4, 5, 6, 7))).lines == (7,)


def two_exclusives(ashes):
    return five(
        ashes, ashes.card("Own", phoenixborn="Orla Brightmoor"), ashes.card("Too", phoenixborn="Orla Brightmoor")
    )


def test_two_exclusives_to_open_with_are_a_remark(ashes):
    problem = ashes.only(two_exclusives(ashes))
    assert (problem.code, problem.severity) == ("first_five_exclusives", "warning")
    assert (problem.found, problem.allowed, problem.cards) == (2, 1, ("Own", "Too"))


def test_two_exclusives_to_open_with_are_an_error_where_the_format_says_so(ashes):
    assert ashes.only(two_exclusives(ashes), first_five_exclusives=1).severity == "error"
    assert ashes.check(two_exclusives(ashes), first_five_exclusives=2) == []


def test_one_exclusive_to_open_with_is_fine(ashes):
    assert ashes.check(five(ashes, ashes.card("Own", phoenixborn="Orla Brightmoor")), first_five_exclusives=1) == []


def test_a_chained_card_to_open_with_is_a_remark_and_an_error_in_organised_play(ashes):
    meteor = ashes.real("Meteor")
    remark = ashes.only(five(ashes, meteor))
    assert (remark.code, remark.severity, remark.cards) == ("chained_first_five", "warning", ("Meteor",))
    assert ashes.only(five(ashes, meteor), chained=True).severity == "error"


def test_a_chained_card_may_be_in_any_deck(ashes):
    assert ashes.check(ashes.deck({ashes.real("Meteor"): 3}), chained=True) == []


@pytest.mark.parametrize(
    ("rules", "exclusives", "chained"),
    [
        ("constructed", "warning", "warning"),
        ("ashteki", "error", "warning"),
        ("organised", "warning", "error"),
    ],
)
def test_the_formats_of_the_first_five_say_what_binds(ashes, rules, exclusives, chained):
    form = find_format("ashes", rules)
    found = check(two_exclusives(ashes), form) + check(five(ashes, ashes.real("Meteor")), form)
    assert [(problem.code, problem.severity) for problem in found] == [
        ("first_five_exclusives", exclusives),
        ("chained_first_five", chained),
    ]
    assert [problem.source for problem in found] == ["rulings.md: First Five", "rulings.md: Chained cards"]


@pytest.mark.parametrize("rules", ["ashteki", "organised"])
def test_everything_else_is_as_in_constructed(rules):
    usual, own = find_format("ashes"), find_format("ashes", rules)
    assert usual.rules.items() <= own.rules.items()
    assert len(own.rules) == len(usual.rules) + 1
