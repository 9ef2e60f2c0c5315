"""Card data that others publish (a set file, a table of cards) where a list was expected: it is told as what it is.

Nothing is read here: `deckcli cards import` does that.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import islice

from catalog.errors import UnreadableError
from catalog.names import fold
from deckcli.decks.formats.json_text import Json

_FACTS = frozenset(
    {"attack", "life", "recover", "cost", "text", "placement", "character", "skill", "skills", "skill#1", "class",
     "support", "rarity", "imagefile", "image file", "range", "ranges", "deploy_cost", "deployment cost", "power",
     "battlefield", "spellboard", "color", "colour1", "weapons", "upgrade", "encounter", "keywords", "effect", "magic",
     "type", "threat", "blood", "target", "source_file"}
)  # fmt: skip
"""What is printed on a card, by the names that tables of cards have for it."""
_COUNTS = frozenset({"count", "quantity", "qty", "amount", "number of copies", "copies"})
_FEWEST_FACTS, _FEWEST_CELLS = 3, 10
_PARTED = re.compile(r"\t|,|;| {4}")


class CardDataError(UnreadableError):
    """Where a list of cards was expected, there is what cards are."""

    def __init__(self, where: str) -> None:
        super().__init__(where, "this is card data (what is on cards), and no list of a deck. "
                                "`deckcli cards import FILE` takes its known forms into a pack of yours.")  # fmt: skip


def is_table(text: str) -> bool:
    """Whether a text is a table of cards with what is on them: its head names that, or its rows have no head, many
    cells and alike ones. A table with a column of counts is a list."""
    if text[:1] in ("{", "[", "<"):
        return False
    lines = (line for line in text[:8_000].split("\n") if line.strip() and not line.strip().isdigit())  # how many rows
    rows = [_PARTED.split(line) for line in islice(lines, 3)]
    if len(rows) == 3 and all(map(_is_ciphervits, rows[1:])):
        return True
    if not rows or len(rows[0]) <= _FEWEST_FACTS:
        return False
    head = {fold(cell.strip('"')) for cell in rows[0]}
    if head & _COUNTS:
        return False
    alike = len({len(row) for row in rows}) == 1 or len({row[0] for row in rows}) == 1
    whole = len(rows) == 3 and alike and min(map(len, rows)) >= _FEWEST_CELLS
    return len(head & _FACTS) >= _FEWEST_FACTS or (whole and not rows[0][0].strip().isdigit())


def _is_ciphervits(row: Sequence[str]) -> bool:
    """Whether it is a row of CipherVit's card file: its own number, the set, the card's number in it."""
    return len(row) >= _FEWEST_CELLS and row[0].isdigit() and row[1] != "" and row[2].startswith(f"{row[1]}-")


def is_data(value: Json) -> bool:
    """Whether a JSON value is a list of records of cards with what is on them."""
    inner = (
        next((value[key] for key in ("results", "cards") if key in value), None) if isinstance(value, dict) else value
    )
    records = [one for one in inner[:20] if isinstance(one, dict)] if isinstance(inner, list) else []
    return bool(records) and all(map(_is_card, records))


def _is_card(record: Mapping[str, Json]) -> bool:
    """Whether a record tells what is on a card, and not how often it is there."""
    keys = set(map(str.casefold, record))
    return len(keys & _FACTS) >= 2 and not keys & {"cards", "count", "quantity", "qty"}
