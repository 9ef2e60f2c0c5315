"""Positions of Ashes in words: from a scenario's setup to a table, and from a table to what a scenario may expect."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from typing import Any, TypeAlias

from deckcli.engine.chance import Chance
from deckcli.engine.playing import BadSetupError, Setup
from deckcli.games.ashes import deeds, skills
from deckcli.games.ashes.cards import LEVEL_WORDS, LEVELS, NO_TEXT, POWER, Face
from deckcli.games.ashes.faces import DICE, die_named
from deckcli.games.ashes.paying import set_die
from deckcli.games.ashes.table import (
    ACTIVE,
    ALTERATION,
    EXHAUSTED,
    ON_CARD,
    PHOENIXBORN,
    READY_SPELL,
    UNIT,
    AshesTable,
    Die,
    Piece,
)
from deckcli.games.ashes.view import AREAS

Find: TypeAlias = Callable[[str], Face | None]

LETTERS = "ab"
PHASES: Mapping[str, str] = {
    "prepare": "roll", "discard": "discard", "draw": "draw", "turns": "turn", "recovery": "recover", "end": "round end",
}  # fmt: skip
"""Where a position may stand, and the step that goes on from there."""
_FRAME = (
    "phase", "round", "turn", "active", "first", "main", "sides", "passes", "any_unit_guards", "organised",
    "sudden_death",
)  # fmt: skip
BOARDS: Mapping[str, str] = {"battlefield": UNIT, "spellboard": READY_SPELL}
MANY = 10
"""How many cards a draw pile has that is not told."""
MOST = 200

NOBODY = Face("Nobody", "nobody", "phoenixborn", NO_TEXT, life=20, battlefield=10, spellboard=5)
"""The Phoenixborn that does not matter: no ability, 20 life."""
NOTHING_CARD = Face("Blank", "blank", "action_spell", NO_TEXT, cost=())
"""The card that does not matter: it does nothing, and can only be discarded."""

_MARKED = re.compile(r"\s*\(([^()]*)\)\s*$")
_WITH = re.compile(r"with (.+?)(?: status (\d{1,3}))?")
_TOKENED = re.compile(r"(wounds|exhaustion|status) (\d{1,3})")
_DICE = re.compile(r"(?:(\d{1,2}) )?([a-z]+)(?: (power|class|basic))?")


def no_cards(name: str) -> Face | None:
    """A look-up that knows no card."""
    return None


# ---------------------------------------------------------------- from words


def position(setup: Setup, seed: int, find: Find) -> AshesTable:
    """The table of a setup: the third turn of round 1, seat a's, with main and side action. Raises BadSetupError.

    A seat has `phoenixborn` (Nobody, 20 life, when not told), `battlefield`, `spellboard`, the piles `hand`,
    `draw_pile` (top first; ten cards that do not matter when not told), `discard_pile` (newest first), `pile` (the
    conjuration pile), `removed`, and the dice: `active` and `exhausted`, lists of "natural power", "3 charm class" (an
    active die shows its power side when no side is told). A card in play may have marks behind its name: (exhausted),
    (wounds 2, status 1, exhaustion 2, guarded, with Root Armor, with Spark status 2, die charm, under Iron Worker,
    owner b). A number instead of a list of cards is so many that do not matter.

    `[table]`: `phase` (a word of `PHASES`), `round`, `turn`, `active` and `first` ("a" or "b"), `main` (true), `sides`
    (1), `passes`, `any_unit_guards`, `organised`, `sudden_death` (a round).
    """
    if len(setup.seats) > len(LETTERS):
        raise BadSetupError(f"seats.{'abcdefgh'[len(LETTERS)]}", "Ashes has two seats")
    return _Setting(find).table(setup, seed)


class _Setting:
    """A table being laid out: every card that is named becomes a copy."""

    def __init__(self, find: Find) -> None:
        self.find = find
        self.t = AshesTable()
        self.owners: list[int] = []
        self.dice: list[tuple[int, int, int, int, Piece | None]] = []

    def table(self, setup: Setup, seed: int) -> AshesTable:
        t = self.t
        t.chance = Chance(seed)
        t.owners = ()
        for seat, letter in enumerate(LETTERS):
            self.seat(seat, f"seats.{letter}", setup.seats[seat] if seat < len(setup.seats) else {})
        t.owners = tuple(self.owners)
        self.lay_dice()
        self.frame(setup.table)
        skills.changed(t)
        return t

    def frame(self, told: Mapping[str, Any]) -> None:
        t = self.t
        _known(told, _FRAME, "table")
        phase = _one_of(told.get("phase", "turns"), PHASES, "table.phase")
        t.round = _number(told.get("round", 1), "table.round", least=1)
        t.turn = _number(told.get("turn", 3), "table.turn", least=1)
        t.active = LETTERS.index(_one_of(told.get("active", "a"), LETTERS, "table.active"))
        t.first = LETTERS.index(_one_of(told.get("first", LETTERS[t.active]), LETTERS, "table.first"))
        t.step = PHASES[phase]
        t.phase = {"discard": "prepare", "draw": "prepare"}.get(phase, phase)
        t.main = bool(told.get("main", True)) and phase == "turns"
        t.sides = _number(told.get("sides", 1), "table.sides", most=9) if phase == "turns" else 0
        t.passes = _number(told.get("passes", 0), "table.passes", most=1)
        t.options = {name: bool(told.get(name, False)) for name in ("any_unit_guards", "organised")}
        if sudden := _number(told.get("sudden_death", 0), "table.sudden_death", most=30):
            t.options["sudden_death"] = sudden
        if phase == "prepare":
            t.round -= t.round > 0

    def seat(self, seat: int, key: str, told: Mapping[str, Any]) -> None:
        _known(told, ("phoenixborn", *BOARDS, *AREAS, "active", "exhausted"), key)
        t, own = self.t, self.t.seats[seat]
        own.phoenixborn = self.piece(seat, told.get("phoenixborn", NOBODY.name), f"{key}.phoenixborn", PHOENIXBORN).id
        for board, kind in BOARDS.items():
            for entry in _list(told.get(board, []), f"{key}.{board}"):
                self.piece(seat, entry, f"{key}.{board}", kind)
        for pile in AREAS:
            entries = _entries(told.get(pile, MANY if pile == "draw_pile" else []), f"{key}.{pile}")
            copies = [self.card(seat, entry, f"{key}.{pile}") for entry in entries]
            # The last card is the top, or the newest; a list in a file begins with it.
            setattr(own, pile, copies[::-1] if pile in ("draw_pile", "discard_pile") else copies)
        for place, where in (("active", ACTIVE), ("exhausted", EXHAUSTED)):
            for entry in _list(told.get(place, []), f"{key}.{place}"):
                for type_, level in _dice_of(entry, f"{key}.{place}", POWER if where == ACTIVE else 0):
                    self.dice.append((seat, type_, level, where, None))
        assert own.phoenixborn in t.pieces

    def piece(self, seat: int, entry: Any, key: str, kind: str) -> Piece:
        name, marks = _marked(entry, key)
        owner = next((LETTERS.index(mark[6:]) for mark in marks if mark in ("owner a", "owner b")), seat)
        copy = self.card(owner, name, key, kind)
        piece = deeds.new_piece(self.t, seat, copy, kind)
        for mark in marks:
            self.mark(seat, piece, mark, key)
        return piece

    def mark(self, seat: int, piece: Piece, mark: str, key: str) -> None:
        """One thing that is told of a card in play."""
        if tokened := _TOKENED.fullmatch(mark):
            setattr(piece, tokened[1], int(tokened[2]))
        elif mark == "exhausted":
            piece.exhaustion = 1
        elif mark == "guarded":
            piece.guarded = True
        elif with_ := _WITH.fullmatch(mark):
            alteration = deeds.new_piece(self.t, seat, self.card(seat, with_[1], key, ALTERATION), ALTERATION)
            alteration.status = int(with_[2] or 0)
            alteration.host = piece.id
            piece.attached.append(alteration.id)
        elif mark.startswith("under "):
            piece.under.append(self.card(seat, mark[6:], key))
        elif mark.startswith("die "):
            owner = 1 - seat if mark.startswith("die charm") else seat
            for type_, level in _dice_of(mark[4:], key, POWER):
                self.dice.append((owner, type_, level, ON_CARD, piece))
        elif mark not in ("owner a", "owner b"):
            known = "exhausted, guarded, wounds N, exhaustion N, status N, with CARD, under CARD, die TYPE, owner SEAT"
            raise BadSetupError(key, f'"{mark[:80]}" is no mark; there are {known}')

    def lay_dice(self) -> None:
        """All dice that were told, seat a's first."""
        t = self.t
        for seat, type_, level, where, piece in sorted(self.dice, key=lambda die: die[0]):
            die = Die(len(t.dice), seat, type_, sum(one.seat == seat for one in t.dice))
            t.dice += (die,)
            t.levels.append(level)
            t.places.append(EXHAUSTED)
            set_die(t, die, where, level)
            if piece is not None:
                piece.dice.append(die.number)

    def card(self, seat: int, entry: Any, key: str, kind: str = "") -> int:
        """A copy of the card that an entry names; one of a kind that may lie there."""
        if not isinstance(entry, str):
            raise BadSetupError(key, f"a card is wanted, and {str(entry)[:80]} is none")
        face = {NOBODY.name: NOBODY, NOTHING_CARD.name: NOTHING_CARD}.get(entry) or self.find(entry)
        if face is None:
            raise BadSetupError(key, f'no card of Ashes is called "{entry[:80]}"')
        fits = {UNIT: face.is_unit, ALTERATION: "alteration" in face.kind, "": face.kind != "phoenixborn"}
        if not fits.get(kind, face.kind == kind):
            raise BadSetupError(key, f"{face.name} cannot lie there: its type is {face.kind.replace('_', ' ')}")
        self.t.cards.append(face)
        self.owners.append(seat)
        return len(self.owners) - 1


