"""Search tries its answers out in worlds as its seat may imagine them, and within its budget."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any, ClassVar

import pytest

from deckcli.engine.choice import Choice, Option
from deckcli.engine.contract import keeps_contract
from deckcli.engine.players import Random
from deckcli.engine.playthrough import Playthrough, Setting, Sight
from deckcli.engine.reasons import CHANCE, POINTS, Reasons, by_points, reasons_of
from deckcli.engine.search import Search, Thinking, chance, likely, won
from deckcli.engine.table import Outcome
from deckcli.engine.view import View


class Brave:
    """Plays the first card that it may, attacks, and never blocks."""

    def __init__(self, seed: int, seat: int = 0) -> None: ...

    def __call__(self, choice: Choice, sight: Sight) -> Option:
        return choice.options[0]

    def explain(self, choice: Choice, sight: Sight) -> Reasons | None:
        if choice.prompt != "move":
            return None
        return by_points(choice.options[0], choice.options, lambda option: -choice.options.index(option))


def value(view: View) -> float:
    me, foe = view["sides"][view.seat], view["sides"][1 - view.seat]
    return likely((0.4, 0.4), (me["life"] - foe["life"], len(me["row"]) - len(foe["row"])))


def turns(t: Any, seat: int) -> int:
    return int(t.turn + (t.active == seat)) // 2


THINKING = Thinking(value, Brave, turns)


def searching(tries: int = 16, **more: Any) -> Callable[[int, int], Search]:
    thinking = Thinking(value, Brave, turns, **more)
    return lambda seed, seat: Search(thinking, seed, seat, tries)


def begun(game: Any, setting: Setting, choices: int = 12, width: int = 2) -> Playthrough:
    """A random playthrough after so many choices, or where a move with so many options is next asked for."""
    playthrough = Playthrough(game, setting, watched=True)
    players = [Random(1, 0), Random(1, 1)]
    while choice := playthrough.choice:
        wide = width == 2 or (choice.prompt == "move" and len(choice.options) >= width)
        if len(playthrough.log) >= choices and wide:
            return playthrough
        playthrough.choose(players[choice.seat](choice, Sight(playthrough, choice.seat)))
    raise AssertionError("it ended before")


def asked(playthrough: Playthrough, player: Any) -> tuple[Choice, Sight, Any]:
    choice = playthrough.choice
    assert choice is not None
    sight = Sight(playthrough, choice.seat)
    return choice, sight, player


@pytest.mark.scaled
def test_what_is_hidden_changes_no_answer(game: Any, skirmish: Any, scaled: Callable[[int, int], int]) -> None:
    kept = keeps_contract(game, [skirmish.setting()], scaled(3, 30), player=searching(8))
    assert kept.decisions > 50


def test_what_is_hidden_changes_no_figure(game: Any, skirmish: Any) -> None:
    """Not only the answer: every try comes to the same, because the worlds are dealt from what is missing alone."""
    for choices in (0, 3, 9, 14):
        here = begun(game, skirmish.setting(5), choices)
        choice, sight, player = asked(here, searching()(7, 0))
        before = player.explain(choice, sight)
        for seed in range(6):
            twin = here.fork(choice.seat, seed)
            assert searching()(7, 0).explain(twin.choice, Sight(twin, choice.seat)) == before


def test_the_same_seed_and_position_give_the_same_answer_whatever_was_asked_before(game: Any, skirmish: Any) -> None:
    early, late = begun(game, skirmish.setting(2), 4), begun(game, skirmish.setting(2), 12)
    choice, sight, player = asked(late, searching()(3, 0))
    fresh = player.explain(choice, sight)
    used = searching()(3, 0)
    used(*asked(early, used)[:2])
    assert used.explain(choice, sight) == fresh == reasons_of(used, choice, sight)
    assert used(choice, sight) == fresh.answer


def test_another_seed_imagines_other_worlds(game: Any, skirmish: Any) -> None:
    here = begun(game, skirmish.setting(5), 9)
    choice, sight, _ = asked(here, None)
    found = {searching()(seed, 0).explain(choice, sight).weighed for seed in range(6)}
    assert len(found) > 1


class Counting(Sight):
    """A sight that counts the worlds that are asked for."""

    worlds: ClassVar[Counter[int]] = Counter()

    def imagined(self, seed: int) -> Playthrough:
        self.worlds[seed] += 1
        return super().imagined(seed)


@pytest.mark.parametrize("tries", [4, 7, 16, 40])
def test_the_budget_is_tries_and_is_kept(game: Any, skirmish: Any, tries: int) -> None:
    for choices in (0, 5, 9, 13):
        here = begun(game, skirmish.setting(4), choices)
        assert here.choice
        sight = Counting(here, here.choice.seat)
        sight.worlds.clear()
        reasons = searching(tries)(1, 0).explain(here.choice, sight)
        assert sum(sight.worlds.values()) == sum(one.tries for one in reasons.weighed) <= tries
        assert all(one.tries >= 2 for one in reasons.weighed)
        assert len(reasons.weighed) <= max(2, tries // 4)


def test_all_options_are_tried_in_the_same_worlds_and_the_better_half_in_more(game: Any, skirmish: Any) -> None:
    here = begun(game, skirmish.setting(6), 6, 4)
    assert here.choice
    sight = Counting(here, here.choice.seat)
    sight.worlds.clear()
    reasons = searching(40)(1, 0).explain(here.choice, sight)
    assert max(sight.worlds.values()) == len(here.choice.options)
    tries = [one.tries for one in reasons.weighed]
    assert tries[0] > tries[-1]
    assert reasons.measure == CHANCE
    assert all(0 <= one.worth <= 1 for one in reasons.weighed)


def test_of_too_many_options_those_are_tried_that_the_policy_likes(game: Any, skirmish: Any) -> None:
    here = begun(game, skirmish.setting(6), 6, 4)
    choice, sight, _ = asked(here, None)
    reasons = searching(4)(1, 0).explain(choice, sight)
    assert {one.option for one in reasons.weighed} == set(choice.options[:2])


def test_some_questions_are_left_to_the_policy(game: Any, skirmish: Any) -> None:
    here = begun(game, skirmish.setting(6), 6, 4)
    choice, sight, _ = asked(here, None)
    left = searching(left=frozenset({choice.prompt}))(1, 0).explain(choice, sight)
    assert (left.answer, left.weighed, left.words) == (choice.options[0], (), "left to the heuristic")


def test_nothing_is_changed_by_searching(game: Any, skirmish: Any) -> None:
    here = begun(game, skirmish.setting(6), 9)
    before, log = here.table.dump(), here.log[:]
    choice, sight, player = asked(here, searching()(1, 0))
    player(choice, sight)
    assert (here.table.dump(), here.log, here.choice) == (before, log, choice)


def test_a_search_finds_the_attack_that_wins(game: Any, skirmish: Any) -> None:
    """The other seat has one life and nobody to block: to attack wins at once, and Brave would play a card."""
    from deckcli.engine.playing import Setup

    setup = Setup(
        ({"hand": ["Knight"], "row": ["Guard"], "deck": ["Guard"] * 3}, {"life": 1, "deck": ["Knight"] * 3}),
        {"active": "a"},
    )
    setting = skirmish.setting(1)
    here = Playthrough(game, setting, watched=True, table=game.position(setup, 1))
    choice, sight, player = asked(here, searching(16)(1, 0))
    reasons = player.explain(choice, sight)
    attack = reasons.of(("attack",))
    assert attack is not None
    assert attack.worth == 1.0
    assert reasons.of(("nothing",)) is None


@pytest.mark.scaled
def test_a_search_beats_what_it_is_made_of(game: Any, skirmish: Any, scaled: Callable[[int, int], int]) -> None:
    won, count = 0, scaled(12, 100)
    for seed in range(count):
        for seat in (0, 1):
            players: list[Any] = [Brave(seed), Brave(seed)]
            players[seat] = searching(12)(seed, seat)
            playthrough = Playthrough(game, skirmish.setting(seed), watched=True)
            won += playthrough.play(players).winners == (seat,)
    assert won / (2 * count) > 0.6, f"{won} of {2 * count}"


def test_an_end_is_worth_the_share_that_a_seat_has_in_it() -> None:
    assert [won(Outcome((1,), "won"), seat, 2) for seat in (0, 1)] == [0.0, 1.0]
    assert won(Outcome((0, 2), "shared"), 0, 3) == 0.5
    assert won(Outcome((), "drawn"), 0, 2) == 0.5
    assert won(Outcome((), "lost alone"), 0, 1) == 0.0


def test_the_chance_of_a_seat_is_told_before_and_after_a_choice(game: Any, skirmish: Any) -> None:
    here = begun(game, skirmish.setting(6), 6)
    before = chance(THINKING, here, 0)
    assert before == value(here.view(0))
    here.play([Random(1, 0), Random(1, 1)])
    assert here.outcome
    assert [chance(THINKING, here, seat) for seat in (0, 1)] == [float(seat in here.outcome.winners) for seat in (0, 1)]


def test_no_search_without_tries() -> None:
    with pytest.raises(ValueError, match="at least one try"):
        Search(THINKING, 1, 0, 0)


def test_a_chance_from_figures_is_even_for_none_and_never_out_of_bounds() -> None:
    assert likely((1.0, 2.0), (0.0, 0.0)) == 0.5
    assert 0.0 < likely((1.0,), (-1e9,)) < 1e-9
    assert 1 - 1e-9 < likely((1.0,), (1e9,)) < 1.0
    assert likely((1.0,), (1.0,)) + likely((1.0,), (-1.0,)) == pytest.approx(1.0)


def test_points_are_told_best_first_and_a_player_need_not_say_why(game: Any, skirmish: Any) -> None:
    reasons = by_points(("b",), [("a",), ("b",), ("c",)], lambda option: {"a": 1, "b": 3, "c": 2}[str(option[0])])
    assert [one.option for one in reasons.weighed] == [("b",), ("c",), ("a",)]
    assert reasons.measure == POINTS
    here = begun(game, skirmish.setting(6), 9)
    choice, sight, _ = asked(here, None)
    assert reasons_of(Random(1, 0), choice, sight) is None
