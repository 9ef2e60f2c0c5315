"""`deckcli deck edit`: a deck as text in one's own editor; nothing is lost when it is wrong."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path
from typing import Any

import pytest

from catalog.home import Home
from catalog.library import Library
from catalog.saved import SavedSlot


@pytest.fixture
def edited(deckcli: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    """`edited(script)` edits Mine with an editor that is a Python program over `path` (a Path)."""
    deckcli("deck", "import", "the-iron-men", "--name", "Mine")
    monkeypatch.delenv("VISUAL", raising=False)

    def run(script: str, *more: str) -> Any:
        file = tmp_path / "editor.py"
        file.write_text(f"import pathlib, sys\npath = pathlib.Path(sys.argv[1])\n{script}\n")
        monkeypatch.setenv("EDITOR", f"{shlex.quote(sys.executable)} {shlex.quote(str(file))}")
        return deckcli("deck", "edit", "Mine", *more)

    return run


def left(home: Path) -> list[str]:
    return [path.read_text(encoding="utf-8") for path in sorted((home / "edits").glob("*"))] if home.is_dir() else []


REPLACED = "path.write_text(path.read_text(encoding='utf-8').replace({!r}, {!r}), encoding='utf-8')"


def test_what_is_saved_in_the_editor_becomes_a_revision(edited: Any, deckcli: Any, warm_home: Path) -> None:
    ran = edited(REPLACED.format("3x Iron Worker", "2x Iron Worker\n1x Flute Mage"))
    assert ran.code == 0, ran.err
    assert ran.out.startswith("Legal by Constructed")
    history = json.loads(deckcli("deck", "history", "Mine", "--json").out)["revisions"]
    assert (history[0]["revision"], history[0]["comment"]) == (2, "edited")
    assert left(warm_home) == []
    deckcli("undo")
    assert json.loads(deckcli("deck", "history", "Mine", "--json").out)["current"] == 1


def test_an_editor_that_changes_nothing_changes_nothing(edited: Any, deckcli: Any, warm_home: Path) -> None:
    assert edited("pass").code == 0
    assert edited("path.write_text(path.read_text(encoding='utf-8'), encoding='utf-8')").code == 0
    assert edited("path.unlink()").code == 0
    assert len(json.loads(deckcli("log", "--json").out)["steps"]) == 1
    assert left(warm_home) == []


def test_what_is_wrong_is_told_and_kept_and_gone_on_with(edited: Any, deckcli: Any, warm_home: Path) -> None:
    ran = edited(REPLACED.format("3x Iron Worker", "3x Irn Worker"))
    assert ran.code == 1
    assert "Nearest: Iron Worker" in ran.err
    assert "Nothing was changed. What was written lies in" in ran.err
    assert "3x Irn Worker" in left(warm_home)[0]
    again = edited(REPLACED.format("3x Irn Worker", "2x Iron Worker"))
    assert again.code == 0, again.err
    assert "going on with what was left" in again.err
    assert left(warm_home) == []


@pytest.mark.parametrize("script", ["path.write_bytes(bytes(range(256)))", "path.write_bytes(b'x' * 5_000_000)"])
def test_text_that_is_none_is_told_and_kept(edited: Any, deckcli: Any, warm_home: Path, script: str) -> None:
    ran = edited(script)
    assert ran.code == 1
    assert "Nothing was changed" in ran.err
    assert list((warm_home / "edits").iterdir())


def test_an_editor_that_fails_leaves_what_it_wrote(edited: Any, warm_home: Path) -> None:
    ran = edited("path.write_text('Name: Half'); sys.exit(3)")
    assert ran.code == 1
    assert "ended with 3" in ran.err
    assert left(warm_home) == ["Name: Half"]


def test_an_editor_that_fails_and_wrote_nothing_leaves_nothing(edited: Any, warm_home: Path) -> None:
    ran = edited("sys.exit(1)")
    assert (ran.code, "What was written" in ran.err) == (1, False)
    assert left(warm_home) == []
    assert "going on" not in edited("pass").err


@pytest.mark.parametrize("editor", ["", "no-such-editor-anywhere", "'"])
def test_without_an_editor_there_is_a_clear_word(
    edited: Any, deckcli: Any, warm_home: Path, monkeypatch: pytest.MonkeyPatch, editor: str
) -> None:
    monkeypatch.setenv("EDITOR", editor)
    ran = deckcli("deck", "edit", "Mine")
    assert ran.code == 2
    assert "EDITOR" in ran.err
    assert len(ran.err.splitlines()) == 1
    assert left(warm_home) == []


def test_name_and_rules_are_changed_in_the_text_too(edited: Any, deckcli: Any) -> None:
    assert edited(REPLACED.format("Name: Mine", "Name: Yours\nRules: precon")).code == 0
    saved = json.loads(deckcli("deck", "show", "Yours", "--json").out)["saved"]
    assert (saved["rules"], saved["id"]) == ("precon", 1)


def test_another_game_or_a_taken_name_is_refused(edited: Any, deckcli: Any) -> None:
    deckcli("deck", "copy", "Mine", "Other")
    assert edited(REPLACED.format("Name: Mine", "Name: Other")).code == 1
    assert json.loads(deckcli("deck", "list", "--json").out)["decks"][0]["name"] == "Mine"
    assert edited(REPLACED.format("Game: Ashes Reborn", "Game: Cipher") + ";" + REPLACED.format("Other", "X")).code == 1


def test_what_text_cannot_hold_stays_with_the_deck(edited: Any, deckcli: Any) -> None:
    deckcli("deck", "set", "Mine", "--effects-paid", "Iron Worker")
    assert edited(REPLACED.format("3x Iron Worker", "2x Iron Worker")).code == 0
    assert json.loads(deckcli("deck", "show", "Mine", "--json").out)["effects_paid"][0]["name"] == "Iron Worker"


def test_a_card_of_no_catalogue_is_not_lost_by_an_edit(edited: Any, warm_home: Path) -> None:
    with Library.open(Home(warm_home, warm_home / "library.db"), write=True) as library:
        deck = library.deck("Mine")[0]
        library.revise(deck.id, slots=(*deck.slots, SavedSlot("ember-fox", 1)))
    ran = edited(REPLACED.format("3x Iron Worker", "2x Iron Worker"))
    assert ran.code == 1
    assert "ember-fox" in ran.err
    assert edited(REPLACED.format("1x ember-fox", "")).code == 0, "until it is taken out"


def test_a_main_character_kept_apart_stays_apart(edited: Any, deckcli: Any) -> None:
    text = deckcli("deck", "export", "s01", "--to", "decksteria").out
    deckcli("deck", "rename", "Mine", "Ashes")
    assert deckcli("deck", "import", "-", "--name", "Mine", stdin=text).code == 0
    before = json.loads(deckcli("deck", "check", "Mine", "--json").out)["counts"]
    assert edited("path.open('a').write('\\n# a word\\n')").code == 0
    assert json.loads(deckcli("deck", "check", "Mine", "--json").out)["counts"] == before
