"""The person's library: decks with their revisions, the collection, and a journal in which every step can be undone.

Reads go through stdlib sqlite3; SQLModel and SQLAlchemy are imported (by `journal`) when a step begins, not before.
"""

from __future__ import annotations

import json
import sqlite3
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Self, Unpack

from catalog.errors import NothingToUndoError
from catalog.home import Home
from catalog.library_file import copy_to_memory, guarded, open_for_reading, open_for_writing
from catalog.names import fold
from catalog.pack_files import PackFiles
from catalog.saved import (
    MOST_COPIES,
    STATES,
    BadValueError,
    Change,
    Holding,
    Kind,
    NameTakenError,
    NotEnoughError,
    SavedDeck,
    SavedSearch,
    SavedSlot,
    SearchTakenError,
    Step,
    UnknownDeckError,
    UnknownSearchError,
    Use,
    WhichHoldingError,
)

if TYPE_CHECKING:
    from catalog.journal import Draft

_DECK = """
SELECT deck.id, deck.game, deck.name, deck.state, deck.rules, deck.note, deck.tags, deck.created, deck.deleted,
    revision.id AS contents, revision.number, revision.made, revision.comment, revision.dice, revision.first_five,
    revision.extra
FROM deck JOIN revision ON revision.deck = deck.id
"""
DECKS = f"""{_DECK}
WHERE revision.number = deck.current AND (deck.deleted = '') = :living AND :game IN ('', deck.game)
ORDER BY deck.name_key, deck.id
"""
DECK_BY_ID = f"""{_DECK}
WHERE revision.number = deck.current AND deck.deleted = '' AND :game IN ('', deck.game) AND deck.id = :id
"""
DECK_BY_NAME = f"""{_DECK}
WHERE revision.number = deck.current AND deck.deleted = '' AND :game IN ('', deck.game)
    AND deck.name_key = :key AND deck.name = :name
ORDER BY deck.id
"""
DECK_BY_KEY = f"""{_DECK}
WHERE revision.number = deck.current AND deck.deleted = '' AND :game IN ('', deck.game) AND deck.name_key = :key
ORDER BY deck.id
"""
REVISIONS = f"""{_DECK}
WHERE deck.id = :id ORDER BY revision.number
"""
SLOTS = "SELECT card, count, pile, printing FROM slot WHERE revision = :revision ORDER BY position"
ALL_SLOTS = """
SELECT slot.revision, slot.card, slot.count, slot.pile, slot.printing
FROM deck JOIN revision ON revision.deck = deck.id AND revision.number = deck.current
    JOIN slot ON slot.revision = revision.id
WHERE (deck.deleted = '') = :living AND :game IN ('', deck.game)
ORDER BY slot.revision, slot.position
"""
LATEST_REVISION = "SELECT max(number) FROM revision WHERE deck = :deck"
HOLDINGS = """
SELECT id, game, card, count, printing, condition, language, finish, binder, note, for_trade FROM holding
WHERE :game IN ('', game) ORDER BY game, card, printing, id
"""
HOLDINGS_OF_CARD = """
SELECT id, game, card, count, printing, condition, language, finish, binder, note, for_trade FROM holding
WHERE game = :game AND card = :card
    AND (:printing IS NULL OR printing = :printing) AND (:condition IS NULL OR condition = :condition)
    AND (:language IS NULL OR language = :language) AND (:finish IS NULL OR finish = :finish)
    AND (:binder IS NULL OR binder = :binder) AND (:note IS NULL OR note = :note)
ORDER BY printing, id
"""
OWNED = """
SELECT coalesce(sum(count), 0) FROM holding WHERE game = :game AND card IN (SELECT value FROM json_each(:cards))
"""
IN_DECKS = """
SELECT deck.id, deck.name, deck.state, sum(slot.count) AS count
FROM slot JOIN revision ON revision.id = slot.revision
    JOIN deck ON deck.id = revision.deck AND deck.current = revision.number
WHERE slot.card IN (SELECT value FROM json_each(:cards)) AND deck.game = :game AND deck.deleted = ''
GROUP BY deck.id ORDER BY deck.name_key, deck.id
"""
SEARCHES = "SELECT id, name, text, made FROM search ORDER BY name"
LOG = "SELECT id, made, command, summary, undone FROM journal ORDER BY id DESC LIMIT :limit"
DONE = "SELECT id, made, command, summary, changes FROM journal WHERE NOT undone ORDER BY id DESC LIMIT :limit"
UNDONE = "SELECT id, made, command, summary, changes FROM journal WHERE undone ORDER BY id LIMIT :limit"

