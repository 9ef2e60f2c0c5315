"""Ashes' words for costs, for what lasts (bonuses, what cards cannot or can do), and for how a card is played."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from deckcli.engine.closures import Built, Group
from deckcli.engine.table import Fixed
from deckcli.engine.vocabulary import NOTHING, Did
from deckcli.games.ashes import moments, skills
from deckcli.games.ashes.cards import ANY_DIE, BASIC, CLASS, POWER, Atom
from deckcli.games.ashes.faces import DICE
from deckcli.games.ashes.skills import Mod, Ruling
from deckcli.games.ashes.table import AshesScope, AshesTable, Cause, Piece, Seat, Thing
from deckcli.games.ashes.words import WORDS
from deckcli.games.ashes.words_moments import caused

# ---------------------------------------------------------------- costs


def _many(amount: Built | None) -> Any:
    """How many a cost takes: a number, or a closure that computes it."""
    if amount is None:
        return 1
    return amount.fixed if amount.fixed is not None else amount.run


def _count_line(what: str) -> Callable[[Mapping[str, Any]], str]:
    return lambda given: f"{given.get('0') or 1} {what}"


def _simple(spelling: str, line: str) -> None:
    @WORDS.word("cost", spelling, line=line)
    def cost() -> Atom:
        return Atom(spelling)


_simple("main", "main action")
_simple("side", "side action")
_simple("exhaust", "exhaust")


@WORDS.word("cost", "discard", "number", "discard {0:card}")
def _discard(amount: Built) -> Atom:
    return Atom("discard", _many(amount))


def _dice(spelling: str, line: str, die: int, level: int) -> None:
    @WORDS.word("cost", spelling, "number?", _count_line(line))
    def cost(amount: Built | None = None) -> Atom:
        return Atom("dice", _many(amount), die, level)


_dice("basic", "basic", ANY_DIE, BASIC)
for _index, _die in enumerate(DICE):
    _dice(_die, _die, _index, CLASS)
    _dice(f"{_die}.power", f"{_die} power", _index, POWER)


@WORDS.word("cost", "either", "cost, cost", "{0} or {1}")
def _either(one: tuple[Atom, ...], other: tuple[Atom, ...]) -> Atom:
    return Atom("either", options=(one, other))


@WORDS.word("cost", "optional", "cost, number?", "optionally {0}< at focus {1}>")
def _optional(cost: tuple[Atom, ...], focus: Built | None = None) -> Atom:
    return Atom("optional", 0 if focus is None else focus.fixed, options=(cost,))


# ---------------------------------------------------------------- what cards cannot, can and must do


class Act(NamedTuple):
    """What is spoken of: an act, what it is done to (None: anything), and by what; `on` says that the card that is
    given it is the one that the act is done to ("be blocked")."""

    act: str
    what: Group | None = None
    causes: tuple[Any, ...] = ()
    on: bool = False


def _doing(spelling: str, takes: str, line: str) -> None:
    @WORDS.word("act", spelling, takes, line)
    def act(what: Group | None = None) -> Act:
        return Act(spelling, what)


def _suffering(spelling: str, act: str, line: str, takes: str = "") -> None:
    @WORDS.word("act", spelling, takes, line)
    def suffers(by: Any = None) -> Act:
        return Act(act, None, () if by is None else (by,), on=True)


_doing("attack", "group?", "attack< {0}>")
_doing("block", "group?", "block< {0}>")
_doing("guard", "group?", "guard< against {0}>")
_doing("protect", "group", "guard {0}")
_doing("tire", "", "become exhausted by countering")
_doing("meditate", "group", "discard {0} to meditate")
_doing("activate", "group", "activate abilities of {0}")
_doing("alter_dice", "group", "reroll, lower or change dice of {0}")
_doing("side_action", "", "take side actions other than meditating")
_suffering("be_blocked", "block", "be blocked")
_suffering("be_guarded", "guard", "be guarded against")
_suffering("be_protected", "protect", "be guarded by anybody")
_suffering("be_targeted", "target", "be the target of {by}", "by:cause")
_suffering("be_affected", "affect", "be affected by {by}", "by:cause")


@WORDS.word("act", "play", "card_type", "play {0}")
def _play(kind: str) -> Act:
    def fits(t: AshesTable, s: AshesScope, x: Thing) -> bool:
        return isinstance(x, int) and kind in (t.cards[x].kind, t.cards[x].text.counts_as)

    return Act("play", Group(lambda t, s: (), fits))


@WORDS.word("act", "spend", "group, card_type", "pay for {1} with {0}")
def _spend(dice: Group, kind: str) -> Act:
    """Only reactions are ever paid for with dice that lie on a card (`moments.lent`)."""
    return Act("spend", dice)


WORDS.plain("card_type", reaction_spell="reaction spells")


def _or(words: str) -> str:
    return words.replace(" and ", " or ").replace(" or be ", " or ").replace(", be ", ", ")


class Rulings(NamedTuple):
    """What `cannot`, `can` or `must` says: the word, and the acts of which it speaks."""

    word: str
    acts: tuple[Act, ...]


def _speaks(word: str, line: Callable[[Mapping[str, Any]], str]) -> None:
    @WORDS.word("mod", word, "act+", line)
    def mod(*acts: Act) -> Rulings:
        return Rulings(word, acts)


_speaks("cannot", lambda given: f"cannot {_or(given['0'])}")
_speaks("can", lambda given: f"can {_or(given['0'])}")
_speaks("must", lambda given: f"must {_or(given['0'])} if able")


class Bound(Fixed):
    """A test for whoever fits a set, also later, when the names of which it speaks are no longer at hand."""

    __slots__ = ("fits", "names")

    def __init__(self, fits: Callable[..., bool], names: tuple[tuple[str, Any], ...]) -> None:
        self.fits = fits
        self.names = names

    def __call__(self, t: AshesTable, s: AshesScope, x: Thing) -> bool:
        speaks = moments.fresh(s)
        speaks.names = skills.names_back(t, self.names)
        return bool(self.fits(t, speaks, x))


def _bound(t: AshesTable, s: AshesScope, group: Group) -> Callable[..., bool]:
    """The test of a set, with the names of which it speaks."""
    return group.fits if not group.names else Bound(group.fits, skills.kept_names(s))


def _ruling(word: str, act: Act, who: Callable[..., bool], what: Callable[..., bool] | None = None) -> Ruling:
    """One ruling about whoever fits `who`; `what` is what the act is done to, where that is told apart."""
    if what is None and act.what is not None:
        what = act.what.fits
    causes = act.causes
    by: Callable[..., bool] | None = None
    if causes:

        def by(t: AshesTable, s: AshesScope, cause: Cause) -> bool:
            return caused(t, s, causes, cause)

    return Ruling(word, act.act, None, who, by) if act.on else Ruling(word, act.act, who, what, by)


# ---------------------------------------------------------------- what lasts


def _added(what: str) -> Callable[[Mapping[str, Any]], str]:
    def line(given: Mapping[str, Any]) -> str:
        number, _, rest = str(given["0"]).partition(" ")
        if not re.fullmatch(r"-?(\d+|X)", number):
            return f"[gets|get] additional {what} equal to {given['0']}"
        sign = "" if number.startswith("-") else "+"
        return " ".join(filter(None, (f"[gets|get] {sign}{number} {what}", rest)))

    return line


def _amount_mod(spelling: str, line: str | Callable[[Mapping[str, Any]], str]) -> None:
    @WORDS.word("mod", spelling, "number", line)
    def mod(amount: Built) -> Mod:
        return Mod(spelling, amount.fixed if amount.fixed is not None else amount)


def _plain_mod(spelling: str, kind: str, line: str) -> None:
    @WORDS.word("mod", spelling, line=line)
    def mod() -> Mod:
        return Mod(kind)


for _one in ("attack", "life", "recover"):
    _amount_mod(_one, _added(_one))
_amount_mod("focus", "[is|are] focused {0} more")
_plain_mod("as_exhausted", "exhausted", "[counts|count] as exhausted")
_plain_mod("blank", "blank", "[has|have] no abilities")
_plain_mod("first_strike", "first_strike", "[deals|deal] attack damage before the units in battle with [it|them]")
_plain_mod("unpreventable", "unpreventable", "[deals|deal] attack and counter damage that cannot be prevented")


class Gained(NamedTuple):
    """An ability that is given, by its name."""

    name: str


@WORDS.word("mod", "skill", "skill", "[gains|gain] {0}")
def _skill(name: str) -> Gained:
    return Gained(name)


def give_line(given: Mapping[str, Any]) -> str:
    """Who gets what, and until when."""
    who = given["0"]
    said = re.sub(r"\[(\w+)\|(\w+)\]", r"\2" if who.many else r"\1", str(given["1"]))
    said = re.sub(r"(, | and )(?:gets?|gains?) ", r"\1", said)
    return " ".join(filter(None, (who.text, said, str(given.get("until", "")))))


Given = "Mod | Rulings | Gained"


class Grant(NamedTuple):
    """A line of a static ability by which some cards have a further ability."""

    group: Group
    name: str


@WORDS.word("rule", "give", "group, mod+", give_line)
def _give_rule(group: Group, *mods: Any) -> tuple[Any, ...]:
    """What a static ability makes: Mods and Rulings, and a Grant for each ability that it gives."""
    made: list[Any] = []
    for mod in mods:
        if isinstance(mod, Gained):
            made.append(Grant(group, mod.name))
        elif isinstance(mod, Rulings):
            made += [_ruling(mod.word, act, group.fits) for act in mod.acts]
        else:
            made.append(mod if group.only == "this" else mod._replace(group=group))
    return tuple(made)


class Among(Fixed):
    """A test for just these things: cards in play and players, by number."""

    __slots__ = ("pieces", "seats")

    def __init__(self, things: Sequence[Thing]) -> None:
        self.pieces = tuple(one.id for one in things if isinstance(one, Piece))
        self.seats = tuple(one.number for one in things if isinstance(one, Seat))

    def __call__(self, t: AshesTable, s: AshesScope, x: Thing) -> bool:
        if isinstance(x, Piece):
            return x.id in self.pieces
        return isinstance(x, Seat) and x.number in self.seats


UNTIL: Mapping[str, tuple[str, str]] = {
    "turn": ("turn", "until the end of the turn"),
    "my_next_turn": ("my_turn_start", "until your next turn begins"),
    "my_next_turn_or_round": ("my_turn_start_or_round", "until your next turn begins or the round ends"),
    "next_turn_end": ("next_turn_end", "until the end of the next turn"),
    "their_next_turn": ("their_turn_end", "until the end of the opponent's next turn"),
    "turn_attacks": ("turn_attacks", "in attacks this turn"),
}
"""Each word for how long: its name in `skills.UNTIL`, and how it is said."""
WORDS.plain("duration", **{word: line for word, (_, line) in UNTIL.items()})

SkillCalled = Callable[[AshesTable, AshesScope, str], Any]
_skill_called: list[SkillCalled] = []


def skills_come_from(called: SkillCalled) -> None:
    """Tell which function gives the skill that an ability hands out by name; `written` knows it."""
    _skill_called[:] = [called]


@WORDS.word("verb", "give", "thing, mod+, until:duration", give_line)
def _give(t: AshesTable, s: AshesScope, things: Sequence[Thing], *mods: Any, until: str) -> Did:
    there = [one for one in things if not isinstance(one, Piece) or one.id in t.pieces]
    if not there:
        return NOTHING
    last, _ = UNTIL[until]
    for mod in mods:
        if isinstance(mod, Rulings):
            for act in mod.acts:
                what = None if act.what is None else _bound(t, s, act.what)
                skills.last(t, s, _ruling(mod.word, act, Among(there), what), last)
        elif isinstance(mod, Gained):
            skills.last(t, s, Mod("skill", _skill_called[0](t, s, mod.name)), last, there)
        else:
            skills.last(t, s, mod, last, there)
    return Did(there, full=len(there) == len(things))


@WORDS.word("verb", "let", "group, mod+, until:duration", give_line)
def _let(t: AshesTable, s: AshesScope, group: Group, *mods: Any, until: str) -> Did:
    """What lasts for whoever fits while it lasts, whoever that will be."""
    last, _ = UNTIL[until]
    for mod in mods:
        if isinstance(mod, Rulings):
            for act in mod.acts:
                what = None if act.what is None else _bound(t, s, act.what)
                skills.last(t, s, _ruling(mod.word, act, _bound(t, s, group), what), last)
        else:
            skills.last(t, s, mod._replace(group=group._replace(fits=_bound(t, s, group))), last)
    return Did((), 1, True)


# ---------------------------------------------------------------- how a card is played


class Played(NamedTuple):
    """A rule about how a card is played, or what its X is: the word, and what it was given."""

    word: str
    value: Any


@WORDS.word("rule", "attach_to", "group", lambda given: f"attach it to {given['0'].some}")
def _attach_to(group: Group) -> tuple[Played, ...]:
    return (Played("attach", group.fits),)


@WORDS.word("rule", "x_is", "number", "X is {0}")
def _x_is(amount: Built) -> tuple[Played, ...]:
    return (Played("x", amount.run),)


@WORDS.word("rule", "goes_under", "group", lambda given: f"put it under {given['0'].some}")
def _goes_under(group: Group) -> tuple[Played, ...]:
    return (Played("goes", group.all),)


@WORDS.word("rule", "counts_in_hand_as", "card_kind", "it counts as {0} while it is in your hand")
def _counts_as(kind: str) -> tuple[Played, ...]:
    return (Played("counts_as", kind),)


WORDS.plain("card_kind", reaction_spell="a reaction spell")
