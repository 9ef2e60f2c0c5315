"""What one seat may see. A player is given this, and never the table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


class View:
    """What one seat sees of a position, as a plain value: words, numbers, lists and mappings, nothing that can change
    the game. `seen` is the whole of it; two positions that differ only in what is hidden give equal views."""

    __slots__ = ("seat", "seen")

    def __init__(self, seat: int, seen: Mapping[str, Any]) -> None:
        self.seat = seat
        self.seen = seen

    def __eq__(self, other: object) -> bool:
        return isinstance(other, View) and (self.seat, self.seen) == (other.seat, other.seen)

    def __hash__(self) -> int:
        return hash(self.seat)

    def __getitem__(self, name: str) -> Any:
        return self.seen[name]
