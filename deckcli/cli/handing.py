"""What `deckcli deck export --to html|pdf|checklist` does: a deck for somebody, which is not read back as a list."""

from __future__ import annotations

from deckcli.cli.keeping import Exporting, show_problems, write_file
from deckcli.cli.lists import Asked, read_list, say_game
from deckcli.cli.session import Session
from deckcli.decks.resolve import resolve
from deckcli.errors import UsageError
from deckcli.games import GAMES
from deckcli.games.verdict import judge
from deckcli.screen.decks import plan_json
from deckcli.screen.handout import Handout, handout
from deckcli.screen.printer import Printer
from deckcli.screen.verdict import problem_json


def hand_out(here: Session, asked: Asked, how: Exporting, printer: Printer) -> int:
    """Write a deck as a page, as sheets to print or as a checklist; the exit code.

    It is 1 where a line of the list is no card; the rest is handed out. Raises UsageError where nothing of the list is
    known, and where the extra `print` is missing.
    """
    with here.catalog() as catalog:
        wanted = read_list(asked, here, catalog)
        deck, problems = resolve(wanted, catalog, game=asked.game)
        if not deck.slots:
            raise UsageError(f"{wanted.source}: there is no card in it that could be handed out.")
        judged = GAMES[deck.game].check is not None
        verdict = judge(wanted, catalog, game=deck.game) if judged else None
        hand = handout(deck, verdict, plan_json(deck, catalog))
    say_game(here, asked, wanted, deck.game)
    errors = [problem for problem in problems if problem.severity == "error"]
    show_problems(here, errors)
    told: dict[str, object] = {"game": deck.game, "deck": deck.name, "format": how.to, "file": str(how.file or ""),
                               "problems": [problem_json(problem) for problem in errors]}  # fmt: skip
    if how.to == "html":
        _write_page(here, hand, how, told)
    else:
        _write_sheets(here, hand, how, printer, told)
    return 1 if errors else 0


def _write_page(here: Session, hand: Handout, how: Exporting, told: dict[str, object]) -> None:
    from deckcli.screen.page import page

    text = page(hand)
    _write_file(here, how, text.encode())
    if how.json:
        here.out.data({**told, "text": text})
    elif how.file is None:
        here.out.text(text)


def _write_sheets(here: Session, hand: Handout, how: Exporting, printer: Printer, told: dict[str, object]) -> None:
    from deckcli.screen.sheets import checklist, sheets

    if how.file is None and (how.json or here.out.person):
        raise UsageError("a PDF is no text to be shown. Name a file for it: -o deck.pdf.")
    done = sheets(hand, printer) if how.to == "pdf" else checklist(hand)
    for loss in done.lost:
        here.out.note(f"not in the PDF: {loss}")
    _write_file(here, how, done.data)
    if how.json:
        here.out.data({**told, "pages": done.pages, "bytes": len(done.data), "lost": list(done.lost)})
    elif how.file is None:
        here.out.bytes(done.data)


def _write_file(here: Session, how: Exporting, data: bytes) -> None:
    if how.file is not None:
        write_file(how.file, data, force=how.force, dry_run=how.dry_run)
        here.out.note(f"{'would write' if how.dry_run else 'wrote'} {how.file}.")
