"""Decks are found by what they hold, and by the words on them.

iron men             the name has a word beginning "iron" and one "men"
[[type:ally]]        holds a card that fits this query (see `cards search`)
[[type:ally cost<=2]]>=8     holds that many copies, its leader counted in
-[[is:chained]]      holds none
-term   not term   a or b   a | b   (a or b) c      as in `cards search`

name: n:   game: g:  leader: pb: mc:  dice:  cards>=40
state: tag: note: rules:     what stands on a saved deck
group:               the group of a bundled deck
legal:               legal by that construction format (legal:standard)
is:                  saved bundled legal illegal
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from catalog.names import fold
from catalog.query_words import OPERATOR, Bounds, Reader, Value, field_of
from catalog.saved import STATES
from catalog.searched import tokens
from deckcli.decks.deck import LEADER, MAIN, Deck
from deckcli.titles import game_of

HELP: str = __doc__ or ""
"""The reference of the language, for a screen of 78 columns."""

Key: TypeAlias = tuple[str, str]
Cards: TypeAlias = "Callable[[str], frozenset[Key]]"
"""The cards, each a game and a slug, that a query fits. Raises QueryError."""


class Searched(Protocol):
    """A deck while decks are searched."""

    @property
    def deck(self) -> Deck:
        """Its cards."""

    @property
    def words(self) -> Mapping[str, Sequence[str]]:
        """What stands on it: name, state, tag, note, rules, group, each one or several; and is ("saved", "bundled")."""

    def legal(self, rules: str) -> bool:
        """Whether it is legal by a format of its game, or by its own ("")."""


Test: TypeAlias = "Callable[[Searched], bool]"


@dataclass(frozen=True, slots=True)
class DeckQuery:
    """A search for decks that was understood: what fits, and the cards that it counts."""

    fits: Test
    counted: tuple[frozenset[Key], ...] = ()

    def counts(self, deck: Deck) -> tuple[int, ...]:
        """How many copies of each query's cards a deck holds, in the order of the queries."""
        return tuple(copies(deck, cards) for cards in self.counted)


def copies(deck: Deck, cards: frozenset[Key]) -> int:
    """How many of a deck's copies are of these cards: its cards and its leader, not what stands beside them."""
    piles = (MAIN,) if deck.leader_apart else (MAIN, LEADER)
    return sum(slot.count for slot in deck.slots if slot.pile in piles and (slot.card.game, slot.card.slug) in cards)


def parse(text: str, cards: Cards, rules: Callable[[str], bool]) -> DeckQuery:
    """Understand a search for decks. `cards` answers a query for cards, `rules` knows whether any game has a format of
    that name. Raises QueryError, with the column and what was expected there."""
    reader = _DeckReader(text, cards, rules)
    fits = reader.whole_query()
    return DeckQuery(fits, tuple(reader.counted))


_FIELDS: Mapping[str, str] = {
    "name": "name", "n": "name", "game": "game", "g": "game", "leader": "leader", "pb": "leader",
    "phoenixborn": "leader", "mc": "leader", "dice": "dice", "cards": "cards", "state": "state", "tag": "tag",
    "tags": "tag", "note": "note", "rules": "rules", "group": "group", "legal": "legal", "is": "is",
}  # fmt: skip
_STATES = ("saved", "bundled", "legal", "illegal")


