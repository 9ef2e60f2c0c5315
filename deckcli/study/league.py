"""Everyone against everyone: which plans that takes, who beats whom, ratings, and what it means to begin.

Ratings are those of Bradley and Terry: the odds that one deck beats another are the exponential of the difference of
their strengths, plus what it means to begin, which is the same for all. They are the likeliest ones, found by Newton's
way, as if every deck had besides played one game with an even end against an average one: so that a deck which won (or
lost) all it played has a rating too. Intervals are from the curvature of that likelihood. They hold for the decks and
players of this league, and so far as strength is a line: a deck that beats the strong and loses to the weak has none.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from deckcli.engine.chance import game_seed
from deckcli.study.plan import Plan, Row, Side
from deckcli.study.tally import Z95, Figure, share, z_of

POINTS = 400 / math.log(10)
"""Rating points for one unit of strength: who is 400 points stronger wins ten games for each that is lost."""
MOST_DECKS = 100
_EVEN = 0.5
"""Of a game against an average deck, so much is counted as won and as lost."""
_MOST_STEPS = 60


def league_plans(plan: Plan, sides: Sequence[Side]) -> tuple[Plan, ...]:
    """A plan for every pair of sides, first with second, first with third ...; `plan` gives all else.

    Every pair has chances of its own (by the numbers of its decks), so that pairs tell independently of each other.
    """
    return tuple(
        replace(plan, sides=(sides[one], sides[other]), seed=game_seed(plan.seed, f"league {one} {other}", 0))
        for one, other in combinations(range(len(sides)), 2)
    )


@dataclass(frozen=True, slots=True)
class Meeting:
    """What two decks (by their numbers) did against each other: `n` games, of which `wins` were won by the first and
    the second alone; `drawn` by both or nobody though they were finished, the rest not finished."""

    one: int
    other: int
    n: int
    wins: tuple[int, int]
    drawn: int

    @property
    def share(self) -> Figure:
        """The share of all games that the first one won."""
        return share(self.wins[0], self.n)

    @property
    def turned(self) -> Meeting:
        """The same, told from the other side."""
        return Meeting(self.other, self.one, self.n, (self.wins[1], self.wins[0]), self.drawn)

    @property
    def unfinished(self) -> int:
        """Games that were not played to an end: nobody won them, and no rating counts them."""
        return self.n - sum(self.wins) - self.drawn


@dataclass(frozen=True, slots=True)
class Standing:
    """One deck of a league: all its games with the share that it won, and its rating in points (0: the average)."""

    number: int
    wins: Figure
    rating: Figure


@dataclass(frozen=True, slots=True)
class League:
    """A league's figures: `meetings` in the order of `league_plans`, `standings` the strongest first. `first_seat` is
    the share that who began won of the games that somebody won alone, and `begins` what that is worth, in points.
    `astray` are meetings that the ratings do not tell: their share lies outside of an interval that holds for all
    meetings at once; with each the share that was to be expected."""

    meetings: tuple[Meeting, ...]
    standings: tuple[Standing, ...]
    first_seat: Figure
    begins: Figure
    astray: tuple[tuple[Meeting, float], ...] = ()


def league(decks: int, rows: Sequence[Sequence[Row]]) -> League:
    """Add up the rows of every pair. Raises ValueError when there are not as many as pairs."""
    pairs = list(combinations(range(decks), 2))
    meetings = tuple(_meeting(pair, own) for pair, own in zip(pairs, rows, strict=True))
    began = [row.first in row.winners for own in rows for row in own if len(row.winners) == 1 and row.first >= 0]
    fit = _fitted(decks, [_outcomes(pair, own) for pair, own in zip(pairs, rows, strict=True)])
    standings = [
        Standing(number, _all_of(number, meetings), _points(_rated(number, meetings), fit.rating(number)))
        for number in range(decks)
    ]
    return League(
        meetings=meetings,
        standings=tuple(sorted(standings, key=lambda one: (-one.rating.mean, one.number))),
        first_seat=share(sum(began), len(began)),
        begins=_points(len(began), fit.beginning()),
        astray=tuple(_astray(meetings, fit)),
    )


def _points(n: int, told: tuple[float, float, float]) -> Figure:
    middle, low, high = told
    return Figure(n, middle * POINTS, low * POINTS, high * POINTS)


def _meeting(pair: tuple[int, int], rows: Sequence[Row]) -> Meeting:
    wins = [sum(row.winners == (side,) for row in rows) for side in (0, 1)]
    drawn = sum(row.finished and len(row.winners) != 1 for row in rows)
    return Meeting(*pair, len(rows), (wins[0], wins[1]), drawn)


def _rated(number: int, meetings: Sequence[Meeting]) -> int:
    """How many finished games a deck played."""
    return sum(one.n - one.unfinished for one in meetings if number in (one.one, one.other))


def _all_of(number: int, meetings: Sequence[Meeting]) -> Figure:
    own = [one if one.one == number else one.turned for one in meetings if number in (one.one, one.other)]
    return share(sum(one.wins[0] for one in own), sum(one.n for one in own))


@dataclass(frozen=True, slots=True)
class _Outcomes:
    """Games of one pair by who began (the first, the second, or no seat: 1, -1, 0): how much the first one won, and of
    how many games; a draw is half a win."""

    one: int
    other: int
    began: int
    won: float
    games: int


def _outcomes(pair: tuple[int, int], rows: Sequence[Row]) -> list[_Outcomes]:
    found = []
    for side, began in ((0, 1), (1, -1), (-1, 0)):
        own = [row for row in rows if row.first == side and row.finished]
        won = sum(float(row.winners == (0,)) if len(row.winners) == 1 else 0.5 for row in own)
        if own:
            found.append(_Outcomes(*pair, began, won, len(own)))
    return found


@dataclass(frozen=True, slots=True)
class _Fit:
    """Strengths of the decks and, last, what it means to begin, with their covariances."""

    strengths: list[float]
    spread: list[list[float]]

    def rating(self, deck: int) -> tuple[float, float, float]:
        """A deck's strength above the average: the likeliest, and its interval."""
        decks = len(self.strengths) - 1
        weights = [float(one == deck) - 1 / decks for one in range(decks)] + [0.0]
        return self._told(weights)

    def beginning(self) -> tuple[float, float, float]:
        """What it means to begin."""
        return self._told([0.0] * (len(self.strengths) - 1) + [1.0])

    def _told(self, weights: Sequence[float]) -> tuple[float, float, float]:
        middle = sum(w * x for w, x in zip(weights, self.strengths, strict=True))
        moved = [sum(s * w for s, w in zip(line, weights, strict=True)) for line in self.spread]
        half = Z95 * math.sqrt(max(0.0, sum(w * x for w, x in zip(weights, moved, strict=True))))
        return middle, middle - half, middle + half


