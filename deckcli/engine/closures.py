"""From the checked tree of an effect to closures over the functions of a game's words. Nothing else is ever run.

A closure is called `(t, s)`: the game's table and its Scope; a condition on a thing `(t, s, thing)`, an event
`(t, s, event)`. One that asks, or does something, is a Rules generator.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias

from deckcli.engine.effect_text import Node
from deckcli.engine.vocabulary import MAKERS, NOTHING, Amount, Slot, Word, number_of, things_of, unlinked

Run: TypeAlias = "Callable[..., Any]"

_OPERATIONS: dict[str, Callable[[Any, Any], Any]] = {
    "==": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
    "+": operator.add, "-": operator.sub, "*": operator.mul,
    "//": lambda a, b: a // b if b else 0, "%": lambda a, b: a % b if b else 0,
}  # fmt: skip


class Built(NamedTuple):
    """An argument that a word runs itself: `run(t, s)`, a Rules generator when it `asks`; `fixed` is its value when
    that never changes, else None. `picks` says of a deed that it begins with one choice of one thing: whoever may leave
    the deed can then be asked both at once."""

    run: Run
    asks: bool = False
    fixed: Any = None
    picks: bool = False


class Group(NamedTuple):
    """A set that is asked anew each time: `all(t, s)` its things, `fits(t, s, thing)` whether one belongs to it.

    `only` is the word it consists of, when there is no condition on it; `side` the side that all of it belongs to, when
    that is one word's; `names` says that it speaks of what was named before. `noun` is the word whose things its
    conditions narrow down, when it is one without arguments, and `narrows(t, s, thing)` those conditions alone: for who
    has things of that word already."""

    all: Run
    fits: Run
    only: str = ""
    side: str = ""
    names: bool = False
    noun: str = ""
    narrows: Run | None = None


class Awaited(NamedTuple):
    """An event as a word is given it: the test of one, and the names by which it is told."""

    test: Run
    names: tuple[str, ...]


class Cause(NamedTuple):
    """What may have caused something, one of them being enough: plain words of the game, names of skills, sets of
    things."""

    words: tuple[str, ...] = ()
    skills: tuple[str, ...] = ()
    groups: tuple[Group, ...] = ()


class Rule(NamedTuple):
    """One line of a static ability: it holds while `test(t, s)` (None: always); `made` is what the game's word gave."""

    test: Run | None
    made: Any


# ---------------------------------------------------------------- statements


def build_block(node: Node) -> Run:
    """Line after line; gives what the last one did. Always a Rules generator, asking or not."""
    run, asks = _block(node)
    return run if asks else _asking(run)


def _asking(run: Run) -> Run:
    """As a Rules generator, what asks nothing."""

    def block(t: Any, s: Any) -> Any:
        yield from ()
        return run(t, s)

    return block


def _block(node: Node) -> tuple[Run, bool]:
    """A closure that does line after line, and whether it is a Rules generator: where no line asks, it need not be."""
    lines = [_line(line) for line in node.args]
    if len(lines) == 1:
        return lines[0]
    if not any(asks for _, asks in lines):
        runs = tuple(run for run, _ in lines)

        def quiet(t: Any, s: Any) -> Any:
            done: Any = NOTHING
            for run in runs:
                done = run(t, s)
            return done

        return quiet, False

    def block(t: Any, s: Any) -> Any:
        done: Any = NOTHING
        for run, asks in lines:
            done = (yield from run(t, s)) if asks else run(t, s)
        return done

    return block, True


def _line(node: Node) -> tuple[Run, bool]:
    if node.kind == "if":
        return _if(node)
    if node.kind == "assign":
        return _assign(node), True
    if node.kind == "for":
        return _for(node), True
    if node.kind == "block":
        return _block(node)
    return _call(node)


def _nothing(t: Any, s: Any) -> Any:
    return NOTHING


