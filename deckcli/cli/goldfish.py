"""`deckcli goldfish`, `duel`, `compare` and `league`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import typer

from deckcli.cli.options import GameOption, JsonOption
from deckcli.cli.session import session
from deckcli.cli.study_options import (
    AgainstOption,
    BeginOption,
    BudgetOption,
    ByOption,
    CardsOption,
    ClusterOption,
    CountOption,
    DifficultyOption,
    EndOption,
    IllegalOption,
    JobsOption,
    LeagueLists,
    LeaguePlayersOption,
    OpponentOption,
    OptionalList,
    OptionOption,
    OutOption,
    PairCountOption,
    PlayerOption,
    PlayersOption,
    SamePlayerOption,
    SeatLists,
    SeatsOption,
    SeedOption,
    SeenByOption,
    StopOption,
    TurnsOption,
    VaryOption,
    VersionLists,
    VersionOption,
    WhatIfOption,
)
from deckcli.errors import UsageError

if TYPE_CHECKING:
    from deckcli.cli.testing import Trying
    from deckcli.decks.deck import Deck
    from deckcli.study.plan import Side


def goldfish(
    context: typer.Context,
    list_: OptionalList = "",
    n: CountOption = 100,
    seed: SeedOption = None,
    turns: TurnsOption = 0,
    jobs: JobsOption = 1,
    players: PlayerOption = "heuristic",
    game: GameOption = None,
    seats: SeatsOption = None,
    option: OptionOption = None,
    difficulty: DifficultyOption = None,
    vary: VaryOption = None,
    what_if: WhatIfOption = False,
    vs: OpponentOption = "",
    by: ByOption = "",
    budget: BudgetOption = 5000,
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
        seed_of,
        studied,
    )

    here = session(context)
    list_ = list_ or fixed_game(here, list_, game)
    if not list_:
        raise UsageError("goldfish wants a LIST.")
    if sum((bool(vary), what_if, cards)) > 1:
        raise UsageError("--vary, --what-if and --cards do not go together.")
    if (vs or by) and not (vary or what_if):
        raise UsageError("--vs and --by go with --vary or --what-if; `deckcli duel` lets two decks play.")
    part, options = Part(out, cluster, begin, end), options_told(option, difficulty)
    how = Trying(here.told(game), n, seed, jobs, options, allow_illegal, json_, turns, part, cards)
    slug, decks = decks_of(here, [list_, *([vs] if vs else [])], how)
    sides, how = _seated(slug, decks, players, seats, how)
    asked = cards_asked(slug, cards, seen_by)
    plan = plan_of(here, slug, sides, how, seed_of(here, seed))
    if vary or what_if:
        from deckcli.cli import varying

        judged = varying.judged_by(here, plan, by)
        code = varying.vary(here, plan, vary, how, judged) if vary else varying.what_if(here, plan, budget, how, judged)
    else:
        code = studied(here, "goldfish", [plan], how, asked)
    raise typer.Exit(code)


def _seated(
    slug: str, decks: Sequence[tuple[str, Deck]], players: str, seats: int | None, how: Trying
) -> tuple[list[Side], Trying]:
    """The sides of a deck that plays alone, with what is usual then; or of one that plays another. Raises UsageError
    for another number of seats."""
    from deckcli.cli.testing import player_named, players_of, seats_of, usual_options
    from deckcli.study.plan import Side

    if len(decks) > 1:
        if seats not in (None, 2):
            raise UsageError(f"--seats says {seats}, and with --vs two play.")
        pairs = zip(decks, players_of(slug, players, seats_of(slug, 2, 2)), strict=True)
        return [Side(called, held, who) for (called, held), who in pairs], how
    ((name, deck),) = decks
    sides = [Side(name, deck, player_named(slug, players))]
    sides += [Side(name, deck, player_named(slug, "goldfish")) for _ in range(1, seats_of(slug, seats, 1))]
    return sides, replace(how, options=(*usual_options(slug), *how.options))


def duel(
    context: typer.Context,
    lists: SeatLists = None,
    n: CountOption = 100,
    seed: SeedOption = None,
    jobs: JobsOption = 1,
    players: PlayersOption = "heuristic",
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
    lists: VersionLists,
    against: AgainstOption = "",
    vary: VersionOption = "",
    n: CountOption = 200,
    stop: StopOption = False,
    seed: SeedOption = None,
    jobs: JobsOption = 1,
    players: SamePlayerOption = "heuristic",
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
    lists: LeagueLists,
    n: PairCountOption = 100,
    seed: SeedOption = None,
    jobs: JobsOption = 1,
    players: LeaguePlayersOption = "heuristic",
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
