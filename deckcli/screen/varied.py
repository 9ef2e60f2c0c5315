"""A deck beside its variants, for people and for scripts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from deckcli import __version__
from deckcli.screen.blocks import Block, Columns, Gap, Para, Title
from deckcli.screen.tally import figure_json
from deckcli.study.found import Found
from deckcli.study.tally import Figure
from deckcli.study.varying import Varied, varied


def varied_blocks(found: Found, seconds: float | None = None) -> Iterator[Block]:
    """The variants, the quickest first: turns to win, how many more than the deck as it is, and how often they win."""
    told = varied(found, seconds)
    base = told.base
    yield Title(f"{base.plan.sides[0].name} and {len(told.variants)} variants",
                f"{base.plan.game} · {base.plan.sides[0].player} alone · seed {base.plan.seed}")  # fmt: skip
    unscripted = dict.fromkeys(card for one in (base, *(v.report for v in told.variants)) for card in one.unscripted)
    if unscripted:
        yield Para(f"Not all effects are written yet: {'; '.join(unscripted)}.", "warn")
    yield from (Para(f"Assumed: {line}.", "dim") for line in base.assumptions)
    yield Para(_games(told), "dim")
    yield from (Para(line) for line in race_told(found.study.asked.get("what_if")))
    yield Gap()
    heads, rows = table(told)
    yield Columns(heads, rows, frozenset({"turns", "won"}))
    yield Gap()
    yield Para(answer(told))
    yield from (Para(line, "dim") for line in cautions(told, found))


def table(told: Varied) -> tuple[list[str], list[list[str]]]:
    """Heads and rows: the deck as it is, then its variants."""
    heads = ["", "turns", "more than as it is", "won", "more often"]
    # Where all won the same games, there is nothing to say of it.
    most = 5 if any(one.pairs.gained + one.pairs.lost for one in told.variants) else 4
    return heads[:most], [row[:most] for row in _rows(told)]


def _games(told: Varied) -> str:
    n = len(told.base.rows)
    left = sum(len(one.rows) - one.finished for one in (told.base, *(v.report for v in told.variants)))
    words = f"{n} playthroughs each with the same chances, {told.base.seconds:.1f} s"
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
    yield ["as it is", f"{told.pace.mean:.2f}", "", f"{base.wins[0].mean:.1%}", ""]
    for one in told.variants:
        yield [
            one.name,
            f"{one.pace.mean:.2f}",
            f"{one.slower.mean:+.2f} ({one.slower.low:+.2f} to {one.slower.high:+.2f})",
            f"{one.report.wins[0].mean:.1%}",
            _often(one.gap),
        ]


def _often(gap: Figure) -> str:
    return f"{100 * gap.mean:+.1f} ({100 * gap.low:+.1f} to {100 * gap.high:+.1f}) %"


def answer(told: Varied) -> str:
    """The answer in a sentence."""
    quicker = [one.name for one in told.variants if one.slower.high < 0]
    slower = [one.name for one in told.variants if one.slower.low > 0]
    if quicker:
        return f"Quicker than the deck as it is: {'; '.join(quicker)}."
    if slower and len(slower) == len(told.variants):
        return "All of them are slower than the deck as it is."
    return "No variant is told to be quicker than the deck as it is; more games (-n) tell more."


def cautions(told: Varied, found: Found) -> Iterator[str]:
    """What the figures mean, and how sure they are."""
    raced = bool(found.study.asked.get("what_if"))
    yield "Turns to win; a playthrough that was not won counts one turn more than it took."
    count = len(told.variants)
    if count > 1:
        yield (
            f"The intervals hold for all {count} at once in 95 of 100 such studies (Bonferroni's), so that the best of"
            " many is not called better by chance."
        )
    if raced:
        yield "They come from playthroughs of their own, which the race had not seen."


def varied_json(found: Found, seconds: float | None = None) -> dict[str, Any]:
    """The same for scripts, the quickest first; `ci95` of a difference holds for all variants at once."""
    told = varied(found, seconds)
    base = told.base
    whole: dict[str, Any] = {
        "game": base.plan.game,
        "deck": base.plan.sides[0].name,
        "player": base.plan.sides[0].player,
        "measure": "turns to win",
        "playthroughs": len(base.rows),
        "finished": base.finished,
        "seed": base.plan.seed,
        "engine": __version__,
        "seconds": round(base.seconds, 3),
        "turns": figure_json(told.pace),
        "win": figure_json(base.wins[0]),
        "variants": [
            {
                "changes": one.name,
                "playthroughs": one.pairs.n,
                "finished": one.report.finished,
                "turns": figure_json(one.pace),
                "win": figure_json(one.report.wins[0]),
                "slower": figure_json(one.slower),
                "more_often": figure_json(one.gap),
            }
            for one in told.variants
        ],
        "simultaneous": len(told.variants),
        "assumptions": list(base.assumptions),
        "unscripted": list(
            dict.fromkeys(c for one in (base, *(v.report for v in told.variants)) for c in one.unscripted)
        ),
    }
    race = found.study.asked.get("what_if")
    return {**whole, "what_if": dict(race)} if race else whole
