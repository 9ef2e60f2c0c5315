"""What happens to dice of Ashes: rolled, turned, lowered, raised, exhausted, put on cards and taken back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from deckcli.engine.choice import DONE, Option, Rules, choose
from deckcli.engine.vocabulary import EVERY, NOTHING, Did
from deckcli.games.ashes import skills
from deckcli.games.ashes.cards import BASIC, POWER, SIDES
from deckcli.games.ashes.faces import DICE
from deckcli.games.ashes.moments import tell
from deckcli.games.ashes.paying import about_of, pick, set_die
from deckcli.games.ashes.table import (
    ACTIVE,
    EXHAUSTED,
    NONE,
    ON_CARD,
    AshesScope,
    AshesTable,
    Cause,
    Die,
    Event,
    Piece,
    in_play,
)


def roll(t: AshesTable, die: Die, stream: str) -> int:
    """One of the six sides of a die, by chance; the level it shows."""
    return SIDES[t.chance.pick(stream, len(SIDES))]


def may_alter(t: AshesTable, seat: int, dice: Iterable[Die]) -> list[Die]:
    """Those dice in an active pool that a seat may turn or roll."""
    return [
        die
        for die in dice
        if t.places[die.number] == ACTIVE
        and not (die.seat != seat and skills.forbidden(t, "alter_dice", t.seats[seat], t.seats[die.seat]))
    ]


def change_dice(
    t: AshesTable, s: AshesScope, dice: Sequence[Die], least: int, most: int, to: int | None = None
) -> Rules[Did]:
    """Turn active dice to a side of choice, or all to `to`; one after the other, up to `most`."""
    there = may_alter(t, s.seat, dice)
    done: list[Die] = []
    if to is not None and least >= len(there):
        for die in there:
            set_die(t, die, ACTIVE, to)
        done, there = there, []
    while there and len(done) < most:
        turns = [(die, level) for die in _one_of_each(t, there) for level in range(3) if level != t.levels[die.number]]
        if to is not None:
            turns = [(die, level) for die, level in turns if level == to]
        options: list[Option] = [("turn", die.number, level) for die, level in turns]
        if len(done) >= min(least, most):
            options.append(DONE)
        if not options:
            break
        answer = yield from choose(s.seat, "turn die", options, about_of(s), most - len(done))
        if answer == DONE:
            break
        die = t.dice[int(answer[1])]
        set_die(t, die, ACTIVE, int(answer[2]))
        there.remove(die)
        done.append(die)
    yield from _told_altered(t, s, done, "changed")
    return Did(done, len(done), len(done) >= max(1, least))


def _one_of_each(t: AshesTable, dice: Iterable[Die]) -> list[Die]:
    """One die of each seat, type and face."""
    return list({(die.seat, die.type, t.levels[die.number]): die for die in reversed(list(dice))}.values())[::-1]


def _told_altered(t: AshesTable, s: AshesScope, dice: Sequence[Die], word: str = "") -> Rules[None]:
    """Dice of a player were lowered or rolled again by one effect, or changed, as the word says."""
    if dice and skills.listened(t, "dice_altered"):
        for seat in dict.fromkeys(die.seat for die in dice):
            count = sum(die.seat == seat for die in dice)
            things = tuple(dice)
            event = Event("dice_altered", t.seats[seat], s.seat, s.cause, amount=count, things=things, word=word)
            yield from tell(t, event)


def _step_dice(t: AshesTable, s: AshesScope, dice: Sequence[Die], least: int, most: int, step: int) -> Rules[Did]:
    """Turn active dice one level up or down; each once."""
    edge = POWER if step > 0 else BASIC
    there = [die for die in may_alter(t, s.seat, dice) if t.levels[die.number] != edge]
    most = min(most, len(there)) if most != EVERY else len(there)
    chosen = yield from pick(t, s.seat, "raise" if step > 0 else "lower", there, min(least, most), most, about_of(s))
    for die in chosen:
        set_die(t, die, ACTIVE, t.levels[die.number] + step)
    if step < 0:
        yield from _told_altered(t, s, chosen)
    return Did(chosen, len(chosen), len(chosen) >= max(1, least))


def raise_dice(t: AshesTable, s: AshesScope, dice: Sequence[Die], least: int, most: int) -> Rules[Did]:
    """Turn active dice one level up, basic to class to power."""
    return (yield from _step_dice(t, s, dice, least, most, 1))


def lower_dice(t: AshesTable, s: AshesScope, dice: Sequence[Die], least: int, most: int) -> Rules[Did]:
    """Turn active dice one level down."""
    return (yield from _step_dice(t, s, dice, least, most, -1))


def reroll_dice(t: AshesTable, s: AshesScope, dice: Sequence[Die], least: int, most: int) -> Rules[Did]:
    """Roll active dice again."""
    there = may_alter(t, s.seat, dice)
    most = min(most, len(there)) if most != EVERY else len(there)
    chosen = yield from pick(t, s.seat, "reroll", there, min(least, most), most, about_of(s))
    for die in chosen:
        set_die(t, die, ACTIVE, roll(t, die, f"{die.seat}.reroll"))
    yield from _told_altered(t, s, chosen)
    return Did(chosen, len(chosen), len(chosen) >= max(1, least))


def ready_dice(t: AshesTable, s: AshesScope, dice: Sequence[Die], least: int, most: int) -> Rules[Did]:
    """Exhausted dice go to the active pool, each to a side of choice."""
    there = [die for die in dice if t.places[die.number] == EXHAUSTED]
    most = min(most, len(there)) if most != EVERY else len(there)
    chosen = yield from pick(t, s.seat, "ready", there, min(least, most), most, about_of(s))
    for die in chosen:
        options: list[Option] = [("turn", die.number, level) for level in range(3)]
        answer = yield from choose(s.seat, "turn die", options, about_of(s))
        set_die(t, die, ACTIVE, int(answer[2]))
    return Did(chosen, len(chosen), len(chosen) >= max(1, least))


def exhaust_dice(
    t: AshesTable, s: AshesScope, dice: Sequence[Die], least: int, most: int, seat: int = NONE
) -> Rules[Did]:
    """Dice go to the exhausted pool, out of the active one or off cards, as `seat` (else whoever speaks) chooses."""
    there = [die for die in dice if t.places[die.number] != EXHAUSTED]
    most = min(most, len(there)) if most != EVERY else len(there)
    asked = s.seat if seat == NONE else seat
    chosen = yield from pick(t, asked, "exhaust", there, min(least, most), most, about_of(s))
    for die in chosen:
        holder = next((piece for piece in t.pieces.values() if die.number in piece.dice), None)
        if holder is not None:
            die_off(t, holder, die)
        else:
            set_die(t, die, EXHAUSTED, t.levels[die.number])
    return Did(chosen, len(chosen), len(chosen) >= max(1, least))


def place_die(t: AshesTable, c: Cause, die: Die, thing: Any) -> Did:
    """Put a die, or move one, onto a card in play."""
    pieces = in_play((thing,))
    if not pieces:
        return NOTHING
    if t.places[die.number] == ON_CARD:
        for piece in t.pieces.values():
            if die.number in piece.dice:
                piece.dice.remove(die.number)
    set_die(t, die, ON_CARD, t.levels[die.number])
    pieces[0].dice.append(die.number)
    _dice_changed(t)
    return Did((die,))


def die_off(t: AshesTable, piece: Piece, die: Die) -> None:
    """A die leaves a card, and goes back exhausted to its owner."""
    piece.dice.remove(die.number)
    _dice_changed(t)
    set_die(t, die, EXHAUSTED, t.levels[die.number])


def _dice_changed(t: AshesTable) -> None:
    """Dice came onto a card or left one: it matters where a card gives abilities by them."""
    if t.pieces and any(t.cards[piece.card].text.bestows for piece in t.pieces.values()):
        skills.changed(t)


_LYING = frozenset(DICE.index(type_) for type_ in ("charm", "divine", "artifice", "astral"))
"""The types whose power lays a die on a card."""


def dice_back(t: AshesTable) -> None:
    """The dice on cards go back exhausted (recovery), of the types whose power lays them there. A die of another type
    lies on a card by that card's own word alone, and goes by it too (data/ashes/rulings.md: Dice on cards)."""
    for piece in t.pieces.values():
        for number in tuple(piece.dice):
            if t.dice[number].type in _LYING:
                die_off(t, piece, t.dice[number])


def keep_dice(t: AshesTable, dice: Iterable[Die]) -> Did:
    """These dice stay on their card when they prevent damage, this turn."""
    kept = tuple(dice)
    for die in kept:
        t.notes["kept", die.number] = 1
    return Did(kept)
