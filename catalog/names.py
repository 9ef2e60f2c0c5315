"""How names are compared: whatever their accents, quotes, dashes, blanks and case."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

_LETTERS = str.maketrans(
    {
        "æ": "ae", "œ": "oe", "ß": "ss", "ø": "o", "ł": "l", "ı": "i", "đ": "d", "ð": "d", "þ": "th", "ŋ": "n",
        "’": "'", "‘": "'", "ʼ": "'", "`": "'", "´": "'", "′": "'", "＇": "'", "“": '"', "”": '"', "„": '"', "″": '"',
        "‐": "-", "‑": "-", "‒": "-", "–": "-", "—": "-", "―": "-", "−": "-", "×": "x",
    }
)  # fmt: skip
# Patterns are compiled on their first use: a look-up of a plain name needs none of them.
_INVISIBLE = "[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]"
_VOICING = "\u3099\u309a"  # part of a kana, not an accent
_APOSTROPHE = r"(?<=\w)'"
_MARKS = str.maketrans(dict.fromkeys("-'\",.:;!?()~_・", " "))
_JAPANESE = "[\u3040-\u30ff\u3400-\u9fff]"
_FACES = r"\s*//\s*|\s+/\s+"


def visible(text: str, instead: str = "") -> str:
    """`text` without direction marks, zero-width and soft characters (`instead` in the place of each), and with every
    blank an ordinary one."""
    return " ".join((text if text.isascii() else re.sub(_INVISIBLE, instead, text)).split())


@lru_cache(maxsize=8192)
def fold(name: str) -> str:
    """The key that a name is looked up by; two spellings that a person would call the same have one key.

    Compatibility decomposition, marks stripped, case folded; quotes, dashes and blanks made one; `&` read as "and";
    a trailing full stop dropped; ` / ` and `//` between faces made ` // `. Folding twice changes nothing.
    """
    if name.isascii():
        if name.isalnum():
            return name.lower()
        text = " ".join(name.lower().replace("`", "'").replace("&", " and ").split())
    else:
        split = unicodedata.normalize("NFKD", name.translate(_LETTERS).casefold().translate(_LETTERS))
        kept = "".join(c for c in split if not unicodedata.combining(c) or c in _VOICING)
        text = visible(unicodedata.normalize("NFC", kept).casefold().translate(_LETTERS).replace("&", " and "))
    if "/" in text:
        text = visible(re.sub(_FACES, " // ", text))
    return text.rstrip(". ")


def initials(name: str) -> str:
    """The first letters of a name's words: "Three-Eyed Owl" gives "teo"; empty for a name of one word."""
    words = re.findall(r"[^\W_]+(?:'[^\W_]+)*", fold(name))
    return "".join(word[0] for word in words) if len(words) > 1 else ""


@lru_cache(maxsize=8192)
def bare(name: str) -> str:
    """The folded name without the marks that people leave out or change: "Marth: Altean Prince" and "Marth, Altean
    Prince" give one key, and so do "Era's End" and "Eras End". Japanese loses its blanks too, which nobody types alike.

    Marks that tell names apart (`+`, `//`, `#`) stay. Empty when nothing else is left.
    """
    text = fold(name)
    if text.isascii() and text.replace(" ", "").isalnum():
        return text
    if "'" in text:
        text = re.sub(_APOSTROPHE, "", text)
    text = fold(text.translate(_MARKS))
    return fold(text.replace(" ", "")) if not text.isascii() and re.search(_JAPANESE, text) else text
