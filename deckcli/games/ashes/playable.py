"""Ashes as the engine and the studies play it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from catalog.card import Card
from deckcli.decks.deck import CONJURATIONS, LEADER, MAIN, Deck
from deckcli.engine.choice import Choice, Option, Rules
from deckcli.engine.players import Goldfish, Random
from deckcli.engine.playing import PlayedGame, Setup
from deckcli.engine.playthrough import Player
from deckcli.engine.search import Thinking
from deckcli.engine.view import View
from deckcli.games.ashes import labels, position, rules, skills
from deckcli.games.ashes import view as views
from deckcli.games.ashes.cards import LEVEL_WORDS
from deckcli.games.ashes.faces import DICE, die_named
from deckcli.games.ashes.players import Heuristic
from deckcli.games.ashes.position import Find, no_cards
from deckcli.games.ashes.rules import DealtDeck
from deckcli.games.ashes.table import AshesTable
from deckcli.games.ashes.valuation import value
from deckcli.games.ashes.written import face_with_text
from deckcli.games.game import CopiesOfTable
from deckcli.games.limits import copies_by_name

HORIZON = 1
"""A search looks ahead until its seat has begun so many turns more."""
LEFT = frozenset({"pay", "discard", "meditate turn", "battle", "order", "draw", "react", "raise"})
"""Questions that a search leaves to the heuristic: dice and cards that are paid or given up, and orders of things."""


class NoPhoenixbornError(ValueError):
    """A deck that no Phoenixborn leads."""


class NoSuchDieError(ValueError):
    """A deck with a die of a type that there is not."""


class AshesRules:
    """The rules of Ashes (engine.playing.PlayedGame). `find` gives the card that a name means; it is only asked for
    positions."""

    slug = "ashes"
    rules_version = "1"
    moves = rules.MOVES

    def __init__(self, find: Find = no_cards) -> None:
        self.find = find

    def set_up(self, decks: Sequence[Any], options: Mapping[str, Any], seed: int) -> AshesTable:
        """The table before the First Five are taken."""
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
        skills.changed(table)

    def zones(self, table: Any) -> Mapping[str, Sequence[int]]:
        """Every place with the copies that lie there."""
        return views.zones(table)

    def position(self, setup: Setup, seed: int) -> AshesTable:
        """The table of a scenario."""
        return position.position(setup, seed, self.find)

    def reports(self, table: Any) -> Mapping[str, Any]:
        """The whole position for expectations."""
        return position.reports(table)


class AshesPlayable(CopiesOfTable):
    """Ashes for studies (games.game.Playable)."""

    options: Mapping[str, tuple[str, ...]] = {
        "first": ("0", "1"),
        "first_five": rules.FIRST_FIVES,
        "any_unit_guards": ("yes", "no"),
        "organised": ("yes", "no"),
        "sudden_death": tuple(map(str, range(1, 31))),
        "life": tuple(map(str, range(1, 100))),
        "blockers": tuple(map(str, range(11))),
        "passive": ("0", "1"),
    }
    players: Mapping[str, str] = {
        "random": "takes any answer, each as likely as another",
        "goldfish": "always declines and passes",
        "heuristic": "plays a sane game: builds up, trades well, guards what is worth it, keeps good dice",
    }

    tells_cards = True
    cards_told = "played is paid for from the hand; the First Five are drawn in round one; conjurations never are"

    def __init__(self, find: Find = no_cards) -> None:
        self.rules: PlayedGame = AshesRules(find)

    def deck_of(self, deck: Deck) -> DealtDeck:
        """The deck as it is played; equal decks give one value. Raises NoPhoenixbornError and NoSuchDieError."""
        return _dealt(deck)

    def player(self, name: str, seed: int, seat: int) -> Player:
        """A player by its name. Raises KeyError for one that there is not."""
        return _MAKERS[name](seed, seat)

    @property
    def thinking(self) -> Thinking:
        """How a search of this game looks ahead, and how far."""
        return Thinking(value, Heuristic, _player_turns, HORIZON, LEFT)

    def first_seat(self, table: Any) -> int:
        """The seat that went first in the first round."""
        return int(table.first + table.round - 1) % 2

    def turns(self, table: Any, seat: int) -> int:
        """How many rounds a seat has begun: what a player of Ashes counts by."""
        return int(table.round)

    def measures(self, table: Any, seat: int) -> Mapping[str, float]:
        """What a finished table tells about a seat.

        `win`, `length` (rounds), `win_round` when it won, `turns` (of both), `damage` (wounds on the opposing
        Phoenixborn), `damage_by_round_N` for rounds 1 to 5, `first_five_paid` (of the First Five, how many were played
        in round 1), `cards_played`, `abilities_used`, `stuck` (cards in hand at the end), `fatigue` (wounds for cards
        that could not be drawn); `dice_spent`, then by level and by type of the deck; `dice_left` a round that was
        over, by level: dice that nobody spent.
        """
        own, foe = table.seats[seat], table.phoenixborn(1 - seat)
        story: dict[str, int] = own.story
        won = table.outcome is not None and table.outcome.winners == (seat,)
        figures: dict[str, float] = {"win": won, "length": table.round, "turns": table.turn}
        if won:
            figures["win_round"] = table.round
        figures["damage"] = foe.wounds
        for number in range(1, 6):
            figures[f"damage_by_round_{number}"] = story.get(f"damage {number}", foe.wounds)
        for name, figure in _FIGURES.items():
            figures[name] = story.get(figure, 0) if figure else len(own.played)
        figures["stuck"] = len(own.hand)
        for word in (*LEVEL_WORDS, *_types(table, seat)):
            figures[f"{word}_dice_spent"] = story.get(f"spent {word}", 0)
        rounds = max(1, table.round - 1)
        for word in LEVEL_WORDS:
            figures[f"{word}_dice_left"] = story.get(f"unspent {word}", 0) / rounds
        return figures

    def cards(self, deck: Deck) -> Mapping[str, int]:
        """The cards of the draw pile by name with their copies."""
        return copies_by_name(deck.pile(MAIN))

    def unscripted(self, deck: Deck) -> list[str]:
        """The cards of a deck whose text is not all written, by name, in the order of the list."""
        cards = dict.fromkeys([slot.card for slot in (*deck.slots, *deck.derived)])
        return [card.name for card in cards if not face_with_text(card).text.whole]

    def assumptions(self, players: Sequence[str]) -> list[str]:
        """What figures rest on."""
        if "goldfish" not in players:
            return []
        return [
            "the passive seat never plays, guards or reacts, and blocks with what --option blockers= gives it alone"
        ]


_FIGURES: Mapping[str, str] = {
    "first_five_paid": "first five", "cards_played": "", "abilities_used": "used", "fatigue": "fatigue",
    "dice_spent": "dice",
}  # fmt: skip
"""What is counted while a game is played, by the name it is told under; "" for the cards: their seat lists them."""


def _player_turns(table: Any, seat: int) -> int:
    """How many player turns a seat has begun, about: a round may give one seat one more."""
    return int(table.turn + (table.active == seat)) // 2


def _types(table: Any, seat: int) -> list[str]:
    """The types of a seat's dice, in the order of the rulebook."""
    own = {die.type for die in table.dice if die.seat == seat}
    return [word for index, word in enumerate(DICE) if index in own]


