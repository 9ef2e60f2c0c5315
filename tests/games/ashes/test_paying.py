"""Ashes, Costs: higher dice pay for lower ones of their type, any die for a basic cost."""

from __future__ import annotations

from itertools import permutations
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from deckcli.games.ashes.cards import ANY_DIE, CLASS, POWER, Atom
from deckcli.games.ashes.paying import bills, covers, in_pool, size, slot

TYPES = (0, 1, 3)
dice = st.lists(st.tuples(st.sampled_from(TYPES), st.integers(0, 2)), max_size=5)
needs = st.lists(
    st.one_of(
        st.tuples(st.sampled_from(TYPES), st.sampled_from((CLASS, POWER))), st.just((ANY_DIE, 0))
    ),
    max_size=4,
)  # fmt: skip


def pool_of(shown: list[tuple[int, int]]) -> int:
    return sum(1 << slot(type_, level) for type_, level in shown)


def can_pay(shown: list[tuple[int, int]], needed: list[tuple[int, int]]) -> bool:
    """By trying everything."""
    if len(needed) > len(shown):
        return False
    return any(
        all(
            type_ == ANY_DIE or (have == type_ and face >= level)
            for (have, face), (type_, level) in zip(way, needed, strict=False)
        )
        for way in permutations(shown, len(needed))
    )


@settings(max_examples=200)
@given(dice, needs)
def test_a_cost_is_payable_when_some_assignment_of_dice_pays_it(
    shown: list[tuple[int, int]], needed: list[tuple[int, int]]
) -> None:
    (bill,) = bills(tuple(Atom("dice", 1, type_, level) for type_, level in needed))
    assert covers(pool_of(shown), bill) is can_pay(shown, needed)


@given(dice)
def test_a_pool_is_one_number(shown: list[tuple[int, int]]) -> None:
    pool = pool_of(shown)
    assert size(pool) == len(shown)
    assert all(in_pool(pool, type_, level) == shown.count((type_, level)) for type_ in TYPES for level in range(3))


def test_a_class_cost_takes_the_class_face(laid: Any) -> None:
    ashes = laid({"phoenixborn": "Aradel Summergaard", "active": ["natural power", "natural class"]},
                 {"battlefield": ["Hammer Knight"]})  # fmt: skip
    ashes.choose("Use Aradel Summergaard: Water Blast")
    assert ashes.told()["a"]["active"] == ["natural power"]


def test_who_pays_is_asked_which_types_pay_for_basic_costs(laid: Any) -> None:
    ashes = laid({"hand": ["Anchornaut"], "active": ["natural power", "charm basic", "charm power"]})
    ashes.choose("Play Anchornaut")
    assert ashes.offered() == ["charm basic", "natural power"]
    ashes.choose("charm basic")
    assert ashes.told()["a"]["active"] == ["charm power", "natural power"]


def test_two_basics_are_asked_for_in_one_order(laid: Any) -> None:
    ashes = laid({"phoenixborn": "Maeoni Viper", "battlefield": ["Iron Worker"],
                  "active": ["natural basic", "charm basic", "charm class"]}, {})  # fmt: skip
    ashes.choose("Use Maeoni Viper: Command Strike")
    assert ashes.offered() == ["charm class", "natural basic"]


def test_a_power_face_may_pay_where_the_effect_looks_at_it(laid: Any) -> None:
    ashes = laid({"spellboard": ["Summon Masked Wolf", "Summon Masked Wolf"], "pile": ["Masked Wolf"],
                  "active": ["illusion power", "illusion class"]})  # fmt: skip
    ashes.choose("Use Summon Masked Wolf (1)", "illusion power")
    assert ashes.told()["table"]["sides"] == 1


def test_what_cannot_be_paid_is_not_offered(laid: Any) -> None:
    ashes = laid({"hand": ["Ice Trap", "Hammer Knight", "Anchornaut"], "active": ["natural power"]})
    assert [label for label in ashes.offered() if label.startswith("Play")] == ["Play Anchornaut"]


def test_a_discard_cannot_be_the_card_that_is_played(laid: Any) -> None:
    """Coal's Slash discards a card; with an empty hand it is not offered."""
    with_one = laid({"phoenixborn": "Coal Roarkwin", "hand": ["Cover"]}, {"battlefield": ["Iron Worker"]})
    assert "Use Coal Roarkwin: Slash" in with_one.offered()
    without = laid({"phoenixborn": "Coal Roarkwin"}, {"battlefield": ["Iron Worker"]})
    assert "Use Coal Roarkwin: Slash" not in without.offered()


def test_of_a_parallel_cost_one_side_is_paid(laid: Any) -> None:
    both = laid({"spellboard": ["Empower"], "battlefield": ["Iron Worker"],
                 "active": ["natural class", "sympathy class"]})  # fmt: skip
    both.choose("Use Empower")
    assert both.offered() == ["Pay 1 natural class", "Pay 1 sympathy class"]
    both.choose("Pay 1 sympathy class")
    assert both.told()["a"]["active"] == ["natural class"]
    one = laid({"spellboard": ["Empower"], "battlefield": ["Iron Worker"], "active": ["sympathy class"]})
    one.choose("Use Empower")
    assert one.told()["a"]["battlefield"]["Iron Worker"]["status"] == 1
