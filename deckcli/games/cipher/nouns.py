"""Cipher's nouns: sets of units and cards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from deckcli.games.cipher import skills
from deckcli.games.cipher.paying import Thing, id_of
from deckcli.games.cipher.speaking import CipherScope
from deckcli.games.cipher.table import NONE, CipherTable, Unit
from deckcli.games.cipher.words import (
    WORDS,
    fighters,
    is_side,
    side_of,
    this_unit,
    unit_with,
)


@WORDS.noun(
    "this", has=lambda t, s, x: id_of(x) == s.copy or (not isinstance(x, int) and x.id == s.unit), line="=this unit"
)
def _this(t: CipherTable, s: CipherScope) -> tuple[Thing, ...]:
    unit = this_unit(t, s)
    return (unit,) if unit is not None else (s.copy,)


def _is_unit(t: CipherTable, s: CipherScope, side: str, x: Thing) -> bool:
    return not isinstance(x, int) and (not side or (x.seat == s.seat) is (side == "my"))


@WORDS.noun("unit", has=_is_unit, my="ally|allies", enemy="enemy|enemies", both="unit|units")
def _unit(t: CipherTable, s: CipherScope, side: str) -> list[Unit]:
    if not side:
        return list(t.units.values())
    seat = s.seat if side == "my" else 1 - s.seat
    return [unit for unit in t.units.values() if unit.seat == seat]


@WORDS.noun("mc", my="=your main character", enemy="=the enemy's main character")
def _main_character(t: CipherTable, s: CipherScope, side: str) -> list[Unit]:
    return [unit for unit in t.units.values() if unit.mc and is_side(s, side, unit.seat)]


def _area(
    spelling: str, place: str, cards: Callable[[Any], Sequence[int]], *, my: str, enemy: str, both: str = ""
) -> None:
    """A noun for the cards in an area. A card that was moved is told by `was` as if it still lay there (`events`)."""

    def has(t: CipherTable, s: CipherScope, side: str, x: Thing) -> bool:
        if not isinstance(x, int):
            return False
        if t.flags and (was := t.flags.get("was")) is not None and was[0] == x:
            return bool(was[1] == place) and is_side(s, side, t.owners[x])
        return any(x in cards(t.seats[seat]) for seat in side_of(t, s, side))

    lines = {"my": my, "enemy": enemy, **({"both": both} if both else {})}

    @WORDS.noun(spelling, has=has, **lines)
    def area(t: CipherTable, s: CipherScope, side: str) -> list[int]:
        return [copy for seat in side_of(t, s, side) for copy in cards(t.seats[seat])]


def _cards_in(spelling: str, place: str, cards: Callable[[Any], Sequence[int]], where: str) -> None:
    _area(
        spelling,
        place,
        cards,
        my=f"card|cards|in your {where}",
        enemy=f"card|cards|in the opponent's {where}",
    )


_cards_in("hand", "hand", lambda own: own.hand, "hand")
_cards_in("retreat", "retreat", lambda own: own.retreat, "Retreat")
_cards_in("deck", "deck", lambda own: own.deck, "deck")
_area("orb", "orbs", lambda own: own.orbs, my="orb|orbs|of yours", enemy="orb|orbs|of the opponent", both="orb|orbs")
_area(
    "bond",
    "bond",
    lambda own: (*own.bonds, *own.spent),
    my="bond|bonds|of yours",
    enemy="bond|bonds|of the opponent",
    both="bond|bonds",
)
_area(
    "boundless",
    "boundless",
    lambda own: own.boundless,
    my="card|cards|of yours outside the game",
    enemy="card|cards|of the opponent outside the game",
)
_area(
    "support",
    "support",
    lambda own: (own.support,) if own.support != NONE else (),
    my="=your support",
    enemy="=the opponent's support",
    both="support card|support cards",
)


@WORDS.noun(
    "card",
    has=lambda t, s, side, x: isinstance(x, int) and is_side(s, side, t.owners[x]),
    my="card|cards|of yours",
    enemy="card|cards|of the opponent",
    both="card|cards",
)
def _card(t: CipherTable, s: CipherScope, side: str) -> list[int]:
    return [copy for copy, seat in enumerate(t.owners) if is_side(s, side, seat)]


@WORDS.noun("top", "number", my="=the top {0:-card} of your deck", enemy="=the top {0:-card} of the opponent's deck")
def _top(t: CipherTable, s: CipherScope, side: str, count: int) -> list[int]:
    return [copy for seat in side_of(t, s, side) for copy in t.seats[seat].deck[-count:][::-1]]


@WORDS.noun("bottom", "number", my="=the bottom {0:-card} of your deck")
def _bottom(t: CipherTable, s: CipherScope, side: str, count: int) -> list[int]:
    return [copy for seat in side_of(t, s, side) for copy in t.seats[seat].deck[:count]]


@WORDS.noun("under", "thing", line="card|cards|under {0}")
def _under(t: CipherTable, s: CipherScope, things: Sequence[Thing]) -> list[int]:
    return [copy for one in things if not isinstance(one, int) for copy in one.stack[:-1]]


@WORDS.noun("beneath", "thing", line="=the card right below the top of {0}")
def _beneath(t: CipherTable, s: CipherScope, things: Sequence[Thing]) -> list[int]:
    return [one.stack[-2] for one in things if not isinstance(one, int) and len(one.stack) > 1]


@WORDS.noun("revealed_by", "skill", line="=the card that {0} showed this turn")
def _revealed_by(t: CipherTable, s: CipherScope, name: str) -> tuple[int, ...]:
    return skills.remembered(t, s, "revealed", name)[-1:]


@WORDS.noun("paid", line="=what was paid")
def _paid(t: CipherTable, s: CipherScope) -> tuple[Thing, ...]:
    return s.paid


@WORDS.noun("old_mc", line="=the old main character")
def _old_mc(t: CipherTable, s: CipherScope) -> tuple[Unit, ...]:
    """The one that the event tells of, or whom this seat's main character replaced this turn."""
    number = s.event.other if s.event is not None else t.notes.get(("old mc", s.seat), NONE)
    return fighters(t, number)


