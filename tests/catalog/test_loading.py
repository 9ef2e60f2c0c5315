"""Data files and packs become cards.db: what is kept, what wins, what is refused, and that the file is always whole."""

from __future__ import annotations

import json
import os
import random
import re
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from catalog.card import KINDS, Card, Face, Fact, Finished, Printing
from catalog.entries import LARGEST
from catalog.errors import DatabaseTroubleError, DataFaultError
from catalog.loading import body_of, build, names_of
from catalog.names import fold
from catalog.reading import Catalog, card_of

if TYPE_CHECKING:
    from tests.catalog.conftest import Tree

ROOT = Path(__file__).resolve().parents[2]


def only(tree: Tree, game: str, slug: str) -> Card:
    with tree.catalog() as catalog:
        card = catalog.card(game, slug)
    assert card is not None
    return card


# ---------------------------------------------------------------- facts


def test_everything_that_is_no_shared_key_is_a_printed_fact(tree: Tree) -> None:
    knight = only(tree, "ashes", "coal-knight")
    assert knight.face.facts == {"cost": ("main", ("1 charm", "1 time")), "attack": 3, "life": "X", "chained": True}
    assert (knight.type, knight.release, knight.formerly) == ("Ally", "first", ("cole-knight",))
    assert (knight.origin, knight.pack, knight.face.abilities) == ("published", "", ("activated",))


def test_a_card_without_printings_has_that_of_its_release(tree: Tree) -> None:
    assert only(tree, "ashes", "coal-knight").printings == (Printing("first"),)


def test_a_printing_keeps_what_other_programs_call_it(tree: Tree) -> None:
    prince = only(tree, "cipher", "rowan-prince-of-thorns")
    assert prince.printings[0] == Printing("A01", "A01-003", "A01-003HN", "HN", 0, {"lackey": "A01-003HN.png"})
    assert (len(prince.printings), prince.copies_max) == (2, -1)


def test_facts_of_the_card_stand_on_each_face(tree: Tree) -> None:
    coin = only(tree, "phase", "dawn-dusk")
    assert [(face.name, face.side, face.type, face.number("training_cost")) for face in coin.faces] == [
        ("Dawn", "good", "Coin", 2),
        ("Dusk", "evil", "Coin", 1),
    ]
    assert {face.facts["realm"] for face in coin.faces} == {"sky"}


COINS = """
[release]
slug = "coins"
name = "Coins"
position = 1

[[face]]
slug = "dawn"
name = "Dawn"
side = "good"
training_cost = 2
abilities = ["order"]

[[face]]
slug = "dusk"
name = "Dusk"
side = "evil"
training_cost = 1
abilities = ["order", "skill"]

[[face]]
slug = "dread"
name = "Dread"
side = "evil"
training_cost = 4
abilities = []

[[card]]
slug = "dawn-dusk"
name = "Dawn // Dusk"
type = "Coin"
faces = ["dawn", "dusk"]
printings = [{ number = "A-01" }]

[[card]]
slug = "dawn-dread"
name = "Dawn // Dread"
type = "Coin"
faces = ["dawn", "dread"]
"""


def test_a_face_that_several_cards_have_is_told_once(tree: Tree) -> None:
    tree.cards("phase", "coins.toml", COINS)
    one, other = only(tree, "phase", "dawn-dusk"), only(tree, "phase", "dawn-dread")
    assert one.face == other.face == Face("Dawn", "Coin", {"training_cost": 2}, "good", ("order",), slug="dawn")
    assert [face.slug for face in other.faces] == ["dawn", "dread"]


def test_what_a_shared_face_does_is_told_once_for_all_its_cards(tree: Tree) -> None:
    def finish(game: str, entry: Mapping[str, object], effects: Mapping[str, object] | None) -> Finished:
        told: list[dict[str, list[str]]] = effects["faces"] if effects else []  # type: ignore[assignment]
        texts = tuple(" ".join(face.get("abilities", [])) for face in told)
        return Finished(texts=texts, written=sum(len(face.get("abilities", [])) for face in told))

    tree.cards("phase", "coins.toml", COINS)
    effects = '[dawn]\nabilities = ["rise"]\n[dusk]\nabilities = ["set", "dim"]\n'
    tree.cards("phase", "coins.toml", effects, "effects")
    with tree.catalog(finish) as catalog:
        cards = list(catalog.cards("phase"))
    assert [[face.text for face in card.faces] for card in cards] == [["rise", "set dim"], ["rise", ""]]
    assert [card.acting for card in cards] == ["yes", "yes"]


