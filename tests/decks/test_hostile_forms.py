"""No input, of whatever format it is taken for, ends in anything but a list or one UnreadableError of one line."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from catalog.errors import UnreadableError
from deckcli.decks.deck import DeckList
from deckcli.decks.formats import FORMATS, read


def read_or_error(data: bytes, form: str) -> DeckList | str:
    """What was read, or the one line that says why nothing could be."""
    try:
        found = read(data, "x", form)
    except UnreadableError as error:
        told = str(error)
        return told if "\n" not in told else pytest.fail(told)
    return found


@pytest.mark.parametrize("form", FORMATS)
@settings(deadline=None, max_examples=25)
@given(text=st.text(st.sampled_from('{}[]<>",:;=\\\n\t 0123abz*+#-/&!?\x00é'), max_size=80))
def test_no_input_breaks_a_reader(form: str, text: str) -> None:
    """Anything is a list or one UnreadableError."""
    for content in (text, f'{{"Decks": {text}', f'<deck><section name="{text}', f"pile,count,name\n{text}"):
        for chosen in (form, ""):
            read_or_error(content.encode("utf-8", "replace"), chosen)


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize(
    "text",
    [
        "{" * 100_000, "[" * 100_000, '{"a":' * 5_000 + "1" + "}" * 5_000, "<a>" * 50_000 + "</a>" * 50_000,
        '{"Decks": [' + '{"Cards": [{}]},' * 20_000 + "{}]}", '{"Decks": {"main": [1e999, ' + "9" * 6_000 + "]}}",
        '"\\' * 200_000, "<!--" * 100_000, '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "b">]><deck><section/></deck>',
        "pile,count,name\nmain,1,\"" + "x" * 200_000, "1\n" * 20_000, "," * 100_000, '"\\"' * 100_000,
        "x" * 200_000, "|-" * 100_000 + "x", "a.bb/" * 40_000, "www." * 50_000, "- " * 100_000 + "x",
        json.dumps({"ObjectStates": [{"Name": "Bag", "ContainedObjects": [{"Name": "Deck"}]}]}),
    ],
)  # fmt: skip
def test_hostile_input_is_one_error_or_a_list(form: str, text: str) -> None:
    read_or_error(text.encode(), form)
