"""Data files and a person's packs -> cards.db. `reading` comes here only to build."""

from __future__ import annotations

import contextlib
import gc
import json
import os
import re
import secrets
import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeAlias

from catalog.card import BundledDeck, Card, Face, Fact, Finish, Finished, Printing, Release
from catalog.entries import (
    CARD_KEYS,
    FACE_KEYS,
    PRINTING_KEYS,
    CardFile,
    Document,
    Entry,
    bundled_file,
    effects_file,
    fact_of,
    pack_file,
    text_of,
)
from catalog.errors import DatabaseTroubleError, DataFaultError
from catalog.home import Home, data_root
from catalog.names import bare, fold, initials, visible
from catalog.searched import searched_name, searched_text
from catalog.sources import CARDS, DECKS, EFFECTS, PACK, Source, games, sources, stamp
from catalog.tables import SEARCH_TABLE, TABLES

_AFTER_ALL = 1_000_000
"""The position of releases that only a pack knows: behind the published ones."""
_STALE = 3600
"""Seconds after which a half-built file is nobody's any more."""
_HEADER = re.compile(r"(?im)^(Name|Group)[ \t]*:[ \t]*(.+?)[ \t]*$")

Row: TypeAlias = "tuple[int | str | None, ...]"


@dataclass(frozen=True, slots=True)
class Loaded:
    """Everything that goes into cards.db. Cards and releases stand in printed order, game by game; `written` counts
    the effects written for a card; `faults` are (place, what) of packs that were left out."""

    cards: tuple[tuple[Card, int], ...]
    releases: tuple[Release, ...]
    decks: tuple[BundledDeck, ...]
    faults: tuple[tuple[str, str], ...]


class _PackFaultError(DataFaultError):
    """A fault that shows only when files are put together; `pack` is the file to leave out."""

    def __init__(self, place: str, what: str) -> None:
        super().__init__(place, what)
        self.pack = place.split(", ")[0]


def build(home: Home, finish: Finish | None, *, data: Path | None = None, version: str = "1") -> None:
    """Build cards.db beside the old one and move it into place.

    `version` tells which language of effects `finish` speaks. Raises DataFaultError for bundled data that breaks its
    form, DatabaseTroubleError when the file cannot be written. Killed at any moment, the old or the new file is whole.
    """
    with _no_collector():
        _build(home, finish, data or data_root(), version)


def _build(home: Home, finish: Finish | None, data: Path, version: str) -> None:
    """The build itself: all that it made is let go of when it returns, before the collector would look through it."""
    files = sources(data, home.packs)
    mark = stamp(data, files)  # taken first: a file that changes from here on makes the result stale
    loaded = load(files, finish, games(data))
    try:
        _write(home, loaded, {"stamp": mark, "finished": version if finish else ""})
    except OSError as error:
        what = f"cannot be written ({error.strerror})."
        raise DatabaseTroubleError(home.cards, what, "Set DECKCLI_HOME to a folder that you may write.") from None


@contextlib.contextmanager
def _no_collector() -> Iterator[None]:
    """A build makes a million values that all live to its end; looking for circles among them costs a fifth of it."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


# ---------------------------------------------------------------- files -> cards


def load(files: Iterable[Source], finish: Finish | None, known: tuple[str, ...] = ()) -> Loaded:
    """Read and check every file. A pack with a fault is left out whole and named in `faults`; `known` are the games
    that a pack may speak of (those of `files`, when empty). Raises DataFaultError for the game's own files."""
    files = tuple(files)
    known = known or tuple(dict.fromkeys(source.game for source in files if source.game))
    effects: dict[tuple[str, str], Document] = {}
    for source in _of(files, EFFECTS):
        effects |= {(source.game, slug): entry for slug, entry in effects_file(source).items()}
    bundled = [bundled_file(source) for source in _of(files, CARDS)]
    packs, faults = _packs(files, known)
    gathering = _Gathering(effects, finish or _unfinished)
    while True:
        try:
            cards, releases = gathering.put_together(bundled, packs)
        except _PackFaultError as fault:
            packs = [pack for pack in packs if pack.place != fault.pack]
            faults.append((fault.where, fault.what))
        else:
            break
    decks = tuple(_deck(source) for source in _of(files, DECKS))
    return Loaded(cards, releases, decks, tuple(faults))


