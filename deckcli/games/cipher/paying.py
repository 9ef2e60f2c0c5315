"""What skills cost in Cipher, and how a choice among copies is asked. Below `skills`: it changes nothing by itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeAlias

from deckcli.engine.choice import DONE, Option, Rules, choose
from deckcli.engine.vocabulary import EVERY, Amount
from deckcli.games.cipher.table import CipherTable, Unit

Thing: TypeAlias = "Unit | int"
"""A unit in play, or a copy anywhere else."""


ANY = -2
"""So many: any number, none included."""


class Atom(NamedTuple):
    """One part of a cost: `many` things (EVERY: all of them, ANY: any number) out of what `claims(t, s)` gives, which
    `do` then pays.

    Atoms with the same `pool` cannot be paid with the same thing twice. `alike(t, thing)` tells which things leave the
    same behind: among those nothing is asked.
    """

    pool: str
    many: int
    claims: Callable[[CipherTable, Any], Sequence[Thing]]
    do: Callable[[CipherTable, Any, Sequence[Thing]], Any]
    alike: Callable[[CipherTable, Thing], Any]
    amount: Callable[[CipherTable, Any], Amount] | None = None
    """What gives how many where that is only known when it is paid (`counted`)."""


Cost: TypeAlias = "tuple[Atom, ...]"


def payable(t: CipherTable, s: Any, cost: Cost) -> bool:
    """Whether the whole cost can be paid."""
    for _, many, claim, _, _, _ in cost:
        if len(claim(t, s)) < many:
            return False
    if len(cost) < 2 or (len(cost) == 2 and cost[0].pool != cost[1].pool):
        return True
    pools = {atom.pool for atom in cost}
    if len(pools) == len(cost):
        return True
    claims = [(atom.pool, max(0, atom.many), atom.claims(t, s)) for atom in cost]
    return all(_matched([c[1:] for c in claims if c[0] == pool]) for pool in pools)


def counted(t: CipherTable, s: Any, cost: Cost) -> Cost:
    """The same cost with the numbers that are only known now."""
    if all(atom.amount is None for atom in cost):
        return cost
    return tuple(
        atom if atom.amount is None else atom._replace(many=atom.amount(t, s).least, amount=None) for atom in cost
    )


def cheaper(cost: Cost, fewer: int, least: int = 0) -> Cost:
    """The same cost with so many fewer bonds to flip, but not below `least` of them."""
    return tuple(
        atom._replace(many=max(min(atom.many, least), atom.many - fewer)) if atom.pool == "bond" else atom
        for atom in cost
    )


def _matched(claims: Sequence[tuple[int, Sequence[Thing]]]) -> bool:
    """Whether every claim can have as many things as it needs, no thing twice."""
    wants = [things for count, things in claims for _ in range(count)]
    holder: dict[int, int] = {}

    def place(want: int, tried: set[int]) -> bool:
        for thing in wants[want]:
            key = id_of(thing)
            if key not in tried:
                tried.add(key)
                if key not in holder or place(holder[key], tried):
                    holder[key] = want
                    return True
        return False

    return all(place(want, set()) for want in range(len(wants)))


def pay(t: CipherTable, s: Any, cost: Cost) -> Rules[tuple[Thing, ...]]:
    """Pay a cost that is payable; what it took. All of it is chosen before any of it is paid."""
    taken: list[tuple[Atom, tuple[Thing, ...]]] = []
    for number, atom in enumerate(cost):
        used = {id_of(thing) for other, things in taken if other.pool == atom.pool for thing in things}
        free = [thing for thing in atom.claims(t, s) if id_of(thing) not in used]
        later = [other for other in cost[number + 1 :] if other.pool == atom.pool]
        taken.append((atom, (yield from _chosen(t, s, atom, free, later, used))))
    for atom, things in taken:
        atom.do(t, s, things)
    return tuple(thing for _, things in taken for thing in things)


def _chosen(
    t: CipherTable, s: Any, atom: Atom, free: list[Thing], later: Sequence[Atom], used: set[int]
) -> Rules[tuple[Thing, ...]]:
    """The things that pay one part, such that the later parts of its pool can still be paid."""
    if atom.many == EVERY:
        return tuple(free)
    if atom.many == ANY:
        return (yield from pick(t, s.seat, "pay", free, 0, len(free), atom.alike, (s.copy, s.index)))
    chosen: list[Thing] = []
    while later and len(chosen) < atom.many:
        fitting = [thing for thing in free if _leaves_enough(t, s, thing, later, used | {id_of(c) for c in chosen})]
        (thing,) = yield from pick(t, s.seat, "pay", fitting, 1, 1, atom.alike, (s.copy, s.index))
        chosen.append(thing)
        free = [other for other in free if other is not thing and other != thing]
    if later:
        return tuple(chosen)
    return (yield from pick(t, s.seat, "pay", free, atom.many, atom.many, atom.alike, (s.copy, s.index)))


def _leaves_enough(t: CipherTable, s: Any, thing: Thing, later: Sequence[Atom], used: set[int]) -> bool:
    gone = used | {id_of(thing)}
    return _matched([(a.many, [other for other in a.claims(t, s) if id_of(other) not in gone]) for a in later])


# ---------------------------------------------------------------- asking


def id_of(thing: Thing) -> int:
    """The copy by which a thing is named in an option: a unit by its top card."""
    return thing if isinstance(thing, int) else thing.stack[-1]


def same_card(t: CipherTable, thing: Thing) -> Any:
    """Copies of one card that lie in one place are alike; a unit is like no other."""
    return id(t.cards[thing]) if isinstance(thing, int) else thing.id


def pick(
    t: CipherTable,
    seat: int,
    prompt: str,
    things: Sequence[Thing],
    least: int,
    most: int,
    alike: Callable[[CipherTable, Thing], Any] = same_card,
    about: tuple[int, ...] = (),
    word: str = "take",
) -> Rules[tuple[Thing, ...]]:
    """Ask for `least` to `most` of these, one at a time; of things that are alike one is offered, and a set is asked
    for in one order alone. What can be answered in one way only is not asked."""
    groups: dict[Any, list[Thing]] = {}
    for thing in things:
        groups.setdefault(alike(t, thing), []).append(thing)
    if least >= len(things) or (len(groups) == 1 and least >= most):
        return tuple(things[:most])
    ordered = [(number, thing) for number, group in enumerate(groups.values()) for thing in group]
    taken: list[Thing] = []
    start = 0
    while len(taken) < min(most, len(ordered)):
        last = len(ordered) - max(0, least - len(taken) - 1)
        offered = {ordered[place][0]: place for place in range(last - 1, start - 1, -1)}
        options: list[Option] = [(word, id_of(ordered[place][1])) for place in sorted(offered.values())]
        if len(taken) >= least:
            options.append(DONE)
        if not options or options == [DONE]:
            break
        answer = yield from choose(seat, prompt, options, about, min(most, len(ordered)) - len(taken))
        if answer == DONE:
            break
        place = next(p for p in offered.values() if id_of(ordered[p][1]) == answer[1])
        taken.append(ordered[place][1])
        start = place + 1
    return tuple(taken)
