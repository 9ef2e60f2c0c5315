"""The effect language: what it lets in, what it refuses and where, how it runs, and that it says what it does.

The game here is made up, with words enough for each role; Cipher's own words are tested with Cipher.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckcli.engine import shared_words
from deckcli.engine.choice import Choice, Rules
from deckcli.engine.effects import Ability, acts, check_and_build, render
from deckcli.engine.vocabulary import (
    Amount,
    Did,
    DoesNotActError,
    EffectError,
    Fault,
    Scope,
    Vocabulary,
    unlinked,
)

# ---------------------------------------------------------------- a game of cats


class Cat:
    def __init__(self, name: str, cost: int, *, awake: bool = True, mine: bool = True) -> None:
        self.name, self.cost, self.awake, self.mine, self.lives = name, cost, awake, mine, 9


class House:
    """The table: cats, a count of fish, what was said to be done."""

    def __init__(self, *cats: Cat, fish: int = 3) -> None:
        self.cats, self.fish, self.log = list(cats), fish, []  # type: ignore[var-annotated]


class Asker:
    """Asks by index among the things, and pays with fish."""

    def pick(self, t: Any, s: Any, things: Sequence[Any], least: int, most: int, by: Any) -> Rules[tuple[Any, ...]]:
        answer = yield Choice(0, "pick", [("take", n) for n in range(len(things))] + [("done",)], (least, most))
        return tuple(things[int(n)] for n in answer[1:])

    def yes(self, t: Any, s: Any, by: Any) -> Rules[bool]:
        return (yield Choice(0, "may", [("yes",), ("no",)])) == ("yes",)

    def pay(self, t: Any, s: Any, cost: Any) -> Rules[bool]:
        price = sum(cost)
        if price > t.fish or not (yield from self.yes(t, s, None)):
            return False
        t.fish -= price
        return True


def cats() -> Vocabulary:
    v = Vocabulary("cats", kinds={"act": "ACT", "cont": "CONT"}, keys=(
        "name", "kind", "limit", "cost", "when", "replaces", "static", "need", "freely", "do", "focus", "inner", "with",
    ), limits={"turn": "once a turn"})  # fmt: skip
    shared_words.add(v, Asker())

    @v.noun("cat", my="cat of yours|your cats", enemy="their cat|their cats", both="cat|cats")
    def cat(t: House, s: Scope, side: str) -> list[Cat]:
        return [one for one in t.cats if not side or one.mine is (side == "my")]

    @v.noun("this", line="=this cat")
    def this(t: House, s: Scope) -> tuple[Cat, ...]:
        return (t.cats[0],)

    @v.word("filter", "awake", line="~awake")
    def awake(t: House, s: Scope, x: Cat) -> bool:
        return x.awake

    @v.word("filter", "named", "title", "named {0}")
    def named(t: House, s: Scope, x: Cat, title: str) -> bool:
        return x.name == title

    @v.word("value", "cost")
    def cost(t: House, s: Scope, x: Cat) -> int:
        return x.cost

    @v.word("condition", "night", line="it is night")
    def night(t: House, s: Scope) -> bool:
        return t.fish == 0

    @v.word("event", "wakes", "group", "{0} wakes")
    def wakes(group: Any) -> Callable[..., bool]:
        return lambda t, s, event: group.fits(t, s, event.cat)

    @v.word("cost", "fish", "number", "{0} fish")
    def fish(count: Any) -> int:
        return int(count.fixed)

    @v.word("verb", "feed", "thing", "feed {0}")
    def feed(t: House, s: Scope, things: Sequence[Cat]) -> Did:
        t.log += [f"feed {one.name}" for one in things]
        return Did(things)

    @v.word("verb", "catch", "amount", "catch {0} fish")
    def catch(t: House, s: Scope, amount: Any) -> Did:
        wanted = amount.most if isinstance(amount, Amount) else amount
        caught = min(wanted, t.fish)
        t.fish -= caught
        t.log.append(f"catch {caught}")
        return Did((), caught, caught >= 1 if isinstance(amount, Amount) and amount.free else caught == wanted)

    @v.word("rule", "give", "group, mod+", "{0} {0|gets|get} {1}")
    def give(group: Any, *mods: Any) -> tuple[Any, ...]:
        return (group, mods)

    @v.word("mod", "speed", "number", "+{0} speed")
    def speed(count: Any) -> tuple[str, Any]:
        return ("speed", count)

    return v


WORDS = cats()


def built(do: str, **keys: Any) -> Ability:
    (ability,) = check_and_build({"abilities": [{"kind": "act", "do": do, **keys}]}, WORDS, "cats.toml, tom")
    return ability


def run(do: str, *cats: Cat, answers: Sequence[Any] = (), fish: int = 3, **keys: Any) -> tuple[House, int]:
    """Run a deed with these answers; the house afterwards, and how many questions there were."""
    house, asked, given = House(*cats, fish=fish), 0, iter(answers)
    ability = built(do, **keys)
    assert ability.do is not None
    rules: Iterator[Any] = ability.do(house, Scope())
    try:
        next(rules)
        while True:
            asked += 1
            rules.send(next(given))  # type: ignore[attr-defined]
    except StopIteration:
        return house, asked


def faults(text: str, key: str = "do", **keys: Any) -> tuple[Fault, ...]:
    table = {"kind": "act", key: text, **keys}
    with pytest.raises(EffectError) as error:
        check_and_build({"abilities": [table]}, WORDS, "cats.toml, tom")
    return error.value.faults


# ---------------------------------------------------------------- the hole


@pytest.mark.parametrize(
    "text",
    [
        "this.__class__",
        "feed(this.__class__.__base__.__subclasses__())",
        "feed(my.cat.__init__.__globals__)",
        "().__class__.__bases__[0].__subclasses__()",
        "feed.__globals__['__builtins__']['eval']('1')",
        "__import__('os').system('true')",
        "feed(this.run)",
        "feed(choose(cat).log)",
    ],
)
def test_no_attribute_leads_out_of_the_words(text: str) -> None:
    assert faults(text)


@pytest.mark.parametrize(
    "text",
    [
        "lambda: 1",
        "[feed(this)]",
        "{1: 2}",
        "feed(this)[0]",
        "f'{this}'",
        "feed(*this)",
        "feed(**this)",
        "import os",
        "def f(): pass",
        "class A: pass",
        "while night: feed(this)",
        "x: int = 1",
        "del this",
        "feed(this) if night else 1",
        "(a := choose(cat))",
        "await feed(this)",
        "[c for c in cat]",
        "try:\n    feed(this)\nfinally:\n    feed(this)",
        "with this: feed(this)",
        "return",
        "global this",
        "a = b = choose(cat)",
        "a, b = choose(cat)",
        "a += 1",
        "1",
        "'x'",
        "feed(...)",
        "feed(None)",
        "feed(True)",
        "catch(1.5)",
        "catch(2 ** 3)",
        "catch(1j)",
        "catch(b'1')",
        "catch(1 if 1 else 2)",
        "if 1 < 2 < 3: feed(this)",
        "if this is this: feed(this)",
        "if this in cat: feed(this)",
        "feed(this and cat)",
    ],
)
def test_a_shape_that_is_not_of_the_language_is_refused(text: str) -> None:
    assert faults(text)


def test_nothing_of_an_effect_is_ever_compiled_or_evaluated() -> None:
    names = {"exec", "eval", "compile", "__import__", "getattr", "setattr", "globals", "vars"}
    import deckcli.engine.closures as closures
    import deckcli.engine.effect_text as effect_text
    import deckcli.engine.effects as effects
    import deckcli.engine.saying as saying

    for module in (closures, effects, effect_text, saying):
        tree = ast.parse(Path(module.__file__).read_text(encoding="utf-8"))
        calls = [node.func for node in ast.walk(tree) if isinstance(node, ast.Call)]
        called = {call.id for call in calls if isinstance(call, ast.Name)}
        assert called & (names - {"getattr"}) == set(), module.__name__


# ---------------------------------------------------------------- refusals tell where and what may be meant


@pytest.mark.parametrize(
    ("text", "line", "column", "near"),
    [
        ("feeed(this)", 1, 1, ("feed",)),
        ("feed(thsi)", 1, 6, ("this",)),
        ("feed(my.cta)", 1, 6, ("my.cat",)),
        ("feed(choose(cat(awke)))", 1, 17, ("awake",)),
        ("feed(choose(cat(cost <= 2, nmaed('Tom'))))", 1, 28, ("named",)),
        ("feed(this)\nif nigth: feed(this)", 2, 4, ("night",)),
        ("feed(cat(named('Ä'), awak))", 1, 22, ("awake",)),
        ("feed(choose(cat, bye=me))", 1, 18, ("by",)),
    ],
)
def test_a_word_that_is_not_there_is_named_with_its_place_and_what_is_near(
    text: str, line: int, column: int, near: tuple[str, ...]
) -> None:
    (fault,) = faults(text)
    assert (fault.line, fault.column) == (line, column)
    assert set(near) <= set(fault.near)
    assert fault.where == "cats.toml, tom"
    assert fault.key == "ability 1, do"
    assert f"column {column}" in str(fault)
    assert "Nearest: " in str(fault)


@pytest.mark.parametrize(
    ("text", "column", "what"),
    [
        ("awake(this)", 1, '"awake" is a filter, and a verb stands here'),
        ("feed()", 1, "feed needs 1 argument, and has 0"),
        ("feed(this, this)", 12, "feed takes no more than 1 arguments"),
        ("feed(this, who=this)", 12, 'feed has no argument "who"'),
        ("catch(99999)", 7, "the number is larger than 9999"),
        ("feed(cat(named(Tom)))", 16, '"Tom" must be a name in quotes'),
        ("this = choose(cat)\nfeed(this)", 1, '"this" is a word of the game'),
        ("x = choose(cat)\nfeed(x)", 1, '"x" is a word of the game'),
        ("c = choose(cat)\nc = choose(cat)\nfeed(c)", 1, 'the name "c" is given twice'),
        ("feed(c)\nc = choose(cat)", 6, 'there is no thing "c"'),
        ("feed(this))", 11, "cannot be read"),
        ("if night:\nfeed(this)", 1, "cannot be read"),
    ],
)
def test_a_wrong_use_of_words_is_told(text: str, column: int, what: str) -> None:
    (fault,) = faults(text)
    assert what in fault.what
    assert fault.column == column


def test_a_name_that_is_never_read_is_a_fault() -> None:
    (fault,) = faults("c = choose(cat)\nfeed(this)")
    assert 'the name "c" is given and never used' in fault.what


def test_a_name_of_one_branch_does_not_reach_behind_it() -> None:
    (fault,) = faults("if night:\n    c = choose(cat)\n    feed(c)\nfeed(c)")
    assert (fault.line, fault.column) == (4, 6)


def test_what_only_asks_cannot_do_anything() -> None:
    assert "which need cannot" in faults("feed(choose(cat))", "need", do="feed(this)")[0].what
    assert "which static cannot" in faults("give(choose(cat), speed(1))", "static")[0].what


@pytest.mark.parametrize(
    ("table", "what"),
    [
        ({"kind": "art", "do": "feed(this)"}, 'there is no kind "art"'),
        ({"kind": "act"}, "needs either do or static"),
        ({"kind": "act", "do": "feed(this)", "static": "give(this, speed(1))"}, "needs either do or static"),
        ({"kind": "act", "do": "feed(this)", "when": "wakes(this)", "replaces": "wakes(this)"}, "has both when"),
        ({"kind": "act", "do": "feed(this)", "wen": "wakes(this)"}, 'there is no key "wen"'),
        ({"kind": "act", "do": 3}, "do must be a text"),
        ({"kind": "act", "do": "feed(this)", "name": ["x"]}, "name must be a word or more"),
    ],
)
def test_a_table_that_is_none_of_an_ability_is_told(table: dict[str, Any], what: str) -> None:
    with pytest.raises(EffectError) as error:
        check_and_build({"abilities": [table]}, WORDS, "cats.toml, tom")
    assert any(what in fault.what for fault in error.value.faults)


def test_every_fault_of_a_card_is_told_at_once() -> None:
    tables = [{"kind": "act", "do": "feeed(this)"}, {"kind": "act", "do": "feed(thsi)", "need": "nihgt"}]
    with pytest.raises(EffectError) as error:
        check_and_build({"abilities": tables}, WORDS, "cats.toml, tom")
    assert [fault.key for fault in error.value.faults] == ["ability 1, do", "ability 2, need", "ability 2, do"]


# ---------------------------------------------------------------- bounds


@pytest.mark.parametrize(
    "text",
    [
        "feed(this)\n" * 400,
        "if night: feed(this)" + " " * 3000,
        "catch(" + "-" * 1500 + "1)",
        "(" * 300 + "feed(this)" + ")" * 300,
        "feed(" * 90 + "this" + ")" * 90,
        "catch(" + "9" * 1800 + ")",
        "if " + "not " * 400 + "night: feed(this)",
        "feed(this" + " | this" * 280 + ")",
        "feed(\x00this)",
        "feed('\ud800')",
        "\\",
        "feed(this)\x0c\x1a",
    ],
    ids=range(12),
)
def test_what_is_too_long_too_deep_or_too_large_is_a_fault_like_any_other(text: str) -> None:
    assert len(faults(text)) == 1


WORDS_OF_ALL_KINDS = """feed catch give speed choose each may pay rest count up_to any all cat my enemy this night
awake named cost fish wakes ( ) , . : ; = == <= + - * | not and or if else for in 'Tom' 1 2 -1 c d _ __class__ lambda
[ ] { }"""
PIECES = st.sampled_from([*WORDS_OF_ALL_KINDS.split(), "\n", "\n    "])


@given(st.lists(PIECES, max_size=25).map(" ".join) | st.text(max_size=60))
def test_any_text_is_built_or_refused_and_never_anything_else(text: str) -> None:
    for key in ("do", "static", "need", "when", "cost"):
        table = {"kind": "act", **({} if key == "static" else {"do": "feed(this)"}), key: text}
        found: tuple[Fault, ...] = ()
        try:
            (ability,) = check_and_build({"abilities": [table]}, WORDS, "x")
        except EffectError as error:
            found = error.faults
        else:
            assert render(ability, WORDS)
        assert all(fault.what and fault.line >= 0 and fault.column >= 0 for fault in found)


KEYS = st.sampled_from(["kind", "do", "static", "name", "need", "inner", "abilities", "focus", "with", "?"])
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=12,
)


@given(st.dictionaries(KEYS, JSON, max_size=4))
def test_any_table_is_built_or_refused(entry: dict[str, Any]) -> None:
    try:
        found: tuple[Any, ...] = check_and_build(entry, WORDS, "x")
    except EffectError as error:
        found = error.faults
    assert found or entry in ({}, {"abilities": []})


# ---------------------------------------------------------------- running

TOM, KIT, REX = Cat("Tom", 1), Cat("Kit", 3, awake=False), Cat("Rex", 2, mine=False)


def test_a_choice_is_asked_only_when_there_is_one() -> None:
    assert run("feed(choose(my.cat(awake)))", TOM, KIT, REX)[1] == 0
    house, asked = run("feed(choose(my.cat))", TOM, KIT, answers=[("take", 1)])
    assert (house.log, asked) == (["feed Kit"], 1)


def test_a_verb_that_is_given_nothing_does_nothing() -> None:
    house, _ = run("feed(choose(cat(named('Ann'))))\ncatch(1)", TOM)
    assert house.log == ["catch 1"]


def test_a_deed_is_a_test_whether_all_was_done() -> None:
    assert run("if catch(2): feed(this)", TOM, fish=2)[0].log == ["catch 2", "feed Tom"]
    assert run("if catch(2): feed(this)", TOM, fish=1)[0].log == ["catch 1"]
    assert run("if catch(up_to(2)): feed(this)", TOM, fish=1)[0].log == ["catch 1", "feed Tom"]
    assert run("if not catch(2): feed(this)", TOM, fish=1)[0].log == ["catch 1", "feed Tom"]


def test_what_is_declined_was_not_done() -> None:
    text = "if may(catch(1)):\n    feed(this)\nelse:\n    catch(2)"
    assert run(text, TOM, answers=[("yes",)])[0].log == ["catch 1", "feed Tom"]
    assert run(text, TOM, answers=[("no",)])[0].log == ["catch 2"]


def test_a_cost_in_mid_text_is_paid_or_not() -> None:
    assert run("if pay(fish(2) + fish(1)): feed(this)", TOM, answers=[("yes",)])[0].fish == 0
    assert run("if pay(fish(4)): feed(this)", TOM)[0].log == []


def test_a_name_holds_what_was_chosen_and_the_rest_is_what_was_not() -> None:
    house, _ = run("c = choose(cat)\nfeed(c)\nfeed(rest(cat, c))", TOM, KIT, answers=[("take", 1)])
    assert house.log == ["feed Kit", "feed Tom"]


def test_two_sets_are_one_without_anything_twice() -> None:
    assert run("feed(this | my.cat(awake) | enemy.cat)", TOM, KIT, REX)[0].log == ["feed Tom", "feed Rex"]


def test_each_of_a_group_is_done_in_turn() -> None:
    assert run("for c in my.cat:\n    feed(c)\n    catch(1)", TOM, KIT)[0].log == [
        "feed Tom",
        "catch 1",
        "feed Kit",
        "catch 1",
    ]


@pytest.mark.parametrize(
    ("test", "holds"),
    [
        ("my.cat(awake)", True),
        ("not my.cat(named('Rex'))", True),
        ("count(cat) >= 3", True),
        ("count(my.cat) * 2 == 4", True),
        ("count(cat) < count(my.cat)", False),
        ("this.cost == 1", True),
        ("night", False),
        ("night or this(cost <= 1)", True),
        ("my.cat(cost >= 2, not awake)", True),
        ("cat(cost >= 2, awake, not my.cat)", True),
        ("count(cat) % 2 == 1 and not night", True),
        ("-count(cat) == -3", True),
        ("count(cat) // 2 - 1 == 0", True),
        ("count(cat) // 0 == 0", True),
        ("my.cat == my.cat", True),
        ("my.cat != enemy.cat", True),
        ("cat(awake or named('Kit')) and count(cat(awake or named('Kit'))) == 3", True),
    ],
)
def test_tests_say_what_is_so(test: str, holds: bool) -> None:
    assert run(f"if {test}: feed(this)", TOM, KIT, REX)[0].log == (["feed Tom"] if holds else [])


def test_an_event_fits_when_its_subject_does() -> None:
    ability = built("feed(this)", when="wakes(my.cat(cost <= 2)) or wakes(enemy.cat)")

    class Event:
        name = "wakes"

        def __init__(self, cat: Cat) -> None:
            self.cat = cat

    house = House(TOM, KIT, REX)
    assert ability.hears == ("wakes",)
    assert ability.event is not None
    assert [ability.event(house, Scope(), Event(cat)) for cat in (TOM, KIT, REX)] == [True, False, True]


def test_a_static_line_holds_while_its_test_does() -> None:
    ability = check_and_build(
        {"kind": "cont", "static": "if night:\n    give(my.cat, speed(1))\nelse:\n    give(this, speed(count(cat)))"},
        WORDS,
        "x",
    )[0]
    first, second = ability.rules
    house = House(TOM, KIT)
    assert first.test is not None
    assert second.test is not None
    assert (first.test(house, Scope()), second.test(house, Scope())) == (False, True)
    group, ((_, count),) = second.made
    assert (group.only, group.fits(house, Scope(), TOM), count.run(house, Scope())) == ("this", True, 2)


def test_a_shared_ability_is_had_by_name_and_with_a_word() -> None:
    WORDS.shared["Nap"] = {"name": "Nap", "kind": "act", "do": "feed(this)"}
    WORDS.shared["Treat"] = {"name": "Treat", "kind": "act", "with": "filter", "do": "feed(each(cat(TOLD)))"}
    assert [one.name for one in check_and_build({"abilities": ["Nap", "Treat: awake"]}, WORDS, "x")] == ["Nap", "Treat"]
    for wrong in ("Nop", "Treat", "Nap: awake", "Treat: lazy", "Treat: awake) or night"):
        with pytest.raises(EffectError):
            check_and_build({"abilities": [wrong]}, WORDS, "x")


# ---------------------------------------------------------------- saying


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        ({"do": "feed(choose(my.cat(awake)))"}, "[ACT]: Feed 1 awake cat of yours."),
        ({"do": "feed(choose(up_to(2), cat(cost <= 2)))"}, "[ACT]: Feed up to 2 cats with cost 2 or less."),
        ({"do": "feed(each(enemy.cat(not awake)))"}, "[ACT]: Feed each their cat that is not awake."),
        ({"do": "c = choose(cat)\nfeed(c)"}, "[ACT]: Choose 1 cat. Feed that cat."),
        ({"do": "if catch(2): feed(this)"}, "[ACT]: Catch 2 fish. If you do, feed this cat."),
        (
            {"do": "if night: feed(this)\nelse: catch(1)"},
            "[ACT]: If it is night, feed this cat; otherwise catch 1 fish.",
        ),
        ({"do": "may(feed(this))", "cost": "fish(1) + fish(2)"}, "[ACT] (1 fish, 2 fish): You may feed this cat."),
        (
            {"name": "Dawn", "limit": "turn", "do": "feed(this)", "when": "wakes(my.cat)", "need": "not night"},
            "Dawn [ACT, once a turn]: When a cat of yours wakes, if it is not night: Feed this cat.",
        ),
        (
            {"do": "feed(this)", "need": "cat(named('Tom'))"},
            "[ACT]: Feed this cat. Only while there is a cat named Tom.",
        ),
        ({"do": "if count(my.cat) >= 2: feed(this)"}, "[ACT]: If there are 2 or more your cats, feed this cat."),
    ],
)
def test_the_tree_that_acts_says_itself(keys: dict[str, Any], said: str) -> None:
    (ability,) = check_and_build({"abilities": [{"kind": "act", **keys}]}, WORDS, "x")
    assert render(ability, WORDS) == said


def test_a_rule_agrees_in_number() -> None:
    (one,) = check_and_build({"kind": "cont", "static": "give(this, speed(2))"}, WORDS, "x")
    (many,) = check_and_build({"kind": "cont", "static": "give(my.cat, speed(2))"}, WORDS, "x")
    assert render(one, WORDS) == "[CONT]: This cat gets +2 speed."
    assert render(many, WORDS) == "[CONT]: Your cats get +2 speed."


def test_a_word_that_does_nothing_yet_is_read_and_said_and_its_ability_does_not_act() -> None:
    words = cats()
    words.word("verb", "purr", "thing", "make {0} purr")(unlinked)
    words.word("event", "naps", "group", "{0} naps")(unlinked)
    asleep, fed = check_and_build(
        {"abilities": [{"kind": "act", "when": "naps(cat)", "do": "purr(this)"}, {"kind": "act", "do": "feed(this)"}]},
        words,
        "a cat",
    )
    assert render(asleep, words) == "[ACT]: When a cat naps: Make this cat purr."
    assert (acts(asleep), acts(fed)) == (False, True)
    with pytest.raises(DoesNotActError):
        next(asleep.do(House(TOM), Scope()), None)  # type: ignore[misc]


def test_a_numbered_ability_is_had_by_its_name_and_number() -> None:
    words = cats()
    words.word("number", "n")(lambda t, s: 2)
    words.shared["Meal"] = {"name": "Meal", "kind": "act", "with": "number", "do": "if this.cost >= n: feed(this)"}
    (meal,) = check_and_build({"abilities": ["Meal 2"]}, words, "a cat")
    assert render(meal, words) == "Meal 2 [ACT]: If the cost of this cat is 2 or more, feed this cat."
    for named in ("Meal", "Meal two", "Meal: 2"):
        with pytest.raises(EffectError, match="neither a table nor a shared ability"):
            check_and_build({"abilities": [named]}, words, "a cat")


def test_a_name_can_hold_a_number_of_this_moment() -> None:
    house, _ = run("k = this.cost\nif k >= 3: feed(this)\nelse: catch(1)", TOM)
    assert house.log == run("if this.cost >= 3: feed(this)\nelse: catch(1)", TOM)[0].log


def test_this_is_called_what_its_card_is() -> None:
    (ability,) = check_and_build({"abilities": [{"kind": "act", "do": "feed(this)"}]}, WORDS, "a cat")
    assert render(ability, WORDS, {"this": "this kitten"}) == "[ACT]: Feed this kitten."


def test_a_number_may_ask_for_what_it_counts() -> None:
    house, asked = run("catch(1 + count(choose(up_to(2), cat)))", TOM, KIT, answers=[("take", 0, 1)])
    assert asked == 1
    assert house.fish == run("catch(3)", TOM, KIT)[0].fish
