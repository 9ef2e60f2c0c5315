"""Ashes decks as JSON: what ashes.live hands out, and what Ashteki stores."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from catalog.errors import UnreadableError
from deckcli.decks.deck import DeckList
from deckcli.decks.formats import read

DECK: dict[str, Any] = {
    "id": 1,
    "title": "Quick Orla",
    "dice": [{"count": 6, "name": "nature"}, {"count": 4, "name": "ceremonial"}],
    "phoenixborn": {"name": "Orla Brightmoor", "stub": "orla-brightmoor", "life": 17},
    "cards": [
        {"count": 3, "name": "Ember Fox", "stub": "ember-fox", "type": "Ally", "phoenixborn": None},
        {"count": 2, "name": "Orla's Lantern", "stub": "orlas-lantern", "phoenixborn": "Orla Brightmoor"},
    ],
    "conjurations": [{"count": 2, "name": "Spark", "stub": "spark", "type": "Conjured Alteration Spell"}],
    "first_five": ["ember-fox", "orlas-lantern"],
    "effect_costs": ["ember-fox"],
    "tutor_map": {"summon-mossling": "ember-fox"},
    "is_snapshot": False,
}

STORED: dict[str, Any] = {
    "name": "Quick Orla",
    "phoenixborn": [{"id": "orla-brightmoor", "count": 1}],
    "dicepool": [{"magic": "natural", "count": 6}, {"magic": "ceremonial", "count": 4}],
    "cards": [{"id": "ember-fox", "count": 3, "ff": True}, {"id": "orlas-lantern", "count": 2, "ff": True}],
    "conjurations": [{"id": "spark", "count": 2}],
}


def listed(value: object) -> DeckList:
    return read(json.dumps(value).encode(), "deck.json")


@pytest.mark.parametrize("value", [DECK, {"deck": DECK, "releases": []}, [DECK], {"total": 1, "decks": [DECK]}, STORED])
def test_a_deck_alone_wrapped_or_stored_by_ashteki(judged: Callable[..., Any], value: object) -> None:
    result = judged(json.dumps(value))
    deck = result.deck
    assert (deck.game, deck.name, result.problems) == ("ashes", "Quick Orla", [])
    assert result.cards() == {"Ember Fox": 3, "Orla's Lantern": 2}
    assert result.cards("leader") == {"Orla Brightmoor": 1}
    assert result.cards("conjurations") == {"Spark": 2}
    assert [(dice.type, dice.count) for dice in deck.dice] == [("natural", 6), ("ceremonial", 4)]
    assert [card.name for card in deck.first_five] == ["Ember Fox", "Orla's Lantern"]


def test_what_is_not_read_is_kept() -> None:
    extra = listed(DECK).extra
    assert extra["tutor_map"] == {"summon-mossling": "ember-fox"}
    assert extra["effect_costs"] == ["ember-fox"]


def test_a_deck_without_a_title_is_untitled() -> None:
    assert listed(DECK | {"title": None}).name == ""


def test_several_decks_are_named_and_none_is_taken() -> None:
    with pytest.raises(UnreadableError, match='holds 2 decks: "Quick Orla", "Slow Orla"'):
        listed({"decks": [DECK, DECK | {"title": "Slow Orla"}]})


@pytest.mark.parametrize("text", ['{"title": ', "{}", "[{}]", "[]", '{"a": 1}', '{"deck": 3}', '{"cards"', "[[[[[[{}"])
def test_broken_json_and_json_that_is_no_deck_are_unreadable(text: str) -> None:
    with pytest.raises(UnreadableError):
        read(text.encode(), "deck.json", format="ashes-json")


def test_broken_json_is_told_with_line_and_column() -> None:
    with pytest.raises(UnreadableError, match=r"^deck.json:2:3: broken JSON"):
        read(b'{"cards": [],\n  x}', "deck.json")


@pytest.mark.parametrize("text", ["[" * 100_000, '{"cards":' * 100_000, '{"cards": ' + "[" * 60 + "]" * 60 + "}"])
def test_json_of_great_depth_is_refused(text: str) -> None:
    with pytest.raises(UnreadableError):
        read(text.encode(), "deck.json", format="ashes-json")


@pytest.mark.parametrize(
    ("count", "code"),
    [
        ("0", "zero_count"),
        *((count, "bad_count") for count in ("-1", "1.5", "1000", "1" + "0" * 5000, '"3"', "true", "[]", "1e999")),
    ],
)
def test_counts_are_judged_as_in_text(judged: Callable[..., Any], count: str, code: str) -> None:
    text = '{"cards": [{"name": "Ember Fox", "count": COUNT}, {"name": "Golem", "count": 2}]}'
    result = judged(text.replace("COUNT", count))
    assert (result.cards(), result.codes()) == ({"Golem": 2}, [code])


@pytest.mark.parametrize("count", ['"count": null', '"count": NaN', '"name": "Golem"'])
def test_no_count_is_one(judged: Callable[..., Any], count: str) -> None:
    assert judged('{"cards": [{"name": "Golem", COUNT}]}'.replace("COUNT", count)).cards() == {"Golem": 1}


@pytest.mark.parametrize("record", [None, 3, {}, {"name": ""}, {"name": 7}, []])
def test_a_record_that_names_no_card_is_a_bad_line(record: object) -> None:
    wanted = listed({"cards": [record, {"name": "Golem", "count": 1}]})
    assert [problem.code for problem in wanted.problems] == ["bad_line"]
    assert (wanted.report.lines, wanted.report.cards, wanted.report.problems) == (2, 1, 1)


@pytest.mark.parametrize(
    "value",
    [
        {
            "mode": "chimera",
            "name": "Fury",
            "phoenixborn": [{"id": "x", "count": 1}],
            "cards": [{"id": "y", "count": 3}],
        },
        {"group": "dragonborn", "name": "Fury", "cards": []},
        {"title": "Fury", "cards": [{"name": "Y", "type": "Aspect", "count": 3}]},
    ],
)
def test_the_deck_of_an_opponent_is_named_and_refused(judged: Callable[..., Any], value: object) -> None:
    """Ashteki/ashteki#1322: cards of another side of the table pass no check."""
    result = judged(json.dumps(value))
    assert (result.codes("error"), result.deck.slots) == (["wrong_game"], ())
    assert '"Fury"' in result.problems[0].message


