"""Phase, the rulebook from top to bottom: set-up, the three steps of a turn, the action round, a skirmish, the end.

The active seat is asked first in every round; how the passes of the Sample Turn fit that is told by ruling 39.

Every step is a function of `STEPS`, run when `t.step` names it; it asks at most a little and names the next step.
`data/phase/rulings.md` says what is played where the rulebook is silent; its numbers are cited where they act.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from deckcli.engine.chance import Chance
from deckcli.engine.choice import NO, YES, Option, Rules, choose
from deckcli.engine.table import Outcome
from deckcli.games.phase import deeds, skills, values
from deckcli.games.phase.played import PlayedCard
from deckcli.games.phase.table import NEXUS, NONE, PhaseTable, Seat, Skirmish

SEATS = 5
"""The most players."""
HAND = 3
"""How many cards each player draws before the game."""
INFLUENCE = 10
"""How much influence of each kind the Nexus holds for each player."""
MOST_CUTS = 100
"""So many cuts without an answer, and chance says who begins."""

PASS: Option = ("pass",)
TO_NEXUS: Option = ("nexus",)

OPTIONS: Mapping[str, bool] = {
    "modifiers_survive_phase": True,
    "keep_sides_when_shuffling": False,
    "skills_once_a_turn": True,
}
"""What a game may be played with besides `first`, and what holds when nobody says."""


@dataclass(frozen=True, slots=True)
class DealtDeck:
    """A deck as the rules want it: its cards, in the order of their list."""

    name: str
    cards: tuple[PlayedCard, ...]


# ---------------------------------------------------------------- Initial Setup


def set_up(decks: Sequence[DealtDeck], options: Mapping[str, Any], seed: int) -> PhaseTable:
    """The table before each player chooses a first resource: decks shuffled, three cards each, the Nexus full.

    Options: `first` (the seat that begins, from 0; else the cards on top say), and those of `OPTIONS`. A single deck is
    a test game without opponents (ruling 36). Raises ValueError when there are more decks than seats, or none, and for
    a `first` that is no seat of this game.
    """
    if not 1 <= len(decks) <= SEATS:
        raise ValueError(f"Phase is for 2 to {SEATS} players, and here are {len(decks)} decks")
    told = told_options(options)
    if told["first"] is not None and told["first"] >= len(decks):
        raise ValueError(f"seat {told['first']} cannot begin: the seats here are 0 to {len(decks) - 1}")
    t = PhaseTable(len(decks))
    t.cards = [card for deck in decks for card in deck.cards]
    t.owners = tuple(seat for seat, deck in enumerate(decks) for _ in deck.cards)
    t.chance = Chance(seed)
    t.options = told
    t.up = [0] * len(t.cards)
    t.constants = any(card.holds for card in t.cards)
    t.nexus = [INFLUENCE * len(decks)] * 2
    for seat in range(len(decks)):
        own = [copy for copy, owner in enumerate(t.owners) if owner == seat]
        deeds.shuffle(t, seat, own)
        if t.options["keep_sides_when_shuffling"]:
            deeds.turn_at_random(t, t.chance, f"{seat}.sides", own)  # before the game nobody knows a side
        deeds.draw(t, seat, HAND)
    t.step = "muster"
    return t


def told_options(options: Mapping[str, Any]) -> dict[str, Any]:
    """All options with their values, as a person may write them: numbers, and yes or no by their words."""
    told = {name: _yes(options.get(name, default)) for name, default in OPTIONS.items()}
    first = options.get("first")
    return {**told, "first": int(first) if first is not None and str(first).isdecimal() else None}


def _yes(value: Any) -> bool:
    return value.strip().lower() in ("yes", "on", "true", "1") if isinstance(value, str) else bool(value)


def muster(t: PhaseTable) -> Rules[None]:
    """Each player chooses a card of the hand; all are put into the barracks together (ruling 29)."""
    seat = len(t.queue)
    hand = t.seats[seat].hand
    taken = NONE
    if hand:
        taken = int((yield from choose(seat, "muster", [("barracks", copy) for copy in hand]))[1])
    t.queue.append(taken)
    if len(t.queue) < len(t.seats):
        return
    for copy in t.queue:
        if copy != NONE:
            deeds.put(t, copy, "barracks")
    t.queue = []
    _begin(t)


def _begin(t: PhaseTable) -> None:
    first = t.options["first"]
    t.first = first if first is not None else _who_begins(t)
    t.active = t.first
    t.turn = 1
    t.step = "turn"


def _who_begins(t: PhaseTable) -> int:
    """The player whose top card shows the lowest training cost; those who tie cut to random cards until they do not
    (Initial Setup, ruling 30)."""
    tied = _lowest(t, {seat: t.seats[seat].deck[-1:] for seat in range(len(t.seats))})
    for _ in range(MOST_CUTS):
        if len(tied) == 1:
            return tied[0]
        tied = _lowest(t, {seat: _cut(t, seat) for seat in tied})
    return tied[t.chance.pick("first", len(tied))]


def _cut(t: PhaseTable, seat: int) -> list[int]:
    deck = t.seats[seat].deck
    return [deck[t.chance.pick(f"{seat}.cut", len(deck))]] if deck else []


def _lowest(t: PhaseTable, shown: Mapping[int, Sequence[int]]) -> list[int]:
    """The seats that show the lowest training cost; one without a card comes last."""
    costs = {seat: t.face(copies[0]).cost if copies else 1000 for seat, copies in shown.items()}
    return [seat for seat, cost in costs.items() if cost == min(costs.values())]


# ---------------------------------------------------------------- Preparation Step


def turn(t: PhaseTable) -> Rules[None]:
    """Unlock, draw, enlist (Preparation Step)."""
    prepare(t)
    if deeds.unsettled(t):
        yield from skills.settle(t)
    yield from attack(t)


def prepare(t: PhaseTable) -> None:
    """What the active player does before anything is asked."""
    seat = t.active
    own = t.seats[seat]
    if t.locked:
        t.locked.difference_update(own.play, own.barracks)
    deeds.draw(t, seat)
    deeds.enlist(t, seat)


# ---------------------------------------------------------------- Attack Step


def attack(t: PhaseTable) -> Rules[None]:
    """A player with a warrior in play may declare an attack (Attack Step); without one the step is skipped."""
    seat = t.active
    own = t.seats[seat]
    if own.play and (yield from choose(seat, "attack", (YES, NO))) == YES:
        _select_guard(t)
        open_window(t, "maneuvering")
    else:
        open_window(t, "training")


def _select_guard(t: PhaseTable) -> None:
    """Chance says which opponent may defend the Nexus this turn (Defender of The Nexus)."""
    others = t.others(t.active)
    if others:
        t.guard = others[t.chance.pick("guard", len(others)) if len(others) > 1 else 0]


def declare(t: PhaseTable) -> Rules[None]:
    """What is attacked, and by which warriors (Declare Attackers): all of them attack one target (ruling 8)."""
    seat = t.active
    able = [copy for copy in t.seats[seat].play if can_attack(t, copy)]
    if not able:
        open_window(t, "training")  # ruling 38
        return
    targets: list[Option] = [TO_NEXUS, *(("player", other) for other in t.others(seat))]
    answer = yield from choose(seat, "target", targets)
    t.target = NEXUS if answer == TO_NEXUS else int(answer[1])
    attackers = yield from skills.pick(t, seat, "attackers", able, 1, len(able))
    t.skirmishes = [Skirmish(copy) for copy in attackers]
    if deeds.unsettled(t):
        yield from skills.settle(t)
    t.queue = [copy for other in t.others(seat) for copy in _defenders_of(t, other)]
    t.step = "defend"


def can_attack(t: PhaseTable, copy: int) -> bool:
    """Whether a warrior may be sent to attack: not while it is locked (ruling 20)."""
    return copy not in t.locked and not values.forbidden(t, copy, "attack")


def _defenders_of(t: PhaseTable, seat: int) -> list[int]:
    """The warriors that a seat may send: all of the player who is attacked or was selected for the Nexus, else only
    Allies, and only for the Nexus (Ally, ruling 9)."""
    selected = seat == (t.guard if t.target == NEXUS else t.target)
    if not selected and t.target != NEXUS:
        return []
    return [
        copy
        for copy in t.seats[seat].play
        if copy not in t.locked and (selected or values.is_ally(t, copy)) and not values.forbidden(t, copy, "defend")
    ]


def defend(t: PhaseTable) -> Rules[None]:
    """Each warrior that may defend is sent against one attacker of the other alignment, or stays (Declare Defenders,
    ruling 10)."""
    while t.queue:
        copy = t.queue.pop(0)
        seat = t.owners[copy]
        opposable = _opposable(t, seat, copy)
        if opposable:
            answer = yield from choose(seat, "defend", [*(("oppose", one) for one in opposable), NO], (copy,))
            if answer != NO:
                next(one for one in t.skirmishes if one.attacker == answer[1]).defenders.append(copy)
                if deeds.unsettled(t):
                    yield from skills.settle(t)
            return
    t.step = "choose skirmish"


def _opposable(t: PhaseTable, seat: int, copy: int) -> list[int]:
    """Whom a warrior may be sent against; attackers that are alike are one answer."""
    if not t.in_play(copy):
        return []
    found = [skirmish.attacker for skirmish in t.skirmishes if can_oppose(t, copy, skirmish.attacker)]
    if looks := skills.alike(t, seat, found):
        return [*{looks[attacker]: attacker for attacker in reversed(found)}.values()][::-1]
    return found


def can_oppose(t: PhaseTable, copy: int, attacker: int) -> bool:
    """Whether a warrior may be sent against that attacker (NONE: one that has left play since)."""
    if attacker == NONE or t.up[copy] == t.up[attacker]:  # 0 is the good side, 1 the evil one
        return False
    return not values.forbidden(t, attacker, "be opposed", copy)


# ---------------------------------------------------------------- Skirmish Segment


def choose_skirmish(t: PhaseTable) -> Rules[None]:
    """The active player selects a skirmish to resolve, and its action round begins; when there is none left, the
    Attack Step is over."""
    t.skirmishes = [skirmish for skirmish in t.skirmishes if skirmish.attacker != NONE]  # ruling 5
    if not t.skirmishes:
        t.target = NONE
        if deeds.unsettled(t):
            yield from skills.settle(t)
        open_window(t, "training")
        return
    options: list[Option] = [("skirmish", skirmish.attacker) for skirmish in t.skirmishes]
    answer = yield from choose(t.active, "skirmish order", options)
    t.fought = next(n for n, skirmish in enumerate(t.skirmishes) if skirmish.attacker == answer[1])
    open_window(t, "skirmish")
    if deeds.unsettled(t):
        yield from skills.settle(t)


def resolve(t: PhaseTable) -> Rules[None]:
    """Damage, or influence when nobody opposes the attacker any more (rulings 1 to 6); then the attacker goes home, and
    skills that have triggered are resolved."""
    skirmish = t.skirmishes[t.fought]
    attacker = skirmish.attacker
    if attacker != NONE:
        if skirmish.defenders:
            yield from _fight(t, skirmish)
        else:
            _score(t, attacker)
    del t.skirmishes[t.fought]
    t.fought = NONE
    if attacker != NONE and t.in_play(attacker):
        deeds.phase(t, attacker)  # going home (ruling 11)
    if deeds.unsettled(t):
        yield from skills.settle(t)
    t.step = "choose skirmish"


def _score(t: PhaseTable, attacker: int) -> None:
    """An attacker that nobody opposes takes influence of its alignment from the Nexus for its player, or from the
    player it attacks (rulings 2 and 3)."""
    strength, side = values.attack_of(t, attacker), t.face(attacker).side
    if t.target == NEXUS:
        deeds.gain(t, t.active, side, strength)
    else:
        deeds.lose(t, t.target, side, strength)


def _fight(t: PhaseTable, skirmish: Skirmish) -> Rules[None]:
    """Swift warriors deal their damage first; then the others that are left, all at once (Swift, ruling 1)."""
    fighters = [skirmish.attacker, *skirmish.defenders]
    swift = [copy for copy in fighters if values.is_swift(t, copy)]
    if swift:
        yield from _deal(t, skirmish, swift)
    yield from _deal(t, skirmish, [copy for copy in fighters if copy not in swift and t.in_play(copy)])


def _deal(t: PhaseTable, skirmish: Skirmish, dealers: Sequence[int]) -> Rules[None]:
    attacker, defenders = skirmish.attacker, skirmish.defenders[:]
    hits: list[tuple[int, int]] = []
    for copy in dealers:
        strength = values.attack_of(t, copy)
        if strength <= 0:
            continue  # ruling 16
        if copy != attacker:
            hits.append((attacker, strength))
        elif len(defenders) > 1:
            hits += yield from _split(t, defenders, strength)
        elif defenders:
            hits.append((defenders[0], strength))
    for copy, damage in hits:
        if copy != NONE:
            deeds.wound(t, copy, damage)
    deeds.check(t)


def _split(t: PhaseTable, defenders: Sequence[int], strength: int) -> Rules[list[tuple[int, int]]]:
    """The attacker's player divides its damage among several defenders at will (ruling 7)."""
    hits: list[tuple[int, int]] = []
    for copy in defenders[:-1]:
        options: list[Option] = [("damage", number) for number in range(strength + 1)]
        answer = yield from choose(t.active, "split", options, (copy, strength))
        hits.append((copy, int(answer[1])))
        strength -= int(answer[1])
    return [*hits, (defenders[-1], strength)]


