"""What counts of a warrior now: its printed values, what was given to it this turn, and what constant skills add."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from deckcli.engine.closures import Built, Group
from deckcli.engine.table import Derived
from deckcli.engine.vocabulary import Scope
from deckcli.games.phase.played import Act, PlayedFace
from deckcli.games.phase.table import NONE, PhaseTable


class Mod(NamedTuple):
    """One change of a warrior: `kind` is "bonus" (attack and defence added), "swift", "ally" or "cannot ..."; a value
    that is Built is run when it is read. `fits` limits whom an act is forbidden against."""

    kind: str
    attack: Any = 0
    defence: Any = 0
    fits: Callable[..., bool] | None = None


class Holding(NamedTuple):
    """A line of a constant skill: which warriors get which changes."""

    group: Group
    mods: tuple[Mod, ...]


class PhaseScope(Scope):
    """Who speaks while an order or a skill runs: whose it is, on which copy and side of it, and the act itself; `paid`
    are the resources that its cost took."""

    __slots__ = ("act", "copy", "paid", "seat", "side")

    def __init__(self, seat: int, copy: int, side: int, act: Act) -> None:
        super().__init__()
        self.seat = seat
        self.copy = copy
        self.side = side
        self.act = act
        self.paid: tuple[int, ...] = ()

    @property
    def about(self) -> tuple[int, ...]:
        """What a question of this act is about: the copy, the side, the index of the act."""
        return (self.copy, self.side, self.act.index)


class Entry(NamedTuple):
    """A change that a constant skill makes while its tests hold, to warriors that fit (None: to its own alone)."""

    scope: PhaseScope
    test: Callable[..., Any] | None
    fits: Callable[..., Any] | None
    mod: Mod


class Standing(Derived):
    """What follows from which sides are up in play: by the kind of change, the entries for single warriors and those
    for whoever fits. `harms` is whether one of them may lower a defence value. It holds ids alone, and is never
    changed: forks share it."""

    __slots__ = ("groups", "harms", "kinds", "single")

    def __init__(self) -> None:
        self.single: dict[str, dict[int, list[Entry]]] = {}
        self.groups: dict[str, list[Entry]] = {}
        self.kinds: set[str] = set()
        self.harms = False


def standing_of(t: PhaseTable) -> Standing:
    """What follows from the sides that are up in play, made when it is first asked for after a change."""
    found: Standing | None = t.standing
    if found is None:
        found = t.standing = _stand(t)
    return found


def _stand(t: PhaseTable) -> Standing:
    standing = Standing()
    for seat, own in enumerate(t.seats):
        for holder in own.play:
            face = t.cards[holder].sides[t.up[holder]]
            if face.constant:
                for entry in _entries(face, seat, holder):
                    _add(standing, holder, entry)
    return standing


_ENTRIES: dict[tuple[int, int, int], tuple[PlayedFace, tuple[Entry, ...]]] = {}
"""What a side adds, by side, seat and copy: it holds ids alone, so that every game may use it again."""
_MOST_ENTRIES = 20_000


def _entries(face: PlayedFace, seat: int, holder: int) -> tuple[Entry, ...]:
    key = (id(face), seat, holder)
    known = _ENTRIES.get(key)
    if known is None or known[0] is not face:
        if len(_ENTRIES) >= _MOST_ENTRIES:
            _ENTRIES.clear()
        made: list[Entry] = []
        for act in face.constant:
            scope = PhaseScope(seat, holder, face.side, act)
            for rule in act.ability.rules:
                holding: Holding = rule.made
                fits = None if holding.group.only == "this" else holding.group.fits
                made += [Entry(scope, rule.test, fits, mod) for mod in holding.mods]
        known = _ENTRIES[key] = (face, tuple(made))
    return known[1]


def _add(standing: Standing, holder: int, entry: Entry) -> None:
    mod = entry.mod
    standing.kinds.add(mod.kind)
    standing.harms = standing.harms or isinstance(mod.defence, Built) or mod.defence < 0
    if entry.fits is None:
        standing.single.setdefault(mod.kind, {}).setdefault(holder, []).append(entry)
    else:
        standing.groups.setdefault(mod.kind, []).append(entry)


def attack_of(t: PhaseTable, copy: int) -> int:
    """The attack value now; it may be negative (Attack Value)."""
    value = t.cards[copy].sides[t.up[copy]].attack
    if copy in t.bonus:
        value += t.bonus[copy][0]
    if t.constants and "bonus" in (t.standing or standing_of(t)).kinds:
        for scope, mod in held(t, copy, "bonus"):
            value += number(t, scope, mod.attack)
    return value


def defence_of(t: PhaseTable, copy: int) -> int:
    """The defence value now; damage is counted against it (Defense Value)."""
    value = t.cards[copy].sides[t.up[copy]].defence
    if copy in t.bonus:
        value += t.bonus[copy][1]
    if t.constants and "bonus" in (t.standing or standing_of(t)).kinds:
        for scope, mod in held(t, copy, "bonus"):
            value += number(t, scope, mod.defence)
    return value


def number(t: PhaseTable, scope: PhaseScope, value: Any) -> int:
    """A value that is fixed, or that is run now."""
    return int(value.run(t, scope)) if isinstance(value, Built) else int(value)


def is_swift(t: PhaseTable, copy: int) -> bool:
    """Whether it deals its damage before warriors that are not (Swift)."""
    return t.cards[copy].sides[t.up[copy]].swift or _has(t, copy, "swift")


def is_ally(t: PhaseTable, copy: int) -> bool:
    """Whether it may defend the Nexus for a player who was not selected (Ally)."""
    return t.cards[copy].sides[t.up[copy]].ally or _has(t, copy, "ally")


def forbidden(t: PhaseTable, copy: int, act: str, other: int = NONE) -> bool:
    """Whether something says "cannot" to an act of a warrior ("attack", "defend", "be opposed" by another)."""
    if not t.given and not t.constants:
        return False
    kind = "cannot " + act
    for mod in t.given.get(copy, ()):
        if mod.kind == kind and (mod.fits is None or (other != NONE and mod.fits(t, None, other))):
            return True
    if not t.constants or kind not in (t.standing or standing_of(t)).kinds:
        return False
    return any(mod.fits is None or (other != NONE and mod.fits(t, scope, other)) for scope, mod in held(t, copy, kind))


def _has(t: PhaseTable, copy: int, kind: str) -> bool:
    if t.given and any(mod.kind == kind for mod in t.given.get(copy, ())):
        return True
    return t.constants and kind in (t.standing or standing_of(t)).kinds and bool(held(t, copy, kind))


def held(t: PhaseTable, copy: int, kind: str) -> Sequence[tuple[PhaseScope, Mod]]:
    """What the constant skills of all warriors in play change of one of them in that way. What such a skill asks about
    attack and defence is answered without constant skills, so that none waits for itself."""
    standing = t.standing or standing_of(t)
    single, group = standing.single.get(kind), standing.groups.get(kind)
    if t.reading or (not group and (not single or copy not in single)) or not t.in_play(copy):
        return ()
    alone = single.get(copy) if single else None
    entries = [*alone, *group] if alone and group else alone or group or ()
    return [(entry.scope, entry.mod) for entry in entries if _holds(t, copy, entry)]


def _holds(t: PhaseTable, copy: int, entry: Entry) -> bool:
    scope, test, fits, _ = entry
    need = scope.act.ability.need
    if need is None and test is None and fits is None:
        return True
    t.reading = True
    try:
        return (
            (need is None or bool(need(t, scope)))
            and (test is None or bool(test(t, scope)))
            and (fits is None or bool(fits(t, scope, copy)))
        )
    finally:
        t.reading = False
