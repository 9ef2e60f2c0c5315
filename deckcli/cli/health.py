"""What `deckcli doctor` looks at."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from catalog.errors import CatalogError
from catalog.library_file import faults_of, is_blank
from catalog.loading import build
from catalog.mending import mend_indexes, mend_names
from deckcli import EFFECTS
from deckcli.cli.session import Session
from deckcli.decks.owned.names import DIE
from deckcli.errors import DeckcliError
from deckcli.games import GAMES, formats
from deckcli.games.finish import finish
from deckcli.games.phase10.board import board, own_board


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at: what, whether it is fine, and in words."""

    what: str
    fine: bool
    message: str


def examine(here: Session) -> list[Finding]:
    """Look at the library and the catalogue, mend what can be mended by itself, and say what was found and done.

    The catalogue and the names of cards come from `data` and the packs; the library's own contents are never guessed.
    """
    return [*_file(here), *_catalogue(here), *_rules(), *_library(here)]


def _file(here: Session) -> list[Finding]:
    """The library's own integrity check; broken indexes are made anew."""
    path = here.home.library
    if not path.exists():
        return [Finding("library", True, f"there is none yet ({path})")]
    faults = faults_of(path)
    try:
        aside = mend_indexes(path) if faults else None
    except CatalogError as error:
        return [Finding("library", False, str(error))]
    if aside is not None and not faults_of(path):
        return [Finding("library", True, f"its indexes were broken and are made anew; as it was: {aside}")]
    if not faults and is_blank(path):
        faults = ["the file is empty. It was cut to nothing, or its making was interrupted."]
    if faults:
        kept = sorted(path.parent.glob(f"{path.name}.*.bak"), key=lambda one: one.stat().st_mtime, reverse=True)
        then = f"`deckcli restore {kept[0]}` brings the newest copy back." if kept else "There is no copy beside it."
        return [Finding("library", False, f"{path}: {fault} {then}") for fault in faults]
    return [Finding("library", True, "whole")]


def _library(here: Session) -> list[Finding]:
    """What the library holds: cards that are called otherwise by now are renamed, those that are no more are told."""
    path = here.home.library
    if not path.exists() or faults_of(path) or is_blank(path):  # opened to be written, a blank one is made new
        return []
    try:
        with here.catalog() as catalog:
            labels = catalog.labels()
        renamed = {key: one.slug for key, one in labels.items() if key[1] != one.slug}
        with here.library(write=True) as library:
            done = mend_names(library, renamed)
            decks, holdings = library.decks(), library.holdings()
    except CatalogError as error:
        return [Finding("library", False, str(error))]
    used = {(deck.game, slot.slug) for deck in decks for slot in deck.slots}
    used |= {(one.game, one.slug) for one in holdings if not one.slug.startswith(DIE)}
    gone = sorted(used - set(labels))
    told = [Finding("library", True, f"mended: {what}") for what in done]
    told += [Finding("library", False, f"no card of {game} is called {slug} any more") for game, slug in gone]
    return [*told, Finding("library", True, f"{len(decks)} decks, {len(holdings)} holdings")]


def _rules() -> list[Finding]:
    """The files of rules that are read when a game asks: construction formats, and the board of Phase 10."""
    found: list[Finding] = []
    reads: list[tuple[str, Callable[[], object]]] = [(f"formats of {game}", partial(formats, game)) for game in GAMES]
    for what, read in (*reads, ("board", board)):
        try:
            read()
        except (CatalogError, DeckcliError) as error:
            found.append(Finding(what, False, str(error)))
    own = own_board()
    if own.is_file() and not found:
        found.append(Finding("board", True, f"your own ({own})"))
    return found


def _catalogue(here: Session) -> list[Finding]:
    here.out.hint("building the card catalogue anew ...")
    try:
        build(here.home, finish, version=EFFECTS)
        with here.catalog() as catalog:
            count = sum(1 for _ in catalog.cards())
            faults = catalog.faults()
    except CatalogError as error:
        return [Finding("catalogue", False, str(error))]
    packs = [Finding("pack", False, f"{place}: {message}") for place, message in faults]
    return [Finding("catalogue", True, f"built anew; {count} cards"), *packs]
