"""A study as one page of HTML with its charts in it: nothing is fetched for it, nothing in it runs.

What the figures lack is said before them (effects not written, playthroughs not finished or not played yet); every
figure has its n and its interval; what they rest on stands at the end. Every name from outside goes through `text`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeAlias

from deckcli.games import GAMES
from deckcli.screen.charts import Charts, Row, Series, number_words, span_words
from deckcli.screen.compare import compared_json
from deckcli.screen.fared import cards_tables, cautions
from deckcli.screen.league import RATED, astray, beginning, names_of, pairs_table, ratings_table, sides_of
from deckcli.screen.page import HEAD, text
from deckcli.screen.tally import side_names
from deckcli.screen.varied import cautions as varied_cautions
from deckcli.screen.varied import table as varied_table
from deckcli.study.cards import SEEN_BY
from deckcli.study.comparing import enough_of
from deckcli.study.curves import WON, by_turn, is_by_turn, won_by
from deckcli.study.folder import Folder
from deckcli.study.found import Found
from deckcli.study.league import league
from deckcli.study.report import Report, reports
from deckcli.study.tally import Figure
from deckcli.study.varying import varied

_STYLE = """
:root { color-scheme: light; }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1rem; max-width: 66rem; background: #fff; color: #1d1d1f;
  font: 1rem/1.45 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { margin: 0; font-size: 1.6rem; line-height: 1.2; }
