"""What `deckcli scenario` does."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from catalog.errors import UnreadableError
from catalog.reading import Catalog
from deckcli.cli.inputs import text_of_file
from deckcli.cli.session import Session
from deckcli.errors import UnknownListError

_MOST_BYTES = 1024 * 1024


def run_scenarios(here: Session, paths: Sequence[Path], json: bool) -> int:
    """Run every scenario of some files and folders; 0 when all pass, else 1.

    Among several, one that cannot be read has failed, and the rest goes on; alone, it raises UnreadableError.
    """
    from deckcli.screen.blocks import Block, Item, Para

    files = list(_files(paths))
    with here.catalog() as catalog:
        results = [_result(path, catalog, alone=len(files) == 1) for path in files]
    failed = [result for result in results if not result["passed"]]
    if json:
        here.out.data({"passed": len(results) - len(failed), "failed": len(failed), "results": results})
        return 1 if failed else 0
    blocks: list[Block] = [
        Item(
            "failed", f"{one['file']}: {one['name']}", [f"expected: {one['expected']}", f"found: {one['found']}"], "bad"
        )
        for one in failed
    ]
    blocks.append(Para(f"{len(results) - len(failed)} passed, {len(failed)} failed.", "bad" if failed else "good"))
    here.out.show(blocks)
    return 1 if failed else 0


def _result(path: Path, catalog: Catalog, *, alone: bool) -> dict[str, Any]:
    from deckcli.games.scenarios import run_text

    try:
        result = run_text(text_of_file(path, _MOST_BYTES, "a scenario"), str(path), catalog)
    except UnreadableError as error:
        if alone:
            raise
        return {"file": str(path), "name": "", "passed": False, "expected": "a scenario", "found": error.what}
    told = {"name": result.name, "passed": result.passed, "expected": result.expected, "found": result.found}
    return {"file": str(path), **told}


def _files(paths: Sequence[Path]) -> Iterator[Path]:
    for path in paths:
        if path.is_dir():
            yield from sorted(path.rglob("*.toml"))
        elif path.is_file():
            yield path
        else:
            raise UnknownListError(f"{path}: there is no such file.")
