"""What is owned and what is missing, for people and for scripts."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import compress
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from catalog.card import Label
from catalog.saved import OwnedKind
from deckcli.screen.blocks import Columns

if TYPE_CHECKING:
    # With it come the list formats, which take longer than drawing what is owned.
    from deckcli.games.product import Product


class OwnedCard(NamedTuple):
    """One card that is owned: copies of every kind together, those that no deck claims, those for trade."""

    label: Label
    copies: int
    free: int
    for_trade: int
    kinds: int


def owned_columns(owned: Iterable[OwnedCard]) -> Columns:
    """A row a card."""
    rows = [
        [one.label.game, one.label.name, one.label.type, str(one.copies), str(one.free), _some(one.for_trade)]
        for one in owned
    ]
    heads = ["game", "name", "type", "owned", "free", "trade"]
    return Columns(heads, rows, frozenset({"owned", "free", "trade"}))


def owned_json(one: OwnedCard) -> dict[str, Any]:
    """One card for scripts."""
    label = one.label
    return {"game": label.game, "slug": label.slug, "name": label.name, "type": label.type, "count": one.copies,
            "free": one.free, "for_trade": one.for_trade, "kinds": one.kinds}  # fmt: skip


_KIND = ("printing", "condition", "language", "finish", "binder", "note")


def kinds_columns(owned: Iterable[tuple[Label, OwnedKind]]) -> Columns:
    """A row a kind of copies."""
    rows = [
        [label.game, label.name, str(count), *kind, _some(for_trade)]
        for label, (_, _, count, *kind, for_trade) in owned
    ]
    heads = ["game", "name", "owned", *_KIND, "trade"]
    return Columns(heads, rows, frozenset({"owned", "trade"}))


def kind_json(label: Label, one: OwnedKind) -> dict[str, Any]:
    """One kind of copies for scripts."""
    return {"game": label.game, "slug": label.slug, "name": label.name, "count": one.copies,
            "for_trade": one.for_trade, **{name: getattr(one, name) for name in _KIND}}  # fmt: skip


def _some(number: int) -> str:
    return str(number) if number else ""


def filled(table: Columns) -> Columns:
    """A table without the columns that no row fills, for people; scripts count on all of them."""
    kept = [any(map(itemgetter(place), table.rows)) for place, _ in enumerate(table.heads)]
    rows = table.rows if all(kept) else [list(compress(row, kept)) for row in table.rows]
    return Columns(list(compress(table.heads, kept)), rows, table.right)


# ---------------------------------------------------------------- products


def products_columns(products: Iterable[Product], *, games: bool = True) -> Columns:
    """Every product, a row each; without the `games` where there is only one and a person knows it."""
    rows = [
        [one.slug, one.game if games else "", one.name, one.kind, str(one.cards), _dice(one)] for one in products
    ]  # fmt: skip
    return Columns(["product", "game", "name", "kind", "cards", "dice"], rows, frozenset({"cards"}))


def contents_columns(product: Product) -> Columns:
    """What is in a product."""
    rows = [[str(pick.count), pick.name, pick.printing] for pick in product.contents]
    rows += [[str(count), f"{kind.capitalize()} die", ""] for kind, count in (product.dice or {}).items()]
    return Columns(["count", "name", "printing"], rows, frozenset({"count"}))


def product_json(product: Product, *, contents: bool) -> dict[str, Any]:
    """A product for scripts, with what is in it where that was asked for; `dice` is null where they are not known."""
    whole: dict[str, Any] = {
        "game": product.game, "slug": product.slug, "name": product.name, "kind": product.kind, "sold": product.sold,
        "cards": product.cards, "dice": None if product.dice is None else dict(product.dice), "note": product.note,
    }  # fmt: skip
    if contents:
        whole["contents"] = [
            {"slug": pick.slug, "name": pick.name, "count": pick.count, "printing": pick.printing}
            for pick in product.contents
        ]
    return whole


def _dice(product: Product) -> str:
    if product.dice is None:
        return "not known"
    return ", ".join(f"{count} {kind}" for kind, count in product.dice.items())
