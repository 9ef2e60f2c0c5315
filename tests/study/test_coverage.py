"""How often the intervals hold the truth: studies of made-up games whose win chances are known.

The games are as little as a game can be, but their seeds are a study's own and all that is left to chance comes out of
the engine's `Chance`: were either of them poor, it would show here. Each chance is studied 2,000 times in the second
stage, a few dozen times in the suite (where bounds are wider, for so few tell less).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import pytest

from deckcli.decks.deck import Deck
from deckcli.engine.chance import Chance, game_seed
from deckcli.study.paired import Pairs, above, anytime, decided, limits, looks_of, paired, stopped
from deckcli.study.plan import Plan, Row, Side
from deckcli.study.report import pairs_of
from deckcli.study.tally import figures, mean, share

Play = Callable[[int, int], Row]
"""A made-up game: from index and seed to what a playthrough gave."""


def study(n: int, seed: int) -> Plan:
    side = Side("made up", Deck("cipher", "made up", ()), "nobody")
    return Plan("cipher", (side, side), n, seed)


def played(plan: Plan, game: Play, begin: int, end: int) -> list[Row]:
    return [game(index, plan.seed_of(index)) for index in range(begin, end)]


def row(index: int, seed: int, won: bool, **measures: float) -> Row:
    return Row(index, seed, True, (0,) if won else (1,), "", index % 2, 0, {"win": won, **measures})


def happens(chance: Chance, stream: str, probability: float) -> bool:
    return chance.pick(stream, 1 << 20) < probability * (1 << 20)


def winning(probability: float) -> Play:
    """A deck that wins with a known chance."""
    return lambda index, seed: row(index, seed, happens(Chance(seed), "game", probability))


def versions(drawn: float, better: float, without: float) -> Callable[[int, int], tuple[Row, Row]]:
    """Two decks that differ in one card: in a part of their games it is drawn, and then each wins by its own chance,
    the first one half of the time; in the others both win or neither."""

    def games(index: int, seed: int) -> tuple[Row, Row]:
        chance = Chance(seed)
        if happens(chance, "0.shuffle", drawn):
            return row(index, seed, happens(chance, "old", 0.5)), row(index, seed, happens(chance, "new", better))
        won = happens(chance, "game", without)
        return row(index, seed, won), row(index, seed, won)

    return games


def bounds(count: int) -> tuple[float, float]:
    """How often 95 % intervals may hold: 93 to 97 % where 2,000 studies tell it; of a hundred, three times the chance
    error more."""
    return (0.93, 0.97) if count >= 2000 else (0.84, 1.0)


def assert_holds(held: int, count: int) -> None:
    low, high = bounds(count)
    assert low <= held / count <= high, f"{held} of {count}"
    print(f"{held / count:.4f} of {count}")


@pytest.mark.scaled
@pytest.mark.parametrize(("probability", "n"), [(0.05, 300), (0.2, 200), (0.5, 200), (0.65, 200), (0.9, 200)])
def test_wilsons_interval_holds_the_win_chance(probability: float, n: int, scaled: Callable[[int, int], int]) -> None:
    count, game = scaled(100, 2000), winning(probability)

    def held() -> Iterator[bool]:
        for seed in range(count):
            rows = played(study(n, seed), game, 0, n)
            found = share(sum(0 in one.winners for one in rows), n)
            yield found.low <= probability <= found.high

    assert_holds(sum(held()), count)


@pytest.mark.scaled
@pytest.mark.parametrize("longest", [4, 30])
def test_students_interval_holds_the_mean_of_a_measure(longest: int, scaled: Callable[[int, int], int]) -> None:
    """Turns until a win: evenly from 3 on, and in one of ten games twice as many."""
    count = scaled(100, 2000)
    middle = 3 + (longest - 1) / 2

    def game(index: int, seed: int) -> Row:
        chance = Chance(seed)
        turns = 3 + chance.pick("turns", longest)
        return row(index, seed, True, win_turn=turns * (1 + happens(chance, "slow", 0.1)))

    def held() -> Iterator[bool]:
        for seed in range(count):
            found = figures(one.measures for one in played(study(200, seed), game, 0, 200))["win_turn"]
            yield found.low <= middle * 1.1 <= found.high

    assert_holds(sum(held()), count)


CHANGES = [(0.3, 0.5, 0.5), (0.4, 0.6, 0.45), (0.8, 0.3, 0.5), (0.15, 0.7, 0.5)]
"""How often the exchanged card is drawn, with which chance the second deck then wins, and what both win without it."""


@pytest.mark.scaled
@pytest.mark.parametrize(("drawn", "better", "without"), CHANGES)
def test_the_intervals_of_a_comparison_hold_the_difference_whether_it_stops_when_decided_or_not(
    drawn: float, better: float, without: float, scaled: Callable[[int, int], int]
) -> None:
    """Tango's interval over all 300 pairs; and the one that is given when it is looked at five times and stops as soon
    as it is decided. That the truth lies in the latter is asked of the chance from which its ends are found (0.025 to
    0.975); the first of them are looked at whole. Versions that do not differ are then called different in 5 of 100
    comparisons, which with limits made for one look would be 14."""
    count, n = scaled(60, 2000), 300
    games, truth = versions(drawn, better, without), drawn * (better - 0.5)
    fixed = early = wrong = 0
    for seed in range(count):
        plan = study(n, seed)
        a, b = zip(*(games(index, plan.seed_of(index)) for index in range(n)), strict=True)
        whole = paired(pairs_of(a, b))
        fixed += whole.low <= truth <= whole.high
        pairs, looks = compared(n, a, b)
        inside = 0.025 <= above(pairs, looks, n, truth) <= 0.975
        if seed < 5:
            figure = stopped(pairs, looks, n).figure
            assert inside == (figure.low <= truth <= figure.high)
        early += inside
        wrong += decided(pairs, limits(looks, n)[-1])
    assert_holds(fixed, count)
    assert_holds(early, count)
    if not truth:
        assert_holds(count - wrong, count)


def compared(n: int, a: Sequence[Row], b: Sequence[Row]) -> tuple[Pairs, tuple[int, ...]]:
    """Two versions, looked at until it is decided: the pairs then, and the looks so far."""
    looks = looks_of(n)
    for number, limit in enumerate(limits(looks, n), 1):
        pairs = pairs_of(a[: looks[number - 1]], b[: looks[number - 1]])
        if decided(pairs, limit):
            break
    return pairs, looks[:number]


def test_the_mean_of_a_share_is_what_the_study_counted() -> None:
    rows = played(study(50, 3), winning(0.5), 0, 50)
    assert mean([float(0 in one.winners) for one in rows]).mean == share(sum(0 in one.winners for one in rows), 50).mean


@pytest.mark.scaled
def test_a_comparison_that_is_read_after_every_pair_misleads_no_more_often_than_it_says(
    scaled: Callable[[int, int], int],
) -> None:
    """Two equal decks, 100 pairs of which half tell: somebody reads the folder after each pair and stops where the
    interval for whatever reason leaves 0 out. 2,000 such studies in the second stage: 5 % and what chance adds."""
    count, n = scaled(150, 2000), 100
    looks, misled = looks_of(n), 0
    for seed in range(count):
        chance, gained, lost = Chance(game_seed(seed, "peeked", 0)), 0, 0
        for pair in range(1, n + 1):
            told = chance.pick("pair", 4)
            gained, lost = gained + (told == 0), lost + (told == 1)
            if pair in looks:  # between looks the figures are those of the last one: compared() tells no other
                figure = anytime(Pairs(pair, gained, lost), [one for one in looks if one <= pair], n)
                if not figure.low <= 0 <= figure.high:
                    misled += 1
                    break
    assert misled / count <= (0.065 if count == 2000 else 0.12), misled
