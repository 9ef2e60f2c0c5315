"""Players that think, on the command line: `search` and `search:N` wherever a player is named, and third parties'."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from deckcli.games import players

PLAYERS = """
def quick(playable, seed, seat):
    return lambda choice, sight: choice.options[0]


def faulty(playable, seed, seat):
    return lambda choice, sight: {}["strength"]


def broken(playable, seed, seat):
    raise RuntimeError("no weights here")
"""


@pytest.fixture
def third(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    info = tmp_path / "third_party-2.0.dist-info"
    info.mkdir()
    (tmp_path / "third_party.py").write_text(PLAYERS)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: third-party\nVersion: 2.0\n")
    lines = [f"{name} = third_party:{name}" for name in ("quick", "faulty", "broken")]
    (info / "entry_points.txt").write_text("\n".join(["[deckcli.players]", *lines, ""]))
    monkeypatch.syspath_prepend(str(tmp_path))
    forget_guests()
    yield
    forget_guests()
    sys.modules.pop("third_party", None)


def forget_guests() -> None:
    players.guests.cache_clear()
    players._version_of.cache_clear()


def answer(deckcli: Any, *arguments: str) -> Any:
    ran = deckcli(*arguments, "--json")
    assert ran.code == 0, ran.err
    told = json.loads(ran.out)
    told.pop("seconds", None)
    return told


def test_a_search_plays_a_goldfish_and_says_how_far_it_looks(deckcli):
    words = ("goldfish", "-g", "fantasyform", "-n", "1", "--seed", "2", "--players", "search:4")
    told = answer(deckcli, *words)
    assert told["players"][0] == "search:4"
    assert any("4 times a question" in line for line in told["assumptions"])


def test_a_duel_of_searches_is_the_same_for_any_number_of_processes(deckcli):
    words = ("duel", "s01", "s01", "-n", "4", "--seed", "2", "--players", "search:4,heuristic")
    assert answer(deckcli, *words) == answer(deckcli, *words, "--jobs", "2")


@pytest.mark.parametrize("command", [("goldfish", "s01"), ("duel", "s01", "s02"), ("compare", "s01", "s02")])
@pytest.mark.parametrize("name", ["search:0", "search:many", "searches"])
def test_a_search_that_is_none_is_wrong_usage_in_one_line(deckcli, command, name):
    ran = deckcli(*command, "-n", "1", "--players", name)
    assert ran.code == 2
    assert len(ran.err.strip().splitlines()) == 1
    assert name.partition(":")[2] in ran.err
    assert ("1 to 100000" if ":" in name else "There are: random") in ran.err


def test_a_sitting_has_a_search_at_the_table_and_asks_it_for_hints(deckcli, tmp_path):
    path = tmp_path / "game.json"
    said = f"hint\nhint search:8\nhint search:0\nhint nobody\n1\nsave {path}\nquit\n"
    ran = deckcli("play", "s01", "--vs", "s02", "--player", "search:2", "--seed", "5", stdin=said)
    assert ran.code == 0, ran.err
    assert re.search(r"The heuristic would say \d+: \w", ran.out)
    assert re.search(r"The search:8 would say \d+: \w", ran.out)
    assert re.search(r"\d tries; ", ran.out)
    assert re.search(r"\d+ % \(\d+ tries\)  \w", ran.out)
    assert 'got "0"' in ran.err
    assert 'no player "nobody"' in ran.err
    again = deckcli("play", "--resume", str(path), stdin="")
    assert again.code == 0, again.err
    assert json.loads(path.read_text("utf-8"))["decks"][0]["extra"]["seats"] == ["person", "search:2"]


def test_a_hint_of_a_heuristic_that_has_points_shows_them(deckcli):
    ran = deckcli("play", "-g", "fantasyform", "--seed", "3", stdin="hint\n1\nhint\nquit\n")
    assert re.search(r"^ +-?\d+\.\d  \w", ran.out, re.MULTILINE)


def test_the_games_name_search_among_their_players(deckcli, third):
    players = answer(deckcli, "games", "-g", "cipher")["games"][0]["players"]
    assert players[-4:] == ["search", "broken", "faulty", "quick"]


def test_a_third_party_that_fails_ends_a_sitting_in_one_line(deckcli, third):
    ran = deckcli("play", "s01", "--vs", "s02", "--player", "faulty", "--seed", "5", stdin="1\n" * 40)
    assert ran.code == 1
    assert 'the player "faulty" of third-party failed at a question' in ran.err.strip().splitlines()[-1]


@pytest.mark.parametrize("seats", ["1", "3"])
def test_a_search_sits_at_tables_of_any_size(deckcli, seats):
    players = ",".join(["search:4", *["heuristic"] * (int(seats) - 1)])
    command = ["duel", "--seats", seats, "--players", players] if seats != "1" else ["goldfish", "--players", players]
    told = answer(deckcli, *command, "-g", "phase10", "-n", "1", "--seed", "2")
    assert told["playthroughs"] == 1


def test_a_third_party_plays(deckcli, third):
    told = answer(
        deckcli, "duel", "s01", "s02", "-n", "2", "--seed", "1", "--players", "quick,heuristic", "--jobs", "2"
    )
    assert told["players"] == ["quick", "heuristic"]


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize(
    ("name", "words"),
    [("faulty", "failed at a question: KeyError: 'strength'"), ("broken", "cannot be made: RuntimeError: no weights")],
)
def test_a_third_party_that_fails_is_named_in_one_line(deckcli, third, name, words, jobs):
    ran = deckcli("duel", "s01", "s02", "-n", "4", "--seed", "1", "--players", f"heuristic,{name}", "--jobs", jobs)
    assert ran.code == 1
    assert len(ran.err.strip().splitlines()) == 1
    assert f'the player "{name}" of third-party {words}' in ran.err
    assert "Traceback" not in ran.err


# ------------------------------------------------------------ a third party's player in another version


def kept(deckcli: Any, folder: Path) -> None:
    ran = deckcli("duel", "s01", "s01", "-n", "4", "--to", "2", "--seed", "1", "--players", "quick,random",
                  "--out", str(folder), "--json")  # fmt: skip
    assert ran.code == 0, ran.err


def other_source(place: Path) -> None:
    (place / "third_party.py").write_text(PLAYERS.replace("options[0]", "options[-1]"))
    players._version_of.cache_clear()


def other_version(place: Path) -> None:
    (place / "third_party-2.0.dist-info" / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: third-party\nVersion: 2.1\n"
    )
    forget_guests()


def gone(place: Path) -> None:
    (place / "third_party-2.0.dist-info" / "entry_points.txt").unlink()
    forget_guests()


@pytest.mark.parametrize("change", [other_source, other_version])
def test_a_study_does_not_go_on_with_another_version_of_a_player(deckcli, third, tmp_path, change):
    folder = tmp_path / "study"
    kept(deckcli, folder)
    change(tmp_path)
    words = 'another player "quick" (third-party 2.'
    shown = deckcli("study", "show", str(folder), "--json")
    assert shown.code == 0
    assert words in shown.err
    assert json.loads(shown.out)["playthroughs"] == 2
    for command in (("study", "resume"), ("replay", "--index", "0")):
        ran = deckcli(*command, str(folder))
        assert ran.code != 0
        assert words in ran.err


def test_folders_of_two_versions_of_a_player_are_not_merged(deckcli, third, tmp_path):
    kept(deckcli, tmp_path / "a")
    other_source(tmp_path)
    kept(deckcli, tmp_path / "b")
    ran = deckcli("study", "merge", str(tmp_path / "a"), str(tmp_path / "b"))
    assert ran.code != 0
    assert 'another player "quick"' in ran.err


def test_a_study_is_shown_where_its_player_is_not_installed_and_not_resumed(deckcli, third, tmp_path):
    kept(deckcli, tmp_path / "a")
    gone(tmp_path)
    shown = deckcli("study", "show", str(tmp_path / "a"))
    assert shown.code == 0
    assert 'another player "quick" (none, and not third-party 2.0 third_party:quick ' in shown.err
    ran = deckcli("study", "resume", str(tmp_path / "a"))
    assert (ran.code, ran.out) == (3, "")
    assert 'no player "quick"' in ran.err
