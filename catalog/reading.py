"""Look-ups in cards.db over the standard library's sqlite3: the fast path, which imports no ORM.

Every statement is a constant of this module (or a constant with a search's own condition put in), so that tests can
hold them against the models. What a person typed only ever travels as a parameter.
"""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from catalog.card import KINDS as KINDS
from catalog.card import BundledDeck, Card, Coverage, Face, Finish, Label, Match, Printing, Release
from catalog.errors import DatabaseTroubleError, DataFaultError, QueryError
from catalog.home import Home, data_root
from catalog.names import bare, fold, visible
from catalog.sources import sources, stamp

if TYPE_CHECKING:
    from catalog.query import Query

LONGEST_NAME = 400
"""Characters of a name that is looked up; nothing in the catalogue is as long."""
_NEAR = 0.6
"""How alike a name must be, from 0 to 1, to be suggested."""
_BEYOND = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_FORMAT)
_NUMBER = re.compile(r"([a-z]+\d+-\d+)[a-z+]+")

SQL: dict[str, str] = {
    "meta": "SELECT key, value FROM meta",
    "card": "SELECT body FROM card WHERE game = ? AND slug = ?",
    "named": "SELECT card.body FROM name JOIN card ON card.id = name.card"
    " WHERE name.key = ? AND name.kind = ? AND ? IN ('', name.game) ORDER BY card.id",
    "all": "SELECT body FROM card ORDER BY id",
    "cards": "SELECT body FROM card WHERE game = ? ORDER BY id",
    "find": "SELECT name.kind, card.name, card.body FROM name JOIN card ON card.id = name.card"
    " WHERE name.key = ? AND ? IN ('', name.game) ORDER BY card.id",
    "foreign": "SELECT DISTINCT card.id, card.body FROM foreign_id JOIN card ON card.id = foreign_id.card"
    " WHERE foreign_id.value = ? AND foreign_id.program = ? AND ? IN ('', foreign_id.game) ORDER BY card.id",
    "code": "SELECT DISTINCT card.id, card.body FROM printing JOIN card ON card.id = printing.card"
    " WHERE printing.code = ? AND ? IN ('', printing.game) ORDER BY card.id",
    "keys": "SELECT DISTINCT key FROM name",
    "near": "SELECT name.key, card.name FROM name JOIN card ON card.id = name.card"
    " WHERE name.kind IN ('name', 'alias', 'face') AND ? IN ('', name.game) ORDER BY name.id",
    "releases": "SELECT game, slug, name, position, cards, note FROM release WHERE ? IN ('', game)"
    " ORDER BY game, position, id",
    "bundled": "SELECT game, slug, name, section, text, source FROM bundled WHERE ? IN ('', game) ORDER BY id",
    "bundled_named": "SELECT game, slug, name, section, text, source FROM bundled"
    " WHERE slug = ? AND ? IN ('', game) ORDER BY id",
    "bundled_folded": "SELECT game, slug, name, section, text, source FROM bundled"
    " WHERE name_key = ? AND ? IN ('', game) ORDER BY id",
    "summons": "SELECT other.body FROM link JOIN card ON card.id = link.card JOIN card AS other"
    " ON other.id = link.target WHERE card.game = ? AND card.slug = ? ORDER BY link.id",
    "summoned_by": "SELECT other.body FROM link JOIN card ON card.id = link.target JOIN card AS other"
    " ON other.id = link.card WHERE card.game = ? AND card.slug = ? ORDER BY other.id",
    "fields": "SELECT DISTINCT fact.field FROM fact JOIN card ON card.id = fact.card WHERE ? IN ('', card.game)"
    " ORDER BY fact.field",
    "coverage_games": "SELECT game, '', count(*), sum(acting = 'yes'), sum(acting = 'partly'), sum(printed IS NULL),"
    " sum(origin = 'invented') FROM card WHERE ? IN ('', game) GROUP BY game ORDER BY game",
    "coverage": "SELECT one.game, one.release, count(*), sum(card.acting = 'yes'), sum(card.acting = 'partly'),"
    " sum(card.printed IS NULL), sum(card.origin = 'invented')"
    " FROM (SELECT DISTINCT game, release, card FROM printing WHERE ? IN ('', game)) AS one"
    " JOIN card ON card.id = one.card JOIN release ON release.game = one.game AND release.slug = one.release"
    " GROUP BY one.game, one.release ORDER BY release.game, release.position, release.id",
    "labels": "SELECT game, slug, name, name_key, type, id FROM card WHERE ? IN ('', game) ORDER BY id",
    "limits": "SELECT card, number FROM fact WHERE field = 'conjuration_limit' AND number IS NOT NULL",
    "formers": "SELECT name.game, name.key, card.slug FROM name JOIN card ON card.id = name.card"
    " WHERE name.kind = 'former' AND ? IN ('', name.game) ORDER BY name.id",
    "links": "SELECT card.game, card.slug, other.slug FROM link JOIN card ON card.id = link.card"
    " JOIN card AS other ON other.id = link.target WHERE ? IN ('', card.game) ORDER BY link.id",
    "faults": "SELECT place, message FROM fault ORDER BY id",
}

