"""Tables as files (CSV): how cells are parted, and cells that a spreadsheet would run."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator

from catalog.errors import UnreadableError

_SEPARATOR = re.compile(r'"?sep=(.)"?\s*\Z', re.I)
_END = re.compile(r"\r\n|\n|\r")
_BLANK = re.compile(r"(?:[ \t]*(?:\r\n|\n|\r))+")
_TEXT = re.compile(r'="([^"]*)"')
"""How some programs keep a spreadsheet from taking a number for one."""
_FORMULA = re.compile(r"'*[=+\-@\t\r]")
_GUARDED = re.compile(r"'+[=+\-@\t\r]")


def head_of(text: str) -> tuple[str, int, list[str]]:
    """The mark between cells, how many lines come before the rows, and the names of the columns as they stand.

    Empty lines may come first. A first line `sep=;` tells the mark; else it is the one of comma, semicolon and tab that
    is most often in the head.
    """
    import csv

    text = text.lstrip("\ufeff")
    empty = _BLANK.match(text)
    before = len(_END.findall(empty[0])) if empty else 0
    lines = _END.split(text[empty.end() if empty else 0 :], 2)[:2]
    told = _SEPARATOR.match(lines[0]) if lines else None
    at = 1 if told else 0
    head = lines[at] if at < len(lines) else ""
    mark = told[1] if told else max(",;\t", key=re.sub(r'"[^"]*"', "", head).count)
    try:
        names = next(csv.reader([head], delimiter=mark, strict=True), [])
    except (csv.Error, TypeError):
        names = head.split(mark)
    return mark, before + at + 1, [name.strip() for name in names]


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


def bare_of_formula(cell: str) -> str:
    """A cell that another program wrote: without that apostrophe, and `="003"` is 003."""
    text = _TEXT.fullmatch(cell)
    return text[1] if text else bare(cell)
