"""A whole game as a person reads it in review: what was answered turn by turn, and what came of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

from deckcli.engine.playthrough import Playthrough, Setting, Sight
from deckcli.games.game import Playable
from deckcli.screen.board import answer_words

View: TypeAlias = Mapping[str, Any]


def whole_game(
    playable: Playable,
    decks: Sequence[Any],
    heading: Callable[[View], str],
    news: Callable[[View, View], Iterable[str]],
) -> Iterator[str]:
    """Every answer that two heuristics give with seed 1, under the heading of its turn, with the news that it made."""
    playthrough = Playthrough(playable.rules, Setting(tuple(decks), {}, 1), watched=True)
    players = [playable.player("heuristic", 1, seat) for seat in range(2)]
    title = ""
    while (choice := playthrough.choice) is not None:
        before = playthrough.view(0)
        if heading(before) != title:
            title = heading(before)
            yield title
        option = players[choice.seat](choice, Sight(playthrough, choice.seat))
        yield f"  {'ab'[choice.seat]}  {answer_words(playthrough, option)}"
        playthrough.choose(option)
        yield from (f"     {line}" for line in news(before, playthrough.view(0)))
    outcome = playthrough.outcome
    assert outcome is not None
    yield f"{' and '.join('ab'[seat] for seat in outcome.winners) or 'nobody'} wins: {outcome.reason}"


def turn_by_turn(view: View) -> str:
    """The heading of a turn, where a game has nothing but turns."""
    return f"Turn {view['turn']}" if view["turn"] else "Before the first turn"


def reviewed(file: Path, lines: Sequence[str]) -> list[str]:
    """The lines of the file that was read in review. Where there is none, it is written, and the test fails."""
    if not file.exists():
        file.parent.mkdir(exist_ok=True)
        file.write_text("\n".join(lines) + "\n", encoding="utf-8")
        raise AssertionError(f"{file.name} was missing and is written anew: read it")
    return file.read_text(encoding="utf-8").splitlines()
