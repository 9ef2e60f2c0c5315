"""A person who owns the box enters the printed cards: the form, and every row of what is imported."""

from __future__ import annotations

import json
import tomllib

import pytest

from catalog.importers import read_cards

FACES = """
[[face]]
slug = "ember-fox"
name = "Ember Fox"
side = "good"
keywords = ["Fox"]
training_cost = 1
attack = 2
defence = 1
skill = "A skill of ours."
order = "An order of ours."

[[face]]
slug = "ash-fox"
name = "Ash Fox"
side = "evil"
training_cost = 2
attack = 3
defence = 1

[[face]]
slug = "bog-fox"
name = "Bog Fox"
side = "evil"
training_cost = 4
attack = 3
defence = 5
"""
BOX = f"""
game = "phase"
pack = "my-box"
{FACES}
[[card]]
faction = "Keeper"
faces = ["ember-fox", "ash-fox"]

[[card]]
faction = "keeper"
faces = ["bog-fox", "ember-fox"]
"""
HEAD = "faction,good name,good cost,good attack,good defence,evil name,evil cost,evil attack,evil defence\n"
ROW = "Keeper,Ember Fox,1,2,1,Ash Fox,2,3,1\n"


def imported(deckcli, text):
    """The report on a file that is taken into a pack."""
    ran = deckcli("cards", "import", "-", "-g", "phase", "--pack", "mine", "--json", stdin=text)
    return json.loads(ran.out)["rows"]


def rows(catalog, text):
    """What would be reported on each row."""
    return read_cards(text.encode(), "mine", game="phase", known=catalog).rows


def card(deckcli, name):
    return json.loads(deckcli("cards", "show", name, "-g", "phase", "--json").out)


def test_the_form_of_phase_has_two_faces_and_all_that_is_printed_on_them(deckcli):
    form = deckcli("cards", "template", "-g", "phase").out
    told = tomllib.loads("\n".join(line.removeprefix("#") if line[:2] != "# " else "" for line in form.splitlines()))
    (one,) = told["card"]
    assert [face["side"] for face in one["faces"]] == ["good", "evil"]
    for face in one["faces"]:
        assert {"name", "keywords", "training_cost", "attack", "defence", "skill", "order", "published"} <= set(face)


def test_faces_are_told_once_and_their_cards_go_into_a_deck(deckcli):
    assert [row["status"] for row in imported(deckcli, BOX)] == ["new", "new"]
    found = [card(deckcli, name) for name in ("Ember Fox // Ash Fox", "Ember Fox // Bog Fox")]
    assert [[face["training_cost"] for face in one["faces"]] for one in found] == [[1, 2], [1, 4]]
    assert {face["faction"] for one in found for face in one["faces"]} == {"Keeper"}
    assert found[0]["faces"][0]["order"] == "An order of ours."
    assert found[0]["origin"] == "own"
    assert deckcli("cards", "show", "Ember Fox").code == 4

    text = "1 Ember Fox / Ash Fox\n1 Bog Fox\n"
    answer = json.loads(
        deckcli("deck", "check", "-", "-g", "phase", "--rules", "phase-house", "--json", stdin=text).out
    )
    assert answer["counts"] == {"main": 2}
    assert {problem["code"] for problem in answer["problems"]} == {"deck_size", "face_name", "house_rule"}


def test_a_table_with_a_column_a_side_is_imported_too(deckcli):
    (row,) = imported(deckcli, HEAD + ROW)
    assert (row["status"], row["name"]) == ("new", "Ember Fox // Ash Fox")
    assert [face["name"] for face in card(deckcli, "ash fox")["faces"]] == ["Ember Fox", "Ash Fox"]


@pytest.mark.parametrize(
    ("written", "instead", "reason"),
    [
        ("Keeper", "Kepler", 'faction: "Kepler" is none of Fengarian, Keeper, Sun Dominion'),
        ("Ash Fox", "", "a face has no name"),
        ("Ember Fox,1,", "Ember Fox,one,", 'training cost: "one" is no whole number from 0'),
        ("Ember Fox,1,", "Ember Fox,,", "no card of ours is called so, and a new one needs training cost on Ember Fox"),
        ("Ember Fox,1,2,1", "Ember Fox,1,-2,1", 'attack: "-2" is no whole number from 0'),
        ("Ash Fox,2,3,1", "Ash Fox,2,3,0", "defence: must be 1 or more"),
        (
            "Ash Fox,2,3,1",
            "Ash Fox,2,3,1,7",
            "10 cells under 9 columns; put quotes around a cell that holds the separator",
        ),
    ],
)
def test_a_row_with_a_fault_is_refused_with_its_reason_and_the_others_are_read(catalog, written, instead, reason):
    other = ROW.replace("Fox", "Vole")
    bad, good = rows(catalog, HEAD + ROW.replace(written, instead) + other)
    assert (bad.status, bad.reason) == ("refused", reason)
    assert (good.status, good.name) == ("new", "Ember Vole // Ash Vole")


def test_a_row_that_is_refused_is_called_by_its_faces(catalog):
    (row,) = rows(catalog, HEAD + ROW.replace("Keeper", "Kepler"))
    assert row.name == "Ember Fox // Ash Fox"


@pytest.mark.parametrize(
    ("written", "instead", "reason"),
    [
        ('"bog-fox", "ember-fox"', '"mud-fox", "ember-fox"', 'there is no [[face]] "mud-fox"'),
        ('"bog-fox", "ember-fox"', '"ash-fox", "bog-fox"', "of the two faces one is good and one is evil"),
        ('"bog-fox", "ember-fox"', '"bog-fox"', "faces is not a list of two faces"),
    ],
)
def test_a_card_that_names_its_faces_wrongly_is_refused(catalog, written, instead, reason):
    first, second = rows(catalog, BOX.replace(written, instead))
    assert (first.status, second.status, second.reason) == ("new", "refused", reason)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (BOX.replace('slug = "ash-fox"', 'slug = "bog-fox"'), 'the face "bog-fox" stands twice'),
        (BOX.replace('slug = "ash-fox"\n', ""), "`face` is no list of tables with a slug each"),
    ],
)
def test_faces_that_cannot_be_told_apart_spoil_the_file(deckcli, text, told):
    ran = deckcli("cards", "import", "-", "-g", "phase", stdin=text)
    assert ran.code == 3
    assert told in ran.err
