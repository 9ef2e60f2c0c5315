"""One playthrough of a study, played again from its row."""

from __future__ import annotations

from deckcli.engine.playthrough import Playthrough
from deckcli.games.saves import save
from deckcli.study.folder import FolderError
from deckcli.study.found import Found
from deckcli.study.plan import KILLED, Study
from deckcli.study.playing import playable_of, played, row_of


def playthrough_of(study: Study, index: int, plan: int = 0, *, watched: bool = False) -> Playthrough:
    """Playthrough `index` of plan number `plan`, played to its end by the same players with the same chances; its log
    holds every answer. `watched` keeps positions, so that going back is quick. Raises IndexError for one that the
    study does not have."""
    if not 0 <= plan < len(study.plans) or not 0 <= index < study.plans[plan].n:
        raise IndexError(f"plan {plan}, playthrough {index}")
    told = study.plans[plan]
    return played(told, playable_of(told.game), index, watched=watched)


def record_of(study: Study, index: int, plan: int = 0) -> str:
    """The text of a saved playthrough (what `deckcli replay` and `play --resume` read) of one row. Raises as
    `playthrough_of`."""
    told = study.plans[plan]
    playthrough = playthrough_of(study, index, plan)
    sides = [told.sides[side] for side in told.seating(index)]
    return save(playthrough, [side.deck for side in sides], {"seats": [side.player for side in sides]})


def agrees(found: Found, index: int, plan: int = 0) -> None:
    """Raises FolderError when a playthrough, played again, does not give the row that is kept of it; one that was not
    played, or that killed its worker, has nothing to agree with."""
    kept = found.row(index, plan)
    if kept is None or kept.reason == KILLED:
        return
    told = found.study.plans[plan]
    again = row_of(told, playable_of(told.game), index, playthrough_of(found.study, index, plan))
    if again != kept:
        raise FolderError(
            f"playthrough {index} of plan {plan} does not end as its row says ({again.decisions} decisions, and not"
            f" {kept.decisions}): the rules or cards have changed since."
        )
