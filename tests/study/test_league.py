"""A league: who beats whom, ratings with intervals, and what it means to begin."""

from __future__ import annotations

import math
from collections.abc import Callable

import pytest

from deckcli.decks.deck import Deck
from deckcli.engine.chance import Chance
from deckcli.study.league import POINTS, League, league, league_plans
from deckcli.study.plan import Plan, Row, Side

WORTH = 60.0
"""What beginning is worth in the made-up league, in points."""


def sides(count: int) -> tuple[Side, ...]:
    return tuple(Side(f"deck {number}", Deck("cipher", f"deck {number}", ()), "nobody") for number in range(count))


def played(strengths: list[float], n: int, seed: int, worth: float = WORTH) -> League:
    """A league of decks whose strengths (in points) are known, played with the study's own seeds."""
    decks = sides(len(strengths))
    plans = league_plans(Plan("cipher", decks[:2], n, seed), decks)
    numbers = {id(side): number for number, side in enumerate(decks)}
    return league(len(strengths), [_rows(plan, strengths, numbers, worth) for plan in plans])


def _rows(plan: Plan, strengths: list[float], numbers: dict[int, int], worth: float) -> list[Row]:
    one, other = (strengths[numbers[id(side)]] for side in plan.sides)
    rows = []
    for index in range(plan.n):
        first = plan.seating(index)[0]
        edge = (one - other + (worth if first == 0 else -worth)) / POINTS
        won = Chance(plan.seed_of(index)).pick("game", 1 << 20) < (1 << 20) / (1 + math.exp(-edge))
        rows.append(Row(index, plan.seed_of(index), True, (0,) if won else (1,), "", first, 0))
    return rows


def rows_of(*winners: tuple[int, ...], finished: bool = True) -> list[Row]:
    return [Row(index, index, finished, won, "", index % 2, 0) for index, won in enumerate(winners)]


def test_every_pair_meets_once_with_chances_of_its_own():
    decks = sides(4)
    plans = league_plans(Plan("cipher", decks[:2], 10, 7), decks)
    assert [tuple(side.name[-1] for side in plan.sides) for plan in plans] == [
        ("0", "1"), ("0", "2"), ("0", "3"), ("1", "2"), ("1", "3"), ("2", "3")
    ]  # fmt: skip
    assert len({plan.seed_of(0) for plan in plans}) == 6
    assert [plan.seed for plan in plans] == [
        plan.seed for plan in league_plans(Plan("cipher", decks[:2], 99, 7), decks)
    ]


def test_the_strongest_stands_first_and_ratings_are_about_an_average_of_0():
    found = played([200, 0, -200], 400, 1)
    assert [one.number for one in found.standings] == [0, 1, 2]
    assert sum(one.rating.mean for one in found.standings) == pytest.approx(0, abs=1e-6)
    for standing, truth in zip(found.standings, (200, 0, -200), strict=True):
        assert standing.rating.low < truth < standing.rating.high
        assert standing.wins.n == 800
    assert found.begins.low < WORTH < found.begins.high
    assert found.first_seat.mean > 0.5


def test_a_deck_that_wins_all_it_plays_has_a_rating_and_an_interval_that_can_be_believed():
    found = league(3, [rows_of(*[(0,)] * 20), rows_of(*[(0,)] * 20), rows_of(*[(0,), (1,)] * 10)])
    best = found.standings[0]
    assert best.number == 0
    assert 200 < best.rating.low < best.rating.mean < best.rating.high < 2000
    assert [one.rating.mean for one in found.standings[1:]] == pytest.approx([-best.rating.mean / 2] * 2)


def test_a_draw_is_half_a_win_in_ratings_and_a_win_of_nobody_in_shares():
    found = league(2, [rows_of((), (0, 1), (), (0, 1))])
    assert [one.rating.mean for one in found.standings] == pytest.approx([0, 0])
    (meeting,) = found.meetings
    assert (meeting.share.mean, meeting.drawn, meeting.unfinished) == (0, 4, 0)


def test_games_that_were_not_finished_are_counted_and_rate_nobody():
    whole = rows_of((0,), (0,), (1,), (0,))
    broken = [*whole, *(Row(index, index, False, (), "bound", 0, 0) for index in range(4, 8))]
    one, other = league(2, [whole]), league(2, [broken])
    assert other.meetings[0].unfinished == 4
    assert (one.meetings[0].share.mean, other.meetings[0].share.mean) == (0.75, 0.375)
    assert one.standings[0].rating.mean == pytest.approx(other.standings[0].rating.mean)


def test_decks_that_beat_each_other_in_a_circle_go_astray_of_any_rating():
    beats = rows_of(*[(0,)] * 40)
    found = league(3, [beats, rows_of(*[(1,)] * 40), beats])
    assert [one.rating.mean for one in found.standings] == pytest.approx([0, 0, 0], abs=1e-6)
    assert len(found.astray) == 3
    assert {round(expected, 2) for _, expected in found.astray} == {0.5}
    assert not played([100, 0, -100], 200, 4).astray


@pytest.mark.scaled
def test_the_intervals_of_ratings_hold_the_strengths(scaled: Callable[[int, int], int]) -> None:
    """Three decks, 100 games a pair, 2,000 leagues in the second stage; each of the ratings and what beginning is worth
    lie within 93 to 97 % of their intervals."""
    strengths, count = [150.0, 0.0, -150.0], scaled(60, 2000)
    held, began = [0] * 3, 0
    for seed in range(count):
        found = played(strengths, 100, seed)
        for one in found.standings:
            held[one.number] += one.rating.low <= strengths[one.number] <= one.rating.high
        began += found.begins.low <= WORTH <= found.begins.high
    low = 0.93 if count == 2000 else 0.84
    for hits in (*held, began):
        assert low <= hits / count <= (0.97 if count == 2000 else 1), [*held, began]
    print([hits / count for hits in (*held, began)])
