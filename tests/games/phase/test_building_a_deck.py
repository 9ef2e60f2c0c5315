"""Phase, Deck construction (`data/phase/rulings.md`): house rules, and what each says."""

from __future__ import annotations

import pytest

from deckcli.decks.deck import MAIN, SIDE, Slot
from deckcli.games import formats
from deckcli.games.game import sum_text
from deckcli.games.phase.construction import sums

NOTE = "the printed guidelines for building a deck are not available."


def told(problem):
    return (problem.code, problem.severity, problem.found, problem.allowed)


def errors(phase, deck, rules=""):
    return [problem for problem in phase.check(deck, rules) if problem.severity == "error"]


def test_the_formats_are_a_whole_faction_and_two_house_sizes():
    sizes = {key: rules.number("deck_size") for key, rules in formats("phase").items()}
    assert sizes == {"faction": 100, "phase-house": 30, "phase-house-50": 50}


@pytest.mark.parametrize("rules", ["faction", "phase-house", "phase-house-50"])
@pytest.mark.parametrize("size", [0, 30, 100])
def test_every_verdict_says_that_its_rules_are_ours(phase, rules, size):
    note = phase.one("house_rule", phase.deck(size=size), rules)
    assert note.severity == "note"
    assert note.message.endswith(NOTE)
    assert note.source == "rulings.md: Deck construction"


def test_a_hundred_different_cards_of_one_faction_are_a_deck(phase):
    assert phase.legal(phase.deck())
    assert phase.codes(phase.deck()) == ["house_rule"]


@pytest.mark.parametrize(
    ("rules", "size", "fix"),
    [
        ("faction", 99, "Add 1 card."),
        ("faction", 101, "Take out 1 card."),
        ("phase-house", 100, "Take out 70 cards."),
        ("phase-house", 29, "Add 1 card."),
        ("phase-house-50", 48, "Add 2 cards."),
    ],
)
def test_a_deck_of_another_size_is_told_how_many_to_add_or_take_out(phase, rules, size, fix):
    problem = phase.one("deck_size", phase.deck(size=size), rules)
    assert (problem.found, problem.allowed) == (size, phase.rules(rules).number("deck_size"))
    assert problem.fix == fix
    assert not phase.legal(phase.deck(size=size), rules)


@pytest.mark.parametrize("rules", ["faction", "phase-house", "phase-house-50"])
def test_each_physical_card_is_in_a_deck_once(phase, rules):
    dawn = phase.card("Dawn")
    problem = phase.one("copy_limit", phase.deck({dawn: 2}), rules)
    assert told(problem) == ("copy_limit", "error", 2, 1)
    assert problem.message == "2 copies of Dawn // Not Dawn, and a deck may have 1."


def test_the_same_face_may_stand_on_several_cards(phase):
    """Sample Turn: The Flying Death is in play while another is played from the hand."""
    one = phase.card("Squeezle")
    other = phase.card("Trivet")
    twin = type(one)(
        "phase", "squeezle-trivet", "Squeezle // Not Trivet", "squeezle // not trivet",
        (one.faces[0], other.faces[1]), one.printings,
    )  # fmt: skip
    assert phase.legal(phase.deck({one: 1, other: 1, twin: 1}))


def test_a_reference_card_is_no_part_of_a_deck_and_does_not_count(phase):
    reference = phase.card("Reference Card", kind="Reference")
    deck = phase.deck(more=[Slot(reference, 6, MAIN, (200,))])
    problem = phase.one("not_deckable", deck)
    assert (problem.message, problem.found, problem.lines) == (
        "Reference Card is of type Reference, which is no part of a deck.", 6, (200,),
    )  # fmt: skip
    assert "deck_size" not in phase.codes(deck)
    assert sum_text(sums(deck)) == "100 counted (100 main) + 6 not counted (6 main) = 106 in all"


def test_a_faction_deck_has_one_faction_and_all_its_hundred_cards(phase):
    wolf, stray = phase.card("Wolf", "Fengarian"), phase.card("Stray", "")
    deck = phase.deck({wolf: 1, stray: 1})
    mix = phase.one("faction_mix", deck)
    assert told(mix) == ("faction_mix", "error", 3, 1)
    assert mix.message == (
        "Cards of 3 factions (98 of Keeper, 1 of Fengarian and 1 of no named faction), and a deck may have 1."
    )
    assert (mix.cards, mix.lines, mix.fix) == ((wolf.name, stray.name), (2, 3), "Keep the cards of Keeper.")
    size = phase.one("faction_size", deck)
    assert told(size) == ("faction_size", "error", 98, 100)
    assert size.fix == "Put 2 cards of Keeper in place of the others."


def test_a_faction_deck_that_only_lacks_cards_hears_it_once(phase):
    assert [problem.code for problem in errors(phase, phase.deck(size=97))] == ["deck_size"]


def test_a_house_deck_may_mix_factions_and_hears_of_more_than_two(phase):
    wolf, ray = phase.card("Wolf", "Fengarian"), phase.card("Ray", "Sun Dominion")
    two, three = phase.deck({wolf: 1}, size=30), phase.deck({wolf: 1, ray: 1}, size=30)
    assert phase.codes(two, "phase-house") == ["house_rule"]
    assert told(phase.one("faction_mix", three, "phase-house")) == ("faction_mix", "warning", 3, 2)
    assert phase.legal(three, "phase-house")


def test_cards_of_no_named_faction_are_none_of_the_factions_of_a_house_deck(phase):
    cards = {phase.card("Wolf", "Fengarian"): 1, phase.card("Stray", ""): 1}
    assert phase.codes(phase.deck(cards, size=30), "phase-house") == ["house_rule"]


def test_what_stands_beside_the_deck_does_not_count(phase):
    deck = phase.deck(more=[Slot(phase.card("Spare"), 3, SIDE)])
    assert phase.legal(deck)
    assert phase.counts(deck) == {"main": 100}
    assert sum_text(sums(deck)) == "100 counted (100 main) + 3 not counted (3 side) = 103 in all"


def test_an_empty_deck_has_no_faction_to_be_wrong(phase):
    assert [problem.code for problem in errors(phase, phase.deck(size=0))] == ["deck_size"]
