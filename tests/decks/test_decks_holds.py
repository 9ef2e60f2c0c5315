"""What a change of reading and resolving must not lose: each test stands for one that no other test noticed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from catalog.card import Match
from catalog.names import fold

Judge = Callable[..., Any]

# ---------------------------------------------------------------- names


def test_a_slug_that_a_card_had_before_names_it_for_certain(judged: Judge, catalogue: Any, make_card: Any) -> None:
    fox = replace(make_card("Ember Fox"), formerly=("old-fox",))
    shelf = catalogue([fox])
    shelf.keys[fold("old-fox")] = [Match(fox, "former")]
    assert judged("3 old-fox", shelf, game="ashes").cards() == {"Ember Fox": 3}


def test_a_beginning_of_two_letters_is_too_short_to_be_taken(judged: Judge) -> None:
    assert judged("1 Qu\n1 Golem", lenient=True).codes("error") == ["unknown_card"]
    assert judged("1 Qua\n1 Golem", lenient=True).cards() == {"Quarantine System": 1, "Golem": 1}


def test_a_tie_between_games_goes_to_the_earlier_of_ours_whatever_stands_first(judged: Judge) -> None:
    for text in ("1 Heron, Grey Flier\n1 Ember Fox\n", "1 Ember Fox\n1 Heron, Grey Flier\n"):
        assert judged(text).deck.game == "ashes"


def test_a_heading_whose_number_is_another_is_a_warning_with_both(judged: Judge) -> None:
    for said in (2, 4):
        problem = judged(f"Cards ({said}):\n3 Golem\n", game="ashes").problem("header_count_differs")
        assert (problem.severity, problem.found, problem.allowed, problem.lines) == ("warning", 3, said, (1,))
    assert judged("Cards (3):\n3 Golem\n", game="ashes").codes() == []


def test_a_first_line_that_is_taken_for_the_title_is_told(judged: Judge) -> None:
    problem = judged("Quick Orla\n\n3 Golem\n").problem("title_assumed")
    assert (problem.severity, problem.lines) == ("note", (1,))


# ---------------------------------------------------------------- leaders and piles


def test_two_printings_that_count_as_one_card_are_one_who_can_lead(
    judged: Judge, catalogue: Any, make_card: Any
) -> None:
    cards = [
        make_card("Marsh Prince", "Unit", "cipher", slug=f"marsh-{n}", deploy_cost=1, unit_name="Marsh Prince")
        for n in (1, 2)
    ]
    result = judged("Game: Cipher\n1 marsh-1\n2 marsh-2\n", catalogue(cards))
    assert result.problem("leader_assumed").severity == "note"
    assert (result.deck.count("leader"), result.deck.count("main")) == (1, 2)


def test_a_main_character_of_whom_there_is_one_copy_leaves_none_among_the_cards(judged: Judge) -> None:
    deck = judged("Main Character: Marsh Prince\n1 B01-003\n1 Heron, Grey Flier\n").deck
    assert [(slot.card.name, slot.count, slot.pile) for slot in deck.slots] == [
        ("Marsh Prince, Heir of Reeds", 1, "leader"), ("Heron, Grey Flier", 1, "main"),
    ]  # fmt: skip


def test_cards_beside_the_deck_bring_no_conjurations(judged: Judge) -> None:
    assert judged("3 Golem\nSB: 3 Summon Mossling\n").deck.derived == ()
