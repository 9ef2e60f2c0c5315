"""Ashes, Main Action: Attack: attackers, blockers or a guard, then the battles one by one.

Each stage is a step of its own (`rules.STEPS`), so that few choices lie between two of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from deckcli.engine.choice import NO, YES, Option, Rules, choose
from deckcli.games.ashes import deeds, skills
from deckcli.games.ashes.moments import tell
from deckcli.games.ashes.paying import pick
from deckcli.games.ashes.table import NONE, PHOENIXBORN, AshesTable, Attack, Cause, Event, Piece


def ready_to_attack(t: AshesTable, seat: int) -> list[Piece]:
    """A seat's units that could be attackers: without exhaustion, and nothing forbids it."""
    return [
        unit
        for unit in t.units_of(seat)
        if not unit.exhaustion and not skills.is_exhausted(t, unit) and not _forbidden(t, "attack", unit)
    ]


def _forbidden(t: AshesTable, act: str, who: Piece, what: Piece | None = None) -> bool:
    return f"cannot {act}" in (t.standing or skills.standing_of(t)).rulings and skills.forbidden(t, act, who, what)


def attackable(t: AshesTable, seat: int) -> list[Piece]:
    """What a seat may attack: the opposing Phoenixborn and each opposing unit, unless something protects it."""
    foes = [
        piece
        for piece in t.pieces.values()
        if piece.seat != seat and (piece.kind == PHOENIXBORN or piece.kind == "unit")
    ]
    if "cannot target" not in (t.standing or skills.standing_of(t)).rulings:
        return foes
    c = Cause("attack", seat)
    return [piece for piece in foes if not skills.forbidden(t, "target", None, piece, c)]


def attacks(t: AshesTable, seat: int) -> list[Option]:
    """Every target that some ready unit of a seat may attack."""
    ready = ready_to_attack(t, seat)
    if not ready:
        return []
    limits = "cannot attack" in (t.standing or skills.standing_of(t)).rulings
    return [
        ("attack", target.id)
        for target in attackable(t, seat)
        if not limits or any(not skills.forbidden(t, "attack", unit, target) for unit in ready)
    ]


def begin(t: AshesTable, seat: int, target: Piece, only: Piece | None = None) -> None:
    """A target was named; attackers are declared next. `only` is the one attacker that an effect names."""
    t.attack = Attack(seat, target.id)
    if only is not None:
        t.attack.attackers = [only.id]


# ---------------------------------------------------------------- 1. attackers


def declare_attackers(t: AshesTable) -> Rules[None]:
    """Ready units, any number against a Phoenixborn, one against a unit; then whatever waits for it, and reactions."""
    attack = t.attack
    assert attack is not None
    target = t.pieces[attack.target]
    ready = [unit for unit in ready_to_attack(t, attack.seat) if not _forbidden(t, "attack", unit, target)]
    by_effect = bool(attack.attackers)
    if by_effect:
        attackers = [unit for unit in ready if unit.id in attack.attackers]
    elif target.kind == PHOENIXBORN:
        attackers = list((yield from pick(t, attack.seat, "attackers", ready, 1, len(ready), (target.card,))))
    else:
        attackers = list((yield from pick(t, attack.seat, "attackers", ready, 1, 1, (target.card,))))
    t.main = t.main and by_effect
    attack.attackers = [unit.id for unit in attackers]
    _remember(t, attack.attackers)
    t.step = "blockers"
    if skills.listened(t, "targeted"):
        yield from tell(t, Event("targeted", target, attack.seat, Cause("attack", attack.seat)))
    for name in ("declared_attacker", "declared"):
        if skills.listened(t, name):
            for unit in attackers:
                if unit.place == "play":
                    yield from tell(t, Event(name, unit, attack.seat, other=target))
    if skills.listened(t, "attackers_declared"):
        yield from tell(t, Event("attackers_declared", None, attack.seat, other=target, things=tuple(attackers)))
    _drop_the_unable(t)


def _remember(t: AshesTable, numbers: Iterable[int]) -> None:
    """These cards were declared as attackers, blockers or guards this turn."""
    for number in numbers:
        t.notes["declared", number] = 1


def _drop_the_unable(t: AshesTable) -> None:
    """Attackers that left or were exhausted are out of the attack."""
    attack = t.attack
    if attack is not None:
        attack.attackers = [
            number
            for number in attack.attackers
            if number in attack.fought
            or ((unit := t.pieces.get(number)) is not None and not skills.is_exhausted(t, unit))
        ]


