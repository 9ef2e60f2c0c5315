"""What `deckcli collection list` does."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass
from itertools import accumulate

from catalog.collection import kinds, totals
from catalog.reading import Catalog
from catalog.saved import OwnedKind, Total
from deckcli.cli.owned import Owned
from deckcli.cli.session import Session
from deckcli.decks.owned.names import Key
from deckcli.screen.collection import OwnedCard, filled, kind_json, kinds_columns, owned_columns, owned_json
from deckcli.screen.out import Style


@dataclass(frozen=True, slots=True)
class Listing:
    """What is to be listed and how, as the options say."""

    query: str
    game: str
    kinds: bool
    limit: int
    json: bool
    style: Style | None


def list_owned(here: Session, how: Listing) -> int:
    """Show what is owned; 1 when a query was given and nothing that is owned fits it."""
    with here.catalog() as catalog:
        owned = Owned(here, catalog, how.game)
        among = _fitting(catalog, owned, how) if how.query else None
        found = _show_kinds(here, owned, among, how) if how.kinds else _show_cards(here, owned, among, how)
    if not found and how.query and owned.totals:
        here.out.note(f"no card that you own fits that; you own {len(owned.totals)}.")
    elif not owned.totals and (others := _of_other_games(here, how)):
        here.out.note(f"you own nothing of this game; {others} card{'' if others == 1 else 's'} of others.")
    elif not owned.totals:
        here.out.note("you own nothing yet: `deckcli collection add NAME COUNT`, or `collection import FILE --add`.")
    elif how.limit and found > how.limit:
        here.out.note(f"{how.limit} of {found} rows; --limit 0 shows all.")
    return 1 if how.query and not found else 0


def _of_other_games(here: Session, how: Listing) -> int:
    """How many cards of other games are owned, where one game was asked for."""
    if not how.game or not here.home.library.exists():
        return 0
    with here.library() as library:
        return len(totals(library))


def _fitting(catalog: Catalog, owned: Owned, how: Listing) -> Set[Key]:
    """What the cards count as that a query fits."""
    from catalog.query import parse

    fields, releases = catalog.fields(how.game), catalog.releases(how.game)
    wanted = parse(how.query, fields, releases, game=how.game, counts=owned.counts())
    return {(card.game, card.name_key) for card in catalog.search(wanted)}


def _show_cards(here: Session, owned: Owned, among: Set[Key] | None, how: Listing) -> int:
    """A row a card, those that no deck claims beside; how many there are."""
    labels = [(owned.names.label(one.game, one.slug), one) for one in owned.totals]
    rows = [
        OwnedCard(label, one.count, owned.free[label.game, label.name_key], one.for_trade, one.kinds)
        for label, one in labels
        if among is None or (label.game, label.name_key) in among
    ]
    rows.sort(key=lambda row: (row.label.game, row.label.position, row.label.name))
    shown = rows[: how.limit] if how.limit else rows
    if how.json:
        here.out.data({"holdings": [owned_json(row) for row in shown]})
    elif shown or how.style:
        table = owned_columns(shown)
        here.out.table(table if how.style else filled(table), how.style)
    return len(rows)


def _show_kinds(here: Session, owned: Owned, among: Set[Key] | None, how: Listing) -> int:
    """A row a kind of copies; how many there are. Only those of the cards that are shown are read."""
    labels = {(one.game, one.slug): owned.names.label(one.game, one.slug) for one in owned.totals}
    cards = [one for one in owned.totals if among is None or (one.game, labels[one.game, one.slug].name_key) in among]
    cards.sort(key=lambda one: (one.game, labels[one.game, one.slug].position, one.slug))
    several = sum(one.kinds for one in cards)
    found = _kinds_of(here, cards, how) if cards else []
    # Cards in their order, and of each its printings: two sorts by what is cheap to compare, the second one stable.
    place = {(one.game, one.slug): number for number, one in enumerate(cards)}
    found.sort(key=lambda row: row.printing)
    found.sort(key=lambda row: place[row[:2]])
    shown = [(labels[row[:2]], row) for row in (found[: how.limit] if how.limit else found)]
    if how.json:
        here.out.data({"holdings": [kind_json(*row) for row in shown]})
    elif shown or how.style:
        table = kinds_columns(shown)
        here.out.table(table if how.style else filled(table), how.style)
    return several


def _kinds_of(here: Session, cards: Sequence[Total], how: Listing) -> list[OwnedKind]:
    """The kinds of some cards, in no order; with a limit, of no more of the cards than make up so many rows."""
    before = accumulate((one.kinds for one in cards), initial=0)
    first = {
        (one.game, one.slug) for one, rows in zip(cards, before, strict=False) if not how.limit or rows < how.limit
    }
    with here.library() as library:
        rows = kinds(library, how.game, {slug for _, slug in first} if how.limit else None)
    return [row for row in rows if row[:2] in first]
