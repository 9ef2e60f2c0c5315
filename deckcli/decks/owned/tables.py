"""Tables of a collection (CSV): our own form, and those of the programs that people keep their cards in.

A table is known by its columns; a column of another name is told by `--map`. Only a name (or a slug) and a count must
be there.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from catalog.errors import UnreadableError
from catalog.names import fold
from catalog.saved import Holding
from deckcli.decks.cells import bare, bare_of_formula, guarded, head_of, rows_of
from deckcli.errors import UsageError

OWN = "deckcli"
MOST_ROWS = 1_000_000
"""Rows of a table; each takes up to 2 kB of memory while it is taken in, so that short ones must not be more."""
COLUMNS = (
    "game", "name", "slug", "printing", "count", "for_trade", "condition", "language", "finish", "binder", "note",
)  # fmt: skip
"""The columns of our own form, in which nothing is lost."""

FIELDS: Mapping[str, str] = {
    "count": "count|quantity|qty|amount|copies|number of copies|owned|have|reg qty|regular quantity"
    "|anzahl|menge|cantidad|quantite|枚数|数量",
    "foil_count": "foil quantity|foil count|foil qty|qty foil|quantity foil|foils",
    "for_trade": "for_trade|for trade|tradelist count|trade quantity|trade count|trade",
    "name": "name|card name|card|cardname|karte|kartenname|carta|carte|カード名|カード",
    "slug": "slug",
    "game": "game",
    "set": "set code|edition code|set|edition|set id|release",
    "set_name": "set name|edition name",
    "number": "collector number|card number|number|collector no|card no|no",
    "printing": "code|printing code",
    "condition": "condition|grade",
    "language": "language|lang",
    "finish": "finish|foil|finish type",
    "binder": "binder|binder name|folder|folder name|location|box",
    "note": "note|notes|comment|comments",
}
"""What a column can mean, and by which heads it is known whatever their case."""
_FIELD_OF = {fold(head): name for name, heads in FIELDS.items() for head in heads.split("|")}


class Form(NamedTuple):
    """One program's table: the heads that tell it from others, what some of its heads mean otherwise than elsewhere,
    its whole head, and its words for conditions and finishes (ours by its own)."""

    name: str
    marks: tuple[str, ...]
    heads: Mapping[str, str]
    columns: tuple[str, ...]
    conditions: Mapping[str, str]
    finishes: Mapping[str, str]
    first: str = ""
    """A line that stands before the head."""
    newline: str = "\n"
    quoted: bool = False


_SITE = {"M": "Mint", "NM": "Near Mint", "LP": "Lightly Played", "MP": "Moderately Played", "PL": "Played",
         "HP": "Heavily Played", "D": "Damaged"}  # fmt: skip
_DECKBOX = {"M": "Mint", "NM": "Near Mint", "LP": "Good (Lightly Played)", "PL": "Played", "HP": "Heavily Played",
            "PO": "Poor"}  # fmt: skip
_MANABOX = {"M": "mint", "NM": "near_mint", "EX": "excellent", "GD": "good", "LP": "light_played", "PL": "played",
            "PO": "poor"}  # fmt: skip
_DRAGON = {"M": "Mint", "NM": "NearMint", "EX": "Excellent", "GD": "Good", "LP": "LightPlayed", "PL": "Played",
           "PO": "Poor"}  # fmt: skip
_SHORT = {"NM": "NM", "LP": "LP", "MP": "MP", "HP": "HP", "D": "D"}
_OURS = {code: code for code in ("M", "NM", "EX", "GD", "LP", "MP", "PL", "HP", "PO", "D")}
_FOIL = {"": "", "foil": "foil", "etched": "etched"}
_NORMAL = {"": "Normal", "foil": "Foil", "etched": "Etched"}

FORMS: Mapping[str, Form] = {
    form.name: form
    for form in (
        Form(OWN, ("game", "slug", "printing", "for_trade"), {"printing": "printing"}, COLUMNS, _OURS, {}),
        Form(
            "moxfield",
            ("tradelist count", "edition", "collector number"),
            {"edition": "set"},
            ("Count", "Tradelist Count", "Name", "Edition", "Condition", "Language", "Foil", "Tags", "Last Modified",
             "Collector Number", "Alter", "Proxy", "Purchase Price"),
            _SITE, _FOIL, quoted=True,
        ),
        Form(
            "deckbox",
            ("tradelist count", "edition", "card number"),
            {"edition": "set_name"},
            ("Count", "Tradelist Count", "Name", "Edition", "Edition Code", "Card Number", "Condition", "Language",
             "Foil", "Signed", "Artist Proof", "Altered Art", "Misprint", "Promo", "Textless", "Printing Id",
             "Printing Note", "Tags", "My Price"),
            _DECKBOX, {"": "", "foil": "foil"},
        ),
        Form(
            "manabox",
            ("set code", "set name", "quantity", "collector number", "manabox id"),
            {},
            ("Binder Name", "Binder Type", "Name", "Set code", "Set name", "Collector number", "Foil", "Rarity",
             "Quantity", "ManaBox ID", "Scryfall ID", "Purchase price", "Misprint", "Altered", "Condition", "Language",
             "Purchase price currency"),
            _MANABOX, {"": "normal", "foil": "foil", "etched": "etched"},
        ),
        Form(
            "dragonshield",
            ("card name", "trade quantity", "printing"),
            {"printing": "finish"},
            ("Folder Name", "Quantity", "Trade Quantity", "Card Name", "Set Code", "Set Name", "Card Number",
             "Condition", "Printing", "Language", "Price Bought", "Date Bought", "LOW", "MID", "MARKET"),
            _DRAGON, {"": "Normal", "foil": "Foil"}, '"sep=,"', "\r\n",
        ),
        Form(
            "archidekt",
            ("quantity", "finish", "edition code", "collector number"),
            {},
            ("Quantity", "Name", "Finish", "Condition", "Date Added", "Language", "Purchase Price", "Tags",
             "Edition Name", "Edition Code", "Multiverse Id", "Scryfall ID", "Collector Number"),
            _SHORT, _NORMAL,
        ),
        Form("plain", (), {}, ("count", "name"), {}, {}),
    )
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class TableRow:
    """One row: the 1-based line it begins in, its cells by what they mean, the whole of it for messages, and whether
    cells with something in them stand beyond the last column."""

    line: int
    cells: Mapping[str, str] = field(hash=False)
    text: str = ""
    beyond: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """A table that was read. `ignored` are columns that say nothing we keep; `blank` counts rows without a cell."""

    form: str
    rows: tuple[TableRow, ...]
    ignored: tuple[str, ...] = ()
    blank: int = 0


def read_table(text: str, source: str, form: str = "", mapped: Mapping[str, str] | None = None) -> Table:
    """A table by its head. `form` is one of FORMS where the head does not tell, `mapped` what columns mean, by head.

    Raises UnreadableError for a table without a name or a count, or with quotes that are never closed, and UsageError
    for a form or field that nobody knows and for a head that is not there.
    """
    heads = head_of(text)[2]
    chosen = FORMS[form or form_of(heads)]
    fields = _fields(heads, chosen, mapped or {})
    plain = bare if chosen.name == OWN else bare_of_formula
    known = set(filter(None, fields))
    if not {"name", "slug"} & known or not {"count", "foil_count"} & known:
        lacking = "count" if {"name", "slug"} & known else "name"
        there = ", ".join(heads[:12]) or "there is no head"
        raise UnreadableError(
            source,
            f"no column here is the {lacking}: {there}. A table begins with what its columns are called; "
            f"--map 'HEAD={lacking}' says which it is.",
        )
    rows: list[TableRow] = []
    blank = 0
    for line, cells in rows_of(text, source):
        if not any(cell.strip() for cell in cells):
            blank += 1
            continue
        if len(rows) == MOST_ROWS:
            raise UnreadableError(source, f"a table of more than {MOST_ROWS:,} rows. Take it in in parts.")
        told = {name: plain(cell) for name, cell in zip(fields, cells, strict=False) if name}
        beyond = any(cell.strip() for cell in cells[len(fields) :])
        rows.append(TableRow(line, told, ",".join(cells)[:200], beyond))
    ignored = tuple(head for head, name in zip(heads, fields, strict=True) if not name and head)
    return Table(chosen.name, tuple(rows), ignored, blank)


def form_of(heads: Sequence[str]) -> str:
    """The form that a head is of: the first whose marks are all there."""
    folded = {fold(head) for head in heads}
    return next(form.name for form in FORMS.values() if set(form.marks) <= folded)


def _fields(heads: Sequence[str], form: Form, mapped: Mapping[str, str]) -> list[str]:
    """What each column means; "" for one that means nothing here. The first of two alike wins."""
    unknown = [head for head in mapped if fold(head) not in map(fold, heads)]
    if unknown:
        raise UsageError(f'--map: no column is called "{unknown[0]}". There are: {", ".join(heads[:20])}.')
    wrong = [name for name in mapped.values() if name not in FIELDS]
    if wrong:
        raise UsageError(f'--map: nothing here is a "{wrong[0]}". A column can be: {", ".join(FIELDS)}.')
    told = {fold(head): name for head, name in mapped.items()}
    found: list[str] = []
    for head in map(fold, heads):
        name = told.get(head) or (form.heads.get(head) or _FIELD_OF.get(head, ""))
        taken = name in found or (head not in told and name in told.values())
        found.append("" if taken else name)
    return found


# ---------------------------------------------------------------- writing


class Printed(NamedTuple):
    """What a table tells of a card besides the holding: its name, and its printing's release, that one's name, and
    number (the code where there is one)."""

    name: str
    release: str = ""
    release_name: str = ""
    number: str = ""


def write_table(form: str, holdings: Iterable[tuple[Holding, Printed]]) -> str:
    """A table in one of FORMS: UTF-8 without a mark."""
    import csv

    chosen = FORMS[form]
    fields = _fields(chosen.columns, chosen, {})
    values: list[Callable[[Holding, Printed], str]] = [_cell(name, chosen) for name in fields]
    rows = [[guarded(value(one, printed)) for value in values] for one, printed in holdings]
    # A carriage return within a cell is quoted by some versions of the csv module, and not by others.
    quoted = chosen.quoted or any("\r" in cell for row in rows for cell in row)
    table = io.StringIO()
    table.write(chosen.first + chosen.newline if chosen.first else "")
    writer = csv.writer(table, lineterminator=chosen.newline, quoting=csv.QUOTE_ALL if quoted else csv.QUOTE_MINIMAL)
    writer.writerow(chosen.columns)
    writer.writerows(rows)
    return table.getvalue()


def _cell(name: str, form: Form) -> Callable[[Holding, Printed], str]:
    """What stands in the column of a field."""
    match name:
        case "name":
            return lambda one, printed: printed.name
        case "set":
            return lambda one, printed: printed.release
        case "set_name":
            return lambda one, printed: printed.release_name
        case "number":
            return lambda one, printed: printed.number
        case "condition":
            return lambda one, printed: form.conditions.get(one.condition, one.condition)
        case "finish":
            return lambda one, printed: form.finishes.get(one.finish, one.finish)
        case "" | "foil_count":
            return lambda one, printed: ""
        case _:
            return lambda one, printed: str(getattr(one, name))


def lost_in(form: str, holdings: Iterable[Holding]) -> list[str]:
    """What a form cannot hold of these, in words; the words that it lacks for a condition stand in it as ours."""
    if form == OWN:
        return []
    chosen = FORMS[form]
    held = set(_fields(chosen.columns, chosen, {}))
    holdings = list(holdings)
    lost: dict[str, None] = {}
    if "game" not in held and len({one.game for one in holdings}) > 1:
        lost["of which game a card is (-g writes one game alone)"] = None
    for one in holdings:
        for name in ("condition", "language", "finish", "binder", "note", "for_trade"):
            if name not in held and getattr(one, name):
                lost[name.replace("_", " ")] = None
        if one.printing and not {"number", "printing"} & held:
            lost["printing"] = None
        if one.condition and "condition" in held and one.condition not in chosen.conditions:
            lost[f"its own word for the condition {one.condition}"] = None
    return list(lost)
