"""Decks that are worked on: new, add, remove, set, rename, copy, note, tag, state; a verdict after each change."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from catalog.home import Home
from catalog.library import Library
from catalog.saved import SavedSlot


@pytest.fixture
def mine(deckcli: Any) -> Any:
    """A deck called Mine: a copy of a bundled one that is legal."""
    assert deckcli("deck", "import", "the-iron-men", "--name", "Mine").code == 0
    return deckcli


def told(deckcli: Any, *words: str, code: int = 0) -> dict[str, Any]:
    ran = deckcli(*words, "--json")
    assert ran.code == code, ran.err
    value: dict[str, Any] = json.loads(ran.out)
    return value


def counts(deckcli: Any, name: str = "Mine") -> dict[str, int]:
    return {slot["name"]: slot["count"] for slot in told(deckcli, "deck", "show", name)["slots"]}


def test_a_deck_is_begun_with_its_leader_and_dice(deckcli: Any) -> None:
    ran = deckcli("deck", "new", "Mine", "--phoenixborn", "coal roarkwin", "--dice", "5 natural, 5 nat", "--tag", "new")
    assert ran.code == 0, ran.err
    assert ran.out == "Not legal by Constructed: 0 cards, and the deck has 30. Add 30 cards.\n"
    shown = told(deckcli, "deck", "show", "Mine")
    assert (shown["dice"], shown["saved"]["tags"]) == ({"natural": 10}, ["new"])


def test_a_deck_needs_a_game_and_a_name_of_its_own(deckcli: Any) -> None:
    assert deckcli("deck", "new", "Mine").code == 2
    assert deckcli("deck", "new", " ", "-g", "ashes").code == 2
    assert deckcli("deck", "new", "Mine", "-g", "cipher").code == 0
    assert deckcli("deck", "new", "Mine", "-g", "cipher").code == 1
    assert deckcli("deck", "new", "Mine", "-g", "ashes").code == 0, "another game's deck may have the name"
    ran = deckcli("deck", "add", "Mine", "Fear")
    assert ran.code == 4
    assert "2 decks" in ran.err


def test_every_change_is_shown_with_the_verdict_that_follows(mine: Any) -> None:
    ran = mine("deck", "remove", "Mine", "Iron Worker")
    assert ran.err.splitlines()[0] == 'changed "Mine": -1 Iron Worker, now 2.'
    assert ran.out == "Not legal by Constructed: 29 cards, and the deck has 30. Add 1 card.\n"
    ran = mine("deck", "add", "Mine", "iron worker")
    assert ran.out.startswith("Legal by Constructed: 30 counted")


def test_a_copy_too_many_is_refused_loudly_and_nothing_is_capped(mine: Any) -> None:
    """mtgred/netrunner#1895: refuse loudly and say which rule; never clamp."""
    before = counts(mine)
    ran = mine("deck", "add", "Mine", "Iron Worker", "5")
    assert ran.code == 1
    assert (
        "8 copies of Iron Worker, and a deck may have 3. (rulings.md: Copies of a card) Nothing was changed." in ran.err
    )
    assert counts(mine) == before
    assert mine("deck", "add", "Mine", "Fear").code == 1, "another Phoenixborn's exclusive"
    forced = mine("deck", "add", "Mine", "Iron Worker", "5", "--allow-illegal")
    assert forced.code == 0
    assert "copies of Iron Worker" in forced.out or "and 1 more" in forced.out
    assert counts(mine)["Iron Worker"] == 8


def test_what_is_refused_is_told_with_all_its_copies_and_how_many_there_is_room_for(mine: Any) -> None:
    mine("deck", "remove", "Mine", "Iron Worker", "2")
    ran = mine("deck", "add", "Mine", "Iron Worker", "5")
    assert ran.err.startswith("6 copies of Iron Worker")
    assert "2 more may be added." in ran.err
    assert mine("deck", "set", "Mine", "Iron Worker", "7").err.startswith("7 copies of Iron Worker")


def test_a_name_of_several_words_that_stands_in_no_quotes_is_told_as_that(mine: Any) -> None:
    ran = mine("deck", "add", "Mine", "Iron", "Worker", "2")
    assert (ran.code, ran.err) == (4, 'a name of several words stands in quotes: "Iron Worker".\n')
    assert "no Ashes Reborn card" in mine("deck", "add", "Mine", "Iron", "Nobody").err


@pytest.mark.parametrize("words", [["Iron Worker", "2"], ["2x Iron Worker"], ["Iron Worker x2"], ["2 iron worker"]])
def test_a_card_is_counted_as_in_a_list_or_by_a_number_behind_it(mine: Any, words: list[str]) -> None:
    mine("deck", "set", "Mine", "Iron Worker", "0")
    assert mine("deck", "add", "Mine", *words).code == 0
    assert counts(mine)["Iron Worker"] == 2