# ---------------------------------------------------------------- 2. blockers, or a guard


def declare_blockers(t: AshesTable) -> Rules[None]:
    """The opponent may block each attacker with one unit, or guard the attacked unit once."""
    attack = t.attack
    t.step = "battle"
    if attack is None or not attack.attackers or attack.target not in t.pieces:
        return
    if t.pieces[attack.target].kind == PHOENIXBORN:
        yield from _blocks(t, attack)
    else:
        yield from _guards(t, attack)
    if t.outcome is None and skills.listened(t, "blocks_declared"):
        yield from tell(t, Event("blocks_declared", None, 1 - attack.seat))


def _blocks(t: AshesTable, attack: Attack) -> Rules[None]:
    """One attacker after the other: those that must be blocked first, those that can only be blocked last of all."""
    seat = 1 - attack.seat
    for number in _asked_order(t, attack):
        attacker = t.pieces[number]
        options = blockers(t, attack, attacker)
        if not options:
            continue
        forced = [unit for unit in options if skills.ruled(t, "must", "block", unit, attacker)]
        if not forced and _must(t, seat, attacker):
            forced = options
        asked: list[Option] = [("block", unit.id) for unit in forced or options]
        if not forced:
            asked.append(NO)
        answer = yield from choose(seat, "block", asked, (attacker.id,))
        if answer != NO:
            attack.blocks[number] = int(answer[1])
    _remember(t, attack.blocks.values())
    for name in ("declared_blocker", "declared"):
        if skills.listened(t, name):
            for number, blocker in tuple(attack.blocks.items()):
                if blocker in t.pieces:
                    yield from tell(t, Event(name, t.pieces[blocker], seat, other=t.piece(number)))


def _must(t: AshesTable, seat: int, attacker: Piece) -> bool:
    return "must block" in skills.standing_of(t).rulings and skills.ruled(t, "must", "block", t.seats[seat], attacker)


def _asked_order(t: AshesTable, attack: Attack) -> list[int]:
    """The attackers as they are offered for blocking: in the order of the board, except where a card forces."""

    def rank(number: int) -> int:
        attacker = t.pieces[number]
        if skills.keyword_of(t, attacker, "Unseen"):
            return 2
        rulings = skills.standing_of(t).rulings
        return 0 if "must block" in rulings and _anybody_must(t, attack, attacker) else 1

    order = [number for number in attack.attackers if number in t.pieces]
    return sorted(order, key=rank) if len(order) > 1 else order


def _anybody_must(t: AshesTable, attack: Attack, attacker: Piece) -> bool:
    units = t.units_of(1 - attack.seat)
    return _must(t, 1 - attack.seat, attacker) or any(
        skills.ruled(t, "must", "block", unit, attacker) for unit in units
    )


def blockers(t: AshesTable, attack: Attack, attacker: Piece) -> list[Piece]:
    """The units that may block an attacker: unexhausted, blocking nobody else, and nothing forbids it."""
    taken = attack.blocks.values()
    return [
        unit
        for unit in t.units_of(1 - attack.seat)
        if unit.id not in taken
        and not unit.exhaustion
        and not skills.is_exhausted(t, unit)
        and not _forbidden(t, "block", unit, attacker)
    ]


def _guards(t: AshesTable, attack: Attack) -> Rules[None]:
    attacker, target = t.pieces[attack.attackers[0]], t.pieces[attack.target]
    seat = target.seat
    options: list[Option] = [("guard", piece.id) for piece in guards(t, attacker, target)]
    if not options:
        return
    answer = yield from choose(seat, "guard", [*options, NO], (target.id,))
    if answer == NO:
        return
    guard = t.pieces[int(answer[1])]
    attack.guard = guard.id
    _remember(t, (guard.id,))
    for name in ("declared", "guard_declared"):
        if skills.listened(t, name):
            yield from tell(t, Event(name, guard, seat, other=attacker))


