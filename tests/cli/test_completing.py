"""A shell completes the names of cards and decks, straight from the databases and at once."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from catalog import completing
from deckcli.completing import OWN_PLAYERS, PLAYERS, players, wanted

HEAVY = {"typer", "sqlmodel", "sqlalchemy", "pydantic", "rich", "rapidfuzz", "tomllib", "dataclasses", "inspect"}


def bash(home: Path, *words: str, importtime: bool = False) -> subprocess.CompletedProcess[str]:
    """What bash hears when the last of these words is to be completed; words as they are typed, quotes and all."""
    environment = {
        **os.environ, "DECKCLI_HOME": str(home), "_DECKCLI_COMPLETE": "complete_bash", "PYTHONIOENCODING": "utf-8",
        "COMP_WORDS": "\n".join(["deckcli", *words]), "COMP_CWORD": str(len(words)),
    }  # fmt: skip
    command = [sys.executable, *(["-X", "importtime"] if importtime else []), "-m", "deckcli"]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=60)


def completed(home: Path, *words: str) -> list[str]:
    ran = bash(home, *words)
    assert (ran.returncode, ran.stderr) == (0, "")
    return ran.stdout.splitlines()


@pytest.fixture
def shelf(warm_home: Path, deckcli: Any) -> Path:
    deckcli("deck", "import", "the-iron-men", "--name", "Iron Löwe's")
    deckcli("deck", "import", "s01", "--name", "Irons")
    deckcli("cards", "search", "--save", "small", "life<=1", "-g", "ashes")
    return warm_home


def test_a_card_is_completed_whatever_the_case(shelf: Path) -> None:
    assert completed(shelf, "cards", "show", "iron\\ w") == ["Iron\\ Worker"]
    assert completed(shelf, "cards", "show", '"Iron W') == ["Iron Worker"]
    assert completed(shelf, "deck", "add", "Irons", "caeda,\\ ta") == ["Caeda,\\ Talys\\'s\\ Heart"]
    assert completed(shelf, "deck", "add", "Irons", "Fear", "3", "'Caeda, Ta") == ["Caeda, Talys'\\''s Heart"]
    assert completed(shelf, "cards", "show", "nosuchcard") == []


def test_a_game_that_is_told_narrows_it(shelf: Path) -> None:
    assert "Marth\\,\\ Altean\\ Prince" in [
        name.replace(",", "\\,") for name in completed(shelf, "cards", "show", "Marth")
    ]
    assert completed(shelf, "cards", "show", "-g", "ashes", "Marth") == []
    assert completed(shelf, "cards", "show", "--game=ashes", "Marth") == []


def test_saved_decks_come_before_bundled_ones(shelf: Path) -> None:
    assert completed(shelf, "deck", "check", "iron") == ["Iron\\ Löwe\\'s", "Irons"]
    assert completed(shelf, "deck", "check", "the-iron") == ["the-iron-men"]
    assert completed(shelf, "deck", "edit", "the-iron") == [], "only one's own are edited"
    assert completed(shelf, "deck", "check", "iron\\ lo") == ["Iron\\ Löwe\\'s"]
    assert completed(shelf, "goldfish", "--seed", "7", "irons") == ["Irons"]
    assert completed(shelf, "play", "Irons", "--vs", "the-iron") == ["the-iron-men"]


def test_values_of_options_states_and_searches_are_completed(shelf: Path) -> None:
    assert completed(shelf, "cards", "search", "-g", "c") == ["cipher"]
    assert completed(shelf, "deck", "new", "X", "--phoenixborn", "coal") == ["Coal\\ Roarkwin"]
    assert completed(shelf, "deck", "state", "Irons", "b") == ["built"]
    assert completed(shelf, "cards", "search", "@s") == ["@small"]


def test_players_are_completed_after_a_comma_too(shelf: Path) -> None:
    assert completed(shelf, "duel", "s01", "s02", "--players", "") == [
        "random", "goldfish", "heuristic", "search", "greedy",
    ]  # fmt: skip
    assert completed(shelf, "duel", "-g", "cipher", "s01", "s02", "--players", "g") == ["goldfish"]
    assert completed(shelf, "duel", "s01", "s02", "--players", "random,he") == ["random,heuristic"]
    assert completed(shelf, "play", "s01", "--player", "se") == ["search"]
    assert completed(shelf, "play", "s01", "--player", "random,se") == [], "each seat has an option of its own"


def test_bash_takes_words_apart_and_hears_only_the_last_part(shelf: Path) -> None:
    assert completed(shelf, "duel", "s01", "s02", "--players", "search", ":", "16,he") == ["16,heuristic"]
    assert completed(shelf, "duel", "s01", "s02", "--players", "=", "he") == ["heuristic"]
    assert completed(shelf, "duel", "s01", "s02", "--players", "=", "search", ":", "16,he") == ["16,heuristic"]
    assert completed(shelf, "duel", "s01", "--players", "=", "search", ":", "16", "the-iron") == ["the-iron-men"]
    assert completed(shelf, "cards", "show", "--game", "=", "ashes", "Marth") == []
    assert completed(shelf, "cards", "show", "--game", "=") == ["ashes", "cipher", "phase", "phase10", "fantasyform"]
    assert completed(shelf, "deck", "check", "bundled", ":", "the-iron") == ["the-iron-men"]


def test_a_third_partys_player_is_completed_and_not_loaded(shelf: Path, tmp_path: Path, monkeypatch: Any) -> None:
    info = tmp_path / "mine-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: mine\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[deckcli.players]\ncareful = no_such_module:careful\n")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")]))
    assert completed(shelf, "duel", "s01", "s02", "--players", "random,ca") == ["random,careful"]


def test_the_players_of_every_game_are_known() -> None:
    from deckcli.games import GAMES
    from deckcli.games.players import GROUP, SEARCH

    for game in GAMES.values():
        assert set(players(game.slug)) >= {*game.players, SEARCH}
        assert set(PLAYERS) <= {*game.players, SEARCH}
        assert set(OWN_PLAYERS.get(game.slug, ())) <= set(game.players)
    assert GROUP == "deckcli.players"


def test_commands_and_options_are_left_to_typer(shelf: Path) -> None:
    assert completed(shelf, "deck", "di") == ["diff"]
    assert "--lenient" in completed(shelf, "deck", "check", "--len")


def test_zsh_and_fish_hear_the_same_names(shelf: Path) -> None:
    def heard(shell: str, line: str, **more: str) -> subprocess.CompletedProcess[str]:
        environment = {**os.environ, "DECKCLI_HOME": str(shelf), "_DECKCLI_COMPLETE": f"complete_{shell}",
                       "_TYPER_COMPLETE_ARGS": line, "PYTHONIOENCODING": "utf-8", **more}  # fmt: skip
        return subprocess.run(
            [sys.executable, "-m", "deckcli"], env=environment, capture_output=True, text=True, check=False
        )

    assert heard("zsh", "deckcli cards show 'Iron W").stdout == "_arguments '*: :((\"Iron Worker\"))'"
    assert heard("zsh", "deckcli cards show nosuch").stdout == "_files"
    fish = heard("fish", "deckcli deck check iron", _TYPER_COMPLETE_FISH_ACTION="get-args").stdout
    assert fish.splitlines() == ["Iron Löwe's", "Irons"]
    assert heard("fish", "deckcli deck check iron", _TYPER_COMPLETE_FISH_ACTION="is-args").returncode == 0
    line = "deckcli duel s01 s02 --players=search:16,heu"
    assert heard("fish", line, _TYPER_COMPLETE_FISH_ACTION="get-args").stdout == "--players=search:16,heuristic"
    assert heard("zsh", line).stdout == "_arguments '*: :((\"--players=search\\\\:16,heuristic\"))'"
    assert heard("fish", "deckcli deck check xyz", _TYPER_COMPLETE_FISH_ACTION="is-args").returncode == 1


def test_a_name_is_completed_without_anything_heavy(shelf: Path) -> None:
    """simonw/llm#1282, fastapi/typer#231: seconds to complete a word."""
    for words in (("cards", "show", "iron"), ("deck", "check", "iron"), ("duel", "--players", "he")):
        ran = bash(shelf, *words, importtime=True)
        assert ran.stdout
        loaded = {line.split("|")[-1].strip().split(".")[0] for line in ran.stderr.splitlines() if "|" in line}
        assert ("sqlite3" in loaded) == (words[0] != "duel")
        heavy = HEAVY - {"inspect"} if words[0] == "duel" else HEAVY  # which importlib.metadata may bring along
        assert loaded.isdisjoint(heavy), loaded & heavy


