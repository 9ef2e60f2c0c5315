"""A list as people write it: a card a line, with or without counts, headings, comments and keys.

The lines are tried as blank, comment, heading, `key: value`, card. What no line can settle by itself (is this first
line a title, is this key a card's name) is left to `resolve`. Nothing is dropped: every line is counted in the report.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from catalog.card import Card
from catalog.names import fold, visible
from deckcli.decks.bytes import lines_of
from deckcli.decks.deck import CONJURATIONS, LEADER, MAIN, SIDE, Deck, DeckList, Entry, Report, Slot
from deckcli.decks.formats import words
from deckcli.decks.formats.held import kept_word
from deckcli.decks.formats.lines import (
    LONGEST,
    LONGEST_AGAIN,
    LONGEST_LIST,
    MOST_AGAIN,
    Line,
    begins_with_count,
    line_of,
    read_card,
    split_cards,
    split_values,
)
from deckcli.decks.formats.pasted import FENCE, STRUCK, undressed
from deckcli.decks.problem import Problem
from deckcli.titles import TITLES, game_of

NAME = "text"
HELD = ("group", "author", "date")
"""The keys of `Deck.extra` that we write into a list."""

_COMMENT = re.compile(r"#|//|;")
_RULE = re.compile(r"[-=_*~+.•·\s]+$")
_DECORATED = re.compile(
    r"-{2,}\s*(.*?)\s*-{2,}$|={2,}\s*(.*?)\s*={2,}$|\[([^\[\]:]*)\]$|(?://|#{1,6})\s*(.*?)\s*#*$|\*\*(.*)\*\*$|<([^<>]*)>$"
)
_NUMBER = re.compile(r"(.*?)\s*(?:[(\[]\s*([0-9]{1,6})\s*(?:/\s*[0-9]{1,6}\s*)?(?:cards?\s*|dice\s*)?[)\]])?\s*(:?)$")
_TOTAL = re.compile(r"([^:]*?)(?:\s*:|\s[-–—xX×])\s*([0-9]{1,6})(?:\s*/\s*[0-9]{1,6})?$")
_ID = r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"
_SHARED = re.compile(rf"(?<![0-9a-z-])({_ID})(?![0-9a-z-])", re.I)
"""The id under which ashes.live and others share a deck."""
_ADDRESS = re.compile(
    rf"(?:https?://|www\.)[^\s/<>]{{1,255}}/[^\s<>]"
    rf"|(?<![a-z0-9-])[a-z0-9-]{{1,63}}\.[a-z]{{2,24}}/(?:\S{{0,200}}/)?(?:decks?|share|{_ID})\b",
    re.I,
)
"""The address of a page (not of a whole site, as programs leave it in their lists)."""
_PARTED = re.compile(r"[,;0-9]")
_TIMES = re.compile(r"\s*(?:[0-9]{1,3}\s?[xX×]\s|[xX×]\s?[0-9]{1,3}\s)")
_COUNT_BEFORE = re.compile(r"([0-9]{1,3}) ([^\W\d][^:0-9]*?)\s*:?$")
"""A heading with its number in front: "9 Allies"."""
_KEY = re.compile(r"([^:]{1,40}):\s*(?=\S)")
_SETS = re.compile(
    r"\s*([0-9]{1,3}\s?[xX×]?\s+)?([^\W\d][\w ]{1,20}?)\s*(?:[(\[]\s*[0-9]{1,3}(?:\s*/\s*[0-9]{1,3})?\s*[)\]])?"
    r"\s*(?::|=|\s[-–—]\s)\s*(?=\S)"
)
"""A key that sets a part of the deck, as people write it: with a number before or behind it, or another mark than a
colon ("10x dice: ...", "Dice (10): ...", "Phoenixborn - ...")."""
_ASSIGNED = re.compile(r"([A-Za-z][A-Za-z ]{0,40}?)(?:\s*=\s*|\s+(?![^=]*=))(?=\S)")


_COUNT_THEN_DIE = re.compile(r"[0-9]+\s*[xX×]?\s*[^\W\d]+")
_DIE_THEN_COUNT = re.compile(r"[^\W\d]+\s*[xX×]?\s*[0-9]+")

_EACH = rf"([0-9]{{1,2}}\s?[xX×]?\s?(?:{'|'.join(words.DICE_WORDS)})(?:\s(?:magic|dice|die))?)"
_ONE_DIE = re.compile(_EACH, re.I)
_DICE_LINE = re.compile(rf"(?:{_EACH}(?:\s*[,;/+&]\s*|\s+and\s+|\s+|$))+$", re.I)

_OTHERWISE = frozenset({words.DICE, words.FIRST_FIVE, words.ABOUT})
"""Sections whose lines are no cards of a pile."""


@dataclass(slots=True)
class _Heading:
    """A heading that said a number, and what has been read under it."""

    line: Line
    title: str
    said: int
    sorts: bool
    """It sorts the cards of a pile by type, so that another heading of that sort ends it."""
    found: int = 0


@dataclass(slots=True)
class _Reader:
    """A list while it is read, line by line."""

    lines: Sequence[Line]
    keys: dict[str, str] = field(default_factory=dict)
    extra: dict[str, object] = field(default_factory=dict)
    entries: list[Entry] = field(default_factory=list)
    dice: list[Entry] = field(default_factory=list)
    first_five: list[Entry] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    tally: dict[str, int] = field(default_factory=dict)
    pile: str = MAIN
    links: list[Line] = field(default_factory=list)
    filled: bool = False
    """Whether the section that is open holds a line yet."""
    begun: bool = False
    """Whether a card has been read, so that the head of the list is over."""
    open: list[_Heading] = field(default_factory=list)

    def line(self, index: int) -> str:
        """Read one line, and say as what it counts."""
        line = self.lines[index]
        if line.plain and self.pile not in _OTHERWISE:
            return self.plain(line.plain)
        text = line.text.strip()
        if not text:
            return self.blank()
        looks = _looks(text)
        heading = looks.heading
        if looks.comment:
            return "comments"
        if STRUCK.match(text):
            fix = "Take the line out, or the marks around it."
            return self.bad(line.fault("bad_line", 0, "this line is struck through (~~).", fix))
        if len(text) > LONGEST and not (len(text) <= LONGEST_LIST and split_cards(line, 0, len(line.text))):
            return self.bad(line.fault("bad_line", 0, f"a line of {len(text):,} characters names no card."))
        if heading and looks.opens:
            return self.heading(line, *heading)
        if within := self.section(line):
            return within
        if self.shared(line, looks.linked) or looks.attributes or self.keyed(line, index):
            return "headers"
        if heading:
            return self.heading(line, *heading)
        if words.is_pile(text):
            return self.heading(line, text, None)
        if _RULE.match(text):
            return "comments"
        if self.titled(line, index):
            return "headers"
        return self.card(line, 0, len(line.text))

    def plain(self, entry: Entry) -> str:
        """A count and a plain name, which is what most lines are."""
        self.filled = self.begun = True
        self.entries.append(entry if self.pile == MAIN else replace(entry, pile=self.pile))
        return self.counted(entry.count)

    def blank(self) -> str:
        """An empty line ends the short sections: the dice, the First Five, the leader."""
        if self.filled and self.pile in (words.DICE, words.FIRST_FIVE, words.ABOUT, LEADER):
            self.turn(MAIN)
        return "blank"

    def bad(self, problem: Problem) -> str:
        self.problems.append(problem)
        return "problems"

    def turn(self, pile: str) -> None:
        """Open a pile; the headings before it end."""
        self.pile, self.filled = pile, False
        self.close(sorts=False)

    def close(self, sorts: bool) -> None:
        """End the headings that a new one ends, and compare their numbers with what was read."""
        for heading in [one for one in self.open if one.sorts or not sorts]:
            self.open.remove(heading)
            self.compare(heading)

    def compare(self, heading: _Heading) -> None:
        """Say it where a heading's number is not that of the cards under it."""
        if heading.found != heading.said:
            message = f'"{heading.title}" says {heading.said}, and {heading.found} stand under it.'
            problem = heading.line.fault("header_count_differs", 0, message)
            self.problems.append(replace(problem, severity="warning", found=heading.found, allowed=heading.said))

    def heading(self, line: Line, title: str, said: int | None) -> str:
        kind = words.heading_of(title)
        if not kind and said is None and not self.begun and not self.tally.get("headers"):
            self.keys.setdefault("name", title)
            message = f'"{title}" is no heading we know and stands first, so it was taken for the title.'
            self.problems.append(replace(line.fault("title_assumed", 0, message), severity="note"))
            return "headers"
        if kind == words.TYPES:
            if self.pile in (words.DICE, words.FIRST_FIVE, words.ABOUT, LEADER):
                self.turn(MAIN)
            self.close(sorts=True)
        else:
            self.turn(kind or title)
        if not kind:
            beside = "stands beside the deck" if words.is_pile(title) else "is no heading we know"
            message = f'"{title}" {beside}; its cards are kept as a pile of that name.'
            self.problems.append(replace(line.fault("pile_unknown", 0, message), severity="note"))
        if said is not None:
            self.open.append(_Heading(line, title, said, kind == words.TYPES))
        return "headers"

    def section(self, line: Line) -> str:
        """A heading with its cards behind it in one line ("Allies: 3x Iron Worker, 2x Hammer Knight"); else ""."""
        found = _KEY.match(line.text)
        title, said = _numbered(found[1]) if found else ("", None)
        kind = words.heading_of(title)
        if not found or kind not in (MAIN, SIDE, CONJURATIONS, words.TYPES):
            return ""
        parts = split_cards(line, found.end(), len(line.text))
        if not parts and (words.key_of(title) or not begins_with_count(line, found.end())):
            return ""
        before, self.pile = self.pile, MAIN if kind == words.TYPES else kind
        heading = _Heading(line, title, said or 0, kind == words.TYPES)
        self.open.append(heading)
        sort = self.card(line, found.end(), len(line.text))
        self.open.remove(heading)
        self.pile = before
        if said is not None:
            self.compare(heading)
        return sort

    def shared(self, line: Line, linked: bool) -> bool:
        """Whether the line holds no card, but the link or the id under which a site shares a deck. One behind a key
        that is kept ("Source: https://...") is also kept there. `linked`: its text, bare, may hold one."""
        if not (linked or line.dressed):
            return False
        text = line.dressed or line.text
        said = _SHARED.search(text)
        alone = said is not None and said[0] == text.strip()
        if not (alone or _ADDRESS.search(text)) or begins_with_count(line, 0):
            return False
        if line.dressed and not (said or re.search(r"/(?:decks?|share)/", text)):
            return False  # a card's name, with a link to its picture or page
        if said:
            self.extra.setdefault("direct_share_uuid", said[1].lower())
        self.links.append(line)
        key = words.key_of(found[1]) if (found := _KEY.match(line.text)) else ""
        return key not in words.KEPT and not words.is_attribution(text)

    def keyed(self, line: Line, index: int) -> bool:
        """Whether the line sets a key that we know, or may be one that we do not."""
        if self.pile != words.ABOUT and (setting := _setting(line.text)):
            self.set(setting[0], line, setting[1])
            return True
        found = (_ASSIGNED if self.pile == words.ABOUT else _KEY).match(line.text)
        if found is None or line.text.lstrip()[0].isdigit():
            return False
        key = words.key_of(found[1])
        if key:
            self.set(key, line, found.end())
            return True
        if self.pile == words.ABOUT:
            self.extra[visible(found[1])] = line.words(found.end(), len(line.text))
            return True
        return self.titled(line, index, keyed=True) or self.unknown_key(line, found.end())

    def unknown_key(self, line: Line, at: int) -> bool:
        """A key we do not know, above the cards: perhaps a card's name, so `resolve` looks for it first. What has a
        count behind it ("Orla: 3x Ember Fox") is never passed over."""
        if self.begun or self.pile != MAIN or _TIMES.match(line.text, at):
            return False
        read = read_card(line, 0, len(line.text))
        if isinstance(read, Problem) or len(read[0]) != 1 or read[0][0].counted or read[0][0].fault:
            return False
        self.entries.append(replace(read[0][0], doubt="key", fuller=(*read[0][0].fuller, _comma(line.text))))
        return True

    def set(self, key: str, line: Line, at: int) -> None:
        if key == words.DICE:
            self.many(line, at, ",;/+&", self.die)
        elif key == words.FIRST_FIVE:
            self.many(line, at, ";" if ";" in line.text else ",", self.first)
        elif key == LEADER:
            self.lead(line, at)
        elif key in ("name", "game", "rules"):
            self.keys.setdefault(key, line.words(at, len(line.text)))
        else:
            self.extra[key] = line.words(at, len(line.text))

    def many(self, line: Line, at: int, marks: str, read: Callable[[Line, int, int], int]) -> None:
        for start, end in split_values(line, at, len(line.text), marks):
            if read == self.die:
                for first, last in _dice_within(line.text, start, end):
                    self.die(line, first, last)
            else:
                read(line, start, end)

    def lead(self, line: Line, at: int) -> None:
        read = _leading(line, at)
        if isinstance(read, Problem):
            self.problems.append(read)
        else:
            self.entries.extend(read)

    def die(self, line: Line, start: int, end: int) -> int:
        """Dice of one type: `5x Charm`, `charm 5`; how many they are."""
        read = _die(line, start, end)
        if isinstance(read, Problem):
            self.problems.append(read)
            return 0
        self.dice.append(read)
        return read.count

    def first(self, line: Line, start: int, end: int) -> int:
        read = read_card(line, start, end, words.FIRST_FIVE)
        if isinstance(read, Problem):
            self.problems.append(read)
            return 0
        self.first_five.extend(read[0])
        return sum(entry.count for entry in read[0])

    def titled(self, line: Line, index: int, keyed: bool = False) -> bool:
        """Whether the line is the list's title: the first of all, without a count, and not one of the cards.

        It is one where a key or a heading comes next, as in an export of ashes.live, unless it names the leader that
        nothing else names; one with a colon (`keyed`) only where the leader, the dice or a heading come behind an empty
        line. Where cards come next behind an empty line, `resolve` first looks whether a card has that name.
        """
        if any(self.tally.get(sort) for sort in ("cards", "headers", "problems")):
            return False
        following = [one.text.strip() for one in self.lines[index + 1 :]]
        then = next((text for text in following if text), "")
        apart = bool(following) and not following[0]
        heading, key = _looks(then).heading, _KEY.match(then)
        opens = _looks(then).opens or bool((key and words.key_of(key[1])) or _setting(then))
        if keyed and not (apart and opens and (heading or _setting(then))):
            return False
        read = read_card(line, 0, len(line.text))
        if not then or not (apart or opens) or isinstance(read, Problem) or read[0][0].counted or read[0][0].fault:
            return False
        self.keys.setdefault("name", visible(line.raw))
        setting = _setting(then)
        led = (setting and setting[0] == LEADER) or (heading and words.heading_of(heading[0]) == LEADER)
        if not led:
            self.entries.append(replace(read[0][0], doubt="head" if opens else "title"))
        return True

    def card(self, line: Line, start: int, end: int) -> str:
        self.filled = self.begun = True
        if self.pile not in _OTHERWISE and len(dice := _all_dice(line.text, start, end)) > 1:
            return self.several(line, start, end, dice)
        parts = split_cards(line, start, end)
        if self.pile == words.DICE:
            values = split_values(line, start, end, ",;/+&")
            within = (one for part in values for one in _dice_within(line.text, *part))
            return self.counted(sum(self.die(line, *one) for one in within))
        if self.pile == words.FIRST_FIVE:
            return self.counted(sum(self.first(line, *part) for part in parts or [(start, end)]))
        if parts:
            return self.several(line, start, end, parts)
        read = read_card(line, start, end, MAIN if self.pile == words.ABOUT else self.pile)
        if isinstance(read, Problem):
            return self.bad(read)
        entries, first = read
        self.entries.extend(entries)
        if first:
            self.first_five.extend(replace(entry, count=1, fault=None, doubt="ff") for entry in entries[:1])
        return self.counted(sum(e.count for e in entries if e.pile in (self.pile, LEADER) and not _skipped(e)))

    def several(self, line: Line, start: int, end: int, parts: list[tuple[int, int]]) -> str:
        """A line of several cards, unless one card has the whole of it for its name."""
        pile = MAIN if self.pile == words.ABOUT else self.pile
        entries: list[Entry] = []
        for part in parts:
            one = read_card(line, *part, pile)
            if isinstance(one, Problem):
                self.problems.append(one)
            else:
                entries.extend(one[0])
                self.first_five.extend(replace(e, count=1, fault=None, doubt="ff") for e in one[0][:1] if one[1])
        read = read_card(line, start, end, pile)
        whole = Entry("", pile=pile) if isinstance(read, Problem) else read[0][0]
        self.entries.append(replace(whole, counted=True, parts=tuple(entries)))
        return self.counted(sum(one.count for one in entries if one.pile in (pile, LEADER) and not _skipped(one)))

    def counted(self, copies: int) -> str:
        for heading in self.open:
            heading.found += copies
        return "cards"

    def read(self) -> None:
        for index in range(len(self.lines)):
            sort = self.line(index)
            self.tally[sort] = self.tally.get(sort, 0) + 1
        self.close(sorts=False)
        if self.links:
            self.problems.append(self.not_fetched())
        bare = [
            entry.line for entry in self.entries if not (entry.counted or entry.doubt or entry.named or entry.fault)
        ]
        if bare:
            message = (
                f"{len(bare)} lines give no count, and 1 was taken for each." if len(bare) > 1 else "no count, so 1."
            )
            self.problems.append(Problem("count_assumed", "note", message, lines=tuple(dict.fromkeys(bare))))

    def not_fetched(self) -> Problem:
        """What is to be said of links: an error where there is nothing else, else that only the cards here count."""
        fix = "Save the deck's text or its JSON, and read that."
        if not self.entries:
            message = "a link to a deck, and nothing is fetched from the network."
            return self.links[0].fault("bad_line", 0, message, fix)
        one = "a link" if len(self.links) == 1 else f"{len(self.links)} links"
        message = f"{one}, and nothing is fetched from the network: only what stands here was read."
        problem = self.links[0].fault("link_not_fetched", 0, message)
        return replace(problem, severity="note", lines=tuple(line.number for line in self.links))


