"""What the rules ask of the cards: values as skills change them, what is forbidden, and the skills that act.

The rules (`rules`, `deeds`) call these functions and know nothing of how a skill is written. A face brings its skills
(`face.skills`, abilities built by `effects`); a card whose effects are not written has none, and its printed values.

What continuous skills change is asked when it is read, and never stored. Which of them could matter is kept in a
`Standing`: made anew when a card enters or leaves play, a stack changes, or something is given or ends (`changed`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple, TypeAlias

from deckcli.engine.choice import Option, Rules, choose, choose_yes
from deckcli.engine.closures import Built, Group
from deckcli.engine.effects import Ability, mentions
from deckcli.engine.table import Derived
from deckcli.engine.vocabulary import Did, Scope
from deckcli.games.cipher.faces import SUPPORTS
from deckcli.games.cipher.faces import Unit as Face
from deckcli.games.cipher.paying import Thing, cheaper, counted, pay, payable
from deckcli.games.cipher.table import NONE, CipherTable, Speaker, Unit

GRANTED = 100
"""From this index on, a skill of a unit is one that it was given."""
LENT = 200
"""From this index on, a skill of a unit is one that a continuous skill lends it."""
LATER = -1
"""The index of a deed that was put off."""
EVERY_SKILL = "*"
"""What `lose` names when a unit loses all skills but SPEC."""
Doing: TypeAlias = "tuple[str, int, str]"
"""A deed that may be forbidden: its cause, the unit that does it (NONE), and the line it is about ("")."""


@dataclass(slots=True)
class Event:
    """Something that happened: a word of the game (`destroyed`, `deployed` ...), whom it is about (`unit` in play, or
    the copy `card`), the other unit of it, whose it is, and what caused it ("attack", "skill", "cost", "rule" ...);
    when a skill did, `source` is which."""

    name: str
    seat: int
    unit: int = -1
    card: int = -1
    other: int = -1
    cause: str = "rule"
    by: int = -1
    places: tuple[str, str] = ("", "")
    source: Speaker = ()


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
    limits: Callable[..., bool] | None = None
    """Further limits of a ruling, asked `(t, scope, doing)`."""
    least: int = 0
    """What a cost is never lowered below."""


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

    __slots__ = ("acts", "base", "entries", "hears", "lent", "replaces")

    def __init__(self) -> None:
        self.base: Standing | None = None  # the same without what lasts, when there is a difference
        self.entries: dict[str, dict[int, list[Entry]]] = {}
        self.hears: dict[str, list[Skill]] = {}
        self.replaces: dict[str, list[Skill]] = {}
        self.acts: tuple[list[Skill], list[Skill]] = ([], [])
        self.lent: dict[int, tuple[Ability, ...]] = {}


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
        t.flags.update(_elsewhere(t))
        t.flags["said"] = frozenset().union(*[face.says for face in t.cards])
    standing = Standing()
    for seat, unit, part in _parts(t):
        _add_part(t, standing, seat, unit, part)
    if not standing.entries.keys().isdisjoint(_LENDING):
        t.standing = standing  # whom something is lent to is asked of what is there already
        _lend(t, standing)
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


def _add_part(t: CipherTable, standing: Standing, seat: int, unit: int, part: Part) -> None:
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


_LENDING = ("skill", "skills_of")


def _lend(t: CipherTable, standing: Standing) -> None:
    """Give units the skills that continuous skills lend them, each while the lending one holds; one of a name once."""
    lent: dict[int, dict[str, Ability]] = {}
    for kind in _LENDING:
        for number, entries in standing.entries.get(kind, _NO_ENTRIES).items():
            for entry in entries:
                for one in _lent_by(t, entry):
                    lent.setdefault(number, {}).setdefault(one.name or one.kind, _while_lent(entry, one, number))
    _lend_to_bonds(t, standing)
    for number, skills in lent.items():
        unit = t.units.get(number)
        if unit is not None:
            standing.lent[number] = found = tuple(skills.values())
            part = _part_of(t.cards[unit.top], found, unit.seat, unit.top, number, "", LENT)
            _add_part(t, standing, unit.seat, number, part)


def _bond_key(copy: int) -> int:
    """The number under which what a bond is lent stands among units."""
    return -10 - copy


def _lend_to_bonds(t: CipherTable, standing: Standing) -> None:
    """The same for face-up bonds, which then have such a skill there."""
    by_unit = standing.entries.get("skills_of", _NO_ENTRIES)
    for seat, own in enumerate(t.seats):
        entries = by_unit.get(player_key(seat), ())
        for copy in own.bonds if entries else ():
            found = [
                _while_lent(entry, one, copy, bond=True)
                for entry in entries
                if entry.fits is None or entry.fits(t, entry.scope, copy)
                for one in _lent_by(t, entry)
                if one.name not in {own.name for own in t.cards[copy].skills}
            ]
            if found:
                standing.lent[_bond_key(copy)] = tuple(found)
                _add_part(t, standing, seat, NONE, _part_of(t.cards[copy], found, seat, copy, NONE, "", LENT))


def _lent_by(t: CipherTable, entry: Entry) -> list[Ability]:
    if entry.mod.kind == "skill":
        return [entry.mod.value]
    group, what = entry.mod.value
    return [
        one
        for thing in group.all(t, entry.scope)
        for one in t.cards[thing if isinstance(thing, int) else thing.stack[-1]].skills
        if what in (one.tag, one.name) and one.kind not in SUPPORTS
    ]


def _while_lent(entry: Entry, ability: Ability, number: int, *, bond: bool = False) -> Ability:
    """The skill, which now also needs that whoever lends it goes on to; to a unit by its id, or to a bond."""
    need, test, fits, _, scope, _ = entry
    own = ability.need

    def holds(t: CipherTable, s: CipherScope) -> bool:
        thing = number if bond else t.units.get(number)
        return (
            thing is not None
            and (need is None or bool(need(t, scope)))
            and (test is None or bool(test(t, scope)))
            and (fits is None or bool(fits(t, scope, thing)))
            and (own is None or bool(own(t, s)))
        )

    # It works wherever the unit is, whatever the zone it was printed for.
    return replace(ability, need=holds, zone="")


def _lost_names(t: CipherTable, standing: Standing) -> set[str]:
    """The names of the skills that some unit may have lost, by a continuous skill or for as long as something lasts."""
    lost = {entry.mod.value for found in standing.entries.get("lose", _NO_ENTRIES).values() for entry in found}
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
    ability = lent[index - LENT] if lent else _ability(t, entry.scope.copy, number, index) if index < LENT else None
    if ability is None or ability.kind == "spec" or (ability.name not in lost and EVERY_SKILL not in lost):
        return entry
    name, need = ability.name, entry.need

    def has(t: CipherTable, s: CipherScope) -> bool:
        if any(mod.value in (name, EVERY_SKILL) for mod, _ in _mods(t, "lose", s.unit)):
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
                standing.entries[mod.kind] = standing.entries.get(mod.kind, _NO_ENTRIES).copy()
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


def _parts(t: CipherTable) -> list[tuple[int, int, Part]]:
    """What every card in play adds, with its seat and unit."""
    cards, found = t.cards, []
    grants = t.lasting and any(mod.kind == "skill" for gift in t.lasting for mod in gift[4])
    for unit in t.units.values():
        copy = unit.stack[-1]
        face = cards[copy]
        seat, number = unit.seat, unit.id
        if face.plays and not unit.face_down:
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
    if t.flags.get("boundless rules"):
        found += [
            (seat, NONE, _part(cards[copy], seat, copy, NONE, "boundless"))
            for seat, own in enumerate(t.seats)
            for copy in own.boundless
            if "boundless" in cards[copy].zones
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
OF_CARDS = frozenset({
    "support", "support_is", "cost", "cost_is", "cc_cost", "cc_cost_is", "twice", "cannot be_discarded",
})  # fmt: skip
"""Changes of cards that are not in play: they are kept for the player whose cards they are."""
_OF_ANYTHING = frozenset({"word", "skills_of", "silent"})
"""Changes of units or of cards that are not in play: they are kept for both."""
_WHOSE_CARDS = {"my": "me", "enemy": "opponent"}


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


def _all_events(t: CipherTable) -> frozenset[str]:
    """The names of all events that some card of this game could ever wait for."""
    return frozenset().union(*[face.hears for face in t.cards])


def given_skills(t: CipherTable, unit: Unit) -> tuple[Ability, ...]:
    """The skills that a unit has besides those printed on its top card."""
    lent = (t.standing or standing_of(t)).lent.get(unit.id, ())
    return (*_granted(t, unit), *lent) if t.lasting else lent


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
            fixed = _read_in_turn(t, entry, t.units.get(unit))
            if fixed is not None:
                yield fixed, scope
        elif (
            (need is None or need(t, scope))
            and (test is None or test(t, scope))
            and (fits is None or fits(t, scope, t.units[unit]))
        ):
            yield mod, scope


def _read_in_turn(t: CipherTable, entry: Entry, thing: Unit | int | None) -> Mod | None:
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
    entries = (t.standing or standing_of(t)).entries
    if "borrow_supports" in entries and _borrows(t, seat, copy):
        value = _borrowed_support(t, seat, copy, value)
    if "support" in face.zones:
        for mod, scope in _own_mods(t, seat, copy, "support"):
            if mod.kind == "support_is":
                value = _number(t, mod, scope)
            elif mod.kind == "support":
                value += _number(t, mod, scope)
    if t.notes and ("support", copy) in t.notes:
        value = int(t.notes["support", copy])
    if "support" in entries or "support_is" in entries:
        value = _card_value(t, seat, copy, "support", value)
    return max(0, value)


def _borrows(t: CipherTable, seat: int, copy: int) -> bool:
    """Whether a support card has taken over the support skills of the other one."""
    battle, entries = t.battle, (t.standing or standing_of(t)).entries
    if battle is None or "borrow_supports" not in entries or battle.supporters[seat] != copy:
        return False
    return battle.supporters[1 - seat] != NONE and any(
        unit.seat == seat and any(True for _ in _mods(t, "borrow_supports", unit.id))
        for number in (battle.attacker, battle.defender)
        if (unit := t.units.get(number)) is not None
    )


def borrowed(t: CipherTable, seat: int, copy: int) -> tuple[Ability, ...]:
    """The support skills that a support card has taken over from the opponent's, one of each name."""
    if not _borrows(t, seat, copy):
        return ()
    assert t.battle is not None
    own = {skill.name for skill in t.cards[copy].skills}
    other = t.cards[t.battle.supporters[1 - seat]].skills
    return tuple(skill for skill in other if skill.kind in SUPPORTS and skill.name not in own)


