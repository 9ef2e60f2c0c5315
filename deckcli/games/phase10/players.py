"""Players of Phase 10 Strategy."""

from __future__ import annotations

from deckcli.engine.choice import DONE, Choice, Option
from deckcli.engine.players import Random
from deckcli.engine.playthrough import Sight


class Greedy:
    """Lays and places whatever it can as soon as it can, and keeps as many cards as it may; everything else (what it
    draws and discards, where it moves) is left to its whims."""

    __slots__ = ("_whims",)

    def __init__(self, seed: int, seat: int = 0) -> None:
        self._whims = Random(seed, seat)

    def __call__(self, choice: Choice, sight: Sight) -> Option:
        first = choice.options[0]
        if choice.prompt in ("play", "keep") and first != DONE:
            return first
        return self._whims(choice, sight)
