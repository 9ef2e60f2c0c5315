"""The table of Ashes: two seats with their dice, cards and pools, the cards in play, and the attack that runs.

Positions only: what changes them stands in `deeds`, when they change in `rules`, what cards do in `skills`.

A *thing*, as effects speak of it, is one of: a Piece (a card in play, or one that left this turn, as it was), a copy
(an int: a card in a hand or pile, or a spell being played), a Seat (a player), a Die.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, TypeAlias

from deckcli.engine.table import Fixed, Position, Table
from deckcli.engine.vocabulary import Scope
from deckcli.games.ashes.faces import DICE

if TYPE_CHECKING:
    from deckcli.games.ashes.cards import Face, Skill

NONE = -1
"""No copy, no piece, no seat, no die."""
HAND = 5
"""Cards in hand that the prepare phase draws up to, and cards of the First Five."""
PHOENIXBORN, UNIT, READY_SPELL, ALTERATION = "phoenixborn", "unit", "ready_spell", "alteration"
"""The kinds of cards in play."""
ACTIVE, EXHAUSTED, ON_CARD = 0, 1, 2
"""Where a die is: in its owner's active or exhausted pool, or on a card."""
TOKENS = ("wounds", "exhaustion", "status")
"""The three kinds of tokens; each is a field of a Piece."""
EFFECTS = frozenset({"action_spell", "reaction_spell", "ready_spell", "alteration", "ability", "dice_power"})
"""The kinds of causes that are effects: spells, abilities and dice powers."""
SPELLS = frozenset({"action_spell", "reaction_spell", "ready_spell", "alteration"})


class Die(Fixed):
    """One die, by its number on the table, and by its place among those of its seat; `type` is its place in
    `faces.DICE`. Its face and place change on the table
    (`t.levels`, `t.places`), never here."""

    __slots__ = ("number", "place", "seat", "type")

    def __init__(self, number: int, seat: int, type_: int, place: int = 0) -> None:
        self.number = number
        self.seat = seat
        self.place = place
        self.type = type_

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Die) and self.number == other.number

    def __hash__(self) -> int:
        return self.number

    def __repr__(self) -> str:
        return f"Die({self.number}, {DICE[self.type]})"


class Cause(Fixed):
    """Why something happens. `kind` is "attack", "counter", one of EFFECTS, "cost" or "rule"; `seat` whose it is
    (NONE: the rules'), `copy` the card, `piece` the card in play that it is or was (NONE: none). It says the same after
    its card has left."""

    __slots__ = ("copy", "kind", "piece", "seat")

    def __init__(self, kind: str, seat: int = NONE, copy: int = NONE, piece: int = NONE) -> None:
        self.kind = kind
        self.seat = seat
        self.copy = copy
        self.piece = piece

    @property
    def is_effect(self) -> bool:
        """A spell, an ability or a dice power."""
        return self.kind in EFFECTS

    @property
    def is_spell(self) -> bool:
        """A spell of any type."""
        return self.kind in SPELLS


RULE = Cause("rule")
COST = Cause("cost")


class Event:
    """Something that happens. `thing` is its subject (`it`), `seat` the player that it is about, `other` another card
    of it (the host of `attached`, the target of an attack, whom a blocker blocks), `amount` its size (damage, dice),
    `word` a word of it (a token), `things` more cards (milled ones). Preventing, redirecting and cancelling change
    the event.
    """

    __slots__ = ("amount", "cancelled", "cause", "final", "name", "other", "seat", "thing", "things", "word")

    def __init__(
        self,
        name: str,
        thing: Any = None,
        seat: int = NONE,
        cause: Cause = RULE,
        *,
        other: Any = None,
        amount: int = 0,
        word: str = "",
        things: tuple[Any, ...] = (),
        final: bool = False,
    ) -> None:
        self.name = name
        self.thing = thing
        self.seat = seat
        self.cause = cause
        self.other = other
        self.amount = amount
        self.word = word
        self.things = things
        self.final = final
        self.cancelled = False


