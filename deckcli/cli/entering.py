"""`deckcli collection add --fast`: many cards, a line each."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import replace

from catalog.errors import CatalogError
from catalog.library import Library
from catalog.names import fold
from catalog.reading import Catalog
from deckcli.cli.owning import Adding, enough, is_count, kind_from, picks_for, take_from
from deckcli.cli.session import Session
from deckcli.errors import DeckcliError, UnknownNameError, UsageError

_LONGEST = 1000
"""Bytes of a line."""
_ALONE = re.compile(r"\d{1,6}(?:(?:\.\.|…)\d{1,6})?")
"""A number, or a run of them, that stands without its set."""


def enter_fast(here: Session, how: Adding) -> int:
    """Take in line by line from standard input, each a step of its own; the exit code, 1 when a line failed.

    An interruption ends it as the end of the input does, and is raised when everything was said.
    """
    if how.words or how.product or how.printing or how.dry_run or how.for_trade or how.json:
        raise UsageError("--fast reads its cards line by line; of the options, those that say of what kind they are.")
    here.out.hint('a number or name and a count; "set B01": numbers alone; an empty line ends')
    with here.catalog() as catalog, here.library(write=True) as library:
        entry = _Entry(here, how, catalog, library)
        try:
            for line in _lines():
                entry.take(line)
        finally:
            here.out.note(entry.summed_up())
    return 1 if entry.failed else 0


class _Entry:
    """What was entered so far."""

    def __init__(self, here: Session, how: Adding, catalog: Catalog, library: Library) -> None:
        self.here, self.how, self.catalog, self.library = here, how, catalog, library
        self.prefix = ""
        self.steps: list[tuple[int, int]] = []
        """The steps of the journal that were entered, each with its copies."""
        self.copies = self.failed = 0

    def summed_up(self) -> str:
        """What was entered, in words."""
        steps, failed = len(self.steps), self.failed
        not_understood = f"; {failed} line{'s' if failed > 1 else ''} not understood" if failed else ""
        return f"{self.copies:+} copies in {steps} step{'' if steps == 1 else 's'}{not_understood}."

    def take(self, line: str | None) -> None:
        """One line: a set for the numbers to come, the last line taken back, or cards."""
        if line is None:
            self.failed += 1
            self.here.out.note(f"a line of {_LONGEST:,} bytes or more was passed over.")
            return
        words = line.split()
        try:
            if len(words) == 2 and words[0].casefold() == "set":
                self.begin(words[1])
            elif line.casefold() == "undo":
                self.undo()
            else:
                self.enter(words)
        except (DeckcliError, CatalogError) as error:
            self.failed += 1
            self.here.out.note(f"{line}: {error}")

    def begin(self, prefix: str) -> None:
        """The set whose numbers stand alone from now on. Raises UnknownNameError for one that no number begins with."""
        every = (one.number for card in self.catalog.cards(self.how.told) for one in card.printings)
        known = {fold(number.rpartition("-")[0]): number.rpartition("-")[0] for number in every if "-" in number}
        if fold(prefix) not in known:
            raise UnknownNameError(f"no number begins so; they do with {', '.join(sorted(known.values())[:8])} ...")
        self.prefix = known[fold(prefix)]

    def undo(self) -> None:
        """Take back the last line that was taken in."""
        if not self.steps:
            raise UsageError("nothing was entered that could be taken back.")
        latest = next((step.id for step in self.library.log(_LONGEST) if not step.undone), 0)
        if latest != self.steps[-1][0]:
            raise UsageError("something else was changed since, so that this line is not the last; see `deckcli log`.")
        for step in self.library.undo():
            self.here.out.note(f"took back: {step.summary}")
        self.copies -= self.steps.pop()[1]

    def enter(self, words: list[str]) -> None:
        """Cards by number or name, with a count at the end; "-" before them takes away."""
        sign = -1 if words[0].startswith("-") else 1
        first = words[0].removeprefix("-")
        if self.prefix and _ALONE.fullmatch(first) and (len(words) == 1 or (len(words) == 2 and is_count(words[1]))):
            first = f"{self.prefix}-{first}"
        picks, _ = picks_for(self.catalog, replace(self.how, words=(first, *words[1:])))
        with self.library.step(f"collection add --fast {' '.join(words)}") as draft:
            if sign < 0:
                enough(self.library, picks)
            for pick in picks:
                if sign < 0:
                    take_from(self.library, pick, self.how.kind)
                else:
                    kind = kind_from({**self.how.kind, "printing": pick.printing})
                    self.library.add(pick.game, pick.slug, pick.count, **kind)
        copies = sign * sum(pick.count for pick in picks)
        self.steps.append((draft.id, copies))
        self.copies += copies
        for pick in picks:
            owned = self.library.owned(pick.game, pick.slug)
            self.here.out.note(f"{pick.name} {sign * pick.count:+} ({owned} owned)")


def _lines() -> Iterator[str | None]:
    """The lines of the input up to its end, None for one that is too long; what a person types ends with an empty one
    too."""
    person = sys.stdin.isatty()
    while True:
        if person:
            sys.stderr.write("> ")
            sys.stderr.flush()
        # Bytes that are no text are the fault of their line, and not of all others.
        raw = sys.stdin.buffer.readline(_LONGEST)
        line = raw.decode("utf-8-sig", "surrogateescape").strip()
        if not raw or (person and not line):
            return
        if line:
            whole = raw.endswith(b"\n") or len(raw) < _LONGEST
            while not whole:
                rest = sys.stdin.buffer.readline(_LONGEST)
                whole = not rest or rest.endswith(b"\n")
                line = ""
            yield line or None
