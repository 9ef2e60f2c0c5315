"""The players of Phase 10 Strategy are as strong as they say."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from deckcli.decks.deck import Deck, Slot
from deckcli.engine.playing import Setup
from deckcli.engine.playthrough import Playthrough, Setting, Sight
from deckcli.games.phase10.playable import Phase10Playable, Phase10Rules
from deckcli.games.phase10.players import Greedy, Heuristic
from deckcli.study.plan import Plan, Side
from deckcli.study.report import report
from deckcli.study.run import run


@pytest.fixture(scope="session")
def box(all_cards) -> Deck:
    """The one deck, as the catalogue has it."""
    slots = [Slot(card, card.number("in_box") or 0) for card in all_cards("phase10") if card.type != "Component"]
    return Deck("phase10", "phase10", tuple(slots))


@pytest.mark.scaled
@pytest.mark.parametrize(("other", "least"), [("random", 0.97), ("greedy", 0.60)])
def test_the_heuristic_beats_the_others(box: Deck, scaled: Callable[[int, int], int], other: str, least: float) -> None:
    """Seats swapped, seed 1. Over 1,000 games it won all against either (lower Wilson bound 99.6 %); 300 are enough to
    see the bounds that are asked for, and 20 to see most of them."""
    count = scaled(20, 300)
    plan = Plan("phase10", (Side("box", box, "heuristic"), Side("box", box, other)), count, 1)
    found = report(plan, run(plan), 0.0, [], [])
    assert found.wins[0].low >= (least if count == 300 else min(least, 0.8)), found.wins[0]
    assert found.finished >= 0.99 * count


@pytest.mark.scaled
@pytest.mark.parametrize("seats", [1, 2, 4, 6])
def test_where_the_heuristic_plays_there_is_an_outcome(
    setting: Callable[..., Setting], scaled: Callable[[int, int], int], seats: int
) -> None:
    count = scaled(2, 25)
    ended = 0
    for seed in range(count):
        playthrough = Playthrough(Phase10Rules(), setting(seats, seed))
        ended += playthrough.play([Heuristic(seed, seat) for seat in range(seats)]).finished
    assert ended >= 0.99 * count


def at(seat: dict, other: dict | None = None, **table: object) -> Playthrough:
    """A turn of a seat that has nothing to draw."""
    position = Phase10Rules().position(Setup((seat, other or {}), table), 1)
    return Playthrough(Phase10Rules(), Setting((), {}, 1), table=position)


def says(playthrough: Playthrough, player: Heuristic | Greedy) -> str:
    choice = playthrough.choice
    assert choice is not None
    option = player(choice, Sight(playthrough, choice.seat))
    return playthrough.game.label(playthrough.table, choice, option)


def test_the_heuristic_lays_a_phase_that_it_can_lay() -> None:
    hand = ["r5", "b5", "g5", "r7", "b7", "g7", "r12", "y1"]
    assert says(at({"hand": hand, "pieces": ["2 sets of 3", "run of 9"]}), Heuristic()) == "Lay 2 sets of 3"


def test_the_heuristic_holds_a_joker_until_it_ends_the_round() -> None:
    group = {"groups": [{"set": 4, "cards": ["r4", "b4", "g4"]}]}
    early = at({"hand": ["J", "r1", "r9", "b11"], "laid": "2 sets of 3"}, group)
    assert says(early, Heuristic()) == "Go on to discard"
    late = at({"hand": ["J", "r1"], "laid": "2 sets of 3"}, group)
    assert says(late, Heuristic()).startswith("Place Joker")
    assert says(early, Greedy(1)).startswith("Place Joker")


def test_the_heuristic_takes_an_open_joker_and_never_discards_one() -> None:
    playthrough = at({"hand": ["J", "r1", "r9"], "pieces": ["run of 7", "run of 9"]}, pile=["b1"], discard=["J"])
    assert says(playthrough, Heuristic()) == "Discard pile (Joker)"
    playthrough.choose(("discard pile",))
    assert "Joker" not in says(playthrough, Heuristic())


def test_the_players_are_described() -> None:
    assert set(Phase10Playable.players) == {"random", "goldfish", "greedy", "heuristic"}
    assert all(Phase10Playable.players.values())


def test_the_heuristic_plays_by_the_stricter_rule_too(setting: Callable[..., Setting]) -> None:
    for seed in range(3):
        playthrough = Playthrough(Phase10Rules(), setting(2, seed, natural_per_group="yes"))
        assert playthrough.play([Heuristic(seed, seat) for seat in range(2)]).finished
