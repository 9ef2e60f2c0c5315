"""Cipher's words: every cost, noun, condition, event, verb and mod that a card's effects may use.

Each is one function, which runs it through `deeds`, and one line, which says it. `data/cipher/effects` is written in
these words; `engine.vocabulary` tells how a word is registered, `engine.phrases` how a line is written.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from deckcli.engine import shared_words
from deckcli.engine.choice import NO, YES, Option, Rules, choose
from deckcli.engine.closures import Built, Group
from deckcli.engine.effects import Ability, check_and_build
from deckcli.engine.phrases import Said
from deckcli.engine.vocabulary import EVERY, NOTHING, Amount, Did, Vocabulary, things_of
from deckcli.games.cipher import deeds, labels, skills
from deckcli.games.cipher.faces import Unit as Face
from deckcli.games.cipher.paying import Atom, Thing, id_of, pick, same_card
from deckcli.games.cipher.skills import CipherScope, Event, Gift, Mod, Static
from deckcli.games.cipher.table import NONE, CipherTable, Unit

WORDS = Vocabulary(
    "cipher",
    kinds={
        "act": "ACT",
        "auto": "AUTO",
        "cont": "CONT",
        "spec": "SPEC",
        "atk": "ATK",
        "def": "DEF",
        "both": "ATK/DEF",
    },
    keys=(
        "name", "kind", "tag", "from", "limit", "cost", "when", "replaces", "static", "need", "freely", "do", "inner",
        "with",
    ),
    zones={"bond": "from the bonds", "hand": "from the hand", "any": "", "support": ""},
    limits={"turn": "once a turn"},
    tags={
        "ccs": "class changed", "lvs2": "level 2 or more", "fs": "formation", "cf": "carnage form", "us": "union",
        "bs": "bond skill", "as": "AS",
    },
)  # fmt: skip


# ---------------------------------------------------------------- things


def face_of(t: CipherTable, thing: Thing) -> Face:
    """The printed card that counts: of a unit its top card."""
    return t.cards[thing] if isinstance(thing, int) else t.cards[thing.stack[-1]]


def unit_with(t: CipherTable, number: int) -> Unit | None:
    """A unit by its id, in play or as it was when it left this turn."""
    return t.units.get(number) or t.gone.get(number)


def this_unit(t: CipherTable, s: CipherScope) -> Unit | None:
    """The unit that has the skill, in play or as it was when it left."""
    return unit_with(t, s.unit)


def side_of(t: CipherTable, s: CipherScope, side: str) -> Iterable[int]:
    """The seats that "my", "enemy" or "" (both) means for whoever speaks."""
    return (s.seat,) if side == "my" else (1 - s.seat,) if side == "enemy" else (s.seat, 1 - s.seat)


def is_side(s: CipherScope, side: str, seat: int) -> bool:
    """Whether a seat belongs to that side."""
    return not side or (seat == s.seat) is (side == "my")


def seat_of(s: CipherScope, who: Any) -> int:
    """The seat that "me" or "opponent" means; whoever speaks, when nobody is named."""
    return 1 - s.seat if who == "opponent" else s.seat


def owner_of(t: CipherTable, thing: Thing) -> int:
    """Whose a thing is."""
    return t.owners[thing] if isinstance(thing, int) else thing.seat


def lies_face_down(t: CipherTable, thing: Thing) -> bool:
    """A bond that was flipped shows neither symbol nor name."""
    return isinstance(thing, int) and thing in t.seats[t.owners[thing]].spent


def copies_of(things: Sequence[Thing]) -> list[int]:
    """The copies by which things are moved: a unit's top card takes its stack along."""
    return [id_of(thing) for thing in things]


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


def _area(spelling: str, cards: Callable[[Any], Sequence[int]], *, my: str, enemy: str) -> None:
    def has(t: CipherTable, s: CipherScope, side: str, x: Thing) -> bool:
        return isinstance(x, int) and any(x in cards(t.seats[seat]) for seat in side_of(t, s, side))

    @WORDS.noun(spelling, has=has, my=my, enemy=enemy)
    def area(t: CipherTable, s: CipherScope, side: str) -> list[int]:
        return [copy for seat in side_of(t, s, side) for copy in cards(t.seats[seat])]


_area("hand", lambda own: own.hand, my="card|cards|in your hand", enemy="card|cards|in the opponent's hand")
_area("retreat", lambda own: own.retreat, my="card|cards|in your Retreat", enemy="card|cards|in the opponent's Retreat")
_area("orb", lambda own: own.orbs, my="orb|orbs|of yours", enemy="orb|orbs|of the opponent")
_area(
    "bond",
    lambda own: (*own.bonds, *own.spent),
    my="bond|bonds|of yours",
    enemy="bond|bonds|of the opponent",
)
_area("deck", lambda own: own.deck, my="card|cards|in your deck", enemy="card|cards|in the opponent's deck")


