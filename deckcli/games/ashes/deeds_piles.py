"""Hands and piles of Ashes: drawing, discarding off the top, shuffling, looking and revealing."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from deckcli.engine.vocabulary import Did
from deckcli.games.ashes.table import (
    AshesTable,
    Cause,
)


def shuffled(t: AshesTable, seat: int, copies: Iterable[int]) -> list[int]:
    """These copies of a seat in an order that chance gives: by their place within their own deck, so that the size of
    the other one does not matter."""
    first = t.owners.index(seat) if seat in t.owners else 0
    return [first + place for place in t.chance.shuffle(f"{seat}.shuffle", [copy - first for copy in copies])]


def shuffle(t: AshesTable, seat: int) -> Did:
    """Shuffle a draw pile."""
    own = t.seats[seat]
    own.draw_pile = shuffled(t, seat, own.draw_pile)
    _forget_seen(t, own.draw_pile)
    return Did((), 1, True)


def _forget_seen(t: AshesTable, copies: Iterable[int]) -> None:
    for copy in copies:
        for seat in (0, 1):
            t.notes.pop(("seen", copy, seat), None)


def draw(t: AshesTable, c: Cause, seat: int, n: int = 1, *, bottom: bool = False) -> Did:
    """Draw cards, as many as there are: from the top, or the bottom, of the draw pile. How many were drawn."""
    own, drawn = t.seats[seat], 0
    while drawn < n and own.draw_pile:
        own.hand.append(own.draw_pile.pop(0 if bottom else -1))
        drawn += 1
    return Did(tuple(own.hand[-drawn:]) if drawn else (), drawn, drawn == n > 0)


def mill(t: AshesTable, c: Cause, seat: int, n: int = 1) -> Did:
    """Discard cards off the top of a draw pile; those that were."""
    own = t.seats[seat]
    gone: list[int] = []
    while len(gone) < n and own.draw_pile:
        copy = own.draw_pile.pop()
        own.discard_pile.append(copy)
        gone.append(copy)
    return Did(tuple(gone), len(gone), len(gone) == n > 0)


def look(t: AshesTable, seat: int, things: Iterable[Any]) -> Did:
    """A seat sees these cards, where they lie."""
    seen = tuple(thing for thing in things if isinstance(thing, int))
    for copy in seen:
        t.notes["seen", copy, seat] = 1
    return Did(seen)


def reveal(t: AshesTable, things: Iterable[Any]) -> Did:
    """Both players see these cards, where they lie."""
    seen = tuple(things)
    look(t, 0, seen)
    return look(t, 1, seen)
