"""Ashes, a retail deck as it was sold (data/ashes/rulings.md: Retail decks)."""

from __future__ import annotations

import pytest

from catalog.home import Home
from catalog.reading import Catalog
from deckcli.decks.deck import MAIN, Slot
from deckcli.decks.formats import read
from deckcli.games.ashes.retail import decks_of, products, retail_decks
from deckcli.games.verdict import judge


@pytest.mark.parametrize("rules", ["precon", "constructed", "one-collection", "heroic-2"])
def test_every_retail_deck_is_legal_as_it_was_sold(ashes, sold, slugs, rules):
    assert len(slugs) == 60
    assert [slug for slug in slugs if not ashes.legal(sold(slug), rules)] == []


def test_one_card_exchanged_names_the_deck_and_both_cards(ashes, sold):
    problem = ashes.only(sold("the-iron-men", {"Cover": 2, "Fester": 1}), "precon")
    assert (problem.code, problem.severity, problem.source) == ("not_precon", "error", "rulings.md: Retail decks")
    assert problem.message == (
        "This is no retail deck as it was sold. The nearest, The Iron Men, has no Fester (here 1) and 3 Cover (here 2)."
    )
    assert (problem.cards, problem.found, problem.allowed) == (("Fester",), 1, 0)
    assert problem.fix == "Take out 1 Fester. Add 1 Cover."
    assert problem.suggestions == ("The Iron Men",)
    assert problem.lines == (12,)


def test_of_two_decks_of_a_phoenixborn_the_nearer_is_named(ashes, sold):
    box = ashes.one("not_precon", sold("the-corpse-of-viros-coal", {"Old Salt": 1, "Iron Worker": 2}), "precon")
    assert box.suggestions == ("The Corpse of Viros: Coal",)


def test_another_phoenixborn_of_the_same_box_is_another_deck(ashes, sold):
    problem = ashes.one("not_precon", sold("the-corpse-of-viros-coal", leader="Noah Redmoon"), "precon")
    assert problem.fix.startswith("Take out 1 Noah Redmoon. Add 1 Coal Roarkwin.")


def test_other_dice_are_told_alone(ashes, sold):
    problem = ashes.only(sold("the-iron-men", dice={"ceremonial": 6, "natural": 4}), "precon")
    assert problem.message.endswith("The Iron Men, has 5 ceremonial dice (here 6) and 5 natural dice (here 4).")
    assert problem.fix == "Bring 5 ceremonial and 5 natural dice."
    assert (problem.cards, problem.found) == ((), None)


def test_the_first_five_may_be_others(ashes, sold):
    deck = sold("the-iron-men", {"Cover": 3})
    assert deck.first_five == ()
    assert ashes.legal(deck, "precon")


def test_a_deck_with_nothing_of_any_retail_deck_is_told_in_bounds(ashes):
    many = {ashes.card(f"Own {at}"): 1 for at in range(500)}
    problem = ashes.one("not_precon", ashes.deck(many), "precon")
    assert problem.found == 501
    assert "461 other cards" in problem.fix
    assert len(problem.message) < 4000


def test_a_retail_deck_in_the_making_may_have_what_is_missing_and_nothing_else(ashes, sold):
    begun = sold("the-iron-men", {"Cover": 1, "Strengthen": 0})
    assert ashes.can_add(begun, ashes.real("Cover"), "precon") == []
    assert ashes.can_add(begun, ashes.real("Strengthen"), "precon") == []
    (problem,) = ashes.can_add(begun, ashes.real("Fester"), "precon")
    assert (problem.code, problem.cards) == ("not_precon", ("Fester",))


def test_a_card_that_no_deck_can_hold_makes_no_other_retail_deck(ashes, sold):
    spirit = Slot(ashes.real("Mist Spirit"), 1, MAIN, (40,))
    deck = sold("the-iron-men")
    held = type(deck)(deck.game, deck.name, (*deck.slots, spirit), deck.dice)
    assert ashes.codes(held, "precon") == ["not_deckable"]


def test_the_lists_are_read_once_and_tell_the_product_of_every_card(all_cards):
    assert retail_decks() is retail_decks()
    in_products = {card.name for card in all_cards("ashes") if card.name_key in products()}
    kinds = {"Ally", "Ready Spell", "Action Spell", "Alteration Spell", "Reaction Spell"}
    assert {card.name for card in all_cards("ashes") if card.type in kinds} - in_products == {"Channel Magic"}


def test_the_decks_of_a_box_share_their_ordinary_cards_and_nothing_else_is_sold_twice():
    for deck in retail_decks():
        assert all(products()[key] == deck.product for key in deck.copies if key != deck.phoenixborn)
        assert (sum(deck.copies.values()), sum(deck.dice.values())) == (31, 10)
    assert len({deck.product for deck in retail_decks()}) == 32 + 7
    assert [deck.name for deck in decks_of("coal roarkwin")] == ["The Corpse of Viros: Coal", "The Iron Men"]


# ---------------------------------------------------------------- a list that names these rules, judged by others

LIST = """Game: Ashes Reborn
Rules: {rules}
Phoenixborn: Coal Roarkwin
Dice: 5 ceremonial, 5 natural

3 Anchornaut
3 Chant of Revenge
3 Close Combat
3 Cover
3 Expand Energy
3 Hammer Knight
3 Iron Worker
3 One Hundred Blades
2 Strengthen
3 Summon Iron Rhino
1 {last}
"""


def judged(built_home, list_rules, last, rules=""):
    wanted = read(LIST.format(rules=list_rules, last=last).encode(), "list")
    with Catalog.open(Home(built_home, built_home / "library.db")) as catalog:
        return judge(wanted, catalog, rules=rules)


def test_a_list_that_says_it_is_a_precon_hears_as_a_warning_elsewhere_that_it_is_none(built_home):
    verdict = judged(built_home, "precon", "Fester", "constructed")
    assert verdict.legal
    assert [(problem.code, problem.severity) for problem in verdict.problems] == [("not_precon", "warning")]
    assert not judged(built_home, "precon", "Fester").legal


def test_a_list_that_says_it_is_for_a_campaign_hears_the_same(built_home):
    assert judged(built_home, "campaign-1", "Fester", "constructed").problems == ()
    verdict = judged(built_home, "campaign-1", "Fester", "precon")
    assert [problem.code for problem in verdict.problems] == ["not_precon"]


def test_a_list_that_says_nothing_hears_nothing(built_home):
    assert judged(built_home, "constructed", "Fester").problems == ()
    assert judged(built_home, "nonsense", "Fester", "constructed").problems == ()
