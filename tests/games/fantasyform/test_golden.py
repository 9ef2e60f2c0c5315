"""A whole game, to be read in review: the heuristic at Expert, seed 1.

When rules, cards or players change on purpose, delete the file and run this test: it writes the file anew and fails
once. Then read what has changed.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from deckcli.engine.playthrough import Playthrough, Setting, Sight
from deckcli.games.fantasyform.faces import Wallet
from deckcli.games.fantasyform.playable import FantasyPlayable
from deckcli.screen.board import answer_words
from deckcli.screen.boards.fantasyform import news

FILE = Path(__file__).parent / "golden" / "expert.txt"


def told(wallet: Wallet) -> Iterator[str]:
    """Every answer under the turn in which it was given, with what came of it."""
    playable = FantasyPlayable()
    playthrough = Playthrough(playable.rules, Setting((wallet,), {"difficulty": "expert"}, 1), watched=True)
    player = playable.player("heuristic", 1, 0)
    turn = -1
    while (choice := playthrough.choice) is not None:
        before = playthrough.view(0)
        if before["turn"] != turn:
            turn = before["turn"]
            yield f"Turn {turn}: {before['shards']} shards, health {before['health']}, timer {before['timer']}"
        option = player(choice, Sight(playthrough, 0))
        yield f"  {answer_words(playthrough, option)}"
        playthrough.choose(option)
        yield from (f"     {line}" for line in news(before, playthrough.view(0)))
    outcome = playthrough.outcome
    assert outcome is not None
    yield f"{'won' if outcome.winners else 'lost'}: {outcome.reason}"


def test_a_whole_game_goes_as_it_was_read_in_review(wallet: Wallet) -> None:
    text = "\n".join(told(wallet)) + "\n"
    if not FILE.exists():
        FILE.parent.mkdir(exist_ok=True)
        FILE.write_text(text, encoding="utf-8")
        raise AssertionError(f"{FILE.name} was missing and is written anew: read it")
    assert text.splitlines() == FILE.read_text(encoding="utf-8").splitlines()
