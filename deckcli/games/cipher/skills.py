"""One skill of a card of Cipher: which it is, whether it may be used now, how often it was, and what it remembers.

The rules (`rules`, `deeds`) know nothing of how a skill is written. A face brings its skills (`face.skills`, abilities
built by `effects`); a card whose effects are not written has none, and its printed values. What holds meanwhile stands
in `standing` and is read by `values`, `naming`, `supporting` and `barred`; skills are paid by `payments`, and run by
`triggers` and `using`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from deckcli.engine.choice import Rules
from deckcli.engine.closures import Built
from deckcli.engine.effects import Ability
from deckcli.engine.vocabulary import Scope
from deckcli.games.cipher.changes import EVERY_SKILL, player_key
from deckcli.games.cipher.lending import bond_key
from deckcli.games.cipher.paying import Thing
from deckcli.games.cipher.speaking import LATER, LENT, CipherScope, Event
from deckcli.games.cipher.standing import mods_of, names_any, own_skill, standing_of
from deckcli.games.cipher.supporting import borrowed
from deckcli.games.cipher.table import NONE, CipherTable, Unit


def ability_of(t: CipherTable, copy: int, unit: int, index: int) -> Ability | None:
    """A skill by its index: a printed one, one that the unit was given, or one that it is lent."""
    if index < LENT:
        return own_skill(t, copy, unit, index)
    lent: Sequence[Ability] = standing_of(t).lent.get(unit if unit in t.units else bond_key(copy), ())
    if not lent and unit not in t.units:
        lent = borrowed(t, t.owners[copy], copy)
    place = index - LENT
    return lent[place] if place < len(lent) else None


def ability_at(t: CipherTable, copy: int, index: int) -> Ability | None:
    """The skill of a copy by its index, wherever the copy lies."""
    unit = next((one.id for one in t.units.values() if one.stack[-1] == copy), NONE)
    return ability_of(t, copy, unit, index)


def skill_label(t: CipherTable, copy: int, index: int) -> str:
    """A skill in words: the card and the skill's name."""
    face = t.cards[copy]
    ability = ability_at(t, copy, index)
    if index == LATER:
        return f"{face.name}: what was put off"
    return f"{face.name}: {ability.name if ability is not None and ability.name else f'skill {index + 1}'}"


def is_ready(t: CipherTable, ability: Ability, scope: CipherScope, event: Event | None) -> bool:
    """Whether a skill may trigger or be used: what it needs, how often it was used this turn, and whether it is lost
    or forbidden."""
    if ability.limit and is_used_up(t, ability, scope):
        return False
    if is_barred(t, ability, scope):
        return False
    if ability.need is None:
        return True
    speaks = CipherScope(scope.seat, scope.copy, scope.unit, scope.index, event) if event is not None else scope
    return bool(ability.need(t, speaks))


BARRING = ("cannot trigger", "cannot use", "lose")
"""The changes that keep a skill from being used."""


def is_barred(t: CipherTable, ability: Ability, scope: CipherScope) -> bool:
    """Whether the unit has lost a skill, or something forbids to use it."""
    entries = (t.standing or standing_of(t)).entries
    if entries.keys().isdisjoint(BARRING):
        return False
    if ability.kind != "spec" and names_any(t, "lose", scope.unit, ability.name, EVERY_SKILL):
        return True
    if ability.timing and names_any(t, "cannot trigger", scope.unit, ability.kind, ability.name):
        return True
    barred = (names_any(t, "cannot use", number, ability.name) for number in (scope.unit, player_key(scope.seat)))
    return any(barred)


def is_used_up(t: CipherTable, ability: Ability, scope: CipherScope) -> bool:
    """Whether a skill that is limited was used as often as it may be this turn."""
    unit = t.units.get(scope.unit)
    if unit is not None and not unit.used:
        return False
    if not times_used(t, scope, ability.name) or (ability.freely is not None and ability.freely(t, scope)):
        return False
    return "unlimited" not in standing_of(t).entries or not names_any(t, "unlimited", scope.unit, ability.name)


def times_used(t: CipherTable, scope: CipherScope, name: str) -> int:
    """How often the card used its skill of that name this turn: once per turn counts by unit, top card and skill."""
    unit = t.units.get(scope.unit)
    if unit is None:
        return int(t.notes.get((scope.copy, name), 0))
    return unit.used.get((scope.copy, name), 0)


def count_use(t: CipherTable, scope: CipherScope, name: str) -> None:
    """A skill was used: its limit counts that, and so does what asks for skills with its tag."""
    ability = ability_of(t, scope.copy, scope.unit, scope.index)
    if ability is not None and ability.tag:
        t.notes["tag", scope.seat, ability.tag] = t.notes.get(("tag", scope.seat, ability.tag), 0) + 1
    unit = t.units.get(scope.unit)
    if unit is None:
        t.notes[scope.copy, name] = t.notes.get((scope.copy, name), 0) + 1
    else:
        unit.used[scope.copy, name] = unit.used.get((scope.copy, name), 0) + 1


def spoken(t: CipherTable, scope: CipherScope, ability: Ability, run: Rules[None]) -> Rules[None]:
    """Run a part of the rules while a skill speaks: what happens meanwhile is caused by it."""
    before = t.speaker
    t.speaker = (scope.seat, ability.kind, ability.name, scope.copy, scope.unit)
    yield from run
    t.speaker = before


def remember(t: CipherTable, scope: CipherScope, what: str, things: Sequence[Thing]) -> None:
    """Keep until the turn ends what a skill took ("paid"), chose ("chosen") or showed ("revealed")."""
    if things:
        key = (what, scope.copy, scope.index)
        t.notes[key] = (*t.notes.get(key, ()), *(one if isinstance(one, int) else ("unit", one.id) for one in things))


def remembered(t: CipherTable, scope: CipherScope, what: str, name: str) -> tuple[Any, ...]:
    """What the skill of that name on the same card took, chose or showed this turn: copies, and units by
    ("unit", id)."""
    index = next((index for index, one in enumerate(t.cards[scope.copy].skills) if one.name == name), NONE)
    found: tuple[Any, ...] = t.notes.get((what, scope.copy, index), ())
    return found


def is_widened(t: CipherTable, scope: CipherScope, name: str) -> bool:
    """Whether a skill of the same unit has the wider choice that another one gives it."""
    return "widens" in standing_of(t).entries and names_any(t, "widens", scope.unit, name)


def is_active(t: CipherTable, scope: CipherScope, name: str) -> bool:
    """Whether a skill of the same card is in force: a continuous one that holds, or one whose gift lasts."""
    for index, ability in enumerate(t.cards[scope.copy].skills):
        if ability.name == name:
            speaks = CipherScope(scope.seat, scope.copy, scope.unit, index)
            if ability.rules and (ability.need is None or ability.need(t, speaks)):
                return True
            if any(gift[5].copy == scope.copy and gift[5].index == index for gift in t.lasting):
                return True
    return False


def is_enabled(t: CipherTable, unit: Unit, tag: str) -> bool:
    """Whether something lets a unit use skills of that tag although it does not fulfil what the tag asks."""
    if t.standing is None or "enable" not in t.standing.entries:
        return False
    return any(tag in mod.value for mod, _ in mods_of(t, "enable", unit.id))


def run_built(t: CipherTable, s: Scope, built: Built) -> Rules[Any]:
    """Run a part of an ability, whether it asks or not."""
    return (yield from built.run(t, s)) if built.asks else built.run(t, s)
