"""Two versions of a deck side by side, for people and for scripts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from deckcli.screen.blocks import Block, Columns, Gap, Para, Title
from deckcli.screen.tally import figure_json
from deckcli.study.comparing import Comparison, compared
from deckcli.study.found import Found
from deckcli.study.paired import looks_of


def compared_blocks(found: Found, seconds: float | None = None) -> Iterator[Block]:
    """Both shares, and the difference with its interval: the answer, and how sure it is."""
    told = compared(found, seconds)
    a, b = told.a, told.b
    other = a.plan.sides[1]
    yield Title(f"{b.plan.sides[0].name} instead of {a.plan.sides[0].name}",
                f"against {other.name} · {a.plan.game} · seed {a.plan.seed}")  # fmt: skip
    if a.unscripted or b.unscripted:
        cards = "; ".join(dict.fromkeys([*a.unscripted, *b.unscripted]))
        yield Para(f"Not all effects are written yet: {cards}.", "warn")
    yield from (Para(f"Assumed: {line}.", "dim") for line in a.assumptions)
    yield Para(_games(told), "dim")
    left = len(a.rows) + len(b.rows) - a.finished - b.finished
    if left:
        yield Para(f"{left} games did not finish and count as no win.", "warn")
    yield Gap()
    rows = [[one.plan.sides[0].name, str(len(one.rows)), f"{one.wins[0].mean:.3f}", _span(one.wins[0])]
            for one in (a, b)]  # fmt: skip
    rows.append(["difference", str(told.pairs.n), f"{told.gap.mean:+.3f}", _span(told.gap, signed=True)])
    yield Columns(["wins of", "n", "share", "95 %"], rows, frozenset({"n", "share"}))
    yield Gap()
    yield Para(answer(told))
    yield from (Para(line, "dim") for line in about_stopping(told))


def _games(told: Comparison) -> str:
    pairs = told.pairs
    if not pairs.n:
        return "No two games with the same chances were played."
    only = f"won by the second version alone {pairs.gained}, by the first alone {pairs.lost}"
    took = f"{told.a.seconds:.1f} s"
    return f"{pairs.n} pairs of games with the same chances, {took}: {only}."


def _span(figure: Any, *, signed: bool = False) -> str:
    sign = "+" if signed else ""
    return f"{figure.low:{sign}.3f} to {figure.high:{sign}.3f}"


def answer(told: Comparison) -> str:
    """The answer in a sentence."""
    if told.gap.low > 0:
        return "The second version wins more often."
    if told.gap.high < 0:
        return "The second version wins less often."
    if not told.pairs.n or (told.broken_off and not told.looks):
        return "Nothing can be said yet."
    wide = max(told.gap.high, -told.gap.low)
    return (
        f"These games do not tell them apart: a difference beyond {wide:.1%} is unlikely. More of them (-n) tell more."
    )


def about_stopping(told: Comparison) -> Iterator[str]:
    """What looking early means for the figures."""
    if not told.stops or told.anytime is None:
        return
    looks = ", ".join(map(str, told.looks))
    if told.broken_off and told.looks:
        yield (
            f"Looked at after {looks} pairs, and broken off: the figures are those of the last look, and the interval"
            " holds for whatever reason one stops."
        )
        return
    if told.broken_off:
        first = looks_of(told.a.plan.n)[0]
        yield f"Broken off before it was looked at, which is after {first} pairs: no interval holds yet."
        return
    if told.early and told.fair is not None:
        yield f"Looked at after {looks} pairs, and decided after {told.pairs.n} of {told.a.plan.n}."
        yield (
            "The interval knows that it stopped because it was decided. What is seen then is more often too large than"
            f" too small; {told.fair:+.3f} would be as often either."
        )
    else:
        yield f"Looked at after {looks} pairs, and not decided before; the interval knows that it might have stopped."
    wide = _span(told.anytime, signed=True)
    yield f"For whatever reason one stops here, {wide} holds in 95 of 100 comparisons or more."


def compared_json(found: Found, seconds: float | None = None) -> dict[str, Any]:
    """The comparison in the shape of `cli.md`."""
    told = compared(found, seconds)
    a, b, gap = told.a, told.b, figure_json(told.gap)
    whole: dict[str, Any] = {
        "game": a.plan.game,
        "measure": "win",
        "decks": [one.plan.sides[0].name for one in (a, b)],
        "against": a.plan.sides[1].name,
        "a": a.wins[0].mean,
        "b": b.wins[0].mean,
        "difference": {"mean": gap["mean"], "ci95": gap["ci95"]},
        "shares": [figure_json(one.wins[0]) for one in (a, b)],
        "playthroughs": told.pairs.n,
        "gained": told.pairs.gained,
        "lost": told.pairs.lost,
        "finished": [a.finished, b.finished],
        "stopped_early": told.early,
        "seed": a.plan.seed,
        "assumptions": list(a.assumptions),
        "unscripted": list(dict.fromkeys([*a.unscripted, *b.unscripted])),
    }
    if told.anytime is not None:
        whole["difference"]["anytime95"] = figure_json(told.anytime)["ci95"]
        whole["difference"]["fair"] = told.fair
        whole["looks"] = list(told.looks)
        whole["most"] = a.plan.n
        whole["broken_off"] = told.broken_off
    return whole
