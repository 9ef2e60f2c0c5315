"""FantasyForm, what belongs into the wallet (Components; `data/fantasyform/rulings.md`).

The deck is fixed: 16 Upgrade cards, the Rival Card and the Shards Card, each once. A list of components is held against
it by name, or, for a wallet of a person's own, by kinds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple, TypeAlias

from catalog.card import Card
from catalog.names import fold
from deckcli.decks.deck import MAIN, Deck, Slot
from deckcli.decks.problem import Problem
from deckcli.games.fantasyform.faces import KINDS
from deckcli.games.game import Format, PileSum
from deckcli.games.limits import Construction, RuleOf, amount, by_name, lines_of, listed, total

RIVAL, SHARDS = "Rival", "Shards"
"""The types of the two cards that are no Upgrade cards."""
SOURCES = {"once": "rulings.md: The 16 cards"}
"""Where the rules stand that every format has."""


def counts(deck: Deck) -> dict[str, int]:
    """How many cards the list has."""
    return {"main": deck.count(MAIN)}


def sums(deck: Deck) -> tuple[PileSum, ...]:
    """All cards count; what a list keeps apart stands beside."""
    others = dict.fromkeys(slot.pile for slot in deck.slots if slot.pile != MAIN)
    return (PileSum(MAIN, deck.count(MAIN)), *(PileSum(pile, beside=deck.count(pile)) for pile in others))


def _once(deck: Deck, rules: Format) -> Iterator[Problem]:
    """Every card of the wallet is there once."""
    for copies in by_name(deck.pile(MAIN)):
        if copies.count > 1:
            message = f"{amount(copies.count, 'copy', 'copies')} of {copies.name}, and the wallet has 1."
            yield _extra(copies.name, copies.count, 1, copies.lines, message, SOURCES["once"])


def _extra(name: str, found: int, allowed: int, lines: tuple[int, ...], message: str, source: str) -> Problem:
    return Problem(
        code="extra_card",
        severity="error",
        message=message,
        cards=(name,),
        found=found,
        allowed=allowed,
        lines=lines,
        source=source,
        fix=f"Take out {found - allowed} {name}.",
    )


# ---------------------------------------------------------------- by name


def _not_of_it(deck: Deck, rules: Format) -> Iterator[Problem]:
    names = {fold(name) for name in rules.words("cards")}
    for copies in by_name(deck.pile(MAIN)) if names else ():
        if fold(copies.name) not in names:
            message = f"{copies.name} does not belong to {_called(rules)}."
            yield _extra(copies.name, copies.count, 0, copies.lines, message, rules.source("cards"))


def _missing(deck: Deck, rules: Format) -> Iterator[Problem]:
    there = {fold(slot.card.name) for slot in deck.pile(MAIN)}
    for name in rules.words("cards"):
        if fold(name) not in there:
            yield Problem(
                code="missing_card",
                severity="error",
                message=f"{name} is missing.",
                cards=(name,),
                found=0,
                allowed=1,
                source=rules.source("cards"),
                fix=f"Add 1 {name}.",
            )


def _called(rules: Format) -> str:
    return rules.name[:1].lower() + rules.name[1:]


# ---------------------------------------------------------------- by kinds


class Kind(NamedTuple):
    """What counts of a card here: its type, whether it bears a starburst, and whether it is an elemental form."""

    type: str
    starting: bool
    elemental: bool


def _kind(card: Card) -> Kind:
    return Kind(card.type, card.flag("starting"), card.flag("elemental"))


Fits: TypeAlias = Callable[[Kind], bool]


def _is_starting(kind: str) -> Fits:
    return lambda one: one.type == kind and one.starting


PARTS: Mapping[str, tuple[str, Fits]] = {
    **{f"the starting {kind}": ("starting", _is_starting(kind)) for kind in KINDS},
    "elemental Form": ("elementals", lambda one: one.type == KINDS[0] and one.elemental and not one.starting),
    "Companion or Artifact that does not start": ("others", lambda one: one.type in KINDS[1:] and not one.starting),
    "Rival Card": ("rival", lambda one: one.type == RIVAL),
    "Shards Card": ("shards", lambda one: one.type == SHARDS),
}
"""What a wallet is made of: each part with the rule of a format that tells how many there are, and what belongs to
it."""
WHOLE: Mapping[str, int] = {"starting": 1, "elementals": 4, "others": 9, "rival": 1, "shards": 1}
"""How many there are of each part (rulings.md: The 16 cards): 16 Upgrade cards and two others."""


def _parts(deck: Deck, rules: Format) -> Iterator[Problem]:
    for part, (rule, fits) in PARTS.items():
        wanted = rules.number(rule)
        if wanted is not None:
            yield from _part(
                part, wanted, [slot for slot in deck.pile(MAIN) if fits(_kind(slot.card))], rules.source(rule)
            )
    if rules.number("starting") is not None:
        yield from _of_no_part(deck, rules)


def _part(part: str, wanted: int, slots: list[Slot], source: str) -> Iterator[Problem]:
    found = total(slots)
    if found == wanted:
        return
    names = tuple(slot.card.name for slot in slots)
    said = f" ({listed(names)})" if names else ""
    fewer = found < wanted
    yield Problem(
        code="missing_card" if fewer else "extra_card",
        severity="error",
        message=f"{_many(found, part)}{said}, and the wallet has {wanted}.",
        cards=names,
        found=found,
        allowed=wanted,
        lines=lines_of(slots),
        source=source,
        fix=f"{'Add' if fewer else 'Take out'} {abs(wanted - found)}.",
    )


def _many(count: int, part: str) -> str:
    return f"{count or 'no'} {part.removeprefix('the ')}".capitalize() if not count else f"{count} x {part}"


def _of_no_part(deck: Deck, rules: Format) -> Iterator[Problem]:
    for slot in deck.pile(MAIN):
        if not any(fits(_kind(slot.card)) for _, fits in PARTS.values()):
            message = f"{slot.card.name} ({slot.card.type}) is none of the cards of a wallet."
            yield _extra(slot.card.name, slot.count, 0, slot.lines, message, rules.source("starting"))


def faults_of(deck: Deck) -> list[str]:
    """Why no game can be played with these cards, whatever format they are judged by: parts of the wallet that are not
    as many as there must be. Empty when one can."""
    slots = deck.pile(MAIN)
    faults = []
    for part, (rule, fits) in PARTS.items():
        found = sum(slot.count for slot in slots if fits(_kind(slot.card)))
        if found != WHOLE[rule] and rule != "shards":
            faults.append(f"a game needs {WHOLE[rule]} x {part.removeprefix('the ')}, and this list has {found}")
    return faults


def lacking(entries: Iterable[Mapping[str, object]]) -> list[str]:
    """What a person's own Upgrade cards, as entries of a pack, still lack of a whole wallet, or have too many of; empty
    when they are the 16 (rulings.md: The 16 cards)."""
    kinds = [_kind_of_entry(entry) for entry in entries]
    found = []
    for part, (rule, fits) in PARTS.items():
        count, wanted = sum(map(fits, kinds)), WHOLE[rule]
        if count != wanted and rule not in ("rival", "shards"):
            found.append(f"{count} of {wanted} x {part.removeprefix('the ')}")
    return [f"This is not a whole wallet of 16 cards yet: {'; '.join(found)}."] if found else []


def _kind_of_entry(entry: Mapping[str, object]) -> Kind:
    faces = entry.get("faces")
    face = faces[0] if isinstance(faces, list) and faces else {}
    return Kind(str(entry.get("type")), face.get("starting") is True, face.get("elemental") is True)


RULES: tuple[RuleOf, ...] = (_missing, _not_of_it, _once, _parts)
"""Every rule, the most binding first."""
BUILDING = Construction(RULES, (_not_of_it, _once))
check = BUILDING.check
can_add = BUILDING.can_add