def _borrowed_support(t: CipherTable, seat: int, copy: int, value: int) -> int:
    for place, skill in enumerate(borrowed(t, seat, copy)):
        scope = CipherScope(seat, copy, NONE, LENT + place)
        for rule in skill.rules:
            if (skill.need is None or skill.need(t, scope)) and (rule.test is None or rule.test(t, scope)):
                for mod in rule.made.mods:
                    number = _number(t, mod, scope)
                    value = number if mod.kind == "support_is" else value + number
    return value


def _card_mods(t: CipherTable, kind: str, seat: int, copy: int) -> Iterator[tuple[Mod, CipherScope]]:
    """What changes a card of a seat that is not in play in that way now."""
    by_unit = (t.standing or standing_of(t)).entries.get(kind)
    for need, test, fits, mod, scope, _ in by_unit.get(player_key(seat), ()) if by_unit else ():
        if (
            (need is None or need(t, scope))
            and (test is None or test(t, scope))
            and (fits is None or fits(t, scope, copy))
        ):
            yield mod, scope


def _card_value(t: CipherTable, seat: int, copy: int, kind: str, value: int) -> int:
    """A number of a card that is not in play: what sets it, then what is added, never below what an addition says."""
    for mod, scope in _card_mods(t, kind + "_is", seat, copy):
        value = _number(t, mod, scope)
    for mod, scope in _card_mods(t, kind, seat, copy):
        value = max(min(value, mod.least), value + _number(t, mod, scope))
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
        ranges = tuple(sorted({*ranges, *added}))
    ranges = (*ranges, *_taken_over(t, unit, "ranges"))
    if unit.id in standing_of(t).entries.get("lose_range", _NO_ENTRIES):
        lost = {_number(t, mod, scope) for mod, scope in _mods(t, "lose_range", unit.id)}
        ranges = tuple(distance for distance in ranges if distance not in lost)
    return ranges


