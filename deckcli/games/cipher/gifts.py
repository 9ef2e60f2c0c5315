"""What Cipher's cards give: changes of values, words, skills, what is forbidden and allowed, and until when."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, TypeAlias

from deckcli.engine.closures import Built, Cause, Group
from deckcli.engine.effects import LENT, Ability, check_and_build
from deckcli.engine.vocabulary import NOTHING, Did, things_of
from deckcli.games.cipher import skills
from deckcli.games.cipher.changes import EVERY_SKILL, Doing, Gift, Mod, Static
from deckcli.games.cipher.paying import Thing, id_of
from deckcli.games.cipher.speaking import CipherScope
from deckcli.games.cipher.standing import give
from deckcli.games.cipher.table import NONE, CipherTable
from deckcli.games.cipher.values import attack_of
from deckcli.games.cipher.words import CARD_WORDS, WORDS, caused, face_of, is_class_changed, seat_of, unit_with


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
_number_mod("support", "support", _added("support"))
_number_mod("support_is", "support_is", "[has|have] support {0}")
_number_mod("critical_is", "critical_is", "[multiplies|multiply] attack by {0} with a critical")
_number_mod("evade_needs", "evade_needs", "can only be evaded with {0} cards")
_number_mod("lose_range", "lose_range", "[loses|lose] range {0}")
_number_mod("level_cost", "level_cost", _added("cost when it is used to level up"))
_number_mod("orbs_is", "orbs_is", "[destroys|destroy] {0:orb} by attacking")
_number_mod("orbs", "orbs", "[destroys|destroy] {0} more {0|orb|orbs} by attacking")


def _cost_mod(kind: str, what: str) -> None:
    def line(given: Mapping[str, Any]) -> str:
        least = f" (at least {given['least']})" if given.get("least") else ""
        if str(given["0"]).startswith("minus "):
            return f"[has|have] its {what} lowered by {str(given['0'])[6:]}{least}"
        return _added(what)(given) + least

    @WORDS.word("mod", kind, "number, least:number?", line)
    def mod(amount: Built, least: Built | None = None) -> Mod:
        return Mod(kind, _value(amount), least=0 if least is None else int(least.fixed or 0))


_cost_mod("cost", "deployment cost")
_cost_mod("cc_cost", "class change cost")


@WORDS.word("mod", "range", "number+", "can attack at range {0}")
def _range(*distances: Built) -> Mod:
    return Mod("range", tuple(int(one.fixed or 0) for one in distances))


def _mod(kind: str, takes: str, line: str | Callable[..., str]) -> None:
    """A change whose value is the one thing that is written with it."""

    @WORDS.word("mod", kind, takes, line)
    def mod(value: Any) -> Mod:
        return Mod(kind, value)


def _bare_mod(kind: str, line: str) -> None:
    """A change that is made or not, and no more than that."""

    @WORDS.word("mod", kind, line=line)
    def mod() -> Mod:
        return Mod(kind, True)


_mod("name", "title", "[is|are] also named {0}")
_mod("names_like", "group", "[has|have] the names of {0} too")
_mod("skill", "skill", lambda given: "[has|have] " + ("this skill" if LENT in given["0"] else given["0"]))
_mod("lose", "skill", "[loses|lose] {0}")
_mod("support_loses", "skill", "[loses|lose] {0} of what supports it")
_mod("lose_words", "aspect", "[loses|lose] {0}")
_mod("widens", "skill", "[has|have] the wider choice of {0}")
_mod("free", "skill", "[uses|use] {0} without paying")
_mod("unlimited", "skill", "can use {0} any number of times")
_bare_mod("double", "[has|have] its attack doubled")
_bare_mod("borrow_supports", "[is|are] helped by the opponent's support skills too, one of each name")
_bare_mod("muted", "[is|are] not helped by support skills")
_bare_mod("silent", "[has|have] no support skills")
_bare_mod("twice", "[uses|use] its support skill twice")


def _word_mod(spelling: str, word: str) -> None:
    @WORDS.word("mod", spelling, line=f"[is|are] also {word}")
    def mod() -> Mod:
        return Mod("word", word)


for _words in CARD_WORDS.values():
    for _one in _words:
        _word_mod(_one.lower(), _one)


@WORDS.word("mod", "skills_of", "group, skill", "[has|have] the skills with {1} of {0}")
def _skills_of(group: Group, what: str) -> Mod:
    return Mod("skills_of", (group, what))


@WORDS.word("mod", "lose_all", line="[loses|lose] all skills but SPEC")
def _lose_all() -> Mod:
    return Mod("lose", EVERY_SKILL)


WORDS.plain(
    "aspect",
    **{where: f"all {where}" for where in CARD_WORDS},
    **{word.lower(): word for words in CARD_WORDS.values() for word in words},
)


@WORDS.word("mod", "cheaper", "skill, number, least:number?", "[flips|flip] {1} fewer for {0}< (at least {least})>")
def _cheaper(name: str, amount: Built, least: Built | None = None) -> Mod:
    return Mod("cheaper", (name, amount), least=0 if least is None else int(least.fixed or 0))


WORDS.plain("payment", critical="a critical", evade="evading")


@WORDS.word("mod", "pay_with", "payment, cost", "may pay {0} so: {1}")
def _pay_with(what: str, cost: tuple[Any, ...]) -> Mod:
    return Mod(f"pay {what}", cost)


@WORDS.word("mod", "pay_skill", "skill, cost", "may pay {0} so: {1}")
def _pay_skill(name: str, cost: tuple[Any, ...]) -> Mod:
    return Mod("pay skill", (name, cost))


@WORDS.word("mod", "enable", "skill+", "can use skills with {0} at any level")
def _enable(*tags: str) -> Mod:
    return Mod("enable", tags)


WORDS.plain("likeness", symbols="the symbols", weapons="the weapons", types="the types", ranges="the range")


@WORDS.word("mod", "like", "group, likeness+", "[has|have] {1} of {0} too")
def _like(group: Group, *aspects: str) -> Mod:
    return Mod("like", (group, aspects))


@WORDS.word("mod", "all_skills_of", "group", "[has|have] all skills of {0}")
def _all_skills_of(group: Group) -> Mod:
    return Mod("all_skills", group)


# ---------------------------------------------------------------- what is forbidden and allowed


def _limits(by: Cause | None, at: Group | None) -> Callable[..., bool] | None:
    """Whether a ruling holds for what caused the deed, and for the line that it is about."""
    if by is None and at is None:
        return None

    def holds(t: CipherTable, s: CipherScope, doing: Doing) -> bool:
        cause, unit, line = doing
        if by is not None and not caused(t, s, by, cause, unit, t.speaker):
            return False
        return at is None or line in at.all(t, s)

    return holds


Act: TypeAlias = "tuple[str, Any, Any, Any]"
"""The word of a deed, whom it is limited to, what it is about (a skill), and further limits."""


def _act(spelling: str, line: str | Callable[..., str]) -> None:
    """A deed that may be forbidden: limited to some units or cards, a cause, a line."""

    @WORDS.word("act", spelling, "group?, by:causes?, at:group?", line)
    def act(whom: Group | None = None, by: Cause | None = None, at: Group | None = None) -> Act:
        return spelling, whom.fits if whom is not None else None, True, _limits(by, at)


def _act_by_filter(spelling: str, line: str | Callable[..., str]) -> None:
    """A deed that is limited to cards by conditions."""

    @WORDS.word("act", spelling, "filter*", line)
    def act(*tests: Callable[..., bool]) -> Act:
        fits = (lambda t, s, x: all(test(t, s, x) for test in tests)) if tests else None
        return spelling, fits, True, None


def _act_of_skill(spelling: str, line: str) -> None:
    @WORDS.word("act", spelling, "skill", line)
    def act(name: str) -> Act:
        return spelling, None, name, None


@WORDS.word(
    "act", "share_name", "filter*, most:number?", "stand beside others of its name< if they are {0}><, {most} at most>"
)
def _share_name(*tests: Callable[..., bool], most: Built | None = None) -> Act:
    """A card that is so may be there more than once, or so many times at most."""
    limit = int(most.fixed or 0) if most is not None else 0

    def fits(t: CipherTable, s: CipherScope, x: Thing) -> bool:
        if not all(test(t, s, x) for test in tests):
            return False
        if not limit:
            return True
        own = t.unit_of_copy(x) if isinstance(x, int) else x
        others = sum(all(test(t, s, unit) for test in tests) for unit in t.units_of(s.seat) if unit is not own)
        return others + 1 + (int(t.flags.get("arriving", 0)) if own is not None else 0) <= limit

    return "share_name", fits if tests else None, True, None


@WORDS.word("act", "ignore_symbols", line="deploy and level up cards whose symbols no bond shows")
def _ignore_symbols() -> Act:
    """Said of a player, of all cards."""
    return "ignore_symbol", None, True, None


def _bond_line(given: Mapping[str, Any]) -> str:
    """Said of a card, or of a player who makes none of some cards."""
    if not given.get("0"):
        return "be a bond"
    return f"make a bond of {given['0'].some}" + (f" by {given['by']}" if given.get("by") else "")


_BY = "< by {0}>< by {by}>"
_act("attack", "attack< {0}>")
_act("critical", "make a critical< against {0}>")
_act("evade", "evade< the attack of {0}>")
_act("be_evaded", f"be evaded{_BY}")
_act("be_destroyed", f"be destroyed{_BY}")
_act("be_defeated", "be destroyed by an attack< of {0}>")
_act("be_deployed", "be deployed< by {by}>< in {at}>")
_act("deploy", "deploy< {0}>< by {by}>< in {at}>")
_act("level_up", "level up< with {0}>< by {by}>")
_act("class_change", "make a class change< with {0}>")
_act("be_moved", f"be moved{_BY}")
_act("be_untapped", f"be untapped{_BY}")
_act("be_attacked", f"be attacked{_BY}")
_act("be_chosen", f"be chosen{_BY}")
_act("be_flipped", f"be flipped{_BY}")
_act("be_discarded", f"be discarded{_BY}")
_act("draw", "draw cards")
_act("add_orbs", "add orbs")
_act("make_mc", "make another unit the main character")
_act("bond", _bond_line)
_act("level_onto", "be placed on {0}< by {by}>")
_act("ignore_symbol", "be deployed and used to level up though no bond shows its symbol")


def _supported_line(given: Mapping[str, Any]) -> str:
    """Said of the cards: "by Female cards", "by cards not named X"."""
    cards = str(given.get("0") or "")
    behind = cards.startswith(("not ", "named ", "with", "that "))
    return "be supported" + (f" by {f'cards {cards}' if behind else f'{cards} cards'}" if cards else "")


_act_by_filter("be_supported", _supported_line)
_act_of_skill("use", "use {0}")
_act_of_skill("trigger", "trigger {0}")


@WORDS.word("mod", "cannot", "act", "cannot {0}")
def _cannot(act: Act) -> Mod:
    return Mod(f"cannot {act[0]}", act[2], act[1], act[3])


def _can_line(given: Mapping[str, Any]) -> str:
    """What the rules alone forbid, or when they do: attacking out of range, support by a card of the same name."""
    act = str(given["0"])
    if act == "be supported":
        return "can be supported by cards of their own name"
    return f"can {act}{' at any range' if act.startswith('attack') else ''}"


@WORDS.word("mod", "can", "act", _can_line)
def _can(act: Act) -> Mod:
    return Mod(f"can {act[0]}", act[2], act[1], act[3])


UNTIL: Mapping[str, str] = {
    "combat": "until the end of the combat",
    "turn": "until the end of the turn",
    "their_turn_end": "until the end of the opponent's next turn",
    "my_turn_end": "until the end of your next turn",
    "their_next_turn": "during the opponent's next turn",
    "my_next_turn": "during your next turn",
    "leaves": "as long as it stays in play",
    "game": "for the rest of the game",
}
WORDS.plain("duration", **UNTIL)


def _give_line(given: Mapping[str, Any]) -> str:
    who = given["0"]
    said = re.sub(r"\[(\w+)\|(\w+)\]", r"\2" if who.many else r"\1", str(given["1"]))
    when = f"while {given['when']}" if given.get("when") else ""
    return " ".join(filter(None, [who.text, said, str(given.get("until", "")), when]))


@WORDS.word("rule", "give", "group, mod+", _give_line)
def _give_rule(group: Group, *mods: Mod) -> Static:
    return Static(group, mods)


@WORDS.word("rule", "any_copies", line="your deck may have any number of this card")
def _any_copies() -> Static:
    """A rule of deck construction, which counts by the card's own limit; nothing follows from it in play."""
    return Static(None, (), "me")


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
    theirs, own = (1, 2) if mine else (2, 1)
    ahead = {
        "turn": 0, "their_turn_end": theirs, "my_turn_end": own, "their_next_turn": theirs, "my_next_turn": own,
    }  # fmt: skip
    return ("turn", t.turn + ahead[until]) if until in ahead else (until, 0)


