"""The tree of a search: every part of it is asked of a database or of one card, with the same answer."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple, Protocol, TypeAlias

from catalog.card import Card
from catalog.names import fold, initials
from catalog.searched import searched_name, searched_text

Sql: TypeAlias = "tuple[str, list[str | int]]"


class Links(Protocol):
    """Who brings out whom: `reading.Catalog` is one."""

    def summons(self, card: Card) -> list[Card]:
        """What the card can bring out."""

    def summoned_by(self, card: Card) -> list[Card]:
        """What can bring the card out."""


class Node(Protocol):
    """A part of a query, which is asked of a database or of one card, with the same answer."""

    def sql(self) -> Sql:
        """The condition about the table `card`, and its parameters. It is never NULL, and binds tighter than NOT."""

    def test(self, card: Card, links: Links | None) -> bool:
        """Whether the card fits."""


@dataclass(frozen=True, slots=True)
class And:
    """Every part fits; without parts, any card does."""

    parts: tuple[Node, ...]

    def sql(self) -> Sql:
        """See Node."""
        return _chain(self.parts, " AND ") if self.parts else ("1", [])

    def test(self, card: Card, links: Links | None) -> bool:
        """See Node."""
        return all(part.test(card, links) for part in self.parts)


@dataclass(frozen=True, slots=True)
class Or:
    """One part fits at least."""

    parts: tuple[Node, ...]

    def sql(self) -> Sql:
        """See Node."""
        return _chain(self.parts, " OR ") if self.parts else ("0", [])

    def test(self, card: Card, links: Links | None) -> bool:
        """See Node."""
        return any(part.test(card, links) for part in self.parts)


@dataclass(frozen=True, slots=True)
class Not:
    """The part does not fit."""

    part: Node

    def sql(self) -> Sql:
        """See Node."""
        condition, values = self.part.sql()
        return f"NOT {condition}", values

    def test(self, card: Card, links: Links | None) -> bool:
        """See Node."""
        return not self.part.test(card, links)


class Match(NamedTuple):
    """Printed text is one of `values` or, unless `exact`, has a word that begins so, whatever the case (of ASCII).

    The values are what was asked for, as written and folded. One that begins with no ASCII letter or digit ("+1",
    or Japanese) is found anywhere.
    """

    values: tuple[str, ...]
    exact: bool

    def sql(self, column: str) -> Sql:
        """The condition about a column that is never NULL."""
        if self.exact:
            return f"lower({column}) IN ({_marks(self.values)})", [*self.values]
        condition = " OR ".join([f"' ' || lower({column}) GLOB ?"] * len(self.values))
        return f"({condition})", [_glob(value) for value in self.values]

    def fits(self, text: str) -> bool:
        """The same of one text."""
        found = lower(text)
        if self.exact:
            return found in self.values
        found = found.partition("\0")[0]  # where GLOB stops
        return any(
            re.search(("(?<![a-z0-9])" if _begins_a_word(value) else "") + re.escape(value), found)
            for value in self.values
        )


@dataclass(frozen=True, slots=True)
class Words:
    """Words side by side in the names ("name") or the text ("text"); the last may be a beginning if `prefix`."""

    column: str
    words: tuple[str, ...]
    prefix: bool

    def select(self) -> Sql:
        """The ids of the cards. The words are ASCII letters, digits and "ø", so nothing in them is FTS5's language."""
        match = f'{self.column} : "{" ".join(self.words)}"{"*" if self.prefix else ""}'
        return "SELECT rowid FROM search WHERE search MATCH ?", [match]

    def sql(self) -> Sql:
        """See Node."""
        cards, values = self.select()
        return f"card.id IN ({cards})", values

    def test(self, card: Card, links: Links | None) -> bool:
        """See Node."""
        found = f" {searched_name(card) if self.column == 'name' else searched_text(card)} "
        return f" {' '.join(self.words)}{'' if self.prefix else ' '}" in found


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole name of any kind (name, slug, unit name, number ...), folded, with or without marks; no initials."""

    keys: tuple[str, ...]

    def select(self) -> Sql:
        """The ids of the cards."""
        return f"SELECT card FROM name WHERE key IN ({_marks(self.keys)}) AND kind <> 'initials'", [*self.keys]

    def sql(self) -> Sql:
        """See Node."""
        cards, values = self.select()
        return f"card.id IN ({cards})", values

    def test(self, card: Card, links: Links | None) -> bool:
        """See Node."""
        from catalog.loading import names_of  # a cold search does not load what builds the catalogue

        return any(key in self.keys and kind != "initials" for key, kind in names_of(card))


@dataclass(frozen=True, slots=True)
class Initials:
    """The name has these initials, folded."""

    key: str

    def sql(self) -> Sql:
        """See Node."""
        return "card.id IN (SELECT card FROM name WHERE key = ? AND kind = 'initials')", [self.key]

    def test(self, card: Card, links: Links | None) -> bool:
        """See Node."""
        return initials(card.name) == self.key


@dataclass(frozen=True, slots=True)
class Number:
    """A number among the facts of these names lies from `least` to `most`; None leaves that end open."""

    fields: tuple[str, ...]
    least: int | None
    most: int | None

    def sql(self) -> Sql:
        """See Node."""
        bounds = [("number >= ?", self.least), ("number <= ?", self.most)]
        asked = [(condition, bound) for condition, bound in bounds if bound is not None]
        return _of_facts(self.fields, [each for each, _ in asked], [bound for _, bound in asked])

    def test(self, card: Card, links: Links | None) -> bool:
        """See Node."""
        return any(
            field in self.fields and number is not None and self.fits(number) for field, _, number in _facts(card)
        )

    def fits(self, number: int) -> bool:
        """Whether a number lies there."""
        return (self.least is None or self.least <= number) and (self.most is None or number <= self.most)


@dataclass(frozen=True, slots=True)
class Text:
    """An item among the facts of these names is text that matches."""

    fields: tuple[str, ...]
    match: Match

    def sql(self) -> Sql:
        """See Node."""
        condition, values = self.match.sql("text")
        return _of_facts(self.fields, ["number IS NULL", condition], values)

    def test(self, card: Card, links: Links | None) -> bool:
        """See Node."""
        facts = _facts(card)
        return any(field in self.fields and number is None and self.match.fits(text) for field, text, number in facts)


@dataclass(frozen=True, slots=True)
class Typed:
    """The type of a face matches."""

    match: Match

    def sql(self) -> Sql:
        """See Node. Of cards with two faces the body is read as well: see `loading.body_of`."""
        first, values = self.match.sql("card.type")
        other, more = self.match.sql("json_extract(value, '$[1]')")
        others = f"EXISTS (SELECT 1 FROM json_each(card.body, '$[4]') WHERE {other})"
        return f"({first} OR {_TWO_FACES} AND {others})", [*values, *more]

    def test(self, card: Card, links: Links | None) -> bool:
        """See Node."""
        return any(self.match.fits(face.type) for face in card.faces)


@dataclass(frozen=True, slots=True)
class Has:
    """The card has a fact of one of these names."""

    fields: tuple[str, ...]

    def sql(self) -> Sql:
        """See Node."""
        return _of_facts(self.fields, [], [])

    def test(self, card: Card, links: Links | None) -> bool:
        """See Node."""
        return any(field in self.fields for field, _, _ in _facts(card))


@dataclass(frozen=True, slots=True)
class Printed:
    """One of these columns of a printing (number and code, or rarity) is `value` or, unless `exact`, begins so."""

    columns: tuple[str, ...]
    value: str
    exact: bool

    def sql(self) -> Sql:
        """See Node. Numbers and codes stand folded in the table, a rarity as printed."""
        one = "lower({}) = ?" if self.exact else "instr(lower({}), ?) = 1"
        condition = " OR ".join(one.format(column) for column in self.columns)
        return f"card.id IN (SELECT card FROM printing WHERE {condition})", [self.value] * len(self.columns)

    def test(self, card: Card, links: Links | None) -> bool:
        """See Node."""
        rows = [{"number": fold(p.number), "code": fold(p.code), "rarity": p.rarity} for p in card.printings]
        found = [lower(row[column]) for row in rows for column in self.columns]
        return any(text == self.value if self.exact else text.startswith(self.value) for text in found)


@dataclass(frozen=True, slots=True)
class Released:
    """A printing is in one of these releases, each a game (or "" for any) and a slug."""

    slugs: tuple[tuple[str, str], ...]

    def sql(self) -> Sql:
        """See Node."""
        one = "(lower(release) = ? AND (? = '' OR game = ?))"
        values = [value for game, slug in self.slugs for value in (slug, game, game)]
        condition = " OR ".join([one] * len(self.slugs))
        return f"card.id IN (SELECT card FROM printing WHERE {condition})", [*values]

    def test(self, card: Card, links: Links | None) -> bool:
        """See Node."""
        found = {lower(printing.release) for printing in card.printings}
        return any(slug in found and game in ("", card.game) for game, slug in self.slugs)


@dataclass(frozen=True, slots=True)
class Playing:
    """The card is of this game."""

    game: str

    def sql(self) -> Sql:
        """See Node."""
        return "card.game = ?", [self.game]

    def test(self, card: Card, links: Links | None) -> bool:
        """See Node."""
        return card.game == self.game


@dataclass(frozen=True, slots=True)
class Is:
    """The card is what the word says; the words are those of `STATES`."""

    state: str

    def sql(self) -> Sql:
        """See Node."""
        return STATES[self.state][0], []

    def test(self, card: Card, links: Links | None) -> bool:
        """See Node."""
        return STATES[self.state][1](card)


@dataclass(frozen=True, slots=True)
class Linked:
    """The card can bring out a card that fits `other`, or, if not `forward`, a card that fits can bring it out."""

    other: Node
    forward: bool

    def sql(self) -> Sql:
        """See Node."""
        near, far = ("card", "target") if self.forward else ("target", "card")
        others, values = _select(self.other)
        return f"card.id IN (SELECT {near} FROM link WHERE {far} IN ({others}))", values

    def test(self, card: Card, links: Links | None) -> bool:
        """See Node. Raises ValueError without links: one card does not know the others."""
        if links is None:
            raise ValueError("summons and summoned_by are tested with links")
        others = links.summons(card) if self.forward else links.summoned_by(card)
        return any(self.other.test(other, links) for other in others)


def _select(node: Node) -> Sql:
    """The ids of the cards that fit a node."""
    if isinstance(node, Words | Whole):
        return node.select()
    condition, values = node.sql()
    return f"SELECT card.id FROM card WHERE {condition}", values


@dataclass(frozen=True, slots=True)
class Among:
    """The card is among `cards` ("game/slug") or, unless `inside`, is not: what the catalogue does not keep (a deck, a
    construction format, copies that a person owns), settled when the query was understood."""

    cards: frozenset[str]
    inside: bool = True

    def sql(self) -> Sql:
        """See Node."""
        way = "IN" if self.inside else "NOT IN"
        condition = f"(card.game || '/' || card.slug {way} (SELECT value FROM json_each(?)))"
        return condition, [json.dumps(sorted(self.cards))]

    def test(self, card: Card, links: Links | None) -> bool:
        """See Node."""
        return (f"{card.game}/{card.slug}" in self.cards) is self.inside


@dataclass(frozen=True, slots=True)
class Dice:
    """The dice that a card costs, or, with `effects`, also what its effects cost: one of `types` at least ("any"), each
    of them ("all"), or no die of another type ("only": a card without such dice, but with a cost, fits too). Of dice
    from which one is chosen, one of the types is enough."""

    way: str
    types: tuple[str, ...]
    effects: bool

    def sql(self) -> Sql:
        """See Node."""
        if self.way == "only":
            return self._only()
        parts = [self._asks(die) for die in self.types]
        return _joined([part for part, _ in parts], [v for _, more in parts for v in more], self.way == "all")

    def _asks(self, die: str) -> Sql:
        """Cards that ask for a die."""
        cost = "field = 'cost' AND instr(' ' || lower(text), ?)"
        if not self.effects:
            return f"card.id IN (SELECT card FROM fact WHERE {cost})", [f" {die}:"]
        effect = "field IN ('effect_dice', 'parallel_dice') AND lower(text) = ?"
        return f"card.id IN (SELECT card FROM fact WHERE {cost} OR {effect})", [f" {die}:", die]

    def _only(self) -> Sql:
        words = [f" {die}:" for die in self.types]
        mine = " OR ".join(["instr(' ' || lower(text), ?)"] * len(words))
        other = f"SELECT card FROM fact WHERE field = 'cost' AND instr(text, ':') AND NOT ({mine})"
        fits = f"card.id IN (SELECT card FROM fact WHERE field IN ({_marks(_ASKING)})) AND card.id NOT IN ({other})"
        if not self.effects:
            return f"({fits})", [*_ASKING, *words]
        marks = _marks(self.types)
        effect = f"SELECT card FROM fact WHERE field = 'effect_dice' AND lower(text) NOT IN ({marks})"
        parallel = f"SELECT card FROM fact WHERE field = 'parallel_dice' AND lower(text) IN ({marks})"
        chosen = "SELECT card FROM fact WHERE field = 'parallel_dice'"
        return (
            f"({fits} AND card.id NOT IN ({effect}) AND (card.id IN ({parallel}) OR card.id NOT IN ({chosen})))",
            [*_ASKING, *words, *self.types, *self.types],
        )

    def test(self, card: Card, links: Links | None) -> bool:
        """See Node."""
        facts = [(field, lower(text)) for field, text, _ in _facts(card)]
        costs = [f" {text}" for field, text in facts if field == "cost"]
        effects = (
            {text for field, text in facts if field in ("effect_dice", "parallel_dice")} if self.effects else set()
        )
        if self.way != "only":
            asked = [die in effects or any(f" {die}:" in cost for cost in costs) for die in self.types]
            return all(asked) if self.way == "all" else any(asked)
        if not any(field in _ASKING for field, _ in facts):
            return False
        parted = [cost for cost in costs if ":" in cost]
        plain = {text for field, text in facts if field == "effect_dice"}
        chosen = {text for field, text in facts if field == "parallel_dice"}
        fits = all(any(f" {die}:" in cost for die in self.types) for cost in parted)
        return fits and (not self.effects or (plain <= {*self.types} and (not chosen or bool(chosen & {*self.types}))))


_ASKING = ("cost", "effect_dice", "parallel_dice")
"""The facts of a card that asks for dice, or for none of them."""


def _joined(conditions: list[str], values: list[str | int], every: bool) -> Sql:
    return f"({(' AND ' if every else ' OR ').join(conditions)})", values


_TWO_FACES = "card.id IN (SELECT card FROM name WHERE kind = 'face')"


def _printed(card: Card) -> int | None:
    from catalog.loading import printed_abilities

    return printed_abilities(card.faces)


STATES: Mapping[str, tuple[str, Callable[[Card], bool]]] = {
    "acting": ("card.acting = 'yes'", lambda card: card.acting == "yes"),
    "partly": ("card.acting = 'partly'", lambda card: card.acting == "partly"),
    "unwritten": ("card.acting = 'no'", lambda card: card.acting == "no"),
    "unpublished": ("card.printed IS NULL", lambda card: _printed(card) is None),
    "vanilla": ("card.printed IS 0", lambda card: _printed(card) == 0),
    "invented": ("card.origin = 'invented'", lambda card: card.origin == "invented"),
    "own": ("card.pack <> ''", lambda card: card.pack != ""),
    "doublesided": (_TWO_FACES, lambda card: len(card.faces) > 1),
    "unlimited": (
        "coalesce(json_extract(card.body, '$[8]'), 0) < 0",
        lambda card: card.copies_max is not None and card.copies_max < 0,
    ),
}


def _chain(parts: tuple[Node, ...], between: str) -> Sql:
    """The longest condition stands first: SQLite's parser keeps what stands before an open bracket on a small stack."""
    conditions = sorted((part.sql() for part in parts), key=lambda each: -len(each[0]))
    values = [value for _, more in conditions for value in more]
    return f"({between.join(condition for condition, _ in conditions)})", values


