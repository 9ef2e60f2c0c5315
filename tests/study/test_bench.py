"""The benchmark: what it compares, and how it says so. No time is held to anything here."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from catalog.home import Home
from catalog.reading import Catalog
from deckcli import EFFECTS
from deckcli.errors import UsageError
from deckcli.games.finish import finish
from deckcli.study import bench
from deckcli.study.bench import Measure, compare, in_words
from deckcli.study.overhead import Overhead, grid, overhead, overhead_in_words
from deckcli.study.speed import PAIRINGS, Speed, duel_of, play_speed, speed_in_words


def measure(ratio: float = 1.2, seconds: float = 0.2, limit: float = 0.0, most: float = 0.0) -> Measure:
    return Measure("start", "deckcli", "the least app", seconds, 0.1, ratio, limit, most)


def test_a_pair_runs_in_turn_and_once_before_it_counts() -> None:
    ran: list[str] = []
    compare(lambda: ran.append("a"), lambda: ran.append("b"), 2)
    assert "".join(ran) == "ababab"


def test_the_ratio_is_the_median_of_the_pairs(monkeypatch: pytest.MonkeyPatch) -> None:
    taken = iter([2.0, 1.0, 9.0, 3.0, 8.0, 1.0])
    monkeypatch.setattr(bench, "_seconds", lambda run: next(taken))
    assert compare(lambda: None, lambda: None, 3) == (8.0, 1.0, 3.0)


def test_a_limit_is_on_the_ratio_or_on_the_seconds() -> None:
    assert measure(ratio=1.3, limit=1.3).kept
    assert not measure(ratio=1.31, limit=1.3).kept
    assert not measure(seconds=3.1, most=3.0).kept
    assert measure(ratio=99.0, seconds=99.0).kept


def test_a_measure_says_in_words_what_it_compares() -> None:
    text = in_words(measure(limit=1.1))
    assert text == "start: 1.20 x (at most 1.1 x: MISSED)\n    deckcli: 200.00 ms; the least app: 100.00 ms"
    assert "5,000 a second" in in_words(measure(seconds=0.0002))


@pytest.mark.parametrize("take", [bench._look_up, bench._search, bench._judging])
def test_what_runs_within_one_process_is_measured(take: Callable[[Catalog, int], Measure], built_home: Path) -> None:
    with Catalog.open(Home(built_home, built_home / "library.db")) as catalog:
        found = take(catalog, 1)
    assert min(found.seconds, found.least, found.ratio) > 0


@pytest.mark.parametrize(("text", "words"), [(bench.HELLO, ["--version"]), (bench.PARSER, ["."])])
def test_the_least_programs_run(text: str, words: list[str], tmp_path: Path) -> None:
    (tmp_path / "least.py").write_text(text, encoding="utf-8")
    command = [sys.executable, str(tmp_path / "least.py"), *words]
    assert subprocess.run(command, cwd=tmp_path, check=False).returncode == 0


def test_the_least_reader_prints_the_row_of_a_card(built_home: Path, tmp_path: Path) -> None:
    (tmp_path / "least.py").write_text(bench.READER, encoding="utf-8")
    command = [sys.executable, str(tmp_path / "least.py"), str(built_home / "cards.db"), bench.CARD]
    assert "hammer-knight" in subprocess.run(command, capture_output=True, text=True, check=True).stdout


def test_scripts_get_one_object(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(bench, "measures", lambda place, pairs: iter([measure(ratio=2.0, limit=1.3)]))
    monkeypatch.setattr(bench, "_speeds", lambda place, told: iter([SPEED]))
    bench.main(["--json"])
    told = json.loads(capsys.readouterr().out)
    (one,) = told["measures"]
    assert (one["ratio"], one["limit"], one["kept"]) == (2.0, 1.3, False)
    (playing,) = told["playing"]
    assert (playing["game"], playing["decisions"], playing["ratio"]) == ("cipher", 21_000.0, 0.07)


SPEED = Speed(
    "cipher",
    ("s01", "s02"),
    100.0,
    21_000.0,
    210.0,
    8.04,
    40e-6,
    0.0002,
    1000,
    4.2,
    250_000,
    2_000_000,
    300_000.0,
    0.07,
)


def test_the_speed_of_play_is_said_beside_the_duel() -> None:
    text = speed_in_words(SPEED)
    assert text.startswith("Fire Emblem Cipher, s01 against s02, random: 21,000 decisions a second; the duel 300,000")
    assert "median 40.0 µs, 95th percentile 200.0 µs" in text
    assert "a playthrough takes 0.25 MB, 2.00 MB with every position kept" in text
    assert "duel" not in speed_in_words(replace(SPEED, duel=0.0))


@pytest.mark.parametrize("game", PAIRINGS)
def test_play_is_measured_in_turn_with_the_duel_of_a_folder(game: str, built_home: Path, tmp_path: Path) -> None:
    (tmp_path / "duel").mkdir()
    (tmp_path / "duel" / "rest.py").write_text("MADE = 7\n", encoding="utf-8")
    least = "import rest\n\n\ndef random_game(seed, keep_before):\n    return sum(range(50_000)) and rest.MADE, 0, 0\n"
    (tmp_path / "duel" / "hybrid.py").write_text(least, encoding="utf-8")
    with Catalog.open(Home(built_home, built_home / "library.db")) as catalog:
        found = play_speed(catalog, game, 10, 2, tmp_path)
    assert found.length > 20
    assert found.width >= 2
    assert found.late_fork >= found.fork > 0
    assert found.watched_memory > found.memory > 1_000
    assert min(found.playthroughs, found.goldfish, found.duel, found.ratio) > 0
    assert found.decisions == pytest.approx(found.length * found.playthroughs)


def test_a_folder_without_the_duel_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        bench.main(["--against", str(tmp_path)])
    assert "there is no duel here" in capsys.readouterr().err
    with pytest.raises(FileNotFoundError, match="there is no duel here"):
        duel_of(tmp_path)


def test_what_a_cluster_costs_is_told_as_a_ratio_a_pair() -> None:
    told = overhead_in_words(Overhead(200, 2, (10.0, 20.0, 10.0), (11.0, 21.0, 15.0), same=True))
    assert told.startswith("cluster: 1.10 x the wall time of plain processes in the median of 3 pairs (1.05 to 1.50)")
    assert "the same rows" in told
    assert "OTHER rows" in overhead_in_words(Overhead(1, 2, (1.0,), (1.0,), same=False))


def test_without_the_extra_it_is_named_and_nothing_is_measured(
    monkeypatch: pytest.MonkeyPatch, built_home: Path
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(UsageError, match=r"deckcli\[cluster\]"), grid(built_home, 1):
        pass


@pytest.mark.scaled
@pytest.mark.skipif(not os.environ.get("DECKCLI_LONG"), reason="processes of a cluster start slowly: second stage")
def test_a_cluster_on_loopback_gives_the_same_rows_while_it_is_measured(built_home: Path) -> None:
    pytest.importorskip("distributed", reason="the extra `cluster` is not installed")
    with Catalog.open(Home(built_home, built_home / "library.db"), lambda: finish, version=EFFECTS) as catalog:
        found = overhead(catalog, built_home, 8, 1)
    assert found.same
    assert len(found.ratios) == 1