def _fixed(t: CipherTable, s: CipherScope, mod: Mod) -> tuple[Mod, ...]:
    """A mod with the values of this moment, and skills by what they do."""
    if mod.kind == "skill":
        return (mod._replace(value=skill_called(t, s, mod.value)),)
    if mod.kind == "all_skills":
        return tuple(Mod("skill", one) for thing in mod.value.all(t, s) for one in face_of(t, thing).skills)
    if mod.kind == "cheaper" and isinstance(mod.value[1], Built):
        return (mod._replace(value=(mod.value[0], mod.value[1].run(t, s))),)
    return (mod._replace(value=mod.value.run(t, s)) if isinstance(mod.value, Built) else mod,)


def skill_called(t: CipherTable, s: CipherScope, name: str) -> Ability:
    """The skill of that name that the speaking skill hands out itself, or one that all know."""
    own = t.cards[s.copy].skills
    inner = own[s.index].inner if 0 <= s.index < len(own) else ()
    return next((one for one in (*inner, *own) if one.name == name), None) or shared_ability(name)


@lru_cache(maxsize=256)
def shared_ability(name: str) -> Ability:
    """A skill that many cards have or hand out, by its name. Raises KeyError."""
    return ready(check_and_build({"abilities": [WORDS.shared[name]]}, WORDS, name))[0]


