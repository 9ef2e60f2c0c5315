"""What changes the table of Ashes: one function a deed, used by the rules and by the words of card effects.

`c` is a Cause (a scope's `s.cause`); things are those of `table`. A deed that may ask, or that wakes abilities, is a
generator (Rules). Deeds given nothing do nothing; they give a Did: things, count, and whether all was done.

Here are targets, tokens, damage, and how cards enter and leave play. Chapters of their own are below this one
`deeds_dice` and `deeds_piles`, and above it `deeds_powers` (of the nine dice) and `deeds_playing` (a card from hand).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from deckcli.engine.choice import Rules
from deckcli.engine.table import Outcome
from deckcli.engine.vocabulary import EVERY, NOTHING, Did
from deckcli.games.ashes import deeds_dice, skills
from deckcli.games.ashes.faces import DICE
from deckcli.games.ashes.moments import CancelledError, run, tell
from deckcli.games.ashes.paying import about_of, pick
from deckcli.games.ashes.table import (
    ALTERATION,
    NONE,
    PHOENIXBORN,
    READY_SPELL,
    RULE,
    UNIT,
    AshesScope,
    AshesTable,
    Cause,
    Event,
    Piece,
    Seat,
    in_play,
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


def count(own: Seat, figure: str, more: int = 1) -> None:
    """Add to a figure of a seat's story."""
    own.story[figure] = own.story.get(figure, 0) + more


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
                deeds_dice.die_off(t, piece, t.dice[number])


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
        deeds_dice.die_off(t, piece, t.dice[number])
    for copy in piece.under:
        lay(t, copy, "")
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
    lay(t, piece.card, where)


def _leave_slot(t: AshesTable, piece: Piece) -> None:
    """What lies under a ready spell that leaves stays in the slot, under another copy; alone it has the slot itself."""
    name = t.cards[piece.card].name
    left = next((one for one in t.spells_of(piece.seat) if t.cards[one.card].name == name), None)
    for under in t.spells_of(piece.seat):
        if under.host == piece.id:
            under.host = NONE if left is None else left.id


def lay(t: AshesTable, copy: int, where: str) -> None:
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
                lay(t, thing, where)
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
        lay(t, copy, "")
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
