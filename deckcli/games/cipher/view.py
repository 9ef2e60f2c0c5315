"""What a seat of Cipher may see, and which copies it cannot tell apart."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any

from deckcli.engine.effect_text import Node
from deckcli.engine.effects import Ability
from deckcli.engine.view import View
from deckcli.games.cipher import rules, values
from deckcli.games.cipher.faces import Unit as Face
from deckcli.games.cipher.table import NONE, CipherTable, Seat, Unit


def view(t: CipherTable, seat: int) -> View:
    """The table as `seat` sees it.

    `you` is the seat, `seats` are both sides by seat number, `battle` the battle that runs and `fought` the last one
    that ended, in words (or None). Cards are what is printed on them (`printed`); `hand`, `orbs` and `looked` hold
    one where the seat knows the card, and None where it does not; `top` is the top card of a deck as long as the seat
    knows it. Where a card may be an answer's, it stands as (copy, card). Bonds that lie face-down were seen before,
    and are told.
    """
    return View(
        seat,
        {
            "you": seat,
            "turn": t.turn,
            "active": t.active,
            "first": t.first,
            "phase": t.phase,
            "points": rules.points_left(t, t.active),
            "seats": tuple(_side(t, number, seat) for number in range(2)),
            "battle": _battle(t),
            "fought": _fought(t),
        },
    )


def printed(face: Face) -> Mapping[str, Any]:
    """What is printed on a card, as plain values that cannot be changed; made once a card. X is None.

    `skills` are its skills in order, each with its name, kind, and the words of the effect language that its cost
    (`pays`) and its deed (`does`) use.
    """
    known = _PRINTED.get(id(face))
    if known is None or known[0] is not face:
        facts = {name: getattr(face, name) for name in _FACTS}
        facts |= {"unit_name": face.unit_name, "skills": tuple(map(_skill, face.skills))}
        known = _PRINTED[id(face)] = (face, MappingProxyType(facts))
    return known[1]


def _skill(ability: Ability) -> Mapping[str, Any]:
    tree = ability.tree or {}
    return MappingProxyType(
        {
            "name": ability.name,
            "kind": ability.kind,
            "limit": ability.limit,
            "pays": tuple(sorted(set(_words(tree.get("cost"))))),
            "does": tuple(sorted(set(_words(tree.get("do"))))),
        }
    )


def _words(node: Any) -> Iterator[str]:
    """The words that a checked text uses, all the way down."""
    if isinstance(node, Node):
        if node.word is not None:
            yield node.word.spelling
        for part in (*node.args, *node.named.values(), *node.filters):
            yield from _words(part)
    elif isinstance(node, list | tuple):
        for part in node:
            yield from _words(part)


_FACTS = (
    "name", "names", "title", "symbols", "deploy_cost", "class_changes", "class_change_cost", "attack", "support",
    "ranges", "class_name", "genders", "weapons", "types", "bonds",
)  # fmt: skip
_PRINTED: dict[int, tuple[Face, Mapping[str, Any]]] = {}
"""By the identity of a face, which is kept here with it: hashing all its fields would take longer than the rest."""


def _side(t: CipherTable, number: int, seat: int) -> Mapping[str, Any]:
    own, cards = t.seats[number], t.cards
    mine = number == seat
    return {
        "units": tuple(_unit(t, unit, seat) for unit in t.units_of(number)),
        "hand": tuple((copy, printed(cards[copy])) for copy in own.hand) if mine else (None,) * len(own.hand),
        "deck": len(own.deck),
        "top": tuple((copy, printed(cards[copy])) for copy in _seen_top(t, own, seat)),
        "retreat": tuple((copy, printed(cards[copy])) for copy in own.retreat),
        "orbs": tuple(_orb(t, own, copy, mine=mine) for copy in own.orbs),
        "bonds": tuple((copy, printed(cards[copy])) for copy in own.bonds),
        "spent": tuple((copy, printed(cards[copy])) for copy in own.spent),
        "support": None if own.support == NONE else printed(cards[own.support]),
        "boundless": tuple(printed(cards[copy]) for copy in own.boundless),
        "looked": tuple((copy, printed(cards[copy])) for copy in own.looked) if mine else (None,) * len(own.looked),
    }


def _seen_top(t: CipherTable, own: Seat, seat: int) -> list[int]:
    """The top card of a deck, when the seat was shown it this turn."""
    return [copy for copy in own.deck[-1:] if ("seen", copy, seat) in t.notes]


def _orb(t: CipherTable, own: Seat, copy: int, *, mine: bool) -> Mapping[str, Any] | None:
    """An orb that lies face-up, or that its owner has looked at."""
    return printed(t.cards[copy]) if copy in own.shown_orbs or (mine and copy in own.known_orbs) else None


def _unit(t: CipherTable, unit: Unit, seat: int) -> Mapping[str, Any]:
    hidden = unit.face_down and unit.seat != seat
    return {
        "id": unit.id,
        "copy": -1 if hidden else unit.stack[-1],
        "seat": unit.seat,
        "card": None if hidden else printed(t.face(unit)),
        "under": () if hidden else tuple(printed(t.cards[copy]) for copy in unit.stack[:-1]),
        "front": unit.front,
        "tapped": unit.tapped,
        "mc": unit.mc,
        "attack": 0 if hidden else values.attack_of(t, unit),
        "ranges": () if hidden else values.ranges_of(t, unit),
    }


def _battle(t: CipherTable) -> Mapping[str, Any] | None:
    battle = t.battle
    if battle is None:
        return None
    both = battle.attacker in t.units and battle.defender in t.units
    return {
        "attacker": battle.attacker,
        "defender": battle.defender,
        "critical": battle.critical,
        "attack": rules.attack_total(t) if both else battle.attack_total,
        "defence": rules.defend_total(t) if both else battle.defend_total,
        "orbs": values.orbs_taken(t, t.units[battle.attacker]) if both else 0,
    }


_FOUGHT = (
    "number", "attacker", "attacker_total", "attacker_support", "attacker_failed", "defender", "defender_total",
    "defender_support", "defender_failed", "critical", "result",
)  # fmt: skip


def _fought(t: CipherTable) -> Mapping[str, Any] | None:
    """The battle that ended last, in words."""
    return dict(zip(_FOUGHT, t.last, strict=True)) if t.last[0] else None


def unseen(t: CipherTable, seat: int) -> list[list[int]]:
    """Two groups: the seat's own deck and the orbs that it has not seen; the other's deck, hand and orbs. The top
    card of a deck that the seat was shown is in neither."""
    own, other = t.seats[seat], t.seats[1 - seat]
    mine = [*own.deck, *(copy for copy in own.orbs if copy not in own.shown_orbs and copy not in own.known_orbs)]
    theirs = [*other.deck, *other.hand, *other.looked, *(copy for copy in other.orbs if copy not in other.shown_orbs)]
    for group, side in ((mine, own), (theirs, other)):
        for copy in _seen_top(t, side, seat):
            group.remove(copy)
    return [sorted(mine), sorted(theirs)]


def zones(t: CipherTable) -> Mapping[str, list[int]]:
    """Every place with the copies that lie there: "a.hand", "b.front" (with whole stacks)."""
    found: dict[str, list[int]] = {}
    for seat, letter in enumerate("ab"):
        own = t.seats[seat]
        for name in AREAS:
            found[f"{letter}.{name}"] = list(getattr(own, name))
        found[f"{letter}.support"] = [own.support] if own.support != NONE else []
        for line, front in (("front", True), ("back", False)):
            found[f"{letter}.{line}"] = [
                copy for unit in t.units_of(seat) if unit.front is front for copy in unit.stack
            ]
    return found


AREAS = ("deck", "hand", "retreat", "orbs", "bonds", "spent", "boundless", "looked")
"""The areas of a seat that are lists of copies."""
