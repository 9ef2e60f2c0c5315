"""Figures of a deck that need no game played: its curve, types, symbols, dice against need, values, keywords, faces.

Every figure counts copies, not lines. Whatever a game prints as a number or a word can be counted; `_SHAPES` says what
of it tells something.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from catalog.card import Card, Face
from deckcli.decks.deck import LEADER, MAIN, Deck, Slot
from deckcli.decks.dice_costs import cost_needs
from deckcli.decks.odds import chance_to_pay

_MOST_BARS = 40
"""Of numbers further apart than that, as in a pack of one's own, only those that there are."""
_NUMBERED = re.compile(r" (?:\d+|X)$")


@dataclass(frozen=True, slots=True)
class Chart:
    """One count: how many copies for each value, in an order that tells something; `mean` over those that have a
    number (None where none has)."""

    name: str
    counts: Mapping[str, int] = field(hash=False)
    mean: float | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class Counted:
    """The figures of a deck: its cards, and a chart for everything that tells something of it."""

    cards: int
    charts: tuple[Chart, ...]


def counted(deck: Deck) -> Counted:
    """Every figure of a deck, each card once: the leader counts among the cards where it is one of them."""
    slots = _slots(deck)
    charts = [chart for chart in _charts(deck, slots) if chart.counts]
    return Counted(sum(slot.count for slot in slots), tuple(charts))


def _slots(deck: Deck) -> list[Slot]:
    leading = [] if deck.leader_apart or deck.game == "ashes" else list(deck.pile(LEADER))
    return [*leading, *deck.pile(MAIN)]


def _charts(deck: Deck, slots: Sequence[Slot]) -> Iterator[Chart]:
    yield _words("types", slots, lambda card: [face.type for face in card.faces])
    for name, fact in _NUMBERS.get(deck.game, ()):
        yield _numbers(name, slots, fact)
    for name, fact in _LISTS.get(deck.game, ()):
        yield _words(name, slots, lambda card, fact=fact: [w for face in card.faces for w in face.words(fact)])  # type: ignore[misc]
    if deck.game == "ashes":
        yield from _dice(deck, slots)
        yield _words("keywords", slots, _keywords)
    yield _words("abilities", slots, _abilities)
    if any(len(slot.card.faces) > 1 for slot in slots):
        yield _words("faces", slots, lambda card: [face.side or face.type for face in card.faces])


_NUMBERS: Mapping[str, Sequence[tuple[str, str]]] = {
    "ashes": (("magic cost", "magic"), ("attack", "attack"), ("life", "life"), ("recover", "recover")),
    "cipher": (("deployment cost", "deploy_cost"), ("class change cost", "class_change_cost"), ("attack", "attack"),
               ("support", "support")),
    "phase": (("training cost", "training_cost"), ("attack", "attack"), ("defence", "defence")),
    "phase10": (("number", "number"), ("value", "value")),
    "fantasyform": (("cost", "cost"), ("damage", "damage"), ("health", "health")),
}  # fmt: skip
"""The printed numbers of each game that make a chart: what it is called, and the fact."""
_LISTS: Mapping[str, Sequence[tuple[str, str]]] = {
    "cipher": (("symbols", "symbols"), ("weapons", "weapons"), ("unit types", "unit_types"), ("ranges", "ranges")),
    "phase": (("factions", "faction"), ("keywords", "keywords")),
    "phase10": (("colours", "color"),),
    "fantasyform": (("essences", "essence"), ("tags", "tags")),
}
"""The printed words of each game that make a chart; a card with several counts for each."""


def _numbers(name: str, slots: Iterable[Slot], fact: str) -> Chart:
    """Copies by a printed number of any face, lowest first; one that is computed stands behind as X."""
    counts: Counter[int] = Counter()
    computed = 0
    for slot in slots:
        for face in slot.card.faces:
            number = face.number(fact)
            if number is not None:
                counts[number] += slot.count
            elif fact in face.facts:
                computed += slot.count
    copies = sum(counts.values())
    mean = sum(number * count for number, count in counts.items()) / copies if copies else None
    shown = {str(number): counts[number] for number in _without_gaps(counts)}
    return Chart(name, shown | ({"X": computed} if computed else {}), mean)


def _without_gaps(numbers: Iterable[int]) -> Sequence[int]:
    """These numbers and those between them, in tens where all are tens: a curve shows where it has nothing."""
    found = sorted(numbers)
    step = 10 if all(number % 10 == 0 for number in found) else 1
    whole = range(found[0], found[-1] + 1, step) if found else range(0)
    return whole if len(whole) <= _MOST_BARS else found


def _words(name: str, slots: Iterable[Slot], told: Callable[[Card], Iterable[str]]) -> Chart:
    """Copies by a printed word, most first; a card counts for each of its words once."""
    counts: Counter[str] = Counter()
    none = 0
    for slot in slots:
        words = dict.fromkeys(told(slot.card))
        for word in words:
            counts[word] += slot.count
        none += 0 if words else slot.count
    shown = dict(sorted(counts.items(), key=lambda one: (-one[1], one[0])))
    return Chart(name, shown | ({"none": none} if none and shown else {}))


def _abilities(card: Card) -> Iterator[str]:
    for face in card.faces:
        yield from (_word(face, kind) for kind in face.abilities or ())


def _keywords(card: Card) -> Iterator[str]:
    """The keywords of a card of Ashes, without the number behind them: its text names each before what it does."""
    from deckcli.games.ashes.written import KEYWORDS, effects_of_file

    known = effects_of_file(KEYWORDS)[KEYWORDS]
    heads = (line.partition(":")[0] for face in card.faces for line in face.text.splitlines())
    return (word for head in heads if (word := _NUMBERED.sub("", head)) in known)


def _word(face: Face, kind: str) -> str:
    return kind.replace("_", " ")


# ---------------------------------------------------------------- dice of Ashes


def _dice(deck: Deck, slots: Sequence[Slot]) -> Iterator[Chart]:
    """The dice of a deck against what its cards ask of them, and the chance that one roll pays the First Five."""
    yield Chart("dice", {one.type: one.count for one in deck.dice})
    needs: Counter[str] = Counter()
    for slot in slots:
        for way in cost_needs(slot.card)[:1]:
            for kind, count in (*way.power.items(), *way.class_.items()):
                needs[kind] += count * slot.count
            if way.basic:
                needs["basic"] += way.basic * slot.count
    held = {one.type for one in deck.dice}
    foreign = sorted(kind for kind in needs if kind != "basic" and kind not in held)
    note = f"no die of the deck pays for {', '.join(foreign)}" if foreign and held else ""
    yield Chart("dice that the cards cost", dict(needs.most_common()), note=note)


def first_five_paid(deck: Deck) -> Fraction | None:
    """The chance that one roll of its dice pays all of the First Five of a deck; None where it names none."""
    from itertools import product

    from deckcli.decks.dice_costs import together

    if not deck.first_five or not deck.dice:
        return None
    held: Counter[str] = Counter()
    for one in deck.dice:
        held[one.type] += one.count
    ways = [together(parts) for parts in product(*(cost_needs(card) for card in deck.first_five))]
    return chance_to_pay(held, ways)
