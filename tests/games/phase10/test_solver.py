"""The phase solver: the rows of the scenario tables, an oracle that tries everything, the shares of random hands."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deckcli.games.phase10.phases import COLOUR, JOKER, KINDS, RUNS, SETS, Part, Phase, colour_of, number_of, phases
from deckcli.games.phase10.solver import PACKED, BadHandError, can_lay, card_word, hand_of, lay, packed, which

CLASSIC = {
    "P01": ("1", "r7 b7 g7 r10 b10 y10 r1 b2 g4 y12", True),
    "P03": ("1", "r10 r10 b10 g10 y10 J r1 b3 g5 y8", True),
    "P05": ("1", "r7 b7 g7 J J J X X X X", True),
    "P07": ("1", "J J J J J J J J X X", False),
    "P09": ("2", "r5 b5 g5 y6 r7 b8 r1 b1 g12 y12", False),
    "P11": ("2", "r5 b5 g5 y5 r6 b7 g8 r1 b1 g12", True),
    "P13": ("2", "r3 b3 J y4 r5 b6 r8 b9 g11 y12", False),
    "P15": ("3", "r8 b8 g8 y8 r1 b2 g3 y4 r10 b12", True),
    "P17": ("3", "r3 b3 g3 y3 b1 g2 y4 r10 b12 r7", False),
    "P19": ("4", "r3 b4 g5 J r7 b8 g9 r1 b12 y12", True),
    "P21": ("4", "r9 b10 g11 y12 r1 b2 g3 r6 b6 y6", False),
    "P23": ("4", "r2 r2 b3 g4 y5 r6 b7 g8 y8 b12", True),
    "P25": ("5", "r5 b6 g7 y8 r9 b10 g11 y12 r1 b1", True),
    "P27": ("6", "r6 b7 g8 y9 r10 b11 g12 J J r1", True),
    "P29": ("6", "r9 b10 g11 y12 r1 b2 g3 y4 r5 b7", False),
    "P31": ("7", "r9 r9 b9 b9 g9 g9 y9 y9 r1 b2", True),
    "P33": ("8", "r1 r1 r4 r7 r9 r12 r5 b2 g2 y2", True),
    "P35": ("8", "r1 r4 r7 b1 b4 b7 J J J J", True),
    "P37": ("9", "r6 b6 g6 y6 r6 r8 b8 b1 g2 y3", True),
    "P39": ("9", "r5 b5 g5 y5 r5 J J X X X", True),
    "P41": ("10", "r3 b3 g3 y3 r3 r10 b10 J b1 g2", True),
    "P43": ("10", "r3 r3 b3 b3 g3 g3 y3 y3 b1 g2", True),
}
STRATEGY = {
    "S01": ("8col", "g1 g2 g3 g5 g7 g9 g11 J b1 r1", True),
    "S03": ("8col", "g1 J J J J J J J b1 r2", True),
    "S05": ("1", "y4 J J J J J J J J J", True),
}
STRICT_NO = {"S05"}


def phase(edition: str, key: str) -> Phase:
    (found,) = (one for one in phases(edition) if one.key == key)
    return found


def numbers_of(words: str, edition: str) -> list[int]:
    return [kind for kind in hand_of(words, edition) if kind >= 0]


@pytest.mark.parametrize("row", CLASSIC)
def test_a_hand_of_the_classic_deck_lays_a_phase_or_does_not(row: str) -> None:
    key, words, answer = CLASSIC[row]
    hand = numbers_of(words, "classic")
    for strict in (False, True):
        assert can_lay(phase("classic", key), packed(hand), strict) is answer
        assert (lay(phase("classic", key), hand, strict) is not None) is answer


@pytest.mark.parametrize("row", STRATEGY)
def test_a_hand_of_the_strategy_deck_lays_a_phase_or_does_not(row: str) -> None:
    key, words, answer = STRATEGY[row]
    hand = numbers_of(words, "strategy")
    assert can_lay(phase("strategy", key), packed(hand)) is answer
    assert can_lay(phase("strategy", key), packed(hand), strict=True) is (answer and row not in STRICT_NO)


def test_the_ten_phases_of_both_editions() -> None:
    assert [one.key for one in phases("strategy")] == ["1", "2", "3", "4", "5", "6", "7", "8", "8col", "10"]
    assert [one.key for one in phases("classic")] == [str(number) for number in range(1, 11)]
    assert [one.key for one in phases("strategy") if one.source == "printed"] == ["1", "8", "8col"]


# ---------------------------------------------------------------- what a laying is, told once more


def is_group(part: Part, kinds: Sequence[int], value: int) -> bool:
    """Whether cards are a group of that value: straight from the rulebook's definitions."""
    if part.kind == RUNS:
        stands = all(kind == JOKER or number_of(kind) == value + step for step, kind in enumerate(kinds))
        return stands and value >= 1 and value + part.size - 1 <= 12
    of = number_of if part.kind == SETS else colour_of
    return all(kind == JOKER or of(kind) == value for kind in kinds)


def could_be(part: Part, kinds: Sequence[int]) -> bool:
    """Whether cards, in whatever order, make that group."""
    naturals = [kind for kind in kinds if kind != JOKER]
    if part.kind == RUNS:
        numbers = [number_of(kind) for kind in naturals]
        return len(set(numbers)) == len(numbers) and max(numbers, default=0) - min(numbers, default=0) < part.size
    return len({number_of(kind) if part.kind == SETS else colour_of(kind) for kind in naturals}) <= 1


def splits(hand: Sequence[int], sizes: Sequence[int]) -> Iterator[list[list[int]]]:
    """Every way to take groups of these sizes out of a hand."""
    if not sizes:
        yield []
        return
    places = range(len(hand))
    for taken in combinations(places, sizes[0]):
        rest = [hand[place] for place in places if place not in taken]
        for others in splits(rest, sizes[1:]):
            yield [[hand[place] for place in taken], *others]


