"""Ashes Reborn, the rulebook from top to bottom: set-up, prepare phase, player turns, recovery, end of round.

Every step is a function of `STEPS`, run when `t.step` names it; it asks at most a little and names the next step. What
an attack is stands in `attacks`. `data/ashes/rulings.md` says what is played where the rulebook is silent.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from deckcli.engine.chance import Chance
from deckcli.engine.choice import DONE, NO, Option, Rules, choose
from deckcli.games.ashes import attacks, deeds, deeds_dice, deeds_piles, deeds_playing, deeds_powers, moments, skills
from deckcli.games.ashes.cards import BASIC, LEVEL_WORDS, NO_TEXT, POWER, Cost, Face
from deckcli.games.ashes.faces import DICE
from deckcli.games.ashes.moments import tell
from deckcli.games.ashes.paying import POWERS, affords, bills, in_pool, is_payable, pick, set_die
from deckcli.games.ashes.skills import Act, Mod, Ruling
from deckcli.games.ashes.table import (
    ACTIVE,
    EXHAUSTED,
    HAND,
    NONE,
    PHOENIXBORN,
    READY_SPELL,
    RULE,
    UNIT,
    AshesScope,
    AshesTable,
    Cause,
    Die,
    Event,
)

PASS: Option = ("pass",)
END: Option = ("end",)
FIRST_FIVES = ("list", "chosen", "heuristic")
"""Who picks the First Five: the deck list (the player where it names none), the player, or a rule of thumb."""


@dataclass(frozen=True, slots=True)
class DealtDeck:
    """A deck as the rules want it: the Phoenixborn, the cards in the order of the list, the conjuration pile, the types
    of the dice (indexes of `faces.DICE`), and the First Five that the list names."""

    name: str
    phoenixborn: Face
    cards: tuple[Face, ...]
    pile: tuple[Face, ...] = ()
    dice: tuple[int, ...] = ()
    first_five: tuple[Face, ...] = ()


# ---------------------------------------------------------------- set-up


def set_up(decks: Sequence[DealtDeck], options: Mapping[str, Any], seed: int) -> AshesTable:
    """The table before the First Five are taken: Phoenixborn in play, all dice in the exhausted pools.

    Options: `first` (the seat with the first player token, 0 or 1; else the dice say who chooses), `first_five` (a word
    of FIRST_FIVES), `any_unit_guards`, `organised` (chained cards are not played in round 1), `sudden_death` (the round
    in which it begins); `life` and `blockers` for the seat `passive` (1). Raises ValueError when there
    are not two decks.
    """
    if len(decks) != 2:
        raise ValueError(f"Ashes Reborn is for two, and here are {len(decks)} decks")
    t = AshesTable()
    t.chance = Chance(seed)
    t.options = {name: _option(value) for name, value in options.items()}
    owners: list[int] = []
    for seat, deck in enumerate(decks):
        first = len(owners)
        t.cards += [deck.phoenixborn, *deck.cards, *deck.pile]
        owners += [seat] * (1 + len(deck.cards) + len(deck.pile))
        own = t.seats[seat]
        own.phoenixborn = deeds.new_piece(t, seat, first, PHOENIXBORN).id
        own.draw_pile = list(range(first + 1, first + 1 + len(deck.cards)))
        own.pile = list(range(first + 1 + len(deck.cards), len(owners)))
        lay_dice(t, seat, deck.dice)
    blockers = int(t.options.get("blockers", 0))
    t.cards += [BLOCKER] * blockers
    passive = 0 if t.options.get("passive") == 0 else 1
    t.owners = (*owners, *[passive] * blockers)
    _passive(t, passive, int(t.options.get("life", 0)), range(len(owners), len(t.cards)))
    t.notes["first five"] = tuple(tuple(face.name for face in deck.first_five) for deck in decks)
    t.step = "first five"
    return t


BLOCKER = Face("Blocker", "blocker", "ally", NO_TEXT, attack=0, life=3)
"""A unit of a passive Phoenixborn: it blocks what it can, and does nothing else."""


def _passive(t: AshesTable, seat: int, life: int, blockers: Sequence[int]) -> None:
    """What the options say of the passive seat: another life, and units that must block."""
    own = t.phoenixborn(seat)
    s = AshesScope(seat, own.card, own.id)
    if life:
        skills.last(t, s, Mod("life", life - (t.face(own).life or 0)), "game", (own,))
    units = [deeds.new_piece(t, seat, copy, UNIT) for copy in blockers]
    if units:
        skills.last(t, s, Ruling("must", "block"), "game", units)


def lay_dice(t: AshesTable, seat: int, types: Sequence[int]) -> None:
    """A seat's dice lie in its exhausted pool, on a basic side."""
    start = len(t.dice)
    t.dice += tuple(Die(start + i, seat, type_, i) for i, type_ in enumerate(types))
    t.levels += [BASIC] * len(types)
    t.places += [EXHAUSTED] * len(types)


