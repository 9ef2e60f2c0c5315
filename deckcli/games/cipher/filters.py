"""Cipher's conditions: on a thing, and on the game; and the values of things."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from deckcli.engine.effects import Ability
from deckcli.games.cipher import naming, skills, supporting, values
from deckcli.games.cipher.faces import SUPPORTS
from deckcli.games.cipher.paying import Thing, id_of
from deckcli.games.cipher.speaking import CipherScope
from deckcli.games.cipher.standing import given_skills
from deckcli.games.cipher.table import CipherTable, Unit
from deckcli.games.cipher.words import (
    CARD_WORDS,
    WORDS,
    cost_of,
    face_of,
    is_class_changed,
    is_leveled_up,
    lies_face_down,
    names_of,
    owner_of,
    seat_of,
    unit_with,
)


def _has_lost(t: CipherTable, unit: Unit, where: str, word: str) -> bool:
    lost = naming.lost_words(t, unit)
    return bool(lost) and (where in lost or word.lower() in lost)


def _card_word(spelling: str, where: str, word: str) -> None:
    @WORDS.word("filter", spelling, line=f"~{word}")
    def test(t: CipherTable, s: CipherScope, x: Thing) -> bool:
        printed = word in getattr(face_of(t, x), where)
        if isinstance(x, int):
            return (printed or word in naming.words_of_card(t, x)) and not lies_face_down(t, x)
        return not _has_lost(t, x, where, word) if printed else word in naming.words_of(t, x)


for _where, _words in CARD_WORDS.items():
    for _one in _words:
        _card_word(_one.lower(), _where, _one)


@WORDS.word("filter", "colourless", line="~colourless")
def _colourless(t: CipherTable, s: CipherScope, x: Thing) -> bool:
    return not lies_face_down(t, x) and not _words_among(t, (x,), "symbols")


@WORDS.word("filter", "named", "title+", "named {0}")
def _named(t: CipherTable, s: CipherScope, x: Thing, *titles: str) -> bool:
    names = names_of(t, x)
    return any(title in names for title in titles) and not lies_face_down(t, x)


@WORDS.word("filter", "called", "title", "that is {0}")
def _called(t: CipherTable, s: CipherScope, x: Thing, title: str) -> bool:
    """By the whole card name, unit name and title."""
    return face_of(t, x).name == title and not lies_face_down(t, x)


def _was_part(what: str, spelling: str, line: str) -> None:
    @WORDS.word("filter", spelling, "skill", line)
    def test(t: CipherTable, s: CipherScope, x: Thing, name: str) -> bool:
        return (x if isinstance(x, int) else ("unit", x.id)) in skills.remembered(t, s, what, name)


_was_part("paid", "paid_for", "that {0} took as its cost this turn")
_was_part("chosen", "chosen_by", "that {0} chose this turn")


@WORDS.word("filter", "other", line="~other")
def _other(t: CipherTable, s: CipherScope, x: Thing) -> bool:
    return x != s.copy if isinstance(x, int) else x.id != s.unit


def _state(spelling: str, line: str, test: Callable[[CipherTable, Unit], bool]) -> None:
    @WORDS.word("filter", spelling, line=line)
    def state(t: CipherTable, s: CipherScope, x: Thing) -> bool:
        return not isinstance(x, int) and test(t, x)


def _fights(t: CipherTable, unit: Unit) -> bool:
    return t.battle is not None and unit.id in (t.battle.attacker, t.battle.defender)


_state("mc", "that is the main character", lambda t, unit: unit.mc)
_state("front", "in the Front Line", lambda t, unit: unit.front)
_state("back", "in the Back Line", lambda t, unit: not unit.front)
_state("fighting", "that is fighting", _fights)
_state("tapped", "~tapped", lambda t, unit: unit.tapped)
_state("untapped", "~untapped", lambda t, unit: not unit.tapped)
_state("levelled", "~leveled-up", is_leveled_up)
_state("class_changed", "~class-changed", is_class_changed)
_state("defending", "that is attacked", lambda t, unit: t.battle is not None and unit.id == t.battle.defender)
_state("has_attacked", "that attacked this turn", lambda t, unit: "attacks" in unit.did)
_state("has_destroyed", "that destroyed a unit this turn", lambda t, unit: "destroys" in unit.did)
_state("moved_this_turn", "that moved this turn", lambda t, unit: "moved" in unit.did)
_state("class_changed_this_turn", "that made a class change this turn", lambda t, unit: "class_changes" in unit.did)


@WORDS.word("filter", "raised_beside", "thing", "that leveled up or grew this turn while {0} was there")
def _raised_beside(t: CipherTable, s: CipherScope, x: Thing, others: Sequence[Thing]) -> bool:
    """Units are numbered as they come: whoever has a smaller number than the next one had then was there."""
    next_then = 0 if isinstance(x, int) else t.notes.get(("raised", x.id), 0)
    return any(not isinstance(one, int) and one.id < next_then for one in others)


def _attacking_line(given: Mapping[str, Any]) -> str:
    whom = str(given.get("0", "")).removeprefix("that is ")
    return f"that is attacking {'a unit ' if whom.startswith(('not ', 'named ', 'with ')) else ''}{whom}".rstrip()


@WORDS.word("filter", "attacking", "filter*", _attacking_line)
def _is_attacking(t: CipherTable, s: CipherScope, x: Thing, *tests: Callable[..., bool]) -> bool:
    battle = t.battle
    if battle is None or isinstance(x, int) or x.id != battle.attacker:
        return False
    enemy = t.units.get(battle.defender)
    return not tests or (enemy is not None and all(test(t, s, enemy) for test in tests))


@WORDS.word("filter", "symbol", line="with a symbol")
def _symbol(t: CipherTable, s: CipherScope, x: Thing) -> bool:
    return not _colourless(t, s, x) and not lies_face_down(t, x)


def _skills_of(t: CipherTable, x: Thing) -> Sequence[Ability]:
    """The skills of a card or unit, those that it was given included."""
    printed: tuple[Ability, ...] = face_of(t, x).skills
    return printed if isinstance(x, int) else (*printed, *given_skills(t, x))


@WORDS.word("filter", "has", "skill", "with {0}")
def _has(t: CipherTable, s: CipherScope, x: Thing, what: str) -> bool:
    return not lies_face_down(t, x) and any(what in (one.name, one.tag) for one in _skills_of(t, x))


@WORDS.word("filter", "has_support", line="with a support skill")
def _has_support(t: CipherTable, s: CipherScope, x: Thing) -> bool:
    if not any(one.kind in SUPPORTS for one in face_of(t, x).skills):
        return False
    return not lies_face_down(t, x) and not supporting.has_no_supports(t, x)


@WORDS.word("filter", "support_x", line="with support X")
def _support_x(t: CipherTable, s: CipherScope, x: Thing) -> bool:
    return face_of(t, x).support is None


@WORDS.word("filter", "has_cc", line="with a class change cost")
def _has_cc(t: CipherTable, s: CipherScope, x: Thing) -> bool:
    return face_of(t, x).class_changes


def _words_among(t: CipherTable, things: Sequence[Thing], where: str) -> set[str]:
    """The symbols or weapons of these things: those printed on them but for lost ones, and those that they gained."""
    found: set[str] = set()
    for one in things:
        printed = getattr(face_of(t, one), where)
        if isinstance(one, int):
            gained = naming.words_of_card(t, one)
        else:
            gained = naming.words_of(t, one)
            printed = [word for word in printed if not _has_lost(t, one, where, word)]
        found.update(printed, (word for word in gained if word in CARD_WORDS[where]))
    return found


@WORDS.word("filter", "same_colour", "thing", "that shares a symbol with {0}")
def _same_colour(t: CipherTable, s: CipherScope, x: Thing, others: Sequence[Thing]) -> bool:
    return not _words_among(t, (x,), "symbols").isdisjoint(_words_among(t, others, "symbols"))


@WORDS.word("filter", "same_weapon", "thing", "that shares a weapon with {0}")
def _same_weapon(t: CipherTable, s: CipherScope, x: Thing, others: Sequence[Thing]) -> bool:
    return not _words_among(t, (x,), "weapons").isdisjoint(_words_among(t, others, "weapons"))


@WORDS.word("filter", "face_down", line="~face-down")
def _face_down(t: CipherTable, s: CipherScope, x: Thing) -> bool:
    if not isinstance(x, int):
        return False
    own = t.seats[t.owners[x]]
    return x in own.spent or (x in own.orbs and x not in own.shown_orbs)


@WORDS.word("filter", "beside", "thing", "in the line of {0}")
def _beside(t: CipherTable, s: CipherScope, x: Thing, others: Sequence[Thing]) -> bool:
    return any(_stand_together(x, other) for other in others)


def _stand_together(one: Thing, other: Thing) -> bool:
    if isinstance(one, int) or isinstance(other, int):
        return False
    return one.seat == other.seat and one.front is other.front


@WORDS.word("filter", "face_up", line="~face-up")
def _face_up(t: CipherTable, s: CipherScope, x: Thing) -> bool:
    own = t.seats[owner_of(t, x)]
    return isinstance(x, int) and (x in own.bonds or x in own.shown_orbs)


@WORDS.word("filter", "same_name", "thing", "that shares a name with {0}")
def _same_name(t: CipherTable, s: CipherScope, x: Thing, others: Sequence[Thing]) -> bool:
    names = names_of(t, x)
    return any(name in names for other in others for name in names_of(t, other))


@WORDS.word("value", "cost")
def _cost(t: CipherTable, s: CipherScope, x: Thing) -> int:
    return cost_of(t, x)


@WORDS.word("value", "attack")
def _attack(t: CipherTable, s: CipherScope, x: Thing) -> int:
    return face_of(t, x).attack or 0 if isinstance(x, int) else values.attack_of(t, x)


@WORDS.word("value", "stack", line="number of cards in the stack")
def _stack(t: CipherTable, s: CipherScope, x: Thing) -> int:
    return 1 if isinstance(x, int) else len(x.stack)


@WORDS.word("value", "under", line="number of cards below the top")
def _under(t: CipherTable, s: CipherScope, x: Thing) -> int:
    return 0 if isinstance(x, int) else len(x.stack) - 1


@WORDS.word("value", "support", line="support")
def _support(t: CipherTable, s: CipherScope, x: Thing) -> int:
    copy = id_of(x)
    return supporting.support_of(t, owner_of(t, x), copy)


@WORDS.word("value", "weapons", line="number of weapons")
def _weapons(t: CipherTable, s: CipherScope, x: Thing) -> int:
    return len(_words_among(t, (x,), "weapons"))


@WORDS.word("value", "boost", line="raise of attack")
def _boost(t: CipherTable, s: CipherScope, x: Thing) -> int:
    return 0 if isinstance(x, int) else values.attack_of(t, x) - (face_of(t, x).attack or 0)


@WORDS.word("number", "different_names", "thing", "the number of {0} with different names")
def _different_names(t: CipherTable, s: CipherScope, things: Sequence[Thing]) -> int:
    return len({names_of(t, one)[0] for one in things})


@WORDS.word("number", "used", "skill", "how often this unit used {0} ~this turn")
def _times_used(t: CipherTable, s: CipherScope, name: str) -> int:
    if name in WORDS.tags:
        return int(t.notes.get(("tag", s.seat, name), 0))
    return skills.times_used(t, s, name)


@WORDS.word("condition", "by_skill", line="a skill did it")
def _by_skill(t: CipherTable, s: CipherScope) -> bool:
    return s.event is not None and s.event.cause == "skill"


@WORDS.word("condition", "first_attack", line="it is the first attack of the turn")
def _first_attack(t: CipherTable, s: CipherScope) -> bool:
    return int(t.notes.get("attacks", 0)) <= 1


@WORDS.word("condition", "orb_lost", "player", "{0} lost an orb this turn")
def _orb_lost(t: CipherTable, s: CipherScope, who: Any) -> bool:
    return bool(t.notes.get(("orb lost", seat_of(s, who))))


@WORDS.word("condition", "failed", "player", "the support of {0} failed")
def _failed(t: CipherTable, s: CipherScope, who: Any) -> bool:
    return t.battle is not None and seat_of(s, who) in t.battle.failed


def _phase_line(given: Mapping[str, Any]) -> str:
    whose = {"you": "your", "": "the"}.get(str(given.get("1", "")), "the opponent's")
    return f"it is {whose} {given['0']}"


@WORDS.word("condition", "phase", "phase, player?", _phase_line)
def _phase(t: CipherTable, s: CipherScope, phase: str, who: Any = None) -> bool:
    return t.phase == phase and (who is None or t.active == seat_of(s, who))


@WORDS.word("condition", "active", "skill", "{0} is in force")
def _active(t: CipherTable, s: CipherScope, name: str) -> bool:
    return skills.is_active(t, s, name)


@WORDS.word("condition", "widened", "skill", "{0} has its wider choice")
def _widened(t: CipherTable, s: CipherScope, name: str) -> bool:
    return skills.is_widened(t, s, name)


@WORDS.word("condition", "my_turn", line="it is your turn")
def _my_turn(t: CipherTable, s: CipherScope) -> bool:
    return t.active == s.seat


@WORDS.word("condition", "still", "skill", "you can still use {0} in this game")
def _still(t: CipherTable, s: CipherScope, name: str) -> bool:
    return ("exhausted", s.seat, name) not in t.flags


@WORDS.word("condition", "enemy_turn", line="it is the opponent's turn")
def _enemy_turn(t: CipherTable, s: CipherScope) -> bool:
    return t.active != s.seat


@WORDS.word("condition", "defender_falls", line="the attack destroyed the defending unit")
def _defender_falls(t: CipherTable, s: CipherScope) -> bool:
    return t.battle is not None and t.battle.destroyed


def _is_enemy_so(t: CipherTable, s: CipherScope, number: int, filters: Sequence[Callable[..., bool]]) -> bool:
    """Whether the other unit of a battle, as it is or was when it fell, fulfils all conditions."""
    enemy = unit_with(t, number) if filters else None
    return not filters or (enemy is not None and all(test(t, s, enemy) for test in filters))


def _against(own: str, other: str) -> Callable[..., bool]:
    def against(t: CipherTable, s: CipherScope, *filters: Callable[..., bool]) -> bool:
        battle = t.battle
        if battle is None or getattr(battle, own) != s.unit:
            return False
        return _is_enemy_so(t, s, getattr(battle, other), filters)

    return against


WORDS.word("condition", "attacking", "filter*", "this unit is attacking {0}")(_against("attacker", "defender"))


@WORDS.word("condition", "fighting", "filter*", "this unit fights {0}")
def _fighting(t: CipherTable, s: CipherScope, *filters: Callable[..., bool]) -> bool:
    battle = t.battle
    if battle is None or s.unit not in (battle.attacker, battle.defender):
        return False
    return _is_enemy_so(t, s, battle.defender if s.unit == battle.attacker else battle.attacker, filters)


WORDS.word("condition", "attacked_by", "filter*", "this unit is attacked by {0}")(_against("defender", "attacker"))


@WORDS.word("condition", "used", "skill", "this unit used {0} this turn")
def _used(t: CipherTable, s: CipherScope, name: str) -> bool:
    return int(_times_used(t, s, name)) > 0
