"""The words of Phase's orders and skills: what they say, and what is refused."""

from __future__ import annotations

import pytest

from deckcli.engine.vocabulary import EffectError
from deckcli.games.phase.written import abilities_of, finish, text_of

SAID = {
    "[Order] (phase 1 resource): Phase 1 warrior.": {
        "kind": "order", "cost": "phase(1)", "do": "phase(choose(warrior))",
    },
    "[Order] (lock X resources): Phase X warriors.": {
        "kind": "order", "cost": "lock(any)", "do": "phase(choose(paid, warrior))",
    },
    "[Order]: 1 warrior gets -1/-2 this turn.": {"kind": "order", "do": "give(choose(warrior), bonus(-1, -2))"},
    "[Action] (lose 1 good influence): This warrior gets +2/+1 this turn.": {
        "kind": "action", "cost": "lose(good, 1)", "do": "give(this, bonus(2, 1))",
    },
    "[Relentless]: Enlist 1 card locked.": {"kind": "relentless", "do": "enlist(1, locked)"},
    "[Trained]: Gain 2 good influence.": {"kind": "trained", "do": "gain(good, 2)"},
    "[Order]: An opponent of your choice loses 2 evil influence.": {
        "kind": "order", "do": "lose(evil, 2, who=an_opponent)",
    },
    "While this warrior is opposed, this warrior gets +2/+0.": {
        "kind": "constant", "need": "this(opposed)", "static": "give(this, bonus(2, 0))",
    },
    "[Order]: Gain evil influence equal to the number of evil warriors of yours.": {
        "kind": "order", "do": "gain(evil, count(my.warrior(evil)))",
    },
    "Swift: It deals its damage before warriors without Swift.": "Swift",
}  # fmt: skip


@pytest.mark.parametrize("text", SAID)
def test_what_a_face_does_is_said_in_our_words(text: str) -> None:
    (ability,) = abilities_of({"abilities": [SAID[text]]}, "a face")
    assert text_of(ability) == text


REFUSED = [
    ([{"kind": "order", "do": "draw(1)"}, {"kind": "order", "do": "draw(2)"}], "a face has one order"),
    ([{"kind": "order", "cost": "phase_this", "do": "draw(1)"}], "an order has no warrior to pay with"),
    ([{"kind": "action", "do": "draw(1)"}], "a skill that is used needs a cost"),
    ([{"kind": "elite", "static": "give(this, bonus(1, 0))"}], "what holds is a constant skill"),
    ([{"kind": "order", "do": "flip(choose(warrior))"}], 'no verb "flip"'),
    *(
        ([{"kind": "order", "cost": f"lock({many})", "do": "draw(1)"}], "a number that is known when the card is made")
        for many in ("up_to(2)", "all", "count(my.warrior)")
    ),
]


@pytest.mark.parametrize(("entries", "what"), REFUSED, ids=[what for _, what in REFUSED])
def test_what_no_face_can_do_is_refused(entries: list[object], what: str) -> None:
    with pytest.raises(EffectError, match=what):
        abilities_of({"abilities": entries}, "a face")


def test_a_card_is_finished_face_by_face() -> None:
    card = {"slug": "a", "faces": [{"name": "Scout", "abilities": ["relentless"]}, {"name": "Ted", "abilities": []}]}
    done = finish(card, {"faces": [{"abilities": [{"kind": "relentless", "do": "enlist(1, locked)"}]}, {}]})
    assert (done.texts, done.written, done.faults) == (("[Relentless]: Enlist 1 card locked.", ""), 1, ())


def test_effects_that_are_not_those_printed_are_a_fault() -> None:
    card = {"slug": "a", "faces": [{"name": "Scout", "abilities": ["elite"]}, {"name": "Ted", "abilities": []}]}
    done = finish(card, {"faces": [{"abilities": [{"kind": "relentless", "do": "enlist(1, locked)"}]}, {}]})
    assert "a, Scout: its abilities are ['elite'], and its effects ['relentless']" in done.faults


def test_effects_of_a_card_stand_in_its_faces() -> None:
    assert finish({"slug": "a", "faces": [{}, {}]}, {"abilities": []}).faults == (
        "a: effects are told in faces, as many as the card has",
    )
