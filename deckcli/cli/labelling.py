"""What `deckcli deck rename|copy|note|tag|state` do: the words on a saved deck, and copies of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from catalog.library import Library
from catalog.saved import STATES, NameTakenError, SavedDeck
from deckcli.cli.changing import Changing, verdict_of
from deckcli.cli.lists import standard_input
from deckcli.cli.saved import the_deck
from deckcli.cli.session import Session
from deckcli.decks.bytes import MOST_BYTES, text_of
from deckcli.errors import CannotWriteError, UsageError
from deckcli.screen.decks import label_json
from deckcli.screen.verdict import live_line, verdict_json
from deckcli.titles import TITLES


def rename_deck(here: Session, how: Changing, name: str) -> None:
    """Give a deck another name; its history stays."""
    name = name.strip()
    if not name:
        raise UsageError("a deck's name has at least one character.")
    _relabel(here, how, f"deck rename {how.name} {name}", lambda library, deck: library.rename(deck.id, name))


def copy_deck(here: Session, how: Changing, name: str) -> None:
    """A second deck that holds what a deck holds now."""
    name = name.strip()
    if not name:
        raise UsageError("a deck's name has at least one character.")
    _relabel(here, how, f"deck copy {how.name} {name}", lambda library, deck: library.copy(deck.id, name))


def note_deck(here: Session, how: Changing, note: str | None) -> None:
    """Write a note to a deck in place of the old one, or, without any, show it."""
    if note is None:
        _show(here, how, lambda deck: deck.note)
        return
    told = text_of(standard_input(here, MOST_BYTES), "-").rstrip("\r\n") if note == "-" else note
    _relabel(here, how, f"deck note {how.name}", lambda library, deck: library.set_note(deck.id, told))


def tag_deck(here: Session, how: Changing, add: Sequence[str], remove: Sequence[str]) -> None:
    """Add tags to a deck and take some off, or, without any, show them. Raises UsageError for a tag that it lacks."""
    told = [tag.strip() for tag in add]
    if not all(told):
        raise UsageError("a tag has at least one character.")
    if not told and not remove:
        _show(here, how, lambda deck: "\n".join(deck.tags))
        return

    def relabel(library: Library, deck: SavedDeck) -> SavedDeck:
        lacking = [tag for tag in remove if tag not in deck.tags]
        if lacking:
            has = f"its tags are {', '.join(deck.tags)}" if deck.tags else "it has no tags"
            raise UsageError(f'"{deck.name}" has no tag "{lacking[0]}"; {has}. Nothing was changed.')
        return library.set_tags(deck.id, [tag for tag in dict.fromkeys((*deck.tags, *told)) if tag not in remove])

    _relabel(here, how, f"deck tag {how.name} {' '.join(told)}".rstrip(), relabel)


def state_deck(here: Session, how: Changing, state: str | None) -> None:
    """Say what a deck claims of the collection, or, without a state, show it."""
    if state is None:
        _show(here, how, lambda deck: deck.state)
        return
    if state not in STATES:
        raise UsageError(f'a deck is {", ".join(STATES[:-1])} or {STATES[-1]}, and never "{state}".')
    _relabel(here, how, f"deck state {how.name} {state}", lambda library, deck: library.set_state(deck.id, state))


def _show(here: Session, how: Changing, words: Callable[[SavedDeck], str]) -> None:
    with here.library() as library:
        deck = the_deck(library, how.name, how.game)
    if how.json:
        here.out.data(label_json(deck))
        return
    from deckcli.screen.safe import safe_lines

    here.out.text("".join(f"{line}\n" for line in safe_lines(words(deck))))


def _relabel(here: Session, how: Changing, command: str, relabel: Callable[[Library, SavedDeck], SavedDeck]) -> None:
    """One step that changes no card: what the deck is called, and what stands on it."""
    with here.catalog() as catalog, here.library(write=True) as library:
        the_deck(library, how.name, how.game)
        with library.step(command, dry_run=how.dry_run) as draft:
            before = the_deck(library, how.name, how.game)
            try:
                after = relabel(library, before)
            except NameTakenError as taken:
                there = f'there is a deck "{taken.name}" of {TITLES[taken.game]} already (#{taken.deck})'
                raise CannotWriteError(f"{there}. Choose another name.") from None
            summary = draft.summary
        verdict = verdict_of(after, catalog)
    if how.json:
        told = None if verdict is None else verdict_json(verdict)
        here.out.data({**label_json(after), "changed": bool(summary), "dry_run": how.dry_run, "verdict": told})
        return
    here.out.note(f"{'would be: ' if how.dry_run else ''}{summary or 'nothing to change'}.")
    if verdict is not None:
        here.out.text(live_line(verdict) + "\n")
