"""The README tells the truth: its session runs, its commands are whole, its numbers are those of the data."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def block(mark: str) -> str:
    """The fenced block behind a mark of the README."""
    found = re.search(rf"<!-- {mark} -->\n```\w+\n(.*?)```", README, re.DOTALL)
    assert found, f"README has no block marked {mark}"
    return found[1]


def session() -> list[tuple[str, str]]:
    """The commands of the README session, each with what stands below it."""
    parts = re.split(r"^\$ (.+)\n", block("session"), flags=re.MULTILINE)[1:]
    return list(zip(parts[::2], parts[1::2], strict=True))


def test_the_session_of_the_readme_runs_as_written(built_home: Path, tmp_path: Path) -> None:
    command = os.environ.get("DECKCLI") or f"{shlex.quote(sys.executable)} -m deckcli"
    environment = {**os.environ, "DECKCLI_HOME": str(tmp_path / "home"), "PYTHONIOENCODING": "utf-8"}
    for name in ("NO_COLOR", "FORCE_COLOR"):
        environment.pop(name, None)
    if not os.environ.get("DECKCLI"):
        environment["DECKCLI_HOME"] = str(built_home)
    for line, expected in session():
        script = f'deckcli() {{ {command} "$@"; }}\n{line}\n'
        ran = subprocess.run(
            ["bash", "-c", script], capture_output=True, text=True, env=environment, cwd=ROOT, timeout=120, check=False
        )
        assert ran.stdout == expected, f"{line}\n{ran.stderr}"


@pytest.mark.parametrize("mark", ["main-command", "test-command"])
def test_a_command_of_the_readme_is_whole(mark: str) -> None:
    """It makes its environment, uses the pinned versions, and needs nothing but python3 and pip."""
    command = block(mark)
    assert "python3 -m venv .venv" in command
    assert "-c constraints.txt" in command


def test_the_constraints_pin_every_requirement() -> None:
    pinned = {
        line.split("==")[0].lower() for line in (ROOT / "constraints.txt").read_text().splitlines() if "==" in line
    }
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    wanted = set(re.findall(r'^\s+"([a-z][a-z0-9-]+)[><=]', project, re.MULTILINE))
    assert len(wanted) > 8
    assert wanted <= pinned
