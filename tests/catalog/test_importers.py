"""Card data as others publish it becomes a person's pack: every row is accounted for, and nothing is guessed."""

from __future__ import annotations

import csv
import io
import json
import re
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from catalog.card import Card, Match
from catalog.errors import UnreadableError
from catalog.importers import FORMATS, Imported, NoTemplateError, Row, entry_of, pack_bytes, read_cards, template
from catalog.loading import Loaded, load, names_of
from catalog.names import fold
from catalog.sources import games, sources

WithPack: TypeAlias = Callable[[Imported], Loaded]

ASHES = """
[release]
slug = "old-box"
name = "Old Box"
position = 1

[[card]]
slug = "ember-fox"
name = "Ember Fox"
type = "Ally"
placement = "Battlefield"
cost = ["main", "1 charm:class"]
magic = 1
dice = ["charm"]
attack = 2
life = 1
recover = 1
summons = ["mossling"]
abilities = ["triggered"]
aliases = ["Embre Fox"]

[[card]]
slug = "mossling"
name = "Mossling"
type = "Conjuration"
attack = 1
life = 1
conjuration_limit = 3
abilities = []
"""

CIPHER = """
[release]
slug = "X01"
name = "Booster X"
position = 1

[[card]]
slug = "orla-ember-of-the-dawn"
name = "Orla, Ember of the Dawn"
type = "Unit"
unit_name = "Orla"
title = "Ember of the Dawn"
symbols = ["Red"]
deploy_cost = 3
class_change_cost = 2
class = "Lord"
ranges = [1]
attack = 50
support = 20
abilities = ["ACT"]
copies_max = "any"
decksteria = 7
printings = [
    { number = "X01-001", code = "X01-001R", set = "X01", rarity = "R", series = 1, lackey = "X01-001R_SAMPLE.png" },
]

[[card]]
slug = "risen-grey-soldier-a"
name = "Risen, Grey Soldier"
type = "Unit"
deploy_cost = 1
attack = 30
support = 10
abilities = []
printings = [{ number = "X01-002", code = "X01-002aN", set = "X01" }]

[[card]]
slug = "risen-grey-soldier-b"
name = "Risen, Grey Soldier"
type = "Unit"
deploy_cost = 1
attack = 30
support = 10
abilities = []
printings = [{ number = "X01-003", code = "X01-003bN", set = "X01" }]
"""

PHASE = """
[release]
slug = "box"
name = "Box"
position = 1

[[card]]
slug = "ember-fox-ash-fox"
name = "Ember Fox // Ash Fox"
type = "Warrior"
faction = "Keeper"
faces = [
    { name = "Ember Fox", side = "good", type = "Warrior", attack = 2, defence = 1, abilities = [] },
    { name = "Ash Fox", side = "evil", type = "Warrior", attack = 3, defence = 1, abilities = [] },
]
"""


class Shelf:
    """The cards that there are, in memory, found as `reading.Catalog` finds them."""

    def __init__(self, cards: list[Card]) -> None:
        self.cards = cards

    def card(self, game: str, slug: str) -> Card | None:
        return next((card for card in self.cards if card.game == game and slug in (card.slug, *card.formerly)), None)

    def find(self, name: str, game: str = "") -> list[Match]:
        fits = [(kind, card) for card in self.cards for key, kind in names_of(card) if key == fold(name)]
        order = ("slug", "name", "alias", "former", "code", "number", "face", "unit", "title", "initials")
        best = min((order.index(kind) for kind, card in fits if game in ("", card.game)), default=None)
        return [Match(card, kind) for kind, card in fits if best is not None and kind == order[best]]

    def foreign(self, program: str, value: str, game: str = "") -> list[Card]:
        def ids(card: Card) -> set[tuple[str, str]]:
            printed = {pair for printing in card.printings for pair in printing.ids.items()}
            return printed | {("decksteria", word) for word in card.words("decksteria")}

        return [card for card in self.cards if game in ("", card.game) and (program, value) in ids(card)]


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("data")
    for game, text in (("ashes", ASHES), ("cipher", CIPHER), ("phase", PHASE), ("fantasyform", "")):
        folder = root / game / "cards"
        folder.mkdir(parents=True)
        if text:
            (folder / "box.toml").write_text(text, "utf-8")
    return root


