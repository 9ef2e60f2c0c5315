"""A file of cards, whichever of the known formats it has: told apart by what it holds, and read row by row."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import PurePath
from typing import TypeAlias

from catalog.errors import UnreadableError
from catalog.importers import ashes, cipher, facts, files, given
from catalog.importers.merge import RELEASE_SLUG, merged, slug_of
from catalog.importers.values import Bad, Found, Imported, Known, RefusedError, Rows

FORMATS: Mapping[str, str] = {
    "ashes.live": "cards as api.ashes.live/v2/cards gives them (JSON)",
    "ashteki": "cards as Ashteki keeps them (JSON)",
    "lackey": "a set file of LackeyCCG (columns between tabs)",
    "decksteria": "a list of Decksteria (JSON)",
    "csv": "a table with a header: name, and any facts",
    "deckcli": "our own form (TOML or JSON), see `template`",
}
"""The formats by name, and what each is."""

_JSON_FORMATS = ("ashes.live", "ashteki", "decksteria", "deckcli")
_CIPHERVIT = re.compile(r"[0-9]+,[^,\n]*,[0-9]+\n+[0-9]+,([A-Z][0-9]{2}),\1-\w+,")
"""Its first line tells the version, and each other its own number, the set, and the card's number in it."""
_OWN_LINE = re.compile(r"^[ \t]*(\[\[?[ \t]*(card|face|release)[ \t]*\]\]?|(pack|game|source)[ \t]*=)", re.MULTILINE)
_OWN_KEYS = ("pack", "game", "source", "release", "face", "card", "cards", "effects")
_LONGEST_HEADER = 20_000
_SHOWN = 8
"""Columns of a file that are named where none is the name."""
_SNIFFED = 20  # rows, so that one broken row at the top decides nothing

Placed: TypeAlias = "list[tuple[str, object]]"


def read_cards(data: bytes, source: str, *, game: str = "", format: str = "", known: Known) -> Imported:  # noqa: A002
    """Read a file of cards and hold every row against the cards that there are.

    `source` names the file in messages, `game` is needed where the format does not tell it, `format` is one of FORMATS
    or empty for "look". Raises UnreadableError for a file that cannot be used at all; every other fault is a row with
    the status "refused" and a reason.
    """
    if format and format not in FORMATS:
        raise UnreadableError(source, f'no format is called "{facts.shown(format)}"; there are {", ".join(FORMATS)}')
    text = files.decode(data, source)
    if not format and _CIPHERVIT.match(text):
        raise UnreadableError(
            source,
            "the card file of CipherVit, whose names and texts are Japanese and Chinese; it is not read."
            " Texts of Cipher in English come in a set file of LackeyCCG or a list of Decksteria",
        )
    value = _json_or_none(text, source, format)
    format = format or _sniffed(text, value, source)  # noqa: A001
    game = _game(value, text, source, game, format)
    rows, notes = _rows(value, text, source, game, format)
    pack, release = _box(value, source) if format == "deckcli" else ("", {})
    report, cards = merged(game, rows, known)
    return Imported(format, game, pack or slug_of(PurePath(source).stem) or "cards", report, cards, notes, release)


def _box(value: object, source: str) -> tuple[str, Mapping[str, object]]:
    """What our own form says of the pack and the box. Raises UnreadableError when it cannot be one."""
    told = value if isinstance(value, dict) else {}
    release = told.get("release", {})
    try:
        files.sound(told.get("pack"))
        files.sound(release)
        pack = facts.named("pack", facts.word, told.get("pack"))
        if not isinstance(release, dict) or release.keys() - {"slug", "name", "position", "note"}:
            raise RefusedError("release: is no table of slug, name, position and note")
        readers = {"slug": facts.word, "name": facts.word, "position": facts.count, "note": facts.text}
        read = {key: facts.named(f"release {key}", readers[key], item) for key, item in release.items()}
        if release and not (read.get("name") and re.fullmatch(RELEASE_SLUG, str(read.get("slug") or ""))):
            raise RefusedError("release: needs a name, and a slug of letters, digits and hyphens")
    except RefusedError as fault:
        raise UnreadableError(source, str(fault)) from None
    return str(pack or ""), {key: item for key, item in read.items() if item is not None}


