"""Files of cards, read and checked against the form of `data/README.md`: the game's own data and a person's packs.

Every fault is a DataFaultError that names file, entry and key. Values of a document are never put into a message whole:
they may be of any depth and size.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeAlias

from catalog.card import Fact, Release
from catalog.errors import DataFaultError
from catalog.names import visible
from catalog.plain_toml import plain_table
from catalog.sources import PACK, Source

LARGEST = 64 * 1024 * 1024
"""Bytes of a pack file; a larger one is left out."""
_MOST_CARDS = 50_000
"""Cards of a pack: more than were ever printed of any game, and what is built in half a minute."""
_LONGEST_NAME, _LONGEST_TEXT, _LARGEST_NUMBER, _DEEPEST = 300, 20_000, 10**9, 3
_SLUG = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_RELEASE = re.compile(r"[A-Za-z0-9][A-Za-z0-9._+-]*")
_KEY = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_DOTTED = re.compile(r"""(?<![\w."'-])(?:(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+){16}""")
"""A key of so many parts that tomllib, which looks them up again and again, would take minutes."""
_HALVES = re.compile("[\ud800-\udfff]")
_ORIGINS = ("published", "rulebook", "invented", "own")

Document: TypeAlias = Mapping[str, object]


@dataclass(frozen=True, slots=True, eq=False)
class CardFile:
    """One checked file of cards. `pack` is empty for bundled data; `effects` are a pack's own, by slug."""

    place: str
    pack: str
    releases: tuple[Release, ...]
    entries: tuple[Entry, ...]
    effects: Mapping[tuple[str, str], Document]


@dataclass(frozen=True, slots=True, eq=False)
class Entry:
    """One card as its file has it, checked. `release` is the file's: that of a printing which names none. The card
    stands in printed order where the release `stands` does."""

    game: str
    slug: str
    release: str
    stands: str
    keys: Document
    place: str
    pack: str = ""

    @property
    def adds(self) -> bool:
        """Whether it adds to the card of that slug, instead of being one: it tells no type."""
        return "type" not in self.keys


# ---------------------------------------------------------------- bytes to document


def document_of(source: Source) -> Document:
    """The table a TOML or JSON file holds. Raises DataFaultError for whatever cannot be read."""
    raw = _bytes_of(source)
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise DataFaultError(source.place, f"not UTF-8 (byte {error.start + 1})") from None
    try:
        found = _json(text) if source.path.suffix == ".json" else _toml(text, source)
    except RecursionError:
        raise DataFaultError(source.place, "nested too deep") from None
    except MemoryError:
        raise DataFaultError(source.place, "too large to read") from None
    except ValueError as error:  # also TOMLDecodeError, JSONDecodeError, and numbers of thousands of digits
        raise DataFaultError(source.place, str(error)) from None
    if not isinstance(found, dict):
        raise DataFaultError(source.place, f"holds {_kind(found)}, not a table of cards")
    return found


def text_of(source: Source) -> str:
    """A text file's whole text. Raises DataFaultError when it is not UTF-8 or cannot be read."""
    try:
        return _bytes_of(source).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise DataFaultError(source.place, f"not UTF-8 (byte {error.start + 1})") from None


def _bytes_of(source: Source) -> bytes:
    try:
        with open(source.path, "rb") as file:
            raw = file.read(LARGEST + 1)
    except OSError as error:
        raise DataFaultError(source.place, f"cannot be read ({error.strerror})") from None
    if len(raw) > LARGEST:
        raise DataFaultError(source.place, f"larger than {LARGEST // 1024 // 1024} MiB")
    return raw


def _toml(text: str, source: Source) -> object:
    if source.kind == PACK:
        if _DOTTED.search(text):
            raise ValueError("a key of too many parts")
        return tomllib.loads(text)
    plain = plain_table(text)
    return tomllib.loads(text) if plain is None else plain


def _json(text: str) -> object:
    return json.loads(text, object_pairs_hook=_table, parse_constant=_no_constant)


def _table(pairs: list[tuple[str, object]]) -> dict[str, object]:
    table = dict(pairs)
    if len(table) < len(pairs):
        raise ValueError("one table has the same key twice")
    return table


def _no_constant(word: str) -> object:
    raise ValueError(f"{word} is not a number of a card")


def _kind(value: object) -> str:
    words = {
        dict: "a table",
        list: "a list",
        str: "a word",
        bool: "true or false",
        int: "a number",
        float: "a fraction",
    }
    return words.get(type(value), "nothing" if value is None else f"a {type(value).__name__}")


# ---------------------------------------------------------------- document to entries


def bundled_file(source: Source) -> CardFile:
    """A file of `data/<game>/cards`. Raises DataFaultError."""
    document = document_of(source)
    _only(document, ("release", "face", "card"), source.place)
    releases = _releases(document, source.game, source.place, 0)
    if len(releases) != 1:
        raise DataFaultError(source.place, "has no [release]")
    entries = _entries(document, source.game, releases[0].slug, source.place, "")
    for entry in entries:
        if "published" in entry.keys or any("published" in face for face in _tables(entry.keys.get("faces", ()))):
            raise DataFaultError(entry.place, "published: no published text is shipped")
        if entry.adds:
            raise DataFaultError(entry.place, "has no type")
    return CardFile(source.place, "", releases, entries, {})


def pack_file(source: Source, games: tuple[str, ...], position: int) -> CardFile:
    """A person's pack. Its release, unless told, is named as the pack and comes after all others, at `position`.
    Raises DataFaultError."""
    document = dict(document_of(source))
    if "cards" in document and "card" not in document:
        document["card"] = document.pop("cards")  # what JSON would call the list that TOML writes one by one
    _only(document, ("release", "face", "card", "game", "pack", "source", "effects"), source.place)
    _checked(document.get("source", ""), _text, source.place, "source")
    game = _game(document.get("game", ""), games, source.place)
    pack = _checked(document.get("pack", source.path.stem), _name, source.place, "pack")
    told = _releases(document, game, source.place, position)
    release = told[0].slug if told else _release_slug(source.path.stem)
    entries = _entries(document, game, release, source.place, str(pack), games)
    implied = {entry.game: Release(entry.game, release, str(pack), position) for entry in entries}
    releases = told or tuple(implied.values())
    return CardFile(source.place, str(pack), releases, entries, _pack_effects(document, game, source.place))


def effects_file(source: Source) -> dict[str, Document]:
    """The effects of a game's cards by slug; `keywords` belongs to the game's language and is left to it."""
    found: dict[str, Document] = {}
    for slug, value in document_of(source).items():
        if slug == "keywords":
            continue
        if not isinstance(value, dict):
            raise DataFaultError(f"{source.place}, {slug}", f"is {_kind(value)}, not a table")
        found[slug] = value
    return found


def _only(document: Document, keys: tuple[str, ...], place: str) -> None:
    for key in document:
        if key not in keys:
            raise DataFaultError(place, f'"{visible(key)[:40]}" is no key of a file of cards ({", ".join(keys)})')


def _game(told: object, games: tuple[str, ...], place: str) -> str:
    if told in ("", *games):
        return str(told)
    raise DataFaultError(place, f"game: names none of {', '.join(games)}")


def _release_slug(stem: str) -> str:
    return re.sub(r"[^A-Za-z0-9._+-]+", "-", stem).strip("-._+") or "pack"


def _releases(document: Document, game: str, place: str, position: int) -> tuple[Release, ...]:
    table = document.get("release")
    if table is None:
        return ()
    if not isinstance(table, dict):
        raise DataFaultError(place, f"release: is {_kind(table)}, not a table")
    if not game:
        raise DataFaultError(place, "release: the file must tell its game")
    for key, value in table.items():
        _checked(value, _RELEASE_KEYS.get(key, _fact), place, f"release.{visible(key)[:40]}")
    if "slug" not in table or "name" not in table:
        raise DataFaultError(place, "release: needs slug and name")
    where = table.get("position", position)
    return (Release(game, table["slug"], table["name"], int(where), note=str(table.get("note", ""))),)


def _entries(
    document: Document, game: str, release: str, place: str, pack: str, games: tuple[str, ...] = ()
) -> tuple[Entry, ...]:
    found = []
    seen: set[tuple[str, str]] = set()
    faces = _shared_faces(document, place)
    tables = _checked(document.get("card", []), _list_of_tables, place, "card")
    if len(tables) > _MOST_CARDS:
        raise DataFaultError(place, f"holds {len(tables):,} cards, more than {_MOST_CARDS:,}")
    for number, keys in enumerate(tables, start=1):
        whole = _with_faces(keys, faces, f"{place}, card {number}")
        entry = _entry(whole, game, release, f"{place}, card {number}", pack, games)
        if (entry.game, entry.slug) in seen:
            raise DataFaultError(entry.place, "slug: the file has it twice")
        seen.add((entry.game, entry.slug))
        found.append(entry)
    return tuple(found)


def _shared_faces(document: Document, place: str) -> dict[str, dict[str, object]]:
    """The faces of a file that several of its cards have, by slug: each is told once."""
    found: dict[str, dict[str, object]] = {}
    for number, face in enumerate(_checked(document.get("face", []), _list_of_tables, place, "face"), start=1):
        slug = str(_checked(face.get("slug"), _slug, f"{place}, face {number}", "slug"))
        if slug in found:
            raise DataFaultError(f"{place}, face {slug}", "slug: the file has it twice")
        found[slug] = face
    return found


def _with_faces(keys: dict[str, object], faces: Mapping[str, dict[str, object]], place: str) -> dict[str, object]:
    """A card with the faces that it names by slug put in their place; one that tells its faces whole is left alone."""
    named = keys.get("faces")
    if not isinstance(named, list) or not any(isinstance(one, str) for one in named):
        return keys
    for one in named:
        if not isinstance(one, str) or one not in faces:
            what = (
                f'there is no face "{visible(one)[:40]}" in this file'
                if isinstance(one, str)
                else "are told in two ways"
            )
            raise DataFaultError(place, f"faces: {what}")
    return {**keys, "faces": [faces[str(one)] for one in named]}


def _entry(keys: dict[str, object], game: str, release: str, place: str, pack: str, games: tuple[str, ...]) -> Entry:
    slug = str(_checked(keys.get("slug"), _slug, place, "slug"))
    place = f"{place.rpartition(', ')[0]}, {slug}"
    if "game" in keys and pack:
        game = _game(keys["game"], games, place)
    if not game:
        raise DataFaultError(place, "game: neither the file nor the card tells it")
    if "type" in keys and "name" not in keys:
        raise DataFaultError(place, "has no name")
    _check_keys(keys, _CARD_KEYS, place)
    if "faces" in keys and ("abilities" in keys or "published" in keys):
        raise DataFaultError(place, "abilities and published stand in the faces of a card that has them")
    return Entry(game, slug, release, release, keys, place, pack)


def _check_keys(keys: Document, known: Mapping[str, Check], place: str) -> None:
    for key, value in keys.items():
        check = known.get(key)
        if check is None and (wrong := _strange(key)):
            raise DataFaultError(place, wrong)
        if wrong := (check or _fact)(value):
            raise DataFaultError(place, f"{key}: {wrong}")


@lru_cache(maxsize=1024)
def _strange(key: str) -> str:
    """What is wrong with a key itself, that of a fact or of another program."""
    return "" if _KEY.fullmatch(key) else f'"{visible(key)[:40]}" is no name for a fact: letters, digits and _'


def _pack_effects(document: Document, game: str, place: str) -> dict[tuple[str, str], Document]:
    effects = document.get("effects", {})
    if not isinstance(effects, dict) or not all(isinstance(value, dict) for value in effects.values()):
        raise DataFaultError(place, "effects: must be tables by slug")
    if effects and not game:
        raise DataFaultError(place, "effects: the file must tell its game")
    return {(game, slug): value for slug, value in effects.items()}


# ---------------------------------------------------------------- the form of each key

Check: TypeAlias = Callable[[object], str]
"""What is wrong with a value, in words that follow "key: "; empty when nothing is."""


def _checked(value: object, check: Check, place: str, key: str) -> Any:
    wrong = check(value)
    if wrong:
        raise DataFaultError(place, f"{key}: {wrong}")
    return value


def _text(value: object, longest: int = _LONGEST_TEXT) -> str:
    if not isinstance(value, str):
        return f"is {_kind(value)}, not a word"
    if len(value) > longest:
        return f"has {len(value)} characters, more than {longest}"
    # JSON can hold half a character, which no database takes.
    if not value.isascii() and _HALVES.search(value):
        return "holds half a character"
    return ""


def _name(value: object) -> str:
    if isinstance(value, str) and value.isalnum() and len(value) <= _LONGEST_NAME:
        return ""  # the most common by far, and nothing can be wrong with it
    wrong = _text(value, _LONGEST_NAME)
    return wrong or ("" if visible(str(value)) else "is empty")


def _slug(value: object) -> str:
    if value is None:
        return "is missing"
    wrong = _name(value)
    return wrong or (
        "" if _SLUG.fullmatch(str(value)) else "must be small letters and digits, joined by single hyphens"
    )


def _release(value: object) -> str:
    wrong = _name(value)
    return wrong or ("" if _RELEASE.fullmatch(str(value)) else "must be letters, digits, and . _ + - between them")


def _names(value: object) -> str:
    return _each(value, _name)


def _slugs(value: object) -> str:
    return _each(value, _slug)


def _each(value: object, check: Check) -> str:
    if not isinstance(value, list):
        return f"is {_kind(value)}, not a list"
    return next((wrong for wrong in map(check, value) if wrong), "")


def _count(value: object) -> str:
    if not isinstance(value, int) or isinstance(value, bool):
        return f"is {_kind(value)}, not a number"
    return "" if 0 <= value <= _LARGEST_NUMBER else "must not be negative" if value < 0 else "is too large"


def _copies(value: object) -> str:
    return "" if value == "any" else 'must be a number or "any"' if isinstance(value, str) else _count(value)


def _origin(value: object) -> str:
    return "" if value in _ORIGINS else f"must be one of {', '.join(_ORIGINS)}"


def _fact(value: object, depth: int = 0) -> str:
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, bool):
        return ""
    if isinstance(value, int):
        return "" if -_LARGEST_NUMBER <= value <= _LARGEST_NUMBER else "is too large a number"
    if not isinstance(value, list):
        return f"is {_kind(value)}, and a fact is a number, a word or a list"
    if depth == _DEEPEST:
        return "is nested too deep"
    return next((wrong for item in value if (wrong := _fact(item, depth + 1))), "")


