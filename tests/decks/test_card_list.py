"""Any list, line by line, without rules of construction."""

from __future__ import annotations

from typing import Any

from deckcli.decks.card_list import CheckedList, check_list
from deckcli.decks.formats import read


def checked(text: str, stock: Any, game: str = "") -> CheckedList:
    return check_list(read(text.encode(), "list.txt"), stock, lambda card: 0, game=game)


def rows(one: CheckedList) -> list[tuple[int, int, str, str]]:
    return [(line.line, line.count, line.status, line.card.name if line.card else "") for line in one.lines]


def test_each_card_of_a_line_is_told(stock: Any) -> None:
    one = checked("3x Golem, 2x Ember Fox, 1x Nobody\n", stock)
    assert rows(one) == [(1, 3, "found", "Golem"), (1, 2, "found", "Ember Fox"), (1, 1, "unknown", "")]
    assert one.found == 5


def test_codes_of_several_cards_in_one_line_are_each_their_own_card(stock: Any) -> None:
    one = checked("Marsh: B01-003HN x3, B01-009HN x4\n", stock)
    assert [(count, name) for _, count, _, name in rows(one)] == [
        (3, "Marsh Prince, Heir of Reeds"),
        (4, "Otter Queen, Warm Current"),
    ]


def test_a_format_without_lines_is_told_card_by_card(stock: Any) -> None:
    text = (
        '{"cards": [{"count": 3, "stub": "golem"}, {"count": 2, "stub": "nobody"}, {"count": -1, "stub": "ember-fox"}]}'
    )
    one = checked(text, stock)
    assert [(count, status) for _, count, status, _ in rows(one)] == [(3, "found"), (2, "unknown"), (1, "bad")]
    assert not one.clean


def test_a_line_that_is_no_card_is_told_once(stock: Any) -> None:
    one = checked("3x\n2x Golem\n-1 Ember Fox\n", stock, "ashes")
    assert [(line, status) for line, _, status, _ in rows(one)] == [(1, "bad"), (2, "found"), (3, "bad")]


def test_thousands_of_unknown_lines_are_told_each(stock: Any) -> None:
    one = checked("".join(f"1 Nobody {n}th\n" for n in range(3000)), stock, "ashes")
    assert len(one.lines_of("unknown")) == 3000


def test_nobody_leads_a_list_of_cards(stock: Any) -> None:
    """What is assumed of a deck's leader is a rule of construction, and no word of a list that is no deck."""
    assert checked("Marsh Prince, Heir of Reeds x3\n", stock, "cipher").others == ()