def test_a_card_of_the_first_edition_is_named(judged: Callable[..., Any]) -> None:
    cards = [{"name": "Golem", "stub": "golem", "count": 3, "is_legacy": True}, {"name": "Ember Fox", "count": 1}]
    result = judged(json.dumps({"cards": cards}))
    assert (result.codes("error"), result.cards()) == (["not_in_format"], {"Ember Fox": 1})


def test_half_a_character_in_a_name_does_no_harm() -> None:
    name = listed(DECK | {"title": "x"}).name
    assert name == "x"
    wanted = read(b'{"title": "\\ud800", "cards": [{"name": "a\\udfff", "count": 1}]}', "deck.json")
    assert (wanted.name + wanted.entries[0].name).encode()


def test_names_with_their_counts_are_cards_too() -> None:
    wanted = read(b'{"cards": {"iron-worker": 3, "golem": 0}, "dice": {"charm": 5}}', "x")
    assert [(one.name, one.count, one.fault is None) for one in wanted.entries] == [
        ("iron-worker", 3, True),
        ("golem", 1, False),
    ]
    assert [(one.name, one.count) for one in wanted.dice] == [("charm", 5)]


@pytest.mark.parametrize("key", ["cards", "conjurations", "dice", "dicepool", "first_five"])
def test_what_is_no_list_is_told_and_not_dropped(key: str) -> None:
    wanted = read(f'{{"cards": [], "{key}": "iron-worker"}}'.encode(), "x")
    assert [one.code for one in wanted.problems] == ["bad_line"]
    assert key in wanted.problems[0].message
