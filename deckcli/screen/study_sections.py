"""What the page of a study shows, by the kind of study: charts, tables, and the words that belong to them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeAlias

from deckcli.screen.blocks import Columns
from deckcli.screen.charts import Charts, Row, Series, number_words, short, span_words
from deckcli.screen.compare import about_stopping
from deckcli.screen.compare import answer as compared_answer
from deckcli.screen.fared import cards_tables, cautions
from deckcli.screen.league import RATED, astray, beginning, names_of, pairs_table, ratings_table, sides_of
from deckcli.screen.page import text
from deckcli.screen.tally import side_names
from deckcli.screen.varied import answer as varied_answer
from deckcli.screen.varied import cautions as varied_cautions
from deckcli.screen.varied import gap_words, players_words, race_told, words_of
from deckcli.screen.varied import table as varied_table
from deckcli.study.cards import SEEN_BY
from deckcli.study.comparing import compared
from deckcli.study.curves import WON, by_turn, is_by_turn, pooled, won_by
from deckcli.study.found import Found
from deckcli.study.judged import TURNS, WIN, Judged
from deckcli.study.league import league
from deckcli.study.report import Report
from deckcli.study.tally import Figure
from deckcli.study.varying import varied

Parts: TypeAlias = "Callable[[Sequence[Report], Charts, Found], Iterator[str]]"


# ---------------------------------------------------------------- one pairing


def active(report: Report) -> list[int]:
    """The sides that do more than to decline (all, where none does)."""
    sides = range(len(report.plan.sides))
    return [at for at in sides if report.plan.sides[at].player != "goldfish"] or list(sides)


def names_at(report: Report) -> list[str]:
    """What the sides are called; one that plays alone by its deck."""
    names, sides = side_names(report.plan), active(report)
    return [report.plan.sides[at].name if sides == [at] else name for at, name in enumerate(names)]


def _pairing(told: Sequence[Report], charts: Charts, found: Found) -> Iterator[str]:
    (report,) = told
    yield from _grid(_shares(report, charts), *_times(told, charts))
    yield from _by_turn(told, charts)
    yield from _spread(report, charts)
    yield from _figures(told)
    if SEEN_BY in found.study.asked:
        yield from _cards(found)


def _cards(found: Found) -> Iterator[str]:
    """How each card fared; first what that means, and what it does not."""
    yield "<h2>Cards</h2>"
    yield from _dim(*cautions(found))
    for name, (heads, *rows) in cards_tables(found):
        yield _table(f"Cards of {name}", Columns(heads, rows, frozenset(heads[1:])))


def _compared(told: Sequence[Report], charts: Charts, found: Found) -> Iterator[str]:
    both = compared(found)
    told = [both.a, both.b]  # what counts of it, where it may stop early
    first, second = versions(told)
    yield f"<p>{text(compared_answer(both))}</p>"
    yield from _dim(*about_stopping(both))
    title = f"{second} instead of {first}"
    gap = both.gap
    words = f"{100 * gap.mean:+.1f} % ({100 * gap.low:+.1f} to {100 * gap.high:+.1f}; {both.pairs.n:,} pairs)"
    row = Row("how much more often it wins", gap, words)
    difference = charts.intervals(title, [row], percent=True, mark=0)
    rows = [Row(name, one.wins[0]) for name, one in zip((first, second), told, strict=True)]
    against = f"Wins against {told[0].plan.sides[1].name}"
    yield from _grid(
        _figure("The difference", f"{title}, with the same chances", difference),
        _figure("Wins of both versions", against, charts.intervals(against, rows, percent=True)),
        *_times(told, charts),
    )
    yield from _by_turn(told, charts)
    yield from _figures(told)


def _league(told: Sequence[Report], charts: Charts, found: Found) -> Iterator[str]:
    """Who beats whom, ratings, what it means to begin, and how long games are."""
    names, done = names_of(sides_of(found)), league(len(sides_of(found)), [one.rows for one in told])
    order = [one.number for one in done.standings]
    met = {(one.one, one.other): one.share for two in done.meetings if two.n for one in (two, two.turned)}
    cells = [[met.get((row, column)) for column in order] for row in order]
    counts = sorted({one.n for one in done.meetings})
    ns = f"n {counts[0]:,}{f' to {counts[-1]:,}' if len(counts) > 1 else ''} a pair"
    heat = charts.heat("Who beats whom", [names[number] for number in order], cells)
    rated = [Row(names[one.number], one.rating, f"{_points(one.rating)}; n {one.wins.n:,})") for one in done.standings]
    yield from _grid(
        _figure("Who beats whom", f"Per cent won by the row against the column ({ns}; intervals below)", heat),
        _figure("Ratings", "Points above the average of these decks", charts.intervals("Ratings", rated, mark=0)),
        *_begun(done.first_seat, charts),
        *_lengths(told, charts),
    )
    yield from _dim(*(block.text for block in beginning(done)))
    yield from (f'<p class="warn">{text(block.text)}</p>' for block in astray(done, names))
    yield "<h2>All figures</h2>"
    yield _table("Ratings, the strongest first", ratings_table(done, names))
    yield from _dim(RATED.text)
    yield _table("Every pair", pairs_table(done, names))


def _points(figure: Figure) -> str:
    return f"{figure.mean:+.0f} ({figure.low:+.0f} to {figure.high:+.0f}"


def _begun(first: Figure, charts: Charts) -> Iterator[str]:
    if first.n:
        chart = charts.intervals("Wins of who began", [Row("who began", first)], percent=True, mark=0.5)
        yield _figure("Wins of who began", "Of the games that somebody won alone", chart)


def _lengths(told: Sequence[Report], charts: Charts) -> Iterator[str]:
    """How long all playthroughs took, whoever met."""
    whole = pooled([report.measures["length"].histogram for report in told if "length" in report.measures])
    if whole:
        title = "Length of a playthrough"
        yield _figure(
            title, f"All pairs (n {sum(whole.values()):,})", charts.histogram(title, {"all": whole}, "length")
        )


def _varied(told: Sequence[Report], charts: Charts, found: Found) -> Iterator[str]:
    """The variants beside the deck as it is."""
    whole = varied(found)
    title, caption = _judged_title(whole.by)
    yield from _dim(*race_told(found.study.asked.get("what_if")))
    yield from _dim(f"Played by {players_words(whole.base.plan)}.")
    yield f"<p>{text(varied_answer(whole))}</p>"
    yield from _dim(*varied_cautions(whole, found))
    percent = whole.by.name == WIN
    rows = [
        Row(one.name, one.gap, f"{gap_words(whole.by, one.gap)}; n {one.gap.n:,}")
        for one in whole.variants
        if one.gap.n
    ]
    if rows:
        yield from _grid(_figure(title, caption, charts.intervals(title, rows, percent=percent, mark=0)))
    heads, lines = varied_table(whole)
    yield _table("The deck as it is, and its variants", Columns(heads, lines, frozenset(heads[1:])))


def _judged_title(by: Judged) -> tuple[str, str]:
    """Title and caption of the chart of variants."""
    if by.name == TURNS:
        return "Turns more than the deck as it is takes to win", "Left of 0 is quicker"
    if by.name == WIN:
        return "How much more often it wins than the deck as it is", "Right of 0 wins more often"
    return f"More {words_of(by)} than with the deck as it is", f"{'Left' if by.least else 'Right'} of 0 is better"


def versions(told: Sequence[Report]) -> list[str]:
    """What the first side of each plan is called; of two under one name, which version it is."""
    if len(told) == 1:
        return names_at(told[0])[:1]
    names = [report.plan.sides[0].name for report in told]
    return names if len(set(names)) == len(names) else [f"{name}, version {at}" for at, name in enumerate(names, 1)]


def _shares(report: Report, charts: Charts) -> str:
    """Who wins how often, and what it means to begin."""
    sides, names, own = report.plan.sides, names_at(report), active(report)
    rows = [Row(names[at], report.wins[at]) for at in own]
    caption = "Of all playthroughs"
    if len(sides) > 1 and report.first_seat.n:
        shown = report.places if len(sides) > 2 else report.places[:1]
        rows += [Row(f"who {_PLACES[place]}", figure) for place, figure in enumerate(shown)]
        caption += "; of who began, of those that somebody won"
    mark = 1 / len(sides) if len(own) > 1 else None
    return _figure("Wins", caption, charts.intervals("Wins", rows, percent=True, mark=mark))


_PLACES = ("began", *(f"came {place}" for place in ("second", "third", "fourth", "fifth", "sixth")))


def _times(told: Sequence[Report], charts: Charts) -> Iterator[str]:
    """How long playthroughs took, and by when they were won."""
    names = versions(told)
    lengths = {
        name: report.measures["length"].histogram
        for name, report in zip(names, told, strict=True)
        if "length" in report.measures and report.measures["length"].histogram
    }
    if lengths:
        figure = told[0].measures["length"]
        caption = (
            f"mean {number_words(figure.mean, percent=False)} ({span_words(figure, percent=False)}; n {figure.n:,})"
        )
        if len(lengths) > 1:
            ns = " and ".join(f"{len(report.rows):,}" for report in told)
            caption = f"Share of the playthroughs of each (n {ns})"
        yield _figure(
            "Length of a playthrough", caption, charts.histogram("Length of a playthrough", lengths, "length")
        )
    curves = [(name, won_by(report.measures, len(report.rows))) for name, report in zip(names, told, strict=True)]
    series = [(Series(f"won by {name}", curve.points), curve.unit) for name, curve in curves if curve]
    if series:
        unit = series[0][1]
        title = f"Won by each {unit} of its own"
        who = short(names[0]) if len(names) == 1 else "Each version"
        caption = f"{who}, of all playthroughs (n {len(told[0].rows):,})"
        yield _figure(title, caption, charts.curves(title, [one for one, _ in series], unit, percent=True))


def _by_turn(told: Sequence[Report], charts: Charts) -> Iterator[str]:
    """What the game measures turn by turn, of the first side."""
    names = versions(told)
    drawn = []
    for curve in by_turn(told[0].measures):
        both = [next((one for one in by_turn(report.measures) if one.name == curve.name), curve) for report in told]
        series = [Series(name, one.points) for name, one in zip(names, both, strict=True)]
        ns = [figure.n for _, figure in curve.points]
        title = f"{_words(curve.name)} by {curve.unit}"
        caption = f"{' and '.join(map(short, names))}: means (n {max(ns):,}{' and fewer' if min(ns) < max(ns) else ''})"
        drawn.append(_figure(title, caption, charts.curves(title, series, curve.unit, percent=False)))
    if drawn:
        yield "<h2>Turn by turn</h2>"
        yield from _grid(*drawn)


def _spread(report: Report, charts: Charts) -> Iterator[str]:
    """How the other counts spread."""
    drawn = []
    for name, figure in report.measures.items():
        if len(figure.histogram) > 1 and name not in (*WON, "length", "win") and not is_by_turn(name):
            words = f"{number_words(figure.mean, percent=False)} ({span_words(figure, percent=False)}; n {figure.n:,})"
            title = _words(name)
            drawn.append(
                _figure(title, f"mean {words}", charts.histogram(title, {name: figure.histogram}, title.lower()))
            )
    if drawn:
        figures = "another figure spreads" if len(drawn) == 1 else f"{len(drawn)} other figures spread"
        yield f"<details>\n<summary>How {figures}</summary>"
        yield from _grid(*drawn)
        yield "</details>"


def _figures(told: Sequence[Report]) -> Iterator[str]:
    """Every figure in a table."""
    yield "<h2>All figures</h2>"
    for called, report in zip(versions(told), told, strict=True):
        names = names_at(report)
        rows = [[f"wins of {names[at]}", *_cells(report.wins[at], percent=True)] for at in active(report)]
        if report.first_seat.n and len(names) > 1:
            rows.append(["wins of who began", *_cells(report.first_seat, percent=True)])
        rows += [
            [_words(name), *_cells(figure, percent=figure.median is None)]
            for name, figure in report.measures.items()
            if name != "win"
        ]
        heads = ["figure", "mean", "95 %", "median", "n"]
        yield _table(f"Of {called}" if len(names) > 1 else "", Columns(heads, rows, frozenset(heads[1:])))


def _cells(figure: Figure, *, percent: bool) -> list[str]:
    middle = "" if figure.median is None else f"{figure.median:.4g}"
    return [number_words(figure.mean, percent=percent), span_words(figure, percent=percent), middle, f"{figure.n:,}"]


KINDS: Mapping[str, Parts] = {
    "goldfish": _pairing,
    "duel": _pairing,
    "compare": _compared,
    "league": _league,
    "vary": _varied,
}
"""What a page shows of each kind of study."""


# ---------------------------------------------------------------- pieces of HTML


def _grid(*figures: str) -> Iterator[str]:
    yield '<div class="charts">'
    yield from figures
    yield "</div>"


def _figure(title: str, caption: str, svg: str) -> str:
    return f"<figure>\n<figcaption>{text(title)} <small>{text(caption)}</small></figcaption>\n{svg}\n</figure>"


def _dim(*lines: str) -> Iterator[str]:
    yield from (f'<p class="dim">{text(line)}</p>' for line in lines)


def _table(caption: str, table: Columns) -> str:
    """A table in a box of its own, which scrolls where the page is narrower."""
    said = f"<caption>{text(caption)}</caption>" if caption else ""
    sides = ["" if head in table.right else ' class="left"' for head in table.heads]
    head = "".join(f'<th scope="col"{side}>{text(one)}</th>' for one, side in zip(table.heads, sides, strict=True))
    lines = (
        f'<tr><th scope="row"{sides[0]}>{text(first)}</th>'
        + "".join(f"<td{side}>{text(cell)}</td>" for cell, side in zip(cells, sides[1:], strict=True))
        + "</tr>"
        for first, *cells in table.rows
    )
    inner = f"<table>{said}<thead><tr>{head}</tr></thead>\n<tbody>{chr(10).join(lines)}</tbody></table>"
    return f'<div class="scroll" tabindex="0">{inner}</div>'


def _words(name: str) -> str:
    said = name.replace("_", " ")
    return said[:1].upper() + said[1:]
