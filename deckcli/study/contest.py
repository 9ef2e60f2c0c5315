"""How much stronger one player is than another: `python -m deckcli.study.contest`.

Every seed is played twice, with the seats (and with them the decks) changed, so that luck is shared out; where one
plays alone, once by each. What counts is one number a seed, and their mean has an interval.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any

from catalog.home import home
from catalog.reading import Catalog
from deckcli import EFFECTS
from deckcli.decks.deck import Deck
from deckcli.engine.chance import game_seed
from deckcli.engine.playthrough import Playthrough, Setting
from deckcli.errors import PlayerError
from deckcli.games import GAMES
from deckcli.games.finish import finish
from deckcli.games.players import forks, player_of
from deckcli.study.executors import Where, WorkersDieError, in_order
from deckcli.study.run import playable_of
from deckcli.study.speed import bundled_deck
from deckcli.study.tally import Figure, mean, share

MOST = 5_000
"""A playthrough that takes more decisions is unfinished, and won by nobody."""


@dataclass(frozen=True, slots=True)
class Contest:
    """Two players by name, the decks (one a seat), the game's options, and where chance begins."""

    game: str
    players: tuple[str, str]
    decks: tuple[Deck, ...]
    options: tuple[tuple[str, str], ...] = ()
    seed: int = 1


@dataclass(frozen=True, slots=True)
class Meeting:
    """What one seed gave: the share of its playthroughs that each of the two won (a shared or drawn one is half of
    each, of one seat nobody's), how many were not finished, and decisions and seconds in all."""

    index: int
    first: float
    second: float
    unfinished: int
    decisions: int
    seconds: float


def meetings(contest: Contest, count: int, jobs: int = 1) -> Iterator[Meeting]:
    """The first `count` seeds of a contest, in order; the figures are the same for any number of processes, and
    whoever of them dies. Raises WorkersDieError as `in_order`."""
    yield from in_order(Where(jobs), partial(meet, contest), range(count))


def meet(contest: Contest, index: int) -> Meeting:
    """One seed: both seatings, or where one plays alone each of the two. A pure function of its arguments."""
    began = time.process_time()
    seed = game_seed(contest.seed, "contest", index)
    alone = len(contest.decks) == 1
    seatings: Sequence[tuple[int, ...]] = ((0,), (1,)) if alone else ((0, 1), (1, 0))
    shares, unfinished, decisions = [0.0, 0.0], 0, 0
    for seating in seatings:
        playthrough = _played(contest, seating, seed)
        outcome = playthrough.outcome
        assert outcome is not None
        unfinished += not outcome.finished
        decisions += len(playthrough.log)
        drawn = outcome.finished and not outcome.winners and not alone
        for seat, who in enumerate(seating):
            won = (seat in outcome.winners) / max(1, len(outcome.winners))
            shares[who] += 0.5 if drawn else won
    whole = 1 if alone else 2
    spent = time.process_time() - began
    return Meeting(index, shares[0] / whole, shares[1] / whole, unfinished, decisions, spent)


def _played(contest: Contest, seating: Sequence[int], seed: int) -> Playthrough:
    playable = playable_of(contest.game)
    players = [player_of(playable, contest.players[who], seed, seat) for seat, who in enumerate(seating)]
    setting = Setting(tuple(map(playable.deck_of, contest.decks)), dict(contest.options), seed)
    playthrough = Playthrough(playable.rules, setting, watched=any(map(forks, players)))
    playthrough.play(players, MOST)
    return playthrough


def strength(found: Sequence[Meeting], *, alone: bool) -> Figure:
    """The first player's share of wins with its interval; where one plays alone, how much greater it is than the
    second's. Seeds that all came out alike have no spread to tell the interval by: then it is Wilson's over them."""
    if not alone and found and {one.first for one in found} <= {0.0, 1.0}:
        return share(sum(one.first > 0 for one in found), len(found))
    if alone:
        return mean([one.first - one.second for one in found])
    return mean([one.first for one in found], step=0.5)


