"""Two-faced cards by their names, in lists and look-ups: the card is what counts, however it is called."""

from __future__ import annotations

import json

import pytest

DEATH = "squeezle-the-flying-death"


def checked(deckcli, text, *arguments):
    return json.loads(deckcli("cards", "check", "-", "-g", "phase", "--json", *arguments, stdin=text).out)


def line(deckcli, text):
    return checked(deckcli, text)["lines"][0]


def judged(deckcli, text, *arguments):
    return json.loads(deckcli("deck", "check", "-", "-g", "phase", "--json", *arguments, stdin=text).out)


@pytest.mark.parametrize(
    "name",
    [
        "Nighthawk // Berserker", "Nighthawk//Berserker", "Nighthawk / Berserker", "Nighthawk/Berserker",
        "Berserker // Nighthawk", "berserker/nighthawk", "BERSERKER  //nighthawk", "nighthawk-berserker", "RUL-002",
        "rul-002a", "RUL-002B",
    ],
)  # fmt: skip
def test_both_faces_name_the_card_in_either_order_with_one_stroke_or_two(deckcli, name):
    """magefree/mage#5518, #6346."""
    assert line(deckcli, f"1 {name}\n")["slug"] == "nighthawk-berserker"
    assert json.loads(deckcli("cards", "show", name, "-g", "phase", "--json").out)["slug"] == "nighthawk-berserker"


def test_a_face_on_several_cards_is_ambiguous_and_lists_them(deckcli):
    """Cockatrice/Cockatrice#4253: never a back side alone."""
    found = line(deckcli, "1 Squeezle\n")
    assert (found["status"], found["count"]) == ("ambiguous", 1)
    assert found["message"] == '"Squeezle" fits 2 cards: Squeezle // The Flying Death; Squeezle // Gladiator.'
    ran = deckcli("cards", "show", "Squeezle")
    assert ran.code == 4
    assert "Squeezle // The Flying Death [RUL-001], Squeezle // Gladiator [RUL-006]" in ran.err


def test_a_face_on_one_card_is_that_card_and_it_is_said(deckcli, warm_home):
    """Cockatrice/Cockatrice#4253."""
    own = {
        "game": "phase",
        "card": [
            {
                "slug": "ember-fox-ash-fox", "name": "Ember Fox // Ash Fox", "type": "Warrior", "faction": "Keeper",
                "faces": [
                    {"name": name, "side": side, "training_cost": 1, "attack": 1, "defence": 1, "abilities": []}
                    for name, side in (("Ember Fox", "good"), ("Ash Fox", "evil"))
                ],
            }
        ],
    }  # fmt: skip
    (warm_home / "packs").mkdir()
    (warm_home / "packs" / "mine.json").write_text(json.dumps(own), encoding="utf-8")
    answer = judged(deckcli, "1 Ash Fox\n", "--rules", "phase-house")
    (note,) = (problem for problem in answer["problems"] if problem["code"] == "face_name")
    assert note["message"] == '"Ash Fox" is one face of Ember Fox // Ash Fox.'
    assert answer["counts"] == {"main": 1}


def test_a_card_named_once_by_each_way_round_is_two_copies_of_it(deckcli):
    """webxoss/webxoss-core#12."""
    answer = judged(deckcli, "1 Squeezle // The Flying Death\n1 The Flying Death/Squeezle\n")
    (problem,) = (problem for problem in answer["problems"] if problem["code"] == "copy_limit")
    assert (problem["found"], problem["allowed"], problem["lines"]) == (2, 1, [1, 2])


def test_a_search_looks_at_both_faces_and_shows_what_fits(deckcli):
    """magefree/mage#8664; mtgjson/mtgjson#688: each face has its own numbers."""
    ran = deckcli("cards", "search", "berserker", "-g", "phase", "--format", "csv")
    head, *rows = (one.split(",") for one in ran.out.splitlines())
    assert [row[0] for row in rows] == ["Nighthawk // Berserker", "The Cognet // Berserker"]
    told = dict(zip(head, rows[0], strict=True))
    assert (told["cost"], told["attack"], told["defence"]) == ("4 // 3", "4 // 4", "5 // 3")


def test_a_search_by_number_finds_a_card_by_either_face(deckcli):
    found = json.loads(deckcli("cards", "search", "training_cost=0", "release:rulebook", "-g", "phase", "--json").out)
    names = {card["name"] for card in found["cards"]}
    assert names == {"Fire Spirit // Chained Horror", "Fire Spirit // Ted", "Fire Spirit // Necromancer"}


def test_what_one_owns_is_a_card_whatever_face_was_named(deckcli):
    """Razviar/mtga-pro-tracker#291, mtgatracker/mtgatracker#499: keyed by the card."""
    text = "1 Berserker/Nighthawk\n1 Nighthawk // Berserker\n"
    lines = checked(deckcli, text)["lines"]
    assert {one["slug"] for one in lines} == {"nighthawk-berserker"}


def test_a_list_of_two_faced_cards_comes_back_as_it_was(deckcli, tmp_path):
    """dr4fters/dr4ft#1242."""
    text = (
        "Game: Phase\nName: Three\n1x Squeezle // The Flying Death\n1x Fire Spirit // Ted\n1x The Cognet // Berserker\n"
    )
    wanted = [one["slug"] for one in checked(deckcli, text)["lines"]]
    for form in ("text", "markdown", "csv", "lackey-text", "cockatrice", "octgn", "tts"):
        ran = deckcli("deck", "convert", "-", "--to", form, stdin=text)
        assert ran.code == 0, ran.err
        again = [one["slug"] for one in checked(deckcli, ran.out)["lines"]]
        assert again == wanted, form


def test_a_whole_box_can_be_counted(deckcli, catalog):
    """Components: three times a hundred cards, and six reference cards."""
    factions = [deck.text for deck in catalog.bundled("phase") if deck.group == "faction"]
    assert len(factions) == 3
    lines = [line for text in factions for line in text.splitlines() if line.startswith("1x ")]
    ran = deckcli("cards", "check", "-", "-g", "phase", stdin="\n".join([*lines, "6x Reference Card"]))
    assert (ran.code, ran.out.splitlines()[-1]) == (0, "306 copies found.")


@pytest.mark.parametrize("slug", ["fengarian", "keeper", "sun-dominion"])
def test_the_bundled_faction_is_the_whole_faction(catalog, slug):
    (deck,) = (deck for deck in catalog.bundled("phase") if deck.slug == slug)
    named = {line.split(" (")[0].removeprefix("1x ") for line in deck.text.splitlines() if line.startswith("1x ")}
    assert named == {card.name for card in catalog.cards("phase") if card.release == slug}
