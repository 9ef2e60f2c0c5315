"""What the person owns, many rows at once: sums by card, what every deck claims, and taking a whole file in.

Single cards are added and taken away by `library.Library` itself.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from catalog.library import KIND, Library
from catalog.saved import MOST_COPIES, BadValueError, Claim, Holding, NotEnoughError, OwnedKind, Total

if TYPE_CHECKING:
    from catalog.journal import Draft

TOTALS = """
SELECT game, card, sum(count) AS count, sum(for_trade) AS for_trade, count(*) AS kinds FROM holding
WHERE :game IN ('', game) GROUP BY game, card
"""
KINDS = """
SELECT game, card, count, printing, condition, language, finish, binder, note, for_trade FROM holding
WHERE :game IN ('', game)
"""
KINDS_OF_CARDS = f"""{KINDS} AND card IN (SELECT value FROM json_each(:cards)) ORDER BY id
"""
PLACES = """
SELECT binder, sum(count) FROM holding WHERE game = :game AND card IN (SELECT value FROM json_each(:cards))
GROUP BY binder ORDER BY binder
"""
ROWS = "SELECT * FROM holding WHERE game IN (SELECT value FROM json_each(:games)) ORDER BY id"
CLAIMING = """
SELECT deck.id, deck.game, deck.name, deck.state, revision.dice, revision.extra, deck.rules, deck.note, deck.tags
FROM deck JOIN revision ON revision.deck = deck.id AND revision.number = deck.current
WHERE deck.deleted = '' AND :game IN ('', deck.game)
    AND (:states = '[]' OR deck.state IN (SELECT value FROM json_each(:states)))
ORDER BY deck.name_key, deck.id
"""
CLAIMED = """
SELECT deck.id, slot.card, slot.count, slot.pile
FROM deck JOIN revision ON revision.deck = deck.id AND revision.number = deck.current
    JOIN slot ON slot.revision = revision.id
WHERE deck.deleted = '' AND :game IN ('', deck.game)
    AND (:states = '[]' OR deck.state IN (SELECT value FROM json_each(:states)))