# ---------------------------------------------------------------- The Action Round


def open_window(t: PhaseTable, window: str) -> None:
    """An action round begins: the active player has the first opportunity (ruling 21)."""
    t.window = window
    t.asked = t.active
    t.passes = 0
    t.step = "action round"


def action_round(t: PhaseTable) -> Rules[None]:
    """One opportunity: an action, or in the Training Step a resource to train, or a pass. When all pass in a row, the
    round is over; so it is when the attacker of its skirmish has left."""
    seats = len(t.seats)
    while True:
        if t.passes >= seats or (t.window == "skirmish" and t.skirmishes[t.fought].attacker == NONE):
            _close_window(t)
            return
        seat = t.asked
        options = opportunities(t, seat)
        if len(options) > 1:
            break
        t.passes, t.asked = t.passes + 1, (seat + 1) % seats
    answer = yield from choose(seat, t.window, options)
    word = answer[0]
    t.passes = t.passes + 1 if word == "pass" else 0
    if word != "train":
        t.asked = (seat + 1) % seats
    if word == "order":
        yield from skills.play_order(t, seat, int(answer[1]))
    elif word == "skill":
        yield from skills.use_skill(t, int(answer[1]), int(answer[2]))
    elif word == "train":
        yield from _train(t, seat, int(answer[1]))


