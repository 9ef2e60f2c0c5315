"""Phase's rules, ruling by ruling (`data/phase/rulings.md`), at tables laid out for them."""

from __future__ import annotations

from typing import Any

import pytest

from deckcli.engine.players import Random
from deckcli.engine.playthrough import Playthrough, Setting
from deckcli.games.phase import deeds, rules
from deckcli.games.phase.playable import PhaseRules
from deckcli.games.phase.played import Part, resources_of
from deckcli.games.phase.rules import DealtDeck
from tests.games.phase.conftest import doing

GLADIATOR, SCOUT, BERSERKER = "Gladiator // Squeezle", "Scout // Gladiator", "Berserker // Nighthawk"
NIGHTHAWK, ALEXIS, PENNAGGOLAN = "Nighthawk // Berserker", "Sister Alexis // Pennaggolan", "Pennaggolan // Nighthawk"
HORROR, SPIRIT, COGNET = "Chained Horror // Fire Spirit", "Fire Spirit // Ted", "The Cognet // The Undying"
TED, TRIVET, UNDYING = "Ted // Fire Spirit", "Trivet // Anonymous", "The Undying // The Cognet"


def test_swift_warriors_deal_their_damage_first(lay: Any) -> None:
    """Ruling 1."""
    sitting = lay({"play": [GLADIATOR]}, {"play": [ALEXIS]})
    sitting.choose("Attack", "Attack the Nexus", "Oppose seat a's Gladiator")
    assert sitting.reports("a.play") == {}
    assert sitting.reports("b.play.Sister Alexis.damage") == 0


def test_an_unopposed_attacker_takes_what_the_nexus_has_of_its_alignment(lay: Any) -> None:
    """Rulings 2 and 11: 3 of an evil warrior, and only 2 evil are left; then it phases, going home."""
    sitting = lay({"play": [HORROR]}, {}, nexus_evil=2)
    sitting.choose("Attack", "Attack the Nexus")
    assert (sitting.reports("a.evil"), sitting.reports("table.nexus_evil")) == (2, 0)
    assert list(sitting.reports("a.play")) == ["Fire Spirit"]


def test_an_attacked_player_loses_influence_of_that_alignment_and_it_leaves_the_game(lay: Any) -> None:
    """Rulings 3 and 33."""
    sitting = lay({"play": [HORROR]}, {"evil": 2, "good": 5})
    sitting.choose("Attack", "Attack seat b")
    assert (sitting.reports("b.evil"), sitting.reports("b.good"), sitting.reports("a.evil")) == (0, 5, 0)
    assert sitting.reports("table.nexus_evil") == 20


def test_damage_beyond_a_defender_is_lost(lay: Any) -> None:
    """Ruling 6."""
    sitting = lay({"play": [PENNAGGOLAN]}, {"play": [SCOUT]})
    sitting.choose("Attack", "Attack the Nexus", "Oppose seat a's Pennaggolan")
    assert (sitting.reports("a.evil"), sitting.reports("table.nexus_evil")) == (0, 20)
    assert sitting.reports("b.play") == {}


def test_the_attackers_player_divides_damage_among_several_defenders(lay: Any) -> None:
    """Ruling 7: 5 damage on 3 and 5 defence; both defenders deal theirs."""
    sitting = lay({"play": [PENNAGGOLAN], "hand": [SPIRIT]}, {"play": [SCOUT, NIGHTHAWK]})
    sitting.choose("Attack", "Pass", "Attack the Nexus", "Oppose", "Oppose", "Pass")
    assert sitting.asked() == "split"
    assert sitting.offered() == [f"{number} damage" for number in range(6)]
    sitting.choose("3 damage")
    assert sitting.reports("b.play.Nighthawk.damage") == 2
    assert list(sitting.reports("b.play")) == ["Nighthawk"]
    assert sitting.reports("a.play") == {}


