"""The files of other programs, each by a small example in its own form."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from catalog.card import Card, Face, Printing
from catalog.errors import UnreadableError
from catalog.names import fold
from deckcli.decks.deck import Deck, Dice, Slot
from deckcli.decks.formats import loses, read, sniff, tts, write
from deckcli.errors import UsageError

Judge = Callable[..., Any]


def unit(name: str, n: int, *codes: str, serials: tuple[str, ...] = (), fco: tuple[str, ...] = ()) -> Card:
    """A Cipher card that other programs know under their numbers; the second of two faces is `Back`."""
    printings = tuple(
        Printing(code[:3], code[:7], code, ids={k: v[at] for k, v in (("ciphervit", serials), ("fco", fco)) if v})
        for at, code in enumerate(codes)
    )
    title = name.partition(", ")
    facts: dict[str, Any] = {"unit_name": title[0], "title": title[2], "deploy_cost": 1, "decksteria": n}
    return Card("cipher", f"card-{n}", name, fold(name), (Face(name, "Unit", facts),), printings)


MARTH = unit("Marsh, Altean Heir", 2, "B01-003HN", "S01-003ST", serials=("49", "3"), fco=("2", "127"))
CAEDA = unit("Ceda, Talys's Heart", 5, "B01-006N", "B01-006N+", serials=("52", "52+"), fco=("5", "700"))
TWINS = (unit("Foro, One", 7, "B02-093R", serials=("269",)), unit("Foro, Other", 8, "B02-093R+", serials=("269",)))
SHELF = (MARTH, CAEDA, *TWINS)


@pytest.fixture
def shelf(catalogue: Any) -> Any:
    return catalogue(SHELF)


# ---------------------------------------------------------------- CipherVit


def test_a_star_marks_the_main_character_which_is_one_of_the_cards(judged: Judge, shelf: Any) -> None:
    result = judged("52\r\n3*\r\n\r\n3\r\n52+\r\n3*", shelf)
    assert (result.wanted.format, result.deck.game) == ("ciphervit", "cipher")
    assert result.cards("leader") == {MARTH.name: 1}
    assert result.cards() == {CAEDA.name: 2, MARTH.name: 2}
    assert (result.wanted.report.lines, result.wanted.report.cards, result.wanted.report.blank) == (6, 5, 1)


def test_an_unknown_serial_is_named_with_its_line_and_the_rest_goes_on(judged: Judge, shelf: Any) -> None:
    """DawnbrandBots/deck-transfer-for-master-duel#18."""
    result = judged("3\n99999\n52\n", shelf)
    unknown = result.problem("unknown_card")
    assert (unknown.lines, unknown.cards) == ((2,), ("CipherVit 99999",))
    assert result.cards() == {MARTH.name: 1, CAEDA.name: 1}


def test_a_serial_of_two_cards_is_ambiguous_and_told_before_it_is_written(judged: Judge, shelf: Any) -> None:
    """Decksteria's reader breaks on the five serials that its list has twice."""
    assert (
        "Foro, One (B02-093R); Foro, Other (B02-093R+)" in judged("3\n269\n", shelf).problem("ambiguous_card").message
    )
    deck = Deck("cipher", "", (Slot(TWINS[0], 1),))
    assert loses(deck, "ciphervit") == ["which of two cards it is (CipherVit calls both 269)"]


def test_a_line_that_is_no_serial_is_told() -> None:
    found = read(b"3\nMarth\n52\n", "x", "ciphervit")
    assert [(problem.code, problem.lines) for problem in found.problems] == [("bad_line", (2,))]


# ---------------------------------------------------------------- FE-Cipher-Online


def test_a_code_gives_main_character_cards_and_copies(judged: Judge, shelf: Any) -> None:
    result = judged("Demo,2,0205,31", shelf)
    assert (result.wanted.format, result.deck.name) == ("fco", "Demo")
    assert (result.cards("leader"), result.cards()) == ({MARTH.name: 1}, {MARTH.name: 3, CAEDA.name: 2})


def test_a_number_beyond_the_first_signs_is_written_in_the_alphabet_of_256(shelf: Any, judged: Judge) -> None:
    """700 is 2 x 256 + 188: the 189th sign is a kana."""
    deck = Deck("cipher", "", (Slot(MARTH, 1, "leader"), Slot(CAEDA, 2, printing="B01-006N+")))
    code = write(deck, "fco")
    assert code == ",2,2ヲ02,10\n"
    assert judged(code, shelf).cards() == {CAEDA.name: 2}