def opportunities(t: PhaseTable, seat: int) -> list[Option]:
    """What a seat may do in the action round that runs; to pass comes last."""
    own, cards, up = t.seats[seat], t.cards, t.up
    free = skills.unlocked(t, seat)
    found: list[Option] = []
    for copy in own.hand:
        act = cards[copy].sides[up[copy]].order
        if act is not None and act.resources <= free and (act.easy or skills.usable(t, seat, copy, act, free)):
            found.append(("order", copy))
    for copy in own.play if t.window != "skirmish" else _fighting(t, own):
        for act in cards[copy].sides[up[copy]].actions:
            if act.resources <= free and _may_use(t, seat, copy, act, free):
                found.append(("skill", copy, act.index))
    if t.window == "training" and seat == t.active:
        _add_trainable(t, own, free, found)
    found.append(PASS)
    return found


def _fighting(t: PhaseTable, own: Seat) -> list[int]:
    """The warriors of a seat in the skirmish that is being resolved: skills may be used from these only (ruling 22)."""
    skirmish = t.skirmishes[t.fought]
    return [copy for copy in (skirmish.attacker, *skirmish.defenders) if copy in own.play]


def _may_use(t: PhaseTable, seat: int, copy: int, act: Any, free: int) -> bool:
    """Whether a skill may be used: not by a locked warrior (ruling 20), and once a turn (ruling 40)."""
    if copy in t.locked:
        return False
    if (copy, t.up[copy], act.index) in t.used and (t.options["skills_once_a_turn"] or act.ability.limit):
        return False
    return act.easy or skills.usable(t, seat, copy, act, free)