class AshesScope(Scope):
    """Who speaks while an ability runs: the player (`me`), the card (`copy`, and `piece` in play, NONE when it is
    none), which ability, what woke it, what was paid.

    `piece` is `this` (of a granted ability: the unit that has it), `host` what `this` is attached to. `focus` is the
    level (0 to 2), `x` the X that was paid, `n` the ability's number before magnifying (`skills.n_of` tells it now),
    `spent` the dice that paid as (type, level, number of the die), `extra` whether an optional cost was paid. `cause`
    is what deeds get; `via` is the alteration that grants the ability, NONE for the card's own. `free`
    says that the next choice of one thing may be of none.
    """

    __slots__ = ("cause", "copy", "event", "extra", "focus", "free", "n", "piece", "seat", "skill", "spent", "via", "x")

    def __init__(
        self, seat: int, copy: int, piece: int = NONE, skill: Skill | None = None, cause: Cause = RULE, n: int = 0
    ) -> None:
        super().__init__()
        self.seat = seat
        self.copy = copy
        self.piece = piece
        self.skill = skill
        self.cause = cause
        self.n = n
        self.via = NONE
        self.event: Event | None = None
        self.x = 0
        self.focus = 0
        self.spent: tuple[tuple[int, int, int], ...] = ()
        self.extra = False
        self.free = False


class Piece(Position):
    """A card in play: a Phoenixborn, a unit, a ready spell or an alteration, with all that lies on and under it.

    `card` is its copy, `seat` its controller; the owner is `t.owners[piece.card]`. `host` is the piece an alteration is
    attached to, `attached` the alterations on this one, oldest first; `dice` the dice on it by number; `under` the
    copies that lie face-down under it. `entered` is the turn it came in. `used` counts by ability what it did this
    turn. A Phoenixborn has `guarded` this round or not. `place` is "play", "aside" (leaving: its triggers are asked) or
    "gone" (it left this turn, and this is how it was: a card that comes again is another piece). `fell` is what
    destroyed it, `last` are attack, life and recover as they were when it left.
    """

    __slots__ = (
        "attached", "card", "dice", "entered", "exhaustion", "fell", "guarded", "host", "id", "kind", "last", "place",
        "seat", "status", "under", "used", "wounds",
    )  # fmt: skip

    def __init__(self, number: int, seat: int, card: int, kind: str) -> None:
        self.id = number
        self.seat = seat
        self.card = card
        self.kind = kind
        self.wounds = 0
        self.exhaustion = 0
        self.status = 0
        self.host = NONE
        self.attached: list[int] = []
        self.dice: list[int] = []
        self.under: list[int] = []
        self.used: dict[str, int] = {}
        self.entered = 0
        self.guarded = False
        self.place = "play"
        self.fell: Cause | None = None
        self.last: tuple[int, int, int] | None = None

    def copy(self) -> Piece:
        """As any position is copied, written out, since a fork copies dozens of them; the contract finds a gap."""
        twin = Piece.__new__(Piece)
        twin.id, twin.seat, twin.card, twin.kind = self.id, self.seat, self.card, self.kind
        twin.wounds, twin.exhaustion, twin.status, twin.host = self.wounds, self.exhaustion, self.status, self.host
        # Most have nothing on them: a new list is made in less time than an empty one is copied.
        twin.attached = self.attached[:] if self.attached else []
        twin.dice = self.dice[:] if self.dice else []
        twin.under = self.under[:] if self.under else []
        twin.used = self.used.copy() if self.used else {}
        twin.entered, twin.guarded, twin.place = self.entered, self.guarded, self.place
        twin.fell, twin.last = self.fell, self.last
        return twin


