"""The phase solver: which phases a hand can lay, with which cards, and which it keeps. Fast and exact.

Whether a phase can be laid depends on how many cards of each number and colour a hand has: the jokers that it needs
(`needs`) are counted over every way to choose the numbers, and compared with those that it has. A phase needs at
least one number card, and under the stricter option `natural_per_group` each of its groups does. A joker stands for a
number from 1 to 12, runs do not go round, and colours mean nothing to sets and runs.
Rulebook: Definition of Phases, Joker Cards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from deckcli.games.phase10.phases import (
    COLOURS,
    JOKER,
    KINDS,
    NUMBERS,
    RUNS,
    SETS,
    Part,
    Phase,
    colour_of,
    kind_of,
    number_of,
)

_COLOUR_BITS, _JOKER_BITS = 4 * NUMBERS, 4 * NUMBERS + 6 * len(COLOURS)
_SHIFTS = tuple(range(0, _COLOUR_BITS, 4))
_COLOUR_SHIFTS = tuple(range(_COLOUR_BITS, _JOKER_BITS, 6))
_NATURAL = ((1 << len(COLOURS) * 6) - 1) << _COLOUR_BITS
IMPOSSIBLE = 99
"""More jokers than there are."""
PACKED = tuple(
    1 << _JOKER_BITS if kind == JOKER else (1 << 4 * (number_of(kind) - 1)) + (1 << _COLOUR_SHIFTS[colour_of(kind)])
    for kind in range(KINDS)
)
"""What a card of each kind adds to a packed hand: a whole number that holds how many cards a hand has of each number (4
bits each, from 1 on), of each colour (6 bits each), and how many jokers. A hand of the real deck never overflows."""


def packed(kinds: Iterable[int]) -> int:
    """A hand, given as kinds of cards, as one packed number."""
    return sum(map(PACKED.__getitem__, kinds))


def numbers_in(hand: int) -> list[int]:
    """How many cards of each number a packed hand has, from 1 on."""
    return [(hand >> shift) & 15 for shift in _SHIFTS]


def colours_in(hand: int) -> list[int]:
    """How many cards of each colour a packed hand has."""
    return [(hand >> shift) & 63 for shift in _COLOUR_SHIFTS]


def jokers_in(hand: int) -> int:
    """How many jokers a packed hand has."""
    return hand >> _JOKER_BITS


def can_lay(phase: Phase, hand: int, strict: bool = False) -> bool:
    """Whether a packed hand can lay a phase; `strict`: each group has a number card of its own."""
    if not hand & _NATURAL:
        return False
    return needs(phase.parts, numbers_in(hand), colours_in(hand), strict) <= hand >> _JOKER_BITS


def which(phases: Sequence[Phase], hand: int, strict: bool = False) -> list[bool]:
    """Whether a packed hand can lay each of these phases."""
    if not hand & _NATURAL:
        return [False] * len(phases)
    numbers, colours, jokers = numbers_in(hand), colours_in(hand), hand >> _JOKER_BITS
    return [needs(phase.parts, numbers, colours, strict) <= jokers for phase in phases]


def needs(parts: tuple[Part, ...], numbers: Sequence[int], colours: Sequence[int], strict: bool = False) -> int:
    """The fewest jokers with which groups can be laid from so many cards of each number and colour.

    IMPOSSIBLE when no number of jokers would do. Raises ValueError for groups that no phase has together.
    """
    first = parts[0]
    if len(parts) == 1:
        if first.kind == RUNS:
            return _run_gaps(first.size)[_mask(numbers)]
        return max(0, first.size - max(numbers if first.kind == SETS else colours))
    second = parts[1]
    if first.kind == SETS and second.kind == SETS:
        return _two_sets(first.size, second.size, numbers, strict)
    if first.kind == SETS and second.kind == RUNS:
        return _set_and_run(first.size, second.size, numbers, strict)
    raise ValueError(f"no phase is made of {first.said()} and {second.said()}")


def _two_sets(one: int, other: int, numbers: Sequence[int], strict: bool) -> int:
    """Two numbers, the more frequent for the larger set; or both sets of one number."""
    large, small = (one, other) if one >= other else (other, one)
    *_, second, first = sorted(numbers)
    apart = max(0, large - first) + max(0, small - second)
    if not strict:
        return min(apart, max(0, large + small - first))
    together = max(0, large + small - first) if first > 1 else IMPOSSIBLE
    return min(apart if second else IMPOSSIBLE, together)


def _set_and_run(size: int, length: int, numbers: Sequence[int], strict: bool) -> int:
    """Each number for the set in turn. It leaves the run one of its cards when there are more than the set wants; else
    a card of it in the run would cost the set a joker instead."""
    gaps, mask = _run_gaps(length), _mask(numbers)
    fewest = IMPOSSIBLE if strict else size + gaps[mask]
    for index, count in enumerate(numbers):
        if not count:
            continue
        if count > size:
            short = gaps[mask]
        elif mask == 1 << index and strict:
            short = size + length - count if count > 1 else IMPOSSIBLE
        else:
            short = size - count + gaps[mask & ~(1 << index)]
        if short < fewest:
            fewest = short
    return fewest


def _mask(numbers: Sequence[int]) -> int:
    """Which numbers there are, a bit each."""
    mask = 0
    for index, count in enumerate(numbers):
        if count:
            mask |= 1 << index
    return mask


@cache
def _run_gaps(length: int) -> tuple[int, ...]:
    """For each set of numbers (as bits), how many are missing in the best run of that length."""
    windows = [((1 << length) - 1) << low for low in range(NUMBERS - length + 1)]
    return tuple(length - max((mask & window).bit_count() for window in windows) for mask in range(1 << NUMBERS))


# ---------------------------------------------------------------- with which cards


@dataclass(frozen=True, slots=True)
class Laying:
    """A phase as it can be laid: the kinds of cards of each group (a run from its lowest number on; a joker where it
    stands), what each group is of (the number of a set, the lowest number of a run, the colour), and the cards kept."""

    groups: tuple[tuple[int, ...], ...]
    values: tuple[int, ...]
    left: tuple[int, ...]


def lay(phase: Phase, kinds: Sequence[int], strict: bool = False) -> Laying | None:
    """How a hand (kinds of cards) lays a phase with the fewest jokers and no card more than it wants; None when it
    cannot."""
    hand = packed(kinds)
    if not can_lay(phase, hand, strict):
        return None
    numbers, fewest = numbers_in(hand), needs(phase.parts, numbers_in(hand), colours_in(hand), strict)
    for values in _values(phase.parts):
        left = list(kinds)
        groups = _taken(phase.parts, values, left, strict)
        jokers = sum(group.count(JOKER) for group in groups) if groups else IMPOSSIBLE
        if groups and jokers == fewest and any(kind != JOKER for group in groups for kind in group):
            return Laying(tuple(map(tuple, groups)), values, tuple(left))
    # Jokers alone would be fewest in no hand that has a number card: it takes the place of one of them.
    raise AssertionError(f"{phase.name} can be laid from {numbers}, and was not found")


def _values(parts: tuple[Part, ...]) -> Iterator[tuple[int, ...]]:
    """Everything that the groups of a phase could be of."""
    choices = [_values_of(part) for part in parts]
    if len(parts) == 1:
        yield from ((value,) for value in choices[0])
    else:
        yield from ((one, other) for one in choices[0] for other in choices[1])


def _values_of(part: Part) -> range:
    if part.kind == SETS:
        return range(1, NUMBERS + 1)
    return range(1, NUMBERS - part.size + 2) if part.kind == RUNS else range(len(COLOURS))


def _taken(parts: Sequence[Part], values: Sequence[int], left: list[int], strict: bool) -> list[list[int]]:
    """The cards of each group, taken out of `left`, number cards first; [] when they do not suffice.

    A run goes first, since it wants one card of a number where a set may want any; under `strict` a set is left a card.
    """
    groups: list[list[int]] = [[] for _ in parts]
    order = sorted(range(len(parts)), key=lambda index: parts[index].kind != RUNS)
    for index in order:
        part, value = parts[index], values[index]
        spare = _spared(parts, values, index, left) if strict else ()
        groups[index] = _group(part, value, left, spare)
        if len(groups[index]) < part.size or (strict and groups[index].count(JOKER) == part.size):
            return []
    return groups


def _spared(parts: Sequence[Part], values: Sequence[int], index: int, left: Sequence[int]) -> tuple[int, ...]:
    """A number card that the other set needs and this group therefore leaves."""
    for other, part in enumerate(parts):
        if other != index and part.kind == SETS and (parts[index].kind == RUNS or index == 0):
            return next(((kind,) for kind in left if number_of(kind) == values[other]), ())
    return ()


def _group(part: Part, value: int, left: list[int], spare: tuple[int, ...]) -> list[int]:
    """The cards of one group, taken out of `left`; jokers fill what is missing."""
    for kind in spare:
        left.remove(kind)
    if part.kind == RUNS:
        wanted = [[kind for kind in left if number_of(kind) == value + step][:1] for step in range(part.size)]
    else:
        own = [kind for kind in left if (number_of(kind) if part.kind == SETS else colour_of(kind)) == value]
        wanted = [[kind] for kind in own[: part.size]]
        wanted += [[]] * (part.size - len(wanted))
    group: list[int] = []
    for found in wanted:
        kind = found[0] if found else JOKER
        if kind in left:
            left.remove(kind)
            group.append(kind)
    left.extend(spare)
    return group


# ---------------------------------------------------------------- the words of a hand


SKIP = -1
"""The kind of a skip of the classic edition, which is no part of any phase."""
MOST = {"strategy": {JOKER: 12}, "classic": {JOKER: 8, SKIP: 4}}
"""How many jokers and skips each edition's deck has; of each number card it has two."""
_LETTERS = "rbyg"


