"""What the construction rules of several games share: judging by them, asking about one card more, and counting."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import wraps
from itertools import chain
from typing import TypeAlias, TypeVar

from catalog.card import Card
from deckcli.decks.deck import MAIN, Deck, Slot
from deckcli.decks.problem import Problem
from deckcli.games.game import Format

RuleOf: TypeAlias = Callable[[Deck, Format], Iterator[Problem]]
"""One rule of construction: what a deck breaks of it, as a format has it; nothing where the format does not."""


@dataclass(frozen=True, slots=True)
class Construction:
    """The rules by which a game builds decks, the most binding first, and of those the ones that one card more can
    break; what only a finished deck keeps (its size) is not among them."""

    rules: tuple[RuleOf, ...]
    limits: tuple[RuleOf, ...]

    def check(self, deck: Deck, rules: Format) -> list[Problem]:
        """Everything about `deck` that `rules` forbids or that its player should know, most binding first."""
        return _said(self.rules, deck, rules)

    def can_add(self, deck: Deck, card: Card, rules: Format) -> list[Problem]:
        """What one copy of `card` more would break that is whole now; empty when it may be added."""
        return new_problems(_said(self.limits, deck, rules), _said(self.limits, with_one_more(deck, card), rules))


def _said(said_by: tuple[RuleOf, ...], deck: Deck, rules: Format) -> list[Problem]:
    return list(chain.from_iterable(rule(deck, rules) for rule in said_by))


ANY_NUMBER = -1
"""`Card.copies_max` of a card that may be in a deck in any number."""


@dataclass(frozen=True, slots=True)
class Copies:
    """All copies of one card name in a deck, over every slot and line that holds some."""

    cards: tuple[Card, ...]
    count: int
    lines: tuple[int, ...]

    @property
    def name(self) -> str:
        """The name as the first of these cards prints it."""
        return self.cards[0].name

    def allowed(self, usual: int | None) -> int | None:
        """How many copies there may be, by the cards' own limit or else the game's `usual` one; None for any number."""
        if len(self.cards) == 1:
            own = self.cards[0].copies_max
            return usual if own is None else None if own == ANY_NUMBER else own
        limits = [usual if card.copies_max is None else card.copies_max for card in self.cards]
        finite = [limit for limit in limits if limit is not None and limit != ANY_NUMBER]
        return min(finite, default=None)


def amount(count: int, one: str, many: str = "") -> str:
    """`count` and the noun for it: "1 card", "3 cards", "2 dice"."""
    return f"{count} {one if count == 1 else many or one + 's'}"


def listed(words: Iterable[str], last: str = "and") -> str:
    """Words as one says them: "a", "a and b", "a, b and c"; semicolons where a word has its own comma."""
    *first, end = [*words] or [""]
    comma = any("," in word for word in (*first, end))
    return f"{('; ' if comma else ', ').join(first)}{';' if comma else ''} {last} {end}" if first else end


def lines_of(slots: Iterable[Slot]) -> tuple[int, ...]:
    """The lines of the list that named these slots, in order, each once."""
    return tuple(sorted({line for slot in slots for line in slot.lines}))


def copies_by_name(slots: Iterable[Slot]) -> dict[str, int]:
    """How many copies there are of each card name, in the order of the slots."""
    found: dict[str, int] = {}
    for slot in slots:
        found[slot.card.name] = found.get(slot.card.name, 0) + slot.count
    return found


def total(slots: Iterable[Slot]) -> int:
    """How many copies these slots hold together."""
    return sum(slot.count for slot in slots)


T = TypeVar("T")
U = TypeVar("U")


def remembered(function: Callable[[T], U]) -> Callable[[T], U]:
    """A function that remembers its last answer: many rules ask the same of one deck, one after the other. Only for
    frozen values, which are told apart as objects, since comparing them takes longer."""
    last: list[tuple[T, U]] = []

    @wraps(function)
    def asked(value: T) -> U:
        if not last or last[0][0] is not value:
            last[:] = [(value, function(value))]
        return last[0][1]

    return asked


def by_name(slots: Iterable[Slot]) -> list[Copies]:
    """The copies of every card name (`name_key`) among `slots`, in the order in which the names come up."""
    return list(_by_name(slots if isinstance(slots, tuple) else tuple(slots)))


@remembered
def _by_name(slots: tuple[Slot, ...]) -> list[Copies]:
    groups: dict[str, list[Slot]] = {}
    for slot in slots:
        groups.setdefault(slot.card.name_key, []).append(slot)
    return [_copies(group) for group in groups.values()]


def _copies(slots: list[Slot]) -> Copies:
    if len(slots) == 1:
        (slot,) = slots
        return Copies((slot.card,), slot.count, slot.lines if len(slot.lines) < 2 else lines_of(slots))
    return Copies(_cards(slots), total(slots), lines_of(slots))


def _cards(slots: list[Slot]) -> tuple[Card, ...]:
    """The cards of some slots, each once; by slug, for whole cards take long to compare."""
    return tuple({(slot.card.game, slot.card.slug): slot.card for slot in slots}.values())


def copy_limit(slots: Iterable[Slot], usual: int | None, source: str) -> Iterator[Problem]:
    """A `copy_limit` for every card name with more copies among `slots` than it may have."""
    for copies in by_name(slots):
        allowed = copies.allowed(usual)
        if allowed is None or copies.count <= allowed:
            continue
        many = amount(copies.count, "copy", "copies")
        yield Problem(
            code="copy_limit",
            severity="error",
            message=f"{many} of {copies.name}, and a deck may have {allowed}.",
            cards=(copies.name,),
            found=copies.count,
            allowed=allowed,
            lines=copies.lines,
            source=source,
            fix=f"Take out {copies.count - allowed} {copies.name}.",
        )


def many_leaders(slots: Iterable[Slot], code: str, called: str, source: str, then: str = "") -> Iterator[Problem]:
    """A problem `code` when `slots` hold more than the one card that leads a deck.

    `called` is the game's word for several of them, `then` what is to become of the others.
    """
    leading = tuple(slots)
    found = total(leading)
    if found < 2:
        return
    leaders = by_name(leading)
    said = listed(f"{copies.count} {copies.name}" if copies.count > 1 else copies.name for copies in leaders)
    names = tuple(copies.name for copies in leaders)
    yield Problem(
        code=code,
        severity="error",
        message=f"{found} {called} ({said}), and a deck has one.",
        cards=names,
        found=found,
        allowed=1,
        lines=lines_of(leading),
        source=source,
        fix=f"Keep 1 {listed(names, 'or')}{then}.",
    )


def with_one_more(deck: Deck, card: Card) -> Deck:
    """`deck` with one copy of `card` more among its main cards; what is derived from them is left as it was."""
    slots = list(deck.slots)
    for index, slot in enumerate(slots):
        if slot.pile == MAIN and slot.card.slug == card.slug:
            slots[index] = replace(slot, count=slot.count + 1)
            break
    else:
        slots.append(Slot(card=card, count=1))
    return replace(deck, slots=tuple(slots))


def new_problems(before: list[Problem], after: list[Problem]) -> list[Problem]:
    """What is wrong `after` and was not, or was less wrong, `before`: another rule, other cards, or another number."""
    known = {(problem.code, problem.cards, problem.found) for problem in before}
    return [problem for problem in after if (problem.code, problem.cards, problem.found) not in known]
