"""Phase: two-faced cards, three factions, and the Nexus they fight for."""

from __future__ import annotations

from collections.abc import Callable

from catalog.card import Card
from deckcli.engine.playing import PlayedGame
from deckcli.games.game import Game, Playable
from deckcli.games.phase import construction
from deckcli.titles import TITLES


def played() -> Playable:
    """The rules and players, imported when somebody plays."""
    from deckcli.games.phase.playable import PhasePlayable

    return PhasePlayable()


def scenario_rules(find: Callable[[str], Card | None]) -> PlayedGame:
    """The rules over cards that are found by name, for scenarios."""
    from deckcli.games.phase.playable import PhaseRules
    from deckcli.games.phase.played import PlayedCard
    from deckcli.games.phase.written import card_with_effects

    def played_card(name: str) -> PlayedCard | None:
        card = find(name)
        return card_with_effects(card) if card else None

    return PhaseRules(played_card)


GAME = Game(
    slug="phase",
    name=TITLES["phase"],
    seats=(2, 5),
    check=construction.check,
    can_add=construction.can_add,
    counts=construction.counts,
    sums=construction.sums,
    played=played,
    scenario_rules=scenario_rules,
    players=("random", "goldfish", "heuristic"),
    options={
        "first": "the seat that begins, from 0 (the cards on top)",
        "modifiers_survive_phase": "no: what was given to a warrior ends when it phases (yes)",
        "keep_sides_when_shuffling": "yes: a shuffle turns no card over (no)",
        "skills_once_a_turn": "no: a warrior uses a skill as often as it is paid for (yes)",
    },
)
