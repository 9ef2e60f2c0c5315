"""Words for the condition of a card, as collectors' programs write them, and ours for each.

Ours are the steps of all those scales together, so that a word of any program and ours are one to one within it, and
writing a table back gives the word that was read. A word that nobody knows is kept as it stands.
"""

from __future__ import annotations

import re

from catalog.names import fold, visible

CONDITIONS = ("M", "NM", "EX", "GD", "LP", "MP", "PL", "HP", "PO", "D")
"""Mint, Near Mint, Excellent, Good, Lightly Played, Moderately Played, Played, Heavily Played, Poor, Damaged."""

_WORDS = {
    "M": "m|mint|mt",
    "NM": "nm|near mint|nearmint|nm m|near mint or better",
    "EX": "ex|exc|excellent",
    "GD": "gd|good|g",
    "LP": "lp|sp|light played|lightplayed|lightly played|light play|slightly played|good lightly played",
    "MP": "mp|moderately played|moderate play|medium played",
    "PL": "pl|played",
    "HP": "hp|heavily played|heavy play|heavyplayed",
    "PO": "po|poor",
    "D": "d|dmg|damaged",
}
_CONDITION_OF = {word: code for code, words in _WORDS.items() for word in words.split("|")}
_FINISH_OF = {"": "", "normal": "", "nonfoil": "", "non foil": "", "no": "", "false": "", "0": "", "regular": "",
              "foil": "foil", "yes": "foil", "true": "foil", "1": "foil", "etched": "etched", "etched foil": "etched",
              "foil etched": "etched"}  # fmt: skip


def condition_of(words: str) -> str:
    """Our word for a condition ("near_mint", "Near Mint", "NM"); other words as they stand, blanks made plain."""
    return _CONDITION_OF.get(_key(words), visible(words))


def finish_of(words: str) -> str:
    """Our word for a finish: empty for an ordinary card, `foil`, `etched`, or the words as they stand."""
    return _FINISH_OF.get(_key(words), visible(words))


def _key(words: str) -> str:
    return " ".join(re.sub(r"[_()/-]", " ", fold(words)).split())
