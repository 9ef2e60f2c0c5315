"""Chance: named streams out of one seed, the same on every machine and under every hash seed."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import lru_cache
from hashlib import blake2b
from struct import unpack

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


@lru_cache(maxsize=4096)
def _lane(slot: int) -> bytes:
    """A slot's own mix, with room above it for a product."""
    return mixed(slot).to_bytes(16, "little")


@lru_cache(maxsize=256)
def _lanes(count: int) -> tuple[int, int]:
    """A one in each lane of 128 bits, and 64 bits in each."""
    ones = sum(1 << (128 * lane) for lane in range(count))
    return ones, ones * _MASK


def _mixed_all(base: int, slots: Sequence[int]) -> tuple[int, ...]:
    """`mixed(base ^ mixed(slot))` of every slot but for its last line, which changes no order: all of them side by side
    in one long number, because shuffles of whole decks would else take a tenth of a playthrough."""
    ones, mask = _lanes(len(slots))
    x = (int.from_bytes(b"".join(map(_lane, slots)), "little") ^ (base * ones)) + _STEP * ones & mask
    x = ((x ^ (x >> 30)) & mask) * 0xBF58476D1CE4E5B9 & mask
    x = ((x ^ (x >> 27)) & mask) * 0x94D049BB133111EB & mask
    return unpack(f"<{2 * len(slots)}Q", x.to_bytes(16 * len(slots), "little"))[::2]


def game_seed(study: int, pairing: str, index: int) -> int:
    """The seed of one playthrough of a study: it depends on nothing but these three."""
    return number_of(f"{study}\n{pairing}\n{index}")


class Chance:
    """Everything that is left to chance in one playthrough.

    A stream is a name ("0.shuffle", "die.3"); what one gives depends on the seed, its name and how often it was asked,
    and on no other stream: a card that is exchanged in one deck changes nothing elsewhere.
    """

    __slots__ = ("seed", "streams")

    def __init__(self, seed: int) -> None:
        self.seed = mixed(seed & _MASK)
        # Where each stream is: a mix of seed and name, and one step further for each time it was asked.
        self.streams: dict[str, int] = {}

    def copy(self) -> Chance:
        """A twin that goes on alike."""
        twin = Chance.__new__(type(self))
        twin.seed, twin.streams = self.seed, self.streams.copy()
        return twin

    def bits(self, stream: str) -> int:
        """The next 64 bits of a stream."""
        state = self.streams.get(stream)
        if state is None:
            state = mixed(self.seed ^ number_of(stream))
        self.streams[stream] = (state + _STEP) & _MASK
        return mixed(state)

    def pick(self, stream: str, count: int) -> int:
        """A number from 0 to `count` - 1, each as likely as another (`count` at least 1)."""
        # 64 bits over small counts: the bias is below one in 10^15.
        return (self.bits(stream) * count) >> 64

    def shuffle(self, stream: str, slots: Sequence[int]) -> list[int]:
        """The slots in a new order: by a hash of seed, stream, which shuffle it is, and the slot's own number.

        The order of two slots depends on these alone, so that one card more or less moves no other past another.
        """
        base = self.bits(stream)
        return [slot for _, slot in sorted(zip(_mixed_all(base, slots), slots, strict=True))]

    def coin(self, stream: str) -> bool:
        """Heads or tails."""
        return bool(self.bits(stream) & 1)


class ImpossibleError(ValueError):
    """Chance was told something that cannot happen; the text says what, and what can."""


class Stacked(Chance):
    """Chance that gives what it was told, first in first out; when nothing fits the next question, it goes by its seed.

    `told` are numbers for `pick` and `coin`, and for a shuffle tuples of what shall lie on top, the top last: slots, or
    words that `words` gives for slots (the names of the cards that lie there). A number waits for a pick and a tuple
    for a shuffle; nothing is passed over.
    """

    __slots__ = ("told", "words")

    def __init__(
        self,
        seed: int,
        told: Sequence[int | tuple[int | str, ...]] = (),
        words: Callable[[int], Collection[str]] | None = None,
    ) -> None:
        super().__init__(seed)
        self.told: list[int | tuple[int | str, ...]] = list(told)
        self.words = words

    @classmethod
    def of(cls, chance: Chance, words: Callable[[int], Collection[str]] | None = None) -> Stacked:
        """One that goes on as `chance` would, until it is told something."""
        stacked = cls(0, (), words)
        stacked.seed, stacked.streams = chance.seed, chance.streams.copy()
        return stacked

    def copy(self) -> Stacked:
        """A twin that goes on alike, with what it was told."""
        twin = Stacked.of(self, self.words)
        twin.told = self.told[:]
        return twin

    def pick(self, stream: str, count: int) -> int:
        """As told, or by the seed. Raises ImpossibleError when what was told is not from 0 to `count` - 1."""
        if not self.told or not isinstance(self.told[0], int):
            return super().pick(stream, count)
        told = self.told[0]
        if not 0 <= told < count:
            raise ImpossibleError(f"chance was told {told}, and {stream} gives 0 to {count - 1}")
        del self.told[0]
        return told

    def coin(self, stream: str) -> bool:
        """As told (0 or 1), else by the seed."""
        return bool(self.pick(stream, 2)) if self.told and isinstance(self.told[0], int) else super().coin(stream)

    def shuffle(self, stream: str, slots: Sequence[int]) -> list[int]:
        """By the seed; what was told is then laid on top. Raises ImpossibleError when it is not among the slots."""
        order = super().shuffle(stream, slots)
        if not self.told or isinstance(self.told[0], int):
            return order
        top: list[int] = []
        for told in self.told[0]:
            fitting = (slot for slot in slots if slot not in top and self._fits(slot, told))
            slot = next(fitting, None)
            if slot is None:
                raise ImpossibleError(f"chance was told to lay {told} on top, and {stream} has no such card (left)")
            top.append(slot)
        del self.told[0]
        return [slot for slot in order if slot not in top] + top

    def _fits(self, slot: int, told: int | str) -> bool:
        return slot == told if isinstance(told, int) else bool(self.words and told in self.words(slot))