@pytest.mark.parametrize(
    ("written", "instead", "told"),
    [
        ('faces = ["dawn", "dread"]', 'faces = ["dawn", "noon"]', 'there is no face "noon" in this file'),
        ('faces = ["dawn", "dread"]', 'faces = ["dawn", { name = "Dread" }]', "told in two ways"),
        ('slug = "dread"', 'slug = "dusk"', "face dusk: slug: the file has it twice"),
        ('slug = "dread"\n', "", "face 3: slug: is missing"),
    ],
)
def test_a_face_that_is_not_there_or_twice_is_a_fault(tree: Tree, written: str, instead: str, told: str) -> None:
    tree.cards("phase", "coins.toml", COINS.replace(written, instead))
    with pytest.raises(DataFaultError, match=re.escape(told)):
        tree.names()


def test_effects_of_a_face_that_no_card_has_are_a_fault(tree: Tree) -> None:
    tree.cards("phase", "coins.toml", COINS)
    tree.cards("phase", "coins.toml", "[noon]\nabilities = []\n", "effects")
    with pytest.raises(DataFaultError, match='there is no card "noon"'):
        tree.names()


def test_a_face_is_found_by_its_cards_number_and_a_letter(tree: Tree) -> None:
    """magefree/mage#6346: no two faces share a key, and a card is found without one."""
    tree.cards("phase", "coins.toml", COINS)
    with tree.catalog() as catalog:
        for name in ("A-01", "a-01", "A-01a", "A-01B"):
            assert [match.card.slug for match in catalog.find(name)] == ["dawn-dusk"], name
        assert catalog.find("A-01c") == []


def test_a_missing_list_of_abilities_means_that_no_text_is_published(tree: Tree) -> None:
    tree.cards("ashes", "first.toml", tree.first.replace('abilities = ["activated"]\n', ""))
    knight = only(tree, "ashes", "coal-knight")
    assert (knight.face.abilities, knight.acting) == (None, "no")


words = st.text(st.characters(codec="utf-8"), min_size=1, max_size=12)
facts: st.SearchStrategy[Fact] = st.recursive(
    st.integers(-(10**9), 10**9) | words | st.booleans(), lambda inner: st.lists(inner, max_size=3).map(tuple)
)
faces = st.builds(
    Face, words, words, st.dictionaries(words, facts, max_size=4), words,
    st.none() | st.lists(words, max_size=3).map(tuple), words, words,
)  # fmt: skip
printings = st.builds(Printing, words, words, words, words, st.integers(0, 99), st.dictionaries(words, words))
several = st.lists(words, max_size=3).map(tuple)
cards = st.builds(
    Card, words, words, words, words, st.lists(faces, min_size=1, max_size=2).map(tuple),
    st.lists(printings, min_size=1, max_size=2).map(tuple), several, several,
    st.none() | st.integers(-1, 99), several, words, words, words, words,
)  # fmt: skip


@given(cards)
def test_a_card_comes_back_from_its_row_as_it_was(card: Card) -> None:
    assert card_of(body_of(card)) == card


@given(cards)
def test_every_key_that_finds_a_card_is_folded_and_of_a_known_kind(card: Card) -> None:
    for key, kind in names_of(card):
        assert (fold(key), kind in KINDS) == (key, True)


# ---------------------------------------------------------------- effects


def finish(game: str, entry: Mapping[str, object], effects: Mapping[str, object] | None) -> Finished:
    lines = effects.get("abilities", []) if effects else []
    assert isinstance(lines, list)
    faults = tuple(f"unknown word {line}" for line in lines if line == "explode")
    return Finished(", ".join(lines), len(lines), faults)


EFFECTS = '[keywords]\narmed = "x"\n[coal-knight]\nabilities = ["draw 1"]\n'


@pytest.mark.parametrize(
    ("printed", "written", "acting"),
    [('["a"]', '["one"]', "yes"), ('["a", "b"]', '["one"]', "partly"), ('["a"]', "[]", "no"), ("[]", "[]", "yes")],
)
def test_a_card_acts_when_as_many_effects_are_written_as_abilities_printed(
    tree: Tree, printed: str, written: str, acting: str
) -> None:
    tree.cards("ashes", "first.toml", tree.first.replace('["activated"]', printed))
    tree.cards("ashes", "first.toml", f"[coal-knight]\nabilities = {written}\n", "effects")
    with tree.catalog(finish) as catalog:
        knight = catalog.card("ashes", "coal-knight")
    assert knight is not None
    assert knight.acting == acting
    assert knight.face.text == ("one" if "one" in written else "")


