"""How fast games are played by one core: known decks, random against random, with every effect on.

Only choices with two answers or more count as decisions. Seconds are the process's own, so that other work on the
machine counts little; beside them stands the duel, a game of a few rules whose random playthroughs run in turn with
these, because a second is another length on every machine.
"""

from __future__ import annotations

import importlib.util
import statistics
import sys
import time
import tracemalloc
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

from catalog.reading import Catalog
from deckcli.decks import formats
from deckcli.decks.deck import Deck
from deckcli.decks.resolve import resolve
from deckcli.engine.playthrough import Playthrough, Setting
from deckcli.games import GAMES
from deckcli.games.game import Playable
from deckcli.study.plan import Plan, Side
from deckcli.study.run import play_one, playable_of


@dataclass(frozen=True, slots=True)
class Pairing:
    """Who plays in a game's measure: bundled decks, one a seat; `part` is how much of the playthroughs asked for is
    played, since some games are longer."""

    decks: tuple[str, ...]
    part: float = 1.0


PAIRINGS: Mapping[str, Pairing] = {
    "ashes": Pairing(("the-iron-men", "the-mist-guardian")),
    "cipher": Pairing(("s01", "s02")),
    "phase": Pairing(("keeper", "fengarian"), 0.2),
    "phase10": Pairing(("phase10", "phase10"), 0.1),
    "fantasyform": Pairing(("fantasyform",)),
}
"""The games that are measured."""
MOST = 2_000
"""A playthrough that takes more decisions is broken off: at random some games take many thousands."""
ROUNDS = 10
"""Into so many turns the playthroughs are cut, each followed by one of the duel."""
FORKED = 7
"""At every so many-th choice a fork is timed."""


@dataclass(frozen=True, slots=True)
class Speed:
    """What was reached in a `game` with these `decks`: `playthroughs` and `decisions` a second, decisions a playthrough
    (`length`), options a decision (`width`), seconds of a fork at a random choice (median and 95th percentile) and of
    `alone` playthroughs of the first deck against nobody (`goldfish`), bytes that one playthrough takes at most: as it
    is played for a study (`memory`), and with every position kept for forks and undo (`watched_memory`). `duel` are the
    decisions a second of the duel, `ratio` the median of the turns' own (both 0 without it)."""

    game: str
    decks: tuple[str, ...]
    playthroughs: float
    decisions: float
    length: float
    width: float
    fork: float
    late_fork: float
    alone: int
    goldfish: float
    memory: int = 0
    watched_memory: int = 0
    duel: float = 0.0
    ratio: float = 0.0


