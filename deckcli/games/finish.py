"""What loading asks of the games about each card: its text, and how many of its abilities act."""

from __future__ import annotations

from collections.abc import Mapping

from catalog.card import Finished


def finish(game: str, entry: Mapping[str, object], effects: Mapping[str, object] | None) -> Finished:
    """Finish one card of the catalogue: `entry` as its file has it, `effects` its entry of the effects file, if any.

    No game is played yet, so nothing a card does is written, and an effect that is there all the same is a fault and
    never counts as acting.
    """
    if effects is None:
        return Finished(text="", written=0, faults=())
    slug = entry.get("slug", "?")
    return Finished(text="", written=0, faults=(f"{game}: {slug}: effects need the engine, which is not there yet",))
