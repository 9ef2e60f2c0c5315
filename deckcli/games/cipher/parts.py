"""What each card of Cipher adds to what holds on the battlefield (`Standing`): changes, what it waits for, ACT skills.

Nothing here looks at the table but to see where a card lies; `standing` puts the parts together.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeAlias

from deckcli.engine.effects import Ability, mentions
from deckcli.engine.table import Derived
from deckcli.games.cipher.changes import OF_CARDS, Entry, Static, player_key
from deckcli.games.cipher.faces import SUPPORTS
from deckcli.games.cipher.faces import Unit as Face
from deckcli.games.cipher.speaking import CipherScope
from deckcli.games.cipher.table import CipherTable

NO_ENTRIES: dict[int, list[Entry]] = {}
"""What a kind has of which no change is made."""
Skill: TypeAlias = "tuple[Ability, CipherScope]"
"""A skill where it works, with who speaks."""


class Standing(Derived):
    """What follows from which cards are in play and what lasts: the changes that each unit may undergo by kind
    (`entries`, continuous ones before given ones, the oldest first), who hears which event, and each seat's ACT skills.

    It holds ids alone, and is never changed: forks share it.
    """

    __slots__ = ("acts", "base", "entries", "hears", "lent", "replaces")

    def __init__(self) -> None:
        self.base: Standing | None = None  # the same without what lasts, when there is a difference
        self.entries: dict[str, dict[int, list[Entry]]] = {}
        self.hears: dict[str, list[Skill]] = {}
        self.replaces: dict[str, list[Skill]] = {}
        self.acts: tuple[list[Skill], list[Skill]] = ([], [])
        self.lent: dict[int, tuple[Ability, ...]] = {}


class Part(NamedTuple):
    """What one card adds to a Standing: changes by kind (and whose they may be: "this" unit's alone, "my" or "enemy"
    units', "" any's, or those of a player: "me", "opponent"), what it hears and replaces, its ACT skills."""

    face: Face
    entries: tuple[tuple[str, str, Entry], ...]
    hears: tuple[tuple[str, Skill], ...]
    replaces: tuple[tuple[str, Skill], ...]
    acts: tuple[Skill, ...]


PARTS: dict[tuple[int, int, int, int, str], Part] = {}
"""Parts by face, seat, copy, unit and zone: they hold ids alone, so that every game may use them again."""
_MOST_PARTS = 20_000


def add_part(t: CipherTable, standing: Standing, seat: int, unit: int, part: Part) -> None:
    """Add what a card of a seat (and unit, NONE out of play) brings."""
    _, entries, hears, replaces, acts = part
    if entries:
        _add_entries(t, standing.entries, unit, entries)
    if hears:
        for name, skill in hears:
            standing.hears.setdefault(name, []).append(skill)
    if replaces:
        for name, skill in replaces:
            standing.replaces.setdefault(name, []).append(skill)
    if acts:
        standing.acts[seat].extend(acts)


def printed_part(face: Face, seat: int, copy: int, unit: int, zone: str) -> Part:
    """What a printed card adds where it lies."""
    key = (id(face), seat, copy, unit, zone)
    found = PARTS.get(key)
    if found is None:
        if len(PARTS) >= _MOST_PARTS:
            PARTS.clear()
        found = PARTS[key] = part_of(face, face.skills, seat, copy, unit, zone, 0)
    return found


def part_of(face: Face, skills: Sequence[Ability], seat: int, copy: int, unit: int, zone: str, first: int) -> Part:
    """What these skills of a card add, those that work in that zone; `first` is the index of the first."""
    entries: list[tuple[str, str, Entry]] = []
    hears: list[tuple[str, Skill]] = []
    replaces: list[tuple[str, Skill]] = []
    acts: list[Skill] = []
    for index, ability in enumerate(skills, first):
        if ability.zone != zone or ability.kind in SUPPORTS:
            continue
        scope = CipherScope(seat, copy, unit, index)
        if ability.rules:
            entries += _entries(ability, scope)
        elif ability.timing:
            (replaces if ability.timing == "replaces" else hears).extend(
                (name, (ability, scope)) for name in ability.hears
            )
        else:
            acts.append((ability, scope))
    return Part(face, tuple(entries), tuple(hears), tuple(replaces), tuple(acts))


def _entries(ability: Ability, scope: CipherScope) -> Iterator[tuple[str, str, Entry]]:
    """The changes that a continuous skill may make."""
    reads = _reads_attack(ability)
    for rule in ability.rules:
        made: Static = rule.made
        group = made.group
        whose = made.player if group is None else "this" if group.only == "this" else group.side
        fits = None if group is None or whose == "this" else group.fits
        for mod in made.mods:
            of = whose
            if mod.kind in OF_CARDS and group is not None:
                of, fits = _WHOSE_CARDS.get(group.side, "player"), group.fits
            entry = Entry(ability.need, rule.test, fits, mod, scope, reads or mod.kind in _OF_WORDS)
            yield mod.kind, of, entry
            if mod.kind in _OF_ANYTHING and fits is not None:
                yield mod.kind, _WHOSE_CARDS.get(whose, "player"), entry


def _reads_attack(ability: Ability) -> bool:
    """Whether the attack of units stands anywhere in a skill."""
    known = _READING.get(id(ability))
    if known is None:
        if len(_READING) >= _MOST_PARTS:
            _READING.clear()
        known = _READING[id(ability)] = (ability, mentions(ability, "value", "attack"))
    return known[1]


_READING: dict[int, tuple[Ability, bool]] = {}
"""By the identity of skills, which are kept here so that it stays theirs."""
_OF_WORDS = frozenset({"word", "name", "like"})
"""Changes of what conditions look at: one that depends on others of them counts those that entered earlier."""
_OF_ANYTHING = frozenset({"word", "skills_of", "silent"})
"""Changes of units or of cards that are not in play: they are kept for both."""
_WHOSE_CARDS = {"my": "me", "enemy": "opponent"}


def _add_entries(
    t: CipherTable,
    entries: dict[str, dict[int, list[Entry]]],
    unit: int,
    added: Sequence[tuple[str, str, Entry]],
) -> None:
    for kind, whose, entry in added:
        by_unit = entries.get(kind)
        if by_unit is None:
            by_unit = entries[kind] = {}
        if whose == "player":
            for seat in (0, 1):
                by_unit.setdefault(player_key(seat), []).append(entry)
        elif whose in ("me", "opponent"):
            seat = entry.scope.seat if whose == "me" else 1 - entry.scope.seat
            by_unit.setdefault(player_key(seat), []).append(entry)
        elif whose != "this":
            seat = entry.scope.seat if whose == "my" else 1 - entry.scope.seat
            for one in t.units.values():
                if not whose or one.seat == seat:
                    by_unit.setdefault(one.id, []).append(entry)
        elif unit in by_unit:
            by_unit[unit].append(entry)
        else:
            by_unit[unit] = [entry]
