"""A small tree of data files and packs, for tests of the catalogue."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from catalog.card import Finish
from catalog.home import Home
from catalog.reading import Catalog

FIRST = """
[release]
slug = "first"
name = "First Box"
position = 1

[[card]]
slug = "coal-knight"
name = "Coal Knight"
type = "Ally"
cost = ["main", ["1 charm", "1 time"]]
attack = 3
life = "X"
chained = true
abilities = ["activated"]
formerly = ["cole-knight"]
summons = ["ember-imp"]

[[card]]
slug = "ember-imp"
name = "Ember Imp's Élan"
type = "Conjuration"
attack = 1
abilities = []
"""
PRINCE = """
[release]
slug = "A01"
name = "Set A01"
position = 2

[[card]]
slug = "rowan-prince-of-thorns"
name = "Rowan, Prince of Thorns"
type = "Unit"
unit_name = "Rowan"
title = "Prince of Thorns"
attack = 40
aliases = ["茨の王子 ローワン"]
decksteria = 17
copies_max = "any"
printings = [
    { number = "A01-003", code = "A01-003HN", set = "A01", rarity = "HN", lackey = "A01-003HN.png" },
    { number = "A01-003", code = "A01-003R+", set = "A01", rarity = "R+" },
]
"""
COIN = """
[release]
slug = "coins"
name = "Coins"
position = 1

[[card]]
slug = "dawn-dusk"
name = "Dawn // Dusk"
type = "Coin"
realm = "sky"
faces = [
    { name = "Dawn", side = "good", training_cost = 2, abilities = ["order"] },
    { name = "Dusk", side = "evil", training_cost = 1, abilities = ["order", "skill"] },
]
"""
DECK = """# A deck of nobody.
# Source: this test.
Name: The Coal Men
Group: starter

3x Coal Knight
"""


@dataclass
class Tree:
    """Data files under `data`, a person's folder under `home`."""

    data: Path
    home: Home
    first: str = FIRST
    """The text of `ashes/cards/first.toml`."""

    def cards(self, game: str, name: str, text: str, kind: str = "cards") -> Path:
        """Write one file of the game's own."""
        place = self.data / game / kind / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, encoding="utf-8")
        return place

    def pack(self, name: str, content: str | bytes | dict[str, object]) -> Path:
        """Write one pack of the person."""
        place = self.home.packs / name
        place.parent.mkdir(parents=True, exist_ok=True)
        text = json.dumps(content) if isinstance(content, dict) else content
        place.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass"))
        return place

    @contextmanager
    def catalog(self, finish: Finish | None = None, version: str = "1") -> Iterator[Catalog]:
        """The catalogue of the tree as it is now."""
        with Catalog.open(self.home, (lambda: finish) if finish else None, data=self.data, version=version) as catalog:
            yield catalog

    def names(self) -> list[str]:
        """The names of all cards."""
        with self.catalog() as catalog:
            return [card.name for card in catalog.cards()]

    def faults(self) -> list[tuple[str, str]]:
        """What was left out, and why."""
        with self.catalog() as catalog:
            return catalog.faults()


@pytest.fixture
def tree(tmp_path: Path) -> Tree:
    """Three small games: `ashes`, `cipher`, and `phase` with a card of two faces."""
    root = tmp_path / "my home"
    tree = Tree(tmp_path / "data", Home(root, root / "library.db"))
    tree.cards("ashes", "first.toml", FIRST)
    tree.cards("cipher", "a01.toml", PRINCE)
    tree.cards("phase", "coins.toml", COIN)
    tree.cards("ashes", "the-coal-men.txt", DECK, "decks")
    return tree


@pytest.fixture(scope="session")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Catalog]:
    """The catalogue of all cards that come with deckcli."""
    root = tmp_path_factory.mktemp("whole")
    with Catalog.open(Home(root, root / "library.db")) as catalog:
        yield catalog
