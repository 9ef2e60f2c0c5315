"""Fire Emblem Cipher, the rulebook from top to bottom: the game's set-up, the five phases of a turn, a battle.

Every step is a function of `STEPS`, run when `t.step` names it; it asks at most a little and names the next step.
`data/cipher/rulings.md` says what is played where the rulebook is silent.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from deckcli.engine.chance import Chance
from deckcli.engine.choice import NO, YES, Option, Rules, choose
from deckcli.games.cipher import barred, deeds, naming, payments, supporting, triggers, using, values
from deckcli.games.cipher.deeds import announce, automatic_check
from deckcli.games.cipher.faces import Unit as Face
from deckcli.games.cipher.paying import id_of, pick
from deckcli.games.cipher.speaking import Event
from deckcli.games.cipher.standing import changed, expire, standing_of
from deckcli.games.cipher.table import HAND, NONE, ORBS, Battle, CipherTable, Unit

END: Option = ("end",)
"""The answer that ends a phase."""


@dataclass(frozen=True, slots=True)
class DealtDeck:
    """A deck as the rules want it: the main character's card first, then the others in the order of their list."""

    name: str
    cards: tuple[Face, ...]


# ---------------------------------------------------------------- set-up


def set_up(decks: Sequence[DealtDeck], options: Mapping[str, Any], seed: int) -> CipherTable:
    """The table before the mulligans: main characters face-down in the Front Line, decks shuffled, six cards each.

    Options: `first` (the seat that begins, 0 or 1; else chance says), `bonuses_survive_level_up`. Raises ValueError
    when there are not two decks.
    """
    if len(decks) != 2:
        raise ValueError(f"Fire Emblem Cipher is for two, and here are {len(decks)} decks")
    t = CipherTable()
    t.cards = [card for deck in decks for card in deck.cards]
    t.owners = tuple(seat for seat, deck in enumerate(decks) for _ in deck.cards)
    t.chance = Chance(seed)
    t.options = {name: _option(value) for name, value in options.items()}
    for seat in range(2):
        own = [copy for copy, owner in enumerate(t.owners) if owner == seat]
        place_main_character(t, seat, own[0], face_down=True)
        t.seats[seat].deck = deeds.shuffled(t, seat, own[1:])
    first = t.options.get("first")
    t.first = t.active = first if first in (0, 1) else int(t.chance.coin("first"))
    for seat in (t.first, 1 - t.first):
        deeds.draw(t, seat, HAND)
    t.step = "mulligan"
    return t


def place_main_character(t: CipherTable, seat: int, copy: int, *, face_down: bool = False) -> Unit:
    """Put a seat's main character in the Front Line; nothing is told."""
    unit = Unit(t.next_unit, seat, copy, True, mc=True)
    unit.face_down = face_down
    t.units[unit.id] = unit
    t.next_unit += 1
    return unit


def _option(value: Any) -> Any:
    """An option as a person writes it: numbers and yes or no by their words."""
    if not isinstance(value, str):
        return value
    word = value.strip().lower()
    return int(word) if word.isdecimal() else {"yes": True, "on": True, "true": True}.get(word, False)


def first_mulligan(t: CipherTable) -> Rules[None]:
    """Each player may once return the whole hand, shuffle, and draw six anew; the one who begins decides first."""
    yield from _mulligan(t, t.first)
    t.step = "second mulligan"


def second_mulligan(t: CipherTable) -> Rules[None]:
    """The same for the other player; then the orbs are laid out."""
    yield from _mulligan(t, 1 - t.first)
    _orbs(t)
    t.step = "beginning"


def _mulligan(t: CipherTable, seat: int) -> Rules[None]:
    if (yield from choose(seat, "mulligan", (YES, NO))) == YES:
        own = t.seats[seat]
        own.deck, own.hand = deeds.shuffled(t, seat, [*own.deck, *own.hand]), []
        deeds.draw(t, seat, HAND)


def _orbs(t: CipherTable) -> None:
    """The top five cards of each deck become orbs, face-down; both main characters turn up together."""
    for seat in range(2):
        for _ in range(ORBS):
            copy = deeds.take_top(t, seat)
            if copy != NONE:
                t.seats[seat].orbs.append(copy)
    for unit in t.units.values():
        unit.face_down = False
    t.stirred = True
    changed(t)


