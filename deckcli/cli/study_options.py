"""What the commands that play studies take: `goldfish`, `duel`, `compare`, `league`, `first-five`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

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

CardsOption = Annotated[
    bool, typer.Option("--cards", help="Of each card too: drawn, played, stuck, and what came of seeing it early.")
]
SeenByOption = Annotated[
    int, typer.Option("--seen-by", metavar="N", min=0, max=1000, help="Early is up to this own turn (or round).")
]
VaryOption = Annotated[
    list[str] | None,
    typer.Option("--vary", metavar="CHANGES", help="Compare with a variant: '+1 Gordin -1 Wrys'; may be repeated."),
]

TurnsOption = Annotated[
    int, typer.Option("--turns", min=0, max=1000, help="End a playthrough after so many turns of the deck; 0: never.")
]
PlayerOption = Annotated[str, typer.Option("--players", metavar="PLAYER", help="Who plays the deck; search:N thinks.")]
SamePlayerOption = Annotated[
    str, typer.Option("--players", metavar="PLAYER", help="Who plays all decks; search:N thinks.")
]
PlayersOption = Annotated[str, typer.Option("--players", metavar="P,P", help="Who plays each deck; search:N thinks.")]
LeaguePlayersOption = Annotated[
    str, typer.Option("--players", metavar="P,P", help="Who plays each deck, or all of them.")
]
PairCountOption = Annotated[int, typer.Option("-n", min=1, max=1_000_000, help="How many playthroughs a pair.")]

# What single commands ask besides.
WhatIfOption = Annotated[
    bool, typer.Option("--what-if", help="Which single swap with a spare card of your collection is best?")
]
OpponentOption = Annotated[
    str, typer.Option("--vs", metavar="LIST", help="With --vary or --what-if: an opponent who plays this deck.")
]
ByOption = Annotated[
    str,
    typer.Option(
        "--by",
        metavar="FIGURE",
        help="Rank variants by turns (alone), win (with --vs), or any figure of a report; least:FIGURE.",
    ),
]
BudgetOption = Annotated[
    int, typer.Option("--budget", min=100, max=10_000_000, help="Playthroughs that --what-if may race with.")
]
SeatLists = Annotated[
    list[str] | None,
    typer.Argument(metavar="LIST LIST...", help="A list a player; seats change every game. None for one deck."),
]
VersionLists = Annotated[
    list[str], typer.Argument(metavar="LIST [LIST]", help="Two versions of a deck; or one, with --vary.")
]
LeagueLists = Annotated[list[str], typer.Argument(metavar="LIST LIST LIST...", help="Three decks or more.")]
AgainstOption = Annotated[
    str, typer.Option("--against", metavar="LIST", help="Whom both play; else the first version.")
]
VersionOption = Annotated[
    str, typer.Option("--vary", metavar="CHANGES", help="The second version: the first with '+1 Gordin -1 Wrys'.")
]
StopOption = Annotated[
    bool, typer.Option("--stop", help="Look at it five times on the way, and stop as soon as it is decided.")
]
