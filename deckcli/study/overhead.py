"""What a cluster costs: the same studies by processes alone and by a scheduler with as many workers, on loopback."""

from __future__ import annotations

import os
import socket
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from catalog.reading import Catalog
from deckcli.errors import UsageError
from deckcli.study.executors import Where
from deckcli.study.found import Found
from deckcli.study.plan import Plan, Side, Study
from deckcli.study.run import run_study
from deckcli.study.speed import bundled_deck

DECKS = ("s01", "s02")
_SECONDS_TO_BEGIN = 60


@dataclass(frozen=True, slots=True)
class Overhead:
    """Studies of so many `games` by `workers` processes and by as many workers of a cluster: the seconds of each by the
    clock, how many times longer the cluster took (one ratio a pair), and whether all rows were the same."""

    games: int
    workers: int
    plain: tuple[float, ...]
    cluster: tuple[float, ...]
    same: bool

    @property
    def ratios(self) -> list[float]:
        """Cluster to plain processes, pair by pair."""
        return [one / other for one, other in zip(self.cluster, self.plain, strict=True)]


def overhead(catalog: Catalog, home: Path, games: int, pairs: int, workers: int = 2) -> Overhead:
    """Measure it; `home` is the folder of the catalogue, for the workers. Which of both begins changes with every pair.

    Raises UsageError where the extra `cluster` is not installed.
    """
    sides = tuple(Side(name, bundled_deck(catalog, name, "cipher"), "heuristic") for name in DECKS)
    plain: list[float] = []
    cluster: list[float] = []
    same = True
    with grid(home, workers) as address:
        there, here = Where(cluster=address), Where(workers)
        _played(Study("duel", (Plan("cipher", sides, 8 * workers, 0),)), there)  # workers open their catalogue
        for pair in range(pairs):
            study = Study("duel", (Plan("cipher", sides, games, pair + 1),))
            told = {where: _played(study, where) for where in ((here, there) if pair % 2 else (there, here))}
            plain.append(told[here][0])
            cluster.append(told[there][0])
            same = same and told[here][1].rows() == told[there][1].rows()
    return Overhead(games, workers, tuple(plain), tuple(cluster), same)


def _played(study: Study, where: Where) -> tuple[float, Found]:
    found, began = Found(study), time.perf_counter()
    run_study(found, where)
    return time.perf_counter() - began, found


@contextmanager
def grid(home: Path, workers: int) -> Iterator[str]:
    """A scheduler and workers as processes of their own, on loopback alone; its address. They end with this. Raises
    UsageError where Dask is not installed, TimeoutError where they do not come."""
    try:
        import distributed
    except ImportError:
        raise UsageError("this wants the extra `cluster`: pip install 'deckcli[cluster]'.") from None
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    address = f"tcp://127.0.0.1:{port}"
    with ExitStack() as stack:
        _begin(stack, home, "scheduler", ["--host", "127.0.0.1", "--port", port, "--no-dashboard"])
        for _ in range(workers):
            _begin(stack, home, "worker", [address, "--nthreads", "1", "--no-nanny", "--no-dashboard"])
        connect: Any = distributed.Client  # untyped, where it is installed
        with connect(address, timeout=_SECONDS_TO_BEGIN, set_as_default=False) as client:
            client.wait_for_workers(workers, timeout=_SECONDS_TO_BEGIN)
        yield address


def _begin(stack: ExitStack, home: Path, what: str, arguments: Sequence[str]) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", f"distributed.cli.dask_{what}", *arguments],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=home, env={**os.environ, "DECKCLI_HOME": str(home)},
    )  # fmt: skip
    stack.callback(process.wait, 30)
    stack.callback(process.kill)


def overhead_in_words(found: Overhead) -> str:
    """The result in two lines of plain text."""
    ratios = found.ratios
    return (
        f"cluster: {statistics.median(ratios):.2f} x the wall time of plain processes in the median of {len(ratios)}"
        f" pairs ({min(ratios):.2f} to {max(ratios):.2f}); {'the same' if found.same else 'OTHER'} rows\n"
        f"    {found.games} games of Cipher, {found.workers} workers each: {statistics.median(found.plain):.1f} s by"
        f" processes, {statistics.median(found.cluster):.1f} s by a scheduler and workers on loopback"
    )
