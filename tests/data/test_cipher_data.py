"""Fire Emblem Cipher: the data files say what the published card list says, with its faults repaired (rulings.md)."""

import re
import tomllib
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest

DATA = Path(__file__).parents[2] / "data" / "cipher"
Entry = dict[str, Any]


def words(text: str) -> list[str]:
    """The words of a line."""
    return text.split()


SETS = [f"{letter}{n:02}" for letter, last in (("S", 12), ("B", 22), ("P", 22)) for n in range(1, last + 1)]
BOOSTERS = [114, 115, 115, 116, 115, 115, 115, 117, 115, 115, 115]
BOOSTERS += [115, 116, 118, 116, 116, 123, 108, 111, 110, 109, 123]
STARTERS = [29, 29, 28, 28, 29, 30, 29, 29, 27, 29, 28, 29]
PROMOS = [15, 11, 17, 11, 17, 13, 18, 11, 13, 12, 16, 10, 14, 14, 15, 16, 14, 15, 14, 11, 14, 13]
CARD_KEYS = set(
    words(
        "slug name type unit_name title symbols deploy_cost class_change_cost class genders weapons types ranges"
        " attack support extra_unit_names no_bond copies_max abilities aliases name_key note decksteria printings"
    )
)
PRINTING_KEYS = set(words("number code set rarity series lackey lackey_name ciphervit fco"))
STARTER_DECKS = {
    "s01": "Marth, Altean Prince (B01-003)",
    "s02": "Chrom, Prince of Ylisse (B01-053)",
    "s03": "Corrin (Male), Prince of Hoshido (B02-003)",
    "s04": "Corrin (Female), Princess of Nohr (B02-053)",
    "s05": "Ike, Young Mercenary (B03-003)",
    "s06": "Itsuki Aoi, Everyman (B04-053)",
    "s07": "Roy, Young Lord of Pherae (B05-003)",
    "s08": "Sigurd, Prince of Chalphy (B06-003)",
}


@cache
def files() -> dict[str, Entry]:
    """The parsed file of every set, by file name without suffix."""
    return {path.stem: tomllib.loads(path.read_text("utf-8")) for path in sorted((DATA / "cards").glob("*.toml"))}


@cache
def cards() -> list[Entry]:
    """Every card, in file and printed order."""
    return [card for file in files().values() for card in file.get("card", [])]


@cache
def printings() -> list[Entry]:
    """Every printing of every card."""
    return [printing for card in cards() for printing in card["printings"]]


@cache
def formats() -> dict[str, Entry]:
    """The named formats, by key."""
    return {entry["key"]: entry for entry in tomllib.loads((DATA / "formats.toml").read_text("utf-8"))["format"]}


def counted(key: str) -> Counter[str]:
    """How many cards hold each value of a list fact."""
    return Counter(value for card in cards() for value in card.get(key, []))


def by_number(number: str) -> list[Entry]:
    """The cards that have a printing of this number."""
    return [card for card in cards() if any(printing["number"] == number for printing in card["printings"])]


def numbers_of(found: list[Entry]) -> list[str]:
    """The numbers of the first printings, sorted, each as often as it occurs."""
    return sorted(card["printings"][0]["number"] for card in found)


def name_key(card: Entry) -> str:
    """What the copy limit counts by."""
    key = card.get("name_key", card["name"].lower())
    assert isinstance(key, str)
    return key


def deck_sections(deck: str) -> dict[str, list[tuple[int, str, str]]]:
    """The sections of a deck list by heading: count, card name and number of each line."""
    sections: dict[str, list[tuple[int, str, str]]] = {}
    for line in (DATA / "decks" / f"{deck}.txt").read_text("utf-8").splitlines():
        if heading := re.fullmatch(r"(.+) \((\d+)\):", line):
            sections[heading[0]] = []
        elif card := re.fullmatch(r"(\d+)x (.+) \((\w\d\d-\d{3})\)", line):
            sections[list(sections)[-1]].append((int(card[1]), card[2], card[3]))
        else:
            assert line == "" or line.startswith(("#", "Game: ", "Name: ", "Group: ")), line
    return sections


# ---- releases


def test_every_set_has_a_file_and_a_release_record() -> None:
    assert {stem: file["release"]["slug"] for stem, file in files().items()} == {s.lower(): s for s in SETS}


def test_releases_stand_in_one_order_by_series() -> None:
    releases = sorted((file["release"] for file in files().values()), key=lambda release: release["position"])
    assert [release["position"] for release in releases] == list(range(1, len(SETS) + 1))
    series = [release["series"] for release in releases if release["slug"] != "S11"]
    assert series == sorted(series)
    assert set(series) == set(range(1, 23))


