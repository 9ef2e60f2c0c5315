"""The table of FantasyForm on one screen of eighty columns."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from deckcli.engine.playthrough import Playthrough, Setting, Sight
from deckcli.games.fantasyform.faces import Wallet
from deckcli.games.fantasyform.playable import FantasyRules
from deckcli.games.fantasyform.players import Heuristic
from deckcli.games.fantasyform.view import view
from deckcli.screen import plain
from deckcli.screen.boards.fantasyform import draw, news


def drawn(table: Any) -> list[str]:
    return plain.draw(draw(view(table, 0))).splitlines()


def test_no_board_of_whole_games_is_wider_or_higher_than_a_screen(wallet: Wallet) -> None:
    for seed in range(6):
        playthrough = Playthrough(FantasyRules(), Setting((wallet,), {}, seed))
        player = Heuristic(seed)
        while (choice := playthrough.choice) is not None:
            text = drawn(playthrough.table)
            running = ("Ethereal", "Discard", "You", "Pack")  # wrapped on a terminal
            assert max(len(line) for line in text if not line.startswith(running)) <= 80, text
            assert len(text) <= 24
            assert all(len(label) <= 80 - 5 for label in playthrough.labels())
            playthrough.choose(player(choice, Sight(playthrough, 0)))


def test_the_board_tells_rows_prices_pack_rival_and_timer(lay: Callable[..., Any]) -> None:
    sitting = lay(
        {"form": "Air Form", "shards": 9, "pack": ["Guide"], "health": 4},
        phase="market", upgrades=["Falconer"], encounters=["Duelist", "Torch", "Water Form"],
        ethereal=["Longbow", "Herbalist"], rival="Earth Form", rival_health=11, timer=2,
        discard=["Fire Form"],
    )  # fmt: skip
    text = "\n".join(drawn(sitting.table))
    for words in (
        "Turn 3: Market Phase", "Timer ●●○○ 2", "rival: Earth Form ●●●●●●●●●●●○○○○○○○○ 11",
        "Market    Shadow 4  Radiant 2  Life 5  Martial 1  (next turn 2 5 3 2)", "Challenge at Dawn", "Lamp Oil",
        "Ethereal  Martial (Longbow), Life (Herbalist)", "Pack      Life (Guide) (holds 3)", "Fire Form",
        "9 shards · health ●●●●○○ 4 · Air Form", "Air, Evasion",
    ):  # fmt: skip
        assert words in text, words


def test_what_happens_by_itself_is_told(lay: Callable[..., Any]) -> None:
    sitting = lay({"form": "Air Form", "shards": 3}, phase="market", ethereal=1, rival="Fire Form")
    before = view(sitting.table, 0)
    sitting.choose("Leave the market")
    (told,) = news(before, view(sitting.table, 0))
    assert told == "Health -3, now 3; the timer goes down to 3, and the rows are dealt anew."


def test_the_form_that_the_rival_takes_is_told(lay: Callable[..., Any]) -> None:
    sitting = lay({"form": "Air Form", "shards": 5}, phase="market", ethereal=1, discard=["Fire Form"])
    before = view(sitting.table, 0)
    sitting.choose("Leave the market")
    assert list(news(before, view(sitting.table, 0))) == ["The rival takes the Fire Form (17 health)."]
