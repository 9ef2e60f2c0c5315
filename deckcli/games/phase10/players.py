"""Players of Phase 10 Strategy: Greedy, and a Heuristic that plans over hand and board. They know a view, no table."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from math import exp, log
from typing import Any

from deckcli.engine.choice import DONE, Choice, Option
from deckcli.engine.players import Random
from deckcli.engine.playthrough import Sight
from deckcli.engine.reasons import Reasons, by_points
from deckcli.games.phase10.board import ASK, DISCARD_1, DRAW_2
from deckcli.games.phase10.phases import COLOUR, JOKER, NUMBERS, RUNS, SETS, Part, Phase, phases
from deckcli.games.phase10.rules import PILE, STAY, TOP
from deckcli.games.phase10.solver import colours_in, jokers_in, needs, numbers_in, packed

PHASES = phases("strategy")


class Greedy:
    """Lays and places whatever it can as soon as it can, and keeps as many cards as it may; everything else (what it
    draws and discards, where it moves) is left to its whims."""

    __slots__ = ("_whims",)

    def __init__(self, seed: int, seat: int = 0) -> None:
        self._whims = Random(seed, seat)

    def __call__(self, choice: Choice, sight: Sight) -> Option:
        first = choice.options[0]
        if choice.prompt in ("play", "keep") and first != DONE:
            return first
        return self._whims(choice, sight)


# ---------------------------------------------------------------- how far a phase is


_MOST_SHORT = 12
"""What is short of more cards counts as so many (under `natural_per_group`, jokers alone may not do)."""


def _turns(phase: Phase) -> tuple[float, ...]:
    """About how many turns a phase is away, by how many cards it is short of: the sum of what each of them takes, the
    last longest, since the fewer are missing the fewer cards help."""
    kinds = {part.kind for part in phase.parts}
    if kinds == {COLOUR}:
        steps = [2.5] * _MOST_SHORT
    elif kinds == {SETS}:
        most = max(part.size for part in phase.parts)
        steps = [(0.9 + most * 0.8) / (0.55 + 0.45 * gap) for gap in range(1, _MOST_SHORT + 1)]
    else:
        steps = [3.5 / (0.55 + 0.45 * gap) for gap in range(1, _MOST_SHORT + 1)]
    found = [0.0]
    for step in steps:
        found.append(found[-1] + step)
    return tuple(found)


_TURNS = tuple(map(_turns, PHASES))
USUAL = (3.0, 2.1, 4.6, 3.6, 4.9, 6.1, 8.7, 5.5, 8.0, 10.4)
"""How many turns away each phase is with ten cards as they come, by the same measure (means over random hands)."""
_HASTE = 0.55
"""How much of a phase's usual distance counts for it: a rare phase that is near is taken before a common one."""
_SOFT = 1.4
"""How much a second phase within reach is worth beside the nearest."""
_FAR = 2.6
"""How many turns it takes to bring a piece where no card in hand leads."""
_KNOWN = tuple((phase, PHASES[phase].parts, _TURNS[phase], _HASTE * USUAL[phase]) for phase in range(len(PHASES)))
"""For each phase its groups, its turns by the cards it is short of, and what it is let off."""
_BITS = tuple(1 << index for index in range(NUMBERS))
_EVERY = (1 << NUMBERS) - 1


@lru_cache(maxsize=1 << 13)
def _outlook(hand: int, marks: int, strict: bool) -> tuple[int, tuple[tuple[int, float, float, float], ...]]:
    """To which numbers a packed hand has a card to move by, a bit each; and for each open phase what the hand is worth
    to it, in points that add up (`Plan.worth`): with a piece on its space, where a card leads a piece to it, and where
    none does. Kept, since every move of a turn asks again, and every try of a search."""
    numbers, colours, jokers = numbers_in(hand), colours_in(hand), jokers_in(hand)
    steps = _EVERY if jokers else sum([bit for bit, count in zip(_BITS, numbers, strict=True) if count])
    points = []
    for phase, parts, known, let_off in _KNOWN:
        if not marks >> phase & 1:
            short = needs(parts, numbers, colours, strict) - jokers
            turns = known[0 if short < 0 else short if short < _MOST_SHORT else _MOST_SHORT]
            costs = (turns, max(turns, 1.0) + 0.35, max(turns, _FAR) + 0.35 * _FAR)
            there, led, far = [exp(-(cost - let_off) / _SOFT) for cost in costs]
            points.append((phase, there, led, far))
    return steps, tuple(points)


@lru_cache(maxsize=1 << 16)
def _reach(steps: int, piece: int, size: int) -> int:
    """The spaces, a bit each, to which numbers (a bit each) lead a piece, either way round."""
    found = 0
    for index in range(NUMBERS):
        if steps >> index & 1:
            found |= 1 << (piece + index + 1) % size | 1 << (piece - index - 1) % size
    return found


