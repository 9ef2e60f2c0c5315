"""The players are as strong as they say, and a study gives the same rows however it is run."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from catalog.home import Home
from catalog.reading import Catalog
from deckcli import EFFECTS
from deckcli.decks import formats
from deckcli.decks.deck import Deck
from deckcli.decks.resolve import resolve
from deckcli.games import GAMES
from deckcli.games.finish import finish
from deckcli.screen.tally import side_names
from deckcli.study.plan import Plan, Row, Side
from deckcli.study.report import difference, report
from deckcli.study.run import NotPlayedError, play_batch, playable_of, run


@pytest.fixture(scope="module")
def starter(built_home: Path) -> Callable[[str], Deck]:
    """A bundled deck by its id."""

    def deck(slug: str) -> Deck:
        home = Home(built_home, built_home / "library.db")
        with Catalog.open(home, lambda: finish, version=EFFECTS) as catalog:
            text = catalog.find_bundled(slug)[0].text
            return resolve(formats.read(text.encode(), slug), catalog)[0]

    return deck


def plan(starter: Callable[[str], Deck], one: str, other: str, n: int, players: tuple[str, str], seed: int = 1) -> Plan:
    sides = tuple(Side(slug, starter(slug), who) for slug, who in zip((one, other), players, strict=True))
    return Plan("cipher", sides, n, seed)


@pytest.mark.scaled
@pytest.mark.parametrize("slug", [f"s0{number}" for number in range(1, 9)])
def test_the_heuristic_of_cipher_beats_random(
    starter: Callable[[str], Deck], scaled: Callable[[int, int], int], slug: str
) -> None:
    """Each starter against itself, seats swapped, seed 1: the lower Wilson bound is at least 93 % over 1,000 games."""
    count = scaled(30, 1000)
    wins = report(*_ran(plan(starter, slug, slug, count, ("heuristic", "random")))).wins[0]
    assert wins.low >= (0.93 if count == 1000 else 0.80), wins


def _ran(study: Plan) -> tuple[Plan, list, float, list, list]:  # type: ignore[type-arg]
    return study, run(study), 0.0, [], []


def test_seats_change_at_every_other_playthrough_and_seeds_depend_on_nothing_else(
    starter: Callable[[str], Deck],
) -> None:
    study = plan(starter, "s01", "s02", 6, ("heuristic", "heuristic"))
    assert [study.seating(index) for index in range(3)] == [(0, 1), (1, 0), (0, 1)]
    other = plan(starter, "s02", "s02", 6, ("heuristic", "heuristic"))
    assert [study.seed_of(index) for index in range(6)] == [other.seed_of(index) for index in range(6)]
    assert len({study.seed_of(index) for index in range(1000)}) == 1000
    assert study.seed_of(0) != Plan("cipher", study.sides, 6, 2).seed_of(0)


def test_four_sides_go_round_the_table_so_that_each_sits_everywhere(starter: Callable[[str], Deck]) -> None:
    side = plan(starter, "s01", "s01", 1, ("random", "random")).sides[0]
    study = Plan("cipher", (side,) * 4, 8, 1)
    seated = [study.seating(index) for index in range(4)]
    assert seated == [(0, 1, 2, 3), (1, 2, 3, 0), (2, 3, 0, 1), (3, 0, 1, 2)]
    assert [study.seating(index) for index in range(4, 8)] == seated


def test_who_wins_is_told_by_side_and_by_how_long_after_the_first_it_came(starter: Callable[[str], Deck]) -> None:
    side = plan(starter, "s01", "s01", 1, ("random", "random")).sides[0]
    study = Plan("cipher", (side,) * 3, 4, 1)
    ended = [Row(n, n, True, (winner,), "", first, 1) for n, (first, winner) in enumerate([(0, 0), (2, 0), (1, 0)])]
    found = report(study, [*ended, Row(3, 3, False, (), "bound", 1, 1)], 0.0, [], [])
    assert [wins.mean for wins in found.wins] == [0.75, 0, 0]
    assert [place.mean for place in found.places] == pytest.approx([1 / 3] * 3)
    assert side_names(study) == ["s01 (random) 1", "s01 (random) 2", "s01 (random) 3"]


def test_a_study_gives_the_same_rows_whole_in_pieces_and_in_processes(starter: Callable[[str], Deck]) -> None:
    study = plan(starter, "s01", "s02", 8, ("heuristic", "random"))
    whole = run(study)
    assert [*play_batch(study, 0, 3), *play_batch(study, 3, 8)] == whole
    assert run(study, jobs=2) == whole
    assert [row.index for row in whole] == list(range(8))


def test_every_playthrough_of_a_study_is_heard_once(starter: Callable[[str], Deck]) -> None:
    heard = []
    run(plan(starter, "s01", "s01", 5, ("random", "goldfish")), heard=lambda row: heard.append(row.index))
    assert sorted(heard) == list(range(5))


def test_the_same_chances_make_equal_decks_differ_by_nothing(starter: Callable[[str], Deck]) -> None:
    a = run(plan(starter, "s01", "s02", 6, ("heuristic", "heuristic")))
    b = run(plan(starter, "s01", "s02", 6, ("heuristic", "heuristic")))
    gap = difference(a, b)
    assert gap.mean == 0
    assert -1 < gap.low < 0 < gap.high < 1, "six games without a difference do not prove that there is none"


def test_a_bound_on_decisions_leaves_a_playthrough_unfinished_and_counted(starter: Callable[[str], Deck]) -> None:
    sides = plan(starter, "s01", "s02", 2, ("random", "random")).sides
    short = Plan("cipher", sides, 2, 1, most=5)
    rows = run(short)
    assert [row.finished for row in rows] == [False, False]
    assert all("5 decisions" in row.reason for row in rows)
    found = report(short, rows, 0.0, [], [])
    assert (found.finished, found.wins[0].n) == (0, 2)


def test_a_game_that_is_not_played_yet_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "ashes", replace(GAMES["ashes"], played=None))
    with pytest.raises(NotPlayedError, match="does not play Ashes Reborn yet"):
        playable_of("ashes")
