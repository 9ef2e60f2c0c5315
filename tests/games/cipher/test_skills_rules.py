"""Cipher, skills: values, what lasts and how long, costs, once a turn, and what asks. With made-up cards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from deckcli.engine.effects import check_and_build
from deckcli.engine.playing import Setup
from deckcli.engine.playthrough import Playthrough, Setting
from deckcli.games.cipher import values
from deckcli.games.cipher.effects import ready
from deckcli.games.cipher.faces import Unit as Face
from deckcli.games.cipher.playable import CipherRules
from deckcli.games.cipher.table import Unit
from deckcli.games.cipher.written import vocabulary


def face(name: str, *abilities: Any, attack: int = 40, cost: int = 1, changes: bool = False, **more: Any) -> Face:
    built = ready(check_and_build({"abilities": list(abilities)}, vocabulary(), name)) if abilities else ()
    printed: dict[str, Any] = {"ranges": (1,), "support": 10, **more}
    return Face(
        name, (name,), "", ("Red",), cost, changes, 1 if changes else None, attack, skills=built, **printed
    )  # fmt: skip


def act(do: str, **keys: str) -> dict[str, str]:
    return {"name": "Skill", "kind": "act", "do": do, **keys}


def cont(static: str, **keys: str) -> dict[str, str]:
    return {"name": "Skill", "kind": "cont", "static": static, **keys}


class Game:
    """A position of made-up cards, played by labels."""

    def __init__(self, a: Mapping[str, Any], b: Mapping[str, Any], *cards: Face, **table: Any) -> None:
        known = {card.name: card for card in cards}
        rules = CipherRules(known.get)
        position = rules.position(Setup((a, b), table), 1)
        self.play = Playthrough(rules, Setting((), {}, 1), table=position, watched=True)

    @property
    def table(self) -> Any:
        return self.play.table

    def choose(self, *labels: str) -> Game:
        for label in labels:
            offered = self.play.labels()
            (index,) = [n for n, one in enumerate(offered) if one == label] or [
                n for n, one in enumerate(offered) if one.startswith(label)
            ]
            assert self.play.choice is not None
            self.play.choose(self.play.choice.options[index])
        return self

    def unit(self, name: str, seat: int = 0) -> Unit:
        return next(unit for unit in self.table.units_of(seat) if self.table.face(unit).name == name)

    def attack(self, name: str, seat: int = 0) -> int:
        return values.attack_of(self.table, self.unit(name, seat))


FOE = face("Foe", attack=90)
BY = face("By")


def test_set_values_come_before_additions_and_the_newest_wins() -> None:
    card = face(
        "Ann", cont("give(this, attack(+10))"), cont("give(this, attack_is(30))"), cont("give(this, attack_is(50))")
    )
    assert Game({"front": ["Ann"]}, {"front": ["Foe"]}, card, FOE).attack("Ann") == 60


def test_attack_is_never_below_nothing() -> None:
    assert Game({"front": ["Ann"]}, {}, face("Ann", cont("give(this, attack(-90))"))).attack("Ann") == 0


def test_orbs_are_set_and_then_added() -> None:
    card = face("Ann", cont("give(this, orbs_is(2), orbs(+1))"))
    game = Game({"front": ["Ann"]}, {}, card)
    assert values.orbs_taken(game.table, game.unit("Ann")) == 3


def test_a_continuous_skill_for_others_ends_when_its_unit_leaves() -> None:
    chief = face("Chief", cont("give(my.unit(other), attack(+20))"))
    game = Game({"front": ["Chief", "By"]}, {"front": ["By"]}, chief, BY)
    assert (game.attack("By"), game.attack("By", 1), game.attack("Chief")) == (60, 40, 40)
    from deckcli.games.cipher import deeds

    deeds.leave(game.table, game.unit("Chief"))
    assert game.attack("By") == 40


def test_skills_that_read_attack_count_those_that_came_before() -> None:
    one = face("One", cont("give(this, attack(+10))", need="my.unit(other, attack >= 50)"))
    two = face("Two", cont("give(this, attack(+10))", need="my.unit(other, attack >= 50)"), attack=50)
    game = Game({"front": ["One", "Two"]}, {}, one, two)
    assert (game.attack("One"), game.attack("Two")) == (50, 60)


UNTIL = {"combat": 0, "turn": 1, "their_turn_end": 2, "my_turn_end": 3, "game": 9}


@pytest.mark.parametrize(("until", "ends"), UNTIL.items())
def test_what_is_given_lasts_until_it_says(until: str, ends: int) -> None:
    card = face("Ann", act(f"give(this, attack(+10), until={until})"), attack=40)
    game = Game({"front": ["Ann", "By"]}, {"front": ["Foe"]}, card, BY, FOE)
    seen = [game.choose("Use Ann: Skill").attack("Ann")]
    seen.append(game.choose("Attack Foe with By").attack("Ann"))
    for seat in (0, 1, 0):
        while game.play.choice is not None and game.table.active == seat:
            game.play.choose(game.play.choice.options[-1])
        seen.append(game.attack("Ann"))
    assert seen[0] == 50
    assert [value == 50 for value in seen[1:]] == [ends > n for n in range(4)]


def test_what_was_given_ends_with_a_level_up_unless_it_is_to_survive() -> None:
    low, high = face("Ann", act("give(this, attack(+10), until=game)")), face("Ann ", attack=60)
    high = replace(high, names=("Ann",), name="High")
    from deckcli.games.cipher import deeds

    for survives, attack in ((False, 60), (True, 70)):
        game = Game({"front": ["Ann"], "hand": ["High"]}, {}, low, high, bonuses_survive_level_up=survives)
        game.choose("Use Ann: Skill")
        deeds.stack_on(game.table, game.unit("Ann"), game.table.seats[0].hand[0])
        assert game.attack("High") == attack


def test_once_a_turn_counts_by_unit_and_begins_anew_each_turn() -> None:
    game = Game({"front": ["Ann"]}, {"front": ["Foe"]}, face("Ann", act("move(this)", limit="turn")), FOE)
    assert "Use Ann: Skill" not in game.choose("Use Ann: Skill").play.labels()
    while game.table.turn == 3 or game.table.active == 1:
        game.play.choose(game.play.choice.options[-1])  # type: ignore[union-attr]
    while game.table.phase != "action":
        game.play.choose(game.play.choice.options[-1])  # type: ignore[union-attr]
    assert "Use Ann: Skill" in game.play.labels()


def test_freely_lifts_the_limit() -> None:
    card = face("Ann", act("move(this)", limit="turn", freely="this(tapped)"))
    assert "Use Ann: Skill" in Game({"front": ["Ann (tapped)"]}, {}, card).choose("Use Ann: Skill").play.labels()


def test_a_cost_is_payable_whole_or_not_at_all() -> None:
    card = face("Ann", act("draw(1)", cost="flip(2) + discard(1)"))
    for bonds, hand, there in ((2, 1, True), (1, 1, False), (2, 0, False)):
        game = Game({"front": ["Ann"], "bonds": bonds, "hand": hand}, {}, card)
        assert ("Use Ann: Skill" in game.play.labels()) is there


def test_two_parts_of_a_cost_are_paid_with_two_units() -> None:
    card = face("Ann", act("draw(1)", cost="tap(1, my.unit(named('By', 'Cy'))) + tap(1, my.unit(named('By')))"))
    cy = face("Cy")
    assert "Use Ann: Skill" not in Game({"front": ["Ann", "By"]}, {}, card, BY).play.labels()
    game = Game({"front": ["Ann", "By", "Cy"]}, {}, card, BY, cy).choose("Use Ann: Skill")
    assert game.unit("By").tapped
    assert game.unit("Cy").tapped
    assert not game.unit("Ann").tapped


def test_a_skill_with_nothing_to_choose_may_be_used_and_its_cost_is_lost() -> None:
    card = face("Ann", act("untap(choose(enemy.unit(tapped)))", cost="tap"))
    assert Game({"front": ["Ann"]}, {"front": ["Foe"]}, card, FOE).choose("Use Ann: Skill").unit("Ann").tapped


def test_an_auto_with_a_cost_may_be_declined_and_one_without_is_done() -> None:
    asks = {"name": "Asks", "kind": "auto", "when": "attacks(this)", "cost": "flip(1)", "do": "draw(1)"}
    does = {"name": "Does", "kind": "auto", "when": "attacks(this)", "do": "give(this, attack(+10), until=turn)"}
    game = Game({"front": ["Ann"], "bonds": 1}, {"front": ["Foe"]}, face("Ann", asks), FOE)
    game.choose("Attack Foe", "No")
    assert (len(game.table.seats[0].hand), len(game.table.seats[0].bonds)) == (0, 1)
    game = Game({"front": ["Bea"]}, {"front": ["Foe"]}, face("Bea", does), FOE)
    assert game.choose("Attack Foe").attack("Bea") == 50


def test_equal_cards_are_one_option() -> None:
    card = face("Ann", act("draw(1)", cost="discard(2)"))
    game = Game({"front": ["Ann"], "hand": ["By", "By", "Cy"]}, {}, card, BY, face("Cy")).choose("Use Ann: Skill")
    assert game.play.labels() == ["By"] or game.play.labels() == ["By", "Cy"]
    assert game.play.labels().count("By") == 1


def test_a_replaced_event_does_not_happen() -> None:
    save = {"name": "Save", "kind": "auto", "replaces": "destroyed(this)", "do": "may(discard(1))"}
    for answer, stays in (("Yes", True), ("No", False)):
        game = Game({"front": ["Foe"]}, {"front": ["Ann", "By"], "hand": ["Foe"]}, face("Ann", save), BY, FOE)
        game.choose("Attack Ann with Foe", answer)
        assert any(game.table.face(unit).name == "Ann" for unit in game.table.units_of(1)) is stays


def test_a_given_skill_acts_and_ends_with_what_gave_it() -> None:
    inner = {"name": "Gift", "kind": "cont", "static": "give(this, attack(+20))"}
    card = face("Ann", {**act("give(choose(my.unit(other)), skill('Gift'), until=turn)"), "inner": [inner]})
    game = Game({"front": ["Ann", "By"], "back": ["Cy (mc)"]}, {"front": ["Foe"]}, card, BY, face("Cy"), FOE)
    assert game.choose("Use Ann: Skill", "By").attack("By") == 60
    while game.table.active == 0:
        game.play.choose(game.play.choice.options[-1])  # type: ignore[union-attr]
    assert game.attack("By") == 40


def test_a_flipped_bond_shows_neither_symbol_nor_name() -> None:
    card = face("Ann", cont("give(this, attack(+10))", need="my.bond(red)"))
    assert Game({"front": ["Ann"], "bonds": ["By"]}, {}, card, BY).attack("Ann") == 50
    assert Game({"front": ["Ann"], "bonds": ["By (face-down)"]}, {}, card, BY).attack("Ann") == 40


def test_a_fork_has_skills_of_its_own() -> None:
    chief = face("Chief", cont("give(my.unit(other), attack(+20))"))
    game = Game({"front": ["Chief", "By"]}, {"front": ["Foe"]}, chief, BY, FOE)
    assert game.attack("By") == 60
    fork = game.play.fork()
    from deckcli.games.cipher import deeds

    table: Any = fork.table
    deeds.leave(table, next(unit for unit in table.units_of(0) if table.face(unit).name == "Chief"))
    other = next(unit for unit in table.units_of(0) if table.face(unit).name == "By")
    assert (values.attack_of(table, other), game.attack("By")) == (40, 60)


def test_a_deed_for_later_is_done_then_to_what_was_chosen_before() -> None:
    text = "c = choose(my.unit(other))\nmove(c)\nlater(turn_ends, move(c))"
    game = Game(
        {"front": ["Ann", "By"], "back": ["Cy (mc)"]}, {"front": ["Foe"]}, face("Ann", act(text)), BY, face("Cy"), FOE
    )
    game.choose("Use Ann: Skill", "By")
    assert not game.unit("By").front
    while game.table.active == 0:
        game.play.choose(game.play.choice.options[-1])  # type: ignore[union-attr]
    assert game.unit("By").front
