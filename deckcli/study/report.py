"""What the rows of a study say, as values that a screen can show."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from deckcli.study.cards import is_card
from deckcli.study.found import Found
from deckcli.study.paired import Pairs, paired
from deckcli.study.plan import Plan, Row
from deckcli.study.tally import Figure, figures, share


@dataclass(frozen=True, slots=True)
class Report:
    """The figures of one pairing. `wins` has a share for each side, over all playthroughs (an unfinished or drawn one
    is a win of nobody); `places` has the share that the side which began won, then the one that followed it, and so on,
    of those that somebody won."""

    plan: Plan
    rows: tuple[Row, ...]
    measures: dict[str, Figure]
    wins: tuple[Figure, ...]
    places: tuple[Figure, ...]
    finished: int
    decisions: int
    seconds: float
    assumptions: tuple[str, ...] = ()
    unscripted: tuple[str, ...] = ()

    @property
    def first_seat(self) -> Figure:
        """The share that the side which began won."""
        return self.places[0]


def report(
    plan: Plan, rows: Sequence[Row], seconds: float, assumptions: Sequence[str], unscripted: Sequence[str]
) -> Report:
    """Add up the rows of a plan."""
    won = [row for row in rows if row.winners and row.first >= 0]
    sides = range(len(plan.sides))
    return Report(
        plan=plan,
        rows=tuple(rows),
        measures=figures(_own(row) for row in rows),
        wins=tuple(share(sum(side in row.winners for row in rows), len(rows)) for side in sides),
        # Sides go round the table in one order (`Plan.seating`), so that a place after the first is a side after it.
        places=tuple(
            share(sum((row.first + place) % len(sides) in row.winners for row in won), len(won)) for place in sides
        ),
        finished=sum(row.finished for row in rows),
        decisions=sum(row.decisions for row in rows),
        seconds=seconds,
        assumptions=tuple(assumptions),
        unscripted=tuple(unscripted),
    )


def _own(row: Row) -> dict[str, float | None]:
    """The measures of a row that are no single card's."""
    return {name: value for name, value in row.measures.items() if not is_card(name)}


def reports(found: Found, seconds: float | None = None) -> list[Report]:
    """A report for each plan of a study, of what has been found so far. `seconds` is how long it took by the clock;
    without it, how long its batches took, all together."""
    took = found.seconds if seconds is None else seconds
    numbers = range(len(found.study.plans))
    return [report(found.study.plans[plan], found.rows(plan), took, *found.rests_on(plan)) for plan in numbers]


def pairs_of(a: Sequence[Row], b: Sequence[Row], side: int = 0) -> Pairs:
    """The playthroughs of two versions that had the same chances, by which of them `side` won."""
    before = {row.index: side in row.winners for row in a}
    both = [(before[row.index], side in row.winners) for row in b if row.index in before]
    return Pairs(len(both), both.count((False, True)), both.count((True, False)))


def difference(a: Sequence[Row], b: Sequence[Row], side: int = 0) -> Figure:
    """How much more often `side` won in `b` than in `a`, over pairs of playthroughs with the same chances."""
    return paired(pairs_of(a, b, side))
