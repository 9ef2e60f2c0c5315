"""Two versions of a deck in a study of two plans: what the pairs say, and when there are enough of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from deckcli.study.found import Found
from deckcli.study.paired import Pairs, anytime, decided, limits, looks_of, paired, stopped
from deckcli.study.plan import Row, Study
from deckcli.study.report import Report, pairs_of, report
from deckcli.study.tally import Figure

STOP = "stop"
"""In `Study.asked`: whether it ends as soon as it is decided."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """What `a` and `b` (the second version) did in playthroughs with the same chances, of those that count.

    `gap` is how much more often b won. Where a comparison may stop early (`stops`), `looks` are the numbers of pairs
    at which it was looked at so far; `early` says that it was decided at one before the last. Then `gap` holds for
    comparisons that end so, `anytime` whatever the reason for stopping was, and `fair` is a difference that is as often
    too large as too small. A comparison that was broken off before its rule ended it has `anytime` alone: it is `gap`
    too, and both tell of the last look that was planned, not of what came after it: somebody who reads the folder
    again and again would be misled by one look in between or another. Before the first look any difference may be true.
    """

    a: Report
    b: Report
    pairs: Pairs
    gap: Figure
    stops: bool = False
    looks: tuple[int, ...] = ()
    early: bool = False
    broken_off: bool = False
    anytime: Figure | None = None
    fair: float | None = None


def compared(found: Found, seconds: float | None = None) -> Comparison:
    """What a study of two plans has found so far."""
    a, b = (_told(found, plan, seconds, None) for plan in (0, 1))
    pairs = pairs_of(a.rows, b.rows)
    if not found.study.asked.get(STOP):
        return Comparison(a, b, pairs, paired(pairs))
    return _looked_at(found, seconds)


def _told(found: Found, plan: int, seconds: float | None, most: int | None) -> Report:
    rows = found.rows(plan)
    kept = rows if most is None else [row for row in rows if row.index < most]
    return report(found.study.plans[plan], kept, found.seconds if seconds is None else seconds, *found.rests_on(plan))


def _looked_at(found: Found, seconds: float | None) -> Comparison:
    """A comparison that may stop early: of what was played ahead of its last look nothing counts, so that the figures
    are the same for any workers and any order."""
    most = found.study.plans[0].n
    there = min(found.whole(0), found.whole(1))
    looks, ended = _looks_until(found, there)
    a, b = (_told(found, plan, seconds, looks[-1] if looks else there) for plan in (0, 1))
    pairs = pairs_of(a.rows, b.rows)
    whenever = anytime(pairs, looks, most) if looks else Figure(pairs.n, pairs.difference, -1.0, 1.0)
    if not ended:
        return Comparison(a, b, pairs, whenever, True, looks, broken_off=True, anytime=whenever)
    end = stopped(pairs, looks, most)
    return Comparison(a, b, pairs, end.figure, True, looks, looks[-1] < most, False, whenever, end.fair)


def _looks_until(found: Found, there: int) -> tuple[tuple[int, ...], bool]:
    """The looks that the first `there` pairs allow, up to the one that decides, and whether the rule ends it there."""
    most = found.study.plans[0].n
    planned = looks_of(most)
    rows = [found.rows(plan) for plan in (0, 1)]
    for number, (look, limit) in enumerate(zip(planned, limits(planned, most), strict=True), 1):
        if look > there:
            return planned[: number - 1], False
        if look == most or decided(_pairs(rows[0], rows[1], look), limit):
            return planned[:number], True
    return planned, True


def _pairs(a: list[Row], b: list[Row], look: int) -> Pairs:
    return pairs_of([row for row in a if row.index < look], [row for row in b if row.index < look])


def enough_of(study: Study) -> Callable[[Found], bool] | None:
    """The rule by which a study ends before all of it is played; None where it has none."""
    if study.kind != "compare" or not study.asked.get(STOP):
        return None
    seen = 0

    def enough(found: Found) -> bool:
        """Looked at only where there is a look more than before: after each batch it is asked."""
        nonlocal seen
        there = min(found.whole(0), found.whole(1))
        passed = sum(look <= there for look in looks_of(found.study.plans[0].n))
        if passed == seen:
            return False
        seen = passed
        return _looks_until(found, there)[1]

    return enough
