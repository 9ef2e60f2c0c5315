"""`kill -9` in the middle of any command leaves readable databases and no half import."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from catalog.home import Home
from catalog.library import Library
from catalog.library_file import faults_of

CARDS = {
    "results": [
        {"name": f"Made Up {number}", "stub": f"made-up-{number}", "type": "Ally", "text": "x" * 200}
        for number in range(800)
    ]
}


def killed(arguments: list[str], home: Path, after: float, stdin: bytes = b"") -> None:
    """Run a command and kill it so many seconds after its start (or let it end)."""
    with subprocess.Popen(
        [sys.executable, "-m", "deckcli", *arguments],
        stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        env={**os.environ, "DECKCLI_HOME": str(home)},
    ) as process:  # fmt: skip
        assert process.stdin is not None
        try:
            process.stdin.write(stdin)
            process.stdin.close()
        except BrokenPipeError:
            pass
        time.sleep(after)
        process.send_signal(signal.SIGKILL)


@pytest.mark.scaled
def test_a_deck_import_killed_at_any_moment_is_whole_or_not_there(
    warm_home: Path, scaled: Callable[[int, int], int]
) -> None:
    moments = random.Random(3)
    for number in range(scaled(8, 60)):
        arguments = ["deck", "import", "the-iron-men", "--name", f"deck {number}"]
        killed(arguments, warm_home, moments.uniform(0.1, 1.4))
        home = Home(warm_home, warm_home / "library.db")
        assert faults_of(home.library) == []
        with Library.open(home) as library:
            decks = library.decks()
            assert len(library.log(999)) == len(decks)
        assert all(deck.count() == 31 for deck in decks)


@pytest.mark.scaled
def test_a_card_import_killed_at_any_moment_is_whole_or_not_there(
    warm_home: Path, scaled: Callable[[int, int], int]
) -> None:
    moments = random.Random(4)
    arguments = ["cards", "import", "-", "-g", "ashes", "--pack", "mine", "--force"]
    for number in range(scaled(6, 40)):
        cards = {"results": CARDS["results"][number:]}  # another pack each time, so that there is something to write
        killed(arguments, warm_home, moments.uniform(0.1, 2.6), json.dumps(cards).encode())
        assert faults_of(warm_home / "library.db") == []
        for pack in (warm_home / "packs").glob("*.json"):
            cards = json.loads(pack.read_text(encoding="utf-8"))
            assert len(cards["card"]) in range(800 - number, 801)


def test_a_command_after_a_kill_works_as_ever(warm_home: Path, deckcli: Callable[..., object]) -> None:
    (warm_home / "cards.db").unlink()
    killed(["games"], warm_home, 0.9)
    ran = deckcli("deck", "check", "the-iron-men")
    assert getattr(ran, "code", None) == 0
    assert [path.name for path in warm_home.glob("cards.db*") if path.suffix == ".db"] == ["cards.db"]
