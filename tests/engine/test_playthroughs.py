"""Playing: questions, forced answers, bounds, going back, trying out."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deckcli.engine.choice import Choice, Option, Rules, choose
from deckcli.engine.contract import difference
from deckcli.engine.players import Goldfish, Random
from deckcli.engine.playing import Setup
from deckcli.engine.playthrough import (
    MOST_STEPS_UNASKED,
    NotOfferedError,
    Playthrough,
    RulesStuckError,
    Setting,
    replayed,
)

QUICK = settings(max_examples=40, deadline=None)


def choose_by(playthrough: Playthrough, *labels: str) -> None:
    """Make choices by their labels."""
    for label in labels:
        assert playthrough.choice
        playthrough.choose(playthrough.choice.options[playthrough.labels().index(label)])


def at(game: Any, a: dict[str, Any], b: dict[str, Any], **more: Any) -> Playthrough:
    """A playthrough that begins with a position."""
    return Playthrough(game, Setting((), {}, 1), table=game.position(Setup((a, b)), 1), **more)


def after(game: Any, setting: Setting, count: int, **more: Any) -> Playthrough:
    """A playthrough after `count` random choices (fewer, when it is over)."""
    playthrough, player = Playthrough(game, setting, **more), Random(setting.seed)
    for _ in range(count):
        if playthrough.choice:
            playthrough.choose(player(playthrough.choice, None))
    return playthrough


ROW = {"row": ["Knight", "Guard"], "hand": ["Cannon"], "deck": ["Guard"]}
WALL = {"row": ["Guard"], "deck": ["Guard"]}


# ---------------------------------------------------------------- choosing


def test_an_answer_that_is_not_offered_changes_nothing(game: Any) -> None:
    playthrough = at(game, ROW, WALL)
    before, choice = playthrough.table.dump(), playthrough.choice
    with pytest.raises(NotOfferedError):
        playthrough.choose(("play", 999))
    assert playthrough.table.dump() == before
    assert playthrough.choice is choice
    assert playthrough.log == []


def test_nothing_can_be_chosen_when_it_is_over(game: Any) -> None:
    playthrough = at(game, ROW, {"life": 1})
    choose_by(playthrough, "Attack", "Knight", "Done")
    assert playthrough.choice is None
    assert repr(playthrough.outcome) == "Outcome((0,), 'no life')"
    assert playthrough.labels() == []
    with pytest.raises(NotOfferedError):
        playthrough.choose(("end",))


def test_a_player_that_answers_what_is_not_offered_is_stopped(game: Any, skirmish: Any) -> None:
    with pytest.raises(NotOfferedError, match="moon"):
        Playthrough(game, skirmish.setting()).play([lambda choice, sight: ("moon",)] * 2)


def test_choices_with_one_option_are_not_asked_but_told_to_who_wants_to_know(game: Any) -> None:
    forced: list[tuple[int, str]] = []
    playthrough = at(game, {"row": ["Knight"], "hand": ["Guard"]}, {"life": 9}, forced=forced)
    choose_by(playthrough, "Attack")
    assert forced == [(0, "Knight"), (1, "No block")]
    assert playthrough.labels() == ["Play Guard", "End turn"]
    assert playthrough.log == [("attack",)]


def test_choices_with_one_option_wait_too_for_who_asks_for_all(game: Any) -> None:
    playthrough = at(game, {"row": ["Knight"]}, {"life": 9}, asks_all=True)
    choose_by(playthrough, "Attack", "Knight", "No block")
    assert playthrough.at_move()
    assert playthrough.labels() == ["End turn"]
    assert playthrough.fork().labels() == ["End turn"]


def test_the_same_seed_decks_and_choices_give_the_same_game(game: Any, skirmish: Any) -> None:
    one, other = (Playthrough(game, skirmish.setting(7)) for _ in range(2))
    for playthrough in (one, other):
        playthrough.play([Random(3, 0), Random(3, 1)])
    assert (one.log, one.outcome, one.table.dump()) == (other.log, other.outcome, other.table.dump())


# ---------------------------------------------------------------- bounds


def test_so_many_decisions_end_it_unfinished_and_the_card_is_named(game: Any) -> None:
    playthrough = at(game, {"hand": ["Echo"]}, {"deck": ["Guard"]})
    choose_by(playthrough, "Play Echo")
    outcome = playthrough.play([Random(1), Random(1)], 50)
    assert repr(outcome) == "Outcome((), '50 decisions (Echo)', unfinished)"
    assert len(playthrough.log) == 50
    assert playthrough.choice is None


@pytest.mark.parametrize(
    ("card", "reason"),
    [
        ("Mirror", f"{MOST_STEPS_UNASKED} steps without a question (Mirror)"),
        ("Abyss", "effects within effects without end (Abyss)"),
        ("Loop", "endless: too many echoes (Loop)"),
    ],
)
@pytest.mark.parametrize("watched", [True, False])
def test_an_effect_without_end_ends_it_unfinished_and_is_named(
    game: Any, card: str, reason: str, watched: bool
) -> None:
    playthrough = at(game, {"hand": [card]}, {}, watched=watched)
    choose_by(playthrough, f"Play {card}")
    assert playthrough.outcome
    assert (playthrough.outcome.reason, playthrough.outcome.finished) == (reason, False)
    assert playthrough.choice is None
    assert playthrough.undo()
    assert playthrough.labels() == [f"Play {card}", "End turn"]


def test_steps_that_go_in_a_circle_end_it_unfinished(skirmish: Any) -> None:
    class Circle(skirmish.Skirmish):  # type: ignore[misc,name-defined]
        def draw(self, t: Any) -> Rules[None]:
            yield from ()

    table = skirmish.SkirmishTable([], (), 1)
    table.step = "draw"
    outcome = Playthrough(Circle(), Setting((), {}, 1), table=table).outcome
    assert outcome
    assert outcome.reason == f"{MOST_STEPS_UNASKED} steps without a question"


def test_a_question_without_an_answer_is_a_fault_of_the_game(skirmish: Any) -> None:
    class Stuck(skirmish.Skirmish):  # type: ignore[misc,name-defined]
        def move(self, t: Any) -> Rules[None]:
            yield from choose(1, "nothing", [])

    for asks_all in (True, False):
        with pytest.raises(RulesStuckError, match="skirmish: nothing of seat 1 has no answer"):
            at(Stuck(), {}, {}, asks_all=asks_all)


# ---------------------------------------------------------------- going back


@pytest.mark.parametrize("watched", [True, False])
def test_undo_goes_back_to_the_start_of_the_move_from_inside_it(game: Any, watched: bool) -> None:
    playthrough = at(game, ROW, WALL, watched=watched)
    before = playthrough.table.dump()
    choose_by(playthrough, "Attack", "Knight", "Guard")
    assert playthrough.choice
    assert playthrough.choice.seat == 1
    assert playthrough.undo()
    assert difference(before, playthrough.table.dump()) == ""
    assert playthrough.labels() == ["Play Cannon", "Attack", "End turn"]
    assert playthrough.log == []


@pytest.mark.parametrize("watched", [True, False])
def test_undo_at_the_start_of_a_move_takes_the_one_before_back(game: Any, watched: bool) -> None:
    playthrough = at(game, ROW, WALL, watched=watched)
    choose_by(playthrough, "Attack", "Knight", "Done", "No block", "End turn")
    assert playthrough.undo()
    assert playthrough.labels() == ["Play Cannon", "Attack", "End turn"]
    assert playthrough.table.sides[1].life == 9
    assert playthrough.undo()
    assert playthrough.table.sides[1].life == 12
    assert not playthrough.undo()
    assert playthrough.labels() == ["Play Cannon", "Attack", "End turn"]


def test_undo_brings_back_the_course_of_chance(game: Any) -> None:
    playthrough = at(game, ROW, WALL, watched=True)
    choose_by(playthrough, "Play Cannon")
    life = playthrough.table.sides[1].life
    playthrough.undo()
    choose_by(playthrough, "Play Cannon")
    assert playthrough.table.sides[1].life == life < 12


def test_undo_after_the_end_goes_on(game: Any) -> None:
    playthrough = at(game, ROW, {"life": 1}, watched=True)
    choose_by(playthrough, "Attack", "Knight", "Done")
    assert playthrough.outcome
    assert playthrough.undo()
    assert playthrough.outcome is None
    assert playthrough.labels() == ["Play Cannon", "Attack", "End turn"]


@QUICK
@given(st.integers(0, 10**6), st.integers(0, 60), st.booleans())
def test_undo_to_the_very_beginning_and_the_same_again(seed: int, count: int, watched: bool) -> None:
    playthrough = after(GAME, SETTING(seed), count, watched=watched)
    log, end = playthrough.log[:], playthrough.table.dump()
    lengths = [len(log)]
    while playthrough.undo():
        lengths.append(len(playthrough.log))
        assert playthrough.log == log[: len(playthrough.log)]
    assert lengths == sorted(set(lengths), reverse=True)
    assert lengths[-1] == 0
    for option in log:
        playthrough.choose(option)
    assert difference(end, playthrough.table.dump()) == ""


def test_a_game_may_leave_it_open_where_moves_begin(skirmish: Any) -> None:
    class Steps(skirmish.Skirmish):  # type: ignore[misc,name-defined]
        moves: frozenset[str] = frozenset()

    playthrough = at(Steps(), ROW, WALL)
    choose_by(playthrough, "Attack", "Knight", "Done")
    assert playthrough.undo()
    assert playthrough.labels() == ["Knight", "Guard"]


# ---------------------------------------------------------------- trying out


@QUICK
@given(st.integers(0, 10**6), st.integers(0, 60), st.booleans(), st.integers(0, 5))
def test_forks_of_forks_stand_at_the_same_question_and_go_on_alike(
    seed: int, count: int, watched: bool, more: int
) -> None:
    here = after(GAME, SETTING(seed), count, watched=watched)
    before = here.table.dump()
    player = Random(seed + 1)
    twin = here.fork()
    for _ in range(more):
        if twin.choice:
            twin.choose(player(twin.choice, None))
    again = twin.fork(watched=True).fork()
    assert again.labels() == twin.labels()
    assert difference(again.table.dump(), twin.table.dump()) == ""
    for playthrough in (twin, again):
        playthrough.play([Random(seed, 0), Random(seed, 1)])
    assert (twin.outcome, twin.log) == (again.outcome, again.log)
    assert difference(before, here.table.dump()) == ""
    assert len(here.log) <= count


@QUICK
@given(st.integers(0, 10**6), st.integers(0, 60), st.booleans(), st.integers(0, 8))
def test_an_imagined_world_can_be_forked_and_imagined_further(seed: int, count: int, watched: bool, more: int) -> None:
    here = after(GAME, SETTING(seed), count, watched=watched)
    if here.choice is None:
        return
    world = here.fork(here.choice.seat, seed, watched=watched)
    player = Random(seed + 1)
    for _ in range(more):
        if world.choice:
            world.choose(player(world.choice, None))
    twin = world.fork()
    assert difference(world.table.dump(), twin.table.dump()) == ""
    if world.choice:
        seat = world.choice.seat
        assert world.fork(seat, 5).fork().view(seat) == world.view(seat)


def test_an_imagined_world_deals_what_is_hidden_anew_and_has_its_own_chance(game: Any, skirmish: Any) -> None:
    here = after(game, skirmish.setting(3), 12, watched=True)
    assert here.choice
    seat = here.choice.seat
    hands = set()
    for seed in range(30):
        world = here.fork(seat, seed)
        foe = world.table.sides[1 - seat]
        hands.add(tuple(sorted(skirmish.names(world.table, foe.hand))))
        assert world.view(seat) == here.view(seat)
        assert world.table.chance.seed != here.table.chance.seed
    assert len(hands) > 5


@pytest.mark.parametrize("watched", [True, False])
def test_an_imagined_world_does_not_go_back_behind_its_own_beginning(game: Any, skirmish: Any, watched: bool) -> None:
    here = after(game, skirmish.setting(3), 20, watched=watched)
    assert here.choice
    world = here.fork(here.choice.seat, 1, watched=watched)
    assert not world.undo()
    world.play([Random(1), Random(2)])
    begun = len(here.log)
    while world.undo():
        assert len(world.log) > begun
    assert len(world.log) > begun


def test_a_fork_of_a_position_begins_with_that_position(game: Any) -> None:
    here = at(game, ROW, WALL)
    choose_by(here, "Attack", "Knight")
    twin = here.fork()
    assert difference(here.table.dump(), twin.table.dump()) == ""
    assert twin.labels() == here.labels() == ["Guard", "Done"]


def test_a_replay_names_the_first_choice_that_does_not_fit(game: Any, skirmish: Any) -> None:
    log = after(game, skirmish.setting(3), 12).log
    assert difference(
        replayed(game, skirmish.setting(3), log).table.dump(), after(game, skirmish.setting(3), 12).table.dump()
    ) == ""  # fmt: skip
    with pytest.raises(NotOfferedError, match=r"choice 9: \('moon',\) is not offered; offered: "):
        replayed(game, skirmish.setting(3), [*log[:8], ("moon",), *log[8:]])


def test_what_a_player_is_handed_is_its_seat_and_no_more(game: Any, skirmish: Any) -> None:
    seen = []

    def looks(choice: Choice, sight: Any) -> Option:
        seen.append((sight.view().seat, sight.seat, choice.seat, len(sight.labels()) == len(choice.options)))
        return choice.options[0]

    Playthrough(game, skirmish.setting()).play([looks, Goldfish()], 30)
    assert set(seen) == {(0, 0, 0, True)}


GAME: Any = None
SETTING: Any = None


@pytest.fixture(autouse=True, scope="module")
def _for_hypothesis(game: Any, skirmish: Any) -> None:
    """Tests with drawn values cannot ask for fixtures of a test; these never change."""
    globals().update(GAME=game, SETTING=skirmish.setting)