def test_completion_makes_no_file_and_bears_broken_ones(tmp_path: Path) -> None:
    home = tmp_path / "home"
    assert completed(home, "deck", "check", "iron") == []
    assert not home.exists()
    home.mkdir()
    for name in ("cards.db", "library.db"):
        (home / name).write_bytes(b"this is no database" * 100)
    assert completed(home, "cards", "show", "iron") == []
    assert completed(home, "deck", "check", "iron") == []
    assert completed(home, "deck", "check", "ä") == []


def test_names_that_could_disturb_a_terminal_are_left_out(shelf: Path, deckcli: Any) -> None:
    deckcli("deck", "import", "s01", "--name", "irons\x1b[2J")
    assert completed(shelf, "deck", "edit", "irons") == ["Irons"]


def test_bash_itself_completes_a_name(shelf: Path, tmp_path: Path) -> None:
    program = tmp_path / "deckcli"
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -m deckcli "$@"\n')
    program.chmod(0o755)
    script = (
        "IFS=$'\\n'; COMP_WORDS=(deckcli cards show 'iron\\ w'); COMP_CWORD=3; "
        'COMPREPLY=( $( env COMP_WORDS="${COMP_WORDS[*]}" COMP_CWORD=$COMP_CWORD '
        "_DECKCLI_COMPLETE=complete_bash deckcli ) )"
        '; printf "%s\\n" "${COMPREPLY[@]}"'
    )
    path = f"{tmp_path}{os.pathsep}{os.environ['PATH']}"
    ran = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=True,
                         env={**os.environ, "PATH": path, "DECKCLI_HOME": str(shelf)})  # fmt: skip
    assert ran.stdout == "Iron\\ Worker\n"


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        (["deck", "check"], "list"), (["deck", "check", "--rules"], ""), (["deck", "check", "--rules", "x"], "list"),
        (["deck", "check", "a"], ""), (["deck", "add", "a", "b", "3"], "card"), (["games"], ""), ([], ""), (["-"], ""),
        (["--db", "x", "deck", "edit"], "deck"), (["deck", "check", "--rules=x"], "list"),
    ],
)  # fmt: skip
def test_what_stands_next_is_known_from_what_stands_before(words: list[str], kind: str) -> None:
    assert wanted(words)[0] == kind


def test_every_statement_fits_the_tables(built_home: Path) -> None:
    import sqlite3
    from contextlib import closing

    from catalog.migrations import migrate

    with closing(sqlite3.connect(built_home / "cards.db")) as db:
        for sql in (completing.CARDS, completing.BUNDLED):
            assert db.execute(f"EXPLAIN QUERY PLAN {sql}", ("a", "b", "", 1)).fetchall()
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as library:
        migrate(library, Path(":memory:"), aside=False)
        for sql in (completing.DECKS, completing.SEARCHES):
            assert library.execute(f"EXPLAIN QUERY PLAN {sql}", ("a", "b", "", 1)).fetchall()
