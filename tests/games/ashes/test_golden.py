"""A whole game, to be read in review: The Iron Men against The Mist Guardian, both played by the heuristic, seed 1.

When rules or players change on purpose, delete the file and run this test: it writes the file anew and fails once.
Then read what has changed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from deckcli.engine.playthrough import Playthrough, Setting, Sight
from deckcli.games.ashes.playable import AshesPlayable
from deckcli.games.ashes.rules import DealtDeck
from deckcli.screen.board import answer_words
from deckcli.screen.boards.ashes import news

FILE = Path(__file__).parent / "golden" / "the-iron-men-against-the-mist-guardian.txt"


def told(decks: tuple[DealtDeck, ...]) -> Iterator[str]:
    """Every answer that was chosen, under the turn in which it was, with the wounds of the Phoenixborn."""
    playable = AshesPlayable()
    playthrough = Playthrough(playable.rules, Setting(decks, {}, 1), watched=True)
    players = [playable.player("heuristic", 1, seat) for seat in range(2)]
    turn = (-1, -1)
    while (choice := playthrough.choice) is not None:
        before = playthrough.view(0)
        if (before["round"], before["turn"]) != turn:
            turn = (before["round"], before["turn"])
            yield f"Round {turn[0]}, turn {turn[1]}" if turn[1] else "Before the first turn"
        option = players[choice.seat](choice, Sight(playthrough, choice.seat))
        yield f"  {'ab'[choice.seat]}  {answer_words(playthrough, option)}"
        playthrough.choose(option)
        yield from (f"     {line}" for line in news(before, playthrough.view(0)))
    outcome = playthrough.outcome
    assert outcome is not None
    yield f"{' and '.join('ab'[seat] for seat in outcome.winners) or 'nobody'} wins: {outcome.reason}"


def test_a_whole_game_goes_as_it_was_read_in_review(dealt: Callable[[str], DealtDeck]) -> None:
    text = "\n".join(told((dealt("the-iron-men"), dealt("the-mist-guardian")))) + "\n"
    if not FILE.exists():
        FILE.parent.mkdir(exist_ok=True)
        FILE.write_text(text, encoding="utf-8")
        raise AssertionError(f"{FILE.name} was missing and is written anew: read it")
    assert text.splitlines() == FILE.read_text(encoding="utf-8").splitlines()
