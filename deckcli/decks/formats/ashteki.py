"""Ashes decks for Ashteki: the record it stores (JSON, read by `ashes_json`), and the lines of its editor.

The editor takes `3 Iron Worker ff` lines for the cards, where ` ff` marks the First Five, and has boxes of their own
for Phoenixborn and dice; it passes over lines that begin with no digit, so these stand there as keys, and our text
reads them.
"""

from __future__ import annotations

import json
import re

from catalog.card import Card
from catalog.names import visible
from deckcli.decks.deck import CONJURATIONS, LEADER, MAIN, Deck, Slot
from deckcli.decks.formats import ashes_json
from deckcli.decks.formats.held import copies_in, looked_over, lost, piles
from deckcli.decks.formats.words import heading_of

NAME = "ashteki"
LINES = "ashteki-lines"

_PLAIN = re.compile(r"(?=.{3})(?![xX]\b)(?!.* ff\b)[^\W\d][^\W\d' -]*(?:[' -]+[^\W\d' -]+)*", re.I)
"""A name that the editor and every reader of lists takes for nothing else; other cards stand there by their stub."""


def write(deck: Deck) -> str:
    """A deck as Ashteki stores it: cards by stub, the First Five as marks on the cards, the conjurations with them."""
    first = {card.slug for card in deck.first_five}
    found = piles(deck, derived=True)
    record = {
        **deck.extra,
        "name": deck.name,
        "phoenixborn": [_record(slot) for slot in found.get(LEADER, ())],
        "dicepool": [{"magic": dice.type, "count": dice.count} for dice in deck.dice],
        "cards": [
            {**_record(slot), **({"ff": True} if slot.card.slug in first else {})} for slot in found.get(MAIN, ())
        ],
        "conjurations": [_record(slot) for slot in found.get(CONJURATIONS, ())],
    }
    copies = sum(copies_in(found.get(pile, ())) for pile in (LEADER, MAIN, CONJURATIONS))
    return looked_over(json.dumps(record, ensure_ascii=False, indent=1) + "\n", ashes_json.read, "Ashteki deck", copies)


def _record(slot: Slot) -> dict[str, object]:
    return {"id": slot.card.slug, "count": slot.count}


def loses(deck: Deck) -> list[str]:
    """What the stored record cannot hold of a deck, in words."""
    told = lost(deck, "name", "dice", "first five", "piles", "printings", *deck.extra)
    others = dict.fromkeys(s.pile for s in deck.slots if s.pile not in (LEADER, MAIN, CONJURATIONS))
    return told + [f'the pile "{pile}"' for pile in others] + _first_five(deck)


def write_lines(deck: Deck) -> str:
    """A deck as the lines of Ashteki's editor."""
    first = {card.slug for card in deck.first_five}
    lines = ["Game: Ashes Reborn"]
    lines += [f"Name: {visible(deck.name)}"] if deck.name else []
    lines += [f"Phoenixborn: {_name(slot.card)}" for slot in deck.pile(LEADER)]
    lines += ["Dice: " + ", ".join(f"{dice.count} {dice.type}" for dice in deck.dice)] if deck.dice else []
    rows = [(slot, " ff" if slot.card.slug in first else "") for slot in deck.pile(MAIN)]
    return "\n".join([*lines, "", *(f"{slot.count} {_name(slot.card)}{mark}" for slot, mark in rows)]) + "\n"


def _name(card: Card) -> str:
    """The name, or the stub where a line with it would be read as something else ("3 Allies" is a heading)."""
    heads = heading_of(card.name) or heading_of(f"1 {card.name}")
    return card.name if _PLAIN.fullmatch(card.name) and not heads else card.slug


def loses_lines(deck: Deck) -> list[str]:
    """What the lines of the editor cannot hold of a deck, in words."""
    told = lost(deck, "name", "dice", "first five", "printings") + _first_five(deck)
    return told + (["more than one copy of the Phoenixborn"] if any(s.count > 1 for s in deck.pile(LEADER)) else [])


def _first_five(deck: Deck) -> list[str]:
    """Where a mark on the cards is not all that the First Five says."""
    marked = [slot.card.slug for slot in deck.pile(MAIN) if slot.card in deck.first_five]
    told = [card.slug for card in deck.first_five]
    if told == marked:
        return []
    same = sorted(told) == sorted(marked)
    return ["the order of the First Five"] if same else ["a First Five with a card twice or one that the deck lacks"]
