"""The table of Cipher: two seats with their areas, the units on the battlefield, and the battle that runs.

Positions only: what changes them stands in `deeds`, when they change in `rules`, and what cards do in `skills`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from deckcli.engine.table import Position, Table

if TYPE_CHECKING:
    from deckcli.games.cipher.faces import Unit as Face

NONE = -1
"""No copy, no unit, no seat."""

ORBS = 5
HAND = 6
"""How many orbs and cards in hand a game begins with."""


Speaker: TypeAlias = "tuple[Any, ...]"
"""A skill that acts: its seat, kind and name, the copy it is on and its unit (NONE out of play). Empty: the rules."""


class Unit(Position):
    """A unit on the battlefield: its stack of copies (the last is the top card, which alone counts), its line, whether
    it is tapped and whether it is a main character.

    `entered` is the turn in which it came. `used` counts by skill what it did this turn; `did` are the events of this
    turn that it took part in ("attacks", "destroys", "moved", "levels_up", "class_changes"); both are emptied when the
    turn ends. `grade` rises when a level up ends what was given to the unit before (always, but for the option
    `bonuses_survive_level_up`): what lasts on a unit belongs to its id and grade. `face_down` is true only while the
    game is set up.
    """

    __slots__ = ("did", "entered", "face_down", "front", "grade", "id", "mc", "seat", "stack", "tapped", "used")

    def __init__(self, number: int, seat: int, copy: int, front: bool, *, turn: int = 0, mc: bool = False) -> None:
        self.id = number
        self.seat = seat
        self.stack: list[int] = [copy]
        self.front = front
        self.tapped = False
        self.mc = mc
        self.used: dict[Any, int] = {}
        self.did: tuple[str, ...] = ()
        self.entered = turn
        self.grade = 0
        self.face_down = False

    def copy(self) -> Unit:
        """As any position is copied, written out, since a fork copies a dozen of them; the contract finds a gap."""
        twin = Unit.__new__(Unit)
        twin.id, twin.seat, twin.front, twin.tapped, twin.mc = self.id, self.seat, self.front, self.tapped, self.mc
        twin.stack, twin.used = self.stack[:], self.used.copy()
        twin.did, twin.entered, twin.grade, twin.face_down = self.did, self.entered, self.grade, self.face_down
        return twin

    @property
    def top(self) -> int:
        """The copy on top."""
        return self.stack[-1]


class Seat(Position):
    """A player's areas, as lists of copies.

    The last card of `deck` is its top. `bonds` lie face-up, `spent` are bonds that lie face-down; both give deployment
    points. `shown_orbs` are those among `orbs` that were turned up, `known_orbs` those that only their owner has seen.
    `support` is the card in the Support Area (NONE without one). `looked` are cards that are being looked at: they are
    nowhere else meanwhile. `points` is what was spent on deploying this turn, `bonded` whether this turn's bond was
    placed, `played` the cards that were deployed or placed on units so far (no rule reads it), `story` a line for each
    turn of the seat that has ended: bonds, orbs of the enemy, cards in hand that its bonds could not have paid, and
    those of them that only lacked a symbol.
    """

    __slots__ = (
        "bonded", "bonds", "boundless", "deck", "hand", "known_orbs", "looked", "orbs", "played", "points",
        "retreat", "shown_orbs", "spent", "story", "support",
    )  # fmt: skip

    def __init__(self) -> None:
        self.deck: list[int] = []
        self.hand: list[int] = []
        self.retreat: list[int] = []
        self.orbs: list[int] = []
        self.shown_orbs: set[int] = set()
        self.known_orbs: set[int] = set()
        self.bonds: list[int] = []
        self.spent: list[int] = []
        self.support = NONE
        self.boundless: list[int] = []
        self.looked: list[int] = []
        self.points = 0
        self.bonded = False
        self.played: list[int] = []
        self.story: list[tuple[int, int, int, int]] = []

    def copy(self) -> Seat:
        """As any position is copied, written out; the contract finds a forgotten field."""
        twin = Seat.__new__(Seat)
        twin.deck, twin.hand, twin.retreat, twin.orbs = self.deck[:], self.hand[:], self.retreat[:], self.orbs[:]
        twin.bonds, twin.spent, twin.boundless = self.bonds[:], self.spent[:], self.boundless[:]
        twin.shown_orbs, twin.known_orbs = self.shown_orbs.copy(), self.known_orbs.copy()
        twin.looked, twin.story = self.looked[:], self.story[:]
        twin.support, twin.points, twin.bonded, twin.played = self.support, self.points, self.bonded, self.played[:]
        return twin


class Battle(Position):
    """A battle that runs: the fighting units by id, and what has become of it.

    `supporters` are the copies that support each seat (NONE: none, or it failed), `failed` the seats whose support
    failed, `muted` the seats whose support skills do nothing. `doubled` is what a critical adds to the attack: as much
    as it was then. `attack_total` and `defend_total` are set when the two are compared. `over` ends the battle without
    comparing; `destroyed` is whether the defender was. `turned` are the copies that were turned up as supports.
    """

    __slots__ = (
        "attack_total", "attacker", "critical", "defend_total", "defender", "destroyed", "doubled", "evaded", "failed",
        "muted", "over", "supporters", "turned",
    )  # fmt: skip

    def __init__(self, attacker: int, defender: int) -> None:
        self.attacker = attacker
        self.defender = defender
        self.supporters: list[int] = [NONE, NONE]
        self.turned: list[int] = [NONE, NONE]
        self.failed: tuple[int, ...] = ()
        self.muted: tuple[int, ...] = ()
        self.doubled = 0
        self.attack_total = 0
        self.defend_total = 0
        self.critical = False
        self.evaded = False
        self.destroyed = False
        self.over = False


class CipherTable(Table):
    """The whole position.

    `active` is the seat whose turn it is, `first` the one that began; `turn` counts both players' turns from 1.
    `phase` is "setup", "beginning", "bond", "deployment", "action" or "end". `waiting` are triggered skills not yet
    resolved; `draws` are the seats that a class change still owes a card; `doomed` are units that are destroyed and
    still lie there until the next automatic check, as (unit, cause, by, orbs, source); `beaten` the seats whose main
    character was destroyed without an orb. `gone` holds the units that left this turn, as they were then. `stirred` is
    set by whatever may have given two units of a seat one name, `upset` by whatever may have emptied a line, a deck or
    the place of a main character, or left a card where it may not be: the next check then looks. `fought` are the
    totals that were last compared, attack and defence. `last` tells the last battle in words (`rules.told_battle`), and
    how many there were; no rule reads it. `speaker` is the skill that is being used or
    resolved; empty while the rules act by themselves.

    Owned by `standing` and `skills`: `lasting` (what skills gave, and until when), `delayed` (deeds for later), `flags`
    (words that hold for the game), `notes` (what is remembered this turn, emptied when it ends), and `events`, the
    names of all events that some card of this game may listen to; None when nobody has said, and then every event is
    told; and `standing`, what follows from the cards in play, which is never changed but made anew (None: when it is
    next asked for).
    """

    __slots__ = (
        "active", "battle", "beaten", "delayed", "doomed", "draws", "events", "first", "flags", "fought", "gone",
        "last", "lasting", "next_unit", "notes", "options", "phase", "seats", "speaker", "standing", "stirred", "turn",
        "units", "upset", "waiting",
    )  # fmt: skip
    shared = Table.shared | {"options", "standing"}

    cards: list[Face]

    def __init__(self) -> None:
        self.trouble = ""
        self.outcome = None
        self.step = ""
        self.seats: list[Seat] = [Seat(), Seat()]
        self.units: dict[int, Unit] = {}
        self.gone: dict[int, Unit] = {}
        self.stirred = False
        self.upset = False
        self.fought = (0, 0)
        self.last: tuple[Any, ...] = (0,)
        self.next_unit = 0
        self.turn = 0
        self.active = 0
        self.first = 0
        self.phase = "setup"
        self.battle: Battle | None = None
        self.waiting: list[Any] = []
        self.draws: list[int] = []
        self.doomed: list[tuple[int, str, int, int, Speaker]] = []
        self.beaten: list[int] = []
        self.lasting: list[tuple[Any, ...]] = []
        self.delayed: list[tuple[Any, ...]] = []
        self.events: frozenset[str] | None = None
        self.standing: Any = None
        self.speaker: Speaker = ()
        self.flags: dict[Any, Any] = {}
        self.notes: dict[Any, Any] = {}
        self.options: dict[str, Any] = {}

    def copy(self) -> CipherTable:
        """As any position is copied, written out, since it is half of a fork; the contract finds a forgotten field."""
        twin = CipherTable.__new__(CipherTable)
        twin.cards, twin.owners, twin.chance = self.cards[:], self.owners, self.chance.copy()
        twin.step, twin.outcome, twin.trouble = self.step, self.outcome, self.trouble
        twin.seats = [own.copy() for own in self.seats]
        twin.units = {number: unit.copy() for number, unit in self.units.items()}
        twin.gone = {number: unit.copy() for number, unit in self.gone.items()} if self.gone else {}
        twin.battle = None if self.battle is None else self.battle.copy()
        twin.stirred, twin.upset, twin.next_unit = self.stirred, self.upset, self.next_unit
        twin.turn, twin.active, twin.first, twin.phase = self.turn, self.active, self.first, self.phase
        twin.waiting, twin.draws, twin.doomed = self.waiting[:], self.draws[:], self.doomed[:]
        twin.beaten, twin.lasting, twin.delayed = self.beaten[:], self.lasting[:], self.delayed[:]
        twin.flags, twin.notes = self.flags.copy(), self.notes.copy()
        twin.events, twin.standing, twin.options = self.events, self.standing, self.options
        twin.fought, twin.last, twin.speaker = self.fought, self.last, self.speaker
        return twin

    def face(self, unit: Unit) -> Face:
        """The printed card on top of a unit: the only one of its stack that counts."""
        return self.cards[unit.stack[-1]]

    def units_of(self, seat: int) -> list[Unit]:
        """A seat's units, those that came first first."""
        return [unit for unit in self.units.values() if unit.seat == seat]

    def unit_of_copy(self, copy: int) -> Unit | None:
        """The unit in whose stack a copy lies; None when it lies in none."""
        return next((unit for unit in self.units.values() if copy in unit.stack), None)

    def mc(self, seat: int) -> Unit | None:
        """A seat's main character; None when it has left."""
        return next((unit for unit in self.units.values() if unit.mc and unit.seat == seat), None)

    def foe(self, seat: int) -> int:
        """The other seat."""
        return 1 - seat
