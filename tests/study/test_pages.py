"""A study as a page: what it says first, that names are never obeyed, and a real browser finds nothing to fetch."""

from __future__ import annotations

import html
import importlib.util
import json
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from catalog.errors import UnreadableError
from deckcli.screen import studies, study_sections
from deckcli.screen.charts import Charts, Row, Series
from deckcli.screen.study_page import study_page
from deckcli.study.cards import SEEN_BY
from deckcli.study.curves import binned, by_turn, won_by
from deckcli.study.found import Found
from deckcli.study.league import league_plans
from deckcli.study.plan import Batch, Ended, Plan, Study, killed
from deckcli.study.playing import play_batch
from deckcli.study.tally import mean, share

BROWSER = shutil.which("chromium") or shutil.which("google-chrome") or shutil.which("chrome")
NASTY = '<img src=http://evil.example/x onerror=alert(1)>$\\frac{1$ & "q" --> ]]> \u202e日本'
needs_plot = pytest.mark.skipif(
    importlib.util.find_spec("matplotlib") is None, reason="the extra `plot` is not installed"
)


def found_of(kind: str, *plans: Plan, played: int | None = None) -> Found:
    """A study with its first playthroughs played."""
    found = Found(Study(kind, plans))
    for number, plan in enumerate(plans):
        count = plan.n if played is None else played
        found.add(Ended(Batch(number, 0, count), tuple(play_batch(plan, 0, count)), 0.1))
    return found


def called(plan: Plan, *names: str, player: str = "") -> Plan:
    """A plan with other names (and all its sides played by one player)."""
    sides = zip(plan.sides, names, strict=True)
    return replace(plan, sides=tuple(replace(one, name=name, player=player or one.player) for one, name in sides))


# ---------------------------------------------------------------- figures turn by turn


def test_what_is_measured_turn_by_turn_is_a_curve() -> None:
    measures = {f"bonds_by_turn_{turn}": mean([turn, turn + 1]) for turn in (10, 2)} | {"win": share(1, 2)}
    (curve,) = by_turn(measures)
    assert (curve.name, curve.unit) == ("bonds", "turn")
    assert [(turn, figure.mean) for turn, figure in curve.points] == [(2, 2.5), (10, 10.5)]


def test_wins_by_each_turn_are_of_all_playthroughs() -> None:
    curve = won_by({"win_round": mean([4, 4, 6])}, 10)
    assert curve is not None
    assert curve.unit == "round"
    assert [(turn, figure.mean, figure.n) for turn, figure in curve.points] == [
        (3, 0.0, 10), (4, 0.2, 10), (5, 0.2, 10), (6, 0.3, 10)
    ]  # fmt: skip
    assert won_by({"win": share(0, 10)}, 10) is None


@pytest.mark.parametrize("most", [1, 3, 24])
def test_a_histogram_in_few_lines_loses_no_playthrough(most: int) -> None:
    counts = {4: 2, 9: 5, 31: 1}
    step, lines = binned(counts, most)
    assert sum(lines.values()) == 8
    assert len(lines) <= most
    assert min(lines) == 4
    assert max(lines) + step > 31


# ---------------------------------------------------------------- the page


@pytest.fixture(scope="module")
def met(quick: Callable[..., Plan]) -> Found:
    """A duel between a deck with a nasty name and one with a long one."""
    return found_of("duel", called(quick(8), NASTY, "x" * 300, player="random"))


@pytest.fixture(scope="module")
def page(met: Found) -> str:
    """Its page."""
    return study_page(met)


@needs_plot
def test_the_same_study_gives_the_same_page(met: Found, page: str) -> None:
    assert study_page(met) == page


@needs_plot
def test_every_figure_stands_with_its_interval_and_n(met: Found, page: str) -> None:
    wins = share(sum(1 in row.winners for row in met.rows()), 8)
    said = f"{100 * wins.mean:.1f} % ({100 * wins.low:.1f} to {100 * wins.high:.1f}; n 8)"
    assert f"{'x' * 49}…: {said}" in page
    assert "who began: " in page
    for title in ("Length of a playthrough", "Bonds by turn", "Orbs taken by turn"):
        assert f"<figcaption>{title} " in page
    ids = re.findall(r' id="([^"]*)"', page)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'(?:href="#|url\(#|labelledby=")([^") ]*)', page)) <= set(ids)


@needs_plot
def test_of_one_playthrough_the_axes_have_whole_numbers() -> None:
    chart = Charts().histogram("Length", {"all": {7: 1}}, "length")
    told = re.findall(r"<text[^>]*>([^<]*)</text>", chart)
    assert set(told) == {"0", "1", "7", "length", "playthroughs"}


