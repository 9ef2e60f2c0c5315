"""What every test may ask for: a person's folder, and a command line run in it."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import settings

# The machine may be busy; what is slow is measured by the benchmarks, not by the suite.
settings.register_profile("deckcli", deadline=None, derandomize=bool(os.environ.get("CI")))  # elsewhere, explore
settings.load_profile("deckcli")

LONG = bool(os.environ.get("DECKCLI_LONG"))
"""The second stage of `.ci/run`: full counts of what the suite runs a tenth of."""


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "scaled: runs its full count in the second stage of .ci/run (DECKCLI_LONG=1)")


@pytest.fixture(scope="session")
def scaled() -> Callable[[int, int], int]:
    """`scaled(8, 80)`: how often to do what the second stage does more often. Mark such a test `scaled`."""
    return lambda few, many: many if LONG else few


@dataclass(frozen=True)
class Ran:
    """What one command line did: its exit code, and what it said on both streams."""

    code: int
    out: str
    err: str


class _Stream(io.TextIOWrapper):
    """A stream that is no terminal and can be read back."""

    def __init__(self) -> None:
        super().__init__(io.BytesIO(), encoding="utf-8", newline="")

    def text(self) -> str:
        self.flush()
        raw = self.buffer
        assert isinstance(raw, io.BytesIO)
        return raw.getvalue().decode("utf-8")


@pytest.fixture(scope="session")
def built_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A person's folder with the catalogue built; not to be written to."""
    from catalog.home import Home
    from catalog.loading import build
    from deckcli import EFFECTS
    from deckcli.games.finish import finish

    root = tmp_path_factory.mktemp("built")
    build(Home(root=root, library=root / "library.db"), finish, version=EFFECTS)
    return root


@pytest.fixture
def warm_home(built_home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A person's own folder, with the catalogue built and nothing else in it."""
    import shutil

    root = tmp_path / "deckcli-home"
    root.mkdir()
    shutil.copy2(built_home / "cards.db", root / "cards.db")
    monkeypatch.setenv("DECKCLI_HOME", str(root))
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    return root


@pytest.fixture
def deckcli(warm_home: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Ran]:
    """`deckcli("deck", "check", "-", stdin="...")` runs a command line in this process, as a pipe sees it."""
    from deckcli.cli.app import run

    def ran(*arguments: str, stdin: str | bytes = b"") -> Ran:
        data = stdin.encode() if isinstance(stdin, str) else stdin
        out, err = _Stream(), _Stream()
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data), encoding="utf-8"))
        with redirect_stdout(out), redirect_stderr(err):
            code = run(arguments)
        return Ran(code, out.text(), err.text())

    return ran
