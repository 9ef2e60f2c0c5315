"""A study in a folder is read again as it was written, goes on after any kill, and believes no file."""

from __future__ import annotations

import csv
import io
import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from catalog.errors import UnreadableError
from catalog.reading import Catalog
from deckcli.decks.deck import Deck
from deckcli.errors import UnknownListError
from deckcli.study import folder as folders
from deckcli.study.again import playthrough_of, record_of
from deckcli.study.executors import Where
from deckcli.study.folder import Folder, FolderError
from deckcli.study.found import Found
from deckcli.study.journal import _summed, ended_of, line_of
from deckcli.study.merging import merge, merged
from deckcli.study.plan import Batch, Ended, Plan, Row, Side, Study, killed
from deckcli.study.playing import play_batch, playable_of
from deckcli.study.run import run_study
from deckcli.study.settings import (
    StudyFaultError,
    settings_from,
    settings_of,
    stamp_from,
    stamp_of,
    study_digest,
    study_of,
)


def rows_of(found: Found) -> list[list[Row]]:
    return [found.rows(plan) for plan in range(len(found.study.plans))]


@pytest.fixture(scope="module")
def alone(two: Study) -> list[list[Row]]:
    return [play_batch(plan, 0, plan.n) for plan in two.plans]


def batch(alone: list[list[Row]], plan: int, first: int, end: int) -> Ended:
    return Ended(Batch(plan, first, end - first), tuple(alone[plan][first:end]), 0.5)


@pytest.fixture
def kept(two: Study, alone: list[list[Row]], tmp_path: Path) -> Path:
    """A folder with half of the study in it."""
    with Folder.begin(tmp_path / "study", two) as folder:
        for ended in (batch(alone, 0, 0, 4), batch(alone, 1, 0, 7), batch(alone, 0, 8, 12)):
            folder.add(ended)
    return tmp_path / "study"


# ------------------------------------------------------------ settings and journal


def test_settings_are_read_as_they_were_written_and_make_the_same_study(two: Study, built: Catalog) -> None:
    told = settings_of(two)
    read = settings_from(json.dumps(told), "here")
    assert read == told
    again = study_of(read, built)
    assert study_digest(settings_of(again)) == told["study"] == study_digest(told)
    assert stamp_of(again) == stamp_of(two) == stamp_from(told)
    assert [play_batch(plan, 3, 4) for plan in again.plans] == [play_batch(plan, 3, 4) for plan in two.plans]


def test_a_deck_whose_main_character_stands_apart_comes_back_so(quick: Callable[..., Plan], built: Catalog) -> None:
    plan = quick()
    deck = plan.sides[0].deck
    apart = replace(deck, leader_apart=True)
    study = Study("duel", (replace(plan, sides=(Side("x", apart, "random"), plan.sides[1])),))
    again = study_of(settings_of(study), built)
    assert again.plans[0].sides[0].deck.leader_apart
    assert play_batch(again.plans[0], 0, 1) == play_batch(study.plans[0], 0, 1)


@pytest.mark.parametrize("slug", ["the-iron-men", "s02", "phase10", "fantasyform"])
def test_the_decks_of_every_game_come_back_as_the_rules_want_them(
    bundled: Callable[[str], Deck], built: Catalog, slug: str
) -> None:
    deck = bundled(slug)
    study = Study("goldfish", (Plan(deck.game, (Side(slug, deck, "heuristic"),), 5, 1),))
    again = study_of(settings_of(study), built, lenient=True)
    playable = playable_of(deck.game)
    assert repr(playable.deck_of(again.plans[0].sides[0].deck)) == repr(playable.deck_of(deck))


MEASURES = st.dictionaries(
    st.text(max_size=9),
    st.none() | st.booleans() | st.integers(-(10**15), 10**15) | st.floats(-1e15, 1e15),
    max_size=5,
)
ROWS = st.lists(
    st.tuples(
        st.booleans(), st.sampled_from([(), (0,), (1,), (0, 1)]), st.text(max_size=20), st.integers(-1, 1),
        st.integers(0, 99999), MEASURES,
    ),
    min_size=1, max_size=6,
)  # fmt: skip


