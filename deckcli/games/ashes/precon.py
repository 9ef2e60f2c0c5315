"""Ashes, retail decks played as they were sold (`data/ashes/rulings.md`: Retail decks)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from catalog.names import fold
from deckcli.decks.deck import Deck, Slot
from deckcli.decks.problem import Problem
from deckcli.games.ashes.faces import die_named
from deckcli.games.ashes.parts import counted, phoenixborn, source
from deckcli.games.ashes.retail import RetailDeck, retail_decks
from deckcli.games.game import Format
from deckcli.games.limits import by_name, lines_of, listed

MOST_TOLD = 40
"""Of how many cards too many a message tells; a list of something else can have thousands."""


def not_precon(deck: Deck, rules: Format) -> Iterator[Problem]:
    """A deck that is no retail deck, with the nearest one and everything in which they differ.

    Only the cards too many are `cards` and `found` (a Phoenixborn is one of them): those one card more can change.
    """
    if not rules.flag("precon"):
        return
    slots = (*phoenixborn(deck), *counted(deck))
    has = Counter({copies.cards[0].name_key: copies.count for copies in by_name(slots)})
    dice = _dice(deck)
    sold = _nearest(has, dice)
    if has == sold.copies and dice == sold.dice:
        return
    yield _different(slots, has, dice, sold, source(rules, "precon"))


def not_of_a_precon(deck: Deck, rules: Format) -> Iterator[Problem]:
    """The same for a deck still being built: only once it has a card that its nearest retail deck has not."""
    return (problem for problem in not_precon(deck, rules) if problem.found)


def _dice(deck: Deck) -> Counter[str]:
    dice: Counter[str] = Counter()
    for one in deck.dice:
        dice[die_named(one.type) or fold(one.type)] += one.count
    return dice


def _nearest(has: Counter[str], dice: Counter[str]) -> RetailDeck:
    """The retail deck with which the deck shares the most cards (all have as many), then the most dice."""

    def shared(sold: RetailDeck) -> tuple[int, int]:
        cards = sum(min(has[key], count) for key, count in sold.copies.items())
        return cards, sum(min(dice[die], count) for die, count in sold.dice.items())

    return max(retail_decks(), key=shared)


def _different(slots: tuple[Slot, ...], has: Counter[str], dice: Counter[str], sold: RetailDeck, where: str) -> Problem:
    names = {slot.card.name_key: slot.card.name for slot in slots} | dict(sold.written)
    much, short = has - Counter(sold.copies), Counter(sold.copies) - has
    differing = [_cards_said(names[key], sold.copies.get(key, 0), has[key]) for key in (*_first(much), *short)]
    differing += [
        f"{sold.dice.get(die, 0) or 'no'} {die} dice (here {dice[die] or 'none'})"
        for die in dict.fromkeys((*sold.dice, *dice))
        if dice[die] != sold.dice.get(die, 0)
    ]
    if len(much) > MOST_TOLD:
        differing.append(f"none of {len(much) - MOST_TOLD} other cards")
    return Problem(
        code="not_precon",
        severity="error",
        message=f"This is no retail deck as it was sold. The nearest, {sold.name}, has {listed(differing)}.",
        cards=tuple(names[key] for key in much),
        found=much.total() or None,
        allowed=0 if much else None,
        lines=lines_of(slot for slot in slots if slot.card.name_key in much),
        source=where,
        fix=_fix(names, much, short, sold if dice != sold.dice else None),
        suggestions=(sold.name,),
    )


def _cards_said(name: str, sold: int, here: int) -> str:
    return f"{sold or 'no'} {name} (here {here or 'none'})"


def _first(much: Mapping[str, int]) -> list[str]:
    return list(much)[:MOST_TOLD]


def _fix(names: Mapping[str, str], much: Counter[str], short: Counter[str], dice_of: RetailDeck | None) -> str:
    todo = []
    if much:
        more = [] if len(much) <= MOST_TOLD else [f"{len(much) - MOST_TOLD} other cards"]
        todo.append(f"Take out {listed([*_counts(names, much, _first(much)), *more])}.")
    if short:
        todo.append(f"Add {listed(_counts(names, short, short))}.")
    if dice_of:
        todo.append(f"Bring {listed(f'{count} {die}' for die, count in dice_of.dice.items())} dice.")
    return " ".join(todo)


def _counts(names: Mapping[str, str], counts: Mapping[str, int], keys: Iterable[str]) -> list[str]:
    return [f"{counts[key]} {names[key]}" for key in keys]
