"""Exact chances: of drawing cards, of several groups at once, after a mulligan, and of paying with dice."""

from __future__ import annotations

import itertools
from fractions import Fraction
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deckcli.decks.dice_costs import token_need
from deckcli.decks.odds import (
    DiceNeed,
    ImpossibleDrawError,
    Wanted,
    at_least,
    chance,
    chance_bottomed,
    chance_redrawn,
    chance_to_pay,
    hands,
    kinds_of,
)


def test_one_card_left_is_drawn_for_certain_and_two_of_one_are_impossible() -> None:
    """HearthSim/Hearthstone-Deck-Tracker#1537: 200 % when one card was left."""
    assert at_least(1, 1, 1, 1) == 1
    with pytest.raises(ImpossibleDrawError):
        at_least(1, 2, 1, 1)
    with pytest.raises(ImpossibleDrawError):
        chance((3,), [], -1)


def test_the_usual_figures() -> None:
    assert at_least(60, 24, 7, 1) == 1 - Fraction(comb(36, 7), comb(60, 7))
    assert at_least(50, 4, 6, 1) == 1 - Fraction(comb(46, 6), comb(50, 6))
    assert at_least(4, 1, 5, 1) == 1, "whoever draws more than there is draws all"


@given(st.integers(0, 12), st.integers(0, 12), st.integers(0, 30), st.integers(0, 12))
def test_a_chance_is_between_none_and_certain_and_never_falls_with_more_draws(hits, misses, draws, least) -> None:  # type: ignore[no-untyped-def]
    now = at_least(hits + misses, hits, draws, least)
    assert 0 <= now <= at_least(hits + misses, hits, draws + 1, least) <= 1


@given(st.lists(st.integers(0, 3), min_size=1, max_size=3), st.integers(0, 6), st.integers(0, 2), st.integers(0, 2))
def test_several_groups_agree_with_every_hand_counted(sizes, draws, least, most) -> None:  # type: ignore[no-untyped-def]
    draws = min(draws, sum(sizes))
    wanted = [Wanted(frozenset({0}), least), Wanted(frozenset(range(1, len(sizes))), 0, most)]
    cards = [kind for kind, size in enumerate(sizes) for _ in range(size)]
    every = list(itertools.combinations(cards, draws))
    fit = sum(all(one.fits([hand.count(k) for k in range(len(sizes))]) for one in wanted) for hand in every)
    assert chance(sizes, wanted, draws) == Fraction(fit, len(every))
    assert sum(ways for _, ways in hands(sizes, draws)) == comb(sum(sizes), draws)


@given(st.integers(0, 3), st.integers(0, 4), st.integers(1, 3), st.integers(0, 2), st.booleans())
def test_a_returned_hand_agrees_with_every_order_counted(hits, misses, hand, later, none) -> None:  # type: ignore[no-untyped-def]
    """A hand is kept when it is as wanted; what is wanted is then asked of all that was seen."""
    wanted = [Wanted(frozenset({0}), 0, 0) if none else Wanted(frozenset({0}), 1)]
    orders = list(itertools.permutations([0] * hits + [1] * misses))

    def fits(cards) -> bool:  # type: ignore[no-untyped-def]
        return wanted[0].fits([cards.count(0), cards.count(1)])

    kept = sum(fits(one[:hand]) and fits(one[: hand + later]) for one in orders)
    back = Fraction(sum(not fits(one[:hand]) for one in orders), len(orders))
    fresh = Fraction(sum(fits(one[: hand + later]) for one in orders), len(orders))
    assert chance_redrawn([hits, misses], wanted, hand, later) == Fraction(kept, len(orders)) + back * fresh