h2 { margin: 1.8rem 0 .6rem; font-size: 1.2rem; border-bottom: 1px solid #d5d5dd; padding-bottom: .2rem; }
p { margin: .4rem 0; max-width: 46rem; }
.dim, figcaption small { color: #5c5c66; font-size: .9rem; }
.warn { border-left: .3rem solid #d55e00; background: #fff4ea; padding: .5rem .8rem; max-width: none; }
.charts { margin: 1rem 0; display: grid; gap: 1.2rem 2rem;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 26rem), 1fr)); }
figure { margin: 0; max-width: 32rem; min-width: 0; }
figcaption { font-weight: 600; margin-bottom: .2rem; }
figcaption small { font-weight: 400; display: block; }
svg { display: block; width: 100%; height: auto; }
.scroll { overflow-x: auto; max-width: 100%; }
.wide svg { min-width: 40rem; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; overflow-wrap: normal; }
caption { text-align: left; font-weight: 600; padding-bottom: .2rem; }
th, td { padding: .2rem .9rem .2rem 0; text-align: right; white-space: nowrap; border-bottom: 1px solid #ececf1; }
th:first-child, td:first-child { text-align: left; white-space: normal; min-width: 9rem; }
thead th { font-size: .85rem; color: #5c5c66; vertical-align: bottom; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .2rem .9rem; margin: .6rem 0; }
dt { color: #5c5c66; } dd { margin: 0; min-width: 0; }
details { margin: 1rem 0; } summary { cursor: pointer; font-weight: 600; margin-bottom: .6rem; }
code { font-size: .9em; }
@media print { figure, tr { break-inside: avoid; } }
"""
_INTERVALS = (
    "Lines and bands are 95 % intervals: of 100 studies like this one, about 95 have the true figure in theirs."
)

Parts: TypeAlias = "Callable[[Sequence[Report], Charts, Found], Iterator[str]]"


def study_page(found: Found) -> str:
    """The whole page of a study. Raises UsageError where the extra `plot` is not installed."""
    charts = Charts()
    told = reports(found)
    title = _title(found, told)
    body = [f'<header>\n<h1>{text(title)}</h1>\n<p class="dim">{text(_what(found, told))}</p>\n</header>']
    body += _lacking(found, told)
    if len(found):
        body += KINDS[found.study.kind](told, charts, found)
        body.append(f'<p class="dim">{_INTERVALS}</p>')
    body += _rests_on(found, told)
    return "\n".join([f"{HEAD}<title>{text(title)}</title>", f"<style>{_STYLE}</style>", "</head>", "<body>",
                      *body, '<p class="dim">Made with deckcli.</p>', "</body>", "</html>", ""])  # fmt: skip


def _title(found: Found, told: Sequence[Report]) -> str:
    if found.study.kind == "compare":
        return f"{_versions(told)[1]} instead of {_versions(told)[0]}"
    if found.study.kind == "league":
        return f"A league of {len(sides_of(found))} decks"
    if found.study.kind == "vary":
        return f"{told[0].plan.sides[0].name} and {len(told) - 1} variants"
    return " against ".join(_names(told[0])[at] for at in _active(told[0]))


def _active(report: Report) -> list[int]:
    """The sides that do more than to decline (all, where none does)."""
    sides = range(len(report.plan.sides))
    return [at for at in sides if report.plan.sides[at].player != "goldfish"] or list(sides)


def _names(report: Report) -> list[str]:
    """What the sides are called; one that plays alone by its deck."""
    names, active = side_names(report.plan), _active(report)
    return [report.plan.sides[at].name if active == [at] else name for at, name in enumerate(names)]


def _what(found: Found, told: Sequence[Report]) -> str:
    game = GAMES[found.study.game].name
    decisions = sum(report.decisions for report in told)
    return f"{found.study.kind}, {game} · {len(found):,} playthroughs, {decisions:,} decisions"


def _lacking(found: Found, told: Sequence[Report]) -> Iterator[str]:
    """What one must know before any figure."""
    unscripted = list(dict.fromkeys(card for report in told for card in report.unscripted))
    if unscripted:
        yield f'<p class="warn">Not all effects are written yet: {text("; ".join(unscripted))}.</p>'
    for plan, row in found.killers():
        yield (
            f'<p class="warn">Playthrough {row.index} of plan {plan} (seed {row.seed}) kills whoever plays it, and'
            " counts as unfinished.</p>"
        )
    reasons = Counter(row.reason for report in told for row in report.rows if not row.finished)
    if reasons:
        said = "; ".join(f"{count:,} x {reason}" for reason, count in reasons.most_common(5))
        yield (
            f'<p class="warn">{sum(reasons.values()):,} of {len(found):,} playthroughs did not finish, and count as won'
            f" by nobody ({text(said)}).</p>"
        )
    enough = enough_of(found.study)
    missing = 0 if enough and enough(found) else sum(batch.count for batch in found.missing())
    if missing:
        yield f'<p class="warn">{missing:,} of {found.study.total:,} playthroughs have not been played yet.</p>'


# ---------------------------------------------------------------- one pairing


def _pairing(told: Sequence[Report], charts: Charts, found: Found) -> Iterator[str]:
    (report,) = told
    yield from _grid(_shares(report, charts), *_times(told, charts))
    yield from _by_turn(told, charts)
    yield from _spread(report, charts)
    yield from _figures(told)
    if SEEN_BY in found.study.asked:
        yield from _cards(found)


def _cards(found: Found) -> Iterator[str]:
    """How each card fared."""
    yield "<h2>Cards</h2>"
    for name, (heads, *rows) in cards_tables(found):
        yield _table(f"Cards of {name}", heads, rows)
    yield from (f'<p class="dim">{text(line)}</p>' for line in cautions(found))


def _league(told: Sequence[Report], charts: Charts, found: Found) -> Iterator[str]:
    """Who beats whom, and ratings."""
    names, done = names_of(sides_of(found)), league(len(sides_of(found)), [one.rows for one in told])
    order = [one.number for one in done.standings]
    met = {(one.one, one.other): one.share for two in done.meetings for one in (two, two.turned)}
    title, called = "Who beats whom", [names[number] for number in order]
    counts = {one.n for one in done.meetings}
    ns = f"n {min(counts):,} a pair" if len(counts) == 1 else f"n {min(counts):,} to {max(counts):,} a pair"
    cells = [[met.get((row, column)) for column in order] for row in order]
    heat = _figure(title, f"Per cent won by the row against the column ({ns})", charts.heat(title, called, cells))
    rows = [Row(names[one.number], one.rating) for one in done.standings]
    points = charts.intervals("Ratings", rows, percent=False, mark=0)
    yield from _grid(heat, _figure("Ratings", "Points above the average of these decks", points))
    yield "<h2>All figures</h2>"
    for table in (ratings_table(done, names), pairs_table(done, names)):
        yield _table("", table.heads, table.rows)
    for block in (*beginning(done), *astray(done, names), RATED):
        yield f'<p class="{"warn" if block.tone == "warn" else "dim"}">{text(block.text)}</p>'


def _varied(told: Sequence[Report], charts: Charts, found: Found) -> Iterator[str]:
    """The variants beside the deck as it is."""
    found_, title = varied(found), "Turns more than the deck as it is takes to win"
    rows = [Row(one.name, one.slower) for one in found_.variants]
    yield from _grid(_figure(title, "Left of 0 is quicker", charts.intervals(title, rows, percent=False, mark=0)))
    heads, rows_ = varied_table(found_)
    yield _table("", heads, rows_)
    yield from (f'<p class="dim">{text(line)}</p>' for line in varied_cautions(found_, found))


def _compared(told: Sequence[Report], charts: Charts, found: Found) -> Iterator[str]:
    a, b = told
    gap = compared_json(found)["difference"]
    low, high = gap["ci95"]
    figure = Figure(
        min(len(a.rows), len(b.rows)), gap["mean"], *(-1.0 if low is None else low, 1.0 if high is None else high)
    )
    rows = [Row(name, one.wins[0]) for name, one in zip(_versions(told), told, strict=True)]
    names = [row.label for row in rows]
    title = f"Wins against {a.plan.sides[1].name}"
    shares = _figure("Wins of both versions", title, charts.intervals(title, rows, percent=True))
    title = f"{names[1]} instead of {names[0]}"
    words = charts.intervals(title, [Row("how much more often it wins", figure)], percent=True, mark=0)
    yield from _grid(_figure("The difference", f"{title}, with the same chances", words), shares, *_times(told, charts))
    yield from _by_turn(told, charts)
    yield from _figures(told)


def _versions(told: Sequence[Report]) -> list[str]:
    """What the first side of each plan is called; of two under one name, which version it is."""
    if len(told) == 1:
        return _names(told[0])[:1]
    names = [report.plan.sides[0].name for report in told]
    return names if len(set(names)) == len(names) else [f"{name}, version {at}" for at, name in enumerate(names, 1)]


def _shares(report: Report, charts: Charts) -> str:
    """Who wins how often, and what it means to begin."""
    sides, names, active = report.plan.sides, _names(report), _active(report)
    rows = [Row(names[at], report.wins[at]) for at in active]
    caption = "Of all playthroughs"
    if len(sides) > 1 and report.first_seat.n:
        shown = report.places if len(sides) > 2 else report.places[:1]
        rows += [Row(f"who {_PLACES[place]}", figure) for place, figure in enumerate(shown)]
        caption += "; of who began, of those that somebody won"
    mark = 1 / len(sides) if len(active) > 1 else None
    return _figure("Wins", caption, charts.intervals("Wins", rows, percent=True, mark=mark))


_PLACES = ("began", *(f"came {place}" for place in ("second", "third", "fourth", "fifth", "sixth")))


def _times(told: Sequence[Report], charts: Charts) -> Iterator[str]:
    """How long playthroughs took, and by when they were won."""
    names = _versions(told)
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
        caption = f"{names[0] if len(names) == 1 else 'Each version'}, of all playthroughs (n {len(told[0].rows):,})"
        yield _figure(title, caption, charts.curves(title, [one for one, _ in series], unit, percent=True))


def _by_turn(told: Sequence[Report], charts: Charts) -> Iterator[str]:
    """What the game measures turn by turn, of the first side."""
    names = _versions(told)
    drawn = []
    for curve in by_turn(told[0].measures):
        both = [next((one for one in by_turn(report.measures) if one.name == curve.name), curve) for report in told]
        series = [Series(name, one.points) for name, one in zip(names, both, strict=True)]
        ns = [figure.n for _, figure in curve.points]
        title = f"{_words(curve.name)} by {curve.unit}"
        caption = f"{' and '.join(names)}: means (n {max(ns):,} and fewer)" if min(ns) < max(ns) else (
            f"{' and '.join(names)}: means (n {max(ns):,})")  # fmt: skip
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
    for called, report in zip(_versions(told), told, strict=True):
        names = _names(report)
        rows = [[f"wins of {names[at]}", *_cells(report.wins[at], percent=True)] for at in _active(report)]
        if report.first_seat.n and len(names) > 1:
            rows.append(["wins of who began", *_cells(report.first_seat, percent=True)])
        rows += [
            [_words(name), *_cells(figure, percent=figure.median is None)]
            for name, figure in report.measures.items()
            if name != "win"
        ]
        yield _table(f"Of {called}" if len(names) > 1 else "", ("figure", "mean", "95 %", "median", "n"), rows)


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


# ---------------------------------------------------------------- what they rest on


def _rests_on(found: Found, told: Sequence[Report]) -> Iterator[str]:
    """Settings, digests and assumptions."""
    plan = found.study.plans[0]
    sides = dict.fromkeys(f"{side.name} ({side.player})" for one in found.study.plans for side in one.sides)
    pairs = [("game", GAMES[plan.game].name), ("decks", "; ".join(sides)), ("seed", str(plan.seed))]
    pairs += [("options", ", ".join(f"{name}={value}" for name, value in plan.options.items()))]
    pairs += [("at most", f"{plan.turns} turns" if plan.turns else f"{plan.most:,} decisions")]
    pairs += [("assumed", line) for line in dict.fromkeys(line for report in told for line in report.assumptions)]
    if found.study.begin or found.study.end is not None:
        part = found.study.part(0)
        pairs.append(("part", f"playthroughs {part.start} to {part.stop - 1} of {plan.n:,}"))
    if isinstance(found, Folder):
        stamp = found.stamp
        pairs += [("deckcli", stamp.version), ("study", found.settings["study"]), ("rules", stamp.engine)]
        pairs.append(("cards", stamp.data))
    shown = "".join(f"<dt>{text(label)}</dt><dd>{text(said)}</dd>" for label, said in pairs if said)
    yield f"<h2>What this rests on</h2>\n<dl>{shown}</dl>"
    yield '<p class="dim">The same study, rules and cards give the same figures on any machine.</p>'


# ---------------------------------------------------------------- pieces of HTML


def _grid(*figures: str) -> Iterator[str]:
    yield '<div class="charts">'
    yield from figures
    yield "</div>"


def _figure(title: str, caption: str, svg: str) -> str:
    return f"<figure>\n<figcaption>{text(title)} <small>{text(caption)}</small></figcaption>\n{svg}\n</figure>"


def _table(caption: str, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table in a box of its own, which scrolls where the page is narrower."""
    said = f"<caption>{text(caption)}</caption>" if caption else ""
    head = "".join(f'<th scope="col">{text(one)}</th>' for one in heads)
    lines = (f'<tr><th scope="row">{text(first)}</th>' + "".join(f"<td>{text(cell)}</td>" for cell in cells) + "</tr>"
             for first, *cells in rows)  # fmt: skip
    inner = f"<table>{said}<thead><tr>{head}</tr></thead>\n<tbody>{chr(10).join(lines)}</tbody></table>"
    return f'<div class="scroll" tabindex="0">{inner}</div>'


def _words(name: str) -> str:
    said = name.replace("_", " ")
    return said[:1].upper() + said[1:]