def lost_words(t: CipherTable, unit: Unit) -> frozenset[str]:
    """The aspects (symbols, weapons, types, genders) of which a unit has lost all that is printed on it."""
    if unit.id not in standing_of(t).entries.get("lose_words", _NO_ENTRIES):
        return _NO_WORDS
    return frozenset(mod.value for mod, _ in _mods(t, "lose_words", unit.id))


def words_of(t: CipherTable, unit: Unit) -> frozenset[str]:
    """Card words (symbols, weapons, types, genders) that a unit has besides those printed on it."""
    entries = standing_of(t).entries
    words = _NO_WORDS
    if unit.id in entries.get("word", _NO_ENTRIES):
        words = frozenset(mod.value for mod, _ in _mods(t, "word", unit.id))
    if "like" in entries:
        words = words.union(*(_taken_over(t, unit, where) for where in ("symbols", "weapons", "types")))
    return words


def words_of_card(t: CipherTable, copy: int) -> frozenset[str]:
    """Card words that a card which is not in play has besides those printed on it."""
    by_unit = standing_of(t).entries.get("word")
    if by_unit is None:
        return _NO_WORDS
    found = (_read_in_turn(t, entry, copy) for entry in by_unit.get(player_key(t.owners[copy]), ()))
    return frozenset(mod.value for mod in found if mod is not None)


def bond_symbols(t: CipherTable, seat: int) -> set[str]:
    """The symbols that a seat's face-up bonds show, those that they were given included."""
    bonds, cards = t.seats[seat].bonds, t.cards
    shown: set[str] = {symbol for copy in bonds for symbol in cards[copy].symbols}
    if "word" in standing_of(t).entries:
        shown.update(*(words_of_card(t, copy) for copy in bonds))
    return shown


