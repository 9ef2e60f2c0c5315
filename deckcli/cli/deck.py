"""`deckcli deck`: judge lists, and keep them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from deckcli.cli.options import (
    EXPORT_FORMATS,
    LIST_FORMATS,
    DryRunOption,
    EncodingOption,
    FacesOption,
    FromOption,
    GameOption,
    JsonOption,
    LenientOption,
    ListArgument,
    OffsetXOption,
    OffsetYOption,
    StyleOption,
)
from deckcli.cli.session import session
from deckcli.errors import UsageError

if TYPE_CHECKING:
    from catalog.saved import Claim, SavedDeck

RulesOption = Annotated[
    str, typer.Option("--rules", metavar="NAME", help="A construction format of the game; `deckcli games` lists them.")
]
PhoenixbornOption = Annotated[str, typer.Option("--phoenixborn", metavar="NAME", help="Who leads an Ashes deck.")]
MainCharacterOption = Annotated[
    str, typer.Option("--main-character", metavar="NAME", help="Who leads a Fire Emblem Cipher deck.")
]


def check(
    context: typer.Context,
    list_: Annotated[
        str, typer.Argument(metavar="LIST", help="A file, - for standard input, a saved deck, or a bundled deck.")
    ] = "",
    game: GameOption = None,
    rules: RulesOption = "",
    phoenixborn: PhoenixbornOption = "",
    main_character: MainCharacterOption = "",
    from_: FromOption = "",
    encoding: EncodingOption = "",
    lenient: LenientOption = False,
    owned: Annotated[bool, typer.Option("--owned", help="Also whether your collection has every copy of it.")] = False,
    batch: Annotated[
        Path | None, typer.Option("--batch", metavar="DIR", help="Judge every file of a folder, sorted by name.")
    ] = None,
    json_: JsonOption = False,
) -> None:
    """The verdict: is this deck legal, and if not, what is wrong and how is it mended."""
    from deckcli.cli.judging import Judging, check_batch, check_one
    from deckcli.cli.lists import Asked

    if bool(list_) == (batch is not None):
        raise UsageError("say one LIST, or --batch DIR: `deckcli deck check the-iron-men`.")
    if phoenixborn and main_character:
        raise UsageError("a deck has one leader: --phoenixborn in Ashes, --main-character in Fire Emblem Cipher.")
    here = session(context)
    asked = Asked.of(here, list_, game, from_, encoding)
    how = Judging(asked, rules, phoenixborn or main_character, lenient, json_, owned)
    legal = check_batch(here, batch, how) if batch is not None else check_one(here, how)
    raise typer.Exit(0 if legal else 1)


def list_decks(
    context: typer.Context,
    game: GameOption = None,
    all_: Annotated[bool, typer.Option("--all", help="The bundled decks too.")] = False,
    deleted: Annotated[bool, typer.Option("--deleted", help="The decks that were deleted instead.")] = False,
    json_: JsonOption = False,
    style: StyleOption = None,
) -> None:
    """Your saved decks, and with --all the bundled ones."""
    from catalog.collection import claims
    from deckcli.decks.saved import size_of
    from deckcli.screen.decks import decks_columns

    here = session(context)
    slug = here.game(game)
    with here.library() as library:
        saved: Sequence[SavedDeck | Claim] = library.decks(slug, deleted=True) if deleted else claims(library, slug)
    # A person who has no deck yet sees what there is; a script that asks for saved decks gets saved decks.
    welcome = not saved and not all_ and not deleted and not json_ and style is None and here.out.person
    with here.catalog() as catalog:
        bundled = catalog.bundled(slug) if all_ or welcome else []
    if json_:
        here.out.data(
            {
                "decks": [
                    {"id": d.id, "game": d.game, "name": d.name, "state": d.state, "cards": size_of(d)} for d in saved
                ],
                "bundled": [{"game": d.game, "slug": d.slug, "name": d.name, "group": d.group} for d in bundled],
            }
        )
        return
    if deleted:
        note = "`deckcli deck restore NAME` (or its number) brings one back." if saved else "no deck was deleted."
        here.out.note(note)
    elif not saved and not all_:
        these = "these come with deckcli:" if welcome else "--all shows those that come with deckcli."
        here.out.note(f"no deck saved yet (`deckcli deck import LIST` saves one); {these}")
    if saved or bundled or style:
        here.out.table(decks_columns(saved, bundled), style)


def show(
    context: typer.Context,
    list_: ListArgument,
    game: GameOption = None,
    from_: FromOption = "",
    encoding: EncodingOption = "",
    json_: JsonOption = False,
) -> None:
    """A deck by its cards: leader, dice, First Five, the cards by type, and the pile that they bring with them."""
    from deckcli.cli.lists import Asked, read_list, saved_behind, say_game
    from deckcli.decks.problem import is_legal
    from deckcli.decks.resolve import resolve
    from deckcli.screen.decks import deck_blocks, deck_json, label_json, plan_json

    here = session(context)
    asked = Asked.of(here, list_, game, from_, encoding)
    with here.catalog() as catalog:
        wanted = read_list(asked, here, catalog)
        found, problems = resolve(wanted, catalog, game=asked.game)
        plan = plan_json(found, catalog)
    saved = saved_behind(asked, here) if wanted.format == "library" else None
    say_game(here, asked, wanted, found.game)
    if json_:
        told = {} if saved is None else {"saved": label_json(saved)}
        here.out.data({**deck_json(found, problems), **plan, **told})
    else:
        here.out.show(deck_blocks(found, problems, plan, saved))
        if not found.slots:
            here.out.note("there is no card in it.")
    raise typer.Exit(0 if is_legal(problems) else 1)


def import_(
    context: typer.Context,
    list_: ListArgument,
    name: Annotated[
        str | None, typer.Option("--name", metavar="NAME", help="The deck's name; else the list's own.")
    ] = None,
    game: GameOption = None,
    from_: FromOption = "",
    encoding: EncodingOption = "",
    lenient: LenientOption = False,
    force: Annotated[
        bool, typer.Option("--force", help="Replace a saved deck of that name; what it held stays in its history.")
    ] = False,
    dry_run: DryRunOption = False,
    json_: JsonOption = False,
) -> None:
    """Save a list as a deck of yours (all of it or nothing, unless --lenient)."""
    from deckcli.cli.keeping import Keeping, import_deck
    from deckcli.cli.lists import Asked
    from deckcli.cli.transfer import import_several
    from deckcli.decks.several import SeveralDecksError

    here = session(context)
    asked = Asked.of(here, list_, game, from_, encoding)
    how = Keeping(name, lenient, force, dry_run, json_)
    try:
        code = import_deck(here, asked, how)
    except SeveralDecksError as several:
        code = import_several(here, asked, how, several)
    raise typer.Exit(code)


def export(
    context: typer.Context,
    list_: ListArgument,
    to: Annotated[str, typer.Option("--to", metavar="FORMAT", help=f"The format to write: {EXPORT_FORMATS}.")] = "text",
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="FILE", help="Into a file; else to standard output.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite the file.")] = False,
    faces: FacesOption = None,
    offset_x: OffsetXOption = None,
    offset_y: OffsetYOption = None,
    game: GameOption = None,
    from_: FromOption = "",
    encoding: EncodingOption = "",
    dry_run: DryRunOption = False,
    json_: JsonOption = False,
) -> None:
    """Write a deck in another format; what the format cannot hold is said."""
    from deckcli.cli.keeping import HANDOUTS, Exporting, export_deck
    from deckcli.cli.lists import Asked
    from deckcli.decks import formats
    from deckcli.screen.printer import printer

    to = formats.named(to, *HANDOUTS)
    how_printed = printer(to, faces, offset_x, offset_y)
    here = session(context)
    asked = Asked.of(here, list_, game, from_, encoding)
    how = Exporting(to, output, force, dry_run, json_)
    if to in HANDOUTS:
        from deckcli.cli.handing import hand_out

        raise typer.Exit(hand_out(here, asked, how, how_printed))
    raise typer.Exit(export_deck(here, asked, how))


def convert(
    context: typer.Context,
    list_: ListArgument,
    to: Annotated[str, typer.Option("--to", metavar="FORMAT", help=f"The format to write: {LIST_FORMATS}.")],
    check: Annotated[
        bool, typer.Option("--check", help="Only say what would be lost; exit 1 when something would.")
    ] = False,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="FILE", help="Into a file; else to standard output.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite the file.")] = False,
    game: GameOption = None,
    from_: FromOption = "",
    encoding: EncodingOption = "",
    json_: JsonOption = False,
) -> None:
    """Write a list in another format, or with --check only say what that format cannot hold."""
    from deckcli.cli.keeping import HANDOUTS, Exporting, check_conversion, export_deck
    from deckcli.cli.lists import Asked
    from deckcli.decks import formats

    if (to := formats.named(to, *HANDOUTS)) in HANDOUTS:
        raise UsageError(f"{to} is made for people, and is no list: `deckcli deck export LIST --to {to}` writes it.")
    if check and (output or force):
        raise UsageError("--check only says what would be lost, and writes no file. Leave out -o and --force.")
    here = session(context)
    asked = Asked.of(here, list_, game, from_, encoding)
    how = Exporting(to, output, force, dry_run=False, json=json_)
    raise typer.Exit(check_conversion(here, asked, how) if check else export_deck(here, asked, how))


def delete(
    context: typer.Context,
    name: Annotated[str, typer.Argument(metavar="NAME", help="A saved deck's name, or its id: #3.")],
    game: GameOption = None,
    dry_run: DryRunOption = False,
    json_: JsonOption = False,
) -> None:
    """Put a saved deck away; `deckcli undo` brings it back."""
    from deckcli.cli.keeping import delete_deck

    here = session(context)
    delete_deck(here, name, here.told(game), dry_run, json_)
