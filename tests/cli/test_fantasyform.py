"""FantasyForm on the command line: a goldfish that is the whole game, a sitting, and the wallet as a list."""

from __future__ import annotations

import json

LEVELS = ("beginner", "standard", "hard", "expert")


def answer(deckcli, *words):
    ran = deckcli(*words, "--json")
    assert ran.code == 0, ran.err
    return json.loads(ran.out)


def test_a_goldfish_of_it_is_the_game_at_each_difficulty(deckcli):
    told = answer(deckcli, "goldfish", "-g", "fantasyform", "-n", "24", "--seed", "2")
    assert (told["finished"], told["unscripted"]) == (24, [])
    assert sum(told["measures"].get(f"win_at_{level}", {"n": 0})["n"] for level in LEVELS) == 24
    assert {"lost_by_timer", "lost_by_health", "bought_falconer", "win_turn"} <= told["measures"].keys()


def test_a_difficulty_is_told_in_short_or_as_an_option(deckcli):
    short = answer(deckcli, "goldfish", "-g", "fantasyform", "-n", "8", "--seed", "2", "--difficulty", "expert")
    whole = answer(deckcli, "goldfish", "fantasyform", "-n", "8", "--seed", "2", "--option", "difficulty=expert")
    assert short["measures"] == whole["measures"]
    assert [name for name in short["measures"] if name.startswith("win_at")] == ["win_at_expert"]


def test_a_difficulty_that_there_is_not_is_wrong_usage(deckcli):
    ran = deckcli("goldfish", "-g", "fantasyform", "-n", "2", "--difficulty", "brutal")
    assert ran.code == 2
    assert "beginner or standard or hard or expert" in ran.err
    assert deckcli("goldfish", "s01", "-n", "2", "--difficulty", "expert").code == 2


def test_a_sitting_shows_rows_pack_shards_rival_and_timer_within_eighty_columns(deckcli):
    ran = deckcli("play", "-g", "fantasyform", "--seed", "3", "--difficulty", "expert", stdin="1\nhint\nboard\nquit\n")
    assert ran.code == 0
    for word in ("Timer", "Market", "Outlands", "Forge", "Ethereal", "Pack", "Discard", "shards", "health", "expert"):
        assert word in ran.out
    assert "The heuristic would say" in ran.out


def test_a_whole_sitting_ends_with_a_win_or_a_loss(deckcli):
    ran = deckcli("play", "-g", "fantasyform", "--seed", "3", stdin="Leave the market\nEnd the Rival Phase\n1\n" * 90)
    assert ran.code == 0
    assert "You lose" in ran.out or "You win" in ran.out


def test_a_saved_game_goes_on_and_is_shown_again(deckcli, tmp_path):
    file = tmp_path / "game.json"
    told = f"1\nsave {file}\nquit\n"
    assert deckcli("play", "-g", "fantasyform", "--seed", "3", "--difficulty", "hard", stdin=told).code == 0
    again = deckcli("play", "--resume", str(file), stdin="undo\nquit\n")
    assert (again.code, "hard" in again.out) == (0, True)
    assert "Buy" in deckcli("replay", str(file)).out


def test_the_wallet_is_a_list(deckcli):
    assert deckcli("deck", "check", "fantasyform").code == 0
    ran = deckcli("deck", "check", "-", "-g", "fantasyform", stdin="2x Torch\n1x Guide\n1x Iron Worker\n")
    assert ran.code == 1
    assert "2 copies of Torch, and the wallet has 1." in ran.out
    assert "Alchemist is missing." in ran.out
    assert "a card of Ashes" in ran.out


def test_a_game_for_one_has_no_duel(deckcli):
    ran = deckcli("duel", "-g", "fantasyform", "-n", "2", "--seed", "1")
    assert ran.code == 2
    assert "FantasyForm" in ran.err


def test_nobody_else_sits_at_a_table_for_one(deckcli):
    for words in (("--vs", "heuristic"), ("--player", "random"), ("--seats", "2")):
        assert deckcli("play", "-g", "fantasyform", "--seed", "1", *words, stdin="quit\n").code == 2


def test_a_card_tells_both_sides_and_its_essence(deckcli):
    shown = deckcli("cards", "show", "Falconer").out
    assert "[Ability]: When your Market Phase begins: Gain 1 shard." in shown
    assert "Shadow Essence [Essence" in shown
    assert "Fletcher [Forge]" in shown
    assert "invented" in shown