class _DeckReader(Reader[Test]):
    """Reads a search for decks."""

    def __init__(self, text: str, cards: Cards, rules: Callable[[str], bool]) -> None:
        super().__init__(text)
        self.cards, self.rules = cards, rules
        self.counted: list[frozenset[Key]] = []

    def both(self, parts: Sequence[Test]) -> Test:
        """See Reader."""
        return lambda deck: all(part(deck) for part in parts)

    def one_of(self, parts: Sequence[Test]) -> Test:
        """See Reader."""
        return lambda deck: any(part(deck) for part in parts)

    def other_than(self, part: Test) -> Test:
        """See Reader."""
        return lambda deck: not part(deck)

    def bare(self, value: Value) -> Test:
        """See Reader: words of the name."""
        return self.said("name", value, whole=False)

    def named(self, value: Value) -> Test:
        """See Reader."""
        return self.said("name", value, whole=True)

    def aside(self, start: int) -> bool:
        """See Reader: decks come by name."""
        return False

    def special(self, start: int) -> Test | None:
        """A query for cards in double brackets, and how many copies of them: `[[type:ally]]>=8`."""
        if not self.text.startswith("[[", start):
            return None
        inner = self.bracketed()
        # An error within is told at its own place in the whole text.
        found = self.within(inner)
        bounds = Bounds(1, None)
        if operator := OPERATOR.match(self.text, self.at):
            self.at = operator.end()
            value = self.value(f'A number of copies is expected directly after "{operator[0]}".')
            told = self.bounds("=" if operator[0] == "!=" else operator[0], value)
            if told is None:
                self.fail(value.at, "A number of copies is expected, or a range: >=8, =3, :2..4.")
            bounds = told
            if operator[0] == "!=":
                return lambda deck: not bounds.hold(copies(deck.deck, found))
        return lambda deck: bounds.hold(copies(deck.deck, found))

    def within(self, inner: Value) -> frozenset[Key]:
        """The cards that a query within this one fits."""
        from catalog.errors import QueryError

        try:
            found = self.cards(inner.text)
        except QueryError as error:
            self.fail(inner.at + error.column - 1, error.what)
        self.counted.append(found)
        return found

    def compare(self, written: str, operator: str, start: int) -> Test:
        """See Reader."""
        field = _FIELDS.get(field_of(written))
        if field is None:
            what = (
                f'"{written}" is no field of decks; cards are asked for in double brackets: [[{written}{operator}...]].'
            )
            self.no_such(start, what, field_of(written), _FIELDS)
        if field != "cards" and operator not in (":", "=", "!="):
            self.fail(start, f'After {written} one of ":", "=" and "!=" is expected.')
        plain = "=" if operator == "!=" else operator
        found = [self.one(field, plain, value) for value in self.values(written + operator)]
        node = found[0] if len(found) == 1 else self.one_of(found)
        return self.other_than(node) if operator == "!=" else node

    def one(self, field: str, operator: str, value: Value) -> Test:
        """One value of one field."""
        if field == "cards":
            bounds = self.bounds(operator, value)
            if bounds is None:
                self.fail(value.at, "A number of cards is expected, or a range.")
            return lambda deck: bounds.hold(deck.deck.count(MAIN) + _leading(deck.deck))
        key = self.key(value)
        if field == "game":
            return self.game(value)
        if field == "is":
            return self.state(key, value)
        if field == "legal":
            if not self.rules(value.text):
                self.fail(value.at, f'No game has rules called "{value.text}"; `deckcli games -g GAME` lists them.')
            return lambda deck: deck.legal(value.text)
        if field == "dice":
            return lambda deck: any(fold(dice.type).startswith(key) for dice in deck.deck.dice)
        if field == "leader":
            return lambda deck: _begins(
                [slot.card.name for slot in deck.deck.pile(LEADER)], value.text, operator == "="
            )
        if field == "state" and key not in STATES:
            self.no_such(value.at, f'A deck is {", ".join(STATES)}, and never "{value.text}".', key, STATES)
        return self.said(field, value, whole=operator == "=")

    def said(self, field: str, value: Value, *, whole: bool) -> Test:
        """Words of what stands on a deck, or, if `whole`, all of it."""
        self.key(value)
        return lambda deck: _begins(deck.words.get(field, ()), value.text, whole, value.quoted)

    def game(self, value: Value) -> Test:
        """Decks of a game, by any name of it."""
        slug = game_of(value.text)
        if not slug:
            self.fail(value.at, f'No game is called "{value.text}".')
        return lambda deck: deck.deck.game == slug

    def state(self, key: str, value: Value) -> Test:
        """What a deck may be."""
        if key not in _STATES:
            self.no_such(value.at, f'No deck is "{value.text}"; it is {", ".join(_STATES)}.', key, _STATES)
        if key in ("legal", "illegal"):
            return lambda deck: deck.legal("") is (key == "legal")
        return lambda deck: key in deck.words.get("is", ())


def _leading(deck: Deck) -> int:
    """The main characters that are one of the cards each; a Phoenixborn stands beside them."""
    return deck.count(LEADER) if deck.game == "cipher" and not deck.leader_apart else 0


def _begins(texts: Sequence[str], wanted: str, whole: bool, quoted: bool = False) -> bool:
    """Whether one of the texts has these words side by side, the last of them perhaps only begun; or is them."""
    words = tokens(wanted)
    if whole or not words:
        return any(fold(text) == fold(wanted) for text in texts)
    end = " " if quoted else ""
    return any(f" {' '.join(words)}{end}" in f" {' '.join(tokens(text))} " for text in texts)
