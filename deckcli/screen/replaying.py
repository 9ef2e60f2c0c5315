"""A playthrough seen again: its choices one by one, what was answered, and why."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from deckcli.engine.choice import Option
from deckcli.engine.playthrough import Playthrough
from deckcli.engine.reasons import CHANCE, Reasons
from deckcli.screen.blocks import Block, Gap, Pairs, Para
from deckcli.screen.board import answer_words
from deckcli.screen.reasons import reasons_blocks, reasons_json


class Why(NamedTuple):
    """Why a player answered so: its reasons (None: it gives none), and what the position was worth to its seat before
    and after the answer, from 0 (lost) to 1 (won), as the game values it."""

    player: str
    reasons: Reasons | None
    before: float
    after: float


class Told(NamedTuple):
    """A choice that was made, in words: its number from 1, the seat, and the answer behind its question where it says
    too little alone."""

    number: int
    seat: int
    question: str
    answer: str
    words: str
    labels: Sequence[str]
    options: Sequence[Option]


def told_of(playthrough: Playthrough, option: Option, number: int) -> Told:
    """The choice that waits, with its answer."""
    choice = playthrough.choice
    assert choice is not None
    game, table = playthrough.game, playthrough.table
    return Told(
        number=number,
        seat=choice.seat,
        question=game.question(table, choice),
        answer=game.label(table, choice, option),
        words=answer_words(playthrough, option),
        labels=playthrough.labels(),
        options=choice.options,
    )


def line_blocks(told: Told, who: str, why: Why | None) -> Iterator[Block]:
    """One choice as a line, and why below it."""
    yield Para(f"{told.number:>4}  {who}  {told.words}")
    if why is not None:
        yield from why_blocks(told, why, indent=9)


def choice_blocks(told: Told, who: str) -> Iterator[Block]:
    """The question, its answers, and which was chosen."""
    yield Gap()
    yield Para(f"{who}: {told.question}", "strong")
    for number, label in enumerate(told.labels, 1):
        chosen = label == told.answer
        yield Para(f"{'>' if chosen else ' '}{number:>3}  {label}", "good" if chosen else "")


def why_blocks(told: Told, why: Why, indent: int = 2) -> Iterator[Block]:
    """What the player weighed, and how the position changed."""
    if why.reasons is None:
        yield Para(_silent(why.player), "dim", indent)
    else:
        if why.reasons.weighed:
            yield Para(
                f"What {why.player} weighed, {'as ' * (why.reasons.measure == CHANCE)}{why.reasons.measure}:",
                "dim",
                indent,
            )
        for block in reasons_blocks(why.reasons, dict(zip(told.options, told.labels, strict=True))):
            yield block._replace(indent=block.indent + indent - 2) if isinstance(block, Para) else block
    yield Para(
        f"The position, for that seat: {_percent(why.before)} before, {_percent(why.after)} after.", "dim", indent
    )


def _silent(player: str) -> str:
    match player:
        case "person":
            return "A person chose; nobody asked why."
        case "":
            return "Nobody knows who chose, so there are no reasons."
        case _:
            return f"The player {player} gives no reasons for this."


def _percent(worth: float) -> str:
    return f"{100 * worth:.0f} %"


def why_json(told: Told, why: Why) -> dict[str, Any]:
    """The same as plain values."""
    labels = dict(zip(told.options, told.labels, strict=True))
    reasons = None if why.reasons is None else reasons_json(why.reasons, labels)
    return {"reasons": reasons, "worth": {"before": why.before, "after": why.after}}


def stepping_help() -> Iterator[Block]:
    """What one may type while stepping."""
    yield Pairs(
        [
            ("n, next, or nothing", "on to the next choice"),
            ("b, back", "back to the one before"),
            ("g N, or N", "to choice N"),
            ("end", "to the end"),
            ("board", "the board again"),
            ("q, quit", "leave"),
        ]
    )
