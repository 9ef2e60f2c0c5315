"""Which of many swaps makes a deck better, by one figure: a race that ends within a budget of playthroughs.

First every swap plays a little, beside the deck as it is with the same chances. So few games tell next to nothing of
one swap; but of a card that goes out, all swaps that take it out tell together, and so for a card that comes in: swaps
are ranked by what both cards did on average. The best of them then race by themselves: half of the field is left behind
each time, and the rest plays on (successive halving: Karnin, Koren and Somekh 2013).

Whoever wins such a race looks better than it is. That is why the last few are then played anew, with chances that no
swap has met before, and judged by those alone (`study.varying`). What was left behind is not proved worse.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from statistics import fmean

from deckcli.engine.chance import Chance, game_seed
from deckcli.study.found import Found
from deckcli.study.judged import QUICKEST, Judged
from deckcli.study.plan import Plan, Side, Study

FINALISTS = 8
"""So many are played anew."""
_FIELD = 4 * FINALISTS
"""So many race by themselves."""
_FIRST = 2
"""Playthroughs of a swap at first, or more: one in each seat."""
_MOST_FIRST = 16
_BLOCKS = 100
_SHARED = 4
"""So many different chances (times what a swap plays of them) are shared out among the swaps; each is met by so many
swaps or more."""


@dataclass(frozen=True, slots=True)
class Swap:
    """A deck with one card exchanged: the slugs of the cards that go out and come in, and the deck as a side."""

    out: str
    into: str
    side: Side


@dataclass(frozen=True, slots=True)
class Raced:
    """How a race went: of `there` swaps `tried` were tried (chosen by chance, where the budget is for fewer), in
    `played` playthroughs; `last` are those that are worth to be played anew, the best first."""

    there: int
    tried: int
    played: int
    last: tuple[Swap, ...]


def race(
    base: Plan,
    swaps: Sequence[Swap],
    budget: int,
    play: Callable[[Study], Found],
    by: Judged = QUICKEST,
) -> Raced:
    """Race some swaps; `base` is the plan of the deck as it is, of which the seed and all but the deck are taken, and
    `by` what they are judged by.

    `play` plays a study. The result depends on the swaps, the seed and the budget alone. Swaps that are few enough are
    not raced at all.
    """
    if len(swaps) <= FINALISTS:
        return Raced(len(swaps), len(swaps), 0, tuple(swaps))
    tried = _chosen(swaps, base.seed, budget // 2 // _FIRST * _SHARED // (_SHARED + 1))
    field, played = _first(base, tried, budget // 2, play, by)
    last, more = _halved(base, field[:_FIELD], budget - budget // 2, play, by)
    return Raced(len(swaps), len(tried), played + more, tuple(last))


def _chosen(swaps: Sequence[Swap], seed: int, most: int) -> list[Swap]:
    """As many swaps as the budget is for, by chance, in their order."""
    if len(swaps) <= most:
        return list(swaps)
    order = Chance(game_seed(seed, "what if: which", 0)).shuffle("swaps", range(len(swaps)))
    return [swaps[number] for number in sorted(order[: max(most, FINALISTS + 1)])]


def _first(
    base: Plan, swaps: Sequence[Swap], budget: int, play: Callable[[Study], Found], by: Judged
) -> tuple[list[Swap], int]:
    """All swaps by what their two cards did on average, the best first, and how many playthroughs that took."""
    blocks = min(_BLOCKS, max(1, len(swaps) // _SHARED))
    each = max(_FIRST, min(_MOST_FIRST, budget // (len(swaps) + blocks)))
    plans = [replace(base, n=each, seed=game_seed(base.seed, "what if: first", block)) for block in range(blocks)]
    own = [_with(plans[number % blocks], swap) for number, swap in enumerate(swaps)]
    found = play(Study("race", (*plans, *own)))
    out: dict[str, list[float]] = defaultdict(list)
    into: dict[str, list[float]] = defaultdict(list)
    for number, swap in enumerate(swaps):
        took = by.gaps(base, found.rows(number % blocks), found.rows(blocks + number))
        out[swap.out] += took
        into[swap.into] += took
    ranked = sorted(swaps, key=lambda swap: _mean(by, out[swap.out]) + _mean(by, into[swap.into]))
    return ranked, len(found)


def _mean(by: Judged, values: Sequence[float]) -> float:
    """The mean, the least being the best; what has no value at all comes last."""
    return by.cost(fmean(values)) if values else math.inf


def _with(plan: Plan, swap: Swap) -> Plan:
    return replace(plan, sides=(swap.side, *plan.sides[1:]))


def _halved(
    base: Plan, field: Sequence[Swap], budget: int, play: Callable[[Study], Found], by: Judged
) -> tuple[list[Swap], int]:
    """Halve the field until the finalists are left: those that are best over all that was played of them here."""
    rounds = max(1, math.ceil(math.log2(len(field) / FINALISTS)))
    left, begin, played = list(field), 0, 0
    taken: dict[str, list[float]] = defaultdict(list)
    for _ in range(rounds):
        end = begin + max(_FIRST, budget // rounds // len(left))
        plan = replace(base, n=end, seed=game_seed(base.seed, "what if: race", 0))
        found = play(Study("race", tuple(_with(plan, swap) for swap in left), {}, begin, end))
        for number, swap in enumerate(left):
            values = (by.value(plan, row) for row in found.rows(number))
            taken[swap.side.name] += [value for value in values if value is not None]
        played, begin = played + len(found), end
        left = sorted(left, key=lambda swap: _mean(by, taken[swap.side.name]))[: max(FINALISTS, len(left) // 2)]
    return left[:FINALISTS], played
