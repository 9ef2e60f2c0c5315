"""First Fives against each other: the same deck with the same chances, and only the opening differs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from deckcli.study.plan import Row
from deckcli.study.report import Report
from deckcli.study.tally import Figure, mean


@dataclass(frozen=True, slots=True)
class Opening:
    """Five cards by name with what their playthroughs gave; `own`: the list names them itself; `paid`: the dice can
    pay for all of them in round one."""

    five: tuple[str, ...]
    own: bool
    paid: bool
    report: Report

    @property
    def rounds(self) -> Figure:
        """The rounds until the game was won; one that was not won counts one round more than it took."""
        return mean([_rounds(row) for row in self.report.rows])


def _rounds(row: Row) -> float:
    figures: Mapping[str, float | None] = row.measures
    return float(figures.get("win_round") or (figures.get("length") or 0) + 1)


def quickest(openings: Sequence[Opening]) -> list[Opening]:
    """Openings by how many games they win, then by the mean of their rounds; of equals, the one with more damage by the
    end of round 2."""

    def key(one: Opening) -> tuple[float, float, float]:
        damage = one.report.measures.get("damage_by_round_2")
        return -one.report.wins[0].mean, one.rounds.mean, -(damage.mean if damage else 0.0)

    return sorted(openings, key=key)


def behind(opening: Opening, other: Opening) -> Figure:
    """How many rounds more `opening` takes than `other`, over pairs of playthroughs with the same chances."""
    rounds = {row.index: _rounds(row) for row in other.report.rows}
    return mean([_rounds(row) - rounds[row.index] for row in opening.report.rows if row.index in rounds])
