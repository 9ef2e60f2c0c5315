"""What things cost in Ashes, and how a choice among things is asked.

A seat's active dice are one number with four bits for each type and level (`t.pools`): whether a cost can be paid is
then told by a little arithmetic. Within a type a higher face pays for a lower, so that typed costs never compete with
one another: each takes the lowest faces that will do, and basic costs take what is left. Who pays is only asked which
types pay for basic costs, and where the level of a die matters to the effect.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from itertools import accumulate, product
from typing import Any, NamedTuple

from deckcli.engine.choice import DONE, Option, Rules, choose
from deckcli.games.ashes.cards import ANY_DIE, BASIC, CLASS, POWER, Atom, Cost
from deckcli.games.ashes.faces import DICE
from deckcli.games.ashes.table import ACTIVE, NONE, AshesTable, Die, Piece, Seat, Thing

# ---------------------------------------------------------------- pools


def slot(type_: int, level: int) -> int:
    """Where a type and level stand in a pool's number."""
    return 4 * (3 * type_ + level)


def in_pool(pool: int, type_: int, level: int) -> int:
    """How many dice of that type show exactly that level."""
    return pool >> slot(type_, level) & 15


POWERS = sum(15 << slot(type_, POWER) for type_ in range(len(DICE)))
"""The places of all power faces in a pool's number."""


def size(pool: int) -> int:
    """How many dice a pool holds: the sum of its digits to base 16, as long as it is below 15."""
    return pool % 15


def set_die(t: AshesTable, die: Die, place: int, level: int) -> None:
    """Put a die somewhere, or turn it: the only way in which dice change."""
    number, seat = die.number, die.seat
    if t.places[number] == ACTIVE:
        t.pools[seat] -= 1 << slot(die.type, t.levels[number])
    t.places[number] = place
    t.levels[number] = level
    if place == ACTIVE:
        t.pools[seat] += 1 << slot(die.type, level)


# ---------------------------------------------------------------- bills


class Bill(NamedTuple):
    """One way of paying a cost: how many main and side actions, exhaustion tokens, discards; typed dice as (type, power
    faces, class faces), basics; the X of it as (type, level), or None; what may be paid on top, and from which focus
    on."""

    main: int
    side: int
    exhaust: int
    discard: int
    dice: tuple[tuple[int, int, int], ...]
    basics: int
    x: tuple[int, int] | None
    extra: Cost
    extra_focus: int = 0


_BILLS: dict[int, tuple[Cost, tuple[Bill, ...]]] = {}
"""Bills by the identity of a cost without computed parts."""
_MOST_BILLS = 10_000


def bills(cost: Cost, t: AshesTable | None = None, s: Any = None) -> tuple[Bill, ...]:
    """Every way of paying a cost, one for each combination of its alternatives."""
    known = _BILLS.get(id(cost))
    if known is not None and known[0] is cost:
        return known[1]
    computed = any(callable(atom.many) for atom in cost)
    if computed:
        cost = tuple(_computed(atom, t, s) for atom in cost)
    ways = [[(atom,)] if atom.kind != "either" else list(atom.options) for atom in cost]
    found = tuple(_bill([one for part in way for one in part]) for way in product(*ways))
    if not computed:
        if len(_BILLS) > _MOST_BILLS:
            _BILLS.clear()
        _BILLS[id(cost)] = (cost, found)
    return found


def _computed(atom: Atom, t: AshesTable | None, s: Any) -> Atom:
    return atom._replace(many=max(0, int(atom.many(t, s)))) if callable(atom.many) else atom


def _bill(atoms: Sequence[Atom]) -> Bill:
    counts = {"main": 0, "side": 0, "exhaust": 0, "discard": 0}
    typed: dict[int, list[int]] = {}
    basics = 0
    x: tuple[int, int] | None = None
    extra: Cost = ()
    extra_focus = 0
    for atom in atoms:
        many = atom.many if isinstance(atom.many, int) else 0
        if atom.kind in counts:
            counts[atom.kind] += many
        elif atom.kind == "optional":
            extra, extra_focus = atom.options[0], many
        elif atom.many is None:
            x = (atom.die, atom.level)
        elif atom.die == ANY_DIE or atom.level == BASIC:
            basics += many
        else:
            typed.setdefault(atom.die, [0, 0])[0 if atom.level == POWER else 1] += many
    dice = tuple((type_, power, plain) for type_, (power, plain) in sorted(typed.items()))
    main, side, exhaust, discard = counts.values()
    return Bill(main, side, exhaust, discard, dice, basics, x, extra, extra_focus)


