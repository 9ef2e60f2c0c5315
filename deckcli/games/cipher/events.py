"""Cipher's events: what a triggered skill may wait for, and what may have caused it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from deckcli.engine.closures import Cause, Group
from deckcli.engine.phrases import Said
from deckcli.games.cipher.paying import Thing
from deckcli.games.cipher.speaking import CipherScope, Event
from deckcli.games.cipher.table import NONE, CipherTable
from deckcli.games.cipher.words import WORDS, caused, unit_with

Test: TypeAlias = "Callable[[CipherTable, CipherScope, Event], bool]"

WORDS.plain(
    "cause",
    attack="an attack",
    critical="a critical",
    skill="a skill",
    effect="the effect of a skill",
    cost="a cost",
    support="a support skill",
    enemy="a skill of the opponent",
    mine="a skill of yours",
)

# ---------------------------------------------------------------- what an event is about


def subject_of(t: CipherTable, event: Event) -> Thing | None:
    """The unit that an event is about, in play or as it left; else the card."""
    if event.unit != NONE:
        return unit_with(t, event.unit)
    return event.card if event.card != NONE else None


def _fits(t: CipherTable, s: CipherScope, group: Group, thing: Thing | None, place: str) -> bool:
    """Whether a thing belongs to a set: a card that was moved as if it still lay at `place`."""
    if thing is None:
        return False
    if not isinstance(thing, int) or not place:
        return bool(group.fits(t, s, thing))
    before = t.flags.get("was")
    t.flags["was"] = (thing, place)
    try:
        return bool(group.fits(t, s, thing))
    finally:
        if before is None:
            del t.flags["was"]
        else:
            t.flags["was"] = before


def _other_of(t: CipherTable, event: Event) -> Thing | None:
    """The second of an event: the other unit, or the card that supports."""
    if event.other != NONE:
        return unit_with(t, event.other)
    return event.card if event.card != NONE else None


def _is_caused(t: CipherTable, s: CipherScope, event: Event, by: Cause) -> bool:
    return caused(t, s, by, event.cause, event.by, event.source)


def _line_is(t: CipherTable, s: CipherScope, lines: Group, line: str) -> bool:
    return line in lines.all(t, s)


# ---------------------------------------------------------------- events of units and cards


_ARRIVALS = ("added", "bonded", "banished")
"""The events of a card that has come to a place: it is looked for there, and elsewhere for where it was."""


def _as_it_lies(event: Event) -> str:
    return ""


def _before(event: Event) -> str:
    return event.places[0]


def _about(name: str, line: str | Callable[..., str], takes: str = "group, group?, by:causes?") -> None:
    """An event about a set, told apart by its second thing, its cause, and the line or place that it is about."""

    @WORDS.word("event", name, takes, line)
    def made(
        subject: Group,
        other: Group | None = None,
        by: Cause | None = None,
        at: Group | None = None,
        to: Group | None = None,
        source: str | None = None,
    ) -> Test:
        line = at or to
        place = _as_it_lies if name in _ARRIVALS else _before

        def test(t: CipherTable, s: CipherScope, event: Event) -> bool:
            return (
                _fits(t, s, subject, subject_of(t, event), place(event))
                and (other is None or _fits(t, s, other, _other_of(t, event), ""))
                and (by is None or _is_caused(t, s, event, by))
                and (line is None or _line_is(t, s, line, event.places[1]))
                and (source is None or event.places[0] == source)
            )

        return test


_BY = "group, by:causes?"
_about("attacks", "{0} attacks< {1}>", "group, group?")
_about("attacked", "{0} becomes the target of an attack< by {by}>", _BY)
_about("fails", "the attack of {0} fails", "group")
_about("survives", "{0} survives an attack< of {1}>", "group, group?")
_about("attack_ends", "an attack of {0} ends", "group")
_about("criticals", "{0} makes a critical< against {1}>", "group, group?")
_about("evades", "{0} evades", "group")
_about("evaded", "the attack of {0} is evaded< by {by}>", _BY)
_about("supported", "{0} is supported< by {1}>", "group, group?")
_about("support_fails", "the support of {0} fails", "group")
_about("deployed", "{0} is deployed< by {by}>< in {at}>< from {source}>", "group, by:causes?, at:group?, source:zone?")
_about("class_changes", "{0} makes a class change< by {by}>", _BY)
_about("levels_up", "{0} levels up< by {by}>", _BY)
_about("destroyed", "{0} is destroyed< by {by}>", _BY)
_about("falls", "{0}, destroyed< by {by}>, is about to leave", _BY)
_about("grown", "cards are put under {0}< by {by}>", _BY)
_about("moved", "{0} moves< to {to}>< by {by}>", "group, by:causes?, to:group?")
_about("taps", "{0} is tapped< by {by}>", _BY)
_about("untaps", "{0} is untapped< by {by}>", _BY)
_about("bonded", "{0} becomes a bond< by {by}>", _BY)
_about("discarded", "{0} is discarded< by {by}>", _BY)
_about("added", "{0} is added to the hand< from {source}>< by {by}>", "group, by:causes?, source:zone?")
_about("banished", "{0} is put out of the game< by {by}>", _BY)
_about("revealed", "{0} is revealed< by {by}>", _BY)
_about("leaves", "{0} is about to leave", "group")
_about("becomes_mc", "{0} becomes the main character", "group")

WORDS.plain("zone", deck="the deck", hand="the hand", retreat="the Retreat", bond="the bonds", orbs="the orbs")


def _destroys_line(given: Mapping[str, Any]) -> str:
    other = given.get("1")
    what = other.text if isinstance(other, Said) else "an enemy"
    by = str(given.get("by") or "")
    if by and by != "an attack":
        return f"{given['0'].text} destroys {what} by {by}"
    return f"the attack of {given['0'].text} destroys {what}"


@WORDS.word("event", "destroys", "group, group?, by:causes?", _destroys_line)
def _destroys(subject: Group, other: Group | None = None, by: Cause | None = None) -> Test:
    """By its attack, unless another cause is named."""
    cause = by or Cause(words=("attack",))

    def test(t: CipherTable, s: CipherScope, event: Event) -> bool:
        return (
            _is_caused(t, s, event, cause)
            and _fits(t, s, subject, subject_of(t, event), "")
            and (other is None or _fits(t, s, other, unit_with(t, event.other), ""))
        )

    return test


@WORDS.word("event", "uses", "group, skill", "{0} uses {1}")
def _uses(subject: Group, what: str) -> Test:
    """A skill is used: by its name, its kind or its tag."""

    def test(t: CipherTable, s: CipherScope, event: Event) -> bool:
        source = event.source
        if not source or what not in (source[1], source[2], event.places[1]):
            return False
        return bool(subject.fits(t, s, unit_with(t, event.unit) or event.card))

    return test


# ---------------------------------------------------------------- events of players


def _whose(who: str) -> str:
    return {"you": "your", "the opponent": "the opponent's"}.get(who, "a")


def _turn_line(moment: str) -> Callable[..., str]:
    return lambda given: f"{_whose(str(given['0']))} turn {moment}"


def _phase_line(moment: str) -> Callable[..., str]:
    return lambda given: f"{_whose(str(given['1']))} {given['0']} {moment}"


def _player_line(own: str, theirs: str) -> Callable[..., str]:
    def line(given: Mapping[str, Any]) -> str:
        by = f" by {given['by']}" if given.get("by") else ""
        kind = f" that is {str(given['1']).removeprefix('that is ')}" if given.get("1") else ""
        return (f"you {own}" if given["0"] == "you" else f"{given['0']} {theirs}") + by + kind

    return line


def _is(s: CipherScope, who: str, seat: int) -> bool:
    return who == "player" or (seat == s.seat) is (who == "me")


def _of_player(name: str, line: Callable[..., str]) -> None:
    @WORDS.word("event", name, "player, by:causes?", line)
    def made(who: str, by: Cause | None = None) -> Test:
        def test(t: CipherTable, s: CipherScope, event: Event) -> bool:
            return _is(s, who, event.seat) and (by is None or _is_caused(t, s, event, by))

        return test


def _of_phase(name: str, line: Callable[..., str]) -> None:
    @WORDS.word("event", name, "phase, player", line)
    def made(phase: str, who: str) -> Test:
        return lambda t, s, event: event.places[0] == phase and _is(s, who, event.seat)


_of_player("turn_starts", _turn_line("starts"))
_of_player("turn_ends", _turn_line("ends"))
_of_player("draws", _player_line("draw a card", "draws a card"))


@WORDS.word("event", "support_placed", "player, filter*", _player_line("turn up a support", "turns up a support"))
def _support_placed(who: str, *tests: Callable[..., bool]) -> Test:
    def test(t: CipherTable, s: CipherScope, event: Event) -> bool:
        return _is(s, who, event.seat) and all(one(t, s, event.card) for one in tests)

    return test


_of_player("loses", _player_line("would lose by the destruction of your main character", "would lose so"))
_of_phase("phase_starts", _phase_line("starts"))
_of_phase("phase_ends", _phase_line("ends"))
WORDS.plain(
    "phase",
    beginning="Beginning Phase",
    bond="Bond Phase",
    deployment="Deployment Phase",
    action="Action Phase",
    end="End Phase",
)