@WORDS.noun("top", "number", my="=the top {0:-card} of your deck", enemy="=the top {0:-card} of the opponent's deck")
def _top(t: CipherTable, s: CipherScope, side: str, count: int) -> list[int]:
    return [copy for seat in side_of(t, s, side) for copy in t.seats[seat].deck[-count:][::-1]]


@WORDS.noun("it", line="=that unit")
def _it(t: CipherTable, s: CipherScope) -> tuple[Thing, ...]:
    if s.event is None:
        return ()
    unit = unit_with(t, s.event.unit)
    return (unit,) if unit is not None else (s.event.card,) if s.event.card != NONE else ()


def _fighters(t: CipherTable, *numbers: int) -> tuple[Unit, ...]:
    return tuple(unit for number in numbers if (unit := t.units.get(number)) is not None)


@WORDS.noun("attacker", line="=the attacking unit")
def _attacker(t: CipherTable, s: CipherScope) -> tuple[Unit, ...]:
    return _fighters(t, t.battle.attacker) if t.battle is not None else ()


@WORDS.noun("defender", line="=the defending unit")
def _defender(t: CipherTable, s: CipherScope) -> tuple[Unit, ...]:
    return _fighters(t, t.battle.defender) if t.battle is not None else ()


@WORDS.noun("supporter", line="=the card that supports this unit")
def _supporter(t: CipherTable, s: CipherScope) -> tuple[int, ...]:
    battle = t.battle
    if battle is None or s.unit not in (battle.attacker, battle.defender) or battle.supporters[s.seat] == NONE:
        return ()
    return (battle.supporters[s.seat],)


@WORDS.noun("line_of", "thing", line="=the line of {0}")
def _line_of(t: CipherTable, s: CipherScope, things: Sequence[Thing]) -> tuple[str, ...]:
    return tuple(("front" if one.front else "back") for one in things if not isinstance(one, int))[:1]


WORDS.plain("player", me="you", opponent="the opponent")


# ---------------------------------------------------------------- conditions on a thing


def _card_word(spelling: str, where: str, word: str) -> None:
    @WORDS.word("filter", spelling, line=f"~{word}")
    def test(t: CipherTable, s: CipherScope, x: Thing) -> bool:
        if word in getattr(face_of(t, x), where):
            return not lies_face_down(t, x)
        return not isinstance(x, int) and word in skills.words_of(t, x)


CARD_WORDS: Mapping[str, tuple[str, ...]] = {
    "symbols": ("Red", "Blue", "White", "Black", "Green", "Purple", "Yellow", "Brown"),
    "weapons": ("Sword", "Lance", "Axe", "Bow", "Tome", "Staff", "Dragonstone", "Knife", "Fang", "Brawl"),
    "types": ("Armored", "Flier", "Beast", "Dragon", "Mirage", "Monster"),
    "genders": ("Male", "Female"),
}
for _where, _words in CARD_WORDS.items():
    for _one in _words:
        _card_word(_one.lower(), _where, _one)


@WORDS.word("filter", "colourless", line="~colourless")
def _colourless(t: CipherTable, s: CipherScope, x: Thing) -> bool:
    if face_of(t, x).symbols or lies_face_down(t, x):
        return False
    return isinstance(x, int) or not any(word in CARD_WORDS["symbols"] for word in skills.words_of(t, x))


@WORDS.word("filter", "named", "title+", "named {0}")
def _named(t: CipherTable, s: CipherScope, x: Thing, *titles: str) -> bool:
    names = face_of(t, x).names
    return any(title in names for title in titles) and not lies_face_down(t, x)


@WORDS.word("filter", "other", line="~other")
def _other(t: CipherTable, s: CipherScope, x: Thing) -> bool:
    return x != s.copy if isinstance(x, int) else x.id != s.unit


def _state(spelling: str, line: str, test: Callable[[CipherTable, Unit], bool]) -> None:
    @WORDS.word("filter", spelling, line=line)
    def state(t: CipherTable, s: CipherScope, x: Thing) -> bool:
        return not isinstance(x, int) and test(t, x)


def _fights(t: CipherTable, unit: Unit) -> bool:
    return t.battle is not None and unit.id in (t.battle.attacker, t.battle.defender)


def _is_class_changed(t: CipherTable, unit: Unit) -> bool:
    return len(unit.stack) > 1 and t.cards[unit.stack[-1]].class_changes