@pytest.fixture(scope="module")
def shelf(data: Path) -> Shelf:
    return Shelf([card for card, _ in load(sources(data, data / "none"), None).cards])


@pytest.fixture(scope="module")
def with_pack(data: Path, tmp_path_factory: pytest.TempPathFactory) -> WithPack:
    """Write what was imported as the one pack there is, and load everything."""
    packs = tmp_path_factory.mktemp("packs")

    def loaded(found: Imported) -> Loaded:
        (packs / "mine.json").write_bytes(pack_bytes(found, name="Mine", source="a file", date="2026-11-30"))
        return load(sources(data, packs), None, games(data))

    return loaded


def imported(value: object, shelf: Shelf, source: str = "cards.json", **told: str) -> Imported:
    data = value if isinstance(value, bytes) else value if isinstance(value, str) else json.dumps(value)
    return read_cards(data.encode() if isinstance(data, str) else data, source, known=shelf, **told)


def only_row(found: Imported) -> Row:
    assert len(found.rows) == 1
    return found.rows[0]


def refusal(value: object, shelf: Shelf, **told: str) -> str:
    found = imported(value, shelf, **told)
    assert only_row(found).status == "refused"
    assert not found.cards
    return only_row(found).reason


def fox(**changed: object) -> dict[str, object]:
    row: dict[str, object] = {
        "name": "Ember Fox",
        "stub": "ember-fox",
        "type": "Ally",
        "release": {"name": "Old Box", "stub": "old-box"},
        "placement": "Battlefield",
        "cost": ["[[main]]", "1 [[charm:class]]"],
        "dice": ["basic", "charm"],
        "attack": 2,
        "life": 1,
        "recover": 1,
        "text": "Made up: [[main]]: Nothing happens.",
    }
    return {key: value for key, value in (row | changed).items() if value is not ...}


def orla(**changed: object) -> dict[str, object]:
    row: dict[str, object] = {
        "ID": 7,
        "Character": "Orla",
        "Title": "Ember of the Dawn",
        "Color": ["Red"],
        "Cost": "3",
        "ClassChangeCost": "2",
        "Class": "Lord",
        "Type": ["Female", "Sword", "Flier"],
        "MinRange": 1,
        "MaxRange": 1,
        "Attack": "50",
        "Support": "20",
        "Skill": "Made up |ACT| Nothing happens.",
        "SupportSkill": "-",
        "AlternateArts": [{"CardCode": "X01-001R", "SetCode": "X01", "Rarity": "R", "SeriesNo": 1}],
    }
    return row | changed


LACKEY_HEADER = "Name Set Imagefile Color Rarity Cost Class Type Range Attack Support Skill#1 Skill#2 Skill#3 Skill#4"


def lackey(*lines: str, part: str = "\t") -> str:
    return "\n".join(part.join(line.split("|")) for line in (LACKEY_HEADER.replace(" ", "|"), *lines)) + "\n"


ORLA_LINE = (
    "Orla, Ember of the Dawn|X01|X01-001R_SAMPLE.png|Red|R|3(2)|Lord|Female/Sword|1|50|20|Made up: nothing.|-|-|-"
)


# ---------------------------------------------------------------- what a row is


def test_a_card_we_have_gets_its_text_and_stays_whole(shelf: Shelf) -> None:
    found = imported({"count": 1, "next": None, "previous": None, "results": [fox()]}, shelf)
    assert (found.format, found.game) == ("ashes.live", "ashes")
    assert only_row(found) == Row("results[0]", "Ember Fox", "text", "", "ember-fox")
    card = shelf.card("ashes", "ember-fox")
    assert card is not None
    told = {"published": "Made up: [[main]]: Nothing happens.", "origin": "published"}
    assert found.cards == (entry_of(card) | told,)


def test_a_number_that_differs_is_told_and_theirs_wins(shelf: Shelf) -> None:
    found = imported([fox(life=3, cost=["[[side]]", "2 [[charm:class]]"])], shelf)
    row = only_row(found)
    assert row.status == "changed"
    assert "life 3, was 1" in row.reason
    assert "cost side + 2 charm:class, was main + 1 charm:class" in row.reason
    assert (found.cards[0]["life"], found.cards[0]["magic"]) == (3, 2)
    assert found.cards[0]["abilities"] == ["triggered"]


