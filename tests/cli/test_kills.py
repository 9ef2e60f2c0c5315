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
from catalog.reading import Catalog

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
    for number in range(scaled(3, 30)):
        arguments = ["deck", "import", "the-iron-men", "--name", f"deck {number}"]
        killed(arguments, warm_home, moments.uniform(0.1, 1.4))
        home = Home(warm_home, warm_home / "library.db")
        assert faults_of(home.library) == []
        with Library.open(home) as library:
            decks = library.decks()
            assert len(library.log(999)) == len(decks)
        assert all(deck.count() == 31 for deck in decks)


@pytest.mark.scaled
def test_a_change_of_a_deck_killed_at_any_moment_is_made_or_not(
    warm_home: Path, deckcli: Callable[..., object], scaled: Callable[[int, int], int]
) -> None:
    deckcli("deck", "new", "Mine", "-g", "ashes")
    moments = random.Random(5)
    for _ in range(scaled(2, 20)):
        killed(["deck", "add", "Mine", "Anchornaut", "--allow-illegal"], warm_home, moments.uniform(0.2, 1.4))
        home = Home(warm_home, warm_home / "library.db")
        assert faults_of(home.library) == []
        with Library.open(home) as library:
            deck = library.deck("Mine")[0]
            assert deck.count() == deck.revision - 1 == len(library.log(999)) - 1


@pytest.mark.scaled
def test_an_edit_killed_while_the_editor_is_open_is_gone_on_with(
    warm_home: Path, deckcli: Callable[..., object], monkeypatch: pytest.MonkeyPatch
) -> None:
    """PlayersCouncil/gemp-lotr#331: SIGKILL in the edit session, reopen."""
    deckcli("deck", "new", "Mine", "-g", "ashes")
    written = warm_home / "edits" / "1.txt"
    program = "import sys, time; open(sys.argv[1], 'a').write('3x Anchornaut'); time.sleep(5)"
    monkeypatch.setenv("EDITOR", f'{sys.executable} -c "{program}"')
    process = subprocess.Popen(
        [sys.executable, "-m", "deckcli", "deck", "edit", "Mine"], stderr=subprocess.DEVNULL, start_new_session=True,
        env={**os.environ, "DECKCLI_HOME": str(warm_home)},
    )  # fmt: skip
    for _ in range(200):
        if written.exists() and "Anchornaut" in written.read_text(encoding="utf-8"):
            break
        time.sleep(0.1)
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    monkeypatch.setenv("EDITOR", "true")
    assert getattr(deckcli("deck", "edit", "Mine"), "code", None) == 0
    with Library.open(Home(warm_home, warm_home / "library.db")) as library:
        assert library.deck("Mine")[0].count() == 3


@pytest.mark.scaled
def test_a_card_import_killed_at_any_moment_is_whole_or_not_there(
    warm_home: Path, scaled: Callable[[int, int], int]
) -> None:
    moments = random.Random(4)
    arguments = ["cards", "import", "-", "-g", "ashes", "--pack", "mine", "--force"]
    for number in range(scaled(3, 25)):
        cards = {"results": CARDS["results"][number:]}  # another pack each time, so that there is something to write
        killed(arguments, warm_home, moments.uniform(0.1, 2.6), json.dumps(cards).encode())
        assert faults_of(warm_home / "library.db") == []
        for pack in (warm_home / "packs").glob("*.json"):
            cards = json.loads(pack.read_text(encoding="utf-8"))
            assert len(cards["card"]) in range(800 - number, 801)


@pytest.mark.scaled
def test_a_collection_killed_at_any_moment_has_whole_steps_only(
    warm_home: Path, deckcli: Callable[..., object], scaled: Callable[[int, int], int], tmp_path: Path
) -> None:
    """gltn/stdm#199: neither half an import nor half an `add`, and what was there before is there still."""
    deckcli("collection", "add", "Anchornaut", "1")
    moments, table, home = random.Random(6), tmp_path / "mine.csv", Home(warm_home, warm_home / "library.db")
    with Catalog.open(home) as catalog:
        names = [card.name for card in catalog.cards("ashes")]
    for number in range(scaled(4, 35)):
        table.write_text("count,name\n" + "".join(f'1,"{name}"\n' for name in names[number:]), encoding="utf-8")
        many = ["collection", "import", str(table), "-g", "ashes", "--add"]
        killed(many if number % 2 else ["collection", "add", "Iron Worker", "3"], warm_home, moments.uniform(0.2, 1.8))
        assert faults_of(home.library) == []
        with Library.open(home) as library:
            copies = sum(one.count for one in library.holdings())
            assert copies == 1 + sum(_taken(step.command, step.summary) for step in library.log(999)[:-1])


def _taken(command: str, summary: str) -> int:
    """How many copies a step says that it has taken in."""
    if command.startswith("collection add"):
        return 3
    before, after = summary.rpartition("; ")[2].removesuffix(" copies").split(" -> ")
    return int(after) - int(before)


def test_a_command_after_a_kill_works_as_ever(warm_home: Path, deckcli: Callable[..., object]) -> None:
    (warm_home / "cards.db").unlink()
    killed(["games"], warm_home, 0.9)
    ran = deckcli("deck", "check", "the-iron-men")
    assert getattr(ran, "code", None) == 0
    assert [path.name for path in warm_home.glob("cards.db*") if path.suffix == ".db"] == ["cards.db"]