def _taken_over(t: CipherTable, unit: Unit, where: str) -> Sequence[Any]:
    """The printed values that a unit has taken over from others: symbols, weapons, types or ranges."""
    if unit.id not in standing_of(t).entries.get("like", _NO_ENTRIES):
        return ()
    return [
        value
        for mod, scope in _mods(t, "like", unit.id)
        if where in mod.value[1]
        for thing in mod.value[0].all(t, scope)
        for value in getattr(t.cards[thing if isinstance(thing, int) else thing.stack[-1]], where)
    ]


def is_silent(t: CipherTable, seat: int, copy: int) -> bool:
    """Whether a support card has lost its support skills."""
    return "silent" in (t.standing or standing_of(t)).entries and any(True for _ in _card_mods(t, "silent", seat, copy))


def has_no_supports(t: CipherTable, thing: Unit | int) -> bool:
    """Whether a unit, or a card that is not in play, has lost its support skills."""
    if isinstance(thing, int):
        return is_silent(t, t.owners[thing], thing)
    return "silent" in standing_of(t).entries and any(True for _ in _mods(t, "silent", thing.id))


def is_muted(t: CipherTable, unit: Unit) -> bool:
    """Whether the support skills of what supports a unit do nothing."""
    entries = (t.standing or standing_of(t)).entries
    return "muted" in entries and any(True for _ in _mods(t, "muted", unit.id))


def names_of(t: CipherTable, unit: Unit) -> tuple[str, ...]:
    """The unit names that a unit goes by: those of its top card, and those it was given."""
    names: tuple[str, ...] = t.cards[unit.stack[-1]].names
    entries = (t.standing or standing_of(t)).entries
    if "name" in entries and unit.id in entries["name"]:
        return (*names, *(mod.value for mod, _ in _mods(t, "name", unit.id)))
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
    for mod, scope in _own_mods(t, seat, copy, zone):
        if mod.kind == "name":
            yield mod.value
        elif mod.kind == "names_like":
            for thing in mod.value.all(t, scope):
                yield from t.cards[thing].names if isinstance(thing, int) else names_of(t, thing)


def deploy_cost(t: CipherTable, seat: int, copy: int) -> int:
    """What deploying the card, wherever it lies, costs that seat now."""
    cost = t.cards[copy].deploy_cost
    if cost is None:
        cost = _own_number(t, seat, copy, "cost_is")
    entries = (t.standing or standing_of(t)).entries
    if "cost" in entries or "cost_is" in entries:
        cost = _card_value(t, seat, copy, "cost", cost)
    if "hand" in t.cards[copy].zones and copy in t.seats[seat].hand:
        cost = _own_value(t, seat, copy, "cost", cost)
    return max(0, cost)


def _own_value(t: CipherTable, seat: int, copy: int, kind: str, value: int) -> int:
    """A number of a card in hand as the card itself changes it there: what sets it, then what is added."""
    own = list(_own_mods(t, seat, copy, "hand"))
    for mod, scope in own:
        if mod.kind == kind + "_is":
            value = _number(t, mod, scope)
    for mod, scope in own:
        if mod.kind == kind:
            value = max(min(value, mod.least), value + _number(t, mod, scope))
    return value


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
    if cost is None:
        cost = _own_number(t, seat, copy, "cc_cost_is")
    entries = (t.standing or standing_of(t)).entries
    if "cc_cost" in entries or "cc_cost_is" in entries:
        cost = _card_value(t, seat, copy, "cc_cost", cost)
    if "hand" in face.zones:
        cost = _own_value(t, seat, copy, "cc_cost", cost)
    return max(0, cost)


def critical_factor(t: CipherTable, unit: Unit) -> int:
    """By how much a critical of the unit multiplies its attack."""
    return _changed_value(t, unit, "critical", "critical_is", 2)


def evade_cost(t: CipherTable, unit: Unit) -> int:
    """How many cards of its name must be discarded to evade an attack of the unit."""
    return _changed_value(t, unit, "evade", "evade_needs", 1)


def payments_for(t: CipherTable, unit: Unit, what: str) -> list[int]:
    """The numbers of the other ways in which a unit can pay for a critical or for evading now."""
    ways = _other_ways(t, unit, what)
    return [number for number, (mod, scope) in enumerate(ways) if payable(t, scope, mod.value)]


def _other_ways(t: CipherTable, unit: Unit, what: str) -> list[tuple[Mod, CipherScope]]:
    """What lets a unit pay otherwise: skills in play, then those of cards in its player's hand, one of each card."""
    kind = f"pay {what}"
    ways = list(_mods(t, kind, unit.id)) if kind in (t.standing or standing_of(t)).entries else []
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


