"""What a study found, for people and for scripts, by the kind of study it is."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeAlias

from deckcli.screen.blocks import Block, Para
from deckcli.screen.compare import compared_blocks, compared_json
from deckcli.screen.tally import report_blocks, report_json
from deckcli.study.found import Found
from deckcli.study.report import reports

Shown: TypeAlias = "tuple[Callable[..., Iterator[Block]], Callable[..., dict[str, Any]]]"

KINDS: Mapping[str, Shown] = {
    "goldfish": (report_blocks, report_json),
    "duel": (report_blocks, report_json),
    "compare": (compared_blocks, compared_json),
}
"""How the reports of a kind of study, one a plan, are shown to people and to scripts."""


def study_blocks(found: Found, seconds: float | None = None) -> Iterator[Block]:
    """What has been found so far; what was not played to its end because it kills whoever plays it comes first."""
    for plan, row in found.killers():
        where = f" of plan {plan}" if len(found.study.plans) > 1 else ""
        yield Para(
            f"Playthrough {row.index}{where} (seed {row.seed}) kills whoever plays it, and counts as unfinished.",
            "warn",
        )
    if len(found):
        yield from KINDS[found.study.kind][0](*reports(found, seconds))
    else:
        yield Para("Nothing has been played yet.", "warn")


def study_json(found: Found, seconds: float | None = None) -> dict[str, Any]:
    """The same in the shape of `cli.md`, with the playthroughs that kill whoever plays them."""
    killed = [{"plan": plan, "index": row.index, "seed": row.seed} for plan, row in found.killers()]
    return {**KINDS[found.study.kind][1](*reports(found, seconds)), "killed": killed}
