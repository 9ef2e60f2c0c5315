"""The manners of the command line: streams, colours, exit codes, and text from outside."""

from __future__ import annotations

import json
import os
import pty
import select
import subprocess
import sys
from pathlib import Path

import pytest

from deckcli.screen.safe import cell, dump, safe


def in_terminal(arguments: list[str], home: Path, width: int = 80, **environment: str) -> str:
    """What a person sees who runs deckcli in a terminal of that width."""
    ours, theirs = pty.openpty()
    settings = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "FORCE_COLOR")}
    settings |= {"DECKCLI_HOME": str(home), "TERM": "xterm-256color", "COLUMNS": str(width), **environment}
    with subprocess.Popen(
        [sys.executable, "-m", "deckcli", *arguments], stdin=theirs, stdout=theirs, stderr=theirs, env=settings
    ) as process:
        os.close(theirs)
        seen = b""
        while select.select([ours], [], [], 60)[0]:
            try:
                part = os.read(ours, 65536)
            except OSError:
                break
            if not part:
                break
            seen += part
        process.wait(timeout=60)
    os.close(ours)
    return seen.decode("utf-8")


def test_a_terminal_gets_colours_and_a_pipe_gets_none(warm_home, deckcli):
    assert "\x1b[" in in_terminal(["deck", "check", "s01"], warm_home)
    assert "\x1b" not in deckcli("deck", "check", "s01").out


def test_no_color_is_honoured_in_a_terminal(warm_home):
    seen = in_terminal(["deck", "check", "s01"], warm_home, NO_COLOR="1")
    assert "Legal by Unlimited." in seen
    assert "\x1b[3" not in seen


def test_a_dumb_terminal_gets_plain_text(warm_home):
    assert "\x1b" not in in_terminal(["deck", "check", "s01"], warm_home, TERM="dumb")


def test_no_line_in_a_terminal_is_wider_than_it(warm_home):
    seen = in_terminal(["cards", "search", "-g", "cipher", "marth"], warm_home, width=80, NO_COLOR="1")
    assert max(len(line) for line in seen.splitlines()) <= 80


def test_colours_can_be_forced_and_forbidden(deckcli, monkeypatch):
    assert "\x1b[" in deckcli("--color", "always", "deck", "check", "s01").out
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "\x1b[" in deckcli("deck", "check", "s01").out
    assert "\x1b" not in deckcli("--color", "never", "deck", "check", "s01").out


def test_json_is_one_object_never_coloured(deckcli, monkeypatch):
    monkeypatch.setenv("FORCE_COLOR", "1")
    for arguments in (["games"], ["deck", "check", "s01"], ["cards", "show", "Hammer Knight"], ["deck", "list"]):
        ran = deckcli(*arguments, "--json")
        assert json.loads(ran.out)["schema"] == 1
        assert ran.out.count("\n") == 1


def test_wrong_usage_is_exit_2_and_says_where_help_is(deckcli):
    for arguments in (["frobnicate"], ["cards", "show"], ["deck", "check", "--nope"], ["--color", "mauve", "games"]):
        ran = deckcli(*arguments)
        assert (ran.code, ran.out) == (2, ""), arguments
    assert "Did you mean cards" in deckcli("crads").err


def test_an_unknown_game_is_exit_4_with_the_nearest(deckcli):
    ran = deckcli("games", "-g", "ashs")
    assert ran.code == 4
    assert "Nearest: ashes" in ran.err


def test_nothing_found_is_exit_1(deckcli):
    assert deckcli("cards", "search", "zzzzqqq").code == 1
    assert deckcli("cards", "show", "zzzzqqq").code == 4


def test_a_folder_that_cannot_be_made_is_exit_5_in_one_line(deckcli, monkeypatch, tmp_path):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("DECKCLI_HOME", str(tmp_path / "file" / "home"))
    ran = deckcli("games")
    assert ran.code == 5
    assert len(ran.err.splitlines()) == 1