def _if(node: Node) -> tuple[Run, bool]:
    test, (body, body_asks) = build_test(node.args[0]), _block(node.args[1])
    other, other_asks = _block(node.args[2]) if node.args[2] else (_nothing, False)
    if not (test.asks or body_asks or other_asks):
        holding = test.run
        return (lambda t, s: body(t, s) if holding(t, s) else other(t, s)), False

    def run(t: Any, s: Any) -> Any:
        holds = (yield from test.run(t, s)) if test.asks else test.run(t, s)
        if holds:
            return (yield from body(t, s)) if body_asks else body(t, s)
        return (yield from other(t, s)) if other_asks else other(t, s)

    return run, True


def _assign(node: Node) -> Run:
    value, asks = _raw(node.args[0])
    name = node.value

    def run(t: Any, s: Any) -> Any:
        s.names[name] = (yield from value(t, s)) if asks else value(t, s)
        return NOTHING

    return run


def _for(node: Node) -> Run:
    group, asks = _things(node.args[0])
    body, name = build_block(node.args[1]), node.value

    def run(t: Any, s: Any) -> Any:
        done: Any = NOTHING
        for thing in (yield from group(t, s)) if asks else group(t, s):
            s.names[name] = (thing,)
            done = yield from body(t, s)
        return done

    return run


def build_rules(node: Node, test: Run | None = None) -> list[Rule]:
    """The lines of a static ability, each with what it depends on."""
    found: list[Rule] = []
    for line in node.args:
        if line.kind == "if":
            inner = build_test(line.args[0]).run
            found += build_rules(line.args[1], _both(test, inner))
            if line.args[2]:
                found += build_rules(line.args[2], _both(test, lambda t, s, inner=inner: not inner(t, s)))
        else:
            found.append(Rule(test, _made(line)))
    return found


def _both(one: Run | None, other: Run) -> Run:
    return other if one is None else lambda t, s: one(t, s) and other(t, s)


# ---------------------------------------------------------------- words


def _made(node: Node) -> Any:
    """What a word gives when the card is built: a mod, an act, a rule, a cost, a cause, or the test of an event.

    A word that stands for itself gives its spelling, and one that does nothing yet gives nothing."""
    word = node.known
    if word.run is None:
        return word.spelling
    if not word.acts or not all(other.acts for other in node.words()):
        return None
    args, named = _arguments(node)
    return node.function(*(value for value, _, _ in args), **{name: value for name, (value, _, _) in named.items()})


Part: TypeAlias = "tuple[Any, bool, bool]"
"""An argument: its value or what gives it, whether that is to be run, and whether it asks."""


def _arguments(node: Node) -> tuple[list[Part], dict[str, Part]]:
    word = node.known
    maker = word.role in MAKERS
    parts: list[Part] = []
    for slot, arg in zip(word.slots, node.args, strict=False):
        if isinstance(arg, list):
            parts += [_part(one, slot, maker) for one in arg]
        else:
            parts.append(_part(arg, slot, maker))
    named = {name: _named(arg, word.named[name], maker) for name, arg in node.named.items()} if node.named else {}
    return parts, named


def _named(arg: Any, slot: Slot, maker: bool) -> Part:
    """An argument by name; where several are taken, words that stand for themselves."""
    if isinstance(arg, list):
        return tuple(_part(one, slot, maker)[0] for one in arg), False, False
    return _part(arg, slot, maker)


def _part(node: Node | None, slot: Slot, maker: bool) -> Part:
    """How one argument reaches its word: as a value, as something to be run first, or as something it runs itself."""
    if node is None:
        return None, False, False
    role = slot.role
    if role in ("title", "skill"):
        return node.value, False, False
    if role == "cause" and node.kind == "or":
        return tuple(_part(one, slot, maker)[0] for one in node.args), False, False
    if role == "cause" and (node.word is None or node.word.role != "cause"):
        return (node.value if node.kind == "title" else _group(node)), False, False
    if role in MAKERS:
        return (
            (build_cost(node) if role == "cost" else _awaited(node) if role == "event" else _made(node)),
            False,
            False,
        )
    if role == "filter":
        return _filter(node), False, False
    if role == "causes":
        return _cause(node), False, False
    if role == "group" or (role == "player" and node.kind != "word"):
        return _group(node), False, False
    if role == "deed":
        return Built(*_deed(node), picks=_picks(node)), False, False
    if role == "while":  # a test that the word asks again and again
        return build_test(node), False, False
    if role == "thing" and not maker:
        run, asks = _things(node)
        return run, True, asks
    if role in ("number", "amount", "test", "thing"):
        built = _lazy(node, role)
        if maker and built.asks:
            raise ValueError(
                f"a {role} that asks or does something cannot stand there; give it a name in a line before"
            )
        return (
            (built, False, False)
            if maker
            else ((built.fixed, False, False) if built.fixed is not None else (built.run, True, built.asks))
        )
    return _word(node)


