"""The figures of a deck: bars in a terminal, one object for scripts, a page with drawn bars."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Any

from deckcli.decks.deck import Deck
from deckcli.games.counted import Chart, Counted, first_five_paid
from deckcli.screen.blocks import Block, Gap, Para, Title
from deckcli.screen.odds import percent
from deckcli.screen.plain import pad, width
from deckcli.screen.safe import safe

_BAR = 40
_PARTS = " ▏▎▍▌▋▊▉█"
_WIDEST = 28


def stats_blocks(deck: Deck, found: Counted) -> Iterator[Block]:
    """Every chart as bars, at most 80 columns wide."""
    yield Title(deck.title, f"{found.cards} cards")
    for chart in found.charts:
        yield Gap()
        yield Title(chart.name, _mean(chart), tone="")
        most = max(chart.counts.values())
        wide = min(_WIDEST, max(width(safe(value)) for value in chart.counts))
        for value, count in chart.counts.items():
            label = safe(value)
            label = label if width(label) <= _WIDEST else label[: _WIDEST - 1] + "…"
            yield Para(f"{pad(label, wide, right=True)} {_bar(count, most)} {count}", indent=2)
        if chart.note:
            yield Para(f"{chart.note}.", "warn", 2)
    paid = first_five_paid(deck)
    if paid is not None:
        yield Gap()
        yield Para(f"One roll of the dice pays the whole First Five in {percent(paid)} of all rolls.")


def _mean(chart: Chart) -> str:
    return "" if chart.mean is None else f"average {chart.mean:.2f}"


def _bar(count: int, most: int) -> str:
    eighths = round(count * _BAR * 8 / most)
    return "█" * (eighths // 8) + (_PARTS[eighths % 8] if eighths % 8 else "")


def stats_json(deck: Deck, found: Counted) -> dict[str, Any]:
    """The figures for scripts."""
    paid = first_five_paid(deck)
    return {
        "game": deck.game, "deck": deck.name, "cards": found.cards,
        "charts": [{"name": one.name, "counts": dict(one.counts), "mean": one.mean, "note": one.note}
                   for one in found.charts],
        "first_five_paid": None if paid is None else float(paid),
    }  # fmt: skip


# ---------------------------------------------------------------- a page

_STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem; color: #222 }
h1 { font-size: 1.5rem } h2 { font-size: 1.05rem; margin: 1.6rem 0 .3rem } small { color: #666; font-weight: normal }
svg { width: 100%; height: auto } text { font: 13px system-ui, sans-serif; fill: currentColor } rect { fill: #3b6ea5 }
@media (prefers-color-scheme: dark) { body { background: #17191c; color: #ddd } rect { fill: #7fb0e6 } }
"""
_ROW, _LEFT, _WIDE = 22, 190, 640


def stats_html(deck: Deck, found: Counted) -> str:
    """A page that needs nothing else: a drawn chart each, every text from outside escaped."""
    name = escape(safe(deck.title))
    parts = [
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">',
        f"<title>{name}</title><style>{_STYLE}</style></head><body>",
        f"<h1>{name} <small>{found.cards} cards</small></h1>",
        *(_section(chart) for chart in found.charts),
    ]
    paid = first_five_paid(deck)
    if paid is not None:
        parts.append(f"<p>One roll of the dice pays the whole First Five in {escape(percent(paid))} of all rolls.</p>")
    return "\n".join([*parts, "</body></html>\n"])


def _section(chart: Chart) -> str:
    note = f"<p>{escape(safe(chart.note))}.</p>" if chart.note else ""
    mean = f" <small>{_mean(chart)}</small>" if chart.mean is not None else ""
    return f"<h2>{escape(chart.name)}{mean}</h2>\n{_drawn(chart)}{note}"


def _drawn(chart: Chart) -> str:
    """One chart as SVG: a bar a value, its count behind it."""
    most = max(chart.counts.values())
    high = _ROW * len(chart.counts)
    rows = []
    for number, (value, count) in enumerate(chart.counts.items()):
        top, long = number * _ROW, round((_WIDE - _LEFT - 50) * count / most, 1)
        rows.append(
            f'<text x="{_LEFT - 8}" y="{top + 15}" text-anchor="end">{escape(safe(value)[:28])}</text>'
            f'<rect x="{_LEFT}" y="{top + 3}" width="{long}" height="{_ROW - 7}" rx="2"/>'
            f'<text x="{_LEFT + long + 6}" y="{top + 15}">{count}</text>'
        )
    return f'<svg viewBox="0 0 {_WIDE} {high}" role="img" aria-label="{escape(chart.name)}">{"".join(rows)}</svg>'
