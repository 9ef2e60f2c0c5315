"""Two versions that met the same chances: by how much more often one wins, and when that is decided.

A pair of playthroughs with equal chances tells nothing when both versions win it or neither does; what counts are the
pairs that only one of them won. The interval is Tango's (1998, Statistics in Medicine 17: 891): it asks of every
difference whether what was seen fits it, and so holds what it says for few such pairs, and for none at all.

A comparison that may stop early looks at it at a few numbers of pairs laid down beforehand. The chance to be misled
is spread over the looks (Lan and DeMets 1983; of it, `spent` by each look), with limits that are computed from the
normal process behind the looks (Armitage, McPherson and Rowe 1969), so that all looks together mislead in 5 of 100
comparisons. Two intervals then hold: `anytime`, at every look at once, for whatever reason one stops (Jennison and
Turnbull's repeated interval); and `stopped`, which knows this rule of stopping and orders its ends by the look at which
they came (Tsiatis, Rosner and Mehta 1984): of the comparisons that end by the rule it is right in 95 of 100, neither
more nor less.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from statistics import NormalDist

from deckcli.study.tally import Z95, Figure, student

LOOKS = 5
"""At how many numbers of pairs a comparison that may stop early is looked at."""
LEAST = 20
"""Pairs from one look to the next, or more."""
_MISLED = 0.05
_POWER = 2.0
"""By a share t of the pairs, 5 % times t to this power is spent: little at first, when little is known."""
_TRIED = 60
"""Halvings of a range while an end of an interval is searched: far below what is shown."""


@dataclass(frozen=True, slots=True)
class Pairs:
    """Pairs of playthroughs with equal chances: `n` of them; `gained` those that only the second version won, `lost`
    those that only the first one won."""

    n: int
    gained: int
    lost: int

    @property
    def difference(self) -> float:
        """How much more often the second version won; 0 of no pairs."""
        return (self.gained - self.lost) / self.n if self.n else 0.0


def paired(pairs: Pairs, z: float = Z95) -> Figure:
    """The difference with Tango's interval, `z` standard errors wide to either side; of no pairs anything may be true.

    Raises ValueError for more pairs that tell than there are.
    """
    if not 0 <= pairs.gained + pairs.lost <= pairs.n or min(pairs.gained, pairs.lost) < 0:
        raise ValueError(f"{pairs.gained} and {pairs.lost} of {pairs.n}")
    if not pairs.n:
        return Figure(0, 0.0, -1.0, 1.0)
    middle = pairs.difference
    low = _crossing(lambda gap: _away(pairs, gap) - z, -1.0, middle)
    high = _crossing(lambda gap: _away(pairs, gap) + z, middle, 1.0)
    return Figure(pairs.n, middle, low, high)


def paired_mean(gaps: Sequence[float], z: float = Z95) -> Figure:
    """The mean of differences between playthroughs with equal chances, of which most are often 0.

    Student's interval, with the spread that there would be if one pair more had differed by as much as any did, half
    each way (by 1, if none did): pairs that do not differ do not prove that none will.
    """
    n = len(gaps)
    if n < 2:
        return Figure(n, gaps[0] if n else 0.0, -math.inf, math.inf)
    middle = math.fsum(gaps) / n
    most = max(1.0, *map(abs, gaps))
    spread = math.sqrt((math.fsum((gap - middle) ** 2 for gap in gaps) + most * most) / (n - 1))
    half = student(n - 1, z) * spread / math.sqrt(n)
    return Figure(n, middle, middle - half, middle + half)


def _away(pairs: Pairs, gap: float) -> float:
    """How many standard errors what was seen lies above a difference of `gap`; falls as `gap` rises."""
    off = pairs.gained - pairs.lost - pairs.n * gap
    spread = _spread(pairs, gap) * math.sqrt(pairs.n)
    return off / spread if spread > 0 else math.copysign(math.inf, off) if off else 0.0


def _spread(pairs: Pairs, gap: float) -> float:
    """The standard deviation of one pair, were the difference `gap`: of all chances with that difference, those under
    which what was seen is likeliest."""
    n, b, c = pairs.n, pairs.gained, pairs.lost
    half = (2 * n - b + c) * gap - b - c
    lost = (math.sqrt(max(0.0, half * half + 8 * n * c * gap * (1 - gap))) - half) / (4 * n)
    return math.sqrt(max(0.0, 2 * lost + gap * (1 - gap)))


def _crossing(falls: Callable[[float], float], low: float, high: float) -> float:
    """Where a function that falls from `low` to `high` is 0; the end where it has no 0 before."""
    for _ in range(_TRIED):
        middle = (low + high) / 2
        low, high = (middle, high) if falls(middle) > 0 else (low, middle)
        if high - low < 1e-9:
            break
    return (low + high) / 2


# ---------------------------------------------------------------- looking early


def looks_of(n: int) -> tuple[int, ...]:
    """At which numbers of pairs a comparison of `n` is looked at, the last being n: even steps of LEAST or more."""
    count = max(1, min(LOOKS, n // LEAST))
    return tuple(n * look // count for look in range(1, count + 1))


@lru_cache(maxsize=256)
def limits(looks: tuple[int, ...], most: int) -> tuple[float, ...]:
    """For each look, how many standard errors from 0 decide; `most` are the pairs of the last look that was planned.

    A look that was not planned may be put in only where nothing that was seen had a part in it, and one alone.
    """
    found: list[float] = []
    spent, density = 0.0, _Density(most)
    for pairs in looks:
        due = min(1.0, pairs / most) ** _POWER * _MISLED
        density.step(pairs)
        limit = _limit(density, due - spent)
        found.append(limit)
        density.stay(-limit, limit)
        spent = due
    return tuple(found)


def _limit(density: _Density, spend: float) -> float:
    """How many standard errors are passed to either side with this chance, by those that have not ended before."""
    return _crossing(lambda z: 2 * density.above(z) - spend, 0.0, 9.0)


def decided(pairs: Pairs, limit: float) -> bool:
    """Whether the pairs of a look say which version is better."""
    told = pairs.gained + pairs.lost
    return abs(pairs.gained - pairs.lost) > limit * math.sqrt(told)


def anytime(pairs: Pairs, looks: Sequence[int], most: int) -> Figure:
    """The difference after these looks, the last of them now, with an interval that holds at all looks at once: for
    whatever reason one stops here, it is right in 95 of 100 comparisons or more."""
    return paired(pairs, limits(tuple(looks), most)[-1])


@dataclass(frozen=True, slots=True)
class Stopped:
    """Where a comparison ended by its own rule. `figure` is the difference with the interval for that rule, `fair` a
    difference that is as often too large as too small: what is seen at an early stop is more often too large."""

    figure: Figure
    fair: float


def stopped(pairs: Pairs, looks: Sequence[int], most: int) -> Stopped:
    """The difference where a comparison was decided, or where it was not by its last look; `looks` are those so far.

    Looks that would have decided for the second version before are further up than anything that came later, those that
    would have decided for the first one further down, and within a look the difference tells.
    """
    return _stopped(pairs, tuple(looks), most)


def above(pairs: Pairs, looks: Sequence[int], most: int, gap: float) -> float:
    """The chance to end as far up as this or further, were the difference `gap`: it rises with it."""
    spread = _spread(pairs, gap)
    if not spread:
        return float(pairs.difference <= gap)
    before = tuple(looks[:-1])
    # What a difference must be at each earlier look to decide, told by the spread under no difference.
    told = math.sqrt((pairs.gained + pairs.lost) / pairs.n)
    density, up = _Density(most), 0.0
    for count, limit in zip(before, limits(before, most), strict=True):
        density.step(count)
        edge, drift = limit * told / spread, gap * math.sqrt(count) / spread
        up += density.above(edge - drift)
        density.stay(-edge - drift, edge - drift)
    density.step(pairs.n)
    return up + density.above(_away(pairs, gap))


@lru_cache(maxsize=1024)
def _stopped(pairs: Pairs, looks: tuple[int, ...], most: int) -> Stopped:
    if len(looks) == 1:
        figure = paired(pairs)
        return Stopped(figure, figure.mean)
    low, high, fair = (
        _solved(lambda gap, chance=chance: above(pairs, looks, most, gap) - chance, pairs)  # type: ignore[misc]
        for chance in (_MISLED / 2, 1 - _MISLED / 2, 0.5)
    )
    return Stopped(Figure(pairs.n, pairs.difference, min(low, high), max(low, high)), fair)


def _solved(rises: Callable[[float], float], pairs: Pairs) -> float:
    """Where a function that rises with the difference is 0: a bracket around what was seen, then regula falsi (the
    Illinois way), since each call costs a millisecond."""
    wide = 3 * math.sqrt((pairs.gained + pairs.lost + 1) / pairs.n / pairs.n)
    low, high = max(-1.0, pairs.difference - wide), min(1.0, pairs.difference + wide)
    at_low, at_high = rises(low), rises(high)
    while at_low > 0 and low > -1:
        low, at_low = max(-1.0, low - wide), rises(max(-1.0, low - wide))
    while at_high < 0 and high < 1:
        high, at_high = min(1.0, high + wide), rises(min(1.0, high + wide))
    kept = 0
    for _ in range(_TRIED):
        if high - low < 1e-6 or at_high == at_low:
            break
        middle = (low * at_high - high * at_low) / (at_high - at_low)
        at = rises(middle)
        if abs(at) < 1e-7:
            return middle
        if at < 0:
            low, at_low = middle, at
            at_high /= 2 if kept < 0 else 1
            kept = -1
        else:
            high, at_high = middle, at
            at_low /= 2 if kept > 0 else 1
            kept = 1
    return (low + high) / 2


_POINTS = 32
_BELL = NormalDist()


class _Density:
    """The sum of the pairs so far, seen from what it is expected to be, among the comparisons that have not ended:
    points with weights, in units of the spread of `most` pairs. Looks come in order."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.now = self.before = 0.0
        self.points: list[tuple[float, float]] = [(0.0, 1.0)]
        self.drift = 0.0

    def step(self, pairs: int) -> None:
        """Go on to a look."""
        self.before, self.now = self.now, pairs / self.most

    def above(self, z: float) -> float:
        """The chance to be above `z` standard errors at this look, and not to have ended before."""
        edge, width = z * math.sqrt(self.now), math.sqrt((self.now - self.before) * 2)
        return sum(weight * math.erfc((edge - at) / width) for at, weight in self.points) / 2

    def stay(self, low: float, high: float) -> None:
        """Only what lies between these (in standard errors) goes on."""
        root, scale = math.sqrt(self.now), self.now - self.before
        middle, half = (high + low) / 2 * root, (high - low) / 2 * root
        factor = half / math.sqrt(2 * math.pi * scale)
        old, exp = self.points, math.exp
        self.points = [
            (at, factor * share * sum(weight * exp(-((at - was) ** 2) / 2 / scale) for was, weight in old))
            for at, share in ((middle + half * node, share) for node, share in _legendre(_POINTS))
        ]


@lru_cache(maxsize=4)
def _legendre(count: int) -> tuple[tuple[float, float], ...]:
    """The points and weights of Gauss and Legendre on -1 to 1, found by Newton's way."""
    found = []
    for number in range(count):
        x = math.cos(math.pi * (number + 0.75) / (count + 0.5))
        for _ in range(50):
            one, two = 1.0, 0.0
            for degree in range(count):
                one, two = ((2 * degree + 1) * x * one - degree * two) / (degree + 1), one
            slope = count * (x * one - two) / (x * x - 1)
            x, last = x - one / slope, x
            if abs(x - last) < 1e-15:
                break
        found.append((x, 2 / ((1 - x * x) * slope * slope)))
    return tuple(found)
