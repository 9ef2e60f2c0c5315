"""The values of a deck's life: what a list says (DeckList) and what it means (Deck)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from catalog.card import Card
from deckcli.decks.problem import Problem

MAIN = "main"
LEADER = "leader"
CONJURATIONS = "conjurations"
SIDE = "side"
"""The piles we know; any other heading of a list is kept as a pile under its own words."""


def is_of_size(game: str, pile: str, leader_apart: bool = False) -> bool:
    """Whether the cards of a pile count towards the size of a deck: its cards do, and a main character of Fire Emblem
    Cipher, which is one of them (with `leader_apart`, as in DeckList, it only points at one); a Phoenixborn does not.

    Ashes Reborn: Deck Building. Cipher: Deck construction.
    """
    return pile == MAIN or (pile == LEADER and game == "cipher" and not leader_apart)


@dataclass(frozen=True, slots=True)
class Entry:
    """One card (or die) as a list names it.

    `count` is copies (1 or more); `pile` one of the words above or a list's own heading; `line` is 1-based, 0 where
    the format has no lines, `column` where the name begins. `hint` is bracketed text behind the name (a set, a card
    number or a Phoenixborn), `marks` what else stood there and was set aside. `ids` is what the format itself calls
    the card, by program (`slug`, `lackey`, `code`): these are tried before the name.

    What reading alone cannot settle is left to `resolve`. `whole` is the whole line where `name` is only part of it,
    since a card may be called "2000 Suns"; `fuller` are longer readings of the name, longest first ("Tide Caller
    (Orla)" where `hint` is "Orla"). A `doubt` says what the line is if no card has that name: the list's "title" (or
    its "head", which is a card only where it can lead the deck and nothing else does), a "key" that we do not know,
    ("ff") one more of the First Five, which a card called "Golem ff" is not by itself, or a "die" of the type `name`
    ("5 natural" among the cards).
    `fault` is what is wrong with the line if `whole` is no card: a count of 0, or one that is no count; such an entry
    has `count` 1 and is otherwise left out.
    """

    name: str
    count: int = 1
    pile: str = MAIN
    line: int = 0
    column: int = 1
    hint: str = ""
    marks: tuple[str, ...] = ()
    ids: Mapping[str, str] = field(default_factory=dict, hash=False)
    counted: bool = True
    """False where the list gives no count and 1 was assumed."""
    text: str = ""
    """The line as it stands in the file, for messages; cut at 200 characters."""
    whole: str = ""
    fuller: tuple[str, ...] = ()
    doubt: Literal["", "title", "head", "key", "ff", "die"] = ""
    fault: Problem | None = None
    parts: tuple[Entry, ...] = ()
    """The cards of a line that lists several, unless a card has the whole line for its name."""
    short: Entry | None = None
    """The line without a `remark` behind it ("3x Iron Worker // the best"), if it is no card with it."""
    remark: str = ""
    named: bool = False
    """True where a key names the leader ("Main Character: Marth"): one of the listed cards, where they hold it."""


@dataclass(frozen=True, slots=True)
class Report:
    """What became of every line: cards + headers + comments + blank + problems = lines.

    A line counts as a problem when nothing could be made of it; `key: value` lines, titles and the words of the
    program that wrote the list are headers. A card with a count that is none still counts as a card.
    """

    lines: int = 0
    cards: int = 0
    headers: int = 0
    comments: int = 0
    blank: int = 0
    problems: int = 0


@dataclass(frozen=True, slots=True)
class DeckList:
    """What a list says, before anything is looked up. Entries stand in the order of the file.

    `game` is a slug, or "" when the list does not say. `rules` is the construction format that the list names, if
    any. `leader_apart`: the format keeps a Cipher main character apart from the cards, so that it is one of them and
    not one more. `extra` is what a format carries that we do not read, kept so that nothing is lost on the way back.
    """

    name: str = ""
    game: str = ""
    rules: str = ""
    format: str = "text"
    source: str = ""
    entries: tuple[Entry, ...] = ()
    dice: tuple[Entry, ...] = ()
    first_five: tuple[Entry, ...] = ()
    leader_apart: bool = False
    report: Report = Report()
    problems: tuple[Problem, ...] = ()
    extra: Mapping[str, object] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class Slot:
    """`count` copies of a card in one pile; `lines` are those of the list that named it; `printing` a card code."""

    card: Card
    count: int
    pile: str = MAIN
    lines: tuple[int, ...] = ()
    printing: str = ""


@dataclass(frozen=True, slots=True)
class Dice:
    """`count` dice of one type, by its name as written (a game's rules say which names there are)."""

    type: str
    count: int
    lines: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Deck:
    """A list whose cards are known. Slots keep the order of the file; equal cards of one pile are one slot.

    `derived` is the pile that the cards bring with them (Ashes' conjurations), each with its exact number, computed
    from the catalogue and never from the list. `first_five` may repeat a card and may hold one that the deck lacks:
    that is for the rules to judge. `leader_apart` as in DeckList.
    """

    game: str
    name: str
    slots: tuple[Slot, ...]
    dice: tuple[Dice, ...] = ()
    first_five: tuple[Card, ...] = ()
    first_five_lines: tuple[int, ...] = ()
    derived: tuple[Slot, ...] = ()
    leader_apart: bool = False
    rules: str = ""
    source: str = ""
    extra: Mapping[str, object] = field(default_factory=dict, hash=False)

    @property
    def title(self) -> str:
        """What to call the deck: its name, where it has none its file without the path, else "Your list"."""
        file = self.source.replace("\\", "/").rsplit("/", 1)[-1]
        return self.name or (file if file not in ("", "-") else "Your list")

    def pile(self, name: str) -> tuple[Slot, ...]:
        """The slots of one pile, in order."""
        return tuple(slot for slot in self.slots if slot.pile == name)

    def count(self, name: str) -> int:
        """How many copies one pile holds."""
        return sum(slot.count for slot in self.slots if slot.pile == name)
