"""The person's library: decks with revisions, the collection, the journal, and what happens when things go wrong."""

from __future__ import annotations

import gc
import json
import multiprocessing
import os
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import catalog.journal  # noqa: F401  (imported before any fork, so that no child pays for it)
from catalog import backups, library_file
from catalog.errors import CatalogError, ChangedSinceError, DatabaseTroubleError, NothingToUndoError
from catalog.home import Home
from catalog.library import Library
from catalog.saved import (
    MOST_COPIES,
    BadValueError,
    Holding,
    NameTakenError,
    NotEnoughError,
    SavedDeck,
    SavedSlot,
    Step,
    UnknownDeckError,
    Use,
    WhichHoldingError,
)

ROOT = Path(__file__).resolve().parents[2]
WORKERS = SavedSlot("iron-worker", 3)
FIVE = [SavedSlot(f"card-{number}", 1) for number in range(5)]


def home_in(folder: Path) -> Home:
    return Home(folder, folder / "library.db")


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return home_in(tmp_path / "home")


@pytest.fixture
def library(home: Home) -> Iterator[Library]:
    with Library.open(home, write=True, now=lambda: "2026-11-30T12:00:00Z") as opened:
        yield opened


def files_of(home: Home) -> dict[str, bytes]:
    return {str(p.relative_to(home.root)): p.read_bytes() for p in sorted(home.root.rglob("*")) if p.is_file()}


def saved(library: Library, name: str = "A", *slots: SavedSlot, game: str = "ashes") -> SavedDeck:
    return library.save_deck(game, name, slots or [WORKERS])


def everything(library: Library) -> tuple[list[SavedDeck], list[Holding]]:
    living, gone = library.decks(), library.decks(deleted=True)
    return [revision for deck in (*living, *gone) for revision in library.revisions(deck.id)] + living, (
        library.holdings()
    )


@contextmanager
def trouble(*words: str) -> Iterator[None]:
    with pytest.raises(DatabaseTroubleError) as caught:
        yield
    for word in words:
        assert word in str(caught.value)
    assert "\n" not in str(caught.value)


# ---------------------------------------------------------------- opening


def test_reading_an_absent_library_finds_it_empty_and_makes_no_file(home: Home) -> None:
    with Library.open(home) as library:
        assert (library.decks(), library.holdings(), library.log(), library.deck("A")) == ([], [], [], [])
        assert (library.owned("ashes", "iron-worker"), library.in_decks("ashes", "iron-worker")) == (0, [])
    assert not home.root.exists()


def test_opening_for_writing_makes_no_file_before_the_first_step(home: Home) -> None:
    with Library.open(home, write=True) as library, pytest.raises(NothingToUndoError):
        library.undo()
    assert not home.root.exists()


def test_an_empty_file_is_an_empty_library(home: Home) -> None:
    home.make()
    home.library.touch()
    with Library.open(home) as library:
        assert library.decks() == []
    assert files_of(home) == {"library.db": b""}


def test_reading_leaves_the_file_alone(home: Home) -> None:
    with Library.open(home, write=True) as library:
        saved(library)
    before = files_of(home)
    with Library.open(home) as library:
        assert [deck.name for deck in library.decks()] == ["A"]
        with pytest.raises(RuntimeError):
            library.delete(1)
    assert files_of(home) == before
    assert list(before) == ["library.db"]


def test_what_is_opened_for_reading_cannot_be_written_by_mistake(home: Home) -> None:
    with Library.open(home, write=True) as library:
        saved(library)
    with closing(library_file.open_for_reading(home.library)) as db, pytest.raises(sqlite3.OperationalError):
        db.execute("DELETE FROM deck")


def test_looking_things_up_imports_no_sqlalchemy(home: Home) -> None:
    with Library.open(home, write=True) as library:
        saved(library)
    code = (
        "import pathlib, sys; from catalog.home import Home; from catalog.library import Library\n"
        f"home = Home(pathlib.Path({str(home.root)!r}), pathlib.Path({str(home.library)!r}))\n"
        "library = Library.open(home); assert library.deck('a')[0].count() == 3\n"
        "print(*sorted({name.split('.')[0] for name in sys.modules}))"
    )
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert not {"sqlalchemy", "sqlmodel", "pydantic", "rich"} & set(run.stdout.split())
    assert "sqlite3" in run.stdout.split()


def test_a_library_named_with_signs_of_a_web_address_opens(tmp_path: Path) -> None:
    home = Home(tmp_path, tmp_path / "a?mode=memory#50% .db")
    with Library.open(home, write=True) as library:
        library.add("ashes", "iron-worker", 2)
    with Library.open(home) as library:
        assert library.owned("ashes", "iron-worker") == 2
    assert [path.name for path in tmp_path.iterdir()] == [home.library.name]


# ---------------------------------------------------------------- decks


