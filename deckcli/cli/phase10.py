"""`deckcli phase10`: the phase solver, and the board."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from deckcli.cli.options import JsonOption
from deckcli.cli.session import session
from deckcli.errors import UnknownNameError, UsageError

_MOST_BYTES = 10_000


def solve(
    context: typer.Context,
    hand: Annotated[
        list[str], typer.Argument(metavar="HAND", help='Cards: "r7 b12 J" (r, b, y, g; J a joker); - reads them.')
    ],
    phase: Annotated[str, typer.Option("--phase", metavar="KEY", help="Only this phase; 1 to 8, 8col, 10.")] = "",
    edition: Annotated[
        Literal["strategy", "classic"], typer.Option("--edition", help="Which ten phases and which deck.")
    ] = "strategy",
    natural_per_group: Annotated[
        bool, typer.Option("--natural-per-group", help="Each group needs a number card of its own.")
    ] = False,
    json_: JsonOption = False,
) -> None:
    """Which phases a hand can lay, with which cards, and what it keeps; exit code 1 when none."""
    from deckcli.cli.lists import standard_input
    from deckcli.games.phase10.phases import phases
    from deckcli.games.phase10.solver import SKIP, BadHandError, hand_of, lay
    from deckcli.screen.solving import solved_blocks, solved_json

    here = session(context)
    words = " ".join(hand)
    if words == "-":
        words = standard_input(here, _MOST_BYTES)[:_MOST_BYTES].decode("utf-8", "replace")
    try:
        kinds = hand_of(words, edition)
    except BadHandError as error:
        raise UsageError(str(error)) from None
    known = [one for one in phases(edition) if phase in ("", one.key)]
    if not known:
        keys = ", ".join(one.key for one in phases(edition))
        raise UnknownNameError(f'the {edition} edition has no phase "{phase}". It has {keys}.')
    numbers = [kind for kind in kinds if kind != SKIP]
    solved = [(one, lay(one, numbers, natural_per_group)) for one in known]
    if json_:
        here.out.data(solved_json(edition, kinds, solved))
    else:
        here.out.show(solved_blocks(kinds, solved))
    raise typer.Exit(0 if any(laying for _, laying in solved) else 1)


def board(
    context: typer.Context,
    file: Annotated[
        Path | None,
        typer.Argument(metavar="FILE", help="A board to check (- reads it); without it, the one played on."),
    ] = None,
    json_: JsonOption = False,
) -> None:
    """The ring of spaces with their keep numbers; a FILE with the printed board is checked."""
    from deckcli.cli.inputs import bytes_of
    from deckcli.cli.lists import standard_input
    from deckcli.games.phase10.board import MOST_BYTES, board_in, own_board
    from deckcli.games.phase10.board import board as played_on
    from deckcli.screen.solving import board_columns, board_json

    here = session(context)
    if file is None:
        found = played_on()
    else:
        data = standard_input(here, MOST_BYTES) if str(file) == "-" else bytes_of(file, MOST_BYTES)
        found = board_in(data, str(file))
    if json_:
        here.out.data(board_json(found))
        return
    here.out.table(board_columns(found), None)
    if file is not None:
        here.out.note(f"{file}: nothing is wrong with it. Copied to {own_board()}, it is the board that is played on.")
