"""Search plays all five games, sees nothing that its seat may not, and every game says what a position is worth."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from deckcli.engine.playthrough import Player, Playthrough, Sight
from deckcli.engine.reasons import Explains
from deckcli.engine.search import Search
from deckcli.games import GAMES
from deckcli.games.game import Playable
from deckcli.games.players import player_of

Begin = Callable[..., tuple[Playable, Playthrough]]


def play_on(playable: Playable, playthrough: Playthrough, choices: int) -> None:
    """The heuristic answers so many questions."""
    players = [playable.player("heuristic", 1, seat) for seat in range(len(playthrough.setting.decks))]
    for _ in range(choices):
        if playthrough.choice is not None:
            seat = playthrough.choice.seat
            playthrough.choose(players[seat](playthrough.choice, Sight(playthrough, seat)))


@pytest.mark.scaled
@pytest.mark.parametrize("game", GAMES)
def test_what_is_hidden_changes_neither_answer_nor_figure_of_a_search(
    begin: Begin, scaled: Callable[[int, int], int], game: str
) -> None:
    """Asked in worlds that differ only in what its seat has not seen, a search comes to the same figures."""
    playable, here = begin(game)
    looked = 0
    while here.choice is not None and looked < scaled(5, 60):
        play_on(playable, here, 7)
        if (choice := here.choice) is None:
            break
        found = _thought(playable, here)
        looked += bool(found.weighed)
        for seed in range(2):
            assert _thought(playable, here.fork(choice.seat, seed)) == found, (len(here.log), choice)
    assert looked


def _thought(playable: Playable, here: Playthrough, tries: int = 6) -> Any:
    assert here.choice is not None
    seat = here.choice.seat
    return Search(playable.thinking, 5, seat, tries).explain(here.choice, Sight(here, seat))


@pytest.mark.scaled
@pytest.mark.parametrize("game", GAMES)
def test_a_playthrough_with_searches_is_the_same_every_time(
    begin: Begin, scaled: Callable[[int, int], int], game: str
) -> None:
    logs = []
    for _ in range(2):
        playable, here = begin(game, 3)
        players = [player_of(playable, "search:4", 3, seat) for seat in range(len(here.setting.decks))]
        here.play(players, scaled(12, 200))
        logs.append(here.log)
    assert logs[0] == logs[1]


@pytest.mark.scaled
def test_a_search_of_few_tries_beats_chance(begin: Begin, scaled: Callable[[int, int], int]) -> None:
    won, count = 0, scaled(2, 20)
    for seed in range(count):
        playable, here = begin("cipher", seed)
        seat = seed % 2
        players = [playable.player("random", seed, number) for number in range(2)]
        players[seat] = player_of(playable, "search:4", seed, seat)
        won += here.play(players).winners == (seat,)
    assert won >= count * 0.8, f"{won} of {count}"


@pytest.mark.parametrize("game", GAMES)
def test_a_position_is_worth_a_chance_and_nothing_hidden_counts(begin: Begin, game: str) -> None:
    playable, here = begin(game)
    found = set()
    while here.choice is not None and len(found) < 40:
        play_on(playable, here, 9)
        for seat in range(len(here.setting.decks)):
            worth = playable.thinking.value(here.view(seat))
            assert 0.0 < worth < 1.0
            assert playable.thinking.value(here.fork(seat, 5).view(seat)) == worth
            found.add(worth)
    assert len(found) > 3


@pytest.mark.parametrize("game", GAMES)
def test_who_goes_on_to_win_was_worth_more_on_the_way(begin: Begin, game: str) -> None:
    """Over some playthroughs, when three quarters are played: seats that win are worth more than seats that lose."""
    worths: dict[bool, list[float]] = {True: [], False: []}
    for seed in range(40 if game == "fantasyform" else 3):
        playable, whole = begin(game, seed)
        players: list[Player] = [playable.player("heuristic", seed, seat) for seat in range(len(whole.setting.decks))]
        won = whole.play(players).winners
        _, again = begin(game, seed)
        for option in whole.log[: len(whole.log) * 3 // 4]:
            again.choose(option)
        for seat in range(len(again.setting.decks)):
            worths[seat in won].append(playable.thinking.value(again.view(seat)))
    winners, losers = (sum(found) / len(found) for found in (worths[True], worths[False]))
    assert winners > losers + 0.03


@pytest.mark.parametrize("game", GAMES)
def test_what_the_heuristic_explains_is_what_it_answers(begin: Begin, game: str) -> None:
    playable, here = begin(game)
    heuristic, said = playable.player("heuristic", 1, 0), 0
    assert isinstance(heuristic, Explains)
    while (choice := here.choice) is not None and len(here.log) < 120:
        sight = Sight(here, choice.seat)
        reasons = heuristic.explain(choice, sight)
        answer = heuristic(choice, sight)
        if reasons is not None:
            said += 1
            assert reasons.answer == answer
            assert sorted(one.option for one in reasons.weighed) == sorted(choice.options)
        here.choose(answer)
    assert said > 5
