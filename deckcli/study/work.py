"""What a worker does: it is sent an order, plays a batch, and gives its rows back, or refuses."""

from __future__ import annotations

import os
import socket
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from catalog.errors import CatalogError
from catalog.home import home
from catalog.reading import Catalog
from deckcli import EFFECTS
from deckcli.errors import DeckcliError
from deckcli.games.finish import finish
from deckcli.study.plan import Batch, Ended, Plan
from deckcli.study.playing import play_batch
from deckcli.study.settings import Stamp, settings_from, stamp_of, study_of

_SECONDS_BEFORE_REFUSING = 1.0


@dataclass(frozen=True, slots=True)
class Order:
    """A batch to play. A process of this machine knows the plans from its beginning; a worker of a cluster is told its
    plan by `text` (the settings of a study of that plan alone, as in study.json), and by `stamp` with which engine and
    data it is to be played."""

    batch: Batch
    text: str = ""
    stamp: Stamp | None = None


@dataclass(frozen=True, slots=True)
class Refused:
    """A worker did not play a batch, since it would have played it otherwise: who, and why."""

    batch: Batch
    who: str
    why: str


_KNOWN: dict[int, Plan] = {}


def know(plans: Sequence[Plan]) -> None:
    """The plans that this process will be sent batches of, by their numbers."""
    _KNOWN.clear()
    _KNOWN.update(enumerate(plans))


def work(order: Order) -> Ended | Refused:
    """Play a batch. A worker of a cluster first compares its engine and its data with what the order tells."""
    batch = order.batch
    plan = _KNOWN.get(batch.plan) if not order.text else _opened(order.text, order.stamp)
    if not isinstance(plan, Plan):
        # Not at once: a worker that cannot play would else take every batch from those that can.
        time.sleep(_SECONDS_BEFORE_REFUSING)
        return Refused(batch, f"{socket.gethostname()}:{os.getpid()}", plan or "it was told of no such plan")
    began = time.perf_counter()  # a worker that has just made its catalogue is no slower for it
    rows = play_batch(plan, batch.first, batch.first + batch.count)
    return Ended(batch, tuple(rows), time.perf_counter() - began)


@lru_cache(maxsize=256)
def _opened(text: str, stamp: Stamp | None) -> Plan | str:
    """The plan that a text tells, made of this worker's own cards; in words, why it is not the same here."""
    try:
        with Catalog.open(home(), lambda: finish, version=EFFECTS) as catalog:
            study = study_of(settings_from(text, "the order"), catalog)
        own = stamp_of(study)
    except (CatalogError, DeckcliError, OSError) as error:
        return str(error)
    return study.plans[0] if stamp is None or own == stamp else own.differs(stamp)
