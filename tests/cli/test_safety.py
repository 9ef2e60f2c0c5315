"""Backups, the doctor, and databases in trouble: a clear line, exit code 5, and nothing lost."""

from __future__ import annotations

import json
import os
import random
import resource
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from catalog.home import Home
from catalog.library import Library
from catalog.library_file import faults_of

ROWS = ["name,count,binder", *(f"Iron Worker,2,binder {number}" for number in range(1000))]


def copies(home: Path) -> int:
    with Library.open(Home(home, home / "library.db")) as library:
        return sum(one.count for one in library.holdings())


def test_a_backup_brings_back_what_was_there_and_puts_aside_what_is(deckcli, warm_home, tmp_path):
    deckcli("collection", "add", "Iron Worker", "3")
    file = tmp_path / "mine.bak"
    assert deckcli("backup", str(file)).code == 0
    assert deckcli("backup", str(file)).code == 1, "no file is overwritten unasked"
    assert deckcli("backup", str(file), "--force").code == 0
    deckcli("collection", "add", "Iron Worker", "4")
    assert deckcli("restore", str(file), "--dry-run").code == 0
    assert copies(warm_home) == 7
    told = json.loads(deckcli("restore", str(file), "--json").out)
    assert copies(warm_home) == 3
    assert deckcli("restore", told["aside"]).code == 0
    assert copies(warm_home) == 7
    assert deckcli("undo").code == 0, "the journal comes along"
    assert copies(warm_home) == 3


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["backup", "x.bak"], 5, "nothing to back up"),
        (["backup", "."], 1, "a folder"),
        (["restore", "nosuch.bak"], 4, "no such backup"),
    ],
)
def test_what_cannot_be_backed_up_is_said(deckcli, tmp_path, monkeypatch, arguments, code, said):
    monkeypatch.chdir(tmp_path)
    ran = deckcli(*arguments)
    assert (ran.code, said in ran.err) == (code, True), ran.err
    assert list(tmp_path.glob("*.bak")) == []


def test_a_file_that_is_no_backup_is_not_brought_back(deckcli, warm_home, tmp_path):
    deckcli("collection", "add", "Iron Worker", "3")
    file = tmp_path / "x.bak"
    file.write_bytes(b"no database at all, but long enough to be looked at" * 40)
    ran = deckcli("restore", str(file))
    assert (ran.code, "cannot be used" in ran.err) == (5, True)
    assert copies(warm_home) == 3


def test_neither_an_empty_file_nor_the_library_itself_nor_another_database_is_a_backup(deckcli, warm_home, tmp_path):
    deckcli("collection", "add", "Iron Worker", "3")
    (tmp_path / "empty.bak").touch()
    for file, why in (
        (tmp_path / "empty.bak", "no backup of a library"), (warm_home / "library.db", "the library itself"),
        (warm_home / "cards.db", "no backup of a library"),
    ):  # fmt: skip
        for words in ([], ["--dry-run"]):
            ran = deckcli("restore", str(file), *words)
            assert (ran.code, why in ran.err) == (5, True), ran.err
    assert copies(warm_home) == 3


def test_a_dry_run_of_a_backup_writes_no_file(deckcli, warm_home, tmp_path):
    deckcli("collection", "add", "Iron Worker", "3")
    ran = deckcli("backup", str(tmp_path / "mine.bak"), "--dry-run")
    assert (ran.code, "would copy" in ran.err, list(tmp_path.glob("*.bak"))) == (0, True, [])


def test_a_damaged_library_is_named_with_the_copy_that_can_be_brought_back(deckcli, warm_home):
    deckcli("collection", "add", "Iron Worker", "3")
    deckcli("backup", str(warm_home / "library.db.mine.bak"))
    for path in warm_home.glob("library.db-*"):
        path.unlink()
    whole = (warm_home / "library.db").read_bytes()
    (warm_home / "library.db").write_bytes(b"\x00" * 100 + whole[100:])
    for command in (["collection", "list"], ["collection", "add", "Iron Worker"], ["deck", "list"]):
        ran = deckcli(*command)
        assert (ran.code, ran.err.count("\n")) == (5, 1), ran.err
    ran = deckcli("doctor")
    assert ran.code == 5
    assert f"deckcli restore {warm_home / 'library.db.mine.bak'}" in ran.out
    assert deckcli("restore", str(warm_home / "library.db.mine.bak")).code == 0
    assert copies(warm_home) == 3
    assert deckcli("doctor").code == 0


def test_a_library_that_was_cut_to_nothing_is_told_until_it_is_brought_back(deckcli, warm_home):
    deckcli("collection", "add", "Iron Worker", "3")
    for path in warm_home.glob("library.db-*"):
        path.unlink()
    whole = (warm_home / "library.db").read_bytes()
    (warm_home / "library.db").write_bytes(b"")
    for _ in range(2):  # looking at it makes no new library of it
        ran = deckcli("doctor")
        assert (ran.code, "the file is empty" in ran.out, "no copy beside it" in ran.out) == (5, True, True), ran.out
    (warm_home / "library.db.mine.bak").write_bytes(whole)
    ran = deckcli("doctor")
    assert ran.code == 5
    assert f"deckcli restore {warm_home / 'library.db.mine.bak'}" in ran.out
    assert deckcli("restore", str(warm_home / "library.db.mine.bak")).code == 0
    assert copies(warm_home) == 3
    assert deckcli("doctor").code == 0