KIND = ("printing", "condition", "language", "finish", "binder", "note")
_MOST_ROWS = 2**62


@dataclass(slots=True)
class Rehearsal:
    """What the steps of a dry run would have changed, in order."""

    changes: list[Change] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Contents:
    """What a revision holds."""

    slots: tuple[SavedSlot, ...]
    dice: Mapping[str, int]
    first_five: tuple[str, ...]
    extra: Mapping[str, object]


class Library:
    """The person's decks and collection; a context manager.

    Every method that writes is one step of the journal, or part of the step around it (`step`). All raise
    DatabaseTroubleError when the file cannot be read or written; then, and whenever else a step raises, it has
    changed nothing.
    """

    def __init__(self, home: Home, db: sqlite3.Connection, *, write: bool, now: Callable[[], str]) -> None:
        self._home = home
        self._db = db
        self._write = write
        self._ready = False
        self._now = now
        self._files = PackFiles(home.root)
        self._draft: Draft | None = None
        self._rehearsal: Rehearsal | None = None

    @classmethod
    def open(cls, home: Home, write: bool = False, *, now: Callable[[], str] | None = None) -> Self:
        """The library of `home`; makes no file (the first step does), and an absent library is an empty one.

        `now` gives the time that is written down. Raises DatabaseTroubleError.
        """
        return cls(home, open_for_reading(home.library), write=write, now=now or _utc)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    # ------------------------------------------------------------ steps

    @contextmanager
    def step(self, command: str, *, dry_run: bool = False) -> Iterator[Draft]:
        """Everything written within is one step, called `command`: all of it, or, when something raises, nothing.

        Gives a draft with `changes`, `summary` and, afterwards, `id`. Within another step it becomes a part of that
        one; a part that raises leaves the rest as it was. `dry_run` tries only.
        """
        if dry_run:
            with self.dry_run(), self.step(command) as draft:
                yield draft
        elif self._draft is not None:
            with self._draft.part():
                yield self._draft
        else:
            with self._transaction() as draft:
                yield draft
                draft.write_down(command, self._now())

    @contextmanager
    def dry_run(self) -> Iterator[Rehearsal]:
        """Everything written within is tried on a copy in memory, where reads see it, and then forgotten."""
        if self._draft is not None:
            raise RuntimeError("a dry run cannot begin within a step")
        before = (self._db, self._files, self._rehearsal)
        rehearsal = Rehearsal()
        with guarded(self._home.library):
            self._db = copy_to_memory(self._db)
        self._files, self._rehearsal = PackFiles(self._home.root, dry=True), rehearsal
        try:
            yield rehearsal
        finally:
            self._db.close()
            self._db, self._files, self._rehearsal = before

    def log(self, limit: int = 20) -> list[Step]:
        """The last steps, newest first, those taken back included."""
        return [_step(row) for row in self._rows(LOG, limit=limit)]

    def undo(self, steps: int = 1, *, dry_run: bool = False) -> list[Step]:
        """Take back the last steps; gives them, newest first.

        Raises NothingToUndoError when there are fewer, ChangedSinceError when something was changed by other means,
        BadValueError for fewer than one.
        """
        return self._travel(steps, back=True, dry_run=dry_run)

    def redo(self, steps: int = 1, *, dry_run: bool = False) -> list[Step]:
        """Take again what was taken back last; gives the steps, oldest first. Raises like `undo`."""
        return self._travel(steps, back=False, dry_run=dry_run)

    def record_file(self, command: str, path: str, data: bytes | None) -> None:
        """Write a pack file (None: take it away) as a step of its own; `path` is relative to the person's folder.

        Raises BadValueError for a path that is not below its `packs`.
        """
        with self.step(command) as draft:
            draft.file(path, data)
            draft.say(path if data is not None else f"{path} taken away")

    def ask(self, sql: str, **values: object) -> list[sqlite3.Row]:
        """The rows of a statement that only reads, for the modules beside this one; none for text that is broken."""
        return self._rows(sql, **values)

    # ------------------------------------------------------------ decks

    def decks(self, game: str = "", *, deleted: bool = False) -> list[SavedDeck]:
        """The living decks (or the deleted ones), by name."""
        slots: defaultdict[int, list[SavedSlot]] = defaultdict(list)
        for revision, *slot in map(tuple, self._rows(ALL_SLOTS, game=game, living=not deleted)):
            slots[revision].append(SavedSlot(*slot))
        rows = self._rows(DECKS, game=game, living=not deleted)
        return [_saved(row, tuple(slots[row["contents"]])) for row in rows]

    def deck(self, name: str, game: str = "") -> list[SavedDeck]:
        """The living decks that `name` means: by number ("#3"), else exactly so called, else so called but for case,
        accents and the like."""
        number = name[1:]
        if name.startswith("#") and number.isascii() and number.isdecimal():
            rows = self._rows(DECK_BY_ID, game=game, id=int(number))
            if rows:
                return [self._saved(row) for row in rows]
        rows = self._rows(DECK_BY_NAME, game=game, key=fold(name), name=name)
        return [self._saved(row) for row in rows or self._rows(DECK_BY_KEY, game=game, key=fold(name))]

    def save_deck(
        self,
        game: str,
        name: str,
        slots: Sequence[SavedSlot],
        *,
        dice: Mapping[str, int] | None = None,
        first_five: Sequence[str] = (),
        extra: Mapping[str, object] | None = None,
        rules: str = "",
        note: str = "",
        tags: Sequence[str] = (),
        comment: str = "",
        replace: bool = False,
    ) -> SavedDeck:
        """A new deck; with `replace`, a new revision of the living deck of exactly that name, should there be one.

        What is replaced stays in the deck's history, and `rules`, `note` and `tags` stay where none are given. Raises
        NameTakenError, BadValueError.
        """
        contents = _contents(slots, dice or {}, first_five, extra or {})
        label = {"rules": rules, "note": note, "tags": _json(list(dict.fromkeys(tags))) if tags else ""}
        with self.step(f"deck save {name}") as draft:
            there = self._named(game, name)
            if there is None:
                given = {column: value for column, value in label.items() if value}
                key = self._new_deck(draft, game, name, contents, comment, given)
            elif replace:
                key = there.id
                draft.change("deck", key, **{column: value for column, value in label.items() if value})
                self._new_revision(draft, there, contents, comment)
            else:
                raise NameTakenError(game, name, there.id)
            return self._living(key)

    def revise(
        self,
        deck: int,
        *,
        slots: Sequence[SavedSlot] | None = None,
        dice: Mapping[str, int] | None = None,
        first_five: Sequence[str] | None = None,
        extra: Mapping[str, object] | None = None,
        comment: str = "",
    ) -> SavedDeck:
        """A new revision of a deck; what is not given stays as it is. The same contents again make no revision.

        Raises UnknownDeckError, BadValueError.
        """
        with self.step(f"deck revise #{deck}") as draft:
            old = self._living(deck)
            contents = _contents(
                old.slots if slots is None else slots,
                old.dice if dice is None else dice,
                old.first_five if first_five is None else first_five,
                old.extra if extra is None else extra,
            )
            self._new_revision(draft, old, contents, comment)
            return self._living(deck)

    def revisions(self, deck: int) -> list[SavedDeck]:
        """Every revision of a deck, oldest first, of a deleted one too. Raises UnknownDeckError."""
        found = [self._saved(row) for row in self._rows(REVISIONS, id=deck)]
        if not found:
            raise _unknown(deck)
        return found

    def restore(self, deck: int, revision: int) -> SavedDeck:
        """Bring back what a deck held at an earlier revision, as a new revision. Raises UnknownDeckError."""
        with self.step(f"deck restore #{deck} {revision}") as draft:
            now = self._living(deck)
            for old in self.revisions(deck):
                if old.revision == revision:
                    self._new_revision(draft, now, _contents_of(old), f"as revision {revision}")
                    return self._living(deck)
            raise UnknownDeckError(f'deck "{now.name}" has no revision {revision}; its last is {now.revision}.')

    def rename(self, deck: int, name: str) -> SavedDeck:
        """Give a deck another name; its history stays. Raises UnknownDeckError, NameTakenError, BadValueError."""
        with self.step(f"deck rename #{deck} {name}") as draft:
            old = self._living(deck)
            self._free_name(old.game, name, but=deck)
            draft.change("deck", deck, name=_name(name), name_key=fold(name))
            draft.say(f'"{old.name}" is now "{name}"')
            return self._living(deck)

    def copy(self, deck: int, name: str) -> SavedDeck:
        """A new deck that holds what `deck` holds, its history beginning anew. Raises like `rename`."""
        with self.step(f"deck copy #{deck} {name}") as draft:
            old = self._living(deck)
            self._free_name(old.game, name)
            label = {"rules": old.rules, "note": old.note, "tags": _json(old.tags)}
            comment = f'copy of "{old.name}", revision {old.revision}'
            return self._living(self._new_deck(draft, old.game, name, _contents_of(old), comment, label))

    def delete(self, deck: int) -> None:
        """Delete a deck. Its name is free then, and its history stays. Raises UnknownDeckError."""
        with self.step(f"deck delete #{deck}") as draft:
            old = self._living(deck)
            draft.change("deck", deck, deleted=self._now())
            draft.say(f'"{old.name}" deleted')

    def undelete(self, deck: int) -> SavedDeck:
        """Bring a deleted deck back. Raises UnknownDeckError, NameTakenError."""
        with self.step(f"deck undelete #{deck}") as draft:
            old = self.revisions(deck)[-1]
            self._free_name(old.game, old.name, but=deck)
            draft.change("deck", deck, deleted="")
            draft.say(f'"{old.name}" is back')
            return self._living(deck)

    def set_state(self, deck: int, state: str) -> SavedDeck:
        """Say what a deck claims of the collection, one of STATES. Raises UnknownDeckError, BadValueError."""
        if state not in STATES:
            raise BadValueError(f'a deck is {", ".join(STATES[:-1])} or {STATES[-1]}, and never "{state}".')
        return self._label(deck, "state", state)

    def set_note(self, deck: int, note: str) -> SavedDeck:
        """Write a note to a deck, in place of the old one. Raises UnknownDeckError."""
        return self._label(deck, "note", note)

    def set_rules(self, deck: int, rules: str) -> SavedDeck:
        """Name the construction format that a deck follows. Raises UnknownDeckError."""
        return self._label(deck, "rules", rules)

    def set_tags(self, deck: int, tags: Sequence[str]) -> SavedDeck:
        """Give a deck these tags and no others. Raises UnknownDeckError."""
        return self._label(deck, "tags", _json(list(dict.fromkeys(tags))))

    def in_decks(self, game: str, slug: str, formerly: Sequence[str] = ()) -> list[Use]:
        """The living decks whose current revision holds a card (by its slug or a former one), by name."""
        rows = self._rows(IN_DECKS, game=game, cards=_json([slug, *formerly]))
        return [Use(row["id"], row["name"], row["state"], row["count"]) for row in rows]

    # ------------------------------------------------------------ searches

    def searches(self) -> list[SavedSearch]:
        """The searches that the person saved, by name."""
        return [SavedSearch(row["name"], row["text"], row["made"]) for row in self._rows(SEARCHES)]

    def save_search(self, name: str, text: str, *, replace: bool = False) -> SavedSearch:
        """Save a search under a name. Raises SearchTakenError, unless `replace`, and BadValueError for no name."""
        from catalog.models import SearchRow

        if not name or name.split() != [name]:
            raise BadValueError(f'a search has one word for its name, and not "{name}".')
        with self.step(f"cards search --save {name}") as draft:
            there = next((row for row in self._rows(SEARCHES) if row["name"] == name), None)
            if there is not None and not replace:
                raise SearchTakenError(name, there["text"])
            if there is None:
                draft.add(SearchRow(name=name, text=text, made=self._now()))
            else:
                draft.change("search", there["id"], text=text)
            draft.say(f"@{name}: {text}")
            return SavedSearch(name, text)

    def forget_search(self, name: str) -> None:
        """Take a saved search away. Raises UnknownSearchError."""
        with self.step(f"cards search --forget {name}") as draft:
            there = next((row for row in self._rows(SEARCHES) if row["name"] == name), None)
            if there is None:
                raise UnknownSearchError(f'no search is saved as "{name}".')
            draft.remove("search", there["id"])
            draft.say(f"@{name} forgotten")

    # ------------------------------------------------------------ the collection

    def holdings(self, game: str = "") -> list[Holding]:
        """Everything that the person owns, by game, card and printing."""
        return [_holding(row) for row in self._rows(HOLDINGS, game=game)]

    def owned(self, game: str, slug: str, formerly: Sequence[str] = ()) -> int:
        """How many copies of a card (by its slug or a former one) the person owns, of every kind together."""
        rows = self._rows(OWNED, game=game, cards=_json([slug, *formerly]))
        return int(rows[0][0]) if rows else 0

    def add(self, game: str, slug: str, count: int = 1, *, for_trade: int = 0, **kind: Unpack[Kind]) -> Holding:
        """Own `count` more copies of that very kind, `for_trade` of them to give away. Raises BadValueError."""
        _counted(count)
        with self.step(f"collection add {slug} {count}") as draft:
            exact = {name: str(kind.get(name, "")) for name in KIND}
            rows = self._rows(HOLDINGS_OF_CARD, game=game, card=slug, **exact)
            old = _holding(rows[0]) if rows else Holding(game, slug, 0, **_kind(exact))
            key = int(rows[0]["id"]) if rows else None
            return self._hold(draft, key, old, old.count + count, old.for_trade + for_trade)

    def remove(self, game: str, slug: str, count: int = 1, *, first: str = "", **kind: Unpack[Kind]) -> None:
        """Own `count` copies fewer, of the kind given or of any; those of the printing `first` go first, then those of
        no printing.

        Raises NotEnoughError when there are fewer.
        """
        _counted(count)
        with self.step(f"collection remove {slug} {count}") as draft:
            rows = self._rows(HOLDINGS_OF_CARD, game=game, card=slug, **_asked(kind))
            owned = sum(int(row["count"]) for row in rows)
            if owned < count:
                raise NotEnoughError(game, slug, owned, count)
            for row in sorted(rows, key=lambda row: row["printing"] != first):
                taken = min(count, int(row["count"]))
                if taken:
                    self._hold(draft, row["id"], _holding(row), row["count"] - taken, row["for_trade"])
                count -= taken

    def set_count(
        self, game: str, slug: str, count: int, *, for_trade: int | None = None, **kind: Unpack[Kind]
    ) -> None:
        """Own exactly `count` copies of the kind given, or of any kind; 0 takes them all off the list.

        Raises WhichHoldingError when several kinds fit and `count` is not 0.
        """
        _counted(count, least=0)
        with self.step(f"collection set {slug} {count}") as draft:
            rows = self._rows(HOLDINGS_OF_CARD, game=game, card=slug, **_asked(kind))
            if count and len(rows) > 1:
                raise WhichHoldingError(game, slug, len(rows))
            for row in rows:
                trade = row["for_trade"] if for_trade is None else for_trade
                self._hold(draft, row["id"], _holding(row), count, trade)
            if not rows and count:
                self.add(game, slug, count, for_trade=for_trade or 0, **kind)

    def clear_holdings(self, game: str = "") -> int:
        """Take the whole collection (of one game) off the list; gives the number of copies that were there."""
        with self.step(f"collection clear {game}".rstrip()) as draft:
            rows = self._rows(HOLDINGS, game=game)
            for row in rows:
                draft.remove("holding", row["id"])
            copies = sum(int(row["count"]) for row in rows)
            if rows:
                draft.say(f"{copies} copies off the list")
            return copies

    # ------------------------------------------------------------ within

    @contextmanager
    def _transaction(self) -> Iterator[Draft]:
        from catalog.journal import transaction  # 400 ms: before the lock is taken

        db = self._writable()
        with transaction(db, self._home.library, self._files) as draft:
            self._draft = draft
            try:
                yield draft
            finally:
                self._draft = None
        if self._rehearsal is not None:
            self._rehearsal.changes.extend(draft.changes)

    def _writable(self) -> sqlite3.Connection:
        if self._rehearsal is not None or self._ready:
            return self._db
        if not self._write:
            raise RuntimeError("the library was opened for reading")
        if self._home.library.parent == self._home.root:  # what --db names lies in a folder that must be there
            with guarded(self._home.library):
                self._home.make()
        db = open_for_writing(self._home.library)
        self._db.close()
        self._db, self._ready = db, True
        return db

    def _rows(self, sql: str, **values: object) -> list[sqlite3.Row]:
        try:
            with guarded(self._home.library):
                return self._db.execute(sql, values).fetchall()
        except (UnicodeEncodeError, OverflowError):
            return []  # broken text, or a number beyond all numbers: nothing in the library is so called

    def _travel(self, steps: int, *, back: bool, dry_run: bool) -> list[Step]:
        if dry_run:
            with self.dry_run():
                return self._travel(steps, back=back, dry_run=False)
        if self._draft is not None:
            raise RuntimeError("a step cannot take back others")
        self._enough(steps, back=back)  # asked first, so that an absent library stays absent
        with self._transaction() as draft:
            rows = self._enough(steps, back=back)
            for row in rows:
                draft.travel(row["id"], row["command"], row["changes"], back=back)
        return [_step(row, undone=back) for row in rows]

    def _enough(self, steps: int, *, back: bool) -> list[sqlite3.Row]:
        if steps < 1:
            raise BadValueError(f"steps are taken one or more at a time, and not {steps}.")
        rows = self._rows(DONE if back else UNDONE, limit=min(steps, _MOST_ROWS))
        if len(rows) < steps:
            way = "back" if back else "again"
            there = f"only {len(rows)} of {steps} steps can" if rows else "there is no step that can"
            raise NothingToUndoError(f"{there} be taken {way}. Nothing was changed.")
        return rows

    def _saved(self, row: sqlite3.Row) -> SavedDeck:
        slots = self._rows(SLOTS, revision=row["contents"])
        return _saved(row, tuple(SavedSlot(s["card"], s["count"], s["pile"], s["printing"]) for s in slots))

    def _living(self, deck: int) -> SavedDeck:
        rows = self._rows(DECK_BY_ID, game="", id=deck)
        if not rows:
            raise _unknown(deck)
        return self._saved(rows[0])

    def _named(self, game: str, name: str) -> SavedDeck | None:
        rows = self._rows(DECK_BY_NAME, game=game, key=fold(_name(name)), name=name)
        return self._saved(rows[0]) if rows else None

    def _free_name(self, game: str, name: str, but: int = 0) -> None:
        there = self._named(game, name)
        if there is not None and there.id != but:
            raise NameTakenError(game, name, there.id)

    def _new_deck(
        self, draft: Draft, game: str, name: str, contents: _Contents, comment: str, label: Mapping[str, str]
    ) -> int:
        from catalog.models import DeckRow

        row = DeckRow(
            game=game,
            name=name,
            name_key=fold(name),
            rules=label.get("rules", ""),
            note=label.get("note", ""),
            tags=label.get("tags", "[]"),
            created=self._now(),
            current=1,
        )
        key = draft.add(row)
        self._add_revision(draft, key, 1, contents, comment)
        draft.say(f'"{name}": {_cards_in(contents)}')
        return key

    def _new_revision(self, draft: Draft, old: SavedDeck, contents: _Contents, comment: str) -> None:
        if contents == _contents_of(old):
            return
        number = int(self._rows(LATEST_REVISION, deck=old.id)[0][0]) + 1
        self._add_revision(draft, old.id, number, contents, comment)
        draft.change("deck", old.id, current=number)
        draft.say(f'"{old.name}" revision {number}: {_cards_in(contents)}')

    def _add_revision(self, draft: Draft, deck: int, number: int, contents: _Contents, comment: str) -> None:
        from catalog.models import RevisionRow, SlotRow

        row = RevisionRow(
            deck=deck,
            number=number,
            made=self._now(),
            comment=comment,
            dice=_json(contents.dice),
            first_five=_json(contents.first_five),
            extra=_json(contents.extra),
        )
        key = draft.add(row)
        for position, slot in enumerate(contents.slots):
            place = SlotRow(revision=key, position=position, pile=slot.pile, card=slot.slug, count=slot.count)
            place.printing = slot.printing
            draft.add(place)

    def _label(self, deck: int, column: str, value: str) -> SavedDeck:
        with self.step(f"deck {column} #{deck} {value}") as draft:
            old = self._living(deck)
            draft.change("deck", deck, **{column: value})
            said = ", ".join(json.loads(value)) if column == "tags" else value
            draft.say(f'"{old.name}" {column}: {said or "none"}')
            return self._living(deck)

    def _hold(self, draft: Draft, key: int | None, old: Holding, count: int, for_trade: int) -> Holding:
        """Have a row of the collection count so many; `key` is None for one that is not there yet."""
        from catalog.models import HoldingRow

        trade = max(0, min(for_trade, count))
        if key is None:
            values = {name: getattr(old, name) for name in KIND}
            draft.add(HoldingRow(game=old.game, card=old.slug, count=_counted(count), for_trade=trade, **values))
        elif count:
            draft.change("holding", key, count=_counted(count), for_trade=trade)
        else:
            draft.remove("holding", key)
        if count != old.count:
            draft.say(f"{old.slug} {old.count} -> {count}")
        return Holding(old.game, old.slug, count, for_trade=trade, **_kind({n: getattr(old, n) for n in KIND}))


