"""An import of card data, for people and for scripts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from catalog.importers import Imported
from deckcli.screen.blocks import Block, Columns, Gap, Para, Title

_QUIET = ("text", "same", "new")
_FEW = 40


def import_blocks(imported: Imported, counts: Mapping[str, int]) -> Iterator[Block]:
    """The rows that a person should look at (changed, refused), then how many there were of each kind."""
    yield Title(f"{len(imported.rows)} rows of {imported.game or 'cards'}", imported.format)
    loud = [row for row in imported.rows if row.status not in _QUIET]
    if loud:
        rows = [[row.place, row.name, row.status, row.reason] for row in loud[:_FEW]]
        yield Columns(["where", "card", "status", "why"], rows)
        if len(loud) > _FEW:
            yield Para(f"... and {len(loud) - _FEW} more; --json has them all.", "dim")
    yield from (Para(note, "warn") for note in imported.notes)
    yield Gap()
    words = {"new": "new", "text": "text only", "changed": "changed", "same": "as we have them", "refused": "refused"}
    yield Para(", ".join(f"{counts[status]} {words[status]}" for status in words) + ".")
    if counts["text"] or counts["new"] or counts["changed"]:
        yield Para("Their text is marked as published: it is yours to search, and is not shipped with deckcli.", "dim")


def import_json(imported: Imported, counts: Mapping[str, int], path: str) -> dict[str, Any]:
    """The import for scripts, every row in it; `pack` is empty when nothing was written."""
    return {
        "format": imported.format,
        "game": imported.game,
        "pack": path,
        "counts": dict(counts),
        "notes": list(imported.notes),
        "rows": [
            {"where": row.place, "name": row.name, "status": row.status, "reason": row.reason, "slug": row.slug}
            for row in imported.rows
        ],
    }
