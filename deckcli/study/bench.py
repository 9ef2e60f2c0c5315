"""How fast deckcli is, as ratios to something simple that is timed in the same run: `python -m deckcli.study.bench`.

A second is another length on every machine; how many times longer deckcli takes than the least program that could do
the job is not. What is compared runs in turn, pair by pair, and the ratio is the median of the pairs, so that a burst
of other work on the machine strikes both.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path

from catalog.card import BundledDeck
from catalog.home import Home, data_root
from catalog.pool import Pool
from catalog.query import parse
from catalog.reading import Catalog
from deckcli import EFFECTS
from deckcli.decks import formats
from deckcli.errors import UsageError
from deckcli.games.finish import finish
from deckcli.games.verdict import judge
from deckcli.study.overhead import overhead, overhead_in_words
from deckcli.study.scale import MOST, grown, grown_in_words
from deckcli.study.speed import PAIRINGS, Speed, duel_file, play_speed, speed_in_words

CARD = "Hammer Knight"
SEARCH = "type:ally attack>=2 -chained:true"

HELLO = """
import typer

app = typer.Typer(rich_markup_mode=None, pretty_exceptions_enable=False, add_completion=False)


def told(version: bool) -> None:
    if version:
        print("least 0.1")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def root(version: bool = typer.Option(False, "--version", callback=told, is_eager=True)) -> None: ...


@app.command()
def nothing() -> None: ...


app()
"""
"""The least Typer app that has a version, a help and a command."""
READER = """
import sqlite3
import sys

import typer

app = typer.Typer(rich_markup_mode=None, pretty_exceptions_enable=False, add_completion=False)


@app.command()
def show(file: str, name: str) -> None:
    db = sqlite3.connect(f"file:{file}?mode=ro", uri=True)
    print(db.execute("SELECT * FROM card WHERE name = ?", (name,)).fetchone())


app()
"""
"""The least Typer app that reads one row of a database."""
PARSER = """
import pathlib
import sys
import tomllib

for path in pathlib.Path(sys.argv[1]).glob("*/*/*.toml"):
    tomllib.loads(path.read_text("utf-8"))
"""
"""The least program that has read all the data."""


@dataclass(frozen=True, slots=True)
class Measure:
    """One comparison: `what` took `seconds` (median of one run), `against` took `least` seconds, and `ratio` is the
    median of the pairs. `limit` is what the ratio may be (0: no limit was set), `most` what the seconds may be."""

    name: str
    what: str
    against: str
    seconds: float
    least: float
    ratio: float
    limit: float = 0.0
    most: float = 0.0

    @property
    def kept(self) -> bool:
        """Whether it is within its limits."""
        return not (self.limit and self.ratio > self.limit) and not (self.most and self.seconds > self.most)


def measures(place: Path, pairs: int) -> Iterator[Measure]:
    """Every measure, one after the other; `place` is an empty folder to work in, `pairs` how often each is taken."""
    yield from _cold_starts(place, pairs)
    yield _first_build(place, max(3, pairs // 4))
    home = Home(place / "home", place / "home" / "library.db")
    with Catalog.open(home, lambda: finish, version=EFFECTS) as catalog:
        yield _look_up(catalog, pairs)
        yield _search(catalog, pairs)
        yield _judging(catalog, pairs)
        yield _batch(catalog, pairs)


def compare(one: Callable[[], object], other: Callable[[], object], pairs: int) -> tuple[float, float, float]:
    """Seconds of one, seconds of the other, and how many times longer one takes: each the median over the pairs."""
    one(), other()  # the first run of anything pays for what is read and compiled
    taken = [(_seconds(one), _seconds(other)) for _ in range(pairs)]
    firsts, seconds = zip(*taken, strict=True)
    return statistics.median(firsts), statistics.median(seconds), statistics.median(a / b for a, b in taken)


def _seconds(run: Callable[[], object]) -> float:
    begin = time.perf_counter()
    run()
    return time.perf_counter() - begin


# ---------------------------------------------------------------- whole processes


def _cold_starts(place: Path, pairs: int) -> Iterator[Measure]:
    hello, reader = _script(place, "hello", HELLO), _script(place, "reader", READER)
    home = place / "home"
    _deckcli(home, "games")()
    for name in ("--version", "--help"):
        what = f"a whole process of `deckcli {name}`"
        least = "the same of a Typer app with one command"
        yield Measure(name, what, least, *compare(_deckcli(home, name), _python(home, hello, name), pairs), limit=1.3)
    show = _deckcli(home, "cards", "show", CARD)
    row = _python(home, reader, str(home / "cards.db"), CARD)
    what = f"a whole process of `deckcli cards show {CARD}`, piped"
    least = "a Typer app that prints that card's row by sqlite3"
    yield Measure("cards show", what, least, *compare(show, row, pairs), limit=1.6)


def _first_build(place: Path, pairs: int) -> Measure:
    parser = _script(place, "parser", PARSER)
    fresh = iter(range(10**6))

    def build() -> None:
        _deckcli(place / f"fresh-{next(fresh)}", "games")()

    taken = compare(build, _python(place, parser, str(data_root())), pairs)
    what = "a whole process of `deckcli games` in a new home, catalogue built"
    return Measure("first build", what, "a program that only parses the data files by tomllib", *taken, most=3.0)


def _script(place: Path, name: str, text: str) -> str:
    path = place / f"{name}.py"
    path.write_text(text, encoding="utf-8")
    return str(path)


def _deckcli(home: Path, *words: str) -> Callable[[], object]:
    return _python(home, "-m", "deckcli", *words)


def _python(home: Path, *words: str) -> Callable[[], object]:
    """A run of this Python, which may keep its bytecode. Raises CalledProcessError when it fails."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    roots = dict.fromkeys([str(Path(__file__).parents[2]), *filter(None, [kept.get("PYTHONPATH")])])
    env = {**kept, "DECKCLI_HOME": str(home), "PYTHONPATH": os.pathsep.join(roots)}
    return lambda: subprocess.run([sys.executable, *words], env=env, check=True, capture_output=True)


