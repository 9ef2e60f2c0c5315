"""How well FantasyForm is played: counted over many games, each share with its interval."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from deckcli.decks.deck import Deck
from deckcli.engine.playthrough import Playthrough, Setting
from deckcli.games.fantasyform.faces import Wallet
from deckcli.games.fantasyform.playable import FantasyPlayable
from deckcli.study.plan import Plan, Side
from deckcli.study.report import report
from deckcli.study.run import run
from deckcli.study.tally import Figure, share

PLAYABLE = FantasyPlayable()


def wins(wallet: Wallet, player: str, difficulty: str, seeds: range) -> Figure:
    won = 0
    for seed in seeds:
        playthrough = Playthrough(PLAYABLE.rules, Setting((wallet,), {"difficulty": difficulty}, seed))
        won += playthrough.play([PLAYABLE.player(player, seed, 0)]).winners == (0,)
    return share(won, len(seeds))


@pytest.mark.scaled
def test_the_heuristic_wins_more_than_a_third_at_expert(wallet: Wallet, scaled: Callable[[int, int], int]) -> None:
    expert = wins(wallet, "heuristic", "expert", range(scaled(120, 1000)))
    assert expert.low > 0.35


@pytest.mark.scaled
def test_the_share_of_wins_falls_from_beginner_to_expert(wallet: Wallet, scaled: Callable[[int, int], int]) -> None:
    """The same chances for each: what differs are the shards at the start."""
    seeds = range(1000, 1000 + scaled(50, 600))
    levels = ("beginner", "standard", "hard", "expert")[:: scaled(3, 1)]
    shares = [wins(wallet, "heuristic", level, seeds).mean for level in levels]
    assert shares == sorted(shares, reverse=True)
    assert shares[0] > shares[-1]


def test_a_random_player_hardly_ever_wins(wallet: Wallet) -> None:
    assert wins(wallet, "random", "beginner", range(100)).high < 0.1


def test_the_heuristic_plays_the_same_game_again(wallet: Wallet) -> None:
    logs = []
    for _ in range(2):
        playthrough = Playthrough(PLAYABLE.rules, Setting((wallet,), {}, 11))
        playthrough.play([PLAYABLE.player("heuristic", 11, 0)])
        logs.append((playthrough.log, playthrough.table.dump()))
    assert logs[0] == logs[1]


# ---------------------------------------------------------------- what a goldfish tells


@pytest.fixture(scope="module")
def figures(deck: Deck) -> dict[str, Figure]:
    plan = Plan("fantasyform", (Side("fantasyform", deck, "heuristic"),), 80, 1, {"difficulty": "each"})
    return report(plan, run(plan), 1.0, [], []).measures


def test_wins_are_told_by_difficulty(figures: dict[str, Figure]) -> None:
    levels = [figures[f"win_at_{level}"] for level in ("beginner", "standard", "hard", "expert")]
    assert sum(level.n for level in levels) == figures["win"].n == 80
    assert min(level.n for level in levels) > 8
    assert sum(level.n * level.mean for level in levels) == pytest.approx(80 * figures["win"].mean)


def test_what_lost_is_told(figures: dict[str, Figure]) -> None:
    told = [figures[name].mean for name in ("win", "lost_by_timer", "lost_by_health")]
    assert sum(told) == pytest.approx(1.0)
    assert all(0 < part < 1 for part in told)


def test_how_each_upgrade_fared_is_told(figures: dict[str, Figure]) -> None:
    for word in ("falconer", "war_hammer", "air_form", "cloak_of_mist"):
        bought, fared = figures[f"bought_{word}"], figures[f"win_with_{word}"]
        assert bought.n == 80
        assert fared.n == round(bought.mean * 80) > 0
    assert 2 < figures["upgrades_bought"].mean < 8
    assert figures["win_turn"].n == round(80 * figures["win"].mean)


def test_figures_stand_in_one_order_whatever_happened_first(figures: dict[str, Figure]) -> None:
    names = list(figures)
    at = [names.index(f"win_at_{level}") for level in ("beginner", "standard", "hard", "expert")]
    assert at == list(range(at[0], at[0] + 4))
    assert names.index("win_with_falconer") == names.index("bought_falconer") + 1
