"""How abilities act in Ashes: what happens is told, those who wait for it resolve there and then, players may react.

`tell` is the moment itself: triggered abilities first ("when" before "after", simultaneous ones as the active player
orders them), then, in the player turns phase, a window for one reaction a player. `run` does what an ability says; an
effect that is cancelled in mid-course ends by `CancelledError`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from deckcli.engine.choice import NO, Option, Rules, choose, choose_yes
from deckcli.engine.closures import Built
from deckcli.engine.effect_text import Node
from deckcli.engine.table import EndlessError
from deckcli.engine.vocabulary import NOTHING, Did
from deckcli.games.ashes import skills
from deckcli.games.ashes.cards import LEVEL_WORDS, POWER, Atom, Cost, Skill
from deckcli.games.ashes.faces import DICE
from deckcli.games.ashes.paying import (
    Bill,
    about_of,
    bills,
    chosen_dice,
    covers,
    is_payable,
    most_x,
    payable_bills,
    pick,
    set_die,
    with_x,
)
from deckcli.games.ashes.table import ACTIVE, EXHAUSTED, NONE, ON_CARD, AshesScope, AshesTable, Cause, Die, Event, Piece

MOST_TRIGGERS = 3000
"""So many abilities in one turn end the game as unfinished: they wake each other without end."""


class CancelledError(Exception):
    """Ends an effect that was cancelled; `scope` is the one that is cancelled."""

    def __init__(self, scope: AshesScope) -> None:
        super().__init__("cancelled")
        self.scope = scope


# ---------------------------------------------------------------- running


def run(t: AshesTable, s: AshesScope) -> Rules[Any]:
    """Do what the ability of a scope says, then what its focus adds; what it did. NOTHING when it was cancelled."""
    skill = s.skill
    assert skill is not None
    ability = skill.ability
    if ability.do is None:
        return NOTHING
    _count_trigger(t, s)
    try:
        done = yield from ability.do(t, s)
        for line in ability.focus[: s.focus]:
            done = yield from line(t, s)
    except CancelledError as cancelled:
        if cancelled.scope is not s:
            raise
        return NOTHING
    finally:
        _clear_aside(t, s)
    return done


def _clear_aside(t: AshesTable, s: AshesScope) -> None:
    """What an ability set aside and brought nowhere is discarded."""
    for copy in s.names.get("aside", ()):
        looked = t.seats[t.owners[copy]].looked
        if copy in looked:
            looked.remove(copy)
            t.seats[t.owners[copy]].discard_pile.append(copy)


def _count_trigger(t: AshesTable, s: AshesScope) -> None:
    t.trouble = t.cards[s.copy].name if s.copy != NONE else ""
    count = t.notes["ran"] = t.notes.get("ran", 0) + 1
    if count > MOST_TRIGGERS:
        raise EndlessError(f"{MOST_TRIGGERS} abilities in one turn ({t.trouble})")


def run_built(t: AshesTable, s: AshesScope, built: Built) -> Rules[Any]:
    """Run a part of an ability, whether it asks or not."""
    return (yield from built.run(t, s)) if built.asks else built.run(t, s)


def fresh(s: AshesScope, event: Event | None = None) -> AshesScope:
    """Who speaks, for one use of the ability."""
    speaks = AshesScope(s.seat, s.copy, s.piece, s.skill, s.cause, s.n)
    speaks.via = s.via
    speaks.event = event
    return speaks


def used_up(t: AshesTable, skill: Skill, s: AshesScope) -> bool:
    """Whether an ability with a limit was used this turn."""
    if not skill.ability.limit:
        return False
    piece = t.pieces.get(s.piece)
    return piece is not None and piece.used.get(skill.key or skill.ability.name, 0) > 0


def count_use(t: AshesTable, skill: Skill, s: AshesScope) -> None:
    """Remember that an ability with a limit was used."""
    piece = t.pieces.get(s.piece)
    if piece is not None and skill.ability.limit:
        key = skill.key or skill.ability.name
        piece.used[key] = piece.used.get(key, 0) + 1


# ---------------------------------------------------------------- telling


def tell(t: AshesTable, event: Event, waiting: Sequence[tuple[Skill, AshesScope]] | None = None) -> Rules[None]:
    """Something happens: triggers resolve, then players may react. `waiting` are the triggers, where they were looked
    for before (a card that leaves play hears its own leaving)."""
    if waiting is None:
        if not skills.listened(t, event.name):
            return
        waiting = skills.listeners(t, event)
    if t.delayed:
        yield from _delayed(t, event)
    if waiting:
        for timing in ("when", "after"):
            yield from in_order(t, [one for one in waiting if one[0].ability.timing == timing], event)
    if t.phase == "turns" and t.outcome is None and (event.name != "damaged" or event.amount > 0):
        yield from _reactions(t, event)


def in_order(t: AshesTable, waiting: list[tuple[Skill, AshesScope]], event: Event) -> Rules[None]:
    """Simultaneous triggers, as the active player orders them."""
    while waiting and t.outcome is None:
        index = 0
        if len(waiting) > 1 and any(one[0] is not waiting[0][0] for one in waiting):
            options: list[Option] = [("trigger", s.copy, place_of(t, skill, s)) for skill, s in waiting]
            options = list(dict.fromkeys(options))
            if len(options) > 1:
                answer = yield from choose(t.active, "order", options)
                index = next(i for i, (skill, s) in enumerate(waiting) if answer[1:] == (s.copy, place_of(t, skill, s)))
        skill, scope = waiting.pop(index)
        yield from resolve(t, skill, scope, event)


def place_of(t: AshesTable, skill: Skill, s: AshesScope) -> int:
    """A number for an ability among those of its card, for options."""
    own = t.cards[s.copy].text.skills
    for index, one in enumerate(own):
        if one is skill:
            return index
    return len(own) + (s.via if s.via != NONE else 0)


def resolve(t: AshesTable, skill: Skill, s: AshesScope, event: Event) -> Rules[None]:
    """Resolve one triggered ability, unless it was used up or fell asleep meanwhile."""
    ability = skill.ability
    if s.piece in t.gone or used_up(t, skill, s) or not skills.awake(t, s, ability):
        return
    speaks = fresh(s, event)
    if ability.need is not None and not ability.need(t, speaks):
        return
    done = yield from run(t, speaks)
    if not isinstance(done, Did) or done.count:
        count_use(t, skill, s)


def _delayed(t: AshesTable, event: Event) -> Rules[None]:
    """What was put off until this event, and what watches for it."""
    due = [one for one in t.delayed if one.moment == event.name and _is_due(t, one, event)]
    if due:
        t.delayed = [one for one in t.delayed if one not in due or one.until]
        for one in due:
            speaks = fresh(one.scope, event)
            speaks.names = skills.names_back(t, one.names)
            try:
                yield from run_built(t, speaks, one.run)
            except CancelledError as cancelled:
                if cancelled.scope is not speaks:
                    raise


def _is_due(t: AshesTable, one: skills.Delayed, event: Event) -> bool:
    if one.round and (t.round != one.round or t.turn <= one.turn):
        return False
    if one.test is None:
        return True
    speaks = fresh(one.scope, event)
    speaks.names = skills.names_back(t, one.names)
    return bool(one.test(t, speaks, event))


# ---------------------------------------------------------------- reactions


def _reactions(t: AshesTable, event: Event) -> Rules[None]:
    """One reaction a player and turn: the active player is asked first, and again after each reaction."""
    asked = True
    while asked and t.outcome is None and not event.cancelled:
        asked = False
        for seat in (t.active, 1 - t.active):
            if t.seats[seat].reacted or not t.seats[seat].hand:
                continue
            options = reactions(t, seat, event)
            if not options:
                continue
            answer = yield from choose(seat, "react", [*options, NO], _about_event(event))
            if answer != NO:
                yield from react(t, seat, int(answer[1]), event)
                asked = True
                break


def _about_event(event: Event) -> tuple[int, ...]:
    return (event.thing.card,) if isinstance(event.thing, Piece) else ()


def lend(t: AshesTable, seat: int) -> list[tuple[Die, Piece]]:
    """Dice on cards that may pay for reactions become active for as long as that takes; `give_back` ends it."""
    if "can spend" not in skills.standing_of(t).rulings:
        return []
    lent = []
    for piece in t.pieces.values():
        for number in tuple(piece.dice) if piece.seat == seat else ():
            die = t.dice[number]
            if t.levels[number] == POWER and skills.allowed(t, "spend", t.seats[seat], die):
                lent.append((die, piece))
    for die, piece in lent:
        piece.dice.remove(die.number)
        set_die(t, die, ACTIVE, POWER)
    return lent


def give_back(t: AshesTable, lent: Sequence[tuple[Die, Piece]]) -> None:
    """Lent dice that paid for nothing lie on their cards again."""
    for die, piece in lent:
        if t.places[die.number] == ACTIVE and piece.place == "play":
            set_die(t, die, ON_CARD, t.levels[die.number])
            piece.dice.append(die.number)


def reactions(t: AshesTable, seat: int, event: Event) -> list[Option]:
    """The cards in a hand that may be played as a reaction to an event, one of each."""
    lent = lend(t, seat)
    found = _reactions_of(t, seat, event)
    give_back(t, lent)
    return found


def _reactions_of(t: AshesTable, seat: int, event: Event) -> list[Option]:
    found: list[Option] = []
    seen: list[int] = []
    for copy in t.seats[seat].hand:
        face = t.cards[copy]
        if event.name in face.hears and id(face) not in seen:
            seen.append(id(face))
            if reacting(t, seat, copy, event) is not None:
                found.append(("react", copy))
    return found


def reacting(t: AshesTable, seat: int, copy: int, event: Event) -> AshesScope | None:
    """Who speaks when a hand card is played as a reaction to an event; None when it cannot be."""
    face = t.cards[copy]
    if skills.forbidden(t, "play", t.seats[seat], copy):
        return None
    for skill in face.text.skills:
        ability = skill.ability
        if ability.event is None or event.name not in ability.hears:
            continue
        if face.kind != "reaction_spell" and ability.zone != "hand":
            continue
        s = AshesScope(seat, copy, NONE, skill, Cause("reaction_spell", seat, copy), skill.n)
        s.event = event
        if (
            ability.event(t, s, event)
            and (ability.need is None or ability.need(t, s))
            and is_payable(t, seat, face.cost if skill.instead is None else skill.instead, s, held=1, actions=False)
        ):
            return s
    return None


def react(t: AshesTable, seat: int, copy: int, event: Event) -> Rules[None]:
    """Play a hand card as this turn's reaction. A reaction spell is paid for and goes to the discard pile; what the
    blue box of another card says pays for it itself."""
    lent = lend(t, seat)
    s = reacting(t, seat, copy, event)
    if s is None:
        give_back(t, lent)
        return
    own = t.seats[seat]
    own.reacted = True
    if t.cards[copy].kind != "reaction_spell":
        yield from run(t, s)
        give_back(t, lent)
        return
    own.hand.remove(copy)
    own.playing.append(copy)
    yield from pay(t, s, t.cards[copy].cost)
    give_back(t, lent)
    yield from run(t, s)
    if copy in own.playing:
        own.playing.remove(copy)
        t.seats[t.owners[copy]].discard_pile.append(copy)
    yield from told_resolved(t, s)


def told_resolved(t: AshesTable, s: AshesScope) -> Rules[None]:
    """A spell or an activated ability has resolved."""
    if skills.listened(t, "resolved"):
        thing = t.piece(s.piece) if s.piece != NONE else s.copy
        event = Event("resolved", thing, s.seat, s.cause)
        event.things = (s,)
        yield from tell(t, event)


# ---------------------------------------------------------------- paying


def pay(t: AshesTable, s: AshesScope, cost: Cost, *, actions: bool = True) -> Rules[None]:
    """Pay a cost that is payable: actions, the exhaustion token, cards from hand, dice. `s.spent`, `s.x` and `s.extra`
    tell afterwards what was paid."""
    ways = payable_bills(t, s.seat, cost, s, held=0, actions=actions)
    bill = ways[0] if len(ways) == 1 else (yield from _way(t, s, ways))
    if bill.x is not None:
        s.x = yield from _asked_x(t, s, bill)
        bill = with_x(bill, s.x)
    if actions:
        if bill.main:
            t.main = False
        t.sides -= bill.side
    if bill.exhaust:
        piece = t.pieces.get(s.piece)
        if piece is not None:
            piece.exhaustion += bill.exhaust
    if bill.discard:
        yield from _discarded(t, s, bill.discard)
    if bill.extra and s.focus >= bill.extra_focus and (yield from _wants_more(t, s, bill)):
        s.extra = True
        bill = _joined(bill, bills(bill.extra)[0])
    if bill.dice or bill.basics:
        yield from _pay_dice(t, s, bill)


def _way(t: AshesTable, s: AshesScope, ways: list[Bill]) -> Rules[Bill]:
    """Which side of a parallel cost is paid, where both could be."""
    answer = yield from choose(s.seat, "way", [("way", i) for i in range(len(ways))], about_of(s))
    return ways[int(answer[1])]


def _asked_x(t: AshesTable, s: AshesScope, bill: Bill) -> Rules[int]:
    most = most_x(t.pools[s.seat], bill)
    answer = yield from choose(s.seat, "x", [("number", n) for n in range(1, most + 1)], about_of(s))
    return int(answer[1])


def _discarded(t: AshesTable, s: AshesScope, count: int) -> Rules[None]:
    own = t.seats[s.seat]
    cards = yield from pick(t, s.seat, "discard", own.hand, count, count, about_of(s))
    for copy in cards:
        own.hand.remove(copy)
        own.discard_pile.append(copy)


def _wants_more(t: AshesTable, s: AshesScope, bill: Bill) -> Rules[bool]:
    """Whether what may be paid on top is paid."""
    more = _joined(bill, bills(bill.extra)[0])
    if not covers(t.pools[s.seat], more):
        return False
    return (yield from choose_yes(s.seat, "extra", about_of(s)))


def _joined(one: Bill, other: Bill) -> Bill:
    typed = {type_: [power, plain] for type_, power, plain in one.dice}
    for type_, power, plain in other.dice:
        both = typed.setdefault(type_, [0, 0])
        both[0] += power
        both[1] += plain
    dice = tuple((type_, power, plain) for type_, (power, plain) in sorted(typed.items()))
    return one._replace(dice=dice, basics=one.basics + other.basics, extra=())


def _pay_dice(t: AshesTable, s: AshesScope, bill: Bill) -> Rules[None]:
    minds = s.skill is not None and minds_faces(s.skill)
    dice = yield from chosen_dice(t, s.seat, bill, minds=minds, about=about_of(s))
    s.spent = tuple((die.type, t.levels[die.number], die.number) for die in dice)
    for die in dice:
        set_die(t, die, EXHAUSTED, t.levels[die.number])
    story = t.seats[s.seat].story
    for type_, level, _ in s.spent:
        for figure in ("dice", f"spent {DICE[type_]}", f"spent {LEVEL_WORDS[level]}"):
            story[figure] = story.get(figure, 0) + 1
    if skills.listened(t, "paid_with"):
        for die in dice:
            yield from tell(t, Event("paid_with", die, s.seat, s.cause))


_MINDS: dict[int, tuple[Skill, bool]] = {}


def minds_faces(skill: Skill) -> bool:
    """Whether an ability looks at the faces that were spent on it."""
    known = _MINDS.get(id(skill))
    if known is None or known[0] is not skill:
        known = _MINDS[id(skill)] = (skill, any(_names_face(node) for node in _nodes(skill.ability.tree or {})))
    return known[1]


def _nodes(tree: Mapping[str, Any]) -> Iterator[Node]:
    for value in tree.values():
        yield from value if isinstance(value, list) else [value]


def _names_face(node: Node) -> bool:
    return any(word.role == "face" and word.spelling != "optional" for word in node.words())


def offered(t: AshesTable, s: AshesScope, cost: tuple[Atom, ...]) -> Rules[bool]:
    """Whether a cost that may be declined is paid in mid-effect: it is offered only when all of it can be."""
    if not is_payable(t, s.seat, cost, s) or not (yield from choose_yes(s.seat, "pay it", about_of(s))):
        return False
    yield from pay(t, s, cost)
    return True
