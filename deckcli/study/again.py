"""One playthrough of a study, played again from its row."""

from __future__ import annotations

from deckcli.engine.playthrough import Playthrough
from deckcli.games.saves import save
from deckcli.study.folder import FolderError
from deckcli.study.found import Found
from deckcli.study.plan import KILLED, Plan, Study
from deckcli.study.playing import playable_of, played, row_of


def playthrough_of(study: Study, index: int, plan: int = 0, *, watched: bool = False) -> Playthrough:
    """Playthrough `index` of plan number `plan`, played to its end by the same players with the same chances; its log
    holds every answer. `watched` keeps positions, so that going back is quick. Raises IndexError for one that the
    study does not have."""
    told = _plan_of(study, index, plan)
    return played(told, playable_of(told.game), index, watched=watched)


def _plan_of(study: Study, index: int, plan: int) -> Plan:
    if not 0 <= plan < len(study.plans):
        raise IndexError(f"its plans are 0 to {len(study.plans) - 1}, and there is no plan {plan}")
    if not 0 <= index < study.plans[plan].n:
        raise IndexError(f"its playthroughs are 0 to {study.plans[plan].n - 1}, and there is no {index}")
    return study.plans[plan]


def record_of(found: Found, index: int, plan: int = 0) -> str:
    """The text of a saved playthrough (what `deckcli replay` and `play --resume` read) of one row, or of one that is
    still to be played.

    Raises IndexError as `playthrough_of`, and FolderError for a playthrough that kills whoever plays it, or that does
    not end as its row says, since rules or cards have changed.
    """
    told = _plan_of(found.study, index, plan)
    kept = found.row(index, plan)
    if kept is not None and kept.reason == KILLED:
        raise FolderError(f"playthrough {index} of plan {plan} kills whoever plays it, and is not played again here.")
    playthrough = playthrough_of(found.study, index, plan)
    again = row_of(told, playable_of(told.game), index, playthrough)
    if kept is not None and again != kept:
        raise FolderError(
            f"playthrough {index} of plan {plan} does not end as its row says ({again.decisions} decisions, and not"
            f" {kept.decisions}): the rules or cards have changed since."
        )
    sides = [told.sides[side] for side in told.seating(index)]
    return save(playthrough, [side.deck for side in sides], {"seats": [side.player for side in sides]})
