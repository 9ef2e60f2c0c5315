"""What `deckcli deck edit --tui` does: a saved deck on a workbench in the terminal."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace

from catalog.card import Card
from catalog.library import Library
from catalog.query import parse
from catalog.reading import Catalog
from catalog.saved import SavedDeck
from deckcli.cli.changing import Changing, Parts, store, verdict_of
from deckcli.cli.owned import Owned
from deckcli.cli.saved import the_deck
from deckcli.cli.session import Session
from deckcli.decks.deck import Deck
from deckcli.decks.resolve import resolve
from deckcli.decks.saved import list_of
from deckcli.errors import UsageError
from deckcli.games.verdict import Verdict

MOST_FOUND = 200
"""Cards that one search lists."""


def work_on(here: Session, how: Changing) -> int:
    """Have the person work on a deck; the exit code. Raises UsageError without the extra `tui`, and where nobody sits
    at a terminal."""
    try:
        from deckcli.screen.workshop import Tools, Workshop
    except ImportError as error:
        if (error.name or "").split(".")[0] != "textual":
            raise
        raise UsageError("the workbench needs the extra `tui`: pip install 'deckcli[tui]'. "
                         "`deckcli deck edit` without --tui uses your editor.") from None  # fmt: skip
    if not all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr)):  # it is drawn on standard error
        raise UsageError("--tui wants a terminal. `deckcli deck add`, `remove` and `set` change a deck without one.")
    with here.library() as library:
        deck = the_deck(library, how.name, how.game)
    with here.catalog() as catalog:
        owned = Owned(here, catalog, deck.game)
        found = Found(catalog, deck.game)
        tools = Tools(found.cards, found.look, owned.copies, Keeper(here, how, deck).keep, found.put)
        Workshop(deck, tools).run()
    return 0


class Found:
    """What the workbench looks up in the catalogue, for the decks of one game."""

    def __init__(self, catalog: Catalog, game: str) -> None:
        self._catalog, self._game = catalog, game
        self._fields, self._releases = catalog.fields(game), catalog.releases(game)

    def cards(self, text: str) -> Sequence[Card]:
        """The first cards that a query fits. Raises QueryError."""
        query = parse(text, self._fields, self._releases, game=self._game)
        return self._catalog.search(query, limit=MOST_FOUND)

    def look(self, deck: SavedDeck) -> tuple[Deck, Verdict | None]:
        """What a saved deck means, and what the rules say of it."""
        return resolve(list_of(deck), self._catalog, game=self._game)[0], verdict_of(deck, self._catalog)

    def put(self, deck: SavedDeck, part: str, value: str) -> SavedDeck:
        """The deck with one of its parts as a person words it. Raises UsageError and UnknownNameError."""
        if part == "name" and not value:
            raise UsageError("a deck's name has at least one character.")
        if part in ("name", "note"):
            return replace(deck, name=value) if part == "name" else replace(deck, note=value)
        if part == "tags":
            return replace(deck, tags=_tags(value, deck.tags))
        if part == "first five":
            return Parts(first_five=[value]).put(deck, self._catalog)
        return Parts(**{part: value}).put(deck, self._catalog)


def _tags(value: str, known: Sequence[str]) -> tuple[str, ...]:
    """Tags as a person writes them: parted by commas, else by blanks; one that is there already may hold blanks."""
    parted = value.split(",") if "," in value or value.strip() in known else value.split()
    return tuple(dict.fromkeys(tag.strip() for tag in parted if tag.strip()))


class Keeper:
    """Keeps what a deck becomes, each time as one step that `deckcli undo` takes back."""

    def __init__(self, here: Session, how: Changing, deck: SavedDeck) -> None:
        self._here, self._how, self._known, self._kept = here, how, deck.revision, deck

    def keep(self, after: SavedDeck) -> str:
        """Keep it as a revision, and say which; and whether somebody else made one meanwhile."""
        dry = self._how.dry_run
        with self._here.library(write=True) as library, library.step(f"deck edit {after.name}", dry_run=dry):
            now = the_deck(library, f"#{after.id}")
            saved = store(library, now, after, "edited")
            self._label(library, after)
        if dry:
            return f"--dry-run: would be revision {saved.revision}; nothing was saved."
        other = now.revision != self._known
        self._known, self._kept = saved.revision, after
        meanwhile = f", after revision {now.revision} that was made meanwhile" if other else ""
        return f"saved as revision {saved.revision}{meanwhile}."

    def _label(self, library: Library, after: SavedDeck) -> None:
        """Keep what stands on the deck, where it is another than last time."""
        if after.name != self._kept.name:
            library.rename(after.id, after.name)
        if after.note != self._kept.note:
            library.set_note(after.id, after.note)
        if after.tags != self._kept.tags:
            library.set_tags(after.id, after.tags)
