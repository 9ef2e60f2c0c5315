"""What a change of the catalogue must not lose: each test stands for one that no other test noticed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from catalog.card import Card, Finished
from catalog.entries import Entry
from catalog.errors import DataFaultError
from catalog.home import Home
from catalog.library import Library
from catalog.loading import card_from
from catalog.query import parse
from catalog.saved import MOST_COPIES, BadValueError, SavedSlot, WhichHoldingError

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


def test_a_card_of_another_name_no_longer_counts_as_the_one_it_replaces(tree: Tree) -> None:
    tree.cards("ashes", "first.toml", tree.first.replace("chained = true", 'name_key = "coal man"\nchained = true'))
    assert only(tree, "coal-knight").name_key == "coal man"
    tree.pack("mine.json", {"game": "ashes", "card": [{"slug": "coal-knight", "name": "Ash Knight"}]})
    assert only(tree, "coal-knight").name_key == "ash knight"


def test_a_card_may_summon_another_by_the_slug_it_had(tree: Tree) -> None:
    tree.pack("mine.json", {"game": "ashes", "card": [GOLEM | {"summons": ["cole-knight"]}]})
    with tree.catalog() as catalog:
        golem = catalog.card("ashes", "mud-golem")
        assert golem is not None
        assert [card.slug for card in catalog.summons(golem)] == ["coal-knight"]


def test_published_text_is_shipped_for_no_face(tree: Tree) -> None:
    text = tree.data.joinpath("phase", "cards", "coins.toml").read_text("utf-8")
    tree.cards("phase", "coins.toml", text.replace("abilities", 'published = "As printed.", abilities', 1))
    with pytest.raises(DataFaultError, match=r"phase/cards/coins.toml, dawn-dusk: published"):
        tree.names()


# ---------------------------------------------------------------- searches


def test_an_order_turned_round_twice_is_the_one_that_was(tree: Tree) -> None:
    with tree.catalog() as catalog:
        whole = parse("game:ashes", catalog.fields())
        orders = {
            sort: [card.name[0] for card in catalog.search(whole, sort=sort)]
            for sort in ("name", "-name", "name:desc", "-name:desc")
        }
    assert orders == {"name": ["C", "E"], "-name": ["E", "C"], "name:desc": ["E", "C"], "-name:desc": ["C", "E"]}


# ---------------------------------------------------------------- the library


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with Library.open(Home(tmp_path, tmp_path / "library.db"), write=True) as opened:
        yield opened


def test_all_kinds_of_a_card_go_off_the_list_at_once(library: Library) -> None:
    for printing in ("A", "B"):
        library.add("ashes", "iron-worker", 2, printing=printing)
    with pytest.raises(WhichHoldingError):
        library.set_count("ashes", "iron-worker", 1)
    library.set_count("ashes", "iron-worker", 0)
    assert library.holdings() == []


@pytest.mark.parametrize("count", [0, -1, MOST_COPIES + 1])
def test_a_deck_has_dice_of_a_type_or_none(library: Library, count: int) -> None:
    with pytest.raises(BadValueError):
        library.save_deck("ashes", "A", [SavedSlot("iron-worker")], dice={"charm": count})
    assert library.decks() == []
