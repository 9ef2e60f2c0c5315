"""Phase 10 Strategy: ten phases laid with cards, and a board that says which one may lay and how many one keeps."""

from __future__ import annotations

from collections.abc import Callable

from catalog.card import Card
from deckcli.engine.playing import PlayedGame
from deckcli.games.game import Game, Playable
from deckcli.games.phase10 import construction
from deckcli.titles import TITLES


def played() -> Playable:
    """The rules and players, imported when somebody plays."""
    from deckcli.games.phase10.playable import Phase10Playable

    return Phase10Playable()


def scenario_rules(find: Callable[[str], Card | None]) -> PlayedGame:
    """The rules for scenarios, which name cards that the game knows by itself."""
    from deckcli.games.phase10.playable import Phase10Rules

    return Phase10Rules()


GAME = Game(
    slug="phase10",
    name=TITLES["phase10"],
    seats=(1, 6),
    check=construction.check,
    can_add=construction.can_add,
    counts=construction.counts,
    sums=construction.sums,
    played=played,
    scenario_rules=scenario_rules,
    players=("random", "goldfish", "greedy", "heuristic"),
    options={
        "natural_per_group": "yes: each group of a phase needs a number card of its own (no)",
        "starter": "the seat that begins, 1 to 6 (chance)",
    },
    fixed=True,
)
