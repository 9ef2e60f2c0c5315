"""Decks of Ashes that chance made: each is legal, its dice pay for its cards, and playthroughs with them end."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from catalog.card import Card
from catalog.home import Home
from catalog.reading import Catalog
from deckcli.decks.deck import MAIN
from deckcli.decks.resolve import conjurations_of
from deckcli.engine.players import Random
from deckcli.engine.playthrough import Playthrough, Setting
from deckcli.games import find_format
from deckcli.games.ashes.chance_deck import chance_deck
from deckcli.games.ashes.construction import check
from deckcli.games.ashes.faces import face_of
from deckcli.games.ashes.playable import AshesPlayable

PLAYABLE = AshesPlayable()


@pytest.fixture(scope="module")
def pool(all_cards: Callable[[str], Iterable[Card]]) -> Sequence[Card]:
    return list(all_cards("ashes"))


@pytest.mark.parametrize("rules", ["constructed", "organised", "ashteki", "first-adventure", "one-collection", "draft"])
def test_a_deck_of_chance_is_legal_and_complete(rules: str, pool: Sequence[Card]) -> None:
    by = find_format("ashes", rules)
    for seed in range(12):
        deck = chance_deck(pool, seed, by)
        assert not [problem for problem in check(deck, by) if problem.severity == "error"]
        assert (deck.count(MAIN), sum(dice.count for dice in deck.dice)) == (30, 10)


def test_its_dice_pay_for_every_card(pool: Sequence[Card]) -> None:
    for seed in range(12):
        deck = chance_deck(pool, seed, find_format("ashes"))
        types = {dice.type for dice in deck.dice}
        for slot in deck.pile(MAIN):
            cost = face_of(slot.card).cost  # type: ignore[union-attr]
            assert cost.dice <= types
            assert not cost.parallel_dice or cost.parallel_dice & types


def test_the_same_seed_makes_the_same_deck(pool: Sequence[Card]) -> None:
    by = find_format("ashes")
    assert chance_deck(pool, 7, by) == chance_deck(pool, 7, by)
    assert chance_deck(pool, 7, by) != chance_deck(pool, 8, by)


def test_a_format_that_leaves_nothing_or_takes_whole_decks_is_said(pool: Sequence[Card]) -> None:
    with pytest.raises(ValueError, match="Phoenixborn"):
        chance_deck(pool[:0], 1, find_format("ashes"))
    with pytest.raises(ValueError, match=r"no deck that is legal by Precon: .* cards, and the deck has 30"):
        chance_deck(pool, 1, find_format("ashes", "precon"))


@pytest.mark.scaled
def test_playthroughs_of_such_decks_end(built_home: Path, scaled: Callable[[int, int], int]) -> None:
    by = find_format("ashes")
    with Catalog.open(Home(built_home, built_home / "library.db")) as catalog:
        cards = list(catalog.cards("ashes"))
        for seed in range(scaled(12, 400)):
            made = [chance_deck(cards, 2 * seed + one, by) for one in (0, 1)]
            whole = [replace(deck, derived=tuple(conjurations_of(catalog, deck.slots))) for deck in made]
            here = Playthrough(PLAYABLE.rules, Setting(tuple(map(PLAYABLE.deck_of, whole)), {}, seed))
            assert here.play([Random(seed, 0), Random(seed, 1)], 3000).finished, seed