def in_words(contest: Contest, found: Sequence[Meeting]) -> str:
    """The result in a line."""
    alone = len(contest.decks) == 1
    figure = strength(found, alone=alone)
    one, other = contest.players
    what = f"{one} wins more often than {other} by" if alone else f"{one} wins against {other}"
    shares = [100 * sum(getattr(one, side) for one in found) / max(1, len(found)) for side in ("first", "second")]
    spent = sum(one.seconds for one in found)
    return (
        f"{GAMES[contest.game].name}: {what} {100 * figure.mean:.1f} % ({100 * figure.low:.1f} to"
        f" {100 * figure.high:.1f} %), {figure.n} seeds, {2 * figure.n} playthroughs; {shares[0]:.1f} against"
        f" {shares[1]:.1f} %, {sum(one.unfinished for one in found)} unfinished, {spent:.0f} s"
    )


def main(words: Sequence[str] | None = None) -> None:
    """The command of this module: prints a line a seed to `--to`, and the result."""
    parser = argparse.ArgumentParser(prog="python -m deckcli.study.contest", description=main.__doc__)
    parser.add_argument("game", choices=list(GAMES))
    parser.add_argument("decks", nargs="+", help="bundled decks, one a seat; one for all seats of a mirror")
    parser.add_argument("--players", default="search,heuristic", help="two names with a comma between")
    parser.add_argument("-n", type=_count, default=50, help="seeds")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=_count, default=1, help="processes")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--to", type=Path, help="a file for one JSON line a seed")
    told = parser.parse_args(words)
    try:
        contest = _contest(told)
    except (ValueError, PlayerError) as error:
        parser.error(str(error))
    found: list[Meeting] = []
    try:
        with told.to.open("w", encoding="utf-8") if told.to else nullcontext() as file:
            for one in meetings(contest, told.n, told.jobs):
                found.append(one)
                if file is not None:
                    file.write(json.dumps(asdict(one)) + "\n")
                    file.flush()
    except (KeyboardInterrupt, WorkersDieError, PlayerError, OSError) as error:
        print(f"ended after {len(found)} of {told.n} seeds: {str(error) or 'interrupted'}", file=sys.stderr)
        code = 130 if isinstance(error, KeyboardInterrupt) else 1
    else:
        code = 0
    if found:
        print(in_words(contest, found))
    if code:
        raise SystemExit(code)


def _count(text: str) -> int:
    """A number from 1 up. Raises ArgumentTypeError."""
    if not text.isascii() or not text.isdecimal() or not 1 <= int(text[:9]) <= 1_000_000:
        raise argparse.ArgumentTypeError(f"a number from 1 to 1,000,000 is wanted, and not {text[:40]}")
    return int(text)


def _contest(told: Any) -> Contest:
    """What was told, tried once. Raises ValueError and PlayerError for what cannot be played."""
    seats, players = (1 if GAMES[told.game].seats[1] == 1 else 2), told.players.split(",")
    names = told.decks * seats if len(told.decks) == 1 else told.decks
    if (len(names), len(players)) != (seats, 2):
        raise ValueError(f"{seats} decks (or one for all seats) and two players with a comma between are wanted")
    with Catalog.open(home(), lambda: finish, version=EFFECTS) as catalog:
        unknown = [name for name in names if len(catalog.find_bundled(name, told.game)) != 1]
        if unknown:
            raise ValueError(f"no bundled deck of {GAMES[told.game].name} is called {unknown[0]}")
        decks = tuple(bundled_deck(catalog, name, told.game) for name in names)
    playable = playable_of(told.game)
    options = dict(pair.partition("=")[::2] for pair in told.option)
    wrong = [name for name, value in options.items() if value not in playable.options.get(name, ())]
    if wrong:
        raise ValueError(f"{told.game} has no option {wrong[0]}={options[wrong[0]]}")
    for name in players:
        player_of(playable, name, told.seed, 0)
    return Contest(told.game, (players[0], players[1]), decks, tuple(options.items()), told.seed)


if __name__ == "__main__":
    main()
