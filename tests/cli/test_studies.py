"""`--out`, `--from`, `--to` and `deckcli study`: studies in folders, from the command line."""

from __future__ import annotations

import errno
import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from deckcli.study.settings import study_digest

DUEL = ("duel", "s01", "s02", "-n", "12", "--seed", "7", "--players", "random,goldfish")


def same(one: str, other: str) -> bool:
    """Whether two JSON outputs have the same figures, however long they took."""
    a, b = json.loads(one), json.loads(other)
    return [{key: value for key, value in each.items() if key not in ("seconds", "study")} for each in (a, b)] == [
        {key: value for key, value in a.items() if key not in ("seconds", "study")}
    ] * 2


def test_a_study_kept_in_a_folder_is_shown_again_as_it_was(deckcli: Callable[..., Any], tmp_path: Path) -> None:
    out = tmp_path / "study"
    plain, kept = deckcli(*DUEL, "--json"), deckcli(*DUEL, "--json", "--out", str(out))
    assert kept.code == 0, kept.err
    assert same(plain.out, kept.out)
    shown = deckcli("study", "show", str(out), "--json")
    assert same(plain.out, shown.out)
    assert (shown.code, shown.err) == (0, "")
    told = json.loads(shown.out)["study"]
    assert (told["kind"], told["playthroughs"], told["missing"], told["torn"]) == ("duel", 12, 0, False)
    assert "wins of s01" in deckcli("study", "show", str(out)).out
    again = deckcli(*DUEL, "--out", str(out))  # nothing is left to play
    assert again.code == 0
    assert "all 12 playthroughs are there." in again.err
    assert (out / "rows.csv").read_text().count("\n") == 13


def test_parts_are_played_put_together_and_completed(deckcli: Callable[..., Any], tmp_path: Path) -> None:
    whole = deckcli(*DUEL, "--json").out
    a, b, joined = (str(tmp_path / name) for name in ("a", "b", "joined"))
    assert deckcli(*DUEL, "--from", "0", "--to", "5", "--out", a).code == 0
    assert deckcli(*DUEL, "--from", "3", "--to", "9", "--out", b).code == 0
    seen = deckcli("study", "merge", a, b)
    assert seen.code == 0
    assert "3 of 12 playthroughs are in none of them" in seen.err
    assert deckcli("study", "merge", a, b, "--out", joined).code == 0
    resumed = deckcli("study", "resume", joined, "--json")
    assert same(resumed.out, whole)
    assert same(deckcli("study", "show", joined, "--json").out, whole)
    assert json.loads(deckcli("study", "show", a, "--json").out)["playthroughs"] == 5


def test_a_comparison_is_one_study_of_two_plans(deckcli: Callable[..., Any], tmp_path: Path) -> None:
    command = ("compare", "s01", "s02", "-n", "6", "--seed", "3", "--players", "random", "--json")
    kept = deckcli(*command, "--out", str(tmp_path / "study"))
    assert same(kept.out, deckcli(*command).out)
    assert same(kept.out, deckcli("study", "show", str(tmp_path / "study"), "--json").out)
    assert json.loads(kept.out)["playthroughs"] == 6


def test_any_row_of_a_study_is_replayed(deckcli: Callable[..., Any], tmp_path: Path) -> None:
    out = str(tmp_path / "study")
    assert deckcli(*DUEL, "--out", out).code == 0
    ran = deckcli("replay", out, "--index", "5", "--json")
    told = json.loads(ran.out)
    row = (tmp_path / "study" / "rows.csv").read_text().splitlines()[6].split(",")
    assert (str(told["seed"]), str(len(told["choices"]))) == (row[2], row[7])
    assert "Turn" in deckcli("replay", out, "--index", "5", "--at", "9").out
    for arguments, words in (
        ((out,), "--index says which of its playthroughs"),
        ((out, "--index", "12"), "its playthroughs are 0 to 11, and there is no 12"),
        ((out, "--index", "1", "--plan", "1"), "its plans are 0 to 0, and there is no plan 1"),
        ((str(tmp_path / "study" / "rows.csv"), "--index", "1"), "is no folder of one"),
    ):
        ran = deckcli("replay", *arguments)
        assert ran.code == 2
        assert words in ran.err


