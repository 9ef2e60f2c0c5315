"""From names to cards: every line of a list finds its card or is told why not.

The repositories named in the tests are those where the fault was reported; the lists are made up.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deckcli.decks.deck import Deck
from deckcli.decks.formats import read
from deckcli.decks.problem import CODES
from deckcli.decks.resolve import resolve

Judge = Callable[..., Any]


@pytest.mark.parametrize(
    ("line", "name", "count"),
    [
        ("3x Warden’s Oath", "Warden's Oath", 3),  # throneteki/throneteki#1646
        ("3x Warden`s Oath", "Warden's Oath", 3),
        ("Warden's Oath x2", "Warden's Oath", 2),  # HearthSim/Hearthstone-Deck-Tracker#584
        ("Glass-Eyed Warden x3", "Glass-Eyed Warden", 3),
        ("Glass‑Eyed Warden ×3", "Glass-Eyed Warden", 3),
        ("4 x Ember Fox", "Ember Fox", 4),  # smeea/vdb#40
        ("Ember Fox", "Ember Fox", 1),  # april/decklist#64
        ("1 Ember Fox (CORE) 12 *F* #ramp", "Ember Fox", 1),  # Card-Forge/forge#11005
        ("2x Golem 2.0", "Golem 2.0", 2),  # mtgred/netrunner#2518
        ("2x Golem", "Golem", 2),
        ("1 Lorien Shade", "Lórien Shade", 1),  # mtgred/netrunner#1538
        ("1 LÓRIEN SHADE", "Lórien Shade", 1),
        ("1 Lo\u0301rien Shade", "Lórien Shade", 1),
        ("Dusk // Dawn", "Dusk // Dawn", 1),  # april/decklist#33
        ("2 Dusk/Dawn // x", None, 0),
        ("1 SP//Wren", "SP//Wren", 1),  # phase-rs/phase#5124
        ("2 Key: Act 1", "Key: Act 1", 2),  # Kamalisk/arkhamdb#282
        ("1 Ember\u00a0Fox\u200b", "Ember Fox", 1),  # april/decklist#9
        ("1 Ember\u200bFox", "Ember Fox", 1),
        ("Ember\u00adFox (CORE) x2", "Ember Fox", 2),
        ("1 Em\u00adber\u2009Fox", "Ember Fox", 1),
        ("3 Ember Fox (Set1 #12)", "Ember Fox", 3),  # extesy/DeckTracker#50
        ("2x Tide Caller (Orla)", "Tide Caller (Orla)", 2),
        ("2000 Suns", "2000 Suns", 1),
        ("2 2000 Suns", "2000 Suns", 2),
        ("3 summon-mossling", "Summon Mossling", 3),  # Ashteki's editor takes stubs
        ("3 Anything At All [stub:ember-fox]", "Ember Fox", 3),
    ],
)
def test_a_line_finds_its_card(judged: Judge, line: str, name: str | None, count: int) -> None:
    assert judged(line, game="ashes").cards() == ({name: count} if name else {})


def test_a_longer_name_is_never_read_as_the_shorter_one(judged: Judge) -> None:
    """mtgred/netrunner#2518."""
    assert judged("2x Golem 2.0\n1 Golem\n").cards() == {"Golem 2.0": 2, "Golem": 1}
    assert judged("2x Golem 3.0\n1 Golem\n").codes("error") == ["unknown_card"]


def test_an_unknown_name_stays_unknown_and_near_names_are_told(judged: Judge) -> None:
    """mtgred/netrunner#2398."""
    result = judged("1 Golem\n2x Quarantine Sytem\n")
    problem = result.problem("unknown_card")
    assert result.cards() == {"Golem": 1}
    assert problem.suggestions[0] == "Quarantine System"
    assert len(problem.suggestions) <= 3
    assert (problem.lines, problem.column, problem.text) == ((2,), 4, "2x Quarantine Sytem")
    assert "Quarantine Sytem" in problem.message


def test_a_prefix_is_taken_only_when_asked_for_and_only_when_one_card_has_it(judged: Judge) -> None:
    assert judged("1 Quarant\n1 Golem").codes("error") == ["unknown_card"]
    lenient = judged("1 Quarant\n1 Gol\n1 Golem", lenient=True)
    assert lenient.cards() == {"Quarantine System": 1, "Golem": 1}
    assert lenient.problem("prefix_name").severity == "note"
    assert lenient.problem("unknown_card").lines == (2,)


