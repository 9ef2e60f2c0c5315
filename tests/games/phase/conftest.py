"""The cards of Phase as the catalogue has them, and a person's folder to look them up in."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from catalog.card import Card
from catalog.home import Home
from catalog.reading import Catalog
from deckcli import EFFECTS
from deckcli.games.finish import finish


@pytest.fixture(scope="session")
def catalog(built_home: Path) -> Iterator[Catalog]:
    """The whole catalogue."""
    home = Home(built_home, built_home / "library.db")
    with Catalog.open(home, lambda: finish, version=EFFECTS) as opened:
        yield opened


@pytest.fixture(scope="session")
def cards(catalog: Catalog) -> tuple[Card, ...]:
    """Every card of Phase, in printed order."""
    return tuple(catalog.cards("phase"))