def _option(value: Any) -> Any:
    """An option as a person writes it: numbers and yes or no by their words."""
    if not isinstance(value, str):
        return value
    word = value.strip().lower()
    if word.isdecimal():
        return int(word)
    return {"yes": True, "on": True, "true": True, "no": False, "off": False, "false": False}.get(word, word)


def first_five(t: AshesTable) -> Rules[None]:
    """Each player takes five cards of different names out of the deck, and shuffles the rest (Setup, step 6)."""
    named = t.notes.pop("first five")
    for seat in range(2):
        own = t.seats[seat]
        taken = yield from _taken_five(t, seat, named[seat])
        own.hand, own.first_five = taken, tuple(taken)
        own.draw_pile = deeds_piles.shuffled(t, seat, [copy for copy in own.draw_pile if copy not in taken])
    t.step = "roll"


def _taken_five(t: AshesTable, seat: int, named: Sequence[str]) -> Rules[list[int]]:
    """Five copies of different names: as the list names them, by a rule of thumb, or as the player picks."""
    who = t.options.get("first_five", "list")
    copies = list({t.cards[copy].name: copy for copy in reversed(t.seats[seat].draw_pile)}.values())[::-1]
    if who == "list" and named:
        by_name = {t.cards[copy].name: copy for copy in copies}
        found = list(dict.fromkeys(by_name[name] for name in named if name in by_name))
        if len(found) >= min(HAND, len(copies)):
            return found[:HAND]
    if who == "heuristic":
        return sorted(sorted(copies, key=lambda copy: _thumb(t, seat, copy))[:HAND])
    return list((yield from pick(t, seat, "first five", copies, HAND, HAND)))


def _thumb(t: AshesTable, seat: int, copy: int) -> tuple[int, int, int]:
    """What opens well, the best first: what the dice can bear, spells that stay and allies, what costs little."""
    face = t.cards[copy]
    own = {die.type for die in t.dice if die.seat == seat}
    foreign = sum(1 for type_, _, _ in face.magic if type_ != NONE and type_ not in own)
    kinds = {"ready_spell": 0, "ally": 1, "action_spell": 2, "alteration": 3, "reaction_spell": 3}
    return foreign, kinds.get(face.kind, 4), sum(many for _, _, many in face.magic)


# ---------------------------------------------------------------- prepare phase


def roll_dice(t: AshesTable) -> Rules[None]:
    """1. Roll dice: everybody rolls the exhausted pool into the active pool. In the first round whoever rolled the most
    basic sides chooses who goes first; after a tie all dice are rolled again."""
    t.round += 1
    t.phase = "prepare"
    t.active = t.first
    for die in t.dice:
        if t.places[die.number] == EXHAUSTED:
            _roll(t, die)
    if t.round == 1:
        yield from _who_is_first(t)
    t.step = "discard"


def _roll(t: AshesTable, die: Die, again: int = 0) -> None:
    stream = f"{die.seat}.die.{die.place}.{'again' if again else t.round}"
    set_die(t, die, ACTIVE, deeds_dice.roll(t, die, stream))


def _who_is_first(t: AshesTable) -> Rules[None]:
    first = t.options.get("first")
    if first not in (0, 1) or first is True or first is False:
        again = 0
        while (chooser := _most_basics(t)) == NONE and again < _MOST_ROLLS:
            again += 1
            for die in t.dice:
                _roll(t, die, again)
        chooser = max(chooser, 0)
        answer = yield from choose(chooser, "first", (("player", chooser), ("player", 1 - chooser)))
        first = int(answer[1])
    t.first = t.active = first


