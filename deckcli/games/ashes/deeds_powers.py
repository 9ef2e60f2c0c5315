"""The powers of the nine types of dice (data/ashes/rulings.md; the reference cards of the dice)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from deckcli.engine.choice import Rules, choose
from deckcli.engine.vocabulary import NOTHING, Did
from deckcli.games.ashes import deeds, deeds_dice, deeds_piles
from deckcli.games.ashes.cards import BASIC
from deckcli.games.ashes.deeds import ASTRAL, CHARM, DIVINE
from deckcli.games.ashes.moments import CancelledError
from deckcli.games.ashes.paying import about_of, pick
from deckcli.games.ashes.table import (
    PHOENIXBORN,
    UNIT,
    AshesScope,
    AshesTable,
    Cause,
    Die,
    Piece,
)


def power_scope(t: AshesTable, die: Die, seat: int) -> AshesScope:
    """Who speaks when a seat uses the power of a die."""
    own = t.phoenixborn(seat)
    return AshesScope(seat, own.card, own.id, None, Cause("dice_power", seat, own.card, own.id))


def use_power(t: AshesTable, die: Die, seat: int) -> Rules[Did]:
    """The power of a die, which is already paid for (Side Actions: Activate a dice power). A cancelled one is spent."""
    s = power_scope(t, die, seat)
    try:
        yield from _POWERS[die.type](t, s, die)
    except CancelledError as cancelled:
        if cancelled.scope is not s:
            raise
        return NOTHING
    return Did((die,))


def has_use(t: AshesTable, type_: int, seat: int) -> bool:
    """Whether the power of that type would do anything now."""
    return bool(_USES[type_](t, seat))


def _bearers(t: AshesTable, seat: int, type_: int, *, phoenixborn: bool = False) -> list[Piece]:
    """Units of a seat (and its Phoenixborn) without a die of that type on them."""
    kinds = (UNIT, PHOENIXBORN) if phoenixborn else (UNIT,)
    return [
        piece
        for piece in t.pieces.values()
        if piece.seat == seat and piece.kind in kinds and all(t.dice[number].type != type_ for number in piece.dice)
    ]


def _ceremonial(t: AshesTable, s: AshesScope, die: Die) -> Rules[None]:
    """Return an ally from the discard pile to hand, then take 1 damage."""
    allies = _allies_discarded(t, s.seat)
    chosen = yield from pick(t, s.seat, "choose", allies, 1, 1, about_of(s))
    yield from deeds.put(t, s.cause, chosen, "hand")
    yield from deeds.damage(t, s.cause, (t.phoenixborn(s.seat),), 1)


def _allies_discarded(t: AshesTable, seat: int) -> list[int]:
    return [copy for copy in t.seats[seat].discard_pile if t.cards[copy].kind == "ally"]


def _onto(t: AshesTable, s: AshesScope, die: Die, pieces: Sequence[Piece]) -> Rules[None]:
    """Put the die on one of these, which it targets."""
    for piece in (yield from deeds.target(t, s, pieces, 1, 1)):
        deeds_dice.place_die(t, s.cause, die, piece)


def _charm(t: AshesTable, s: AshesScope, die: Die) -> Rules[None]:
    yield from _onto(t, s, die, _bearers(t, 1 - s.seat, CHARM))


def _divine(t: AshesTable, s: AshesScope, die: Die) -> Rules[None]:
    yield from _onto(t, s, die, _bearers(t, s.seat, DIVINE))


def _astral_power(t: AshesTable, s: AshesScope, die: Die) -> Rules[None]:
    yield from _onto(t, s, die, _bearers(t, s.seat, ASTRAL, phoenixborn=True))


def _artifice(t: AshesTable, s: AshesScope, die: Die) -> Rules[None]:
    """Put the die on a card of yours: it is charged while the die is there."""
    for piece in (yield from pick(t, s.seat, "choose", _own_cards(t, s.seat), 1, 1, about_of(s))):
        deeds_dice.place_die(t, s.cause, die, piece)


def _own_cards(t: AshesTable, seat: int) -> list[Piece]:
    return [piece for piece in t.pieces.values() if piece.seat == seat]


def _illusion(t: AshesTable, s: AshesScope, die: Die) -> Rules[None]:
    """Lower up to two dice in an opponent's active pool one level each."""
    yield from deeds_dice.lower_dice(t, s, t.dice_of(1 - s.seat), 0, 2)


def _natural(t: AshesTable, s: AshesScope, die: Die) -> Rules[None]:
    """1 damage to a target unit."""
    chosen = yield from deeds.target(t, s, t.units(), 1, 1)
    yield from deeds.damage(t, s.cause, chosen, 1)


def _sympathy(t: AshesTable, s: AshesScope, die: Die) -> Rules[None]:
    """Draw a card, then a card from hand may go on top of or under the draw pile."""
    deeds_piles.draw(t, s.cause, s.seat, 1)
    for copy in (yield from pick(t, s.seat, "return", t.seats[s.seat].hand, 0, 1, about_of(s))):
        answer = yield from choose(s.seat, "place", (("top",), ("bottom",)), about_of(s))
        yield from deeds.put(t, s.cause, (copy,), str(answer[0]))


def _time(t: AshesTable, s: AshesScope, die: Die) -> Rules[None]:
    """A status token on a unit of yours; then one may come off any unit, ready spell or alteration."""
    chosen = yield from deeds.target(t, s, t.units_of(s.seat), 1, 1)
    yield from deeds.place(t, s.cause, "status", 1, chosen)
    bearers = [piece for piece in t.pieces.values() if piece.kind != PHOENIXBORN and piece.status > 0]
    yield from deeds.remove(t, s.cause, "status", 1, (yield from deeds.target(t, s, bearers, 0, 1)))


_POWERS: Sequence[Any] = (
    _ceremonial, _charm, _illusion, _natural, _divine, _sympathy, _time, _artifice, _astral_power,
)  # fmt: skip
"""What the power of each type does, in the order of `faces.DICE`."""

_USES: Sequence[Any] = (
    _allies_discarded,
    lambda t, seat: _bearers(t, 1 - seat, CHARM),
    lambda t, seat: any(t.levels[die.number] > BASIC for die in t.dice_of(1 - seat)),
    lambda t, seat: t.units(),
    lambda t, seat: _bearers(t, seat, DIVINE),
    lambda t, seat: t.seats[seat].draw_pile or t.seats[seat].hand,
    lambda t, seat: any(piece.kind == UNIT or piece.status for piece in t.pieces.values()),
    lambda t, seat: True,
    lambda t, seat: _bearers(t, seat, ASTRAL, phoenixborn=True),
)
"""Whether the power of each type would find anything."""
