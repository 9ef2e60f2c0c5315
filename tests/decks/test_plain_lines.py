"""Most lines are a count and a name; they are read in one step, and as every other line would be."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from deckcli.decks.deck import MAIN
from deckcli.decks.formats import lines, text
from deckcli.decks.formats.lines import line_of, read_card

WORDS = st.sampled_from(
    ["Iron", "Worker", "x", "X", "ff", "FF", "Ally", "cards", "card", "SB", "of", "the", "O'Neil", "a", "Marth,",
     "Altean", "Three-Eyed", "-", "total", "in", "(B01-003)", "(B01-003SR+)", "(3)", "3", "12x", "x2", "2x", "0",
     "0x", "Sideboard", "Dice:", "#tag", "*F*", "'quoted'", "", " "]
)  # fmt: skip
LINES = st.lists(WORDS, min_size=1, max_size=5).map(" ".join) | st.text("3x Iron-,'()ffB01", max_size=14)


@given(raw=LINES)
@example(raw="3x Iron Worker")
@example(raw="Marth, Altean Prince (B01-003)")
@example(raw="4 Marth, Altean Prince (B01-003SR+)")
@example(raw="2x Golem ff")
@example(raw="3 cards")
@example(raw="1x X Men")
def test_a_plain_line_is_read_as_any_other(raw: str) -> None:
    line = line_of(7, raw)
    quick = lines._read_card(line, 0, len(line.text), MAIN)
    assert read_card(line, 0, len(line.text)) == quick == read_card(line, 0, len(line.text))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lines, "_PLAIN", lines._ALONE)  # which needs a line without a name
        patch.setattr(lines, "_plain", None)
        thorough = None if lines._ALONE.match(line.text.strip()) else lines._read_card(line, 0, len(line.text), MAIN)
    if thorough is not None:
        assert quick == thorough


@given(whole=st.lists(LINES, max_size=8).map("\n".join))
@example(whole="Dice:\n3x Natural\n\n3x Iron Worker")
@example(whole="First Five:\n1x Iron Worker\n")
@example(whole="Deck\n3 cards\n2x Iron Worker")
def test_a_list_with_plain_lines_is_read_as_any_other(whole: str) -> None:
    quick = text.read(whole, "-")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(text, "line_of", lambda number, raw: replace(line_of(number, raw), plain=None))
        thorough = text.read(whole, "-")
    assert quick == thorough


@pytest.mark.parametrize(
    "raw", ["3x Iron Worker", "2 Marth, Altean Prince (B01-003)", "10 Three-Eyed Owl", "1x O'Neil"]
)
def test_what_most_lists_say_is_plain(raw: str) -> None:
    line = line_of(1, raw)
    assert line.plain
    read = read_card(line, 0, len(line.text))
    assert isinstance(read, tuple)
    assert read[0] == (line.plain,)
    assert (read[0][0].pile, read[0][0].line, read[0][0].counted) == (MAIN, 1, True)


CAREFUL = ["Iron Worker", "0x Iron Worker", "3x x Iron", "3 cards", "1x Golem ff", "3x Iron Worker #a", "1000 Suns"]
CAREFUL += ["3x Iron  Worker", "3x Iron\u00a0Worker", "x3 Iron", "3x 2000 Suns"]


@pytest.mark.parametrize("raw", CAREFUL)
def test_everything_else_is_read_with_care(raw: str) -> None:
    assert not line_of(1, raw).plain
