"""The invented set of Phase: that it was designed, and what for (`data/phase/rulings.md`, Invented cards)."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from functools import cache
from itertools import combinations
from typing import Any

import pytest

from catalog.home import data_root

FACTIONS = {"fengarian": "Fengarian", "keeper": "Keeper", "sun-dominion": "Sun Dominion"}
SIDES = ("good", "evil")
Table = dict[str, Any]


@cache
def _file(kind: str, name: str) -> Table:
    return tomllib.loads((data_root() / "phase" / kind / f"{name}.toml").read_text(encoding="utf-8"))


def faces(name: str, side: str = "") -> list[Table]:
    """The faces of a file, of one side or of both."""
    return [face for face in _file("cards", name)["face"] if side in ("", face["side"])]


def cards(name: str) -> list[Table]:
    return list(_file("cards", name)["card"])


def abilities(name: str, slug: str) -> list[Any]:
    return list(_file("effects", name)[slug]["abilities"])


def order_of(name: str, slug: str) -> str:
    """The order of a face, as it is written: cost and deeds."""
    (order,) = (one for one in abilities(name, slug) if isinstance(one, dict) and one["kind"] == "order")
    return f"{order.get('cost', '')}: {order['do']}"


_COLOUR = re.compile(r"\b(good|evil)\b|keyword\('\w+'\)")


def skills_of(name: str, slug: str) -> tuple[str, ...]:
    """The skills of a face, as they are written."""
    return tuple(str(one) for one in abilities(name, slug) if isinstance(one, str) or one["kind"] != "order")


def by_slug(name: str) -> dict[str, Table]:
    return {face["slug"]: face for face in faces(name)}


@pytest.mark.parametrize("name", FACTIONS)
def test_a_faction_has_a_hundred_different_cards_of_fifty_to_seventy_faces(name: str) -> None:
    whole = cards(name)
    assert len(whole) == len({card["slug"] for card in whole}) == 100
    assert len({tuple(card["faces"]) for card in whole}) == 100
    assert 50 <= len(faces(name)) <= 70
    assert {card["faction"] for card in whole} == {FACTIONS[name]}


@pytest.mark.parametrize("name", FACTIONS)
def test_each_face_is_on_two_to_four_cards_with_different_backs(name: str) -> None:
    """So that a side that is seen does not tell the other."""
    on = Counter(slug for card in cards(name) for slug in card["faces"])
    assert set(on) == set(by_slug(name))
    assert {*on.values()} <= {2, 3, 4}


@pytest.mark.parametrize("name", FACTIONS)
def test_a_card_has_a_good_face_and_an_evil_one_and_is_named_for_both(name: str) -> None:
    known = by_slug(name)
    for card in cards(name):
        good, evil = (known[slug] for slug in card["faces"])
        assert (good["side"], evil["side"]) == SIDES
        assert card["name"] == f"{good['name']} // {evil['name']}"
        assert card["slug"] == f"{good['slug']}-{evil['slug']}"
        assert (card["type"], card["origin"]) == ("Warrior", "invented")


@pytest.mark.parametrize("name", FACTIONS)
def test_the_faces_of_a_card_differ_in_cost_so_that_phasing_is_a_decision(name: str) -> None:
    known = by_slug(name)
    costs = [[known[slug]["training_cost"] for slug in card["faces"]] for card in cards(name)]
    differences = Counter(abs(good - evil) for good, evil in costs)
    assert differences[0] == 0
    assert {1, 2, 3} <= set(differences)
    cheaper = Counter("good" if good < evil else "evil" for good, evil in costs)
    assert min(cheaper.values()) >= 30, cheaper


@pytest.mark.parametrize("name", FACTIONS)
@pytest.mark.parametrize("side", SIDES)
def test_the_costs_of_each_side_make_a_curve_from_nothing_to_five(name: str, side: str) -> None:
    curve = Counter(face["training_cost"] for face in faces(name, side))
    assert set(curve) == {0, 1, 2, 3, 4, 5}
    assert curve[0] < curve[1] <= curve[2] > curve[3] > curve[4] > curve[5]


@pytest.mark.parametrize("name", FACTIONS)
def test_a_dearer_face_is_a_stronger_warrior_in_the_mean(name: str) -> None:
    by_cost: dict[int, list[int]] = {}
    for face in faces(name):
        by_cost.setdefault(face["training_cost"], []).append(face["attack"] + face["defence"])
    means = [sum(by_cost[cost]) / len(by_cost[cost]) for cost in sorted(by_cost)]
    assert means == sorted(means)
    assert len(set(means)) == 6


@pytest.mark.parametrize(("one", "other"), [*combinations(FACTIONS, 2)])
def test_no_faction_is_another_one_recoloured(one: str, other: str) -> None:
    """At most a tenth of the faces has cost, values, skill and order of a face of another faction, be they painted over
    with another alignment or keyword."""

    def alike(name: str, face: Table) -> tuple[object, ...]:
        return (face["training_cost"], face["attack"], face["defence"], *skills_and_order(name, face["slug"]))

    first = Counter(alike(one, face) for face in faces(one))
    second = Counter(alike(other, face) for face in faces(other))
    assert (first & second).total() <= min(len(faces(one)), len(faces(other))) // 10


def skills_and_order(name: str, slug: str) -> tuple[object, ...]:
    """What a face does, whatever alignment or keyword it speaks of."""
    skills = tuple(_COLOUR.sub("COLOUR", skill) for skill in skills_of(name, slug))
    return (skills, _COLOUR.sub("COLOUR", order_of(name, slug)))


@pytest.mark.parametrize(("one", "other"), [*combinations(FACTIONS, 2)])
def test_hardly_a_skill_with_its_order_is_found_in_two_factions(one: str, other: str) -> None:
    first = Counter(skills_and_order(one, face["slug"]) for face in faces(one))
    second = Counter(skills_and_order(other, face["slug"]) for face in faces(other))
    assert (first & second).total() <= 6


@pytest.mark.parametrize("name", FACTIONS)
def test_hardly_two_faces_of_a_faction_have_one_order(name: str) -> None:
    orders = Counter(order_of(name, face["slug"]) for face in faces(name))
    assert max(orders.values()) <= 2
    assert len(orders) >= 50


def share(name: str, *words: str) -> float:
    """How much of a faction's faces speaks one of these words, in skill or order."""
    spoken = [str(abilities(name, face["slug"])) for face in faces(name)]
    return sum(any(word in one for word in words) for one in spoken) / len(spoken)


