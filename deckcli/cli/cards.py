"""`deckcli cards`: search, show, check, import, template, coverage, sets."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated, Any

import typer

from catalog.card import Card
from catalog.reading import Catalog
from deckcli.cli.options import (
    DryRunOption,
    EncodingOption,
    FromOption,
    GameOption,
    JsonOption,
    LenientOption,
    ListArgument,
    StyleOption,
)
from deckcli.cli.session import Session, session
from deckcli.errors import UnknownNameError, UsageError
from deckcli.screen.safe import is_text
from deckcli.titles import TITLES

CARD_FORMATS = "ashes.live, ashteki, lackey, decksteria, csv or deckcli"


def search(
    context: typer.Context,
    query: Annotated[list[str] | None, typer.Argument(metavar="QUERY...", help="What to look for; see below.")] = None,
    game: GameOption = None,
    sort: Annotated[str, typer.Option("--sort", metavar="FIELD", help="Order by a field; `-FIELD` downwards.")] = "",
    limit: Annotated[int, typer.Option("--limit", min=0, help="At most so many cards; 0 for all.")] = 0,
    count_by: Annotated[str, typer.Option("--count-by", metavar="FIELD", help="How many cards a value has.")] = "",
    save: Annotated[str, typer.Option("--save", metavar="NAME", help="Keep this search: @NAME stands for it.")] = "",
    saved: Annotated[bool, typer.Option("--saved", help="Show the searches that are kept.")] = False,
    forget: Annotated[str, typer.Option("--forget", metavar="NAME", help="Keep a search no longer.")] = "",
    force: Annotated[bool, typer.Option("--force", help="With --save: in place of another of that name.")] = False,
    dry_run: DryRunOption = False,
    json_: JsonOption = False,
    style: StyleOption = None,
) -> None:
    """Find cards: `deckcli cards search type:ally 'cost<=2' -g ashes`."""
    from catalog.query import parse
    from deckcli.cli.owned import Owned
    from deckcli.cli.searches import forget_search, keep_search, show_searches
    from deckcli.cli.sets import NamedSets

    here = session(context)
    if saved or forget:
        if query or save or (saved and forget):
            raise UsageError("--saved and --forget stand without a QUERY.")
        show_searches(here, json_, style) if saved else forget_search(here, forget, dry_run, json_)
        return
    if not query:
        raise UsageError("what is looked for? `deckcli cards search --help` shows the words and fields.")
    text = " ".join(query)
    with here.catalog() as catalog:
        slug = here.game(game)
        owned = Owned(here, catalog, slug)
        fields, releases, sets = catalog.fields(slug), catalog.releases(slug), NamedSets(here, catalog, slug)
        wanted = parse(text, fields, releases, game=slug, counts=owned.counts(), sets=sets)
        if save:
            keep_search(here, save, text, force, dry_run)
        if count_by:
            raise typer.Exit(_show_counts(here, catalog.count_by(wanted, count_by), count_by, json_, style))
        found = catalog.search(wanted, sort=sort, limit=limit)
    _show_found(here, found, json_, style)
    if not found:
        empty = re.search(r"\b(owned|free)\b", text) and not owned.totals
        here.out.note("no card fits that." + (" You own nothing yet (`deckcli collection add`)." if empty else ""))
        raise typer.Exit(1)


def _show_counts(here: Session, values: list[tuple[str, int]], field: str, json_: bool, style: StyleOption) -> int:
    """How many cards have each value of a field; the exit code."""
    from deckcli.screen.blocks import Columns

    if json_:
        here.out.data({"count_by": field, "counts": [{"value": value, "cards": cards} for value, cards in values]})
    elif values or style:
        rows = [[value, str(cards)] for value, cards in values]
        here.out.table(Columns([field, "cards"], rows, frozenset({"cards"})), style)
    if not values:
        here.out.note("no card fits that, or none of them has this field.")
    return 0 if values else 1


def _show_found(here: Session, found: list[Card], json_: bool, style: StyleOption) -> None:
    """The cards that fit, a row each."""
    from deckcli.screen.cards import card_columns, card_json

    if json_:
        here.out.data({"count": len(found), "cards": [card_json(card) for card in found]})
    elif style == "jsonl":
        _json_lines(here, found)
    elif found:
        here.out.table(card_columns(found), style)
    if found and not json_ and here.out.person:
        here.out.note(f"{len(found)} card{'' if len(found) == 1 else 's'}")


def _json_lines(here: Session, found: list[Card]) -> None:
    from deckcli.screen.cards import card_json
    from deckcli.screen.safe import dump

    here.out.text("".join(dump(card_json(card)) + "\n" for card in found))


def show(
    context: typer.Context,
    name: Annotated[list[str], typer.Argument(metavar="NAME...", help="A card's name, number or initials.")],
    game: GameOption = None,
    json_: JsonOption = False,
) -> None:
    """One card: both faces, text, printings, what it summons and what summons it, owned, in which decks."""
    from deckcli.screen.cards import card_blocks, shown_json

    here = session(context)
    with here.catalog() as catalog:
        card = _named(here, catalog, " ".join(name), game)
        shown = _shown(here, catalog, card)
    if json_:
        here.out.data(shown_json(shown))
    else:
        here.out.show(card_blocks(shown))


def _named(here: Session, catalog: Catalog, name: str, game: str | None) -> Card:
    """The card that a name means: of the game that was told, else of the person's own game, else of any."""
    told, own = here.told(game), here.game(game)
    return named_card(catalog, name, own if told or (own and is_text(name) and catalog.find(name, own)) else "")


