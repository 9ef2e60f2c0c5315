"""Decks of the library as lists, so that a saved deck is judged like any other list."""

from __future__ import annotations

from collections.abc import Mapping

from catalog.saved import Claim, SavedDeck, SavedSlot
from deckcli.decks.deck import LEADER, Deck, DeckList, Entry, is_of_size


def list_of(saved: SavedDeck) -> DeckList:
    """The list that a saved deck is: cards by slug, in order, with its dice and First Five; no lines."""
    return DeckList(
        name=saved.name,
        game=saved.game,
        rules=saved.rules,
        format="library",
        source=f"deck:{saved.name}",
        entries=tuple(_entry(slot) for slot in saved.slots),
        dice=tuple(Entry(name=name, count=count, pile="dice") for name, count in saved.dice.items()),
        first_five=tuple(Entry(name=slug, ids={"slug": slug}) for slug in saved.first_five),
        leader_apart=saved.extra.get("leader_apart") is True,
        extra=saved.extra,
    )


def size_of(saved: SavedDeck | Claim) -> int:
    """How many cards a saved deck has, as `deck find` counts them: those of its size, without a look at any of them."""
    if isinstance(saved, Claim):
        game, apart = saved.game, saved.leader_apart
        return sum(count for _, count, pile in saved.slots if is_of_size(game, pile, apart))
    apart = saved.extra.get("leader_apart") is True
    return sum(slot.count for slot in saved.slots if is_of_size(saved.game, slot.pile, apart))


def _entry(slot: SavedSlot) -> Entry:
    ids = {"slug": slot.slug, **({"code": slot.printing} if slot.printing else {})}
    return Entry(name=slot.slug, count=slot.count, pile=slot.pile, ids=ids)


def extra_of(deck: Deck) -> Mapping[str, object]:
    """What the library keeps of a deck besides its cards, so that the deck comes back as it went in."""
    return {**deck.extra, "leader_apart": True} if deck.leader_apart else deck.extra


def slots_of(deck: Deck) -> tuple[SavedSlot, ...]:
    """What the library keeps of a deck's cards: the leader first, then the piles as they stand."""
    ordered = (*deck.pile(LEADER), *(slot for slot in deck.slots if slot.pile != LEADER))
    return tuple(SavedSlot(slot.card.slug, slot.count, slot.pile, slot.printing) for slot in ordered)