@settings(max_examples=25)
@given(ROWS)
def test_a_batch_is_read_from_its_line_as_it_was(two: Study, drawn: list[tuple[Any, ...]]) -> None:
    plan = two.plans[0]
    rows = tuple(
        Row(n, plan.seed_of(n), finished, winners if finished else (), *rest)
        for n, (finished, winners, *rest) in enumerate(drawn)
    )
    ended = Ended(Batch(0, 0, len(rows)), rows, 0.25)
    read = ended_of(line_of(ended), two)
    assert read == ended
    for one, other in zip(read.rows, rows, strict=True):
        assert [*map(repr, one.measures.items())] == [*map(repr, other.measures.items())]  # the order and types too


@settings(max_examples=40)
@given(
    st.text(max_size=200)
    | st.recursive(
        st.none() | st.integers() | st.text(max_size=4),
        lambda x: (
            st.lists(x) | st.dictionaries(st.sampled_from(["plan", "first", "count", "rows", "names", "seconds"]), x)
        ),
    ).map(json.dumps)
)
def test_no_line_does_more_than_be_refused(two: Study, text: str) -> None:
    with pytest.raises(StudyFaultError):
        ended_of(text, two)


@pytest.mark.parametrize(
    ("path", "value", "words"),
    [
        ("rows.0.1", [1], "as it was written"), ("rows.0.4", 7, "as it was written"),
        ("seconds", 2, "as it was written"),
        ("sum", "0" * 16, "as it was written"), ("sum", None, "as it was written"), ("rows.0.0", False, "wrong form"),
        ("rows.0.1", [0, 0], "wrong form"), ("seconds", 1e300, "no time"), ("rows.0.2", "x" * 99999, "wrong form"),
    ],
)  # fmt: skip
def test_a_line_that_was_changed_by_hand_does_not_count(two: Study, path: str, value: Any, words: str) -> None:
    plan = two.plans[0]
    line = line_of(Ended(Batch(0, 0, 1), (Row(0, plan.seed_of(0), True, (0,), "won", 0, 5, {"length": 4}),), 0.25))
    changed = json.dumps(json.loads(spoiled(json.loads(line), path, value)), separators=(",", ":"))
    ended_of(line, two)
    with pytest.raises(StudyFaultError, match=words):
        ended_of(changed, two)
    without = line.rpartition(',"sum":')[0] + "}"
    with pytest.raises(StudyFaultError, match="has no digest of itself, as another version of deckcli wrote it"):
        ended_of(without, two)


def spoiled(told: dict[str, Any], path: str, value: Any) -> str:
    """The settings with one value exchanged (`plans.0.n`)."""
    copy = json.loads(json.dumps(told))
    place = copy
    *way, last = [int(word) if word.isdecimal() else word for word in path.split(".")]
    for step in way:
        place = place[step]
    place[last] = value
    return json.dumps(copy)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("deckcli", "playthrough"), ("schema", 2), ("kind", 3), ("game", "chess"), ("game", ["cipher"]), ("asked", []),
        ("decks", []), ("decks", {"0": 1}), ("decks.0", 7), ("plans", []), ("plans.0", None), ("plans.0.n", 0),
        ("plans.0.n", True), ("plans.0.n", 10**12), ("plans.0.n", 1e3), ("plans.0.seed", "1"), ("plans.0.most", -1),
        ("plans.0.turns", None), ("plans.0.options", {"first": "7"}), ("plans.0.options", {"nosuch": "1"}),
        ("plans.0.options", 5), ("plans.0.sides", []), ("plans.0.sides.0.deck", 2), ("plans.0.sides.0.deck", -1),
        ("plans.0.sides.0.player", "../../x"), ("plans.0.sides.0.player", "search:0"),
        ("plans.0.sides.0.player", []), ("plans.0.sides.0.name", "x" * 2000),
        ("plans.0.assumptions", "none"), ("plans.0.unscripted", [1]), ("part", [0]), ("part", [5, 5]),
        ("part", [-1, None]), ("stamp", {}), ("stamp.engine", 5), ("study", "0" * 32), ("plans.1.seed", 2),
        ("decks.0.name", "another"), ("kind", "duel"), ("kind", "goldfish"),
        ("kind", "league"), ("asked", {"seen_by": "x"}), ("asked", {"stop": 1}), ("asked", {"what_if": {"there": 1}}),
        ("asked", {"by": "turns"}), ("asked", {"by": 3}), ("stamp.players", {"x": 3}), ("stamp.players", []),
        ("plans.0.sides", [{"name": "x", "player": "random", "deck": 0}]),
    ],
)  # fmt: skip
def test_settings_of_the_wrong_kind_are_refused_in_words(two: Study, path: str, value: Any) -> None:
    with pytest.raises(UnreadableError, match=r"this is no|this study"):
        settings_from(spoiled(settings_of(two), path, value), "study.json")


