"""Cipher's costs: what is paid, and with what."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from deckcli.engine.closures import Built, Group
from deckcli.engine.phrases import Said
from deckcli.engine.vocabulary import EVERY, Amount
from deckcli.games.cipher import barred, deeds
from deckcli.games.cipher.paying import ANY, Atom, Thing, id_of, same_card
from deckcli.games.cipher.speaking import CipherScope
from deckcli.games.cipher.table import CipherTable
from deckcli.games.cipher.words import (
    WORDS,
    copies_of,
    face_of,
    fighters,
)


def _bonds_alike(t: CipherTable, thing: Thing) -> Any:
    """Bonds with the same symbols and without a skill of their own there leave the same behind."""
    face = face_of(t, thing)
    return (face.symbols, id(face) if any(one.zone == "bond" for one in face.skills) else 0)


def _fitting(claims: Callable[..., Sequence[Thing]], group: Group | None, noun: str) -> Callable[..., Sequence[Thing]]:
    """Those of the claims that belong to a group; the claims are the player's own things of that noun."""
    if group is None or (group.only == noun and group.side == "my"):
        return claims
    fits = group.narrows if group.narrows is not None and (group.noun, group.side) == (noun, "my") else group.fits
    return lambda t, s: [thing for thing in claims(t, s) if fits(t, s, thing)]


def _flip_them(t: CipherTable, s: CipherScope, things: Sequence[Thing]) -> None:
    deeds.flip_bonds(t, s.seat, copies_of(things), "cost")


def _to_flip(t: CipherTable, s: CipherScope) -> Sequence[int]:
    """The face-up bonds that a cost may turn down."""
    bonds: Sequence[int] = t.seats[s.seat].bonds
    if not (bonds and barred.could_be_ruled(t, "cannot be_flipped")):
        return bonds
    return [copy for copy in bonds if deeds.may_flip(t, s.seat, copy, "cost")]


def _tap_them(t: CipherTable, s: CipherScope, things: Sequence[Thing]) -> None:
    for thing in things:
        if not isinstance(thing, int):
            deeds.tap(t, thing, "cost", s.unit)


def _discard_them(t: CipherTable, s: CipherScope, things: Sequence[Thing]) -> None:
    deeds.discard(t, s.seat, copies_of(things), "cost", s.unit)


def _many(amount: Built) -> int:
    """How many a cost takes: a number, all there are, or any number; EVERY where it is counted when it is paid."""
    told = amount.fixed
    if isinstance(told, Amount):
        return ANY if told.least == 0 and told.most == EVERY else told.least
    return EVERY if told is None else int(told)


def _cost_line(verb: str, noun: str) -> Callable[..., str]:
    def line(given: Mapping[str, Any]) -> str:
        if isinstance(given.get("1"), Said):
            return f"{verb} {_counted(given['0'], given['1'])}"
        if given["0"].startswith("the "):
            return f"{verb} {noun}s ({given['0']})"
        return f"{verb} {given['0']} {noun}{'' if given['0'] == '1' else 's'}"

    return line


@WORDS.word("cost", "flip", "amount, group?", _cost_line("flip", "bond"))
def _flip(amount: Built, group: Group | None = None) -> Atom:
    claims = _fitting(_to_flip, group, "bond")
    later = amount.run if amount.fixed is None else None
    return Atom("bond", _many(amount), claims, _flip_them, _bonds_alike, later)


@WORDS.word("cost", "flip_this", line="flip this bond")
def _flip_this() -> Atom:
    return Atom("bond", 1, lambda t, s: (s.copy,) if s.copy in t.seats[s.seat].bonds else (), _flip_them, _bonds_alike)


def _untapped(t: CipherTable, s: CipherScope) -> list[Thing]:
    return [unit for unit in t.units.values() if unit.seat == s.seat and not unit.tapped]


def _untapped_self(t: CipherTable, s: CipherScope) -> Sequence[Thing]:
    unit = t.units.get(s.unit)
    return (unit,) if unit is not None and not unit.tapped else ()


def _tap_line(given: Mapping[str, Any]) -> str:
    return f"tap {_counted(given['0'], given['1'])}" if given["0"] else "tap this unit"


def _counted(many: str, who: Said) -> str:
    """1 other tapped ally; 2 cards in your hand named Marth."""
    one = re.sub(r"^(an?(?=other )|an? )", "", who.some)
    return f"{many} {one if many == '1' and one else who.text}"


@WORDS.word("cost", "tap", "amount?, group?", _tap_line)
def _tap_cost(amount: Built | None = None, group: Group | None = None) -> Atom:
    if amount is None:
        return Atom("tap", 1, _untapped_self, _tap_them, same_card)
    return Atom("tap", _many(amount), _fitting(_untapped, group, "unit"), _tap_them, same_card)


def _destroy_them(t: CipherTable, s: CipherScope, things: Sequence[Thing]) -> None:
    for thing in things:
        if not isinstance(thing, int):
            deeds.destroy(t, thing, "cost", s.unit)


@WORDS.word("cost", "destroy_this", line="destroy this unit")
def _destroy_this() -> Atom:
    return Atom("unit", 1, lambda t, s: fighters(t, s.unit), _destroy_them, same_card)


@WORDS.word("cost", "destroy", "amount, group", _cost_line("destroy", "unit"))
def _destroy_cost(amount: Built, group: Group) -> Atom:
    return Atom("unit", _many(amount), group.all, _destroy_them, same_card)


