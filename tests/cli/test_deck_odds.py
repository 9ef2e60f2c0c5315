"""`deckcli deck odds`, `hand` and `stats`."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest


def told(deckcli, *arguments: str, stdin: str = ""):
    ran = deckcli("deck", *arguments, "--json", stdin=stdin)
    assert ran.code == 0, ran.err
    return json.loads(ran.out)


@pytest.mark.parametrize("mulligan", ["none", "redraw"])
@pytest.mark.parametrize("second", [(), ("--second",)])
def test_exact_and_dealt_by_the_rules_agree(deckcli, mulligan, second):
    """mtgoncurve/mtgoncurve.com#39: simulated odds with a hidden mulligan were mistaken for plain ones."""
    found = told(deckcli, "odds", "s01", "2+ cost<=2", "Marth", "--mulligan", mulligan, "--turn", "2", "-n", "400",
                 "--seed", "3", *second)  # fmt: skip
    assert found["by_rules"]
    for row in found["chances"]:
        wide = (row["ci95"][1] - row["ci95"][0]) / 2
        assert abs(row["exact"] - row["dealt"]) < 2.5 * wide
    seen = [row["seen"] for row in found["chances"]]
    assert seen == ([6, 7, 8] if second else [6, 6, 7]), "who begins draws nothing in the first turn"
    words = "a hand that is not as wanted is returned whole, once" if mulligan == "redraw" else "no hand is returned"
    assert words in found["assumptions"]


@pytest.mark.parametrize("group", ["1 Marth", "0 Marth", "2+ Marth"])
def test_a_card_put_under_the_deck_is_counted_exactly(deckcli, group):
    """Card-Forge/forge#8868: the figure of a mulligan to the bottom was that of a plain one."""
    found = told(deckcli, "odds", "s01", group, "--mulligan", "bottom", "--turn", "2", "-n", "2000", "--seed", "3")
    for row in found["chances"]:
        wide = (row["ci95"][1] - row["ci95"][0]) / 2
        assert abs(row["exact"] - row["dealt"]) < 2.5 * wide


def test_a_seed_of_nought_is_a_seed(deckcli):
    found = told(deckcli, "odds", "s01", "Marth", "-n", "20", "--turn", "1", "--seed", "0")
    assert found["seed"] == 0
    assert all("dealt" in row for row in found["chances"])
    assert told(deckcli, "odds", "s01", "Marth", "-n", "0", "--turn", "1")["seed"] is None


@pytest.mark.parametrize("deck", ["s01", "sun-dominion", "phase10", "the-iron-men", "fantasyform"])
def test_what_is_seen_by_a_turn_is_the_same_however_far_is_dealt(deckcli, deck):
    hands = [told(deckcli, "hand", deck, "-n", "3", "--seed", "5", "--turn", turn)["hands"] for turn in ("0", "2", "4")]
    for none, some, more in zip(*hands, strict=True):
        assert none["hand"] == some["hand"] == more["hand"]
        assert none["later"] == []
        assert more["later"][: len(some["later"])] == some["later"]


def test_more_cards_than_any_deck_has_are_never_drawn(deckcli):
    found = told(deckcli, "odds", "s01", "1000+ Marth", "-n", "0", "--turn", "1")
    assert [row["exact"] for row in found["chances"]] == [0, 0]


def test_a_chosen_hand_is_certain_and_the_pile_is_without_it(deckcli):
    found = told(deckcli, "odds", "the-iron-men", "1+ Hammer Knight", "-n", "0", "--turn", "2")
    assert [row["exact"] for row in found["chances"]] == [1, 1, 1]
    found = told(deckcli, "odds", "the-iron-men", "2+ Hammer Knight", "-n", "0", "--turn", "2")
    # Two of the 25 cards of the pile are the other copies, and five are drawn in the second round.
    assert found["chances"][2]["fraction"] == "11/30"
    assert found["chances"][1]["exact"] == 0


@pytest.mark.parametrize(
    ("deck", "group", "seen"),
    [("s01", "Marth", 6), ("the-iron-men", "Fear", 5), ("phase10", "Joker", 10), ("fengarian-lean-pack", "cost=0", 3)],
)
def test_each_game_has_its_own_opening(deckcli, deck, group, seen):
    if deck == "the-iron-men":
        group = "Iron Worker"
    found = told(deckcli, "odds", deck, group, "-n", "50", "--seed", "1", "--turn", "0")
    assert found["chances"][0]["seen"] == seen
    assert found["assumptions"]


