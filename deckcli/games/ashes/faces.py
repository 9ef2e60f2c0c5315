"""The cards of Ashes Reborn, typed: made once from the catalogue's facts, for the rules to play with."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, TypeAlias, cast, get_args

from catalog.card import Card, Fact
from catalog.names import fold

Die: TypeAlias = Literal[
    "ceremonial", "charm", "illusion", "natural", "divine", "sympathy", "time", "artifice", "astral"
]
DICE: tuple[Die, ...] = get_args(Die)
"""The die types: seven of Reborn, two of Ascendancy."""

Level: TypeAlias = Literal["basic", "class", "power"]
"""The faces of a die, weakest first; a higher one pays for a lower."""

DeckType: TypeAlias = Literal["Ally", "Ready Spell", "Action Spell", "Alteration Spell", "Reaction Spell"]
DECK_TYPES: frozenset[str] = frozenset(get_args(DeckType))
"""The card types that the cards of a deck have (Card Types)."""
PILE_TYPES = frozenset({"Conjuration", "Conjured Alteration Spell"})
"""The card types of a conjuration pile (Card Types)."""
PHOENIXBORN = "Phoenixborn"

_MAGIC = re.compile(r"(?P<count>[1-9]\d?|X) (?:basic|(?P<die>[a-z]+):(?P<level>class|power))")
_DISCARD = re.compile(r"([1-9]\d?) discard")
_NUMBER = re.compile(r"(?P<sign>[+-]?)(?P<amount>\d{1,3}|X)")


class ImpossibleCardError(ValueError):
    """The facts of a card are none that a card of Ashes can have; the text names the card and the fact."""

    def __init__(self, card: Card, what: str) -> None:
        super().__init__(f"{card.slug}: {what}")
        self.card = card


@dataclass(frozen=True, slots=True)
class ActionCost:
    """A player's main or side action."""

    kind: Literal["main", "side"]


@dataclass(frozen=True, slots=True)
class MagicCost:
    """Dice of a type and level to exhaust; `count` is None for X, `die` empty where any die will do."""

    count: int | None
    die: Die | Literal[""] = ""
    level: Level = "basic"


@dataclass(frozen=True, slots=True)
class DiscardCost:
    """Cards to discard from hand."""

    count: int


CostToken: TypeAlias = "ActionCost | MagicCost | DiscardCost"


@dataclass(frozen=True, slots=True)
class Cost:
    """What playing a card takes, as printed: every part is paid, and of a part with two tokens one of them
    (Costs: Parallel Costs)."""

    parts: tuple[tuple[CostToken, ...], ...] = ()

    @property
    def magic(self) -> tuple[MagicCost, ...]:
        """Every magic cost, alternatives included."""
        return tuple(token for part in self.parts for token in part if isinstance(token, MagicCost))

    @property
    def dice(self) -> frozenset[Die]:
        """The die types that must be there: asked for by every way of paying."""
        needed = [_types(part) for part in self.parts if len(part) == 1]
        return frozenset[Die]().union(*needed)

    @property
    def parallel_dice(self) -> frozenset[Die]:
        """The die types of which one or another must be there: asked for by one alternative of a parallel cost."""
        return frozenset[Die]().union(*(_types(part) for part in self.parts if len(part) > 1)) - self.dice

    @property
    def is_reaction(self) -> bool:
        """Whether it takes no action."""
        return not any(isinstance(token, ActionCost) for part in self.parts for token in part)


@dataclass(frozen=True, slots=True)
class Value:
    """A printed value: `amount` is None for X, `bonus` says that it is added to another card's ("+1", "-3", "+X")."""

    amount: int | None
    bonus: bool = False


@dataclass(frozen=True, slots=True)
class Printed:
    """What every card of Ashes prints; `owner` is the only Phoenixborn that may use the card, by name, else empty."""

    name: str
    type: str
    owner: str = ""


@dataclass(frozen=True, slots=True)
class Phoenixborn(Printed):
    """The card that leads a deck: its life, and how many slots its battlefield and spellboard have."""

    life: int = 0
    battlefield: int = 0
    spellboard: int = 0


@dataclass(frozen=True, slots=True)
class Unit(Printed):
    """An ally or a conjuration; a conjuration has no cost, and `copies` of it are in the pile."""

    attack: Value = Value(0)
    life: Value = Value(0)
    recover: Value = Value(0)
    cost: Cost = Cost()
    copies: int = 0
    chained: bool = False


@dataclass(frozen=True, slots=True)
class Spell(Printed):
    """A spell. `placement` is where it goes when played: "Discard", "Spellboard", "Unit" or "Phoenixborn".

    Bonuses are those an alteration spell gives to what it is attached to; a conjured one has `copies` in the pile.
    """

    placement: str = "Discard"
    cost: Cost = Cost()
    attack: Value | None = None
    life: Value | None = None
    recover: Value | None = None
    copies: int = 0
    chained: bool = False


AshesFace: TypeAlias = "Phoenixborn | Unit | Spell"


def is_deckable(card: Card) -> bool:
    """Whether a card may be among the cards of a deck, by its type."""
    return card.type in DECK_TYPES