def test_effects_of_no_card_are_a_fault(tree: Tree) -> None:
    tree.cards("ashes", "first.toml", '[cole-night]\nabilities = ["draw 1"]\n', "effects")
    with pytest.raises(DataFaultError, match=r'effects.*no card "cole-night"'):
        tree.names()


def test_a_fault_that_finishing_finds_names_file_and_card(tree: Tree) -> None:
    tree.cards("ashes", "first.toml", EFFECTS.replace("draw 1", "explode"), "effects")
    with (
        pytest.raises(DataFaultError, match=r"ashes/cards/first.toml, coal-knight: unknown word explode"),
        tree.catalog(finish),
    ):
        pass


def test_effects_that_were_left_out_are_filled_in_when_somebody_can_check_them(tree: Tree) -> None:
    tree.cards("ashes", "first.toml", EFFECTS, "effects")
    assert only(tree, "ashes", "coal-knight").acting == "no"
    for version in ("1", "2"):
        with tree.catalog(finish, version) as catalog:
            assert [card.acting for card in catalog.cards("ashes")] == ["yes", "yes"]
    # Somebody who cannot check them reads what is there.
    assert only(tree, "ashes", "coal-knight").acting == "yes"


# ---------------------------------------------------------------- packs


def test_a_card_of_a_pack_is_ones_own_and_stands_behind_the_published(tree: Tree) -> None:
    card = {"slug": "mud-golem", "name": "Mud Golem", "type": "Ally", "attack": 2, "published": "Hits hard."}
    tree.pack("mine.json", {"game": "ashes", "pack": "My Cards", "card": [card]})
    golem = only(tree, "ashes", "mud-golem")
    assert (golem.origin, golem.pack, golem.release, golem.face.published) == ("own", "My Cards", "mine", "Hits hard.")
    assert tree.names()[:3] == ["Coal Knight", "Ember Imp's Élan", "Mud Golem"]
    with tree.catalog() as catalog:
        assert [release.name for release in catalog.releases("ashes")] == ["First Box", "My Cards"]


def test_a_pack_wins_over_a_published_card_and_keeps_its_place(tree: Tree) -> None:
    tree.pack(
        "mine.toml", 'game = "ashes"\n[[card]]\nslug = "coal-knight"\nname = "Coal Knight"\ntype = "Ally"\nattack = 9\n'
    )
    knight = only(tree, "ashes", "coal-knight")
    assert (knight.face.facts, knight.pack) == ({"attack": 9}, "mine")
    # What it does not say of the keys that all games share stays.
    assert (knight.formerly, knight.summons, knight.face.abilities) == (
        ("cole-knight",),
        ("ember-imp",),
        ("activated",),
    )
    assert tree.names()[0] == "Coal Knight"


def test_a_pack_that_says_the_same_changes_nothing_but_its_own_name(tree: Tree) -> None:
    prince = only(tree, "cipher", "rowan-prince-of-thorns")
    text = tree.data.joinpath("cipher", "cards", "a01.toml").read_text("utf-8").partition("[[card]]")[2]
    tree.cards("cipher", "a02.toml", SECOND + 'type = "B"\n')
    before = tree.names()
    tree.pack("same.toml", 'game = "cipher"\n[[card]]' + text)
    assert only(tree, "cipher", "rowan-prince-of-thorns") == replace(prince, pack="same")
    assert tree.names() == before


@pytest.mark.parametrize(
    "told", [{"published": "By me."}, {"name": "Coal Knight", "type": "Ally", "attack": 3, "published": "By me."}]
)
def test_a_pack_that_is_older_than_a_slug_still_means_that_card(tree: Tree, told: dict[str, object]) -> None:
    effects = {"cole-knight": {"abilities": ["draw"]}}
    tree.pack("old.json", {"game": "ashes", "card": [{"slug": "cole-knight", **told}], "effects": effects})
    with tree.catalog(finish) as catalog:
        assert catalog.faults() == []
        [match] = catalog.find("Coal Knight")
        assert (match.card.slug, match.card.face.published, match.card.acting) == ("coal-knight", "By me.", "yes")
        assert catalog.card("ashes", "cole-knight") == match.card