SEARCHES: dict[str, str] = {
    "printed": "SELECT card.body FROM card WHERE {where} ORDER BY card.id {down} LIMIT ?",
    "column": "SELECT card.body FROM card WHERE {where} ORDER BY card.{column} COLLATE NOCASE {down}, card.id LIMIT ?",
    "release": "SELECT card.body FROM card JOIN release ON release.game = card.game AND release.slug = card.release"
    " WHERE {where} ORDER BY release.position {down}, card.id LIMIT ?",
    "printing": "SELECT card.body FROM card LEFT JOIN (SELECT card, min({column}) AS text FROM printing"
    " WHERE {column} <> '' GROUP BY card) AS sorted ON sorted.card = card.id WHERE {where}"
    " ORDER BY sorted.text IS NULL, sorted.text {down}, card.id LIMIT ?",
    "fact": "SELECT card.body FROM card LEFT JOIN (SELECT card, min(number) AS number, min(text) AS text FROM fact"
    " WHERE field IN (SELECT value FROM json_each(?)) GROUP BY card) AS sorted ON sorted.card = card.id"
    " WHERE {where} ORDER BY sorted.text IS NULL, sorted.number IS NULL, sorted.number {down},"
    " sorted.text COLLATE NOCASE {down}, card.id LIMIT ?",
}
COUNTS: dict[str, str] = {
    "column": "SELECT card.{column}, count(*) AS cards FROM card WHERE {where} GROUP BY 1"
    " ORDER BY cards DESC, card.{column}",
    "printing": "SELECT printing.{column}, count(DISTINCT card.id) AS cards FROM card JOIN printing"
    " ON printing.card = card.id WHERE {where} AND printing.{column} <> '' GROUP BY 1"
    " ORDER BY cards DESC, printing.{column}",
    "fact": "SELECT fact.text, count(DISTINCT card.id) AS cards FROM card JOIN fact"
    " ON fact.card = card.id AND fact.field IN (SELECT value FROM json_each(?)) WHERE {where} GROUP BY 1"
    " ORDER BY cards DESC, min(fact.number), fact.text",
}
_SORTS: dict[str, tuple[str, str]] = {
    "": ("", "printed"),
    **{name: (name, "column") for name in ("name", "type", "game", "acting", "origin", "pack", "slug")},
    **dict.fromkeys(("release", "set"), ("", "release")),
    **{name: (name, "printing") for name in ("number", "code", "rarity")},
}
"""What a search can be sorted by, besides printed facts: column and statement."""
_COUNTS: dict[str, tuple[str, str]] = {
    **{name: (name, "column") for name in ("type", "game", "acting", "origin", "pack")},
    **dict.fromkeys(("release", "set"), ("release", "printing")),
    "rarity": ("rarity", "printing"),
}

Rows: TypeAlias = "list[tuple[Any, ...]]"
T = TypeVar("T")


class _GarbledError(Exception):
    """A row holds what no build wrote."""