# ---------------------------------------------------------------- 1. Beginning Phase


def beginning_phase(t: CipherTable) -> Rules[None]:
    """Start-of-turn skills, then draw, then untap (`BEGINNING` has the order). The march comes first: the check now
    looks at the player whose turn has just ended."""
    if not t.flags.pop("again", False):
        t.active = 1 - t.active if t.turn else t.first
        t.turn += 1
    t.upset = True
    _begin_phase(t, "beginning")
    yield from automatic_check(t)
    for part in BEGINNING:
        if t.outcome is None:
            part(t)
            if not deeds.quiet(t):
                yield from automatic_check(t)
    t.step = "bond"


def _start_of_turn(t: CipherTable) -> None:
    announce(t, "turn_starts", t.active)


def _draw(t: CipherTable) -> None:
    """The player who begins draws no card in the first turn."""
    if t.turn > 1:
        deeds.draw(t, t.active)


def _untap(t: CipherTable) -> None:
    for unit in t.units.values():
        if unit.tapped and unit.seat == t.active:
            deeds.untap(t, unit, "rule")


BEGINNING: tuple[Callable[[CipherTable], None], ...] = (_start_of_turn, _draw, _untap)
"""The parts of the Beginning Phase, in their order."""


def _begin_phase(t: CipherTable, phase: str) -> None:
    heard = t.events is None or t.delayed or "phase_ends" in t.events or "phase_starts" in t.events
    if heard and t.phase != "setup" and phase != "beginning":
        announce(t, "phase_ends", t.active, places=(t.phase, ""))
    t.phase = phase
    if heard:
        announce(t, "phase_starts", t.active, places=(phase, ""))


# ---------------------------------------------------------------- 2. Bond Phase


def bond_phase(t: CipherTable) -> Rules[None]:
    """One card from hand may become a bond, face-up. Some cards cannot."""
    _begin_phase(t, "bond")
    if not deeds.quiet(t):
        yield from automatic_check(t)
    seat = t.active
    hand = one_of_each(t, t.seats[seat].hand)
    ruled = barred.could_be_ruled(t, "cannot bond")
    options: list[Option] = [
        ("bond", copy)
        for copy in hand
        if t.cards[copy].bonds and not (ruled and barred.forbidden(t, "bond", seat=seat, card=copy))
    ]
    answer = yield from choose(seat, "bond", [*options, NO])
    if answer != NO:
        t.seats[seat].bonded = True
        deeds.bond_card(t, seat, int(answer[1]))
        yield from automatic_check(t)
    t.step = "deployment"
    _begin_phase(t, "deployment")
    if not deeds.quiet(t):
        yield from automatic_check(t)


def one_of_each(t: CipherTable, copies: Sequence[int]) -> list[int]:
    """One copy of each card among these, in their order: equal cards are one option."""
    if len(copies) < 2:
        return list(copies)
    cards = t.cards
    return list({id(cards[copy]): copy for copy in reversed(copies)}.values())[::-1]


# ---------------------------------------------------------------- 3. Deployment Phase


def deployment_phase(t: CipherTable) -> Rules[None]:
    """Deploy a unit, level one up, change a class, or end the phase."""
    seat = t.active
    word, *ids = yield from choose(seat, "deployment", [*deployments(t, seat), END])
    if word == "end":
        t.step = "action"
        _begin_phase(t, "action")
    elif word == "level":
        _place_on(t, t.units[int(ids[1])], int(ids[0]))
    else:
        _deploy(t, seat, int(ids[0]), front=bool(ids[1]))
    if not deeds.quiet(t):
        yield from automatic_check(t)


def points_left(t: CipherTable, seat: int) -> int:
    """Deployment points: one for every bond, face-up or face-down, less what was spent this turn."""
    own = t.seats[seat]
    return len(own.bonds) + len(own.spent) - own.points


