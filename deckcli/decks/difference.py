"""What lies between two decks, as somebody does it who has the cards in hand: what to pull, and what to put in."""

from __future__ import annotations

from dataclasses import dataclass

from catalog.card import Card
from deckcli.decks.changes import plan_of
from deckcli.decks.deck import CONJURATIONS, LEADER, MAIN, SIDE, Deck


@dataclass(frozen=True, slots=True)
class Move:
    """`count` copies of a card that go out of a pile, or into it."""

    card: Card
    count: int
    pile: str


@dataclass(frozen=True, slots=True)
class Difference:
    """From one deck to another: `pull` these copies, `put` those in, by pile; the conjurations are those that follow
    from the cards. `dice` are (type, before, after). `words` says what else differs: (what, before, after)."""

    pull: tuple[Move, ...] = ()
    put: tuple[Move, ...] = ()
    dice: tuple[tuple[str, int, int], ...] = ()
    first_five_out: tuple[Card, ...] = ()
    first_five_in: tuple[Card, ...] = ()
    words: tuple[tuple[str, str, str], ...] = ()

    @property
    def same(self) -> bool:
        """Whether there is none."""
        return self == Difference()


def difference(one: Deck, other: Deck) -> Difference:
    """What changes `one` into `other`, both of the same game."""
    before, after = _copies(one), _copies(other)
    cards = {**{key: card for key, (card, _) in before.items()}, **{key: card for key, (card, _) in after.items()}}
    more = {key: after.get(key, (None, 0))[1] - before.get(key, (None, 0))[1] for key in cards}
    order = sorted(cards, key=lambda key: (_rank(key[0]), key[0], cards[key].name, key[1]))
    first, then = ({card.slug: card for card in deck.first_five} for deck in (one, other))
    return Difference(
        pull=tuple(Move(cards[key], -more[key], key[0]) for key in order if more[key] < 0),
        put=tuple(Move(cards[key], more[key], key[0]) for key in order if more[key] > 0),
        dice=_dice(one, other),
        first_five_out=tuple(card for slug, card in first.items() if slug not in then),
        first_five_in=tuple(card for slug, card in then.items() if slug not in first),
        words=tuple(_words(one, other)),
    )


def _copies(deck: Deck) -> dict[tuple[str, str], tuple[Card, int]]:
    """The copies that lie in each pile, by pile and slug. A main character that only points at a card is no copy."""
    slots = [slot for slot in deck.slots if slot.pile != CONJURATIONS or not deck.derived]
    copies: dict[tuple[str, str], tuple[Card, int]] = {}
    for slot in (*slots, *deck.derived):
        if slot.pile == LEADER and deck.leader_apart:
            continue
        _, count = copies.get((slot.pile, slot.card.slug), (slot.card, 0))
        copies[slot.pile, slot.card.slug] = (slot.card, count + slot.count)
    return copies


def _rank(pile: str) -> int:
    """Where a pile stands: leader, cards, conjurations, side, and the rest."""
    known = (LEADER, MAIN, CONJURATIONS, SIDE)
    return known.index(pile) if pile in known else len(known)


def _dice(one: Deck, other: Deck) -> tuple[tuple[str, int, int], ...]:
    before, after = ({dice.type: dice.count for dice in deck.dice} for deck in (one, other))
    types = dict.fromkeys((*before, *after))
    return tuple((t, before.get(t, 0), after.get(t, 0)) for t in types if before.get(t) != after.get(t))


def _words(one: Deck, other: Deck) -> list[tuple[str, str, str]]:
    """What is neither card nor die: the rules, who leads where that is only said, and the plan for round one."""
    (paid, tutors), (paid_then, tutors_then) = plan_of(one.extra), plan_of(other.extra)
    both = [
        ("rules", one.rules, other.rules),
        ("main character", _pointer(one), _pointer(other)) if one.leader_apart and other.leader_apart else ("", "", ""),
        ("effects paid in round one", ", ".join(paid), ", ".join(paid_then)),
        *((f"{slug} fetches", tutors.get(slug, ""), tutors_then.get(slug, "")) for slug in {**tutors, **tutors_then}),
    ]
    return [(what, before, after) for what, before, after in both if before != after]


def _pointer(deck: Deck) -> str:
    return ", ".join(slot.card.name for slot in deck.pile(LEADER))
