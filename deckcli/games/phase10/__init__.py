"""Phase 10 Strategy: ten phases laid with cards, and a board that says which one may lay and how many one keeps."""

from __future__ import annotations

from deckcli.games.game import Game
from deckcli.games.phase10 import construction
from deckcli.titles import TITLES

GAME = Game(
    slug="phase10",
    name=TITLES["phase10"],
    seats=(1, 6),
    check=construction.check,
    can_add=construction.can_add,
    counts=construction.counts,
    sums=construction.sums,
    fixed=True,
)