def test_wrong_folders_and_parts_are_told_in_a_line(deckcli: Callable[..., Any], tmp_path: Path) -> None:
    out = tmp_path / "study"
    assert deckcli(*DUEL, "--out", str(out), "--to", "1").code == 0
    wrong: list[tuple[tuple[str, ...], int, str]] = [
        (("study", "show", str(tmp_path / "nowhere")), 4, "there is no such folder"),
        (("study", "show", str(tmp_path)), 4, "this folder holds no study"),
        (("study", "resume", str(tmp_path / "nowhere")), 4, "there is no such folder"),
        (("study", "merge", str(out), str(tmp_path)), 4, "this folder holds no study"),
        ((*DUEL, "--out", str(tmp_path)), 1, "holds other things"),
        (
            ("duel", "s01", "s02", "-n", "13", "--seed", "7", "--out", str(out)),
            1,
            "this is not the study that is asked for",
        ),
        ((*DUEL, "--from", "12"), 2, "--from 12 is not before the end"),
        ((*DUEL, "--from", "5", "--to", "5"), 2, "--from 5 is not before the end"),
        ((*DUEL, "--cluster", "somewhere"), 2, "wants an address such as tcp://host:8786"),
        ((*DUEL, "--cluster", "gopher://somewhere"), 2, 'no kind of cluster is called "gopher"'),
    ]
    for arguments, code, words in wrong:
        ran = deckcli(*arguments)
        assert (ran.code, ran.out) == (code, ""), (arguments, ran)
        assert words in ran.err
        assert "Traceback" not in ran.err
    told = json.loads((out / "study.json").read_text())
    (out / "study.json").write_text(json.dumps(_of_kind(told, "seance")))
    (out / "journal.jsonl").unlink()
    ran = deckcli("study", "show", str(out))
    assert (ran.code, ran.out) == (3, "")
    assert 'no kind of study is called "seance"' in ran.err
    (out / "study.json").write_text("{")
    assert deckcli("study", "show", str(out)).code == 3


def _of_kind(told: dict[str, Any], kind: str) -> dict[str, Any]:
    """Settings that say another kind of study, and are else right (a journal of the other one would not fit)."""
    told = {**told, "kind": kind}
    return {**told, "study": study_digest(told)}


