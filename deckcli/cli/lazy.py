"""A group of commands that imports a command's module only when that command is used."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import typer
import typer.core
import typer.main


@dataclass(frozen=True, slots=True)
class Place:
    """Where a command lives (`module:app`) and the line that help shows for it."""

    where: str
    help: str


class LazyGroup(typer.core.TyperGroup):
    """Commands by name, each with the line that help shows, so that help and version import none of them."""

    places: ClassVar[Mapping[str, Place]] = {}

    def list_commands(self, ctx: Any) -> list[str]:
        """The names, in the order of the table."""
        return list(self.places)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The command itself, imported now; None when there is none of that name."""
        place = self.places.get(cmd_name)
        if place is None:
            return None
        module, _, attribute = place.where.partition(":")
        app: typer.Typer = getattr(importlib.import_module(module), attribute)
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


def lazy_app(commands: Mapping[str, Place], **settings: Any) -> typer.Typer:
    """A Typer application whose commands are loaded when they are used."""
    group = type("Commands", (LazyGroup,), {"places": dict(commands)})
    return typer.Typer(
        cls=group, rich_markup_mode=None, pretty_exceptions_enable=False, no_args_is_help=True, **settings
    )


def command_app() -> typer.Typer:
    """A Typer application for one command, or for a group written out in its module."""
    return typer.Typer(rich_markup_mode=None, pretty_exceptions_enable=False, add_completion=False)