@WORDS.word("cost", "discard", "amount, group?", _cost_line("discard", "card"))
def _discard_cost(amount: Built, group: Group | None = None) -> Atom:
    claims = _fitting(lambda t, s: t.seats[s.seat].hand, group, "hand")
    return Atom("hand", _many(amount), claims, _discard_them, same_card)


def _hand_of(t: CipherTable, s: CipherScope) -> Sequence[Thing]:
    return t.seats[s.seat].hand


def _this_card(t: CipherTable, s: CipherScope) -> Sequence[Thing]:
    own = t.seats[s.seat]
    return (s.copy,) if s.copy in own.hand or s.copy in own.bonds else ()


def _discard_this(t: CipherTable, s: CipherScope, things: Sequence[Thing]) -> None:
    if s.copy in t.seats[s.seat].hand:
        deeds.discard(t, s.seat, (s.copy,), "cost", s.unit)
    else:
        deeds.put(t, (s.copy,), "retreat", "cost", s.unit)


WORDS.word("cost", "discard_this", line="discard this card")(
    lambda: Atom("hand", 1, _this_card, _discard_this, same_card)
)
WORDS.word("cost", "discard_hand", line="discard your hand")(
    lambda: Atom("hand", EVERY, _hand_of, _discard_them, same_card)
)


def _put_them(place: str) -> Callable[..., None]:
    def put(t: CipherTable, s: CipherScope, things: Sequence[Thing]) -> None:
        deeds.put(t, copies_of(things), place, "cost", s.unit)

    return put


def _moves(spelling: str, place: str, verb: str, takes: str = "amount, group") -> None:
    """A cost that puts cards of a set somewhere."""

    @WORDS.word("cost", spelling, takes, _cost_line(verb, "card"))
    def made(amount: Built, group: Group | None = None) -> Atom:
        claims = _hand_of if group is None else group.all
        return Atom("hand" if group is None else "cards", _many(amount), claims, _put_them(place), same_card)


_moves("scrap", "retreat", "send to the Retreat")
_moves("banish", "boundless", "put out of the game")
_moves("hand_to_top", "top", "put on top of the deck from the hand", "amount, group?")


def _place_this(spelling: str, place: str, line: str) -> None:
    WORDS.word("cost", spelling, line=line)(lambda: Atom("hand", 1, _lying, _put_them(place), same_card))


def _lying(t: CipherTable, s: CipherScope) -> Sequence[Thing]:
    """This card, wherever it lies out of play, or its unit."""
    unit = t.units.get(s.unit)
    return (unit,) if unit is not None else (s.copy,)


_place_this("banish_this", "boundless", "put this card out of the game")
_place_this("top_this", "top", "put this card on top of the deck")


@WORDS.word("cost", "banish_top", "number", "put the top {0:-card} of your deck out of the game")
def _banish_top(count: Built) -> Atom:
    many = int(count.fixed or 0)
    return Atom("deck", many, lambda t, s: t.seats[s.seat].deck[-many:][::-1], _put_them("boundless"), same_card)


def _grow_them(t: CipherTable, s: CipherScope, things: Sequence[Thing]) -> None:
    unit = t.units.get(s.unit)
    if unit is not None:
        deeds.grow(t, unit, copies_of(things), "cost", s.unit)


@WORDS.word("cost", "grow", "amount, group", _cost_line("put under this unit", "card"))
def _grow_cost(amount: Built, group: Group) -> Atom:
    return Atom("cards", _many(amount), group.all, _grow_them, same_card)


def _hidden_orbs(t: CipherTable, s: CipherScope) -> Sequence[Thing]:
    own = t.seats[s.seat]
    return [copy for copy in own.orbs if copy not in own.shown_orbs]


def _orbs_alike(t: CipherTable, thing: Thing) -> Any:
    """Orbs that nobody has seen are alike; one that its owner has looked at is like no other."""
    copy = id_of(thing)
    own = t.seats[t.owners[copy]]
    return copy if copy in own.known_orbs or copy in own.shown_orbs else "unseen"


def _show_orbs(t: CipherTable, s: CipherScope, things: Sequence[Thing]) -> None:
    deeds.show_orbs(t, s.seat, copies_of(things))


@WORDS.word("cost", "orb_up", "amount", "turn {0:orb} of yours face-up")
def _orb_up(amount: Built) -> Atom:
    return Atom("orb", _many(amount), _hidden_orbs, _show_orbs, _orbs_alike)


def _lose_orbs(t: CipherTable, s: CipherScope, things: Sequence[Thing]) -> None:
    for copy in copies_of(things):
        deeds.destroy_orb(t, s.seat, copy, "cost", s.unit)


@WORDS.word("cost", "lose_orb", "amount", "destroy {0:orb} of yours")
def _lose_orb(amount: Built) -> Atom:
    return Atom("orb", _many(amount), lambda t, s: t.seats[s.seat].orbs, _lose_orbs, _orbs_alike)


def _show_them(t: CipherTable, s: CipherScope, things: Sequence[Thing]) -> None:
    deeds.reveal(t, s.seat, copies_of(things), "cost", s.unit)


@WORDS.word("cost", "show", "amount, group?", _cost_line("show", "card"))
def _show_cost(amount: Built, group: Group | None = None) -> Atom:
    return Atom("shown", _many(amount), _fitting(_hand_of, group, "hand"), _show_them, same_card)
