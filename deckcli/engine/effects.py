"""The effect language: what a card does, as data that is read, checked, run and said from one tree.

`check_and_build` turns the table of a card's effects into abilities. Each holds closures over the functions of the
game's own words (`vocabulary`): no text of a card is ever compiled or evaluated. `render` says an ability in our words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from deckcli.engine.closures import Rule, Run, build_block, build_cost, build_event, build_rules, build_test, heard
from deckcli.engine.effect_text import How, Node, Reader
from deckcli.engine.phrases import joined
from deckcli.engine.saying import Speaker, said
from deckcli.engine.vocabulary import EffectError, Fault, Vocabulary, is_numeral

READ: dict[str, How] = {
    "cost": "cost", "focus_cost": "cost", "when": "event", "after": "event", "replaces": "event", "need": "test",
    "freely": "test", "static": "rules", "do": "do", "focus": "do",
}  # fmt: skip
"""How each key that holds a text is read."""
_OTHERS = ("name", "kind", "tag", "from", "limit", "inner", "always", "with")
_Made = TypeVar("_Made")
LENT = ", lent"
"""So ends the name of a skill that another hands out and that has none of its own: "Darksphere, lent"."""
MOST_ABILITIES = 20
"""Abilities of one card."""
LONGEST_NAME = 160
"""Characters of the name of an ability."""


@dataclass(frozen=True, slots=True)
class Ability:
    """One ability of a card, ready to run. Texts became closures `(t, s)` over the table and a game's Scope.

    `event` is asked `(t, s, event)`; `rules` are the lines of a static ability, `cost` the game's own costs and
    `focus_cost` a second price; `do` is a Rules generator that gives a Did. `hears` are the names of the events that it
    waits for or replaces. `tree` is the checked text of each key.
    """

    kind: str
    name: str = ""
    tag: str = ""
    zone: str = ""
    limit: str = ""
    always: bool = False
    timing: str = ""
    cost: tuple[Any, ...] = ()
    focus_cost: tuple[Any, ...] = ()
    event: Run | None = None
    hears: tuple[str, ...] = ()
    need: Run | None = None
    freely: Run | None = None
    rules: tuple[Rule, ...] = ()
    do: Run | None = None
    focus: tuple[Run, ...] = ()
    inner: tuple[Ability, ...] = ()
    tree: Mapping[str, Any] | None = None


def check_and_build(entry: Mapping[str, Any], vocabulary: Vocabulary, where: str) -> tuple[Ability, ...]:
    """The abilities of one card's entry: `abilities`, a list of tables or names of shared abilities, or one table.

    Raises EffectError with every fault, each telling `where` (file and card), the key and the column.
    """
    faults: list[Fault] = []
    entries = _entries(entry, vocabulary, where, faults)
    known = _known(entries, vocabulary)
    abilities = [
        _ability(one, vocabulary, where, f"ability {number}", known, faults) for number, one in enumerate(entries, 1)
    ]
    if faults:
        raise EffectError(faults)
    return tuple(abilities)


def texts(entry: Mapping[str, Any], vocabulary: Vocabulary, where: str) -> tuple[str, ...]:
    """What each ability of a card says (`render`), after it was checked and built.

    Abilities that differ in their names alone, as many do, are read once. Raises EffectError as `check_and_build`.
    """
    faults: list[Fault] = []
    entries = _entries(entry, vocabulary, where, faults)
    known = _known(entries, vocabulary)
    told = [
        _told(table, vocabulary, where, f"ability {number}", known, faults) for number, table in enumerate(entries, 1)
    ]
    if faults:
        raise EffectError(faults)
    return tuple(told)


def _told(
    table: Mapping[str, Any], vocabulary: Vocabulary, where: str, key: str, known: frozenset[str], faults: list[Fault]
) -> str:
    """What one ability says; what is wrong with it goes to `faults`."""
    name, kept = str(table.get("name", "")), _key(table)
    if kept is not None and kept in vocabulary.said:
        return joined(name, vocabulary.said[kept])
    ability = _ability(table, vocabulary, where, key, known, faults)
    if faults:
        return ""
    if kept is None:
        return render(ability, vocabulary)
    vocabulary.said[kept] = _rendered(ability, "", vocabulary, None)
    return joined(name, vocabulary.said[kept])


def _known(entries: Sequence[Mapping[str, Any]], vocabulary: Vocabulary) -> frozenset[str]:
    """The names of skills that a card's texts may speak of."""
    own = {str(one["name"]) for one in entries if one.get("name")}
    inner = {str(one["name"]) for each in entries for one in _tables(each.get("inner")) if one.get("name")}
    return frozenset().union(own, inner, vocabulary.shared, vocabulary.tags, vocabulary.kinds)


