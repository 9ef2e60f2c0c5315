"""What `deckcli deck check` does: one list, or a folder of them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from catalog.errors import UnreadableError
from catalog.pool import Pool
from catalog.reading import Catalog
from deckcli.cli.lists import Asked, in_default_game, read_file, read_list, say_game
from deckcli.cli.owned import Owned
from deckcli.cli.session import Session
from deckcli.decks.deck import DeckList
from deckcli.decks.resolve import Lookup
from deckcli.errors import DeckcliError, UnknownListError
from deckcli.games.verdict import Verdict, judge, with_problems


@dataclass(frozen=True, slots=True)
class Judging:
    """How lists are to be judged, as the options say; `asked` without its text where there are many."""

    asked: Asked
    rules: str
    leader: str
    lenient: bool
    json: bool
    owned: bool = False

    def verdict(self, wanted: DeckList, catalog: Lookup, stock: Owned | None) -> Verdict:
        """One list, judged; against the collection too, where one is handed in."""
        game = self.asked.game
        found = judge(wanted, catalog, game=game, rules=self.rules, leader=self.leader, lenient=self.lenient)
        if stock is None:
            return found
        from deckcli.cli.lacking import short_copies

        return with_problems(found, short_copies(stock, wanted, found.deck))

    def stock(self, here: Session, catalog: Catalog) -> Owned | None:
        """The collection, where --owned asks for it; read when it is first looked at."""
        return Owned(here, catalog) if self.owned else None


def check_one(here: Session, how: Judging) -> bool:
    """Judge one list and show the verdict; whether it is legal."""
    from deckcli.screen.verdict import verdict_blocks, verdict_json

    with here.catalog() as catalog:
        wanted = read_list(how.asked, here, catalog)
        verdict = how.verdict(wanted, catalog, how.stock(here, catalog))
    say_game(here, how.asked, wanted, verdict.game.slug)
    if how.json:
        here.out.data(verdict_json(verdict))
    else:
        here.out.show(verdict_blocks(verdict))
    return verdict.legal


def check_batch(here: Session, folder: Path, how: Judging) -> bool:
    """Judge every file of a folder, sorted by name, a line each; whether there are any, and all are legal.

    A file that cannot be read is a line like any other, and the rest goes on. Raises UnknownListError for a folder
    that is not there.
    """
    files = _files(folder)
    legal = 0
    with here.catalog() as catalog:
        pool, stock = Pool(catalog), how.stock(here, catalog)
        for path in files:
            legal += _judge_file(here, path, how, pool, stock)
    if not files:
        here.out.note(f"{folder}: there is no list in this folder.")
    elif not how.json:
        here.out.note(f"{legal} of {len(files)} lists are legal.")
    return 0 < legal == len(files)


def _files(folder: Path) -> list[Path]:
    """The files of a folder by name, without hidden ones; links that lead nowhere are told about like any other."""
    try:
        inside = list(folder.iterdir())
    except (FileNotFoundError, NotADirectoryError):
        raise UnknownListError(f"{folder}: there is no such folder.") from None
    except (OSError, ValueError) as error:
        raise UnknownListError(f"{folder}: cannot be opened: {getattr(error, 'strerror', None) or error}.") from None
    seen = (path for path in inside if not path.name.startswith("."))
    return sorted(path for path in seen if path.is_file() or (path.is_symlink() and not path.exists()))


def _judge_file(here: Session, path: Path, how: Judging, catalog: Lookup, stock: Owned | None) -> bool:
    from deckcli.screen.verdict import verdict_json, verdict_line

    asked = replace(how.asked, text=str(path))
    try:
        verdict = how.verdict(in_default_game(read_file(path, asked), asked, catalog), catalog, stock)
    except (UnreadableError, DeckcliError) as error:
        what = str(error).removeprefix(f"{path}: ")
        _line(here, how, {"file": path.name, **_NOT_JUDGED, "error": what}, f"{path.name}: not judged: {what}")
        return False
    _line(here, how, {"file": path.name, **verdict_json(verdict)} if how.json else {}, verdict_line(verdict, path.name))
    return verdict.legal


_NOT_JUDGED: dict[str, Any] = {
    "game": "",
    "rules": "",
    "deck": "",
    "legal": False,
    "counts": {},
    "problems": [],
    "report": {"lines": 0, "cards": 0, "headers": 0, "comments": 0, "blank": 0, "problems": 0},
}
"""What scripts read of a file that could not be judged, beside `error`: the shape of any verdict."""


def _line(here: Session, how: Judging, value: dict[str, Any], text: str) -> None:
    from deckcli.screen.safe import safe

    if how.json:
        here.out.data(value)
    else:
        here.out.text(safe(text) + "\n")
