"""The table of Phase: the Nexus, each seat's areas, which side of every card is up, and the skirmishes that wait.

Positions only: what changes them stands in `deeds`, when they change in `rules`, and what cards do in `skills`.
"""

from __future__ import annotations

from typing import Any

from deckcli.engine.table import Position, Table
from deckcli.games.phase.played import Act, PlayedCard, PlayedFace

NONE = -1
"""No copy, no seat."""
NEXUS = -2
"""What an attack may go to besides a seat."""


class Seat(Position):
    """A player's areas, as lists of copies, and the player's influence.

    The last card of `deck` is its top; the last of `discard` the newest. `play` are the warriors, `barracks` the
    resources. `revealed` holds the order that is being resolved. `influence` is good and evil. `trained` and `gained`
    (good, evil) count since the game began, `played` are the warriors and orders so far (no rule reads it); `story` has
    a line for each turn of the seat that has ended: good and evil influence, warriors trained, resources that paid for
    nothing in that turn.
    """

    __slots__ = (
        "barracks", "deck", "discard", "gained", "hand", "influence", "play", "played", "revealed", "story", "trained",
    )  # fmt: skip

    def __init__(self) -> None:
        self.deck: list[int] = []
        self.hand: list[int] = []
        self.barracks: list[int] = []
        self.play: list[int] = []
        self.discard: list[int] = []
        self.revealed: list[int] = []
        self.influence = [0, 0]
        self.gained = [0, 0]
        self.trained = 0
        self.played: list[int] = []
        self.story: list[tuple[int, int, int, int]] = []

    def copy(self) -> Seat:
        """As any position is copied, written out; the contract finds a forgotten field."""
        twin = Seat.__new__(Seat)
        twin.deck, twin.hand, twin.barracks = self.deck[:], self.hand[:], self.barracks[:]
        twin.play, twin.discard, twin.story = self.play[:], self.discard[:], self.story[:]
        twin.revealed, twin.played = self.revealed[:], self.played[:]
        twin.influence, twin.gained, twin.trained = self.influence[:], self.gained[:], self.trained
        return twin


class Skirmish(Position):
    """One attacking warrior and the warriors that oppose it. `attacker` is NONE when it has left play."""

    __slots__ = ("attacker", "defenders")

    def __init__(self, attacker: int, defenders: list[int] | None = None) -> None:
        self.attacker = attacker
        self.defenders: list[int] = defenders or []

    def copy(self) -> Skirmish:
        """As any position is copied, written out."""
        twin = Skirmish.__new__(Skirmish)
        twin.attacker, twin.defenders = self.attacker, self.defenders[:]
        return twin


