"""Every skill of every card of S01 and S02 acts: each has a scenario that fails as soon as the skill does nothing."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from catalog.card import Card
from catalog.home import data_root
from deckcli.engine import scenario
from deckcli.engine.effects import Ability
from deckcli.games.cipher.faces import Unit, unit_of
from deckcli.games.cipher.playable import CipherRules
from deckcli.games.cipher.written import as_it_always_is, unit_with_skills

FILES = {path.stem: path for path in sorted((data_root() / "cipher" / "scenarios" / "skills").glob("*.toml"))}


def run(stem: str, numbered: Mapping[str, Card], without: tuple[str, int] | None = None) -> scenario.Result:
    """Run a scenario with the cards as they act; `without` takes a skill (by number and place) from its card."""
    told = scenario.load(FILES[stem].read_text(encoding="utf-8"), stem)

    def find(name: str) -> Unit | None:
        card = numbered.get(name)
        unit = unit_with_skills(card) if card is not None else None
        if card is not None and without is not None and name == without[0]:
            return deprived(card, without[1])
        return unit

    return scenario.run(told, CipherRules(find))


def deprived(card: Card, place: int) -> Unit:
    """The card with one of its skills doing nothing. That it is no bond must be its skill's doing, not a fact's."""
    skills = [
        Ability("none") if number == place else one for number, one in enumerate(unit_with_skills(card).skills, 1)
    ]
    return as_it_always_is(replace(unit_of(card), skills=tuple(skills), bonds=True))


@pytest.mark.parametrize("stem", FILES)
def test_a_skill_does_what_it_says(stem: str, numbered: Mapping[str, Card]) -> None:
    result = run(stem, numbered)
    assert result.passed, f"{result.name}\nexpected: {result.expected}\nfound: {result.found}"


@pytest.mark.parametrize("stem", FILES)
def test_without_the_skill_its_scenario_fails(stem: str, numbered: Mapping[str, Card]) -> None:
    number, _, place = stem.rpartition("-")
    assert not run(stem, numbered, without=(number.upper(), int(place))).passed


@pytest.mark.parametrize("deck", ["s01", "s02"])
def test_every_skill_of_a_starter_acts_and_has_a_scenario(deck: str, bundled: Any, printed: Mapping[str, int]) -> None:
    for slot in bundled(deck).slots:
        number = slot.card.printings[0].number
        unit = unit_with_skills(slot.card)
        assert len(unit.skills) == printed[slot.card.slug], number
        for place in range(1, len(unit.skills) + 1):
            assert f"{number.lower()}-{place}" in FILES, f"{slot.card.name}: no scenario for skill {place}"


@pytest.fixture(scope="module")
def printed() -> Mapping[str, int]:
    """How many abilities are printed on each card, as the files of facts say."""
    files = sorted((data_root() / "cipher" / "cards").glob("*.toml"))
    cards = [card for file in files for card in tomllib.loads(file.read_text(encoding="utf-8"))["card"]]
    return {card["slug"]: len(card["abilities"]) for card in cards}
