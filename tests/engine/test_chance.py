"""Chance: streams that have nothing to do with each other, fair to the last bit that a study could see."""

from __future__ import annotations

import os
import subprocess
import sys
from statistics import pvariance
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckcli.engine.chance import Chance, ImpossibleError, Stacked, game_seed, mixed
from deckcli.engine.players import Random
from deckcli.engine.playthrough import Playthrough

COPIES, DECK, HAND = 4, 50, 6
MEAN = HAND * COPIES / DECK
VARIANCE = MEAN * (1 - COPIES / DECK) * (DECK - HAND) / (DECK - 1)
"""Of the number of 4 copies in the top 6 of 50: the hypergeometric distribution's."""


def drawn(seed: int, copies: tuple[int, ...], stream: str = "0.shuffle") -> int:
    """How many of the copies lie in the top six of a shuffled deck."""
    top = Chance(seed).shuffle(stream, range(DECK))[-HAND:]
    return sum(copy in top for copy in copies)


@pytest.mark.parametrize(("stream", "first"), [("0.shuffle", 1), ("1.shuffle", 17), ("a", 10_000)])
def test_copies_in_the_opening_hand_spread_as_they_should_over_consecutive_seeds(stream: str, first: int) -> None:
    """Over 400 seeds. One run of 400 varies by 7 % of itself, so that every place of the deck is asked and averaged."""
    spreads = [
        pvariance([drawn(seed, range(at, at + COPIES), stream) for seed in range(first, first + 400)], MEAN)
        for at in range(0, DECK - COPIES, COPIES)
    ]
    assert 0.9 <= sum(spreads) / len(spreads) / VARIANCE <= 1.1


def test_the_spread_over_the_first_400_seeds_is_that_of_the_hypergeometric() -> None:
    """As `architecture.md` asks: one of 4 copies in the top 6 of 50, seeds from 1."""
    found = [drawn(seed, (0, 1, 2, 3)) for seed in range(1, 401)]
    assert 0.9 <= pvariance(found) / VARIANCE <= 1.1
    assert abs(sum(found) / 400 - MEAN) < 4 * (VARIANCE / 400) ** 0.5


def chi_square(counts: list[int]) -> float:
    mean = sum(counts) / len(counts)
    return sum((count - mean) ** 2 for count in counts) / mean


@pytest.mark.parametrize("sides", [2, 3, 6, 7, 10, 50])
def test_each_result_of_a_pick_is_as_likely_as_another(sides: int) -> None:
    """Over seeds (the first pick of each), and over one stream. The bound is that of one in a million, about."""
    bound = sides - 1 + 6 * (2 * (sides - 1)) ** 0.5 + 12
    along, across = Chance(3), [Chance(seed).pick("die", sides) for seed in range(6_000)]
    for picks in (across, [along.pick("die", sides) for _ in range(6_000)]):
        assert set(picks) == set(range(sides))
        assert chi_square([picks.count(side) for side in range(sides)]) < bound


def test_a_coin_is_fair_and_two_of_them_are_independent() -> None:
    pairs = [(Chance(seed).coin("a"), Chance(seed).coin("b")) for seed in range(4_000)]
    counts = [pairs.count((one, other)) for one in (True, False) for other in (True, False)]
    assert chi_square(counts) < 30


def test_dice_of_two_streams_are_independent() -> None:
    pairs = [(Chance(seed).pick("die 1", 6), Chance(seed).pick("die 2", 6)) for seed in range(7_200)]
    assert chi_square([pairs.count((a, b)) for a in range(6) for b in range(6)]) < 35 + 6 * 70**0.5 + 12


def test_a_shuffle_sends_every_slot_everywhere() -> None:
    places = [Chance(seed).shuffle("s", range(10)).index(0) for seed in range(5_000)]
    assert chi_square([places.count(place) for place in range(10)]) < 50


@given(st.integers(-(2**70), 2**70), st.text(max_size=10), st.text(max_size=10), st.integers(1, 20))
def test_what_a_stream_gives_depends_on_no_other(seed: int, one: str, other: str, asked: int) -> None:
    alone, mixed = Chance(seed), Chance(seed)
    found = []
    for number in range(asked):
        if other != one:
            mixed.shuffle(other, range(number))
            mixed.bits(other)
        found.append(mixed.bits(one))
    assert found == [alone.bits(one) for _ in range(asked)]


@given(st.integers(), st.sets(st.integers(0, 99), min_size=2, max_size=40), st.data())
def test_one_card_less_moves_no_other_card_past_another(seed: int, slots: set[int], data: Any) -> None:
    gone = data.draw(st.sampled_from(sorted(slots)))
    whole = Chance(seed).shuffle("s", sorted(slots))
    assert Chance(seed).shuffle("s", sorted(slots - {gone})) == [slot for slot in whole if slot != gone]


@given(st.integers(), st.permutations(range(12)))
def test_the_order_before_a_shuffle_does_not_matter(seed: int, order: list[int]) -> None:
    assert Chance(seed).shuffle("s", order) == Chance(seed).shuffle("s", range(12))


def test_shuffling_again_gives_another_order() -> None:
    chance = Chance(1)
    assert chance.shuffle("s", range(30)) != chance.shuffle("s", range(30))


