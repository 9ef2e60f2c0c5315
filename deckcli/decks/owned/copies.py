"""Shared copies: what decks need together, what is free, what is missing, and where it could be taken from.

A built deck locks its copies away, so that those of several add up; a flexible one hands its copies on, so that of
several the one that wants most counts; an idea claims nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from deckcli.decks.owned.names import Key

Needs: TypeAlias = "Mapping[Key, int]"
BUILT, FLEXIBLE = "built", "flexible"


@dataclass(frozen=True, slots=True)
class Want:
    """A deck and what it needs; `fixed` when its copies are locked away."""

    deck: str
    needs: Needs = field(hash=False)
    fixed: bool = False


@dataclass(frozen=True, slots=True)
class Lack:
    """One card that some decks need.

    `needed` is what they need together, `owned` all copies there are, `held` those of them that other built decks
    lock away, `missing` what is then short (0 when nothing is). `decks` is what each of the decks needs, `elsewhere`
    the other decks that hold copies: (name, state, count).
    """

    key: Key
    needed: int
    owned: int
    held: int
    missing: int
    decks: Mapping[str, int] = field(hash=False)
    elsewhere: tuple[tuple[str, str, int], ...] = ()

    @property
    def available(self) -> int:
        """The owned copies that no other built deck locks away."""
        return max(0, self.owned - self.held)


@dataclass(frozen=True, slots=True)
class Holder:
    """A deck of the library that is none of those asked about."""

    deck: str
    state: str
    needs: Needs = field(hash=False)


def together(wants: Iterable[Want]) -> Counter[Key]:
    """What decks need together: those of fixed ones added up, and of the others the most that one of them needs."""
    fixed: Counter[Key] = Counter()
    most: Counter[Key] = Counter()
    for want in wants:
        if want.fixed:
            fixed.update(want.needs)
        else:
            most |= Counter(want.needs)
    return fixed + most


def lacking(wants: Sequence[Want], others: Sequence[Holder], owned: Mapping[Key, int]) -> list[Lack]:
    """Every card that `wants` need, in their order, with what is missing of it.

    `others` must not hold the decks of `wants`. No more is missing than is needed, however much others lock away.
    """
    needed = together(wants)
    order = dict.fromkeys(key for want in wants for key in want.needs)
    built = [other for other in others if other.state == BUILT]
    return [_lack(key, needed[key], wants, others, built, owned.get(key, 0)) for key in order if needed[key]]


def _lack(
    key: Key, needed: int, wants: Sequence[Want], others: Sequence[Holder], built: Sequence[Holder], owned: int
) -> Lack:
    held = sum(other.needs.get(key, 0) for other in built)
    missing = max(0, needed - max(0, owned - held))
    decks = {want.deck: want.needs[key] for want in wants if want.needs.get(key)}
    elsewhere = tuple((other.deck, other.state, count) for other in others if (count := other.needs.get(key, 0)))
    return Lack(key, needed, owned, held, missing, decks, elsewhere)


@dataclass(frozen=True, slots=True)
class Free:
    """The copies of one card that no deck claims: owned less those of built decks and of the flexible one that wants
    most; below 0 when decks claim more than there is."""

    owned: int
    built: tuple[tuple[str, int], ...]
    flexible: tuple[tuple[str, int], ...]
    ideas: tuple[tuple[str, int], ...] = ()

    @property
    def free(self) -> int:
        """How many are free."""
        return self.owned - sum(count for _, count in self.built) - max((n for _, n in self.flexible), default=0)


def free_copies(key: Key, owned: int, holders: Iterable[Holder]) -> Free:
    """Which decks hold a card, and what is left."""
    by_state: dict[str, list[tuple[str, int]]] = {}
    for one in holders:
        if count := one.needs.get(key, 0):
            by_state.setdefault(one.state, []).append((one.deck, count))
    built, flexible = by_state.pop(BUILT, []), by_state.pop(FLEXIBLE, [])
    return Free(owned, tuple(built), tuple(flexible), tuple(one for some in by_state.values() for one in some))


def free_by_key(owned: Mapping[Key, int], holders: Iterable[Holder]) -> Counter[Key]:
    """How many copies of everything are free, over the whole collection; what is claimed too often is below 0."""
    wants = [Want(one.deck, one.needs, one.state == BUILT) for one in holders if one.state in (BUILT, FLEXIBLE)]
    found = Counter(owned)
    found.subtract(together(wants))
    return found


@dataclass(frozen=True, slots=True)
class Pull:
    """Where the copies of one card come from: `free` ones, then flexible decks, then built ones (which are then no
    longer whole), and what is still missing."""

    key: Key
    needed: int
    free: int
    flexible: tuple[tuple[str, int], ...]
    built: tuple[tuple[str, int], ...]
    missing: int


def pulls(want: Want, others: Sequence[Holder], owned: Mapping[Key, int]) -> list[Pull]:
    """For every card of a deck that is to be built now, where its copies come from."""
    return [_pull(key, count, others, owned.get(key, 0)) for key, count in want.needs.items() if count]


def _pull(key: Key, needed: int, others: Sequence[Holder], owned: int) -> Pull:
    has = free_copies(key, owned, others)
    free = max(0, min(needed, has.free))
    left = min(needed, owned) - free
    # A flexible deck has no more of what it wants than the built ones leave.
    loose = max(0, owned - sum(n for _, n in has.built))
    flexible, left = _taken(has.flexible, left, most=min(loose, max((n for _, n in has.flexible), default=0)))
    built, left = _taken(has.built, left, most=left)
    found = free + sum(n for _, n in flexible) + sum(n for _, n in built)
    return Pull(key, needed, free, flexible, built, needed - found)


def _taken(decks: Sequence[tuple[str, int]], wanted: int, most: int) -> tuple[tuple[tuple[str, int], ...], int]:
    """Copies out of decks, from those that hold most first; `most` is all that lies in them. What is still wanted."""
    taken: list[tuple[str, int]] = []
    for deck, count in sorted(decks, key=lambda one: -one[1]):
        out = min(count, wanted, most)
        if out > 0:
            taken.append((deck, out))
            wanted, most = wanted - out, most - out
    return tuple(taken), wanted
