"""A card told in our own words: the columns of a CSV file, and the entries of our own form."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from catalog.card import Fact
from catalog.importers import facts
from catalog.importers.merge import slug_of
from catalog.importers.values import Found, RefusedError, Side
from catalog.names import fold

_SHARED = {
    "name_key": facts.word,
    "aliases": facts.names,
    "formerly": facts.words,
    "summons": facts.words,
    "note": facts.text,
}
_ORIGINS = ("published", "rulebook", "invented", "own")
_PRINTING = ("set", "number", "code", "rarity")
_SIDE_KEYS = ("name", "type", "side", "published", "abilities")
_KNOWN_KEYS = frozenset((*_SHARED, *_PRINTING, *_SIDE_KEYS, "slug", "copies_max", "printings", "faces", "origin"))


@lru_cache(maxsize=8)
def _spellings(game: str) -> Mapping[str, str]:
    """By folded spelling, the key that it stands for; facts of the game come before what all games share."""
    found = dict[str, str]()
    shared = {key: (key, *others) for key, others in facts.COMMON.items()}
    own = {key: (key, *others) for key, (_, others) in facts.FACTS[game].items()}
    for key, spelled in (shared | own).items():
        for one in spelled:
            found[one.replace("_", " ")] = key
    found |= {key.replace("_", " "): key for key in own}
    return found


def column_key(game: str, header: str) -> str:
    """Which key a CSV header stands for ("good attack" gives "good.attack" where cards have sides), or ""."""
    wanted = fold(facts.clean(header[: facts.MOST_NAME]).replace("_", " ")).strip("#: ")
    known = _spellings(game)
    side, _, rest = wanted.partition(" ")
    if side in facts.SIDES.get(game, ()):
        return f"{side}.{known[rest]}" if rest in known else ""
    return known.get(wanted, "")


def entry_of_columns(game: str, cells: Mapping[str, str]) -> dict[str, object]:
    """An entry of the form from the cells of a row, by key; cells of a side are gathered in its face."""
    entry = {key: cell for key, cell in cells.items() if "." not in key and cell.strip()}
    sides = facts.SIDES.get(game, ())
    faces = [
        {"side": side} | {key.split(".")[1]: cell for key, cell in cells.items() if key.startswith(f"{side}.") and cell}
        for side in sides
    ]
    return entry | ({"faces": faces} if any(len(face) > 1 for face in faces) else {})


def found_of(game: str, place: str, entry: Mapping[str, object]) -> Found:
    """The row that an entry in the shape of data/README.md tells; RefusedError says what is wrong with it."""
    sides = _sides(game, entry)
    name = facts.named("name", facts.word, entry.get("name")) or _joined(game, entry, sides)
    if not name:
        raise RefusedError("no name")
    slug = facts.named("slug", facts.word, entry.get("slug"))
    printings = _printings(entry)
    return Found(
        place=place,
        name=str(name),
        sides=sides,
        slug=_slug(slug) if slug else "",
        own=True,
        codes=tuple(str(one[key]) for one in printings for key in ("code", "number") if one.get(key)),
        printings=printings,
        extra=_extra(game, entry),
    )


def with_faces(row: Mapping[str, object], shared: Mapping[str, Mapping[str, object]]) -> Mapping[str, object]:
    """A card of our own form that names its faces by slug, with these faces in their place; any other as it is."""
    named = row.get("faces")
    if not isinstance(named, list) or not any(isinstance(one, str) for one in named):
        return row
    unknown = [one for one in named if not isinstance(one, str) or one not in shared]
    if unknown:
        raise RefusedError(f'there is no [[face]] "{facts.shown(unknown[0])}"')
    faces = [{key: item for key, item in shared[str(one)].items() if key != "slug"} for one in named]
    return {**row, "faces": faces}


def _slug(written: Fact) -> str:
    slug = str(written)
    if slug_of(slug) != slug:
        raise RefusedError(f'slug: "{slug}" is not of small letters and digits, joined by single hyphens')
    return slug


def _joined(game: str, entry: Mapping[str, object], sides: Sequence[Side]) -> str:
    """The whole name where it is told in parts: two faces, or unit name and title."""
    if game == "fantasyform":
        return sides[0].name  # the Upgrade side names the card; the events of the other have names of their own
    if len(sides) > 1:
        return " // ".join(side.name for side in sides)
    parts = [facts.named(key, facts.word, entry.get(key)) for key in ("unit_name", "title")] if game == "cipher" else []
    return ", ".join(str(part) for part in parts if part)


def _sides(game: str, entry: Mapping[str, object]) -> tuple[Side, ...]:
    told = entry.get("faces")
    if told is None:
        if game in facts.SIDES:
            raise RefusedError(f"the cards of this game have two faces ({' and '.join(facts.SIDES[game])})")
        return (_side(game, entry, whole=True),)
    if not isinstance(told, list) or len(told) != 2 or not all(isinstance(face, Mapping) for face in told):
        raise RefusedError("faces is not a list of two faces")
    # What stands beside the faces (a faction, an essence) holds for both; but not a number of one side.
    shared = {key: entry[key] for key in ("faction", "essence") if key in entry and key in facts.FACTS[game]}
    _refuse_unknown(game, entry, facts.FACTS[game].keys() - shared.keys())
    of_first = {"type": entry["type"]} if "type" in entry else {}
    called = facts.SIDES.get(game, ("front", "back"))
    told = _in_order(told, called) if game in facts.SIDES else told
    sides = tuple(
        _side(game, {"side": word, **shared, **(of_first if word == called[0] else {}), **face}, whole=False)
        for word, face in zip(called, told, strict=True)
    )
    if not all(side.name for side in sides):
        raise RefusedError("a face has no name")
    return sides


def _in_order(faces: Sequence[Mapping[str, object]], called: tuple[str, ...]) -> Sequence[Mapping[str, object]]:
    """The two faces in the order of their sides, whichever was told first; where no side is told, as they stand."""
    sides = [facts.named("side", facts.word, face.get("side")) for face in faces]
    if sides[::-1] in ([*called], [None, called[1]], [called[0], None]):
        return faces[::-1]
    if sides in ([*called], [None, called[1]], [called[0], None], [None, None]):
        return faces
    raise RefusedError(f"of the two faces one is {called[0]} and one is {called[1]}")


def _side(game: str, told: Mapping[str, object], *, whole: bool) -> Side:
    _refuse_unknown(game, told, () if whole else _KNOWN_KEYS - set(_SIDE_KEYS))
    read = {name: facts.read_fact(game, name, told[name]) for name in facts.FACTS[game] if name in told}
    kept: dict[str, Fact] = {name: value for name, value in read.items() if value is not None}
    if game == "ashes":
        kept = _follow(kept)
    side = facts.named("side", facts.word, told.get("side"))
    kind = told.get("type", "Encounter" if (game, side) == ("fantasyform", "encounter") else None)
    type_ = facts.type_of(game, kind)
    facts.refuse_contradictions(game, type_, kept)
    return Side(
        facts=kept,
        hints=_hints(game, told),
        name=str(facts.named("name", facts.word, told.get("name")) or ""),
        type=type_,
        side=str(side or ""),
        published=str(facts.named("text", facts.text, told.get("published")) or ""),
        abilities=_abilities(told.get("abilities")),
    )


def _abilities(told: object) -> tuple[str, ...] | None:
    kinds = facts.named("abilities", facts.words, told)
    return tuple(map(str, kinds)) if isinstance(kinds, tuple) else None


def _hints(game: str, told: Mapping[str, object]) -> dict[str, Fact]:
    """What a card that we do not have gets besides: a Cipher unit's name and title, parted at the first comma."""
    name = facts.named("name", facts.word, told.get("name"))
    if game != "cipher" or not name:
        return {}
    unit, comma, title = str(name).partition(", ")
    return {"unit_name": unit, "title": title} if comma else {"unit_name": unit}


