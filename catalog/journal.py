"""One step of the journal while it is being made: rows go in through here, so that each is known before and after.

Imports SQLAlchemy and the models (some 400 ms): `library` imports this when it is about to write, not before.
"""

from __future__ import annotations

import base64
import json
import sqlite3
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

from sqlalchemy import Connection, Table, bindparam, create_engine, delete, func, insert, select, update
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import StaticPool

from catalog.errors import ChangedSinceError, DatabaseTroubleError
from catalog.library_file import guarded, trouble
from catalog.migrations import version_of
from catalog.models import JournalRow, LibraryTable
from catalog.pack_files import PackFiles
from catalog.saved import BadValueError, Change

FILE = "file"
_MOST_WORDS = 3  # phrases of a summary that are written out
_TABLES: Mapping[str, Table] = LibraryTable.metadata.tables
_AT_ONCE = 10_000
"""Rows of one statement: each is held a second time while it runs."""

Row = Mapping[str, object]


class Draft:
    """One step while it is being made, in the transaction that the library has opened on `db`.

    After the step, `id` is its number in the journal (0 when nothing changed), `changes` what it changed and `summary`
    that in words.
    """

    def __init__(self, db: sqlite3.Connection, files: PackFiles) -> None:
        engine = create_engine("sqlite://", creator=lambda: db, poolclass=StaticPool)
        self._db = db
        self._connection: Connection = engine.connect()
        self._files = files
        self._log: list[Change] = []
        self._words: list[str] = []
        self._parts = 0
        self.id = 0

    @property
    def changes(self) -> tuple[Change, ...]:
        """What the step has changed so far: one change a row, those that came to nothing left out."""
        return _merged(self._log)

    @property
    def summary(self) -> str:
        """What the step has done so far, in words."""
        more = len(self._words) - _MOST_WORDS
        return "; ".join(self._words[:_MOST_WORDS]) + (f"; and {more} more" if more > 0 else "")

    def say(self, words: str) -> None:
        """Add to the summary."""
        self._words.append(words)

    def reword(self, words: str) -> None:
        """Sum the step up anew: what many parts said singly, in one phrase."""
        self._words[:] = [words]

    def add(self, row: LibraryTable) -> int:
        """Put a new row into its table; returns its id."""
        table = _TABLES[str(row.__tablename__)]
        values = {name: value for name, value in row.model_dump().items() if name != "id"}
        with _as_text():
            result = self._connection.execute(insert(table).values(values))
        key = int(result.inserted_primary_key[0]) if result.inserted_primary_key else 0
        self._log.append(Change(table.name, key, None, {"id": key, **values}))
        return key

    def add_all(self, table: str, rows: Iterable[Row]) -> None:
        """Put many new rows into a table, each with every column but `id`."""
        columns = _TABLES[table]
        last = self._connection.execute(select(func.max(columns.c.id))).scalar() or 0
        numbered = [{"id": last + number, **row} for number, row in enumerate(rows, 1)]
        for at in range(0, len(numbered), _AT_ONCE):
            with _as_text():
                self._connection.execute(insert(columns), numbered[at : at + _AT_ONCE])
        self._log += [Change(table, last + number, None, row) for number, row in enumerate(numbered, 1)]

    def change_all(self, table: str, rows: Sequence[tuple[Row, Row]]) -> None:
        """Have many rows, each given whole as it stands and as it shall be, be what they shall be. One that shall be
        as it stands is left alone."""
        columns = _TABLES[table]
        changed = [(before, after) for before, after in rows if before != after]
        if changed:
            names = [name for name in changed[0][0] if name != "id"]
            values: dict[str, object] = {name: bindparam(f"new_{name}") for name in names}
            one = update(columns).where(columns.c.id == bindparam("kept")).values(values)
            new = [{f"new_{name}": after[name] for name in names} | {"kept": before["id"]} for before, after in changed]
            with _as_text():
                self._connection.execute(one, new)
        self._log += [Change(table, _key(before), before, after) for before, after in changed]

    def remove_all(self, table: str, rows: Sequence[Row]) -> None:
        """Take many rows away, each given whole as it stands."""
        columns = _TABLES[table]
        if rows:
            self._connection.execute(
                delete(columns).where(columns.c.id == bindparam("gone")), [{"gone": row["id"]} for row in rows]
            )
        self._log += [Change(table, _key(row), row, None) for row in rows]

    def change(self, table: str, key: int, **values: object) -> None:
        """Give some columns of a row other values."""
        before = self.row(table, key)
        if before is None:
            raise LookupError(f"{table} has no row {key}")
        after = {**before, **values}
        if after != before:
            with _as_text():
                self._connection.execute(update(_TABLES[table]).where(_TABLES[table].c.id == key).values(values))
            self._log.append(Change(table, key, before, after))

    def remove(self, table: str, key: int) -> None:
        """Take a row away."""
        before = self.row(table, key)
        if before is not None:
            self._connection.execute(delete(_TABLES[table]).where(_TABLES[table].c.id == key))
            self._log.append(Change(table, key, before, None))

    def file(self, path: str, data: bytes | None) -> None:
        """Have a pack file hold `data` once the step is made; None takes it away."""
        with guarded(Path(path)):
            before = self._files.read(path)
        if data != before:
            self._files.stage(path, data)
            self._log.append(Change(FILE, path, _packed(before), _packed(data)))

    def row(self, table: str, key: int) -> dict[str, object] | None:
        """A row as it stands now; None when there is none."""
        found = self._connection.execute(select(_TABLES[table]).where(_TABLES[table].c.id == key)).mappings().first()
        return None if found is None else dict(found)

    @contextmanager
    def part(self) -> Iterator[None]:
        """A part of the step: when it raises, the part alone comes to nothing, and the step may go on."""
        log, words, staged = len(self._log), len(self._words), self._files.staged()
        self._parts += 1
        mark = f"part_{self._parts}"
        self._connection.exec_driver_sql(f"SAVEPOINT {mark}")
        try:
            yield
        except BaseException:
            if self._db.in_transaction:  # a full disk ends it all at once
                self._connection.exec_driver_sql(f"ROLLBACK TO {mark}")
            del self._log[log:], self._words[words:]
            self._files.unstage(staged)
            raise
        self._connection.exec_driver_sql(f"RELEASE {mark}")

    def write_down(self, command: str, made: str) -> None:
        """Write the step into the journal; steps that were taken back can then no longer be taken again."""
        changes = self.changes
        if not changes:
            return
        journal = _TABLES["journal"]
        self._connection.execute(delete(journal).where(journal.c.undone))
        row = JournalRow(made=made, command=command, summary=self.summary, changes=_to_json(changes))
        values = row.model_dump(exclude={"id"})
        with _as_text():
            key = self._connection.execute(insert(journal).values(values)).inserted_primary_key
        self.id = int(key[0]) if key else 0

    def travel(self, step: int, command: str, changes: str, *, back: bool) -> None:
        """Take a written step back, or again. Raises ChangedSinceError when a row is no longer as the step left it."""
        done = [_turned(change) if back else change for change in _from_json(changes)]
        tables = {name: [one for one in done if one.table == name] for name in dict.fromkeys(c.table for c in done)}
        for name, several in tables.items():
            if moved := self._moved(name, several):
                raise ChangedSinceError(
                    f'step {step} ("{command}") cannot be taken {"back" if back else "again"}: '
                    f"{_called(moved)} was changed since by other means. Nothing was changed."
                )
        files = tables.pop(FILE, [])
        # First all away, then all in place: no row is in the way of another's unique values.
        for name, several in tables.items():
            self._take_out(name, [one for one in several if one.before is not None])
        for name, several in tables.items():
            self._put_in(name, [one for one in several if one.after is not None])
        self._log += [one for several in tables.values() for one in several]
        for one in files:
            self.file(str(one.key), _unpacked(one.after))
        journal = _TABLES["journal"]
        self._connection.execute(update(journal).where(journal.c.id == step).values(undone=back))

    def close(self) -> None:
        """Let go of the connection, which stays the library's."""
        self._connection.close()

    def _moved(self, table: str, changes: Sequence[Change]) -> Change | None:
        """The first of these changes of one table that does not begin from what stands there now; None when all do. A
        file may also be what its change ends in: whoever has thrown a pack away by hand can take its import back."""
        if table == FILE:
            return next((one for one in changes if not self._file_stands(one)), None)
        if table not in _TABLES:
            return next(iter(changes), None)
        now = self._rows(table, [int(one.key) for one in changes])
        return next((one for one in changes if not _stands(one.before, now.get(int(one.key)))), None)

    def _file_stands(self, change: Change) -> bool:
        return self._files.read(str(change.key)) in (_unpacked(change.before), _unpacked(change.after))

    def _rows(self, table: str, keys: Sequence[int]) -> dict[int, dict[str, object]]:
        """Rows of a table as they stand now, by id; a large import has a hundred thousand."""
        asked = f"SELECT * FROM {_TABLES[table].name} WHERE id IN (SELECT value FROM json_each(?))"
        answer = self._db.execute(asked, (json.dumps(list(keys)),))
        names = [column[0] for column in answer.description]
        rows = (dict(zip(names, row, strict=True)) for row in map(tuple, answer))
        return {_key(row): row for row in rows}

    def _take_out(self, table: str, changes: Sequence[Change]) -> None:
        columns = _TABLES[table]
        if changes:
            gone = delete(columns).where(columns.c.id == bindparam("gone"))
            self._connection.execute(gone, [{"gone": one.key} for one in changes])

    def _put_in(self, table: str, changes: Sequence[Change]) -> None:
        """Rows as their changes leave them; those of older steps may lack columns that a migration has added."""
        alike: dict[tuple[str, ...], list[dict[str, object]]] = {}
        for one in changes:
            row = dict(one.after or {})
            alike.setdefault(tuple(row), []).append(row)
        for rows in alike.values():
            self._connection.execute(insert(_TABLES[table]), rows)


