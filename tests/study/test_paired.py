"""Two versions with the same chances: the difference, and when it is decided."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckcli.study.paired import Pairs, above, anytime, decided, limits, looks_of, paired, stopped


@pytest.mark.parametrize(("n", "gained", "lost"), [(54, 9, 2), (200, 12, 5), (40, 3, 0), (300, 40, 61)])
def test_an_interval_ends_where_what_was_seen_is_1_96_standard_errors_away(n, gained, lost):
    """Tango's score test, the likeliest chances of each difference found by trying them all."""

    def away(gap: float) -> float:
        tries = [max(0.0, -gap) + step / 20000 for step in range(1, 9999)]
        fitting = [one for one in tries if one + one + gap < 1 and one + gap > 0]
        likely = max(
            fitting,
            key=lambda c: (
                gained * math.log(c + gap) + lost * math.log(c) + (n - gained - lost) * math.log(1 - 2 * c - gap)
            ),
        )
        return (gained - lost - n * gap) / math.sqrt(n * (2 * likely + gap - gap * gap))

    found = paired(Pairs(n, gained, lost))
    assert found.mean == (gained - lost) / n
    assert away(found.low) == pytest.approx(1.96, abs=0.01)
    assert away(found.high) == pytest.approx(-1.96, abs=0.01)


def test_pairs_of_which_none_differs_do_not_prove_that_there_is_no_difference():
    found = paired(Pairs(200, 0, 0))
    assert (found.mean, found.low) == (0, pytest.approx(-found.high))
    assert 0.01 < found.high < 0.02
    assert paired(Pairs(200, 200, 0)).low < 1 == paired(Pairs(200, 200, 0)).high
    assert (paired(Pairs(0, 0, 0)).low, paired(Pairs(0, 0, 0)).high) == (-1, 1)
    with pytest.raises(ValueError, match="3 and 4 of 5"):
        paired(Pairs(5, 3, 4))


@given(st.integers(0, 60), st.integers(0, 60), st.integers(0, 400))
def test_a_difference_lies_within_its_interval_and_the_other_way_round_it_is_turned_over(gained, lost, same):
    found, turned = (paired(Pairs(gained + lost + same, *both)) for both in ((gained, lost), (lost, gained)))
    assert -1 <= found.low <= found.mean + 1e-9
    assert found.mean - 1e-9 <= found.high <= 1
    assert (found.low, found.high) == (pytest.approx(-turned.high, abs=1e-6), pytest.approx(-turned.low, abs=1e-6))


def test_looks_are_even_steps_and_few_pairs_are_looked_at_once():
    assert looks_of(200) == (40, 80, 120, 160, 200)
    assert looks_of(50) == (25, 50)
    assert looks_of(39) == (39,)
    assert looks_of(1001)[-1] == 1001


def test_the_limits_of_two_and_of_many_looks_are_those_of_the_tables():
    """Spending 5 % times t squared (the power family of Kim and DeMets, power 2)."""
    first, last = limits((100, 200), 200)
    assert first == pytest.approx(2.498, abs=2e-3)  # 2 (1 - Phi) = 0.0125
    assert 1.96 < last < 2.1
    assert limits((200,), 200) == (pytest.approx(1.95996, abs=1e-4),)
    many = limits(looks_of(1000), 1000)
    assert list(many) == sorted(many, reverse=True)
    assert many[0] == pytest.approx(3.0902, abs=1e-3)


def test_what_all_looks_spend_together_is_five_percent():
    """By chance alone: a walk of equal steps crosses the limits of one of five looks in 5 of 100 comparisons."""
    n = 2_000_000
    looks = looks_of(n)
    edge = round(limits(looks, n)[-1] * math.sqrt(n / 2) / 2)
    assert above(Pairs(n, n // 4, n // 4), looks, n, 0.0) == pytest.approx(0.5, abs=1e-6)
    assert above(Pairs(n, n // 4 + edge, n // 4 - edge), looks, n, 0.0) == pytest.approx(0.025, abs=3e-5)


@pytest.mark.parametrize(("gained", "lost", "looks"), [(30, 4, 1), (45, 20, 2), (70, 40, 3), (110, 75, 4)])
def test_a_decision_and_the_interval_that_is_given_with_it_agree(gained, lost, looks):
    so_far = looks_of(1000)[:looks]
    pairs = Pairs(so_far[-1], gained, lost)
    assert decided(pairs, limits(so_far, 1000)[-1])
    for figure in (stopped(pairs, so_far, 1000).figure, anytime(pairs, so_far, 1000)):
        assert 0 < figure.low < figure.mean <= figure.high


def test_a_comparison_that_is_not_decided_by_its_last_look_has_0_in_its_interval():
    looks = looks_of(1000)
    pairs = Pairs(1000, 115, 90)
    assert not decided(pairs, limits(looks, 1000)[-1])
    assert stopped(pairs, looks, 1000).figure.low < 0 < stopped(pairs, looks, 1000).figure.high
    assert not decided(Pairs(200, 0, 0), limits(looks, 1000)[0])


def test_what_is_seen_at_an_early_stop_is_told_to_be_more_often_too_large():
    early = stopped(Pairs(400, 50, 20), looks_of(1000)[:2], 1000)
    assert 0 < early.fair < early.figure.mean
    back = stopped(Pairs(400, 20, 50), looks_of(1000)[:2], 1000)
    assert back.fair == pytest.approx(-early.fair, abs=1e-5)
    assert back.figure.low == pytest.approx(-early.figure.high, abs=1e-5)


def test_a_look_that_was_not_planned_takes_its_part_of_what_may_be_spent():
    looks = (*looks_of(1000)[:2], 450)
    assert limits(looks, 1000)[:2] == limits(looks_of(1000), 1000)[:2]
    wide, narrow = anytime(Pairs(450, 40, 30), looks, 1000), paired(Pairs(450, 40, 30))
    assert wide.low < narrow.low < narrow.high < wide.high
