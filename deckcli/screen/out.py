"""Where output goes and in which dress: terminal or pipe, colours or none, people or scripts."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, NamedTuple, TypeAlias

from deckcli.screen import plain
from deckcli.screen.blocks import Block, Columns
from deckcli.screen.safe import cell, dump, safe

Color: TypeAlias = Literal["auto", "always", "never"]
Style: TypeAlias = Literal["table", "plain", "csv", "tsv", "jsonl", "md"]
_ENDLESS = 100_000
"""Columns of a stream that is no terminal."""


class Out(NamedTuple):
    """One command's output. Data goes to standard output, everything else to standard error."""

    color: Color = "auto"

    @property
    def person(self) -> bool:
        """Whether a person reads standard output as it comes, whatever the colours."""
        return bool(sys.stdout.isatty())

    @property
    def terminal(self) -> bool:
        """Whether a person looks at standard output (or colours are forced)."""
        return self._colored(sys.stdout) or (sys.stdout.isatty() and os.environ.get("TERM") != "dumb")

    def show(self, blocks: Iterable[Block]) -> None:
        """Print blocks to standard output: by Rich in a terminal, as plain text elsewhere."""
        if not self.terminal:
            sys.stdout.write(plain.draw(blocks))
            return
        from deckcli.screen import terminal

        # Colours may be forced upon a pipe; even so nothing is folded there.
        width = None if self.person else _ENDLESS
        terminal.draw(blocks, terminal.console(color=self._colored(sys.stdout), width=width))

    def table(self, table: Columns, style: Style | None) -> None:
        """Print a table in the style asked for; without one, as suits the place."""
        chosen = style or ("table" if self.terminal else "plain")
        if chosen == "table" and self.terminal:
            self.show([table])
        else:
            sys.stdout.write(_rows(table, chosen))

    def data(self, value: Mapping[str, Any]) -> None:
        """Print one object for scripts: `"schema": 1` first, one line, never cut, never coloured."""
        sys.stdout.write(dump({"schema": 1, **value}) + "\n")

    def text(self, text: str) -> None:
        """Print text that is itself the data (a list, a form), as it is."""
        sys.stdout.write(text)

    def bytes(self, data: bytes) -> None:
        """Put out data that is no text, as it is."""
        sys.stdout.flush()
        sys.stdout.buffer.write(data)

    def note(self, text: str) -> None:
        """Say something that is not data."""
        sys.stderr.write(safe(text) + "\n")

    def hint(self, text: str) -> None:
        """Say to a person who waits at a terminal what is going on; to nobody else."""
        if sys.stderr.isatty():
            self.note(text)
            sys.stderr.flush()

    def _colored(self, stream: Any) -> bool:
        if self.color != "auto":
            return self.color == "always"
        if os.environ.get("NO_COLOR"):
            return False
        if os.environ.get("FORCE_COLOR"):
            return True
        return bool(stream.isatty()) and os.environ.get("TERM") != "dumb"


def _rows(table: Columns, style: Style) -> str:
    match style:
        case "csv" | "tsv":
            return _separated(table, "," if style == "csv" else "\t")
        case "jsonl":
            return "".join(dump(dict(zip(table.heads, row, strict=True))) + "\n" for row in table.rows)
        case "md":
            return _markdown(table)
        case _:
            return plain.draw([table])


def _separated(table: Columns, separator: str) -> str:
    import csv

    to = io.StringIO()
    writer = csv.writer(to, delimiter=separator, lineterminator="\n")
    writer.writerow(table.heads)
    writer.writerows([cell(value) for value in row] for row in table.rows)
    return to.getvalue()


def _markdown(table: Columns) -> str:
    def line(cells: Sequence[str]) -> str:
        return "| " + " | ".join(safe(value).replace("\\", "\\\\").replace("|", "\\|") for value in cells) + " |\n"

    rule = "|" + "|".join("---:" if head in table.right else "---" for head in table.heads) + "|\n"
    return line(table.heads) + rule + "".join(line(row) for row in table.rows)
