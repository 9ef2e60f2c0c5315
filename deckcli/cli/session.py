"""What one command works with: the person's folder, the catalogue, the library, and where output goes."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import typer

from catalog.card import Finish
from catalog.errors import UnreadableError
from catalog.home import Home, home
from catalog.reading import Catalog
from deckcli.screen.out import Color, Out
from deckcli.titles import game_of

if TYPE_CHECKING:
    from catalog.library import Library


class Session(NamedTuple):
    """One run of deckcli. Nothing is opened, made or read until it is asked for."""

    home: Home
    out: Out
    config: Mapping[str, Any] = MappingProxyType({})

    @classmethod
    def begin(cls, *, db: Path | None, color: str) -> Session:
        """The session of a command line. Raises UnreadableError when config.toml is broken."""
        place = home(db)
        config = _config(place.config)
        chosen = config.get("color", "auto") if color == "auto" else color
        return cls(home=place, out=Out(cast(Color, chosen)), config=config)

    def catalog(self) -> Catalog:
        """The catalogue, built first when its sources have changed (it is a context manager)."""
        return Catalog.open(self.home, _finish)

    def library(self, *, write: bool = False) -> Library:
        """The person's library (a context manager); reading an absent one makes no file."""
        from catalog.library import Library

        return Library.open(self.home, write=write)

    def game(self, told: str | None) -> str:
        """The game's slug: as told, else the person's default, else "" for "let the input tell"."""
        name = told or str(self.config.get("game", ""))
        known = game_of(name)
        if known or not name:
            return known
        from deckcli.games import game_named

        return game_named(name).slug


def session(context: typer.Context) -> Session:
    """The session of a running command."""
    return cast(Session, context.find_root().obj)


def _finish() -> Finish:
    from deckcli.games.finish import finish

    return finish


def _config(path: Path) -> dict[str, Any]:
    """The person's defaults; {} where there is no such file. Known keys: game, color, jobs."""
    if not path.is_file():
        return {}
    import tomllib

    try:
        config = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise UnreadableError(str(path), f"the settings cannot be read: {error}") from None
    if config.get("color", "auto") not in ("auto", "always", "never"):
        raise UnreadableError(str(path), 'color must be "auto", "always" or "never"')
    return config
