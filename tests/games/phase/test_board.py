"""The table of Phase on a screen: the Nexus, each seat's line, barracks with locks, and the sides one may look at."""

from __future__ import annotations

from typing import Any

import pytest

from deckcli.screen import plain
from deckcli.screen.boards.phase import draw, news

MINE: dict[str, Any] = {
    "good": 8, "evil": 11,
    "play": ["Chained Horror // Sister Alexis", "The Flying Death // Squeezle (2 damage)"],
    "barracks": ["No-Ne Chim 3 // Ted (locked)", "Ted // Fire Spirit"],
    "hand": ["Fire Spirit // Ted"],
}  # fmt: skip
THEIRS: dict[str, Any] = {
    "good": 5,
    "play": ["Berserker // Nighthawk (locked)", "Sister Alexis // Chained Horror"],
    "barracks": ["Trivet // Anonymous (locked)"],
    "hand": ["The Cognet // The Undying"],
}


def drawn(sitting: Any, seat: int) -> list[str]:
    return plain.draw(draw(sitting.playthrough.view(seat))).splitlines()


def row(lines: list[str], begin: str) -> str:
    """The line that begins so, without the gaps between its columns."""
    return " ".join(next(line for line in lines if line.startswith(begin)).split())


def test_both_faces_of_ones_own_cards_are_drawn_with_locks_and_damage(lay: Any) -> None:
    lines = drawn(lay(MINE, THEIRS, nexus_good=7), 0)
    assert "The Nexus: 7 good, 20 evil" in lines
    assert row(lines, "You:").startswith("You: 8 good, 11 evil · hand 1 · deck 10")
    assert row(lines, "Chained Horror") == "Chained Horror evil 3/4 Sister Alexis 3/3"
    assert row(lines, "The Flying Death") == "The Flying Death evil 2/4 Squeezle 0/2 2 damage"
    assert "Barracks: No-Ne Chim 3 g3 3/3 | Ted e2 2/2 [locked]; Ted e2 2/2 | Fire Spirit g0 1/1" in lines
    assert row(lines, "Fire Spirit") == "Fire Spirit free Ted (evil 2)"


def test_of_others_the_side_that_is_up_is_drawn_and_nothing_behind_it(lay: Any) -> None:
    lines = drawn(lay(MINE, THEIRS), 0)
    assert row(lines, "Berserker") == "Berserker evil 4/3 ? locked"
    assert row(lines, "Sister Alexis") == "Sister Alexis good 3/3 ? Swift"
    assert "Barracks: Trivet g1 1/2 [locked]" in lines
    assert not [line for line in lines for hidden in ("Nighthawk", "Anonymous", "Cognet") if hidden in line]


def test_an_attack_is_drawn(lay: Any) -> None:
    sitting = lay(MINE, {**THEIRS, "play": ["Nighthawk // Berserker"], "hand": []})
    before = sitting.playthrough.view(1)
    sitting.choose("Attack", "Pass", "Attack the Nexus", "Send Chained Horror", "Send The Flying Death")
    sitting.choose("Oppose seat a's The Flying Death")
    lines = drawn(sitting, 1)
    assert "The Nexus: 20 good, 20 evil, attacked; you may defend it" in lines
    assert row(lines, "Nighthawk") == "Nighthawk good 4/5 Berserker 4/3 opposes The Flying Death"
    assert row(lines, "Chained Horror").endswith("? attacks")
    sitting.choose("The skirmish of Chained Horror", "Pass")
    told = list(news(before, sitting.playthrough.view(1)))
    assert told == ["Seat a: +3 evil influence, 14 now.", "Seat a: Chained Horror phases to Sister Alexis."]


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_every_seat_of_a_table_has_its_line(lay: Any, seats: int) -> None:
    lines = drawn(lay(MINE, *[THEIRS] * (seats - 1)), 0)
    heads = [line.split(":")[0] for line in lines if " good, " in line and line.startswith(("Seat", "You"))]
    assert heads == [*(f"Seat {letter}" for letter in "bcde"[: seats - 1]), "You"]
    assert max(len(line) for line in lines if not line.startswith("Barracks")) <= 80


def test_who_cannot_train_is_not_asked_to(lay: Any) -> None:
    sitting = lay({"hand": ["Fire Spirit // Ted"], "play": ["Ted"]}, {"hand": ["Fire Spirit // Ted"]}, step="training")
    questions = []
    for _ in range(2):
        playthrough = sitting.playthrough
        questions.append(playthrough.game.question(playthrough.table, playthrough.choice))
        sitting.choose("Pass")
    assert questions == ["Training: an action, or a resource to train?", "Training: an action?"]
