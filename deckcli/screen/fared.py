"""How single cards fared, for people and for scripts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from deckcli.screen.blocks import Block, Columns, Gap, Para, Title
from deckcli.screen.tally import figure_json, side_names
from deckcli.study.cards import SEEN_BY, Fared, fared, plays_alone, watched_sides
from deckcli.study.found import Found
from deckcli.study.run import playable_of
from deckcli.study.tally import Figure


def cards_blocks(found: Found) -> Iterator[Block]:
    """A table for each side that was watched: how often each card was drawn, played, stuck, and what came of it."""
    turn, alone = int(found.study.asked[SEEN_BY]), plays_alone(found.study.plans[0])
    for name, (heads, *rows) in cards_tables(found):
        yield Gap()
        yield Title(f"Cards of {name}", "" if alone else f"wins where seen by own turn {turn}, and else")
        yield Columns(heads, rows, frozenset(heads[1:]))
    yield Gap()
    yield from (Para(line, "dim") for line in cautions(found))


def cards_tables(found: Found) -> Iterator[tuple[str, list[list[str]]]]:
    """For each side that was watched what it is called, and a table of its cards: the heads, then a row a card."""
    plan = found.study.plans[0]
    turn, names, alone = int(found.study.asked[SEEN_BY]), side_names(plan), plays_alone(plan)
    heads = ["card", "of", "drawn", "played", "stuck", f"{'turns' if alone else 'won'}, seen by {turn}", "n", "else"]
    for side in watched_sides(plan):
        yield names[side], [heads, *(_cells(one, alone) for one in fared(plan, found.rows(), side, turn))]


def _cells(one: Fared, alone: bool) -> list[str]:
    shares = [f"{figure.mean:.0%}" if figure.n else "-" for figure in (one.drawn, one.played, one.stuck)]
    return [one.name, str(one.copies), *shares, _told(one.early, alone), str(one.early.n), _told(one.not_early, alone)]


def _told(figure: Figure, alone: bool) -> str:
    """A figure with half the width of its interval."""
    if not figure.n:
        return "-"
    half = (figure.high - figure.low) / 2
    if alone:
        return f"{figure.mean:.1f}" + (f" ±{half:.1f}" if 0 < half < 1000 else "")
    return f"{figure.mean:.0%} ±{100 * half:.0f}"


def cautions(found: Found) -> Iterator[str]:
    """What the figures of cards mean, and what they do not."""
    turn = int(found.study.asked[SEEN_BY])
    yield "Drawn: of all games; played, and stuck (in hand at the end): of those in which it was drawn."
    yield f"{_capital(playable_of(found.study.game).cards_told)}."
    yield (
        f"Seen by turn {turn} and else are different games, and not the same games with and without the card: no card"
        " is the cause of what stands beside it, and of so many a few differ by chance alone. ± is half of a 95 %"
        " interval."
    )


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def cards_json(found: Found) -> dict[str, Any]:
    """The same for scripts, under `cards`: a list for each side that was watched."""
    plan = found.study.plans[0]
    turn, names = int(found.study.asked[SEEN_BY]), side_names(plan)
    return {
        "seen_by": turn,
        "measure": "turns to win" if plays_alone(plan) else "win",
        "cards_told": playable_of(found.study.game).cards_told,
        "cards": [
            {"deck": names[side], "cards": [_card_json(one) for one in fared(plan, found.rows(), side, turn)]}
            for side in watched_sides(plan)
        ],
    }


def _card_json(one: Fared) -> dict[str, Any]:
    figures = ("drawn", "played", "stuck", "early", "not_early")
    return {
        "name": one.name,
        "copies": one.copies,
        **{name: figure_json(getattr(one, name)) for name in figures},
    }
