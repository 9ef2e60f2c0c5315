"""Fire Emblem Cipher, building a deck (`data/cipher/rulings.md`).

Fifty cards or more, four of a card name, and one of them, of deployment cost 1, is the main character.
"""

from __future__ import annotations

from collections.abc import Iterator

from catalog.card import Printing
from deckcli.decks.deck import LEADER, MAIN, Deck, Slot
from deckcli.decks.problem import Problem
from deckcli.games.cipher.faces import is_main_character
from deckcli.games.game import Format, PileSum
from deckcli.games.limits import (
    Construction,
    RuleOf,
    amount,
    by_name,
    copy_limit,
    listed,
    many_leaders,
    remembered,
    total,
)

SOURCES = {"main_character": "rulings.md: Main character"}
"""Where the rules stand that every format has."""

MAIN_CHARACTER_COST = 1
"""The deployment cost of a main character where a format does not say another."""


def counts(deck: Deck) -> dict[str, int]:
    """The piles that a verdict adds up: the cards of the deck, the main character counted in."""
    return {"main": total(cards_of(deck))}


def sums(deck: Deck) -> tuple[PileSum, ...]:
    """Which cards count towards the fifty, pile by pile."""
    cards = cards_of(deck)
    counted = {pile: sum(slot.count for slot in cards if slot.pile == pile) for pile in (LEADER, MAIN)}
    others = dict.fromkeys(slot.pile for slot in deck.slots if slot.pile not in counted)
    return (
        *(PileSum(pile, count) for pile, count in counted.items() if count or pile == MAIN),
        *(PileSum(pile, beside=deck.count(pile)) for pile in others),
    )


@remembered
def cards_of(deck: Deck) -> tuple[Slot, ...]:
    """The cards of the deck, each once: the main cards and the main character.

    Where a format keeps the main character apart (`Deck.leader_apart`), it only points at one of the main cards.
    """
    return deck.pile(MAIN) if deck.leader_apart else (*deck.pile(LEADER), *deck.pile(MAIN))


def _cost(rules: Format) -> int:
    cost = rules.number("main_character_cost")
    return MAIN_CHARACTER_COST if cost is None else cost


def _main_source(rules: Format) -> str:
    return rules.source("main_character_cost") or SOURCES["main_character"]


def _candidates(deck: Deck, rules: Format) -> tuple[str, ...]:
    """The names of the cards that could be the main character."""
    return tuple(dict.fromkeys(slot.card.name for slot in cards_of(deck) if is_main_character(slot.card, _cost(rules))))


def _some(names: tuple[str, ...]) -> str:
    """Names to choose from; the first few of many."""
    return listed(names if len(names) <= 4 else (*names[:3], f"another of {len(names)} that can be"), "or")


def _no_main_character(deck: Deck, rules: Format) -> Iterator[Problem]:
    if deck.pile(LEADER):
        return
    likely = _candidates(deck, rules)
    cost = _cost(rules)
    choose = f"Choose {_some(likely)}." if likely else f"Add a card of deployment cost {cost} and choose it."
    yield Problem(
        code="no_main_character",
        severity="error",
        message="No main character is chosen.",
        cards=likely,
        found=0,
        allowed=1,
        source=_main_source(rules),
        fix=choose,
        suggestions=likely[:3],
    )


def _many_main_characters(deck: Deck, rules: Format) -> Iterator[Problem]:
    then = " there, and put the rest among the cards"
    return many_leaders(deck.pile(LEADER), "many_main_characters", "main characters", _main_source(rules), then)


def _main_character_cost(deck: Deck, rules: Format) -> Iterator[Problem]:
    cost = _cost(rules)
    for copies in by_name(deck.pile(LEADER)):
        card = copies.cards[0]
        if is_main_character(card, cost):
            continue
        printed = card.face.facts.get("deploy_cost", "none")
        likely = tuple(name for name in _candidates(deck, rules) if name != card.name)
        yield Problem(
            code="main_character_cost",
            severity="error",
            message=f"{card.name} has deployment cost {printed}, and a main character has exactly {cost}.",
            cards=(card.name,),
            found=card.number("deploy_cost"),
            allowed=cost,
            lines=copies.lines,
            source=_main_source(rules),
            fix=f"Choose {_some(likely)}." if likely else f"Choose a card of deployment cost {cost}.",
            suggestions=likely[:3],
        )


def _main_character_not_in_deck(deck: Deck, rules: Format) -> Iterator[Problem]:
    """A main character kept apart from the cards and not among them."""
    if not deck.leader_apart:
        return
    names = {slot.card.name_key for slot in deck.pile(MAIN)}
    for copies in by_name(deck.pile(LEADER)):
        if copies.cards[0].name_key not in names:
            yield Problem(
                code="main_character_not_in_deck",
                severity="error",
                message=f"{copies.name} is the main character and not among the cards of the deck.",
                cards=(copies.name,),
                found=0,
                allowed=1,
                lines=copies.lines,
                source=_main_source(rules),
                fix=f"Add 1 {copies.name} to the cards.",
            )


def _deck_size(deck: Deck, rules: Format) -> Iterator[Problem]:
    least, found = rules.number("deck_min"), total(cards_of(deck))
    if least is None or found >= least:
        return
    yield Problem(
        code="deck_size",
        severity="error",
        message=f"{amount(found, 'card')}, and the deck has at least {least}, the main character counted in.",
        found=found,
        allowed=least,
        source=rules.source("deck_min"),
        fix=f"Add {amount(least - found, 'card')}.",
    )


def _copies(deck: Deck, rules: Format) -> Iterator[Problem]:
    return copy_limit(cards_of(deck), rules.number("copies"), rules.source("copies"))


def _in_format(printing: Printing, rules: Format) -> bool:
    least = rules.number("series_min")
    return least is None or printing.series >= least or printing.release in rules.words("sets_allowed")


def _not_in_format(deck: Deck, rules: Format) -> Iterator[Problem]:
    """A card with no printing of a series or set that the format plays."""
    for copies in by_name(_unplayed(deck, rules)):
        sets = tuple(dict.fromkeys(printing.release for card in copies.cards for printing in card.printings))
        yield Problem(
            code="not_in_format",
            severity="error",
            message=f"{copies.name} was printed only in {listed(sets)}, and {rules.name} {_played(rules)}.",
            cards=(copies.name,),
            found=copies.count,
            allowed=0,
            lines=copies.lines,
            source=rules.source("series_min"),
            fix=f"Take out {copies.count} {copies.name}.",
        )


def _unplayed(deck: Deck, rules: Format) -> Iterator[Slot]:
    for slot in cards_of(deck):
        if not any(_in_format(printing, rules) for printing in slot.card.printings):
            yield slot


def _played(rules: Format) -> str:
    sets = rules.words("sets_allowed")
    return f"plays series {rules.number('series_min')} and later" + (f", and {listed(sets)}" if sets else "")


LIMITS: tuple[RuleOf, ...] = (_copies, _not_in_format)
"""The rules that one card more can break."""

RULES: tuple[RuleOf, ...] = (
    _no_main_character,
    _many_main_characters,
    _main_character_cost,
    _main_character_not_in_deck,
    _deck_size,
    _copies,
    _not_in_format,
)
"""Every rule, the most binding first. The main character is one of the cards and counts everywhere."""

BUILDING = Construction(RULES, LIMITS)
check = BUILDING.check
can_add = BUILDING.can_add
