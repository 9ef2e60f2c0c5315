"""What can go wrong below the screen. The command line alone turns these into text and an exit code."""

from __future__ import annotations

from pathlib import Path


class CatalogError(Exception):
    """The root of every error of this package; its text says what, where and what next."""


class NotThereError(CatalogError):
    """Something that was named is not there."""


class WrongValueError(CatalogError):
    """A value that cannot be kept: an empty name, a count below zero."""


class DatabaseTroubleError(CatalogError):
    """A database cannot be opened, read or written: locked, read-only, full, corrupt, or of a newer deckcli."""

    def __init__(self, path: Path, what: str, then: str = "") -> None:
        super().__init__(f"{path}: {what}" + (f" {then}" if then else ""))
        self.path = path


class DataFaultError(CatalogError):
    """A file of cards (ours or a person's pack) breaks the form of `data/README.md`; `where` is file and entry.

    Both are kept in cards.db, so that half a character, which JSON can hold, is told by its number.
    """

    def __init__(self, where: str, what: str) -> None:
        where, what = (text.encode("utf-8", "backslashreplace").decode("utf-8") for text in (where, what))
        super().__init__(f"{where}: {what}")
        self.where = where
        self.what = what


class QueryError(CatalogError):
    """A search that cannot be understood; `column` is 1-based and points into the query text."""

    def __init__(self, query: str, column: int, what: str) -> None:
        super().__init__(f"{what}\n  {query}\n  {' ' * (column - 1)}^")
        self.query = query
        self.column = column
        self.what = what


class UnreadableError(CatalogError):
    """An input that cannot be read at all: binary, wrong encoding, too large, broken JSON, XML or CSV."""

    def __init__(self, where: str, what: str) -> None:
        super().__init__(f"{where}: {what}")
        self.where = where
        self.what = what


class NothingToUndoError(CatalogError):
    """There is no step to take back, or to take again."""


class ChangedSinceError(CatalogError):
    """A step cannot be taken back, since what it changed has been changed again by other means."""
