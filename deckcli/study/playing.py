"""Playing: one playthrough of a plan, or a few, as pure functions of the plan and their indexes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from deckcli.engine.playthrough import Player, Playthrough, Setting
from deckcli.engine.table import Table
from deckcli.games import GAMES
from deckcli.games.game import Playable
from deckcli.games.players import forks, player_of, said_of
from deckcli.study.cards import Watch, watched_sides
from deckcli.study.plan import Plan, Row


class NotPlayedError(ValueError):
    """A game that deckcli does not play, or a player that the game does not have."""


def play_batch(plan: Plan, begin: int, end: int) -> list[Row]:
    """Playthroughs `begin` to `end` - 1 of a plan: a pure function of its arguments."""
    playable = playable_of(plan.game)
    return [play_one(plan, playable, index) for index in range(begin, end)]


def playable_of(game: str) -> Playable:
    """The rules of a game. Raises NotPlayedError for one that deckcli does not play yet."""
    played = GAMES[game].played
    if played is None:
        raise NotPlayedError(f"deckcli does not play {GAMES[game].name} yet.")
    return played()


def rests_on(plan: Plan) -> tuple[list[str], list[str]]:
    """What the figures of a plan assume, and the cards in it whose effects are not all written."""
    playable = playable_of(plan.game)
    unscripted = dict.fromkeys(card for side in plan.sides for card in playable.unscripted(side.deck))
    players = [side.player for side in plan.sides]
    return [*playable.assumptions(players), *said_of(playable, players)], list(unscripted)


def _options(plan: Plan, playable: Playable, seating: Sequence[int]) -> Mapping[str, Any]:
    """The options of a plan; where a game wants to know which seat is passive, the goldfish's, seats being changed."""
    idle = [seat for seat, side in enumerate(seating) if plan.sides[side].player == "goldfish"]
    if PASSIVE not in playable.options or PASSIVE in plan.options or len(idle) != 1:
        return plan.options
    return {**plan.options, PASSIVE: str(idle[0])}


PASSIVE = "passive"
"""The option by which a game is told the seat that does nothing."""


def play_one(plan: Plan, playable: Playable, index: int) -> Row:
    """One playthrough of a plan. What a fault of a game raises names the playthrough and its seed."""
    try:
        watch = watch_of(plan, playable, index)
        return row_of(plan, playable, index, played(plan, playable, index, watch=watch), watch)
    except Exception as error:
        error.add_note(f"in playthrough {index} of {plan.pairing}, seed {plan.seed_of(index)}")
        raise


def watch_of(plan: Plan, playable: Playable, index: int) -> Watch | None:
    """Who watches the cards in a playthrough of a plan; None where nobody asked for that."""
    if not plan.cards:
        return None
    seating = plan.seating(index)
    return Watch(playable, {side: seating.index(side) for side in watched_sides(plan)})


def played(
    plan: Plan, playable: Playable, index: int, *, watched: bool = False, watch: Watch | None = None
) -> Playthrough:
    """One playthrough of a plan, played to its end; `watched` as in Playthrough. `watch` looks at every question.
    Raises PlayerError for a player that there is not, or that fails."""
    seating, seed = plan.seating(index), plan.seed_of(index)
    decks = tuple(playable.deck_of(plan.sides[side].deck) for side in seating)
    setting = Setting(decks, _options(plan, playable, seating), seed)
    players: list[Player] = [
        player_of(playable, plan.sides[side].player, seed, seat) for seat, side in enumerate(seating)
    ]
    playthrough = Playthrough(playable.rules, setting, watched=watched or any(map(forks, players)))
    seat = seating.index(0)

    def stop(table: Table) -> str:
        if watch is not None:
            watch.look(table)
        return f"{plan.turns} turns" if plan.turns and playable.turns(table, seat) > plan.turns else ""

    playthrough.play(players, plan.most, stop if plan.turns or watch else None)
    return playthrough


def row_of(plan: Plan, playable: Playable, index: int, playthrough: Playthrough, watch: Watch | None = None) -> Row:
    """What a study keeps of a playthrough that is over, and what its `watch` saw."""
    seating, table, outcome = plan.seating(index), playthrough.table, playthrough.outcome
    assert outcome is not None
    first = playable.first_seat(table)
    return Row(
        index=index,
        seed=plan.seed_of(index),
        finished=outcome.finished,
        winners=tuple(seating[seat] for seat in outcome.winners),
        reason=outcome.reason,
        first=seating[first] if first >= 0 else -1,
        decisions=len(playthrough.log),
        measures={**playable.measures(table, seating.index(0)), **(watch.told(table, plan) if watch else {})},
    )
