"""Phase: what lies behind others' cards is told by no question (Phasing and Locking; rulings 37 and 43)."""

from __future__ import annotations

from typing import Any

import pytest

from deckcli.engine.vocabulary import EffectError
from deckcli.games.phase import deeds
from deckcli.games.phase.written import abilities_of
from tests.games.phase.conftest import doing

DEATH, GLADIATOR = "Squeezle // The Flying Death", "Squeezle // Gladiator"
"""One face on two cards, with other backs."""
UNDYING, COGNET = "The Undying // The Cognet", "The Cognet // The Undying"


def test_copies_that_show_one_side_are_one_answer_for_who_may_not_look_behind(lay: Any) -> None:
    sitting = lay({"hand": [UNDYING]}, {"play": [DEATH, GLADIATOR, "Ted"]}, step="training")
    sitting.choose("Play The Undying")
    assert sitting.offered() == ["seat b's Squeezle", "seat b's Ted"]


def test_their_owner_tells_them_apart(lay: Any) -> None:
    sitting = lay({"hand": [UNDYING], "play": [DEATH, GLADIATOR]}, {"play": ["Ted"]}, step="training")
    sitting.choose("Play The Undying")
    assert sitting.offered() == [
        "Squeezle (behind: The Flying Death)",
        "Squeezle (behind: Gladiator)",
        "seat b's Ted",
    ]


@pytest.mark.parametrize("differs", ["damage", "locked", "seen", "given"])
def test_what_all_see_of_them_tells_them_apart(lay: Any, differs: str) -> None:
    sitting = lay({"hand": [UNDYING]}, {"play": [DEATH, GLADIATOR]}, step="training")
    table = sitting.table
    copy = table.seats[1].play[1]
    if differs == "damage":
        deeds.wound(table, copy, 1)
    elif differs == "locked":
        deeds.lock(table, copy)
    elif differs == "given":
        deeds.give(table, copy, 1, 0)
    else:
        deeds.phase(table, copy)
        deeds.phase(table, copy)
    sitting.choose("Play The Undying")
    assert sitting.offered() == ["seat b's Squeezle (1)", "seat b's Squeezle (2)"]


def test_several_of_them_may_be_chosen_and_a_set_is_asked_for_once(lay: Any, find: Any) -> None:
    """Sister Alexis deals 1 damage to up to two warriors."""
    sly = doing(
        find,
        "Sister Alexis",
        {"kind": "action", "cost": "phase(1)", "do": "damage(choose(up_to(2), enemy.warrior), 1)"},
    )
    sitting = lay(
        {"play": ["Sister Alexis"], "barracks": ["Ted"]}, {"play": [DEATH, "Ted", GLADIATOR]}, step="training", find=sly
    )
    sitting.choose("Use Sister Alexis")
    assert sitting.offered() == ["seat b's Squeezle", "seat b's Ted", "Done"]
    sitting.choose("seat b's Squeezle")
    assert sitting.offered() == ["seat b's Squeezle", "seat b's Ted", "Done"]
    sitting.choose("seat b's Ted")
    assert sitting.table.damage == dict.fromkeys(sitting.table.seats[1].play[:2], 1)


def test_cards_in_a_hand_that_show_one_back_are_one_answer(lay: Any, find: Any) -> None:
    """The Cognet's other side makes an opponent's card go; its backs show The Flying Death and Gladiator."""
    thief = doing(
        find, "Sister Alexis", {"kind": "action", "cost": "phase(1)", "do": "put(choose(enemy.hand), discard)"}
    )
    hand = ["The Flying Death // Squeezle", "Gladiator // Squeezle", "Ted // Fire Spirit"]
    sitting = lay({"play": ["Sister Alexis"], "barracks": ["Ted"]}, {"hand": hand}, step="end", find=thief)
    sitting.choose("Use Sister Alexis")
    assert sitting.offered() == ["seat b's card, on its back Squeezle", "seat b's card, on its back Fire Spirit"]


def test_attackers_that_show_one_side_are_one_answer_until_one_is_opposed(lay: Any) -> None:
    sitting = lay({"play": [DEATH, GLADIATOR]}, {"play": ["Pennaggolan // Nighthawk", "Berserker // Nighthawk"]})
    sitting.choose(
        "Attack", "Attack the Nexus", *[f"Send Squeezle (behind: {one})" for one in ("The Flying Death", "Gladiator")]
    )
    assert sitting.offered() == ["Oppose seat a's Squeezle", "No defence"]
    sitting.choose("Oppose seat a's Squeezle")
    assert sitting.offered() == ["Oppose seat a's Squeezle (1)", "Oppose seat a's Squeezle (2)", "No defence"]


def test_a_cost_difference_is_known_of_ones_own_cards_and_of_those_that_all_have_seen(lay: Any, find: Any) -> None:
    """The costs of all three differ by 2 or more; of seat b's the second has been seen from both sides."""
    apt = doing(
        find,
        "Sister Alexis",
        {"kind": "action", "cost": "phase(1)", "do": "give(choose(warrior(difference >= 1)), bonus(1, 0))"},
    )
    sitting = lay(
        {"play": ["Sister Alexis", "Ted // Fire Spirit"], "barracks": ["Ted"]},
        {"play": ["Ted // Fire Spirit", "Fire Spirit // Necromancer"]},
        step="end", find=apt,
    )  # fmt: skip
    table = sitting.table
    deeds.phase(table, table.seats[1].play[1])
    sitting.choose("Use Sister Alexis")
    assert [label for label in sitting.offered() if "seat b" in label] == ["seat b's Necromancer"]
    assert "Ted (behind: Fire Spirit)" in sitting.offered()


def test_what_holds_shows_nobody_a_difference(lay: Any, find: Any) -> None:
    """Else one could read from an attack value what is behind."""
    telling = {"kind": "constant", "static": "give(my.warrior(difference >= 1), bonus(1, 0))"}
    sitting = lay({"play": ["Sister Alexis", "Ted // Fire Spirit"]}, {}, find=doing(find, "Sister Alexis", telling))
    assert sitting.reports("a.play.Ted.attack") == 2
    for _ in range(2):
        deeds.phase(sitting.table, sitting.table.seats[0].play[1])
    assert sitting.reports("a.play.Ted.attack") == 3


def test_nobody_else_is_asked_about_a_difference() -> None:
    entry = {"kind": "order", "do": "damage(choose(my.warrior(difference >= 1), by=an_opponent), 1)"}
    with pytest.raises(EffectError, match="by what only its owner sees"):
        abilities_of({"abilities": [entry]}, "a face")
