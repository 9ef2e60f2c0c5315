"""`deckcli games`: what there is."""

from __future__ import annotations

from typing import Any

import typer

from catalog.reading import Catalog
from deckcli.cli.options import GameOption, JsonOption, StyleOption
from deckcli.cli.session import session
from deckcli.games.game import Game


def games(
    context: typer.Context, game: GameOption = None, json_: JsonOption = False, style: StyleOption = None
) -> None:
    """The five games: cards, how many act, bundled decks, players, options."""
    from deckcli.games import GAMES
    from deckcli.screen.games import game_blocks, games_columns

    here = session(context)
    slug = here.game(game)
    with here.catalog() as catalog:
        found = [_game(one, catalog) for one in GAMES.values() if slug in ("", one.slug)]
    if json_:
        here.out.data({"games": found})
    elif slug and style is None:
        here.out.show(game_blocks(found[0]))
    else:
        here.out.table(games_columns(found), style)


def _game(game: Game, catalog: Catalog) -> dict[str, Any]:
    from deckcli.games import formats
    from deckcli.games.players import SEARCH, guests

    whole = next((row for row in catalog.coverage(game.slug) if not row.release), None)
    return {
        "slug": game.slug,
        "name": game.name,
        "seats": list(game.seats),
        "cards": whole.cards if whole else 0,
        "acting": whole.acting if whole else 0,
        "partly": whole.partly if whole else 0,
        "decks": len(catalog.bundled(game.slug)),
        "invented": whole.invented if whole else 0,
        "judged": game.check is not None,
        "formats": list(formats(game.slug)),
        "players": [*game.players, SEARCH, *guests()] if game.players else [],
        "options": dict(game.options),
    }
