"""Positions of Phase from the words of a scenario file, and back."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from typing import Any, TypeAlias

from deckcli.engine.chance import Chance
from deckcli.engine.playing import BadSetupError, Setup
from deckcli.games.phase import rules, values
from deckcli.games.phase.faces import Face, TwoFaced
from deckcli.games.phase.labels import LETTERS
from deckcli.games.phase.played import EVIL, GOOD, PlayedCard
from deckcli.games.phase.table import NONE, PhaseTable
from deckcli.games.phase.view import AREAS

Find: TypeAlias = Callable[[str], "PlayedCard | None"]
"""The card that a name means, of a face or of both ("Squeezle // The Flying Death"); None when none does."""

STEPS = {
    "preparation": "turn",
    "attack": "attack",
    "maneuvering": "action round",
    "training": "action round",
    "end": "action round",
}
"""Where a position may begin: with the Preparation Step, the question whether to attack, or an action round."""
MORE = "..."
"""As the last of a list: and more cards that do not matter."""
MANY = 10
MOST = 200
"""How many cards that do not matter stand for "more", and how many a number may ask for."""
_MARKED = re.compile(r"\s*\((locked|(\d{1,2}) damage)\)\s*$")
_NUMBERS = {"good": GOOD, "evil": EVIL}


def _nobody() -> PlayedCard:
    good = Face("nobody-good", "Nobody", "good", ("good",), 0, 0, 1)
    evil = Face("nobody-evil", "Nobody", "evil", ("evil",), 0, 0, 1)
    return PlayedCard(TwoFaced("nobody", "Nobody", "", good, evil))


NOBODY = _nobody()
"""The card that does not matter: on both sides it costs nothing, has 0/1, and says nothing."""


def no_cards(name: str) -> PlayedCard | None:
    """A look-up that knows no card."""
    return None


# ---------------------------------------------------------------- from words


def position(setup: Setup, seed: int, find: Find) -> PhaseTable:
    """The table of a setup: a later turn of seat a, before it may declare an attack. Raises BadSetupError.

    Zones of a seat: `play`, `hand`, `barracks`, `deck` (top first), `discard` (newest first), `revealed`; `good` and
    `evil`, its influence. A card is a title: that side is up (in a hand: turned to its owner; in a deck: to all). Where
    several cards have that face, "Title // Other" says which; the first is up. Behind it may stand (locked) for a
    warrior or a resource, (2 damage) for a warrior. A number instead of a list stands for so many cards that do not
    matter ("Nobody"), and "..." at the end of a list for some more. A deck that is not told holds ten.

    `[table]`: `step` (a word of `STEPS`), `turn`, `active` and `first` ("a", "b" ...), `nexus_good`, `nexus_evil`, and
    the options of `rules.OPTIONS`.
    """
    if len(setup.seats) > rules.SEATS:
        raise BadSetupError(f"seats.{'abcdefgh'[rules.SEATS]}", f"Phase has at most {rules.SEATS} seats")
    return _Setting(find, max(2, len(setup.seats))).table(setup, seed)


class _Setting:
    """A table being laid out: every card that is named becomes a copy."""

    def __init__(self, find: Find, seats: int) -> None:
        self.find = find
        self.t = PhaseTable(seats)
        self.t.cards = []
        self.owners: list[int] = []

    def table(self, setup: Setup, seed: int) -> PhaseTable:
        t = self.t
        t.chance = Chance(seed)
        for seat in range(len(t.seats)):
            self.seat(seat, f"seats.{LETTERS[seat]}", setup.seats[seat] if seat < len(setup.seats) else {})
        t.owners = tuple(self.owners)
        t.constants = any(card.holds for card in t.cards)
        self.frame(setup.table)
        return t

    def frame(self, told: Mapping[str, Any]) -> None:
        t, letters = self.t, LETTERS[: len(self.t.seats)]
        _known(told, ("step", "turn", "active", "first", "nexus_good", "nexus_evil", *rules.OPTIONS), "table")
        t.options = rules.told_options({name: told[name] for name in rules.OPTIONS if name in told})
        step = _one_of(told.get("step", "attack"), STEPS, "table.step")
        t.active = letters.index(_one_of(told.get("active", "a"), letters, "table.active"))
        t.first = letters.index(_one_of(told.get("first", "a"), letters, "table.first"))
        most = rules.INFLUENCE * len(t.seats)
        t.nexus = [_number(told.get(f"nexus_{kind}", most), f"table.nexus_{kind}") for kind in _NUMBERS]
        around = (t.active - t.first) % len(t.seats)
        t.turn = _number(told.get("turn", 1 + len(t.seats) + around), "table.turn", least=1)
        if STEPS[step] == "action round":
            rules.open_window(t, step)
        else:
            t.step = STEPS[step]

    def seat(self, seat: int, key: str, told: Mapping[str, Any]) -> None:
        _known(told, (*AREAS, *_NUMBERS), key)
        own = self.t.seats[seat]
        for kind, side in _NUMBERS.items():
            own.influence[side] = _number(told.get(kind, 0), f"{key}.{kind}")
        for area in AREAS:
            entries = _entries(told.get(area, MANY if area == "deck" else []), f"{key}.{area}")
            copies = [self.card(seat, entry, f"{key}.{area}", area) for entry in entries]
            # The last card is the top, or the newest; a list in a file begins with it.
            setattr(own, area, copies[::-1] if area in ("deck", "discard") else copies)

    def card(self, seat: int, entry: Any, key: str, area: str) -> int:
        """A copy of the card that an entry names, with its side up and the marks behind it."""
        if not isinstance(entry, str):
            raise BadSetupError(key, f"a card is wanted, and {entry!r} is none")
        name, locked, damage = _marks(entry, key, area)
        title = name.partition(" // ")[0]
        card = NOBODY if name in (MORE, "Nobody") else self.find(name)
        if card is None:
            raise BadSetupError(key, f'no card of Phase is called "{name[:80]}"')
        copy = len(self.owners)
        self.t.cards.append(card)
        self.owners.append(seat)
        self.t.up.append(next((side for side in (0, 1) if card.sides[side].title == title), 0))
        if locked:
            self.t.locked.add(copy)
        if damage:
            self.t.damage[copy] = damage
        return copy


def _marks(entry: str, key: str, area: str) -> tuple[str, bool, int]:
    """A name without its marks, whether it is locked, and the damage on it."""
    name, locked, damage = entry, False, 0
    while found := _MARKED.search(name):
        if area != "play" and (found[2] or area != "barracks"):
            raise BadSetupError(key, f"a card there is not {found[1]}")
        name, locked, damage = name[: found.start()], locked or not found[2], int(found[2] or damage)
    return name, locked, damage


def _entries(told: Any, key: str) -> list[Any]:
    """A list of cards; a number is so many that do not matter, and "..." at the end of a list some more."""
    if isinstance(told, int) and not isinstance(told, bool):
        return [MORE] * _number(told, key, most=MOST)
    if isinstance(told, str):
        told = [told]
    if not isinstance(told, list) or len(told) > MOST:
        raise BadSetupError(key, f"a list of cards is wanted, of at most {MOST}")
    return [*told[:-1], *[MORE] * MANY] if told and told[-1] == MORE else told


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


def reports(t: PhaseTable) -> Mapping[str, Any]:
    """The whole position for expectations.

    A seat has `good` and `evil` (influence), `play` (warriors by the title that is up: attack, defence, damage, locked,
    swift, behind), `barracks` as a list of titles, those locked marked as in a setup, `locked` (how many resources
    are), and the other areas as lists of titles (top or newest first; a hand as its owner holds it). The table has
    turn, step, active, first, `nexus_good`, `nexus_evil`, `defender` (who was selected for the Nexus), `skirmishes`
    (how many are not resolved), outcome and winner.
    """
    return {**{LETTERS[seat]: _seat_report(t, seat) for seat in range(len(t.seats))}, "table": _table_report(t)}


def _table_report(t: PhaseTable) -> Mapping[str, Any]:
    outcome = t.outcome
    return {
        "turn": t.turn,
        "step": t.window or t.step,
        "active": LETTERS[t.active],
        "first": LETTERS[t.first],
        "nexus_good": t.nexus[GOOD],
        "nexus_evil": t.nexus[EVIL],
        "defender": LETTERS[t.guard] if t.guard != NONE else "",
        "skirmishes": len(t.skirmishes),
        "outcome": outcome.reason if outcome else "",
        "winner": "".join(LETTERS[seat] for seat in outcome.winners) if outcome else "",
    }


def _seat_report(t: PhaseTable, seat: int) -> Mapping[str, Any]:
    own = t.seats[seat]
    return {
        "good": own.influence[GOOD],
        "evil": own.influence[EVIL],
        "play": dict(
            zip(_numbered(_title(t, copy) for copy in own.play), (_warrior(t, c) for c in own.play), strict=True)
        ),
        "barracks": [_title(t, copy) + " (locked)" * (copy in t.locked) for copy in own.barracks],
        "locked": sum(copy in t.locked for copy in own.barracks),
        "hand": [_title(t, copy) for copy in own.hand],
        "deck": [_title(t, copy) for copy in reversed(own.deck)],
        "discard": [_title(t, copy) for copy in reversed(own.discard)],
        "revealed": [_title(t, copy) for copy in own.revealed],
    }


def _title(t: PhaseTable, copy: int) -> str:
    return t.face(copy).title


def _numbered(names: Iterator[str]) -> Iterator[str]:
    seen: dict[str, int] = {}
    for name in names:
        seen[name] = seen.get(name, 0) + 1
        yield name if seen[name] == 1 else f"{name} {seen[name]}"


def _warrior(t: PhaseTable, copy: int) -> Mapping[str, Any]:
    return {
        "attack": values.attack_of(t, copy),
        "defence": values.defence_of(t, copy),
        "damage": t.damage.get(copy, 0),
        "locked": copy in t.locked,
        "swift": values.is_swift(t, copy),
        "behind": t.cards[copy].sides[1 - t.up[copy]].title,
    }
