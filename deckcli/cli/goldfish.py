"""`deckcli goldfish`, `duel`, `compare` and `league`."""

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
    vary: VaryOption = None,
    what_if: Annotated[
        bool,
        typer.Option("--what-if", help="Which single swap with a spare card of your collection is best?"),
    ] = False,
    vs: Annotated[
        str, typer.Option("--vs", metavar="LIST", help="With --vary or --what-if: an opponent who plays this deck.")
    ] = "",
    by: Annotated[
        str,
        typer.Option(
            "--by",
            metavar="FIGURE",
            help="Rank variants by turns (alone), win (with --vs), or any figure of a report; least:FIGURE.",
        ),
    ] = "",
    budget: Annotated[
        int, typer.Option("--budget", min=100, max=10_000_000, help="Playthroughs that --what-if may race with.")
    ] = 5000,
    cards: CardsOption = False,
    seen_by: SeenByOption = 3,
    allow_illegal: IllegalOption = False,
    out: OutOption = None,
    cluster: ClusterOption = "",
    begin: BeginOption = 0,
    end: EndOption = None,
    json_: JsonOption = False,
) -> None:
    """Play a deck alone, many times: when does it win, and what stands in its way?

    With --vary or --what-if, beside variants of it that meet the same chances: which of them win quicker, with --vs
    more often, with --by have more (least:FIGURE: less) of a figure?
    """
    from deckcli.cli.testing import (
        Part,
        Trying,
        cards_asked,
        decks_of,
        fixed_game,
        options_told,
        plan_of,
        player_named,
        players_of,
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
    if sum((bool(vary), what_if, cards)) > 1:
        raise UsageError("--vary, --what-if and --cards do not go together.")
    if (vs or by) and not (vary or what_if):
        raise UsageError("--vs and --by go with --vary or --what-if; `deckcli duel` lets two decks play.")
    options = options_told(option, difficulty)
    part = Part(out, cluster, begin, end)
    how = Trying(here.told(game), n, seed, jobs, options, allow_illegal, json_, turns, part, cards)
    slug, ((name, deck), *others) = decks_of(here, [list_, *([vs] if vs else [])], how)
    if others:
        if seats not in (None, 2):
            raise UsageError(f"--seats says {seats}, and with --vs two play.")
        pairs = zip(((name, deck), *others), players_of(slug, players, seats_of(slug, 2, 2)), strict=True)
        sides = [Side(called, held, who) for (called, held), who in pairs]
    else:
        how = replace(how, options=(*usual_options(slug), *options))
        sides = [Side(name, deck, player_named(slug, players))]
        sides += [Side(name, deck, player_named(slug, "goldfish")) for _ in range(1, seats_of(slug, seats, 1))]
    asked = cards_asked(slug, cards, seen_by)
    plan = plan_of(here, slug, sides, how, seed_of(here, seed))
    if vary or what_if:
        from deckcli.cli import varying

        judged = varying.judged_by(here, plan, by)
        code = varying.vary(here, plan, vary, how, judged) if vary else varying.what_if(here, plan, budget, how, judged)
    else:
        code = studied(here, "goldfish", [plan], how, asked)
    raise typer.Exit(code)


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
    cards: CardsOption = False,
    seen_by: SeenByOption = 3,
    allow_illegal: IllegalOption = False,
    out: OutOption = None,
    cluster: ClusterOption = "",
    begin: BeginOption = 0,
    end: EndOption = None,
    json_: JsonOption = False,
) -> None:
    """Let decks play each other: who wins how often, and what does it mean to begin?"""
    from deckcli.cli.testing import (
        Part,
        Trying,
        cards_asked,
        decks_of,
        duel_lists,
        plan_of,
        players_of,
        seats_of,
        seed_of,
        studied,
    )
    from deckcli.study.plan import Side

    here = session(context)
    part = Part(out, cluster, begin, end)
    how = Trying(here.told(game), n, seed, jobs, tuple(option or ()), allow_illegal, json_, 0, part, cards)
    slug, decks = decks_of(here, duel_lists(here, lists or [], game, seats, players), how)
    who = players_of(slug, players, seats_of(slug, len(decks), 2))
    sides = [Side(name, deck, player) for (name, deck), player in zip(decks, who, strict=True)]
    asked = cards_asked(slug, cards, seen_by)
    raise typer.Exit(studied(here, "duel", [plan_of(here, slug, sides, how, seed_of(here, seed))], how, asked))