def named_card(catalog: Catalog, name: str, game: str = "") -> Card:
    """The one card that a name means, however it is written. Raises UnknownNameError for none, or for several."""
    if not is_text(name):
        raise UnknownNameError(f'no card is called "{name}"; it holds bytes that are no text here.')
    found = [match.card for match in catalog.find(name, game)]
    if not found:
        near = catalog.suggest(name, game)
        hint = f" Nearest: {', '.join(near)}." if near else " `deckcli cards search` looks for parts of a name."
        raise UnknownNameError(f'no card is called "{name}".{hint}')
    if len({(card.game, card.name_key) for card in found}) > 1:
        more = f" and {len(found) - 8} more" if len(found) > 8 else ""
        which = ", ".join(map(_called, found[:8])) + more
        raise UnknownNameError(f'{len(found)} cards fit "{name}": {which}. Name one of these.')
    return found[0]


def _called(card: Card) -> str:
    number = card.printings[0].number
    return f"{card.name} [{number}]" if number else f"{card.name} ({card.game})"


def _shown(here: Session, catalog: Catalog, card: Card) -> Any:
    from catalog.saved import STATES
    from deckcli.cli.owned import Owned
    from deckcli.decks.owned.copies import free_copies
    from deckcli.screen.cards import CardShown

    owned = Owned(here, catalog)
    key = (card.game, card.name_key)
    holders = owned.holders(STATES)
    return CardShown(
        card=card,
        game=TITLES.get(card.game, card.game),
        releases={release.slug: release.name for release in catalog.releases(card.game)},
        summons=catalog.summons(card) if card.summons else (),
        summoned_by=catalog.summoned_by(card),
        owned=owned.by_key[key],
        free=free_copies(key, owned.by_key[key], holders).free,
        decks=[(one.deck, one.needs[key]) for one in holders if one.needs.get(key)],
    )


def check(
    context: typer.Context,
    list_: ListArgument,
    game: GameOption = None,
    json_: JsonOption = False,
    from_: FromOption = "",
    encoding: EncodingOption = "",
    lenient: LenientOption = False,
) -> None:
    """Any card list: every line resolved, unknown, ambiguous, counts, owned; no construction rules."""
    from deckcli.cli.lists import Asked, read_list, say_game
    from deckcli.cli.owned import Owned
    from deckcli.decks.card_list import check_list
    from deckcli.screen.card_list import checked_blocks, checked_json

    here = session(context)
    asked = Asked.of(here, list_, game, from_, encoding)
    with here.catalog() as catalog:
        wanted = read_list(asked, here, catalog)
        checked = check_list(wanted, catalog, Owned(here, catalog).copies, game=asked.game, lenient=lenient)
    say_game(here, asked, wanted, checked.game)
    if json_:
        here.out.data(checked_json(checked))
    else:
        here.out.show(checked_blocks(checked))
    raise typer.Exit(0 if checked.clean else 1)


def import_(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Card data as others publish it; - for standard input.")],
    game: GameOption = None,
    pack: Annotated[str, typer.Option("--pack", metavar="NAME", help="The pack's name; else the file's.")] = "",
    from_: Annotated[
        str,
        typer.Option(
            "--from",
            metavar="FORMAT",
            help=f"The file's format, where its content does not tell: {CARD_FORMATS}.",
        ),
    ] = "",
    lenient: LenientOption = False,
    dry_run: DryRunOption = False,
    force: Annotated[bool, typer.Option("--force", help="Replace a pack of that name.")] = False,
    json_: JsonOption = False,
) -> None:
    """Take card data from your disk into a pack of your own, text included, every row reported."""
    from deckcli.cli.importing import Importing, import_cards

    here = session(context)
    how = Importing(lenient, dry_run, force, json_)
    raise typer.Exit(import_cards(here, file, here.game(game), pack, from_, how))


def template(context: typer.Context, game: GameOption = None, json_: JsonOption = False) -> None:
    """An empty form for entering one's own printed cards: `deckcli cards template -g phase > mine.toml`."""
    from catalog.importers import template as form
    from deckcli.errors import UsageError

    here = session(context)
    slug = here.game(game)
    if not slug:
        raise UsageError("which game's form? Say it: -g ashes, cipher, phase or fantasyform.")
    text = form(slug)
    if json_:
        here.out.data({"game": slug, "form": text})
    else:
        here.out.text(text)


def coverage(
    context: typer.Context, game: GameOption = None, json_: JsonOption = False, style: StyleOption = None
) -> None:
    """Cards that act, partly act, do not, by release."""
    from deckcli.screen.overview import coverage_columns, coverage_json, without

    here = session(context)
    with here.catalog() as catalog:
        slug = here.game(game)
        rows = catalog.coverage(slug)
        releases = {(release.game, release.slug): release for release in catalog.releases(slug)}
    if json_:
        here.out.data(coverage_json(rows, slug))
    elif style is None and here.out.terminal:
        here.out.show([without(coverage_columns(rows, releases), "release", *(["game"] if slug else []))])
    else:
        here.out.table(coverage_columns(rows, releases), style)


def sets(context: typer.Context, game: GameOption = None, json_: JsonOption = False, style: StyleOption = None) -> None:
    """The releases of each game, in order, with their cards."""
    from deckcli.screen.overview import release_blocks, release_columns, release_json

    here = session(context)
    with here.catalog() as catalog:
        found = catalog.releases(here.game(game))
    if json_:
        here.out.data({"sets": [release_json(release) for release in found]})
    elif style is None and here.out.terminal:
        here.out.show(release_blocks(found))
    else:
        here.out.table(release_columns(found), style)
