"""Decks, for people and for scripts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from catalog.card import BundledDeck, Card
from catalog.saved import Claim, SavedDeck
from deckcli.decks.changes import plan_of
from deckcli.decks.deck import LEADER, MAIN, Deck, Slot
from deckcli.decks.problem import Problem
from deckcli.decks.resolve import Lookup
from deckcli.decks.saved import size_of
from deckcli.games import GAMES
from deckcli.screen.blocks import Block, Columns, Gap, Pairs, Para, Title
from deckcli.screen.verdict import problem_item, problem_json


def decks_columns(saved: Sequence[SavedDeck | Claim], bundled: Sequence[BundledDeck]) -> Columns:
    """Saved decks, then bundled ones, a line each."""
    own = [[f"#{deck.id}", deck.game, deck.name, deck.state, str(size_of(deck))] for deck in saved]
    ours = [[deck.slug, deck.game, deck.name, deck.group, ""] for deck in bundled]
    return Columns(["id", "game", "name", "state", "cards"], own + ours, frozenset({"cards"}))


def deck_blocks(
    deck: Deck, problems: Sequence[Problem], plan: Mapping[str, Any] | None = None, saved: SavedDeck | None = None
) -> Iterator[Block]:
    """A deck as a person lays it out; `plan` is that of `plan_json`, `saved` what it is in the library."""
    game = GAMES.get(deck.game)
    yield Title(deck.title, game.name if game else "")
    yield Pairs([*head_rows(deck), *plan_rows(plan or {}), *(_label(saved) if saved else ())])
    for pile in dict.fromkeys(slot.pile for slot in deck.slots):
        if pile != LEADER:
            yield from _pile(pile, deck.pile(pile))
    if deck.derived:
        yield from _pile("conjurations (derived)", deck.derived)
    if problems:
        yield Gap()
        yield from (problem_item(problem) for problem in problems)


def head_rows(deck: Deck) -> Iterator[tuple[str, str]]:
    """What stands above a deck's cards: who leads it, its dice and its First Five."""
    game = GAMES.get(deck.game)
    for slot in deck.pile(LEADER):
        yield (game.leader if game else "") or "Leader", slot.card.name
    if deck.dice:
        yield "Dice", ", ".join(f"{dice.count} {dice.type}" for dice in deck.dice)
    if deck.first_five:
        yield "First Five", ", ".join(card.name for card in deck.first_five)


def plan_rows(plan: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """The plan for round one, as `plan_json` gives it, a label and what stands behind it at a time."""
    if plan.get("effects_paid"):
        yield "Effects paid", ", ".join(map(_planned, plan["effects_paid"]))
    for tutor in plan.get("tutors", ()):
        yield "Tutor", f"{_planned(tutor['tutor'])} -> {_planned(tutor['fetches'])}"


def _planned(one: Mapping[str, Any]) -> str:
    return f"{one['name']}{'' if one['in_deck'] else ' (not in the deck)'}"


def _label(saved: SavedDeck) -> Iterator[tuple[str, str]]:
    yield "Saved", f"#{saved.id}, revision {saved.revision}, {saved.state}"
    if saved.rules:
        yield "Rules", saved.rules
    if saved.tags:
        yield "Tags", ", ".join(saved.tags)
    if saved.note:
        yield "Note", saved.note


def label_json(deck: SavedDeck) -> dict[str, Any]:
    """What stands on a saved deck, for scripts."""
    return {
        "deck": deck.name,
        "id": deck.id,
        "game": deck.game,
        "revision": deck.revision,
        "state": deck.state,
        "rules": deck.rules,
        "tags": list(deck.tags),
        "note": deck.note,
    }


def plan_json(deck: Deck, catalog: Lookup) -> dict[str, Any]:
    """The plan for round one that a deck of Ashes keeps: which effects it pays, and what each tutor fetches."""
    effects, tutors = plan_of(deck.extra)
    cards = {card.slug: card for slot in (*deck.slots, *deck.derived) for card in (slot.card,)}

    def told(slug: str) -> dict[str, Any]:
        card: Card | None = cards.get(slug) or catalog.card(deck.game, slug)
        return {"slug": slug, "name": card.name if card else slug, "in_deck": slug in cards}

    return {
        "effects_paid": [told(slug) for slug in effects],
        "tutors": [{"tutor": told(tutor), "fetches": told(card)} for tutor, card in tutors.items()],
    }


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
