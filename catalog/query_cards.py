"""Reads a search for cards: which fields there are, and what their values mean (`catalog.query` tells the language)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple, NoReturn, Protocol, TypeAlias

from catalog.card import Release
from catalog.errors import QueryError
from catalog.names import bare, fold, visible
from catalog.query_nodes import (
    STATES,
    Among,
    And,
    Dice,
    Has,
    Is,
    Linked,
    Match,
    Node,
    Not,
    Number,
    Or,
    Playing,
    Printed,
    Query,
    Released,
    Text,
    Typed,
    Whole,
    Words,
    lower,
)
from catalog.query_words import OPERATOR, WORD, Reader, Value, field_of
from catalog.searched import tokens

_FIXED: Mapping[str, str] = {
    "name": "name", "n": "name", "text": "text", "o": "text", "type": "type", "t": "type", "game": "game",
    "g": "game", "set": "release", "e": "release", "release": "release", "rarity": "rarity", "r": "rarity",
    "number": "number", "code": "number", "summons": "summons", "summoned_by": "summoned_by", "is": "is",
    "order": "order", "sort": "order", "in": "in", "deck": "in", "legal": "legal",
    "dice_any": "dice", "dice_all": "dice", "dice_only": "dice",
    "dice_any+effects": "dice", "dice_all+effects": "dice", "dice_only+effects": "dice",
}  # fmt: skip
_SHORT: Mapping[str, tuple[str, ...]] = {
    "atk": ("attack",), "def": ("defence",), "cost": ("deploy_cost", "magic", "training_cost"),
    "cc": ("class_change_cost",), "pb": ("phoenixborn",), "unit": ("unit_name",), "symbol": ("symbols",),
    "color": ("symbols",), "colour": ("symbols",), "c": ("symbols",), "weapon": ("weapons",),
    "gender": ("genders",), "range": ("ranges",),
    "mv": ("deploy_cost", "magic", "training_cost"),
}  # fmt: skip
_SORTABLE = ("name", "type", "game", "release", "acting", "origin", "pack", "slug")
"""Besides facts: see `Catalog.search`."""
DICE = ("ceremonial", "charm", "illusion", "natural", "divine", "sympathy", "time", "artifice", "astral")
_BRACKETS = 3
"""How much deeper a query within a query stands, for SQLite's parser."""


class Sets(Protocol):
    """What a search may name that no card knows of itself: decks, construction formats, searches that were saved."""

    def members(self, field: str, value: str) -> Collection[tuple[str, str]]:
        """The cards, each a game and a slug, in the deck ("in") or legal by the format ("legal") that a person calls
        `value`. Raises what tells that there is none of that name."""

    def saved(self, name: str) -> str | None:
        """The text of a saved search; None when none is called that."""


def facts_called(name: str, fields: Collection[str]) -> tuple[str, ...]:
    """Which of `fields` a name in a query means: itself, what it is short for, or the list it is one of.

    Empty when there is none.
    """
    wanted = dict.fromkeys((name, *_SHORT.get(name, ()), *(() if name in fields else (name + "s",))))
    return tuple(field for field in wanted if field in fields)


Counts: TypeAlias = "Mapping[str, Callable[[], Mapping[tuple[str, str], int]]]"
"""Numbers of cards that the catalogue does not keep, by the field that a query asks for them with ("owned"); each is
made when a query asks, by game and slug. A card that is not there counts 0."""


class Known(NamedTuple):
    """What a search may speak of: the printed facts there are, the releases, numbers of copies, decks and formats."""

    fields: Collection[str]
    releases: Collection[Release] = ()
    counts: Counts = MappingProxyType({})
    sets: Sets | None = None


