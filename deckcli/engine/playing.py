"""What a game must bring so that the engine can play it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from deckcli.engine.choice import Choice, Option, Rules
from deckcli.engine.table import Table
from deckcli.engine.view import View


class PlayedGame(Protocol):
    """The rules of one game, as functions over its table."""

    slug: str
    rules_version: str
    """Changes whenever the same choices may lead elsewhere; a saved playthrough names it."""

    def set_up(self, decks: Sequence[Any], options: Mapping[str, Any], seed: int) -> Table:
        """The table before the first step. `decks` are what `deck_of` made of lists, one a seat."""

    def run_step(self, table: Table) -> Rules[None]:
        """Run the part of the rules that `table.step` names; it leaves the name of the next."""

    def label(self, table: Table, choice: Choice, option: Option) -> str:
        """An option in words that a person would say; different options of one choice have different labels."""

    def question(self, table: Table, choice: Choice) -> str:
        """What is asked, in words."""

    def view(self, table: Table, seat: int) -> View:
        """What a seat may see."""

    def unseen(self, table: Table, seat: int) -> list[list[int]]:
        """Groups of copies that a seat cannot tell apart: within a group their cards may be exchanged."""

    def rebuilt(self, table: Table) -> None:
        """Called after cards behind ids were exchanged: make anew what was derived from them."""