@pytest.mark.parametrize(("deck", "group", "each"), [("phase10", "Joker", 1), ("fengarian-lean-pack", "cost=0", 2)])
@pytest.mark.parametrize("second", [(), ("--second",)])
def test_the_rules_of_phase_and_phase_10_deal_as_the_numbers_say(deckcli, deck, group, each, second):
    found = told(deckcli, "odds", deck, group, "--turn", "2", "-n", "40", "--seed", "5", *second)
    assert found["by_rules"]
    for row in found["chances"]:
        assert abs(row["exact"] - row["dealt"]) < 0.3
    begun = found["chances"][0]["seen"]
    (hand,) = told(deckcli, "hand", deck, "-n", "1", "--seed", "5", "--turn", "2", *second)["hands"]
    assert len(hand["hand"]) == begun
    assert len(hand["later"]) - 2 * each in ((0, 2, 4) if deck == "phase10" else (0,))  # a piece may end on DRAW 2


def test_what_is_chosen_is_not_dealt_and_that_is_said(deckcli):
    found = told(deckcli, "odds", "the-iron-men", "Hammer Knight", "-n", "20", "--seed", "1")
    assert not found["by_rules"]
    assert "the First Five are chosen, so that no chance is in the opening" in found["assumptions"][0]


def test_equal_seeds_give_equal_hands_in_every_process(warm_home: Path):
    """anntzer/redeal#22: a seed did not repeat."""
    import os

    outs = {
        subprocess.run(
            [sys.executable, "-m", "deckcli", "deck", "hand", "s01", "-n", "3", "--seed", "1", "--json"],
            env={**os.environ, "DECKCLI_HOME": str(warm_home), "PYTHONHASHSEED": hashes},
            capture_output=True, check=True,
        ).stdout
        for hashes in ("0", "1")
    }  # fmt: skip
    assert len(outs) == 1


def test_a_seed_that_was_not_given_is_said(deckcli):
    ran = deckcli("deck", "hand", "s01")
    assert "--seed" in ran.err
    assert ran.out.count("\n  ") == 6


def test_a_deck_of_fewer_cards_than_a_hand_is_dealt_whole(deckcli):
    """hiddenswitch/Spellsource#716: a mulligan with fewer cards than the hand."""
    for mulligan in ("none", "redraw", "bottom"):
        ran = deckcli("deck", "hand", "-", "-g", "cipher", "--seed", "1", "--mulligan", mulligan, "--json",
                      stdin="Main Character:\n1 Marth, Altean Prince\nCards:\n3 Cain, Red Knight\n")  # fmt: skip
        (hand,) = json.loads(ran.out)["hands"]
        assert hand["hand"] + hand["under"] == ["Cain, Red Knight"] * 3, ran.err


@pytest.mark.parametrize("mulligan", ["none", "redraw", "bottom"])
def test_no_card_is_lost_or_doubled_by_a_mulligan(deckcli, mulligan):
    """benprew/s30#30, Card-Forge/forge#8868, magefree/mage#231."""
    for hand in told(deckcli, "hand", "phase10", "-n", "20", "--seed", "2", "--mulligan", mulligan)["hands"]:
        assert len(hand["hand"]) + len(hand["under"]) == 10
        assert len(hand["under"]) == (mulligan == "bottom")
        assert len(hand["returned"]) == (0 if mulligan == "none" else 10)
        assert max(map(hand["hand"].count, hand["hand"])) <= 12