_MOST_ROLLS = 1000
"""Ties in a row after which seat 0 chooses: two seats without dice tie for ever."""


def _most_basics(t: AshesTable) -> int:
    counts = [sum(t.levels[die.number] == BASIC for die in t.dice_of(seat)) for seat in (0, 1)]
    return NONE if counts[0] == counts[1] else counts.index(max(counts))


def discard_cards(t: AshesTable) -> Rules[None]:
    """2. Discard cards: any number from hand, the first player first."""
    for seat in (t.first, 1 - t.first):
        hand = t.seats[seat].hand
        gone = yield from pick(t, seat, "prepare discard", hand, 0, len(hand))
        for copy in gone:
            hand.remove(copy)
            t.seats[seat].discard_pile.append(copy)
    t.step = "draw"


def draw_cards(t: AshesTable) -> Rules[None]:
    """3. Draw cards: up to five; for each card that is missing a wound, one by one, the first player first. Then what
    draws more, and what happens at the end of the phase."""
    missing = [0, 0]
    for seat in (0, 1):
        wanted = max(0, HAND - len(t.seats[seat].hand))
        missing[seat] = wanted - deeds_piles.draw(t, RULE, seat, wanted).count
    yield from _fatigue(t, missing)
    for name in ("draw_step", "prepare_end"):
        if t.outcome is None:
            yield from deeds.announce(t, name)
    if t.outcome is None:
        t.phase = "turns"
        t.passes = 0
        t.active = 1 - t.first  # the first turn is about to begin
        t.notes["new phase"] = 1
        t.step = "turn start"


def _fatigue(t: AshesTable, missing: list[int]) -> Rules[None]:
    while any(missing) and t.outcome is None:
        for seat in (t.first, 1 - t.first):
            if missing[seat] and t.outcome is None:
                missing[seat] -= 1
                deeds.count(t.seats[seat], "fatigue")
                yield from deeds.place(t, RULE, "wounds", 1, (t.phoenixborn(seat),))


# ---------------------------------------------------------------- player turns


def start_turn(t: AshesTable) -> Rules[None]:
    """A player's turn begins: a main action and a side action, and this turn's reaction for everybody."""
    begins = t.notes.pop("new phase", 0)
    t.active = 1 - t.active
    t.turn += 1
    t.main, t.sides, t.passed = True, 1, False
    t.gone = {}
    t.notes = {key: value for key, value in t.notes.items() if isinstance(key, tuple) and key[0] == "seen"}
    t.marks = [one for one in t.marks if one[0] in t.pieces]
    for own in t.seats:
        own.reacted = False
    for piece in t.pieces.values():
        if piece.used:
            piece.used = {}
    skills.expire(t, "turn_start")
    t.step = "turn"
    if begins:
        yield from deeds.announce(t, "player_turns")
    if t.outcome is None and 0 < int(t.options.get("sudden_death", 0)) <= t.round:
        yield from _sudden_death(t, t.active)
    if t.outcome is None:
        yield from deeds.announce(t, "turn_start", None, t.active)


DEATHLY = 2
"""Cards that sudden death takes at the start of each turn."""


def _sudden_death(t: AshesTable, seat: int) -> Rules[None]:
    """After the time limit of a tournament: two cards from hand, spellboard or the top of the draw pile are discarded
    at the start of a turn, and each that is missing is a wound (data/ashes/rulings.md: Sudden death)."""
    for _ in range(DEATHLY):
        if t.outcome is not None:
            return
        options = _given_up(t, seat)
        if options:
            yield from _give_up(t, seat, (yield from choose(seat, "sudden death", options)))
        else:
            yield from deeds.place(t, RULE, "wounds", 1, (t.phoenixborn(seat),))


