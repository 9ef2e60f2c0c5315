"""What one command works with: the person's folder, the catalogue, the library, and where output goes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import typer

from catalog.card import Finish
from catalog.errors import UnreadableError
from catalog.home import Home, home
from catalog.reading import Catalog
from deckcli import EFFECTS
from deckcli.errors import UsageError
from deckcli.screen.out import Color, Out
from deckcli.titles import TITLES, game_of

if TYPE_CHECKING:
    from catalog.library import Library


SETTINGS: dict[str, tuple[Callable[[Any], bool], str]] = {
    "game": (lambda value: isinstance(value, str) and bool(game_of(value)), f"one of {', '.join(TITLES)}"),
    "color": (lambda value: value in ("auto", "always", "never"), '"auto", "always" or "never"'),
    "jobs": (lambda value: type(value) is int and value > 0, "a number from 1 up"),
}
"""What config.toml may set: whether a value fits, and what fits in words."""


class Session(NamedTuple):
    """One run of deckcli. Nothing is opened, made or read until it is asked for."""

    home: Home
    out: Out
    config: Mapping[str, Any] = MappingProxyType({})

    @classmethod
    def begin(cls, *, db: Path | None, color: str | None) -> Session:
        """The session of a command line. Raises UnreadableError when config.toml is broken."""
        place = _home(db)
        config = _config(place.config)
        chosen = color or config.get("color", "auto")
        out = Out(cast(Color, chosen))
        for name in sorted(set(config) - set(SETTINGS)):
            out.note(f'{place.config}: "{name}" is no setting; there are {", ".join(SETTINGS)}.')
        return cls(home=place, out=out, config=config)

    def catalog(self) -> Catalog:
        """The catalogue, built first when its sources have changed (it is a context manager)."""
        return Catalog.open(self.home, self._about_to_build, version=EFFECTS)

    def _about_to_build(self) -> Finish:
        """What checks effects; asked for only when the catalogue is about to be built, which takes seconds."""
        from deckcli.games.finish import finish

        self.out.hint("building the card catalogue; this takes a few seconds, once ...")
        return finish

    def library(self, *, write: bool = False) -> Library:
        """The person's library (a context manager); reading an absent one makes no file."""
        from catalog.library import Library

        return Library.open(self.home, write=write)

    def game(self, told: str | None) -> str:
        """The game's slug: as told, else the person's default, else "" for "let the input tell"."""
        return self.told(told) or game_of(str(self.config.get("game", "")))

    def told(self, told: str | None) -> str:
        """The slug of the game that -g names; "" without it. Raises UnknownNameError with the nearest names."""
        known = game_of(told or "")
        if known or told is None:
            return known
        from deckcli.games import game_named

        return game_named(told).slug


def session(context: typer.Context) -> Session:
    """The session of a running command, begun when it is first asked for."""
    root = context.find_root()
    if not isinstance(root.obj, Session):
        root.obj = Session.begin(**root.obj)
    return cast(Session, root.obj)


def _home(library: Path | None) -> Home:
    if library is not None and not library.name:
        raise UsageError("--db wants the name of a file.")
    try:
        return home(library)
    except RuntimeError:
        raise UsageError("DECKCLI_HOME (or HOME) begins with a ~ that names nobody's folder. Write it whole.") from None


def _config(path: Path) -> dict[str, Any]:
    """The person's defaults; {} where there is no such file. Known keys: SETTINGS."""
    if not path.is_file():
        return {}
    import tomllib

    try:
        config = tomllib.loads(path.read_text(encoding="utf-8"))
    except (ValueError, RecursionError, OSError) as error:  # a number of 5,000 digits is a plain ValueError
        raise UnreadableError(str(path), f"the settings cannot be read: {error}") from None
    for name, (fits, words) in SETTINGS.items():
        if name in config and not fits(config[name]):
            raise UnreadableError(str(path), f"{name} must be {words}.")
    return config
