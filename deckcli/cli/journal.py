"""`deckcli undo`, `redo` and `log`."""

from __future__ import annotations

from typing import Annotated

import typer

from catalog.saved import Step
from deckcli.cli.options import DryRunOption, JsonOption, StyleOption
from deckcli.cli.session import session

StepsArgument = Annotated[int, typer.Argument(metavar="[STEPS]", min=1, help="How many steps.")]


def undo(
    context: typer.Context, steps: StepsArgument = 1, dry_run: DryRunOption = False, json_: JsonOption = False
) -> None:
    """Take back the last step (or so many): decks, collection and card packs."""
    _travel(context, steps, dry_run, json_, back=True)


def redo(
    context: typer.Context, steps: StepsArgument = 1, dry_run: DryRunOption = False, json_: JsonOption = False
) -> None:
    """Take a step again that was taken back (until another step is made)."""
    _travel(context, steps, dry_run, json_, back=False)


def _travel(context: typer.Context, steps: int, dry_run: bool, json_: bool, *, back: bool) -> None:
    here = session(context)
    with here.library(write=True) as library:
        done = library.undo(steps, dry_run=dry_run) if back else library.redo(steps, dry_run=dry_run)
    word = f"{'would take' if dry_run else 'took'} {'back' if back else 'again'}"
    if json_:
        here.out.data({"steps": [_json(step) for step in done], "dry_run": dry_run})
        return
    for step in done:
        here.out.note(f"{word} #{step.id}: {_words(step)}")


def log(
    context: typer.Context,
    limit: Annotated[int, typer.Option("--limit", min=1, help="How many steps.")] = 20,
    json_: JsonOption = False,
    style: StyleOption = None,
) -> None:
    """The steps so far, newest first; those taken back are marked."""
    from deckcli.screen.blocks import Columns

    here = session(context)
    with here.library() as library:
        steps = library.log(limit)
    if json_:
        here.out.data({"steps": [_json(step) for step in steps]})
    elif steps or style:
        rows = [[str(s.id), s.made, s.command, s.summary, "taken back" if s.undone else ""] for s in steps]
        here.out.table(Columns(["step", "when", "command", "what", "state"], rows, frozenset({"step"})), style)
    else:
        here.out.note("no step yet.")


def _words(step: Step) -> str:
    return f"{step.command} ({step.summary})" if step.summary else step.command


def _json(step: Step) -> dict[str, object]:
    return {
        "id": step.id,
        "made": step.made,
        "command": step.command,
        "summary": step.summary,
        "undone": step.undone,
    }
