"""What of a card is searched by words, and in which form it stands in the table `search` of cards.db.

`loading` writes these rows and `query` asks them; a query's test in Python asks the same functions.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from catalog.card import Card
from catalog.names import bare, fold

_TOKEN = re.compile(r"[a-z0-9]+|[^\W_]")
_BETWEEN = "øø"  # a word that no query has: no phrase reaches from one name into the next


def tokens(text: str) -> list[str]:
    """The words of `text` as they are searched: runs of ASCII letters and digits of the folded text.

    Any other letter or digit is a word of its own, written by its code ("ø30c1ø"). So names in Japanese, which knows
    no blanks, are found by any part, and it does not matter which characters this SQLite's FTS5 takes for letters.
    """
    folded = fold(text)
    words: list[str] = _TOKEN.findall(folded)
    return words if folded.isascii() else [word if word.isascii() else f"ø{ord(word):x}ø" for word in words]


def searched_name(card: Card) -> str:
    """Column `name` of the table `search`: the name, the names of the faces and the aliases, with and without marks."""
    names = [card.name, *(face.name for face in card.faces), *card.aliases]
    return _joined(spelling for name in names for spelling in (name, bare(name)))


def searched_text(card: Card) -> str:
    """Column `text` of the table `search`: the written and the published text of every face."""
    return _joined(text for face in card.faces for text in (face.text, face.published))


def _joined(texts: Iterable[str]) -> str:
    written = (" ".join(tokens(text)) for text in texts)
    return f" {_BETWEEN} ".join(text for text in dict.fromkeys(written) if text)
