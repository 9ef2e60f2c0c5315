"""A league, for people and for scripts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from deckcli import __version__
from deckcli.screen.blocks import Block, Columns, Gap, Para, Title
from deckcli.screen.tally import figure_json
from deckcli.study.found import Found
from deckcli.study.league import League, Meeting, league
from deckcli.study.plan import Side
from deckcli.study.report import Report, reports
from deckcli.study.tally import Figure

MOST_ACROSS = 8
"""Decks whose matrix fits 80 columns; of more, pairs stand in rows."""


def sides_of(found: Found) -> list[Side]:
    """The decks of a league with their players, in the order in which they were named: first with all others, then
    second with those behind it."""
    plans = found.study.plans
    decks = round((1 + (1 + 8 * len(plans)) ** 0.5) / 2)
    return [plans[0].sides[0], *(plan.sides[1] for plan in plans[: decks - 1])]


def names_of(sides: Sequence[Side]) -> list[str]:
    """What the decks are called: by their names, where these differ, else by their players too, else by numbers."""
    names = [side.name for side in sides]
    if len(set(names)) < len(names):
        names = [f"{side.name} ({side.player})" for side in sides]
    if len(set(names)) < len(names):
        names = [f"{name} {number}" for number, name in enumerate(names, 1)]
    return names


def league_blocks(found: Found, seconds: float | None = None) -> Iterator[Block]:
    """Ratings, who beats whom, and what it means to begin."""
    told, sides = reports(found, seconds), sides_of(found)
    names = names_of(sides)
    done = league(len(sides), [one.rows for one in told])
    players = dict.fromkeys(side.player for side in sides)
    yield Title(f"A league of {len(sides)} decks", f"{found.study.game} · {', '.join(players)} · seed {_seed(found)}")
    unscripted = dict.fromkeys(card for one in told for card in one.unscripted)
    if unscripted:
        yield Para(f"Not all effects are written yet: {'; '.join(unscripted)}.", "warn")
    yield from (Para(f"Assumed: {line}.", "dim") for line in dict.fromkeys(a for one in told for a in one.assumptions))
    yield Para(_lengths(told), "dim" if all(one.finished == len(one.rows) for one in told) else "warn")
    yield Gap()
    yield ratings_table(done, names)
    yield Gap()
    yield from _matrix(done, names) if len(sides) <= MOST_ACROSS else [pairs_table(done, names)]
    yield Gap()
    yield from beginning(done)
    yield from astray(done, names)
    yield RATED


RATED = Para(
    "Rated by Bradley and Terry: 100 points more win 64 %, 400 more win 91 %; 0 is the average of these decks."
    " As if each had also played one even game against the average, so that who won all has a rating too.",
    "dim",
)
"""How ratings are made."""


def _seed(found: Found) -> Any:
    return found.study.asked.get("seed", found.study.plans[0].seed)


def _lengths(told: Sequence[Report]) -> str:
    n, finished = sum(len(one.rows) for one in told), sum(one.finished for one in told)
    counts = {len(one.rows) for one in told}
    each = f"{min(counts)} a pair" if len(counts) == 1 else f"{min(counts)} to {max(counts)} a pair"
    words = f"{n:,} playthroughs ({each}), {sum(one.decisions for one in told):,} decisions, {told[0].seconds:.1f} s"
    left = n - finished
    return words + (f"; {left} did not finish, count as no win, and rate nobody" if left else "") + "."


def ratings_table(done: League, names: Sequence[str]) -> Columns:
    """The decks, the strongest first, with their points and what they won of all their games."""
    rows = [
        [str(place), names[one.number], f"{round(one.rating.mean):+d}",
         f"{round(one.rating.low):+d} to {round(one.rating.high):+d}",
         f"{one.wins.mean:.1%}", f"{one.wins.low:.1%} to {one.wins.high:.1%}", str(one.wins.n)]
        for place, one in enumerate(done.standings, 1)
    ]  # fmt: skip
    return Columns(["", "deck", "points", "95 %", "won", "95 % ", "n"], rows, frozenset({"", "points", "won", "n"}))


def _matrix(done: League, names: Sequence[str]) -> Iterator[Block]:
    """Who beats whom: the deck of the row won so many per cent against that of the column."""
    order = [one.number for one in done.standings]
    met = {(one.one, one.other): one for two in done.meetings for one in (two, two.turned)}
    heads = ["won against", *(str(place) for place in range(1, len(order) + 1))]
    rows = [
        [f"{place} {names[row]}", *(_cell(met.get((row, column))) for column in order)]
        for place, row in enumerate(order, 1)
    ]
    yield Columns(heads, rows, frozenset(heads[1:]))
    yield Para("Per cent of the games of a pair, ± half of the 95 % interval (Wilson's).", "dim")


def _cell(met: Meeting | None) -> str:
    if met is None:
        return "-"
    return f"{100 * met.share.mean:.0f}±{50 * (met.share.high - met.share.low):.0f}"


def pairs_table(done: League, names: Sequence[str]) -> Columns:
    """Every pair in a row."""
    rows = [
        [names[one.one], names[one.other], str(one.n), f"{one.share.mean:.1%}",
         f"{one.share.low:.0%} to {one.share.high:.0%}"]
        for one in done.meetings
    ]  # fmt: skip
    return Columns(["deck", "against", "n", "won", "95 %"], rows, frozenset({"n", "won"}))


def beginning(done: League) -> Iterator[Para]:
    """What it means to begin; nothing, where no seat does."""
    if not done.first_seat.n:
        return
    first, worth = done.first_seat, done.begins
    yield Para(
        f"Who began won {first.mean:.1%} ({first.low:.1%} to {first.high:.1%}) of {first.n:,} games:"
        f" worth {round(worth.mean):+d} points ({round(worth.low):+d} to {round(worth.high):+d})."
    )


def astray(done: League, names: Sequence[str]) -> Iterator[Para]:
    """The pairs that the ratings do not tell."""
    for met, expected in done.astray:
        yield Para(
            f"{names[met.one]} won {met.share.mean:.0%} against {names[met.other]}, where their ratings say"
            f" {expected:.0%}: these two are not told by one number each.",
            "warn",
        )


def league_json(found: Found, seconds: float | None = None) -> dict[str, Any]:
    """A league for scripts: `ratings` the strongest first, `pairs` in the order of the lists."""
    told, sides = reports(found, seconds), sides_of(found)
    names, done = names_of(sides), league(len(sides), [one.rows for one in told])
    return {
        "game": found.study.game,
        "decks": names,
        "players": [side.player for side in sides],
        "playthroughs": sum(len(one.rows) for one in told),
        "finished": sum(one.finished for one in told),
        "seed": _seed(found),
        "engine": __version__,
        "seconds": round(told[0].seconds, 3),
        "decisions": sum(one.decisions for one in told),
        "assumptions": list(dict.fromkeys(line for one in told for line in one.assumptions)),
        "ratings": [
            {"deck": names[one.number], "points": one.rating.mean, "ci95": [one.rating.low, one.rating.high],
             "wins": _share(one.wins)}
            for one in done.standings
        ],
        "pairs": [
            {"decks": [names[one.one], names[one.other]], **_share(one.share), "won": list(one.wins),
             "drawn": one.drawn, "unfinished": one.unfinished}
            for one in done.meetings
        ],
        "first_seat": {**_share(done.first_seat), "points": figure_json(done.begins)},
        "astray": [
            {"decks": [names[one.one], names[one.other]], "share": one.share.mean, "expected": expected}
            for one, expected in done.astray
        ],
        "unscripted": list(dict.fromkeys(card for one in told for card in one.unscripted)),
    }  # fmt: skip


def _share(figure: Figure) -> dict[str, Any]:
    return {"n": figure.n, "share": figure.mean, "ci95": [figure.low, figure.high]}
