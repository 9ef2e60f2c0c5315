"""Charts as SVG to stand in a page. Only this module needs the extra `plot` (matplotlib).

A chart is 360 points wide, so that its letters are as large on a phone as the page's own; nothing in one is fetched,
each says in words what it shows, and the same figures give the same text. Names are never markup or mathematics.
"""

from __future__ import annotations

import math
import re
import warnings
from collections.abc import Callable, Mapping, Sequence
from html import escape
from io import BytesIO
from itertools import count
from typing import Any, NamedTuple

from deckcli.errors import UsageError
from deckcli.screen.safe import safe
from deckcli.study.curves import binned
from deckcli.study.tally import Figure

INK, DIM, LINE = "#1d1d1f", "#5c5c66", "#d5d5dd"
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#aa4499", "#806000", "#3a3a80")
"""Told apart by all eyes (after Okabe and Ito), and dark enough upon white."""
_LOW, _MIDDLE, _HIGH = "#ee9a5f", "#ffffff", "#6fb0e0"
"""A heat map's ends: orange and blue, both light, so that dark figures stand upon them."""
_WIDE = 5.0
"""Inches."""
_MOST_BARS = 24
_MOST_DOTS = 15
_MOST_CELLS = 12
"""Decks in a matrix whose cells have room for a figure."""
_LONGEST = 50
_MOST_LETTERS = 50
"""Of a line above an interval; of longer ones the figures stand on a line of their own."""
"""Letters of a name in a chart; the tables have it whole."""


class Row(NamedTuple):
    """A line of a chart of intervals; `words` say its figures, where they are not to be said as usual."""

    label: str
    figure: Figure
    words: str = ""

    def said(self, *, percent: bool, apart: str = " ") -> str:
        """The line in words."""
        return f"{short(self.label)}:{apart}{self.words or figure_words(self.figure, percent=percent)}"


class Series(NamedTuple):
    """A line or a kind of bars with its name."""

    label: str
    points: Sequence[tuple[int, Figure]]


