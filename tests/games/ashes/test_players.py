"""The heuristic player of Ashes is far better than chance, and answers every question that there is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from deckcli.engine.players import Goldfish, Random
from deckcli.engine.playthrough import Playthrough, Setting, Sight
from deckcli.games.ashes.playable import AshesPlayable
from deckcli.games.ashes.players import Heuristic
from deckcli.study.tally import share


def wins(deck: Any, count: int) -> int:
    """How often the heuristic beats chance in a mirror, seats changing, seeds from 1."""
    playable, won = AshesPlayable(), 0
    for index in range(count):
        seat, seed = index % 2, 1 + index // 2
        players: list[Any] = [Random(seed, 0), Random(seed, 1)]
        players[seat] = Heuristic(seed, seat)
        outcome = Playthrough(playable.rules, Setting((deck, deck), {}, seed)).play(players)
        won += outcome.winners == (seat,)
    return won


@pytest.mark.scaled
def test_the_heuristic_beats_chance_in_the_iron_men_mirror(dealt: Any, scaled: Callable[[int, int], int]) -> None:
    count = scaled(30, 1000)
    won = wins(dealt("the-iron-men"), count)
    assert share(won, count).low >= (0.93 if count == 1000 else 0.8), won


@pytest.mark.scaled
def test_the_heuristic_plays_every_retail_deck(dealt: Any, slugs: list[str], scaled: Callable[[int, int], int]) -> None:
    for number, slug in enumerate(slugs[: scaled(3, len(slugs))]):
        decks = (dealt(slug), dealt(slugs[number - 1]))
        playthrough = Playthrough(AshesPlayable().rules, Setting(decks, {}, number))
        assert playthrough.play([Heuristic(1, 0), Heuristic(2, 1)]).finished


@pytest.mark.scaled
def test_alone_the_heuristic_wins_with_every_retail_deck(
    dealt: Any, slugs: list[str], scaled: Callable[[int, int], int]
) -> None:
    for slug in (*slugs[:: 60 // scaled(6, 60)], "the-snakes-in-silver"):
        deck = dealt(slug)
        playthrough = Playthrough(AshesPlayable().rules, Setting((deck, deck), {"first": "0"}, 1))
        outcome = playthrough.play([Heuristic(1, 0), Goldfish()])
        assert outcome.winners == (0,), slug
        assert playthrough.table.round <= 20, slug


def told(laid: Any) -> list[str]:
    """The answers of the heuristic up to the end of its turn, each by its label."""
    found = []
    while laid.playthrough.choice is not None and laid.table.active == 0 and laid.table.phase == "turns":
        labels, choice = laid.offered(), laid.playthrough.choice
        option = Heuristic(1, choice.seat)(choice, Sight(laid.playthrough, choice.seat))
        found.append(labels[choice.options.index(option)])
        laid.playthrough.choose(option)
    return found


def test_it_meditates_for_the_class_die_that_a_spell_wants(laid: Any) -> None:
    mine = {
        "phoenixborn": "Maeoni Viper", "spellboard": ["Summon Gilder"], "active": ["2 natural basic"], "draw_pile": 20,
        "pile": ["Gilder"],
    }  # fmt: skip
    answers = told(laid(mine))
    assert answers[:3] == ["Meditate", "Discard the top of the draw pile", "Turn natural basic to class"]
    assert "Use Summon Gilder" in answers


def test_it_does_not_meditate_for_nothing(laid: Any) -> None:
    answers = told(laid({"phoenixborn": "Maeoni Viper", "active": ["2 natural class"], "draw_pile": 20}))
    assert answers == ["Pass", "End the turn"]


def test_a_unit_that_deals_damage_attacks_rather_than_pass(laid: Any) -> None:
    answers = told(laid({"battlefield": ["Iron Worker"]}))
    assert answers[0].startswith("Attack")


def test_a_snake_without_attack_is_fed_first(laid: Any) -> None:
    mine = {"spellboard": ["Empower"], "battlefield": ["Silver Snake"], "active": ["natural class"]}
    assert told(laid(mine))[0] == "Use Empower"


def test_an_attack_into_a_stronger_blocker_is_left(laid: Any) -> None:
    answers = told(laid({"battlefield": ["Iron Worker"]}, {"battlefield": ["Iron Rhino"]}))
    assert answers[0] == "Pass"


def test_what_falls_now_is_attacked_with_all(laid: Any) -> None:
    mine = {"battlefield": ["Iron Worker", "Iron Rhino"]}
    theirs = {"phoenixborn": "Coal Roarkwin (wounds 14)", "battlefield": ["Iron Rhino"]}
    assert told(laid(mine, theirs))[0].startswith("Attack Coal")
