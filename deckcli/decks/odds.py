"""Exact chances of drawing cards: hypergeometric, of one group of cards or several at once; and of dice that pay costs.

Everything is counted in whole numbers and given as a fraction; nothing is played.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from math import comb, factorial

MOST_GROUPS = 4
"""Groups that may be asked about at once: each doubles the kinds of cards that are told apart."""


class ImpossibleDrawError(ValueError):
    """More cards of a kind than there are cards, or numbers below 0."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """From `least` to `most` (None: any number) cards among the kinds of these places."""

    kinds: frozenset[int]
    least: int = 1
    most: int | None = None

    def fits(self, counts: Sequence[int]) -> bool:
        """Whether a hand of so many cards of each kind is as wanted."""
        number = sum(counts[kind] for kind in self.kinds)
        return number >= self.least and (self.most is None or number <= self.most)


def at_least(cards: int, hits: int, draws: int, least: int) -> Fraction:
    """The chance of `least` or more of `hits` cards among `draws` of `cards`. Whoever draws more than there is draws
    all. Raises ImpossibleDrawError."""
    return chance((hits, cards - hits), [Wanted(frozenset({0}), least)], draws)


def chance(sizes: Sequence[int], wanted: Sequence[Wanted], draws: int) -> Fraction:
    """The chance that `draws` cards out of kinds of these sizes are as wanted, in every way. Raises
    ImpossibleDrawError."""
    _possible(sizes, draws)
    draws = min(draws, sum(sizes))
    ways = sum(ways for counts, ways in hands(sizes, draws) if all(one.fits(counts) for one in wanted))
    return Fraction(ways, comb(sum(sizes), draws))


def chance_redrawn(sizes: Sequence[int], wanted: Sequence[Wanted], hand: int, later: int) -> Fraction:
    """The same of a hand that is returned whole, once, when it is not as wanted, and of `later` cards drawn after.

    What is wanted is asked of the hand before it is kept, and of all cards seen in the end.
    """
    _possible(sizes, hand)
    hand = min(hand, sum(sizes))
    later = min(later, sum(sizes) - hand)
    whole = comb(sum(sizes), hand)
    kept = Fraction(0)
    kept_ways = 0
    for counts, ways in hands(sizes, hand):
        if all(one.fits(counts) for one in wanted):
            kept_ways += ways
            kept += Fraction(ways, whole) * _after(sizes, counts, wanted, later)
    return kept + (1 - Fraction(kept_ways, whole)) * chance(sizes, wanted, hand + later)


def chance_bottomed(sizes: Sequence[int], wanted: Sequence[Wanted], hand: int, later: int) -> Fraction:
    """As `chance_redrawn`, but of the new hand one card goes under the deck: one without which it is as wanted, where
    there is one, each such card as likely as any other; else any."""
    _possible(sizes, hand)
    hand = min(hand, sum(sizes))
    later = min(later, sum(sizes) - hand)
    whole = comb(sum(sizes), hand)
    found = Fraction(0)
    unfit = 0
    new = Fraction(0)
    for counts, ways in hands(sizes, hand):
        if all(one.fits(counts) for one in wanted):
            found += Fraction(ways, whole) * _after(sizes, counts, wanted, later)
        else:
            unfit += ways
        new += Fraction(ways, whole) * _one_under(sizes, counts, wanted, later)
    return found + Fraction(unfit, whole) * new


def _one_under(sizes: Sequence[int], counts: Sequence[int], wanted: Sequence[Wanted], later: int) -> Fraction:
    """The chance that a hand of these counts is as wanted in the end when one of its cards goes under the deck."""
    without = [tuple(n - (kind == out) for kind, n in enumerate(counts)) for out in range(len(counts))]
    good = [kind for kind, n in enumerate(counts) if n and all(one.fits(without[kind]) for one in wanted)]
    among = good or [kind for kind, n in enumerate(counts) if n]
    cards = sum(counts[kind] for kind in among)
    left = [size - count for size, count in zip(sizes, counts, strict=True)]
    chances = (counts[kind] * chance(left, _moved(wanted, without[kind]), later) for kind in among)
    return sum(chances, Fraction(0)) / cards if cards else chance(left, wanted, later)


def _moved(wanted: Sequence[Wanted], counts: Sequence[int]) -> list[Wanted]:
    """What is wanted yet of the cards to come when these are held."""
    return [
        Wanted(one.kinds, one.least - held, None if one.most is None else one.most - held)
        for one in wanted
        for held in [sum(counts[kind] for kind in one.kinds)]
    ]


def _after(sizes: Sequence[int], counts: Sequence[int], wanted: Sequence[Wanted], later: int) -> Fraction:
    """The chance that a kept hand is as wanted still when `later` more cards were drawn."""
    if not later or all(one.most is None for one in wanted):
        return Fraction(1)
    left = [size - count for size, count in zip(sizes, counts, strict=True)]
    return chance(left, _moved(wanted, counts), later)


def hands(sizes: Sequence[int], draws: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Every way to draw by kinds: how many of each, and in how many ways."""
    if not sizes:
        if not draws:
            yield (), 1
        return
    first, *rest = sizes
    for count in range(max(0, draws - sum(rest)), min(first, draws) + 1):
        for counts, ways in hands(rest, draws - count):
            yield (count, *counts), comb(first, count) * ways


