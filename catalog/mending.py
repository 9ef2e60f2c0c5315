"""What can be mended of a person's library by itself: broken indexes, and cards that are called otherwise by now."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from catalog.library import Library
from catalog.library_file import faults_of, guarded, open_for_writing
from catalog.migrations import copy_aside, version_of

Renamed = Mapping[tuple[str, str], str]
"""What cards are called now, by game and former slug."""


def mend_indexes(path: Path) -> Path | None:
    """Make the indexes of a library anew, where nothing but indexes is broken; the copy of it that was put aside first.

    None when there is nothing to mend, or more is broken than indexes. Raises DatabaseTroubleError.
    """
    faults = faults_of(path)
    if not faults or not all("index" in fault for fault in faults):
        return None
    with closing(open_for_writing(path)) as db, guarded(path):
        aside = copy_aside(path, version_of(db, path) or 0)
        db.execute("REINDEX")
    return aside


def mend_names(library: Library, renamed: Renamed) -> list[str]:
    """Have holdings and decks call every card as it is called now; what was done, in words. One step of the journal."""
    moved = [one for one in library.holdings() if (one.game, one.slug) in renamed]
    decks = [deck for deck in library.decks() if any((deck.game, slot.slug) in renamed for slot in deck.slots)]
    if not moved and not decks:
        return []
    done = []
    with library.step("doctor: cards are called as they are now"):
        for one in moved:
            now = renamed[one.game, one.slug]
            kind = {"printing": one.printing, "condition": one.condition, "language": one.language,
                    "finish": one.finish, "binder": one.binder, "note": one.note}  # fmt: skip
            library.set_count(one.game, one.slug, 0, **kind)  # type: ignore[arg-type]
            library.add(one.game, now, one.count, for_trade=one.for_trade, **kind)
            done.append(f"{one.count} of {one.slug} are now kept as {now}")
        for deck in decks:
            slots = [replace(slot, slug=renamed.get((deck.game, slot.slug), slot.slug)) for slot in deck.slots]
            first = [renamed.get((deck.game, slug), slug) for slug in deck.first_five]
            library.revise(deck.id, slots=slots, first_five=first, comment="cards called as they are now")
            done.append(f'deck "{deck.name}" calls its cards as they are called now')
    return done
