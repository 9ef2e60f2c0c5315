"""What the rules ask of the cards: values as skills change them, what is forbidden, and the skills that act.

The rules (`rules`, `deeds`) call these functions and know nothing of how a skill is written. A face brings its skills
(`face.skills`, abilities built by `effects`); a card whose effects are not written has none, and its printed values.

What continuous skills change is asked when it is read, and never stored. Which of them could matter is kept in a
`Standing`: made anew when a card enters or leaves play, a stack changes, or something is given or ends (`changed`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias

from deckcli.engine.choice import Rules, choose_yes
from deckcli.engine.closures import Built, Group
from deckcli.engine.effects import Ability, mentions
from deckcli.engine.table import Derived
from deckcli.engine.vocabulary import Did, Scope
from deckcli.games.cipher.faces import Unit as Face
from deckcli.games.cipher.paying import pay, payable
from deckcli.games.cipher.table import NONE, CipherTable, Unit

SUPPORTS = ("both", "atk", "def")
"""Kinds of support skills: for either side, the attacker's, the defender's."""
GRANTED = 100
"""From this index on, a skill of a unit is one that it was given."""
LATER = -1
"""The index of a deed that was put off."""


@dataclass(slots=True)
class Event:
    """Something that happened: a word of the game (`destroyed`, `deployed` ...), whom it is about (`unit` in play, or
    the copy `card`), the other unit of it, whose it is, and what caused it ("attack", "skill", "cost", "rule" ...)."""

    name: str
    seat: int
    unit: int = -1
    card: int = -1
    other: int = -1
    cause: str = "rule"
    by: int = -1
    places: tuple[str, str] = ("", "")


@dataclass(slots=True)
class Postponed(Event):
    """The moment at which a deed that was put off is done: what to run, and the copies that names were given to."""

    run: Built | None = None
    names: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Waiting:
    """A triggered skill that waits to be resolved: whose, of which copy (and unit, -1 when it is not in play), which of
    its skills, and the event that woke it."""

    seat: int
    copy: int
    unit: int
    index: int
    event: Event = field(hash=False, compare=False)


class CipherScope(Scope):
    """Who speaks while a skill runs: whose it is, on which copy (and unit, NONE out of play), which of its skills, what
    woke it, and what its cost took."""

    __slots__ = ("copy", "event", "index", "paid", "seat", "unit")

    def __init__(self, seat: int, copy: int, unit: int, index: int = 0, event: Event | None = None) -> None:
        super().__init__()
        self.seat = seat
        self.copy = copy
        self.unit = unit
        self.index = index
        self.event = event
        self.paid: tuple[Any, ...] = ()


class Mod(NamedTuple):
    """One change of a unit or card: `kind` says of what, `value` to or by how much (a Built is run when it is read),
    `fits` limits whom an act is forbidden or allowed against."""

    kind: str
    value: Any = 0
    fits: Callable[..., bool] | None = None


class Static(NamedTuple):
    """A line of a continuous skill: which units get which changes, or which player ("me", "opponent")."""

    group: Group | None
    mods: tuple[Mod, ...]
    player: str = ""


class Entry(NamedTuple):
    """A change that a continuous skill may make: while both tests hold, to units that fit (None: to its own unit)."""

    need: Callable[..., Any] | None
    test: Callable[..., Any] | None
    fits: Callable[..., bool] | None
    mod: Mod
    scope: CipherScope
    reads: bool = False
    """Whether it depends on the attack of units, and so on others like it: those that entered earlier count."""


Skill: TypeAlias = "tuple[Ability, CipherScope]"
"""A skill where it works, with who speaks."""


class Gift(NamedTuple):
    """A change that lasts: until when ("combat", "game", or "turn" with the number of the turn at whose end it is
    over), on which units (id and grade) or whose player (`seat`, when there are no units), and its values."""

    until: str
    ends: int
    units: frozenset[tuple[int, int]]
    seat: int
    mods: tuple[Mod, ...]
    scope: CipherScope
    when: Callable[..., Any] | None = None


class Standing(Derived):
    """What follows from which cards are in play and what lasts: the changes that each unit may undergo by kind
    (`entries`, continuous ones before given ones, the oldest first), who hears which event, and each seat's ACT skills.

    It holds ids alone, and is never changed: forks share it.
    """

    __slots__ = ("acts", "base", "entries", "hears", "replaces")

    def __init__(self) -> None:
        self.base: Standing | None = None  # the same without what lasts, when there is a difference
        self.entries: dict[str, dict[int, list[Entry]]] = {}
        self.hears: dict[str, list[Skill]] = {}
        self.replaces: dict[str, list[Skill]] = {}
        self.acts: tuple[list[Skill], list[Skill]] = ([], [])


_NO_ENTRIES: dict[int, list[Entry]] = {}
_NO_WORDS: frozenset[str] = frozenset()


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


def bonds_changed(t: CipherTable) -> None:
    """The same for a card that enters or leaves the face-up bonds: it matters only where a card works from there."""
    if t.flags.get("bond skills"):
        t.standing = None


class Part(NamedTuple):
    """What one card adds to a Standing: changes by kind (and whose they may be: "this" unit's alone, "my" or "enemy"
    units', "" any's, or those of a player: "me", "opponent"), what it hears and replaces, its ACT skills."""

    face: Face
    entries: tuple[tuple[str, str, Entry], ...]
    hears: tuple[tuple[str, Skill], ...]
    replaces: tuple[tuple[str, Skill], ...]
    acts: tuple[Skill, ...]


_PARTS: dict[tuple[int, int, int, int, str], Part] = {}
"""Parts by face, seat, copy, unit and zone: they hold ids alone, so that every game may use them again."""
_MOST_PARTS = 20_000


def _stand(t: CipherTable) -> Standing:
    if t.events is None:
        t.events = _all_events(t)
        zones = {one.zone for face in t.cards for one in face.skills}
        t.flags["bond skills"], t.flags["hand skills"] = "bond" in zones, "hand" in zones
    standing = Standing()
    for seat, unit, (_, entries, hears, replaces, acts) in _parts(t):
        if entries:
            _add_entries(t, standing.entries, unit, entries)
        for name, skill in hears:
            standing.hears.setdefault(name, []).append(skill)
        for name, skill in replaces:
            standing.replaces.setdefault(name, []).append(skill)
        if acts:
            standing.acts[seat].extend(acts)
    if "lose" in standing.entries:
        _mind_losses(t, standing)
    return _with_lasting(t, standing) if t.lasting else standing


def _mind_losses(t: CipherTable, standing: Standing) -> None:
    """Make continuous skills that some unit may lose by name ask whether their own unit has lost them."""
    lost = {entry.mod.value for found in standing.entries["lose"].values() for entry in found}
    for by_unit in standing.entries.values():
        for unit, found in by_unit.items():
            by_unit[unit] = [_unless_lost(t, entry, lost) for entry in found]


def _unless_lost(t: CipherTable, entry: Entry, lost: Collection[str]) -> Entry:
    ability = _ability(t, entry.scope.copy, entry.scope.unit, entry.scope.index)
    if ability is None or ability.name not in lost:
        return entry
    name, need = ability.name, entry.need

    def has(t: CipherTable, s: CipherScope) -> bool:
        if any(mod.value == name for mod, _ in _mods(t, "lose", s.unit)):
            return False
        return need is None or bool(need(t, s))

    return entry._replace(need=has)


def _with_lasting(t: CipherTable, base: Standing) -> Standing:
    """The same with what was given and still lasts, the oldest first; what does not change is shared."""
    standing = Standing()
    standing.base, standing.hears, standing.replaces, standing.acts = base, base.hears, base.replaces, base.acts
    standing.entries = base.entries.copy()
    own: set[str] = set()
    for _, _, units, _, mods, scope, when in t.lasting:
        for mod in mods:
            if mod.kind not in own:
                own.add(mod.kind)
                standing.entries[mod.kind] = standing.entries.get(mod.kind, _NO_ENTRIES).copy()
            by_unit = standing.entries[mod.kind]
            for number, grade in units:
                unit = t.units.get(number)
                if unit is not None and unit.grade == grade:
                    by_unit[number] = [*by_unit.get(number, ()), Entry(when, None, None, mod, scope)]
    return standing


def lasting_changed(t: CipherTable, gifts: Sequence[tuple[Any, ...]]) -> None:
    """These gifts came or ended: only what lasts is made anew, unless skills were among them."""
    standing: Standing | None = t.standing
    if standing is None or any(mod.kind == "skill" for gift in gifts for mod in gift[4]):
        t.standing = None
        return
    base = standing.base or standing
    t.standing = _with_lasting(t, base) if t.lasting else base


def _parts(t: CipherTable) -> list[tuple[int, int, Part]]:
    """What every card in play adds, with its seat and unit."""
    cards, found = t.cards, []
    grants = t.lasting and any(mod.kind == "skill" for gift in t.lasting for mod in gift[4])
    for unit in t.units.values():
        copy = unit.stack[-1]
        face = cards[copy]
        seat, number = unit.seat, unit.id
        if face.skills and not unit.face_down:
            part = _PARTS.get((id(face), seat, copy, number, "")) or _part(face, seat, copy, number, "")
            found.append((seat, number, part))
        if grants and (granted := _granted(t, unit)):
            found.append((seat, number, _part_of(face, granted, seat, copy, number, "", GRANTED)))
    if t.flags.get("bond skills"):
        for seat, own in enumerate(t.seats):
            found += [
                (seat, NONE, _part(cards[copy], seat, copy, NONE, "bond"))
                for copy in own.bonds
                if "bond" in cards[copy].zones
            ]
    return found


def _part(face: Face, seat: int, copy: int, unit: int, zone: str) -> Part:
    """What a printed card adds where it lies."""
    key = (id(face), seat, copy, unit, zone)
    found = _PARTS.get(key)
    if found is None:
        if len(_PARTS) >= _MOST_PARTS:
            _PARTS.clear()
        found = _PARTS[key] = _part_of(face, face.skills, seat, copy, unit, zone, 0)
    return found


def _part_of(face: Face, skills: Sequence[Ability], seat: int, copy: int, unit: int, zone: str, first: int) -> Part:
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
    reads = mentions(ability, "value", "attack")
    for rule in ability.rules:
        made: Static = rule.made
        group = made.group
        whose = made.player if group is None else "this" if group.only == "this" else group.side
        fits = None if group is None or whose == "this" else group.fits
        for mod in made.mods:
            yield mod.kind, whose, Entry(ability.need, rule.test, fits, mod, scope, reads)


def player_key(seat: int) -> int:
    """The number under which the changes of a player stand among those of units."""
    return -2 - seat


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
        if whose in ("me", "opponent"):
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


def _all_events(t: CipherTable) -> frozenset[str]:
    """The names of all events that some card of this game could ever wait for."""
    return frozenset(
        name for face in t.cards for ability in face.skills for one in (ability, *ability.inner) for name in one.hears
    )


def _granted(t: CipherTable, unit: Unit) -> tuple[Ability, ...]:
    """The skills that a unit was given, in the order in which it was."""
    key = (unit.id, unit.grade)
    return tuple(mod.value for gift in t.lasting if key in gift[2] for mod in gift[4] if mod.kind == "skill")


# ---------------------------------------------------------------- values


def _mods(t: CipherTable, kind: str, unit: int) -> Iterator[tuple[Mod, CipherScope]]:
    """What changes a unit in that way now."""
    standing = t.standing or standing_of(t)
    for entry in standing.entries.get(kind, _NO_ENTRIES).get(unit, ()):
        need, test, fits, mod, scope, reads = entry
        if reads:
            fixed = _read_in_turn(t, entry, unit)
            if fixed is not None:
                yield fixed, scope
        elif (
            (need is None or need(t, scope))
            and (test is None or test(t, scope))
            and (fits is None or fits(t, scope, t.units[unit]))
        ):
            yield mod, scope


def _read_in_turn(t: CipherTable, entry: Entry, unit: int) -> Mod | None:
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
        if (test is not None and not test(t, scope)) or (fits is not None and not fits(t, scope, t.units[unit])):
            return None
        return mod if not isinstance(mod.value, Built) else mod._replace(value=_number(t, mod, scope))
    finally:
        if limit is None:
            del t.flags["reading"]
        else:
            t.flags["reading"] = limit


def _changed_value(t: CipherTable, unit: Unit, kind: str, set_kind: str, value: int) -> int:
    """Set values first, the newest of them wins; then all additions."""
    entries = (t.standing or standing_of(t)).entries
    if set_kind in entries:
        for mod, scope in _mods(t, set_kind, unit.id):
            value = _number(t, mod, scope)
    if kind in entries and unit.id in entries[kind]:
        for mod, scope in _mods(t, kind, unit.id):
            value += _number(t, mod, scope)
    return value


def _number(t: CipherTable, mod: Mod, scope: CipherScope) -> int:
    value = mod.value
    return value if type(value) is int else int(value.run(t, scope))


def attack_of(t: CipherTable, unit: Unit) -> int:
    """The attack of a unit now, never below 0."""
    return max(0, _changed_value(t, unit, "attack", "attack_is", t.cards[unit.stack[-1]].attack or 0))


def support_of(t: CipherTable, seat: int, copy: int) -> int:
    """The support value of a card in the Support Area (10.4: X is computed by the card's own text)."""
    face: Face = t.cards[copy]
    value = face.support or 0
    if "support" in face.zones:
        for mod, scope in _own_mods(t, seat, copy, "support"):
            value = _number(t, mod, scope)
    return value


def _own_mods(t: CipherTable, seat: int, copy: int, zone: str) -> Iterator[tuple[Mod, CipherScope]]:
    """What a card says of itself while it lies there ("any": wherever it lies)."""
    for index, ability in enumerate(t.cards[copy].skills):
        if ability.zone == zone and ability.rules:
            scope = CipherScope(seat, copy, NONE, index)
            for rule in ability.rules:
                if (ability.need is None or ability.need(t, scope)) and (rule.test is None or rule.test(t, scope)):
                    for mod in rule.made.mods:
                        yield mod, scope


def ranges_of(t: CipherTable, unit: Unit) -> tuple[int, ...]:
    """The distances at which a unit may attack; empty when at none."""
    ranges = t.cards[unit.stack[-1]].ranges
    if unit.id in standing_of(t).entries.get("range", _NO_ENTRIES):
        added = [distance for mod, _ in _mods(t, "range", unit.id) for distance in mod.value]
        return tuple(sorted({*ranges, *added}))
    return ranges


def words_of(t: CipherTable, unit: Unit) -> frozenset[str]:
    """Card words (symbols, weapons, types, genders) that a unit has besides those printed on it."""
    if unit.id not in standing_of(t).entries.get("word", _NO_ENTRIES):
        return _NO_WORDS
    return frozenset(mod.value for mod, _ in _mods(t, "word", unit.id))


def names_of(t: CipherTable, copy: int) -> tuple[str, ...]:
    """The unit names that a card goes by, in play or elsewhere."""
    return t.cards[copy].names


def deploy_cost(t: CipherTable, seat: int, copy: int) -> int:
    """What deploying the card costs that seat now."""
    cost = t.cards[copy].deploy_cost
    return cost if cost is not None else _own_number(t, seat, copy, "cost_is")


def _own_number(t: CipherTable, seat: int, copy: int, kind: str) -> int:
    """What a card says itself that a number of it is, wherever it lies; 0 when it says nothing."""
    own = _own_mods(t, seat, copy, "any") if "any" in t.cards[copy].zones else ()
    return next((_number(t, mod, scope) for mod, scope in own if mod.kind == kind), 0)


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
    return cost if cost is not None else _own_number(t, seat, copy, "cc_cost_is")


def orbs_taken(t: CipherTable, unit: Unit) -> int:
    """How many orbs the unit's attack destroys."""
    return max(0, _changed_value(t, unit, "orbs", "orbs_is", 1))


def forbidden(t: CipherTable, deed: str, *, seat: int = -1, unit: int = -1, card: int = -1, by: int = -1) -> bool:
    """Whether something says "cannot" to a deed (attack, critical, evade, be_evaded, be_destroyed, bond, deploy,
    be_attacked, be_supported, be_untapped, be_moved, level_up, class_change ...). "Cannot" wins over "can"."""
    if deed == "bond" and not t.cards[card].bonds:
        return True
    kind = "cannot " + deed
    standing = t.standing or standing_of(t)
    if kind not in standing.entries and (card == NONE or unit != NONE or "any" not in t.cards[card].zones):
        return False
    return _ruled(t, kind, seat, unit, card, by)


def bans_of(t: CipherTable, kind: str, units: Collection[Any]) -> dict[Any, list[tuple[Mod, CipherScope]]]:
    """What forbids ("cannot attack") something to each of these units now, by id; `bars` tells to which units it is
    forbidden."""
    by_unit = standing_of(t).entries.get(kind, _NO_ENTRIES)
    return {unit: found for unit in units if unit in by_unit and (found := list(_mods(t, kind, unit)))}


def bars(t: CipherTable, bans: Sequence[tuple[Mod, CipherScope]], other: Unit) -> bool:
    """Whether one of these bans holds against that other unit."""
    return bool(bans) and any(mod.fits is None or mod.fits(t, scope, other) for mod, scope in bans)


def allowed(t: CipherTable, deed: str, *, seat: int = -1, unit: int = -1, card: int = -1, by: int = -1) -> bool:
    """Whether something says "can" to a deed that the rules do not allow by themselves (share_name, ignore_symbol,
    level_onto, attack at any distance ...)."""
    return _ruled(t, "can " + deed, seat, unit, card, by)


def _ruled(t: CipherTable, kind: str, seat: int, unit: int, card: int, by: int) -> bool:
    """Whether a continuous skill, something that lasts, or the card itself says so."""
    by_unit = standing_of(t).entries.get(kind)
    if by_unit is not None and unit in by_unit:
        other = card if card != NONE else t.units.get(by)
        for mod, scope in _mods(t, kind, unit):
            if mod.fits is None or (other is not None and mod.fits(t, scope, other)):
                return True
    if by_unit is not None and unit == NONE and seat != NONE and any(True for _ in _mods(t, kind, player_key(seat))):
        return True
    return card != NONE and unit == NONE and _says_itself(t, kind, seat, card)


def _says_itself(t: CipherTable, kind: str, seat: int, card: int) -> bool:
    return "any" in t.cards[card].zones and any(mod.kind == kind for mod, _ in _own_mods(t, seat, card, "any"))


# ---------------------------------------------------------------- triggered skills


def heard(t: CipherTable, event: Event) -> list[Waiting]:
    """The triggered skills that an event wakes, the turn player's first, each seat's in the order of its cards."""
    found: list[Waiting] = []
    for ability, scope in standing_of(t).hears.get(event.name, ()):
        assert ability.event is not None
        if ability.event(t, scope, event) and _ready(t, ability, scope, event):
            found.append(Waiting(scope.seat, scope.copy, scope.unit, scope.index, event))
    if t.delayed:
        found += _due(t, event)
    if len(found) > 1:
        found.sort(key=lambda waiting: waiting.seat != t.active)
    return found


def _ready(t: CipherTable, ability: Ability, scope: CipherScope, event: Event | None) -> bool:
    """Whether a skill may trigger or be used: what it needs, and how often it was used this turn."""
    if ability.limit and _used_up(t, ability, scope):
        return False
    if ability.need is None:
        return True
    speaks = CipherScope(scope.seat, scope.copy, scope.unit, scope.index, event) if event is not None else scope
    return bool(ability.need(t, speaks))


def _used_up(t: CipherTable, ability: Ability, scope: CipherScope) -> bool:
    return times_used(t, scope, ability.name) > 0 and not (ability.freely is not None and ability.freely(t, scope))


def times_used(t: CipherTable, scope: CipherScope, name: str) -> int:
    """How often the card used its skill of that name this turn: once per turn counts by unit, top card and skill."""
    unit = t.units.get(scope.unit)
    if unit is None:
        return int(t.notes.get((scope.copy, name), 0))
    return unit.used.get((scope.copy, name), 0)


def _count_use(t: CipherTable, scope: CipherScope, name: str) -> None:
    unit = t.units.get(scope.unit)
    if unit is None:
        t.notes[scope.copy, name] = t.notes.get((scope.copy, name), 0) + 1
    else:
        unit.used[scope.copy, name] = unit.used.get((scope.copy, name), 0) + 1


def _due(t: CipherTable, event: Event) -> list[Waiting]:
    """The deeds that were put off until this event."""
    due = [one for one in t.delayed if one[0] == event.name]
    if due:
        t.delayed = [one for one in t.delayed if one[0] != event.name]
    return [
        Waiting(seat, copy, unit, LATER, Postponed("later", seat, unit, copy, run=run, names=dict(names)))
        for _, seat, copy, unit, run, names in due
    ]


def _ability(t: CipherTable, copy: int, unit: int, index: int) -> Ability | None:
    """A skill by its index: a printed one, or one that the unit was given."""
    if 0 <= index < GRANTED:
        printed = t.cards[copy].skills
        return printed[index] if index < len(printed) else None
    holder = t.units.get(unit)
    granted = _granted(t, holder) if holder is not None else ()
    return granted[index - GRANTED] if GRANTED <= index < GRANTED + len(granted) else None


def resolve(t: CipherTable, waiting: Waiting) -> Rules[None]:
    """Resolve a triggered skill: its cost may be declined, one without cost is compulsory."""
    scope = CipherScope(waiting.seat, waiting.copy, waiting.unit, waiting.index, waiting.event)
    if isinstance(waiting.event, Postponed):
        run = waiting.event.run
        for name, copies in waiting.event.names.items():
            scope.names[name] = tuple(t.unit_of_copy(copy) or copy for copy in copies)
        if run is not None:
            yield from run_built(t, scope, run)
        return
    ability = _ability(t, waiting.copy, waiting.unit, waiting.index)
    if ability is None or ability.do is None or (ability.limit and _used_up(t, ability, scope)):
        return
    if ability.cost and not (yield from offered(t, scope, ability.cost)):
        return
    done = yield from ability.do(t, scope)
    if ability.cost or not isinstance(done, Did) or done.count:
        _count_use(t, scope, ability.name)


def run_built(t: CipherTable, s: Scope, built: Built) -> Rules[Any]:
    """Run a part of an ability, whether it asks or not."""
    return (yield from built.run(t, s)) if built.asks else built.run(t, s)


def offered(t: CipherTable, scope: CipherScope, cost: tuple[Any, ...]) -> Rules[bool]:
    """Whether a cost that may be declined is paid; it is offered only when all of it can be."""
    if not payable(t, scope, cost) or not (yield from choose_yes(scope.seat, "use", (scope.copy, scope.index))):
        return False
    scope.paid = yield from pay(t, scope, cost)
    return True


def replaced(t: CipherTable, event: Event) -> Rules[bool]:
    """Whether something else happens in the place of an event (and then it has happened)."""
    for ability, scope in standing_of(t).replaces.get(event.name, ()):
        assert ability.event is not None
        assert ability.do is not None
        if ability.event(t, scope, event) and _ready(t, ability, scope, event):
            speaks = CipherScope(scope.seat, scope.copy, scope.unit, scope.index, event)
            if ability.cost and not (yield from offered(t, speaks, ability.cost)):
                continue
            if (yield from ability.do(t, speaks)):
                _count_use(t, speaks, ability.name)
                return True
    return False


# ---------------------------------------------------------------- ACT skills


def usable(t: CipherTable, seat: int) -> list[tuple[int, int]]:
    """(copy, index) of every ACT skill that the seat may use now, in play, in its hand or among its bonds."""
    found = []
    for ability, scope in standing_of(t).acts[seat]:
        # What costs nothing to ask comes first: most skills are used up, or their need is not met.
        if (
            not (ability.limit and _used_up(t, ability, scope))
            and (ability.need is None or ability.need(t, scope))
            and payable(t, scope, ability.cost)
        ):
            found.append((scope.copy, scope.index))
    if not t.flags.get("hand skills"):
        return found
    seen: set[int] = set()
    for copy in t.seats[seat].hand:
        face = t.cards[copy]
        if face.skills and id(face) not in seen:
            seen.add(id(face))
            found += _usable_from_hand(t, seat, copy, face.skills)
    return found


def _usable_from_hand(t: CipherTable, seat: int, copy: int, skills: Sequence[Ability]) -> list[tuple[int, int]]:
    found = []
    for index, ability in enumerate(skills):
        if ability.zone == "hand" and not ability.timing:
            scope = CipherScope(seat, copy, NONE, index)
            if _ready(t, ability, scope, None) and payable(t, scope, ability.cost):
                found.append((copy, index))
    return found


def use(t: CipherTable, seat: int, copy: int, index: int) -> Rules[None]:
    """Use an ACT skill: pay, then do."""
    unit = next((one.id for one in t.units.values() if one.stack[-1] == copy), NONE)
    ability = _ability(t, copy, unit, index)
    if ability is None or ability.do is None:
        return
    scope = CipherScope(seat, copy, unit, index)
    scope.paid = yield from pay(t, scope, ability.cost)
    _count_use(t, scope, ability.name)
    yield from ability.do(t, scope)


# ---------------------------------------------------------------- support skills


def support_skills(t: CipherTable, seat: int, attacking: bool) -> list[int]:
    """The indexes of the support skills of the seat's support card that act on that side of a battle."""
    copy = t.seats[seat].support
    if copy == NONE:
        return []
    side = "atk" if attacking else "def"
    return [index for index, skill in enumerate(t.cards[copy].skills) if skill.kind in ("both", side)]


def use_support(t: CipherTable, seat: int, index: int) -> Rules[None]:
    """Resolve one support skill of the seat's support card."""
    copy = t.seats[seat].support
    ability = t.cards[copy].skills[index]
    scope = CipherScope(seat, copy, NONE, index)
    if ability.do is None or (ability.need is not None and not ability.need(t, scope)):
        return
    if ability.cost and not (yield from offered(t, scope, ability.cost)):
        return
    yield from ability.do(t, scope)


# ---------------------------------------------------------------- what lasts


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


def skill_label(t: CipherTable, copy: int, index: int) -> str:
    """A skill in words: the card and the skill's name."""
    face = t.cards[copy]
    unit = next((one.id for one in t.units.values() if one.stack[-1] == copy), NONE)
    ability = _ability(t, copy, unit, index)
    if index == LATER:
        return f"{face.name}: what was put off"
    return f"{face.name}: {ability.name if ability is not None and ability.name else f'skill {index + 1}'}"
