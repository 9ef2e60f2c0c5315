"""How the effects of a card read, in our words: the tree that acts is the tree that speaks.

A line of a word is a text with places: `{0}` the first argument, `{who}` one by name, `{0:card}` as many cards
(`{0:-card}`: "card" when it is one), `{0|gets|get}` a word that agrees in number, `<for {who}>` a part that stands only
when its argument is given. A noun's line is "one|many" or "one|many|where"; one that begins with "=" is definite
("=this unit").
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from deckcli.engine.vocabulary import Word

_PLACE = re.compile(r"\{(\w+)(?::(-?\w+))?(?:\|([^|}]*)\|([^}]*))?\}")
_THAT_IS = re.compile(r"^that is( not)?\b|^that shares\b|^that does\b")
_PART = re.compile(r"<([^>]*)>")


class Phrase(NamedTuple):
    """A noun with what is said before and behind it, not yet counted. `definite` ones stand as they are."""

    one: str
    many: str
    where: str = ""
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    definite: bool = False

    def with_filter(self, said: Filter) -> Phrase:
        """The phrase with one more condition."""
        if said.before == "other":
            return self._replace(before=("other", *self.before))
        if said.before:
            return self._replace(before=(*self.before, said.before))
        return self._replace(after=(*self.after, said.after))

    def of(self, head: str) -> str:
        """The phrase around its head in one number or the other."""
        after = [_THAT_IS.sub(_that_are, one) if head == self.many else one for one in self.after]
        return joined(*self.before, head, self.where, _all_of(after))

    @property
    def plural(self) -> str:
        """All of them."""
        return self.one if self.definite else self.of(self.many)

    @property
    def some(self) -> str:
        """One of them."""
        return self.one if self.definite else article(self.of(self.one))

    def counted(self, count: str) -> str:
        """So many of them; a number told in words stands behind."""
        if "the " in count:
            return f"{self.of(self.many)} ({count})"
        phrase = self.of(self.one if count in ("1", "up to 1") else self.many)
        return f"{count} {phrase.removeprefix('of ') if count.endswith(' of') else phrase}"


_KINDS = ("other than", "named", "not named", "with", "without", "in", "not in", "that")
"""How conditions behind a noun begin, in the order in which they are said."""


def _all_of(conditions: Sequence[str]) -> str:
    """Named Marth with cost 2 or less that is tapped; those that begin alike are joined: with cost 2 and with a die."""
    kinds: dict[int, list[str]] = {}
    for one in conditions:
        kinds.setdefault(_kind_of(one), []).append(one)
    return joined(*[" and ".join(kinds[kind]) for kind in sorted(kinds)])


def _kind_of(condition: str) -> int:
    """Its place among the kinds; what begins otherwise stands last."""
    found = [place for place, kind in enumerate(_KINDS) if condition.startswith(kind + " ")]
    return found[0] if found else len(_KINDS)


def _that_are(found: re.Match[str]) -> str:
    return {"that shares": "that share", "that does": "that do"}.get(found[0], f"that are{found[1] or ''}")


class Filter(NamedTuple):
    """A condition on a thing: before its noun ("tapped", or "spell", with its article), or behind ("with cost 2")."""

    before: str = ""
    after: str = ""
    article: str = ""

    @property
    def predicate(self) -> str:
        """The same as something that is said of a thing."""
        if self.after.startswith("with "):
            return "has " + self.after[5:]
        if self.after.startswith("that "):
            return self.after[5:]
        if self.before == "other":
            return "is another one"
        return joined("is", self.article, self.before or self.after)

    @property
    def negative(self) -> Filter:
        """Its opposite."""
        if self.after.startswith("that is not "):
            return Filter(after="that is " + self.after[12:])
        if self.after.startswith("that is "):
            return Filter(after="that is not " + self.after[8:])
        if self.after.startswith("that shares "):
            return Filter(after="that does not share " + self.after[12:])
        if self.after.startswith("with "):
            return Filter(after="without " + self.after[5:])
        if self.after:
            return Filter(after=f"not {self.after}")
        joins = self.before[:1].isupper() or self.article or self.before.endswith(("ing", "-side"))
        if not joins:
            return Filter(after=f"that is not {self.before}")
        return Filter(before=f"non-{self.before}", article="a" if self.article else "")


class Said(NamedTuple):
    """Words for things, whether they are many, what they are called when mentioned again, and one of them."""

    text: str
    many: bool = False
    again: str = ""
    some: str = ""


def joined(*parts: str) -> str:
    """Parts with one blank between them; empty ones leave none."""
    return " ".join([part for part in parts if part])


def listed(parts: Sequence[str], last: str = "and") -> str:
    """A, B and C."""
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {last} {parts[-1]}"


def article(words: str) -> str:
    """An ally; another ally; a unit."""
    if words.startswith("other "):
        return "an" + words
    if words.startswith("of "):
        return "one " + words
    return f"{'an' if words[:1].lower() in 'aeio' else 'a'} {words}"


def sentence(words: str) -> str:
    """With a capital and a full stop."""
    words = words.strip().rstrip(",")
    return words[:1].upper() + words[1:] + ("" if words.endswith((".", "!", "?")) else ".")


def negated(words: str) -> str:
    """It is your turn: it is not your turn."""
    for verb, other in (
        (" is ", " is not "),
        (" was ", " was not "),
        (" are ", " are not "),
        (" has ", " does not have "),
        (" have ", " do not have "),
        (" did ", " did not do "),
    ):
        if verb in words:
            return words.replace(verb, other, 1)
    return f"not: {words}"


@lru_cache(maxsize=4096)
def noun_phrase(line: str) -> Phrase:
    """Read a noun's line."""
    if line.startswith("="):
        return Phrase(line[1:], line[1:], definite=True)
    one, many, where = (*line.split("|"), "")[:3]
    return Phrase(one, many, where)