_state("mc", "that is the main character", lambda t, unit: unit.mc)
_state("front", "in the Front Line", lambda t, unit: unit.front)
_state("back", "in the Back Line", lambda t, unit: not unit.front)
_state("fighting", "that is fighting", _fights)
_state("tapped", "~tapped", lambda t, unit: unit.tapped)
_state("untapped", "~untapped", lambda t, unit: not unit.tapped)
_state("levelled", "~leveled-up", lambda t, unit: len(unit.stack) > 1)
_state("class_changed", "~class-changed", _is_class_changed)
_state("has_attacked", "that attacked this turn", lambda t, unit: "attacks" in unit.did)


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
    names = face_of(t, x).names
    return any(name in names for other in others for name in face_of(t, other).names)


# ---------------------------------------------------------------- values, numbers, conditions


@WORDS.word("value", "cost")
def _cost(t: CipherTable, s: CipherScope, x: Thing) -> int:
    face = face_of(t, x)
    return face.deploy_cost if face.deploy_cost is not None else skills.deploy_cost(t, owner_of(t, x), id_of(x))


@WORDS.word("value", "attack")
def _attack(t: CipherTable, s: CipherScope, x: Thing) -> int:
    return face_of(t, x).attack or 0 if isinstance(x, int) else skills.attack_of(t, x)


@WORDS.word("value", "stack", line="number of cards in the stack")
def _stack(t: CipherTable, s: CipherScope, x: Thing) -> int:
    return 1 if isinstance(x, int) else len(x.stack)


@WORDS.word("value", "under", line="number of cards below the top")
def _under(t: CipherTable, s: CipherScope, x: Thing) -> int:
    return 0 if isinstance(x, int) else len(x.stack) - 1


@WORDS.word("condition", "my_turn", line="it is your turn")
def _my_turn(t: CipherTable, s: CipherScope) -> bool:
    return t.active == s.seat


@WORDS.word("condition", "my_deployment", line="it is your Deployment Phase")
def _my_deployment(t: CipherTable, s: CipherScope) -> bool:
    return t.active == s.seat and t.phase == "deployment"


@WORDS.word("condition", "still", "skill", "you can still use {0} in this game")
def _still(t: CipherTable, s: CipherScope, name: str) -> bool:
    return ("exhausted", s.seat, name) not in t.flags


@WORDS.word("condition", "enemy_turn", line="it is the opponent's turn")
def _enemy_turn(t: CipherTable, s: CipherScope) -> bool:
    return t.active != s.seat


@WORDS.word("condition", "defender_falls", line="the attack destroyed the defending unit")
def _defender_falls(t: CipherTable, s: CipherScope) -> bool:
    return t.battle is not None and t.battle.destroyed


def _against(own: str, other: str) -> Callable[..., bool]:
    def against(t: CipherTable, s: CipherScope, *filters: Callable[..., bool]) -> bool:
        battle = t.battle
        if battle is None or getattr(battle, own) != s.unit:
            return False
        enemy = t.units.get(getattr(battle, other))
        return enemy is not None and all(test(t, s, enemy) for test in filters)

    return against


WORDS.word("condition", "attacking", "filter*", "this unit is attacking {0}")(_against("attacker", "defender"))
WORDS.word("condition", "attacked_by", "filter*", "this unit is attacked by {0}")(_against("defender", "attacker"))


@WORDS.word("condition", "used", "skill", "this unit used {0} this turn")
def _used(t: CipherTable, s: CipherScope, name: str) -> bool:
    return skills.times_used(t, s, name) > 0


# ---------------------------------------------------------------- events


def _about(unit: str, line: str | Callable[..., str], name: str) -> None:
    """An event about a set: whether its subject (`unit`, or the other one) belongs to it."""

    @WORDS.word("event", name, "group, group?", line)
    def made(subject: Group, other: Group | None = None) -> Callable[..., bool]:
        def test(t: CipherTable, s: CipherScope, event: Event) -> bool:
            one = unit_with(t, getattr(event, unit))
            if one is None or not subject.fits(t, s, one):
                return False
            two = unit_with(t, event.other) if other is not None else None
            return other is None or (two is not None and other.fits(t, s, two))

        return test


def _destroys_line(given: Mapping[str, Any]) -> str:
    other = given.get("1")
    return f"the attack of {given['0'].text} destroys {other.text if isinstance(other, Said) else 'an enemy'}"


