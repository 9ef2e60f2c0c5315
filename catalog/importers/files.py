"""From bytes to text and values, within bounds; the only error is UnreadableError."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterator
from typing import NoReturn

from catalog.errors import UnreadableError
from catalog.importers.values import RefusedError

MOST_BYTES = 64 * 2**20
MOST_TOML = 2**20  # the standard reader is slow, and slower yet with the square of the dots in a key
MOST_DOTS = 60
MOST_VALUES = 2_000_000  # of a JSON file, else a small file fills the memory
MOST_ROWS = 100_000
MOST_COLUMNS = 1_000
MOST_DEPTH = 8  # of one row

_BOMS = ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"))


class Twice(dict[str, object]):
    """A JSON object in which the key `key` stands twice."""

    key: str = ""


def decode(data: bytes, source: str) -> str:
    """The text of a file in UTF-8, or in UTF-16 with a byte order mark, its line ends made one."""
    if len(data) > MOST_BYTES:
        raise UnreadableError(source, f"larger than {MOST_BYTES // 2**20} MiB")
    encoding = next((name for mark, name in _BOMS if data.startswith(mark)), "utf-8")
    if encoding != "utf-16" and b"\0" in data:
        raise UnreadableError(source, "not a text file (it holds NUL bytes)")
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as fault:
        raise UnreadableError(source, f"not UTF-8 (byte {fault.start}); save it as UTF-8") from None
    if "\0" in text:
        raise UnreadableError(source, "not a text file (it holds NUL characters)")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def parse_json(text: str, source: str) -> object:
    """The value of a JSON text: strict, of bounded size and depth."""
    if sum(map(text.count, "{[,")) > MOST_VALUES:
        raise UnreadableError(source, f"holds more than {MOST_VALUES} values")
    try:
        return json.loads(text, object_pairs_hook=_pairs, parse_constant=_no_number)
    except RecursionError:
        raise UnreadableError(source, "JSON nested too deeply") from None
    except MemoryError:
        raise UnreadableError(source, "too large for the memory") from None
    except json.JSONDecodeError as fault:
        raise UnreadableError(f"{source}:{fault.lineno}", f"broken JSON: {fault.msg}") from None
    except ValueError:
        raise UnreadableError(source, "broken JSON: NaN, Infinity, or a number of thousands of digits") from None


def _pairs(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) == len(pairs):
        return found
    twice, seen = Twice(found), set[str]()
    for key, _ in pairs:
        if key in seen:
            twice.key = key
        seen.add(key)
    return twice


def _no_number(written: str) -> NoReturn:
    raise ValueError(written)


def parse_toml(text: str, source: str) -> dict[str, object]:
    """The table of a TOML text, of bounded size and depth."""
    import tomllib

    if len(text) > MOST_TOML:
        raise UnreadableError(source, f"larger than {MOST_TOML // 2**20} MiB, the most for TOML; JSON may be larger")
    dotted = next((n for n, line in enumerate(text.split("\n"), start=1) if line.count(".") > MOST_DOTS), 0)
    if dotted:
        raise UnreadableError(f"{source}:{dotted}", f"more than {MOST_DOTS} full stops in a line")
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise UnreadableError(source, "TOML nested too deeply") from None
    except (ValueError, OverflowError) as fault:
        raise UnreadableError(source, f"broken TOML: {str(fault)[:200]}") from None


class _Lines:
    """Lines for the csv module, one row at a time within bounds: `fresh` is called after every row."""

    def __init__(self, lines: list[str], separator: str, source: str) -> None:
        self.lines = iter(lines)
        self.separator = separator
        self.source = source
        self.line = 0
        self.cells = 0

    def __iter__(self) -> Iterator[str]:
        for line in self.lines:
            self.line += 1
            self.cells += line.count(self.separator)
            if self.cells > 100 * MOST_COLUMNS:
                raise UnreadableError(f"{self.source}:{self.line}", "a row of endless columns")
            yield line

    def fresh(self) -> None:
        self.cells = 0


def parse_csv(text: str, source: str) -> list[list[str]]:
    """The rows of a CSV text, blank ones left out of the end: `,`, `;` or tab between cells, told by a first line
    `sep=` or by the header."""
    lines = lines_of(text, source)
    told = re.fullmatch(r'"?sep=([,;\t|])"?\s*', lines[0], re.IGNORECASE) if lines else None
    body = lines[1:] if told else lines
    separator = told[1] if told else separator_of(body[0] if body else "")
    bounded = _Lines(body, separator, source)
    rows = list[list[str]]()
    try:
        for row in csv.reader(bounded, delimiter=separator, strict=True):
            bounded.fresh()
            rows.append(row)
            if len(rows) > MOST_ROWS:
                raise UnreadableError(source, f"more than {MOST_ROWS} rows")
    except csv.Error as fault:
        raise UnreadableError(f"{source}:{bounded.line + bool(told)}", f"broken CSV: {fault}") from None
    return rows


def lines_of(text: str, source: str) -> list[str]:
    """The lines of a text with their ends; not parted at the form feeds and the like that a cell may hold."""
    if text.count("\n") > 10 * MOST_ROWS:
        raise UnreadableError(source, f"more than {10 * MOST_ROWS} lines")
    return re.findall(r"[^\n]*\n|[^\n]+", text)


def separator_of(header: str) -> str:
    """What stands between the cells of a header line."""
    return max("\t;,", key=lambda sign: (header.count(sign), sign == ","))


def sound(value: object, depth: int = 0) -> None:
    """Refuse a row that holds half a character, a key twice, or nests without end."""
    if depth > MOST_DEPTH:
        raise RefusedError("nested too deeply")
    if isinstance(value, str):
        if not value.isascii() and any("\ud800" <= c <= "\udfff" for c in value):
            raise RefusedError("holds half a character (a lone surrogate)")
    elif isinstance(value, dict):
        if isinstance(value, Twice):
            raise RefusedError(f'the key "{value.key[:60].encode("ascii", "replace").decode()}" stands twice')
        for key, item in value.items():
            sound(key, depth + 1)
            sound(item, depth + 1)
    elif isinstance(value, list):
        for item in value:
            sound(item, depth + 1)
