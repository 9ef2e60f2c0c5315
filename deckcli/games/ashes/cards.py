"""A card of Ashes as the rules play with it: its printed numbers, its costs as they are paid, and what its text does.

`written` brings the text (`Text`: built from the effects files); `face_of` puts both together, once a card.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias

from catalog.card import Card
from deckcli.engine.closures import Group
from deckcli.engine.effects import Ability
from deckcli.games.ashes import faces
from deckcli.games.ashes.faces import DICE, ActionCost, CostToken, MagicCost

POWER, CLASS, BASIC = 2, 1, 0
"""The levels of a die's face, as numbers: a higher one pays for a lower of its type."""
LEVELS: Mapping[str, int] = {"basic": BASIC, "class": CLASS, "power": POWER}
LEVEL_WORDS = ("basic", "class", "power")
SIDES = (POWER, CLASS, CLASS, CLASS, BASIC, BASIC)
"""The six sides of every die: one power, three class, two basic."""
ANY_DIE = -1
"""A magic cost that any die pays."""


class Atom(NamedTuple):
    """One part of a cost.

    `kind` is "main", "side", "exhaust" (a token on the card itself), "discard", "dice", "either" (one of `options`),
    "optional" (the cost `options`, paid on top or not,
    from the focus `many` on). `many` is how many: a number, a closure `(t, s)` that gives
    it, or None for X. `die` is the index of a type in `faces.DICE`, ANY_DIE for any; `level` the least face that pays.
    """

    kind: str
    many: int | Callable[[Any, Any], int] | None = 1
    die: int = ANY_DIE
    level: int = BASIC
    options: tuple[tuple[Atom, ...], ...] = ()


Cost: TypeAlias = "tuple[Atom, ...]"


@dataclass(frozen=True, slots=True)
class Skill:
    """One ability as a card has it: `key` is the name by which its numbers add up ("throw", "Blood Ritual"), `n` its
    number (0: none). Abilities of one key on one card are one ability with the sum of their numbers, when `adds`.
    `instead` is what is paid for its card where it is played by this ability, when that is not the printed cost."""

    ability: Ability
    key: str = ""
    n: int = 0
    adds: bool = False
    instead: Cost | None = None


@dataclass(frozen=True, slots=True)
class Text:
    """What is written on a card, built.

    `skills` are its own abilities and keywords, `grants` those that what it is attached to gains, `bestows` those that
    whatever fits gains while it is in play, `attach` tells `(t, s, unit)` whether an alteration may be attached to it
    (None: any unit), `x` computes X `(t, s)`, `goes` gives `(t, s)` the ready spells under one of which it is put when
    played (None: it has a slot of its own), `counts_as` is a further card type while in hand. `whole` is false while
    something printed on the card does not act: the card then says so.
    """

    skills: tuple[Skill, ...] = ()
    grants: tuple[Skill, ...] = ()
    attach: Callable[..., bool] | None = None
    x: Callable[..., int] | None = None
    bestows: tuple[tuple[Group, Skill], ...] = ()
    goes: Callable[..., Any] | None = None
    counts_as: str = ""
    whole: bool = True


NO_TEXT = Text()


@dataclass(frozen=True, slots=True, eq=False)
class Face:
    """A card as it is played. Two cards that are equal are one object.

    `kind` is "phoenixborn", "ally", "conjuration", "action_spell", "reaction_spell", "ready_spell", "alteration" or
    "conjured_alteration". `attack`, `life`, `recover` are printed (None: X); of an alteration they are what it adds.
    """

    name: str
    slug: str
    kind: str
    text: Text
    owner: str = ""
    attack: int | None = 0
    life: int | None = 0
    recover: int | None = 0
    battlefield: int = 0
    spellboard: int = 0
    cost: Cost = ()
    copies: int = 0
    chained: bool = False
    brings: frozenset[str] = frozenset()
    """The slugs of what it can bring out."""
    magic: tuple[tuple[int, int, int], ...] = ()
    """The dice of its play cost: (type, level, how many), alternatives included; X counts 0."""
    hears: frozenset[str] = field(default=frozenset(), hash=False)
    """The events to which it may be played from hand."""

    @property
    def is_unit(self) -> bool:
        """An ally or a conjuration."""
        return self.kind in ("ally", "conjuration")

    @property
    def is_conjured(self) -> bool:
        """Whether it comes out of the conjuration pile and goes back there."""
        return self.kind in ("conjuration", "conjured_alteration")


KINDS: Mapping[str, str] = {
    "Phoenixborn": "phoenixborn", "Ally": "ally", "Conjuration": "conjuration", "Action Spell": "action_spell",
    "Reaction Spell": "reaction_spell", "Ready Spell": "ready_spell", "Alteration Spell": "alteration",
    "Conjured Alteration Spell": "conjured_alteration",
}  # fmt: skip


def face_of(card: Card, text: Text = NO_TEXT) -> Face:
    """The card as it is played, with this text. Raises ImpossibleCardError (faces)."""
    typed = faces.face_of(card)
    kind = KINDS[typed.type]
    if isinstance(typed, faces.Phoenixborn):
        amounts: dict[str, int | None] = {"attack": 0, "life": typed.life, "recover": 0}
    else:
        amounts = {name: _amount(getattr(typed, name)) for name in ("attack", "life", "recover")}
    printed = typed.cost if not isinstance(typed, faces.Phoenixborn) else faces.Cost()
    return Face(
        name=card.name,
        slug=card.slug,
        kind=kind,
        text=text,
        owner=typed.owner,
        **amounts,
        battlefield=getattr(typed, "battlefield", 0),
        spellboard=getattr(typed, "spellboard", 0),
        cost=cost_of(printed),
        copies=getattr(typed, "copies", 0),
        chained=getattr(typed, "chained", False),
        brings=frozenset(card.summons),
        magic=tuple((_die(one), LEVELS[one.level], one.count or 0) for one in printed.magic),
        hears=_heard_in_hand(kind, text),
    )


def _amount(value: faces.Value | int | None) -> int | None:
    return value if isinstance(value, int) else 0 if value is None else value.amount


def _heard_in_hand(kind: str, text: Text) -> frozenset[str]:
    """The events of a reaction spell, and of what works from the hand of any other card."""
    return frozenset(
        name
        for skill in text.skills
        if skill.ability.timing in ("when", "after") and (kind == "reaction_spell" or skill.ability.zone == "hand")
        for name in skill.ability.hears
    )


def cost_of(cost: faces.Cost) -> Cost:
    """A printed play cost as atoms."""
    return tuple(
        _atom(part[0]) if len(part) == 1 else Atom("either", options=tuple((_atom(token),) for token in part))
        for part in cost.parts
    )


def _atom(token: CostToken) -> Atom:
    if isinstance(token, ActionCost):
        return Atom(token.kind)
    if isinstance(token, MagicCost):
        return Atom("dice", token.count, _die(token), LEVELS[token.level])
    return Atom("discard", token.count)


def _die(token: MagicCost) -> int:
    return DICE.index(token.die) if token.die else ANY_DIE
