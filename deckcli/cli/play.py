"""`deckcli play` and `replay`: a game played by the person at the keyboard."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from deckcli.cli.goldfish import DifficultyOption, IllegalOption, OptionOption, SeatsOption, SeedOption
from deckcli.cli.options import GameOption, JsonOption
from deckcli.cli.session import session


def play(
    context: typer.Context,
    list_: Annotated[str, typer.Argument(metavar="LIST", help="Your deck; none for a game with one deck.")] = "",
    vs: Annotated[
        list[str] | None,
        typer.Option("--vs", metavar="LIST", help="Another's deck, once for each; in a game with one deck, a player."),
    ] = None,
    player: Annotated[
        list[str] | None,
        typer.Option("--player", metavar="PLAYER", help="Who plays the others: one for all, or once for each."),
    ] = None,
    hotseat: Annotated[
        bool, typer.Option("--hotseat", help="Several people at one keyboard: every seat that no --player takes.")
    ] = False,
    seats: SeatsOption = None,
    seed: SeedOption = None,
    resume: Annotated[Path | None, typer.Option("--resume", metavar="FILE", help="Go on with a saved game.")] = None,
    game: GameOption = None,
    option: OptionOption = None,
    difficulty: DifficultyOption = None,
    allow_illegal: IllegalOption = False,
) -> None:
    """Play a game against bots or other people: choices by number or by words; undo, save, hint, quit."""
    from deckcli.cli.sitting import Wanted, sit_down
    from deckcli.cli.testing import options_told

    here = session(context)
    wanted = Wanted(
        list_, tuple(vs or ()), tuple(player or ()), hotseat, seats, seed, resume, here.told(game),
        options_told(option, difficulty), allow_illegal,
    )  # fmt: skip
    raise typer.Exit(sit_down(here, wanted))


def replay(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A saved game, or the folder of a study.")],
    at: Annotated[
        int | None, typer.Option("--at", metavar="N", min=0, help="Only the position before choice N.")
    ] = None,
    index: Annotated[
        int | None, typer.Option("--index", metavar="I", min=0, help="Which playthrough of the study, as in rows.csv.")
    ] = None,
    plan: Annotated[
        int, typer.Option("--plan", metavar="P", min=0, help="Of which plan of the study, as in rows.csv.")
    ] = 0,
    json_: JsonOption = False,
) -> None:
    """Show a saved game, or any playthrough of a study: every choice in words, or the position before one of them."""
    from deckcli.cli.sitting import show_again

    raise typer.Exit(show_again(session(context), file, at, json_, index, plan))
