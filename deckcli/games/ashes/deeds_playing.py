"""Playing a card of Ashes from hand: paying, entering or resolving, and where it goes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from deckcli.engine.choice import Rules
from deckcli.engine.vocabulary import NOTHING, Did
from deckcli.games.ashes import deeds, skills
from deckcli.games.ashes.cards import Face
from deckcli.games.ashes.moments import CancelledError, pay, run, told_resolved
from deckcli.games.ashes.paying import about_of, is_payable, pick
from deckcli.games.ashes.table import (
    NONE,
    READY_SPELL,
    UNIT,
    AshesScope,
    AshesTable,
    Cause,
    Piece,
)


def hosts(t: AshesTable, seat: int, copy: int) -> list[Piece]:
    """The cards in play to which an alteration may be attached by that seat."""
    c = Cause("alteration", seat, copy)
    return [
        piece
        for piece in t.pieces.values()
        if deeds.may_attach(t, seat, copy, piece, c) and not skills.forbidden(t, "target", None, piece, c)
    ]


def play_card(t: AshesTable, seat: int, copy: int, without: Sequence[str] = (), instead: Any = None) -> Rules[Did]:
    """Play a card from hand now: pay its cost (without these parts of it, or `instead` another), and put it where it
    goes. A unit or ready spell without a free slot is paid for and discarded (rulings)."""
    face = t.cards[copy]
    own = t.seats[seat]
    cost = face.cost if instead is None else instead
    if without:
        cost = _without(cost, tuple(without))
    s = scope_of_card(t, seat, copy)
    if copy not in own.hand or not is_payable(t, seat, cost, s, held=1):
        return NOTHING
    own.hand.remove(copy)
    own.playing.append(copy)
    yield from pay(t, s, cost)
    t.trouble = face.name
    own.played.append(copy)
    if t.round == 1 and copy in own.first_five:
        deeds.count(own, "first five")
    yield from _resolve_card(t, s, face)
    return Did((copy,))


_WITHOUT: dict[tuple[int, tuple[str, ...]], tuple[Any, Any]] = {}


def _without(cost: Any, parts: tuple[str, ...]) -> Any:
    """A cost without parts of these kinds; made once."""
    key = (id(cost), parts)
    known = _WITHOUT.get(key)
    if known is None or known[0] is not cost:
        left = tuple(atom for atom in cost if atom.kind not in parts)
        known = _WITHOUT[key] = (cost, left)
    return known[1]


_CAUSES = {"ally": "rule", "action_spell": "action_spell", "ready_spell": "ready_spell", "alteration": "alteration"}


def scope_of_card(t: AshesTable, seat: int, copy: int) -> AshesScope:
    """Who speaks when a card is played from hand."""
    face = t.cards[copy]
    skill = resolution(face)
    kind = _CAUSES.get(face.kind, face.kind)
    return AshesScope(seat, copy, NONE, skill, Cause(kind, seat, copy), 0 if skill is None else skill.n)


def resolution(face: Face) -> Any:
    """What an action spell says: its ability without a head."""
    if face.kind != "action_spell":
        return None
    return next((skill for skill in face.text.skills if not skill.ability.timing and not skill.ability.cost), None)


def _resolve_card(t: AshesTable, s: AshesScope, face: Face) -> Rules[None]:
    seat, copy = s.seat, s.copy
    own = t.seats[seat]
    if face.kind == "ally":
        if deeds.has_slot(t, seat):
            own.playing.remove(copy)
            yield from deeds.enter(t, seat, copy, UNIT, s.cause)
            return
    elif face.kind == "ready_spell":
        if face.text.goes is not None:
            hosts_ = yield from pick(t, seat, "choose", face.text.goes(t, s), 1, 1, about_of(s))
            if hosts_:
                own.playing.remove(copy)
                yield from deeds.enter(t, seat, copy, READY_SPELL, s.cause, host=hosts_[0].id)
                return
        elif deeds.has_spell_slot(t, seat, face.name):
            own.playing.remove(copy)
            yield from deeds.enter(t, seat, copy, READY_SPELL, s.cause)
            return
    elif face.kind == "alteration":
        yield from _attach_played(t, s)
    elif s.skill is not None:
        yield from run(t, s)
    if copy in own.playing:
        own.playing.remove(copy)
        deeds.lay(t, copy, "")
    if face.kind == "action_spell":
        yield from told_resolved(t, s)


def _attach_played(t: AshesTable, s: AshesScope) -> Rules[None]:
    """An alteration targets its host, and may be cancelled: it is then discarded."""
    found = hosts(t, s.seat, s.copy)
    try:
        chosen = yield from deeds.target(t, s, found, 1, 1)
    except CancelledError as cancelled:
        if cancelled.scope is not s:
            raise
        return
    if chosen and chosen[0].place == "play":
        t.seats[s.seat].playing.remove(s.copy)
        yield from deeds.attach_copy(t, s.cause, s.copy, chosen[0])
