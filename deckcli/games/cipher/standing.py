"""What holds now in Cipher: the changes that continuous skills and lasting effects make, and who hears what happens.

What continuous skills change is asked when it is read, and never stored. Which of them could matter is kept in a
`Standing`: made anew when a card enters or leaves play, a stack changes, or something is given or ends (`changed`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from deckcli.engine.closures import Built
from deckcli.engine.effects import Ability
from deckcli.games.cipher.changes import EVERY_SKILL, Entry, Gift, Mod, player_key
from deckcli.games.cipher.lending import LENDING, lend
from deckcli.games.cipher.parts import NO_ENTRIES, PARTS, Part, Standing, add_part, part_of, printed_part
from deckcli.games.cipher.speaking import GRANTED, LENT, CipherScope
from deckcli.games.cipher.table import NONE, CipherTable, Unit


def standing_of(t: CipherTable) -> Standing:
    """What follows from the cards in play, made when it is first asked for after a change."""
    found: Standing | None = t.standing
    if found is None:
        found = t.standing = _stand(t)
    return found


def changed(t: CipherTable) -> None:
    """`deeds` calls this whenever a card enters or leaves the battlefield, or the top card of a stack changes: what was
    derived from the cards in play is then made anew when it is next asked for."""
    t.standing = None


def bonds_changed(t: CipherTable, copies: Collection[int]) -> None:
    """The same for cards that enter or leave the face-up bonds: it matters only where one of them works from there, or
    where skills are lent."""
    standing: Standing | None = t.standing
    if standing is not None and (
        any("bond" in t.cards[copy].zones for copy in copies) or not standing.entries.keys().isdisjoint(LENDING)
    ):
        t.standing = None


def _stand(t: CipherTable) -> Standing:
    if t.events is None:
        t.events = _all_events(t)
        t.flags.update(_elsewhere(t))
        t.flags["said"] = frozenset().union(*[face.says for face in t.cards])
    standing = Standing()
    for seat, unit, part in _parts(t):
        add_part(t, standing, seat, unit, part)
    if not standing.entries.keys().isdisjoint(LENDING):
        t.standing = standing  # whom something is lent to is asked of what is there already
        lend(t, standing)
    if (t.lasting or "lose" in standing.entries) and (lost := _lost_names(t, standing)):
        _mind_losses(t, standing, lost)
    return _with_lasting(t, standing) if t.lasting else standing


ELSEWHERE = ("hand", "retreat", "boundless")
"""Where skills can work besides the battlefield and the bonds; they are looked for when something happens."""


def _elsewhere(t: CipherTable) -> Mapping[Any, Any]:
    """What the cards of this game bring that works elsewhere than on the battlefield: "bond skills", "boundless rules",
    "acts" (the zones of skills to be used there), "hears" and "replaces" (by event, the zones in which one waits for it
    or replaces it)."""
    found: dict[Any, Any] = {}
    acts: set[str] = set()
    hears: dict[str, set[str]] = {}
    replaces: dict[str, set[str]] = {}
    away = [face for face in {id(face): face for face in t.cards}.values() if face.zones]
    for ability in (one for face in away for one in face.skills if one.zone):
        if ability.zone == "bond":
            found["bond skills"] = True
        elif ability.zone == "boundless" and ability.rules:
            found["boundless rules"] = True
        elif ability.zone in (*ELSEWHERE, "any", "support") and ability.timing and not ability.rules:
            for name in ability.hears:
                told = replaces if ability.timing == "replaces" else hears
                told.setdefault(name, set()).update(ELSEWHERE if ability.zone == "any" else (ability.zone,))
        elif ability.zone in ELSEWHERE and not ability.rules:
            acts.add(ability.zone)
    if acts:
        found["acts"] = tuple(zone for zone in ELSEWHERE if zone in acts)
    if hears:
        found["hears"] = {name: tuple(sorted(zones)) for name, zones in hears.items()}
    if replaces:
        found["replaces"] = {name: tuple(sorted(zones)) for name, zones in replaces.items()}
    return found


def _all_events(t: CipherTable) -> frozenset[str]:
    """The names of all events that some card of this game could ever wait for."""
    return frozenset().union(*[face.hears for face in t.cards])


def _parts(t: CipherTable) -> list[tuple[int, int, Part]]:
    """What every card in play adds, with its seat and unit."""
    cards, found = t.cards, []
    grants = t.lasting and any(mod.kind == "skill" for gift in t.lasting for mod in gift[4])
    for unit in t.units.values():
        copy = unit.stack[-1]
        face = cards[copy]
        seat, number = unit.seat, unit.id
        if face.plays and not unit.face_down:
            part = PARTS.get((id(face), seat, copy, number, "")) or printed_part(face, seat, copy, number, "")
            found.append((seat, number, part))
        if grants and (granted := granted_skills(t, unit)):
            found.append((seat, number, part_of(face, granted, seat, copy, number, "", GRANTED)))
    if t.flags.get("bond skills"):
        for seat, own in enumerate(t.seats):
            found += [
                (seat, NONE, printed_part(cards[copy], seat, copy, NONE, "bond"))
                for copy in own.bonds
                if "bond" in cards[copy].zones
            ]
    if t.flags.get("boundless rules"):
        found += [
            (seat, NONE, printed_part(cards[copy], seat, copy, NONE, "boundless"))
            for seat, own in enumerate(t.seats)
            for copy in own.boundless
            if "boundless" in cards[copy].zones
        ]
    return found


def granted_skills(t: CipherTable, unit: Unit) -> tuple[Ability, ...]:
    """The skills that a unit was given, in the order in which it was."""
    key = (unit.id, unit.grade)
    return tuple(mod.value for gift in t.lasting if key in gift[2] for mod in gift[4] if mod.kind == "skill")


def given_skills(t: CipherTable, unit: Unit) -> tuple[Ability, ...]:
    """The skills that a unit has besides those printed on its top card."""
    lent = (t.standing or standing_of(t)).lent.get(unit.id, ())
    return (*granted_skills(t, unit), *lent) if t.lasting else lent


def own_skill(t: CipherTable, copy: int, unit: int, index: int) -> Ability | None:
    """A printed skill of a copy by its index, or one that its unit was given."""
    if index < GRANTED:
        found, place = t.cards[copy].skills, index
    else:
        holder = t.units.get(unit)
        found, place = granted_skills(t, holder) if holder is not None else (), index - GRANTED
    return found[place] if 0 <= place < len(found) else None


def _lost_names(t: CipherTable, standing: Standing) -> set[str]:
    """The names of the skills that some unit may have lost, by a continuous skill or for as long as something lasts."""
    lost = {entry.mod.value for found in standing.entries.get("lose", NO_ENTRIES).values() for entry in found}
    if t.lasting:
        lost.update(mod.value for gift in t.lasting for mod in gift[4] if mod.kind == "lose")
    return lost


def _mind_losses(t: CipherTable, standing: Standing, lost: Collection[str]) -> None:
    """Make continuous skills that some unit may lose by name ask whether their own unit has lost them."""
    for kind, by_unit in standing.entries.items():
        # What takes skills away is not itself taken away by that.
        for unit, found in by_unit.items() if kind != "lose" else ():
            by_unit[unit] = [_unless_lost(t, standing, entry, lost) for entry in found]


def _unless_lost(t: CipherTable, standing: Standing, entry: Entry, lost: Collection[str]) -> Entry:
    number, index = entry.scope.unit, entry.scope.index
    # The standing is being made: what it lends is asked of itself.
    lent = standing.lent.get(number, ()) if index >= LENT else ()
    ability = lent[index - LENT] if lent else own_skill(t, entry.scope.copy, number, index) if index < LENT else None
    if ability is None or ability.kind == "spec" or (ability.name not in lost and EVERY_SKILL not in lost):
        return entry
    name, need = ability.name, entry.need

    def has(t: CipherTable, s: CipherScope) -> bool:
        if any(mod.value in (name, EVERY_SKILL) for mod, _ in mods_of(t, "lose", s.unit)):
            return False
        return need is None or bool(need(t, s))

    return entry._replace(need=has)


def _with_lasting(t: CipherTable, base: Standing) -> Standing:
    """The same with what was given and still lasts, the oldest first; what does not change is shared."""
    standing = Standing()
    standing.base, standing.hears, standing.replaces, standing.acts = base, base.hears, base.replaces, base.acts
    standing.lent = base.lent
    standing.entries = base.entries.copy()
    own: set[str] = set()
    for _, _, units, seat, mods, scope, when in t.lasting:
        for mod in mods:
            if mod.kind not in own:
                own.add(mod.kind)
                standing.entries[mod.kind] = standing.entries.get(mod.kind, NO_ENTRIES).copy()
            by_unit = standing.entries[mod.kind]
            if not units and seat != NONE:
                key = player_key(seat)
                by_unit[key] = [*by_unit.get(key, ()), Entry(when, None, None, mod, scope)]
            for number, grade in units:
                unit = t.units.get(number)
                if unit is not None and unit.grade == grade:
                    by_unit[number] = [*by_unit.get(number, ()), Entry(when, None, None, mod, scope)]
    return standing


def lasting_changed(t: CipherTable, gifts: Sequence[tuple[Any, ...]]) -> None:
    """These gifts came or ended: only what lasts is made anew, unless skills were among them."""
    standing: Standing | None = t.standing
    if standing is None or any(mod.kind in ("skill", "lose") for gift in gifts for mod in gift[4]):
        t.standing = None
        return
    base = standing.base or standing
    t.standing = _with_lasting(t, base) if t.lasting else base


def give(t: CipherTable, gift: Gift) -> None:
    """Something lasts from now on."""
    t.lasting.append(gift)
    lasting_changed(t, (gift,))


def expire(t: CipherTable, moment: str) -> None:
    """End what lasts until a moment: "combat", "turn" (of the active seat), "leaves" is by the unit itself."""
    if t.lasting:
        kept = [gift for gift in t.lasting if not _over(t, gift[0], gift[1], moment)]
        if len(kept) < len(t.lasting):
            ended = [gift for gift in t.lasting if _over(t, gift[0], gift[1], moment)]
            t.lasting = kept
            lasting_changed(t, ended)
    if moment == "turn" and t.delayed:
        t.delayed = [one for one in t.delayed if one[0] != "turn_ends"]


def _over(t: CipherTable, until: str, ends: int, moment: str) -> bool:
    return until == "combat" or (moment == until == "turn" and ends <= t.turn)


def mods_of(t: CipherTable, kind: str, unit: int) -> Iterator[tuple[Mod, CipherScope]]:
    """What changes a unit in that way now."""
    standing = t.standing or standing_of(t)
    for entry in standing.entries.get(kind, NO_ENTRIES).get(unit, ()):
        need, test, fits, mod, scope, reads = entry
        if reads:
            fixed = read_in_turn(t, entry, t.units.get(unit))
            if fixed is not None:
                yield fixed, scope
        elif (
            (need is None or need(t, scope))
            and (test is None or test(t, scope))
            and (fits is None or fits(t, scope, t.units[unit]))
        ):
            yield mod, scope


def read_in_turn(t: CipherTable, entry: Entry, thing: Unit | int | None) -> Mod | None:
    """The change of an entry that reads the attack of units, when it holds: one pass in the order of entering, so that
    while it is read only such entries count as entered before it."""
    need, test, fits, mod, scope, _ = entry
    turn = (scope.unit, scope.index)
    limit: tuple[int, int] | None = t.flags.get("reading")
    if limit is not None and turn >= limit:
        return None
    t.flags["reading"] = turn
    try:
        if need is not None and not need(t, scope):
            return None
        if (test is not None and not test(t, scope)) or (fits is not None and not fits(t, scope, thing)):
            return None
        return mod if not isinstance(mod.value, Built) else mod._replace(value=number_of(t, mod, scope))
    finally:
        if limit is None:
            del t.flags["reading"]
        else:
            t.flags["reading"] = limit


def number_of(t: CipherTable, mod: Mod, scope: CipherScope) -> int:
    """By how much a change changes a number, or to what it sets it."""
    value = mod.value
    return value if type(value) is int else int(value.run(t, scope))


def card_mods(t: CipherTable, kind: str, seat: int, copy: int) -> Iterator[tuple[Mod, CipherScope]]:
    """What changes a card of a seat that is not in play in that way now."""
    by_unit = (t.standing or standing_of(t)).entries.get(kind)
    for need, test, fits, mod, scope, _ in by_unit.get(player_key(seat), ()) if by_unit else ():
        if (
            (need is None or need(t, scope))
            and (test is None or test(t, scope))
            and (fits is None or fits(t, scope, copy))
        ):
            yield mod, scope


def card_value(t: CipherTable, seat: int, copy: int, kind: str, value: int) -> int:
    """A number of a card that is not in play: what sets it, then what is added, never below what an addition says."""
    for mod, scope in card_mods(t, kind + "_is", seat, copy):
        value = number_of(t, mod, scope)
    for mod, scope in card_mods(t, kind, seat, copy):
        value = max(min(value, mod.least), value + number_of(t, mod, scope))
    return value


def own_mods(t: CipherTable, seat: int, copy: int, zone: str) -> Iterator[tuple[Mod, CipherScope]]:
    """What a card says of itself while it lies there ("any": wherever it lies)."""
    for index, ability in enumerate(t.cards[copy].skills):
        if ability.zone == zone and ability.rules:
            scope = CipherScope(seat, copy, NONE, index)
            for rule in ability.rules:
                if (ability.need is None or ability.need(t, scope)) and (rule.test is None or rule.test(t, scope)):
                    for mod in rule.made.mods:
                        yield mod, scope


def names_any(t: CipherTable, kind: str, unit: int, *words: str) -> bool:
    """Whether one of the changes of a unit of that kind names one of these."""
    return any(mod.value in words for mod, _ in mods_of(t, kind, unit))
