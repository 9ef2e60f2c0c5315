"""What changes the table of Cipher: one function a deed, used by the rules and by what cards do.

A deed asks `barred` whether something forbids it, does it, and tells what happened: skills that wait for that are
collected in `t.waiting` and resolved by the next automatic check. A deed that may ask is a generator (Rules).

How `barred.forbidden` and `barred.allowed` are asked (unit and by are units in play, card is a copy):
attack(unit, by=target) be_attacked(unit=target, by=attacker) critical(unit=attacker, by=defender)
evade(unit=defender, by=attacker) be_evaded(unit=attacker, by=defender) be_destroyed(unit, by) be_moved(unit, by)
be_defeated(unit, by: be destroyed by an attack) be_untapped(unit, by) be_supported(unit, card) deploy(seat, card)
be_deployed(seat, card) level_up(unit, card) class_change(unit, card) level_onto(unit, card) share_name(seat, card)
ignore_symbol(seat, card) bond(seat, card) be_flipped(seat, card) be_discarded(seat, card) draw(seat) add_orbs(seat)
make_mc(unit).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache

from deckcli.engine.choice import Option, Rules, choose
from deckcli.engine.table import EndlessError, Outcome
from deckcli.games.cipher import barred, naming, triggers
from deckcli.games.cipher.faces import Unit as Face
from deckcli.games.cipher.speaking import Event, Waiting
from deckcli.games.cipher.standing import bonds_changed, changed, standing_of
from deckcli.games.cipher.table import NONE, CipherTable, Seat, Unit

MOST_TRIGGERS = 1000
"""So many skills woken one by the other, without an end, end the game as unfinished."""

LINES: tuple[Option, Option] = (("front",), ("back",))


# ---------------------------------------------------------------- telling


def tell(t: CipherTable, event: Event) -> None:
    """Something happened: skills that wait for it are collected."""
    found = triggers.heard(t, event)
    if found:
        t.waiting.extend(found)


def announce(
    t: CipherTable,
    name: str,
    seat: int,
    unit: int = NONE,
    card: int = NONE,
    other: int = NONE,
    cause: str = "rule",
    by: int = NONE,
    places: tuple[str, str] = ("", ""),
) -> None:
    """`tell`, but the event is only made when some card of this game may listen to it."""
    events = t.events
    if t.delayed or ((events is None or name in events) and triggers.waits_for(t, name)):
        tell(t, Event(name, seat, unit, card, other, cause, by, places, t.speaker))


# ---------------------------------------------------------------- decks and hands


def refill(t: CipherTable, seat: int) -> None:
    """At the moment the last card leaves a deck, the whole Retreat is shuffled into a new one; without any, it stays
    empty."""
    own = t.seats[seat]
    if not own.deck:
        t.upset = True
        if own.retreat:
            own.deck, own.retreat = shuffled(t, seat, own.retreat), []


def shuffled(t: CipherTable, seat: int, copies: Iterable[int]) -> list[int]:
    """These copies of a seat in an order that chance gives: by their place within their own deck, so that the size of
    the other one does not matter."""
    first = t.owners.index(seat) if seat in t.owners else 0
    return [first + place for place in t.chance.shuffle(f"{seat}.shuffle", [copy - first for copy in copies])]


def take_top(t: CipherTable, seat: int) -> int:
    """Take the top card off a deck; NONE when there is none."""
    own = t.seats[seat]
    if not own.deck:
        return NONE
    copy = own.deck.pop()
    if not own.deck:
        refill(t, seat)
    return copy


def draw(t: CipherTable, seat: int, count: int = 1, cause: str = "rule") -> int:
    """Draw cards one by one, as many as there are; how many they were."""
    drawn = 0
    while drawn < count and not barred.forbidden(t, "draw", seat=seat) and (copy := take_top(t, seat)) != NONE:
        t.seats[seat].hand.append(copy)
        drawn += 1
        announce(t, "draws", seat, card=copy, cause=cause)
        announce(t, "added", seat, card=copy, cause=cause, places=("deck", "hand"))
    return drawn


def discard(t: CipherTable, seat: int, copies: Iterable[int], cause: str = "rule", by: int = NONE) -> int:
    """These hand cards go to the Retreat; how many they were."""
    own, gone = t.seats[seat], 0
    for copy in copies:
        if copy not in own.hand or not may_discard(t, seat, copy, cause, by):
            continue
        own.hand.remove(copy)
        own.retreat.append(copy)
        gone += 1
        announce(t, "discarded", seat, card=copy, cause=cause, by=by, places=("hand", "retreat"))
    return gone


def may_discard(t: CipherTable, seat: int, copy: int, cause: str = "rule", by: int = NONE) -> bool:
    """Whether a card in hand may be sent to the Retreat."""
    return not barred.forbidden(t, "be_discarded", seat=seat, card=copy, by=by, cause=cause)


def reveal(t: CipherTable, seat: int, copies: Iterable[int], cause: str = "skill", by: int = NONE) -> None:
    """Both players see these cards of a seat, wherever they lie."""
    for copy in copies:
        announce(t, "revealed", seat, card=copy, cause=cause, by=by)


def look(t: CipherTable, seat: int, count: int) -> list[int]:
    """Take the top cards of a deck to look at them, the topmost first; whoever looks must `put` them somewhere.

    They are out of the deck meanwhile, so that it may be made anew from the Retreat."""
    taken = []
    for _ in range(count):
        copy = take_top(t, seat)
        if copy == NONE:
            break
        taken.append(copy)
    t.seats[seat].looked += taken
    return taken


# ---------------------------------------------------------------- places


def place_of(t: CipherTable, copy: int) -> str:
    """The word for where a copy lies: hand, deck, retreat, orbs, bond, support, boundless, looked or battlefield."""
    own = t.seats[t.owners[copy]]
    for place, cards in _areas(own):
        if copy in cards:
            return place
    return "support" if own.support == copy else "battlefield"


def _areas(own: Seat) -> tuple[tuple[str, list[int]], ...]:
    return (
        ("hand", own.hand), ("retreat", own.retreat), ("bond", own.bonds), ("bond", own.spent), ("orbs", own.orbs),
        ("looked", own.looked), ("boundless", own.boundless), ("deck", own.deck),
    )  # fmt: skip


def remove(t: CipherTable, copy: int) -> str:
    """Take a copy from where it lies; the word for that place. A copy out of a stack leaves the rest of it there, and
    the last one of a stack ends the unit."""
    seat = t.owners[copy]
    own = t.seats[seat]
    for place, cards in _areas(own):
        if copy in cards:
            cards.remove(copy)
            if place == "orbs":
                own.shown_orbs.discard(copy)
                own.known_orbs.discard(copy)
            elif place == "deck":
                refill(t, seat)
            elif place == "bond":
                bonds_changed(t, (copy,))
            elif place == "boundless":
                changed(t)
            return place
    if own.support == copy:
        own.support = NONE
        return "support"
    unit = t.unit_of_copy(copy)
    if unit is not None:
        if len(unit.stack) == 1:
            _depart(t, unit)
        else:
            unit.stack.remove(copy)
            if held := t.flags.get("metamorphoses"):
                t.flags["metamorphoses"] = tuple(one for one in held if one != (unit.id, copy))
            _changed(t)
    return "battlefield"


def put(
    t: CipherTable,
    copies: Iterable[int],
    place: str,
    cause: str = "skill",
    by: int = NONE,
    *,
    face_down: bool = False,
) -> int:
    """Put copies from wherever they lie to a place of their owner: hand, retreat, bond, top, bottom, deck (shuffled
    in), boundless, orbs or support. The top card of a unit takes its whole stack along. How many were put."""
    moved = 0
    for copy in copies:
        seat = t.owners[copy]
        if place == "bond" and barred.forbidden(t, "bond", seat=seat, card=copy, by=by, cause=cause):
            continue
        if place == "orbs" and barred.forbidden(t, "add_orbs", seat=seat):
            continue
        if place == "retreat" and copy in t.seats[seat].hand and not may_discard(t, seat, copy, cause, by):
            continue
        unit = t.unit_of_copy(copy)
        whole = unit.stack[:] if unit is not None and unit.top == copy else [copy]
        before = _take(t, unit, whole)
        for one in whole:
            _lay(t, seat, one, place, face_down=face_down)
            _tell_put(t, seat, one, (before, place), cause, by)
        moved += 1
    return moved


def _take(t: CipherTable, unit: Unit | None, whole: list[int]) -> str:
    if unit is None or len(whole) < len(unit.stack):
        return remove(t, whole[0])
    _depart(t, unit)
    return "battlefield"


def _lay(t: CipherTable, seat: int, copy: int, place: str, *, face_down: bool) -> None:
    own = t.seats[seat]
    if place == "bond":
        (own.spent if face_down else own.bonds).append(copy)
        if not face_down:
            bonds_changed(t, (copy,))
    elif place == "top":
        own.deck.append(copy)
    elif place == "bottom":
        own.deck.insert(0, copy)
    elif place == "deck":
        own.deck = shuffled(t, seat, [*own.deck, copy])
    elif place == "support":
        if own.support != NONE:
            own.retreat.append(own.support)
        own.support = copy
        t.upset = True
    else:
        cards: list[int] = getattr(own, place)
        cards.append(copy)
        if place == "boundless" and t.flags.get("boundless rules"):
            changed(t)


_TOLD = {"hand": "added", "bond": "bonded", "boundless": "banished"}


def _tell_put(t: CipherTable, seat: int, copy: int, places: tuple[str, str], cause: str, by: int) -> None:
    name = "discarded" if places == ("hand", "retreat") else _TOLD.get(places[1])
    if name is not None:
        announce(t, name, seat, card=copy, cause=cause, by=by, places=places)


def replace_support(t: CipherTable, copy: int, by: int = NONE) -> int:
    """A card becomes the support of its owner in the running battle, in place of one that lies there; 1 when it does.
    Whether it succeeds is looked at by the rules, or, after they did, at once."""
    battle = t.battle
    if battle is None:
        return 0
    seat = t.owners[copy]
    own = t.seats[seat]
    remove(t, copy)
    if own.support != NONE:
        own.retreat.append(own.support)
    own.support = battle.turned[seat] = copy
    if battle.supporters[seat] != NONE:
        battle.supporters[seat] = copy
    announce(t, "support_placed", seat, card=copy, cause="skill", by=by)
    return 1


# ---------------------------------------------------------------- bonds


def bond_card(t: CipherTable, seat: int, copy: int, cause: str = "rule", *, face_up: bool = True) -> bool:
    """Place a card from anywhere in its owner's Bond Area; false when it may not lie there."""
    return put(t, (copy,), "bond", cause, face_down=not face_up) == 1


