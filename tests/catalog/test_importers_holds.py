"""What a change of the importers must not lose: each test stands for one that no other test noticed."""

from __future__ import annotations

import json
from dataclasses import dataclass

from catalog.card import Card, Face, Match, Printing
from catalog.importers import Imported, read_cards
from catalog.loading import names_of
from catalog.names import fold


@dataclass
class Shelf:
    """The cards that there are, in memory."""

    cards: tuple[Card, ...]

    def card(self, game: str, slug: str) -> Card | None:
        return next((card for card in self.cards if (card.game, card.slug) == (game, slug)), None)

    def find(self, name: str, game: str = "") -> list[Match]:
        found = [(card, kind) for card in self.cards for key, kind in names_of(card) if key == fold(name)]
        return [Match(card, kind) for card, kind in found]

    def foreign(self, program: str, value: str, game: str = "") -> list[Card]:
        return [card for card in self.cards if any(one.ids.get(program) == value for one in card.printings)]


def unit(name: str, code: str, image: str = "one.png") -> Card:
    """A Cipher card in one printing."""
    facts = {"deploy_cost": 3, "attack": 50, "support": 20, "ranges": (1,)}
    printing = Printing("X01", code[:7], code, ids={"lackey": image})
    return Card("cipher", fold(code), name, fold(name), (Face(name, "Unit", facts),), (printing,))


def listed(unit_name: str, title: str, code: str, shelf: Shelf, image: str = "one.png") -> Imported:
    """A row of a Decksteria list, held against the shelf."""
    art = {"CardCode": code, "SetCode": "X01", "LackeyCCGID": image}
    row = {"Character": unit_name, "Title": title, "Cost": 3, "Attack": 50, "Support": 20, "AlternateArts": [art],
           "MinRange": 1, "MaxRange": 1, "Color": "Red", "Class": "Lord", "Type": "Male"}  # fmt: skip
    return read_cards(json.dumps([row]).encode(), "cards.json", format="decksteria", known=shelf)


def own(game: str, entry: dict[str, object], shelf: Shelf) -> Imported:
    """One entry of our own form."""
    return read_cards(json.dumps({"game": game, "card": [entry]}).encode(), "cards.json", known=shelf)


def test_a_card_under_another_name_is_the_one_whose_id_and_code_it_has() -> None:
    shelf = Shelf((unit("Orla, Ember of the Dawn", "X01-001R"),))
    (row,) = listed("Orla", "Embers at Dawn", "X01-001R", shelf).rows
    assert (row.slug, row.status) == ("x01-001r", "same")
    (other,) = listed("Orla", "Embers at Dawn", "X01-009R", shelf).rows
    assert (other.slug, other.status) == ("orla-embers-at-dawn", "new")


def test_an_id_that_fits_two_cards_of_one_name_is_settled_by_the_code_or_refused() -> None:
    shelf = Shelf((unit("Risen, Grey Soldier", "X01-002aN"), unit("Risen, Grey Soldier", "X01-003bN")))
    (row,) = listed("Risen", "Grey Soldier", "X01-003bN", shelf).rows
    assert row.slug == "x01-003bn"
    (row,) = listed("Risen", "Grey Soldier", "X01-004cN", shelf).rows
    assert (row.status, row.reason) == ("refused", "several cards are called so: x01-002an, x01-003bn")


def test_a_card_of_another_number_of_faces_is_refused_and_nothing_breaks() -> None:
    fox = Card("phase", "ember-fox", "Ember Fox", "ember fox", (Face("Ember Fox", "Warrior"),), (Printing("box"),))
    faces = [{"name": "Ember Fox", "training_cost": 1}, {"name": "Ash Fox", "training_cost": 2}]
    entry: dict[str, object] = {"slug": "ember-fox", "name": "Ember Fox", "faces": faces}
    (row,) = own("phase", entry, Shelf((fox,))).rows
    assert (row.status, row.reason) == ("refused", "Ember Fox has 1 faces here, 2 there")


def test_what_a_copy_limit_counts_by_is_ours_to_say() -> None:
    fox = Card("ashes", "fox", "Fox", "fox", (Face("Fox", "Ally", {"attack": 1}, abilities=None),), (Printing("box"),))
    entry: dict[str, object] = {"slug": "fox", "name": "Fox", "type": "Ally", "attack": 1, "name_key": "any fox"}
    found = own("ashes", entry, Shelf((fox,)))
    assert [row.status for row in found.rows] == ["same"]
    assert found.cards == ()