class Charts:
    """The charts of one page: each gets its own ids. Raises UsageError where the extra `plot` is not installed."""

    def __init__(self) -> None:
        try:
            import matplotlib
            from matplotlib.figure import Figure as Sheet
        except ImportError:
            raise UsageError("an HTML report needs the extra `plot`: pip install 'deckcli[plot]'.") from None
        self._matplotlib: Any = matplotlib
        self._sheet: Callable[..., Any] = Sheet
        self._numbers = count(1)

    # ------------------------------------------------------------ kinds of charts

    def intervals(self, title: str, rows: Sequence[Row], *, percent: bool = False, mark: float | None = None) -> str:
        """A dot with its interval for each row, its name and figures above it; `mark` is a value to compare with."""

        tall = any(len(row.said(percent=percent)) > _MOST_LETTERS for row in rows)

        def draw(axes: Any) -> None:
            for place, row in enumerate(rows):
                y, scale, figure = -place, 100 if percent else 1, row.figure
                axes.plot(_ends(figure, scale), [y, y], color=COLOURS[0], linewidth=3, solid_capstyle="butt",
                          clip_on=False)  # fmt: skip
                axes.plot([figure.mean * scale], [y], "o", color=INK, markersize=6, clip_on=False)
                words = row.said(percent=percent, apart="\n" if tall else " ")
                drawn = axes.text(0, y + 0.18, words, transform=axes.get_yaxis_transform(), fontsize=10.5, va="bottom",
                                  bbox={"facecolor": "white", "edgecolor": "none", "pad": 1})  # fmt: skip
                drawn.set_in_layout(False)  # it stands within the axes, and must not push them aside
            if mark is not None:
                axes.axvline(mark * (100 if percent else 1), color=DIM, linewidth=1, linestyle=(0, (4, 3)))
            if percent and min(row.figure.low for row in rows) >= 0:
                axes.set_xlim(0, 100)
            axes.set_ylim(0.6 - len(rows), 0.95 if tall else 0.8)
            axes.set_yticks([])
            _bare(axes, left=False)
            axes.set_xlabel("%" if percent else "")

        said = "; ".join(row.said(percent=percent) for row in rows)
        return self._drawn(title, said, 0.55 + (0.68 if tall else 0.48) * len(rows), draw)

    def histogram(self, title: str, counts: Mapping[str, Mapping[int, int]], unit: str) -> str:
        """How often each value came up, as bars; of several kinds the share of each kind, side by side."""
        many = len(counts) > 1
        first, last = min(map(min, counts.values())), max(map(max, counts.values()))
        step = -(-(last - first + 1) // (_MOST_BARS // (2 if many else 1)))
        lines = {
            label: binned({first: 0, last: 0} | dict(kind), -(-(last - first + 1) // step))[1]
            for label, kind in counts.items()
        }

        def draw(axes: Any) -> None:
            wide = step * 0.9 / len(lines)
            for place, (label, kind) in enumerate(lines.items()):
                whole = sum(kind.values()) if many else 1
                heights = [(100 if many else 1) * often / max(1, whole) for often in kind.values()]
                at = [value + (step - 1) / 2 + (place - (len(lines) - 1) / 2) * wide for value in kind]
                axes.bar(at, heights, width=wide, color=COLOURS[place % len(COLOURS)], label=short(label))
            axes.set_xlabel(unit)
            axes.set_ylabel("% of playthroughs" if many else "playthroughs")
            for axis in (axes.xaxis, axes.yaxis):  # values and playthroughs are whole, also where there is one alone
                axis.get_major_locator().set_params(integer=True, min_n_ticks=1)
            _bare(axes)
            _legend(axes, many)

        said = "; ".join(
            (f"{label}: " if many else "")
            + ", ".join(f"{_run(value, step)}: {often}" for value, often in kind.items() if often)
            for label, kind in lines.items()
        )
        return self._drawn(title, f"How often, by {unit}. {said}", 2.5, draw)

    def curves(self, title: str, series: Sequence[Series], unit: str, *, percent: bool) -> str:
        """Figures by turn: a line through them, and a band (or bars, of few) for their intervals."""
        scale = 100 if percent else 1

        def draw(axes: Any) -> None:
            for place, (label, points) in enumerate(series):
                colour, at = COLOURS[place % len(COLOURS)], [turn for turn, _ in points]
                means = [figure.mean * scale for _, figure in points]
                lows, highs = zip(*(_ends(figure, scale) for _, figure in points), strict=True)
                axes.plot(
                    at,
                    means,
                    color=colour,
                    linewidth=2,
                    marker="o" if len(at) <= _MOST_DOTS else "",
                    markersize=5,
                    label=short(label),
                    clip_on=False,
                )
                axes.fill_between(at, lows, highs, color=colour, alpha=0.22, linewidth=0)
            axes.set_ylim(0, 100 if percent else None)
            axes.set_xlabel(unit)
            axes.set_ylabel("%" if percent else "mean")
            axes.xaxis.get_major_locator().set_params(integer=True, min_n_ticks=1)
            _bare(axes)
            _legend(axes, len(series) > 1)

        said = "; ".join(
            f"{label}: "
            + ", ".join(f"{unit} {turn}: {figure_words(figure, percent=percent)}" for turn, figure in points)
            for label, points in series
        )
        return self._drawn(title, said, 2.5, draw)

    def heat(self, title: str, names: Sequence[str], cells: Sequence[Sequence[Figure | None]]) -> str:
        """Who beats whom: rows win against columns, which have the numbers of the rows; of many, colours alone tell."""
        size, many = len(names), len(names) > _MOST_CELLS
        from matplotlib.colors import LinearSegmentedColormap, to_hex

        colours = LinearSegmentedColormap.from_list("wins", [_LOW, _MIDDLE, _HIGH])

        def draw(axes: Any) -> None:
            for y, line in enumerate(cells):
                for x, figure in enumerate(line):
                    fill = "#eeeef2" if figure is None else to_hex(colours(figure.mean))
                    axes.add_patch(self._matplotlib.patches.Rectangle((x, y), 1, 1, facecolor=fill, edgecolor="white"))
                    if figure is not None and not many:
                        words = f"{100 * figure.mean:.0f}"
                        axes.text(x + 0.5, y + 0.5, words, ha="center", va="center", fontsize=11 if size <= 9 else 8)
            axes.set_xlim(0, size)
            axes.set_ylim(size, 0)
            axes.set_yticks([y + 0.5 for y in range(size)])
            axes.set_yticklabels([f"{short(name, 22)}  {y}" for y, name in enumerate(names, 1)])
            axes.set_xlabel("blue: more than half, orange: less" if many else "")
            numbers = [x for x in range(1, size + 1) if not many or x % 5 == 0]
            axes.set_xticks([x - 0.5 for x in numbers])
            axes.set_xticklabels([str(x) for x in numbers])
            axes.xaxis.tick_top()
            axes.tick_params(length=0, labelsize=7 if many else 11)
            for spine in axes.spines.values():
                spine.set_visible(False)

        said = "; ".join(
            f"{names[y]} against {names[x]}: {figure_words(figure, percent=True)}"
            for y, line in enumerate(cells)
            for x, figure in enumerate(line)
            if figure is not None
        )
        return self._drawn(f"{title} (% won by the row)", said, 0.6 + (0.16 if many else 0.34) * size, draw)

    # ------------------------------------------------------------ drawing

    def _drawn(self, title: str, said: str, high: float, draw: Callable[[Any], None]) -> str:
        """One chart: its text, with a title and what it says in words for those who do not see it."""
        number = next(self._numbers)
        # Whatever this person has set for matplotlib, a report looks alike everywhere.
        usual = {name: value for name, value in self._matplotlib.rcParamsDefault.items() if name != "backend"}
        to = BytesIO()
        with self._matplotlib.rc_context({**usual, **_SETTINGS, "svg.hashsalt": f"deckcli {number}"}):
            sheet = self._sheet(figsize=(_WIDE, high), layout="constrained")
            axes = sheet.subplots()
            draw(axes)
            with warnings.catch_warnings():  # of letters that its own font lacks: the reader's has them
                warnings.filterwarnings("ignore", message="Glyph", category=UserWarning)
                sheet.savefig(to, format="svg", transparent=True, metadata=dict.fromkeys(_UNTOLD))
        return _inline(to.getvalue().decode("utf-8"), number, title, said)


_SETTINGS = {
    "svg.fonttype": "none",  # letters stay letters: small, sharp, found by a search, in any script
    "text.parse_math": False,
    "font.sans-serif": ["DejaVu Sans"],
    "font.size": 11,
    "text.color": INK,
    "axes.labelcolor": INK,
    "axes.edgecolor": DIM,
    "xtick.color": INK,
    "ytick.color": INK,
}
_UNTOLD = ("Date", "Creator", "Format", "Type")


def _inline(text: str, number: int, title: str, said: str) -> str:
    """A file of SVG as a part of a page: no head, no size but that of its box, no ids that another chart has too."""
    body = text[text.index("<svg") :].rstrip()
    inner = re.sub(r'<(g|defs) id="[^"]*">', r"<\1>", body[body.index(">") + 1 :])
    inner = re.sub(r"\s*<defs>\s*<style[^>]*>[^<]*</style>\s*</defs>", "", inner, count=1)
    box = re.search(r'viewBox="([^"]*)"', body)
    assert box is not None
    return (
        f'<svg viewBox="{box[1]}" role="img" aria-labelledby="title-{number} said-{number}"'
        ' xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">'
        f'<title id="title-{number}">{escape(safe(title))}</title>'
        f'<desc id="said-{number}">{escape(safe(said))}</desc>{inner}'
    )


def figure_words(figure: Figure, *, percent: bool) -> str:
    """A figure with its interval and n: "53.2 % (48.1 to 58.2; n 400)"."""
    if not figure.n:
        return "nothing yet (n 0)"
    return f"{number_words(figure.mean, percent=percent)} ({span_words(figure, percent=percent)}; n {figure.n:,})"


def span_words(figure: Figure, *, percent: bool) -> str:
    """The interval of a figure: "48.1 to 58.2"."""
    return f"{_bare_number(figure.low, percent)} to {_bare_number(figure.high, percent)}"


def number_words(value: float, *, percent: bool) -> str:
    """One number as charts and tables of a page have it."""
    return _bare_number(value, percent) + (" %" if percent else "")


def _bare_number(value: float, percent: bool) -> str:
    if math.isinf(value):
        return "?"
    return f"{100 * value:.1f}" if percent else f"{value:.2f}" if abs(value) < 100 else f"{value:.0f}"


def _ends(figure: Figure, scale: float) -> tuple[float, float]:
    """Both ends of an interval; one that has none is not drawn."""
    known = not math.isinf(figure.low) and not math.isinf(figure.high)
    low, high = (figure.low, figure.high) if known else (figure.mean, figure.mean)
    return low * scale, high * scale


def _run(value: int, step: int) -> str:
    return str(value) if step == 1 else f"{value} to {value + step - 1}"


def short(text: str, most: int = _LONGEST) -> str:
    """A name as legends and captions have it: of `most` characters at most."""
    shown = safe(text)
    return shown if len(shown) <= most else shown[: most - 1] + "…"


def _bare(axes: Any, *, left: bool = True) -> None:
    """Only the lines that are needed."""
    for side in ("top", "right", *(() if left else ("left",))):
        axes.spines[side].set_visible(False)
    axes.grid(axis="y" if left else "x", color=LINE, linewidth=0.7)
    axes.set_axisbelow(True)


def _legend(axes: Any, wanted: bool) -> None:
    if wanted:
        axes.legend(frameon=False, fontsize=10.5, loc="lower left", bbox_to_anchor=(0, 1), borderaxespad=0)
