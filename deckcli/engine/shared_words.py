"""Words that mean the same in every game: questions, how many, yes or no, paying in mid-effect.

A game adds them to its vocabulary with `add`, and tells through an `Asker` how it asks and pays.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from deckcli.engine.choice import Rules
from deckcli.engine.closures import Built
from deckcli.engine.vocabulary import EVERY, NOTHING, Amount, Did, Function, Vocabulary, things_of


class Asker(Protocol):
    """How a game asks. `t` is its table, `s` its Scope; `by` is the word of the player who answers, or None."""

    def pick(self, t: Any, s: Any, things: Sequence[Any], least: int, most: int, by: Any) -> Rules[tuple[Any, ...]]:
        """From `least` to `most` of these things."""

    def yes(self, t: Any, s: Any, by: Any) -> Rules[bool]:
        """Yes or no to what the ability would do."""

    def pay(self, t: Any, s: Any, cost: tuple[Any, ...]) -> Rules[bool]:
        """Whether the cost is paid: it may be declined, and must be payable completely."""


def add(vocabulary: Vocabulary, asker: Asker, *, choose: Function | None = None) -> None:
    """Put the shared words into a game's vocabulary.

    `choose` is a game's own way to choose, `(t, s, amount, things, by=None)`, for one where being chosen means
    something, or where not everything that is meant may be chosen.
    """
    _amounts(vocabulary)
    _questions(vocabulary, asker, choose)
    _deeds(vocabulary, asker)


def _amounts(v: Vocabulary) -> None:
    @v.word("amount", "up_to", "number", "up to {0}")
    def up_to(t: Any, s: Any, count: int) -> Amount:
        return Amount(0, max(0, count))

    @v.word("amount", "any", "", "any number of")
    def any_number(t: Any, s: Any) -> Amount:
        return Amount(0, EVERY)

    @v.word("amount", "all", "", "all")
    def everything(t: Any, s: Any) -> Amount:
        return Amount(EVERY, EVERY)

    @v.word("number", "count", "thing", "the number of {0}")
    def count(t: Any, s: Any, things: Sequence[Any]) -> int:
        return len(things)


def _questions(v: Vocabulary, asker: Asker, own: Function | None) -> None:
    def choose(t: Any, s: Any, amount: Amount | None, things: Sequence[Any], by: Any = None) -> Rules[Any]:
        least, most = (amount or Amount(1, 1)).of(len(things))
        if not things or not most:
            return ()
        if least == len(things):
            return tuple(things)
        return (yield from asker.pick(t, s, things, least, most, by))

    v.word("question", "choose", "amount?, thing, by:player?")(own or choose)

    @v.word("question", "each", "thing")
    def each(t: Any, s: Any, things: Sequence[Any]) -> tuple[Any, ...]:
        return tuple(things)


def run_deed(t: Any, s: Any, deed: Built) -> Rules[Any]:
    """Do what stands in the place of a deed, whether it asks or not."""
    return (yield from deed.run(t, s)) if deed.asks else deed.run(t, s)


_SUBJECT = re.compile(r"(an?|this|that|those|each|all|the|your|it|up to|\d+|units?) (?!times)")


def _may_line(given: Mapping[str, Any]) -> str:
    """You may draw 1 card; you may choose that this unit gets +1 attack."""
    deed, by = str(given["0"]), str(given.get("by") or "you")
    if deed.startswith(f"{by} "):
        verb, _, rest = deed.removeprefix(f"{by} ").partition(" ")
        return f"{by} may {verb.removesuffix('s')} {rest}"
    return f"{by} may {'choose that ' if _SUBJECT.match(deed) else ''}{deed}"


def _rest_line(given: Mapping[str, Any]) -> str:
    """What is left of a group: after a choice that stands in its own place, all but that."""
    taken, whole = str(given["1"].text), given["0"].text
    if not taken[:1].isdigit() and not taken.startswith(("up to", "any")):
        return "=the rest"
    return f"=all {whole} but {taken.replace(f' {whole}', '')}"


def _deeds(v: Vocabulary, asker: Asker) -> None:
    @v.word("verb", "may", "deed+, by:player?", _may_line)
    def may(t: Any, s: Any, *deeds: Built, by: Any = None) -> Rules[Any]:
        if not (yield from asker.yes(t, s, by)):
            return NOTHING
        done: Any = NOTHING
        for deed in deeds:
            done = yield from run_deed(t, s, deed)
        return done

    @v.word("verb", "pay", "cost", "you may pay ({0})")
    def pay(t: Any, s: Any, cost: tuple[Any, ...]) -> Rules[Did]:
        return Did((), 1, True) if (yield from asker.pay(t, s, cost)) else NOTHING

    @v.word("noun", "rest", "thing, thing", _rest_line)
    def rest(t: Any, s: Any, group: Sequence[Any], taken: Sequence[Any]) -> tuple[Any, ...]:
        gone = things_of(taken)
        return tuple(thing for thing in group if not any(thing is other or thing == other for other in gone))
