"""What an order or a skill does, in a few plain words and numbers: for players, who are given no rules to run."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, TypeAlias

from deckcli.engine.effect_text import Node
from deckcli.games.phase.played import Act

Deed: TypeAlias = "tuple[str, str, tuple[int | str, ...]]"
"""A verb, the noun that it is about (with its side: "my.warrior"; "this"; "" for none), and what else it is told: its
numbers and plain words in their order, of mods their words as well; 0 stands for a number that is computed."""


def told(act: Act) -> Mapping[str, Any]:
    """An order or a skill as plain values: `kind`, `name`, what it costs (`resources` at least, `locks` of them, -1 for
    any number; `loses` of good and evil; `discards`; `itself`), and the deeds that it may do (`does`), in order."""
    price = act.price
    return MappingProxyType(
        {
            "kind": act.ability.kind,
            "name": act.ability.name,
            "index": act.index,
            "resources": price.resources,
            "locks": sum(part.many for part in price.cost if part.what == "lock"),
            "loses": price.loses,
            "discards": price.discards,
            "itself": price.itself,
            "needs": act.ability.need is not None,
            "does": tuple(_deeds((act.ability.tree or {}).get("do"))),
        }
    )


def _deeds(node: Any) -> Iterator[Deed]:
    """The deeds in a checked text, all the way down; a name stands for what it was given to."""
    names: dict[str, Node] = {}
    for part in _parts(node):
        if part.kind == "assign":
            names[part.value] = part.args[0]
        if part.word is not None and part.word.role == "verb":
            yield (part.word.spelling, _noun_of(part, names), tuple(_rest_of(part)))


def _parts(node: Any) -> Iterator[Node]:
    if isinstance(node, Node):
        yield node
        for one in (*node.args, *node.named.values(), *node.filters):
            yield from _parts(one)
    elif isinstance(node, list | tuple):
        for one in node:
            yield from _parts(one)


def _noun_of(verb: Node, names: Mapping[str, Node]) -> str:
    """The noun at the bottom of what a verb is about."""
    waiting = [arg for arg in verb.args if isinstance(arg, Node)][:1]
    while waiting:
        node = waiting.pop(0)
        if node.kind == "name" and node.value in names:
            waiting.append(names[node.value])
        elif node.word is not None and node.word.role == "noun":
            return node.word.spelling
        else:
            waiting += [arg for arg in node.args if isinstance(arg, Node)]
    return ""


_TOLD = ("influence", "player", "place", "mark")


def _rest_of(verb: Node) -> Iterator[int | str]:
    """The numbers and plain words that a verb is told."""
    for slot, arg in zip(verb.known.slots, verb.args, strict=False):
        for one in arg if isinstance(arg, list) else [arg]:
            if isinstance(one, Node):
                yield from _value(one, slot.role)
    for name, arg in verb.named.items():
        if isinstance(arg, Node):
            yield from _value(arg, verb.known.named[name].role)


def _value(node: Node, role: str) -> Iterator[int | str]:
    if role in ("number", "amount"):
        yield _number(node)
    elif role in _TOLD:
        yield str(node.value)
    elif role == "mod":
        yield str(node.value)
        for one in node.args:
            if isinstance(one, Node):
                yield _number(one) if one.kind in ("number", "minus") else 0


def _number(node: Node) -> int:
    if node.kind == "number":
        return int(node.value)
    inner = next((arg for arg in node.args if isinstance(arg, Node)), None)
    return _number(inner) if inner is not None and node.kind == "word" else 0
