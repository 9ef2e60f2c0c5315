"""What `deckcli deck import|export|delete` do."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from catalog.library import Library
from catalog.saved import NameTakenError, SavedDeck
from deckcli.cli.lists import Asked, read_list, say_game
from deckcli.cli.saved import the_deck
from deckcli.cli.session import Session
from deckcli.decks import formats
from deckcli.decks.deck import Deck
from deckcli.decks.problem import Problem
from deckcli.decks.resolve import resolve
from deckcli.decks.saved import extra_of, size_of, slots_of
from deckcli.errors import CannotWriteError, UsageError
from deckcli.screen.safe import safe
from deckcli.screen.verdict import problem_json, where
from deckcli.titles import TITLES

HANDOUTS = ("html", "pdf", "checklist")
"""What a deck is exported to that is no list: see `handing`."""


@dataclass(frozen=True, slots=True)
class Keeping:
    """How a list is to be saved, as the options say."""

    name: str | None
    lenient: bool
    force: bool
    dry_run: bool
    json: bool


def import_deck(here: Session, asked: Asked, how: Keeping) -> int:
    """Save a list as a deck; the exit code. Refused whole when a line cannot be used, unless lenient.

    Raises SeveralDecksError for an input that holds more than one.
    """
    with here.catalog() as catalog:
        wanted = read_list(asked, here, catalog)
        deck, problems = resolve(wanted, catalog, game=asked.game, lenient=how.lenient)
    say_game(here, asked, wanted, deck.game)
    show_problems(here, problems)
    errors = [problem for problem in problems if problem.severity == "error"]
    name = (deck.name if how.name is None else how.name).strip()
    if not deck.slots or (errors and not how.lenient):
        why = "" if deck.slots or errors else "there is no card in this list: "
        here.out.note(f"{why}nothing was saved." + (" --lenient takes the rest." if deck.slots else ""))
        return 1
    if not name:
        what = "the list has no name of its own" if how.name is None else "a deck's name has at least one character"
        raise UsageError(f"{what}. Say one: --name NAME.")
    saved = _saved(here, deck, name, how)
    what = "would save" if how.dry_run else "saved"
    if how.json:
        here.out.data({"saved": not how.dry_run, "id": saved.id, "game": saved.game, "name": saved.name,
                       "revision": saved.revision, "cards": size_of(saved), "refused": len(errors)})  # fmt: skip
    else:
        here.out.note(f'{what} "{saved.name}", {size_of(saved)} cards, revision {saved.revision}.')
    return 0


def _saved(here: Session, deck: Deck, name: str, how: Keeping) -> SavedDeck:
    with here.library(write=True) as library, library.step(f"deck import {name}", dry_run=how.dry_run):
        try:
            return save_deck(library, deck, name, how.force)
        except NameTakenError as taken:
            raise taken_already(taken) from None


def save_deck(library: Library, deck: Deck, name: str, force: bool) -> SavedDeck:
    """Save a deck under a name, in place of another of that name with `force`. Raises NameTakenError."""
    return library.save_deck(
        deck.game,
        name,
        slots_of(deck),
        dice={dice.type: dice.count for dice in deck.dice},
        first_five=[card.slug for card in deck.first_five],
        extra=extra_of(deck),
        rules=deck.rules,
        comment=f"from {deck.source}",
        replace=force,
    )


def taken_already(taken: NameTakenError) -> CannotWriteError:
    """What to say of a name that is taken, with both ways out."""
    there = f'there is a deck "{taken.name}" of {TITLES[taken.game]} already (#{taken.deck})'
    return CannotWriteError(f"{there}. --name gives another name, --force replaces it.")


def show_problems(here: Session, problems: list[Problem], before: str = "") -> None:
    """Say what is wrong with a list, a line each."""
    for problem in problems:
        fix = f" {problem.fix}" if problem.fix else ""
        here.out.note(f"{problem.severity}: {before}{where(problem)}{problem.message}{fix}")


@dataclass(frozen=True, slots=True)
class Exporting:
    """Where a deck is to be written, and in which format, as the options say."""

    to: str
    output: Path | None
    force: bool
    dry_run: bool
    json: bool

    @property
    def file(self) -> Path | None:
        """The file to write; None for standard output, which - means too."""
        return None if self.output is None or str(self.output) == "-" else self.output


def export_deck(here: Session, asked: Asked, how: Exporting) -> int:
    """Write a deck in a format, to a file or standard output; the exit code."""
    with here.catalog() as catalog:
        wanted = read_list(asked, here, catalog)
        deck, problems = resolve(wanted, catalog, game=asked.game)
    say_game(here, asked, wanted, deck.game)
    return write_deck(here, deck, problems, how)


def write_deck(here: Session, deck: Deck, problems: Sequence[Problem], how: Exporting) -> int:
    """Write a deck in a format, to a file or standard output, with what the format cannot hold; the exit code."""
    text, lost = formats.write(deck, how.to), formats.loses(deck, how.to)
    for loss in lost:
        here.out.note(f"not in {how.to}: {loss}")
    errors = [problem for problem in problems if problem.severity == "error"]
    show_problems(here, errors)
    if how.file is not None:
        write_file(how.file, text, force=how.force, dry_run=how.dry_run)
        here.out.note(f"{'would write' if how.dry_run else 'wrote'} {how.file}.")
    if how.json:
        faults = [problem_json(problem) for problem in errors]
        here.out.data({"game": deck.game, "deck": deck.name, "format": how.to, "file": str(how.file or ""),
                       "text": text, "lost": list(lost), "problems": faults})  # fmt: skip
    elif how.file is None:
        here.out.text(text)
    return 1 if errors else 0


def check_conversion(here: Session, asked: Asked, how: Exporting) -> int:
    """Say what a format cannot hold of a list; 0 when it holds everything."""
    with here.catalog() as catalog:
        deck, problems = resolve(read_list(asked, here, catalog), catalog, game=asked.game)
    formats.write(deck, how.to)
    lost = formats.loses(deck, how.to)
    errors = [problem for problem in problems if problem.severity == "error"]
    show_problems(here, errors)
    if how.json:
        here.out.data({"game": deck.game, "deck": deck.name, "format": how.to, "lost": list(lost),
                       "problems": [problem_json(problem) for problem in errors]})  # fmt: skip
    else:
        here.out.text("".join(f"not in {how.to}: {safe(loss)}\n" for loss in lost) or f"{how.to} holds all of it.\n")
    return 1 if lost or errors else 0


def write_file(path: Path, content: str | bytes, *, force: bool, dry_run: bool = False) -> None:
    """Write `content`, text as UTF-8, whole or not at all; with `dry_run` only look whether it could be.

    A link stays one: what it leads to is written. A device or a pipe is written into and never replaced. Raises
    CannotWriteError for a file that is there, unless `force`.
    """
    try:
        there = path.resolve()
        if there.is_dir():
            raise CannotWriteError(f"{path}: this is a folder. Name a file in it.")
        if there.exists() and there.is_file() and not force:
            raise CannotWriteError(f"{path}: this file is there already. --force overwrites it.")
        if not there.parent.is_dir():
            raise CannotWriteError(f"{path}: there is no such folder. Make it first.")
        if not dry_run:
            _write(there, content if isinstance(content, bytes) else content.encode())
    except (OSError, ValueError, RuntimeError) as error:
        what = getattr(error, "strerror", None) or error
        raise CannotWriteError(f"{path}: cannot be written: {what}.") from None


def _write(path: Path, data: bytes) -> None:
    if path.exists() and not path.is_file():
        with path.open("wb") as device:
            device.write(data)
        return
    beside = path.with_name(f".deckcli-{os.getpid()}.part")
    try:
        beside.write_bytes(data)
        os.replace(beside, path)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise


def delete_deck(here: Session, name: str, game: str, dry_run: bool, json: bool) -> None:
    """Put a saved deck away. Raises UnknownNameError when none, or more than one, is called that."""
    with here.library(write=True) as library:
        gone = the_deck(library, name, game)
        with library.step(f"deck delete {name}", dry_run=dry_run):
            library.delete(gone.id)
    if json:
        here.out.data({"deleted": not dry_run, "id": gone.id, "game": gone.game, "name": gone.name})
        return
    here.out.note(f'{"would put" if dry_run else "put"} "{gone.name}" away; `deckcli undo` brings it back.')
