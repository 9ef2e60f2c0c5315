"""A deck to print: proxies with their texts, sheets of their backs, and a checklist.

A4, nine cards of 63 x 88 mm a sheet, with marks to cut along. The sheet of backs lies behind that of the fronts when
paper is turned over its long edge: its rows run from right to left. A card with two faces has its second one for a
back, any other a plain back of ours.

Only this module needs the extra `print` (reportlab). The fonts are those that come with it, and for Japanese, Chinese
and Korean those that a viewer of PDF brings; none of the machine's is used.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from html import escape
from io import BytesIO
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

from catalog.card import Card, Face
from deckcli.decks.deck import LEADER, MAIN, SIDE, Slot
from deckcli.errors import UsageError
from deckcli.screen.handout import Handout, facts_line, remark
from deckcli.screen.printer import Faces, Printer
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
    """One side of a proxy: a card and which of its faces is shown; None for a plain back."""

    slot: Slot
    face: Face | None


class Sheets(NamedTuple):
    """A whole PDF, how many pages it has, and what could not be printed as it is, in words."""

    data: bytes
    pages: int
    lost: tuple[str, ...]


def sheets(hand: Handout, how: Printer) -> Sheets:
    """The proxies of a deck, nine a page; fronts, backs, or each sheet of fronts before that of its backs.

    Raises UsageError where the extra `print` is not installed, and where backs are to be shifted that are not printed.
    """
    faces = how.of(any(len(slot.card.faces) > 1 for slot in hand.slots))
    return _document(hand, lambda paper: _proxies(paper, hand, how, faces))


def checklist(hand: Handout) -> Sheets:
    """A deck with a box to tick for every copy. Raises UsageError where the extra `print` is not installed."""
    return _document(hand, lambda paper: _checklist(paper, hand))


def _document(hand: Handout, draw: Callable[[Paper], None]) -> Sheets:
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
    draw(paper)
    paper.canvas.save()
    return Sheets(to.getvalue(), paper.canvas.getPageNumber() - 1, paper.lost())


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

    def lines(self, text: str, size: float, *, bold: bool = False, dim: bool = False, middle: bool = False) -> Any:
        """A paragraph of `size` points."""
        from reportlab.lib.colors import black, dimgray
        from reportlab.lib.styles import ParagraphStyle
        from reportlab.platypus import Paragraph

        style = ParagraphStyle("x", fontName="VeraBd" if bold else "Vera", fontSize=size, leading=size * 1.2,
                               textColor=dimgray if dim else black, splitLongWords=1,
                               alignment=1 if middle else 0)  # fmt: skip
        return Paragraph(self.fonts.markup(text), style)

    def put(self, paragraphs: Sequence[Any], left: float, top: float, width: float) -> None:
        """Draw paragraphs below each other."""
        for one in paragraphs:
            _, height = one.wrap(width, HEIGHT)
            top -= height
            one.drawOn(self.canvas, left, top)
            top -= _GAP

    def note(self, text: str, top: bool = False) -> None:
        """A line at the foot of the page, or at its top, outside of the cards."""
        self.put([self.lines(text, 6, dim=True)], _LEFT, HEIGHT - 6 * MM if top else 9 * MM, 3 * CARD_WIDTH)


# ---------------------------------------------------------------- proxies


def _proxies(paper: Paper, hand: Handout, how: Printer, faces: Faces) -> None:
    """A page for every nine cards and side; both sides alternate, as a printer that prints both takes them."""
    cards = [slot for slot in hand.slots for _ in range(slot.count)]
    nines = [cards[start : start + 9] for start in range(0, len(cards), 9)]
    turned = "" if faces == "front" else " Turn the paper over its long edge."
    for number, nine in enumerate(nines, 1):
        where = f"{number} of {len(nines)}"
        if faces != "back":
            _sheet(paper, [Side(slot, slot.card.faces[0]) for slot in nine])
            paper.note(f"Fronts {where}. Print at 100%.{turned}")
            paper.canvas.showPage()
        if faces != "front":
            paper.canvas.saveState()
            paper.canvas.translate(how.right * MM, how.up * MM)
            _sheet(paper, [Side(slot, _back(slot.card)) for slot in nine], hand.game, mirrored=True)
            paper.canvas.restoreState()
            paper.note(f"Backs {where}.{_shifted(how)} Print at 100%.{turned}", top=how.up < 0)
            paper.canvas.showPage()


def _back(card: Card) -> Face | None:
    return card.faces[1] if len(card.faces) > 1 else None


def _shifted(how: Printer) -> str:
    ways = ((how.right, "right", "left"), (how.up, "up", "down"))
    moved = [f"{abs(by):g} mm {more if by > 0 else less}" for by, more, less in ways if by]
    return f" Shifted {' and '.join(moved)}." if moved else ""


def places(mirrored: bool) -> list[tuple[float, float]]:
    """The lower left corners of the nine cards of a sheet, in points, in the order in which they are laid: by rows
    from the top left, or from the top right where the sheet is the back of another."""
    columns = (2, 1, 0) if mirrored else (0, 1, 2)
    return [(_LEFT + column * CARD_WIDTH, _TOP - (row + 1) * CARD_HEIGHT) for row in range(3) for column in columns]


def _sheet(paper: Paper, sides: Sequence[Side], game: str = "", mirrored: bool = False) -> None:
    _marks(paper.canvas)
    for (slot, face), (left, bottom) in zip(sides, places(mirrored), strict=False):
        paper.canvas.setLineWidth(0.2)
        paper.canvas.rect(left, bottom, CARD_WIDTH, CARD_HEIGHT)
        if face is None:
            _plain_back(paper, slot, game, left, bottom)
        else:
            _card(paper, slot.card, face, left, bottom)


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


def _card(paper: Paper, card: Card, face: Face, left: float, bottom: float) -> None:
    width, top = CARD_WIDTH - 2 * _INSIDE, bottom + CARD_HEIGHT - _INSIDE
    room = CARD_HEIGHT - 2 * _INSIDE - 3 * MM
    drawn = _fitting(paper, card, face, width, room)
    paper.put(drawn, left + _INSIDE, top, width)
    paper.put([paper.lines(_foot(card, face), 4.5, dim=True)], left + _INSIDE, bottom + _INSIDE + 1 * MM, width)


def _plain_back(paper: Paper, slot: Slot, game: str, left: float, bottom: float) -> None:
    """The same for all cards that are shuffled together, whatever is on their fronts; another pile says its name."""
    paper.canvas.setLineWidth(0.6)
    for inset in (3 * MM, 4.5 * MM):
        paper.canvas.roundRect(left + inset, bottom + inset, CARD_WIDTH - 2 * inset, CARD_HEIGHT - 2 * inset, 3 * MM)
    words = [game, "" if slot.pile in (MAIN, LEADER, SIDE) else slot.pile.capitalize()]
    drawn = [paper.lines(word, 11, bold=True, middle=True) for word in words if word]
    width = CARD_WIDTH - 4 * _INSIDE
    paper.put(drawn, left + 2 * _INSIDE, bottom + CARD_HEIGHT / 2 + 6 * MM, width)
    paper.put([paper.lines("proxy", 4.5, dim=True, middle=True)], left + 2 * _INSIDE, bottom + 9 * MM, width)


def _fitting(paper: Paper, card: Card, face: Face, width: float, room: float) -> list[Any]:
    """What stands on a card in the largest letters that fit; cut at its end, and kept in mind, where none do."""
    size = _LARGEST
    while True:
        drawn = [paper.lines(face.name, size + 1, bold=True),
                 paper.lines(facts_line(face, kept=True), size * 0.85, dim=True),
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