_about("unit", "{0} attacks< {1}>", "attacks")
_about("unit", "{0} becomes the target of an attack", "attacked")
_about("unit", _destroys_line, "destroys")
_about("unit", "{0} is deployed", "deployed")
_about("unit", "{0} makes a class change", "class_changes")
_about("unit", "{0} levels up", "levels_up")
_about("unit", "{0} is destroyed", "destroyed")


WORDS.plain("cause", attack="an attack", skill="a skill", cost="a cost")


@WORDS.word("event", "falls", "group, by:cause?", "{0}, destroyed< by {by}>, is about to go to the Retreat")
def _falls(subject: Group, by: str | None = None) -> Callable[..., bool]:
    def test(t: CipherTable, s: CipherScope, event: Event) -> bool:
        unit = unit_with(t, event.unit)
        return unit is not None and by in (None, event.cause) and bool(subject.fits(t, s, unit))

    return test


# ---------------------------------------------------------------- costs


def _bonds_alike(t: CipherTable, thing: Thing) -> Any:
    """Bonds with the same symbols and without a skill of their own there leave the same behind."""
    face = face_of(t, thing)
    return (face.symbols, id(face) if any(one.zone == "bond" for one in face.skills) else 0)


def _fitting(claims: Callable[..., Sequence[Thing]], group: Group | None) -> Callable[..., Sequence[Thing]]:
    if group is None:
        return claims
    fits = group.fits
    return lambda t, s: [thing for thing in claims(t, s) if fits(t, s, thing)]


def _flip_them(t: CipherTable, s: CipherScope, things: Sequence[Thing]) -> None:
    deeds.flip_bonds(t, s.seat, copies_of(things))


def _tap_them(t: CipherTable, s: CipherScope, things: Sequence[Thing]) -> None:
    for thing in things:
        if not isinstance(thing, int):
            deeds.tap(t, thing, "cost", s.unit)


def _discard_them(t: CipherTable, s: CipherScope, things: Sequence[Thing]) -> None:
    deeds.discard(t, s.seat, copies_of(things), "cost", s.unit)


def _many(amount: Built) -> int:
    """How many a cost takes: a number that is known when the card is built."""
    if isinstance(amount.fixed, Amount):
        return amount.fixed.least
    return EVERY if amount.fixed is None else int(amount.fixed)


def _cost_line(verb: str, noun: str) -> Callable[..., str]:
    def line(given: Mapping[str, Any]) -> str:
        if isinstance(given.get("1"), Said):
            return f"{verb} {_counted(given['0'], given['1'])}"
        return f"{verb} {given['0']} {noun}{'' if given['0'] == '1' else 's'}"

    return line


@WORDS.word("cost", "flip", "amount, group?", _cost_line("flip", "bond"))
def _flip(amount: Built, group: Group | None = None) -> Atom:
    claims = _fitting(lambda t, s: t.seats[s.seat].bonds, group)
    return Atom("bond", _many(amount), claims, _flip_them, _bonds_alike)


@WORDS.word("cost", "flip_this", line="flip this bond")
def _flip_this() -> Atom:
    return Atom("bond", 1, lambda t, s: (s.copy,) if s.copy in t.seats[s.seat].bonds else (), _flip_them, _bonds_alike)


def _untapped(t: CipherTable, s: CipherScope) -> list[Thing]:
    return [unit for unit in t.units.values() if unit.seat == s.seat and not unit.tapped]


def _untapped_self(t: CipherTable, s: CipherScope) -> Sequence[Thing]:
    unit = t.units.get(s.unit)
    return (unit,) if unit is not None and not unit.tapped else ()


def _tap_line(given: Mapping[str, Any]) -> str:
    return f"tap {_counted(given['0'], given['1'])}" if given["0"] else "tap this unit"


def _counted(many: str, who: Any) -> str:
    words = who.text if isinstance(who, Said) else str(who)
    for plural, one in (("allies", "ally"), ("cards", "card"), ("bonds", "bond")):
        if many == "1":
            words = re.sub(rf"\b{plural}\b", one, words, count=1)
    return f"{many} {words}"


@WORDS.word("cost", "tap", "amount?, group?", _tap_line)
def _tap_cost(amount: Built | None = None, group: Group | None = None) -> Atom:
    if amount is None:
        return Atom("tap", 1, _untapped_self, _tap_them, same_card)
    return Atom("tap", _many(amount), _fitting(_untapped, group), _tap_them, same_card)


def _destroy_them(t: CipherTable, s: CipherScope, things: Sequence[Thing]) -> None:
    for thing in things:
        if not isinstance(thing, int):
            deeds.destroy(t, thing, "cost", s.unit)