@needs_plot
def test_what_figures_lack_is_said_before_them(quick: Callable[..., Plan], monkeypatch: pytest.MonkeyPatch) -> None:
    plan = replace(quick(9), most=3)
    monkeypatch.setattr(Found, "rests_on", lambda found, plan=0: (["nobody blinks"], [NASTY]))
    found = found_of("goldfish", plan, played=5)
    found.add(Ended(Batch(0, 5, 1), (killed(plan, 5),), 0.0))
    page = study_page(found)
    first = page.index("<svg")
    assert page.index("Not all effects are written yet") < first
    assert page.index("kills whoever plays it") < first
    assert page.index("6 of 6 playthroughs did not finish, and count as won by nobody (5 x 3 decisions; 1 x") < first
    assert page.index("3 of 9 playthroughs have not been played yet") < first
    assert "nobody blinks" in page
    assert "<img" not in page


@needs_plot
def test_a_study_of_which_nothing_was_played_has_a_page(quick: Callable[..., Plan]) -> None:
    page = study_page(Found(Study("goldfish", (quick(9),))))
    assert "9 of 9 playthroughs have not been played yet" in page
    assert "<svg" not in page


@needs_plot
def test_the_mean_of_one_playthrough_has_no_interval() -> None:
    charts = Charts()
    assert "won: 100.0 % (20.7 to 100.0; n 1)" in charts.intervals("", [Row("won", share(1, 1))], percent=True)
    assert "turn 3: 4.00 (? to ?; n 1)" in charts.curves("", [Series("", [(3, mean([4]))])], "turn", percent=False)


@needs_plot
def test_names_are_never_obeyed(quick: Callable[..., Plan]) -> None:
    plans = [called(quick(6, one=deck), name, NASTY) for deck, name in (("s01", NASTY), ("s02", NASTY * 9))]
    page = study_page(found_of("compare", *plans))
    assert "These games do not tell them apart" in page
    assert not re.search(r"<(script|img|iframe|object|embed|link|base|form|a)\b", page)
    assert not re.search(r"""\s(src|href|action|data)\s*=\s*["']?(?!#)""", re.sub(r">[^<]*<", "><", page))
    assert not re.search(r"\son\w+\s*=", re.sub(r">[^<]*<", "><", page))
    assert "url(" not in re.sub(r"url\(#[0-9a-z]+\)", "", page)
    assert "\u202e" not in page
    assert "&lt;img src=http://evil.example/x onerror=alert(1)&gt;$\\frac{1$ &amp; " in page


def rows_of(page: str) -> list[str]:
    """The rows of all tables, as text."""
    return [" ".join(re.sub("<[^>]*>", " ", row).split()) for row in re.findall("<tr>(.*?)</tr>", page)]


@needs_plot
def test_a_league_has_its_matrix_with_every_pair_below_and_who_began(quick: Callable[..., Plan]) -> None:
    plan = quick(4)
    sides = [replace(plan.sides[0], name=name, player="random") for name in ("Ash", "Birch", "Cedar")]
    found = found_of("league", *league_plans(plan, sides))
    page = study_page(found)
    assert "A league of 3 decks" in page
    rows = rows_of(page)
    for number, (one, other) in enumerate((("Ash", "Birch"), ("Ash", "Cedar"), ("Birch", "Cedar"))):
        wins = share(sum(row.winners == (0,) for row in found.rows(number)), 4)
        figures = f"{100 * wins.mean:.1f} % ({100 * wins.low:.1f} to {100 * wins.high:.1f}; n 4)"
        assert f"{one} against {other}: {figures}" in page  # for those who do not see the matrix
        assert f"{one} {other} 4 {wins.mean:.1%} {wins.low:.0%} to {wins.high:.0%}" in rows
    assert "who began: " in page
    assert "All pairs (n 12)" in page


def test_every_kind_of_study_that_is_shown_has_a_page() -> None:
    assert set(study_sections.KINDS) == set(studies.KINDS)


def test_a_kind_of_study_that_nobody_knows_has_no_page(quick: Callable[..., Plan]) -> None:
    with pytest.raises(UnreadableError, match='no kind of study is called "solitaire"'):
        study_page(Found(Study("solitaire", (quick(1),))))


@needs_plot
def test_a_matrix_of_many_decks_has_a_row_for_each(quick: Callable[..., Plan]) -> None:
    names = [f"Deck {number}" for number in range(14)]
    cells = [[None if one is other else share(1, 2) for one in names] for other in names]
    drawn = Charts().heat("Who beats whom", names, cells)
    assert all(f">{name}  {number}<" in drawn for number, name in enumerate(names, 1))
    assert "Deck 0 against Deck 13: 50.0 % (" in drawn


@needs_plot
def test_a_pair_that_was_not_played_yet_has_no_figure_in_the_matrix(quick: Callable[..., Plan]) -> None:
    plan = quick(2)
    sides = [replace(plan.sides[0], name=name, player="random") for name in ("Ash", "Birch", "Cedar")]
    found = Found(Study("league", league_plans(plan, sides)))
    found.add(Ended(Batch(0, 0, 2), tuple(play_batch(found.study.plans[0], 0, 2)), 0.1))
    page = study_page(found)
    assert "Ash against Birch: " in page
    assert "Ash against Cedar: " not in page


