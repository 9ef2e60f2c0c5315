"""Laying a phase: what each group is of, then its cards one by one; only what leaves the phase possible is offered.

Cards beyond what the phase wants are placed on it right afterwards (`rules.placements`).
Rulebook: Forming a Phase, Joker Cards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from deckcli.engine.choice import Option, Rules, choose
from deckcli.games.phase10.phases import COLOURS, JOKER, NUMBERS, RUNS, SETS, Part, phases
from deckcli.games.phase10.solver import needs
from deckcli.games.phase10.table import Group, Phase10Table, Seat


def lay_phase(t: Phase10Table, seat: int, phase: int) -> Rules[None]:
    """A seat lays a phase that it can lay, from its hand into groups on the table, and marks it."""
    own, parts = t.seats[seat], phases("strategy")[phase].parts
    for index in range(len(parts)):
        laying = _Laying(t, own, parts, index)
        values = [value for value in laying.values() if laying.possible(value)]
        options: list[Option] = [(laying.part.kind, value) for value in values]
        answer = yield from choose(seat, "group", options, (phase, index))
        group = Group(laying.part.kind, int(answer[1]), seat, phase)
        t.groups.append(group)
        if group.kind == RUNS:
            yield from _fill_run(laying, seat, group)
        else:
            yield from _fill(laying, seat, group)
    own.laid = phase
    own.marks |= 1 << phase
    own.story = (*own.story, (t.round, phase, own.turns))


class _Laying:
    """One group of a phase being laid: what the hand holds, and what the groups after it will want."""

    __slots__ = (
        "colours", "hand", "index", "jokers", "least", "naturals", "numbers", "part", "played",
        "rest", "same", "t",
    )  # fmt: skip

    def __init__(self, t: Phase10Table, own: Seat, parts: Sequence[Part], index: int) -> None:
        cards = t.cards
        self.t = t
        self.hand, self.played = own.hand, own.played
        self.index = index
        self.part = parts[index]
        self.rest = tuple(parts[index + 1 :])
        # Of two sets alike the lower number is laid first, so that each pair is offered once.
        self.same = bool(self.rest) and self.rest[0] == self.part
        self.least = t.groups[-1].value if index and parts[index - 1] == self.part else 1
        self.jokers = [copy for copy in own.hand if cards[copy].kind == JOKER]
        own_groups = t.groups[len(t.groups) - index :] if index else []
        before = any(cards[copy].kind != JOKER for group in own_groups for copy in group.copies)
        self.naturals = before and not t.strict
        self.numbers, self.colours = [0] * NUMBERS, [0] * len(COLOURS)
        for copy in own.hand:
            if cards[copy].kind != JOKER:
                self.numbers[cards[copy].number - 1] += 1
                self.colours[cards[copy].colour] += 1

    def values(self) -> Iterator[int]:
        """Everything that the group could be of."""
        if self.part.kind == RUNS:
            yield from range(1, NUMBERS - self.part.size + 2)
        elif self.part.kind == SETS:
            yield from range(self.least, NUMBERS + 1)
        else:
            yield from range(len(COLOURS))

    def possible(self, value: int) -> bool:
        """Whether the group can be of that number or colour, and the phase still be laid."""
        if self.part.kind != RUNS:
            return bool(self.fitting(value))
        present = sum(self.numbers[value - 1 + step] > 0 for step in range(self.part.size))
        return self.part.size - present <= len(self.jokers) and (present > 0 or self.naturals)

    def fitting(self, value: int) -> list[int]:
        """With how many number cards a set or colour group of that value can be laid; jokers make up the rest."""
        have = self.numbers[value - 1] if self.part.kind == SETS else self.colours[value]
        size, jokers = self.part.size, len(self.jokers)
        return [n for n in range(min(size, have) + 1) if size - n <= jokers and self._goes_on(value, n)]

    def _goes_on(self, value: int, count: int) -> bool:
        """Whether, with so many number cards in this group, the groups after it can still be laid."""
        if self.t.strict and not count:
            return False
        natural = self.naturals or count > 0
        if not self.rest:
            return natural
        left = self.numbers[:]
        left[value - 1] -= count
        if self.same:
            left[: value - 1] = [0] * (value - 1)
        if (self.t.strict or not natural) and not any(left):
            return False
        return needs(self.rest, left, self.colours) <= len(self.jokers) - (self.part.size - count)

    def take(self, group: Group, copy: int) -> None:
        """One card from the hand into the group."""
        self.hand.remove(copy)
        self.played.append(copy)
        group.copies.append(copy)


def _fill(laying: _Laying, seat: int, group: Group) -> Rules[None]:
    """The cards of a set or colour group: number cards in the order of their kinds, jokers last."""
    cards, size = laying.t.cards, laying.part.size
    allowed = laying.fitting(group.value)
    word = "number" if group.kind == SETS else "colour"
    own = [copy for copy in laying.hand if cards[copy].kind != JOKER and getattr(cards[copy], word) == group.value]
    own.sort(key=lambda copy: cards[copy].kind)
    while len(group.copies) < size:
        taken = len(group.copies)
        options: list[Option] = [
            ("take", copy)
            for place, copy in enumerate(own)
            if (not place or cards[own[place - 1]].kind != cards[copy].kind)
            and any(taken < n <= taken + len(own) - place for n in allowed)
        ]
        if taken in allowed and taken < size:
            options.append(("take", laying.jokers[0]))
        answer = yield from choose(seat, "card", options, (group.phase, laying.index), size - taken)
        copy = int(answer[1])
        if copy not in own:
            for joker in laying.jokers[: size - taken]:
                laying.take(group, joker)
            return
        laying.take(group, copy)
        own = own[own.index(copy) + 1 :]


def _fill_run(laying: _Laying, seat: int, group: Group) -> Rules[None]:
    """The cards of a run, number by number from its lowest on; a joker may stand for any of them."""
    cards, size, jokers = laying.t.cards, laying.part.size, laying.jokers[:]
    natural = laying.naturals
    for number in range(group.value, group.value + size):
        later = [laying.numbers[other - 1] for other in range(number + 1, group.value + size)]
        gaps = later.count(0)
        first = {cards[copy].kind: copy for copy in reversed(laying.hand) if cards[copy].number == number}
        options: list[Option] = [("take", first[kind]) for kind in sorted(first)] if gaps <= len(jokers) else []
        if gaps < len(jokers) and (natural or gaps < len(later)):
            options.append(("take", jokers[0]))
        answer = yield from choose(seat, "run card", options, (group.phase, number))
        copy = int(answer[1])
        if jokers and copy == jokers[0]:
            jokers.pop(0)
        else:
            natural = True
        laying.take(group, copy)
