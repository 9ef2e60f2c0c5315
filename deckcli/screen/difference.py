"""What lies between two decks, for people (a list to tick off) and for scripts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from deckcli.decks.deck import MAIN
from deckcli.decks.difference import Difference, Move
from deckcli.screen.blocks import Block, Gap, Para, Title


def difference_blocks(found: Difference, one: str, other: str) -> Iterator[Block]:
    """What to pull and what to put, each card with a box to tick."""
    if found.same:
        return
    yield Title(f"{one} -> {other}")
    yield from _moves("Pull", found.pull)
    yield from _moves("Put", found.put)
    rest = list(_other_words(found))
    if rest:
        yield Gap()
        yield Para("\n".join(rest))


def _moves(title: str, moves: Sequence[Move]) -> Iterator[Block]:
    if moves:
        yield Gap()
        yield Title(title, str(sum(move.count for move in moves)))
        yield Para("\n".join(f"[ ] {move.count}x {move.card.name}{_pile(move)}" for move in moves), indent=2)


def _pile(move: Move) -> str:
    return "" if move.pile == MAIN else f" ({move.pile})"


def _other_words(found: Difference) -> Iterator[str]:
    if found.dice:
        yield "Dice: " + ", ".join(f"{kind} {before} -> {after}" for kind, before, after in found.dice)
    if found.first_five_out or found.first_five_in:
        out = [f"-{card.name}" for card in found.first_five_out]
        yield "First Five: " + ", ".join(out + [f"+{card.name}" for card in found.first_five_in])
    for what, before, after in found.words:
        yield f"{what[:1].upper()}{what[1:]}: {before or 'none'} -> {after or 'none'}"


def difference_words(found: Difference) -> str:
    """A difference in one line: "-1 Fear, +2 Iron Worker; Dice: natural 5 -> 6"; conjurations follow from the cards and
    are left out."""
    moves = [f"-{m.count} {m.card.name}{_pile(m)}" for m in found.pull if m.pile != "conjurations"]
    moves += [f"+{m.count} {m.card.name}{_pile(m)}" for m in found.put if m.pile != "conjurations"]
    return "; ".join(([", ".join(moves)] if moves else []) + list(_other_words(found)))


def difference_json(found: Difference) -> dict[str, Any]:
    """A difference for scripts."""
    return {
        "pull": [_move_json(move) for move in found.pull],
        "put": [_move_json(move) for move in found.put],
        "dice": {kind: {"before": before, "after": after} for kind, before, after in found.dice},
        "first_five": {
            "out": [card.slug for card in found.first_five_out],
            "in": [card.slug for card in found.first_five_in],
        },
        "other": [{"what": what, "before": before, "after": after} for what, before, after in found.words],
    }


def _move_json(move: Move) -> dict[str, Any]:
    return {"pile": move.pile, "slug": move.card.slug, "name": move.card.name, "count": move.count}