ORDER BY slot.revision, slot.position
"""
TAKEN_IN = (
    "SELECT id FROM journal WHERE NOT undone AND substr(command, -length(:mark)) = :mark ORDER BY id DESC LIMIT 1"
)

_Key: TypeAlias = "tuple[str, ...]"
_Row: TypeAlias = "Mapping[str, object]"


def totals(library: Library, game: str = "") -> list[Total]:
    """All copies of every card that is owned, kinds added up, by game and slug."""
    rows = library.ask(TOTALS, game=game)
    return [Total(row["game"], row["card"], row["count"], row["for_trade"], row["kinds"]) for row in rows]


def kinds(library: Library, game: str = "", cards: Collection[str] | None = None) -> list[OwnedKind]:
    """Every row of the collection (of some cards), in no order."""
    if cards is None:
        return [OwnedKind._make(row) for row in library.ask(KINDS, game=game)]
    return [OwnedKind._make(row) for row in library.ask(KINDS_OF_CARDS, game=game, cards=json.dumps(sorted(cards)))]


def places(library: Library, game: str, slugs: Collection[str]) -> list[tuple[str, int]]:
    """The binders in which copies of these cards lie, and how many in each; "" for those of none."""
    rows = library.ask(PLACES, game=game, cards=json.dumps(sorted(slugs)))
    return [(row[0], row[1]) for row in rows]


def claims(library: Library, game: str = "", states: Collection[str] = ()) -> list[Claim]:
    """What the living decks (of some states) claim, by name; empty decks too."""
    asked = {"game": game, "states": json.dumps(sorted(states))}
    slots: defaultdict[int, list[tuple[str, int, str]]] = defaultdict(list)
    for deck, card, count, pile in library.ask(CLAIMED, **asked):
        slots[deck].append((card, count, pile))
    return [
        Claim(key, of, name, state, tuple(slots[key]), {} if dice == "{}" else json.loads(dice), "leader_apart" in extra
              and json.loads(extra).get("leader_apart") is True, rules, note,
              () if tags == "[]" else tuple(json.loads(tags)))
        for key, of, name, state, dice, extra, rules, note, tags in map(tuple, library.ask(CLAIMING, **asked))
    ]  # fmt: skip


# ---------------------------------------------------------------- many at once


@dataclass(frozen=True, slots=True)
class TakenIn:
    """What taking holdings in has done: rows that are new, that count otherwise now, that are gone, that were just so
    already; and the copies owned before and after, of the games that were touched."""

    added: int
    changed: int
    removed: int
    kept: int
    before: int
    after: int


def already_taken_in(library: Library, mark: str) -> int:
    """The step (not taken back) whose command ends in `mark`; 0 when there is none."""
    rows = library.ask(TAKEN_IN, mark=mark)
    return int(rows[0][0]) if rows else 0


def take_in(
    library: Library, holdings: Iterable[Holding], command: str, *, replace: Collection[str] = (), dry_run: bool = False
) -> TakenIn:
    """Own these copies besides what is owned; of the games in `replace`, these alone. One step, called `command`.

    Holdings of one kind add up. Raises BadValueError for a count out of range, and has changed nothing then.
    """
    wanted = _summed(holdings)
    games = sorted({*replace, *(key[0] for key in wanted)})
    with library.step(command, dry_run=dry_run) as draft:
        rows = [dict(row) for row in library.ask(ROWS, games=json.dumps(games))]
        there = {_key(row): row for row in rows}
        gone = [row for key, row in there.items() if row["game"] in replace and key not in wanted]
        new = [(key, counts) for key, counts in wanted.items() if key not in there]
        pairs = [(there[key], _after(there[key], counts, replace)) for key, counts in wanted.items() if key in there]
        draft.remove_all("holding", gone)
        draft.change_all("holding", pairs)
        draft.add_all("holding", (_row(key, *counts) for key, counts in new))
        changed = sum(before != after for before, after in pairs)
        before = sum(_number(row, "count") for row in rows)
        after = before - sum(_number(row, "count") for row in gone) + sum(counts[0] for _, counts in new)
        after += sum(_number(new_row, "count") - _number(old, "count") for old, new_row in pairs)
        done = TakenIn(len(new), changed, len(gone), len(pairs) - changed, before, after)
        _say(draft, done)
        return done


def short_of(library: Library, holdings: Iterable[Holding]) -> list[NotEnoughError]:
    """Which cards are owned in fewer copies than these; kinds are not looked at."""
    owned = {(one.game, one.slug): one.count for one in totals(library)}
    wanted: defaultdict[tuple[str, str], int] = defaultdict(int)
    for one in holdings:
        wanted[one.game, one.slug] += one.count
    return [
        NotEnoughError(game, slug, owned.get((game, slug), 0), count)
        for (game, slug), count in wanted.items()
        if owned.get((game, slug), 0) < count
    ]


def _summed(holdings: Iterable[Holding]) -> dict[_Key, tuple[int, int]]:
    """Copies and those for trade, by game, slug and kind."""
    found: dict[_Key, tuple[int, int]] = {}
    for one in holdings:
        key = (one.game, one.slug, *(str(getattr(one, name)) for name in KIND))
        count, trade = found.get(key, (0, 0))
        found[key] = (count + one.count, trade + one.for_trade)
    for (game, slug, *_), (count, trade) in found.items():
        if not (1 <= count <= MOST_COPIES and 0 <= trade <= count):
            why = f"{count} copies, {trade} of them for trade" if trade else f"{count} copies"
            raise BadValueError(
                f"{game}: {slug}: {why}; there are 1 to {MOST_COPIES}, and no more for trade than that."
            )
    return found


def _key(row: _Row) -> _Key:
    return (str(row["game"]), str(row["card"]), *(str(row[name]) for name in KIND))


def _row(key: _Key, count: int, trade: int) -> dict[str, object]:
    game, card, *kind = key
    return {"game": game, "card": card, **dict(zip(KIND, kind, strict=True)), "count": count, "for_trade": trade}


def _after(row: _Row, counts: tuple[int, int], replace: Collection[str]) -> dict[str, object]:
    """A row as it shall be."""
    count, trade = counts
    if row["game"] not in replace:
        count, trade = count + _number(row, "count"), trade + _number(row, "for_trade")
    if count > MOST_COPIES:
        raise BadValueError(f"{row['game']}: {row['card']}: {count} copies; there are at most {MOST_COPIES}.")
    return {**row, "count": count, "for_trade": trade}


def _number(row: _Row, column: str) -> int:
    value = row[column]
    assert isinstance(value, int)
    return value


def _say(draft: Draft, done: TakenIn) -> None:
    if done.added or done.changed or done.removed:
        rows = f"{done.added} rows new, {done.changed} changed, {done.removed} gone"
        draft.say(f"{rows}; {done.before} -> {done.after} copies")
