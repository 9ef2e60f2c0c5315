"""How single cards of a deck fared: drawn, played, stuck in hand, and what was won when they were seen early.

A playthrough that is asked for it (`Plan.cards`) is watched at every question: a card is drawn when it is in hand at
one of them. What was seen is kept among the row's measures, as `card:SIDE:seen:NAME` (the deck's own turn in which the
first copy was in hand, 0 before its first; None when no copy ever was), `card:SIDE:played:NAME` (how many copies were
played) and `card:SIDE:stuck:NAME` (how many were in hand at the end), for every name of the side's deck.

None of it tells a cause. Games that last let more cards be seen, players keep what they cannot use, and whoever is
winning plays more: a card that is seen early is at least seen for a reason that is chance alone, which is why wins are
told by that.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from deckcli.games.game import Playable
from deckcli.study.pace import pace
from deckcli.study.plan import Plan, Row
from deckcli.study.tally import Figure, mean, share

PREFIX = "card:"
SEEN_BY = "seen_by"
"""In `Study.asked`: up to which own turn a card is seen early."""
SEEN, PLAYED, STUCK = "seen", "played", "stuck"


class Watch:
    """Who watches the hands of some sides in one playthrough: `look` at every question, `told` at the end."""

    __slots__ = ("_drawn", "_hands", "_playable", "_seats")

    def __init__(self, playable: Playable, seats: Mapping[int, int]) -> None:
        """`seats` tells for each side that is watched where it sits."""
        self._playable = playable
        self._seats = seats
        self._hands: dict[int, list[int]] = {side: [] for side in seats}
        self._drawn: dict[int, dict[int, int]] = {side: {} for side in seats}

    def look(self, table: Any) -> None:
        """Note who holds what."""
        for side, seat in self._seats.items():
            hand = self._playable.hand(table, seat)
            if hand != self._hands[side]:
                self._hands[side] = list(hand)
                turn = self._playable.turns(table, seat)
                if not turn:
                    self._drawn[side] = {}  # an opening hand that is returned was not drawn
                for copy in hand:
                    self._drawn[side].setdefault(copy, turn)

    def told(self, table: Any, plan: Plan) -> dict[str, float | None]:
        """What was seen, as measures."""
        self.look(table)
        found: dict[str, float | None] = {}
        for side, seat in self._seats.items():
            name = self._playable.card_name
            played, turn = self._playable.played(table, seat), self._playable.turns(table, seat)
            seen: dict[str, int] = {}
            for copy, when in [*self._drawn[side].items(), *((copy, turn) for copy in played)]:
                called = name(table, copy)
                seen[called] = min(seen.get(called, when), when)
            for what, copies in ((PLAYED, played), (STUCK, self._playable.hand(table, seat))):
                names = [name(table, copy) for copy in copies]
                found |= {f"{PREFIX}{side}:{what}:{card}": names.count(card) for card in _names(plan, side)}
            found |= {f"{PREFIX}{side}:{SEEN}:{card}": seen.get(card) for card in _names(plan, side)}
        return found


def watched_sides(plan: Plan) -> list[int]:
    """The sides whose cards are told: all that do more than to decline."""
    return [side for side, one in enumerate(plan.sides) if one.player != "goldfish"]


def _names(plan: Plan, side: int) -> Mapping[str, int]:
    return _cards(plan.game, plan.sides[side].deck)


@lru_cache(maxsize=64)
def _cards(game: str, deck: Any) -> Mapping[str, int]:
    from deckcli.games import GAMES

    played = GAMES[game].played
    return {} if played is None else played().cards(deck)


# ---------------------------------------------------------------- the report


@dataclass(frozen=True, slots=True)
class Fared:
    """How a card of a deck fared, by its name.

    `copies` are those in the deck; `drawn` is the share of playthroughs in which one was in hand; of these, `played` is
    the share in which one was played and `stuck` the share in which one was in hand at the end. `early` is what came of
    the playthroughs in which one was seen by the turn asked about, and `not_early` of the others: the share won, or,
    where a deck plays alone, the turns it took.
    """

    name: str
    copies: int
    drawn: Figure
    played: Figure
    stuck: Figure
    early: Figure
    not_early: Figure


def fared(plan: Plan, rows: Sequence[Row], side: int, turn: int) -> list[Fared]:
    """Every card of a side, in the order of its list; wins are told by whether it was seen by that turn of its own.
    Rows of playthroughs that were not watched (one whose worker died) are left out."""
    watched = [row for row in rows if any(name.startswith(PREFIX) for name in row.measures)]
    return [_fared(plan, watched, side, turn, name, copies) for name, copies in _names(plan, side).items()]


def _fared(plan: Plan, rows: Sequence[Row], side: int, turn: int, name: str, copies: int) -> Fared:
    def told(what: str, row: Row) -> float | None:
        return row.measures.get(f"{PREFIX}{side}:{what}:{name}")

    seen = [row for row in rows if told(SEEN, row) is not None]
    early = [row for row in seen if (told(SEEN, row) or 0) <= turn]
    known = {row.index for row in early}
    return Fared(
        name=name,
        copies=copies,
        drawn=share(len(seen), len(rows)),
        played=share(sum((told(PLAYED, row) or 0) > 0 for row in seen), len(seen)),
        stuck=share(sum((told(STUCK, row) or 0) > 0 for row in seen), len(seen)),
        early=_came_of(plan, early, side),
        not_early=_came_of(plan, [row for row in rows if row.index not in known], side),
    )


def plays_alone(plan: Plan) -> bool:
    """Whether one side alone does more than to decline."""
    return len(watched_sides(plan)) == 1


def _came_of(plan: Plan, rows: Sequence[Row], side: int) -> Figure:
    if plays_alone(plan):
        return mean([pace(plan, row) for row in rows])
    return share(sum(side in row.winners for row in rows), len(rows))


def is_card(measure: str) -> bool:
    """Whether a measure tells of a single card, and belongs into a table of its own."""
    return measure.startswith(PREFIX)