def test_a_pack_entry_without_a_type_adds_to_the_published_card(tree: Tree) -> None:
    tree.pack("texts.json", {"game": "ashes", "cards": [{"slug": "coal-knight", "published": "As printed."}]})
    knight = only(tree, "ashes", "coal-knight")
    assert (knight.face.published, knight.number("attack"), knight.origin) == ("As printed.", 3, "published")


def test_a_pack_adds_text_to_one_face(tree: Tree) -> None:
    dusk = {"slug": "dawn-dusk", "faces": [{"name": "Dusk", "published": "At night."}]}
    tree.pack("texts.json", {"game": "phase", "cards": [dusk]})
    assert [face.published for face in only(tree, "phase", "dawn-dusk").faces] == ["", "At night."]


def test_a_pack_of_several_games_tells_the_game_card_by_card(tree: Tree) -> None:
    one = {"slug": "a-one", "name": "A One", "type": "Ally"}
    tree.pack("both.json", {"card": [{**one, "game": "ashes"}, {**one, "game": "phase"}]})
    assert only(tree, "ashes", "a-one").name == only(tree, "phase", "a-one").name == "A One"


A_CARD = 'game = "ashes"\n[[card]]\nslug = "a"\nname = "A"\ntype = "B"\n'
GOOD = {"slug": "mud-golem", "name": "Mud Golem", "type": "Ally"}


