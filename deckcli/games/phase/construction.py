"""Phase, building a deck (`data/phase/rulings.md`, Deck construction).

The printed guidelines are lost, so that every rule here is a record that can be edited, and every verdict says so. A
physical card, with its front and its back, is in the box once; the same face may stand on several cards.
"""

from __future__ import annotations

from collections.abc import Iterator

from catalog.card import Card
from deckcli.decks.deck import MAIN, Deck, Slot
from deckcli.decks.problem import Problem
from deckcli.games.game import Format, PileSum
from deckcli.games.limits import Construction, RuleOf, amount, by_name, copy_limit, lines_of, listed, total
from deckcli.games.phase.faces import WARRIOR

UNNAMED = "no named faction"
"""What cards are called whose faction nothing tells."""


def counts(deck: Deck) -> dict[str, int]:
    """The piles that a verdict adds up: the cards of the deck."""
    return {MAIN: total(counted(deck))}


def sums(deck: Deck) -> tuple[PileSum, ...]:
    """Which cards count towards the deck's size; reference cards, and what stands in other piles, do not."""
    cards = total(counted(deck))
    others = dict.fromkeys(slot.pile for slot in deck.slots if slot.pile != MAIN)
    return (
        PileSum(MAIN, cards, deck.count(MAIN) - cards),
        *(PileSum(pile, beside=deck.count(pile)) for pile in others),
    )


def is_deckable(card: Card) -> bool:
    """Whether a card is one of two faces that is played; the reference cards of the box are not."""
    return card.type == WARRIOR


def counted(deck: Deck) -> tuple[Slot, ...]:
    """The cards that count towards the deck's size."""
    return tuple(slot for slot in deck.pile(MAIN) if is_deckable(slot.card))


def faction_of(card: Card) -> str:
    """The faction that stands on a card; empty where nothing tells it."""
    return "".join(card.words("faction"))


def _by_faction(deck: Deck) -> dict[str, list[Slot]]:
    """The cards of each faction, the largest first; those of no named faction under ""."""
    groups: dict[str, list[Slot]] = {}
    for slot in counted(deck):
        groups.setdefault(faction_of(slot.card), []).append(slot)
    return dict(sorted(groups.items(), key=lambda group: -total(group[1])))


def _said(groups: dict[str, list[Slot]]) -> str:
    return listed(f"{total(slots)} of {faction or UNNAMED}" for faction, slots in groups.items())


def _deck_size(deck: Deck, rules: Format) -> Iterator[Problem]:
    size, found = rules.number("deck_size"), total(counted(deck))
    if size is None or found == size:
        return
    yield Problem(
        code="deck_size",
        severity="error",
        message=f"{amount(found, 'card')}, and the deck has {size}.",
        found=found,
        allowed=size,
        source=rules.source("deck_size"),
        fix=f"{'Take out' if found > size else 'Add'} {amount(abs(found - size), 'card')}.",
    )


def _not_deckable(deck: Deck, rules: Format) -> Iterator[Problem]:
    for copies in by_name(slot for slot in deck.pile(MAIN) if not is_deckable(slot.card)):
        yield Problem(
            code="not_deckable",
            severity="error",
            message=f"{copies.name} is of type {copies.cards[0].type}, which is no part of a deck.",
            cards=(copies.name,),
            found=copies.count,
            allowed=0,
            lines=copies.lines,
            source=rules.source("copies"),
            fix=f"Take out {copies.count} {copies.name}.",
        )


def _copies(deck: Deck, rules: Format) -> Iterator[Problem]:
    return copy_limit(counted(deck), rules.number("copies"), rules.source("copies"))


def _faction_mix(deck: Deck, rules: Format) -> Iterator[Problem]:
    """More factions than the format allows; a card of no named faction is not of the others' faction either."""
    allowed, groups = rules.number("factions"), _by_faction(deck)
    if allowed is None or len(groups) <= allowed:
        return
    strange = [slot for slots in [*groups.values()][allowed:] for slot in slots]
    names = [faction for faction in groups if faction][:allowed]
    yield Problem(
        code="faction_mix",
        severity="error",
        message=f"Cards of {len(groups)} factions ({_said(groups)}), and a deck may have {allowed}.",
        cards=tuple(slot.card.name for slot in strange),
        found=len(groups),
        allowed=allowed,
        lines=lines_of(strange),
        source=rules.source("factions"),
        fix=f"Keep the cards of {listed(names)}." if names else "Keep the cards of one faction.",
    )


def _faction_size(deck: Deck, rules: Format) -> Iterator[Problem]:
    """A deck that is large enough, and whose faction is not: the rest of it is of another."""
    least, groups = rules.number("faction_size"), _by_faction(deck)
    faction, slots = next(iter(groups.items()), ("", []))
    found, size = total(slots), rules.number("deck_size") or 0
    if least is None or found >= least or total(counted(deck)) < size:
        return
    yield Problem(
        code="faction_size",
        severity="error",
        message=f"{amount(found, 'card')} of {faction or UNNAMED}, and the deck has {least} of its faction.",
        found=found,
        allowed=least,
        source=rules.source("faction_size"),
        fix=f"Put {amount(least - found, 'card')} of {faction or 'one faction'} in place of the others.",
    )


def _many_factions(deck: Deck, rules: Format) -> Iterator[Problem]:
    """More factions than is usual, where a format allows any: good to know, and no fault."""
    usual = rules.number("factions_usual")
    groups = {faction: slots for faction, slots in _by_faction(deck).items() if faction}
    if usual is None or len(groups) <= usual:
        return
    yield Problem(
        code="faction_mix",
        severity="warning",
        message=f"Cards of {len(groups)} factions ({_said(groups)}); any mix is allowed, more than {usual} is unusual.",
        found=len(groups),
        allowed=usual,
        source=rules.source("factions_usual"),
    )


def _house_rule(deck: Deck, rules: Format) -> Iterator[Problem]:
    if rules.flag("house_rule"):
        yield Problem(
            code="house_rule",
            severity="note",
            message=f"{rules.name} is a house rule: the printed guidelines for building a deck are not available.",
            source=rules.source("house_rule"),
        )


LIMITS: tuple[RuleOf, ...] = (_not_deckable, _copies, _faction_mix, _many_factions)
"""The rules that one card more can break."""

RULES: tuple[RuleOf, ...] = (
    _deck_size,
    _not_deckable,
    _copies,
    _faction_mix,
    _faction_size,
    _many_factions,
    _house_rule,
)
"""Every rule, the most binding first."""

BUILDING = Construction(RULES, LIMITS)
check = BUILDING.check
can_add = BUILDING.can_add
