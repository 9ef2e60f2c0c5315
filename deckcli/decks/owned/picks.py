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
_RUN = re.compile(r"(?P<set>.*?)(?P<first>\d{1,6})\.\.(?P<again>.*?)(?P<last>\d{1,6})")


@dataclass(frozen=True, slots=True)
class Pick:
    """Copies of one card (or dice); `printing` is a card code where a number named one, else empty."""

    game: str
    slug: str
    name: str
    count: int = 1
    printing: str = ""


def picks_of(text: str, count: int, named: Callable[[str], Card]) -> list[Pick]:
    """What `text` names, `count` copies of each; `named` finds one card, and raises UnknownNameError.

    Raises UnknownNameError for a run with numbers that no card has (all of them named), UsageError for one that goes
    down or is too long.
    """
    if die := die_meant(text):
        return [_of_label(die, count)]
    run = _RUN.fullmatch(text.strip())
    if run is None:
        return [pick_of(named(text), text, count)]
    found, unknown = [], []
    for number in numbers(run):
        try:
            found.append(pick_of(named(number), number, count))
        except UnknownNameError:
            unknown.append(number)
    if unknown:
        more = f" and {len(unknown) - 5} more" if len(unknown) > 5 else ""
        raise UnknownNameError(f"{text}: no card is numbered {', '.join(unknown[:5])}{more}. Nothing was changed.")
    return found


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
    return Pick(card.game, card.slug, card.name, count, printing_of(card, text))


def printing_of(card: Card, text: str) -> str:
    """The code of the printing that a code or number means: the first of that number; "" when it is neither."""
    key = fold(text)
    codes = [one.code for one in card.printings if one.code and fold(one.code) == key]
    numbered = [one.code for one in card.printings if one.number and fold(one.number) == key]
    return next(iter(codes + numbered), "")


def _of_label(label: Label, count: int) -> Pick:
    return Pick(label.game, label.slug, label.name, count)
