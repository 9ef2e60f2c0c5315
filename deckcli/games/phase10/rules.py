"""The rulebook of Phase 10 Strategy, top down: a turn, its bonus, the end of a round (`data/phase10/rulings.md`).

Of equal cards one stands for all: options name a copy, and offer each kind of card once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from deckcli.engine.chance import Chance
from deckcli.engine.choice import DONE, Option, Rules, choose
from deckcli.engine.table import Outcome
from deckcli.games.phase10.board import ASK, DISCARD_1, DRAW_2, board
from deckcli.games.phase10.laying import lay_phase
from deckcli.games.phase10.phases import COLOURS, JOKER, NUMBERS, RUNS, SETS, phases
from deckcli.games.phase10.solver import can_lay
from deckcli.games.phase10.table import ALL_MARKED, HAND, NONE, Face, Group, Phase10Table, Seat

PILE: Option = ("pile",)
TOP: Option = ("discard pile",)
STAY: Option = ("stay",)
_BOTH = (PILE, TOP)
_ASKED: tuple[Option, ...] = (
    *(("number", number) for number in range(1, NUMBERS + 1)),
    *(("colour", colour) for colour in range(len(COLOURS))),
)
PHASES = phases("strategy")
MOVES = frozenset({"turn", "finish"})


class DealtDeck(tuple[Face, ...]):
    """The cards that a game is played with, all seats together."""

    __slots__ = ()


# ---------------------------------------------------------------- Game Preparation


def set_up(decks: Sequence[Any], options: Mapping[str, Any], seed: int) -> Phase10Table:
    """The table before the first turn: one deck for all seats (`decks` names it for each), dealt.

    Raises ValueError for no seat, for more than six, for seats with different decks, for too few cards, and for a
    starter who is not there.
    """
    if not 1 <= len(decks) <= 6:
        raise ValueError("Phase 10 Strategy is for 1 to 6")
    if any(deck != decks[0] for deck in decks):
        raise ValueError("all seats of Phase 10 Strategy play with one deck")
    if len(decks[0]) <= HAND * len(decks):
        raise ValueError(f"{len(decks[0])} cards do not deal ten to each of {len(decks)}")
    t = Phase10Table(board(), len(decks))
    t.cards = list(decks[0])
    t.owners = (0,) * len(t.cards)
    t.chance = Chance(seed)
    t.strict = options.get("natural_per_group") in ("yes", True)
    starter = int(options.get("starter", 0))
    if starter > len(decks):
        raise ValueError(f"seat {starter} shall begin, and {len(decks)} sit here")
    t.active = t.first = starter - 1 if starter else t.chance.pick("first", len(decks))
    deal(t, list(range(len(t.cards))))
    return t


def deal(t: Phase10Table, copies: list[int]) -> None:
    """Shuffle these, fill every hand up to ten, and turn one card up. Rulebook: Game Preparation, Finish."""
    t.pile = t.chance.shuffle("deal", copies)
    for step in range(len(t.seats)):
        hand = t.seats[(t.active + step) % len(t.seats)].hand
        while len(hand) < HAND and t.pile:
            hand.append(t.pile.pop())
    t.discard = [t.pile.pop()] if t.pile else []


# ---------------------------------------------------------------- How a Turn Works


def turn(t: Phase10Table) -> Rules[None]:
    """Draw, lay a phase, place cards, discard and move; then the next seat. Rulebook: How a Turn Works."""
    seat = t.active
    own = t.seats[seat]
    t.turn += 1
    own.turns += 1
    yield from draw(t, seat, own)
    while options := plays(t, own):
        options.append(DONE)
        answer = yield from choose(seat, "play", options)
        if answer == DONE:
            break
        if answer[0] == "lay":
            yield from lay_phase(t, seat, int(answer[1]))
        else:
            place(t, own, *map(int, answer[1:]))
        if has_finished(t, seat):
            return
    if own.hand:
        yield from discard_and_move(t, seat, own)
    if t.finisher == NONE:
        t.active = (seat + 1) % len(t.seats)


def has_finished(t: Phase10Table, seat: int) -> bool:
    """Whether a seat has laid its phase and emptied its hand: then the round ends at once. Rulebook: Finish."""
    own = t.seats[seat]
    if own.hand or own.laid == NONE:
        return False
    t.finisher, t.step = seat, "finish"
    return True


def draw(t: Phase10Table, seat: int, own: Seat, about: tuple[int, ...] = ()) -> Rules[None]:
    """The top card of either pile. An empty draw pile is made anew of the discard pile first, whose top card stays."""
    if not t.pile:
        *rest, top = t.discard or [NONE]
        if rest:
            t.pile, t.discard = t.chance.shuffle("again", rest), [top]
    options = _BOTH if t.pile and t.discard else (PILE,) if t.pile else (TOP,) if t.discard else ()
    if options:
        answer = yield from choose(seat, "draw", options, about)
        own.hand.append(t.pile.pop() if answer == PILE else t.discard.pop())


def plays(t: Phase10Table, own: Seat) -> list[Option]:
    """The phases that a seat can lay, each once, or, once it has laid one this round, the cards that it can place."""
    if own.laid != NONE:
        return placements(t, own)
    options: list[Option] = []
    cards, phase_at = t.cards, t.board.phase_at
    hand = -1
    for piece in own.pieces if own.pieces[0] != own.pieces[1] else own.pieces[:1]:
        phase = phase_at[piece]
        if phase < 0 or own.marks >> phase & 1:
            continue
        if hand < 0:
            hand = sum([cards[copy].packed for copy in own.hand])
        if can_lay(PHASES[phase], hand, t.strict):
            options.append(("lay", phase))
    return options


# ---------------------------------------------------------------- Placing


def placements(t: Phase10Table, own: Seat) -> list[Option]:
    """Every kind of card in hand onto every group that takes it; a joker onto a run, at either end.

    ("place", copy, group), and for a joker on a run the number that it shall stand for.
    """
    numbers: dict[int, list[int]] = {}
    colours: dict[int, list[int]] = {}
    jokers: list[tuple[int, ...]] = []
    for index, group in enumerate(t.groups):
        if group.kind == RUNS:
            for end in run_ends(group):
                numbers.setdefault(end, []).append(index)
                jokers.append((index, end))
        else:
            (numbers if group.kind == SETS else colours).setdefault(group.value, []).append(index)
            jokers.append((index,))
    options: list[Option] = []
    for copy in one_of_each(t, own.hand):
        face = t.cards[copy]
        if face.kind == JOKER:
            options += [("place", copy, *where) for where in jokers]
        else:
            fitting = [*numbers.get(face.number, ()), *colours.get(face.colour, ())]
            options += [("place", copy, index) for index in fitting]
    return options


def run_ends(group: Group) -> list[int]:
    """The numbers by which a run can grow: below it and above it, from 1 to 12."""
    return [end for end in (group.value - 1, group.high + 1) if 1 <= end <= NUMBERS]


def place(t: Phase10Table, own: Seat, copy: int, index: int, stands: int = 0) -> None:
    """Put a card of one's hand onto a group; `stands` is the number of a joker in a run."""
    group = t.groups[index]
    own.hand.remove(copy)
    own.played.append(copy)
    number = stands or t.cards[copy].number
    if group.kind == RUNS and number < group.value:
        group.copies.insert(0, copy)
        group.value = number
    else:
        group.copies.append(copy)