def test_lines_of_standard_input_are_cards_too(mine: Any) -> None:
    assert mine("deck", "remove", "Mine", "-", stdin="# out\n2x Iron Worker\n\nHammer Knight\n").code == 0
    assert counts(mine)["Iron Worker"] == 1


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["add", "Mine", "Hamer Knight"], 4, "Nearest: Hammer Knight"),
        (["add", "Mine", "Marth, Altean Prince"], 4, "is a card of Fire Emblem Cipher"),
        (["add", "Mine", "3"], 2, "counts no card"),
        (["add", "Mine", "2x Anchornaut", "2"], 2, "has a count already"),
        (["add", "Mine", "Anchornaut", "0"], 2, "deck set"),
        (["add", "Mine", "Anchornaut", "9" * 4000], 2, "too many"),
        (["add", "Mine", "-2x Anchornaut"], 2, ""),
        (["add", "Mine", "1.5x Anchornaut"], 2, "no number of copies"),
        (["add", "Mine", ""], 2, "no card"),
        (["add", "Nobody", "Anchornaut"], 4, "no saved deck"),
        (["add", "the-iron-men", "Anchornaut"], 4, "deck import"),
        (["remove", "Mine", "Iron Worker", "4"], 1, "3 Iron Worker are in it, and 4 shall go"),
        (["remove", "Mine", "Flute Mage"], 1, "no Flute Mage is in it"),
        (["set", "Mine"], 2, "nothing is to be set"),
        (["set", "Mine", "Iron Worker"], 2, "how many"),
        (["set", "Mine", "Iron Worker", "4"], 1, "a deck may have 3"),
        (["set", "Mine", "--dice", "ten"], 1, "no die called"),
        (["set", "Mine", "--dice", "x"], 1, "no die called"),
        (["set", "Mine", "--dice", "10 chram"], 1, "charm"),
        (["set", "Mine", "--rules", "constructive"], 4, "constructed"),
        (["set", "Mine", "--phoenixborn", "Nobody"], 4, "Nobody"),
        (["set", "Mine", "--first-five", "Nobody"], 4, "Nobody"),
        (["set", "Mine", "--tutor", "Iron Worker"], 2, "TUTOR -> CARD"),
        (["rename", "Mine", " "], 2, "name"),
        (["state", "Mine", "sold"], 2, "idea, flexible or built"),
        (["tag", "Mine", "--remove", "x"], 2, 'no tag "x"'),
        (["restore", "Mine", "9"], 4, "revision 9"),
        (["restore", "Mine"], 2, "Which revision"),
        (["history", "Nobody"], 4, "no saved deck"),
        (["diff", "Mine", "s01"], 2, "Fire Emblem Cipher"),
        (["diff", "Mine"], 4, "one revision only"),
        (["diff", "Mine@7", "Mine"], 4, "no revision 7"),
        (["diff", "-", "-"], 2, "standard input"),
    ],
    ids=lambda value: " ".join(value)[:40] if isinstance(value, list) else "",
)
def test_what_cannot_be_done_is_one_clear_word_and_changes_nothing(
    mine: Any, words: list[str], code: int, said: str
) -> None:
    ran = mine("deck", *words)
    assert ran.code == code, ran.err
    assert said in ran.err
    assert ran.out == ""
    assert len(told(mine, "log")["steps"]) == 1


def test_every_change_is_one_step_back(mine: Any) -> None:
    """Cockatrice/Cockatrice#3396: remove, remove, undo, show."""
    mine("deck", "remove", "Mine", "Iron Worker")
    mine("deck", "remove", "Mine", "Iron Worker")
    mine("undo")
    assert counts(mine)["Iron Worker"] == 2
    before = told(mine, "deck", "show", "Mine")
    for words in (
        ["add", "Mine", "Iron Worker"], ["set", "Mine", "Iron Worker", "1", "--dice", "4 charm"],
        ["rename", "Mine", "B"], ["copy", "Mine", "C"], ["note", "Mine", "x"], ["tag", "Mine", "y"],
        ["state", "Mine", "built"],
        ["set", "Mine", "--first-five", "Iron Worker", "--rules", "precon"], ["restore", "Mine", "1"],
    ):  # fmt: skip
        assert mine("deck", *words).code == 0, words
        assert mine("undo").code == 0
        assert told(mine, "deck", "show", "Mine") == before, words


