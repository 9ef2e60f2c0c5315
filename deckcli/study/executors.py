"""Where batches are played: in this process, in several, or on a cluster. Only this module knows.

Everybody else programs against `concurrent.futures.Executor`. Another kind of cluster is added by an entry point of the
group `deckcli.executors`: its name is the word before the colon of `--cluster NAME:...`, and its object a function
that takes the whole address and gives an Executor whose workers have this deckcli installed.
"""

from __future__ import annotations

import logging
import multiprocessing
import multiprocessing.connection
import os
import signal
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
    wait,
)
from dataclasses import dataclass
from importlib.metadata import entry_points
from typing import Any, TypeVar

from deckcli.errors import DeckcliError, UsageError

A = TypeVar("A")
T = TypeVar("T")
GROUP = "deckcli.executors"
_SECONDS_TO_ANSWER = 15


class ClusterError(DeckcliError):
    """A cluster that cannot be reached, has no workers, or was lost."""


class WorkersDieError(DeckcliError):
    """Every worker dies, so that nothing can be said of what it was to play: too little memory, a broken machine."""


@dataclass(frozen=True, slots=True)
class Where:
    """`jobs` processes of this machine (1: this very process), or the cluster at an address."""

    jobs: int = 1
    cluster: str = ""


def make_executor(where: Where, begin: Callable[..., None], told: tuple[Any, ...]) -> Executor:
    """What plays batches there. Every process of this machine calls `begin(*told)` once before it plays; workers of a
    cluster do not, and have to be told all they need with each batch.

    Raises UsageError for an address that nobody knows or an extra that is not installed, ClusterError where no
    scheduler answers.
    """
    if where.cluster:
        return _cluster(where.cluster)
    if where.jobs <= 1:
        begin(*told)
        return Here()
    return Processes(where.jobs, begin, told)


class Processes(ProcessPoolExecutor):
    """Processes of this machine that end when nobody waits for them any more: with this one, however it ends, and,
    in the middle of a batch, when what is in play is given up."""

    def __init__(self, count: int, begin: Callable[..., None], told: tuple[Any, ...]) -> None:
        heard, self._ending = multiprocessing.Pipe(duplex=False)
        super().__init__(max_workers=count, initializer=_begin_process, initargs=(heard, begin, told))

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        """Let one of them do it."""
        return super().submit(_played, fn, *args, **kwargs)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End them; with `cancel_futures` in the middle of what they do."""
        if cancel_futures and not self._ending.closed:
            self._ending.send_bytes(b"end")
            self._ending.close()
        super().shutdown(wait=wait, cancel_futures=cancel_futures)


_PLAYING = threading.Event()
_LEAVING = threading.Lock()


def _begin_process(heard: Any, begin: Callable[..., None], told: tuple[Any, ...]) -> None:
    """Ctrl-C reaches every process of a terminal, and only the first one heeds it: a worker that dies of it while it
    takes its next batch would leave the queue locked for all."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_in_time, args=(heard,), daemon=True).start()
    begin(*told)