class BadHandError(ValueError):
    """Words that are no hand of that deck; the text says which, and why."""


def hand_of(words: str, edition: str) -> list[int]:
    """A hand as people write it: "r7 B12 joker", with blanks or commas between; colours r, b, y, g, J a joker, X a skip
    (classic). Raises BadHandError for a word that is no card, and for more copies than the deck has."""
    kinds: list[int] = []
    for word in words.replace(",", " ").split():
        kind = _kind_said(word.casefold())
        if kind is None or (kind == SKIP and edition != "classic"):
            skip = ", X a skip" if edition == "classic" else ""
            raise BadHandError(
                f'"{word[:40]}" is no card; cards are r7, b12, y1, g3 (colour and number), J a joker{skip}.'
            )
        kinds.append(kind)
        most = MOST[edition].get(kind, 2)
        if kinds.count(kind) > most:
            raise BadHandError(f"the deck of this edition has {most} of {word[:40]}, and not {kinds.count(kind)}.")
    if not kinds:
        raise BadHandError("a hand has at least one card.")
    return kinds


def _kind_said(word: str) -> int | None:
    if word in ("j", "joker", "w", "wild"):
        return JOKER
    if word in ("x", "skip"):
        return SKIP
    colour, number = _LETTERS.find(word[:1]), word[1:]
    if colour < 0 or not (number.isascii() and number.isdecimal()) or not 1 <= int(number[:4]) <= NUMBERS:
        return None
    return kind_of(colour, int(number[:4]))


def card_word(kind: int) -> str:
    """A card as `hand_of` reads it: "r7", "J", "X"."""
    if kind == SKIP:
        return "X"
    return "J" if kind == JOKER else f"{_LETTERS[colour_of(kind)]}{number_of(kind)}"
