"""Versions of a deck: "+1 Gordin -1 Wrys" as changes, and a second version laid out like the first.

Chance deals by the place that a copy has in its list (the fourth card of the list, whatever it is, is drawn in the same
games). So that two versions meet the same chances, what they share must lie in the same places: see `aligned`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from catalog.card import Card
from catalog.saved import SavedDeck
from deckcli.decks.asked import wanted_cards
from deckcli.decks.changes import add, remove
from deckcli.decks.deck import MAIN, Deck, DeckList, Slot
from deckcli.decks.resolve import Lookup
from deckcli.decks.saved import extra_of, list_of, slots_of
from deckcli.errors import UsageError

_BEGINS = re.compile(r"(?:^|[\s,;])([+\u2212-])\s*(\d{1,3})x?\s")
"""Where a change begins: a sign and how many copies."""


@dataclass(frozen=True, slots=True)
class Change:
    """So many copies of a card more (or fewer, where `count` is below 0)."""

    card: Card
    count: int

    def __str__(self) -> str:
        return f"{self.count:+d} {self.card.name}"


def changes_of(text: str, deck: Deck, catalog: Lookup) -> tuple[Change, ...]:
    """The changes that a text names, "+1 Gordin -1 Wrys"; a card of the deck is meant where a name fits several.

    Raises UsageError for a text that names none, and UnknownNameError for a name that no card has, or several.
    """
    begins = list(_BEGINS.finditer(text))
    ends = [*(match.start() for match in begins[1:]), len(text)]
    names = [text[match.end() : end].strip(" \t,;") for match, end in zip(begins, ends, strict=False)]
    if not begins or text[: begins[0].start()].strip() or not all(names):
        raise UsageError(f'"{text}" is no change of a deck. Write "+1 CARD -1 CARD".')
    counts = [int(match[2]) * (1 if match[1] == "+" else -1) for match in begins]
    if not all(counts):
        raise UsageError(f'"{text}": a change is of 1 copy or more.')
    among = [slot.card.slug for slot in deck.slots]
    cards = [wanted_cards([name], deck.game, catalog, among)[0].card for name in names]
    return tuple(Change(card, count) for card, count in zip(cards, counts, strict=True))


def varied(deck: Deck, changes: Iterable[Change]) -> DeckList:
    """The list of a deck with these changes; its cards are taken out before others, its leader last.

    Raises NotSoManyError for more copies fewer than there are.
    """
    name = deck.name or deck.source
    saved = SavedDeck(0, deck.game, name, slots_of(deck), {dice.type: dice.count for dice in deck.dice},
                      tuple(card.slug for card in deck.first_five), rules=deck.rules, extra=extra_of(deck))  # fmt: skip
    for change in sorted(changes, key=lambda change: change.count):
        if change.count < 0:
            saved = remove(saved, change.card, -change.count)
        else:
            saved = add(saved, change.card, change.count, MAIN)
    return replace(list_of(saved), name=deck.name)


def aligned(deck: Deck, like: Deck) -> Deck:
    """The deck with the cards that it shares with another one in the same places, and the others where cards of the
    other one are missing: so that chance deals both alike but for what was exchanged. Other piles stay as they are."""
    before, after = _copies(like), _copies(deck)
    left = Counter(card.slug for card in after)
    order: list[Card | None] = []
    for card in before:
        if left[card.slug]:
            left[card.slug] -= 1
            order.append(card)
        else:
            order.append(None)
    cards = {card.slug: card for card in after}
    new = [cards[slug] for slug in dict.fromkeys(card.slug for card in after) for _ in range(left[slug])]
    filled = [card if card is not None else new.pop(0) if new else None for card in order] + new
    while None in filled:  # a smaller deck: its last cards fill the gaps, so that the fewest lie elsewhere
        last = filled.pop()
        if last is not None:
            filled[filled.index(None)] = last
    return replace(deck, slots=(*(slot for slot in deck.slots if slot.pile != MAIN), *_slots(filled)))


def _copies(deck: Deck) -> list[Card]:
    return [slot.card for slot in deck.slots if slot.pile == MAIN for _ in range(slot.count)]


def _slots(cards: Sequence[Card | None]) -> list[Slot]:
    """Slots that hold these cards in this order."""
    slots: list[Slot] = []
    for card in cards:
        assert card is not None
        if slots and slots[-1].card.slug == card.slug:
            slots[-1] = replace(slots[-1], count=slots[-1].count + 1)
        else:
            slots.append(Slot(card, 1, MAIN))
    return slots
