"""`deckcli cards`: search, show, check, import, template, coverage, sets."""

from __future__ import annotations

import csv
import io
import json
import tomllib
from typing import Any

import pytest

from deckcli.screen.games import game_blocks

PUBLISHED = {
    "count": 2,
    "results": [
        {
            "name": "Hammer Knight", "stub": "hammer-knight", "type": "Ally", "placement": "Battlefield",
            "release": {"name": "Master Set", "stub": "master-set"}, "text": "A made-up text about a quick brown vole.",
            "cost": ["[[main]]", "1 [[ceremonial:power]]", "1 [[natural:class]]", "1 [[basic]]"],
            "attack": 3, "life": 4, "recover": 2,
        },
        {
            "name": "Ember Vole", "stub": "ember-vole", "type": "Ally", "placement": "Battlefield",
            "release": {"name": "Home", "stub": "home"}, "text": "Another vole of ours.",
            "cost": ["[[main]]", "1 [[basic]]"], "attack": 1, "life": 1, "recover": 1,
        },
    ],
}  # fmt: skip


def answer(deckcli: Any, *arguments: str, code: int = 0, stdin: str = "") -> Any:
    ran = deckcli(*arguments, "--json", stdin=stdin)
    assert ran.code == code, ran.err
    return json.loads(ran.out)


def names(deckcli: Any, *query: str) -> list[str]:
    return [card["name"] for card in answer(deckcli, "cards", "search", *query)["cards"]]


# ---------------------------------------------------------------- search


def test_a_search_by_fields_finds_the_cards_and_tells_their_numbers(deckcli):
    found = answer(deckcli, "cards", "search", "-g", "ashes", "type:ally", "attack>=3", "life>=4", "set:master-set")
    knight = next(card for card in found["cards"] if card["slug"] == "hammer-knight")
    assert (knight["attack"], knight["life"], knight["recover"], knight["magic"]) == (3, 4, 2, 3)
    assert knight["acting"] is True
    assert all(card["attack"] >= 3 and card["life"] >= 4 for card in found["cards"])
    assert found["count"] == len(found["cards"])


@pytest.mark.parametrize("name", ["hammer knight", "HAMMER", '!"hammer knight"', '"hammer knight"', "hámmer kni"])
def test_a_name_is_found_however_it_is_written(deckcli, name):
    assert "Hammer Knight" in names(deckcli, name)


def test_or_not_parentheses_and_ranges_mean_what_they_say(deckcli):
    both = names(deckcli, "-g", "ashes", '(!anchornaut or !"iron worker")')
    assert both == ["Anchornaut", "Iron Worker"]
    assert names(deckcli, "-g", "ashes", '(!anchornaut or !"iron worker") -iron') == ["Anchornaut"]
    costs = answer(deckcli, "cards", "search", "game:cipher", "cost:2..3", "--limit", "50")["cards"]
    assert {card["deploy_cost"] for card in costs} == {2, 3}


def test_a_search_sorts_limits_and_counts(deckcli):
    attack = [card["attack"] for card in answer(
        deckcli, "cards", "search", "type:ally", "-g", "ashes", "--sort=-attack", "--limit", "5")["cards"]]  # fmt: skip
    assert attack == sorted(attack, reverse=True)
    counts = answer(deckcli, "cards", "search", "-g", "ashes", "game:ashes", "--count-by", "type")["counts"]
    assert {"value": "Phoenixborn", "cards": 32} in counts
    assert sum(row["cards"] for row in counts) == 557


def test_an_unknown_field_is_wrong_usage_with_a_caret_and_near_names(deckcli):
    ran = deckcli("cards", "search", "-g", "ashes", "atack>2")
    assert ran.code == 2
    assert "attack" in ran.err
    assert "^" in ran.err


@pytest.mark.parametrize("style", ["plain", "csv", "tsv", "jsonl", "md"])
def test_a_table_comes_in_the_style_asked_for(deckcli, style):
    ran = deckcli("cards", "search", "-g", "cipher", "unit:Marth", "cost=1", "--format", style)
    assert ran.code == 0
    if style == "csv":
        rows = list(csv.DictReader(io.StringIO(ran.out)))
        assert {"name": "Marth, Altean Prince", "cost": "1"}.items() <= rows[0].items()
    if style == "jsonl":
        assert all(json.loads(line)["unit_name"] == "Marth" for line in ran.out.splitlines())
    assert "Marth, Altean Prince" in ran.out
    assert "…" not in ran.out