def _list_of_tables(value: object) -> str:
    if not isinstance(value, list):
        return f"is {_kind(value)}, not a list of tables"
    return next((f"holds {_kind(item)}, not a table" for item in value if not isinstance(item, dict)), "")


def _id(value: object) -> str:
    return _fact(value) if isinstance(value, int) and not isinstance(value, bool) else _text(value, _LONGEST_NAME)


def _printings(value: object) -> str:
    wrong = _list_of_tables(value)
    if wrong or not value:
        return wrong or "is empty"
    return _inside(value, _PRINTING_KEYS, _id)


def _faces(value: object) -> str:
    wrong = _list_of_tables(value)
    if wrong or not value:
        return wrong or "is empty"
    if not all("name" in face for face in _tables(value)):
        return "a face has no name"
    return _inside(value, _FACE_KEYS, _fact)


def _inside(value: object, known: Mapping[str, Check], other: Check) -> str:
    for table in _tables(value):
        for key, item in table.items():
            check = known.get(key)
            if check is None and (wrong := _strange(key)):
                return wrong
            if wrong := (check or other)(item):
                return f"{key} {wrong}"
    return ""


def _tables(value: object) -> list[dict[str, object]]:
    return [table for table in value if isinstance(table, dict)] if isinstance(value, list) else []


