"""A deck beside its variants, for people and for scripts."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any

from deckcli import __version__
from deckcli.screen.blocks import Block, Columns, Gap, Para, Title
from deckcli.screen.tally import figure_json, played_words
from deckcli.study.found import Found
from deckcli.study.judged import LEAST, MOST, OFTENEST, QUICKEST, TURNS, WIN, Judged
from deckcli.study.plan import Plan
from deckcli.study.tally import Figure
from deckcli.study.varying import Varied, varied


def varied_blocks(found: Found, seconds: float | None = None) -> Iterator[Block]:
    """The variants, the best first: the figure that they are judged by, how much more of it than the deck as it is, and
    how often they win."""
    told = varied(found, seconds)
    base = told.base
    yield Title(f"{base.plan.sides[0].name} and {counted(len(told.variants))}",
                f"{base.plan.game} · {players_words(base.plan)} · seed {base.plan.seed}")  # fmt: skip
    unscripted = dict.fromkeys(card for one in (base, *(v.report for v in told.variants)) for card in one.unscripted)
    if unscripted:
        yield Para(f"Not all effects are written yet: {'; '.join(unscripted)}.", "warn")
    yield from (Para(f"Assumed: {line}.", "dim") for line in base.assumptions)
    yield Para(_games(told), "dim")
    yield from (Para(line) for line in race_told(found.study.asked.get("what_if")))
    yield Gap()
    heads, rows = table(told)
    yield Columns(heads, rows, frozenset({"n", heads[1], "won"}))
    yield Gap()
    yield Para(answer(told))
    yield from (Para(line, "dim") for line in cautions(told, found))


def players_words(plan: Plan) -> str:
    """Who plays against whom: "heuristic alone", "heuristic against s02 (heuristic)"."""
    others = [side for side in plan.sides[1:] if side.player != "goldfish"]
    against = ", ".join(f"{side.name} ({side.player})" for side in others)
    return f"{plan.sides[0].player} against {against}" if others else f"{plan.sides[0].player} alone"


def counted(variants: int) -> str:
    """So many variants, in words."""
    return "1 variant" if variants == 1 else f"{variants} variants"


def words_of(by: Judged) -> str:
    """What variants are judged by, in a word or a few."""
    return "won" if by.name == WIN else by.name.replace("_", " ")


def table(told: Varied) -> tuple[list[str], list[list[str]]]:
    """Heads and rows: the deck as it is, then its variants."""
    heads = ["", words_of(told.by), "more than as it is", "n", "won", "more often"]
    # Where all won the same games there is nothing to say of it, nor where wins are told already.
    differ = any(one.pairs.gained + one.pairs.lost for one in told.variants)
    most = 4 if told.by.name == WIN else 6 if differ else 5
    return heads[:most], [row[:most] for row in _rows(told)]


def _games(told: Varied) -> str:
    n = len(told.base.rows)
    left = sum(len(one.rows) - one.finished for one in (told.base, *(v.report for v in told.variants)))
    words = f"{played_words(n)} each with the same chances, {told.base.seconds:.1f} s"
    return words + (f"; {left} in all did not finish" if left else "") + "."


def race_told(race: Mapping[str, int] | None) -> Iterator[str]:
    """How the swaps were chosen, where they were."""
    if not race:
        return
    if race["tried"] < race["there"]:
        yield (
            f"Of {race['there']:,} swaps with spare cards of your collection {race['tried']:,}, chosen by chance, raced"
            f" in {race['played']:,} playthroughs; --budget lets more of them race."
        )
    elif race["played"]:
        yield (
            f"All {race['there']:,} swaps with spare cards of your collection raced in {race['played']:,} playthroughs;"
            " these were the best. What fell out is not proved worse."
        )
    else:
        yield f"All {race['there']} swaps that the spare cards of your collection allow."


def _rows(told: Varied) -> Iterator[list[str]]:
    base = told.base
    yield ["as it is", _value(told.by, told.judged), "", str(told.judged.n), _value(OFTENEST, base.wins[0]), ""]
    for one in told.variants:
        yield [
            one.name,
            _value(told.by, one.judged),
            gap_words(told.by, one.gap),
            str(one.gap.n),
            _value(OFTENEST, one.report.wins[0]),
            gap_words(OFTENEST, one.won),
        ]


def _value(by: Judged, figure: Figure) -> str:
    """A figure and its own interval."""
    if by.name == WIN:
        return f"{100 * figure.mean:.1f} ({100 * figure.low:.1f} to {100 * figure.high:.1f}) %"
    low, high = (f"{end:.2f}" if math.isfinite(end) else "-" for end in (figure.low, figure.high))
    return f"{figure.mean:.2f} ({low} to {high})" if figure.n else "-"


def gap_words(by: Judged, gap: Figure) -> str:
    """A difference and its interval: "+0.10 (-0.05 to +0.25)"; without an end where nothing is known."""
    if by.name == WIN:
        return f"{100 * gap.mean:+.1f} ({100 * gap.low:+.1f} to {100 * gap.high:+.1f}) %"
    low, high = (f"{end:+.2f}" if math.isfinite(end) else "-" for end in (gap.low, gap.high))
    return f"{gap.mean:+.2f} ({low} to {high})" if gap.n else "-"


def answer(told: Varied) -> str:
    """The answer in a sentence."""
    better, worse = _ANSWERS.get(told.by, ("Better", "worse"))
    by = "" if told.by in _ANSWERS else f" by {words_of(told.by)}"
    if found := told.better():
        return f"{better} than the deck as it is{by}: {'; '.join(one.name for one in found)}."
    if told.variants and len(told.worse()) == len(told.variants):
        return f"All of them are {worse} than the deck as it is{by}."
    none = "win more often" if told.by == OFTENEST else f"be {better.lower()}"
    return f"No variant is told to {none} than the deck as it is{by}; more games (-n) tell more."


_ANSWERS = {QUICKEST: ("Quicker", "slower"), OFTENEST: ("Winning more often", "winning less often")}


def _way(by: Judged) -> str:
    """Of what the best version has the fewest, or the most."""
    return "fewest" if by.least else "most"


def cautions(told: Varied, found: Found) -> Iterator[str]:
    """What the figures mean, by which they are ranked, and how sure they are."""
    raced = bool(found.study.asked.get("what_if"))
    yield _ranked(told)
    lacking = sum(n - figure.n for n, figure in (
        (len(told.base.rows), told.judged), *((len(one.report.rows), one.judged) for one in told.variants)
    ))  # fmt: skip
    if lacking:
        yield f"{played_words(lacking)} without that figure; only pairs of which both have it count (n)."
    count = len(told.variants)
    if count > 1:
        yield (
            f"The intervals hold for all {count} at once in 95 of 100 such studies (Bonferroni's), so that the best of"
            " many is not called better by chance."
        )
    if raced:
        yield "These figures come from playthroughs of their own, which the race had not seen."


def _ranked(told: Varied) -> str:
    way = _way(told.by)
    if told.by.name == TURNS:
        return (
            f"Ranked by turns to win, the {way} first; a playthrough that was not won counts one turn more than it"
            " took. Intervals of the pairs' differences: Student's."
        )
    if told.by.name == WIN:
        seldom = ", the most seldom first" if told.by.least else ""
        return (
            f"Ranked by how often they win{seldom}; an unfinished or drawn playthrough is no win. Intervals of the"
            " pairs' differences: Tango's."
        )
    words = f"Ranked by {words_of(told.by)}, the {way} first. Intervals of the pairs' differences: Student's"
    return words + ", of wins Tango's."


def varied_json(found: Found, seconds: float | None = None) -> dict[str, Any]:
    """The same for scripts, the best first; `ci95` of a difference holds for all variants at once."""
    told = varied(found, seconds)
    base = told.base
    whole: dict[str, Any] = {
        "game": base.plan.game,
        "deck": base.plan.sides[0].name,
        "player": base.plan.sides[0].player,
        "against": [
            {"deck": side.name, "player": side.player} for side in base.plan.sides[1:] if side.player != "goldfish"
        ],
        "measure": "turns to win" if told.by.name == TURNS else told.by.name,
        "best": LEAST if told.by.least else MOST,
        "playthroughs": len(base.rows),
        "finished": base.finished,
        "seed": base.plan.seed,
        "engine": __version__,
        "seconds": round(base.seconds, 3),
        _named(told.by): figure_json(told.judged),
        "win": figure_json(base.wins[0]),
        "variants": [
            {
                "changes": one.name,
                "playthroughs": one.pairs.n,
                "finished": one.report.finished,
                _named(told.by): figure_json(one.judged),
                "win": figure_json(one.report.wins[0]),
                "difference": figure_json(one.gap),
                "more_often": figure_json(one.won),
            }
            for one in told.variants
        ],
        "simultaneous": len(told.variants),
        "assumptions": list(base.assumptions),
        "unscripted": list(
            dict.fromkeys(c for one in (base, *(v.report for v in told.variants)) for c in one.unscripted)
        ),
    }
    if told.by.name == TURNS:
        for one in whole["variants"]:
            one["slower"] = one["difference"]
    race = found.study.asked.get("what_if")
    return {**whole, "what_if": dict(race)} if race else whole


def _named(by: Judged) -> str:
    """Under which name scripts find the figure itself."""
    return by.name if by.name in (TURNS, WIN) else "figure"
