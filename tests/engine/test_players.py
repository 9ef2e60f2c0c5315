"""Players that know no game, and the two forms of question for sets and for yes or no."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckcli.engine.choice import DONE, NO, YES, Choice, Option, choose_some, choose_yes
from deckcli.engine.players import DECLINES, Goldfish, Random, Told
from deckcli.engine.playing import Setup
from deckcli.engine.playthrough import Playthrough, Setting


def asked(*options: Option) -> Choice:
    return Choice(0, "q", options)


# ---------------------------------------------------------------- random


@pytest.mark.parametrize("count", [2, 3, 7])
def test_random_takes_each_option_as_often_as_another(count: int) -> None:
    choice = asked(*[("x", number) for number in range(count)])
    player, runs = Random(1), 6_000
    along = [player(choice, None) for _ in range(runs)]
    across = [Random(seed)(choice, None) for seed in range(runs)]
    for picks in (along, across):
        mean = runs / count
        assert sum((picks.count(option) - mean) ** 2 / mean for option in choice.options) < 30


def test_random_is_the_same_for_the_same_seed_and_another_for_each_seat() -> None:
    choice = asked(*[("x", number) for number in range(1_000)])
    picks = {(seed, seat): [Random(seed, seat)(choice, None)] for seed in range(20) for seat in (0, 1)}
    assert picks[3, 1] == [Random(3, 1)(choice, None)]
    assert len({tuple(pick) for pick in picks.values()}) > 35


def test_random_leaves_the_chance_of_the_game_alone(game: Any, skirmish: Any) -> None:
    playthrough = Playthrough(game, skirmish.setting())
    before = playthrough.table.dump()
    assert playthrough.choice
    Random(1)(playthrough.choice, None)
    assert playthrough.table.dump() == before


# ---------------------------------------------------------------- goldfish


@pytest.mark.parametrize("answer", DECLINES)
def test_the_goldfish_declines_wherever_it_can(answer: Option) -> None:
    assert Goldfish()(asked(("take", 1), ("take", 2), answer), None) == answer


def test_the_goldfish_does_the_first_thing_where_it_must_do_something() -> None:
    assert Goldfish()(asked(("lose", 4), ("lose", 2)), None) == ("lose", 4)
    assert Goldfish()(asked(YES, NO), None) == NO


def test_two_goldfish_play_until_a_deck_is_empty(game: Any, skirmish: Any) -> None:
    outcome = Playthrough(game, skirmish.setting()).play([Goldfish(), Goldfish()])
    assert outcome.reason == "empty deck"


# ---------------------------------------------------------------- told


def test_the_told_player_answers_by_labels_first_in_first_out(game: Any) -> None:
    table = game.position(Setup(({"row": ["Knight", "Guard"]}, {"life": 3})), 1)
    playthrough = Playthrough(game, Setting((), {}, 1), table=table)
    outcome = playthrough.play([Told("Attack", "Knight", "Done"), Told()])
    assert (outcome.winners, outcome.reason) == ((0,), "no life")


@pytest.mark.parametrize("labels", [(), ("Knight",), ("attack",)])
def test_the_told_player_stops_when_it_was_told_nothing_that_is_offered(game: Any, labels: tuple[str, ...]) -> None:
    table = game.position(Setup(({"row": ["Knight"]}, {})), 1)
    with pytest.raises(LookupError, match="is not offered: Attack, End turn"):
        Playthrough(game, Setting((), {}, 1), table=table).play([Told(*labels), Told()])


# ---------------------------------------------------------------- questions


def ways(ids: list[int], most: int, least: int) -> list[list[int]]:
    """Every set that can be chosen, by answering in every way."""
    found: list[list[int]] = []
    open_ways: list[list[Option]] = [[]]
    while open_ways:
        answers = open_ways.pop()
        rules = choose_some(0, "some", ids, most, least)
        try:
            choice = next(rules)
            for answer in answers:
                choice = rules.send(answer)
        except StopIteration as end:
            found.append(end.value)
            continue
        assert choice.options
        assert choice.left == min(most, len(ids)) - len(answers)
        open_ways += [[*answers, option] for option in choice.options]
    return found


@given(st.lists(st.integers(0, 99), unique=True, max_size=6), st.integers(0, 7), st.integers(0, 7))
def test_every_set_of_an_allowed_size_can_be_chosen_in_one_way(ids: list[int], most: int, least: int) -> None:
    least = min(least, most, len(ids))
    found = ways(ids, most, least)
    wanted = [list(some) for size in range(least, min(most, len(ids)) + 1) for some in combinations(ids, size)]
    assert sorted(found) == sorted(wanted)


def test_a_set_ends_with_done_as_soon_as_enough_are_taken() -> None:
    rules = choose_some(0, "some", [1, 2, 3], 3, least=1)
    assert DONE not in next(rules).options
    assert rules.send(("take", 1)).options == [("take", 2), ("take", 3), DONE]


@pytest.mark.parametrize(("answer", "found"), [(YES, True), (NO, False)])
def test_yes_and_no(answer: Option, found: bool) -> None:
    rules = choose_yes(1, "really", (4,))
    choice = next(rules)
    assert (choice.seat, choice.prompt, choice.options, choice.about, choice.left) == (1, "really", (YES, NO), (4,), 0)
    with pytest.raises(StopIteration) as end:
        rules.send(answer)
    assert end.value.value is found