@lru_cache(maxsize=64)
def _spaces(board: tuple[int, ...]) -> tuple[int, ...]:
    """Where each phase lies on a board."""
    return tuple(board.index(phase) for phase in range(len(PHASES)))


class Plan:
    """What a view says to a planner: hand, pieces and markers, the `spaces` of the phases, and how much of a
    `hurry` there is because somebody else may end the round (0 to 1)."""

    __slots__ = ("board", "hand", "hurry", "laid", "marks", "others", "pieces", "seen", "size", "spaces")

    def __init__(self, seen: Mapping[str, Any]) -> None:
        own = seen["seats"][seen["you"]]
        self.seen = seen
        self.board: tuple[int, ...] = seen["phases"]
        self.size = len(self.board)
        self.pieces: tuple[int, int] = own["pieces"]
        self.marks: int = own["marks"]
        self.laid: bool = own["laid"] >= 0
        self.hand: tuple[tuple[int, int], ...] = seen["hand"]
        self.others = [seat for number, seat in enumerate(seen["seats"]) if number != seen["you"]]
        near = [seat["cards"] for seat in self.others if seat["laid"] >= 0]
        self.hurry = 1.0 / max(1, min(near)) if near else 0.0
        self.spaces = _spaces(self.board)

    def worth(self, hand: int, pieces: Sequence[int], *, apart: bool = True) -> float:
        """What a packed hand is worth with the pieces there, in turns; more is better.

        The nearer open phases count more than the farther ones; one without a piece waits for the piece.
        """
        steps, points = _outlook(hand, self.marks, self.seen["strict"])
        one, other = pieces
        reach = _reach(steps, one, self.size) | _reach(steps, other, self.size) if apart else 0
        spaces, total = self.spaces, 0.0
        for phase, there, led, far in points:
            space = spaces[phase]
            if space in pieces:
                total += there
            else:
                total += led if reach >> space & 1 else far
        return _SOFT * log(total) if total else 0.0

    def kept(self, pieces: Sequence[int]) -> int:
        """How many cards one may keep with the pieces there."""
        keeps = self.seen["keeps"]
        return sum(
            keeps[space] for space in pieces if self.board[space] >= 0 and not self.marks >> self.board[space] & 1
        )


class Heuristic:
    """Plans over hand and board: it works towards the open phases that are nearest by cards and by movement, prefers a
    rare one that is near to a common one, draws two cards or asks where that helps, holds jokers back until they end
    the round, and leaves its pieces where the next round begins well."""

    __slots__ = ()

    def __init__(self, seed: int = 0, seat: int = 0) -> None:
        """It has no whims: seed and seat change nothing."""

    def __call__(self, choice: Choice, sight: Sight) -> Option:
        return _ANSWERS[choice.prompt](choice, Plan(sight.view().seen))

    def explain(self, choice: Choice, sight: Sight) -> Reasons | None:
        """What moves and discards leave, in turns (`engine.reasons`); None for any other question."""
        worths = _WORTHS.get(choice.prompt)
        if worths is None:
            return None
        points = worths(Plan(sight.view().seen))
        return by_points(_best(choice.options, points), choice.options, points)


def _best(options: Sequence[Option], worth: Callable[[Option], float]) -> Option:
    """The option that is worth most, the first of equals."""
    return max(options, key=worth)


def _kind(plan: Plan, copy: int) -> int:
    return next(kind for own, kind in plan.hand if own == copy)


def hand_packed(plan: Plan) -> int:
    """The hand of a plan, packed."""
    return packed(kind for _, kind in plan.hand)


# ---------------------------------------------------------------- drawing


def _draw(choice: Choice, plan: Plan) -> Option:
    """The open card when it helps at once; else a new one."""
    if TOP not in choice.options or PILE not in choice.options:
        return choice.options[0]
    top = plan.seen["discard"][-1]
    if top == JOKER:
        return TOP
    if plan.laid:
        return TOP if any(_takes(group, top) for group in plan.seen["groups"]) else PILE
    hand = hand_packed(plan)
    gain = plan.worth(hand + packed([top]), plan.pieces) - plan.worth(hand, plan.pieces)
    return TOP if gain > 0.8 else PILE


