"""Decks that are kept: import, list, show, export, delete, and every step back and again."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

DECKS = Path(__file__).parents[2] / "data"


def saved(deckcli) -> list[str]:
    return [deck["name"] for deck in json.loads(deckcli("deck", "list", "--json").out)["decks"]]


def test_a_list_is_saved_and_judged_like_any_other(deckcli):
    assert deckcli("deck", "import", "the-iron-men", "--name", "Mine").code == 0
    assert saved(deckcli) == ["Mine"]
    answer = json.loads(deckcli("deck", "check", "mine", "--json").out)
    assert (answer["legal"], answer["deck"], answer["counts"]["main"]) == (True, "Mine", 30)
    assert json.loads(deckcli("deck", "check", "deck:Mine", "--json").out)["legal"]


@pytest.mark.parametrize("slug", ["the-iron-men", "the-scholar-of-ruin", "s01", "s06"])
def test_a_saved_deck_comes_back_as_it_went_in(deckcli, slug):
    deckcli("deck", "import", slug, "--name", "Copy")
    before = json.loads(deckcli("deck", "show", slug, "--json").out)
    after = json.loads(deckcli("deck", "show", "Copy", "--json").out)
    for part in ("game", "dice", "first_five", "derived"):
        assert before[part] == after[part]
    key = lambda slot: (slot["pile"], slot["slug"])  # noqa: E731
    assert sorted(before["slots"], key=key) == sorted(after["slots"], key=key)


def test_a_list_with_a_bad_line_is_saved_whole_or_not_at_all(deckcli):
    listed = "Name: Half\nPhoenixborn: Coal Roarkwin\n3x Anchornaut\n2x Hamer Knight\n"
    ran = deckcli("deck", "import", "-", stdin=listed)
    assert ran.code == 1
    assert "nothing was saved" in ran.err
    assert saved(deckcli) == []
    assert deckcli("deck", "import", "-", "--lenient", stdin=listed).code == 0
    assert saved(deckcli) == ["Half"]


def test_a_saved_name_is_not_overwritten_unasked_and_its_history_stays(deckcli):
    deckcli("deck", "import", "the-iron-men", "--name", "A")
    again = deckcli("deck", "import", "the-scholar-of-ruin", "--name", "A")
    assert again.code == 1
    assert json.loads(deckcli("deck", "show", "A", "--json").out)["slots"][0]["slug"] == "coal-roarkwin"
    forced = deckcli("deck", "import", "the-scholar-of-ruin", "--name", "A", "--force", "--json")
    assert json.loads(forced.out)["revision"] == 2


def test_a_dry_run_says_what_would_be_and_makes_no_file(deckcli, warm_home):
    ran = deckcli("deck", "import", "s01", "--name", "A", "--dry-run")
    assert "would save" in ran.err
    assert not (warm_home / "library.db").exists()


def test_a_deck_without_a_name_is_asked_for_one(deckcli):
    assert deckcli("deck", "import", "-", stdin="3x Anchornaut\n").code == 2


def test_every_step_is_taken_back_and_taken_again(deckcli):
    deckcli("deck", "import", "s01", "--name", "A")
    deckcli("deck", "delete", "A")
    assert saved(deckcli) == []
    assert deckcli("undo").code == 0
    assert saved(deckcli) == ["A"]
    assert deckcli("undo").code == 0
    assert saved(deckcli) == []
    assert deckcli("undo").code == 1, "there is nothing more to take back"
    assert deckcli("redo", "2").code == 0
    assert saved(deckcli) == []
    log = json.loads(deckcli("log", "--json").out)["steps"]
    assert [step["command"] for step in log] == ["deck delete A", "deck import A"]


def test_an_unknown_deck_is_exit_4(deckcli):
    assert deckcli("deck", "delete", "nope").code == 4
    assert deckcli("deck", "check", "deck:nope").code == 4


@pytest.mark.parametrize("form", ["text", "ashes-live", "ashes-json"])
def test_an_exported_deck_is_legal_when_it_comes_back(deckcli, tmp_path, form):
    formats = deckcli("deck", "export", "the-iron-men", "--to", "nonsense")
    assert formats.code == 2
    path = tmp_path / "out.txt"
    ran = deckcli("deck", "export", "the-iron-men", "--to", form, "-o", str(path))
    assert ran.code == 0, ran.err
    answer = json.loads(deckcli("deck", "check", str(path), "--json").out)
    assert (answer["legal"], answer["counts"]["main"]) == (True, 30)


def test_a_cipher_starter_goes_to_lackey_and_back(deckcli, tmp_path):
    path = tmp_path / "s01.dek"
    assert deckcli("deck", "export", "s01", "--to", "lackey", "-o", str(path)).code == 0
    assert path.read_text(encoding="utf-8").count("<card>") == 50
    answer = json.loads(deckcli("deck", "check", str(path), "--json").out)
    assert (answer["legal"], answer["game"], answer["counts"]["main"]) == (True, "cipher", 50)


def test_a_file_is_not_overwritten_unasked(deckcli, tmp_path):
    path = tmp_path / "out.txt"
    path.write_text("mine")
    assert deckcli("deck", "export", "s01", "-o", str(path)).code == 1
    assert path.read_text() == "mine"
    assert deckcli("deck", "export", "s01", "-o", str(path), "--force").code == 0
    assert deckcli("deck", "export", "s01", "-o", str(tmp_path / "no" / "out.txt")).code == 1


def test_path_and_doctor_tell_where_things_lie_and_how_they_are(deckcli, warm_home):
    places = json.loads(deckcli("path", "--json").out)
    assert places["home"] == str(warm_home)
    deckcli("deck", "import", "s01", "--name", "A")
    ran = deckcli("doctor", "--json")
    assert ran.code == 0, ran.out
    assert ran.err == "", "only a person at a terminal is told that something takes its time"
    assert json.loads(ran.out)["fine"]
    (warm_home / "library.db").write_bytes(b"this is no database, and long enough to be one" * 100)
    assert deckcli("doctor").code == 5
    broken = deckcli("deck", "list")
    assert broken.code == 5
    assert len(broken.err.splitlines()) == 1


def test_a_broken_catalogue_is_made_anew_by_itself(deckcli, warm_home):
    (warm_home / "cards.db").write_bytes(b"garbage" * 1000)
    assert deckcli("deck", "check", "s01").code == 0


def test_no_decks_yet_are_no_decks_for_scripts(deckcli):
    assert json.loads(deckcli("deck", "list", "--json").out) == {"schema": 1, "decks": [], "bundled": []}
    assert deckcli("deck", "list", "--format", "csv").out.splitlines() == ["id,game,name,state,cards"]
    assert deckcli("deck", "list").out == ""
    assert len(json.loads(deckcli("deck", "list", "--all", "--json").out)["bundled"]) >= 68


@pytest.mark.parametrize("name", ["", "  ", "\t"])
def test_a_deck_has_a_name_that_one_can_see(deckcli, name):
    assert deckcli("deck", "import", "s01", "--name", name).code == 2
    assert saved(deckcli) == []


def test_a_name_that_is_taken_is_told_with_both_ways_out(deckcli):
    deckcli("deck", "import", "s01", "--name", "A")
    said = deckcli("deck", "import", "s02", "--name", "A").err
    assert "--name" in said
    assert "--force" in said


@pytest.mark.parametrize("name", ["s01", "the-iron-men", "./x.txt", "x.txt", "-", "#3", "deck:a", "file:x", "--force",
                                  "=1+1", "'; DROP TABLE deck;--"])  # fmt: skip
def test_a_saved_deck_of_any_name_is_found_behind_its_prefix(deckcli, tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    assert deckcli("deck", "import", "bundled:s02", f"--name={name}").code == 0
    assert json.loads(deckcli("deck", "check", f"deck:{name}", "--json").out)["deck"] == name
    assert json.loads(deckcli("deck", "check", "bundled:s01", "--json").out)["deck"] == "War of Shadows"
    if name == "s01":
        assert json.loads(deckcli("deck", "check", "s01", "--json").out)["deck"] == "s01", "a saved deck comes first"
    if name == "x.txt":
        (tmp_path / name).write_text("Name: The File\n3x Anchornaut\n")
        assert json.loads(deckcli("deck", "check", name, "--json").out)["deck"] == "The File", "a path comes first"
    assert deckcli("deck", "delete", "--", name).code == 0
    assert saved(deckcli) == []


@pytest.mark.parametrize("text", ["", "\n\n", "# a comment\n", "Dice: 5 charm\n"])
def test_a_list_without_a_card_is_told_as_that(deckcli, text):
    for words in (["check"], ["show"], ["import", "--name", "X"]):
        ran = deckcli("deck", *words, "-", stdin=text)
        assert "there is no card in" in ran.err, words
        assert "which game" not in ran.err


def test_a_deck_of_another_kind_is_told_with_its_prefix(deckcli):
    deckcli("deck", "import", "s01", "--name", "Mine")
    assert deckcli("deck", "show", "deck:s01").err.endswith('"s01". There is a bundled deck: bundled:s01.\n')
    assert deckcli("deck", "show", "bundled:Mine").err.endswith("There is a saved deck: deck:Mine.\n")
    assert deckcli("deck", "show", "file:Mine").err.endswith("There is a saved deck: deck:Mine.\n")
    assert deckcli("deck", "show", "deck:Mime").err == 'there is no saved deck "Mime". Nearest: Mine.\n'


def test_what_only_checks_writes_no_file(deckcli, tmp_path):
    for more in (["-o", str(tmp_path / "x")], ["--force"]):
        ran = deckcli("deck", "convert", "s01", "--to", "text", "--check", *more)
        assert (ran.code, ran.out, (tmp_path / "x").exists()) == (2, "", False)


def test_a_list_without_a_name_has_the_same_title_in_every_command(deckcli):
    for words in (["check"], ["show"], ["stats"]):
        ran = deckcli("deck", *words, "-", "-g", "ashes", stdin="3 Iron Worker\n")
        assert ran.out.startswith("Your list"), words


def test_a_deck_of_another_game_is_told_as_that(deckcli):
    ran = deckcli("deck", "check", "s01", "-g", "ashes")
    assert ran.code == 4
    assert '"s01" is a deck of Fire Emblem Cipher, and -g says Ashes Reborn.' in ran.err


def test_a_file_named_like_a_deck_is_told_with_the_way_to_it(deckcli, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine").write_text("3x Anchornaut\n")
    (tmp_path / "lists").mkdir()
    assert "file:mine" in deckcli("deck", "check", "mine").err
    assert deckcli("deck", "check", "file:mine").code == 1
    assert "--batch ./lists" in deckcli("deck", "check", "lists").err
    assert "folder" not in deckcli("deck", "show", "").err


@pytest.mark.parametrize("slug", ["phase10", "fantasyform"])
def test_a_fixed_deck_is_known_by_name(deckcli, slug):
    assert deckcli("deck", "check", slug).code == 0


def test_a_format_or_encoding_that_nobody_knows_is_wrong_usage_for_every_list(deckcli):
    for listed in ("s01", "-"):
        assert deckcli("deck", "check", listed, "--from", "nope").code == 2
        assert deckcli("deck", "check", listed, "--encoding", "nope").code == 2


def test_an_export_keeps_links_and_devices_and_knows_a_dry_run(deckcli, tmp_path):
    target, link = tmp_path / "target.txt", tmp_path / "link.txt"
    target.write_text("mine")
    link.symlink_to(target)
    assert deckcli("deck", "export", "s01", "-o", str(link)).code == 1
    assert deckcli("deck", "export", "s01", "-o", str(link), "--force", "--dry-run").code == 0
    assert target.read_text() == "mine"
    assert deckcli("deck", "export", "s01", "-o", str(link), "--force").code == 0
    assert link.is_symlink()
    assert target.read_text(encoding="utf-8").startswith("Game: ")
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    assert deckcli("deck", "export", "s01", "-o", str(pipe), "--force").code == 0
    assert os.read(reader, 6) == b"Game: "
    os.close(reader)
    assert pipe.is_fifo()
    assert sorted(path.name for path in tmp_path.iterdir() if path.is_file()) == ["link.txt", "target.txt"]
    assert deckcli("deck", "export", "s01", "-o", "-").out == deckcli("deck", "export", "s01").out


def test_showing_a_deck_with_unknown_cards_is_exit_1(deckcli):
    assert deckcli("deck", "show", "-", stdin="3x Anchornaut\n1x Nobody\n").code == 1
    assert deckcli("deck", "show", "-", stdin="3x Anchornaut\n").code == 0


def test_a_conversion_says_beforehand_what_would_be_lost(deckcli):
    whole = deckcli("deck", "convert", "s01", "--to", "text", "--check")
    assert (whole.code, whole.out) == (0, "text holds all of it.\n")
    lost = deckcli("deck", "convert", "the-iron-men", "--to", "ashes-live", "--check", "--json")
    told = json.loads(lost.out)
    assert lost.code == (1 if told["lost"] else 0)
    assert any("First Five" in loss for loss in told["lost"])
    assert deckcli("deck", "convert", "s01", "--to", "lackey").out.count("<card>") == 50
    assert deckcli("deck", "convert", "s01", "--to", "ashes-json", "--check").code == 2


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("Phoenixborn: Coal Roarkwin\n3 Iron Worker\n3 Fear\n\nSideboard\n2 Hammer Knight\n", 6),
        ("MC: Marth, Altean Prince\n\n4 Cain, Red Knight\n", 5),
        ("Main Character: Marth, Altean Prince\n4 Marth, Altean Prince\n4 Cain, Red Knight\n", 8),
        ("1 Fire Spirit // Necromancer\n1 Scout // Gladiator\n", 2),
    ],
)
def test_the_cards_of_a_saved_deck_are_counted_alike_everywhere(deckcli, text, cards):
    """A Phoenixborn and what stands beside the deck are none of its cards, a main character is one."""
    told = [json.loads(deckcli("deck", "import", "-", "--name", "One", "--json", stdin=text).out)["cards"]]
    told += [json.loads(deckcli("deck", "list", "--json").out)["decks"][0]["cards"]]
    told += [json.loads(deckcli("deck", "history", "One", "--json").out)["revisions"][0]["cards"]]
    told += [json.loads(deckcli("deck", "check", "One", "--json").out)["counts"]["main"]]
    assert told == [cards] * 4
    assert json.loads(deckcli("deck", "find", f"cards={cards}", "--json").out)["decks"][0]["name"] == "One"
    deckcli("deck", "delete", "One")
    assert json.loads(deckcli("deck", "list", "--deleted", "--json").out)["decks"][0]["cards"] == cards