def test_an_unknown_number_is_found_whole(judged: Judge, shelf: Any) -> None:
    """FE-Cipher-Online looks at the signs one by one, and finds an unknown card late."""
    assert judged("Demo,2,02zz,30", shelf).problem("unknown_card").cards == ("FE-Cipher-Online 8995",)


@pytest.mark.parametrize("code", ["Demo,2,02,31", "Demo,2,0é,3", "Demo", "Demo,2,020,3"])
def test_a_code_that_is_none_is_refused(code: str) -> None:
    with pytest.raises(UnreadableError):
        read(code.encode(), "x", "fco")


def test_a_card_that_the_program_lacks_is_named_and_no_code_is_written() -> None:
    """fafranco82/swdestinydb#272."""
    deck = Deck("cipher", "", (Slot(TWINS[0], 1),))
    assert loses(deck, "fco") == ["Foro, One, which FE-Cipher-Online does not have"]
    with pytest.raises(UsageError, match="Foro, One"):
        write(deck, "fco")


# ---------------------------------------------------------------- Decksteria and the Multi-TCG Deck Builder


def test_decksteria_names_cards_by_number_and_allows_commas_that_nothing_follows(judged: Judge, shelf: Any) -> None:
    text = (
        '{"Game":"FECipher","Format":"Standard","IsValid":true,"Decks":{"mainchardeck":[{"CardId":2,"ArtId":0},],'
        '"main":[{"CardId":5,"ArtId":0},{"CardId":5,"ArtId":0},],},}'
    )
    result = judged(text, shelf)
    assert (result.wanted.format, result.deck.game, result.deck.rules) == ("decksteria", "cipher", "standard")
    assert (result.cards("leader"), result.cards()) == ({MARTH.name: 1}, {CAEDA.name: 2})


def test_decksteria_gets_the_place_of_the_printing(shelf: Any) -> None:
    deck = Deck("cipher", "", (Slot(MARTH, 1, "leader", printing="S01-003ST"), Slot(CAEDA, 1)))
    piles = json.loads(write(deck, "decksteria"))["Decks"]
    assert piles == {"mainchardeck": [{"CardId": 2, "ArtId": 1}], "main": [{"CardId": 5, "ArtId": 0}]}


def test_mtdk_names_cards_by_code_and_joined_name(judged: Judge, shelf: Any) -> None:
    deck = Deck("cipher", "", (Slot(MARTH, 1, "leader"), Slot(CAEDA, 2, printing="B01-006N+")))
    text = write(deck, "mtdk")
    assert json.loads(text)["Decks"][1]["Cards"] == [{"CardID": "Ceda.Talys'sHeart", "ArtID": "B01-006N+"}] * 2
    result = judged(text, shelf)
    assert [slot.printing for slot in result.deck.pile("main")] == ["B01-006N+"]
    assert judged(text.replace("B01-006N+", "B99-001N"), shelf).cards() == {CAEDA.name: 2}


# ---------------------------------------------------------------- Lackey's text


def test_lackeys_text_has_a_count_a_tab_a_name_and_zones(judged: Judge, shelf: Any) -> None:
    result = judged(f"4\t{CAEDA.name}\n1\t{CAEDA.name}+\nMC:\n1\t{MARTH.name}\n", shelf)
    assert (result.wanted.format, result.deck.game) == ("lackey-text", "cipher")
    assert (result.cards(), result.cards("leader")) == ({CAEDA.name: 5}, {MARTH.name: 1})


def test_two_cards_of_one_name_are_told_before_they_become_one(stock: Any) -> None:
    cards = [one for one in stock.cards("cipher") if one.name == "Husk, Hollow One"]
    deck = Deck("cipher", "", tuple(Slot(card, 1) for card in cards))
    assert loses(deck, "lackey-text") == ['which of the cards called "Husk, Hollow One" it is']


def test_a_conjuration_among_the_cards_is_told_for_ashes_live(stock: Any) -> None:
    deck = Deck("ashes", "", (Slot(stock.find("Mossling", "ashes")[0].card, 1),))
    assert loses(deck, "ashes-live") == ["that Mossling stands among the cards (it is taken for the conjuration pile)"]


# ---------------------------------------------------------------- Cockatrice

