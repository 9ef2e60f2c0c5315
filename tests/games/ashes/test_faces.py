"""Ashes, Costs and Card Types: a card's facts made into what the rules play with."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckcli.games.ashes.faces import (
    DICE,
    ActionCost,
    DiscardCost,
    ImpossibleCardError,
    MagicCost,
    Phoenixborn,
    Spell,
    Unit,
    Value,
    cost_of,
    face_of,
)


def spell(ashes, *cost):
    return ashes.card("Ice Tunnel", "Action Spell", cost=list(cost), placement="Discard")


def test_every_bundled_card_has_a_face(all_cards):
    kinds = [type(face_of(card)) for card in all_cards("ashes")]
    assert {kind: kinds.count(kind) for kind in (Phoenixborn, Unit, Spell)} == {Phoenixborn: 32, Unit: 191, Spell: 334}


def test_a_cost_is_paid_in_the_order_in_which_it_is_printed(ashes):
    cost = cost_of(spell(ashes, "main", "1 ceremonial:class", "2 basic", "1 discard"))
    assert cost.parts == (
        (ActionCost("main"),), (MagicCost(1, "ceremonial", "class"),), (MagicCost(2),), (DiscardCost(1),)
    )  # fmt: skip


def test_of_a_parallel_cost_one_side_is_paid(ashes):
    cost = cost_of(spell(ashes, "side", ["1 charm:power", "1 sympathy:power"], "1 divine:class"))
    assert cost.parts[1] == (MagicCost(1, "charm", "power"), MagicCost(1, "sympathy", "power"))
    assert cost.dice == {"divine"}
    assert cost.parallel_dice == {"charm", "sympathy"}


def test_actions_may_be_parallel_too(ashes):
    assert cost_of(spell(ashes, ["main", "side"], "1 basic")).parts[0] == (ActionCost("main"), ActionCost("side"))


def test_x_dice_are_no_number(ashes):
    assert cost_of(spell(ashes, "X charm:class")).magic == (MagicCost(None, "charm", "class"),)


def test_any_die_pays_a_basic_cost(ashes):
    assert cost_of(spell(ashes, "main", "2 basic")).dice == frozenset()


def test_a_cost_without_an_action_is_that_of_a_reaction(ashes):
    assert cost_of(ashes.real("Golden Veil")).is_reaction
    assert not cost_of(ashes.real("Fear")).is_reaction


def test_the_dice_of_a_cost_agree_with_those_the_data_name(all_cards):
    """The data derive `dice` and `parallel_dice` by other code, from cost and activated effects together."""
    for card in all_cards("ashes"):
        if "cost" in card.face.facts:
            named = {*card.words("dice"), *card.words("parallel_dice"), *card.words("effect_dice")}
            cost = cost_of(card)
            assert cost.dice | cost.parallel_dice <= named, card.slug


def test_the_magic_of_a_cost_agrees_with_the_number_the_data_name(all_cards):
    for card in all_cards("ashes"):
        cost = cost_of(card)
        parts = [max(side.count or 0 for side in part) for part in cost.parts if isinstance(part[0], MagicCost)]
        assert card.number("magic") in (None, sum(parts)), card.slug


@pytest.mark.parametrize(
    ("written", "value"),
    [(3, Value(3)), (0, Value(0)), ("X", Value(None)), ("+1", Value(1, True)), ("-3", Value(-3, True)),
     ("+X", Value(None, True))],
)  # fmt: skip
def test_a_value_is_a_number_an_x_or_a_bonus(ashes, written, value):
    armour = ashes.card("Armour", "Alteration Spell", cost=["side"], attack=written, placement="Unit")
    face = face_of(armour)
    assert isinstance(face, Spell)
    assert face.attack == value


def test_an_exclusive_names_its_owner_and_a_conjuration_its_number(ashes):
    face = face_of(ashes.real("Mist Spirit"))
    assert isinstance(face, Unit)
    assert (face.copies, face.cost.parts, face.owner) == (ashes.real("Mist Spirit").number("conjuration_limit"), (), "")
    assert face_of(ashes.real("Fear")).owner == "Jessa Na Ni"


@pytest.mark.parametrize(
    "token", ["1 fire:class", "0 basic", "main action", "1 charm:basic", "", 2, "1 charm", "-1 basic"]
)
def test_a_cost_that_no_card_has_is_refused_with_its_words(ashes, token):
    with pytest.raises(ImpossibleCardError, match="ice-tunnel"):
        cost_of(spell(ashes, token))


@pytest.mark.parametrize(
    ("kind", "facts"),
    [
        ("Aspect", {}),
        ("Ally", {"cost": ["main"], "attack": 1, "life": 1}),
        ("Ally", {"attack": 1, "life": 1, "recover": 0}),
        ("Ally", {"cost": ["main"], "attack": -1, "life": 1, "recover": 0}),
        ("Ally", {"cost": "main", "attack": 1, "life": 1, "recover": 0}),
        ("Ally", {"cost": [["main", "side", "1 basic"]], "attack": 1, "life": 1, "recover": 0}),
        ("Conjuration", {"attack": 1, "life": 1, "recover": 0}),
        ("Conjuration", {"cost": ["main"], "attack": 1, "life": 1, "recover": 0, "conjuration_limit": 2}),
        ("Phoenixborn", {"life": 0, "battlefield": 5, "spellboard": 4}),
        ("Phoenixborn", {"life": "X", "battlefield": 5, "spellboard": 4}),
    ],
)
def test_facts_that_no_card_has_are_refused(ashes, kind, facts):
    with pytest.raises(ImpossibleCardError):
        face_of(ashes.card("Impossible", kind, **facts))


@given(st.integers(1, 9), st.sampled_from(DICE), st.sampled_from(["class", "power"]))
def test_every_magic_cost_reads_as_it_is_written(count, die, level):
    from catalog.card import Card, Face, Printing

    face = Face("A", "Ready Spell", {"cost": (f"{count} {die}:{level}",)})
    assert cost_of(Card("ashes", "a", "A", "a", (face,), (Printing("x"),))).magic == (MagicCost(count, die, level),)