# ---------------------------------------------------------------- within one process


def _look_up(catalog: Catalog, pairs: int) -> Measure:
    card = catalog.find(CARD)[0].card
    text = json.dumps(asdict(card))
    taken = compare(_often(lambda: catalog.find(CARD), 200), _often(lambda: json.loads(text), 200), pairs)
    return _each("one look-up", f"finding {CARD} by name", "parsing that card from JSON", taken, 200)


def _search(catalog: Catalog, pairs: int) -> Measure:
    cards = list(catalog.cards())
    fields, releases = catalog.fields(), catalog.releases()
    wanted = parse(SEARCH, fields, releases)
    taken = compare(
        lambda: catalog.search(parse(SEARCH, fields, releases)),
        lambda: [card for card in cards if wanted.test(card)],
        pairs,
    )
    return Measure("one search", f"searching `{SEARCH}`", f"asking each of {len(cards)} cards in Python", *taken)


def _judging(catalog: Catalog, pairs: int) -> Measure:
    decks = catalog.bundled()
    lists = [(deck.text.encode(), deck.slug) for deck in decks]
    texts = [_as_json(deck) for deck in decks]
    taken = compare(
        lambda: [judge(formats.read(data, slug), catalog) for data, slug in lists],
        lambda: [json.loads(text) for text in texts],
        pairs,
    )
    return _each("judging", "reading and judging one bundled list", "parsing its lines from JSON", taken, len(lists))


def _batch(catalog: Catalog, pairs: int) -> Measure:
    """Lists of one batch, which share what was looked up: every bundled list of a game that is built, with a card or
    two exchanged, so that no two are the same."""
    pool = Pool(catalog)
    decks = [deck for deck in catalog.bundled() if deck.game in ("ashes", "cipher")]
    lists = [(text.encode(), deck.slug) for deck in decks for text in _versions(deck.text)]
    texts = [_as_json(deck) for deck in decks for _ in range(_VERSIONS)]
    taken = compare(
        lambda: [judge(formats.read(data, slug), pool) for data, slug in lists],
        lambda: [json.loads(text) for text in texts],
        pairs,
    )
    return _each("batch", "reading and judging one list of a batch", "parsing its lines from JSON", taken, len(lists))


_VERSIONS = 4


def _versions(text: str) -> Iterator[str]:
    """A list as it is, and with a copy of one line fewer, another each time."""
    lines = text.splitlines()
    cards = [at for at, line in enumerate(lines) if line[:1] in ("2", "3")]
    yield text
    for at in cards[: _VERSIONS - 1]:
        yield "\n".join([*lines[:at], f"{int(lines[at][0]) - 1}{lines[at][1:]}", *lines[at + 1 :]])


def _as_json(deck: BundledDeck) -> str:
    """The lines of a list as another program might keep them: a count and a name each."""
    pairs = (line.partition("x ") for line in deck.text.splitlines() if line[:1].isdigit())
    return json.dumps({"name": deck.name, "cards": [{"count": count, "name": name} for count, _, name in pairs]})


def _often(run: Callable[[], object], times: int) -> Callable[[], object]:
    def many() -> None:
        for _ in range(times):
            run()

    return many


def _each(name: str, what: str, against: str, taken: tuple[float, float, float], times: int) -> Measure:
    """A measure of one thing of which `times` were done in a run."""
    seconds, least, ratio = taken
    return Measure(name, what, against, seconds / times, least / times, ratio)


