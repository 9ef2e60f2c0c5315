"""The application: global options, the table of commands, and what an error becomes."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Literal

import typer

from deckcli import __version__
from deckcli.cli.lazy import Group, Place, lazy_app

COMMANDS: dict[str, Place | Group] = {
    "games": Place("deckcli.cli.games:games", "The five games: cards, how many act, bundled decks, players, options."),
    "cards": Group(
        "Search, show, check and import cards.",
        {
            "search": Place("deckcli.cli.cards:search", "Find cards by words and fields.", "catalog.query:HELP"),
            "show": Place("deckcli.cli.cards:show", "One card: facts, text, printings, and what stands around it."),
            "check": Place("deckcli.cli.cards:check", "Any card list, line by line; no construction rules."),
            "import": Place("deckcli.cli.cards:import_", "Card data as others publish it, into a pack of your own."),
            "template": Place("deckcli.cli.cards:template", "An empty form for your own printed cards."),
            "coverage": Place("deckcli.cli.cards:coverage", "Cards that act, partly act, do not, by release."),
            "sets": Place("deckcli.cli.cards:sets", "The releases of each game, in order."),
        },
    ),
    "deck": Group(
        "Judge deck lists; keep decks.",
        {
            "check": Place("deckcli.cli.deck:check", "The verdict: is it legal, and if not, what mends it."),
            "list": Place("deckcli.cli.deck:list_decks", "Your saved decks, and with --all the bundled ones."),
            "show": Place("deckcli.cli.deck:show", "A deck by its cards, with the pile they bring along."),
            "new": Place("deckcli.cli.deck_changes:new", "Begin a deck."),
            "add": Place("deckcli.cli.deck_changes:add", "Put cards into a saved deck."),
            "remove": Place("deckcli.cli.deck_changes:remove", "Take cards out of a saved deck."),
            "set": Place("deckcli.cli.deck_changes:set_", "Set numbers of cards, the leader, dice, First Five ..."),
            "edit": Place("deckcli.cli.deck_changes:edit", "Change a saved deck as text in your editor."),
            "rename": Place("deckcli.cli.deck_changes:rename", "Give a saved deck another name."),
            "copy": Place("deckcli.cli.deck_changes:copy", "A second deck with what a saved deck holds now."),
            "note": Place("deckcli.cli.deck_changes:note", "Write a note to a saved deck, or show it."),
            "tag": Place("deckcli.cli.deck_changes:tag", "Tags of a saved deck: add, take off, show."),
            "state": Place("deckcli.cli.deck_changes:state", "What a deck claims: idea, flexible or built."),
            "history": Place(
                "deckcli.cli.deck_changes:history", "Every revision of a saved deck, and what it changed."
            ),
            "diff": Place("deckcli.cli.deck_changes:diff", "From one deck to another: what to pull, what to put in."),
            "restore": Place("deckcli.cli.deck_changes:restore", "Bring back a revision, or a deleted deck."),
            "find": Place("deckcli.cli.deck_find:find", "Find decks by what they hold.", "deckcli.decks.finding:HELP"),
            "import": Place("deckcli.cli.deck:import_", "Save a list as a deck of yours."),
            "export": Place("deckcli.cli.deck:export", "Write a deck in another format."),
            "convert": Place(
                "deckcli.cli.deck:convert", "Write a list in another format; --check: what it would lose."
            ),
            "random": Place("deckcli.cli.random_deck:random_", "A legal deck that nobody thought of."),
            "stats": Place(
                "deckcli.cli.stats:stats", "Curve, types, symbols or dice against need, averages, abilities."
            ),
            "odds": Place("deckcli.cli.odds:odds", "The exact chance of drawing cards, or of paying with one roll."),
            "hand": Place("deckcli.cli.odds:hand", "Opening hands, dealt as the game deals them."),
            "delete": Place("deckcli.cli.deck:delete", "Put a saved deck away; `deckcli undo` brings it back."),
        },
    ),
    "collection": Group(
        "What you own, what you miss, and what would fill it.",
        {
            "add": Place("deckcli.cli.collection:add", "Own more, by name, number, run of numbers or product."),
            "remove": Place("deckcli.cli.collection:remove", "Own fewer."),
            "set": Place("deckcli.cli.collection:set_", "Own exactly so many of one card."),
            "list": Place("deckcli.cli.collection:list_", "What you own, a row a card.", "catalog.query:HELP"),
            "import": Place("deckcli.cli.collection:import_", "Take a table (CSV) or a list into your collection."),
            "export": Place("deckcli.cli.collection:export", "Write your collection as a table (CSV)."),
            "missing": Place("deckcli.cli.collection:missing", "What some lists need and you have not."),
            "free": Place("deckcli.cli.collection:free", "What of a card no deck claims, and who holds the rest."),
            "wish": Place("deckcli.cli.collection:wish", "What is missing, and the fewest boxes that fill it."),
            "products": Place(
                "deckcli.cli.collection:products", "Boxes, starters and retail decks, and their contents."
            ),
        },
    ),
    "goldfish": Place("deckcli.cli.goldfish:goldfish", "Play a deck alone, many times: when does it win?"),
    "duel": Place("deckcli.cli.goldfish:duel", "Let decks play each other, many times."),
    "compare": Place("deckcli.cli.goldfish:compare", "Is another version of a deck better? With the same chances."),
    "league": Place("deckcli.cli.goldfish:league", "Everyone against everyone: who beats whom, and ratings."),
    "first-five": Place("deckcli.cli.first_five:first_five", "Ashes: which five cards open a deck best?"),
    "study": Group(
        "Studies in folders: look at them, go on with them, put them together.",
        {
            "show": Place("deckcli.cli.studying:show", "What a study has found so far, from its folder."),
            "resume": Place("deckcli.cli.studying:resume", "Play what a study still misses."),
            "merge": Place("deckcli.cli.studying:merge", "Put the folders of one study together."),
        },
    ),
    "play": Place("deckcli.cli.play:play", "Play a game against bots or other people."),
    "replay": Place("deckcli.cli.play:replay", "Show a saved game again."),
    "phase10": Group(
        "Phase 10: solve a hand, look at the board.",
        {
            "solve": Place("deckcli.cli.phase10:solve", "Which phases a hand can lay, with which cards."),
            "board": Place("deckcli.cli.phase10:board", "The ring of spaces; a FILE with the printed one is checked."),
        },
    ),
    "scenario": Place("deckcli.cli.scenario:scenario", "Rules tests as text.", "deckcli.engine.scenario:HELP"),
    "undo": Place("deckcli.cli.journal:undo", "Take back the last step (or so many)."),
    "redo": Place("deckcli.cli.journal:redo", "Take a step again that was taken back."),
    "log": Place("deckcli.cli.journal:log", "The steps so far, newest first."),
    "path": Place("deckcli.cli.place:path", "Where everything lies."),
    "doctor": Place("deckcli.cli.place:doctor", "Look after the databases, and say what was found and mended."),
    "backup": Place("deckcli.cli.place:backup", "Copy your library to one file."),
    "restore": Place("deckcli.cli.place:restore", "Bring a backup back; what was there is put aside."),
}

app = lazy_app(COMMANDS)
INTERRUPTED = 130


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
        Literal["auto", "always", "never"] | None,
        typer.Option("--color", help="Colours: auto, always or never; else as config.toml says."),
    ] = None,
) -> None:
    """Build, judge and test decks of five card games.

    A LIST is a file, `-` for standard input, a saved deck or a bundled deck:
    try `deckcli deck check the-iron-men`. `file:`, `deck:` and `bundled:` before its name settle doubts.
    """
    # Settings are read when a command first asks for its session: help touches no disk.
    context.obj = {"db": db, "color": color}


def run(arguments: Sequence[str] | None = None) -> int:
    """Run one command line and return its exit code (`cli.md` has the table); prints one line for any error."""
    _prepare_streams()
    try:
        result = app(
            args=list(arguments) if arguments is not None else None, prog_name="deckcli", standalone_mode=False
        )
        if result == INTERRUPTED:
            from deckcli.cli.failures import Said

            if not isinstance(result, Said):  # what Typer makes of Ctrl-C, without a word
                raise KeyboardInterrupt
        sys.stdout.flush()
    except BaseException as error:
        from deckcli.cli import failures

        return failures.told(error)
    return result if isinstance(result, int) else 0


def _prepare_streams() -> None:
    """Let no stream end a command: a closed one is empty, and what one cannot encode is written as an escape."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
