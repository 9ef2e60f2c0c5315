"""What skills of Cipher change: of units and of cards, of what is forbidden and allowed, and for how long it lasts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias

from deckcli.engine.closures import Group
from deckcli.games.cipher.speaking import CipherScope

EVERY_SKILL = "*"
"""What `lose` names when a unit loses all skills but SPEC."""
Doing: TypeAlias = "tuple[str, int, str]"
"""A deed that may be forbidden: its cause, the unit that does it (NONE), and the line it is about ("")."""


class Mod(NamedTuple):
    """One change of a unit or card: `kind` says of what, `value` to or by how much (a Built is run when it is read),
    `fits` limits whom an act is forbidden or allowed against."""

    kind: str
    value: Any = 0
    fits: Callable[..., bool] | None = None
    limits: Callable[..., bool] | None = None
    """Further limits of a ruling, asked `(t, scope, doing)`."""
    least: int = 0
    """What a cost is never lowered below."""


class Static(NamedTuple):
    """A line of a continuous skill: which units get which changes, or which player ("me", "opponent")."""

    group: Group | None
    mods: tuple[Mod, ...]
    player: str = ""


class Entry(NamedTuple):
    """A change that a continuous skill may make: while both tests hold, to units that fit (None: to its own unit)."""

    need: Callable[..., Any] | None
    test: Callable[..., Any] | None
    fits: Callable[..., bool] | None
    mod: Mod
    scope: CipherScope
    reads: bool = False
    """Whether it depends on the attack of units, and so on others like it: those that entered earlier count."""


class Gift(NamedTuple):
    """A change that lasts: until when ("combat", "game", or "turn" with the number of the turn at whose end it is
    over), on which units (id and grade) or whose player (`seat`, when there are no units), and its values."""

    until: str
    ends: int
    units: frozenset[tuple[int, int]]
    seat: int
    mods: tuple[Mod, ...]
    scope: CipherScope
    when: Callable[..., Any] | None = None


OF_CARDS = frozenset({
    "support", "support_is", "cost", "cost_is", "cc_cost", "cc_cost_is", "twice", "cannot be_discarded",
})  # fmt: skip
"""Changes of cards that are not in play: they are kept for the player whose cards they are."""


def player_key(seat: int) -> int:
    """The number under which the changes of a player stand among those of units."""
    return -2 - seat
