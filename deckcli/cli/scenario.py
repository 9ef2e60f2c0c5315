"""`deckcli scenario`: rules tests as text."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from deckcli.cli.options import JsonOption
from deckcli.cli.session import session


def scenario(
    context: typer.Context,
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Scenario files, or folders of them.")],
    json_: JsonOption = False,
) -> None:
    """Run rules tests written as text: set up, choose, expect."""
    from deckcli.cli.checking import run_scenarios

    raise typer.Exit(run_scenarios(session(context), files, json_))
