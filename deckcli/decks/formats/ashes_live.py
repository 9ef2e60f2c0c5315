"""The text that ashes.live shows for copying a deck, in its new layout (with headings by type).

Both its layouts are read by `text`, since they are lists like any other; this module writes.
"""

from __future__ import annotations

from catalog.names import fold, visible
from deckcli.decks.deck import CONJURATIONS, LEADER, MAIN, Deck, Slot
from deckcli.decks.formats.words import heading_of

NAME = "ashes-live"

_TITLES = {
    "Ready Spell": "Ready Spells",
    "Ally": "Allies",
    "Alteration Spell": "Alteration Spells",
    "Action Spell": "Action Spells",
    "Reaction Spell": "Reaction Spells",
}
"""The types in that site's order, with its plurals."""


def write(deck: Deck) -> str:
    """A deck as ashes.live shows it: title, Phoenixborn, dice, and the cards by type, an exclusive with its owner.

    The conjuration pile is left out, as there; and so is the line that says who made the list, since we did.
    """
    leaders = [slot.card.name for slot in deck.pile(LEADER)]
    blocks = [[visible(deck.name) or f"Untitled {leaders[0] if leaders else 'deck'}"]]
    blocks += [[f"Phoenixborn: {name}"] for name in leaders]
    if deck.dice:
        blocks.append(["Dice:", *(f"{dice.count}x {dice.type.capitalize()}" for dice in deck.dice)])
    blocks.append([f"Cards ({deck.count(MAIN)} / 30):"])
    types = dict.fromkeys([*_TITLES, *(slot.card.type for slot in deck.pile(MAIN))])
    blocks += [block for kind in types if (block := _by_type(deck, kind))]
    return "\n\n".join("\n".join(block) for block in blocks) + "\n"


def loses(deck: Deck) -> list[str]:
    """What this format cannot hold of a deck, in words."""
    lost = ["the First Five"] if deck.first_five else []
    lost += [f'the format "{deck.rules}"'] if deck.rules else []
    piles = dict.fromkeys(slot.pile for slot in deck.slots if slot.pile not in (MAIN, LEADER))
    lost += [f'the pile "{pile}"' for pile in piles if pile != CONJURATIONS]
    lost += ["the conjuration pile as the list gave it"] if CONJURATIONS in piles else []
    lost += ["more than one copy of the Phoenixborn"] if any(slot.count > 1 for slot in deck.pile(LEADER)) else []
    conjured = [slot.card.name for slot in deck.pile(MAIN) if heading_of(f"{slot.card.type}s") == CONJURATIONS]
    lost += [f"that {name} stands among the cards (it is taken for the conjuration pile)" for name in conjured]
    return lost + [str(key) for key in deck.extra]


def _by_type(deck: Deck, kind: str) -> list[str]:
    slots = sorted((slot for slot in deck.pile(MAIN) if slot.card.type == kind), key=lambda slot: fold(slot.card.name))
    title = f"{_TITLES.get(kind, kind + 's')} ({sum(slot.count for slot in slots)}):"
    return [title, *map(_row, slots)] if slots else []


def _row(slot: Slot) -> str:
    owner = "".join(f" ({name})" for name in slot.card.words("phoenixborn")[:1] if name)
    return f"{slot.count}x {slot.card.name}{owner}"
