"""A contest of two players: every seed twice, seats changed, the same for any number of processes."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from catalog.home import Home
from catalog.reading import Catalog
from deckcli import EFFECTS
from deckcli.games.finish import finish
from deckcli.study import contest
from deckcli.study.contest import Contest, Meeting, in_words, meetings, strength
from deckcli.study.executors import Where, WorkersDieError, in_order
from deckcli.study.speed import bundled_deck


def of(home: Path, game: str, decks: tuple[str, ...], players: tuple[str, str]) -> Contest:
    with Catalog.open(Home(home, home / "library.db"), lambda: finish, version=EFFECTS) as catalog:
        return Contest(game, players, tuple(bundled_deck(catalog, name, game) for name in decks))


def plain(found: list[Meeting]) -> list[tuple[float, float, int, int]]:
    return [(one.first, one.second, one.unfinished, one.decisions) for one in found]


def test_a_player_is_as_strong_as_itself(built_home: Path) -> None:
    """With the seats changed, the same playthrough is won by the other name: half of each pair."""
    found = list(meetings(of(built_home, "cipher", ("s01", "s02"), ("heuristic", "heuristic")), 4))
    assert [one.first for one in found] == [0.5] * 4
    figure = strength(found, alone=False)
    assert figure.mean == 0.5
    assert 0 < figure.low < 0.5 < figure.high < 1, "four seeds that came out alike do not prove that all will"


def test_the_heuristic_beats_chance_and_any_number_of_processes_find_the_same(built_home: Path) -> None:
    pair = of(built_home, "cipher", ("s01", "s01"), ("heuristic", "random"))
    one, two = list(meetings(pair, 6)), list(meetings(pair, 6, jobs=2))
    assert plain(one) == plain(two)
    assert strength(one, alone=False).low > 0.5
    assert in_words(pair, one).startswith("Fire Emblem Cipher: heuristic wins against random ")
    assert all(one.first + one.second == 1 for one in one)


class Once:
    """Squares, and kills the first process that is asked for 3; of `always`, every one."""

    def __init__(self, mark: Path, always: bool = False) -> None:
        self.mark, self.always = mark, always

    def __call__(self, number: int) -> int:
        if number == 3 and (self.always or not self.mark.exists()):
            self.mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return number * number


def test_a_process_that_dies_costs_only_what_it_had_in_play(tmp_path: Path) -> None:
    assert list(in_order(Where(2), Once(tmp_path / "mark"), range(9))) == [n * n for n in range(9)]
    assert (tmp_path / "mark").exists()


def test_what_kills_every_process_is_said_and_what_came_before_is_there(tmp_path: Path) -> None:
    found: list[int] = []
    with pytest.raises(WorkersDieError, match="5 workers died one after the other"):
        found.extend(in_order(Where(2), Once(tmp_path / "mark", always=True), range(9)))
    assert found == [0, 1, 4][: len(found)]


def test_an_interrupted_contest_tells_what_it_has(
    warm_home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def some(pair: Contest, count: int, jobs: int) -> Iterator[Meeting]:
        yield from (Meeting(index, 0.5, 0.5, 0, 1, 0.0) for index in range(2))
        raise KeyboardInterrupt

    monkeypatch.setattr(contest, "meetings", some)
    with pytest.raises(SystemExit) as left:
        contest.main(["cipher", "s01", "-n", "5"])
    told = capsys.readouterr()
    assert left.value.code == 130
    assert told.err == "ended after 2 of 5 seeds: interrupted\n"
    assert "2 seeds, 4 playthroughs" in told.out


def test_where_one_plays_alone_the_difference_counts(built_home: Path) -> None:
    pair = of(built_home, "fantasyform", ("fantasyform",), ("heuristic", "goldfish"))
    found = list(meetings(pair, 12))
    figure = strength(found, alone=True)
    assert all(one.second == 0 for one in found)
    assert figure.mean == pytest.approx(sum(one.first for one in found) / 12)
    assert "wins more often than goldfish by" in in_words(pair, found)


def test_seeds_that_came_out_alike_still_have_an_interval() -> None:
    found = [Meeting(index, 1.0, 0.0, 0, 1, 0.0) for index in range(5)]
    figure = strength(found, alone=False)
    assert figure.mean == 1.0
    assert 0.5 < figure.low < 0.7


def test_the_command_prints_the_result_and_keeps_a_line_a_seed(
    warm_home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["cipher", "s01", "--players", "heuristic,goldfish", "-n", "2", "--to", str(tmp_path / "found.jsonl")]
    contest.main(words)
    assert "2 seeds, 4 playthroughs" in capsys.readouterr().out
    lines = [json.loads(line) for line in (tmp_path / "found.jsonl").read_text().splitlines()]
    assert [line["index"] for line in lines] == [0, 1]


@pytest.mark.parametrize(
    "words",
    [
        ["cipher", "s01", "--players", "heuristic"],
        ["cipher", "s01", "--players", "heuristic,nobody"],
        ["cipher", "s99"],
        ["cipher", "s01", "s02", "s01"],
        ["chess", "s01"],
        ["cipher", "s01", "-n", "0"],
        ["cipher", "s01", "--jobs", "-1"],
        ["fantasyform", "fantasyform", "--option", "difficulty"],
    ],
)
def test_wrong_words_are_said_in_a_line_and_not_played(
    warm_home: Path, words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        contest.main(words)
    assert left.value.code == 2
    assert "Traceback" not in capsys.readouterr().err
