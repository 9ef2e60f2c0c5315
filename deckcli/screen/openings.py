"""Which five open best, for people and for scripts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from deckcli.screen.blocks import Block, Columns, Gap, Para, Title
from deckcli.screen.tally import figure_json
from deckcli.study.openings import Opening, behind
from deckcli.study.tally import Figure

ASSUMED = (
    "every die counts as a power when a five is called payable: meditating turns it",
    "the guess that picks the candidates knows kinds and costs, not how cards work together",
)


def openings_blocks(name: str, ranked: Sequence[Opening]) -> Iterator[Block]:
    """The openings, the quickest first: rounds to win, how far behind the first, damage and cards paid for."""
    plan = ranked[0].report.plan
    yield Title(f"Which five open {name} best", f"{len(ranked)} fives, {plan.n} playthroughs each, seed {plan.seed}")
    if ranked[0].report.unscripted:
        yield Para(f"Not all effects are written yet: {'; '.join(ranked[0].report.unscripted)}.", "warn")
    yield from (Para(f"Assumed: {line}.", "dim") for line in (*ranked[0].report.assumptions, *ASSUMED))
    yield Gap()
    rows = [[str(place), *_cells(one, ranked[0])] for place, one in enumerate(ranked, 1)]
    heads = ["", "won", "rounds", "95 %", "behind the first", "damage by 2", "paid"]
    yield Columns(heads, rows, frozenset({"", "won", "rounds", "damage by 2", "paid"}))
    yield Gap()
    for place, one in enumerate(ranked, 1):
        marks = (" (the list's own)" if one.own else "") + ("" if one.paid else " (not all payable in round one)")
        yield Para(f"{place:>2} {', '.join(one.five)}{marks}")
    yield Gap()
    yield Para(_answer(ranked))


def _cells(one: Opening, best: Opening) -> list[str]:
    measures, rounds = one.report.measures, one.rounds
    gap = "" if one is best else _span(behind(one, best))
    return [
        f"{one.report.wins[0].mean:.0%}",
        f"{rounds.mean:.2f}",
        _span(rounds),
        gap,
        *(f"{measures[name].mean:.2f}" for name in _SHOWN),
    ]


_SHOWN = ("damage_by_round_2", "first_five_paid")


def _span(figure: Figure) -> str:
    return f"{figure.low:.2f} to {figure.high:.2f}"


def _answer(ranked: Sequence[Opening]) -> str:
    """What can be said: whether the list's own is behind the first for certain."""
    if not ranked[0].report.wins[0].mean:
        turns = ranked[0].report.plan.turns
        many = f"{turns} turn{'' if turns == 1 else 's'}"
        return f"No five won a game within {many}, so that nothing is told apart; --turns lets them go on."
    own = next((one for one in ranked if one.own), None)
    if own is None:
        return "The list names no five of its own to compare with."
    if own is ranked[0]:
        return "No other five was quicker than the list's own."
    if behind(own, ranked[0]).low > 0:
        return "The first is quicker than the list's own; the best of many looks a little better than it is."
    return "These games do not tell the first and the list's own apart; more of them (-n) may."


def openings_json(name: str, ranked: Sequence[Opening]) -> dict[str, Any]:
    """The openings for scripts, the quickest first."""
    report = ranked[0].report
    return {
        "deck": name,
        "playthroughs": report.plan.n,
        "seed": report.plan.seed,
        "measure": "rounds to win",
        "fives": [_five_json(one, ranked[0]) for one in ranked],
        "assumptions": [*report.assumptions, *ASSUMED],
        "unscripted": list(report.unscripted),
    }


def _five_json(one: Opening, best: Opening) -> dict[str, Any]:
    return {
        "cards": list(one.five),
        "own": one.own,
        "payable": one.paid,
        "rounds": figure_json(one.rounds),
        "behind": figure_json(behind(one, best)),
        "win": figure_json(one.report.wins[0]),
        **{figure: figure_json(one.report.measures[figure]) for figure in _SHOWN},
    }
