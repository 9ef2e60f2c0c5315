"""Running a plan: in this process or in several, with the same rows for any number of them."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from typing import Any

from deckcli.engine.playthrough import Player, Playthrough, Setting
from deckcli.engine.table import Table
from deckcli.games import GAMES
from deckcli.games.game import Playable
from deckcli.study.plan import Plan, Row

_SPREAD = 16
"""Batches a job, so that the last one does not keep everybody waiting."""
_MOST_IN_BATCH = 25
"""Whoever breaks a study off waits for a batch of each process, and what was played of it is lost."""


class NotPlayedError(ValueError):
    """A game that deckcli does not play, or a player that the game does not have."""


def run(plan: Plan, jobs: int = 1, heard: Callable[[Row], None] | None = None) -> list[Row]:
    """Every playthrough of a plan, in the order of its index; `heard` is told of each as it ends.

    A worker that dies costs only its batch, which is played again here. KeyboardInterrupt ends the study early: the
    rows so far are in the exception's `rows`.
    """
    rows: dict[int, Row] = {}

    def take(row: Row) -> None:
        rows[row.index] = row
        if heard is not None:
            heard(row)

    try:
        for row in _one_process(plan) if jobs <= 1 or plan.n < 4 else _processes(plan, jobs):
            take(row)
    except KeyboardInterrupt as interrupt:
        raise InterruptedStudy([rows[index] for index in sorted(rows)]) from interrupt
    return [rows[index] for index in sorted(rows)]


class InterruptedStudy(KeyboardInterrupt):
    """A study that was broken off; `rows` are the playthroughs that ended before."""

    def __init__(self, rows: list[Row]) -> None:
        super().__init__()
        self.rows = rows


def _one_process(plan: Plan) -> Iterator[Row]:
    playable = playable_of(plan.game)
    yield from (play_one(plan, playable, index) for index in range(plan.n))


def play_batch(plan: Plan, begin: int, end: int) -> list[Row]:
    """Playthroughs `begin` to `end` - 1 of a plan: a pure function of its arguments."""
    playable = playable_of(plan.game)
    return [play_one(plan, playable, index) for index in range(begin, end)]


def _processes(plan: Plan, jobs: int) -> Iterator[Row]:
    size = max(1, min(_MOST_IN_BATCH, plan.n // (jobs * _SPREAD)))
    batches = [(begin, min(begin + size, plan.n)) for begin in range(0, plan.n, size)]
    lost: list[tuple[int, int]] = []
    pool = ProcessPoolExecutor(max_workers=jobs, initializer=_leave_interrupts)
    waiting: dict[Future[list[Row]], tuple[int, int]] = {}
    try:
        for begin, end in batches:
            waiting[pool.submit(play_batch, plan, begin, end)] = (begin, end)
        while waiting:
            done, _ = wait(waiting, return_when=FIRST_COMPLETED)
            for future in done:
                batch = waiting.pop(future)
                try:
                    yield from future.result()
                except BrokenProcessPool:
                    lost.append(batch)
    finally:
        # One by one: the pool forgets to cancel anything when it is collected before its thread has looked.
        for future in waiting:
            future.cancel()
        pool.shutdown(wait=False, cancel_futures=True)
    for begin, end in lost:
        yield from play_batch(plan, begin, end)


def _leave_interrupts() -> None:
    """Ctrl-C reaches every process of a terminal, and only the first one heeds it: a worker that dies of it while it
    takes its next batch would leave the queue locked for all."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def playable_of(game: str) -> Playable:
    """The rules of a game. Raises NotPlayedError for one that deckcli does not play yet."""
    played = GAMES[game].played
    if played is None:
        raise NotPlayedError(f"deckcli does not play {GAMES[game].name} yet.")
    return played()


def _options(plan: Plan, playable: Playable, seating: Sequence[int]) -> Mapping[str, Any]:
    """The options of a plan; where a game wants to know which seat is passive, the goldfish's, seats being changed."""
    idle = [seat for seat, side in enumerate(seating) if plan.sides[side].player == "goldfish"]
    if PASSIVE not in playable.options or PASSIVE in plan.options or len(idle) != 1:
        return plan.options
    return {**plan.options, PASSIVE: str(idle[0])}


PASSIVE = "passive"
"""The option by which a game is told the seat that does nothing."""


def play_one(plan: Plan, playable: Playable, index: int) -> Row:
    """One playthrough of a plan."""
    seating, seed = plan.seating(index), plan.seed_of(index)
    decks = tuple(playable.deck_of(plan.sides[side].deck) for side in seating)
    setting = Setting(decks, _options(plan, playable, seating), seed)
    players: list[Player] = [playable.player(plan.sides[side].player, seed, seat) for seat, side in enumerate(seating)]
    playthrough = Playthrough(playable.rules, setting)
    seat = seating.index(0)

    def stop(table: Table) -> str:
        return f"{plan.turns} turns" if playable.turns(table, seat) > plan.turns else ""

    outcome = playthrough.play(players, plan.most, stop if plan.turns else None)
    table = playthrough.table
    first = playable.first_seat(table)
    return Row(
        index=index,
        seed=seed,
        finished=outcome.finished,
        winners=tuple(seating[seat] for seat in outcome.winners),
        reason=outcome.reason,
        first=seating[first] if first >= 0 else -1,
        decisions=len(playthrough.log),
        measures=playable.measures(table, seat),
    )