def test_a_card_that_adds_nothing_is_the_same_and_is_not_written(shelf: Shelf) -> None:
    found = imported([fox(text=...)], shelf)
    assert only_row(found).status == "same"
    assert found.cards == ()


def test_our_die_types_links_and_aliases_stay(shelf: Shelf) -> None:
    found = imported([fox(dice=["time"], conjurations=[])], shelf)
    entry = found.cards[0]
    assert (entry["dice"], entry["summons"], entry["aliases"]) == (["charm"], ["mossling"], ["Embre Fox"])


def test_a_card_is_found_by_an_alias(shelf: Shelf) -> None:
    assert only_row(imported([fox(name="Embre Fox", stub="embre-fox")], shelf)).slug == "ember-fox"


def test_a_stub_of_ours_under_another_name_is_another_card(shelf: Shelf) -> None:
    row = only_row(imported([fox(name="Storm Fox")], shelf))
    assert (row.status, row.slug) == ("new", "storm-fox")


def test_a_new_card_gets_a_free_slug_and_its_facts(shelf: Shelf) -> None:
    cost = ["[[main]]", "1 [[discard]]", ["1 [[time:power]]", "2 [[basic]]"], "X [[charm:class]]"]
    new = fox(name="Ember, Fox!", stub="other", cost=cost, phoenixborn="Orla Brightmoor", altDice=["time"])
    found = imported([new], shelf)
    entry = found.cards[0]
    assert entry["slug"] == "ember-fox-2"
    assert entry["cost"] == ["main", "1 discard", ["1 time:power", "2 basic"], "X charm:class"]
    assert (entry["magic"], entry["magic_x"], entry["exclusive"]) == (2, True, True)
    assert (entry["dice"], entry["parallel_dice"]) == (["charm"], ["time"])
    assert entry["printings"] == [{"set": "old-box"}]
    assert "abilities" not in entry


def test_a_link_to_no_card_is_left_out_and_told(shelf: Shelf) -> None:
    links = [{"name": "Mossling", "stub": "mossling"}, {"name": "Nobody", "stub": "nobody"}]
    found = imported([fox(name="Moss Fox", stub="moss-fox", conjurations=links)], shelf)
    assert found.cards[0]["summons"] == ["mossling"]
    assert "nobody" in only_row(found).reason


def test_the_same_row_twice_adds_nothing_and_a_contradiction_is_refused(shelf: Shelf) -> None:
    rows = imported([fox(), fox(), fox(life=9)], shelf).rows
    assert [row.status for row in rows] == ["text", "same", "refused"]
    assert "[0] is the same card, with life 1" in rows[2].reason


def test_cards_of_one_name_are_told_apart_by_their_code(shelf: Shelf) -> None:
    table = 'name,code,text\n"Risen, Grey Soldier",X01-003bN,Made up.\n"Risen, Grey Soldier",,Made up.\n'
    rows = imported(table, shelf, "cards.csv", game="cipher").rows
    assert (rows[0].status, rows[0].slug) == ("text", "risen-grey-soldier-b")
    assert "several cards are called so" in rows[1].reason


@pytest.mark.parametrize("row", [fox(is_legacy=True), fox(release={"stub": "old-box", "is_legacy": True})])
def test_a_card_of_ashes_1_0_is_refused(shelf: Shelf, row: object) -> None:
    assert "Ashes 1.0" in refusal([row], shelf)


def test_a_file_of_opponent_cards_is_refused_row_by_row(shelf: Shelf) -> None:
    boss = {"name": "Made-up Beast", "stub": "made-up-beast", "type": "Chimera", "life": 30}
    its_spell = {"name": "Beast Spell", "stub": "beast-spell", "type": "Ready Spell"}
    rows = imported({"results": [boss, its_spell]}, shelf).rows
    assert [(row.status, row.reason) for row in rows] == [("refused", "opponent card")] * 2


