"""What the rules ask of the cards: values as skills change them, what is forbidden, and the skills that act.

The rules (`rules`, `deeds`) call these functions and know nothing of how a skill is written. Until a card's effects are
written it has no skills here, and its values are the printed ones.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from deckcli.engine.choice import Rules
from deckcli.games.cipher.faces import Unit as Face
from deckcli.games.cipher.table import CipherTable, Unit


@dataclass(slots=True)
class Event:
    """Something that happened: a word of the game (`destroyed`, `deployed` ...), whom it is about (`unit` in play, or
    the copy `card`), the other unit of it, whose it is, and what caused it ("attack", "skill", "cost", "rule" ...)."""

    name: str
    seat: int
    unit: int = -1
    card: int = -1
    other: int = -1
    cause: str = "rule"
    by: int = -1
    places: tuple[str, str] = ("", "")


@dataclass(frozen=True, slots=True)
class Waiting:
    """A triggered skill that waits to be resolved: whose, of which copy (and unit, -1 when it is not in play), which of
    its skills, and the event that woke it."""

    seat: int
    copy: int
    unit: int
    index: int
    event: Event = field(hash=False, compare=False)


# ---------------------------------------------------------------- values


def attack_of(t: CipherTable, unit: Unit) -> int:
    """The attack of a unit now, never below 0."""
    return max(0, t.face(unit).attack or 0)


def support_of(t: CipherTable, seat: int, copy: int) -> int:
    """The support value of a card in the Support Area (10.4: X is computed by the card's own text)."""
    return t.cards[copy].support or 0


def ranges_of(t: CipherTable, unit: Unit) -> tuple[int, ...]:
    """The distances at which a unit may attack; empty when at none."""
    return t.face(unit).ranges


def names_of(t: CipherTable, copy: int) -> tuple[str, ...]:
    """The unit names that a card goes by, in play or elsewhere."""
    face: Face = t.cards[copy]
    return face.names


def deploy_cost(t: CipherTable, seat: int, copy: int) -> int:
    """What deploying the card costs that seat now."""
    return t.cards[copy].deploy_cost or 0


def class_change_cost(t: CipherTable, seat: int, copy: int) -> int | None:
    """What a class change with the card costs that seat now; None for a card that makes none."""
    face: Face = t.cards[copy]
    return (face.class_change_cost or 0) if face.class_changes else None


def orbs_taken(t: CipherTable, unit: Unit) -> int:
    """How many orbs the unit's attack destroys."""
    return 1


def forbidden(t: CipherTable, deed: str, *, seat: int = -1, unit: int = -1, card: int = -1, by: int = -1) -> bool:
    """Whether something says "cannot" to a deed (attack, critical, evade, be_evaded, be_destroyed, bond, deploy,
    be_attacked, be_supported, be_untapped, be_moved, level_up, class_change ...). "Cannot" wins over "can"."""
    return deed == "bond" and not t.cards[card].bonds


def allowed(t: CipherTable, deed: str, *, seat: int = -1, unit: int = -1, card: int = -1, by: int = -1) -> bool:
    """Whether something says "can" to a deed that the rules do not allow by themselves (share_name, ignore_symbol,
    level_onto, attack at any distance ...)."""
    return False


def changed(t: CipherTable) -> None:
    """`deeds` calls this whenever a card enters or leaves the battlefield or the face-up bonds, or the top card of a
    stack changes: what was derived from the cards in play is then made anew when it is next asked for."""
    t.flags.pop("standing", None)


# ---------------------------------------------------------------- skills


def heard(t: CipherTable, event: Event) -> list[Waiting]:
    """The triggered skills that an event wakes, the turn player's first, each seat's in the order of its cards."""
    return []


def resolve(t: CipherTable, waiting: Waiting) -> Rules[None]:
    """Resolve a triggered skill: its cost may be declined, one without cost is compulsory."""
    return
    yield


def replaced(t: CipherTable, event: Event) -> Rules[bool]:
    """Whether something else happens in the place of an event (and then it has happened)."""
    return False
    yield


def usable(t: CipherTable, seat: int) -> list[tuple[int, int]]:
    """(copy, index) of every ACT skill that the seat may use now, in play, in its hand or among its bonds."""
    return []


def use(t: CipherTable, seat: int, copy: int, index: int) -> Rules[None]:
    """Use an ACT skill: pay, then do."""
    return
    yield


def support_skills(t: CipherTable, seat: int, attacking: bool) -> list[int]:
    """The indexes of the support skills of the seat's support card that act on that side of a battle."""
    return []


def use_support(t: CipherTable, seat: int, index: int) -> Rules[None]:
    """Resolve one support skill of the seat's support card."""
    return
    yield


def expire(t: CipherTable, moment: str) -> None:
    """End what lasts until a moment: "combat", "turn" (of the active seat), "leaves" is by the unit itself."""


def skill_label(t: CipherTable, copy: int, index: int) -> str:
    """A skill in words: the card and the skill's name."""
    return f"{t.cards[copy].name}: skill {index + 1}"
