"""A pool answers as the catalogue does, and asks it once."""

from __future__ import annotations

from pathlib import Path

import pytest

from catalog import pool as pools
from catalog.home import Home
from catalog.pool import Pool
from catalog.reading import Catalog


@pytest.fixture
def catalog(built_home: Path) -> Catalog:
    return Catalog.open(Home(built_home, built_home / "library.db"))


def test_a_pool_answers_as_the_catalogue_does(catalog: Catalog) -> None:
    pool = Pool(catalog)
    for game in ("", "ashes", "cipher"):
        for name in ("Iron Worker", "Marth", "B01-003", "nobody", "", "hamer knight", "iw", "x" * 500):
            for _ in range(2):
                assert pool.find(name, game) == catalog.find(name, game)
                assert pool.suggest(name, game) == catalog.suggest(name, game)
    card = catalog.find("Summon Iron Rhino")[0].card
    assert pool.summons(card) == catalog.summons(card) != []
    assert pool.summons(pool.summons(card)[0]) == []
    assert pool.card("ashes", "iron-worker") == catalog.card("ashes", "iron-worker")
    assert pool.card("ashes", "nobody") is None
    assert list(pool.cards("ashes")) == list(catalog.cards("ashes"))
    assert pool.foreign("slug", "iron-worker", "ashes") == catalog.foreign("slug", "iron-worker", "ashes")


def test_equal_cards_of_a_pool_are_the_same(catalog: Catalog) -> None:
    pool = Pool(catalog)
    one = pool.find("Iron Worker")[0].card
    assert pool.card("ashes", "iron-worker") is one
    assert next(card for card in pool.cards("ashes") if card.slug == "iron-worker") is one
    assert pool.foreign("slug", "iron-worker", "ashes")[0] is one


def test_a_pool_asks_once_and_does_not_grow_for_ever(catalog: Catalog, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    find = catalog.find
    monkeypatch.setattr(catalog, "find", lambda name, game="": (asked.append(name), find(name, game))[1])
    monkeypatch.setattr(pools, "MOST", 3)
    pool = Pool(catalog)
    for name in ("Fear", "Cover", "Fear", "Cover", "nobody", "3x Fear"):
        pool.find(name)
    assert asked == ["Fear", "Cover"], "a name that nothing has is not asked for at all"
    for name in "cdefgh":
        pool.find(name)
    assert len(pool._found) <= 3
