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
    text = "a\x1b\x9b\u202e\u2028é\ud800"
    assert json.loads(dump({"a": text}))["a"] == text
    assert not set(dump({"a": text})) & set("\x1b\x9b\u202e\u2028\ud800")


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
