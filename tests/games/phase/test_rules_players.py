"""Phase, players: what a seat may see, and what the rules of thumb make of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from deckcli.engine.players import Random
from deckcli.engine.playthrough import Playthrough, Setting, Sight
from deckcli.games.phase.playable import PhaseRules
from deckcli.games.phase.players import Heuristic
from deckcli.games.phase.rules import DealtDeck
from deckcli.study.tally import share

ENOUGH = 0.93
"""The lower end of the interval of its wins against random play."""


def answer(sitting: Any) -> str:
    """What the heuristic says to the question that waits, by its label."""
    playthrough = sitting.playthrough
    choice = playthrough.choice
    option = Heuristic(1, choice.seat)(choice, Sight(playthrough, choice.seat))
    label: str = playthrough.labels()[list(choice.options).index(option)]
    return label


@pytest.mark.scaled
def test_the_heuristic_beats_random_play(small: DealtDeck, scaled: Callable[[int, int], int]) -> None:
    """Games from seed 1 on, in turn from either seat. A thousand of them take minutes, so that the second
    stage plays 200."""
    games = scaled(8, 200)
    wins = 0
    for number in range(games):
        seat = number % 2
        playthrough = Playthrough(PhaseRules(), Setting((small, small), {}, number + 1))
        players: list[Any] = [Random(number, one) if one != seat else Heuristic(number, one) for one in (0, 1)]
        wins += playthrough.play(players).winners == (seat,)
    worth = share(wins, games)
    assert (worth.low if games == 200 else worth.mean) >= ENOUGH, f"{wins} of {games}"


# ---------------------------------------------------------------- what a seat may see

WHOLE = "Squeezle // The Flying Death"


def _seen(card: Any) -> tuple[str, str]:
    """The side with which a card acts and its back, as far as they are seen."""
    return tuple("?" if card[name] is None else card[name]["title"] for name in ("face", "back"))  # type: ignore[return-value]


def test_an_owner_looks_at_both_sides_in_play_hand_barracks_and_discard(lay: Any) -> None:
    zones = ("play", "hand", "barracks", "discard")
    sitting = lay({zone: [WHOLE] for zone in zones}, {})
    mine = sitting.playthrough.view(0)["seats"][0]
    assert [_seen(mine[zone][0]) for zone in zones] == [("Squeezle", "The Flying Death")] * 4


def test_others_see_the_side_that_is_up_and_of_a_hand_the_side_that_is_turned_to_them(lay: Any) -> None:
    sitting = lay({zone: [WHOLE] for zone in ("play", "hand", "barracks", "discard")}, {})
    theirs = sitting.playthrough.view(1)["seats"][0]
    for zone in ("play", "barracks", "discard"):
        assert _seen(theirs[zone][0]) == ("Squeezle", "?")
    assert _seen(theirs["hand"][0]) == ("?", "The Flying Death")


def test_of_a_deck_all_see_the_side_of_the_top_card_that_is_up_and_nothing_else(lay: Any) -> None:
    sitting = lay({"deck": ["The Flying Death // Squeezle", "Gladiator // Squeezle"]}, {})
    for seat in (0, 1):
        side = sitting.playthrough.view(seat)["seats"][0]
        assert (side["deck"], side["top"]["title"]) == (2, "The Flying Death")
        assert "Gladiator" not in str(side)


def test_what_is_drawn_shows_the_opponents_the_side_that_was_up(lay: Any) -> None:
    sitting = lay({"deck": ["The Flying Death // Squeezle", "Gladiator // Squeezle", "..."]}, {}, step="preparation")
    assert sitting.reports("a.hand") == ["Squeezle"]
    assert sitting.reports("a.barracks") == ["Gladiator"]
    assert _seen(sitting.playthrough.view(1)["seats"][0]["hand"][0]) == ("?", "The Flying Death")


def test_an_imagined_world_keeps_the_sides_that_are_seen_and_not_what_is_behind_them(small: DealtDeck) -> None:
    """Ruling 42."""
    playthrough = Playthrough(PhaseRules(), Setting((small, small), {}, 5), watched=True)
    players = [Random(5, 0), Random(5, 1)]
    for _ in range(2):  # both have chosen a card for the barracks, and hold two
        assert playthrough.choice is not None
        playthrough.choose(players[playthrough.choice.seat](playthrough.choice, Sight(playthrough, 0)))
    before, hand = playthrough.view(0), playthrough.table.seats[1].hand  # type: ignore[attr-defined]
    assert hand
    behind = set()
    for seed in range(12):
        twin = playthrough.fork(0, seed)
        assert twin.view(0) == before
        behind.add(tuple(card["face"]["title"] for card in twin.view(1)["seats"][1]["hand"]))
    assert len(behind) > 1


# ---------------------------------------------------------------- what the heuristic does


def test_it_attacks_the_nexus_when_nobody_can_oppose(lay: Any) -> None:
    sitting = lay({"play": ["Gladiator // Squeezle"]}, {"play": ["Pennaggolan // Nighthawk"]})
    assert answer(sitting) == "Attack"


def test_it_stays_when_the_attacker_would_only_be_lost(lay: Any) -> None:
    sitting = lay({"play": ["Gladiator // Squeezle"]}, {"play": ["Nighthawk // Berserker"]})
    assert answer(sitting) == "No attack"


def test_it_phases_a_warrior_to_be_able_to_oppose(lay: Any) -> None:
    """Adam's The Cognet in the Sample Turn: the other side of his Berserker may oppose what attacks."""
    sitting = lay(
        {"play": ["Chained Horror // Sister Alexis"], "hand": ["Trivet // Anonymous"]},
        {"play": ["Berserker // Nighthawk"], "hand": ["The Cognet // The Undying"], "barracks": ["Ted // Fire Spirit"]},
    )
    sitting.choose("Attack", "Pass")
    assert answer(sitting).startswith("Play The Cognet")
    sitting.choose("Play The Cognet")
    assert answer(sitting) == "Berserker (behind: Nighthawk)"


def test_it_opposes_what_it_can_destroy(lay: Any) -> None:
    sitting = lay({"play": ["Scout // Gladiator"]}, {"play": ["Pennaggolan // Nighthawk"]})
    sitting.choose("Attack", "Attack the Nexus")
    assert answer(sitting) == "Oppose seat a's Scout"


def test_it_turns_a_skirmish_by_an_order(lay: Any) -> None:
    """Ashley's Fire Spirit lets Scout take the Pennaggolan with it."""
    sitting = lay(
        {"play": ["Scout // Gladiator"], "hand": ["Fire Spirit // Ted"]}, {"play": ["Pennaggolan // Nighthawk"]}
    )
    sitting.choose("Attack", "Pass", "Attack the Nexus", "Oppose seat a's Scout")
    assert answer(sitting) == "Play Fire Spirit (behind: Ted)"
