"""Running a study: in this process, in several or on a cluster, with the same rows for any number of them."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Executor, Future, wait
from dataclasses import dataclass, field

from deckcli.engine.playthrough import RulesStuckError
from deckcli.errors import PlayerError
from deckcli.study.batches import Batches
from deckcli.study.executors import ClusterError, Where, died, leave, lost, make_executor, width_of
from deckcli.study.executors import WorkersDieError as WorkersDieError
from deckcli.study.found import Found
from deckcli.study.plan import Batch, Ended, Plan, Row, Study, killed
from deckcli.study.playing import PASSIVE as PASSIVE
from deckcli.study.playing import NotPlayedError as NotPlayedError
from deckcli.study.playing import play_batch as play_batch
from deckcli.study.playing import play_one as play_one
from deckcli.study.playing import playable_of as playable_of
from deckcli.study.settings import Stamp, order_text, stamp_of
from deckcli.study.work import Order, Refused, know, work

_MOST_REFUSALS = 8
"""So many refusals one after the other, and no batch played between, end a study."""
_MOST_DEATHS = 40
"""So often workers may die one after the other, and no batch be played between: to find one guilty playthrough takes a
dozen; more means that it is not the playthroughs."""
_SECONDS_TO_LOOK = 5.0
"""How long is waited for a batch before it is looked whether anybody is still there."""
_SECONDS_ALONE = 60.0
"""How long a cluster may have no worker at all."""
_FAULTS = (LookupError, ArithmeticError, AssertionError, TypeError, ValueError, RulesStuckError, PlayerError)
"""What a fault of a game or a player raises; anything else that comes from a cluster is the worker's own trouble."""


class InterruptedStudy(KeyboardInterrupt):
    """A study that was broken off; `rows` are the playthroughs that ended before."""

    def __init__(self, rows: list[Row]) -> None:
        super().__init__()
        self.rows = rows


def run(plan: Plan, jobs: int = 1, heard: Callable[[Row], None] | None = None) -> list[Row]:
    """Every playthrough of one plan, in the order of its index; `heard` is told of each as it ends.

    KeyboardInterrupt ends it early: the rows so far are in the exception's `rows`.
    """
    found = Found(Study("", (plan,)))
    try:
        run_study(found, Where(jobs), heard=heard)
    except KeyboardInterrupt as interrupt:
        raise InterruptedStudy(found.rows()) from interrupt
    return found.rows()


def run_study(
    found: Found,
    where: Where | None = None,
    *,
    heard: Callable[[Row], None] | None = None,
    note: Callable[[str], None] | None = None,
    enough: Callable[[Found], bool] | None = None,
) -> None:
    """Play what `found` still misses of its study, and add it there (a Folder keeps it on disk too, batch by batch).

    `heard` is told of each playthrough; `note` of what a person should know (a worker that died or refuses). `enough`
    is asked after every batch, and ends the study when it says so: a rule that looks at `Found.whole` alone gives the
    same answer for any workers and any order.

    What the rows are depends on the study alone: not on the workers, their number, machines or order, nor on the
    batches. A worker that dies costs only its batches, which are played again; a playthrough that kills whoever plays
    it is found, and has a row that says so (`plan.KILLED`). KeyboardInterrupt ends the study early, and what was
    played by then is in `found`. Raises UsageError and ClusterError as `make_executor`, ClusterError when a cluster is
    lost or all its workers refuse, and WorkersDieError where every process dies.
    """
    missing = found.missing()
    if not missing:
        return
    left = sum(batch.count for batch in missing)
    where = where or Where()
    running = _Run(found, where if left > 3 or where.cluster else Where(), Batches(missing), heard, note, enough)
    running.go()