def test_importing_again_keeps_the_pack_as_it_is(shelf: Shelf, with_pack: WithPack) -> None:
    first = imported([fox(), fox(name="Storm Fox", stub="storm-fox")], shelf)
    again = imported([fox(), fox(name="Storm Fox", stub="storm-fox")], Shelf([c for c, _ in with_pack(first).cards]))
    assert [row.status for row in again.rows] == ["same", "same"]
    assert [entry["slug"] for entry in again.cards] == ["ember-fox", "storm-fox"]


# ---------------------------------------------------------------- the formats


def test_cards_by_their_stub_are_read(shelf: Shelf) -> None:
    found = imported({"ember-fox": fox(), "x": 3}, shelf)
    assert [(row.place, row.status) for row in found.rows] == [('["ember-fox"]', "text"), ('["x"]', "refused")]


def test_a_decksteria_list_is_read_by_its_numbers(shelf: Shelf) -> None:
    misspelt = orla(Title="Embr of the Dawn")  # its code still says which card it is
    found = imported([misspelt], shelf)
    assert (found.format, found.game) == ("decksteria", "cipher")
    assert (only_row(found).status, only_row(found).slug) == ("text", "orla-ember-of-the-dawn")
    assert found.cards[0]["published"] == "Made up |ACT| Nothing happens."
    assert found.cards[0]["copies_max"] == "any"


def test_a_decksteria_number_that_means_another_card_here_is_not_believed(shelf: Shelf) -> None:
    art = [{"CardCode": "X09-009SR", "SetCode": "X09", "CipherVitId": "9", "SeriesNo": -1}]
    found = imported([orla(Character="Wren", Title="Tide Caller", AlternateArts=art, MinRange=0, MaxRange=0)], shelf)
    entry = found.cards[0]
    assert (entry["slug"], entry["unit_name"], entry["ranges"]) == ("wren-tide-caller", "Wren", [])
    assert (entry["genders"], entry["weapons"], entry["types"]) == (["Female"], ["Sword"], ["Flier"])
    assert entry["printings"] == [{"code": "X09-009SR", "set": "X09", "ciphervit": "9", "number": "X09-009"}]


@pytest.mark.parametrize("part", ["\t", "    "])
def test_a_lackey_set_file_is_read_between_tabs_or_four_blanks(shelf: Shelf, part: str) -> None:
    found = imported(lackey(ORLA_LINE, part=part), shelf, "carddata.txt")
    assert (found.format, found.game) == ("lackey", "cipher")
    assert (only_row(found).place, only_row(found).status) == ("line 2", "text")
    assert found.cards[0]["published"] == "Made up: nothing."


def test_two_printings_of_a_new_card_are_one_card(shelf: Shelf) -> None:
    line = "Wren, Tide Caller{}|X01|X01-009{}_SAMPLE.png|Blue/White|{}|X|Mage|Male/Tome|1-2|40|10|-|-|-|Made up."
    found = imported(lackey(line.format("", "N", "N"), line.format("+", "Nplus", "N+")), shelf, "carddata.txt")
    assert [row.status for row in found.rows] == ["new", "same"]
    entry = found.cards[0]
    assert (entry["name"], entry["title"], entry["deploy_cost"]) == ("Wren, Tide Caller", "Tide Caller", "X")
    assert (entry["symbols"], entry["ranges"]) == (["Blue", "White"], [1, 2])
    codes = [printing["code"] for printing in entry["printings"]]  # type: ignore[attr-defined]
    assert codes == ["X01-009N", "X01-009N+"]


def test_a_marker_of_a_set_file_is_no_card(shelf: Shelf) -> None:
    marker = "Made-up Marker|X01|X01-M|Colorless|-|-|-|-|1|40|0|-|-|-|-"
    assert "no deployment cost" in refusal(lackey(marker), shelf)


@pytest.mark.parametrize("sign", [",", ";", "\t"])
def test_a_table_is_read_whatever_parts_its_cells(shelf: Shelf, sign: str) -> None:
    table = "\ufeff" + "".join(
        f"{sign.join(cells)}\r\n" for cells in (("Card", "HP", "Text"), ("Ember Fox", "1", "Hm."))
    )
    found = imported(table, shelf, "cards.csv", game="ashes")
    assert (found.format, only_row(found).place, only_row(found).status) == ("csv", "row 2", "text")