def _of(files: Iterable[Source], kind: str) -> Iterator[Source]:
    return (source for source in files if source.kind == kind)


def _unfinished(game: str, entry: Mapping[str, object], effects: Mapping[str, object] | None) -> Finished:
    return Finished()


def _packs(files: Iterable[Source], known: tuple[str, ...]) -> tuple[list[CardFile], list[tuple[str, str]]]:
    packs, faults = [], []
    for number, source in enumerate(_of(files, PACK)):
        try:
            packs.append(pack_file(source, known, _AFTER_ALL + number))
        except DataFaultError as fault:
            faults.append((fault.where, fault.what))
    return packs, faults


class _Gathering:
    """Puts checked files together; finishing a card is dear, so that what it gave is kept for the next try."""

    def __init__(self, effects: Mapping[tuple[str, str], Document], finish: Finish) -> None:
        self.effects = effects
        self.finish = finish
        self.finished: dict[tuple[Entry, int], Finished] = {}
        self.of_faces: dict[Entry, Document] = {}

    def put_together(
        self, bundled: list[CardFile], packs: list[CardFile]
    ) -> tuple[tuple[tuple[Card, int], ...], tuple[Release, ...]]:
        entries = _merged([*bundled, *packs])
        _check_summons(entries)
        effects = dict(self.effects)
        slugs = _slugs(entries)
        for pack in packs:
            effects |= {(game, slugs.get((game, slug), slug)): told for (game, slug), told in pack.effects.items()}
        _check_effects(effects, entries, bundled, packs)
        releases = _releases([*bundled, *packs], entries)
        position = {(release.game, release.slug): release.position for release in releases}
        order = sorted(entries.values(), key=lambda e: (e.game, position[e.game, e.stands]))
        cards = tuple(self._card(entry, self._effects(entry, effects)) for entry in order)
        return cards, tuple(_counted(releases, (card for card, _ in cards)))

    def _effects(self, entry: Entry, told: Mapping[tuple[str, str], Document]) -> Document | None:
        """What a card does: its own effects, else those of its faces, told once for all cards that have them."""
        own = told.get((entry.game, entry.slug))
        slugs = [] if own is not None else _face_slugs(entry)
        if not any((entry.game, slug) in told for slug in slugs):
            return own
        return self.of_faces.setdefault(entry, {"faces": [told.get((entry.game, slug), {}) for slug in slugs]})

    def _card(self, entry: Entry, effects: Document | None) -> tuple[Card, int]:
        key = (entry, id(effects))
        if key not in self.finished:
            self.finished[key] = self.finish(entry.game, entry.keys, effects)
        finished = self.finished[key]
        if finished.faults:
            raise _fault(entry, "; ".join(finished.faults))
        return card_from(entry, finished), finished.written


def _fault(entry: Entry, what: str) -> DataFaultError:
    return _PackFaultError(entry.place, what) if entry.pack else DataFaultError(entry.place, what)


def _merged(files: Iterable[CardFile]) -> dict[tuple[str, str], Entry]:
    """Every card once; a later file wins, and bundled files may not meet. A pack may be older than a slug: what it
    calls as a card was called formerly is that card."""
    entries: dict[tuple[str, str], Entry] = {}
    former: dict[tuple[str, str], str] = {}
    for file in files:
        for told in file.entries:
            key = (told.game, told.slug)
            entry = _called(told, former[key]) if file.pack and key in former and key not in entries else told
            former |= {(entry.game, old): entry.slug for old in _words(entry.keys.get("formerly"))}
            base = entries.get((entry.game, entry.slug))
            if base and not file.pack:
                raise DataFaultError(entry.place, f"slug: {base.place} has it too")
            if not base and entry.adds:
                raise _fault(entry, "has no type, and there is no such card to add to")
            entries[entry.game, entry.slug] = _laid_over(base, entry) if base else entry
    return entries