class Catalog:
    """The card catalogue, read-only; a context manager. Every method raises DatabaseTroubleError when the file cannot
    be read; a file that is found broken is first made anew, once, since everything in it is derived."""

    def __init__(self, path: Path, connection: sqlite3.Connection, remake: Callable[[], sqlite3.Connection]) -> None:
        self.path = path
        self._connection = connection
        self._remake: Callable[[], sqlite3.Connection] | None = remake

    @classmethod
    def open(
        cls,
        home: Home,
        finish: Callable[[], Finish] | None = None,
        *,
        data: Path | None = None,
        version: str = "1",
    ) -> Catalog:
        """Open cards.db; build it first when it is missing, broken, or older than what it is made from.

        `finish()` gives what checks effects (see `loading`), and is called only for a build; `version` names the
        language of effects it speaks, so that another one builds anew. `data` is the folder of data files, unless the
        installed one. Raises DatabaseTroubleError, and DataFaultError when bundled data break their form.
        """
        data = data or _data_root()
        path = home.cards
        mark = stamp(data, sources(data, home.packs))

        def made() -> sqlite3.Connection:
            from catalog.loading import build

            build(home, finish() if finish else None, data=data, version=version)
            return _connect(path)

        current = _current(path, mark, version if finish else None)
        try:
            return cls(path, current or made(), made)
        except sqlite3.Error as error:
            raise _trouble(path, error) from None

    def __enter__(self) -> Catalog:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file."""
        self._connection.close()

    # ------------------------------------------------------------ cards

    def card(self, game: str, slug: str) -> Card | None:
        """The card of that slug, or that had it formerly; None when there is none."""
        found = self._cards(SQL["card"], game, slug) or (self._named(slug, "former", game) if game else [])
        return found[0] if found else None

    def cards(self, game: str = "") -> Iterator[Card]:
        """Every card in printed order, game by game."""
        return iter(self._cards(SQL["cards"], game) if game else self._cards(SQL["all"]))

    def labels(self, game: str = "") -> dict[tuple[str, str], Label]:
        """What every card is called, in printed order, by game and slug; a former slug finds its card too."""
        # Not joined: SQLite may then look through all limits for every card.
        limits: dict[int, int] = dict(self._ask(SQL["limits"], (), lambda rows: [(row[0], row[1]) for row in rows]))
        rows = self._ask(SQL["labels"], (game,), lambda rows: [(*row, limits.get(row[5], 0)) for row in rows])
        found = {(row[0], row[1]): Label(*row) for row in rows}
        for of, key, slug in self._ask(SQL["formers"], (game,), list):
            found.setdefault((of, key), found[of, slug])
        return found

    def links(self, game: str = "") -> dict[tuple[str, str], list[str]]:
        """The slugs that each card can bring out itself, by its game and slug; those that bring out none left out."""
        found: dict[tuple[str, str], list[str]] = {}
        for of, slug, target in self._ask(SQL["links"], (game,), list):
            found.setdefault((of, slug), []).append(target)
        return found

    def find(self, name: str, game: str = "") -> list[Match]:
        """Every card of the best kind that a name fits; none when nothing fits.

        A name as written wins; then its folded key counts, by kind in the order of KINDS; then the key without marks
        that people leave out, the faces of "A/B", and a card number behind which stands a rarity it never had.
        """
        if len(name) > LONGEST_NAME:
            return []
        wanted = visible(name)
        for key in keys_of(wanted):
            found = self._ask(SQL["find"], (key, game), lambda rows: _best(rows, wanted))
            if found:
                return found
        return []

    def keys(self) -> frozenset[str]:
        """Every folded name that finds a card of some kind."""
        return frozenset(self._ask(SQL["keys"], (), _firsts))

    def foreign(self, program: str, value: str, game: str = "") -> list[Card]:
        """The cards that another program calls `value`: by its own id, or by `slug` or printed `code`."""
        if program == "slug":
            key = fold(value[:LONGEST_NAME])
            return next((found for kind in ("slug", "former") if (found := self._named(key, kind, game))), [])
        if program == "code":
            return self._cards(SQL["code"], fold(value[:LONGEST_NAME]), game, column=1)
        return self._cards(SQL["foreign"], value, program, game, column=1)

    def suggest(self, name: str, game: str = "", most: int = 3) -> list[str]:
        """Up to `most` names near to `name`, nearest first; only its beginning is looked at when it is very long."""
        wanted = bare(name[:100])
        if not wanted or most < 1:
            return []
        keys: dict[str, str] = {}
        for key, written in self._ask(SQL["near"], (game,), list):
            keys.setdefault(key, written)
        near = _begun(wanted, keys) + _near(wanted, list(keys), most * 4)
        return list(dict.fromkeys(keys[key] for key in near))[:most]

    def summons(self, card: Card) -> list[Card]:
        """The cards that it can bring out itself, in the order it names them."""
        return self._cards(SQL["summons"], card.game, card.slug)

    def summoned_by(self, card: Card) -> list[Card]:
        """The cards that can bring it out themselves."""
        return self._cards(SQL["summoned_by"], card.game, card.slug)

    # ------------------------------------------------------------ searches

    def search(self, query: Query, *, sort: str = "", limit: int = 0) -> list[Card]:
        """The cards that a query fits. `sort` is a column (name, type, release, game, number, rarity, acting, origin,
        pack, slug) or a printed fact, by any name that a query may use for it; "-" before it or ":desc" behind it
        turns it round; without it, cards stand as printed. A fact sorts by number, then by word; cards without it come
        last. `limit` 0 is no limit. One bare word that fits no card finds those whose initials it is. Raises
        QueryError."""
        found = self._search(query, sort, limit)
        other = None if found else query.by_initials()
        return self._search(other, sort, limit) if other else found

    def _search(self, query: Query, sort: str, limit: int) -> list[Card]:
        where, parameters = query.where()
        told = sort or query.order
        field, down = _direction(told)
        column, kind = _SORTS.get(field, (field, "fact"))
        before = [json.dumps(self._facts_called(field, told))] if kind == "fact" else []
        text = SEARCHES[kind].format(where=where, column=column, down="DESC" if down else "")
        return self._cards(text, *before, *parameters, limit or -1)

    def count_by(self, query: Query, field: str) -> list[tuple[str, int]]:
        """How many of the cards that a query fits have each value of a printed fact, or of type, game, release,
        rarity, acting, origin or pack: (value, cards), most first. A card with several values counts for each; one
        without any counts for none. Raises QueryError."""
        where, parameters = query.where()
        field = field.strip().casefold()
        column, kind = _COUNTS.get(field, (field, "fact"))
        text = COUNTS[kind].format(where=where, column=column)
        if kind != "fact":
            return self._ask(text, tuple(parameters), _counts)
        # A fact of just that name before what it may be short for.
        exact = self._ask(text, (json.dumps([field]), *parameters), _counts)
        return exact or self._ask(text, (json.dumps(self._facts_called(field, field)), *parameters), _counts)

    def fields(self, game: str = "") -> tuple[str, ...]:
        """The names of the printed facts, in alphabetical order."""
        return tuple(self._ask(SQL["fields"], (game,), _firsts))

    # ------------------------------------------------------------ the rest

    def releases(self, game: str = "") -> list[Release]:
        """Every release in the order they came out, game by game."""
        return self._ask(SQL["releases"], (game,), lambda rows: [Release(*row) for row in rows])

    def bundled(self, game: str = "") -> list[BundledDeck]:
        """Every deck list that comes with deckcli, by game and slug."""
        return self._ask(SQL["bundled"], (game,), _decks)

    def find_bundled(self, name: str, game: str = "") -> list[BundledDeck]:
        """The bundled decks of that slug; when there is none, of that name."""
        if len(name) > LONGEST_NAME:
            return []
        found = self._ask(SQL["bundled_named"], (visible(name).casefold(), game), _decks)
        return found or self._ask(SQL["bundled_folded"], (fold(name), game), _decks)

    def coverage(self, game: str = "") -> list[Coverage]:
        """How many cards act, game by game: first the game as a whole, then its releases in order. A card counts in
        every release that it was printed in."""
        rows = self._ask(SQL["coverage"], (game,), list)
        found = []
        for total in self._ask(SQL["coverage_games"], (game,), list):
            found += [Coverage(*row) for row in (total, *(row for row in rows if row[0] == total[0]))]
        return found

    def faults(self) -> list[tuple[str, str]]:
        """What was left out of the catalogue: (file or entry, what is wrong)."""
        return self._ask(SQL["faults"], (), lambda rows: [(place, message) for place, message in rows])

    # ------------------------------------------------------------ asking

    def _named(self, key: str, kind: str, game: str) -> list[Card]:
        return self._cards(SQL["named"], key, kind, game)

    def _facts_called(self, field: str, told: str) -> tuple[str, ...]:
        from catalog.query import facts_called  # whoever has a Query has loaded it

        known = self.fields()
        found = facts_called(field, known)
        if not found:
            raise QueryError(told, 1, f'No card has a "{visible(field)[:40]}". There are: {", ".join(known)}.')
        return found

    def _cards(self, statement: str, *parameters: str | int, column: int = 0) -> list[Card]:
        return self._ask(statement, parameters, lambda rows: [card_of(row[column]) for row in rows])

    def _ask(self, statement: str, parameters: tuple[str | int, ...], read: Callable[[Rows], T]) -> T:
        """The rows of a statement, as `read` makes them; a broken file is made anew once."""
        try:
            return _read(self._connection, statement, parameters, read)
        except (sqlite3.Error, _GarbledError) as error:
            if self._remake is None or not _is_broken(error):
                raise _trouble(self.path, error) from None
        remake, self._remake = self._remake, None
        self._connection.close()
        try:
            self._connection = remake()
            return _read(self._connection, statement, parameters, read)
        except (sqlite3.Error, _GarbledError) as error:
            raise _trouble(self.path, error) from None


def card_of(body: str) -> Card:
    """The card that a row's body holds (see `loading.body_of`)."""
    game, slug, name, name_key, faces, printings, aliases, formerly, *rest = json.loads(body)
    copies_max, summons, origin, pack, note, acting = rest
    return Card(
        game, slug, name, name_key,
        tuple(_face(*face) for face in faces),
        tuple(Printing(*printing) for printing in printings),
        tuple(aliases), tuple(formerly), copies_max, tuple(summons), origin, pack, note, acting,
    )  # fmt: skip


