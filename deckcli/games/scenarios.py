"""Scenario files over the real cards: load one, find its game and its cards, run it."""

from __future__ import annotations

from catalog.card import Card
from catalog.errors import UnreadableError
from deckcli.decks.resolve import Lookup
from deckcli.engine.scenario import Result, ScenarioError, load, run
from deckcli.errors import UsageError
from deckcli.games import GAMES, game_named

_WHOLE = frozenset({"slug", "name", "alias", "former", "face", "code", "number"})
"""How a card may be named in a scenario: never by a part of its name."""


def run_text(text: str, source: str, catalog: Lookup) -> Result:
    """Run one scenario.

    Raises UnreadableError for a text that is none (it says where), UnknownNameError for a game that nobody knows, and
    UsageError for one that deckcli does not play yet.
    """
    try:
        scenario = load(text, source)
        game = GAMES[game_named(scenario.game).slug]
        if game.scenario_rules is None:
            raise UsageError(f"{source}: deckcli does not play {game.name} yet.")
        return run(scenario, game.scenario_rules(lambda name: card_named(name, game.slug, catalog)))
    except ScenarioError as error:
        raise UnreadableError(source, str(error).removeprefix(f"{source}: ")) from None


def card_named(name: str, game: str, catalog: Lookup) -> Card | None:
    """The card that a scenario calls `name`; the first of several prints of one card, None when it is none."""
    return next((match.card for match in catalog.find(name, game) if match.kind in _WHOLE), None)
