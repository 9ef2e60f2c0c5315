"""FantasyForm as the engine and the studies play it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from deckcli.decks.deck import MAIN, Deck
from deckcli.engine.choice import Choice, Option, Rules
from deckcli.engine.players import Goldfish, Random
from deckcli.engine.playing import PlayedGame, Setup
from deckcli.engine.playthrough import Player
from deckcli.engine.search import Thinking
from deckcli.engine.view import View
from deckcli.games.fantasyform import construction, deeds, labels, position, rules
from deckcli.games.fantasyform import view as views
from deckcli.games.fantasyform.faces import KINDS, Wallet
from deckcli.games.fantasyform.players import Heuristic
from deckcli.games.fantasyform.position import Find, no_cards
from deckcli.games.fantasyform.table import FantasyTable
from deckcli.games.fantasyform.valuation import value
from deckcli.games.fantasyform.written import wallet_of

HORIZON = 40
"""A search looks ahead until its seat has begun so many turns more: to the end."""
LEFT: frozenset[str] = frozenset()
"""Questions that a search leaves to the heuristic."""


class IncompleteWalletError(ValueError):
    """A list that does not hold what a game needs; the text says what is missing or too many."""


class FantasyRules:
    """The rules of FantasyForm (engine.playing.PlayedGame). `find` gives the typed card that a name means, and `box`
    what essences and the rival do; both are only asked for positions."""

    slug = "fantasyform"
    rules_version = "1"
    moves: frozenset[str] = frozenset()

    def __init__(self, find: Find = no_cards, box: Wallet | None = None) -> None:
        self.find = find
        self.box = box

    def set_up(self, decks: Sequence[Any], options: Mapping[str, Any], seed: int) -> FantasyTable:
        """The table before the first turn."""
        return rules.set_up(decks, options, seed)

    def run_step(self, table: Any) -> Rules[None]:
        """The part of the rules that the table's step names."""
        return rules.STEPS[table.step](table)

    def label(self, table: Any, choice: Choice, option: Option) -> str:
        """An option in words."""
        return labels.label(table, choice, option)

    def question(self, table: Any, choice: Choice) -> str:
        """What is asked, in words."""
        return labels.question(table, choice)

    def view(self, table: Any, seat: int) -> View:
        """What the player sees."""
        return views.view(table, seat)

    def unseen(self, table: Any, seat: int) -> list[list[int]]:
        """No card is hidden from its player; only chance is."""
        return []

    def rebuilt(self, table: Any) -> None:
        """What follows from the worn cards is made anew."""
        deeds.worn_anew(table)

    def zones(self, table: Any) -> Mapping[str, Sequence[int]]:
        """Every place with the cards that lie there."""
        return views.zones(table)

    def position(self, setup: Setup, seed: int) -> FantasyTable:
        """The table of a scenario."""
        return position.position(setup, seed, self.find, self.box)

    def reports(self, table: Any) -> Mapping[str, Any]:
        """The whole position for expectations."""
        return position.reports(table)


class FantasyPlayable:
    """FantasyForm for studies (games.game.Playable)."""

    options: Mapping[str, tuple[str, ...]] = {"difficulty": (*rules.START, rules.EACH)}
    players: Mapping[str, str] = {
        "random": "takes any answer, each as likely as another",
        "goldfish": "always declines: it buys nothing and never attacks",
        "heuristic": "trades essences on the prices that come, becomes an elemental, and attacks in time",
    }

    rules: PlayedGame = FantasyRules()

    tells_cards = False
    cards_told = (
        "no card of FantasyForm is drawn: all upgrades lie open from the beginning, and the figures `bought ...` and"
        " `win with ...` tell how each fared"
    )

    def deck_of(self, deck: Deck) -> Wallet:
        """The wallet of a list; equal lists give one value. Raises IncompleteWalletError, ImpossibleCardError."""
        return _wallet(deck)

    def player(self, name: str, seed: int, seat: int) -> Player:
        """A player by its name. Raises KeyError for one that there is not."""
        return _MAKERS[name](seed, seat)

    @property
    def thinking(self) -> Thinking:
        """How a search of this game looks ahead, and how far."""
        return Thinking(value, Heuristic, self.turns, HORIZON, LEFT)

    def first_seat(self, table: Any) -> int:
        """No seat begins: there is one."""
        return -1

    def turns(self, table: Any, seat: int) -> int:
        """How many turns have begun."""
        return int(table.turn)

    def measures(self, table: Any, seat: int) -> Mapping[str, float | None]:
        """What a finished table tells: `win`, also by difficulty; what lost; turns, damage and health left; and for
        each upgrade whether it was bought, and whether the game was then won."""
        t: FantasyTable = table
        won = t.outcome is not None and t.outcome.winners == (seat,)
        lost = t.outcome is not None and t.outcome.finished and not won
        figures: dict[str, float | None] = {"win": won}
        figures |= {f"win_at_{level}": won if level == t.difficulty else None for level in rules.START}
        figures |= {"lost_by_timer": lost and t.health > 0, "lost_by_health": lost and t.health <= 0}
        figures |= {"length": t.turn, "win_turn": t.turn if won else None, "rival_phases": t.rests}
        figures |= {"damage_dealt": t.hits, "health_left": t.health, "upgrades_bought": len(t.bought)}
        return figures | _fared(t, won)

    def cards(self, deck: Deck) -> Mapping[str, int]:
        """None: no card is drawn."""
        return {}

    def hand(self, table: Any, seat: int) -> Sequence[int]:
        """Nobody holds cards."""
        return ()

    def played(self, table: Any, seat: int) -> Sequence[int]:
        """The upgrades that were bought."""
        return tuple(table.bought)

    def card_name(self, table: Any, copy: int) -> str:
        """The name of a copy."""
        return str(table.cards[copy].name)

    def unscripted(self, deck: Deck) -> list[str]:
        """The cards with fewer abilities written than are printed on them, by name, in the order of the list."""
        cards = [slot.card for slot in deck.pile(MAIN) if slot.card.type in KINDS]
        return [card.name for card in dict.fromkeys(cards) if card.acting != "yes"]

    def assumptions(self, players: Sequence[str]) -> list[str]:
        """What figures rest on."""
        return ["cards of the origin invented are ours, not the printed ones"]


def _fared(t: FantasyTable, won: bool) -> dict[str, float | None]:
    """Which upgrades were bought, and how one fared with them."""
    figures: dict[str, float | None] = {}
    for copy, card in enumerate(t.cards):
        bought = copy in t.bought
        word = card.slug.replace("-", "_")
        figures[f"bought_{word}"] = bought if bought or not card.starting else None
        figures[f"win_with_{word}"] = won if bought else None
    return figures


_MAKERS: Mapping[str, Callable[[int, int], Player]] = {
    "random": Random,
    "goldfish": lambda seed, seat: Goldfish(),
    "heuristic": Heuristic,
}


@lru_cache(maxsize=64)
def _wallet(deck: Deck) -> Wallet:
    faults = construction.faults_of(deck)
    if faults:
        raise IncompleteWalletError(faults[0])
    cards = [slot.card for slot in deck.pile(MAIN)]
    rival = next(card for card in cards if card.type == construction.RIVAL)
    return wallet_of([card for card in cards if card.type in KINDS], rival, deck.name)