def test_a_deck_comes_back_as_it_was_saved(library: Library) -> None:
    slots = [SavedSlot("coal", 1, "leader"), WORKERS, SavedSlot("mist", 2, "my own pile", "B01-003ST+")]
    library.save_deck(
        "ashes", "The Iron Men", slots, dice={"charm": 6, "natural": 4}, first_five=["mist", "mist"],
        extra={"tutor": {"x": [1, None]}}, rules="constructed", note="n", tags=["a", "b", "a"], comment="c",
    )  # fmt: skip
    (deck,) = library.decks("ashes")
    assert deck == SavedDeck(
        id=1, game="ashes", name="The Iron Men", slots=tuple(slots), dice={"charm": 6, "natural": 4},
        first_five=("mist", "mist"), state="idea", rules="constructed", note="n", tags=("a", "b"),
        created="2026-11-30T12:00:00Z", revision=1, made="2026-11-30T12:00:00Z", comment="c",
        extra={"tutor": {"x": [1, None]}},
    )  # fmt: skip
    assert (deck.count(), deck.count("leader"), deck.count("side")) == (6, 1, 0)


def test_saving_under_a_taken_name_is_refused_and_changes_nothing(library: Library) -> None:
    saved(library)
    before = everything(library)
    with pytest.raises(NameTakenError, match="#1"):
        saved(library, "A", SavedSlot("other", 1))
    assert everything(library) == before
    assert len(library.log()) == 1


def test_what_is_replaced_stays_in_the_history(library: Library) -> None:
    first = library.save_deck("ashes", "A", [WORKERS], note="mine", tags=["t"])
    second = library.save_deck("ashes", "A", FIVE, replace=True)
    assert (second.id, second.revision, second.note, second.tags) == (first.id, 2, "mine", ("t",))
    assert [deck.slots for deck in library.revisions(first.id)] == [(WORKERS,), tuple(FIVE)]


def test_two_games_may_have_a_deck_of_one_name(library: Library) -> None:
    saved(library, "A", game="ashes")
    saved(library, "A", game="cipher")
    assert [deck.game for deck in library.deck("A")] == ["ashes", "cipher"]
    assert [deck.game for deck in library.deck("A", "cipher")] == ["cipher"]
    assert [deck.game for deck in library.decks("cipher")] == ["cipher"]


def test_a_deck_is_found_by_number_then_exactly_then_whatever_its_accents(library: Library) -> None:
    for name in ("Élan", "elan", "#1"):
        saved(library, name)
    assert [deck.name for deck in library.deck("elan")] == ["elan"]
    assert [deck.name for deck in library.deck("ELAN")] == ["Élan", "elan"]
    assert [deck.name for deck in library.deck("#1")] == ["Élan"]
    assert [deck.name for deck in library.deck("#3")] == ["#1"]


@pytest.mark.parametrize("name", ["#²", "#99999999999999999999999", "#", "", "\udcff", "B", "#-1"])
def test_a_name_that_means_nothing_finds_nothing(library: Library, name: str) -> None:
    saved(library)
    assert library.deck(name) == []


@pytest.mark.parametrize(
    "name", ["[old] aggro", "[/]", ":fire:", "🔥", "a\x00b", "\x1b[31m", "\u202ex", "...", "' OR 1=1 --", "%"]
)
def test_any_text_is_a_name_and_is_kept_as_it_is(library: Library, name: str) -> None:
    saved(library, "..")
    saved(library, name)
    assert [deck.name for deck in library.deck(name)] == [name]
    library.undo()
    library.redo()
    assert [deck.name for deck in library.deck(name)] == [name]


def test_an_empty_name_or_one_that_is_no_text_is_refused(library: Library) -> None:
    for name in ("", "\udcff"):
        with pytest.raises(BadValueError):
            saved(library, name)
    assert library.log() == []


def test_the_same_contents_again_make_no_revision(library: Library) -> None:
    deck = library.save_deck("ashes", "A", [WORKERS], extra={"a": (1, 2)})
    assert library.revise(deck.id, slots=[WORKERS], extra={"a": (1, 2)}).revision == 1
    assert len(library.log()) == 1


def test_a_revision_keeps_what_it_is_not_told(library: Library) -> None:
    deck = library.save_deck("ashes", "A", [WORKERS], dice={"charm": 10}, first_five=["iron-worker"])
    revised = library.revise(deck.id, slots=FIVE, comment="five")
    assert (revised.revision, revised.slots, revised.comment) == (2, tuple(FIVE), "five")
    assert (revised.dice, revised.first_five) == ({"charm": 10}, ("iron-worker",))


def test_restoring_a_revision_makes_a_new_one(library: Library) -> None:
    deck = saved(library)
    library.revise(deck.id, slots=FIVE)
    restored = library.restore(deck.id, 1)
    assert (restored.revision, restored.slots, restored.comment) == (3, (WORKERS,), "as revision 1")
    with pytest.raises(UnknownDeckError, match="no revision 9"):
        library.restore(deck.id, 9)


def test_a_deleted_name_can_be_used_anew_and_begins_without_history(library: Library) -> None:
    old = saved(library)
    library.delete(old.id)
    assert (library.decks(), library.deck("A"), library.deck("#1")) == ([], [], [])
    new = saved(library, "A", SavedSlot("other", 1))
    assert [deck.slots for deck in library.revisions(new.id)] == [(SavedSlot("other", 1),)]
    assert [deck.slots for deck in library.revisions(old.id)] == [(WORKERS,)]
    assert [deck.id for deck in library.decks(deleted=True)] == [old.id]
    with pytest.raises(NameTakenError):
        library.undelete(old.id)
    library.rename(new.id, "B")
    assert library.undelete(old.id).slots == (WORKERS,)


