"""Construction formats as named records, and the games by name."""

from __future__ import annotations

import re

import pytest

from catalog.errors import DataFaultError
from catalog.home import data_root
from catalog.names import fold
from deckcli.errors import UnknownNameError
from deckcli.games import GAMES, _formats, find_format, formats, game_named, not_built
from deckcli.games.ashes.parts import SOURCES as ASHES
from deckcli.games.cipher.construction import SOURCES as CIPHER
from deckcli.games.game import Game
from deckcli.titles import WORDS


def test_each_game_with_formats_has_one_default():
    for game in ("ashes", "cipher", "phase"):
        assert sum(rules.default for rules in formats(game).values()) == 1


@pytest.mark.parametrize(("game", "key"), [("ashes", "constructed"), ("cipher", "unlimited"), ("phase", "faction")])
def test_the_default_is_what_the_command_line_promises(game, key):
    assert find_format(game).key == key


@pytest.mark.parametrize("word", ["standard", "Standard", " STANDARD "])
def test_a_format_is_found_by_key_or_name_whatever_the_case(word):
    rules = find_format("cipher", word)
    assert (rules.key, rules.number("series_min"), rules.words("sets_allowed")) == ("standard", 5, ("S11",))


def test_an_unknown_format_is_refused_with_the_nearest():
    with pytest.raises(UnknownNameError, match="Nearest: standard"):
        find_format("cipher", "standrad")


def test_a_game_without_formats_says_so():
    with pytest.raises(UnknownNameError, match="chess has no construction rules"):
        find_format("chess")


@pytest.mark.parametrize(("game", "own"), [("ashes", ASHES), ("cipher", CIPHER)])
def test_every_source_that_a_problem_quotes_is_a_heading_of_the_rulings(game, own):
    text = (data_root() / game / "rulings.md").read_text(encoding="utf-8")
    headings = set(re.findall(r"^#+ (.+)$", text, re.MULTILINE))
    quoted = {source for rules in formats(game).values() for source in rules.sources.values()} | {*own.values()}
    assert {source.removeprefix("rulings.md: ") for source in quoted} <= headings


@pytest.mark.parametrize(
    "text",
    [
        "[[format]]",
        "[[format]]\nkey = 1",
        "[[format]]\nkey = 'a'\nsize = 1.5",
        "nonsense",
        "[[format]]\nkey='a'\nsource=1",
    ],
)
def test_a_broken_file_of_formats_is_a_fault_of_that_file(tmp_path, text):
    path = tmp_path / "formats.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(DataFaultError, match=re.escape("formats.toml")):
        _formats(path, "ashes")


def test_what_is_handed_out_cannot_spoil_the_next_answer():
    formats("ashes").clear()
    assert "constructed" in formats("ashes")


# ---------------------------------------------------------------- the games


def test_the_five_games_stand_in_their_order():
    assert list(GAMES) == ["ashes", "cipher", "phase", "phase10", "fantasyform"]
    assert all(slug == game.slug for slug, game in GAMES.items())


def test_a_game_is_found_by_every_name_it_has():
    assert set(WORDS.values()) == set(GAMES)
    assert all(fold(word) == word for word in WORDS)
    assert all(game_named(word.upper()).slug == slug for word, slug in WORDS.items())
    assert [game_named(game.name) for game in GAMES.values()] == list(GAMES.values())


def test_an_unknown_game_is_refused_with_the_nearest():
    with pytest.raises(UnknownNameError, match="Nearest: cipher"):
        game_named("ciphr")


def test_a_game_whose_decks_are_not_judged_yet_says_which_are():
    told = not_built(Game("marbles", "Marbles", (2, 2)))
    assert told.startswith("deckcli does not build Marbles decks yet; it builds Ashes Reborn and ")
    assert " Phase" in told
