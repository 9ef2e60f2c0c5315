"""What can be owned, by the names that the catalogue gives: cards, and the dice of Ashes."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Protocol, TypeAlias

from catalog.card import Label
from catalog.names import fold
from catalog.saved import Claim, Total
from deckcli.decks.deck import CONJURATIONS, LEADER, MAIN, SIDE, Deck

Key: TypeAlias = "tuple[str, str]"
"""What counts as one card: its game and its `name_key`, over printings and spellings."""

DIE = "die:"
"""A slug that begins so is a type of dice; no card's slug holds a colon."""
_CLAIMING = frozenset({MAIN, LEADER, SIDE})
"""The piles that take copies of the collection; conjurations are derived, and any other pile is not of the deck."""
_DIE_WORDS = re.compile(r"(\w+) (?:die|dice)", re.I)
_LAST = 10**9


class Labels(Protocol):
    """What this asks of a catalogue (`catalog.reading.Catalog` is one)."""

    def labels(self, game: str = "") -> dict[tuple[str, str], Label]:
        """What every card is called, by game and slug."""

    def links(self, game: str = "") -> dict[tuple[str, str], list[str]]:
        """What each card can bring out itself."""


@dataclass(frozen=True, slots=True)
class Names:
    """What every card of a catalogue is called, and what it brings out."""

    labels: Mapping[tuple[str, str], Label]
    links: Mapping[tuple[str, str], list[str]]
    piles: dict[tuple[str, str], Counter[str]] = field(default_factory=dict, compare=False)
    """The piles that single cards bring along, as far as they were asked for."""
    keys: dict[str, dict[str, Key]] = field(default_factory=dict, compare=False)
    """What the cards of a game count as, as far as that was asked for."""

    @classmethod
    def of(cls, catalog: Labels, game: str = "") -> Names:
        """The names of a catalogue (of one game)."""
        return cls(catalog.labels(game), catalog.links(game))

    def label(self, game: str, slug: str) -> Label:
        """What stands behind a slug of the library: a card, dice, or a card that the catalogue no longer has."""
        found = self.labels.get((game, slug))
        return found or (die_label(game, slug.removeprefix(DIE)) if slug.startswith(DIE) else _unknown(game, slug))

    def key(self, game: str, slug: str) -> Key:
        """What the card counts as."""
        return game, self.label(game, slug).name_key

    def _keys(self, game: str) -> Mapping[str, Key]:
        """The keys of one game's cards by slug, made once: thousands of decks ask for tens of thousands."""
        if game not in self.keys:
            self.keys[game] = {slug: (game, one.name_key) for (of, slug), one in self.labels.items() if of == game}
        return self.keys[game]

    def pile(self, game: str, slug: str) -> Counter[str]:
        """The conjurations that a card brings along, and those that these bring: each slug with its exact number.

        Rulebook: Deck Building / Conjuration Pile.
        """
        if (game, slug) not in self.piles:
            brought = dict.fromkeys(self.links.get((game, slug), ()))
            waiting = list(brought)
            while waiting:
                more = [one for one in self.links.get((game, waiting.pop()), ()) if one not in brought]
                brought |= dict.fromkeys(more)
                waiting += more
            limits = {other: self.label(game, other).limit for other in brought}
            self.piles[game, slug] = Counter({other: limit for other, limit in limits.items() if limit})
        return self.piles[game, slug]

    def needs(self, claim: Claim) -> Counter[Key]:
        """How many copies of what a deck needs: its cards, the pile that they bring along, and its dice."""
        game = claim.game
        known = self._keys(game)
        needed: Counter[Key] = Counter()
        bringing: list[str] = []
        held = {slug for slug, _, pile in claim.slots if pile == MAIN} if claim.leader_apart else frozenset[str]()
        for slug, count, pile in claim.slots:
            if pile not in _CLAIMING or (pile == LEADER and slug in held):
                continue
            needed[known.get(slug) or self.key(game, slug)] += count
            if pile != SIDE and (game, slug) in self.links:
                bringing.append(slug)
        piles: dict[str, int] = {}
        for slug in bringing:
            piles |= self.pile(game, slug)
        for slug, limit in piles.items():
            needed[self.key(claim.game, slug)] += limit
        for kind, count in claim.dice.items():
            needed[claim.game, die_label(claim.game, kind).name_key] += count
        return needed


DICE = ("ceremonial", "charm", "illusion", "natural", "divine", "sympathy", "time", "artifice", "astral")
"""The types of dice that there are to own."""


def claim_of(deck: Deck, state: str = "", name: str = "") -> Claim:
    """What a list claims that is not (or not yet) a deck of the library."""
    slots = tuple((slot.card.slug, slot.count, slot.pile) for slot in deck.slots if slot.pile != CONJURATIONS)
    dice: Counter[str] = Counter()
    for one in deck.dice:
        dice[one.type] += one.count
    return Claim(0, deck.game, name or deck.name or deck.source, state, slots, dict(dice), deck.leader_apart)


def die_label(game: str, kind: str) -> Label:
    """The dice of one type, as something that can be owned."""
    name = f"{kind.capitalize()} die"
    return Label(game, f"{DIE}{fold(kind)}", name, fold(name), "Die", _LAST)


def die_meant(text: str) -> Label | None:
    """The dice that a person names ("natural dice", "nat die"); None for anything else."""
    from deckcli.decks.formats.words import die_of  # with it comes every format: only for who names dice

    found = _DIE_WORDS.fullmatch(text.strip())
    kind = die_of(found[1]) if found else ""
    return die_label("ashes", kind) if kind in DICE else None


def owned_by_key(totals: Iterable[Total], names: Names) -> Counter[Key]:
    """How many copies of everything are owned, over all its spellings."""
    found: Counter[Key] = Counter()
    for one in totals:
        found[names.key(one.game, one.slug)] += one.count
    return found


def _unknown(game: str, slug: str) -> Label:
    return Label(game, slug, slug, slug, "", _LAST)
