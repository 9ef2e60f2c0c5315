"""What a game is to the rest of the house."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeAlias

from catalog.card import Card
from deckcli.decks.deck import Deck
from deckcli.decks.problem import Problem
from deckcli.engine.playing import PlayedGame
from deckcli.engine.playthrough import Player
from deckcli.engine.search import Thinking

Rule: TypeAlias = "int | str | bool | tuple[str, ...]"


@dataclass(frozen=True, slots=True)
class Format:
    """A construction format as its record in `data/<game>/formats.toml` says: the numbers and words of its rules,
    and for each the source that is quoted when it is broken."""

    game: str
    key: str
    name: str
    rules: Mapping[str, Rule] = field(hash=False)
    sources: Mapping[str, str] = field(hash=False)
    default: bool = False

    def number(self, rule: str) -> int | None:
        """The number of one rule; None where the format does not have it."""
        value = self.rules.get(rule)
        return value if isinstance(value, int) and not isinstance(value, bool) else None

    def words(self, rule: str) -> tuple[str, ...]:
        """The words of one rule, as a tuple; empty where the format does not have it."""
        value = self.rules.get(rule, ())
        return value if isinstance(value, tuple) else (str(value),)

    def flag(self, rule: str) -> bool:
        """Whether the format says yes to that rule."""
        return self.rules.get(rule) is True

    def source(self, rule: str) -> str:
        """Where that rule stands, for a problem to quote."""
        return self.sources.get(rule, "")


@dataclass(frozen=True, slots=True)
class PileSum:
    """One pile of a list: how many of its cards count towards the deck's size, and how many stand beside it."""

    pile: str
    counted: int = 0
    beside: int = 0


Check: TypeAlias = Callable[[Deck, Format], list[Problem]]
CanAdd: TypeAlias = Callable[[Deck, Card, Format], list[Problem]]


@dataclass(frozen=True, slots=True)
class Game:
    """One of the five games.

    `seats` is the least and the most players. `check` judges a deck by a format, `can_add` says what one card more
    would break (nothing: it may be added); None where deckcli does not build decks of that game yet. `counts` names
    the piles that a verdict adds up, in order; `sums` tells pile by pile which cards count and which do not.
    """

    slug: str
    name: str
    seats: tuple[int, int]
    check: Check | None = None
    can_add: CanAdd | None = None
    counts: Callable[[Deck], dict[str, int]] | None = None
    sums: Callable[[Deck], tuple[PileSum, ...]] | None = None
    leader: str = ""
    """The game's word for the card that leads a deck ("Phoenixborn", "Main Character"); empty where none does."""
    played: Callable[[], Playable] | None = None
    """Gives the rules, imported then; None where deckcli does not play the game yet."""
    scenario_rules: Callable[[Callable[[str], Card | None]], PlayedGame] | None = None
    """Gives the rules for a scenario, which finds its cards by name."""
    random_deck: Callable[[Sequence[Card], int, Format], Deck] | None = None
    """Makes a legal deck out of all cards of the game, by a seed; None where deckcli makes none. It raises ValueError
    when a format leaves too few cards."""
    players: tuple[str, ...] = ()
    options: Mapping[str, str] = field(default_factory=dict, hash=False)
    lacking: Callable[[Iterable[Mapping[str, object]]], list[str]] | None = None
    """Says of a person's own printed cards, as entries of a pack, what they lack of the whole box; None where a box is
    nothing that one could complete."""
    goldfish: Mapping[str, str] = field(default_factory=dict, hash=False)
    """What a goldfish sets of the options where nobody tells it otherwise."""
    fixed: bool = False
    """Whether the game has one deck that nobody builds: the bundled list called by its slug, for all seats together."""

    def seats_said(self) -> str:
        """How many may play, in words: "2", "1 to 6"."""
        least, most = self.seats
        return str(least) if least == most else f"{least} to {most}"


def sum_text(sums: tuple[PileSum, ...]) -> str:
    """The sum of a list in one line: "30 counted (30 main) + 10 not counted (1 leader, 9 conjurations) = 40 in all"."""
    counted = ", ".join(f"{pile.counted} {pile.pile}" for pile in sums if pile.counted)
    beside = ", ".join(f"{pile.beside} {pile.pile}" for pile in sums if pile.beside)
    yes, no = sum(pile.counted for pile in sums), sum(pile.beside for pile in sums)
    left = f"{yes} counted" + (f" ({counted})" if counted else "")
    right = f"{no} not counted" + (f" ({beside})" if beside else "")
    return f"{left} + {right} = {yes + no} in all"


class Playable(Protocol):
    """A game that the engine plays: its rules, and what a study wants of it."""

    rules: PlayedGame
    players: Mapping[str, str]
    """The names of its players, each with a line that says what it does."""
    options: Mapping[str, tuple[str, ...]]
    """What --option may set, by name, with the values that it takes."""

    def deck_of(self, deck: Deck) -> Any:
        """A deck as the rules want it; made once a process for equal decks."""

    def player(self, name: str, seed: int, seat: int) -> Player:
        """A player by its name, with whims of its own."""

    @property
    def thinking(self) -> Thinking:
        """How `Search` looks ahead in this game, and what a position is worth."""

    def first_seat(self, table: Any) -> int:
        """The seat that began; -1 where no seat does."""

    def turns(self, table: Any, seat: int) -> int:
        """How many turns of its own a seat has begun."""

    def measures(self, table: Any, seat: int) -> Mapping[str, float | None]:
        """What a finished table tells about a seat: its win, when, and the game's own figures; None for one that this
        playthrough does not have, where its place in the order matters."""

    def cards(self, deck: Deck) -> Mapping[str, int]:
        """The cards of a deck that can come to hand, by name, with how many copies there are; none in a game that can
        tell nothing of single cards."""

    def hand(self, table: Any, seat: int) -> Sequence[int]:
        """The copies that a seat holds."""

    def played(self, table: Any, seat: int) -> Sequence[int]:
        """The copies that a seat has played so far; one that it played twice stands there twice."""

    def card_name(self, table: Any, copy: int) -> str:
        """What a copy is called in `cards`."""

    tells_cards: bool
    """Whether it can tell of single cards how they fared."""
    cards_told: str
    """What "played" means in this game, or why it can tell nothing of single cards."""

    def unscripted(self, deck: Deck) -> list[str]:
        """The cards of a deck whose effects are not all written, by name."""

    def assumptions(self, players: Sequence[str]) -> list[str]:
        """What its figures rest on: what a passive seat does, and the like."""


class CopiesOfTable:
    """What a Playable tells of single cards where a table holds copies: `table.cards` has the card of each, a seat its
    `hand` and what it has `played` (`cards_told` says what that means in its game)."""

    def hand(self, table: Any, seat: int) -> Sequence[int]:
        """See Playable."""
        hand: Sequence[int] = table.seats[seat].hand
        return hand

    def played(self, table: Any, seat: int) -> Sequence[int]:
        """See Playable."""
        played: Sequence[int] = table.seats[seat].played
        return played

    def card_name(self, table: Any, copy: int) -> str:
        """See Playable."""
        return str(table.cards[copy].name)
