"""What changes the table of Ashes: one function a deed, used by the rules and by the words of card effects.

`c` is a Cause (a scope's `s.cause`); things are those of `table`. A deed that may ask, or that wakes abilities, is a
generator (Rules). Deeds given nothing do nothing; they give a Did: things, count, and whether all was done.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from deckcli.engine.choice import DONE, Option, Rules, choose
from deckcli.engine.table import Outcome
from deckcli.engine.vocabulary import EVERY, NOTHING, Did
from deckcli.games.ashes import skills
from deckcli.games.ashes.cards import BASIC, POWER, SIDES, Face
from deckcli.games.ashes.faces import DICE
from deckcli.games.ashes.moments import CancelledError, pay, run, tell, told_resolved
from deckcli.games.ashes.paying import about_of, is_payable, pick, set_die
from deckcli.games.ashes.table import (
    ACTIVE,
    ALTERATION,
    EXHAUSTED,
    NONE,
    ON_CARD,
    PHOENIXBORN,
    READY_SPELL,
    RULE,
    UNIT,
    AshesScope,
    AshesTable,
    Cause,
    Die,
    Event,
    Piece,
    Seat,
)

CEREMONIAL, CHARM, ILLUSION, NATURAL, DIVINE, SYMPATHY, TIME, ARTIFICE, ASTRAL = range(len(DICE))
PILES = ("hand", "draw_pile", "discard_pile", "pile", "removed", "looked", "playing")
"""The areas of a seat that are lists of copies."""


# ---------------------------------------------------------------- telling


def announce(
    t: AshesTable, name: str, thing: Any = None, seat: int = NONE, c: Cause = RULE, *, other: Any = None
) -> Rules[None]:
    """Tell an event, made only where something may listen to it."""
    if skills.listened(t, name):
        yield from tell(t, Event(name, thing, seat, c, other=other))


def in_play(things: Iterable[Any]) -> list[Piece]:
    """Those of these things that are cards in play."""
    return [thing for thing in things if isinstance(thing, Piece) and thing.place == "play"]


def may_affect(t: AshesTable, c: Cause, piece: Piece) -> bool:
    """Whether a cause may change or move a card in play (Spell Guard)."""
    return not (c.is_effect and skills.forbidden(t, "affect", None, piece, c))


# ---------------------------------------------------------------- targets


def target(
    t: AshesTable, s: AshesScope, things: Sequence[Any], least: int, most: int, seat: int = NONE
) -> Rules[tuple[Any, ...]]:
    """Choose and target `least` to `most` of these, as `seat` (else whoever speaks) decides; nothing that may not be
    targeted is offered, and none need be chosen where `s.free` says so. Whoever is targeted may answer: a cancelled
    effect ends here, and this does not return."""
    asked = s.seat if seat == NONE else seat
    if s.free:
        s.free, least = False, 0
    if "cannot target" in (t.standing or skills.standing_of(t)).rulings:
        things = [thing for thing in things if not skills.forbidden(t, "target", None, thing, s.cause)]
    most = len(things) if most == EVERY else min(most, len(things))
    least = len(things) if least == EVERY else min(least, len(things))
    if not things or not most:
        return ()
    chosen = yield from pick(t, asked, "target", things, least, most, about_of(s))
    yield from targeted(t, s, chosen)
    return chosen


def targeted(t: AshesTable, s: AshesScope, things: Sequence[Any]) -> Rules[None]:
    """These are the targets of what speaks: the window in which it may be cancelled."""
    if skills.listened(t, "targeted"):
        for thing in things:
            event = Event("targeted", thing, s.seat, s.cause)
            yield from tell(t, event)
            if event.cancelled:
                raise CancelledError(s)


def cancel(t: AshesTable, event: Event | None) -> Did:
    """The effect whose targeting was told is cancelled: it, and the rest of its card."""
    if event is None or event.name != "targeted" or event.cancelled:
        return NOTHING
    event.cancelled = True
    return Did((), 1, True)


# ---------------------------------------------------------------- tokens


def place(t: AshesTable, c: Cause, token: str, n: int, things: Iterable[Any]) -> Rules[Did]:
    """Put tokens ("wounds", "exhaustion", "status") on cards in play. Wounds that are placed are not damage."""
    done = [piece for piece in in_play(things) if n > 0 and may_affect(t, c, piece)]
    if token == "wounds":
        yield from _wound(t, c, [(piece, n) for piece in done])
    else:
        for piece in done:
            setattr(piece, token, getattr(piece, token) + n)
    return Did(done, n * len(done), bool(done))


def remove(t: AshesTable, c: Cause, token: str, n: int, things: Iterable[Any]) -> Rules[Did]:
    """Take tokens off cards in play (EVERY: all); how many came off."""
    removed, asked, done = 0, 0, []
    for piece in in_play(things):
        if not may_affect(t, c, piece):
            continue
        there: int = getattr(piece, token)
        taken = there if n == EVERY else min(n, there)
        asked += max(1, n)
        if taken > 0:
            setattr(piece, token, there - taken)
            _forget_marks(t, piece, token)
            removed += taken
            done.append(piece)
            yield from announce_token(t, piece, token, c, taken)
    return Did(done, removed, removed >= asked > 0 if n != EVERY else removed > 0)


def announce_token(t: AshesTable, piece: Piece, token: str, c: Cause, taken: int) -> Rules[None]:
    """Tokens came off a card."""
    if skills.listened(t, "removed"):
        yield from tell(t, Event("removed", piece, piece.seat, c, amount=taken, word=token))


def move(t: AshesTable, c: Cause, token: str, n: int, one: Any, other: Any) -> Rules[Did]:
    """Move tokens from one card in play to another: as many as there are."""
    pieces = in_play((one, other))
    if len(pieces) < 2:
        return NOTHING
    there: int = getattr(pieces[0], token)
    moved = there if n == EVERY else min(n, there)
    if moved <= 0:
        return NOTHING
    yield from remove(t, c, token, moved, pieces[:1])
    yield from place(t, c, token, moved, pieces[1:])
    return Did(pieces[1:], moved, moved >= n)


def mark(t: AshesTable, piece: Piece, token: str) -> None:
    """Remember the newest token of a kind on a card, so that it can be taken back."""
    t.marks.append((piece.id, token, getattr(piece, token)))


def _forget_marks(t: AshesTable, piece: Piece, token: str) -> None:
    """A marked token is gone once fewer lie there than when it came."""
    if t.marks:
        there = getattr(piece, token)
        t.marks = [one for one in t.marks if one[:2] != (piece.id, token) or one[2] <= there]


def take_back(t: AshesTable, c: Cause, token: str, thing: Any) -> Rules[Did]:
    """Take a marked token off again, if it is still there."""
    pieces = in_play((thing,))
    if not pieces or not any(one[:2] == (pieces[0].id, token) for one in t.marks):
        return NOTHING
    return (yield from remove(t, c, token, 1, pieces))


# ---------------------------------------------------------------- damage


def damage(
    t: AshesTable, c: Cause, things: Iterable[Any], n: int, *, source: Any = None, final: bool = False
) -> Rules[Did]:
    """Deal `n` damage to each of these at the same moment. `source` is the card that deals it when that is not the
    cause's own. `final` damage cannot be prevented or redirected. What it did are the cards that were dealt damage."""
    if isinstance(source, Piece):
        c = Cause(c.kind, source.seat, source.card, source.id)
    return (yield from deal(t, [(piece, n, c) for piece in in_play(things)], final=final))


