"""`deckcli first-five`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from deckcli.cli.options import JsonOption, ListArgument
from deckcli.cli.session import Session, session
from deckcli.cli.study_options import ClusterOption, IllegalOption, JobsOption, OptionOption, SeedOption
from deckcli.errors import UsageError

if TYPE_CHECKING:
    from catalog.card import Card
    from deckcli.decks.deck import Deck
    from deckcli.games.game import Format
    from deckcli.study.found import Found
    from deckcli.study.openings import Opening


def first_five(
    context: typer.Context,
    list_: ListArgument,
    n: Annotated[int, typer.Option("-n", min=2, max=1_000_000, help="How many playthroughs for each five.")] = 50,
    seed: SeedOption = None,
    jobs: JobsOption = 1,
    candidates: Annotated[
        int, typer.Option("--candidates", metavar="N", min=1, max=1000, help="How many fives are tried.")
    ] = 10,
    rules: Annotated[
        str, typer.Option("--rules", metavar="FORMAT", help="The format that says what may open; else the list's own.")
    ] = "",
    turns: Annotated[
        int, typer.Option("--turns", min=1, max=1000, help="A game not won after so many turns of the deck is not won.")
    ] = 120,
    option: OptionOption = None,
    allow_illegal: IllegalOption = False,
    cluster: ClusterOption = "",
    json_: JsonOption = False,
) -> None:
    """Ashes: which five cards open best? Each five plays alone with the same chances, until the game is won."""
    from deckcli.cli.testing import Part, Trying, decks_of, plan_of, play, seed_of, study_of, usual_options
    from deckcli.games import GAMES, find_format
    from deckcli.screen.openings import openings_blocks, openings_json
    from deckcli.study.found import Found
    from deckcli.study.openings import quickest
    from deckcli.study.plan import Side

    here = session(context)
    how = Trying("", n, seed, jobs, tuple(option or ()), allow_illegal, json_, turns, Part(None, cluster))
    slug, ((name, deck),) = decks_of(here, [list_], how)
    if slug != "ashes":
        raise UsageError(f"a First Five opens a deck of Ashes, and {list_} is of {GAMES[slug].name}.")
    form = find_format(slug, rules or deck.rules)
    found = _candidates(here, list_, deck, form, candidates)
    chained = ("organised=yes",) if form.flag("chained") else ()
    how = replace(how, options=(*usual_options(slug), *chained, *how.options, "first_five=list"))
    chosen = seed_of(here, seed)
    passive = Side(name, deck, "goldfish")
    plans = [
        plan_of(here, slug, [Side(name, replace(deck, first_five=five), "heuristic"), passive], how, chosen)
        for five in found
    ]  # fmt: skip
    study = Found(study_of("first-five", plans, how))
    code, _ = play(here, study, how, f"{len(found)} fives")
    if tried := _tried(study, deck, found):
        ranked = quickest(tried)
        if json_:
            here.out.data(openings_json(name, ranked))
        else:
            here.out.show(openings_blocks(name, ranked))
    raise typer.Exit(code)


def _candidates(here: Session, list_: str, deck: Deck, form: Format, most: int) -> list[tuple[Card, ...]]:
    """The fives that are tried: the list's own first, where it may open. Raises UsageError when there is none."""
    from deckcli.games.ashes.opening import fives, may_open

    found = fives(deck, form, most)
    own = {card.name for card in deck.first_five}
    if len(own) == len(deck.first_five) == 5 and may_open(deck, form, deck.first_five):
        found = [deck.first_five, *(five for five in found if {card.name for card in five} != own)]
    elif deck.first_five:
        here.out.note(f"{list_}: its own First Five may not open in the format {form.key}, and is left out.")
    if not found:
        raise UsageError(f"{list_}: no five cards of different names can be paid for in round one.")
    return found


def _tried(study: Found, deck: Deck, found: Sequence[tuple[Card, ...]]) -> list[Opening]:
    """What each five came to. Where it was broken off, every five counts with the playthroughs that all of them have;
    none does where that is fewer than two."""
    from deckcli.games.ashes.opening import can_pay
    from deckcli.study.openings import Opening
    from deckcli.study.report import report, reports

    done = min(study.whole(number) for number in range(len(found)))
    own = {card.name for card in deck.first_five}
    tried: list[Opening] = []
    for five, one in zip(found, reports(study), strict=True) if done > 1 else ():
        names = tuple(card.name for card in five)
        both = report(replace(one.plan, n=done), one.rows[:done], one.seconds, one.assumptions, one.unscripted)
        tried.append(Opening(names, set(names) == own, can_pay(deck, five), both))
    return tried
