"""Lists as people copy them: what stands around a card's name costs nobody the card, and nothing is dropped unsaid."""

from __future__ import annotations

import json
import zipfile
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from catalog.home import Home
from catalog.names import fold
from catalog.reading import Catalog
from deckcli.decks.old_cards import old_names


def checked(deckcli: Any, text: str, *words: str) -> list[dict[str, Any]]:
    lines: list[dict[str, Any]] = json.loads(deckcli("cards", "check", "-", "--json", *words, stdin=text).out)["lines"]
    return lines


REMARKED = ["3x Iron Worker // the best", "3x Iron Worker # the best", "3x Iron Worker - great card",
            "3x Iron Worker @ 2.50€", "3x Iron Worker -- why", "3 Iron Worker <- new", "3x Iron Worker ; good",
            "3x Iron Worker — wonderful"]  # fmt: skip
COUNTED = ["3 of Iron Worker", "3* Iron Worker", "3- Iron Worker", "+3 Iron Worker", "3 = Iron Worker"]


def test_a_remark_behind_a_name_is_set_aside_and_that_is_said(deckcli: Any) -> None:
    for line in REMARKED:
        ran = deckcli("cards", "check", "-", "-g", "ashes", stdin=line)
        assert ran.code == 0, line
        assert "was taken for a remark" in ran.out, line


def test_what_counts_a_card_in_front_of_it_is_taken_off(deckcli: Any) -> None:
    found = checked(deckcli, "\n".join(COUNTED), "-g", "ashes")
    assert [(one["status"], one["count"]) for one in found] == [("found", 3)] * len(COUNTED)


def test_a_remark_that_is_a_card_is_no_remark(deckcli: Any) -> None:
    """Nothing may vanish from a list: two cards in one line are no card with a remark."""
    (one,) = checked(deckcli, "3x Iron Worker - Hammer Knight", "-g", "ashes")
    assert one["status"] == "unknown"
    (one,) = checked(deckcli, "2 Caeda - Talys's Heart", "-g", "cipher")
    assert (one["status"], one["name"]) == ("found", "Caeda, Talys's Heart")


@pytest.mark.parametrize("line", ["3 Caeda, Talys's Heart B01-006", "B01-006N Caeda, Talys's Heart x3", "3 b01-006",
                                  "B01-006: Caeda, Talys's Heart x3", "B01-006 - Caeda, Talys's Heart x3", "B01-006 3",
                                  "3x B01-006N Caeda", "B01-006 x3", "3 [B01-006] Caeda", "b01-006 3"])  # fmt: skip
def test_a_card_number_before_or_behind_a_name_tells_the_card(deckcli: Any, line: str) -> None:
    (one,) = checked(deckcli, line, "-g", "cipher")
    assert (one["status"], one.get("name"), one["count"]) == ("found", "Caeda, Talys's Heart", 3)


def test_a_number_that_is_another_cards_is_told(deckcli: Any) -> None:
    ran = deckcli("cards", "check", "-", "-g", "cipher", stdin="2 Caeda, Talys's Heart (B01-007)")
    assert "B01-007 is the number of Cain" in ran.out


@pytest.mark.parametrize(
    "words", ["5 charm 5 natural", "charm 5 natural 5", "5x charm 5x nature", "5 charm, 5 natural"]
)
def test_dice_need_no_comma(deckcli: Any, words: str) -> None:
    ran = deckcli("deck", "check", "-", "--json", stdin=f"Phoenixborn: Coal Roarkwin\nDice: {words}\n3x Iron Worker\n")
    told = json.loads(ran.out)
    assert told["counts"]["dice"] == 10
    assert not {"dice_type", "dice_count"} & {one["code"] for one in told["problems"]}


SHARED = "9b2c1b5e-1111-4111-8111-123456789abc"


@pytest.mark.parametrize("link", [SHARED, f"https://ashes.live/decks/share/{SHARED}/",
                                  f"https://ashesdb.plaidhatgames.com/decks/share/{SHARED}/"])  # fmt: skip
def test_a_share_link_is_known_for_one_wherever_it_stands(deckcli: Any, link: str) -> None:
    ran = deckcli("deck", "check", "-", stdin=link)
    assert ran.code == 1
    assert "nothing is fetched from the network" in ran.out
    ran = deckcli("deck", "check", link)
    assert ran.code == 4
    assert "nothing is fetched from the network" in ran.err


def test_a_link_of_another_site_asks_for_no_game(deckcli: Any) -> None:
    ran = deckcli("deck", "check", "-", stdin="https://www.moxfield.com/decks/abcdef")
    assert ran.code == 2
    assert "nothing is fetched" in ran.err
    assert "-g" not in ran.err


