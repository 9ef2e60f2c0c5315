"""A player that tries its answers out: in worlds as its seat may imagine them, and by a budget of tries, never of time.

For a question it deals the unseen cards anew, gives one of the options, and lets a quick policy (the game's heuristic)
play on for every seat until the horizon; what the position there is worth to its seat is one try. All options are
tried in the same worlds, so that luck is the same for all. Tries go where they matter: after each round the worse half
of the options is left (successive halving). What the policy itself would answer stays to the end, and is given up only
for an option that is better by more than the spread of the tries allows for luck.

What it knows is what its seat may know: the view, the options, and worlds in which what the seat has not seen is dealt
anew from nothing but what is missing. The same seed, position and budget give the same answer, wherever it is asked.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from deckcli.engine.chance import mixed, number_of
from deckcli.engine.choice import Choice, Option
from deckcli.engine.playthrough import Player, Playthrough, Sight
from deckcli.engine.reasons import CHANCE, Reasons, Weighed, reasons_of
from deckcli.engine.table import Outcome, Table
from deckcli.engine.view import View

USUAL_TRIES = 32
"""The tries that a question gets where nobody says."""
MOST_AHEAD = 400
"""A try goes no farther than so many decisions, wherever the horizon is."""
LEAST = 4
"""So many tries there are for each option that is looked at."""
DOUBT = 1.0
"""By how many standard errors an option must be better than the policy's own answer."""
SPREAD = 0.1
"""How far tries spread before anything is known of them, as if one had shown it."""


@dataclass(frozen=True, slots=True)
class Thinking:
    """What a search needs to know of a game.

    `value` is what a position is worth to the seat whose view it is given, from 0 (lost) to 1 (won); `policy` makes the
    player that plays on, by seed and seat; `begun` tells how many turns of its own a seat has begun, or, with `rounds`,
    how many rounds have. A try ends when `horizon` more have begun. Questions whose prompt is in `left` are left to the
    policy: what they ask matters little, or the policy has good reason for its answer.
    """

    value: Callable[[View], float]
    policy: Callable[[int, int], Player]
    begun: Callable[[Table, int], int]
    horizon: int = 1
    left: frozenset[str] = frozenset()
    rounds: bool = False


def likely(weights: Sequence[float], figures: Sequence[float]) -> float:
    """A chance from figures of a position and what each of them weighs: the logistic function of their sum."""
    points = sum(map(operator.mul, weights, figures))
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, points))))


def won(outcome: Outcome, seat: int, seats: int) -> float:
    """What an end is worth to a seat: 1 for the winner, their share for several; a drawn game is shared by all, and one
    that nobody won alone is lost."""
    if outcome.winners:
        return (seat in outcome.winners) / len(outcome.winners)
    return 0.0 if seats == 1 else 1 / seats


def chance(thinking: Thinking, playthrough: Playthrough, seat: int) -> float:
    """The chance of a seat to win as a playthrough stands, from what the seat sees; its share when it is over. Asked
    before and after a choice, it tells what the choice did."""
    outcome = playthrough.outcome
    if outcome is not None and outcome.finished:
        return won(outcome, seat, len(playthrough.setting.decks))
    return thinking.value(playthrough.view(seat))