class PhaseTable(Table):
    """The whole position.

    `up` tells for every copy which side is up (0 good, 1 evil): the side that all see, in a hand the side that its
    owner holds to act with (the opponents then see the other); in a deck, of the card on top, the side that all see.
    `locked` are locked copies. `known` are copies of which everybody has seen both sides since they were last in a
    deck; no rule reads it, only `unseen`. `damage`, `bonus` (attack and defence added) and `given` (what else was
    given) are on warriors until the turn ends, `used` are the skills used this turn, as (copy, side, index).

    `nexus` is the good and evil influence there. `active` is the seat whose turn it is, `first` the one that began;
    `turn` counts all turns from 1. `window` is the action round that runs: "maneuvering", "skirmish", "training", "end"
    ("" between them); `asked` the seat that is asked next, `passes` how many have passed in a row. `guard` is who may
    defend the Nexus this turn, `target` what is attacked (a seat or NEXUS), `skirmishes` those that are not resolved,
    of which `fought` (an index, NONE) is being resolved. `queue` are the cards chosen for the barracks at the start,
    and later the warriors that may still be sent to defend.
    `waiting` are triggered skills not yet resolved, as (seat, copy, side, index).

    `shaken` is whether a warrior may have fallen since it was last looked at: by damage, by what was given, or because
    another has come or gone. `constants` is whether any card of this game has skills that hold while it is in play; it
    never changes. `reading` is set while such a skill asks for itself. `emptied` is the turn in which each kind of
    influence ran out in the Nexus (0: not yet), `worked` the resources that paid for something this turn; no rule reads
    them. `standing` is what follows from the sides that are up in play (`values`): never changed, but made anew (None:
    when it is next asked for).
    """

    __slots__ = (
        "active", "asked", "bonus", "constants", "damage", "emptied", "first", "fought", "given", "guard",
        "known", "locked", "nexus", "options", "passes", "queue", "reading", "seats", "shaken", "skirmishes",
        "standing", "target", "turn", "up", "used", "waiting", "window", "worked",
    )  # fmt: skip
    shared = Table.shared | {"options", "standing"}

    cards: list[PlayedCard]

    def __init__(self, seats: int) -> None:
        self.trouble = ""
        self.outcome = None
        self.step = ""
        self.seats: list[Seat] = [Seat() for _ in range(seats)]
        self.nexus = [0, 0]
        self.up: list[int] = []
        self.locked: set[int] = set()
        self.known: set[int] = set()
        self.damage: dict[int, int] = {}
        self.bonus: dict[int, tuple[int, int]] = {}
        self.given: dict[int, tuple[Any, ...]] = {}
        self.used: set[tuple[int, int, int]] = set()
        self.active = 0
        self.first = 0
        self.turn = 0
        self.window = ""
        self.asked = 0
        self.passes = 0
        self.guard = NONE
        self.target = NONE
        self.skirmishes: list[Skirmish] = []
        self.fought = NONE
        self.queue: list[int] = []
        self.waiting: list[tuple[int, int, int, int]] = []
        self.shaken = False
        self.constants = False
        self.reading = False
        self.standing: Any = None
        self.emptied = [0, 0]
        self.worked: set[int] = set()
        self.options: dict[str, Any] = {}

    def copy(self) -> PhaseTable:
        """As any position is copied, written out, since it is half of a fork; the contract finds a forgotten field."""
        twin = PhaseTable.__new__(PhaseTable)
        twin.cards, twin.owners, twin.chance = self.cards[:], self.owners, self.chance.copy()
        twin.step, twin.outcome, twin.trouble = self.step, self.outcome, self.trouble
        twin.seats = [own.copy() for own in self.seats]
        twin.nexus, twin.up, twin.emptied = self.nexus[:], self.up[:], self.emptied[:]
        twin.locked, twin.known, twin.used = self.locked.copy(), self.known.copy(), self.used.copy()
        twin.damage, twin.bonus, twin.given = self.damage.copy(), self.bonus.copy(), self.given.copy()
        twin.active, twin.first, twin.turn = self.active, self.first, self.turn
        twin.window, twin.asked, twin.passes = self.window, self.asked, self.passes
        twin.guard, twin.target, twin.fought = self.guard, self.target, self.fought
        twin.skirmishes = [one.copy() for one in self.skirmishes] if self.skirmishes else []
        twin.queue, twin.waiting = self.queue[:], self.waiting[:]
        twin.shaken, twin.constants, twin.reading = self.shaken, self.constants, self.reading
        twin.worked, twin.options = self.worked.copy(), self.options
        twin.standing = self.standing
        return twin

    def face(self, copy: int) -> PlayedFace:
        """The side of a copy that is up."""
        return self.cards[copy].sides[self.up[copy]]

    def shown(self, copy: int) -> int:
        """The side of a copy that everybody sees: up, or in a hand the one that is turned to the others."""
        return 1 - self.up[copy] if copy in self.seats[self.owners[copy]].hand else self.up[copy]

    def act(self, copy: int, side: int, index: int) -> Act:
        """The order (-1) or a skill of one side of a copy, by its place."""
        face = self.cards[copy].sides[side]
        found = face.order if index < 0 else face.skills[index]
        assert found is not None
        return found

    def in_play(self, copy: int) -> bool:
        """Whether a copy is a warrior."""
        return copy in self.seats[self.owners[copy]].play

    def skirmish(self) -> Skirmish | None:
        """The skirmish that is being resolved; None between them."""
        return self.skirmishes[self.fought] if self.fought != NONE else None

    def fights(self, copy: int) -> Any:
        """Where a warrior stands in the attack: its defenders for an attacker, its attacker for a defender; None when
        it is at home."""
        for skirmish in self.skirmishes:
            if skirmish.attacker == copy:
                return tuple(skirmish.defenders)
            if copy in skirmish.defenders:
                return skirmish.attacker
        return None

    def others(self, seat: int) -> list[int]:
        """The other seats, in clockwise order from the left of `seat`."""
        count = len(self.seats)
        return [(seat + step) % count for step in range(1, count)]

    def clockwise(self) -> list[int]:
        """All seats, the active one first."""
        return [self.active, *self.others(self.active)]
