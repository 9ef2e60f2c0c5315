"""Names of cards and decks for a shell that completes a word: straight from SQLite, with nothing loaded besides.

Reads databases that are there and makes none; whatever is wrong with one, there is nothing to complete.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from catalog.home import Home, home
from catalog.names import fold

MOST = 60
"""A shell shows no more than a screenful."""

CARDS = (
    "SELECT DISTINCT card.name FROM name JOIN card ON card.id = name.card"
    " WHERE name.kind = 'name' AND name.key >= ? AND name.key < ? AND ? IN ('', name.game) ORDER BY name.key LIMIT ?"
)
BUNDLED = "SELECT slug FROM bundled WHERE slug >= ? AND slug < ? AND ? IN ('', game) ORDER BY slug LIMIT ?"
DECKS = (
    "SELECT DISTINCT name FROM deck WHERE deleted = '' AND name_key >= ? AND name_key < ? AND ? IN ('', game)"
    " ORDER BY name_key LIMIT ?"
)
SEARCHES = (
    "SELECT '@' || name FROM search WHERE '@' || name >= ? AND '@' || name < ? AND ? IS NOT NULL ORDER BY 1 LIMIT ?"
)


def names(kind: str, begun: str, game: str = "", library: Path | None = None) -> list[str]:
    """The names of a kind ("card", "deck", "list", "search") that begin with `begun`, whatever case and accents.

    "deck" are saved decks, "list" these and the bundled ones; `library` is what --db names.
    """
    try:
        place = home(library)
    except RuntimeError:  # a ~ that names nobody's folder
        return []
    return list(dict.fromkeys(_names(place, kind, begun, game)))[:MOST]


def _names(place: Home, kind: str, begun: str, game: str) -> Iterator[str]:
    if kind == "card":
        yield from _asked(place.cards, CARDS, fold(begun), game)
    if kind == "search":
        yield from _asked(place.library, SEARCHES, begun or "@", game)
    if kind in ("deck", "list"):
        yield from _asked(place.library, DECKS, fold(begun), game)
    if kind == "list":
        yield from _asked(place.cards, BUNDLED, begun.casefold(), game)


def _asked(path: Path, sql: str, begun: str, game: str) -> list[str]:
    if not path.is_file():
        return []
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=0.5)) as db:
            rows = db.execute(sql, (begun, begun + "\U0010ffff", game, MOST)).fetchall()
    except (sqlite3.Error, UnicodeEncodeError):
        return []
    return [name for (name,) in rows if isinstance(name, str) and name.isprintable()]