def _takes(group: Mapping[str, Any], kind: int) -> bool:
    """Whether a card goes onto a group; a joker goes onto any but a full run."""
    if group["kind"] == RUNS:
        ends = [end for end in (group["value"] - 1, group["high"] + 1) if 1 <= end <= NUMBERS]
        return bool(ends) and (kind == JOKER or kind % NUMBERS + 1 in ends)
    if kind == JOKER:
        return True
    return bool(group["value"] == (kind % NUMBERS + 1 if group["kind"] == SETS else kind // NUMBERS))


# ---------------------------------------------------------------- laying and placing


def _play(choice: Choice, plan: Plan) -> Option:
    """Lay the rarest phase that can be laid; place number cards, and jokers when they let the hand run out."""
    lays = [option for option in choice.options if option[0] == "lay"]
    if lays:
        return _best(lays, lambda option: USUAL[int(option[1])])
    places = [option for option in choice.options if option[0] == "place"]
    kinds = dict(plan.hand)
    naturals = [option for option in places if kinds[int(option[1])] != JOKER]
    if naturals:
        return naturals[0]
    jokers = sum(kind == JOKER for kind in kinds.values())
    if len(plan.hand) - jokers <= 1 + _bridged(plan, kinds):
        return _best(places, lambda option: _opens(plan, kinds, option)) if places else DONE
    return DONE


def _bridged(plan: Plan, kinds: Mapping[int, int]) -> int:
    """How many number cards could follow a joker onto the runs."""
    return sum(
        any(
            group["kind"] == RUNS and kind % NUMBERS + 1 in (group["value"] - 2, group["high"] + 2)
            for group in plan.seen["groups"]
        )
        for kind in kinds.values()
        if kind != JOKER
    )


def _opens(plan: Plan, kinds: Mapping[int, int], option: Option) -> float:
    """How many cards in hand a joker at the end of a run would let follow."""
    if len(option) < 4:
        return 0.0
    group, number = plan.seen["groups"][int(option[2])], int(option[3])
    follows = number + 1 if number > group["value"] else number - 1
    return sum(kind != JOKER and kind % NUMBERS + 1 == follows for kind in kinds.values())


def _group(choice: Choice, plan: Plan) -> Option:
    """What a group shall be of: what costs the fewest jokers."""
    parts = PHASES[choice.about[0]].parts
    part, rest = parts[choice.about[1]], parts[choice.about[1] + 1 :]
    hand = hand_packed(plan)
    numbers, colours = numbers_in(hand), colours_in(hand)
    return _best(choice.options, lambda option: -_jokers_used(part, rest, int(option[1]), numbers, colours))


def _jokers_used(part: Part, rest: tuple[Part, ...], value: int, numbers: Sequence[int], colours: Sequence[int]) -> int:
    """How many jokers a phase takes when one of its groups is of that value."""
    if part.kind == RUNS:
        return sum(not numbers[number - 1] for number in range(value, value + part.size))
    if part.kind == COLOUR:
        return max(0, part.size - colours[value])
    used = min(part.size, numbers[value - 1])
    left = [*numbers]
    left[value - 1] -= used
    return part.size - used + (needs(rest, left, colours) if rest else 0)


def _first(choice: Choice, plan: Plan) -> Option:
    """Number cards before jokers: they are offered first."""
    return choice.options[0]


# ---------------------------------------------------------------- discarding and moving


def _discard(choice: Choice, plan: Plan) -> Option:
    """The card that leaves most."""
    return _best(choice.options, _discarded(plan))


def _discarded(plan: Plan) -> Callable[[Option], float]:
    """What is left without a card, hand and best move together."""
    hand, size = hand_packed(plan), plan.size

    def worth(option: Option) -> float:
        kind = _kind(plan, int(option[1]))
        left = hand - packed([kind])
        steps = [kind % NUMBERS + 1] if kind != JOKER else list(range(size))
        ways = {
            (piece, (plan.pieces[piece] + way * step) % size) for piece in (0, 1) for step in steps for way in (1, -1)
        }
        value = max(_arrived(plan, left, piece, space, len(plan.hand) - 1) for piece, space in ways)
        return value - 3.0 * (kind == JOKER)

    return worth


def _move(choice: Choice, plan: Plan) -> Option:
    """The move that leaves most."""
    return _best(choice.options, _moved(plan))


def _moved(plan: Plan) -> Callable[[Option], float]:
    """What a move leaves."""
    hand = hand_packed(plan)

    def worth(option: Option) -> float:
        if option == STAY:
            return _stands(plan, hand, plan.pieces, len(plan.hand))
        return _arrived(plan, hand, int(option[1]), int(option[2]), len(plan.hand))

    return worth


def _arrived(plan: Plan, hand: int, piece: int, space: int, cards: int) -> float:
    """What it is worth that a piece arrives on a space, its bonus included."""
    pieces = (space, plan.pieces[1]) if piece == 0 else (plan.pieces[0], space)
    value = _stands(plan, hand, pieces, cards)
    if plan.board[space] >= 0:
        return value
    bonus = plan.seen["names"][space]
    if plan.laid:
        return value + {DRAW_2: -2.0, ASK: -1.0, DISCARD_1: 6.0 if cards == 1 else 2.0}[bonus]
    return value + {DRAW_2: 1.6, ASK: 0.9 if plan.others else 0.0, DISCARD_1: -1.0}[bonus]


def _stands(plan: Plan, hand: int, pieces: Sequence[int], cards: int) -> float:
    """What hand and pieces are worth at the end of a turn."""
    if not plan.laid:
        return plan.worth(hand, pieces) + plan.hurry * 0.3 * min(cards, plan.kept(pieces))
    return _next_round(plan, pieces) + 0.15 * min(cards, plan.kept(pieces))


def _next_round(plan: Plan, pieces: Sequence[int]) -> float:
    """How well the next round would begin with the pieces there: different open phases, common ones first."""
    return sum(
        1.5 - 0.1 * USUAL[plan.board[space]]
        for space in set(pieces)
        if plan.board[space] >= 0 and not plan.marks >> plan.board[space] & 1
    )


def _discard_1(choice: Choice, plan: Plan) -> Option:
    """One card more: the one that is missed least."""
    return _spare(choice, plan)


def _spare(choice: Choice, plan: Plan) -> Option:
    """The card without which the hand is worth most; never a joker when there is another."""
    hand = hand_packed(plan)

    def worth(option: Option) -> float:
        kind = _kind(plan, int(option[1]))
        return plan.worth(hand - packed([kind]), plan.pieces) - 5.0 * (kind == JOKER)

    return _best(choice.options, worth)


# ---------------------------------------------------------------- ASK, and the end of a round


def _ask(choice: Choice, plan: Plan) -> Option:
    """The number or colour that helps most, as likely as somebody has it."""
    hand = hand_packed(plan)
    seen = [0] * (NUMBERS + 1)
    for kind in [*plan.seen["discard"], *(kind for group in plan.seen["groups"] for kind in group["cards"])]:
        seen[kind % NUMBERS + 1 if kind != JOKER else 0] += 1
    own, now = numbers_in(hand), plan.worth(hand, plan.pieces)

    def worth(option: Option) -> float:
        if option[0] == "number":
            number = int(option[1])
            gain = plan.worth(hand + packed([number - 1]), plan.pieces) - now
            return gain * max(0, 8 - own[number - 1] - seen[number]) / 8
        kinds = [int(option[1]) * NUMBERS + number for number in range(NUMBERS)]
        return sum(plan.worth(hand + packed([kind]), plan.pieces) - now for kind in kinds) / NUMBERS

    return _best(choice.options, worth)


def _keep(choice: Choice, plan: Plan) -> Option:
    """The cards with which the next round begins best: jokers, then those that bring a phase nearer, one by one."""
    own = plan.seen["seats"][plan.seen["you"]]
    limit = min(own["keep"], len(plan.hand))
    chosen = sorted(_to_keep(plan, limit))
    place = limit - choice.left
    if place >= len(chosen):
        return DONE
    kinds = dict(plan.hand)
    return next(
        (option for option in choice.options if option != DONE and kinds[int(option[1])] == chosen[place]), DONE
    )


def _to_keep(plan: Plan, limit: int) -> list[int]:
    left = [kind for _, kind in plan.hand]
    kept: list[int] = []
    hand = 0
    while len(kept) < limit and left:
        kind = max(
            sorted(set(left)),
            key=lambda kind: plan.worth(hand + packed([kind]), plan.pieces, apart=False) + (kind == JOKER),
        )
        left.remove(kind)
        kept.append(kind)
        hand += packed([kind])
    return kept


def _place_freely(choice: Choice, plan: Plan) -> Option:
    """Where the next round begins best."""

    def worth(option: Option) -> float:
        if option == STAY:
            return _next_round(plan, plan.pieces)
        piece, space = int(option[1]), int(option[2])
        return _next_round(plan, (space, plan.pieces[1]) if piece == 0 else (plan.pieces[0], space))

    return _best(choice.options, worth)


def _remove(choice: Choice, plan: Plan) -> Option:
    """The marker that is easiest to win back: of a common phase, under a piece where there is one."""
    return _best(
        choice.options,
        lambda option: -USUAL[int(option[1])] + 2.0 * (plan.board.index(int(option[1])) in plan.pieces),
    )


_WORTHS: Mapping[str, Callable[[Plan], Callable[[Option], float]]] = {"discard": _discarded, "move": _moved}
"""Questions whose answers have figures."""

_ANSWERS: Mapping[str, Callable[[Choice, Plan], Option]] = {
    "draw": _draw,
    "play": _play,
    "group": _group,
    "card": _first,
    "run card": _first,
    "discard": _discard,
    "discard 1": _discard_1,
    "move": _move,
    "ask": _ask,
    "give": _spare,
    "keep": _keep,
    "place freely": _place_freely,
    "remove": _remove,
}
