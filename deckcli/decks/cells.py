"""Tables as files (CSV): how cells are parted, and cells that a spreadsheet would run."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator

from catalog.errors import UnreadableError

_SEPARATOR = re.compile(r'"?sep=(.)"?\s*\Z', re.I)
_FORMULA = re.compile(r"'*[=+\-@\t\r]")
_GUARDED = re.compile(r"'+[=+\-@\t\r]")


def head_of(text: str) -> tuple[str, int, list[str]]:
    """The mark between cells, how many lines come before the rows, and the names of the columns as they stand.

    A first line `sep=;` tells the mark; else it is the one of comma, semicolon and tab that is most often in the head.
    """
    import csv

    text = text.lstrip("\ufeff")
    lines = text.split("\n", 2)[:2] if "\n" in text else text.split("\r", 2)[:2]
    told = _SEPARATOR.match(lines[0].strip("\r")) if lines else None
    at = 1 if told else 0
    head = lines[at].strip("\r") if at < len(lines) else ""
    mark = told[1] if told else max(",;\t", key=re.sub(r'"[^"]*"', "", head).count)
    try:
        names = next(csv.reader([head], delimiter=mark, strict=True), [])
    except (csv.Error, TypeError):
        names = head.split(mark)
    return mark, at + 1, [name.strip() for name in names]


def rows_of(text: str, source: str) -> Iterator[tuple[int, list[str]]]:
    """The rows behind the head, each with the 1-based line it begins in.

    Raises UnreadableError for quotes that are never closed or stand within a cell.
    """
    import csv

    mark, skipped, _ = head_of(text)
    rows = csv.reader(io.StringIO(text.lstrip("\ufeff"), newline=""), delimiter=mark, strict=True)
    begins = 1
    try:
        for row in rows:
            if begins > skipped:
                yield begins, row
            begins = rows.line_num + 1
    except (csv.Error, ValueError, TypeError) as error:
        raise UnreadableError(f"{source}:{begins}", f"this row of the table cannot be read: {error}.") from error


def guarded(cell: str) -> str:
    """A cell that begins like a formula, behind an apostrophe, so that no spreadsheet runs it."""
    return f"'{cell}" if _FORMULA.match(cell) else cell


def bare(cell: str) -> str:
    """A cell without the apostrophe that guards it."""
    return cell[1:] if _GUARDED.match(cell) else cell