def _fitted(decks: int, pairs: Sequence[Sequence[_Outcomes]]) -> _Fit:
    """The likeliest strengths, by Newton's way; the steps are halved when they overshoot."""
    games = [one for pair in pairs for one in pair]
    x = [0.0] * (decks + 1)
    best = _likelihood(x, games)
    for _ in range(_MOST_STEPS):
        slope, bend = _derived(x, games)
        inverse = _inverse(bend)
        step = [sum(a * b for a, b in zip(line, slope, strict=True)) for line in inverse]
        size = 1.0
        while (now := _likelihood([a + size * b for a, b in zip(x, step, strict=True)], games)) < best and size > 1e-6:
            size /= 2
        x, best = [a + size * b for a, b in zip(x, step, strict=True)], now
        if max(map(abs, step)) < 1e-9:
            break
    return _Fit(x, _inverse(_derived(x, games)[1]))


def _likelihood(x: Sequence[float], games: Sequence[_Outcomes]) -> float:
    """The logarithm of how likely all that is."""
    whole = sum(one.won * _log(_edge(x, one)) + (one.games - one.won) * _log(-_edge(x, one)) for one in games)
    return whole + sum(_EVEN * (_log(own) + _log(-own)) for own in x)


def _edge(x: Sequence[float], one: _Outcomes) -> float:
    return x[one.one] - x[one.other] + one.began * x[-1]


def _log(edge: float) -> float:
    """The logarithm of the chance to win with that edge."""
    return -math.log1p(math.exp(-edge)) if edge > -30 else edge


def _chance(edge: float) -> float:
    return 1 / (1 + math.exp(-edge)) if edge > -700 else 0.0


def _derived(x: Sequence[float], games: Sequence[_Outcomes]) -> tuple[list[float], list[list[float]]]:
    """The slope of the likelihood, and its curvature with the sign turned."""
    size = len(x)
    slope, bend = [0.0] * size, [[0.0] * size for _ in range(size)]
    for one in games:
        p = _chance(_edge(x, one))
        signs = ((one.one, 1), (one.other, -1), (size - 1, one.began))
        for at, sign in signs:
            slope[at] += sign * (one.won - one.games * p)
            for to, other in signs:
                bend[at][to] += sign * other * one.games * p * (1 - p)
    for at, own in enumerate(x):
        p = _chance(own)
        slope[at] += _EVEN - 2 * _EVEN * p
        bend[at][at] += 2 * _EVEN * p * (1 - p)
    return slope, bend


def _inverse(matrix: Sequence[Sequence[float]]) -> list[list[float]]:
    """The inverse of a matrix that has one, by Gauss and Jordan."""
    size = len(matrix)
    rows = [[*line, *(float(at == to) for to in range(size))] for at, line in enumerate(matrix)]
    for at in range(size):
        pivot = max(range(at, size), key=lambda line: abs(rows[line][at]))
        rows[at], rows[pivot] = rows[pivot], rows[at]
        factor = rows[at][at]
        rows[at] = [value / factor for value in rows[at]]
        for line in range(size):
            if line != at and rows[line][at]:
                times = rows[line][at]
                rows[line] = [a - times * b for a, b in zip(rows[line], rows[at], strict=True)]
    return [line[size:] for line in rows]


def _astray(meetings: Sequence[Meeting], fit: _Fit) -> list[tuple[Meeting, float]]:
    """The meetings that went otherwise than the ratings say, beyond what chance does to one of so many."""
    z = z_of(0.05 / max(1, len(meetings)))
    found = []
    for one in meetings:
        gap, begin = fit.strengths[one.one] - fit.strengths[one.other], fit.strengths[-1]
        expected = (_chance(gap + begin) + _chance(gap - begin)) / 2
        finished = sum(one.wins) + one.drawn
        told = share(min(finished, round(one.wins[0] + one.drawn / 2)), finished, z)
        if finished and not told.low <= expected <= told.high:
            found.append((one, expected))
    return found
