"""The rulebook of Phase 10 Strategy as scenario files: `data/phase10/scenarios/rules`."""

from __future__ import annotations

from pathlib import Path

import pytest

from catalog.home import data_root
from deckcli.engine import scenario
from deckcli.games.phase10.playable import Phase10Rules

FILES = sorted((data_root() / "phase10" / "scenarios" / "rules").glob("*.toml"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_the_rulebook_is_kept(file: Path) -> None:
    told = scenario.load(file.read_text(encoding="utf-8"), file.name)
    result = scenario.run(told, Phase10Rules())
    assert result.passed, f"{told.name}\nexpected: {result.expected}\nfound: {result.found}"


def test_every_row_of_laying_placing_and_turns_is_among_them() -> None:
    rows = {file.stem.split("-")[0] for file in FILES}
    assert rows >= {f"l{row:02}" for row in range(1, 12)}
    assert rows >= {f"h{row:02}" for row in range(1, 20, 2)}
    assert rows >= {f"t{row:02}" for row in range(1, 14) if row != 4}  # T04 is of the classic game
