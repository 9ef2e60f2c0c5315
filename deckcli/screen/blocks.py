"""What a command has to say, before it is known where: a few kinds of blocks, drawn by `plain` or by `terminal`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

Tone: TypeAlias = Literal["", "good", "bad", "warn", "dim", "strong"]


@dataclass(frozen=True, slots=True)
class Title:
    """A heading, with words of less weight behind it."""

    text: str
    aside: str = ""
    tone: Tone = "strong"


@dataclass(frozen=True, slots=True)
class Pairs:
    """Labels and what stands behind them, one line each."""

    rows: Sequence[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Para:
    """Running text; line breaks in it are kept."""

    text: str
    tone: Tone = ""
    indent: int = 0


@dataclass(frozen=True, slots=True)
class Item:
    """One of a list: a mark ("error"), what it says, and lines below it."""

    mark: str
    text: str
    below: Sequence[str] = ()
    tone: Tone = ""


@dataclass(frozen=True, slots=True)
class Columns:
    """A table: heads, and rows of as many cells. Columns whose name is in `right` are numbers and stand right."""

    heads: Sequence[str]
    rows: Sequence[Sequence[str]]
    right: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Gap:
    """An empty line."""


Block: TypeAlias = Title | Pairs | Para | Item | Columns | Gap
