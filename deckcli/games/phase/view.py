"""What a seat of Phase may see, and which copies it cannot tell apart.

Rulebook: Phasing and Locking; Drawing; Active Side (rulings 37 and 42).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from deckcli.engine.chance import Chance
from deckcli.engine.playthrough import rank
from deckcli.engine.view import View
from deckcli.games.phase import deeds, values
from deckcli.games.phase.played import SIDES, PlayedFace
from deckcli.games.phase.table import PhaseTable, Seat
from deckcli.games.phase.telling import told

AREAS = ("deck", "hand", "barracks", "play", "discard", "revealed")
"""The areas of a seat, all of them lists of copies."""


def view(t: PhaseTable, seat: int) -> View:
    """The table as `seat` sees it.

    `you` is the seat, `seats` are all of them by number, `nexus` the influence there (good, evil), `target` what is
    attacked (a seat, -2 for the Nexus, -1 without attack), `guard` who may defend the Nexus, `skirmishes` those that
    are not resolved as (attacker, defenders), the one that is being resolved in `fought` (an index, or -1).

    A card is `copy`, `face` (the side with which it acts: up, or in a hand turned to its owner) and `back`, each as
    printed (`printed`) where the seat may look at it and None where it may not; and `locked`. The owner looks at both
    sides in play, hand, barracks and discard pile; others see the side that is up, and of a hand the side that is
    turned to them. Of a deck all see the side of the top card that is up. A warrior also has `attack`, `defence`,
    `damage`, `swift`, `ally` as they count now.
    """
    return View(
        seat,
        {
            "you": seat,
            "turn": t.turn,
            "active": t.active,
            "first": t.first,
            "window": t.window,
            "nexus": tuple(t.nexus),
            "target": t.target,
            "guard": t.guard,
            "fought": t.fought,
            "skirmishes": tuple((one.attacker, tuple(one.defenders)) for one in t.skirmishes),
            "seats": tuple(_side(t, number, own, mine=number == seat) for number, own in enumerate(t.seats)),
        },
    )


def _side(t: PhaseTable, number: int, own: Seat, *, mine: bool) -> Mapping[str, Any]:
    return {
        "influence": tuple(own.influence),
        "deck": len(own.deck),
        "top": printed(t.face(own.deck[-1])) if own.deck else None,
        "hand": tuple(_card(t, copy, face=mine, back=True) for copy in own.hand),
        "barracks": tuple(_card(t, copy, face=True, back=mine) for copy in own.barracks),
        "play": tuple({**_card(t, copy, face=True, back=mine), **_fighter(t, copy)} for copy in own.play),
        "discard": tuple(_card(t, copy, face=True, back=mine) for copy in own.discard),
        "revealed": tuple(_card(t, copy, face=True, back=True) for copy in own.revealed),
    }


def _card(t: PhaseTable, copy: int, *, face: bool, back: bool) -> dict[str, Any]:
    side = t.up[copy]
    sides = t.cards[copy].sides
    return {
        "copy": copy,
        "face": printed(sides[side]) if face else None,
        "back": printed(sides[1 - side]) if back else None,
        "locked": copy in t.locked,
    }


def _fighter(t: PhaseTable, copy: int) -> dict[str, Any]:
    return {
        "attack": values.attack_of(t, copy),
        "defence": values.defence_of(t, copy),
        "damage": t.damage.get(copy, 0),
        "swift": values.is_swift(t, copy),
        "ally": values.is_ally(t, copy),
    }


def printed(face: PlayedFace) -> Mapping[str, Any]:
    """What is printed on a side, as plain values that cannot be changed; made once a side."""
    known = _PRINTED.get(id(face))
    if known is None or known[0] is not face:
        known = _PRINTED[id(face)] = (face, MappingProxyType(_facts(face)))
    return known[1]


def _facts(face: PlayedFace) -> dict[str, Any]:
    order = face.order
    return {
        "title": face.title,
        "side": SIDES[face.side],
        "cost": face.cost,
        "attack": face.attack,
        "defence": face.defence,
        "keywords": face.face.keywords,
        "kinds": face.face.kinds,
        "order": None if order is None else told(order),
        "skills": tuple(told(act) for act in face.skills),
    }


_PRINTED: dict[int, tuple[PlayedFace, Mapping[str, Any]]] = {}
"""By the identity of a side, which is kept here with it: hashing all its fields would take longer than the rest."""


# ---------------------------------------------------------------- what is hidden


def unseen(t: PhaseTable, seat: int) -> list[list[int]]:
    """For every player, the copies of which `seat` has not seen both sides, in one group: the deck, and what lies with
    its back to the seat. Within a group not every exchange is possible (a side that is seen stays): see `redeal`."""
    return [sorted(_hidden(t, seat, owner)) for owner in range(len(t.seats))]


def _hidden(t: PhaseTable, seat: int, owner: int) -> list[int]:
    own = t.seats[owner]
    places: tuple[Sequence[int], ...] = (own.deck,)
    if owner != seat:
        places = (own.deck, own.hand, own.barracks, own.play, own.discard)
    return [copy for place in places for copy in place if copy not in t.known]


def redeal(t: PhaseTable, seat: int, chance: Chance) -> None:
    """Deal anew what a seat has not seen: what it sees of a card stays, what is behind it and in decks may be anything.

    First all that is hidden is laid out in one order, from which nothing can be told (`_laid_out`). Then, title by
    title, the cards behind all sides that are seen are exchanged with each other and with those in the deck that have
    the same side; then the deck is shuffled, all but the side of its top card that is seen; last its sides are turned.
    Whoever shuffled by `keep_sides_when_shuffling` has the sides of a deck turned as well: nobody saw
    them.
    """
    for owner in range(len(t.seats)):
        _redeal_of(t, seat, owner, chance)


def _redeal_of(t: PhaseTable, seat: int, owner: int, chance: Chance) -> None:
    own = t.seats[owner]
    hidden = _hidden(t, seat, owner)
    deck = [copy for copy in own.deck[:-1] if copy not in t.known]
    covered = sorted(copy for copy in hidden if copy not in deck)
    _laid_out(t, covered, deck)
    for copy in covered:
        _exchange_behind(t, copy, [other for other in covered if other != copy], deck, chance)
    order = chance.shuffle("redeal", deck)
    for copy, card in zip(deck, [t.cards[other] for other in order], strict=True):
        t.cards[copy] = card
    deeds.turn_at_random(t, chance, "redeal sides", deck)


def _laid_out(t: PhaseTable, covered: Sequence[int], deck: Sequence[int]) -> None:
    """Lay the cards out in an order that follows from which cards they are and which sides are seen alone: behind each
    side that is seen the first card by slug that has it and leaves one for all others, the rest into the deck."""
    cards = t.cards
    sides = [t.shown(copy) for copy in covered]
    shown = [cards[copy].sides[side] for copy, side in zip(covered, sides, strict=True)]
    left = sorted([cards[copy] for copy in (*covered, *deck)], key=rank)
    fits = [
        [number for number, card in enumerate(left) if card.sides[side].print == face.print]
        for face, side in zip(shown, sides, strict=True)
    ]
    given = matched(fits)
    for copy, number in zip(covered, given, strict=True):
        cards[copy] = left[number]
    behind = set(given)
    rest = [card for number, card in enumerate(left) if number not in behind]
    for copy, card in zip(sorted(deck), rest, strict=True):
        cards[copy], t.up[copy] = card, 0


def matched(fits: Sequence[Sequence[int]]) -> list[int]:
    """To each one of the things that fit it, none twice; it can be done (augmenting paths, the first fitting first)."""
    taken: dict[int, int] = {}

    def give(one: int, tried: set[int]) -> bool:
        for thing in fits[one]:
            if thing not in tried:
                tried.add(thing)
                if thing not in taken or give(taken[thing], tried):
                    taken[thing] = one
                    return True
        return False

    for one in range(len(fits)):
        give(one, set())
    return [thing for _, thing in sorted((one, thing) for thing, one in taken.items())]


def _exchange_behind(t: PhaseTable, copy: int, covered: Sequence[int], deck: Sequence[int], chance: Chance) -> None:
    """Exchange the card of a copy of which one side is seen with any that shows, or could show, the same side."""
    side, cards = t.shown(copy), t.cards
    shown = cards[copy].sides[side]
    alike = [
        copy,
        *(other for other in covered if t.shown(other) == side and shown.print == cards[other].sides[side].print),
    ]
    alike += [other for other in deck if shown.print == cards[other].sides[side].print]
    if len(alike) > 1:
        other = alike[chance.pick("redeal", len(alike))]
        cards[copy], cards[other] = cards[other], cards[copy]


def zones(t: PhaseTable) -> Mapping[str, list[int]]:
    """Every place with the copies that lie there: "a.hand", "b.play"."""
    return {f"{letter}.{name}": list(getattr(own, name)) for letter, own, name in _places(t)}


def _places(t: PhaseTable) -> Iterator[tuple[str, Seat, str]]:
    for letter, own in zip("abcde", t.seats, strict=False):
        for name in AREAS:
            yield letter, own, name
