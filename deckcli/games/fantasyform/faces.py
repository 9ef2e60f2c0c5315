"""The cards of FantasyForm, typed: made once from the catalogue's facts, for the rules to play with."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from catalog.card import Card, Face
from deckcli.engine.effects import Ability

FORM, COMPANION, ARTIFACT = range(3)
"""The kinds of upgrades, and the places in which one of each is worn."""
KINDS = ("Form", "Companion", "Artifact")
ESSENCES = ("Shadow", "Radiant", "Life", "Martial")
"""The four essences; an essence is a number here, its place among these."""
TAGS = ("Air", "Water", "Earth", "Fire", "Weapon", "Slashing", "Crushing", "Piercing", "Ranged", "Evasion")

MOMENTS = ("any", "encounter", "market", "rival")
"""When essences can be used (rulings.md: Using essences): at any of the moments, or at those of one kind only."""

WORN, RIVALS, OUTLANDS, FORGE, POWER = ("ability", "player"), ("rival",), ("outlands",), ("forge",), ("power",)
"""The kinds of printed abilities: those that act while the card is worn, those of the rival's form, those of an
encounter, and those of the Rival Card."""

Powers: TypeAlias = "tuple[tuple[Ability, ...], tuple[Ability, ...]]"
"""What the rival does while it has no form, and once it has one."""


class ImpossibleCardError(ValueError):
    """The facts of a card are none that a card of FantasyForm can have; the text names the card and the fact."""

    def __init__(self, card: Card, what: str) -> None:
        super().__init__(f"{card.slug}: {what}")
        self.card = card


@dataclass(frozen=True, slots=True, eq=False)
class Upgrade:
    """One of the 16 Upgrade cards with both its sides (Upgrade Card Anatomy); each is an object of its own.

    `kind` is its place in KINDS, `essence` in ESSENCES; `prices` are the Market Prices of its encounter side, an
    essence each. `pack_size` and `player_health` are a form's, `rival_health` an elemental form's; 0 elsewhere.
    `skills` are all its abilities, `worn`, `rival`, `out` and `forged` their places by where they act.
    """

    name: str
    kind: int
    cost: int
    starting: bool
    elemental: bool
    tags: frozenset[str]
    essence: int
    pack_size: int
    player_health: int
    rival_health: int
    outlands: str
    forge: str
    prices: tuple[int, int, int, int]
    slug: str = ""
    skills: tuple[Ability, ...] = field(default=(), repr=False)
    worn: tuple[int, ...] = field(init=False, repr=False)
    rival: tuple[int, ...] = field(init=False, repr=False)
    out: tuple[int, ...] = field(init=False, repr=False)
    forged: tuple[int, ...] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        for name, kinds in (("worn", WORN), ("rival", RIVALS), ("out", OUTLANDS), ("forged", FORGE)):
            object.__setattr__(self, name, tuple(i for i, one in enumerate(self.skills) if one.kind in kinds))


@dataclass(frozen=True, slots=True, eq=False)
class Wallet:
    """Everything in the box: the 16 Upgrade cards in the order of their list, what the essences do (in the order of
    ESSENCES), and the Rival Card's timer and powers: of its starburst side, and of its elemental side.

    `essence_of` is each card's essence by its number. `moments` are the cards whose essence can be used, by the moment
    (an ability's `from`; "any" is among all of them).
    """

    cards: tuple[Upgrade, ...]
    essences: tuple[Ability, ...]
    timer: int
    powers: Powers
    name: str = ""
    essence_of: tuple[int, ...] = field(init=False, repr=False)
    moments: Mapping[str, frozenset[int]] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "essence_of", tuple(card.essence for card in self.cards))
        zones = [self.essences[card.essence].zone for card in self.cards]
        fitting = {
            moment: frozenset(copy for copy, zone in enumerate(zones) if zone in ("any", moment)) for moment in MOMENTS
        }
        object.__setattr__(self, "moments", fitting)


def upgrade_of(card: Card, skills: Iterable[Ability] = ()) -> Upgrade:
    """The typed card behind a card of the catalogue, with what it does. Raises ImpossibleCardError."""
    if len(card.faces) != 2 or card.type not in KINDS:
        raise ImpossibleCardError(card, f"is no Upgrade card with two sides ({card.type})")
    upgrade, encounter = card.faces
    kind = KINDS.index(card.type)
    elemental = upgrade.facts.get("elemental") is True
    if elemental and (kind != FORM or upgrade.facts.get("starting") is True):
        raise ImpossibleCardError(card, "is elemental, and only a Form with which one does not begin can be")
    return Upgrade(
        name=card.name,
        kind=kind,
        cost=_number(card, upgrade, "cost"),
        starting=upgrade.facts.get("starting") is True,
        elemental=elemental,
        tags=frozenset(_known(card, word, "tag", TAGS) for word in upgrade.words("tags")),
        essence=ESSENCES.index(_known(card, str(upgrade.facts.get("essence")), "essence", ESSENCES)),
        pack_size=_number(card, upgrade, "pack_size") if kind == FORM else 0,
        player_health=_number(card, upgrade, "player_health", least=1) if kind == FORM else 0,
        rival_health=_number(card, upgrade, "rival_health", least=1) if elemental else 0,
        outlands=str(encounter.facts.get("outlands", "")),
        forge=str(encounter.facts.get("forge", "")),
        prices=_prices(card, encounter),
        slug=card.slug,
        skills=tuple(skills),
    )


def timer_of(card: Card) -> int:
    """The number at which the Rival Card begins. Raises ImpossibleCardError."""
    return _number(card, card.face, "timer", least=1)


def _prices(card: Card, encounter: Face) -> tuple[int, int, int, int]:
    a, b, c, d = (_number(card, encounter, f"market_{essence.lower()}") for essence in ESSENCES)
    return a, b, c, d


def _number(card: Card, face: Face, name: str, least: int = 0) -> int:
    number = face.number(name)
    if number is None or number < least:
        raise ImpossibleCardError(card, f"{name} must be a number from {least}: {face.facts.get(name)!r}")
    return number


def _known(card: Card, word: str, what: str, known: Collection[str]) -> str:
    if word not in known:
        raise ImpossibleCardError(card, f'there is no {what} "{word}"')
    return word
