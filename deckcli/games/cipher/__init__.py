"""Fire Emblem Cipher (FE0): two main characters, their units, and the bonds that deploy them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from catalog.card import Card
from deckcli.decks.deck import Deck
from deckcli.engine.playing import PlayedGame
from deckcli.games.cipher import construction
from deckcli.games.game import Format, Game, Playable
from deckcli.titles import TITLES

if TYPE_CHECKING:
    from deckcli.games.cipher.faces import Unit


def played() -> Playable:
    """The rules and players, imported when somebody plays."""
    from deckcli.games.cipher.playable import CipherPlayable

    return CipherPlayable()


def scenario_rules(find: Callable[[str], Card | None]) -> PlayedGame:
    """The rules over cards that are found by name, for scenarios."""
    from deckcli.games.cipher.playable import CipherRules
    from deckcli.games.cipher.written import unit_with_skills

    def unit(name: str) -> Unit | None:
        card = find(name)
        return unit_with_skills(card) if card else None

    return CipherRules(unit)


def random_deck(cards: Sequence[Card], seed: int, rules: Format) -> Deck:
    """A legal deck that chance made (`chance_deck`)."""
    from deckcli.games.cipher.chance_deck import chance_deck

    return chance_deck(cards, seed, rules)


GAME = Game(
    slug="cipher",
    name=TITLES["cipher"],
    seats=(2, 2),
    check=construction.check,
    can_add=construction.can_add,
    counts=construction.counts,
    sums=construction.sums,
    leader="Main Character",
    played=played,
    random_deck=random_deck,
    scenario_rules=scenario_rules,
    players=("random", "goldfish", "heuristic"),
    options={
        "first": "the seat that begins, 0 or 1 (chance)",
        "bonuses_survive_level_up": "yes: what was given to a unit outlasts a level up or class change (no)",
    },
)