def deal(t: AshesTable, parts: Sequence[tuple[Piece, int, Cause]], *, final: bool = False) -> Rules[Did]:
    """Damage of unequal parts at the same moment: dealt (prevention, redirection), received (wounds), then life."""
    dealt: list[Piece] = []
    received: list[tuple[Piece, int, Cause]] = []
    for piece, n, c in _ordered(t, parts):
        if n <= 0 or piece.place != "play" or not may_affect(t, c, piece):
            continue
        dealt.append(piece)
        whom, left = yield from _prevented(t, piece, n, c, final=final or _is_final(t, c))
        if left > 0 and whom.place == "play":
            received.append((whom, left, c))
    by_cause: dict[int, list[tuple[Piece, int]]] = {}
    causes = {id(c): c for _, _, c in received}
    for piece, n, c in received:
        by_cause.setdefault(id(c), []).append((piece, n))
    for key, wounds in by_cause.items():
        _place_wounds(wounds if "wounded" not in _told(t) else (yield from _multiplied(t, causes[key], wounds)))
    yield from _after_wounds(t, received)
    return Did(dealt, len(dealt), bool(dealt))


def _told(t: AshesTable) -> frozenset[str]:
    skills.standing_of(t)
    return t.events or frozenset()


def _ordered(t: AshesTable, parts: Sequence[tuple[Piece, int, Cause]]) -> list[tuple[Piece, int, Cause]]:
    """The order in which simultaneous damage is looked at: the active player's side first, as the cards came."""
    return sorted(parts, key=lambda part: part[0].seat != t.active) if len(parts) > 1 else list(parts)


def _is_final(t: AshesTable, c: Cause) -> bool:
    """Whether the attack and counter damage of a card cannot be prevented."""
    if c.kind not in ("attack", "counter") or "unpreventable" not in skills.standing_of(t).mods:
        return False
    piece = t.pieces.get(c.piece)
    return piece is not None and skills.has_mod(t, "unpreventable", piece)


def _prevented(t: AshesTable, piece: Piece, n: int, c: Cause, *, final: bool) -> Rules[tuple[Piece, int]]:
    """The window between dealt and received; whom the damage hits in the end, and how much is left of it."""
    if not skills.listened(t, "damaged") and not piece.dice:
        return piece, n
    event = Event("damaged", piece, piece.seat, c, amount=n, final=final)
    _astral(t, event)
    if event.amount > 0:
        yield from tell(t, event)
    if event.thing is not piece and isinstance(event.thing, Piece):
        return (yield from _prevented(t, event.thing, event.amount, c, final=final))
    return piece, event.amount


def _astral(t: AshesTable, event: Event) -> None:
    """An astral die on a card that is dealt damage prevents 1 of it, and goes back exhausted."""
    piece = event.thing
    for number in tuple(piece.dice):
        if t.dice[number].type == ASTRAL and event.amount > 0:
            prevent(t, event, 1)
            if ("kept", number) not in t.notes:
                _die_off(t, piece, t.dice[number])


def prevent(t: AshesTable, event: Event | None, n: int) -> Did:
    """Prevent so much (EVERY: all) of the damage of an event; how much was prevented."""
    if event is None or event.name != "damaged" or event.final:
        return NOTHING
    less = event.amount if n == EVERY else min(max(0, n), event.amount)
    event.amount -= less
    return Did((), less, less > 0)


def redirect(t: AshesTable, event: Event | None, thing: Any) -> Did:
    """Another card receives the damage of an event instead."""
    pieces = in_play((thing,))
    if event is None or event.name != "damaged" or event.final or not pieces or pieces[0] is event.thing:
        return NOTHING
    event.thing = pieces[0]
    return Did(pieces)


def multiply(event: Event | None, n: int) -> Did:
    """The wounds of an event become so many times as many."""
    if event is None or event.name != "wounded":
        return NOTHING
    event.amount *= n
    return Did((), event.amount, True)