class _Place(NamedTuple):
    """A place in a line: whose argument, the noun that it counts, and the words that agree with it in number."""

    name: str
    noun: str
    one: str | None
    many: str


class _Part(NamedTuple):
    """A part that stands only when each of its arguments is given."""

    names: tuple[str, ...]
    pieces: tuple[str | _Place, ...]


@lru_cache(maxsize=4096)
def _template(line: str) -> tuple[str | _Place | _Part, ...]:
    """A line taken apart: words, places, and the parts that may be left out."""
    found: list[str | _Place | _Part] = []
    for number, text in enumerate(_PART.split(line)):
        pieces = _pieces(text)
        names = tuple(piece.name for piece in pieces if isinstance(piece, _Place))
        found += [_Part(names, pieces)] if number % 2 else pieces
    return tuple(found)


def _pieces(text: str) -> tuple[str | _Place, ...]:
    found: list[str | _Place] = []
    at = 0
    for place in _PLACE.finditer(text):
        name, noun, one, many = place.groups()
        found += [text[at : place.start()], _Place(name, noun or "", one, many or "")]
        at = place.end()
    return tuple(piece for piece in [*found, text[at:]] if piece)


def filled(line: str, given: dict[str, Any]) -> str:
    """A line with its places filled: `given` holds a text, a Said or nothing by place."""
    pieces = _template(line)
    if len(pieces) == 1 and isinstance(pieces[0], str):
        return " ".join(filter(None, line.split(" "))) if "  " in line or line[:1] == " " or line[-1:] == " " else line
    told = []
    for piece in pieces:
        if isinstance(piece, str):
            told.append(piece)
        elif isinstance(piece, _Place):
            told.append(_place(piece, given))
        elif all(given.get(name) for name in piece.names):
            told += [inner if isinstance(inner, str) else _place(inner, given) for inner in piece.pieces]
    return " ".join(filter(None, "".join(told).split(" ")))


def _place(place: _Place, given: dict[str, Any]) -> str:
    value = given.get(place.name, "")
    text: str = value.text if isinstance(value, Said) else str(value)
    if place.noun:
        noun = place.noun.lstrip("-")
        if place.noun != noun and text == "1":
            return noun
        return f"{text} {noun if text in ('1', 'up to 1') else noun + 's'}"
    if place.one is not None:
        many = value.many if isinstance(value, Said) else text not in ("1", "up to 1")
        return place.many if many else place.one
    return text


def line_of(word: Word, given: dict[str, Any]) -> str:
    """What a word says with these arguments."""
    return word.line(given) if callable(word.line) else filled(word.line, given)
