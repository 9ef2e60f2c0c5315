"""How a library.db of any age comes to today's tables, and that reads and models speak of the same ones."""

from __future__ import annotations

import multiprocessing
import os
import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import create_engine

from catalog import library, migrations
from catalog.errors import DatabaseTroubleError
from catalog.home import Home
from catalog.library import Library
from catalog.migrations import LIBRARY_ID, STEPS, migrate, version_of
from catalog.models import LibraryTable

Step = Callable[[sqlite3.Connection], None]


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path, tmp_path / "library.db")


def opened(path: Path | str) -> sqlite3.Connection:
    return sqlite3.connect(path, isolation_level=None)


def migrated(path: Path, *steps: Step) -> int | None:
    """Run the steps on the file; the version it has then."""
    with closing(opened(path)) as db:
        migrate(db, path, steps)
        return version_of(db, path, len(steps))


def rows(path: Path, sql: str) -> list[tuple[object, ...]]:
    with closing(opened(path)) as db:
        return db.execute(sql).fetchall()


def copies(home: Home) -> list[Path]:
    return sorted(home.root.glob("*.bak"))


def version_0_with_notes(home: Home) -> None:
    with closing(opened(home.library)) as db:
        db.execute("CREATE TABLE notes (text)")
        db.execute("INSERT INTO notes VALUES ('keep me')")


def tables_by_migration() -> sqlite3.Connection:
    db = opened(":memory:")
    migrate(db, Path(":memory:"), aside=False)
    return db


def tables_by_models(path: Path) -> sqlite3.Connection:
    engine = create_engine(f"sqlite:///{path}")
    LibraryTable.metadata.create_all(engine)
    engine.dispose()
    return opened(path)