def covers(pool: int, bill: Bill) -> bool:
    """Whether a pool's dice can pay for a bill (with an X of 1)."""
    used = bill.basics
    for type_, power, plain in bill.dice:
        powers = pool >> 4 * (3 * type_ + 2) & 15
        if powers < power or powers + (pool >> 4 * (3 * type_ + 1) & 15) < power + plain:
            return False
        used += power + plain
    if bill.x is not None:
        return size(pool) > used and most_x(pool, bill) >= 1
    return used <= pool % 15


def most_x(pool: int, bill: Bill) -> int:
    """The largest X that a pool can pay for beside the rest of the bill."""
    assert bill.x is not None
    type_, level = bill.x
    left = size(pool) - bill.basics - sum(power + plain for _, power, plain in bill.dice)
    if type_ == ANY_DIE or level == BASIC:
        return left
    own = sum(in_pool(pool, type_, one) for one in range(level, POWER + 1))
    own -= sum(power + plain for one, power, plain in bill.dice if one == type_)
    return min(left, own)


def with_x(bill: Bill, x: int) -> Bill:
    """The bill for that X."""
    if bill.x is None:
        return bill
    type_, level = bill.x
    if type_ == ANY_DIE or level == BASIC:
        return bill._replace(basics=bill.basics + x, x=None)
    typed = {one: [power, plain] for one, power, plain in bill.dice}
    typed.setdefault(type_, [0, 0])[0 if level == POWER else 1] += x
    return bill._replace(dice=tuple((one, a, b) for one, (a, b) in sorted(typed.items())), x=None)


def payable_bills(
    t: AshesTable, seat: int, cost: Cost, s: Any = None, *, held: int = 0, actions: bool = True
) -> list[Bill]:
    """The ways in which a seat can pay a cost now; `held` hand cards cannot be discarded (the one being played).
    Without `actions`, its main and side actions are not asked for."""
    found = []
    for bill in bills(cost, t, s):
        if actions and ((bill.main and not t.main) or bill.side > t.sides):
            continue
        if bill.discard and len(t.seats[seat].hand) - held < bill.discard:
            continue
        if covers(t.pools[seat], bill):
            found.append(bill)
    return found


def is_payable(t: AshesTable, seat: int, cost: Cost, s: Any = None, *, held: int = 0, actions: bool = True) -> bool:
    """Whether a seat can pay a cost now (`payable_bills`)."""
    return affords(t, seat, bills(cost, t, s), held=held, actions=actions)


def affords(t: AshesTable, seat: int, ways: Sequence[Bill], *, held: int = 0, actions: bool = True) -> bool:
    """Whether a seat can pay one of these bills now."""
    pool = t.pools[seat]
    for bill in ways:
        if actions and ((bill.main and not t.main) or bill.side > t.sides):
            continue
        if (not bill.discard or len(t.seats[seat].hand) - held >= bill.discard) and covers(pool, bill):
            return True
    return False


# ---------------------------------------------------------------- which dice pay


def chosen_dice(t: AshesTable, seat: int, bill: Bill, *, minds: bool, about: tuple[int, ...] = ()) -> Rules[list[Die]]:
    """The dice that pay for a bill which the pool covers: asked for where it matters. `minds` says that the effect
    looks at the faces that were spent: then a class cost may be paid by a power face although a class face is there."""
    by_slot: dict[tuple[int, int], list[Die]] = {}
    for die in t.dice_of(seat):
        by_slot.setdefault((die.type, t.levels[die.number]), []).append(die)
    taken: list[Die] = []
    for type_, power, plain in bill.dice:
        for _ in range(power):
            taken.append(by_slot[type_, POWER].pop(0))
        taken += yield from _class_dice(t, seat, by_slot, type_, plain, minds, about)
    if bill.basics:
        taken += yield from _basic_dice(t, seat, by_slot, bill.basics, about)
    return taken


def _class_dice(
    t: AshesTable,
    seat: int,
    by_slot: dict[tuple[int, int], list[Die]],
    type_: int,
    count: int,
    minds: bool,
    about: tuple[int, ...],
) -> Rules[list[Die]]:
    taken: list[Die] = []
    plain, power = by_slot.get((type_, CLASS), []), by_slot.get((type_, POWER), [])
    while len(taken) < count:
        pile = plain or power
        if minds and plain and power:
            options: list[Option] = [("die", plain[0].number), ("die", power[0].number)]
            answer = yield from choose(seat, "pay", options, about)
            pile = plain if answer == options[0] else power
        taken.append(pile.pop(0))
    return taken


