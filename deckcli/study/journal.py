"""The journal of a study: a line of JSON for each finished batch, and how lines become rows again.

A line holds `plan`, `first`, `count`, `seconds`, `names` (lists of names of measures, as the playthroughs have them)
and `rows`: [finished, winners, reason, first, decisions, which list of names, values]. Index and seed follow from the
plan. At its end stands `sum`, a digest of the line without it, so that a line that a disk or a hand has changed is not
taken for what was played.
"""

from __future__ import annotations

import json
from hashlib import blake2b
from typing import Any

from deckcli.study.batches import MOST_IN_BATCH
from deckcli.study.plan import Batch, Ended, Plan, Row, Study
from deckcli.study.settings import StudyFaultError, json_of, whole, word

LONGEST_LINE = 8 * 1024 * 1024
_MOST_MEASURES = 2_000
_LONGEST_NAME = 1_000
"""Letters of a measure's name: those of single cards hold the card's, with both of its faces."""
_LONGEST = 10**9
"""Seconds that a batch may have taken."""
_LARGEST = 10**15
"""No measure is larger; sums and squares of a million of them are still numbers."""


def line_of(ended: Ended) -> str:
    """The line of a batch, without its end."""
    names: list[list[str]] = []
    rows = []
    for row in ended.rows:
        own = list(row.measures)
        if own not in names:
            names.append(own)
        rows.append(
            [
                row.finished, list(row.winners), row.reason, row.first, row.decisions, names.index(own),
                list(row.measures.values()),
            ]
        )  # fmt: skip
    batch = ended.batch
    told = {"plan": batch.plan, "first": batch.first, "count": batch.count, "seconds": round(ended.seconds, 6)}
    return _summed(json.dumps({**told, "names": names, "rows": rows}, allow_nan=False, separators=(",", ":")))


def _summed(line: str) -> str:
    return f'{line[:-1]},"sum":"{blake2b(line.encode(), digest_size=8).hexdigest()}"}}'


def head_of(study: str) -> str:
    """The first line of a journal: of which study it is, by its digest."""
    return json.dumps({"deckcli": "journal", "study": study})


def ended_of(line: str, study: Study) -> Ended:
    """The batch that a line tells. Raises StudyFaultError for a line that is none of this study."""
    told = json_of(line)
    batch = _batch_of(told, study)
    seconds, names, rows = told.get("seconds"), told.get("names"), told.get("rows")
    if type(seconds) not in (int, float) or not 0 <= seconds <= _LONGEST:
        raise StudyFaultError("its seconds are no time")
    if not isinstance(names, list) or not all(_is_names(one) for one in names):
        raise StudyFaultError("its names of measures are none")
    if not isinstance(rows, list) or len(rows) != batch.count:
        raise StudyFaultError("it has not as many rows as playthroughs")
    plan = study.plans[batch.plan]
    pairs = zip(batch.indexes, rows, strict=True)
    ended = Ended(batch, tuple(_row_of(row, names, plan, index) for index, row in pairs), float(seconds))
    before, summed, _ = line.rpartition(',"sum":')
    if not summed:
        raise StudyFaultError(
            "this line has no digest of itself, as another version of deckcli wrote it or a hand changed it"
        )
    if _summed(before + "}") != line.strip():
        raise StudyFaultError("this line is not as it was written")
    return ended


def _batch_of(told: Any, study: Study) -> Batch:
    if not isinstance(told, dict):
        raise StudyFaultError("it is no batch")
    plan, first, count = told.get("plan"), told.get("first"), told.get("count")
    if not (
        whole(plan, 0, len(study.plans) - 1)
        and whole(count, 1, MOST_IN_BATCH)
        and whole(first, 0, study.plans[plan].n - count)  # type: ignore[index, operator]
    ):
        raise StudyFaultError("it is a batch of playthroughs that this study does not have")
    return Batch(plan, first, count)  # type: ignore[arg-type]


def _is_names(value: Any) -> bool:
    return (
        isinstance(value, list)
        and len(value) <= _MOST_MEASURES
        and all(word(name, _LONGEST_NAME) for name in value)
        and len(set(value)) == len(value)
    )


def _row_of(row: Any, names: list[list[str]], plan: Plan, index: int) -> Row:
    if not isinstance(row, list) or len(row) != 7:
        raise StudyFaultError(f"playthrough {index} has no row")
    finished, winners, reason, first, decisions, shape, values = row
    sides = len(plan.sides)
    fine = (
        isinstance(finished, bool)
        and isinstance(winners, list)
        and all(whole(side, 0, sides - 1) for side in winners)
        and len(set(winners)) == len(winners)
        and (finished or not winners)
        and word(reason, 10_000)
        and whole(first, -1, sides - 1)
        and whole(decisions, 0, 1 << 53)
        and whole(shape, 0, len(names) - 1)
        and isinstance(values, list)
        and len(values) == len(names[shape])
        and all(map(_is_measure, values))
    )
    if not fine:
        raise StudyFaultError(f"the row of playthrough {index} has the wrong form")
    measures = dict(zip(names[shape], values, strict=True))
    return Row(index, plan.seed_of(index), finished, tuple(winners), reason, first, decisions, measures)


def _is_measure(value: Any) -> bool:
    return value is None or isinstance(value, bool) or (isinstance(value, int | float) and abs(value) <= _LARGEST)