def take_turn(t: AshesTable) -> Rules[None]:
    """One action of the player whose turn it is, or the end of it."""
    seat = t.active
    options = actions(t, seat)
    word, *ids = yield from choose(seat, "turn", options)
    if word == "attack":
        attacks.begin(t, seat, t.pieces[int(ids[0])])
        t.step = "attackers"
    elif word == "play":
        yield from deeds_playing.play_card(t, seat, int(ids[0]))
    elif word == "use":
        yield from use(t, seat, int(ids[0]), int(ids[1]))
    elif word == "power":
        yield from _use_power(t, seat, t.dice[int(ids[0])])
    elif word == "meditate":
        t.sides -= 1
        t.notes["meditating"] = ()
        t.step = "meditate"
    elif word == "pass":
        t.main, t.passed = False, True
        yield from deeds.announce(t, "passed", t.seats[seat], seat)
    else:
        t.step = "turn end"


def actions(t: AshesTable, seat: int) -> list[Option]:
    """Everything that may be done now. Whoever must attack has no other main action, as long as somebody can."""
    options: list[Option] = attacks.attacks(t, seat) if t.main else []
    rulings = (t.standing or skills.standing_of(t)).rulings
    forced = bool(options) and "must attack" in rulings and skills.ruled(t, "must", "attack", t.seats[seat])
    quiet = "cannot side_action" in rulings and skills.forbidden(t, "side_action", t.seats[seat])
    main = t.main
    t.main = main and not forced
    options += plays(t, seat, quiet=quiet)
    options += uses(t, seat, quiet=quiet)
    t.main = main
    if t.sides:
        if not quiet:
            options += powers(t, seat)
        if t.seats[seat].hand or t.seats[seat].draw_pile or meditations(t, seat):
            options.append(("meditate",))
    if not forced:
        options.append(PASS if t.main else END)
    return options


def plays(t: AshesTable, seat: int, *, quiet: bool = False) -> list[Option]:
    """The hand cards that may be played now, one of each name. Reaction spells wait for their moment. With `quiet`
    nothing that takes a side action."""
    own = t.seats[seat]
    found: list[Option] = []
    seen: set[Face] = set()
    limits = "cannot play" in (t.standing or skills.standing_of(t)).rulings
    chained = t.round == 1 and bool(t.options.get("organised"))
    for copy in own.hand:
        face = t.cards[copy]
        if face in seen:
            continue
        seen.add(face)
        if face.kind == "reaction_spell" or (chained and face.chained):
            continue
        ways = bills(face.cost)
        if quiet and any(bill.side for bill in ways):
            continue
        if (
            affords(t, seat, ways, held=1)
            and (face.kind != "alteration" or deeds_playing.hosts(t, seat, copy))
            and not (limits and skills.forbidden(t, "play", own, copy))
        ):
            found.append(("play", copy))
    return found


def uses(t: AshesTable, seat: int, *, quiet: bool = False) -> list[Option]:
    """The activated abilities that may be used now; of copies of a ready spell that are alike, one."""
    standing = t.standing or skills.standing_of(t)
    found: list[Option] = []
    seen: set[tuple[int, int, int]] = set()
    limits = "cannot activate" in standing.rulings
    for act in standing.acts[seat]:
        skill, scope, place, ways = act
        piece = t.pieces[scope.piece]
        ability = skill.ability
        if piece.exhaustion and not ability.always:
            continue
        if piece.kind == READY_SPELL and not piece.attached and not piece.dice and not piece.under:
            like = (id(skill), piece.status, piece.exhaustion)
            if like in seen:
                continue
            seen.add(like)
        if ways is None:
            ways = tuple(bill for cost, s in costs_now(t, act) for bill in bills(cost, t, s))
        if (
            affords(t, seat, ways if not quiet else [bill for bill in ways if not bill.side])
            and skills.awake(t, scope, ability)
            and not moments.used_up(t, skill, scope)
            and (ability.need is None or ability.need(t, scope))
            and not (limits and skills.forbidden(t, "activate", t.seats[seat], piece))
        ):
            found.append(("use", piece.id, place))
    return found


def costs_now(t: AshesTable, act: Act) -> list[tuple[Cost, AshesScope]]:
    """The costs of an ability: its own, and at focus 1 the second one, if it has one; with who speaks."""
    piece = t.pieces[act.scope.piece]
    s = moments.fresh(act.scope)
    s.focus = skills.focus_of(t, piece) if piece.kind == READY_SPELL else 0
    ability = act.skill.ability
    second = ability.focus_cost if s.focus else ()
    return [(cost, s) for cost in (ability.cost, second) if cost]