def may_flip(t: CipherTable, seat: int, copy: int, cause: str = "skill") -> bool:
    """Whether a face-up bond may be turned down, for a "cost" or by a "skill"."""
    return not barred.forbidden(t, "be_flipped", seat=seat, card=copy, cause=cause)


def flip_bonds(t: CipherTable, seat: int, copies: Iterable[int], cause: str = "skill") -> int:
    """Turn face-up bonds face-down, for good; how many were turned."""
    own = t.seats[seat]
    turned: list[int] = []
    for copy in copies:
        if copy in own.bonds and may_flip(t, seat, copy, cause):
            own.bonds.remove(copy)
            own.spent.append(copy)
            turned.append(copy)
    bonds_changed(t, turned)
    return len(turned)


def turn_up_bonds(t: CipherTable, seat: int, copies: Iterable[int]) -> int:
    """Turn face-down bonds face-up again; how many were turned."""
    own = t.seats[seat]
    turned: list[int] = []
    for copy in copies:
        if copy in own.spent:
            own.spent.remove(copy)
            own.bonds.append(copy)
            turned.append(copy)
    bonds_changed(t, turned)
    return len(turned)


# ---------------------------------------------------------------- units


def _changed(t: CipherTable) -> None:
    """Which units there are, or which cards are on top of them, has changed."""
    t.stirred = t.upset = True
    changed(t)


