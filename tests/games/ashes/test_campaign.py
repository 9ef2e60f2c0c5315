"""Ashes, the decks of a Red Rains campaign (data/ashes/rulings.md: Campaign decks, Heroic switch)."""

from __future__ import annotations

import pytest

from deckcli.games import find_format, formats

# The cards of two other retail decks, as a player would exchange them.
BLACKCLOUD = ("Fester", "Regress")
SIEGE = ("Silver Paladin", "Pride")
BASE = ("Anchornaut", "Chant of Revenge", "Close Combat", "Cover", "Expand Energy", "Hammer Knight", "Iron Worker",
        "Strengthen", "Summon Iron Rhino")  # fmt: skip
CAMPAIGN = ("campaign_base", "campaign_precons", "campaign_switch")


def exchanged(sold, *names, leader=""):
    """The Iron Men with three copies of each of these in place of as many of its own cards."""
    return sold("the-iron-men", dict.fromkeys(BASE[: len(names)], 0) | dict.fromkeys(names, 3), leader)


@pytest.mark.parametrize(
    ("key", "decks", "base", "switch"),
    [
        ("campaign-1", 2, 8, None),
        ("campaign-2", 3, 5, None),
        ("campaign-3", 4, 2, None),
        ("campaign-1-heroic", 2, 7, 1),
        ("campaign-2-heroic", 3, 4, 1),
        ("campaign-3-heroic", 4, 1, 1),
        ("heroic-2", 3, 4, 1),
    ],
)
def test_each_level_has_its_numbers(key, decks, base, switch):
    rules = find_format("ashes", key)
    assert tuple(map(rules.number, ("retail_decks", "base_cards", "switch_cards"))) == (decks, base, switch)


@pytest.mark.parametrize("level", ["campaign-1", "campaign-1-heroic", "campaign-3", "heroic-2"])
def test_a_retail_deck_is_a_campaign_deck_of_every_level(ashes, sold, level):
    assert ashes.legal(sold("the-iron-men"), level)
    assert ashes.legal(sold("the-siege-of-lordswall-dimona"), level)


def test_channel_magic_may_be_in_every_deck_and_counts_nowhere(ashes, sold):
    assert ashes.legal(exchanged(sold, "Channel Magic"), "campaign-1")


def test_on_the_first_level_nothing_else_may_be_exchanged(ashes, sold):
    problem = ashes.only(exchanged(sold, "Channel Magic", "Fester"), "campaign-1")
    assert (problem.code, problem.severity, problem.found, problem.allowed) == ("campaign_base", "error", 7, 8)
    assert problem.message == (
        "7 cards by name from The Iron Men, the retail deck of Coal Roarkwin, and Campaign level 1 keeps at least 8."
    )
    assert problem.cards == ("Anchornaut", "Chant of Revenge")
    assert problem.fix == "Put back 1 of the cards that are not exclusive: Anchornaut or Chant of Revenge."
    assert problem.source == "rulings.md: Campaign decks"


def test_a_heroic_level_allows_one_switch(ashes, sold):
    assert ashes.legal(exchanged(sold, "Channel Magic", "Fester"), "campaign-1-heroic")


def test_names_are_counted_and_not_copies(ashes, sold):
    changes = dict.fromkeys(BASE, 1) | {"Fester": 3, "Regress": 3, "Channel Magic": 3}
    assert ashes.codes(sold("the-iron-men", changes), "campaign-2") == ["deck_size"]


def test_the_cards_of_another_retail_deck_too_many_are_named(ashes, sold):
    problem = ashes.only(exchanged(sold, *BLACKCLOUD, "Silver Paladin", "Purge"), "campaign-2")
    assert (problem.code, problem.found, problem.allowed) == ("campaign_precons", 4, 3)
    assert "5 of The Iron Men" in problem.message
    assert "2 of The Children of Blackcloud" in problem.message
    assert problem.message.endswith("and Campaign level 2 allows 3.")
    assert problem.cards == ("Purge",)
    assert problem.fix == "Do without The Cloudsea Siren: take out Purge."
    assert problem.source == "rulings.md: Campaign decks"


