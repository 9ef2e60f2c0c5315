"""What a change of the catalogue must not lose: each test stands for one that no other test noticed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import pytest

from catalog.card import Card, Finished
from catalog.entries import Entry
from catalog.loading import card_from

if TYPE_CHECKING:
    from tests.catalog.conftest import Tree

GOLEM = {"slug": "mud-golem", "name": "Mud Golem", "type": "Ally"}


def only(tree: Tree, slug: str) -> Card:
    with tree.catalog() as catalog:
        card = catalog.card("ashes", slug)
    assert card is not None
    return card


# ---------------------------------------------------------------- effects


@pytest.mark.parametrize(
    ("printed", "written", "acting"), [(1, 2, "no"), (2, 1, "partly"), (2, 2, "yes"), (0, 1, "no")]
)
def test_more_effects_than_abilities_are_no_acting_card(printed: int, written: int, acting: str) -> None:
    keys: Mapping[str, object] = {"slug": "a", "name": "A", "type": "Ally", "abilities": ["activated"] * printed}
    entry = Entry("ashes", "a", "first", "first", keys, "first.toml, a")
    assert card_from(entry, Finished(written=written)).acting == acting


# ---------------------------------------------------------------- packs


def test_the_note_on_a_published_card_is_not_that_of_the_pack_that_wins_over_it(tree: Tree) -> None:
    tree.cards("ashes", "first.toml", tree.first.replace("chained = true", 'chained = true\nnote = "misprinted"'))
    assert only(tree, "coal-knight").note == "misprinted"
    tree.pack("mine.json", {"game": "ashes", "card": [GOLEM | {"slug": "coal-knight"}]})
    assert only(tree, "coal-knight").note == ""


def test_a_pack_that_only_adds_text_brings_no_release(tree: Tree) -> None:
    tree.pack("texts.json", {"game": "ashes", "cards": [{"slug": "coal-knight", "published": "As printed."}]})
    with tree.catalog() as catalog:
        assert [release.slug for release in catalog.releases("ashes")] == ["first"]


def test_a_card_of_ones_own_stays_ones_own_when_another_pack_changes_it(tree: Tree) -> None:
    tree.pack("a.json", {"game": "ashes", "card": [GOLEM]})
    tree.pack("b.json", {"game": "ashes", "card": [GOLEM | {"attack": 4}]})
    golem = only(tree, "mud-golem")
    assert (golem.origin, golem.pack, golem.number("attack")) == ("own", "b", 4)


def test_a_printing_that_a_pack_tells_without_a_set_is_of_the_packs_release(tree: Tree) -> None:
    knight = GOLEM | {"slug": "coal-knight", "name": "Coal Knight"}
    tree.pack("mine.json", {"game": "ashes", "card": [knight | {"printings": [{"number": "M-1"}]}]})
    assert [printing.release for printing in only(tree, "coal-knight").printings] == ["mine"]
    tree.pack("mine.json", {"game": "ashes", "card": [knight]})
    assert [printing.release for printing in only(tree, "coal-knight").printings] == ["first"]
