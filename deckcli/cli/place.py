"""`deckcli path` and `doctor`."""

from __future__ import annotations

import typer

from deckcli.cli.options import JsonOption
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
    """Check the databases and your packs, build the catalogue anew, and say what was found."""
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