def _multiplied(t: AshesTable, c: Cause, wounds: list[tuple[Piece, int]]) -> Rules[list[tuple[Piece, int]]]:
    """What would change wounds before they are placed."""
    found = []
    for piece, n in wounds:
        event = Event("wounded", piece, piece.seat, c, amount=n)
        for skill, scope in skills.replacing(t, event):
            speaks = AshesScope(scope.seat, scope.copy, scope.piece, skill, scope.cause, scope.n)
            speaks.event = event
            yield from run(t, speaks)
        found.append((piece, event.amount))
    return found


def _place_wounds(wounds: Sequence[tuple[Piece, int]]) -> None:
    for piece, n in wounds:
        piece.wounds += n


def _wound(t: AshesTable, c: Cause, wounds: Sequence[tuple[Piece, int]]) -> Rules[None]:
    """Wounds are placed on cards without damage."""
    _place_wounds(wounds)
    yield from _after_wounds(t, [(piece, n, c) for piece, n in wounds])


def _after_wounds(t: AshesTable, received: Sequence[tuple[Piece, int, Cause]]) -> Rules[None]:
    """Wounds were placed: that is told, then life is checked."""
    if skills.listened(t, "wounded"):
        for piece, n, c in received:
            yield from tell(t, Event("wounded", piece, piece.seat, c, amount=n), _no_would(t, piece, n, c))
    causes = {piece.id: c for piece, _, c in received}
    yield from check_life(t, causes)


def _no_would(t: AshesTable, piece: Piece, n: int, c: Cause) -> Any:
    return skills.listeners(t, Event("wounded", piece, piece.seat, c, amount=n))


def check_life(t: AshesTable, causes: dict[int, Cause] | None = None) -> Rules[None]:
    """Whatever has as many wounds as life is destroyed: units, and Phoenixborn, whose players lose.

    Both Phoenixborn at one check: nobody wins (rulings)."""
    dead: list[tuple[Piece, Cause]] = []
    beaten: list[int] = []
    mods = (t.standing or skills.standing_of(t)).mods
    plain = "life" not in mods and "swap" not in mods
    for piece in t.pieces.values():
        kind = piece.kind
        if plain and not piece.wounds and t.cards[piece.card].life:
            continue
        if kind == UNIT:
            if piece.wounds >= skills.life_of(t, piece):
                dead.append((piece, (causes or {}).get(piece.id, RULE)))
        elif kind == PHOENIXBORN and piece.wounds and piece.wounds >= skills.life_of(t, piece):
            beaten.append(piece.seat)
    if beaten:
        winners = tuple(seat for seat in (0, 1) if seat not in beaten)
        t.outcome = Outcome(winners, "Phoenixborn destroyed" if winners else "both Phoenixborn destroyed")
        return
    if dead:
        yield from _destroyed(t, dead)


# ---------------------------------------------------------------- leaving play


def destroy(t: AshesTable, c: Cause, things: Iterable[Any]) -> Rules[Did]:
    """Destroy units, without damage or wounds; those that were."""
    units = [piece for piece in in_play(things) if piece.kind == UNIT and may_affect(t, c, piece)]
    if not units:
        return NOTHING
    yield from _destroyed(t, [(unit, c) for unit in units])
    return Did(units)


def was_destroyed(thing: Any, c: Cause) -> bool:
    """Whether this cause destroyed a thing."""
    return isinstance(thing, Piece) and thing.fell is c


def _destroyed(t: AshesTable, dead: Sequence[tuple[Piece, Cause]]) -> Rules[None]:
    """Units are destroyed at the same moment: set aside, told, and then, unless a trigger sent them elsewhere, they go
    to where they belong with all that lies on and under them."""
    told = skills.listened(t, "destroyed")
    heard: list[tuple[Event, Any]] = []
    for piece, c in dead:
        piece.fell = c
        event = Event("destroyed", piece, piece.seat, c)
        heard.append((event, skills.listeners(t, event) if told else ()))
    for piece, _ in dead:
        _set_aside(t, piece)
        t.notes["destroyed", piece.seat] = t.notes.get(("destroyed", piece.seat), 0) + 1
    if told:
        for event, waiting in heard:
            yield from tell(t, event, waiting)
    for piece, _ in dead:
        if piece.place == "aside":
            settle(t, piece)
    yield from check_life(t)


def _set_aside(t: AshesTable, piece: Piece) -> None:
    """A card leaves play: what it was like is kept, and what lies on it stays with it for now."""
    if piece.kind == UNIT:
        piece.last = skills.values_of(t, piece)
    piece.place = "aside"
    del t.pieces[piece.id]
    t.aside[piece.id] = piece
    for number in piece.attached:
        alteration = t.pieces.pop(number)
        alteration.place = "aside"
        t.aside[number] = alteration
    attack = t.attack
    if attack is not None and piece.id in attack.attackers:
        attack.attackers.remove(piece.id)
    skills.changed(t)


def settle(t: AshesTable, piece: Piece, where: str = "") -> None:
    """A card that was set aside goes to a place (by itself: its discard or conjuration pile), its alterations, dice and
    the cards under it to theirs."""
    for number in tuple(piece.attached):
        alteration = t.aside.get(number)
        if alteration is not None:
            settle(t, alteration)
    for number in tuple(piece.dice):
        _die_off(t, piece, t.dice[number])
    for copy in piece.under:
        _lay(t, copy, "")
    piece.under = []
    if piece.host != NONE:
        host = t.piece(piece.host)
        if host is not None and piece.id in host.attached:
            host.attached.remove(piece.id)
    if piece.kind == READY_SPELL:
        _leave_slot(t, piece)
    del t.aside[piece.id]
    piece.place = "gone"
    t.gone[piece.id] = piece
    _lay(t, piece.card, where)