def _played(fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> T:
    _PLAYING.set()
    try:
        return fn(*args, **kwargs)
    finally:
        with _LEAVING:
            _PLAYING.clear()


def _end_in_time(heard: Any) -> None:
    """End this process when the study is killed, which would else leave it waiting for its next batch for ever; and
    when it is given up, while a batch is played: never while one is taken or its rows are sent, since the queues are
    locked then."""
    parent = multiprocessing.parent_process()
    gone = [] if parent is None else [parent.sentinel]
    if gone and gone[0] in multiprocessing.connection.wait([*gone, heard]):
        os._exit(1)
    while True:
        with _LEAVING:
            if _PLAYING.is_set():
                os._exit(0)
        if multiprocessing.connection.wait(gone, 0.05):
            os._exit(1)


class Here(Executor):
    """This process: what is submitted is done at once."""

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        """Call it; the future is done when it is given. KeyboardInterrupt goes through."""
        future: Future[T] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future

    def width(self) -> int:
        """One batch at a time."""
        return 1


def width_of(executor: Executor) -> int:
    """How many batches should be in play: two for each worker, so that none waits for its next one. 0 where there is
    no worker now. An executor of a third party may say so itself, by a method `width`."""
    told = getattr(executor, "width", None)
    if callable(told):
        return int(told())
    return 2 * int(getattr(executor, "_max_workers", 4))


def died(error: BaseException) -> int:
    """How often a worker died of a batch, by what its future raised: 0 where none did. A pool of processes says so the
    first time, Dask after it has tried several workers."""
    if isinstance(error, BrokenExecutor):
        return 1
    return 2 if type(error).__name__ == "KilledWorker" else 0


def lost(error: BaseException) -> bool:
    """Whether what a future raised means that the cluster itself is gone."""
    return isinstance(error, CancelledError) or type(error).__name__ in ("FutureCancelledError", "CommClosedError")


def leave(executor: Executor, waiting: Mapping[Future[Any], Any]) -> None:
    """End an executor without waiting for what is in play; what waits is never begun."""
    # One by one: the pool forgets to cancel anything when it is collected before its thread has looked.
    for future in waiting:
        future.cancel()
    executor.shutdown(wait=False, cancel_futures=True)


# ---------------------------------------------------------------- one thing after the other

_DEATHS = 5
"""So often one thing may be in play when a worker dies."""


def in_order(where: Where, do: Callable[[A], T], given: Sequence[A]) -> Iterator[T]:
    """What `do` gives for each of these, in their order, whoever does it. Where a worker dies, what was in play is done
    again. For what is no study of plans: `run_study` plays those.

    Raises what `do` raises, WorkersDieError where the same thing is in play time and again as a worker dies, and as
    `make_executor`.
    """
    line = _Line(do, given)
    executor = make_executor(where, _nothing, ())
    try:
        for number in range(len(given)):
            while number not in line.found:
                if not line.go_on(executor):
                    leave(executor, line.waiting)
                    executor = make_executor(where, _nothing, ())
            yield line.found.pop(number)
    finally:
        leave(executor, line.waiting)


def _nothing() -> None:
    """What a process has to know beforehand."""


class _Line:
    """Things that are done: those in play by their futures, what is `found` of others by number, and what is left."""

    def __init__(self, do: Callable[[Any], Any], given: Sequence[Any]) -> None:
        self.do = do
        self.given = given
        self.left = list(reversed(range(len(given))))
        self.waiting: dict[Future[Any], int] = {}
        self.found: dict[int, Any] = {}
        self.strikes: Counter[int] = Counter()

    def go_on(self, executor: Executor) -> bool:
        """Send more of them, and take in what has ended; False when a worker has died."""
        try:
            while self.left and len(self.waiting) < width_of(executor):
                number = self.left[-1]
                self.waiting[executor.submit(self.do, self.given[number])] = number
                self.left.pop()
            done, _ = wait(self.waiting, return_when=FIRST_COMPLETED)
            for future in done:
                self.found[self.waiting[future]] = future.result()
                del self.waiting[future]
        except BrokenExecutor:
            self._struck()
            return False
        return True

    def _struck(self) -> None:
        self.strikes.update(self.waiting.values())
        again = sorted(self.waiting.values(), reverse=True)
        self.waiting.clear()
        self.left += again
        if any(self.strikes[number] >= _DEATHS for number in again):
            raise WorkersDieError(f"{_DEATHS} workers died one after the other while the same things were in play.")


# ---------------------------------------------------------------- clusters


def _cluster(address: str) -> Executor:
    scheme, colon, _ = address.partition(":")
    if not colon or not scheme:
        raise UsageError(f'--cluster wants an address such as tcp://host:8786, and got "{address}".')
    for point in entry_points(group=GROUP):
        if point.name == scheme:
            return _from(point.load(), address)
    if scheme in ("tcp", "tls", "ucx", "ws", "wss"):
        return _dask(address)
    raise UsageError(f'no kind of cluster is called "{scheme}": Dask has tcp:// and tls://.')


def _from(make: Callable[[str], object], address: str) -> Executor:
    made = make(address)
    if not isinstance(made, Executor):
        raise ClusterError(f"{address}: what is installed for it gave no executor.")
    return made


def _dask(address: str) -> Executor:
    try:
        import distributed
    except ImportError:
        raise UsageError("--cluster wants the extra `cluster`: pip install 'deckcli[cluster]'.") from None
    # What it has to say of lost workers is said in our words.
    for name in list(logging.root.manager.loggerDict):
        if name.split(".")[0] == "distributed":
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    connect: Any = distributed.Client  # untyped, where it is installed
    try:
        client = connect(address, timeout=_SECONDS_TO_ANSWER, set_as_default=False)
    except (OSError, TimeoutError, ValueError) as error:
        what = str(error).splitlines()[0][:200] if str(error) else type(error).__name__
        raise ClusterError(f"{address}: no scheduler answers there ({what}).") from None
    return _DaskExecutor(client)


class _DaskExecutor(Executor):
    """The workers of a Dask scheduler. Batches of a lost worker are played by another; one that was in play when a
    worker died for the fourth time comes back as an error (`died`)."""

    def __init__(self, client: Any) -> None:
        self._client = client
        self._executor = client.get_executor(pure=False)
        self._asked = -1e9
        self._width = 0

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        """Send it to any worker."""
        future: Future[T] = self._executor.submit(fn, *args, **kwargs)
        return future

    def width(self) -> int:
        """Two for every thread of every worker that is there now; asked once a second at most."""
        now = time.monotonic()
        if now - self._asked > 1:
            self._asked, self._width = now, 2 * sum(self._client.nthreads().values())
        return self._width

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Leave the cluster; it goes on without us."""
        self._executor.shutdown(wait=wait and not cancel_futures)
        self._client.close(timeout=2)