def read(text: str, source: str) -> DeckList:
    """What a list says. Never fails for what it holds: a line that makes no sense becomes a Problem with its place.

    Raises UnreadableError for more lines than any deck has. Peers: 3.1, 3.9.
    """
    reader = _Reader(undressed([line_of(number, raw) for number, raw in enumerate(lines_of(text, source), 1)]))
    reader.read()
    game = reader.keys.get("game", "") or ("ashes" if _shares_ashes(reader) else "")
    if game and not game_of(game):
        reader.extra["game"] = game
    return DeckList(
        name=reader.keys.get("name", ""),
        game=game_of(game),
        rules=fold(reader.keys.get("rules", "")).replace(" ", "-"),
        format=NAME,
        source=source,
        entries=tuple(reader.entries),
        dice=tuple(reader.dice),
        first_five=tuple(reader.first_five),
        report=Report(lines=len(reader.lines), **reader.tally),
        problems=tuple(reader.problems),
        extra=reader.extra,
    )


def is_link(words_: str) -> bool:
    """Whether it is the address of a deck's page, or the bare id under which one is shared."""
    found = _SHARED.search(words_)
    return bool((found and found[0] == words_.strip()) or _ADDRESS.search(words_))


def _shares_ashes(reader: _Reader) -> bool:
    """Whether there is nothing but a link or an id of ashes.live or AshesDB, who share decks by such ids."""
    if reader.entries or not reader.links:
        return False
    said = [line.dressed or line.text for line in reader.links]
    return all(re.search(r"ashes(?:\.live|db\.)", one, re.I) or _SHARED.fullmatch(one.strip()) for one in said)


