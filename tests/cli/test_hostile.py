"""Input is hostile: one clear line, the right exit code, bounded time and memory, and nothing changes."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

MEGABYTES_AT_MOST = 400
EXAMPLES = 600 if os.environ.get("DECKCLI_LONG") else 50
SECONDS_AT_MOST = 30  # of processor; the budget of five wall seconds is the benchmark's

ENTITIES = b'<?xml version="1.0"?><!DOCTYPE d [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">]><deck>&b;</deck>'
OUTSIDE = b'<?xml version="1.0"?><!DOCTYPE d [<!ENTITY x SYSTEM "file:///etc/passwd">]><deck version="0.8">&x;</deck>'
UNREADABLE = {
    "binary": bytes(range(256)) * 64,
    "a NUL": b"3x Anchornaut\n\x00",
    "half UTF-16": b"\xff\xfe3",
    "latin-1": "3x L\xf3rien".encode("latin-1"),
    "five megabytes on one line": b"x" * 5_000_000,
    "400,000 lines": b"3x Anchornaut\n" * 400_000,
    "entities": ENTITIES,
    "a file from outside": OUTSIDE,
    "broken XML": b"<deck><superzone name='Deck'><card>",
    "deep XML": b"<deck>" + b"<a>" * 100_000,
    "deep JSON": b"[" * 200_000,
    "broken JSON": b'{"title": ',
    "a huge number in JSON": b'{"title": "x", "cards": [{"count": ' + b"9" * 100_000 + b', "stub": "anchornaut"}]}',
}


def limited() -> None:
    """Bounds on one run: what the promise of bounded memory and time means."""
    resource.setrlimit(resource.RLIMIT_AS, (MEGABYTES_AT_MOST * 1024**2,) * 2)
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS_AT_MOST,) * 2)


@pytest.mark.parametrize("what", UNREADABLE)
def test_what_cannot_be_read_is_one_line_and_the_right_code(what, warm_home):
    ran = subprocess.run(
        [sys.executable, "-m", "deckcli", "deck", "check", "-", "-g", "ashes"],
        input=UNREADABLE[what], capture_output=True, check=False, preexec_fn=limited, timeout=120,
        env={**os.environ, "DECKCLI_HOME": str(warm_home)},
    )  # fmt: skip
    assert ran.returncode in (1, 3), ran.stderr
    said = ran.stderr.decode()
    assert "Traceback" not in said
    if ran.returncode == 3:
        assert len(said.splitlines()) == 1, said
        assert len(said) < 400


def test_a_list_of_control_and_bidi_characters_shows_marks_only(deckcli):
    ran = deckcli("deck", "check", "-", "-g", "ashes", stdin="3x \x1b[2JAnch\u202eornaut\n1x \x07\x9b\n")
    assert ran.code == 1
    assert not set(ran.out + ran.err) & set("\x1b\u202e\x07\x9b")


@pytest.mark.scaled
@settings(max_examples=EXAMPLES, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.one_of(st.binary(max_size=400), st.text(max_size=200).map(lambda text: text.encode("utf-8", "replace"))))
def test_no_bytes_at_all_end_in_a_traceback(deckcli, data):
    for command in (["deck", "check", "-", "-g", "ashes"], ["cards", "check", "-"]):
        assert deckcli(*command, stdin=data).code in (0, 1, 2, 3)


@pytest.mark.scaled
@settings(max_examples=EXAMPLES, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(query=st.text(max_size=80))
def test_no_search_breaks_or_slows_the_database(deckcli, query):
    assert deckcli("cards", "search", "--", query).code in (0, 1, 2)


@pytest.mark.scaled
@settings(max_examples=EXAMPLES, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.one_of(st.binary(max_size=300), st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(
        ["results", "name", "type", "stub", "cost", "text", "cards", "slug", "Character", "Title"]), inner, max_size=6),
    max_leaves=20).map(lambda value: json.dumps(value).encode())))  # fmt: skip
def test_no_card_data_ends_in_a_traceback_or_half_a_pack(deckcli, warm_home, data):
    ran = deckcli("cards", "import", "-", "-g", "ashes", stdin=data)
    assert ran.code in (0, 1, 3)
    if ran.code == 3:
        assert ran.out == ""
    for pack in Path(warm_home, "packs").glob("*"):
        assert json.loads(pack.read_text(encoding="utf-8"))["card"]


def test_a_pack_that_is_garbage_does_not_stop_the_rest(deckcli, warm_home):
    (warm_home / "packs").mkdir()
    (warm_home / "packs" / "bad.toml").write_bytes(b"\xff\x00garbage")
    (warm_home / "packs" / "deep.json").write_bytes(b"[" * 100_000)
    assert deckcli("deck", "check", "the-iron-men").code == 0
    ran = deckcli("doctor")
    assert ran.code == 5
    assert "bad.toml" in ran.out
    assert "deep.json" in ran.out


def test_a_name_that_is_a_path_stays_within_the_folder(deckcli, warm_home):
    cards = json.dumps({"results": [{"name": "Ember Fox", "stub": "ember-fox", "type": "Ally"}]})
    deckcli("cards", "import", "-", "-g", "ashes", "--pack", "../../evil", "--lenient", stdin=cards)
    everything = {path.relative_to(warm_home.parent).parts[0] for path in warm_home.parent.rglob("*")}
    assert everything == {warm_home.name}
