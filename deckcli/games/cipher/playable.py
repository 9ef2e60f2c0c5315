"""Cipher as the engine and the studies play it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from deckcli.decks.deck import LEADER, MAIN, Deck, Slot
from deckcli.engine.choice import Choice, Option, Rules
from deckcli.engine.players import Goldfish, Random
from deckcli.engine.playing import PlayedGame, Setup
from deckcli.engine.playthrough import Player
from deckcli.engine.search import Thinking
from deckcli.engine.view import View
from deckcli.games.cipher import labels, position, rules
from deckcli.games.cipher import view as views
from deckcli.games.cipher.construction import cards_of
from deckcli.games.cipher.faces import is_main_character
from deckcli.games.cipher.players import Heuristic
from deckcli.games.cipher.position import Find, no_cards
from deckcli.games.cipher.rules import DealtDeck
from deckcli.games.cipher.standing import changed
from deckcli.games.cipher.table import ORBS, CipherTable
from deckcli.games.cipher.valuation import value
from deckcli.games.cipher.written import unit_with_skills
from deckcli.games.game import CopiesOfTable
from deckcli.games.limits import copies_by_name

HORIZON = 1
"""A search looks ahead until its seat has begun so many turns more."""
LEFT = frozenset({"orb", "keep", "line", "discard", "choose", "trigger", "critical"})
"""Questions that a search leaves to the heuristic: what is paid, discarded or chosen by a skill, and who goes where."""


class NoMainCharacterError(ValueError):
    """A deck that nobody leads, and in which no card could."""


class CipherRules:
    """The rules of Cipher (engine.playing.PlayedGame). `find` gives the typed card that a name or number means; it is
    only asked for positions."""

    slug = "cipher"
    rules_version = "1"
    moves = rules.MOVES

    def __init__(self, find: Find = no_cards) -> None:
        self.find = find

    def set_up(self, decks: Sequence[Any], options: Mapping[str, Any], seed: int) -> CipherTable:
        """The table before the mulligans."""
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
        """What a seat may see."""
        return views.view(table, seat)

    def unseen(self, table: Any, seat: int) -> list[list[int]]:
        """Copies that a seat cannot tell apart."""
        return views.unseen(table, seat)

    def rebuilt(self, table: Any) -> None:
        """Cards were exchanged: what was derived from them is made anew when it is next asked for."""
        changed(table)

    def zones(self, table: Any) -> Mapping[str, Sequence[int]]:
        """Every place with the copies that lie there."""
        return views.zones(table)

    def position(self, setup: Setup, seed: int) -> CipherTable:
        """The table of a scenario."""
        return position.position(setup, seed, self.find)

    def reports(self, table: Any) -> Mapping[str, Any]:
        """The whole position for expectations."""
        return position.reports(table)


class CipherPlayable(CopiesOfTable):
    """Cipher for studies (games.game.Playable)."""

    options: Mapping[str, tuple[str, ...]] = {"first": ("0", "1"), "bonuses_survive_level_up": ("yes", "no")}
    players: Mapping[str, str] = {
        "random": "takes any answer, each as likely as another",
        "goldfish": "always declines; it only turns up supports",
        "heuristic": "plays a sane game: bonds, deploys on curve, attacks what it can beat",
    }

    tells_cards = True
    cards_told = "played is deployed or placed on a unit; what became a bond was neither played nor stuck"

    def __init__(self, find: Find = no_cards) -> None:
        self.rules: PlayedGame = CipherRules(find)

    def deck_of(self, deck: Deck) -> DealtDeck:
        """The deck with its main character first; equal decks give one value. Raises NoMainCharacterError."""
        return _dealt(deck)

    def player(self, name: str, seed: int, seat: int) -> Player:
        """A player by its name. Raises KeyError for one that there is not."""
        return _MAKERS[name](seed, seat)

    @property
    def thinking(self) -> Thinking:
        """How a search of this game looks ahead, and how far."""
        return Thinking(value, Heuristic, self.turns, HORIZON, LEFT)

    def first_seat(self, table: Any) -> int:
        """The seat that began."""
        return int(table.first)

    def turns(self, table: Any, seat: int) -> int:
        """How many turns of its own a seat has begun."""
        return int(table.turn + (table.first == seat)) // 2

    def measures(self, table: Any, seat: int) -> Mapping[str, float]:
        """What a finished table tells about a seat.

        `win`; `length` (turns of both); `win_turn` (its own, when it won); `orbs_taken`, `cards_played`, `dead_cards`
        (a turn: in hand at its end, and not to be paid by all of its bonds) and `symbol_screw` (a turn: those that only
        lacked a symbol); then, for its turns 2 to 6, `bonds_by_turn_N` and `orbs_taken_by_turn_N`.
        """
        own, other = table.seats[seat], table.seats[1 - seat]
        won = table.outcome is not None and table.outcome.winners == (seat,)
        story = [*own.story, (len(own.bonds) + len(own.spent), len(other.orbs), 0, 0)]
        turns = max(1, len(own.story))
        figures: dict[str, float] = {"win": won, "length": table.turn}
        if won:
            figures["win_turn"] = (table.turn + (table.first == seat)) // 2
        figures["orbs_taken"] = ORBS - len(other.orbs)
        figures["cards_played"] = len(own.played)
        figures["dead_cards"] = sum(line[2] for line in own.story) / turns
        figures["symbol_screw"] = sum(line[3] for line in own.story) / turns
        for turn in range(2, 7):
            bonds, orbs, _, _ = story[min(turn, len(story)) - 1]
            figures[f"bonds_by_turn_{turn}"] = bonds
            figures[f"orbs_taken_by_turn_{turn}"] = ORBS - orbs
        return figures

    def cards(self, deck: Deck) -> Mapping[str, int]:
        """The cards, the main character among them, by name with their copies."""
        return copies_by_name(cards_of(deck))

    def unscripted(self, deck: Deck) -> list[str]:
        """The cards with fewer skills written than are printed on them, by name, in the order of the list."""
        cards = dict.fromkeys(slot.card for slot in cards_of(deck))
        return [card.name for card in cards if len(unit_with_skills(card).skills) < len(card.face.abilities or ())]

    def assumptions(self, players: Sequence[str]) -> list[str]:
        """What figures rest on."""
        if "goldfish" not in players:
            return []
        return ["the passive seat turns up supports, never makes a critical, evades or acts"]


_MAKERS: Mapping[str, Callable[[int, int], Player]] = {
    "random": Random,
    "goldfish": lambda seed, seat: Goldfish(),
    "heuristic": Heuristic,
}


@lru_cache(maxsize=256)
def _dealt(deck: Deck) -> DealtDeck:
    cards = [slot.card for slot in cards_of(deck) for _ in range(slot.count)]
    leader = next((slot.card for slot in _leading(deck)), None)
    if leader is None:
        raise NoMainCharacterError("no card of this deck can be its main character")
    if not deck.leader_apart or leader in cards:
        cards.remove(leader)
    return DealtDeck(deck.name, tuple(unit_with_skills(card) for card in (leader, *cards)))


def _leading(deck: Deck) -> Sequence[Slot]:
    """The slots whose card may lead: the one that was chosen, else any of the right cost."""
    return deck.pile(LEADER) or [slot for slot in deck.pile(MAIN) if is_main_character(slot.card)]
