"""What is sold: boxes, starters and retail decks, with what is in them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Protocol, TypeAlias

from catalog.card import BundledDeck, Card, Release
from deckcli.decks.deck import CONJURATIONS, Deck
from deckcli.decks.formats import read
from deckcli.decks.owned.picks import Pick
from deckcli.decks.resolve import Lookup, resolve


class Shop(Lookup, Protocol):
    """What products are made from (`catalog.reading.Catalog` is one)."""

    def releases(self, game: str = "") -> list[Release]:
        """Every release in order."""

    def bundled(self, game: str = "") -> list[BundledDeck]:
        """Every deck list that comes with deckcli."""


@dataclass(frozen=True, slots=True)
class Product:
    """Something that can be owned as a whole. `kind` says what it is in a word ("box", "starter", "deck"); `sold` is
    False for a deck that is sold only in a box. `dice` by type, None where nobody has recorded them."""

    game: str
    slug: str
    name: str
    kind: str
    contents: tuple[Pick, ...]
    dice: Mapping[str, int] | None = field(default_factory=dict, hash=False)
    sold: bool = True

    @property
    def note(self) -> str:
        """What is not known of it, in words; "" where all is."""
        return "which dice are in this box is not known: add those that you have" if self.dice is None else ""

    @property
    def cards(self) -> int:
        """How many cards are in it."""
        return sum(pick.count for pick in self.contents)


Products: TypeAlias = "Callable[[Shop], Iterator[Product]]"
"""Gives every product of one game, boxes first."""


def deck_of(shop: Shop, bundled: BundledDeck) -> Deck:
    """A bundled list with its cards."""
    return resolve(read(bundled.text.encode(), bundled.slug, "text"), shop, game=bundled.game)[0]


def picks_in(deck: Deck, printing: Callable[[Card, str], str]) -> tuple[Pick, ...]:
    """The cards of a deck as it lies in its box, conjurations too; `printing(card, code)` tells which printing."""
    found: dict[tuple[str, str], Pick] = {}
    for slot in (*deck.slots, *deck.derived):
        if slot.pile == CONJURATIONS and slot not in deck.derived:
            continue
        code = printing(slot.card, slot.printing)
        old = found.get((slot.card.slug, code))
        count = slot.count + (old.count if old else 0)
        found[slot.card.slug, code] = Pick(slot.card.game, slot.card.slug, slot.card.name, count, code)
    return tuple(found.values())
