"""Studies on a cluster: the same figures, whoever plays and whoever dies; a worker with other data plays nothing."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from deckcli.errors import UsageError
from deckcli.study import executors, run, work
from deckcli.study.executors import ClusterError, Here, Where, make_executor
from deckcli.study.folder import Folder
from deckcli.study.found import Found
from deckcli.study.plan import Plan, Row, Study
from deckcli.study.playing import play_batch
from deckcli.study.run import run_study


def rows_of(found: Found) -> list[list[Row]]:
    return [found.rows(plan) for plan in range(len(found.study.plans))]


@pytest.fixture(scope="module")
def alone(two: Study) -> list[list[Row]]:
    return [play_batch(plan, 0, plan.n) for plan in two.plans]


# ------------------------------------------------------------ Dask


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """A scheduler with two workers, in threads of this process; they speak TCP all the same."""
    distributed = pytest.importorskip("distributed", reason="the extra `cluster` is not installed")
    cluster: Any = distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=False, protocol="tcp", host="127.0.0.1", dashboard_address=":0"
    )
    with cluster:
        yield cluster.scheduler_address


def test_a_cluster_gives_the_rows_of_one_process(
    two: Study, alone: list[list[Row]], address: str, warm_home: Path
) -> None:
    found = Found(two)
    run_study(found, Where(cluster=address))
    assert rows_of(found) == alone


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"engine": "e" * 32}, "another engine"),
        ({"data": "d" * 32}, r"other card data \([0-9a-f]{12}, and not dddddddddddd\)"),
        ({"players": (("careful", "mine 1.1"),)}, r'another player "careful" \(none, and not mine 1\.1\)'),
    ],
)
def test_a_worker_with_another_engine_other_cards_or_another_player_refuses_and_says_so(
    two: Study, address: str, warm_home: Path, monkeypatch: pytest.MonkeyPatch, wrong: dict[str, Any], words: str
) -> None:
    stamp_of = run.stamp_of
    monkeypatch.setattr(run, "stamp_of", lambda study: replace(stamp_of(study), **wrong))
    monkeypatch.setattr(work, "_SECONDS_BEFORE_REFUSING", 0.0)
    said: list[str] = []
    found = Found(two)
    with pytest.raises(ClusterError, match=f"no worker plays: {words}"):
        run_study(found, Where(cluster=address), note=said.append)
    assert len(found) == 0
    assert said[0].startswith(f"worker {socket.gethostname()}:{os.getpid()} does not play: ")


def test_a_worker_without_the_cards_of_a_deck_refuses(
    quick: Callable[..., Plan], address: str, warm_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = quick(3)
    deck = plan.sides[0].deck
    own = replace(deck.slots[1].card, slug="my-own-card", pack="mine")
    mine = replace(deck, slots=(*deck.slots, replace(deck.slots[1], card=own)))
    study = Study("duel", (replace(plan, sides=(replace(plan.sides[0], deck=mine), plan.sides[1])),))
    monkeypatch.setattr(work, "_SECONDS_BEFORE_REFUSING", 0.0)
    with pytest.raises(ClusterError, match=r'no worker plays: .*a deck is not whole any more: .*"my-own-card"'):
        run_study(Found(study), Where(cluster=address))


def test_where_no_scheduler_answers_it_is_said(two: Study, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed", reason="the extra `cluster` is not installed")
    monkeypatch.setattr(executors, "_SECONDS_TO_ANSWER", 0.3)
    with pytest.raises(ClusterError, match=r"tcp://127\.0\.0\.1:1: no scheduler answers there"):
        run_study(Found(two), Where(cluster="tcp://127.0.0.1:1"))


def test_without_the_extra_it_is_named(two: Study, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(UsageError, match=r"pip install 'deckcli\[cluster\]'"):
        run_study(Found(two), Where(cluster="tcp://127.0.0.1:1"))


# ------------------------------------------------------------ other clusters


class Odd(Here):
    """An executor of a third party, whose first answers are `first` and whose workers are then as good as any."""

    def __init__(self, first: list[Any]) -> None:
        self.first = first

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        if not self.first:
            return super().submit(fn, *args, **kwargs)
        answer = self.first.pop(0)
        future: Future[Any] = Future()
        if isinstance(answer, BaseException):
            future.set_exception(answer)
        else:
            future.set_result(answer(args[0]))
        return future


@pytest.fixture
def odd(monkeypatch: pytest.MonkeyPatch, warm_home: Path) -> Callable[[list[Any]], Where]:
    """`odd([...])`: a cluster `odd:there` that answers so first, by an entry point."""

    def installed(first: list[Any]) -> Where:
        point = SimpleNamespace(name="odd", load=lambda: lambda address: Odd(first) if address == "odd:there" else "no")
        monkeypatch.setattr(executors, "entry_points", lambda group: [point] if group == executors.GROUP else [])
        return Where(cluster="odd:there")

    return installed


def test_another_kind_of_cluster_comes_by_an_entry_point(
    two: Study, alone: list[list[Row]], odd: Callable[[list[Any]], Where]
) -> None:
    found = Found(two)
    run_study(found, odd([]))
    assert rows_of(found) == alone
    with pytest.raises(ClusterError, match="gave no executor"):
        run_study(Found(two), Where(cluster="odd:elsewhere"))


def test_one_worker_that_refuses_costs_nothing_but_a_line(
    two: Study, alone: list[list[Row]], odd: Callable[[list[Any]], Where]
) -> None:
    said: list[str] = []
    found = Found(two)
    refuses = lambda order: work.Refused(order.batch, "old:1", "another engine")  # noqa: E731
    run_study(found, odd([refuses] * 3), note=said.append)
    assert rows_of(found) == alone
    assert said == ["worker old:1 does not play: another engine"]


def test_a_worker_without_deckcli_is_told_in_words(two: Study, odd: Callable[[list[Any]], Where]) -> None:
    with pytest.raises(ClusterError, match="a worker could not play: No module named 'deckcli'"):
        run_study(Found(two), odd([ModuleNotFoundError("No module named 'deckcli'")]))


def test_a_cluster_that_is_gone_is_told_and_what_was_played_is_kept(
    two: Study, odd: Callable[[list[Any]], Where]
) -> None:
    class CommClosedError(OSError):
        pass

    found = Found(two)
    with pytest.raises(ClusterError, match="the cluster was lost"):
        run_study(found, odd([work.work, CommClosedError("gone")]))
    assert len(found) == 1


def test_a_cluster_without_workers_is_waited_for_and_not_for_ever(
    two: Study, odd: Callable[[list[Any]], Where], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Odd, "width", lambda self: 0, raising=False)
    monkeypatch.setattr(run, "_SECONDS_ALONE", 0.0)
    monkeypatch.setattr(run.time, "sleep", lambda _: None)
    said: list[str] = []
    with pytest.raises(ClusterError, match="no worker has been there for"):
        run_study(Found(two), odd([]), note=said.append)
    assert said == ["odd:there: no worker is there now. Ctrl-C ends the study with what there is."]


def test_an_address_that_is_none_is_refused() -> None:
    for wrong in ("somewhere", ":8786", "gopher://x"):
        with pytest.raises(UsageError, match=r"--cluster wants an address|no kind of cluster"):
            make_executor(Where(cluster=wrong), lambda: None, ())


# ------------------------------------------------------------ a real one


class Grid:
    """A scheduler and workers as processes of their own on this machine."""

    def __init__(self, stack: ExitStack, folder: Path, workers: int) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.address = f"tcp://127.0.0.1:{free.getsockname()[1]}"
        self.stack, self.folder = stack, folder
        port = self.address.rpartition(":")[2]
        self.scheduler = self.begin("scheduler", "--host", "127.0.0.1", "--port", port, "--no-dashboard")
        self.workers = [
            self.begin("worker", self.address, "--nthreads", "1", "--no-nanny", "--no-dashboard")
            for _ in range(workers)
        ]

    def begin(self, what: str, *arguments: str) -> subprocess.Popen[bytes]:
        process = subprocess.Popen(
            [sys.executable, "-m", f"distributed.cli.dask_{what}", *arguments],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=self.folder,
        )  # fmt: skip
        self.stack.callback(process.wait, 30)
        self.stack.callback(process.kill)
        return process

    def wait(self) -> None:
        """Until all workers are there, for a minute at most."""
        distributed = pytest.importorskip("distributed")
        with distributed.Client(self.address, timeout=60, set_as_default=False) as client:
            client.wait_for_workers(len(self.workers), timeout=60)


@pytest.mark.scaled
@pytest.mark.skipif(not os.environ.get("DECKCLI_LONG"), reason="processes of a cluster start slowly: second stage")
def test_a_worker_killed_in_mid_study_changes_no_figure(
    quick: Callable[..., Plan], warm_home: Path, tmp_path: Path
) -> None:
    pytest.importorskip("distributed", reason="the extra `cluster` is not installed")
    study = Study("duel", (quick(300), quick(300, one="s02", other="s01")))
    with ExitStack() as stack:
        grid = Grid(stack, tmp_path, 2)
        grid.wait()
        gone: list[int] = []

        def heard(row: Row) -> None:
            if row.index >= 60 and not gone:
                gone.append(row.index)
                grid.workers[0].send_signal(signal.SIGKILL)

        with Folder.begin(tmp_path / "study", study) as folder:
            run_study(folder, Where(cluster=grid.address), heard=heard)
    assert gone
    plain = Found(study)
    run_study(plain, Where(2))
    assert rows_of(folder) == rows_of(plain)
    assert folder.killers() == []


@pytest.mark.scaled
@pytest.mark.skipif(not os.environ.get("DECKCLI_LONG"), reason="processes of a cluster start slowly: second stage")
def test_a_scheduler_killed_in_mid_study_loses_nothing_that_was_played(
    quick: Callable[..., Plan], warm_home: Path, built: Any, tmp_path: Path
) -> None:
    pytest.importorskip("distributed", reason="the extra `cluster` is not installed")
    study = Study("duel", (quick(200),))
    with ExitStack() as stack:
        grid = Grid(stack, tmp_path, 1)
        grid.wait()
        began = time.monotonic()
        with Folder.begin(tmp_path / "study", study) as folder, pytest.raises(ClusterError, match=r"lost|no worker"):
            run_study(
                folder, Where(cluster=grid.address),
                heard=lambda row: grid.scheduler.send_signal(signal.SIGKILL) if row.index == 20 else None,
            )  # fmt: skip
        assert time.monotonic() - began < 120
    assert 20 < len(folder) < 200
    with Folder.open(tmp_path / "study", built, write=True) as again:
        run_study(again)
    assert again.rows() == play_batch(study.plans[0], 0, 200)
