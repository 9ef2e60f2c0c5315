"""FantasyForm keeps what every game must keep (engine.contract), and its 16 cards at every moment."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from deckcli.engine.contract import keeps_contract, refuses_unknown
from deckcli.engine.players import Goldfish, Random
from deckcli.engine.playthrough import Playthrough, Setting, Sight
from deckcli.games.fantasyform.playable import FantasyRules
from deckcli.games.fantasyform.players import Heuristic


@pytest.mark.scaled
def test_random_playthroughs_of_all_difficulties_keep_the_contract(
    settings: list[Setting], scaled: Callable[[int, int], int]
) -> None:
    kept = keeps_contract(FantasyRules(), settings, scaled(12, 160), player=Heuristic)
    assert kept.finished == kept.playthroughs, kept.unfinished


@pytest.mark.scaled
def test_the_sixteen_cards_and_the_shards_are_right_at_every_moment_of_random_playthroughs(
    settings: list[Setting], scaled: Callable[[int, int], int]
) -> None:
    for seed in range(scaled(200, 2000)):
        setting = settings[seed % len(settings)]
        playthrough = Playthrough(FantasyRules(), Setting(setting.decks, setting.options, seed))
        player, sight, table = Random(seed), Sight(playthrough, 0), playthrough.table
        while playthrough.choice is not None:
            copies = sorted(copy for zone in FantasyRules().zones(table).values() for copy in zone)
            assert copies == list(range(16))
            assert 0 <= table.shards <= 25
            assert len(table.pack) <= table.kit.pack_size
            assert 0 < table.health <= table.cards[table.worn[0]].player_health
            playthrough.choose(player(playthrough.choice, sight))
        assert playthrough.outcome is not None
        assert playthrough.outcome.finished


def test_a_player_that_only_declines_loses_by_the_timer(settings: list[Setting]) -> None:
    """AvaloniaUI-like endless automatic play: mchung94/solitaire-player#13."""
    for seed in range(40):
        playthrough = Playthrough(FantasyRules(), Setting(settings[3].decks, {}, seed))
        outcome = playthrough.play([Goldfish()])
        assert outcome.finished
        assert outcome.winners == ()
        assert playthrough.table.turn <= 24


def test_a_position_that_nobody_could_lay_out_is_refused() -> None:
    refuses_unknown(FantasyRules(), seats=1)