def test_only_the_selected_player_and_allies_defend_the_nexus(lay: Any, find: Any) -> None:
    """Ruling 9: chance selects seat b; seat c has a warrior and an Ally."""
    ally = doing(find, "Trivet // Anonymous", "Ally")
    sitting = lay({"play": [GLADIATOR]}, {"play": [ALEXIS]}, {"play": ["Trivet // Anonymous", NIGHTHAWK]}, find=ally)
    sitting.choose("Attack", "Attack the Nexus")
    asked, guard = [], "bc".index(sitting.reports("table.defender")) + 1
    while sitting.asked() == "defend":
        asked.append((sitting.playthrough.choice.seat, sitting.table.face(sitting.playthrough.choice.about[0]).title))
        sitting.choose("No defence")
    selected = [(1, "Sister Alexis")] if guard == 1 else [(2, "Nighthawk")]
    assert sorted(asked) == sorted([*selected, (2, "Trivet")])


def test_a_warrior_is_not_sent_against_its_own_alignment_and_may_phase_to_it_later(lay: Any) -> None:
    """Ruling 10: Berserker may not be sent; Pennaggolan is, and goes on fighting when it has phased to good."""
    sitting = lay(
        {"play": [SCOUT], "hand": [COGNET, SPIRIT], "barracks": [SPIRIT]},
        {"play": [PENNAGGOLAN, NIGHTHAWK]},
    )
    sitting.choose("Attack", "Pass", "Attack the Nexus")
    assert sitting.asked() == "defend"
    sitting.choose("Oppose seat a's Scout")
    assert sitting.asked() == "skirmish"  # Nighthawk was never asked
    sitting.choose("Play The Cognet", "seat b's Pennaggolan", "Pass")
    assert sitting.reports("b.play.Nighthawk.damage") == 1


def test_what_was_given_ends_with_the_turn_and_damage_too(lay: Any) -> None:
    """Rulings 14 and 15."""
    sitting = lay({"play": [BERSERKER], "hand": ["The Undying // The Cognet", SPIRIT]}, {"hand": [SPIRIT]}, step="end")
    sitting.choose("Play Fire Spirit")
    assert sitting.reports("a.play.Berserker.attack") == 6
    sitting.choose("Pass", "Play The Undying")
    assert sitting.reports("a.play.Berserker.damage") == 1
    sitting.choose("Pass")
    warrior = sitting.reports("a.play.Berserker")
    assert (warrior["attack"], warrior["defence"], warrior["damage"]) == (4, 3, 0)


@pytest.mark.parametrize(("survive", "attack"), [(True, 6), (False, 4)])
def test_modifiers_and_phasing_are_an_option(lay: Any, survive: bool, attack: int) -> None:
    """Ruling 15."""
    hand = [SPIRIT, COGNET]
    sitting = lay(
        {"play": [BERSERKER], "hand": hand, "barracks": ["Trivet"]}, {"hand": [SPIRIT]},
        step="training", modifiers_survive_phase=survive,
    )  # fmt: skip
    sitting.choose("Play Fire Spirit", "Pass", "Play The Cognet")
    assert sitting.reports("a.play.Nighthawk.attack") == attack


def test_costs_are_paid_in_printed_order() -> None:
    """Ruling 18: lock 2 and phase 1 takes three resources, phase 1 and lock 2 takes two."""
    assert resources_of((Part("lock", 2), Part("phase", 1))) == 3
    assert resources_of((Part("phase", 1), Part("lock", 2))) == 2
    assert resources_of((Part("phase", 2), Part("phase", 1))) == 3


def test_a_locked_card_neither_phases_nor_pays_nor_is_trained(lay: Any) -> None:
    """Rulings 17, 20 and 23."""
    sitting = lay({"barracks": ["Ted (locked)", "Trivet"], "play": [f"{GLADIATOR} (locked)"], "hand": [COGNET]}, {})
    assert sitting.asked() == "attack"
    assert "Train Ted" not in " ".join(sitting.offered())
    table = sitting.table
    copy = table.seats[0].barracks[0]
    assert not deeds.phase(table, copy)
    assert table.face(copy).title == "Ted"
    sitting.choose("Attack")
    assert sitting.asked() == "maneuvering"
    sitting.choose("Play The Cognet")  # the one that is locked may not be chosen, and nobody else is in play
    assert sitting.reports("a.barracks") == ["Ted (locked)", "Anonymous"]
    assert list(sitting.reports("a.play")) == ["Gladiator"]


def test_locked_cards_unlock_when_their_players_turn_begins(lay: Any) -> None:
    sitting = lay(
        {"barracks": ["Ted (locked)", "Trivet (locked)"], "play": ["Gladiator (locked)"]}, {}, step="preparation"
    )
    assert sitting.reports("a.locked") == 0
    assert not sitting.reports("a.play.Gladiator.locked")


