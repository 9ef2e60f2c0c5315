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

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from catalog.card import Label
from catalog.names import fold
from catalog.query_words import OPERATOR, Bounds, Reader, Value, field_of
from catalog.saved import STATES, Claim
from catalog.searched import tokens
from deckcli.decks.deck import LEADER, MAIN, Deck, is_of_size
from deckcli.titles import game_of

HELP: str = __doc__ or ""
"""The reference of the language, for a screen of 78 columns."""

Key: TypeAlias = tuple[str, str]
Cards: TypeAlias = "Callable[[str], frozenset[Key]]"
"""The cards, each a game and a slug, that a query fits. Raises QueryError."""


@dataclass(frozen=True, slots=True)
class Held:
    """What a deck holds, as far as a search asks: `copies` by slug of its cards and its leader (not of what stands
    beside them), how many `cards` count towards its size, the names of its `leaders` and of the types of its dice."""

    game: str
    copies: Mapping[str, int]
    cards: int
    leaders: tuple[str, ...] = ()
    dice: tuple[str, ...] = ()

    def count(self, cards: frozenset[Key]) -> int:
        """How many of its copies are of these cards."""
        return sum(count for slug, count in self.copies.items() if (self.game, slug) in cards)


class Searched(Protocol):
    """A deck while decks are searched."""

    @property
    def held(self) -> Held:
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

    def counts(self, held: Held) -> tuple[int, ...]:
        """How many copies of each query's cards a deck holds, in the order of the queries."""
        return tuple(held.count(cards) for cards in self.counted)


def held_by(deck: Deck) -> Held:
    """What a deck holds."""
    slots = [(slot.card.slug, slot.card.name, slot.count, slot.pile) for slot in deck.slots]
    return _held(deck.game, slots, [dice.type for dice in deck.dice], deck.leader_apart)


def held_in(claim: Claim, labels: Mapping[Key, Label]) -> Held:
    """What a deck of the library holds: the same as of its cards (`held_by`), without a look at each of them. A
    Phoenixborn among the cards leads the deck; what the catalogue no longer has is left out."""
    game = claim.game
    slots = [
        (one.slug, one.name, count, LEADER if one.type == "Phoenixborn" and pile == MAIN else pile)
        for slug, count, pile in claim.slots
        if (one := labels.get((game, slug)))
    ]
    return _held(game, slots, list(claim.dice), claim.leader_apart)


_CARD = re.compile(r"([1-9][0-9]{0,2})x (.+?)(?: \(([A-Z]+[0-9]*-[0-9]+[A-Za-z+]*)\))?")
_HEADING = re.compile(r"(Cards|Main Character) \([0-9]+\):")
_HEAD = re.compile(r"(Game|Name|Rules|Group|Phoenixborn|Dice|First Five): (.+)")
_DIE = re.compile(r"[1-9][0-9]? ([a-z]+)")


def held_plainly(
    text: str, game: str, named: Mapping[Key, Label], coded: Callable[[str], Label | None]
) -> tuple[Held, str] | None:
    """What a list holds that is written as we write lists, and the key of the rules that it names; None for any other.
    What reading and resolving it gives, in a thirtieth of the time.

    `named` are the cards that alone have their name in their game, by game and folded name; `coded` gives the first
    card of the game with a printed code or number, where all that have it count as one.
    """
    head: dict[str, str] = {}
    lines: list[tuple[Label | None, int, str]] = []
    pile = MAIN
    for line in text.splitlines():
        if card := _CARD.fullmatch(line):
            name, code = fold(card[2]), card[3]
            one = named.get((game, name)) or (coded(code) if code else None)
            lines.append((one if one and fold(one.name) == name else None, int(card[1]), pile))
        elif told := _HEAD.fullmatch(line):
            head[told[1]] = told[2]
        elif heading := _HEADING.fullmatch(line):
            pile = MAIN if heading[1] == "Cards" else LEADER
        elif line and not line.startswith("# "):
            return None
    if leader := head.get("Phoenixborn"):
        lines.append((named.get((game, fold(leader))), 1, LEADER))
    slots = [(one.slug, one.name, count, pile) for one, count, pile in lines if one]
    dice = [found[1] for die in head["Dice"].split(", ") if (found := _DIE.fullmatch(die))] if "Dice" in head else []
    sure = len(slots) == len(lines) and len(dice) == (head["Dice"].count(",") + 1 if "Dice" in head else 0)
    if not sure or game_of(head.get("Game", "")) != game:
        return None
    return _held(game, slots, dice, False), fold(head.get("Rules", "")).replace(" ", "-")


def _held(game: str, slots: Sequence[tuple[str, str, int, str]], dice: Sequence[str], apart: bool) -> Held:
    """As Held, of slots as (slug, name, count, pile). A main character is one of the cards, a Phoenixborn stands
    beside them."""
    copies: dict[str, int] = {}
    cards = 0
    leaders: dict[str, None] = {}
    for slug, name, count, pile in slots:
        if pile == LEADER:
            leaders[name] = None
        if pile == MAIN or (pile == LEADER and not apart):
            copies[slug] = copies.get(slug, 0) + count
        if is_of_size(game, pile, apart):
            cards += count
    return Held(game, copies, cards, tuple(leaders), tuple(dict.fromkeys(dice)))


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
                return lambda deck: not bounds.hold(deck.held.count(found))
        return lambda deck: bounds.hold(deck.held.count(found))

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
            return lambda deck: bounds.hold(deck.held.cards)
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
            return lambda deck: any(fold(dice).startswith(key) for dice in deck.held.dice)
        if field == "leader":
            return lambda deck: _begins(deck.held.leaders, value.text, operator == "=")
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
        return lambda deck: deck.held.game == slug

    def state(self, key: str, value: Value) -> Test:
        """What a deck may be."""
        if key not in _STATES:
            self.no_such(value.at, f'No deck is "{value.text}"; it is {", ".join(_STATES)}.', key, _STATES)
        if key in ("legal", "illegal"):
            return lambda deck: deck.legal("") is (key == "legal")
        return lambda deck: key in deck.words.get("is", ())


def _begins(texts: Sequence[str], wanted: str, whole: bool, quoted: bool = False) -> bool:
    """Whether one of the texts has these words side by side, the last of them perhaps only begun; or is them."""
    words = tokens(wanted)
    if whole or not words:
        return any(fold(text) == fold(wanted) for text in texts)
    end = " " if quoted else ""
    return any(f" {' '.join(words)}{end}" in f" {' '.join(tokens(text))} " for text in texts)
