"""What `deckcli deck import|export|delete` do."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from catalog.saved import SavedDeck
from deckcli.cli.lists import Asked, read_list
from deckcli.cli.session import Session
from deckcli.decks import formats
from deckcli.decks.deck import Deck
from deckcli.decks.problem import Problem
from deckcli.decks.resolve import resolve
from deckcli.decks.saved import extra_of, slots_of
from deckcli.errors import CannotWriteError, UnknownNameError, UsageError


@dataclass(frozen=True, slots=True)
class Keeping:
    """How a list is to be saved, as the options say."""

    name: str
    lenient: bool
    force: bool
    dry_run: bool
    json: bool


def import_deck(here: Session, asked: Asked, how: Keeping) -> int:
    """Save a list as a deck; the exit code. Refused whole when a line cannot be used, unless lenient."""
    with here.catalog() as catalog:
        wanted = read_list(asked, here, catalog)
        deck, problems = resolve(wanted, catalog, game=asked.game, lenient=how.lenient)
    _show(here, problems)
    errors = [problem for problem in problems if problem.severity == "error"]
    name = how.name or deck.name
    if not deck.slots or (errors and not how.lenient):
        here.out.note("nothing was saved." + (" --lenient takes the rest." if deck.slots else ""))
        return 1
    if not name:
        raise UsageError("the list has no name of its own. Say one: --name NAME.")
    saved = _saved(here, deck, name, how)
    what = "would save" if how.dry_run else "saved"
    if how.json:
        here.out.data({"saved": not how.dry_run, "id": saved.id, "game": saved.game, "name": saved.name,
                       "revision": saved.revision, "cards": saved.count(), "refused": len(errors)})  # fmt: skip
    else:
        here.out.note(f'{what} "{saved.name}", {saved.count()} cards, revision {saved.revision}.')
    return 0


def _saved(here: Session, deck: Deck, name: str, how: Keeping) -> SavedDeck:
    with here.library(write=True) as library, library.step(f"deck import {name}", dry_run=how.dry_run):
        return library.save_deck(
            deck.game,
            name,
            slots_of(deck),
            dice={dice.type: dice.count for dice in deck.dice},
            first_five=[card.slug for card in deck.first_five],
            extra=extra_of(deck),
            rules=deck.rules,
            comment=f"from {deck.source}",
            replace=how.force,
        )


def _show(here: Session, problems: list[Problem]) -> None:
    for problem in problems:
        lines = f"line {', '.join(map(str, problem.lines))}: " if problem.lines else ""
        here.out.note(f"{problem.severity}: {lines}{problem.message}" + (f" {problem.fix}" if problem.fix else ""))


def export_deck(here: Session, asked: Asked, to: str, output: Path | None, force: bool) -> int:
    """Write a deck in a format, to a file or standard output; the exit code."""
    with here.catalog() as catalog:
        deck, problems = resolve(read_list(asked, here, catalog), catalog, game=asked.game)
    text = formats.write(deck, to)
    for loss in formats.loses(deck, to):
        here.out.note(f"not in {to}: {loss}")
    errors = [problem for problem in problems if problem.severity == "error"]
    _show(here, errors)
    if output is None:
        here.out.text(text)
    else:
        write_file(output, text, force=force)
        here.out.note(f"wrote {output}.")
    return 1 if errors else 0


def write_file(path: Path, text: str, *, force: bool) -> None:
    """Write `text` as UTF-8, whole or not at all. Raises CannotWriteError for a file that is there, unless `force`."""
    if path.exists() and not force:
        raise CannotWriteError(f"{path}: this file is there already. --force overwrites it.")
    beside = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        beside.write_text(text, encoding="utf-8", newline="\n")
        os.replace(beside, path)
    except OSError as error:
        beside.unlink(missing_ok=True)
        raise CannotWriteError(f"{path}: cannot be written: {error.strerror or error}.") from None


def delete_deck(here: Session, name: str, game: str, dry_run: bool) -> None:
    """Put a saved deck away. Raises UnknownNameError when none, or more than one, is called that."""
    with here.library(write=True) as library:
        found = library.deck(name, game)
        if len(found) != 1:
            which = ", ".join(f"#{deck.id} ({deck.game})" for deck in found)
            none = f'no saved deck is called "{name}".'
            words = f'{len(found)} decks are called "{name}": {which}.' if found else none
            raise UnknownNameError(words + " `deckcli deck list` shows them.")
        with library.step(f"deck delete {name}", dry_run=dry_run):
            library.delete(found[0].id)
    here.out.note(f'{"would put" if dry_run else "put"} "{found[0].name}" away; `deckcli undo` brings it back.')