def _leading(line: Line, at: int) -> tuple[Entry, ...] | Problem:
    """The leader that a key names."""
    return (_leading_again if len(line.raw) <= LONGEST_AGAIN else _leading_at)(line, at)


def _leading_at(line: Line, at: int) -> tuple[Entry, ...] | Problem:
    read = read_card(line, at, len(line.text), LEADER)
    return read if isinstance(read, Problem) else tuple(replace(one, pile=LEADER, named=True) for one in read[0])


def _die(line: Line, start: int, end: int) -> Entry | Problem:
    """Dice of one type; a Problem when they are none."""
    return (_die_again if len(line.raw) <= LONGEST_AGAIN else _die_at)(line, start, end)


def _die_at(line: Line, start: int, end: int) -> Entry | Problem:
    turned = re.match(r"([^\W\d]+)\s+([0-9]+)$", line.text[start:end])
    read = read_card(line, start, end, words.DICE)
    if isinstance(read, Problem):
        return read
    entry = read[0][0]
    if turned:
        entry = replace(entry, name=turned[1], count=min(int(turned[2][:4]), 999), counted=True)
    return entry.fault or replace(entry, name=words.die_of(entry.name), whole="", fuller=())


_leading_again, _die_again = lru_cache(MOST_AGAIN)(_leading_at), lru_cache(MOST_AGAIN)(_die_at)


