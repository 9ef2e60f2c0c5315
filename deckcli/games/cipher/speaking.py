"""Who speaks while a skill of Cipher runs, what woke it, and what waits: the values that rules and skills hand on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from deckcli.engine.closures import Built
from deckcli.engine.vocabulary import Scope
from deckcli.games.cipher.table import Speaker

GRANTED = 100
"""From this index on, a skill of a unit is one that it was given."""
LENT = 200
"""From this index on, a skill of a unit is one that a continuous skill lends it."""
LATER = -1
"""The index of a deed that was put off."""


@dataclass(slots=True)
class Event:
    """Something that happened: a word of the game (`destroyed`, `deployed` ...), whom it is about (`unit` in play, or
    the copy `card`), the other unit of it, whose it is, and what caused it ("attack", "skill", "cost", "rule" ...);
    when a skill did, `source` is which."""

    name: str
    seat: int
    unit: int = -1
    card: int = -1
    other: int = -1
    cause: str = "rule"
    by: int = -1
    places: tuple[str, str] = ("", "")
    source: Speaker = ()


@dataclass(slots=True)
class Postponed(Event):
    """The moment at which a deed that was put off is done: what to run, and the copies that names were given to."""

    run: Built | None = None
    names: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Waiting:
    """A triggered skill that waits to be resolved: whose, of which copy (and unit, -1 when it is not in play), which of
    its skills, and the event that woke it."""

    seat: int
    copy: int
    unit: int
    index: int
    event: Event = field(hash=False, compare=False)


class CipherScope(Scope):
    """Who speaks while a skill runs: whose it is, on which copy (and unit, NONE out of play), which of its skills, what
    woke it, and what its cost took."""

    __slots__ = ("copy", "event", "index", "paid", "seat", "unit")

    def __init__(self, seat: int, copy: int, unit: int, index: int = 0, event: Event | None = None) -> None:
        super().__init__()
        self.seat = seat
        self.copy = copy
        self.unit = unit
        self.index = index
        self.event = event
        self.paid: tuple[Any, ...] = ()
