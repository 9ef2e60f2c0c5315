"""`deckcli deck new|add|remove|set|edit|rename|copy|note|tag|state|history|diff|restore`: decks that are worked on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from deckcli.cli.options import DryRunOption, EncodingOption, FromOption, GameOption, JsonOption, StyleOption
from deckcli.cli.session import Session, session
from deckcli.errors import UsageError

if TYPE_CHECKING:
    from deckcli.cli.changing import Changing

NameArgument = Annotated[str, typer.Argument(metavar="NAME", help="A saved deck's name, or its id: #3.")]
NewNameArgument = Annotated[str, typer.Argument(metavar="NEW", help="The other name.")]
CardsArgument = Annotated[
    list[str],
    typer.Argument(metavar="CARD [COUNT]...", help='Cards as in a list: "Iron Worker" 3 "2x Fear"; - reads lines.'),
]
PileOption = Annotated[str, typer.Option("--pile", metavar="PILE", help="A pile beside the cards: side, leader ...")]
IllegalOption = Annotated[
    bool, typer.Option("--allow-illegal", help="Even where the rules of construction speak against it.")
]
PhoenixbornOption = Annotated[
    str | None, typer.Option("--phoenixborn", metavar="NAME", help="Who leads an Ashes deck.")
]
MainCharacterOption = Annotated[
    str | None, typer.Option("--main-character", metavar="NAME", help="Who leads a Fire Emblem Cipher deck.")
]
DiceOption = Annotated[
    str | None, typer.Option("--dice", metavar="DICE", help='All dice of an Ashes deck: "5 natural, 5 charm".')
]
FirstFiveOption = Annotated[
    list[str] | None,
    typer.Option("--first-five", metavar="CARD", help="A card of the First Five; repeat it."),
]
EffectsOption = Annotated[
    list[str] | None,
    typer.Option("--effects-paid", metavar="CARD", help="Cards whose effects are paid in round one; repeat it."),
]
TutorOption = Annotated[
    list[str] | None,
    typer.Option("--tutor", metavar="PAIR", help='What a tutor fetches: "TUTOR -> CARD"; repeat it.'),
]
RulesOption = Annotated[
    str | None, typer.Option("--rules", metavar="NAME", help="The construction format of the deck; empty: the default.")
]


def new(
    context: typer.Context,
    name: Annotated[str, typer.Argument(metavar="NAME", help="What to call it.")],
    game: GameOption = None,
    phoenixborn: PhoenixbornOption = None,
    main_character: MainCharacterOption = None,
    dice: DiceOption = None,
    first_five: FirstFiveOption = None,
    effects: EffectsOption = None,
    tutor: TutorOption = None,
    rules: RulesOption = None,
    note: Annotated[str, typer.Option("--note", metavar="TEXT", help="A note.")] = "",
    tag: Annotated[list[str] | None, typer.Option("--tag", metavar="TAG", help="A tag; repeat it.")] = None,
    dry_run: DryRunOption = False,
    json_: JsonOption = False,
) -> None:
    """Begin a deck: `deckcli deck new Mine --phoenixborn "Coal Roarkwin" --dice "10 natural"`."""
    from deckcli.cli.changing import Changing, Parts, new_deck

    here = session(context)
    led = "ashes" if phoenixborn else "cipher" if main_character else ""
    slug = here.told(game) or led or here.game(None)
    if not slug:
        raise UsageError("which game's deck? Say it: -g ashes, -g cipher or -g phase.")
    parts = Parts(_leader(phoenixborn, main_character), dice, first_five, effects, tutor, rules)
    raise typer.Exit(new_deck(here, Changing(name, slug, dry_run, json_), parts, note, tag or []))


def add(
    context: typer.Context,
    name: NameArgument,
    cards: CardsArgument,
    pile: PileOption = "",
    allow_illegal: IllegalOption = False,
    game: GameOption = None,
    dry_run: DryRunOption = False,
    json_: JsonOption = False,
) -> None:
    """Put cards into a saved deck: `deckcli deck add Mine "Iron Worker" 3 Fear`."""
    from deckcli.cli.changing import add_cards

    here = session(context)
    raise typer.Exit(add_cards(here, _how(here, name, game, dry_run, json_, allow_illegal), cards, pile))


def remove(
    context: typer.Context,
    name: NameArgument,
    cards: CardsArgument,
    all_: Annotated[bool, typer.Option("--all", help="Every copy of a card, where no count is said.")] = False,
    pile: PileOption = "",
    game: GameOption = None,
    dry_run: DryRunOption = False,
    json_: JsonOption = False,
) -> None:
    """Take cards out of a saved deck, a copy each unless told: `deckcli deck remove Mine Fear "Iron Worker" 2`."""
    from deckcli.cli.changing import remove_cards

    here = session(context)
    raise typer.Exit(remove_cards(here, _how(here, name, game, dry_run, json_), cards, pile, all_))


def set_(
    context: typer.Context,
    name: NameArgument,
    cards: Annotated[
        list[str] | None, typer.Argument(metavar="[CARD COUNT]...", help="Cards and how many of each there shall be.")
    ] = None,
    pile: PileOption = "",
    phoenixborn: PhoenixbornOption = None,
    main_character: MainCharacterOption = None,
    dice: DiceOption = None,
    first_five: FirstFiveOption = None,
    effects: EffectsOption = None,
    tutor: TutorOption = None,
    rules: RulesOption = None,
    allow_illegal: IllegalOption = False,
    game: GameOption = None,
    dry_run: DryRunOption = False,
    json_: JsonOption = False,
) -> None:
    """Set numbers of cards, the leader, dice, First Five ... of a saved deck; an empty value (`--dice ""`) clears."""
    from deckcli.cli.changing import Parts, set_parts

    here = session(context)
    how = _how(here, name, game, dry_run, json_, allow_illegal)
    parts = Parts(_leader(phoenixborn, main_character), dice, first_five, effects, tutor, rules)
    raise typer.Exit(set_parts(here, how, cards or [], pile, parts))


def edit(
    context: typer.Context,
    name: NameArgument,
    tui: Annotated[
        bool, typer.Option("--tui", help="On a workbench in the terminal, with search and verdict (extra `tui`).")
    ] = False,
    game: GameOption = None,
    dry_run: DryRunOption = False,
    json_: JsonOption = False,
) -> None:
    """Change a saved deck as text in your editor ($VISUAL, $EDITOR); what you save is checked before it is kept."""
    from deckcli.cli.editor import edit_deck

    here = session(context)
    if tui:
        from deckcli.cli.workshop import work_on

        if json_:
            raise UsageError("--tui is for people, --json for scripts: one of them.")
        raise typer.Exit(work_on(here, _how(here, name, game, dry_run, json_)))
    raise typer.Exit(edit_deck(here, _how(here, name, game, dry_run, json_)))


def rename(
    context: typer.Context,
    name: NameArgument,
    new_name: NewNameArgument,
    game: GameOption = None,
    dry_run: DryRunOption = False,
    json_: JsonOption = False,
) -> None:
    """Give a saved deck another name; its history stays."""
    from deckcli.cli.labelling import rename_deck

    here = session(context)
    rename_deck(here, _how(here, name, game, dry_run, json_), new_name)


def copy(
    context: typer.Context,
    name: NameArgument,
    new_name: NewNameArgument,
    game: GameOption = None,
    dry_run: DryRunOption = False,
    json_: JsonOption = False,
) -> None:
    """A second deck with what a saved deck holds now; its history begins anew."""
    from deckcli.cli.labelling import copy_deck

    here = session(context)
    copy_deck(here, _how(here, name, game, dry_run, json_), new_name)


def note(
    context: typer.Context,
    name: NameArgument,
    text: Annotated[
        str | None, typer.Argument(metavar="[TEXT]", help="The note; - reads it; empty takes it away; none shows it.")
    ] = None,
    game: GameOption = None,
    dry_run: DryRunOption = False,
    json_: JsonOption = False,
) -> None:
    """Write a note to a saved deck, or show it."""
    from deckcli.cli.labelling import note_deck

    here = session(context)
    note_deck(here, _how(here, name, game, dry_run, json_), text)


def tag(
    context: typer.Context,
    name: NameArgument,
    tags: Annotated[list[str] | None, typer.Argument(metavar="[TAG]...", help="Tags to add; none shows them.")] = None,
    remove_: Annotated[
        list[str] | None, typer.Option("--remove", metavar="TAG", help="A tag to take off; repeat it.")
    ] = None,
    game: GameOption = None,
    dry_run: DryRunOption = False,
    json_: JsonOption = False,
) -> None:
    """Add tags to a saved deck, take some off, or show them; `deckcli deck find tag:fun` finds by them."""
    from deckcli.cli.labelling import tag_deck

    here = session(context)
    tag_deck(here, _how(here, name, game, dry_run, json_), tags or [], remove_ or [])


def state(
    context: typer.Context,
    name: NameArgument,
    state_: Annotated[
        str | None, typer.Argument(metavar="[idea|flexible|built]", help="What it claims; none shows it.")
    ] = None,
    game: GameOption = None,
    dry_run: DryRunOption = False,
    json_: JsonOption = False,
) -> None:
    """What a saved deck claims of your collection: nothing (idea), cards that move (flexible), or its own (built)."""
    from deckcli.cli.labelling import state_deck

    here = session(context)
    state_deck(here, _how(here, name, game, dry_run, json_), state_)


def history(
    context: typer.Context,
    name: NameArgument,
    game: GameOption = None,
    json_: JsonOption = False,
    style: StyleOption = None,
) -> None:
    """Every revision of a saved deck, the newest first, and what it changed; `NAME@2` is a LIST like any other."""
    from deckcli.cli.past import show_history

    here = session(context)
    show_history(here, _how(here, name, game, False, json_), style)


def diff(
    context: typer.Context,
    one: Annotated[str, typer.Argument(metavar="LIST", help="A file, -, a saved deck (NAME@REV), a bundled deck.")],
    other: Annotated[
        str, typer.Argument(metavar="[LIST]", help="The other; without it: a saved deck's last change.")
    ] = "",
    game: GameOption = None,
    from_: FromOption = "",
    encoding: EncodingOption = "",
    json_: JsonOption = False,
) -> None:
    """What to pull from the first deck, and what to put in, to have the second: `deckcli deck diff Mine@2 Mine`."""
    from deckcli.cli.lists import Asked
    from deckcli.cli.past import show_diff

    here = session(context)
    raise typer.Exit(show_diff(here, Asked.of(here, one, game, from_, encoding), other, json_))


def restore(
    context: typer.Context,
    name: NameArgument,
    revision: Annotated[
        int | None, typer.Argument(metavar="[REV]", min=1, help="The revision; none brings back a deleted deck.")
    ] = None,
    game: GameOption = None,
    dry_run: DryRunOption = False,
    json_: JsonOption = False,
) -> None:
    """Bring back what a saved deck held at a revision (as a new one), or a deck that was deleted."""
    from deckcli.cli.past import restore_deck

    here = session(context)
    restore_deck(here, _how(here, name, game, dry_run, json_), revision)


def _how(
    here: Session, name: str, game: str | None, dry_run: bool, json: bool, allow_illegal: bool = False
) -> Changing:
    from deckcli.cli.changing import Changing

    return Changing(name, here.told(game), dry_run, json, allow_illegal)


def _leader(phoenixborn: str | None, main_character: str | None) -> str | None:
    """The leader that one of two options names. Raises UsageError for both."""
    if phoenixborn and main_character:
        raise UsageError("a deck has one leader: --phoenixborn in Ashes, --main-character in Fire Emblem Cipher.")
    leader = phoenixborn or main_character
    if leader is not None and not leader.strip():
        raise UsageError("a leader has a name.")
    return leader