def pack_of(**change: object) -> dict[str, object]:
    return {"game": "ashes", "card": [GOOD | change]}


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("garbage.toml", b"\x00\xff\xfe\x80" * 50, "not UTF-8"),
        ("latin.json", '{"game": "Éa"}'.encode("latin-1"), "not UTF-8"),
        ("broken.toml", "game = [", "Invalid|Unclosed|value"),
        ("broken.json", '{"game": "ashes",}', "line 1"),
        ("empty.json", b"", "line 1"),
        ("deep.json", '{"card":' + "[" * 100_000, "deep"),
        ("deep.toml", "card = " + "[" * 100_000, "deep"),
        ("dots.toml", "a." * 20_000 + "b = 1", "a key of too many parts"),
        ("digits.json", '{"game": ' + "9" * 5_000 + "}", "digits"),
        ("list.json", "[1, 2]", "holds a list"),
        ("twice.json", '{"game": "ashes", "game": "ashes"}', "same key twice"),
        ("nan.json", '{"game": "ashes", "card": [{"slug": "a", "name": "A", "type": "B", "x": NaN}]}', "NaN"),
        ("key.json", {"game": "ashes", "crads": []}, '"crads" is no key'),
        ("game.json", {"game": "chess"}, "game: names none of ashes"),
        ("nogame.json", {"card": [GOOD]}, "game: neither"),
        ("cards.json", {"game": "ashes", "card": {"slug": "a"}}, "card: is a table, not a list"),
        ("card.json", {"game": "ashes", "card": ["a"]}, "card: holds a word, not a table"),
        ("noslug.json", {"game": "ashes", "card": [{"name": "A", "type": "B"}]}, "card 1: slug: is missing"),
        ("slug.json", pack_of(slug="Mud Golem"), "slug: must be small"),
        ("name.json", pack_of(name=7), "mud-golem: name: is a number, not a word"),
        ("blank.json", pack_of(name=" \u200b "), "name: is empty"),
        ("long.json", pack_of(name="x" * 301), "name: has 301 characters"),
        ("notype.json", {"game": "ashes", "card": [{"slug": "mud-golem", "name": "Mud Golem"}]}, "has no type"),
        ("half.json", pack_of(note="\ud800"), "half a character"),
        ("fraction.json", pack_of(attack=1.5), "attack: is a fraction"),
        ("null.json", pack_of(attack=None), "attack: is nothing"),
        ("table.json", pack_of(attack={"a": 1}), "attack: is a table"),
        ("large.json", pack_of(attack=10**12), "attack: is too large"),
        ("nested.json", pack_of(cost=[[[[["a"]]]]]), "cost: is nested too deep"),
        ("fact.json", {"game": "ashes", "card": [GOOD | {"a b": 1}]}, '"a b" is no name for a fact'),
        ("text.json", pack_of(text="Draw."), "text: .*published"),
        ("copies.json", pack_of(copies_max=-2), "copies_max: must not be negative"),
        ("copies.toml", A_CARD + 'copies_max = "many"', 'or "any"'),
        ("when.toml", A_CARD + "born = 1979-05-27", "a date"),
        ("aliases.json", pack_of(aliases="Golem"), "aliases: is a word, not a list"),
        ("origin.json", pack_of(origin="stolen"), "origin: must be one of"),
        ("summons.json", pack_of(summons=["nobody-at-all"]), 'summons: there is no card "nobody-at-all"'),
        ("printings.json", pack_of(printings=[]), "printings: is empty"),
        ("series.json", pack_of(printings=[{"series": -1}]), "series must not be negative"),
        ("faces.json", pack_of(faces=[{"side": "good"}]), "a face has no name"),
        ("both.json", pack_of(faces=[{"name": "A"}], abilities=[]), "stand in the faces"),
        ("double.json", {"game": "ashes", "card": [GOOD, GOOD]}, "mud-golem: slug: the file has it twice"),
        ("release.json", {"game": "ashes", "release": {"slug": "x"}}, "release: needs slug and name"),
        ("position.json", {"game": "ashes", "release": {"slug": "x", "name": "X", "position": -1}}, "negative"),
        ("strange.json", {"game": "phase", "card": [{"slug": "dawn-dusk", "faces": [{"name": "Noon"}]}]}, '"Noon"'),
        ("effects.json", {"game": "ashes", "effects": {"nobody": {}}}, 'effects: there is no card "nobody"'),
        ("halfkey.json", pack_of(**{"\ud800k": 1}), r'"\\ud800k" is no name for a fact'),
        ("halftop.json", {"game": "ashes", "\ud800": 1}, r'"\\ud800" is no key'),
        ("halfid.json", pack_of(printings=[{"\ud800": "1"}]), r'printings: "\\ud800" is no name'),
        ("halfface.json", pack_of(faces=[{"name": "A", "\ud800": 1}]), r'faces: "\\ud800" is no name'),
        ("halfeffect.json", {"game": "ashes", "effects": {"\ud800": {}}}, r'no card "\\ud800"'),
        ("sixteen.toml", "a." * 16 + "b = 1", "a key of too many parts"),
    ],
)  # fmt: skip
def test_a_pack_with_a_fault_is_left_out_whole_and_named(
    tree: Tree, name: str, content: str | bytes | dict[str, object], said: str
) -> None:
    tree.pack(name, content)
    tree.pack("good.json", pack_of(slug="good-golem", name="Good Golem"))
    with tree.catalog() as catalog:
        [(place, what)] = catalog.faults()
        assert place.startswith(f"packs/{name}")
        assert re.search(said, f"{place}: {what}"), f"{place}: {what}"
        assert len(what) < 300
        assert [m.card.pack for m in catalog.find("Good Golem")] == ["good"]
        assert catalog.find("Mud Golem") == []
        assert catalog.card("ashes", "coal-knight") is not None


def test_a_pack_is_left_out_when_it_needs_one_that_is_left_out(tree: Tree) -> None:
    tree.pack("a.json", {"game": "ashes", "card": [GOOD | {"summons": ["clay-imp"]}]})
    tree.pack("b.json", {"game": "ashes", "card": [GOOD | {"slug": "clay-imp", "name": "Clay Imp", "summons": ["no"]}]})
    assert [place for place, _ in tree.faults()] == ["packs/b.json, clay-imp", "packs/a.json, mud-golem"]


def test_a_pack_that_is_too_large_is_not_read(tree: Tree) -> None:
    place = tree.pack("huge.json", b"")
    with open(place, "r+b") as file:
        file.truncate(LARGEST + 1)  # a hole: it takes no room
    assert tree.faults() == [("packs/huge.json", "larger than 64 MiB")]


def test_a_pack_of_more_cards_than_were_ever_printed_is_left_out(tree: Tree) -> None:
    cards = [GOOD | {"slug": f"golem-{number}"} for number in range(50_001)]
    tree.pack("many.json", {"game": "ashes", "card": cards})
    assert tree.faults() == [("packs/many.json", "holds 50,001 cards, more than 50,000")]


