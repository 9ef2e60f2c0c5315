"""Cards as they are named one by one on a command line: `"Iron Worker" 3 "2x Fear"`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from catalog.card import Card
from deckcli.decks.deck import LEADER, DeckList, Entry
from deckcli.decks.formats import text
from deckcli.decks.formats.lines import MOST_COPIES, line_of, read_card
from deckcli.decks.problem import Problem
from deckcli.decks.resolve import Lookup, name_all
from deckcli.errors import UnknownNameError, UsageError


@dataclass(frozen=True, slots=True)
class Wanted:
    """A card that was named, how many copies (None where that was not said), and which printing, if not the first."""

    card: Card
    count: int | None = None
    printing: str = ""
    leads: bool = False


def wanted_cards(words: Sequence[str], game: str, catalog: Lookup, among: Iterable[str] = ()) -> list[Wanted]:
    """The cards that some words name, each as in a list ("3x Iron Worker"); a number alone counts the card before it.

    `among` are slugs to prefer where a name fits several cards. Raises UnknownNameError, with every name that fits no
    card or several, and UsageError for counts that are none.
    """
    entries = _entries(words)
    slugs = set(among)
    entries = [_preferred(entry, game, catalog, slugs) for entry in entries]
    wanted = DeckList(game=game, entries=tuple(entries))
    deck, problems, named = name_all(wanted, catalog, game=game)
    if deck.dice:
        dice = ", ".join(f"{die.count} {die.type}" for die in deck.dice)
        raise UsageError(f"{dice}: these are dice, and no cards. `deckcli deck set NAME --dice '5 natural'` sets them.")
    _refuse_parted(words, game, catalog, problems)
    _refuse(problems)
    printings = {slot.card.slug: slot.printing for slot in deck.slots}
    leaders = {slot.card.slug for slot in deck.slots if slot.pile == LEADER} if game == "ashes" else set()
    return [
        Wanted(one.card, one.entry.count if one.entry.counted else None, printings.get(one.card.slug, ""),
               one.card.slug in leaders)
        for one in named if one.card
    ]  # fmt: skip


def first_five_of(values: Sequence[str], game: str, catalog: Lookup) -> list[Card]:
    """The cards of some names, several in one value parted by `;` or `,`. Raises UnknownNameError."""
    read = [text.read(f"First Five: {value}", "") for value in values if value.strip()]
    entries = tuple(replace(entry, line=0) for one in read for entry in one.first_five)
    deck, problems, _ = name_all(DeckList(game=game, first_five=entries), catalog, game=game)
    _refuse([problem for one in read for problem in one.problems] + problems)
    return list(deck.first_five)


def dice_of(value: str) -> dict[str, int]:
    """Dice by type as a list writes them ("5 natural, 5 charm"). Raises UsageError for what is none."""
    if not value.strip():
        return {}
    read = text.read(f"Dice: {value}", "")
    faults = [problem.message for problem in read.problems if problem.severity == "error"]
    if faults or not read.dice:
        raise UsageError(f'"{value}" are no dice{": " + " ".join(faults) if faults else ""}. Write --dice "5 natural".')
    dice: dict[str, int] = {}
    for entry in read.dice:
        dice[entry.name] = dice.get(entry.name, 0) + entry.count
    return dice


def tutors_of(pairs: Sequence[str], game: str, catalog: Lookup) -> dict[str, str]:
    """Which card each tutor fetches, by slugs, from pairs "TUTOR -> CARD" (or =). Raises UsageError and
    UnknownNameError."""
    tutors: dict[str, str] = {}
    for pair in (pair for pair in pairs if pair.strip()):
        tutor, arrow, card = pair.partition("->") if "->" in pair else pair.partition("=")
        if not (arrow and tutor.strip() and card.strip()):
            raise UsageError(f'"{pair}" tells no tutor and its card. Write --tutor "TUTOR -> CARD".')
        one, other = wanted_cards([tutor.strip(), card.strip()], game, catalog)
        tutors[one.card.slug] = other.card.slug
    return tutors


def _entries(words: Sequence[str]) -> list[Entry]:
    entries: list[Entry] = []
    for word in words:
        if word.strip().isdigit():
            entries[-1:] = [_counted(entries[-1:], word.strip())]
            continue
        line = line_of(0, word)
        read = read_card(line, 0, len(line.text))
        if isinstance(read, Problem):
            raise UsageError(f'"{word}" names no card. Write a name, and how many behind it: "Iron Worker" 3.')
        entries += read[0]
    if not entries:
        raise UsageError('no card is named. Write a name, and how many behind it: "Iron Worker" 3.')
    return [_zero(replace(entry, line=0)) for entry in entries]


def _zero(entry: Entry) -> Entry:
    """A count of 0 is one where a count is set; other counts that are none are refused where no card is so called."""
    return replace(entry, fault=None, count=0) if entry.fault and entry.fault.code == "zero_count" else entry


def _counted(before: Sequence[Entry], word: str) -> Entry:
    """The card before a number, with that number."""
    if not before:
        raise UsageError(f"{word} counts no card: the card stands before it.")
    if before[0].counted:
        raise UsageError(f'"{before[0].name}" has a count already, and then {word} stands behind it.')
    if len(word.lstrip("0")) > len(str(MOST_COPIES)):
        raise UsageError(f"{word[:20]} copies are too many; the most is {MOST_COPIES}.")
    return replace(before[0], count=int(word), counted=True)


def _preferred(entry: Entry, game: str, catalog: Lookup, among: set[str]) -> Entry:
    """The entry with the slug of the one preferred card that its name fits, if there is just one."""
    names = dict.fromkeys((entry.whole, *entry.fuller, entry.name))
    for name in filter(None, names):
        found = {
            match.card.slug for match in catalog.find(name, game) if among & {match.card.slug, *match.card.formerly}
        }
        if len(found) == 1:
            return replace(entry, name=entry.name, ids={**entry.ids, "slug": found.pop()}, whole="", fuller=())
    return entry


def _refuse_parted(words: Sequence[str], game: str, catalog: Lookup, problems: Iterable[Problem]) -> None:
    """Raise UnknownNameError for words that are unknown one by one and together are the name of a card."""
    names = [word for word in words if not word.strip().isdigit()]
    whole = " ".join(names)
    if len(names) > 1 and any(problem.code == "unknown_card" for problem in problems) and catalog.find(whole, game):
        raise UnknownNameError(f'a name of several words stands in quotes: "{whole}".')


def _refuse(problems: Iterable[Problem]) -> None:
    faults = [problem for problem in problems if problem.severity == "error"]
    if faults:
        kind = UsageError if all(fault.code == "bad_count" for fault in faults) else UnknownNameError
        raise kind("\n".join(f"{fault.message} {fault.fix}".rstrip() for fault in faults))