def test_in_a_skirmish_only_what_is_in_it_is_chosen(lay: Any) -> None:
    """Ruling 22: seat b, without a warrior there, plays an order; Berserker at home cannot be chosen."""
    sitting = lay({"play": [SCOUT]}, {"play": [f"{BERSERKER} (locked)"], "hand": [SPIRIT]})
    sitting.choose("Attack", "Pass", "Attack the Nexus")
    assert sitting.asked() == "skirmish"
    sitting.choose("Play Fire Spirit")
    assert sitting.reports("a.good") == 3
    assert sitting.reports("b.play.Berserker.attack") == 4


def test_elite_triggers_for_any_order_that_chooses_the_warrior_whoever_plays_it(lay: Any) -> None:
    """Ruling 24: the opponent's 1 damage gives Chained Horror +2/+0."""
    sitting = lay({"play": [HORROR]}, {"hand": ["The Undying"]})
    sitting.choose("Attack", "Pass", "Attack the Nexus", "Play The Undying")
    assert sitting.reports("a.evil") == 5


def test_an_empty_deck_is_made_of_the_discard_pile(lay: Any) -> None:
    """Ruling 27; with nothing there either, nothing is drawn."""
    sitting = lay({"deck": [], "discard": ["Ted", "Trivet", "Scout"]}, {"deck": []}, step="preparation")
    assert sitting.reports("a.discard") == []
    assert len(sitting.reports("a.hand")) == len(sitting.reports("a.barracks")) == 1
    empty = lay({"deck": []}, {"play": [GLADIATOR]}, step="preparation")
    assert (empty.reports("a.hand"), empty.reports("a.barracks")) == ([], [])


def test_a_shuffle_turns_cards_unless_the_option_says_that_sides_stay(lay: Any) -> None:
    """Ruling 28."""
    turned = set()
    for keep in (True, False):
        sitting = lay({"deck": [], "discard": ["Ted"] * 30}, {}, step="preparation", keep_sides_when_shuffling=keep)
        turned.add((keep, "Fire Spirit" in sitting.reports("a.deck")))
    assert turned == {(True, False), (False, True)}


def test_each_player_begins_with_three_cards_of_which_one_is_put_down(small: DealtDeck) -> None:
    """Ruling 29."""
    playthrough = Playthrough(PhaseRules(), Setting((small,) * 3, {}, 4))
    for seat in range(3):
        assert playthrough.choice is not None
        assert (playthrough.choice.seat, len(playthrough.choice.options)) == (seat, 3)
        assert playthrough.table.nexus == [30, 30]  # type: ignore[attr-defined]
        playthrough.choose(playthrough.choice.options[0])
    assert len(playthrough.game.reports(playthrough.table)["b"]["barracks"]) == 1


def test_the_lowest_training_cost_on_top_begins_and_ties_are_cut(find: Any) -> None:
    """Ruling 30."""
    cheap, dear = find("Fire Spirit // Ted"), find("Caelistra // The Undying")
    decks = (DealtDeck("dear", (dear,) * 9), DealtDeck("cheap", (find("Trivet // Anonymous"),) * 9))
    for seed in range(5):
        playthrough = Playthrough(PhaseRules(), Setting(decks, {}, seed))
        while playthrough.table.step == "muster" and playthrough.choice is not None:
            playthrough.choose(playthrough.choice.options[0])
        assert playthrough.table.first == 1  # type: ignore[attr-defined]
    again = {_first((DealtDeck("a", (cheap,) * 9),) * 2, seed) for seed in range(12)}
    assert again == {0, 1}


def _first(decks: tuple[DealtDeck, ...], seed: int) -> int:
    table = rules.set_up(decks, {}, seed)
    return rules._who_begins(table)


def test_the_round_is_finished_when_a_kind_has_run_out(lay: Any) -> None:
    """Ruling 31: seat a empties the Nexus of evil; seat b, which plays last, still has its turn."""
    sitting = lay({"play": [HORROR]}, {"hand": [SPIRIT], "play": ["Trivet"]}, nexus_evil=3)
    sitting.choose("Attack", "Pass", "Attack the Nexus", "No defence", "Pass")
    while sitting.asked():
        assert sitting.table.outcome is None
        sitting.choose(sitting.offered()[-1])
    assert sitting.reports("table.outcome") == "influence of one kind"
    assert (sitting.reports("table.winner"), sitting.reports("table.active")) == ("a", "b")