def _key(table: Mapping[str, Any]) -> tuple[tuple[str, str], ...] | None:
    """What an ability's table says but for its name; None when that could depend on its name or on other abilities."""
    told = tuple((key, value) for key, value in table.items() if key != "name")
    plain = all(isinstance(value, str) and "'" not in value and '"' not in value for _, value in told)
    name = table.get("name", "")
    plain = plain and isinstance(name, str) and len(name) <= LONGEST_NAME and name.isprintable()
    plain = plain and not is_numeral(str(name).rpartition(" ")[2])
    return told if plain and isinstance(table.get("kind"), str) else None


def _tables(value: object) -> list[Mapping[str, Any]]:
    return [one for one in value if isinstance(one, Mapping)] if isinstance(value, list) else []


def _entries(
    entry: Mapping[str, Any], vocabulary: Vocabulary, where: str, faults: list[Fault]
) -> list[Mapping[str, Any]]:
    """The tables of a card's abilities, shared ones looked up by name."""
    listed = entry.get("abilities", [entry] if entry else [])
    if not isinstance(listed, list) or len(listed) > MOST_ABILITIES or ("abilities" in entry and len(entry) > 1):
        faults.append(Fault(where, "abilities", 0, 0, f"must be a list of at most {MOST_ABILITIES} tables, and alone"))
        return []
    found: list[Mapping[str, Any]] = []
    for number, one in enumerate(listed, 1):
        table = _shared(one, vocabulary)
        if table is None:
            near: tuple[str, ...] = ()
            if isinstance(one, str):
                from difflib import get_close_matches

                near = tuple(get_close_matches(one[:60], sorted(vocabulary.shared), 3, 0.5))
            faults.append(Fault(where, f"ability {number}", 0, 0, "is neither a table nor a shared ability", near))
        else:
            found.append(table)
    return found


def _shared(one: object, vocabulary: Vocabulary) -> Mapping[str, Any] | None:
    """A table as it is; a name as the shared ability that it means."""
    if isinstance(one, Mapping):
        return one
    return vocabulary.shared_ability(one) if isinstance(one, str) else None


def _ability(
    table: Mapping[str, Any], vocabulary: Vocabulary, where: str, key: str, skills: frozenset[str], faults: list[Fault]
) -> Ability:
    """One ability out of its table; what is wrong with it goes to `faults`."""
    before = len(faults)
    words = _words_of(table, vocabulary, where, key, faults)
    reader = Reader(vocabulary, where, skills)
    tree: dict[str, Any] = {}
    for name in READ:
        if name in table and name in vocabulary.keys:
            many = table[name] if name == "focus" and isinstance(table[name], list) else None
            if many is None:
                tree[name] = reader.read(table[name], f"{key}, {name}", READ[name])
            else:
                tree[name] = [reader.read(one, f"{key}, {name}", "do") for one in many]
    reader.unused(key)
    faults += reader.faults
    inner = tuple(
        _ability(one, vocabulary, where, f"{key}, inner {number}", skills, faults)
        for number, one in enumerate(_tables(table.get("inner")), 1)
    )
    if len(faults) == before:
        try:
            return _built(words, table, tree, inner)
        except ValueError as error:  # a word that will not be built so
            faults.append(Fault(where, key, 0, 0, str(error)))
    return Ability("")


def _words_of(
    table: Mapping[str, Any], vocabulary: Vocabulary, where: str, key: str, faults: list[Fault]
) -> dict[str, str]:
    """The keys that hold a word each, checked against what the game knows."""

    def fault(what: str, near: Sequence[str] = ()) -> None:
        faults.append(Fault(where, key, 0, 0, what, tuple(near)[:3]))

    for name in table:
        if name not in vocabulary.keys:
            from difflib import get_close_matches

            fault(f'there is no key "{str(name)[:40]}"', get_close_matches(str(name)[:40], vocabulary.keys, 3, 0.5))
    known: dict[str, Mapping[str, str]] = {
        "kind": vocabulary.kinds, "tag": vocabulary.tags, "from": vocabulary.zones, "limit": vocabulary.limits,
    }  # fmt: skip
    words = {"name": "", "kind": "", "tag": "", "from": "", "limit": ""}
    for name in words:
        value = table.get(name, "")
        if not isinstance(value, str) or len(value) > LONGEST_NAME or not value.isprintable():
            fault(f"{name} must be a word or more")
        elif name in known and value not in known[name] and (value or (name == "kind" and vocabulary.kinds)):
            fault(f'there is no {name} "{value}"', sorted(known[name]))
        else:
            words[name] = value
    heads = [name for name in ("when", "after", "replaces", "static") if name in table]
    if len(heads) > 1:
        fault(f"has both {heads[0]} and {heads[1]}")
    if ("do" in table) == ("static" in table):
        fault("needs either do or static, and not both")
    if "static" in table and "cost" in table:
        fault("a static ability has no cost")
    return words


