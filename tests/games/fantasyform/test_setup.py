"""FantasyForm, General Setup and Row Setup / Reset; and what undo, saving and forks keep of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from deckcli.engine.playthrough import Playthrough, Setting
from deckcli.engine.record import record_of, resumed, saved
from deckcli.games.fantasyform.faces import ARTIFACT, COMPANION, FORM, Wallet
from deckcli.games.fantasyform.playable import FantasyRules
from deckcli.games.fantasyform.players import Heuristic
from deckcli.games.fantasyform.rules import set_up
from deckcli.games.fantasyform.view import view

SHARDS = {"beginner": 10, "standard": 8, "hard": 6, "expert": 4}


@pytest.mark.parametrize(("difficulty", "shards"), SHARDS.items())
def test_the_chosen_difficulty_tells_the_shards_at_the_start(wallet: Wallet, difficulty: str, shards: int) -> None:
    assert set_up([wallet], {"difficulty": difficulty}, 1).shards == shards


def test_standard_is_played_when_nobody_says(wallet: Wallet) -> None:
    assert set_up([wallet], {}, 1).shards == 8


def test_each_difficulty_in_turn_from_seed_to_seed(wallet: Wallet) -> None:
    assert [set_up([wallet], {"difficulty": "each"}, seed).shards for seed in range(5)] == [10, 8, 6, 4, 10]


def test_a_difficulty_that_there_is_not_is_refused(wallet: Wallet) -> None:
    with pytest.raises(ValueError, match="there are beginner, standard, hard, expert"):
        set_up([wallet], {"difficulty": "brutal"}, 1)


def test_one_begins_as_alchemist_with_torch_and_guide_and_five_health(wallet: Wallet) -> None:
    table = set_up([wallet], {}, 1)
    names = [table.cards[table.worn[place]].name for place in (FORM, COMPANION, ARTIFACT)]
    assert (names, table.health, table.timer, table.rival) == (["Alchemist", "Guide", "Torch"], 5, 4, -1)


def test_three_rows_are_dealt_and_one_card_stays_in_the_discard_pile(wallet: Wallet) -> None:
    table = set_up([wallet], {}, 1)
    rows = [len(row) for row in (table.upgrades, table.encounters, table.ethereal, table.discard, table.pack)]
    assert rows == [3, 3, 6, 1, 0]


def test_every_card_comes_to_every_row(wallet: Wallet) -> None:
    seen: dict[str, set[int]] = {"upgrades": set(), "encounters": set(), "ethereal": set(), "discard": set()}
    for seed in range(120):
        table = set_up([wallet], {}, seed)
        for row, copies in seen.items():
            copies.update(getattr(table, row))
    assert all(len(copies) == 13 for copies in seen.values())


def test_all_cards_are_seen_and_the_discard_pile_in_no_order(wallet: Wallet) -> None:
    table = set_up([wallet], {}, 1)
    table.discard = [7, 2, 5]
    seen = view(table, 0)
    assert [copy for copy, _ in seen["discard"]] == [2, 5, 7]
    assert FantasyRules().unseen(table, 0) == []


def test_a_card_that_was_an_encounter_lies_upgrade_side_up_when_it_is_discarded(lay: Callable[..., Any]) -> None:
    """phase-rs/phase#2377: the face rule per zone is explicit; a copy of the discard pile is the same upgrade again."""
    rows = {"ethereal": 1, "encounters": ["Longbow", "Torch", "Falconer"], "rival": "Earth Form"}
    sitting = lay({"form": "Air Form", "shards": 9}, phase="end", **rows)
    table = sitting.table
    assert {"Longbow", "Torch", "Falconer"} <= set(sitting.names(table.discard))
    seen = {card["name"]: card for _, card in view(table, 0)["discard"]}
    assert (seen["Longbow"]["kind"], seen["Longbow"]["cost"]) == ("Artifact", 4)


def test_after_undo_and_the_same_answer_the_same_rows_are_dealt(begin: Callable[..., Any]) -> None:
    """shlomif/PySolFC#278: the generator's state is part of what undo brings back."""
    playthrough = begin(seed=5).playthrough
    player = Heuristic(5)
    while playthrough.table.timer == 4:
        before = [*playthrough.table.upgrades, *playthrough.table.encounters]
        last = player(playthrough.choice, sight_of(playthrough))
        playthrough.choose(last)
    rows = playthrough.table.dump()
    assert before != [*playthrough.table.upgrades, *playthrough.table.encounters]
    assert playthrough.undo()
    assert playthrough.table.timer == 4
    playthrough.choose(last)
    assert playthrough.table.dump() == rows


def sight_of(playthrough: Playthrough) -> Any:
    from deckcli.engine.playthrough import Sight

    return Sight(playthrough, 0)


def test_a_game_saved_in_the_rival_phase_goes_on_alike(wallet: Wallet) -> None:
    setting = Setting((wallet,), {"difficulty": "hard"}, 9)
    playthrough = Playthrough(FantasyRules(), setting, watched=True)
    player = Heuristic(9)
    while playthrough.choice is not None and playthrough.choice.prompt != "attack":
        playthrough.choose(player(playthrough.choice, sight_of(playthrough)))
    again = resumed(record_of(saved(playthrough, "digest", ())), FantasyRules(), setting, "digest")
    assert again.table.dump() == playthrough.table.dump()
    assert again.labels() == playthrough.labels()
    ends = [one.play([Heuristic(9)]) for one in (again, playthrough)]
    assert ends[0] == ends[1]
    assert again.table.dump() == playthrough.table.dump()
