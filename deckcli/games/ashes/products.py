"""The products of Ashes: every release as a box, and every retail deck (`data/ashes/rulings.md`, Products)."""

from __future__ import annotations

import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path

from catalog.card import Card
from catalog.home import data_root
from deckcli.decks.owned.picks import Pick
from deckcli.games.ashes.faces import is_phoenixborn
from deckcli.games.product import Product, Shop, deck_of, picks_in

COPIES = 3
"""How often a box holds a card that goes into decks."""


def products(shop: Shop) -> Iterator[Product]:
    """The boxes in the order they came out, then the retail decks by name."""
    cards: defaultdict[str, list[Card]] = defaultdict(list)
    for card in shop.cards("ashes"):
        if not card.pack:
            cards[card.release].append(card)
    dice = _dice(data_root() / "ashes" / "products.toml")
    boxes = {release.slug: release for release in shop.releases("ashes") if cards[release.slug]}
    for slug, release in boxes.items():
        contents = tuple(Pick(card.game, card.slug, card.name, copies(card)) for card in cards[slug])
        yield Product("ashes", slug, release.name, "box", contents, dice.get(slug))
    for bundled in shop.bundled("ashes"):
        if bundled.slug not in boxes:
            deck = deck_of(shop, bundled)
            held = {one.type: one.count for one in deck.dice}
            yield Product("ashes", bundled.slug, bundled.name, "deck", picks_in(deck, lambda *_: ""), held, sold=False)


def copies(card: Card) -> int:
    """How often a card lies in its box: a Phoenixborn once, a conjuration by its limit, any other card three times."""
    return 1 if is_phoenixborn(card) else card.number("conjuration_limit") or COPIES


def _dice(path: Path) -> Mapping[str, Mapping[str, int]]:
    records = tomllib.loads(path.read_text(encoding="utf-8")).get("product", [])
    return {record["release"]: record["dice"] for record in records}