@pytest.mark.skipif(sys.platform != "linux", reason="only here may a file be named by any bytes")
def test_a_pack_whose_name_is_no_text_is_named_by_its_bytes(tree: Tree) -> None:
    tree.pack("good.json", pack_of())
    place = os.fsencode(tree.home.packs) + b"/\xff.json"
    os.rename(tree.home.packs / "good.json", place)
    with tree.catalog() as catalog:
        assert catalog.faults() == [(r"packs/\udcff.json", "pack: holds half a character")]
    with open(place, "w", encoding="utf-8") as file:
        json.dump({"pack": "mine", **pack_of()}, file)
    with tree.catalog() as catalog:
        assert catalog.faults() == []
        assert [match.card.pack for match in catalog.find("Mud Golem")] == ["mine"]


@pytest.mark.skipif(os.name != "posix", reason="there are no such files")
def test_what_is_no_file_among_the_packs_is_passed_over_and_never_waited_for(tree: Tree) -> None:
    tree.pack("good.json", pack_of())
    (tree.home.packs / "folder.toml").mkdir()
    os.mkfifo(tree.home.packs / "pipe.json")
    for name, target in (("loop.json", "loop.json"), ("gone.toml", "nowhere"), ("zero.json", "/dev/zero")):
        (tree.home.packs / name).symlink_to(target)
    with tree.catalog() as catalog:
        assert catalog.faults() == []
        assert len(catalog.find("Mud Golem")) == 1


def test_effects_of_a_pack_with_a_fault_leave_out_that_pack(tree: Tree) -> None:
    pack = pack_of(abilities=["a"])
    tree.pack("bad.json", {**pack, "effects": {"mud-golem": {"abilities": ["explode"]}}})
    with tree.catalog(finish) as catalog:
        assert catalog.faults() == [("packs/bad.json, mud-golem", "unknown word explode")]


# ---------------------------------------------------------------- the game's own files


SECOND = '[release]\nslug = "x"\nname = "X"\n[[card]]\nslug = "a"\nname = "A"\n'


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[release", "ashes/cards/second.toml: "),
        ('[[card]]\nslug = "a"', "second.toml: has no .release."),
        (SECOND + 'type = "B"\npublished = "P"', "a: published"),
        (SECOND, "second.toml, a: has no type"),
        (SECOND + 'type = "B"\nprintings = [{ set = "Q" }]', "no release Q"),
    ],
)  # fmt: skip
def test_a_fault_of_the_games_own_data_names_file_and_entry(tree: Tree, text: str, said: str) -> None:
    tree.cards("ashes", "second.toml", text)
    with pytest.raises(DataFaultError, match=said):
        tree.names()
    assert not tree.home.cards.exists()


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ((), "second.toml, coal-knight: slug: ashes/cards/first.toml, coal-knight has it too"),
        (
            (("coal-knight", "a"), ('slug = "ember-imp"', 'slug = "b"')),
            "second.toml: release: first is described twice",
        ),
        ((('["ember-imp"]', '["ember-pim"]'),), 'first.toml, coal-knight: summons: there is no card "ember-pim"'),
    ],
)
def test_files_of_one_game_must_fit_together(tree: Tree, changes: tuple[tuple[str, str], ...], said: str) -> None:
    text = tree.first
    for old, new in changes:
        text = text.replace(old, new)
    tree.cards("ashes", "first.toml" if "pim" in said else "second.toml", text)
    with pytest.raises(DataFaultError, match=said):
        tree.names()


def test_a_bundled_deck_keeps_its_text_and_source(tree: Tree) -> None:
    with tree.catalog() as catalog:
        [deck] = catalog.bundled("ashes")
    assert (deck.slug, deck.name, deck.group) == ("the-coal-men", "The Coal Men", "starter")
    assert deck.source == "A deck of nobody.\nSource: this test."
    assert deck.text.endswith("3x Coal Knight\n")


# ---------------------------------------------------------------- the file


def test_the_catalogue_is_built_anew_when_a_source_changes_and_only_then(tree: Tree) -> None:
    tree.names()
    first = tree.home.cards.stat().st_ino
    tree.names()
    assert tree.home.cards.stat().st_ino == first
    place = tree.cards("ashes", "first.toml", tree.first.replace("Coal Knight", "Cold Knight"))
    os.utime(place, ns=(1, 1))  # as many bytes as before, and an older time
    assert "Cold Knight" in tree.names()
    pack = tree.pack("mine.json", pack_of())
    assert "Mud Golem" in tree.names()
    pack.unlink()
    assert "Mud Golem" not in tree.names()


