"""How one line of a list names a card: count, name, and what else people write around it.

Tried in this order, since each step takes something off an end of the line: a bullet; a mark of a pile (`SB:`); a
count in front (`3`, `3x`, `x3`, `3 x`, `3×`, `(3)`, `[3x]`, `3:`, `3,`, `3 of`, `3枚`); a printing in front
(`[CORE:12]`, `B01-006N`); and then, from the end, again and again: a comma, `[stub:x]`, a mark of the leader, a count
(`x3`, `(x3)`, `(3x)`, `×3`, `:3`, ` - 3`, `, 3`, `3x`, `3枚`), a card number, a bracket with or without a number behind
it, `*F*`, `^label^`, `#tag`, ` ff`, ` - Ally`; and last a remark (` // the best`, ` # why`, ` - one word more`),
`|SET|n`, quotes or emphasis around the name, and HTML's `&#39;`. Every step keeps the longer reading, for a card may be
called just that.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache

from catalog.names import visible
from deckcli.decks.deck import LEADER, MAIN, SIDE, Entry
from deckcli.decks.formats import words as spoken
from deckcli.decks.problem import Problem, Severity

MOST_COPIES = 999
LONGEST = 400
"""A longer line names no card."""
LONGEST_LIST = 20_000
"""A longer line is no whole list either."""
_LONGEST_MARK = 120
LONGEST_AGAIN = 100
MOST_AGAIN = 16_384
"""So many lines, none longer, are remembered with what was made of them: those of a batch have many in common."""
_MOST_STEPS = 12
"""More than that many marks behind one name are part of the name."""

_INVISIBLE = frozenset("\u00ad\u061c\u180e\ufeff") | frozenset(
    chr(code)
    for first, last in ((0x200B, 0x200F), (0x202A, 0x202E), (0x2060, 0x2069))
    for code in range(first, last + 1)
)
_WIDE = {c: chr(ord(c) - 0xFEE0) for c in "０１２３４５６７８９：（）［］，；ｘＸ＃／＊"} | {"−": "-"}

_N = r"(?P<n>-?[0-9]+(?:[.,/][0-9]+)?)"
_BULLET = re.compile(r"[-*•·–—]\s+(?=[0-9xX])")
_PILE = re.compile(r"(SB|CMDR)\s*:\s*(?=\S)", re.I)
_LEAD = re.compile(
    rf"\+?{_N}(?:\s*[xX]\s+|[xX](?=[^\Wa-z_]|\[|[*\"“「])|\s*[×枚]\s*(?=\S)|\s*:\s+|[,;]\s*(?=[^\W\d])|\s*[-–—*=]\s+|\s+of\s+|\s+)"
    r"|[xX×]\s?(?P<m>-?[0-9]+(?:[.,/][0-9]+)?)\s+|(?P<o>[(\[])\s*[xX×]?\s*(?P<k>[0-9]{1,3})\s*[xX×]?\s*[)\]]\s*(?=\w)"
)
_BEFORE = re.compile(r"\[([^\[\]:]+)(?::([^\[\]]*))?\]\s+(?=[^\s(\[])")
_TRAIL = re.compile(
    rf"(?:\s+[xX]\s?|\s*×\s*|\s*\.{{2,}}\s*|\s*:\s*|\s+[-–—=]\s+|\s*,\s*|\s+\*\s?"
    rf"|\s*[(\[]\s*[xX×]?\s*(?=-?[0-9.,/]+\s*[)\]]$)){_N}"
    r"[)\]]?$|\s+(?P<m>[0-9]+)[xX×]$|\s*[(\[]\s*(?P<k>[0-9]{1,3})\s*[xX×枚]\s*[)\]]$|\s*(?P<j>[0-9]{1,3})\s*枚$"
)
_STUB = re.compile(r"\s*\[(?:stub|slug):\s*([^\[\]]+?)\s*\]$", re.I)
_LEADER = re.compile(
    r"\s*[(\[](?:主人公|main character|main char|mc|leader|commander)[)\]]$"
    r"|\s+(?:\*(?:main character|mc)\*|(?:<-+|←|--?|[–—])\s*(?:main character|mc))$",
    re.I,
)
_BRACKET = re.compile(r"\s*(?:\(([^()]*)\)|\[([^\[\]]*)\])(?:\s+([0-9]+[a-z★]?))?$")
_MARKS = (
    ("*", re.compile(r"\s+(\*[A-Za-z0-9]{1,8}\*)$")),
    ("^", re.compile(r"\s*(\^[^^]*\^)$")),
    ("#", re.compile(r"\s+(#!?[^\s#]+)$")),
)
_COMMA = re.compile(r"\s*[,;、\\]+$")
_TYPED = re.compile(r"\s+[-–—]\s+([^-–—]{3,25})$")
_AROUND = re.compile(r'(\*\*\*?|___?|[*_`"])(.+)\1$|\[\[(.+)\]\]$|“(.+)”$|「(.+)」$|『(.+)』$|【(.+)】$')
_PARTED = re.compile(r"\s*[,;、]\s*")
_COUNT_FIRST = re.compile(r"(?:[0-9]{1,3}\s*[xX×枚]\s*|[xX×]\s?[0-9]{1,3}\s+|[0-9]{1,3}\s+)(?=[^\s,;、])")
_COUNT_LAST = re.compile(
    r"(?:\s[xX]\s?|\s*×\s*|\s*\(\s*[xX×]?\s*)[0-9]{1,3}\s*[xX×]?\)?$|\s[0-9]{1,3}[xX×]$|[0-9]{1,3}枚$"
)
_FIRST_FIVE = re.compile(r"\s+(?:ff|FF)$")
_ALONE = re.compile(r"[xX×]?\s*-?[0-9]+(?:[.,/][0-9]+)?\s*[xX×*+]?$")
_CODE = r"[A-Z][0-9]{2}-[0-9]{3}[a-c]?[A-Zr+]*"
_ANY_CODE = r"[A-Za-z][0-9]{2}-[0-9]{3}[A-Za-z]{0,3}\+?"
_TIMES = r"(?:\s*[xX×]\s*|\s+)"
_CODES = re.compile(
    rf"(?:(?P<unit>[^:]+):\s*)?"
    rf"(?P<codes>{_ANY_CODE}(?:{_TIMES}[0-9]+)?(?:\s*,\s*{_ANY_CODE}(?:{_TIMES}[0-9]+)?)*)$"
)
_CODE_BEFORE = re.compile(rf"({_ANY_CODE})(?:\s*:\s+|\s+[-–—]\s+|\s+)(?=[^\W\d])(?![xX]\s?[0-9]+$)")
_CODE_BEHIND = re.compile(rf"[\s,;:–—-]*\s({_ANY_CODE})$")
_REMARK = re.compile(r"\s+(?://|#+|--+|@|<-+|←|;|[-–—])\s+(\S.*)$")
_PLAIN = re.compile(
    r"(?:(?P<n>[1-9][0-9]{0,2})x? )?"
    r"(?P<name>(?![xX] |cards?\b|of )[A-Za-z][A-Za-z']*(?:(?: |, |-)(?!(?:ff|FF)\b)[A-Za-z][A-Za-z']*)*)"
    rf"(?P<code> \((?P<hint>{_CODE})\))?$"
)
"""What most lines are: a count, a name of letters, perhaps a card number. Nothing of it is anything else here."""
_ONE_CODE = re.compile(rf"({_ANY_CODE})(?:{_TIMES}([0-9]+))?")


@dataclass(frozen=True, slots=True, eq=False)
class Line:
    """One line: `raw` as it stands, `text` without invisible characters, with single plain blanks and plain digits;
    `places` are the indices into `raw` of each character of `text`, empty where the two are equal. Lines are told
    apart as objects, so that what is made of one can be remembered."""

    number: int
    raw: str
    text: str
    places: tuple[int, ...] = ()
    dressed: str = ""
    """The text before something was taken off around it (`pasted`); empty where nothing was."""
    plain: Entry | None = field(default=None, repr=False)
    """The whole line as a card of the deck, where it is a count and a plain name, so that it can be nothing else."""

    @property
    def shown(self) -> str:
        """The line for a message: as it stands, but not endlessly long."""
        return self.raw[:200].rstrip()

    def column(self, at: int) -> int:
        """The 1-based column in the file of the character `at` of `text`."""
        return (self.places[min(at, len(self.places) - 1)] if self.places else at) + 1

    def words(self, start: int, end: int) -> str:
        """What the file has between two characters of `text`, with its blanks made plain."""
        if self.dressed or not self.places or start >= end:
            return visible(self.text[start:end])
        return visible(self.raw[self.places[start] : self.places[end - 1] + 1])

    def spaced(self, start: int, end: int) -> str:
        """The same, where what cannot be seen parts words ("Ember<U+200B>Fox"); as often it only may part a line."""
        if self.dressed or not self.places or start >= end:
            return self.words(start, end)
        return visible(self.raw[self.places[start] : self.places[end - 1] + 1], " ")

    def fault(self, code: str, at: int, message: str, fix: str = "") -> Problem:
        """A problem of this line, at the character `at` of `text`."""
        severity: Severity = "note" if code == "zero_count" else "error"
        place = self.column(at)
        return Problem(code, severity, message, lines=(self.number,), column=place, text=self.shown, fix=fix)


def line_of(number: int, raw: str) -> Line:
    """The line `raw`, made comparable character by character, so that columns still point into the file."""
    return _line_again(number, raw) if len(raw) <= LONGEST_AGAIN else _line_of(number, raw)


def _line_of(number: int, raw: str) -> Line:
    if raw.isascii() and "\t" not in raw and "  " not in raw:
        found = _PLAIN.match(raw) if raw[:1].isdigit() and len(raw) <= LONGEST else None
        if found and (not found["n"] or spoken.heading_of(raw) or spoken.heading_of(found["name"])):
            found = None
        return Line(number, raw, raw, plain=_plain(number, raw, found, MAIN) if found else None)
    kept: list[tuple[int, str]] = []
    for i, c in enumerate(raw):
        plain = " " if c.isspace() else _WIDE.get(c, c)
        if c not in _INVISIBLE and not (plain == " " and kept and kept[-1][1] == " "):
            kept.append((i, plain))
    return Line(number, raw, "".join(c for _, c in kept), tuple(i for i, _ in kept))


_line_again = lru_cache(MOST_AGAIN)(_line_of)


@dataclass(slots=True)
class _Reading:
    """A card line while both its ends are taken off: what is left stands between `start` and `end`."""

    line: Line
    start: int
    end: int
    count: str = ""
    count_at: int = 0
    pile: str = ""
    bracket: int = -1
    """Where a bracket before the name begins; -1 where none does."""
    fuller: list[str] = field(default_factory=list)
    hints: list[str] = field(default_factory=list)
    marks: list[str] = field(default_factory=list)
    ids: dict[str, str] = field(default_factory=dict)
    leader: bool = False
    first_five: bool = False

    def cut(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """Take a pattern off the end, unless nothing would be left of the name."""
        found = pattern.search(self.line.text[: self.end], max(self.start, self.end - _LONGEST_MARK))
        if found is None or not self.line.text[self.start : found.start()].strip():
            return None
        self.keep()
        self.end = found.start()
        return found

    def keep(self) -> None:
        """Remember what is left as a reading of the name, also with what stood before it."""
        for start in dict.fromkeys((self.bracket, self.start)):
            if start >= 0:
                self.fuller.append(self.line.words(start, self.end))

    def take(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """Take a pattern off the front, unless nothing would be left of the name."""
        found = pattern.match(self.line.text[: self.end], self.start)
        if found is None or not self.line.text[found.end() : self.end].strip():
            return None
        self.start = found.end()
        return found


def read_card(line: Line, start: int, end: int, pile: str = MAIN) -> tuple[tuple[Entry, ...], bool] | Problem:
    """The entries that a card line makes, and whether it puts the card among the First Five.

    One entry, but two where the line marks its card as the leader and has more copies of it, and several where it
    lists card codes ("Sakura: B07-058SR x3, B02-012SR x4"). `start` and `end` bound the part of `line.text` that
    is read. A Problem when no name is left. A count that is none becomes the entry's `fault`.
    """
    read = _read_again if len(line.raw) <= LONGEST_AGAIN else _read_card
    return read(line, start, end, pile)


def _read_card(line: Line, start: int, end: int, pile: str) -> tuple[tuple[Entry, ...], bool] | Problem:
    start, end = _trimmed(line.text, start, end)
    if not (line.places or line.dressed) and (plain := _PLAIN.match(line.text[:end], start)):
        return (_plain(line.number, line.raw, plain, pile),), False
    coded = _CODES.match(line.text[:end], start)
    if coded and (coded["unit"] or "," in coded["codes"] or " " in coded["codes"]):
        return tuple(_codes(line, coded.start("codes"), end, pile)), False
    if start >= end or _ALONE.match(line.text[:end], start):
        at = max(start, end - 1) if start < end else start
        return line.fault("bad_line", at, "a count and then the name of a card was expected, and there is no name.")
    alone = bool(line.dressed) and (start, end) == _trimmed(line.text, 0, len(line.text))
    reading = _whittled(line, start, end)
    found = _entries(reading, visible(line.dressed) if alone else line.words(start, end), pile)
    remark = _REMARK.search(line.text[:end], reading.start)
    if remark is None or not line.text[reading.start : remark.start()].strip():
        return found
    short = _entries(_whittled(line, start, remark.start()), "", pile)[0][0]
    return (replace(found[0][0], short=short, remark=visible(remark[1])), *found[0][1:]), found[1]


_read_again = lru_cache(MOST_AGAIN)(_read_card)


def _plain(number: int, raw: str, plain: re.Match[str], pile: str) -> Entry:
    """The entry of a plain line, as `_entries` makes it of what `_whittled` leaves."""
    count, name, code, hint = plain.group("n", "name", "code", "hint")
    die = spoken.die_meant(name) if count and not code else ""
    return Entry(
        name=die or name,
        count=int(count) if count else 1,
        pile=pile,
        line=number,
        column=plain.start("name") + 1,
        hint=hint or "",
        counted=count is not None,
        text=raw[:200].rstrip(),
        whole=plain[0] if count or code else "",
        fuller=(name + code,) if count and code else (name,) if die else (),
        doubt="die" if die else "",
    )


def split_cards(line: Line, start: int, end: int) -> list[tuple[int, int]]:
    """The parts of a line that lists several cards with their counts ("3x Iron Worker, 2x Hammer Knight"); else none.

    Only a comma with a count behind it parts cards, or, where counts stand behind the names, every comma: a name may
    hold one.
    """
    if end - start > LONGEST_LIST or _CODES.match(line.text[:end], start):
        return []
    start, end = _trimmed(line.text, start, end)
    marks = list(_PARTED.finditer(line.text, start, end))
    if marks and marks[-1].end() == end:
        end = marks.pop().start()
    if _COUNT_FIRST.match(line.text, start):
        marks = [mark for mark in marks if _COUNT_FIRST.match(line.text, mark.end())]
        starts, ends = [start, *(mark.end() for mark in marks)], [*(mark.start() for mark in marks), end]
        return list(zip(starts, ends, strict=True)) if marks else []
    starts, ends = [start, *(mark.end() for mark in marks)], [*(mark.start() for mark in marks), end]
    parts = list(zip(starts, ends, strict=True))
    return parts if marks and all(_COUNT_LAST.search(line.text[a:b]) for a, b in parts) else []


def begins_with_count(line: Line, start: int) -> bool:
    """Whether a count and a name stand there."""
    return _COUNT_FIRST.match(line.text, start) is not None


def split_values(line: Line, start: int, end: int, marks: str) -> Iterator[tuple[int, int]]:
    """The parts of `line.text[start:end]` between any of the characters `marks`, without blanks and empty ones."""
    at = start
    for i in range(start, end + 1):
        if i == end or line.text[i] in marks:
            part = _trimmed(line.text, at, i)
            if part[0] < part[1]:
                yield part
            at = i + 1


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end


def _codes(line: Line, start: int, end: int, pile: str) -> Iterator[Entry]:
    for one in _ONE_CODE.finditer(line.text, start, end):
        code, given = one.groups()
        column = line.column(one.start())
        entry = Entry(code, 1, pile, line.number, column, ids={"code": code}, counted=bool(given), text=line.shown)
        yield _counted(entry, line, given or "", one.start(2))


def _whittled(line: Line, start: int, end: int) -> _Reading:
    """Everything around the name, taken off in the order that the head of this file tells."""
    reading = _Reading(line, start, end)
    reading.take(_BULLET)
    if mark := reading.take(_PILE):
        reading.pile = SIDE if mark[1].upper() == "SB" else LEADER
    if lead := reading.take(_LEAD):
        group = next(name for name in "nmk" if lead[name])
        reading.count, reading.count_at = lead[group], lead.start(group)
    if before := reading.take(_BEFORE) or reading.take(_CODE_BEFORE):
        reading.bracket = before.start()
        reading.hints.append(" ".join(part for part in before.groups() if part))
    for _ in range(_MOST_STEPS):
        if not _step(reading):
            break
    forge = line.text.find("|", reading.start, reading.end)
    if forge > reading.start:
        reading.keep()
        reading.hints.append(line.words(forge + 1, reading.end).replace("|", " "))
        reading.end = forge
    start, end = _trimmed(line.text, reading.start, reading.end)
    if around := _AROUND.match(line.text[:end], start):
        reading.keep()
        reading.start, reading.end = next(around.span(n) for n in range(2, 8) if around[n])
    if reading.bracket >= 0:
        reading.keep()
    return reading


def _step(reading: _Reading) -> bool:
    """Take one thing off the end; False when nothing more is there."""
    tail = reading.line.text[max(0, reading.end - 3) : reading.end].rstrip()
    bracket, digit = tail[-1:] in (")", "]"), any(c.isdigit() for c in tail)
    if tail[-1:] in (",", ";", "、", "\\") and reading.cut(_COMMA):
        pass
    elif bracket and (found := reading.cut(_STUB)):
        reading.ids["slug"] = found[1]
    elif (bracket or tail[-1:] in ("*", "C", "c", "R", "r")) and reading.cut(_LEADER):
        reading.leader = True
    elif digit and not reading.count and (found := reading.cut(_TRAIL)):
        group = next(name for name in "nmkj" if found[name])
        reading.count, reading.count_at = found[group], found.start(group)
        reading.fuller.clear()  # what holds the count is no longer reading of the name; the whole line is kept anyway
    elif "-" in reading.line.text and (found := reading.cut(_CODE_BEHIND)):
        reading.hints.insert(0, found[1])
    elif (bracket or digit) and (found := reading.cut(_BRACKET)):
        reading.hints.insert(0, " ".join(part for part in found.groups() if part))
    elif not reading.first_five and reading.cut(_FIRST_FIVE):
        reading.first_five = True
    elif _is_typed(reading) and (found := reading.cut(_TYPED)):
        reading.marks.insert(0, found[1])
    else:
        marks = (mark for sign, mark in _MARKS if sign in reading.line.text)
        found = next((found for mark in marks if (found := reading.cut(mark))), None)
        if found:
            reading.marks.insert(0, found[1])
        return found is not None
    return True


def _is_typed(reading: _Reading) -> bool:
    """Whether a card's type stands behind a dash."""
    found = _TYPED.search(reading.line.text[: reading.end], max(reading.start, reading.end - _LONGEST_MARK))
    return found is not None and spoken.heading_of(found[1]) == spoken.TYPES