def _called(entry: Entry, slug: str) -> Entry:
    return replace(entry, slug=slug, keys={**entry.keys, "slug": slug})


def _laid_over(base: Entry, entry: Entry) -> Entry:
    """A pack's entry over the card it wins over: what it does not say of the keys that all games share stays, and its
    printed facts are its own; one that only adds (no type) keeps the facts as well."""
    gone = {"faces", "published", "side", "note"} | ({"abilities"} if "faces" in entry.keys else set())
    kept = {k: v for k, v in base.keys.items() if entry.adds or (k in CARD_KEYS and k not in gone)}
    if entry.adds and "faces" in base.keys and not entry.keys.keys().isdisjoint(("abilities", "published")):
        raise _fault(entry, "abilities and published stand in the faces of a card that has them")
    if "name" in entry.keys and entry.keys["name"] != base.keys.get("name"):
        kept.pop("name_key", None)
    release = entry.release if "printings" in entry.keys else base.release
    keys = {**kept, **entry.keys}
    keys.setdefault("origin", "own" if base.pack else "published")
    if entry.adds and "faces" in base.keys and "faces" in entry.keys:
        keys["faces"] = _faces_over(base, entry)
    return Entry(entry.game, entry.slug, release, base.stands, keys, entry.place, entry.pack)


def _faces_over(base: Entry, entry: Entry) -> list[dict[str, object]]:
    """The faces of a card with what a pack adds to each, face by face of the same name."""
    added = {face["name"]: face for face in _tables(entry.keys["faces"])}
    faces = _tables(base.keys["faces"])
    strange = set(map(str, added)) - {str(face["name"]) for face in faces}
    if strange:
        raise _fault(entry, f'faces: the card has no face "{min(strange)}"')
    return [{**face, **added.get(face["name"], {})} for face in faces]


def _tables(value: object) -> list[dict[str, object]]:
    assert isinstance(value, list)  # checked with its file
    return value


def _check_summons(entries: Mapping[tuple[str, str], Entry]) -> None:
    slugs = _slugs(entries)
    for entry in entries.values():
        for target in _words(entry.keys.get("summons")):
            if (entry.game, target) not in slugs:
                raise _fault(entry, f'summons: there is no card "{target}"')


def _slugs(entries: Mapping[tuple[str, str], Entry]) -> dict[tuple[str, str], str]:
    """The present slug of every present and former one."""
    slugs = {(game, old): slug for (game, slug), e in entries.items() for old in _words(e.keys.get("formerly"))}
    return slugs | {key: key[1] for key in entries}


def _check_effects(
    effects: Mapping[tuple[str, str], Document],
    entries: Mapping[tuple[str, str], Entry],
    bundled: list[CardFile],
    packs: list[CardFile],
) -> None:
    """Every effect is that of a card or a face; a face may be one that a pack's card has put out of its place."""
    told = [*entries.values(), *(entry for file in bundled for entry in file.entries)]
    faces = {(entry.game, slug) for entry in told for slug in _face_slugs(entry) if slug}
    for game, slug in effects:
        if (game, slug) not in entries and (game, slug) not in faces:
            owner = next((pack for pack in packs if (game, slug) in pack.effects), None)
            what = f'effects: there is no card "{visible(slug)[:40]}"'
            raise _PackFaultError(owner.place, what) if owner else DataFaultError(f"{game}/effects", what)


def _face_slugs(entry: Entry) -> list[str]:
    """The slugs of a card's faces, "" for one that has none."""
    return [str(face.get("slug", "")) for face in _tables(entry.keys.get("faces", []))]


def _words(value: object) -> list[str]:
    return value if isinstance(value, list) else []


