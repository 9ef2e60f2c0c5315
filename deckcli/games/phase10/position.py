"""Positions of Phase 10 Strategy from the words of a scenario file, and back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import Any

from deckcli.engine.chance import Chance
from deckcli.engine.playing import BadSetupError, Setup
from deckcli.games.phase10.board import board
from deckcli.games.phase10.labels import SEATS, cards_words, group_words
from deckcli.games.phase10.phases import COLOURS, JOKER, NUMBERS, RUNS, SETS, phases
from deckcli.games.phase10.rules import PHASES, keep_limit
from deckcli.games.phase10.solver import BadHandError, hand_of
from deckcli.games.phase10.table import FACES, NONE, Group, Phase10Table, Seat

_BY_NAME = {face.name.casefold(): face.kind for face in FACES}
_MOST = 108
_SEAT_KEYS = ("hand", "pieces", "marked", "laid", "groups")
_TABLE_KEYS = ("pile", "discard", "active", "first", "round", "turn", "seats", "natural_per_group", "finisher")


def position(setup: Setup, seed: int) -> Phase10Table:
    """The table of a setup: seat a is about to draw. Raises BadSetupError.

    A seat has `hand` (cards by name, "Red 7", or short, "r7"), `pieces` (two spaces by name or number), `marked` and
    `laid` (phases by name or key) and `groups` ({ set = 7, cards = [...] }, { run = 3, ... } with its lowest number,
    { colour = "Green", ... }). `[table]`: `pile` and `discard` (top first; both are empty when not told, and drawing
    is then left out), `active`, `first`, `round`, `turn`, `natural_per_group`, `seats` (how many sit there, when not
    as many as are told), and `finisher`, who has just ended the round.
    """
    _known(setup.table, _TABLE_KEYS, "table")
    count = _number(setup.table.get("seats", max(1, len(setup.seats))), "table.seats", 1, len(SEATS))
    t = Phase10Table(board(), count)
    t.cards, t.chance = [], Chance(seed)
    for seat, told in enumerate(setup.seats):
        if seat >= count and told:
            raise BadSetupError(f"seats.{SEATS[seat : seat + 1]}", f"there are {count} seats")
        if seat < count:
            _seat(t, t.seats[seat], seat, told)
    _frame(t, setup.table)
    t.owners = (0,) * len(t.cards)
    return t


def _frame(t: Phase10Table, told: Mapping[str, Any]) -> None:
    t.pile = _cards(t, told.get("pile", []), "table.pile")[::-1]
    t.discard = _cards(t, told.get("discard", []), "table.discard")[::-1]
    letters = SEATS[: len(t.seats)]
    t.active = _letter(told.get("active", "a"), letters, "table.active")
    t.first = _letter(told.get("first", "a"), letters, "table.first")
    t.round = _number(told.get("round", 2), "table.round", 1, 1000)
    t.turn = _number(told.get("turn", 10), "table.turn", 0, 100_000)
    t.strict = told.get("natural_per_group", False) is True
    if "finisher" in told:
        t.finisher, t.step = _letter(told["finisher"], letters, "table.finisher"), "finish"


def _seat(t: Phase10Table, own: Seat, seat: int, told: Mapping[str, Any]) -> None:
    key = f"seats.{SEATS[seat]}"
    _known(told, _SEAT_KEYS, key)
    own.hand = _cards(t, told.get("hand", []), f"{key}.hand")
    pieces = told.get("pieces", list(t.board.starts))
    if not isinstance(pieces, list) or len(pieces) != 2:
        raise BadSetupError(f"{key}.pieces", "two spaces are wanted")
    one, other = (_space(t, space, f"{key}.pieces") for space in pieces)
    own.pieces = (one, other)
    for phase in _list(told.get("marked", []), f"{key}.marked"):
        own.marks |= 1 << _phase(phase, f"{key}.marked")
    own.laid = _phase(told["laid"], f"{key}.laid") if told.get("laid") else NONE
    own.marks |= 1 << own.laid if own.laid != NONE else 0
    for group in _list(told.get("groups", []), f"{key}.groups"):
        t.groups.append(_group(t, seat, own.laid, group, f"{key}.groups"))


def _group(t: Phase10Table, seat: int, phase: int, told: Any, key: str) -> Group:
    kinds = [kind for kind in (SETS, RUNS, "colour") if isinstance(told, Mapping) and kind in told]
    if len(kinds) != 1 or set(told) - {kinds[0], "cards"}:
        raise BadSetupError(key, "a group is wanted: { set = 7, cards = [...] }, { run = 3, ... } or { colour = ... }")
    kind, value = kinds[0], told[kinds[0]]
    if kind == "colour":
        value = _letter(value, COLOURS, key)
    group = Group(kind, _number(value, key, 0, NUMBERS), seat, max(0, phase))
    group.copies = _cards(t, told.get("cards", []), key)
    for place, copy in enumerate(group.copies):
        face = t.cards[copy]
        stands = {SETS: group.value, RUNS: group.value + place}.get(kind, group.value)
        if face.kind != JOKER and stands != (face.colour if kind == "colour" else face.number):
            raise BadSetupError(key, f"{face.name} does not belong into {group_words(t, group)}")
    if kind == RUNS and group.high > NUMBERS:
        raise BadSetupError(key, f"a run goes to {NUMBERS}")
    return group


def _cards(t: Phase10Table, told: Any, key: str) -> list[int]:
    """The copies that some names mean."""
    copies = []
    for name in _list(told, key):
        kind = _kind(name) if isinstance(name, str) else None
        if kind is None:
            raise BadSetupError(key, f'no card of Phase 10 is called "{str(name)[:80]}"')
        t.cards.append(FACES[kind])
        copies.append(len(t.cards) - 1)
    return copies


def _kind(name: str) -> int | None:
    known = _BY_NAME.get(name.strip().casefold())
    if known is not None:
        return known
    try:
        kinds = hand_of(name, "strategy")
    except BadHandError:
        return None
    return kinds[0] if len(kinds) == 1 else None


def _phase(told: Any, key: str) -> int:
    for index, phase in enumerate(PHASES):
        if told in (phase.key, phase.name):
            return index
    raise BadSetupError(key, f"a phase is wanted: {', '.join(phase.name for phase in phases('strategy'))}")


def _space(t: Phase10Table, told: Any, key: str) -> int:
    if type(told) is int and 0 <= told < t.board.size:
        return told
    if told in t.board.names:
        return t.board.names.index(told)
    raise BadSetupError(key, f"a space is wanted: 0 to {t.board.size - 1}, or {', '.join(t.board.names)}")


def _list(told: Any, key: str) -> list[Any]:
    if isinstance(told, str):
        return [told]
    if not isinstance(told, list) or len(told) > _MOST:
        raise BadSetupError(key, f"a list is wanted, of at most {_MOST}")
    return told


def _number(told: Any, key: str, least: int, most: int) -> int:
    if type(told) is not int or not least <= told <= most:
        raise BadSetupError(key, f"a number from {least} to {most} is wanted")
    return told


def _letter(told: Any, known: Sequence[str], key: str) -> int:
    if not isinstance(told, str) or told not in list(known):
        raise BadSetupError(key, f"one of {', '.join(known)} is wanted")
    return list(known).index(told)


def _known(told: Mapping[str, Any], known: Sequence[str], key: str) -> None:
    for name in told:
        if name not in known:
            near = get_close_matches(str(name)[:100], known, 1)
            hint = f'; "{near[0]}" is near' if near else f"; there are {', '.join(known)}"
            raise BadSetupError(f"{key}.{name}", f"there is no such thing here{hint}")


def reports(t: Phase10Table) -> Mapping[str, Any]:
    """The whole position for expectations.

    A seat has `hand`, `pieces` and `marked` as in a setup, `laid` (the name of a phase, or ""), `groups` (each in
    words: "set of 7s: Red 7, Blue 7, Joker"; in a run a joker is told with its number) and `keep`, how many cards it
    may keep. The table has `pile` and `discard` (top first), `round`, `turn`, `active`, `outcome` and `winner`.
    """
    return {**{SEATS[seat]: _seat_report(t, seat) for seat in range(len(t.seats))}, "table": _table_report(t)}


def _table_report(t: Phase10Table) -> Mapping[str, Any]:
    outcome = t.outcome
    return {
        "pile": [t.cards[copy].name for copy in reversed(t.pile)],
        "discard": [t.cards[copy].name for copy in reversed(t.discard)],
        "round": t.round,
        "turn": t.turn,
        "active": SEATS[t.active],
        "cards": len(t.cards),
        "outcome": outcome.reason if outcome else "",
        "winner": "".join(SEATS[seat] for seat in outcome.winners) if outcome else "",
    }


def _seat_report(t: Phase10Table, seat: int) -> Mapping[str, Any]:
    own = t.seats[seat]
    return {
        "hand": [t.cards[copy].name for copy in own.hand],
        "pieces": [t.board.names[space] for space in own.pieces],
        "marked": [phase.name for index, phase in enumerate(PHASES) if own.marks >> index & 1],
        "laid": PHASES[own.laid].name if own.laid != NONE else "",
        "groups": [
            f"{group_words(t, group)}: {', '.join(cards_words(t, group))}" for group in t.groups if group.seat == seat
        ],
        "keep": keep_limit(t, own),
    }
