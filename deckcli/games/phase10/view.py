"""What a seat of Phase 10 Strategy may see, and which copies it cannot tell apart."""

from __future__ import annotations

from collections.abc import Mapping

from deckcli.engine.view import View
from deckcli.games.phase10 import rules
from deckcli.games.phase10.labels import SEATS
from deckcli.games.phase10.table import Group, Phase10Table, Seat


def view(t: Phase10Table, seat: int) -> View:
    """The table as `seat` sees it; cards are kinds (`phases.kind_of`), phases their places among the ten.

    `hand` are its own cards as (copy, kind), `pile` how many cards are left to draw, `discard` the discard pile (the
    top last), `groups` what lies open, `seats` what is public of everybody (its number of `cards`, the spaces of its
    `pieces`, its `marks` a bit each, the phase that it has `laid` this round, -1 for none, and what it may `keep`).
    `names`, `phases` (-1 on a bonus space) and `keeps` are the board's, by space.
    """
    cards, board = t.cards, t.board
    return View(
        seat,
        {
            "you": seat,
            "round": t.round,
            "turn": t.turn,
            "active": t.active,
            "finisher": t.finisher,
            "strict": t.strict,
            "hand": tuple([(copy, cards[copy].kind) for copy in t.seats[seat].hand]),
            "pile": len(t.pile),
            "discard": tuple([cards[copy].kind for copy in t.discard]),
            "groups": tuple([_group(t, group) for group in t.groups]),
            "seats": tuple([_seat(t, own) for own in t.seats]),
            "board": board.name,
            "names": board.names,
            "phases": board.phase_at,
            "keeps": board.keeps,
        },
    )


def _group(t: Phase10Table, group: Group) -> Mapping[str, object]:
    cards = t.cards
    return {
        "kind": group.kind,
        "value": group.value,
        "high": group.high,
        "seat": group.seat,
        "phase": group.phase,
        "cards": tuple([cards[copy].kind for copy in group.copies]),
    }


def _seat(t: Phase10Table, own: Seat) -> Mapping[str, object]:
    return {
        "cards": len(own.hand),
        "pieces": own.pieces,
        "marks": own.marks,
        "laid": own.laid,
        "keep": rules.keep_limit(t, own),
    }


def unseen(t: Phase10Table, seat: int) -> list[list[int]]:
    """One group: the draw pile and everybody else's hand."""
    others = [copy for number, own in enumerate(t.seats) if number != seat for copy in own.hand]
    return [sorted([*t.pile, *others])]


def zones(t: Phase10Table) -> Mapping[str, list[int]]:
    """Every place with the copies that lie there: hands and groups by seat, both piles."""
    found = {"table.pile": t.pile, "table.discard": t.discard}
    for seat, own in enumerate(t.seats):
        found[f"{SEATS[seat]}.hand"] = own.hand
        found[f"{SEATS[seat]}.groups"] = [copy for group in t.groups if group.seat == seat for copy in group.copies]
    return found