def is_phoenixborn(card: Card) -> bool:
    """Whether a card can lead a deck."""
    return card.type == PHOENIXBORN


def owner(card: Card) -> str:
    """The only Phoenixborn that may use a card, by name; empty for a card that everybody may use."""
    value = card.faces[0].facts.get("phoenixborn", "")
    return value if isinstance(value, str) else next(iter(card.words("phoenixborn")), "")


def die_named(word: str) -> Die | None:
    """The die type that a word names, whatever its case; None when there is none. `nature` is the natural die."""
    key = fold(word)
    key = "natural" if key == "nature" else key
    return next((die for die in DICE if die == key), None)


@lru_cache(maxsize=4096)
def face_of(card: Card) -> AshesFace:
    """The typed card behind a card of the catalogue, made once. Raises ImpossibleCardError."""
    if card.game != "ashes":
        raise ImpossibleCardError(card, f"a card of {card.game or 'no game'}, not of Ashes")
    if is_phoenixborn(card):
        return _phoenixborn(card)
    if card.type in ("Ally", "Conjuration"):
        return _unit(card)
    if card.type in DECK_TYPES | PILE_TYPES:
        return _spell(card)
    raise ImpossibleCardError(card, f'there is no card type "{card.type}"')


def _phoenixborn(card: Card) -> Phoenixborn:
    return Phoenixborn(
        name=card.name,
        type=card.type,
        owner=owner(card),
        life=_count(card, "life"),
        battlefield=_count(card, "battlefield"),
        spellboard=_count(card, "spellboard"),
    )


def _unit(card: Card) -> Unit:
    return Unit(
        name=card.name,
        type=card.type,
        owner=owner(card),
        attack=_printed(card, "attack"),
        life=_printed(card, "life"),
        recover=_printed(card, "recover"),
        cost=cost_of(card),
        copies=_copies(card),
        chained=card.flag("chained"),
    )


def _spell(card: Card) -> Spell:
    return Spell(
        name=card.name,
        type=card.type,
        owner=owner(card),
        placement=next(iter(card.words("placement")), "Discard"),
        cost=cost_of(card),
        attack=_value(card, "attack"),
        life=_value(card, "life"),
        recover=_value(card, "recover"),
        copies=_copies(card),
        chained=card.flag("chained"),
    )


def cost_of(card: Card) -> Cost:
    """What playing a card takes; no parts for a card that is never played from hand. Raises ImpossibleCardError."""
    written = card.face.facts.get("cost")
    if written is None:
        if is_deckable(card):
            raise ImpossibleCardError(card, f"a card of type {card.type} has a cost, and none is given")
        return Cost()
    if not is_deckable(card):
        raise ImpossibleCardError(card, f"a card of type {card.type} has no cost")
    if not isinstance(written, tuple):
        raise ImpossibleCardError(card, f"cost is no list: {written!r}")
    return Cost(tuple(_part(card, part) for part in written))


def _part(card: Card, part: Fact) -> tuple[CostToken, ...]:
    if not isinstance(part, tuple):
        return (_token(card, part),)
    if len(part) != 2:
        raise ImpossibleCardError(card, f"a parallel cost has two sides, and this one {len(part)}")
    return tuple(_token(card, side) for side in part)


def _token(card: Card, token: Fact) -> CostToken:
    if token == "main" or token == "side":
        return ActionCost(cast(Literal["main", "side"], token))
    text = token if isinstance(token, str) else ""
    if discard := _DISCARD.fullmatch(text):
        return DiscardCost(int(discard[1]))
    magic = _MAGIC.fullmatch(text)
    if magic is None or (magic["die"] and magic["die"] not in DICE):
        raise ImpossibleCardError(card, f"no cost that we know: {token!r}")
    return MagicCost(
        count=None if magic["count"] == "X" else int(magic["count"]),
        die=cast(Die, magic["die"] or ""),
        level=cast(Level, magic["level"] or "basic"),
    )


def _types(part: tuple[CostToken, ...]) -> frozenset[Die]:
    return frozenset(token.die for token in part if isinstance(token, MagicCost) and token.die)


def _count(card: Card, name: str) -> int:
    """A number that must be printed, and at least 1."""
    number = card.number(name)
    if number is None or number < 1:
        raise ImpossibleCardError(card, f"{name} must be a number of 1 or more: {card.face.facts.get(name)!r}")
    return number


def _copies(card: Card) -> int:
    return _count(card, "conjuration_limit") if card.type in PILE_TYPES else 0


def _printed(card: Card, name: str) -> Value:
    """A value of a unit, which must be printed."""
    value = _value(card, name)
    if value is None:
        raise ImpossibleCardError(card, f"a unit has {name}, and none is given")
    return value


def _value(card: Card, name: str) -> Value | None:
    written = card.face.facts.get(name)
    if written is None:
        return None
    match = None if isinstance(written, bool) else _NUMBER.fullmatch(str(written))
    if match is None or (isinstance(written, int) and written < 0):
        raise ImpossibleCardError(card, f"{name} is no value: {written!r}")
    amount = None if match["amount"] == "X" else int(match["amount"])
    return Value(amount=-amount if amount and match["sign"] == "-" else amount, bonus=bool(match["sign"]))