# ---------------------------------------------------------------- which format, which game


def _json_or_none(text: str, source: str, told: str) -> object:
    """The value of a text that is JSON, by its first letter; of our own form also the table of a TOML text."""
    first = text.lstrip()[:1]
    if first in ("{", "[") and told in ("", *_JSON_FORMATS) and not _is_toml(text):
        return files.parse_json(text, source)
    if told == "deckcli" or (not told and _is_toml(text)):
        return files.parse_toml(text, source)
    return None


def _is_toml(text: str) -> bool:
    return bool(_OWN_LINE.search(text, 0, 20_000)) and "\t" not in _top(text)


def _sniffed(text: str, value: object, source: str) -> str:
    if _is_toml(text):
        return "deckcli"
    found = _sniffed_value(value) if value is not None else _sniffed_table(text)
    if not found:
        raise UnreadableError(source, f"none of the known formats: {', '.join(FORMATS)}")
    return found


def _sniffed_value(value: object) -> str:
    if isinstance(value, dict):
        if isinstance(value.get("results"), list):
            return "ashes.live" if "next" in value or "previous" in value else "ashteki"
        if any(key in value for key in ("card", "cards")) or (value and all(key in _OWN_KEYS for key in value)):
            return "deckcli"
    rows = [row for _, row in _placed(value)[:_SNIFFED] if isinstance(row, dict)]
    if any("Character" in row for row in rows):
        return "decksteria"
    if any("stub" in row or "name" in row for row in rows):
        return "ashteki"
    return ""


def _sniffed_table(text: str) -> str:
    header = [cell.strip().casefold() for cell in _lackey_cells(_top(text))]
    if "name" in header and {"imagefile", "image file"} & set(header):
        return "lackey"
    return "csv" if text.strip() and not text.lstrip().startswith("<") else ""


def _game(value: object, text: str, source: str, told: str, form: str) -> str:
    """The game of the file. Raises UnreadableError when nobody tells it, or file and person tell two."""
    own = {"ashes.live": "ashes", "ashteki": "ashes", "decksteria": "cipher"}.get(form, "")
    if form == "lackey" and {"class", "support"} <= {cell.strip().casefold() for cell in _lackey_cells(_top(text))}:
        own = "cipher"
    if form == "deckcli" and isinstance(value, dict):
        own = str(value.get("game", "")) if isinstance(value.get("game", ""), str) else ""
    if told and own and told != own:
        raise UnreadableError(source, f"holds cards of {facts.shown(own)}, not of {facts.shown(told)}")
    game = told or own
    if game == "phase10":
        raise UnreadableError(source, "the deck of Phase 10 Strategy is fixed: it has no cards to import")
    if game not in facts.FACTS:
        of = f'"{facts.shown(game)}" is no game' if game else "does not tell its game"
        raise UnreadableError(source, f"{of}; say one of {', '.join(facts.FACTS)}")
    return game


def _top(text: str) -> str:
    """The first line that is not empty, as far as a header goes."""
    return text.lstrip("\n")[:_LONGEST_HEADER].split("\n", 1)[0]


# ---------------------------------------------------------------- rows


def _rows(value: object, text: str, source: str, game: str, form: str) -> tuple[Rows, tuple[str, ...]]:
    if form == "csv":
        return _csv_rows(text, source, game)
    if form == "lackey":
        return _lackey_rows(text, source, game)
    if isinstance(value, files.Twice):
        raise UnreadableError(source, f'the key "{facts.shown(value.key)}" stands twice')
    if form == "deckcli":
        notes = ("`effects` were not read: what a card does is not imported",) if _has(value, "effects") else ()
        faces = _own_faces(value, source)
        read = lambda place, row: given.found_of(game, place, given.with_faces(row, faces))  # noqa: E731
        return _each(_own_rows(value, source), source, read), notes
    placed = _placed(value)
    if not placed and not isinstance(value, list | dict):
        raise UnreadableError(source, "holds no list of cards")
    if form == "decksteria":
        return _each(placed, source, cipher.of_decksteria), ()
    opponents = ashes.of_opponents([row for _, row in placed])
    return _each(placed, source, lambda place, row: ashes.found_of(place, row, opponents=opponents)), ()


