"""Cipher, players: what a seat may see, what the rules of thumb make of it, and how the choices are said."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from deckcli.decks.deck import Deck, Slot
from deckcli.engine.players import Random
from deckcli.engine.playthrough import Playthrough, Setting, Sight
from deckcli.games.cipher.playable import CipherPlayable, CipherRules
from deckcli.games.cipher.players import Heuristic, chance_to_win

CAEDA, CAIN, MARTH, JAGEN = "S01-002", "B01-008", "B01-003", "S01-003"
MC = f"{MARTH} (mc)"


def answer(sitting: Any) -> str:
    """What the heuristic says to the question that waits, by its label."""
    playthrough = sitting.playthrough
    choice = playthrough.choice
    option = Heuristic(1, choice.seat)(choice, Sight(playthrough, choice.seat))
    label: str = playthrough.labels()[list(choice.options).index(option)]
    return label


def test_a_seat_sees_its_own_hand_and_of_the_other_only_how_many(lay: Any) -> None:
    sitting = lay(
        {"front": [MC], "hand": [CAIN]}, {"front": [MC], "hand": [CAEDA, CAIN], "orbs": [f"{CAIN} (face-up)"]}
    )
    mine, theirs = sitting.playthrough.view(0)["seats"]
    assert [card["unit_name"] for _, card in mine["hand"]] == ["Cain"]
    assert theirs["hand"] == (None, None)
    assert [orb["unit_name"] for orb in theirs["orbs"]] == ["Cain"]
    assert mine["orbs"] == (None,) * 5


def test_an_orb_that_was_looked_at_is_known_to_its_owner_alone(lay: Any) -> None:
    sitting = lay({"front": [MC], "orbs": [CAIN]}, {"front": [MC]})
    sitting.table.seats[0].known_orbs.add(sitting.table.seats[0].orbs[0])
    assert sitting.playthrough.view(0)["seats"][0]["orbs"][0]["unit_name"] == "Cain"
    assert sitting.playthrough.view(1)["seats"][0]["orbs"] == (None,)
    groups = [CipherRules().unseen(sitting.table, seat) for seat in range(2)]
    orb = sitting.table.seats[0].orbs[0]
    assert [any(orb in group for group in seat) for seat in groups] == [False, True]


def test_bonds_and_the_retreat_are_open_to_both(lay: Any) -> None:
    sitting = lay({"front": [MC], "bonds": [CAIN, f"{CAEDA} (face-down)"], "retreat": [JAGEN]})
    for seat in range(2):
        side = sitting.playthrough.view(seat)["seats"][0]
        named = [[card["unit_name"] for _, card in side[pile]] for pile in ("bonds", "spent", "retreat")]
        assert named == [["Cain"], ["Caeda"], ["Jagen"]]


def test_it_evades_with_a_main_character_when_orbs_are_few(lay: Any) -> None:
    for orbs, said in ((5, "No evade"), (1, "Evade: discard Marth, Star and Savior")):
        sitting = lay({"front": [CAIN], "deck": [JAGEN, "..."]}, {"front": [MC], "hand": ["S01-001"], "orbs": orbs})
        sitting.choose("Attack Marth with Cain")
        assert answer(sitting) == said


def test_it_does_not_evade_what_does_not_destroy(lay: Any) -> None:
    sitting = lay({"front": [CAIN]}, {"front": [MC], "hand": ["S01-001"], "orbs": 1, "deck": [CAEDA, "..."]})
    sitting.choose("Attack Marth with Cain")
    assert answer(sitting) == "No evade"


def test_it_pays_a_critical_only_when_that_decides(lay: Any) -> None:
    for support, said in (("S01-005", "Critical: discard Cain, Red Knight"), (CAEDA, "No critical")):
        front = {"front": [CAIN], "hand": [CAIN], "deck": [support, "..."]}
        sitting = lay(front, {"front": [MC], "orbs": 1, "deck": [JAGEN, "..."]})
        sitting.choose("Attack Marth with Cain")
        assert answer(sitting) == said


def test_it_ends_the_game_when_it_can(lay: Any) -> None:
    sitting = lay({"front": [CAIN, JAGEN]}, {"front": [MC, JAGEN, CAIN], "orbs": []})
    assert answer(sitting) == "Attack Marth with Jagen"


def test_it_makes_a_bond_early_and_class_changes(lay: Any) -> None:
    assert answer(lay({"front": [MC], "hand": [CAEDA, CAIN]}, phase="bond")) != "No bond"
    sitting = lay({"front": [[MARTH, MC]], "hand": ["S01-001"], "bonds": [CAIN] * 3}, phase="deployment")
    assert answer(sitting) == "Class change Marth to Marth, Star and Savior"


def test_a_stronger_attack_is_likelier_to_win() -> None:
    chances = [chance_to_win(attack, 50) for attack in range(0, 110, 10)]
    assert chances == sorted(chances)
    assert 0.5 < chance_to_win(50, 50) < 0.8


@pytest.mark.scaled
@pytest.mark.parametrize("deck", [f"s0{number}" for number in range(1, 9)])
def test_the_rules_of_thumb_beat_chance(deck: str, dealt: Any, scaled: Any) -> None:
    """With every starter against itself, seats swapped; a thousand games of the first are a study (tests/study)."""
    count = scaled(30, 100) if deck == "s01" else scaled(8, 100)
    won = 0
    for seed in range(1, count + 1):
        seat = seed % 2
        playthrough = Playthrough(CipherRules(), Setting((dealt(deck), dealt(deck)), {}, seed))
        players = [Heuristic(seed, 0), Random(seed, 1)] if seat == 0 else [Random(seed, 0), Heuristic(seed, 1)]
        won += playthrough.play(players).winners == (seat,)
    assert won >= 0.95 * count


def test_every_player_that_is_named_can_be_had() -> None:
    playable = CipherPlayable()
    assert all(callable(playable.player(name, 1, 0)) for name in playable.players)
    assert playable.assumptions(["heuristic", "goldfish"])
    assert not playable.assumptions(["heuristic", "random"])


def test_a_deck_names_the_cards_whose_skills_are_not_all_written(cipher: Any, all_cards: Any) -> None:
    marth = next(card for card in all_cards("cipher") if card.name == "Marth, Star and Savior")
    orla = cipher.card("Orla, Marsh Prince", 1, unit_name="Orla", title="Marsh Prince", attack=40, support=10)
    two = replace(orla, faces=(replace(orla.face, abilities=("ACT", "ATK")),))
    deck = Deck("cipher", "made", (Slot(marth, 4), Slot(two, 1), Slot(orla, 1)))
    assert CipherPlayable().unscripted(deck) == ["Orla, Marsh Prince"]