def _marked(entry: Any, key: str) -> tuple[str, list[str]]:
    """A card's name, and the marks in brackets behind it."""
    if not isinstance(entry, str):
        raise BadSetupError(key, f"a card is wanted, and {str(entry)[:80]} is none")
    found = _MARKED.search(entry)
    if found is None:
        return entry, []
    return entry[: found.start()], [mark.strip() for mark in found[1].split(",")]


def _dice_of(entry: Any, key: str, level: int) -> list[tuple[int, int]]:
    """(type, level) of each die that an entry such as "3 charm class" tells."""
    found = _DICE.fullmatch(entry) if isinstance(entry, str) else None
    named = die_named(found[2]) if found else None
    if found is None or named is None:
        raise BadSetupError(key, f'dice are told as "natural power" or "3 charm class", not {str(entry)[:80]!r}')
    shown = LEVELS[found[3]] if found[3] else level
    return [(DICE.index(named), shown)] * int(found[1] or 1)


def _entries(told: Any, key: str) -> list[Any]:
    """A list of cards; a number is so many that do not matter."""
    if isinstance(told, int) and not isinstance(told, bool):
        return [NOTHING_CARD.name] * _number(told, key, most=MOST)
    return _list(told, key)


def _list(told: Any, key: str) -> list[Any]:
    if isinstance(told, str):
        return [told]
    if not isinstance(told, list) or len(told) > MOST:
        raise BadSetupError(key, f"a list is wanted, of at most {MOST}")
    return told