def test_a_renamed_deck_keeps_its_history_and_may_change_its_case(library: Library) -> None:
    deck = saved(library)
    saved(library, "B")
    library.revise(deck.id, slots=FIVE)
    with pytest.raises(NameTakenError):
        library.rename(deck.id, "B")
    assert library.rename(deck.id, "a").name == "a"
    assert len(library.revisions(deck.id)) == 2


def test_a_copy_holds_the_same_and_begins_a_history_of_its_own(library: Library) -> None:
    deck = library.save_deck("ashes", "A", FIVE, dice={"charm": 1}, tags=["t"])
    library.set_state(deck.id, "built")
    copy = library.copy(deck.id, "B")
    assert (copy.slots, copy.dice, copy.tags, copy.state, copy.revision) == (
        tuple(FIVE),
        {"charm": 1},
        ("t",),
        "idea",
        1,
    )
    library.revise(copy.id, slots=[])
    assert library.deck("A")[0].slots == tuple(FIVE)


def test_state_note_rules_and_tags_are_kept_without_a_revision(library: Library) -> None:
    deck = saved(library)
    library.set_state(deck.id, "flexible")
    library.set_note(deck.id, "a\nb")
    library.set_rules(deck.id, "ashteki")
    now = library.set_tags(deck.id, ["x", "y", "x"])
    assert (now.state, now.note, now.rules, now.tags, now.revision) == ("flexible", "a\nb", "ashteki", ("x", "y"), 1)
    with pytest.raises(BadValueError, match="idea, flexible or built"):
        library.set_state(deck.id, "sleeved")


@pytest.mark.parametrize("count", [0, -1, MOST_COPIES + 1, 10**30])
def test_a_count_out_of_range_is_refused(library: Library, count: int) -> None:
    with pytest.raises(BadValueError, match="count"):
        saved(library, "A", SavedSlot("iron-worker", count))
    with pytest.raises(BadValueError, match="count"):
        library.add("ashes", "iron-worker", count)
    assert library.log() == []


def test_a_deck_that_is_not_there_is_named(library: Library) -> None:
    writes: list[Callable[[], object]] = [
        lambda: library.revise(7, slots=[]), lambda: library.rename(7, "x"), lambda: library.copy(7, "x"),
        lambda: library.delete(7), lambda: library.set_note(7, "x"), lambda: library.restore(7, 1),
        lambda: library.revisions(7), lambda: library.revisions(10**30),
    ]  # fmt: skip
    for write in writes:
        with pytest.raises(UnknownDeckError):
            write()


def test_only_living_decks_in_their_current_revision_use_a_card(library: Library) -> None:
    a = saved(library, "A", WORKERS, SavedSlot("iron-worker", 1, "side"))
    b = saved(library, "B")
    c = saved(library, "C")
    saved(library, "D", game="cipher")
    old = saved(library, "E", SavedSlot("steel-worker", 2))
    library.revise(b.id, slots=FIVE)
    library.delete(c.id)
    library.set_state(a.id, "built")
    assert library.in_decks("ashes", "iron-worker") == [Use(a.id, "A", "built", 4)]
    assert library.in_decks("ashes", "iron-worker", ["steel-worker"])[1] == Use(old.id, "E", "idea", 2)


# ---------------------------------------------------------------- the collection


def test_copies_add_up_over_all_printings(library: Library) -> None:
    library.add("ashes", "iron-worker", 2)
    library.add("ashes", "iron-worker", 1)
    library.add("ashes", "iron-worker", 4, printing="core", condition="NM", for_trade=9)
    library.add("cipher", "iron-worker", 8)
    assert (library.owned("ashes", "iron-worker"), library.owned("ashes", "none")) == (7, 0)
    assert library.owned("ashes", "new-name", ["iron-worker"]) == 7
    assert library.holdings("ashes") == [
        Holding("ashes", "iron-worker", 3),
        Holding("ashes", "iron-worker", 4, printing="core", condition="NM", for_trade=4),
    ]


def test_taking_more_than_there_is_says_so_and_takes_nothing(library: Library) -> None:
    library.add("ashes", "iron-worker", 2)
    library.add("ashes", "iron-worker", 1, printing="core")
    for kind, count in (({}, 4), ({"printing": "core"}, 2), ({"printing": "none"}, 1)):
        with pytest.raises(NotEnoughError, match="Nothing was changed"):
            library.remove("ashes", "iron-worker", count, **kind)
    assert library.owned("ashes", "iron-worker") == 3


def test_copies_of_no_printing_go_first(library: Library) -> None:
    library.add("ashes", "iron-worker", 2, printing="core")
    library.add("ashes", "iron-worker", 2)
    library.remove("ashes", "iron-worker", 3)
    assert library.holdings() == [Holding("ashes", "iron-worker", 1, printing="core")]


