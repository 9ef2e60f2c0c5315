"""A deck handed to a friend: `deckcli deck export --to html`, a page that fetches nothing and obeys nobody."""

from __future__ import annotations

import json
import re
import sys
from html.parser import HTMLParser
from typing import Any

import pytest

from catalog.card import Card, Face, Printing
from deckcli.decks.curve import curve_of
from deckcli.decks.deck import LEADER, Deck, Slot
from deckcli.screen.handout import facts_line, handout
from deckcli.screen.page import page
from deckcli.screen.printer import Printer

HOSTILE = """</title></style><script>alert("1")</script><img src='//evil.example/x' onerror=a()> & \u202e\x1b[31m"""


class Seen(HTMLParser):
    """What a browser makes of a page: its tags with their attributes, and its words outside of the style."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self._open: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag != "meta":
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag, f"</{tag}> closes something else"

    def handle_data(self, data: str) -> None:
        if "style" not in self._open:
            self.words.append(data)

    @property
    def said(self) -> str:
        return re.sub(r"\s+", " ", " ".join(self.words))


def card(name: str, **facts: int | bool | str) -> Card:
    face = Face(name, name, {name: name, **facts}, side=name, abilities=("x",), text=f"{name}\n{name}")
    return Card("phase", "one", name, name, (face, face), (Printing("r"),), origin="invented")


def hostile_page() -> str:
    one = card(HOSTILE, attack=1)
    deck = Deck("phase", HOSTILE, (Slot(one, 2), Slot(one, 1, HOSTILE)))
    return page(handout(deck, plan={"effects_paid": [{"name": HOSTILE, "in_deck": False}]}))


def test_no_word_of_a_card_or_a_deck_becomes_a_part_of_the_page():
    seen = Seen(hostile_page())
    assert {tag for tag, _ in seen.tags}.isdisjoint({"script", "img", "a", "link", "iframe", "form", "svg"})
    assert seen.said.count("<script>") >= 8, "the words are shown, as words"
    assert {name for _, attributes in seen.tags for name in attributes if name.startswith("on")} == set()


def test_no_invisible_character_of_a_name_reaches_the_page():
    text = hostile_page()
    assert "\u202e" not in text
    assert "\x1b" not in text
    assert "&lt;U+202E&gt;" in text


@pytest.mark.parametrize("slug", ["the-iron-men", "s01", "fengarian", "fantasyform", "phase10"])
def test_a_page_asks_the_network_for_nothing_and_is_whole(deckcli, slug):
    ran = deckcli("deck", "export", slug, "--to", "html")
    assert ran.code == 0
    seen = Seen(ran.out)
    assert not seen._open, "every tag is closed"
    asking = {"src", "href", "action", "data", "srcset", "poster"}
    assert {name for _, attributes in seen.tags for name in attributes} & asking == set()
    assert not re.search(r"https?:|url\(|@import", ran.out)
    policy = [a["content"] for tag, a in seen.tags if tag == "meta" and "http-equiv" in a]
    assert policy == ["default-src 'none'; style-src 'unsafe-inline'"]


def test_the_page_fits_a_phone(deckcli):
    views = [a.get("content") for tag, a in Seen(deckcli("deck", "export", "s01", "--to", "html").out).tags
             if a.get("name") == "viewport"]  # fmt: skip
    assert views == ["width=device-width, initial-scale=1"]


def test_the_cards_stand_in_groups_with_their_counts_and_texts(deckcli):
    said = Seen(deckcli("deck", "export", "the-iron-men", "--to", "html").out).said
    shown = json.loads(deckcli("deck", "show", "the-iron-men", "--json").out)
    for slot in (*shown["slots"], *shown["derived"]):
        assert f"{slot['count']}× {slot['name']}" in said
        text = json.loads(deckcli("cards", "show", slot["slug"], "-g", "ashes", "--json").out)["text"]
        assert re.sub(r"\s+", " ", text) in said
    assert "Legal by Constructed" in said
    assert "Coal Roarkwin" in said


def test_both_sides_of_a_card_are_on_the_page(deckcli):
    said = Seen(deckcli("deck", "export", "fengarian", "--to", "html").out).said
    slot = json.loads(deckcli("deck", "show", "fengarian", "--json").out)["slots"][0]
    faces = json.loads(deckcli("cards", "show", slot["slug"], "-g", "phase", "--json").out)["faces"]
    assert len(faces) == 2
    for face in faces:
        assert f"{face['name']} {face['side']}" in said


def test_a_page_says_which_cards_are_invented(deckcli):
    assert "are invented for deckcli" in deckcli("deck", "export", "fengarian", "--to", "html").out
    assert "invented" not in deckcli("deck", "export", "s01", "--to", "html").out


def test_a_card_whose_text_is_not_written_says_so():
    unwritten = Card("cipher", "a", "A", "a", (Face("A", "Unit", abilities=("ACT",)),), (Printing("r"),))
    unpublished = Card("ashes", "b", "B", "b", (Face("B", "Ally", abilities=None),), (Printing("r"),))
    assert "effect not written yet" in page(handout(Deck("cipher", "D", (Slot(unwritten, 1),))))
    assert "not published" in page(handout(Deck("ashes", "D", (Slot(unpublished, 1),))))


def test_a_list_with_a_wrong_line_is_handed_out_and_the_line_is_told(deckcli):
    ran = deckcli(
        "deck", "export", "-", "--to", "html", stdin="Phoenixborn: Coal Roarkwin\n3x Anchornaut\n2x Hamer Knight\n"
    )
    assert ran.code == 1
    assert "Hamer Knight" in ran.err
    assert "3× Anchornaut" in ran.out
    assert "Not legal by Constructed" in ran.out


def test_a_page_is_written_whole_and_over_nothing(deckcli, tmp_path):
    file = tmp_path / "deck.html"
    dry = deckcli("deck", "export", "s01", "--to", "html", "-o", str(file), "--dry-run")
    assert (dry.code, file.exists()) == (0, False)
    assert deckcli("deck", "export", "s01", "--to", "html", "-o", str(file)).code == 0
    assert file.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    assert deckcli("deck", "export", "s01", "--to", "html", "-o", str(file)).code == 1
    answer = json.loads(deckcli("deck", "export", "s01", "--to", "html", "-o", str(file), "--force", "--json").out)
    assert (answer["format"], answer["text"]) == ("html", file.read_text(encoding="utf-8"))


def test_what_holds_no_card_is_not_handed_out(deckcli):
    assert deckcli("deck", "export", "-", "--to", "html", "-g", "ashes", stdin="# nothing\n").code == 2
    assert deckcli("deck", "export", "-", "--to", "html", stdin="3x Nobody at all\n").code == 2


def test_a_handout_is_no_list_and_convert_says_what_writes_it(deckcli):
    ran = deckcli("deck", "convert", "s01", "--to", "html", "--check")
    assert ran.code == 2
    assert "deckcli deck export" in ran.err


def test_a_printed_0_is_said():
    face = Face("A", "Warrior", {"training_cost": 0, "attack": 1, "keywords": (), "starting": True})
    assert facts_line(face) == "Warrior · training cost 0 · attack 1 · starting"


# ---------------------------------------------------------------- the curve


def costing(cost: int | str | None, **more: bool) -> Card:
    facts = {} if cost is None else {"magic": cost}
    return Card("ashes", str(cost), "C", "c", (Face("C", "Ally", {**facts, **more}),), (Printing("r"),))


def test_a_curve_has_no_gaps_and_a_computed_cost_stands_last():
    x = costing(0, magic_x=True)
    deck = Deck("ashes", "D", (Slot(costing(None), 1, LEADER), Slot(costing(3), 2), Slot(costing(1), 3), Slot(x, 1),
                               Slot(costing(9), 9, "conjurations")))  # fmt: skip
    assert curve_of(deck).bars == (("1", 3), ("2", 0), ("3", 2), ("X", 1))


def test_a_deck_without_costs_has_no_curve(deckcli):
    assert curve_of(Deck("ashes", "D", (Slot(costing(None), 3),))).bars == ()
    assert "Cards by" not in deckcli("deck", "export", "phase10", "--to", "html").out


def test_a_main_character_counts_in_the_curve_it_is_one_of_the_cards(deckcli):
    told = Seen(deckcli("deck", "export", "s01", "--to", "html").out)
    shown = json.loads(deckcli("deck", "show", "s01", "--json").out)["slots"]
    rows = re.search(r"deployment cost (.*?) Main Character", told.said)
    assert rows
    assert sum(int(number) for number in rows[1].split()[1::2]) == sum(slot["count"] for slot in shown)


# ---------------------------------------------------------------- sheets to print


def pages(data: bytes) -> list[str]:
    """The words of every page of a PDF."""
    document = pytest.importorskip("pypdfium2").PdfDocument(data)
    return [page.get_textpage().get_text_bounded() for page in document]


def printed(deck: Deck, *how: Any) -> tuple[list[str], tuple[str, ...]]:
    pytest.importorskip("reportlab", reason="the extra `print` is not installed")
    from deckcli.screen.sheets import sheets

    done = sheets(handout(deck), Printer(*how))
    found = pages(done.data)
    assert done.pages == len(found)
    return found, done.lost


def checked(deck: Deck) -> list[str]:
    """The words of every page of a checklist."""
    pytest.importorskip("reportlab", reason="the extra `print` is not installed")
    from deckcli.screen.sheets import checklist

    return pages(checklist(handout(deck)).data)


def where(deck: Deck, word: str, *how: Any) -> list[tuple[int, float, float]]:
    """Where a word is printed: the page from 0, and mm from the left and from the top of the paper."""
    pytest.importorskip("reportlab", reason="the extra `print` is not installed")
    from deckcli.screen.sheets import HEIGHT, MM, sheets

    document = pytest.importorskip("pypdfium2").PdfDocument(sheets(handout(deck), Printer(*how)).data)
    found = []
    for number, one in enumerate(document):
        text = one.get_textpage()
        search = text.search(word, match_case=True)
        while hit := search.get_next():
            left, _, _, top = text.get_charbox(hit[0], loose=True)
            found.append((number, left / MM, (HEIGHT - top) / MM))
    return found


def named(name: str, *sides: str, text: str = "") -> Card:
    faces = tuple(Face(side, "Warrior", side=side.lower(), text=text) for side in sides or (name,))
    return Card("phase", name, name, name, faces, (Printing("r"),))


def test_a_deck_is_printed_nine_cards_a_sheet(deckcli, tmp_path):
    pytest.importorskip("reportlab", reason="the extra `print` is not installed")
    file = tmp_path / "deck.pdf"
    assert deckcli("deck", "export", "s01", "--to", "pdf", "-o", str(file)).code == 0
    found = pages(file.read_bytes())
    assert len(found) == 6, "50 cards are six sheets"
    assert sum("proxy" in line for one in found for line in one.splitlines()) == 50


def test_a_checklist_is_a_document_of_its_own(deckcli, tmp_path):
    pytest.importorskip("reportlab", reason="the extra `print` is not installed")
    file = tmp_path / "list.pdf"
    told = json.loads(deckcli("deck", "export", "s01", "--to", "checklist", "-o", str(file), "--json").out)
    (found,) = pages(file.read_bytes())
    assert (told["format"], told["pages"]) == ("checklist", 1)
    assert "Legal by Unlimited" in found
    assert "4x Marth, Star and Savior" in found
    assert "proxy" not in found


TEN = Deck("cipher", "Ten", tuple(Slot(named(f"N{number}."), 1) for number in range(10)))
PAIRS = Deck("phase", "Pairs", tuple(Slot(named(f"P{n}", f"Day{n}.", f"Night{n}."), 1) for n in range(10)))


@pytest.mark.parametrize(("faces", "sheets"), [(None, 2), ("front", 2), ("back", 2), ("both", 4)])
def test_the_tenth_card_stands_on_a_second_sheet(faces, sheets):
    """DiddiZ/mtg-proxies#18, Dejauxvue/YGOProxyGenerator#5: the tenth card was cut off."""
    found, _ = printed(TEN, faces)
    fronts = {None: found, "front": found, "back": [], "both": found[::2]}[faces]
    assert len(found) == sheets
    assert all(f"N{number}." in fronts[number // 9] for number in range(10) if fronts)
    assert faces in ("both", "back") or "N9." not in found[0]


def test_a_deck_of_two_faced_cards_has_its_backs_without_being_asked():
    assert printed(PAIRS, "both") == printed(PAIRS)
    fronts, backs = printed(PAIRS, "front")[0], printed(PAIRS, "back")[0]
    assert len(fronts) == len(backs) == 2, "the backs alone go into a second file"
    assert not any("Night" in one for one in fronts)
    assert not any("Day" in one for one in backs)


def test_the_back_of_the_first_card_is_at_the_top_right_of_its_sheet():
    """kclipsto/proxies-at-home#13: mirrored columns, since the paper is turned over its long edge."""
    (front,), (back,) = where(PAIRS, "Day0.", "both"), where(PAIRS, "Night0.", "both")
    assert front == pytest.approx((0, 10.5 + 3, 16.5 + 3), abs=1)
    assert back == pytest.approx((1, 10.5 + 2 * 63 + 3, 16.5 + 3), abs=1)
    (third,) = where(PAIRS, "Night2.", "both")
    assert third == pytest.approx((1, 10.5 + 3, 16.5 + 3), abs=1)
    (tenth,) = where(PAIRS, "Night9.", "back")
    assert tenth == pytest.approx((1, 10.5 + 2 * 63 + 3, 16.5 + 3), abs=1)


def test_backs_are_shifted_by_so_many_millimetres_and_fronts_are_not():
    """kclipsto/proxies-at-home#13: the printer lays them some mm beside."""
    for word, moves in (("Day4.", False), ("Night4.", True)):
        ((page, x, y),), ((same, right, down),) = where(PAIRS, word, "both"), where(PAIRS, word, "both", 1.5, -2.0)
        assert page == same
        assert (right - x, down - y) == pytest.approx((1.5, 2.0) if moves else (0, 0), abs=0.01)
    assert "Shifted 1.5 mm right and 2 mm down." in printed(PAIRS, "both", 1.5, -2.0)[0][1]
    assert "Shifted 1 mm left and 2 mm up." in printed(PAIRS, "back", -1.0, 2.0)[0][0]


def test_a_card_with_one_face_has_a_plain_back_that_tells_nothing_of_it():
    other = Slot(named("Spirit"), 1, "conjurations")
    (_, back), _ = printed(Deck("ashes", "D", (Slot(named("One"), 1), Slot(named("Two"), 1), other)), "both")
    assert "One" not in back
    assert "Two" not in back
    assert back.count("Ashes Reborn") == 3
    assert back.count("Conjurations") == 1, "a pile of its own is not taken for the deck"


@pytest.mark.parametrize("option", ["--offset-x", "--offset-y"])
@pytest.mark.parametrize("value", ["nan", "inf", "-inf", "1e9", "-10.1", "zwei", "", "1mm"])
def test_a_shift_that_is_none_is_told_in_one_line(deckcli, tmp_path, option, value):
    file = tmp_path / "x.pdf"
    ran = deckcli("deck", "export", "s01", "--to", "pdf", "--faces", "both", option, value, "-o", str(file))
    assert ran.code == 2
    assert option in ran.err
    assert ran.err.count("\n") == 1
    assert not file.exists()


@pytest.mark.parametrize("words", [["--faces", "both"], ["--offset-x", "0"], ["--offset-y", "1"]])
@pytest.mark.parametrize("form", ["checklist", "html", "text", "cockatrice"])
def test_what_is_no_sheet_of_proxies_has_neither_faces_nor_shifts(deckcli, form, words):
    ran = deckcli("deck", "export", "s01", "--to", form, *words)
    assert (ran.code, ran.out) == (2, "")
    assert words[0] in ran.err
    assert "--to pdf" in ran.err


def test_backs_are_not_shifted_where_none_is_printed(deckcli, tmp_path):
    for words in (["--offset-x", "2"], ["--offset-y", "2", "--faces", "front"]):
        ran = deckcli("deck", "export", "s01", "--to", "pdf", *words, "-o", str(tmp_path / "x.pdf"))
        assert ran.code == 2
        assert "--faces both" in ran.err


def test_the_name_of_a_format_is_known_in_any_case(deckcli):
    assert deckcli("deck", "export", "s01", "--to", "HTML").code == 0
    assert deckcli("deck", "export", "s01", "--to", "Text").code == 0
    ran = deckcli("deck", "export", "s01", "--to", "word")
    assert ran.code == 2
    assert "tts, html, pdf, checklist." in ran.err


def test_the_back_of_a_two_faced_card_lies_behind_its_front():
    from deckcli.screen.sheets import CARD_WIDTH, WIDTH, places

    fronts, backs = places(False), places(True)
    assert len(set(fronts)) == 9
    for (left, bottom), (behind, below) in zip(fronts, backs, strict=True):
        assert bottom == below
        assert behind == pytest.approx(WIDTH - left - CARD_WIDTH), "turned over the long edge"


def test_fronts_and_backs_alternate_and_a_card_with_one_face_lies_among_them():
    deck = Deck("phase", "D", (Slot(named("Single"), 1), Slot(named("x", "Day", "Night"), 10)))
    found, lost = printed(deck)
    assert [one.count("Day") for one in found] == [8, 0, 2, 0]
    assert [one.count("Night") for one in found] == [0, 8, 0, 2]
    assert [one.count("Single") for one in found] == [1, 0, 0, 0]
    assert lost == ()


def test_a_name_is_printed_in_a_font_that_has_it_and_never_as_marks():
    deck = Deck("cipher", "<b>救国の英雄 マルス</b> & <font size=90>", (Slot(named("Œuvre <i>Ω</i> ł 救国"), 1),))
    found, lost = printed(deck)
    assert "Œuvre <i>Ω</i> ł 救国" in found[0].replace("\r\n", " ")
    assert "<b>救国の英雄 マルス</b> & <font size=90>" in checked(deck)[0]
    assert lost == ()


def test_a_character_that_no_font_has_is_told():
    found, lost = printed(Deck("cipher", "D", (Slot(named("Jemmie ❤ ő"), 1),)))
    assert "Jemmie <U+2764> o" in found[0]
    assert lost == ("characters that no font of the PDF has: U+2764 U+0151",)


def test_a_text_that_is_longer_than_a_card_is_cut_and_told():
    found, lost = printed(Deck("cipher", "D", (Slot(named("Long", text="word " * 3_000), 1), Slot(named("After"), 1))))
    assert lost == ("the end of the text of Long, which is longer than a card",)
    assert "After" in found[0]


def test_the_text_of_every_bundled_deck_fits_its_cards(deckcli, tmp_path):
    pytest.importorskip("reportlab", reason="the extra `print` is not installed")
    for slug in ("the-iron-men", "s06", "fengarian", "fantasyform"):
        ran = deckcli("deck", "export", slug, "--to", "pdf", "-o", str(tmp_path / f"{slug}.pdf"))
        assert (ran.code, "not in the PDF" in ran.err) == (0, False)


def test_without_the_extra_it_is_said_which_and_nothing_is_written(deckcli, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "reportlab", None)
    ran = deckcli("deck", "export", "s01", "--to", "pdf", "-o", str(tmp_path / "deck.pdf"))
    assert ran.code == 2
    assert "pip install 'deckcli[print]'" in ran.err
    assert list(tmp_path.glob("*.pdf")) == []


def test_a_pdf_goes_down_a_pipe_and_not_into_json(deckcli):
    pytest.importorskip("reportlab", reason="the extra `print` is not installed")
    assert deckcli("deck", "export", "s01", "--to", "pdf", "--json").code == 2