def _number(told: Any, key: str, least: int = 0, most: int = 1000) -> int:
    if not isinstance(told, int) or isinstance(told, bool) or not least <= told <= most:
        raise BadSetupError(key, f"a number from {least} to {most} is wanted")
    return told


def _one_of(told: Any, known: Sequence[str] | Mapping[str, Any], key: str) -> str:
    if not isinstance(told, str) or told not in list(known):
        raise BadSetupError(key, f"one of {', '.join(known)} is wanted")
    return told


def _known(told: Mapping[str, Any], known: Sequence[str], key: str) -> None:
    for name in told:
        if name not in known:
            near = get_close_matches(str(name)[:100], known, 1)
            hint = f'; "{near[0]}" is near' if near else f"; there are {', '.join(known)}"
            raise BadSetupError(f"{key}.{name}", f"there is no such thing here{hint}")


# ---------------------------------------------------------------- into words


def reports(t: AshesTable) -> Mapping[str, Any]:
    """The whole position for expectations.

    A seat has `phoenixborn`, `battlefield` and `spellboard` (cards by name: attack, life, recover, wounds, exhaustion,
    status, exhausted, attached, attached_status, dice, under, owner, focus), the piles as lists of names (top or newest
    first), `active` (dice as words, sorted), `exhausted` (their types), `reacted`, and `seen` (cards of the hand that
    the other seat saw). The table has round, turn, phase, active, first, main, sides, attacking (names), outcome and
    winner.
    """
    return {**{letter: _seat_report(t, seat) for seat, letter in enumerate(LETTERS)}, "table": _table_report(t)}