def enter(
    t: CipherTable,
    seat: int,
    copy: int,
    *,
    front: bool,
    tapped: bool = False,
    cause: str = "rule",
    by: int = NONE,
    source: str = "hand",
) -> Unit:
    """A card that was taken from where it lay (`source`) becomes a unit."""
    unit = Unit(t.next_unit, seat, copy, front, turn=t.turn)
    unit.tapped = tapped
    t.units[t.next_unit] = unit
    t.next_unit += 1
    _changed(t)
    announce(t, "deployed", seat, unit.id, copy, cause=cause, by=by, places=(source, "front" if front else "back"))
    return unit


def deploy_unit(
    t: CipherTable,
    seat: int,
    copy: int,
    front: bool | None = None,
    *,
    tapped: bool = False,
    cause: str = "skill",
    by: int = NONE,
) -> Rules[Unit | None]:
    """Deploy a card without paying, from wherever it lies; its owner chooses the line unless it is given. None when it
    may not be deployed."""
    lines = [
        line
        for line in LINES
        if front in (None, line == LINES[0]) and may_enter(t, seat, copy, str(line[0]), cause, by)
    ]
    if not lines:
        return None
    line = lines[0] if len(lines) == 1 else (yield from choose(seat, "line", lines, (copy,)))
    place = remove(t, copy)
    return enter(t, seat, copy, front=line == LINES[0], tapped=tapped, cause=cause, by=by, source=place)


