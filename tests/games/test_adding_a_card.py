"""Asking whether one more may be added, and judging the deck with it: the same answer (phase-rs/phase#6657)."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from deckcli.decks.deck import MAIN
from deckcli.games import formats
from deckcli.games.limits import with_one_more

ADDING = {
    "copy_limit", "exclusive_total", "not_deckable", "wrong_phoenixborn", "many_phoenixborn", "not_in_format",
    "draft_picks", "campaign_precons", "campaign_switch", "not_precon", "faction_mix",
}  # fmt: skip
"""What one card more can break. Of a retail deck only what is too many counts: what it lacks may still be added."""
COUNTS = st.lists(st.integers(0, 5), min_size=9, max_size=9)


def faults(problems):
    told = (problem for problem in problems if problem.code != "not_precon" or problem.found)
    return {(problem.code, problem.cards, problem.found) for problem in told if problem.code in ADDING}


def agree(bench, deck, card, rules=""):
    """Adding says just what the check finds new: a rule, a card or a number that was not there before."""
    said = bench.can_add(deck, card, rules)
    with_it, without = bench.check(with_one_more(deck, card), rules), bench.check(deck, rules)
    assert faults(said) == faults(with_it) - faults(without)
    assert all(problem in with_it for problem in said)


def some(cards, counts):
    return {card: count for card, count in zip(cards, counts, strict=True) if count}


@given(counts=COUNTS, led=st.booleans(), rules=st.sampled_from([*formats("ashes")]))
def test_in_ashes_both_agree_about_every_card(ashes, counts, led, rules):
    cards = [
        ashes.card("Own", phoenixborn="Orla Brightmoor"),
        ashes.card("Also", phoenixborn="Orla Brightmoor"),
        ashes.card("Fear", phoenixborn="Jessa Na Ni"),
        ashes.card("Fox"),
        ashes.card("Vixen", key="fox"),
        ashes.card("Swarm", copies_max=-1),
        ashes.card("Rare", copies_max=1),
        ashes.card("Mist Spirit", "Conjuration"),
        ashes.phoenixborn("Odo Marsh"),
    ]
    deck = ashes.deck(some(cards, counts), "" if led else None, size=0)
    for card in cards:
        agree(ashes, deck, card, rules)


SOLD = (
    ("Coal Roarkwin", "Noah Redmoon", "Dimona Odinstar"),
    # Two of his own decks, exclusive cards of both, one of no deck at all, and cards of four other products.
    ("Anchornaut", "Cover", "Iron Worker", "One Hundred Blades", "Final Stand", "Old Salt", "Infuriate",
     "Channel Magic", "Fester", "Regress", "Silver Paladin", "Pride", "Purge", "Ice Trap"),
)  # fmt: skip


@given(
    counts=st.lists(st.integers(0, 3), min_size=len(SOLD[1]), max_size=len(SOLD[1])),
    leader=st.sampled_from(SOLD[0]),
    name=st.sampled_from([*SOLD[1], "Mist Spirit", "Rin Northfell", "Tide Caller"]),
)
def test_in_ashes_both_agree_about_real_cards_in_every_format(ashes, counts, leader, name):
    card = ashes.card(name) if name == "Tide Caller" else ashes.real(name)
    deck = ashes.deck(some(map(ashes.real, SOLD[1]), counts), ashes.real(leader), size=0)
    for rules in formats("ashes"):
        agree(ashes, deck, card, rules)


@given(counts=COUNTS, apart=st.booleans(), rules=st.sampled_from(["unlimited", "standard"]))
def test_in_cipher_both_agree_about_every_card(cipher, counts, apart, rules):
    lead = cipher.card("Marsh Prince", 1, series=22)
    cards = [
        lead,
        cipher.card("Marsh Prince (promo)", 1, key="marsh prince", series=22),
        cipher.card("Old", series=1),
        cipher.card("Older", key="old", series=4),
        cipher.card("New", series=5),
        cipher.card("Starter", release="S11", series=0),
        cipher.card("Any", copies_max=-1, series=22),
        cipher.card("Seven", copies_max=7, series=22),
        cipher.card("One", copies_max=1, series=22),
    ]
    deck = cipher.deck(some(cards, counts), lead, apart=apart, size=0)
    for card in cards:
        agree(cipher, deck, card, rules)


@given(counts=COUNTS, rules=st.sampled_from([*formats("phase")]), size=st.integers(0, 40))
def test_in_phase_both_agree_about_every_card(phase, counts, rules, size):
    cards = [
        phase.card("Dawn"),
        phase.card("Noon"),
        phase.card("Wolf", "Fengarian"),
        phase.card("Pup", "Fengarian"),
        phase.card("Ray", "Sun Dominion"),
        phase.card("Ember", "Ash Court"),
        phase.card("Stray", ""),
        phase.card("Lost", ""),
        phase.card("Reference Card", kind="Reference"),
    ]
    deck = phase.deck(some(cards, counts), size=size)
    for card in cards:
        agree(phase, deck, card, rules)


def test_a_fourth_copy_may_not_be_added_and_the_limit_is_told(ashes):
    fox = ashes.card("Ember Fox")
    (problem,) = ashes.can_add(ashes.deck({fox: 3}), fox)
    assert (problem.code, problem.cards, problem.found, problem.allowed) == ("copy_limit", ("Ember Fox",), 4, 3)


def test_a_fault_that_is_there_already_does_not_keep_another_card_out(ashes):
    deck = ashes.deck({ashes.card("Ember Fox"): 5, ashes.card("Fear", phoenixborn="Jessa Na Ni"): 1})
    assert ashes.can_add(deck, ashes.card("Glass Warden")) == []


def test_a_card_may_be_added_to_a_deck_that_is_too_large(ashes):
    """Sizes are for the finished deck to keep."""
    assert ashes.can_add(ashes.deck(size=33), ashes.card("Glass Warden")) == []


def test_asking_leaves_the_deck_as_it_was(ashes):
    fox = ashes.card("Ember Fox")
    deck = ashes.deck({fox: 2})
    ashes.can_add(deck, fox)
    assert with_one_more(deck, fox).pile(MAIN)[0].count == 3
    assert deck.pile(MAIN)[0].count == 2
