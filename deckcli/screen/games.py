"""The games, for people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from deckcli.screen.blocks import Block, Columns, Gap, Pairs, Para, Title


def games_columns(games: Sequence[Mapping[str, Any]]) -> Columns:
    """All games, a line each."""
    rows = [
        [
            game["slug"],
            game["name"],
            str(game["cards"]),
            str(game["acting"]),
            str(game["decks"]),
            _few(game["formats"]),
            ", ".join(game["players"]),
        ]
        for game in games
    ]
    heads = ["game", "name", "cards", "acting", "decks", "formats", "players"]
    return Columns(heads, rows, frozenset({"cards", "acting", "decks"}))


def _few(names: Sequence[str]) -> str:
    """The first names, and how many more; `deckcli games -g GAME` has them all."""
    return ", ".join(names) if len(names) <= 3 else f"{', '.join(names[:2])} and {len(names) - 2} more"


def game_blocks(game: Mapping[str, Any]) -> Iterator[Block]:
    """One game and what one can set in it."""
    least, most = game["seats"]
    yield Title(game["name"], game["slug"])
    yield Pairs(
        [
            ("seats", str(least) if least == most else f"{least} to {most}"),
            ("cards", f"{game['cards']}, of which {game['acting']} act and {game['partly']} act partly"),
            ("invented", str(game["invented"])),
            ("bundled decks", str(game["decks"])),
            ("construction", ", ".join(game["formats"]) or "deckcli does not build decks of this game yet"),
            ("players", ", ".join(game["players"]) or "deckcli does not play this game yet"),
        ]
    )
    if game["options"]:
        yield Gap()
        yield Para("Options (--option NAME=VALUE):", "strong")
        yield Pairs(sorted(game["options"].items()))
