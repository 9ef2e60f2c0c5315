"""The products of Cipher whose contents are fixed: the starter decks. What is in a booster is left to chance."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from catalog.card import Card
from deckcli.games.product import Product, Shop, deck_of, picks_in


def products(shop: Shop) -> Iterator[Product]:
    """The starters whose counts are known, in order, with the printings that lie in them."""
    for bundled in shop.bundled("cipher"):
        contents = picks_in(deck_of(shop, bundled), partial(_printing, bundled.slug.upper()))
        yield Product("cipher", bundled.slug, bundled.name, "starter", contents)


def _printing(release: str, card: Card, told: str) -> str:
    """The plain printing of the starter itself; where it has none of its own, as its list says."""
    own = [one.code for one in card.printings if one.release == release]
    return min(own, key=len, default=told or card.printings[0].code)