def may_enter(t: CipherTable, seat: int, copy: int, line: str, cause: str = "rule", by: int = NONE) -> bool:
    """Whether a card may be deployed in that line, "front" or "back"."""
    return not (
        barred.forbidden(t, "deploy", seat=seat, card=copy, by=by, cause=cause, line=line)
        or barred.forbidden(t, "be_deployed", seat=seat, card=copy, by=by, cause=cause, line=line)
    )


def stack_on(t: CipherTable, unit: Unit, copy: int, cause: str = "rule", by: int = NONE) -> None:
    """Place a card, taken from where it lies, on a unit: a level up, and when the card has a class change cost also a
    class change (a card is drawn at the next check). The unit stays what it is in all else, tapped or main
    character."""
    restore(t, unit.stack)
    remove(t, copy)
    unit.stack.append(copy)
    _changed(t)
    if not t.options.get("bonuses_survive_level_up"):
        unit.grade += 1
    unit.did += ("levels_up",)
    t.notes["raised", unit.id] = t.next_unit
    announce(t, "levels_up", unit.seat, unit.id, copy, cause=cause, by=by)
    if t.cards[copy].class_changes:
        t.draws.append(unit.seat)
        unit.did += ("class_changes",)
        announce(t, "class_changes", unit.seat, unit.id, copy, cause=cause, by=by)


def placing(t: CipherTable, copy: int) -> tuple[str, ...]:
    """What placing a card on a unit is, as rulings call it: a class change is a level up too."""
    return ("level_up", "class_change") if t.cards[copy].class_changes else ("level_up",)


def place_on(t: CipherTable, unit: Unit, copy: int, cause: str = "skill", by: int = NONE) -> bool:
    """Level a unit up, or change its class, with a card and without paying; whether that was allowed."""
    if unit.id not in t.units or any(
        barred.forbidden(t, one, seat=unit.seat, unit=unit.id, card=copy, by=by, cause=cause)
        for one in (*placing(t, copy), "level_onto")
    ):
        return False
    stack_on(t, unit, copy, cause, by)
    return True


def metamorphose(t: CipherTable, unit: Unit, copy: int) -> None:
    """Put a card on top of a unit from wherever it lies, which is neither a level up nor a class change."""
    restore(t, unit.stack)
    battle = t.battle
    if battle is not None and t.seats[unit.seat].support == copy:
        battle.turned[unit.seat] = battle.supporters[unit.seat] = NONE
    remove(t, copy)
    unit.stack.append(copy)
    t.flags["metamorphoses"] = (*t.flags.get("metamorphoses", ()), (unit.id, copy))
    _changed(t)


def copy_card(t: CipherTable, unit: Unit, other: Unit) -> None:
    """Until the turn ends, or its card leaves the top, a unit has all that is printed on another but its name and its
    attack."""
    own, copy = t.cards[unit.top], unit.top
    t.flags["copies"] = (*t.flags.get("copies", ()), (copy, own))
    t.cards[copy] = _copied(own, t.cards[other.top])
    _changed(t)


@lru_cache(maxsize=256)
def _imitation(own: Face, other: Face, skills_: int) -> Face:
    return replace(other, name=own.name, names=own.names, title=own.title, attack=own.attack)


def _copied(own: Face, other: Face) -> Face:
    """The same object for the same two cards: what is remembered by card then holds for all of them. Faces are equal by
    what is printed, so that the skills are told by which object holds them."""
    return _imitation(own, other, id(other))


def restore(t: CipherTable, copies: Iterable[int] | None = None) -> None:
    """Cards that were copies of others are themselves again: these, or all."""
    held = t.flags.get("copies")
    if not held:
        return
    over = None if copies is None else set(copies)
    left = tuple(one for one in held if over is not None and one[0] not in over)
    for copy, face in reversed(held):
        if over is None or copy in over:
            t.cards[copy] = face
    if len(left) < len(held):
        t.flags["copies"] = left
        _changed(t)