# ---------------------------------------------------------------- show


@pytest.mark.parametrize("name", ["Three-Eyed Owl", "three eyed owl", "teo", "three-eyed-owl"])
def test_a_card_is_shown_by_name_slug_or_initials(deckcli, name):
    assert deckcli("cards", "show", name).out.startswith("Three-Eyed Owl  (Ashes Reborn")


@pytest.mark.parametrize("name", ["B01-003", "b01-003hn", "Marth, Altean Prince", "アリティアの王子 マルス"])
def test_a_cipher_card_is_shown_by_number_or_name_in_either_language(deckcli, name):
    shown = answer(deckcli, "cards", "show", name)
    assert shown["slug"] == "marth-altean-prince"
    assert shown["deploy_cost"] == 1
    assert {"B01-003HN", "B01-003ST+", "P01-003PR", "B01-003ST"} == {p["code"] for p in shown["printings"]}


def test_a_card_tells_what_it_summons_and_what_summons_it(deckcli):
    assert [card["name"] for card in answer(deckcli, "cards", "show", "Summon Iron Rhino")["summons"]] == ["Iron Rhino"]
    rhino = answer(deckcli, "cards", "show", "Iron Rhino")
    assert [card["name"] for card in rhino["summoned_by"]] == ["Summon Iron Rhino"]


def test_a_card_whose_effects_are_not_written_says_so(deckcli):
    assert "does not act yet" not in deckcli("cards", "show", "Hammer Knight").out
    assert "not published" in deckcli("cards", "show", "Hurricane").out


def test_several_cards_of_a_name_are_listed_and_none_is_guessed(deckcli):
    ran = deckcli("cards", "show", "Marth", "-g", "cipher")
    assert ran.code == 4
    assert "Marth, Altean Prince [B01-003]" in ran.err
    typo = deckcli("cards", "show", "Hamer Knight")
    assert typo.code == 4
    assert "Nearest: Hammer Knight" in typo.err


# ---------------------------------------------------------------- check


def test_every_line_of_a_card_list_is_accounted_for(deckcli):
    checked = answer(
        deckcli, "cards", "check", "-", code=1, stdin="3x Anchornaut\n\n2x Hamer Knight\n1 Iron Worker\n-2 Fear\n"
    )
    assert [(line["line"], line["status"]) for line in checked["lines"]] == [
        (1, "found"), (3, "unknown"), (4, "found"), (5, "bad")]  # fmt: skip
    assert (checked["found"], checked["unknown"], checked["ambiguous"]) == (4, 1, 0)
    assert checked["lines"][1]["suggestions"][0] == "Hammer Knight"


def test_a_card_list_needs_no_leader_and_no_size(deckcli):
    assert deckcli("cards", "check", "-", stdin="1 Anchornaut\n").code == 0
    assert deckcli("cards", "check", "-", stdin="").code == 1


# ---------------------------------------------------------------- import


def test_published_cards_become_a_pack_of_ones_own_and_their_text_is_found(deckcli, warm_home):
    taken = answer(deckcli, "cards", "import", "-", "-g", "ashes", "--pack", "mine", stdin=json.dumps(PUBLISHED))
    assert [row["status"] for row in taken["rows"]] == ["text", "new"]
    assert taken["pack"] == "packs/mine.json"
    assert set(names(deckcli, "text:vole")) == {"Hammer Knight", "Ember Vole"}
    shown = deckcli("cards", "show", "Hammer Knight").out
    assert "As published, from your own import; not shipped with deckcli:" in shown
    assert "quick brown vole" in shown
    assert "own" in deckcli("cards", "show", "Ember Vole").out


def test_an_import_is_undone_and_done_again_like_any_step(deckcli, warm_home):
    deckcli("cards", "import", "-", "-g", "ashes", "--pack", "mine", stdin=json.dumps(PUBLISHED))
    assert (warm_home / "packs" / "mine.json").exists()
    assert deckcli("undo").code == 0
    assert not (warm_home / "packs" / "mine.json").exists()
    assert deckcli("cards", "show", "Ember Vole").code == 4
    assert deckcli("redo").code == 0
    assert deckcli("cards", "show", "Ember Vole").code == 0


