"""Phase as the engine and the studies play it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from deckcli.decks.deck import Deck
from deckcli.engine.chance import Chance
from deckcli.engine.choice import Choice, Option, Rules
from deckcli.engine.players import Goldfish, Random
from deckcli.engine.playing import PlayedGame, Setup
from deckcli.engine.playthrough import Player
from deckcli.engine.search import Thinking
from deckcli.engine.view import View
from deckcli.games.game import CopiesOfTable
from deckcli.games.limits import copies_by_name
from deckcli.games.phase import labels, position, rules
from deckcli.games.phase import view as views
from deckcli.games.phase.construction import counted
from deckcli.games.phase.players import Heuristic
from deckcli.games.phase.position import Find, no_cards
from deckcli.games.phase.rules import DealtDeck
from deckcli.games.phase.table import PhaseTable
from deckcli.games.phase.valuation import value
from deckcli.games.phase.written import card_with_effects

MEASURED_TURNS = (2, 4, 6, 8)
"""After which of its own turns the influence and the warriors of a seat are told."""


HORIZON = 1
"""A search looks ahead until its seat has begun so many turns more."""
LEFT = frozenset({"skirmish", "skirmish order", "choose", "phase", "lock", "training cost", "split"})
"""Questions that a search leaves to the heuristic: orders within a skirmish, which it works out, and payments."""


class PhaseRules:
    """The rules of Phase (engine.playing.PlayedGame). `find` gives the card that a name means; it is only asked for
    positions."""

    slug = "phase"
    rules_version = "1"
    moves = rules.MOVES

    def __init__(self, find: Find = no_cards) -> None:
        self.find = find

    def set_up(self, decks: Sequence[Any], options: Mapping[str, Any], seed: int) -> PhaseTable:
        """The table before each player chooses a first resource."""
        return rules.set_up(decks, options, seed)

    def run_step(self, table: Any) -> Rules[None]:
        """The part of the rules that the table's step names."""
        return rules.STEPS[table.step](table)

    def label(self, table: Any, choice: Choice, option: Option) -> str:
        """An option in words."""
        return labels.label(table, choice, option)

    def heard(self, table: Any, choice: Choice, option: Option, seat: int) -> str:
        """An answer of somebody as another seat is told of it."""
        return labels.heard(table, choice, option, seat)

    def question(self, table: Any, choice: Choice) -> str:
        """What is asked, in words."""
        return labels.question(table, choice)

    def view(self, table: Any, seat: int) -> View:
        """What a seat may see."""
        return views.view(table, seat)

    def unseen(self, table: Any, seat: int) -> list[list[int]]:
        """Copies of which a seat has not seen both sides."""
        return views.unseen(table, seat)

    def redeal(self, table: Any, seat: int, chance: Chance) -> None:
        """Deal anew what a seat has not seen: what it sees of a card stays."""
        views.redeal(table, seat, chance)

    def rebuilt(self, table: Any) -> None:
        """Cards were exchanged: what was derived from them is made anew when it is next asked for."""
        table.standing = None

    def zones(self, table: Any) -> Mapping[str, Sequence[int]]:
        """Every place with the copies that lie there."""
        return views.zones(table)

    def position(self, setup: Setup, seed: int) -> PhaseTable:
        """The table of a scenario."""
        return position.position(setup, seed, self.find)

    def reports(self, table: Any) -> Mapping[str, Any]:
        """The whole position for expectations."""
        return position.reports(table)


class PhasePlayable(CopiesOfTable):
    """Phase for studies (games.game.Playable)."""

    options: Mapping[str, tuple[str, ...]] = {
        "first": ("0", "1", "2", "3", "4"),
        **dict.fromkeys(rules.OPTIONS, ("yes", "no")),
    }
    players: Mapping[str, str] = {
        "random": "takes any answer, each as likely as another",
        "goldfish": "always declines: it never attacks, defends, acts or trains",
        "heuristic": "trains, attacks where it is opposed badly, phases to oppose, and turns skirmishes by its orders",
    }

    tells_cards = True
    cards_told = (
        "played is trained as a warrior or revealed as an order; what stayed a resource was neither played nor stuck"
    )

    def __init__(self, find: Find = no_cards) -> None:
        self.rules: PlayedGame = PhaseRules(find)

    def deck_of(self, deck: Deck) -> DealtDeck:
        """The deck as it is dealt; equal decks give one value."""
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
        return len(table.seats[seat].story) + (table.active == seat and table.outcome is None)

    def measures(self, table: Any, seat: int) -> Mapping[str, float]:
        """What a finished table tells about a seat.

        `win` (with several winners its share); `length` (turns of all); `win_turn` (its own, when it won); `good` and
        `evil` (influence at the end), `trained` (warriors), `idle_resources` (a turn: unlocked at its end, and paid for
        nothing); `emptied` (the turn of all in which the first kind ran out in the Nexus, when one did); then, after
        its turns 2, 4, 6 and 8, `good_by_turn_N`, `evil_by_turn_N` and `trained_by_turn_N`.
        """
        own = table.seats[seat]
        story = own.story or [(own.influence[0], own.influence[1], own.trained, 0)]
        figures: dict[str, float] = {"win": _won(table, seat), "length": table.turn}
        if figures["win"]:
            figures["win_turn"] = len(own.story)
        figures["good"], figures["evil"] = own.influence
        figures["trained"] = own.trained
        figures["idle_resources"] = sum(line[3] for line in story) / len(story)
        emptied = [turn for turn in table.emptied if turn]
        if emptied:
            figures["emptied"] = min(emptied)
        for turn in MEASURED_TURNS:
            good, evil, trained, _ = story[min(turn, len(story)) - 1]
            figures[f"good_by_turn_{turn}"] = good
            figures[f"evil_by_turn_{turn}"] = evil
            figures[f"trained_by_turn_{turn}"] = trained
        return figures

    def cards(self, deck: Deck) -> Mapping[str, int]:
        """The cards that are dealt, by name with their copies."""
        return copies_by_name(counted(deck))

    def unscripted(self, deck: Deck) -> list[str]:
        """The cards of which not every printed ability is written, by name, in the order of the list."""
        return [card.name for card in dict.fromkeys(slot.card for slot in counted(deck)) if card.acting != "yes"]

    def assumptions(self, players: Sequence[str]) -> list[str]:
        """What figures rest on."""
        if "goldfish" not in players:
            return []
        return [
            "the passive seat never attacks, defends, acts or trains; who plays alone has no one to defend the Nexus"
        ]


def _won(table: Any, seat: int) -> bool:
    return table.outcome is not None and seat in table.outcome.winners


_MAKERS: Mapping[str, Callable[[int, int], Player]] = {
    "random": Random,
    "goldfish": lambda seed, seat: Goldfish(),
    "heuristic": Heuristic,
}


@lru_cache(maxsize=256)
def _dealt(deck: Deck) -> DealtDeck:
    cards = (slot.card for slot in counted(deck) for _ in range(slot.count))
    return DealtDeck(deck.name, tuple(card_with_effects(card) for card in cards))
