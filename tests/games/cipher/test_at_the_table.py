"""What a person at the table is told of what the others do."""

from __future__ import annotations

from typing import Any

from deckcli.cli.session import Session
from deckcli.cli.sitting import PERSON, Sitting, _Table

FATE, MAGIC = "B04-064", "S02-004"
"""Both support a blue attacker: a card goes from hand to the top of the deck, or to the Retreat."""


def told(capsys: Any, lay: Any, supporter: str, answer: str) -> str:
    """What a person in seat a reads when seat b attacks with Sully, supported by that card, and takes a hand card."""
    enemy = {"front": ["B01-065 (mc)"], "hand": ["B01-008", "B01-018"], "deck": [supporter, "B01-010", "..."]}
    playthrough = lay({"front": ["S01-003 (mc)"]}, enemy, active="b").playthrough
    table = _Table(
        Session.begin(db=None, color="never"), Sitting(playthrough, [], [PERSON, "random"], 1), lambda _: "quit"
    )
    answers = iter(("Attack Jagen with Sully", answer))

    def says(choice: Any, sight: Any) -> Any:
        said = next(answers, "End the turn")
        return choice.options[sight.labels().index(said)]

    table.players[1] = says
    table.play()
    return str(capsys.readouterr().out)


def test_a_card_that_a_bot_puts_where_nobody_sees_it_is_not_named(capsys: Any, lay: Any) -> None:
    out = told(capsys, lay, FATE, "Ogma, Loyal Blade")
    assert "(a card that you do not see)" in out
    assert "Ogma" not in out


def test_a_card_that_a_bot_discards_is_named(capsys: Any, lay: Any) -> None:
    out = told(capsys, lay, MAGIC, "Ogma, Loyal Blade")
    assert "what is discarded? Ogma, Loyal Blade" in out
    assert "Battle: Sully, Gallant Crimson Knight 60 (with Miriel, Rapier Intellect)" in out