def _cause(node: Node) -> Cause:
    if node.kind == "or":
        parts = [_cause(part) for part in node.args]
        return Cause(
            tuple(word for part in parts for word in part.words),
            tuple(name for part in parts for name in part.skills),
            tuple(group for part in parts for group in part.groups),
        )
    if node.kind == "title":
        return Cause(skills=(node.value,))
    if node.kind == "word" and node.known.role == "cause" and node.known.run is None:
        return Cause(words=(node.known.spelling,))
    return Cause(groups=(_group(node),))


def _lazy(node: Node, role: str) -> Built:
    if role == "test":
        return build_test(node)
    if role == "thing":
        return Built(*_things(node))
    if role == "amount":
        return _amount(node)
    return build_number(node)


def _word(node: Node) -> Part:
    """A word that stands for itself, or is run for its value."""
    if node.known.run is None:
        return node.known.spelling, False, False
    run, asks = _call(node)
    return run, True, asks


def _deed(node: Node) -> tuple[Run, bool]:
    return (build_block(node), True) if node.kind == "block" else _call(node)


def _picks(node: Node) -> bool:
    """Whether a deed is a verb with one choice of one thing as its thing, and asks nothing before."""
    if node.kind != "word" or node.known.role != "verb":
        return False
    asked = [
        arg
        for slot, arg in zip(node.known.slots, node.args, strict=False)
        if isinstance(arg, Node) and slot.role in ("thing", "deed", "amount") and _asks(arg)
    ]
    if len(asked) != 1 or any(_asks(arg) for arg in node.named.values() if isinstance(arg, Node)):
        return False
    one = asked[0]
    return one.kind == "word" and one.known.spelling in ("choose", "target") and one.args[0] is None and not one.named


def _asks(node: Node) -> bool:
    """Whether a question or a deed stands anywhere in an argument."""
    return any(word.role in ("question", "verb") for word in node.words())


def _call(node: Node) -> tuple[Run, bool]:
    """A closure that runs a word on its arguments, and whether it is a Rules generator.

    A verb that is given NOTHING does nothing.
    """
    word = node.known
    parts, named = _arguments(node)
    if word.side is not None:
        parts.insert(0, (word.side, False, False))
    asks = word.asks or any(part[2] for part in [*parts, *named.values()])
    if asks:
        return _asking_call(node.function, word.asks, parts, named, word.role == "verb" and _on_things(word)), True
    return _plain_call(node.function, parts, named), False


def _on_things(word: Word) -> bool:
    return any(slot.role == "thing" and not slot.optional for slot in word.slots)


def _plain_call(run: Run, parts: list[Part], named: dict[str, Part]) -> Run:
    if not named:
        if not parts:
            return run
        if len(parts) == 1:
            value, runs, _ = parts[0]
            return (lambda t, s: run(t, s, value(t, s))) if runs else (lambda t, s: run(t, s, value))
    values = tuple(parts)
    told = tuple(named.items())
    if not told and not any(runs for _, runs, _ in values):
        fixed = tuple(value for value, _, _ in values)
        return lambda t, s: run(t, s, *fixed)

    def call(t: Any, s: Any) -> Any:
        given = [value(t, s) if runs else value for value, runs, _ in values]
        return run(t, s, *given, **{name: value(t, s) if runs else value for name, (value, runs, _) in told})

    return call


