"""Positions of Cipher from the words of a scenario file, and back."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from typing import Any, TypeAlias

from deckcli.engine.chance import Chance
from deckcli.engine.playing import BadSetupError, Setup
from deckcli.games.cipher import rules, values
from deckcli.games.cipher.faces import Unit as Face
from deckcli.games.cipher.standing import changed
from deckcli.games.cipher.table import NONE, ORBS, CipherTable, Unit
from deckcli.games.cipher.words import is_class_changed

Find: TypeAlias = Callable[[str], "Face | None"]
"""The typed card that a name ("Marth, Altean Prince") or a card number ("B01-003") means; None when none does."""

LETTERS = "ab"
LINES = {"front": True, "back": False}
PILES = ("hand", "deck", "retreat", "orbs", "bonds", "boundless", "support")
PHASES = {"beginning": "beginning", "bond": "bond", "deployment": "deployment", "action": "action", "end": "end"}
BEFORE = {"bond": "beginning", "end": "action"}
"""The phase that runs until the first step of another begins it."""
MORE = "..."
"""As the last of a list: and more cards that do not matter."""
MANY = 10
MOST = 200
"""How many cards that do not matter stand for "more", and how many a number may ask for."""
_MARKS = {**dict.fromkeys(LINES, ("tapped", "mc")), "bonds": ("face-down",), "orbs": ("face-up",)}
_MARKED = re.compile(r"\s*\(([^()]*)\)\s*$")

NOBODY = Face(
    name="Nobody", names=("Nobody",), title="", symbols=(), deploy_cost=1, class_changes=False, class_change_cost=None,
    attack=0, support=0, ranges=(),
)  # fmt: skip
"""The card that does not matter: no symbol, no attack, no support, no range."""


def no_cards(name: str) -> Face | None:
    """A look-up that knows no card."""
    return None


# ---------------------------------------------------------------- from words


def position(setup: Setup, seed: int, find: Find) -> CipherTable:
    """The table of a setup: a later turn of seat a, in its Action Phase. Raises BadSetupError.

    Zones of a seat: `front` and `back` (units), `hand`, `deck` (top first), `retreat`, `orbs`, `bonds`, `boundless`,
    `support`; and `points`, what it has spent this turn. A card is a name or a number. Behind it may stand (tapped) or
    (mc) for a unit, (face-down) for a bond, (face-up) for an orb. A unit is one card, or a list of them, the top card
    last. A number instead of a list stands for so many cards that do not matter ("Nobody"), and "..." at the end of a
    list for some more. When no unit of a seat is marked as its main character, a Nobody in the Back Line is. A deck
    that is not told holds ten Nobodies, orbs that are not told are five.

    `[table]`: `phase` (a word of `PHASES`), `turn`, `active` and `first` ("a" or "b"), `bonuses_survive_level_up`.
    """
    if len(setup.seats) > len(LETTERS):
        raise BadSetupError(f"seats.{'abcdefgh'[len(LETTERS)]}", "Cipher has two seats")
    return _Setting(find).table(setup, seed)


class _Setting:
    """A table being laid out: every card that is named becomes a copy."""

    def __init__(self, find: Find) -> None:
        self.find = find
        self.t = CipherTable()
        self.t.cards = []
        self.owners: list[int] = []

    def table(self, setup: Setup, seed: int) -> CipherTable:
        t = self.t
        t.chance = Chance(seed)
        for seat, letter in enumerate(LETTERS):
            self.seat(seat, f"seats.{letter}", setup.seats[seat] if seat < len(setup.seats) else {})
        t.owners = tuple(self.owners)
        self.frame(setup.table)
        t.stirred = t.upset = True
        changed(t)
        return t

    def frame(self, told: Mapping[str, Any]) -> None:
        t = self.t
        known = ("phase", "turn", "active", "first", "bonuses_survive_level_up")
        _known(told, known, "table")
        phase = _one_of(told.get("phase", "action"), PHASES, "table.phase")
        t.turn = _number(told.get("turn", 3), "table.turn", least=1)
        t.active = LETTERS.index(_one_of(told.get("active", "a"), LETTERS, "table.active"))
        odd = t.active if t.turn % 2 else 1 - t.active
        t.first = LETTERS.index(_one_of(told.get("first", LETTERS[odd]), LETTERS, "table.first"))
        # A phase that is about to begin has not: what waits for its end must not hear of the one before it as its own.
        t.phase, t.step = BEFORE.get(phase, phase), PHASES[phase]
        t.options = {"bonuses_survive_level_up": bool(told.get("bonuses_survive_level_up", False))}
        if phase == "beginning":
            t.active, t.turn = 1 - t.active, t.turn - 1

    def seat(self, seat: int, key: str, told: Mapping[str, Any]) -> None:
        _known(told, (*LINES, *PILES, "points"), key)
        for line, front in LINES.items():
            for number, entry in enumerate(_list(told.get(line, []), f"{key}.{line}")):
                self.unit(
                    seat, entry, f"{key}.{line}.{number + 1}" if isinstance(entry, list) else f"{key}.{line}", front
                )
        if self.t.mc(seat) is None:
            rules.place_main_character(self.t, seat, self.copy(seat, NOBODY)).front = False
        own = self.t.seats[seat]
        own.points = _number(told.get("points", 0), f"{key}.points")
        for pile in PILES:
            told_pile = told.get(pile, {"deck": MANY, "orbs": ORBS}.get(pile, []))
            self.pile(seat, pile, told_pile, f"{key}.{pile}")

    def unit(self, seat: int, entry: Any, key: str, front: bool) -> None:
        line = "front" if front else "back"
        stack = [self.card(seat, one, key, line) for one in _list(entry, key)] if isinstance(entry, list) else [
            self.card(seat, entry, key, line)
        ]  # fmt: skip
        if not stack:
            raise BadSetupError(key, "a unit has at least one card")
        marks = {mark for _, marks in stack for mark in marks}
        if "mc" in marks and self.t.mc(seat) is not None:
            raise BadSetupError(key, "a seat has one main character")
        unit = Unit(self.t.next_unit, seat, stack[0][0], front, mc="mc" in marks)
        unit.stack = [copy for copy, _ in stack]
        unit.tapped = "tapped" in marks
        self.t.units[unit.id] = unit
        self.t.next_unit += 1

    def pile(self, seat: int, pile: str, told: Any, key: str) -> None:
        own = self.t.seats[seat]
        laid = [self.card(seat, entry, key, pile) for entry in _entries(told, key)]
        copies = [copy for copy, _ in laid]
        marked = [copy for copy, marks in laid if marks]
        if pile == "support":
            if len(copies) > 1:
                raise BadSetupError(key, "one card supports")
            own.support = copies[0] if copies else NONE
        elif pile == "bonds":
            own.spent = marked
            own.bonds = [copy for copy in copies if copy not in marked]
        else:
            # The last card is the top, or the newest; a list in a file begins with it.
            setattr(own, pile, copies[::-1] if pile in ("deck", "retreat") else copies)
        if pile == "orbs":
            own.shown_orbs = set(marked)

    def card(self, seat: int, entry: Any, key: str, place: str) -> tuple[int, list[str]]:
        """A copy of the card that an entry names, and the marks behind it."""
        if not isinstance(entry, str):
            raise BadSetupError(key, f"a card is wanted, and {entry!r} is none")
        if entry == MORE:
            return self.copy(seat, NOBODY), []
        name: str = entry
        marks: list[str] = []
        while (found := _MARKED.search(name)) and found[1] in _MARKS.get(place, ()):
            name, marks = name[: found.start()], [*marks, found[1]]
        face = NOBODY if name == NOBODY.name else self.find(name)
        if face is None:
            raise BadSetupError(key, f'no card of Cipher is called "{name[:80]}"')
        return self.copy(seat, face), marks

    def copy(self, seat: int, face: Face) -> int:
        self.t.cards.append(face)
        self.owners.append(seat)
        return len(self.owners) - 1


def _entries(told: Any, key: str) -> list[Any]:
    """A list of cards; a number is so many that do not matter, and "..." at the end of a list some more."""
    if isinstance(told, int) and not isinstance(told, bool):
        return [MORE] * _number(told, key, most=MOST)
    entries = _list(told, key)
    return [*entries[:-1], *[MORE] * MANY] if entries and entries[-1] == MORE else entries


def _list(told: Any, key: str) -> list[Any]:
    if isinstance(told, str):
        return [told]
    if not isinstance(told, list) or len(told) > MOST:
        raise BadSetupError(key, f"a list of cards is wanted, of at most {MOST}")
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


def reports(t: CipherTable) -> Mapping[str, Any]:
    """The whole position for expectations.

    A seat has `front` and `back` (units by card name: attack, tapped, mc, level, class_changed, under, range), `mc`
    (its main character, the same with name and line), the piles as lists of names (top or newest first; face-down
    bonds and face-up orbs are marked as in a setup), `support` and `points` (deployment points left). The table has
    turn, phase, active, outcome, winner, and the totals of the battle that runs or was the last this turn.
    """
    return {**{letter: _seat_report(t, seat) for seat, letter in enumerate(LETTERS)}, "table": _table_report(t)}


def _table_report(t: CipherTable) -> Mapping[str, Any]:
    outcome = t.outcome
    return {
        "turn": t.turn,
        "phase": t.phase,
        "active": LETTERS[t.active],
        "outcome": outcome.reason if outcome else "",
        "winner": "".join(LETTERS[seat] for seat in outcome.winners) if outcome else "",
        "attack_total": t.fought[0],
        "defend_total": t.fought[1],
    }


def _seat_report(t: CipherTable, seat: int) -> Mapping[str, Any]:
    own, names = t.seats[seat], [card.name for card in t.cards]
    mc = t.mc(seat)
    lines = {line: _named(t, [u for u in t.units_of(seat) if u.front is front]) for line, front in LINES.items()}
    return {
        **lines,
        "mc": {} if mc is None else {"name": names[mc.top], "line": "front" if mc.front else "back", **_unit(t, mc)},
        "hand": [names[copy] for copy in own.hand],
        "deck": [names[copy] for copy in reversed(own.deck)],
        "retreat": [names[copy] for copy in reversed(own.retreat)],
        "orbs": [names[copy] + " (face-up)" * (copy in own.shown_orbs) for copy in own.orbs],
        "bonds": [*(names[copy] for copy in own.bonds), *(f"{names[copy]} (face-down)" for copy in own.spent)],
        "boundless": [names[copy] for copy in own.boundless],
        "support": "" if own.support == NONE else names[own.support],
        "points": rules.points_left(t, seat),
    }


def _named(t: CipherTable, units: list[Unit]) -> Mapping[str, Any]:
    """Units by card name; a second one of the same name as "Anna, Secret Seller 2"."""
    found: dict[str, Any] = {}
    for unit, name in zip(units, _numbered(t.face(unit).name for unit in units), strict=True):
        found[name] = _unit(t, unit)
    return found


def _numbered(names: Iterator[str]) -> Iterator[str]:
    seen: dict[str, int] = {}
    for name in names:
        seen[name] = seen.get(name, 0) + 1
        yield name if seen[name] == 1 else f"{name} {seen[name]}"


def _unit(t: CipherTable, unit: Unit) -> Mapping[str, Any]:
    return {
        "attack": values.attack_of(t, unit),
        "tapped": unit.tapped,
        "mc": unit.mc,
        "level": len(unit.stack),
        "class_changed": is_class_changed(t, unit),
        "under": [t.cards[copy].name for copy in reversed(unit.stack[:-1])],
        "range": ", ".join(map(str, values.ranges_of(t, unit))),
    }
