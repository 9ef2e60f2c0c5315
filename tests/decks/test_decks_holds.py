"""What a change of reading and resolving must not lose: each test stands for one that no other test noticed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from catalog.card import Card, Match, Printing
from catalog.errors import UnreadableError
from catalog.names import fold
from deckcli.decks.card_list import check_list
from deckcli.decks.deck import Deck, DeckList, Entry, Slot
from deckcli.decks.formats import loses
from deckcli.decks.resolve import resolve

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


def test_of_several_cards_of_a_unit_name_the_one_in_the_deck_leads(judged: Judge) -> None:
    deck = judged("Main Character: Reed Guard\n3 Reed Guard, Loud Lance\n1 Heron, Grey Flier\n").deck
    assert [slot.card.name for slot in deck.pile("leader")] == ["Reed Guard, Loud Lance"]


def test_a_list_that_keeps_its_main_character_apart_is_taken_as_it_is(catalogue: Any, make_card: Any) -> None:
    prince = make_card("Marsh Prince", "Unit", "cipher", deploy_cost=1)
    lead, card = Entry("Marsh Prince", pile="leader"), Entry("Marsh Prince", 4)
    apart = DeckList(game="cipher", entries=(lead, card), leader_apart=True)
    deck, _ = resolve(apart, catalogue([prince]))
    assert (deck.leader_apart, deck.count("leader"), deck.count("main")) == (True, 1, 4)
    again, _ = resolve(apart, catalogue([prince]), leader="Marsh Prince")
    assert (again.leader_apart, again.count("leader")) == (True, 1)


# ---------------------------------------------------------------- which of several


def test_a_release_in_brackets_with_a_number_behind_it_picks_the_card(
    judged: Judge, catalogue: Any, make_card: Any
) -> None:
    cards = [
        make_card("Twin Song", slug=f"twin-{place}", printings=(Printing(place),), phoenixborn=place)
        for place in ("core", "two")
    ]
    cards = [replace(card, name_key=card.slug) for card in cards]
    deck = judged("1 Twin Song (TWO) 12", catalogue(cards), game="ashes").deck
    assert [slot.card.slug for slot in deck.slots] == ["twin-two"]


def test_an_id_that_several_cards_have_is_settled_by_the_name(judged: Judge, catalogue: Any, make_card: Any) -> None:
    cards = [
        make_card(name, "Unit", "cipher", printings=(Printing("B01", ids={"lackey": "one.png"}),))
        for name in ("Reed Guard", "Heron")
    ]
    lackey = '<deck><superzone name="Deck"><card><name id="one.png">Heron</name></card></superzone></deck>'
    assert judged(lackey, catalogue(cards), game="cipher").cards() == {"Heron": 1}


def test_candidates_that_are_not_listed_are_counted(judged: Judge, catalogue: Any, make_card: Any) -> None:
    cards = [
        replace(
            make_card("Reed", slug=f"reed-{n}"), name_key=f"reed {n}", printings=(Printing("B01", code=f"B01-{n}"),)
        )
        for n in range(8)
    ]
    message = judged("1 Reed", catalogue(cards), game="ashes").problem("ambiguous_card").message
    assert message.startswith('"Reed" fits 8 cards: ')
    assert message.endswith(" and 3 more.")


def test_a_list_of_unknown_names_asks_for_near_ones_some_of_the_time(catalogue: Any, make_card: Any) -> None:
    """A name costs some 50 ms, and a list may have 20,000."""
    shelf = catalogue([make_card("Golem")])
    asked: list[str] = []
    shelf.suggest = lambda name, game="", most=3: asked.append(name) or []
    entries = tuple(Entry(f"Nothing {n}", line=n) for n in range(1, 201))
    _, problems = resolve(DeckList(game="ashes", entries=entries), shelf)
    assert [problem.code for problem in problems] == ["unknown_card"] * 200
    assert 0 < len(asked) <= 40


# ---------------------------------------------------------------- formats


def test_the_first_of_two_keys_counts(judged: Judge) -> None:
    result = judged("Name: One\nName: Two\nGame: Ashes\nGame: Cipher\n3 Golem\n")
    assert (result.deck.name, result.deck.game) == ("One", "ashes")


def test_two_printings_of_a_card_in_a_zone_of_lackey_stay_apart(judged: Judge) -> None:
    row = '<card><name id="{}_SAMPLE">Reed Guard, Silent Lance</name><set>B01</set></card>'
    cards = row.format("B01-006N") * 2 + row.format("B01-006N+")
    wanted = judged(f'<deck><superzone name="Deck">{cards}</superzone></deck>').wanted
    assert [(entry.count, entry.ids["lackey"]) for entry in wanted.entries] == [
        (2, "B01-006N_SAMPLE"),
        (1, "B01-006N+_SAMPLE"),
    ]


def test_lackey_and_text_tell_that_a_main_character_apart_is_counted_in(stock: Any) -> None:
    prince = next(card for card in stock.cards("cipher") if card.name.startswith("Marsh"))
    deck = Deck("cipher", "A", (Slot(prince, 1, "leader"), Slot(prince, 4)), leader_apart=True)
    told = "that the main character stands apart from the cards (it is counted in)"
    assert loses(deck, "lackey") == loses(deck, "text") == [told]


# ---------------------------------------------------------------- a list of cards, line by line


def nobody_owns(card: Card) -> int:
    return 0


def test_a_list_without_cards_is_not_clean(catalogue: Any, make_card: Any) -> None:
    shelf = catalogue([make_card("Golem")])
    assert not check_list(DeckList(game="ashes"), shelf, nobody_owns).clean
    assert check_list(DeckList(game="ashes", entries=(Entry("Golem", line=1),)), shelf, nobody_owns).clean


def test_a_card_without_a_line_that_is_not_found_is_told_once(catalogue: Any, make_card: Any) -> None:
    checked = check_list(DeckList(game="ashes", entries=(Entry("Golm"),)), catalogue([make_card("Golem")]), nobody_owns)
    told = [line.message for line in checked.lines] + [problem.message for problem in checked.others]
    assert len(told) == 1
    assert '"Golm"' in told[0]
    assert not checked.clean


def test_a_record_with_a_key_twice_is_refused_and_loses_nothing(judged: Judge) -> None:
    cards = '"cards": [{"name": "Golem", "count": 3}]'
    with pytest.raises(UnreadableError, match='key "cards" stands twice'):
        judged("{" + cards + ", " + cards.replace("Golem", "Ember Fox") + "}")
    with pytest.raises(UnreadableError, match='key "count" stands twice'):
        judged('{"cards": [{"name": "Golem", "count": 3, "count": 2}]}')


def test_a_record_with_thousands_of_keys_twice_is_refused_at_once(judged: Judge) -> None:
    keys = ", ".join(f'"k{n}": 1' for n in range(100_000))
    with pytest.raises(UnreadableError, match='key "k99999" stands twice'):
        judged("{" + keys + ', "k99999": 2}')