COD = """<?xml version="1.0" encoding="UTF-8"?>
<cockatrice_deck version="1">
  <deckname>Quick Orla</deckname><comments>two &amp; two</comments>
  <bannerCard providerId="x">Ember Fox</bannerCard><tags><tag>fast</tag></tags>
  <zone name="main"><card number="3" name="Ember Fox" uuid="u-1"/><card number="1">Golem</card></zone>
  <zone name="side" open="yes"><card number="1" name="Warden's Oath"/></zone>
  <zone name="tokens"><card number="2" name="Mossling"/></zone>
  <sideboard_plan><name>a</name></sideboard_plan>
</cockatrice_deck>
"""


def test_cockatrice_keeps_its_zones_apart(judged: Judge) -> None:
    """Cockatrice/Cockatrice#1599."""
    result = judged(COD)
    assert (result.wanted.format, result.deck.name) == ("cockatrice", "Quick Orla")
    assert result.cards() == {"Ember Fox": 3, "Golem": 1}
    assert (result.cards("side"), result.cards("conjurations")) == ({"Warden's Oath": 1}, {"Mossling": 2})


def test_what_cockatrice_has_and_we_do_not_read_is_written_again(judged: Judge) -> None:
    again = write(judged(COD).deck, "cockatrice")
    for part in (
        '<bannerCard providerId="x">Ember Fox</bannerCard>', "<tags><tag>fast</tag></tags>", 'uuid="u-1"',
        '<zone name="side" open="yes">', "<comments>two &amp; two</comments>", "<sideboard_plan><name>a</name>",
    ):  # fmt: skip
        assert part in again
    assert judged(again).deck == judged(COD).deck


def test_attributes_of_another_name_space_do_not_break_what_is_written(judged: Judge) -> None:
    text = COD.replace("<cockatrice_deck ", '<cockatrice_deck xmlns:x="urn:x" x:a="1" b="2" ').replace("uuid", "x:uuid")
    again = write(judged(text).deck, "cockatrice")
    assert 'b="2"' in again
    assert judged(again).cards() == judged(COD).cards()


def test_conjurations_that_follow_from_the_cards_are_tokens_and_not_cards(judged: Judge) -> None:
    deck = judged("Phoenixborn: Orla Brightmoor\n3 Summon Mossling\n").deck
    again = judged(write(deck, "cockatrice"))
    assert again.cards() == {"Summon Mossling": 3}
    assert set(again.cards("conjurations")) == {slot.card.name for slot in deck.derived}


def test_piles_stand_in_one_order_whatever_the_list_had_first(judged: Judge) -> None:
    """Cockatrice/Cockatrice#7010."""
    deck = judged("Game: Ashes\nSB: 1 Golem\n3 Ember Fox\nPhoenixborn: Orla Brightmoor\n").deck
    for form, marks in (
        ("cockatrice", ['"phoenixborn"', '"main"', '"side"']),
        ("csv", ["leader,", "main,", "side,"]),
    ):
        written = write(deck, form)
        places = [written.index(mark) for mark in marks]
        assert places == sorted(places)


# ---------------------------------------------------------------- OCTGN


def o8d(card: str) -> str:
    return f'<deck game="11111111-2222-3333-4444-555555555555"><section name="Main">{card}</section></deck>'


def test_octgn_is_read_by_name_where_nobody_knows_the_number(judged: Judge) -> None:
    """octgn/OCTGN#908."""
    result = judged(o8d('<card qty="3" id="00000000-0000-0000-0000-000000000000">Ember Fox</card>'))
    assert (result.wanted.format, result.cards()) == ("octgn", {"Ember Fox": 3})


def test_no_card_of_octgn_goes_without_a_number_and_it_is_always_the_same(judged: Judge) -> None:
    """zzorba/marvelsdb#81."""
    deck = judged("Game: Ashes\nPhoenixborn: Bram Ashfield\n3 Ember Fox\n2 Golem").deck
    written = write(deck, "octgn")
    numbers = [part.split('"')[0] for part in written.split(' id="')[1:]]
    assert len(set(numbers)) == 3
    assert all(len(number) == 36 and number[14] == "5" for number in numbers)
    assert write(deck, "octgn") == written
    assert judged(written).deck.game == "ashes"


