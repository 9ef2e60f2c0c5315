"""Which fives could open a deck: all that the rules allow and its dice can pay for in the first round, best guess first
(data/ashes/rulings.md: First Five)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import TypeAlias

from catalog.card import Card
from deckcli.decks.deck import MAIN, Deck
from deckcli.games.ashes.cards import Face
from deckcli.games.ashes.construction import check
from deckcli.games.ashes.faces import DICE, die_named
from deckcli.games.ashes.paying import bills, with_x
from deckcli.games.ashes.written import face_with_text
from deckcli.games.game import Format

FIVE = 5
Five: TypeAlias = tuple[Card, ...]
Need: TypeAlias = tuple[int, ...]
"""Dice by the index of their type, and last those of any type."""

_WORTH = {"ready_spell": 4, "ally": 3, "action_spell": 1, "alteration": 1}
"""What a kind of card is guessed to bring in the first round: most, what stays and works every round."""


def fives(deck: Deck, form: Format, most: int) -> list[Five]:
    """Up to `most` fives of different names that a format lets open and the dice can all pay for in round one.

    Each die counts as a power: meditating turns it, and what is rolled is not known beforehand. An X counts 1. The
    best guess comes first; equals stand as in the list. Empty when no five can be paid for.
    """
    cards = list({slot.card.name_key: slot.card for slot in deck.pile(MAIN)}.values())
    faces = [face_with_text(card) for card in cards]
    found = list(_payable(list(map(_needs, faces)), _dice(deck)))
    found.sort(key=lambda at: -sum(_guess(faces[i]) for i in at))
    ranked = (tuple(cards[i] for i in at) for at in found)
    return list(islice((five for five in ranked if may_open(deck, form, five)), most))


def may_open(deck: Deck, form: Format, five: Five) -> bool:
    """Whether a format lets a deck open with these cards (construction: First Five, chained cards)."""
    problems = check(replace(deck, first_five=five, first_five_lines=()), form)
    return not any(one.severity == "error" and "first_five" in one.code for one in problems)


def can_pay(deck: Deck, five: Five) -> bool:
    """Whether the dice of a deck can pay for all of these in round one, as `fives` counts."""
    ways = [_needs(face_with_text(card)) for card in five]
    return next(_payable(ways, _dice(deck)), None) is not None


def _guess(face: Face) -> int:
    """What a card is guessed to bring in round one; dearer cards do more."""
    return 2 * _WORTH.get(face.kind, 0) + sum(many for _, _, many in face.magic)


def _dice(deck: Deck) -> Need:
    """The dice of a deck by type, and last their number."""
    counts = [0] * len(DICE)
    for one in deck.dice:
        if die := die_named(one.type):
            counts[DICE.index(die)] += one.count
    return (*counts, sum(counts))


def _needs(face: Face) -> list[Need]:
    """The dice that a card takes, one entry for each way of paying; last their number."""
    found = []
    for bill in bills(face.cost):
        whole = with_x(bill, 1)
        counts = [0] * len(DICE)
        for type_, power, plain in whole.dice:
            counts[type_] += power + plain
        found.append((*counts, sum(counts) + whole.basics))
    return found


def _payable(ways: Sequence[Sequence[Need]], dice: Need) -> Iterator[tuple[int, ...]]:
    """Every five places in `ways` whose needs fit into the dice together in some way; a set that does not fit is left
    with all that hold it."""

    def fitting(spent: set[Need], more: Sequence[Need]) -> set[Need]:
        sums = (tuple(map(sum, zip(one, other, strict=True))) for one in spent for other in more)
        return {need for need in sums if all(map(int.__le__, need, dice))}

    def from_place(at: int, taken: tuple[int, ...], spent: set[Need]) -> Iterator[tuple[int, ...]]:
        if len(taken) == FIVE:
            yield taken
            return
        for place in range(at, len(ways) - (FIVE - len(taken)) + 1):
            if after := fitting(spent, ways[place]):
                yield from from_place(place + 1, (*taken, place), after)

    yield from from_place(0, (), {(0,) * len(dice)})