@pytest.mark.parametrize(
    ("a", "b", "winner", "reason"),
    [
        ({"good": 5, "evil": 1}, {"good": 4, "evil": 4}, "a", "influence of one kind"),
        ({"good": 5, "evil": 1}, {"evil": 5, "good": 2}, "b", "influence of both kinds"),
        ({"good": 5, "play": ["Ted"]}, {"evil": 5, "play": ["Trivet"]}, "a", "attack in play"),
        ({"good": 5}, {"evil": 5}, "ab", "shared"),
    ],
)
def test_who_wins(lay: Any, a: dict[str, Any], b: dict[str, Any], winner: str, reason: str) -> None:
    """Ruling 32."""
    outcome = rules.outcome(lay(a, b).table)
    assert ("".join("ab"[seat] for seat in outcome.winners), outcome.reason) == (winner, reason)


def test_the_card_lies_revealed_while_its_order_is_resolved(lay: Any) -> None:
    """Ruling 37."""
    sitting = lay({"hand": [COGNET], "barracks": ["Ted", "Trivet"], "play": [GLADIATOR]}, {}, step="training")
    sitting.choose("Play The Cognet")
    assert (sitting.reports("a.hand"), sitting.reports("a.revealed")) == ([], ["The Cognet"])
    sitting.choose("Ted")
    assert (sitting.reports("a.discard"), sitting.reports("a.revealed")) == (["The Cognet"], [])


@pytest.mark.parametrize(("once", "times"), [(True, 1), (False, 3)])
def test_a_skill_is_used_once_a_turn_unless_the_option_says_otherwise(lay: Any, once: bool, times: int) -> None:
    """Ruling 40."""
    sitting = lay({"play": [GLADIATOR], "barracks": ["Trivet"] * 3}, {}, step="end", skills_once_a_turn=once)
    used = 0
    while used < 3 and sitting.asked() == "end":
        sitting.choose("Use Gladiator's skill")
        used += 1
    assert used == times


def test_a_single_deck_is_a_game_of_ten_and_ten_without_a_defender(small: DealtDeck) -> None:
    """Ruling 36."""
    table = rules.set_up((small,), {}, 1)
    assert table.nexus == [10, 10]
    assert table.others(0) == []


def test_more_than_five_do_not_play(small: DealtDeck) -> None:
    with pytest.raises(ValueError, match="2 to 5 players"):
        rules.set_up((small,) * 6, {}, 1)


# ---------------------------------------------------------------- the Attack Step


def test_an_attacker_that_is_gone_scores_nothing(lay: Any) -> None:
    """Ruling 5: Trivet's -1/-2 takes Ted's defence."""
    sitting = lay({"play": [TED]}, {"hand": [TRIVET]})
    sitting.choose("Attack", "Pass", "Attack the Nexus", "Play Trivet")
    assert sitting.reports("a.discard") == ["Ted"]
    assert (sitting.reports("a.good"), sitting.reports("a.evil"), sitting.reports("table.skirmishes")) == (0, 0, 0)


def test_whoever_has_no_warrior_left_to_send_has_no_skirmish(lay: Any) -> None:
    """Ruling 38; and who declares no attack has no maneuvering round."""
    sitting = lay({"play": [TED]}, {"hand": [TRIVET]})
    sitting.choose("Attack", "Play Trivet")
    assert (sitting.asked(), sitting.reports("table.step")) != ("target", "maneuvering")
    assert sitting.reports("a.play") == {}
    quiet = lay({"play": [TED], "hand": [SPIRIT]}, {"hand": [TRIVET]})
    quiet.choose("No attack")
    assert quiet.asked() == "training"


def test_all_attackers_attack_one_target(lay: Any) -> None:
    """Ruling 8."""
    sitting = lay({"play": [TED, SCOUT]}, {}, {})
    sitting.choose("Attack")
    assert sitting.offered() == ["Attack the Nexus", "Attack seat b", "Attack seat c"]
    sitting.choose("Attack seat c")
    assert sitting.asked() == "attackers"


