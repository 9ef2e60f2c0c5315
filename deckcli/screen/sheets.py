"""A deck as sheets to print: proxies with their texts, the backs of two-faced cards mirrored, and a checklist.

A4, nine cards of 63 x 88 mm a sheet, with marks to cut along. Only this module needs the extra `print` (reportlab).
The fonts are those that come with reportlab, and for Japanese, Chinese and Korean those that a viewer of PDF brings;
none of the machine's is used.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from html import escape
from io import BytesIO
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

from catalog.card import Card, Face
from deckcli.errors import UsageError
from deckcli.screen.handout import Handout, facts_line, remark
from deckcli.screen.safe import safe, safe_lines

MM = 72 / 25.4
"""A millimetre in points."""
WIDTH, HEIGHT = 210 * MM, 297 * MM
CARD_WIDTH, CARD_HEIGHT = 63 * MM, 88 * MM
_LEFT, _TOP = (WIDTH - 3 * CARD_WIDTH) / 2, HEIGHT - (HEIGHT - 3 * CARD_HEIGHT) / 2
_INSIDE = 3 * MM
_GAP = 0.8 * MM
"""Between two paragraphs of a card."""
_LARGEST, _SMALLEST = 9.0, 4.0
"""Sizes of a card's text, in points: the largest that fits is taken."""
_FOREIGN = (("HeiseiKakuGo-W5", "shift_jis"), ("STSong-Light", "gb2312"), ("HYGothic-Medium", "euc_kr"))
"""Fonts that viewers of PDF bring, and the code whose characters each has."""


class Side(NamedTuple):
    """One side of a proxy: a card and which of its faces is shown."""

    card: Card
    face: Face


class Sheets(NamedTuple):
    """A whole PDF, and what could not be printed as it is, in words."""

    data: bytes
    lost: tuple[str, ...]


def sheets(hand: Handout) -> Sheets:
    """The proxies and the checklist. Raises UsageError where the extra `print` is not installed."""
    try:
        import reportlab
        from reportlab.pdfgen.canvas import Canvas
    except ImportError:
        raise UsageError("a PDF needs the extra `print`: pip install 'deckcli[print]'. "
                         "--to html needs nothing.") from None  # fmt: skip
    to = BytesIO()
    fonts = Fonts(Path(reportlab.__file__).parent / "fonts")
    paper = Paper(Canvas(to, pagesize=(WIDTH, HEIGHT), invariant=1), fonts)
    paper.canvas.setTitle(safe(hand.name))
    paper.canvas.setCreator("deckcli")
    _proxies(paper, hand)
    _checklist(paper, hand)
    paper.canvas.save()
    return Sheets(to.getvalue(), paper.lost())


class Fonts:
    """The fonts of a document, and which shows which character."""

    def __init__(self, folder: Path) -> None:
        from reportlab.lib.fonts import addMapping
        from reportlab.pdfbase import pdfmetrics
        from reportlab.pdfbase.cidfonts import UnicodeCIDFont
        from reportlab.pdfbase.ttfonts import TTFont

        for bold, name in ((0, "Vera"), (1, "VeraBd")):
            pdfmetrics.registerFont(TTFont(name, str(folder / f"{name}.ttf")))
            addMapping("Vera", bold, 0, name)
        for name, _ in _FOREIGN:
            pdfmetrics.registerFont(UnicodeCIDFont(name))
        shown = [set(pdfmetrics.getFont(name).face.charToGlyph) for name in ("Vera", "VeraBd")]
        self._own: set[int] = shown[0] & shown[1]
        self.unshown: dict[str, None] = {}

    def markup(self, text: str) -> str:
        """`text` for a paragraph: every character in a font that has it, nothing in it read as a mark.

        A character that no font has is printed without its accents, else by its number, and kept in `unshown`.
        """
        runs = [(self._font(one), one) for char in safe(text) for one in self._shown(char)]
        parts = []
        for font, run in groupby(runs, key=lambda one: one[0]):
            words = escape("".join(char for _, char in run), quote=False)
            parts.append(f'<font name="{font}">{words}</font>' if font else words)
        return "".join(parts)

    def _font(self, char: str) -> str | None:
        """The font that has a character: "" for our own, None where none has it."""
        if ord(char) in self._own or char == " ":
            return ""
        return next((name for name, code in _FOREIGN if _in_code(char, code)), None)

    def _shown(self, char: str) -> str:
        if self._font(char) is not None:
            return char
        self.unshown[char] = None
        bare = "".join(one for one in unicodedata.normalize("NFKD", char) if not unicodedata.combining(one))
        whole = bare and all(self._font(one) is not None for one in bare)
        return bare if whole else f"<U+{ord(char):04X}>"