def deployments(t: CipherTable, seat: int) -> list[Option]:
    """Every card that may be deployed (where) or placed on a unit (on which) now: its cost within the points that are
    left, and a face-up bond for each of its symbols."""
    points, cards = points_left(t, seat), t.cards
    entries = (t.standing or standing_of(t)).entries
    priced = not entries.keys().isdisjoint(_PRICING)
    spoken = not entries.keys().isdisjoint(_ON_DEPLOYING)
    own: list[Unit] = []
    named: set[str] = set()
    shown: set[str] = set()
    options: list[Option] = []
    hand = one_of_each(t, t.seats[seat].hand)
    for copy in [*hand, *_beneath(t, seat)] if spoken else hand:
        face = cards[copy]
        if priced or face.zones:
            deploys = values.deploy_cost(t, seat, copy) <= points
            levels = _may_afford(t, seat, copy, points) if face.class_changes or face.zones else deploys
        else:
            deploys = (face.deploy_cost or 0) <= points
            levels = (face.class_change_cost or 0) <= points if face.class_changes else deploys
        levels = levels and (not spoken or copy in hand)
        if not deploys and not levels:
            continue
        if not own:
            own = t.units_of(seat)
            if "name" in entries:
                named = {name for unit in own for name in naming.names_of(t, unit)}
            else:
                named = {name for unit in own for name in cards[unit.stack[-1]].names}
            shown = naming.bond_symbols(t, seat)
        # For each symbol of a card one face-up bond must show it; it is not used up.
        plain = not spoken and not ("any" in face.zones or "hand" in face.zones)
        visible = shown.issuperset(face.symbols)
        if not visible and (plain or not barred.allowed(t, "ignore_symbol", seat=seat, card=copy)):
            continue
        shares = not named.isdisjoint(face.names)
        bases = [unit for unit in own if _share(t, unit, copy)] if shares else []
        if levels and (bases or not plain):
            under = bases if plain else _may_be_placed(t, own, bases, copy)
            if "hand" in face.zones:
                under = [unit for unit in under if cost_on(t, unit, copy) <= points]
            options += [("level", copy, unit.id) for unit in under]
        if deploys and ((plain and not bases) or _may_deploy(t, seat, copy, bases)):
            options += (("deploy", copy, 1), ("deploy", copy, 0))
    if spoken:
        return [one for one in options if one[0] == "level" or deeds.may_enter(t, seat, int(one[1]), _LINES[one[2]])]
    return options


def _beneath(t: CipherTable, seat: int) -> list[int]:
    """The cards under a seat's units that a skill lets it deploy as if they were in hand, one of each."""
    if "can deploy" not in standing_of(t).entries:
        return []
    under = [copy for unit in t.units_of(seat) for copy in unit.stack[:-1]]
    return one_of_each(t, [copy for copy in under if barred.allowed(t, "deploy", seat=seat, card=copy)])


_LINES: Mapping[Any, str] = {1: "front", 0: "back"}


_PRICING = ("cc_cost", "cc_cost_is", "cost", "cost_is")
"""The changes of what it costs to deploy and to change class. Where no card makes one, it is as printed."""
_ON_DEPLOYING = (
    "can deploy", "can ignore_symbol", "can level_onto", "can share_name", "cannot be_deployed", "cannot class_change",
    "cannot deploy", "cannot level_up",
)  # fmt: skip
"""The rulings that bear on deploying. Where no card makes one, nobody is asked."""


def _share(t: CipherTable, unit: Unit, copy: int) -> bool:
    """Whether a unit and a card share a unit name."""
    names, others = naming.names_of(t, unit), naming.names_of_card(t, copy)
    return names[0] in others or (len(names) > 1 and any(name in others for name in names))


def _may_be_placed(t: CipherTable, own: Sequence[Unit], bases: Sequence[Unit], copy: int) -> list[Unit]:
    """The units on which a card may be placed: those that share a unit name with it, and what a card says."""
    if _spoken(t, "can level_onto", copy):
        bases = [
            unit
            for unit in own
            if unit in bases or barred.allowed(t, "level_onto", seat=unit.seat, unit=unit.id, card=copy)
        ]
    if _spoken(t, "cannot level_onto", copy):
        bases = [
            unit for unit in bases if not barred.forbidden(t, "level_onto", seat=unit.seat, unit=unit.id, card=copy)
        ]
    for deed in deeds.placing(t, copy):
        bases = [unit for unit in bases if not barred.forbidden(t, deed, seat=unit.seat, unit=unit.id, card=copy)]
    return list(bases)


