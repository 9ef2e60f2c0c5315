"""What `deckcli collection missing|free|wish` do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from catalog.card import Label
from catalog.reading import Catalog
from catalog.saved import STATES
from deckcli.cli.cards import named_card
from deckcli.cli.lists import Asked, read_list, say_game
from deckcli.cli.owned import Owned
from deckcli.cli.session import Session
from deckcli.decks.deck import Deck, DeckList
from deckcli.decks.owned.copies import BUILT, Free, Holder, Lack, Want, free_copies, lacking, pulls
from deckcli.decks.owned.cover import Box, Cover, fewest_boxes
from deckcli.decks.owned.names import Key, claim_of, die_label, die_meant
from deckcli.decks.problem import Problem
from deckcli.decks.resolve import resolve
from deckcli.errors import UsageError
from deckcli.games.product import Product
from deckcli.screen.out import Style


@dataclass(frozen=True, slots=True)
class Lacking:
    """What is asked about, as arguments and options say."""

    lists: tuple[str, ...]
    game: str | None
    together: bool
    ignore_built: bool
    whole: bool
    json: bool
    style: Style | None


@dataclass(frozen=True, slots=True)
class Found:
    """What was found about some lists: what they want, the decks beside them, what is missing, and lines of the lists
    that name no card."""

    wants: tuple[Want, ...]
    others: tuple[Holder, ...]
    lacks: tuple[Lack, ...]
    labels: Mapping[Key, Label]
    unknown: int

    @property
    def short(self) -> tuple[Lack, ...]:
        """What is missing at all."""
        return tuple(lack for lack in self.lacks if lack.missing)


def look(here: Session, catalog: Catalog, owned: Owned, how: Lacking) -> Found:
    """What some lists want and what of it is missing.

    A deck of the library that is built is fixed, any other list may share its copies with the others, unless
    `together`. Raises what reading a LIST raises.
    """
    if len(set(how.lists)) < len(how.lists):
        raise UsageError("a list is named twice; name each once.")
    states = {(claim.game, claim.name): claim.state for claim in owned.claims}
    wants: list[Want] = []
    saved: list[tuple[str, str]] = []
    unknown = 0
    for text in how.lists:
        asked = Asked.of(here, text, how.game)
        wanted = read_list(asked, here, catalog)
        deck, problems = resolve(wanted, catalog, game=asked.game)
        say_game(here, asked, wanted, deck.game)
        for problem in problems:
            if problem.severity == "error":
                unknown += 1
                here.out.note(f"{text}: {problem.message}")
        ours = (deck.game, wanted.name) if wanted.format == "library" else ("", "")
        if ours[1] and ours in saved:
            raise UsageError(f'the deck "{wanted.name}" is named twice; name each list once.')
        saved.append(ours)
        fixed = how.together or states.get(ours) == BUILT
        wants.append(Want(text, owned.names.needs(claim_of(deck)), fixed))
    others = [] if how.ignore_built else owned.holders(STATES, saved)
    lacks = lacking(wants, others, owned.by_key)
    return Found(tuple(wants), tuple(others), tuple(lacks), owned.labels, unknown)


def show_missing(here: Session, how: Lacking, pull: bool) -> int:
    """Show what is missing; 0 when nothing is, 1 when something is or a line of a list names no card."""
    from deckcli.screen.lacking import lack_json, lacks_columns, missing_words, pull_json, pulls_columns

    with here.catalog() as catalog:
        owned = Owned(here, catalog)
        found = look(here, catalog, owned, how)
        if pull and len(found.wants) > 1:
            raise UsageError("--pull tells where the copies of one deck come from; name one LIST.")
        drawn = pulls(found.wants[0], found.others, owned.by_key) if pull else []
    shown = found.lacks if how.whole else found.short
    if how.json:
        told = {"decks": list(how.lists), "missing": [lack_json(one, found.labels) for one in shown],
                "copies": sum(one.missing for one in found.short), "unknown": found.unknown}  # fmt: skip
        here.out.data(told | ({"pull": [pull_json(one, found.labels) for one in drawn]} if pull else {}))
    elif pull:
        here.out.table(pulls_columns(drawn, found.labels), how.style)
    elif shown or how.style:
        here.out.table(lacks_columns(shown, found.labels), how.style)
    if not how.json:
        here.out.note(missing_words(found.short, how.lists, found.unknown))
    return 1 if found.short or found.unknown else 0


def show_free(here: Session, text: str, game: str | None, json: bool) -> int:
    """Show what of a card no deck claims, and which decks hold it; 0 when a copy is free."""
    from deckcli.screen.lacking import free_blocks, free_json

    with here.catalog() as catalog:
        label = die_meant(text) or _label(here, catalog, text, game)
        owned = Owned(here, catalog)
        key = (label.game, label.name_key)
        found: Free = free_copies(key, owned.by_key[key], owned.holders(STATES))
        places = owned.places(key)
    if json:
        here.out.data(free_json(label, found, places))
    else:
        here.out.show(free_blocks(label, found, places))
    return 0 if found.free > 0 else 1


def _label(here: Session, catalog: Catalog, text: str, game: str | None) -> Label:
    told, own = here.told(game), here.game(game)
    card = named_card(catalog, text, own if told or (own and catalog.find(text, own)) else "")
    return Label(card.game, card.slug, card.name, card.name_key, card.type, 0)


def short_copies(owned: Owned, wanted: DeckList, deck: Deck) -> list[Problem]:
    """What a deck lacks of the collection, as problems: a card that other built decks hold is not there for it."""
    ours = (deck.game, wanted.name) if wanted.format == "library" else None
    want = Want(deck.name, owned.names.needs(claim_of(deck)), True)
    lacks = lacking([want], [one for named, one in owned.built if named != ours], owned.by_key)
    return [_short(lack, owned) for lack in lacks if lack.missing]


def _short(lack: Lack, owned: Owned) -> Problem:
    label = owned.labels.get(lack.key)
    name = label.name if label else lack.key[1]
    held = f", and built decks hold {min(lack.held, lack.owned)} of them" if lack.held and lack.owned else ""
    message = f"{lack.needed} of {name} are needed, and you own {lack.owned}{held}."
    fix = f"Find {lack.missing} more."
    return Problem("missing_copies", "error", message, (name,), lack.available, lack.needed, fix=fix)


# ---------------------------------------------------------------- wish


def show_wish(here: Session, how: Lacking) -> int:
    """Show what is missing and the boxes that would fill it, the fewest first; 0 when nothing is missing."""
    from deckcli.screen.lacking import wish_blocks, wish_json

    with here.catalog() as catalog:
        owned = Owned(here, catalog)
        found = look(here, catalog, owned, how)
        games = sorted({lack.key[0] for lack in found.short})
        sold = [one for game in games for one in _sold(catalog, game)]
        boxes = [box_of(one, owned) for one in sold]
        cover = fewest_boxes({lack.key: lack.missing for lack in found.short}, boxes)
    if how.json:
        here.out.data(wish_json(how.lists, found.short, found.labels, boxes, cover))
    else:
        here.out.show(wish_blocks(found.short, found.labels, boxes, cover))
        _say_open(here, cover)
    return 1 if found.short or found.unknown else 0


def _sold(catalog: Catalog, game: str) -> list[Product]:
    from deckcli.games.shop import products

    return [one for one in products(catalog, game) if one.sold]


def box_of(product: Product, owned: Owned) -> Box:
    """A product by what its cards and dice count as."""
    contents: dict[Key, int] = {}
    for pick in product.contents:
        key = owned.names.key(pick.game, pick.slug)
        contents[key] = contents.get(key, 0) + pick.count
    for kind, count in (product.dice or {}).items():
        contents[product.game, die_label(product.game, kind).name_key] = count
    return Box(product.name, contents, whole=product.dice is not None)


def _say_open(here: Session, cover: Cover) -> None:
    if cover.open:
        here.out.note(
            f"{len(cover.open)} of the cards are in several boxes; which are the fewest is found with the extra "
            "`wish`: pip install 'deckcli[wish]'."
        )
