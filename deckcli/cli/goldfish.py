"""`deckcli goldfish`, `duel` and `compare`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from deckcli.cli.options import GameOption, JsonOption
from deckcli.cli.session import session
from deckcli.errors import UsageError

CountOption = Annotated[int, typer.Option("-n", min=1, max=1_000_000, help="How many playthroughs.")]
SeedOption = Annotated[int | None, typer.Option("--seed", help="Where chance begins; else one is chosen and said.")]
JobsOption = Annotated[int, typer.Option("--jobs", min=1, max=256, help="Processes; the figures are the same for any.")]
OptionOption = Annotated[
    list[str] | None, typer.Option("--option", metavar="NAME=VALUE", help="What the game lets one set.")
]
SeatsOption = Annotated[
    int | None, typer.Option("--seats", min=1, metavar="N", help="How many play, where more than one number may.")
]
OptionalList = Annotated[
    str,
    typer.Argument(
        metavar="LIST", help="A file, - for standard input, a saved or bundled deck; none for a game with one deck."
    ),
]
DifficultyOption = Annotated[
    str | None, typer.Option("--difficulty", metavar="D", help="Short for --option difficulty=D, where a game has it.")
]
IllegalOption = Annotated[bool, typer.Option("--allow-illegal", help="Play a deck that is not legal.")]
OutOption = Annotated[
    Path | None,
    typer.Option("--out", metavar="DIR", help="Keep the study in this folder; the same command there goes on with it."),
]
ClusterOption = Annotated[
    str,
    typer.Option("--cluster", metavar="ADDRESS", help="Play on the workers of a scheduler (tcp://...) that you trust."),
]
BeginOption = Annotated[
    int, typer.Option("--from", metavar="I", min=0, help="Play only from this playthrough on; the first is 0.")
]
EndOption = Annotated[
    int | None, typer.Option("--to", metavar="I", min=1, help="Play only up to this one, itself left out.")
]


def goldfish(
    context: typer.Context,
    list_: OptionalList = "",
    n: CountOption = 100,
    seed: SeedOption = None,
    turns: Annotated[
        int,
        typer.Option("--turns", min=0, max=1000, help="End a playthrough after so many turns of the deck; 0: never."),
    ] = 0,
    jobs: JobsOption = 1,
    players: Annotated[
        str, typer.Option("--players", metavar="PLAYER", help="Who plays the deck; search:N thinks.")
    ] = "heuristic",
    game: GameOption = None,
    seats: SeatsOption = None,
    option: OptionOption = None,
    difficulty: DifficultyOption = None,
    allow_illegal: IllegalOption = False,
    out: OutOption = None,
    cluster: ClusterOption = "",
    begin: BeginOption = 0,
    end: EndOption = None,
    json_: JsonOption = False,
) -> None:
    """Play a deck alone, many times: when does it win, and what stands in its way?"""
    from deckcli.cli.testing import (
        Part,
        Trying,
        decks_of,
        fixed_game,
        options_told,
        plan_of,
        player_named,
        seats_of,
        seed_of,
        studied,
        usual_options,
    )
    from deckcli.study.plan import Side

    here = session(context)
    list_ = list_ or fixed_game(here, list_, game)
    if not list_:
        raise UsageError("goldfish wants a LIST.")
    options = options_told(option, difficulty)
    part = Part(out, cluster, begin, end)
    how = Trying(here.told(game), n, seed, jobs, options, allow_illegal, json_, turns, part)
    slug, ((name, deck),) = decks_of(here, [list_], how)
    how = replace(how, options=(*usual_options(slug), *options))
    sides = [Side(name, deck, player_named(slug, players))]
    sides += [Side(name, deck, player_named(slug, "goldfish")) for _ in range(1, seats_of(slug, seats, 1))]
    raise typer.Exit(studied(here, "goldfish", [plan_of(here, slug, sides, how, seed_of(here, seed))], how))


def duel(
    context: typer.Context,
    lists: Annotated[
        list[str] | None,
        typer.Argument(metavar="LIST LIST...", help="A list a player; seats change every game. None for one deck."),
    ] = None,
    n: CountOption = 100,
    seed: SeedOption = None,
    jobs: JobsOption = 1,
    players: Annotated[
        str, typer.Option("--players", metavar="P,P", help="Who plays each deck; search:N thinks.")
    ] = "heuristic",
    game: GameOption = None,
    seats: SeatsOption = None,
    option: OptionOption = None,
    allow_illegal: IllegalOption = False,
    out: OutOption = None,
    cluster: ClusterOption = "",
    begin: BeginOption = 0,
    end: EndOption = None,
    json_: JsonOption = False,
) -> None:
    """Let decks play each other: who wins how often, and what does it mean to begin?"""
    from deckcli.cli.testing import Part, Trying, decks_of, duel_lists, plan_of, players_of, seats_of, seed_of, studied
    from deckcli.study.plan import Side

    here = session(context)
    part = Part(out, cluster, begin, end)
    how = Trying(here.told(game), n, seed, jobs, tuple(option or ()), allow_illegal, json_, 0, part)
    slug, decks = decks_of(here, duel_lists(here, lists or [], game, seats, players), how)
    who = players_of(slug, players, seats_of(slug, len(decks), 2))
    sides = [Side(name, deck, player) for (name, deck), player in zip(decks, who, strict=True)]
    raise typer.Exit(studied(here, "duel", [plan_of(here, slug, sides, how, seed_of(here, seed))], how))


def compare(
    context: typer.Context,
    lists: Annotated[list[str], typer.Argument(metavar="LIST LIST", help="Two versions of a deck.")],
    against: Annotated[
        str, typer.Option("--against", metavar="LIST", help="Whom both play; else the first version.")
    ] = "",
    n: CountOption = 200,
    seed: SeedOption = None,
    jobs: JobsOption = 1,
    players: Annotated[
        str, typer.Option("--players", metavar="PLAYER", help="Who plays all decks; search:N thinks.")
    ] = "heuristic",
    game: GameOption = None,
    option: OptionOption = None,
    allow_illegal: IllegalOption = False,
    out: OutOption = None,
    cluster: ClusterOption = "",
    begin: BeginOption = 0,
    end: EndOption = None,
    json_: JsonOption = False,
) -> None:
    """Is the second version better? Both play the same opponent with the same chances; the difference counts."""
    from deckcli.cli.testing import Part, Trying, decks_of, plan_of, player_named, seats_of, seed_of, studied
    from deckcli.study.plan import Side

    here = session(context)
    if len(lists) != 2:
        raise UsageError(f"compare wants two lists, and got {len(lists)}.")
    part = Part(out, cluster, begin, end)
    how = Trying(here.told(game), n, seed, jobs, tuple(option or ()), allow_illegal, json_, 0, part)
    slug, ((name_a, a), (name_b, b), (name_o, other)) = decks_of(here, [*lists, against or lists[0]], how)
    seats_of(slug, 2, 2)
    who, chosen = player_named(slug, players), seed_of(here, seed)
    plans = [
        plan_of(here, slug, [Side(name, deck, who), Side(name_o, other, who)], how, chosen)
        for name, deck in ((name_a, a), (name_b, b))
    ]
    raise typer.Exit(studied(here, "compare", plans, how))