def _may_deploy(t: CipherTable, seat: int, copy: int, bases: Sequence[Unit]) -> bool:
    """Only one unit of a name can be on a side, unless a card says that more may."""
    if bases:
        t.flags["arriving"] = 1  # it is not there yet, and would be one more
        shares = all(deeds.may_share(t, seat, copy, unit.stack[-1]) for unit in bases)
        del t.flags["arriving"]
        if not shares:
            return False
    return any(deeds.may_enter(t, seat, copy, line) for line in _LINES.values())


def _spoken(t: CipherTable, ruling: str, copy: int) -> bool:
    """Whether anything in play, or the card itself where it lies, could have made that ruling."""
    return ruling in standing_of(t).entries or ruling in t.cards[copy].says


def level_cost(t: CipherTable, seat: int, copy: int) -> int:
    """What placing a card on a unit costs: its class change cost, or its deployment cost when it has none."""
    cost = values.class_change_cost(t, seat, copy)
    return values.level_up_cost(t, seat, copy) if cost is None else cost


def _may_afford(t: CipherTable, seat: int, copy: int, points: int) -> bool:
    """Whether placing a card on some unit could be paid: what it costs may depend on the unit (`cost_on`)."""
    return "hand" in t.cards[copy].zones or level_cost(t, seat, copy) <= points


def cost_on(t: CipherTable, unit: Unit, copy: int) -> int:
    """What placing a card on that unit costs."""
    t.flags["placed on"] = unit.id
    cost = level_cost(t, unit.seat, copy)
    del t.flags["placed on"]
    return cost


def _deploy(t: CipherTable, seat: int, copy: int, *, front: bool) -> None:
    own = t.seats[seat]
    own.points += values.deploy_cost(t, seat, copy)
    own.played.append(copy)
    place = deeds.remove(t, copy)
    deeds.enter(t, seat, copy, front=front, source=place)


def _place_on(t: CipherTable, unit: Unit, copy: int) -> None:
    """Level up, or class change with its draw."""
    own = t.seats[unit.seat]
    own.points += cost_on(t, unit, copy)
    own.played.append(copy)
    deeds.stack_on(t, unit, copy)


# ---------------------------------------------------------------- 4. Action Phase


def action_phase(t: CipherTable) -> Rules[None]:
    """Attack with a unit, move one, use a skill, or end the turn."""
    t.step = "action"
    seat = t.active
    word, *ids = yield from choose(seat, "action", actions(t, seat))
    if word == "attack":
        t.step = "support"
        yield from _declare(t, t.units[int(ids[0])], t.units[int(ids[1])])
        return
    if word == "move":
        unit = t.units[int(ids[0])]
        deeds.tap(t, unit, "rule")
        deeds.move(t, unit, "rule")
    elif word == "skill":
        t.trouble = t.cards[int(ids[0])].name
        yield from using.use(t, seat, int(ids[0]), int(ids[1]))
    else:
        t.step = "end"
    if not deeds.quiet(t):
        yield from automatic_check(t)


def actions(t: CipherTable, seat: int) -> list[Option]:
    """Everything that may be done now. Units that came this turn may act; in the very first turn none may attack."""
    ready: list[Unit] = []
    ahead: list[int] = []
    behind: list[int] = []
    for unit in t.units.values():
        if unit.seat != seat:
            (ahead if unit.front else behind).append(unit.id)
        elif not unit.tapped:
            ready.append(unit)
    options: list[Option] = attacks(t, ready, ahead, behind) if t.turn > 1 and ready else []
    if "cannot be_moved" not in (t.standing or standing_of(t)).entries:
        options += [("move", unit.id) for unit in ready]
    else:
        options += [("move", unit.id) for unit in ready if not barred.forbidden(t, "be_moved", unit=unit.id)]
    options += using.usable(t, seat)
    options.append(END)
    return options


