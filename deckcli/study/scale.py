"""How the collection's commands grow: whole processes over libraries of a thousand to a hundred thousand holdings."""

from __future__ import annotations

import random
import resource
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from catalog.card import Card
from catalog.collection import take_in
from catalog.home import Home
from catalog.library import Library
from catalog.reading import Catalog
from catalog.saved import Holding, SavedSlot

SIZES = (1_000, 10_000, 100_000)
"""Holdings; a fiftieth as many decks, every third of them built."""
COMMANDS = (
    "collection missing s01",
    "collection missing bench-1",
    "collection list -g cipher",
    "collection list --kinds --limit 50",
    "collection free B01-003",
    "cards search -g cipher owned>2",
    "deck list",
    "deck find [[unit:marth]]>2",
)
MOST = 0.5
"""Seconds of one processor that any of them may take, start of the process and all."""


@dataclass(frozen=True, slots=True)
class Grown:
    """One command over one library: seconds of one processor for the whole process, the least of several runs (what
    else the machine does only ever adds)."""

    command: str
    holdings: int
    decks: int
    seconds: float


def grown(place: Path, run: Callable[[Path, Sequence[str]], None], times: int = 3) -> Iterator[Grown]:
    """Every command over every size; `run(home, words)` runs deckcli in a process. `place` is an empty folder."""
    for size in SIZES:
        home = Home(place / str(size), place / str(size) / "library.db")
        run(home.root, ["games"])  # builds the catalogue
        fill(home, size, size // 50)
        for command in COMMANDS:
            words = command.split()
            run(home.root, words)
            taken = [_timed(run, home.root, words) for _ in range(times)]
            yield Grown(command, size, size // 50, min(taken))


def _timed(run: Callable[[Path, Sequence[str]], None], home: Path, words: Sequence[str]) -> float:
    begin = _used()
    run(home, words)
    return _used() - begin


def _used() -> float:
    """Seconds of processor that ended children have used."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def grown_in_words(found: Grown) -> str:
    """One line of plain text."""
    verdict = "kept" if found.seconds <= MOST else "MISSED"
    return (
        f"{found.holdings:>7,} holdings, {found.decks:>5,} decks: {found.seconds:.3f} s"
        f" (at most {MOST:g} s: {verdict})  {found.command}"
    )


def fill(home: Home, holdings: int, decks: int) -> None:
    """A library of so many holdings and decks, always the same ones."""
    chance = random.Random(1)
    with Catalog.open(home) as catalog:
        cards = list(catalog.cards("cipher"))
    with Library.open(home, write=True) as library:
        take_in(library, (_holding(number, cards) for number in range(holdings)), "bench")
        with library.step("bench"):
            for number in range(decks):
                slots = [SavedSlot(card.slug, chance.randint(1, 4)) for card in chance.sample(cards, 20)]
                deck = library.save_deck("cipher", f"bench-{number}", slots)
                if number % 3 == 0:
                    library.set_state(deck.id, "built")


def _holding(number: int, cards: Sequence[Card]) -> Holding:
    card, kind = cards[number % len(cards)], number // len(cards)
    printing = card.printings[kind % len(card.printings)].code
    return Holding("cipher", card.slug, 1 + number % 4, printing, binder=f"binder {kind}", condition="NM")
