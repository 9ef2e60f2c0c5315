"""Ashes, the decks of a Red Rains campaign: a retail deck, changed level by level (`data/ashes/rulings.md`: Campaign
decks, Heroic switch).

What is counted are card names and not copies, and only cards that every Phoenixborn may use.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from catalog.names import fold
from deckcli.decks.deck import Deck
from deckcli.decks.problem import Problem
from deckcli.games.ashes.parts import ordinary, phoenixborn, source
from deckcli.games.ashes.retail import RetailDeck, decks_of, products
from deckcli.games.game import Format
from deckcli.games.limits import Copies, amount, by_name, listed


def campaign_base(deck: Deck, rules: Format) -> Iterator[Problem]:
    """Fewer cards of the Phoenixborn's own retail deck than the level leaves in it."""
    least, leaders = rules.number("base_cards"), phoenixborn(deck)
    if least is None or not leaders:
        return
    names = listed(slot.card.name for slot in leaders)
    groups = _groups(deck, rules)
    base = _base(deck, groups)
    found = len(groups.get(base.product, ())) if base else 0
    if base and found >= least:
        return
    left = _left(deck, base) if base else []
    yield Problem(
        code="campaign_base",
        severity="error",
        message=(
            f"{amount(found, 'card')} by name from {base.name}, the retail deck of {names}, and {rules.name} keeps "
            f"at least {least}."
            if base
            else f"{names} has no retail deck, and {rules.name} starts from one."
        ),
        cards=tuple(left),
        found=found,
        allowed=least,
        source=source(rules, "base_cards"),
        fix=(
            f"Put back {least - found} of the cards that are not exclusive: {listed(left, 'or')}."
            if base
            else "Lead the deck by a Phoenixborn of a retail deck."
        ),
    )


def campaign_precons(deck: Deck, rules: Format) -> Iterator[Problem]:
    """Cards of more retail decks than the level allows; those that give the fewest are the ones to do without."""
    most, groups = rules.number("retail_decks"), _groups(deck, rules)
    if most is None or len(groups) <= most:
        return
    base = _base(deck, groups)
    ranked = sorted(groups, key=lambda product: (base is None or product != base.product, -len(groups[product])))
    extra = [copies for product in ranked[most:] for copies in groups[product]]
    yield Problem(
        code="campaign_precons",
        severity="error",
        message=f"Cards of {len(groups)} retail decks ({_said(groups)}), and {rules.name} allows {most}.",
        cards=_names(extra),
        found=len(groups),
        allowed=most,
        lines=_lines(extra),
        source=source(rules, "retail_decks"),
        fix=f"Do without {listed(ranked[most:])}: take out {listed(_names(extra))}.",
    )


def campaign_switch(deck: Deck, rules: Format) -> Iterator[Problem]:
    """As many retail decks as a heroic level allows, and none of the added ones gives as few cards as a switch is."""
    switch, groups = rules.number("switch_cards"), _groups(deck, rules)
    if switch is None or len(groups) != rules.number("retail_decks"):
        return
    base = _base(deck, groups)
    added = {product: cards for product, cards in groups.items() if base is None or product != base.product}
    smallest = min(added, key=lambda product: len(added[product]))
    cards = added[smallest]
    if len(cards) <= switch:
        return
    yield Problem(
        code="campaign_switch",
        severity="error",
        message=(
            f"Cards of {len(groups)} retail decks ({_said(groups)}): with so many, {rules.name} takes only {switch} "
            f"card by name from one that was added, the heroic switch."
        ),
        cards=_names(cards),
        found=len(cards),
        allowed=switch,
        lines=_lines(cards),
        source=source(rules, "switch_cards"),
        fix=f"Keep {switch} of {smallest}: {listed(_names(cards), 'or')}.",
    )


def in_no_retail_deck(copies: Copies, rules: Format) -> bool:
    """Whether a campaign deck cannot have an ordinary card because it came in no retail deck."""
    if rules.number("retail_decks") is None:
        return False
    key = copies.cards[0].name_key
    return key not in products() and key not in map(fold, rules.words("free_cards"))


def _groups(deck: Deck, rules: Format) -> dict[str, list[Copies]]:
    """The ordinary cards by the product they were sold in, in the order in which the products come up."""
    if rules.number("retail_decks") is None:
        return {}
    known = products()
    groups: dict[str, list[Copies]] = {}
    for copies in by_name(ordinary(deck)):
        if product := known.get(copies.cards[0].name_key):
            groups.setdefault(product, []).append(copies)
    return groups


def _base(deck: Deck, groups: dict[str, list[Copies]]) -> RetailDeck | None:
    """The Phoenixborn's own retail deck of which the deck has the most cards; None where there is no such deck."""
    own = [sold for slot in phoenixborn(deck) for sold in decks_of(slot.card.name_key)]
    return max(own, key=lambda sold: len(groups.get(sold.product, ())), default=None)


def _left(deck: Deck, base: RetailDeck) -> list[str]:
    """The cards of the base that the deck has not; which of them is exclusive, a list does not tell."""
    has = {slot.card.name_key for slot in deck.slots}
    return [base.written[key] for key in base.copies if key not in has]


def _said(groups: dict[str, list[Copies]]) -> str:
    return listed(f"{len(cards)} of {product}" for product, cards in groups.items())


def _names(cards: Iterable[Copies]) -> tuple[str, ...]:
    return tuple(copies.name for copies in cards)


def _lines(cards: Iterable[Copies]) -> tuple[int, ...]:
    return tuple(sorted({line for copies in cards for line in copies.lines}))