def test_a_count_of_nothing_deletes_the_row(library: Library) -> None:
    library.add("ashes", "iron-worker", 2)
    library.add("ashes", "iron-worker", 2, printing="core")
    library.set_count("ashes", "iron-worker", 0, printing="core")
    assert library.holdings() == [Holding("ashes", "iron-worker", 2)]
    library.set_count("ashes", "iron-worker", 0)
    assert library.holdings() == []
    library.set_count("ashes", "iron-worker", 0)
    assert len(library.log()) == 4


def test_a_count_is_set_for_the_kind_that_is_there(library: Library) -> None:
    library.add("ashes", "iron-worker", 2, printing="core", for_trade=2)
    library.set_count("ashes", "iron-worker", 1)
    assert library.holdings() == [Holding("ashes", "iron-worker", 1, printing="core", for_trade=1)]
    library.set_count("ashes", "iron-worker", 5, printing="promo", for_trade=3)
    with pytest.raises(WhichHoldingError, match="2 kinds"):
        library.set_count("ashes", "iron-worker", 5)
    with pytest.raises(BadValueError):
        library.set_count("ashes", "iron-worker", -1)
    assert [holding.count for holding in library.holdings()] == [1, 5]


def test_a_cleared_collection_is_an_empty_one_and_comes_back(library: Library) -> None:
    library.add("ashes", "iron-worker", 2)
    library.add("cipher", "b01-003", 3)
    assert library.clear_holdings("cipher") == 3
    with library.step("collection import --replace"):
        assert library.clear_holdings() == 2
        library.add("ashes", "iron-worker", 4)
    assert [holding.count for holding in library.holdings()] == [4]
    library.undo()
    assert [holding.count for holding in library.holdings()] == [2]
    library.undo()
    assert [holding.count for holding in library.holdings()] == [2, 3]


# ---------------------------------------------------------------- the journal


def test_several_writes_within_a_step_are_undone_as_one(library: Library) -> None:
    with library.step("collection import mine.csv") as step:
        for number in range(5):
            library.add("ashes", f"card-{number}", 1)
    assert library.log() == [
        Step(1, "2026-11-30T12:00:00Z", "collection import mine.csv",
             "card-0 0 -> 1; card-1 0 -> 1; card-2 0 -> 1; and 2 more")
    ]  # fmt: skip
    assert (step.id, len(step.changes)) == (1, 5)
    library.undo()
    assert library.holdings() == []


def test_a_step_that_raises_changes_nothing(library: Library) -> None:
    saved(library)
    before = everything(library), library.log()

    def half() -> None:
        with library.step("import"):
            library.add("ashes", "iron-worker", 1)
            library.delete(1)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        half()
    assert (everything(library), library.log()) == before


def test_an_error_of_the_one_who_asks_stays_his_own(library: Library) -> None:
    with pytest.raises(FileNotFoundError), library.step("import"):
        Path("/no/such/file").read_bytes()


def test_a_part_that_raises_leaves_the_rest_of_the_step(library: Library, home: Home) -> None:
    with library.step("import"):
        library.add("ashes", "iron-worker", 1)
        with suppress(NotEnoughError), library.step("part"):
            library.add("ashes", "mist", 1)
            library.record_file("part", "packs/mine.json", b"one")
            library.remove("ashes", "coal", 1)
    assert library.holdings() == [Holding("ashes", "iron-worker", 1)]
    assert not home.packs.exists()
    assert library.log()[0].summary == "iron-worker 0 -> 1"
    library.undo()
    assert library.holdings() == []


def test_a_new_step_drops_what_was_taken_back(library: Library) -> None:
    for name in "ABC":
        saved(library, name)
    assert [step.id for step in library.undo(2)] == [3, 2]
    assert [step.undone for step in library.log()] == [True, True, False]
    saved(library, "D")
    assert [deck.name for deck in library.decks()] == ["A", "D"]
    assert [step.command for step in library.log()] == ["deck save D", "deck save A"]
    with pytest.raises(NothingToUndoError, match="no step"):
        library.redo()
    with pytest.raises(NothingToUndoError, match="only 2 of 3"):
        library.undo(3)
    with pytest.raises(BadValueError):
        library.undo(0)
    assert [deck.name for deck in library.decks()] == ["A", "D"]


def test_a_step_whose_row_was_changed_by_other_means_is_not_taken_back(library: Library, home: Home) -> None:
    with library.step("two"):
        library.add("ashes", "iron-worker", 1)
        library.add("ashes", "mist", 1)
    with closing(sqlite3.connect(home.library)) as other, other:
        other.execute("UPDATE holding SET count = 7 WHERE card = 'mist'")
    before = everything(library), library.log()
    with pytest.raises(ChangedSinceError, match=r'step 1 \("two"\).*holding 2 \(mist\)'):
        library.undo()
    assert (everything(library), library.log()) == before


def test_writes_that_come_to_nothing_are_no_step(library: Library) -> None:
    library.add("ashes", "iron-worker", 2)
    with library.step("collection import --replace"):
        library.clear_holdings()
        library.add("ashes", "iron-worker", 2)
    assert [step.id for step in library.log()] == [1]


