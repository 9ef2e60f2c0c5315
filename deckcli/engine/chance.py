"""Chance: named streams out of one seed, the same on every machine and under every hash seed."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from hashlib import blake2b
from typing import TypeVar

T = TypeVar("T")

_MASK = (1 << 64) - 1
_STEP = 0x9E3779B97F4A7C15


def mixed(x: int) -> int:
    """64 well-mixed bits of a whole number (the finaliser of SplitMix64): neighbours have nothing in common."""
    x = (x + _STEP) & _MASK
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & _MASK
    return x ^ (x >> 31)


@lru_cache(maxsize=4096)
def number_of(words: str) -> int:
    """A 64-bit number for some words, everywhere the same."""
    return int.from_bytes(blake2b(words.encode(), digest_size=8).digest(), "big")


def game_seed(study: int, pairing: str, index: int) -> int:
    """The seed of one playthrough of a study: it depends on nothing but these three."""
    return number_of(f"{study}\n{pairing}\n{index}")


class Chance:
    """Everything that is left to chance in one playthrough.

    A stream is a name ("0.shuffle", "die.3"); what one gives depends on the seed, its name and how often it was asked,
    and on no other stream: a card that is exchanged in one deck changes nothing elsewhere.
    """

    __slots__ = ("counts", "seed")

    def __init__(self, seed: int) -> None:
        self.seed = mixed(seed & _MASK)
        self.counts: dict[str, int] = {}

    def copy(self) -> Chance:
        """A twin that goes on alike."""
        twin = Chance.__new__(type(self))
        twin.seed, twin.counts = self.seed, self.counts.copy()
        return twin

    def bits(self, stream: str) -> int:
        """The next 64 bits of a stream."""
        count = self.counts.get(stream, 0)
        self.counts[stream] = count + 1
        return mixed(self.seed ^ mixed(number_of(stream) + count))

    def pick(self, stream: str, count: int) -> int:
        """A number from 0 to `count` - 1, each as likely as another (`count` at least 1)."""
        # 64 bits over small counts: the bias is below one in 10^15.
        return (self.bits(stream) * count) >> 64

    def shuffle(self, stream: str, slots: Sequence[int]) -> list[int]:
        """The slots in a new order: by a hash of seed, stream, which shuffle it is, and the slot's own number.

        The order of two slots depends on these alone, so that one card more or less moves no other past another.
        """
        base = self.bits(stream)
        return sorted(slots, key=lambda slot: mixed(base ^ mixed(slot)))

    def coin(self, stream: str) -> bool:
        """Heads or tails."""
        return bool(self.bits(stream) & 1)


class Stacked(Chance):
    """Chance that gives what it was told, first in first out, by stream or for any; then goes on by its seed.

    `told` are numbers for `pick` and `coin`; for a shuffle, a tuple of the slots that shall lie on top, top last.
    """

    __slots__ = ("told",)

    def __init__(self, seed: int, told: Sequence[int | tuple[int, ...]] = ()) -> None:
        super().__init__(seed)
        self.told: list[int | tuple[int, ...]] = list(told)

    def copy(self) -> Stacked:
        twin = Stacked.__new__(Stacked)
        twin.seed, twin.counts, twin.told = self.seed, self.counts.copy(), self.told[:]
        return twin

    def pick(self, stream: str, count: int) -> int:
        """As told, if it is possible; else by the seed. Raises ValueError when what was told is not."""
        if self.told and isinstance(self.told[0], int):
            told = self.told.pop(0)
            if not isinstance(told, int) or not 0 <= told < count:
                raise ValueError(f"chance was told {told}, and {stream} has 0 to {count - 1}")
            return told
        return super().pick(stream, count)

    def coin(self, stream: str) -> bool:
        """As told (0 or 1), else by the seed."""
        return bool(self.pick(stream, 2)) if self.told and isinstance(self.told[0], int) else super().coin(stream)

    def shuffle(self, stream: str, slots: Sequence[int]) -> list[int]:
        """By the seed; the slots that were told are then laid on top."""
        order = super().shuffle(stream, slots)
        if self.told and isinstance(self.told[0], tuple):
            top = self.told.pop(0)
            if not isinstance(top, tuple) or not set(top) <= set(slots):
                raise ValueError(f"chance was told to lay {top} on top, and not all of them are there")
            order = [slot for slot in order if slot not in top] + list(top)
        return order
