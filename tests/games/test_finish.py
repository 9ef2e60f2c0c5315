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
