"""`goldfish`, `duel`, `compare`, `play`, `replay`, `scenario`: a deck handed to the engine."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from deckcli.cli.sitting import matching

SCENARIOS = Path(__file__).parents[2] / "data" / "cipher" / "scenarios"


def answer(deckcli: Any, *arguments: str, code: int = 0) -> Any:
    ran = deckcli(*arguments, "--json")
    assert ran.code == code, ran.err
    return json.loads(ran.out)


def without_time(report: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in report.items() if key != "seconds"}


def test_a_goldfish_tells_when_the_deck_wins_and_what_it_rests_on(deckcli):
    told = answer(deckcli, "goldfish", "s01", "-n", "12", "--seed", "7")
    assert (told["game"], told["decks"], told["players"]) == ("cipher", ["s01"], ["heuristic"])
    assert (told["playthroughs"], told["finished"], told["seed"], told["unscripted"]) == (12, 12, 7, [])
    assert "passive" in told["assumptions"][0]
    win = told["measures"]["win"]
    assert win["n"] == 12
    assert 0 <= win["ci95"][0] <= win["mean"] <= win["ci95"][1] <= 1
    assert sum(told["measures"]["win_turn"]["histogram"].values()) == told["measures"]["win_turn"]["n"]


def test_a_duel_tells_who_wins_and_what_it_means_to_begin(deckcli):
    told = answer(deckcli, "duel", "s01", "s02", "-n", "10", "--seed", "3", "--players", "heuristic,random")
    assert [win["deck"] for win in told["wins"]] == ["s01", "s02"]
    assert told["players"] == ["heuristic", "random"]
    assert sum(win["share"] for win in told["wins"]) == pytest.approx(1)
    assert 0 <= told["first_seat"]["share"] <= 1


def test_the_same_seed_gives_the_same_figures_for_any_number_of_processes(deckcli):
    one = answer(deckcli, "duel", "s01", "s02", "-n", "8", "--seed", "5")
    two = answer(deckcli, "duel", "s01", "s02", "-n", "8", "--seed", "5", "--jobs", "2")
    assert without_time(one) == without_time(two)


def test_a_seed_that_was_not_given_is_chosen_and_said(deckcli):
    ran = deckcli("goldfish", "s01", "-n", "1")
    assert ran.code == 0
    assert "--seed" in ran.err
    assert "Assumed:" in ran.out


def test_a_comparison_of_a_deck_with_itself_finds_no_difference_at_all(deckcli):
    told = answer(deckcli, "compare", "s01", "s01", "--against", "s02", "-n", "6", "--seed", "1")
    assert told["a"] == told["b"]
    assert told["difference"]["mean"] == 0
    low, high = told["difference"]["ci95"]
    assert -1 < low < 0 < high < 1, "six pairs do not prove that there is no difference"


def test_an_illegal_deck_is_not_played_unless_that_is_asked_for(deckcli, tmp_path):
    path = tmp_path / "short.txt"
    path.write_text(
        "Game: Cipher\nMain Character:\n1x Marth, Altean Prince\nCards:\n20x Anna, Secret Seller\n20x B01-008\n"
    )
    ran = deckcli("goldfish", str(path), "-n", "1", "-g", "cipher")
    assert ran.code == 1
    assert "--allow-illegal" in ran.err
    allowed = deckcli("goldfish", str(path), "-n", "1", "-g", "cipher", "--allow-illegal", "--seed", "1")
    assert allowed.code == 0, allowed.err
    assert "played all the same" in allowed.err


def test_a_deck_that_nobody_can_lead_is_not_played_whatever_is_allowed(deckcli, tmp_path):
    path = tmp_path / "four.txt"
    path.write_text("4 Caeda, Battlefield-Soaring Princess\n", encoding="utf-8")
    for command in (("goldfish", "-n", "1"), ("play",)):
        ran = deckcli(command[0], str(path), *command[1:], "-g", "cipher", "--allow-illegal", stdin="quit\n")
        assert ran.code == 1
        assert "no card of this deck can be its main character" in ran.err
        assert "Traceback" not in ran.err


def test_cards_whose_effects_are_not_written_are_named_first(deckcli):
    told = answer(deckcli, "goldfish", "s08", "-n", "1", "--seed", "1")
    shown = deckcli("goldfish", "s08", "-n", "1", "--seed", "1").out
    assert bool(told["unscripted"]) == ("Not all effects are written yet" in shown)


@pytest.mark.parametrize(
    "arguments",
    [
        ("goldfish", "s01", "--players", "nobody"),
        ("duel", "s01"),
        ("duel", "s01", "the-iron-men"),
        ("duel", "s01", "s02", "--players", "a,b,c"),
        ("goldfish", "the-iron-men", "-n", "0"),
        ("goldfish", "s01", "--option", "nonsense"),
        ("goldfish", "s01", "-n", "1", "--option", "frist=0"),
        ("duel", "s01", "s02", "-n", "1", "--option", "first=7"),
        ("play", "s01", "--option", "bonuses_survive_level_up=maybe"),
        ("duel", "s01", "s02", "s01"),
        ("duel", "s01", "s02", "--seats", "3"),
        ("goldfish", "-g", "cipher"),
        ("goldfish", "s01", "--seats", "3"),
        ("play", "s01", "--vs", "s02", "--vs", "s01"),
        ("play", "s01", "--player", "random", "--player", "random"),
        ("play",),
    ],
)
def test_wrong_usage_is_exit_2_in_one_line(deckcli, arguments):
    ran = deckcli(*arguments)
    assert ran.code == 2, ran.err
    assert len(ran.err.strip().splitlines()) <= 2


def test_a_game_is_played_at_the_keyboard_saved_resumed_and_shown_again(deckcli, tmp_path):
    path = tmp_path / "game.json"
    said = f"2\nno bond\nundo\nhint\n1\nend deployment\n?\nsave {path}\nquit\n"
    ran = deckcli("play", "s01", "--vs", "s02", "--seed", "5", stdin=said)
    assert ran.code == 0, ran.err
    assert "Return all six cards" in ran.out
    assert re.search(r"The heuristic would say \d+: \w", ran.out)
    saved = json.loads(path.read_text(encoding="utf-8"))
    assert saved["game"] == "cipher"
    again = deckcli("play", "--resume", str(path), stdin="")
    assert again.code == 0, again.err
    assert "1  " in again.out
    shown = answer(deckcli, "replay", str(path))
    assert len(shown["choices"]) == len(saved["choices"])
    assert deckcli("replay", str(path), "--at", "1").code == 0
    assert deckcli("replay", str(path), "--at", "9999").code == 2


def test_a_saved_game_goes_on_to_the_same_end(deckcli, tmp_path):
    """Saved in the middle of things and resumed, with the same answers afterwards, it ends alike."""
    first, second = tmp_path / "first.json", tmp_path / "second.json"
    answers = ["2"] + ["1"] * 12
    deckcli(
        "play", "s01", "--seed", "9", "--player", "goldfish", stdin="\n".join([*answers, f"save {first}", "quit", ""])
    )
    deckcli("play", "--resume", str(first), stdin=f"save {second}\nquit\n")
    assert json.loads(first.read_text())["choices"] == json.loads(second.read_text())["choices"]


def test_a_game_ends_and_says_who_won(deckcli):
    ran = deckcli("play", "s01", "--seed", "2", "--hotseat", stdin="1\n" * 3000)
    assert ran.code == 0
    assert "Player 1" in ran.out
    assert ran.out.rstrip().splitlines()[-1]


@pytest.mark.parametrize(
    "data", [b"", b"{}", b"\x00\x01", b"[" * 5000, b'{"deckcli": "playthrough", "schema": 1}', b"\xff\xfe"]
)
def test_a_file_that_is_no_saved_game_is_exit_3_in_one_line(deckcli, tmp_path, data):
    path = tmp_path / "bad.json"
    path.write_bytes(data)
    for command in (("play", "--resume", str(path)), ("replay", str(path))):
        ran = deckcli(*command)
        assert ran.code == 3, ran.err
        assert len(ran.err.strip().splitlines()) == 1


def test_a_game_whose_record_was_tampered_with_says_at_which_choice(deckcli, tmp_path):
    path = tmp_path / "game.json"
    deckcli("play", "s01", "--seed", "5", stdin=f"2\nsave {path}\nquit\n")
    record = json.loads(path.read_text(encoding="utf-8"))
    record["choices"][0] = ["win", 1]
    path.write_text(json.dumps(record), encoding="utf-8")
    ran = deckcli("replay", str(path))
    assert ran.code == 3
    assert "choice 1" in ran.err


@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        ("decks", [], "is for two"),
        ("options", {"frist": "0"}, "frist is no option"),
        ("options", {"first": [0, {}]}, "first is no option"),
        ("options", {"first": "9" * 5000}, "first is no option"),
    ],
)
def test_a_game_that_never_began_so_is_not_resumed(deckcli, tmp_path, key, value, said):
    path = tmp_path / "game.json"
    deckcli("play", "s01", "--seed", "5", stdin=f"2\nsave {path}\nquit\n")
    record = json.loads(path.read_text(encoding="utf-8"))
    for changed in (value, record[key][:1] if key == "decks" else value):
        path.write_text(json.dumps({**record, key: changed}), encoding="utf-8")
        for command in (("play", "--resume", str(path)), ("replay", str(path))):
            ran = deckcli(*command)
            assert ran.code == 3, ran.err
            assert said in ran.err


def test_a_saved_deck_that_nobody_leads_is_not_resumed(deckcli, tmp_path):
    path = tmp_path / "game.json"
    deckcli("play", "s01", "--seed", "5", stdin=f"2\nsave {path}\nquit\n")
    record = json.loads(path.read_text(encoding="utf-8"))
    record["decks"][0]["slots"] = []
    path.write_text(json.dumps(record), encoding="utf-8")
    ran = deckcli("replay", str(path))
    assert (ran.code, "main character" in ran.err) == (3, True), ran.err


@pytest.mark.parametrize("count", [10**9, 0, -1, True, "5", 1.5])
def test_a_saved_deck_has_no_more_dice_than_a_table_can_bear(deckcli, tmp_path, count):
    path = tmp_path / "game.json"
    deckcli("play", "s01", "--seed", "5", stdin=f"2\nsave {path}\nquit\n")
    record = json.loads(path.read_text(encoding="utf-8"))
    record["decks"][0]["dice"] = {"natural": count}
    path.write_text(json.dumps(record), encoding="utf-8")
    ran = deckcli("replay", str(path))
    assert (ran.code, "wrong form" in ran.err) == (3, True), ran.err


@pytest.fixture
def ashes_record(deckcli, tmp_path):
    """A saved game of Ashes, as JSON."""
    path = tmp_path / "ashes.json"
    deckcli("play", "the-iron-men", "--seed", "5", "--option", "first=0", stdin=f"save {path}\nquit\n")
    return json.loads(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda record: record["decks"][0].update(dice={"plutonium": 10}), "there is no die called 'plutonium'"),
        (lambda record: record["decks"][0]["slots"][1].__setitem__(0, "attic"), "wrong form"),
        (lambda record: record["decks"][1].update(first_five=["no-such-card"]), "not whole any more"),
        (lambda record: record["options"].update(first="2"), "first is no option"),
        (lambda record: record["options"].update(blockers=11), "blockers is no option"),
        (lambda record: record["decks"][0]["extra"].update(seats=["you", "grandmaster"]), "who plays which seat"),
        (lambda record: record["decks"][0]["extra"].update(seats=3), "who plays which seat"),
    ],
)
def test_what_a_saved_game_of_ashes_says_is_known_or_refused(deckcli, tmp_path, ashes_record, change, said):
    path = tmp_path / "changed.json"
    path.write_text(json.dumps(ashes_record), encoding="utf-8")
    assert deckcli("play", "--resume", str(path), stdin="quit\n").code == 0
    change(ashes_record)
    path.write_text(json.dumps(ashes_record), encoding="utf-8")
    ran = deckcli("play", "--resume", str(path), stdin="quit\n")
    assert (ran.code, said in ran.err, len(ran.err.strip().splitlines())) == (3, True, 1), ran.err


def test_scenarios_are_run_and_a_failing_one_tells_what_it_found(deckcli, tmp_path):
    told = answer(deckcli, "scenario", str(SCENARIOS / "rules" / "results-example.toml"))
    assert (told["passed"], told["failed"]) == (1, 0)
    text = (SCENARIOS / "rules" / "results-example.toml").read_text(encoding="utf-8")
    wrong = tmp_path / "wrong.toml"
    wrong.write_text(text.rsplit("[expect]", 1)[0] + '[expect]\n"table.turn" = 99\n', encoding="utf-8")
    failed = answer(deckcli, "scenario", str(wrong), code=1)
    assert failed["results"][0]["passed"] is False
    assert failed["results"][0]["found"]
    assert deckcli("scenario", str(tmp_path / "none.toml")).code == 4
    (tmp_path / "bad.toml").write_text("game = [")
    bad = deckcli("scenario", str(tmp_path / "bad.toml"))
    assert (bad.code, bad.err.count("bad.toml")) == (3, 1), bad.err
    both = answer(deckcli, "scenario", str(tmp_path), code=1)
    assert [one["passed"] for one in both["results"]] == [False, False]


def test_an_answer_is_a_number_a_label_or_a_part_of_one():
    labels = ["Attack Cain with Marth", "Attack Cain", "End the turn"]
    assert matching("2", labels) == [1]
    assert matching("attack cain", labels) == [1]
    assert matching("marth", labels) == [0]
    assert matching("attack", labels) == [0, 1]
    assert matching("9", labels) == matching("", labels) == matching("zebra", labels) == []


def test_what_a_card_says_is_shown_at_the_table_by_its_name_a_part_of_its_text_or_an_answer(deckcli):
    shown = "show caeda\nshow YOUNG hero\nshow 2\nshow s01-005\nshow nobody at all\nshow\n"
    said = f"2\nno bond\nend deployment\n{shown}quit\n"
    ran = deckcli("play", "s01", "--vs", "s02", "--seed", "3", stdin=said)
    assert ran.code == 0, ran.err
    assert "Flying Emblem [ATK]" in ran.out
    assert "Wyvern's Wings [AUTO]" in ran.out
    assert "Young Hero [ACT]" in ran.out
    assert "Killing Edge [ACT]" in ran.out
    assert ran.err.count("no card of these decks fits that") == 3  # answer 2 names no card whole


def test_a_battle_is_told_with_both_supports_and_what_came_of_it(deckcli):
    said = "2\nbond ogma\ncord, talysian axeman to the front\nstahl with cord\nquit\n"
    ran = deckcli("play", "s01", "--vs", "s02", "--seed", "3", stdin=said)
    told = [line.strip() for line in ran.out.splitlines() if "Battle:" in line]
    attacker = "Cord, Talysian Axeman 80 (with Abel, Green Knight)"
    defender = "Stahl, Pleasant Viridian Knight 70 (with Kellam, Often Forgotten)"
    assert told == [f"Battle: {attacker} against {defender}: evaded."]


def test_a_skill_that_asks_says_what_it_does(deckcli):
    said = "2\nbond ogma\ncord, talysian axeman to the front\nuse marth\n1\nquit\n"
    ran = deckcli("play", "s01", "--vs", "s02", "--seed", "3", stdin=said)
    asked = ran.out.split("Marth, Altean Prince: Young Hero: ", 1)[1].splitlines()
    assert asked[1].startswith("Young Hero [ACT] (tap this unit, tap 1 other ally)"), asked


def test_a_goldfish_can_be_ended_after_some_turns_and_what_did_not_win_by_then_is_counted(deckcli):
    told = answer(deckcli, "goldfish", "s01", "-n", "10", "--seed", "7", "--turns", "2")
    assert told["finished"] < told["playthroughs"] == 10
    assert told["measures"]["win"]["n"] == 10
    assert told["measures"]["win"]["mean"] < 1
    assert answer(deckcli, "goldfish", "s01", "-n", "10", "--seed", "7", "--turns", "99")["finished"] == 10
