"""`deckcli deck find`: decks by what they hold, saved and bundled."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated

import typer

from catalog.card import BundledDeck, Label
from catalog.collection import claims
from catalog.errors import UnreadableError
from catalog.names import fold
from catalog.pool import Pool
from catalog.reading import Catalog
from catalog.saved import Claim, SavedDeck
from deckcli.cli.options import GameOption, JsonOption, StyleOption
from deckcli.cli.session import Session, session
from deckcli.decks.deck import DeckList
from deckcli.decks.finding import Held, held_by, held_in, held_plainly
from deckcli.decks.saved import list_of
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
    rows = [(one, wanted.counts(one.held)) for one in found]
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
    """A saved or a bundled deck while decks are searched; read as a list, and judged, when a query asks."""

    held: Held
    wanted: Callable[[], DeckList]
    catalog: Pool
    words: Mapping[str, Sequence[str]]
    cells: list[str]
    saved: int = 0
    slug: str = ""

    def legal(self, rules: str) -> bool:
        """Whether it is legal by a format; by none that its game does not have."""
        from deckcli.games.verdict import judge

        try:
            return judge(self.wanted(), self.catalog, game=self.held.game, rules=rules).legal
        except (UnknownNameError, UsageError):
            return False

    def json(self, counts: Sequence[int]) -> dict[str, object]:
        """The deck for scripts."""
        own = {"id": self.saved} if self.saved else {"slug": self.slug}
        name, state = self.cells[2], self.cells[3]
        told = {"game": self.held.game, "name": name, "bundled": not self.saved, "state": state if self.saved else ""}
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
    every = _Every(here, catalog, game)
    bundled = [found for deck in catalog.bundled(game) if (found := every.bundled(deck))]
    return [every.saved(claim) for claim in every.claims] + bundled


class _Every:
    """What decks are made of that are searched, read once for thousands of them."""

    def __init__(self, here: Session, catalog: Catalog, game: str) -> None:
        self._here, self._catalog, self._game = here, catalog, game
        self._pool, self._labels = Pool(catalog), catalog.labels(game)
        with here.library() as library:
            self.claims = claims(library, game)

    @cached_property
    def _saved(self) -> Mapping[int, SavedDeck]:
        """The decks of the library whole, as judging needs them."""
        with self._here.library() as library:
            return {deck.id: deck for deck in library.decks(self._game)}

    @cached_property
    def _named(self) -> Mapping[tuple[str, str], Label]:
        """The cards that alone have their name."""
        found: dict[tuple[str, str], list[Label]] = {}
        for label in dict.fromkeys(self._labels.values()):
            found.setdefault((label.game, fold(label.name)), []).append(label)
        return {key: labels[0] for key, labels in found.items() if len(labels) == 1}

    def saved(self, claim: Claim) -> _Found:
        """A deck of the library."""
        words = {"name": (claim.name,), "state": (claim.state,), "tag": claim.tags, "note": (claim.note,),
                 "rules": (claim.rules,), "is": ("saved",)}  # fmt: skip
        cells = [f"#{claim.id}", claim.game, claim.name, claim.state]
        held = held_in(claim, self._labels)
        return _Found(held, lambda: list_of(self._saved[claim.id]), self._pool, words, cells, saved=claim.id)

    def bundled(self, deck: BundledDeck) -> _Found | None:
        """A bundled deck; None for one that cannot be read as a list of its game (a whole box is one)."""
        found = held_plainly(deck.text, deck.game, self._named, lambda code: self._coded(deck.game, code))
        if found is None:
            try:
                found = self._resolved(deck)
            except (UnreadableError, DeckcliError):
                return None
        held, rules = found
        words = {"name": (deck.name, deck.slug), "group": (deck.group,), "rules": (rules,), "is": ("bundled",)}
        cells = [deck.slug, deck.game, deck.name, deck.group]
        return _Found(held, lambda: _read(deck), self._pool, words, cells, slug=deck.slug)

    def _coded(self, game: str, code: str) -> Label | None:
        """The first card with a printed code or number, where all that have it count as one."""
        cards = [match.card for match in self._catalog.find(code, game)]
        return self._labels[game, cards[0].slug] if len({card.name_key for card in cards}) == 1 else None

    def _resolved(self, deck: BundledDeck) -> tuple[Held, str]:
        from deckcli.decks.resolve import resolve

        wanted = _read(deck)
        return held_by(resolve(wanted, self._pool, game=deck.game)[0]), wanted.rules


def _read(deck: BundledDeck) -> DeckList:
    """A bundled list as its format reads it. Raises UnreadableError."""
    from deckcli.decks import formats

    return formats.read(deck.text.encode(), f"bundled:{deck.slug}", "text")
