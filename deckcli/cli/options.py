"""Options that several commands share, so that they read the same everywhere."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import typer

from deckcli.screen.out import Style
from deckcli.screen.printer import Faces

ListArgument: TypeAlias = Annotated[
    str, typer.Argument(metavar="LIST", help="A file, - for standard input, a saved deck, or a bundled deck.")
]
GameOption: TypeAlias = Annotated[
    str | None, typer.Option("-g", "--game", metavar="GAME", help="ashes, cipher, phase, phase10 or fantasyform.")
]
JsonOption: TypeAlias = Annotated[bool, typer.Option("--json", help="One JSON object, for scripts.")]
StyleOption: TypeAlias = Annotated[
    Style | None, typer.Option("--format", help="How a table is written: table, plain, csv, tsv, jsonl or md.")
]
LIST_FORMATS = (
    "text, markdown, csv, ashes-live, ashes-json, ashteki, ashteki-lines, lackey, lackey-text, ciphervit, fco,"
    " decksteria, mtdk, cockatrice, octgn or tts"
)
EXPORT_FORMATS = (
    f"{LIST_FORMATS.replace(' or ', ', ')}; html, a page to send to somebody;"
    " pdf, proxies to print, or checklist (extra `print`)"
)
FacesOption: TypeAlias = Annotated[
    Faces | None,
    typer.Option(
        "--faces",
        help="Of proxies (--to pdf): the sheets of fronts, those of backs (into a second file), or each front with its"
        " back behind it; else both where a card has two faces. A card with one has a plain back.",
    ),
]
OffsetXOption: TypeAlias = Annotated[
    float | None,
    typer.Option("--offset-x", metavar="MM", help="Shift the sheets of backs so far to the right, or (-1.5) left."),
]
OffsetYOption: TypeAlias = Annotated[
    float | None, typer.Option("--offset-y", metavar="MM", help="Shift the sheets of backs so far up, or (-1.5) down.")
]
FromOption: TypeAlias = Annotated[
    str,
    typer.Option(
        "--from", metavar="FORMAT", help=f"The input's format, where its content does not tell: {LIST_FORMATS}."
    ),
]
EncodingOption: TypeAlias = Annotated[
    str, typer.Option("--encoding", metavar="NAME", help="The input's encoding; `auto` also tries cp1252.")
]
LenientOption: TypeAlias = Annotated[
    bool, typer.Option("--lenient", help="Take what can be taken, and still report the rest.")
]
DryRunOption: TypeAlias = Annotated[bool, typer.Option("--dry-run", help="Say what would happen; change nothing.")]