THEMES = {
    "fengarian": ("(attacking", "damage(", "'Wolf'"),
    "keeper": ("lock(choose", "(locked", "Ally", "ally", "defending", "cannot(attack)"),
    "sun-dominion": (
        "phase(choose",
        "phase(w",
        "phase(enemy",
        "phase(this",
        "phase_this",
        "'phaseling'",
        "(good",
        "(evil",
    ),
}


@pytest.mark.parametrize("name", THEMES)
def test_each_faction_has_a_theme_that_the_others_have_not(name: str) -> None:
    own = share(name, *THEMES[name])
    others = [share(other, *THEMES[name]) for other in FACTIONS if other != name]
    assert own >= 0.4
    assert own >= 2 * max(others)


DEEDS = ("phase(", "lock(", "give(", "bonus(-", "damage(", "draw(", "enlist(", "gain(", "lose(")


def test_the_orders_use_what_the_rulebook_lets_orders_do() -> None:
    orders = " ".join(order_of(name, face["slug"]) for name in FACTIONS for face in faces(name))
    assert [deed for deed in DEEDS if deed not in orders] == []


@pytest.mark.parametrize("name", FACTIONS)
def test_every_faction_has_most_of_the_skills_of_the_glossary(name: str) -> None:
    kinds = Counter(kind for face in faces(name) for kind in face["abilities"])
    assert kinds["order"] == len(faces(name))
    skills = {"action", "elite", "phaseling", "relentless", "trained", "swift", "ally", "constant"} & set(kinds)
    assert len(skills) >= 7, skills
    plain = sum(face["abilities"] == ["order"] for face in faces(name))
    assert 5 <= plain <= 20


def test_no_two_faces_have_one_name_or_slug() -> None:
    every = [face for name in ("rulebook", *FACTIONS) for face in faces(name)]
    for key in ("name", "slug"):
        assert [one for one, count in Counter(face[key] for face in every).items() if count > 1] == []


def test_every_card_has_a_number_of_its_own() -> None:
    numbers = [
        one["number"] for name in ("rulebook", *FACTIONS) for card in cards(name) for one in card.get("printings", ())
    ]
    assert len(numbers) == len(set(numbers)) == 319


@pytest.mark.parametrize("name", ["rulebook", *FACTIONS])
def test_effects_are_told_for_just_the_faces_of_their_file(name: str) -> None:
    assert set(_file("effects", name)) == set(by_slug(name))
    for face in faces(name):
        kinds = [one.lower() if isinstance(one, str) else one["kind"] for one in abilities(name, face["slug"])]
        assert face["abilities"] == kinds, face["slug"]