def compare(
    context: typer.Context,
    lists: Annotated[
        list[str], typer.Argument(metavar="LIST [LIST]", help="Two versions of a deck; or one, with --vary.")
    ],
    against: Annotated[
        str, typer.Option("--against", metavar="LIST", help="Whom both play; else the first version.")
    ] = "",
    vary: Annotated[
        str, typer.Option("--vary", metavar="CHANGES", help="The second version: the first with '+1 Gordin -1 Wrys'.")
    ] = "",
    n: CountOption = 200,
    stop: Annotated[
        bool, typer.Option("--stop", help="Look at it five times on the way, and stop as soon as it is decided.")
    ] = False,
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
    """Is the second version better? Both play the same opponent with the same chances; the difference counts.

    What both versions share lies in the same places, so that it is drawn in the same games.
    """
    from deckcli.cli.testing import Part, Trying, decks_of, plan_of, player_named, seats_of, seed_of, studied
    from deckcli.cli.varying import variants_of, with_deck
    from deckcli.decks.variants import aligned
    from deckcli.study.comparing import STOP
    from deckcli.study.plan import Side

    here = session(context)
    if len(lists) != (1 if vary else 2):
        wants = "one list with --vary" if vary else "two lists"
        raise UsageError(f"compare wants {wants}, and got {len(lists)}.")
    part = Part(out, cluster, begin, end)
    if stop and (begin, end) != (0, None):
        raise UsageError("--stop looks at the whole study: --from and --to do not go with it.")
    how = Trying(here.told(game), n, seed, jobs, tuple(option or ()), allow_illegal, json_, 0, part)
    slug, ((name, a), *versions, (name_o, other)) = decks_of(here, [*lists, against or lists[0]], how)
    seats_of(slug, 2, 2)
    who, asked = player_named(slug, players), {STOP: True} if stop else {}
    ((called, b),) = variants_of(here, a, [vary], how) if vary else versions
    plan = plan_of(here, slug, [Side(name, a, who), Side(name_o, other, who)], how, seed_of(here, seed))
    # The opponent keeps its own list, also when it is the first version.
    plans = [plan, with_deck(plan, f"{name} {called}" if vary else called, aligned(b, a))]
    raise typer.Exit(studied(here, "compare", plans, how, asked))


def league(
    context: typer.Context,
    lists: Annotated[list[str], typer.Argument(metavar="LIST LIST LIST...", help="Three decks or more.")],
    n: Annotated[int, typer.Option("-n", min=1, max=1_000_000, help="How many playthroughs a pair.")] = 100,
    seed: SeedOption = None,
    jobs: JobsOption = 1,
    players: Annotated[
        str, typer.Option("--players", metavar="P,P", help="Who plays each deck, or all of them.")
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
    """Everyone against everyone, seats changing: who beats whom, ratings, and what does it mean to begin?"""
    from deckcli.cli.testing import Part, Trying, decks_of, plan_of, players_of, seats_of, seed_of, studied
    from deckcli.study.league import MOST_DECKS, league_plans
    from deckcli.study.plan import Side

    here = session(context)
    if not 3 <= len(lists) <= MOST_DECKS:
        few = "; `deckcli duel` lets two play" if len(lists) < 3 else f"; the most is {MOST_DECKS}"
        raise UsageError(f"a league wants three lists or more, and got {len(lists)}{few}.")
    how = Trying(
        here.told(game), n, seed, jobs, tuple(option or ()), allow_illegal, json_, 0, Part(out, cluster, begin, end)
    )
    slug, decks = decks_of(here, lists, how)
    seats_of(slug, 2, 2)
    who = players_of(slug, players, len(decks))
    sides = [Side(name, deck, player) for (name, deck), player in zip(decks, who, strict=True)]
    chosen = seed_of(here, seed)
    plan = plan_of(here, slug, sides[:2], how, chosen)
    raise typer.Exit(studied(here, "league", league_plans(plan, sides), how, {"seed": chosen}))