def _asking_call(run: Run, generates: bool, parts: list[Part], named: dict[str, Part], on_things: bool) -> Run:
    values, told = tuple(parts), tuple(named.items())

    def call(t: Any, s: Any) -> Any:
        given = []
        for value, runs, asks in values:
            if runs:
                value = (yield from value(t, s)) if asks else value(t, s)  # noqa: PLW2901
                if on_things and isinstance(value, tuple) and not isinstance(value, Amount) and not value:
                    return NOTHING
            given.append(value)
        more = {}
        for name, (value, runs, asks) in told:
            more[name] = ((yield from value(t, s)) if asks else value(t, s)) if runs else value
        done = run(t, s, *given, **more)
        return (yield from done) if generates else done

    return call


# ---------------------------------------------------------------- things


def _things(node: Node) -> tuple[Run, bool]:
    """A closure that gives a tuple of things, and whether it asks."""
    run, asks = _raw(node)
    if asks:

        def asking(t: Any, s: Any) -> Any:
            return tuple(things_of((yield from run(t, s))))

        return asking, True
    return (lambda t, s: tuple(things_of(run(t, s)))), False


def _raw(node: Node) -> tuple[Run, bool]:
    """A closure that gives a thing's value as it is (a Did, a tuple of things, a word), and whether it asks."""
    if node.kind == "union":
        return _union(node)
    if node.kind == "name":
        name = node.value
        run, asks = (lambda t, s: s.names.get(name, NOTHING)), False
    elif node.kind in ("of", "owned"):
        run, asks = _of(node)
    elif node.known.run is None:
        run, asks = _always(node.value), False
    else:
        run, asks = _call(node)
    return _with_filters(node, run, asks)


def _always(value: Any) -> Run:
    return lambda t, s: value


def _union(node: Node) -> tuple[Run, bool]:
    parts = [_things(part) for part in node.args]
    if not any(asks for _, asks in parts):
        runs = [run for run, _ in parts]
        return (lambda t, s: _distinct(thing for run in runs for thing in run(t, s))), False

    def union(t: Any, s: Any) -> Any:
        found: list[Any] = []
        for run, asks in parts:
            found += (yield from run(t, s)) if asks else run(t, s)
        return _distinct(found)

    return union, True


def _distinct(things: Any) -> tuple[Any, ...]:
    found: list[Any] = []
    for thing in things:
        if not any(thing is other or thing == other for other in found):
            found.append(thing)
    return tuple(found)


def _of(node: Node) -> tuple[Run, bool]:
    inner, asks = _things(node.args[0])
    run = node.function

    def of(t: Any, s: Any) -> Any:
        things = inner(t, s)
        return run(t, s, things[0]) if things else NOTHING

    def asking(t: Any, s: Any) -> Any:
        things = yield from inner(t, s)
        return run(t, s, things[0]) if things else NOTHING

    return (asking, True) if asks else (of, False)


def _with_filters(node: Node, run: Run, asks: bool) -> tuple[Run, bool]:
    if not node.filters:
        return run, asks
    fits = _all_of([_filter(one) for one in node.filters])
    if asks:

        def asking(t: Any, s: Any) -> Any:
            return tuple([x for x in things_of((yield from run(t, s))) if fits(t, s, x)])

        return asking, True
    return (lambda t, s: tuple([x for x in things_of(run(t, s)) if fits(t, s, x)])), False


def _all_of(tests: list[Run]) -> Run:
    if len(tests) == 1:
        return tests[0]
    if len(tests) == 2:
        one, other = tests
        return lambda t, s, x: one(t, s, x) and other(t, s, x)
    if len(tests) == 3:
        one, other, third = tests
        return lambda t, s, x: one(t, s, x) and other(t, s, x) and third(t, s, x)
    return lambda t, s, x: all(test(t, s, x) for test in tests)


