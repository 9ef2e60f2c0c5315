"""The numbered steps that bring a library.db of any age to today's tables; standard library only.

`user_version` is the number of the last step done, `application_id` marks the file as a library. A new step is a new
module with `run(db)`, at the end of STEPS; those before it never change.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path

from catalog.errors import DatabaseTroubleError
from catalog.migrations import m0001_tables, m0002_searches, m0003_sums

Run = Callable[[sqlite3.Connection], None]
STEPS: tuple[Run, ...] = (m0001_tables.run, m0002_searches.run, m0003_sums.run)
LIBRARY_ID = 0x6465636B  # "deck"


def version_of(db: sqlite3.Connection, path: Path, known: int = len(STEPS)) -> int | None:
    """The number of the last step done to the library in `db`; None when it holds nothing at all.

    Raises DatabaseTroubleError for a library of a newer deckcli and for another program's database. Changes nothing.
    """
    version = int(db.execute("PRAGMA user_version").fetchone()[0])
    mark = int(db.execute("PRAGMA application_id").fetchone()[0])
    if mark not in (0, LIBRARY_ID) or (0 < version <= known and mark == 0):
        raise DatabaseTroubleError(path, "this is another program's database.", "Name another file with --db.")
    if version > known:
        what = f"this library is of a newer deckcli (its tables are number {version}, {known} are known here)."
        raise DatabaseTroubleError(path, what, "Update deckcli, or name another file with --db. Nothing was touched.")
    if version == 0 and not db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
        return None
    return version


def migrate(db: sqlite3.Connection, path: Path, steps: Sequence[Run] = STEPS, *, aside: bool = True) -> None:
    """Run the steps that `db` (in autocommit mode) lacks, each in one transaction with its number.

    Unless `aside` is false, a library that holds anything is first copied to `library.db.v<N>.<time>.bak` beside it.
    Safe beside other processes doing the same, and when killed. Raises DatabaseTroubleError, sqlite3.Error, OSError.
    """
    if version_of(db, path, len(steps)) == len(steps):
        return
    copy: Path | None = None
    while True:
        with _transaction(db):
            version = version_of(db, path, len(steps))
            if version == len(steps):
                return
            aside = aside and version is not None  # what was empty needs no copy, at none of its steps
            if aside and version is not None and copy is None:
                copy = copy_aside(path, version)
            try:
                _run(db, steps, version or 0)
            except BaseException:
                if copy is not None and copy.name.startswith(f"{path.name}.v{version}."):
                    copy.unlink()  # nothing has happened since: the file itself is as good
                raise


def copy_aside(path: Path, version: int) -> Path:
    """Copy the database at `path`, as last committed, to a new file beside it; its name tells version and time."""
    stamp = datetime.now(UTC).strftime("%Y-%m-%d-%H%M%S")
    target = path.with_name(f"{path.name}.v{version}.{stamp}.bak")
    another = 1
    while target.exists():
        another += 1
        target = path.with_name(f"{path.name}.v{version}.{stamp}-{another}.bak")
    copy_database(path, target)
    return target


def copy_database(source: Path, target: Path) -> None:
    """Copy a database, as last committed, to `target` (replaced if there); whole on the disk, or not there at all.

    Raises sqlite3.Error and OSError.
    """
    part = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        with closing(sqlite3.connect(source)) as old, closing(sqlite3.connect(part)) as new:
            old.execute("SELECT count(*) FROM sqlite_master").fetchone()  # a lock shows here, and ends in five seconds
            old.backup(new)
            new.execute("PRAGMA journal_mode=DELETE")  # one file, with nothing beside it
        _sync(part)
        os.replace(part, target)
        sync_folder(target.parent)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def sync_folder(folder: Path) -> None:
    """Have a rename in `folder` survive a power cut, where the system lets one ask for it."""
    if os.name == "posix":
        _sync(folder)


def _sync(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY if os.name == "posix" else os.O_RDWR)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _run(db: sqlite3.Connection, steps: Sequence[Run], done: int) -> None:
    steps[done](db)
    db.execute(f"PRAGMA application_id = {LIBRARY_ID}")
    db.execute(f"PRAGMA user_version = {done + 1}")


@contextmanager
def _transaction(db: sqlite3.Connection) -> Iterator[None]:
    db.execute("BEGIN IMMEDIATE")
    try:
        yield
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise
