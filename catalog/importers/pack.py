"""The file of a person's pack, as `loading` reads it."""

from __future__ import annotations

import json
from collections.abc import Mapping

from catalog.importers.merge import slug_of
from catalog.importers.values import Imported


def pack_bytes(imported: Imported, *, name: str, source: str, date: str) -> bytes:
    """A pack of what was imported, as JSON in UTF-8. `name` is the pack's, `source` where the cards come from, `date`
    when they were read (YYYY-MM-DD). The same cards give the same bytes.

    Source and date are the note of the release that new cards without a set belong to: our form of a file of cards has
    no other place for them that is kept.
    """
    pack = {
        "pack": name,
        "game": imported.game,
        "release": _release(imported.release, name, f"{source}; read {date}"),
        "card": list(imported.cards),
    }
    return (json.dumps(pack, ensure_ascii=False, indent=1) + "\n").encode()


def _release(told: Mapping[str, object], name: str, origin: str) -> dict[str, object]:
    """The release as our own form told it, else one named as the pack."""
    release: dict[str, object] = {"slug": slug_of(name) or "pack", "name": name} | dict(told)
    note = f"{release['note']} " if "note" in release else ""
    return release | {"note": f"{note}Source: {origin}."}
