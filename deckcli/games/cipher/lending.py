"""The skills that continuous skills of Cipher lend to units and to bonds, each for as long as whoever lends it does."""

from __future__ import annotations

from dataclasses import replace

from deckcli.engine.effects import Ability
from deckcli.games.cipher.changes import Entry, player_key
from deckcli.games.cipher.faces import SUPPORTS
from deckcli.games.cipher.parts import NO_ENTRIES, Standing, add_part, part_of
from deckcli.games.cipher.speaking import LENT, CipherScope
from deckcli.games.cipher.table import NONE, CipherTable

LENDING = ("skill", "skills_of")


def lend(t: CipherTable, standing: Standing) -> None:
    """Give units the skills that continuous skills lend them, each while the lending one holds; one of a name once."""
    lent: dict[int, dict[str, Ability]] = {}
    for kind in LENDING:
        for number, entries in standing.entries.get(kind, NO_ENTRIES).items():
            for entry in entries:
                for one in _lent_by(t, entry):
                    lent.setdefault(number, {}).setdefault(one.name or one.kind, _while_lent(entry, one, number))
    _lend_to_bonds(t, standing)
    for number, skills in lent.items():
        unit = t.units.get(number)
        if unit is not None:
            standing.lent[number] = found = tuple(skills.values())
            part = part_of(t.cards[unit.top], found, unit.seat, unit.top, number, "", LENT)
            add_part(t, standing, unit.seat, number, part)


def bond_key(copy: int) -> int:
    """The number under which what a bond is lent stands among units."""
    return -10 - copy


def _lend_to_bonds(t: CipherTable, standing: Standing) -> None:
    """The same for face-up bonds, which then have such a skill there."""
    by_unit = standing.entries.get("skills_of", NO_ENTRIES)
    for seat, own in enumerate(t.seats):
        entries = by_unit.get(player_key(seat), ())
        for copy in own.bonds if entries else ():
            found = [
                _while_lent(entry, one, copy, bond=True)
                for entry in entries
                if entry.fits is None or entry.fits(t, entry.scope, copy)
                for one in _lent_by(t, entry)
                if one.name not in {own.name for own in t.cards[copy].skills}
            ]
            if found:
                standing.lent[bond_key(copy)] = tuple(found)
                add_part(t, standing, seat, NONE, part_of(t.cards[copy], found, seat, copy, NONE, "", LENT))


def _lent_by(t: CipherTable, entry: Entry) -> list[Ability]:
    if entry.mod.kind == "skill":
        return [entry.mod.value]
    group, what = entry.mod.value
    return [
        one
        for thing in group.all(t, entry.scope)
        for one in t.cards[thing if isinstance(thing, int) else thing.stack[-1]].skills
        if what in (one.tag, one.name) and one.kind not in SUPPORTS
    ]


def _while_lent(entry: Entry, ability: Ability, number: int, *, bond: bool = False) -> Ability:
    """The skill, which now also needs that whoever lends it goes on to; to a unit by its id, or to a bond."""
    need, test, fits, _, scope, _ = entry
    own = ability.need

    def holds(t: CipherTable, s: CipherScope) -> bool:
        thing = number if bond else t.units.get(number)
        return (
            thing is not None
            and (need is None or bool(need(t, scope)))
            and (test is None or bool(test(t, scope)))
            and (fits is None or bool(fits(t, scope, thing)))
            and (own is None or bool(own(t, s)))
        )

    # It works wherever the unit is, whatever the zone it was printed for.
    return replace(ability, need=holds, zone="")
