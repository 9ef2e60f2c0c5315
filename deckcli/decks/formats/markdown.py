"""A list for a page or a chat: a title, headings and bullets of Markdown, with every mark of a name kept from it.

It is our text with the marks of Markdown around it, line by line, and is read as that.
"""

from __future__ import annotations

import re
from dataclasses import replace

from deckcli.decks.deck import Deck, DeckList
from deckcli.decks.formats import text as plain
from deckcli.decks.formats import words

NAME = "markdown"

_MARKS = re.compile(r"([\\`*_\[\]<>#|~&])")
"""What Markdown would take for its own within a line."""
_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")
_TITLE = re.compile(r"# +(?=\S)")
_HEADING = re.compile(r"## +(?=\S)")
_BULLET = re.compile(r"[-*] +(?=\S)")


def looks(text: str) -> bool:
    """Whether every line is a title, a heading or a bullet, with a heading and a bullet among them."""
    lines = [line for line in text[:40_000].splitlines() if line.strip()] if "## " in text else []
    lines = lines[:-1] if len(text) > 40_000 else lines
    kinds = [next((kind for kind in (_TITLE, _HEADING, _BULLET) if kind.match(line)), None) for line in lines]
    return None not in kinds and _HEADING in kinds and _BULLET in kinds


def read(text: str, source: str) -> DeckList:
    """What such a list says. Never fails for what it holds, as `text`; lines keep their numbers."""
    found = plain.read("\n".join(_plain(line) for line in text.splitlines()) + "\n", source)
    return replace(found, format=NAME)


def _plain(line: str) -> str:
    """A line without the marks of Markdown: a title that is no heading's word is the list's name."""
    for kind in (_TITLE, _HEADING, _BULLET):
        if kind.match(line):
            bare = _ESCAPED.sub(r"\1", kind.sub("", line, count=1).rstrip())
            if kind is _BULLET:
                return bare
            named = kind is _TITLE and not words.heading_of(bare.rstrip(":"))
            return f"Name: {bare}" if named else f"{bare.rstrip(':')}:"
    return line


def write(deck: Deck) -> str:
    """A deck as a list in Markdown: its name for a title, one heading a pile, one bullet a card."""
    head, *sections = plain.write(deck).rstrip("\n").split("\n\n")
    title = [line.removeprefix("Name: ") for line in head.splitlines() if _titled(line)]
    keys = [line for line in head.splitlines() if not _titled(line)]
    blocks = [f"# {_kept(name)}" for name in title] + [_bullets(keys)]
    for section in sections:
        heading, *rows = section.splitlines()
        blocks += [f"## {_kept(heading.removesuffix(':'))}", _bullets(rows)]
    return "\n\n".join(blocks) + "\n"


def _titled(line: str) -> bool:
    """Whether a line can be the title: it is the name, and no heading's word, which would open a pile there."""
    return line.startswith("Name: ") and not words.heading_of(line.removeprefix("Name: ").rstrip(":"))


def _bullets(lines: list[str]) -> str:
    return "\n".join(f"- {_kept(line)}" for line in lines)


def _kept(text: str) -> str:
    return _MARKS.sub(r"\\\1", text)


def loses(deck: Deck) -> list[str]:
    """What this format cannot hold of a deck, in words."""
    return plain.loses(deck)