def kill_in_the_middle(arguments: list[str], home: Path, journal: Path, lines: int) -> None:
    """Run a command, and kill it and nothing else as soon as its journal has so many lines; the processes that it began
    then end by themselves."""
    with subprocess.Popen(
        [sys.executable, "-m", "deckcli", *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        env={**os.environ, "DECKCLI_HOME": str(home)}, start_new_session=True,
    ) as process:  # fmt: skip
        for _ in range(3000):
            if process.poll() is not None or (journal.exists() and journal.read_bytes().count(b"\n") >= lines):
                break
            time.sleep(0.01)
        process.send_signal(signal.SIGKILL)
        process.wait()
        for _ in range(1000):
            try:
                os.killpg(process.pid, 0)
            except ProcessLookupError:
                return
            time.sleep(0.01)
    raise AssertionError("processes of a killed study go on")


@pytest.mark.scaled
def test_a_study_killed_at_any_moment_goes_on_without_loss_or_double_count(
    warm_home: Path, deckcli: Callable[..., Any], tmp_path: Path, scaled: Callable[[int, int], int]
) -> None:
    whole = deckcli(*DUEL, "--json").out
    moments = random.Random(9)
    for number in range(scaled(1, 5)):
        out = tmp_path / f"study {number}"
        jobs = str(1 + number % 3)
        kills = 0
        while kills < scaled(1, 3) and (
            not out.exists() or json.loads(deckcli("study", "show", str(out), "--json").out)["study"]["missing"]
        ):
            lines = kept.count(b"\n") if (kept := _journal(out)) else 0
            kill_in_the_middle(
                [*DUEL, "--jobs", jobs, "--out", str(out)],
                warm_home,
                out / "journal.jsonl",
                lines + moments.randint(1, 4),
            )
            kills += 1
        ran = deckcli("study", "resume", str(out), "--jobs", jobs, "--json")
        assert ran.code == 0, ran.err
        assert same(ran.out, whole)
        assert (out / "rows.csv").read_text().count("\n") == 13


def _journal(out: Path) -> bytes:
    return (out / "journal.jsonl").read_bytes() if (out / "journal.jsonl").exists() else b""


@contextmanager
def _long_duel(out: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A duel that would take hours, into a folder, once its journal has some lines."""
    program = (
        "import signal; signal.signal(signal.SIGINT, signal.default_int_handler);"
        "from deckcli.__main__ import main; main()"
    )
    many = ("duel", "s01", "s02", "-n", "100000", "--seed", "7", "--players", "random,goldfish")
    with subprocess.Popen(
        [sys.executable, "-c", program, *many, "--jobs", "2", "--out", str(out)],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=os.environ,
    ) as process:  # fmt: skip
        for _ in range(3000):
            if _journal(out).count(b"\n") > 3:
                break
            time.sleep(0.01)
        yield process


def test_ctrl_c_ends_a_study_with_what_there_is_and_it_goes_on(
    warm_home: Path, deckcli: Callable[..., Any], tmp_path: Path
) -> None:
    out = tmp_path / "study"
    with _long_duel(out) as process:
        process.send_signal(signal.SIGINT)
        said, noted = process.communicate(timeout=60)
    assert process.returncode == 130
    assert b"wins of s01" in said
    assert b"`deckcli study resume" in noted
    assert noted.count(b"interrupted") == 1, noted
    told = json.loads(deckcli("study", "show", str(out), "--json").out)
    assert 0 < told["playthroughs"] == 100_000 - told["study"]["missing"]
    assert (out / "rows.csv").read_text().count("\n") == told["playthroughs"] + 1


def test_ctrl_c_again_leaves_at_once_and_without_a_traceback(warm_home: Path, tmp_path: Path) -> None:
    out = tmp_path / "study"
    with _long_duel(out) as process:
        for _ in range(20):
            process.send_signal(signal.SIGINT)
            time.sleep(0.05)
        _, noted = process.communicate(timeout=60)
    assert process.returncode in (130, -signal.SIGINT)
    assert b"Traceback" not in noted, noted


def test_a_full_disk_ends_a_study_with_what_is_on_it(
    deckcli: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out, synced = tmp_path / "study", []
    fsync = os.fsync

    def full(descriptor: int) -> None:
        synced.append(descriptor)
        if len(synced) > 5:
            raise OSError(errno.ENOSPC, "No space left on device")
        fsync(descriptor)

    with monkeypatch.context() as patched:
        patched.setattr("deckcli.study.folder.os.fsync", full)
        ran = deckcli(*DUEL, "--out", str(out), "--json")
    assert ran.code == 1
    assert "journal.jsonl: cannot be written: No space left on device. " in ran.err
    assert f"`deckcli study resume {out}` goes on" in ran.err
    some = json.loads(ran.out)["playthroughs"]
    assert 0 < some < 12
    again = deckcli("study", "resume", str(out), "--json")
    assert again.code == 0, again.err
    assert same(again.out, deckcli(*DUEL, "--json").out)


def test_where_only_the_table_cannot_be_written_the_figures_are_shown(
    deckcli: Callable[..., Any], tmp_path: Path
) -> None:
    out = tmp_path / "study"
    assert deckcli(*DUEL, "--out", str(out)).code == 0
    (out / "rows.csv").unlink()
    (out / "rows.csv").mkdir()
    ran = deckcli("study", "resume", str(out), "--json")
    assert ran.code == 1
    assert "rows.csv: cannot be written" in ran.err
    assert json.loads(ran.out)["playthroughs"] == 12


def test_a_study_of_a_kind_that_nobody_knows_is_not_played(deckcli: Callable[..., Any], tmp_path: Path) -> None:
    out = tmp_path / "study"
    assert deckcli(*DUEL, "--to", "4", "--out", str(out)).code == 0
    told = json.loads((out / "study.json").read_text())
    told["kind"] = "riddle"
    told["study"] = study_digest(told)
    (out / "study.json").write_text(json.dumps(told))
    (out / "journal.jsonl").unlink()
    ran = deckcli("study", "resume", str(out))
    assert (ran.code, ran.out) == (3, "")
    assert (out / "journal.jsonl").read_text().count("\n") == 1
