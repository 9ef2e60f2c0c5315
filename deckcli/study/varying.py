"""A deck beside its variants, all with the same chances: which of them win quicker, win more often, or have more of any
figure that the game measures."""

from __future__ import annotations

from dataclasses import dataclass

from deckcli.study.found import Found
from deckcli.study.judged import Judged
from deckcli.study.paired import Pairs, paired
from deckcli.study.report import Report, pairs_of, reports
from deckcli.study.tally import Figure, z_of


@dataclass(frozen=True, slots=True)
class Variant:
    """One variant beside the deck as it is. `judged` is the figure by which variants are ranked, `gap` how much more of
    it there is than with the deck as it is, and `won` how much more often it won; the intervals of both differences
    hold for all variants at once."""

    name: str
    report: Report
    judged: Figure
    gap: Figure
    pairs: Pairs
    won: Figure


@dataclass(frozen=True, slots=True)
class Varied:
    """The deck as it is, with the figure that it is judged `by`, and its variants, the best first."""

    by: Judged
    base: Report
    judged: Figure
    variants: tuple[Variant, ...]

    def better(self) -> list[Variant]:
        """The variants that are told to be better."""
        return [one for one in self.variants if max(self.by.cost(one.gap.low), self.by.cost(one.gap.high)) < 0]

    def worse(self) -> list[Variant]:
        """The variants that are told to be worse."""
        return [one for one in self.variants if min(self.by.cost(one.gap.low), self.by.cost(one.gap.high)) > 0]


def varied(found: Found, seconds: float | None = None) -> Varied:
    """What a study of a deck (its first plan) and its variants (the others, called by their sides) has found."""
    base, *others = reports(found, seconds)
    by, z = Judged.of(found.study), z_of(0.05 / max(1, len(others)))
    variants = [_variant(by, base, other, z) for other in others]
    return Varied(
        by=by,
        base=base,
        judged=by.figure(base.plan, base.rows),
        variants=tuple(sorted(variants, key=lambda one: (not one.gap.n, by.cost(one.gap.mean), -one.won.mean))),
    )


def _variant(by: Judged, base: Report, other: Report, z: float) -> Variant:
    pairs = pairs_of(base.rows, other.rows)
    return Variant(
        name=other.plan.sides[0].name,
        report=other,
        judged=by.figure(other.plan, other.rows),
        gap=by.gap(base.plan, base.rows, other.rows, z),
        pairs=pairs,
        won=paired(pairs, z),
    )