def _follow(kept: dict[str, Fact]) -> dict[str, Fact]:
    """Ashes facts with those that follow from others and need not be told."""
    follow = facts.of_cost(kept["cost"]) if "cost" in kept else {}
    if "phoenixborn" in kept:
        follow["exclusive"] = True
    return follow | kept


def _refuse_unknown(game: str, told: Mapping[str, object], unwanted: Sequence[str] | set[str] | frozenset[str]) -> None:
    for key in told:
        if key in unwanted or (key not in _KNOWN_KEYS and key not in facts.FACTS[game]):
            known = ", ".join(facts.FACTS[game])
            raise RefusedError(f'no fact of the game is called "{facts.shown(key)}"; it has {known}')


def _printings(entry: Mapping[str, object]) -> tuple[Mapping[str, object], ...]:
    """The printings that are told: a list of tables, or the keys of one beside the facts."""
    told = entry.get("printings")
    if told is None:
        told = [{key: entry[key] for key in _PRINTING if key in entry}]
    if not isinstance(told, list) or len(told) > facts.MOST_ITEMS:
        raise RefusedError("printings is not a list")
    return tuple(one for one in map(_printing, told) if one)


def _printing(told: object) -> dict[str, object]:
    if not isinstance(told, Mapping):
        raise RefusedError("a printing is not a table")
    found = dict[str, object]()
    for key, value in told.items():
        if key == "series":
            read = facts.named("series", facts.count, value)
        elif key in (*_PRINTING, "lackey", "lackey_name", "ciphervit"):
            read = facts.named(key, facts.word, value)
        elif key == "fco":
            read = facts.named(key, facts.count, value)
        else:
            raise RefusedError(f'a printing has no "{facts.shown(key)}"')
        if read is not None:
            found[key] = read
    return found


def _extra(game: str, entry: Mapping[str, object]) -> dict[str, object]:
    found = dict[str, object]()
    for key, reader in _SHARED.items():
        value = facts.named(key, reader, entry.get(key))
        if value is not None:
            found[key] = list(value) if isinstance(value, tuple) else value
    origin = facts.named("origin", facts.word, entry.get("origin"))
    if origin not in (None, *_ORIGINS):
        raise RefusedError(f'origin: "{origin}" is none of {", ".join(_ORIGINS)}')
    found["origin"] = origin or "own"
    most = entry.get("copies_max")
    if most is not None and most != "":
        any_number = isinstance(most, str) and most.strip().casefold() == "any"
        copies = "any" if any_number else facts.named("copies_max", facts.count, most)
        if copies not in (None, facts.USUAL_COPIES.get(game)):
            found["copies_max"] = copies
    return found