def test_initials_are_a_suggestion_and_no_answer(judged: Judge) -> None:
    problem = judged("1 qs\n1 Golem").problem("unknown_card")
    assert problem.suggestions[0] == "Quarantine System"


def test_lines_that_name_one_card_add_up_and_are_named(judged: Judge) -> None:
    """Salem2612/anrsealed#21; Cockatrice/Cockatrice#4019; mtgred/netrunner#323."""
    result = judged("2 Ember Fox\n1 Golem\n1 ember fox\n")
    assert result.cards() == {"Ember Fox": 3, "Golem": 1}
    assert result.problem("lines_merged").lines == (1, 3)
    assert judged("Ember Fox\n" * 3).cards() == {"Ember Fox": 3}


def test_the_size_counts_copies(judged: Judge) -> None:
    """nathanmartins/mtg-mcp#18."""
    assert judged("28 Ember Fox\n2 Glass Warden").deck.count("main") == 30


def test_one_unknown_line_does_not_stop_the_rest(judged: Judge) -> None:
    """throneteki/throneteki#1562: the other 28 are still judged."""
    result = judged("25 Ember Fox\n3 Golem\n2 Nothing Of Ours\n")
    assert (result.deck.count("main"), result.codes("error")) == (28, ["unknown_card"])


def test_bad_counts_are_told_and_leave_the_card_out(judged: Judge) -> None:
    result = judged("-1 Ember Fox\n0 Golem\n1/2 Ice Tunnel\n3 Glass Warden")
    assert result.cards() == {"Glass Warden": 3}
    assert result.codes() == ["bad_count", "zero_count", "bad_count"]


def test_a_header_of_a_program_and_thirty_good_lines(judged: Judge) -> None:
    """WE-Kaito/digimon-tcg-simulator#307."""
    result = judged("Exported from example\n" + "1 Ember Fox\n" * 30)
    assert (result.cards(), result.codes("error")) == ({"Ember Fox": 30}, [])


# -------------------------------------------------------------------- games


def test_the_game_is_the_one_of_most_cards_and_a_foreign_card_is_named(judged: Judge) -> None:
    result = judged("3 Ember Fox\n3 Golem\n1 Heron, Grey Flier\n")
    problem = result.problem("wrong_game")
    assert result.deck.game == "ashes"
    assert (problem.cards, problem.lines, problem.severity) == (("Heron, Grey Flier",), (3,), "error")


def test_what_the_list_says_wins_over_the_cards_and_the_caller_over_both(judged: Judge) -> None:
    text = "Game: Cipher\n3 Ember Fox\n"
    assert judged(text).deck.game == "cipher"
    assert judged(text).codes("error") == ["wrong_game"]
    result = judged(text, game="ashes")
    assert (result.deck.game, result.cards()) == ("ashes", {"Ember Fox": 3})
    assert result.problem("wrong_game").severity == "warning"


def test_beginnings_of_names_tell_the_game_too_when_they_are_taken(judged: Judge) -> None:
    assert judged("1 Quarant\n", lenient=True).deck.game == "ashes"


def test_a_list_of_no_game_of_ours_is_all_unknown(judged: Judge) -> None:
    result = judged("3 Zzyzx\n1 Qwfp\n")
    assert (result.deck.game, result.deck.slots) == ("", ())
    assert result.codes("error") == ["unknown_card", "unknown_card"]


# -------------------------------------------------------------------- which of several


def test_the_bracket_behind_a_name_picks_among_several(judged: Judge, catalogue: Any, make_card: Any) -> None:
    cards = catalogue([make_card("Twin Song", slug=f"twin-{who}", phoenixborn=who) for who in ("Orla", "Bram")])
    assert [slot.card.slug for slot in judged("1 Twin Song (Bram)", cards).deck.slots] == ["twin-Bram"]


def test_several_cards_that_count_as_one_give_the_first_and_a_note(judged: Judge) -> None:
    result = judged("3 Husk, Hollow One")
    assert [slot.card.slug[-8:] for slot in result.deck.slots] == ["b08-047an"[-8:]]
    assert result.problem("same_name").severity == "note"
    other = judged("3 Husk, Hollow One (B08-047bN)")
    assert [slot.card.printings[0].code for slot in other.deck.slots] == ["B08-047bN"]
    assert other.codes() == []


