"""How any search of ours is read: words, phrases, fields with their values, "or", "not" and parentheses.

What the terms mean is left to the reader of a kind of thing (`query_cards`, `query_decks`), which makes its own tree.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import Generic, NamedTuple, NoReturn, TypeVar

from catalog.errors import QueryError
from catalog.names import fold

LENGTH = 2_000
"""The most characters a query may have."""
DEPTH = 20
"""How deep parentheses and negations may nest: SQLite's parser gives up at about a hundred open brackets."""
TERMS = 200
"""The most terms (values counted singly) of a query."""
LONGEST = 300
"""Characters of one folded term; bounds the work of a GLOB and of an FTS phrase."""
_DIGITS = 9  # of a number; keeps every number within SQLite's

WORD = re.compile(r"""(?:[^\s()"“”„|:=<>!]|!(?!=))+""")
OPERATOR = re.compile(r"!=|<=|>=|[:=<>]")
_PHRASE = re.compile(r'"((?:[^"]|"")*)"|[“„]([^“”„]*)[“”]')
_UNFIT = re.compile(r"[\ud800-\udfff]|(?!\s)[\x00-\x1f\x7f-\x9f]")
_NUMBER = re.compile(r"-?[0-9]+")
_RANGE = re.compile(r"(-?[0-9]+)?\.\.(-?[0-9]+)?")

N = TypeVar("N")


class Value(NamedTuple):
    """A word or a phrase as it was written, and where."""

    text: str
    quoted: bool
    at: int


class Bounds(NamedTuple):
    """A range of numbers; None leaves that end open."""

    least: int | None
    most: int | None

    def hold(self, number: int) -> bool:
        """Whether a number lies within."""
        return (self.least is None or self.least <= number) and (self.most is None or number <= self.most)


