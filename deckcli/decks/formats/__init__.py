"""The formats that lists are read from and written to, one module each, and how an input's format is told."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from deckcli.decks.bytes import text_of
from deckcli.decks.deck import Deck, DeckList
from deckcli.decks.formats import (
    ashes_json,
    ashes_live,
    ashteki,
    card_sites,
    ciphervit,
    cockatrice,
    fco,
    lackey,
    lackey_text,
    markdown,
    octgn,
    table,
    text,
    tts,
)
from deckcli.decks.formats.card_data import CardDataError, is_table
from deckcli.decks.formats.xml_text import root_name
from deckcli.errors import UsageError

_JSON = re.compile(r"\{|\[\s*[{\]]")
"""An object, or a list of them; "[Main]" is a heading."""

_KEYED = re.compile(r'(?<!\\)"(ObjectStates|Decks)"\s*+:\s*+([\[{])')
"""The key that only one program's JSON has, and what it holds."""

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


_FORMS = (
    Form(text.NAME, "a card a line, with headings", text.read, text.write, text.loses),
    Form(markdown.NAME, "a list for a page or a chat", markdown.read, markdown.write, markdown.loses),
    Form(table.NAME, "a table (CSV) with columns of our own", table.read, table.write, table.loses),
    Form(ashes_live.NAME, "the text that ashes.live shows", text.read, ashes_live.write, ashes_live.loses, ("ashes",)),
    Form(
        ashes_json.NAME,
        "JSON of ashes.live (Ashteki's is read too)",
        ashes_json.read,
        ashes_json.write,
        ashes_json.loses,
        ("ashes",),
    ),
    Form(ashteki.NAME, "JSON as Ashteki stores it", ashes_json.read, ashteki.write, ashteki.loses, ("ashes",)),
    Form(ashteki.LINES, "lines for Ashteki's editor", text.read, ashteki.write_lines, ashteki.loses_lines, ("ashes",)),
    Form(lackey.NAME, "LackeyCCG .dek (XML)", lackey.read, lackey.write, lackey.loses, ("cipher",)),
    Form(lackey_text.NAME, "LackeyCCG .txt", lackey_text.read, lackey_text.write, lackey_text.loses),
    Form(ciphervit.NAME, "CipherVit .fe0d", ciphervit.read, ciphervit.write, ciphervit.loses, ("cipher",)),
    Form(fco.NAME, "FE-Cipher-Online's deck code", fco.read, fco.write, fco.loses, ("cipher",)),
    Form(
        card_sites.DECKSTERIA,
        "Decksteria (JSON)",
        card_sites.read_decksteria,
        card_sites.write_decksteria,
        card_sites.loses_decksteria,
        ("cipher",),
    ),
    Form(
        card_sites.MTDK,
        "Multi-TCG Deck Builder .mtdk (JSON)",
        card_sites.read_mtdk,
        card_sites.write_mtdk,
        card_sites.loses_mtdk,
        ("cipher",),
    ),
    Form(cockatrice.NAME, "Cockatrice .cod (XML)", cockatrice.read, cockatrice.write, cockatrice.loses),
    Form(octgn.NAME, "OCTGN .o8d (XML)", octgn.read, octgn.write, octgn.loses),
    Form(tts.NAME, "a saved object of Tabletop Simulator (JSON)", tts.read, tts.write, tts.loses),
)
FORMATS: dict[str, Form] = {form.name: form for form in _FORMS}
"""Every format by its name, our own first."""


def read(data: bytes, source: str, format: str = "", encoding: str = "") -> DeckList:  # noqa: A002
    """What a list says, in whatever format it is; `source` names the input in errors.

    The format is told by the content, never by a file's suffix, unless `format` names it. Raises UnreadableError for
    what cannot be read at all (binary, wrong encoding, too long, broken XML or JSON, card data), UsageError for an
    unknown format.
    """
    content = text_of(data, source, encoding)
    if not format and is_table(content):
        raise CardDataError(source)
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
    """The name of the format that `content` is in, by what it says: never by a file's name."""
    begin = content[:200].lstrip("\ufeff \t\r\n")
    if begin[:1] in "<{[" and fco.looks(content):
        return fco.NAME  # whose first field is the deck's name, and that may be anything
    if begin.startswith("<") and not begin.startswith(("<>", "<http")) and not _PAGE.match(begin):
        return _xml(content)
    if _JSON.match(begin):
        return _json(content)
    looking = (fco, ciphervit, table, lackey_text, markdown)
    return next((module.NAME for module in looking if module.looks(content)), text.NAME)


def _xml(content: str) -> str:
    """Which program's XML it is; Lackey's where nothing tells, which says what it misses."""
    if root_name(content) == cockatrice.ROOT:
        return cockatrice.NAME
    section, zone = content.find("<section"), content.find("<superzone")
    return octgn.NAME if section >= 0 and (zone < 0 or section < zone) else lackey.NAME


def _json(content: str) -> str:
    """Which program's JSON it is; that of Ashes where no key tells."""
    key = _KEYED.search(content)
    if key is None:
        return ashes_json.NAME
    if key[1] == "ObjectStates":
        return tts.NAME if key[2] == "[" else ashes_json.NAME
    return card_sites.MTDK if key[2] == "[" else card_sites.DECKSTERIA


def named(name: str, *others: str) -> str:
    """The format, or one of `others`, that is meant by a word in any case. Raises UsageError for none."""
    known = (*FORMATS, *others)
    if (meant := name.strip().casefold()) not in known:
        raise UsageError(f'no list format is called "{name}". Known: {", ".join(known)}.')
    return meant


def _form(name: str) -> Form:
    return FORMATS[named(name)]
