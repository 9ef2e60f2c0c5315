"""Saved playthroughs: they come back as they were, and whatever else a file holds is refused with a reason."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deckcli.engine.contract import difference
from deckcli.engine.players import Random
from deckcli.engine.playthrough import Playthrough
from deckcli.engine.record import MOST_CHARACTERS, BadRecordError, record_of, resumed, saved

DIGEST = "d1"


@pytest.fixture
def played(game: Any, skirmish: Any) -> Callable[..., Playthrough]:
    """A playthrough after so many random choices."""

    def play(count: int = 20, seed: int = 2) -> Playthrough:
        playthrough, player = Playthrough(game, skirmish.setting(seed)), Random(seed)
        for _ in range(count):
            if playthrough.choice:
                playthrough.choose(player(playthrough.choice, None))
        return playthrough

    return play


@pytest.fixture
def record(played: Callable[..., Playthrough]) -> dict[str, Any]:
    """A good record, to be spoilt."""
    return dict(record_of(saved(played(), DIGEST, ("a", "b"))))


@pytest.mark.parametrize("count", [0, 1, 9, 20, 1_000])
@pytest.mark.parametrize("watched", [True, False])
def test_a_saved_playthrough_comes_back_at_the_same_question(
    game: Any, played: Callable[..., Playthrough], count: int, watched: bool
) -> None:
    here = played(count)
    record = record_of(saved(here, DIGEST, (["Guard"], ["Knight"])))
    again = resumed(record, game, here.setting, DIGEST, watched=watched)
    assert difference(here.table.dump(), again.table.dump()) == ""
    assert (again.labels(), again.log, again.outcome) == (here.labels(), here.log, here.outcome)
    assert record["decks"] == [["Guard"], ["Knight"]]
    for playthrough in (here, again):
        playthrough.play([Random(1, 0), Random(1, 1)])
    assert again.log == here.log


def test_a_record_can_be_read_by_a_person(record: dict[str, Any]) -> None:
    assert (record["deckcli"], record["game"], record["seed"], record["options"]) == (
        "playthrough", "skirmish", 2, {"life": 12},
    )  # fmt: skip
    assert all(isinstance(option[0], str) for option in record["choices"])


@pytest.mark.parametrize(
    "text", ["", "{", "nonsense", "\x00", "[]", "3", "null", '"playthrough"', "{}", "NaN", "1" * 5000]
)
def test_what_is_no_saved_playthrough_is_refused(text: str) -> None:
    with pytest.raises(BadRecordError, match="no saved playthrough"):
        record_of(text)


@pytest.mark.parametrize("deep", ["[" * 100_000, '{"a":' * 100_000, '{"deckcli":"playthrough","decks":' + "[" * 50_000])
def test_what_is_nested_too_deep_is_refused(deep: str) -> None:
    with pytest.raises(BadRecordError, match="no JSON"):
        record_of(deep)


def test_what_is_too_long_is_refused_before_it_is_read() -> None:
    with pytest.raises(BadRecordError, match="too long"):
        record_of(" " * (MOST_CHARACTERS + 1))


@pytest.mark.parametrize("key", ["schema", "game", "rules", "cards", "seed", "options", "decks", "choices"])
@pytest.mark.parametrize("wrong", [None, True, 1.5, "x", 7, [], {}])
def test_a_part_of_the_wrong_kind_is_refused_and_named(record: dict[str, Any], key: str, wrong: Any) -> None:
    if type(wrong) is type(record[key]):
        return
    with pytest.raises(BadRecordError, match=f"{key} is missing or of the wrong kind"):
        record_of(json.dumps({**record, key: wrong}))
    with pytest.raises(BadRecordError, match=f"{key} is missing or of the wrong kind"):
        record_of(json.dumps({name: value for name, value in record.items() if name != key}))


@pytest.mark.parametrize("schema", [0, 2, 10**400])
def test_another_form_is_refused(record: dict[str, Any], schema: int) -> None:
    with pytest.raises(BadRecordError, match=r"saved in form \d{1,20}, and this is form 1"):
        record_of(json.dumps({**record, "schema": schema}))


@pytest.mark.parametrize(
    "option", [None, "end", 3, [], {}, [None], [["end"]], [True], [1.5], ["x" * 201], [1 << 63], ["end"] * 101]
)
def test_a_choice_that_is_no_option_is_named_by_its_number(record: dict[str, Any], option: Any) -> None:
    record["choices"][4] = option
    with pytest.raises(BadRecordError, match="choice 5 is no option"):
        record_of(json.dumps(record))


def test_too_many_choices_are_refused(record: dict[str, Any]) -> None:
    with pytest.raises(BadRecordError, match="more than 100,000 choices"):
        record_of(json.dumps({**record, "choices": [["end"]] * 100_001}))


def test_a_choice_that_does_not_fit_is_named_by_its_number(game: Any, skirmish: Any, record: dict[str, Any]) -> None:
    record["choices"][7] = ["moon", 3]
    with pytest.raises(BadRecordError, match=r"does not fit: choice 8: \('moon', 3\) is not offered; offered: \w"):
        resumed(record, game, skirmish.setting(2), DIGEST)


def test_choices_after_the_end_do_not_fit(game: Any, played: Callable[..., Playthrough]) -> None:
    here = played(1_000)
    record = dict(record_of(saved(here, DIGEST, ())))
    record["choices"].append(["end"])
    with pytest.raises(BadRecordError, match=rf"choice {len(here.log) + 1}: .* offered: nothing"):
        resumed(record, game, here.setting, DIGEST)


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("rules", "0.9", r"the rules were those of '0.9' and are those of '1' since"),
        ("cards", "d0", "the cards have changed since"),
    ],
)
def test_changed_rules_or_cards_are_told(
    game: Any, skirmish: Any, record: dict[str, Any], key: str, value: str, words: str
) -> None:
    """Whether every choice still fits, or one no longer does."""
    record[key] = value
    with pytest.raises(BadRecordError, match=f"{words} this was saved"):
        resumed(record, game, skirmish.setting(2), DIGEST)
    record["choices"][2] = ["moon"]
    with pytest.raises(BadRecordError, match=rf"does not fit \({words}\): choice 3: "):
        resumed(record, game, skirmish.setting(2), DIGEST)


def test_a_playthrough_of_another_game_is_refused(game: Any, skirmish: Any, record: dict[str, Any]) -> None:
    with pytest.raises(BadRecordError, match=r"of the game 'ch\\x1bess\\ud800', not of skirmish"):
        resumed({**record, "game": "ch\x1bess\ud800"}, game, skirmish.setting(2), DIGEST)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
KEYS = st.sampled_from(["deckcli", "schema", "game", "rules", "cards", "seed", "options", "decks", "choices"])
GOOD = {
    "deckcli": "playthrough", "schema": 1, "game": "skirmish", "rules": "1", "cards": "d", "seed": 1, "options": {},
    "decks": [], "choices": [],
}  # fmt: skip


@settings(max_examples=200, deadline=None)
@given(st.dictionaries(KEYS, JSON, max_size=3))
def test_whatever_stands_in_a_record_it_is_read_or_refused(spoilt: dict[str, Any]) -> None:
    with suppress(BadRecordError):
        found = record_of(json.dumps({**GOOD, **spoilt}))
        assert found["schema"] == 1
        assert all(type(part) in (int, str) for option in found["choices"] for part in option)


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=80))
def test_any_text_is_read_or_refused(text: str) -> None:
    with pytest.raises(BadRecordError):
        record_of(text)