@pytest.mark.parametrize(
    "text",
    ["", "{", "[" * 100_000, "null", "[]", '"study"', '{"deckcli": NaN}', '{"deckcli": 1e999}', "9" * 5000, "\x00"],
    ids=range(10),
)
def test_what_is_no_json_is_no_study(text: str) -> None:
    with pytest.raises(UnreadableError):
        settings_from(text, "study.json")


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("slots", 3), ("slots", [["main", "no-such-card", 1, ""]]), ("slots", [["main", "marth-altean-prince"]]),
        ("slots", [["main", "marth-altean-prince", 10**9, ""]]), ("slots", []), ("dice", []), ("first_five", 1),
    ],
)  # fmt: skip
def test_a_deck_that_is_none_is_refused(two: Study, built: Catalog, key: str, value: Any) -> None:
    told = settings_of(two)
    told["decks"][0][key] = value
    with pytest.raises(UnreadableError):
        study_of(told, built)


# ------------------------------------------------------------ folders


def test_what_a_folder_holds_is_what_was_found_whoever_played_it(
    two: Study, alone: list[list[Row]], built: Catalog, tmp_path: Path
) -> None:
    with Folder.begin(tmp_path / "a", two) as folder:
        run_study(folder, Where(2))
    again = Folder.open(tmp_path / "a", built)
    assert rows_of(folder) == rows_of(again) == alone
    assert again.missing() == []
    assert sorted(path.name for path in (tmp_path / "a").iterdir()) == ["journal.jsonl", "rows.csv", "study.json"]


def test_the_table_has_a_row_a_playthrough_and_a_column_a_measure(
    kept: Path, built: Catalog, alone: list[list[Row]]
) -> None:
    rows = list(csv.DictReader(io.StringIO((kept / "rows.csv").read_text(encoding="utf-8"))))
    held = Folder.open(kept, built)
    assert [(int(row["plan"]), int(row["index"]), int(row["seed"])) for row in rows] == [
        (plan, row.index, row.seed) for plan in (0, 1) for row in held.rows(plan)
    ]
    assert [float(row["length"]) for row in rows] == [
        row.measures["length"] for plan in (0, 1) for row in held.rows(plan)
    ]
    assert {row["win_turn"] == "" for row in rows if row["win"] == "0"} <= {True}


def test_a_study_that_was_broken_off_goes_on_with_what_it_misses(
    kept: Path, two: Study, alone: list[list[Row]], built: Catalog
) -> None:
    with Folder.open(kept, built, write=True) as folder:
        assert folder.missing() == [Batch(0, 4, 4), Batch(0, 12, 8), Batch(1, 7, 7)]
        run_study(folder)
    assert rows_of(Folder.open(kept, built)) == alone
    with Folder.begin(kept, two) as folder:  # the same command again
        assert folder.missing() == []


