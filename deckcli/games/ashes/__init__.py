"""Ashes Reborn, with Ashes Ascendancy: two Phoenixborn, dice, and what they conjure."""

from __future__ import annotations

from deckcli.games.ashes import construction
from deckcli.games.game import Game
from deckcli.titles import TITLES

GAME = Game(
    slug="ashes",
    name=TITLES["ashes"],
    seats=(2, 2),
    check=construction.check,
    can_add=construction.can_add,
    counts=construction.counts,
    sums=construction.sums,
    leader="Phoenixborn",
)