def test_the_log_shows_the_newest_first(library: Library) -> None:
    for name in "ABC":
        saved(library, name)
    assert [step.command for step in library.log(2)] == ["deck save C", "deck save B"]


NAMES = st.sampled_from(["A", "a", "[/b]", "é", "🔥"])
SLUGS = st.sampled_from(["iron-worker", "mist"])
SMALL = st.integers(0, 4)
SLOTS = st.lists(st.builds(SavedSlot, SLUGS, st.integers(1, 3), st.sampled_from(["main", "side"])), max_size=3)
IDS = st.integers(1, 4)
PRINTINGS = st.sampled_from(["", "core"])
WRITES = st.one_of(
    st.tuples(st.just("save"), NAMES, SLOTS, st.booleans()),
    st.tuples(st.just("revise"), IDS, SLOTS),
    st.tuples(st.just("restore"), IDS, st.integers(1, 3)),
    st.tuples(st.just("rename"), IDS, NAMES),
    st.tuples(st.just("copy"), IDS, NAMES),
    st.tuples(st.just("delete"), IDS),
    st.tuples(st.just("undelete"), IDS),
    st.tuples(st.just("state"), IDS, st.sampled_from(["idea", "built"])),
    st.tuples(st.just("add"), SLUGS, SMALL, PRINTINGS),
    st.tuples(st.just("remove"), SLUGS, SMALL),
    st.tuples(st.just("set"), SLUGS, SMALL, PRINTINGS),
    st.tuples(st.just("refill"), SLUGS, SMALL),
    st.tuples(st.just("undo"), st.integers(1, 2)),
    st.tuples(st.just("redo"), st.integers(1, 2)),
)  # fmt: skip


def refill(library: Library, slug: str, count: int) -> None:
    with library.step("refill"):
        library.clear_holdings()
        library.add("ashes", slug, count)


def perform(library: Library, what: str, *told: Any) -> None:
    deeds: dict[str, Callable[..., object]] = {
        "save": lambda name, slots, replace: library.save_deck("ashes", name, slots, replace=replace),
        "revise": lambda deck, slots: library.revise(deck, slots=slots),
        "restore": library.restore,
        "rename": library.rename,
        "copy": library.copy,
        "delete": library.delete,
        "undelete": library.undelete,
        "state": library.set_state,
        "add": lambda slug, count, printing: library.add("ashes", slug, count, printing=printing),
        "remove": lambda slug, count: library.remove("ashes", slug, count),
        "set": lambda slug, count, printing: library.set_count("ashes", slug, count, printing=printing),
        "refill": lambda slug, count: refill(library, slug, count),
        "undo": library.undo,
        "redo": library.redo,
    }
    deeds[what](*told)


@settings(max_examples=40, deadline=None)
@given(st.lists(WRITES, max_size=14))
def test_undoing_all_leaves_an_empty_library_and_redoing_all_brings_everything_back(writes: list[Any]) -> None:
    with Library.open(home_in(Path("/nowhere")), now=lambda: "now") as library, library.dry_run():
        start = everything(library)
        for write in writes:
            before = everything(library)
            try:
                perform(library, *write)
            except CatalogError:
                assert everything(library) == before
        end, done = everything(library), [step for step in library.log(99) if not step.undone]
        if done:
            assert library.undo(len(done)) == [Step(s.id, s.made, s.command, s.summary, True) for s in done]
            assert everything(library) == start
            library.redo(len(done))
        assert everything(library) == end


@settings(max_examples=30, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(["add", "remove", "set"]), SLUGS, SMALL), max_size=12))
def test_the_collection_counts_like_a_person_would(writes: list[tuple[str, str, int]]) -> None:
    counts = {"iron-worker": 0, "mist": 0}
    with Library.open(home_in(Path("/nowhere"))) as library, library.dry_run():
        for what, slug, count in writes:
            try:
                perform(library, what, slug, count, *([] if what == "remove" else [""]))
            except BadValueError:
                assert count == 0
            except NotEnoughError:
                assert count > counts[slug]
            else:
                counts[slug] = {"add": counts[slug] + count, "remove": counts[slug] - count, "set": count}[what]
        assert {slug: library.owned("ashes", slug) for slug in counts} == counts
        assert all(holding.count > 0 for holding in library.holdings())


# ---------------------------------------------------------------- trying only


def test_a_dry_run_tells_what_would_change_and_leaves_no_trace(home: Home) -> None:
    with Library.open(home, write=True) as library:
        with library.dry_run() as rehearsal:
            saved(library)
            library.add("ashes", "iron-worker", 2)
            assert (len(library.decks()), library.owned("ashes", "iron-worker")) == (1, 2)
            library.record_file("import", "packs/mine.json", b"{}")
            library.undo()
        assert [change.table for change in rehearsal.changes][:3] == ["deck", "revision", "slot"]
        assert rehearsal.changes[3].after is not None
        assert rehearsal.changes[3].after["count"] == 2
        assert [(c.table, c.before is None, c.after is None) for c in rehearsal.changes[4:]] == [
            ("file", True, False), ("file", False, True),
        ]  # fmt: skip
        assert (library.decks(), library.log()) == ([], [])
    assert not home.root.exists()