@dataclass(slots=True)
class _Run:
    """A study that runs: the batches in play by their futures, and what is known of those that are not."""

    found: Found
    where: Where
    batches: Batches
    heard: Callable[[Row], None] | None
    note: Callable[[str], None] | None
    enough: Callable[[Found], bool] | None
    waiting: dict[Future[Ended | Refused], Batch] = field(default_factory=dict)
    refused: int = 0
    deaths: int = 0
    told: set[str] = field(default_factory=set)
    orders: dict[int, tuple[str, Stamp]] = field(default_factory=dict)
    alone_since: float = 0.0
    broken: bool = False

    def go(self) -> None:
        executor = self._make()
        try:
            while self.batches or self.waiting:
                self._fill(executor)
                if self._take(executor) and self.enough is not None and self.enough(self.found):
                    return
                if self.broken:
                    self.deaths += 1
                    if self.deaths >= _MOST_DEATHS:
                        raise WorkersDieError(f"{self.deaths} workers died one after the other, whatever they played.")
                    leave(executor, self.waiting)
                    executor, self.broken = self._make(), False
        finally:
            leave(executor, self.waiting)

    def _make(self) -> Executor:
        return make_executor(self.where, know, (self.found.study.plans,))

    def _fill(self, executor: Executor) -> None:
        """Send batches until enough are in play."""
        width = width_of(executor)
        while (batch := self.batches.next(len(self.waiting), width)) is not None:
            try:
                self.waiting[executor.submit(work, self._order(batch))] = batch
            except BrokenExecutor:  # the futures of those in play say the same
                self.batches.put_back(batch)
                self.broken = True
                return

    def _order(self, batch: Batch) -> Order:
        if not self.where.cluster:
            return Order(batch)
        if batch.plan not in self.orders:
            alone = Study("batch", (self.found.study.plans[batch.plan],))
            self.orders[batch.plan] = order_text(alone), stamp_of(alone)
        return Order(batch, *self.orders[batch.plan])

    def _take(self, executor: Executor) -> bool:
        """Wait for a batch, and take in all that have ended; whether any rows came."""
        done, _ = wait(self.waiting, _SECONDS_TO_LOOK, FIRST_COMPLETED)
        if not done and not self.broken:
            self._look(executor)
        elif any(isinstance(_error(future), BrokenExecutor) for future in done):
            done, _ = wait(self.waiting)  # a broken pool ends them all
            self.broken = True
        alone, before = len(self.waiting) == 1, len(self.found)
        for future in done:
            self._ended(future, self.waiting.pop(future), alone)
        return len(self.found) > before

    def _look(self, executor: Executor) -> None:
        """Nothing ended for a while: is anybody there? Raises ClusterError when nobody has been for long."""
        if width_of(executor):
            self.alone_since = 0.0
            return
        self._say(f"{self.where.cluster}: no worker is there now. Ctrl-C ends the study with what there is.")
        now = time.monotonic()
        self.alone_since = self.alone_since or now
        if now - self.alone_since > _SECONDS_ALONE:
            raise ClusterError(f"{self.where.cluster}: no worker has been there for {_SECONDS_ALONE:.0f} seconds.")
        if not self.waiting:
            time.sleep(1)

    def _ended(self, future: Future[Ended | Refused], batch: Batch, alone: bool) -> None:
        error = _error(future)
        if error is None:
            self._result(future.result())
        elif times := died(error):
            self._say("a worker died; its batches are played again.")
            guilty = self.batches.struck(batch, alone=alone, times=times)
            if guilty is not None:
                self._keep(self._killer(guilty))
        elif self.where.cluster and lost(error):
            raise ClusterError(f"{self.where.cluster}: the cluster was lost ({type(error).__name__}).")
        elif self.where.cluster and not isinstance(error, _FAULTS):
            raise ClusterError(f"{self.where.cluster}: a worker could not play: {error}. Has it the same deckcli?")
        else:
            raise error

    def _killer(self, batch: Batch) -> Ended:
        row = killed(self.found.study.plans[batch.plan], batch.first)
        self._say(f"playthrough {row.index} (seed {row.seed}) kills whoever plays it; it counts as unfinished.")
        return Ended(batch, (row,), 0.0)

    def _result(self, result: Ended | Refused) -> None:
        if isinstance(result, Ended):
            self.refused = self.deaths = 0
            self.batches.took(result.batch, result.seconds)
            self._keep(result)
            return
        self.refused += 1
        self._say(f"worker {result.who} does not play: {result.why}")
        if self.refused >= _MOST_REFUSALS:
            raise ClusterError(f"{self.where.cluster}: no worker plays: {result.why}")
        self.batches.put_back(result.batch)

    def _keep(self, ended: Ended) -> None:
        self.found.add(ended)
        if self.heard is not None:
            for row in ended.rows:
                self.heard(row)

    def _say(self, words: str) -> None:
        """Tell a person, once for equal words."""
        if self.note is not None and words not in self.told:
            self.told.add(words)
            self.note(words)


def _error(future: Future[Ended | Refused]) -> BaseException | None:
    """What a future that is done raises."""
    try:
        return future.exception()
    except CancelledError as error:
        return error
