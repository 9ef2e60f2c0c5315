"""The plain lines of TOML that our own data is written in, read in a quarter of the time that `tomllib` takes.

A file is turned line by line into JSON, which the standard library parses in C. Whatever is not as plain as that is
left to `tomllib`: dotted keys, a fraction, a comment behind a value, a key twice.
"""

from __future__ import annotations

import json
import re

_STRING = r'"(?:[^"\\\x00-\x1f\x7f]++|\\["\\bfnrt])*+"'
_SCALAR = rf"(?:{_STRING}|-?[0-9]{{1,18}}+|true|false)"
_KEY = r"[A-Za-z0-9_-]+"
_LITERAL = r"'[^'\x00-\x08\x0a-\x1f\x7f]*'"
_HEADER = re.compile(rf"(\[\[?)({_KEY})(\]\]?)")
_INNER = rf"\{{ {_KEY} = {_SCALAR}(?:, {_KEY} = {_SCALAR})*+ \}}"
_TABLES = rf"\[{_INNER}(?:, {_INNER})*+\]"
_VALUE = rf"(?:{_SCALAR}|\[{_SCALAR}(?:, {_SCALAR})*+\]|{_TABLES})"
_LINE = re.compile(rf"({_KEY}) = (?:({_SCALAR}|\[(?:{_SCALAR}|[\[\], ])++)|({_LITERAL})|({_TABLES})|\[)")
_ITEM = re.compile(rf"[ \t]*(?:({_SCALAR})|(\{{ {_KEY} = {_VALUE}(?:, {_KEY} = {_VALUE})*+ \}})),")
_PAIR = re.compile(rf"({_KEY}) = (?:({_SCALAR}|\[{_SCALAR}(?:, {_SCALAR})*+\])|({_TABLES}))")
_TABLE = re.compile(_INNER)
_LONG = re.compile(r'"{3}\n?((?:[^"\\]|"(?!""))*+)"{3}')
_COMMENT = re.compile(r"[ \t]*(?:#[^\x00-\x08\x0a-\x1f\x7f]*)?")


class _NotPlainError(Exception):
    """`tomllib` is to read this."""


def plain_table(text: str) -> dict[str, object] | None:
    """What `tomllib.loads` gives for `text`; None when it is not plain, be it TOML or not."""
    try:
        return _Reader(text.split("\n")).table()
    except (_NotPlainError, ValueError, RecursionError):  # also JSON's errors, such as a comma too many
        return None


class _Reader:
    """Walks once over the lines; every table is the JSON text of its pairs until it is closed."""

    def __init__(self, lines: list[str]) -> None:
        self._lines = iter(lines)
        self._root: dict[str, object] = {}
        self._rows: dict[str, list[object]] = {}  # what [[name]] has put together so far
        self._into: list[object] | None = None
        self._name = ""
        self._keys: list[str] = []
        self._pairs: list[str] = []

    def table(self) -> dict[str, object]:
        """The whole document. Raises _NotPlainError and ValueError."""
        for line in self._lines:
            if found := _LINE.fullmatch(line):
                self._keys.append(found[1])
                value = found[2] or self._other(found)
                self._pairs.append(f'"{found[1]}":{value}')
            elif not _COMMENT.fullmatch(line):
                self._head(line)
        self._close()
        return self._root

    def _other(self, found: re.Match[str]) -> str:
        """A value that is no scalar: a text that stands as it is, a list of tables, or one over several lines."""
        if found[3]:
            return json.dumps(found[3][1:-1])
        return _tables(found[4]) if found[4] else self._list()

    def _head(self, line: str) -> None:
        found = _HEADER.fullmatch(line)
        if not found or len(found[1]) != len(found[3]):
            raise _NotPlainError
        self._close()
        self._name = found[2]
        self._into = self._rows.get(self._name)
        if self._into is not None and len(found[1]) == 2:
            return
        if self._name in self._root:
            raise _NotPlainError
        if len(found[1]) == 2:
            self._into = self._rows[self._name] = []
        self._root[self._name] = self._into  # takes its place in the order now

    def _close(self) -> None:
        """The table that ends here, put where its header said."""
        if len(set(self._keys)) != len(self._keys):
            raise _NotPlainError
        table = json.loads("{" + ",".join(self._pairs) + "}")
        if not self._name:
            self._root = table
        elif self._into is None:
            self._root[self._name] = table
        else:
            self._into.append(table)
        self._keys, self._pairs = [], []

    def _list(self) -> str:
        """A list over several lines, one item a line; its opening bracket is read."""
        items: list[str] = []
        for line in self._lines:
            if line == "]":
                return f"[{','.join(items)}]"
            found = _ITEM.fullmatch(self._in_one(line) if '"""' in line else line)
            if not found:
                raise _NotPlainError
            items.append(found[1] or _inline(found[2]))
        raise _NotPlainError

    def _in_one(self, line: str) -> str:
        """An item with texts over several lines as one line, the texts in the short form."""
        while line.count('"""') % 2:
            line += "\n" + next(self._lines, '"""')
        return _LONG.sub(lambda found: json.dumps(found[1], ensure_ascii=False), line)


def _inline(written: str) -> str:
    pairs = _PAIR.findall(written)
    if len({key for key, _, _ in pairs}) != len(pairs):
        raise _NotPlainError
    return "{" + ",".join([f'"{key}":{value or _tables(inner)}' for key, value, inner in pairs]) + "}"


def _tables(written: str) -> str:
    return "[" + ",".join(map(_inline, _TABLE.findall(written))) + "]"
