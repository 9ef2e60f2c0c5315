"""Who may sit at a table, by name: a game's own players, Search with its budget, and players of third parties.

A third party offers players as entry points of the group `deckcli.players`: the entry point's name is the player's, and
it loads a function `make(playable, seed, seat)` that gives a player (`engine.playthrough.Player`) for a seat of a game
(`games.game.Playable`; `playable.rules.slug` says which), or raises ValueError with words for a game that it does not
play.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from hashlib import blake2b
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeVar

from deckcli.engine.choice import Choice, Option
from deckcli.engine.playthrough import Player, Sight
from deckcli.engine.reasons import Reasons, reasons_of
from deckcli.engine.search import USUAL_TRIES, Search
from deckcli.errors import PlayerError
from deckcli.games.game import Playable

T = TypeVar("T")

GROUP = "deckcli.players"
SEARCH = "search"
MOST_TRIES = 100_000


def known_players(playable: Playable) -> dict[str, str]:
    """Every player of a game by its name, with a line that says what it does: the game's own first."""
    own = {**playable.players, SEARCH: f"tries its answers out; {SEARCH}:N with N tries a question ({USUAL_TRIES})"}
    return own | {name: f"from {_source(found)}" for name, found in guests().items() if name not in own}


def player_of(playable: Playable, name: str, seed: int, seat: int) -> Player:
    """A player by its name, with whims of its own for a seed and a seat.

    Raises PlayerError for a name that nobody has, a budget that is none, and a third party's player that cannot be
    made; what fails at the table raises it there.
    """
    if name in playable.players:
        return playable.player(name, seed, seat)
    if named(playable, name).partition(":")[0] == SEARCH:
        return Search(playable.thinking, seed, seat, tries_of(name))
    return _guest(guests()[name], playable, seed, seat)


def tries_of(name: str) -> int:
    """The tries a question of `search` or `search:N`. Raises PlayerError."""
    _, colon, told = name.partition(":")
    if not colon:
        return USUAL_TRIES
    if not re.fullmatch(r"[0-9]{1,6}", told) or not 1 <= int(told) <= MOST_TRIES:
        raise PlayerError(f'search:N wants tries a question from 1 to {MOST_TRIES}, and got "{told}".')
    return int(told)


def forks(player: Player) -> bool:
    """Whether a player forks, so that its playthrough should keep its positions (`Playthrough.watched`); a third
    party's is taken to."""
    return isinstance(player, Search | _Guest)


def named(playable: Playable, name: str) -> str:
    """The name of a player that may sit at this table, as it was told. Raises PlayerError; nothing is made yet."""
    if name.startswith(SEARCH + ":"):
        tries_of(name)
    elif name not in known_players(playable):
        raise PlayerError(f'there is no player "{name}" here. There are: {", ".join(known_players(playable))}.')
    return name


def sits(playable: Playable, name: object) -> bool:
    """Whether a name, whatever it is, is one of a player that may sit at this table."""
    try:
        return isinstance(name, str) and bool(named(playable, name))
    except PlayerError:
        return False


def said_of(playable: Playable, names: Sequence[str]) -> list[str]:
    """What figures rest on when these players think."""
    found = sorted({tries_of(name) for name in names if name.partition(":")[0] == SEARCH})
    thinking = playable.thinking
    one, more = ("the next round begins", "rounds") if thinking.rounds else ("its next turn begins", "of its turns")
    ahead = f"until {one if thinking.horizon == 1 else f'{thinking.horizon} more {more} have begun'}"
    others = ", and takes everybody else to play by the heuristic" if len(names) > 1 else ""
    return [f"search tries its answers out {tries} times a question, each {ahead}{others}" for tries in found]


# ---------------------------------------------------------------- third parties


@lru_cache(maxsize=1)
def guests() -> Mapping[str, EntryPoint]:
    """The players that installed packages offer, by name; nothing of theirs is loaded yet."""
    return {found.name: found for found in sorted(entry_points(group=GROUP), key=lambda one: (one.name, one.value))}


def version_of(name: str) -> str:
    """Which version of a third party's player this is: whose, in which version, by which function, and a digest of its
    source; "" for a name of which no package knows. Nothing of it is loaded."""
    return _version_of(guests()[name]) if name in guests() else ""


@lru_cache(maxsize=64)
def _version_of(found: EntryPoint) -> str:
    version = f" {found.dist.version}" if found.dist is not None else ""
    return f"{_source(found)}{version} {found.value} {_source_digest(found.module)}".rstrip()


def _source_digest(module: str) -> str:
    """A digest of the Python source of a module, and of the whole package that it lies in; "" where there is none to be
    read (compiled, in an archive, not there at all)."""
    try:
        spec = find_spec(module.partition(".")[0])
        if spec is None:
            return ""
        places = spec.submodule_search_locations
        if places is not None:
            files = [(one.relative_to(top).as_posix(), one) for top in map(Path, places) for one in top.rglob("*.py")]
        else:
            files = [("", Path(spec.origin or ""))] if (spec.origin or "").endswith(".py") else []
        whole = blake2b(digest_size=6)
        for name, file in sorted(files):
            content = file.read_bytes().replace(b"\r\n", b"\n")
            whole.update(f"{name}\n{len(content)}\n".encode() + content)
    except (ImportError, OSError, ValueError):
        return ""
    return whole.hexdigest() if files else ""


def _source(found: EntryPoint) -> str:
    return found.dist.name if found.dist is not None else found.value


class _Guest:
    """A third party's player at the table: whatever goes wrong with it is said with its name."""

    __slots__ = ("called", "player")

    def __init__(self, called: str, player: Player) -> None:
        self.called = called
        self.player = player

    def __call__(self, choice: Choice, sight: Sight) -> Option:
        option = _or_error(self.called, "failed at a question", self.player, choice, sight)
        try:
            offered = option in choice.options
        except Exception:
            offered = False
        if not offered:
            raise PlayerError(f"{self.called} answered {_short(option)}, which is not offered ({choice.prompt}).")
        return option

    def explain(self, choice: Choice, sight: Sight) -> Reasons | None:
        """The third party's own reasons, if it says any."""
        return _or_error(self.called, "failed to explain itself", reasons_of, self.player, choice, sight)


def _guest(found: EntryPoint, playable: Playable, seed: int, seat: int) -> Player:
    called = f'the player "{found.name}" of {_source(found)}'
    make = _or_error(called, "cannot be loaded", found.load)
    player = _or_error(called, "cannot be made", make, playable, seed, seat)
    if not callable(player):
        raise PlayerError(f"{called} is {_short(player)}, and no player: it cannot be called.")
    return _Guest(called, player)


def _or_error(called: str, what: str, run: Callable[..., T], *args: Any) -> T:
    """What another's code gives. Raises PlayerError for anything that it raises, ValueErrors in their own words."""
    try:
        return run(*args)
    except PlayerError:
        raise
    except Exception as error:
        words = str(error) if isinstance(error, ValueError) else f"{type(error).__name__}: {error}"
        raise PlayerError(f"{called} {what}: {words or type(error).__name__}") from error


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 80 else text[:77] + "..."