def _reserved(value: object) -> str:
    return "is no fact of a card; text as printed goes under published"


_FACE_KEYS: dict[str, Check] = {
    "slug": _slug,
    "name": _name,
    "type": _name,
    "side": _text,
    "abilities": _names,
    "published": _text,
    "text": _reserved,
}
_CARD_KEYS: dict[str, Check] = {
    **_FACE_KEYS,
    "slug": _slug,
    "game": _name,
    "name_key": _name,
    "aliases": _names,
    "formerly": _slugs,
    "copies_max": _copies,
    "summons": _slugs,
    "origin": _origin,
    "note": _text,
    "printings": _printings,
    "faces": _faces,
}
_PRINTING_KEYS: dict[str, Check] = {
    "number": _name,
    "code": _name,
    "set": _release,
    "rarity": _name,
    "series": _count,
}
_RELEASE_KEYS: dict[str, Check] = {"slug": _release, "name": _name, "position": _count, "note": _text}
CARD_KEYS, FACE_KEYS, PRINTING_KEYS = frozenset(_CARD_KEYS), frozenset(_FACE_KEYS), frozenset(_PRINTING_KEYS)
"""The keys that every game shares; every other key is a printed fact (of a printing: the id of another program)."""


def fact_of(value: object) -> Fact:
    """A checked value of a file as a fact: lists become tuples."""
    if isinstance(value, list):
        return tuple([fact_of(item) for item in value])
    assert isinstance(value, (int, str))
    return value
