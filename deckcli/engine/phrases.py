"""How the effects of a card read, in our words: the tree that acts is the tree that speaks.

A line of a word is a text with places: `{0}` the first argument, `{who}` one by name, `{0:card}` as many cards
(`{0:-card}`: "card" when it is one), `{0|gets|get}` a word that agrees in number, `<for {who}>` a part that stands only
when its argument is given. A noun's line is "one|many" or "one|many|where"; one that begins with "=" is definite
("=this unit").
"""

from __future__ import annotations

import re
from collections.abc import Sequence
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


def _all_of(conditions: Sequence[str]) -> str:
    """With cost 2 or less and named Marth; with cost 2 or less that is tapped and that shares a name with it."""
    found = ""
    for number, one in enumerate(conditions):
        follows = one.startswith("that ") and not conditions[number - 1].startswith("that ")
        found += one if not number else f" {one}" if follows else f" and {one}"
    return found


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
    return " ".join(part for part in parts if part)


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


def noun_phrase(line: str) -> Phrase:
    """Read a noun's line."""
    if line.startswith("="):
        return Phrase(line[1:], line[1:], definite=True)
    one, many, where = (*line.split("|"), "")[:3]
    return Phrase(one, many, where)


def filled(line: str, given: dict[str, Any]) -> str:
    """A line with its places filled: `given` holds a text, a Said or nothing by place."""

    def part(found: re.Match[str]) -> str:
        inner = found[1]
        return fill(inner) if all(given.get(name) for name, *_ in _PLACE.findall(inner)) else ""

    def fill(words: str) -> str:
        return _PLACE.sub(lambda found: _place(found, given), words)

    return joined(*fill(_PART.sub(part, line)).split(" "))


def _place(found: re.Match[str], given: dict[str, Any]) -> str:
    value = given.get(found[1], "")
    text = value.text if isinstance(value, Said) else str(value)
    if found[2]:
        noun = found[2].lstrip("-")
        if found[2] != noun and text == "1":
            return noun
        return f"{text} {noun if text in ('1', 'up to 1') else noun + 's'}"
    if found[3] is not None:
        many = value.many if isinstance(value, Said) else text not in ("1", "up to 1")
        return str(found[4] if many else found[3])
    return text


def line_of(word: Word, given: dict[str, Any]) -> str:
    """What a word says with these arguments."""
    return word.line(given) if callable(word.line) else filled(word.line, given)