def test_a_dry_step_leaves_an_existing_library_as_it_was(library: Library, home: Home) -> None:
    deck = saved(library)
    with library.step("deck rename", dry_run=True) as step:
        library.rename(deck.id, "B")
    assert step.summary == '"A" is now "B"'
    assert [change.before and change.before["name"] for change in step.changes] == ["A"]
    assert library.undo(dry_run=True)[0].command == "deck save A"
    assert ([d.name for d in library.decks()], len(library.log())) == (["A"], 1)
    with pytest.raises(RuntimeError), library.step("real"), library.step("tried", dry_run=True):
        pass


def test_a_step_that_raises_in_a_dry_run_leaves_nothing_to_the_next(library: Library) -> None:
    def half() -> None:
        with library.step("half"):
            library.record_file("import", "packs/mine.json", b"two")
            raise ZeroDivisionError

    with library.dry_run() as rehearsal:
        with pytest.raises(ZeroDivisionError):
            half()
        library.record_file("import", "packs/mine.json", b"two")
    assert [(change.key, change.before) for change in rehearsal.changes] == [("packs/mine.json", None)]


# ---------------------------------------------------------------- pack files


def test_a_pack_file_is_written_undone_and_written_again(library: Library, home: Home) -> None:
    place = home.packs / "ashes" / "mine.json"
    library.record_file("import a", "packs/ashes/mine.json", b"one")
    library.record_file("import b", "packs/ashes/mine.json", bytes(range(256)))
    library.undo()
    assert place.read_bytes() == b"one"
    library.undo()
    assert not place.exists()
    library.redo(2)
    assert place.read_bytes() == bytes(range(256))
    library.record_file("take away", "packs/ashes/mine.json", None)
    assert (place.exists(), list(place.parent.iterdir())) == (False, [])
    library.undo()
    assert place.read_bytes() == bytes(range(256))


def test_a_pack_file_edited_by_hand_is_not_overwritten_by_undo(library: Library, home: Home) -> None:
    library.record_file("import", "packs/mine.json", b"one")
    (home.packs / "mine.json").write_bytes(b"by hand")
    with pytest.raises(ChangedSinceError, match=r"packs/mine\.json"):
        library.undo()
    assert (home.packs / "mine.json").read_bytes() == b"by hand"


def test_a_pack_that_was_thrown_away_by_hand_does_not_stand_in_the_way_of_undo(library: Library, home: Home) -> None:
    library.add("ashes", "iron-worker", 1)
    library.record_file("cards import", "packs/mine.json", b"one")
    (home.packs / "mine.json").unlink()
    assert [step.command for step in library.undo(2)][:1] == ["cards import"]
    assert library.owned("ashes", "iron-worker") == 0
    library.redo(2)
    assert (home.packs / "mine.json").read_bytes() == b"one"


def test_a_step_that_raises_writes_no_file(library: Library, home: Home) -> None:
    library.record_file("import", "packs/mine.json", b"one")

    def half() -> None:
        with library.step("import"):
            library.record_file("part", "packs/mine.json", b"two")
            library.record_file("part", "packs/other.json", b"two")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        half()
    assert {p.name: p.read_bytes() for p in home.packs.iterdir()} == {"mine.json": b"one"}


def test_when_one_file_cannot_be_written_none_is(library: Library, home: Home) -> None:
    library.record_file("import", "packs/a.json", b"one")
    (home.packs / "dir.json").mkdir()
    with trouble("dir.json"), library.step("import"):
        library.record_file("part", "packs/a.json", b"two")
        library.record_file("part", "packs/dir.json", b"two")
        library.add("ashes", "iron-worker", 1)
    assert (home.packs / "a.json").read_bytes() == b"one"
    assert sorted(p.name for p in home.packs.iterdir()) == ["a.json", "dir.json"]
    assert (library.holdings(), len(library.log())) == ([], 1)


@pytest.mark.parametrize(
    "path", ["mine.json", "packs", "packs/", "packs/..", "packs/../x.json", "/etc/x", "packs/a/../../x", "../packs/x",
             "packs\\..\\x", "packs/\0", "packs/link/x.json", "packs/out.json", ""],
)  # fmt: skip
def test_no_path_leads_out_of_the_folder_of_packs(library: Library, home: Home, tmp_path: Path, path: str) -> None:
    home.packs.mkdir(parents=True)
    (home.packs / "link").symlink_to(tmp_path)
    (home.packs / "out.json").symlink_to(tmp_path / "target.json")
    before = sorted(tmp_path.rglob("*"))
    with pytest.raises(BadValueError, match="pack"):
        library.record_file("import", path, b"x")
    assert [p for p in sorted(tmp_path.rglob("*")) if not p.name.startswith("library.db")] == before


# ---------------------------------------------------------------- many at once, and sudden ends


def in_child(work: Callable[[], None]) -> int:
    """Run `work` in a process of its own; its exit code, 0 when all was well."""
    child = multiprocessing.get_context("fork").Process(target=work)
    child.start()
    child.join()
    assert child.exitcode is not None
    return child.exitcode