def _releases(files: Iterable[CardFile], entries: Mapping[tuple[str, str], Entry]) -> list[Release]:
    """Every release in order; a set that no file describes is named by its slug and stands behind the others."""
    found: dict[tuple[str, str], Release] = {}
    for file in files:
        for release in file.releases:
            known = found.setdefault((release.game, release.slug), release)
            if known is not release and not file.pack:
                raise DataFaultError(file.place, f"release: {release.slug} is described twice")
    used = {(entry.game, entry.stands) for entry in entries.values()}
    for entry in entries.values():
        for slug in _sets(entry):
            used.add((entry.game, slug))
            if (entry.game, slug) not in found:
                if not entry.pack:
                    raise _fault(entry, f"printings: there is no release {slug}")
                found[entry.game, slug] = Release(entry.game, slug, slug, _AFTER_ALL * 2)
    kept = [release for key, release in found.items() if key in used]
    return sorted(kept, key=lambda r: (r.game, r.position))


def _sets(entry: Entry) -> set[str]:
    """The releases that a card was printed in."""
    told: Any = entry.keys.get("printings")
    return {printing.get("set", entry.release) for printing in told} if told else {entry.release}


def _counted(releases: Iterable[Release], cards: Iterable[Card]) -> Iterator[Release]:
    counts: dict[tuple[str, str], int] = {}
    for card in cards:
        for release in {printing.release for printing in card.printings}:
            counts[card.game, release] = counts.get((card.game, release), 0) + 1
    return (release._replace(cards=counts.get((release.game, release.slug), 0)) for release in releases)


# ---------------------------------------------------------------- entry -> card


def card_from(entry: Entry, finished: Finished) -> Card:
    """The card that a checked entry and its finished effects make."""
    keys: Mapping[str, Any] = entry.keys
    copies = keys.get("copies_max")
    faces = _faces(keys, finished)
    return Card(
        game=entry.game,
        slug=entry.slug,
        name=visible(keys["name"]),
        name_key=keys.get("name_key") or fold(keys["name"]),
        faces=faces,
        printings=_printings(entry),
        aliases=tuple(keys.get("aliases", ())),
        formerly=tuple(keys.get("formerly", ())),
        copies_max=-1 if copies == "any" else copies,
        summons=tuple(keys.get("summons", ())),
        origin=keys.get("origin", "own" if entry.pack else "published"),
        pack=entry.pack,
        note=keys.get("note", ""),
        acting=_acting(printed_abilities(faces), finished.written),
    )


def printed_abilities(faces: Iterable[Face]) -> int | None:
    """How many abilities are printed on all faces; None when the text of one is not published."""
    counts = [None if face.abilities is None else len(face.abilities) for face in faces]
    return None if None in counts else sum(count for count in counts if count)


def _acting(printed: int | None, written: int) -> str:
    if printed is None:
        return "no"
    if written == printed:
        return "yes"
    return "partly" if 0 < written < printed else "no"


def _faces(keys: Mapping[str, Any], finished: Finished) -> tuple[Face, ...]:
    common = _facts(keys, CARD_KEYS)
    texts = finished.texts or (finished.text,)
    faces = []
    for number, face in enumerate(keys.get("faces") or (keys,)):
        abilities = face.get("abilities")
        faces.append(
            Face(
                name=visible(face["name"]),
                type=face.get("type", keys["type"]),
                facts=common if face is keys else {**common, **_facts(face, FACE_KEYS)},
                side=face.get("side", ""),
                abilities=None if abilities is None else tuple(abilities),
                text=texts[number] if number < len(texts) else "",
                published=face.get("published", ""),
                slug="" if face is keys else face.get("slug", ""),
            )
        )
    return tuple(faces)


def _facts(keys: Mapping[str, object], shared: frozenset[str]) -> dict[str, Fact]:
    return {key: fact_of(value) for key, value in keys.items() if key not in shared}


def _printings(entry: Entry) -> tuple[Printing, ...]:
    told: Any = entry.keys.get("printings")
    if not told:
        return (Printing(entry.release),)
    return tuple(
        Printing(
            release=printing.get("set", entry.release),
            number=printing.get("number", ""),
            code=printing.get("code", ""),
            rarity=printing.get("rarity", ""),
            series=printing.get("series", 0),
            ids={key: str(value) for key, value in printing.items() if key not in PRINTING_KEYS},
        )
        for printing in told
    )