def _face(
    name: str,
    kind: str,
    facts: dict[str, Any],
    side: str,
    abilities: list[str] | None,
    text: str,
    published: str,
    slug: str = "",
) -> Face:
    for key, value in facts.items():
        if isinstance(value, list):
            facts[key] = _tuple(value)
    return Face(name, kind, facts, side, None if abilities is None else tuple(abilities), text, published, slug)


def _tuple(items: list[Any]) -> tuple[Any, ...]:
    return tuple(_tuple(item) if isinstance(item, list) else item for item in items)


# ---------------------------------------------------------------- the file


def _data_root() -> Path:
    try:
        return data_root()
    except FileNotFoundError as error:
        raise DataFaultError("deckcli", str(error)) from None


def _connect(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, isolation_level=None)
    try:
        connection.execute("PRAGMA query_only = 1")
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def _current(path: Path, mark: str, finished: str | None) -> sqlite3.Connection | None:
    """A connection to a catalogue that is up to date; None when it has to be built."""
    try:
        connection = _connect(path)
    except sqlite3.Error:
        return None  # there is none, or building tells better what is wrong with the place
    try:
        meta = dict(connection.execute(SQL["meta"]))
    except (sqlite3.Error, ValueError, TypeError):
        meta = {}
    if meta.get("stamp") == mark and finished in (None, meta.get("finished")):
        return connection
    connection.close()
    return None


