"""The figures of a study, for people and for scripts."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from typing import Any

from deckcli import __version__
from deckcli.screen.blocks import Block, Columns, Gap, Para, Title
from deckcli.study.curves import binned
from deckcli.study.plan import Plan
from deckcli.study.report import Report
from deckcli.study.tally import Figure

_BAR = 30
_MOST_BARS = 24
"""Lines of a histogram."""
_PARTS = " ▏▎▍▌▋▊▉█"


def report_blocks(report: Report) -> Iterator[Block]:
    """What a study found: what it rests on first, then its figures, then how they spread."""
    plan = report.plan
    called = side_names(plan)
    yield Title(" against ".join(_sides_said(plan)), f"{plan.game} · seed {plan.seed}")
    if report.unscripted:
        yield Para(f"Not all effects are written yet: {'; '.join(report.unscripted)}.", "warn")
    yield from (Para(f"Assumed: {line}.", "dim") for line in report.assumptions)
    yield Para(_lengths(report), "dim" if report.finished == len(report.rows) else "warn")
    yield Gap()
    rows = [[f"wins of {called[i]}", *_cells(report.wins[i])] for i in range(len(called)) if _shown(report, i)]
    if report.first_seat.n and len(plan.sides) > 1:
        shown = report.places if len(plan.sides) > 2 else report.places[:1]
        rows += [[f"wins of who {_PLACES[place]}", *_cells(figure)] for place, figure in enumerate(shown)]
    rows += [[n.replace("_", " "), *_cells(figure)] for n, figure in report.measures.items() if n != "win"]
    yield Columns(["figure", "n", "mean", "95 %", "median"], rows, frozenset({"n", "mean", "median"}))
    spread: list[dict[int, int]] = []
    for name in ("win_turn", "length"):
        figure = report.measures.get(name)
        if figure and len(figure.histogram) > 1 and figure.histogram not in spread:
            spread.append(figure.histogram)
            yield Gap()
            yield Title(name.replace("_", " "), tone="")
            yield from bars(figure.histogram)


_PLACES = ("began", *(f"came {place}" for place in ("second", "third", "fourth", "fifth", "sixth")))


def _sides_said(plan: Plan) -> list[str]:
    """Deck and player of each side; of many alike, how many."""
    counts = Counter(f"{side.name} ({side.player})" for side in plan.sides)
    few = len(plan.sides) == 2
    return [words for words, n in counts.items() for _ in range(n)] if few else [
        f"{n} x {words}" if n > 1 else words for words, n in counts.items()
    ]  # fmt: skip


def side_names(plan: Plan) -> list[str]:
    """What each side is called: by its deck, where these differ, else also by its player, else also by a number."""
    sides = plan.sides
    names = [side.name for side in sides]
    if len(set(names)) < len(sides):
        names = [f"{side.name} ({side.player})" for side in sides]
    twice = {name for name, count in Counter(names).items() if count > 1}
    seen: Counter[str] = Counter()
    for number, name in enumerate(names):
        if name in twice:
            seen[name] += 1
            names[number] = f"{name} {seen[name]}"
    return names


def _shown(report: Report, side: int) -> bool:
    return report.plan.sides[side].player != "goldfish"


def played_words(n: int) -> str:
    """So many playthroughs, in words."""
    return "1 playthrough" if n == 1 else f"{n:,} playthroughs"


def _lengths(report: Report) -> str:
    n = len(report.rows)
    left = n - report.finished
    words = f"{played_words(n)}, {report.decisions:,} decisions, {report.seconds:.1f} s"
    return words + (f"; {left} did not finish and count as no win" if left else "") + "."


def _cells(figure: Figure) -> list[str]:
    middle = "" if figure.median is None else f"{figure.median:.4g}"
    return [str(figure.n), _number(figure.mean), f"{_number(figure.low)} to {_number(figure.high)}", middle]


def _number(value: float) -> str:
    return "-" if math.isinf(value) else f"{value:.3g}" if abs(value) < 10 else f"{value:.1f}"


def bars(counts: dict[int, int]) -> Iterator[Block]:
    """A histogram as bars of blocks: value, bar, how often; far apart values are put together, so many to a bar."""
    step, lines = binned(counts, _MOST_BARS)
    wide = max(len(f"{low}-{low + step - 1}") for low in lines) if step > 1 else 4
    most = max(lines.values())
    for low, count in lines.items():
        eighths = round(count * _BAR * 8 / most)
        bar = "█" * (eighths // 8) + (_PARTS[eighths % 8] if eighths % 8 else "")
        said = f"{low}-{low + step - 1}" if step > 1 else str(low)
        yield Para(f"{said:>{wide}} {bar}{' ' * bool(bar)}{count}")


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
        whole["wins"] = [{"deck": side.name, "player": side.player, **_share_json(report.wins[i])} for i, side in sides]
        whole["first_seat"] = {key: value for key, value in _share_json(report.first_seat).items() if key != "n"}
    if len(sides) > 2:
        whole["places"] = [_share_json(figure) for figure in report.places]
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