@WORDS.word("cost", "destroy_this", line="destroy this unit")
def _destroy_cost() -> Atom:
    return Atom("unit", 1, lambda t, s: _fighters(t, s.unit), _destroy_them, same_card)


@WORDS.word("cost", "discard", "amount, group?", _cost_line("discard", "card"))
def _discard_cost(amount: Built, group: Group | None = None) -> Atom:
    claims = _fitting(lambda t, s: t.seats[s.seat].hand, group)
    return Atom("hand", _many(amount), claims, _discard_them, same_card)


# ---------------------------------------------------------------- mods and acts


def _value(amount: Built) -> Any:
    return amount if amount.fixed is None else amount.fixed


def _number_mod(spelling: str, kind: str, line: str | Callable[..., str]) -> None:
    @WORDS.word("mod", spelling, "number", line)
    def mod(amount: Built) -> Mod:
        return Mod(kind, _value(amount))


def _added(what: str) -> Callable[..., str]:
    def line(given: Mapping[str, Any]) -> str:
        number, _, rest = str(given["0"]).partition(" ")
        sign = "" if number.startswith("-") else "+"
        return " ".join(filter(None, [f"[gets|get] {sign}{number} {what}", rest]))

    return line


_number_mod("attack", "attack", _added("attack"))
_number_mod("attack_is", "attack_is", "[has|have] attack {0}")
_number_mod("cost_is", "cost_is", "[costs|cost] {0} to deploy")
_number_mod("cc_cost_is", "cc_cost_is", "[costs|cost] {0} to class change to")
_number_mod("level_cost", "level_cost", _added("cost when it is used to level up"))
_number_mod("orbs_is", "orbs_is", "[destroys|destroy] {0:orb} by attacking")
_number_mod("orbs", "orbs", "[destroys|destroy] {0} more by attacking")


@WORDS.word("mod", "range", "number, number?", "can attack at range {0}<-{1}>")
def _range(near: Built, far: Built | None = None) -> Mod:
    last = far if far is not None else near
    return Mod("range", tuple(range(int(near.fixed or 0), int(last.fixed or 0) + 1)))


def _word_mod(spelling: str, word: str) -> None:
    @WORDS.word("mod", spelling, line=f"[is|are] also {word}")
    def mod() -> Mod:
        return Mod("word", word)


for _words in CARD_WORDS.values():
    for _one in _words:
        _word_mod(_one.lower(), _one)


@WORDS.word("mod", "skill", "skill", "[has|have] {0}")
def _skill(name: str) -> Mod:
    return Mod("skill", name)


def _act(spelling: str, line: str, takes: str = "") -> None:
    @WORDS.word("act", spelling, takes, line)
    def act(whom: Any = None) -> tuple[str, Any]:
        return spelling, whom.fits if isinstance(whom, Group) else whom


_act("attack", "attack< {0}>", "group?")
_act("critical", "make a critical")
_act("evade", "evade")
_act("be_evaded", "be evaded")
_act("be_destroyed", "be destroyed< by {0}>", "group?")
_act("be_defeated", "be destroyed by an attack")
_act("be_deployed", "be deployed")
_act("ignore_symbol", "deploy and level up cards whose symbols no bond shows")
_act("be_moved", "be moved")
_act("be_untapped", "be untapped")
_act("be_attacked", "be attacked< by {0}>", "group?")
_act("be_supported", "be supported< by {0} cards>", "filter?")
_act("bond", "be a bond")


@WORDS.word("mod", "cannot", "act", "cannot {0}")
def _cannot(act: tuple[str, Any]) -> Mod:
    return Mod(f"cannot {act[0]}", True, act[1])


@WORDS.word("mod", "can", "act", "can {0}")
def _can(act: tuple[str, Any]) -> Mod:
    return Mod(f"can {act[0]}", True, act[1])


UNTIL: Mapping[str, str] = {
    "combat": "until the end of the combat",
    "turn": "until the end of the turn",
    "their_turn_end": "until the end of the opponent's next turn",
    "my_turn_end": "until the end of your next turn",
    "game": "for the rest of the game",
}
WORDS.plain("duration", **UNTIL)


def _give_line(given: Mapping[str, Any]) -> str:
    who = given["0"]
    said = re.sub(r"\[(\w+)\|(\w+)\]", r"\2" if who.many else r"\1", str(given["1"]))
    return " ".join(filter(None, [who.text, said, str(given.get("until", ""))]))


@WORDS.word("rule", "give", "group, mod+", _give_line)
def _give_rule(group: Group, *mods: Mod) -> Static:
    if any(mod.kind == "skill" for mod in mods):
        raise ValueError("a continuous skill cannot hand out skills yet")
    return Static(group, mods)