def grow(t: CipherTable, unit: Unit, copies: Iterable[int], cause: str = "skill", by: int = NONE) -> int:
    """Growth: put cards under a unit in play, from wherever they lie; how many they were. No draw, and no level up."""
    if unit.id not in t.units:
        return 0
    count = 0
    for copy in copies:
        remove(t, copy)
        unit.stack.insert(0, copy)
        changed(t)
        count += 1
        t.notes["raised", unit.id] = t.next_unit
        announce(t, "grown", unit.seat, unit.id, copy, cause=cause, by=by)
    return count


def move(t: CipherTable, unit: Unit, cause: str = "skill", by: int = NONE) -> bool:
    """Move a unit to the other line of its side, tapped or not; whether it was moved."""
    if unit.id not in t.units or barred.forbidden(t, "be_moved", unit=unit.id, by=by, cause=cause):
        return False
    unit.front = not unit.front
    t.upset = True
    unit.did += ("moved",)
    places = ("back", "front") if unit.front else ("front", "back")
    announce(t, "moved", unit.seat, unit.id, cause=cause, by=by, places=places)
    return True


def tap(t: CipherTable, unit: Unit, cause: str = "skill", by: int = NONE) -> bool:
    """Turn a unit sideways; false when it is already, or has left."""
    if unit.tapped or unit.id not in t.units:
        return False
    unit.tapped = True
    announce(t, "taps", unit.seat, unit.id, cause=cause, by=by)
    return True


def untap(t: CipherTable, unit: Unit, cause: str = "skill", by: int = NONE) -> bool:
    """Turn a tapped unit upright again; false when it was not tapped or may not be untapped."""
    if (
        not unit.tapped
        or unit.id not in t.units
        or barred.forbidden(t, "be_untapped", unit=unit.id, by=by, cause=cause)
    ):
        return False
    unit.tapped = False
    announce(t, "untaps", unit.seat, unit.id, cause=cause, by=by)
    return True


def make_mc(t: CipherTable, unit: Unit, cause: str = "skill") -> bool:
    """A unit takes over the role of its side's main character, and the old one becomes a unit like any other."""
    if unit.mc or unit.id not in t.units or barred.forbidden(t, "make_mc", seat=unit.seat, unit=unit.id):
        return False
    old = t.mc(unit.seat)
    if old is not None:
        old.mc = False
        t.notes["old mc", unit.seat] = old.id
    unit.mc = t.upset = True
    changed(t)
    announce(t, "becomes_mc", unit.seat, unit.id, other=old.id if old is not None else NONE, cause=cause)
    return True


def redirect(t: CipherTable, unit: Unit) -> bool:
    """A unit becomes the one that is attacked in the running battle; whether that changed anything."""
    battle = t.battle
    if battle is None or battle.defender == unit.id or unit.id not in t.units:
        return False
    battle.defender = unit.id
    return True


def destroy(t: CipherTable, unit: Unit, cause: str = "skill", by: int = NONE, orbs: int = 1) -> bool:
    """Destroy a unit: it lies there until the next automatic check, which sends it to the Retreat, or takes `orbs` orbs
    of a main character. `cause` is "attack", "skill" or "cost", `by` the unit that did it. Whether it is destroyed."""
    if unit.id not in t.units or any(unit.id == doomed[0] for doomed in t.doomed):
        return False
    if barred.forbidden(t, "be_destroyed", unit=unit.id, by=by, cause=cause):
        return False
    if cause == "attack" and barred.forbidden(t, "be_defeated", unit=unit.id, by=by):
        return False
    t.doomed.append((unit.id, cause, by, orbs, t.speaker))
    return True


def leave(t: CipherTable, unit: Unit, place: str = "retreat") -> None:
    """A unit leaves the battlefield, with every card of its stack, for an area of its owner."""
    _depart(t, unit)
    cards: list[int] = getattr(t.seats[unit.seat], place)
    cards += unit.stack


def _depart(t: CipherTable, unit: Unit) -> None:
    restore(t, unit.stack)
    del t.units[unit.id]
    t.upset = True
    changed(t)
    t.gone[unit.id] = unit
    if t.battle is not None and unit.id in (t.battle.attacker, t.battle.defender):
        t.battle.over = True


def win(t: CipherTable, seat: int) -> None:
    """A skill lets a player win."""
    t.outcome = Outcome((seat,), "by a skill")