@given(st.integers(0, 3), st.integers(0, 3), st.integers(0, 4), st.integers(0, 2), st.integers(0, 2), st.integers(0, 3))
def test_a_card_under_the_deck_agrees_with_every_order_counted(hits, misses, hand, later, least, more) -> None:  # type: ignore[no-untyped-def]
    """Card-Forge/forge#8868, magefree/mage#231: of the new hand a card that is not wanted goes under."""
    wanted = [Wanted(frozenset({0}), least, least + more if more < 3 else None)]
    orders = list(itertools.permutations([0] * hits + [1] * misses))

    def fits(cards) -> bool:  # type: ignore[no-untyped-def]
        return wanted[0].fits([cards.count(0), cards.count(1)])

    def without_one(cards):  # type: ignore[no-untyped-def]
        outs = [cards[:place] + cards[place + 1 :] for place in reversed(range(len(cards)))]
        return next(filter(fits, outs), outs[0]) if outs else cards

    kept = sum(fits(one[:hand]) and fits(one[: hand + later]) for one in orders)
    back = Fraction(sum(not fits(one[:hand]) for one in orders), len(orders))
    fresh = Fraction(sum(fits(without_one(one[:hand]) + one[hand : hand + later]) for one in orders), len(orders))
    assert chance_bottomed([hits, misses], wanted, hand, later) == Fraction(kept, len(orders)) + back * fresh


def test_groups_may_overlap() -> None:
    sizes, (first, second) = kinds_of([{"a": 1, "b": 1}, {"b": 1, "c": 1}], {"a": 1, "b": 1, "c": 1, "d": 3})
    assert sum(sizes) == 6
    assert chance(sizes, [Wanted(first), Wanted(second)], 1) == Fraction(1, 6), "only b is in both"


# ---------------------------------------------------------------- dice


def test_five_charm_and_five_natural_pay_two_charm() -> None:
    """AEFeinstein/mtg-familiar#437, Manuel-777/MTG-Arena-Tool#1166: having the right sources."""
    dice = {"charm": 5, "natural": 5}
    need = token_need("2 charm:class")
    assert need == DiceNeed(class_={"charm": 2})
    # A die shows class or better with 4 of 6: at least two of five.
    assert chance_to_pay(dice, [need]) == 1 - Fraction(1, 3) ** 5 - 5 * Fraction(2, 3) * Fraction(1, 3) ** 4


NEEDS = st.builds(
    DiceNeed,
    st.dictionaries(st.sampled_from(["a", "b"]), st.integers(0, 2)),
    st.dictionaries(st.sampled_from(["a", "b", "c"]), st.integers(0, 2)),
    st.integers(0, 3),
)


@settings(max_examples=40)
@given(st.integers(0, 2), st.integers(0, 1), st.lists(NEEDS, max_size=2))
def test_paying_agrees_with_every_roll_and_every_assignment(a, b, ways) -> None:  # type: ignore[no-untyped-def]
    dice = ["a"] * a + ["b"] * b

    def pays(roll, way) -> bool:  # type: ignore[no-untyped-def]
        wanted = [(kind, 2) for kind, n in way.power.items() for _ in range(n)]
        wanted += [(kind, 1) for kind, n in way.class_.items() for _ in range(n)] + [("", 0)] * way.basic
        return (
            any(
                all(
                    (not kind or kind == of) and face >= level
                    for (kind, level), (of, face) in zip(wanted, given, strict=True)
                )
                for given in itertools.permutations(roll, len(wanted))
            )
            if len(wanted) <= len(roll)
            else False
        )

    rolls = list(itertools.product((2, 1, 1, 1, 0, 0), repeat=len(dice)))
    paid = sum(any(pays(list(zip(dice, roll, strict=True)), way) for way in ways) for roll in rolls)
    assert chance_to_pay({"a": a, "b": b}, ways) == Fraction(paid, len(rolls))


def test_what_takes_more_dice_than_there_are_is_never_paid() -> None:
    assert chance_to_pay({"charm": 2}, [DiceNeed(basic=3)]) == 0
    assert chance_to_pay({"charm": 2}, [DiceNeed(class_={"time": 1})]) == 0
    assert chance_to_pay({"charm": 2}, [DiceNeed(basic=2)]) == 1


def test_ninety_nine_dice_of_nine_types_are_counted_type_by_type() -> None:
    dice = dict.fromkeys(("a", "b", "c", "d", "e", "f", "g", "h", "i"), 11)
    ways = [DiceNeed(power=dict.fromkeys(dice, 1)), DiceNeed(class_=dict.fromkeys(dice, 11))]
    power = (1 - Fraction(5, 6) ** 11) ** 9
    whole = Fraction(2, 3) ** 99
    both = (Fraction(2, 3) ** 11 - Fraction(1, 2) ** 11) ** 9
    assert chance_to_pay(dice, ways) == power + whole - both