def test_a_starter_is_named_for_its_deck() -> None:
    assert files()["s01"]["release"]["name"] == "Starter S01: War of Shadows"
    assert files()["b22"]["release"]["name"] == "Booster 22"


def test_each_set_has_as_many_printings_as_were_published() -> None:
    expected = dict(zip(SETS, STARTERS + BOOSTERS + PROMOS, strict=True))
    assert Counter(printing["set"] for printing in printings()) == expected


# ---- cards


def test_there_are_2427_cards_with_3180_printings() -> None:
    assert (len(cards()), len(printings())) == (2427, 3180)


def test_every_card_has_a_slug_of_its_own() -> None:
    slugs = [card["slug"] for card in cards()]
    assert len(set(slugs)) == len(slugs)
    assert all(re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", slug) for slug in slugs)


def test_every_card_keeps_its_number_in_the_published_list() -> None:
    assert sorted(card["decksteria"] for card in cards()) == list(range(2427))


def test_no_card_or_printing_has_a_key_that_nobody_reads() -> None:
    assert {key for card in cards() for key in card} == CARD_KEYS
    assert {key for printing in printings() for key in printing} == PRINTING_KEYS


def test_a_card_name_is_unit_and_title() -> None:
    assert all(card["name"] == f"{card['unit_name']}, {card['title']}" for card in cards())
    assert len({card["unit_name"] for card in cards()}) == 674


def test_a_card_stands_in_the_file_of_its_first_printing_in_order_of_number() -> None:
    for stem, file in files().items():
        firsts = [card["printings"][0] for card in file.get("card", [])]
        assert {first["set"].lower() for first in firsts} <= {stem}
        assert [first["number"] for first in firsts] == sorted(first["number"] for first in firsts)


def test_symbols_are_shared_out_as_in_the_whole_game() -> None:
    assert Counter("+".join(card["symbols"]) or "none" for card in cards()) == {
        "Purple": 384, "Red": 341, "Green": 316, "Blue": 299, "Yellow": 288, "Black": 209, "White": 205, "Brown": 196,
        "none": 142, "White+Black": 45, "Red+Blue": 2,
    }  # fmt: skip


def test_a_unit_has_one_gender_or_none() -> None:
    assert counted("genders") == {"Male": 1250, "Female": 1164}
    assert Counter(len(card.get("genders", [])) for card in cards()) == {1: 2414, 0: 13}


def test_weapons_and_types_are_the_printed_ones_without_typos() -> None:
    assert set(counted("weapons")) == set(words("Sword Lance Axe Bow Tome Staff Dragonstone Knife Fang Brawl"))
    assert set(counted("types")) == set(words("Armored Flier Beast Dragon Mirage Monster"))
    assert counted("weapons")["Staff"] == 92


def test_costs_are_numbers_or_x() -> None:
    assert Counter(card["deploy_cost"] for card in cards()) == {
        0: 15, 1: 833, 2: 218, 3: 653, 4: 498, 5: 181, 6: 20, 7: 8, "X": 1,
    }  # fmt: skip
    assert sum("class_change_cost" not in card for card in cards()) == 1176
    assert numbers_of([card for card in cards() if card.get("class_change_cost") == "X"]) == ["B14-001"]


def test_attack_support_and_ranges_are_numbers_or_x() -> None:
    assert {card["attack"] for card in cards()} == {*range(0, 90, 10), 100, "X"}
    assert Counter(card["support"] for card in cards()) == {20: 1235, 10: 820, 30: 303, 0: 57, "X": 11, 50: 1}
    assert sum(card["ranges"] == [] for card in cards()) == 136
    assert {distance for card in cards() for distance in card["ranges"]} == {1, 2, 3}


def test_abilities_are_one_word_each_printed_skill() -> None:
    # Of the published ACT one is AUTO, three AUTO are bond skills, and an AUTO holds a CONT (rulings.md: Data faults
    # repaired).
    assert counted("abilities") == {
        "ACT": 1607 - 1, "CONT": 1467 + 1 + 1, "AUTO": 953 + 1 + 1 - 3, "SPEC": 130,
        "HAND+ACT": 35, "BOND+ACT": 26, "BOND+AUTO": 16 + 3, "BOND+CONT": 3,
        "ATK": 716, "DEF": 168, "ATK/DEF": 22,
    }  # fmt: skip
    assert counted("abilities").total() == 4239 + 1 + 906


def test_support_skills_are_printed_below_the_others() -> None:
    support = {"ATK", "DEF", "ATK/DEF"}
    for card in cards():
        flags = [ability in support for ability in card["abilities"]]
        assert flags == sorted(flags), card["slug"]
    assert sum(bool(support & set(card["abilities"])) for card in cards()) == 902


def test_one_hundred_annas_is_one_ability() -> None:
    assert by_number("B01-100")[0]["abilities"] == ["CONT", "SPEC"]


def test_fourteen_cards_may_be_played_in_any_number() -> None:
    free = [card for card in cards() if "copies_max" in card]
    assert {card["copies_max"] for card in free} == {"any"}
    assert numbers_of(free) == sorted(
        words(
            "B01-100 B03-099 B08-047 B08-047 B08-047 B09-048 B11-047 B11-048"
            " B14-040 B14-040 B14-040 B15-041 B15-073 B16-062"
        )
    )


def test_seven_cards_cannot_be_bonded() -> None:
    unbonded = [card for card in cards() if card.get("no_bond")]
    assert numbers_of(unbonded) == words("B01-061 B02-082 B08-064 P01-006 S01-003 S05-003 S07-003")


def test_six_cards_have_a_second_unit_name_in_play() -> None:
    named = {card["printings"][0]["number"]: card["extra_unit_names"] for card in cards() if "extra_unit_names" in card}
    assert named == {
        "B01-056": ["Marth"], "B04-064": ["Marth"], "B22-063": ["Marth"], "B12-007": ["Greil"], "B14-078": ["Greil"],
        "B12-038": ["Black Knight"],
    }  # fmt: skip


def test_no_text_of_a_card_stands_in_the_data() -> None:
    for card in cards():
        strings = [value for key, value in card.items() if isinstance(value, str) and key != "aliases"]
        strings += [value for printing in card["printings"] for value in printing.values() if isinstance(value, str)]
        assert max(map(len, strings)) <= 160, card["slug"]
        assert not any(re.search(r"[<>|\[\]]", text) for text in strings), card["slug"]


# ---- printings


def test_a_number_leaves_the_picture_letter_out_and_a_code_keeps_it() -> None:
    for printing in printings():
        assert re.fullmatch(r"[BSP]\d\d-\d{3}", printing["number"])
        assert printing["code"] == printing["number"] + printing["rarity"]
    assert [card["printings"][0]["code"] for card in by_number("B08-047")] == ["B08-047aN", "B08-047bN", "B08-047cN"]


def test_only_prints_of_s11_have_no_series() -> None:
    assert {printing["set"] for printing in printings() if "series" not in printing} == {"S11"}
    for printing in printings():
        if "series" in printing:
            assert printing["series"] == files()[printing["set"].lower()]["release"]["series"]


def test_three_codes_and_five_ciphervit_ids_stand_twice() -> None:
    codes = Counter(printing["code"] for printing in printings())
    assert {code for code, n in codes.items() if n > 1} == {"B02-093R+", "B03-047SR+", "B04-009R+"}
    serials = Counter(printing["ciphervit"] for printing in printings())
    assert {serial for serial, n in serials.items() if n > 1} == {"269", "362", "511+", "1685", "2141"}


def test_every_card_of_a_code_or_serial_that_stands_twice_says_so() -> None:
    for number in ("B02-093", "B03-047", "B04-009", "P14-009", "P16-009"):
        assert all("given twice" in card["note"] for card in by_number(number))


def test_every_id_of_the_online_program_names_one_printing() -> None:
    assert sorted(printing["fco"] for printing in printings() if "fco" in printing) == list(range(749))


def test_a_lackey_name_is_written_only_where_it_differs() -> None:
    assert not any(printing.get("lackey_name") == card["name"] for card in cards() for printing in card["printings"])
    assert by_number("B01-001")[0]["printings"][1]["lackey_name"] == "Marth, Savior of His Realm+"


# ---- names


def test_a_card_of_the_first_six_series_is_found_by_its_japanese_name() -> None:
    assert by_number("B01-003")[0]["aliases"] == ["アリティアの王子 マルス"]
    kana = re.compile(r"[\u3040-\u9fff]")
    japanese = [card for card in cards() if any(kana.search(name) for name in card.get("aliases", []))]
    assert len(japanese) == 680


@pytest.mark.parametrize(
    ("one", "other", "certainty"),
    [
        ("P01-006", "S01-003", "proven"),
        ("B04-003", "P03-002", "proven"),
        ("B09-072", "P09-007", "likely"),
        ("B11-101", "S04-003", "likely"),
        ("B22-014", "P21-001", "likely"),
        ("B19-023", "P19-009", "likely"),
        ("B13-054", "P15-006", "likely"),
        ("B16-005", "P15-009", "likely"),
    ],
)
def test_one_card_under_two_spellings_counts_as_one(one: str, other: str, certainty: str) -> None:
    pair = by_number(one) + by_number(other)
    assert len(pair) == 2
    assert pair[0]["name_key"] == pair[1]["name_key"]
    assert all(certainty in card["note"] for card in pair)
    assert pair[0]["name_key"] in [card["name"].lower() for card in pair]


@pytest.mark.parametrize("number", ["B02-093", "B03-047", "B04-009", "B04-017"])
def test_two_entries_of_one_number_are_one_card(number: str) -> None:
    pair = by_number(number)
    assert len(pair) == 2
    assert pair[0]["name_key"] == pair[1]["name_key"]


def test_each_spelling_finds_both_entries() -> None:
    for card in cards():
        for other in cards() if "name_key" in card else []:
            if other.get("name_key") == card["name_key"]:
                assert card["name"].lower() in [name.lower() for name in (other["name"], *other.get("aliases", []))]


def test_a_name_key_stands_only_where_two_entries_share_it() -> None:
    assert Counter(Counter(card["name_key"] for card in cards() if "name_key" in card).values()) == {2: 12}


def test_entries_that_share_a_number_share_a_card_name() -> None:
    names: dict[str, set[str]] = {}
    for card in cards():
        for printing in card["printings"]:
            number = printing["number"]
            names.setdefault(number, set()).add(name_key(card))
    assert {number for number, keys in names.items() if len(keys) > 1} == set()


@pytest.mark.parametrize(
    ("number", "name", "published"),
    [
        ("S01-003", "Jagen, Faithful Veteran", "Jagen, Faithful Verteran"),
        ("P19-009", "Sothis, Lass Possessed of Enigmatic Power", "Sothis, Lass Possessed of Engimatic Power"),
        ("B03-049", "Emma, Henceforth, A Falcon", "Emma, Henceforth"),
        ("B22-094", "Claude, Leader of Brilliant, Fiendish Schemes", "Claude, Leader of Brillant"),
    ],
)
def test_a_repaired_title_is_still_found_as_published(number: str, name: str, published: str) -> None:
    (card,) = by_number(number)
    assert card["name"] == name
    assert published in card["aliases"]
    assert card["note"]


# ---- decks, formats, rulings


def test_starters_one_to_eight_have_a_list() -> None:
    assert {path.stem for path in (DATA / "decks").glob("*.txt")} == set(STARTER_DECKS)


@pytest.mark.parametrize(("deck", "leader"), STARTER_DECKS.items())
def test_a_starter_is_a_legal_deck_of_50(deck: str, leader: str) -> None:
    sections = deck_sections(deck)
    assert list(sections) == ["Main Character (1):", "Cards (49):"]
    assert [f"{name} ({number})" for _, name, number in sections["Main Character (1):"]] == [leader]
    copies: Counter[str] = Counter()
    for count, name, number in (line for lines in sections.values() for line in lines):
        (key,) = {name_key(card) for card in by_number(number) if card["name"] == name}
        copies[key] += count
    assert copies.total() == 50
    assert max(copies.values()) <= 4
    (first,) = by_number(leader[-8:-1])
    assert first["deploy_cost"] == 1


def test_a_starter_lists_the_numbers_of_its_product() -> None:
    for deck in STARTER_DECKS:
        listed = {number for lines in deck_sections(deck).values() for _, _, number in lines}
        assert listed == {printing["number"] for printing in printings() if printing["set"] == deck.upper()}


def test_the_first_starter_holds_four_of_its_new_marth() -> None:
    assert (4, "Marth, Star and Savior", "S01-001") in deck_sections("s01")["Cards (49):"]


def test_unlimited_is_the_default_and_takes_every_series() -> None:
    assert [key for key, entry in formats().items() if entry.get("default")] == ["unlimited"]
    assert "series_min" not in formats()["unlimited"]


def test_standard_leaves_out_the_first_four_series_and_takes_s11() -> None:
    assert formats()["standard"]["series_min"] == 5
    assert formats()["standard"]["sets_allowed"] == ["S11"]


@pytest.mark.parametrize("key", ["unlimited", "standard"])
def test_a_deck_has_50_cards_four_copies_and_a_leader_of_cost_1(key: str) -> None:
    entry = formats()[key]
    assert (entry["deck_min"], entry["copies"], entry["main_character_cost"]) == (50, 4, 1)


def test_every_rule_of_a_format_names_a_heading_of_the_rulings() -> None:
    headings = re.findall(r"^## (.+)$", (DATA / "rulings.md").read_text("utf-8"), re.MULTILINE)
    for entry in formats().values():
        assert set(entry["source"]) == set(entry) - {"key", "name", "default", "source"}
        assert all(source.removeprefix("rulings.md: ") in headings for source in entry["source"].values())


def test_every_ruling_has_a_source() -> None:
    _, *sections = (DATA / "rulings.md").read_text("utf-8").split("\n## ")
    assert len(sections) >= 8
    assert all(section.count("\nSource: ") == 1 for section in sections)
