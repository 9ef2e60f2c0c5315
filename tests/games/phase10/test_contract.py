"""Phase 10 Strategy keeps what every game must keep, for one, two, four and six seats."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from catalog.home import data_root
from deckcli.engine.contract import keeps_contract, refuses_unknown
from deckcli.engine.players import Goldfish, Random
from deckcli.engine.playthrough import Playthrough, Setting, Sight
from deckcli.engine.record import BadRecordError, record_of, resumed, saved
from deckcli.games.phase10.playable import Phase10Playable, Phase10Rules
from deckcli.games.phase10.players import Greedy, Heuristic
from deckcli.games.phase10.rules import DealtDeck

SEATS = (1, 2, 4, 6)


@pytest.mark.scaled
@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("strict", ["no", "yes"])
def test_random_playthroughs_keep_the_contract(
    setting: Callable[..., Setting], scaled: Callable[[int, int], int], seats: int, strict: str
) -> None:
    kept = keeps_contract(
        Phase10Rules(), [setting(seats, natural_per_group=strict)], scaled(1, 4), player=Heuristic, close=2, most=700
    )
    assert kept.decisions > 300


@pytest.mark.scaled
def test_random_playthroughs_end_or_meet_the_bound_and_lose_no_card(
    deck: DealtDeck, setting: Callable[..., Setting], scaled: Callable[[int, int], int]
) -> None:
    """Two thousand in the second stage; most are broken off, since at random a game takes thousands of choices."""
    whole, most = Counter(face.kind for face in deck), scaled(600, 1000)
    for seed in range(scaled(200, 2000)):
        seats = SEATS[seed % 4]
        playthrough = Playthrough(Phase10Rules(), setting(seats, seed))
        outcome = playthrough.play([Random(seed, seat) for seat in range(seats)], most)
        assert outcome.finished or f"{most} decisions" in outcome.reason
        copies = [copy for zone in Phase10Rules().zones(playthrough.table).values() for copy in zone]
        assert sorted(copies) == list(range(108))
        assert Counter(playthrough.table.cards[copy].kind for copy in copies) == whole


@pytest.mark.scaled
def test_random_playthroughs_reach_an_outcome_when_they_may_go_on(
    setting: Callable[..., Setting], scaled: Callable[[int, int], int]
) -> None:
    ended = 0
    count = scaled(3, 20)
    for seed in range(count):
        playthrough = Playthrough(Phase10Rules(), setting(4, seed))
        outcome = playthrough.play([Random(seed, seat) for seat in range(4)])
        ended += outcome.finished
        if outcome.finished:
            (winner,) = outcome.winners
            assert playthrough.table.seats[winner].marks == 1023
            assert playthrough.table.seats[winner].hand == []
    assert ended >= count * 0.7


def test_a_position_that_nobody_could_lay_out_is_refused() -> None:
    refuses_unknown(Phase10Rules(), seats=3)


def test_the_same_seed_and_choices_are_the_same_game(setting: Callable[..., Setting]) -> None:
    ends = []
    for _ in range(2):
        playthrough = Playthrough(Phase10Rules(), setting(3, 11))
        playthrough.play([Random(11, seat) for seat in range(3)], 2000)
        ends.append((playthrough.log, playthrough.table.dump()))
    assert ends[0] == ends[1]


@pytest.mark.parametrize("seats", [0, 7])
def test_one_to_six_may_play(setting: Callable[..., Setting], seats: int) -> None:
    with pytest.raises(ValueError, match="1 to 6"):
        Phase10Rules().set_up(setting(seats).decks, {}, 1)


def test_all_seats_play_with_one_deck(deck: DealtDeck) -> None:
    with pytest.raises(ValueError, match="one deck"):
        Phase10Rules().set_up((deck, DealtDeck(deck[:100])), {}, 1)


def test_a_playthrough_saved_while_a_joker_is_named_goes_on_to_the_same_end(setting: Callable[..., Setting]) -> None:
    game = Phase10Rules()
    for seed in range(40):
        first = Playthrough(game, setting(2, seed))
        players = [Greedy(seed, seat) for seat in range(2)]
        while first.choice is not None and not any(len(option) == 4 for option in first.choice.options):
            first.choose(players[first.choice.seat](first.choice, Sight(first, first.choice.seat)))
        if first.choice is None:
            continue
        again = resumed(record_of(saved(first, "d", ())), game, first.setting, "d")
        assert again.labels() == first.labels()
        assert any(" as " in label for label in again.labels())
        ends = []
        for playthrough in (first, again):
            playthrough.play([Heuristic(seed, seat) for seat in range(2)])
            ends.append((playthrough.log, playthrough.table.dump()))
        assert ends[0] == ends[1]
        return
    raise AssertionError("nobody ever named a joker")


def test_a_round_that_nobody_finishes_ends_by_the_bound(setting: Callable[..., Setting]) -> None:
    outcome = Playthrough(Phase10Rules(), setting(3, 1)).play([Goldfish()] * 3, 900)
    assert (outcome.finished, outcome.winners, outcome.reason) == (False, (), "900 decisions")


def test_the_starter_is_left_to_chance_or_named(setting: Callable[..., Setting]) -> None:
    rules = Phase10Rules()
    first = [rules.set_up(setting(3).decks, {}, seed).first for seed in range(60)]
    assert {first.count(seat) > 8 for seat in range(3)} == {True}
    named = rules.set_up(setting(3).decks, {"starter": "2"}, 5)
    assert (named.first, named.active) == (1, 1)
    with pytest.raises(ValueError, match="seat 4 shall begin"):
        rules.set_up(setting(3).decks, {"starter": "4"}, 5)
    assert [len(seat.hand) for seat in named.seats] == [10, 10, 10]
    assert (len(named.pile), len(named.discard)) == (77, 1)


def test_a_game_on_another_board_is_not_taken_for_one_on_ours(
    setting: Callable[..., Setting], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DECKCLI_HOME", str(tmp_path))
    ours = record_of(saved(Playthrough(Phase10Rules(), setting(2)), "d", ()))
    text = (data_root() / "phase10" / "board.toml").read_text(encoding="utf-8")
    (tmp_path / "phase10-board.toml").write_text(text.replace("keep = 4", "keep = 5"), encoding="utf-8")
    with pytest.raises(BadRecordError):
        resumed(ours, Phase10Rules(), setting(2), "d")
    assert 5 in Phase10Rules().set_up(setting(2).decks, {}, 1).board.keeps


def test_measures_tell_how_long_each_phase_took(setting: Callable[..., Setting]) -> None:
    playable = Phase10Playable()
    playthrough = Playthrough(playable.rules, setting(4, 3))
    outcome = playthrough.play([Greedy(3, seat) for seat in range(4)])
    (winner,) = outcome.winners
    told = playable.measures(playthrough.table, winner)
    assert (told["win"], told["win_turn"]) == (True, told["length"])
    assert told["phases"] >= 10
    phases = {name[len("turns_for_") :]: value for name, value in told.items() if name.startswith("turns_for_")}
    assert len(phases) == 10
    assert sum(phases.values()) <= told["length"]
    (hardest,) = (name[len("hardest_") :] for name, value in told.items() if name.startswith("hardest_") and value)
    assert phases[hardest] == max(phases.values())
    assert playable.measures(playthrough.table, (winner + 1) % 4)["win_turn"] is None
