"""Peers 3.9, rule 1: from bytes to text, or one line that says why not."""

from __future__ import annotations

import codecs
import contextlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from catalog.errors import UnreadableError
from deckcli.decks.bytes import MOST_BYTES, MOST_LINES
from deckcli.decks.deck import DeckList
from deckcli.decks.formats import read

LINE = "3x Lórien Shade\n"


def names(data: bytes, encoding: str = "") -> list[str]:
    return [entry.name for entry in read(data, "list.txt", encoding=encoding).entries]


@pytest.mark.parametrize(
    "data",
    [
        LINE.encode(),
        codecs.BOM_UTF8 + LINE.encode(),
        codecs.BOM_UTF16_LE + LINE.encode("utf-16-le"),
        codecs.BOM_UTF16_BE + LINE.encode("utf-16-be"),
        codecs.BOM_UTF32_LE + LINE.encode("utf-32-le"),
        codecs.BOM_UTF32_BE + LINE.encode("utf-32-be"),
    ],
)
def test_a_byte_order_mark_is_read_and_leaves_the_first_name_alone(data: bytes) -> None:
    """tema6120/ForgetMeNot#37."""
    assert names(data) == ["Lórien Shade"]


def test_bytes_that_are_not_utf8_are_refused_with_their_place() -> None:
    with pytest.raises(UnreadableError, match=r"list.txt: byte 5 \(0xf3\) is not UTF-8"):
        names(b"3x L\xf3rien Shade")


def test_encoding_auto_takes_cp1252_for_what_is_not_utf8() -> None:
    assert names(b"3x L\xf3rien Shade", "auto") == ["Lórien Shade"]
    assert names(LINE.encode(), "auto") == ["Lórien Shade"]


def test_a_named_encoding_is_taken_at_its_word() -> None:
    assert names("4 亡国の王子".encode("shift_jis"), "shift_jis") == ["亡国の王子"]


@pytest.mark.parametrize("encoding", ["klingon", "zip", "idna", "punycode", "unicode_escape", "a\0b"])
def test_an_encoding_that_is_no_encoding_of_texts_is_refused(encoding: str) -> None:
    with pytest.raises(UnreadableError, match="no encoding"):
        names(b"3x Ember Fox", encoding)


@pytest.mark.parametrize("data", [b"3x Ember\0Fox", b"\x89PNG\r\n\x1a\n\0\0", "3x Fox".encode("utf-16-le"), b"\x81\0"])
def test_binary_data_are_refused_in_any_encoding(data: bytes) -> None:
    for encoding in ("", "auto", "cp1252"):
        with pytest.raises(UnreadableError):
            names(data, encoding)


@pytest.mark.parametrize(
    "data",
    [
        b"a" * (MOST_BYTES + 1),
        b"3 x\n" * (MOST_LINES + 1),
        b"[" * (MOST_BYTES + 1),
        b'{"cards": [' + b"{}," * MOST_LINES + b"1]}",
        b"<deck><superzone>" + b"<card/>" * 20_001 + b"</superzone></deck>",
    ],
)
def test_what_is_too_long_for_a_deck_is_refused_in_one_line(data: bytes) -> None:
    with pytest.raises(UnreadableError, match="too long for a deck list") as error:
        names(data)
    assert "\n" not in str(error.value)


def test_the_longest_line_that_is_read_becomes_a_short_problem() -> None:
    wanted = read(b"(" * MOST_BYTES, "list.txt")
    assert [problem.code for problem in wanted.problems] == ["bad_line"]
    assert len(wanted.problems[0].text) <= 200


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r", "\f", "\v", "\x85", "\u2028", "\u2029"])
def test_every_kind_of_line_end_is_one(end: str) -> None:
    assert names(end.join(["3x Ember Fox", "2x Golem"]).encode()) == ["Ember Fox", "Golem"]


@settings(deadline=None)
@given(st.binary(max_size=300), st.sampled_from(["", "auto", "utf-16", "cp1252", "shift_jis"]))
def test_any_bytes_are_a_list_or_unreadable(data: bytes, encoding: str) -> None:
    with contextlib.suppress(UnreadableError):
        assert isinstance(read(data, "list.txt", encoding=encoding), DeckList)
