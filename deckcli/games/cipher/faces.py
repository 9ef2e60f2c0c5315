"""The cards of Fire Emblem Cipher, typed: made once from the catalogue's facts, for the rules to play with."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal, TypeAlias, TypeVar, cast, get_args

from catalog.card import Card
from deckcli.engine.effects import Ability

Symbol: TypeAlias = Literal["Red", "Blue", "White", "Black", "Green", "Purple", "Yellow", "Brown"]
SYMBOLS: tuple[Symbol, ...] = get_args(Symbol)
Gender: TypeAlias = Literal["Male", "Female"]
Weapon: TypeAlias = Literal["Sword", "Lance", "Axe", "Bow", "Tome", "Staff", "Dragonstone", "Knife", "Fang", "Brawl"]
UnitType: TypeAlias = Literal["Armored", "Flier", "Beast", "Dragon", "Mirage", "Monster"]

SUPPORTS = ("both", "atk", "def")
"""Kinds of support skills: for either side, the attacker's, the defender's."""

Number: TypeAlias = "int | None"
"""A printed number, or None for X: one that the card's own text computes."""

FARTHEST = 3
"""The longest distance on the battlefield (Attack range)."""

_Word = TypeVar("_Word", bound=str)


class ImpossibleCardError(ValueError):
    """The facts of a card are none that a card of Cipher can have; the text names the card and the fact."""

    def __init__(self, card: Card, what: str) -> None:
        super().__init__(f"{card.slug}: {what}")
        self.card = card


@dataclass(frozen=True, slots=True)
class Unit:
    """A card of Cipher; all of them are units.

    `names` holds the unit name first, then the other names the unit goes by in play. `symbols` is empty for a
    colourless card, `ranges` for one that cannot attack. `class_changes` is whether it has a class change cost, which
    is then `class_change_cost`. `bonds` is false for a card that cannot be placed in the Bond Area. `skills` are what
    it does, in printed order, where that is written (`effects.face_of` puts them there); `zones` are the places besides
    the battlefield from which one of them works ("bond", "hand", "any", "support"), and `says` are the kinds of
    changes that continuous skills make from there. `plays` is whether one works from the battlefield, and `hears` are
    the events that any of them, or of those that they give, may wait for.
    """

    name: str
    names: tuple[str, ...]
    title: str
    symbols: tuple[Symbol, ...]
    deploy_cost: Number
    class_changes: bool
    class_change_cost: Number
    attack: Number
    support: Number
    ranges: tuple[int, ...]
    class_name: str = ""
    genders: tuple[Gender, ...] = ()
    weapons: tuple[Weapon, ...] = ()
    types: tuple[UnitType, ...] = ()
    bonds: bool = True
    skills: tuple[Ability, ...] = field(default=(), compare=False, repr=False)
    zones: frozenset[str] = field(init=False, compare=False, repr=False)
    says: frozenset[str] = field(init=False, compare=False, repr=False)
    plays: bool = field(init=False, compare=False, repr=False)
    hears: frozenset[str] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        away = [ability for ability in self.skills if ability.zone]
        kinds = {mod.kind for ability in away for rule in ability.rules for mod in rule.made.mods}
        object.__setattr__(self, "zones", frozenset(ability.zone for ability in away))
        object.__setattr__(self, "says", frozenset(kinds))
        object.__setattr__(self, "plays", any(one.zone == "" and one.kind not in SUPPORTS for one in self.skills))
        heard = {name for ability in self.skills for one in (ability, *ability.inner) for name in one.hears}
        object.__setattr__(self, "hears", frozenset(heard))

    @property
    def unit_name(self) -> str:
        """The name that deploying, class changes, supports, criticals and evasion go by."""
        return self.names[0]


def is_main_character(card: Card, cost: int = 1) -> bool:
    """Whether a card can be the main character: its printed deployment cost is `cost`; X is no number."""
    return card.number("deploy_cost") == cost


@lru_cache(maxsize=4096)
def unit_of(card: Card) -> Unit:
    """The typed card behind a card of the catalogue, made once. Raises ImpossibleCardError."""
    if card.game != "cipher":
        raise ImpossibleCardError(card, f"a card of {card.game or 'no game'}, not of Cipher")
    if card.type != "Unit":
        raise ImpossibleCardError(card, f'there is no card type "{card.type}"')
    return Unit(
        name=card.name,
        names=(_text(card, "unit_name"), *card.words("extra_unit_names")),
        title=_text(card, "title"),
        symbols=_words(card, "symbols", SYMBOLS),
        deploy_cost=_number(card, "deploy_cost"),
        class_changes="class_change_cost" in card.face.facts,
        class_change_cost=_number(card, "class_change_cost") if "class_change_cost" in card.face.facts else None,
        attack=_number(card, "attack"),
        support=_number(card, "support"),
        ranges=_ranges(card),
        class_name=next(iter(card.words("class")), ""),
        genders=_words(card, "genders", get_args(Gender)),
        weapons=_words(card, "weapons", get_args(Weapon)),
        types=_words(card, "types", get_args(UnitType)),
        bonds=not card.flag("no_bond"),
    )


def _text(card: Card, name: str) -> str:
    value = card.face.facts.get(name)
    if not isinstance(value, str) or not value:
        raise ImpossibleCardError(card, f"{name} must be a word or more: {value!r}")
    return value


def _number(card: Card, name: str) -> Number:
    """A number of 0 or more that must be printed, or None for X."""
    value = card.face.facts.get(name)
    if value == "X":
        return None
    number = card.number(name)
    if number is None or number < 0:
        raise ImpossibleCardError(card, f'{name} must be a number or "X": {value!r}')
    return number


def _words(card: Card, name: str, known: Collection[_Word]) -> tuple[_Word, ...]:
    """Printed words that must be among the game's own."""
    words = card.words(name)
    for word in words:
        if word not in known:
            raise ImpossibleCardError(card, f'there is no "{word}" among {name}')
    return cast("tuple[_Word, ...]", words)


def _ranges(card: Card) -> tuple[int, ...]:
    """The distances a unit attacks at, nearest first; none for one that cannot attack."""
    written = card.face.facts.get("ranges", ())
    ranges = written if isinstance(written, tuple) else (written,)
    for distance in ranges:
        if type(distance) is not int or not 1 <= distance <= FARTHEST:
            raise ImpossibleCardError(card, f"no unit attacks at a range of {distance!r}")
    return tuple(sorted(cast("tuple[int, ...]", ranges)))