@WORDS.noun("it", line="=that unit")
def _it(t: CipherTable, s: CipherScope) -> tuple[Thing, ...]:
    if s.event is None:
        return ()
    unit = unit_with(t, s.event.unit)
    return (unit,) if unit is not None else (s.event.card,) if s.event.card != NONE else ()


@WORDS.noun("that_enemy", line="=that enemy")
def _that_enemy(t: CipherTable, s: CipherScope) -> tuple[Thing, ...]:
    """The other unit of what happened: who was attacked, evaded or destroyed, or who attacked; once the turn in which
    it left is over, its card."""
    if s.event is None:
        return ()
    unit = unit_with(t, s.event.other)
    return (unit,) if unit is not None else (s.event.card,) if s.event.card != NONE else ()


@WORDS.noun("attacker", line="=the attacking unit")
def _attacker(t: CipherTable, s: CipherScope) -> tuple[Unit, ...]:
    return fighters(t, t.battle.attacker) if t.battle is not None else ()


@WORDS.noun("defender", line="=the defending unit")
def _defender(t: CipherTable, s: CipherScope) -> tuple[Unit, ...]:
    return fighters(t, t.battle.defender) if t.battle is not None else ()


def _fighter(t: CipherTable, seat: int) -> tuple[Unit, ...]:
    battle = t.battle
    if battle is None:
        return ()
    return tuple(unit for unit in fighters(t, battle.attacker, battle.defender) if unit.seat == seat)


@WORDS.noun("mine", line="=your fighting unit")
def _mine(t: CipherTable, s: CipherScope) -> tuple[Unit, ...]:
    return _fighter(t, s.seat)


@WORDS.noun("foe", line="=the opposing unit")
def _foe(t: CipherTable, s: CipherScope) -> tuple[Unit, ...]:
    return _fighter(t, 1 - s.seat)


@WORDS.noun("supporter_of", "thing", line="=the card that supports {0}")
def _supporter_of(t: CipherTable, s: CipherScope, things: Sequence[Thing]) -> tuple[int, ...]:
    battle = t.battle
    if battle is None:
        return ()
    fighting = [one for one in things if not isinstance(one, int) and one.id in (battle.attacker, battle.defender)]
    return tuple(copy for one in fighting if (copy := battle.supporters[one.seat]) != NONE)


@WORDS.noun("supporter", line="=the card that supports this unit")
def _supporter(t: CipherTable, s: CipherScope) -> tuple[int, ...]:
    battle = t.battle
    if battle is None or s.unit not in (battle.attacker, battle.defender) or battle.supporters[s.seat] == NONE:
        return ()
    return (battle.supporters[s.seat],)


@WORDS.noun("line_of", "thing", line="=the line of {0}")
def _line_of(t: CipherTable, s: CipherScope, things: Sequence[Thing]) -> tuple[str, ...]:
    return tuple(("front" if one.front else "back") for one in things if not isinstance(one, int))[:1]


@WORDS.noun("front_line", line="=the Front Line")
def _front_line(t: CipherTable, s: CipherScope) -> tuple[str, ...]:
    return ("front",)


@WORDS.noun("back_line", line="=the Back Line")
def _back_line(t: CipherTable, s: CipherScope) -> tuple[str, ...]:
    return ("back",)


WORDS.plain("player", me="you", opponent="the opponent", player="each player")