def test_a_first_line_sep_is_honoured(shelf: Shelf) -> None:
    found = imported("sep=;\nname;text, as I wrote it;text\nEmber Fox;x;Hm.\n", shelf, game="ashes")
    assert only_row(found).status == "text"
    assert found.notes == ('the column "text, as I wrote it" was not read',)


def test_a_cell_may_hold_lines_quotes_and_number_signs(shelf: Shelf) -> None:
    found = imported('name,text\n"Ember Fox","Say ""#4"", then\nrest."\n\n,\n', shelf, game="ashes")
    assert only_row(found).status == "text"
    assert found.cards[0]["published"] == 'Say "#4", then\nrest.'


def test_the_sides_of_a_card_are_columns(shelf: Shelf) -> None:
    table = "faction,good name,good atk,evil name,evil text\nKeeper,Ember Fox,5,Ash Fox,Made up.\n"
    found = imported(table, shelf, game="phase")
    assert (only_row(found).slug, only_row(found).status) == ("ember-fox-ash-fox", "changed")
    faces = found.cards[0]["faces"]
    assert isinstance(faces, list)
    assert [face["attack"] for face in faces] == [5, 3]
    assert faces[1]["published"] == "Made up."
    assert "published" not in found.cards[0]


def test_our_own_form_changes_the_card_whose_slug_it_tells(shelf: Shelf) -> None:
    form = 'game = "ashes"\npack = "mine"\n[[card]]\nslug = "ember-fox"\nname = "Fire Fox"\n'
    form += 'aliases = ["FF"]\nchained = true\n'
    found = imported(form, shelf, "mine.toml")
    assert (found.format, found.pack) == ("deckcli", "mine")
    assert only_row(found).reason == "chained yes; name; aliases"
    assert found.cards[0]["aliases"] == ["Embre Fox", "FF"]


def test_our_own_form_refuses_a_fact_that_the_game_does_not_have(shelf: Shelf) -> None:
    form = 'game = "ashes"\n[[card]]\nname = "Fire Fox"\ntype = "Ally"\nlief = 2\n'
    assert 'no fact of the game is called "lief"' in refusal(form, shelf)


@pytest.mark.parametrize("game", ["ashes", "cipher", "phase", "fantasyform"])
def test_a_filled_in_form_comes_back_and_is_a_pack(game: str, shelf: Shelf, with_pack: WithPack) -> None:
    form = template(game)
    assert imported(form, shelf, "form.toml").rows == ()
    filled = re.sub("(?m)^#(?=\\S)", "", form).replace("Ember", "Cinder").replace("The text", "Made up: the text")
    found = imported(filled, shelf, "form.toml")
    assert (only_row(found).status, found.game, found.pack) == ("new", game, "my-cards")
    loaded = with_pack(found)
    assert loaded.faults == ()
    card = next(card for card, _ in loaded.cards if card.pack)
    assert [face.published for face in card.faces] == ["Made up: the text of the card, as printed."] * len(card.faces)
    told = {name for face in card.faces for name in face.facts}
    asked = set(re.findall(r"(?m)^#(\w+) = ", form))
    shared = {"slug", "name", "type", "side", "summons", "printings", "published", "copies_max"}
    assert asked - shared - told <= {"skill", "order", "starting"}  # left empty, or false, in the form
    assert {"ashes": "cost", "cipher": "ranges", "phase": "defence", "fantasyform": "forge"}[game] in told


def test_the_deck_of_phase_10_needs_no_form(shelf: Shelf) -> None:
    with pytest.raises(NoTemplateError, match="fixed"):
        template("phase10")
    with pytest.raises(UnreadableError, match="fixed"):
        imported("name\nx\n", shelf, game="phase10")


def test_there_is_no_form_for_what_is_no_game() -> None:
    with pytest.raises(NoTemplateError, match="No game is called"):
        template("chess")


# ---------------------------------------------------------------- the pack