def _leave_slot(t: AshesTable, piece: Piece) -> None:
    """What lies under a ready spell that leaves stays in the slot, under another copy; alone it has the slot itself."""
    name = t.cards[piece.card].name
    left = next((one for one in t.spells_of(piece.seat) if t.cards[one.card].name == name), None)
    for under in t.spells_of(piece.seat):
        if under.host == piece.id:
            under.host = NONE if left is None else left.id


def _lay(t: AshesTable, copy: int, where: str) -> None:
    """Put a copy on a pile of its owner; conjured cards always go to the conjuration pile."""
    own = t.seats[t.owners[copy]]
    if t.cards[copy].is_conjured and where != "removed":
        own.pile.append(copy)
    elif where == "bottom":
        own.draw_pile.insert(0, copy)
    elif where in ("top", "draw_pile"):
        own.draw_pile.append(copy)
    else:
        getattr(own, where or "discard_pile").append(copy)


def leave(t: AshesTable, piece: Piece, where: str = "") -> None:
    """A card leaves play without being destroyed."""
    if piece.place == "play":
        _set_aside(t, piece)
    if piece.place == "aside":
        settle(t, piece, where)


def _take(t: AshesTable, copy: int) -> bool:
    """Take a copy from the pile it lies on; false when it lies on none."""
    for own in (t.seats[t.owners[copy]], t.seats[1 - t.owners[copy]]):
        for name in PILES:
            cards: list[int] = getattr(own, name)
            if copy in cards:
                cards.remove(copy)
                return True
    for piece in (*t.pieces.values(), *t.aside.values()):
        if copy in piece.under:
            piece.under.remove(copy)
            return True
    return False


def discard(t: AshesTable, c: Cause, things: Iterable[Any]) -> Rules[Did]:
    """Discard cards, from play or from wherever they lie: their owners' discard or conjuration piles get them."""
    return (yield from put(t, c, things, "discard_pile"))


def put(t: AshesTable, c: Cause, things: Iterable[Any], where: str, on: int = NONE) -> Rules[Did]:
    """Put cards, from play or anywhere, to a place of their owners: "hand", "draw_pile", "top", "bottom",
    "discard_pile", "removed", or "battlefield" (of `on`, else their owners'). Those that were put."""
    done: list[Any] = []
    left = False
    for thing in tuple(things):
        if isinstance(thing, Piece):
            if thing.place == "gone" or thing.kind == PHOENIXBORN or not may_affect(t, c, thing):
                continue
            left = True
            leave(t, thing, "" if where in ("discard_pile", "battlefield") else where)
            if where == "battlefield":
                done += yield from _from_pile(t, c, thing.card, on)
            else:
                done.append(thing)
        elif isinstance(thing, int):
            if where == "battlefield":
                done += yield from _from_pile(t, c, thing, on)
            elif _take(t, thing):
                _lay(t, thing, where)
                done.append(thing)
    if left:
        yield from check_life(t)
    return Did(done)


def _from_pile(t: AshesTable, c: Cause, copy: int, on: int) -> Rules[tuple[Piece, ...]]:
    """A card comes onto the battlefield from a pile; nothing when there is no slot."""
    seat = t.owners[copy] if on == NONE else on
    if not has_slot(t, seat) or not t.cards[copy].is_unit or not _take(t, copy):
        return ()
    piece = yield from enter(t, seat, copy, UNIT, c)
    return (piece,)


# ---------------------------------------------------------------- entering play


def has_slot(t: AshesTable, seat: int) -> bool:
    """Whether a battlefield has room for one more unit."""
    return len(t.units_of(seat)) < t.cards[t.phoenixborn(seat).card].battlefield


def has_spell_slot(t: AshesTable, seat: int, name: str) -> bool:
    """Whether a spellboard has room for a ready spell: copies of one name share a slot, and what lies under a spell
    is in its slot."""
    names = {t.cards[piece.card].name for piece in t.spells_of(seat) if piece.host == NONE}
    return name in names or len(names) < t.cards[t.phoenixborn(seat).card].spellboard


def new_piece(t: AshesTable, seat: int, copy: int, kind: str) -> Piece:
    """A copy, taken from where it lay, becomes a card in play; nothing is told."""
    piece = Piece(t.next_piece, seat, copy, kind)
    piece.entered = t.turn
    t.next_piece += 1
    t.pieces[piece.id] = piece
    skills.changed(t)
    return piece


def enter(t: AshesTable, seat: int, copy: int, kind: str, c: Cause, *, host: int = NONE) -> Rules[Piece]:
    """A card, taken from where it lay, comes into play; `host` is the ready spell under which it lies."""
    piece = new_piece(t, seat, copy, kind)
    piece.host = host
    yield from announce(t, "enters", piece, seat, c)
    if kind == UNIT and piece.place == "play" and skills.life_of(t, piece) <= piece.wounds:
        yield from check_life(t)
    return piece


def summon(t: AshesTable, c: Cause, seat: int, title: str, n: int = 1, on: int = NONE, pile: int = NONE) -> Rules[Did]:
    """Bring up to `n` conjurations of that name out of a seat's pile (`pile`, else its own) onto a battlefield (`on`,
    else its own); as many as there are and find a slot."""
    own = t.seats[seat if pile == NONE else pile]
    copies = [copy for copy in own.pile if t.cards[copy].name == title][: max(0, n)]
    return (yield from summon_cards(t, c, seat if on == NONE else on, copies, n))