def _basic_dice(
    t: AshesTable, seat: int, by_slot: dict[tuple[int, int], list[Die]], count: int, about: tuple[int, ...]
) -> Rules[list[Die]]:
    """Which types pay for basic costs: of each type its lowest faces, and the types in their order, so that a set is
    asked for once."""
    types: dict[int, list[Die]] = {}
    for type_, level in sorted(by_slot):
        types.setdefault(type_, []).extend(by_slot[type_, level])
    types = {type_: dice for type_, dice in types.items() if dice}
    taken: list[Die] = []
    while len(taken) < count:
        left = count - len(taken)
        there = list(types.items())
        if sum(len(dice) for _, dice in there) == left:
            return taken + [die for _, dice in there for die in dice]
        if len(there) == 1:
            return taken + there[0][1][:left]
        behind = sum(len(dice) for _, dice in there)
        options: list[Option] = []
        for _, dice in there:
            if behind >= left:
                options.append(("die", dice[0].number))
            behind -= len(dice)
        answer = options[0] if len(options) == 1 else (yield from choose(seat, "pay", options, about, left))
        type_ = t.dice[int(answer[1])].type
        types = {one: dice for one, dice in types.items() if one >= type_ and dice}
        taken.append(types[type_].pop(0))
        types = {one: dice for one, dice in types.items() if dice}
    return taken


# ---------------------------------------------------------------- asking


def option_of(thing: Thing | str) -> Option:
    """How a thing is named in an option."""
    if isinstance(thing, int):
        return ("card", thing)
    if isinstance(thing, str):
        return ("word", thing)
    if isinstance(thing, Piece):
        return ("piece", thing.id)
    return ("player", thing.number) if isinstance(thing, Seat) else ("die", thing.number)


def alike(t: AshesTable, thing: Thing) -> Any:
    """Copies of one card are alike, and dice of one type that show one face on one place; all else is like no other."""
    if isinstance(thing, int):
        return id(t.cards[thing])
    if isinstance(thing, Die):
        number = thing.number
        level = t.levels[number] if t.places[number] == ACTIVE else 0  # an exhausted die shows nothing that counts
        return (thing.seat, thing.type, level, t.places[number])
    return thing


def pick(
    t: AshesTable,
    seat: int,
    prompt: str,
    things: Sequence[Any],
    least: int,
    most: int,
    about: tuple[int, ...] = (),
    same: Callable[[AshesTable, Any], Any] = alike,
) -> Rules[tuple[Any, ...]]:
    """Ask for `least` to `most` of these, one at a time; of things that are alike one is offered, and a set is asked
    for in one order alone. What can be answered in one way only is not asked."""
    count = len(things)
    if least >= count:
        return tuple(things)
    groups: dict[Any, list[Any]] = {}
    for thing in things:
        groups.setdefault(same(t, thing), []).append(thing)
    if len(groups) == 1 and least >= most:
        return tuple(things[:most])
    most = min(most, count)
    ordered, ends = _group_after_group(groups.values())
    named = [option_of(thing) for thing in ordered]
    taken: list[Any] = []
    start = 0
    while len(taken) < most:
        options: dict[Option, int] = {}
        place = start
        while place < count - max(0, least - len(taken) - 1):
            options[named[place]] = place
            place = ends[place]
        if not options:
            break
        asked = [*options, DONE] if len(taken) >= least else list(options)
        answer = yield from choose(seat, prompt, asked, about, most - len(taken))
        if answer == DONE:
            break
        start = options[answer] + 1
        taken.append(ordered[start - 1])
    return tuple(taken)


def _group_after_group(groups: Collection[Sequence[Any]]) -> tuple[list[Any], list[int]]:
    """The things in the order in which they are asked for, and for each where the next group begins."""
    ends = zip(accumulate(map(len, groups)), groups, strict=True)
    return [thing for group in groups for thing in group], [end for end, group in ends for _ in group]


def about_of(s: Any) -> tuple[int, ...]:
    """What a question says it is about: the card that speaks."""
    return (s.copy,) if s is not None and s.copy != NONE else ()