def _close_window(t: PhaseTable) -> None:
    window = t.window
    t.window = ""
    if window == "maneuvering":
        t.step = "declare"
    elif window == "skirmish":
        t.step = "resolve"
    elif window == "training":
        open_window(t, "end")
    else:
        t.step = "end of turn"


# ---------------------------------------------------------------- Training Step


def _add_trainable(t: PhaseTable, own: Seat, free: int, found: list[Option]) -> None:
    """The resources that can be trained: not locked ones, and each is paid for by others (The Training Cost)."""
    cards, up, locked = t.cards, t.up, t.locked
    for copy in own.barracks:
        if cards[copy].sides[up[copy]].cost < free and copy not in locked:
            found.append(("train", copy))


def _train(t: PhaseTable, seat: int, copy: int) -> Rules[None]:
    """Phase as many other resources as the training costs, then bring the card into play (rulings 17 and 19); it comes
    after the Attack Step, and attacks in the next turn first (ruling 12)."""
    own = t.seats[seat]
    cost = t.face(copy).cost
    others = [other for other in own.barracks if other != copy and other not in t.locked]
    t.trouble = t.cards[copy].name
    for other in (yield from skills.pick(t, seat, "training cost", others, cost, cost, (copy,))):
        deeds.phase(t, other)
        t.worked.add(other)
    own.barracks.remove(copy)
    deeds.enter_play(t, copy)
    if deeds.unsettled(t):
        yield from skills.settle(t)


