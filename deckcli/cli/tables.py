"""What `deckcli collection import|export` do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path

from catalog.collection import TakenIn, already_taken_in, take_in
from catalog.reading import Catalog
from catalog.saved import Holding
from deckcli.cli.inputs import bytes_of
from deckcli.cli.keeping import write_file
from deckcli.cli.lists import standard_input
from deckcli.cli.session import Session
from deckcli.decks import formats
from deckcli.decks.bytes import text_of
from deckcli.decks.cells import head_of
from deckcli.decks.deck import DeckList, Entry
from deckcli.decks.owned.names import DIE, Names
from deckcli.decks.owned.tables import FORMS, Printed, Table, TableRow, lost_in, read_table, write_table
from deckcli.decks.owned.taking import Taken, refused_words, take
from deckcli.decks.resolve import name_all
from deckcli.errors import DeckcliError, UsageError

MOST_BYTES = 64 * 1024 * 1024
"""A longer table is no collection: half a million rows have some 40 MB."""
LIST = "list"


class AddedAlreadyError(DeckcliError):
    """The very same file was added before."""


@dataclass(frozen=True, slots=True)
class Importing:
    """How a table is to be taken in, as the options say."""

    told: str
    game: str
    add: bool
    replace: bool
    form: str
    mapped: Mapping[str, str]
    encoding: str
    lenient: bool
    force: bool
    dry_run: bool
    json: bool


def mapping_of(pairs: Sequence[str]) -> dict[str, str]:
    """What --map says: fields by head. Raises UsageError."""
    found = {}
    for pair in pairs:
        head, equals, name = pair.rpartition("=")
        if not equals or not head or not name:
            raise UsageError(f"--map wants HEAD=FIELD, as in --map 'Card=name', and got \"{pair}\".")
        found[head] = name.strip().casefold()
    return found


def import_table(here: Session, file: str, how: Importing) -> int:
    """Take a table in, in one step; the exit code. Refused whole when a row cannot be used, unless lenient."""
    if how.add == how.replace:
        raise UsageError("say --add (besides what you own) or --replace (in place of what you own of its games).")
    if how.form not in ("", LIST, *FORMS):
        raise UsageError(f'no form of a table is called "{how.form}". Known: {", ".join(FORMS)}, {LIST}.')
    data = standard_input(here, MOST_BYTES) if file == "-" else bytes_of(Path(file), MOST_BYTES)
    with here.catalog() as catalog:
        table = _table(data, file, how, catalog)
        # A game that -g names wins over nothing; the person's own is only for rows that name none.
        taken = take(table, catalog, game=how.told or how.game)
    table = replace(table, rows=())  # of a million rows, a third of all that is held
    for line in (*refused_words(taken.refused), *taken.notes[:20]):
        here.out.note(line)
    if table.ignored:
        more = f" and {len(table.ignored) - 20} more" if len(table.ignored) > 20 else ""
        here.out.note(f"not kept: the columns {', '.join(table.ignored[:20])}{more}.")
    if not taken.holdings or (taken.refused and not how.lenient):
        return _none(here, how, table, taken)
    mark = f"[{sha256(data).hexdigest()[:12]}]"
    command = f"collection import {Path(file).name} {'--add' if how.add else '--replace'} {mark}"
    games = sorted({one.game for one in taken.holdings}) if how.replace else []
    with here.library(write=True) as library:
        before = already_taken_in(library, f"--add {mark}") if how.add and not how.force else 0
        if before:
            raise AddedAlreadyError(f"{file}: this very file was added in step #{before} (`deckcli log`). "
                                    "--force adds it again.")  # fmt: skip
        done = take_in(library, taken.holdings, command, replace=games, dry_run=how.dry_run)
    _tell(here, how, table, taken, done)
    return 0


def _table(data: bytes, file: str, how: Importing, catalog: Catalog) -> Table:
    """The table in a file; of a list of cards without a head, a table of its lines."""
    text = text_of(data, file, how.encoding, MOST_BYTES)
    mark, _, heads = head_of(text)
    if how.form == LIST or (not how.form and not how.mapped and len(heads) < 2 and mark not in heads[0:1]):
        return _of_list(formats.read(data, file, "", how.encoding), catalog, how.told or how.game)
    return read_table(text, file, how.form, how.mapped)


def _of_list(wanted: DeckList, catalog: Catalog, game: str) -> Table:
    """The lines of a list of cards as rows: cards (each of a line that names several), dice, and what is wrong."""
    deck, _, named = name_all(wanted, catalog, game=game)
    rows = [_list_row(one.entry) for one in named if one.card or one.problem or one.entry.fault]
    rows += [TableRow(next(iter(die.lines), 0), _cells(f"{die.type} dice", die.count)) for die in deck.dice]
    wrong = [one for one in wanted.problems if one.severity == "error" and one.lines]
    rows += [TableRow(one.lines[0], {}, one.text) for one in wrong]
    return Table(LIST, tuple(sorted(rows, key=lambda row: row.line)))


def _list_row(entry: Entry) -> TableRow:
    if entry.fault is None:
        return TableRow(entry.line, _cells(entry.name, entry.count) | {"number": entry.hint}, entry.text)
    count = 0 if entry.fault.code == "zero_count" else entry.text
    return TableRow(entry.line, _cells(entry.name, count), entry.text)


def _cells(name: str, count: int | str) -> dict[str, str]:
    return {"name": name, "count": str(count)}


def _none(here: Session, how: Importing, table: Table, taken: Taken) -> int:
    what = f"{len(taken.refused)} of {taken.rows} rows cannot be used" if taken.refused else "no row names a copy"
    lenient = " --lenient takes the rest." if taken.refused and taken.holdings and not how.lenient else ""
    here.out.note(f"{what}; nothing was changed.{lenient}")
    if how.json:
        here.out.data({"imported": False, **_json(table, taken)})
    return 1


def _json(table: Table, taken: Taken) -> dict[str, object]:
    """What became of every row, for scripts: rows = used + zero + refused."""
    refused = [
        {"line": one.line, "text": one.text, "message": one.message, "suggestions": list(one.suggestions)}
        for one in taken.refused
    ]
    return {"form": table.form, "rows": taken.rows, "used": taken.used, "zero": taken.zero, "blank": table.blank,
            "merged": taken.merged, "copies": sum(one.count for one in taken.holdings), "refused": refused,
            "ignored_columns": list(table.ignored), "notes": list(taken.notes)}  # fmt: skip


def _tell(here: Session, how: Importing, table: Table, taken: Taken, done: TakenIn) -> None:
    if how.json:
        here.out.data({"imported": not how.dry_run, **_json(table, taken), "added": done.added,
                       "changed": done.changed, "removed": done.removed, "kept": done.kept, "before": done.before,
                       "after": done.after})  # fmt: skip
        return
    parts = [f"{taken.rows} row{'' if taken.rows == 1 else 's'} read ({table.form}): {taken.used} taken"]
    parts += [f"{count} {what}" for count, what in (
        (taken.merged, "of them added up with another"), (taken.zero, "with a count of 0"),
        (len(taken.refused), "refused"), (table.blank, "blank")) if count]  # fmt: skip
    here.out.note(", ".join(parts) + ".")
    would = "would be: " if how.dry_run else ""
    here.out.note(f"{would}{done.added} new, {done.changed} changed, {done.removed} gone, {done.kept} as they were; "
                  f"{done.before} -> {done.after} copies.")  # fmt: skip


# ---------------------------------------------------------------- export


def export_table(
    here: Session, game: str, to: str, output: Path | None, *, force: bool, dry_run: bool, json: bool
) -> None:
    """Write the collection in a form, to a file or standard output, and say what the form cannot hold."""
    if to not in FORMS:
        raise UsageError(f'no form of a table is called "{to}". Known: {", ".join(FORMS)}.')
    with here.library() as library:
        holdings = library.holdings(game)
    with here.catalog() as catalog:
        text = write_table(to, zip(holdings, _printed(catalog, holdings, game), strict=True))
    lost = lost_in(to, holdings)
    for what in lost:
        here.out.note(f"not in {to}: {what}")
    file = None if output is None or str(output) == "-" else output
    if file is not None:
        write_file(file, text, force=force, dry_run=dry_run)
        here.out.note(
            f"{'would write' if dry_run else 'wrote'} {file}: {len(holdings)} row{'' if len(holdings) == 1 else 's'}."
        )
    if json:
        here.out.data({"form": to, "rows": len(holdings), "file": str(file or ""), "lost": lost, "text": text})
    elif file is None:
        here.out.text(text)


def _printed(catalog: Catalog, holdings: Sequence[Holding], game: str) -> list[Printed]:
    """What a table tells of the card of each holding."""
    names = Names.of(catalog, game)
    releases = {(one.game, one.slug): one.name for one in catalog.releases(game)}
    slugs = {(one.game, one.slug) for one in holdings if not one.slug.startswith(DIE)}
    cards = {key: card for key in sorted(slugs) if (card := catalog.card(*key))}
    found = []
    for one in holdings:
        card = cards.get((one.game, one.slug))
        printings = card.printings if card else ()
        printing = next((p for p in printings if p.code == one.printing), None) if one.printing else None
        # A card without numbers has one release to name; of one with several printings nobody knows which it is.
        release = printing.release if printing else printings[0].release if len(printings) == 1 else ""
        name = names.label(one.game, one.slug).name
        found.append(Printed(name, release, releases.get((one.game, release), ""), one.printing))
    return found