def test_a_unit_name_alone_is_taken_when_only_one_card_has_it(judged: Judge) -> None:
    result = judged("3 Heron\n1 Marsh Prince, Heir of Reeds")
    assert result.cards()["Heron, Grey Flier"] == 3
    assert result.problem("part_name").severity == "note"


def test_a_unit_name_of_several_cards_is_ambiguous_and_they_are_listed(judged: Judge) -> None:
    problem = judged("3 Reed Guard\n1 Marsh Prince, Heir of Reeds").problem("ambiguous_card")
    assert problem.cards == ("Reed Guard, Silent Lance (B01-006N)", "Reed Guard, Loud Lance (B01-007N)")
    assert problem.lines == (1,)


def test_no_more_than_five_candidates_are_listed(judged: Judge, catalogue: Any, make_unit: Any) -> None:
    cards = catalogue([make_unit("Reed", f"Title {n}", f"B01-00{n}N") for n in range(1, 9)])
    problem = judged("Game: Cipher\n1 Reed", cards).problem("ambiguous_card")
    assert (len(problem.cards), problem.found) == (5, 8)


@pytest.mark.parametrize(
    "line",
    [
        "4 B01-006",
        "4x B01-006N",
        "B01-006 x4",
        "Reed Guard: B01-006 x4",
        "4 Reed Guard, Silent Lance",
        "4 Reed Guard (B01-006)",
        "4 silent lance",
    ],
)
def test_cipher_cards_by_number_code_unit_and_title(judged: Judge, line: str) -> None:
    assert judged(line).cards() == {"Reed Guard, Silent Lance": 4}


def test_the_printing_is_kept_where_it_is_not_the_first(judged: Judge) -> None:
    deck = judged("1 B01-006N+\n1 Heron, Grey Flier [B01-008R]").deck
    assert [slot.printing for slot in deck.slots] == ["B01-006N+", ""]


# -------------------------------------------------------------------- faces


@pytest.mark.parametrize("line", ["1 Squeezle", "1 The Flying Death", "1 The Flying Death // Squeezle"])
def test_a_face_is_its_card(judged: Judge, line: str) -> None:
    """Cockatrice/Cockatrice#4253: the row is the card, and a face named alone is told."""
    result = judged(line)
    assert result.cards() == {"The Flying Death // Squeezle": 1}
    assert ("face_name" in result.codes()) == ("//" not in line)


def test_both_faces_are_copies_of_one_card(judged: Judge) -> None:
    """webxoss/webxoss-core#12."""
    result = judged("1 Squeezle\n1 The Flying Death\n")
    assert result.cards() == {"The Flying Death // Squeezle": 2}


# -------------------------------------------------------------------- titles and keys


def test_a_first_line_that_names_a_card_is_that_card(judged: Judge) -> None:
    result = judged("Glass Warden\n\n3 Golem\n")
    assert (result.cards(), result.deck.name) == ({"Glass Warden": 1, "Golem": 3}, "")
    assert result.problem("title_is_card").lines == (1,)


def test_a_first_line_that_names_no_card_is_the_title(judged: Judge) -> None:
    result = judged("Quick Orla\n\n3 Golem\n")
    assert (result.cards(), result.deck.name) == ({"Golem": 3}, "Quick Orla")
    assert result.codes("error") == []


def test_a_title_that_is_the_name_of_a_listed_card_stays_the_title(judged: Judge) -> None:
    result = judged("Orla Brightmoor\n\n1 Orla Brightmoor\n3 Golem\n")
    assert (result.deck.name, result.cards("leader")) == ("Orla Brightmoor", {"Orla Brightmoor": 1})


def test_a_key_that_is_a_card_is_the_card_and_any_other_is_passed_over_with_a_note(judged: Judge) -> None:
    result = judged("Key: Act 1\nWins: many of them\n3 Golem\n")
    assert result.cards() == {"Key: Act 1": 1, "Golem": 3}
    assert result.problem("line_ignored").lines == (2,)


def test_a_cipher_name_with_a_colon_is_found(judged: Judge) -> None:
    """Decksteria writes "Unit: Title"."""
    assert judged("Heron: Grey Flier\n1 B01-006\n").cards() == {"Heron, Grey Flier": 1, "Reed Guard, Silent Lance": 1}


