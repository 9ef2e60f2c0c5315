"""`deckcli deck find`: decks by what they hold, saved and bundled."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

import typer

from catalog.card import BundledDeck
from catalog.errors import UnreadableError
from catalog.pool import Pool
from catalog.reading import Catalog
from catalog.saved import SavedDeck
from deckcli.cli.options import GameOption, JsonOption, StyleOption
from deckcli.cli.session import Session, session
from deckcli.decks.deck import Deck, DeckList
from deckcli.errors import DeckcliError, UnknownNameError, UsageError


def find(
    context: typer.Context,
    query: Annotated[list[str], typer.Argument(metavar="QUERY...", help="What to look for; see below.")],
    game: GameOption = None,
    json_: JsonOption = False,
    style: StyleOption = None,
) -> None:
    """Find decks by what they hold: `deckcli deck find '[[type:ally magic<=2]]>=8'`."""
    from deckcli.decks.finding import parse
    from deckcli.screen.blocks import Columns

    here = session(context)
    with here.catalog() as catalog:
        slug = here.told(game)
        wanted = parse(" ".join(query), cards_of(here, catalog, slug), _is_format)
        every = _decks(here, catalog, slug)
        found = [one for one in every if wanted.fits(one)]
    rows = [(one, wanted.counts(one.deck)) for one in found]
    if json_:
        here.out.data({"count": len(rows), "decks": [one.json(counts) for one, counts in rows]})
    elif rows or style:
        heads = ["id", "game", "name", "state", *(["copies"] if wanted.counted else [])]
        cells = [one.cells + ([", ".join(map(str, counts))] if wanted.counted else []) for one, counts in rows]
        here.out.table(Columns(heads, cells, frozenset({"copies"})), style)
    if not rows:
        here.out.note(f"none of {len(every)} decks fits that.")
        raise typer.Exit(1)


@dataclass(slots=True)
class _Found:
    """A saved or a bundled deck while decks are searched; judged when a query asks."""

    deck: Deck
    wanted: DeckList
    catalog: Pool
    words: Mapping[str, Sequence[str]]
    cells: list[str]
    saved: int = 0
    slug: str = ""

    def legal(self, rules: str) -> bool:
        """Whether it is legal by a format; by none that its game does not have."""
        from deckcli.games.verdict import judge

        try:
            return judge(self.wanted, self.catalog, game=self.deck.game, rules=rules).legal
        except (UnknownNameError, UsageError):
            return False

    def json(self, counts: Sequence[int]) -> dict[str, object]:
        """The deck for scripts."""
        own = {"id": self.saved} if self.saved else {"slug": self.slug}
        name, state = self.cells[2], self.cells[3]
        told = {"game": self.deck.game, "name": name, "bundled": not self.saved, "state": state if self.saved else ""}
        return {**own, **told, "copies": list(counts)}


def cards_of(here: Session, catalog: Catalog, game: str) -> Callable[[str], frozenset[tuple[str, str]]]:
    """What answers the queries for cards within a query for decks."""
    from catalog.query import parse
    from deckcli.cli.owned import Owned
    from deckcli.cli.sets import NamedSets

    def found(text: str) -> frozenset[tuple[str, str]]:
        counts, sets = Owned(here, catalog, game).counts(), NamedSets(here, catalog, game)
        query = parse(text, catalog.fields(game), catalog.releases(game), game=game, counts=counts, sets=sets)
        return frozenset((card.game, card.slug) for card in catalog.search(query))

    return found


def _is_format(name: str) -> bool:
    from deckcli.games import GAMES, find_format

    for game in GAMES:
        try:
            find_format(game, name)
        except UnknownNameError:
            continue
        return True
    return False


def _decks(here: Session, catalog: Catalog, game: str) -> list[_Found]:
    """Every deck: the saved ones by name, then those that come with deckcli."""
    pool = Pool(catalog)
    with here.library() as library:
        saved = library.decks(game)
    bundled = [found for deck in catalog.bundled(game) if (found := _bundled(deck, pool))]
    return [_saved(deck, pool) for deck in saved] + bundled


def _saved(deck: SavedDeck, catalog: Pool) -> _Found:
    from deckcli.decks.resolve import resolve
    from deckcli.decks.saved import list_of

    wanted = list_of(deck)
    words = {"name": (deck.name,), "state": (deck.state,), "tag": deck.tags, "note": (deck.note,),
             "rules": (deck.rules,), "is": ("saved",)}  # fmt: skip
    cells = [f"#{deck.id}", deck.game, deck.name, deck.state]
    return _Found(resolve(wanted, catalog, game=deck.game)[0], wanted, catalog, words, cells, saved=deck.id)


def _bundled(deck: BundledDeck, catalog: Pool) -> _Found | None:
    """A bundled deck; None for one that cannot be read as a list of its game (a whole box is one)."""
    from deckcli.decks import formats
    from deckcli.decks.resolve import resolve

    try:
        wanted = formats.read(deck.text.encode(), f"bundled:{deck.slug}", "text")
        found = resolve(wanted, catalog, game=deck.game)[0]
    except (UnreadableError, DeckcliError):
        return None
    words = {"name": (deck.name, deck.slug), "group": (deck.group,), "rules": (found.rules,), "is": ("bundled",)}
    return _Found(found, wanted, catalog, words, [deck.slug, deck.game, deck.name, deck.group], slug=deck.slug)
