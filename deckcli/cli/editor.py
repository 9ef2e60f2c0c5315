"""What `deckcli deck edit` does: a saved deck as text in the person's own editor, checked before it is kept.

What is being written lies in a file in the person's folder until it is kept, so that nothing is lost when it is wrong,
when the editor fails, or when everything is killed: the next `deck edit` of that deck goes on with it.
"""

from __future__ import annotations

import os
import shlex
import subprocess
from dataclasses import replace
from pathlib import Path

from catalog.errors import UnreadableError
from catalog.home import Home
from catalog.library import Library
from catalog.reading import Catalog
from catalog.saved import NameTakenError, SavedDeck
from deckcli.cli.changing import Changing, is_waiting, show_change, store
from deckcli.cli.inputs import bytes_of
from deckcli.cli.keeping import write_file
from deckcli.cli.saved import the_deck
from deckcli.cli.session import Session
from deckcli.decks import formats
from deckcli.decks.bytes import MOST_BYTES
from deckcli.decks.deck import Deck
from deckcli.decks.formats.text import HELD
from deckcli.decks.problem import Problem
from deckcli.decks.resolve import resolve
from deckcli.decks.saved import extra_of, list_of, slots_of
from deckcli.errors import CannotWriteError, DeckcliError, UsageError
from deckcli.screen.safe import safe


class NotKeptError(DeckcliError):
    """What was written cannot be kept as a deck; it lies in a file still."""


def edit_deck(here: Session, how: Changing) -> int:
    """Have the person edit a saved deck; the exit code. Raises UsageError where there is no editor."""
    editor = _editor()
    with here.library() as library:
        deck = the_deck(library, how.name, how.game)
    path = kept_text(here.home, deck)
    with here.catalog() as catalog:
        begun = _begin(here, path, deck, catalog)
        while True:
            fault = _run(editor, path)
            if not path.exists() or path.read_bytes() == begun.encode():
                path.unlink(missing_ok=True)
                if fault:
                    raise fault
                here.out.note("nothing was changed.")
                return 0
            if fault:
                raise CannotWriteError(f"{fault} What was written lies in {path}.")
            try:
                _keep(here, how, path, deck, catalog)
                return 0
            except NotKeptError as fault:
                if not (is_waiting() and _again(here, fault)):
                    raise


def kept_text(home: Home, deck: SavedDeck) -> Path:
    """Where the text of a deck lies while it is edited; another library's decks have files of their own."""
    own = "" if home.library == home.root / "library.db" else f"{home.library.stem}-"
    return home.root / "edits" / f"{own}{deck.id}.txt"


def _editor() -> list[str]:
    told = os.environ.get("VISUAL") or os.environ.get("EDITOR") or ""
    try:
        words = shlex.split(told)
    except ValueError as error:
        raise UsageError(f"$VISUAL or $EDITOR cannot be read ({error}): {told}") from None
    if not words:
        ways = "`deckcli deck add`, `remove` and `set` change the deck without one"
        raise UsageError(f"there is no editor. Set one (`export EDITOR=nano`); {ways}.")
    return words


def _begin(here: Session, path: Path, deck: SavedDeck, catalog: Catalog) -> str:
    """The text that the editor opens: what was left from last time, else the deck. Gives the text of the deck."""
    text = text_to_edit(deck, catalog)
    if path.exists():
        here.out.note(f"going on with what was left in {path}; leave it empty to begin again.")
        return text
    path.parent.mkdir(parents=True, exist_ok=True)
    write_file(path, text, force=False)
    return text


