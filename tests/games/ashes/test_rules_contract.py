"""Ashes keeps what every game must keep: the contract, over the precons of the Master Set and all retail decks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from deckcli.engine.contract import keeps_contract, refuses_unknown
from deckcli.engine.players import Random
from deckcli.engine.playthrough import Playthrough, Setting
from deckcli.games.ashes.playable import AshesPlayable, AshesRules

MASTER_SET = (
    "the-iron-men", "the-snakes-in-silver", "the-mist-guardian", "the-cloudsea-siren", "the-bloodwoods-queen",
    "the-shadows-of-viros",
)  # fmt: skip


@pytest.fixture(scope="module")
def settings(dealt: Any) -> list[Setting]:
    """Every precon of the Master Set against the next one, and against itself."""
    pairs = [*zip(MASTER_SET, [*MASTER_SET[1:], MASTER_SET[0]], strict=True), *zip(MASTER_SET, MASTER_SET, strict=True)]
    return [Setting((dealt(one), dealt(two)), {}, 0) for one, two in pairs]


@pytest.mark.scaled
@pytest.mark.parametrize("pair", range(2 * len(MASTER_SET)))
def test_random_playthroughs_of_the_master_set_keep_the_contract(
    settings: list[Setting], scaled: Callable[[int, int], int], pair: int
) -> None:
    count = scaled(int(pair in (0, 7)), 2)
    kept = keeps_contract(AshesRules(), settings[pair : pair + 1], count, 1 + pair)
    assert kept.finished == count, kept.unfinished


CHUNKS = 10
"""Parts of the long tests that run beside one another."""


def pairing(slugs: list[str], number: int) -> tuple[str, str]:
    """Two retail decks: over 120 numbers each is on either side twice."""
    return slugs[number % len(slugs)], slugs[(7 * number + 3) % len(slugs)]


@pytest.mark.scaled
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_random_playthroughs_of_all_retail_decks_end(
    dealt: Any, slugs: list[str], scaled: Callable[[int, int], int], chunk: int
) -> None:
    """Two thousand in all in the second stage, with every card and die in its place at the end."""
    count = scaled(6, 200)
    finished = 0
    for number in range(chunk * count, (chunk + 1) * count):
        decks = tuple(map(dealt, pairing(slugs, number)))
        playthrough = Playthrough(AshesRules(), Setting(decks, {}, number))
        finished += playthrough.play([Random(number, seat) for seat in range(2)]).finished
        table = playthrough.table
        copies = sorted(copy for zone in AshesRules().zones(table).values() for copy in zone)
        assert copies == list(range(len(table.cards)))
        assert sum(len(piece.dice) for piece in table.pieces.values()) == table.places.count(2)
        assert [die.place for die in table.dice] == [*range(10)] * 2
    assert finished >= 0.99 * count


@pytest.mark.scaled
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_playthroughs_of_all_retail_decks_keep_the_contract(
    dealt: Any, slugs: list[str], scaled: Callable[[int, int], int], chunk: int
) -> None:
    """Views are tight and plain, forks and undo agree, at every question no card is lost: each retail deck once."""
    numbers = range(chunk, len(slugs), CHUNKS)[: scaled(0, len(slugs))]
    settings = [Setting(tuple(map(dealt, pairing(slugs, number))), {}, 0) for number in numbers]
    if settings:
        kept = keeps_contract(AshesRules(), settings, len(settings), 100 + chunk, close=1)
        assert kept.finished == kept.playthroughs, kept.unfinished


def test_a_position_that_nobody_could_lay_out_is_refused() -> None:
    refuses_unknown(AshesRules())


def test_the_same_seed_decks_and_choices_are_the_same_game(settings: list[Setting]) -> None:
    ends = []
    for _ in range(2):
        playthrough = Playthrough(AshesRules(), Setting(settings[0].decks, {}, 11))
        playthrough.play([Random(11, seat) for seat in range(2)])
        ends.append((playthrough.log, playthrough.table.dump()))
    assert ends[0] == ends[1]


def test_measures_tell_who_won_and_when(settings: list[Setting]) -> None:
    playable = AshesPlayable()
    playthrough = Playthrough(playable.rules, Setting(settings[0].decks, {}, 3))
    outcome = playthrough.play([Random(3, seat) for seat in range(2)])
    told = [playable.measures(playthrough.table, seat) for seat in range(2)]
    winner = outcome.winners[0]
    assert [figures["win"] for figures in told] == [seat == winner for seat in range(2)]
    assert told[winner]["win_round"] == told[0]["length"]
    assert "win_round" not in told[1 - winner]
    assert told[winner]["damage"] >= 15
    assert all(figures["dice_spent"] > 0 for figures in told)


def test_a_passive_phoenixborn_may_have_another_life_and_blockers(dealt: Any) -> None:
    deck = dealt("the-iron-men")
    playable = AshesPlayable()
    playthrough = Playthrough(playable.rules, Setting((deck, deck), {"life": "30", "blockers": "2", "first": "0"}, 5))
    told = playable.rules.reports(playthrough.table)
    assert told["b"]["phoenixborn"]["life"] == 30
    assert list(told["b"]["battlefield"]) == ["Blocker", "Blocker 2"]
    outcome = playthrough.play([playable.player("random", 5, 0), playable.player("goldfish", 5, 1)])
    assert outcome.finished
