"""Phase 10 Strategy as the engine and the studies play it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from deckcli.decks.deck import Deck
from deckcli.engine.choice import Choice, Option, Rules
from deckcli.engine.players import Goldfish, Random
from deckcli.engine.playing import PlayedGame, Setup
from deckcli.engine.playthrough import Player
from deckcli.engine.search import Thinking
from deckcli.engine.view import View
from deckcli.games.game import CopiesOfTable
from deckcli.games.limits import copies_by_name
from deckcli.games.phase10 import labels, position, rules
from deckcli.games.phase10 import view as views
from deckcli.games.phase10.board import board, own_board
from deckcli.games.phase10.phases import card_name
from deckcli.games.phase10.players import Greedy, Heuristic
from deckcli.games.phase10.rules import PHASES, DealtDeck
from deckcli.games.phase10.table import HAND, NONE, Phase10Table, face_of
from deckcli.games.phase10.valuation import value

HORIZON = 1
"""A search looks ahead until so many rounds more have begun: what a card is worth shows when somebody finishes."""
LEFT = frozenset({"card", "run card", "group", "discard 1", "give", "ask", "remove", "draw", "place freely"})
"""Questions that a search leaves to the heuristic: which card of several goes where, and what hangs on luck."""


class Phase10Rules:
    """The rules of Phase 10 Strategy (engine.playing.PlayedGame)."""

    slug = "phase10"
    moves = rules.MOVES

    def __init__(self) -> None:
        # It changes with the rules, and with the board of a person who has entered one.
        self.rules_version = f"1 on {board().digest}" if own_board().is_file() else "1"

    def set_up(self, decks: Sequence[Any], options: Mapping[str, Any], seed: int) -> Phase10Table:
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
        """What a seat may see."""
        return views.view(table, seat)

    def unseen(self, table: Any, seat: int) -> list[list[int]]:
        """Copies that a seat cannot tell apart."""
        return views.unseen(table, seat)

    def rebuilt(self, table: Any) -> None:
        """Nothing is derived from the cards."""

    def zones(self, table: Any) -> Mapping[str, Sequence[int]]:
        """Every place with the copies that lie there."""
        return views.zones(table)

    def position(self, setup: Setup, seed: int) -> Phase10Table:
        """The table of a scenario."""
        return position.position(setup, seed)

    def reports(self, table: Any) -> Mapping[str, Any]:
        """The whole position for expectations."""
        return position.reports(table)


class Phase10Playable(CopiesOfTable):
    """Phase 10 Strategy for studies (games.game.Playable)."""

    options: Mapping[str, tuple[str, ...]] = {
        "natural_per_group": ("yes", "no"),
        "starter": tuple(str(seat) for seat in range(1, 7)),
    }
    players: Mapping[str, str] = {
        "random": "takes any answer, each as likely as another",
        "goldfish": "always declines; it draws, and discards the first card it has",
        "greedy": "lays and places whatever it can, keeps what it may; draws, discards and moves at random",
        "heuristic": "plans over hand and board: the nearest open phases, bonus spaces, jokers held back to finish",
    }

    tells_cards = True
    cards_told = "played is laid in a phase or placed on one; all draw from one deck, round after round"

    def __init__(self) -> None:
        self.rules: PlayedGame = Phase10Rules()

    def deck_of(self, deck: Deck) -> DealtDeck:
        """The cards of the box, without board, pieces and markers. Raises ValueError for too few to deal."""
        return _dealt(deck)

    def player(self, name: str, seed: int, seat: int) -> Player:
        """A player by its name. Raises KeyError for one that there is not."""
        return _MAKERS[name](seed, seat)

    @property
    def thinking(self) -> Thinking:
        """How a search of this game looks ahead, and how far."""
        return Thinking(value, Heuristic, _rounds, HORIZON, LEFT, rounds=True)

    def first_seat(self, table: Any) -> int:
        """The seat that began."""
        return int(table.first)

    def turns(self, table: Any, seat: int) -> int:
        """How many turns of its own a seat has begun."""
        return int(table.seats[seat].turns)

    def measures(self, table: Any, seat: int) -> Mapping[str, float | None]:
        """What a finished table tells about a seat.

        `win`; `length` (its own turns); `win_turn` (the same, when it won); `rounds`; `phases` (laid, those laid again
        counted once more); `cards_kept` (a round); for each phase that it laid, `turns_for_NAME`: its own turns from
        the laying before (or the beginning) to that one, whoever finished rounds between; and, once it has laid all
        ten, `hardest_NAME`: whether that took it longest.
        """
        own = table.seats[seat]
        won = table.outcome is not None and table.outcome.winners == (seat,)
        figures: dict[str, float | None] = {"win": won, "length": own.turns}
        figures["win_turn"] = own.turns if won else None
        figures["rounds"] = table.round
        figures["phases"] = len(own.story)
        figures["cards_kept"] = own.kept / max(1, table.round - 1)
        before = 0
        taken: dict[int, int] = {}
        for _, phase, turn in own.story:
            taken[phase] = taken.get(phase, 0) + turn - before
            before = turn
        names = [phase.name.replace(" ", "_") for phase in PHASES]
        figures |= {f"turns_for_{name}": taken.get(phase) for phase, name in enumerate(names)}
        hardest = max(taken, key=lambda phase: taken[phase]) if len(taken) == len(PHASES) else NONE
        figures |= {
            f"hardest_{name}": None if hardest == NONE else phase == hardest for phase, name in enumerate(names)
        }
        return figures

    def cards(self, deck: Deck) -> Mapping[str, int]:
        """The cards of the box, without board and pieces, by name with their copies."""
        return copies_by_name(slot for slot in deck.slots if face_of(slot.card) is not None)

    def card_name(self, table: Any, copy: int) -> str:
        """The name of a copy."""
        return card_name(table.cards[copy].kind)

    def unscripted(self, deck: Deck) -> list[str]:
        """No card of this game does anything of its own."""
        return []

    def assumptions(self, players: Sequence[str]) -> list[str]:
        """What figures rest on."""
        own = own_board().is_file()
        assumed = [f"the board is {board().name}" + ("" if own else ": its order and most keep numbers are ours")]
        if len(players) == 1:
            assumed.append("one plays alone: ASK finds nobody, and every round ends when that seat finishes it")
        if "goldfish" in players:
            assumed.append("passive seats draw and discard, and never lay a phase")
        return assumed


def _rounds(table: Any, seat: int) -> int:
    """How many rounds have begun, for every seat."""
    return int(table.round)


_MAKERS: Mapping[str, Callable[[int, int], Player]] = {
    "random": Random,
    "goldfish": lambda seed, seat: Goldfish(),
    "greedy": Greedy,
    "heuristic": Heuristic,
}


@lru_cache(maxsize=16)
def _dealt(deck: Deck) -> DealtDeck:
    faces = [face_of(slot.card) for slot in deck.slots for _ in range(slot.count)]
    # By kind, so that lists in any order are one deck.
    cards = DealtDeck(sorted((face for face in faces if face is not None), key=lambda face: face.kind))
    if len(cards) <= HAND:
        raise ValueError(f"{len(cards)} cards are too few to deal ten")
    return cards
