"""The rows of a study as they come in, in any order, from any number of workers; each counts once."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Self

from deckcli.study.plan import KILLED, Batch, Ended, Row, Study
from deckcli.study.playing import rests_on


class ContradictionError(ValueError):
    """One playthrough gave two different rows; `batch` are the playthroughs, `first` the first that differs."""

    def __init__(self, batch: Batch, first: int) -> None:
        super().__init__(
            f"plan {batch.plan}, playthroughs {batch.first} to {batch.first + batch.count - 1}:"
            f" playthrough {first} has two different results"
        )
        self.batch = batch
        self.first = first


class Found:
    """What has been found of a study so far, in memory. `study.folder.Folder` is one that also keeps it on disk.

    Batches may come twice, in any order, and cut differently: every playthrough counts once. `seconds` is how long all
    its batches took together, whoever played them.
    """

    def __init__(self, study: Study) -> None:
        self.study = study
        self.seconds = 0.0
        self._rows: list[dict[int, Row]] = [{} for _ in study.plans]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Leave it; a Folder writes its table then."""

    def check(self, ended: Ended) -> None:
        """Raises ContradictionError when a row of a batch is known and differs."""
        rows = self._rows[ended.batch.plan]
        for row in ended.rows:
            known = rows.get(row.index)
            if known is not None and row != known and KILLED not in (row.reason, known.reason):
                raise ContradictionError(ended.batch, row.index)

    def add(self, ended: Ended) -> None:
        """Take the rows of a batch in. Raises as `check`; of a playthrough that killed its worker here and was played
        to its end elsewhere, the latter counts."""
        self.check(ended)
        rows, before = self._rows[ended.batch.plan], len(self)
        for row in ended.rows:
            if row.index not in rows or rows[row.index].reason == KILLED:
                rows[row.index] = row
        self.seconds += ended.seconds * (len(self) > before)

    def rows(self, plan: int = 0) -> list[Row]:
        """The rows of one plan so far, by index."""
        rows = self._rows[plan]
        return [rows[index] for index in sorted(rows)]

    def row(self, index: int, plan: int = 0) -> Row | None:
        """The row of one playthrough; None as long as it has not been played."""
        return self._rows[plan].get(index)

    def whole(self, plan: int = 0) -> int:
        """How many rows of a plan there are from the first of its part on without a gap: what a rule that looks at a
        study while it runs may look at, so that its answer depends on no worker and no order."""
        part, rows = self.study.part(plan), self._rows[plan]
        return next((place for place, index in enumerate(part) if index not in rows), len(part))

    def __len__(self) -> int:
        """How many playthroughs there are, over all plans."""
        return sum(map(len, self._rows))

    def missing(self) -> list[Batch]:
        """What of this machine's part has not been played yet, as the longest runs that there are."""
        return [
            Batch(plan, first, count)
            for plan, rows in enumerate(self._rows)
            for first, count in runs(index for index in self.study.part(plan) if index not in rows)
        ]

    def rests_on(self, plan: int = 0) -> tuple[list[str], list[str]]:
        """What the figures of a plan assume, and the cards in it whose effects are not all written."""
        return rests_on(self.study.plans[plan])

    def killers(self) -> list[tuple[int, Row]]:
        """The playthroughs that kill whoever plays them, each with the number of its plan."""
        return [
            (plan, rows[index])
            for plan, rows in enumerate(self._rows)
            for index in sorted(rows)
            if rows[index].reason == KILLED
        ]


def runs(indexes: Iterable[int]) -> list[tuple[int, int]]:
    """Ascending numbers as runs without a gap: (first, how many)."""
    found: list[tuple[int, int]] = []
    for index in indexes:
        if found and sum(found[-1]) == index:
            found[-1] = (found[-1][0], found[-1][1] + 1)
        else:
            found.append((index, 1))
    return found
