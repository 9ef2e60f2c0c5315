"""The card that supports a unit in Cipher: its support value, what it takes over, and whether it is silenced."""

from __future__ import annotations

from deckcli.engine.effects import Ability
from deckcli.games.cipher.faces import SUPPORTS
from deckcli.games.cipher.faces import Unit as Face
from deckcli.games.cipher.speaking import LENT, CipherScope
from deckcli.games.cipher.standing import card_mods, card_value, mods_of, number_of, own_mods, standing_of
from deckcli.games.cipher.table import NONE, CipherTable, Unit


def support_of(t: CipherTable, seat: int, copy: int) -> int:
    """The support value of a card in the Support Area (10.4: X is computed by the card's own text)."""
    face: Face = t.cards[copy]
    value = face.support or 0
    entries = (t.standing or standing_of(t)).entries
    if "borrow_supports" in entries and _borrows(t, seat, copy):
        value = _borrowed_support(t, seat, copy, value)
    if "support" in face.zones:
        for mod, scope in own_mods(t, seat, copy, "support"):
            if mod.kind == "support_is":
                value = number_of(t, mod, scope)
            elif mod.kind == "support":
                value += number_of(t, mod, scope)
    if t.notes and ("support", copy) in t.notes:
        value = int(t.notes["support", copy])
    if "support" in entries or "support_is" in entries:
        value = card_value(t, seat, copy, "support", value)
    return max(0, value)


def _borrows(t: CipherTable, seat: int, copy: int) -> bool:
    """Whether a support card has taken over the support skills of the other one."""
    battle, entries = t.battle, (t.standing or standing_of(t)).entries
    if battle is None or "borrow_supports" not in entries or battle.supporters[seat] != copy:
        return False
    return battle.supporters[1 - seat] != NONE and any(
        unit.seat == seat and any(True for _ in mods_of(t, "borrow_supports", unit.id))
        for number in (battle.attacker, battle.defender)
        if (unit := t.units.get(number)) is not None
    )


def borrowed(t: CipherTable, seat: int, copy: int) -> tuple[Ability, ...]:
    """The support skills that a support card has taken over from the opponent's, one of each name."""
    if not _borrows(t, seat, copy):
        return ()
    assert t.battle is not None
    own = {skill.name for skill in t.cards[copy].skills}
    other = t.cards[t.battle.supporters[1 - seat]].skills
    return tuple(skill for skill in other if skill.kind in SUPPORTS and skill.name not in own)


def _borrowed_support(t: CipherTable, seat: int, copy: int, value: int) -> int:
    for place, skill in enumerate(borrowed(t, seat, copy)):
        scope = CipherScope(seat, copy, NONE, LENT + place)
        for rule in skill.rules:
            if (skill.need is None or skill.need(t, scope)) and (rule.test is None or rule.test(t, scope)):
                for mod in rule.made.mods:
                    number = number_of(t, mod, scope)
                    value = number if mod.kind == "support_is" else value + number
    return value


def is_silent(t: CipherTable, seat: int, copy: int) -> bool:
    """Whether a support card has lost its support skills."""
    return "silent" in (t.standing or standing_of(t)).entries and any(True for _ in card_mods(t, "silent", seat, copy))


def has_no_supports(t: CipherTable, thing: Unit | int) -> bool:
    """Whether a unit, or a card that is not in play, has lost its support skills."""
    if isinstance(thing, int):
        return is_silent(t, t.owners[thing], thing)
    return "silent" in standing_of(t).entries and any(True for _ in mods_of(t, "silent", thing.id))


def is_muted(t: CipherTable, unit: Unit) -> bool:
    """Whether the support skills of what supports a unit do nothing."""
    entries = (t.standing or standing_of(t)).entries
    return "muted" in entries and any(True for _ in mods_of(t, "muted", unit.id))
