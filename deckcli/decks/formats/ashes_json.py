"""Ashes decks as ashes.live hands them out, and as Ashteki stores them (both JSON).

ashes.live: `phoenixborn`, `dice`, `cards` and `conjurations` are records with names and stubs, `first_five` is a list
of stubs. Ashteki: `phoenixborn`, `cards` and `conjurations` are lists of `id` and `count`, `dicepool` of `magic` and
`count`, and `ff` marks the cards of the First Five. What we do not read stays in `extra`, and is written again.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from catalog.card import Card
from catalog.errors import UnreadableError
from deckcli.decks.deck import CONJURATIONS, LEADER, MAIN, Deck, DeckList, Entry, Report, Slot
from deckcli.decks.formats import words
from deckcli.decks.formats.card_data import CardDataError, is_data
from deckcli.decks.formats.json_text import Json, bounded, counted, loads, records_of, words_of
from deckcli.decks.problem import Problem
from deckcli.decks.several import SeveralDecksError
from deckcli.titles import game_of

NAME = "ashes-json"
MOST_DECKS = 1_000
"""So many decks of one transfer are read."""

_OPPONENTS = frozenset({"aspect", "conjured aspect", "chimera", "dragonborn", "behaviour", "ultimate"})
"""Types of cards, and modes of decks, that belong to the opponents one plays against alone."""
_READ = frozenset({"title", "name", "phoenixborn", "dice", "dicepool", "cards", "conjurations", "first_five"})
_TELLING = frozenset({"phoenixborn", "cards", "dice", "dicepool"})


@dataclass(slots=True)
class _Reader:
    """A deck's record while it is read; every record in it counts as a line of the report."""

    entries: list[Entry] = field(default_factory=list)
    dice: list[Entry] = field(default_factory=list)
    first_five: list[Entry] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)

    def card(self, record: Json, pile: str) -> None:
        """One record of a card; a bare word is its stub."""
        one: Mapping[str, Json] = {"stub": record} if isinstance(record, str) else _object(record)
        stub = words_of(one, "stub", "id", "slug")
        code = words_of(one, "number", "code")
        name = words_of(one, "name") or stub or code
        if not name:
            message = f"a card without name and stub: {json.dumps(record, ensure_ascii=False)[:80]}"
            self.problems.append(Problem("bad_line", "error", message))
            return
        hint = one.get("phoenixborn")
        entry = Entry(name, pile=pile, hint=hint if isinstance(hint, str) else "", ids=_ids(stub, code))
        entry = counted(entry, one.get("count"))
        if one.get("is_legacy") is True:
            message = f"{name} is a card of Ashes 1.0, which is not played here."
            entry = replace(entry, fault=Problem("not_in_format", "error", message, (name,), fix="Take it out."))
        self.entries.append(entry)
        if one.get("ff") is True:
            self.first_five.append(replace(entry, count=1, fault=None))

    def die(self, record: Json) -> None:
        """One record of dice of one type."""
        one = _object(record)
        name = words_of(one, "name", "magic")
        if not name:
            message = f"dice without a type: {json.dumps(record, ensure_ascii=False)[:80]}"
            self.problems.append(Problem("bad_line", "error", message))
            return
        entry = counted(Entry(words.die_of(name), pile=words.DICE), one.get("count"))
        if entry.fault:
            self.problems.append(entry.fault)
        else:
            self.dice.append(entry)

    def stub(self, record: Json) -> None:
        """One card of the First Five, by its stub or as a record."""
        stub = record if isinstance(record, str) else words_of(_object(record), "stub", "id", "name")
        if stub:
            self.first_five.append(Entry(stub, ids={"slug": stub}))

    def read(self, deck: Mapping[str, Json]) -> None:
        """Every record of a deck."""
        leader = deck.get("phoenixborn")
        for record in leader if isinstance(leader, list) else [leader] if leader else []:
            self.card(record, LEADER)
        for record in self.records(deck, "cards"):
            self.card(record, MAIN)
        for record in self.records(deck, "conjurations"):
            self.card(record, CONJURATIONS)
        for record in self.records(deck, "dice") + self.records(deck, "dicepool"):
            self.die(record)
        for record in self.records(deck, "first_five"):
            self.stub(record)

    def records(self, deck: Mapping[str, Json], key: str) -> list[Json]:
        """A list of records; also one written as names with their counts. Anything else is told."""
        value = deck.get(key)
        if isinstance(value, dict):
            return [{"name": name, "stub": name, "count": count} for name, count in value.items()]
        if value is not None and not isinstance(value, list):
            message = f'"{key}" is no list: {json.dumps(value, ensure_ascii=False)[:40]}'
            self.problems.append(Problem("bad_line", "error", message))
        return records_of(value)