class _Looks(NamedTuple):
    """What a line's text may be, whatever stands around it: a heading and whether we know it, a comment, words of the
    program that wrote the list, the link or id of a deck."""

    heading: tuple[str, int | None] | None
    opens: bool
    comment: bool
    attributes: bool
    linked: bool


def _looks(text: str) -> _Looks:
    """What a text may be; lists have the same lines again and again, and what is short is remembered."""
    return _looks_again(text) if len(text) <= LONGEST_AGAIN else _looks_at(text)


def _looks_at(text: str) -> _Looks:
    heading = _heading(text)
    comment = bool((_COMMENT.match(text) and not heading) or FENCE.match(text))
    return _Looks(
        heading,
        bool(heading and words.heading_of(heading[0])),
        comment,
        not comment and words.is_attribution(text),
        not comment and bool(_SHARED.search(text) or _ADDRESS.search(text)),
    )


_looks_again = lru_cache(MOST_AGAIN)(_looks_at)


def _heading(text: str) -> tuple[str, int | None] | None:
    """The title of a heading and the number it says; None for a line that is none.

    A line is one when it is a known word, with or without colon and number; when it ends with a colon; or when it is
    decorated (`--- Name ---`, `== Name ==`, `[Name]`). `//Name` is one only for known words: else it is a comment.
    """
    if len(text) > LONGEST:
        return None
    decorated = _DECORATED.match(text)
    inner = next((part for part in decorated.groups() if part), "") if decorated else text
    before = _COUNT_BEFORE.match(inner.strip())
    if before and words.heading_of(before[2]):
        return visible(before[2]), int(before[1])
    total = _TOTAL.match(inner.strip())
    if total and words.heading_of(total[1]):
        return visible(total[1]), int(total[2])
    found = _NUMBER.match(inner.strip())
    if found is None or not found[1]:
        return None
    title, said = visible(found[1]), int(found[2]) if found[2] else None
    if words.heading_of(title):
        return title, said
    comment = _COMMENT.match(text) is not None
    unknown = (bool(found[3]) and text[0] not in "0123456789") or (decorated is not None and not title[0].isdigit())
    return (title, said) if unknown and not comment else None


