"""`deckcli path`, `doctor`, `backup` and `restore`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from deckcli.cli.options import DryRunOption, JsonOption
from deckcli.cli.session import session


def path(context: typer.Context, json_: JsonOption = False) -> None:
    """Where everything lies: your folder, library, packs and settings, the catalogue, and the data of deckcli."""
    from catalog.home import data_root
    from deckcli.screen.blocks import Pairs

    here = session(context)
    places = {
        "home": here.home.root,
        "library": here.home.library,
        "packs": here.home.packs,
        "config": here.home.config,
        "catalogue": here.home.cards,
        "data": data_root(),
    }
    if json_:
        here.out.data({name: str(place) for name, place in places.items()})
    else:
        here.out.show([Pairs([(name, str(place)) for name, place in places.items()])])


def doctor(context: typer.Context, json_: JsonOption = False) -> None:
    """Check the databases and your packs, mend what can be mended from the data, and say what was found and done."""
    from deckcli.cli.health import examine
    from deckcli.screen.blocks import Item

    here = session(context)
    findings = examine(here)
    fine = all(finding.fine for finding in findings)
    if json_:
        here.out.data(
            {"fine": fine, "findings": [{"what": f.what, "fine": f.fine, "message": f.message} for f in findings]}
        )
    else:
        here.out.show(
            Item("fine" if f.fine else "fault", f"{f.what}: {f.message}", tone="good" if f.fine else "bad")
            for f in findings
        )
    raise typer.Exit(0 if fine else 5)


def backup(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The file to write.")],
    force: Annotated[bool, typer.Option("--force", help="Overwrite the file.")] = False,
    dry_run: DryRunOption = False,
    json_: JsonOption = False,
) -> None:
    """Copy your library (decks, collection, journal), as last committed, to one file."""
    from catalog.backups import backup as copy
    from deckcli.errors import CannotWriteError

    here = session(context)
    if file.is_dir():
        raise CannotWriteError(f"{file}: this is a folder. Name a file in it.")
    if file.exists() and not force:
        raise CannotWriteError(f"{file}: this file is there already. --force overwrites it.")
    if file.exists() and file.samefile(here.home.library):
        raise CannotWriteError(f"{file}: this is the library itself.")
    copy(here.home.library, file, dry_run=dry_run)
    if json_:
        here.out.data({"library": str(here.home.library), "backup": str(file), "dry_run": dry_run})
    else:
        here.out.note(f"{'would copy' if dry_run else 'copied'} {here.home.library} to {file}.")


def restore(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A backup, or a .bak file beside the library.")],
    dry_run: DryRunOption = False,
    json_: JsonOption = False,
) -> None:
    """Have your library hold what a backup holds; what was there is put aside first, beside it."""
    from catalog.backups import restore as bring_back
    from catalog.backups import usable
    from deckcli.errors import UnknownListError

    here = session(context)
    if not file.is_file():
        raise UnknownListError(f"{file}: there is no such backup.")
    usable(here.home.library, file)
    aside = None if dry_run else bring_back(here.home.library, file)
    if json_:
        here.out.data({"restored": not dry_run, "library": str(here.home.library), "aside": str(aside or "")})
        return
    here.out.note(f"{'would bring' if dry_run else 'brought'} {file} back as {here.home.library}.")
    if aside is not None:
        here.out.note(f"what was there lies in {aside}; `deckcli restore {aside}` takes this back.")