class Seat(Position):
    """A player: the cards outside of play as lists of copies, and what the turn remembers.

    The last card of `draw_pile` is its top, the last of `discard_pile` the newest. `pile` is the conjuration pile,
    `removed` what is out of the game, `looked` cards that are being looked at or searched (they are nowhere else
    meanwhile), `playing` spells that are being played. `phoenixborn` is a piece. `reacted` says whether this turn's
    reaction was played. `first_five` are the cards it opened with, `played` the copies it
    paid for from its hand, `story` figures for studies; no rule reads the latter two.
    """

    __slots__ = (
        "discard_pile", "draw_pile", "first_five", "hand", "looked", "number", "phoenixborn", "pile", "played",
        "playing", "reacted", "removed", "story",
    )  # fmt: skip

    def __init__(self, number: int) -> None:
        self.number = number
        self.phoenixborn = NONE
        self.hand: list[int] = []
        self.draw_pile: list[int] = []
        self.discard_pile: list[int] = []
        self.pile: list[int] = []
        self.removed: list[int] = []
        self.looked: list[int] = []
        self.playing: list[int] = []
        self.reacted = False
        self.first_five: tuple[int, ...] = ()
        self.played: list[int] = []
        self.story: dict[str, int] = {}

    def copy(self) -> Seat:
        """As any position is copied, written out; the contract finds a forgotten field."""
        twin = Seat.__new__(Seat)
        twin.number, twin.phoenixborn, twin.reacted = self.number, self.phoenixborn, self.reacted
        twin.hand, twin.draw_pile, twin.discard_pile = self.hand[:], self.draw_pile[:], self.discard_pile[:]
        twin.pile, twin.removed, twin.looked = self.pile[:], self.removed[:], self.looked[:]
        twin.playing, twin.first_five, twin.story = self.playing[:], self.first_five, self.story.copy()
        twin.played = self.played[:]
        return twin


class Attack(Position):
    """An attack that runs, by pieces: who attacks what, who blocks whom, and which battles are left.

    `target` is the attacked Phoenixborn or unit. `attackers` are those still in it, in the order declared; `blocks`
    maps an attacker to its blocker, also when the blocker has left; `guard` is the piece that guards (NONE: none).
    `fought` are attackers whose battle is over. While a battle is fought, `fighting` is (attacker, defender), else
    (NONE, NONE).
    """

    __slots__ = ("attackers", "blocks", "fighting", "fought", "guard", "seat", "target")

    def __init__(self, seat: int, target: int) -> None:
        self.seat = seat
        self.target = target
        self.attackers: list[int] = []
        self.blocks: dict[int, int] = {}
        self.guard = NONE
        self.fought: list[int] = []
        self.fighting = (NONE, NONE)


Thing: TypeAlias = "Piece | Seat | Die | int"


