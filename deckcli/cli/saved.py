"""The saved deck that a NAME argument means."""

from __future__ import annotations

from catalog.library import Library
from catalog.saved import SavedDeck
from deckcli.errors import UnknownNameError
from deckcli.screen.safe import is_text
from deckcli.titles import TITLES

_PREFIX = "deck:"


def the_deck(library: Library, name: str, game: str = "") -> SavedDeck:
    """The living deck of that name, or number ("#3"), with or without `deck:` before it.

    Raises UnknownNameError when none, or more than one, is called that, with near names.
    """
    found = living(library, name, game)
    if len(found) == 1:
        return found[0]
    if found:
        which = ", ".join(f"#{deck.id} ({deck.game})" for deck in found)
        raise UnknownNameError(f'{len(found)} decks are called "{name}": {which}. Name one of these.')
    raise UnknownNameError(f'no saved deck is called "{name}".{_hint(library, name, game)}')


def living(library: Library, name: str, game: str = "") -> list[SavedDeck]:
    """Every living deck that `name` means."""
    if not is_text(name):
        return []
    bare = name.removeprefix(_PREFIX)
    return library.deck(name, game) or (library.deck(bare, game) if bare != name else [])


def deleted(library: Library, name: str, game: str = "") -> list[SavedDeck]:
    """Every deleted deck of that number, or of just that name, the one deleted last first."""
    called = name.removeprefix(_PREFIX)
    gone = [deck for deck in library.decks(game, deleted=True) if called in (deck.name, f"#{deck.id}")]
    return sorted(gone, key=lambda deck: (deck.deleted, deck.id), reverse=True)


def _hint(library: Library, name: str, game: str) -> str:
    """What comes nearest to what was meant."""
    others = [deck.game for deck in living(library, name)] if game else []
    if others:
        return f" There is one of {' and '.join(TITLES[one] for one in others)}, and -g says {TITLES[game]}."
    if deleted(library, name, game):
        return f' It was deleted; `deckcli deck restore "{name}"` brings it back.'
    from difflib import get_close_matches

    names = {deck.name.casefold(): deck.name for deck in library.decks(game)}
    near = [names[key] for key in get_close_matches(name[:80].casefold(), names, n=3)]
    told = f" Nearest: {', '.join(near)}." if near else ""
    return told + " `deckcli deck list` shows them; `deckcli deck import LIST` saves a list or a bundled deck as one."
