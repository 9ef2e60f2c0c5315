"""Two versions of a deck side by side, for people and for scripts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from deckcli.screen.blocks import Block, Columns, Gap, Para, Title
from deckcli.screen.tally import figure_json
from deckcli.study.report import Report, difference


def compared_blocks(a: Report, b: Report) -> Iterator[Block]:
    """Both shares, and the difference with its interval: the answer, and how sure it is."""
    other = a.plan.sides[1]
    names = f"{b.plan.sides[0].name} instead of {a.plan.sides[0].name}"
    yield Title(names, f"against {other.name}, {len(a.rows)} games")
    if a.unscripted or b.unscripted:
        cards = "; ".join(dict.fromkeys([*a.unscripted, *b.unscripted]))
        yield Para(f"Not all effects are written yet: {cards}.", "warn")
    yield from (Para(f"Assumed: {line}.", "dim") for line in a.assumptions)
    yield Gap()
    both = [(one.plan.sides[0].name, one.wins[0]) for one in (a, b)]
    rows = [[name, f"{figure.mean:.3f}", _span(figure.low, figure.high)] for name, figure in both]
    gap = difference(a.rows, b.rows)
    rows.append(["difference", f"{gap.mean:+.3f}", _span(gap.low, gap.high)])
    yield Columns(["wins of", "share", "95 %"], rows, frozenset({"share"}))
    yield Gap()
    yield Para(_answer(gap.low, gap.high))


def _span(low: float, high: float) -> str:
    return f"{low:+.3f} to {high:+.3f}" if low < 0 else f"{low:.3f} to {high:.3f}"


def _answer(low: float, high: float) -> str:
    if low > 0:
        return "The second version wins more often."
    if high < 0:
        return "The second version wins less often."
    return "These games do not tell them apart; more of them (-n) may."


def compared_json(a: Report, b: Report) -> dict[str, Any]:
    """The comparison in the shape of `cli.md`."""
    gap = figure_json(difference(a.rows, b.rows))
    return {
        "measure": "win",
        "a": a.wins[0].mean,
        "b": b.wins[0].mean,
        "difference": {"mean": gap["mean"], "ci95": gap["ci95"]},
        "playthroughs": len(a.rows),
        "stopped_early": False,
        "seed": a.plan.seed,
        "unscripted": list(dict.fromkeys([*a.unscripted, *b.unscripted])),
    }
