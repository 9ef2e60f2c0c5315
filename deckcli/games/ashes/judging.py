"""What things are worth to a seat of Ashes, as far as its view shows: units, deeds and costs, in points of damage."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from deckcli.engine.view import View
from deckcli.games.ashes.gists import Deed, Plan
from deckcli.games.ashes.paying import Bill

Shown: TypeAlias = Mapping[str, Any]

DIE, CARD = 0.2, 1.5
"""What a die and a card in hand are worth, so that nothing is paid for what does nothing."""


class Seen:
    """The view, with its cards in play by number and hand cards by copy."""

    def __init__(self, view: View, seat: int) -> None:
        self.view = view
        self.mine: Shown = view["seats"][seat]
        self.theirs: Shown = view["seats"][1 - seat]
        self.pieces: dict[int, tuple[Shown, bool]] = {}
        for side, own in ((self.mine, True), (self.theirs, False)):
            for piece in (side["phoenixborn"], *side["units"], *side["spells"]):
                self.pieces[piece["id"]] = (piece, own)
                for one in piece.get("attached", ()):
                    self.pieces[one["id"]] = ({**one, "attack": 0, "life": 0, "wounds": 0, "exhausted": False}, own)
        self.dice = {die[0]: die for side in (self.mine, self.theirs) for die in side["dice"]}
        self.has_room = len(self.mine["units"]) < self.mine["phoenixborn"]["card"]["battlefield"]

    def card(self, copy: int) -> Shown | None:
        """A hand or pile card that is known, by its copy."""
        for side in (self.mine, self.theirs):
            for pile in ("hand", "discard_pile", "pile", "removed", "looked", "playing", "top"):
                for held in side[pile]:
                    if held is not None and held[0] == copy:
                        card: Shown = held[1]
                        return card
            for piece in (side["phoenixborn"], *side["units"], *side["spells"]):
                if piece["copy"] == copy:
                    return piece["card"]  # type: ignore[no-any-return]
        return None


def left(piece: Shown) -> int:
    """Life that a unit has left."""
    return int(piece["life"]) - int(piece["wounds"])


def worth(piece: Shown) -> int:
    """What a unit is worth."""
    return 2 * int(piece["attack"]) + left(piece)


def price(ways: Sequence[Bill], held: float = 0.0) -> float:
    """What the cheapest way of paying takes: dice and cards of the hand."""
    return held + min((DIE * dice_in(way) + CARD * way.discard for way in ways), default=0.0)


def dice_in(way: Bill) -> int:
    """How many dice a way of paying takes, without an X."""
    return int(way.basics + sum(power + plain for _, power, plain in way.dice))


# ---------------------------------------------------------------- what deeds are worth


def plan_worth(plan: Plan, t: Seen, this: Shown | None = None) -> float:
    """What deeds are worth together: a deed weighs what it gains or loses on the best thing within its reach."""
    if plan.how == "if" and not _is_doable(plan.parts[0], t, this):
        return 0.0
    worths = [plan_worth(part, t, this) if isinstance(part, Plan) else deed_worth(part, t, this) for part in plan.parts]
    if plan.how == "best":
        return max(worths, default=0.0)
    return max(0.0, sum(worths)) if plan.how == "may" else sum(worths)


def _is_doable(part: Plan | Deed, t: Seen, this: Shown | None) -> bool:
    """Whether deeds have what they take: tokens to remove, a card to be done to, a slot."""
    if isinstance(part, Plan):
        return all(_is_doable(one, t, this) for one in part.parts)
    if part.verb in ("summon", "summon_same"):
        return bool(t.has_room)
    if part.verb in ("remove", "move"):
        on = [this] if part.side == "this" else [piece for piece, own in t.pieces.values() if reaches(part, piece, own)]
        return any(piece is not None and piece.get(part.what, 1) for piece in on)
    if part.kind not in _KINDS:
        return True
    return any(reaches(part, piece, own) for piece, own in t.pieces.values())


def deed_worth(deed: Deed, t: Seen, this: Shown | None) -> float:
    """What one deed is worth; `this` is the card in play whose ability it is."""
    judge = _VERBS.get(deed.verb)
    if judge is not None:
        return judge(deed, t)
    if deed.side == "this":
        return touch_worth(deed, this, True) if this is not None else 0.0
    worths = [touch_worth(deed, piece, own) for piece, own in t.pieces.values() if reaches(deed, piece, own)]
    return sum(worths) if deed.each else max(worths, default=0.0)


def reaches(deed: Deed, piece: Shown, own: bool) -> bool:
    """Whether a deed may befall that card."""
    if deed.side != "any" and own != (deed.side in ("mine", "this")):
        return False
    kind = piece["card"]["kind"]
    return deed.kind not in _KINDS or kind in _KINDS[deed.kind]


_KINDS: Mapping[str, tuple[str, ...]] = {
    "unit": ("ally", "conjuration"), "ally": ("ally",), "conjuration": ("conjuration",),
    "phoenixborn": ("phoenixborn",), "ready_spell": ("ready_spell",),
    "alteration": ("alteration", "conjured_alteration"), "player": ("phoenixborn",),
}  # fmt: skip


def touch_worth(deed: Deed, piece: Shown, own: bool) -> float:
    """What a deed on one card is worth to this seat."""
    judge = _TOUCHES.get((deed.verb, deed.what)) or _TOUCHES.get((deed.verb, ""))
    if judge is None:
        return 0.7
    gain = judge(piece, deed.many)
    return -gain if own else gain


def _harm(piece: Shown, many: int) -> float:
    """Damage, or wounds, as the other side feels them."""
    kind = piece["card"]["kind"]
    if kind == "phoenixborn":
        return 1000.0 if many >= left(piece) else 1.5 * many
    if kind not in _KINDS["unit"]:
        return 0.0
    return worth(piece) + 1.0 if many >= left(piece) else 0.4 * many


def _loss(piece: Shown, many: int) -> float:
    return worth(piece) + 1.0 if piece["card"]["kind"] in _KINDS["unit"] else 2.0


def _tired(piece: Shown, many: int) -> float:
    return 0.0 if piece["exhausted"] else 1.0 + 1.5 * int(piece["attack"])


def _rested(piece: Shown, many: int) -> float:
    return -1.5 * int(piece["attack"]) - 0.5 if piece["exhausted"] and piece["exhaustion"] <= many else 0.0


def _status(piece: Shown, many: int) -> float:
    return -2.0 * many if piece["card"]["wants_status"] else 0.0


def _healed(piece: Shown, many: int) -> float:
    return -1.0 * min(many, int(piece.get("wounds", 0)))


def _stronger(piece: Shown, many: int) -> float:
    return 0.0 if piece["exhausted"] else -1.5 * many


def _gifted(piece: Shown, many: int) -> float:
    return 0.0 if piece["exhausted"] or piece["card"]["kind"] == "phoenixborn" else -0.5 * int(piece["attack"]) - 0.3


def _charged(piece: Shown, many: int) -> float:
    return -3.0 if piece["card"]["wants_charge"] and not piece.get("dice") else -0.3


_TOUCHES: Mapping[tuple[str, str], Callable[[Shown, int], float]] = {
    ("damage", ""): _harm, ("place", "wounds"): _harm, ("place", "wounds_and_exhaustion"): _harm,
    ("destroy", ""): _loss, ("lose", ""): _loss,
    ("place", "exhaustion"): _tired, ("lend", "exhaustion"): _tired, ("remove", "exhaustion"): _rested,
    ("place", "status"): _status, ("remove", "status"): lambda piece, many: -_status(piece, many) / 2,
    ("remove", "wounds"): _healed, ("remove", "wounds_or_status"): _healed,
    ("give", "attack"): _stronger, ("give", "skill"): _gifted, ("give", "blank"): _tired, ("give", "cannot"): _tired,
    ("attach", ""): lambda piece, many: -2.0, ("place_die", ""): _charged, ("stop_attacking", ""): _tired,
}  # fmt: skip
"""What a deed on a card takes from whoever has the card, by its verb and what it is about; below 0 it helps."""


def _summon(deed: Deed, t: Seen) -> float:
    if not t.has_room:
        return -4.0
    found = next((card for _, card in t.mine["pile"] if card["name"] == deed.what), None)
    if found is None:
        return -1.0 if deed.what else 4.0
    return (7.0 + 2 * (found["attack"] or 0) + (found["life"] or 0)) if found["kind"] == "conjuration" else 3.0


def _draw(deed: Deed, t: Seen) -> float:
    if deed.side == "theirs":
        return -1.0
    return float(min(deed.many, t.mine["draw_pile"])) * max(0.3, 2.5 - 0.4 * len(t.mine["hand"]))


def _mill(deed: Deed, t: Seen) -> float:
    return (-0.3 if deed.side == "mine" else 0.4) * int(deed.many)


def _better_dice(deed: Deed, t: Seen) -> float:
    """Turning one's dice up is worth what there is to turn, as long as something can be paid with it."""
    low = sum(die[3] == "active" and die[2] != "power" for die in t.mine["dice"])
    return 0.6 * min(deed.many, low) - 0.5 if deed.side != "theirs" else 0.0