def _deck(source: Source) -> BundledDeck:
    text = text_of(source)
    heads = {key.lower(): value for key, value in reversed(_HEADER.findall(text))}
    if "name" not in heads:
        raise DataFaultError(source.place, "has no line `Name:`")
    comment = []
    for line in text.splitlines():
        if not line.startswith("#"):
            break
        comment.append(line.lstrip("# ").rstrip())
    return BundledDeck(source.game, source.path.stem, heads["name"], heads.get("group", ""), text, "\n".join(comment))


# ---------------------------------------------------------------- cards -> rows


def body_of(card: Card) -> str:
    """The whole card as JSON, field by field in the order of Card; `reading.card_of` is the way back."""
    faces = [[f.name, f.type, f.facts, f.side, f.abilities, f.text, f.published, f.slug] for f in card.faces]
    printings = [[p.release, p.number, p.code, p.rarity, p.series, p.ids] for p in card.printings]
    return _JSON(
        [card.game, card.slug, card.name, card.name_key, faces, printings, card.aliases, card.formerly,
         card.copies_max, card.summons, card.origin, card.pack, card.note, card.acting]
    )  # fmt: skip


_JSON: Callable[[object], str] = json.JSONEncoder(
    ensure_ascii=False, separators=(",", ":"), check_circular=False
).encode


def names_of(card: Card) -> dict[tuple[str, str], None]:
    """Every (key, kind) that finds a card, each once. Keys are folded; "alias" also has spellings made from names, and
    every kind of name those without marks. A face is also its card's number with a letter behind it: "a", "b"."""
    name = fold(card.name)
    found: dict[tuple[str, str], None] = {(fold(card.slug), "slug"): None, (name, "name"): None}
    made = [card.name, card.name_key, *card.aliases]
    for slug in card.formerly:
        found[fold(slug), "former"] = None
    for printing in card.printings:
        found[fold(printing.code), "code"] = None
        found[fold(printing.number), "number"] = None
    if len(card.faces) > 1:
        found |= {(key, "face"): None for face in card.faces for key in _keys(face.name)}
        numbers = [fold(printing.number) for printing in card.printings if printing.number]
        found |= {(number + letter, "number"): None for number in numbers for letter in "ab"[: len(card.faces)]}
        made += [f"{a.name} // {b.name}" for a in card.faces for b in card.faces if a is not b]
    units, titles = card.words("unit_name"), card.words("title")
    made += [f"{title} {unit}" for unit in units for title in titles]
    for kind, named in (("unit", (*units, *card.words("extra_unit_names"))), ("title", titles)):
        for one in named:
            found[fold(one), kind] = found[bare(one), kind] = None
    found |= {(key, "alias"): None for spelling in made for key in _keys(spelling) if key != name}
    found[initials(card.name), "initials"] = None
    return {pair: None for pair in found if pair[0]}


def _keys(name: str) -> tuple[str, str]:
    """A name folded, with its marks and without."""
    return fold(name), bare(name)


def _rows(loaded: Loaded) -> dict[str, list[Row]]:
    """The rows of every table but Meta, columns in the order of the models; their ids, from 1 on, are left out."""
    rows: dict[str, list[Row]] = {name: [] for name in ("card", "name", "fact", "printing", "foreign_id", "link")}
    search: list[Row] = []
    ids = {(card.game, card.slug): number for number, (card, _) in enumerate(loaded.cards, start=1)}
    former = {(c.game, old): ids[c.game, c.slug] for c, _ in loaded.cards for old in c.formerly}
    targets = former | ids
    for number, (card, written) in enumerate(loaded.cards, start=1):
        rows["card"].append(_card_row(card, number, written))
        rows["name"] += [(key, card.game, number, kind) for key, kind in names_of(card)]
        rows["fact"] += _fact_rows(card, number)
        rows["printing"] += [
            (number, card.game, p.release, fold(p.number), fold(p.code), p.rarity) for p in card.printings
        ]
        rows["foreign_id"] += _foreign_rows(card, number)
        rows["link"] += [(number, targets[card.game, slug]) for slug in card.summons]
        search.append((searched_name(card), searched_text(card)))  # here, where `fold` still knows the names
    rows["release"] = [(r.game, r.slug, r.name, r.position, r.cards, r.note) for r in loaded.releases]
    rows["bundled"] = [(d.game, d.slug, d.name, fold(d.name), d.group, d.text, d.source) for d in loaded.decks]
    rows["fault"] = list(loaded.faults)
    return {**rows, "search": search}


