"""A whole game, to be read in review: decks of Keeper and of Sun Dominion, both played by the heuristic, seed 1.

When rules or players change on purpose, delete the file and run this test: it writes the file anew and fails once.
Then read what has changed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from deckcli.engine.playthrough import Playthrough, Setting, Sight
from deckcli.games.phase.playable import PhasePlayable
from deckcli.games.phase.rules import DealtDeck
from deckcli.screen.board import answer_words
from deckcli.screen.boards.phase import news

FILE = Path(__file__).parent / "golden" / "keeper-golems-against-sun-lions.txt"


def told(decks: tuple[DealtDeck, ...]) -> Iterator[str]:
    """Every answer that was chosen, under the turn in which it was, with what it changed."""
    playable = PhasePlayable()
    playthrough = Playthrough(playable.rules, Setting(decks, {}, 1), watched=True)
    players = [playable.player("heuristic", 1, seat) for seat in range(2)]
    turn = -1
    while (choice := playthrough.choice) is not None:
        before = playthrough.view(0)
        if before["turn"] != turn:
            turn = before["turn"]
            yield f"Turn {turn}" if turn else "Before the first turn"
        option = players[choice.seat](choice, Sight(playthrough, choice.seat))
        yield f"  {'ab'[choice.seat]}  {answer_words(playthrough, option)}"
        playthrough.choose(option)
        yield from (f"     {line}" for line in news(before, playthrough.view(0)))
    outcome = playthrough.outcome
    assert outcome is not None
    yield f"{' and '.join('ab'[seat] for seat in outcome.winners) or 'nobody'} wins: {outcome.reason}"


def test_a_whole_game_goes_as_it_was_read_in_review(dealt: Callable[[str], DealtDeck]) -> None:
    text = "\n".join(told((dealt("keeper-golems"), dealt("sun-lions")))) + "\n"
    if not FILE.exists():
        FILE.write_text(text, encoding="utf-8")
        raise AssertionError(f"{FILE.name} was missing and is written anew: read it")
    assert text.splitlines() == FILE.read_text(encoding="utf-8").splitlines()
