"""A deck that plays alone beside its variants, all with the same chances: which of them win quicker, or more often."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from deckcli.study.found import Found
from deckcli.study.pace import pace
from deckcli.study.paired import Pairs, paired, paired_mean
from deckcli.study.plan import Plan, Row
from deckcli.study.report import Report, pairs_of, reports
from deckcli.study.tally import Figure, mean, z_of


@dataclass(frozen=True, slots=True)
class Variant:
    """One variant beside the deck as it is. `pace` is the mean of its turns to win (one that does not win took one more
    than it had), `slower` how many more than the deck as it is, and `gap` how much more often it won; their intervals
    hold for all variants at once."""

    name: str
    report: Report
    pace: Figure
    pairs: Pairs
    slower: Figure
    gap: Figure


@dataclass(frozen=True, slots=True)
class Varied:
    """The deck as it is, and its variants, the quickest first."""

    base: Report
    pace: Figure
    variants: tuple[Variant, ...]


def varied(found: Found, seconds: float | None = None) -> Varied:
    """What a study of a deck (its first plan) and its variants (the others, called by their sides) has found."""
    base, *others = reports(found, seconds)
    z = z_of(0.05 / max(1, len(others)))
    variants = [_variant(base, other, z) for other in others]
    return Varied(
        base=base,
        pace=mean([pace(base.plan, row) for row in base.rows]),
        variants=tuple(sorted(variants, key=lambda one: (one.slower.mean, -one.gap.mean))),
    )


def _variant(base: Report, other: Report, z: float) -> Variant:
    pairs = pairs_of(base.rows, other.rows)
    return Variant(
        name=other.plan.sides[0].name,
        report=other,
        pace=mean([pace(other.plan, row) for row in other.rows]),
        pairs=pairs,
        slower=paired_mean(gaps(base.plan, base.rows, other.rows), z),
        gap=paired(pairs, z),
    )


def gaps(plan: Plan, base: Sequence[Row], other: Sequence[Row]) -> list[float]:
    """How many turns more each playthrough of `other` took than the one of `base` with the same chances."""
    before = {row.index: pace(plan, row) for row in base}
    return [pace(plan, row) - before[row.index] for row in other if row.index in before]
