"""The printed facts of each game, and how a value that others wrote becomes one of ours.

Every reader takes a typed value (JSON, TOML) or a written one (CSV, Lackey), gives a fact or None for "not told", and
raises RefusedError for what cannot be one.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping
from typing import TypeAlias

from catalog.card import Fact
from catalog.importers.values import RefusedError
from catalog.names import visible

Reader: TypeAlias = "Callable[[object], Fact | None]"

MOST_LETTERS = 20_000  # of one text
MOST_NAME = 200
MOST_ITEMS = 60
MOST_NUMBER = 9_999

_NONE = ("", "-", "–", "—")
_COST = re.compile(r"main|side|exhaust|discard|(?:[0-9]{1,2}|X) [a-z]{1,20}(?::(?:class|power))?")
_DICE_COST = re.compile(r"([0-9]{1,2}|X) (?!discard\b)([a-z]+)(?::(?:class|power))?")
_GENDERS = ("Male", "Female")
_WEAPONS = ("Sword", "Lance", "Axe", "Bow", "Tome", "Staff", "Dragonstone", "Knife", "Fang", "Brawl")

_TAGS = ("Air", "Water", "Earth", "Fire", "Weapon", "Slashing", "Crushing", "Piercing", "Ranged", "Evasion")
_MARKET = ("market_shadow", "market_radiant", "market_life", "market_martial")


def shown(value: object) -> str:
    """`value` for a message: short, and in one line."""
    if isinstance(value, str):
        return clean(value[:60])
    if isinstance(value, int) and abs(value) >= 10**15:  # Python writes no integer of thousands of digits
        return "a huge number"
    return f"a {type(value).__name__}" if isinstance(value, dict | list) else clean(f"{value}"[:60])


def clean(text: str) -> str:
    """A name or word without control and invisible characters, its blanks ordinary."""
    seen = visible(text)
    if seen.isprintable():
        return seen
    return visible("".join(c for c in seen if unicodedata.category(c) not in ("Cc", "Cs")))


def short(value: str) -> str:
    """A written value without what is not seen; RefusedError when it is too long for a name."""
    if len(value) > MOST_NAME:
        raise RefusedError(f"longer than {MOST_NAME} letters")
    return clean(value)


def word(value: object) -> str | None:
    """A printed word or name."""
    if value is None:
        return None
    if not isinstance(value, str):
        raise RefusedError(f"{shown(value)} is no word")
    cleaned = short(value)
    return None if cleaned in _NONE else cleaned


def text(value: object) -> str | None:
    """Text of a card, its lines and every character kept but NUL, which no database holds."""
    if value is None:
        return None
    if not isinstance(value, str):
        raise RefusedError(f"{shown(value)} is no text")
    if len(value) > MOST_LETTERS:
        raise RefusedError(f"longer than {MOST_LETTERS} letters")
    if "\0" in value:
        raise RefusedError("holds a NUL character")
    kept = value.replace("\r\n", "\n").replace("\r", "\n").strip()
    return None if kept in _NONE else kept


def _whole(value: object, pattern: str) -> Fact | None:
    """An int, or a string that is one or that fits `pattern`; None for nothing."""
    if value is None:
        return None
    if isinstance(value, int) and not isinstance(value, bool):
        if not 0 <= value <= MOST_NUMBER:
            raise RefusedError(f"{shown(value)} is not from 0 to {MOST_NUMBER}")
        return value
    if not isinstance(value, str):
        raise RefusedError(f"{shown(value)} is no whole number")
    written = short(value).replace("−", "-")
    if written in _NONE:
        return None
    if re.fullmatch("[0-9]{1,4}", written):
        return int(written)
    if re.fullmatch(pattern, written):
        return written.upper()
    raise RefusedError(f'"{shown(value)}" is no whole number from 0')


def number(value: object) -> Fact | None:
    """A printed number: whole, 0 or more; "X" where the game computes it."""
    return _whole(value, "[xX]")


def count(value: object) -> Fact | None:
    """A number that can only be a number."""
    return _whole(value, "(?!)")


def positive(value: object) -> Fact | None:
    """A number that is not 0 either."""
    found = count(value)
    if found == 0:
        raise RefusedError("must be 1 or more")
    return found


def one_of(*known: str) -> Reader:
    """A reader of one of these words, whatever the case."""

    def read(value: object) -> Fact | None:
        told = word(value)
        found = next((one for one in known if told and one.casefold() == told.casefold()), None)
        if told and not found:
            raise RefusedError(f'"{told}" is none of {", ".join(known)}')
        return found

    return read


def bonus(value: object) -> Fact | None:
    """A number of a unit, or what an alteration adds ("+1", "-1", "+X")."""
    return _whole(value, "[xX]|[+-](?:[0-9]{1,2}|[xX])")


def flag(value: object) -> Fact | None:
    """Whether the card carries a mark; None for no."""
    if value is None or isinstance(value, bool):
        return True if value else None
    written = short(value).casefold() if isinstance(value, str) else shown(value)
    if written in ("yes", "true", "1", "x"):
        return True
    if written in ("no", "false", "0", *_NONE):
        return None
    raise RefusedError(f"{shown(value)} is neither yes nor no")


def words(value: object) -> Fact | None:
    """Several words: a list, or one string with `/`, `|`, `;` or `,` between them. "-" is the empty list."""
    if value is None or value == "":
        return None
    if isinstance(value, str):
        value = [] if value.strip() in _NONE else re.split(r"[/|;,]", value)
    return tuple(str(item) for item in map(word, _list(value)) if item is not None)


def names(value: object) -> Fact | None:
    """Several names, which may hold commas: a list, or one string with `|` or `;` between them."""
    return words(re.split("[|;]", value) if isinstance(value, str) and value else value)


def _list(value: object) -> list[object]:
    if not isinstance(value, list | tuple):
        raise RefusedError(f"{shown(value)} is no list")
    if len(value) > MOST_ITEMS:
        raise RefusedError(f"more than {MOST_ITEMS} items")
    return list(value)


def ranges(value: object) -> Fact | None:
    """Ranges of a Cipher unit: a list of numbers, or "1-2"; "-" is none at all, "Infinite" every one."""
    if value is None or value == "":
        return None
    if isinstance(value, str):
        written = short(value)
        if written.casefold() in ("infinite", "∞"):
            return (1, 2, 3)
        ends = re.fullmatch("([0-9])-([0-9])", written)
        if ends:
            return tuple(range(int(ends[1]), int(ends[2]) + 1))
        value = [] if written in _NONE else re.split("[,/]", written)
    found = [count(item) for item in _list(value)]
    return tuple(item for item in found if item is not None)


def cost(value: object) -> Fact | None:
    """What an Ashes card costs: a list as in data/README.md, `[[codes]]` as on ashes.live, or a string with " - "
    between the parts and " / " or " or " between those of which one is paid."""
    if value is None or value == "":
        return None
    if isinstance(value, str):
        value = [part.strip() for part in re.split(r"\s+-\s+|,", short(value))]
    return tuple(_part(item) for item in _list(value))


def _part(item: object) -> Fact:
    if isinstance(item, str):
        one_of = [_token(part) for part in re.split(r"\s+/\s+|\s+or\s+", short(item))]
        return one_of[0] if len(one_of) == 1 else tuple(one_of)
    return tuple(_token(part) for part in _list(item))


def _token(item: object) -> str:
    written = clean(item.replace("[[", "").replace("]]", "")) if isinstance(item, str) else ""
    if not _COST.fullmatch(written):
        raise RefusedError(f'"{shown(item)}" is no part of a cost')
    return written


def _one_of(*known: str) -> Reader:
    """A reader of a word that must be among these, whatever its case; it gives our spelling."""

    def read(value: object) -> Fact | None:
        told = word(value)
        if told is None:
            return None
        for one in known:
            if told.casefold().removesuffix(" essence") == one.casefold():
                return one
        raise RefusedError(f'"{told}" is none of {", ".join(known)}')

    return read


def _some_of(*known: str) -> Reader:
    """A reader of words that must all be among these."""
    one = _one_of(*known)

    def read(value: object) -> Fact | None:
        told = words(value)
        return tuple(found for item in told if (found := one(item)) is not None) if isinstance(told, tuple) else None

    return read


COMMON: Mapping[str, tuple[str, ...]] = {
    "name": ("card", "card name", "name of card"),
    "slug": ("stub",),
    "type": ("card type",),
    "published": ("text", "card text", "rules text", "effect", "effects", "effect text", "description", "ability text"),
    "set": ("release", "set code", "edition", "expansion", "release name", "set name"),
    "number": ("card number", "collector number", "no", "nr"),
    "code": ("card code",),
    "rarity": (),
    "aliases": ("alias", "other names"),
    "origin": (),
    "copies_max": ("deck limit", "max copies", "copy limit"),
    "note": ("notes",),
}
"""Columns of every game: our key, and other spellings of it."""

FACTS: Mapping[str, Mapping[str, tuple[Reader, tuple[str, ...]]]] = {
    "ashes": {
        "placement": (word, ()),
        "cost": (cost, ("play cost", "costs")),
        "magic": (count, ("magic cost",)),
        "magic_x": (flag, ()),
        "dice": (words, ("die types", "dice types")),
        "parallel_dice": (words, ("alt dice", "altdice")),
        "effect_dice": (words, ()),
        "phoenixborn": (word, ("unique to", "exclusive to")),
        "exclusive": (flag, ("unique",)),
        "attack": (bonus, ("atk",)),
        "life": (bonus, ("hp",)),
        "recover": (bonus, ("recovery", "recover value")),
        "battlefield": (count, ("battlefield limit",)),
        "spellboard": (count, ("spellboard limit",)),
        "conjuration_limit": (count, ("copies", "conjurations")),
        "chained": (flag, ()),
    },
    "cipher": {
        "unit_name": (word, ("unit", "character")),
        "extra_unit_names": (words, ("extra names", "also named")),
        "title": (word, ()),
        "symbols": (words, ("symbol", "color", "colour", "colors", "colours")),
        "deploy_cost": (number, ("cost", "deployment cost", "deploy")),
        "class_change_cost": (number, ("cc", "cc cost", "class change", "promotion cost")),
        "class": (word, ("class name",)),
        "genders": (words, ("gender", "sex")),
        "weapons": (words, ("weapon",)),
        "types": (words, ("unit type", "unit types", "affinities", "affinity")),
        "ranges": (ranges, ("range",)),
        "attack": (number, ("atk", "power")),
        "support": (number, ("sup",)),
        "no_bond": (flag, ()),
        "decksteria": (count, ()),
    },
    "phase": {
        "faction": (one_of("Fengarian", "Keeper", "Sun Dominion"), ()),
        "keywords": (words, ("keyword",)),
        "training_cost": (count, ("cost", "training")),
        "attack": (count, ("atk",)),
        "defence": (positive, ("defense", "def")),
        "skill": (text, ()),
        "order": (text, ()),
    },
    "fantasyform": {
        "essence": (_one_of("Shadow", "Radiant", "Life", "Martial"), ()),
        "cost": (count, ()),
        "starting": (flag, ("start",)),
        "elemental": (flag, ()),
        "tags": (_some_of(*_TAGS), ("tag",)),
        "pack_size": (count, ("pack",)),
        "player_health": (count, ("health",)),
        "rival_health": (count, ()),
        "outlands": (word, ()),
        "forge": (word, ()),
        "market_shadow": (count, ("shadow",)),
        "market_radiant": (count, ("radiant",)),
        "market_life": (count, ("life",)),
        "market_martial": (count, ("martial",)),
    },
}
"""By game and fact: how it is read, and other spellings of its name."""

SIDES: Mapping[str, tuple[str, ...]] = {"phase": ("good", "evil"), "fantasyform": ("upgrade", "encounter")}
"""What the two sides of a card are called, in games whose cards have two."""

TYPES: Mapping[str, tuple[str, ...]] = {
    "ashes": (
        *("Phoenixborn", "Ally", "Action Spell", "Alteration Spell", "Ready Spell", "Reaction Spell"),
        *("Conjuration", "Conjured Alteration Spell"),
    ),
    "cipher": ("Unit",),
    "phase": ("Warrior",),
    "fantasyform": ("Form", "Companion", "Artifact", "Encounter"),
}
"""The types of each game; where there is one, it need not be told."""

USUAL_COPIES: Mapping[str, int] = {"ashes": 3, "cipher": 4}
"""Copies of a card that a deck may hold: a table that lists the usual number for every card tells nothing."""

NEEDED: Mapping[str, tuple[str, ...]] = {
    "cipher": ("deploy_cost", "attack", "support"),
    "phase": ("training_cost", "attack", "defence"),
    "fantasyform upgrade": ("essence", "cost", "tags"),
    "fantasyform Form": ("pack_size", "player_health"),
    "fantasyform elemental": ("rival_health",),
    "fantasyform encounter": ("outlands", "forge", *_MARKET),
}
"""Facts without which a card that we do not have cannot be taken; of a card with two faces, each has them. By game, or
by game and the side, the type or a mark of a face."""


def needed(game: str, side: str, kind: str, told: Mapping[str, Fact]) -> tuple[str, ...]:
    """The facts without which a face is not taken that is of that side and type, and tells so much."""
    marks = [name for name, value in told.items() if value is True]
    keys = [game, *(f"{game} {word}" for word in (side, kind, *marks) if word)]
    return tuple(name for key in keys for name in NEEDED.get(key, ()))


def refuse_contradictions(game: str, kind: str, told: Mapping[str, Fact]) -> None:
    """RefusedError for facts that no one card has together: in FantasyForm only a Form is elemental, and not the one
    that one begins with (the rival takes an elemental card as its form)."""
    if game != "fantasyform" or told.get("elemental") is not True:
        return
    if kind not in ("", "Form"):
        raise RefusedError(f"elemental: of Forms only, and this is of the type {kind}")
    if told.get("starting") is True:
        raise RefusedError("elemental: the starting Form is not")


def read_fact(game: str, name: str, value: object) -> Fact | None:
    """The fact `name` of a game from a value that others wrote; RefusedError names the fact."""
    return named(name, FACTS[game][name][0], value)


def named(name: str, reader: Reader, value: object) -> Fact | None:
    """`reader` on `value`; RefusedError begins with `name`."""
    try:
        return reader(value)
    except RefusedError as fault:
        raise RefusedError(f"{name.replace('_', ' ')}: {fault}") from None


def type_of(game: str, value: object) -> str:
    """A type of the game in its own spelling, the only one there is, or "" when it is not told."""
    told = named("type", word, value)
    if told is None:
        return TYPES[game][0] if len(TYPES[game]) == 1 else ""
    for known in TYPES[game]:
        if str(told).casefold().replace("_", " ") == known.casefold():
            return known
    raise RefusedError(f'"{told}" is no type of the game; it has {", ".join(TYPES[game])}')


def of_cost(parts: Fact) -> dict[str, Fact]:
    """The facts that follow from an Ashes cost: how many dice, whether X, and the die types that must be paid.

    Of dice of which one kind is paid only one counts, and their types are told apart (`parallel_dice`).
    """
    total, facts = 0, dict[str, Fact]()
    dice, parallel = list[str](), list[str]()
    for part in parts if isinstance(parts, tuple) else ():
        one_of = part if isinstance(part, tuple) else (part,)
        paid = [found for found in (_DICE_COST.fullmatch(str(token)) for token in one_of) if found]
        total += max((int(found[1]) for found in paid if found[1] != "X"), default=0)
        if any(found[1] == "X" for found in paid):
            facts["magic_x"] = True
        (dice if len(one_of) == 1 else parallel).extend(found[2] for found in paid if found[2] != "basic")
    facts["magic"] = total
    return facts | {
        name: tuple(sorted(set(kinds))) for name, kinds in (("dice", dice), ("parallel_dice", parallel)) if kinds
    }


def of_types(marks: tuple[str, ...]) -> dict[str, Fact]:
    """The genders, weapons and types of a Cipher unit, from the one list in which others mix them."""
    kinds = tuple(mark.title() for mark in marks)
    sorted_out: dict[str, Fact] = {
        "genders": tuple(kind for kind in kinds if kind in _GENDERS),
        "weapons": tuple(kind for kind in kinds if kind in _WEAPONS),
        "types": tuple(kind for kind in kinds if kind not in _GENDERS and kind not in _WEAPONS),
    }
    return {name: kept for name, kept in sorted_out.items() if kept}