def _worse_dice(deed: Deed, t: Seen) -> float:
    good = sum(die[3] == "active" and die[2] != "basic" for die in t.theirs["dice"])
    return 0.6 * float(min(deed.many, good))


def _put(deed: Deed, t: Seen) -> float:
    """Cards that are moved: out of play they count as lost, else as a card more."""
    return deed_worth(deed._replace(verb="lose"), t, None) if deed.kind in _KINDS else CARD


def _thrown(deed: Deed, t: Seen) -> float:
    if deed.kind in _KINDS:
        return deed_worth(deed._replace(verb="lose"), t, None)
    return 1.0 if deed.side == "theirs" else -CARD if deed.side == "mine" else 0.5


_VERBS: Mapping[str, Callable[[Deed, Seen], float]] = {
    "summon": _summon, "summon_same": _summon, "bring_back": _summon, "draw": _draw, "mill": _mill,
    "change_dice": _better_dice, "raise_dice": _better_dice, "ready_dice": lambda deed, t: 0.5 * deed.many,
    "lower_dice": _worse_dice, "exhaust_dice": _worse_dice, "reroll_dice": lambda deed, t: 0.3,
    "pay": lambda deed, t: -DIE, "extra_side": lambda deed, t: 0.3, "shuffle": lambda deed, t: 0.0,
    "stow": lambda deed, t: 0.0, "look": lambda deed, t: 0.3, "reveal": lambda deed, t: 0.0, "put": _put,
    "discard": _thrown, "play": lambda deed, t: 3.0,
}  # fmt: skip
"""What deeds are worth that are not done to a card in play."""