_MAKERS: Mapping[str, Callable[[int, int], Player]] = {
    "random": Random,
    "goldfish": lambda seed, seat: Goldfish(),
    "heuristic": Heuristic,
}


@lru_cache(maxsize=256)
def _dealt(deck: Deck) -> DealtDeck:
    leader = next((slot.card for slot in deck.pile(LEADER)), None)
    if leader is None:
        raise NoPhoenixbornError("no Phoenixborn leads this deck")
    cards = [slot.card for slot in deck.pile(MAIN) for _ in range(slot.count)]
    pile = [slot.card for slot in deck.derived or deck.pile(CONJURATIONS) for _ in range(slot.count)]
    dice = [_die(one.type) for one in deck.dice for _ in range(one.count)]
    return DealtDeck(
        deck.name,
        face_with_text(leader),
        _faces(cards),
        _faces(pile),
        tuple(dice),
        _faces(deck.first_five),
    )


def _die(type_: str) -> int:
    """The place in DICE of a type of dice."""
    found = die_named(type_)
    if found is None:
        raise NoSuchDieError(f"there is no die called {type_[:40]!r}; there are {', '.join(DICE)}")
    return DICE.index(found)


def _faces(cards: Sequence[Card]) -> tuple[Any, ...]:
    return tuple(face_with_text(card) for card in cards)
