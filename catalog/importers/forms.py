"""An empty form for the cards of one's own box, to be filled in with a text editor and read by `read_cards`."""

from __future__ import annotations

from collections.abc import Mapping

from catalog.errors import CatalogError
from catalog.importers.facts import FACTS, SIDES, TYPES

_HEAD = """\
# Your own cards of {game}. Lines that begin with a bare # are the form: copy the block for each
# card, take the # away, and leave out what your card does not have. Then: deckcli cards import THIS-FILE
game = "{game}"
pack = "my-cards"

#[release]
#slug = "my-box"
#name = "My Box"

"""

_EXAMPLES: Mapping[str, Mapping[str, str]] = {
    "ashes": {
        "name": '"Ember Fox"',
        "type": '"Ally"',
        "placement": '"Battlefield"',
        "cost": '["main", "1 charm:class", ["1 basic", "1 time:power"]]',
        "magic": "2",
        "magic_x": "true",
        "dice": '["charm"]',
        "parallel_dice": '["time"]',
        "effect_dice": '["charm"]',
        "phoenixborn": '"Orla Brightmoor"',
        "exclusive": "true",
        "attack": "2",
        "life": "1",
        "recover": "1",
        "battlefield": "6",
        "spellboard": "4",
        "conjuration_limit": "3",
        "chained": "true",
        "summons": "[]",
    },
    "cipher": {
        "name": '"Orla, Ember of the Dawn"',
        "unit_name": '"Orla"',
        "extra_unit_names": '["Ember"]',
        "title": '"Ember of the Dawn"',
        "symbols": '["Red"]',
        "deploy_cost": "3",
        "class_change_cost": "2",
        "class": '"Lord"',
        "genders": '["Female"]',
        "weapons": '["Sword"]',
        "types": '["Flier"]',
        "ranges": "[1]",
        "attack": "50",
        "support": "20",
        "no_bond": "true",
        "copies_max": '"any"',
        "printings": '[{ number = "X99-001", code = "X99-001R", set = "X99", rarity = "R", series = 1 }]',
    },
    "phase": {
        "faction": '"Keeper"',
        "good.name": '"Ember Fox"',
        "good.keywords": '["Fox"]',
        "good.training_cost": "1",
        "good.attack": "2",
        "good.defence": "1",
        "good.skill": '""',
        "good.order": '""',
        "evil.name": '"Ash Fox"',
        "evil.keywords": "[]",
        "evil.training_cost": "2",
        "evil.attack": "3",
        "evil.defence": "1",
        "evil.skill": '""',
        "evil.order": '""',
    },
    "fantasyform": {
        "name": '"Ember Form"',
        "essence": '"Life"',
        "upgrade.name": '"Ember Form"',
        "upgrade.type": '"Form"',
        "upgrade.cost": "13",
        "upgrade.starting": "false",
        "upgrade.elemental": "true",
        "upgrade.tags": '["Fire"]',
        "upgrade.pack_size": "2",
        "upgrade.player_health": "5",
        "upgrade.rival_health": "10",
        "encounter.name": '"Cold Hearth"',
        "encounter.outlands": '"Cold Hearth"',
        "encounter.forge": '"Old Anvil"',
        "encounter.market_shadow": "2",
        "encounter.market_radiant": "3",
        "encounter.market_life": "3",
        "encounter.market_martial": "4",
    },
}

_MEANT: Mapping[str, str] = {
    "ashes.type": "one of " + ", ".join(TYPES["ashes"]),
    "ashes.cost": "as printed; a list within the list is a choice",
    "ashes.magic": "number of dice; may be left out",
    "ashes.magic_x": "when X dice are paid",
    "ashes.parallel_dice": "kinds of which one is paid",
    "ashes.effect_dice": "kinds that its effects ask for",
    "ashes.phoenixborn": "whole name of the only one who may use it",
    "ashes.attack": '"X" when computed, "+1" on an alteration',
    "ashes.summons": "slugs of what it brings out",
    "cipher.deploy_cost": '"X" when computed',
    "cipher.class_change_cost": "left out where there is none",
    "cipher.ranges": "[] for a unit that cannot attack",
    "cipher.copies_max": "left out for the usual four",
    "phase.faction": "Fengarian, Keeper or Sun Dominion",
    "phase.good.keywords": "beside faction and alignment",
    "phase.good.skill": "what it does in play, as printed",
    "phase.good.order": "what it does from the hand, as printed",
    "fantasyform.essence": "Shadow, Radiant, Life or Martial; the whole wallet is 16 such cards",
    "fantasyform.upgrade.type": "Form, Companion or Artifact",
    "fantasyform.upgrade.starting": "true with a starburst: one Form, one Companion, one Artifact",
    "fantasyform.upgrade.elemental": "true of the four elemental Forms only",
    "fantasyform.upgrade.tags": "[] for none",
    "fantasyform.upgrade.pack_size": "of Forms only",
    "fantasyform.upgrade.player_health": "of Forms only",
    "fantasyform.upgrade.rival_health": "of elemental Forms only",
    "fantasyform.encounter.name": "whatever you call this side",
    "fantasyform.encounter.outlands": "name of the event on this end",
    "fantasyform.encounter.market_shadow": "the four Market Prices",
}


_HINTS: Mapping[str, str] = {
    "phase": """\
# The same face stands on several cards: it may be told once, as [[face]] with a slug of its own and what a face has,
# and every card that has it then names its two faces: faces = ["ember-fox", "ash-fox"]

""",
}
"""What to know of a game's form besides."""


class NoTemplateError(CatalogError):
    """A form was asked for a game that has none, or that is none."""


def template(game: str) -> str:
    """An empty form (TOML, commented) for cards of `game`, every fact with an example.

    Raises NoTemplateError for Phase 10 Strategy, whose deck is fixed, and for what is no game.
    """
    if game == "phase10":
        raise NoTemplateError("The deck of Phase 10 Strategy is fixed: 96 numbers and 12 jokers. It needs no form.")
    if game not in FACTS:
        raise NoTemplateError(f'No game is called "{game}". There are forms for {", ".join(FACTS)}.')
    faces = "".join(_face(game, side) for side in SIDES.get(game, ()))
    return _HEAD.format(game=game) + _HINTS.get(game, "") + "#[[card]]\n" + _lines(game, "") + (faces or _text())


def _face(game: str, side: str) -> str:
    return f'#[[card.faces]]\n#side = "{side}"\n' + _lines(game, f"{side}.") + _text()


def _lines(game: str, prefix: str) -> str:
    return "".join(
        f"#{key.removeprefix(prefix)} = {example}" + _comment(f"{game}.{key}")
        for key, example in _EXAMPLES[game].items()
        if key.startswith(prefix) and "." not in key.removeprefix(prefix)
    )


def _comment(key: str) -> str:
    return f"  # {_MEANT[key]}\n" if key in _MEANT else "\n"


def _text() -> str:
    return '#published = """\n#The text of the card, as printed.\n#"""\n'
