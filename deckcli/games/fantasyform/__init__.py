"""FantasyForm: one adventurer, eighteen cards, and a rival who grows as they do."""

from __future__ import annotations

from deckcli.games.game import Game
from deckcli.titles import TITLES

GAME = Game(slug="fantasyform", name=TITLES["fantasyform"], seats=(1, 1))
