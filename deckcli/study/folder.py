"""A study in a folder: what it is (study.json), what was played (journal.jsonl), and a table to read it by (rows.csv).

The journal is the truth: one line a batch, on the disk before the next one is begun on, so that a study killed at any
moment goes on without loss or double count. The table is made of it whenever a study ends.
"""

from __future__ import annotations

import csv
import io
import json
import os
import signal
import stat
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, BinaryIO

from catalog.errors import UnreadableError
from deckcli.decks.cells import guarded
from deckcli.decks.resolve import Lookup
from deckcli.errors import DeckcliError, UnknownListError
from deckcli.study.found import ContradictionError, Found
from deckcli.study.journal import LONGEST_LINE, ended_of, head_of, line_of
from deckcli.study.plan import Ended, Plan, Study
from deckcli.study.settings import (
    MOST_BYTES,
    StudyFaultError,
    readable,
    settings_from,
    settings_of,
    stamp_from,
    stamp_of,
    study_of,
)

SETTINGS, JOURNAL, TABLE = "study.json", "journal.jsonl", "rows.csv"


class FolderError(DeckcliError):
    """A folder that is not this study's, is in use, cannot be written, or rests on other rules or cards."""


class Folder(Found):
    """What has been found of a study, kept in a folder.

    `Folder.begin(path, study)` begins one, or goes on with the same study; `Folder.open(path, catalog)` reads one, and
    with `write` may be added to. Close it, or use it in a `with`: that also writes its table when it was written to.
    `settings` are the checked values of study.json, `stamp` says with which rules and cards it was begun, and `torn`
    whether the last line of its journal was not whole (it was being written when the study was killed) and does not
    count.
    """

    def __init__(self, path: Path, settings: dict[str, Any], study: Study, *, write: bool) -> None:
        super().__init__(study)
        self.path = path
        self.settings = settings
        self.stamp = stamp_from(settings)
        self.torn = False
        self._file: BinaryIO | None = None
        if write:
            self._file = _opened(path / JOURNAL)
        try:
            self._read()
        except BaseException:
            self._leave()
            raise

    # ------------------------------------------------------------ beginning

    @classmethod
    def begin(cls, path: Path, study: Study) -> Folder:
        """The folder of a study, to be written to: a new one, an empty one, or the one that it has already, which goes
        on. Raises FolderError for a folder that holds anything else, or this study with other rules or cards."""
        return cls.of(path, settings_of(study), study)

    @classmethod
    def of(cls, path: Path, settings: dict[str, Any], study: Study) -> Folder:
        """As `begin`, with settings that are made already (and keep the rules and cards that they were made with)."""
        try:
            if path.exists() and not path.is_dir():
                raise FolderError(f"{path}: this is no folder. Name a new one for the study.")
            path.mkdir(exist_ok=True)
            held = sorted(one.name for one in path.iterdir())
        except FileNotFoundError:
            raise FolderError(f"{path}: the folder that this is to lie in is not there.") from None
        except (OSError, ValueError) as error:
            raise FolderError(f"{path}: cannot be made: {getattr(error, 'strerror', None) or error}.") from None
        if SETTINGS in held:
            known = _settings(path)
            same_study(known, settings, path, "the study that is asked for")
            folder = cls(path, known, study, write=True)
            folder._widen()
            return folder
        if held and any(not name.startswith(f".{SETTINGS}") for name in held):
            raise FolderError(f"{path}: this folder holds other things ({held[0]}). Name a new one for the study.")
        _write(path / SETTINGS, readable(settings) + "\n")
        return cls(path, settings, study, write=True)

    @classmethod
    def open(cls, path: Path, catalog: Lookup, *, write: bool = False) -> Folder:
        """A study that lies in a folder. Raises UnknownListError where there is none, UnreadableError for one that is
        broken, and with `write` FolderError when it rests on other rules or cards than there are now."""
        settings = _settings(path)
        study = study_of(settings, catalog, lenient=not write)
        if write and (words := stamp_of(study).differs(stamp_from(settings))):
            raise FolderError(f"{path}: now there is {words}; what would be played now is another study's.")
        return cls(path, settings, study, write=write)

    def _widen(self) -> None:
        """Let study.json tell of the part that is played now too: from the first to the last of both."""
        begin, end = self.settings["part"]
        both = [
            min(begin, self.study.begin),
            None if end is None or self.study.end is None else max(end, self.study.end),
        ]
        if both != [begin, end]:
            self.settings["part"] = both
            _write(self.path / SETTINGS, readable(self.settings) + "\n")

    # ------------------------------------------------------------ the journal

    def add(self, ended: Ended) -> None:
        """Take a batch in and keep it: when this returns, its line is on the disk. Raises FolderError when it cannot be
        written, and nothing is counted then."""
        if self._file is None:
            raise FolderError(f"{self.path}: this study was opened to be read.")
        self.check(ended)
        with _uninterrupted():
            try:
                self._file.write(f"{line_of(ended)}\n".encode())
                self._file.flush()
                os.fsync(self._file.fileno())
            except (OSError, ValueError) as error:
                what = getattr(error, "strerror", None) or error
                raise FolderError(f"{self.path / JOURNAL}: cannot be written: {what}.") from None
            super().add(ended)

    def _read(self) -> None:
        """Take in what the journal tells; a line that is not whole at its end does not count, and is cut off when more
        is to be written."""
        path = self.path / JOURNAL
        file = self._file or _readable(path)
        if file is None:
            return
        good = 0
        try:
            for number, line in enumerate(_lines(file, path), 1):
                try:
                    self._take(number, line)
                except StudyFaultError as error:
                    if file.read(1):
                        raise UnreadableError(f"{path}:{number}", f"{error}.") from None
                    self.torn = True
                    break
                good += len(line)
            if self._file is not None:
                self._go_on(good)
        except OSError as error:
            raise UnreadableError(str(path), f"cannot be read: {error.strerror or error}.") from None
        finally:
            if file is not self._file:
                file.close()

    def _take(self, number: int, line: bytes) -> None:
        """One line. Raises StudyFaultError for one that is not whole, UnreadableError for one that is wrong."""
        if not line.endswith(b"\n"):
            raise StudyFaultError("this line is not whole")
        try:
            text = line.decode("ascii")
        except UnicodeDecodeError:
            raise StudyFaultError("this line is no text") from None
        if number == 1:
            if text.strip() != head_of(self.settings["study"]):
                raise UnreadableError(f"{self.path / JOURNAL}:1", "this is the journal of another study.")
            return
        try:
            super().add(ended_of(text, self.study))
        except ContradictionError as error:
            raise UnreadableError(f"{self.path / JOURNAL}:{number}", f"{error}.") from None

    def _go_on(self, good: int) -> None:
        """Stand behind the last good line, and write the first one of a new journal."""
        assert self._file is not None
        self._file.truncate(good)
        self._file.seek(good)
        if not good:
            self._file.write(f"{head_of(self.settings['study'])}\n".encode())
            self._file.flush()
            os.fsync(self._file.fileno())

    # ------------------------------------------------------------ reading, ending

    def rests_on(self, plan: int = 0) -> tuple[list[str], list[str]]:
        """As it was when the study was begun."""
        told = self.settings["plans"][plan]
        return told["assumptions"], told["unscripted"]

    def close(self) -> None:
        """Write the table anew, if the study was written to, and leave the folder to others."""
        if self._file is not None:
            try:
                _write(self.path / TABLE, table_of(self))
            finally:
                self._leave()

    def __exit__(self, *raised: object) -> None:
        """Leave it; that its table cannot be written is not said where something worse has happened."""
        with suppress(*([FolderError] if raised[0] else [])):
            self.close()

    def _leave(self) -> None:
        if self._file is not None:
            with suppress(OSError):  # of a full disk, which was told
                self._file.close()
            self._file = None


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Ctrl-C waits until what is within is done: a batch is on the disk and counted, or neither."""
    if threading.current_thread() is not threading.main_thread() or signal.getsignal(signal.SIGINT) is None:
        yield
        return
    noted: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _: noted.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if noted:
        signal.raise_signal(signal.SIGINT)


# ---------------------------------------------------------------- files


def _settings(path: Path) -> dict[str, Any]:
    file = _readable(path / SETTINGS)
    if file is None:
        there = path.is_dir()
        raise UnknownListError(f"{path}: {'this folder holds no study.' if there else 'there is no such folder.'}")
    with file:
        data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise UnreadableError(str(path / SETTINGS), f"more than {MOST_BYTES:,} bytes are too long for a study.")
    try:
        return settings_from(data.decode("utf-8"), str(path / SETTINGS))
    except UnicodeDecodeError:
        raise UnreadableError(str(path / SETTINGS), "this is no study: it is not UTF-8.") from None


def same_study(one: dict[str, Any], other: dict[str, Any], path: Path, what: str) -> None:
    """Raises FolderError when two settings are not of one study, or rest on other rules or cards."""
    if one["study"] != other["study"]:
        raise FolderError(f"{path}: this is not {what}: {first_difference(one, other)}.")
    if words := stamp_from(one).differs(stamp_from(other)):
        raise FolderError(f"{path}: this study rests on {words} of {what}; figures of both are not one study's.")


def first_difference(one: Any, other: Any, name: str = "") -> str:
    """In words, the first place where two values of JSON differ; "" where none does."""
    if isinstance(one, dict) and isinstance(other, dict):
        for key in dict.fromkeys((*one, *other)):
            if key in _NOT_COMPARED:
                continue
            found = first_difference(one.get(key), other.get(key), f"{name}.{key}".lstrip("."))
            if found:
                return found
        return ""
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        pairs = enumerate(zip(one, other, strict=True))
        return next((found for n, pair in pairs if (found := first_difference(*pair, f"{name}[{n}]"))), "")
    return "" if one == other and type(one) is type(other) else f"{name} is {_short(one)}, and there {_short(other)}"


_NOT_COMPARED = frozenset({"study", "stamp", "part", "text", "assumptions", "unscripted"})


def _short(value: Any) -> str:
    text = json.dumps(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


def _readable(path: Path) -> BinaryIO | None:
    """A file of a study, opened to be read; None where there is none. Raises UnreadableError for what is no plain file
    (a link could lead anywhere, and a pipe would never end)."""
    try:
        descriptor = os.open(path, os.O_RDONLY | _NO_LINK | getattr(os, "O_NONBLOCK", 0))
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (OSError, ValueError) as error:
        raise UnreadableError(str(path), f"cannot be opened: {getattr(error, 'strerror', None) or error}.") from None
    return _plain(descriptor, path, "rb")


_NO_LINK = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)


def _plain(descriptor: int, path: Path, mode: str) -> BinaryIO:
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise UnreadableError(str(path), "this is no plain file.")
    opened: Any = os.fdopen(descriptor, mode)
    file: BinaryIO = opened
    return file


def _opened(path: Path) -> BinaryIO:
    """The journal, opened to be read and written by nobody else. Raises FolderError."""
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | _NO_LINK, 0o666)
        file = _plain(descriptor, path, "r+b")
    except (OSError, ValueError) as error:
        raise FolderError(f"{path}: cannot be written: {getattr(error, 'strerror', None) or error}.") from None
    try:
        _lock(file)
    except OSError:
        file.close()
        raise FolderError(f"{path.parent}: another deckcli is at work on this study.") from None
    return file


def _lock(file: BinaryIO) -> None:
    """Keep others out until the file is closed, or this process ends in any way. Raises OSError when one is in."""
    if sys.platform == "win32":
        import msvcrt

        file.seek(1 << 40)  # far behind the end, so that reading goes on
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        file.seek(0)
    else:
        import fcntl

        # Not flock: the processes that play would inherit it, and outlive a killed study with it.
        fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _lines(file: BinaryIO, path: Path) -> Iterator[bytes]:
    """The lines of a journal, each with its end, one at a time. Raises UnreadableError for one that is too long."""
    number = 0
    while line := file.readline(LONGEST_LINE + 1):
        number += 1
        if len(line) > LONGEST_LINE:
            raise UnreadableError(f"{path}:{number}", f"more than {LONGEST_LINE:,} bytes are too long for a batch.")
        yield line


def _write(path: Path, text: str) -> None:
    """Write a file whole or not at all. Raises FolderError."""
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with beside.open("w", encoding="utf-8", newline="") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, path)
    except OSError as error:
        beside.unlink(missing_ok=True)
        raise FolderError(f"{path}: cannot be written: {error.strerror or error}.") from None


def table_of(found: Found) -> str:
    """The rows of a study as CSV: one a playthrough, plan by plan, with a column for every measure.

    `winners` are the sides that won, by number with blanks between; yes and no are 1 and 0.
    """
    names = dict.fromkeys(
        name for plan in range(len(found.study.plans)) for row in found.rows(plan) for name in row.measures
    )
    table = io.StringIO()
    writer = csv.writer(table, lineterminator="\n")
    writer.writerow(["plan", "index", "seed", "finished", "winners", "reason", "first", "decisions", *names])
    for number, plan in enumerate(found.study.plans):
        for row in found.rows(number):
            told = [number, row.index, row.seed, int(row.finished), _winners(plan, row.winners), guarded(row.reason)]
            values = [row.measures.get(name) for name in names]
            cells = ["" if value is None else int(value) if isinstance(value, bool) else value for value in values]
            writer.writerow([*told, row.first, row.decisions, *cells])
    return table.getvalue()


def _winners(plan: Plan, winners: Sequence[int]) -> str:
    return " ".join(map(str, winners))