def _entries(reading: _Reading, whole: str, pile: str) -> tuple[tuple[Entry, ...], bool]:
    line = reading.line
    start, end = _trimmed(line.text, reading.start, reading.end)
    name = line.words(start, end)
    if (spaced := line.spaced(start, end)) != name:
        reading.fuller.append(spaced)
    decoded = visible(html.unescape(name)) if "&" in name else name
    if any(c.isalnum() for c in decoded) and decoded != name:
        reading.fuller.append(name)
        name = decoded
    entry = Entry(
        name=name,
        pile=reading.pile or pile,
        line=line.number,
        column=line.column(start),
        text=line.shown,
        hint=visible(reading.hints[0]) if reading.hints else "",
        marks=tuple(reading.marks + reading.hints[1:]),
        ids=reading.ids,
        counted=bool(reading.count),
        whole=whole if whole != name else "",
        fuller=tuple(dict.fromkeys(words for words in reading.fuller if words not in (name, whole))),
    )
    entry = _counted(entry, line, reading.count, reading.count_at)
    if entry.counted and pile == MAIN and (die := spoken.die_meant(name)):
        entry = replace(entry, name=die, fuller=(*entry.fuller, name), doubt="die")
    if not reading.leader:
        return (entry,), reading.first_five
    return tuple(_led(entry)), reading.first_five


def _led(entry: Entry) -> Iterator[Entry]:
    """One copy of a card that its line marks as the leader, and the others where they were."""
    yield replace(entry, count=1, pile=LEADER)
    if entry.count > 1:
        yield replace(entry, count=entry.count - 1)


def _counted(entry: Entry, line: Line, count: str, at: int) -> Entry:
    """`entry` with the count that was written; with a fault where that is 0 or no count at all."""
    if not count:
        return entry
    if count.isdigit() and len(count.lstrip("0")) <= len(str(MOST_COPIES)):
        if number := int(count):
            return replace(entry, count=number)
        return replace(entry, fault=line.fault("zero_count", at, f'a count of 0: "{entry.name}" was passed over.'))
    message = f'"{count[:20]}" is no number of copies of "{entry.name}".'
    return replace(entry, fault=line.fault("bad_count", at, message, f"Write a whole number from 1 to {MOST_COPIES}."))
