"""What of a card is searched, and in which form it stands in the tables `name`, `fact` and `search` of cards.db.

`loading` writes these rows and `query` asks them; a query's test in Python asks the same functions.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from catalog.card import Card, Fact
from catalog.names import bare, fold, initials

_TOKEN = re.compile(r"[a-z0-9]+|[^\W_]")
_BETWEEN = "øø"  # a word that no query has: no phrase reaches from one name into the next


def tokens(text: str) -> list[str]:
    """The words of `text` as they are searched: runs of ASCII letters and digits of the folded text.

    Any other letter or digit is a word of its own, written by its code ("ø30c1ø"). So names in Japanese, which knows
    no blanks, are found by any part, and it does not matter which characters this SQLite's FTS5 takes for letters.
    """
    return [word if word.isascii() else f"ø{ord(word):x}ø" for word in _TOKEN.findall(fold(text))]


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


def searched_facts(card: Card) -> Iterator[tuple[int, str, str, int | None]]:
    """The rows of the table `fact`: face, field, the text as printed, and the number where it is one.

    A list is one row an item. Besides the printed facts: `type`, `side` and `abilities` of each face, and
    `copies_max` (a number, or "any"). A mark is "true".
    """
    for place, face in enumerate(card.faces):
        facts: dict[str, Fact] = {**face.facts, "type": face.type}
        if face.side:
            facts["side"] = face.side
        if face.abilities is not None:
            facts["abilities"] = face.abilities
        if place == 0 and card.copies_max is not None:
            facts["copies_max"] = "any" if card.copies_max < 0 else card.copies_max
        for field, value in facts.items():
            for item in value if isinstance(value, tuple) else (value,):
                number = item if isinstance(item, int) and not isinstance(item, bool) else None
                yield place, field, said(item), number


def said(fact: Fact) -> str:
    """One printed fact in a word: a list within a list is a choice between its items."""
    if isinstance(fact, tuple):
        return " / ".join(said(item) for item in fact)
    return ("true" if fact else "false") if isinstance(fact, bool) else str(fact)


def searched_names(card: Card) -> dict[tuple[str, str], None]:
    """Every (key, kind) of the table `name`, each once; "alias" also has spellings that are made from the names."""
    found = dict.fromkeys([(fold(card.slug), "slug"), (fold(card.name), "name")])
    made = [card.name, card.name_key, *card.aliases]
    found |= {(fold(slug), "former"): None for slug in card.formerly}
    for printing in card.printings:
        found |= {(fold(printing.code), "code"): None, (fold(printing.number), "number"): None}
    if len(card.faces) > 1:
        found |= {(fold(face.name), "face"): None for face in card.faces}
        made += [f"{a.name} // {b.name}" for a in card.faces for b in card.faces if a is not b]
    units, titles = card.words("unit_name"), card.words("title")
    made += [f"{title} {unit}" for unit in units for title in titles]
    found |= {(fold(unit), "unit"): None for unit in (*units, *card.words("extra_unit_names"))}
    found |= {(fold(title), "title"): None for title in titles}
    names = {key for key, kind in found if kind == "name"}
    for spelling in made:
        found |= {(key, "alias"): None for key in (fold(spelling), bare(spelling)) if key not in names}
    found[initials(card.name), "initials"] = None
    return {pair: None for pair in found if pair[0]}


def printed_abilities(card: Card) -> int | None:
    """How many abilities are printed on all faces; None where what one of them does is not published."""
    counts = [None if face.abilities is None else len(face.abilities) for face in card.faces]
    return None if None in counts else sum(count or 0 for count in counts)
