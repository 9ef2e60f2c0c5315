"""Data about cards is no list of them, and is told as what it is."""

from __future__ import annotations

import json
from typing import Any

import pytest

from catalog.errors import UnreadableError
from deckcli.decks.formats import read

HEAD = ["Name", "Set", "ImageFile", "Color", "Rarity", "Cost", "Class", "Attack", "Support"]
ROW = ["Ember Fox", "B77", "b77-001.png", "Red", "R", "3(2)", "Fox", "50", "10"]
SET = {"Character": "Ember", "Title": "Fox", "Cost": "3", "Attack": "50", "Skill": "-", "AlternateArts": []}
CARD = {"name": "Ember Fox", "stub": "ember-fox", "type": "Ally", "cost": [], "dice": [], "text": "x", "copies": 3}


@pytest.mark.parametrize(
    "text",
    [
        *(between.join(HEAD) + "\n" + between.join(ROW) + "\n" for between in ("\t", "    ", ",", ";")),
        "\ufeff" + "\t".join(HEAD) + "\n",
        "2\n" + 2 * "B77,B77-001,Fox,5,4,Fox,Sun,-,Bite,-,70,20,1,x\n" + "B77,B77-002,Wolf,5,4,a,b,c,d,e,1,2,3,x,y\n",
        "0,beta0.1,20150828\n" + "".join(f"{n},B77,B77-00{n},Fox,Fox,5,4,a,b,c,d,-,70,20,1,x\n" for n in (1, 2)),
        json.dumps([SET, SET]),
        json.dumps({"count": 1, "results": [{"name": "Maw", "stub": "maw", "type": "Behaviour", "source_file": "x"}]}),
        json.dumps({"count": 1, "results": [CARD]}),
        json.dumps({"game": "fantasyform", "cards": [{"id": "ff", "upgrade": {}, "encounter": {}}]}),
    ],
)  # fmt: skip
def test_a_set_file_is_named_as_card_data_with_the_command_that_takes_it(text: str) -> None:
    with pytest.raises(UnreadableError, match=r"card data .* `deckcli cards import FILE`"):
        read(text.encode(), "set")


@pytest.mark.parametrize(
    "text",
    [
        "Count,Name,Cost,Attack,Rarity\n3,Ember Fox,1,2,R\n",
        "Qty\tName\tCost\tAttack\tRarity\n3\tEmber Fox\t1\t2\tR\n",
        "pile,count,name,game,number,slug\nmain,3,Ember Fox,ashes,,ember-fox\n",
        "3 Ember Fox, 2 Golem, 1 Marsh\n",
        "3,Ember Fox,,,,,,,,,\n2,Golem,,,,,,,,,\n1,Marsh,,,,,,,,,\n",
        "1\n1\n2\n",
        json.dumps({"cards": [{"name": "Ember Fox", "count": 3, "cost": 1, "text": "x", "type": "Ally"}]}),
    ],
)
def test_a_list_that_tells_what_is_on_its_cards_stays_one(text: str) -> None:
    assert read(text.encode(), "list").entries


def test_cards_with_numbers_are_looked_up_by_them_and_tell_the_game(
    judged: Any, make_unit: Any, catalogue: Any
) -> None:
    shelf = catalogue([make_unit("Ember", "Sly Fox", "B77-001R")])
    found = judged(json.dumps({"label": "Foxes", "cards": [{"number": "B77-001R", "count": 3}]}), shelf)
    assert (found.deck.game, found.deck.name, found.cards()) == ("cipher", "Foxes", {"Ember, Sly Fox": 3})
