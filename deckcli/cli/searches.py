"""What `deckcli cards search --save|--saved|--forget` do: searches that are kept, `@name` in another."""

from __future__ import annotations

from catalog.saved import SearchTakenError
from deckcli.cli.session import Session
from deckcli.errors import CannotWriteError
from deckcli.screen.out import Style


def keep_search(here: Session, name: str, text: str, force: bool, dry_run: bool) -> None:
    """Save a search that was understood. Raises CannotWriteError for a name that is taken, unless `force`."""
    name = name.removeprefix("@")
    with here.library(write=True) as library, library.step(f"cards search --save {name}", dry_run=dry_run):
        try:
            library.save_search(name, text, replace=force)
        except SearchTakenError as taken:
            raise CannotWriteError(f"{taken}. --force replaces it.") from None
    here.out.note(f"{'would keep' if dry_run else 'kept'} it: @{name} stands for {text}")


def forget_search(here: Session, name: str, dry_run: bool, json: bool) -> None:
    """Take a saved search away."""
    name = name.removeprefix("@")
    with here.library(write=True) as library, library.step(f"cards search --forget {name}", dry_run=dry_run):
        library.forget_search(name)
    if json:
        here.out.data({"forgotten": not dry_run, "name": name})
    else:
        here.out.note(f"{'would forget' if dry_run else 'forgot'} @{name}; `deckcli undo` brings it back.")


def show_searches(here: Session, json: bool, style: Style | None) -> None:
    """The saved searches, by name."""
    from deckcli.screen.blocks import Columns

    with here.library() as library:
        searches = library.searches()
    if json:
        here.out.data({"searches": [{"name": one.name, "query": one.text} for one in searches]})
    elif searches or style:
        here.out.table(Columns(["name", "query"], [[f"@{one.name}", one.text] for one in searches]), style)
    else:
        here.out.note("no search is kept yet: `deckcli cards search --save NAME QUERY`.")
