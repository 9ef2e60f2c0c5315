"""In a sitting at a terminal, Tab completes commands, players after `hint`, and answers."""

from __future__ import annotations

import os
import select
import sys
from typing import Any

import pytest

from deckcli.cli import sitting
from deckcli.cli.typed import completing

pytest.importorskip("readline", reason="this machine has no readline")
pty = pytest.importorskip("pty", reason="this machine has no pseudo-terminals")

PROGRAM = """
from deckcli.cli.typed import completing
ask = completing(input, lambda said: [word for word in ("hint heuristic", "Keep the hand") if word.startswith(said)])
print("got", repr(ask("> ")))
"""


def test_tab_completes_the_whole_line_at_a_terminal() -> None:
    child, terminal = pty.fork()
    if not child:
        os.execve(sys.executable, [sys.executable, "-c", PROGRAM], {**os.environ, "TERM": "dumb"})
    try:
        heard = _until(terminal, b"", b"> ")
        os.write(terminal, b"hint h\t")
        heard = _until(terminal, heard, b"heuristic")
        os.write(terminal, b"\n")
        heard = _until(terminal, heard, b"got 'hint heuristic'")
    finally:
        os.close(terminal)
        os.waitpid(child, 0)
    assert b"got 'hint heuristic'" in heard


def _until(terminal: int, heard: bytes, wanted: bytes) -> bytes:
    """All that came from a terminal until something did; for a minute at most."""
    while wanted not in heard and select.select([terminal], [], [], 60)[0]:
        try:
            heard += os.read(terminal, 1024)
        except OSError:  # the other end is closed
            break
    return heard


def test_without_a_terminal_lines_are_read_as_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", open(os.devnull))  # noqa: SIM115

    def ask(prompt: str) -> str:
        return prompt

    assert completing(ask, lambda said: []) is ask


def test_commands_players_and_answers_are_known(deckcli: Any, warm_home: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    tables: list[Any] = []
    monkeypatch.setattr(sitting._Table, "play", lambda self: tables.append(self) or 0)
    assert deckcli("play", "s01", "--vs", "s02", "--seed", "3").code == 0
    (table,) = tables
    assert table.known("h") == ["hint", "help"]
    assert table.known("hint ") == ["hint random", "hint goldfish", "hint heuristic", "hint search"]
    assert table.known("hint SE") == ["hint search"]
    assert table.known("keep") == ["Keep the hand"]
    assert table.known("nothing like it") == []