def orbs_taken(t: CipherTable, unit: Unit) -> int:
    """How many orbs the unit's attack destroys."""
    return max(0, _changed_value(t, unit, "orbs", "orbs_is", 1))


def forbidden(
    t: CipherTable,
    deed: str,
    *,
    seat: int = -1,
    unit: int = -1,
    card: int = -1,
    by: int = -1,
    cause: str = "rule",
    line: str = "",
) -> bool:
    """Whether something says "cannot" to a deed (attack, critical, evade, be_evaded, be_destroyed, bond, deploy,
    be_attacked, be_supported, be_untapped, be_moved, level_up, class_change ...). "Cannot" wins over "can".

    `cause` is why it is done, `line` where ("front", "back"); rulings that are limited so look at them."""
    if deed == "bond" and not t.cards[card].bonds:
        return True
    kind = "cannot " + deed
    entries = (t.standing or standing_of(t)).entries
    if kind not in entries and (card == NONE or kind not in t.cards[card].says):
        return False
    return _ruled(t, kind, seat, unit, card, (cause, by, line))


def could_be_ruled(t: CipherTable, kind: str) -> bool:
    """Whether anything in play, or some card where it lies, could make a ruling of that kind ("cannot be_flipped")."""
    return kind in (t.standing or standing_of(t)).entries or kind in t.flags["said"]


def bans_of(t: CipherTable, kind: str, units: Collection[Any]) -> dict[Any, list[tuple[Mod, CipherScope]]]:
    """What forbids ("cannot attack") something to each of these units now, by id; `bars` tells to which units it is
    forbidden."""
    by_unit = standing_of(t).entries.get(kind, _NO_ENTRIES)
    return {unit: found for unit in units if unit in by_unit and (found := list(_mods(t, kind, unit)))}


def bars(t: CipherTable, bans: Sequence[tuple[Mod, CipherScope]], other: Unit) -> bool:
    """Whether one of these bans holds against that other unit."""
    doing = ("attack", other.id, "")
    return bool(bans) and any(_rules_out(t, mod, scope, other, doing) for mod, scope in bans)


def _rules_out(t: CipherTable, mod: Mod, scope: CipherScope, other: Unit | int | None, doing: Doing) -> bool:
    """Whether a ruling holds for this one: whom it is limited to, what causes the deed, and where it is done."""
    if mod.fits is not None and (other is None or not mod.fits(t, scope, other)):
        return False
    return mod.limits is None or bool(mod.limits(t, scope, doing))


def allowed(t: CipherTable, deed: str, *, seat: int = -1, unit: int = -1, card: int = -1, by: int = -1) -> bool:
    """Whether something says "can" to a deed that the rules do not allow by themselves (share_name, ignore_symbol,
    level_onto, attack at any distance ...)."""
    return _ruled(t, "can " + deed, seat, unit, card, ("rule", by, ""))


def _ruled(t: CipherTable, kind: str, seat: int, unit: int, card: int, doing: Doing) -> bool:
    """Whether a continuous skill, something that lasts, or the card itself says so."""
    by_unit = (t.standing or standing_of(t)).entries.get(kind)
    other = card if card != NONE else t.units.get(doing[1])
    if by_unit is not None:
        if (
            unit != NONE
            and unit in by_unit
            and any(_rules_out(t, mod, s, other, doing) for mod, s in _mods(t, kind, unit))
        ):
            return True
        if seat != NONE and player_key(seat) in by_unit:
            who = other if other is not None else t.units.get(unit)
            mods = _mods(t, kind, player_key(seat)) if card == NONE else _card_mods(t, kind, seat, card)
            if any(_rules_out(t, mod, s, who, doing) for mod, s in mods):
                return True
    return card != NONE and kind in t.cards[card].says and _says_itself(t, kind, seat, card, unit, doing)


def _says_itself(t: CipherTable, kind: str, seat: int, card: int, unit: int, doing: Doing) -> bool:
    """Whether a card that is not in play makes a ruling about itself there, against the unit that it is about."""
    on = t.units.get(unit)
    return any(
        mod.kind == kind and _rules_out(t, mod, scope, on if on is not None else card, doing)
        for mod, scope in said_of_itself(t, seat, card)
    )


def said_of_itself(t: CipherTable, seat: int, card: int) -> Iterator[tuple[Mod, CipherScope]]:
    """What a card that is not in play says of itself where it lies."""
    zones = t.cards[card].zones
    if "any" in zones:
        yield from _own_mods(t, seat, card, "any")
    if "hand" in zones and card in t.seats[seat].hand:
        yield from _own_mods(t, seat, card, "hand")
    if "bond" in zones and card in t.seats[seat].bonds:
        yield from _own_mods(t, seat, card, "bond")


# ---------------------------------------------------------------- triggered skills