def test_a_negative_attack_takes_nothing_and_heals_nobody(lay: Any) -> None:
    """Ruling 16."""
    sitting = lay({"play": [SCOUT]}, {"evil": 2, "good": 2})
    deeds.give(sitting.table, sitting.table.seats[0].play[0], -4, 0)
    sitting.choose("Attack", "Attack seat b")
    assert (sitting.reports("b.good"), sitting.reports("table.nexus_good")) == (2, 20)
    opposed = lay({"play": [SCOUT]}, {"play": [f"{PENNAGGOLAN} (2 damage)"], "hand": [SPIRIT]})
    deeds.give(opposed.table, opposed.table.seats[0].play[0], -4, 0)
    opposed.choose("Attack", "Pass", "Attack the Nexus", "Oppose seat a's Scout", "Pass")
    assert opposed.reports("b.play.Pennaggolan.damage") == 2


def test_all_are_asked_from_the_active_player_on_until_they_pass_in_a_row(lay: Any) -> None:
    """Ruling 21."""
    sitting = lay(
        {"hand": [SPIRIT], "play": [TED]}, {"hand": [SPIRIT, UNDYING]}, {"hand": [SPIRIT]}, step="maneuvering"
    )
    asked = []
    for label in ("Pass", "Play Fire Spirit", "Pass", "Pass", "Pass"):
        asked.append("abc"[sitting.playthrough.choice.seat])
        sitting.choose(label)
    assert asked == ["a", "b", "c", "a", "b"]
    assert sitting.asked() == "target"


# ---------------------------------------------------------------- costs, hands, training


def test_a_training_cost_of_0_takes_no_other_resource(lay: Any) -> None:
    """Ruling 19."""
    sitting = lay({"barracks": ["Fire Spirit // Ted"]}, {}, step="training")
    sitting.choose("Train Fire Spirit")
    assert sitting.reports("a.play.Fire Spirit.attack") == 1


def test_who_was_trained_attacks_in_the_next_turn_first(lay: Any) -> None:
    """Ruling 12."""
    sitting = lay({"barracks": ["Fire Spirit // Ted", "Trivet"]}, {}, step="training", turn=3)
    sitting.choose("Train Fire Spirit")
    while sitting.asked() != "attack":
        assert sitting.asked() in ("training", "end", "training cost")
        sitting.choose("Pass")
    assert (sitting.reports("table.active"), sitting.reports("table.turn")) == ("a", 5)


def test_any_number_may_be_none(lay: Any) -> None:
    """Ruling 25: Caelistra locks up to all resources, and phases as many warriors."""
    sitting = lay(
        {"hand": ["Caelistra // The Undying"], "barracks": ["Ted", "Trivet"], "play": [TED]}, {}, step="training"
    )
    sitting.choose("Play Caelistra")
    assert sitting.offered()[-1] == "Done"
    sitting.choose("Done")
    assert (list(sitting.reports("a.play")), sitting.reports("a.locked")) == (["Ted"], 0)


def test_a_hand_has_no_limit(lay: Any) -> None:
    """Ruling 26."""
    sitting = lay({"hand": 60}, {}, step="preparation")
    assert len(sitting.reports("a.hand")) == 61


def test_relentless_skills_trigger_for_every_way_of_leaving_play(lay: Any) -> None:
    """Ruling 34: Scout enlists a card, locked, also when it is put into the hand."""
    sitting = lay({"play": [SCOUT], "hand": [COGNET], "barracks": ["Ted"]}, {}, step="training")
    table = sitting.table
    deeds.put(table, table.seats[0].play[0], "hand")
    sitting.choose("Play The Cognet")
    assert (sitting.reports("a.locked"), sitting.reports("a.hand")) == (1, ["Scout"])


# ---------------------------------------------------------------- whoever falls, and when

DREAD = {"kind": "constant", "static": "give(enemy.warrior(locked), bonus(0, -2))"}


def test_who_falls_by_a_skill_that_holds_falls_when_the_action_is_over(lay: Any, find: Any) -> None:
    """Ruling 13: to be locked costs 2 defence, which is all that Trivet has."""
    dreadful = doing(find, ALEXIS, DREAD, {"kind": "action", "cost": "phase(1)", "do": "lock(choose(enemy.warrior))"})
    sitting = lay({"play": [ALEXIS], "barracks": ["Ted"]}, {"play": [TRIVET]}, find=dreadful, step="training")
    sitting.choose("Use Sister Alexis")
    assert (sitting.reports("b.play"), sitting.reports("b.discard")) == ({}, ["Trivet"])


