"""Phase 10 Strategy: ten phases laid with cards, and a board that says which cards one may keep."""

from __future__ import annotations

from deckcli.games.game import Game
from deckcli.titles import TITLES

GAME = Game(slug="phase10", name=TITLES["phase10"], seats=(1, 6))
