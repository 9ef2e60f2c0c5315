"""The formats that lists are read from and written to, one module each, and how an input's format is told."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from deckcli.decks.bytes import text_of
from deckcli.decks.deck import Deck, DeckList
from deckcli.decks.formats import ashes_json, ashes_live, lackey, text
from deckcli.errors import UsageError

_JSON = re.compile(r"\{|\[\s*[{\]]")
"""An object, or a list of them; "[Main]" is a heading."""

_PAGE = re.compile(
    r"</?(?:ul|ol|li|p|b|i|u|em|strong|div|span|h[1-6]|table|thead|tbody|tr|td|th|br|pre|code)[\s/>]", re.I
)
"""A piece of a web page, which is a list like any other."""


@dataclass(frozen=True, slots=True)
class Form:
    """One format: `read` takes text and the name of its source; `write` and `loses` are None where we only read."""

    name: str
    title: str
    read: Callable[[str, str], DeckList]
    write: Callable[[Deck], str] | None
    loses: Callable[[Deck], list[str]] | None
    games: tuple[str, ...] = ()
    """The games it can hold; empty for all."""


FORMATS: dict[str, Form] = {
    "text": Form("text", "a card a line, with headings", text.read, text.write, text.loses),
    "ashes-live": Form(
        "ashes-live", "the text that ashes.live shows", text.read, ashes_live.write, ashes_live.loses, ("ashes",)
    ),
    "ashes-json": Form(
        "ashes-json",
        "JSON of ashes.live (Ashteki's is read too)",
        ashes_json.read,
        ashes_json.write,
        ashes_json.loses,
        ("ashes",),
    ),
    "lackey": Form("lackey", "LackeyCCG .dek (XML)", lackey.read, lackey.write, lackey.loses, ("cipher",)),
}


def read(data: bytes, source: str, format: str = "", encoding: str = "") -> DeckList:  # noqa: A002
    """What a list says, in whatever format it is; `source` names the input in errors.

    The format is told by the content, never by a file's suffix, unless `format` names it. Raises UnreadableError for
    what cannot be read at all (binary, wrong encoding, too long, broken XML or JSON), UsageError for an unknown format.
    """
    content = text_of(data, source, encoding)
    return _form(format or sniff(content)).read(content, source)


def write(deck: Deck, format: str) -> str:  # noqa: A002
    """A deck in a format. Raises UsageError for a format that is unknown, only read, or not for the deck's game."""
    form = _form(format)
    if form.write is None or (form.games and deck.game not in form.games):
        able = [f.name for f in FORMATS.values() if f.write and (not f.games or deck.game in f.games)]
        raise UsageError(f"{form.name} cannot hold this deck here. Formats that can: {', '.join(able)}.")
    return form.write(deck)


def loses(deck: Deck, format: str) -> list[str]:  # noqa: A002
    """What a format cannot hold of a deck, in words. Raises UsageError as `write` does for an unknown format."""
    form = _form(format)
    return form.loses(deck) if form.loses else []


def sniff(content: str) -> str:
    """The name of the format that `content` is in, by how it begins."""
    begin = content[:200].lstrip()
    if begin.startswith("<") and not begin.startswith("<>") and not _PAGE.match(begin):
        return lackey.NAME
    return ashes_json.NAME if _JSON.match(begin) else text.NAME


def _form(name: str) -> Form:
    form = FORMATS.get(name)
    if form is None:
        raise UsageError(f'no list format is called "{name}". Known: {", ".join(FORMATS)}.')
    return form
