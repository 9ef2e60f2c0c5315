"""Reports of other programs' users (Validation, Search, Decks, Manners): the input of each, and what is right here."""

from __future__ import annotations

import json
import unicodedata
from typing import Any

import pytest

from catalog.home import Home
from catalog.reading import Catalog

LONG = "A name that is far longer than any terminal is wide, and longer than eighty columns by a good deal more"


def told(deckcli: Any, *words: str, stdin: str = "") -> dict[str, Any]:
    value: dict[str, Any] = json.loads(deckcli(*words, "--json", stdin=stdin).out)
    return value


def test_every_name_is_found_without_its_marks_and_in_any_case(built_home: Any) -> None:
    """taw/magic-search-engine#250: by decomposition and a short table, not by a list of letters that were seen."""
    with Catalog.open(Home(built_home, built_home / "library.db")) as catalog:
        marked = [card for card in catalog.cards() if not card.name.isascii()]
        for card in marked:
            stripped = "".join(c for c in unicodedata.normalize("NFKD", card.name) if not unicodedata.combining(c))
            for name in (stripped, stripped.upper(), unicodedata.normalize("NFD", card.name)):
                assert card.slug in {match.card.slug for match in catalog.find(name, card.game)}, name


def test_too_many_copies_name_card_count_limit_rule_and_fix(deckcli: Any) -> None:
    """fafranco82/swdestinydb#152, #191: 4 copies of one card."""
    found = told(deckcli, "deck", "check", "-", stdin="Phoenixborn: Coal Roarkwin\n4x Iron Worker\n")
    problem = next(one for one in found["problems"] if one["code"] == "copy_limit")
    assert (problem["cards"], problem["found"], problem["allowed"]) == (["Iron Worker"], 4, 3)
    assert problem["source"]
    assert problem["fix"] == "Take out 1 Iron Worker."


def test_the_sum_tells_which_cards_count_and_which_stand_beside(deckcli: Any) -> None:
    """Kamalisk/arkhamdb#511: 30 cards, conjurations and a Phoenixborn."""
    out = deckcli("deck", "check", "the-iron-men").out
    assert "30 counted (30 main) + 2 not counted (1 leader, 1 conjurations) = 32 in all." in out


def test_an_illegal_deck_is_not_played_unless_told(deckcli: Any) -> None:
    """Ashteki/ashteki#1652, #392: a deck one card short."""
    deckcli("deck", "import", "s01", "--name", "Short")
    deckcli("deck", "remove", "Short", "Caeda, Talys's Heart")
    refused = deckcli("goldfish", "Short", "-n", "1", "--seed", "1")
    assert refused.code != 0
    assert "--allow-illegal" in refused.err


def test_a_search_among_owned_cards_of_an_empty_collection_says_why_it_is_empty(deckcli: Any) -> None:
    """fafranco82/swdestinydb#4, #19."""
    ran = deckcli("cards", "search", "owned>0")
    assert ran.code == 1
    assert "own nothing yet" in ran.err


def test_rules_hold_for_a_deck_however_it_came_in(deckcli: Any) -> None:
    """arkham-build/arkham.build#301: an imported deck with cards outside the agreed pool."""
    deckcli("deck", "import", "s01", "--name", "Mine")
    deckcli("deck", "set", "Mine", "--rules", "standard")
    codes = {problem["code"] for problem in told(deckcli, "deck", "check", "Mine")["problems"]}
    assert "not_in_format" in codes
    assert deckcli("deck", "add", "Mine", "Marth, Star and Savior").code == 1


@pytest.mark.parametrize("words", [["import", "s02", "--name", "A"], ["copy", "B", "A"], ["rename", "B", "A"],
                                   ["new", "A", "-g", "cipher"]])  # fmt: skip
def test_no_deck_is_destroyed_by_another_of_its_name(deckcli: Any, words: list[str]) -> None:
    """PlayersCommittee/gemp-swccg-public#695, Cockatrice/Cockatrice#5802."""
    deckcli("deck", "import", "s01", "--name", "A")
    deckcli("deck", "import", "s01", "--name", "B")
    before = told(deckcli, "deck", "show", "A")
    ran = deckcli("deck", *words)
    assert ran.code == 1
    assert "already" in ran.err
    assert told(deckcli, "deck", "show", "A") == before


def test_no_name_is_cut_or_boxed_in_a_pipe(deckcli: Any) -> None:
    """Textualize/rich#501, #119: long names through `| grep`."""
    deckcli("deck", "import", "s01", "--name", LONG)
    for words in (["deck", "list"], ["deck", "find", "is:saved"], ["deck", "history", LONG], ["log"]):
        out = deckcli(*words).out
        assert "│" not in out
        assert "…" not in out
    assert LONG in deckcli("deck", "list").out
    assert LONG in deckcli("deck", "find", "is:saved").out


@pytest.mark.parametrize("name", ["[old] aggro", "[/]", ":fire:", "[/b]", 'R&D "test" <1>'])
def test_names_are_never_taken_for_markup_by_any_command_on_decks(deckcli: Any, name: str) -> None:
    """Maxteabag/sqlit#212, MarkyMan4/filequery#51, zzorba/marvelsdb#80."""
    deckcli("deck", "import", "s01", "--name", name)
    for words in (
        ["deck", "list"], ["deck", "show", f"deck:{name}"], ["deck", "find", "is:saved"],
        ["deck", "diff", "s02", f"deck:{name}"],
        ["log"], ["deck", "export", f"deck:{name}", "--to", "text"],
    ):  # fmt: skip
        assert name in deckcli(*words).out, words
    for form in ("cockatrice", "lackey", "octgn", "tts"):
        text = deckcli("deck", "export", f"deck:{name}", "--to", form).out
        assert told(deckcli, "deck", "check", "-", stdin=text)["counts"] == {"main": 50}, form