def attacks(t: CipherTable, ready: Sequence[Unit], ahead: list[int], behind: list[int]) -> list[Option]:
    """Every attack that one of the `ready` units may make on an enemy (by id) in the Front Line (`ahead`) or the Back
    Line (`behind`): it stands within its range, unless a card says otherwise."""
    entries = (t.standing or standing_of(t)).entries
    far, farther = "can attack" in entries, "range" in entries
    options: list[Option] = []
    for unit in ready:
        ranges = values.ranges_of(t, unit) if farther else t.cards[unit.stack[-1]].ranges
        near = 1 if unit.front else 2
        within = ahead if near in ranges else []
        if behind and near + 1 in ranges:
            within = within + behind
        if far:
            foes = t.units_of(1 - unit.seat)
            within = [other.id for other in foes if other.id in within or _may_reach(t, unit, other)]
        if within:
            number = unit.id
            options += [("attack", number, other) for other in within]
    if options and ("cannot attack" in entries or "cannot be_attacked" in entries):
        return _not_forbidden(t, options)
    return options


def _not_forbidden(t: CipherTable, options: Sequence[Option]) -> list[Option]:
    """These attacks without those that a skill forbids to the attacker or to the one that is attacked. What holds for a
    unit is found once, and not for each unit that it may attack or that may attack it."""
    units = t.units
    bound = barred.bans_of(t, "cannot attack", {option[1] for option in options})
    safe = barred.bans_of(t, "cannot be_attacked", {option[2] for option in options})
    if not bound and not safe:
        return list(options)
    return [
        option
        for option in options
        if not barred.bars(t, bound.get(option[1], ()), units[int(option[2])])
        and not barred.bars(t, safe.get(option[2], ()), units[int(option[1])])
    ]


def distance(one: Unit, two: Unit) -> int:
    """From Front Line to Front Line 1, and 1 more for each of the two that stands behind."""
    return 3 - one.front - two.front


def _may_reach(t: CipherTable, unit: Unit, other: Unit) -> bool:
    return barred.allowed(t, "attack", seat=unit.seat, unit=unit.id, by=other.id)


# ---------------------------------------------------------------- Attack an enemy unit


def _declare(t: CipherTable, attacker: Unit, defender: Unit) -> Rules[None]:
    """1. Target an enemy unit within attack range: the attacker is tapped, then skills that attacking wakes."""
    t.battle = Battle(attacker.id, defender.id)
    t.notes["attacks"] = int(t.notes.get("attacks", 0)) + 1
    deeds.tap(t, attacker, "rule")
    attacker.did += ("attacks",)
    announce(t, "attacks", attacker.seat, attacker.id, other=defender.id, by=attacker.id)
    announce(t, "attacked", defender.seat, defender.id, other=attacker.id, by=attacker.id)
    yield from automatic_check(t)


def support_step(t: CipherTable) -> Rules[None]:
    """2. Both turn up the top card of their deck; a card that shares a unit name with the fighting unit fails."""
    battle = _fighting(t)
    t.step = "critical"
    if battle.over:
        return
    for seat in (t.active, 1 - t.active):
        copy = deeds.take_top(t, seat)
        if copy != NONE:
            t.seats[seat].support = battle.turned[seat] = copy
            announce(t, "support_placed", seat, card=copy)
    if not deeds.quiet(t):
        yield from automatic_check(t)
    for seat in (t.active, 1 - t.active):
        if t.seats[seat].support != NONE and not battle.over:
            _check_support(t, battle, seat)
    if not deeds.quiet(t):
        yield from automatic_check(t)
    yield from _support_skills(t, battle)


def _fighting(t: CipherTable) -> Battle:
    assert t.battle is not None
    return t.battle


def fighter(battle: Battle, t: CipherTable, seat: int) -> Unit:
    """The unit of a seat that fights."""
    attacker = t.units[battle.attacker]
    return attacker if attacker.seat == seat else t.units[battle.defender]


def _check_support(t: CipherTable, battle: Battle, seat: int) -> None:
    """Whether a support succeeds; one that fails goes to the Retreat at once."""
    own, unit = t.seats[seat], fighter(battle, t, seat)
    copy = own.support
    if _supports(t, unit, copy):
        battle.supporters[seat] = copy
        announce(t, "supported", seat, unit.id, copy)
        return
    battle.failed += (seat,)
    own.support = NONE
    own.retreat.append(copy)
    announce(t, "support_fails", seat, unit.id, copy)


def _supports(t: CipherTable, unit: Unit, copy: int) -> bool:
    if barred.forbidden(t, "be_supported", seat=unit.seat, unit=unit.id, card=copy):
        return False
    return not _share(t, unit, copy) or barred.allowed(t, "be_supported", seat=unit.seat, unit=unit.id, card=copy)