def test_with_as_many_retail_decks_as_allowed_one_gives_a_single_card(ashes, sold):
    assert ashes.legal(exchanged(sold, *BLACKCLOUD, "Silver Paladin"), "heroic-2")
    problem = ashes.only(exchanged(sold, *BLACKCLOUD, *SIEGE), "heroic-2")
    assert (problem.code, problem.found, problem.allowed) == ("campaign_switch", 2, 1)
    assert problem.cards == BLACKCLOUD
    assert problem.fix == "Keep 1 of The Children of Blackcloud: Fester or Regress."
    assert problem.source == "rulings.md: Heroic switch"
    assert ashes.legal(exchanged(sold, *BLACKCLOUD, *SIEGE), "campaign-2")


def test_with_fewer_retail_decks_nothing_need_be_single(ashes, sold):
    assert ashes.legal(exchanged(sold, *BLACKCLOUD), "heroic-2")


def test_the_base_itself_is_no_switch(ashes, sold):
    """Ashteki lets it be; see the ruling."""
    changes = dict.fromkeys(BASE[1:], 0) | dict.fromkeys((*BLACKCLOUD, *SIEGE, "Purge", "Seal"), 3)
    codes = ashes.codes(sold("the-iron-men", changes), "campaign-3-heroic")
    assert [code for code in codes if code in CAMPAIGN] == ["campaign_switch"]


def test_a_box_is_one_retail_deck_whoever_of_its_four_leads(ashes, sold):
    deck = sold("the-siege-of-lordswall-dimona", {"Take to the Skies": 0, "Channel Magic": 3}, "James Endersight")
    assert ashes.legal(deck, "campaign-1")


def test_the_own_retail_deck_with_more_cards_is_the_base(ashes, sold):
    box = ("Old Salt", "Infuriate", "Blood Brawl")
    assert ashes.legal(exchanged(sold, *box), "campaign-2")
    mostly_box = sold("the-corpse-of-viros-coal", {"Old Salt": 0, "Infuriate": 0, "Cover": 3, "Strengthen": 3})
    problem = ashes.one("campaign_base", mostly_box, "campaign-1")
    assert "7 cards by name from The Corpse of Viros: Coal" in problem.message


def test_anothers_retail_deck_is_no_base(ashes, sold):
    deck = sold("the-iron-men", {"One Hundred Blades": 0, "Channel Magic": 3}, leader="Noah Redmoon")
    problem = ashes.only(deck, "campaign-1")
    assert (problem.code, problem.found) == ("campaign_base", 0)
    assert "the retail deck of Noah Redmoon" in problem.message


def test_a_phoenixborn_of_no_retail_deck_has_no_campaign(ashes):
    deck = ashes.deck({ashes.real("Channel Magic"): 3}, size=3)
    problem = ashes.one("campaign_base", deck, "campaign-1")
    assert problem.message == "Orla Brightmoor has no retail deck, and Campaign level 1 starts from one."


def test_a_card_of_no_retail_deck_is_not_exchanged_for(ashes, sold):
    deck = sold("the-iron-men", {"Cover": 0})
    own = ashes.card("Tide Caller")
    (problem,) = ashes.can_add(deck, own, "campaign-2")
    assert (problem.code, problem.cards, problem.source) == (
        "not_in_format", ("Tide Caller",), "rulings.md: Campaign decks",
    )  # fmt: skip
    assert problem.fix == "Take out 1 Tide Caller."


def test_one_card_more_may_be_what_a_level_does_not_allow(ashes, sold):
    full = exchanged(sold, *BLACKCLOUD, "Silver Paladin")
    assert ashes.can_add(full, ashes.real("Anchornaut"), "heroic-2") == []
    (fourth,) = ashes.can_add(full, ashes.real("Purge"), "heroic-2")
    (second,) = ashes.can_add(full, ashes.real("Pride"), "heroic-2")
    assert (fourth.code, second.code) == ("campaign_precons", "campaign_switch")


@pytest.mark.parametrize("rules", ["constructed", "ashteki", "organised", "one-collection"])
def test_other_formats_know_no_campaign(ashes, sold, rules):
    assert ashes.legal(exchanged(sold, *BLACKCLOUD, *SIEGE, "Purge"), rules)


def test_what_a_list_hears_elsewhere_are_rules_of_its_format():
    for rules in formats("ashes").values():
        codes = rules.words("remarks")
        assert set(codes) <= {"not_precon", *CAMPAIGN}
        assert ("campaign_switch" in codes) == (rules.number("switch_cards") is not None)
