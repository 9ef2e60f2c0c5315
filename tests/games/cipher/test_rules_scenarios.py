"""Cipher's rulebook as scenario files: `data/cipher/scenarios/rules`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from catalog.home import data_root
from deckcli.engine import scenario
from deckcli.games.cipher.playable import CipherRules

FILES = sorted((data_root() / "cipher" / "scenarios" / "rules").glob("*.toml"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_the_rulebook_is_kept(file: Path, find: Any) -> None:
    told = scenario.load(file.read_text(encoding="utf-8"), file.name)
    result = scenario.run(told, CipherRules(find))
    assert result.passed, f"{told.name}\nexpected: {result.expected}\nfound: {result.found}"


def test_both_deployment_examples_and_the_results_example_are_among_them() -> None:
    assert {"deployment-example-1", "deployment-example-2", "results-example"} <= {file.stem for file in FILES}