@contextmanager
def transaction(db: sqlite3.Connection, path: Path, files: PackFiles) -> Iterator[Draft]:
    """A draft in a transaction of its own: rows and files are all written at the end, or none of them.

    `db` is in autocommit mode, `path` for words. Raises DatabaseTroubleError, BadValueError for text that is none.
    """
    with _in_words(path):
        # The draft asks the connection this and that: before the lock is taken. It is closed even if the lock is not.
        with closing(Draft(db, files)) as draft:
            staged = files.staged()  # something only in a dry run
            db.execute("BEGIN IMMEDIATE")
            try:
                version_of(db, path)  # it may have grown newer while it was open
                yield draft
                if not db.in_transaction:  # SQLite gave it up on a full disk, and somebody took no notice
                    raise DatabaseTroubleError(path, "the step was broken off.", "Nothing was changed.")
                with guarded(path):
                    files.land()
                db.commit()
            except BaseException:
                if db.in_transaction:
                    db.rollback()
                with guarded(path):
                    files.take_back()
                files.unstage(staged)
                raise
        files.settle()


@contextmanager
def _in_words(path: Path) -> Iterator[None]:
    try:
        yield
    except sqlite3.Error as error:
        raise trouble(path, error) from error
    except SQLAlchemyError as error:
        cause = getattr(error, "orig", None)
        if isinstance(cause, sqlite3.Error):
            raise trouble(path, cause) from error
        raise DatabaseTroubleError(path, f"{error}.", "Nothing was changed.") from error


