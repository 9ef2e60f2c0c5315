"""What a game must bring so that the engine can play it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from deckcli.engine.choice import Choice, Option, Rules
from deckcli.engine.table import Table
from deckcli.engine.view import View


@dataclass(frozen=True, slots=True)
class Setup:
    """A position as a scenario file tells it: for each seat its zones and numbers by name (`[seats.a]` is seat 0), and
    `[table]`, what belongs to no seat. All as TOML gives it: words, numbers, lists of them, tables."""

    seats: tuple[Mapping[str, Any], ...]
    table: Mapping[str, Any] = field(default_factory=dict)


class BadSetupError(ValueError):
    """A setup that a game cannot make a position of. `key` is where it stands, "seats.a.hand"; the text says what is
    wrong there: a zone, a number or a card that the game does not have (and the nearest that it has)."""

    def __init__(self, key: str, message: str) -> None:
        super().__init__(f"{key}: {message}")
        self.key = key


class PlayedGame(Protocol):
    """The rules of one game, as functions over its table."""

    slug: str
    rules_version: str
    """Changes whenever the same choices may lead elsewhere; a saved playthrough names it."""
    moves: frozenset[str]
    """The steps with which a move begins: undo goes back to one of them. Empty: with every step."""

    def set_up(self, decks: Sequence[Any], options: Mapping[str, Any], seed: int) -> Table:
        """The table before the first step. `decks` are what `deck_of` made of lists, one a seat."""

    def run_step(self, table: Table) -> Rules[None]:
        """Run the part of the rules that `table.step` names; it leaves the name of the next."""

    def label(self, table: Table, choice: Choice, option: Option) -> str:
        """An option in words that a person would say; different options of one choice have different labels.

        A game whose labels name what only the seat that is asked may see also has `heard(table, choice, option, seat)`:
        the answer as another seat is told of it.
        """

    def question(self, table: Table, choice: Choice) -> str:
        """What is asked, in words."""

    def view(self, table: Table, seat: int) -> View:
        """What a seat may see."""

    def unseen(self, table: Table, seat: int) -> list[list[int]]:
        """Groups of copies that a seat cannot tell apart: within a group their cards may be exchanged. Cards that are
        not equal have different slugs, or (without any) different words.

        A game of which that is not all (cards of which a seat sees one side, and not the other) also has a function
        `redeal(table, seat, chance)`, which then deals anew what a seat has not seen; nothing that it sees may change,
        and nothing that it does not see may have a part in how it comes out.
        """

    def rebuilt(self, table: Table) -> None:
        """Called after cards behind ids were exchanged: make anew what was derived from them."""

    def zones(self, table: Table) -> Mapping[str, Sequence[int]]:
        """Every place where copies can lie, by a name for it ("a.hand"), with the ids of the copies that lie there now.

        Between questions each copy lies in one place, those that are being looked at or moved included: this is how
        the contract sees that no card is lost or doubled.
        """

    def position(self, setup: Setup, seed: int) -> Table:
        """The table of a setup: only what it names is there, everything else is empty, and it is a later turn of seat
        a unless `setup.table` says otherwise. Cards are named as in lists. Raises BadSetupError."""

    def reports(self, table: Table) -> Mapping[str, Any]:
        """The whole position for expectations, nothing hidden: mappings of mappings by plain words, whose values are
        numbers, words, booleans and lists of words. The seats are "a", "b" ..., what belongs to none is under "table".

        "b.phoenixborn.wounds" is then `reports(table)["b"]["phoenixborn"]["wounds"]`. Things that have numbers of
        their own (units) are mappings by name, a second one of the same name as "Iron Worker 2"; other zones are lists
        of names, top or newest first.
        """
