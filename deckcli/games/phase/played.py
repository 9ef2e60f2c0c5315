"""The cards of Phase as a playthrough holds them: both faces with what the rules ask of them, worked out once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from deckcli.engine.effects import Ability, mentions
from deckcli.engine.table import Fixed
from deckcli.games.phase.faces import Face, TwoFaced

GOOD, EVIL = 0, 1
"""The two sides of a card, and the two kinds of influence."""
SIDES = ("good", "evil")
BY_NAME = ("Swift", "Ally")
"""Skills that are known by their name alone; a face simply has them."""


class Part(NamedTuple):
    """One part of an action's cost, in printed order: `what` is "phase" or "lock" (resources), "lose" (influence of
    `side`), "discard" (cards from the hand), "phase this", "lock this" or "destroy this" (the warrior itself). `many`
    is how many; EVERY for any number."""

    what: str
    many: int = 1
    side: int = GOOD


class Price(Fixed):
    """What a cost asks for in all: `resources` is how many unlocked resources it takes at least, `loses` how much good
    and evil influence, `discards` how many cards from the hand, `itself` whether it takes the warrior that has it.
    `plain` is true for one of nothing but resources."""

    __slots__ = ("cost", "discards", "itself", "loses", "plain", "resources")

    def __init__(self, cost: tuple[Part, ...]) -> None:
        self.cost = cost
        self.resources = resources_of(cost)
        self.loses = tuple(sum(p.many for p in cost if p.what == "lose" and p.side == side) for side in (0, 1))
        self.discards = sum(p.many for p in cost if p.what == "discard")
        self.itself = any(p.what.endswith(" this") for p in cost)
        self.plain = all(p.what in ("phase", "lock") for p in cost)


class Act(Fixed):
    """Something that a face can do: an ability with its price. `index` is its place among the skills of its face, -1
    for an order; `resources` is how many unlocked ones it takes at least, `easy` whether it asks for nothing else;
    `speaks_of_locked` whether it asks for locked cards in so many words."""

    __slots__ = ("ability", "easy", "index", "price", "resources", "speaks_of_locked")

    def __init__(self, ability: Ability, index: int) -> None:
        self.ability = ability
        self.index = index
        self.price = Price(ability.cost)
        self.resources = self.price.resources
        self.easy = self.price.plain and ability.need is None
        self.speaks_of_locked = mentions(ability, "filter", "locked")


def resources_of(cost: Sequence[Part]) -> int:
    """How many unlocked resources a cost takes at least: what is locked first can no longer phase, what was phased
    first can still be locked (Actions and Costs)."""
    phased = locked = needed = 0
    for part in cost:
        many = max(0, part.many)
        if part.what == "phase":
            phased += many
            needed = max(needed, locked + phased)
        elif part.what == "lock":
            locked += many
            needed = max(needed, locked)
    return needed


class PlayedFace(Fixed):
    """One face, ready to be played: its numbers, its order, its skills by the moment at which they act. `print` is the
    same number for the same side in print, on whatever card.

    `actions` are skills that are used, `elite`, `phaseling`, `relentless` and `trained` those that trigger, `constant`
    those that hold while it is in play, but for Swift and Ally.
    """

    __slots__ = (
        "actions", "ally", "attack", "constant", "cost", "defence", "elite", "face", "order", "phaseling", "print",
        "relentless", "side", "skills", "swift", "title", "trained",
    )  # fmt: skip

    def __init__(self, face: Face) -> None:
        self.face = face
        self.print = _PRINTS.setdefault(face, len(_PRINTS))
        self.title = face.title
        self.side = SIDES.index(face.alignment)
        self.cost, self.attack, self.defence = face.training_cost, face.attack, face.defence
        names = [ability.name for ability in face.skills]
        self.swift, self.ally = face.swift or "Swift" in names, face.ally or "Ally" in names
        self.order = None if face.order is None else Act(face.order, -1)
        self.skills = tuple(Act(ability, index) for index, ability in enumerate(face.skills))
        self.actions = self._of("action")
        self.elite, self.phaseling = self._of("elite"), self._of("phaseling")
        self.relentless, self.trained = self._of("relentless"), self._of("trained")
        self.constant = tuple(act for act in self._of("constant") if act.ability.name not in BY_NAME)

    def _of(self, kind: str) -> tuple[Act, ...]:
        return tuple(act for act in self.skills if act.ability.kind == kind)


_PRINTS: dict[Face, int] = {}
"""Every face that was made, by what is printed on it."""


class PlayedCard(Fixed):
    """A card with both faces, ready to be played; equal cards are one object. `sides` are the good face and the evil
    one; `holds` is whether one of them has a skill that holds while it is in play."""

    __slots__ = ("holds", "name", "sides", "slug")

    def __init__(self, card: TwoFaced) -> None:
        self.slug = card.slug
        self.name = card.name
        self.sides = (PlayedFace(card.good), PlayedFace(card.evil))
        self.holds = any(side.constant for side in self.sides)