def test_the_pack_of_an_import_is_read_without_a_fault(shelf: Shelf, with_pack: WithPack) -> None:
    found = imported([fox(life=4), fox(name="Storm Fox", stub="storm-fox", text="Bell\x07 and\u202e marks.")], shelf)
    loaded = with_pack(found)
    assert loaded.faults == ()
    cards = {card.slug: card for card, _ in loaded.cards if card.game == "ashes"}
    assert (cards["ember-fox"].number("life"), cards["ember-fox"].origin) == (4, "published")
    assert cards["ember-fox"].printings == shelf.cards[0].printings
    assert cards["storm-fox"].face.published == "Bell\x07 and\u202e marks."


def test_a_pack_says_where_its_cards_come_from(shelf: Shelf) -> None:
    pack = json.loads(pack_bytes(imported([fox()], shelf), name="From Live", source="ashes.live", date="2026-11-30"))
    assert (pack["pack"], pack["game"], pack["release"]["slug"]) == ("From Live", "ashes", "from-live")
    assert pack["release"]["note"] == "Source: ashes.live; read 2026-11-30."


def test_a_pack_is_our_own_form_and_may_be_handed_on(shelf: Shelf) -> None:
    new = orla(ID=8, Character="Wren", AlternateArts=[{"CardCode": "X09-009SR", "LackeyCCGID": "X09-009SR.png"}])
    for rows in ([fox(life=4), fox(name="Storm Fox", stub="storm-fox")], [orla(), new]):
        found = imported(rows, shelf)
        handed = imported(pack_bytes(found, name="Mine", source="a file", date="2026-11-30"), shelf)
        assert (handed.format, handed.pack, handed.game) == ("deckcli", "Mine", found.game)
        assert [row.slug for row in handed.rows] == [row.slug for row in found.rows]
        assert [entry["slug"] for entry in handed.cards] == [entry["slug"] for entry in found.cards]
        assert [entry["published"] for entry in handed.cards] == [entry["published"] for entry in found.cards]


@pytest.mark.parametrize("slug", ["ember-fox", "mossling", "orla-ember-of-the-dawn", "ember-fox-ash-fox"])
def test_a_card_turned_into_an_entry_is_the_card_again(shelf: Shelf, with_pack: WithPack, slug: str) -> None:
    card = next(card for card in shelf.cards if card.slug == slug)
    entry = entry_of(card) | {"origin": "published"}
    loaded = with_pack(Imported("deckcli", card.game, "x", (), (entry,)))
    again = next(other for other, _ in loaded.cards if (other.game, other.slug) == (card.game, slug))
    assert loaded.faults == ()
    assert (again.faces, again.printings, again.summons) == (card.faces, card.printings, card.summons)
    assert (again.name_key, again.copies_max, again.aliases) == (card.name_key, card.copies_max, card.aliases)


# ---------------------------------------------------------------- what cannot be read


@pytest.mark.parametrize(
    ("raw", "why"),
    [
        (b"", "none of the known formats"),
        (b"name\0text", "NUL"),
        (b"name,text\nEmber Fox,\xff\n", "not UTF-8"),
        (b"\xff\xfen\x00\x00\xd8", "not UTF-8"),
        (b'[{"stub": "x"},]', "broken JSON"),
        (b'[{"stub": NaN}]', "broken JSON"),
        (b'[{"stub": ' + b"9" * 5000 + b"}]", "broken JSON"),
        (b"[" * 200_000, "nested too deeply"),
        (b"[" + b"{}," * 1_000_001 + b"{}]", "more than 2000000 values"),
        (b'{"a": {"stub": "x"}, "a": {"stub": "y"}}', "stands twice"),
        (b'{"next": null}', "none of the known formats"),
        (b"<html><body>", "none of the known formats"),
        (b"name,name\nx,y\n", "two columns hold name"),
        (b"life,attack\n1,2\n", "no column is called name; its first line says life, attack"),
        (b"0,beta0.1,20150828\n47,B77,B77-001,x,y,5,4,z\n", "the card file of CipherVit"),
        (b'name,text\n"x,y\n', "broken CSV"),
        (b"name,text\nx," + b"y" * 200_000, "broken CSV"),
        (b"name" + b",x" * 5000, "more than 1000 columns"),
        (b"name" + b",x" * 500_000, "endless columns"),
        (b"name,text\n" + b"\n" * 1_100_000, "lines"),
        (b"name\n" + b"x\n" * 100_001, "more than 100000 rows"),
        (b'game = "ashes"\ncard = ' + b"[" * 100_000, "nested too deeply"),
        (b'game = "ashes"\n' + b"a." * 20_000 + b"a = 1", "full stops"),
        (b'game = "ashes"\ncard = 3\n', "no list of tables"),
        (b'game = "ashes"\ncolour = 3\n', "no key of our own form"),
        (b'game = "chess"\n[[card]]\nname = "x"\n', "holds cards of chess"),
        (b'game = "ashes"\n[release]\nslug = "a b"\nname = "x"\n', "release"),
    ],
)
def test_a_file_that_cannot_be_used_says_why(shelf: Shelf, raw: bytes, why: str) -> None:
    with pytest.raises(UnreadableError, match=re.escape(why)):
        read_cards(raw, "cards", game="ashes", known=shelf)


