"""Ashes' words for costs, for what lasts (bonuses, what cards cannot or can do), and for how a card is played."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from deckcli.games.ashes.faces import DICE
from deckcli.games.ashes.words import WORDS, say

# ---------------------------------------------------------------- costs


def _many(what: str) -> Callable[[Mapping[str, Any]], str]:
    return lambda given: f"{given.get('0') or 1} {what}"


say("cost", "main", line="main action")
say("cost", "side", line="side action")
say("cost", "exhaust", line="exhaust")
say("cost", "discard", "number", "discard {0:card}")
say("cost", "basic", "number?", _many("basic"))
for _die in DICE:
    say("cost", _die, "number?", _many(_die))
    say("cost", f"{_die}.power", "number?", _many(f"{_die} power"))
say("cost", "either", "cost, cost", "{0} or {1}")
say("cost", "optional", "cost, number?", "optionally {0}< at focus {1}>")

# ---------------------------------------------------------------- what cards cannot, can and must do

for _spelling, _takes, _line in (
    ("attack", "group?", "attack< {0}>"),
    ("block", "group?", "block< {0}>"),
    ("guard", "group?", "guard< against {0}>"),
    ("protect", "group", "guard {0}"),
    ("tire", "", "become exhausted by countering"),
    ("meditate", "group", "discard {0} to meditate"),
    ("play", "card_type", "play {0}"),
    ("activate", "group", "activate abilities of {0}"),
    ("alter_dice", "group", "reroll, lower or change dice of {0}"),
    ("spend", "group, card_type", "pay for {1} with {0}"),
    ("side_action", "", "take side actions other than meditating"),
    ("be_blocked", "", "be blocked"),
    ("be_guarded", "", "be guarded against"),
    ("be_protected", "", "be guarded by another unit"),
    ("be_targeted", "by:cause", "be the target of {by}"),
    ("be_affected", "by:cause", "be affected by {by}"),
):
    say("act", _spelling, _takes, _line)
WORDS.plain("card_type", reaction_spell="reaction spells")


def _or(words: str) -> str:
    return words.replace(" and ", " or ").replace(" or be ", " or ").replace(", be ", ", ")


say("mod", "cannot", "act+", lambda given: f"cannot {_or(given['0'])}")
say("mod", "can", "act+", lambda given: f"can {_or(given['0'])}")
say("mod", "must", "act+", lambda given: f"must {_or(given['0'])} if able")

# ---------------------------------------------------------------- what lasts


def _added(what: str) -> Callable[[Mapping[str, Any]], str]:
    def line(given: Mapping[str, Any]) -> str:
        number, _, rest = str(given["0"]).partition(" ")
        if not re.fullmatch(r"-?(\d+|X)", number):
            return f"[gets|get] additional {what} equal to {given['0']}"
        sign = "" if number.startswith("-") else "+"
        return " ".join(filter(None, (f"[gets|get] {sign}{number} {what}", rest)))

    return line


for _value in ("attack", "life", "recover"):
    say("mod", _value, "number", _added(_value))
say("mod", "skill", "skill", "[gains|gain] {0}")
say("mod", "as_exhausted", line="[counts|count] as exhausted")
say("mod", "blank", line="[has|have] no abilities")
say("mod", "first_strike", line="[deals|deal] attack damage before the units in battle with [it|them]")
say("mod", "unpreventable", line="[deals|deal] attack and counter damage that cannot be prevented")
say("mod", "focus", "number", "[is|are] focused {0} more")


def give_line(given: Mapping[str, Any]) -> str:
    """Who gets what, and until when."""
    who = given["0"]
    said = re.sub(r"\[(\w+)\|(\w+)\]", r"\2" if who.many else r"\1", str(given["1"]))
    said = re.sub(r"(, | and )(?:gets?|gains?) ", r"\1", said)
    return " ".join(filter(None, (who.text, said, str(given.get("until", "")))))


say("rule", "give", "group, mod+", give_line)
say("verb", "give", "thing, mod+, until:duration", give_line)
say("verb", "let", "group, mod+, until:duration", give_line)

# ---------------------------------------------------------------- how a card is played

say("rule", "attach_to", "group", lambda given: f"attach it to {given['0'].some}")
say("rule", "x_is", "number", "X is {0}")
say("rule", "goes_under", "group", lambda given: f"put it under {given['0'].some}")
say("rule", "counts_in_hand_as", "card_kind", "it counts as {0} while it is in your hand")
WORDS.plain("card_kind", reaction_spell="a reaction spell")