@WORDS.word("rule", "let", "player, mod+", lambda given: " ".join((str(given["0"]), str(given["1"]))))
def _let(who: str, *mods: Mod) -> Static:
    return Static(None, mods, who)


def _loses_line(given: Mapping[str, Any]) -> str:
    who = given["0"]
    return f"{who.text} lose{'' if who.many else 's'} {given['1']}"


@WORDS.word("rule", "lose", "group, skill", _loses_line)
def _lose(group: Group, name: str) -> Static:
    return Static(group, (Mod("lose", name),))


def _ends(t: CipherTable, s: CipherScope, until: str) -> tuple[str, int]:
    """When a gift is over: the turn at whose end, for all that lasts beyond the combat and not for good."""
    mine = t.active == s.seat
    ahead = {"turn": 0, "their_turn_end": 1 if mine else 2, "my_turn_end": 2 if mine else 1}
    return ("turn", t.turn + ahead[until]) if until in ahead else (until, 0)


def _fixed(t: CipherTable, s: CipherScope, mod: Mod) -> Mod:
    """A mod with the values of this moment, and a skill by what it does."""
    if mod.kind == "skill":
        return mod._replace(value=skill_called(t, s, mod.value))
    return mod._replace(value=mod.value.run(t, s)) if isinstance(mod.value, Built) else mod


def skill_called(t: CipherTable, s: CipherScope, name: str) -> Ability:
    """The skill of that name that the speaking skill hands out itself, or one that all know."""
    own = t.cards[s.copy].skills
    inner = own[s.index].inner if 0 <= s.index < len(own) else ()
    return next((one for one in inner if one.name == name), None) or shared_ability(name)


@lru_cache(maxsize=256)
def shared_ability(name: str) -> Ability:
    """A skill that many cards have or hand out, by its name. Raises KeyError."""
    return ready(check_and_build({"abilities": [WORDS.shared[name]]}, WORDS, name))[0]


def _is_levelled(t: CipherTable, s: CipherScope, level: int) -> bool:
    unit = unit_with(t, s.unit)
    return unit is not None and len(unit.stack) >= level


TAG_NEEDS: Mapping[str, Callable[[CipherTable, CipherScope], bool]] = {
    "lvs2": lambda t, s: _is_levelled(t, s, 2),
    "ccs": lambda t, s: (unit := unit_with(t, s.unit)) is not None and _is_class_changed(t, unit),
}
"""What a skill with a tag needs besides what it says itself."""


def ready(abilities: Iterable[Ability]) -> tuple[Ability, ...]:
    """Abilities as they are played: what their tags need is put to what they need."""
    return tuple(_with_tag(one) for one in abilities)


def _with_tag(ability: Ability) -> Ability:
    tag = TAG_NEEDS.get(ability.tag)
    if tag is None:
        return ability
    need = ability.need
    both = tag if need is None else (lambda t, s: tag(t, s) and need(t, s))
    return replace(ability, need=both)


@WORDS.word("verb", "give", "thing, mod+, until:duration", _give_line)
def _give(t: CipherTable, s: CipherScope, things: Sequence[Thing], *mods: Mod, until: str) -> Did:
    units = [thing for thing in things if not isinstance(thing, int) and thing.id in t.units]
    if not units:
        return NOTHING
    fixed = tuple(_fixed(t, s, mod) for mod in mods)
    who = CipherScope(s.seat, s.copy, s.unit, s.index)
    last, ends = _ends(t, s, until)
    skills.give(t, Gift(last, ends, frozenset((unit.id, unit.grade) for unit in units), NONE, fixed, who))
    return Did(units)


# ---------------------------------------------------------------- verbs


def _each(things: Sequence[Thing], deed: Callable[[Unit], bool]) -> Did:
    """Do something to each unit that is in play: all of them is all that was asked."""
    done = [thing for thing in things if not isinstance(thing, int) and deed(thing)]
    return Did(done, full=len(done) == len(things) > 0)


@WORDS.word("verb", "move", "thing", "move {0} to the other line")
def _move(t: CipherTable, s: CipherScope, things: Sequence[Thing]) -> Did:
    return _each(things, lambda unit: deeds.move(t, unit, "skill", s.unit))


@WORDS.word("verb", "untap", "thing", "untap {0}")
def _untap(t: CipherTable, s: CipherScope, things: Sequence[Thing]) -> Did:
    return _each(things, lambda unit: deeds.untap(t, unit, "skill", s.unit))