# -------------------------------------------------------------------- leaders


@pytest.mark.parametrize("text", ["Phoenixborn: Orla Brightmoor\n3 Golem", "3 Golem\n1 Orla Brightmoor\n",
                                  "Phoenixborn:\nOrla Brightmoor\n\n3 Golem",
                                  "Phoenixborn: Orla Brightmoor\n\n1 Orla Brightmoor\n3 Golem"])  # fmt: skip
def test_the_phoenixborn_leads_wherever_it_stands(judged: Judge, text: str) -> None:
    result = judged(text)
    assert (result.cards("leader"), result.cards()) == ({"Orla Brightmoor": 1}, {"Golem": 3})


def test_a_named_phoenixborn_takes_the_place_of_the_lists(judged: Judge) -> None:
    result = judged("Phoenixborn: Orla Brightmoor\n3 Golem", leader="bram ashfield")
    assert result.cards("leader") == {"Bram Ashfield": 1}
    assert judged("Phoenixborn: Orla Brightmoor\n3 Golem", leader="Nobody").codes("error") == ["unknown_card"]


def test_a_section_of_the_main_character_is_counted_in(judged: Judge) -> None:
    result = judged("Main Character (1):\n1x B01-003\n\nCards (4):\n3x B01-003\n1 Heron, Grey Flier\n")
    assert (result.cards("leader"), result.deck.count("main"), result.deck.leader_apart) == (
        {"Marsh Prince, Heir of Reeds": 1}, 4, False,
    )  # fmt: skip
    assert result.codes() == []


def test_a_key_points_at_one_of_the_cards(judged: Judge) -> None:
    result = judged("Main Character: Marsh Prince\n4 B01-003\n1 Heron, Grey Flier\n")
    assert result.cards("leader") == {"Marsh Prince, Heir of Reeds": 1}
    assert result.cards() == {"Marsh Prince, Heir of Reeds": 3, "Heron, Grey Flier": 1}


def test_the_only_card_that_can_lead_is_taken_with_a_note(judged: Judge) -> None:
    result = judged("4 B01-003\n1 Heron, Grey Flier\n")
    assert (result.cards("leader"), result.deck.count("main")) == ({"Marsh Prince, Heir of Reeds": 1}, 4)
    assert result.problem("leader_assumed").severity == "note"


def test_of_two_cards_that_can_lead_none_is_guessed(judged: Judge) -> None:
    """Card-Forge/forge#8980."""
    text = "4 B01-003\n4 Otter Queen, Warm Current\n1 Heron, Grey Flier\n"
    assert judged(text).cards("leader") == {}
    chosen = judged(text, leader="Otter Queen")
    assert chosen.cards("leader") == {"Otter Queen, Warm Current": 1}
    assert chosen.cards()["Otter Queen, Warm Current"] == 3


def test_a_main_character_that_is_not_found_is_replaced_by_no_other(judged: Judge) -> None:
    result = judged("Main Character: Nobody\n4 B01-003\n1 Heron, Grey Flier\n")
    assert (result.cards("leader"), result.codes("error")) == ({}, ["unknown_card"])


def test_a_named_main_character_puts_the_old_one_back(judged: Judge) -> None:
    text = "Main Character:\n1 B01-003\n\nCards:\n3 B01-003\n2 Otter Queen, Warm Current\n"
    chosen = judged(text, leader="Otter Queen, Warm Current")
    assert chosen.cards("leader") == {"Otter Queen, Warm Current": 1}
    assert chosen.cards() == {"Marsh Prince, Heir of Reeds": 4, "Otter Queen, Warm Current": 1}


@pytest.mark.parametrize("leader", ["B01-003", "Otter Queen, Warm Current", "Reed Guard, Loud Lance"])
def test_a_main_character_that_only_points_at_a_card_is_no_copy_when_another_is_named(
    judged: Judge, stock: Any, leader: str
) -> None:
    cards = "4 B01-003\n2 Otter Queen, Warm Current\n"
    keyed = judged(f"Main Character: Marsh Prince, Heir of Reeds\n{cards}", leader=leader).deck
    assert sum(slot.count for slot in keyed.slots) == 6 + keyed.leader_apart
    wanted = replace(read(f"Main Character:\n1 B01-003\n\nCards:\n{cards}".encode(), "x"), leader_apart=True)
    apart, _ = resolve(wanted, stock, game="cipher", leader=leader)
    assert (apart.count("main"), apart.count("leader"), apart.leader_apart) == (6, 1, True)


