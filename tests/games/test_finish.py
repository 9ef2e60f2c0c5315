"""What loading is told about each card, as long as no game is played."""

from __future__ import annotations

from deckcli.games.finish import finish

ENTRY = {"slug": "ember-fox", "name": "Ember Fox", "abilities": ["keyword"]}


def test_a_card_without_effects_has_no_text_and_none_written():
    done = finish("ashes", ENTRY, None)
    assert (done.text, done.written, done.faults) == ("", 0, ())


def test_an_effect_never_counts_as_acting_before_there_is_an_engine():
    done = finish("ashes", ENTRY, {"effects": ["draw(1)"]})
    assert done.written == 0
    assert "ember-fox" in done.faults[0]


CAT = {"slug": "marth-altean-prince", "abilities": ["ACT", "ATK"]}


def test_a_card_whose_effects_are_written_says_them_and_counts_them():
    skill = {"name": "Step", "kind": "act", "cost": "tap", "do": "move(this)"}
    done = finish("cipher", CAT, {"abilities": [skill, "Attack Emblem"]})
    assert done.written == 2
    assert done.faults == ()
    assert done.text.splitlines()[0] == "Step [ACT] (tap this unit): Move this unit to the other line."


def test_effects_that_cannot_be_read_are_faults_with_their_place_and_none_counts():
    done = finish("cipher", CAT, {"abilities": [{"kind": "act", "do": "mvoe(this)"}, "Attack Emblem"]})
    assert done.written == 0
    assert len(done.faults) == 1
    assert done.faults[0].startswith("marth-altean-prince: ability 1, do, column 1: ")
    assert "Nearest: move" in done.faults[0]
