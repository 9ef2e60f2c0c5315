"""Who may sit at a table, by name: a game's own players, search with its budget, and third parties' by entry points."""

from __future__ import annotations

import sys
import textwrap
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from deckcli.engine.choice import Choice, Option
from deckcli.engine.playthrough import Playthrough, Sight
from deckcli.engine.reasons import reasons_of
from deckcli.engine.search import USUAL_TRIES, Search
from deckcli.errors import PlayerError
from deckcli.games.game import Playable
from deckcli.games.players import MOST_TRIES, forks, guests, known_players, named, player_of, said_of

Begin = Callable[..., tuple[Playable, Playthrough]]
PLAYERS = '''
from deckcli.engine.reasons import by_points


class Last:
    """Takes the last answer, and says so."""

    def __call__(self, choice, sight):
        return choice.options[-1]

    def explain(self, choice, sight):
        return by_points(choice.options[-1], choice.options, choice.options.index)


def last(playable, seed, seat):
    if playable.rules.slug == "cipher":
        raise ValueError("Cipher is too hard for me")
    return Last()


def cheat(playable, seed, seat):
    return lambda choice, sight: ("win",)


def unhashable(playable, seed, seat):
    return lambda choice, sight: {"a": []}


def faulty(playable, seed, seat):
    return lambda choice, sight: 1 // 0


def none(playable, seed, seat):
    return None


def unready(playable):
    return Last()
'''
POINTS = """last = third_players:last
cheat = third_players:cheat
unhashable = third_players:unhashable
faulty = third_players:faulty
none = third_players:none
unready = third_players:unready
gone = third_players:gone
nowhere = no_such_module_of_anybody:make
heuristic = third_players:cheat
"""