def test_the_number_of_a_foreign_game_and_its_notes_are_written_again(judged: Judge) -> None:
    text = o8d('<card qty="1" id="a">Golem</card>').replace("</deck>", "<notes>x &lt; y</notes></deck>")
    again = write(judged(text).deck, "octgn")
    assert 'game="11111111-2222-3333-4444-555555555555"' in again
    assert "<notes>x &lt; y</notes>" in again


# ---------------------------------------------------------------- Tabletop Simulator


def objects(deck: Deck) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(write(deck, "tts"))["ObjectStates"]
    return found


def test_numbers_and_cards_of_a_deck_object_are_equal_in_length_and_order(judged: Judge) -> None:
    deck = judged("Game: Ashes\nPhoenixborn: Bram Ashfield\n3 Ember Fox\n2 Golem\nSB: 1 Golem\nSB: 1 Ice Tunnel").deck
    leader, main, side = objects(deck)
    assert (leader["Name"], leader["Nickname"]) == ("CardCustom", "Bram Ashfield")
    for pile in (main, side):
        assert pile["DeckIDs"] == [card["CardID"] for card in pile["ContainedObjects"]]
        assert all(str(number // 100) in pile["CustomDeck"] for number in pile["DeckIDs"])
        assert all(sheet["FaceURL"] == sheet["BackURL"] == "" for sheet in pile["CustomDeck"].values())
    assert len(set(main["DeckIDs"])) == 2
    assert main["DeckIDs"][3] == side["DeckIDs"][0]


def test_two_sided_cards_are_one_card_each_on_sheets_with_backs_of_their_own(judged: Judge) -> None:
    """jeandeaual/tts-deckconverter#6."""
    deck = judged("Game: Phase\n60 Squeezle\n40 Nighthawk").deck
    (pile,) = objects(deck)
    assert len(pile["DeckIDs"]) == len(pile["ContainedObjects"]) == 100
    assert [sheet["UniqueBack"] for sheet in pile["CustomDeck"].values()] == [True]
    assert pile["ContainedObjects"][0]["Description"].endswith("Back: Squeezle")


def test_a_sheet_has_seventy_places(make_card: Any) -> None:
    deck = Deck("ashes", "", tuple(Slot(make_card(f"Card {n}"), 1) for n in range(150)))
    (pile,) = objects(deck)
    assert list(pile["CustomDeck"]) == ["1", "2", "3"]
    assert max(number % 100 for number in pile["DeckIDs"]) == 69
    assert len(set(pile["DeckIDs"])) == 150


def test_pictures_are_addresses_and_each_card_has_its_true_back(stock: Any) -> None:
    card = stock.find("Squeezle", "phase")[0].card
    deck = Deck("phase", "", (Slot(card, 2),))
    told = json.loads(tts.write(deck, lambda _: tts.Picture("https://x.example/a.png", "https://x.example/b.png")))
    (sheet,) = told["ObjectStates"][0]["CustomDeck"].values()
    assert (sheet["FaceURL"], sheet["BackURL"], sheet["NumWidth"]) == (
        "https://x.example/a.png",
        "https://x.example/b.png",
        1,
    )


@pytest.mark.parametrize("address", ["/home/me/a.png", "file:///home/me/a.png", "C:\\a.png", "", "a.png"])
def test_a_local_path_is_never_a_picture(stock: Any, address: str) -> None:
    deck = Deck("phase", "", (Slot(stock.find("Squeezle", "phase")[0].card, 2),))
    with pytest.raises(UsageError, match="Squeezle"):
        tts.write(deck, lambda _: tts.Picture(address, "https://x.example/b.png"))


def test_a_card_without_a_picture_is_named_where_pictures_are_given(stock: Any) -> None:
    """fafranco82/swdestinydb#272, #68."""
    deck = Deck("ashes", "", (Slot(stock.find("Golem", "ashes")[0].card, 2),), (Dice("charm", 10),))
    with pytest.raises(UsageError, match="Golem has no picture"):
        tts.write(deck, lambda _: None)
    assert loses(deck, "tts") == ["the dice"]


def test_other_peoples_objects_are_read_by_their_nicknames(judged: Judge) -> None:
    def card(name: str) -> dict[str, object]:
        return {"Name": "Card", "CardID": 100, "Nickname": name}

    pile = {"Name": "DeckCustom", "Nickname": "Quick Orla", "DeckIDs": [100, 100, 101],
            "ContainedObjects": [card("Golem"), card("Golem"), card("Ember Fox")]}  # fmt: skip
    alone = judged(json.dumps({"SaveName": "", "ObjectStates": [pile]}))
    assert (alone.deck.name, alone.cards()) == ("Quick Orla", {"Golem": 2, "Ember Fox": 1})
    bag = {"Name": "Bag", "ContainedObjects": [pile, card("Ice Tunnel"), {**pile, "Nickname": "Sideboard"}]}
    several = judged(json.dumps({"ObjectStates": [bag, {"Name": "Die_6"}]}))
    assert several.cards("side") == {"Golem": 2, "Ember Fox": 1}
    assert several.cards("main") == {"Ice Tunnel": 1}
    short = judged(json.dumps({"ObjectStates": [{**pile, "DeckIDs": [100]}]}))
    assert short.problem("bad_line").message == '"Quick Orla" has 1 numbers for 3 cards.'


def test_a_card_with_states_is_one_card_by_any_of_its_faces(judged: Judge) -> None:
    """jeandeaual/tts-deckconverter#6: a double-faced card is one card; its other face is a state of it."""

    def card(*names: str) -> dict[str, object]:
        states = {str(number): {"Name": "Card", "Nickname": name} for number, name in enumerate(names[1:], 2)}
        return {"Name": "Card", "CardID": 100, "Nickname": names[0], **({"States": states} if states else {})}

    cards = [card("Dusk", "Dawn"), card("Dawn", "Dusk"), card("", "Golem"), card("Ember Fox")]
    pile = {"Name": "DeckCustom", "Nickname": "Q", "DeckIDs": [1, 2, 3, 4], "ContainedObjects": cards}
    found = judged(json.dumps({"ObjectStates": [pile]}), game="ashes")
    assert found.cards() == {"Dusk // Dawn": 2, "Golem": 1, "Ember Fox": 1}


def test_of_a_deck_with_states_the_one_that_lies_open_is_read_and_the_rest_is_told(judged: Judge) -> None:
    def pile(name: str, *cards: str, **more: object) -> dict[str, object]:
        inner = [{"Name": "Card", "CardID": 100, "Nickname": card} for card in cards]
        return {
            "Name": "DeckCustom",
            "Nickname": name,
            "DeckIDs": [100] * len(cards),
            "ContainedObjects": inner,
            **more,
        }

    old = pile("Old", "Golem", "Golem")
    found = judged(json.dumps({"ObjectStates": [pile("New", "Ember Fox", States={"2": old})]}))
    assert found.cards() == {"Ember Fox": 1}
    assert "2 states" in found.problem("bad_line").message
    note = {"Name": "Notecard", "Nickname": "rules", "States": {"10": old, "2": pile("First", "Ember Fox")}}
    assert judged(json.dumps({"ObjectStates": [note]})).cards() == {"Ember Fox": 1}


@pytest.mark.parametrize("states", [None, [], 3, {"2": None}, {"2": {"Name": "Deck"}}, {"x": {"States": {"1": {}}}}])
def test_states_of_any_kind_are_borne(judged: Judge, states: object) -> None:
    card = {"Name": "Card", "CardID": 100, "Nickname": "Golem", "States": states}
    assert judged(json.dumps({"ObjectStates": [card, {"Name": "Token", "States": states}]})).cards() == {"Golem": 1}


# ---------------------------------------------------------------- tables, pages, Ashteki


@pytest.mark.parametrize("mark", [",", ";", "\t"])
@pytest.mark.parametrize("before", ["", "\ufeff", "sep={}\n", '\ufeff"sep={}"\r\n'])
def test_a_table_may_part_its_cells_by_any_of_three_marks(judged: Judge, mark: str, before: str) -> None:
    rows = [["pile", "count", "name", "game", "number", "slug"], ["main", "3", "Golem", "ashes", "", "golem"],
            ["dice", "5", "nat", "ashes", "", ""], ["", "", "", "", "", ""],
            ["side", "1", '"Ice Tunnel"', "ashes", "", ""]]  # fmt: skip
    text = before.replace("{}", mark) + "\n".join(mark.join(row) for row in rows)
    result = judged(text)
    assert (result.wanted.format, result.deck.game) == ("csv", "ashes")
    assert (result.cards(), result.cards("side")) == ({"Golem": 3}, {"Ice Tunnel": 1})
    assert [(dice.type, dice.count) for dice in result.deck.dice] == [("natural", 5)]


@pytest.mark.parametrize("name", ["=1+1", "+Golem", "-Golem", "@Golem", "'=x", "''-x"])
def test_a_cell_like_a_formula_stands_behind_an_apostrophe(make_card: Any, name: str) -> None:
    deck = Deck("ashes", "", (Slot(make_card(name, slug="a"), 1),))
    written = write(deck, "csv")
    assert f"main,1,'{name},ashes,,a\n" in written
    assert read(written.encode(), "x").entries[0].name == name


def test_a_row_with_more_in_it_than_there_are_columns_is_told_with_its_line() -> None:
    found = read(b"pile,count,name\nmain,3,Golem,,\nmain,2,Marth, Altean Prince\n", "x")
    assert [(entry.line, entry.fault and entry.fault.code) for entry in found.entries] == [(2, None), (3, "bad_line")]


def test_a_row_without_a_usable_count_is_told_with_its_line() -> None:
    found = read(b"pile,count,name\nmain,3,Golem\nmain,three,Golem\n", "x")
    assert [(entry.line, entry.fault and entry.fault.code) for entry in found.entries] == [(2, None), (3, "bad_count")]


def test_a_quote_that_is_never_closed_is_one_error_with_its_line() -> None:
    with pytest.raises(UnreadableError, match=r"^x:3: "):
        read(b'pile,count,name\nmain,3,Golem\nmain,1,"Ember Fox\nmain,1,Fox\n', "x")


def test_markdown_has_a_title_headings_and_bullets(judged: Judge) -> None:
    text = "Name: Quick *Orla*\nPhoenixborn: Orla Brightmoor\n3 Golem\nSB: 1 Golem 2.0"
    written = write(judged(text).deck, "markdown")
    assert written.splitlines() == [
        "# Quick \\*Orla\\*", "", "- Game: Ashes Reborn", "- Phoenixborn: Orla Brightmoor", "", "## Cards (3)", "",
        "- 3x Golem", "", "## Sideboard (1)", "", "- 1x Golem 2.0",
    ]  # fmt: skip
    assert (sniff(written), judged(written).deck.name) == ("markdown", "Quick *Orla*")


def test_ashteki_gets_stubs_dice_and_marks_of_the_first_five(judged: Judge) -> None:
    deck = judged("Name: A\nPhoenixborn: Orla Brightmoor\nDice: 5 cha\n3 Ember Fox ff\n2 Golem\n").deck
    record = json.loads(write(deck, "ashteki"))
    assert record["phoenixborn"] == [{"id": "orla-brightmoor", "count": 1}]
    assert record["dicepool"] == [{"magic": "charm", "count": 5}]
    assert record["cards"] == [{"id": "ember-fox", "count": 3, "ff": True}, {"id": "golem", "count": 2}]
    assert record["conjurations"] == [{"id": "spark", "count": 2}]
    assert "3 Ember Fox ff\n2 Golem\n" in write(deck, "ashteki-lines")


def test_a_title_with_a_colon_comes_back_from_the_text_of_ashes_live(judged: Judge) -> None:
    deck = judged("Name: The Corpse: Noah\nPhoenixborn: Orla Brightmoor\nDice: 5 cha\n3 Ember Fox\n").deck
    again = judged(write(deck, "ashes-live"))
    assert (again.deck.name, again.problems) == ("The Corpse: Noah", [])


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("3 Golem\n", "text"), ("3\n", "text"), ("3\tGolem\n4\tEmber Fox\n", "text"),
        ("count,name\n3,Golem\n", "text"), ("# Quick Orla\n3 Golem\n", "text"), ("- 3 Golem\n- 2 Fox\n", "text"),
        ("Golem, Ember Fox, Glass Warden", "text"), ("Fox,2,Oath,ab", "fco"), ("1 Golem,2 Fox,3 Oath,4 Elm", "text"),
        ('{"title": "\\"Decks\\": [", "cards": []}', "ashes-json"), ("<b>3 Golem</b>", "text"),
        ("<!-- a --><deck><!-- b --><section/></deck>", "octgn"),
    ],
)  # fmt: skip
def test_a_format_is_told_by_what_it_holds(text: str, form: str) -> None:
    assert sniff(text) == form


@pytest.mark.parametrize("name", ["<", "<deck>", "{", "[x", '{"a": 1}'])
def test_a_code_of_fe_cipher_online_is_known_whatever_the_deck_is_called(name: str) -> None:
    assert sniff(f"{name},2,0205,31") == "fco"
