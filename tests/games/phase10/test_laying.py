"""Phase 10 Strategy, Forming a Phase: what can be chosen at the table is exactly what the rules allow."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

import pytest

from deckcli.engine.playing import Setup
from deckcli.engine.playthrough import Playthrough, Setting
from deckcli.games.phase10.phases import COLOUR, JOKER, RUNS, SETS, Phase, colour_of, number_of, phases
from deckcli.games.phase10.playable import Phase10Rules
from deckcli.games.phase10.solver import can_lay, card_word, packed
from deckcli.games.phase10.table import Group, Phase10Table

Laid = frozenset[tuple[str, int, tuple[int, ...]]]


def begun(phase: Phase, hand: list[int], strict: bool) -> Playthrough:
    """A turn of a seat whose piece stands on that phase, with nothing to draw."""
    seats = ({"hand": list(map(card_word, hand)), "pieces": [phase.name, "ASK"]}, {})
    table = Phase10Rules().position(Setup(seats, {"natural_per_group": strict}), 1)
    return Playthrough(Phase10Rules(), Setting((), {}, 1), table=table, watched=True, asks_all=True)


def told(table: Phase10Table, group: Group) -> tuple[str, int, tuple[int, ...]]:
    kinds = [table.cards[copy].kind for copy in group.copies]
    return group.kind, group.value, tuple(kinds if group.kind == RUNS else sorted(kinds))


def chosen(playthrough: Playthrough) -> Iterator[list[tuple[str, int, tuple[int, ...]]]]:
    """Every way to answer until the phase is laid."""
    choice, table = playthrough.choice, playthrough.table
    assert isinstance(table, Phase10Table)
    if choice is None or choice.prompt not in ("play", "group", "card", "run card") or table.seats[0].laid >= 0:
        yield [told(table, group) for group in table.groups]
        return
    for option in choice.options:
        if option != ("done",):
            twin = playthrough.fork()
            twin.choose(option)
            yield from chosen(twin)


def allowed(phase: Phase, hand: list[int], strict: bool) -> set[Laid | tuple[tuple[str, int, tuple[int, ...]], ...]]:
    """The oracle: every group of every value from the hand, as the definitions have it."""
    found = set()
    for groups in _groups(phase, 0, hand):
        naturals = [any(kind != JOKER for kind in cards) for _, _, cards in groups]
        if all(naturals) or (any(naturals) and not strict):
            found.add(_same(phase, groups))
    return found


def _same(phase: Phase, groups: list[tuple[str, int, tuple[int, ...]]]) -> tuple[tuple[str, int, tuple[int, ...]], ...]:
    """Of two sets alike it does not matter which was laid first."""
    return tuple(sorted(groups)) if len(set(phase.parts)) == 1 else tuple(groups)


def _groups(phase: Phase, index: int, hand: list[int]) -> Iterator[list[tuple[str, int, tuple[int, ...]]]]:
    if index == len(phase.parts):
        yield []
        return
    part = phase.parts[index]
    values = range(4) if part.kind == COLOUR else range(1, 13 if part.kind == SETS else 14 - part.size)
    for value in values:
        for cards in set(_cards(part.kind, value, part.size, 0, tuple(sorted(hand)))):
            left = hand[:]
            for kind in cards:
                left.remove(kind)
            kinds = cards if part.kind == RUNS else tuple(sorted(cards))
            for others in _groups(phase, index + 1, left):
                yield [(part.kind, value, kinds), *others]


def _cards(kind: str, value: int, size: int, step: int, hand: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    if step == size:
        yield ()
        return
    for card in sorted(set(hand)):
        fits = (
            card == JOKER
            or {
                SETS: number_of(card) == value,
                RUNS: number_of(card) == value + step,
                COLOUR: colour_of(card) == value,
            }[kind]
        )
        if fits:
            left = list(hand)
            left.remove(card)
            for others in _cards(
                kind, value, size, step + 1, tuple(left if kind == RUNS else [c for c in left if c >= card])
            ):
                yield (card, *others)


@pytest.mark.scaled
@pytest.mark.parametrize("phase", phases("strategy"), ids=lambda phase: phase.key)
def test_every_laying_that_the_rules_allow_can_be_chosen_and_no_other(
    phase: Phase, scaled: Callable[[int, int], int]
) -> None:
    rng = random.Random(phase.key)
    size = sum(part.size for part in phase.parts)
    numbers = [kind for kind in range(JOKER) if number_of(kind) in (3, 4, 5, 6, 7) or size > 6]
    tried = 0
    for _ in range(20_000):
        pool = [kind for kind in numbers if colour_of(kind) in (0, 1) or size < 8] * 2 + [JOKER] * 5
        hand = rng.sample(pool, size + 1)
        strict = bool(rng.randrange(2))
        if hand.count(JOKER) > 3 or not can_lay(phase, packed(hand), strict):
            continue
        every = list(chosen(begun(phase, hand, strict)))
        if len(set(phase.parts)) < len(phase.parts):  # of two sets alike, the lower number comes first
            assert all(groups[0][1] <= groups[1][1] for groups in every)
        else:
            assert len(every) == len(set(map(tuple, every)))
        ways = {_same(phase, groups) for groups in every}
        assert ways == allowed(phase, hand, strict), [card_word(kind) for kind in hand]
        tried += 1
        if tried == scaled(3, 30):
            break
    assert tried >= 3


def test_a_hand_that_cannot_lay_is_not_asked() -> None:
    for phase in phases("strategy"):
        playthrough = begun(phase, [JOKER] * 8, False)
        assert playthrough.choice is not None
        assert playthrough.choice.prompt == "discard"