def _in_code(char: str, code: str) -> bool:
    try:
        return len(char.encode(code)) > 1
    except UnicodeEncodeError:
        return False


class Paper:
    """The sheets as they are drawn, from the top of a page to its foot."""

    def __init__(self, canvas: Any, fonts: Fonts) -> None:
        self.canvas, self.fonts = canvas, fonts
        self.cut: dict[str, None] = {}
        """Cards whose text is longer than a card."""

    def lost(self) -> tuple[str, ...]:
        """What could not be printed as it is, in words."""
        chars = " ".join(f"U+{ord(char):04X}" for char in self.fonts.unshown)
        told = [f"characters that no font of the PDF has: {chars}"] if chars else []
        return (*told, *(f"the end of the text of {name}, which is longer than a card" for name in self.cut))

    def lines(self, text: str, size: float, *, bold: bool = False, dim: bool = False) -> Any:
        """A paragraph of `size` points."""
        from reportlab.lib.colors import black, dimgray
        from reportlab.lib.styles import ParagraphStyle
        from reportlab.platypus import Paragraph

        style = ParagraphStyle("x", fontName="VeraBd" if bold else "Vera", fontSize=size, leading=size * 1.2,
                               textColor=dimgray if dim else black, splitLongWords=1)  # fmt: skip
        return Paragraph(self.fonts.markup(text), style)

    def put(self, paragraphs: Sequence[Any], left: float, top: float, width: float) -> None:
        """Draw paragraphs below each other."""
        for one in paragraphs:
            _, height = one.wrap(width, HEIGHT)
            top -= height
            one.drawOn(self.canvas, left, top)
            top -= _GAP

    def note(self, text: str) -> None:
        """A line at the foot of the page, outside of the cards."""
        self.put([self.lines(text, 6, dim=True)], _LEFT, 9 * MM, 3 * CARD_WIDTH)


# ---------------------------------------------------------------- proxies


def _proxies(paper: Paper, hand: Handout) -> None:
    """Two-faced cards first, each sheet followed by that of their backs; behind every other sheet a blank page then,
    so that a printer which prints both sides puts no card behind another."""
    cards = [slot.card for slot in hand.slots for _ in range(slot.count)]
    two = [card for card in cards if len(card.faces) > 1]
    one = [card for card in cards if len(card.faces) == 1]
    for number, nine in enumerate(_nines(two), 1):
        _sheet(paper, [Side(card, card.faces[0]) for card in nine])
        paper.note(f"Fronts {number}. Print on both sides, turned over the long edge, at 100%.")
        paper.canvas.showPage()
        _sheet(paper, [Side(card, card.faces[1]) for card in nine], mirrored=True)
        paper.note(f"Backs of fronts {number}.")
        paper.canvas.showPage()
    for nine in _nines(one):
        _sheet(paper, [Side(card, card.face) for card in nine])
        paper.note("Print at 100%.")
        paper.canvas.showPage()
        if two:
            paper.note("This page is left blank: it is the back of the sheet before.")
            paper.canvas.showPage()


def _nines(cards: Sequence[Card]) -> Iterator[Sequence[Card]]:
    for start in range(0, len(cards), 9):
        yield cards[start : start + 9]


def places(mirrored: bool) -> list[tuple[float, float]]:
    """The lower left corners of the nine cards of a sheet, in points, in the order in which they are laid: by rows
    from the top left, or from the top right where the sheet is the back of another."""
    columns = (2, 1, 0) if mirrored else (0, 1, 2)
    return [(_LEFT + column * CARD_WIDTH, _TOP - (row + 1) * CARD_HEIGHT) for row in range(3) for column in columns]


def _sheet(paper: Paper, sides: Sequence[Side], mirrored: bool = False) -> None:
    _marks(paper.canvas)
    for side, (left, bottom) in zip(sides, places(mirrored), strict=False):
        _card(paper, side, left, bottom)


