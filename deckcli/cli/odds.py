"""`deckcli deck odds` and `deck hand`."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from deckcli.cli.options import GameOption, JsonOption, ListArgument
from deckcli.cli.session import session

MulliganOption = Annotated[
    Literal["none", "redraw", "bottom"] | None,
    typer.Option(
        "--mulligan", help="none, redraw (the whole hand, once), bottom (and one card under); the game's own."
    ),
]
SecondOption = Annotated[bool, typer.Option("--second", help="As the player who does not begin.")]
SeedOption = Annotated[int | None, typer.Option("--seed", help="Where chance begins; else one is chosen and said.")]


def odds(
    context: typer.Context,
    list_: ListArgument,
    groups: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[GROUP...]", help="Cards, with how many: 'Marth', '2+ cost<=2', '0 type:ally', '1..3 owl'."
        ),
    ] = None,
    turn: Annotated[int, typer.Option("--turn", min=0, max=50, help="Up to this own turn (or round).")] = 5,
    second: SecondOption = False,
    mulligan: MulliganOption = None,
    n: Annotated[int, typer.Option("-n", min=0, max=1_000_000, help="Openings dealt beside; 0 for none.")] = 1000,
    seed: SeedOption = None,
    pay: Annotated[
        list[str] | None,
        typer.Option(
            "--pay", metavar="COST", help="Ashes: a card, 'first five' or '2 charm:class' that one roll pays."
        ),
    ] = None,
    dice: Annotated[
        str, typer.Option("--dice", metavar="DICE", help="Ashes: '5 charm, 5 natural' for the deck's own.")
    ] = "",
    game: GameOption = None,
    json_: JsonOption = False,
) -> None:
    """The exact chance of drawing cards by each turn, of several groups at once, as the game deals its opening; beside
    it how often it came when openings were dealt. With --pay, the chance that a roll of the dice pays."""
    from deckcli.cli.chances import Asked, show_odds, show_pay

    here = session(context)
    how = Asked(list_, game, tuple(groups or ()), turn, not second, mulligan, n, seed, json_)
    if pay or dice:
        show_pay(here, how, tuple(pay or ()), dice)
    else:
        show_odds(here, how)


def hand(
    context: typer.Context,
    list_: ListArgument,
    n: Annotated[int, typer.Option("-n", min=1, max=10_000, help="How many.")] = 1,
    turn: Annotated[int, typer.Option("--turn", min=0, max=50, help="And what is drawn by this own turn.")] = 0,
    second: SecondOption = False,
    mulligan: MulliganOption = None,
    seed: SeedOption = None,
    game: GameOption = None,
    json_: JsonOption = False,
) -> None:
    """Opening hands, dealt as the game deals them; with `--mulligan redraw` each beside the one it is returned for."""
    from deckcli.cli.chances import Asked, show_hands

    here = session(context)
    show_hands(here, Asked(list_, game, (), turn, not second, mulligan, n, seed, json_))
