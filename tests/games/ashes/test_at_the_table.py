"""Ashes at the command line: what a goldfish may be told, and what is said of it."""

from __future__ import annotations

from typing import Any


def test_an_option_with_numbers_tells_their_range(deckcli: Any) -> None:
    ran = deckcli("goldfish", "the-iron-men", "-n", "1", "--option", "life=0")
    assert ran.code == 2
    assert "the option life is 1 to 99" in ran.err


def test_a_goldfish_may_have_another_life_and_blockers(deckcli: Any) -> None:
    ran = deckcli("goldfish", "the-iron-men", "-n", "4", "--seed", "1", "--option", "life=20", "--option", "blockers=2")
    assert ran.code == 0, ran.err
    assert "wins of the-iron-men" in ran.out
    assert "first five paid" in ran.out
