"""Single cards in studies: drawn, played, stuck, and what was won when they were seen early."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from catalog.home import Home
from catalog.reading import Catalog
from deckcli import EFFECTS
from deckcli.games.finish import finish
from deckcli.study.cards import PLAYED, PREFIX, SEEN, STUCK, Watch, fared, is_card
from deckcli.study.journal import ended_of, line_of
from deckcli.study.pace import pace
from deckcli.study.plan import Batch, Ended, Plan, Row, Side, Study
from deckcli.study.run import run
from deckcli.study.speed import bundled_deck

DUELS = [("cipher", "s01", "s02"), ("ashes", "the-iron-men", "the-mist-guardian"), ("phase", "keeper", "fengarian")]


@pytest.fixture(scope="module")
def duel(built_home):
    """A plan of few games between two bundled decks."""

    def plan(game: str, one: str, other: str, n: int, player: str = "heuristic") -> Plan:
        with Catalog.open(Home(built_home, built_home / "library.db"), lambda: finish, version=EFFECTS) as catalog:
            decks = [bundled_deck(catalog, name, game) for name in (one, other)]
        first, second = (Side(deck.name, deck, "heuristic") for deck in decks)
        return Plan(game, (first, replace(second, player=player)), n, 1)

    return plan


@pytest.mark.parametrize(("game", "one", "other"), DUELS)
def test_cards_are_told_of_both_sides_and_change_nothing_else(duel, game, one, other):
    plan = duel(game, one, other, 4)
    plain, told = run(plan), run(replace(plan, cards=True))
    for before, after in zip(plain, told, strict=True):
        others = {name: value for name, value in after.measures.items() if not is_card(name)}
        assert replace(after, measures=others) == before
        for side in (0, 1):
            assert sum(_of(after, side, PLAYED).values()) <= after.measures.get("cards_played", 99) or side
            drawn = {card for card, turn in _of(after, side, SEEN).items() if turn is not None}
            assert {card for card, count in _of(after, side, PLAYED).items() if count} <= drawn
            assert {card for card, count in _of(after, side, STUCK).items() if count} <= drawn
            assert drawn


def _of(row: Row, side: int, what: str) -> dict[str, Any]:
    head = f"{PREFIX}{side}:{what}:"
    return {name.removeprefix(head): value for name, value in row.measures.items() if name.startswith(head)}


def test_who_only_declines_is_not_watched_and_a_deck_alone_is_told_by_its_turns(duel):
    plan = replace(duel("cipher", "s01", "s02", 6, "goldfish"), cards=True)
    rows = run(plan)
    assert not _of(rows[0], 1, SEEN)
    found = fared(plan, rows, 0, 2)
    assert sum(one.copies for one in found) == 50
    one = max(found, key=lambda card: card.early.n)
    assert one.early.n + one.not_early.n == 6
    assert one.early.mean > 1, "turns, and no share"


def test_the_first_five_of_ashes_are_drawn_in_round_one(duel):
    plan = replace(duel("ashes", "the-iron-men", "the-mist-guardian", 2), cards=True)
    five = {card.name for card in plan.sides[0].deck.first_five}
    for row in run(plan):
        seen = _of(row, 0, SEEN)
        assert five
        assert {seen[name] for name in five} == {1}


class Hands:
    """A game that is nothing but hands: what each seat holds at each question, by name."""

    def __init__(self) -> None:
        self.turn, self.held, self.done = 0, ["fox"], ["owl"]

    def hand(self, table: Any, seat: int) -> list[str]:
        return self.held

    def played(self, table: Any, seat: int) -> list[str]:
        return self.done

    def turns(self, table: Any, seat: int) -> int:
        return self.turn

    def card_name(self, table: Any, copy: str) -> str:
        return copy


def test_a_hand_that_is_returned_before_the_first_turn_was_not_drawn(monkeypatch):
    monkeypatch.setattr("deckcli.study.cards._names", lambda plan, side: dict.fromkeys(("fox", "owl", "elk", "bee"), 1))
    game: Any = Hands()
    watch = Watch(game, {0: 0})
    watch.look(None)
    game.held = ["bee", "elk"]
    watch.look(None)
    game.turn, game.held = 1, ["elk", "elk"]
    watch.look(None)
    game.turn, game.held = 2, ["elk"]
    told = watch.told(None, Plan("cipher", (), 1, 1))
    assert [told[f"card:0:seen:{name}"] for name in ("fox", "owl", "elk", "bee")] == [None, 2, 0, 0]
    assert [told[f"card:0:played:{name}"] for name in ("owl", "elk")] == [1, 0]
    assert [told[f"card:0:stuck:{name}"] for name in ("owl", "elk")] == [0, 1]


@pytest.mark.parametrize(
    ("game", "turns", "measures", "taken"),
    [
        ("cipher", 0, {"win_turn": 6, "length": 11}, 6),
        ("cipher", 0, {"length": 11}, 7),
        ("cipher", 4, {"length": 9}, 5),
        ("ashes", 0, {"win_round": 5, "length": 5}, 5),
        ("ashes", 0, {"length": 5}, 6),
        ("cipher", 4, {}, 5),
    ],
)
def test_a_deck_that_does_not_win_took_one_turn_more_than_it_had(game, turns, measures, taken):
    plan = Plan(game, (None, None), 1, 1, turns=turns)  # type: ignore[arg-type]
    assert pace(plan, Row(0, 0, True, (), "", 0, 0, measures)) == taken


def test_a_card_with_the_longest_of_names_comes_back_from_the_journal(duel):
    study = Study("duel", (replace(duel("cipher", "s01", "s02", 1), cards=True),))
    (row,) = run(study.plans[0])
    named = replace(row, measures={**row.measures, f"{PREFIX}1:{PLAYED}:{'x' * 300} // {'y' * 300}": 2})
    ended = Ended(Batch(0, 0, 1), (named,), 0.5)
    assert ended_of(line_of(ended), study) == ended
