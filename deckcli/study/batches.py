"""What is still to be played, cut into batches by how long they take; and what to do with those that kill a worker."""

from __future__ import annotations

import heapq
from collections import Counter, deque
from collections.abc import Iterable

from deckcli.study.plan import Batch

AIM = 0.5
"""Seconds that a batch should take: long against the cost of sending it, short to wait for or to lose."""
MOST_IN_BATCH = 1_000
_GROWTH = 4
"""A batch is at most so many times as long as the one before, since the first ones tell little."""
STRIKES = 2
"""So often a batch may be in play when a worker dies before it is suspected and played alone."""


class Batches:
    """The batches of a study that are still to be played.

    Plans advance together, those with the lowest index first, so that a study that is broken off has about as much of
    each. A batch that was in play when a worker died comes again, after the others; one that was so twice is played
    alone, when nothing else is: if its worker dies again, it is cut in halves that are played alone too, until it is
    one playthrough, which is then guilty beyond doubt.
    """

    def __init__(self, missing: Iterable[Batch]) -> None:
        # By first index, then plan: a heap of what has not been cut yet.
        self._runs = [(batch.first, batch.plan, batch.count) for batch in missing]
        heapq.heapify(self._runs)
        self._left = sum(count for _, _, count in self._runs)
        self._again: deque[Batch] = deque()
        self._alone: deque[Batch] = deque()
        self._strikes: Counter[Batch] = Counter()
        self._size = 1
        self._each = 0.0

    def next(self, playing: int, width: int) -> Batch | None:
        """The next batch, when there is one for now; `playing` are in play, and `width` may be."""
        if playing >= width:
            return None
        if self._runs:
            return self._cut(width)
        if self._again:
            return self._again.popleft()
        return self._alone.popleft() if self._alone and not playing else None

    def _cut(self, width: int) -> Batch:
        first, plan, count = heapq.heappop(self._runs)
        # What is left is shared out, so that the last batch does not keep everybody waiting.
        size = max(1, min(self._size, count, self._left // (2 * width)))
        if size < count:
            heapq.heappush(self._runs, (first + size, plan, count - size))
        self._left -= size
        return Batch(plan, first, size)

    def took(self, batch: Batch, seconds: float) -> None:
        """A batch was played in so many seconds: the next ones take about as long as they should."""
        each = seconds / batch.count
        self._each = each if not self._each else (self._each + each) / 2
        wanted = int(AIM / self._each) if self._each > 0 else MOST_IN_BATCH
        self._size = max(1, min(wanted, self._size * _GROWTH, MOST_IN_BATCH))

    def put_back(self, batch: Batch) -> None:
        """A batch was not played, and nobody is to blame."""
        self._again.appendleft(batch)

    def struck(self, batch: Batch, *, alone: bool, times: int = 1) -> Batch | None:
        """A worker died while this batch was in play, `alone` or among others, and so for the last of `times` times.
        Gives the batch back when it is one playthrough that has been proved guilty, and that will not come again."""
        self._strikes[batch] += times
        if self._strikes[batch] < STRIKES:
            self._again.append(batch)
        elif not alone:
            self._alone.append(batch)
        elif batch.count == 1:
            return batch
        else:
            for half in reversed(batch.halves()):
                self._strikes[half] = STRIKES - 1
                self._alone.appendleft(half)
        return None

    def __bool__(self) -> bool:
        return bool(self._runs or self._again or self._alone)
