"""What a person names to add or take away: one card by its name or number, or a run of numbers ("B01-001..010")."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from catalog.card import Card, Label
from catalog.names import fold
from deckcli.decks.owned.names import die_meant
from deckcli.errors import UnknownNameError, UsageError

MOST_IN_RANGE = 1000
"""Numbers of one run."""
_RUN = re.compile(r"(?P<set>.*?)(?P<first>\d{1,6})\s*(?:\.\.|…)\s*(?P<again>.*?)(?P<last>\d{1,6})")
_NEARLY_RUN = re.compile(r"\S*\d\w*\s*(?:\.{2,}|…|[-–—~])\s*\S*")  # "B01-001-010", "B01-003HN..005HN", "B01-001.."
_NARROW = re.compile(r"(?P<set>[^\W\d]+\d*-)(?P<number>\d{1,2})")
"""A number as nobody prints it and everybody says it: B01-7."""
_WIDE = 3


@dataclass(frozen=True, slots=True)
class Pick:
    """Copies of one card (or dice); `printing` is a card code where a code or number named one, else empty; `coded`
    when it was the code itself, which means that printing and no other."""

    game: str
    slug: str
    name: str
    count: int = 1
    printing: str = ""
    coded: bool = False


def picks_of(text: str, count: int, named: Callable[[str], Card]) -> list[Pick]:
    """What `text` names, `count` copies of each; `named` finds one card, and raises UnknownNameError.

    Raises UnknownNameError for a run with numbers that no card has (all of them named), UsageError for one that goes
    down or is too long, or that is written otherwise.
    """
    if die := die_meant(text):
        return [_of_label(die, count)]
    run = _RUN.fullmatch(text.strip())
    if run is None:
        return [_one(text, count, named)]
    found, unknown = [], []
    for number in numbers(run):
        try:
            found.append(_numbered(number, count, named))
        except UnknownNameError:
            unknown.append(number)
    if unknown:
        more = f" and {len(unknown) - 5} more" if len(unknown) > 5 else ""
        raise UnknownNameError(f"{text}: no card is numbered {', '.join(unknown[:5])}{more}. Nothing was changed.")
    return found


def _one(text: str, count: int, named: Callable[[str], Card]) -> Pick:
    """One card; a run that lacks its end, or is written with a dash, is none and is told so."""
    told = UsageError(f'"{text}": a run of numbers is written B01-001..010.')
    nearly = _NEARLY_RUN.fullmatch(text.strip())
    try:
        found = _numbered(text, count, named)
    except UnknownNameError:
        if nearly:
            raise told from None
        raise
    if nearly and found.printing and text.strip()[-1:] in ".…":
        raise told
    return found


def _numbered(text: str, count: int, named: Callable[[str], Card]) -> Pick:
    """A card by its name or number, which may lack its noughts: B01-7 is B01-007."""
    try:
        return pick_of(named(text), text, count)
    except UnknownNameError:
        narrow = _NARROW.fullmatch(text.strip())
        if narrow is None:
            raise
        wide = narrow["set"] + narrow["number"].zfill(_WIDE)
        try:
            return pick_of(named(wide), wide, count)
        except UnknownNameError:
            pass
        raise


def numbers(run: re.Match[str]) -> list[str]:
    """The numbers of a run, as wide as its first."""
    first, last, wide = int(run["first"]), int(run["last"]), len(run["first"])
    if run["again"] not in ("", run["set"]) or first > last:
        raise UsageError(f"{run[0]}: a run of numbers goes up within one set: B01-001..010.")
    if last - first >= MOST_IN_RANGE:
        raise UsageError(f"{run[0]}: a run has at most {MOST_IN_RANGE} numbers.")
    return [f"{run['set']}{number:0{wide}}" for number in range(first, last + 1)]


def pick_of(card: Card, text: str, count: int = 1) -> Pick:
    """A card that was found by `text`; its printing where that is the code of one, or the number of some."""
    code = printing_of(card, text)
    return Pick(card.game, card.slug, card.name, count, code, bool(code) and fold(code) == fold(text))


def printing_of(card: Card, text: str) -> str:
    """The code of the printing that a code or number means: the first of that number; "" when it is neither."""
    key = fold(text)
    codes = [one.code for one in card.printings if one.code and fold(one.code) == key]
    numbered = [one.code for one in card.printings if one.number and fold(one.number) == key]
    return next(iter(codes + numbered), "")


def _of_label(label: Label, count: int) -> Pick:
    return Pick(label.game, label.slug, label.name, count)