@pytest.mark.parametrize("cut", [1, 30, 200, 2000])
def test_a_journal_torn_at_its_end_loses_that_line_alone(
    kept: Path, alone: list[list[Row]], built: Catalog, cut: int
) -> None:
    journal = kept / "journal.jsonl"
    whole = journal.read_bytes()
    last = whole.rstrip(b"\n").rindex(b"\n") + 1
    journal.write_bytes(whole[: max(last + 1, len(whole) - cut)])
    assert Folder.open(kept, built).torn
    with Folder.open(kept, built, write=True) as folder:
        assert folder.missing() == [Batch(0, 4, 16), Batch(1, 7, 7)]
        run_study(folder)
    again = Folder.open(kept, built)
    assert not again.torn
    assert rows_of(again) == alone


def test_a_journal_whose_first_line_is_torn_begins_anew(kept: Path, alone: list[list[Row]], built: Catalog) -> None:
    (kept / "journal.jsonl").write_bytes(b'{"deckcli": "jou')
    with Folder.open(kept, built, write=True) as folder:
        assert len(folder) == 0
        run_study(folder)
    assert rows_of(Folder.open(kept, built)) == alone


def test_garbage_within_a_journal_is_an_error_with_its_line(kept: Path, built: Catalog) -> None:
    lines = (kept / "journal.jsonl").read_text().splitlines(keepends=True)
    for bad in ("{}\n", "garbage\n", "\x00\x00\n", lines[1].replace('"count":4', '"count":9'), "[1]\n"):
        (kept / "journal.jsonl").write_text("".join([*lines[:2], bad, *lines[2:]]))
        with pytest.raises(UnreadableError, match=r"journal\.jsonl:3: "):
            Folder.open(kept, built)


def test_equal_lines_count_once_and_contradictory_ones_are_an_error(kept: Path, built: Catalog) -> None:
    lines = (kept / "journal.jsonl").read_text().splitlines(keepends=True)
    (kept / "journal.jsonl").write_text("".join([*lines, lines[1]]))
    assert len(Folder.open(kept, built)) == 15
    told = json.loads(lines[1])
    told["rows"][2][4] += 1
    del told["sum"]
    other = _summed(json.dumps(told, separators=(",", ":")))
    (kept / "journal.jsonl").write_text("".join([*lines, other + "\n"]))
    with pytest.raises(UnreadableError, match=r"journal\.jsonl:5: plan 0, playthroughs 0 to 3: playthrough 2 has two"):
        Folder.open(kept, built)


def test_the_journal_of_another_study_is_refused(kept: Path, built: Catalog) -> None:
    lines = (kept / "journal.jsonl").read_text().splitlines(keepends=True)
    (kept / "journal.jsonl").write_text("".join([lines[0].replace('"study": "', '"study": "0'), *lines[1:]]))
    with pytest.raises(UnreadableError, match="the journal of another study"):
        Folder.open(kept, built)


