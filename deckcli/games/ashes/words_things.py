"""Ashes' words for things: players, cards, dice and places, what can be asked of them, and numbers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from deckcli.engine.phrases import Phrase, article
from deckcli.engine.vocabulary import unlinked
from deckcli.games.ashes.faces import DICE
from deckcli.games.ashes.words import WORDS, say

# ---------------------------------------------------------------- players

say("player", "me", line="you")
say("player", "opponent", line="opponent|the opponent")
say("player", "player", line="player|players")
say("of", "controller", line="{0}'s controller")
say("of", "owner", line="{0}'s owner")

# ---------------------------------------------------------------- cards in play


def _cards(spelling: str, one: str, many: str) -> None:
    WORDS.noun(
        spelling,
        both=f"{one}|{many}",
        my=f"{one}|{many}|you control",
        enemy=f"{one}|{many}|an opponent controls",
        owned=f"{one}|{many}|{{of}} controls",
    )(unlinked)


_cards("unit", "unit", "units")
_cards("ally", "ally", "allies")
_cards("conjuration", "conjuration", "conjurations")
_cards("ready_spell", "ready spell", "ready spells")
_cards("spell", "spell", "spells")
_cards("action_spell", "action spell", "action spells")
WORDS.noun(
    "card",
    both="card|cards|in play",
    my="card|cards|you control",
    enemy="card|cards|an opponent controls",
    owned="card|cards|{of} controls",
)(unlinked)
WORDS.noun(
    "phoenixborn",
    both="Phoenixborn|Phoenixborn",
    my="=your Phoenixborn",
    enemy="opposing Phoenixborn|opposing Phoenixborn",
    owned="={of}'s Phoenixborn",
)(unlinked)
WORDS.noun(
    "alteration",
    both="alteration|alterations",
    my="alteration|alterations|you control",
    enemy="alteration|alterations|an opponent controls",
    owned="alteration|alterations|attached to {of}",
)(unlinked)
WORDS.noun("slot", my="spellboard slot|spellboard slots|of yours", both="slot|slots", owned="=the slot of {of}")(
    unlinked
)

# ---------------------------------------------------------------- places and dice


def _place(spelling: str, where: str) -> None:
    WORDS.noun(
        spelling,
        both=f"card|cards|in any {where}",
        my=f"card|cards|in your {where}",
        enemy=f"card|cards|in an opponent's {where}",
        owned=f"card|cards|in {{of}}'s {where}",
    )(unlinked)


def _top(given: Mapping[str, Any]) -> str:
    cards = "card" if given["0"] == "1" else f"{given['0']} cards"
    return f"=the top {cards} of {given['1'].text.removeprefix('cards in ')}"


_place("hand", "hand")
_place("draw_pile", "draw pile")
_place("discard_pile", "discard pile")
WORDS.noun("under", both="card|cards|under any card", owned="card|cards|under {of}")(unlinked)
WORDS.noun("top", "number, thing", line=_top)(unlinked)
WORDS.noun("milled", line="=the discarded cards")(unlinked)
WORDS.noun("first", "thing", line="=the first of {0}")(unlinked)


def _pool(spelling: str, word: str) -> None:
    WORDS.noun(
        spelling,
        both=f"{word} die|{word} dice",
        my=f"die|dice|in your {word} pool",
        enemy=f"die|dice|in an opponent's {word} pool",
        owned=f"die|dice|in {{of}}'s {word} pool",
    )(unlinked)


_pool("active_pool", "active")
_pool("exhausted_pool", "exhausted")
WORDS.noun("die", both="die|dice", my="die|dice|of yours", enemy="die|dice|of an opponent", owned="die|dice|on {of}")(
    unlinked
)
WORDS.noun("spent", "face", line="={0} spent on this")(unlinked)
WORDS.plain("face", optional="the optional cost")
for _die in DICE:
    WORDS.plain("face", **{f"{_die}.power": f"{_die} power dice"})
    WORDS.plain("die", **{_die: _die})

# ---------------------------------------------------------------- words of the moment

WORDS.noun("this", line="=this unit")(unlinked)
WORDS.noun("host", line="=the unit it is on")(unlinked)
WORDS.noun("it", line="=it")(unlinked)
WORDS.noun("source", line="=the source")(unlinked)
WORDS.noun("defender", line="=the defender")(unlinked)
say("of", "blocker", line="{0}'s blocker")

# ---------------------------------------------------------------- conditions on a thing

for _one, _line in (
    ("ally", "~an ally"),
    ("conjuration", "~a conjuration"),
    ("phoenixborn", "~a Phoenixborn"),
    ("spell", "~a spell"),
    ("ready_spell", "~a ready spell"),
    ("alteration", "~an alteration"),
    ("unit", "~a unit"),
    ("ready", "~unexhausted"),
    ("exhausted", "~exhausted"),
    ("attacking", "~attacking"),
    ("blocked", "~blocked"),
    ("unblocked", "~unblocked"),
    ("guarding", "~guarding"),
    ("charged", "~charged"),
    ("exclusive", "~an exclusive"),
    ("unseen", "with Unseen"),
    ("in_battle", "in battle"),
    ("destroyed", "that was destroyed"),
    ("mine", "that you own"),
    ("power_side", "~power-side"),
    ("class_side", "~class-side"),
    ("basic_side", "~basic-side"),
):
    say("filter", _one, line=_line)
for _die in DICE:
    say("filter", _die, line=f"~{_die}")
say("filter", "other", "thing?", lambda given: f"other than {given['0'].text}" if given["0"] else "~other")
say("filter", "battling", "thing", "in battle with {0}")
say("filter", "on", "thing", "on {0}")
say("filter", "has", "die", lambda given: f"with {article(given['0'])} die on it")
say("filter", "named", "title", "named {0}")
say("filter", "same_name", "thing", "with the same name as {0}")
say("filter", "title_has", "title", 'with "{0}" in its name')
say("filter", "can_summon", "thing", "that can summon {0}")
say("filter", "costs", "face", "whose cost asks for {0}")

# ---------------------------------------------------------------- values and numbers

for _one, _line in (
    ("attack", "attack"),
    ("life", "life"),
    ("recover", "recover"),
    ("printed_attack", "printed attack"),
    ("printed_recover", "printed recover"),
    ("wounds", "#wounds"),
    ("exhaustion", "#exhaustion tokens"),
    ("status", "#status tokens"),
    ("tokens", "#tokens"),
    ("magic_cost", "magic cost"),
    ("alterations", "#alterations"),
    ("cards_left", "#cards in the draw pile"),
    ("dice_left", "#active dice"),
):
    say("value", _one, line=_line)
say("number", "n", line="n")
say("number", "x", line="X")
say("number", "focus", line="the focus level")
say("number", "amount", line="the number of them")
say("number", "total", "token, thing", "the number of {0} tokens on {1}")
say("number", "min", "number, number", "the lesser of {0} and {1}")

# ---------------------------------------------------------------- questions


def _from(phrase: Phrase) -> Phrase:
    return phrase._replace(where="from " + phrase.where[3:]) if phrase.where.startswith("in ") else phrase


say("question", "target", "amount?, thing, by:player?", "~target")
say("question", "random", "amount?, thing", "~random")
say("question", "search", "amount?, thing", _from)
say("question", "choose_life", "number, thing", "any number of {1} with a total life of {0} or less")