def test_a_refused_row_refuses_the_file_unless_lenient(deckcli, warm_home):
    rows = {"results": [*PUBLISHED["results"], {"name": "", "type": "Ally"}]}  # type: ignore[misc]
    ran = deckcli("cards", "import", "-", "-g", "ashes", "--pack", "mine", stdin=json.dumps(rows))
    assert ran.code == 1
    assert "nothing was taken" in ran.err
    assert not (warm_home / "packs" / "mine.json").exists()
    lenient = deckcli("cards", "import", "-", "-g", "ashes", "--pack", "mine", "--lenient", stdin=json.dumps(rows))
    assert lenient.code == 1, "what was refused is still an answer of no"
    assert (warm_home / "packs" / "mine.json").exists()


def test_a_dry_run_changes_nothing_and_a_pack_is_not_overwritten_unasked(deckcli, warm_home):
    told = ("cards", "import", "-", "-g", "ashes", "--pack", "mine")
    assert deckcli(*told, "--dry-run", stdin=json.dumps(PUBLISHED)).code == 0
    assert not (warm_home / "packs").exists()
    assert not (warm_home / "library.db").exists()
    deckcli(*told, stdin=json.dumps(PUBLISHED))
    changed = json.dumps({"results": PUBLISHED["results"][1:]}).replace("Another", "One more")  # type: ignore[index]
    again = deckcli(*told, stdin=changed)
    assert again.code == 1
    assert "--force" in again.err
    assert deckcli(*told, "--force", stdin=changed).code == 0


@pytest.mark.parametrize("game", ["ashes", "cipher", "phase", "fantasyform"])
def test_the_form_for_own_cards_can_be_filled_in(deckcli, game):
    ran = deckcli("cards", "template", "-g", game)
    assert ran.code == 0
    assert tomllib.loads(ran.out) is not None


def test_a_fixed_deck_needs_no_form_and_a_form_needs_a_game(deckcli):
    assert deckcli("cards", "template", "-g", "phase10").code == 1
    assert deckcli("cards", "template").code == 2


# ---------------------------------------------------------------- coverage, sets, games


def test_coverage_counts_what_acts_and_what_is_not_published(deckcli):
    ashes = answer(deckcli, "cards", "coverage", "-g", "ashes")
    assert (ashes["cards"], ashes["unpublished"]) == (557, 31)
    assert ashes["acting"] + ashes["partly"] >= 515
    assert ashes["by_release"]["master-set"] == [78, 78]
    cipher = answer(deckcli, "cards", "coverage", "-g", "cipher")
    assert cipher["cards"] == 2427
    acting, all_ = cipher["by_release"]["B01"]
    assert acting <= all_ == 100


def test_the_sets_stand_in_order(deckcli):
    sets = answer(deckcli, "cards", "sets", "-g", "ashes")["sets"]
    assert sets[0]["name"] == "Master Set"
    assert [one["position"] for one in sets] == sorted(one["position"] for one in sets)


def test_the_five_games_tell_what_they_have(deckcli):
    games = answer(deckcli, "games")["games"]
    assert [game["slug"] for game in games] == ["ashes", "cipher", "phase", "phase10", "fantasyform"]
    told = {game["slug"]: (game["cards"], game["decks"]) for game in games}
    assert (told["ashes"], told["cipher"]) == ((557, 60), (2427, 8))


def test_a_game_whose_decks_are_not_built_says_so(deckcli):
    (game,) = answer(deckcli, "games", "-g", "phase")["games"]
    told = "".join(map(str, game_blocks({**game, "formats": []})))
    assert "deckcli does not build decks of this game yet" in told


def test_a_format_of_card_data_that_nobody_knows_is_wrong_usage(deckcli):
    ran = deckcli("cards", "import", "-", "-g", "ashes", "--from", "nope", stdin="name\nEmber Fox\n")
    assert ran.code == 2
    assert "Known: ashes.live, " in ran.err


def test_many_cards_of_one_name_are_counted_and_some_are_named(deckcli):
    ran = deckcli("cards", "show", "Marth")
    assert ran.code == 4
    assert "Marth, Star and Savior [S01-001], " in ran.err
    assert " more. Name one of these." in ran.err