def play_again(t: CipherTable, phases: Sequence[str]) -> None:
    """Phases of this turn are played once more, from the first of them on; deployment points are there anew."""
    t.step = phases[0]
    t.seats[t.active].points = 0
    if phases[0] == "beginning":
        t.flags["again"] = True


# ---------------------------------------------------------------- orbs


def take_orb(t: CipherTable, seat: int, cause: str = "rule", by: int = NONE) -> Rules[int]:
    """A main character loses an orb: its owner takes one of the face-down ones, unseen, into hand. NONE without orbs.

    Orbs that nobody has seen are one choice; of those that lie face-up one is only taken when no other is left.
    """
    options = _orb_options(t.seats[seat])
    if not options:
        return NONE
    answer = options[0] if len(options) == 1 else (yield from choose(seat, "orb", options))
    copy = int(answer[1])
    replaces = standing_of(t).replaces
    if "destroyed" in replaces or "falls" in replaces:
        event = Event("destroyed", seat, card=copy, cause=cause, by=by, places=("orbs", "hand"), source=t.speaker)
        if (yield from triggers.replaced(t, event)):
            return copy
        if (yield from triggers.replaced(t, replace(event, name="falls"))):
            t.notes["orb lost", seat] = 1
            tell(t, event)
            return copy
    destroy_orb(t, seat, copy, cause, by)
    return copy


def _orb_options(own: Seat) -> list[Option]:
    hidden = [copy for copy in own.orbs if copy not in own.shown_orbs and copy not in own.known_orbs]
    options: list[Option] = [("orb", copy) for copy in hidden[:1]]
    options += [("orb", copy) for copy in own.orbs if copy in own.known_orbs and copy not in own.shown_orbs]
    return options or [("orb", copy) for copy in own.orbs]


def destroy_orb(t: CipherTable, seat: int, copy: int, cause: str = "skill", by: int = NONE) -> None:
    """An orb is destroyed: it goes to its owner's hand."""
    own = t.seats[seat]
    own.orbs.remove(copy)
    own.shown_orbs.discard(copy)
    own.known_orbs.discard(copy)
    own.hand.append(copy)
    t.notes["orb lost", seat] = 1
    announce(t, "destroyed", seat, card=copy, cause=cause, by=by, places=("orbs", "hand"))


def hide_orbs(t: CipherTable, seat: int, copies: Iterable[int]) -> int:
    """Turn face-up orbs face-down again; how many were turned. Who saw them knows them."""
    own = t.seats[seat]
    turned = [copy for copy in copies if copy in own.shown_orbs]
    own.shown_orbs.difference_update(turned)
    own.known_orbs.update(turned)
    return len(turned)


def peel(t: CipherTable, unit: Unit, place: str, cause: str = "skill", by: int = NONE) -> bool:
    """Put the top card of a unit's stack somewhere; the rest of it stays in play. False for a unit of one card."""
    if len(unit.stack) < 2:
        return False
    copy = unit.stack[-1]
    remove(t, copy)
    _lay(t, unit.seat, copy, place, face_down=False)
    _tell_put(t, unit.seat, copy, ("battlefield", place), cause, by)
    return True


def turn_to(t: CipherTable, unit: Unit, copy: int) -> None:
    """A card of a unit's stack becomes its top card."""
    if unit.stack[-1] != copy:
        unit.stack.remove(copy)
        unit.stack.append(copy)
        _changed(t)


def fail_support(t: CipherTable, seat: int) -> bool:
    """The support of a seat fails, as if it shared the name of the unit that it supports; whether there was one."""
    battle, own = t.battle, t.seats[seat]
    if battle is None or own.support == NONE or battle.supporters[seat] == NONE:
        return False
    copy, own.support = own.support, NONE
    battle.supporters[seat] = NONE
    battle.failed += (seat,)
    own.retreat.append(copy)
    fighting = t.units.get(battle.attacker), t.units.get(battle.defender)
    unit = next((one.id for one in fighting if one is not None and one.seat == seat), NONE)
    announce(t, "support_fails", seat, unit, copy)
    return True


def show_orbs(t: CipherTable, seat: int, copies: Iterable[int]) -> int:
    """Turn orbs face-up; how many were turned. A face-up orb is an orb all the same."""
    own = t.seats[seat]
    turned = [copy for copy in copies if copy in own.orbs and copy not in own.shown_orbs]
    own.shown_orbs.update(turned)
    return len(turned)


