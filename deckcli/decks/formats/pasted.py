"""What chats, pages and spreadsheets put around the lines of a list, and how it is taken off again.

Quote marks, bullets, item numbers, bold and italic, links, code fences, HTML tags, the tags of forums, the stamps of
chats ("[14:03] Orla: 3x Ember Fox"), pictures beside the words, the columns of a table. A line keeps its whole text
(`Line.dressed`), which is looked up first: a card may be called just that.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from catalog.names import fold
from deckcli.decks.formats import words
from deckcli.decks.formats.lines import LONGEST_AGAIN, MOST_AGAIN, Line

LONGEST_DRESSED = 2_000
"""A longer line is left as it is: nobody's line of a chat or a table."""
MOST_DRESSED = 500_000
"""So are the lines of a list with more characters; every card of the five games, once a line, takes some 150,000."""

_N = r"[0-9]{1,3}"
_COUNT = rf"(?:{_N}\s*[xX×]?|[xX×]\s?{_N})"
_NEEDS = re.compile(r"[^\w\s'(:/#]|##|&nbsp;|_|\t|qty|quantity|count\b|copies\b|[0-9][.)]\s", re.I)
"""What a line holds at its beginning, or anywhere, that one of the steps below could take off."""
_TAGS = (
    r"</?(?:ul|ol|li|p|b|i|u|em|strong|div|span|a|h[1-6]|table|thead|tbody|tr|td|th|font|code|pre|blockquote)"
    r"(?:\s[^<>]*)?/?>"
)
_REPLACED: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"\s*(?:<br\s*/?>|</li>\s*<li[^<>]*>)\s*(?=.)", re.I), "; "),
    (re.compile(rf"<br\s*/?>|{_TAGS}|&nbsp;", re.I), " "),
    (re.compile(r"!?\[([^\[\]]+)\]\(https?://[^\s()]*\)", re.I), r"\1"),
)
_FORUM = re.compile(
    r"\s*\[img[^\[\]]*\][^\[\]]*\[/img\]"
    r"|\[/?(?:b|i|u|url|card|cards|size|colou?r|font|list|quote|code|center|spoiler|td|tr|table|li)(?:=[^\[\]]*)?\]",
    re.I,
)
"""The tags of a forum; taken for such where one of them is closed, or stands alone."""
_ALONE = re.compile(r"\s*\[(?:list|quote|code|center|spoiler|table)(?:=[^\[\]]*)?\]\s*$", re.I)
_TIME = r"[0-9]{1,2}[:.][0-9]{2}(?:[:.][0-9]{2})?(?:\s?[ap]\.?m\.?)?"
_DATE = r"[0-9]{1,4}[./-][0-9]{1,2}[./-][0-9]{2,4}"
_SENT = re.compile(
    rf"\s*(?:\[(?:{_DATE},?\s+)?{_TIME}\]\s*|{_DATE},?\s+{_TIME}\s+[-–—]\s+)[^:\[\]]{{1,40}}:\s+(?=\S)", re.I
)
"""When a line of a chat was said, and by whom."""
_PICTURES = "[\u2600-\u27bf\u2b00-\u2bff\ufe0f\U0001f000-\U0001faff]"
_BEGUN, _ENDED = re.compile(rf"\s*{_PICTURES}+\s+(?=\S)"), re.compile(rf"\s+{_PICTURES}+\s*$")
_QUOTED = re.compile(r"\s*(?:>\s?)+")
_CHECKBOX = r"(?:\[[ xX✓✔]?\]\s+|[☐☑☒✅]\s*)?"
_BULLETS = re.compile(rf"\s*(?:[-*+·–—]\s+|[•◦‣▪▫●○■□➤►▶→⁃∙]\s*|[☐☑☒✅✓✔]\s*){_CHECKBOX}(?=\S)|\s*\*(?={_COUNT}\s)")
_ITEM = re.compile(r"\s*([0-9]{1,3})\\?[.)]\s+(?=\S)")
_QUANTITY = re.compile(rf"\s*(?:qty|quantity|count|copies)\b\.?\s*[:=]?\s*(?={_COUNT}\s+\S)", re.I)
_EMPHASIS = re.compile(r"\s*(\*\*\*?|___?|\*|_|`)([^*_`]{1,80}?)\1(?=[\s:]|$)")
_AROUND = re.compile(r'\s*(?:(\*\*\*?|___?|\*|_|``?|\|\||")(?=\S)((?:(?!\1).)+)(?<=\S)\1|\[\[(.+)\]\]|“(.+)”)\s*$')
_COUNTED = re.compile(rf"\s*{_COUNT}(?:\s|$)|\s*{_N}[xX×](?=\w)")
_COUNT_BEHIND = re.compile(rf"\s(?:[xX×]\s?{_N}|{_N}[xX×])\s*$")
_HEADED = re.compile(r"\s*#{2,6}\s*(?=([^:#]{1,40}):\s*\S)")