def one_of_each(t: Phase10Table, hand: Sequence[int]) -> list[int]:
    """The first copy of each kind in a hand, in the order of the kinds."""
    cards = t.cards
    first = {cards[copy].kind: copy for copy in reversed(hand)}
    return [first[kind] for kind in sorted(first)]


# ---------------------------------------------------------------- Discard and Draw


def discard_and_move(t: Phase10Table, seat: int, own: Seat) -> Rules[None]:
    """One card onto the discard pile, then a piece moves as many spaces as it says, and the bonus space acts."""
    answer = yield from choose(seat, "discard", [("discard", copy) for copy in one_of_each(t, own.hand)])
    copy = int(answer[1])
    own.hand.remove(copy)
    t.discard.append(copy)
    if has_finished(t, seat):
        return
    answer = yield from choose(seat, "move", moves(t, own, t.cards[copy].number), (copy,))
    if answer != STAY:
        yield from _land(t, seat, own, int(answer[1]), int(answer[2]))


def moves(t: Phase10Table, own: Seat, number: int) -> list[Option]:
    """("move", piece, space): each piece so many spaces either way, or, by a joker (number 0), up to 12, or not at all.

    Pieces on one space are alike, and one of them stands for both.
    """
    size, pieces = t.board.size, own.pieces
    both = range(2 if pieces[0] != pieces[1] else 1)
    if number:
        steps = (number, -number) if (number + number) % size else (number,)
        return [("move", piece, (pieces[piece] + step) % size) for piece in both for step in steps]
    reach = range(1, size) if size <= 2 * NUMBERS + 1 else [*range(1, NUMBERS + 1), *range(size - NUMBERS, size)]
    return [("move", piece, (pieces[piece] + step) % size) for piece in both for step in reach] + [STAY]


def _land(t: Phase10Table, seat: int, own: Seat, piece: int, space: int) -> Rules[None]:
    """A piece arrives by moving; a bonus space acts. Rulebook: Bonus Fields."""
    own.pieces = (space, own.pieces[1]) if piece == 0 else (own.pieces[0], space)
    bonus = t.board.bonus_at[space]
    if bonus:
        yield from _BONUS[bonus](t, seat, own)