def _group(node: Node) -> Group:
    only = node.word.spelling if node.kind == "word" and node.word and not node.filters and not node.args else ""
    side = node.word.side if node.kind == "word" and node.word else None
    names = any(part.kind == "name" for part in node.parts())
    noun = node.word.spelling if node.kind == "word" and node.word and node.filters and not node.args else ""
    narrows = _all_of([_filter(one) for one in node.filters]) if noun else None
    return Group(_things(node)[0], _fits(node), only, side or "", names, noun, narrows)


def _fits(node: Node) -> Run:
    """A closure that tells whether a thing belongs to a set, without making the set where that can be helped."""
    if node.kind == "union":
        parts = [_fits(part) for part in node.args]
        return lambda t, s, x: any(part(t, s, x) for part in parts)
    word = node.word
    if node.kind != "word" or word is None or word.has is None:
        all_of, _ = _things(node)
        return lambda t, s, x: x in all_of(t, s)
    has = word.has
    parts_of, _ = _arguments(node)
    values = tuple(value for value, _, _ in parts_of)
    side = word.side
    first = () if side is None else (side,)

    def belongs(t: Any, s: Any, x: Any) -> bool:
        return bool(has(t, s, *first, x, *values))

    tests = [_filter(one) for one in node.filters]
    if values:
        tests.insert(0, belongs)
    else:
        tests.insert(0, has if side is None else lambda t, s, x: has(t, s, side, x))
    return _all_of(tests)


# ---------------------------------------------------------------- conditions on a thing


def _filter(node: Node) -> Run:
    """A closure `(t, s, thing)`."""
    if node.kind == "not":
        inner = _filter(node.args[0])
        return lambda t, s, x: not inner(t, s, x)
    if node.kind == "and":
        return _all_of([_filter(part) for part in node.args])
    if node.kind == "or":
        tests = [_filter(part) for part in node.args]
        return lambda t, s, x: any(test(t, s, x) for test in tests)
    if node.kind == "member":
        return _fits(node.args[0])
    if node.kind == "compare":
        operation = _OPERATIONS[node.value]
        left, right = _candidate_number(node.args[0]), _candidate_number(node.args[1])
        return lambda t, s, x: operation(left(t, s, x), right(t, s, x))
    run = node.function
    parts, _ = _arguments(node)
    if not parts:
        return run
    values = tuple(parts)

    def test(t: Any, s: Any, x: Any) -> bool:
        return bool(run(t, s, x, *(value(t, s) if runs else value for value, runs, _ in values)))

    if len(values) == 1 and not values[0][1]:
        fixed = values[0][0]
        return lambda t, s, x: run(t, s, x, fixed)
    return test


def _candidate_number(node: Node) -> Run:
    """A number that may speak of the thing that is looked at."""
    if node.kind == "value":
        return node.function
    if node.kind == "sum":
        operation = _OPERATIONS[node.value]
        left, right = _candidate_number(node.args[0]), _candidate_number(node.args[1])
        return lambda t, s, x: operation(left(t, s, x), right(t, s, x))
    if node.kind == "minus":
        inner = _candidate_number(node.args[0])
        return lambda t, s, x: -inner(t, s, x)
    if node.kind == "title" or (node.word is not None and node.word.run is None):
        told = node.value
        return lambda t, s, x: told
    built = build_number(node)
    if built.fixed is not None:
        fixed = built.fixed
        return lambda t, s, x: fixed
    return lambda t, s, x: built.run(t, s)


# ---------------------------------------------------------------- numbers, tests, events, costs


def build_number(node: Node) -> Built:
    """A number as something to be run; `fixed` when it never changes."""
    if node.kind == "number":
        value = node.value
        return Built(lambda t, s: value, False, value)
    if node.kind == "minus":
        return _combined([build_number(node.args[0])], operator.neg)
    if node.kind == "sum":
        return _combined([build_number(part) for part in node.args], _OPERATIONS[node.value])
    run, asks = _raw(node)
    if asks:
        return _combined([Built(run, True)], number_of)
    return Built(run) if node.kind == "word" else Built(lambda t, s: number_of(run(t, s)))


