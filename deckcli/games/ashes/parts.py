"""What every rule of building a deck of Ashes asks: which cards count, who leads them, and where a rule stands."""

from __future__ import annotations

from deckcli.decks.deck import LEADER, MAIN, Deck, Slot
from deckcli.games.ashes.faces import is_deckable, is_phoenixborn, owner
from deckcli.games.game import Format
from deckcli.games.limits import remembered

SOURCES = {
    "phoenixborn": "rulings.md: Deck size",
    "not_deckable": "rulings.md: What cannot be in a deck",
    "wrong_phoenixborn": "rulings.md: Exclusive cards",
    "pile": "rulings.md: Conjuration pile",
    "first_five_exclusives": "rulings.md: First Five",
    "chained": "rulings.md: Chained cards",
}
"""Where the rules stand that every format has; a format's own source wins."""


def source(rules: Format, rule: str) -> str:
    """Where a rule stands that is broken, for its problem to quote."""
    return rules.source(rule) or SOURCES.get(rule, "")


@remembered
def phoenixborn(deck: Deck) -> tuple[Slot, ...]:
    """Every Phoenixborn of the list, also one that stands among the cards."""
    return tuple(slot for slot in deck.slots if slot.pile in (LEADER, MAIN) and is_phoenixborn(slot.card))


@remembered
def counted(deck: Deck) -> tuple[Slot, ...]:
    """The cards of the deck that count: all but those which no deck can hold."""
    return tuple(slot for slot in deck.pile(MAIN) if is_deckable(slot.card))


@remembered
def ordinary(deck: Deck) -> tuple[Slot, ...]:
    """The counted cards that every Phoenixborn may use."""
    return tuple(slot for slot in counted(deck) if not owner(slot.card))
