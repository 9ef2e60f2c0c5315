"""Several folders of one study, played on several machines, put together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from deckcli.study.batches import MOST_IN_BATCH
from deckcli.study.folder import Folder, FolderError, same_study
from deckcli.study.found import ContradictionError, Found, runs
from deckcli.study.plan import Batch, Ended


def merged(folders: Sequence[Folder]) -> Found:
    """What all these folders hold together, each playthrough once.

    Raises FolderError when two are not of the same study, rest on other rules or cards, or hold different results of
    one playthrough; it names them.
    """
    first = folders[0]
    whole = Found(replace(first.study, begin=0, end=None))
    for number, folder in enumerate(folders):
        same_study(folder.settings, first.settings, folder.path, f"the study of {first.path}")
        for ended in batches_of(folder):
            try:
                whole.add(ended)
            except ContradictionError as error:
                plan, index = ended.batch.plan, error.first
                other = next(one.path for one in folders[:number] if one.row(index, plan) is not None)
                raise FolderError(
                    f"{folder.path} and {other} do not agree on playthrough {index} of plan {plan}"
                    f" (seed {whole.study.plans[plan].seed_of(index)}): one of them was not played by these rules."
                ) from None
    return whole


def merge(folders: Sequence[Folder], into: Path) -> Folder:
    """Write what all these folders hold together into one folder, which may then go on. Raises as `merged` and
    `Folder.begin`."""
    whole = merged(folders)
    settings = {**folders[0].settings, "part": [0, None]}
    folder = Folder.of(into, settings, whole.study)
    try:
        for ended in batches_of(whole):
            folder.add(ended)
    except BaseException:
        folder.close()
        raise
    return folder


def batches_of(found: Found) -> Iterator[Ended]:
    """All that was found, as batches without gaps."""
    every = max(1, len(found))
    for plan in range(len(found.study.plans)):
        for first, count in runs(row.index for row in found.rows(plan)):
            for begin in range(first, first + count, MOST_IN_BATCH):
                batch = Batch(plan, begin, min(MOST_IN_BATCH, first + count - begin))
                rows = tuple(row for index in batch.indexes if (row := found.row(index, plan)) is not None)
                yield Ended(batch, rows, found.seconds * batch.count / every)