def heard(t: CipherTable, event: Event) -> list[Waiting]:
    """The triggered skills that an event wakes, the turn player's first, each seat's in the order of its cards."""
    found: list[Waiting] = []
    standing = standing_of(t)
    for ability, scope in standing.hears.get(event.name, ()):
        assert ability.event is not None
        if ability.event(t, scope, event) and _ready(t, ability, scope, event):
            found.append(Waiting(scope.seat, scope.copy, scope.unit, scope.index, event))
    if event.name in t.flags.get("hears", ()):
        found += _heard_elsewhere(t, event)
    if t.delayed:
        found += _due(t, event)
    if len(found) > 1:
        found.sort(key=lambda waiting: waiting.seat != t.active)
    return found


def _heard_elsewhere(t: CipherTable, event: Event) -> Iterator[Waiting]:
    """The skills that an event wakes on cards that are neither in play nor bonds, and on one that has just left such a
    place by it."""
    for zone in t.flags["hears"][event.name]:
        for seat, own in enumerate(t.seats):
            copies = (own.support,) if zone == "support" else getattr(own, zone)
            if event.places[0] == zone and event.card != NONE and t.owners[event.card] == seat:
                copies = [*copies, event.card] if event.card not in copies else copies
            for copy in copies:
                if copy != NONE:
                    yield from _woken(t, event, seat, copy, zone)


def _woken(t: CipherTable, event: Event, seat: int, copy: int, zone: str) -> Iterator[Waiting]:
    for index, ability in enumerate(t.cards[copy].skills):
        if ability.zone not in (zone, "any") or ability.timing == "replaces" or event.name not in ability.hears:
            continue
        if ability.zone == "any" and event.card == copy and event.places[0] == zone:
            continue  # it is found where it has come to
        assert ability.event is not None
        scope = CipherScope(seat, copy, NONE, index)
        if ability.event(t, scope, event) and _ready(t, ability, scope, event):
            yield Waiting(seat, copy, NONE, index, event)


def _replacing_elsewhere(t: CipherTable, name: str) -> Iterator[Skill]:
    """Skills of cards that are neither in play nor bonds and that replace an event of that name."""
    for zone in t.flags.get("replaces", {}).get(name, ()):
        for seat, own in enumerate(t.seats):
            for copy in getattr(own, zone):
                for index, ability in enumerate(t.cards[copy].skills):
                    if ability.zone in (zone, "any") and name in ability.hears and ability.timing == "replaces":
                        yield ability, CipherScope(seat, copy, NONE, index)


def waits_for(t: CipherTable, name: str) -> bool:
    """Whether any skill, wherever it is, waits for an event of that name now."""
    return name in (t.standing or standing_of(t)).hears or name in t.flags.get("hears", ())


def _ready(t: CipherTable, ability: Ability, scope: CipherScope, event: Event | None) -> bool:
    """Whether a skill may trigger or be used: what it needs, how often it was used this turn, and whether it is lost
    or forbidden."""
    if ability.limit and _used_up(t, ability, scope):
        return False
    if _is_barred(t, ability, scope):
        return False
    if ability.need is None:
        return True
    speaks = CipherScope(scope.seat, scope.copy, scope.unit, scope.index, event) if event is not None else scope
    return bool(ability.need(t, speaks))


_BARRING = ("cannot trigger", "cannot use", "lose")


def _is_barred(t: CipherTable, ability: Ability, scope: CipherScope) -> bool:
    """Whether the unit has lost a skill, or something forbids to use it."""
    entries = (t.standing or standing_of(t)).entries
    if entries.keys().isdisjoint(_BARRING):
        return False
    if ability.kind != "spec" and _names(t, "lose", scope.unit, ability.name, EVERY_SKILL):
        return True
    if ability.timing and _names(t, "cannot trigger", scope.unit, ability.kind, ability.name):
        return True
    barred = (_names(t, "cannot use", number, ability.name) for number in (scope.unit, player_key(scope.seat)))
    return any(barred)


def _names(t: CipherTable, kind: str, unit: int, *words: str) -> bool:
    """Whether one of the changes of a unit of that kind names one of these."""
    return any(mod.value in words for mod, _ in _mods(t, kind, unit))


def _used_up(t: CipherTable, ability: Ability, scope: CipherScope) -> bool:
    unit = t.units.get(scope.unit)
    if unit is not None and not unit.used:
        return False
    if not times_used(t, scope, ability.name) or (ability.freely is not None and ability.freely(t, scope)):
        return False
    return "unlimited" not in standing_of(t).entries or not _names(t, "unlimited", scope.unit, ability.name)


def times_used(t: CipherTable, scope: CipherScope, name: str) -> int:
    """How often the card used its skill of that name this turn: once per turn counts by unit, top card and skill."""
    unit = t.units.get(scope.unit)
    if unit is None:
        return int(t.notes.get((scope.copy, name), 0))
    return unit.used.get((scope.copy, name), 0)


