"""`deckcli deck random`: a legal deck that nobody thought of."""

from __future__ import annotations

import secrets
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from deckcli.cli.options import GameOption, JsonOption
from deckcli.cli.session import session


def random_(
    context: typer.Context,
    game: GameOption = None,
    seed: Annotated[int | None, typer.Option("--seed", metavar="N", help="The same deck again; else any.")] = None,
    rules: Annotated[str, typer.Option("--rules", metavar="FORMAT", help="The construction format.")] = "",
    to: Annotated[str, typer.Option("--to", metavar="FORMAT", help="The list format to write.")] = "text",
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="FILE", help="Into a file; else to standard output.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite the file.")] = False,
    json_: JsonOption = False,
) -> None:
    """Make a legal deck by chance: Cipher's of two colours at most, and a few cards that share the main character's
    name; Ashes' of two or three types of dice that pay for every card."""
    from deckcli.cli.keeping import Exporting, write_deck
    from deckcli.decks import formats
    from deckcli.decks.resolve import conjurations_of
    from deckcli.errors import UsageError
    from deckcli.games import GAMES, find_format, game_named

    here = session(context)
    title = GAMES[game_named(here.game(game) or "cipher").slug]
    if title.random_deck is None:
        able = ", ".join(one.slug for one in GAMES.values() if one.random_deck is not None)
        raise UsageError(f"deckcli makes no random decks of {title.name}; it does of: {able}.")
    formats.named(to)
    number = secrets.randbelow(1 << 31) if seed is None else seed
    with here.catalog() as catalog:
        cards = list(catalog.cards(title.slug))
        try:
            deck = title.random_deck(cards, number, find_format(title.slug, rules))
        except ValueError as error:
            raise UsageError(f"{error}.") from None
        if title.slug == "ashes":
            deck = replace(deck, derived=tuple(conjurations_of(catalog, deck.slots)))
    here.out.note(f"seed {number}")
    raise typer.Exit(write_deck(here, deck, (), Exporting(to, output, force, dry_run=False, json=json_)))
