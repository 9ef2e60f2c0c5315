"""The skills of Cipher that are used when a player or a battle gets to them: ACT skills and support skills."""

from __future__ import annotations

from collections.abc import Sequence

from deckcli.engine.choice import Option, Rules
from deckcli.engine.effects import Ability
from deckcli.games.cipher import skills, triggers
from deckcli.games.cipher.parts import NO_ENTRIES
from deckcli.games.cipher.paying import pay, payable
from deckcli.games.cipher.payments import ON_USING, chosen_cost, cost_of, offered
from deckcli.games.cipher.speaking import LENT, CipherScope
from deckcli.games.cipher.standing import card_mods, mods_of, standing_of
from deckcli.games.cipher.supporting import borrowed
from deckcli.games.cipher.table import NONE, CipherTable, Unit


def usable(t: CipherTable, seat: int) -> list[Option]:
    """("skill", copy, index) for every ACT skill that the seat may use now: in play, among its bonds, or where else it
    works."""
    found: list[Option] = []
    standing, units = t.standing or standing_of(t), t.units
    plain = standing.entries.keys().isdisjoint(ON_USING)
    for ability, scope in standing.acts[seat]:
        # What costs least to ask comes first: most skills cannot be paid, or are used up.
        if (
            not (
                ability.limit
                and ((unit := units.get(scope.unit)) is None or unit.used)
                and skills.is_used_up(t, ability, scope)
            )
            and payable(t, scope, ability.cost if plain else cost_of(t, scope, ability))
            and (ability.need is None or ability.need(t, scope))
            and (plain or not skills.is_barred(t, ability, scope))
        ):
            found.append(("skill", scope.copy, scope.index))
    for zone in t.flags.get("acts", ()):
        seen: set[int] = set()
        for copy in getattr(t.seats[seat], zone):
            face = t.cards[copy]
            if zone in face.zones and id(face) not in seen:
                seen.add(id(face))
                found += _usable_from(t, seat, copy, face.skills, zone)
    return found


def _usable_from(t: CipherTable, seat: int, copy: int, printed: Sequence[Ability], zone: str) -> list[Option]:
    found: list[Option] = []
    for index, ability in enumerate(printed):
        if ability.zone == zone and not ability.timing and not ability.rules:
            scope = CipherScope(seat, copy, NONE, index)
            if skills.is_ready(t, ability, scope, None) and payable(t, scope, ability.cost):
                found.append(("skill", copy, index))
    return found


def use(t: CipherTable, seat: int, copy: int, index: int) -> Rules[None]:
    """Use an ACT skill: pay, then do."""
    unit = next((one.id for one in t.units.values() if one.stack[-1] == copy), NONE)
    ability = skills.ability_of(t, copy, unit, index)
    if ability is None or ability.do is None:
        return
    yield from skills.spoken(t, (scope := CipherScope(seat, copy, unit, index)), ability, _used(t, scope, ability))


def _used(t: CipherTable, scope: CipherScope, ability: Ability) -> Rules[None]:
    assert ability.do is not None
    scope.paid = yield from pay(t, scope, (yield from chosen_cost(t, scope, ability)))
    skills.remember(t, scope, "paid", scope.paid)
    skills.count_use(t, scope, ability.name)
    yield from ability.do(t, scope)
    triggers.tell_use(t, scope, ability)


def support_skills(t: CipherTable, unit: Unit, attacking: bool) -> list[int]:
    """The indexes of the support skills of the card that supports a unit which act on that side of a battle, but for
    those that such a card has lost."""
    copy = t.seats[unit.seat].support
    if copy == NONE:
        return []
    side = "atk" if attacking else "def"
    found = [index for index, skill in enumerate(t.cards[copy].skills) if skill.kind in ("both", side)]
    taken = borrowed(t, unit.seat, copy)
    found += [LENT + place for place, skill in enumerate(taken) if skill.kind in ("both", side)]
    if unit.id not in standing_of(t).entries.get("support_loses", NO_ENTRIES):
        return found
    lost = {mod.value for mod, _ in mods_of(t, "support_loses", unit.id)}
    return [
        index for index in found if (one := skills.ability_of(t, copy, NONE, index)) is None or one.name not in lost
    ]


def use_support(t: CipherTable, seat: int, index: int) -> Rules[None]:
    """Resolve one support skill of the seat's support card."""
    copy = t.seats[seat].support
    ability = skills.ability_of(t, copy, NONE, index)
    scope = CipherScope(seat, copy, NONE, index)
    if ability is None or ability.do is None or (ability.need is not None and not ability.need(t, scope)):
        return
    yield from skills.spoken(t, scope, ability, _supporting(t, scope, ability))


def _supporting(t: CipherTable, scope: CipherScope, ability: Ability) -> Rules[None]:
    assert ability.do is not None
    if ability.cost and not (yield from offered(t, scope, ability.cost)):
        return
    yield from ability.do(t, scope)
    if "twice" in standing_of(t).entries and any(True for _ in card_mods(t, "twice", scope.seat, scope.copy)):
        yield from ability.do(t, scope)
    triggers.tell_use(t, scope, ability)