def shape(db: sqlite3.Connection) -> dict[str, object]:
    """Tables with their columns (name, type, nullability, default, key) and indexes (columns, unique, why)."""
    names = [name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")]
    found: dict[str, object] = {}
    for name in names:
        columns = [row[1:] for row in db.execute(f"PRAGMA table_info({name})")]
        indexes = sorted(
            (index, unique, origin, partial, tuple(row[2] for row in db.execute(f"PRAGMA index_info({index})")))
            for _, index, unique, origin, partial in db.execute(f"PRAGMA index_list({name})")
        )
        found[name] = (columns, indexes, db.execute(f"PRAGMA foreign_key_list({name})").fetchall())
    return found


def test_the_migrated_tables_are_those_of_the_models(tmp_path: Path) -> None:
    with closing(tables_by_migration()) as ours, closing(tables_by_models(tmp_path / "models.db")) as models:
        assert shape(ours) == shape(models)
        assert list(shape(ours)) == ["deck", "holding", "journal", "revision", "search", "slot"]


def test_every_read_fits_the_tables_of_the_models(tmp_path: Path) -> None:
    reads = {name: sql for name, sql in vars(library).items() if name.isupper() and "SELECT" in str(sql)}
    assert len(reads) >= 14
    values = {word: 1 for sql in reads.values() for word in re.findall(r":(\w+)", sql)}
    with closing(tables_by_models(tmp_path / "models.db")) as db:
        for name, sql in reads.items():
            assert db.execute(f"EXPLAIN {sql}", values).fetchall(), name


def test_every_step_on_the_disk_is_run_in_its_order() -> None:
    files = sorted(Path(str(migrations.__file__)).parent.glob("m[0-9]*.py"))
    assert [step.__module__.rpartition(".")[2] for step in STEPS] == [file.stem for file in files]
    assert [int(file.stem[1:5]) for file in files] == list(range(1, len(STEPS) + 1))


def test_a_new_library_has_todays_number_is_marked_and_needs_no_copy(home: Home) -> None:
    with Library.open(home, write=True) as mine:
        mine.add("ashes", "iron-worker", 1)
    assert rows(home.library, "PRAGMA user_version") == [(len(STEPS),)]
    assert rows(home.library, "PRAGMA application_id") == [(LIBRARY_ID,)]
    assert rows(home.library, "PRAGMA journal_mode") == [("wal",)]
    assert copies(home) == []


def test_an_older_library_is_copied_aside_before_it_is_migrated(home: Home) -> None:
    version_0_with_notes(home)
    before = home.library.read_bytes()
    with Library.open(home, write=True) as mine:
        assert mine.decks() == []
        assert home.library.read_bytes() == before  # reading goes through a copy in memory
        mine.add("ashes", "iron-worker", 1)
        mine.add("ashes", "iron-worker", 1)
        assert mine.owned("ashes", "iron-worker") == 2
    (copy,) = copies(home)
    assert copy.name.startswith("library.db.v0.20")
    assert rows(copy, "SELECT * FROM notes") == rows(home.library, "SELECT * FROM notes") == [("keep me",)]
    assert rows(copy, "SELECT name FROM sqlite_master") == [("notes",)]
    assert rows(home.library, "PRAGMA user_version") == [(len(STEPS),)]


def test_reading_an_older_library_changes_and_adds_no_file(home: Home) -> None:
    version_0_with_notes(home)
    before = home.library.read_bytes()
    with Library.open(home) as mine, mine.dry_run():
        mine.add("ashes", "iron-worker", 1)
        assert mine.owned("ashes", "iron-worker") == 1
    assert home.library.read_bytes() == before
    assert list(home.root.iterdir()) == [home.library]


def test_steps_begin_where_the_library_stands(home: Home) -> None:
    def second(db: sqlite3.Connection) -> None:
        db.execute("ALTER TABLE deck ADD COLUMN sleeve VARCHAR NOT NULL DEFAULT ''")

    def third(db: sqlite3.Connection) -> None:
        db.execute("UPDATE deck SET sleeve = 'red'")

    with Library.open(home, write=True) as mine:
        mine.save_deck("ashes", "A", [])
    assert migrated(home.library, *STEPS, second, third) == len(STEPS) + 2
    assert migrated(home.library, *STEPS, second, third) == len(STEPS) + 2
    assert rows(home.library, "SELECT name, sleeve FROM deck") == [("A", "red")]
    (copy,) = copies(home)
    assert copy.name.startswith(f"library.db.v{len(STEPS)}.")
    assert rows(copy, "SELECT name FROM deck") == [("A",)]


def test_a_step_that_fails_leaves_all_as_it_was_and_no_copy(home: Home) -> None:
    def broken(db: sqlite3.Connection) -> None:
        db.execute("DROP TABLE notes")
        db.execute("DROP TABLE nothing")

    version_0_with_notes(home)
    before = home.library.read_bytes()
    with pytest.raises(sqlite3.OperationalError):
        migrated(home.library, broken)
    assert home.library.read_bytes() == before
    assert copies(home) == []


def test_when_a_later_step_fails_the_copy_and_the_steps_done_stay(home: Home) -> None:
    def broken(db: sqlite3.Connection) -> None:
        db.execute("DROP TABLE nothing")

    version_0_with_notes(home)
    with pytest.raises(sqlite3.OperationalError):
        migrated(home.library, *STEPS, broken)
    assert rows(home.library, "PRAGMA user_version") == [(len(STEPS),)]
    assert rows(home.library, "SELECT * FROM notes") == [("keep me",)]
    assert len(copies(home)) == 1


def test_a_process_killed_within_a_step_leaves_the_older_library_whole(home: Home) -> None:
    def killed(db: sqlite3.Connection) -> None:
        db.execute("DROP TABLE notes")
        db.execute("CREATE TABLE half (x)")
        os._exit(9)

    version_0_with_notes(home)
    child = multiprocessing.get_context("fork").Process(target=migrated, args=(home.library, killed))
    child.start()
    child.join()
    assert child.exitcode == 9
    assert rows(home.library, "SELECT * FROM notes") == [("keep me",)]
    assert rows(home.library, "PRAGMA user_version") == [(0,)]
    assert len(copies(home)) == 1
    with Library.open(home, write=True) as mine:
        mine.add("ashes", "iron-worker", 1)
    assert len(copies(home)) == 2


@pytest.mark.parametrize("write", [False, True])
def test_a_newer_library_is_refused_and_not_touched(home: Home, write: bool) -> None:
    with Library.open(home, write=True) as mine:
        mine.add("ashes", "iron-worker", 1)
    rows(home.library, f"PRAGMA user_version = {len(STEPS) + 1}")
    before = home.library.read_bytes()
    with pytest.raises(DatabaseTroubleError, match="newer deckcli"):
        Library.open(home, write=write)
    assert home.library.read_bytes() == before
    assert list(home.root.iterdir()) == [home.library]


def test_a_library_that_grew_newer_while_it_was_open_is_not_written(home: Home) -> None:
    with Library.open(home, write=True) as first:
        first.add("ashes", "iron-worker", 1)
    for written in (False, True):
        rows(home.library, f"PRAGMA user_version = {len(STEPS)}")
        with Library.open(home, write=True) as mine:
            if written:
                mine.add("ashes", "iron-worker", 1)
            rows(home.library, f"PRAGMA user_version = {len(STEPS) + 1}")
            with pytest.raises(DatabaseTroubleError, match="newer deckcli"):
                mine.add("ashes", "iron-worker", 1)
    assert rows(home.library, "SELECT count FROM holding") == [(2,)]


@pytest.mark.parametrize("pragma", ["user_version = 1", "application_id = 7"])
def test_the_database_of_another_program_is_refused_and_not_touched(home: Home, pragma: str) -> None:
    version_0_with_notes(home)
    rows(home.library, f"PRAGMA {pragma}")
    before = home.library.read_bytes()
    with pytest.raises(DatabaseTroubleError, match="another program"):
        Library.open(home, write=True)
    assert home.library.read_bytes() == before
    assert list(home.root.iterdir()) == [home.library]


def test_a_stranger_whose_tables_have_our_names_is_trouble_and_stays_as_it_was(home: Home) -> None:
    with closing(opened(home.library)) as db:
        db.execute("CREATE TABLE deck (x)")
    before = home.library.read_bytes()
    with pytest.raises(DatabaseTroubleError):
        Library.open(home, write=True)
    assert home.library.read_bytes() == before
    assert copies(home) == []


def test_a_library_of_the_first_release_keeps_its_decks_and_gets_searches(home: Home) -> None:
    migrated(home.library, *STEPS[:1])
    with closing(opened(home.library)) as db:
        db.execute("INSERT INTO deck VALUES (1, 'ashes', 'A', 'a', 'idea', '', '', '[]', '2026', '', 1)")
        db.execute("INSERT INTO revision VALUES (1, 1, 1, '2026', '', '{}', '[]', '{}')")
    with Library.open(home) as mine:
        assert [deck.name for deck in mine.decks()] == ["A"]
        assert mine.searches() == [], "read through a copy in memory"
    with Library.open(home, write=True) as mine:
        mine.save_search("small", "life<=1")
        assert [(one.name, one.text) for one in mine.searches()] == [("small", "life<=1")]
        assert [deck.name for deck in mine.decks()] == ["A"]
    assert [copy.name.partition(".20")[0] for copy in copies(home)] == ["library.db.v1"]
