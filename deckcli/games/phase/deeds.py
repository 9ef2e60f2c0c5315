"""What can happen to the cards and the influence of Phase: each deed changes the table, and lets skills trigger.

Skills that trigger are put to `table.waiting`; the rules resolve them when the action or the skirmish is over.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from deckcli.engine.chance import Chance
from deckcli.games.phase.played import Act
from deckcli.games.phase.table import NONE, PhaseTable
from deckcli.games.phase.values import Given, defence_of, standing_of

# ---------------------------------------------------------------- sides and locks


def phase(t: PhaseTable, copy: int) -> bool:
    """Flip a card to its other side (Phasing and Locking): a locked one cannot (ruling 20).

    Its damage is removed; what else was given to it stays while the option `modifiers_survive_phase` says so (ruling
    15). In play, Phaseling skills of the side it is flipped from trigger.
    """
    if copy in t.locked:
        return False
    side = t.up[copy]
    t.up[copy] = 1 - side
    seat = t.owners[copy]
    own = t.seats[seat]
    if copy in own.play:
        face = t.cards[copy].sides[side]
        t.damage.pop(copy, None)
        if not t.options["modifiers_survive_phase"]:
            t.bonus.pop(copy, None)
            t.given.pop(copy, None)
        _changed(t, copy)
        t.shaken = t.shaken or copy in t.bonus
        if face.phaseling:
            trigger(t, seat, copy, side, face.phaseling)
    t.known.add(copy)
    return True


def _changed(t: PhaseTable, copy: int) -> None:
    """A warrior has come, gone or phased: what follows from constant skills is made anew, when it may have any."""
    if t.constants and t.cards[copy].holds:
        t.standing = None
        t.shaken = True


def lock(t: PhaseTable, copy: int) -> bool:
    """Lock a card in play or in the barracks; whether it was not."""
    if copy in t.locked or not _lies_open(t, copy):
        return False
    t.locked.add(copy)
    return True


def _lies_open(t: PhaseTable, copy: int) -> bool:
    own = t.seats[t.owners[copy]]
    return copy in own.play or copy in own.barracks


def unlock(t: PhaseTable, copy: int) -> bool:
    """Unlock a card; whether it was locked."""
    if copy not in t.locked:
        return False
    t.locked.discard(copy)
    return True


def trigger(t: PhaseTable, seat: int, copy: int, side: int, skills: Iterable[Act]) -> None:
    """These skills of a side have triggered: they wait to be resolved (ruling 35)."""
    for act in skills:
        t.waiting.append((seat, copy, side, act.index))


# ---------------------------------------------------------------- warriors


def give(t: PhaseTable, copy: int, attack: int, defence: int, others: Sequence[Given] = ()) -> None:
    """Change a warrior until the turn ends (Actions and Costs)."""
    if attack or defence:
        before = t.bonus.get(copy, (0, 0))
        t.bonus[copy] = (before[0] + attack, before[1] + defence)
        t.shaken = t.shaken or defence < 0
    if others:
        t.given[copy] = (*t.given.get(copy, ()), *others)


def wound(t: PhaseTable, copy: int, damage: int) -> None:
    """Damage on a warrior; whether that destroys it, `check` finds."""
    if damage > 0:
        t.damage[copy] = t.damage.get(copy, 0) + damage
        t.shaken = True


def check(t: PhaseTable) -> None:
    """Destroy all warriors whose damage reaches their defence, or whose defence is 0 or less (Defense Value, ruling
    13), all of them at once; and again, since who has left may have held others up or down, until nobody falls."""
    while t.shaken or (t.constants and "defence" in (t.standing or standing_of(t)).kinds):
        t.shaken = False
        fallen = [copy for copy in _in_danger(t) if t.damage.get(copy, 0) >= defence_of(t, copy)]
        if not fallen:
            return
        for copy in fallen:
            destroy(t, copy)


def unsettled(t: PhaseTable) -> bool:
    """Destroy whoever falls now; whether skills have triggered that are to be resolved."""
    check(t)
    return bool(t.waiting)


def _in_danger(t: PhaseTable) -> Iterable[int]:
    """Who is damaged, or was weakened this turn, or has no more defence than skills that hold may take. Printed defence
    is above 0, so that nobody else can fall."""
    weak = [copy for copy, bonus in t.bonus.items() if bonus[1] < 0 and copy not in t.damage] if t.bonus else ()
    lowers = (t.standing or standing_of(t)).lowers if t.constants else 0
    if not lowers:
        return [*t.damage, *weak]
    frail = (copy for own in t.seats for copy in own.play if t.cards[copy].sides[t.up[copy]].defence <= lowers)
    return dict.fromkeys((*t.damage, *weak, *frail))


def destroy(t: PhaseTable, copy: int) -> bool:
    """A warrior leaves play into its owner's discard pile (Destroy); whether it was in play."""
    if not t.in_play(copy):
        return False
    leave_play(t, copy)
    t.seats[t.owners[copy]].discard.append(copy)
    return True


def leave_play(t: PhaseTable, copy: int) -> None:
    """A warrior leaves play, and the skirmish it is in: it is in no place until it is put somewhere. Relentless skills
    of the side that was up trigger (ruling 34)."""
    seat, side = t.owners[copy], t.up[copy]
    t.seats[seat].play.remove(copy)
    _changed(t, copy)
    t.damage.pop(copy, None)
    t.bonus.pop(copy, None)
    t.given.pop(copy, None)
    t.locked.discard(copy)
    for skirmish in t.skirmishes:
        if skirmish.attacker == copy:
            skirmish.attacker = NONE
        elif copy in skirmish.defenders:
            skirmish.defenders.remove(copy)
    face = t.cards[copy].sides[side]
    if face.relentless:
        trigger(t, seat, copy, side, face.relentless)


