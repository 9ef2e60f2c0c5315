"""Phase's rulebook as scenario files: `data/phase/scenarios`."""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from catalog.home import data_root
from deckcli.engine import scenario
from deckcli.engine.playing import Setup
from deckcli.games.phase import rules
from deckcli.games.phase.playable import PhaseRules
from deckcli.games.phase.played import PlayedCard

FILES = sorted((data_root() / "phase" / "scenarios").rglob("*.toml"))
SAMPLE = data_root() / "phase" / "scenarios" / "sample-turn.toml"
Find = Callable[[str], "PlayedCard | None"]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_the_rulebook_is_kept(file: Path, find: Find) -> None:
    told = scenario.load(file.read_text(encoding="utf-8"), file.name)
    result = scenario.run(told, PhaseRules(find))
    assert result.passed, f"{told.name}\nexpected: {result.expected}\nfound: {result.found}"


def test_the_sample_turn_and_the_training_example_are_among_them() -> None:
    assert {"sample-turn", "training-example"} <= {file.stem for file in FILES}


def test_the_sample_turn_ends_alike_when_a_phase_takes_away_what_was_given(find: Find) -> None:
    """Squeezle then prints the 4/4 with which it fights in the rulebook (ruling 15)."""

    def found(name: str) -> PlayedCard | None:
        card = find(name)
        return _with_a_strong_squeezle(card) if card is not None and name == "The Flying Death // Squeezle" else card

    told = scenario.load(SAMPLE.read_text(encoding="utf-8"), SAMPLE.name)
    options = {**told.setup.table, "modifiers_survive_phase": False}
    other = replace(told, setup=Setup(told.setup.seats, options))
    result = scenario.run(other, PhaseRules(found))
    assert result.passed, f"expected: {result.expected}\nfound: {result.found}"


def _with_a_strong_squeezle(card: PlayedCard) -> PlayedCard:
    twin = copy.deepcopy(card)
    twin.sides[0].attack, twin.sides[0].defence = 4, 4
    return twin


def test_every_ruling_is_cited_where_it_acts_and_by_a_test_or_a_scenario() -> None:
    told = (data_root() / "phase" / "rulings.md").read_text(encoding="utf-8")
    numbers = {int(number) for number in re.findall(r"^## (\d+)\. ", told, re.MULTILINE)}
    assert numbers == set(range(1, max(numbers) + 1))
    for files in (Path(rules.__file__).parent.glob("*.py"), [*Path(__file__).parent.glob("*.py"), *FILES]):
        assert numbers <= set(_cited(" ".join(file.read_text(encoding="utf-8") for file in files)))


def _cited(text: str) -> Iterator[int]:
    """The numbers of all rulings that a text cites: "ruling 3", "rulings 1 to 6", "rulings 14 and 15"."""
    for words in re.findall(r"[Rr]ulings?((?:(?:,| and| to)?[\s#]+\d+)+)", text):
        for first, last in re.findall(r"(\d+)(?: to (\d+))?", words):
            yield from range(int(first), int(last or first) + 1)
