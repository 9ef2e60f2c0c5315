"""Decks that chance made: each is legal, and whatever they hold, playthroughs with them end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

import pytest

from catalog.card import Card
from deckcli.engine.playthrough import Playthrough, Setting
from deckcli.games import find_format
from deckcli.games.cipher.chance_deck import SIZE, chance_deck
from deckcli.games.cipher.construction import cards_of, check
from deckcli.games.cipher.playable import CipherPlayable

PLAYABLE = CipherPlayable()


@pytest.fixture(scope="module")
def pool(all_cards: Callable[[str], Iterable[Card]]) -> Sequence[Card]:
    return list(all_cards("cipher"))


@pytest.mark.parametrize("rules", ["unlimited", "standard"])
def test_a_deck_of_chance_is_legal(rules: str, pool: Sequence[Card]) -> None:
    by = find_format("cipher", rules)
    for seed in range(20):
        deck = chance_deck(pool, seed, by)
        assert not [problem for problem in check(deck, by) if problem.severity == "error"]
        assert sum(slot.count for slot in cards_of(deck)) == SIZE


def test_the_same_seed_makes_the_same_deck(pool: Sequence[Card]) -> None:
    by = find_format("cipher")
    assert chance_deck(pool, 7, by) == chance_deck(pool, 7, by)
    assert chance_deck(pool, 7, by) != chance_deck(pool, 8, by)


def test_a_format_that_leaves_nothing_is_said(pool: Sequence[Card]) -> None:
    with pytest.raises(ValueError, match="main character"):
        chance_deck(pool[:0], 1, find_format("cipher"))


@pytest.mark.scaled
def test_random_playthroughs_of_decks_of_chance_end(pool: Sequence[Card], scaled: Callable[[int, int], int]) -> None:
    by, reasons, count = find_format("cipher"), Counter[str](), scaled(20, 2000)
    made = [PLAYABLE.deck_of(chance_deck(pool, number, by)) for number in range(scaled(10, 200))]
    for seed in range(count):
        decks = made[seed % len(made)], made[(7 * seed + 1) % len(made)]
        playthrough = Playthrough(PLAYABLE.rules, Setting(decks, {}, seed))
        outcome = playthrough.play([PLAYABLE.player("random", seed, seat) for seat in range(2)])
        if not outcome.finished:
            reasons[outcome.reason] += 1
        lying = [copy for zone in PLAYABLE.rules.zones(playthrough.table).values() for copy in zone]
        assert sorted(lying) == list(range(2 * SIZE)), f"seed {seed}"
    assert reasons.total() <= count // 100, reasons
