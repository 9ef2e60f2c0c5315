"""Players that need to know no game."""

from __future__ import annotations

from deckcli.engine.chance import mixed, number_of
from deckcli.engine.choice import DONE, NO, Choice, Option
from deckcli.engine.playthrough import Sight

DECLINES = (DONE, NO, ("pass",), ("none",), ("end",))
"""Answers that do nothing, the most modest first."""


class Random:
    """Takes any option, each as likely as another, by whims of its own: they never touch the game's chance."""

    __slots__ = ("_state",)

    def __init__(self, seed: int, seat: int = 0) -> None:
        self._state = mixed(seed ^ number_of(f"random player {seat}"))

    def __call__(self, choice: Choice, sight: Sight) -> Option:
        self._state = mixed(self._state)
        return choice.options[(self._state * len(choice.options)) >> 64]


class Goldfish:
    """Always declines; where it must do something, it does the first thing."""

    __slots__ = ()

    def __call__(self, choice: Choice, sight: Sight) -> Option:
        for answer in DECLINES:
            if answer in choice.options:
                return answer
        return choice.options[0]


class Told:
    """Answers by labels told beforehand, first in first out; used by records and tests."""

    __slots__ = ("labels",)

    def __init__(self, *labels: str) -> None:
        self.labels = list(labels)

    def __call__(self, choice: Choice, sight: Sight) -> Option:
        """Raises LookupError when nothing is left, or the label is not offered."""
        offered = sight.labels()
        if not self.labels or self.labels[0] not in offered:
            raise LookupError(f"{self.labels[:1] or 'nothing'} is not offered: {', '.join(offered)}")
        return choice.options[offered.index(self.labels.pop(0))]
