"""Which playthroughs a study is made of: a pure function of its settings, so that it can be cut into any pieces."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from deckcli.decks.deck import Deck
from deckcli.engine.chance import game_seed


@dataclass(frozen=True, slots=True)
class Side:
    """One deck and the name of the player that plays it; `name` is what reports call the deck."""

    name: str
    deck: Deck
    player: str


@dataclass(frozen=True, slots=True)
class Plan:
    """A study of `n` playthroughs of one pairing.

    Playthrough i has the seed blake2b(study seed, pairing, i), and at every one the sides move one seat on, so that
    each sits everywhere equally often, always followed by the same one. `most` bounds the decisions of one playthrough,
    `turns` (0: none) what a goldfish may take.
    """

    game: str
    sides: tuple[Side, ...]
    n: int
    seed: int
    options: Mapping[str, Any] = field(default_factory=dict, hash=False)
    most: int = 20_000
    turns: int = 0

    @property
    def pairing(self) -> str:
        """What the seeds know of the sides: their names and players, not their cards, so that two versions of a deck
        under one name meet the same chances."""
        return " | ".join(f"{side.player}" for side in self.sides)

    def seed_of(self, index: int) -> int:
        """The seed of one playthrough."""
        return game_seed(self.seed, self.pairing, index)

    def seating(self, index: int) -> tuple[int, ...]:
        """Which side sits where: seat 0 first. They go round: with two sides they change places every time."""
        count = len(self.sides)
        return tuple((seat + index) % count for seat in range(count))


@dataclass(frozen=True, slots=True)
class Row:
    """What one playthrough gave. `winners` are sides (not seats); `first` is the side that began, -1 where no side
    does; `measures` are the game's own, by name."""

    index: int
    seed: int
    finished: bool
    winners: tuple[int, ...]
    reason: str
    first: int
    decisions: int
    measures: Mapping[str, float | None] = field(default_factory=dict, hash=False)
