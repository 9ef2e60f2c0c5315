"""The figures of a study, for people and for scripts."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from deckcli import __version__
from deckcli.screen.blocks import Block, Columns, Gap, Para, Title
from deckcli.study.report import Report
from deckcli.study.tally import Figure

_BAR = 30
_PARTS = " ▏▎▍▌▋▊▉█"


def report_blocks(report: Report) -> Iterator[Block]:
    """What a study found: what it rests on first, then its figures, then how they spread."""
    plan = report.plan
    whole = [f"{side.name} ({side.player})" for side in plan.sides]
    called = [side.name for side in plan.sides] if len({side.name for side in plan.sides}) > 1 else whole
    yield Title(" against ".join(whole), f"{plan.game} · seed {plan.seed}")
    if report.unscripted:
        yield Para(f"Not all effects are written yet: {'; '.join(report.unscripted)}.", "warn")
    yield from (Para(f"Assumed: {line}.", "dim") for line in report.assumptions)
    yield Para(_lengths(report), "dim" if report.finished == len(report.rows) else "warn")
    yield Gap()
    rows = [[f"wins of {called[i]}", *_cells(report.wins[i])] for i in range(len(called)) if _shown(report, i)]
    if report.first_seat.n:
        rows.append(["wins of who began", *_cells(report.first_seat)])
    rows += [[n.replace("_", " "), *_cells(figure)] for n, figure in report.measures.items() if n != "win"]
    yield Columns(["figure", "n", "mean", "95 %", "median"], rows, frozenset({"n", "mean", "median"}))
    for name in ("win_turn", "length"):
        figure = report.measures.get(name)
        if figure and 1 < len(figure.histogram) <= 40:
            yield Gap()
            yield Title(name.replace("_", " "), tone="")
            yield from bars(figure.histogram)


def _shown(report: Report, side: int) -> bool:
    return report.plan.sides[side].player != "goldfish"


def _lengths(report: Report) -> str:
    n = len(report.rows)
    left = n - report.finished
    words = f"{n} playthroughs, {report.decisions:,} decisions, {report.seconds:.1f} s"
    return words + (f"; {left} did not finish and count as no win" if left else "") + "."


def _cells(figure: Figure) -> list[str]:
    middle = "" if figure.median is None else f"{figure.median:g}"
    return [str(figure.n), _number(figure.mean), f"{_number(figure.low)} to {_number(figure.high)}", middle]


def _number(value: float) -> str:
    return "-" if math.isinf(value) else f"{value:.3g}" if abs(value) < 10 else f"{value:.1f}"


def bars(counts: dict[int, int]) -> Iterator[Block]:
    """A histogram as bars of blocks: value, bar, how often."""
    most = max(counts.values())
    values = range(min(counts), max(counts) + 1)
    for value in values:
        count = counts.get(value, 0)
        eighths = round(count * _BAR * 8 / most)
        bar = "█" * (eighths // 8) + (_PARTS[eighths % 8] if eighths % 8 else "")
        yield Para(f"{value:>4} {bar} {count}")


def report_json(report: Report) -> dict[str, Any]:
    """A study in the shape of `cli.md`; with two decks, `wins` and `first_seat` too."""
    plan = report.plan
    sides = [(i, side) for i, side in enumerate(plan.sides) if _shown(report, i)]
    whole: dict[str, Any] = {
        "game": plan.game,
        "decks": [side.name for _, side in sides],
        "players": [side.player for _, side in sides],
        "playthroughs": len(report.rows),
        "finished": report.finished,
        "seed": plan.seed,
        "engine": __version__,
        "seconds": round(report.seconds, 3),
        "decisions": report.decisions,
        "assumptions": list(report.assumptions),
        "measures": {name: figure_json(figure) for name, figure in report.measures.items()},
        "unscripted": list(report.unscripted),
    }
    if len(sides) > 1:
        whole["wins"] = [{"deck": side.name, **_share_json(report.wins[i])} for i, side in sides]
        whole["first_seat"] = {key: value for key, value in _share_json(report.first_seat).items() if key != "n"}
    return whole


def figure_json(figure: Figure) -> dict[str, Any]:
    """A figure for scripts; an interval without an end is null there."""
    whole: dict[str, Any] = {"n": figure.n, "mean": figure.mean, "ci95": [_finite(figure.low), _finite(figure.high)]}
    if figure.median is not None:
        whole["median"] = figure.median
    if figure.histogram:
        whole["histogram"] = {str(value): count for value, count in figure.histogram.items()}
    return whole


def _share_json(figure: Figure) -> dict[str, Any]:
    return {"n": figure.n, "share": figure.mean, "ci95": [figure.low, figure.high]}


def _finite(value: float) -> float | None:
    return None if math.isinf(value) else value