def use(t: AshesTable, seat: int, number: int, place: int) -> Rules[None]:
    """Use an activated ability: pay, then do. What was announced has resolved even when it was cancelled."""
    piece = t.pieces[number]
    lives = skills.standing_of(t).acts[seat]
    act = next(one for one in lives if one.scope.piece == number and one.place == place)
    costs = [(cost, s) for cost, s in costs_now(t, act) if is_payable(t, seat, cost, s)]
    cost, s = costs[0]
    if len(costs) > 1:
        answer = yield from choose(seat, "way", [("way", i) for i in range(len(costs))], (piece.card,))
        cost, s = costs[int(answer[1])]
    t.trouble = t.cards[piece.card].name
    deeds.count(t.seats[seat], "used")
    yield from moments.pay(t, s, cost)
    moments.count_use(t, act.skill, s)
    yield from moments.run(t, s)
    yield from moments.told_resolved(t, s)


def powers(t: AshesTable, seat: int) -> list[Option]:
    """The dice powers that may be used: one die of each type that shows its power side, where it would do something."""
    found: list[Option] = []
    pool = t.pools[seat]
    for type_ in range(len(DICE)) if pool & POWERS else ():
        if in_pool(pool, type_, POWER) and deeds_powers.has_use(t, type_, seat):
            die = next(die for die in t.dice_of(seat) if die.type == type_ and t.levels[die.number] == POWER)
            found.append(("power", die.number))
    return found


def _use_power(t: AshesTable, seat: int, die: Die) -> Rules[None]:
    t.sides -= 1
    t.trouble = f"{DICE[die.type]} power"
    set_die(t, die, EXHAUSTED, t.levels[die.number])
    if skills.listened(t, "paid_with"):
        yield from tell(t, Event("paid_with", die, seat, Cause("dice_power", seat)))
    yield from deeds_powers.use_power(t, die, seat)


def meditations(t: AshesTable, seat: int) -> list[Option]:
    """What may be discarded to meditate: hand cards, the top of the draw pile, ready spells that nothing binds."""
    found = _given_up(t, seat)
    if "cannot meditate" in (t.standing or skills.standing_of(t)).rulings:
        own = t.seats[seat]
        return [
            option
            for option in found
            if option[0] != "piece" or not skills.forbidden(t, "meditate", own, t.pieces[int(option[1])])
        ]
    return found


def _given_up(t: AshesTable, seat: int) -> list[Option]:
    """A card of the hand, one of each; the top of the draw pile; a ready spell."""
    own = t.seats[seat]
    one_of_each = {t.cards[copy]: copy for copy in reversed(own.hand)}
    found: list[Option] = [("card", copy) for copy in reversed(one_of_each.values())]
    if own.draw_pile:
        found.append(("top",))
    return found + [("piece", piece.id) for piece in t.spells_of(seat)]


def meditate(t: AshesTable) -> Rules[None]:
    """Side action: for each card discarded, an active die may be turned to a side of choice; over and over."""
    seat = t.active
    options = meditations(t, seat)
    if t.notes["meditating"]:
        options.append(DONE)
    answer = yield from choose(seat, "meditate", options)
    if answer == DONE:
        t.step = "turn"
        milled = t.notes.pop("meditating")
        if skills.listened(t, "meditated"):
            yield from tell(t, Event("meditated", t.seats[seat], seat, things=tuple(c for c in milled if c != NONE)))
        return
    t.notes["meditating"] += ((yield from _give_up(t, seat, answer)),)
    yield from _turn_a_die(t, seat)
    if not meditations(t, seat):
        t.step = "turn"
        t.notes.pop("meditating")


def _give_up(t: AshesTable, seat: int, answer: Option) -> Rules[int]:
    """Discard what was named; the copy if it was the top of the draw pile, else NONE."""
    own = t.seats[seat]
    if answer[0] == "piece":
        yield from deeds.discard(t, RULE, (t.pieces[int(answer[1])],))
        return NONE
    copy = own.draw_pile.pop() if answer[0] == "top" else int(answer[1])
    if answer[0] == "card":
        own.hand.remove(copy)
    own.discard_pile.append(copy)
    return copy if answer[0] == "top" else NONE


