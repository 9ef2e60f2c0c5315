"""From the bytes of an input to its text: one encoding, named faults, and bounds on what is read at all."""

from __future__ import annotations

import codecs

from catalog.errors import UnreadableError

MOST_BYTES = 4 * 1024 * 1024
"""A longer input is no deck list; the longest of our own, a whole catalogue, has some 150 kB."""

MOST_LINES = 10_000
"""As above; every card of the five games, once a line, takes about 3,200."""

_MARKS: tuple[tuple[bytes, str], ...] = (
    # The longer marks first: a UTF-16 mark begins a UTF-32 one.
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_OTHERS: tuple[tuple[bytes, str], ...] = (
    (b"PK\x03\x04", "a zip archive, as .xlsx and .ods files are: save the table as CSV, or the list as text"),
    (b"PK\x05\x06", "an empty zip archive"),
    (b"\xd0\xcf\x11\xe0", "an old file of Excel or Word: save the table as CSV, or the list as text"),
    (b"%PDF-", "a PDF: copy the list out of it as text"),
    (b"\x89PNG", "a picture: the list is needed as text"),
    (b"\xff\xd8\xff", "a picture: the list is needed as text"),
    (b"GIF8", "a picture: the list is needed as text"),
    (b"\x1f\x8b", "packed (gzip): unpack it first"),
    (b"SQLite format 3\0", "a database: `deckcli restore FILE` reads a backup of yours"),
)
"""How files begin that people hand in for a list, and what they are."""
_ENCODINGS = frozenset(
    {"utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "ascii", "cp1252", "iso8859-1", "iso8859-15"}
    | {"cp1250", "cp1251", "mac-roman", "shift_jis", "cp932", "euc_jp", "gb18030", "big5"}
)


def text_of(data: bytes, source: str, encoding: str = "", most: int = MOST_BYTES) -> str:
    """The text of `data`: by its byte order mark, else strict UTF-8, else by the `encoding` that was asked for.

    `encoding` "auto" tries cp1252 after UTF-8; any other name is taken at its word where no mark contradicts it.
    `source` names the input in errors. Raises UnreadableError for more than `most` bytes, for bytes that are not of the
    encoding (naming the first), and for binary data (a NUL).
    """
    if len(data) > most:
        what = "a deck list" if most == MOST_BYTES else "a table"
        raise UnreadableError(source, f"{len(data):,} bytes are too long for {what} (the most is {most:,}).")
    other = next((what for begin, what in _OTHERS if data.startswith(begin)), "")
    if other:
        raise UnreadableError(source, f"this is {other}.")
    marked = next((name for mark, name in _MARKS if data.startswith(mark)), "")
    text = _decoded(data, source, marked or _known(encoding, source), encoding == "auto" and not marked)
    where = text.find("\0")
    if where >= 0:
        raise UnreadableError(source, f"this is not text: a NUL at character {where + 1}. Save the list as UTF-8 text.")
    return text


def lines_of(text: str, source: str) -> list[str]:
    """The lines of `text` without their ends, whichever ends they have (CR, LF, form feed, U+2028 ...).

    Raises UnreadableError for more than MOST_LINES.
    """
    lines = text.splitlines()
    if len(lines) > MOST_LINES:
        raise UnreadableError(
            source, f"{len(lines):,} lines are too long for a deck list (the most is {MOST_LINES:,})."
        )
    return lines


def _known(encoding: str, source: str) -> str:
    """Python's name of an encoding that a person asked for; UTF-8 when they asked for none, or for "auto"."""
    if encoding in ("", "auto"):
        return "utf-8"
    try:
        name = codecs.lookup(encoding).name
    except (LookupError, ValueError):
        name = ""
    if name not in _ENCODINGS:
        raise UnreadableError(
            source, f'no encoding "{encoding}" is known here. Known: {", ".join(sorted(_ENCODINGS))}.'
        )
    return name


def _decoded(data: bytes, source: str, name: str, guess: bool) -> str:
    try:
        return data.decode(name)
    except UnicodeError as error:
        if guess:
            return _decoded(data, source, "cp1252", False)
        at = error.start if isinstance(error, UnicodeDecodeError) else 0
        what = (
            f"byte {at + 1} (0x{data[at]:02x}) is not {name.removesuffix('-sig').upper()}" if at < len(data) else name
        )
        then = "" if name != "utf-8" else " Save the list as UTF-8, or name its encoding with --encoding (or auto)."
        raise UnreadableError(source, f"{what}.{then}") from error
