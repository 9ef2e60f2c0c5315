"""Retail decks as the bundled lists give them, with some cards changed: `sold("the-iron-men", {"Cover": 0})`."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from catalog.home import data_root
from deckcli.decks.deck import LEADER, MAIN, Deck
from deckcli.decks.formats import read

SLUGS = sorted(path.stem for path in (data_root() / "ashes" / "decks").glob("*.txt"))


@pytest.fixture(scope="session")
def sold(ashes) -> Callable[..., Deck]:
    def deck(
        slug: str, changes: Mapping[str, int] | None = None, leader: str = "", dice: Mapping[str, int] | None = None
    ) -> Deck:
        told = read((data_root() / "ashes" / "decks" / f"{slug}.txt").read_bytes(), slug)
        cards = {entry.name: entry.count for entry in told.entries if entry.pile == MAIN} | dict(changes or {})
        lead = leader or next(entry.name for entry in told.entries if entry.pile == LEADER)
        return ashes.deck(
            {ashes.real(name): count for name, count in cards.items() if count},
            ashes.real(lead),
            dice={die.name: die.count for die in told.dice} if dice is None else dice,
            first_five=[ashes.real(entry.name) for entry in told.first_five] if not changes else (),
            size=0,
        )

    return deck


@pytest.fixture(scope="session")
def slugs() -> list[str]:
    """Every retail deck."""
    return SLUGS