def _support_skills(t: CipherTable, battle: Battle) -> Rules[None]:
    """The attacker's support skills, then the defender's; each acts on its own side of a battle alone."""
    for seat in (t.active, 1 - t.active):
        if battle.over or t.outcome is not None:
            return
        if (
            battle.supporters[seat] != NONE
            and seat not in battle.muted
            and not supporting.is_muted(t, fighter(battle, t, seat))
            and not supporting.is_silent(t, seat, battle.supporters[seat])
        ):
            yield from _use_supports(t, battle, seat)


def _use_supports(t: CipherTable, battle: Battle, seat: int) -> Rules[None]:
    """All support skills of one card, in an order that its owner chooses."""
    copy = battle.supporters[seat]
    waiting = using.support_skills(t, fighter(battle, t, seat), t.units[battle.attacker].seat == seat)
    while waiting and not battle.over and t.outcome is None and battle.supporters[seat] == copy:
        options: list[Option] = [("support", copy, index) for index in waiting]
        index = waiting[0] if len(waiting) == 1 else int((yield from choose(seat, "support", options))[2])
        waiting = [other for other in waiting if other != index]
        t.trouble = t.cards[copy].name
        yield from using.use_support(t, seat, index)
        yield from automatic_check(t)


def attack_total(t: CipherTable) -> int:
    """Attack of the attacking unit, its support, and what a critical added; never below 0."""
    battle = _fighting(t)
    return _total(t, battle, t.units[battle.attacker]) + battle.doubled


def defend_total(t: CipherTable) -> int:
    """Attack of the attacked unit and its support; never below 0."""
    battle = _fighting(t)
    return _total(t, battle, t.units[battle.defender])


def _total(t: CipherTable, battle: Battle, unit: Unit) -> int:
    copy = battle.supporters[unit.seat]
    support = supporting.support_of(t, unit.seat, copy) if copy != NONE else 0
    return max(0, values.attack_of(t, unit) + support)


def same_name_cards(t: CipherTable, unit: Unit) -> list[int]:
    """One of each card in hand that shares a unit name with a unit: what a critical or an evade costs."""
    return one_of_each(t, _namesakes(t, unit))


def _namesakes(t: CipherTable, unit: Unit) -> list[int]:
    """The cards in hand that share a unit name with a unit."""
    cards = t.cards
    names = naming.names_of(t, unit)
    if len(names) > 1:
        return [copy for copy in t.seats[unit.seat].hand if _share(t, unit, copy)]
    name = names[0]
    return [
        copy
        for copy in t.seats[unit.seat].hand
        if name in cards[copy].names or ("hand" in cards[copy].zones and _share(t, unit, copy))
    ]


def critical_step(t: CipherTable) -> Rules[None]:
    """3. (Optional) Critical Hit: discard a card of the attacker's name, and its attack counts twice as it is now."""
    battle = _fighting(t)
    options = [] if battle.over else _critical_options(t, battle)
    if not options:
        yield from evade_step(t)
        return
    t.step = "evade"
    attacker = t.units[battle.attacker]
    answer = yield from choose(attacker.seat, "critical", [*options, NO], (attacker.id, battle.defender))
    if answer != NO:
        battle.critical = True
        battle.doubled = attack_total(t) * (values.critical_factor(t, attacker) - 1)
        yield from _pay_battle(t, attacker, "critical", answer, 1)
        card = int(answer[1]) if answer[0] == "critical" else NONE
        announce(t, "criticals", attacker.seat, attacker.id, card, battle.defender)
        yield from automatic_check(t)


def _critical_options(t: CipherTable, battle: Battle) -> list[Option]:
    """What would pay a critical; nothing when it is forbidden, or when there is no attack to double."""
    attacker = t.units[battle.attacker]
    options: list[Option] = [("critical", copy) for copy in same_name_cards(t, attacker)]
    options += _other_payments(t, attacker, "critical")
    if options and (not attack_total(t) or _forbids_critical(t, attacker, battle.defender)):
        return []
    return options


def _other_payments(t: CipherTable, unit: Unit, what: str) -> list[Option]:
    """The ways besides discarding in which skills let a unit pay for a critical or for evading."""
    return [(f"{what}_with", number) for number in payments.payments_for(t, unit, what)]