def _is_levelled(t: CipherTable, s: CipherScope, level: int) -> bool:
    unit = unit_with(t, s.unit)
    if unit is None:
        return False
    return len(unit.stack) >= level or skills.is_enabled(t, unit, f"lvs{level}")


def _levels(level: int) -> Callable[[CipherTable, CipherScope], bool]:
    return lambda t, s: _is_levelled(t, s, level)


TAG_NEEDS: Mapping[str, Callable[[CipherTable, CipherScope], bool]] = {
    **{f"lvs{level}": _levels(level) for level in (2, 3, 4, 5, 7)},
    "ccs": lambda t, s: (unit := unit_with(t, s.unit)) is not None and is_class_changed(t, unit),
}
"""What a skill with a tag needs besides what it says itself."""


def ready(abilities: Iterable[Ability]) -> tuple[Ability, ...]:
    """Abilities as they are played: what their tags need is put to what they need, and the skills that continuous ones
    lend by name stand in their place."""
    return tuple(_with_lent(_with_tag(one)) for one in abilities)


def _with_lent(ability: Ability) -> Ability:
    rules = tuple(
        rule._replace(made=rule.made._replace(mods=tuple(_lent(ability, mod) for mod in rule.made.mods)))
        for rule in ability.rules
    )
    return replace(ability, rules=rules) if rules != ability.rules else ability


