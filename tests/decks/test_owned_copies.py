"""Shared copies, and the fewest boxes: what decks need together, what is free, what is missing."""

from __future__ import annotations

import itertools
import sys
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from catalog.card import Label
from catalog.saved import Claim
from deckcli.decks.owned.copies import Holder, Want, free_by_key, free_copies, lacking, pulls, together
from deckcli.decks.owned.cover import Box, fewest_boxes
from deckcli.decks.owned.names import Names

FOX, OWL = ("ashes", "ember fox"), ("ashes", "glass owl")


def test_three_owned_two_built_in_leave_one_missing_for_the_next_deck() -> None:
    """Own 3, deck A (built) uses 2, deck B wants 2. Asked for by Kamalisk/arkhamdb#27, #325 and #407,
    ThronesDB/thronesdb#330, fafranco82/swdestinydb#101, zzorba/marvelsdb#368."""
    a, b = Holder("A", "built", {FOX: 2}), Want("B", {FOX: 2})
    (lack,) = lacking([b], [a], {FOX: 3})
    assert (lack.needed, lack.owned, lack.held, lack.missing) == (2, 3, 2, 1)
    assert lack.elsewhere == (("A", "built", 2),)
    (alone,) = lacking([Want("A", {FOX: 2}, True)], [], {FOX: 3})
    assert alone.missing == 0


def test_built_decks_add_up_and_flexible_ones_share() -> None:
    wants = [Want("A", {FOX: 2}, True), Want("B", {FOX: 3}, True), Want("C", {FOX: 1, OWL: 2}), Want("D", {FOX: 2})]
    assert together(wants) == {FOX: 7, OWL: 2}
    assert [(one.key, one.missing) for one in lacking(wants, [], {FOX: 3})] == [(FOX, 4), (OWL, 2)]


def test_what_is_missing_of_a_wish_is_what_is_not_there() -> None:
    """moxfield/moxfield-public#58: own 2 of 3, want 1."""
    assert lacking([Want("A", {FOX: 3})], [], {FOX: 2})[0].missing == 1


def test_no_more_is_missing_than_is_needed_however_much_others_hold() -> None:
    assert lacking([Want("B", {FOX: 1})], [Holder("A", "built", {FOX: 9})], {FOX: 3})[0].missing == 1
    assert lacking([Want("B", {FOX: 1})], [Holder("A", "flexible", {FOX: 9})], {FOX: 3})[0].missing == 0


def test_free_is_owned_less_built_less_the_largest_flexible() -> None:
    holders = [Holder("A", "built", {FOX: 2}), Holder("B", "flexible", {FOX: 1}), Holder("C", "flexible", {FOX: 3}),
               Holder("D", "idea", {FOX: 3})]  # fmt: skip
    found = free_copies(FOX, 7, holders)
    assert (found.free, found.built, found.ideas) == (2, (("A", 2),), (("D", 3),))
    assert free_by_key({FOX: 7, OWL: 1}, holders) == {FOX: 2, OWL: 1}
    assert free_copies(FOX, 3, holders).free == -2


def test_copies_are_pulled_from_what_is_free_then_flexible_then_built_decks() -> None:
    others = [Holder("A", "built", {FOX: 2}), Holder("B", "flexible", {FOX: 1}), Holder("C", "flexible", {FOX: 2})]
    (pull,) = pulls(Want("new", {FOX: 6}), others, {FOX: 5})
    assert (pull.free, pull.flexible, pull.built, pull.missing) == (1, (("C", 2),), (("A", 2),), 1)


def test_a_flexible_deck_lends_no_copies_that_built_decks_hold() -> None:
    others = [Holder("A", "built", {FOX: 3}), Holder("B", "flexible", {FOX: 3})]
    (pull,) = pulls(Want("new", {FOX: 3}), others, {FOX: 4})
    assert (pull.free, pull.flexible, pull.built, pull.missing) == (0, (("B", 1),), (("A", 2),), 0)


COUNTS = st.dictionaries(st.sampled_from([FOX, OWL]), st.integers(0, 5))
STATES = st.sampled_from(["built", "flexible", "idea"])


@given(COUNTS, st.lists(st.tuples(COUNTS, STATES), max_size=5), COUNTS)
def test_what_is_pulled_and_what_is_missing_add_up(needs, decks, owned) -> None:  # type: ignore[no-untyped-def]
    others = [Holder(str(number), state, held) for number, (held, state) in enumerate(decks)]
    for pull in pulls(Want("new", needs), others, owned):
        found = pull.free + sum(n for _, n in pull.flexible) + sum(n for _, n in pull.built)
        assert found + pull.missing == pull.needed
        assert found <= owned.get(pull.key, 0)
        assert min(pull.free, pull.missing) >= 0
        built = sum(held.get(pull.key, 0) for held, state in decks if state == "built")
        assert sum(n for _, n in pull.flexible) <= max(0, owned.get(pull.key, 0) - built)
        assert all(n <= others[int(name)].needs[pull.key] for name, n in (*pull.flexible, *pull.built))


