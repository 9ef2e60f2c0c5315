"""No order or skill of any face is idle: each changes something beyond its price in a position made for it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from catalog.card import Card
from deckcli.engine.choice import DONE, NO, Rules
from deckcli.engine.effects import Ability
from deckcli.engine.playing import Setup
from deckcli.games.phase import deeds, position, skills, values
from deckcli.games.phase.faces import WARRIOR
from deckcli.games.phase.played import Act
from deckcli.games.phase.table import NEXUS, PhaseTable, Skirmish
from tests.games.phase.conftest import Find

# Something of everything that the words speak of: both alignments, locked, damaged, cheap and dear, keywords, an Ally;
# and none with a skill that only holds.
MINE = ("Scout", "Ted", "Carrion Whelp", "Bronze Lintel", "Usher of Long Night", "Gilded Cub (1 damage)")
THEIRS = ("Trivet", "Necromancer (locked)", "Pennaggolan", "Fire Spirit (locked)", "Nighthawk (2 damage)")
STOCK = ["Squeezle", "Kindling Pup", "No-Ne Chim 3", "Carrion Whelp"]
PLACES = ("quiet", "my attack", "my raid", "their attack")


def seats(name: str, area: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """Two seats with something of everything; the card that is looked at comes first in its area."""
    mine = {
        "good": 5, "evil": 5, "play": [*MINE], "hand": STOCK, "discard": STOCK,
        "barracks": [*STOCK, *STOCK, "Scout (locked)"],
    }  # fmt: skip
    mine[area] = [name, *mine[area]]
    theirs = {"good": 5, "evil": 5, "play": [*THEIRS], "hand": 3, "barracks": STOCK, "discard": 2}
    return mine, theirs


def table(find: Find, name: str, area: str, place: str) -> PhaseTable:
    """The position, in one of the places where actions are taken."""
    t = position.position(Setup(seats(name, area), {"step": "maneuvering"}), 1, find)
    if place != "quiet":
        _fight(t, place)
    return t


def _fight(t: PhaseTable, place: str) -> None:
    """An attack in which the first warrior of each seat, and the last but one, are in the skirmish."""
    mine, theirs = t.seats[0].play, t.seats[1].play
    ours, others = [mine[0], mine[-1]], [theirs[0], theirs[-1]]
    attackers, defenders = (others, ours) if place == "their attack" else (ours, others)
    t.active, t.guard = (1, 0) if place == "their attack" else (0, 1)
    t.target = 1 if place == "my raid" else NEXUS
    t.skirmishes = [Skirmish(attackers[0], defenders), Skirmish(attackers[1])]
    t.fought, t.window = 0, "skirmish"


def drive(asking: Rules[Any], take: int) -> None:
    """Answer with the option `take` of each question, and never with a no."""
    try:
        choice = next(asking)
        while True:
            options = [one for one in choice.options if one not in (NO, DONE)] or choice.options
            choice = asking.send(options[take % len(options)])
    except StopIteration:
        pass


def seen(t: PhaseTable) -> Any:
    """Everything that an ability may change."""
    warriors = [copy for own in t.seats for copy in own.play]
    may = [
        (values.is_ally(t, one), values.forbidden(t, one, "attack"), values.forbidden(t, one, "defend"),
         [values.forbidden(t, one, "be opposed", other) for other in warriors])
        for one in warriors
    ]  # fmt: skip
    return position.reports(t), may, sorted(t.locked), t.up[:]


def trials(find: Find, name: str, act: Act) -> Iterator[tuple[PhaseTable, int]]:
    """Positions with the card where the ability acts, and its copy."""
    area = "hand" if act.ability.kind == "order" else "play"
    for place in PLACES:
        t = table(find, name, area, place)
        copy = getattr(t.seats[0], area)[0]
        yield t, copy


def changes(t: PhaseTable, copy: int, act: Act, take: int) -> bool:
    """Whether the ability, once paid for, changes anything."""
    s = skills.scope_of(t, copy, t.up[copy], act)
    if act.ability.name in ("Swift", "Ally"):
        return values.is_swift(t, copy) if act.ability.name == "Swift" else values.is_ally(t, copy)
    if act.ability.kind == "constant":
        t.constants = True
        with_it = seen(t)
        t.constants = False
        return bool(with_it != seen(t))
    if not skills.usable(t, 0, copy, act, skills.unlocked(t, 0)):
        return False
    drive(skills.pay(t, s, act.price.cost), take)
    before = seen(t)
    assert act.ability.do is not None
    drive(act.ability.do(t, s), take)
    deeds.check(t)
    return bool(seen(t) != before)


def acts(find: Find, name: str, side: int) -> list[Act]:
    card = find(name)
    assert card is not None
    face = card.sides[side]
    assert face.order is not None
    return [face.order, *face.skills]


def said(ability: Ability) -> str:
    return f"{ability.kind}: {ability.name}"


FILES = ("rulebook", "fengarian", "keeper", "sun-dominion")


@pytest.mark.parametrize("file", FILES)
def test_every_ability_of_every_face_does_something(cards: tuple[Card, ...], find: Find, file: str) -> None:
    faces = {
        face.slug: (f"{face.name} // {card.faces[1 - number].name}", number)
        for card in cards
        if card.release == file and card.type == WARRIOR
        for number, face in enumerate(card.faces)
    }
    idle = []
    for slug, (name, side) in faces.items():
        for act in acts(find, name, side):
            if not any(changes(t, copy, act, take) for take in (0, 1, 3) for t, copy in trials(find, name, act)):
                idle.append(f"{slug}, {said(act.ability)}")
    assert idle == []


def test_an_idle_ability_is_found_out(find: Find) -> None:
    """The measure measures: an order to phase nobody changes nothing."""
    from deckcli.games.phase.written import abilities_of

    (idle,) = abilities_of({"abilities": [{"kind": "order", "do": "phase(choose(warrior(cost >= 9)))"}]}, "a face")
    act = Act(idle, -1)
    name = "Fire Spirit // Ted"
    assert not any(changes(t, copy, act, take) for take in (0, 1, 3) for t, copy in trials(find, name, act))