def guards(t: AshesTable, attacker: Piece, target: Piece) -> list[Piece]:
    """Who may guard an attacked unit: its Phoenixborn once a round, exhausted or not, and unexhausted units that a card
    lets guard (every unit under the option `any_unit_guards`)."""
    everybody = bool(t.options.get("any_unit_guards"))
    found = []
    for piece in t.pieces.values():
        if piece.seat != target.seat or piece is target:
            continue
        if piece.kind == PHOENIXBORN:
            able = not piece.guarded
        elif piece.kind == "unit":
            able = not skills.is_exhausted(t, piece) and (everybody or skills.allowed(t, "protect", piece, target))
        else:
            continue
        if able and not _forbidden(t, "guard", piece, attacker) and not _forbidden(t, "protect", piece, target):
            found.append(piece)
    return found


# ---------------------------------------------------------------- 3. battles


def battle(t: AshesTable) -> Rules[None]:
    """The attacker's next battle, chosen where there are several; after the last one the attack is over."""
    attack = t.attack
    assert attack is not None
    _drop_the_unable(t)
    left = [number for number in attack.attackers if number not in attack.fought]
    if not left:
        t.attack = None
        t.step = "turn"
        return
    number = left[0]
    if len(left) > 1:
        answer = yield from choose(attack.seat, "battle", [("battle", one) for one in left])
        number = int(answer[1])
    attack.fought.append(number)
    yield from _fight(t, attack, t.pieces[number])
    if t.attack is not None:
        t.attack.fighting = (NONE, NONE)


def _fight(t: AshesTable, attack: Attack, attacker: Piece) -> Rules[None]:
    """One battle: attack and counter damage at the same moment, then exhaustion."""
    defender, must = _defender(t, attack, attacker)
    counters = False
    if defender is not None:
        attack.fighting = (attacker.id, defender.id)
        if defender.kind == PHOENIXBORN and attack.guard == defender.id:
            defender.guarded = True
        if defender.kind != PHOENIXBORN and not skills.is_exhausted(t, defender):
            counters = must or (yield from choose(defender.seat, "counter", (YES, NO), (defender.id,))) == YES
        counters = yield from _strike(t, attacker, defender, counters)
    if t.outcome is None:
        yield from _tire(t, attacker, defender if counters else None)


def _defender(t: AshesTable, attack: Attack, attacker: Piece) -> tuple[Piece | None, bool]:
    """Whom an attacker battles, and whether that one must counter: its blocker or the guard, and where these have left,
    what was attacked. None when that has left too."""
    number = attack.blocks.get(attacker.id, attack.guard)
    if number != NONE and number in t.pieces:
        return t.pieces[number], True
    return t.pieces.get(attack.target), False


def _strike(t: AshesTable, attacker: Piece, defender: Piece, counters: bool) -> Rules[bool]:
    """Damage both ways; whether the counter was struck. First strike comes before it, and may prevent it."""
    attacking = Cause("attack", attacker.seat, attacker.card, attacker.id)
    if counters and skills.has_mod(t, "first_strike", attacker):
        yield from deeds.deal(t, [(defender, skills.attack_of(t, attacker), attacking)])
        if t.outcome is not None or defender.place != "play" or skills.is_exhausted(t, defender):
            return False
        if attacker.place == "play":
            yield from deeds.deal(t, [_countered(t, attacker, defender)])
        return True
    parts = [(defender, skills.attack_of(t, attacker), attacking)]
    if counters:
        parts.append(_countered(t, attacker, defender))
    yield from deeds.deal(t, parts)
    return counters


def _countered(t: AshesTable, attacker: Piece, defender: Piece) -> tuple[Piece, int, Cause]:
    cause = Cause("counter", defender.seat, defender.card, defender.id)
    return attacker, skills.attack_of(t, defender), cause


def _tire(t: AshesTable, attacker: Piece, counter: Piece | None) -> Rules[None]:
    """The attacker gets an exhaustion token, and so does who countered, unless it does not tire (Alert)."""
    rule = Cause("rule")
    yield from deeds.place(t, rule, "exhaustion", 1, (attacker,))
    if counter is not None and not _forbidden(t, "tire", counter):
        yield from deeds.place(t, rule, "exhaustion", 1, (counter,))


def in_battle(t: AshesTable, piece: Piece) -> bool:
    """Whether a card is in the battle that is being fought."""
    return t.attack is not None and piece.id in t.attack.fighting


def opponents_of(t: AshesTable, piece: Piece) -> Sequence[int]:
    """The pieces that a card is in battle with."""
    if t.attack is None or piece.id not in t.attack.fighting:
        return ()
    one, other = t.attack.fighting
    return (other,) if piece.id == one else (one,)