def test_the_doctor_makes_broken_indexes_anew(deckcli, warm_home):
    deckcli("collection", "add", "--product", "master-set")
    path = warm_home / "library.db"
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA writable_schema=ON")
        root = db.execute("SELECT rootpage FROM sqlite_master WHERE name = 'ix_holding_card'").fetchone()[0]
        other = db.execute("SELECT rootpage FROM sqlite_master WHERE name = 'ix_deck_name_key'").fetchone()[0]
        db.execute("UPDATE sqlite_master SET rootpage = ? WHERE name = 'ix_holding_card'", (other,))
        db.execute("UPDATE sqlite_master SET rootpage = ? WHERE name = 'ix_deck_name_key'", (root,))
        db.commit()
    assert faults_of(path)
    ran = deckcli("doctor")
    assert ran.code == 0, ran.out
    assert "indexes were broken and are made anew" in ran.out
    assert faults_of(path) == []
    assert copies(warm_home) == 225


def test_the_doctor_renames_cards_and_tells_of_those_that_are_no_more(deckcli, warm_home):
    (warm_home / "packs").mkdir()
    pack = warm_home / "packs" / "mine.toml"
    form = '[[card]]\ngame = "ashes"\nslug = "{}"\nname = "Ember Fox"\ntype = "Ally"\ncost = ["main"]\n{}'
    pack.write_text(form.format("ember-fox", ""))
    deckcli("collection", "add", "Ember Fox", "2", "--binder", "Red")
    deckcli("deck", "import", "-", "--name", "A", "-g", "ashes", stdin="3 Ember Fox\n")
    pack.write_text(form.format("flame-fox", 'formerly = ["ember-fox"]\n'))
    deckcli("collection", "add", "Ember Fox", "1", "--binder", "Red")
    ran = deckcli("doctor")
    assert ran.code == 0, ran.out
    assert "2 of ember-fox are now kept as flame-fox" in ran.out
    rows = json.loads(deckcli("collection", "list", "--kinds", "--json").out)["holdings"]
    assert [(row["slug"], row["count"], row["binder"]) for row in rows] == [("flame-fox", 3, "Red")]
    assert deckcli("undo").code == 0, "what the doctor did is a step like any other"
    pack.unlink()
    ran = deckcli("doctor")
    assert ran.code == 5
    assert "no card of ashes is called flame-fox any more" in ran.out


def test_a_library_of_a_newer_deckcli_is_left_alone(deckcli, warm_home):
    deckcli("collection", "add", "Iron Worker", "3")
    with closing(sqlite3.connect(warm_home / "library.db")) as db:
        db.execute("PRAGMA user_version = 99")
    for command in (["collection", "list"], ["collection", "add", "Iron Worker"], ["undo"]):
        ran = deckcli(*command)
        assert (ran.code, "newer deckcli" in ran.err) == (5, True), ran.err


def run(home: Path, *words: str, stdin: str = "", most_bytes: int = 0) -> subprocess.CompletedProcess[str]:
    """A whole process; it may write no file longer than `most_bytes`, as on a disk that is full there."""

    def limit() -> None:
        if most_bytes:
            resource.setrlimit(resource.RLIMIT_FSIZE, (most_bytes, most_bytes))

    return subprocess.run(
        [sys.executable, "-m", "deckcli", *words], input=stdin, text=True, capture_output=True, check=False,
        env={**os.environ, "DECKCLI_HOME": str(home)}, preexec_fn=limit,
    )  # fmt: skip


def test_a_full_disk_ends_an_import_and_nothing_is_lost(deckcli, warm_home):
    deckcli("collection", "add", "Iron Worker", "3")
    size = (warm_home / "library.db").stat().st_size
    ran = run(warm_home, "collection", "import", "-", "--add", stdin="\n".join(ROWS), most_bytes=size + 4096)
    assert (ran.returncode, ran.stderr.count("Traceback")) == (5, 0), ran.stderr
    assert "Nothing was changed." in ran.stderr
    assert faults_of(warm_home / "library.db") == []
    assert copies(warm_home) == 3


def test_a_library_that_is_locked_is_said_in_a_line(deckcli, warm_home, monkeypatch):
    deckcli("collection", "add", "Iron Worker", "3")
    monkeypatch.setattr("catalog.library_file.PATIENCE", 0.1)
    with closing(sqlite3.connect(warm_home / "library.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        ran = deckcli("collection", "add", "Iron Worker")
    assert (ran.code, "another program holds it locked" in ran.err) == (5, True), ran.err
    assert copies(warm_home) == 3


@pytest.mark.scaled
def test_an_import_killed_at_any_moment_is_whole_or_not_there(
    warm_home: Path, tmp_path: Path, scaled: Callable[[int, int], int]
) -> None:
    """Reports: half the rows after a crash, and twice as many after the second try (kolide/fleet#1475)."""
    file = tmp_path / "mine.csv"
    file.write_text("\n".join(ROWS))
    moments = random.Random(8)
    for _ in range(scaled(3, 40)):
        with subprocess.Popen(
            [sys.executable, "-m", "deckcli", "collection", "import", str(file), "--add", "--force"],
            stderr=subprocess.DEVNULL, env={**os.environ, "DECKCLI_HOME": str(warm_home)},
        ) as process:  # fmt: skip
            time.sleep(moments.uniform(0.2, 2.5))
            process.send_signal(signal.SIGKILL)
        assert faults_of(warm_home / "library.db") == []
        with Library.open(Home(warm_home, warm_home / "library.db")) as library:
            assert sum(one.count for one in library.holdings()) == 2000 * len(library.log(999))
    assert run(warm_home, "collection", "import", str(file), "--replace").returncode == 0
    assert copies(warm_home) == 2000
