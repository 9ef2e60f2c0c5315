"""A checked list of cards, for people and for scripts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from deckcli.decks.card_list import Checked, CheckedList
from deckcli.screen.blocks import Block, Columns, Gap, Para, Title
from deckcli.screen.verdict import problem_item, problem_json
from deckcli.titles import TITLES


def checked_blocks(checked: CheckedList) -> Iterator[Block]:
    """Every line in a table, then what is wrong, then the sum."""
    yield Title(checked.name or "Cards", TITLES.get(checked.game, checked.game))
    if checked.lines:
        rows = [[str(line.line or ""), str(line.count or ""), *_found(line)] for line in checked.lines]
        yield Columns(["line", "count", "owned", "card", "status"], rows, frozenset({"line", "count", "owned"}))
    yield Gap()
    yield from (problem_item(problem) for problem in checked.others)
    yield Para(_sum(checked), "good" if checked.clean else "bad")


def _found(line: Checked) -> list[str]:
    if line.card is not None:
        return [f"{line.owned}/{line.count}", line.card.name, "found"]
    near = f" (nearest: {', '.join(line.suggestions)})" if line.suggestions else f": {line.message}"
    return ["", line.text, line.status + near]


def _sum(checked: CheckedList) -> str:
    if not checked.lines:
        return "There is no card in this list."
    parts = [f"{checked.found} {'copy' if checked.found == 1 else 'copies'} found"]
    for status in ("unknown", "ambiguous", "bad"):
        count = len(checked.lines_of(status))
        if count:
            parts.append(f"{count} line{'' if count == 1 else 's'} {status}")
    return ", ".join(parts) + "."


def checked_json(checked: CheckedList) -> dict[str, Any]:
    """The list in the shape of `cli.md`."""
    return {
        "game": checked.game,
        "lines": [_line_json(line) for line in checked.lines],
        "found": checked.found,
        "unknown": len(checked.lines_of("unknown")),
        "ambiguous": len(checked.lines_of("ambiguous")),
        "bad": len(checked.lines_of("bad")),
        "problems": [problem_json(problem) for problem in checked.others],
    }


def _line_json(line: Checked) -> dict[str, Any]:
    whole: dict[str, Any] = {"line": line.line, "text": line.text, "count": line.count, "status": line.status}
    if line.card is not None:
        whole |= {"game": line.card.game, "slug": line.card.slug, "name": line.card.name, "owned": line.owned}
    else:
        whole |= {"suggestions": list(line.suggestions), "message": line.message}
    return whole
