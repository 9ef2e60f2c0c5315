"""What `deckcli deck check` does: one list, or a folder of them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from catalog.errors import UnreadableError
from catalog.reading import Catalog
from deckcli.cli.lists import Asked, read_file, read_list
from deckcli.cli.session import Session
from deckcli.decks.deck import DeckList
from deckcli.errors import DeckcliError, UnknownListError
from deckcli.games.verdict import Verdict, judge


@dataclass(frozen=True, slots=True)
class Judging:
    """How lists are to be judged, as the options say."""

    game: str
    rules: str
    leader: str
    format: str
    encoding: str
    lenient: bool
    json: bool

    def asked(self, text: str) -> Asked:
        """A LIST read as these options say."""
        return Asked(text, self.format, self.encoding, self.game)

    def verdict(self, wanted: DeckList, catalog: Catalog) -> Verdict:
        """One list, judged."""
        return judge(wanted, catalog, game=self.game, rules=self.rules, leader=self.leader, lenient=self.lenient)


def check_one(here: Session, text: str, how: Judging) -> bool:
    """Judge one list and show the verdict; whether it is legal."""
    from deckcli.screen.verdict import verdict_blocks, verdict_json

    with here.catalog() as catalog:
        wanted = read_list(how.asked(text), here, catalog)
        verdict = how.verdict(wanted, catalog)
    if not how.game and not wanted.game:
        here.out.note(f"the cards are of {verdict.game.name} (-g {verdict.game.slug})")
    if how.json:
        here.out.data(verdict_json(verdict))
    else:
        here.out.show(verdict_blocks(verdict))
    return verdict.legal


def check_batch(here: Session, folder: Path, how: Judging) -> bool:
    """Judge every file of a folder, sorted by name, a line each; whether all are legal.

    A file that cannot be read is a line like any other, and the rest goes on. Raises UnknownListError for a folder
    that is not there.
    """
    from deckcli.screen.verdict import verdict_line

    if not folder.is_dir():
        raise UnknownListError(f"{folder}: there is no such folder.")
    files = sorted(path for path in folder.iterdir() if path.is_file() and not path.name.startswith("."))
    legal = 0
    with here.catalog() as catalog:
        for path in files:
            try:
                verdict = how.verdict(read_file(path, how.asked(str(path))), catalog)
            except (UnreadableError, DeckcliError) as error:
                _line(here, how, {"file": path.name, "legal": False, "error": str(error)}, f"{path.name}: {error}")
                continue
            legal += verdict.legal
            _line(here, how, _json(path.name, verdict) if how.json else {}, verdict_line(verdict, path.name))
    if not how.json:
        here.out.note(f"{legal} of {len(files)} lists are legal.")
    return legal == len(files)


def _json(name: str, verdict: Verdict) -> dict[str, Any]:
    from deckcli.screen.verdict import verdict_json

    return {"file": name, **verdict_json(verdict)}


def _line(here: Session, how: Judging, value: dict[str, Any], text: str) -> None:
    from deckcli.screen.safe import safe

    if how.json:
        here.out.data(value)
    else:
        here.out.text(safe(text) + "\n")
