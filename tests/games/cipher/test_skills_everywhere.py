"""The common support skills act on every card that prints them, and stand where they are printed."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import pytest

from catalog.card import Card, Finished
from catalog.home import data_root
from deckcli.engine.contract import keeps_contract
from deckcli.engine.effects import check_and_build, render, words_of
from deckcli.engine.playthrough import Setting
from deckcli.games.cipher import written
from deckcli.games.cipher.playable import CipherRules
from deckcli.games.cipher.players import Heuristic
from deckcli.games.cipher.rules import DealtDeck
from deckcli.games.cipher.view import unseen, view
from deckcli.games.cipher.written import effects_of_file, finish, unit_with_skills, vocabulary

SUPPORT = {"ATK": "atk", "DEF": "def", "ATK/DEF": "both"}
"""The printed kinds of support skills, and how effects call them."""

PRINTED = {
    "Attack Emblem": 257, "Flying Emblem": 103, "Miracle Emblem": 102, "Magic Emblem": 74, "Hero Emblem": 37,
    "Defense Emblem": 30, "Tandem Emblem": 28, "Bullseye Emblem": 24, "Thief Emblem": 21, "Darkness Emblem": 21,
    "Tactical Emblem": 17, "Fate Emblem": 16, "Cover Emblem": 14, "Authority Emblem": 13, "Hope Emblem": 11,
    "Dragonkin Emblem": 10, "Ninjutsu Emblem": 9, "Mirage Emblem": 7, "Solidarity Emblem": 6, "Resistance Emblem": 5,
    "Sealspell Emblem": 5, "Despair Emblem": 4, "Training Emblem": 3, "Courage Emblem": 3, "Dragonblood Emblem": 3,
    "Holy Blood Emblem": 3, "Provision Emblem": 3, "Illumination Emblem": 2, "Prophecy Emblem": 2, "Sibling Emblem": 2,
    "Performance Emblem": 2,
}  # fmt: skip
"""On how many cards each support skill is printed that stands on two or more, as counted in the source of the facts."""


class Acting(NamedTuple):
    """A card whose effects are written: its printed kinds, and what is written in their order."""

    slug: str
    printed: list[str]
    entry: Any

    @property
    def named(self) -> list[str]:
        """The name of each skill that is written."""
        return [one.partition(": ")[0] if isinstance(one, str) else one["name"] for one in self.entry["abilities"]]

    @property
    def kinds(self) -> list[str]:
        """The kind of each skill that is written."""
        return [one.kind for one in check_and_build(self.entry, vocabulary(), self.slug)]


def acting() -> Iterator[Acting]:
    for path in sorted((data_root() / "cipher" / "cards").glob("*.toml")):
        entries = effects_of_file(path.stem)
        for card in tomllib.loads(path.read_text(encoding="utf-8"))["card"] if entries else ():
            if card["slug"] in entries:
                yield Acting(card["slug"], card["abilities"], entries[card["slug"]])


CARDS = list(acting())


def test_each_common_support_skill_acts_on_as_many_cards_as_print_it() -> None:
    counted = Counter(name for card in CARDS for name in card.named if name.endswith(" Emblem"))
    assert {name: count for name, count in counted.items() if count > 1} == PRINTED


def test_a_support_skill_is_of_the_kind_that_its_card_prints() -> None:
    for card in CARDS:
        written_kinds = Counter(kind for kind in card.kinds if kind in SUPPORT.values())
        printed_kinds = Counter(SUPPORT[kind] for kind in card.printed if kind in SUPPORT)
        assert written_kinds <= printed_kinds, card.slug


def test_support_skills_stand_behind_all_others_as_they_are_printed() -> None:
    for card in CARDS:
        support = [kind in SUPPORT.values() for kind in card.kinds]
        assert support == sorted(support), card.slug


def test_a_skill_of_a_color_is_told_one_that_is_on_the_table() -> None:
    told = {
        one.partition(": ")[2]
        for card in CARDS
        for one in card.entry["abilities"]
        if isinstance(one, str) and ":" in one
    }
    assert {word for word in told if word.islower()} == {
        "red", "blue", "white", "black", "green", "purple", "yellow", "brown", "mirage", "colourless",
    }  # fmt: skip


SCENARIOS = data_root() / "cipher" / "scenarios" / "skills"


def named_by(stem: str, numbers: dict[str, str]) -> str:
    number, _, place = stem.rpartition("-")
    entry = next(card.named for card in CARDS if card.slug == numbers[number.upper()])
    return entry[int(place) - 1]


@pytest.fixture(scope="module")
def numbers() -> dict[str, str]:
    """The slug behind each number."""
    found: dict[str, str] = {}
    for path in sorted((data_root() / "cipher" / "cards").glob("*.toml")):
        for card in tomllib.loads(path.read_text(encoding="utf-8"))["card"]:
            for printing in card["printings"]:
                found.setdefault(printing["number"], card["slug"])
    return found


def test_every_common_support_skill_has_a_scenario(numbers: dict[str, str]) -> None:
    assert {named_by(path.stem, numbers) for path in SCENARIOS.glob("*.toml")} >= PRINTED.keys()


# ---------------------------------------------------------------- what was shown


def before_the_choice(lay: Any, a: dict[str, Any], b: dict[str, Any]) -> Any:
    laid = lay({"front": ["B01-008"], **a}, {"front": ["S01-003"], **b})
    laid.choose("Attack")
    return laid


def test_both_players_know_a_card_that_was_revealed(lay: Any) -> None:
    laid = before_the_choice(lay, {"deck": ["B01-074", "..."]}, {"deck": ["S01-002", "B01-006", "B01-010"]})
    assert "Caeda, Talys's Heart" in laid.offered()
    top = laid.table.seats[1].deck[-1]
    for seat in (0, 1):
        ((copy, card),) = view(laid.table, seat)["seats"][1]["top"]
        assert (copy, card["name"]) == (top, "Caeda, Talys's Heart")
        assert all(top not in group for group in unseen(laid.table, seat))


def test_only_its_owner_knows_a_card_that_was_looked_at(lay: Any) -> None:
    laid = before_the_choice(lay, {"deck": ["B14-055", "B01-006", "B01-010"]}, {})
    top = laid.table.seats[0].deck[-1]
    assert len(view(laid.table, 0)["seats"][0]["top"]) == 1
    assert view(laid.table, 1)["seats"][0]["top"] == ()
    assert [any(top in group for group in unseen(laid.table, seat)) for seat in (0, 1)] == [False, True]


def test_what_was_shown_is_forgotten_when_another_card_lies_on_top(lay: Any) -> None:
    laid = before_the_choice(lay, {"deck": ["B01-074", "..."]}, {"deck": ["S01-002", "B01-006", "B01-010"]})
    laid.choose("Caeda")
    assert view(laid.table, 0)["seats"][1]["top"] == ()


# ---------------------------------------------------------------- games of them


def decks_of_supports(numbered: Mapping[str, Card]) -> list[DealtDeck]:
    """Two decks with cards of every common support skill between them: 49 and a main character of cost 1 each."""
    cards = {card.slug: card for card in numbered.values()}
    picked = [next(one for one in CARDS if name in one.named).slug for name in PRINTED]
    units = [unit_with_skills(cards[slug]) for slug in picked]
    leader = unit_with_skills(numbered["B01-003"])
    return [DealtDeck("supports", (leader, *(part * 4)[:49])) for part in (units[:16], units[15:])]


def test_games_of_all_common_support_skills_keep_the_contract(numbered: Mapping[str, Card]) -> None:
    one, two = decks_of_supports(numbered)
    kept = keeps_contract(CipherRules(), [Setting((one, two), {}, 0), Setting((two, one), {}, 0)], 4, player=Heuristic)
    assert kept.finished == kept.playthroughs, kept.unfinished


# ---------------------------------------------------------------- shared skills are read once


def test_a_card_of_shared_skills_says_what_it_would_say_read_alone() -> None:
    for card in CARDS[::20]:
        alone = [render(one, vocabulary()) for one in check_and_build(card.entry, vocabulary(), card.slug)]
        assert finish({"slug": card.slug}, card.entry) == Finished(text="\n".join(alone), written=len(alone))


def test_a_shared_skill_that_does_not_exist_is_a_fault_of_its_card() -> None:
    written._shared_text.cache_clear()
    found = finish({"slug": "cain"}, {"abilities": ["Attack Emblen"]})
    assert found.written == 0
    assert "cain" in found.faults[0]
    assert "Attack Emblem" in found.faults[0]


def test_a_skill_that_sends_the_destroyed_elsewhere_waits_for_the_fall_and_so_spares_main_characters() -> None:
    """A main character that is destroyed gives up an orb: only other units go anywhere (`falls`)."""
    found = [
        (one.slug, ability["name"])
        for one in acting()
        for ability in one.entry["abilities"]
        if not isinstance(ability, str)
        and str(ability.get("replaces", "")).startswith(("destroys(", "destroyed(this", "destroyed(enemy.unit"))
    ]
    assert found == []


def test_a_name_that_a_skill_speaks_of_is_one_that_some_unit_bears() -> None:
    units = {
        name
        for path in (data_root() / "cipher" / "cards").glob("*.toml")
        for card in tomllib.loads(path.read_text(encoding="utf-8"))["card"]
        for name in (card["name"], card["unit_name"], *card.get("extra_unit_names", ()))
    }
    unknown = {
        (one.slug, title.value)
        for one in CARDS
        for ability in check_and_build(one.entry, vocabulary(), one.slug)
        for node in words_of(ability)
        for slot, given in zip(node.known.slots, node.args, strict=False)
        if slot.role == "title"
        for title in (given if isinstance(given, list) else [given])
        if title.value not in units
    }
    assert unknown == set()
