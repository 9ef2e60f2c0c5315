"""What `deckcli doctor` looks at."""

from __future__ import annotations

from dataclasses import dataclass

from catalog.errors import CatalogError
from catalog.library_file import faults_of
from catalog.loading import build
from deckcli import EFFECTS
from deckcli.cli.session import Session
from deckcli.games.finish import finish


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at: what, whether it is fine, and in words."""

    what: str
    fine: bool
    message: str


def examine(here: Session) -> list[Finding]:
    """Look at the library (its own integrity check), the catalogue (built anew from data and packs) and the packs."""
    return [*_library(here), *_catalogue(here)]


def _library(here: Session) -> list[Finding]:
    if not here.home.library.exists():
        return [Finding("library", True, f"there is none yet ({here.home.library})")]
    faults = faults_of(here.home.library)
    if faults:
        return [Finding("library", False, f"{here.home.library}: {fault}") for fault in faults]
    with here.library() as library:
        decks, holdings = len(library.decks()), len(library.holdings())
    return [Finding("library", True, f"whole; {decks} decks, {holdings} holdings")]


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