def summon_cards(t: AshesTable, c: Cause, seat: int, things: Iterable[Any], n: int = 1) -> Rules[Did]:
    """Bring these conjurations, wherever they lie, onto a seat's battlefield."""
    done: list[Piece] = []
    for thing in things:
        copy = thing.card if isinstance(thing, Piece) else thing
        if isinstance(thing, Piece) and thing.place == "play":
            continue
        if has_slot(t, seat) and _take(t, copy):
            done.append((yield from enter(t, seat, copy, UNIT, c)))
    return Did(done, len(done), len(done) >= n > 0)


def attach(t: AshesTable, c: Cause, seat: int, title: str, host: Any) -> Rules[Did]:
    """Attach a conjured alteration of that name out of a seat's pile."""
    own = t.seats[seat]
    copy = next((copy for copy in own.pile if t.cards[copy].name == title), NONE)
    if copy == NONE or not in_play((host,)):
        return NOTHING
    own.pile.remove(copy)
    return (yield from attach_copy(t, c, copy, host))


def may_attach(t: AshesTable, seat: int, copy: int, host: Piece, c: Cause) -> bool:
    """Whether an alteration may be attached to a card: it is a legal host, and nothing forbids it."""
    text = t.cards[copy].text
    legal = host.kind == UNIT if text.attach is None else text.attach(t, AshesScope(seat, copy), host)
    return bool(legal) and may_affect(t, c, host)


def attach_copy(t: AshesTable, c: Cause, copy: int, host: Piece) -> Rules[Did]:
    """An alteration, taken from where it lay, comes into play under its host, and is its controller's."""
    if not may_affect(t, c, host) or host.place != "play":
        _lay(t, copy, "")
        return NOTHING
    piece = new_piece(t, host.seat, copy, ALTERATION)
    piece.host = host.id
    host.attached.append(piece.id)
    skills.changed(t)
    yield from _told_attached(t, piece, host, c, entered=True)
    return Did((piece,))


def _told_attached(t: AshesTable, piece: Piece, host: Piece, c: Cause, *, entered: bool) -> Rules[None]:
    if entered:
        yield from announce(t, "enters", piece, piece.seat, c)
    yield from announce(t, "attached", piece, piece.seat, c, other=host)
    yield from check_life(t)


def move_alteration(t: AshesTable, c: Cause, thing: Any, host: Any) -> Rules[Did]:
    """Attach an alteration that is in play to another host."""
    pieces = in_play((thing, host))
    if len(pieces) < 2 or pieces[0].kind != ALTERATION or pieces[0].host == pieces[1].id:
        return NOTHING
    piece, new = pieces
    if not may_attach(t, piece.seat, piece.card, new, c) or not may_affect(t, c, piece):
        return NOTHING
    old = t.pieces.get(piece.host)
    if old is not None:
        old.attached.remove(piece.id)
    piece.host, piece.seat = new.id, new.seat
    new.attached.append(piece.id)
    skills.changed(t)
    yield from _told_attached(t, piece, new, c, entered=False)
    return Did((piece,))


def stow(t: AshesTable, c: Cause, things: Iterable[Any], under: Any) -> Did:
    """Put cards face-down under a card in play; they are not in play there."""
    hosts, done = in_play((under,)), []
    if not hosts:
        return NOTHING
    for thing in things:
        if isinstance(thing, Piece):
            leave(t, thing, "looked")
            copy = thing.card
        else:
            copy = thing
        if _take(t, copy):
            hosts[0].under.append(copy)
            done.append(thing)
    return Did(done)


# ---------------------------------------------------------------- hands and piles


def shuffled(t: AshesTable, seat: int, copies: Iterable[int]) -> list[int]:
    """These copies of a seat in an order that chance gives: by their place within their own deck, so that the size of
    the other one does not matter."""
    first = t.owners.index(seat) if seat in t.owners else 0
    return [first + place for place in t.chance.shuffle(f"{seat}.shuffle", [copy - first for copy in copies])]


def shuffle(t: AshesTable, seat: int) -> Did:
    """Shuffle a draw pile."""
    own = t.seats[seat]
    own.draw_pile = shuffled(t, seat, own.draw_pile)
    _forget_seen(t, own.draw_pile)
    return Did((), 1, True)


def _forget_seen(t: AshesTable, copies: Iterable[int]) -> None:
    for copy in copies:
        for seat in (0, 1):
            t.notes.pop(("seen", copy, seat), None)


def draw(t: AshesTable, c: Cause, seat: int, n: int = 1, *, bottom: bool = False) -> Did:
    """Draw cards, as many as there are: from the top, or the bottom, of the draw pile. How many were drawn."""
    own, drawn = t.seats[seat], 0
    while drawn < n and own.draw_pile:
        own.hand.append(own.draw_pile.pop(0 if bottom else -1))
        drawn += 1
    return Did(tuple(own.hand[-drawn:]) if drawn else (), drawn, drawn == n > 0)


def mill(t: AshesTable, c: Cause, seat: int, n: int = 1) -> Did:
    """Discard cards off the top of a draw pile; those that were."""
    own = t.seats[seat]
    gone: list[int] = []
    while len(gone) < n and own.draw_pile:
        copy = own.draw_pile.pop()
        own.discard_pile.append(copy)
        gone.append(copy)
    return Did(tuple(gone), len(gone), len(gone) == n > 0)


def look(t: AshesTable, seat: int, things: Iterable[Any]) -> Did:
    """A seat sees these cards, where they lie."""
    seen = tuple(thing for thing in things if isinstance(thing, int))
    for copy in seen:
        t.notes["seen", copy, seat] = 1
    return Did(seen)


def reveal(t: AshesTable, things: Iterable[Any]) -> Did:
    """Both players see these cards, where they lie."""
    seen = tuple(things)
    look(t, 0, seen)
    return look(t, 1, seen)


