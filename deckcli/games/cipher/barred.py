"""What skills of Cipher forbid and allow. "Cannot" wins over "can"."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Any

from deckcli.games.cipher.changes import Doing, Mod, player_key
from deckcli.games.cipher.parts import NO_ENTRIES
from deckcli.games.cipher.speaking import CipherScope
from deckcli.games.cipher.standing import card_mods, mods_of, own_mods, standing_of
from deckcli.games.cipher.table import NONE, CipherTable, Unit


def forbidden(
    t: CipherTable,
    deed: str,
    *,
    seat: int = -1,
    unit: int = -1,
    card: int = -1,
    by: int = -1,
    cause: str = "rule",
    line: str = "",
) -> bool:
    """Whether something says "cannot" to a deed (attack, critical, evade, be_evaded, be_destroyed, bond, deploy,
    be_attacked, be_supported, be_untapped, be_moved, level_up, class_change ...). "Cannot" wins over "can".

    `cause` is why it is done, `line` where ("front", "back"); rulings that are limited so look at them."""
    if deed == "bond" and not t.cards[card].bonds:
        return True
    kind = "cannot " + deed
    entries = (t.standing or standing_of(t)).entries
    if kind not in entries and (card == NONE or kind not in t.cards[card].says):
        return False
    return _ruled(t, kind, seat, unit, card, (cause, by, line))


def could_be_ruled(t: CipherTable, kind: str) -> bool:
    """Whether anything in play, or some card where it lies, could make a ruling of that kind ("cannot be_flipped")."""
    return kind in (t.standing or standing_of(t)).entries or kind in t.flags["said"]


def bans_of(t: CipherTable, kind: str, units: Collection[Any]) -> dict[Any, list[tuple[Mod, CipherScope]]]:
    """What forbids ("cannot attack") something to each of these units now, by id; `bars` tells to which units it is
    forbidden."""
    by_unit = standing_of(t).entries.get(kind, NO_ENTRIES)
    return {unit: found for unit in units if unit in by_unit and (found := list(mods_of(t, kind, unit)))}


def bars(t: CipherTable, bans: Sequence[tuple[Mod, CipherScope]], other: Unit) -> bool:
    """Whether one of these bans holds against that other unit."""
    doing = ("attack", other.id, "")
    return bool(bans) and any(_rules_out(t, mod, scope, other, doing) for mod, scope in bans)


def _rules_out(t: CipherTable, mod: Mod, scope: CipherScope, other: Unit | int | None, doing: Doing) -> bool:
    """Whether a ruling holds for this one: whom it is limited to, what causes the deed, and where it is done."""
    if mod.fits is not None and (other is None or not mod.fits(t, scope, other)):
        return False
    return mod.limits is None or bool(mod.limits(t, scope, doing))


def allowed(t: CipherTable, deed: str, *, seat: int = -1, unit: int = -1, card: int = -1, by: int = -1) -> bool:
    """Whether something says "can" to a deed that the rules do not allow by themselves (share_name, ignore_symbol,
    level_onto, attack at any distance ...)."""
    return _ruled(t, "can " + deed, seat, unit, card, ("rule", by, ""))


def _ruled(t: CipherTable, kind: str, seat: int, unit: int, card: int, doing: Doing) -> bool:
    """Whether a continuous skill, something that lasts, or the card itself says so."""
    by_unit = (t.standing or standing_of(t)).entries.get(kind)
    other = card if card != NONE else t.units.get(doing[1])
    if by_unit is not None:
        if (
            unit != NONE
            and unit in by_unit
            and any(_rules_out(t, mod, s, other, doing) for mod, s in mods_of(t, kind, unit))
        ):
            return True
        if seat != NONE and player_key(seat) in by_unit:
            who = other if other is not None else t.units.get(unit)
            mods = mods_of(t, kind, player_key(seat)) if card == NONE else card_mods(t, kind, seat, card)
            if any(_rules_out(t, mod, s, who, doing) for mod, s in mods):
                return True
    return card != NONE and kind in t.cards[card].says and _says_itself(t, kind, seat, card, unit, doing)


def _says_itself(t: CipherTable, kind: str, seat: int, card: int, unit: int, doing: Doing) -> bool:
    """Whether a card that is not in play makes a ruling about itself there, against the unit that it is about."""
    on = t.units.get(unit)
    return any(
        mod.kind == kind and _rules_out(t, mod, scope, on if on is not None else card, doing)
        for mod, scope in said_of_itself(t, seat, card)
    )


def said_of_itself(t: CipherTable, seat: int, card: int) -> Iterator[tuple[Mod, CipherScope]]:
    """What a card that is not in play says of itself where it lies."""
    zones = t.cards[card].zones
    if "any" in zones:
        yield from own_mods(t, seat, card, "any")
    if "hand" in zones and card in t.seats[seat].hand:
        yield from own_mods(t, seat, card, "hand")
    if "bond" in zones and card in t.seats[seat].bonds:
        yield from own_mods(t, seat, card, "bond")
