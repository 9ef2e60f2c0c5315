"""A study as one page of HTML with its charts in it: nothing is fetched for it, nothing in it runs.

What the figures lack is said before them (effects not written, playthroughs not finished or not played yet); every
figure has its n and its interval; what they rest on stands at the end. Every name from outside goes through `text`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from deckcli.games import GAMES
from deckcli.screen.charts import Charts
from deckcli.screen.league import sides_of
from deckcli.screen.page import HEAD, text
from deckcli.screen.studies import known
from deckcli.screen.study_sections import KINDS, active, names_at, versions
from deckcli.screen.tally import played_words
from deckcli.screen.varied import counted
from deckcli.study.comparing import enough_of
from deckcli.study.folder import Folder
from deckcli.study.found import Found
from deckcli.study.report import Report, reports

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
.scroll { overflow-x: auto; max-width: 100%; margin: .4rem 0 1.2rem; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; overflow-wrap: normal; }
caption { text-align: left; font-weight: 600; padding-bottom: .2rem; }
th, td { padding: .2rem .9rem .2rem 0; text-align: right; white-space: nowrap; border-bottom: 1px solid #ececf1; }
th.left, td.left { text-align: left; white-space: normal; }
tbody th { font-weight: 600; } tbody th.left { min-width: 8rem; }
thead th { font-size: .85rem; color: #5c5c66; vertical-align: bottom; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .2rem .9rem; margin: .6rem 0; }
dt { color: #5c5c66; } dd { margin: 0; min-width: 0; }
details { margin: 1rem 0; } summary { cursor: pointer; font-weight: 600; margin-bottom: .6rem; }
code { font-size: .9em; }
@media (max-width: 40rem) { table { font-size: .88rem; } th, td { padding-right: .6rem; } }
@media print { figure, tr { break-inside: avoid; } }
"""
_INTERVALS = (
    "Lines and bands are 95 % intervals: of 100 studies like this one, about 95 have the true figure in theirs."
)


def study_page(found: Found) -> str:
    """The whole page of a study. Raises UsageError where the extra `plot` is not installed, and UnreadableError for a
    kind of study that nobody knows."""
    known(found)
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
        return f"{versions(told)[1]} instead of {versions(told)[0]}"
    if found.study.kind == "league":
        return f"A league of {len(sides_of(found))} decks"
    if found.study.kind == "vary":
        return f"{told[0].plan.sides[0].name} and {counted(len(told) - 1)}"
    return " against ".join(names_at(told[0])[at] for at in active(told[0]))


def _what(found: Found, told: Sequence[Report]) -> str:
    game = GAMES[found.study.game].name
    decisions = sum(report.decisions for report in told)
    return f"{found.study.kind}, {game} · {played_words(len(found))}, {decisions:,} decisions"


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


# ---------------------------------------------------------------- what they rest on


def _rests_on(found: Found, told: Sequence[Report]) -> Iterator[str]:
    """Settings, digests and assumptions."""
    plan = found.study.plans[0]
    sides = dict.fromkeys(f"{side.name} ({side.player})" for one in found.study.plans for side in one.sides)
    pairs = [
        ("game", GAMES[plan.game].name),
        ("decks", "; ".join(sides)),
        ("seed", str(found.study.asked.get("seed", plan.seed))),
    ]
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
        pairs += [(f"player {name}", version) for name, version in stamp.players]
    shown = "".join(f"<dt>{text(label)}</dt><dd>{text(said)}</dd>" for label, said in pairs if said)
    yield f"<h2>What this rests on</h2>\n<dl>{shown}</dl>"
    yield '<p class="dim">The same study, rules and cards give the same figures on any machine.</p>'
