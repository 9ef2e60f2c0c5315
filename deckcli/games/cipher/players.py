"""Who plays Cipher by rules of thumb."""

from __future__ import annotations

from deckcli.engine.choice import Choice, Option
from deckcli.engine.players import Random
from deckcli.engine.playthrough import Sight


class Heuristic:
    """To come."""

    __slots__ = ("_whims",)

    def __init__(self, seed: int, seat: int = 0) -> None:
        self._whims = Random(seed, seat)

    def __call__(self, choice: Choice, sight: Sight) -> Option:
        return self._whims(choice, sight)
