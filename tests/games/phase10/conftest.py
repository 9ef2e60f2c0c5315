"""The deck of the box, and playthroughs with it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from deckcli.engine.playthrough import Setting
from deckcli.games.phase10.phases import JOKER
from deckcli.games.phase10.rules import DealtDeck
from deckcli.games.phase10.table import FACES

DECK = DealtDeck([*(face for face in FACES[:JOKER] for _ in range(2)), *[FACES[JOKER]] * 12])


@pytest.fixture(scope="session")
def deck() -> DealtDeck:
    """The 108 cards."""
    return DECK


@pytest.fixture(scope="session")
def setting() -> Callable[..., Setting]:
    """A setting for so many seats: `setting(4, seed=2, starter="1")`."""

    def of(seats: int, seed: int = 1, **options: Any) -> Setting:
        return Setting((DECK,) * seats, options, seed)

    return of