def test_a_dry_run_says_what_would_be_and_changes_nothing(mine: Any) -> None:
    before = told(mine, "deck", "show", "Mine")
    for words in (
        ["new", "B", "-g", "ashes"], ["remove", "Mine", "Iron Worker"], ["set", "Mine", "Iron Worker", "0"],
        ["rename", "Mine", "B"], ["copy", "Mine", "B"], ["note", "Mine", "x"], ["tag", "Mine", "x"],
        ["state", "Mine", "built"],
    ):  # fmt: skip
        ran = mine("deck", *words, "--dry-run")
        assert ran.code == 0, ran.err
        assert "would" in ran.err
    assert told(mine, "deck", "show", "Mine") == before
    assert len(told(mine, "log")["steps"]) == 1


def test_the_same_again_is_no_revision_and_no_step(mine: Any) -> None:
    ran = mine("deck", "set", "Mine", "Iron Worker", "3")
    assert ran.code == 0
    assert "nothing to change" in ran.err
    assert len(told(mine, "log")["steps"]) == 1


def test_the_leader_and_the_plan_of_an_ashes_deck_are_set_and_kept(mine: Any) -> None:
    ran = mine("deck", "set", "Mine", "--phoenixborn", "Aradel Summergaard", "--effects-paid", "Iron Worker",
               "--tutor", "Iron Worker -> Fear", "--first-five", "Iron Worker; Hammer Knight")  # fmt: skip
    assert ran.code == 0, ran.err
    shown = told(mine, "deck", "show", "Mine")
    assert [slot["name"] for slot in shown["slots"] if slot["pile"] == "leader"] == ["Aradel Summergaard"]
    assert shown["first_five"] == ["iron-worker", "hammer-knight"]
    assert shown["effects_paid"] == [{"slug": "iron-worker", "name": "Iron Worker", "in_deck": True}]
    assert [pair["fetches"]["name"] for pair in shown["tutors"]] == ["Fear"]
    mine("deck", "remove", "Mine", "Iron Worker")
    again = told(mine, "deck", "show", "Mine")
    assert (again["effects_paid"], again["tutors"]) == (shown["effects_paid"], shown["tutors"])
    exported = json.loads(mine("deck", "export", "Mine", "--to", "ashes-json").out)
    assert (exported["effect_costs"], exported["tutor_map"]) == (["iron-worker"], {"iron-worker": "fear"})
    lost = told(mine, "deck", "convert", "Mine", "--to", "text", "--check", code=1)["lost"]
    assert lost == ["which effects are paid in round one", "what each tutor fetches"]
    assert mine("deck", "set", "Mine", "--effects-paid", "", "--tutor", "").code == 0
    assert told(mine, "deck", "show", "Mine")["effects_paid"] == []


def test_the_conjuration_pile_follows_the_cards_after_every_change(deckcli: Any) -> None:
    """Ashteki/ashteki#998, #177: the pile is derived; a conjuration summoned by a conjuration is part of it."""
    deckcli("deck", "new", "Mine", "--phoenixborn", "Aradel Summergaard")
    ran = deckcli("deck", "add", "Mine", "Summon Butterfly Monk")
    assert "conjuration pile, as it follows from the cards" in ran.err
    assert "Butterfly Monk" in ran.err
    derived = told(deckcli, "deck", "show", "Mine")["derived"]
    deckcli("deck", "remove", "Mine", "Summon Butterfly Monk")
    deckcli("deck", "add", "Mine", "Summon Butterfly Monk")
    assert told(deckcli, "deck", "show", "Mine")["derived"] == derived
    codes = [problem["code"] for problem in told(deckcli, "deck", "check", "Mine", code=1)["problems"]]
    assert not [code for code in codes if code.startswith("pile_")]


def test_a_main_character_is_one_of_the_cards_and_goes_back_among_them(deckcli: Any) -> None:
    deckcli("deck", "import", "s01", "--name", "Mine")
    before = told(deckcli, "deck", "check", "Mine")["counts"]["main"]
    leader = next(s for s in told(deckcli, "deck", "show", "Mine")["slots"] if s["pile"] == "leader")
    other = "Abel, Green Knight"
    assert deckcli("deck", "set", "Mine", "--main-character", other).code == 0
    slots = told(deckcli, "deck", "show", "Mine")["slots"]
    assert [slot["name"] for slot in slots if slot["pile"] == "leader"] == [other]
    assert told(deckcli, "deck", "check", "Mine")["counts"]["main"] == before
    deckcli("deck", "set", "Mine", "--main-character", leader["name"])
    key = lambda slot: (slot["pile"], slot["slug"])  # noqa: E731
    again = told(deckcli, "deck", "show", "Mine")["slots"]
    assert sorted(again, key=key) == sorted(told(deckcli, "deck", "show", "s01")["slots"], key=key)


def test_dice_belong_to_ashes(deckcli: Any) -> None:
    deckcli("deck", "import", "s01", "--name", "Mine")
    assert deckcli("deck", "set", "Mine", "--dice", "10 natural").code == 2


