"""What counts of a warrior now: its printed values, what was given to it this turn, and what constant skills add."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
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


class Given(NamedTuple):
    """A change other than a bonus that an act gave a warrior for the turn: whose act it was, on which copy, side and
    place of it."""

    mod: Mod
    seat: int
    copy: int
    side: int
    place: int


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


def scope_of(t: PhaseTable, copy: int, side: int, act: Act) -> PhaseScope:
    """Who speaks while an act of a card is resolved."""
    return PhaseScope(t.owners[copy], copy, side, act)


# ---------------------------------------------------------------- what constant skills change


class Entry(NamedTuple):
    """A change that a constant skill makes while its tests hold, to warriors that fit (None: to its own alone): what is
    added to the attack or the defence value, or against whom an act is forbidden."""

    scope: PhaseScope
    test: Callable[..., Any] | None
    fits: Callable[..., Any] | None
    added: Any
    against: Callable[..., bool] | None


class Standing(Derived):
    """What follows from which sides are up in play: by the kind of change (`kinds` are those that there are: "attack",
    "defence", "swift", "ally", "cannot ..."), the entries for single warriors and those for whoever fits. `lowers` is
    how much they may take from a defence value in all. It holds ids alone, and is never changed: forks share it."""

    __slots__ = ("groups", "kinds", "lowers", "single")

    def __init__(self) -> None:
        self.kinds: set[str] = set()
        self.single: dict[str, dict[int, list[Entry]]] = {}
        self.groups: dict[str, list[Entry]] = {}
        self.lowers = 0


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
                for kind, entry in _entries(face, seat, holder):
                    _add(standing, holder, kind, entry)
    return standing


_ENTRIES: dict[tuple[int, int, int], tuple[PlayedFace, list[tuple[str, Entry]]]] = {}
"""What a side adds, by side, seat and copy: it holds ids alone, so that every game may use it again."""
_MOST_ENTRIES = 20_000
_MUCH = 1000
"""More than any defence value: what is computed may lower one by anything."""


def _entries(face: PlayedFace, seat: int, holder: int) -> list[tuple[str, Entry]]:
    key = (id(face), seat, holder)
    known = _ENTRIES.get(key)
    if known is None or known[0] is not face:
        if len(_ENTRIES) >= _MOST_ENTRIES:
            _ENTRIES.clear()
        known = _ENTRIES[key] = (face, list(_made(face, seat, holder)))
    return known[1]


def _made(face: PlayedFace, seat: int, holder: int) -> Iterator[tuple[str, Entry]]:
    for act in face.constant:
        scope = PhaseScope(seat, holder, face.side, act)
        for rule in act.ability.rules:
            holding: Holding = rule.made
            fits = None if holding.group.only == "this" else holding.group.fits
            for mod in holding.mods:
                for kind, added in _parts_of(mod):
                    yield kind, Entry(scope, rule.test, fits, added, mod.fits)


def _parts_of(mod: Mod) -> list[tuple[str, Any]]:
    """What a change is filed under, and how much it adds there: most bonuses are of attack or of defence alone."""
    if mod.kind != "bonus":
        return [(mod.kind, 0)]
    return [(kind, added) for kind, added in (("attack", mod.attack), ("defence", mod.defence)) if added != 0]


def _add(standing: Standing, holder: int, kind: str, entry: Entry) -> None:
    standing.kinds.add(kind)
    if kind == "defence":
        standing.lowers += _MUCH if isinstance(entry.added, Built) else max(0, -entry.added)
    if entry.fits is None:
        standing.single.setdefault(kind, {}).setdefault(holder, []).append(entry)
    else:
        standing.groups.setdefault(kind, []).append(entry)


def held(t: PhaseTable, copy: int, kind: str) -> Sequence[Entry]:
    """What the constant skills of all warriors in play change of one of them in that way. What such a skill asks about
    attack and defence is answered without constant skills, so that none waits for itself (ruling 41)."""
    standing = t.standing or standing_of(t)
    if kind not in standing.kinds or t.reading:
        return ()
    single, group = standing.single.get(kind), standing.groups.get(kind)
    alone = single.get(copy) if single else None
    entries = [*alone, *group] if alone and group else alone or group or ()
    return [entry for entry in entries if _holds(t, copy, entry)]


def _holds(t: PhaseTable, copy: int, entry: Entry) -> bool:
    scope, test, fits, need = entry.scope, entry.test, entry.fits, entry.scope.act.ability.need
    return (
        (need is None or bool(_asked(t, need, scope)))
        and (test is None or bool(_asked(t, test, scope)))
        and (fits is None or bool(_asked(t, fits, scope, copy)))
    )


def _asked(t: PhaseTable, ask: Callable[..., Any], *about: Any) -> Any:
    """What a constant skill asks, answered without constant skills."""
    t.reading = True
    try:
        return ask(t, *about)
    finally:
        t.reading = False


def _added(t: PhaseTable, copy: int, kind: str) -> int:
    """What constant skills add to the attack or the defence value."""
    if kind not in (t.standing or standing_of(t)).kinds:
        return 0
    return sum(
        int(_asked(t, entry.added.run, entry.scope)) if isinstance(entry.added, Built) else entry.added
        for entry in held(t, copy, kind)
    )


# ---------------------------------------------------------------- what counts


def attack_of(t: PhaseTable, copy: int) -> int:
    """The attack value now; it may be negative (Attack Value)."""
    value = t.cards[copy].sides[t.up[copy]].attack
    if copy in t.bonus:
        value += t.bonus[copy][0]
    return value + _added(t, copy, "attack") if t.constants else value


def defence_of(t: PhaseTable, copy: int) -> int:
    """The defence value now; damage is counted against it (Defense Value)."""
    value = t.cards[copy].sides[t.up[copy]].defence
    if copy in t.bonus:
        value += t.bonus[copy][1]
    return value + _added(t, copy, "defence") if t.constants else value


def number(t: PhaseTable, scope: PhaseScope, value: Any) -> int:
    """A value that is fixed, or that is run now."""
    return int(value.run(t, scope)) if isinstance(value, Built) else int(value)


def is_swift(t: PhaseTable, copy: int) -> bool:
    """Whether it deals its damage before warriors that are not (Swift)."""
    return t.cards[copy].sides[t.up[copy]].swift or _has(t, copy, "swift")


def is_ally(t: PhaseTable, copy: int) -> bool:
    """Whether it may defend the Nexus for a player who was not selected (Ally)."""
    return t.cards[copy].sides[t.up[copy]].ally or _has(t, copy, "ally")


def _has(t: PhaseTable, copy: int, kind: str) -> bool:
    if t.given and any(given.mod.kind == kind for given in t.given.get(copy, ())):
        return True
    return t.constants and kind in (t.standing or standing_of(t)).kinds and bool(held(t, copy, kind))


def forbidden(t: PhaseTable, copy: int, act: str, other: int = NONE) -> bool:
    """Whether something says "cannot" to an act of a warrior ("attack", "defend", "be opposed" by another)."""
    kind = "cannot " + act
    if t.given:
        for given in t.given.get(copy, ()):
            if given.mod.kind == kind and _is_meant(t, given.mod.fits, _giver(t, given), other):
                return True
    if not t.constants or kind not in (t.standing or standing_of(t)).kinds:
        return False
    return any(_is_meant(t, one.against, one.scope, other) for one in held(t, copy, kind))


def _is_meant(t: PhaseTable, against: Callable[..., bool] | None, scope: PhaseScope, other: int) -> bool:
    return against is None or (other != NONE and against(t, scope, other))


def _giver(t: PhaseTable, given: Given) -> PhaseScope:
    """Who spoke when something was given."""
    return PhaseScope(given.seat, given.copy, given.side, t.act(given.copy, given.side, given.place))
