"""Cards as the rules count them, and what a phase is made of (`data/phase10/phases.toml`)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from catalog.errors import DataFaultError
from catalog.home import data_root

COLOURS = ("Red", "Blue", "Yellow", "Green")
NUMBERS = 12
JOKER = len(COLOURS) * NUMBERS
"""The kind of a joker; a number card is colour * 12 + number - 1."""
KINDS = JOKER + 1
SETS, RUNS, COLOUR = "set", "run", "colour"
EDITIONS = ("strategy", "classic")


def kind_of(colour: int, number: int) -> int:
    """The kind of a number card: colour 0 to 3 as in COLOURS, number 1 to 12."""
    return colour * NUMBERS + number - 1


def number_of(kind: int) -> int:
    """The number on a card of that kind, 1 to 12; 0 for a joker."""
    return 0 if kind == JOKER else kind % NUMBERS + 1


def colour_of(kind: int) -> int:
    """The colour of a card of that kind, 0 to 3; -1 for a joker."""
    return -1 if kind == JOKER else kind // NUMBERS


def card_name(kind: int) -> str:
    """What a card of that kind is called: "Red 7", "Joker"."""
    return "Joker" if kind == JOKER else f"{COLOURS[colour_of(kind)]} {number_of(kind)}"


@dataclass(frozen=True, slots=True)
class Part:
    """One group of cards that a phase wants: a "set" (one number), a "run" (numbers in succession) or cards of one
    "colour", at least `size` of them. Rulebook: Definition of Phases."""

    kind: str
    size: int

    def said(self) -> str:
        """In words: "set of 3", "7 of one colour"."""
        return f"{self.size} of one colour" if self.kind == COLOUR else f"{self.kind} of {self.size}"


@dataclass(frozen=True, slots=True)
class Phase:
    """One of the ten phases: its key, its name and its groups; `source` tells whether the rulebook names it."""

    key: str
    name: str
    parts: tuple[Part, ...]
    source: str = ""


@cache
def phases(edition: str) -> tuple[Phase, ...]:
    """The ten phases of an edition, in order. Raises DataFaultError when their file is broken."""
    import tomllib

    path = data_root() / "phase10" / "phases.toml"
    try:
        records = tomllib.loads(path.read_text(encoding="utf-8"))[edition]
        return tuple(
            Phase(record["key"], record["name"], tuple(map(part_of, record["groups"])), record.get("from", ""))
            for record in records
        )
    except (KeyError, TypeError, ValueError) as error:
        raise DataFaultError(str(path), f"the phases cannot be read: {error}") from None


def part_of(words: str) -> Part:
    """A group as data says it: "set 3", "run 4", "colour 7". Raises ValueError."""
    kind, _, size = words.partition(" ")
    if kind not in (SETS, RUNS, COLOUR) or not size.isdecimal() or not 1 <= int(size) <= (12 if kind == RUNS else 20):
        raise ValueError(f"{words!r} is no group of cards")
    return Part(kind, int(size))
