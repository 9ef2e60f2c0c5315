"""How quickly a deck that plays alone wins: the figure by which its versions are compared."""

from __future__ import annotations

from collections.abc import Mapping

from deckcli.study.plan import Plan, Row

_WON = ("win_turn", "win_round")
"""What games call the turn of their own in which a seat won."""
_BY_ROUNDS = frozenset({"ashes"})
"""Games whose `length` counts rounds, in which every seat has its part; in the others each seat has its own turns."""


def won_name(game: str) -> str:
    """What a game calls the turn (the round) in which a seat won."""
    return _WON[game in _BY_ROUNDS]


def pace(plan: Plan, row: Row) -> float:
    """The own turns (rounds) in which the first side won; a playthrough that it did not win counts one turn more than
    it took. Of one whose length nobody knows, one more than the turns that it was given."""
    measures: Mapping[str, float | None] = row.measures
    for name in _WON:
        won = measures.get(name)
        if won is not None:
            return won
    length = measures.get("length")
    if length is None:
        return plan.turns + 1
    seats = 1 if plan.game in _BY_ROUNDS else len(plan.sides)
    took = -(-length // seats) + 1
    return min(took, plan.turns + 1) if plan.turns else took