_PARTING = re.compile(r"\s*\"?sep=.\"?\s*$", re.I)
"""The first line of a spreadsheet's table that says what parts its cells."""
FENCE = re.compile(r"\s*(?:```|~~~)\w*\s*$")
STRUCK = re.compile(r"\s*(?:~~.+~~|\[s(?:trike)?\].+\[/s(?:trike)?\])\s*$", re.I)
"""A line that somebody has crossed out."""

_RULED = re.compile(r"(?=[^-]*+-)[|\s:+=-]*+$")
_COUNTS = "count|qty|quantity|copies|amount|number|num|no|nr|#|x|anzahl|menge|cantidad|quantite|枚数|数量"
_NAMES = "name|card|card name|cardname|cards|karte|kartenname|carta|carte|カード名|カード"
_COUNT_WORDS, _NAME_WORDS = frozenset(_COUNTS.split("|")), frozenset(_NAMES.split("|"))
_NAMED = re.compile("name|card|kart|cart", re.I)
"""What every ASCII word for the column of names holds."""
_CELL_COUNT = re.compile(rf"\s*{_COUNT}\s*$")


@dataclass(frozen=True, slots=True)
class _Columns:
    """What the head of a table says: the mark between its cells, and where count (-1: nowhere) and name stand."""

    mark: str
    count: int
    name: int


def undressed(lines: Sequence[Line]) -> list[Line]:
    """The lines without what stood around them, one for each; a table's head and rules become comments."""
    if sum(len(line.text) for line in lines) > MOST_DRESSED:
        return list(lines)
    seen = [(line, False) if line.plain else _seen(line) for line in lines]
    bare = [line for line, _ in seen]
    if not any(turns for _, turns in seen):
        return bare
    numbered = _numbered(bare)
    columns: _Columns | None = None
    for index, line in enumerate(bare):
        own = _bare(_without(line, _ITEM)) if index in numbered else line
        if head := _head(own):
            columns, own = head, _comment(own)
        elif own.text.strip() and ("\t" in own.raw or "|" in own.text or columns):
            own = _row(own, columns)
        bare[index] = own
    return bare


def _bare(line: Line) -> Line:
    """One line without tags, quote marks, bullets, emphasis."""
    if len(line.text) > LONGEST_DRESSED or not _NEEDS.search(line.text) or FENCE.match(line.text):
        return line
    if line.number == 1 and _PARTING.match(line.raw.lstrip("\ufeff")):
        return _comment(line)
    if "<" in line.text or "&" in line.text or "](" in line.text:
        for pattern, by in _REPLACED:
            line = _replaced(line, pattern, by)
        if line.dressed and not line.text.strip():
            return _comment(line)
    line = _unwrapped(_without(_unforumed(_without(line, _SENT)), _QUOTED))
    if not line.text.isascii():
        line = _unpictured(line)
    line = _unwrapped(_without(line, _BULLETS))
    line = _without(line, _QUANTITY)
    headed = _HEADED.match(line.text)
    if headed and words.key_of(headed[1]) in words.SETTING:
        line = _without(line, _HEADED)
    return line


