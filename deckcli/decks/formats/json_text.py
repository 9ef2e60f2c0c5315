"""JSON from outside: never deeper, larger or stranger than the rest of the house can bear."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import TypeAlias

from catalog.errors import UnreadableError
from catalog.names import visible
from deckcli.decks.bytes import MOST_LINES
from deckcli.decks.deck import Entry
from deckcli.decks.formats.lines import MOST_COPIES
from deckcli.decks.problem import Problem

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"

DEEPEST = 40
"""A deck lies at most five levels deep."""


class _TwiceError(Exception):
    """A record in which a key stands twice, with different values."""


def loads(text: str, source: str) -> Json:
    """The value of a JSON text, with numbers of more than 15 digits as words and half characters replaced.

    Raises UnreadableError for broken JSON, with its line and column, for values nested more than DEEPEST deep, and for
    a record in which a key stands twice, so that a value would be lost.
    """
    try:
        value = json.loads(text, parse_int=_number, parse_constant=_none, object_pairs_hook=_record)
        return _clean(value, source, 0)
    except _TwiceError as error:
        what = f'the key "{error}" stands twice in one record, and one of the two would be lost.'
        raise UnreadableError(source, what) from None
    except json.JSONDecodeError as error:
        where = f"{source}:{error.lineno}:{error.colno}"
        raise UnreadableError(where, f"broken JSON: {error.msg[:1].lower()}{error.msg[1:]}.") from error
    except RecursionError:
        raise _too_deep(source) from None


def words_of(record: Mapping[str, Json], *keys: str) -> str:
    """The first of the keys that holds a word, on one line; "" when none does."""
    return next((visible(found) for key in keys if isinstance(found := record.get(key), str) and visible(found)), "")


def records_of(value: Json) -> list[Json]:
    """A list; anything else is an empty one."""
    return value if isinstance(value, list) else []


def bounded(source: str, *records: int) -> None:
    """Raise UnreadableError when there are more records than a list may have lines."""
    if sum(records) > MOST_LINES:
        raise UnreadableError(
            source, f"{sum(records):,} records are too long for a deck list ({MOST_LINES:,} at most)."
        )


def counted(entry: Entry, count: Json) -> Entry:
    """`entry` with the count that a record gives; 1 where it gives none, a fault where that is no count."""
    if count is None:
        return replace(entry, counted=False)
    if isinstance(count, int) and not isinstance(count, bool) and 1 <= count <= MOST_COPIES:
        return replace(entry, count=count)
    if count == 0 and not isinstance(count, bool):
        return replace(entry, fault=Problem("zero_count", "note", f'a count of 0: "{entry.name}" was passed over.'))
    message = f'{json.dumps(count)[:20]} is no number of copies of "{entry.name}".'
    fix = f"Write a whole number from 1 to {MOST_COPIES}."
    return replace(entry, fault=Problem("bad_count", "error", message, (entry.name,), fix=fix))


def _record(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    """A record; where a key stands again, the last value holds, as everywhere, unless one that says something goes."""
    found = dict(pairs)
    if len(found) < len(pairs):
        lost = next((key for key, value in pairs if value and value != found[key]), None)
        if lost is not None:
            raise _TwiceError(visible(lost)[:40])
    return found


def _number(digits: str) -> int | str:
    return int(digits) if len(digits) <= 15 else digits[:40]


def _none(_: str) -> None:
    """NaN and the infinities are no numbers of anything here."""


def _clean(value: Json, source: str, depth: int) -> Json:
    if depth > DEEPEST:
        raise _too_deep(source)
    if isinstance(value, str):
        return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    if isinstance(value, list):
        return [_clean(item, source, depth + 1) for item in value]
    if isinstance(value, dict):
        return {str(_clean(key, source, DEEPEST)): _clean(item, source, depth + 1) for key, item in value.items()}
    return str(value) if isinstance(value, float) and value in (float("inf"), float("-inf")) else value


def _too_deep(source: str) -> UnreadableError:
    return UnreadableError(source, f"JSON nested more than {DEEPEST} deep is no deck list.")
