"""Any list of cards, line by line: what each line is, with no rules of construction."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, TypeAlias

from catalog.card import Card
from deckcli.decks.deck import DeckList
from deckcli.decks.problem import Problem
from deckcli.decks.resolve import Lookup, Named, name_all

Status: TypeAlias = Literal["found", "unknown", "ambiguous", "bad"]

_STATUS: dict[str, Status] = {"unknown_card": "unknown", "ambiguous_card": "ambiguous"}


@dataclass(frozen=True, slots=True)
class Checked:
    """One line of a list: its number (0 where the format has none), text, copies, the card behind it, what is wrong
    with it, and near names. `owned` counts the copies that the person owns."""

    line: int
    text: str
    count: int
    status: Status
    card: Card | None = None
    owned: int = 0
    suggestions: tuple[str, ...] = ()
    message: str = ""


@dataclass(frozen=True, slots=True)
class CheckedList:
    """A whole list, checked. `found` counts copies; `unknown`, `ambiguous` and `bad` count lines. `others` are
    problems and notes of no single line."""

    name: str
    game: str
    lines: tuple[Checked, ...]
    others: tuple[Problem, ...] = ()

    def lines_of(self, status: Status) -> tuple[Checked, ...]:
        """The lines of one status."""
        return tuple(line for line in self.lines if line.status == status)

    @property
    def found(self) -> int:
        """How many copies were found."""
        return sum(line.count for line in self.lines_of("found"))

    @property
    def clean(self) -> bool:
        """Whether there are lines, and every one was found."""
        return bool(self.lines) and len(self.lines_of("found")) == len(self.lines)


def check_list(
    wanted: DeckList, catalog: Lookup, owned: Callable[[Card], int], *, game: str = "", lenient: bool = False
) -> CheckedList:
    """Look up every line of a list; `owned(card)` counts the person's copies. Never raises for what it holds."""
    deck, problems, named = name_all(wanted, catalog, game=game, lenient=lenient)
    lines = [_checked(one, owned) for one in named if one.card or one.problem]
    told = {line.message for line in lines if line.message} if any(not line.line for line in lines) else set()
    seen = {line.line for line in lines if line.status != "found"}
    faults = [problem for problem in problems if problem.severity == "error"]
    rest = [_bad(line, fault) for fault in faults for line in fault.lines if line not in seen]
    rest += [_bad(0, fault) for fault in faults if not fault.lines and fault.message not in told]
    others = tuple(one for one in problems if one.severity != "error" and one.code != "leader_assumed")  # nobody leads
    return CheckedList(deck.name, deck.game, tuple(sorted([*lines, *rest], key=lambda line: line.line)), others)


def _checked(named: Named, owned: Callable[[Card], int]) -> Checked:
    entry, card, fault = named.entry, named.card, named.problem
    text = entry.whole or entry.name
    if card is not None:
        return Checked(entry.line, text, entry.count, "found", card, owned(card))
    assert fault is not None
    status = _STATUS.get(fault.code, "bad")
    return Checked(entry.line, text, entry.count, status, None, 0, fault.suggestions, fault.message)


def _bad(line: int, problem: Problem) -> Checked:
    status = _STATUS.get(problem.code, "bad")
    return Checked(line, problem.text, 0, status, None, 0, problem.suggestions, problem.message)
