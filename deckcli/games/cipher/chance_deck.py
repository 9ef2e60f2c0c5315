"""Decks that nobody thought of: legal, playable, and otherwise left to chance. They find what no person tries."""

from __future__ import annotations

from collections.abc import Sequence

from catalog.card import Card
from deckcli.decks.deck import LEADER, MAIN, Deck, Slot
from deckcli.engine.chance import Chance
from deckcli.games.cipher.construction import MAIN_CHARACTER_COST, can_add
from deckcli.games.cipher.faces import is_main_character, unit_of
from deckcli.games.game import Format

SIZE = 50
COLOURS = 2
"""So many colours at most, so that bonds show what the cards ask for."""
KIN = 12
"""About so many cards share a name with the main character: they level it up, and pay its criticals."""


def allowed_cards(cards: Sequence[Card], rules: Format) -> list[Card]:
    """The cards of which a deck of the format may have one: what `chance_deck` picks from."""
    empty = Deck("cipher", "Random", ())
    return [card for card in cards if not can_add(empty, card, rules)]


def chance_deck(cards: Sequence[Card], seed: int, rules: Format, allowed: Sequence[Card] | None = None) -> Deck:
    """A legal deck out of `cards` (all of the game) by a format; the same for the same seed, cards and format.
    `allowed` is what `allowed_cards` made of them, where that is known already.

    Raises ValueError when the format leaves too few cards.
    """
    chance = Chance(seed)
    empty = Deck("cipher", f"Random {seed}", ())
    allowed = allowed_cards(cards, rules) if allowed is None else allowed
    cost = rules.number("main_character_cost")
    cost = MAIN_CHARACTER_COST if cost is None else cost
    leaders = [card for card in allowed if is_main_character(card, cost)]
    if not leaders:
        raise ValueError(f"{rules.name} has no card that could be a main character")
    leader = leaders[chance.pick("leader", len(leaders))]
    pool = _of_colours(allowed, leader, chance)
    names = set(unit_of(leader).names)
    kin = [card for card in pool if not names.isdisjoint(unit_of(card).names)]
    slots: tuple[Slot, ...] = (Slot(leader, 1, LEADER),)
    slots = _filled(empty, slots, kin, KIN, chance, rules)
    slots = _filled(empty, slots, pool, SIZE, chance, rules)
    if sum(slot.count for slot in slots) < SIZE:
        raise ValueError(f"{rules.name} has too few cards of these colours")
    return Deck("cipher", f"Random {seed}", slots, rules=rules.key)


def _of_colours(cards: Sequence[Card], leader: Card, chance: Chance) -> list[Card]:
    """The cards whose symbols are the leader's, or of one colour more."""
    colours = set(unit_of(leader).symbols)
    others = sorted({symbol for card in cards for symbol in unit_of(card).symbols} - colours)
    if others and len(colours) < COLOURS:
        colours.add(others[chance.pick("colour", len(others))])
    return [card for card in cards if colours.issuperset(unit_of(card).symbols)]


def _filled(
    empty: Deck, slots: tuple[Slot, ...], pool: Sequence[Card], size: int, chance: Chance, rules: Format
) -> tuple[Slot, ...]:
    """The slots with cards of the pool, one to four copies of each, until there are so many cards."""
    for place in chance.shuffle(f"cards to {size}", range(len(pool))):
        room = size - sum(slot.count for slot in slots)
        if room <= 0:
            break
        wanted = min(room, 1 + chance.pick("copies", 4))
        for count in range(wanted, 0, -1):
            more = (*slots, Slot(pool[place], count, MAIN))
            if not _too_many(Deck(empty.game, empty.name, more), rules):
                slots = more
                break
    return slots


def _too_many(deck: Deck, rules: Format) -> bool:
    """Whether the last card of a deck breaks a limit."""
    *before, last = deck.slots
    one_less = (*before, Slot(last.card, last.count - 1, last.pile)) if last.count > 1 else tuple(before)
    return bool(can_add(Deck(deck.game, deck.name, one_less), last.card, rules))
