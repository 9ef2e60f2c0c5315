"""What a LIST argument means: standard input, a file, a saved deck, or a bundled deck, in this order."""

from __future__ import annotations

import sys
from collections.abc import Collection
from dataclasses import dataclass, replace
from pathlib import Path

from catalog.errors import UnreadableError
from catalog.reading import Catalog
from catalog.saved import SavedDeck
from deckcli.cli.inputs import bytes_of
from deckcli.cli.session import Session
from deckcli.decks import formats
from deckcli.decks.bytes import MOST_BYTES, text_of
from deckcli.decks.deck import DeckList
from deckcli.decks.formats.text import is_link
from deckcli.decks.resolve import Lookup, resolve
from deckcli.decks.saved import list_of
from deckcli.errors import UnknownListError, UsageError
from deckcli.screen.safe import is_text
from deckcli.titles import TITLES

_BUNDLED = "bundled:"


@dataclass(frozen=True, slots=True)
class Asked:
    """A LIST argument and how it is to be read: in which format, encoding and game, where options tell, and
    `default`, the person's game for lists that tell none."""

    text: str
    format: str = ""
    encoding: str = ""
    game: str = ""
    default: str = ""

    @classmethod
    def of(cls, here: Session, text: str, game: str | None, format: str = "", encoding: str = "") -> Asked:  # noqa: A002
        """The LIST of a command line. Raises UsageError for a format or encoding that nobody knows, even where the
        LIST turns out to need none."""
        if format:
            formats.named(format)
        try:
            text_of(b"", "--encoding", encoding)
        except UnreadableError as error:
            raise UsageError(str(error)) from None
        told = here.told(game)
        return cls(text, format, encoding, told, "" if told else here.game(None))


def read_list(asked: Asked, session: Session, catalog: Catalog) -> DeckList:
    """The list that a LIST argument means; of the person's own game where neither it nor its cards tell one.

    Raises UnknownListError when nothing, or more than one thing, is called that, and UnreadableError when it is
    there and cannot be read.
    """
    return in_default_game(_read(asked, session, catalog), asked, catalog)


def in_default_game(wanted: DeckList, asked: Asked, catalog: Lookup) -> DeckList:
    """The list; of the default game when that is all there is to go by."""
    if not asked.default or wanted.game or resolve(wanted, catalog)[0].game:
        return wanted
    return replace(wanted, game=asked.default)


def say_game(here: Session, asked: Asked, wanted: DeckList, game: str) -> None:
    """Say on standard error which game was found for a list that -g did not name; a deck of ours knows its own."""
    if asked.game or not game or wanted.format == "library" or wanted.source.startswith(_BUNDLED):
        return
    how = "the list is" if wanted.game else "the cards are"
    here.out.note(f"{how} of {TITLES[game]} (-g {game})")


def _read(asked: Asked, session: Session, catalog: Catalog) -> DeckList:
    kind, _, rest = asked.text.partition(":")
    if kind in _BY_KIND and rest:
        found = _BY_KIND[kind](rest, asked, session, catalog)
        if found is None:
            raise UnknownListError(
                f'there is no {_WORDS[kind]} "{rest}".{_near_kind(kind, rest, asked, session, catalog)}'
            )
        return found
    if asked.text == "-":
        return formats.read(standard_input(session, MOST_BYTES), "-", asked.format, asked.encoding)
    for kind in ("file", "deck", "bundled") if _looks_like_path(asked.text) else ("deck", "bundled"):
        found = _BY_KIND[kind](asked.text, asked, session, catalog)
        if found is not None:
            return found
    raise UnknownListError(_nothing(asked, session, catalog))


def standard_input(here: Session, most: int) -> bytes:
    """Standard input, at most one byte more than `most`. A person who is waited for is told. Raises UnreadableError."""
    if sys.stdin.isatty():
        here.out.hint("reading what you type or paste; Ctrl-D on a line of its own ends it.")
    try:
        return sys.stdin.buffer.read(most + 1)
    except OSError as error:
        raise UnreadableError("-", f"standard input cannot be read: {error.strerror or error}.") from None


def read_file(path: Path, asked: Asked) -> DeckList:
    """The list in a file; never more of it than a list can be. Raises UnknownListError, or UnreadableError."""
    data = bytes_of(path, MOST_BYTES, _FOLDER.format(path))
    return formats.read(data, str(path), asked.format, asked.encoding)


_FOLDER = "this is a folder. `deckcli deck check --batch {}` judges all in it."


def _looks_like_path(text: str) -> bool:
    return "/" in text or "\\" in text or bool(Path(text).suffix)


def _file(text: str, asked: Asked, session: Session, catalog: Catalog) -> DeckList | None:
    return read_file(Path(text), asked) if _is_there(text) else None


def _is_there(text: str) -> bool:
    try:
        return Path(text).exists()
    except (OSError, ValueError):
        return False


