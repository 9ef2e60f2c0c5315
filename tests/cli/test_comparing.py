"""`compare`, `league`, `goldfish --vary`, `--what-if` and `--cards`: which deck is better, and how sure that is."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

CAIN = "Cain, Knight Hailed as the Bull"
SWAP = f"+1 {CAIN} -1 Bord, Talysian Warrior"
QUICK = ("--players", "random", "--seed", "4")


def answer(deckcli: Any, *arguments: str, code: int = 0) -> Any:
    ran = deckcli(*arguments, "--json")
    assert ran.code == code, ran.err
    return json.loads(ran.out)


def timeless(told: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in told.items() if key not in ("seconds", "study")}


# ---------------------------------------------------------------- compare


def test_a_swap_is_compared_with_the_deck_as_it_is(deckcli: Any) -> None:
    told = answer(deckcli, "compare", "s01", "--vary", SWAP, "--against", "s02", "-n", "12", *QUICK)
    assert told["decks"] == ["s01", f"s01 +1 {CAIN} -1 Bord, Talysian Warrior"]
    assert told["playthroughs"] == 12
    gap = told["difference"]
    assert gap["mean"] == pytest.approx(told["b"] - told["a"])
    assert gap["ci95"][0] < gap["mean"] < gap["ci95"][1]
    assert told["stopped_early"] is False
    assert "s02" in deckcli("compare", "s01", "s02", "-n", "4", *QUICK).out


def test_the_same_list_in_another_order_is_no_other_version(deckcli: Any, tmp_path: Path) -> None:
    lines = deckcli("deck", "export", "s01", "--to", "text").out.splitlines()
    cards = [line for line in lines if line[:1].isdigit()]
    turned = tmp_path / "turned.txt"
    turned.write_text("\n".join(["Game: Cipher", "Main Character:", cards[0], "Cards:", *reversed(cards[1:])]))
    told = answer(deckcli, "compare", "s01", str(turned), "--against", "s02", "-n", "8", "--seed", "1")
    assert (told["gained"], told["lost"]) == (0, 0)


def test_a_comparison_stops_when_it_is_decided_and_says_which_interval_holds(deckcli: Any, tmp_path: Path) -> None:
    """A deck of cards that cannot be deployed loses; whatever was played ahead does not count, and with other
    processes it is the same."""
    bad = _hopeless(deckcli, tmp_path)
    words = ("compare", "s01", bad, "--against", "s01", "-n", "100", "--stop", "--allow-illegal", "--seed", "2")
    told = answer(deckcli, *words)
    assert told["stopped_early"]
    assert told["playthroughs"] == told["looks"][-1] < 100 == told["most"]
    gap = told["difference"]
    assert gap["ci95"][1] < 0
    assert gap["anytime95"][1] < 0
    assert gap["ci95"][0] <= gap["fair"] <= gap["ci95"][1]
    assert timeless(answer(deckcli, *words, "--jobs", "2")) == timeless(told)


def _hopeless(deckcli: Any, tmp_path: Path) -> str:
    lines = deckcli("deck", "export", "s01", "--to", "text").out.splitlines()
    cards = [line for line in lines if line[:1].isdigit()]
    path = tmp_path / "hopeless.txt"
    path.write_text("\n".join(["Game: Cipher", "Main Character:", cards[0], "Cards:", "49x Marth, Star and Savior"]))
    return str(path)


def test_a_comparison_that_is_read_between_its_looks_tells_of_the_last_look(deckcli: Any, tmp_path: Path) -> None:
    """Reading on until it pleases must not help: figures and interval change at the looks that were planned alone."""
    out = tmp_path / "study"
    words = ("compare", "s01", "s02", "-n", "100", "--stop", "--seed", "2", "--players", "random")
    whole = answer(deckcli, *words, "--out", str(out))
    lines = (out / "journal.jsonl").read_text().splitlines(keepends=True)
    seen = []
    for count in range(2, len(lines) + 1):
        (out / "journal.jsonl").write_text("".join(lines[:count]))
        told = answer(deckcli, "study", "show", str(out))
        seen.append((told["playthroughs"], tuple(told["looks"]), tuple(told["difference"]["ci95"])))
        if not told["looks"]:
            assert told["difference"]["ci95"] == [-1, 1]
            assert "no interval holds yet" in " ".join(deckcli("study", "show", str(out)).out.split())
        elif told["broken_off"]:
            assert told["playthroughs"] == told["looks"][-1]
            assert told["difference"]["ci95"] == told["difference"]["anytime95"]
    by_looks = {looks: (n, ends) for n, looks, ends in seen if looks}
    assert all(by_looks[looks] == (n, ends) for n, looks, ends in seen if looks)
    assert set(by_looks) <= {(20, 40, 60, 80, 100)[:count] for count in range(1, 6)}
    assert seen[-1][0] == whole["playthroughs"]


def test_a_comparison_that_stopped_in_its_folder_is_over(deckcli: Any, tmp_path: Path) -> None:
    bad, out = _hopeless(deckcli, tmp_path), str(tmp_path / "study")
    words = ("compare", "s01", bad, "--against", "s01", "-n", "100", "--stop", "--allow-illegal", "--seed", "2")
    told = answer(deckcli, *words, "--out", out)
    assert told["stopped_early"]
    shown = deckcli("study", "show", out, "--json")
    assert shown.err == ""
    assert timeless(json.loads(shown.out)) == timeless(told)
    assert json.loads(shown.out)["study"]["missing"] == 0
    plain = deckcli("study", "show", out).out
    assert "wins less often" in plain
    assert f"decided after {told['playthroughs']} of 100" in plain
    assert timeless(answer(deckcli, "study", "resume", out)) == timeless(told)


def test_versions_in_a_folder_keep_their_cards_in_the_same_places(deckcli: Any, tmp_path: Path) -> None:
    out, words = str(tmp_path / "study"), ("compare", "s01", "--vary", SWAP, "-n", "8", "--seed", "3")
    whole = answer(deckcli, *words)
    part = deckcli(*words, "--from", "0", "--to", "3", "--out", str(tmp_path / "a"))
    assert part.code == 0, part.err
    assert deckcli(*words, "--from", "3", "--out", str(tmp_path / "b")).code == 0
    assert deckcli("study", "merge", str(tmp_path / "a"), str(tmp_path / "b"), "--out", out).code == 0
    assert timeless(answer(deckcli, "study", "show", out))["difference"] == whole["difference"]


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (("compare", "s01"), 2, "two lists"),
        (("compare", "s01", "s02", "s03"), 2, "two lists"),
        (("compare", "s01", "s02", "--vary", SWAP), 2, "one list with --vary"),
        (("compare", "s01", "--vary", "Cain"), 2, "no change of a deck"),
        (("compare", "s01", "--vary", "+1 Marht, Altean Prince -1 Bord, Talysian Warrior"), 4, "Marth, Altean Prince"),
        (("compare", "s01", "--vary", "+1 Gordin"), 4, "Gordin, Veteran Sniper"),
        (("compare", "s01", "--vary", f"-3 Bord, Talysian Warrior +3 {CAIN}"), 1, "2 Bord, Talysian Warrior are in it"),
        (("compare", "s01", "--vary", "-1 Bord, Talysian Warrior"), 1, "not legal"),
        (("compare", "s01", "s02", "--stop", "--from", "5"), 2, "--from"),
        (("compare", "s01", "the-iron-men"), 2, "different games"),
        (("league", "s01", "s02"), 2, "three lists or more"),
        (("league", "s01", "s02", "the-iron-men"), 2, "different games"),
        (("league", "s01", "s02", "no-such-deck"), 4, "no-such-deck"),
        (("league", "s01", "s02", "s03", "--players", "random,heuristic"), 2, "--players"),
        (("goldfish", "s01", "--vary", SWAP, "--cards"), 2, "do not go together"),
        (("goldfish", "fantasyform", "--vary", "+1 X"), 2, "nobody builds"),
        (("goldfish", "fantasyform", "--what-if"), 2, "nobody builds"),
        (("goldfish", "fantasyform", "--cards"), 2, "all upgrades lie open"),
        (("goldfish", "s01", "--what-if", "--from", "3"), 2, "--from"),
        (("goldfish", "s01", "--vary", "+1 Embr Fox"), 4, "Embr Fox"),
        (("goldfish", "s01", "--vs", "s02"), 2, "go with --vary or --what-if"),
        (("goldfish", "s01", "--by", "win"), 2, "go with --vary or --what-if"),
        (("goldfish", "s01", "--vary", SWAP, "--by", "dead_crads"), 2, "dead_cards"),
        (("goldfish", "s01", "--vary", SWAP, "--by", "turns", "--vs", "s02"), 2, "a quick loss would look quick"),
        (("goldfish", "s01", "--vary", SWAP, "--vs", "s02", "--seats", "1"), 2, "with --vs two play"),
        (("goldfish", "s01", "--vary", SWAP, "--vs", "the-iron-men"), 2, "different games"),
        (("goldfish", "s01", "--vary", SWAP, "--vs", "s02", "--players", "random,random,random"), 2, "--players"),
    ],
)
def test_what_cannot_be_compared_is_said_in_one_line(deckcli: Any, arguments: Any, code: int, says: str) -> None:
    ran = deckcli(*arguments, "-n", "2", "--seed", "1")
    assert (ran.code, ran.out) == (code, ""), ran.err
    assert says in ran.err
    assert "Traceback" not in ran.err


# ---------------------------------------------------------------- league


def test_a_league_tells_who_beats_whom_ratings_and_what_it_means_to_begin(deckcli: Any) -> None:
    told = answer(deckcli, "league", "s01", "s02", "s03", "-n", "6", *QUICK)
    assert told["decks"] == ["s01", "s02", "s03"]
    assert [pair["decks"] for pair in told["pairs"]] == [["s01", "s02"], ["s01", "s03"], ["s02", "s03"]]
    assert {pair["n"] for pair in told["pairs"]} == {6}
    assert told["playthroughs"] == 18
    assert sum(one["points"] for one in told["ratings"]) == pytest.approx(0, abs=1e-6)
    for one in told["ratings"]:
        assert one["ci95"][0] < one["points"] < one["ci95"][1]
        assert one["wins"]["n"] == 12
    assert told["first_seat"]["n"] <= 18
    assert told["seed"] == 4
    assert timeless(answer(deckcli, "league", "s01", "s02", "s03", "-n", "6", *QUICK, "--jobs", "2")) == timeless(told)


def test_a_matrix_of_eight_fits_eighty_columns_and_more_decks_are_told_in_rows(deckcli: Any) -> None:
    words = ("-n", "1", "--seed", "4", "--players", "goldfish", "--option", "first=0")
    eight = deckcli("league", *(["s01", "s02"] * 4), *words).out
    assert max(map(len, eight.split("Per cent")[0].splitlines())) <= 90
    assert "won against" in eight
    nine = deckcli("league", *(["s01"] * 9), *words).out
    assert "won against" not in nine
    assert len([line for line in nine.splitlines() if line.startswith("s01")]) == 36


def test_a_league_in_a_folder_is_shown_again(deckcli: Any, tmp_path: Path) -> None:
    out = str(tmp_path / "study")
    told = answer(deckcli, "league", "s01", "s02", "s03", "-n", "2", *QUICK, "--out", out)
    assert timeless(answer(deckcli, "study", "show", out)) == timeless(told)


# ---------------------------------------------------------------- goldfish with variants


def test_variants_stand_beside_the_deck_as_it_is(deckcli: Any) -> None:
    other = "+1 Navarre, Scarlet Sword -1 Cord, Talysian Axeman"
    words = ("goldfish", "s01", "--vary", SWAP, "--vary", other, "-n", "10", "--seed", "4")
    told = answer(deckcli, *words)
    assert (told["deck"], told["measure"], told["simultaneous"]) == ("s01", "turns to win", 2)
    assert {one["changes"] for one in told["variants"]} == {f"+1 {CAIN} -1 Bord, Talysian Warrior", other}
    for one in told["variants"]:
        assert one["slower"]["mean"] == pytest.approx(one["turns"]["mean"] - told["turns"]["mean"])
        assert one["playthroughs"] == 10
    shown = deckcli(*words).out
    assert "as it is" in shown
    assert "hold for all 2 at once" in shown


def test_what_if_tells_which_swaps_with_spare_cards_are_quickest(deckcli: Any) -> None:
    assert deckcli("collection", "add", "Gordin, Veteran Sniper", "4").code == 0
    words = ("goldfish", "s01", "--what-if", "--budget", "100", "-n", "4", "--seed", "4")
    told = answer(deckcli, *words)
    assert (told["what_if"]["there"], told["what_if"]["tried"]) == (23, 20)
    assert len(told["variants"]) == 8
    assert all("+1 Gordin, Veteran Sniper" in one["changes"] for one in told["variants"])
    assert told["what_if"]["played"] <= 130
    assert timeless(answer(deckcli, *words, "--jobs", "2")) == timeless(told)
    shown = deckcli("goldfish", "s01", "--what-if", "--budget", "200", "-n", "2", "--seed", "4").out
    assert "All 23 swaps" in shown
    assert "What fell out is not proved worse" in shown


def test_against_an_opponent_variants_are_judged_by_wins(deckcli: Any, tmp_path: Path) -> None:
    out = str(tmp_path / "study")
    words = ("goldfish", "s01", "--vary", SWAP, "--vs", "s02", "-n", "6", "--seed", "4")
    told = answer(deckcli, *words, "--out", out)
    assert (told["measure"], told["best"]) == ("win", "most")
    assert told["against"] == [{"deck": "s02", "player": "heuristic"}]
    (one,) = told["variants"]
    assert one["difference"] == one["more_often"]
    both = answer(deckcli, "compare", "s01", "--vary", SWAP, "--against", "s02", "-n", "6", "--seed", "4")
    assert both["difference"]["mean"] == one["difference"]["mean"], "the same playthroughs as of compare"
    assert timeless(answer(deckcli, "study", "show", out)) == timeless(told)
    shown = " ".join(deckcli(*words).out.split())
    assert "against s02 (heuristic)" in shown
    assert "Ranked by how often they win; an unfinished or drawn playthrough is no win" in shown
    assert "Tango's" in shown


def test_variants_are_judged_by_any_figure_of_the_report(deckcli: Any) -> None:
    words = ("goldfish", "s01", "--vary", SWAP, "--by", "least:dead cards", "-n", "6", "--seed", "4")
    told = answer(deckcli, *words)
    assert (told["measure"], told["best"], told["against"]) == ("dead_cards", "least", [])
    (one,) = told["variants"]
    assert one["difference"]["mean"] == pytest.approx(one["figure"]["mean"] - told["figure"]["mean"])
    assert "Ranked by dead cards, the fewest first" in " ".join(deckcli(*words).out.split())


def test_a_figure_that_no_playthrough_has_is_known_all_the_same(deckcli: Any) -> None:
    words = ("goldfish", "s01", "--vary", SWAP, "--by", "least:win turn", "--turns", "1", "-n", "4", "--seed", "1")
    told = answer(deckcli, *words)
    assert (told["figure"]["n"], told["variants"][0]["difference"]["n"]) == (0, 0)
    assert told["figure"]["ci95"] == [None, None]
    assert "10 playthroughs" not in deckcli(*words).out
    assert "8 playthroughs without that figure" in " ".join(deckcli(*words).out.split())


def test_what_if_against_an_opponent_races_for_wins(deckcli: Any) -> None:
    assert deckcli("collection", "add", "Gordin, Veteran Sniper", "4").code == 0
    words = ("goldfish", "s01", "--what-if", "--vs", "s02", "--budget", "100", "-n", "2", "--seed", "4")
    told = answer(deckcli, *words, "--players", "random")
    assert (told["measure"], told["player"]) == ("win", "random")
    assert timeless(answer(deckcli, *words, "--players", "random", "--jobs", "2")) == timeless(told)


def test_without_a_spare_card_there_is_nothing_to_swap(deckcli: Any) -> None:
    ran = deckcli("goldfish", "s01", "--what-if", "--seed", "1")
    assert (ran.code, ran.out) == (2, "")
    assert "collection add" in ran.err


# ---------------------------------------------------------------- single cards


@pytest.mark.parametrize(
    "words",
    [
        ("duel", "s01", "s02", "--players", "random,random"),
        ("duel", "the-iron-men", "the-mist-guardian", "--players", "random,random"),
        ("duel", "-g", "phase", "keeper", "fengarian", "--players", "random,random"),
        ("duel", "-g", "phase10", "--players", "greedy"),
        ("goldfish", "s01"),
    ],
)
def test_each_card_is_told_with_the_caution_that_this_is_no_cause(deckcli: Callable[..., Any], words: Any) -> None:
    ran = deckcli(*words, "-n", "2", "--seed", "1", "--cards", "--seen-by", "2")
    assert ran.code == 0, ran.err
    assert "no card is the cause" in " ".join(ran.out.split())
    told = answer(deckcli, *words, "-n", "2", "--seed", "1", "--cards", "--seen-by", "2")
    assert told["seen_by"] == 2
    assert len(told["cards"]) == len(told["decks"])
    assert not [name for name in told["measures"] if name.startswith("card:")]
    for one in told["cards"][0]["cards"]:
        assert one["early"]["n"] + one["not_early"]["n"] == 2
        assert one["played"]["n"] == one["stuck"]["n"] == round(one["drawn"]["mean"] * 2)