def read(text: str, source: str) -> DeckList:
    """What one deck's record says, alone, wrapped as `{deck, releases}`, or as the only one of a list.

    The deck of an opponent (chimera, dragonborn) is refused by a Problem. Raises UnreadableError for broken JSON, for
    JSON that is no deck, and its SeveralDecksError for several decks at once.
    """
    value = loads(text, source)
    if is_data(value):
        raise CardDataError(source)
    decks = [deck for deck in _decks(value) if _TELLING & deck.keys()]
    if not decks:
        raise UnreadableError(source, "this JSON holds no deck that is read here: no phoenixborn, dice or cards.")
    if len(decks) == 1:
        return _read(decks[0], source)
    names = ", ".join(f'"{words_of(deck, "title", "name", "label") or "Untitled"}"' for deck in decks[:5])
    what = f"this holds {len(decks)} decks: {names}{' ...' if len(decks) > 5 else '.'}"
    more = isinstance(value, dict) and any(value.get(key) for key in ("next_page_from_date", "next"))
    lists = tuple(_read(deck, source) for deck in decks[:MOST_DECKS])
    raise SeveralDecksError(source, f"{what} `deckcli deck import` saves each of them.", lists, more)


def _read(deck: Mapping[str, Json], source: str) -> DeckList:
    """What one record of a deck says."""
    name = words_of(deck, "title", "name", "label")
    report = Report()
    reader = _Reader()
    opponent = _opponent(deck)
    if opponent:
        message = f'"{name}" is the deck of an opponent ({opponent}), which nobody builds or plays here.'
        reader.problems.append(Problem("wrong_game", "error", message, fix="Take a deck with a Phoenixborn."))
    else:
        bounded(source, *(len(value) for value in deck.values() if isinstance(value, list | dict)))
        reader.read(deck)
        read, bad = len(reader.entries) + len(reader.dice), sum(p.code == "bad_line" for p in reader.problems)
        report = Report(lines=read + bad, cards=read, problems=bad)
    return DeckList(
        name=name,
        game=_game(deck, reader.entries),
        format=NAME,
        source=source,
        entries=tuple(reader.entries),
        dice=tuple(reader.dice),
        first_five=tuple(reader.first_five),
        report=report,
        problems=tuple(reader.problems),
        extra={key: value for key, value in deck.items() if key not in _READ},
    )


def _ids(stub: str, code: str) -> dict[str, str]:
    return {program: word for program, word in (("slug", stub), ("code", code)) if word}


def _game(deck: Mapping[str, Json], entries: Sequence[Entry]) -> str:
    """The game that the record tells; Ashes, unless its cards have numbers, which those of Ashes have not."""
    told = game_of(words_of(deck, "game"))
    return told or ("" if any("code" in entry.ids for entry in entries) else "ashes")


def _decks(value: Json) -> Iterator[Mapping[str, Json]]:
    """Every record that may be a deck: the value itself, those of a list, those of a page of decks."""
    if isinstance(value, list):
        yield from (item for item in value if isinstance(item, dict))
    elif isinstance(value, dict):
        inner = next(
            (value[key] for key in ("decks", "results", "deck") if isinstance(value.get(key), list | dict)), None
        )
        if inner is None or _TELLING & value.keys():
            yield value
        else:
            yield from _decks(inner)


def _object(value: Json) -> Mapping[str, Json]:
    return value if isinstance(value, dict) else {}


def _opponent(deck: Mapping[str, Json]) -> str:
    """What kind of opponent the deck belongs to; "" for a player's deck."""
    told = [words_of(deck, "mode"), words_of(deck, "group")]
    leader = deck.get("phoenixborn")
    told += [words_of(_object(one), "type") for one in (leader if isinstance(leader, list) else [leader])]
    told += [words_of(_object(one), "type") for one in records_of(deck.get("cards"))]
    return next((word for word in told if word.casefold() in _OPPONENTS), "")


def write(deck: Deck) -> str:
    """A deck as ashes.live hands it out. The conjurations are those that follow from the cards."""
    leaders = [_leader(slot.card) for slot in deck.pile(LEADER)]
    record = {
        **deck.extra,
        "title": deck.name or None,
        "dice": [{"count": dice.count, "name": dice.type} for dice in deck.dice],
        "phoenixborn": leaders[0] if len(leaders) == 1 else leaders or None,
        "cards": [_card(slot) for slot in deck.pile(MAIN)],
        "conjurations": [_card(slot) for slot in deck.derived],
        "first_five": [card.slug for card in deck.first_five],
    }
    return json.dumps(record, ensure_ascii=False, indent=1) + "\n"


def loses(deck: Deck) -> list[str]:
    """What this format cannot hold of a deck, in words."""
    piles = dict.fromkeys(slot.pile for slot in deck.slots if slot.pile not in (MAIN, LEADER, CONJURATIONS))
    lost = [f'the pile "{pile}"' for pile in piles]
    if deck.pile(CONJURATIONS):
        lost.append("the conjuration pile as the list gave it (the one that follows from the cards is written)")
    return lost + ([f'the format "{deck.rules}"'] if deck.rules else [])


def _leader(card: Card) -> dict[str, object]:
    numbers = {key: card.number(key) for key in ("battlefield", "life", "spellboard")}
    return {"name": card.name, "stub": card.slug, **numbers}


def _card(slot: Slot) -> dict[str, object]:
    owner = next(iter(slot.card.words("phoenixborn")), None)
    return {
        "count": slot.count,
        "name": slot.card.name,
        "stub": slot.card.slug,
        "type": slot.card.type,
        "phoenixborn": owner,
    }
