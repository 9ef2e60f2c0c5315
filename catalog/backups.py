"""Copies of the person's library, and the way back from one; standard library only."""

from __future__ import annotations

from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from catalog.errors import DatabaseTroubleError
from catalog.library_file import faults_of, guarded, open_for_reading, open_for_writing
from catalog.migrations import LIBRARY_ID, copy_aside, copy_database, version_of

_BROKEN = ("SQLITE_CORRUPT", "SQLITE_NOTADB")
_SQLITE, _MARK, _HEAD = b"SQLite format 3\0", 68, 72
"""How a database file begins, and where in it the four bytes stand that say whose it is (SQLite's file format)."""


def backup(path: Path, target: Path, *, dry_run: bool = False) -> None:
    """Copy the library at `path`, as last committed, to `target`, which is replaced; `dry_run` only looks whether there
    is one that can be read. Raises DatabaseTroubleError."""
    open_for_reading(path).close()  # says what is wrong with it
    if not path.exists():
        raise DatabaseTroubleError(path, "there is no library yet, so nothing to back up.")
    if dry_run:
        return
    with guarded(target):
        copy_database(path, target)


def restore(path: Path, source: Path) -> Path | None:
    """Have the library at `path` hold what the backup `source` holds, brought up to date.

    What was there is put aside first, as a .bak file beside it, which is given back (None when nothing was there); a
    damaged library is put aside too. Raises DatabaseTroubleError: before anything was changed when the backup cannot be
    used or the library cannot be put aside, else with what was there in that .bak file.
    """
    usable(path, source)
    with closing(open_for_reading(source)) as old:
        aside = _put_aside(path)
        with closing(open_for_writing(path)) as new, guarded(path):
            new.execute("BEGIN IMMEDIATE").execute("COMMIT")  # a lock shows here, and ends in five seconds
            old.backup(new)
    return aside


def usable(path: Path, source: Path) -> None:
    """Raises DatabaseTroubleError when `source` is no backup that the library at `path` could be brought back from."""
    if not source.is_file():
        raise DatabaseTroubleError(source, "there is no such backup.")
    if source.resolve() == path.resolve():
        raise DatabaseTroubleError(source, "this is the library itself, and no backup of it.", "Nothing was changed.")
    with guarded(source), source.open("rb") as file:
        begin = file.read(_HEAD)
    # Checked in the file itself: opened, an empty one is an empty library.
    if not begin or (begin.startswith(_SQLITE) and int.from_bytes(begin[_MARK:]) != LIBRARY_ID):
        raise DatabaseTroubleError(source, "this is no backup of a library.", "Nothing was changed.")
    for fault in faults_of(source):
        raise DatabaseTroubleError(source, f"this backup cannot be used ({fault}).", "Nothing was changed.")


def _put_aside(path: Path) -> Path | None:
    if not path.exists():
        return None
    try:
        with closing(open_for_reading(path)) as db, guarded(path):
            sound = [tuple(row) for row in db.execute("PRAGMA integrity_check")] == [("ok",)]
            version = version_of(db, path) or 0
    except DatabaseTroubleError as error:
        if not str(getattr(error.__cause__, "sqlite_errorname", "")).startswith(_BROKEN):
            raise
        sound, version = False, 0
    with guarded(path):
        return copy_aside(path, version) if sound else _move_aside(path)


def _move_aside(path: Path) -> Path:
    """Rename a damaged library, and the log beside it, which must not be read into its successor."""
    stamp = datetime.now(UTC).strftime("%Y-%m-%d-%H%M%S-%f")
    target = path.with_name(f"{path.name}.damaged.{stamp}.bak")
    path.rename(target)
    for ending in ("-wal", "-shm"):
        beside = path.with_name(path.name + ending)
        if beside.exists():
            beside.rename(target.with_name(target.name + ending))
    return target
