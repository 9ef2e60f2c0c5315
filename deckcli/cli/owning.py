"""What `deckcli collection add|remove|set` do."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, cast

from catalog.card import Card
from catalog.collection import short_of
from catalog.library import Library
from catalog.reading import Catalog
from catalog.saved import MOST_COPIES, Holding, Kind, NotEnoughError
from deckcli.cli.cards import named_card
from deckcli.cli.session import Session
from deckcli.decks.owned.grades import condition_of, finish_of
from deckcli.decks.owned.names import die_label
from deckcli.decks.owned.picks import Pick, picks_of, printing_of
from deckcli.errors import DeckcliError, UnknownNameError, UsageError
from deckcli.games.shop import product_named
from deckcli.screen.safe import is_text

if TYPE_CHECKING:
    from catalog.journal import Draft


class NotOwnedError(DeckcliError):
    """Fewer copies are owned than shall go."""


@dataclass(frozen=True, slots=True)
class Adding:
    """What shall be owned, as arguments and options say: `told` is the game of -g, `game` that or the person's own."""

    told: str
    game: str
    words: tuple[str, ...]
    product: str
    printing: str
    kind: Mapping[str, str]
    for_trade: int | None
    dry_run: bool
    json: bool


class Named(NamedTuple):
    """What words or a product name, and what is not known of it, in words."""

    picks: list[Pick]
    note: str = ""


@dataclass(frozen=True, slots=True)
class Changed:
    """One card whose copies changed."""

    pick: Pick
    before: int
    after: int


def kind_of(condition: str, language: str, finish: str, binder: str, note: str) -> dict[str, str]:
    """What options tell of the copies; what they leave out is left out."""
    told = {
        "condition": condition_of(condition),
        "language": language,
        "finish": finish_of(finish),
        "binder": binder,
        "note": note,
    }
    return {name: value for name, value in told.items() if value}


def kind_from(told: Mapping[str, str]) -> Kind:
    """A kind out of its parts by name."""
    return cast(Kind, dict(told))


def add_copies(here: Session, how: Adding) -> None:
    """Own more copies, all of them in one step."""
    with here.catalog() as catalog:
        picks, note = picks_for(catalog, how)
    if how.for_trade and len(picks) > 1:
        raise UsageError("--for-trade is said of one card.")
    if how.for_trade and how.for_trade > picks[0].count:
        raise UsageError(f"--for-trade {how.for_trade} is more than the {picks[0].count} that are added.")

    def write(library: Library) -> None:
        for pick in picks:
            kind = kind_from({**how.kind, "printing": pick.printing})
            library.add(pick.game, pick.slug, pick.count, for_trade=how.for_trade or 0, **kind)

    _write(here, how, picks, f"collection add {_said(how, picks)}", write, note)


def remove_copies(here: Session, how: Adding) -> None:
    """Own fewer copies; raises NotOwnedError, and changes nothing, when any card has fewer than shall go."""
    with here.catalog() as catalog:
        picks, note = picks_for(catalog, how)

    def write(library: Library) -> None:
        enough(library, picks)
        for pick in picks:
            take_from(library, pick, how.kind)

    _write(here, how, picks, f"collection remove {_said(how, picks)}", write, note)


def set_copies(here: Session, how: Adding) -> None:
    """Own exactly so many of one card, of the kind told or of the only kind there is."""
    with here.catalog() as catalog:
        picks, note = picks_for(catalog, how, least=0)
    if how.for_trade and how.for_trade > picks[0].count:
        raise UsageError(f"--for-trade {how.for_trade} is more than the {picks[0].count} that are owned then.")

    def write(library: Library) -> None:
        for pick in picks:
            # A number that several printings share means none of them, but for the first copies that are owned at all.
            meant = pick.coded or not library.owned(pick.game, pick.slug)
            kind = {**how.kind, **({"printing": pick.printing} if meant and pick.printing else {})}
            library.set_count(pick.game, pick.slug, pick.count, for_trade=how.for_trade, **kind_from(kind))

    _write(here, how, picks, f"collection set {_said(how, picks)}", write, note)


def take_from(library: Library, pick: Pick, kind: Mapping[str, str]) -> None:
    """Own fewer of one card: of the very printing where its code was told, else of the one that the number means before
    any other. Raises NotOwnedError when there are fewer of that kind."""
    told = kind_from({**kind, **({"printing": pick.printing} if pick.coded else {})})
    try:
        library.remove(pick.game, pick.slug, pick.count, first=pick.printing, **told)
    except NotEnoughError as error:
        raise NotOwnedError(f"{_short(pick.name, error, 'of that kind ')} Nothing was changed.") from None


# ---------------------------------------------------------------- within


def picks_for(catalog: Catalog, how: Adding, least: int = 1) -> Named:
    """What the words and options name, with counts; a `least` of 0 wants one said. Raises UsageError,
    UnknownNameError."""
    text, said = counted(how.words, partial(_is_card, catalog, how.game), alone=bool(how.product))
    if said is None and not least:
        raise UsageError('say a card and how many: `deckcli collection set "Iron Worker" 3`.')
    count = 1 if said is None else said
    if not least <= count <= MOST_COPIES:
        raise UsageError(f"a count is from {least} to {MOST_COPIES:,}, and this is {count}.")
    if bool(text.strip()) == bool(how.product):
        raise UsageError('say one card (or a run of numbers), or --product: `deckcli collection add "Iron Worker" 3`.')
    if how.product:
        return _of_product(catalog, how, count)
    found = picks_of(text, count, _finder(catalog, how))
    return Named([_printed(catalog, pick, how.printing) for pick in found])