# ---------------------------------------------------------------- in words


def in_words(measure: Measure) -> str:
    """One measure as two lines of plain text."""
    limits = [f"at most {measure.limit:g} x"] if measure.limit else []
    limits += [f"at most {measure.most:g} s"] if measure.most else []
    verdict = f" ({', '.join(limits)}: {'kept' if measure.kept else 'MISSED'})" if limits else ""
    rate = f", {1 / measure.seconds:,.0f} a second" if measure.seconds < 0.01 else ""
    return (
        f"{measure.name}: {measure.ratio:.2f} x{verdict}\n"
        f"    {measure.what}: {_shown(measure.seconds)}{rate}; {measure.against}: {_shown(measure.least)}"
    )


def _shown(seconds: float) -> str:
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if seconds >= size:
            return f"{seconds / size:.2f} {unit}"
    return f"{seconds * 1e6:.1f} µs"


def main(words: Sequence[str] | None = None) -> None:
    """Take every measure and print it as it comes, then how fast games are played; with --json, one object."""
    parser = argparse.ArgumentParser(prog="python -m deckcli.study.bench", description=__doc__)
    parser.add_argument("--pairs", type=int, default=15, metavar="N", help="how often each pair runs (15)")
    parser.add_argument("--games", type=int, default=200, metavar="N", help="how many playthroughs are timed (200)")
    parser.add_argument("--alone", type=int, default=1000, metavar="N", help="how many goldfish playthroughs (1000)")
    parser.add_argument("--game", action="append", choices=[*PAIRINGS], help="only this game (each that is measured)")
    parser.add_argument("--against", type=Path, metavar="FOLDER", help="a folder with the duel, played in the same run")
    parser.add_argument("--scale", action="store_true", help="only how the collection's commands grow, to 100,000")
    parser.add_argument("--cluster", action="store_true", help="only what a cluster costs against plain processes")
    parser.add_argument("--json", action="store_true", help="one JSON object for scripts")
    told = parser.parse_args(words)
    if min(told.pairs, told.games, told.alone) < 1:
        parser.error("--pairs, --games and --alone must be 1 or more")
    if told.against is not None and duel_file(told.against) is None:
        parser.error(f"{told.against}: there is no duel here (hybrid.py)")
    if told.scale:
        _scale(told.json)
        return
    if told.cluster:
        try:
            _cluster(told)
        except UsageError as error:
            parser.error(str(error))
        return
    with tempfile.TemporaryDirectory(prefix="deckcli-bench-") as place:
        found = []
        for measure in measures(Path(place), told.pairs):
            found.append(measure)
            if not told.json:
                print(in_words(measure), flush=True)
        speeds = []
        for speed in _speeds(Path(place), told):
            speeds.append(speed)
            if not told.json:
                print(speed_in_words(speed), flush=True)
    if told.json:
        measured = [{**asdict(m), "kept": m.kept} for m in found]
        print(json.dumps({"schema": 1, "measures": measured, "playing": [asdict(speed) for speed in speeds]}))


def _speeds(place: Path, told: argparse.Namespace) -> Iterator[Speed]:
    with Catalog.open(Home(place / "home", place / "home" / "library.db"), lambda: finish, version=EFFECTS) as catalog:
        for game in told.game or PAIRINGS:
            yield play_speed(catalog, game, told.games, told.alone, told.against)


def _cluster(told: argparse.Namespace) -> None:
    """What a cluster costs: `--pairs` studies of `--games` each way."""
    with tempfile.TemporaryDirectory(prefix="deckcli-bench-") as place:
        home = Home(Path(place) / "home", Path(place) / "home" / "library.db")
        with Catalog.open(home, lambda: finish, version=EFFECTS) as catalog:
            found = overhead(catalog, home.root, told.games, told.pairs)
    if told.json:
        print(json.dumps({"schema": 1, "cluster": {**asdict(found), "ratios": found.ratios}}))
    else:
        print(overhead_in_words(found))


def _scale(json_: bool) -> None:
    """How the collection's commands grow, a line each as it comes; one object for scripts."""

    def run(home: Path, words: Sequence[str]) -> None:
        with suppress(subprocess.CalledProcessError):  # 1 says that something is missing, and nothing else
            _deckcli(home, *words)()

    rows = []
    with tempfile.TemporaryDirectory(prefix="deckcli-scale-") as place:
        for one in grown(Path(place), run):
            rows.append({**asdict(one), "kept": one.seconds <= MOST})
            if not json_:
                print(grown_in_words(one), flush=True)
    if json_:
        print(json.dumps({"schema": 1, "scale": rows}))


if __name__ == "__main__":
    main()
