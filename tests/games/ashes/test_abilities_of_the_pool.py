"""Every ability of the cards of a release that is done has a scenario that fails when the ability does nothing."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from catalog.card import Card
from catalog.home import data_root
from deckcli.engine import scenario
from deckcli.engine.effects import check_and_build
from deckcli.games.ashes import cards, written
from deckcli.games.ashes.cards import Face
from deckcli.games.ashes.playable import AshesRules
from tests.games.conftest import real_cards

UNPUBLISHED = ("the-garden-of-brilliance", "the-shaper-of-storms")
"""The releases whose text nobody has published. Every ability of all others acts and has its scenario."""
FILES = {
    path.stem: path
    for release in sorted({card.release for card in real_cards("ashes")})
    for path in sorted((data_root() / "ashes" / "scenarios" / release).glob("*.toml"))
}


@cache
def by_name() -> dict[str, Card]:
    return {card.name: card for card in real_cards("ashes")}


def ability_of(stem: str) -> tuple[str, int]:
    """The card, by slug, and which of its printed abilities a scenario is about: "gilder" the first, "gilder-2"."""
    found = re.fullmatch(r"(.+?)(?:-([2-9]))?", stem)
    assert found is not None
    return found[1], int(found[2] or 1)


def run(path: Path, without: tuple[str, int] | None = None) -> scenario.Result:
    """Run a scenario with the cards as they act; `without` takes an ability (by slug and place) from its card."""
    told = scenario.load(path.read_text(encoding="utf-8"), path.stem)

    def find(name: str) -> Face | None:
        card = by_name().get(name)
        if card is None or without is None or card.slug != without[0]:
            return None if card is None else written.face_with_text(card)
        return deprived(card, without[1])

    return scenario.run(told, AshesRules(find))


def deprived(card: Card, place: int) -> Face:
    """The card with one of its printed abilities left out."""
    entry = written.effects_of_file(card.release)[card.slug]
    abilities = list(check_and_build(entry, written.vocabulary(), card.slug))
    printed = [one for one in abilities if written.is_ability(one)]
    abilities.remove(printed[place - 1])
    return cards.face_of(card, written.text_of(abilities))


@pytest.mark.parametrize("stem", FILES)
def test_an_ability_does_what_it_says(stem: str) -> None:
    result = run(FILES[stem])
    assert result.passed, f"{result.name}\nexpected: {result.expected}\nfound: {result.found}"


@pytest.mark.parametrize("stem", FILES)
def test_without_the_ability_its_scenario_fails(stem: str) -> None:
    assert not run(FILES[stem], without=ability_of(stem)).passed


@pytest.mark.parametrize("release", sorted({card.release for card in real_cards("ashes")} - {*UNPUBLISHED}))
def test_every_printed_ability_of_a_done_release_acts_and_has_a_scenario(release: str) -> None:
    for card in real_cards("ashes"):
        if card.release != release:
            continue
        assert written.face_with_text(card).text.whole, card.name
        for place in range(1, len(card.face.abilities or ()) + 1):
            stem = card.slug if place == 1 else f"{card.slug}-{place}"
            assert stem in FILES, f"{card.name}: no scenario for ability {place}"