# ---------------------------------------------------------------- automatic check


def automatic_check(t: CipherTable) -> Rules[None]:
    """What happens by itself after every action and effect, before a player acts again.

    Class changes draw; what the rules process is processed until nothing changes; then one waiting skill is resolved,
    the turn player's first, and all begins anew.
    """
    resolved = 0
    while True:
        while t.draws:
            draw(t, t.draws.pop(0))
        if t.stirred and not _may_clash(t):
            t.stirred = False
        if t.stirred or t.doomed or t.beaten or (t.upset and not _in_order(t)):
            yield from _process(t)
        t.upset = False
        if t.outcome is not None or not t.waiting:
            return
        waiting = yield from _next_waiting(t)
        resolved += 1
        t.trouble = t.cards[waiting.copy].name
        if resolved > MOST_TRIGGERS:
            raise EndlessError(f"{MOST_TRIGGERS} triggered skills one after the other ({t.trouble})")
        yield from triggers.resolve(t, waiting)


def quiet(t: CipherTable) -> bool:
    """Whether nothing has happened that an automatic check would look at: it can then be left out."""
    return not (t.waiting or t.upset or t.stirred or t.doomed or t.draws or t.beaten)


def _process(t: CipherTable) -> Rules[None]:
    """Rule processing, over and over until nothing changes: same names, destruction, loss, misplaced cards, march."""
    while t.outcome is None:
        changed = False
        if t.stirred:
            t.stirred = False
            changed = yield from _same_names(t)
        if t.doomed:
            yield from _destruction(t)
            changed = True
            if not (t.stirred or t.doomed or t.beaten) and _in_order(t):
                return
        if (yield from _loss(t)):
            return
        t.upset = False
        changed = _misplaced(t) or changed
        changed = forced_march(t, 1 - t.active) or changed
        if not changed:
            return


def _in_order(t: CipherTable) -> bool:
    """Whether nobody has lost, no card is misplaced and nobody marches: one look, for the checks that find nothing."""
    passive, led, ahead = 1 - t.active, 0, False
    for unit in t.units.values():
        if unit.mc:
            led |= 1 + unit.seat
        if unit.front and unit.seat == passive:
            ahead = True
        # Both main characters are mostly the oldest units.
        if ahead and led == 3:
            break
    else:
        return False
    if t.battle is None:
        for own in t.seats:
            if own.support != NONE or not (own.deck or own.retreat):
                return False
    return True


def _same_names(t: CipherTable) -> Rules[bool]:
    """A player with two units that share a name keeps one, the main character always; the turn player first."""
    changed = False
    for seat in (t.active, 1 - t.active):
        while (clash := _clash(t, seat)) is not None:
            keep = next((unit for unit in clash if unit.mc), None)
            if keep is None:
                answer = yield from choose(seat, "keep", [("keep", unit.id) for unit in clash])
                keep = t.units[int(answer[1])]
            for unit in clash:
                if unit is not keep:
                    leave(t, unit)
            changed = True
    return changed


def _may_clash(t: CipherTable) -> bool:
    """Whether two units of a seat share a name: one look, before it is asked whether they may."""
    cards, given = t.cards, "name" in (t.standing or standing_of(t)).entries
    named = [
        (unit.seat, name)
        for unit in t.units.values()
        for name in (naming.names_of(t, unit) if given else cards[unit.stack[-1]].names)
    ]
    return len(set(named)) < len(named)


def _clash(t: CipherTable, seat: int) -> tuple[Unit, Unit] | None:
    """Two units of a seat that share a name and may not."""
    seen: dict[str, Unit] = {}
    for unit in t.units_of(seat):
        for name in naming.names_of(t, unit):
            other = seen.setdefault(name, unit)
            if other is not unit and not may_share(t, seat, other.stack[-1], unit.stack[-1]):
                return other, unit
    return None


def may_share(t: CipherTable, seat: int, one: int, two: int) -> bool:
    """Whether a card says that it may stand beside another of its name."""
    return any(barred.allowed(t, "share_name", seat=seat, card=copy) for copy in (one, two))


