"""What the abilities of a card are for, as a player weighs them: deeds with whose cards they reach, and what they cost.

A gist leaves out most conditions: it is for players, and no rule reads it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from deckcli.engine.effect_text import Node
from deckcli.games.ashes.cards import Atom, Cost, Face, Skill
from deckcli.games.ashes.paying import Bill, bills

MINE, THEIRS, ANY, THIS = "mine", "theirs", "any", "this"
"""Whose things a deed reaches: of who uses it, of the other side, of both, the card itself."""
GUESSED = 2
"""What a number counts that only the table tells."""


class Deed(NamedTuple):
    """One deed: its verb, the token, kind of change or title that it is about, whose things it reaches and of which
    kind ("unit", "phoenixborn", "card" ...), how many, and whether it befalls all of them."""

    verb: str
    what: str
    side: str
    kind: str
    many: int
    each: bool = False


class Plan(NamedTuple):
    """Deeds together: all of them ("all"), the best one ("best"), all if they are worth it ("may"), or the rest only
    where the first can be done ("if")."""

    how: str
    parts: tuple[Plan | Deed, ...]


class Gist(NamedTuple):
    """One ability: whether it is activated or waits for something (`timing`), the ways of paying for it, what it does,
    and what each focus adds."""

    timing: str
    ways: tuple[Bill, ...]
    does: Plan
    focus: tuple[Plan, ...]


Names: TypeAlias = dict[str, Node]
NOTHING = Plan("all", ())


def gists_of(face: Face) -> tuple[Gist, ...]:
    """The gists of a card's own abilities, in their order."""
    return tuple(map(_gist, face.text.skills))


def granted_by(face: Face) -> tuple[Gist, ...]:
    """The gists of what a card grants to the one that it is attached to."""
    return tuple(map(_gist, face.text.grants))


def ways_of(cost: Cost) -> tuple[Bill, ...]:
    """The ways of paying a cost, as far as it is fixed; what is computed counts as nothing."""
    return bills(tuple(map(_fixed, cost)))


def wants_status(face: Face) -> bool:
    """Whether status tokens do something on a card: its X or one of its abilities speaks of them."""
    return face.text.x is not None or any("status" in _spellings(skill) for skill in face.text.skills)


def wants_charge(face: Face) -> bool:
    """Whether an artifice die does something on a card: one of its abilities speaks of what is charged."""
    return any("charged" in _spellings(skill) for skill in face.text.skills)


def _fixed(atom: Atom) -> Atom:
    return atom._replace(many=0) if callable(atom.many) else atom


def _spellings(skill: Skill) -> set[str]:
    found: set[str] = set()
    for value in (skill.ability.tree or {}).values():
        for node in value if isinstance(value, list) else [value]:
            if isinstance(node, Node):
                found |= {word.spelling for word in node.words()}
    return found


def _gist(skill: Skill) -> Gist:
    tree: Mapping[str, Any] = skill.ability.tree or {}
    names: Names = {}
    does = _plan(tree.get("do"), names, skill.n)
    focus = tuple(_plan(block, names, skill.n) for block in tree.get("focus") or ())
    return Gist(skill.ability.timing, ways_of(skill.ability.cost), does, focus)


# ---------------------------------------------------------------- deeds out of a text


def _plan(node: Any, names: Names, n: int) -> Plan:
    """What a part of a text does; `names` are those that it gave to things so far."""
    if isinstance(node, list):
        return _all([_plan(one, names, n) for one in node])
    if not isinstance(node, Node):
        return NOTHING
    if node.kind in ("assign", "for"):
        names[str(node.value)] = node.args[0]
    if node.kind == "if":
        asked, then, other = (_plan(one, names, n) for one in node.args)
        rest = Plan("best", (then, other)) if other.parts else then
        return Plan("if", (asked, rest)) if asked.parts else rest
    if node.word is not None and node.word.role == "verb":
        return _verb(node, names, n)
    return _all([_plan(one, names, n) for one in node.args])


def _all(parts: Sequence[Plan]) -> Plan:
    found = tuple(part for part in parts if part.parts)
    return found[0] if len(found) == 1 else Plan("all", found)


def _verb(node: Node, names: Names, n: int) -> Plan:
    verb = node.known.spelling
    if verb in _TOGETHER:
        found = _all([_plan(one, names, n) for one in node.args])
        if verb == "repeat":
            return _times(found, _count(node.args[0], n))
        return Plan(_TOGETHER[verb], (found,) if verb == "may" else found.parts)
    parts = list(node.parts())
    what = next((str(_named(one)) for one in parts if one.kind == "title" or _role(one) in ("token", "mod")), "")
    things = [*node.named.values(), *(node.args if verb in _FROM else reversed(node.args))]
    side, kind = _reach(things, names)
    many = next((number for one in parts if (number := _count(one, n)) is not None), 1)
    inner = [found for one in node.args if (found := _plan(one, names, n)).parts]
    return Plan("all", (*inner, Deed(verb, what, side, kind, many, _is_each(things, names))))


_TOGETHER = {"may": "may", "one_of": "best", "take_turns": "best", "together": "all", "repeat": "all", "later": "all"}
"""Verbs that hold other deeds, and how these are weighed."""


_FROM = frozenset({"move", "swap_values", "become_copy"})
"""Verbs whose first thing is the one that they are done to; of others it is the last."""


def _times(plan: Plan, many: int | None) -> Plan:
    if many is None:
        return plan
    return Plan(plan.how, tuple(_more(part, many) for part in plan.parts))


def _more(part: Plan | Deed, many: int) -> Plan | Deed:
    return _times(part, many) if isinstance(part, Plan) else part._replace(many=part.many * many)


def _role(node: Node) -> str:
    return node.word.role if node.word is not None else ""


def _named(node: Node) -> Any:
    return node.word.spelling if node.word is not None else node.value


def _count(node: Any, n: int) -> int | None:
    """How many a number or amount is; None for what is none."""
    if not isinstance(node, Node):
        return None
    if node.kind == "number":
        return int(node.value)
    if node.kind in ("sum", "product", "negative"):
        return GUESSED
    if _role(node) == "number":
        return n if _named(node) == "n" else GUESSED
    return 3 if _role(node) == "amount" and _named(node) in ("any", "all") else None


def _is_each(nodes: Sequence[Any], names: Names) -> bool:
    """Whether something is done to each of the things that are meant."""
    for node in nodes:
        for part in node.parts() if isinstance(node, Node) else ():
            named = names.get(str(part.value)) if part.kind == "name" else part
            if named is not None and _role(named) == "question" and _named(named) == "each":
                return True
    return False


def _reach(nodes: Sequence[Any], names: Names) -> tuple[str, str]:
    """Whose things are meant, and of which kind: what is told first decides."""
    for node in nodes:
        if not isinstance(node, Node):
            continue
        role, word = _role(node), str(_named(node))
        if node.kind == "name" and word in names:
            return _reach([names[word]], {name: one for name, one in names.items() if name != word})
        if node.kind == "owned":
            return _reach(node.args, names)[0], word
        if role == "noun":
            return _SIDES.get(word.partition(".")[0], ANY), word.rpartition(".")[2]
        if role == "player":
            return _SIDES.get(word, ANY), "player"
        if found := _reach(node.args, names)[1]:
            return _reach(node.args, names)[0], found
    return MINE, ""


_SIDES = {"my": MINE, "me": MINE, "enemy": THEIRS, "opponent": THEIRS, "this": THIS, "host": THIS}