def test_who_is_held_up_while_it_defends_falls_when_the_skirmish_is_over(lay: Any, find: Any) -> None:
    """Rulings 13 and 20: the attacker, locked, does not phase when it goes home."""
    firm = doing(find, ALEXIS, {"kind": "constant", "need": "this(defending)", "static": "give(this, bonus(0, 3))"})
    sitting = lay({"play": [BERSERKER, SCOUT], "hand": ["Ted // Fire Spirit"] * 2}, {"play": [ALEXIS]}, find=firm)
    sitting.choose("Attack", "Attack the Nexus", "Send Berserker", "Done", "Oppose seat a's Berserker")
    assert (sitting.reports("b.play"), sitting.reports("b.discard")) == ({}, ["Sister Alexis"])


def test_what_a_skill_does_when_the_turn_ends_ends_with_it(lay: Any, find: Any) -> None:
    """Rulings 14 and 35: Trivet lives by a bonus; when that ends it falls, and the damage of its Relentless skill ends
    with the turn too."""
    bitter = {"kind": "relentless", "do": "damage(enemy.warrior, 1)"}
    other = doing(doing(find, TRIVET, bitter), ALEXIS, DREAD)
    sitting = lay(
        {"play": [f"{TRIVET} (locked)"], "hand": ["Nighthawk", "Scout"], "barracks": ["Ted"]},
        {"play": [ALEXIS], "hand": [COGNET, SPIRIT]},
        find=other, step="end",
    )  # fmt: skip
    table = sitting.table
    deeds.give(table, table.seats[0].play[0], 0, 1)
    sitting.choose("Pass", "Pass")
    assert sitting.reports("a.discard") == ["Trivet"]
    assert sitting.reports("b.play.Sister Alexis.damage") == 0


def test_a_skill_that_counts_by_attack_does_not_count_itself(lay: Any, find: Any) -> None:
    """Ruling 41."""
    proud = {"kind": "constant", "static": "give(my.warrior, bonus(count(my.warrior(attack >= 4)), 0))"}
    sitting = lay({"play": [ALEXIS, BERSERKER]}, {}, find=doing(find, ALEXIS, proud))
    assert sitting.reports("a.play.Berserker.attack") == 5
    assert sitting.reports("a.play.Sister Alexis.attack") == 4


def test_whom_a_warrior_may_not_be_opposed_by_is_told_by_who_gave_it(lay: Any, find: Any) -> None:
    shy = {
        "kind": "action",
        "cost": "lose(good, 1)",
        "do": "give(this, cannot(be_opposed(enemy.warrior(attack >= 5))))",
    }
    sitting = lay({"play": [SCOUT], "good": 1}, {"play": [PENNAGGOLAN]}, find=doing(find, SCOUT, shy))
    sitting.choose("Attack", "Use Scout", "Attack the Nexus")
    assert sitting.asked() != "defend"
    assert sitting.reports("a.good") == 1  # paid one, and took one, since nobody could oppose it


def test_what_comes_from_the_deck_into_the_hand_is_drawn(lay: Any) -> None:
    """Drawing: the side that was up faces the opponents."""
    sitting = lay({"deck": [BERSERKER, "..."]}, {})
    deeds.put(sitting.table, sitting.table.seats[0].deck[-1], "hand")
    assert sitting.reports("a.hand") == ["Nighthawk"]


def test_a_seat_that_is_not_there_does_not_begin(small: DealtDeck) -> None:
    assert rules.set_up((small, small, small), {"first": "2"}, 1).options["first"] == 2
    with pytest.raises(ValueError, match="seat 4 cannot begin: the seats here are 0 to 2"):
        rules.set_up((small, small, small), {"first": "4"}, 1)


def test_decks_of_any_size_are_played(find: Any) -> None:
    deck = DealtDeck("huge", (find(SPIRIT),) * 1500)
    playthrough = Playthrough(PhaseRules(), Setting((deck, deck), {}, 1))
    assert playthrough.play([Random(1, seat) for seat in (0, 1)], most=300).reason.startswith("300 decisions")
