"""The files that cards.db is made of, and their stamp. Imports next to nothing: every look-up reads the stamp."""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple

SCHEMA = 2
"""Counts up when the tables of cards.db, or the form of a card's body, change."""
DATA_VERSION = "1"
"""Counts up when the same files shall give other rows."""

CARDS, EFFECTS, DECKS, PACK = "cards", "effects", "decks", "pack"
_SUFFIXES = {CARDS: (".toml",), EFFECTS: (".toml",), DECKS: (".txt",), PACK: (".toml", ".json")}
_CODE = ("card.py", "names.py", "tables.py", "sources.py", "plain_toml.py", "entries.py", "searched.py", "loading.py")


class Source(NamedTuple):
    """One file: `kind` is "cards", "effects", "decks" or "pack"; `game` is empty for a pack. `size` is in bytes."""

    path: Path
    kind: str
    game: str
    size: int
    changed: int

    @property
    def place(self) -> str:
        """What a message calls the file: "ashes/cards/master-set.toml", "packs/mine.json". A name that is no text gets
        marks for the bytes that are none."""
        name = _told(self.path.name)
        return f"{self.game}/{self.kind}/{name}" if self.game else f"packs/{name}"


def sources(data: Path, packs: Path) -> list[Source]:
    """Every source file, by game, kind and name; packs come last. Missing folders hold nothing."""
    found: list[Source] = []
    for game in _folders(data):
        for kind in (CARDS, EFFECTS, DECKS):
            found += _files(data / game / kind, kind, game)
    return found + _files(packs, PACK, "")


def games(data: Path) -> tuple[str, ...]:
    """The games that there is a folder of data for."""
    return tuple(_folders(data))


def _told(name: str) -> str:
    return name if name.isascii() else name.encode("utf-8", "backslashreplace").decode("utf-8")


def stamp(data: Path, files: list[Source]) -> str:
    """What a catalogue was made from: sizes and times of its sources, and the code that makes it."""
    lines = [f"schema {SCHEMA} data {DATA_VERSION} {_told(str(data))}"]
    lines += [f"{source.place} {source.size} {source.changed}" for source in files]
    return "\n".join(lines + _code())


def _code() -> list[str]:
    here = os.path.dirname(__file__)
    lines = []
    for name in _CODE:
        try:
            state = os.stat(os.path.join(here, name))
        except OSError:
            continue  # an installation without sources is told apart by DATA_VERSION alone
        lines.append(f"{name} {state.st_size} {state.st_mtime_ns}")
    return lines


def _folders(place: Path) -> list[str]:
    try:
        with os.scandir(place) as entries:
            return sorted(entry.name for entry in entries if entry.is_dir() and not entry.name.startswith((".", "_")))
    except OSError:
        return []


def _files(place: Path, kind: str, game: str) -> list[Source]:
    found = []
    try:
        with os.scandir(place) as entries:
            for entry in entries:
                if entry.name.endswith(_SUFFIXES[kind]) and not entry.name.startswith("."):
                    found += _file(entry, kind, game)
    except OSError:
        return []
    return sorted(found, key=lambda source: source.path.name)


def _file(entry: os.DirEntry[str], kind: str, game: str) -> list[Source]:
    try:
        if not entry.is_file():
            return []
        state = entry.stat()
    except OSError:  # gone meanwhile, or a link that leads to itself
        return []
    return [Source(Path(entry.path), kind, game, state.st_size, state.st_mtime_ns)]
