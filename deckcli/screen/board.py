"""The board of a game being played, and the question that waits."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from deckcli.engine.choice import Option
from deckcli.engine.playthrough import Playthrough
from deckcli.engine.view import View
from deckcli.screen.blocks import Block, Gap, Pairs, Para, Title

_DRAWERS = {
    "ashes": "deckcli.screen.boards.ashes",
    "cipher": "deckcli.screen.boards.cipher",
    "fantasyform": "deckcli.screen.boards.fantasyform",
    "phase": "deckcli.screen.boards.phase",
    "phase10": "deckcli.screen.boards.phase10",
}
"""The module that draws a game's view, by game; a game without one is shown as its view tells it."""


def board_blocks(playthrough: Playthrough, seat: int) -> Iterable[Block]:
    """What a seat sees of the table."""
    view = playthrough.view(seat)
    where = _DRAWERS.get(playthrough.game.slug)
    draw: Callable[[View], Iterable[Block]] = importlib.import_module(where).draw if where else _plainly
    yield Gap()
    yield from draw(view)


def news(game: str, before: View, after: View) -> list[str]:
    """What happened between two views of one seat that the board does not show, a line each."""
    where = _DRAWERS.get(game)
    return list(importlib.import_module(where).news(before, after)) if where else []


def _plainly(view: View) -> Iterator[Block]:
    yield Pairs([(name.replace("_", " "), _words(value)) for name, value in view.seen.items()])


def _words(value: Any) -> str:
    if isinstance(value, Mapping):
        return "; ".join(f"{name}: {_words(inner)}" for name, inner in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(map(_words, value)) or "-"
    return str(value)


def choice_blocks(playthrough: Playthrough, who: str, why: str = "") -> Iterator[Block]:
    """The question that waits and its answers, numbered from 1; `why` is the text of what asks."""
    choice = playthrough.choice
    assert choice is not None
    yield Gap()
    yield Para(f"{who}: {playthrough.game.question(playthrough.table, choice)}", "strong")
    if why:
        yield Para(why, "dim")
    for number, label in enumerate(playthrough.labels(), 1):
        yield Para(f"{number:>3}  {label}")


def answer_words(playthrough: Playthrough, option: Option) -> str:
    """An answer as it is told to others: its label, behind the question when it says too little alone."""
    choice = playthrough.choice
    assert choice is not None
    label = playthrough.game.label(playthrough.table, choice, option)
    bare = option[0] == "take" or label in ("Yes", "No", "Done", "Front Line", "Back Line")
    return f"{playthrough.game.question(playthrough.table, choice)} {label}" if bare else label


def help_blocks() -> Iterator[Block]:
    """What one may type."""
    yield Pairs(
        [
            ("a number", "that answer"),
            ("some words", "the answer that has them, if only one does"),
            ("undo", "back to the start of your last move"),
            ("hint", "what the heuristic would do; hint search, or another player, asks that one and says why"),
            ("board", "the board again"),
            ("show CARD", "what a card of these decks says; or the number of an answer that names one"),
            ("save FILE", "save the game; `deckcli play --resume FILE` goes on"),
            ("quit", "leave; nothing is saved by itself"),
        ]
    )


def outcome_blocks(playthrough: Playthrough, names: list[str]) -> Iterator[Block]:
    """How it ended."""
    outcome = playthrough.outcome
    assert outcome is not None
    yield Gap()
    if not outcome.finished:
        yield Title("Not finished", outcome.reason)
    elif not outcome.winners and len(names) == 1:
        yield Title(f"{names[0]} lose{'' if names[0] == 'You' else 's'}", outcome.reason, tone="bad")
    elif not outcome.winners:
        yield Title("A draw", outcome.reason)
    else:
        won = " and ".join(names[seat] for seat in outcome.winners)
        verb = "win" if won.startswith("You") or " and " in won else "wins"
        yield Title(f"{won} {verb}", outcome.reason, tone="good")
