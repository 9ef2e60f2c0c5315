"""`deckcli play` and `replay`: a game played by the person at the keyboard."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from deckcli.cli.options import GameOption, JsonOption
from deckcli.cli.session import session
from deckcli.cli.study_options import DifficultyOption, IllegalOption, OptionOption, SeatsOption, SeedOption
from deckcli.errors import UsageError


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
    file: Annotated[Path, typer.Argument(metavar="FILE|DIR", help="A saved game, or the folder of a study.")],
    index: Annotated[
        int | None, typer.Option("--index", metavar="I", min=0, help="Of a study: which playthrough, as in rows.csv.")
    ] = None,
    plan: Annotated[int, typer.Option("--plan", metavar="P", min=0, help="Of a study with several plans: which.")] = 0,
    at: Annotated[
        int | None, typer.Option("--at", metavar="N", min=0, help="Only the board after N choices, and the next one.")
    ] = None,
    begin: Annotated[
        int, typer.Option("--from", metavar="N", min=1, help="Only from this choice on; the first is 1.")
    ] = 1,
    end: Annotated[
        int | None, typer.Option("--to", metavar="N", min=1, help="Only up to this choice, itself too.")
    ] = None,
    why: Annotated[
        bool, typer.Option("--why", help="With each choice why it was made; a search thinks again.")
    ] = False,
    step: Annotated[
        bool, typer.Option("--step", help="Step forward and back; so it is at a terminal when nothing else is asked.")
    ] = False,
    json_: JsonOption = False,
) -> None:
    """See a game again: a saved one, or any playthrough of a study, choice by choice with the reasons of its players.

    At a terminal it steps: n on, b back, g N to choice N, q to leave. In a pipe every choice is a line.
    """
    from deckcli.cli.replaying import Wanted, replay_again

    ranged = begin != 1 or end is not None
    if (at is not None) + ranged + step > 1:
        raise UsageError("--at, --step, and --from or --to, each show another part. Choose one.")
    wanted = Wanted(file, index, plan, at, begin, end, why, step, json_)
    raise typer.Exit(replay_again(session(context), wanted))