@needs_plot
def test_what_figures_of_cards_do_not_mean_is_said_before_them(quick: Callable[..., Plan]) -> None:
    plan = replace(quick(3), cards=True)
    found = Found(Study("goldfish", (plan,), {SEEN_BY: 3}))
    found.add(Ended(Batch(0, 0, 3), tuple(play_batch(plan, 0, 3)), 0.1))
    page = study_page(found)
    assert 0 < page.index("no card is the cause") < page.index("Cards of ")
    assert any(row.startswith("Marth, Altean Prince 2 ") for row in rows_of(page))


def test_a_page_without_the_extra_says_what_to_install(
    deckcli: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, page = str(tmp_path / "study"), tmp_path / "page.html"
    assert deckcli("goldfish", "s01", "-n", "2", "--seed", "1", "--out", folder).code == 0
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    ran = deckcli("study", "show", folder, "--html", str(page))
    assert ran.code == 2
    assert "pip install 'deckcli[plot]'" in ran.err
    assert not page.exists()


@needs_plot
def test_a_page_is_written_and_never_over_another_unless_forced(deckcli: Callable[..., Any], tmp_path: Path) -> None:
    folder, page = str(tmp_path / "study"), tmp_path / "page.html"
    assert deckcli("goldfish", "s01", "-n", "4", "--seed", "1", "--out", folder).code == 0
    ran = deckcli("study", "show", folder, "--html", str(page))
    assert (ran.code, ran.out) == (0, "")
    text = page.read_text(encoding="utf-8")
    stamp = json.loads((tmp_path / "study/study.json").read_text())["stamp"]
    assert stamp.pop("players") == {}
    assert all(digest in text for digest in stamp.values())
    page.write_text("mine")
    assert deckcli("study", "show", folder, "--html", str(page)).code != 0
    assert page.read_text() == "mine"
    told = deckcli("study", "show", folder, "--html", str(page), "--force", "--json")
    assert json.loads(told.out)["playthroughs"] == 4
    assert page.read_text(encoding="utf-8") == text


# ---------------------------------------------------------------- in a real browser

OUTER = """<!DOCTYPE html><meta charset="utf-8"><title>outer</title>
<script>
function told(frame) {
  const d = frame.contentDocument, page = d.documentElement;
  console.log("told " + JSON.stringify({
    charts: d.querySelectorAll("svg").length,
    seen: [...d.querySelectorAll("figure > svg")].filter(s => s.clientWidth > 250 && s.clientHeight > 50).length,
    wide: page.scrollWidth, room: page.clientWidth, images: d.images.length, scripts: d.scripts.length,
    last: [...d.querySelectorAll("h2")].pop().innerText,
  }));
}
</script>
<iframe style="width: 375px; height: 900px; border: 0" onload="told(this)" srcdoc="PAGE"></iframe>
<iframe style="width: 1280px; height: 900px; border: 0" onload="told(this)" srcdoc="PAGE"></iframe>
<img src="http://127.0.0.1:9/control.png" alt="">
"""
"""Holds a page at the width of a phone and of a desk; the picture proves that a request would be seen."""


def browsed(page: Path, folder: Path) -> tuple[list[str], set[str]]:
    """What a browser that loads a page writes on its console, and what the page (not the browser) asks the net for."""
    log = folder / "net.json"
    quiet = ("background-networking", "component-update", "extensions", "gpu", "sync")
    command = [str(BROWSER), "--headless", "--no-sandbox", "--no-first-run", *(f"--disable-{one}" for one in quiet)]
    command += [f"--user-data-dir={folder / 'profile'}", "--enable-logging=stderr", "--v=0", f"--log-net-log={log}"]
    command += ["--dump-dom", page.as_uri()]
    run = subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    try:
        _, said = run.communicate(timeout=120)
    finally:
        with suppress(ProcessLookupError):
            os.killpg(run.pid, signal.SIGKILL)
        run.wait()
    told = json.loads(log.read_text())
    number = told["constants"]["logEventTypes"]["URL_REQUEST_START_JOB"]
    jobs = [event.get("params", {}) for event in told["events"] if event["type"] == number]
    asked = {job["url"] for job in jobs if job.get("initiator", "not an origin") != "not an origin"}
    return re.findall(r':CONSOLE:\d+\] "(.*)", source', said), asked


@needs_plot
def test_a_real_browser_finds_no_error_and_nothing_to_fetch(page: str, tmp_path: Path) -> None:
    if BROWSER is None:
        pytest.skip("NO BROWSER: neither chromium nor google-chrome is installed, so the page was not looked at")
    outer = tmp_path / "outer.html"
    outer.write_text(OUTER.replace("PAGE", html.escape(page)), encoding="utf-8")
    console, asked = browsed(outer, tmp_path)
    assert asked == {"http://127.0.0.1:9/control.png"}
    assert len(console) == 2, console
    for line in console:
        told = json.loads(line.removeprefix("told ").replace('\\"', '"'))
        assert told["charts"] == page.count("<svg")
        assert (told["images"], told["scripts"]) == (0, 0)
        assert told["wide"] <= told["room"], "the page is wider than its window"
        assert told["seen"] >= page.count("<svg", 0, page.find("<details"))  # what is folded need not be drawn
        assert told["last"] == "What this rests on"