def _card_row(card: Card, number: int, written: int) -> Row:
    return (
        card.game, card.slug, card.name, card.name_key, card.type, card.release, number,
        card.origin, card.pack, card.acting, printed_abilities(card.faces), written, body_of(card),
    )  # fmt: skip


def _fact_rows(card: Card, number: int) -> Iterator[Row]:
    for place, face in enumerate(card.faces):
        if face.side:
            yield number, place, "side", face.side, None
        for field, value in face.facts.items():
            for item in value if isinstance(value, tuple) else (value,):
                counted = item if isinstance(item, int) and not isinstance(item, bool) else None
                yield number, place, field, said(item), counted


def said(fact: Fact) -> str:
    """One printed fact in a word: a list within a list is a choice between its items."""
    if isinstance(fact, str):
        return fact
    if isinstance(fact, tuple):
        return " / ".join(said(item) for item in fact)
    return ("true" if fact else "false") if isinstance(fact, bool) else str(fact)


def _foreign_rows(card: Card, number: int) -> Iterator[Row]:
    for printing in card.printings:
        for program, value in printing.ids.items():
            yield program, value, card.game, number, printing.code
            stem, dot, _ = value.rpartition(".")
            if program == "lackey" and dot and stem:
                yield program, stem, card.game, number, printing.code
    for value in card.words("decksteria"):
        yield "decksteria", value, card.game, number, ""


# ---------------------------------------------------------------- rows -> file


def _write(home: Home, loaded: Loaded, meta: Mapping[str, str]) -> None:
    """Write beside, sync, and move into place. Raises OSError."""
    home.make()
    _sweep(home)
    made = home.root / f"{home.cards.name}.{os.getpid()}.{secrets.token_hex(4)}.tmp"
    try:
        _fill(made, loaded, meta)
        _sync(made)
        os.replace(made, home.cards)
    finally:
        made.unlink(missing_ok=True)
    if os.name == "posix":
        _sync(home.root)


def _sweep(home: Home) -> None:
    for left in home.root.glob(f"{home.cards.name}.*.tmp*"):
        with contextlib.suppress(OSError):
            if left.stat().st_mtime < time.time() - _STALE:
                left.unlink()


def _sync(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _fill(path: Path, loaded: Loaded, meta: Mapping[str, str]) -> None:
    rows = _rows(loaded)
    try:
        with contextlib.closing(_fresh(path)) as connection, connection:
            connection.execute("BEGIN")
            for table, (made, *indexes) in TABLES.items():
                connection.execute(made)
                if table == "meta":
                    connection.executemany("INSERT INTO meta VALUES (?, ?)", meta.items())
                elif rows[table]:
                    places = ", ?" * len(rows[table][0])
                    connection.executemany(f"INSERT INTO {table} VALUES (NULL{places})", rows[table])
                for index in indexes:
                    connection.execute(index)
            connection.execute(SEARCH_TABLE)
            connection.executemany("INSERT INTO search (name, text) VALUES (?, ?)", rows["search"])
    except sqlite3.Error as error:
        raise OSError(0, str(error)) from error  # such as a full disk


def _fresh(path: Path) -> sqlite3.Connection:
    """A connection for a file that nobody else knows yet: it needs no journal, and is synced once, when closed."""
    connection = sqlite3.connect(path)
    for pragma in ("journal_mode=OFF", "synchronous=OFF", "locking_mode=EXCLUSIVE", "temp_store=MEMORY"):
        connection.execute(f"PRAGMA {pragma}")
    return connection