def fewest_jokers(wanted: Phase, hand: Sequence[int], strict: bool) -> int | None:
    """The oracle: the fewest jokers over every laying that there is; None without one."""
    found = [
        sum(group.count(JOKER) for group in groups)
        for groups in splits(hand, [part.size for part in wanted.parts])
        if all(map(could_be, wanted.parts, groups))
        if any(kind != JOKER for group in groups for kind in group)
        if not strict or all(any(kind != JOKER for kind in group) for group in groups)
    ]
    return min(found, default=None)


SMALL = [
    Phase("a", "two pairs", (Part(SETS, 2), Part(SETS, 2))),
    Phase("b", "three and two", (Part(SETS, 3), Part(SETS, 2))),
    Phase("c", "pair and run", (Part(SETS, 2), Part(RUNS, 3))),
    Phase("d", "run", (Part(RUNS, 4),)),
    Phase("e", "colour", (Part(COLOUR, 4),)),
    Phase("f", "set", (Part(SETS, 3),)),
    Phase("g", "three and a run", (Part(SETS, 3), Part(RUNS, 4))),
]
few_numbers = st.sampled_from([kind for kind in range(JOKER) if number_of(kind) in (1, 2, 3, 4, 11, 12)] + [JOKER] * 6)


def agrees(wanted: Phase, hand: list[int], strict: bool) -> None:
    fewest = fewest_jokers(wanted, hand, strict)
    found = lay(wanted, hand, strict)
    assert can_lay(wanted, packed(hand), strict) is (fewest is not None)
    if fewest is None:
        assert found is None
        return
    assert found is not None
    assert all(map(is_group, wanted.parts, found.groups, found.values))
    assert [len(group) for group in found.groups] == [part.size for part in wanted.parts]
    assert sorted([*found.left, *(kind for group in found.groups for kind in group)]) == sorted(hand)
    assert sum(group.count(JOKER) for group in found.groups) == fewest
    assert not strict or all(set(group) != {JOKER} for group in found.groups)


@settings(max_examples=500)
@given(st.sampled_from(SMALL), st.lists(few_numbers, min_size=2, max_size=7), st.booleans())
def test_the_solver_agrees_with_trying_everything(wanted: Phase, hand: list[int], strict: bool) -> None:
    agrees(wanted, hand, strict)


@pytest.mark.scaled
def test_twenty_thousand_random_small_hands_agree_with_trying_everything(scaled: Callable[[int, int], int]) -> None:
    rng = random.Random(1)
    pool = [kind for kind in range(JOKER) if number_of(kind) < 7] + [JOKER] * 8
    every = [*SMALL, *phases("strategy"), *phases("classic")]
    for number in range(scaled(600, 20_000)):
        wanted = every[number % len(every)]
        size = sum(part.size for part in wanted.parts)
        agrees(wanted, rng.sample(pool, min(size + rng.randrange(3), 9)), bool(rng.randrange(2)))


SHARES = {
    "classic": (18.26, 29.82, 5.35, 15.58, 6.49, 2.00, 0.336, 2.76, 3.11, 0.358),
    "strategy": (31.17, 47.21, 12.60, 26.63, 12.99, 4.75, 1.11, 5.91, 0.87, 1.14),
    "strategy 11": (44.55, 63.04, 23.88, 38.65, 22.87, 11.29, 2.92, 11.85, 2.37, 3.00),
}
"""Shares of random hands that hold each phase, in percent (3 million hands each; standard error at most 0.03)."""


@pytest.mark.scaled
@pytest.mark.parametrize("table", SHARES)
def test_random_hands_hold_each_phase_as_often_as_is_known(table: str, scaled: Callable[[int, int], int]) -> None:
    edition, _, size = table.partition(" ")
    count = scaled(6_000, 500_000 if table == "strategy" else 150_000)
    deck = [PACKED[kind] for kind in range(JOKER)] * 2 + [PACKED[JOKER]] * 12
    if edition == "classic":
        deck = deck[:96] + [PACKED[JOKER]] * 8 + [0] * 4
    rng, known = random.Random(7), phases(edition)
    found = [0] * len(known)
    for _ in range(count):
        for index, able in enumerate(which(known, sum(rng.sample(deck, int(size or 10))))):
            found[index] += able
    for index, (hits, percent) in enumerate(zip(found, SHARES[table], strict=True)):
        p = percent / 100
        # The known share was itself counted, over six times as many hands.
        error = (p * (1 - p) * (1 / count + 1 / 3_000_000)) ** 0.5
        rounding = 0.0001 if percent > 1.5 else 0.00005
        assert abs(hits / count - p) < 4 * error + rounding, (known[index].name, hits / count)


# ---------------------------------------------------------------- words


@given(st.lists(st.integers(0, KINDS - 1), min_size=1, max_size=12, unique=True))
def test_a_hand_is_read_as_it_is_written(kinds: list[int]) -> None:
    assert hand_of(" ".join(map(card_word, kinds)), "strategy") == kinds


@pytest.mark.parametrize("words", ["", "r0", "r13", "q7", "r", "7", "X", "r7 r7 r7", "J " * 13, "r²", "r99999999999"])
def test_words_that_are_no_hand_are_refused(words: str) -> None:
    with pytest.raises(BadHandError):
        hand_of(words, "strategy")


@given(st.text(max_size=30), st.sampled_from(["strategy", "classic"]))
def test_any_words_are_a_hand_or_a_plain_refusal(words: str, edition: str) -> None:
    try:
        assert hand_of(words, edition)
    except BadHandError:
        assert not all(word in ("j", "x") for word in words.split()) or not words.strip()
