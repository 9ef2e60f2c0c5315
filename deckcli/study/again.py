"""One playthrough of a study, played again from its row."""

from __future__ import annotations

from deckcli.engine.playthrough import Playthrough
from deckcli.games.saves import save
from deckcli.study.folder import Folder, FolderError
from deckcli.study.found import Found
from deckcli.study.plan import KILLED, Plan, Study
from deckcli.study.playing import playable_of, played, row_of, watch_of
from deckcli.study.settings import stamp_of


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


def seen_again(found: Found, index: int, plan: int = 0) -> Playthrough:
    """One playthrough of a study as it was, from its row; or one that is still to be played.

    Raises IndexError as `playthrough_of`, and FolderError when it cannot be seen again: the study rests on other rules
    or cards than there are now, or it kills whoever plays it, or does not end as its row says.
    """
    told = _plan_of(found.study, index, plan)
    if isinstance(found, Folder) and (words := stamp_of(found.study).differs(found.stamp)):
        raise FolderError(f"{found.path}: there is {words} now, so that what was played then cannot be seen again.")
    kept = found.row(index, plan)
    if kept is not None and kept.reason == KILLED:
        raise FolderError(f"playthrough {index} of plan {plan} kills whoever plays it, and is not played again here.")
    playable = playable_of(told.game)
    watch = watch_of(told, playable, index)
    playthrough = played(told, playable, index, watch=watch)
    again = row_of(told, playable, index, playthrough, watch)
    if kept is not None and again != kept:
        counts = f" ({again.decisions} decisions, and not {kept.decisions})" * (again.decisions != kept.decisions)
        raise FolderError(
            f"playthrough {index} of plan {plan} does not end as its row says{counts}: the rules or cards have changed"
            " since."
        )
    return playthrough


def record_of(found: Found, index: int, plan: int = 0) -> str:
    """The text of a saved playthrough (what `deckcli replay` and `play --resume` read) of one row, or of one that is
    still to be played. Raises as `seen_again`."""
    playthrough, told = seen_again(found, index, plan), found.study.plans[plan]
    sides = [told.sides[side] for side in told.seating(index)]
    return save(playthrough, [side.deck for side in sides], {"seats": [side.player for side in sides]})
