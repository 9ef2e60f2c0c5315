"""What loading asks of the games about each card: its text, and how many of its abilities act."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from typing import TypeAlias

from catalog.card import Finished

_Finish: TypeAlias = "Callable[[Mapping[str, object], Mapping[str, object]], Finished]"


def finish(game: str, entry: Mapping[str, object], effects: Mapping[str, object] | None) -> Finished:
    """Finish one card of the catalogue: `entry` as its file has it, `effects` its entry of the effects file, if any.

    `written` counts the abilities that act; an effect that its game cannot read is a fault, and none of them counts.
    """
    if effects is None:
        return Finished()
    one = _finish_of(game)
    if one is None:
        slug = entry.get("slug", "?")
        return Finished(faults=(f"{game}: {slug}: nothing that cards of this game do can be written yet",))
    return one(entry, effects)


def _finish_of(game: str) -> _Finish | None:
    """What finishes the cards of a game; its words are imported when its first effect is met."""
    where = _FINISHERS.get(game)
    one: _Finish | None = importlib.import_module(where).finish if where else None
    return one


_FINISHERS: Mapping[str, str] = {
    "ashes": "deckcli.games.ashes.written",
    "cipher": "deckcli.games.cipher.written",
    "fantasyform": "deckcli.games.fantasyform.written",
    "phase": "deckcli.games.phase.written",
}
"""The module of each game whose `finish` reads its effects; a game without one has no words for effects yet."""