def _combined(parts: list[Built], operation: Callable[..., Any]) -> Built:
    """One number out of one or two; when one of them asks, so does it."""
    if any(part.asks for part in parts):

        def asking(t: Any, s: Any) -> Any:
            values = []
            for part in parts:
                values.append((yield from part.run(t, s)) if part.asks else part.run(t, s))
            return operation(*values)

        return Built(asking, True)
    if all(part.fixed is not None for part in parts):
        fixed = operation(*(part.fixed for part in parts))
        return Built(lambda t, s: fixed, False, fixed)
    runs = [part.run for part in parts]
    if len(runs) == 2:
        one, other = runs
        return Built(lambda t, s: operation(one(t, s), other(t, s)))
    return Built(lambda t, s: operation(runs[0](t, s)))


def _amount(node: Node) -> Built:
    """How many, as an Amount."""
    if node.kind == "word" and node.word is not None and node.word.role == "amount":
        run = _call(node)[0]
        known = all(build_number(arg).fixed is not None for arg in node.args if isinstance(arg, Node))
        return Built(run, fixed=run(None, None) if known else None)
    return _combined([build_number(node)], lambda count: Amount(max(0, count), max(0, count)))


def build_test(node: Node) -> Built:
    """A test as something to be run."""
    if node.kind == "not":
        return _not(build_test(node.args[0]))
    if node.kind in ("and", "or"):
        return _joined_tests([build_test(part) for part in node.args], node.kind == "and")
    if node.kind == "compare":
        operation = _OPERATIONS[node.value]
        left, right = _candidate_number(node.args[0]), _candidate_number(node.args[1])
        return Built(lambda t, s: operation(left(t, s, None), right(t, s, None)))
    if node.kind == "same":
        one, other, same = _things(node.args[0])[0], _things(node.args[1])[0], node.value == "=="
        return Built(lambda t, s: (one(t, s) == other(t, s)) is same)
    if node.kind in ("any", "done"):
        run, asks = _raw(node.args[0])
        return Built(run, asks)
    return Built(*_call(node))


def _not(inner: Built) -> Built:
    if not inner.asks:
        return Built(lambda t, s: not inner.run(t, s))

    def asking(t: Any, s: Any) -> Any:
        return not (yield from inner.run(t, s))

    return Built(asking, True)


def _joined_tests(parts: list[Built], every: bool) -> Built:
    """`and` or `or`, from left to right, no further than needed."""
    if not any(part.asks for part in parts):
        runs = [part.run for part in parts]
        if len(runs) == 2:
            one, other = runs
            if every:
                return Built(lambda t, s: one(t, s) and other(t, s))
            return Built(lambda t, s: one(t, s) or other(t, s))
        joined = all if every else any
        return Built(lambda t, s: joined(run(t, s) for run in runs))

    def asking(t: Any, s: Any) -> Any:
        for part in parts:
            holds = (yield from part.run(t, s)) if part.asks else part.run(t, s)
            if bool(holds) is not every:
                return not every
        return every

    return Built(asking, True)


def build_event(node: Node) -> Run:
    """A closure `(t, s, event)`."""
    if node.kind == "or":
        parts = [build_event(part) for part in node.args]
        return lambda t, s, event: any(part(t, s, event) for part in parts)
    made = _made(node)
    name = _event_name(node)
    if made is None:
        return unlinked
    return lambda t, s, event: event.name == name and made(t, s, event)


def _awaited(node: Node) -> Awaited:
    return Awaited(build_event(node), tuple(sorted(heard(node))))


def heard(node: Node) -> set[str]:
    """The names of the events that an ability waits for."""
    if node.kind == "or":
        return {name for part in node.args for name in heard(part)}
    return {_event_name(node)}


def _event_name(node: Node) -> str:
    """The name of an event, without whose it is: "my.turn_start" is a turn_start."""
    return str(node.value).rpartition(".")[2]


def build_cost(node: Node) -> tuple[Any, ...]:
    """The game's own costs, one after the other."""
    return tuple(_made(part) for part in (node.args if node.kind == "costs" else [node]))