def _count_use(t: CipherTable, scope: CipherScope, name: str) -> None:
    ability = _ability(t, scope.copy, scope.unit, scope.index)
    if ability is not None and ability.tag:
        t.notes["tag", scope.seat, ability.tag] = t.notes.get(("tag", scope.seat, ability.tag), 0) + 1
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
        Waiting(seat, copy, unit, LATER, Postponed("later", seat, unit, copy, source=who, run=run, names=dict(names)))
        for _, seat, copy, unit, run, names, who in due
    ]


def _ability(t: CipherTable, copy: int, unit: int, index: int) -> Ability | None:
    """A skill by its index: a printed one, one that the unit was given, or one that it is lent."""
    if 0 <= index < GRANTED:
        printed = t.cards[copy].skills
        return printed[index] if index < len(printed) else None
    holder = t.units.get(unit)
    if holder is None:
        lent = standing_of(t).lent.get(_bond_key(copy), ())
        more, place = lent or borrowed(t, t.owners[copy], copy), index - LENT
    elif index >= LENT:
        more, place = standing_of(t).lent.get(unit, ()), index - LENT
    else:
        more, place = _granted(t, holder), index - GRANTED
    return more[place] if 0 <= place < len(more) else None


def ability_at(t: CipherTable, copy: int, index: int) -> Ability | None:
    """The skill of a copy by its index, wherever the copy lies."""
    unit = next((one.id for one in t.units.values() if one.stack[-1] == copy), NONE)
    return _ability(t, copy, unit, index)


def resolve(t: CipherTable, waiting: Waiting) -> Rules[None]:
    """Resolve a triggered skill: its cost may be declined, one without cost is compulsory."""
    scope = CipherScope(waiting.seat, waiting.copy, waiting.unit, waiting.index, waiting.event)
    if isinstance(waiting.event, Postponed):
        run = waiting.event.run
        for name, copies in waiting.event.names.items():
            scope.names[name] = tuple(t.unit_of_copy(copy) or copy for copy in copies)
        if run is not None:
            before, t.speaker = t.speaker, waiting.event.source
            yield from run_built(t, scope, run)
            t.speaker = before
        return
    ability = _ability(t, waiting.copy, waiting.unit, waiting.index)
    if ability is None or ability.do is None or (ability.limit and _used_up(t, ability, scope)):
        return
    yield from spoken(t, scope, ability, _resolved(t, scope, ability))


def _resolved(t: CipherTable, scope: CipherScope, ability: Ability) -> Rules[None]:
    assert ability.do is not None
    if ability.cost and not (yield from offered(t, scope, cost_of(t, scope, ability))):
        return
    done = yield from ability.do(t, scope)
    if ability.cost or not isinstance(done, Did) or done.count:
        _count_use(t, scope, ability.name)
        _tell_use(t, scope, ability)


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
    return "widens" in standing_of(t).entries and _names(t, "widens", scope.unit, name)


def _tell_use(t: CipherTable, scope: CipherScope, ability: Ability) -> None:
    """A skill was used: others may wait for that."""
    if waits_for(t, "uses"):
        places = (ability.kind, ability.tag)
        event = Event("uses", scope.seat, scope.unit, scope.copy, NONE, "rule", NONE, places, t.speaker)
        t.waiting.extend(heard(t, event))


_PRICING = ("free", "cheaper", "pay skill")
_ON_USING = (*_BARRING, *_PRICING)
"""The changes that bear on using a skill and on its cost. Where no card makes one, nobody is asked."""


def cost_of(t: CipherTable, scope: CipherScope, ability: Ability) -> tuple[Any, ...]:
    """What a skill costs now: nothing when it is free, fewer bonds when something makes it cheaper."""
    cost = ability.cost
    entries = (t.standing or standing_of(t)).entries
    if not cost or entries.keys().isdisjoint(_PRICING):
        return cost
    if _names(t, "free", scope.unit, ability.name):
        return ()
    for mod, speaks in _mods(t, "cheaper", scope.unit):
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
    ways = ((mod.value, speaks) for mod, speaks in _mods(t, "pay skill", scope.unit))
    return [(cost, speaks) for (name, cost), speaks in ways if name == ability.name and payable(t, scope, cost)]


def _chosen_cost(t: CipherTable, scope: CipherScope, ability: Ability) -> Rules[tuple[Any, ...]]:
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
    ability = _ability(t, copy, unit, index)
    ways = _other_costs(t, scope, ability) if ability is not None else []
    return skill_label(t, ways[number][1].copy, ways[number][1].index) if number < len(ways) else ""


def run_built(t: CipherTable, s: Scope, built: Built) -> Rules[Any]:
    """Run a part of an ability, whether it asks or not."""
    return (yield from built.run(t, s)) if built.asks else built.run(t, s)


