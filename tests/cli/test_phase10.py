"""Games of more seats than two and with one deck for all, on the command line: Phase 10 Strategy."""

from __future__ import annotations

import json
from typing import Any

import pytest


def answer(deckcli: Any, *arguments: str, code: int = 0) -> Any:
    ran = deckcli(*arguments, "--json")
    assert ran.code == code, ran.err
    return json.loads(ran.out)


def test_a_game_with_one_deck_needs_no_list(deckcli):
    told = answer(
        deckcli, "goldfish", "-g", "phase10", "-n", "2", "--seed", "7", "--players", "greedy", "--turns", "60"
    )
    assert (told["game"], told["decks"], told["players"]) == ("phase10", ["phase10"], ["greedy"])
    assert told["playthroughs"] == 2
    assert told["measures"]["rounds"]["n"] == 2
    assert any("alone" in line for line in told["assumptions"])
    named = answer(deckcli, "goldfish", "phase10", "-n", "2", "--seed", "7", "--players", "greedy", "--turns", "60")
    assert named["measures"] == told["measures"]


def test_beside_others_a_goldfish_has_passive_seats(deckcli):
    words = (
        "goldfish",
        "-g",
        "phase10",
        "--seats",
        "3",
        "-n",
        "1",
        "--seed",
        "1",
        "--players",
        "greedy",
        "--turns",
        "9",
    )
    assert any("passive" in line for line in answer(deckcli, *words)["assumptions"])


def test_a_duel_of_four_tells_the_wins_of_each_and_what_it_means_to_come_later(deckcli):
    players = "greedy,greedy,random,random"
    told = answer(deckcli, "duel", "-g", "phase10", "--players", players, "-n", "8", "--seed", "3")
    assert [win["player"] for win in told["wins"]] == players.split(",")
    assert sum(win["share"] for win in told["wins"]) <= 1
    assert len(told["places"]) == 4
    shown = deckcli("duel", "phase10", "--seats", "3", "--players", "greedy", "-n", "3", "--seed", "3")
    assert shown.code == 0, shown.err
    assert "3 x phase10 (greedy)" in shown.out
    assert "wins of phase10 (greedy) 3" in shown.out
    assert "wins of who came third" in shown.out


def test_the_rows_of_four_seats_are_the_same_for_any_number_of_processes(deckcli):
    words = ("duel", "-g", "phase10", "--seats", "4", "--players", "greedy", "-n", "8", "--seed", "5")
    one, two = (answer(deckcli, *words, *more) for more in ((), ("--jobs", "2")))
    assert {**one, "seconds": 0} == {**two, "seconds": 0}


@pytest.mark.parametrize(
    "arguments",
    [
        ("goldfish", "-g", "phase10", "--seats", "7"),
        ("duel", "-g", "phase10", "--seats", "1"),
        ("duel", "-g", "phase10", "--seats", "3", "--players", "random,greedy"),
        ("duel", "-g", "phase10", "--players", "random,nobody"),
        ("goldfish", "-g", "phase10", "--option", "starter=7"),
        ("goldfish",),
    ],
)
def test_wrong_usage_is_exit_2_in_one_line(deckcli, arguments):
    ran = deckcli(*arguments)
    assert ran.code == 2, ran.err
    assert len(ran.err.strip().splitlines()) <= 2