def _each(placed: Placed, source: str, read: Callable[[str, Mapping[str, object]], Found]) -> Rows:
    """Every row read, or refused with its reason."""
    if len(placed) > files.MOST_ROWS:
        raise UnreadableError(source, f"more than {files.MOST_ROWS} rows")
    return [_one(place, row, read) for place, row in placed]


def _one(place: str, row: object, read: Callable[[str, Mapping[str, object]], Found]) -> Found | Bad:
    try:
        if not isinstance(row, dict):
            raise RefusedError("no card")
        files.sound(row)
        return read(place, row)
    except RefusedError as fault:
        return Bad(place, _called(row), str(fault))


def _called(row: object) -> str:
    """What a refused row calls its card, for the report."""
    if not isinstance(row, dict):
        return ""
    whole = _names(row.get(key) for key in ("name", "Name", "Character", "Title"))
    sides = row.get("faces")
    faces = [row[key] for key in row if isinstance(key, str) and key.endswith(".name")]
    faces += [face.get("name") if isinstance(face, dict) else face for face in sides] if isinstance(sides, list) else []
    return ", ".join(whole) or " // ".join(_names(faces[:2]))


def _names(told: Iterable[object]) -> list[str]:
    return [name for one in told if isinstance(one, str) and (name := facts.clean(one[: facts.MOST_NAME]))]


def _placed(value: object) -> Placed:
    """The rows of a JSON value with their places: a list, `results`, one card alone, or cards by a key."""
    if isinstance(value, list):
        return [(f"[{number}]", row) for number, row in enumerate(value)]
    if not isinstance(value, dict):
        return []
    if isinstance(value.get("results"), list):
        return [(f"results[{number}]", row) for number, row in enumerate(value["results"])]
    if any(isinstance(value.get(key), str) for key in ("stub", "Character")):
        return [("the card", value)]
    return [(f'["{facts.clean(key[:60])}"]', row) for key, row in value.items()]


def _has(value: object, key: str) -> bool:
    return isinstance(value, dict) and key in value


def _own_faces(value: object, source: str) -> Mapping[str, Mapping[str, object]]:
    """The faces that are told once for several cards, by slug."""
    told = value.get("face", []) if isinstance(value, dict) else []
    if not isinstance(told, list) or not all(
        isinstance(face, dict) and isinstance(face.get("slug"), str) for face in told
    ):
        raise UnreadableError(source, "`face` is no list of tables with a slug each; write [[face]] above each")
    found = {str(face["slug"]): face for face in told}
    if len(found) < len(told):
        twice = next(slug for slug in found if sum(face["slug"] == slug for face in told) > 1)
        raise UnreadableError(source, f'the face "{facts.shown(twice)}" stands twice')
    return found


def _own_rows(value: object, source: str) -> Placed:
    if not isinstance(value, dict):
        raise UnreadableError(source, "our own form is a table with `card`")
    for key in value:
        if key not in _OWN_KEYS:
            raise UnreadableError(source, f'"{facts.shown(key)}" is no key of our own form; there are game, pack, card')
    told = [value[key] for key in ("card", "cards") if key in value]
    if any(not isinstance(cards, list) for cards in told):
        raise UnreadableError(source, "`card` is no list of tables; write [[card]] above each")
    return [(f"card {number}", row) for number, row in enumerate((row for rows in told for row in rows), start=1)]


