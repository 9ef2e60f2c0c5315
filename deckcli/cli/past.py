"""What `deckcli deck history|diff|restore` do: what a deck was, what lies between two, and the way back."""

from __future__ import annotations

from collections.abc import Sequence

from catalog.reading import Catalog
from catalog.saved import SavedDeck, UnknownDeckError
from deckcli.cli.changing import Changing, show_change
from deckcli.cli.lists import Asked, read_list
from deckcli.cli.saved import deleted, living, the_deck
from deckcli.cli.session import Session
from deckcli.decks.deck import Deck
from deckcli.decks.difference import difference
from deckcli.decks.problem import Problem
from deckcli.decks.resolve import resolve
from deckcli.decks.saved import list_of, size_of
from deckcli.errors import CannotWriteError, UnknownListError, UnknownNameError, UsageError
from deckcli.screen.difference import difference_blocks, difference_json, difference_words
from deckcli.screen.out import Style
from deckcli.screen.verdict import where
from deckcli.titles import TITLES


def show_history(here: Session, how: Changing, style: Style | None) -> None:
    """Every revision of a deck, the newest first, with what it changed; of a deleted deck too."""
    from deckcli.screen.blocks import Columns

    with here.catalog() as catalog, here.library() as library:
        deck = _any_deck(living(library, how.name, how.game) or deleted(library, how.name, how.game)[:1], how.name)
        if deck is None:
            deck = the_deck(library, how.name, how.game)
        revisions = library.revisions(deck.id)
        decks = [_deck_of(one, catalog) for one in revisions]
    steps = [difference(before, after) for before, after in zip([_nothing(deck), *decks[:-1]], decks, strict=True)]
    told = list(zip(revisions, map(size_of, revisions), steps, strict=True))[::-1]
    if how.json:
        here.out.data({
            "deck": deck.name, "id": deck.id, "game": deck.game, "deleted": deck.deleted, "current": deck.revision,
            "revisions": [
                {"revision": one.revision, "made": one.made, "comment": one.comment, "cards": cards,
                 **difference_json(step)} for one, cards, step in told
            ],
        })  # fmt: skip
        return
    rows = [
        [f"{one.revision}{' *' if one.revision == deck.revision else ''}", one.made, str(cards),
         "begun" if one.revision == 1 else difference_words(step), one.comment]
        for one, cards, step in told
    ]  # fmt: skip
    here.out.table(Columns(["revision", "when", "cards", "what", "comment"], rows, frozenset({"cards"})), style)


def _any_deck(found: list[SavedDeck], name: str) -> SavedDeck | None:
    if len(found) > 1:
        which = ", ".join(f"#{deck.id} ({deck.game})" for deck in found)
        raise UnknownNameError(f'{len(found)} decks are called "{name}": {which}. Name one of these.')
    return found[0] if found else None


def _deck_of(saved: SavedDeck, catalog: Catalog) -> Deck:
    return resolve(list_of(saved), catalog, game=saved.game)[0]


def _nothing(deck: SavedDeck) -> Deck:
    return Deck(deck.game, "", ())


def show_diff(here: Session, one: Asked, other: str, json: bool) -> int:
    """What to pull from the first deck and to put in to have the second; the exit code."""
    if one.text == other == "-":
        raise UsageError("standard input can be one of the two lists.")
    with here.catalog() as catalog:
        first, second = (one.text, other) if other else _last_two(here, one)
        (before, wrong), (after, wrong_too) = _both(here, catalog, one, (first, second))
    if before.game != after.game:
        raise UsageError(f"{first} is a deck of {_title(before)}, and {second} one of {_title(after)}.")
    for text, fault in [*((first, fault) for fault in wrong), *((second, fault) for fault in wrong_too)]:
        here.out.note(f"{text}: {where(fault)}{fault.message} {fault.fix}".rstrip())
    found = difference(before, after)
    if json:
        here.out.data({"a": first, "b": second, "game": before.game, "same": found.same, **difference_json(found)})
    else:
        shown = (first, second) if other else (f"{before.name}@{first.rpartition('@')[2]}", after.name)
        here.out.show(difference_blocks(found, *shown))
        if found.same:
            here.out.note("the two hold the same.")
    return 1 if wrong or wrong_too else 0


def _both(here: Session, catalog: Catalog, one: Asked, texts: Sequence[str]) -> list[tuple[Deck, list[Problem]]]:
    """Two lists with what is wrong with each; one that tells no game is of that of the other."""
    lists = [read_list(Asked(text, one.format, one.encoding, one.game, one.default), here, catalog) for text in texts]
    told = [resolve(wanted, catalog, game=one.game)[0].game for wanted in lists]
    game = "".join(told) if "" in told else one.game
    decks = [resolve(wanted, catalog, game=game) for wanted in lists]
    return [(deck, [fault for fault in faults if fault.severity == "error"]) for deck, faults in decks]


def _title(deck: Deck) -> str:
    return TITLES.get(deck.game, "no game that is known")


def _last_two(here: Session, one: Asked) -> tuple[str, str]:
    """A saved deck as it was before its last change, and as it is."""
    with here.library() as library:
        deck = the_deck(library, one.text, one.game)
        earlier = [old.revision for old in library.revisions(deck.id) if old.revision < deck.revision]
    if not earlier:
        raise UnknownListError(f'"{deck.name}" has one revision only. Name a second LIST to compare it with.')
    return f"deck:#{deck.id}@{earlier[-1]}", f"deck:#{deck.id}"


def restore_deck(here: Session, how: Changing, revision: int | None) -> None:
    """Bring back what a deck held at an earlier revision, or, without one, a deck that was deleted."""
    with here.catalog() as catalog, here.library(write=True) as library:
        if revision is None:
            gone = deleted(library, how.name, how.game)[:1]
            if not gone:
                deck = the_deck(library, how.name, how.game)
                raise UsageError(
                    f'"{deck.name}" is there. Which revision? `deckcli deck history "{how.name}"` shows them.'
                )
            if living(library, gone[0].name, gone[0].game):
                raise CannotWriteError(f'there is another deck "{gone[0].name}" by now. Rename that one first.')
            with library.step(f"deck restore {how.name}", dry_run=how.dry_run):
                after = library.undelete(gone[0].id)
            show_change(here, catalog, how, after, after, "brought back")
            return
        before = the_deck(library, how.name, how.game)
        with library.step(f"deck restore {how.name} {revision}", dry_run=how.dry_run):
            before = the_deck(library, how.name, how.game)
            try:
                after = library.restore(before.id, revision)
            except UnknownDeckError as error:
                raise UnknownNameError(f'{error} `deckcli deck history "{how.name}"` shows them.') from None
        show_change(here, catalog, how, before, after, "restored")
