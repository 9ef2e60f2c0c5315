"""Every product of the games that are sold in boxes with known contents, and finding one by its name."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from importlib import import_module

from catalog.names import fold
from deckcli.errors import UnknownNameError
from deckcli.games.product import Product, Shop

_MODULES: Mapping[str, str] = {"ashes": "deckcli.games.ashes.products", "cipher": "deckcli.games.cipher.products"}
"""Where the products of each game are told, imported when they are asked for."""


def products(shop: Shop, game: str = "") -> list[Product]:
    """Every product (of one game), in the order they came out; none for a game whose boxes nobody has listed."""
    games = [slug for slug in _MODULES if game in ("", slug)]
    return [product for slug in games for product in import_module(_MODULES[slug]).products(shop)]


def product_named(shop: Shop, name: str, game: str = "") -> Product:
    """The product that a person calls `name`, by slug or name; a box before a deck of that name.

    Raises UnknownNameError with the nearest names.
    """
    known = products(shop, game)
    key = fold(name)
    for one in known:
        if key in (fold(one.slug), fold(one.name), fold(f"{one.slug} {one.name}")):
            return one
    names = {fold(word): one.slug for one in known for word in (one.slug, one.name)}
    near = dict.fromkeys(names[word] for word in get_close_matches(key[:80], names, n=3))
    hint = f" Nearest: {', '.join(near)}." if near else ""
    raise UnknownNameError(f'no product is called "{name}".{hint} `deckcli collection products` shows them all.')
