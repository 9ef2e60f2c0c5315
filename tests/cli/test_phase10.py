"""Games of more seats than two and with one deck for all, on the command line: Phase 10 Strategy."""

from __future__ import annotations

import json
from typing import Any

import pytest

from catalog.home import data_root


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


def test_all_seats_play_with_one_deck_whatever_the_order_of_the_list(deckcli, tmp_path):
    lines = (data_root() / "phase10" / "decks" / "phase10.txt").read_text(encoding="utf-8").splitlines()
    cards = [line for line in lines if line[:1].isdigit()]
    other, short = tmp_path / "other.txt", tmp_path / "short.txt"
    other.write_text("\n".join(reversed(cards)), encoding="utf-8")
    short.write_text("\n".join(cards[:-1]), encoding="utf-8")
    words = ("-g", "phase10", "-n", "1", "--seed", "1", "--players", "heuristic")
    assert deckcli("duel", "phase10", str(other), *words).code == 0
    assert deckcli("duel", "phase10", str(short), *words).code == 1
    ran = deckcli("duel", "phase10", str(short), *words, "--allow-illegal")
    assert (ran.code, "play with one deck" in ran.err) == (2, True), ran.err
    assert deckcli("duel", str(short), str(short), *words, "--allow-illegal").code == 0


def test_the_game_of_the_settings_needs_no_list_either(deckcli, warm_home):
    (warm_home / "config.toml").write_text('game = "phase10"\n', encoding="utf-8")
    ran = deckcli("goldfish", "-n", "1", "--seed", "1", "--turns", "5", "--json")
    assert (ran.code, json.loads(ran.out)["game"]) == (0, "phase10")


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


def test_one_plays_against_several_bots_saves_and_goes_on(deckcli, tmp_path):
    path = tmp_path / "game.json"
    said = f"1\n1\n1\nundo\nhint\n1\nsave {path}\nquit\n"
    words = ("play", "-g", "phase10", "--vs", "greedy", "--vs", "random", "--vs", "greedy", "--seed", "5")
    ran = deckcli(*words, "--option", "starter=1", stdin=said)
    assert ran.code == 0, ran.err
    assert "Draw from which pile?" in ran.out
    saved = json.loads(path.read_text(encoding="utf-8"))
    assert (saved["game"], len(saved["decks"])) == ("phase10", 4)
    assert saved["decks"][0]["extra"]["seats"] == ["person", "greedy", "random", "greedy"]
    again = deckcli("play", "--resume", str(path), stdin="")
    assert again.code == 0, again.err
    assert len(answer(deckcli, "replay", str(path))["choices"]) == len(saved["choices"])
    assert deckcli("replay", str(path)).code == 0


def test_bots_do_not_tell_what_they_keep(deckcli):
    ran = deckcli("play", "-g", "phase10", "--vs", "heuristic", "--vs", "greedy", "--seed", "2", stdin="1\n" * 120)
    kept = [line for line in ran.out.splitlines() if "Keep which cards" in line and "The greedy" in line]
    assert kept
    assert all("(a card that you do not see)" in line for line in kept)


@pytest.mark.parametrize(
    "arguments",
    [
        ("goldfish", "-g", "phase10", "--seats", "7"),
        ("duel", "-g", "phase10", "--seats", "1"),
        ("duel", "-g", "phase10", "--seats", "3", "--players", "random,greedy"),
        ("duel", "-g", "phase10", "--players", "random,nobody"),
        ("play", "-g", "phase10", "--vs", "nobody"),
        ("play", "-g", "phase10", "--vs", "random", "--vs", "random", "--seats", "2"),
        ("play", "-g", "phase10", "--seats", "7"),
        ("goldfish", "-g", "phase10", "--option", "starter=7"),
        ("goldfish", "-g", "phase10", "--option", "starter=2"),
        ("duel", "-g", "phase10", "--option", "starter=3"),
        ("play", "-g", "phase10", "--option", "starter=3"),
        ("goldfish",),
    ],
)
def test_wrong_usage_is_exit_2_in_one_line(deckcli, arguments):
    ran = deckcli(*arguments)
    assert ran.code == 2, ran.err
    assert len(ran.err.strip().splitlines()) <= 2


def test_a_board_is_read_from_standard_input_and_the_doctor_looks_at_ones_own(deckcli, warm_home):
    from catalog.home import data_root

    whole = (data_root() / "phase10" / "board.toml").read_bytes()
    assert deckcli("phase10", "board", "-", stdin=whole).code == 0
    ran = deckcli("phase10", "board", "-", stdin=b"[board]\n")
    assert ran.code == 3
    assert ran.err.startswith("-:")
    (warm_home / "phase10-board.toml").write_text("[board]\nname = 3\n", encoding="utf-8")
    ran = deckcli("doctor")
    assert ran.code != 0
    assert "phase10-board.toml" in ran.out + ran.err
