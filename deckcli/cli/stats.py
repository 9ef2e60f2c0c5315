"""`deckcli deck stats`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from deckcli.cli.options import GameOption, JsonOption, ListArgument
from deckcli.cli.session import session


def stats(
    context: typer.Context,
    list_: ListArgument,
    html: Annotated[
        Path | None, typer.Option("--html", metavar="FILE", help="Also as a page with drawn bars, whole in itself.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite the file.")] = False,
    game: GameOption = None,
    json_: JsonOption = False,
) -> None:
    """The figures of a deck: curve, types, symbols or dice against need, averages, abilities, faces."""
    from deckcli.cli.keeping import write_file
    from deckcli.cli.lists import Asked, read_list, say_game
    from deckcli.decks.resolve import resolve
    from deckcli.errors import UsageError
    from deckcli.games.counted import counted
    from deckcli.screen.stats import stats_blocks, stats_html, stats_json

    here = session(context)
    asked = Asked.of(here, list_, game)
    with here.catalog() as catalog:
        wanted = read_list(asked, here, catalog)
        deck, problems = resolve(wanted, catalog, game=asked.game)
    say_game(here, asked, wanted, deck.game)
    errors = [problem for problem in problems if problem.severity == "error"]
    for problem in errors:
        here.out.note(f"{problem.message} It is left out.")
    if not deck.slots:
        raise UsageError(f"{list_}: there is no card here to count.")
    found = counted(deck)
    if html is not None:
        write_file(html, stats_html(deck, found), force=force)
        here.out.note(f"wrote {html}.")
    if json_:
        here.out.data(stats_json(deck, found))
    elif html is None:
        here.out.show(stats_blocks(deck, found))
    raise typer.Exit(1 if errors else 0)
