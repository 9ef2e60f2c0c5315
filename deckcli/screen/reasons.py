"""Why a player answered as it did, for people and scripts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from deckcli.engine.choice import Option
from deckcli.engine.reasons import CHANCE, Reasons, Weighed
from deckcli.screen.blocks import Block, Para

MOST = 6
"""So many options are shown, the best first."""


def reasons_blocks(reasons: Reasons, labels: Mapping[Option, str], most: int = MOST) -> Iterator[Block]:
    """What a player weighed, a line an option; `labels` are the options in words."""
    if reasons.words:
        yield Para(reasons.words, "dim", indent=2)
    for one in reasons.weighed[:most]:
        yield Para(f"{worth_words(one, reasons.measure)}  {labels[one.option]}", indent=2)
    if len(reasons.weighed) > most:
        yield Para(f"and {len(reasons.weighed) - most} more", "dim", indent=2)


def worth_words(one: Weighed, measure: str) -> str:
    """What an option was found to be worth: "62 % (12 tries)", "14.5"."""
    worth = f"{100 * one.worth:3.0f} %" if measure == CHANCE else f"{one.worth:7.1f}"
    return f"{worth} ({one.tries} tries)" if one.tries else worth


def reasons_json(reasons: Reasons, labels: Mapping[Option, str]) -> dict[str, Any]:
    """The same as plain values."""
    weighed = [{"answer": labels[one.option], "worth": one.worth, "tries": one.tries} for one in reasons.weighed]
    return {
        "answer": labels[reasons.answer], "measure": reasons.measure, "words": reasons.words, "weighed": weighed
    }  # fmt: skip