def text_to_edit(deck: SavedDeck, catalog: Catalog) -> str:
    """A saved deck as text with a head that says what becomes of it; reading it gives the deck."""
    found, _ = resolve(list_of(deck), catalog, game=deck.game)
    head = [
        f"# {safe(deck.name)} (#{deck.id}), revision {deck.revision}.",
        "# Save and close: the list is read and becomes a new revision. Lines with # before them are left out.",
    ]
    known = {slot.card.slug for slot in found.slots} | {old for slot in found.slots for old in slot.card.formerly}
    lost = [f"{slot.count}x {slot.slug}" for slot in deck.slots if slot.slug not in known]
    unknown = ["", "# These cards are in no catalogue (any more); as long as they stand here, nothing is kept.", *lost]
    tail = "\n".join(unknown) + "\n" if lost else ""
    return "\n".join(head) + "\n" + formats.write(found, "text") + tail


def _run(editor: list[str], path: Path) -> DeckcliError | None:
    """Run the editor and wait; what to say where it cannot run, or fails."""
    try:
        code = subprocess.run([*editor, str(path)], check=False).returncode
    except OSError as error:
        return UsageError(f"the editor {editor[0]} cannot be run: {error.strerror or error}. Set $EDITOR.")
    return CannotWriteError(f"{editor[0]} ended with {code}, so nothing was changed.") if code else None


def _keep(here: Session, how: Changing, path: Path, deck: SavedDeck, catalog: Catalog) -> None:
    """Keep what was written as a new revision. Raises NotKeptError with everything that speaks against it."""
    try:
        data = bytes_of(path, MOST_BYTES)
        if not data.strip():
            path.unlink()
            here.out.note("the file came back empty, so nothing was changed. `deckcli deck delete` puts a deck away.")
            return
        wanted = formats.read(data, str(path), "text")
    except UnreadableError as error:
        raise NotKeptError(f"{error}\n{_left(path, deck)}") from None
    apart = deck.extra.get("leader_apart") is True
    found, problems = resolve(replace(wanted, game=deck.game, leader_apart=apart), catalog, game=deck.game)
    errors = [problem for problem in problems if problem.severity == "error"]
    if wanted.game and wanted.game != deck.game:
        errors.insert(0, Problem("wrong_game", "error", f"this is a deck of {deck.game}, and stays one."))
    if errors:
        raise NotKeptError("\n".join([*map(_said, errors), _left(path, deck)]))
    with here.library(write=True) as library, library.step(f"deck edit {deck.name}", dry_run=how.dry_run):
        now = the_deck(library, f"#{deck.id}")
        if now.revision != deck.revision:
            here.out.note(
                f"the deck was changed meanwhile (revision {now.revision}); what was written here comes after."
            )
        saved = _stored(library, now, found, path)
    if not how.dry_run:
        path.unlink()
    show_change(here, catalog, how, deck, saved, "changed")


def _stored(library: Library, now: SavedDeck, found: Deck, path: Path) -> SavedDeck:
    beside = {key: value for key, value in now.extra.items() if key not in HELD}
    after = replace(
        now,
        slots=slots_of(found),
        dice={dice.type: dice.count for dice in found.dice},
        first_five=tuple(card.slug for card in found.first_five),
        extra={**beside, **extra_of(found)},
        rules=found.rules,
    )
    saved = store(library, now, after, "edited")
    if found.name and found.name != now.name:
        try:
            saved = library.rename(now.id, found.name)
        except NameTakenError as taken:
            there = f'there is another deck "{taken.name}" (#{taken.deck})'
            raise NotKeptError(f"{there}: write another name.\n{_left(path, now)}") from None
    return saved


def _said(problem: Problem) -> str:
    lines = f"line {', '.join(map(str, problem.lines))}: " if problem.lines else ""
    return f"{lines}{problem.message} {problem.fix}".rstrip()


def _left(path: Path, deck: SavedDeck) -> str:
    return f'Nothing was changed. What was written lies in {path}; `deckcli deck edit "#{deck.id}"` goes on with it.'


def _again(here: Session, fault: NotKeptError) -> bool:
    """Whether the person wants to go on at once."""
    for line in str(fault).splitlines()[:-1]:
        here.out.note(line)
    here.out.note("Enter goes back to the editor; n leaves it for later.")
    return input().strip().casefold() not in ("n", "no", "q")
