"""`deckcli study show`, `resume` and `merge`: studies that lie in folders."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from deckcli.cli.options import JsonOption
from deckcli.cli.session import session
from deckcli.cli.study_options import ClusterOption, JobsOption

FolderArgument = Annotated[Path, typer.Argument(metavar="DIR", help="A folder that --out made.")]


def show(
    context: typer.Context,
    folder: FolderArgument,
    html: Annotated[
        Path | None, typer.Option("--html", metavar="FILE", help="As a page with charts, whole in itself.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite the file.")] = False,
    json_: JsonOption = False,
) -> None:
    """What a study has found so far, from its folder; nothing is played, and the folder is left as it is."""
    from deckcli.cli.keeping import write_file
    from deckcli.cli.testing import left_of, show_study
    from deckcli.study.folder import Folder
    from deckcli.study.settings import stamp_of

    here = session(context)
    with here.catalog() as catalog, Folder.open(folder, catalog) as found:
        pass
    words = stamp_of(found.study).differs(found.stamp)
    if words:
        here.out.note(f"{folder}: there is {words} now; the figures are those of then.")
    if found.torn:
        here.out.note(f"{folder}: the last line of its journal is not whole, and does not count.")
    missing, total = left_of(found), found.study.total
    if missing:
        here.out.note(f"{total - missing} of {total} playthroughs are there; `deckcli study resume {folder}` goes on.")
    if html is not None:
        from deckcli.screen.study_page import study_page

        write_file(html, study_page(found), force=force)
        here.out.note(f"wrote {html}.")
    if json_ or html is None:
        show_study(here, found, json_, None, study=_told(found, missing))


def _told(found: Any, missing: int) -> dict[str, Any]:
    """What the JSON of a study in a folder says of the folder."""
    study, stamp = found.study, found.stamp
    return {
        "kind": study.kind,
        "folder": str(found.path),
        "plans": len(study.plans),
        "from": study.begin,
        "to": study.end,
        "playthroughs": study.total,
        "missing": missing,
        "digest": found.settings["study"],
        "engine": stamp.engine,
        "data": stamp.data,
        "third_parties": dict(stamp.players),
        "torn": found.torn,
    }


def resume(
    context: typer.Context,
    folder: FolderArgument,
    jobs: JobsOption = 1,
    cluster: ClusterOption = "",
    json_: JsonOption = False,
) -> None:
    """Play what a study in a folder still misses, and show it; what is there is not played again."""
    from deckcli.cli.testing import Part, Trying, left_of, play_and_close, show_study
    from deckcli.screen.studies import known
    from deckcli.study.folder import Folder

    here = session(context)
    how = Trying("", 0, None, jobs, (), True, json_, 0, Part(folder, cluster))
    with here.catalog() as catalog:
        found = Folder.open(folder, catalog, write=True)
    with found:
        known(found)
        code, _ = play_and_close(here, found, how, found.study.kind)
    show_study(here, found, json_, None, study=_told(found, left_of(found)))
    raise typer.Exit(code)


def merge(
    context: typer.Context,
    folders: Annotated[list[Path], typer.Argument(metavar="DIR DIR...", help="Folders of the same study.")],
    out: Annotated[
        Path | None, typer.Option("--out", metavar="DIR", help="Keep what they hold together in this folder.")
    ] = None,
    json_: JsonOption = False,
) -> None:
    """Put the folders of one study together: each playthrough counts once, and they must agree.

    Without --out, what they hold together is shown and nothing is written.
    """
    from deckcli.cli.testing import show_study
    from deckcli.study.folder import Folder
    from deckcli.study.merging import merge as merge_into
    from deckcli.study.merging import merged

    here = session(context)
    with here.catalog() as catalog:
        read = [Folder.open(folder, catalog) for folder in folders]
    if out is None:
        whole = merged(read)
    else:
        with merge_into(read, out) as whole:
            pass
    missing = sum(batch.count for batch in whole.missing())
    if missing:
        here.out.note(f"{missing} of {whole.study.total} playthroughs are in none of them.")
    show_study(here, whole, json_, None)