def _utc() -> str:
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _json(value: object) -> str:
    return json.dumps(dict(value) if isinstance(value, Mapping) else value, separators=(",", ":"))


def _saved(row: sqlite3.Row, slots: tuple[SavedSlot, ...]) -> SavedDeck:
    return SavedDeck(
        id=row["id"],
        game=row["game"],
        name=row["name"],
        slots=slots,
        dice=json.loads(row["dice"]),
        first_five=tuple(json.loads(row["first_five"])),
        state=row["state"],
        rules=row["rules"],
        note=row["note"],
        tags=tuple(json.loads(row["tags"])),
        created=row["created"],
        revision=row["number"],
        made=row["made"],
        comment=row["comment"],
        extra=json.loads(row["extra"]),
        deleted=row["deleted"],
    )


def _cards_in(contents: _Contents) -> str:
    copies = sum(slot.count for slot in contents.slots)
    return f"{copies} card{'' if copies == 1 else 's'}"


def _unknown(deck: int) -> UnknownDeckError:
    return UnknownDeckError(f"there is no deck #{deck}.")


def _name(name: str) -> str:
    if not name:
        raise BadValueError("a deck needs a name.")
    return name


def _counted(count: int, *, least: int = 1) -> int:
    if not least <= count <= MOST_COPIES:
        raise BadValueError(f"a count is from {least} to {MOST_COPIES}, and this is {count}. Nothing was changed.")
    return count