def _csv_rows(text: str, source: str, game: str) -> tuple[Rows, tuple[str, ...]]:
    table = files.parse_csv(text.lstrip("\n"), source)
    blank = next((number for number, row in enumerate(table) if any(cell.strip() for cell in row)), len(table))
    if blank == len(table):
        raise UnreadableError(source, "holds nothing")
    header, body = table[blank], table[blank + 1 :]
    keys, notes = _columns(header, source, game)
    placed: Placed = [
        (f"row {number}", _cells(keys, row))
        for number, row in enumerate(body, start=blank + 2)
        if any(cell.strip() for cell in row)
    ]
    return _each(placed, source, lambda place, cells: _of_cells(game, place, cells)), notes


def _columns(header: Iterable[str], source: str, game: str) -> tuple[list[str], tuple[str, ...]]:
    """The key of every column, "" for one that is not read (and a note on it)."""
    header = list(header)
    if len(header) > files.MOST_COLUMNS:
        raise UnreadableError(source, f"more than {files.MOST_COLUMNS} columns")
    keys = [given.column_key(game, cell) for cell in header]
    for key in keys:
        if key and keys.count(key) > 1:
            raise UnreadableError(source, f"two columns hold {key.replace('_', ' ').replace('.', ' ')}")
    if not {"name", "unit_name"} & set(keys) and not any(key.endswith(".name") for key in keys):
        there = ", ".join(filter(None, map(facts.shown, header[:_SHOWN]))) or "nothing"
        raise UnreadableError(source, f"no column is called name; its first line says {there}")
    unread = [facts.shown(cell) for cell, key in zip(header, keys, strict=True) if not key and cell.strip()]
    return keys, tuple(f'the column "{cell}" was not read' for cell in unread)


def _cells(keys: list[str], row: list[str]) -> object:
    """The cells of a row by key; "over" where it has more cells than there are columns."""
    if len(row) > len(keys) and any(cell.strip() for cell in row[len(keys) :]):
        named = {key: cell for key, cell in zip(keys, row, strict=False) if key == "name"}
        return {"over": f"{len(row)} cells under {len(keys)} columns"} | named
    return {key: cell for key, cell in zip(keys, row, strict=False) if key}


def _of_cells(game: str, place: str, cells: Mapping[str, object]) -> Found:
    if "over" in cells:
        raise RefusedError(f"{cells['over']}; put quotes around a cell that holds the separator")
    return given.found_of(game, place, given.entry_of_columns(game, {key: str(cell) for key, cell in cells.items()}))


def _lackey_cells(line: str) -> list[str]:
    """Cells of a line of a set file: between tabs, or (as one public file has it) four blanks."""
    return line.split("\t") if "\t" in line else line.split("    ")


def _lackey_rows(text: str, source: str, game: str) -> tuple[Rows, tuple[str, ...]]:
    lines = [line.rstrip("\n") for line in files.lines_of(text, source)]
    top = next((number for number, line in enumerate(lines) if line.strip()), None)
    if top is None:
        raise UnreadableError(source, "holds nothing")
    part = "\t" if "\t" in lines[top] else "    "
    header = [cell.strip().casefold() for cell in lines[top].split(part, files.MOST_COLUMNS + 1)]
    if len(header) > files.MOST_COLUMNS or "name" not in header:
        raise UnreadableError(source, "its first line names no column Name")
    if game != "cipher":
        keys, notes = _columns(header, source, game)
        read: Callable[[str, Mapping[str, object]], Found] = lambda place, cells: _of_cells(game, place, cells)  # noqa: E731
    else:
        keys, notes = header, ()
        read = _cipher_line
    placed: Placed = [
        (f"line {number}", _cells(keys, line.split(part, len(keys) + 1)))
        for number, line in enumerate(lines[top + 1 :], start=top + 2)
        if line.strip()
    ]
    return _each(placed, source, read), notes


def _cipher_line(place: str, cells: Mapping[str, object]) -> Found:
    if "over" in cells:
        raise RefusedError(str(cells["over"]))
    return cipher.of_lackey(place, {key: str(cell) for key, cell in cells.items()})
