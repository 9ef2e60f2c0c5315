"""Decks, for people and for scripts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from catalog.card import BundledDeck
from catalog.saved import SavedDeck
from deckcli.decks.deck import LEADER, MAIN, Deck, Slot
from deckcli.decks.problem import Problem
from deckcli.games import GAMES
from deckcli.screen.blocks import Block, Columns, Gap, Pairs, Para, Title
from deckcli.screen.verdict import problem_item, problem_json


def decks_columns(saved: Sequence[SavedDeck], bundled: Sequence[BundledDeck]) -> Columns:
    """Saved decks, then bundled ones, a line each."""
    own = [[f"#{deck.id}", deck.game, deck.name, deck.state, str(deck.count())] for deck in saved]
    ours = [[deck.slug, deck.game, deck.name, deck.group, ""] for deck in bundled]
    return Columns(["id", "game", "name", "state", "cards"], own + ours, frozenset({"cards"}))


def deck_blocks(deck: Deck, problems: Sequence[Problem]) -> Iterator[Block]:
    """A deck as a person lays it out."""
    game = GAMES.get(deck.game)
    yield Title(deck.name or deck.source, game.name if game else "")
    yield Pairs(list(_head(deck)))
    for pile in dict.fromkeys(slot.pile for slot in deck.slots):
        if pile != LEADER:
            yield from _pile(pile, deck.pile(pile))
    if deck.derived:
        yield from _pile("conjurations (derived)", deck.derived)
    if problems:
        yield Gap()
        yield from (problem_item(problem) for problem in problems)


def _head(deck: Deck) -> Iterator[tuple[str, str]]:
    game = GAMES.get(deck.game)
    for slot in deck.pile(LEADER):
        yield (game.leader if game else "") or "Leader", slot.card.name
    if deck.dice:
        yield "Dice", ", ".join(f"{dice.count} {dice.type}" for dice in deck.dice)
    if deck.first_five:
        yield "First Five", ", ".join(card.name for card in deck.first_five)


def _pile(pile: str, slots: Sequence[Slot]) -> Iterator[Block]:
    yield Gap()
    count = sum(slot.count for slot in slots)
    yield Title("Cards" if pile == MAIN else pile.capitalize(), str(count))
    types = dict.fromkeys(slot.card.type for slot in slots)
    for kind in types:
        of_kind = [slot for slot in slots if slot.card.type == kind]
        if len(types) > 1:
            yield Para(f"{kind} ({sum(slot.count for slot in of_kind)})", "dim")
        yield Para("\n".join(f"{slot.count}x {slot.card.name}" for slot in of_kind), indent=2)


def deck_json(deck: Deck, problems: Sequence[Problem]) -> dict[str, Any]:
    """A deck for scripts; `derived` is the pile that the cards bring with them."""
    return {
        "game": deck.game,
        "deck": deck.name,
        "slots": [_slot_json(slot) for slot in deck.slots],
        "derived": [_slot_json(slot) for slot in deck.derived],
        "dice": {dice.type: dice.count for dice in deck.dice},
        "first_five": [card.slug for card in deck.first_five],
        "problems": [problem_json(problem) for problem in problems],
    }


def _slot_json(slot: Slot) -> dict[str, Any]:
    whole = {"pile": slot.pile, "slug": slot.card.slug, "name": slot.card.name, "count": slot.count}
    return whole | ({"printing": slot.printing} if slot.printing else {})
