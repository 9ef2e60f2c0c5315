"""`deckcli collection add --fast`: many cards, a line each."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace

from catalog.errors import CatalogError
from catalog.library import Library
from catalog.reading import Catalog
from deckcli.cli.owning import Adding, enough, is_count, kind_from, picks_for
from deckcli.cli.session import Session
from deckcli.errors import DeckcliError, UsageError

_LONGEST = 1000
"""Characters of a line."""


def enter_fast(here: Session, how: Adding) -> int:
    """Take in line by line from standard input, each a step of its own; the exit code, 1 when a line failed."""
    if how.words or how.product or how.printing or how.dry_run or how.for_trade or how.json:
        raise UsageError("--fast reads its cards line by line; of the options, those that say of what kind they are.")
    here.out.hint('a number or name and a count a line; "set B01" lets numbers stand alone; an empty line ends it.')
    with here.catalog() as catalog, here.library(write=True) as library:
        entry = _Entry(here, how, catalog, library)
        for line in _lines():
            entry.take(line)
    failed = f"; {entry.failed} line{'s' if entry.failed > 1 else ''} not understood" if entry.failed else ""
    here.out.note(f"{entry.copies:+} copies in {len(entry.steps)} steps{failed}.")
    return 1 if entry.failed else 0


class _Entry:
    """What was entered so far."""

    def __init__(self, here: Session, how: Adding, catalog: Catalog, library: Library) -> None:
        self.here, self.how, self.catalog, self.library = here, how, catalog, library
        self.prefix = ""
        self.steps: list[int] = []
        self.copies = self.failed = 0

    def take(self, line: str) -> None:
        """One line: a set for the numbers to come, the last line taken back, or cards."""
        words = line.split()
        if len(words) == 2 and words[0].casefold() == "set":
            self.prefix = words[1]
            return
        try:
            if line.casefold() == "undo":
                self.undo()
            else:
                self.enter(words)
        except (DeckcliError, CatalogError) as error:
            self.failed += 1
            self.here.out.note(f"{line}: {error}")

    def undo(self) -> None:
        """Take back the last line that was taken in."""
        if not self.steps:
            raise UsageError("nothing was entered that could be taken back.")
        for step in self.library.undo():
            self.here.out.note(f"took back: {step.summary}")
        self.copies -= self.steps.pop()

    def enter(self, words: list[str]) -> None:
        """Cards by number or name, with a count at the end; "-" before them takes away."""
        sign = -1 if words[0].startswith("-") else 1
        first = words[0].removeprefix("-")
        if self.prefix and is_count(first):
            first = f"{self.prefix}-{int(first):03}"
        picks, _ = picks_for(self.catalog, replace(self.how, words=(first, *words[1:])))
        with self.library.step(f"collection add --fast {' '.join(words)}"):
            if sign < 0:
                enough(self.library, picks)
            for pick in picks:
                kind = kind_from({**self.how.kind, **({"printing": pick.printing} if sign > 0 else {})})
                (self.library.add if sign > 0 else self.library.remove)(pick.game, pick.slug, pick.count, **kind)
        self.steps.append(sign * sum(pick.count for pick in picks))
        self.copies += self.steps[-1]
        for pick in picks:
            owned = self.library.owned(pick.game, pick.slug)
            self.here.out.note(f"{pick.name} {sign * pick.count:+} ({owned} owned)")


def _lines() -> Iterator[str]:
    """The lines of the input up to an empty one or its end."""
    while True:
        if sys.stdin.isatty():
            sys.stderr.write("> ")
            sys.stderr.flush()
        line = sys.stdin.readline(_LONGEST).strip()
        if not line:
            return
        yield line
