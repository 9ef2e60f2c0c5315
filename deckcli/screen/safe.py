"""Text from outside, made fit to be shown: nothing in it can move a cursor, colour a screen or turn a line round."""

from __future__ import annotations

import json
import re
from typing import Any

_UNSAFE = (
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\U000e0000-\U000e007f\ud800-\udfff\t\n]"
)
_JSON_UNSAFE = (
    "[\x7f-\x9f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff"
    "\ufff9-\ufffb\U000e0000-\U000e007f\ud800-\udfff]"
)


def safe(text: str) -> str:
    """One line of `text` with control, escape, invisible and bidi characters shown as marks.

    C0 controls become their pictures (`␛`), line breaks and tabs too; everything else becomes `<U+202E>`.
    """
    return text if text.isprintable() else re.sub(_UNSAFE, _mark, text)


def safe_lines(text: str) -> list[str]:
    """The lines of a longer text, each safe; tabs become blanks."""
    return [safe(line) for line in text.replace("\t", "    ").splitlines()]


def is_text(text: str) -> bool:
    """Whether `text` is whole: no half of a character, as bytes in an argument are that are not of its encoding."""
    return not re.search("[\ud800-\udfff]", text)


def _mark(match: re.Match[str]) -> str:
    code = ord(match[0])
    if code < 0x20:
        return chr(0x2400 + code)
    return "␡" if code == 0x7F else f"<U+{code:04X}>"


def cell(text: str) -> str:
    """`text` as a cell of CSV or TSV: quoted where a spreadsheet would run it, with no line breaks inside."""
    clean = safe(text)
    return "'" + clean if clean.startswith(("=", "+", "-", "@")) else clean


def dump(value: Any) -> str:
    """`value` as one line of JSON, in which no character can disturb a terminal."""
    text = json.dumps(value, ensure_ascii=False, allow_nan=False)
    return re.sub(_JSON_UNSAFE, lambda match: json.dumps(match[0])[1:-1], text)
