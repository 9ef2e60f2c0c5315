"""The numbers of Cipher's units and cards as skills change them: attack, range, costs, orbs, criticals and evading."""

from __future__ import annotations

from deckcli.games.cipher.faces import Unit as Face
from deckcli.games.cipher.naming import taken_over
from deckcli.games.cipher.parts import NO_ENTRIES
from deckcli.games.cipher.standing import card_value, mods_of, number_of, own_mods, standing_of
from deckcli.games.cipher.table import CipherTable, Unit


def _changed_value(t: CipherTable, unit: Unit, kind: str, set_kind: str, value: int) -> int:
    """Set values first, the newest of them wins; then all additions."""
    entries = (t.standing or standing_of(t)).entries
    if set_kind in entries:
        for mod, scope in mods_of(t, set_kind, unit.id):
            value = number_of(t, mod, scope)
    if kind in entries and unit.id in entries[kind]:
        for mod, scope in mods_of(t, kind, unit.id):
            value += number_of(t, mod, scope)
    return value


def attack_of(t: CipherTable, unit: Unit) -> int:
    """The attack of a unit now, never below 0."""
    return max(0, _changed_value(t, unit, "attack", "attack_is", t.cards[unit.stack[-1]].attack or 0))


def ranges_of(t: CipherTable, unit: Unit) -> tuple[int, ...]:
    """The distances at which a unit may attack; empty when at none."""
    ranges = t.cards[unit.stack[-1]].ranges
    if unit.id in standing_of(t).entries.get("range", NO_ENTRIES):
        added = [distance for mod, _ in mods_of(t, "range", unit.id) for distance in mod.value]
        ranges = tuple(sorted({*ranges, *added}))
    ranges = (*ranges, *taken_over(t, unit, "ranges"))
    if unit.id in standing_of(t).entries.get("lose_range", NO_ENTRIES):
        lost = {number_of(t, mod, scope) for mod, scope in mods_of(t, "lose_range", unit.id)}
        ranges = tuple(distance for distance in ranges if distance not in lost)
    return ranges


def deploy_cost(t: CipherTable, seat: int, copy: int) -> int:
    """What deploying the card, wherever it lies, costs that seat now."""
    cost = t.cards[copy].deploy_cost
    if cost is None:
        cost = _own_number(t, seat, copy, "cost_is")
    entries = (t.standing or standing_of(t)).entries
    if "cost" in entries or "cost_is" in entries:
        cost = card_value(t, seat, copy, "cost", cost)
    if "hand" in t.cards[copy].zones and copy in t.seats[seat].hand:
        cost = _own_value(t, seat, copy, "cost", cost)
    return max(0, cost)


def _own_value(t: CipherTable, seat: int, copy: int, kind: str, value: int) -> int:
    """A number of a card in hand as the card itself changes it there: what sets it, then what is added."""
    own = list(own_mods(t, seat, copy, "hand"))
    for mod, scope in own:
        if mod.kind == kind + "_is":
            value = number_of(t, mod, scope)
    for mod, scope in own:
        if mod.kind == kind:
            value = max(min(value, mod.least), value + number_of(t, mod, scope))
    return value


def _own_number(t: CipherTable, seat: int, copy: int, kind: str) -> int:
    """What a card says itself that a number of it is, wherever it lies; 0 when it says nothing."""
    own = own_mods(t, seat, copy, "any") if "any" in t.cards[copy].zones else ()
    return next((number_of(t, mod, scope) for mod, scope in own if mod.kind == kind), 0)


def level_up_cost(t: CipherTable, seat: int, copy: int) -> int:
    """What leveling up with a card without a class change cost costs that seat now: its deployment cost, and what the
    card says itself."""
    cost = deploy_cost(t, seat, copy)
    return max(0, cost + _own_number(t, seat, copy, "level_cost")) if t.cards[copy].zones else cost


def class_change_cost(t: CipherTable, seat: int, copy: int) -> int | None:
    """What a class change with the card costs that seat now; None for a card that makes none."""
    face: Face = t.cards[copy]
    if not face.class_changes:
        return None
    cost = face.class_change_cost
    if cost is None:
        cost = _own_number(t, seat, copy, "cc_cost_is")
    entries = (t.standing or standing_of(t)).entries
    if "cc_cost" in entries or "cc_cost_is" in entries:
        cost = card_value(t, seat, copy, "cc_cost", cost)
    if "hand" in face.zones:
        cost = _own_value(t, seat, copy, "cc_cost", cost)
    return max(0, cost)


def critical_factor(t: CipherTable, unit: Unit) -> int:
    """By how much a critical of the unit multiplies its attack."""
    return _changed_value(t, unit, "critical", "critical_is", 2)


def evade_cost(t: CipherTable, unit: Unit) -> int:
    """How many cards of its name must be discarded to evade an attack of the unit."""
    return _changed_value(t, unit, "evade", "evade_needs", 1)


def orbs_taken(t: CipherTable, unit: Unit) -> int:
    """How many orbs the unit's attack destroys."""
    return max(0, _changed_value(t, unit, "orbs", "orbs_is", 1))
