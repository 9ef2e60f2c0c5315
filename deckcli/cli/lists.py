"""What a LIST argument means: standard input, a file, a saved deck, or a bundled deck, in this order."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path

from catalog.reading import Catalog
from catalog.saved import SavedDeck
from deckcli.cli.session import Session
from deckcli.decks import formats
from deckcli.decks.bytes import MOST_BYTES
from deckcli.decks.deck import DeckList
from deckcli.decks.saved import list_of
from deckcli.errors import UnknownListError


@dataclass(frozen=True, slots=True)
class Asked:
    """A LIST argument and how it is to be read."""

    text: str
    format: str = ""
    encoding: str = ""
    game: str = ""


def read_list(asked: Asked, session: Session, catalog: Catalog) -> DeckList:
    """The list that a LIST argument means.

    Raises UnknownListError when nothing, or more than one thing, is called that, and UnreadableError when it is
    there and cannot be read.
    """
    kind, _, rest = asked.text.partition(":")
    if kind in ("file", "deck", "bundled") and rest:
        found = _BY_KIND[kind](rest, asked, session, catalog)
        if found is None:
            raise UnknownListError(f'there is no {_WORDS[kind]} "{rest}".{_near(rest, session, catalog)}')
        return found
    if asked.text == "-":
        return formats.read(sys.stdin.buffer.read(MOST_BYTES + 1), "-", asked.format, asked.encoding)
    for kind in ("file", "deck", "bundled") if _looks_like_path(asked.text) else ("deck", "bundled"):
        found = _BY_KIND[kind](asked.text, asked, session, catalog)
        if found is not None:
            return found
    raise UnknownListError(_nothing(asked.text, session, catalog))


def read_file(path: Path, asked: Asked) -> DeckList:
    """The list in a file; never more of it than a list can be. Raises UnknownListError, or UnreadableError."""
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except (FileNotFoundError, NotADirectoryError):
        raise UnknownListError(f"{path}: there is no such file.") from None
    except IsADirectoryError:
        raise UnknownListError(
            f"{path}: this is a folder. `deckcli deck check --batch {path}` judges all in it."
        ) from None
    except (OSError, ValueError) as error:
        raise UnknownListError(f"{path}: cannot be opened: {getattr(error, 'strerror', None) or error}.") from None
    return formats.read(data, str(path), asked.format, asked.encoding)


def _looks_like_path(text: str) -> bool:
    return "/" in text or "\\" in text or bool(Path(text).suffix)


def _file(text: str, asked: Asked, session: Session, catalog: Catalog) -> DeckList | None:
    path = Path(text)
    try:
        there = path.exists()
    except (OSError, ValueError):
        there = False
    return read_file(path, asked) if there else None


def _saved(text: str, asked: Asked, session: Session, catalog: Catalog) -> DeckList | None:
    with session.library() as library:
        found = library.deck(text, asked.game)
    return list_of(_only(found, text)) if found else None


def _only(found: list[SavedDeck], text: str) -> SavedDeck:
    if len(found) > 1:
        which = ", ".join(f"deck:#{deck.id} ({deck.game})" for deck in found)
        raise UnknownListError(f'{len(found)} decks are called "{text}": {which}. Name one of these.')
    return found[0]


def _bundled(text: str, asked: Asked, session: Session, catalog: Catalog) -> DeckList | None:
    found = catalog.find_bundled(text, asked.game)
    if not found:
        return None
    if len(found) > 1:
        which = ", ".join(f"bundled:{deck.slug} ({deck.game})" for deck in found)
        raise UnknownListError(f'{len(found)} bundled decks are called "{text}": {which}. Name one of these.')
    return formats.read(found[0].text.encode(), f"bundled:{found[0].slug}", "text")


def _nothing(text: str, session: Session, catalog: Catalog) -> str:
    if _looks_like_path(text):
        return f"{text}: there is no such file, and no deck of that name.{_near(text, session, catalog)}"
    near = _near(text, session, catalog)
    return (
        f'there is no file, saved deck or bundled deck called "{text}".{near} `deckcli deck list --all` shows them all.'
    )


def _near(text: str, session: Session, catalog: Catalog) -> str:
    from difflib import get_close_matches

    with session.library() as library:
        names = [deck.name for deck in library.decks()]
    names += [name for deck in catalog.bundled() for name in (deck.slug, deck.name)]
    by_key = {name.casefold(): name for name in reversed(names)}
    near = [by_key[key] for key in get_close_matches(text[:80].casefold(), by_key, n=3)]
    return f" Nearest: {', '.join(near)}." if near else ""


_BY_KIND = {"file": _file, "deck": _saved, "bundled": _bundled}
_WORDS = {"file": "file", "deck": "saved deck", "bundled": "bundled deck"}
