"""Ashes' rulebook as scenario files: `data/ashes/scenarios/rules`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from catalog.home import data_root
from deckcli.engine import scenario
from deckcli.games.ashes.playable import AshesRules

FILES = sorted((data_root() / "ashes" / "scenarios" / "rules").glob("*.toml"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_the_rulebook_is_kept(file: Path, find: Any) -> None:
    told = scenario.load(file.read_text(encoding="utf-8"), file.name)
    result = scenario.run(told, AshesRules(find))
    assert result.passed, f"{told.name}\nexpected: {result.expected}\nfound: {result.found}"