def _pay_battle(t: CipherTable, unit: Unit, what: str, answer: Option, cards: int) -> Rules[None]:
    """Pay for a critical or for evading as it was answered; where more than one card is due, the others are asked."""
    if answer[0] != what:
        yield from payments.pay_instead(t, unit, what, int(answer[1]))
        return
    due = [int(answer[1])]
    if cards > 1:
        left = [copy for copy in _namesakes(t, unit) if copy != due[0]]
        more = yield from pick(t, unit.seat, "discard", left, cards - 1, cards - 1)
        due += [id_of(copy) for copy in more]
    deeds.discard(t, unit.seat, due, what, unit.id)


def _forbids_critical(t: CipherTable, attacker: Unit, defender: int) -> bool:
    return barred.forbidden(t, "critical", seat=attacker.seat, unit=attacker.id, by=defender)


def evade_step(t: CipherTable) -> Rules[None]:
    """4. (Optional) Evade: discard a card of the defender's name, and the attack is over."""
    battle = _fighting(t)
    options = [] if battle.over else _evade_options(t, battle)
    if not options:
        yield from results_step(t)
        return
    t.step = "results"
    attacker, defender = t.units[battle.attacker], t.units[battle.defender]
    answer = yield from choose(defender.seat, "evade", [*options, NO], (attacker.id, defender.id))
    if answer != NO:
        battle.evaded = battle.over = True
        yield from _pay_battle(t, defender, "evade", answer, values.evade_cost(t, attacker))
        card = int(answer[1]) if answer[0] == "evade" else NONE
        announce(t, "evades", defender.seat, defender.id, card, attacker.id)
        announce(t, "evaded", attacker.seat, attacker.id, card, defender.id, "attack", defender.id)
        yield from automatic_check(t)


def _evade_options(t: CipherTable, battle: Battle) -> list[Option]:
    """What would pay for evading; nothing when it is forbidden."""
    attacker, defender = t.units[battle.attacker], t.units[battle.defender]
    cards = _namesakes(t, defender)
    enough = len(cards) >= values.evade_cost(t, attacker)
    options: list[Option] = [("evade", copy) for copy in one_of_each(t, cards)] if enough else []
    options += _other_payments(t, defender, "evade")
    return [] if options and _cannot_evade(t, attacker, defender) else options


def _cannot_evade(t: CipherTable, attacker: Unit, defender: Unit) -> bool:
    return barred.forbidden(t, "evade", seat=defender.seat, unit=defender.id, by=attacker.id) or barred.forbidden(
        t, "be_evaded", seat=attacker.seat, unit=attacker.id, by=defender.id
    )


def results_step(t: CipherTable) -> Rules[None]:
    """5. Results, and 6. the end of the battle."""
    battle = _fighting(t)
    t.step = "action"
    if not battle.over:
        _compare(t, battle, t.units[battle.attacker], t.units[battle.defender])
        t.last = told_battle(t, battle)
        yield from automatic_check(t)
    else:
        if battle.attacker in t.units and battle.defender in t.units:
            battle.attack_total, battle.defend_total = attack_total(t), defend_total(t)
        t.last = told_battle(t, battle)
    if t.outcome is None:
        yield from _battle_ends(t, battle)


def _compare(t: CipherTable, battle: Battle, attacker: Unit, defender: Unit) -> None:
    """An attack that is not weaker destroys the defender. The attacker is never destroyed by losing."""
    battle.attack_total, battle.defend_total = t.fought = attack_total(t), defend_total(t)
    won = battle.attack_total >= battle.defend_total
    if not won or not deeds.destroy(t, defender, "attack", attacker.id, values.orbs_taken(t, attacker)):
        announce(t, "fails", attacker.seat, attacker.id, other=defender.id, by=attacker.id)
        announce(t, "survives", defender.seat, defender.id, other=attacker.id, by=attacker.id)


