"""One language for two games: lines of Ashes, in its own words, are read, said and refused by the rules of Cipher's.

The words here are only as many as the lines need, and do nothing; the lines are ours, in the form that the drafts of
all its cards have.
"""

from __future__ import annotations

from typing import Any

import pytest

from deckcli.engine import shared_words
from deckcli.engine.effects import check_and_build, render
from deckcli.engine.vocabulary import NOTHING, EffectError, Vocabulary


class Nobody:
    """Is never asked: nothing is run here."""

    pick: Any = None
    yes: Any = None
    pay: Any = None


KEYS = (
    "name",
    "from",
    "limit",
    "cost",
    "focus_cost",
    "when",
    "after",
    "replaces",
    "static",
    "need",
    "do",
    "focus",
    "always",
)


def ashes() -> Vocabulary:
    v = Vocabulary("ashes", kinds={}, keys=KEYS, zones={"hand": "from your hand"})
    shared_words.add(v, Nobody())
    for noun in ("unit", "phoenixborn", "ally", "conjuration", "draw_pile", "discard_pile", "exhausted_pool"):
        sides = {"my": f"your {noun}|your {noun}s", "enemy": f"enemy {noun}|enemy {noun}s", "both": f"{noun}|{noun}s"}
        v.noun(noun, **sides)(lambda t, s, side: ())
    for noun in ("this", "host", "it", "source"):
        v.noun(noun, line=f"=this {noun}")(lambda t, s: ())
    for word, takes in (("ready", ""), ("exhausted", ""), ("attacking", ""), ("other", ""), ("named", "title"),
                        ("battling", "thing"), ("divine", "")):  # fmt: skip
        v.word("filter", word, takes, f"~{word}")(lambda t, s, x, *rest: True)
    for word in ("attack", "life", "wounds", "status"):
        v.word("value", word)(lambda t, s, x: 0)
    v.word("value", "type", gives="card_type")(lambda t, s, x: "ally")
    v.plain("card_type", ally="ally", conjuration="conjuration")
    for word in ("controller", "owner"):
        v.word("of", word)(lambda t, s, x: ())
    v.plain("player", me="you", opponent="the opponent", player="the players")
    for word in ("n", "focus", "x"):
        v.word("number", word)(lambda t, s: 1)
    for word, takes in (("main", ""), ("side", ""), ("exhaust", ""), ("basic", "number?"), ("time", "number?"),
                        ("time.power", "number?"), ("either", "cost, cost")):  # fmt: skip
        v.word("cost", word, takes, f"{word}< {{0}}>")(lambda *parts: parts)
    for word, takes in (("enters", "group"), ("destroyed", "group, by:cause?"), ("round_end", ""), ("my.round_end", ""),
                        ("attackers_declared", "player"), ("damaged", "group")):  # fmt: skip
        v.word("event", word, takes, f"{word}< {{0}}>")(lambda *parts, **by: None)
    v.word("cause", "attack", "group", "the attack of {0}")(lambda group: group)
    v.word("question", "target", "amount?, thing", "~target")(lambda t, s, amount, things: things)
    for word, takes in (
        ("damage", "number, thing"), ("place", "number, token, thing"), ("remove", "amount, token, thing"),
        ("summon", "title, number?"), ("draw", "amount, who:player?"), ("put", "thing, place, on:thing?"),
        ("later", "moment, deed"), ("play", "thing, without:part*"), ("shuffle", "thing"), ("repeat", "number, deed"),
        ("give", "thing, mod+, until:duration?"), ("use_power", "thing"), ("prevent", "number"),
    ):  # fmt: skip
        v.word("verb", word, takes, f"{word}< {{0}}>< {{1}}>")(lambda t, s, *rest, **more: NOTHING)
    v.word("rule", "give", "group, mod+", "{0} get {1}")(lambda group, *mods: (group, mods))
    v.word("mod", "attack", "number", "{0} attack")(lambda count: count)
    v.word("mod", "cannot", "act+", "cannot {0}")(lambda *acts: acts)
    for word in ("block", "guard", "target"):
        v.word("act", word, "group?", f"{word}< {{0}}>")(lambda whom=None: whom)
    v.plain("token", wounds="wounds", status="status", exhaustion="exhaustion")
    v.plain("place", battlefield="battlefield", removed="removed", hand="hand")
    v.plain("moment", turn_end="at the end of the turn")
    v.plain("duration", turn="until the end of the turn")
    v.plain("part", main="its main action", side="its side action")
    return v


WORDS = ashes()

TURTLE = """
if not s and may(place(1, exhaustion, choose(my.unit(named('Turtle Guard'), ready)))):
    place(1, exhaustion, target(enemy.unit(ready)))"""
LINES: list[dict[str, Any]] = [
    {"when": "enters(this)", "do": "may(damage(n, target(phoenixborn)))"},
    {"after": "destroyed(enemy.unit, by=attack(this))", "do": "damage(n, target(it.controller.phoenixborn))"},
    {"always": True, "when": "enters(this) or my.round_end", "do": "place(n, status, this)"},
    {"static": "give(unit(battling(this)), attack(-n))"},
    {"static": "give(unit(attack <= n), cannot(block(this), guard(this)))", "need": "not my.phoenixborn(exhausted)"},
    {"from": "hand", "after": "attackers_declared(opponent)", "do": "play(this, without=(main, side))"},
    {"when": "destroyed(this)", "need": "this.type == ally", "do": "may(put(this, hand))"},
    {"do": "u = target(unit); put(u, removed); later(turn_end, put(u, battlefield, on=u.owner))"},
    {
        "cost": "main + side + exhaust + time.power",
        "do": "s = may(summon('Turtle Guard'))",
        "focus": [TURTLE],
    },
    {
        "cost": "main + exhaust + either(basic(6 - focus), time(2))",
        "do": "for p in each(player):\n    drawn = draw(up_to(2), who=p)\n    if p == me:\n"
        "        repeat(2 - drawn - focus, damage(1, my.phoenixborn))\n    else:\n        damage(1, p.phoenixborn)",
    },
    {"when": "damaged(this)", "do": "if may(pay(basic)): prevent(n)\nelif this.status >= 1: remove(all, status, this)"},
    {"when": "enters(this)", "do": "may(use_power(choose(my.exhausted_pool(divine))))"},
    {"after": "attackers_declared(me)", "need": "count(my.unit(attacking)) >= 3", "do": "draw(up_to(n))"},
    {"do": "give(this, attack(n), until=turn)"},
]  # fmt: skip


@pytest.mark.parametrize("line", LINES, ids=lambda line: str(line.get("do") or line["static"])[:40])
def test_a_line_of_ashes_is_read_and_says_itself(line: dict[str, Any]) -> None:
    (ability,) = check_and_build({"abilities": [line]}, WORDS, "ashes")
    said = render(ability, WORDS)
    assert said
    assert "  " not in said
    assert said.count("(") == said.count(")")


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("damage(1, target(my.unti))", "my.unti"),
        ("damage(1, it.__class__)", "__class__"),
        ("damage(1, it.attack)", "attack"),
        ("damage(1, it.controller.controller.controller.phoenixborn)", "at most three"),
        ("put(this, graveyard)", "graveyard"),
        ("n = target(unit)\ndamage(1, n)", "is a word of the game"),
    ],
)
def test_what_ashes_does_not_know_is_refused(text: str, what: str) -> None:
    with pytest.raises(EffectError) as error:
        check_and_build({"abilities": [{"do": text}]}, WORDS, "ashes")
    assert what in str(error.value)