def test_twenty_that_add_at_once_all_count(home: Home) -> None:
    fork = multiprocessing.get_context("fork")
    together = fork.Barrier(20)

    def add() -> None:
        together.wait()
        for _ in range(3):
            with Library.open(home, write=True) as library:
                library.add("ashes", "iron-worker", 1)

    children = [fork.Process(target=add) for _ in range(20)]
    for child in children:
        child.start()
    for child in children:
        child.join()
    assert {child.exitcode for child in children} == {0}
    with Library.open(home) as library:
        assert (library.owned("ashes", "iron-worker"), len(library.holdings()), len(library.log(99))) == (60, 1, 60)
    assert sorted(files_of(home)) == ["library.db"]


def write_without_end(home: Home, first: int, told: int) -> None:
    """Step after step, each a deck of five, a holding and a pack file; one byte to `told` after each."""
    with Library.open(home, write=True) as library:
        for number in range(first, first + 10_000):
            with library.step(f"step {number}"):
                library.save_deck("ashes", f"deck {number}", FIVE)
                library.add("ashes", f"card-{number}", 1)
                text = json.dumps({"number": number, "cards": ["x" * 100] * 200})
                library.record_file("pack", "packs/mine.json", text.encode())
            os.write(told, b".")


def killed_after(home: Home, steps: int, first: int) -> int:
    """Kill a process that writes and has told of so many steps; how many it has told of."""
    hear, tell = os.pipe()
    child = multiprocessing.get_context("fork").Process(target=write_without_end, args=(home, first, tell))
    child.start()
    os.close(tell)
    for _ in range(steps):
        assert os.read(hear, 1) == b"."
    assert child.pid is not None
    os.kill(child.pid, signal.SIGKILL)
    child.join()
    rest = os.read(hear, 100)
    os.close(hear)
    return steps + len(rest)


def rows(home: Home, sql: str) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(home.library)) as db:
        return db.execute(sql).fetchall()


@pytest.mark.scaled
def test_a_process_killed_while_it_writes_leaves_whole_steps(home: Home, scaled: Callable[[int, int], int]) -> None:
    told = 0
    for turn in range(scaled(8, 120)):
        told += killed_after(home, turn % 4, first=1000 * turn)
        if not home.library.exists():
            continue
        assert library_file.faults_of(home.library) == []
        with Library.open(home) as library:
            decks, holdings, steps = library.decks(), library.holdings(), library.log(999)
        assert len(decks) == len(holdings) == len(steps) >= told
        assert {deck.slots for deck in decks} <= {tuple(FIVE)}
        assert {int(step.command.split()[1]) for step in steps} == {int(deck.name.split()[1]) for deck in decks}
    assert told >= 12
    assert rows(home, "SELECT * FROM slot WHERE revision NOT IN (SELECT id FROM revision)") == []
    assert rows(home, "SELECT * FROM revision WHERE deck NOT IN (SELECT id FROM deck)") == []
    assert len(json.loads((home.packs / "mine.json").read_text())["cards"]) == 200


# ---------------------------------------------------------------- trouble