class CardReader(Reader[Node]):
    """Reads a search for cards."""

    def __init__(self, text: str, known: Known, depth: int = 0, within: tuple[str, ...] = ()) -> None:
        super().__init__(text, depth)
        self.known, self.begun, self.within = known, depth, within
        """`within` are the saved searches that this text is a part of."""
        self.order = ""

    def query(self) -> Query:
        """The whole text, and nothing after it."""
        root = self.whole_query()
        return Query(self.text, root, self.order)

    # ------------------------------------------------------------ the tree

    def both(self, parts: Sequence[Node]) -> Node:
        """See Reader."""
        return And(tuple(parts))

    def one_of(self, parts: Sequence[Node]) -> Node:
        """See Reader."""
        return Or(tuple(parts))

    def other_than(self, part: Node) -> Node:
        """See Reader."""
        return Not(part)

    def bare(self, value: Value) -> Node:
        """See Reader: words of a name."""
        return self.words("name", value)

    def named(self, value: Value) -> Node:
        """See Reader."""
        return self.whole(value)

    def special(self, start: int) -> Node | None:
        """A saved search: `@name`."""
        word = WORD.match(self.text, start)
        if word is None or len(word[0]) < 2 or not word[0].startswith("@") or OPERATOR.match(self.text, word.end()):
            return None
        name = word[0][1:]
        text = self.known.sets.saved(name) if self.known.sets else None
        if text is None:
            self.fail(start, f'No search is saved as "{name}"; a name with an @ stands in quotes.')
        if name in self.within:
            self.fail(start, f'The saved search "{name}" holds itself.')
        self.at = word.end()
        return self.inner(Value(text, False, start), f'The saved search "{name}": ', (*self.within, name))

    def inner(self, value: Value, before: str = "", within: tuple[str, ...] | None = None) -> Node:
        """A query within this one. Its faults are told at their own place, or, of a saved search, where that stands."""
        self.depth += _BRACKETS
        self.deeper(value.at)
        inside = CardReader(value.text, self.known, self.depth, within or self.within)
        inside.terms = self.terms
        try:
            node = inside.whole_query()
        except QueryError as error:
            self.fail(value.at if before else value.at + error.column - 1, before + error.what)
        self.depth -= _BRACKETS + 1
        self.terms = inside.terms
        if inside.order and not before:
            self.fail(value.at, "An order stands alone, outside of brackets.")
        if self.depth == self.begun:
            self.order = self.order or inside.order
        return node

    # ------------------------------------------------------------ values

    def words(self, column: str, value: Value) -> Words:
        """The words of a value: a bare one may end in the beginning of a word."""
        self.key(value)
        found = tokens(value.text)
        if not found:
            self.fail(value.at, "A letter or a digit is expected to look for.")
        return Words(column, tuple(found), not value.quoted)

    def whole(self, value: Value) -> Whole:
        """A whole name, with and without its marks."""
        return Whole(tuple(dict.fromkeys((self.key(value), bare(value.text) or self.key(value)))))

    def match(self, value: Value, exact: bool) -> Match:
        """Text of a fact, as it was written here and folded."""
        return Match(tuple(dict.fromkeys((self.key(value), lower(visible(value.text))))), exact)

    # ------------------------------------------------------------ fields

    def compare(self, written: str, operator: str, start: int) -> Node:
        """A field, its operator (read already) and its values."""
        name = field_of(written)
        if name in self.known.counts:
            return self.copies(name, operator, self.values(written + operator))
        fixed = _FIXED.get(name)
        facts = () if fixed else facts_called(name, self.known.fields)
        if not fixed and not facts:
            self.unknown(start, f'"{written}" is no field of these cards; words before ":" and "=" are.', name)
        if fixed == "order":
            self.fail(start, "An order stands alone, outside of parentheses, and is turned round so: order:-cost.")
        if fixed and operator not in (":", "=", "!="):
            self.fail(start, f'After {written} one of ":", "=" and "!=" is expected.')
        plain = "=" if operator == "!=" else operator
        node = self.valued(written, operator, plain, fixed, facts)
        if operator != "!=":
            return node
        return And((Has(facts), Not(node))) if facts else Not(node)

    def valued(self, written: str, operator: str, plain: str, fixed: str | None, facts: tuple[str, ...]) -> Node:
        """The values of a field."""
        if fixed == "dice":
            return self.dice(field_of(written), self.values(written + operator))
        if fixed in ("summons", "summoned_by") and self.text.startswith("[[", self.at):
            return Linked(self.inner(self.bracketed()), fixed == "summons")
        found = tuple(self.one(fixed, facts, plain, value) for value in self.values(written + operator))
        return found[0] if len(found) == 1 else Or(found)

    def one(self, fixed: str | None, facts: tuple[str, ...], operator: str, value: Value) -> Node:
        """One value of one field."""
        if facts:
            return self.fact(facts, operator, value)
        if fixed == "name":
            return self.name(operator, value)
        if fixed == "text":
            if operator != ":":
                self.fail(value.at, 'Text is found by its words: after text ":" is expected.')
            return self.words("text", value)
        if fixed in ("summons", "summoned_by"):
            return Linked(self.name(operator, value), fixed == "summons")
        if fixed == "type":
            return Typed(self.match(value, operator == "="))
        if fixed in ("in", "legal"):
            return self.among(fixed, value)
        key = self.key(value)
        if fixed == "game":
            return Playing(key)
        if fixed == "number":
            return Printed(("number", "code"), key, operator == "=")
        if fixed == "rarity":
            return Printed(("rarity",), lower(visible(value.text)), True)
        return self.released(operator, value) if fixed == "release" else self.state(key, value)

    def name(self, operator: str, value: Value) -> Words | Whole:
        """Words of a name after `:`, a whole one after `=`."""
        return self.whole(value) if operator == "=" else self.words("name", value)

    def among(self, field: str, value: Value) -> Node:
        """The cards of a deck, or those that a construction format has."""
        self.key(value)
        if self.known.sets is None:
            self.fail(value.at, "Decks and formats are not known here.")
        members = self.known.sets.members(field, value.text)
        return Among(frozenset(f"{game}/{slug}" for game, slug in members))

    def dice(self, field: str, values: list[Value]) -> Node:
        """Which dice a card asks for: `dice_any`, `dice_all` or `dice_only`, each also with what its effects cost."""
        way, _, effects = field.removeprefix("dice_").partition("+")
        types = [self.die(word.strip(), value) for value in values for word in value.text.split(",") if word.strip()]
        if not types:
            self.fail(values[0].at, f"The dice are {', '.join(DICE)}.")
        return Dice(way, tuple(dict.fromkeys(types)), bool(effects))

    def die(self, word: str, value: Value) -> str:
        """The die that a word, or its beginning, means."""
        key = "natural" if fold(word) == "nature" else fold(word)
        found = [die for die in DICE if len(key) > 2 and die.startswith(key)]
        if len(found) != 1:
            self.no_such(value.at, f'There is no die "{word}"; there are {", ".join(DICE)}.', key, DICE)
        return found[0]

    def state(self, key: str, value: Value) -> Node:
        """What a card may be: a word of our own, or a mark that cards have."""
        word = field_of(key.replace(" ", "_"))
        if word == "conjuration":
            return Typed(Match(("conjuration", "conjured"), False))
        if word in STATES:
            return Is(word)
        if word not in self.known.fields:
            self.no_such(value.at, f'Nothing is "{value.text}".', word, ["conjuration", *STATES, *self.known.fields])
        return Text((word,), Match(("true",), True))

    def released(self, operator: str, value: Value) -> Node:
        """Releases by slug or name, or, after `:` and when none is just that, by whole words of it."""
        wanted = tokens(value.text)
        if not self.known.releases or not wanted:
            return Released((("", lower(visible(value.text).replace(" ", "-"))),))
        names = {(release.game, lower(release.slug)): (release.slug, release.name) for release in self.known.releases}
        found = [slug for slug, two in names.items() if wanted in [tokens(name) for name in two]]
        if not found and operator == ":":
            part = f" {' '.join(wanted)} "
            found = [slug for slug, two in names.items() if any(part in f" {' '.join(tokens(name))} " for name in two)]
        if not found:
            called = [name for pair in names.values() for name in pair]
            self.no_such(value.at, f'No release is called "{value.text}".', fold(value.text), called)
        return Released(tuple(found))

    def fact(self, facts: tuple[str, ...], operator: str, value: Value) -> Node:
        """A value of a printed fact: a range, a number, or text."""
        bounds = self.bounds(operator, value)
        if bounds is not None:
            return Number(facts, *bounds)
        if operator not in (":", "="):
            self.fail(value.at, f'A number is expected after "{operator}".')
        return Text(facts, self.match(value, operator == "="))

    def copies(self, name: str, operator: str, values: list[Value]) -> Node:
        """Values of a number of copies."""
        found = tuple(self.counted(name, "=" if operator == "!=" else operator, value) for value in values)
        node: Node = found[0] if len(found) == 1 else Or(found)
        return Not(node) if operator == "!=" else node

    def counted(self, name: str, operator: str, value: Value) -> Node:
        """A number of copies: a range, or a bound."""
        bounds = self.bounds(operator, value)
        if bounds is None:
            self.fail(value.at, f"A number of copies is expected after {name}.")
        inside = not bounds.hold(0)
        counts = self.known.counts[name]()
        return Among(frozenset(f"{of}/{slug}" for (of, slug), n in counts.items() if bounds.hold(n) is inside), inside)

    # ------------------------------------------------------------ order

    def aside(self, start: int) -> bool:
        """The order of the answer, where the query tells it."""
        word = WORD.match(self.text, start)
        if not word or _FIXED.get(field_of(word[0])) != "order" or not OPERATOR.match(self.text, word.end()):
            return False
        self.at = word.end()
        self.ordered(start)
        return True

    def ordered(self, start: int) -> None:
        """The order of the answer; the name `order` is read, the operator is not."""
        operator = OPERATOR.match(self.text, self.at)
        if self.depth > self.begun or self.order or operator is None or operator[0] not in (":", "="):
            self.fail(start, "One order is expected, outside of parentheses, with a colon: order:cost or order:-cost.")
        self.at = operator.end()
        value = self.value("The name of a field is expected to sort by.")
        name = field_of(value.text.removeprefix("-"))
        if _FIXED.get(name, name) in _SORTABLE:
            found = [_FIXED.get(name, name)]
        else:
            meant = facts_called(name, self.known.fields)
            found = [fact for fact in meant if fact in _SHORT.get(name, ())] or [*meant]
        if not found:
            self.no_such(
                value.at, f'"{name}" is no field to sort by.', name, [*_SORTABLE, *self.short(), *self.known.fields]
            )
        if len(found) > 1:
            self.fail(value.at, f'"{name}" is several fields; one is expected to sort by: {", ".join(found)}.')
        self.order = ("-" if value.text.startswith("-") else "") + found[0]

    def unknown(self, at: int, what: str, name: str) -> NoReturn:
        """Fail over a field that is none."""
        known: Iterable[str] = {*_FIXED, *self.known.counts, *self.known.fields, *self.short()}
        self.no_such(at, what, name, known)

    def short(self) -> list[str]:
        """The short names that mean something on these cards."""
        return [name for name in _SHORT if facts_called(name, self.known.fields)]