class Reader(ABC, Generic[N]):
    """Reads a query from left to right into a tree of N; `at` is the place of the next character, `depth` the open
    brackets."""

    def __init__(self, text: str, depth: int = 0) -> None:
        self.text, self.depth = text, depth
        self.at = self.terms = 0

    # ------------------------------------------------------------ what a reader of its own says

    @abstractmethod
    def both(self, parts: Sequence[N]) -> N:
        """A node that fits where every part does; without parts, anything does."""

    @abstractmethod
    def one_of(self, parts: Sequence[N]) -> N:
        """A node that fits where one part does."""

    @abstractmethod
    def other_than(self, part: N) -> N:
        """A node that fits where the part does not."""

    @abstractmethod
    def bare(self, value: Value) -> N:
        """A word or phrase that stands alone."""

    @abstractmethod
    def named(self, value: Value) -> N:
        """A whole name: `!"Iron Worker"`."""

    @abstractmethod
    def compare(self, written: str, operator: str, start: int) -> N:
        """A field and its operator, which are read already; its values are next."""

    @abstractmethod
    def special(self, start: int) -> N | None:
        """A term of this kind of search alone; None, with nothing read, where none begins here."""

    @abstractmethod
    def aside(self, start: int) -> bool:
        """Read what is no term (an order) if it is next."""

    # ------------------------------------------------------------ the language

    def whole_query(self) -> N:
        """The whole text, and nothing after it."""
        if len(self.text) > LENGTH:
            self.fail(LENGTH, f"A query has at most {LENGTH:,} characters.")
        if unfit := _UNFIT.search(self.text):
            self.fail(unfit.start(), "A query holds no control characters and no broken ones.")
        self.blanks()
        root = self.either() if self.at < len(self.text) else self.both(())
        if self.at < len(self.text):
            self.fail(self.at, "This parenthesis was never opened.")
        return root

    def either(self) -> N:
        """Branches between `or` or `|`."""
        branches = [self.all()]
        while (start := self.blanks()) < len(self.text) and (self.takes("|") or self.keyword("or")):
            if not branches[-1]:
                self.fail(start, 'A term is expected before "or".')
            branches.append(self.all())
        if len(branches) > 1 and not branches[-1]:
            self.fail(self.at, 'A term is expected beside "or".')
        sides = [parts[0] if len(parts) == 1 else self.both(parts) for parts in branches]
        return sides[0] if len(sides) == 1 else self.one_of(sides)

    def all(self) -> list[N]:
        """Terms side by side, with or without `and`; an order is no term."""
        parts = self.item()
        while (start := self.blanks()) < len(self.text) and self.text[start] not in ")|":
            if self.keyword("or"):
                self.at = start
                break
            self.keyword("and")
            parts += self.item()
        return parts

    def item(self) -> list[N]:
        """One term, or none where the query tells its order."""
        return [] if self.aside(self.blanks()) else [self.term()]

    def term(self) -> N:
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
            return self.named(self.value("A whole name is expected directly after the exclamation mark."))
        if (node := self.special(start)) is not None:
            return node
        if self.phrase_ahead():
            return self.bare(self.value(""))
        return self.word_or_field(start)

    def word_or_field(self, start: int) -> N:
        """A bare word, or a field when an operator follows it directly."""
        word = WORD.match(self.text, start)
        if word is None:
            self.fail(start, self.missing(start))
        operator = OPERATOR.match(self.text, word.end())
        if operator is None:
            if word[0].casefold() in ("or", "and"):
                self.fail(start, f'A term is expected before "{word[0]}"; as a word of a name it stands in quotes.')
            return self.bare(self.value(""))
        self.at = operator.end()
        return self.compare(word[0], operator[0], start)

    def missing(self, at: int) -> str:
        """What is wrong where no term begins."""
        if at >= len(self.text):
            return "A term is expected here."
        if operator := OPERATOR.match(self.text, at):
            return f'The name of a field is expected directly before "{operator[0]}".'
        return f'A term is expected before "{self.text[at]}".'

    def group(self, start: int) -> N:
        """What stands in parentheses; the first is read."""
        self.deeper(start)
        node = self.either()
        self.blanks()
        if not self.takes(")"):
            self.fail(self.at, f"A closing parenthesis is expected for the one at column {start + 1}.")
        self.depth -= 1
        return node

    def negation(self, start: int) -> N:
        """The term after `-` or `not`."""
        self.deeper(start)
        node = self.other_than(self.term())
        self.depth -= 1
        return node

    # ------------------------------------------------------------ values

    def values(self, after: str) -> list[Value]:
        """One value or several: `a|b`, `(a or b)`."""
        if self.takes("("):
            return self.listed(self.at - 1)
        found = [self.value(f'A value is expected directly after "{after}".')]
        while self.takes("|"):
            found.append(self.value('A value is expected directly after "|".'))
        return found

    def listed(self, start: int) -> list[Value]:
        """Values in parentheses, between `or` or `|`; the first parenthesis is read."""
        found: list[Value] = []
        while True:
            self.blanks()
            found.append(self.value("A value is expected here."))
            self.blanks()
            if self.takes(")"):
                return found
            if not (self.takes("|") or self.keyword("or")):
                self.fail(self.at, f'"or" or a closing parenthesis is expected for the one at column {start + 1}.')

    def value(self, missing: str) -> Value:
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
            return Value(inside, True, start)
        word = WORD.match(self.text, start)
        if word is None:
            self.fail(start, missing)
        if re.match(r"/+[^/]", word[0]):
            self.fail(start, "There are no regular expressions; a slash of a name stands in quotes.")
        self.at = word.end()
        return Value(word[0], False, start)

    def key(self, value: Value) -> str:
        """A value folded; it must not be empty then, nor too long."""
        key = fold(value.text)
        if not key:
            self.fail(value.at, "Something to look for is expected here; punctuation alone is nothing.")
        if len(key) > LONGEST:
            self.fail(value.at, f"One term has at most {LONGEST} characters.")
        return key

    def bounds(self, operator: str, value: Value) -> Bounds | None:
        """The numbers that an operator and a value mean; None where the value is no number and no range."""
        if value.quoted:
            return None
        if operator in (":", "=") and (ends := _RANGE.fullmatch(value.text)):
            least, most = (None if end is None else self.number(end, value) for end in ends.groups())
            if (least is None and most is None) or (least is not None and most is not None and least > most):
                self.fail(value.at, "A range goes up and has at least one end: 1..3, 1.. or ..3.")
            return Bounds(least, most)
        if not _NUMBER.fullmatch(value.text):
            return None
        number = self.number(value.text, value)
        least = {"<": None, "<=": None, ">": number + 1}.get(operator, number)
        most = {">": None, ">=": None, "<": number - 1}.get(operator, number)
        return Bounds(least, most)

    def number(self, text: str, value: Value) -> int:
        """A whole number of bounded size."""
        if len(text) > _DIGITS:
            self.fail(value.at, f"A number has at most {_DIGITS} digits.")
        return int(text)

    def bracketed(self) -> Value:
        """A query within this one, `[[...]]`, which begins right here; its text, and where that begins."""
        begin, open_ = self.at, 0
        for mark in re.finditer(r"\[\[|\]\]", self.text[begin:]):
            open_ += 1 if mark[0] == "[[" else -1
            if not open_:
                self.at = begin + mark.end()
                break
        else:
            self.fail(begin, "These double brackets are never closed.")
        return Value(self.text[begin + 2 : self.at - 2], False, begin + 2)

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
        found = WORD.match(self.text, self.at)
        if not found or found[0].casefold() != word or OPERATOR.match(self.text, found.end()):
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

    def no_such(self, at: int, what: str, name: str, known: Iterable[str]) -> NoReturn:
        """Fail over a name that is none, with up to three near ones."""
        import difflib  # only a failure needs it

        near = difflib.get_close_matches(name[:60], sorted(set(known)), 3, 0.6)
        self.fail(at, what + (f" Nearest: {', '.join(near)}." if near else ""))

    def fail(self, at: int, what: str) -> NoReturn:
        """The query is not understood, from this place on."""
        raise QueryError(self.text, at + 1, what)


def field_of(written: str) -> str:
    """The name of a field, whatever its case and dashes."""
    return written.casefold().replace("-", "_")
