"""What units and cards of Cipher are called and count as: names, their words, as skills change them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from deckcli.games.cipher.changes import player_key
from deckcli.games.cipher.faces import Unit as Face
from deckcli.games.cipher.parts import NO_ENTRIES
from deckcli.games.cipher.standing import mods_of, own_mods, read_in_turn, standing_of
from deckcli.games.cipher.table import CipherTable, Unit

_NO_WORDS: frozenset[str] = frozenset()


def lost_words(t: CipherTable, unit: Unit) -> frozenset[str]:
    """The aspects (symbols, weapons, types, genders) of which a unit has lost all that is printed on it."""
    if unit.id not in standing_of(t).entries.get("lose_words", NO_ENTRIES):
        return _NO_WORDS
    return frozenset(mod.value for mod, _ in mods_of(t, "lose_words", unit.id))


def words_of(t: CipherTable, unit: Unit) -> frozenset[str]:
    """Card words (symbols, weapons, types, genders) that a unit has besides those printed on it."""
    entries = standing_of(t).entries
    words = _NO_WORDS
    if unit.id in entries.get("word", NO_ENTRIES):
        words = frozenset(mod.value for mod, _ in mods_of(t, "word", unit.id))
    if "like" in entries:
        words = words.union(*(taken_over(t, unit, where) for where in ("symbols", "weapons", "types")))
    return words


def words_of_card(t: CipherTable, copy: int) -> frozenset[str]:
    """Card words that a card which is not in play has besides those printed on it."""
    by_unit = standing_of(t).entries.get("word")
    if by_unit is None:
        return _NO_WORDS
    found = (read_in_turn(t, entry, copy) for entry in by_unit.get(player_key(t.owners[copy]), ()))
    return frozenset(mod.value for mod in found if mod is not None)


def bond_symbols(t: CipherTable, seat: int) -> set[str]:
    """The symbols that a seat's face-up bonds show, those that they were given included."""
    bonds, cards = t.seats[seat].bonds, t.cards
    shown: set[str] = {symbol for copy in bonds for symbol in cards[copy].symbols}
    if "word" in standing_of(t).entries:
        shown.update(*(words_of_card(t, copy) for copy in bonds))
    return shown


def taken_over(t: CipherTable, unit: Unit, where: str) -> Sequence[Any]:
    """The printed values that a unit has taken over from others: symbols, weapons, types or ranges."""
    if unit.id not in standing_of(t).entries.get("like", NO_ENTRIES):
        return ()
    return [
        value
        for mod, scope in mods_of(t, "like", unit.id)
        if where in mod.value[1]
        for thing in mod.value[0].all(t, scope)
        for value in getattr(t.cards[thing if isinstance(thing, int) else thing.stack[-1]], where)
    ]


def names_of(t: CipherTable, unit: Unit) -> tuple[str, ...]:
    """The unit names that a unit goes by: those of its top card, and those it was given."""
    names: tuple[str, ...] = t.cards[unit.stack[-1]].names
    entries = (t.standing or standing_of(t)).entries
    if "name" in entries and unit.id in entries["name"]:
        return (*names, *(mod.value for mod, _ in mods_of(t, "name", unit.id)))
    return names


def names_of_card(t: CipherTable, copy: int) -> tuple[str, ...]:
    """The unit names of a card that is not in play, those that it gives itself in hand or as a bond included."""
    face: Face = t.cards[copy]
    if not face.zones or face.zones.isdisjoint(("hand", "bond")):
        return face.names
    seat = t.owners[copy]
    own = t.seats[seat]
    zone = "hand" if copy in own.hand else "bond" if copy in own.bonds else ""
    return (*face.names, *_own_names(t, seat, copy, zone)) if zone in face.zones else face.names


def _own_names(t: CipherTable, seat: int, copy: int, zone: str) -> Iterator[str]:
    for mod, scope in own_mods(t, seat, copy, zone):
        if mod.kind == "name":
            yield mod.value
        elif mod.kind == "names_like":
            for thing in mod.value.all(t, scope):
                yield from t.cards[thing].names if isinstance(thing, int) else names_of(t, thing)
