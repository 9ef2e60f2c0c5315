"""Blocks in a terminal, by Rich. Text from outside is never markup: everything is a `Text`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from rich.box import SIMPLE_HEAD
from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from deckcli.screen.blocks import Block, Columns, Gap, Item, Pairs, Para, Title, Tone
from deckcli.screen.safe import safe, safe_lines

_LEAST = 10
"""Columns of the screen that a folded column of a table has at least."""
STYLES: dict[Tone, str] = {
    "": "",
    "good": "bold green",
    "bad": "bold red",
    "warn": "yellow",
    "dim": "dim",
    "strong": "bold",
}


def console(*, color: bool, stderr: bool = False, width: int | None = None) -> Console:
    """A console that reads no markup, no emoji and highlights nothing."""
    return Console(
        stderr=stderr,
        markup=False,
        emoji=False,
        highlight=False,
        color_system="auto" if color else None,  # None leaves out bold and dim too
        force_terminal=True if color else None,
        width=width,
        soft_wrap=False,
    )


def draw(blocks: Iterable[Block], to: Console) -> None:
    """Print the blocks."""
    for block in blocks:
        to.print(_renderable(block, to.width))


def _renderable(block: Block, wide: int) -> RenderableType:
    match block:
        case Title(text, aside, tone):
            line = Text(safe(text), style=STYLES[tone])
            return line.append(f"  {safe(aside)}", style="not bold dim") if aside else line
        case Pairs(rows):
            return _pairs(rows)
        case Para(text, tone, indent):
            return Padding(Text("\n".join(safe_lines(text)), style=STYLES[tone]), (0, 0, 0, indent), expand=False)
        case Item(mark, text, below, tone):
            return _item(mark, text, below, tone)
        case Columns():
            return _columns(block, wide)
        case Gap():
            return Text("")


def _pairs(rows: Iterable[tuple[str, str]]) -> Table:
    grid = Table.grid(padding=(0, 2))
    grid.add_column(style="dim", no_wrap=True)
    grid.add_column(overflow="fold")
    for label, value in rows:
        grid.add_row(Text(safe(label)), Text("\n".join(safe_lines(value))))
    return grid


def _item(mark: str, text: str, below: Iterable[str], tone: Tone) -> RenderableType:
    grid = Table.grid(padding=(0, 1))
    grid.add_column(no_wrap=True, style=STYLES[tone])
    grid.add_column(overflow="fold")
    grid.add_row(Text(f"{mark}:" if mark else ""), Text(safe(text)))
    for line in below:
        grid.add_row("", Text(safe(line), style="dim"))
    return grid


def _columns(block: Columns, wide: int) -> Table:
    table = Table(box=SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0), show_edge=False, header_style="bold")
    cells = [[Text(safe(cell)) for cell in row] for row in block.rows]
    for head, kept in zip(block.heads, _kept(block.heads, cells, wide), strict=True):
        side: Literal["left", "right"] = "right" if head in block.right else "left"
        table.add_column(Text(head), justify=side, overflow="fold", width=kept)
    for row in cells:
        table.add_row(*row)
    return table


def _kept(heads: Sequence[str], cells: Sequence[Sequence[Text]], wide: int) -> list[int | None]:
    """The widths of columns of one word a cell, which nobody could copy if they were folded; None for any other, and
    for all where the table fits. Where the others would have no room, the last of those columns are folded too."""
    widths = [max(len(head), *(row[place].cell_len for row in cells)) for place, head in enumerate(heads)]
    words = [all(" " not in row[place].plain for row in cells) for place in range(len(heads))]
    room = wide - (2 * len(heads) - 1)
    if sum(widths) <= room or not cells:
        return [None] * len(heads)
    kept: list[int | None] = [width if word else None for width, word in zip(widths, words, strict=True)]
    for place in reversed(range(len(heads))):
        least = sum(min(width, _LEAST) if one is None else one for width, one in zip(widths, kept, strict=True))
        if least <= room:
            break
        if widths[place] > _LEAST:
            kept[place] = None
    return kept