# ---------------------------------------------------------------- dice


def roll(t: AshesTable, die: Die, stream: str) -> int:
    """One of the six sides of a die, by chance; the level it shows."""
    return SIDES[t.chance.pick(stream, len(SIDES))]


def may_alter(t: AshesTable, seat: int, dice: Iterable[Die]) -> list[Die]:
    """Those dice in an active pool that a seat may turn or roll."""
    return [
        die
        for die in dice
        if t.places[die.number] == ACTIVE
        and not (die.seat != seat and skills.forbidden(t, "alter_dice", t.seats[seat], t.seats[die.seat]))
    ]


def change_dice(
    t: AshesTable, s: AshesScope, dice: Sequence[Die], least: int, most: int, to: int | None = None
) -> Rules[Did]:
    """Turn active dice to a side of choice, or all to `to`; one after the other, up to `most`."""
    there = may_alter(t, s.seat, dice)
    done: list[Die] = []
    if to is not None and least >= len(there):
        for die in there:
            set_die(t, die, ACTIVE, to)
        done, there = there, []
    while there and len(done) < most:
        turns = [(die, level) for die in _one_of_each(t, there) for level in range(3) if level != t.levels[die.number]]
        if to is not None:
            turns = [(die, level) for die, level in turns if level == to]
        options: list[Option] = [("turn", die.number, level) for die, level in turns]
        if len(done) >= min(least, most):
            options.append(DONE)
        if not options:
            break
        answer = yield from choose(s.seat, "turn die", options, about_of(s), most - len(done))
        if answer == DONE:
            break
        die = t.dice[int(answer[1])]
        set_die(t, die, ACTIVE, int(answer[2]))
        there.remove(die)
        done.append(die)
    yield from _told_altered(t, s, done, "changed")
    return Did(done, len(done), len(done) >= max(1, least))


def _one_of_each(t: AshesTable, dice: Iterable[Die]) -> list[Die]:
    """One die of each seat, type and face."""
    return list({(die.seat, die.type, t.levels[die.number]): die for die in reversed(list(dice))}.values())[::-1]


def _told_altered(t: AshesTable, s: AshesScope, dice: Sequence[Die], word: str = "") -> Rules[None]:
    """Dice of a player were lowered or rolled again by one effect, or changed, as the word says."""
    if dice and skills.listened(t, "dice_altered"):
        for seat in dict.fromkeys(die.seat for die in dice):
            count = sum(die.seat == seat for die in dice)
            things = tuple(dice)
            event = Event("dice_altered", t.seats[seat], s.seat, s.cause, amount=count, things=things, word=word)
            yield from tell(t, event)


def _step_dice(t: AshesTable, s: AshesScope, dice: Sequence[Die], least: int, most: int, step: int) -> Rules[Did]:
    """Turn active dice one level up or down; each once."""
    edge = POWER if step > 0 else BASIC
    there = [die for die in may_alter(t, s.seat, dice) if t.levels[die.number] != edge]
    most = min(most, len(there)) if most != EVERY else len(there)
    chosen = yield from pick(t, s.seat, "raise" if step > 0 else "lower", there, min(least, most), most, about_of(s))
    for die in chosen:
        set_die(t, die, ACTIVE, t.levels[die.number] + step)
    if step < 0:
        yield from _told_altered(t, s, chosen)
    return Did(chosen, len(chosen), len(chosen) >= max(1, least))


def raise_dice(t: AshesTable, s: AshesScope, dice: Sequence[Die], least: int, most: int) -> Rules[Did]:
    """Turn active dice one level up, basic to class to power."""
    return (yield from _step_dice(t, s, dice, least, most, 1))


def lower_dice(t: AshesTable, s: AshesScope, dice: Sequence[Die], least: int, most: int) -> Rules[Did]:
    """Turn active dice one level down."""
    return (yield from _step_dice(t, s, dice, least, most, -1))


def reroll_dice(t: AshesTable, s: AshesScope, dice: Sequence[Die], least: int, most: int) -> Rules[Did]:
    """Roll active dice again."""
    there = may_alter(t, s.seat, dice)
    most = min(most, len(there)) if most != EVERY else len(there)
    chosen = yield from pick(t, s.seat, "reroll", there, min(least, most), most, about_of(s))
    for die in chosen:
        set_die(t, die, ACTIVE, roll(t, die, f"{die.seat}.reroll"))
    yield from _told_altered(t, s, chosen)
    return Did(chosen, len(chosen), len(chosen) >= max(1, least))


def ready_dice(t: AshesTable, s: AshesScope, dice: Sequence[Die], least: int, most: int) -> Rules[Did]:
    """Exhausted dice go to the active pool, each to a side of choice."""
    there = [die for die in dice if t.places[die.number] == EXHAUSTED]
    most = min(most, len(there)) if most != EVERY else len(there)
    chosen = yield from pick(t, s.seat, "ready", there, min(least, most), most, about_of(s))
    for die in chosen:
        options: list[Option] = [("turn", die.number, level) for level in range(3)]
        answer = yield from choose(s.seat, "turn die", options, about_of(s))
        set_die(t, die, ACTIVE, int(answer[2]))
    return Did(chosen, len(chosen), len(chosen) >= max(1, least))