def test_broken_settings_are_exit_3(deckcli, warm_home):
    (warm_home / "config.toml").write_text("game = [")
    ran = deckcli("games")
    assert ran.code == 3
    assert "config.toml" in ran.err


def test_settings_give_the_default_game(deckcli, warm_home):
    (warm_home / "config.toml").write_text('game = "cipher"\n')
    assert [game["slug"] for game in json.loads(deckcli("games", "--json").out)["games"]] == ["cipher"]


RUDE = ["[old] aggro", "[/]", ":fire:", "[/b]", "\x1b[31mred", "a\u202egnp.exe", "x\u200by", "tab\tname", "\x9b2J"]


@pytest.mark.parametrize("name", RUDE)
def test_a_name_from_outside_is_shown_as_it_is_and_runs_nothing(deckcli, name):
    saved = deckcli("deck", "import", "s01", "--name", name)
    assert saved.code == 0, saved.err
    for color in ("always", "never"):
        ran = deckcli("--color", color, "deck", "list")
        assert safe(name) in ran.out
        for bad in ("\x1b[31mred", "\u202e", "\u200b", "\x9b"):
            assert bad not in ran.out
    assert json.loads(deckcli("deck", "list", "--json").out)["decks"][0]["name"] == name.strip()


def test_a_cell_that_a_spreadsheet_would_run_is_quoted():
    assert [cell(text) for text in ("=1+1", "+1", "-1", "@x", "Fox")] == ["'=1+1", "'+1", "'-1", "'@x", "Fox"]


def test_json_escapes_what_would_disturb_a_terminal_and_loses_nothing():
    text = "a\x1b\x9b\u202e\u2028é\ud800\u00ad\U000e0041"
    assert json.loads(dump({"a": text}))["a"] == text
    assert not set(dump({"a": text})) & set("\x1b\x9b\u202e\u2028\ud800\u00ad\U000e0041")


def test_a_reader_that_has_had_enough_is_no_error(warm_home):
    script = f"{sys.executable} -m deckcli cards search game:cipher | head -1"
    ran = subprocess.run(["bash", "-o", "pipefail", "-c", script], capture_output=True, text=True, check=False)
    assert ran.stderr == ""


