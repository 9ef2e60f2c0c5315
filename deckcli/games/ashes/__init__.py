"""Ashes Reborn, with Ashes Ascendancy: two Phoenixborn, dice, and what they conjure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from catalog.card import Card
from deckcli.decks.deck import Deck
from deckcli.engine.playing import PlayedGame
from deckcli.games.ashes import construction
from deckcli.games.game import Format, Game, Playable
from deckcli.titles import TITLES

if TYPE_CHECKING:
    from deckcli.games.ashes.cards import Face


def played() -> Playable:
    """The rules and players, imported when somebody plays."""
    from deckcli.games.ashes.playable import AshesPlayable

    return AshesPlayable()


def scenario_rules(find: Callable[[str], Card | None]) -> PlayedGame:
    """The rules over cards that are found by name, for scenarios."""
    from deckcli.games.ashes.playable import AshesRules
    from deckcli.games.ashes.written import face_with_text

    def face(name: str) -> Face | None:
        card = find(name)
        return face_with_text(card) if card else None

    return AshesRules(face)


def random_deck(cards: Sequence[Card], seed: int, rules: Format) -> Deck:
    """A legal deck that chance made (`chance_deck`)."""
    from deckcli.games.ashes.chance_deck import chance_deck

    return chance_deck(cards, seed, rules)


GAME = Game(
    slug="ashes",
    name=TITLES["ashes"],
    seats=(2, 2),
    check=construction.check,
    can_add=construction.can_add,
    counts=construction.counts,
    sums=construction.sums,
    leader="Phoenixborn",
    played=played,
    random_deck=random_deck,
    scenario_rules=scenario_rules,
    players=("random", "goldfish", "heuristic"),
    options={
        "first": "the seat that goes first, 0 or 1 (whoever rolls the most basics chooses)",
        "first_five": "who picks the First Five: list, chosen or heuristic (list; chosen where it names none)",
        "any_unit_guards": "yes: every unexhausted unit may guard another, as the short rulebook words it (no)",
        "organised": "yes: chained cards are not played in round 1, as in organised play (no)",
        "sudden_death": "from this round on each turn begins with discarding two cards, or a wound for each that is"
        " missing, as after the time limit of a tournament (never)",
        "life": "the life of the passive Phoenixborn (as printed)",
        "blockers": "how many units of 0 attack and 3 life block for it (0)",
        "passive": "the seat of which these two speak, 0 or 1 (the goldfish's; else 1)",
    },
)