class Search:
    """Answers by trying the options out, `tries` times a question in all. A quarter as many options are looked at, two
    at the least: of more, those that the policy likes best, or else the first."""

    __slots__ = ("_policy", "_seat", "_seed", "_thinking", "tries")

    watched = True
    """It forks: a playthrough in which it plays should keep its positions (`Playthrough.watched`)."""

    def __init__(self, thinking: Thinking, seed: int, seat: int = 0, tries: int = USUAL_TRIES) -> None:
        """Raises ValueError for less than one try."""
        if tries < 1:
            raise ValueError(f"a search wants at least one try a question, and got {tries}")
        self._thinking = thinking
        self._seed = mixed(seed ^ number_of(f"search {seat}"))
        self._seat = seat
        self._policy = thinking.policy(seed, seat)
        self.tries = tries

    def __call__(self, choice: Choice, sight: Sight) -> Option:
        return self.explain(choice, sight).answer

    def explain(self, choice: Choice, sight: Sight) -> Reasons:
        """The answer, with the chance to win that each option looked at was found to give (`engine.reasons`)."""
        usual = self._policy(choice, sight)
        if choice.prompt in self._thinking.left or self.tries < 4:
            return Reasons(usual, words="left to the heuristic")
        lines = [_Line(option) for option in self._candidates(choice, sight, usual)]
        self._try_out(lines, sight)
        best = _chosen(lines)
        weighed = sorted((line.weighed() for line in lines), key=lambda one: (-one.tries, -one.worth))
        spent = sum(one.tries for one in weighed)
        words = f"{spent} tries; " + ("as the heuristic" if best is lines[0] else "the heuristic would do otherwise")
        return Reasons(best.option, tuple(weighed), CHANCE, words)

    def _candidates(self, choice: Choice, sight: Sight, usual: Option) -> list[Option]:
        """The options that are tried, the policy's answer first."""
        most = max(2, self.tries // LEAST)
        others = [option for option in choice.options if option != usual]
        if len(others) >= most:
            said = reasons_of(self._policy, choice, sight)
            if said is not None:
                liked = {one.option: one.worth for one in said.weighed}
                others.sort(key=lambda option: -liked.get(option, -math.inf))
        return [usual, *others[: most - 1]]

    def _try_out(self, lines: Sequence[_Line], sight: Sight) -> None:
        """Spend the tries: in each round alike on all that are left, then the worse half leaves (never the first)."""
        seed = mixed(self._seed ^ sight.number)
        left, spent, world = list(lines), 0, 0
        rounds = max(1, math.ceil(math.log2(len(lines))))
        for number in range(rounds):
            share = (self.tries - spent) // (rounds - number)
            worlds = max(1, share // len(left))
            for one in range(world, world + worlds):
                for line in left:
                    line.worths.append(self._tried(sight, line.option, mixed(seed + one)))
            world, spent = world + worlds, spent + worlds * len(left)
            stay = max(2, math.ceil(len(left) / 2))
            left = [lines[0], *sorted(left[1:], key=lambda line: -line.mean)[: stay - 1]]

    def _tried(self, sight: Sight, option: Option, seed: int) -> float:
        """What an option comes to in the world of a seed."""
        thinking, seat = self._thinking, sight.seat
        world = sight.imagined(seed)
        world.choose(option)
        last = thinking.begun(world.table, seat) + thinking.horizon
        players = [thinking.policy(seed, number) for number in range(len(world.setting.decks))]

        def stop(table: Table) -> str:
            return "the horizon" if thinking.begun(table, seat) >= last else ""

        outcome = world.play(players, len(world.log) + MOST_AHEAD, stop)
        return won(outcome, seat, len(players)) if outcome.finished else thinking.value(world.view(seat))


class _Line:
    """An option and what its tries came to, world by world from the first."""

    __slots__ = ("option", "worths")

    def __init__(self, option: Option) -> None:
        self.option = option
        self.worths: list[float] = []

    @property
    def mean(self) -> float:
        return math.fsum(self.worths) / len(self.worths) if self.worths else -math.inf

    def weighed(self) -> Weighed:
        return Weighed(self.option, self.mean, len(self.worths))


def _chosen(lines: Sequence[_Line]) -> _Line:
    """The line that is better than the first by most, as far as luck leaves no doubt; else the first."""
    best, most = lines[0], 0.0
    deepest = max(len(line.worths) for line in lines[1:]) if len(lines) > 1 else 0
    for line in lines[1:]:
        if len(line.worths) == deepest and (gain := _gain(line.worths, lines[0].worths)) > most:
            best, most = line, gain
    return best


def _gain(worths: Sequence[float], usual: Sequence[float]) -> float:
    """By how much tries are better than those of the policy's answer in the same worlds, less what may be luck."""
    gains = [one - other for one, other in zip(worths, usual, strict=False)]
    count = len(gains)
    mean = math.fsum(gains) / count
    squares = SPREAD**2 + math.fsum((gain - mean) ** 2 for gain in gains)
    return mean - DOUBT * math.sqrt(squares) / count