def _numbered(title: str) -> tuple[str, int | None]:
    """A title without the number behind it, and that number ("Allies (9)")."""
    found = _NUMBER.match(title.strip())
    return (visible(found[1]), int(found[2]) if found[2] else None) if found else (visible(title), None)


def _setting(text: str) -> tuple[str, int] | None:
    """The part of the deck that a line sets, and where in it the value begins."""
    return (_setting_again if len(text) <= LONGEST_AGAIN else _setting_at)(text)


def _setting_at(text: str) -> tuple[str, int] | None:
    found = _SETS.match(text)
    key = words.key_of(found[2]) if found else ""
    if not found or key not in words.SETTING or (found[1] and not _DICE_LINE.match(text, found.end())):
        return None  # with a number in front, it may be the name of a card
    return key, found.end()


def _skipped(entry: Entry) -> bool:
    """Whether a line's count is of no use, so that a heading's number does not hold it (but "2000 Suns" is a card)."""
    return entry.fault is not None and entry.fault.code == "zero_count"


def _dice_within(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """The parts of "5 charm 5 natural" or "charm 5 natural 5", which is how people say dice without a comma."""
    counts = _COUNT_THEN_DIE if text[start].isdigit() else _DIE_THEN_COUNT
    parts = [found.span() for found in counts.finditer(text, start, end)]
    whole = bool(parts) and parts[0][0] == start and parts[-1][1] == end
    return parts if whole and all(not text[a:b].strip() for (_, a), (b, _) in pairwise(parts)) else [(start, end)]


_setting_again = lru_cache(MOST_AGAIN)(_setting_at)


def _all_dice(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """The parts of a line that names nothing but dice ("5 natural / 5 charm", "5 natural 5 charm"); else none."""
    if not _DICE_LINE.match(text[:end], start):
        return []
    return [found.span(1) for found in _ONE_DIE.finditer(text, start, end)]


def _comma(text: str) -> str:
    """ "Marth: Altean Prince" as Cipher's cards are called, "Marth, Altean Prince"."""
    unit, _, title = text.partition(":")
    return visible(f"{unit}, {title}")


def write(deck: Deck) -> str:
    """The list of a deck as we write it; reading and resolving it gives the same deck.

    The pile that the cards bring with them is not written, since it follows from them.
    """
    head = [f"Game: {TITLES.get(deck.game, deck.game)}"]
    head += [f"{key}: {value}" for key, value in (("Name", visible(deck.name)), ("Rules", deck.rules)) if value]
    head += [f"{key.title()}: {value}" for key, value in deck.extra.items() if key in HELD]
    return "\n".join([*head, *_ashes_head(deck), *_sections(deck)]) + "\n"


def loses(deck: Deck) -> list[str]:
    """What this format cannot hold of a deck, in words; empty when it holds everything."""
    lost = [kept_word(key) for key in deck.extra if key not in HELD]
    if deck.leader_apart:
        lost.append("that the main character stands apart from the cards (it is counted in)")
    return lost


def named(card: Card, printing: str = "") -> str:
    """A card as we write it into a list: its name, and the code of its printing where the game has codes."""
    code = printing or card.printings[0].code
    return f"{card.name} ({code})" if code else card.name


def _ashes_head(deck: Deck) -> list[str]:
    """Phoenixborn and dice as keys, which is how Ashes players write them."""
    lines = [f"Phoenixborn: {named(slot.card)}" for slot in deck.pile(LEADER) if _by_key(deck, slot)]
    if deck.dice:
        lines.append("Dice: " + ", ".join(f"{dice.count} {dice.type}" for dice in deck.dice))
    if deck.first_five and not _long_names(deck):
        lines.append("First Five: " + ", ".join(named(card) for card in deck.first_five))
    return lines


def _by_key(deck: Deck, slot: Slot) -> bool:
    return deck.game == "ashes" and slot.count == 1


def _long_names(deck: Deck) -> bool:
    """Whether a name of the First Five holds what would part it in a key, or be read as a count there."""
    return any(_PARTED.search(card.name) for card in deck.first_five)


def _sections(deck: Deck) -> list[str]:
    lines: list[str] = []
    if deck.first_five and _long_names(deck):
        lines += ["", "First Five:", *(f"1x {named(card)}" for card in deck.first_five)]
    titles = {LEADER: "Main Character" if deck.game == "cipher" else "Phoenixborn", MAIN: "Cards", SIDE: "Sideboard"}
    piles = dict.fromkeys([LEADER, MAIN, *(slot.pile for slot in deck.slots)])
    for pile in piles:
        slots = [slot for slot in deck.pile(pile) if not (pile == LEADER and _by_key(deck, slot))]
        if slots:
            title = titles.get(pile, "Conjuration Pile" if pile == CONJURATIONS else pile)
            rows = [f"{slot.count}x {named(slot.card, slot.printing)}" for slot in slots]
            lines += ["", f"{title} ({sum(slot.count for slot in slots)}):", *rows]
    return lines
