"""A deck as a table with columns of our own (CSV): `pile,count,name,game,number,slug`, one row a card of a pile.

Dice and the First Five are rows of the piles `dice` and `first five`. Commas, semicolons and tabs part cells; a first
line `sep=;` and a byte order mark are allowed. A cell that a spreadsheet would take for a formula stands behind an
apostrophe. Tables with other columns are read by `text`, as lists with a head.
"""

from __future__ import annotations

import io
from collections.abc import Mapping
from dataclasses import replace

from catalog.errors import UnreadableError
from catalog.names import fold, visible
from deckcli.decks.bytes import lines_of
from deckcli.decks.cells import bare, guarded, head_of, rows_of
from deckcli.decks.deck import MAIN, Deck, DeckList, Entry, Report, Slot
from deckcli.decks.formats import words
from deckcli.decks.formats.held import lost, piles, printed
from deckcli.decks.formats.json_text import counted
from deckcli.decks.formats.xml_text import count_of
from deckcli.decks.problem import Problem
from deckcli.titles import game_of

NAME = "csv"
COLUMNS = ("pile", "count", "name", "game", "number", "slug")


def looks(text: str) -> bool:
    """Whether the head of the table names our columns `pile`, `count` and `name`."""
    begin = text[:2_000]
    if begin.isascii() and "pile" not in begin.lower():
        return False
    return {"pile", "count", "name"} <= set(map(fold, head_of(begin)[2]))


def read(text: str, source: str) -> DeckList:
    """What the rows say.

    Raises UnreadableError for a table without a column `name`, for quotes that are never closed, and for more lines
    than any deck has.
    """
    lines_of(text, source)
    mark, _, names = head_of(text)
    head = [fold(name) for name in names]
    if "name" not in head:
        raise UnreadableError(source, f"a table of a deck has the columns {', '.join(COLUMNS)}; this has no name.")
    entries: list[Entry] = []
    tally = {"cards": 0, "blank": 0, "headers": 0}
    game = ""
    for line, cells in rows_of(text, source):
        row = {key: visible(bare(cell)) for key, cell in zip(head, cells, strict=False)}
        if not row.get("name") and not row.get("slug"):
            tally["blank"] += 1
            continue
        tally["cards"] += 1
        game = game or game_of(row.get("game", ""))
        entry = _entry(row, line, mark.join(cells)[:200])
        entries.append(_too_wide(entry) if any(cell.strip() for cell in cells[len(head) :]) else entry)
    return _listed(entries, game, source, tally)


def _entry(row: Mapping[str, str], line: int, text: str) -> Entry:
    pile = row.get("pile", "")
    known = words.heading_of(pile)
    ids = {key: row[column] for key, column in (("slug", "slug"), ("code", "number")) if row.get(column)}
    name = row.get("name") or row.get("slug", "")
    where = known if known in (words.DICE, words.FIRST_FIVE) else words.pile_of(pile) if pile else MAIN
    return counted(Entry(name, pile=where, line=line, ids=ids, text=text), count_of(row.get("count") or None))


def _too_wide(entry: Entry) -> Entry:
    """A row with more cells than there are columns: what stands where is anybody's guess."""
    message = f'there is more in the row of "{entry.name}" than there are columns.'
    fix = "Put quotes around a name with a comma."
    return replace(entry, fault=Problem("bad_line", "error", message, lines=(entry.line,), fix=fix))


def _listed(entries: list[Entry], game: str, source: str, tally: Mapping[str, int]) -> DeckList:
    dice = [one for one in entries if one.pile == words.DICE]
    first = [one for one in entries if one.pile == words.FIRST_FIVE]
    return DeckList(
        game=game,
        format=NAME,
        source=source,
        entries=tuple(one for one in entries if one.pile not in (words.DICE, words.FIRST_FIVE)),
        dice=tuple(replace(one, name=words.die_of(one.name)) for one in dice if not one.fault),
        first_five=tuple(first),
        report=Report(lines=sum(tally.values()), **tally),
        problems=tuple(one.fault for one in dice if one.fault),
    )


def write(deck: Deck) -> str:
    """A deck as a table: UTF-8 without a mark, commas, one row a card of a pile."""
    import csv

    table = io.StringIO()
    rows = csv.writer(table, lineterminator="\n")
    rows.writerow(COLUMNS)
    found = [(words.DICE, dice.count, dice.type, deck.game, "", "") for dice in deck.dice]
    found += [(pile, *_row(slot)) for pile, slots in piles(deck).items() for slot in slots]
    found += [(words.FIRST_FIVE, *_row(Slot(card, 1))) for card in deck.first_five]
    rows.writerows([guarded(str(cell)) for cell in row] for row in found)
    return table.getvalue()


def _row(slot: Slot) -> tuple[int, str, str, str, str]:
    return slot.count, slot.card.name, slot.card.game, printed(slot).code, slot.card.slug


def loses(deck: Deck) -> list[str]:
    """What this format cannot hold of a deck, in words."""
    return lost(deck, "piles", "printings", "dice", "first five")
