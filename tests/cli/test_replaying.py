"""`deckcli replay`: any playthrough of a study or a saved game, forward and back, with the reasons of its players."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from catalog.home import Home
from catalog.reading import Catalog
from deckcli import EFFECTS
from deckcli.games.finish import finish
from deckcli.study.again import seen_again
from deckcli.study.folder import Folder, FolderError
from deckcli.study.plan import killed

Run = Callable[..., Any]
DUEL = ("duel", "s01", "s02", "-n", "4", "--seed", "7", "--players", "random,heuristic")
SHORT = {
    "ashes": ("the-iron-men", "--turns", "1"),
    "cipher": ("s01", "--turns", "2"),
    "phase": ("fengarian-lean-pack", "--turns", "1"),
    "phase10": ("phase10", "--turns", "3"),
    "fantasyform": ("fantasyform", "--turns", "2"),
}
"""A deck of each game, and how long it plays alone here."""


@pytest.fixture
def study(deckcli: Run, tmp_path: Path) -> str:
    """The folder of a duel."""
    folder = str(tmp_path / "study")
    ran = deckcli(*DUEL, "--out", folder)
    assert ran.code == 0, ran.err
    return folder


def told(deckcli: Run, *arguments: str) -> dict[str, Any]:
    ran = deckcli("replay", *arguments, "--json")
    assert ran.code == 0, ran.err
    answer: dict[str, Any] = json.loads(ran.out)
    return answer


def test_every_playthrough_of_a_study_is_seen_again_as_its_row_says(deckcli: Run, study: str) -> None:
    with (Path(study) / "rows.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 4
    for row in rows:
        seen = told(deckcli, study, "--index", row["index"])
        assert (seen["seed"], seen["length"]) == (int(row["seed"]), int(row["decisions"]))
        assert (seen["outcome"]["finished"], seen["outcome"]["reason"]) == (row["finished"] == "1", row["reason"])
        decks = [seen["seats"][seat]["deck"] for seat in seen["outcome"]["winners"]]
        assert decks == [("s01", "s02")[int(side)] for side in row["winners"].split()]
        assert [choice["choice"] for choice in seen["choices"]] == list(range(1, seen["length"] + 1))


def test_the_row_of_a_seat_change_has_its_players_where_they_sat(deckcli: Run, study: str) -> None:
    seats = [told(deckcli, study, "--index", index)["seats"] for index in ("0", "1")]
    assert seats[0] == [{"deck": "s01", "player": "random"}, {"deck": "s02", "player": "heuristic"}]
    assert seats[1] == seats[0][::-1]


def test_stepping_back_shows_what_stepping_forward_showed(deckcli: Run, study: str) -> None:
    said = "n\n\nnext\nb\nback\ng 3\n2\nend\nb\nq\nn\n"
    ran = deckcli("replay", study, "--index", "2", "--step", stdin=said)
    assert ran.code == 0, ran.err
    _, *shown = re.split(r"(?m)^(?=\d+ of \d+ choices made$)", ran.out)
    count = told(deckcli, study, "--index", "2")["length"]
    at = [int(one.split()[0]) for one in shown]
    assert at == [0, 1, 2, 3, 2, 1, 2, 1, count, count - 1]
    for number, one in zip(at, shown, strict=True):
        assert deckcli("replay", study, "--index", "2", "--at", str(number)).out == one
    assert shown[2] == shown[4]


def test_stepping_over_an_end_and_wrong_words_are_told(deckcli: Run, study: str) -> None:
    said = "b\ng 99999999999999999999\ng x\ndance\nend\nn\n?\n"
    ran = deckcli("replay", study, "--index", "0", "--step", stdin=said)
    assert ran.code == 0
    assert "this is the beginning." in ran.err
    assert ran.err.count("the game has choices 1 to ") == 2
    assert "n: on, b: back" in ran.err
    assert "this is the end." in ran.err
    assert "back to the one before" in ran.out


def test_a_part_of_the_choices_is_shown(deckcli: Run, study: str) -> None:
    whole = told(deckcli, study, "--index", "0")["choices"]
    assert told(deckcli, study, "--index", "0", "--from", "3", "--to", "5")["choices"] == whole[2:5]
    lines = deckcli("replay", study, "--index", "0", "--from", "3", "--to", "5").out.splitlines()
    assert [line.split()[0] for line in lines if line[:1] == " "] == ["3", "4", "5"]


@pytest.mark.parametrize(
    "wrong",
    [
        ("--at", "99999"),
        ("--to", "99999"),
        ("--from", "9", "--to", "8"),
        ("--at", "1", "--step"),
        ("--from", "2", "--step"),
    ],
)
def test_a_part_that_is_not_there_is_wrong_usage(deckcli: Run, study: str, wrong: tuple[str, ...]) -> None:
    ran = deckcli("replay", study, "--index", "0", *wrong)
    assert (ran.code, ran.out) == (2, "")
    assert len(ran.err.splitlines()) == 1


def test_a_study_wants_the_number_of_a_playthrough(deckcli: Run, study: str, tmp_path: Path) -> None:
    for wrong in ((), ("--index", "4"), ("--index", "0", "--plan", "1")):
        assert deckcli("replay", study, *wrong).code == 2
    assert deckcli("replay", str(tmp_path), "--index", "0").code == 4  # a folder that holds no study
    assert deckcli("replay", str(tmp_path / "none"), "--index", "0").code == 4


def test_a_playthrough_under_other_rules_or_cards_is_refused(deckcli: Run, study: str) -> None:
    path = Path(study) / "study.json"
    text = path.read_text(encoding="utf-8")
    for key, words in (("engine", "another engine"), ("data", "other card data")):
        digest = json.loads(text)["stamp"][key]
        path.write_text(text.replace(digest, "0" * len(digest)), encoding="utf-8")
        ran = deckcli("replay", study, "--index", "0")
        assert (ran.code, ran.out) == (1, "")
        assert f"there is {words}" in ran.err
        assert "cannot be seen again" in ran.err


def test_a_row_that_kills_or_differs_is_refused(deckcli: Run, study: str, built_home: Path) -> None:
    with Catalog.open(Home(built_home, built_home / "library.db"), lambda: finish, version=EFFECTS) as catalog:
        found = Folder.open(Path(study), catalog)
    rows = found._rows[0]
    assert seen_again(found, 0).outcome is not None
    for wrong in ({"decisions": 1}, {"measures": {**rows[0].measures, "length": 99}}, {"reason": "a miracle"}):
        kept, rows[0] = rows[0], replace(rows[0], **wrong)
        with pytest.raises(FolderError, match="does not end as its row says"):
            seen_again(found, 0)
        rows[0] = kept
    rows[1] = killed(found.study.plans[0], 1)
    with pytest.raises(FolderError, match="kills whoever plays it, and is not played again"):
        seen_again(found, 1)
    del rows[2]
    assert seen_again(found, 2).outcome is not None  # it is still to be played, and would go so
    with pytest.raises(IndexError):
        seen_again(found, 4)


def test_a_row_that_tells_of_cards_is_seen_again_by_all_that_it_tells(
    deckcli: Run, tmp_path: Path, built_home: Path
) -> None:
    folder = str(tmp_path / "study")
    assert deckcli("goldfish", "s01", "-n", "2", "--seed", "3", "--cards", "--out", folder).code == 0
    assert deckcli("replay", folder, "--index", "1").code == 0
    with Catalog.open(Home(built_home, built_home / "library.db"), lambda: finish, version=EFFECTS) as catalog:
        found = Folder.open(Path(folder), catalog)
    name = next(name for name in found._rows[0][1].measures if name.startswith("card:"))
    found._rows[0][1] = replace(found._rows[0][1], measures={**found._rows[0][1].measures, name: 77})
    with pytest.raises(FolderError, match="does not end as its row says"):
        seen_again(found, 1)


@pytest.mark.parametrize("game", SHORT)
def test_the_reasons_of_a_player_are_those_of_its_answer(deckcli: Run, tmp_path: Path, game: str) -> None:
    folder = str(tmp_path / "study")
    deck, *short = SHORT[game]
    ran = deckcli("goldfish", deck, "-g", game, "-n", "1", "--seed", "5", "--allow-illegal", *short, "--out", folder)
    assert ran.code == 0, ran.err
    choices = told(deckcli, folder, "--index", "0", "--why")["choices"]
    reasons = [(choice["answer"], choice["reasons"]) for choice in choices if choice["reasons"]]
    assert reasons
    assert all(why["answer"] == answer for answer, why in reasons)
    for before, after in pairwise(choices):
        assert all(0 <= worth <= 1 for worth in before["worth"].values())
        if before["seat"] == after["seat"]:
            assert before["worth"]["after"] == after["worth"]["before"]


def test_a_search_thinks_again_as_it_thought(deckcli: Run, tmp_path: Path) -> None:
    folder = str(tmp_path / "study")
    ran = deckcli("goldfish", "s01", "-n", "1", "--seed", "5", "--turns", "1", "--players", "search:4", "--out", folder)
    assert ran.code == 0, ran.err
    choices = [one for one in told(deckcli, folder, "--index", "0", "--why")["choices"] if one["reasons"]]
    assert choices
    assert all(one["reasons"]["answer"] == one["answer"] for one in choices)
    weighed = [one for one in choices if one["reasons"]["weighed"]]
    assert {one["reasons"]["measure"] for one in weighed} == {"chance to win"}
    number = weighed[0]["choice"] - 1
    seen = deckcli("replay", folder, "--index", "0", "--at", str(number)).out
    assert "What search:4 weighed, as chance to win:" in seen
    assert re.search(r"The position, for that seat: \d+ % before, \d+ % after\.", seen)


def test_who_gives_no_reasons_is_named(deckcli: Run, study: str, tmp_path: Path) -> None:
    assert "The player random gives no reasons for this." in deckcli("replay", study, "--index", "0", "--why").out
    path = tmp_path / "game.json"
    deckcli("play", "s01", "--vs", "s02", "--seed", "5", stdin=f"2\nno bond\nsave {path}\nquit\n")
    said = deckcli("replay", str(path), "--why").out
    assert "A person chose; nobody asked why." in said
    assert "Here the game was saved" in said
    record = json.loads(path.read_text(encoding="utf-8"))
    record["decks"][0]["extra"] = {"seats": ["a ghost", 7]}
    path.write_text(json.dumps(record), encoding="utf-8")
    assert "Nobody knows who chose, so there are no reasons." in deckcli("replay", str(path), "--why").out
