"""Why a player answers as it does: what it found each option to be worth."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from deckcli.engine.choice import Choice, Option
from deckcli.engine.playthrough import Player, Sight

CHANCE = "chance to win"
POINTS = "points"


@dataclass(frozen=True, slots=True)
class Weighed:
    """One option and what it was found to be worth, in `tries` rollouts (0: by a look at the table alone)."""

    option: Option
    worth: float
    tries: int = 0


@dataclass(frozen=True, slots=True)
class Reasons:
    """The answer, and what was weighed: best first, the answer always among them (or nothing, where the player has a
    rule and no figures). `measure` says what a worth is: CHANCE from 0 to 1, or POINTS of the player's own, which only
    compare options of one question. `words` say how it came to the answer."""

    answer: Option
    weighed: tuple[Weighed, ...] = ()
    measure: str = POINTS
    words: str = ""

    def of(self, option: Option) -> Weighed | None:
        """What an option was found to be worth; None for one that was not looked at."""
        return next((one for one in self.weighed if one.option == option), None)


def by_points(answer: Option, options: Sequence[Option], worth: Callable[[Option], float], words: str = "") -> Reasons:
    """The reasons of a player that gives every option points and takes the one with most (as a rule of its own may
    change: the answer is told)."""
    weighed = [Weighed(option, float(worth(option))) for option in options]
    return Reasons(answer, tuple(sorted(weighed, key=lambda one: -one.worth)), POINTS, words)


@runtime_checkable
class Explains(Protocol):
    """A player that can say why.

    `explain` gives the answer that the player gives to that question at that point of the playthrough, with its
    reasons, and changes nothing; it may be asked before, after or instead of a call, at any question of a playthrough
    that is played again. None: this player has nothing to say about this question.
    """

    def explain(self, choice: Choice, sight: Sight) -> Reasons | None:
        """The answer and its reasons."""


def reasons_of(player: Player, choice: Choice, sight: Sight) -> Reasons | None:
    """Why a player answers a question as it does; None for one that does not say."""
    return player.explain(choice, sight) if isinstance(player, Explains) else None
