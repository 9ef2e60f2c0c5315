"""`deckcli collection`: what you own, what is missing, and what would fill it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, TypeAlias

import typer

from deckcli.cli.options import (
    DryRunOption,
    EncodingOption,
    GameOption,
    JsonOption,
    LenientOption,
    StyleOption,
)
from deckcli.cli.session import session

TABLE_FORMATS = "deckcli, moxfield, deckbox, manabox, dragonshield, archidekt, plain"
NamesArgument: TypeAlias = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="NAME [COUNT]", help="A card by name or number, a run (B01-001..010), or dice (natural dice)."
    ),
]
ConditionOption: TypeAlias = Annotated[
    str, typer.Option("--condition", metavar="WORD", help="M, NM, EX, GD, LP, MP, PL, HP, PO, D, or its whole word.")
]
LanguageOption: TypeAlias = Annotated[str, typer.Option("--language", metavar="WORD", help="en, ja ...")]
FinishOption: TypeAlias = Annotated[str, typer.Option("--finish", metavar="WORD", help="foil, etched ...")]
BinderOption: TypeAlias = Annotated[str, typer.Option("--binder", metavar="NAME", help="Where the copies lie.")]
NoteOption: TypeAlias = Annotated[str, typer.Option("--note", metavar="TEXT", help="Anything else about them.")]
PrintingOption: TypeAlias = Annotated[
    str, typer.Option("--printing", metavar="CODE", help="Which printing, by its code or number.")
]
ProductOption: TypeAlias = Annotated[
    str, typer.Option("--product", metavar="NAME", help="All of a box, a starter or a retail deck.")
]


def add(
    context: typer.Context,
    name: NamesArgument = None,
    product: ProductOption = "",
    fast: Annotated[
        bool, typer.Option("--fast", help="Enter many: a number or name and a count a line; see below.")
    ] = False,
    game: GameOption = None,
    printing: PrintingOption = "",
    condition: ConditionOption = "",
    language: LanguageOption = "",
    finish: FinishOption = "",
    binder: BinderOption = "",
    note: NoteOption = "",
    for_trade: Annotated[int, typer.Option("--for-trade", min=0, help="So many of them may go.")] = 0,
    dry_run: DryRunOption = False,
    json_: JsonOption = False,
) -> None:
    """Own more: `add "Iron Worker" 3`, `add B01-001..010 2`, `add "natural dice" 10`, `add --product master-set`.

    With --fast each line is taken in at once: a number or name and a count (1 where none is said); `set B01` lets
    numbers stand alone from then on (`7 2` is B01-007 twice, `7..10` a run); `-7` takes a copy away, `undo` the last
    line back; the end of the input ends it, or an empty line that was typed.
    """
    from deckcli.cli.owning import Adding, add_copies, kind_of

    here = session(context)
    kind = kind_of(condition, language, finish, binder, note)
    how = Adding(
        here.told(game), here.game(game), tuple(name or ()), product, printing, kind, for_trade, dry_run, json_
    )
    if fast:
        from deckcli.cli.entering import enter_fast

        raise typer.Exit(enter_fast(here, how))
    add_copies(here, how)


def remove(
    context: typer.Context,
    name: NamesArgument = None,
    product: ProductOption = "",
    game: GameOption = None,
    printing: PrintingOption = "",
    condition: ConditionOption = "",
    language: LanguageOption = "",
    finish: FinishOption = "",
    binder: BinderOption = "",
    note: NoteOption = "",
    dry_run: DryRunOption = False,
    json_: JsonOption = False,
) -> None:
    """Own fewer, of the kind that options name or of any: all of it or, where copies are short, nothing."""
    from deckcli.cli.owning import Adding, kind_of, remove_copies

    here = session(context)
    kind = kind_of(condition, language, finish, binder, note)
    how = Adding(here.told(game), here.game(game), tuple(name or ()), product, printing, kind, 0, dry_run, json_)
    remove_copies(here, how)


def set_(
    context: typer.Context,
    name: NamesArgument = None,
    game: GameOption = None,
    printing: PrintingOption = "",
    condition: ConditionOption = "",
    language: LanguageOption = "",
    finish: FinishOption = "",
    binder: BinderOption = "",
    note: NoteOption = "",
    for_trade: Annotated[int | None, typer.Option("--for-trade", min=0, help="So many of them may go.")] = None,
    dry_run: DryRunOption = False,
    json_: JsonOption = False,
) -> None:
    """Own exactly so many: `set "Iron Worker" 3`; 0 takes the card off the list."""
    from deckcli.cli.owning import Adding, kind_of, set_copies

    here = session(context)
    kind = kind_of(condition, language, finish, binder, note)
    how = Adding(here.told(game), here.game(game), tuple(name or ()), "", printing, kind, for_trade, dry_run, json_)
    set_copies(here, how)


def list_(
    context: typer.Context,
    query: Annotated[list[str] | None, typer.Argument(metavar="QUERY...", help="As in `cards search`.")] = None,
    game: GameOption = None,
    kinds: Annotated[
        bool, typer.Option("--kinds", help="A row a printing, condition, binder ..., not a card.")
    ] = False,
    limit: Annotated[int, typer.Option("--limit", min=0, help="At most so many rows; 0 for all.")] = 0,
    json_: JsonOption = False,
    style: StyleOption = None,
) -> None:
    """What you own, a row a card; `list type:ally owned>2`."""
    from deckcli.cli.owned_list import Listing, list_owned

    here = session(context)
    how = Listing(" ".join(query or ()).strip(), here.game(game), kinds, limit, json_, style)
    raise typer.Exit(list_owned(here, how))


def import_(
    context: typer.Context,
    file: Annotated[str, typer.Argument(metavar="FILE", help="A table (CSV) or a list; - for standard input.")],
    add: Annotated[bool, typer.Option("--add", help="Besides what you own.")] = False,
    replace: Annotated[bool, typer.Option("--replace", help="In place of what you own of the games in it.")] = False,
    from_: Annotated[
        str, typer.Option("--from", metavar="FORMAT", help=f"Where the head does not tell: {TABLE_FORMATS}, list.")
    ] = "",
    map_: Annotated[
        list[str] | None,
        typer.Option("--map", metavar="HEAD=FIELD", help="What a column is: name, count, set, number, condition ..."),
    ] = None,
    game: GameOption = None,
    encoding: EncodingOption = "",
    lenient: LenientOption = False,
    force: Annotated[bool, typer.Option("--force", help="Add a file that was added already.")] = False,
    dry_run: DryRunOption = False,
    json_: JsonOption = False,
) -> None:
    """Take a table of another program, or one of ours, into your collection: every row or, unless --lenient, none."""
    from deckcli.cli.tables import Importing, import_table, mapping_of

    here = session(context)
    how = Importing(here.told(game), here.game(game), add, replace, from_, mapping_of(map_ or ()), encoding, lenient,
                    force, dry_run, json_)  # fmt: skip
    raise typer.Exit(import_table(here, file, how))


def export(
    context: typer.Context,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="FILE", help="Into a file; else to standard output.")
    ] = None,
    to: Annotated[str, typer.Option("--to", metavar="FORMAT", help=f"The form: {TABLE_FORMATS}.")] = "deckcli",
    game: GameOption = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite the file.")] = False,
    dry_run: DryRunOption = False,
    json_: JsonOption = False,
) -> None:
    """Write your collection as a table (CSV); in the form `deckcli` nothing is lost, of others it is said what is."""
    from deckcli.cli.tables import export_table

    here = session(context)
    export_table(here, here.game(game), to, output, force=force, dry_run=dry_run, json=json_)


ListsArgument: TypeAlias = Annotated[
    list[str], typer.Argument(metavar="LIST...", help="Files, saved or bundled decks, - for standard input.")
]
TogetherOption: TypeAlias = Annotated[
    bool, typer.Option("--together", help="All of them at once: nothing is shared between them.")
]
IgnoreBuiltOption: TypeAlias = Annotated[
    bool, typer.Option("--ignore-built", help="As if your other built decks were taken apart.")
]


def missing(
    context: typer.Context,
    lists: ListsArgument,
    together: TogetherOption = False,
    ignore_built: IgnoreBuiltOption = False,
    whole: Annotated[bool, typer.Option("--all", help="Also what is not missing.")] = False,
    pull: Annotated[
        bool, typer.Option("--pull", help="Where each copy comes from: free, or out of which deck.")
    ] = False,
    game: GameOption = None,
    json_: JsonOption = False,
    style: StyleOption = None,
) -> None:
    """What some lists need and you have not: cards, the conjurations they bring along, and dice.

    Built decks lock their copies away and add up; of other lists, which share their copies, the one that needs most
    counts (`--together`: they add up too). Exit code 1 when something is missing.
    """
    from deckcli.cli.lacking import Lacking, show_missing

    here = session(context)
    how = Lacking(tuple(lists), game, together, ignore_built, whole, json_, style)
    raise typer.Exit(show_missing(here, how, pull))


def free(
    context: typer.Context,
    name: Annotated[list[str], typer.Argument(metavar="CARD", help="A card by name or number, or dice.")],
    game: GameOption = None,
    json_: JsonOption = False,
) -> None:
    """What of a card no deck claims, which decks hold it, and where its copies lie; exit code 1 when none is free."""
    from deckcli.cli.lacking import show_free

    raise typer.Exit(show_free(session(context), " ".join(name), game, json_))


def wish(
    context: typer.Context,
    lists: ListsArgument,
    together: TogetherOption = False,
    ignore_built: IgnoreBuiltOption = False,
    game: GameOption = None,
    json_: JsonOption = False,
) -> None:
    """What is missing for some lists, and the fewest boxes that would fill it; exit code 1 when something is."""
    from deckcli.cli.lacking import Lacking, show_wish

    how = Lacking(tuple(lists), game, together, ignore_built, False, json_, None)
    raise typer.Exit(show_wish(session(context), how))


def products(
    context: typer.Context,
    name: Annotated[list[str] | None, typer.Argument(metavar="NAME...", help="One of them, with its contents.")] = None,
    game: GameOption = None,
    json_: JsonOption = False,
    style: StyleOption = None,
) -> None:
    """Boxes, starters and retail decks, and what is in them: `add --product NAME` takes one in."""
    from deckcli.games.shop import product_named
    from deckcli.games.shop import products as all_products
    from deckcli.screen.collection import contents_columns, filled, product_json, products_columns

    here = session(context)
    slug = here.game(game)
    with here.catalog() as catalog:
        found = [product_named(catalog, " ".join(name), slug)] if name else all_products(catalog, slug)
    if json_:
        here.out.data({"products": [product_json(one, contents=bool(name)) for one in found]})
    elif name:
        table = contents_columns(found[0])
        here.out.table(table if style else filled(table), style)
        if found[0].note:
            here.out.note(f"{found[0].note}.")
    elif found or style:
        table = products_columns(found, games=not slug or bool(style))
        here.out.table(table if style else filled(table), style)
    if not found:
        here.out.note("no product of this game has contents that are known.")
        raise typer.Exit(1)
