"""FantasyForm's words on made-up cards: what the invented ones do not need, and what is refused."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import pytest

from catalog.card import Card
from deckcli.engine.effects import check_and_build, render
from deckcli.engine.playing import Setup
from deckcli.engine.playthrough import Playthrough, Setting
from deckcli.engine.vocabulary import EffectError
from deckcli.games.fantasyform.effects import WORDS
from deckcli.games.fantasyform.faces import ImpossibleCardError, Upgrade, upgrade_of
from deckcli.games.fantasyform.playable import FantasyRules
from deckcli.games.fantasyform.position import NOBODY, PLAIN
from deckcli.games.fantasyform.written import effects_of_file, finish, side_of

Made = Callable[..., Upgrade]


def made(name: str, *abilities: Mapping[str, Any], **facts: Any) -> Upgrade:
    """A companion of our own invention with these abilities."""
    skills = check_and_build({"abilities": list(abilities)}, WORDS, name) if abilities else ()
    return replace(NOBODY, name=name, skills=skills, **facts)


def laid(cards: list[Upgrade], a: Mapping[str, Any], **table: Any) -> Playthrough:
    known = {card.name: card for card in cards}
    game = FantasyRules(known.get)
    return Playthrough(game, Setting((), {}, 1), table=game.position(Setup((a,), table), 1), watched=True)


def choose(playthrough: Playthrough, *labels: str) -> None:
    for label in labels:
        (fitting,) = [at for at, one in enumerate(playthrough.labels()) if one.startswith(label)]
        assert playthrough.choice is not None
        playthrough.choose(playthrough.choice.options[fitting])


BROKER = {"kind": "ability", "limit": "turn", "when": "essence_bought(life)", "do": "gain(2)"}


def test_an_ability_may_wait_for_an_essence_to_be_bought_and_only_for_one_kind() -> None:
    friends = [made("Broker", BROKER), made("Leaf", essence=2), made("Root", essence=2), made("Shade", essence=0)]
    ethereal = ["Leaf", "Root", "Shade"]
    playthrough = laid(friends, {"companion": "Broker", "shards": 9}, phase="market", ethereal=ethereal)
    choose(playthrough, "Buy Shadow Essence (Shade)")
    assert playthrough.table.shards == 6
    choose(playthrough, "Buy Life Essence (Leaf)")
    assert playthrough.table.shards == 5
    choose(playthrough, "Sell Life Essence (Leaf)", "Buy Life Essence (Root)")
    assert playthrough.table.shards == 5, "the first time each turn"


def test_a_lasting_rule_may_hold_only_while_something_is_so() -> None:
    guard = made("Guard", {"kind": "ability", "static": "soften(encounter, 1)", "need": "has(fire)"})
    trap = made("Trap", {"kind": "outlands", "do": "hurt(1)"}, outlands="Trap")
    torch = replace(PLAIN[2], name="Brand", tags=frozenset({"Fire"}))
    cards = [guard, trap, torch]
    assert laid(cards, {"companion": "Guard"}, encounters=["Trap"]).table.health == 4
    assert laid(cards, {"companion": "Guard", "artifact": "Brand"}, encounters=["Trap"]).table.health == 5


def test_a_pack_that_is_too_large_for_a_new_form_is_discarded_down_at_once() -> None:
    tight = replace(PLAIN[0], name="Tight Form", elemental=True, pack_size=1, rival_health=9, player_health=7)
    friends = [tight, made("Leaf", essence=2), made("Shade")]
    playthrough = laid(friends, {"shards": 3, "pack": ["Leaf", "Shade"]}, phase="market", upgrades=["Tight Form"])
    choose(playthrough, "Buy Tight Form")
    assert playthrough.game.question(playthrough.table, playthrough.choice) == (
        "Your pack holds 1. Which essence is discarded?"
    )
    choose(playthrough, "Shadow Essence (Shade)")
    table = playthrough.table
    assert ([table.cards[copy].name for copy in table.pack], table.health) == (["Leaf"], 7)
    assert "Shade" in [table.cards[copy].name for copy in table.discard]


def test_several_encounters_of_one_card_stop_when_the_game_is_lost() -> None:
    trap = made("Trap", {"kind": "outlands", "do": "hurt(9)"}, {"kind": "outlands", "do": "gain(5)"}, outlands="Trap")
    table = laid([trap], {}, encounters=["Trap"]).table
    assert (table.outcome.reason, table.shards, table.health) == ("no health is left", 0, 0)


# ---------------------------------------------------------------- what is said, and what is refused


@pytest.mark.parametrize(
    ("told", "text"),
    [
        (BROKER, "[Ability, the first time each turn]: When you buy a Life Essence: Gain 2 shards."),
        ({"kind": "ability", "when": "damage_bought", "do": "heal(1)"},
         "[Ability]: When you buy damage in a Rival Phase: Heal 1."),
        ({"kind": "ability", "static": "cheaper_essences(2)", "need": "has(air, water)"},
         "[Ability]: While you have Air or Water, an essence that you buy costs 2 shards less."),
        ({"kind": "forge", "name": "Loom", "do": "one_of((gain(1), heal(1)), cheaper(form, 1))"},
         "Loom [Forge]: Choose one: gain 1 shard, then heal 1, or forms cost 1 shard less this turn."),
    ],
)  # fmt: skip
def test_what_an_ability_says(told: Mapping[str, Any], text: str) -> None:
    (ability,) = check_and_build({"abilities": [told]}, WORDS, "made up")
    assert render(ability, WORDS) == text


@pytest.mark.parametrize(
    ("told", "fault"),
    [
        ({"kind": "forge", "do": "gian(1)"}, "Nearest: gain"),
        ({"kind": "outlands", "do": "gain(1)"}, "printed are ['forge']"),
        ({"kind": "forge", "do": "one_of(gain(1), heal(1))\none_of(gain(2), heal(2))"}, "asks twice"),
        ({"kind": "forge", "do": "if has(sand):\n    gain(1)"}, "sand"),
        ({"kind": "forge", "static": "soften(encounter, count(pack))"}, "a number as it is"),
    ],
)
def test_effects_that_cannot_be_are_refused_with_their_place(told: Mapping[str, Any], fault: str) -> None:
    with pytest.raises(EffectError, match="Mill") as raised:
        side_of({"abilities": [told]}, {"abilities": ["forge"], "forge": "Mill"}, "Mill, encounter")
    assert fault in str(raised.value)


def test_effects_are_told_side_by_side() -> None:
    entry = {"slug": "mill", "origin": "own", "faces": [{"name": "Mill", "side": "upgrade", "abilities": []}]}
    assert "as many as the card has" in finish(entry, {"faces": [{"abilities": [BROKER]}, {}]}).faults[0]
    assert finish(entry, {"faces": [effects_of_file("invented")["falconer-upgrade"]]}).texts == ()


@pytest.mark.parametrize(("fact", "value"), [("essence", "Dust"), ("cost", "X"), ("tags", ("Sand",))])
def test_a_card_that_cannot_be_is_refused_and_names_the_fact(
    cards: Mapping[str, Card], fact: str, value: object
) -> None:
    upgrade, encounter = cards["Falconer"].faces
    face = replace(upgrade, facts={**upgrade.facts, fact: value})
    with pytest.raises(ImpossibleCardError, match="falconer: "):
        upgrade_of(replace(cards["Falconer"], faces=(face, encounter)))
    with pytest.raises(ImpossibleCardError, match="two sides"):
        upgrade_of(cards["Rival Card"])
