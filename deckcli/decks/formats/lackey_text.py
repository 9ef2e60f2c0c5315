"""LackeyCCG's text decks (`.txt`): `4<TAB>name` a line, and `Zone:` in a line of its own before the cards of a zone."""

from __future__ import annotations

import re

from catalog.names import visible
from deckcli.decks.bytes import lines_of
from deckcli.decks.deck import LEADER, MAIN, Deck, DeckList, Entry, Report, Slot
from deckcli.decks.formats import words
from deckcli.decks.formats.held import lost, piles, printed
from deckcli.decks.formats.json_text import counted
from deckcli.decks.formats.lackey import own_name
from deckcli.decks.formats.xml_text import count_of
from deckcli.decks.problem import Problem

NAME = "lackey-text"

_ROW = re.compile(r"\s*(-?[0-9][0-9.,]*)\t+\s*(\S.*)")
_LOOKS = re.compile(r"[0-9]{1,3}\t\S")
_ZONE = re.compile(r"\s*([^\t]*\S)\s*:\s*")


def looks(text: str) -> bool:
    """Whether every line is a row or a zone, and there is a row and a zone; a list with tabs alone is anybody's."""
    lines = [line for line in text[:40_000].splitlines() if line.strip()] if "\t" in text else []
    zones = [line for line in lines if _ZONE.fullmatch(line)]
    rows = [line for line in lines if _LOOKS.match(line) and line.count("\t") == 1]
    return bool(zones and rows) and len(zones) + len(rows) == len(lines)


def read(text: str, source: str) -> DeckList:
    """What the rows say. A line that is neither row nor zone becomes a Problem."""
    entries: list[Entry] = []
    problems: list[Problem] = []
    tally = {"cards": 0, "headers": 0, "blank": 0, "problems": 0}
    pile, game = MAIN, ""
    for number, line in enumerate(lines_of(text, source), 1):
        if row := _ROW.fullmatch(line):
            tally["cards"] += 1
            entries.append(_entry(row, pile, number, line))
        elif zone := _ZONE.fullmatch(line):
            tally["headers"] += 1
            pile = words.pile_of(zone[1])
            game = game or _GAMES.get(zone[1].casefold(), "")
        elif line.strip():
            tally["problems"] += 1
            problems.append(_no_row(number, line))
        else:
            tally["blank"] += 1
    report = Report(lines=sum(tally.values()), **tally)
    return DeckList(
        game=game, format=NAME, source=source, entries=tuple(entries), report=report, problems=tuple(problems)
    )


_LEADERS = {"cipher": "MC", "ashes": "Phoenixborn"}
_GAMES = {zone.casefold(): game for game, zone in _LEADERS.items()}
"""The zone of a leader tells the game."""


def _entry(row: re.Match[str], pile: str, number: int, line: str) -> Entry:
    written = visible(row[2])
    own = own_name(written)
    name = Entry(
        own, pile=pile, line=number, column=row.start(2) + 1, ids={"lackey_name": written}, text=line[:200].rstrip(),
        fuller=(written,) if written != own else (),
    )  # fmt: skip
    return counted(name, count_of(row[1]))


def _no_row(number: int, line: str) -> Problem:
    message = "a count, a tab and a name were expected, or a zone with a colon."
    return Problem("bad_line", "error", message, lines=(number,), column=1, text=line[:200].rstrip())


def write(deck: Deck) -> str:
    """A deck as a text deck of LackeyCCG; the cards come first, which need no zone, and then the other piles."""
    found = piles(deck)
    blocks = ["".join(_row(slot) for slot in found.get(MAIN, ()))]
    for pile, slots in found.items():
        if pile != MAIN:
            zone = _LEADERS.get(deck.game, "Leader") if pile == LEADER else {"side": "Sideboard"}.get(pile, pile)
            blocks.append(f"{visible(zone)}:\n" + "".join(_row(slot) for slot in slots))
    return "".join(blocks)


def _row(slot: Slot) -> str:
    return f"{slot.count}\t{printed(slot).ids.get('lackey_name', slot.card.name)}\n"


def loses(deck: Deck) -> list[str]:
    """What this format cannot hold of a deck, in words."""
    told = lost(deck, "piles")
    for slots in piles(deck).values():
        rows = [printed(slot).ids.get("lackey_name", slot.card.name) for slot in slots]
        told += [f'which of the cards called "{row}" it is' for row in dict.fromkeys(rows) if rows.count(row) > 1]
    return told
