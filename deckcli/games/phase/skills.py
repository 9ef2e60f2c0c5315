"""How orders and skills are used: what they cost, what may be chosen for them, and those that trigger."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from deckcli.engine.choice import DONE, Option, Rules, choose, choose_some, choose_yes
from deckcli.engine.table import EndlessError
from deckcli.engine.vocabulary import EVERY, Amount
from deckcli.games.phase import deeds
from deckcli.games.phase.played import Act, Part, Price
from deckcli.games.phase.table import PhaseTable
from deckcli.games.phase.values import PhaseScope, scope_of

ORDER = -1
"""The place of an order among what a side can do."""
MOST_TRIGGERS = 500
"""So many triggered skills one after the other are endless."""


# ---------------------------------------------------------------- costs


def unlocked(t: PhaseTable, seat: int) -> int:
    """How many resources of a seat are not locked."""
    barracks = t.seats[seat].barracks
    return len(barracks) - len(t.locked.intersection(barracks)) if t.locked else len(barracks)


def usable(t: PhaseTable, seat: int, copy: int, act: Act, free: int) -> bool:
    """Whether a seat with so many unlocked resources can pay for an act of a card, and what it needs besides is so."""
    if not payable(t, seat, copy, act.price, free):
        return False
    need = act.ability.need
    return need is None or bool(need(t, scope_of(t, copy, t.up[copy], act)))


def payable(t: PhaseTable, seat: int, copy: int, price: Price, free: int) -> bool:
    """Whether a seat with so many unlocked resources can pay a price."""
    if price.resources > free:
        return False
    if price.plain:
        return True
    own = t.seats[seat]
    if price.loses[0] > own.influence[0] or price.loses[1] > own.influence[1]:
        return False
    if price.discards > len(own.hand) - (copy in own.hand):
        return False
    return not price.itself or (copy in own.play and copy not in t.locked)


def pay(t: PhaseTable, s: PhaseScope, cost: Sequence[Part]) -> Rules[None]:
    """Pay a cost that is payable, part by part in printed order (Actions and Costs, ruling 18). A resource is phased at
    most once for it, and what was locked can no longer phase."""
    phased: set[int] = set()
    for number, part in enumerate(cost):
        if part.what == "phase":
            taken = yield from _resources(t, s, part, cost[number + 1 :], phased)
            for copy in taken:
                deeds.phase(t, copy)
            phased.update(taken)
        elif part.what == "lock":
            for copy in (yield from _resources(t, s, part, cost[number + 1 :], frozenset())):
                deeds.lock(t, copy)
        else:
            yield from _pay_otherwise(t, s, part)


def _resources(
    t: PhaseTable, s: PhaseScope, part: Part, later: Sequence[Part], phased: set[int] | frozenset[int]
) -> Rules[tuple[int, ...]]:
    """The resources that pay one part, so that what stands behind it can still be paid; any number is none to all of
    them (ruling 25)."""
    free = [copy for copy in t.seats[s.seat].barracks if copy not in t.locked and copy not in phased]
    least, most = part.many, part.many
    if part.many == EVERY:
        kept = sum(other.many for other in later if other.what in ("phase", "lock"))
        least, most = 0, len(free) - kept if part.what == "lock" else len(free)
    taken = yield from pick(t, s.seat, part.what, free, least, most, s.about)
    s.paid += taken
    t.worked.update(taken)
    return taken


def _pay_otherwise(t: PhaseTable, s: PhaseScope, part: Part) -> Rules[None]:
    if part.what == "lose":
        deeds.lose(t, s.seat, part.side, part.many)
    elif part.what == "discard":
        for copy in (yield from pick(t, s.seat, "discard", t.seats[s.seat].hand, part.many, part.many, s.about)):
            deeds.discard(t, copy)
    elif part.what == "phase this":
        deeds.phase(t, s.copy)
    elif part.what == "lock this":
        deeds.lock(t, s.copy)
    else:
        deeds.destroy(t, s.copy)


def offered(t: PhaseTable, s: PhaseScope, cost: tuple[Part, ...]) -> Rules[bool]:
    """Whether a cost that may be declined is paid; it is offered only when all of it can be."""
    if not payable(t, s.seat, s.copy, Price(cost), unlocked(t, s.seat)):
        return False
    if not (yield from choose_yes(s.seat, "pay", s.about)):
        return False
    yield from pay(t, s, cost)
    return True


# ---------------------------------------------------------------- choosing


def pick(
    t: PhaseTable, seat: int, prompt: str, copies: Sequence[int], least: int, most: int, about: tuple[int, ...] = ()
) -> Rules[tuple[int, ...]]:
    """Ask for `least` to `most` of these copies; what can be answered in one way only is not asked."""
    most = min(most, len(copies))
    if most <= 0:
        return ()
    if least >= len(copies):
        return tuple(copies)
    return tuple((yield from choose_some(seat, prompt, copies, most, least, about)))


def chosen(t: PhaseTable, s: PhaseScope, things: Sequence[int], amount: Amount, seat: int) -> Rules[tuple[int, ...]]:
    """Let a seat choose among things for an effect.

    For an action in a skirmish only what is in that skirmish may be chosen (Actions and Costs, ruling 22); nobody
    chooses own locked cards, unless the face speaks of locked cards (Phasing and Locking, ruling 20); that there is
    nothing to choose does not forbid the act (ruling 23). Warriors that are chosen for an order have their Elite skills
    triggered, whoever plays it (Elite, ruling 24).
    """
    may_be = [copy for copy in things if _choosable(t, s, copy, seat)]
    least, most = amount.of(len(may_be))
    looks = alike(t, seat, may_be) if least < len(may_be) else {}
    if looks:
        taken = yield from _pick_alike(seat, may_be, looks, least, min(most, len(may_be)), s.about)
    else:
        taken = yield from pick(t, seat, "choose", may_be, least, most, s.about)
    if s.act.ability.kind == "order":
        for copy in taken:
            elite = t.face(copy).elite
            if elite and t.in_play(copy):
                deeds.trigger(t, t.owners[copy], copy, t.up[copy], elite)
    return taken


def _choosable(t: PhaseTable, s: PhaseScope, copy: int, seat: int) -> bool:
    if copy in t.locked and t.owners[copy] == seat and not s.act.speaks_of_locked:
        return False
    if t.window != "skirmish" or s.act.ability.kind not in ("order", "action"):
        return True
    skirmish = t.skirmishes[t.fought]
    return copy == skirmish.attacker or copy in skirmish.defenders


def alike(t: PhaseTable, seat: int, copies: Sequence[int]) -> dict[int, Any]:
    """What each of these copies looks like to a seat, when it cannot tell some of them apart, and else nothing.

    They are others' cards, of which it sees the same side in the same state, and not what is behind (Phasing and
    Locking, ruling 43); own cards, and those of which all have seen both sides, are like no other.
    """
    hidden = [copy for copy in copies if t.owners[copy] != seat and copy not in t.known]
    if len(hidden) < 2 or len({seen_side(t, copy) for copy in hidden}) == len(hidden):
        return {}
    looks: dict[int, Any] = {copy: _look(t, copy) for copy in hidden}
    return {copy: looks.get(copy, copy) for copy in copies} if len({*looks.values()}) < len(hidden) else {}


def seen_side(t: PhaseTable, copy: int) -> tuple[int, int]:
    """Whose a copy is, and which printed side of it everybody sees: the one that is up, in a hand the other."""
    return t.owners[copy], t.cards[copy].sides[t.shown(copy)].print


def _look(t: PhaseTable, copy: int) -> tuple[Any, ...]:
    """All that everybody sees of a copy."""
    own = t.seats[t.owners[copy]]
    area = next((name for name in ("play", "barracks", "hand", "discard", "deck") if copy in getattr(own, name)), "")
    used = tuple(sorted((side, index) for one, side, index in t.used if one == copy))
    state = (copy in t.locked, t.damage.get(copy, 0), t.bonus.get(copy), t.given.get(copy), used)
    return (*seen_side(t, copy), area, *state, t.fights(copy))


def _pick_alike(
    seat: int, copies: Sequence[int], looks: Mapping[int, Any], least: int, most: int, about: tuple[int, ...]
) -> Rules[tuple[int, ...]]:
    """As `choose_some`; of copies that are alike those that are left are one answer, and stand together."""
    first = {look: place for place, look in reversed([*enumerate(looks.values())])}
    ordered = sorted(copies, key=lambda copy: first[looks[copy]])
    taken: list[int] = []
    while len(taken) < most:
        last = len(ordered) - max(0, least - len(taken) - 1)
        offered = {looks[copy]: copy for copy in reversed(ordered[:last])}
        options: list[Option] = [("take", copy) for copy in reversed(offered.values())]
        answer = yield from choose(seat, "choose", options + [DONE] * (len(taken) >= least), about, most - len(taken))
        if answer == DONE:
            break
        taken.append(int(answer[1]))
        ordered = ordered[ordered.index(taken[-1]) + 1 :]
    return tuple(taken)


# ---------------------------------------------------------------- using them


def play_order(t: PhaseTable, seat: int, copy: int) -> Rules[None]:
    """Reveal an order from the hand, pay, do its effects, discard it (Order Text)."""
    own = t.seats[seat]
    side = t.up[copy]
    act = t.act(copy, side, ORDER)
    t.trouble = t.cards[copy].name
    own.hand.remove(copy)
    own.revealed.append(copy)
    own.played.append(copy)
    t.known.add(copy)
    yield from _done(t, scope_of(t, copy, side, act))
    if copy in own.revealed:
        own.revealed.remove(copy)
        own.discard.append(copy)
    if deeds.unsettled(t):
        yield from settle(t)


def use_skill(t: PhaseTable, copy: int, index: int) -> Rules[None]:
    """Use a skill of a warrior: pay, then do its effects."""
    side = t.up[copy]
    act = t.act(copy, side, index)
    t.trouble = t.cards[copy].name
    t.used.add((copy, side, index))
    yield from _done(t, scope_of(t, copy, side, act))
    if deeds.unsettled(t):
        yield from settle(t)


def _done(t: PhaseTable, s: PhaseScope) -> Rules[None]:
    yield from pay(t, s, s.act.price.cost)
    assert s.act.ability.do is not None
    yield from s.act.ability.do(t, s)


def settle(t: PhaseTable) -> Rules[None]:
    """Resolve the triggered skills that wait: the active player's first, then clockwise, each in an order of its
    player's own (ruling 35). An action or a step is over then, and who falls has left play (`deeds.unsettled`)."""
    count = 0
    while deeds.unsettled(t):
        count += 1
        if count > MOST_TRIGGERS:
            raise EndlessError(t.cards[t.waiting[0][1]].name)
        waiting = yield from _next_waiting(t)
        t.waiting.remove(waiting)
        _, copy, side, index = waiting
        act = t.act(copy, side, index)
        t.trouble = t.cards[copy].name
        scope = scope_of(t, copy, side, act)
        if act.ability.need is None or act.ability.need(t, scope):
            yield from _triggered(t, scope)


def _next_waiting(t: PhaseTable) -> Rules[tuple[int, int, int, int]]:
    if len(t.waiting) == 1:
        return t.waiting[0]
    count = len(t.seats)
    seat = min((one[0] for one in t.waiting), key=lambda seat: (seat - t.active) % count)
    options: list[Option] = list(dict.fromkeys(("trigger", *one) for one in t.waiting if one[0] == seat))
    answer = yield from choose(seat, "trigger", options)
    return (seat, int(answer[2]), int(answer[3]), int(answer[4]))


def _triggered(t: PhaseTable, s: PhaseScope) -> Rules[None]:
    if s.act.price.cost and not (yield from offered(t, s, s.act.price.cost)):
        return
    assert s.act.ability.do is not None
    yield from s.act.ability.do(t, s)