@pytest.fixture
def third(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An installed distribution that offers players, good ones and bad ones."""
    installed(tmp_path, "third_players", PLAYERS, POINTS)
    monkeypatch.syspath_prepend(str(tmp_path))
    guests.cache_clear()
    yield tmp_path
    guests.cache_clear()
    sys.modules.pop("third_players", None)


def installed(place: Path, module: str, text: str, points: str) -> None:
    """Lay a distribution into a folder as pip would."""
    info = place / f"{module}-1.0.dist-info"
    info.mkdir()
    (place / f"{module}.py").write_text(text)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {module.replace('_', '-')}\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[deckcli.players]\n{points}")


# ---------------------------------------------------------------- names


def test_every_game_has_its_own_players_and_search(begin: Begin) -> None:
    playable, _ = begin("phase10")
    assert list(known_players(playable)) == [*playable.players, "search"]
    assert str(USUAL_TRIES) in known_players(playable)["search"]


@pytest.mark.parametrize(("name", "tries"), [("search", USUAL_TRIES), ("search:1", 1), ("search:100000", MOST_TRIES)])
def test_a_search_may_tell_its_budget(begin: Begin, name: str, tries: int) -> None:
    playable, _ = begin("phase10")
    player = player_of(playable, name, 1, 0)
    assert isinstance(player, Search)
    assert player.tries == tries
    assert forks(player)
    assert not forks(player_of(playable, "heuristic", 1, 0))


@pytest.mark.parametrize("name", ["search:", "search:0", "search:-3", "search:ten", "search:100001", "search:1:2"])
def test_a_budget_that_is_none_is_said(begin: Begin, name: str) -> None:
    for ask in (lambda: named(begin("phase10")[0], name), lambda: player_of(begin("phase10")[0], name, 1, 0)):
        with pytest.raises(PlayerError, match=r"search:N wants tries a question from 1 to 100000, and got"):
            ask()


@pytest.mark.parametrize("name", ["nobody", "", "Search", "heuristic:3"])
def test_a_name_that_nobody_has_is_answered_by_those_there_are(begin: Begin, name: str) -> None:
    with pytest.raises(PlayerError, match=f'no player "{name}" here. There are: random, goldfish, .*search'):
        player_of(begin("phase10")[0], name, 1, 0)


def test_figures_of_a_search_say_what_they_rest_on(begin: Begin) -> None:
    playable, _ = begin("fantasyform")
    said = said_of(playable, ["search:8", "heuristic", "search", "search:8"])
    assert len(said) == 2
    assert "8 times a question" in said[0]
    assert f"{USUAL_TRIES} times" in said[1]
    assert not said_of(playable, ["heuristic"])
    assert "until the next round begins" in said_of(begin("phase10")[0], ["search"])[0]


# ---------------------------------------------------------------- third parties


def test_a_third_party_brings_a_player_by_an_entry_point(begin: Begin, third: Path) -> None:
    playable, here = begin("phase10")
    assert known_players(playable)["last"] == "from third-players"
    player = player_of(playable, named(playable, "last"), 1, 0)
    assert here.choice
    answer: Option = player(here.choice, Sight(here, here.choice.seat))
    assert answer == here.choice.options[-1]
    reasons = reasons_of(player, here.choice, Sight(here, here.choice.seat))
    assert reasons is not None
    assert reasons.weighed[0].option == answer
    assert forks(player)


def test_a_third_party_takes_no_name_of_the_game_s_own(begin: Begin, third: Path) -> None:
    playable, _ = begin("phase10")
    assert known_players(playable)["heuristic"] == playable.players["heuristic"]
    assert not forks(player_of(playable, "heuristic", 1, 0))


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("gone", "cannot be loaded: AttributeError"),
        ("nowhere", "cannot be loaded: ModuleNotFoundError"),
        ("unready", "cannot be made: TypeError"),
        ("none", "is None, and no player"),
    ],
)
def test_a_player_that_cannot_be_made_is_named(begin: Begin, third: Path, name: str, words: str) -> None:
    with pytest.raises(PlayerError, match=f'the player "{name}" of third-players {words}'):
        player_of(begin("phase10")[0], name, 1, 0)


def test_a_player_may_refuse_a_game_in_its_own_words(begin: Begin, third: Path) -> None:
    with pytest.raises(PlayerError, match='"last" of third-players cannot be made: Cipher is too hard for me'):
        player_of(begin("cipher")[0], "last", 1, 0)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("cheat", r"answered \('win',\), which is not offered"),
        ("unhashable", r"answered {'a': \[\]}, which is not offered"),
        ("faulty", "failed at a question: ZeroDivisionError"),
    ],
)
def test_a_player_that_fails_at_the_table_is_named(begin: Begin, third: Path, name: str, words: str) -> None:
    playable, here = begin("phase10")
    players = [player_of(playable, name, 1, seat) for seat in range(2)]
    with pytest.raises(PlayerError, match=f'the player "{name}" of third-players {words}') as error:
        here.play(players)
    assert error.value.args == (str(error.value),)  # so that it comes out of a worker whole


def test_a_player_that_says_no_reasons_has_none(begin: Begin, third: Path) -> None:
    playable, here = begin("phase10")
    assert here.choice
    assert reasons_of(player_of(playable, "cheat", 1, 0), here.choice, Sight(here, 0)) is None


def test_the_example_of_the_handbook_plays(begin: Begin, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    handbook = (Path(__file__).parents[2] / "CONTRIBUTING.md").read_text("utf-8")
    example = handbook.partition("   ```python\n")[2].partition("   ```\n")[0]
    installed(tmp_path, "mine", textwrap.dedent(example), "careful = mine:careful\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    guests.cache_clear()
    try:
        asked: Counter[str] = Counter()

        def thinks(self: Search, choice: Choice, sight: Sight) -> Option:
            asked[choice.prompt] += 1
            return choice.options[0]

        monkeypatch.setattr(Search, "__call__", thinks)
        for game, prompt in (("cipher", "action"), ("ashes", "turn"), ("fantasyform", "attack"), ("phase", "attack")):
            playable, here = begin(game)
            asked.clear()
            seats = range(len(here.setting.decks))
            here.play([player_of(playable, "careful", 1, seat) for seat in seats], 150)
            assert set(asked) == {prompt}, f"{game}: what the handbook's player thinks about"
        with pytest.raises(PlayerError, match='"careful" of mine cannot be made: nobody attacks in Phase 10'):
            player_of(begin("phase10")[0], "careful", 1, 0)
    finally:
        guests.cache_clear()
        sys.modules.pop("mine", None)