def test_a_name_that_fits_one_card_of_the_deck_means_that_card(deckcli: Any) -> None:
    deckcli("deck", "new", "Mine", "-g", "cipher")
    deckcli("deck", "add", "Mine", "Marth, Altean Prince", "2")
    assert deckcli("deck", "add", "Mine", "Caeda").code == 4, "several cards are of the unit Caeda"
    assert deckcli("deck", "remove", "Mine", "Marth").code == 0
    assert counts(deckcli) == {"Marth, Altean Prince": 1}


def test_cards_go_into_other_piles_and_out_of_them(mine: Any) -> None:
    assert mine("deck", "add", "Mine", "Fear", "2", "--pile", "side").code == 0
    piles = [(slot["pile"], slot["name"]) for slot in told(mine, "deck", "show", "Mine")["slots"]]
    assert ("side", "Fear") in piles
    assert mine("deck", "check", "Mine").code == 0
    assert mine("deck", "remove", "Mine", "Fear", "--all").code == 0


def test_a_note_tags_and_a_state_are_written_and_shown(mine: Any) -> None:
    assert mine("deck", "note", "Mine", "-", stdin="two\nlines\n").code == 0
    assert mine("deck", "note", "Mine").out == "two\nlines\n"
    mine("deck", "tag", "Mine", "fun", "fast", "fun")
    mine("deck", "tag", "Mine", "--remove", "fast", "slow")
    assert mine("deck", "tag", "Mine").out == "fun\nslow\n"
    mine("deck", "state", "Mine", "built")
    assert mine("deck", "state", "Mine").out == "built\n"
    shown = mine("deck", "show", "Mine").out
    assert "#1, revision 1, built" in shown
    assert "fun, slow" in shown


@pytest.mark.parametrize(
    "words", ["[old] aggro", "[/]", ":fire:", "\x1b[2J", "=1+1", "\u202eevil", "'; DROP TABLE deck;--"]
)
def test_names_notes_and_tags_of_any_kind_are_kept_and_shown_as_they_are(mine: Any, words: str) -> None:
    """Maxteabag/sqlit#212: brackets are no markup; nothing turns the screen round."""
    assert mine("deck", "rename", "Mine", "--", words).code == 0
    assert mine("deck", "note", words, "--", words).code == 0
    assert mine("deck", "tag", words, "--", words).code == 0
    saved = told(mine, "deck", "show", f"deck:{words}")["saved"]
    assert (saved["deck"], saved["note"], saved["tags"]) == (words, words, [words])
    ran = mine("deck", "show", f"deck:{words}")
    assert not set(ran.out) & set("\x1b\u202e")


def test_a_card_that_the_catalogue_no_longer_has_stays_in_the_deck(mine: Any, warm_home: Path) -> None:
    with Library.open(Home(warm_home, warm_home / "library.db"), write=True) as library:
        deck = library.deck("Mine")[0]
        library.revise(deck.id, slots=(*deck.slots, SavedSlot("ember-fox", 1)))
    assert mine("deck", "remove", "Mine", "Iron Worker").code == 0
    codes = [problem["code"] for problem in told(mine, "deck", "check", "Mine", code=1)["problems"]]
    assert "unknown_card" in codes, "the card is still named"


@pytest.mark.scaled
def test_changes_at_once_lose_none(warm_home: Path, deckcli: Any, scaled: Any) -> None:
    """pingdotgg/t3code#5099: invocations in parallel; the total is exact."""
    deckcli("deck", "new", "Mine", "-g", "ashes")
    command = [sys.executable, "-m", "deckcli", "deck", "add", "Mine", "Anchornaut", "--allow-illegal"]
    environment = {**os.environ, "DECKCLI_HOME": str(warm_home)}
    running = [
        subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _ in range(scaled(2, 20))
    ]
    assert [process.wait(timeout=300) for process in running] == [0] * len(running)
    assert counts(deckcli)["Anchornaut"] == len(running)


@pytest.mark.scaled
@settings(max_examples=200 if os.environ.get("DECKCLI_LONG") else 8, suppress_health_check=list(HealthCheck))
@given(
    command=st.sampled_from(["add", "remove", "set", "note", "tag", "state", "rename", "copy", "history", "diff"]),
    words=st.lists(st.text(max_size=30) | st.sampled_from(["Iron Worker", "3", "-", "Mine@1", "--dice"]), max_size=3),
)
def test_no_words_at_all_end_in_a_traceback(mine: Any, command: str, words: list[str]) -> None:
    assert mine("deck", command, "#1", "--", *words).code in (0, 1, 2, 3, 4)
    assert mine("deck", "check", "#1").code in (0, 1)
