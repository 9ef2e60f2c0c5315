"""What the player of FantasyForm sees: every card is known, and only what a shuffle will bring is not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from deckcli.engine.effects import Ability
from deckcli.engine.view import View
from deckcli.games.fantasyform import rules
from deckcli.games.fantasyform.effects import nodes_of
from deckcli.games.fantasyform.faces import ESSENCES, FORM, KINDS, Upgrade
from deckcli.games.fantasyform.table import NONE, FantasyTable


@lru_cache(maxsize=1024)
def printed(card: Upgrade) -> Mapping[str, Any]:
    """What stands on both sides of a card, as plain values that cannot be changed; made once a card.

    `prices` are an essence each, in the order Shadow, Radiant, Life, Martial. Of its abilities: `changes` are lasting
    ones as (what, how much, whether only the first time each turn), `earns` those that wait as (event, which essence or
    time of it, shards, damage, whether only the first time), `wants` the tags that its two encounters ask for, `hurts`
    what its Rival Ability does; `skills` are all of them in order, as (kind, what it does in the words of the effect
    language), see `plain`, `out` and `forged` the places of its encounters among them.
    """
    return MappingProxyType(
        {
            "name": card.name,
            "kind": KINDS[card.kind],
            "cost": card.cost,
            "tags": tuple(sorted(card.tags)),
            "essence": ESSENCES[card.essence],
            "elemental": card.elemental,
            "pack_size": card.pack_size,
            "health": card.player_health,
            "rival_health": card.rival_health,
            "outlands": card.outlands,
            "forge": card.forge,
            "prices": card.prices,
            "changes": tuple(_changes(card)),
            "earns": tuple(_earns(card)),
            "wants": tuple(tuple(sorted(_tags(card, numbers))) for numbers in (card.out, card.forged)),
            "hurts": sum(_said(card.skills[number], "hurt") for number in card.rival),
            "skills": tuple((skill.kind, plain((skill.tree or {}).get("do"))) for skill in card.skills),
            "out": card.out,
            "forged": card.forged,
        }
    )


def plain(node: Any) -> Any:
    """A checked effect as plain values: ("do", line, ...), ("if", test, body, other or None), a word with its arguments
    as ("gain", 2) or ("has", ("air", "fire")); whole numbers."""
    if node is None:
        return None
    if isinstance(node, list):
        return tuple(map(plain, node))
    if node.kind == "number":
        return node.value
    if node.kind == "block":
        return ("do", *map(plain, node.args))
    if node.kind == "if":
        return ("if", *map(plain, node.args))
    if node.kind == "word" and node.known.run is None:
        return node.known.spelling
    head = node.known.spelling if node.kind == "word" else node.kind
    return (head, *(plain(arg) for arg in node.args if arg is not None))


def _changes(card: Upgrade) -> Iterator[tuple[str, int, bool]]:
    for number in card.worn:
        skill = card.skills[number]
        yield from ((*rule.made, bool(skill.limit)) for rule in skill.rules)


def _earns(card: Upgrade) -> Iterator[tuple[str, Any, int, int, bool]]:
    for number in card.worn:
        skill = card.skills[number]
        if skill.event is not None:
            event, *about = plain((skill.tree or {}).get("when"))
            yield event, *(about or [""])[:1], _said(skill, "gain"), _said(skill, "strike"), bool(skill.limit)


def _tags(card: Upgrade, numbers: Sequence[int]) -> set[str]:
    """The tags that some abilities ask for."""
    nodes = [node for number in numbers for node in nodes_of(card.skills[number]) if node.kind == "word"]
    return {node.known.line for node in nodes if node.known.role == "tag" and isinstance(node.known.line, str)}


def _said(skill: Ability, verb: str) -> int:
    """The numbers that stand behind a verb in an ability, added up."""
    found = [node.args[0] for node in nodes_of(skill) if node.word is not None and node.word.spelling == verb]
    return sum(int(number.value) for number in found if number.kind == "number")


def view(t: FantasyTable, seat: int) -> View:
    """The table as its player sees it.

    A card stands as (copy, what is printed on it). Rows go from left to right; `discard` is in no order. `prices` are
    the market prices of the four essences now, `costs` what each card of the Upgrade Row costs now, `damage` what one
    damage costs, `spent` the worn cards whose first time this turn is over, `rival` the rival's form or None.
    """
    cards = t.cards
    open_market = len(t.encounters) == rules.ROW
    return View(
        seat,
        {
            "turn": t.turn,
            "phase": t.phase,
            "difficulty": t.difficulty,
            "shards": t.shards,
            "health": t.health,
            "most_health": cards[t.worn[FORM]].player_health,
            "tags": tuple(sorted(t.kit.tags)),
            "pack_size": t.kit.pack_size,
            "worn": _cards(t, t.worn),
            "pack": _cards(t, t.pack),
            "upgrades": _cards(t, t.upgrades),
            "encounters": _cards(t, t.encounters),
            "ethereal": _cards(t, t.ethereal),
            "discard": _cards(t, sorted(t.discard)),
            "prices": _prices(t) if open_market else (),
            "costs": tuple(rules.cost(t, copy) for copy in t.upgrades),
            "damage": rules.damage_price(t),
            "spent": tuple(_spent(t)),
            "rival": None if t.rival == NONE else printed(cards[t.rival]),
            "rival_health": t.rival_health,
            "hits": t.hits,
            "timer": t.timer,
        },
    )


def _spent(t: FantasyTable) -> Iterator[int]:
    return (copy for copy in t.worn if t.used >> copy * 8 & 0xFF)


def _cards(t: FantasyTable, copies: Sequence[int]) -> tuple[tuple[int, Mapping[str, Any]], ...]:
    return tuple((copy, printed(t.cards[copy])) for copy in copies)


def _prices(t: FantasyTable) -> tuple[int, ...]:
    return tuple(max(0, price + t.shift) for price in t.cards[t.encounters[2]].prices)


def zones(t: FantasyTable) -> Mapping[str, Sequence[int]]:
    """Every place where one of the 16 cards can lie."""
    return {
        "a.worn": t.worn,
        "a.pack": t.pack,
        "table.upgrades": t.upgrades,
        "table.encounters": t.encounters,
        "table.ethereal": t.ethereal,
        "table.discard": t.discard,
        "table.rival": () if t.rival == NONE else (t.rival,),
    }