@WORDS.word("verb", "tap", "thing", "tap {0}")
def _tap(t: CipherTable, s: CipherScope, things: Sequence[Thing]) -> Did:
    return _each(things, lambda unit: deeds.tap(t, unit, "skill", s.unit))


@WORDS.word("verb", "destroy", "thing", "destroy {0}")
def _destroy(t: CipherTable, s: CipherScope, things: Sequence[Thing]) -> Did:
    return _each(things, lambda unit: deeds.destroy(t, unit, "skill", s.unit))


@WORDS.word("verb", "grow", "thing, thing", "put {1} under {0}")
def _grow(t: CipherTable, s: CipherScope, things: Sequence[Thing], cards: Sequence[Thing]) -> Did:
    unit = things[0]
    if isinstance(unit, int) or not cards:
        return NOTHING
    return Did(cards, deeds.grow(t, unit, copies_of(cards), "skill", s.unit))


@WORDS.word("verb", "exhaust", "skill", "you cannot use {0} again in this game")
def _exhaust(t: CipherTable, s: CipherScope, name: str) -> Did:
    t.flags["exhausted", s.seat, name] = True
    return Did((), 1, True)


@WORDS.word("verb", "redirect", "thing", "{0} is attacked in its place")
def _redirect(t: CipherTable, s: CipherScope, things: Sequence[Thing]) -> Did:
    return _each(things, lambda unit: deeds.redirect(t, unit))


def _who(given: Mapping[str, Any]) -> tuple[str, str]:
    """Who does it and with which ending: you draw, the opponent draws."""
    return ("the opponent ", "s") if given.get("who") == "the opponent" else ("", "")


def _draw_line(given: Mapping[str, Any]) -> str:
    who, ending = _who(given)
    return f"{who}draw{ending} {given['0']} card{'' if given['0'] == '1' else 's'}"


@WORDS.word("verb", "draw", "number, who:player?", _draw_line)
def _draw(t: CipherTable, s: CipherScope, count: int, who: Any = None) -> Did:
    drawn = deeds.draw(t, seat_of(s, who), count, "skill")
    return Did((), drawn, drawn == count > 0)


def _discard_line(given: Mapping[str, Any]) -> str:
    who, ending = _who(given)
    return f"{who}discard{ending} {given['0']} card{'' if given['0'] in ('1', 'up to 1') else 's'}"


@WORDS.word("verb", "discard", "amount, who:player?", _discard_line)
def _discard(t: CipherTable, s: CipherScope, amount: Any, who: Any = None) -> Rules[Did]:
    amount = amount if isinstance(amount, Amount) else Amount(int(amount), int(amount))
    seat = seat_of(s, who)
    least, most = amount.of(len(t.seats[seat].hand))
    cards = yield from pick(t, seat, "discard", t.seats[seat].hand, least, most, same_card, (s.copy, s.index))
    gone = deeds.discard(t, seat, copies_of(cards), "skill", s.unit)
    return Did(cards, gone, gone >= max(1, amount.least))


WORDS.plain(
    "place",
    hand="into its owner's hand",
    retreat="into the Retreat",
    bond="among the bonds",
    orbs="among the orbs",
    top="on top of the deck",
    bottom="under the deck",
    boundless="out of the game",
)


@WORDS.word("verb", "put", "thing, place", "put {0} {1}")
def _put(t: CipherTable, s: CipherScope, things: Sequence[Thing], place: str) -> Did:
    moved = deeds.put(t, copies_of(things), place, "skill", s.unit)
    return Did(things if moved == len(things) else (), moved, moved == len(things))


@WORDS.word("verb", "look", "thing", "look at {0}")
def _look(t: CipherTable, s: CipherScope, things: Sequence[Thing]) -> Did:
    for copy in copies_of(things):
        own = t.seats[t.owners[copy]]
        if copy in own.orbs and t.owners[copy] == s.seat:
            own.known_orbs.add(copy)
        t.notes["seen", copy, s.seat] = 1
    return Did(things)


@WORDS.word("verb", "reveal", "thing", "reveal {0}")
def _reveal(t: CipherTable, s: CipherScope, things: Sequence[Thing]) -> Did:
    for copy in copies_of(things):
        t.notes["seen", copy, 0] = t.notes["seen", copy, 1] = 1
        deeds.reveal(t, t.owners[copy], (copy,), "skill", s.unit)
    return Did(things)


@WORDS.word("verb", "mute", "player", "support skills of {0} do nothing until the end of the combat")
def _mute(t: CipherTable, s: CipherScope, who: Any) -> Did:
    seat = seat_of(s, who)
    if t.battle is None or t.battle.supporters[seat] == NONE:
        return NOTHING
    t.battle.muted += (seat,)
    return Did((), 1, True)


