"""The catalogue for work on many lists: every card, name and link is read from the database once, and then remembered.

What it answers is what the catalogue answers.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TypeVar

from catalog.card import Card, Match
from catalog.names import visible
from catalog.reading import LONGEST_NAME, Catalog, keys_of

K = TypeVar("K")
V = TypeVar("V")

MOST = 50_000
"""So many answers of one kind are remembered; hostile lists could ask for any number of names."""


class Pool:
    """A catalogue that remembers its answers. What it gives is shared, and must not be changed."""

    def __init__(self, catalog: Catalog) -> None:
        self._catalog = catalog
        self._cards: dict[tuple[str, str], Card | None] = {}
        self._found: dict[tuple[str, str], list[Match]] = {}
        self._foreign: dict[tuple[str, str, str], list[Card]] = {}
        self._near: dict[tuple[str, str, int], list[str]] = {}
        self._summons: dict[tuple[str, str], list[Card]] = {}
        self._all: dict[str, list[Card]] = {}
        self._known: dict[tuple[str, str], Card] = {}
        self.matches: dict[tuple[str, str], list[Match]] = {}
        self.certain: dict[tuple[str, str], list[Card]] = {}
        self.settled: dict[tuple[object, ...], tuple[Card, str]] = {}
        """What `resolve` has made of the answers, by name and game; it keeps it here from one list to the next."""

    def card(self, game: str, slug: str) -> Card | None:
        """See Catalog."""
        key = (game, slug)
        if key not in self._cards:
            _forget(self._cards)
            found = self._catalog.card(game, slug)
            self._cards[key] = None if found is None else self._one(found)
        return self._cards[key]

    def cards(self, game: str = "") -> Iterator[Card]:
        """See Catalog."""
        if game not in self._all:
            self._all[game] = [self._one(card) for card in self._catalog.cards(game)]
        return iter(self._all[game])

    def find(self, name: str, game: str = "") -> list[Match]:
        """See Catalog."""
        key = (name, game)
        found = self._found.get(key)
        if found is None:
            _forget(self._found)
            known = len(name) <= LONGEST_NAME and not self._keys.isdisjoint(keys_of(visible(name)))
            matches = self._catalog.find(name, game) if known else []
            found = self._found[key] = [Match(self._one(match.card), match.kind) for match in matches]
        return found

    @cached_property
    def _keys(self) -> frozenset[str]:
        """Every name there is: most of what is asked for (whole lines, titles) is none."""
        return self._catalog.keys()

    def foreign(self, program: str, value: str, game: str = "") -> list[Card]:
        """See Catalog."""
        key = (program, value, game)
        if key not in self._foreign:
            _forget(self._foreign)
            self._foreign[key] = [self._one(card) for card in self._catalog.foreign(program, value, game)]
        return self._foreign[key]

    def suggest(self, name: str, game: str = "", most: int = 3) -> list[str]:
        """See Catalog."""
        key = (name, game, most)
        if key not in self._near:
            _forget(self._near)
            self._near[key] = self._catalog.suggest(name, game, most)
        return self._near[key]

    def summons(self, card: Card) -> list[Card]:
        """See Catalog."""
        if not card.summons:
            return []
        key = (card.game, card.slug)
        if key not in self._summons:
            self._summons[key] = [self._one(other) for other in self._catalog.summons(card)]
        return self._summons[key]

    def tidy(self) -> None:
        """Forget what `resolve` has kept when it is too much; between two lists."""
        _forget(self.matches)
        _forget(self.certain)
        _forget(self.settled)

    def _one(self, card: Card) -> Card:
        """One value for each card, so that equal cards are the same."""
        return self._known.setdefault((card.game, card.slug), card)


def _forget(answers: dict[K, V]) -> None:
    """Begin anew when there are too many."""
    if len(answers) >= MOST:
        answers.clear()