def enter_play(t: PhaseTable, copy: int) -> None:
    """A card that lies nowhere comes into play as a warrior, with the side up that was; Trained skills trigger."""
    seat, side = t.owners[copy], t.up[copy]
    t.seats[seat].play.append(copy)
    _changed(t, copy)
    t.seats[seat].trained += 1
    t.seats[seat].played.append(copy)
    t.used -= {(copy, one, act.index) for one in (0, 1) for act in t.cards[copy].sides[one].actions}
    face = t.cards[copy].sides[side]
    if face.trained:
        trigger(t, seat, copy, side, face.trained)


# ---------------------------------------------------------------- the areas of a player


def draw(t: PhaseTable, seat: int, count: int = 1) -> int:
    """Draw cards: the side that was up on the deck then faces the opponents (Drawing). A hand has no limit (ruling 26).
    How many were there to draw."""
    own = t.seats[seat]
    for done in range(count):
        if not own.deck and not refill(t, seat):
            return done
        copy = own.deck.pop()
        t.up[copy] = 1 - t.up[copy]
        own.hand.append(copy)
    return count


def enlist(t: PhaseTable, seat: int, count: int = 1, *, locked: bool = False) -> int:
    """Put cards from the top of the deck into the barracks, never phasing them (Enlisting). How many there were."""
    own = t.seats[seat]
    for done in range(count):
        if not own.deck and not refill(t, seat):
            return done
        copy = own.deck.pop()
        own.barracks.append(copy)
        if locked:
            t.locked.add(copy)
    return count


def refill(t: PhaseTable, seat: int) -> bool:
    """Shuffle the discard pile to form a new deck (Draw and Enlist); whether there was anything (ruling 27)."""
    own = t.seats[seat]
    if not own.discard:
        return False
    shuffle(t, seat, own.discard)
    own.discard = []
    return True


def shuffle(t: PhaseTable, seat: int, copies: Sequence[int]) -> None:
    """Make these copies the deck of a seat. Each card is turned with a probability of one half, unless the option
    `keep_sides_when_shuffling` says that the sides stay (Shuffling, ruling 28)."""
    own = t.seats[seat]
    own.deck = t.chance.shuffle(f"{seat}.shuffle", copies)
    t.known.difference_update(copies)
    if not t.options["keep_sides_when_shuffling"]:
        turn_at_random(t, t.chance, f"{seat}.sides", sorted(copies))


def turn_at_random(t: PhaseTable, chance: Chance, stream: str, copies: Sequence[int]) -> None:
    """Turn each of these copies with a probability of one half: one bit of chance a copy."""
    bits = left = 0
    for copy in copies:
        if not left:
            bits, left = chance.bits(stream), 64
        t.up[copy] ^= bits & 1
        bits, left = bits >> 1, left - 1


def discard(t: PhaseTable, copy: int) -> bool:
    """Discard a card from its owner's hand; the side that was turned to the owner is up. Whether it was there."""
    own = t.seats[t.owners[copy]]
    if copy not in own.hand:
        return False
    own.hand.remove(copy)
    own.discard.append(copy)
    t.known.add(copy)
    return True


def take_up(t: PhaseTable, copy: int) -> str:
    """Take a card from wherever it lies, to be put elsewhere; the name of the area, "" when it lay nowhere."""
    own = t.seats[t.owners[copy]]
    if copy in own.play:
        leave_play(t, copy)
        return "play"
    for name in ("barracks", "hand", "discard", "deck"):
        area: list[int] = getattr(own, name)
        if copy in area:
            area.remove(copy)
            t.locked.discard(copy)
            return name
    return ""


def put(t: PhaseTable, copy: int, place: str) -> bool:
    """Put a card elsewhere, with the side up that is: "hand", "barracks", "discard", "top" or "bottom" of the deck.
    From the deck into the hand it is drawn: the side that was up then faces the opponents (Drawing). Whether it lay
    anywhere."""
    own = t.seats[t.owners[copy]]
    before = take_up(t, copy)
    if not before:
        return False
    if before == "deck" and place == "hand":
        t.up[copy] = 1 - t.up[copy]
    if place in ("top", "bottom"):
        own.deck.insert(len(own.deck) if place == "top" else 0, copy)
    else:
        getattr(own, place).append(copy)
    if before != "deck" and "hand" in (before, place):
        t.known.add(copy)  # the opponents saw the other side while it was in the hand
    return True


# ---------------------------------------------------------------- influence


def gain(t: PhaseTable, seat: int, side: int, count: int) -> int:
    """A player takes influence from the Nexus, as far as it is there (The Nexus, ruling 31). How much it was."""
    taken = max(0, min(count, t.nexus[side]))
    if taken:
        t.nexus[side] -= taken
        t.seats[seat].influence[side] += taken
        t.seats[seat].gained[side] += taken
        if not t.nexus[side]:
            t.emptied[side] = t.turn
    return taken


def lose(t: PhaseTable, seat: int, side: int, count: int) -> int:
    """A player loses influence, as far as there is any; it leaves the game (Player's Influence, ruling 33)."""
    own = t.seats[seat]
    lost = max(0, min(count, own.influence[side]))
    own.influence[side] -= lost
    return lost