def _table_report(t: AshesTable) -> Mapping[str, Any]:
    outcome, attack = t.outcome, t.attack
    attackers = [piece for number in attack.attackers if (piece := t.pieces.get(number))] if attack else []
    return {
        "round": t.round,
        "turn": t.turn,
        "phase": t.phase,
        "active": LETTERS[t.active],
        "first": LETTERS[t.first],
        "main": t.main,
        "sides": t.sides,
        "attacking": [t.cards[piece.card].name for piece in attackers],
        "outcome": outcome.reason if outcome else "",
        "winner": "".join(LETTERS[seat] for seat in outcome.winners) if outcome else "",
    }


def _seat_report(t: AshesTable, seat: int) -> Mapping[str, Any]:
    own, names = t.seats[seat], [card.name for card in t.cards]
    piles = {pile: [names[copy] for copy in getattr(own, pile)] for pile in AREAS}
    for pile in ("draw_pile", "discard_pile"):
        piles[pile].reverse()
    active = t.dice_of(seat)
    return {
        "phoenixborn": {"name": names[t.phoenixborn(seat).card], **_piece(t, t.phoenixborn(seat))},
        "battlefield": _named(t, t.units_of(seat)),
        "spellboard": _named(t, t.spells_of(seat)),
        **piles,
        "active": sorted(f"{DICE[die.type]} {LEVEL_WORDS[t.levels[die.number]]}" for die in active),
        "exhausted": sorted(DICE[die.type] for die in t.dice_of(seat, EXHAUSTED)),
        "reacted": own.reacted,
        "seen": [names[copy] for copy in own.hand if ("seen", copy, 1 - seat) in t.notes],
    }


def _named(t: AshesTable, pieces: list[Piece]) -> Mapping[str, Any]:
    """Cards by name; a second one of the same name as "Iron Worker 2"."""
    names = _numbered(skills.face_now(t, piece).name for piece in pieces)
    return {name: _piece(t, piece) for piece, name in zip(pieces, names, strict=True)}


def _numbered(names: Iterator[str]) -> Iterator[str]:
    seen: dict[str, int] = {}
    for name in names:
        seen[name] = seen.get(name, 0) + 1
        yield name if seen[name] == 1 else f"{name} {seen[name]}"


def _piece(t: AshesTable, piece: Piece) -> Mapping[str, Any]:
    is_unit = piece.kind == UNIT
    return {
        "attack": skills.attack_of(t, piece) if is_unit else 0,
        "life": skills.life_of(t, piece) if piece.kind in (UNIT, PHOENIXBORN) else 0,
        "recover": skills.recover_of(t, piece) if is_unit else 0,
        "wounds": piece.wounds,
        "exhaustion": piece.exhaustion,
        "exhausted": skills.is_exhausted(t, piece),
        "status": piece.status,
        "guarded": piece.guarded,
        "attached": [t.cards[one.card].name for one in t.alterations_of(piece)],
        "attached_status": [one.status for one in t.alterations_of(piece)],
        "dice": [DICE[t.dice[number].type] for number in piece.dice],
        "under": [t.cards[copy].name for copy in piece.under],
        "owner": LETTERS[t.owners[piece.card]],
        "focus": skills.focus_of(t, piece) if piece.kind == READY_SPELL else 0,
    }