def _lent(ability: Ability, mod: Mod) -> Mod:
    if mod.kind != "skill":
        return mod
    own = next((one for one in ability.inner if one.name == mod.value), None)
    return mod._replace(value=own or shared_ability(mod.value))


def _with_tag(ability: Ability) -> Ability:
    tag = TAG_NEEDS.get(ability.tag)
    if tag is None:
        return ability
    need = ability.need
    both = tag if need is None else (lambda t, s: tag(t, s) and need(t, s))
    return replace(ability, need=both)


def _when(t: CipherTable, s: CipherScope, until: str, ends: int, when: Built | None) -> Any:
    """What a gift depends on while it lasts: its own test, and the turn that it is limited to."""
    test = None if when is None else when.run
    if until not in ("their_next_turn", "my_next_turn"):
        return test
    return lambda t, s: t.turn == ends and (test is None or test(t, s))


def _for_good(s: CipherScope) -> CipherScope:
    """Who speaks for as long as what is given lasts; what was named before is then told by its cards."""
    who = CipherScope(s.seat, s.copy, s.unit, s.index, s.event)
    for name, value in s.names.items():
        who.names[name] = tuple(map(id_of, things_of(value)))
    return who


@WORDS.word("verb", "give", "thing, mod+, until:duration, when:while?", _give_line)
def _give(
    t: CipherTable, s: CipherScope, things: Sequence[Thing], *mods: Mod, until: str, when: Built | None = None
) -> Did:
    units = [thing for thing in things if not isinstance(thing, int) and thing.id in t.units]
    if not units:
        return NOTHING
    fixed = tuple(one for mod in mods if mod.kind != "double" for one in _fixed(t, s, mod))
    who = _for_good(s)
    last, ends = _ends(t, s, until)
    test = _when(t, s, until, ends, when)
    for unit in units if len(fixed) < len(mods) else ():
        more = (Mod("attack", attack_of(t, unit)),)
        give(t, Gift(last, ends, frozenset({(unit.id, unit.grade)}), NONE, more, who, test))
    if fixed:
        give(t, Gift(last, ends, frozenset((unit.id, unit.grade) for unit in units), NONE, fixed, who, test))
    return Did(units)


def _let_line(given: Mapping[str, Any]) -> str:
    return " ".join(filter(None, (str(given["0"]), str(given["1"]), str(given.get("until", "")))))


@WORDS.word("verb", "let", "player, mod+, until:duration", _let_line)
def _let_verb(t: CipherTable, s: CipherScope, player: str, *mods: Mod, until: str) -> Did:
    who = _for_good(s)
    last, ends = _ends(t, s, until)
    number = s.unit
    test = (lambda t, s: number in t.units) if until == "leaves" else _when(t, s, until, ends, None)
    for seat in (0, 1) if player == "player" else (seat_of(s, player),):
        give(t, Gift(last, ends, frozenset(), seat, mods, who, test))
    return Did((), 1, True)
