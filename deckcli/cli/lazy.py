"""Groups of commands that import and build a command only when that one is used."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from typing import Any, ClassVar, NamedTuple

import typer
import typer.core
import typer.main


class Place(NamedTuple):
    """A command: the function that it is (`module:function`), the line that help shows for it, and where the text
    stands that ends its own help, if any (`module:CONSTANT`)."""

    where: str
    help: str
    reference: str = ""


class Group(NamedTuple):
    """Commands under one noun."""

    help: str
    places: Mapping[str, Place]


class LazyGroup(typer.core.TyperGroup):
    """Commands by name, each with the line that help shows, so that help and version import none of them."""

    places: ClassVar[Mapping[str, Place | Group]] = {}

    def list_commands(self, ctx: Any) -> list[str]:
        """The names, in the order of the table."""
        return list(self.places)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The command itself, imported now; None when there is none of that name."""
        place = self.places.get(cmd_name)
        if place is None:
            return None
        app = lazy_app(place.places, help=place.help) if isinstance(place, Group) else _app_of(place)
        command = typer.main.get_command(app)
        command.name = cmd_name
        return command

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """As Typer does; near names are taken from the table, for Typer looks at loaded commands only."""
        if args and args[0] not in self.places and not args[0].startswith("-"):
            from difflib import get_close_matches

            near = get_close_matches(args[0], self.places, n=3)
            hint = f" Did you mean {', '.join(near)}?" if near else ""
            ctx.fail(f"No such command '{args[0]}'.{hint}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """The table of commands, from the lines written in the table."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, place.help) for name, place in self.places.items()])


class _WithReference(typer.core.TyperCommand):
    """A command whose help ends with a longer text."""

    reference = ""

    def format_epilog(self, ctx: Any, formatter: Any) -> None:
        formatter.write("\n" + _named(self.reference))


def lazy_app(commands: Mapping[str, Place | Group], **settings: Any) -> typer.Typer:
    """A Typer application whose commands are loaded when they are used."""
    group = type("Commands", (LazyGroup,), {"places": dict(commands)})
    app = typer.Typer(
        cls=group,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        no_args_is_help=True,
        add_completion="help" not in settings,  # completion is of the whole program, not of one noun
        **settings,
    )
    if "help" in settings:
        app.callback()(lambda: None)
    return app


def _app_of(place: Place) -> typer.Typer:
    """A Typer application of one command, which Typer makes that command itself."""
    function: Callable[..., Any] = _named(place.where)
    app = typer.Typer(rich_markup_mode=None, pretty_exceptions_enable=False, add_completion=False)
    kind = type("Command", (_WithReference,), {"reference": place.reference}) if place.reference else None
    app.command(cls=kind)(function)
    return app


def _named(where: str) -> Any:
    module, _, name = where.partition(":")
    return getattr(importlib.import_module(module), name)
