"""A study gives the same rows for any workers, order and batches; a worker that dies costs only its batches."""

from __future__ import annotations

import multiprocessing
import os
import signal
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from deckcli.study import batches, run, work
from deckcli.study.batches import Batches
from deckcli.study.executors import Here, Where, make_executor, width_of
from deckcli.study.found import ContradictionError, Found, runs
from deckcli.study.plan import KILLED, Batch, Ended, Plan, Row, Study
from deckcli.study.playing import play_batch
from deckcli.study.run import WorkersDieError, run_study


def rows_of(found: Found) -> list[list[Row]]:
    return [found.rows(plan) for plan in range(len(found.study.plans))]


@pytest.fixture(scope="module")
def alone(two: Study) -> list[list[Row]]:
    """What the study gives when it is played one after the other."""
    return [play_batch(plan, 0, plan.n) for plan in two.plans]


@pytest.mark.parametrize("jobs", [1, 2, 3])
@pytest.mark.parametrize("most", [1, 1000])
def test_one_two_and_three_workers_and_any_batches_give_the_same_rows(
    two: Study, alone: list[list[Row]], jobs: int, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(batches, "MOST_IN_BATCH", most)
    found = Found(two)
    run_study(found, Where(jobs))
    assert rows_of(found) == alone
    assert found.missing() == []


def test_batches_in_any_order_and_cut_otherwise_count_each_playthrough_once(two: Study, alone: list[list[Row]]) -> None:
    found = Found(two)
    for first, end in ((10, 20), (0, 7), (5, 12)):
        found.add(Ended(Batch(0, first, end - first), tuple(alone[0][first:end]), 1.0))
    assert found.rows() == alone[0]
    assert found.missing() == [Batch(1, 0, 14)]


def test_two_results_of_one_playthrough_are_an_error_that_names_it(two: Study, alone: list[list[Row]]) -> None:
    found = Found(two)
    found.add(Ended(Batch(0, 0, 3), tuple(alone[0][:3]), 1.0))
    other = replace(alone[0][2], decisions=alone[0][2].decisions + 1)
    with pytest.raises(ContradictionError, match="plan 0, playthroughs 2 to 3: playthrough 2 has two different"):
        found.add(Ended(Batch(0, 2, 2), (other, alone[0][3]), 1.0))
    assert found.rows() == alone[0][:3]


def test_a_part_of_a_study_is_played_by_index_and_the_parts_are_the_whole(two: Study, alone: list[list[Row]]) -> None:
    whole = Found(two)
    for begin, end in ((0, 6), (6, 15), (15, None)):
        part = Found(replace(two, begin=begin, end=end))
        run_study(part)
        assert part.rows(0) == alone[0][begin:end]
        for plan in (0, 1):
            rows = part.rows(plan)
            if rows:
                whole.add(Ended(Batch(plan, rows[0].index, len(rows)), tuple(rows), 0.0))
    assert rows_of(whole) == alone


def test_a_rule_that_looks_at_what_is_whole_may_end_a_study(two: Study) -> None:
    found = Found(two)
    run_study(found, enough=lambda found: min(found.whole(0), found.whole(1)) >= 5)
    assert 5 <= found.whole(1) < 14


def test_every_playthrough_is_heard_once(two: Study) -> None:
    heard: list[Row] = []
    found = Found(two)
    run_study(found, Where(2), heard=heard.append)
    assert sorted(row.index for row in heard) == sorted([*range(20), *range(14)])


# ------------------------------------------------------------ workers that die


def dying(index: int, mark: Path | None) -> Callable[[Plan, int, int], list[Row]]:
    """Playing that kills its process at a playthrough: always, or (with a mark) the first time."""

    def play(plan: Plan, begin: int, end: int) -> list[Row]:
        if index in range(begin, end) and not (mark and mark.exists()):
            if mark:
                mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return play_batch(plan, begin, end)

    return play


def test_a_worker_that_is_killed_costs_only_its_batches(
    two: Study, alone: list[list[Row]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(work, "play_batch", dying(9, tmp_path / "once"))
    said: list[str] = []
    found = Found(two)
    run_study(found, Where(2), note=said.append)
    assert rows_of(found) == alone
    assert said == ["a worker died; its batches are played again."]


def test_a_playthrough_that_kills_whoever_plays_it_is_found_told_with_its_seed_and_counted(
    quick: Callable[..., Plan], monkeypatch: pytest.MonkeyPatch
) -> None:
    study = Study("duel", (quick(24),))
    monkeypatch.setattr(work, "play_batch", dying(17, None))
    said: list[str] = []
    found = Found(study)
    run_study(found, Where(2), note=said.append)
    assert len(found) == 24
    assert [row.index for _, row in found.killers()] == [17]
    assert [row for row in found.rows() if row.index != 17] == [
        row for row in play_batch(study.plans[0], 0, 24) if row.index != 17
    ]
    guilty = found.row(17)
    assert guilty is not None
    assert (guilty.finished, guilty.winners, guilty.reason) == (False, (), KILLED)
    assert (
        said[-1]
        == f"playthrough 17 (seed {study.plans[0].seed_of(17)}) kills whoever plays it; it counts as unfinished."
    )


def test_where_every_worker_dies_no_playthrough_is_to_blame(two: Study, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(work, "play_batch", lambda *_: os.kill(os.getpid(), signal.SIGKILL))
    monkeypatch.setattr(run, "_MOST_DEATHS", 4)
    found = Found(two)
    with pytest.raises(WorkersDieError, match="4 workers died one after the other"):
        run_study(found, Where(2))
    assert len(found) == 0


def test_what_was_played_elsewhere_stands_above_a_playthrough_that_killed_its_worker_here(
    two: Study, alone: list[list[Row]]
) -> None:
    found = Found(two)
    lost = replace(alone[0][0], reason=KILLED, finished=False, winners=())
    found.add(Ended(Batch(0, 0, 1), (lost,), 0.0))
    found.add(Ended(Batch(0, 0, 1), (alone[0][0],), 0.0))
    found.add(Ended(Batch(0, 0, 1), (lost,), 0.0))
    assert found.rows() == alone[0][:1]


def test_a_fault_of_a_game_names_the_playthrough_and_its_seed(
    quick: Callable[..., Plan], monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = quick(4)
    monkeypatch.setattr("deckcli.study.playing.row_of", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError) as caught:
        run.run(plan)
    assert caught.value.__notes__ == [f"in playthrough 0 of random | goldfish, seed {plan.seed_of(0)}"]


# ------------------------------------------------------------ batches


def test_batches_grow_to_the_time_they_should_take_and_shrink_at_the_end() -> None:
    cut = Batches([Batch(0, 0, 1000)])
    sizes = []
    while (batch := cut.next(0, 2)) is not None:
        sizes.append(batch.count)
        cut.took(batch, 0.01 * batch.count)
    assert sizes[:4] == [1, 4, 16, 50]
    assert max(sizes) == 50
    assert sizes[-4:] == [1, 1, 1, 1]
    assert sum(sizes) == 1000


def test_plans_advance_together() -> None:
    cut = Batches([Batch(0, 0, 3), Batch(1, 0, 3), Batch(2, 2, 1)])
    order = [cut.next(0, 1) for _ in range(7)]
    assert order == [
        Batch(plan, index, 1) for index in range(3) for plan in range(3) if (plan, index) not in ((2, 0), (2, 1))
    ]


def test_a_batch_is_suspected_after_two_deaths_and_then_played_alone_and_halved() -> None:
    cut = Batches([])
    suspect = Batch(0, 0, 4)
    assert cut.struck(suspect, alone=False) is None
    assert cut.next(3, 4) == suspect  # once may be chance: it comes again among others
    cut.struck(suspect, alone=False)
    assert cut.next(1, 4) is None
    assert cut.next(0, 4) == suspect
    cut.struck(suspect, alone=True)
    assert cut.next(0, 4) == Batch(0, 0, 2)
    cut.struck(Batch(0, 0, 2), alone=True)
    assert cut.next(0, 4) == Batch(0, 0, 1)
    assert cut.struck(Batch(0, 0, 1), alone=True) == Batch(0, 0, 1)
    assert [cut.next(0, 4), cut.next(0, 4), cut.next(0, 4)] == [Batch(0, 1, 1), Batch(0, 2, 2), None]
    assert not cut


def test_runs_are_ascending_numbers_without_a_gap() -> None:
    assert runs([]) == []
    assert runs([1, 2, 3, 7, 9, 10]) == [(1, 3), (7, 1), (9, 2)]


def test_an_executor_plays_two_batches_a_worker_and_this_process_one() -> None:
    assert width_of(make_executor(Where(1), lambda: None, ())) == 1
    assert isinstance(make_executor(Where(1), lambda: None, ()), Here)
    pool = make_executor(Where(3), lambda: None, ())
    assert width_of(pool) == 6
    pool.shutdown()


def test_a_study_has_plans_of_one_game_and_a_part_that_is_one(quick: Callable[..., Plan]) -> None:
    with pytest.raises(ValueError, match="at least one plan"):
        Study("duel", ())
    with pytest.raises(ValueError, match="of one game"):
        Study("duel", (quick(), replace(quick(), game="ashes")))
    for begin, end in ((-1, None), (3, 3)):
        with pytest.raises(ValueError, match="are none"):
            Study("duel", (quick(),), begin=begin, end=end)


def test_a_study_that_is_given_up_does_not_wait_for_what_is_in_play(
    quick: Callable[..., Plan], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A playthrough of a player that thinks may take minutes."""

    def play(plan: Plan, begin: int, end: int) -> list[Row]:
        if begin:
            time.sleep(600)
        return play_batch(plan, begin, end)

    def interrupt(row: Row) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(work, "play_batch", play)
    found = Found(Study("duel", (quick(20),)))
    with pytest.raises(KeyboardInterrupt):
        run_study(found, Where(2), heard=interrupt)
    for _ in range(3000):
        if not multiprocessing.active_children():
            break
        time.sleep(0.01)
    assert multiprocessing.active_children() == []
    assert len(found) == 1