def test_a_library_that_stays_locked_is_trouble(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(library_file, "PATIENCE", 0.02)
    with Library.open(home, write=True) as library:
        library.add("ashes", "iron-worker", 1)
        with closing(sqlite3.connect(home.library, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            with trouble("library.db", "locked", "try again"):
                library.add("ashes", "iron-worker", 1)
            assert library.owned("ashes", "iron-worker") == 1
        library.add("ashes", "iron-worker", 1)
        assert library.owned("ashes", "iron-worker") == 2


def test_a_lock_that_is_not_got_leaves_no_connection_half_open(
    home: Home, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(library_file, "PATIENCE", 0.02)
    with Library.open(home, write=True) as library:
        library.add("ashes", "iron-worker", 1)
        with closing(sqlite3.connect(home.library, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            with trouble("library.db", "locked"):
                library.add("ashes", "iron-worker", 1)
    gc.collect()
    assert caplog.records == []


@pytest.mark.parametrize("write", [False, True])
def test_a_file_that_is_no_database_is_trouble_and_stays(home: Home, write: bool) -> None:
    home.make()
    home.library.write_text("3x Iron Worker\n" * 100)
    with trouble("library.db", "not a database", "--db"), Library.open(home, write=write) as library:
        library.decks()
    assert files_of(home) == {"library.db": b"3x Iron Worker\n" * 100}


def test_a_damaged_library_is_trouble(home: Home) -> None:
    with Library.open(home, write=True) as library:
        for name in "ABC":
            library.save_deck("ashes", name, FIVE * 20, note="n" * 3000)
    data = bytearray(home.library.read_bytes())
    data[4096:] = b"\xff" * (len(data) - 4096)
    home.library.write_bytes(data)
    with Library.open(home, write=True) as library:
        with trouble("damaged", "backup"):
            library.decks()
        with trouble("damaged"):
            library.save_deck("ashes", "D", FIVE)
    assert home.library.read_bytes()[4096:] == data[4096:]
    assert any("damaged" in fault for fault in library_file.faults_of(home.library))


def test_a_folder_in_the_place_of_the_library_is_trouble(home: Home) -> None:
    home.library.mkdir(parents=True)
    with trouble("cannot be opened"), Library.open(home) as library:
        library.decks()
    assert list(home.library.iterdir()) == []


def test_a_file_in_the_place_of_the_folder_is_trouble(tmp_path: Path) -> None:
    (tmp_path / "home").write_text("x")
    with trouble(str(tmp_path / "home")), Library.open(home_in(tmp_path / "home"), write=True) as library:
        library.add("ashes", "iron-worker", 1)
    assert (tmp_path / "home").read_text() == "x"


def test_a_disk_that_takes_no_more_is_trouble_and_loses_nothing(home: Home) -> None:
    with Library.open(home, write=True) as library:
        saved(library)
        before = everything(library)
        limits = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, limits[1]))
        try:
            with trouble("disk"):
                library.save_deck("ashes", "B", FIVE * 5, note="n" * 500_000)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        assert everything(library) == before
        saved(library, "B")
    with Library.open(home) as library:
        assert [deck.name for deck in library.decks()] == ["A", "B"]


def test_a_full_database_is_a_full_disk(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "full.db")) as db:
        db.execute("CREATE TABLE t (x)")
        db.execute("PRAGMA max_page_count = 3")
        with pytest.raises(sqlite3.Error) as caught:
            db.execute("INSERT INTO t VALUES (zeroblob(100000))")
    assert "the disk is full" in str(library_file.trouble(tmp_path, caught.value))


def test_a_folder_that_may_not_be_written_can_still_be_read() -> None:
    folder = Path(tempfile.mkdtemp())
    home = home_in(folder)
    with Library.open(home, write=True) as library:
        saved(library)
    folder.chmod(0o555)

    def look() -> None:
        if os.geteuid() == 0:
            os.seteuid(65534)  # root may write anywhere
        with Library.open(home, write=True) as library:
            assert [deck.name for deck in library.decks()] == ["A"]
            with trouble("may not be written"):
                saved(library, "B")
            with library.dry_run():
                assert len([saved(library, "B"), *library.decks()]) == 3

    try:
        assert in_child(look) == 0
    finally:
        folder.chmod(0o755)
        shutil.rmtree(folder)


def test_a_backup_holds_what_is_committed(home: Home, tmp_path: Path) -> None:
    with trouble("no library yet"):
        backups.backup(home.library, tmp_path / "copy.db")
    with Library.open(home, write=True) as library:
        saved(library)  # still in the log that WAL keeps beside the file
        backups.backup(home.library, tmp_path / "copy.db")
        with trouble("nowhere"):
            backups.backup(home.library, tmp_path / "nowhere" / "copy.db")
    with Library.open(Home(tmp_path, tmp_path / "copy.db")) as library:
        assert [deck.name for deck in library.decks()] == ["A"]
    assert sorted(p.name for p in tmp_path.iterdir()) == ["copy.db", "home"]


def test_a_backup_is_brought_back_and_what_was_there_is_put_aside(home: Home, tmp_path: Path) -> None:
    with Library.open(home, write=True) as library:
        saved(library)
        backups.backup(home.library, tmp_path / "copy.db")
        saved(library, "B")
    aside = backups.restore(home.library, tmp_path / "copy.db")
    with Library.open(home, write=True) as library:
        assert [deck.name for deck in library.decks()] == ["A"]
        saved(library, "C")
        library.undo(2)
    assert aside is not None
    with Library.open(Home(home.root, aside)) as library:
        assert [deck.name for deck in library.decks()] == ["A", "B"]


def test_a_backup_takes_the_place_of_a_damaged_library_and_of_none(home: Home, tmp_path: Path) -> None:
    with Library.open(home, write=True) as library:
        saved(library)
    backups.backup(home.library, tmp_path / "copy.db")
    home.library.write_bytes(b"broken" * 1000)
    aside = backups.restore(home.library, tmp_path / "copy.db")
    assert aside is not None
    assert aside.read_bytes() == b"broken" * 1000
    home.library.unlink()
    assert backups.restore(home.library, tmp_path / "copy.db") is None
    with Library.open(home) as library:
        assert [deck.name for deck in library.decks()] == ["A"]


def test_what_is_no_backup_is_not_brought_back(home: Home, tmp_path: Path) -> None:
    with Library.open(home, write=True) as library:
        saved(library)
    before = files_of(home)
    (tmp_path / "text.db").write_text("3x Iron Worker\n" * 100)
    for name in ("text.db", "absent.db"):
        with trouble(name):
            backups.restore(home.library, tmp_path / name)
    assert files_of(home) == before


def test_a_folder_named_for_the_library_must_be_there(tmp_path: Path) -> None:
    home = Home(tmp_path / "home", tmp_path / "slip" / "library.db")
    with trouble("cannot be opened", "folder"), Library.open(home, write=True) as library:
        library.add("ashes", "iron-worker", 1)
    assert list(tmp_path.iterdir()) == []
