"""Decks of Ashes that nobody thought of: legal, with dice that pay for their cards, and otherwise left to chance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from catalog.card import Card
from catalog.names import fold
from deckcli.decks.deck import LEADER, MAIN, Deck, Dice, Slot
from deckcli.engine.chance import Chance
from deckcli.games.ashes.construction import can_add, check
from deckcli.games.ashes.faces import DICE, Die, Phoenixborn, face_of, is_deckable, is_phoenixborn, owner
from deckcli.games.game import Format

TYPES = (2, 3)
"""So many types of dice are taken, the fewest and the most: of more, ten dice pay for too little."""
COPIES = 3
OWN = 3
"""So many exclusive cards of the Phoenixborn at most, where the format says no number: most have one, three times."""


def chance_deck(cards: Sequence[Card], seed: int, rules: Format) -> Deck:
    """A legal deck out of `cards` (all of the game) by a format; the same for the same seed, cards and format. Its pile
    of conjurations is left to who resolves it, its First Five to who plays it.

    Raises ValueError when the format leaves too few cards, or takes no deck that is put together card by card.
    """
    chance = Chance(seed)
    empty = Deck("ashes", f"Random {seed}", (), rules=rules.key)
    allowed = [card for card in cards if not can_add(empty, card, rules)]
    leaders = [card for card in allowed if is_phoenixborn(card)]
    if not leaders:
        raise ValueError(f"{rules.name} has no Phoenixborn that could lead")
    leader = leaders[chance.pick("leader", len(leaders))]
    types = _types(rules, chance)
    pool = [card for card in allowed if is_deckable(card) and _payable(card, types)]
    own = [card for card in pool if fold(owner(card)) == fold(leader.name)]
    deck = replace(empty, slots=(Slot(leader, 1, LEADER),))
    deck = _filled(deck, own, OWN, chance, rules)
    deck = _filled(deck, [card for card in pool if not owner(card)], rules.number("deck_size") or 30, chance, rules)
    deck = replace(deck, dice=tuple(_dice(deck, types, rules.number("dice") or 10, chance)))
    faults = [problem for problem in check(deck, rules) if problem.severity == "error"]
    if faults:
        raise ValueError(f"chance finds no deck that is legal by {rules.name}: {faults[0].message.rstrip('.')}")
    return deck


def _types(rules: Format, chance: Chance) -> frozenset[Die]:
    """Two or three of the types that the format has."""
    known = [die for die in DICE if die in (rules.words("dice_types") or DICE)]
    fewest, most = TYPES
    count = fewest + chance.pick("types", most - fewest + 1)
    return frozenset(known[place] for place in chance.shuffle("dice", range(len(known)))[:count])


def _payable(card: Card, types: frozenset[Die]) -> bool:
    """Whether dice of these types can pay for a card: every part of its cost in one way or another."""
    face = face_of(card)
    if isinstance(face, Phoenixborn):
        return False
    return face.cost.dice <= types and (not face.cost.parallel_dice or not face.cost.parallel_dice.isdisjoint(types))


def _filled(deck: Deck, pool: Sequence[Card], size: int, chance: Chance, rules: Format) -> Deck:
    """The deck with cards of the pool, one to three copies of each, until it has so many; as many as there may be where
    the format counts the different ones."""
    fewest = COPIES if rules.number("picks") is not None else 1
    for place in chance.shuffle(f"cards to {size}", range(len(pool))):
        wanted = min(size - deck.count(MAIN), fewest + chance.pick("copies", COPIES - fewest + 1))
        if wanted <= 0:
            break
        slots, copies = deck.slots, 0
        while copies < wanted and not can_add(deck, pool[place], rules):
            copies += 1
            deck = replace(deck, slots=(*slots, Slot(pool[place], copies, MAIN)))
    return deck


def _dice(deck: Deck, types: frozenset[Die], count: int, chance: Chance) -> Iterator[Dice]:
    """One die of each type, and the rest by chance, each type as likely as the cards of the deck ask for it."""
    known = [die for die in DICE if die in types]
    asked = [die for slot in deck.pile(MAIN) for die in _asked(slot.card, types) for _ in range(slot.count)] or known
    found = Counter(known)
    found.update(asked[chance.pick("die", len(asked))] for _ in range(count - len(known)))
    return (Dice(die, found[die]) for die in known)


def _asked(card: Card, types: frozenset[Die]) -> list[Die]:
    """The types of dice that a card asks for, of those that there are."""
    face = face_of(card)
    costs = () if isinstance(face, Phoenixborn) else face.cost.magic
    return [magic.die for magic in costs if magic.die and magic.die in types]
