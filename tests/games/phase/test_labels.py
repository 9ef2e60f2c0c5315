"""What the answers of Phase say: each in words of its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from deckcli.engine.choice import Choice, Option
from deckcli.games.phase import labels


def test_two_skills_of_one_face_are_told_apart_though_one_card_was_turned_since(begin: Callable[..., Any]) -> None:
    _, here = begin("phase")
    table = here.table
    copy, twin, side, index = next(
        (copy, twin, side, act.index)
        for copy in range(len(table.cards))
        for twin in range(copy)
        if table.owners[twin] == table.owners[copy]
        for side in (0, 1)
        for act in table.cards[copy].sides[side].skills
        if act.ability.kind not in ("action", "constant")
        and table.cards[twin].sides[side].title == table.cards[copy].sides[side].title
    )
    seat = table.owners[copy]
    options: list[Option] = [("trigger", seat, one, side, index) for one in (copy, twin)]
    choice = Choice(seat, "trigger", tuple(options))
    for up in (side, 1 - side):
        table.up[twin] = up
        table.up[copy] = side
        first, second = (labels.label(table, choice, option) for option in options)
        assert (first.endswith(" (1)"), second.endswith(" (2)")) == (True, True), f"{first}, {second}"
