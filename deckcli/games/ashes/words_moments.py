"""Ashes' words for moments: events, what caused them, and what can be asked of the moment."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from deckcli.engine.closures import Awaited, Group
from deckcli.games.ashes.table import NONE, AshesScope, AshesTable, Cause, Event
from deckcli.games.ashes.words import WORDS

# ---------------------------------------------------------------- causes


def caused(t: AshesTable, s: AshesScope, causes: tuple[Any, ...], cause: Cause, event: Event | None = None) -> bool:
    """Whether something was caused by one of these; none of them means whatever the cause."""
    return not causes or any(_fits(t, s, one, cause, event) for one in causes)


def _fits(t: AshesTable, s: AshesScope, one: Any, cause: Cause, event: Event | None) -> bool:
    if isinstance(one, Group):
        piece = t.piece(cause.piece) if cause.piece != NONE else None
        return piece is not None and bool(one.fits(t, s, piece))
    return bool(one(t, s, cause, event))


def _cause(spelling: str, line: str, test: Callable[[Cause], bool]) -> None:
    @WORDS.word("cause", spelling, line=line)
    def made() -> Callable[..., bool]:
        return lambda t, s, cause, event: test(cause)


@WORDS.word(
    "cause", "attack", "group?", lambda given: f"the attack of {given['0'].text}" if given["0"] else "an attack"
)
def _attack(group: Group | None = None) -> Callable[..., bool]:
    def test(t: AshesTable, s: AshesScope, cause: Cause, event: Event | None) -> bool:
        return cause.kind == "attack" and (group is None or _fits(t, s, group, cause, event))

    return test


_cause("counter", "a counter", lambda cause: cause.kind == "counter")
_cause("spell", "a spell", lambda cause: cause.is_spell)
_cause("reaction_spell", "a reaction spell", lambda cause: cause.kind == "reaction_spell")
_cause("ability", "an ability", lambda cause: cause.kind == "ability")
_cause("effect", "a spell, ability or dice power", lambda cause: cause.is_effect)
_cause("dice_power", "a dice power", lambda cause: cause.kind == "dice_power")
_cause("damage", "damage", lambda cause: True)  # only the wounds of damage are ever changed before they are placed


def _whose(spelling: str, line: str, seat: Callable[[AshesTable, AshesScope, Event | None], int]) -> None:
    @WORDS.word("cause", spelling, "cause+", lambda given: line.format(_bare(given["0"])))
    def made(*causes: Any) -> Callable[..., bool]:
        def test(t: AshesTable, s: AshesScope, cause: Cause, event: Event | None) -> bool:
            return cause.seat == seat(t, s, event) and caused(t, s, causes, cause, event)

        return test


def _other_than_its(t: AshesTable, s: AshesScope, event: Event | None) -> int:
    return NONE if event is None or event.seat == NONE else 1 - event.seat


def _bare(words: str) -> str:
    """Causes without their articles, one or another: attack, spell, ability or dice power."""
    parts = [part for piece in words.split(" and ") for part in piece.replace(" or ", ", ").split(", ")]
    bare = [part.removeprefix("the ").removeprefix("an ").removeprefix("a ") for part in parts]
    return " or ".join(filter(None, (", ".join(bare[:-1]), bare[-1])))


_whose("enemy", "an opponent's {}", lambda t, s, event: 1 - s.seat)
_whose("its_enemy", "the {} of an opponent of its controller", _other_than_its)
_whose("my", "your {}", lambda t, s, event: s.seat)


# ---------------------------------------------------------------- events


def _about_thing(spelling: str, line: str) -> None:
    """An event about a card: whether it is one of these, and what caused it."""

    @WORDS.word("event", spelling, "group, by:cause*", line)
    def made(group: Group, by: Any = ()) -> Callable[..., bool]:
        causes = by if isinstance(by, tuple) else (by,)

        def test(t: AshesTable, s: AshesScope, event: Event) -> bool:
            thing = event.thing
            if thing is None or not group.fits(t, s, thing):
                return False
            return not causes or caused(t, s, causes, event.cause, event)

        return test


_about_thing("enters", "{0} comes into play")
_about_thing("damaged", "{0} is dealt damage< by {by}>")
_about_thing("wounded", "wounds are placed on {0}< by {by}>")
_about_thing("destroyed", "{0} is destroyed< by {by}>")
_about_thing("targeted", "{0} is chosen as a target< by {by}>")
_about_thing("declared_attacker", "{0} is declared as an attacker")
_about_thing("declared_blocker", "{0} is declared as a blocker")
_about_thing("declared", "{0} is declared as an attacker, blocker or guard")
_about_thing("resolved", "{0} has resolved")


@WORDS.word("event", "dice_altered", "group", "dice of {0} are rerolled or lowered, or you change them")
def _dice_altered(group: Group) -> Callable[..., bool]:
    """Dice in that player's pool were rolled again or lowered, by whomever, or turned to a side of one's own choice."""
    return lambda t, s, event: (event.word != "changed" or event.seat == s.seat) and bool(group.fits(t, s, event.thing))


@WORDS.word("event", "attached", "group, group?", "{0} is attached< to {1}>")
def _attached(group: Group, host: Group | None = None) -> Callable[..., bool]:
    def test(t: AshesTable, s: AshesScope, event: Event) -> bool:
        if not group.fits(t, s, event.thing):
            return False
        return host is None or (event.other is not None and bool(host.fits(t, s, event.other)))

    return test


@WORDS.word("event", "removed", "token, group", "{0} tokens are removed from {1}")
def _removed(token: str, group: Group) -> Callable[..., bool]:
    return lambda t, s, event: event.word == token and bool(group.fits(t, s, event.thing))


def _about_player(spelling: str, line: str) -> None:
    """An event about what a player does; `at` of an attack is what is attacked."""

    @WORDS.word("event", spelling, "group, at:group?", line)
    def made(group: Group, at: Group | None = None) -> Callable[..., bool]:
        def test(t: AshesTable, s: AshesScope, event: Event) -> bool:
            if event.seat == NONE or not group.fits(t, s, t.seats[event.seat]):
                return False
            return at is None or (event.other is not None and bool(at.fits(t, s, event.other)))

        return test


_about_player("attackers_declared", "{0} {0|declares|declare} attackers< against {at}>")
_about_player("blocks_declared", "{0} {0|declares|declare} blockers or a guard")
_about_player("guard_declared", "{0} {0|declares|declare} a guard")
_about_player("passed", "{0} {0|takes|take} the pass action")
_about_player("meditated", "{0} {0|has|have} meditated")


@WORDS.word("event", "paid_with", "group, to:purpose?", "{0} {0|pays|pay} a cost< of {to}>")
def _paid_with(group: Group, to: str | None = None) -> Callable[..., bool]:
    def test(t: AshesTable, s: AshesScope, event: Event) -> bool:
        return (to is None or event.cause.kind == to) and bool(group.fits(t, s, event.thing))

    return test


WORDS.plain("purpose", dice_power="a dice power")


def _time(spelling: str, line: str, *, mine: bool = False) -> None:
    @WORDS.word("event", spelling, line=line)
    def made() -> Callable[..., bool]:
        return lambda t, s, event: not mine or event.seat == s.seat


_time("round_end", "the round ends")
_time("my.turn_start", "your turn begins", mine=True)
_time("my.turn_end", "your turn ends", mine=True)
_time("player_turns", "the player turns phase begins")
_time("draw_step", "cards are drawn in the prepare phase")
_time("prepare_end", "the prepare phase ends")
_time("recovery_dice", "dice are exhausted in the recovery phase")

# ---------------------------------------------------------------- conditions


@WORDS.word("condition", "my_turn", line="it is your turn")
def _my_turn(t: AshesTable, s: AshesScope) -> bool:
    return t.active == s.seat


@WORDS.word("condition", "first_player", line="you are the first player")
def _first_player(t: AshesTable, s: AshesScope) -> bool:
    return t.first == s.seat


def _this_turn_line(given: Mapping[str, Any]) -> str:
    return f"{given['0'].replace(' is ', ' was ', 1)} this turn"


@WORDS.word("condition", "this_turn", "event", _this_turn_line)
def _this_turn(t: AshesTable, s: AshesScope, event: Awaited) -> bool:
    """Whether a unit was destroyed this turn, or this card was declared as attacker, blocker or guard."""
    if event.names == ("destroyed",):
        return any(t.notes.get(("destroyed", seat)) for seat in (0, 1))
    return ("declared", s.piece) in t.notes


WORDS.plain("moment", turn_end="at the end of the turn", next_turn_end="at the end of the next turn this round")