def _destruction(t: CipherTable) -> Rules[None]:
    """Destroyed main characters give up orbs, all other destroyed units go to the Retreat, stack and all."""
    doomed, t.doomed = t.doomed, []
    for number, cause, by, orbs, source in doomed:
        unit = t.units.get(number)
        if unit is None:
            continue
        event = Event("destroyed", unit.seat, number, unit.top, NONE, cause, by, ("battlefield", "retreat"), source)
        if "destroyed" in standing_of(t).replaces and (yield from triggers.replaced(t, event)):
            continue
        _tell_destroyed(t, event)
        if unit.mc:
            yield from _lose_orbs(t, unit.seat, orbs, cause, by)
        elif number in t.units and not (yield from _falls_elsewhere(t, event)):
            leave(t, unit)


def _falls_elsewhere(t: CipherTable, event: Event) -> Rules[bool]:
    """Whether a destroyed unit goes elsewhere than to the Retreat: it is destroyed all the same."""
    if "falls" not in standing_of(t).replaces:
        return False
    return (yield from triggers.replaced(t, replace(event, name="falls")))


def _tell_destroyed(t: CipherTable, event: Event) -> None:
    battle = t.battle
    if event.cause == "attack" and battle is not None and event.unit == battle.defender:
        battle.destroyed = True
        attacker = t.units.get(event.by)
        if attacker is not None:
            attacker.did += ("destroys",)
            announce(t, "destroys", attacker.seat, attacker.id, event.card, event.unit, cause="attack", by=attacker.id)
    elif event.cause in ("skill", "cost") and event.by in t.units and (t.events is None or "destroys" in t.events):
        seat = t.units[event.by].seat
        places = ("battlefield", "retreat")
        tell(t, Event("destroys", seat, event.by, event.card, event.unit, event.cause, event.by, places, event.source))
    if t.events is None or "destroyed" in t.events or t.delayed:
        tell(t, event)


def _lose_orbs(t: CipherTable, seat: int, orbs: int, cause: str, by: int) -> Rules[None]:
    """A destroyed main character stays where it is and loses orbs; destroyed without any, its player is beaten."""
    if not t.seats[seat].orbs:
        t.beaten.append(seat)
        return
    for _ in range(min(orbs, len(t.seats[seat].orbs))):
        yield from take_orb(t, seat, cause, by)


def _loss(t: CipherTable) -> Rules[bool]:
    """Whoever's main character was destroyed without orbs or is gone, or whose deck and Retreat are both empty, loses;
    if both do, nobody wins. The last is not judged while a battle keeps support cards out of either."""
    leaders = {unit.seat for unit in t.units.values() if unit.mc}
    reasons: dict[int, str] = {}
    for seat, own in enumerate(t.seats):
        if seat in t.beaten:
            reasons[seat] = "main character destroyed"
        elif seat not in leaders:
            reasons[seat] = "main character gone"
        elif not own.deck and not own.retreat and t.battle is None:
            reasons[seat] = "no cards left"
    for seat in list(reasons):
        if seat in t.beaten and (yield from triggers.replaced(t, Event("loses", seat))):
            del reasons[seat]
            t.beaten = [other for other in t.beaten if other != seat]
    if not reasons:
        return False
    winners = tuple(seat for seat in (0, 1) if seat not in reasons)
    t.outcome = Outcome(winners, next(iter(reasons.values())) if winners else "both lose")
    return True


def _misplaced(t: CipherTable) -> bool:
    """A card in a place where it may not be goes to the Retreat: a support when there is no battle."""
    found = False
    for own in t.seats:
        if t.battle is None and own.support != NONE:
            own.retreat.append(own.support)
            own.support = NONE
            found = True
    return found


def forced_march(t: CipherTable, seat: int) -> bool:
    """When a seat has units in the Back Line alone, all of them go to the Front Line at once. It is no move."""
    own = t.units_of(seat)
    if not own or any(unit.front for unit in own):
        return False
    for unit in own:
        unit.front = True
    return True


def _next_waiting(t: CipherTable) -> Rules[Waiting]:
    """The next triggered skill: one of the turn player's while there are any, its owner orders them."""
    mine = [index for index, waiting in enumerate(t.waiting) if waiting.seat == t.active]
    ready = mine or list(range(len(t.waiting)))
    index = ready[0]
    if len(ready) > 1:
        options: list[Option] = [("trigger", t.waiting[i].copy, t.waiting[i].index, i) for i in ready]
        answer = yield from choose(t.waiting[index].seat, "trigger", options)
        index = int(answer[3])
    found: Waiting = t.waiting.pop(index)
    return found
