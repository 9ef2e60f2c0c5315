"""What a study found, for people and for scripts, by the kind of study it is."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeAlias

from catalog.errors import UnreadableError
from deckcli.screen.blocks import Block, Para
from deckcli.screen.compare import compared_blocks, compared_json
from deckcli.screen.fared import cards_blocks, cards_json
from deckcli.screen.league import league_blocks, league_json
from deckcli.screen.tally import report_blocks, report_json
from deckcli.screen.varied import varied_blocks, varied_json
from deckcli.study.cards import SEEN_BY
from deckcli.study.found import Found
from deckcli.study.report import reports

Shown: TypeAlias = (
    "tuple[Callable[[Found, float | None], Iterator[Block]], Callable[[Found, float | None], dict[str, Any]]]"
)


def _reported(found: Found, seconds: float | None = None) -> Iterator[Block]:
    yield from report_blocks(*reports(found, seconds))
    if SEEN_BY in found.study.asked:
        yield from cards_blocks(found)


def _reported_json(found: Found, seconds: float | None = None) -> dict[str, Any]:
    cards = cards_json(found) if SEEN_BY in found.study.asked else {}
    return {**report_json(*reports(found, seconds)), **cards}


KINDS: Mapping[str, Shown] = {
    "goldfish": (_reported, _reported_json),
    "duel": (_reported, _reported_json),
    "compare": (compared_blocks, compared_json),
    "league": (league_blocks, league_json),
    "vary": (varied_blocks, varied_json),
}
"""How what was found by a kind of study is shown to people and to scripts."""


def known(found: Found) -> None:
    """Raises UnreadableError when nobody knows how this kind of study is shown."""
    if found.study.kind not in KINDS:
        raise UnreadableError("this study", f'no kind of study is called "{found.study.kind}".')


def study_blocks(found: Found, seconds: float | None = None) -> Iterator[Block]:
    """What has been found so far; what was not played to its end because it kills whoever plays it comes first.

    Raises UnreadableError for a kind of study that nobody knows (one of a folder's).
    """
    known(found)
    for plan, row in found.killers():
        where = f" of plan {plan}" if len(found.study.plans) > 1 else ""
        yield Para(
            f"Playthrough {row.index}{where} (seed {row.seed}) kills whoever plays it, and counts as unfinished.",
            "warn",
        )
    if len(found):
        yield from KINDS[found.study.kind][0](found, seconds)
    else:
        yield Para("Nothing has been played yet.", "warn")


def study_json(found: Found, seconds: float | None = None) -> dict[str, Any]:
    """The same in the shape of `cli.md`, with the playthroughs that kill whoever plays them. Raises as
    `study_blocks`."""
    known(found)
    killed = [{"plan": plan, "index": row.index, "seed": row.seed} for plan, row in found.killers()]
    return {**KINDS[found.study.kind][1](found, seconds), "killed": killed}
