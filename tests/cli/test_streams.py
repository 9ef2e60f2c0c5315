"""Streams, signals and bytes that are not as one expects: still one clear line, and the exit code that says it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

BAD = os.fsdecode(b"x\xff")
"""An argument whose bytes are no UTF-8, as Python hands it on."""


INTERRUPTIBLE = (
    "import signal; signal.signal(signal.SIGINT, signal.default_int_handler);from deckcli.__main__ import main; main()"
)
"""This program, which hears Ctrl-C even where the tests were started in the background."""


def shell(script: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """A line of bash in which `deckcli` is this one."""
    whole = f'deckcli() {{ "{sys.executable}" -m deckcli "$@"; }}\nset -o pipefail\n{script}'
    return subprocess.run(
        ["bash", "-c", whole], capture_output=True, check=False, env={**os.environ, **environment}, timeout=120
    )


@pytest.mark.parametrize(("script", "code"), [
    ("deckcli games >&-", 0),
    ("deckcli --version >&-", 0),
    ("deckcli games -g zork 2>&-", 4),
    ("deckcli games -g zork 2>/dev/full", 4),
    ("deckcli deck check - -g ashes <&-", 1),
    ("deckcli cards import - -g ashes <&-", 3),
    ("deckcli games >/dev/full", 5),
])  # fmt: skip
def test_a_stream_that_is_closed_or_full_ends_in_no_traceback(warm_home, script, code):
    ran = shell(script)
    assert ran.returncode == code, ran.stderr
    assert b"Traceback" not in ran.stderr


def test_a_reader_who_leaves_in_the_middle_is_no_error(warm_home):
    """More than a pipe holds, so that the command itself meets the closed end."""
    for script in ("deckcli cards search game:cipher --json | head -c 1", "deckcli cards search game:cipher | true"):
        ran = shell(script)
        assert (ran.returncode, ran.stderr) == (0, b"")


def test_an_interrupted_command_says_so_and_leaves_with_130(warm_home):
    with subprocess.Popen(
        [sys.executable, "-c", INTERRUPTIBLE, "deck", "check", "-"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    ) as process:  # fmt: skip
        assert process.stdin is not None
        process.stdin.write(b"3x Anchornaut\n" * 100_000)  # returns once the command reads
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert (out, err) == (b"", b"interrupted\n")


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_study_that_is_broken_off_tells_what_there_is_and_ends(warm_home, tmp_path, jobs):
    """As a terminal does it: every process of the command is interrupted. None goes on with what is left."""
    journal = tmp_path / "study" / "journal.jsonl"
    many = ["goldfish", "s01", "-n", "1000000", "--jobs", jobs, "--out", str(journal.parent)]
    with subprocess.Popen(
        [sys.executable, "-c", INTERRUPTIBLE, *many],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True,
    ) as process:  # fmt: skip
        try:
            assert process.stderr is not None
            assert process.stderr.readline().startswith(b"seed ")
            for _ in range(6000):
                if journal.exists() and journal.read_bytes().count(b"\n") > 1:
                    break
                time.sleep(0.01)
            os.killpg(process.pid, signal.SIGINT)
            _, err = process.communicate(timeout=60)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            raise
    assert process.returncode == 130
    assert b"interrupted after" in err
    assert b"Traceback" not in err


NAMES = {
    "deck check": 4, "deck show": 4, "deck import": 4, "deck export": 4, "deck delete": 4, "cards check": 4,
    "cards show": 4, "games -g": 4, "deck check s01 --rules": 4, "cards search": 2, "cards search owl --sort": 2,
    "deck check s01 --main-character": 2, "deck import s01 --name": 2, "deck check s01 --from": 2,
    "deck check s01 --encoding": 2,
}  # fmt: skip


@pytest.mark.parametrize("command", NAMES)
def test_bytes_that_are_no_text_are_no_name(deckcli, command):
    for name in (BAD, f"{BAD}.txt"):
        ran = deckcli(*command.split(), name)
        assert (ran.code, ran.out) == (NAMES[command], "")
        assert "x<U+DCFF>" in ran.err or r"x\udcff" in ran.err


@pytest.mark.parametrize("name", ["a b.txt", "br[ack].txt", "new\nline.txt", "esc\x1b[31m.txt", "\u202etxt.txt",
                                  f"{BAD}.txt", "deck:x.txt", "-.txt", "./-"])  # fmt: skip
def test_a_file_of_any_name_is_read_and_its_name_does_nothing(deckcli, tmp_path, monkeypatch, name):
    (tmp_path / name).write_text("3x Anchornaut\n")
    monkeypatch.chdir(tmp_path)
    told = f"file:{name}" if name.startswith(("deck:", "-")) else name
    args = ["deck", "check", *([] if told.startswith("file:") else ["--"]), told]
    ran = deckcli(*args)
    assert ran.code == 1, ran.err
    assert "3 cards, and the deck has 30." in ran.out
    batch = deckcli("deck", "check", "--batch", ".")
    lines = batch.out.split("\n")
    assert len(lines) == 2, "one line, and its end"
    assert not set(ran.out + ran.err + batch.out) & set("\x1b\u202e\udcff")
    answer = json.loads(deckcli("deck", "check", "--batch", ".", "--json").out)
    assert answer["file"] == Path(name).name


@pytest.mark.parametrize("settings", [
    {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}, {"PYTHONIOENCODING": "ascii:strict"},
    {"PYTHONIOENCODING": "latin-1"},
])  # fmt: skip
def test_a_locale_without_utf8_ends_in_no_traceback(warm_home, settings):
    """Only names that the locale cannot hold are refused; what is shown is escaped."""
    for script, codes in (("cards show 'Lórien é'", (4,)), ("deck check the-iron-men", (0,)),
                          ("cards search 'é'", (0, 1, 2)), ("deck check 'Lórien.txt'", (4,)),
                          ("deck import s01 --name 'Ünï' --dry-run", (0, 2))):  # fmt: skip
        ran = shell(f"deckcli {script}", **settings)
        assert ran.returncode in codes, ran.stderr
        assert b"Traceback" not in ran.stderr
