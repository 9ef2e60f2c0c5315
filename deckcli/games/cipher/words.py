"""Cipher's vocabulary, empty, and what the words share: whose a thing is, which card counts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from deckcli.engine.closures import Cause
from deckcli.engine.vocabulary import Vocabulary
from deckcli.games.cipher import naming, values
from deckcli.games.cipher.faces import SUPPORTS
from deckcli.games.cipher.faces import Unit as Face
from deckcli.games.cipher.paying import Thing, id_of
from deckcli.games.cipher.speaking import CipherScope
from deckcli.games.cipher.table import CipherTable, Speaker, Unit

WORDS = Vocabulary(
    "cipher",
    kinds={
        "act": "ACT",
        "auto": "AUTO",
        "cont": "CONT",
        "spec": "SPEC",
        "atk": "ATK",
        "def": "DEF",
        "both": "ATK/DEF",
    },
    keys=(
        "name", "kind", "tag", "from", "limit", "cost", "when", "replaces", "static", "need", "freely", "do", "inner",
        "with",
    ),
    zones={
        "bond": "from the bonds", "hand": "from the hand", "any": "", "support": "", "retreat": "from the Retreat",
        "boundless": "from outside the game",
    },
    elsewhere={"this": "this card"},
    away=("atk", "def", "both"),
    limits={"turn": "once a turn"},
    tags={
        "ccs": "class changed", "lvs2": "level 2 or more", "fs": "formation", "cf": "carnage form", "us": "union",
        "bs": "bond skill", "as": "AS", "lvs3": "level 3 or more", "lvs4": "level 4 or more",
        "lvs5": "level 5 or more", "lvs7": "level 7 or more", "cp": "crest power", "db": "dragon blood",
        "dv": "dragon vein", "hs": "hero shift", "ts": "twin souls", "is": "IS", "lis": "LIS",
    },
)  # fmt: skip


def face_of(t: CipherTable, thing: Thing) -> Face:
    """The printed card that counts: of a unit its top card."""
    return t.cards[thing] if isinstance(thing, int) else t.cards[thing.stack[-1]]


def names_of(t: CipherTable, thing: Thing) -> tuple[str, ...]:
    """The unit names that a card or unit goes by."""
    names: tuple[str, ...] = naming.names_of_card(t, thing) if isinstance(thing, int) else naming.names_of(t, thing)
    return names


def cost_of(t: CipherTable, thing: Thing) -> int:
    """The deployment cost of a card where it lies, or of a unit."""
    face = face_of(t, thing)
    if isinstance(thing, int) or face.deploy_cost is None:
        return values.deploy_cost(t, owner_of(t, thing), id_of(thing))
    return face.deploy_cost


def unit_with(t: CipherTable, number: int) -> Unit | None:
    """A unit by its id, in play or as it was when it left this turn."""
    return t.units.get(number) or t.gone.get(number)


def this_unit(t: CipherTable, s: CipherScope) -> Unit | None:
    """The unit that has the skill, in play or as it was when it left."""
    return unit_with(t, s.unit)


def side_of(t: CipherTable, s: CipherScope, side: str) -> Iterable[int]:
    """The seats that "my", "enemy" or "" (both) means for whoever speaks."""
    return (s.seat,) if side == "my" else (1 - s.seat,) if side == "enemy" else (s.seat, 1 - s.seat)


def is_side(s: CipherScope, side: str, seat: int) -> bool:
    """Whether a seat belongs to that side."""
    return not side or (seat == s.seat) is (side == "my")


def seat_of(s: CipherScope, who: Any) -> int:
    """The seat that "me" or "opponent" means; whoever speaks, when nobody is named."""
    return 1 - s.seat if who == "opponent" else s.seat


def owner_of(t: CipherTable, thing: Thing) -> int:
    """Whose a thing is."""
    return t.owners[thing] if isinstance(thing, int) else thing.seat


def lies_face_down(t: CipherTable, thing: Thing) -> bool:
    """A bond that was flipped shows neither symbol nor name."""
    return isinstance(thing, int) and thing in t.seats[t.owners[thing]].spent


def copies_of(things: Sequence[Thing]) -> list[int]:
    """The copies by which things are moved: a unit's top card takes its stack along."""
    return [id_of(thing) for thing in things]


def fighters(t: CipherTable, *numbers: int) -> tuple[Unit, ...]:
    """Those of these units that are in play."""
    return tuple(unit for number in numbers if (unit := t.units.get(number)) is not None)


def is_leveled_up(t: CipherTable, unit: Unit) -> bool:
    """Whether a unit has leveled up or grown: it has two cards besides those that a metamorphosis put there."""
    return len(unit.stack) > 1 and len(_raised(t, unit)) > 1


def is_class_changed(t: CipherTable, unit: Unit) -> bool:
    """Whether a unit was leveled up by a card with a class change cost. A metamorphosis neither does that nor ends
    it."""
    if len(unit.stack) < 2:
        return False
    raised = _raised(t, unit)
    return len(raised) > 1 and t.cards[raised[-1]].class_changes


def _raised(t: CipherTable, unit: Unit) -> Sequence[int]:
    """The cards of a stack that count for what the unit has become."""
    put = t.flags.get("metamorphoses")
    return unit.stack if not put else [copy for copy in unit.stack if (unit.id, copy) not in put]


def caused(t: CipherTable, s: CipherScope, by: Cause, cause: str, unit: int, source: Speaker) -> bool:
    """Whether one of these causes did it: `cause` is the word that the deed was told ("attack", "skill", "cost" ...),
    `unit` who did it, `source` the skill that acted."""
    if any(_is_cause(t, s, word, cause, source) for word in by.words):
        return True
    if source and source[2] in by.skills and cause in _BY_SKILL and _is_meant(s, source):
        return True
    doer = unit_with(t, unit) if by.groups else None
    return doer is not None and any(group.fits(t, s, doer) for group in by.groups)


_BY_SKILL = ("skill", "cost")


def _is_meant(s: CipherScope, source: Speaker) -> bool:
    """Whether a skill that is told by its name is one of this card, or one that many cards have, of its player."""
    return bool(source[3] == s.copy or (source[2] in WORDS.shared and source[0] == s.seat))


def _is_cause(t: CipherTable, s: CipherScope, word: str, cause: str, source: Speaker) -> bool:
    if word == "critical":
        return cause == "attack" and t.battle is not None and t.battle.critical
    if word == "effect":
        return cause == "skill"
    if word == "skill":
        return cause in _BY_SKILL
    if word in ("enemy", "mine"):
        return cause in _BY_SKILL and bool(source) and (source[0] == s.seat) is (word == "mine")
    if word == "support":
        return cause in _BY_SKILL and bool(source) and source[1] in SUPPORTS
    return cause == word


CARD_WORDS: Mapping[str, tuple[str, ...]] = {
    "symbols": ("Red", "Blue", "White", "Black", "Green", "Purple", "Yellow", "Brown"),
    "weapons": ("Sword", "Lance", "Axe", "Bow", "Tome", "Staff", "Dragonstone", "Knife", "Fang", "Brawl"),
    "types": ("Armored", "Flier", "Beast", "Dragon", "Mirage", "Monster"),
    "genders": ("Male", "Female"),
}