@given(COUNTS, st.lists(st.tuples(COUNTS, STATES), max_size=4), COUNTS)
def test_with_what_is_missing_the_deck_could_be_built(needs, decks, owned) -> None:  # type: ignore[no-untyped-def]
    others = [Holder(str(number), state, held) for number, (held, state) in enumerate(decks)]
    for lack in lacking([Want("new", needs, True)], others, owned):
        held = sum(other.needs.get(lack.key, 0) for other in others if other.state == "built")
        more = owned.get(lack.key, 0) + lack.missing
        assert max(0, owned.get(lack.key, 0) - held) + lack.missing >= lack.needed
        assert 0 <= lack.missing <= lack.needed <= more + held


# ---------------------------------------------------------------- what a deck needs


def label(slug: str, limit: int = 0, key: str = "") -> tuple[tuple[str, str], Label]:
    return ("ashes", slug), Label("ashes", slug, slug, key or slug, "", 0, limit)


NAMES = Names(
    dict(
        [label("book"), label("seed", 2), label("tree", 1), label("loop", 1), label("fox"), label("old-fox", key="fox")]
    ),
    {
        ("ashes", "book"): ["seed"],
        ("ashes", "seed"): ["tree"],
        ("ashes", "tree"): ["loop"],
        ("ashes", "loop"): ["seed"],
    },
)


def test_a_deck_needs_what_its_conjurations_conjure_and_its_dice() -> None:
    """Ashteki/ashteki#177: also a conjuration that is conjured by a conjuration; each by its limit, once."""
    claim = Claim(1, "ashes", "A", "idea", (("book", 3, "main"), ("seed", 9, "conjurations"), ("x", 1, "maybe")),
                  {"natural": 10})  # fmt: skip
    assert NAMES.needs(claim) == {
        ("ashes", "book"): 3, ("ashes", "seed"): 2, ("ashes", "tree"): 1, ("ashes", "loop"): 1,
        ("ashes", "natural die"): 10,
    }  # fmt: skip


def test_spellings_of_one_card_are_needed_as_one_and_an_apart_leader_is_no_second_copy() -> None:
    slots = (("fox", 1, "leader"), ("fox", 2, "main"), ("old-fox", 1, "main"))
    assert NAMES.needs(Claim(1, "ashes", "A", "idea", slots)) == {("ashes", "fox"): 4}
    assert NAMES.needs(Claim(1, "ashes", "A", "idea", slots, leader_apart=True)) == {("ashes", "fox"): 3}


# ---------------------------------------------------------------- boxes


KEYS = [("g", name) for name in "abcd"]
BOXES = st.lists(st.dictionaries(st.sampled_from(KEYS), st.integers(1, 3), min_size=1), max_size=4)
WANTED = st.dictionaries(st.sampled_from(KEYS), st.integers(1, 4))


@given(WANTED, BOXES)
def test_the_boxes_are_the_fewest_and_of_those_the_least_surplus(wanted, contents) -> None:  # type: ignore[no-untyped-def]
    pytest.importorskip("highspy")
    boxes = [Box(str(number), held) for number, held in enumerate(contents)]
    found = fewest_boxes(wanted, boxes)
    reach = {key: count for key, count in wanted.items() if any(key in box.contents for box in boxes)}
    assert set(found.nowhere) == set(wanted) - set(reach)
    assert not found.open
    ways = (
        (sum(times), sum(box.size * n for box, n in zip(boxes, times, strict=True)))
        for times in itertools.product(range(5), repeat=len(boxes))
        if all(sum(box.contents.get(key, 0) * n for box, n in zip(boxes, times, strict=True)) >= count
               for key, count in reach.items())
    )  # fmt: skip
    count = sum(found.boxes.values())
    assert count == min(ways)[0]


def test_without_a_solver_the_boxes_needed_in_any_case_are_told_and_the_rest_is_open(monkeypatch) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setitem(sys.modules, "highspy", None)
    a, b, c = KEYS[:3]
    boxes = [Box("one", {a: 3}), Box("two", {b: 3, c: 1}), Box("three", {b: 1})]
    assert fewest_boxes({a: 4}, boxes).boxes == {"one": 2}
    found = fewest_boxes({a: 1, b: 2, KEYS[3]: 1}, boxes)
    assert (found.boxes, found.open, found.nowhere) == ({"one": 1}, {b: 2}, {KEYS[3]: 1})
    assert fewest_boxes({c: 1, b: 2}, boxes).boxes == {"two": 1}, "what must be bought anyway may be enough"


def test_of_as_few_boxes_those_with_less_beside() -> None:
    pytest.importorskip("highspy")
    a, b = KEYS[:2]
    boxes = [Box("large", {a: 3, b: 9}), Box("small", {a: 3, b: 1})]
    assert fewest_boxes({a: 3}, boxes).boxes == {"small": 1}
    assert Counter(fewest_boxes({a: 3, b: 10}, boxes).boxes) == {"large": 1, "small": 1}