def test_dice_pay_the_first_five_or_what_is_named(deckcli):
    found = told(deckcli, "odds", "the-iron-men", "--pay", "2 charm:class", "--dice", "5 charm, 5 natural")
    assert found["fraction"] == "232/243"
    found = told(deckcli, "odds", "the-iron-men", "--pay", "first five")
    assert (found["takes"], round(found["exact"], 3)) == (9, 0.492)


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["odds", "s01", "Roy"], 4, 'no card of this deck fits "Roy"'),
        (["odds", "s01", "3..1 Marth"], 2, "a range goes up"),
        (["odds", "s01", "type:"], 2, "A value is expected"),
        (["odds", "s01", "Marth", "Caeda", "Cain", "Abel", "Lena"], 2, "at most 4 groups"),
        (["odds", "s01", " "], 2, "a group of cards is named"),
        (["odds", "the-iron-men", "Fear", "--mulligan", "redraw"], 2, "no hand goes back"),
        (["odds", "s01", "--pay", "1 basic"], 2, "in Ashes only"),
        (["odds", "the-iron-men", "--dice", "5 chram"], 2, "is no dice"),
        (["odds", "the-iron-men", "--pay", "Hamer Knight"], 4, "Nearest: Hammer Knight"),
        (["hand", "nosuch"], 4, "there is no saved deck"),
        (["stats", "nosuch"], 4, "there is no saved deck"),
    ],
)
def test_what_cannot_be_asked_is_said(deckcli, arguments, code, said):
    ran = deckcli("deck", *arguments)
    assert (ran.code, said in ran.err) == (code, True), ran.err


def test_every_card_has_its_chance_by_each_turn(deckcli):
    ran = deckcli("deck", "odds", "s01", "--turn", "1", "--second", "--mulligan", "none")
    assert ran.out.splitlines()[0].split() == ["count", "name", "opening", "turn", "1"]
    row = next(line for line in ran.out.splitlines() if "Cain, Red Knight" in line)
    assert row.split()[-4:] == ["33.0", "%", "37.7", "%"]


# ---------------------------------------------------------------- stats


def test_figures_count_copies_and_averages(deckcli):
    found = told(deckcli, "stats", "s01")
    charts = {chart["name"]: chart for chart in found["charts"]}
    assert found["cards"] == 50
    assert charts["deployment cost"]["counts"] == {"1": 30, "2": 2, "3": 13, "4": 5}
    assert charts["support"]["mean"] == 15.6
    assert charts["symbols"]["counts"] == {"Red": 50}


def test_a_curve_shows_where_it_has_nothing(deckcli):
    charts = {one["name"]: one["counts"] for one in told(deckcli, "stats", "nohr")["charts"]}
    assert charts["deployment cost"] == {"1": 30, "2": 0, "3": 10, "4": 10}
    assert list(charts["attack"]) == ["30", "40", "50", "60", "70"], "by tens where all are tens"
    ran = deckcli("deck", "stats", "nohr")
    assert any(line.split() == ["2", "0"] for line in ran.out.splitlines())


def test_keywords_of_ashes_are_counted_by_name(deckcli):
    charts = {one["name"]: one["counts"] for one in told(deckcli, "stats", "the-iron-men")["charts"]}
    assert charts["keywords"] == {"Aftershock": 3, "Alert": 3, "Throw": 3, "none": 24}


def test_dice_stand_against_what_the_cards_cost(deckcli):
    found = told(
        deckcli, "stats", "-", stdin="Phoenixborn: Coal Roarkwin\nDice: 10 charm\n3 Iron Worker\n3 Hammer Knight\n"
    )
    charts = {chart["name"]: chart for chart in found["charts"]}
    assert charts["dice"]["counts"] == {"charm": 10}
    assert "no die of the deck pays for ceremonial" in charts["dice that the cards cost"]["note"]
    assert told(deckcli, "stats", "the-iron-men")["first_five_paid"] == pytest.approx(0.492, abs=0.001)


def test_bars_fit_into_eighty_columns(deckcli):
    for deck in ("s01", "the-iron-men", "fengarian-lean-pack", "phase10", "fantasyform"):
        ran = deckcli("deck", "stats", deck)
        assert ran.code == 0
        assert max(map(len, ran.out.splitlines())) <= 80


def test_a_page_holds_the_charts_and_runs_nothing_of_a_decks_name(deckcli, tmp_path: Path):
    file = tmp_path / "page.html"
    text = "Name: <script>alert(1)</script>\nPhoenixborn: Coal Roarkwin\n3 Iron Worker\n"
    assert deckcli("deck", "stats", "-", "-g", "ashes", "--html", str(file), stdin=text).code == 0
    page = file.read_text()
    assert "<script" not in page
    assert page.count("<svg") == page.count("</svg>") > 2
    assert deckcli("deck", "stats", "s01", "--html", str(file)).code == 1, "no file is overwritten unasked"