def test_a_file_that_is_too_large_is_not_read(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("catalog.importers.files.MOST_BYTES", 2**20)
    with pytest.raises(UnreadableError, match="larger than 1 MiB"):
        read_cards(b" " * (2**20 + 1), "cards", known=shelf)


def test_the_game_must_be_told_where_the_file_does_not(shelf: Shelf) -> None:
    with pytest.raises(UnreadableError, match="does not tell its game; say one of ashes"):
        imported("name\nEmber Fox\n", shelf)


def test_the_game_of_the_file_and_that_of_the_person_must_agree(shelf: Shelf) -> None:
    with pytest.raises(UnreadableError, match="holds cards of ashes, not of cipher"):
        imported([fox()], shelf, game="cipher")


def test_a_format_that_there_is_not_is_told(shelf: Shelf) -> None:
    with pytest.raises(UnreadableError, match="no format is called"):
        imported([fox()], shelf, format="pdf")


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"name": 3}, "name: 3 is no word"),
        ({"name": "\u200b\x1b "}, "no name"),
        ({"name": "x" * 201}, "longer than 200"),
        ({"name": "half \ud800"}, "lone surrogate"),
        ({"text": ["x"]}, "text: a list is no text"),
        ({"text": "a\0b"}, "NUL"),
        ({"text": "x" * 20_001}, "longer than 20000"),
        ({"life": -1}, "life: -1 is not from 0"),
        ({"life": True}, "life: True is no whole number"),
        ({"life": 1.5}, "life: 1.5 is no whole number"),
        ({"life": "many"}, "life"),
        ({"life": 10**4299}, "a huge number"),
        ({"life": "1" + " " * 300}, "longer than 200"),
        ({"battlefield": "+1"}, "battlefield"),
        ({"cost": [["[[main]]"], {}]}, "cost"),
        ({"cost": ["1 [[dragon:scale]]"]}, "is no part of a cost"),
        ({"cost": ["[[main]]"] * 61}, "more than 60"),
        ({"type": "Monster"}, "is no type of the game"),
        ({"chained": "maybe"}, "chained"),
        ({"conjurations": {"stub": "x"}}, "conjurations"),
        ({"magicCost": [[[[[[[[[[1]]]]]]]]]]}, "nested too deeply"),
    ],
)
def test_a_fault_of_one_row_refuses_that_row_alone(shelf: Shelf, changed: dict[str, object], why: str) -> None:
    found = imported([fox(**changed), fox()], shelf)
    assert [row.status for row in found.rows] == ["refused", "text"]
    assert why in found.rows[0].reason
    assert all(len(row.reason) < 300 for row in found.rows)


def test_a_key_that_stands_twice_refuses_its_row(shelf: Shelf) -> None:
    assert "stands twice" in refusal('[{"name": "Ember Fox", "stub": "ember-fox", "name": "Wren"}]', shelf)


def test_a_row_with_more_cells_than_columns_is_refused(shelf: Shelf) -> None:
    rows = imported("name,text\nEmber Fox,Well, hm.\nEmber Fox,Hm.,,\n", shelf, game="ashes").rows
    assert [row.status for row in rows] == ["refused", "text"]
    assert rows[0].name == "Ember Fox"


