"""FantasyForm: one adventurer, eighteen cards, and a rival who grows as they do."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from catalog.card import Card
from deckcli.engine.playing import PlayedGame
from deckcli.games.fantasyform import construction
from deckcli.games.game import Game, Playable
from deckcli.titles import TITLES

if TYPE_CHECKING:
    from deckcli.games.fantasyform.faces import Upgrade


def played() -> Playable:
    """The rules and players, imported when somebody plays."""
    from deckcli.games.fantasyform.playable import FantasyPlayable

    return FantasyPlayable()


def scenario_rules(find: Callable[[str], Card | None]) -> PlayedGame:
    """The rules over cards that are found by name, for scenarios."""
    from deckcli.games.fantasyform.faces import KINDS
    from deckcli.games.fantasyform.playable import FantasyRules
    from deckcli.games.fantasyform.written import upgrade_with_skills, wallet_of

    def upgrade(name: str) -> Upgrade | None:
        card = find(name)
        return upgrade_with_skills(card) if card is not None and card.type in KINDS else None

    rival = find("Rival Card")
    return FantasyRules(upgrade, wallet_of((), rival) if rival is not None else None)


GAME = Game(
    slug="fantasyform",
    name=TITLES["fantasyform"],
    seats=(1, 1),
    check=construction.check,
    can_add=construction.can_add,
    counts=construction.counts,
    sums=construction.sums,
    fixed=True,
    lacking=construction.lacking,
    played=played,
    scenario_rules=scenario_rules,
    players=("random", "goldfish", "heuristic"),
    options={"difficulty": "beginner, standard, hard, expert, or each of them in turn (standard; a goldfish: each)"},
    goldfish={"difficulty": "each"},
)