def _marks(canvas: Any) -> None:
    """Marks to cut along, outside of the cards."""
    long, gap = 5 * MM, 1 * MM
    right, bottom = _LEFT + 3 * CARD_WIDTH, _TOP - 3 * CARD_HEIGHT
    canvas.setLineWidth(0.3)
    for step in range(4):
        x, y = _LEFT + step * CARD_WIDTH, _TOP - step * CARD_HEIGHT
        canvas.line(x, _TOP + gap, x, _TOP + gap + long)
        canvas.line(x, bottom - gap, x, bottom - gap - long)
        canvas.line(_LEFT - gap, y, _LEFT - gap - long, y)
        canvas.line(right + gap, y, right + gap + long, y)


def _card(paper: Paper, side: Side, left: float, bottom: float) -> None:
    card, face = side
    paper.canvas.setLineWidth(0.2)
    paper.canvas.rect(left, bottom, CARD_WIDTH, CARD_HEIGHT)
    width, top = CARD_WIDTH - 2 * _INSIDE, bottom + CARD_HEIGHT - _INSIDE
    room = CARD_HEIGHT - 2 * _INSIDE - 3 * MM
    drawn = _fitting(paper, card, face, width, room)
    paper.put(drawn, left + _INSIDE, top, width)
    paper.put([paper.lines(_foot(card, face), 4.5, dim=True)], left + _INSIDE, bottom + _INSIDE + 1 * MM, width)


def _fitting(paper: Paper, card: Card, face: Face, width: float, room: float) -> list[Any]:
    """What stands on a card in the largest letters that fit; cut at its end, and kept in mind, where none do."""
    size = _LARGEST
    while True:
        drawn = [paper.lines(face.name, size + 1, bold=True), paper.lines(facts_line(face), size * 0.85, dim=True),
                 *(paper.lines(line, size) for line in safe_lines(face.text) if line)]  # fmt: skip
        if said := remark(card):
            drawn.append(paper.lines(f"({said})", size * 0.85, dim=True))
        heights = [one.wrap(width, HEIGHT)[1] + _GAP for one in drawn]
        if sum(heights) <= room:
            return drawn
        if size <= _SMALLEST:
            break
        size -= 0.25
    paper.cut[safe(card.name)] = None
    kept: list[Any] = []
    for one, height in zip(drawn, heights, strict=True):
        if height > room:
            return [*kept, *one.split(width, room)[:1]]
        room -= height
        kept.append(one)
    return kept


def _foot(card: Card, face: Face) -> str:
    origin = "" if card.origin in ("published", "rulebook") else card.origin
    return " · ".join(word for word in ("proxy", face.side, origin, card.printings[0].code) if word)


# ---------------------------------------------------------------- the checklist


def _checklist(paper: Paper, hand: Handout) -> None:
    """A page, or more, with a box to tick for every copy."""
    width, foot = WIDTH - 2 * 15 * MM, 15 * MM
    top = HEIGHT - 15 * MM
    copies = sum(group.copies for group in hand.groups)
    above = [paper.lines(hand.name, 16, bold=True), paper.lines(f"{hand.game} · {copies} cards", 9, dim=True),
             *(paper.lines(line, 9) for line in (hand.verdict, hand.invented) if line),
             *(paper.lines(f"{label}: {said}", 9) for label, said in hand.head)]  # fmt: skip
    rows: list[tuple[Any, int]] = [(one, 0) for one in above]
    for group in hand.groups:
        rows.append((paper.lines(f"{group.title} ({group.copies})", 11, bold=True), 0))
        rows += [(paper.lines(f"{slot.count}x {slot.card.name}", 9), _boxes(slot.count)) for slot in group.slots]
    for row, boxes in rows:
        side = boxes * 4 * MM
        _, height = row.wrap(width - side - 2 * MM, HEIGHT)
        if top - height < foot:
            paper.canvas.showPage()
            top = HEIGHT - 15 * MM
        top -= height + 1.2 * MM
        for box in range(boxes):
            paper.canvas.rect(WIDTH - 15 * MM - side + box * 4 * MM, top, 3 * MM, 3 * MM)
        row.drawOn(paper.canvas, 15 * MM, top)
    paper.canvas.showPage()


def _boxes(copies: int) -> int:
    """A box to tick a copy; one for all where there are too many for a line."""
    return copies if copies <= 12 else 1
