"""`deckcli collection import` and `export`: all or nothing, safe to repeat, every row told."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

THREE = "name,count,binder\nIron Worker,2,Red\nFear,1,Red\nIron Worker,1,Red\n"


def owned(deckcli) -> dict[str, int]:
    return {row["name"]: row["count"] for row in json.loads(deckcli("collection", "list", "--json").out)["holdings"]}


def test_a_table_adds_its_copies_and_equal_rows_add_up(deckcli):
    ran = deckcli("collection", "import", "-", "--add", stdin=THREE)
    assert ran.code == 0
    assert ran.err == (
        "3 rows read (plain): 3 taken, 1 of them added up with another.\n"
        "2 new, 0 changed, 0 gone, 0 as they were; 0 -> 4 copies.\n"
    )
    assert owned(deckcli) == {"Iron Worker": 3, "Fear": 1}


def test_the_same_file_is_added_once_unless_forced(deckcli, tmp_path: Path):
    """Reports: a second try of an import doubled everything (gltn/stdm#199, kimai/kimai#4399)."""
    file = tmp_path / "mine.csv"
    file.write_text(THREE)
    assert deckcli("collection", "import", str(file), "--add").code == 0
    ran = deckcli("collection", "import", str(file), "--add")
    assert ran.code == 1
    assert "this very file was added in step #1" in ran.err
    assert owned(deckcli) == {"Iron Worker": 3, "Fear": 1}
    assert deckcli("collection", "import", str(file), "--add", "--force").code == 0
    assert owned(deckcli) == {"Iron Worker": 6, "Fear": 2}
    deckcli("undo", "2")
    assert owned(deckcli) == {}
    assert deckcli("collection", "import", str(file), "--add").code == 0


def test_replacing_twice_is_replacing_once(deckcli):
    deckcli("collection", "add", "B01-003", "2")
    deckcli("collection", "add", "Blue Jaguar", "2")
    for added in (2, 0):
        ran = deckcli("collection", "import", "-", "--replace", "--json", stdin=THREE)
        told = json.loads(ran.out)
        assert (ran.code, told["added"], told["after"]) == (0, added, 4)
    assert owned(deckcli) == {"Iron Worker": 3, "Fear": 1, "Marth, Altean Prince": 2}, "other games stay"


def test_a_row_that_cannot_be_used_stops_everything_unless_lenient(deckcli):
    text = THREE + "Iron Wurker,2,Red\n"
    ran = deckcli("collection", "import", "-", "--add", "--json", stdin=text)
    told = json.loads(ran.out)
    assert (ran.code, told["imported"], told["rows"], told["used"]) == (1, False, 4, 3)
    assert told["refused"] == [
        {"line": 5, "text": "Iron Wurker,2,Red", "suggestions": ["Iron Worker"],
         "message": 'no Ashes Reborn card is called "Iron Wurker". Nearest: Iron Worker.'}
    ]  # fmt: skip
    assert owned(deckcli) == {}
    ran = deckcli("collection", "import", "-", "--add", "--lenient", stdin=text)
    assert ran.code == 0
    assert "1 refused" in ran.err
    assert owned(deckcli) == {"Iron Worker": 3, "Fear": 1}


def test_nothing_added_is_no_success(deckcli):
    """nicho92/MtgDesktopCompanion#153: "import finished", and nothing was there."""
    for text in ("name,count\nNo Such,1\n", "name,count\n", "name,count\nIron Worker,0\n"):
        assert deckcli("collection", "import", "-", "--add", "--lenient", stdin=text).code == 1


def test_a_dry_run_of_a_table_changes_nothing(deckcli, warm_home: Path):
    ran = deckcli("collection", "import", "-", "--add", "--dry-run", stdin=THREE)
    assert ran.code == 0
    assert "would be: 2 new" in ran.err
    assert not (warm_home / "library.db").exists()


def test_a_list_of_cards_is_taken_in_too(deckcli):
    assert deckcli("collection", "import", "-", "--add", stdin="3x Iron Worker\n2 Fear\n").code == 0
    assert owned(deckcli) == {"Iron Worker": 3, "Fear": 2}


@pytest.mark.parametrize(
    ("arguments", "text", "code", "said"),
    [
        (["--add", "--replace"], THREE, 2, "--add"),
        ([], THREE, 2, "--replace"),
        (["--add", "--from", "moxfeld"], THREE, 2, "Known: deckcli, moxfield"),
        (["--add", "--map", "name"], THREE, 2, "HEAD=FIELD"),
        (["--add", "--map", "Karte=name"], THREE, 2, 'no column is called "Karte"'),
        (["--add"], "Nombre,count\nFear,1\n", 3, "--map"),
        (["--add"], b"name,count\n\xff\xfe,1\n", 3, "not UTF-8"),
        (["--add"], b"name,count\n\0,1\n", 3, "NUL"),
        (["--add"], 'name,count\n"Fear,1\n', 3, "-:2: this row of the table cannot be read"),
        (["--add"], "name,count\nFear,1000000000\nFear,1\n", 2, "1000000001 copies"),
    ],
)
def test_what_cannot_be_imported_is_said_in_a_line(deckcli, arguments, text, code, said):
    ran = deckcli("collection", "import", "-", *arguments, stdin=text)
    assert (ran.code, said in ran.err) == (code, True), ran.err
    assert owned(deckcli) == {}


def test_a_file_that_is_not_there_is_named(deckcli):
    ran = deckcli("collection", "import", "nosuch.csv", "--add")
    assert (ran.code, ran.err) == (4, "nosuch.csv: there is no such file.\n")


@pytest.mark.parametrize("form", ["deckcli", "moxfield", "deckbox", "manabox", "dragonshield", "archidekt"])
def test_what_is_exported_comes_back(deckcli, tmp_path: Path, form: str):
    deckcli("collection", "add", "--product", "s01", "--condition", "NM", "--language", "Japanese")
    deckcli("collection", "add", "B01-003ST+", "2", "--finish", "foil", "--language", "Japanese")
    before = json.loads(deckcli("collection", "list", "--kinds", "--json").out)
    file = tmp_path / "mine.csv"
    assert deckcli("collection", "export", "--to", form, "-o", str(file)).code == 0
    ran = deckcli("collection", "import", str(file), "--replace", "--json")
    told = json.loads(ran.out)
    assert (told["form"], told["added"], told["changed"], told["removed"]) == (form, 0, 0, 0)
    assert json.loads(deckcli("collection", "list", "--kinds", "--json").out) == before
    assert deckcli("collection", "export", "--to", form, "-o", str(file)).code == 1, "no file is overwritten unasked"


def test_an_export_says_what_its_form_cannot_hold(deckcli):
    deckcli("collection", "add", "Iron Worker", "2", "--binder", "Red", "--note", "signed", "--condition", "EX")
    ran = deckcli("collection", "export", "--to", "archidekt")
    assert ran.code == 0
    assert (
        ran.err
        == "not in archidekt: binder\nnot in archidekt: note\nnot in archidekt: its own word for the condition EX\n"
    )
    assert "2,Iron Worker,Normal,EX" in ran.out


def test_an_import_that_is_interrupted_has_done_nothing_and_is_simply_done_again(deckcli, monkeypatch, tmp_path: Path):
    """beetbox/beets#192, #158: what went on after an interruption went wrong, or was done twice."""
    from catalog import collection

    table = tmp_path / "mine.csv"
    table.write_text("count,name\n3,Iron Worker\n2,Fear\n")
    deckcli("collection", "add", "Iron Worker", "1")

    def interrupted(*_):
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(collection, "_say", interrupted)  # all rows are written by then, and nothing is committed
        ran = deckcli("collection", "import", str(table), "--add")
    assert (ran.code, ran.err) == (130, "interrupted\n")
    assert owned(deckcli) == {"Iron Worker": 1}
    assert deckcli("collection", "import", str(table), "--add").code == 0
    assert owned(deckcli) == {"Iron Worker": 4, "Fear": 2}


def test_a_list_is_taken_into_the_collection_with_its_dice_and_every_card_of_a_line(deckcli, warm_home):
    text = "Coal Roarkwin\nDice: 4 natural\n\n3 Iron Worker\n5 charm\n2x Fear, 1x Hammer Knight\n0 Chant of Revenge\n"
    ran = deckcli("collection", "import", "-", "--add", stdin=text)
    assert ran.code == 0, ran.err
    owned = json.loads(deckcli("collection", "list", "--json").out)["holdings"]
    assert {one["name"]: one["count"] for one in owned} == {
        "Coal Roarkwin": 1, "Iron Worker": 3, "Fear": 2, "Hammer Knight": 1, "Natural die": 4, "Charm die": 5,
    }  # fmt: skip


def test_a_line_of_a_list_that_says_no_card_or_count_is_refused_as_a_row_is(deckcli, warm_home):
    ran = deckcli("collection", "import", "-", "--add", stdin="3 Iron Worker\n-2 Fear\n~~1 Fear~~\n4x\n")
    assert ran.code == 1
    assert "3 of 4 rows cannot be used; nothing was changed." in ran.err, ran.err
    assert all(f"line {number}: " in ran.err for number in (2, 3, 4)), ran.err
