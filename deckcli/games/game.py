"""What a game is to the rest of the house."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from deckcli.decks.deck import Deck
from deckcli.decks.problem import Problem

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

    def source(self, rule: str) -> str:
        """Where that rule stands, for a problem to quote."""
        return self.sources.get(rule, "")


Check: TypeAlias = Callable[[Deck, Format], list[Problem]]


@dataclass(frozen=True, slots=True)
class Game:
    """One of the five games.

    `seats` is the least and the most players. `check` judges a deck by a format; None where deckcli does not build
    decks of that game yet. `counts` names the piles that a verdict adds up, in order.
    """

    slug: str
    name: str
    seats: tuple[int, int]
    check: Check | None = None
    counts: Callable[[Deck], dict[str, int]] | None = None
    leader: str = ""
    """The game's word for the card that leads a deck ("Phoenixborn", "Main Character"); empty where none does."""
    words: tuple[str, ...] = ()
    """Other names people write for the game, folded."""
    players: tuple[str, ...] = ()
    options: Mapping[str, str] = field(default_factory=dict, hash=False)
