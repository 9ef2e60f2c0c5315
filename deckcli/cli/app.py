"""The application: global options, the table of commands, and what an error becomes."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Literal

import typer

from deckcli import __version__
from deckcli.cli.lazy import Place, lazy_app

COMMANDS = {
    "games": Place("deckcli.cli.games:app", "The five games: cards, how many act, bundled decks, players, options."),
    "cards": Place("deckcli.cli.cards:app", "Search, show, check and import cards."),
    "deck": Place("deckcli.cli.deck:app", "Judge deck lists; keep decks."),
    "undo": Place("deckcli.cli.journal:undo_app", "Take back the last step."),
    "redo": Place("deckcli.cli.journal:redo_app", "Take a step again that was taken back."),
    "log": Place("deckcli.cli.journal:log_app", "The steps so far, newest first."),
    "path": Place("deckcli.cli.place:path_app", "Where everything lies."),
    "doctor": Place("deckcli.cli.place:doctor_app", "Look after the databases, and say what was found."),
}

app = lazy_app(COMMANDS)


def _version(wanted: bool) -> None:
    if wanted:
        sys.stdout.write(f"deckcli {__version__}\n")
        raise typer.Exit


@app.callback()
def root(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Say the version and leave.")
    ] = False,
    db: Annotated[
        Path | None, typer.Option("--db", metavar="FILE", help="The library's file, in place of the usual one.")
    ] = None,
    color: Annotated[
        Literal["auto", "always", "never"], typer.Option("--color", help="Colours: auto, always or never.")
    ] = "auto",
) -> None:
    """Build, judge and test decks of five card games.

    A LIST is a file, `-` for standard input, a saved deck or a bundled deck: try `deckcli deck check the-iron-men`.
    """
    from deckcli.cli.session import Session

    context.obj = Session.begin(db=db, color=color)


def run(arguments: Sequence[str] | None = None) -> int:
    """Run one command line and return its exit code (`cli.md` has the table); prints one line for any error."""
    from deckcli.cli import failures
    from deckcli.screen.out import prepare_streams

    prepare_streams()
    try:
        result = app(
            args=list(arguments) if arguments is not None else None, prog_name="deckcli", standalone_mode=False
        )
        sys.stdout.flush()
    except BaseException as error:
        return failures.told(error)
    return result if isinstance(result, int) else 0