WORDS.plain("mark", tapped="tapped")


@WORDS.word("verb", "deploy", "thing, mark?, at:thing?", "deploy {0}< {1}>< in {at}>")
def _deploy(
    t: CipherTable, s: CipherScope, things: Sequence[Thing], mark: str | None = None, at: Sequence[Any] | None = None
) -> Rules[Did]:
    done: list[Unit] = []
    if at is not None and not at:
        return NOTHING
    for copy in copies_of(things):
        front = None if at is None else at[0] == "front"
        tapped = mark == "tapped"
        unit = yield from deeds.deploy_unit(t, t.owners[copy], copy, front, tapped=tapped, by=s.unit)
        if unit is not None:
            done.append(unit)
    return Did(done, full=len(done) == len(things) > 0)


WORDS.plain("moment", combat_end="at the end of the combat", turn_ends="at the end of the turn")


@WORDS.word("verb", "later", "moment, deed", "{0}, {1}")
def _later(t: CipherTable, s: CipherScope, moment: str, deed: Built) -> Did:
    names = tuple((name, tuple(copies_of(things_of(value)))) for name, value in s.names.items())
    t.delayed.append((moment, s.seat, s.copy, s.unit, deed, names))
    return Did((), 1, True)


@WORDS.word("verb", "provided", "test, deed", "if {0}, {1}")
def _provided(t: CipherTable, s: CipherScope, holds: bool, deed: Built) -> Rules[Any]:
    return (yield from shared_words.run_deed(t, s, deed)) if holds else NOTHING


# ---------------------------------------------------------------- asking


def _unseen(t: CipherTable, s: CipherScope, things: Sequence[Thing], seat: int) -> bool:
    """Whether whoever is asked does not see these cards: orbs that lie face-down and unknown, another's hand."""
    copies = [thing for thing in things if isinstance(thing, int)]
    return bool(copies) and all(
        (copy in (own := t.seats[t.owners[copy]]).orbs and copy not in own.shown_orbs)
        or (copy in own.hand and t.owners[copy] != seat)
        for copy in copies
    )


class _Asker:
    """How Cipher asks: by the top copy of a unit, by the copy of a card; equal cards are one option."""

    def pick(
        self, t: CipherTable, s: CipherScope, things: Sequence[Thing], least: int, most: int, by: Any
    ) -> Rules[tuple[Thing, ...]]:
        seat = seat_of(s, by)
        if _unseen(t, s, things, seat):
            return (yield from self._unseen(t, s, things, least, most, seat))
        return (yield from pick(t, seat, "choose", things, least, most, same_card, (s.copy, s.index)))

    def _unseen(
        self, t: CipherTable, s: CipherScope, things: Sequence[Thing], least: int, most: int, seat: int
    ) -> Rules[tuple[Thing, ...]]:
        """Cards that nobody tells apart are one option; an orb that its owner has looked at is another."""

        def alike(t: CipherTable, thing: Thing) -> Any:
            copy = id_of(thing)
            return copy if copy in t.seats[t.owners[copy]].known_orbs and t.owners[copy] == seat else "unseen"

        return (yield from pick(t, seat, "choose", things, least, most, alike, (s.copy, s.index), "unseen"))

    def yes(self, t: CipherTable, s: CipherScope, by: Any) -> Rules[bool]:
        return (yield from choose(seat_of(s, by), "may", (YES, NO), (s.copy, s.index))) == YES

    def pay(self, t: CipherTable, s: CipherScope, cost: tuple[Any, ...]) -> Rules[bool]:
        return (yield from skills.offered(t, s, cost))


shared_words.add(WORDS, _Asker())


# ---------------------------------------------------------------- what the questions say


def _skill_words(t: CipherTable, about: Sequence[int]) -> str:
    return skills.skill_label(t, about[0], about[1]) if len(about) > 1 else ""


def _asks(words: str) -> Callable[[CipherTable, Any], str]:
    return lambda t, choice: f"{_skill_words(t, choice.about)}: {words}"


labels.QUESTIONS.update(
    {
        "choose": _asks("choose."),
        "pay": _asks("what pays for it?"),
        "discard": _asks("what is discarded?"),
        "use": _asks("pay its cost?"),
        "may": _asks("do it?"),
    }
)


def _unseen_words(t: CipherTable, choice: Any, option: Option) -> str:
    copy = int(option[1])
    known = copy in t.seats[t.owners[copy]].known_orbs and t.owners[copy] == choice.seat
    return labels.card_words(t, copy) if known else "One unseen"


labels.OPTIONS["unseen"] = _unseen_words
