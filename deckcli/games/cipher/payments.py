"""What is paid for skills of Cipher, for criticals and for evading: cheaper, free, or otherwise than printed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from deckcli.engine.choice import Option, Rules, choose, choose_yes
from deckcli.engine.effects import Ability
from deckcli.games.cipher.changes import Mod
from deckcli.games.cipher.paying import cheaper, counted, pay, payable
from deckcli.games.cipher.skills import BARRING, ability_of, skill_label
from deckcli.games.cipher.speaking import CipherScope
from deckcli.games.cipher.standing import mods_of, names_any, standing_of
from deckcli.games.cipher.table import NONE, CipherTable, Unit

_PRICING = ("free", "cheaper", "pay skill")
ON_USING = (*BARRING, *_PRICING)
"""The changes that bear on using a skill and on its cost. Where no card makes one, nobody is asked."""


def cost_of(t: CipherTable, scope: CipherScope, ability: Ability) -> tuple[Any, ...]:
    """What a skill costs now: nothing when it is free, fewer bonds when something makes it cheaper."""
    cost = ability.cost
    entries = (t.standing or standing_of(t)).entries
    if not cost or entries.keys().isdisjoint(_PRICING):
        return cost
    if names_any(t, "free", scope.unit, ability.name):
        return ()
    for mod, speaks in mods_of(t, "cheaper", scope.unit):
        name, amount = mod.value
        if name == ability.name:
            fewer = amount if isinstance(amount, int) else int(amount.run(t, speaks))
            cost = cheaper(cost, fewer, mod.least)
    if not payable(t, scope, cost):
        cost = next((other for other, _ in _other_costs(t, scope, ability)), cost)
    return cost


def _other_costs(t: CipherTable, scope: CipherScope, ability: Ability) -> list[tuple[tuple[Any, ...], CipherScope]]:
    """What may be paid for a skill in place of its cost now, and the skills that let it."""
    if "pay skill" not in standing_of(t).entries:
        return []
    ways = ((mod.value, speaks) for mod, speaks in mods_of(t, "pay skill", scope.unit))
    return [(cost, speaks) for (name, cost), speaks in ways if name == ability.name and payable(t, scope, cost)]


def chosen_cost(t: CipherTable, scope: CipherScope, ability: Ability) -> Rules[tuple[Any, ...]]:
    """What is paid for a skill that is used: where it can be paid in several ways, its player says in which."""
    cost = cost_of(t, scope, ability)
    others = [other for other, _ in _other_costs(t, scope, ability)]
    if not others or cost in others:
        return cost
    options: list[Option] = [("as_printed",), *(("otherwise", number) for number in range(len(others)))]
    answer = yield from choose(scope.seat, "pay_skill", options, (scope.copy, scope.index))
    return cost if len(answer) == 1 else others[int(answer[1])]


def other_cost_label(t: CipherTable, copy: int, index: int, number: int) -> str:
    """The skill that lets another one be paid so, in words."""
    unit = next((one.id for one in t.units.values() if one.stack[-1] == copy), NONE)
    scope = CipherScope(t.owners[copy], copy, unit, index)
    ability = ability_of(t, copy, unit, index)
    ways = _other_costs(t, scope, ability) if ability is not None else []
    return skill_label(t, ways[number][1].copy, ways[number][1].index) if number < len(ways) else ""


def offered(t: CipherTable, scope: CipherScope, cost: tuple[Any, ...]) -> Rules[bool]:
    """Whether a cost that may be declined is paid; it is offered only when all of it can be."""
    cost = counted(t, scope, cost)
    if not payable(t, scope, cost) or not (yield from choose_yes(scope.seat, "use", (scope.copy, scope.index))):
        return False
    scope.paid = yield from pay(t, scope, cost)
    return True


def payments_for(t: CipherTable, unit: Unit, what: str) -> list[int]:
    """The numbers of the other ways in which a unit can pay for a critical or for evading now."""
    ways = _other_ways(t, unit, what)
    return [number for number, (mod, scope) in enumerate(ways) if payable(t, scope, mod.value)]


def _other_ways(t: CipherTable, unit: Unit, what: str) -> list[tuple[Mod, CipherScope]]:
    """What lets a unit pay otherwise: skills in play, then those of cards in its player's hand, one of each card."""
    kind = f"pay {what}"
    ways = list(mods_of(t, kind, unit.id)) if kind in (t.standing or standing_of(t)).entries else []
    if kind not in t.flags["said"]:
        return ways
    seen: set[int] = set()
    for copy in t.seats[unit.seat].hand:
        face = t.cards[copy]
        if "hand" in face.zones and id(face) not in seen:
            seen.add(id(face))
            ways += _from_hand(t, unit, copy, kind)
    return ways


def _from_hand(t: CipherTable, unit: Unit, copy: int, kind: str) -> Iterator[tuple[Mod, CipherScope]]:
    """What a card in hand gives a unit of its player in that way."""
    for index, ability in enumerate(t.cards[copy].skills):
        if ability.zone == "hand" and ability.rules:
            scope = CipherScope(unit.seat, copy, NONE, index)
            for rule in ability.rules:
                group = rule.made.group
                if (
                    group is not None
                    and (ability.need is None or ability.need(t, scope))
                    and (rule.test is None or rule.test(t, scope))
                    and group.fits(t, scope, unit)
                ):
                    yield from ((mod, scope) for mod in rule.made.mods if mod.kind == kind)


def pay_instead(t: CipherTable, unit: Unit, what: str, number: int) -> Rules[None]:
    """Pay for a critical or for evading in one of those other ways."""
    mod, scope = _other_ways(t, unit, what)[number]
    yield from pay(t, scope, mod.value)


def payment_label(t: CipherTable, unit: Unit, what: str, number: int) -> str:
    """The skill that lets a unit pay so, in words."""
    _, scope = _other_ways(t, unit, what)[number]
    return skill_label(t, scope.copy, scope.index)
