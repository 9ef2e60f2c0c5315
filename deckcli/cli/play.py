"""`deckcli play` and `replay`: a game played by the person at the keyboard."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from deckcli.cli.goldfish import IllegalOption, OptionOption, SeedOption
from deckcli.cli.options import GameOption, JsonOption
from deckcli.cli.session import session


def play(
    context: typer.Context,
    list_: Annotated[str, typer.Argument(metavar="LIST", help="Your deck.")] = "",
    vs: Annotated[
        list[str] | None, typer.Option("--vs", metavar="LIST", help="The other's deck; else the same as yours.")
    ] = None,
    player: Annotated[str, typer.Option("--player", metavar="PLAYER", help="Who plays the other.")] = "heuristic",
    hotseat: Annotated[bool, typer.Option("--hotseat", help="Two people at one keyboard.")] = False,
    seed: SeedOption = None,
    resume: Annotated[Path | None, typer.Option("--resume", metavar="FILE", help="Go on with a saved game.")] = None,
    game: GameOption = None,
    option: OptionOption = None,
    allow_illegal: IllegalOption = False,
) -> None:
    """Play a game against a bot or another person: choices by number or by words; undo, save, hint, quit."""
    from deckcli.cli.sitting import Wanted, sit_down

    here = session(context)
    wanted = Wanted(
        list_, tuple(vs or ()), player, hotseat, seed, resume, here.told(game), tuple(option or ()), allow_illegal
    )
    raise typer.Exit(sit_down(here, wanted))


def replay(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A saved game.")],
    at: Annotated[
        int | None, typer.Option("--at", metavar="N", min=0, help="Only the position before choice N.")
    ] = None,
    json_: JsonOption = False,
) -> None:
    """Show a saved game: every choice in words, or the position before one of them."""
    from deckcli.cli.sitting import show_again

    raise typer.Exit(show_again(session(context), file, at, json_))
