"""Openings of Phase and Phase 10 as their rules deal them: set-up and turns run by the engine, two passive players."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from deckcli.engine.players import Goldfish
from deckcli.engine.playthrough import Playthrough, Setting, Sight
from deckcli.games.game import Playable
from deckcli.games.opening import Asking, Dealt, Keep
from deckcli.games.phase.playable import PhasePlayable
from deckcli.games.phase10.playable import Phase10Playable


@dataclass(frozen=True, slots=True)
class _Dealing:
    """How one game is dealt: its rules, the options by which seat 0 begins or not, the copies that seat 0 has seen of
    its own, and what a copy is called."""

    playable: Callable[[], Playable]
    begins: Callable[[bool], Mapping[str, Any]]
    seen: Callable[[Any], Iterable[int]]
    slug: Callable[[Any, int], str]


def _phase_seen(table: Any) -> Iterable[int]:
    """Everything of the seat's own deck that lies in it no longer."""
    left = set(table.seats[0].deck)
    return (copy for copy, owner in enumerate(table.owners) if owner == 0 and copy not in left)


_DEALING: Mapping[str, _Dealing] = {
    "phase": _Dealing(
        PhasePlayable,
        lambda begins: {"first": "0" if begins else "1"},
        _phase_seen,
        lambda table, copy: str(table.cards[copy].slug),
    ),
    "phase10": _Dealing(
        Phase10Playable,
        lambda begins: {"starter": "1" if begins else "2"},
        lambda table: table.seats[0].hand,
        lambda table, copy: str(table.cards[copy].slug),
    ),
}


def deal_by_rules(asked: Asking, seed: int, keep: Keep) -> Dealt:
    """One opening of seat 0, which plays against its own deck; nobody does anything that can be declined. These games
    return no hand, so that `keep` is not asked."""
    how = _DEALING[asked.deck.game]
    playable = how.playable()
    dealt = playable.deck_of(asked.deck)
    game = Playthrough(playable.rules, Setting((dealt, dealt), how.begins(asked.begins), seed))
    seen = dict.fromkeys(how.seen(game.table))
    opened, passive = len(seen), Goldfish()
    by_turn = [0]
    while game.choice is not None and len(by_turn) <= asked.turn:
        game.choose(passive(game.choice, Sight(game, game.choice.seat)))
        seen |= dict.fromkeys(how.seen(game.table))
        while len(by_turn) <= asked.turn and _over(playable, game.table, len(by_turn)):
            by_turn.append(len(seen) - opened)
    by_turn += [len(seen) - opened] * (asked.turn + 1 - len(by_turn))  # a game that ended before
    slugs = tuple(how.slug(game.table, copy) for copy in seen)
    return Dealt(slugs[:opened], slugs[opened:], by_turn=tuple(by_turn))


def _over(playable: Playable, table: Any, turn: int) -> bool:
    """Whether seat 0 has ended its turn of that number (0: the opening)."""
    begun = playable.turns(table, 0)
    return begun > turn or (begun == turn and table.active != 0) or turn == 0
