"""Cipher keeps what every game must keep: the contract, over all starter decks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from deckcli.engine.contract import keeps_contract, refuses_unknown
from deckcli.engine.players import Random
from deckcli.engine.playthrough import Playthrough, Setting
from deckcli.games.cipher.playable import CipherPlayable, CipherRules
from deckcli.games.cipher.players import Heuristic

SLUGS = [f"s{number:02}" for number in range(1, 9)]


@pytest.fixture(scope="module")
def settings(dealt: Any) -> list[Setting]:
    """Every starter deck against the next one, and against itself."""
    pairs = [*zip(SLUGS, [*SLUGS[1:], SLUGS[0]], strict=True), *zip(SLUGS, SLUGS, strict=True)]
    return [Setting((dealt(one), dealt(two)), {}, 0) for one, two in pairs]


@pytest.mark.scaled
def test_random_playthroughs_of_all_starters_keep_the_contract(
    settings: list[Setting], scaled: Callable[[int, int], int]
) -> None:
    kept = keeps_contract(CipherRules(), settings, scaled(6, 80), player=Heuristic)
    assert kept.finished == kept.playthroughs, kept.unfinished


@pytest.mark.scaled
def test_random_playthroughs_of_all_starters_end(settings: list[Setting], scaled: Callable[[int, int], int]) -> None:
    finished = 0
    count = scaled(200, 2000)
    for seed in range(count):
        setting = settings[seed % len(settings)]
        playthrough = Playthrough(CipherRules(), Setting(setting.decks, {}, seed))
        finished += playthrough.play([Random(seed, seat) for seat in range(2)]).finished
        copies = sorted(copy for zone in CipherRules().zones(playthrough.table).values() for copy in zone)
        assert copies == list(range(len(playthrough.table.cards)))
    assert finished >= 0.99 * count


def test_a_position_that_nobody_could_lay_out_is_refused() -> None:
    refuses_unknown(CipherRules())


def test_the_same_seed_decks_and_choices_are_the_same_game(settings: list[Setting]) -> None:
    ends = []
    for _ in range(2):
        playthrough = Playthrough(CipherRules(), Setting(settings[0].decks, {}, 11))
        playthrough.play([Random(11, seat) for seat in range(2)])
        ends.append((playthrough.log, playthrough.table.dump()))
    assert ends[0] == ends[1]


def test_measures_tell_who_won_and_when(settings: list[Setting]) -> None:
    playable = CipherPlayable()
    playthrough = Playthrough(playable.rules, Setting(settings[0].decks, {}, 3))
    outcome = playthrough.play([Random(3, seat) for seat in range(2)])
    told = [playable.measures(playthrough.table, seat) for seat in range(2)]
    winner = outcome.winners[0]
    assert [figures["win"] for figures in told] == [seat == winner for seat in range(2)]
    assert told[winner]["orbs_taken"] == 5
    assert told[winner]["win_turn"] in (told[0]["length"] // 2, (told[0]["length"] + 1) // 2)
    assert "win_turn" not in told[1 - winner]
    assert all(figures["cards_played"] > 0 for figures in told)
    assert [figures["bonds_by_turn_2"] <= 2 for figures in told] == [True, True]