class AshesTable(Table):
    """The whole position.

    `round` counts from 1, `turn` the turns of both players over the game. `active` is the seat whose turn it is,
    `first` the one with the first player token. `phase` is "setup", "prepare", "turns", "recovery" or "end". `main`
    says whether this turn's main action is left, `sides` how many side actions are; `passes` counts the turns in a row
    that were passed, `passed` whether this one was.

    `pieces` are the cards in play by number; `aside` those that are leaving while their triggers are asked, `gone`
    those that left this turn. `dice` are all dice; `levels` their faces (0 basic, 1 class, 2 power), `places` where
    they are (ACTIVE, EXHAUSTED, ON_CARD), `pools` for each seat its active dice as one number (`paying`).

    Owned by `skills`: `lasting` (what was given, and until when), `delayed` (deeds for later and watches), `notes`
    (what is remembered this turn), `events` (names of all events that some card of this game may listen to; None: not
    yet gathered) and `standing`, what follows from the cards in play, made anew when it is next asked for (None).
    """

    __slots__ = (
        "active", "aside", "attack", "delayed", "dice", "events", "first", "gone", "lasting", "levels", "main", "marks",
        "next_piece", "notes", "options", "passed", "passes", "phase", "pieces", "places", "pools", "round", "seats",
        "sides", "standing", "turn",
    )  # fmt: skip
    shared = Table.shared | {"dice", "events", "options", "standing"}

    cards: list[Face]

    def __init__(self) -> None:
        self.cards = []
        self.owners = ()
        self.trouble = ""
        self.outcome = None
        self.step = ""
        self.seats = [Seat(0), Seat(1)]
        self.pieces: dict[int, Piece] = {}
        self.aside: dict[int, Piece] = {}
        self.gone: dict[int, Piece] = {}
        self.next_piece = 0
        self.round = 0
        self.turn = 0
        self.active = 0
        self.first = 0
        self.phase = "setup"
        self.main = False
        self.sides = 0
        self.passes = 0
        self.passed = False
        self.dice: tuple[Die, ...] = ()
        self.levels: list[int] = []
        self.places: list[int] = []
        self.pools: list[int] = [0, 0]
        self.attack: Attack | None = None
        self.lasting: list[Any] = []
        self.delayed: list[Any] = []
        self.marks: list[tuple[int, str, int]] = []
        self.notes: dict[Any, Any] = {}
        self.events: frozenset[str] | None = None
        self.standing: Any = None
        self.options: dict[str, Any] = {}

    def copy(self) -> AshesTable:
        """As any position is copied, written out, since it is half of a fork; the contract finds a forgotten field."""
        twin = AshesTable.__new__(AshesTable)
        twin.cards, twin.owners, twin.chance = self.cards[:], self.owners, self.chance.copy()
        twin.step, twin.outcome, twin.trouble = self.step, self.outcome, self.trouble
        twin.seats = [own.copy() for own in self.seats]
        twin.pieces = {number: piece.copy() for number, piece in self.pieces.items()}
        twin.aside = {number: piece.copy() for number, piece in self.aside.items()}
        twin.gone = {number: piece.copy() for number, piece in self.gone.items()}
        twin.next_piece, twin.round, twin.turn = self.next_piece, self.round, self.turn
        twin.active, twin.first, twin.phase = self.active, self.first, self.phase
        twin.main, twin.sides, twin.passes, twin.passed = self.main, self.sides, self.passes, self.passed
        twin.dice, twin.levels, twin.places, twin.pools = self.dice, self.levels[:], self.places[:], self.pools[:]
        twin.attack = None if self.attack is None else self.attack.copy()
        twin.lasting, twin.delayed, twin.marks = self.lasting[:], self.delayed[:], self.marks[:]
        twin.notes, twin.events = self.notes.copy(), self.events
        twin.standing, twin.options = self.standing, self.options
        return twin

    # ------------------------------------------------------------ cards in play

    def piece(self, number: int) -> Piece | None:
        """A card in play by its number, or as it was when it left this turn."""
        return self.pieces.get(number) or self.aside.get(number) or self.gone.get(number)

    def face(self, piece: Piece) -> Face:
        """The printed card of a piece (`skills.face_now` knows of copies)."""
        return self.cards[piece.card]

    def units_of(self, seat: int) -> list[Piece]:
        """A seat's units, those that came first first."""
        return [piece for piece in self.pieces.values() if piece.seat == seat and piece.kind == UNIT]

    def units(self) -> list[Piece]:
        """Every unit in play."""
        return [piece for piece in self.pieces.values() if piece.kind == UNIT]

    def spells_of(self, seat: int) -> list[Piece]:
        """A seat's ready spells."""
        return [piece for piece in self.pieces.values() if piece.seat == seat and piece.kind == READY_SPELL]

    def alterations_of(self, piece: Piece) -> list[Piece]:
        """The alterations attached to a piece."""
        return [found for number in piece.attached if (found := self.piece(number)) is not None]

    def phoenixborn(self, seat: int) -> Piece:
        """A seat's Phoenixborn."""
        own = self.seats[seat].phoenixborn
        return self.pieces.get(own) or self.aside.get(own) or self.gone[own]

    def piece_of_copy(self, copy: int) -> Piece | None:
        """The card in play that is this copy; None when it is elsewhere."""
        return next((piece for piece in self.pieces.values() if piece.card == copy), None)

    def owner(self, piece: Piece) -> int:
        """The seat that owns a card in play."""
        return self.owners[piece.card]

    # ------------------------------------------------------------ dice

    def dice_of(self, seat: int, place: int = ACTIVE) -> list[Die]:
        """A seat's dice that are there, in their order."""
        places = self.places
        return [die for die in self.dice if die.seat == seat and places[die.number] == place]


def in_play(things: Iterable[Any]) -> list[Piece]:
    """Those of these things that are cards in play."""
    return [thing for thing in things if isinstance(thing, Piece) and thing.place == "play"]