def offered(t: CipherTable, scope: CipherScope, cost: tuple[Any, ...]) -> Rules[bool]:
    """Whether a cost that may be declined is paid; it is offered only when all of it can be."""
    cost = counted(t, scope, cost)
    if not payable(t, scope, cost) or not (yield from choose_yes(scope.seat, "use", (scope.copy, scope.index))):
        return False
    scope.paid = yield from pay(t, scope, cost)
    return True


def replaced(t: CipherTable, event: Event) -> Rules[bool]:
    """Whether something else happens in the place of an event (and then it has happened)."""
    for ability, scope in (*standing_of(t).replaces.get(event.name, ()), *_replacing_elsewhere(t, event.name)):
        assert ability.event is not None
        assert ability.do is not None
        if ability.event(t, scope, event) and _ready(t, ability, scope, event):
            speaks = CipherScope(scope.seat, scope.copy, scope.unit, scope.index, event)
            before = t.speaker
            t.speaker = (scope.seat, ability.kind, ability.name, scope.copy, scope.unit)
            done = False
            if not ability.cost or (yield from offered(t, speaks, cost_of(t, speaks, ability))):
                done = bool((yield from ability.do(t, speaks)))
            t.speaker = before
            if done:
                _count_use(t, speaks, ability.name)
                return True
    return False


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
    return any(tag in mod.value for mod, _ in _mods(t, "enable", unit.id))


# ---------------------------------------------------------------- ACT skills


def usable(t: CipherTable, seat: int) -> list[tuple[int, int]]:
    """(copy, index) of every ACT skill that the seat may use now: in play, among its bonds, or where else it works."""
    found = []
    standing = t.standing or standing_of(t)
    plain = standing.entries.keys().isdisjoint(_ON_USING)
    for ability, scope in standing.acts[seat]:
        # What costs nothing to ask comes first: most skills are used up, or their need is not met.
        if (
            not (ability.limit and _used_up(t, ability, scope))
            and (ability.need is None or ability.need(t, scope))
            and payable(t, scope, ability.cost if plain else cost_of(t, scope, ability))
            and (plain or not _is_barred(t, ability, scope))
        ):
            found.append((scope.copy, scope.index))
    for zone in t.flags.get("acts", ()):
        seen: set[int] = set()
        for copy in getattr(t.seats[seat], zone):
            face = t.cards[copy]
            if zone in face.zones and id(face) not in seen:
                seen.add(id(face))
                found += _usable_from(t, seat, copy, face.skills, zone)
    return found


def _usable_from(t: CipherTable, seat: int, copy: int, skills: Sequence[Ability], zone: str) -> list[tuple[int, int]]:
    found = []
    for index, ability in enumerate(skills):
        if ability.zone == zone and not ability.timing and not ability.rules:
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
    yield from spoken(t, (scope := CipherScope(seat, copy, unit, index)), ability, _used(t, scope, ability))


def _used(t: CipherTable, scope: CipherScope, ability: Ability) -> Rules[None]:
    assert ability.do is not None
    scope.paid = yield from pay(t, scope, (yield from _chosen_cost(t, scope, ability)))
    remember(t, scope, "paid", scope.paid)
    _count_use(t, scope, ability.name)
    yield from ability.do(t, scope)
    _tell_use(t, scope, ability)


# ---------------------------------------------------------------- support skills


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
    if unit.id not in standing_of(t).entries.get("support_loses", _NO_ENTRIES):
        return found
    lost = {mod.value for mod, _ in _mods(t, "support_loses", unit.id)}
    return [index for index in found if (one := _ability(t, copy, NONE, index)) is None or one.name not in lost]


def use_support(t: CipherTable, seat: int, index: int) -> Rules[None]:
    """Resolve one support skill of the seat's support card."""
    copy = t.seats[seat].support
    ability = _ability(t, copy, NONE, index)
    scope = CipherScope(seat, copy, NONE, index)
    if ability is None or ability.do is None or (ability.need is not None and not ability.need(t, scope)):
        return
    yield from spoken(t, scope, ability, _supporting(t, scope, ability))


def _supporting(t: CipherTable, scope: CipherScope, ability: Ability) -> Rules[None]:
    assert ability.do is not None
    if ability.cost and not (yield from offered(t, scope, ability.cost)):
        return
    yield from ability.do(t, scope)
    if "twice" in standing_of(t).entries and any(True for _ in _card_mods(t, "twice", scope.seat, scope.copy)):
        yield from ability.do(t, scope)
    _tell_use(t, scope, ability)


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
    ability = ability_at(t, copy, index)
    if index == LATER:
        return f"{face.name}: what was put off"
    return f"{face.name}: {ability.name if ability is not None and ability.name else f'skill {index + 1}'}"