def _ask(t: Phase10Table, seat: int, own: Seat) -> Rules[None]:
    """Name a number or a colour; clockwise, the first seat that has such a card gives one of its choice."""
    count = len(t.seats)
    if count == 1:
        return
    word, wanted = yield from choose(seat, "ask", _ASKED)
    for step in range(1, count):
        asked = (seat + step) % count
        other = t.seats[asked]
        fitting = [copy for copy in one_of_each(t, other.hand) if getattr(t.cards[copy], str(word)) == wanted]
        if fitting:
            given = yield from choose(asked, "give", [("take", copy) for copy in fitting], (seat,))
            other.hand.remove(int(given[1]))
            own.hand.append(int(given[1]))
            has_finished(t, asked)
            return


def _draw_2(t: Phase10Table, seat: int, own: Seat) -> Rules[None]:
    """Two cards, each from either pile."""
    yield from draw(t, seat, own, (1,))
    yield from draw(t, seat, own, (2,))


def _discard_1(t: Phase10Table, seat: int, own: Seat) -> Rules[None]:
    """One card more onto the discard pile, without a move."""
    if own.hand:
        answer = yield from choose(seat, "discard 1", [("discard", copy) for copy in one_of_each(t, own.hand)])
        own.hand.remove(int(answer[1]))
        t.discard.append(int(answer[1]))
        has_finished(t, seat)


_BONUS: Mapping[str, Callable[[Phase10Table, int, Seat], Rules[None]]] = {
    ASK: _ask,
    DRAW_2: _draw_2,
    DISCARD_1: _discard_1,
}


# ---------------------------------------------------------------- Finish (End the Turn), End of the Game


def finish(t: Phase10Table) -> Rules[None]:
    """The round is over: who finished it wins with ten markers, else places a piece freely; the others remove a tenth
    marker and keep some cards; then a new round begins with the finisher."""
    seat = t.finisher
    if t.seats[seat].marks == ALL_MARKED:
        t.outcome = Outcome((seat,), "ten phases")
        return
    yield from _place_freely(t, seat)
    for step in range(1, len(t.seats)):
        other = (seat + step) % len(t.seats)
        yield from _lose_a_marker(t, other)
        yield from _keep(t, other)
    _new_round(t, seat)


def _place_freely(t: Phase10Table, seat: int) -> Rules[None]:
    """The finisher may put one piece on any phase space, completed or not."""
    own = t.seats[seat]
    both = range(2 if own.pieces[0] != own.pieces[1] else 1)
    spaces = [space for space, phase in enumerate(t.board.phase_at) if phase >= 0]
    options: list[Option] = [STAY]
    options += [("move", piece, space) for piece in both for space in spaces if space != own.pieces[piece]]
    answer = yield from choose(seat, "place freely", options)
    if answer != STAY:
        piece, space = int(answer[1]), int(answer[2])
        own.pieces = (space, own.pieces[1]) if piece == 0 else (own.pieces[0], space)


def _lose_a_marker(t: Phase10Table, seat: int) -> Rules[None]:
    """Ten markers and not the first to finish: one of them is removed. Rulebook: End of the Game."""
    own = t.seats[seat]
    if own.marks == ALL_MARKED:
        answer = yield from choose(seat, "remove", [("remove", phase) for phase in range(len(PHASES))])
        own.marks &= ~(1 << int(answer[1]))


def keep_limit(t: Phase10Table, own: Seat) -> int:
    """How many cards a seat may keep: the numbers under both pieces; a space whose phase it has marked gives none."""
    phase_at, keeps = t.board.phase_at, t.board.keeps
    return sum(keeps[space] for space in own.pieces if phase_at[space] >= 0 and not own.marks >> phase_at[space] & 1)


def _keep(t: Phase10Table, seat: int) -> Rules[None]:
    """A seat that did not finish keeps some of its cards, asked one by one in the order of their kinds."""
    own = t.seats[seat]
    limit = min(keep_limit(t, own), len(own.hand))
    order = sorted(own.hand, key=lambda copy: t.cards[copy].kind)
    kept: list[int] = []
    start = 0
    while len(kept) < limit:
        options: list[Option] = [("take", copy) for copy in one_of_each(t, order[start:])]
        if not options:
            break
        answer = yield from choose(seat, "keep", [*options, DONE], left=limit - len(kept))
        if answer == DONE:
            break
        kept.append(int(answer[1]))
        start = order.index(int(answer[1])) + 1
    own.kept += len(kept)
    # What is not kept goes onto the discard pile: between questions every card lies somewhere.
    t.discard += [copy for copy in own.hand if copy not in kept]
    own.hand = kept


def _new_round(t: Phase10Table, seat: int) -> None:
    """All cards that nobody keeps are shuffled together, and the finisher begins."""
    copies = [*t.pile, *t.discard, *(copy for group in t.groups for copy in group.copies)]
    t.groups = []
    for own in t.seats:
        own.laid = NONE
    t.active, t.finisher, t.step = seat, NONE, "turn"
    t.round += 1
    deal(t, sorted(copies))


STEPS: Mapping[str, Callable[[Phase10Table], Rules[None]]] = {"turn": turn, "finish": finish}