def told_battle(t: CipherTable, battle: Battle) -> tuple[Any, ...]:
    """A battle for people: its number, then name, total, support (or "") and whether it failed for both fighters, the
    attacker's first; whether it was critical, and what came of it. Names, since cards may be exchanged later."""
    told: list[Any] = [t.last[0] + 1]
    for number, total in ((battle.attacker, battle.attack_total), (battle.defender, battle.defend_total)):
        unit = t.units.get(number) or t.gone[number]
        copy = battle.turned[unit.seat]
        told += (t.face(unit).name, total, t.cards[copy].name if copy != NONE else "", unit.seat in battle.failed)
    return (*told, battle.critical, _came_of(t, battle))


def _came_of(t: CipherTable, battle: Battle) -> str:
    if battle.over:
        return "evaded" if battle.evaded else "broken off"
    orbs = next((doomed[3] for doomed in t.doomed if doomed[0] == battle.defender), 0)
    unit = t.units[battle.defender]
    if not orbs or not unit.mc:
        return "destroyed" if orbs else "nothing happens"
    lost = min(orbs, len(t.seats[unit.seat].orbs))
    return f"{lost} orb{'' if lost == 1 else 's'} lost" if lost else "no orb was left"


def _battle_ends(t: CipherTable, battle: Battle) -> Rules[None]:
    """Skills of the end of an attack, then the supports go to the Retreat."""
    announce(t, "combat_end", t.active, battle.attacker, other=battle.defender)
    announce(t, "attack_ends", t.active, battle.attacker, other=battle.defender, by=battle.attacker)
    if not deeds.quiet(t):
        yield from automatic_check(t)
    for seat in (t.active, 1 - t.active):
        copy = t.seats[seat].support
        if copy == NONE:
            continue
        if "leaves" in standing_of(t).replaces:
            event = Event("leaves", seat, card=copy, places=("support", "retreat"))
            if (yield from triggers.replaced(t, event)):
                continue
        if t.seats[seat].support == copy:
            _support_leaves(t, seat)
    expire(t, "combat")
    for copy in battle.turned:
        t.notes.pop(("support", copy), None)
    t.battle = None
    t.upset = True
    yield from automatic_check(t)


def _support_leaves(t: CipherTable, seat: int) -> None:
    own = t.seats[seat]
    copy, own.support = own.support, NONE
    own.retreat.append(copy)
    announce(t, "leaves", seat, card=copy, places=("support", "retreat"))


# ---------------------------------------------------------------- 5. End Phase


def end_phase(t: CipherTable) -> Rules[None]:
    """Skills of the end of the turn; then what lasts until then is over, and what is counted by turns begins anew."""
    _begin_phase(t, "end")
    announce(t, "turn_ends", t.active)
    yield from automatic_check(t)
    _tell_story(t, t.active)
    expire(t, "turn")
    deeds.restore(t)
    for unit in t.units.values():
        if unit.used:
            unit.used = {}
        unit.did = ()
    for own in t.seats:
        own.points, own.bonded = 0, False
    t.notes, t.gone = {}, {}
    if t.outcome is None:
        yield from beginning_phase(t)


def _tell_story(t: CipherTable, seat: int) -> None:
    """What figures about a game are made of; no rule reads it."""
    own = t.seats[seat]
    bonds = len(own.bonds) + len(own.spent)
    shown = naming.bond_symbols(t, seat)
    dead = lacking = 0
    for copy in own.hand:
        face = t.cards[copy]
        paid = (face.deploy_cost or 0) <= bonds
        symbols = shown.issuperset(face.symbols)
        dead += not (paid and symbols)
        lacking += paid and not symbols
    own.story.append((bonds, len(t.seats[1 - seat].orbs), dead, lacking))


STEPS: Mapping[str, Callable[[CipherTable], Rules[None]]] = {
    "mulligan": first_mulligan,
    "second mulligan": second_mulligan,
    "beginning": beginning_phase,
    "bond": bond_phase,
    "deployment": deployment_phase,
    "action": action_phase,
    "support": support_step,
    "critical": critical_step,
    "evade": evade_step,
    "results": results_step,
    "end": end_phase,
}
"""The steps of a game, in the order of the rulebook. A step that finds nothing to ask runs on into the next."""

MOVES = frozenset({"mulligan", "second mulligan", "bond", "deployment", "action"})
"""The steps with which a player's move begins."""


def run_step(t: CipherTable) -> Rules[None]:
    """The part of the rules that the table's step names."""
    return STEPS[t.step](t)
