"""FantasyForm's words: every noun, condition, number, event, cost, verb and lasting rule that its cards may use.

Each is one function, which runs it through `deeds`, and one line, which says it. `data/fantasyform/effects` is written
in these words; `engine.vocabulary` tells how a word is registered, `engine.phrases` how a line is written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from deckcli.engine import shared_words
from deckcli.engine.choice import NO, YES, Option, Rules, choose, choose_some
from deckcli.engine.closures import Built
from deckcli.engine.effect_text import Node
from deckcli.engine.effects import Ability, offered_words
from deckcli.engine.vocabulary import NOTHING, Did, Vocabulary
from deckcli.games.fantasyform import deeds
from deckcli.games.fantasyform.deeds import FantasyScope
from deckcli.games.fantasyform.faces import ESSENCES, KINDS, TAGS
from deckcli.games.fantasyform.table import FantasyTable

WORDS = Vocabulary(
    "fantasyform",
    kinds={
        "ability": "Ability", "player": "Player Ability", "rival": "Rival Ability", "outlands": "Outlands",
        "forge": "Forge", "power": "Elemental Power", "essence": "Essence",
    },
    keys=("name", "kind", "from", "limit", "when", "static", "need", "do"),
    zones={
        "any": "at any time", "encounter": "when an encounter is about to be resolved", "market": "in the Market Phase",
        "rival": "in the Rival Phase, after the rival's power, with an elemental form",
    },
    limits={"turn": "the first time each turn"},
)  # fmt: skip
"""An ability's `from` is the moment at which an essence can be used. A static ability with `limit` holds for the first
time each turn; `need` is what must be true for it."""

DID = Did((), 1, True)


_DONE = (NOTHING, *(Did((), count, True) for count in range(1, 40)))


def _did(count: int) -> Did:
    """So much was done."""
    return _DONE[count] if count < len(_DONE) else Did((), count, True)


def _fixed(amount: Built) -> int:
    """A number that is known when the card is built. Raises ValueError."""
    if amount.fixed is None:
        raise ValueError("a lasting rule takes a number as it is")
    return int(amount.fixed)


# ---------------------------------------------------------------- words that stand for themselves

WORDS.plain("tag", **{tag.lower(): tag for tag in TAGS})
WORDS.plain("kind", **{kind.lower(): f"{kind.lower()}s" for kind in KINDS}, upgrade="upgrades")
WORDS.plain("essence", **{essence.lower(): f"{essence} Essence" for essence in ESSENCES})
WORDS.plain("source", encounter="encounters", rival="the rival")

_ESSENCE = {essence.lower(): place for place, essence in enumerate(ESSENCES)}


# ---------------------------------------------------------------- things


@WORDS.noun("ethereal", line="card|cards|of the Ethereal Row")
def _ethereal(t: FantasyTable, s: FantasyScope) -> Sequence[int]:
    """The cards that can be moved into the pack: none when it is full."""
    return tuple(t.ethereal) if deeds.room(t) else ()


@WORDS.noun("rightmost", line="=the rightmost card of the Ethereal Row")
def _rightmost(t: FantasyTable, s: FantasyScope) -> Sequence[int]:
    return tuple(t.ethereal[-1:])


@WORDS.noun("pack", line="essence|essences|of your pack")
def _pack(t: FantasyTable, s: FantasyScope) -> Sequence[int]:
    return tuple(sorted(t.pack))


# ---------------------------------------------------------------- conditions and numbers


def _any_of(given: Mapping[str, Any]) -> str:
    return f"you have {str(given['0']).replace(' and ', ' or ')}"


@WORDS.word("condition", "has", "tag+", _any_of)
def _has(t: FantasyTable, s: FantasyScope, *tags: str) -> bool:
    return not t.kit.words.isdisjoint(tags)


@WORDS.word("number", "each", "tag+", "1 for each of {0} that you have")
def _each(t: FantasyTable, s: FantasyScope, *tags: str) -> int:
    return len(t.kit.words.intersection(tags))


# ---------------------------------------------------------------- events


def _event(spelling: str, takes: str, line: str | Callable[..., str]) -> None:
    @WORDS.word("event", spelling, takes, line)
    def made(told: Any = None) -> Callable[..., bool]:
        if isinstance(told, Built):
            times = _fixed(told)
            return lambda t, s, event: event.count == times
        if told is None:
            return lambda t, s, event: True
        essence = _ESSENCE[told]
        return lambda t, s, event: event.essence == essence


def _essence_event(verb: str) -> Callable[..., str]:
    return lambda given: f"you {verb} a {given['0']}" if given.get("0") else f"you {verb} an essence"


def _times(given: Mapping[str, Any]) -> str:
    times = {"1": "first", "2": "second", "3": "third"}.get(given["0"], f"{given['0']}th") if given.get("0") else ""
    return f"you buy {'the ' + times if times else ''} damage in a Rival Phase".replace("  ", " ")


_event("turn_begins", "", "your turn begins")
_event("market_begins", "", "your Market Phase begins")
_event("essence_bought", "essence?", _essence_event("buy"))
_event("essence_sold", "essence?", _essence_event("sell"))
_event("essence_used", "essence?", _essence_event("use"))
_event("damage_bought", "number?", _times)


# ---------------------------------------------------------------- lasting rules


def _rule(spelling: str, what: str, line: str) -> None:
    @WORDS.word("rule", spelling, "number", line)
    def made(amount: Built) -> tuple[str, int]:
        return what, -_fixed(amount)


_rule("cheaper_damage", "damage_price", "damage that you buy costs {0:shard} less")
_rule("cheaper_essences", "essence_price", "an essence that you buy costs {0:shard} less")


@WORDS.word("rule", "soften", "source, number", "damage from {0} is reduced by {1}")
def _soften(source: str, amount: Built) -> tuple[str, int]:
    return source, -_fixed(amount)


# ---------------------------------------------------------------- verbs: shards and health


def _shards_line(verb: str) -> Callable[..., str]:
    def line(given: Mapping[str, Any]) -> str:
        much = str(given["0"])
        head, _, rest = much.partition(" ")
        return f"{verb} {head} shard{'' if head == '1' else 's'}{' ' + rest if rest else ''}"

    return line


@WORDS.word("verb", "gain", "number", _shards_line("gain"))
def _gain(t: FantasyTable, s: FantasyScope, count: int) -> Did:
    return _did(deeds.gain(t, count))


@WORDS.word("verb", "lose", "number", _shards_line("lose"))
def _lose(t: FantasyTable, s: FantasyScope, count: int) -> Did:
    return _did(deeds.lose(t, count))


@WORDS.word("verb", "hurt", "number", "take {0} damage")
def _hurt(t: FantasyTable, s: FantasyScope, count: int) -> Did:
    return _did(deeds.harm(t, count, s.source))


@WORDS.word("verb", "heal", "number", "heal {0}")
def _heal(t: FantasyTable, s: FantasyScope, count: int) -> Did:
    return _did(deeds.heal(t, count))


# ---------------------------------------------------------------- verbs: essences, prices, encounters


@WORDS.word("verb", "pack_up", "thing", "move {0} into your pack")
def _pack_up(t: FantasyTable, s: FantasyScope, things: Sequence[int]) -> Did:
    return _did(sum(deeds.pack_up(t, copy) for copy in things))


@WORDS.word("verb", "discard", "thing", "discard {0}")
def _discard(t: FantasyTable, s: FantasyScope, things: Sequence[int]) -> Did:
    return _did(sum(deeds.throw_away(t, copy) for copy in things))


@WORDS.word("verb", "cheaper", "kind, number", "{0} cost {1:shard} less this turn")
def _cheaper(t: FantasyTable, s: FantasyScope, kind: str, count: int) -> Did:
    form, companion, artifact = t.off
    if kind == "upgrade":
        t.off = (form + count, companion + count, artifact + count)
    else:
        t.off = (form + count * (kind == "form"), companion + count * (kind == "companion"),
                 artifact + count * (kind == "artifact"))  # fmt: skip
    return DID


@WORDS.word("verb", "next_cheaper", "number", "the next upgrade that you buy this turn costs {0:shard} less")
def _next_cheaper(t: FantasyTable, s: FantasyScope, count: int) -> Did:
    t.next_off += count
    return DID


@WORDS.word("verb", "dearer", "number", "all market prices are {0} higher this turn")
def _dearer(t: FantasyTable, s: FantasyScope, count: int) -> Did:
    t.shift += count
    return DID


@WORDS.word("verb", "skip", line="skip that encounter")
def _skip(t: FantasyTable, s: FantasyScope) -> Did:
    t.skipped = True
    return DID


# ---------------------------------------------------------------- verbs: the rival


@WORDS.word("verb", "strike", "number", "deal {0} damage to the rival")
def _strike(t: FantasyTable, s: FantasyScope, count: int) -> Did:
    return _did(deeds.strike(t, count))


@WORDS.word("verb", "rival_heals", "number", "the rival regains {0} health")
def _rival_heals(t: FantasyTable, s: FantasyScope, count: int) -> Did:
    return _did(deeds.rival_heals(t, count))


@WORDS.word("verb", "take_form", line="the rival takes a random elemental form out of the discard pile")
def _take_form(t: FantasyTable, s: FantasyScope) -> Did:
    return DID if deeds.take_form(t) else NOTHING


@WORDS.word("verb", "rival_ability", line="carry out the Rival Ability of its form")
def _rival_ability(t: FantasyTable, s: FantasyScope) -> Rules[Did]:
    form = t.cards[t.rival]
    for number in form.rival:
        yield from deeds.run(t, form.skills[number], FantasyScope(t.rival, number, deeds.RIVAL))
    return DID


# ---------------------------------------------------------------- costs and questions


@WORDS.word("cost", "shards", "number", "pay {0:shard}")
def _shards_cost(amount: Built) -> tuple[str, int]:
    return "shards", _fixed(amount)


@WORDS.word("cost", "essence", line="discard an essence of your pack")
def _essence_cost() -> tuple[str, int]:
    return "essence", 1


@WORDS.word("verb", "may_pay", "cost", "you may {0}")
def _may_pay(t: FantasyTable, s: FantasyScope, cost: tuple[Any, ...]) -> Rules[Did]:
    """Nothing is asked of somebody who cannot pay the whole of it (rulings.md: Gains and losses)."""
    return DID if (yield from _paid(t, s, cost)) else NOTHING


def _paid(t: FantasyTable, s: FantasyScope, cost: Sequence[tuple[str, int]]) -> Rules[bool]:
    shards = sum(count for what, count in cost if what == "shards")
    essences = sum(count for what, count in cost if what == "essence")
    if shards > t.shards or essences > len(t.pack):
        return False
    if not essences:
        if (yield from choose(0, "pay", (YES, NO), (s.copy, s.index))) == NO:
            return False
    else:
        for given in range(essences):
            options: list[Option] = [("take", copy) for copy in sorted(t.pack)]
            answer = yield from choose(0, "give", options if given else [*options, NO], (s.copy, s.index))
            if answer == NO:
                return False
            deeds.throw_away(t, int(answer[1]))
    deeds.lose(t, shards)
    return True


MODES: tuple[Option, ...] = tuple(("mode", number) for number in range(8))


def _one_of_line(given: Mapping[str, Any]) -> str:
    return f"choose one: {given['0']}"


@WORDS.word("verb", "one_of", "deed+", _one_of_line)
def _one_of(t: FantasyTable, s: FantasyScope, *deeds_: Built) -> Rules[Any]:
    answer = yield from choose(0, "one of", MODES[: len(deeds_)], (s.copy, s.index))
    return (yield from shared_words.run_deed(t, s, deeds_[int(answer[1])]))


class _Asker:
    """How FantasyForm asks: by copies, and nobody but the one player."""

    def pick(
        self, t: FantasyTable, s: FantasyScope, things: Sequence[int], least: int, most: int, by: Any
    ) -> Rules[tuple[int, ...]]:
        taken = yield from choose_some(0, "choose", things, most, least, (s.copy, s.index))
        return tuple(taken)

    def yes(self, t: FantasyTable, s: FantasyScope, by: Any) -> Rules[bool]:
        return (yield from choose(0, "may", (YES, NO), (s.copy, s.index))) == YES

    def pay(self, t: FantasyTable, s: FantasyScope, cost: tuple[Any, ...]) -> Rules[bool]:
        return (yield from _paid(t, s, cost))


shared_words.add(WORDS, _Asker())


# ---------------------------------------------------------------- what may be built, and what questions say


def twice(ability: Ability) -> bool:
    """Whether an ability asks twice for one of several deeds: its answers could then not be told apart."""
    return len(list(_modes(ability))) > 1


def nodes_of(ability: Ability) -> Iterator[Node]:
    """Every part of the texts of an ability."""
    waiting: list[Any] = list((ability.tree or {}).values())
    while waiting:
        node = waiting.pop()
        if isinstance(node, list):
            waiting += node
        elif isinstance(node, Node):
            yield node
            waiting += [*node.args, *node.named.values(), *node.filters]


def _modes(ability: Ability) -> Iterator[Node]:
    return (node for node in nodes_of(ability) if node.word is not None and node.word.spelling == "one_of")


def mode_words(ability: Ability, number: int) -> str:
    """One of the deeds among which an ability asks, in words."""
    return offered_words(ability, WORDS)[number]