def _built(
    words: dict[str, str], table: Mapping[str, Any], tree: dict[str, Any], inner: tuple[Ability, ...]
) -> Ability:
    timing = next((name for name in ("when", "after", "replaces", "static") if name in table), "")
    event = tree.get("when") or tree.get("after") or tree.get("replaces")
    return Ability(
        kind=words["kind"],
        name=words["name"],
        tag=words["tag"],
        zone=words["from"],
        limit=words["limit"],
        always=bool(table.get("always")),
        timing=timing,
        cost=_once(build_cost, tree["cost"]) if "cost" in tree else (),
        focus_cost=_once(build_cost, tree["focus_cost"]) if "focus_cost" in tree else (),
        event=_once(build_event, event) if event else None,
        hears=tuple(sorted(heard(event))) if event else (),
        need=_once(build_test, tree["need"]).run if "need" in tree else None,
        freely=_once(build_test, tree["freely"]).run if "freely" in tree else None,
        rules=tuple(_once(build_rules, tree["static"])) if "static" in tree else (),
        do=_once(build_block, tree["do"]) if "do" in tree else None,
        focus=tuple(build_block(one) for one in tree.get("focus", ())),
        inner=inner,
        tree=tree,
    )


def _once(build: Callable[[Node], _Made], node: Node) -> _Made:
    """What is built of the tree of a whole text: of one that many cards bear, once."""
    if node.built is None:
        node.built = build(node)
    made: _Made = node.built
    return made


def render(ability: Ability, vocabulary: Vocabulary, called: Mapping[str, str] | None = None) -> str:
    """What an ability says, in our words: its name, kind, cost, moment, what it does, what it needs.

    `called` are nouns that are called otherwise on this card: "this" may be "this spell". Without them, what works from
    elsewhere than the table calls them as the vocabulary does there (`Vocabulary.elsewhere`).
    """
    return _rendered(ability, ability.name, vocabulary, called)


def _rendered(ability: Ability, name: str, vocabulary: Vocabulary, called: Mapping[str, str] | None) -> str:
    """What an ability says under a name that may be another than its own."""
    called = _called(ability, vocabulary) if called is None else called
    words = {
        "name": name, "kind": ability.kind, "tag": ability.tag, "zone": ability.zone, "limit": ability.limit,
        "always": vocabulary.always if ability.always else "",
    }  # fmt: skip
    text = said(vocabulary, words, ability.tree or {}, called)
    return " ".join([text, *[f"({_handed_out(one, name, vocabulary)})" for one in ability.inner]])


def _called(ability: Ability, vocabulary: Vocabulary) -> Mapping[str, str]:
    """The nouns that are called otherwise by what works from elsewhere than the table."""
    return vocabulary.elsewhere if ability.zone or ability.kind in vocabulary.away else {}


def offered_words(ability: Ability, vocabulary: Vocabulary) -> tuple[str, ...]:
    """What each of the deeds says among which an ability asks (`one_of`, the first that it has): things that it named
    before are called as they are there. Empty for one that asks nothing so."""
    block = (ability.tree or {}).get("do")
    asked = [node for node in block.places() if node.known.spelling == "one_of"] if block is not None else []
    if not asked or block is None:
        return ()
    speaker = Speaker(vocabulary, _called(ability, vocabulary))
    speaker.block(block)
    told = [speaker.line(deed) for deed in asked[-1].args[0]]
    return tuple(words[:1].upper() + words[1:] for words in told)


def _handed_out(one: Ability, name: str, vocabulary: Vocabulary) -> str:
    """A skill that is handed out; one that bears the name of the skill that does it has none of its own."""
    return _rendered(one, "" if one.name == name + LENT else one.name, vocabulary, None).strip()


def mentions(ability: Ability, role: str, spelling: str) -> bool:
    """Whether a word stands anywhere in the texts of an ability."""
    return bool(found_words(ability, role, spelling))


def found_words(ability: Ability, role: str, spelling: str) -> list[Node]:
    """Every place in the texts of an ability where a word stands, the last first."""
    return [node for node in words_of(ability) if (node.known.role, node.known.spelling) == (role, spelling)]


def acts(ability: Ability) -> bool:
    """Whether all words of an ability, and of those that it hands out, do what they say."""
    return all(node.known.acts for node in words_of(ability)) and all(map(acts, ability.inner))


def words_of(ability: Ability) -> Iterator[Node]:
    """The places in the texts of an ability where words stand, those of what it hands out left aside."""
    for value in (ability.tree or {}).values():
        for node in value if isinstance(value, list) else [value]:
            yield from node.places()