def _unforumed(line: Line) -> Line:
    """A line without the tags of a forum; one of which nothing else is left is a comment."""
    if "[/" not in line.text and not _ALONE.match(line.text):
        return line
    bare = _replaced(line, _FORUM, "")
    return bare if bare.text.strip() else _comment(bare)


def _unpictured(line: Line) -> Line:
    """A line that counts a card without pictures before and behind its words, as phones put them there; a tick is a
    bullet, and the name of a deck keeps its own."""
    bare = line if _BULLETS.match(line.text) else _without(line, _BEGUN)
    ended = _ENDED.search(bare.text)
    bare = _cut(bare, 0, ended.start()) if ended and ended.start() else bare
    counts = _COUNTED.match(bare.text) or _COUNT_BEHIND.search(bare.text)
    return bare if counts and not words.key_of(bare.text.partition(":")[0]) else line


def _turns(line: Line) -> bool:
    """Whether what the line is may hang on the lines around it: an item's number, a table's head or row."""
    return bool(_ITEM.match(line.text) or "\t" in line.raw or "|" in line.text or _head(line))


def _seen(line: Line) -> tuple[Line, bool]:
    """A line bare, and whether it `_turns`; short ones, of which lists have many in common, are remembered."""
    return (_seen_again if len(line.raw) <= LONGEST_AGAIN else _seen_at)(line)


def _seen_at(line: Line) -> tuple[Line, bool]:
    bare = _bare(line)
    return bare, _turns(bare)


_seen_again = lru_cache(MOST_AGAIN)(_seen_at)


def _unwrapped(line: Line) -> Line:
    """A line without the marks around the whole of it, or around its first words."""
    around = _AROUND.match(line.text)
    if around:
        inner = next(part for part in around.groups()[1:] if part)
        bold = (around[1] or "").startswith("**")
        if not bold or _COUNTED.match(inner) or _BULLETS.match(inner) or _known(inner):
            line = _cut(line, line.text.index(inner), line.text.index(inner) + len(inner))
            return _without(line, _BULLETS)
    first = _EMPHASIS.match(line.text)
    if first and (_known(first[2]) or _CELL_COUNT.match(first[2])):
        start, end = first.span(2)
        return _joined(line, [(start, end), (first.end(), len(line.text))])
    return line


def _known(text: str) -> bool:
    """Whether it is a heading's word, with a number perhaps, or a key that sets something."""
    key = re.split(r"[:(\[]", text.strip(), maxsplit=1)[0]
    return bool(words.heading_of(key) or words.key_of(key))


def _numbered(lines: Sequence[Line]) -> set[int]:
    """The lines that are numbered one after the other; a single number, or one out of turn, is no numbering."""
    items = [(index, int(found[1])) for index, line in enumerate(lines) if (found := _ITEM.match(line.text))]
    ones = [number for _, number in items]
    running = all(after in (before + 1, 1) for before, after in pairwise(ones))
    return {index for index, _ in items} if len(items) > 1 and ones[0] == 1 and running else set()


def _head(line: Line) -> _Columns | None:
    """The columns of a table, if the line is its head: one cell says count, one says name."""
    if line.plain or len(line.text) > LONGEST_DRESSED or (line.text.isascii() and not _NAMED.search(line.text)):
        return None
    for mark in ("\t", "|", ";", ","):
        if mark not in line.raw or _COUNTED.match(line.text):
            continue
        cells = [fold(line.text[start:end].strip('" ')) for start, end in _cells(line, mark)]
        name = next((at for at, cell in enumerate(cells) if cell in _NAME_WORDS), -1)
        count = next((at for at, cell in enumerate(cells) if cell in _COUNT_WORDS), -1)
        if name >= 0 and count >= 0:
            return _Columns(mark, count, name)
    return None


