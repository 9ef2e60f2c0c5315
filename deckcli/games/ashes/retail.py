"""The retail decks of Ashes as the bundled lists (`data/ashes/decks`) give them, and which product has which card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from catalog.home import data_root
from catalog.names import fold
from deckcli.decks.deck import LEADER, MAIN

RED_RAINS = "precon-pve"
"""The group of the retail decks that come four in a box and are called after it: "Box: Phoenixborn"."""


@dataclass(frozen=True, slots=True)
class RetailDeck:
    """A deck as it was sold: its Phoenixborn, thirty cards and ten dice.

    `product` is what it was sold as: a box of Red Rains, whose four decks share their ordinary cards, else the deck
    itself. `copies` counts the cards and the Phoenixborn by folded name, `written` gives their names as written.
    """

    name: str
    product: str
    phoenixborn: str
    copies: Mapping[str, int] = field(hash=False)
    written: Mapping[str, str] = field(hash=False)
    dice: Mapping[str, int] = field(hash=False)


@lru_cache(maxsize=1)
def retail_decks() -> tuple[RetailDeck, ...]:
    """Every retail deck, in the order of the files' names; read once, when a format first asks."""
    return tuple(_read(path) for path in sorted((data_root() / "ashes" / "decks").glob("*.txt")))


def _read(path: Path) -> RetailDeck:
    from deckcli.decks.formats import read  # most formats never ask for a retail deck

    told = read(path.read_bytes(), str(path), "text")
    cards = [entry for entry in told.entries if entry.pile in (LEADER, MAIN)]
    copies: Counter[str] = Counter()
    for entry in cards:
        copies[fold(entry.name)] += entry.count
    boxed = told.extra.get("group") == RED_RAINS
    return RetailDeck(
        name=told.name,
        product=told.name.rpartition(": ")[0] if boxed else told.name,
        phoenixborn=next(fold(entry.name) for entry in cards if entry.pile == LEADER),
        copies=copies,
        written={fold(entry.name): entry.name for entry in cards},
        dice={die.name: die.count for die in told.dice},
    )


@lru_cache(maxsize=1)
def products() -> Mapping[str, str]:
    """The product of every card that a retail deck holds, by the card's folded name. No card is in two products."""
    return {key: deck.product for deck in retail_decks() for key in deck.copies if key != deck.phoenixborn}


def decks_of(phoenixborn: str) -> tuple[RetailDeck, ...]:
    """The retail decks that a Phoenixborn of that folded name leads."""
    return tuple(deck for deck in retail_decks() if deck.phoenixborn == phoenixborn)
