"""What `deckcli cards import` does: a file of card data into a pack of the person's, all of it or nothing."""

from __future__ import annotations

import datetime
import re
from dataclasses import dataclass, replace
from pathlib import Path

from catalog.errors import UnreadableError
from catalog.importers import FORMATS, Imported, pack_bytes, read_cards
from deckcli.cli.inputs import bytes_of
from deckcli.cli.lists import standard_input
from deckcli.cli.session import Session
from deckcli.errors import CannotWriteError, UsageError

MOST_BYTES = 64 * 1024 * 1024
"""No set of cards that we know of has more than 4 MB."""

_COUNTED = ("new", "text", "changed", "same", "refused")


@dataclass(frozen=True, slots=True)
class Importing:
    """How a file of card data is to be taken, as the options say."""

    lenient: bool
    dry_run: bool
    force: bool
    json: bool


def import_cards(here: Session, file: Path, game: str, pack: str, form: str, how: Importing) -> int:
    """Read a file of card data into the pack `pack` (else named for the file); the exit code.

    Every row is reported. When one is refused, nothing is taken, unless lenient. Raises CannotWriteError for a pack
    that is there already, unless `force`.
    """
    if form and form not in FORMATS:
        raise UsageError(f'no format of card data is called "{form}". Known: {", ".join(FORMATS)}.')
    with here.catalog() as catalog:
        imported = read_cards(_bytes(here, file), str(file), game=game, format=form, known=catalog)
    imported = _with_what_is_lacking(imported)
    refused = [row for row in imported.rows if row.status == "refused"]
    taken = bool(imported.cards) and (how.lenient or not refused)
    name = pack_name(pack or imported.pack)
    path = f"packs/{name}.json"
    if taken:
        if (here.home.root / path).exists() and not how.force:
            raise CannotWriteError(f"{path}: this pack is there already. --force replaces it, --pack names another.")
        if not how.dry_run:
            data = pack_bytes(imported, name=name, source=file.name, date=datetime.date.today().isoformat())
            with here.library(write=True) as library:
                library.record_file(f"cards import {file.name}", path, data)
    _report(here, imported, path, taken, how)
    return 0 if taken and not refused else 1


def _with_what_is_lacking(imported: Imported) -> Imported:
    """With a note on what these cards lack of a whole box, of a game whose box a person can enter."""
    from deckcli.games import GAMES

    lacking = GAMES[imported.game].lacking if imported.game in GAMES else None
    return imported if lacking is None else replace(imported, notes=(*imported.notes, *lacking(imported.cards)))


def pack_name(text: str) -> str:
    """A pack's file name made from a person's words: letters, digits and dashes, 60 at the most."""
    return re.sub(r"[^a-z0-9]+", "-", text.casefold()).strip("-")[:60].strip("-") or "pack"


def _bytes(here: Session, file: Path) -> bytes:
    data = standard_input(here, MOST_BYTES) if str(file) == "-" else bytes_of(file, MOST_BYTES)
    if len(data) > MOST_BYTES:
        raise UnreadableError(str(file), f"more than {MOST_BYTES:,} bytes are too long for a file of cards")
    return data


def _report(here: Session, imported: Imported, path: str, taken: bool, how: Importing) -> None:
    from deckcli.screen.imports import import_blocks, import_json

    counts = {status: sum(row.status == status for row in imported.rows) for status in _COUNTED}
    if how.json:
        here.out.data(import_json(imported, counts, path if taken and not how.dry_run else ""))
        return
    here.out.show(import_blocks(imported, counts))
    if taken:
        here.out.note(f"{'would write' if how.dry_run else 'wrote'} {path}; `deckcli undo` takes it away again.")
    elif counts["refused"]:
        here.out.note("nothing was taken. --lenient takes the rows that were not refused.")
    else:
        here.out.note("nothing was taken: every card is known as it is here.")