def play_speed(catalog: Catalog, game: str, count: int, alone: int, against: Path | None = None) -> Speed:
    """Play a game of PAIRINGS `count` times (20 or more) and `alone` times against nobody, or its part of that;
    `against` is the folder of the duel.

    Raises FileNotFoundError when there is no duel in it.
    """
    duel = None if against is None else duel_of(against)
    playable, pairing = playable_of(game), PAIRINGS[game]
    decks = [bundled_deck(catalog, name, game) for name in pairing.decks]
    size, alone = max(1, int(count * pairing.part) // ROUNDS), max(1, int(alone * pairing.part))
    _played(playable, decks, range(size))  # the first run of anything pays for what is made once
    turns: list[tuple[int, float, float]] = []
    for turn in range(ROUNDS):
        made, took = _timed(lambda turn=turn: _played(playable, decks, range(turn * size, (turn + 1) * size)))  # type: ignore[misc]
        turns.append((made, took, 0.0 if duel is None else _duel_rate(duel, took)))
    width, forks = _looked_at(playable, decks, range(size))
    decisions, seconds = sum(turn[0] for turn in turns), sum(turn[1] for turn in turns)
    return Speed(
        game=game,
        decks=pairing.decks,
        playthroughs=size * ROUNDS / seconds,
        decisions=decisions / seconds,
        length=decisions / (size * ROUNDS),
        width=width,
        fork=statistics.median(forks),
        late_fork=statistics.quantiles(forks, n=20)[-1],
        alone=alone,
        goldfish=_timed(lambda: _goldfish(playable, game, decks[0], alone))[1],
        memory=_memory(playable, decks, watched=False),
        watched_memory=_memory(playable, decks, watched=True),
        duel=statistics.median(turn[2] for turn in turns),
        ratio=statistics.median(made / took / rate for made, took, rate in turns) if duel is not None else 0.0,
    )


def bundled_deck(catalog: Catalog, name: str, game: str) -> Deck:
    """A bundled list by its slug, resolved."""
    (found,) = catalog.find_bundled(name, game)
    return resolve(formats.read(found.text.encode(), name), catalog)[0]


def _timed(run: Callable[[], int]) -> tuple[int, float]:
    """What a run gives, and the seconds that it kept the processor."""
    begin = time.process_time()
    made = run()
    return made, time.process_time() - begin


def _begun(playable: Playable, decks: Sequence[Deck], seed: int, *, watched: bool = False) -> Playthrough:
    return Playthrough(playable.rules, Setting(tuple(map(playable.deck_of, decks)), {}, seed), watched=watched)


def _played(playable: Playable, decks: Sequence[Deck], seeds: range) -> int:
    """How many decisions these playthroughs took."""
    made = 0
    for seed in seeds:
        playthrough = _begun(playable, decks, seed)
        playthrough.play([playable.player("random", seed, seat) for seat in range(len(decks))], MOST)
        made += len(playthrough.log)
    return made


def _looked_at(playable: Playable, decks: Sequence[Deck], seeds: range) -> tuple[float, list[float]]:
    """The mean number of options, and the seconds of forks at choices all over these playthroughs."""
    widths, forks = [], []
    for seed in seeds:
        playthrough = _begun(playable, decks, seed, watched=True)
        players = [playable.player("random", seed, seat) for seat in range(len(decks))]
        while (choice := playthrough.choice) is not None and len(playthrough.log) < MOST:
            widths.append(len(choice.options))
            if (len(widths) % FORKED) == 0:
                begin = time.perf_counter()
                playthrough.fork()
                forks.append(time.perf_counter() - begin)
            # A random player looks at nothing but the options.
            playthrough.choose(players[choice.seat](choice, None))  # type: ignore[arg-type]
    return statistics.mean(widths), forks


def _memory(playable: Playable, decks: Sequence[Deck], *, watched: bool) -> int:
    """The bytes that one playthrough takes at most, of what is made while it is played."""
    tracemalloc.start()
    try:
        playthrough = _begun(playable, decks, 0, watched=watched)
        playthrough.play([playable.player("random", 0, seat) for seat in range(len(decks))], MOST)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def _goldfish(playable: Playable, game: str, deck: Deck, count: int) -> int:
    """As `deckcli goldfish` plays: the heuristic alone, or against somebody who always declines."""
    others = ("goldfish",) * (GAMES[game].seats[0] - 1)
    plan = Plan(game, tuple(Side(deck.name, deck, who) for who in ("heuristic", *others)), count, 1)
    return sum(play_one(plan, playable, index).decisions for index in range(count))


# ---------------------------------------------------------------- the duel


def duel_file(folder: Path) -> Path | None:
    """The program of the duel in a folder, or in its folder `duel`; None when there is none."""
    return next((one for one in (folder / "hybrid.py", folder / "duel" / "hybrid.py") if one.is_file()), None)


def duel_of(folder: Path) -> ModuleType:
    """The duel of a folder (`duel_file`): a module with `random_game(seed, keep_before)`, which
    gives decisions first. Raises FileNotFoundError."""
    path = duel_file(folder)
    if path is None:
        raise FileNotFoundError(f"{folder}: there is no duel here (hybrid.py)")
    spec = importlib.util.spec_from_file_location("hybrid", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.path.insert(0, str(path.parent))
    try:
        spec.loader.exec_module(module)
    finally:
        sys.path.remove(str(path.parent))
    return module


def _duel_rate(duel: ModuleType, seconds: float) -> float:
    """Decisions a second of the duel, played for about a third of that time."""
    made, begin, seed = 0, time.process_time(), 0
    while (took := time.process_time() - begin) < seconds / 3 or not made:
        made += duel.random_game(seed, False)[0]
        seed += 1
    return made / took if took else 0.0


def speed_in_words(speed: Speed) -> str:
    """What was reached, as lines of plain text."""
    beside = f"; the duel {speed.duel:,.0f} a second in the same run, ratio {speed.ratio:.4f}" if speed.duel else ""
    who = f"{GAMES[speed.game].name}, {' against '.join(speed.decks)}"
    return (
        f"{who}, random: {speed.decisions:,.0f} decisions a second{beside}\n"
        f"    {speed.playthroughs:.1f} playthroughs a second, {speed.length:.0f} decisions each, "
        f"{speed.width:.1f} options a decision\n"
        f"    a fork at a random choice: median {speed.fork * 1e6:.1f} µs, "
        f"95th percentile {speed.late_fork * 1e6:.1f} µs\n"
        f"    {speed.alone:,} goldfish playthroughs of {speed.decks[0]}: {speed.goldfish:.2f} s\n"
        f"    a playthrough takes {speed.memory / 1e6:.2f} MB, "
        f"{speed.watched_memory / 1e6:.2f} MB with every position kept"
    )
