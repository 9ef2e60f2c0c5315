"""Blocks as plain text, for a pipe: no colours, no boxes, nothing cut. Imports no Rich."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Sequence

from deckcli.screen.blocks import Block, Columns, Gap, Item, Pairs, Para, Title
from deckcli.screen.safe import safe, safe_lines


def draw(blocks: Iterable[Block]) -> str:
    """The blocks as text that ends with a line break (or is empty)."""
    lines = [line.rstrip() for block in blocks for line in _lines(block)]
    return "\n".join(lines) + "\n" if lines else ""


def _lines(block: Block) -> Iterator[str]:
    match block:
        case Title(text, aside):
            yield safe(text) + (f"  ({safe(aside)})" if aside else "")
        case Pairs(rows):
            wide = max((width(label) for label, _ in rows), default=0)
            for label, value in rows:
                first, *rest = safe_lines(value) or [""]
                yield f"{pad(safe(label), wide)}  {first}"
                yield from (" " * (wide + 2) + line for line in rest)
        case Para(text, _, indent):
            yield from (" " * indent + line for line in safe_lines(text))
        case Item(mark, text, below):
            yield f"{mark}: {safe(text)}" if mark else safe(text)
            yield from ("    " + safe(line) for line in below)
        case Columns():
            yield from _columns(block)
        case Gap():
            yield ""


def _columns(table: Columns) -> Iterator[str]:
    # By columns: of a hundred thousand rows most cells are alike, and each is made fit to be shown once.
    columns = zip(table.heads, *table.rows, strict=True)
    drawn = [_column(cells, right=head in table.right) for head, cells in zip(table.heads, columns, strict=True)]
    yield from map("  ".join, zip(*drawn, strict=True))


def _column(cells: Sequence[str], *, right: bool) -> list[str]:
    """The cells of a column, all of one width."""
    shown = {cell: safe(cell) for cell in set(cells)}
    wide = max(map(width, shown.values()))
    padded = {cell: pad(text, wide, right=right) for cell, text in shown.items()}
    return [padded[cell] for cell in cells]


def width(text: str) -> int:
    """How many columns of a terminal `text` takes; East Asian wide characters take two, marks none."""
    if text.isascii():
        return len(text)
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def pad(text: str, to: int, *, right: bool = False) -> str:
    """`text` with blanks up to `to` columns."""
    blanks = " " * (to - width(text))
    return blanks + text if right else text + blanks