def _saved(text: str, asked: Asked, session: Session, catalog: Catalog) -> DeckList | None:
    found = find_saved(text, asked.game, session)
    return None if found is None else list_of(found)


def find_saved(text: str, game: str, session: Session) -> SavedDeck | None:
    """The saved deck that a LIST means, as it is or, behind an @, at one revision (`Mine@2`); None when there is none.

    Raises UnknownListError for several, and for a revision that the deck does not have.
    """
    if not is_text(text):
        return None
    with session.library() as library:
        found = library.deck(text, game)
        name, at, number = text.rpartition("@")
        if found or not at or not (number.isascii() and number.isdecimal()):
            return _only(found, text) if found else None
        earlier = library.deck(name, game)
        revisions = library.revisions(_only(earlier, name).id) if earlier else []
    for deck in revisions:
        if str(deck.revision) == (number.lstrip("0") or "0"):
            return deck
    if revisions:
        raise UnknownListError(f'deck "{name}" has no revision {number[:20]}; its last is {revisions[-1].revision}.')
    return None


def saved_behind(asked: Asked, session: Session) -> SavedDeck | None:
    """The saved deck that a LIST turned out to be."""
    found = find_saved(asked.text, asked.game, session)
    return found or find_saved(asked.text.removeprefix("deck:"), asked.game, session)


def _only(found: list[SavedDeck], text: str) -> SavedDeck:
    if len(found) > 1:
        which = ", ".join(f"deck:#{deck.id} ({deck.game})" for deck in found)
        raise UnknownListError(f'{len(found)} decks are called "{text}": {which}. Name one of these.')
    return found[0]


def _bundled(text: str, asked: Asked, session: Session, catalog: Catalog) -> DeckList | None:
    found = catalog.find_bundled(text, asked.game) if is_text(text) else []
    if not found:
        return None
    if len(found) > 1:
        which = ", ".join(f"bundled:{deck.slug} ({deck.game})" for deck in found)
        raise UnknownListError(f'{len(found)} bundled decks are called "{text}": {which}. Name one of these.')
    return formats.read(found[0].text.encode(), f"{_BUNDLED}{found[0].slug}", "text")


def _nothing(asked: Asked, session: Session, catalog: Catalog) -> str:
    """What to say of a LIST that nothing is called: what comes nearest to what was meant."""
    text = asked.text
    if is_link(text):
        return f"{text}: a link to a deck, and nothing is fetched from the network. Save its text or JSON as a file."
    others = _of_another_game(text, session, catalog) if asked.game else []
    if others:
        return f'"{text}" is a deck of {" and ".join(others)}, and -g says {TITLES[asked.game]}.'
    near = _near(text, session, catalog)
    if _looks_like_path(text):
        return f"{text}: there is no such file, and no deck of that name.{near}"
    if text and _is_there(text):
        folder = Path(text).is_dir()
        there = f"./{text}: {_FOLDER.format(f'./{text}')}" if folder else f"Its file is ./{text} or file:{text}."
        return f'no saved deck or bundled deck is called "{text}". {there}'
    return f'there is no saved deck or bundled deck called "{text}".{near} `deckcli deck list --all` shows them all.'


def _of_another_game(text: str, session: Session, catalog: Catalog) -> list[str]:
    """The games that have a deck of that name."""
    if not is_text(text):
        return []
    with session.library() as library:
        saved = [deck.game for deck in library.deck(text)]
    bundled = [deck.game for deck in catalog.find_bundled(text)]
    return [TITLES[game] for game in dict.fromkeys(saved + bundled)]


def _near_kind(kind: str, text: str, asked: Asked, session: Session, catalog: Catalog) -> str:
    """What is called so and is of another kind, else the nearest names of this one."""
    others = [one for one in ("deck", "bundled") if one != kind and _BY_KIND[one](text, asked, session, catalog)]
    if others:
        return f" There is {'a bundled deck' if others[0] == 'bundled' else 'a saved deck'}: {others[0]}:{text}."
    return "" if kind == "file" else _near(text, session, catalog, (kind,))


def _near(text: str, session: Session, catalog: Catalog, kinds: Collection[str] = ("deck", "bundled")) -> str:
    from difflib import get_close_matches

    names: list[str] = []
    if "deck" in kinds:
        with session.library() as library:
            names += [deck.name for deck in library.decks()]
    if "bundled" in kinds:
        names += [name for deck in catalog.bundled() for name in (deck.slug, deck.name)]
    by_key = {name.casefold(): name for name in reversed(names)}
    near = [by_key[key] for key in get_close_matches(text[:80].casefold(), by_key, n=3)]
    return f" Nearest: {', '.join(near)}." if near else ""


_BY_KIND = {"file": _file, "deck": _saved, "bundled": _bundled}
_WORDS = {"file": "file", "deck": "saved deck", "bundled": "bundled deck"}
