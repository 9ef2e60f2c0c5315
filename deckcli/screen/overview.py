"""Games, releases and coverage, for people and for scripts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from catalog.card import Coverage, Release
from deckcli.screen.blocks import Columns

_ACTS = ("cards", "acting", "partly", "not written", "no text")


def coverage_columns(rows: Sequence[Coverage], releases: dict[tuple[str, str], Release]) -> Columns:
    """Coverage by release; the line of a whole game says "all"."""
    table = [[row.game, row.release or "all", _name(row, releases), *map(str, _numbers(row))] for row in rows]
    return Columns(["game", "release", "name", *_ACTS], table, frozenset(_ACTS))


def _numbers(row: Coverage) -> tuple[int, int, int, int, int]:
    written = row.acting + row.partly
    return row.cards, row.acting, row.partly, row.cards - written - row.unpublished, row.unpublished


def _name(row: Coverage, releases: dict[tuple[str, str], Release]) -> str:
    release = releases.get((row.game, row.release))
    return release.name if release else "the whole game"


def coverage_json(rows: Sequence[Coverage], game: str) -> dict[str, Any]:
    """Coverage in the shape of `cli.md`: of one game, or of each under `games`."""
    each = {row.game: row for row in rows if not row.release}
    shapes = {
        slug: {
            "game": slug,
            "cards": row.cards,
            "acting": row.acting,
            "partly": row.partly,
            "unpublished": row.unpublished,
            "by_release": {r.release: [r.acting, r.cards] for r in rows if r.game == slug and r.release},
        }
        for slug, row in each.items()
    }
    if game:
        empty = {"game": game, "cards": 0, "acting": 0, "partly": 0, "unpublished": 0, "by_release": {}}
        return shapes.get(game, empty)
    return {"games": list(shapes.values())}


def release_columns(releases: Sequence[Release]) -> Columns:
    """Releases in the order in which they came out."""
    rows = [[r.game, r.slug, r.name, str(r.cards), r.note] for r in releases]
    return Columns(["game", "set", "name", "cards", "note"], rows, frozenset({"cards"}))


def release_json(release: Release) -> dict[str, Any]:
    """One release for scripts."""
    return {
        "game": release.game,
        "slug": release.slug,
        "name": release.name,
        "position": release.position,
        "cards": release.cards,
        "note": release.note,
    }
