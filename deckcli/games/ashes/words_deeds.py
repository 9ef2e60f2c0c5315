"""Ashes' verbs: everything that an effect can do."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from deckcli.engine import shared_words
from deckcli.engine.phrases import Said, article
from deckcli.games.ashes.words import WORDS, say

Line = Callable[[Mapping[str, Any]], str]


def _plural(count: Any, noun: str) -> str:
    """1 card, up to 1 card, 2 cards."""
    return f"{count} {noun}{'' if str(count) in ('1', 'up to 1') else 's'}"


_COUNTS = re.compile(r"X|\d+|up to (\d+|X)|all|any number of")


def _is_worded(count: str) -> bool:
    """Whether a number is told in words, and so stands behind."""
    return not _COUNTS.fullmatch(count)


def _doing(given: Mapping[str, Any], verb: str) -> str:
    """Draw; that player draws."""
    who = given.get("who")
    text = who.text if isinstance(who, Said) else str(who or "")
    return f"{text} {verb}s" if text not in ("", "you") else verb


def _a(name: str) -> str:
    """An Ice Buff; The Awakened State."""
    return name if name.startswith("The ") else article(name)


def _joined(*parts: Any) -> str:
    return " ".join(str(part) for part in parts if part)


# ---------------------------------------------------------------- damage and tokens

WORDS.plain("how", final="that cannot be prevented")
WORDS.plain(
    "token",
    wounds="wound",
    exhaustion="exhaustion",
    status="status",
    token="of any kind",
    wounds_or_status="wound or status",
    wounds_and_exhaustion="wound and exhaustion",
)


def _damage(given: Mapping[str, Any]) -> str:
    source, count = given.get("source"), str(given["0"])
    first = f"{source.text} deals" if source else "deal"
    much, equal = ("damage", f"equal to {count}") if _is_worded(count) else (f"{count} damage", "")
    return _joined(first, much, "to", given["1"].text, equal, given.get("how"))


def _moves(verb: str, *where: str) -> Line:
    """Place 2 status tokens on this unit."""

    def line(given: Mapping[str, Any]) -> str:
        token = str(given["1"])
        kind = f"token {token}" if token.startswith("of ") else f"{token} token"
        count = str(given["0"])
        one, worded = count in ("1", "up to 1"), _is_worded(count)
        told = _joined("" if worded else count, kind if one else kind.replace("token", "tokens"))
        places = [f"{word} {given[str(number)].text}" for number, word in enumerate(where, 2)]
        return _joined(verb, told, *places, f"equal to {count}" if worded else "")

    return line


say("verb", "damage", "number, thing, source:thing?, how:how?", _damage, again="that unit")
say("verb", "place", "number, token, thing", _moves("place", "on"), again="that token")
say("verb", "remove", "amount, token, thing", _moves("remove", "from"), again="those tokens")
say("verb", "move", "number, token, thing, thing", _moves("move", "from", "to"))
say("verb", "take_back", "thing", "remove {0}, if it is still there")
say("verb", "prevent", "amount", "prevent {0} of that damage", again="the prevented damage")
say("verb", "redirect", "thing", "{0} receives that damage instead")
say("verb", "multiply", "number", "place {0} times as many wounds")

# ---------------------------------------------------------------- cards


def _draw(given: Mapping[str, Any]) -> str:
    count = str(given["0"])
    cards = f"cards equal to {count}" if _is_worded(count) else _plural(count, "card")
    return _joined(_doing(given, "draw"), cards, given.get("end"))


def _mill(given: Mapping[str, Any]) -> str:
    whose = "your" if not given.get("who") or given["who"].text == "you" else "their"
    count = str(given["0"])
    equal = f"equal to {count}" if _is_worded(count) else ""
    cards = "cards" if equal else _plural(count, "card")
    return _joined(_doing(given, "discard"), cards, f"off the top of {whose} draw pile", equal)


WORDS.plain("end", bottom="from the bottom of the draw pile")
WORDS.plain(
    "place",
    hand="into its owner's hand",
    battlefield="onto the battlefield",
    top="on top of its draw pile",
    bottom="under its draw pile",
    top_or_bottom="on top of or under its draw pile",
    draw_pile="into its draw pile",
    discard_pile="into its discard pile",
    aside="aside",
    removed="out of the game",
)


def _put(given: Mapping[str, Any]) -> str:
    """Put it into its owner's hand; put those cards into their owners' hands."""
    what, where = given["0"], str(given["1"])
    where = where.replace("its owner's hand", "their owners' hands").replace("its ", "their ") if what.many else where
    return _joined("put", what.text, where, f"of {given['on'].text}" if given.get("on") else "")


def _summon(given: Mapping[str, Any]) -> str:
    count, name = str(given.get("1") or 1), given["0"]
    many = f"copies of {name} equal to {count}" if _is_worded(count) else f"{count} copies of {name}"
    return _joined("summon", _a(name) if count == "1" else many, _where(given))


def _where(given: Mapping[str, Any]) -> str:
    on, pile = given.get("on"), given.get("pile")
    return _joined(f"on the battlefield of {on.text}" if on else "", f"out of the pile of {pile.text}" if pile else "")


def _play(given: Mapping[str, Any]) -> str:
    without, instead = given.get("without"), given.get("instead")
    return _joined(
        "play", given["0"].text, f"without {without}" if without else "", f"for {instead} instead" if instead else ""
    )


say("verb", "destroy", "thing", "destroy {0}", again="it")
say("verb", "discard", "thing", "discard {0}", again="it")
say("verb", "draw", "amount, who:thing?, end:end?", _draw)
say("verb", "mill", "number, who:thing?", _mill, again="those cards")
say("verb", "look", "thing", "look at {0}", again="that card|those cards")
say("verb", "reveal", "thing", "reveal {0}", again="that card|those cards")
say("verb", "put", "thing, place, on:thing?", _put, again="that card|those cards")
say("verb", "shuffle", "thing", lambda given: f"shuffle {_pile(given['0'].text)}")
say("verb", "summon", "title, amount?, on:thing?, pile:thing?", _summon, again="that conjuration")
say(
    "verb",
    "summon_same",
    "thing, amount?",
    lambda given: f"summon {given['1'] or 1} of the same name as {given['0'].text}",
    again="that conjuration",
)
say("verb", "bring_back", "thing", "put {0} back onto your battlefield", again="that conjuration")
say("verb", "attach", "title, thing", lambda given: f"attach {_a(given['0'])} to {given['1'].text}")
say("verb", "reattach", "thing, thing", "attach {0} to {1}")
say("verb", "stow", "thing, thing", "put {0} face down under {1}")
say("verb", "play", "thing, without:part*, instead:cost?", _play)
WORDS.plain("part", main="its main action", side="its side action")


def _pile(words: str) -> str:
    return words.removeprefix("cards in ")


# ---------------------------------------------------------------- dice


def _dice(verb: str, rest: str = "", default: str = "dice in your active pool") -> Line:
    def line(given: Mapping[str, Any]) -> str:
        count, pool = str(given["0"]), given.get("1")
        one, worded = count in ("1", "up to 1"), _is_worded(count)
        text = pool.text if isinstance(pool, Said) else default
        text = text.replace("dice", "die", 1) if one else text
        equal = f"equal in number to {count}" if worded else ""
        return _joined(verb, "" if worded else count, text, equal, given.get("to") or rest)

    return line


_ready = _dice("move", "to the active pool, on a side of your choice", "dice in your exhausted pool")
WORDS.plain("side", class_side="to a class side")
say("verb", "change_dice", "amount, thing?, to:side?", _dice("change", "to a side of your choice"))
say("verb", "raise_dice", "amount, thing?", _dice("raise", "one level"))
say("verb", "lower_dice", "amount, thing", _dice("lower", "one level"))
say("verb", "reroll_dice", "amount, thing", _dice("reroll"))
say("verb", "ready_dice", "amount, thing?", _ready)
say("verb", "exhaust_dice", "amount, thing", _dice("exhaust"))
say("verb", "place_die", "thing, thing", "place {0} on {1}")
say("verb", "use_power", "thing", "use the dice power of {0}")
say("verb", "keep_dice", "thing, until:duration", "{0} stay where they are when they prevent damage {until}")

# ---------------------------------------------------------------- cards that change

say("verb", "swap_values", "thing, until:duration", "exchange the printed attack and life of {0} {until}")
say("verb", "become_copy", "thing, thing, until:duration", "{0} becomes a copy of {1} {until}")
say("verb", "magnify", "thing, number, until:duration", "numbers of abilities of {0} are {1} higher {until}")

# ---------------------------------------------------------------- the turn and the attack

say("verb", "extra_side", "number", "you may take up to {0} more side {0|action|actions} this turn")
say("verb", "stop_attacking", "thing", "{0} is no longer attacking")
say("verb", "attack_with", "thing, at:group?", "attack< {at}> with {0} alone")
say("verb", "make_first", "thing", "{0} becomes the first player")
say("verb", "cancel", "thing", "cancel the effect of {0} and all that it would still do")
say("verb", "resolve_copy", "thing", "resolve the effect of {0} as if it were yours")
say("verb", "resolve_all", "event, group", "resolve what happens when {0} for all {1}, in the order of your choice")

# ---------------------------------------------------------------- how deeds go together


def _times(given: Mapping[str, Any]) -> str:
    count = str(given["0"])
    return f"{given['1']} ({f'as often as {count}' if _is_worded(count) else f'{count} times'})"


say("verb", "one_of", "deed+", lambda given: f"choose one: {given['0'].replace(' and ', ', or ', 1)}", again="it")
say("verb", "repeat", "amount, deed", _times)
say("verb", "together", "deed+", "at the same time, {0}")
say("verb", "take_turns", "thing, deed+", "you, {0} and you again each choose another of these in turn: {1}")
say("verb", "later", "moment, deed", "{0}, {1}")
say("verb", "watch", "event, deed, until:duration", "{until}, whenever {0}, {1}")


class Asker:
    """How Ashes asks: nothing yet."""

    pick: Any = None
    yes: Any = None
    pay: Any = None


shared_words.add(WORDS, Asker())
