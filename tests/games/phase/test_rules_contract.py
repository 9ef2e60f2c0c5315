"""Phase keeps what every game must keep: the contract, at tables of two to five."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from deckcli.engine.contract import keeps_contract, refuses_unknown
from deckcli.engine.players import Random
from deckcli.engine.playthrough import Playthrough, Setting
from deckcli.games.phase.playable import PhaseRules
from deckcli.games.phase.rules import INFLUENCE, DealtDeck
from deckcli.games.phase.table import PhaseTable


@pytest.mark.scaled
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_random_playthroughs_keep_the_contract(seats: int, small: DealtDeck, scaled: Callable[[int, int], int]) -> None:
    """The first stage looks at how each begins, the second at whole ones."""
    most = scaled(30, 20_000)
    kept = keeps_contract(PhaseRules(), [Setting((small,) * seats, {}, 0)], 1, close=scaled(1, 2), most=most)
    assert kept.playthroughs == kept.finished or most == 30, kept.unfinished


@pytest.mark.scaled
@pytest.mark.parametrize("seats", [3])
def test_the_faction_decks_keep_it_too(
    seats: int, dealt: Callable[[str], DealtDeck], scaled: Callable[[int, int], int]
) -> None:
    """With skills that hold, costs of every kind and faces that are on several cards."""
    decks = tuple(map(dealt, ("sun-dominion", "keeper", "fengarian")[:seats]))
    keeps_contract(PhaseRules(), [Setting(decks, {}, 0)], 1, rng_seed=seats, close=scaled(1, 2), most=scaled(30, 300))


@pytest.mark.scaled
def test_random_playthroughs_end_and_every_influence_token_is_accounted_for(
    small: DealtDeck, scaled: Callable[[int, int], int]
) -> None:
    """What a player took came from the Nexus; what is not there any more was lost, and that only shrinks."""
    for seed in range(scaled(60, 2000)):
        seats = 2 + seed % 4 if seed % 10 == 0 else 2
        playthrough = Playthrough(PhaseRules(), Setting((small,) * seats, {}, seed))
        outcome = playthrough.play([Random(seed, seat) for seat in range(seats)])
        assert outcome.finished, outcome.reason
        assert outcome.winners
        table = playthrough.table
        assert isinstance(table, PhaseTable)
        for side in (0, 1):
            gained = sum(own.gained[side] for own in table.seats)
            assert table.nexus[side] == INFLUENCE * seats - gained
            assert all(0 <= own.influence[side] <= own.gained[side] for own in table.seats)
        lying = sorted(copy for copies in PhaseRules().zones(table).values() for copy in copies)
        assert lying == list(range(len(table.cards)))


def test_setups_that_nobody_knows_are_refused() -> None:
    refuses_unknown(PhaseRules())
