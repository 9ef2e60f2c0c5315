"""The five games, and the formats that each is built by."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from functools import lru_cache
from pathlib import Path

from catalog.errors import DataFaultError
from catalog.home import data_root
from catalog.names import fold
from deckcli.errors import UnknownNameError
from deckcli.games import ashes, cipher, fantasyform, phase, phase10
from deckcli.games.game import Format, Game, Rule
from deckcli.titles import WORDS, game_of

GAMES: dict[str, Game] = {
    game.slug: game
    for game in (
        ashes.GAME,
        cipher.GAME,
        phase.GAME,
        phase10.GAME,
        fantasyform.GAME,
    )
}
"""Every game by its slug, in the order in which they are shown."""


def game_named(name: str) -> Game:
    """The game that a person calls `name`: its slug, its name, or another name for it, whatever the case.

    Raises UnknownNameError with the nearest names.
    """
    slug = game_of(name)
    if slug:
        return GAMES[slug]
    near = dict.fromkeys(WORDS[word] for word in get_close_matches(fold(name)[:60], WORDS, n=3))
    raise UnknownNameError(f'no game is called "{name}".{_nearest(near)} The games are {", ".join(GAMES)}.')


def not_built(game: Game) -> str:
    """What to say when somebody wants a deck of a game judged that deckcli does not build decks of yet."""
    built = " and ".join(other.name for other in GAMES.values() if other.check is not None)
    return f"deckcli does not build {game.name} decks yet; it builds {built} decks."


def formats(game: str) -> dict[str, Format]:
    """The construction formats of a game by key, in the order of `data/<game>/formats.toml`; none where it has none.

    Raises DataFaultError when that file is broken.
    """
    return dict(_known(game))


def find_format(game: str, name: str = "") -> Format:
    """The format that `name` (`--rules`) means, by key or name and whatever the case; the game's default for "".

    Raises UnknownNameError with the nearest names.
    """
    known = _known(game)
    title = GAMES[game].name if game in GAMES else game
    if not known:
        raise UnknownNameError(f"{title} has no construction rules here yet.")
    if not name:
        return next((rules for rules in known.values() if rules.default), next(iter(known.values())))
    key = fold(name)
    for rules in known.values():
        if key in (fold(rules.key), fold(rules.name)):
            return rules
    near = get_close_matches(key[:60], known, n=3)
    raise UnknownNameError(f'{title} has no rules called "{name}".{_nearest(near)} It has {", ".join(known)}.')


def _nearest(near: Iterable[str]) -> str:
    words = ", ".join(near)
    return f" Nearest: {words}." if words else ""


@lru_cache(maxsize=16)
def _known(game: str) -> Mapping[str, Format]:
    """The formats of a game; the folder of data stays where it is while a process runs."""
    return _formats(data_root() / game / "formats.toml", game)


@lru_cache(maxsize=16)
def _formats(path: Path, game: str) -> Mapping[str, Format]:
    if not path.is_file():
        return {}
    import tomllib  # 16 ms that a look-up does without

    try:
        records = tomllib.loads(path.read_text(encoding="utf-8")).get("format", [])
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise DataFaultError(str(path), str(error)) from error
    return {rules.key: rules for rules in (_format(path, game, record) for record in records)}


def _format(path: Path, game: str, record: Mapping[str, object]) -> Format:
    """One `[[format]]` record: key, name, default and source are its own, and everything else is a rule."""
    key = record.get("key")
    sources = record.get("source", {})
    if not isinstance(key, str) or not isinstance(sources, dict):
        raise DataFaultError(str(path), "a format needs a key, and its sources are a table")
    return Format(
        game=game,
        key=key,
        name=str(record.get("name", key)),
        rules={name: _rule(path, name, value) for name, value in record.items() if name not in _NOT_RULES},
        sources={str(rule): str(source) for rule, source in sources.items()},
        default=record.get("default") is True,
    )


_NOT_RULES = frozenset({"key", "name", "default", "source", "note"})


def _rule(path: Path, name: str, value: object) -> Rule:
    if isinstance(value, (int, str)):
        return value
    if isinstance(value, list):
        return tuple(str(item) for item in value)
    raise DataFaultError(str(path), f"{name} is neither a number nor words: {value!r}")
