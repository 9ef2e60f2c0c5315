"""Ashes, the conjuration pile of a list against the one that follows from the cards (rulings.md: Conjuration pile)."""

from __future__ import annotations

import pytest


def piles(ashes, given, wanted):
    spirits = {name: ashes.card(name, "Conjuration", conjuration_limit=9) for name in {*given, *wanted}}
    return ashes.deck(
        pile={spirits[name]: count for name, count in given.items()},
        derived={spirits[name]: count for name, count in wanted.items()},
    )


def test_a_list_without_a_pile_has_no_fault(ashes):
    assert ashes.check(piles(ashes, {}, {"Mist Spirit": 9})) == []


def test_a_pile_that_agrees_has_no_fault(ashes):
    assert ashes.check(piles(ashes, {"Mist Spirit": 9}, {"Mist Spirit": 9})) == []


@pytest.mark.parametrize(
    ("given", "wanted", "code", "card", "found", "allowed"),
    [
        ({"Owl": 1}, {"Owl": 1, "Mist Spirit": 9}, "pile_missing", "Mist Spirit", 0, 9),
        ({"Owl": 1, "Fox": 2}, {"Owl": 1}, "pile_extra", "Fox", 2, 0),
        ({"Owl": 3}, {"Owl": 1}, "pile_count", "Owl", 3, 1),
    ],
)
def test_a_pile_that_differs_is_a_warning(ashes, given, wanted, code, card, found, allowed):
    problem = ashes.only(piles(ashes, given, wanted))
    assert (problem.code, problem.severity, problem.cards) == (code, "warning", (card,))
    assert (problem.found, problem.allowed) == (found, allowed)
    assert problem.source == "rulings.md: Conjuration pile"


def test_a_pile_that_differs_leaves_the_deck_legal(ashes):
    """T#998: lists are stale through errata."""
    assert ashes.legal(piles(ashes, {"Indiglow Creeper": 3}, {"Indiglow Creeper": 1}))


def test_the_verdict_counts_the_pile_that_follows_from_the_cards(ashes):
    assert ashes.counts(piles(ashes, {"Owl": 3}, {"Owl": 1}))["conjurations"] == 1
