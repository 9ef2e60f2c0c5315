"""`deck random`: a legal deck by chance, made again by its seed."""

from __future__ import annotations

from typing import Any

import pytest


@pytest.mark.parametrize("game", ["cipher", "ashes"])
def test_the_list_is_one_that_deck_check_calls_legal(deckcli: Any, game: str) -> None:
    made = deckcli("deck", "random", "-g", game, "--seed", "5")
    assert made.code == 0
    assert deckcli("deck", "check", "-", stdin=made.out).code == 0
    assert deckcli("deck", "random", "-g", game, "--seed", "5").out == made.out


def test_formats_that_write_the_conjuration_pile_have_it(deckcli: Any) -> None:
    made = deckcli("deck", "random", "-g", "ashes", "--seed", "3", "--to", "octgn")
    assert "Wishing Wing" in made.out


def test_a_format_of_whole_decks_takes_none_of_chance(deckcli: Any) -> None:
    refused = deckcli("deck", "random", "-g", "ashes", "--seed", "3", "--rules", "precon")
    assert refused.code == 2
    assert "no deck that is legal by Precon" in refused.err


def test_a_seed_is_said_so_that_any_deck_can_be_made_again(deckcli: Any) -> None:
    first = deckcli("deck", "random", "-g", "cipher")
    seed = first.err.split("seed ")[1].split()[0]
    assert deckcli("deck", "random", "-g", "cipher", "--seed", seed).out == first.out


def test_a_game_without_random_decks_is_said(deckcli: Any) -> None:
    refused = deckcli("deck", "random", "-g", "phase10")
    assert refused.code == 2
    assert "cipher" in refused.err


def test_an_unknown_format_is_said(deckcli: Any) -> None:
    assert deckcli("deck", "random", "-g", "cipher", "--to", "nothing").code == 2
    assert deckcli("deck", "random", "-g", "cipher", "--rules", "nothing").code == 4
