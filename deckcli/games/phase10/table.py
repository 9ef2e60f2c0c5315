"""The table of Phase 10 Strategy: hands, pieces and markers of each seat, the groups that lie open, two piles.

Positions only: what changes them, and when, stands in `rules`.
"""

from __future__ import annotations

from catalog.card import Card
from deckcli.engine.table import Fixed, Position, Table
from deckcli.games.phase10.board import Board
from deckcli.games.phase10.phases import KINDS, RUNS, card_name, colour_of, number_of
from deckcli.games.phase10.solver import PACKED

NONE = -1
"""No phase, no seat."""
HAND = 10
"""How many cards a round begins with."""
ALL_MARKED = (1 << 10) - 1
"""The markers of a seat that has completed all ten phases, a bit each."""


class Face(Fixed):
    """What is printed on a card: its kind (`phases`), name, number (0 for a joker), colour (-1 for a joker), and what
    it adds to a packed hand (`solver`)."""

    __slots__ = ("colour", "kind", "name", "number", "packed", "slug")

    def __init__(self, kind: int) -> None:
        self.kind = kind
        self.name = card_name(kind)
        self.slug = self.name.lower().replace(" ", "-")
        self.number = number_of(kind)
        self.colour = colour_of(kind)
        self.packed = PACKED[kind]


FACES = tuple(Face(kind) for kind in range(KINDS))
"""Every card by its kind."""
_BY_SLUG = {face.slug: face for face in FACES}


def face_of(card: Card) -> Face | None:
    """The typed card; None for a board, a piece or a marker."""
    return _BY_SLUG.get(card.slug)


class Group(Position):
    """Cards that lie open and belong together: a "set" (its number is `value`), a "run" (from `value` on, its copies in
    the order of their numbers) or cards of one "colour" (0 to 3). `seat` laid them for its `phase`."""

    __slots__ = ("copies", "kind", "phase", "seat", "value")

    def __init__(self, kind: str, value: int, seat: int, phase: int) -> None:
        self.kind = kind
        self.value = value
        self.seat = seat
        self.phase = phase
        self.copies: list[int] = []

    def copy(self) -> Group:
        """As any position is copied, written out; the contract finds a forgotten field."""
        twin = Group.__new__(Group)
        twin.kind, twin.value, twin.seat, twin.phase = self.kind, self.value, self.seat, self.phase
        twin.copies = self.copies[:]
        return twin

    @property
    def high(self) -> int:
        """The highest number of a run."""
        return self.value + len(self.copies) - 1 if self.kind == RUNS else self.value


class Seat(Position):
    """A player: the hand, the spaces of both pieces, markers (a bit for each completed phase), and the phase that was
    laid this round (NONE).

    For figures: `turns` begun, cards `kept` over all rounds, those `played` (laid or placed) so far, and a
    `story` of (round, phase, turns) for each laying.
    """

    __slots__ = ("hand", "kept", "laid", "marks", "pieces", "played", "story", "turns")

    def __init__(self, pieces: tuple[int, ...]) -> None:
        self.hand: list[int] = []
        self.pieces = pieces
        self.marks = 0
        self.laid = NONE
        self.turns = 0
        self.kept = 0
        self.played: list[int] = []
        self.story: tuple[tuple[int, int, int], ...] = ()

    def copy(self) -> Seat:
        """As any position is copied, written out; the contract finds a forgotten field."""
        twin = Seat.__new__(Seat)
        twin.hand, twin.pieces, twin.marks, twin.laid = self.hand[:], self.pieces, self.marks, self.laid
        twin.turns, twin.kept, twin.story, twin.played = self.turns, self.kept, self.story, self.played[:]
        return twin


class Phase10Table(Table):
    """The whole position. The last card of `pile` is its top, the last of `discard` was laid there last.

    `active` is the seat whose turn it is, `first` the one that began the game, `finisher` the one that has just ended a
    round (NONE). `round` and `turn` count from 1; `strict` is the option `natural_per_group`.
    """

    __slots__ = (
        "active",
        "board",
        "discard",
        "finisher",
        "first",
        "groups",
        "pile",
        "round",
        "seats",
        "strict",
        "turn",
    )
    shared = Table.shared | {"board"}

    def __init__(self, board: Board, seats: int) -> None:
        self.board = board
        self.seats = [Seat(board.starts) for _ in range(seats)]
        self.groups: list[Group] = []
        self.pile: list[int] = []
        self.discard: list[int] = []
        self.active = self.first = 0
        self.finisher = NONE
        self.round, self.turn = 1, 0
        self.strict = False
        self.outcome = None
        self.trouble = ""
        self.step = "turn"
