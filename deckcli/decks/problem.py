"""What is wrong with a list or a deck: one value a fault, with everything needed to mend it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

Severity: TypeAlias = Literal["error", "warning", "note"]


@dataclass(frozen=True, slots=True)
class Problem:
    """One fault of a list or a deck.

    `code` is a stable word for scripts. An `error` makes the deck illegal (or the line unusable), a `warning` does
    not, a `note` says what was assumed. `cards` are names, `found` and `allowed` numbers where the rule counts,
    `lines` the 1-based lines of the list, `column` (1-based, 0 if none) and `text` the place in the first of them,
    `source` the rule with its heading, `fix` what to do, `suggestions` near names, best first.
    """

    code: str
    severity: Severity
    message: str
    cards: tuple[str, ...] = ()
    found: int | None = None
    allowed: int | None = None
    lines: tuple[int, ...] = ()
    source: str = ""
    fix: str = ""
    column: int = 0
    text: str = ""
    suggestions: tuple[str, ...] = ()


def is_legal(problems: list[Problem]) -> bool:
    """Whether nothing among `problems` is an error."""
    return all(problem.severity != "error" for problem in problems)
