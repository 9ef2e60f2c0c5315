"""What `deckcli deck import` does with a file of several decks: each is saved under its own name, in one step."""

from __future__ import annotations

from catalog.saved import NameTakenError, SavedDeck
from deckcli.cli.keeping import Keeping, save_deck, show_problems, taken_already
from deckcli.cli.lists import Asked
from deckcli.cli.session import Session
from deckcli.decks.deck import Deck
from deckcli.decks.resolve import resolve
from deckcli.decks.saved import size_of
from deckcli.decks.several import SeveralDecksError
from deckcli.errors import UsageError


def import_several(here: Session, asked: Asked, how: Keeping, several: SeveralDecksError) -> int:
    """Save every deck, or none when a line of one cannot be used, unless lenient; the exit code."""
    if how.name is not None:
        raise UsageError(f"--name names one deck, and {asked.text} holds {len(several.lists)}. Leave it out.")
    decks: dict[str, Deck] = {}
    refused = 0
    with here.catalog() as catalog:
        for wanted in several.lists:
            deck, problems = resolve(wanted, catalog, game=asked.game, lenient=how.lenient)
            name = _free(deck.name.strip() or "Untitled", decks)
            show_problems(here, problems, f'"{name}": ')
            refused += sum(problem.severity == "error" for problem in problems)
            if deck.slots:
                decks[name] = deck
    if not decks or (refused and not how.lenient):
        here.out.note("nothing was saved." + (" --lenient takes the rest." if decks else ""))
        return 1
    saved: list[SavedDeck] = []
    with here.library(write=True) as library, library.step(f"deck import {asked.text}", dry_run=how.dry_run):
        for name, deck in decks.items():
            try:
                saved.append(save_deck(library, deck, name, how.force))
            except NameTakenError as taken:
                raise taken_already(taken) from None
    if several.more:
        here.out.note("this is one page of the decks; the others stand on the next one.")
    if how.json:
        told = [{"id": one.id, "game": one.game, "name": one.name, "revision": one.revision, "cards": size_of(one)}
                for one in saved]  # fmt: skip
        here.out.data({"saved": not how.dry_run, "decks": told, "refused": refused, "more_pages": several.more})
    for one in saved if not how.json else ():
        here.out.note(f'{"would save" if how.dry_run else "saved"} "{one.name}", {size_of(one)} cards.')
    return 0


def _free(name: str, taken: dict[str, Deck]) -> str:
    """The name, with a number behind it when another deck of the file has it."""
    number = 2
    free = name
    while free in taken:
        free, number = f"{name} ({number})", number + 1
    return free
