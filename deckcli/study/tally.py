"""Figures with what they are worth: shares and means, each with n and a 95 % interval."""

from __future__ import annotations

import math
import statistics
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

Z95 = 1.959963984540054
"""How many standard errors a 95 % interval reaches to either side."""


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured figure: of `n` playthroughs, its mean, and an interval that holds the true one in 95 of 100 studies.

    `median` and `histogram` (how often each whole value came up) are for counts; a share has neither.
    """

    n: int
    mean: float
    low: float
    high: float
    median: float | None = None
    histogram: dict[int, int] = field(default_factory=dict, hash=False)


def z_of(misled: float) -> float:
    """How many standard errors an interval reaches to either side that misses in this share of all studies."""
    return statistics.NormalDist().inv_cdf(1 - misled / 2)


def share(hits: int, n: int, z: float = Z95) -> Figure:
    """How often something happened, with Wilson's interval (`z` standard errors wide to either side, for 95 % unless
    told); of nothing (n = 0) anything may be true.

    Raises ValueError for more hits than tries.
    """
    if not 0 <= hits <= n:
        raise ValueError(f"{hits} of {n}")
    if n == 0:
        return Figure(0, 0.0, 0.0, 1.0)
    p, zz = hits / n, z * z
    middle = (p + zz / (2 * n)) / (1 + zz / n)
    half = z / (1 + zz / n) * math.sqrt(p * (1 - p) / n + zz / (4 * n * n))
    return Figure(n, p, max(0.0, min(p, middle - half)), min(1.0, max(p, middle + half)))


def mean(values: Sequence[float], z: float = Z95, step: float = 1.0) -> Figure:
    """The mean of some values with the interval of Student's t (as wide as `z` standard errors were, if their spread
    was known); one value alone says nothing of it. Values that are all alike do not prove that the next will be: their
    spread is taken as if one more had differed by `step`."""
    n = len(values)
    if n == 0:
        return Figure(0, 0.0, -math.inf, math.inf)
    middle = statistics.fmean(values)
    spread = statistics.stdev(values) if n > 1 else math.inf
    half = student(n - 1, z) * (spread or step / math.sqrt(n - 1)) / math.sqrt(n)
    whole = all(float(value).is_integer() for value in values)
    counts = dict(sorted(Counter(int(value) for value in values).items())) if whole else {}
    return Figure(n, middle, middle - half, middle + half, statistics.median(values), counts)


def student(degrees: int, z: float = Z95) -> float:
    """The point of Student's t that is passed as often as `z` is by the normal distribution: exact for 1 and 2 degrees,
    then by Cornish and Fisher's expansion (to 0.01 at 95 % from 3 degrees on)."""
    if degrees <= 0:
        return math.inf
    if degrees <= 2:
        within = math.erf(z / math.sqrt(2))
        return math.tan(math.pi * within / 2) if degrees == 1 else within * math.sqrt(2 / (1 - within * within))
    d = degrees
    return (
        z
        + (z**3 + z) / (4 * d)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * d**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * d**3)
    )


def figures(rows: Iterable[Mapping[str, float | None]]) -> dict[str, Figure]:
    """A figure for every measure of some playthroughs, in the order in which the measures first appear.

    A measure that a playthrough does not have (the turn of a win that did not come) counts only where it is; one that
    is None keeps its place in the order. True and false give a share, numbers a mean.
    """
    columns: dict[str, list[float]] = {}
    for row in rows:
        for name, value in row.items():
            column = columns.setdefault(name, [])
            if value is not None:
                column.append(value)
    return {name: _figure(values) for name, values in columns.items() if values}


def _figure(values: list[float]) -> Figure:
    if all(isinstance(value, bool) for value in values):
        return share(sum(map(bool, values)), len(values))
    return mean(values)