def test_a_workbook_or_a_picture_is_named_as_what_it_is(deckcli: Any, tmp_path: Path) -> None:
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("xl/workbook.xml", "<workbook/>")
    for data, word in ((packed.getvalue(), "CSV"), (b"\x89PNG\r\n\x1a\n", "picture"), (b"%PDF-1.7", "PDF")):
        (tmp_path / "deck.bin").write_bytes(data)
        ran = deckcli("deck", "check", str(tmp_path / "deck.bin"))
        assert ran.code == 3
        assert word in ran.err


def test_an_editor_that_leaves_nothing_changes_nothing(deckcli: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    deckcli("deck", "import", "the-iron-men", "--name", "Mine")
    monkeypatch.setenv("EDITOR", "truncate -s 0")
    ran = deckcli("deck", "edit", "Mine")
    assert ran.code == 0
    assert "came back empty" in ran.err
    assert json.loads(deckcli("deck", "check", "Mine", "--json").out)["counts"]["main"] == 30


@pytest.mark.parametrize("head", ["Anzahl;Karte", "枚数,カード名", "Menge\tKartenname"])
def test_a_table_of_the_collection_may_speak_another_language(deckcli: Any, head: str) -> None:
    mark = next(sign for sign in ";,\t" if sign in head)
    ran = deckcli("collection", "import", "-", "--add", "-g", "ashes", stdin=f"{head}\n3.0{mark}Iron Worker\n")
    assert ran.code == 0, ran.err
    assert "0 -> 3 copies" in ran.err


def test_cards_of_ashes_1_0_are_known_by_name_and_said_to_be_of_the_old_game(deckcli: Any) -> None:
    ran = deckcli(
        "deck", "check", "-", "-g", "ashes", stdin="Phoenixborn: Coal Roarkwin\n3x Leech Warrior\n2 Time Stop\n"
    )
    assert "Leech Warrior is a card of Ashes 1.0" in ran.out
    assert "Time Stop is a card of Ashes 1.0" in ran.out
    ran = deckcli("deck", "check", "-", stdin="3x Leech Warrior\n3x Reaper Mount\n")
    assert "Ashes 1.0" in ran.out + ran.err


def test_no_card_of_ashes_reborn_stands_among_the_old_ones(built_home: Path) -> None:
    with Catalog.open(Home(built_home, built_home / "library.db")) as catalog:
        assert not {fold(card.name) for card in catalog.cards("ashes")} & old_names()
    assert len(old_names()) == 84


def test_dice_to_roll_are_worded_as_in_a_list(deckcli: Any) -> None:
    ran = deckcli("deck", "odds", "the-iron-men", "--pay", "Hammer Knight", "--dice", "5 ceremonial 5 nature")
    assert ran.code == 0, ran.err
    assert deckcli("deck", "odds", "the-iron-men", "--pay", "Hammer Knight", "--dice", "5 chram").code == 2


DICE = ["10x dice: 5 natural, 5 charm", "10 dice: 5 natural, 5 charm", "Dice (10): 5 natural, 5 charm",
        "Dice - 5 natural, 5 charm", "Dice = 5 natural, 5 charm", "5 natural, 5 charm", "5 natural 5 charm",
        "5 natural / 5 charm", "5x natural dice and 5x charm dice", "5x natural dice\n5x charm dice",
        "5 Natural\n5 Charm",
        "Natural Magic x5\nCharm Magic x5", "Natural: 5\nCharm: 5", "- 5 natural\n- 5 charm", "natural\t5\ncharm\t5",
        "Dice pool: 5x Natural Magic, 5x Charm Magic", "Dice: nature dice x5, 5 cha", "10 Dice\n5 natural\n5 charm",
        "[b]Dice (10/10):[/b] 5 natural, 5 charm"]  # fmt: skip


@pytest.mark.parametrize("dice", DICE)
def test_dice_are_read_however_they_are_told(deckcli: Any, dice: str) -> None:
    ran = deckcli("deck", "show", "-", "--json", stdin=f"Coal Roarkwin\n{dice}\n\n3 Iron Worker\n")
    found = json.loads(ran.out)
    assert found["dice"] == {"natural": 5, "charm": 5}, ran.out
    assert [card["name"] for card in found["slots"]] == ["Coal Roarkwin", "Iron Worker"]


def test_dice_in_a_deck_of_a_game_without_dice_are_told_as_what_they_are_called(deckcli: Any) -> None:
    ran = deckcli("deck", "check", "-", "-g", "cipher", stdin="5 charm\n1 Marth, Altean Prince\n")
    assert 'no Fire Emblem Cipher card is called "charm"' in ran.out


SORTED = ["Actions:", "Reactions", "Alterations (3)", "[u]Actions:[/u]", "3 Actions", "3 Allies:", "Cost 2", "2-Cost",
          "2 Drops:", "Cost 2+ (3)", "3 Ready Spells", "Allies x3", "Ready Spells - 3"]  # fmt: skip


@pytest.mark.parametrize("heading", SORTED)
def test_a_heading_that_only_sorts_leaves_its_cards_in_the_deck(deckcli: Any, heading: str) -> None:
    ran = deckcli("deck", "check", "-", stdin=f"Coal Roarkwin\n\n1 Hammer Knight\n{heading}\n3 Iron Worker\n")
    assert "4 counted (4 main) + 1 not counted (1 leader)" in ran.out, ran.out
    assert "line 4" not in ran.out


@pytest.mark.parametrize("heading", ["Promoted", "Red", "Colorless:", "1 Cost Units", "4 Units"])
def test_cipher_lists_are_sorted_by_cost_colour_and_class(deckcli: Any, heading: str) -> None:
    ran = deckcli("deck", "check", "-", stdin=f"MC - Marth, Altean Prince\n\n{heading}\n4 Cain, Red Knight\n")
    assert "5 counted (1 leader, 4 main) + 0 not counted" in ran.out, ran.out
    assert "line 3" not in ran.out


def test_a_heading_with_its_cards_in_one_line_is_held_to_its_number(deckcli: Any) -> None:
    ran = deckcli(
        "deck", "check", "-", stdin="My deck\nPhoenixborn - Coal Roarkwin\nAllies (4): 3x Iron Worker, 1x Fear\n"
    )
    assert ran.out.startswith("My deck  (Ashes Reborn"), ran.out
    assert "says" not in ran.out
    ran = deckcli("deck", "check", "-", stdin="Coal Roarkwin\nAllies (4): 3x Iron Worker\n")
    assert '"Allies" says 4, and 3 stand under it.' in ran.out


@pytest.mark.parametrize(
    ("text", "leader", "name"),
    [
        ("Coal Roarkwin\nDice: 10 natural\n\n3 Iron Worker\n", "Coal Roarkwin", ""),
        ("Coal Roarkwin\n\nAllies:\n3 Iron Worker\n", "Coal Roarkwin", ""),
        ("Coal Roarkwin\nPhoenixborn: Coal Roarkwin\n3 Iron Worker\n", "Coal Roarkwin", "Coal Roarkwin"),
        ("Coal Roarkwin\nPhoenixborn: Jessa Na Ni\n3 Iron Worker\n", "Jessa Na Ni", "Coal Roarkwin"),
        ("Coal Roarkwin\nDice: 10 natural\nJessa Na Ni\n3 Iron Worker\n", "Jessa Na Ni", "Coal Roarkwin"),
        ("Fear\nDice: 10 natural\n\nCoal Roarkwin\n3 Iron Worker\n", "Coal Roarkwin", "Fear"),
    ],
)
def test_a_list_that_begins_with_its_phoenixborn_is_led_by_it(deckcli: Any, text: str, leader: str, name: str) -> None:
    """Its first line is a title only where something else leads the deck."""
    found = json.loads(deckcli("deck", "show", "-", "--json", stdin=text).out)
    assert [(one["name"], one["count"]) for one in found["slots"] if one["pile"] == "leader"] == [(leader, 1)]
    assert found["deck"] == name
    assert sum(one["count"] for one in found["slots"]) == 4


def test_dice_are_no_cards_to_put_into_a_deck_and_the_option_that_sets_them_is_named(deckcli: Any) -> None:
    deckcli("deck", "new", "Dicey", "--phoenixborn", "Coal Roarkwin")
    for command in ("add", "remove", "set"):
        ran = deckcli("deck", command, "Dicey", "5 natural")
        assert (ran.code, "--dice" in ran.err) == (2, True), ran.err


def test_a_list_of_dice_alone_is_of_the_game_that_has_them(deckcli: Any) -> None:
    assert json.loads(deckcli("deck", "show", "-", "--json", stdin="5 natural\n5 charm\n").out)["game"] == "ashes"


OTHERS = "4 Cain, Red Knight\n4 Caineghis, King of Gallia\n4 Lucina, Swordswoman Calling Herself Marth\n"
LED = ["Marth, Altean Prince\n", "1 Marth, Altean Prince\n", "Marth, Altean Prince\n\n", "1x Marth, Altean Prince\n\n",
       "4x Marth, Altean Prince\n\n", "Marth, Altean Prince\n\n4 Marth, Altean Prince\n",
       "Marth, Altean Prince\nUnits:\n", "1 Marth, Altean Prince\nUnits (12)\n",
       "1 Marth, Altean Prince\nUnits:\n3 Marth, Altean Prince\n", "Marth\n\n4 Marth, Altean Prince\n",
       "MC: Marth\n4 Marth, Altean Prince\n", "Main Character: Marth, Altean Prince\n",
       "Main Character: 1x Marth, Altean Prince\nUnits\n", "Marth, Altean Prince (MC)\n",
       "Marth, Altean Prince - MC\n", "1x Marth, Altean Prince <- MC\n", "1 Marth, Altean Prince *MC*\n",
       "Lord: Marth, Altean Prince\n", "Hero: Marth, Altean Prince\n", "My Deck\n\n1 Marth, Altean Prince\nUnits:\n",
       "Marth: Altean Prince\n", "1 Marth (Altean Prince)\n"]  # fmt: skip


@pytest.mark.parametrize("head", LED)
def test_a_list_that_begins_with_its_main_character_is_led_by_it(deckcli: Any, head: str) -> None:
    """Several of its cards could lead it; the one that its head shows does, and that is said unless it is named."""
    found = json.loads(deckcli("deck", "show", "-", "--json", stdin=head + OTHERS).out)
    leading = [(one["name"], one["count"]) for one in found["slots"] if one["pile"] == "leader"]
    assert leading == [("Marth, Altean Prince", 1)], found["problems"]
    assert sum(one["count"] for one in found["slots"]) == (16 if "4" in head or "3 Marth" in head else 13)
    assert not [one for one in found["problems"] if one["severity"] == "error"]


@pytest.mark.parametrize(
    "text", ["4 Marth, Altean Prince\n" + OTHERS, OTHERS + "1 Marth, Altean Prince\n", "2 Caineghis, King of Gallia\n\n"
             "1 Marth, Altean Prince\n" + OTHERS]
)  # fmt: skip
def test_of_several_that_can_lead_none_is_taken_that_nothing_shows(deckcli: Any, text: str) -> None:
    found = json.loads(deckcli("deck", "show", "-", "--json", stdin=text).out)
    assert not [one for one in found["slots"] if one["pile"] == "leader"]


@pytest.mark.parametrize("mark", [" // ", " / ", "/", " - ", " – ", " + ", " & ", " and ", " -> ", " | "])
def test_the_two_faces_of_a_warrior_are_parted_by_many_marks(deckcli: Any, mark: str) -> None:
    text = f"Warriors (3):\n1 Fire Spirit{mark}Necromancer\n2 Scout{mark}Gladiator\n"
    ran = deckcli("deck", "show", "-", "--json", stdin=text)
    found = json.loads(ran.out)
    assert {one["name"]: one["count"] for one in found["slots"]} == {
        "Fire Spirit // Necromancer": 1, "Scout // Gladiator": 2,
    }, ran.out  # fmt: skip
    assert {one["pile"] for one in found["slots"]} == {"main"}


@pytest.mark.parametrize(
    ("text", "game", "copies"),
    [
        ("Forms (2)\n1 Alchemist\n1 Air\n\nCompanions:\n1 Guide\n1 Duelist\n\nArtifact\n1 Torch\n", "fantasyform", 5),
        ("Wallet:\nAlchemist\nWater\nEarth\nFire\nRival\nShards\n", "fantasyform", 6),
        ("Upgrade cards (2)\n1 Guide\n1 Torch\n", "fantasyform", 2),
        ("Number cards:\n2 Red 1\nR2 x2\nWild cards (8)\n8 Jokers\n", "phase10", 12),
        ("2 Red 1, 2 Blue 12\n8 Wilds\n", "phase10", 12),
    ],
)  # fmt: skip
def test_the_small_games_are_listed_by_the_sorts_of_their_cards(
    deckcli: Any, text: str, game: str, copies: int
) -> None:
    ran = deckcli("deck", "show", "-", "--json", stdin=text)
    found = json.loads(ran.out)
    assert (found["game"], sum(one["count"] for one in found["slots"] if one["pile"] == "main")) == (game, copies)
    assert not [one for one in found["problems"] if one["severity"] != "note"], ran.out


@pytest.mark.parametrize(
    ("line", "remark"),
    [
        ("Coal Roarkwin (10 natural)", "10 natural"),
        ("3 Iron Worker (too slow?)", "too slow?"),
        ("3 Iron Worker [my favourite]", "my favourite"),
        ("3 Iron Worker (Ally)", ""),
        ("3 Iron Worker (Battlefield)", ""),
        ("3 Iron Worker (Corpse of Viros)", "Corpse of Viros"),
        ("3 Iron Worker (Master Set)", ""),
    ],
)
def test_a_bracket_that_tells_nothing_of_its_card_is_told_as_a_remark(deckcli: Any, line: str, remark: str) -> None:
    found = json.loads(deckcli("deck", "show", "-", "--json", stdin=f"{line}\nDice: 10 natural\n3 Fear\n").out)
    said = [one["message"] for one in found["problems"] if one["code"] == "remark"]
    assert said == ([f'"{remark}" was taken for a remark.'] if remark else [])
