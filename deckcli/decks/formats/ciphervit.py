"""Cipher decks of CipherVit (`.fe0d`): a serial number a line and copy, `+` for the foil print, `*` for the main
character, which is one of the cards and counted in.

A list without `*` is of the 2015 program, which asks for the main character when the game begins.
"""

from __future__ import annotations

import re
from dataclasses import replace

from deckcli.decks.bytes import lines_of
from deckcli.decks.deck import LEADER, MAIN, Deck, DeckList, Entry, Report, Slot
from deckcli.decks.formats.held import lost, missing, number_of, refuse_missing
from deckcli.decks.problem import Problem

NAME = "ciphervit"
TITLE = "CipherVit"

_SERIAL = re.compile(r"\s*(\*?)\s*([0-9]{1,6}\+?)\s*(\*?)\s*")
_LINE = re.compile(r"[*\s]*[0-9]{1,6}(?:[+*\s])*")
TWICE = frozenset({"269", "362", "511+"})
"""Serials that CipherVit's list gives to two cards."""


def looks(text: str) -> bool:
    """Whether every line that is not empty is a serial number, and there are two or more."""
    rows = [line for line in text[:40_000].splitlines() if line.strip()]
    return len(rows) > 1 and all(len(row) < 20 and _LINE.fullmatch(row) for row in rows[:-1] or rows)


def read(text: str, source: str) -> DeckList:
    """What the serials say; one entry for the copies of a card, at the line of the first.

    A line that is no serial becomes a Problem; one that no card has is left to `resolve`, which names it.
    """
    entries: dict[tuple[str, str], Entry] = {}
    problems: list[Problem] = []
    tally = {"cards": 0, "blank": 0, "problems": 0}
    led = False
    for number, line in enumerate(lines_of(text, source), 1):
        found = _SERIAL.fullmatch(line)
        tally["cards" if found else "problems" if line.strip() else "blank"] += 1
        if found is None:
            problems += [_no_serial(number, line)] if line.strip() else []
            continue
        leads = bool(found[1] or found[3]) and not led
        led = led or leads
        key = (found[2], LEADER if leads else MAIN)
        old = entries.get(key)
        entries[key] = replace(old, count=old.count + 1) if old else _entry(number, line, *key)
    return DeckList(
        game="cipher",
        format=NAME,
        source=source,
        entries=tuple(entries.values()),
        report=Report(lines=sum(tally.values()), **tally),
        problems=tuple(problems),
    )


def _entry(number: int, line: str, serial: str, pile: str) -> Entry:
    return Entry(f"{TITLE} {serial}", pile=pile, line=number, ids={NAME: serial}, text=line[:200])


def _no_serial(number: int, line: str) -> Problem:
    message = "a serial number of CipherVit was expected, as in 47 or 47+*."
    return Problem("bad_line", "error", message, lines=(number,), column=1, text=line[:200].rstrip())


def write(deck: Deck) -> str:
    """A deck for CipherVit, the main character first. Raises UsageError for a card that has no serial number."""
    refuse_missing(deck, NAME, TITLE)
    leaders, cards = deck.pile(LEADER), deck.pile(MAIN)
    rows = [f"{number}*" if index == 0 else number for index, number in enumerate(_numbers(leaders))]
    return "".join(f"{row}\n" for row in [*rows, *_numbers(cards)])


def _numbers(slots: tuple[Slot, ...]) -> list[str]:
    return [number for slot in slots for number in [number_of(slot, NAME, TWICE)] * slot.count]


def loses(deck: Deck) -> list[str]:
    """What this format cannot hold of a deck, in words."""
    told = missing(deck, NAME, TITLE) + lost(deck, "printings")
    told += ["more than one copy of the main character as such"] if len(_numbers(deck.pile(LEADER))) > 1 else []
    shared = dict.fromkeys(n for n in _numbers((*deck.pile(LEADER), *deck.pile(MAIN))) if n in TWICE)
    return told + [f"which of two cards it is ({TITLE} calls both {number})" for number in shared]