def exhaust_dice(
    t: AshesTable, s: AshesScope, dice: Sequence[Die], least: int, most: int, seat: int = NONE
) -> Rules[Did]:
    """Dice go to the exhausted pool, out of the active one or off cards, as `seat` (else whoever speaks) chooses."""
    there = [die for die in dice if t.places[die.number] != EXHAUSTED]
    most = min(most, len(there)) if most != EVERY else len(there)
    asked = s.seat if seat == NONE else seat
    chosen = yield from pick(t, asked, "exhaust", there, min(least, most), most, about_of(s))
    for die in chosen:
        holder = next((piece for piece in t.pieces.values() if die.number in piece.dice), None)
        if holder is not None:
            _die_off(t, holder, die)
        else:
            set_die(t, die, EXHAUSTED, t.levels[die.number])
    return Did(chosen, len(chosen), len(chosen) >= max(1, least))


def place_die(t: AshesTable, c: Cause, die: Die, thing: Any) -> Did:
    """Put a die, or move one, onto a card in play."""
    pieces = in_play((thing,))
    if not pieces:
        return NOTHING
    if t.places[die.number] == ON_CARD:
        for piece in t.pieces.values():
            if die.number in piece.dice:
                piece.dice.remove(die.number)
    set_die(t, die, ON_CARD, t.levels[die.number])
    pieces[0].dice.append(die.number)
    _dice_changed(t)
    return Did((die,))


def _die_off(t: AshesTable, piece: Piece, die: Die) -> None:
    """A die leaves a card, and goes back exhausted to its owner."""
    piece.dice.remove(die.number)
    _dice_changed(t)
    set_die(t, die, EXHAUSTED, t.levels[die.number])


def _dice_changed(t: AshesTable) -> None:
    """Dice came onto a card or left one: it matters where a card gives abilities by them."""
    if t.pieces and any(t.cards[piece.card].text.bestows for piece in t.pieces.values()):
        skills.changed(t)


_LYING = frozenset(DICE.index(type_) for type_ in ("charm", "divine", "artifice", "astral"))
"""The types whose power lays a die on a card."""


def dice_back(t: AshesTable) -> None:
    """The dice on cards go back exhausted (recovery), of the types whose power lays them there. A die of another type
    lies on a card by that card's own word alone, and goes by it too (data/ashes/rulings.md: Dice on cards)."""
    for piece in t.pieces.values():
        for number in tuple(piece.dice):
            if t.dice[number].type in _LYING:
                _die_off(t, piece, t.dice[number])


def keep_dice(t: AshesTable, dice: Iterable[Die]) -> Did:
    """These dice stay on their card when they prevent damage, this turn."""
    kept = tuple(dice)
    for die in kept:
        t.notes["kept", die.number] = 1
    return Did(kept)


# ---------------------------------------------------------------- the nine dice powers


def power_scope(t: AshesTable, die: Die, seat: int) -> AshesScope:
    """Who speaks when a seat uses the power of a die."""
    own = t.phoenixborn(seat)
    return AshesScope(seat, own.card, own.id, None, Cause("dice_power", seat, own.card, own.id))


def use_power(t: AshesTable, die: Die, seat: int) -> Rules[Did]:
    """The power of a die, which is already paid for (Side Actions: Activate a dice power). A cancelled one is spent."""
    s = power_scope(t, die, seat)
    try:
        yield from _POWERS[die.type](t, s, die)
    except CancelledError as cancelled:
        if cancelled.scope is not s:
            raise
        return NOTHING
    return Did((die,))


def has_use(t: AshesTable, type_: int, seat: int) -> bool:
    """Whether the power of that type would do anything now."""
    return bool(_USES[type_](t, seat))


def _bearers(t: AshesTable, seat: int, type_: int, *, phoenixborn: bool = False) -> list[Piece]:
    """Units of a seat (and its Phoenixborn) without a die of that type on them."""
    kinds = (UNIT, PHOENIXBORN) if phoenixborn else (UNIT,)
    return [
        piece
        for piece in t.pieces.values()
        if piece.seat == seat and piece.kind in kinds and all(t.dice[number].type != type_ for number in piece.dice)
    ]


def _ceremonial(t: AshesTable, s: AshesScope, die: Die) -> Rules[None]:
    """Return an ally from the discard pile to hand, then take 1 damage."""
    allies = _allies_discarded(t, s.seat)
    chosen = yield from pick(t, s.seat, "choose", allies, 1, 1, about_of(s))
    yield from put(t, s.cause, chosen, "hand")
    yield from damage(t, s.cause, (t.phoenixborn(s.seat),), 1)


def _allies_discarded(t: AshesTable, seat: int) -> list[int]:
    return [copy for copy in t.seats[seat].discard_pile if t.cards[copy].kind == "ally"]


def _onto(t: AshesTable, s: AshesScope, die: Die, pieces: Sequence[Piece]) -> Rules[None]:
    """Put the die on one of these, which it targets."""
    for piece in (yield from target(t, s, pieces, 1, 1)):
        place_die(t, s.cause, die, piece)


def _charm(t: AshesTable, s: AshesScope, die: Die) -> Rules[None]:
    yield from _onto(t, s, die, _bearers(t, 1 - s.seat, CHARM))


def _divine(t: AshesTable, s: AshesScope, die: Die) -> Rules[None]:
    yield from _onto(t, s, die, _bearers(t, s.seat, DIVINE))


def _astral_power(t: AshesTable, s: AshesScope, die: Die) -> Rules[None]:
    yield from _onto(t, s, die, _bearers(t, s.seat, ASTRAL, phoenixborn=True))


def _artifice(t: AshesTable, s: AshesScope, die: Die) -> Rules[None]:
    """Put the die on a card of yours: it is charged while the die is there."""
    for piece in (yield from pick(t, s.seat, "choose", _own_cards(t, s.seat), 1, 1, about_of(s))):
        place_die(t, s.cause, die, piece)


def _own_cards(t: AshesTable, seat: int) -> list[Piece]:
    return [piece for piece in t.pieces.values() if piece.seat == seat]


