"""What counts of a warrior now: its printed values, what was given to it this turn, and what constant skills add."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from deckcli.engine.closures import Built, Group
from deckcli.engine.vocabulary import Scope
from deckcli.games.phase.played import Act
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


def attack_of(t: PhaseTable, copy: int) -> int:
    """The attack value now; it may be negative (Attack Value)."""
    value = t.cards[copy].sides[t.up[copy]].attack
    if copy in t.bonus:
        value += t.bonus[copy][0]
    if t.constants and not t.reading:
        for scope, mod in _held(t, copy, "bonus"):
            value += number(t, scope, mod.attack)
    return value


def defence_of(t: PhaseTable, copy: int) -> int:
    """The defence value now; damage is counted against it (Defense Value)."""
    value = t.cards[copy].sides[t.up[copy]].defence
    if copy in t.bonus:
        value += t.bonus[copy][1]
    if t.constants and not t.reading:
        for scope, mod in _held(t, copy, "bonus"):
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
    found = [(None, mod) for mod in t.given.get(copy, ()) if mod.kind == kind]
    held = _held(t, copy, kind) if t.constants else ()
    return any(mod.fits is None or (other != NONE and mod.fits(t, scope, other)) for scope, mod in [*found, *held])


def _has(t: PhaseTable, copy: int, kind: str) -> bool:
    if t.given and any(mod.kind == kind for mod in t.given.get(copy, ())):
        return True
    return t.constants and any(True for _ in _held(t, copy, kind))


def _held(t: PhaseTable, copy: int, kind: str) -> Iterator[tuple[PhaseScope, Mod]]:
    """What the constant skills of all warriors in play change of one of them in that way. What such a skill asks about
    attack and defence is answered without constant skills, so that none waits for itself."""
    if t.reading or not t.in_play(copy):
        return
    for seat, own in enumerate(t.seats):
        for holder in own.play:
            side = t.up[holder]
            for act in t.cards[holder].sides[side].constant:
                yield from _of_one(t, copy, kind, PhaseScope(seat, holder, side, act))


def _of_one(t: PhaseTable, copy: int, kind: str, scope: PhaseScope) -> Iterator[tuple[PhaseScope, Mod]]:
    for rule in scope.act.ability.rules:
        holding: Holding = rule.made
        mods = [mod for mod in holding.mods if mod.kind == kind]
        if mods and _applies(t, copy, scope, rule.test, holding.group):
            yield from ((scope, mod) for mod in mods)


def _applies(t: PhaseTable, copy: int, scope: PhaseScope, test: Any, group: Group) -> bool:
    t.reading = True
    need = scope.act.ability.need
    try:
        return (
            (need is None or bool(need(t, scope)))
            and (test is None or bool(test(t, scope)))
            and bool(group.fits(t, scope, copy))
        )
    finally:
        t.reading = False