def _turn_a_die(t: AshesTable, seat: int) -> Rules[None]:
    """Turn an active die of one's own to any other side, or none."""
    dice = {(die.type, t.levels[die.number]): die for die in reversed(t.dice_of(seat))}
    options: list[Option] = [
        ("turn", die.number, level)
        for die in sorted(dice.values(), key=lambda die: die.number)
        for level in (2, 1, 0)
        if level != t.levels[die.number]
    ]
    if options:
        answer = yield from choose(seat, "meditate turn", [*options, NO])
        if answer != NO:
            set_die(t, t.dice[int(answer[1])], ACTIVE, int(answer[2]))


def end_turn(t: AshesTable) -> Rules[None]:
    """The turn ends; two passed turns in a row end the phase."""
    yield from deeds.announce(t, "turn_end", None, t.active)
    skills.expire(t, "turn_end")
    if t.outcome is None:
        yield from deeds.check_life(t)
    t.attack = None
    t.passes = t.passes + 1 if t.passed else 0
    t.step = "recover" if t.passes >= 2 else "turn start"


# ---------------------------------------------------------------- recovery phase


def recover(t: AshesTable) -> Rules[None]:
    """1. Units recover wounds. 2. One exhaustion token comes off every card, and Phoenixborn stand upright again. Dice
    go back from cards. 3. Dice to keep are chosen next."""
    t.phase = "recovery"
    t.active = t.first
    for piece in t.pieces.values():
        if piece.kind == UNIT and piece.wounds:
            piece.wounds -= min(piece.wounds, skills.recover_of(t, piece))
    for piece in t.pieces.values():
        piece.exhaustion -= piece.exhaustion > 0
        piece.guarded = False
    for seat in (0, 1):
        _note_round(t, seat)
    deeds_dice.dice_back(t)
    yield from deeds.announce(t, "recovery_dice")
    t.step = "exhaust dice"


def _note_round(t: AshesTable, seat: int) -> None:
    """For studies: the wounds of the other Phoenixborn after this round, and which active dice nobody spent."""
    own = t.seats[seat]
    own.story[f"damage {t.round}"] = t.phoenixborn(1 - seat).wounds
    for die in t.dice_of(seat):
        deeds.count(own, f"unspent {LEVEL_WORDS[t.levels[die.number]]}")


def exhaust_dice(t: AshesTable) -> Rules[None]:
    """3. Exhaust dice: players move any number of active dice to the exhausted pool; the others keep their face."""
    for seat in (t.first, 1 - t.first):
        dice = t.dice_of(seat)
        for die in (yield from pick(t, seat, "exhaust dice", dice, 0, len(dice))):
            set_die(t, die, EXHAUSTED, t.levels[die.number])
    t.step = "round end"


# ---------------------------------------------------------------- end of round


def end_round(t: AshesTable) -> Rules[None]:
    """What happens at the end of the round, the first player's all before the other's, no reactions; then the first
    player token is passed on."""
    t.phase = "end"
    for seat in (t.first, 1 - t.first):
        if t.outcome is None and skills.listened(t, "round_end"):
            t.active = seat
            event = Event("round_end", None, seat)
            waiting = [one for one in skills.listeners(t, event) if one[1].seat == seat]
            yield from tell(t, event, waiting)
    if t.outcome is not None:
        return
    skills.expire(t, "round_end")
    yield from deeds.check_life(t)
    t.first = 1 - t.first
    t.step = "roll"


STEPS: Mapping[str, Callable[[AshesTable], Rules[None]]] = {
    "first five": first_five,
    "roll": roll_dice,
    "discard": discard_cards,
    "draw": draw_cards,
    "turn start": start_turn,
    "turn": take_turn,
    "meditate": meditate,
    "attackers": attacks.declare_attackers,
    "blockers": attacks.declare_blockers,
    "battle": attacks.battle,
    "turn end": end_turn,
    "recover": recover,
    "exhaust dice": exhaust_dice,
    "round end": end_round,
}
"""The parts of the rulebook by the name of the step that runs them."""

MOVES = frozenset({"first five", "discard", "turn", "exhaust dice"})
"""The steps with which a move begins: undo goes back to one of them."""
