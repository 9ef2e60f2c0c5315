"""What a seat of Ashes may see, and which copies it cannot tell apart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from deckcli.engine.view import View
from deckcli.games.ashes import gists, skills
from deckcli.games.ashes.cards import LEVEL_WORDS, Face
from deckcli.games.ashes.faces import DICE
from deckcli.games.ashes.labels import cost_words
from deckcli.games.ashes.table import (
    ACTIVE,
    ALTERATION,
    EXHAUSTED,
    PHOENIXBORN,
    READY_SPELL,
    UNIT,
    AshesTable,
    Piece,
)


def view(t: AshesTable, seat: int) -> View:
    """The table as `seat` sees it.

    `you` is the seat, `seats` are both sides by seat number, `attack` the attack that runs (or None). Cards are what is
    printed on them (`printed`); `hand` and `looked` hold (copy, card) where the seat knows the card, and None where it
    does not; `top` are the top cards of the draw pile, as far as the seat knows them, the topmost first. A conjuration
    pile is known to all: it follows from the deck.
    """
    return View(
        seat,
        {
            "you": seat,
            "round": t.round,
            "turn": t.turn,
            "active": t.active,
            "first": t.first,
            "phase": t.phase,
            "main": t.main,
            "sides": t.sides,
            "passes": t.passes,
            "seats": tuple(_side(t, number, seat) for number in range(2)),
            "attack": _attack(t),
        },
    )


_PRINTED: dict[int, tuple[Face, Mapping[str, Any]]] = {}


def printed(face: Face) -> Mapping[str, Any]:
    """What is printed on a card, as plain values that cannot be changed; made once a card. X is None; `ways` are
    those of paying for it, `gists` and `grants` what its abilities are for and those that it grants (`gists`)."""
    known = _PRINTED.get(id(face))
    if known is None or known[0] is not face:
        facts = {name: getattr(face, name) for name in ("name", "kind", "attack", "life", "recover", "copies")}
        facts |= {"cost": cost_words(face.cost), "magic": face.magic, "battlefield": face.battlefield}
        facts["spellboard"] = face.spellboard
        facts |= {"ways": gists.ways_of(face.cost), "gists": gists.gists_of(face), "grants": gists.granted_by(face)}
        facts |= {"wants_status": gists.wants_status(face), "wants_charge": gists.wants_charge(face)}
        known = _PRINTED[id(face)] = (face, MappingProxyType(facts))
    return known[1]


def _knows(t: AshesTable, seat: int, copy: int) -> bool:
    return ("seen", copy, seat) in t.notes


def _side(t: AshesTable, number: int, seat: int) -> Mapping[str, Any]:
    own, cards = t.seats[number], t.cards
    mine = number == seat

    def shown(copies: Sequence[int]) -> tuple[Any, ...]:
        return tuple((copy, printed(cards[copy])) for copy in copies)

    def hidden(copies: Sequence[int]) -> tuple[Any, ...]:
        return tuple((copy, printed(cards[copy])) if mine or _knows(t, seat, copy) else None for copy in copies)

    pieces = [piece for piece in t.pieces.values() if piece.seat == number]
    return {
        "phoenixborn": _piece(t, t.phoenixborn(number), seat),
        "units": tuple(_piece(t, piece, seat) for piece in pieces if piece.kind == UNIT),
        "spells": tuple(_piece(t, piece, seat) for piece in pieces if piece.kind == READY_SPELL),
        "hand": hidden(own.hand),
        "draw_pile": len(own.draw_pile),
        "top": shown(_seen_top(t, own.draw_pile, seat)),
        "discard_pile": shown(own.discard_pile),
        "pile": shown(own.pile),
        "removed": shown(own.removed),
        "looked": hidden(own.looked),
        "playing": shown(own.playing),
        "dice": tuple(
            (die.number, DICE[die.type], LEVEL_WORDS[t.levels[die.number]], _WHERE[t.places[die.number]])
            for die in t.dice
            if die.seat == number
        ),
        "reacted": own.reacted,
    }


_WHERE = {ACTIVE: "active", EXHAUSTED: "exhausted", 2: "on a card"}


def _seen_top(t: AshesTable, pile: Sequence[int], seat: int) -> list[int]:
    """The cards of a draw pile that the seat was shown, the topmost first."""
    if t.phase == "setup":
        return [copy for copy in reversed(pile) if t.owners[copy] == seat]
    return [copy for copy in reversed(pile) if _knows(t, seat, copy)] if t.notes else []


def _piece(t: AshesTable, piece: Piece, seat: int) -> Mapping[str, Any]:
    face = skills.face_now(t, piece)
    return {
        "id": piece.id,
        "copy": piece.card,
        "card": printed(face),
        "owner": t.owners[piece.card],
        "attack": skills.attack_of(t, piece) if piece.kind == UNIT else 0,
        "life": skills.life_of(t, piece) if piece.kind in (UNIT, PHOENIXBORN) else 0,
        "recover": skills.recover_of(t, piece) if piece.kind == UNIT else 0,
        "wounds": piece.wounds,
        "exhaustion": piece.exhaustion,
        "exhausted": skills.is_exhausted(t, piece),
        "status": piece.status,
        "guarded": piece.guarded,
        "attached": tuple(_attached(t, one) for one in t.alterations_of(piece)),
        "dice": tuple((DICE[t.dice[number].type], t.dice[number].seat) for number in piece.dice),
        "under": len(piece.under),
        "focus": skills.focus_of(t, piece) if piece.kind == READY_SPELL else 0,
    }


def _attached(t: AshesTable, piece: Piece) -> Mapping[str, Any]:
    return {
        "id": piece.id,
        "copy": piece.card,
        "card": printed(t.cards[piece.card]),
        "exhaustion": piece.exhaustion,
        "status": piece.status,
    }


def _attack(t: AshesTable) -> Mapping[str, Any] | None:
    attack = t.attack
    if attack is None:
        return None
    return {
        "target": attack.target,
        "attackers": tuple(attack.attackers),
        "blocks": tuple(attack.blocks.items()),
        "guard": attack.guard,
        "fought": tuple(attack.fought),
        "fighting": attack.fighting,
    }


def unseen(t: AshesTable, seat: int) -> list[list[int]]:
    """Two groups: the seat's own draw pile; the other's draw pile and hand, without what the seat was shown."""
    own, other = t.seats[seat], t.seats[1 - seat]
    # Before the first five are taken, a deck is as its owner built it.
    mine = [copy for copy in own.draw_pile if not _knows(t, seat, copy)] if t.phase != "setup" else []
    theirs = [copy for copy in (*other.draw_pile, *other.hand, *other.looked) if not _knows(t, seat, copy)]
    return [sorted(mine), sorted(theirs)]


AREAS = ("hand", "draw_pile", "discard_pile", "pile", "removed", "looked", "playing")
"""The areas of a seat that are lists of copies."""


def zones(t: AshesTable) -> Mapping[str, list[int]]:
    """Every place with the copies that lie there: "a.hand", "b.battlefield" (with what is attached and lies under)."""
    found: dict[str, list[int]] = {}
    for seat, letter in enumerate("ab"):
        own = t.seats[seat]
        for name in AREAS:
            found[f"{letter}.{name}"] = list(getattr(own, name))
        for name in ("phoenixborn", "battlefield", "spellboard"):
            found[f"{letter}.{name}"] = []
    for piece in (*t.pieces.values(), *t.aside.values()):
        letter = "ab"[piece.seat]
        found[f"{letter}.{_ZONES[piece.kind]}"] += [piece.card, *piece.under]
    return found


_ZONES = {PHOENIXBORN: "phoenixborn", UNIT: "battlefield", READY_SPELL: "spellboard", ALTERATION: "battlefield"}
