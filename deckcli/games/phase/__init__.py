"""Phase: two-faced cards, three factions, and the Nexus they fight for."""

from __future__ import annotations

from deckcli.games.game import Game
from deckcli.games.phase import construction
from deckcli.titles import TITLES

GAME = Game(
    slug="phase",
    name=TITLES["phase"],
    seats=(2, 5),
    check=construction.check,
    can_add=construction.can_add,
    counts=construction.counts,
    sums=construction.sums,
)
