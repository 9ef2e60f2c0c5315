"""Games, releases and coverage, for people and for scripts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from catalog.card import Coverage, Release
from deckcli.screen.blocks import Block, Columns, Gap, Para

_MANY = 4
_ACTS = ("cards", "acting", "partly", "not written", "no text")


def coverage_columns(rows: Sequence[Coverage], releases: dict[tuple[str, str], Release]) -> Columns:
    """Coverage by release; the line of a whole game says "all"."""
    table = [[row.game, row.release or "all", _name(row, releases), *map(str, _numbers(row))] for row in rows]
    return Columns(["game", "release", "name", *_ACTS], table, frozenset(_ACTS))


def without(table: Columns, *heads: str) -> Columns:
    """The table without some of its columns, where a terminal is too narrow for all."""
    kept = [i for i, head in enumerate(table.heads) if head not in heads]
    return Columns([table.heads[i] for i in kept], [[row[i] for i in kept] for row in table.rows], table.right)


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


def release_blocks(releases: Sequence[Release]) -> Iterator[Block]:
    """Releases as a person reads them: a note that many of them share stands once, below the table."""
    yield without(release_columns(releases), "note")
    notes: dict[str, list[str]] = {}
    for release in releases:
        if release.note:
            notes.setdefault(release.note, []).append(release.slug)
    if notes:
        yield Gap()
    for note, slugs in notes.items():
        yield Para(f"{_named(slugs)}: {note}", "dim")


def _named(slugs: Sequence[str]) -> str:
    return ", ".join(slugs) if len(slugs) < _MANY else f"{slugs[0]} to {slugs[-1]} ({len(slugs)})"


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