_COUNTED = re.compile(
    r"(?P<first>\d{1,19})(?:\s*[x×]\s*|\s+)(?P<after>\S.*)"
    r"|(?P<before>\S.*?(?<![-–—~.…\s]))\s+(?:[x×]\s*)?(?P<last>\d{1,19})(?:\s*[x×])?",
    re.I,
)


def counted(words: Sequence[str], known: Callable[[str], bool], *, alone: bool = False) -> tuple[str, int | None]:
    """What is named, and how many (None where nothing is said): "Iron Worker" 3, "3x Iron Worker", "Iron Worker x3".

    `known` tells whether a text is the name of one card, for those that end in a number (Red 1); `alone` takes a
    number for a count that has no name beside it.
    """
    *names, last = words or ("",)
    whole = " ".join(words)
    name = " ".join(names)
    apart = is_count(last) and bool(alone or names)
    if apart and (alone or known(name)):
        return name, int(last)
    told = None if known(whole) else _COUNTED.fullmatch(whole.strip())
    if told is not None and told["first"] and (not apart or known(told["after"])):
        return told["after"], int(told["first"])
    if apart and not known(whole):
        return name, int(last)
    return (told["before"], int(told["last"])) if told is not None else (whole, None)


def _is_card(catalog: Catalog, game: str, text: str) -> bool:
    return is_text(text) and len({(one.card.game, one.card.name_key) for one in catalog.find(text, game)}) == 1


def _of_product(catalog: Catalog, how: Adding, count: int) -> Named:
    product = product_named(catalog, how.product, how.game)
    dice = [(die_label(product.game, kind), number) for kind, number in (product.dice or {}).items()]
    found = [*product.contents, *(Pick(die.game, die.slug, die.name, number) for die, number in dice)]
    note = f"{product.name}: {product.note}." if product.note else ""
    return Named([replace(pick, count=pick.count * count) for pick in found], note)


def _finder(catalog: Catalog, how: Adding) -> Callable[[str], Card]:
    """Finds a card of the game that was told, else of the person's own game, else of any."""

    def named(text: str) -> Card:
        own = how.game if how.told or (how.game and catalog.find(text, how.game)) else ""
        return named_card(catalog, text, own)

    return named


def _printed(catalog: Catalog, pick: Pick, told: str) -> Pick:
    """A pick of the printing that --printing names. Raises UnknownNameError when the card has none of it."""
    if not told:
        return pick
    card = catalog.card(pick.game, pick.slug)
    code = printing_of(card, told) if card else ""
    if not code:
        known = ", ".join(one.code for one in card.printings if one.code) if card else ""
        raise UnknownNameError(f'{pick.name} has no printing "{told}". It has: {known or "none with a code"}.')
    return replace(pick, printing=code, coded=True)


def is_count(word: str) -> bool:
    """Whether a word is a count, and no part of a name."""
    return word.isascii() and word.isdecimal() and len(word) < 20


def _said(how: Adding, picks: Sequence[Pick]) -> str:
    """What is added, as the journal keeps it."""
    count = f" {picks[0].count}" if picks and not how.product else ""
    words = how.words[:-1] if how.words and is_count(how.words[-1]) and len(how.words) > 1 else how.words
    return f"--product {how.product}" if how.product else f"{' '.join(words)}{count}"


def _write(
    here: Session, how: Adding, picks: Sequence[Pick], command: str, write: Callable[[Library], None], note: str
) -> None:
    """Do it in one step, and say what changed, and what is not known of the product."""
    cards = list({(pick.game, pick.slug): pick for pick in picks}.values())
    with here.library(write=True) as library, library.step(command, dry_run=how.dry_run) as draft:
        before = [library.owned(pick.game, pick.slug) for pick in cards]
        write(library)
        after = [library.owned(pick.game, pick.slug) for pick in cards]
        _sum_up(draft, cards, before, after)
    changed = [Changed(*one) for one in zip(cards, before, after, strict=True)]
    if note:
        here.out.note(note)
    _tell(here, how, changed, note)


def _sum_up(draft: Draft, cards: Sequence[Pick], before: Sequence[int], after: Sequence[int]) -> None:
    if len(cards) > 3:
        draft.reword(f"{len(cards)} cards, {sum(before)} -> {sum(after)} copies")


def _tell(here: Session, how: Adding, changed: Sequence[Changed], note: str) -> None:
    if how.json:
        rows = [
            {"game": one.pick.game, "slug": one.pick.slug, "name": one.pick.name, "before": one.before,
             "after": one.after}
            for one in changed
        ]  # fmt: skip
        here.out.data({"changed": rows, "dry_run": how.dry_run, "note": note})
        return
    would = "would be " if how.dry_run else ""
    if len(changed) <= 20:
        for one in changed:
            here.out.note(f"{one.pick.name}: {one.before} -> {would}{one.after}")
    else:
        before, after = (sum(getattr(one, when) for one in changed) for when in ("before", "after"))
        here.out.note(f"{len(changed)} cards: {before} -> {would}{after} copies")


def enough(library: Library, picks: Sequence[Pick]) -> None:
    """Raises NotOwnedError that names every card of which there are fewer than shall go."""
    names = {(pick.game, pick.slug): pick.name for pick in picks}
    short = short_of(library, [Holding(pick.game, pick.slug, pick.count) for pick in picks])
    if short:
        told = "; ".join(_short(names[one.game, one.slug], one).removesuffix(".") for one in short[:5])
        more = f"; and {len(short) - 5} cards more" if len(short) > 5 else ""
        raise NotOwnedError(f"{told}{more}. Nothing was changed.")


def _short(name: str, error: NotEnoughError, kind: str = "") -> str:
    return f"{name}: {error.wanted} {kind}shall go, and {error.owned} are owned."