def test_a_stream_that_is_not_utf8_gets_escapes_and_no_traceback(warm_home):
    environment = {**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    ran = subprocess.run(
        [sys.executable, "-m", "deckcli", "cards", "show", "B01-003"], capture_output=True, env=environment, check=False
    )
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.isascii()


def test_without_arguments_the_help_is_shown_once(deckcli):
    for arguments in ([], ["cards"], ["deck"]):
        ran = deckcli(*arguments)
        assert (ran.code, ran.out) == (2, "")
        assert ran.err.startswith("Usage: deckcli")
        assert ran.err.count("Usage:") == 1


def test_wrong_usage_is_one_line_that_names_the_command_and_its_help(deckcli):
    for arguments in (["cards", "show"], ["deck", "check", "--nope"], ["undo", "0"], ["games", "--format", "xml"]):
        ran = deckcli(*arguments)
        path = " ".join(["deckcli", *(word for word in arguments if word.isalpha() and word != "xml")])
        assert ran.err.startswith(f"{path}: "), ran.err
        assert f"`{path} --help`" in ran.err
        assert len(ran.err.splitlines()) == 1


def test_what_was_typed_is_shown_shortened_when_nobody_would_find_its_end(deckcli):
    for arguments in (["cards", "show"], ["deck", "check"], ["cards", "search", "-g"]):
        assert len(deckcli(*arguments, "a" * 100_000).err) < 2_000


def test_help_and_version_read_no_settings_and_make_no_folder(deckcli, tmp_path, monkeypatch, warm_home):
    (warm_home / "config.toml").write_text("broken = [")
    for arguments in (["--help"], ["--version"], ["cards", "--help"], ["deck", "check", "--help"], ["path", "--help"]):
        assert deckcli(*arguments).code == 0
    monkeypatch.setenv("DECKCLI_HOME", str(tmp_path / "nowhere"))
    for arguments in (["--help"], ["--version"], ["games", "--help"], ["path"], ["log"]):
        assert deckcli(*arguments).code == 0
    assert not (tmp_path / "nowhere").exists()


def test_completion_is_of_the_whole_program(deckcli):
    assert "--install-completion" in deckcli("--help").out
    assert "--install-completion" not in deckcli("cards", "--help").out


@pytest.mark.parametrize("line", ['game = "zork"', "game = 3", 'color = "mauve"', "color = []", "jobs = 0",
                                  "jobs = true", 'jobs = "x"'])  # fmt: skip
def test_a_setting_that_does_not_fit_is_exit_3_with_file_and_name(deckcli, warm_home, line):
    (warm_home / "config.toml").write_text(line)
    ran = deckcli("path")
    assert ran.code == 3
    assert f"config.toml: {line.split()[0]} must be " in ran.err


def test_a_setting_that_nobody_knows_is_said_and_passed_over(deckcli, warm_home):
    (warm_home / "config.toml").write_text('colour = "never"\n')
    ran = deckcli("path")
    assert ran.code == 0
    assert '"colour" is no setting' in ran.err


def test_the_color_option_wins_over_the_setting(deckcli, warm_home):
    (warm_home / "config.toml").write_text('color = "always"\n')
    assert "\x1b[" in deckcli("games").out
    for wanted in ("auto", "never"):
        assert "\x1b" not in deckcli("--color", wanted, "games").out


def test_the_default_game_is_for_what_does_not_tell_its_own(deckcli, warm_home):
    (warm_home / "config.toml").write_text('game = "cipher"\n')
    assert deckcli("deck", "check", "the-iron-men").code == 0
    assert "Ashes Reborn" in deckcli("deck", "check", "-", stdin="3x Anchornaut\n").out
    assert deckcli("cards", "check", "-", stdin="3x Anchornaut\n").code == 0
    assert "Three-Eyed Owl" in deckcli("cards", "show", "teo").out
    assert json.loads(deckcli("deck", "check", "-", "--json", stdin="3x Nobody at all\n").out)["game"] == "cipher"


def test_the_game_that_was_found_is_said_on_standard_error(deckcli):
    listed = "Phoenixborn: Coal Roarkwin\n3x Anchornaut\n"
    for command in ("deck check", "deck show", "deck export", "cards check"):
        assert "Ashes Reborn (-g ashes)" in deckcli(*command.split(), "-", stdin=listed).err
        assert "-g ashes" in deckcli(*command.split(), "-", stdin=f"Game: Ashes\n{listed}").err
        assert "-g" not in deckcli(*command.split(), "-", "-g", "ashes", stdin=listed).err
        assert deckcli(*command.split(), "the-iron-men").err == ""


def test_a_pipe_with_forced_colours_is_not_folded(deckcli, monkeypatch):
    monkeypatch.setenv("FORCE_COLOR", "1")
    name = "Lucina, Swordswoman Calling Herself Marth"
    assert name in deckcli("cards", "search", "-g", "cipher", f'!"{name}"').out
    assert (
        "Standard plays series 5 and later, and S11. Take out"
        in deckcli("deck", "check", "s01", "--rules", "standard").out
    )


def test_a_person_is_told_while_the_catalogue_is_built(tmp_path):
    home = tmp_path / "home"
    assert "building the card catalogue" in in_terminal(["games"], home)
    assert "building" not in in_terminal(["games"], home)


def test_releases_and_coverage_fit_a_terminal_of_80_columns(warm_home):
    for command in (["cards", "sets", "-g", "ashes"], ["cards", "coverage", "-g", "ashes"], ["games"]):
        lines = in_terminal(command, warm_home, NO_COLOR="1").splitlines()
        assert max(map(len, lines)) <= 80
        if command != ["games"]:
            assert any("The Children of Blackcloud" in line for line in lines)


def test_a_folder_of_nobody_and_a_library_without_a_name_are_wrong_usage(deckcli, monkeypatch):
    assert deckcli("--db", "", "deck", "list").code == 2
    monkeypatch.setenv("DECKCLI_HOME", "~nobody-of-that-name/x")
    assert deckcli("path").code == 2


def test_every_command_but_help_speaks_json(deckcli):
    for command in ("games", "cards search owl", "cards show teo", "cards check the-iron-men", "cards coverage",
                    "cards template -g phase", "cards sets", "deck check s01", "deck list", "deck show s01",
                    "deck import s01 --name A", "deck export s01", "deck delete A", "undo", "redo", "log", "path",
                    "doctor"):  # fmt: skip
        ran = deckcli(*command.split(), "--json")
        assert ran.code == 0, ran.err
        assert json.loads(ran.out)["schema"] == 1


def test_the_formats_that_help_names_are_those_that_are_read(deckcli):
    from catalog.importers import FORMATS as CARD_FORMATS
    from deckcli.cli.cards import CARD_FORMATS as CARDS_SAID
    from deckcli.cli.options import LIST_FORMATS
    from deckcli.decks.formats import FORMATS

    assert LIST_FORMATS.replace(" or ", ", ").split(", ") == list(FORMATS)
    assert CARDS_SAID.replace(" or ", ", ").split(", ") == list(CARD_FORMATS)


def test_an_error_is_marked_alike_with_colours_and_without(warm_home, deckcli):
    for shown in (in_terminal(["deck", "check", "s01", "--rules", "standard"], warm_home, 200, NO_COLOR="1"),
                  deckcli("deck", "check", "s01", "--rules", "standard").out):  # fmt: skip
        assert "error: line" in shown


def test_the_games_fit_a_wide_terminal_and_scripts_get_every_format(deckcli):
    assert max(map(len, deckcli("games").out.splitlines())) <= 140
    assert "heroic-2" in deckcli("games", "--json").out
    assert "heroic-2" in deckcli("games", "-g", "ashes").out


def test_what_is_copied_from_a_table_is_not_folded_where_other_words_can_be(warm_home):
    """A product's slug is typed again; its name can be read on two lines."""
    seen = in_terminal(["collection", "products", "-g", "ashes"], warm_home, NO_COLOR="1")
    assert "the-spawn-of-shadowreck-victoria " in seen
    assert max(map(len, seen.replace("\r", "").splitlines())) <= 80
    assert "the-spawn-of-shadowreck-victoria" not in in_terminal(
        ["collection", "products", "-g", "ashes"], warm_home, 40, NO_COLOR="1"
    ), "there is no room for it"
    seen = in_terminal(["deck", "list", "--all"], warm_home, NO_COLOR="1")
    assert "\nthe-spawn-of-shadowreck-victoria  ashes " in seen.replace("\r", ""), "the last columns are folded first"
    assert max(map(len, seen.replace("\r", "").splitlines())) <= 80


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["undo", "x"], "'x' is no whole number."),
        (["undo", "0"], "0 is less than 1."),
        (["deck", "hand", "s01", "-n", "0"], "0 is not from 1 to 10000."),
        (["deck", "hand", "s01", "-n", "1e3"], "'1e3' is no whole number."),
        (["deck", "export", "s01", "--offset-x", "wide"], "'wide' is no number."),
    ],
)
def test_a_number_that_is_none_or_too_large_is_told_in_plain_words(deckcli, words, said):
    ran = deckcli(*words)
    assert ran.code == 2
    assert said in ran.err
    assert len(ran.err.splitlines()) == 1


@pytest.mark.parametrize("option", ["--color", "--db"])
def test_an_option_of_the_whole_program_behind_a_command_is_told_with_its_place(deckcli, option):
    ran = deckcli("deck", "list", option, "always")
    assert (ran.code, ran.err) == (2, f"{option} stands before the command: `deckcli {option} ... deck list`.\n")
    assert "no such option: --nosuch" in deckcli("deck", "list", "--nosuch").err