def test_leftovers_of_dead_builds_are_removed_and_those_of_living_ones_stay(tree: Tree) -> None:
    tree.home.make()
    dead, living = (tree.home.root / f"cards.db.{number}.abcd.tmp" for number in (1, 2))
    for place in (dead, living):
        place.write_bytes(b"half")
    os.utime(dead, (time.time() - 7200,) * 2)
    tree.names()
    assert (dead.exists(), living.exists()) == (False, True)


def test_a_folder_that_cannot_be_written_says_what_to_do(tree: Tree) -> None:
    tree.home.root.write_text("not a folder")
    with pytest.raises(DatabaseTroubleError, match=r"cards\.db: .*DECKCLI_HOME"):
        tree.names()


def test_a_catalogue_that_is_a_folder_says_so(tree: Tree) -> None:
    tree.home.cards.mkdir(parents=True)
    with pytest.raises(DatabaseTroubleError, match=r"cards\.db"):
        tree.names()
    assert os.listdir(tree.home.root) == ["cards.db"]


def test_a_full_disk_is_told_and_leaves_nothing_behind(tree: Tree) -> None:
    tree.home.make()
    limit = (
        "import resource, signal; signal.signal(signal.SIGXFSZ, signal.SIG_IGN);"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))"
    )
    command = [sys.executable, "-c", f"{limit}\n{BUILDING}", str(tree.data), str(tree.home.root), "1"]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert "DatabaseTroubleError" in ended.stderr.splitlines()[-1]
    assert str(tree.home.cards) in ended.stderr.splitlines()[-1]
    assert os.listdir(tree.home.root) == []


def test_no_failed_build_leaves_a_file(tree: Tree) -> None:
    def fail(game: str, entry: Mapping[str, object], effects: Mapping[str, object] | None) -> Finished:
        raise KeyboardInterrupt

    tree.home.make()
    with pytest.raises(KeyboardInterrupt):
        build(tree.home, fail, data=tree.data)
    assert os.listdir(tree.home.root) == []


BUILDING = """
import sys
from pathlib import Path
from catalog.home import Home
from catalog.loading import build
data, root, times = Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3])
for _ in range(times):
    build(Home(root, root / "library.db"), None, data=data)
    print("built", flush=True)
"""


def start_builds(tree: Tree, times: int) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-c", BUILDING, str(tree.data), str(tree.home.root), str(times)]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE)


def is_whole(tree: Tree) -> bool:
    with closing(sqlite3.connect(tree.home.cards)) as connection:
        cards = connection.execute("SELECT count(*) FROM card").fetchone()
        return connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)] and cards == (4,)


@pytest.mark.scaled
def test_a_build_killed_at_any_moment_leaves_a_whole_file(tree: Tree, scaled: Callable[[int, int], int]) -> None:
    moments = random.Random(5)
    for _ in range(scaled(3, 40)):
        with start_builds(tree, 1000) as process:
            assert process.stdout is not None
            process.stdout.readline()
            time.sleep(moments.uniform(0, 0.1))
            process.send_signal(signal.SIGKILL)
        assert is_whole(tree)
        assert len(tree.names()) == 4


def test_three_processes_that_build_at_once_leave_one_whole_file(tree: Tree) -> None:
    processes = [start_builds(tree, 8) for _ in range(3)]
    assert [process.communicate()[0].count(b"built") for process in processes] == [8, 8, 8]
    assert os.listdir(tree.home.root) == ["cards.db"]
    assert is_whole(tree)


def test_a_catalogue_that_is_open_stays_readable_while_it_is_replaced(tree: Tree) -> None:
    with tree.catalog() as before:
        tree.cards("ashes", "first.toml", tree.first.replace("Coal Knight", "Cold Knight"))
        assert "Cold Knight" in tree.names()
        assert [match.card.name for match in before.find("coal-knight")] == ["Coal Knight"]


# ---------------------------------------------------------------- the cards that come with deckcli


def test_every_card_that_comes_with_deckcli_is_loaded(whole: Catalog) -> None:
    assert {game: sum(1 for _ in whole.cards(game)) for game in ("ashes", "cipher")} == {"ashes": 557, "cipher": 2427}
    assert sum(len(card.printings) for card in whole.cards("cipher")) == 3180
    assert whole.faults() == []
