"""Cards are found by words, phrases and fields; every term must fit.

  three owl            names (aliases too) with a word beginning "three" and
                       one beginning "owl", in any order
  teo                  one word that begins no word of a name: the cards whose
                       initials it is (Three-Eyed Owl)
  "flute mage"         these whole words side by side in a name
  !"Iron Worker"       the whole name, slug, number or unit name is this
  -term   not term     the term does not fit
  a or b   a | b       either fits; "and" binds tighter and may be left out
  (a or b) c           parentheses group
  type:ally|dragon     several values of one field; also type:(ally or dragon)

Fields stand directly before : = != < <= > >= and their value; a value with
blanks stands in quotes. A field is any printed fact (attack, life, symbols,
class ...; a list fits when one of its items does), or one of these:
  name: n:             words of the name;  name="Flute Mage" is the whole name
  text: o:             words of the card's text, as far as it is written
  type: t:             type of either face
  game: g:             ashes, cipher, phase, phase10, fantasyform
  set: e: release:     a release (slug or name) the card was printed in
  rarity: r:           rarity of a printing
  number: code:        how a printing's number begins;  number=B01-003 is all
  summons:             words of a card it can bring out; summoned_by: of one
                       that can bring it out;  summons="Iron Worker" is whole
  is:                  acting partly unwritten unpublished invented own
                       vanilla doublesided conjuration unlimited, or any mark
                       (is:chained, is:exclusive, is:no_bond)
  owned: free:         your copies, all or free of decks: owned>0 free<=2
  order: sort:         a field to sort by;  order:-cost has the largest first

Numbers: cost<=2   attack:60   life=1..3   cost=3..   life:..2   magic:X
Text: symbol:red finds an item with a word beginning "red", symbol=red an item
that is just "red". A word in quotes is text, never a number.
field!=value: the card has that field, and no item of it is the value.
Short: atk attack, def defence, cost (deployment, magic or training), mv cost,
cc class change, pb phoenixborn, unit unit name, c color symbol symbols, and
one of a list (weapon, gender, range ...). Case does not matter, nor do
accents and punctuation in names and text. There are no regular expressions.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple, NoReturn, Protocol, TypeAlias

from catalog.card import Card, Release
from catalog.errors import QueryError
from catalog.names import bare, fold, initials, visible
from catalog.searched import searched_name, searched_text, tokens

HELP: str = __doc__ or ""
"""The reference of the language, for a screen of 78 columns."""

LENGTH = 2_000
"""The most characters a query may have."""
DEPTH = 20
"""How deep parentheses and negations may nest: SQLite's parser gives up at about a hundred open brackets."""
TERMS = 200
"""The most terms (values counted singly) of a query."""
_VALUE = 300  # characters of one folded term; bounds the work of a GLOB and of an FTS phrase
_DIGITS = 9  # of a number; keeps every number within SQLite's

Sql: TypeAlias = "tuple[str, list[str | int]]"

# ---------------------------------------------------------------- the tree


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
        found = _lower(text)
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
        found = [_lower(row[column]) for row in rows for column in self.columns]
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
        found = {_lower(printing.release) for printing in card.printings}
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
    """The card is what the word says; the words are those of `_STATES`."""

    state: str

    def sql(self) -> Sql:
        """See Node."""
        return _STATES[self.state][0], []

    def test(self, card: Card, links: Links | None) -> bool:
        """See Node."""
        return _STATES[self.state][1](card)


@dataclass(frozen=True, slots=True)
class Linked:
    """The card can bring out a card that fits `other`, or, if not `forward`, a card that fits can bring it out."""

    other: Words | Whole
    forward: bool

    def sql(self) -> Sql:
        """See Node."""
        near, far = ("card", "target") if self.forward else ("target", "card")
        others, values = self.other.select()
        return f"card.id IN (SELECT {near} FROM link WHERE {far} IN ({others}))", values

    def test(self, card: Card, links: Links | None) -> bool:
        """See Node. Raises ValueError without links: one card does not know the others."""
        if links is None:
            raise ValueError("summons and summoned_by are tested with links")
        others = links.summons(card) if self.forward else links.summoned_by(card)
        return any(self.other.test(other, links) for other in others)


@dataclass(frozen=True, slots=True)
class Counted:
    """The card is among `cards` ("game/slug") or, unless `inside`, is not: a count that the catalogue does not keep
    (copies that a person owns), settled when the query was understood."""

    cards: frozenset[str]
    inside: bool

    def sql(self) -> Sql:
        """See Node."""
        way = "IN" if self.inside else "NOT IN"
        condition = f"(card.game || '/' || card.slug {way} (SELECT value FROM json_each(?)))"
        return condition, [json.dumps(sorted(self.cards))]

    def test(self, card: Card, links: Links | None) -> bool:
        """See Node."""
        return (f"{card.game}/{card.slug}" in self.cards) is self.inside