def test_a_line_or_a_file_without_end_is_refused_and_not_read_whole(
    kept: Path, built: Catalog, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(folders, "LONGEST_LINE", 1000)
    with pytest.raises(UnreadableError, match="too long for a batch"):
        Folder.open(kept, built)
    monkeypatch.setattr(folders, "MOST_BYTES", 1000)
    with pytest.raises(UnreadableError, match="too long for a study"):
        Folder.open(kept, built)


@pytest.mark.parametrize("name", ["study.json", "journal.jsonl"])
def test_a_link_or_a_pipe_in_place_of_a_file_is_not_followed(
    kept: Path, built: Catalog, tmp_path: Path, name: str
) -> None:
    (kept / name).rename(tmp_path / "elsewhere")
    before = (tmp_path / "elsewhere").read_bytes()
    (kept / name).symlink_to(tmp_path / "elsewhere")
    with pytest.raises(UnreadableError):
        Folder.open(kept, built)
    with pytest.raises((UnreadableError, FolderError)):
        Folder.open(kept, built, write=True)
    (kept / name).unlink()
    os.mkfifo(kept / name)
    with pytest.raises(UnreadableError, match="no plain file"):
        Folder.open(kept, built)
    assert (tmp_path / "elsewhere").read_bytes() == before


def test_a_folder_that_is_not_this_study_is_refused(
    kept: Path, two: Study, quick: Callable[..., Plan], built: Catalog, tmp_path: Path
) -> None:
    other = replace(two, plans=(replace(two.plans[0], seed=8), two.plans[1]))
    with pytest.raises(FolderError, match=r"this is not .*: plans\[0\]\.seed is 1, and there 8"):
        Folder.begin(kept, other)
    full = tmp_path / "full"
    full.mkdir()
    (full / "thesis.tex").write_text("mine")
    with pytest.raises(FolderError, match=r"holds other things \(thesis.tex\)"):
        Folder.begin(full, two)
    assert [path.name for path in full.iterdir()] == ["thesis.tex"]
    with pytest.raises(FolderError, match="this is no folder"):
        Folder.begin(full / "thesis.tex", two)
    with pytest.raises(FolderError, match="is not there"):
        Folder.begin(tmp_path / "no" / "such", two)
    with pytest.raises(UnknownListError, match="holds no study"):
        Folder.open(full, built)
    with pytest.raises(UnknownListError, match="no such folder"):
        Folder.open(tmp_path / "nowhere", built)


def test_other_rules_or_cards_are_looked_at_and_not_gone_on_with(
    kept: Path, two: Study, built: Catalog, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = stamp_of(two)
    monkeypatch.setattr(folders, "stamp_of", lambda study: replace(now, data="f" * 32))
    assert len(Folder.open(kept, built)) == 15
    with pytest.raises(FolderError, match=r"now there is other card data \(ffffffffffff, and not "):
        Folder.open(kept, built, write=True)
    monkeypatch.setattr(folders, "stamp_of", lambda study: replace(now, version="9", engine="e" * 32))
    with pytest.raises(FolderError, match="now there is another engine \\(deckcli 9 eeeeeeeeeeee, and not deckcli"):
        Folder.open(kept, built, write=True)


def test_two_at_once_do_not_write_to_one_study(kept: Path, built_home: Path, built: Catalog) -> None:
    program = (
        "import sys; from pathlib import Path; from deckcli.study.folder import _opened;"
        "f = _opened(Path(sys.argv[1])); print('in', flush=True); sys.stdin.read()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program, str(kept / "journal.jsonl")], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"in\n"
        with pytest.raises(FolderError, match="another deckcli is at work"):
            Folder.open(kept, built, write=True)
        assert len(Folder.open(kept, built)) == 15
        other.kill()
    with Folder.open(kept, built, write=True):
        pass


def test_a_full_disk_is_told_and_nothing_is_counted_that_is_not_kept(
    kept: Path, built: Catalog, alone: list[list[Row]], monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    with Folder.open(kept, built, write=True) as folder:
        with monkeypatch.context() as patch:
            patch.setattr(os, "fsync", full)
            with pytest.raises(FolderError, match="No space left"):
                folder.add(batch(alone, 0, 4, 8))
        assert len(folder) == 15


# ------------------------------------------------------------ putting together


def played(folder: Path, study: Study, begin: int, end: int | None) -> Path:
    with Folder.begin(folder, replace(study, begin=begin, end=end)) as found:
        run_study(found)
    return folder


def test_parts_from_several_machines_are_the_whole_and_what_is_there_twice_counts_once(
    two: Study, alone: list[list[Row]], built: Catalog, tmp_path: Path
) -> None:
    parts = [played(tmp_path / f"m{begin}", two, begin, end) for begin, end in ((0, 8), (5, 14), (13, None))]
    read = [Folder.open(part, built) for part in parts]
    assert rows_of(merged(read)) == alone
    with merge(read, tmp_path / "whole") as whole:
        assert whole.missing() == []
    assert rows_of(Folder.open(tmp_path / "whole", built)) == alone
    with merge(read[:1], tmp_path / "begun") as begun:  # may go on
        assert len(begun.missing()) == 2
        run_study(begun)
    assert rows_of(Folder.open(tmp_path / "begun", built)) == alone


def test_a_folder_that_is_given_another_part_of_its_study_holds_both(
    two: Study, alone: list[list[Row]], built: Catalog, tmp_path: Path
) -> None:
    played(tmp_path / "study", two, 0, 4)
    played(tmp_path / "study", two, 6, 9)
    held = Folder.open(tmp_path / "study", built)
    assert (held.study.begin, held.study.end) == (0, 9)
    assert held.missing() == [Batch(0, 4, 2), Batch(1, 4, 2)]
    assert len(held) == 14


def test_folders_that_do_not_agree_are_an_error_that_names_them(two: Study, built: Catalog, tmp_path: Path) -> None:
    one, other = played(tmp_path / "one", two, 0, 4), played(tmp_path / "other", two, 2, 6)
    lines = (other / "journal.jsonl").read_text().splitlines(keepends=True)
    told = json.loads(lines[1])
    told["rows"][0][4] += 1
    del told["sum"]
    changed = _summed(json.dumps(told, separators=(",", ":")))
    (other / "journal.jsonl").write_text("".join([lines[0], changed + "\n", *lines[2:]]))
    with pytest.raises(FolderError, match=f"{other} and {one} do not agree on playthrough 2 of plan"):
        merged([Folder.open(one, built), Folder.open(other, built)])


def test_other_studies_rules_and_cards_are_not_put_together(
    kept: Path, two: Study, quick: Callable[..., Plan], built: Catalog, tmp_path: Path
) -> None:
    longer = replace(two, plans=(two.plans[0], replace(two.plans[1], n=15)))
    other = played(tmp_path / "other", longer, 0, 1)
    with pytest.raises(FolderError, match=r"this is not .*: plans\[1\]\.n is 15, and there 14"):
        merged([Folder.open(kept, built), Folder.open(other, built)])
    told = json.loads((kept / "study.json").read_text())
    told["stamp"]["data"] = "0" * 32
    aged = tmp_path / "aged"
    aged.mkdir()
    (aged / "study.json").write_text(json.dumps(told))
    with pytest.raises(FolderError, match="rests on other card data"):
        merged([Folder.open(kept, built), Folder.open(aged, built)])


# ------------------------------------------------------------ playing one again


def test_every_row_can_be_played_again(kept: Path, built: Catalog, two: Study) -> None:
    held = Folder.open(kept, built)
    for plan, index in ((0, 3), (0, 9), (1, 6)):
        again = playthrough_of(held.study, index, plan)
        row = held.row(index, plan)
        assert row is not None
        assert again.outcome is not None
        assert len(again.log) == row.decisions
        assert f'"seed": {row.seed}' in record_of(held, index, plan)
    with pytest.raises(IndexError, match="its playthroughs are 0 to 19, and there is no 20"):
        playthrough_of(two, 20)
    with pytest.raises(IndexError, match="its plans are 0 to 1, and there is no plan 2"):
        record_of(held, 0, 2)


def test_a_row_that_is_not_what_is_played_is_told(kept: Path, built: Catalog, alone: list[list[Row]]) -> None:
    held = Folder.open(kept, built)
    held._rows[0][3] = replace(alone[0][3], decisions=1)
    with pytest.raises(FolderError, match="playthrough 3 of plan 0 does not end as its row says"):
        record_of(held, 3)
    held._rows[0][3] = killed(held.study.plans[0], 3)
    with pytest.raises(FolderError, match="playthrough 3 of plan 0 kills whoever plays it"):
        record_of(held, 3)


def test_a_row_becomes_a_saved_playthrough_that_replay_reads(two: Study, built: Catalog) -> None:
    from deckcli.games.saves import load

    playthrough, decks, extra = load(record_of(Found(two), 5), "row 5", built)
    assert playthrough.log == playthrough_of(two, 5).log
    assert [deck.name for deck in decks] == [two.plans[0].sides[side].deck.name for side in two.plans[0].seating(5)]
    assert extra == {"seats": ["goldfish", "random"]}
