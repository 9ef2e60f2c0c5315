"""A verdict, for people and for scripts."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Any

from deckcli.decks.problem import Problem
from deckcli.games.game import sum_text
from deckcli.games.verdict import Verdict
from deckcli.screen.blocks import Block, Gap, Item, Para, Title, Tone
from deckcli.screen.safe import safe

_MANY = 4  # of one kind, from which on the rule stands below them once
_TONES: dict[str, Tone] = {"error": "bad", "warning": "warn", "note": "dim"}


def verdict_blocks(verdict: Verdict) -> Iterator[Block]:
    """The verdict as a person reads it: what deck, legal or not, every problem with its fix, and the sum."""
    deck = verdict.deck
    led = [slot.card.name for slot in deck.pile("leader")]
    words = [verdict.game.name, verdict.format.name, *led[:1]]
    yield Title(deck.title, " · ".join(words))
    yield Para(f"{_count(verdict)}.", "dim")
    if verdict.problems:
        yield Gap()
    for _, alike in groupby(verdict.problems, lambda problem: (problem.code, problem.severity, problem.source)):
        yield from _together(tuple(alike))
    yield Gap()
    yield _last_line(verdict)


def _together(problems: tuple[Problem, ...]) -> Iterator[Item]:
    """Problems of one kind: a few at full length, many a line each with the rule once below them."""
    if len(problems) < _MANY:
        yield from map(problem_item, problems)
        return
    for problem in problems:
        yield Item(
            problem.severity,
            f"{where(problem, '')}{problem.message} {problem.fix}".rstrip(),
            (),
            _TONES[problem.severity],
        )
    if problems[0].source:
        yield Item("", f"Rule for these {len(problems)}: {problems[0].source}")


def problem_item(problem: Problem, source: str = "") -> Item:
    """One problem: what, where, which rule, and what to do about it."""
    place = where(problem, source)
    below = [
        *([problem.text, " " * (problem.column - 1) + "^"] if problem.text and problem.column else []),
        *([f"Rule: {problem.source}"] if problem.source else []),
        *([f"Fix: {problem.fix}"] if problem.fix else []),
    ]
    return Item(problem.severity, f"{place}{problem.message}", below, _TONES[problem.severity])


def verdict_json(verdict: Verdict) -> dict[str, Any]:
    """The verdict in the shape of `cli.md`."""
    report = verdict.report
    return {
        "game": verdict.game.slug,
        "rules": verdict.format.key,
        "deck": verdict.deck.name,
        "legal": verdict.legal,
        "counts": verdict.counts,
        "problems": [problem_json(problem) for problem in verdict.problems],
        "report": {
            "lines": report.lines,
            "cards": report.cards,
            "headers": report.headers,
            "comments": report.comments,
            "blank": report.blank,
            "problems": report.problems,
        },
    }


def problem_json(problem: Problem) -> dict[str, Any]:
    """One problem, with everything that a script may want of it."""
    return {
        "code": problem.code,
        "severity": problem.severity,
        "message": problem.message,
        "cards": list(problem.cards),
        "found": problem.found,
        "allowed": problem.allowed,
        "lines": list(problem.lines),
        "column": problem.column or None,
        "suggestions": list(problem.suggestions),
        "source": problem.source,
        "fix": problem.fix,
    }


def verdict_line(verdict: Verdict, name: str) -> str:
    """One line for one of many lists."""
    errors = [problem for problem in verdict.problems if problem.severity == "error"]
    if not errors:
        return f"{name}: legal ({verdict.deck.name or verdict.game.name})"
    more = f" (and {len(errors) - 1} more)" if len(errors) > 1 else ""
    return f"{name}: not legal: {errors[0].message}{more}"


def live_line(verdict: Verdict) -> str:
    """The verdict in one line, as it stands below every change of a deck."""
    errors = [problem for problem in verdict.problems if problem.severity == "error"]
    if not errors:
        return safe(f"Legal by {verdict.format.name}: {_count(verdict)}.")
    more = f" (and {len(errors) - 1} more; `deckcli deck check` names all)" if len(errors) > 1 else ""
    return safe(f"Not legal by {verdict.format.name}: {errors[0].message} {errors[0].fix}{more}")


def where(problem: Problem, source: str = "") -> str:
    """The lines of a problem as they stand before its message; "" where it has none."""
    if not problem.lines:
        return ""
    place = ", ".join(str(line) for line in problem.lines[:4]) + (" ..." if len(problem.lines) > 4 else "")
    return f"{source + ' ' if source else ''}line{'s' if len(problem.lines) > 1 else ''} {place}: "


def _count(verdict: Verdict) -> str:
    return sum_text(verdict.sums)


def _last_line(verdict: Verdict) -> Block:
    if verdict.legal:
        return Para(f"Legal by {verdict.format.name}.", "good")
    errors = sum(problem.severity == "error" for problem in verdict.problems)
    return Para(f"Not legal by {verdict.format.name}: {errors} error{'' if errors == 1 else 's'}.", "bad")
