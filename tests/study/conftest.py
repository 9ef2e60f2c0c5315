"""What the tests of studies share: bundled decks, and small plans of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from catalog.home import Home
from catalog.reading import Catalog
from deckcli import EFFECTS
from deckcli.decks import formats
from deckcli.decks.deck import Deck
from deckcli.decks.resolve import resolve
from deckcli.games.finish import finish
from deckcli.study.plan import Plan, Side, Study


@pytest.fixture(scope="session")
def built(built_home: Path) -> Iterator[Catalog]:
    """The catalogue, open."""
    with Catalog.open(Home(built_home, built_home / "library.db"), lambda: finish, version=EFFECTS) as catalog:
        yield catalog


@pytest.fixture(scope="session")
def bundled(built: Catalog) -> Callable[[str], Deck]:
    """A bundled deck by its id."""

    def deck(slug: str) -> Deck:
        return resolve(formats.read(built.find_bundled(slug)[0].text.encode(), slug), built)[0]

    return deck


@pytest.fixture(scope="session")
def quick(bundled: Callable[[str], Deck]) -> Callable[..., Plan]:
    """`quick(n=20, seed=1)`: a plan whose playthroughs take a few milliseconds each."""

    def plan(n: int = 20, seed: int = 1, one: str = "s01", other: str = "s02", player: str = "random") -> Plan:
        return Plan("cipher", (Side(one, bundled(one), player), Side(other, bundled(other), "goldfish")), n, seed)

    return plan


@pytest.fixture(scope="session")
def two(quick: Callable[..., Plan]) -> Study:
    """A study of two plans."""
    return Study("compare", (quick(20), quick(14, one="s02")))
