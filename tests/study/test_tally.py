"""Figures and what they are worth."""

from __future__ import annotations

import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckcli.study.tally import figures, mean, share, student


def test_a_measure_that_a_playthrough_does_not_have_keeps_its_place():
    found = figures([{"win": True, "win_turn": None, "length": 3}, {"win": True, "win_turn": 4, "length": 4}])
    assert [(name, figure.n) for name, figure in found.items()] == [("win", 2), ("win_turn", 1), ("length", 2)]
    assert "win_turn" not in figures([{"win": False, "win_turn": None}])


def test_wilsons_interval_agrees_with_the_published_example():
    found = share(81, 263)  # Newcombe 1998, method 3: 81 of 263
    assert found.mean == pytest.approx(0.3080, abs=1e-4)
    assert (found.low, found.high) == (pytest.approx(0.2553, abs=1e-4), pytest.approx(0.3662, abs=1e-4))


def test_none_and_all_keep_an_interval_that_can_be_believed():
    assert share(0, 20).low == 0 < share(0, 20).high < 0.2
    assert 0.8 < share(20, 20).low < share(20, 20).high == 1
    assert (share(0, 0).low, share(0, 0).high) == (0, 1)
    with pytest.raises(ValueError, match="3 of 2"):
        share(3, 2)


@pytest.mark.parametrize(("degrees", "point"), [(1, 12.706), (2, 4.303), (4, 2.776), (9, 2.262), (29, 2.045)])
def test_students_points_are_those_of_the_tables(degrees, point):
    assert student(degrees) == pytest.approx(point, abs=0.011)


def test_a_mean_has_the_interval_of_student():
    found = mean([4, 5, 6, 7, 8])
    assert (found.mean, found.median, found.n) == (6, 6, 5)
    half = 2.776 * math.sqrt(2.5 / 5)
    assert found.high - found.mean == pytest.approx(half, rel=0.01)
    assert found.histogram == {4: 1, 5: 1, 6: 1, 7: 1, 8: 1}
    assert mean([3]).high == math.inf


@given(st.integers(1, 500), st.data())
def test_a_share_lies_within_its_interval_and_the_interval_within_0_and_1(n, data):
    found = share(data.draw(st.integers(0, n)), n)
    assert 0 <= found.low <= found.mean <= found.high <= 1


def test_the_intervals_hold_the_truth_about_as_often_as_they_say():
    chance = random.Random(7)
    hits = 0
    for _ in range(1000):
        found = share(sum(chance.random() < 0.3 for _ in range(200)), 200)
        hits += found.low <= 0.3 <= found.high
    assert 925 <= hits <= 975


def test_measures_that_only_some_playthroughs_have_count_where_they_are():
    found = figures([{"win": True, "win_turn": 5}, {"win": False}, {"win": True, "win_turn": 7}])
    assert (found["win"].n, found["win_turn"].n) == (3, 2)
    assert found["win_turn"].mean == 6
    assert found["win"].median is None


def test_values_that_are_all_alike_do_not_prove_that_the_next_will_be() -> None:
    few, many = mean([5.0] * 3), mean([5.0] * 1000)
    assert few.low < many.low < 5 < many.high < few.high
    assert many.high - many.low < 0.005