def test_a_changed_card_that_is_never_drawn_changes_no_choice(game: Any, skirmish: Any) -> None:
    """Two versions of a deck are compared honestly: card for card the same game, until the new one is drawn."""
    compared = 0
    for seed in range(40):
        before = skirmish.setting(seed, *["Guard"] * 12)
        last = len(before.decks[0]) - 1
        after = skirmish.setting(seed, *["Guard"] * 11, "Abyss")
        one, other = Playthrough(game, before), Playthrough(game, after)
        one.play([Random(seed, 0), Random(seed, 1)])
        if last in one.table.sides[0].deck and "looked" not in str(one.log):
            other.play([Random(seed, 0), Random(seed, 1)])
            assert (other.log, other.outcome) == (one.log, one.outcome)
            compared += 1
    assert compared > 10


PRINTED = """
from deckcli.engine.chance import Chance, game_seed
from deckcli.engine.players import Random
chance = Chance(game_seed(1, "a against b", 2))
print(chance.shuffle("0.shuffle", range(20)), [chance.pick("die", 6) for _ in range(9)], Random(1, 1)._state)
"""


def test_chance_is_the_same_on_every_machine_and_under_every_hash_seed() -> None:
    found = {
        subprocess.run(
            [sys.executable, "-c", PRINTED],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)},
            capture_output=True,
            text=True,
            check=True,
            timeout=60,
        ).stdout
        for seed in ("0", "1")
    }
    assert len(found) == 1


@given(st.integers(0, 2**64 - 1), st.lists(st.integers(0, 10_000), unique=True, max_size=70))
def test_a_shuffle_sorts_by_the_mix_of_each_slot(seed: int, slots: list[int]) -> None:
    """However it is computed: all slots at once, or one by one."""
    base = Chance(seed).bits("s")
    assert Chance(seed).shuffle("s", slots) == sorted(slots, key=lambda slot: mixed(base ^ mixed(slot)))


def test_the_mixing_is_the_published_one_and_saved_games_rest_on_it() -> None:
    """The first numbers of SplitMix64 from seed 0, and a shuffle of ours: saved playthroughs need both to stay."""
    step = 0x9E3779B97F4A7C15
    assert [mixed(0), mixed(step), mixed(2 * step)] == [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]
    assert Chance(1).shuffle("0.shuffle", range(8)) == [0, 1, 7, 2, 6, 4, 3, 5]


def test_the_seed_of_a_playthrough_depends_on_study_pairing_and_index() -> None:
    seeds = {game_seed(study, pairing, index) for study in (1, 2) for pairing in ("a b", "b a") for index in range(50)}
    assert len(seeds) == 200


# ---------------------------------------------------------------- told beforehand


def test_stacked_chance_gives_what_it_was_told_and_then_goes_by_its_seed() -> None:
    told, free = Stacked(5, [3, 0, (7, 2)]), Chance(5)
    assert [told.pick("die", 6), told.pick("die", 6)] == [3, 0]
    assert told.shuffle("s", range(9))[-2:] == [7, 2]
    assert told.pick("other", 6) == free.pick("other", 6)
    assert not told.told


def test_a_told_shuffle_leaves_the_rest_in_its_order() -> None:
    rest = [slot for slot in Chance(5).shuffle("s", range(9)) if slot not in (7, 2)]
    assert Stacked(5, [(7, 2)]).shuffle("s", range(9)) == [*rest, 7, 2]


def test_cards_may_be_told_by_name_each_copy_once() -> None:
    names = ["Guard", "Knight", "Guard", "Thief"]
    told = Stacked(1, [("Guard", "Thief", "Guard")], lambda slot: (names[slot],))
    assert [names[slot] for slot in told.shuffle("s", range(4))][1:] == ["Guard", "Thief", "Guard"]
    with pytest.raises(ImpossibleError, match="Guard on top"):
        Stacked(1, [("Guard",) * 3], lambda slot: (names[slot],)).shuffle("s", range(4))


@pytest.mark.parametrize("told", [6, -1, 100])
def test_stacked_chance_refuses_the_impossible_and_says_what_is_possible(told: int) -> None:
    stacked = Stacked(1, [told])
    with pytest.raises(ImpossibleError, match=rf"told {told}, and die gives 0 to 5"):
        stacked.pick("die", 6)
    with pytest.raises(ImpossibleError, match="told 2"):
        Stacked(1, [2]).coin("c")
    with pytest.raises(ImpossibleError, match="9 on top, and s has no such card"):
        Stacked(1, [(9,)]).shuffle("s", range(9))


def test_a_copy_of_chance_goes_on_alike_and_by_itself() -> None:
    for chance in (Chance(3), Stacked(3, [1, 2, (4,)])):
        chance.pick("die", 6)
        twin = chance.copy()
        expected = [twin.pick("die", 6), twin.shuffle("s", range(6)), twin.bits("x")]
        assert [chance.pick("die", 6), chance.shuffle("s", range(6)), chance.bits("x")] == expected


def test_stacked_chance_goes_on_from_where_another_was() -> None:
    chance = Chance(3)
    chance.pick("die", 6)
    stacked = Stacked.of(chance)
    assert [stacked.pick("die", 6) for _ in range(5)] == [chance.pick("die", 6) for _ in range(5)]
