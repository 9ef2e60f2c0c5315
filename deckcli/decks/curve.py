"""The curve of a deck: how many of its cards have which cost."""

from __future__ import annotations

from typing import NamedTuple

from deckcli.decks.deck import LEADER, MAIN, Deck

_COSTS = {
    "magic": "dice in the cost",
    "deploy_cost": "deployment cost",
    "training_cost": "training cost",
    "cost": "cost",
}
"""The printed facts that are a card's cost, one a game, and what to call each."""


class Curve(NamedTuple):
    """`of` names the cost; `bars` are (cost, copies) from the lowest to the highest, with no gap between them; a cost
    that is computed stands last as "X". Empty where no card of the deck has a cost. Copies without one are not in it.
    """

    of: str = ""
    bars: tuple[tuple[str, int], ...] = ()


def curve_of(deck: Deck) -> Curve:
    """The curve over a deck's cards and whoever leads it, where that is one of the cards; by a card's first face."""
    slots = (*deck.pile(LEADER), *deck.pile(MAIN))
    for fact, words in _COSTS.items():
        counts: dict[int, int] = {}
        computed = 0
        for slot in slots:
            cost = slot.card.number(fact)
            if slot.card.flag(f"{fact}_x") or slot.card.face.facts.get(fact) == "X":
                computed += slot.count
            elif cost is not None:
                counts[cost] = counts.get(cost, 0) + slot.count
        if counts or computed:
            whole = range(min(counts), max(counts) + 1) if counts else range(0)
            bars = [(str(cost), counts.get(cost, 0)) for cost in whole]
            return Curve(words, (*bars, *([("X", computed)] if computed else [])))
    return Curve()