def _of_facts(fields: tuple[str, ...], conditions: list[str], values: Iterable[str | int]) -> Sql:
    where = " AND ".join([f"field IN ({_marks(fields)})", *conditions])
    return f"card.id IN (SELECT card FROM fact WHERE {where})", [*fields, *values]


def _facts(card: Card) -> Iterator[tuple[str, str, int | None]]:
    """The facts of a card as they stand in the table `fact`: field, text, and the number where it is one."""
    from catalog.loading import said

    for face in card.faces:
        if face.side:
            yield "side", face.side, None
        for field, value in face.facts.items():
            for item in value if isinstance(value, tuple) else (value,):
                number = item if isinstance(item, int) and not isinstance(item, bool) else None
                yield field, said(item), number


def _marks(values: tuple[str, ...]) -> str:
    return ", ".join("?" * len(values))


def _glob(value: str) -> str:
    start = "*[^a-z0-9]" if _begins_a_word(value) else "*"
    return start + re.sub(r"[*?\[]", r"[\g<0>]", value) + "*"


def _begins_a_word(value: str) -> bool:
    return value[:1].isascii() and value[:1].isalnum()


def lower(text: str) -> str:
    """Lower case as SQLite's `lower` makes it: ASCII letters only."""
    return "".join(c.lower() if c.isascii() else c for c in text)


@dataclass(frozen=True, slots=True)
class Query:
    """A search that was understood. `order` is the field to sort by ("-cost": largest first), or empty."""

    text: str
    root: Node
    order: str = ""

    def where(self) -> Sql:
        """An SQL condition about the table `card` of cards.db (under that name), and its parameters."""
        return self.root.sql()

    def test(self, card: Card, links: Links | None = None) -> bool:
        """Whether the card fits, as `where` would tell.

        A query with `summons` or `summoned_by` needs `links`, and raises ValueError without.
        """
        return self.root.test(card, links)

    def by_initials(self) -> Query | None:
        """What to ask instead when this is one bare word and no card fits; None for any other query."""
        *held, last = self.root.parts if isinstance(self.root, And) and self.root.parts else (self.root,)
        if not all(isinstance(part, Playing) for part in held) or not isinstance(last, Words):
            return None
        if last.column != "name" or not last.prefix or len(last.words) != 1 or len(last.words[0]) < 2:
            return None
        return replace(self, root=And((*held, Initials(last.words[0]))))
