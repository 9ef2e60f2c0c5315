"""`deckcli first-five`: which five open best."""

from __future__ import annotations

import json

import pytest

RUN = ("first-five", "the-iron-men", "-n", "6", "--candidates", "2", "--seed", "1")


def told(deckcli, *more):
    ran = deckcli(*RUN, *more, "--json")
    assert ran.code == 0, ran.err
    return json.loads(ran.out)


def test_the_lists_own_five_stands_among_the_candidates_and_the_quickest_comes_first(deckcli):
    found = told(deckcli)
    fives = found["fives"]
    assert (found["playthroughs"], found["seed"], len(fives)) == (6, 1, 3)
    assert [one["own"] for one in fives].count(True) == 1
    assert all(len(set(one["cards"])) == 5 for one in fives)
    rounds = [one["rounds"]["mean"] for one in fives]
    assert rounds == sorted(rounds)
    assert all(one["rounds"]["ci95"][0] <= one["rounds"]["mean"] <= one["rounds"]["ci95"][1] for one in fives)
    assert fives[0]["behind"]["mean"] == 0


def test_any_number_of_processes_finds_the_same(deckcli):
    assert told(deckcli) == told(deckcli, "--jobs", "2")


def test_the_chosen_option_of_who_picks_does_not_undo_the_comparison(deckcli):
    assert told(deckcli, "--option", "first_five=heuristic") == told(deckcli)


def test_the_list_marks_its_own_five(deckcli):
    shown = deckcli(*RUN).out
    assert shown.count("(the list's own)") == 1
    assert "Assumed:" in shown


@pytest.mark.parametrize(
    "arguments",
    [("s01",), ("the-iron-men", "--rules", "nonsense"), ("the-iron-men", "--option", "frist=0"), ("no-such-list",)],
)
def test_what_cannot_be_done_is_said_in_one_line(deckcli, arguments):
    ran = deckcli("first-five", *arguments, "--seed", "1")
    assert ran.code not in (0, 1)
    assert len(ran.err.strip().splitlines()) <= 2
    assert "Traceback" not in ran.err


def test_a_five_with_a_chained_card_is_left_out_where_these_may_not_open(deckcli):
    run = ("first-five", "the-siege-of-lordswall-dimona", "-n", "2", "--candidates", "2", "--seed", "1", "--json")
    usual, organised = deckcli(*run), deckcli(*run, "--rules", "organised")
    assert (usual.code, organised.code) == (0, 0), organised.err
    assert [one["own"] for one in json.loads(usual.out)["fives"]].count(True) == 1
    assert "may not open in the format organised" in organised.err
    assert not any(one["own"] for one in json.loads(organised.out)["fives"])


def test_a_deck_that_does_not_win_in_time_is_told_so(deckcli):
    told = deckcli("first-five", "the-iron-men", "-n", "2", "--candidates", "2", "--turns", "1", "--seed", "1")
    assert told.code == 0
    assert "No five won a game within 1 turn" in told.out


def test_a_comparison_that_is_broken_off_shows_what_all_fives_have(deckcli, monkeypatch):
    """Plans advance together, so that every five counts with the same chances."""
    from deckcli.cli import testing

    whole, run_study = told(deckcli), testing.run_study

    def broken_off(found, where, **how):
        run_study(found, where, **{**how, "enough": lambda found: min(map(found.whole, range(3))) >= 2})
        raise KeyboardInterrupt

    monkeypatch.setattr(testing, "run_study", broken_off)
    ran = deckcli(*RUN, "--json")
    found = json.loads(ran.out)
    assert ran.code == 130
    assert "interrupted after" in ran.err
    assert 2 <= found["playthroughs"] < whole["playthroughs"]
    assert len(found["fives"]) == len(whole["fives"])
    assert {one["rounds"]["n"] for one in found["fives"]} == {found["playthroughs"]}
