"""Changes of a saved deck, card by card: a saved deck goes in, a saved deck comes out, and the library keeps both.

They work on what is stored (slugs and counts), so that a card which the catalogue no longer has stays where it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from catalog.card import Card
from catalog.saved import SavedDeck, SavedSlot
from deckcli.decks.deck import LEADER, MAIN
from deckcli.errors import DeckcliError

EFFECTS_PAID = "effect_costs"
TUTORS = "tutor_map"
"""Where ashes.live keeps, and we too, which effects a plan for round one pays (slugs), and which card each tutor
fetches (slug to slug)."""


class NotSoManyError(DeckcliError):
    """A deck holds fewer copies of a card than shall go; `held` is how many."""

    def __init__(self, deck: str, card: str, held: int, count: int) -> None:
        there = (
            f"{held} {card} {'is' if held == 1 else 'are'} in it, and {count} shall go"
            if held
            else f"no {card} is in it"
        )
        super().__init__(f'"{deck}": {there}. Nothing was changed.')
        self.held = held


@dataclass(frozen=True, slots=True)
class Moved:
    """One card of one pile, how many copies there were `before` and are `after`."""

    slug: str
    pile: str
    before: int
    after: int


def held(deck: SavedDeck, card: Card, pile: str = "") -> list[SavedSlot]:
    """The slots that hold a card, by its slug or a former one: of one pile, or of all, its cards before the rest."""
    slugs = {card.slug, *card.formerly}
    found = [slot for slot in deck.slots if slot.slug in slugs and pile in ("", slot.pile)]
    return sorted(found, key=lambda slot: slot.pile != MAIN)


def count_of(deck: SavedDeck, card: Card, pile: str = "") -> int:
    """How many copies of a card a pile holds, or the whole deck."""
    return sum(slot.count for slot in held(deck, card, pile))


def add(deck: SavedDeck, card: Card, count: int, pile: str = MAIN, printing: str = "") -> SavedDeck:
    """The deck with `count` copies more in a pile; `printing` is a card code where it is not the card's first."""
    for slot in held(deck, card, pile):
        return _with(deck, slot, replace(slot, count=slot.count + count))
    new = SavedSlot(card.slug, count, pile, printing)
    slots = (new, *deck.slots) if pile == LEADER else (*deck.slots, new)
    return replace(deck, slots=slots)


def remove(deck: SavedDeck, card: Card, count: int, pile: str = "") -> SavedDeck:
    """The deck with `count` copies fewer, those among its cards first. Raises NotSoManyError."""
    there = count_of(deck, card, pile)
    if there < count:
        raise NotSoManyError(deck.name, card.name, there, count)
    for slot in held(deck, card, pile):
        gone = min(count, slot.count)
        deck = _with(deck, slot, replace(slot, count=slot.count - gone) if gone < slot.count else None)
        count -= gone
    return deck


def set_count(deck: SavedDeck, card: Card, count: int, pile: str = "", printing: str = "") -> SavedDeck:
    """The deck with exactly `count` copies (0 or more) in a pile, or in all of it."""
    there = count_of(deck, card, pile)
    if count < there:
        return remove(deck, card, there - count, pile)
    return add(deck, card, count - there, pile or MAIN, printing) if count > there else deck


def lead(deck: SavedDeck, card: Card, printing: str = "") -> SavedDeck:
    """The deck led by `card`, and by nobody else.

    A Phoenixborn stands beside the cards. A Cipher main character is one of them: a copy of the card leads, and whoever
    led goes back among the cards; where the deck keeps its main character apart, only the pointer changes.
    """
    leaders = [slot for slot in deck.slots if slot.pile == LEADER]
    rest = replace(deck, slots=tuple(slot for slot in deck.slots if slot.pile != LEADER))
    if deck.game == "cipher" and deck.extra.get("leader_apart") is not True:
        for slot in leaders:
            rest = _returned(rest, slot)
        if count_of(rest, card, MAIN):
            printing = printing or held(rest, card, MAIN)[0].printing
            rest = remove(rest, card, 1, MAIN)
    return add(rest, card, 1, LEADER, printing)


def with_plan(
    deck: SavedDeck, *, effects: Sequence[Card] | None = None, tutors: Mapping[str, str] | None = None
) -> SavedDeck:
    """The deck with another plan for round one: which effects are paid, and what each tutor fetches (by slugs); what is
    None stays, what is empty goes."""
    extra = dict(deck.extra)
    plan = {EFFECTS_PAID: None if effects is None else [card.slug for card in effects],
            TUTORS: None if tutors is None else dict(tutors)}  # fmt: skip
    for key, value in plan.items():
        if value:
            extra[key] = value
        elif value is not None:
            extra.pop(key, None)
    return replace(deck, extra=extra)


def moves(before: SavedDeck, after: SavedDeck) -> Iterator[Moved]:
    """What has other numbers after a change, in the order of the decks."""
    old, new = _counts(before), _counts(after)
    for pile, slug in dict.fromkeys((*old, *new)):
        was, is_ = old.get((pile, slug), 0), new.get((pile, slug), 0)
        if was != is_:
            yield Moved(slug, pile, was, is_)


def plan_of(extra: Mapping[str, object]) -> tuple[tuple[str, ...], dict[str, str]]:
    """The slugs of the effects that are paid in round one, and what each tutor fetches; empty where nothing (or
    nothing that can be read) is kept."""
    paid, tutors = extra.get(EFFECTS_PAID), extra.get(TUTORS)
    effects = tuple(one for one in paid if isinstance(one, str)) if isinstance(paid, list | tuple) else ()
    pairs = tutors.items() if isinstance(tutors, Mapping) else ()
    return effects, {str(tutor): card for tutor, card in pairs if isinstance(card, str)}


def _counts(deck: SavedDeck) -> dict[tuple[str, str], int]:
    counts: dict[tuple[str, str], int] = {}
    for slot in deck.slots:
        counts[slot.pile, slot.slug] = counts.get((slot.pile, slot.slug), 0) + slot.count
    return counts


def _returned(deck: SavedDeck, leader: SavedSlot) -> SavedDeck:
    """The deck with a former main character among its cards again."""
    for slot in deck.slots:
        if slot.pile == MAIN and slot.slug == leader.slug:
            return _with(deck, slot, replace(slot, count=slot.count + leader.count))
    return replace(deck, slots=(*deck.slots, replace(leader, pile=MAIN)))


def _with(deck: SavedDeck, old: SavedSlot, new: SavedSlot | None) -> SavedDeck:
    """The deck with one slot exchanged, or without it."""
    slots = [new if slot is old else slot for slot in deck.slots]
    return replace(deck, slots=tuple(slot for slot in slots if slot is not None))