@contextmanager
def _as_text() -> Iterator[None]:
    try:
        yield
    except UnicodeEncodeError as error:
        raise BadValueError(f"{error.object!r} holds bytes that are no text. Nothing was changed.") from error


def _key(row: Row) -> int:
    key = row["id"]
    assert isinstance(key, int)
    return key


def _merged(log: Sequence[Change]) -> tuple[Change, ...]:
    merged: dict[tuple[str, int | str], Change] = {}
    for change in log:
        first = merged.get((change.table, change.key), change)
        merged[change.table, change.key] = Change(change.table, change.key, first.before, change.after)
    return tuple(change for change in merged.values() if change.before != change.after)


def _stands(before: Row | None, now: Row | None) -> bool:
    """Whether what a change begins from is what stands there. Columns that a later migration has added are none of
    the step's."""
    if now is None or before is None:
        return now is None and before is None
    return all(name in now and now[name] == value for name, value in before.items())


def _turned(change: Change) -> Change:
    return Change(change.table, change.key, change.after, change.before)


def _called(change: Change) -> str:
    row = change.before or change.after or {}
    label = row.get("card") or row.get("name")
    return f"{change.table} {change.key}" + (f" ({label})" if label else "")


def _packed(data: bytes | None) -> Row | None:
    return None if data is None else {"data": base64.b64encode(zlib.compress(data)).decode("ascii")}


def _unpacked(row: Row | None) -> bytes | None:
    return None if row is None else zlib.decompress(base64.b64decode(str(row["data"])))


def _to_json(changes: Sequence[Change]) -> str:
    return json.dumps(
        [{"table": c.table, "key": c.key, "before": c.before, "after": c.after} for c in changes],
        separators=(",", ":"),
    )


def _from_json(text: str) -> list[Change]:
    return [Change(entry["table"], entry["key"], entry["before"], entry["after"]) for entry in json.loads(text)]
