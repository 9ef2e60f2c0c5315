"""What the phase solver of Phase 10 found, and the ring of its board as a table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from deckcli.games.phase10.board import Board
from deckcli.games.phase10.phases import COLOURS, RUNS, SETS, Part, Phase
from deckcli.games.phase10.solver import Laying, card_word
from deckcli.screen.blocks import Block, Columns, Gap, Para

Solved = Sequence[tuple[Phase, Laying | None]]


def solved_blocks(hand: Sequence[int], solved: Solved) -> Iterator[Block]:
    """Every phase with the cards that lay it and those that are kept."""
    yield Columns(["phase", "lay", "keep"], [_row(phase, laying) for phase, laying in solved])
    yield Gap()
    able = sum(laying is not None for _, laying in solved)
    yield Para(f"{len(hand)} cards can lay {able} of {len(solved)} phases.", "good" if able else "warn")


def _row(phase: Phase, laying: Laying | None) -> list[str]:
    name = f"{phase.key}: {phase.name}"
    if laying is None:
        return [name, "-", ""]
    groups = [
        f"{_words(group)} ({_value(part, value)})"
        for part, group, value in zip(phase.parts, laying.groups, laying.values, strict=True)
    ]
    return [name, " + ".join(groups), _words(laying.left)]


def _value(part: Part, value: int) -> str:
    if part.kind == RUNS:
        return f"{value} to {value + part.size - 1}"
    return f"{value}s" if part.kind == SETS else COLOURS[value].lower()


def _words(kinds: Sequence[int]) -> str:
    return " ".join(map(card_word, kinds))


def solved_json(edition: str, hand: Sequence[int], solved: Solved) -> dict[str, Any]:
    """The same in the shape that scripts read; `lay` and `left` are empty for a phase that cannot be laid."""
    return {
        "edition": edition,
        "hand": [card_word(kind) for kind in hand],
        "phases": [_phase_json(*one) for one in solved],
    }


def _phase_json(phase: Phase, laying: Laying | None) -> dict[str, Any]:
    lay = [[card_word(kind) for kind in group] for group in laying.groups] if laying else []
    left = [card_word(kind) for kind in laying.left] if laying else []
    return {"key": phase.key, "name": phase.name, "can_lay": laying is not None, "lay": lay, "left": left}


def board_columns(board: Board) -> Columns:
    """The ring, a space a line, clockwise."""
    rows = [
        [
            str(index),
            name,
            str(space.keep) if space.phase >= 0 else "",
            "start" if space.start else "",
            "" if space.phase < 0 else "printed" if space.printed else "ours",
        ]
        for index, (space, name) in enumerate(zip(board.spaces, board.names, strict=True))
    ]
    return Columns(["space", "what", "keep", "start", "keep number"], rows, frozenset({"space", "keep"}))


def board_json(board: Board) -> dict[str, Any]:
    """The ring for scripts."""
    return {
        "board": board.name,
        "spaces": [
            {"space": index, "name": name, "keep": space.keep, "start": space.start, "printed": space.printed}
            for index, (space, name) in enumerate(zip(board.spaces, board.names, strict=True))
        ],
    }
