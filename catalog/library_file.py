"""How library.db is opened, and what its errors mean in words; standard library only."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from catalog.errors import DatabaseTroubleError
from catalog.migrations import STEPS, migrate, version_of

PATIENCE = 5.0  # seconds that one process waits for another's lock

# By the first words of SQLite's name for the error: what is wrong, and what to do.
_WORDS = {
    "SQLITE_BUSY": ("another program holds it locked.", "Wait until that has ended, and try again."),
    "SQLITE_LOCKED": ("another program holds it locked.", "Wait until that has ended, and try again."),
    "SQLITE_READONLY": ("it may not be written.", "Give yourself the right to write the file and its folder."),
    "SQLITE_PERM": ("it may not be opened.", "Give yourself the right to read and write the file and its folder."),
    "SQLITE_AUTH": ("it may not be opened.", "Give yourself the right to read and write the file and its folder."),
    "SQLITE_CANTOPEN": ("it cannot be opened.", "Look whether its folder is there and may be written."),
    "SQLITE_FULL": ("the disk is full.", "Make room, and try again."),
    "SQLITE_IOERR": ("the disk fails to read or write it.", "Look for a full or failing disk, and try again."),
    "SQLITE_CORRUPT": ("the file is damaged.", "Put it aside, and restore a backup or a .bak file beside it."),
    "SQLITE_NOTADB": ("this is not a database.", "Put it aside, or name another file with --db."),
}
_FOLDER_ONLY = ("SQLITE_READONLY", "SQLITE_CANTOPEN")


def open_for_reading(path: Path) -> sqlite3.Connection:
    """The library at `path`, or an empty one where there is none; makes no file and changes none.

    An older library is read through a copy in memory, brought up to date there. Raises DatabaseTroubleError.
    """
    with guarded(path):
        if not path.exists():
            return _empty()
        db = _readable(path)
        try:
            version = version_of(db, path)
            if version == len(STEPS):
                return db
            copy = _empty() if version is None else copy_to_memory(db)
        except BaseException:
            db.close()
            raise
        db.close()
        migrate(copy, path, aside=False)
        return copy


def open_for_writing(path: Path) -> sqlite3.Connection:
    """The library at `path`, made when absent, with today's tables. Raises DatabaseTroubleError."""
    with guarded(path):
        db = _connect(path, "mode=rwc")
        try:
            migrate(db, path)
            with suppress(sqlite3.OperationalError):  # somebody is reading just now: the next command will do it
                db.execute("PRAGMA journal_mode=WAL")
        except BaseException:
            db.close()
            raise
        return db


def copy_to_memory(db: sqlite3.Connection) -> sqlite3.Connection:
    """A copy of `db` that lives in memory, for trying things out."""
    db.execute("SELECT count(*) FROM sqlite_master").fetchone()  # a lock shows here, and ends in five seconds
    memory = _prepared(sqlite3.connect(":memory:", isolation_level=None))
    db.backup(memory)
    return memory


def faults_of(path: Path) -> list[str]:
    """What is wrong with the library at `path`, in words; empty when all is well or there is none. Never raises."""
    try:
        with closing(open_for_reading(path)) as db, guarded(path):
            return [str(row[0]) for row in db.execute("PRAGMA integrity_check") if row[0] != "ok"]
    except DatabaseTroubleError as error:
        return [str(error).removeprefix(f"{path}: ")]


def is_blank(path: Path) -> bool:
    """Whether the library at `path` holds nothing, not even tables: a file that was cut to nothing, or whose making was
    interrupted. Raises DatabaseTroubleError."""
    with guarded(path), closing(_readable(path)) as db:
        return version_of(db, path) is None


@contextmanager
def guarded(path: Path) -> Iterator[None]:
    """Turn whatever SQLite or the system says about `path` into a DatabaseTroubleError."""
    try:
        yield
    except sqlite3.Error as error:
        raise trouble(path, error) from error
    except OSError as error:
        place = Path(error.filename) if isinstance(error.filename, str) else path
        raise DatabaseTroubleError(place, f"{error.strerror or error}.", "Nothing was changed.") from error


def trouble(path: Path, error: sqlite3.Error) -> DatabaseTroubleError:
    """What an error of SQLite means for a person, and what to do about it."""
    name = _name(error)
    for start, (what, then) in _WORDS.items():
        if name.startswith(start):
            return DatabaseTroubleError(path, what, f"{then} Nothing was changed.")
    return DatabaseTroubleError(path, f"the database does not answer as it should ({error}).", "Nothing was changed.")


def _name(error: sqlite3.Error) -> str:
    return str(getattr(error, "sqlite_errorname", ""))


def _connect(path: Path, how: str) -> sqlite3.Connection:
    place = f"{path.absolute().as_uri()}?{how}"
    return _prepared(sqlite3.connect(place, uri=True, timeout=PATIENCE, isolation_level=None))


def _prepared(db: sqlite3.Connection) -> sqlite3.Connection:
    db.row_factory = sqlite3.Row
    return db


def _readable(path: Path) -> sqlite3.Connection:
    # "rw" and not "ro": only a connection that may write clears away the files that WAL lays beside the library.
    try:
        db = _connect(path, "mode=rw")
        db.execute("PRAGMA query_only=ON")
        db.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except sqlite3.OperationalError as error:
        log = path.with_name(path.name + "-wal")
        beside = log.exists() and log.stat().st_size
        if not _name(error).startswith(_FOLDER_ONLY) or beside or not path.is_file():
            raise
        # A folder that may not be written, with nothing left to take over: what stands in the file is everything.
        db = _connect(path, "immutable=1&mode=ro")
    return db


def _empty() -> sqlite3.Connection:
    db = _prepared(sqlite3.connect(":memory:", isolation_level=None))
    migrate(db, Path(":memory:"), aside=False)
    return db
