"""Phase 10 Strategy builds no decks: a list of its components is compared with what the box holds.

Rulebook: Contents. For someone who counts a box that was bought used.
"""

from __future__ import annotations

from collections.abc import Iterator

from catalog.card import Card
from deckcli.decks.deck import MAIN, Deck
from deckcli.decks.problem import Problem
from deckcli.games.game import Format, PileSum
from deckcli.games.limits import Construction, amount, by_name, listed
from deckcli.games.phase10.phases import JOKER, card_name

SOURCE = "rulings.md: Contents of the box"
IN_BOX = {**{card_name(kind): 2 for kind in range(JOKER)}, card_name(JOKER): 12}
"""How many of each card the box holds, by name."""
COMPONENTS = {"Game Board": 1, "Game Piece": 12, "Phase Marker": 60}
_CHECKLIST = "1 game board; 12 game pieces, 2 in each of 6 colours; 60 phase markers, 10 in each of 6 colours"


def counts(deck: Deck) -> dict[str, int]:
    """The cards that a verdict adds up, without board, pieces and markers."""
    return {"main": sum(slot.count for slot in deck.pile(MAIN) if slot.card.name in IN_BOX)}


def sums(deck: Deck) -> tuple[PileSum, ...]:
    """Cards count towards the 108; board, pieces and markers stand beside them."""
    cards = counts(deck)["main"]
    return (PileSum("cards", cards), PileSum("components", beside=sum(slot.count for slot in deck.slots) - cards))


def _found(deck: Deck) -> dict[str, tuple[int, tuple[int, ...]]]:
    """How many of each thing a list holds, over all its piles, and on which lines."""
    return {copies.name: (copies.count, copies.lines) for copies in by_name(deck.slots)}


def _missing(deck: Deck, rules: Format) -> Iterator[Problem]:
    found = _found(deck)
    wanted = {**IN_BOX, **{name: count for name, count in COMPONENTS.items() if name in found}}
    for name, count in wanted.items():
        have, lines = found.get(name, (0, ()))
        if have < count:
            yield Problem(
                code="missing_card",
                severity="error",
                message=f"{amount(count - have, name)} missing: the box holds {count}, and the list {have}.",
                cards=(name,),
                found=have,
                allowed=count,
                lines=lines,
                source=rules.source("cards") or SOURCE,
                fix=f"Add {count - have} {name}.",
            )


def _extra(deck: Deck, rules: Format) -> Iterator[Problem]:
    for name, (have, lines) in _found(deck).items():
        count = {**IN_BOX, **COMPONENTS}.get(name, 0)
        if have > count:
            yield Problem(
                code="extra_card",
                severity="error",
                message=f"{amount(have - count, name)} too many: the box holds {count}, and the list {have}.",
                cards=(name,),
                found=have,
                allowed=count,
                lines=lines,
                source=rules.source("cards") or SOURCE,
                fix=f"Take out {have - count} {name}.",
            )


def _checklist(deck: Deck, rules: Format) -> Iterator[Problem]:
    """What else lies in the box, for what the list does not count."""
    uncounted = [name for name in COMPONENTS if name not in _found(deck)]
    if uncounted:
        yield Problem(
            code="uncounted",
            severity="note",
            message=f"Not counted: {listed(f'{name}s' for name in uncounted)}. The box also holds {_CHECKLIST}.",
            cards=tuple(uncounted),
            source=rules.source("cards") or SOURCE,
        )


_BOX = Construction(rules=(_missing, _extra, _checklist), limits=(_extra,))


def check(deck: Deck, rules: Format) -> list[Problem]:
    """What is missing from the box, what is too many, and what else to count."""
    return _BOX.check(deck, rules)


def can_add(deck: Deck, card: Card, rules: Format) -> list[Problem]:
    """What one card more would make too many; empty when the box holds one more."""
    return _BOX.can_add(deck, card, rules)
