"""Figures that belong together turn by turn: what a chart draws as one line."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from deckcli.study.tally import Figure, share

WON = ("win_turn", "win_round")
"""What games call the turn (round) of its own in which a side won."""
_BY = re.compile(r"(.+)_by_(turn|round)_([0-9]+)")


@dataclass(frozen=True, slots=True)
class Curve:
    """A figure for some turns (or rounds, as `unit` says), in their order."""

    name: str
    unit: str
    points: tuple[tuple[int, Figure], ...]


def by_turn(measures: Mapping[str, Figure]) -> list[Curve]:
    """The measures called `NAME_by_turn_N` (or `_by_round_N`), a curve a name."""
    found: dict[tuple[str, str], list[tuple[int, Figure]]] = {}
    for measure, figure in measures.items():
        if match := _BY.fullmatch(measure):
            found.setdefault((match[1], match[2]), []).append((int(match[3]), figure))
    return [Curve(name, unit, tuple(sorted(points, key=lambda one: one[0]))) for (name, unit), points in found.items()]


def is_by_turn(measure: str) -> bool:
    """Whether a measure is a point of such a curve."""
    return _BY.fullmatch(measure) is not None


def won_by(measures: Mapping[str, Figure], playthroughs: int) -> Curve | None:
    """Of all playthroughs, how many were won by each turn, from the one before the first win on; None where the game
    does not tell when, or nothing was won."""
    for name in WON:
        when = measures.get(name)
        if when is not None and when.histogram:
            turns = range(min(when.histogram) - 1, max(when.histogram) + 1)
            wins = [sum(count for won, count in when.histogram.items() if won <= turn) for turn in turns]
            points = tuple((turn, share(won, playthroughs)) for turn, won in zip(turns, wins, strict=True))
            return Curve("won", name.removeprefix("win_"), points)
    return None


def binned(counts: Mapping[int, int], most: int) -> tuple[int, dict[int, int]]:
    """A histogram of no more than `most` lines: how many values go into one (1: each has its own), and how often those
    from each value on came up; values between that never did are there with 0."""
    step = -(-(max(counts) - min(counts) + 1) // most)
    lines = dict.fromkeys(range(min(counts), max(counts) + 1, step), 0)
    for value, count in counts.items():
        lines[value - (value - min(counts)) % step] += count
    return step, lines


def pooled(histograms: Sequence[Mapping[int, int]]) -> dict[int, int]:
    """Several histograms as one."""
    whole: dict[int, int] = {}
    for counts in histograms:
        for value, count in counts.items():
            whole[value] = whole.get(value, 0) + count
    return dict(sorted(whole.items()))
