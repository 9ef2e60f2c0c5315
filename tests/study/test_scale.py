"""The benchmark of the collection fills the library that it says it fills; the times themselves are its own matter."""

from __future__ import annotations

from pathlib import Path

from catalog.collection import claims, totals
from catalog.home import Home
from catalog.library import Library
from deckcli.study.scale import Grown, fill, grown_in_words


def test_a_library_of_the_benchmark_has_its_size(built_home: Path, tmp_path: Path) -> None:
    import shutil

    shutil.copy2(built_home / "cards.db", tmp_path / "cards.db")
    home = Home(tmp_path, tmp_path / "library.db")
    fill(home, 3000, 6)
    with Library.open(home) as library:
        assert len(library.holdings()) == 3000
        assert sum(one.kinds for one in totals(library)) == 3000
        assert [claim.state for claim in claims(library)].count("built") == 2


def test_a_command_that_takes_too_long_is_said() -> None:
    assert "kept" in grown_in_words(Grown("deck list", 1000, 20, 0.2))
    assert "MISSED" in grown_in_words(Grown("deck list", 100_000, 2000, 0.7))