def test_an_unknown_card_of_which_only_the_name_is_told_is_refused(shelf: Shelf) -> None:
    assert "no card of ours is called so" in refusal("name,text\nNobody,Hm.\n", shelf, game="ashes")
    assert "needs deploy cost, attack, support" in refusal("name,text\nNobody,Hm.\n", shelf, game="cipher")


def test_a_slug_is_plain_whatever_the_name_holds(shelf: Shelf) -> None:
    names = ["Æther \x1b[31mWyrm\u202e", "海の歌", "漢", "Ωmega"]
    found = imported([fox(name=name, stub=...) for name in names], shelf)
    slugs = [row.slug for row in found.rows]
    assert [row.name for row in found.rows] == ["Æther [31mWyrm", "海の歌", "漢", "Ωmega"]
    assert slugs == ["aether-31mwyrm", "card", "card-2", "mega"]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from([*fox(), *orla(), "results", "next", "card", "faces", "x"]), inner, max_size=6
        )
    ),
    max_leaves=20,
)


@given(st.binary(max_size=200) | st.text(max_size=200).map(lambda text: text.encode("utf-8", "surrogatepass")))
def test_no_bytes_raise_anything_but_unreadable(shelf: Shelf, raw: bytes) -> None:
    for game in ("", "ashes", "cipher", "phase", "fantasyform"):
        for form in ("", *FORMATS):
            read, told = form, "cards"
            try:
                read = read_cards(raw, "cards", game=game, format=form, known=shelf).format
            except UnreadableError as error:
                told = str(error)
            assert form in ("", read)
            assert told.startswith("cards")
            assert "\n" not in told


@given(JSON)
def test_no_json_raises_anything_but_unreadable(shelf: Shelf, value: object) -> None:
    data = json.dumps(value).encode()
    for form in ("", "ashteki", "decksteria", "deckcli"):
        try:
            found = read_cards(data, "cards", game="", format=form, known=shelf)
        except UnreadableError:
            continue
        pack_bytes(found, name="x", source="x", date="2026-11-30")


ANY = JSON | st.sampled_from(
    ["", "-", "3", "+1", "X", "Wren", ["a"], {"stub": "x"}, [{"stub": "mossling"}], "1-2", "\x1b[0m"]
)


def with_faults(base: Mapping[str, object]) -> st.SearchStrategy[list[object]]:
    """Rows of which most are nearly right."""
    changed = st.dictionaries(st.sampled_from([*base]), ANY, max_size=2)
    return st.lists(changed.map(lambda some: dict(base) | some) | ANY, max_size=5)


@settings(max_examples=60)
@given(with_faults(fox()), with_faults(orla()))
def test_every_row_is_accounted_for_and_the_pack_is_sound(
    shelf: Shelf, with_pack: WithPack, foxes: list[object], orlas: list[object]
) -> None:
    for form, rows in (("ashteki", foxes), ("decksteria", orlas)):
        found = imported(rows, shelf, format=form)
        assert len(found.rows) == len(rows)
        assert all((row.status == "refused") == (row.slug == "") for row in found.rows)
        assert all(row.reason for row in found.rows if row.status in ("refused", "changed"))
        assert {entry["slug"] for entry in found.cards} <= {row.slug for row in found.rows}
        assert with_pack(found).faults == ()


@settings(max_examples=60)
@given(st.lists(st.lists(st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=9), max_size=4)))
def test_every_line_of_a_table_is_accounted_for(shelf: Shelf, with_pack: WithPack, lines: list[list[str]]) -> None:
    written = io.StringIO()
    csv.writer(written, quoting=csv.QUOTE_ALL).writerows([["name", "type", "life", "text"], *lines])
    found = imported(written.getvalue(), shelf, game="ashes", format="csv")
    assert len(found.rows) == sum(any(cell.strip() for cell in line) for line in lines)
    assert with_pack(found).faults == ()


def test_importing_the_importers_loads_no_database() -> None:
    heavy = "'sqlite3', 'sqlmodel', 'sqlalchemy', 'pydantic', 'rich'"
    code = f"import sys, catalog.importers; print([name for name in ({heavy}) if name in sys.modules])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"