def _row(line: Line, columns: _Columns | None) -> Line:
    """A row of a table as a line of a list: "3 Iron Worker"; the other cells are left out."""
    if _RULED.match(line.text) and "|" in line.text:
        return _comment(line)
    mark = columns.mark if columns else "\t" if "\t" in line.raw else "|"
    if len(line.text) > LONGEST_DRESSED or (mark == "|" and columns is None and not line.text.startswith("|")):
        return line
    cells = list(_cells(line, mark))
    if len(cells) < 2:
        return line
    counted = [at for at, (start, end) in enumerate(cells) if _CELL_COUNT.match(line.text[start:end])]
    if columns and columns.name < len(cells):
        count, name = (columns.count if columns.count in counted else -1), columns.name
    elif counted and (named := [at for at in range(len(cells)) if at not in counted]):
        count, name = counted[0], named[0]
    else:
        return _keyed(line, cells) if len(cells) == 2 and not counted else line
    spans = [cells[count]] if count >= 0 else []
    return _joined(line, [*spans, cells[name]], " ")


def _keyed(line: Line, cells: list[tuple[int, int]]) -> Line:
    """A row with a key and its value, "Phoenixborn | Coal Roarkwin", as "Phoenixborn: Coal Roarkwin"."""
    key = line.text[slice(*cells[0])]
    return _joined(line, cells, ": ") if words.key_of(key.rstrip(":")) in words.SETTING else line


def _cells(line: Line, mark: str) -> Iterator[tuple[int, int]]:
    """Where the cells of a row lie, without blanks; a mark within quotes parts nothing. Tabs are blanks in `text`."""
    text, start = line.text, 0
    marks = [at for at in range(len(text)) if (line.raw[_place(line, at)] if mark == "\t" else text[at]) == mark]
    for at in [*marks, len(text)]:
        cell = text[start:at]
        if at < len(text) and mark != "|" and cell.lstrip().startswith('"') and not re.match(r'\s*"[^"]*"\s*$', cell):
            continue
        if cell.strip() or (mark != "|" and start):
            left = start + len(cell) - len(cell.lstrip())
            right = start + len(cell.rstrip())
            if right - left > 1 and text[left] == text[right - 1] == '"':
                left, right = left + 1, right - 1
            yield (left, max(left, right))
        start = at + 1


def _place(line: Line, at: int) -> int:
    return line.places[at] if line.places else at


def _comment(line: Line) -> Line:
    """A line that says nothing of cards."""
    return Line(line.number, line.raw, "#", (0,), line.dressed or line.text)


def _without(line: Line, pattern: re.Pattern[str]) -> Line:
    """A line without what the pattern matches at its beginning."""
    found = pattern.match(line.text)
    return _cut(line, found.end(), len(line.text)) if found and found.end() else line


def _cut(line: Line, start: int, end: int) -> Line:
    return _joined(line, [(start, end)])


def _joined(line: Line, spans: Sequence[tuple[int, int]], between: str = "") -> Line:
    """The parts of a line one behind the other; each character keeps its place in the file."""
    text, places = "", []
    for start, end in spans:
        if text:
            text += between
            places += [_place(line, min(start, len(line.text) - 1))] * len(between)
        text += line.text[start:end]
        places += [_place(line, at) for at in range(start, end)]
    return Line(line.number, line.raw, text, tuple(places) or (0,), line.dressed or line.text)


def _replaced(line: Line, pattern: re.Pattern[str], by: str) -> Line:
    """A line with every match replaced; what is put in stands where the match began."""
    if not pattern.search(line.text):
        return line
    text, places, done = "", [], 0
    for found in pattern.finditer(line.text):
        put = found.expand(by)
        text += line.text[done : found.start()] + put
        places += [_place(line, at) for at in range(done, found.start())] + [_place(line, found.start())] * len(put)
        done = found.end()
    text += line.text[done:]
    places += [_place(line, at) for at in range(done, len(line.text))]
    return Line(line.number, line.raw, text, tuple(places) or (0,), line.dressed or line.text)
