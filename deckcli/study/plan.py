"""Which playthroughs a study is made of: a pure function of its settings, so that it can be cut into any pieces.

A `Study` is a tuple of `Plan`s (one pairing each: a goldfish and a duel have one, a comparison two, a league one for
every pair), a `Batch` some consecutive playthroughs of one plan, a `Row` what one playthrough gave. What a study is
run with is in `study.run`, where its rows are kept in `study.found` and `study.folder`.
"""

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
    `turns` (0: none) what a goldfish may take; with `cards`, its rows tell of single cards too (study.cards).
    """

    game: str
    sides: tuple[Side, ...]
    n: int
    seed: int
    options: Mapping[str, Any] = field(default_factory=dict, hash=False)
    most: int = 20_000
    turns: int = 0
    cards: bool = False

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
class Study:
    """Several plans of one game that are run together, and whose rows lie in one folder.

    `kind` is the command that asked for it ("goldfish", "duel", "compare", "league" ...), `asked` what else that
    command has to know to report it again (JSON values; a rule by which it stops early, say). `begin` and `end` (None:
    behind the last) say which part of every plan's playthroughs is played here, by index; the rest is another's.
    Raises ValueError for no plan, plans of several games, and a part that is none.
    """

    kind: str
    plans: tuple[Plan, ...]
    asked: Mapping[str, Any] = field(default_factory=dict, hash=False)
    begin: int = 0
    end: int | None = None

    def __post_init__(self) -> None:
        if not self.plans:
            raise ValueError("a study has at least one plan")
        if len({plan.game for plan in self.plans}) > 1:
            raise ValueError("the plans of a study are of one game")
        if self.begin < 0 or (self.end is not None and self.end <= self.begin):
            raise ValueError(f"playthroughs {self.begin} to {self.end} are none")

    @property
    def game(self) -> str:
        """The slug of the game of all its plans."""
        return self.plans[0].game

    def part(self, plan: int) -> range:
        """The indexes of one plan's playthroughs that are played here."""
        n = self.plans[plan].n
        return range(min(self.begin, n), n if self.end is None else min(self.end, n))

    @property
    def total(self) -> int:
        """How many playthroughs are played here, over all plans."""
        return sum(len(self.part(plan)) for plan in range(len(self.plans)))


@dataclass(frozen=True, slots=True, order=True)
class Batch:
    """Playthroughs `first` to `first + count - 1` of plan number `plan` of a study. What they give depends on the plan
    and these indexes alone, so that a batch may be played anywhere, again, and cut as one likes."""

    plan: int
    first: int
    count: int

    @property
    def indexes(self) -> range:
        """The indexes of its playthroughs."""
        return range(self.first, self.first + self.count)

    def halves(self) -> tuple[Batch, Batch]:
        """The same playthroughs as two batches (of a batch of at least two)."""
        half = self.count // 2
        return Batch(self.plan, self.first, half), Batch(self.plan, self.first + half, self.count - half)


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


@dataclass(frozen=True, slots=True)
class Ended:
    """A batch that was played: a row for each of its playthroughs, in order, and how many seconds it took."""

    batch: Batch
    rows: tuple[Row, ...]
    seconds: float


KILLED = "killed its worker"
"""The reason of a playthrough that was never played to its end because every process that tried it died."""


def killed(plan: Plan, index: int) -> Row:
    """The row of such a playthrough: unfinished, won by nobody, and counted like any other."""
    return Row(index, plan.seed_of(index), False, (), KILLED, -1, 0)