def _illusion(t: AshesTable, s: AshesScope, die: Die) -> Rules[None]:
    """Lower up to two dice in an opponent's active pool one level each."""
    yield from lower_dice(t, s, t.dice_of(1 - s.seat), 0, 2)


def _natural(t: AshesTable, s: AshesScope, die: Die) -> Rules[None]:
    """1 damage to a target unit."""
    chosen = yield from target(t, s, t.units(), 1, 1)
    yield from damage(t, s.cause, chosen, 1)


def _sympathy(t: AshesTable, s: AshesScope, die: Die) -> Rules[None]:
    """Draw a card, then a card from hand may go on top of or under the draw pile."""
    draw(t, s.cause, s.seat, 1)
    for copy in (yield from pick(t, s.seat, "return", t.seats[s.seat].hand, 0, 1, about_of(s))):
        answer = yield from choose(s.seat, "place", (("top",), ("bottom",)), about_of(s))
        yield from put(t, s.cause, (copy,), str(answer[0]))


def _time(t: AshesTable, s: AshesScope, die: Die) -> Rules[None]:
    """A status token on a unit of yours; then one may come off any unit, ready spell or alteration."""
    chosen = yield from target(t, s, t.units_of(s.seat), 1, 1)
    yield from place(t, s.cause, "status", 1, chosen)
    bearers = [piece for piece in t.pieces.values() if piece.kind != PHOENIXBORN and piece.status > 0]
    yield from remove(t, s.cause, "status", 1, (yield from target(t, s, bearers, 0, 1)))


_POWERS: Sequence[Any] = (
    _ceremonial, _charm, _illusion, _natural, _divine, _sympathy, _time, _artifice, _astral_power,
)  # fmt: skip
"""What the power of each type does, in the order of `faces.DICE`."""

_USES: Sequence[Any] = (
    _allies_discarded,
    lambda t, seat: _bearers(t, 1 - seat, CHARM),
    lambda t, seat: any(t.levels[die.number] > BASIC for die in t.dice_of(1 - seat)),
    lambda t, seat: t.units(),
    lambda t, seat: _bearers(t, seat, DIVINE),
    lambda t, seat: t.seats[seat].draw_pile or t.seats[seat].hand,
    lambda t, seat: any(piece.kind == UNIT or piece.status for piece in t.pieces.values()),
    lambda t, seat: True,
    lambda t, seat: _bearers(t, seat, ASTRAL, phoenixborn=True),
)
"""Whether the power of each type would find anything."""


# ---------------------------------------------------------------- playing cards


def hosts(t: AshesTable, seat: int, copy: int) -> list[Piece]:
    """The cards in play to which an alteration may be attached by that seat."""
    c = Cause("alteration", seat, copy)
    return [
        piece
        for piece in t.pieces.values()
        if may_attach(t, seat, copy, piece, c) and not skills.forbidden(t, "target", None, piece, c)
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
        count(own, "first five")
    yield from _resolve_card(t, s, face)
    return Did((copy,))


def count(own: Seat, figure: str, more: int = 1) -> None:
    """Add to a figure of a seat's story."""
    own.story[figure] = own.story.get(figure, 0) + more


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
        if has_slot(t, seat):
            own.playing.remove(copy)
            yield from enter(t, seat, copy, UNIT, s.cause)
            return
    elif face.kind == "ready_spell":
        if face.text.goes is not None:
            hosts_ = yield from pick(t, seat, "choose", face.text.goes(t, s), 1, 1, about_of(s))
            if hosts_:
                own.playing.remove(copy)
                yield from enter(t, seat, copy, READY_SPELL, s.cause, host=hosts_[0].id)
                return
        elif has_spell_slot(t, seat, face.name):
            own.playing.remove(copy)
            yield from enter(t, seat, copy, READY_SPELL, s.cause)
            return
    elif face.kind == "alteration":
        yield from _attach_played(t, s)
    elif s.skill is not None:
        yield from run(t, s)
    if copy in own.playing:
        own.playing.remove(copy)
        _lay(t, copy, "")
    if face.kind == "action_spell":
        yield from told_resolved(t, s)


def _attach_played(t: AshesTable, s: AshesScope) -> Rules[None]:
    """An alteration targets its host, and may be cancelled: it is then discarded."""
    found = hosts(t, s.seat, s.copy)
    try:
        chosen = yield from target(t, s, found, 1, 1)
    except CancelledError as cancelled:
        if cancelled.scope is not s:
            raise
        return
    if chosen and chosen[0].place == "play":
        t.seats[s.seat].playing.remove(s.copy)
        yield from attach_copy(t, s.cause, s.copy, chosen[0])


# ---------------------------------------------------------------- turn and attack


def extra_side(t: AshesTable, seat: int, n: int) -> Did:
    """A player may take so many more side actions this turn."""
    if seat != t.active or t.phase != "turns":
        return NOTHING
    t.sides += n
    return Did((), n, n > 0)


def make_first(t: AshesTable, seat: int) -> Did:
    """A player takes the first player token."""
    if t.first == seat:
        return NOTHING
    t.first = seat
    return Did((t.seats[seat],))


def stop_attacking(t: AshesTable, thing: Any) -> Did:
    """A unit leaves the attack."""
    attack = t.attack
    if attack is None or not isinstance(thing, Piece) or thing.id not in attack.attackers:
        return NOTHING
    attack.attackers.remove(thing.id)
    return Did((thing,))


def seat_of(thing: Any) -> int:
    """The seat that a thing means as a player: a Seat itself, or a card's controller."""
    return thing.number if isinstance(thing, Seat) else thing.seat if isinstance(thing, Piece) else NONE
