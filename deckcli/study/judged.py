"""By which figure of a playthrough versions of a deck are judged, and which way it is better."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from deckcli.study.cards import is_card
from deckcli.study.pace import pace
from deckcli.study.paired import paired, paired_mean
from deckcli.study.plan import Plan, Row, Study
from deckcli.study.report import pairs_of
from deckcli.study.tally import Figure, mean, share

BY = "by"
"""In `Study.asked`: the figure by which its versions are judged, as `Judged.asked` writes it; without it, turns."""
TURNS, WIN = "turns", "win"
LEAST, MOST = "least", "most"


@dataclass(frozen=True, slots=True)
class Judged:
    """A figure that every playthrough has: `turns` to win (`study.pace`), whether its first side did `win`, or a
    measure of the game by its name. The fewer the better where `least` says so."""

    name: str
    least: bool

    @classmethod
    def of(cls, study: Study) -> Judged:
        """What a study judges its versions by."""
        return cls.told(str(study.asked.get(BY, TURNS)))

    @classmethod
    def told(cls, text: str) -> Judged:
        """A figure as a person names it: "turns", "win", a measure ("the more the better"), "least:MEASURE"."""
        way, colon, name = text.partition(":")
        if not colon or way not in (LEAST, MOST):
            way, name = LEAST if text == TURNS else MOST, text
        return cls(name.strip().replace(" ", "_"), way == LEAST)

    @property
    def asked(self) -> str:
        """What `Study.asked` keeps of it."""
        return f"{LEAST if self.least else MOST}:{self.name}"

    def value(self, plan: Plan, row: Row) -> float | None:
        """The figure of one playthrough; None of one that does not have it."""
        if self.name == TURNS:
            return pace(plan, row)
        if self.name == WIN:
            return float(0 in row.winners)
        told = row.measures.get(self.name)
        return None if told is None else float(told)

    def figure(self, plan: Plan, rows: Sequence[Row]) -> Figure:
        """What it came to over some playthroughs, those that have it."""
        if self.name == WIN:
            return share(sum(0 in row.winners for row in rows), len(rows))
        return mean([value for row in rows if (value := self.value(plan, row)) is not None])

    def gap(self, plan: Plan, base: Sequence[Row], other: Sequence[Row], z: float) -> Figure:
        """How much more of it there is in `other` than in `base`, over pairs with the same chances."""
        if self.name == WIN:
            return paired(pairs_of(base, other), z)
        return paired_mean(self.gaps(plan, base, other), z)

    def gaps(self, plan: Plan, base: Sequence[Row], other: Sequence[Row]) -> list[float]:
        """How much more of it each playthrough of `other` has than the one of `base` with the same chances, where both
        have it."""
        before = {row.index: self.value(plan, row) for row in base}
        both = [(before.get(row.index), self.value(plan, row)) for row in other]
        return [after - was for was, after in both if was is not None and after is not None]

    def cost(self, value: float) -> float:
        """A value or a difference, turned so that the least is the best."""
        return value if self.least else -value


QUICKEST = Judged(TURNS, least=True)
"""What versions of a deck that plays alone are judged by, where nobody says."""
OFTENEST = Judged(WIN, least=False)
"""What they are judged by where somebody plays against them."""


def measures_of(row: Row) -> Mapping[str, Any]:
    """The measures of a playthrough by which versions may be judged, besides turns and wins."""
    return {name: value for name, value in row.measures.items() if name != WIN and not is_card(name)}
