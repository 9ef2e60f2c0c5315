"""The fast reader of our own data: what it reads, it reads as TOML is read; the rest it leaves alone."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from catalog.home import data_root
from catalog.plain_toml import plain_table

CARD_FILES = sorted(data_root().glob("*/cards/*.toml"))

WORDS = st.sampled_from(
    ['"a"', '"a = 1, b"', "'q \"x\"'", '"\\""', '"\\u0041"', '"é"', "12", "-0", "007", "1.5", "true", "nan", "{}"]
)
PIECES = st.one_of(WORDS, st.sampled_from(["[", "]", ", ", ",", " ", "{ a = 1 }", "{ a = 1, a = 2 }", "# c"]))
VALUES = st.one_of(WORDS, st.lists(PIECES, max_size=6).map("".join), st.just("[\n    { a = 1, b = 'x' },\n]"))
KEYS = st.sampled_from(["a", "b", "a-b", "1", "a.b", '"a"'])
LINES = st.one_of(
    st.tuples(KEYS, st.sampled_from([" = ", "="]), VALUES).map("".join),
    st.sampled_from(
        ["[a]", "[[a]]", "[b]", "[[b]]", "[a.b]", "[a]]", "", "# note", "  ", "]", "    1,", '    "x",', "?"]
    ),
)


def as_toml(text: str) -> object:
    """What tomllib says, in a form that tells 1 from True; None for what is no TOML."""
    try:
        return json.dumps(tomllib.loads(text))
    except (tomllib.TOMLDecodeError, TypeError):
        return None


@pytest.mark.parametrize("path", CARD_FILES, ids=lambda path: f"{path.parent.parent.name}-{path.stem}")
def test_every_file_of_cards_is_plain_and_read_alike(path: Path) -> None:
    text = path.read_text("utf-8")
    assert json.dumps(plain_table(text)) == as_toml(text)


@given(st.lists(LINES, max_size=8).map("\n".join))
@example("[[a]]\nb = 1\n[[a]]\nb = 2\n")
@example("a = [\n    { b = 1 },\n]\n[[a]]\n")
@example("[a]\n[b]\n[a]\n")
@example("a = 1\na = 2\n")
@example("a = [\n    1,\n    { b = 1, b = 2 },\n]")
def test_what_is_read_is_what_toml_says(text: str) -> None:
    read = plain_table(text)
    assert read is None or json.dumps(read) == as_toml(text)


@pytest.mark.parametrize(
    "text",
    [
        "a.b = 1", "a = 1.5", "a = 1 # one", "a = 1\na = 2", "[a]\n[a]", "a = [\n    1\n]", "a = [1,]", 'a = "\\u0041"',
        "a = 007", "a = [\n    1,", 'a = "\t"', "a = 1\r\n", "[[a]\n", "a = 1979-05-27", "a = [[a]]", "?",
    ],
)  # fmt: skip
def test_what_is_not_plain_is_left_alone(text: str) -> None:
    assert plain_table(text) is None


def test_digits_without_end_are_given_up_at_once() -> None:
    assert plain_table(f"a = [{'1' * 200_000}x]") is None


def test_strings_of_both_kinds_lists_and_tables_are_plain() -> None:
    text = (
        '# c\na = "x \\" y"\nb = \'"\'\n\n[t]\nc = [1, ["u", true]]\n[[r]]\np = [\n    { k = "v", n = 1 },\n    2,\n]\n'
    )
    assert plain_table(text) == {
        "a": 'x " y', "b": '"', "t": {"c": [1, ["u", True]]}, "r": [{"p": [{"k": "v", "n": 1}, 2]}],
    }  # fmt: skip
