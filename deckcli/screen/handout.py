"""A deck as something to hand to somebody: what the page and the sheets both show, before either is drawn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from catalog.card import Card, Face
from deckcli.decks.curve import Curve, curve_of
from deckcli.decks.deck import LEADER, MAIN, Deck, Slot
from deckcli.games import GAMES
from deckcli.games.verdict import Verdict
from deckcli.screen.cards import acting_text, fact_label, fact_text
from deckcli.screen.decks import head_rows, plan_rows

_UNSAID = frozenset(
    {"unit_name", "title", "pairing", "fixed", "chosen", "magic", "magic_x", "effect_dice", "dice", "parallel_dice",
     "exclusive", "decksteria", "in_box", "each", "outlands", "forge"}
)  # fmt: skip
"""Facts that the name or the whole cost of a card says too, or that are about the catalogue and not the card."""


class Group(NamedTuple):
    """Cards under one heading, and how many copies they are together."""

    title: str
    slots: tuple[Slot, ...]

    @property
    def copies(self) -> int:
        """How many copies the group is."""
        return sum(slot.count for slot in self.slots)


class Handout(NamedTuple):
    """A deck to hand out. `legal` is None where deckcli does not judge decks of the game; `head` are labels and what
    stands behind them; `invented` says which of the cards no publisher has printed, "" where all are."""

    name: str
    game: str
    verdict: str
    legal: bool | None
    head: tuple[tuple[str, str], ...]
    groups: tuple[Group, ...]
    curve: Curve
    invented: str

    @property
    def slots(self) -> tuple[Slot, ...]:
        """Every slot, in the order of the groups."""
        return tuple(slot for group in self.groups for slot in group.slots)


def handout(deck: Deck, verdict: Verdict | None = None, plan: Mapping[str, Any] | None = None) -> Handout:
    """A deck as a handout; `plan` is that of `plan_json`."""
    groups = tuple(_groups(deck))
    slots = [slot for group in groups for slot in group.slots]
    return Handout(
        name=deck.name or "A deck",
        game=GAMES[deck.game].name,
        verdict=_verdict(verdict),
        legal=None if verdict is None else verdict.legal,
        head=(*head_rows(deck), *plan_rows(plan or {})),
        groups=groups,
        curve=curve_of(deck),
        invented=_invented(slots),
    )


def _verdict(verdict: Verdict | None) -> str:
    if verdict is None:
        return ""
    errors = sum(problem.severity == "error" for problem in verdict.problems)
    wrong = f": {errors} error{'' if errors == 1 else 's'}" if errors else ""
    return f"{'Legal' if verdict.legal else 'Not legal'} by {verdict.format.name}{wrong}."


def _groups(deck: Deck) -> Iterator[Group]:
    """The piles in one order: the leader, the cards by type, what they bring with them, and the rest as listed."""
    if leaders := deck.pile(LEADER):
        yield Group(GAMES[deck.game].leader or "Leader", leaders)
    main = deck.pile(MAIN)
    for kind in dict.fromkeys(slot.card.type for slot in main):
        yield Group(kind, tuple(slot for slot in main if slot.card.type == kind))
    for pile in dict.fromkeys(slot.pile for slot in deck.slots):
        if pile not in (MAIN, LEADER):
            yield Group(pile.capitalize(), deck.pile(pile))
    if deck.derived and not deck.pile("conjurations"):
        yield Group("Conjurations", deck.derived)


def _invented(slots: Sequence[Slot]) -> str:
    """Which of the cards are nobody's print, in words."""
    told = []
    for origin, words in _ORIGINS.items():
        count = sum(slot.count for slot in slots if slot.card.origin == origin)
        if count:
            told.append(f"{count} of {sum(slot.count for slot in slots)} cards {words}")
    return "; ".join(told) + "." if told else ""


_ORIGINS = {
    "invented": "are invented for deckcli: no publisher has printed them",
    "own": "come from a pack of one's own",
}


def facts_line(face: Face, *, kept: bool = False) -> str:
    """The type and the printed facts of a face in one line; what the name says already is left out.

    `kept` is for what folds the line: it does so between two facts then, and within none that is short.
    """
    printed = [
        fact_label(name) if value is True else f"{fact_label(name)} {fact_text(value)}"
        for name, value in face.facts.items()
        if name not in _UNSAID and value is not False and value != ()  # a printed 0 is said
    ]
    facts = [face.type, *printed]
    if not kept:
        return " · ".join(facts)
    blank = "\N{NO-BREAK SPACE}"
    return f"{blank}· ".join(one.replace(" ", blank) if len(one) < 25 else one for one in facts)


def remark(card: Card) -> str:
    """What has to be said where the text of a card is not all of it; "" where it is."""
    whole = card.acting == "yes" or all(face.abilities == () for face in card.faces)
    return "" if whole else acting_text(card)
