"""From the rows of a table to holdings: the card and printing behind every row, or why it has none."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from catalog.card import Card, Release
from catalog.names import fold, visible
from catalog.saved import MOST_COPIES, Holding
from deckcli.decks.deck import DeckList, Entry
from deckcli.decks.owned.grades import condition_of, finish_of
from deckcli.decks.owned.names import DIE, die_meant
from deckcli.decks.owned.picks import printing_of
from deckcli.decks.owned.tables import OWN, Table, TableRow
from deckcli.decks.resolve import Lookup, Named, name_all
from deckcli.titles import TITLES, game_of


class Shelf(Lookup, Protocol):
    """What this asks of a catalogue."""

    def releases(self, game: str = "") -> list[Release]:
        """Every release."""


@dataclass(frozen=True, slots=True)
class Refused:
    """A row that nothing could be made of, and why."""

    line: int
    text: str
    message: str
    suggestions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Taken:
    """What became of every row: those that are holdings (a row may be two: ordinary copies and foils), those that
    count nothing, those that were refused. `merged` rows added up with another one of the same kind."""

    rows: int
    holdings: tuple[Holding, ...]
    used: int
    zero: int
    merged: int
    refused: tuple[Refused, ...]
    notes: tuple[str, ...] = ()


_TAKEN_FOR = frozenset({"part_name", "remark", "other_number"})


class _Fault(Exception):  # noqa: N818
    """Why a row is refused."""


def take(table: Table, catalog: Shelf, *, game: str = "") -> Taken:
    """The holdings that a table tells of. `game` is that of rows which name none; without it, the game in which most
    of their names are found."""
    found = _Cards(catalog, table.rows, game)
    releases = {(one.game, fold(word)): one.slug for one in catalog.releases() for word in (one.slug, one.name)}
    holdings: list[Holding] = []
    refused: list[Refused] = []
    notes = dict.fromkeys(found.notes)
    zero = used = 0
    for row in table.rows:
        try:
            if row.beyond:
                raise _Fault("there is more in this row than there are columns; a name with a comma wants quotes.")
            made = _holdings(row, found, releases, notes, exact=table.form == OWN)
        except _Fault as fault:
            suggestions = found.near(row)
            refused.append(Refused(row.line, row.text, str(fault), suggestions))
            continue
        holdings += made
        used += bool(made)
        zero += not made
    kinds = {(h.game, h.slug, h.printing, h.condition, h.language, h.finish, h.binder, h.note) for h in holdings}
    return Taken(len(table.rows), tuple(holdings), used, zero, len(holdings) - len(kinds), tuple(refused), tuple(notes))


class _Cards:
    """The card behind every name of a table, each looked up once."""

    def __init__(self, catalog: Shelf, rows: Iterable[TableRow], game: str) -> None:
        self.catalog = catalog
        self.default = game
        self.named: dict[tuple[str, str, str], Named] = {}
        self.notes: list[str] = []
        """What was taken for a card though it is not its whole name."""
        wanted: dict[str, dict[tuple[str, str], int]] = {}
        for row in rows:
            if die_meant(_name(row)) is None and _name(row):
                wanted.setdefault(self.game_of(row), {}).setdefault((_name(row), _hint(row)), row.line)
        for of, names in wanted.items():
            self._look_up(of, names)

    def game_of(self, row: TableRow) -> str:
        """The game of a row, as it says itself, else as was told; "" where nobody does."""
        told = row.cells.get("game", "").strip()
        return (game_of(told) or told) if told else self.default

    def _look_up(self, game: str, names: Mapping[tuple[str, str], int]) -> None:
        entries = tuple(Entry(name, line=number, hint=hint) for number, (name, hint) in enumerate(names, 1))
        _, problems, named = name_all(DeckList(entries=entries), self.catalog, game=game)
        self.notes += [one.message for one in problems if one.code in _TAKEN_FOR]
        keys = list(names)
        self.named |= {(game, *keys[one.entry.line - 1]): one for one in named}

    def card(self, row: TableRow) -> Card:
        """The card of a row. Raises _Fault."""
        if (game := self.game_of(row)) and game not in TITLES:
            raise _Fault(f'no game is called "{game}". There are: {", ".join(TITLES)}.')
        slug = row.cells.get("slug", "").strip()
        card = self.catalog.card(self.game_of(row), slug) if slug else None
        if card is not None:
            return card
        one = self.named.get((self.game_of(row), _name(row), _hint(row)))
        if one is None:
            raise _Fault(f'no card is "{slug}".' if slug else "this row names no card.")
        if one.card is None and one.problem and one.problem.code == "wrong_game":
            raise _Fault(self._of_another_game(row, one.problem.cards[0]))
        if one.card is None:
            raise _Fault(one.problem.message if one.problem else f'"{_name(row)}" is no card.')
        return one.card

    def _of_another_game(self, row: TableRow, name: str) -> str:
        """Why a row is refused whose card is one of another game."""
        of = next((TITLES[one.card.game] for one in self.catalog.find(name) if one.card.game in TITLES), "another game")
        said = row.cells.get("game", "").strip()
        then = f"the row says {said}" if said else "the table is read as one of another: say it in a column `game`"
        return f"{name} is a card of {of}, and {then}."

    def near(self, row: TableRow) -> tuple[str, ...]:
        """Near names of a row that was refused for its name."""
        one = self.named.get((self.game_of(row), _name(row), _hint(row)))
        return one.problem.suggestions if one and one.problem else ()


def _name(row: TableRow) -> str:
    return visible(row.cells.get("name", ""))


def _hint(row: TableRow) -> str:
    """What tells cards of one name apart: the number of the printing."""
    number = visible(row.cells.get("printing", "") or row.cells.get("number", ""))
    code = visible(row.cells.get("set", ""))
    return f"{code}-{number.zfill(3)}" if code and number.isdecimal() else number


def _holdings(
    row: TableRow, cards: _Cards, releases: Mapping[tuple[str, str], str], notes: dict[str, None], *, exact: bool
) -> list[Holding]:
    """The holdings of one row; none for a count of 0. Raises _Fault."""
    count, foils, trade = (_count(row, name) for name in ("count", "foil_count", "for_trade"))
    if trade > count + foils:
        raise _Fault(f"{trade} for trade, and there are {count + foils}.")
    if not count + foils:
        return []
    game, slug, printing = _what(row, cards, releases, notes)
    kind = {
        "condition": row.cells.get("condition", "") if exact else condition_of(row.cells.get("condition", "")),
        "language": row.cells.get("language", "") if exact else visible(row.cells.get("language", "")),
        "binder": row.cells.get("binder", ""),
        "note": row.cells.get("note", ""),
    }
    told = row.cells.get("finish", "")
    finish = told if exact else finish_of(told)
    made = [Holding(game, slug, count, printing, finish=finish, for_trade=min(trade, count), **kind)] if count else []
    rest = trade - min(trade, count)
    return made + ([Holding(game, slug, foils, printing, finish="foil", for_trade=rest, **kind)] if foils else [])


def _what(
    row: TableRow, cards: _Cards, releases: Mapping[tuple[str, str], str], notes: dict[str, None]
) -> tuple[str, str, str]:
    """Game, slug and printing of a row."""
    slug = row.cells.get("slug", "").strip()
    die = die_meant(f"{slug.removeprefix(DIE)} dice" if slug.startswith(DIE) else _name(row))
    if die is not None:
        return die.game, die.slug, ""
    card = cards.card(row)
    return card.game, card.slug, _printing(card, row, releases, notes)


def _printing(card: Card, row: TableRow, releases: Mapping[tuple[str, str], str], notes: dict[str, None]) -> str:
    """The code of the printing that a row means: by its code, its number, or its set. Raises _Fault for a number that
    the card has not; a set that it is not in is said, and passed over."""
    told = [row.cells.get(name, "").strip() for name in ("printing", "number")]
    code = row.cells.get("set", "").strip()
    for number in filter(None, told):
        found = printing_of(card, number) or (printing_of(card, f"{code}-{number.zfill(3)}") if code else "")
        if not found and any(one.code for one in card.printings):
            known = ", ".join(one.code for one in card.printings[:8])
            raise _Fault(f'{card.name} has no printing "{number}". It has: {known}.')
        if found:
            return found
    words = [code, row.cells.get("set_name", "").strip()]
    slugs = {releases.get((card.game, fold(word))) for word in words if word} - {None}
    of_set = [one.code for one in card.printings if one.release in slugs]
    if any(words) and not of_set:
        notes[f"{card.name} is not in {next(filter(None, words))}; the row was taken without its set"] = None
    return min(of_set, key=len, default="")


_WHOLE = re.compile(r"(?<=\d)[.,]0{1,2}$")
"""What a spreadsheet makes of a whole number: 3.0, 3,00. With three noughts it may as well be a thousand."""


def _count(row: TableRow, name: str) -> int:
    """A count; 0 where the cell is empty. Raises _Fault."""
    text = row.cells.get(name, "").strip()
    text = text.removesuffix("x").strip() if text[:1].isdecimal() else text
    text = _WHOLE.sub("", text)
    if not text:
        if name == "count" and "foil_count" not in row.cells:
            raise _Fault("this row has no count.")
        return 0
    if not text.isdecimal() or len(text) > 12 or int(text) > MOST_COPIES:
        raise _Fault(f'"{text[:20]}" is no count: a whole number from 0 to {MOST_COPIES:,}.')
    return int(text)


def refused_words(refused: Sequence[Refused], most: int = 20) -> list[str]:
    """The refused rows, a line each; of very many the first."""
    lines = [f"line {one.line}: {one.message}" for one in refused[:most]]
    return lines + ([f"and {len(refused) - most} rows more."] if len(refused) > most else [])
