"""The cards of Phase, typed: two faces on one card, made once from the catalogue's facts, for the rules to play with.

Rulebook: Card Anatomy; Glossary (Active Side, Alignment, Cost Difference).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal, TypeAlias, cast, get_args

from catalog.card import Card
from catalog.card import Face as Printed
from deckcli.engine.effects import Ability

Alignment: TypeAlias = Literal["good", "evil"]
ALIGNMENTS: tuple[Alignment, ...] = get_args(Alignment)
FACTIONS = ("Fengarian", "Keeper", "Sun Dominion")
"""The factions of the box (Components)."""
KINDS = ("order", "action", "elite", "phaseling", "relentless", "trained", "swift", "ally", "constant")
"""What is printed on a face: its order, for the hand, and the kinds of its skills, for play (Glossary)."""
WARRIOR, REFERENCE = "Warrior", "Reference"
"""The types of cards in the box: those that are played, and those that only remind of the rules."""


class ImpossibleCardError(ValueError):
    """The facts of a card are none that a card of Phase can have; the text names the card, the face and the fact."""

    def __init__(self, card: Card, what: str) -> None:
        super().__init__(f"{card.slug}: {what}")
        self.card = card


@dataclass(frozen=True, slots=True)
class Face:
    """One side of a card: its title and numbers, and what it does.

    `keywords` are faction, alignment and whatever else stands there. `kinds` are those of its printed abilities, in
    printed order. `order` is what it does from the hand, `skills` in play, where that is written; `swift` and `ally`
    are the two skills that only say how a warrior fights.
    """

    slug: str
    title: str
    alignment: Alignment
    keywords: tuple[str, ...]
    training_cost: int
    attack: int
    defence: int
    kinds: tuple[str, ...] = ()
    order: Ability | None = field(default=None, compare=False, repr=False)
    skills: tuple[Ability, ...] = field(default=(), compare=False, repr=False)

    @property
    def swift(self) -> bool:
        """Whether it deals its damage before warriors that are not."""
        return "swift" in self.kinds

    @property
    def ally(self) -> bool:
        """Whether it may defend the Nexus for a player who was not chosen to."""
        return "ally" in self.kinds


@dataclass(frozen=True, slots=True)
class TwoFaced:
    """A physical card: a good face and an evil one. `faction` is empty where nothing tells it."""

    slug: str
    name: str
    faction: str
    good: Face
    evil: Face

    @property
    def cost_difference(self) -> int:
        """How far the training costs of its two sides lie apart."""
        return abs(self.good.training_cost - self.evil.training_cost)

    def side(self, alignment: Alignment) -> Face:
        """Its good or its evil face."""
        return self.good if alignment == "good" else self.evil

    def other(self, face: Face) -> Face:
        """The face on the back of one of its faces."""
        return self.evil if face.alignment == "good" else self.good


@lru_cache(maxsize=4096)
def two_faced(card: Card) -> TwoFaced:
    """The typed card behind a card of the catalogue, made once. Raises ImpossibleCardError."""
    if card.game != "phase":
        raise ImpossibleCardError(card, f"a card of {card.game or 'no game'}, not of Phase")
    if len(card.faces) != 2:
        raise ImpossibleCardError(card, f"a card has two faces, not {len(card.faces)}")
    faction = "".join(card.words("faction"))
    sides = {face.alignment: face for face in (_face(card, printed, faction) for printed in card.faces)}
    if len(sides) != 2:
        raise ImpossibleCardError(card, "of its faces one is good and one is evil")
    return TwoFaced(card.slug, card.name, faction, sides["good"], sides["evil"])


def _face(card: Card, printed: Printed, faction: str) -> Face:
    alignment = cast("Alignment", printed.side)
    if alignment not in ALIGNMENTS:
        raise ImpossibleCardError(card, f'{printed.name} is neither good nor evil: "{printed.side}"')
    unknown = [kind for kind in printed.abilities or () if kind not in KINDS]
    if unknown:
        raise ImpossibleCardError(card, f'{printed.name}: there is no "{unknown[0]}" among {", ".join(KINDS)}')
    return Face(
        slug=printed.slug or f"{card.slug}-{alignment}",
        title=printed.name,
        alignment=alignment,
        keywords=(*((faction,) if faction else ()), alignment, *printed.words("keywords")),
        training_cost=_number(card, printed, "training_cost", 0),
        attack=_number(card, printed, "attack", 0),
        defence=_number(card, printed, "defence", 1),
        kinds=printed.abilities or (),
    )


def _number(card: Card, printed: Printed, name: str, least: int) -> int:
    number = printed.number(name)
    if number is None or number < least:
        found = printed.facts.get(name)
        raise ImpossibleCardError(card, f"{printed.name}: {name} must be a number of {least} or more: {found!r}")
    return number
