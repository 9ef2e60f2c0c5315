"""What the construction rules of several games share: counting copies by name, and asking about one card more."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from catalog.card import Card
from deckcli.decks.deck import MAIN, Deck, Slot
from deckcli.decks.problem import Problem

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


def total(slots: Iterable[Slot]) -> int:
    """How many copies these slots hold together."""
    return sum(slot.count for slot in slots)


def by_name(slots: Iterable[Slot]) -> list[Copies]:
    """The copies of every card name (`name_key`) among `slots`, in the order in which the names come up."""
    groups: dict[str, list[Slot]] = {}
    for slot in slots:
        groups.setdefault(slot.card.name_key, []).append(slot)
    return [
        Copies(tuple(dict.fromkeys(slot.card for slot in group)), total(group), lines_of(group))
        for group in groups.values()
    ]


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
