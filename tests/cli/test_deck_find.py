"""`deckcli deck find`: decks by what they hold, saved and bundled."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from catalog.card import Label
from catalog.collection import claims
from catalog.errors import QueryError
from catalog.home import Home
from catalog.library import Library
from catalog.names import fold
from catalog.reading import Catalog
from deckcli.decks import formats
from deckcli.decks.finding import HELP, Held, Searched, held_by, held_in, held_plainly, parse
from deckcli.decks.resolve import resolve
from deckcli.decks.saved import list_of


def found(deckcli: Any, *words: str) -> dict[str, list[int]]:
    ran = deckcli("deck", "find", *words, "--json")
    assert ran.code in (0, 1), ran.err
    value = json.loads(ran.out)
    assert (value["count"] > 0) == (ran.code == 0)
    return {deck["name"]: deck["copies"] for deck in value["decks"]}


def test_decks_are_found_by_how_many_copies_of_cards_they_hold(deckcli: Any) -> None:
    deckcli("deck", "import", "the-iron-men", "--name", "Mine")
    deckcli("deck", "remove", "Mine", "Iron Worker", "2")
    assert found(deckcli, '[[!"Iron Worker"]]>=3', "mine") == {}
    assert found(deckcli, '[[!"Iron Worker"]]=1', "mine") == {"Mine": [1]}
    assert found(deckcli, '[[!"Iron Worker"]]', "mine") == {"Mine": [1]}
    assert "The Iron Men" in found(deckcli, '[[!"Iron Worker"]]:2..3')
    assert found(deckcli, '[[!"Iron Worker"]]!=1', "name=Mine") == {}
    eight = found(deckcli, "[[type:ally]]>=8")
    assert eight["The Iron Men"] == [9]
    assert eight["Mine"] == [7] if "Mine" in eight else True
    assert all(counts[0] >= 8 for counts in eight.values())
    both = found(deckcli, "[[type:ally]]>=9 [[dice:natural]]>=1")
    assert both["The Iron Men"][1] >= 1
    assert set(both) <= set(eight)


def test_a_main_character_is_counted_and_what_stands_beside_is_not(deckcli: Any) -> None:
    assert found(deckcli, '[[!"Marth, Altean Prince"]]=2', "is:bundled") == {"War of Shadows": [2]}
    deckcli("deck", "import", "the-iron-men", "--name", "Mine")
    deckcli("deck", "add", "Mine", "Fear", "--pile", "side")
    assert found(deckcli, "[[!Fear]]", "is:saved") == {}
    assert found(deckcli, '[[!"Coal Roarkwin"]]', "is:saved") == {"Mine": [1]}
    assert found(deckcli, "[[type:conjuration]]", "is:saved") == {}, "the pile only follows from the cards"


def test_decks_are_found_by_the_words_on_them(deckcli: Any) -> None:
    deckcli("deck", "import", "the-iron-men", "--name", "[old] Aggro")
    deckcli("deck", "import", "s01", "--name", "Slow")
    deckcli("deck", "tag", "Slow", "for fun")
    deckcli("deck", "state", "Slow", "built")
    deckcli("deck", "note", "Slow", "needs more horses")
    for query, names in (
        ("state:built", {"Slow"}), ("tag:fun", {"Slow"}), ('tag="for fun"', {"Slow"}), ("tag=fun", set()),
        ("note:horses", {"Slow"}), ("is:saved -state:built", {"[old] Aggro"}), ("old agg", {"[old] Aggro"}),
        ('!"[old] aggro"', {"[old] Aggro"}), ("is:saved g:cipher", {"Slow"}),
        ("leader:roarkwin is:saved", {"[old] Aggro"}),
        ("dice:natural is:saved", {"[old] Aggro"}), ("is:saved cards>=50", {"Slow"}),
        ("is:saved cards=30", {"[old] Aggro"}),
        ("is:saved (tag:fun or dice:natural)", {"[old] Aggro", "Slow"}), ("is:saved legal:unlimited", {"Slow"}),
        ("is:saved is:illegal", set()), ("is:saved legal:constructed", {"[old] Aggro"}),
    ):  # fmt: skip
        assert set(found(deckcli, query)) == names, query


def test_a_search_for_decks_sees_decks_and_saved_searches_too(deckcli: Any) -> None:
    deckcli("cards", "search", "--save", "cheap", "type:ally", "magic<=1", "-g", "ashes")
    assert found(deckcli, "[[@cheap]]>=3")
    assert "The Iron Men" in found(deckcli, "[[in:the-iron-men type:ally]]>=9")


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("[[type:ally", "never closed"), ("[[type:]]", "value is expected"), ("[[a]]>=x", "number of copies"),
        ("attack:3", "[[attack:...]]"), ("state:sold", "never"), ("game:chess", "No game"), ("legal:nothing", "rules"),
        ("is:good", "it is saved"), ("cards=many", "number of cards"), ("tag>3", "expected"), ("(a", "closing"),
        ("a or", "expected here"), ("[[nofield:3]]>=1", "nofield"), ("name:", "value is expected"),
    ],
)  # fmt: skip
def test_a_search_for_decks_that_is_none_is_told_with_its_place(deckcli: Any, query: str, said: str) -> None:
    ran = deckcli("deck", "find", query)
    assert ran.code == 2
    assert said in ran.err
    assert ran.err.splitlines()[1].strip() == query
    assert ran.err.splitlines()[2].strip() == "^"


def test_what_a_search_reads_of_a_deck_is_what_resolving_it_gives(deckcli: Any, warm_home: Any) -> None:
    """Thousands of decks are searched without a look at each of their cards; nothing else may come of it."""
    home = Home(warm_home, warm_home / "library.db")
    for slug in ("the-iron-men", "s01", "s04", "fengarian", "phase10"):
        deckcli("deck", "import", slug)
    deckcli("deck", "new", "Odd", "-g", "ashes")
    deckcli("deck", "add", "Odd", "Coal Roarkwin", "Iron Worker", "2", "--allow-illegal")
    deckcli("deck", "import", "s01", "--name", "Apart")
    deckcli("deck", "set", "Apart", "--main-character", "Caeda, Talys's Heart", "--allow-illegal")
    with Catalog.open(home) as catalog, Library.open(home) as library:
        labels = catalog.labels()
        saved = {deck.id: deck for deck in library.decks()}
        assert len(saved) == 7
        for claim in claims(library):
            assert held_in(claim, labels) == held_by(resolve(list_of(saved[claim.id]), catalog)[0])
        names: dict[tuple[str, str], list[Label]] = {}
        for label in dict.fromkeys(labels.values()):
            names.setdefault((label.game, fold(label.name)), []).append(label)
        alone = {key: several[0] for key, several in names.items() if len(several) == 1}
        for deck in catalog.bundled():
            wanted = formats.read(deck.text.encode(), deck.slug, "text")
            whole = held_by(resolve(wanted, catalog)[0]), wanted.rules
            assert held_plainly(deck.text, deck.game, alone, partial(coded, catalog, labels, deck.game)) == whole


def coded(catalog: Catalog, labels: Mapping[tuple[str, str], Label], game: str, code: str) -> Label | None:
    cards = [match.card for match in catalog.find(code, game)]
    return labels[game, cards[0].slug] if len({card.name_key for card in cards}) == 1 else None


@pytest.mark.parametrize(
    "line",
    [
        "3 Hammer Knight", "3x Hammer Night", "0x Hammer Knight", "3x Hammer Knight ff", "2x Hammer Knight // a remark",
        "3x Hammer Night (B01-003)", "Sideboard (1):", "Phoenixborn: Nobody", "Dice: natural 5",
        "Dice: 5 natural,", "Author: me", "Game: Chess",
    ],
)  # fmt: skip
def test_a_list_that_is_not_quite_as_we_write_lists_is_left_to_its_format(warm_home: Any, line: str) -> None:
    text = (
        "# One of ours\nGame: Ashes Reborn\nPhoenixborn: Coal Roarkwin\nDice: 10 natural\n\nCards (3):\n3x Iron Worker"
    )
    with Catalog.open(Home(warm_home, warm_home / "library.db")) as catalog:
        named = {(label.game, fold(label.name)): label for label in catalog.labels().values()}

    def coded(code: str) -> Label | None:
        return named["ashes", "hammer knight"]

    read = held_plainly(text, "ashes", named, coded)
    assert read is not None
    assert read[0] == Held("ashes", {"iron-worker": 3, "coal-roarkwin": 1}, 3, ("Coal Roarkwin",), ("natural",))
    assert held_plainly(f"{text}\n{line}\n", "ashes", named, coded) is None


def test_nothing_found_is_exit_1_and_says_among_how_many(deckcli: Any) -> None:
    ran = deckcli("deck", "find", "nosuchdeck")
    assert (ran.code, ran.out) == (1, "")
    assert "none of" in ran.err


def test_the_help_fits_a_screen() -> None:
    assert max(map(len, HELP.splitlines())) <= 78


class Empty:
    """A deck with nothing in it and nothing on it."""

    held = Held("ashes", {}, 0)
    words: Mapping[str, Sequence[str]] = MappingProxyType({})

    def legal(self, rules: str) -> bool:
        return False


WORDS = [
    "[[",
    "]]",
    "a",
    ">=8",
    "!=",
    "tag:",
    "(",
    ")",
    "or",
    "|",
    "-",
    "not",
    '"',
    "is:legal",
    "cards=3",
    "1..2",
    "@",
    "\0",
]


@given(text=st.text(max_size=40) | st.lists(st.sampled_from(WORDS), max_size=8).map(" ".join))
def test_no_words_at_all_end_a_search_for_decks_otherwise_than_by_an_answer_or_a_place(text: str) -> None:
    deck: Searched = Empty()
    try:
        query = parse(text, lambda inner: frozenset(), lambda rules: False)
    except QueryError as fault:
        column = fault.column
        query = None
    if query is None:
        assert 1 <= column <= len(text) + 1
    else:
        assert query.fits(deck) in (True, False)
        assert all(count == 0 for count in query.counts(deck.held))
