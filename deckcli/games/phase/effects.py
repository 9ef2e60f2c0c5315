"""Phase's words: every cost, noun, condition, number, verb and mod that a face's order and skills may use.

Each is one function, which runs it through `deeds`, and one line, which says it. `data/phase/effects` is written in
these words; `engine.vocabulary` tells how a word is registered, `engine.phrases` how a line is written.

A face's abilities stand in printed order. `kind` is "order" (at most one), "action", or the moment at which a skill
triggers: "elite", "phaseling", "relentless", "trained"; "constant" for one that holds while the face is up in play.
"Swift" and "Ally" are abilities by name alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from deckcli.engine import shared_words
from deckcli.engine.choice import Rules, choose, choose_yes
from deckcli.engine.closures import Built, Group
from deckcli.engine.vocabulary import EVERY, Amount, Did, Vocabulary
from deckcli.games.phase import deeds, skills, values
from deckcli.games.phase.played import EVIL, GOOD, Part
from deckcli.games.phase.table import NONE, PhaseTable, Seat
from deckcli.games.phase.values import Given, Holding, Mod, PhaseScope

WORDS = Vocabulary(
    "phase",
    kinds={
        "order": "Order",
        "action": "Action",
        "elite": "Elite",
        "phaseling": "Phaseling",
        "relentless": "Relentless",
        "trained": "Trained",
        "constant": "",
    },
    keys=("name", "kind", "limit", "cost", "static", "need", "do"),
    limits={"turn": "once a turn"},
)
WORDS.shared.update(
    {
        "Swift": {"name": "Swift", "kind": "constant", "static": "give(this, swift)"},
        "Ally": {"name": "Ally", "kind": "constant", "static": "give(this, ally)"},
    }
)

REMINDERS = {
    "Swift": "Swift: It deals its damage before warriors without Swift.",
    "Ally": "Ally: It may defend the Nexus whoever was selected to.",
}
"""What the skills by name alone say."""

# ---------------------------------------------------------------- players

WORDS.plain("player", me="you", opponents="each opponent", everyone="each player")


@WORDS.word("player", "an_opponent", line="an opponent of your choice")
def _an_opponent(t: PhaseTable, s: PhaseScope) -> Rules[tuple[int, ...]]:
    others = t.others(s.seat)
    if not others:
        return ()
    answer = yield from choose(s.seat, "opponent", [("seat", seat) for seat in others], s.about)
    return (int(answer[1]),)


@WORDS.word("player", "attacker", line="the attacking player")
def _attacking_player(t: PhaseTable, s: PhaseScope) -> tuple[int, ...]:
    return (t.active,)


@WORDS.word("player", "defender", line="the defending player")
def _defending_player(t: PhaseTable, s: PhaseScope) -> tuple[int, ...]:
    seat = t.target if t.target >= 0 else t.guard
    return (seat,) if seat != NONE else ()


def seats_of(t: PhaseTable, s: PhaseScope, who: Any) -> Sequence[int]:
    """The seats that a player word means, clockwise from whoever is active; whoever speaks, when nobody is named."""
    if who is None or who == "me":
        return (s.seat,)
    if who == "everyone":
        return t.clockwise()
    if who == "opponents":
        return [seat for seat in t.clockwise() if seat != s.seat]
    return tuple(who)


# ---------------------------------------------------------------- things: copies, wherever they lie


def side_of(t: PhaseTable, s: PhaseScope, side: str) -> Iterable[int]:
    """The seats that "my", "enemy" or "" (all) means for whoever speaks."""
    return (s.seat,) if side == "my" else t.others(s.seat) if side == "enemy" else (s.seat, *t.others(s.seat))


@WORDS.noun("this", has=lambda t, s, x: x == s.copy, line="=this warrior")
def _this(t: PhaseTable, s: PhaseScope) -> tuple[int, ...]:
    return (s.copy,) if t.in_play(s.copy) else ()


def _area(spelling: str, cards: Callable[[Seat], Sequence[int]], **lines: str) -> None:
    def has(t: PhaseTable, s: PhaseScope, side: str, x: int) -> bool:
        seat = t.owners[x]
        return (not side or (seat == s.seat) is (side == "my")) and x in cards(t.seats[seat])

    @WORDS.noun(spelling, has=has, **lines)
    def area(t: PhaseTable, s: PhaseScope, side: str) -> list[int]:
        return [copy for seat in side_of(t, s, side) for copy in cards(t.seats[seat])]


_area(
    "warrior",
    lambda own: own.play,
    my="warrior|warriors|of yours",
    enemy="enemy warrior|enemy warriors",
    both="warrior|warriors",
)
_area(
    "resource",
    lambda own: own.barracks,
    my="resource|resources|of yours",
    enemy="enemy resource|enemy resources",
    both="resource|resources",
)
_area("hand", lambda own: own.hand, my="card|cards|in your hand", enemy="card|cards|in an opponent's hand")
_area(
    "discard",
    lambda own: own.discard,
    my="card|cards|in your discard pile",
    enemy="card|cards|in an opponent's discard pile",
)
_area("top", lambda own: own.deck[-1:], my="=the top card of your deck", enemy="=the top card of each opponent's deck")


@WORDS.noun("opposing", "thing", line="warrior|warriors|opposing {0}")
def _opposing(t: PhaseTable, s: PhaseScope, things: Sequence[int]) -> list[int]:
    found: list[int] = []
    for skirmish in t.skirmishes:
        if skirmish.attacker in things:
            found += skirmish.defenders
        elif skirmish.attacker != NONE and any(copy in things for copy in skirmish.defenders):
            found.append(skirmish.attacker)
    return found


# ---------------------------------------------------------------- conditions on a thing


def _filter(spelling: str, line: str, test: Callable[[PhaseTable, int], bool]) -> None:
    @WORDS.word("filter", spelling, line=line)
    def state(t: PhaseTable, s: PhaseScope, x: int) -> bool:
        return test(t, x)


def _keyword(spelling: str, word: str) -> None:
    _filter(spelling, f"~{word}", lambda t, x: word in t.face(x).face.keywords)


def is_attacking(t: PhaseTable, copy: int) -> bool:
    """Whether a warrior was sent to attack, and its skirmish is not resolved."""
    return any(skirmish.attacker == copy for skirmish in t.skirmishes)


def is_defending(t: PhaseTable, copy: int) -> bool:
    """Whether a warrior was sent to defend, and its skirmish is not resolved."""
    return any(copy in skirmish.defenders for skirmish in t.skirmishes)


def is_opposed(t: PhaseTable, copy: int) -> bool:
    """Whether a warrior faces an enemy warrior in a skirmish (Opposed)."""
    return any(
        skirmish.attacker != NONE
        and ((skirmish.attacker == copy and bool(skirmish.defenders)) or copy in skirmish.defenders)
        for skirmish in t.skirmishes
    )


_filter("good", "~good", lambda t, x: t.face(x).side == GOOD)
_filter("evil", "~evil", lambda t, x: t.face(x).side == EVIL)
_filter("locked", "~locked", lambda t, x: x in t.locked)
_filter("unlocked", "~unlocked", lambda t, x: x not in t.locked)
_filter("damaged", "~damaged", lambda t, x: x in t.damage)
_filter("attacking", "~attacking", is_attacking)
_filter("defending", "~defending", is_defending)
_filter("opposed", "that is opposed", is_opposed)
_filter("swift", "with Swift", values.is_swift)
_filter("ally", "with Ally", values.is_ally)
_keyword("fengarian", "Fengarian")
_keyword("keeper", "Keeper")
_keyword("sun_dominion", "Sun Dominion")


@WORDS.word("filter", "keyword", "title", "with the keyword {0}")
def _with_keyword(t: PhaseTable, s: PhaseScope, x: int, word: str) -> bool:
    return word in t.face(x).face.keywords


@WORDS.word("filter", "named", "title+", "named {0}")
def _named(t: PhaseTable, s: PhaseScope, x: int, *titles: str) -> bool:
    return t.face(x).title in titles


@WORDS.word("filter", "other", line="~other")
def _other(t: PhaseTable, s: PhaseScope, x: int) -> bool:
    return x != s.copy


@WORDS.word("filter", "skilled", "kindword", "with {0}")
def _skilled(t: PhaseTable, s: PhaseScope, x: int, kind: str) -> bool:
    return bool(getattr(t.face(x), kind))


WORDS.plain(
    "kindword",
    elite="Elite",
    phaseling="Phaseling",
    relentless="Relentless",
    trained="Trained",
    actions="a skill that is an action",
)


# ---------------------------------------------------------------- values, numbers, conditions


@WORDS.word("value", "attack")
def _attack(t: PhaseTable, s: PhaseScope, x: int) -> int:
    return values.attack_of(t, x)


@WORDS.word("value", "defence")
def _defence(t: PhaseTable, s: PhaseScope, x: int) -> int:
    return values.defence_of(t, x)


@WORDS.word("value", "cost", line="training cost")
def _cost(t: PhaseTable, s: PhaseScope, x: int) -> int:
    return t.face(x).cost


@WORDS.word("value", "damage", line="damage")
def _damage_on(t: PhaseTable, s: PhaseScope, x: int) -> int:
    return t.damage.get(x, 0)


@WORDS.word("value", "difference", line="cost difference")
def _difference(t: PhaseTable, s: PhaseScope, x: int) -> int:
    """Who may not look at the back of a card knows of no difference, and it is 0; a skill that holds shows all what it
    knows, and knows only of cards of which all have seen both sides (ruling 43)."""
    if x not in t.known and (t.reading or t.owners[x] != s.seat or x in t.seats[s.seat].deck):
        return 0
    good, evil = t.cards[x].sides
    return abs(good.cost - evil.cost)


@WORDS.word("number", "paid", line="X")
def _paid(t: PhaseTable, s: PhaseScope) -> int:
    return len(s.paid)


WORDS.plain("influence", good="good", evil="evil")
KINDS = {"good": GOOD, "evil": EVIL}


def _whose(given: Mapping[str, Any], name: str = "who") -> str:
    who = str(given.get(name) or "you")
    return "your" if who == "you" else f"{who}'s"


@WORDS.word("number", "influence", "influence, who:player?", lambda g: f"{_whose(g)} {g['0']} influence")
def _influence(t: PhaseTable, s: PhaseScope, kind: str, who: Any = None) -> int:
    return sum(t.seats[seat].influence[KINDS[kind]] for seat in seats_of(t, s, who))


@WORDS.word("number", "nexus", "influence", "the {0} influence in the Nexus")
def _nexus(t: PhaseTable, s: PhaseScope, kind: str) -> int:
    return t.nexus[KINDS[kind]]


@WORDS.word("condition", "my_turn", line="it is your turn")
def _my_turn(t: PhaseTable, s: PhaseScope) -> bool:
    return t.active == s.seat


@WORDS.word("condition", "skirmish", line="a skirmish is being resolved")
def _skirmish(t: PhaseTable, s: PhaseScope) -> bool:
    return t.window == "skirmish"


@WORDS.word("condition", "raid", line="a player is attacked")
def _raid(t: PhaseTable, s: PhaseScope) -> bool:
    return t.target >= 0


# ---------------------------------------------------------------- costs


def _many(amount: Built) -> int:
    """How many a cost takes: a number that is known when the card is built, or any number (EVERY)."""
    fixed = amount.fixed
    if fixed == Amount(0, EVERY):
        return EVERY
    if fixed is None or fixed.least != fixed.most or fixed.least < 0:
        raise ValueError("a cost is a number that is known when the card is made, or any number")
    return int(fixed.least)


def _cost_word(spelling: str, noun: str) -> None:
    def line(given: Mapping[str, Any]) -> str:
        many = "X" if str(given["0"]) == "any number of" else str(given["0"])
        return f"{spelling} {many} {noun}{'' if many == '1' else 's'}"

    @WORDS.word("cost", spelling, "amount", line)
    def cost(amount: Built) -> Part:
        return Part(spelling, _many(amount))


_cost_word("phase", "resource")
_cost_word("lock", "resource")
_cost_word("discard", "card")


@WORDS.word("cost", "lose", "influence, number", "lose {1} {0} influence")
def _lose_cost(kind: str, amount: Built) -> Part:
    if amount.fixed is None:
        raise ValueError("a cost is a number that is known when the card is made")
    return Part("lose", int(amount.fixed), KINDS[kind])


for _deed in ("phase", "lock", "destroy"):

    @WORDS.word("cost", f"{_deed}_this", line=f"{_deed} this warrior")
    def _cost_this(deed: str = _deed) -> Part:
        return Part(f"{deed} this")


# ---------------------------------------------------------------- mods


def _signed(number: str) -> str:
    return number if number.startswith("-") else f"+{number}"


def _bonus_line(given: Mapping[str, Any]) -> str:
    return f"[gets|get] {_signed(str(given['0']))}/{_signed(str(given['1']))}"


@WORDS.word("mod", "bonus", "number, number", _bonus_line)
def _bonus(attack: Built, defence: Built) -> Mod:
    added, more = (part if part.fixed is None else part.fixed for part in (attack, defence))
    return Mod("bonus", added, more)


@WORDS.word("mod", "swift", line="[has|have] Swift")
def _swift() -> Mod:
    return Mod("swift")


@WORDS.word("mod", "ally", line="[has|have] Ally")
def _ally() -> Mod:
    return Mod("ally")


def _act(spelling: str, line: str, takes: str = "") -> None:
    @WORDS.word("act", spelling, takes, line)
    def act(whom: Group | None = None) -> tuple[str, Any]:
        return spelling.replace("_", " "), None if whom is None else whom.fits


_act("attack", "attack")
_act("defend", "defend")
_act("be_opposed", "be opposed< by {0}>", "group?")


@WORDS.word("mod", "cannot", "act", "cannot {0}")
def _cannot(act: tuple[str, Any]) -> Mod:
    return Mod(f"cannot {act[0]}", fits=act[1])


def _give_line(given: Mapping[str, Any]) -> str:
    who = given["0"]
    said = re.sub(r"\[(\w+)\|(\w+)\]", r"\2" if who.many else r"\1", str(given["1"]))
    return f"{who.text} {said}"


@WORDS.word("rule", "give", "group, mod+", _give_line)
def _give_rule(group: Group, *mods: Mod) -> Holding:
    return Holding(group, mods)


# ---------------------------------------------------------------- verbs on warriors and resources


def _each(things: Sequence[int], deed: Callable[[int], bool]) -> Did:
    """Do something to each: all of them is all that was asked."""
    done = [copy for copy in things if deed(copy)]
    return Did(done, full=len(done) == len(things) > 0)


@WORDS.word("verb", "give", "thing, mod+", lambda given: f"{_give_line(given)} this turn")
def _give(t: PhaseTable, s: PhaseScope, things: Sequence[int], *mods: Mod) -> Did:
    others = [Given(mod, s.seat, s.copy, s.side, s.act.index) for mod in mods if mod.kind != "bonus"]
    attack = sum(values.number(t, s, mod.attack) for mod in mods if mod.kind == "bonus")
    defence = sum(values.number(t, s, mod.defence) for mod in mods if mod.kind == "bonus")
    warriors = [copy for copy in things if t.in_play(copy)]
    for copy in warriors:
        deeds.give(t, copy, attack, defence, others)
    deeds.check(t)
    return Did(warriors)


def _much(number: str, of: str) -> str:
    """3 damage; damage equal to the attack of that warrior."""
    return f"{number} {of}" if number.lstrip("-") in ("X", *map(str, range(100))) else f"{of} equal to {number}"


def _damage_line(given: Mapping[str, Any]) -> str:
    return "deal " + _much(str(given["1"]), f"damage to {given['0'].text}")


@WORDS.word("verb", "damage", "thing, number", _damage_line)
def _damage(t: PhaseTable, s: PhaseScope, things: Sequence[int], count: int) -> Did:
    warriors = [copy for copy in things if t.in_play(copy)]
    for copy in warriors:
        deeds.wound(t, copy, count)
    deeds.check(t)
    return Did(warriors)


@WORDS.word("verb", "heal", "thing", "remove all damage from {0}")
def _heal(t: PhaseTable, s: PhaseScope, things: Sequence[int]) -> Did:
    return _each(things, lambda copy: t.damage.pop(copy, None) is not None)


@WORDS.word("verb", "phase", "thing", "phase {0}")
def _phase(t: PhaseTable, s: PhaseScope, things: Sequence[int]) -> Did:
    return _each(things, lambda copy: deeds.phase(t, copy))


@WORDS.word("verb", "lock", "thing", "lock {0}")
def _lock(t: PhaseTable, s: PhaseScope, things: Sequence[int]) -> Did:
    return _each(things, lambda copy: deeds.lock(t, copy))


@WORDS.word("verb", "unlock", "thing", "unlock {0}")
def _unlock(t: PhaseTable, s: PhaseScope, things: Sequence[int]) -> Did:
    return _each(things, lambda copy: deeds.unlock(t, copy))


@WORDS.word("verb", "destroy", "thing", "destroy {0}")
def _destroy(t: PhaseTable, s: PhaseScope, things: Sequence[int]) -> Did:
    return _each(things, lambda copy: deeds.destroy(t, copy))


@WORDS.word("verb", "train", "thing", "bring {0} into play")
def _train(t: PhaseTable, s: PhaseScope, things: Sequence[int]) -> Did:
    return _each(things, lambda copy: _brought(t, copy))


def _brought(t: PhaseTable, copy: int) -> bool:
    if t.in_play(copy) or not deeds.take_up(t, copy):
        return False
    deeds.enter_play(t, copy)
    return True


WORDS.plain(
    "place",
    hand="into its owner's hand",
    barracks="into its owner's barracks",
    discard="into its owner's discard pile",
    top="on top of its owner's deck",
    bottom="under its owner's deck",
)


@WORDS.word("verb", "put", "thing, place", "put {0} {1}")
def _put(t: PhaseTable, s: PhaseScope, things: Sequence[int], place: str) -> Did:
    return _each(things, lambda copy: deeds.put(t, copy, place))


# ---------------------------------------------------------------- verbs on players


def _does(verb: str, tail: Callable[[Mapping[str, Any]], str]) -> Callable[[Mapping[str, Any]], str]:
    """You draw, each opponent draws: a line with who does it."""

    def line(given: Mapping[str, Any]) -> str:
        who = str(given.get("who") or "you")
        return f"{verb} {tail(given)}" if who == "you" else f"{who} {verb}s {tail(given)}"

    return line


def _cards(given: Mapping[str, Any]) -> str:
    count = str(given["0"])
    return f"{count} card{'' if count in ('1', 'up to 1') else 's'}"


@WORDS.word("verb", "draw", "number, who:player?", _does("draw", _cards))
def _draw(t: PhaseTable, s: PhaseScope, count: int, who: Any = None) -> Did:
    drawn = [deeds.draw(t, seat, count) for seat in seats_of(t, s, who)]
    return Did((), sum(drawn), full=all(one == count > 0 for one in drawn))


WORDS.plain("mark", locked="locked")


def _enlist_line(given: Mapping[str, Any]) -> str:
    locked = " locked" if given.get("1") else ""
    return _does("enlist", _cards)(given) + locked


@WORDS.word("verb", "enlist", "number, mark?, who:player?", _enlist_line)
def _enlist(t: PhaseTable, s: PhaseScope, count: int, mark: str | None = None, who: Any = None) -> Did:
    done = [deeds.enlist(t, seat, count, locked=mark is not None) for seat in seats_of(t, s, who)]
    return Did((), sum(done), full=all(one == count > 0 for one in done))


@WORDS.word("verb", "discard", "amount, who:player?", _does("discard", _cards))
def _discard(t: PhaseTable, s: PhaseScope, amount: Any, who: Any = None) -> Rules[Did]:
    amount = amount if isinstance(amount, Amount) else Amount(int(amount), int(amount))
    gone: list[int] = []
    full = True
    for seat in seats_of(t, s, who):
        hand = t.seats[seat].hand
        least, most = amount.of(len(hand))
        taken = yield from skills.pick(t, seat, "discard", hand, least, most, s.about)
        full = full and len(taken) >= max(1, amount.least)
        gone += [copy for copy in taken if deeds.discard(t, copy)]
    return Did(gone, full=full and bool(gone))


def _amount_of_influence(given: Mapping[str, Any]) -> str:
    return _much(str(given["1"]), f"{given['0']} influence")


@WORDS.word("verb", "gain", "influence, number, who:player?", _does("gain", _amount_of_influence))
def _gain(t: PhaseTable, s: PhaseScope, kind: str, count: int, who: Any = None) -> Did:
    done = sum(deeds.gain(t, seat, KINDS[kind], count) for seat in seats_of(t, s, who))
    return Did((), done, done >= count > 0)


@WORDS.word("verb", "lose", "influence, number, who:player?", _does("lose", _amount_of_influence))
def _lose(t: PhaseTable, s: PhaseScope, kind: str, count: int, who: Any = None) -> Did:
    done = sum(deeds.lose(t, seat, KINDS[kind], count) for seat in seats_of(t, s, who))
    return Did((), done, done >= count > 0)


# ---------------------------------------------------------------- asking


class _Asker:
    """How Phase asks: by copies."""

    def pick(
        self, t: PhaseTable, s: PhaseScope, things: Sequence[int], least: int, most: int, by: Any
    ) -> Rules[tuple[int, ...]]:
        return (yield from skills.chosen(t, s, things, Amount(least, most), _who(t, s, by)))

    def yes(self, t: PhaseTable, s: PhaseScope, by: Any) -> Rules[bool]:
        return (yield from choose_yes(_who(t, s, by), "may", s.about))

    def pay(self, t: PhaseTable, s: PhaseScope, cost: tuple[Any, ...]) -> Rules[bool]:
        return (yield from skills.offered(t, s, cost))


def _who(t: PhaseTable, s: PhaseScope, by: Any) -> int:
    """The player who answers: the first of those who are meant, whoever speaks when there is none."""
    return next(iter(seats_of(t, s, by)), s.seat)


def _choose(
    t: PhaseTable, s: PhaseScope, amount: Amount | None, things: Sequence[int], by: Any = None
) -> Rules[tuple[int, ...]]:
    return (yield from skills.chosen(t, s, things, amount or Amount(1, 1), _who(t, s, by)))


shared_words.add(WORDS, _Asker(), choose=_choose)
