"""What a change of the construction rules must not lose: each test stands for one that no other test noticed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from deckcli.decks.deck import LEADER, MAIN, SIDE, Slot
from deckcli.games import _formats, find_format
from deckcli.games.game import Format
from deckcli.games.limits import by_name, with_one_more

# ---------------------------------------------------------------- Ashes


def test_the_phoenixborn_is_no_card_to_open_with(ashes):
    orla = ashes.phoenixborn()
    others = [ashes.card(name) for name in "ABCD"]
    deck = ashes.deck(dict.fromkeys(others, 1), orla, first_five=[orla, *others])
    problem = ashes.only(deck)
    assert (problem.code, problem.cards) == ("first_five_not_in_deck", ("Orla Brightmoor",))


def test_a_card_of_the_side_pile_is_no_card_to_open_with(ashes):
    spare, *others = (ashes.card(name) for name in ("Spare", *"ABCD"))
    deck = ashes.deck(dict.fromkeys(others, 1), first_five=[spare, *others], more=[Slot(spare, 1, SIDE, (70,))])
    assert ashes.only(deck).cards == ("Spare",)


def test_a_pile_that_differs_is_told_with_the_lines_that_give_it(ashes):
    owl, fox = (ashes.card(name, "Conjuration", conjuration_limit=1) for name in ("Owl", "Fox"))
    problems = ashes.check(ashes.deck(pile={owl: 3, fox: 2}, derived={owl: 1}))
    assert [(problem.code, problem.lines) for problem in problems] == [("pile_count", (60,)), ("pile_extra", (61,))]


def test_a_phoenixborn_that_the_list_names_twice_is_said_once(ashes):
    again = Slot(ashes.phoenixborn(), 1, MAIN, (9,))
    deck = ashes.deck({ashes.card("Fear", phoenixborn="Jessa Na Ni"): 1}, more=[again])
    message = ashes.one("wrong_phoenixborn", deck).message
    assert message == "Fear is exclusive to Jessa Na Ni, and Orla Brightmoor leads the deck."


@pytest.mark.parametrize(("name", "own"), [("Odo Marsh", "Odo Marsh's own"), ("Ada Reeds", "Ada Reeds' own")])
def test_the_exclusives_of_a_phoenixborn_are_called_as_one_writes_it(ashes, name, own):
    deck = ashes.deck({ashes.card("Fear", phoenixborn="Jessa Na Ni"): 1}, ashes.phoenixborn(name))
    assert own in ashes.one("wrong_phoenixborn", deck).fix


def test_the_source_that_a_format_gives_for_a_rule_is_the_one_quoted(ashes):
    deck = ashes.deck({ashes.card("Fear", phoenixborn="Jessa Na Ni"): 1})
    known = ashes.rules()
    own = Format(known.game, "house", "House", known.rules, {**known.sources, "wrong_phoenixborn": "our table"})
    from deckcli.games.ashes.construction import check

    assert [problem.source for problem in check(deck, own)] == ["our table"]


# ---------------------------------------------------------------- Cipher


def test_the_cost_of_a_main_character_is_that_of_the_format(cipher):
    one, two = cipher.card("Marsh Prince", 1), cipher.card("Fen Prince", 2)
    assert cipher.check(cipher.deck(leader=two), main_character_cost=2) == []
    problem = cipher.only(cipher.deck({one: 1, two: 1}, None), main_character_cost=2)
    assert (problem.code, problem.cards) == ("no_main_character", ("Fen Prince",))
    wrong = cipher.only(cipher.deck({two: 1}, one), main_character_cost=2)
    assert (wrong.code, wrong.allowed, wrong.suggestions) == ("main_character_cost", 2, ("Fen Prince",))


@pytest.mark.parametrize(
    ("many", "fix"),
    [
        (4, "Choose Prince 0, Prince 1, Prince 2 or Prince 3."),
        (5, "Choose Prince 0, Prince 1, Prince 2 or another of 5 that can be."),
    ],
)
def test_four_who_could_lead_are_all_named_and_of_five_the_first_three(cipher, many, fix):
    princes = {cipher.card(f"Prince {at}", 1): 1 for at in range(many)}
    assert cipher.only(cipher.deck(princes, None)).fix == fix


# ---------------------------------------------------------------- copies, and one card more


def test_of_two_cards_of_one_name_the_lower_limit_holds(ashes):
    seven, one = ashes.card("Fox", copies_max=7), ashes.card("Vixen", key="fox", copies_max=1)
    (copies,) = by_name([Slot(seven, 1), Slot(one, 1)])
    assert copies.allowed(3) == 1
    free = ashes.card("Vulpine", key="fox", copies_max=-1)
    (copies,) = by_name([Slot(seven, 1), Slot(free, 1)])
    assert copies.allowed(3) == 7


def test_one_card_more_goes_to_the_cards_and_not_to_the_pile_beside_them(ashes):
    fox = ashes.card("Fox")
    deck = ashes.deck(size=0, more=[Slot(fox, 2, SIDE, (70,))])
    more = with_one_more(deck, fox)
    assert [(slot.count, slot.pile) for slot in more.slots if slot.card == fox] == [(2, SIDE), (1, MAIN)]


def test_one_main_character_more_goes_to_the_cards(cipher):
    lead = cipher.card("Marsh Prince", 1)
    more = with_one_more(cipher.deck(leader=lead, size=1), lead)
    assert [(slot.count, slot.pile) for slot in more.slots] == [(1, LEADER), (1, MAIN)]


# ---------------------------------------------------------------- formats


def test_a_note_of_a_format_is_no_rule(tmp_path):
    path = tmp_path / "formats.toml"
    path.write_text('[[format]]\nkey = "a"\nnote = "for the table"\ndeck_size = 3\n', encoding="utf-8")
    assert _formats(path, "ashes")["a"].rules == {"deck_size": 3}


def test_a_format_is_found_by_its_name_too(monkeypatch):
    known = find_format("cipher", "standard")
    named = replace(known, key="hl2", name="Heroic Level 2")
    monkeypatch.setattr("deckcli.games._known", lambda game: {"hl2": named})
    assert find_format("cipher", "heroic  level 2") == find_format("cipher", "HL2") == named