def _read(
    connection: sqlite3.Connection, statement: str, parameters: tuple[str | int, ...], read: Callable[[Rows], T]
) -> T:
    rows = connection.execute(statement, parameters).fetchall()
    try:
        return read(rows)
    except (ValueError, TypeError, LookupError, AttributeError) as error:
        raise _GarbledError(f"a row cannot be read: {error}") from error


def _is_broken(error: Exception) -> bool:
    if isinstance(error, _GarbledError):
        return True
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    return code in _BEYOND or str(error).startswith(("no such table", "no such column"))


def _trouble(path: Path, error: Exception) -> DatabaseTroubleError:
    return DatabaseTroubleError(
        path, f"the card catalogue cannot be read ({error}).", "Remove the file; it is made anew."
    )


# ---------------------------------------------------------------- names


def keys_of(wanted: str) -> list[str]:
    """What to look a name without invisible characters up by, surest first."""
    key = fold(wanted)
    keys = [key]
    if "/" in key and "//" not in key:
        keys.append(fold(key.replace("/", " // ")))
    keys.append(bare(wanted))
    number = _NUMBER.fullmatch(key)
    if number:
        keys.append(number[1])
    return [one for one in dict.fromkeys(keys) if one]


def _best(rows: Rows, wanted: str) -> list[Match]:
    """The rows (kind, name, body) whose name is as written; when there is none, those of the best kind."""
    exact = [body for kind, name, body in rows if kind == "name" and name == wanted]
    if exact:
        return [Match(card_of(body), "name") for body in exact]
    best = min((kind for kind, _, _ in rows), key=KINDS.index, default="")
    return [Match(card_of(body), kind) for kind, _, body in rows if kind == best]


def _begun(wanted: str, keys: dict[str, str]) -> list[str]:
    """Names that go on as `wanted` does, the shortest first: what was meant by a beginning."""
    return sorted((key for key in keys if len(wanted) > 2 and key.startswith(wanted)), key=len)[:2]


def _near(wanted: str, keys: list[str], most: int) -> list[str]:
    try:
        from rapidfuzz import process
        from rapidfuzz.distance import OSA
    except ImportError:
        from difflib import get_close_matches

        return get_close_matches(wanted, keys, n=most, cutoff=_NEAR)
    found = process.extract(wanted, keys, scorer=OSA.normalized_similarity, limit=most, score_cutoff=_NEAR)
    return [key for key, _, _ in found]


def _direction(sort: str) -> tuple[str, bool]:
    """The field of a sort, and whether it goes down."""
    field, _, way = sort.strip().partition(":")
    return field.removeprefix("-").strip().casefold(), field.startswith("-") != (way.casefold() == "desc")


def _firsts(rows: Rows) -> list[str]:
    return [row[0] for row in rows]


def _counts(rows: Rows) -> list[tuple[str, int]]:
    return [(value, cards) for value, cards in rows]


def _decks(rows: Rows) -> list[BundledDeck]:
    return [BundledDeck(*row) for row in rows]