def test_a_named_main_character_that_the_deck_lacks_stands_apart(judged: Judge) -> None:
    chosen = judged("4 B01-003\n1 Heron, Grey Flier\n", leader="Otter Queen")
    assert (chosen.deck.leader_apart, chosen.deck.count("main")) == (True, 5)


# -------------------------------------------------------------------- the derived pile


def test_conjurations_follow_from_the_cards_and_from_one_another(judged: Judge) -> None:
    """Ashteki/ashteki#177, #1069, #1015: also a conjuration that a conjuration brings out, and loops end."""
    deck = judged("Phoenixborn: Orla Brightmoor\n3 Summon Mossling\n").deck
    assert [(slot.card.name, slot.count) for slot in deck.derived] == [
        ("Mossling", 3), ("Mossling Elder", 1), ("Spark", 2),
    ]  # fmt: skip


def test_a_given_pile_is_kept_beside_the_derived_one(judged: Judge) -> None:
    """Ashteki/ashteki#998: what a list stores of the pile is never trusted."""
    result = judged("Phoenixborn: Bram Ashfield\n3 Summon Mossling\n\nConjuration Pile:\n1 Mossling\n")
    assert result.cards("conjurations") == {"Mossling": 1}
    assert [(slot.card.name, slot.count) for slot in result.deck.derived] == [("Mossling", 3), ("Mossling Elder", 1)]


def test_a_conjuration_among_the_cards_stays_there(judged: Judge) -> None:
    assert judged("1 Mossling\n3 Golem").cards() == {"Mossling": 1, "Golem": 3}


def test_dice_of_one_type_add_up(judged: Judge) -> None:
    result = judged("Dice: 5 charm, 3 natural, 2 charm\n3 Golem")
    assert [(dice.type, dice.count) for dice in result.deck.dice] == [("charm", 7), ("natural", 3)]


def test_an_unknown_card_of_the_first_five_is_told_once(judged: Judge) -> None:
    result = judged("3 Golem ff\n3 Embr Fox ff\n")
    assert [card.name for card in result.deck.first_five] == ["Golem"]
    assert result.codes("error") == ["unknown_card"]


def test_a_list_with_hundreds_of_unknown_names_is_still_answered(judged: Judge) -> None:
    result = judged("3 Golem\n" + "".join(f"1 Zzyzx {n}\n" for n in range(1000)))
    assert (result.cards(), len(result.codes("error"))) == ({"Golem": 3}, 1000)


WORDS = ["Golem", "Golem 2.0", "Ember Fox", "Nobody", "2000 Suns", "Dusk", "Heron", "B01-003", "Mossling", "qs", ""]


@settings(deadline=None)
@given(st.lists(st.tuples(st.sampled_from(["", "3 ", "0 ", "-1 ", "x2 "]), st.sampled_from(WORDS),
                          st.sampled_from(["", " x2", " (CORE)", " ff", " [stub:golem]", " (主人公)"])), max_size=8),
       st.sampled_from(["", "ashes", "cipher", "phase"]), st.sampled_from(["", "Golem", "Otter Queen"]))  # fmt: skip
def test_resolving_never_fails_and_only_says_what_it_can_explain(
    stock: Any, lines: list[tuple[str, str, str]], game: str, leader: str
) -> None:
    wanted = read("\n".join(map("".join, lines)).encode(), "list.txt")
    deck, problems = resolve(wanted, stock, game=game, leader=leader, lenient=True)
    assert isinstance(deck, Deck)
    assert {problem.code for problem in problems} <= CODES.keys()
    assert all(slot.count >= 1 for slot in deck.slots)
    assert len({(slot.pile, slot.card.slug) for slot in deck.slots}) == len(deck.slots)


def test_a_card_with_its_count_behind_a_word_that_is_no_key_is_never_passed_over(judged: Judge) -> None:
    assert judged("Orla: 3x Ember Fox\n2x Golem\n", game="ashes").codes("error") == ["unknown_card"]
    assert judged("Orla: I like it\n2x Golem\n", game="ashes").codes("error") == []
