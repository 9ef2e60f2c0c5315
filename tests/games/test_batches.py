"""Lists of a batch are judged as each of them alone, whatever came before it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from catalog.home import Home
from catalog.pool import Pool
from catalog.reading import Catalog
from deckcli.decks import formats
from deckcli.errors import DeckcliError
from deckcli.games.verdict import Verdict, judge


@pytest.fixture(scope="module")
def catalog(built_home: Path) -> Iterator[Catalog]:
    with Catalog.open(Home(built_home, built_home / "library.db")) as found:
        yield found


@pytest.fixture(scope="module")
def pool(catalog: Catalog) -> Pool:
    """One for all examples, so that whatever was remembered of one could spoil another."""
    return Pool(catalog)


def verdict(text: str, catalog: Catalog | Pool, lenient: bool = False) -> Verdict | str:
    try:
        return judge(formats.read(text.encode(), "-"), catalog, lenient=lenient)
    except DeckcliError as error:
        return str(error)


def test_every_bundled_list_is_judged_alike(catalog: Catalog, pool: Pool) -> None:
    for _ in range(2):
        for deck in catalog.bundled():
            assert verdict(deck.text, pool) == verdict(deck.text, catalog), deck.slug


LINES = st.sampled_from(
    ["Phoenixborn: Coal Roarkwin", "Phoenixborn: Fear", "Dice: 5 natural", "First Five: Fear, Cover", "3x Iron Worker",
     "Iron Worker", "2x iron worker", "Iron Worker x2", "1x Hamer Knight", "3x Fear ff", "Cover", "2x Marth",
     "4x Marth, Altean Prince (B01-003)", "4x Marth, Altean Prince", "1x B01-003",
     "Main Character: Marth, Altean Prince", "3x Iron", "1x Iron Rhino", "Sideboard:", "Game: Cipher", "0x Fear",
     "2x Fear, 1x Cover", "", "My deck"]
)  # fmt: skip


@pytest.mark.scaled
@settings(max_examples=60)
@given(text=st.lists(LINES, min_size=1, max_size=8).map("\n".join), lenient=st.booleans())
def test_a_list_is_judged_alike_whatever_came_before_it(catalog: Catalog, pool: Pool, text: str, lenient: bool) -> None:
    assert verdict(text, pool, lenient) == verdict(text, catalog, lenient)