def _contents(
    slots: Sequence[SavedSlot], dice: Mapping[str, int], first_five: Sequence[str], extra: Mapping[str, object]
) -> _Contents:
    for count in (*(slot.count for slot in slots), *dice.values()):
        _counted(count)
    # Through JSON and back, so that what is new compares with what was stored.
    return _Contents(tuple(slots), dict(dice), tuple(first_five), json.loads(_json(extra)))


def _contents_of(deck: SavedDeck) -> _Contents:
    return _Contents(deck.slots, deck.dice, deck.first_five, deck.extra)


def _step(row: sqlite3.Row, undone: bool | None = None) -> Step:
    gone = bool(row["undone"]) if undone is None else undone
    return Step(row["id"], row["made"], row["command"], row["summary"], gone)


def _holding(row: sqlite3.Row) -> Holding:
    kind = _kind({name: row[name] for name in KIND})
    return Holding(row["game"], row["card"], row["count"], for_trade=row["for_trade"], **kind)


def _asked(kind: Kind) -> dict[str, object]:
    return {name: kind.get(name) for name in KIND}


def _kind(values: Mapping[str, str]) -> Kind:
    return Kind(
        printing=values["printing"],
        condition=values["condition"],
        language=values["language"],
        finish=values["finish"],
        binder=values["binder"],
        note=values["note"],
    )