def kinds_of(groups: Sequence[Mapping[str, int]], cards: Mapping[str, int]) -> tuple[list[int], list[frozenset[int]]]:
    """Cards parted into kinds by the groups that they are in: the size of each kind, and the kinds of each group.

    `cards` counts copies by name, `groups` have the names among them.
    """
    members: dict[tuple[bool, ...], int] = {}
    for name, count in cards.items():
        where = tuple(name in group for group in groups)
        members[where] = members.get(where, 0) + count
    found = list(members)
    places = [frozenset(i for i, where in enumerate(found) if where[number]) for number in range(len(groups))]
    return [members[where] for where in found], places


def _possible(sizes: Sequence[int], draws: int) -> None:
    if draws < 0 or any(size < 0 for size in sizes):
        raise ImpossibleDrawError(f"{draws} cards out of kinds of {', '.join(map(str, sizes))}: none is below 0.")


# ---------------------------------------------------------------- dice

FACES = {"power": 1, "class": 3, "basic": 2}
"""How many of a die's six faces show what (rulings of Ashes; Dice)."""


@dataclass(frozen=True, slots=True)
class DiceNeed:
    """What one way of paying takes: `power` and `class_` by type, and dice of any kind (`basic`)."""

    power: Mapping[str, int] = field(default_factory=dict, hash=False)
    class_: Mapping[str, int] = field(default_factory=dict, hash=False)
    basic: int = 0

    @property
    def dice(self) -> int:
        """How many dice it takes."""
        return sum(self.power.values()) + sum(self.class_.values()) + self.basic


def chance_to_pay(dice: Mapping[str, int], ways: Sequence[DiceNeed]) -> Fraction:
    """The chance that one roll of these dice (by type) pays in one of these ways.

    A face pays its own level or a lower one of its type, and any die pays a basic cost. Rulebook: Dice; Costs.
    """
    kinds = [kind for kind in dice if any(way.power.get(kind) or way.class_.get(kind) for way in ways)]
    total = sum(dice.values())
    open_ways = [way for way in ways if way.dice <= total and not _foreign(way, dice)]
    if any(way.dice == way.basic for way in open_ways):
        return Fraction(1)
    # By type: which of the ways the roll of that type alone would not hinder, and how likely that is.
    paid: dict[frozenset[int], Fraction] = {frozenset(range(len(open_ways))): Fraction(1)}
    for kind in kinds:
        paid = _narrowed(paid, _of_type(kind, dice[kind], open_ways))
    return sum((part for ways_left, part in paid.items() if ways_left), Fraction(0))


def _of_type(kind: str, count: int, ways: Sequence[DiceNeed]) -> dict[frozenset[int], Fraction]:
    """How likely it is that the dice of one type allow exactly these of the ways."""
    found: dict[frozenset[int], Fraction] = {}
    for power, of_class, part in _rolls(count):
        allowed = frozenset(i for i, way in enumerate(ways) if _pays(kind, power, of_class, way))
        found[allowed] = found.get(allowed, Fraction(0)) + part
    return found


def _narrowed(
    paid: Mapping[frozenset[int], Fraction], more: Mapping[frozenset[int], Fraction]
) -> dict[frozenset[int], Fraction]:
    """Two independent rolls together allow what both of them allow."""
    found: dict[frozenset[int], Fraction] = {}
    for (one, part), (other, share) in product(paid.items(), more.items()):
        found[one & other] = found.get(one & other, Fraction(0)) + part * share
    return found


def _foreign(way: DiceNeed, dice: Mapping[str, int]) -> bool:
    """Whether it takes a type that is not among the dice."""
    return any(count and not dice.get(kind) for needs in (way.power, way.class_) for kind, count in needs.items())


def _rolls(count: int) -> Iterator[tuple[int, int, Fraction]]:
    """Every roll of dice of one type: how many show power, how many class, and how likely that is."""
    for power in range(count + 1):
        for of_class in range(count - power + 1):
            basic = count - power - of_class
            ways = factorial(count) // (factorial(power) * factorial(of_class) * factorial(basic))
            ways *= FACES["power"] ** power * FACES["class"] ** of_class * FACES["basic"] ** basic
            yield power, of_class, Fraction(ways, 6**count)


def _pays(kind: str, power: int, of_class: int, way: DiceNeed) -> bool:
    """Whether so many dice of a type that show power and class are enough of that type."""
    needed = way.power.get(kind, 0)
    return power >= needed and power + of_class >= needed + way.class_.get(kind, 0)
