"""What a command has to say, before it is known where: a few kinds of blocks, drawn by `plain` or by `terminal`.

Named tuples, since making a dataclass costs a look-up a millisecond each.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple, TypeAlias

Tone: TypeAlias = Literal["", "good", "bad", "warn", "dim", "strong"]


class Title(NamedTuple):
    """A heading, with words of less weight behind it."""

    text: str
    aside: str = ""
    tone: Tone = "strong"


class Pairs(NamedTuple):
    """Labels and what stands behind them, one line each."""

    rows: Sequence[tuple[str, str]]


class Para(NamedTuple):
    """Running text; line breaks in it are kept."""

    text: str
    tone: Tone = ""
    indent: int = 0


class Item(NamedTuple):
    """One of a list: a mark ("error"), what it says, and lines below it."""

    mark: str
    text: str
    below: Sequence[str] = ()
    tone: Tone = ""


class Columns(NamedTuple):
    """A table: heads, and rows of as many cells. Columns whose name is in `right` are numbers and stand right."""

    heads: Sequence[str]
    rows: Sequence[Sequence[str]]
    right: frozenset[str] = frozenset()


class Gap(NamedTuple):
    """An empty line."""


Block: TypeAlias = Title | Pairs | Para | Item | Columns | Gap
