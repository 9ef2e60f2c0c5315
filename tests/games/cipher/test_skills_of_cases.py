"""Cards with skills of kinds that the starters lack: computed costs, bond skills, growth, lost skills, taken places."""

from __future__ import annotations

from collections.abc import Mapping

from catalog.card import Card
from deckcli.engine.contract import keeps_contract
from deckcli.engine.playthrough import Setting
from deckcli.games.cipher.playable import CipherRules
from deckcli.games.cipher.players import Heuristic
from deckcli.games.cipher.rules import DealtDeck
from deckcli.games.cipher.written import unit_with_skills

RED = ("B01-001", "B01-005", "B01-011", "B01-015", "B01-016", "B01-022", "B01-030", "B01-047", "B01-048", "B01-049",
       "B01-014", "B01-008")  # fmt: skip
OTHERS = ("B03-003", "B03-005", "B12-001", "B06-002", "B06-003", "B08-053", "B22-012", "B13-086", "B13-087", "B01-077",
          "B14-001", "B01-056", "B04-004")  # fmt: skip


def deck(leader: str, numbers: tuple[str, ...], numbered: Mapping[str, Card]) -> DealtDeck:
    cards = [unit_with_skills(numbered[number]) for number in numbers]
    return DealtDeck(leader, (unit_with_skills(numbered[leader]), *(cards * 5)[:49]))


def test_games_of_such_cards_keep_the_contract(numbered: Mapping[str, Card]) -> None:
    red, others = deck("B01-003", RED, numbered), deck("B03-003", OTHERS, numbered)
    kept = keeps_contract(CipherRules(), [Setting((red, others), {}, 0), Setting((others, red), {}, 0)], 4)
    assert kept.finished == kept.playthroughs, kept.unfinished
    kept = keeps_contract(CipherRules(), [Setting((red, others), {}, 0)], 2, player=Heuristic)
    assert kept.finished == kept.playthroughs, kept.unfinished