def end_of_turn(t: PhaseTable) -> Rules[None]:
    """What was temporary ends (rulings 14 and 15); the turn passes to the left, or the game is over (Game End)."""
    t.damage, t.bonus, t.given = {}, {}, {}
    if deeds.unsettled(t):
        yield from skills.settle(t)
    if t.damage or t.bonus or t.given:
        return  # of a skill that has triggered: it ends as well, and so once more
    t.used, t.guard = set(), NONE
    own = t.seats[t.active]
    idle = sum(copy not in t.locked and copy not in t.worked for copy in own.barracks)
    own.story.append((own.influence[0], own.influence[1], own.trained, idle))
    t.worked = set()
    following = (t.active + 1) % len(t.seats)
    if following == t.first and 0 in t.nexus:
        t.outcome = outcome(t)  # ruling 31
        return
    t.active = following
    t.turn += 1
    t.step = "turn"


# ---------------------------------------------------------------- Game End


def outcome(t: PhaseTable) -> Outcome:
    """Who has won: the most influence of one kind; then of both; then the most attack in play; else all who tie
    (Game End, ruling 32)."""
    tied = list(range(len(t.seats)))
    for reason, measure in MEASURES:
        best = max(measure(t, seat) for seat in tied)
        tied = [seat for seat in tied if measure(t, seat) == best]
        if len(tied) == 1:
            return Outcome(tuple(tied), reason)
    return Outcome(tuple(tied), "shared")


def total_attack(t: PhaseTable, seat: int) -> int:
    """The attack of all warriors of a seat together; one below 0 counts as 0 (ruling 32)."""
    return sum(max(0, values.attack_of(t, copy)) for copy in t.seats[seat].play)


MEASURES: tuple[tuple[str, Callable[[PhaseTable, int], int]], ...] = (
    ("influence of one kind", lambda t, seat: max(t.seats[seat].influence)),
    ("influence of both kinds", lambda t, seat: sum(t.seats[seat].influence)),
    ("attack in play", total_attack),
)
"""What decides who wins, one after the other."""

STEPS: Mapping[str, Callable[[PhaseTable], Rules[None]]] = {
    "muster": muster,
    "turn": turn,
    "attack": attack,
    "action round": action_round,
    "declare": declare,
    "defend": defend,
    "choose skirmish": choose_skirmish,
    "resolve": resolve,
    "end of turn": end_of_turn,
}
MOVES = frozenset({"muster", "turn", "attack", "action round", "declare", "defend", "choose skirmish"})
"""The steps with which a move begins."""