_TWO_FACES = "card.id IN (SELECT card FROM name WHERE kind = 'face')"


def _printed(card: Card) -> int | None:
    from catalog.loading import printed_abilities

    return printed_abilities(card.faces)


_STATES: Mapping[str, tuple[str, Callable[[Card], bool]]] = {
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


def _lower(text: str) -> str:
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


# ---------------------------------------------------------------- fields

_FIXED: Mapping[str, str] = {
    "name": "name", "n": "name", "text": "text", "o": "text", "type": "type", "t": "type", "game": "game",
    "g": "game", "set": "release", "e": "release", "release": "release", "rarity": "rarity", "r": "rarity",
    "number": "number", "code": "number", "summons": "summons", "summoned_by": "summoned_by", "is": "is",
    "order": "order", "sort": "order",
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


def facts_called(name: str, fields: Collection[str]) -> tuple[str, ...]:
    """Which of `fields` a name in a query means: itself, what it is short for, or the list it is one of.

    Empty when there is none.
    """
    wanted = dict.fromkeys((name, *_SHORT.get(name, ()), *(() if name in fields else (name + "s",))))
    return tuple(field for field in wanted if field in fields)


Counts: TypeAlias = "Mapping[str, Callable[[], Mapping[tuple[str, str], int]]]"
"""Numbers of cards that the catalogue does not keep, by the field that a query asks for them with ("owned"); each is
made when a query asks, by game and slug. A card that is not there counts 0."""


def parse(
    text: str,
    fields: Collection[str],
    releases: Collection[Release] = (),
    *,
    game: str = "",
    counts: Counts | None = None,
) -> Query:
    """Understand a query; `fields` are the printed facts there are (`Catalog.fields`).

    With `releases`, `set:` takes their names as well as their slugs, and refuses one that does not exist. With `game`
    (a slug), only its cards fit, whatever the text says. `counts` gives the fields whose numbers the catalogue does not
    keep. Raises QueryError, with the column and what was expected
    there, for anything else than a query of this language.
    """
    query = _Parser(text, fields, releases, counts or {}).query()
    return replace(query, root=And((Playing(game), query.root))) if game else query


# ---------------------------------------------------------------- the parser

_WORD = re.compile(r"""(?:[^\s()"“”„|:=<>!]|!(?!=))+""")
_OPERATOR = re.compile(r"!=|<=|>=|[:=<>]")
_PHRASE = re.compile(r'"((?:[^"]|"")*)"|[“„]([^“”„]*)[“”]')
_UNFIT = re.compile(r"[\ud800-\udfff]|(?!\s)[\x00-\x1f\x7f-\x9f]")
_NUMBER = re.compile(r"-?[0-9]+")
_RANGE = re.compile(r"(-?[0-9]+)?\.\.(-?[0-9]+)?")


class _Value(NamedTuple):
    text: str
    quoted: bool
    at: int


class _Parser:
    """Reads a query from left to right; `at` is the place of the next character, `depth` the open brackets."""

    def __init__(self, text: str, fields: Collection[str], releases: Collection[Release], counts: Counts) -> None:
        self.text, self.fields, self.releases, self.counts = text, fields, releases, counts
        self.at = self.depth = self.terms = 0
        self.order = ""

    def query(self) -> Query:
        """The whole text, and nothing after it."""
        if len(self.text) > LENGTH:
            self.fail(LENGTH, f"A query has at most {LENGTH:,} characters.")
        if unfit := _UNFIT.search(self.text):
            self.fail(unfit.start(), "A query holds no control characters and no broken ones.")
        self.blanks()
        root = self.either() if self.at < len(self.text) else And(())
        if self.at < len(self.text):
            self.fail(self.at, "This parenthesis was never opened.")
        return Query(self.text, root, self.order)

    def either(self) -> Node:
        """Branches between `or` or `|`."""
        branches = [self.all()]
        while (start := self.blanks()) < len(self.text) and (self.takes("|") or self.keyword("or")):
            if branches[-1] == And(()):
                self.fail(start, 'A term is expected before "or".')
            branches.append(self.all())
        if len(branches) > 1 and branches[-1] == And(()):
            self.fail(self.at, 'A term is expected beside "or".')
        return branches[0] if len(branches) == 1 else Or(tuple(branches))

    def all(self) -> Node:
        """Terms side by side, with or without `and`; an order is no term."""
        parts = self.item()
        while (start := self.blanks()) < len(self.text) and self.text[start] not in ")|":
            if self.keyword("or"):
                self.at = start
                break
            self.keyword("and")
            parts += self.item()
        return parts[0] if len(parts) == 1 else And(tuple(parts))

    def item(self) -> list[Node]:
        """One term, or none where the query tells its order."""
        start = self.blanks()
        word = _WORD.match(self.text, start)
        if word and _FIXED.get(_field(word[0])) == "order" and _OPERATOR.match(self.text, word.end()):
            self.at = word.end()
            self.ordered(start)
            return []
        return [self.term()]

    def term(self) -> Node:
        """A negation, a group, a whole name, a phrase, a word, or a field with its value."""
        start = self.blanks()
        if self.takes("("):
            return self.group(start)
        if self.keyword("not"):
            return self.negation(start)
        if self.takes("-"):
            if not self.text[self.at : self.at + 1].strip():
                self.fail(self.at, "A term is expected directly after the minus; a dash of a name stands in quotes.")
            return self.negation(start)
        if self.text.startswith("!", start) and not self.text.startswith("!=", start):
            self.at += 1
            return self.whole(self.value("A whole name is expected directly after the exclamation mark."))
        if self.phrase_ahead():
            return self.words("name", self.value(""))
        return self.word_or_field(start)

    def word_or_field(self, start: int) -> Node:
        """A bare word, or a field when an operator follows it directly."""
        word = _WORD.match(self.text, start)
        if word is None:
            self.fail(start, self.missing(start))
        operator = _OPERATOR.match(self.text, word.end())
        if operator is None:
            if word[0].casefold() in ("or", "and"):
                self.fail(start, f'A term is expected before "{word[0]}"; as a word of a name it stands in quotes.')
            return self.words("name", self.value(""))
        self.at = operator.end()
        return self.compare(word[0], operator[0], start)

    def missing(self, at: int) -> str:
        """What is wrong where no term begins."""
        if at >= len(self.text):
            return "A term is expected here."
        if operator := _OPERATOR.match(self.text, at):
            return f'The name of a field is expected directly before "{operator[0]}".'
        return f'A term is expected before "{self.text[at]}".'

    def group(self, start: int) -> Node:
        """What stands in parentheses; the first is read."""
        self.deeper(start)
        node = self.either()
        self.blanks()
        if not self.takes(")"):
            self.fail(self.at, f"A closing parenthesis is expected for the one at column {start + 1}.")
        self.depth -= 1
        return node

    def negation(self, start: int) -> Node:
        """The term after `-` or `not`."""
        self.deeper(start)
        node = Not(self.term())
        self.depth -= 1
        return node

    # ------------------------------------------------------------ values

    def values(self, after: str) -> list[_Value]:
        """One value or several: `a|b`, `(a or b)`."""
        if self.takes("("):
            return self.listed(self.at - 1)
        found = [self.value(f'A value is expected directly after "{after}".')]
        while self.takes("|"):
            found.append(self.value('A value is expected directly after "|".'))
        return found

    def listed(self, start: int) -> list[_Value]:
        """Values in parentheses, between `or` or `|`; the first parenthesis is read."""
        found: list[_Value] = []
        while True:
            self.blanks()
            found.append(self.value("A value is expected here."))
            self.blanks()
            if self.takes(")"):
                return found
            if not (self.takes("|") or self.keyword("or")):
                self.fail(self.at, f'"or" or a closing parenthesis is expected for the one at column {start + 1}.')

    def value(self, missing: str) -> _Value:
        """A bare word or a phrase, right here."""
        start = self.at
        self.terms += 1
        if self.terms > TERMS:
            self.fail(start, f"A query has at most {TERMS} terms.")
        if self.phrase_ahead():
            found = _PHRASE.match(self.text, start)
            if found is None:
                self.fail(start, "This quotation mark is never closed.")
            self.at = found.end()
            inside = found[2] if found[1] is None else found[1].replace('""', '"')
            return _Value(inside, True, start)
        word = _WORD.match(self.text, start)
        if word is None:
            self.fail(start, missing)
        if re.match(r"/+[^/]", word[0]):
            self.fail(start, "There are no regular expressions; a slash of a name stands in quotes.")
        self.at = word.end()
        return _Value(word[0], False, start)

    def words(self, column: str, value: _Value) -> Words:
        """The words of a value: a bare one may end in the beginning of a word."""
        self.key(value)
        found = tokens(value.text)
        if not found:
            self.fail(value.at, "A letter or a digit is expected to look for.")
        return Words(column, tuple(found), not value.quoted)

    def whole(self, value: _Value) -> Whole:
        """A whole name, with and without its marks."""
        return Whole(tuple(dict.fromkeys((self.key(value), bare(value.text) or self.key(value)))))

    def match(self, value: _Value, exact: bool) -> Match:
        """Text of a fact, as it was written here and folded."""
        return Match(tuple(dict.fromkeys((self.key(value), _lower(visible(value.text))))), exact)

    def key(self, value: _Value) -> str:
        """A value folded; it must not be empty then, nor too long."""
        key = fold(value.text)
        if not key:
            self.fail(value.at, "Something to look for is expected here; punctuation alone is nothing.")
        if len(key) > _VALUE:
            self.fail(value.at, f"One term has at most {_VALUE} characters.")
        return key

    # ------------------------------------------------------------ fields

    def compare(self, written: str, operator: str, start: int) -> Node:
        """A field, its operator (read already) and its values."""
        name = _field(written)
        if name in self.counts:
            return self.copies(name, operator, self.values(written + operator))
        fixed = _FIXED.get(name)
        facts = () if fixed else facts_called(name, self.fields)
        if not fixed and not facts:
            self.unknown(start, f'"{written}" is no field of these cards; words before ":" and "=" are.', name)
        if fixed == "order":
            self.fail(start, "An order stands alone, outside of parentheses, and is turned round so: order:-cost.")
        if fixed and operator not in (":", "=", "!="):
            self.fail(start, f'After {written} one of ":", "=" and "!=" is expected.')
        plain = "=" if operator == "!=" else operator
        found = tuple(self.one(fixed, facts, plain, value) for value in self.values(written + operator))
        node: Node = found[0] if len(found) == 1 else Or(found)
        if operator != "!=":
            return node
        return And((Has(facts), Not(node))) if facts else Not(node)

    def one(self, fixed: str | None, facts: tuple[str, ...], operator: str, value: _Value) -> Node:
        """One value of one field."""
        if facts:
            return self.fact(facts, operator, value)
        if fixed == "name":
            return self.named(operator, value)
        if fixed == "text":
            if operator != ":":
                self.fail(value.at, 'Text is found by its words: after text ":" is expected.')
            return self.words("text", value)
        if fixed in ("summons", "summoned_by"):
            return Linked(self.named(operator, value), fixed == "summons")
        if fixed == "type":
            return Typed(self.match(value, operator == "="))
        key = self.key(value)
        if fixed == "game":
            return Playing(key)
        if fixed == "number":
            return Printed(("number", "code"), key, operator == "=")
        if fixed == "rarity":
            return Printed(("rarity",), _lower(visible(value.text)), True)
        return self.released(operator, value) if fixed == "release" else self.state(key, value)

    def named(self, operator: str, value: _Value) -> Words | Whole:
        """Words of a name after `:`, a whole one after `=`."""
        return self.whole(value) if operator == "=" else self.words("name", value)

    def state(self, key: str, value: _Value) -> Node:
        """What a card may be: a word of our own, or a mark that cards have."""
        word = _field(key.replace(" ", "_"))
        if word == "conjuration":
            return Typed(Match(("conjuration", "conjured"), False))
        if word in _STATES:
            return Is(word)
        if word not in self.fields:
            self.unknown(value.at, f'Nothing is "{value.text}".', word, ["conjuration", *_STATES, *self.fields])
        return Text((word,), Match(("true",), True))

    def released(self, operator: str, value: _Value) -> Node:
        """Releases by slug or name, or, after `:` and when none is just that, by whole words of it."""
        wanted = tokens(value.text)
        if not self.releases or not wanted:
            return Released((("", _lower(visible(value.text).replace(" ", "-"))),))
        names = {(release.game, _lower(release.slug)): (release.slug, release.name) for release in self.releases}
        found = [slug for slug, two in names.items() if wanted in [tokens(name) for name in two]]
        if not found and operator == ":":
            part = f" {' '.join(wanted)} "
            found = [slug for slug, two in names.items() if any(part in f" {' '.join(tokens(name))} " for name in two)]
        if not found:
            self.unknown(value.at, f'No release is called "{value.text}".', fold(value.text), _flat(names.values()))
        return Released(tuple(found))

    def fact(self, facts: tuple[str, ...], operator: str, value: _Value) -> Node:
        """A value of a printed fact: a range, a number, or text."""
        text = value.text
        if not value.quoted and operator in (":", "=") and (ends := _RANGE.fullmatch(text)):
            least, most = (None if end is None else self.number(end, value) for end in ends.groups())
            if (least is None and most is None) or (least is not None and most is not None and least > most):
                self.fail(value.at, "A range goes up and has at least one end: 1..3, 1.. or ..3.")
            return Number(facts, least, most)
        if not value.quoted and _NUMBER.fullmatch(text):
            number = self.number(text, value)
            least = {"<": None, "<=": None, ">": number + 1}.get(operator, number)
            most = {">": None, ">=": None, "<": number - 1}.get(operator, number)
            return Number(facts, least, most)
        if operator not in (":", "="):
            self.fail(value.at, f'A number is expected after "{operator}".')
        return Text(facts, self.match(value, operator == "="))

    def copies(self, name: str, operator: str, values: list[_Value]) -> Node:
        """Values of a number of copies."""
        found = tuple(self.counted(name, "=" if operator == "!=" else operator, value) for value in values)
        node: Node = found[0] if len(found) == 1 else Or(found)
        return Not(node) if operator == "!=" else node

    def counted(self, name: str, operator: str, value: _Value) -> Node:
        """A number of copies: a range, or a bound."""
        node = self.fact((name,), operator, value)
        if not isinstance(node, Number):
            self.fail(value.at, f"A number of copies is expected after {name}.")
        inside = not node.fits(0)
        cards = (f"{of}/{slug}" for (of, slug), n in self.counts[name]().items() if node.fits(n) is inside)
        return Counted(frozenset(cards), inside)

    def number(self, text: str, value: _Value) -> int:
        """A whole number of bounded size."""
        if len(text) > _DIGITS:
            self.fail(value.at, f"A number has at most {_DIGITS} digits.")
        return int(text)

    def ordered(self, start: int) -> None:
        """The order of the answer; the name `order` is read, the operator is not."""
        operator = _OPERATOR.match(self.text, self.at)
        if self.depth or self.order or operator is None or operator[0] not in (":", "="):
            self.fail(start, "One order is expected, outside of parentheses, with a colon: order:cost or order:-cost.")
        self.at = operator.end()
        value = self.value("The name of a field is expected to sort by.")
        name = _field(value.text.removeprefix("-"))
        if _FIXED.get(name, name) in _SORTABLE:
            found = [_FIXED.get(name, name)]
        else:
            meant = facts_called(name, self.fields)
            found = [fact for fact in meant if fact in _SHORT.get(name, ())] or [*meant]
        if not found:
            self.unknown(value.at, f'"{name}" is no field to sort by.', name, [*_SORTABLE, *self.short(), *self.fields])
        if len(found) > 1:
            self.fail(value.at, f'"{name}" is several fields; one is expected to sort by: {", ".join(found)}.')
        self.order = ("-" if value.text.startswith("-") else "") + found[0]

    # ------------------------------------------------------------ characters

    def blanks(self) -> int:
        """Pass over blanks; the place after them."""
        while self.at < len(self.text) and self.text[self.at].isspace():
            self.at += 1
        return self.at

    def takes(self, sign: str) -> bool:
        """Read that sign if it is next."""
        found = self.text.startswith(sign, self.at)
        self.at += len(sign) if found else 0
        return found

    def keyword(self, word: str) -> bool:
        """Read that word if it is next, whole, in any case, and no field."""
        found = _WORD.match(self.text, self.at)
        if not found or found[0].casefold() != word or _OPERATOR.match(self.text, found.end()):
            return False
        self.at = found.end()
        return True

    def phrase_ahead(self) -> bool:
        """Whether a quotation mark is next."""
        return self.text[self.at : self.at + 1] in ('"', "“", "”", "„") and self.at < len(self.text)

    def deeper(self, start: int) -> None:
        """Count one more open bracket."""
        self.depth += 1
        if self.depth > DEPTH:
            self.fail(start, f"Parentheses and negations nest at most {DEPTH} deep.")

    def unknown(self, at: int, what: str, name: str, known: Iterable[str] | None = None) -> NoReturn:
        """Fail over a name that is none, with up to three near ones."""
        import difflib  # only a failure needs it

        names = sorted({*_FIXED, *self.counts, *self.fields, *self.short()} if known is None else {*known})
        near = difflib.get_close_matches(name[:60], names, 3, 0.6)
        self.fail(at, what + (f" Nearest: {', '.join(near)}." if near else ""))

    def short(self) -> list[str]:
        """The short names that mean something on these cards."""
        return [name for name in _SHORT if facts_called(name, self.fields)]

    def fail(self, at: int, what: str) -> NoReturn:
        """The query is not understood, from this place on."""
        raise QueryError(self.text, at + 1, what)


def _field(written: str) -> str:
    return written.casefold().replace("-", "_")


def _flat(pairs: Iterable[tuple[str, str]]) -> list[str]:
    return [name for pair in pairs for name in pair]
