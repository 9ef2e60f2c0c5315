"""Positions copy themselves: nothing that could change is shared, and no field can be forgotten."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from deckcli.engine.chance import Chance, Stacked
from deckcli.engine.contract import copies_stand_alone, difference
from deckcli.engine.players import Random
from deckcli.engine.playthrough import Playthrough
from deckcli.engine.table import Derived, Fixed, Outcome, Position


class Inner(Position):
    __slots__ = ("number",)

    def __init__(self, number: int) -> None:
        self.number = number


class Base(Position):
    __slots__ = "base"


class Full(Base):
    """One field of every kind that a position may hold."""

    __slots__ = (
        "by_name",
        "chance",
        "fixed",
        "grid",
        "groups",
        "ids",
        "maybe",
        "named",
        "one",
        "outcome",
        "units",
        "used",
    )
    shared = frozenset({"fixed"})

    def __init__(self) -> None:
        self.base = 1
        self.ids = [1, 2]
        self.used = {3, 4}
        self.named = {"a": 1}
        self.units = [Inner(1), Inner(2)]
        self.by_name = {"x": Inner(3)}
        self.grid = [[Inner(4)], [Inner(5)]]
        self.groups = {"g": [Inner(6)], "h": []}
        self.maybe = [None, Inner(7), None]
        self.one = Inner(8)
        self.chance = Stacked(1, [2])
        self.outcome = Outcome((0,), "won")
        self.fixed = [1, 2]


def test_a_copy_dumps_alike_and_stands_alone() -> None:
    copies_stand_alone(Full())


CHANGES = {
    "base": lambda p: setattr(p, "base", 2),
    "ids": lambda p: p.ids.append(3),
    "used": lambda p: p.used.add(5),
    "named": lambda p: p.named.update(b=2),
    "units": lambda p: setattr(p.units[1], "number", 9),
    "by_name": lambda p: setattr(p.by_name["x"], "number", 9),
    "grid": lambda p: setattr(p.grid[1][0], "number", 9),
    "groups": lambda p: setattr(p.groups["g"][0], "number", 9),
    "maybe": lambda p: setattr(p.maybe[1], "number", 9),
    "one": lambda p: setattr(p.one, "number", 9),
    "chance": lambda p: p.chance.pick("die", 6),
    "outcome": lambda p: setattr(p, "outcome", None),
}


@pytest.mark.parametrize("field", CHANGES)
def test_changing_a_field_of_a_copy_leaves_the_original_as_it_was(field: str) -> None:
    original, untouched = Full(), Full()
    twin = original.copy()
    CHANGES[field](twin)
    assert difference(original.dump(), untouched.dump()) == ""
    assert difference(twin.dump(), untouched.dump()).startswith(field)


def test_every_field_has_a_change_in_these_tests() -> None:
    assert set(CHANGES) == set(Full._fields) - Full.shared


def test_what_is_shared_by_intent_is_handed_on_as_it_is() -> None:
    original = Full()
    assert original.copy().fixed is original.fixed
    assert "fixed" not in original.dump()


def test_a_field_that_was_never_set_cannot_be_forgotten() -> None:
    with pytest.raises(AttributeError, match="number"):
        Inner.__new__(Inner).copy()


def test_fields_of_a_base_come_along() -> None:
    assert "base" in Full._fields
    assert Full().copy().base == 1


@dataclass(slots=True)
class Loose:
    """Neither frozen nor a position: a copy would share it."""

    number: int = 1


@pytest.mark.parametrize("value", [Loose(), [Loose()], (Loose(),), {"a": Loose()}, bytearray(b"x"), [(1, [2])]])
def test_what_a_copy_would_share_is_found_and_named(value: Any) -> None:
    class Holder(Position):
        __slots__ = ("held",)

    holder = Holder()
    holder.held = value
    with pytest.raises(AssertionError, match=r"held.* is shared with the original"):
        copies_stand_alone(holder)


class Sum(Derived):
    __slots__ = ("number",)


def test_what_is_derived_is_shared_and_left_out_of_dumps() -> None:
    class Holder(Position):
        __slots__ = ("found", "kept")

    holder = Holder()
    holder.found, holder.kept = Sum(), {"sum": Sum(), "one": 1}
    copies_stand_alone(holder)
    assert holder.copy().found is holder.found
    assert holder.dump() == {"found": None, "kept": {"one": 1}}


class Told(Fixed):
    __slots__ = ("names", "never_set")

    def __init__(self, **names: int) -> None:
        self.names = names


def test_what_is_fixed_is_shared_and_dumped_by_its_fields() -> None:
    holder = Inner(1)
    holder.number = (Told(a=1),)  # type: ignore[assignment]
    copies_stand_alone(holder)
    assert holder.copy().number[0] is holder.number[0]  # type: ignore[index]
    assert holder.dump() == {"number": [{"names": {"a": 1}}]}


def test_a_list_that_mixes_plain_things_and_positions_is_found() -> None:
    class Holder(Position):
        __slots__ = ("held",)

    holder = Holder()
    holder.held = [1, Inner(2)]
    with pytest.raises(AssertionError, match=r"held.1 \(Inner\) is shared"):
        copies_stand_alone(holder)


def test_the_table_of_a_game_stands_alone_at_every_question(game: Any, skirmish: Any) -> None:
    playthrough, player = Playthrough(game, skirmish.setting(5)), Random(5)
    while playthrough.choice:
        copies_stand_alone(playthrough.table)
        playthrough.choose(player(playthrough.choice, None))
    assert playthrough.outcome


def test_a_dump_tells_chances_apart() -> None:
    one, other = Full(), Full()
    other.chance.told.append(4)
    assert difference(one.dump(), other.dump()) == "chance.told: [2] and [2, 4]"
    assert Chance(1).copy().seed == Chance(1).seed


@pytest.mark.parametrize(
    ("one", "other", "said"),
    [
        ({"a": [1, {"b": 2}]}, {"a": [1, {"b": 3}]}, "a.1.b: 2 and 3"),
        ({"a": 1}, {}, "a is only in one of them"),
        ({}, {"a": 1}, "a is only in one of them"),
        ([1], [1, 2], "it: [1] and [1, 2]"),
        (True, 1, "it: True and 1"),
        ({"a": (1, 2)}, {"a": [1, 2]}, ""),
    ],
)
def test_a_difference_is_named_by_its_path(one: Any, other: Any, said: str) -> None:
    assert difference(one, other) == said
