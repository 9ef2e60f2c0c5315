"""Says a checked effect in words: the tree that runs is the tree that speaks, and a wrong text is a wrong effect."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from deckcli.engine.effect_text import Node
from deckcli.engine.phrases import (
    Filter,
    Phrase,
    Said,
    joined,
    line_of,
    listed,
    negated,
    noun_phrase,
    sentence,
)
from deckcli.engine.vocabulary import Vocabulary, Word, is_numeral

COUNTED = "#"
"""With this begins the line of a value that is a number of things: "#status tokens"."""
IT = "it"
"""The noun for what an event is about."""
OR_NOT = ", or not,"
"""Behind one thing that may be left alone: "that card, or not,". Of a deed it is said before: "you may put it"."""
HOW_OFTEN, TIMES = "how often ", " ~"
"""So begins the line of a number of deeds, "how often it fed {0} ~today", and so it is marked where the number stands
when it is compared: "it fed them 2 or more times today"."""
_PLACES = tuple(map(str, range(16)))
"""What the places of a line are called by number: more than any word takes."""
COMPARED = {
    "<=": "{} or less", ">=": "{} or more", "==": "{}", "!=": "other than {}", "<": "less than {}",
    ">": "more than {}",
}  # fmt: skip
FEWER = {
    "<": "there are fewer {} than {}", ">": "there are more {} than {}", "<=": "there are no more {} than {}",
    ">=": "there are no fewer {} than {}", "==": "there are as many {} as {}", "!=": "there are not as many {} as {}",
}  # fmt: skip


class Speaker:
    """Says the texts of one ability; what was named is "that card" when it is mentioned again.

    `called` are nouns that are called otherwise on this card, `numeral` is what `n` stands for.
    """

    def __init__(self, vocabulary: Vocabulary, called: Mapping[str, str] | None = None, numeral: str = "") -> None:
        self.words = vocabulary
        self.called = called or {}
        self.numeral = numeral
        self.named: dict[str, Said] = {}
        self.done: set[str] = set()

    # ------------------------------------------------------------ statements

    def block(self, node: Node, before: str = "") -> str:
        """Every line as a sentence, the first one behind what is said `before` it."""
        told = [said for line in node.args if (said := self.line(line))]
        return joined(*[sentence(said if number else before + said) for number, said in enumerate(told)])

    def line(self, node: Node) -> str:
        """One statement, without its full stop."""
        if node.kind == "if":
            return self._if(node)
        if node.kind == "for":
            group = self.thing(node.args[0])
            self.named[node.value] = Said(group.again.replace("those ", "each of those ") or "it")
            each = group.text if group.text.startswith("each ") else f"each of {group.text}"
            first = (
                self.call(node.args[0]) if node.args[0].word is not None and node.args[0].word.role == "verb" else ""
            )
            return f"{first}{'. For' if first else 'for'} {each}: {self._inner(node.args[1])}"
        if node.kind == "assign":
            return self._assign(node)
        if node.kind == "block":
            return self._inner(node)
        return self.call(node)

    def _inner(self, node: Node) -> str:
        return ", then ".join(said for line in node.args if (said := self.line(line)))

    def _if(self, node: Node) -> str:
        test, body, other = node.args
        if not body.args or all(line.kind == "block" and not line.args for line in body.args):
            return self._unless(test, other)
        if test.kind == "done":
            said = f"{self.call(test.args[0])}. If you do, {self._inner(body)}"
        elif test.kind == "and" and test.args[0].kind == "done":
            rest = " and ".join(self.test(part) for part in test.args[1:])
            said = f"{self.call(test.args[0].args[0])}. If you do and {rest}, {self._inner(body)}"
        elif test.kind == "and" and test.args[-1].kind == "done":
            said = f"{self._may_do(test)}. If you do, {self._inner(body)}"
        elif test.kind == "not" and test.args[0].kind == "done":
            said = f"{self.call(test.args[0].args[0])}. If not, {self._inner(body)}"
        else:
            said = f"if {self.test(test)}, {self._inner(body)}"
        return f"{said}; otherwise {self._inner(other)}" if other else said

    def _may_do(self, test: Node) -> str:
        """If all but the last hold, the last is done."""
        before = " and ".join(self.test(part) for part in test.args[:-1])
        return f"if {before}, {self.call(test.args[-1].args[0])}"

    def _unless(self, test: Node, other: Node | None) -> str:
        """Where nothing more is done when the test holds."""
        rest = self._inner(other) if other else ""
        if test.kind == "done":
            return f"{self.call(test.args[0])}. If you do not, {rest}"
        if test.kind == "and" and test.args[-1].kind == "done":
            return f"{self._may_do(test)}. If you do not, {rest}"
        return f"unless {self.test(test)}, {rest}"

    def _assign(self, node: Node) -> str:
        value = node.args[0]
        if value.word is not None and value.word.role in ("number", "value"):
            self.named[node.value] = Said(self.number(value))
            return ""
        said = self.thing(value)
        is_deed = value.word is not None and value.word.role == "verb"
        words = self.call(value) if is_deed else f"choose {said.text}"
        if is_deed:
            self.done.add(node.value)
        again = said.again or ("those" if said.many else "it")
        asked = value.word is not None and value.word.role == "question"
        if not is_deed and not asked:
            self.named[node.value] = said
            return ""
        self.named[node.value] = Said(self._told_apart(again) if asked else again, said.many)
        return words

    def _told_apart(self, again: str) -> str:
        """That unit; where a second one is chosen, the first unit and the second unit from then on, and so further."""
        kind = again.partition(" ")[2] if again.startswith("that ") else ""
        same = [name for name, said in self.named.items() if said.text.endswith(f" {kind}")] if kind else []
        if not same:
            return again
        self.named.update({name: Said(f"the first {kind}") for name in same if self.named[name].text == again})
        return f"the {('second', 'third', 'fourth')[min(len(same), 3) - 1]} {kind}"

    # ------------------------------------------------------------ words

    def call(self, node: Node, **more: Any) -> str:
        """A word with its arguments, by its line."""
        word = node.known
        if word.role == "number" and word.spelling == "n" and self.numeral:
            return self.numeral
        first = [self.call(arg) for arg in self._deeds_in(node, word)] if word.role == "verb" else []
        told = self._line(node, word, more)
        if OR_NOT in told and word.role == "verb" and told.split(" ", 1)[0] in word.spelling:
            told = "you may " + told.replace(OR_NOT, "", 1)
        return ", then ".join([*first, told]) if first else told

    def _deeds_in(self, node: Node, verb: Word) -> list[Node]:
        """The deeds that stand in the places of things: they are done, and said, before."""
        slots = zip(verb.slots, node.args, strict=False)
        found = [arg for slot, arg in slots if slot.role == "thing" and isinstance(arg, Node)]
        return [arg for arg in found if arg.word is not None and arg.word.role == "verb"]

    def _line(self, node: Node, word: Word, given: dict[str, Any]) -> str:
        for place, slot, arg in zip(_PLACES, word.slots, node.args, strict=False):
            given[place] = self._in_place(word, slot.role, arg)
        for name, arg in node.named.items():
            given[name] = self._argument(word.named[name].role, arg)
        return line_of(word, given)

    def _in_place(self, word: Word, role: str, arg: Any) -> Any:
        """An argument of a word as it stands there."""
        if arg is None:
            return ""
        if role == "group" and word.role == "act":
            return self.thing(arg, "or")
        if role == "group" and word.role == "event":
            some = self._some(arg)
            return Said(some, some == "you")
        if role == "thing" and word.role == "filter":
            return Said(self._some(arg))
        if word.spelling == "one_of" and isinstance(arg, list):
            return ", or ".join([_text(self._argument(role, one)) for one in arg])
        return self._argument(role, arg, word.role)

    def _argument(self, role: str, arg: Any, whose: str = "") -> Any:
        """An argument in words; `whose` is the role of the word that it belongs to."""
        if arg is None:
            return ""
        if role == "filter" and whose == "condition":
            return self._whoever(arg if isinstance(arg, list) else [arg])
        if isinstance(arg, list):
            return listed(
                [_text(self._argument(role, one)) for one in arg],
                "or" if whose == "filter" or role == "cause" else "and",
            )
        speak = _ARGUMENTS.get(role)
        return speak(self, arg) if speak else self.call(arg)

    def _whoever(self, filters: Sequence[Node]) -> str:
        """A unit that fits: "a Flier unit", "a unit with cost 2 or more"; of which there is one, as "the leader"."""
        if len(filters) == 1 and (said := self.filter(filters[0])).after.startswith("that is the "):
            return said.after.removeprefix("that is ")
        phrase = Phrase("unit", "units")
        for one in filters:
            phrase = phrase.with_filter(self.filter(one))
        return phrase.some

    def _cause(self, node: Node) -> Any:
        if node.kind == "title":
            return f'"{node.value}"'
        if node.kind == "or":
            return listed([str(self._cause(part)) for part in node.args], "or")
        said = node.word is not None and node.word.role in ("cause", "player") and not self._is_phrase(node)
        return self.call(node) if said else self.thing(node).text

    def _skill(self, node: Node) -> str:
        """A skill by its name, or all those of a tag or kind."""
        words = self.words.tags.get(node.value) or self.words.kinds.get(node.value)
        return words or f'"{node.value}"'

    # ------------------------------------------------------------ things

    def thing(self, node: Node, last: str = "and") -> Said:
        """Things as they are spoken of: "this unit", "allies named X", "up to 2 tapped enemies"."""
        if node.kind == "union":
            parts = [self.thing(part) for part in node.args]
            return Said(listed([part.text for part in parts], last), True)
        if node.kind == "name":
            said = self.named.get(node.value, Said("it"))
            return said._replace(text=self._behind(said.text, node.filters))
        if node.kind == "of":
            return self._of(node)
        word = node.word
        if word is not None and word.role == "question":
            return self._question(node)
        if word is not None and word.role == "verb":
            return self._deed_as_thing(node, word.again)
        if word is not None and word.role == "player" and not self._is_phrase(node):
            return Said(self.call(node))
        phrase = self.phrase(node)
        again = phrase.one if phrase.definite else f"that {phrase.one}"
        return Said(phrase.plural, not phrase.definite, again, phrase.some)

    def _behind(self, text: str, filters: Sequence[Node]) -> str:
        said = [self.filter(one) for one in filters]
        return joined(text, *[one.after or f"that {one.predicate}" for one in said])

    def _deed_as_thing(self, node: Node, again: str) -> Said:
        """What a deed was done to: "that card", or "those cards" when it was done to several."""
        one, _, many = again.partition("|")
        slots = zip(node.known.slots, node.args, strict=False)
        first = next((arg for slot, arg in slots if slot.role == "thing" and arg is not None), None)
        asked = self.thing(first) if many and first is not None else None
        if first is None and many and node.args and node.known.slots[0].role in ("number", "amount"):
            several = self.number(node.args[0]) not in ("1", "up to 1")
        else:
            several = asked is not None and (asked.many or bool(re.search(r"\b(top \d+|cards|^each)\b", asked.text)))
        text = (many if several else one) or "what was done"
        return Said(text, several or text.startswith("those ") or not again, text if again else "")

    def _of(self, node: Node) -> Said:
        word, whose = node.known, self.thing(node.args[0]).text
        if "{0}" not in str(word.line):
            return Said(f"the {word.spelling} of {whose}")
        text = str(word.line).replace("{0}'s", possessive(whose)).replace("{0}", whose)
        return Said(self._behind(text, node.filters))

    def _is_phrase(self, node: Node) -> bool:
        """Whether a word for a player stands for several of them, of whom some may be chosen."""
        return node.kind == "word" and node.known.role == "player" and "|" in str(node.known.line)

    def _question(self, node: Node) -> Said:
        word = node.known
        if word.spelling == "each":
            many, inner = "each", node.args[0]
        elif len(word.slots) == 2 and word.slots[0].role == "amount":
            many, inner = "1" if node.args[0] is None else self.number(node.args[0]), node.args[1]
        else:
            return Said(self.call(node), True)
        by = f" ({self._cause(node.named['by'])} chooses)" if "by" in node.named else ""
        one = many in ("1", "up to 1", "each")
        if self._has_phrase(inner):
            phrase = self._asked(word.line, self.phrase(inner))
            text = f"each {phrase.of(phrase.one)}" if many == "each" else phrase.counted(many)
            if phrase.definite and many != "each":
                single = many == "1" and self._is_single(inner)
                text = _asked_one(word.line, phrase.one) if single else f"{many} of {phrase.one}"
            elif many == "1" and node.args[0] is None and word.line != word.spelling:
                text = phrase.some
            return Said(text + by, not one, f"that {phrase.one}" if one else f"those {phrase.many}")
        if inner.kind == "union" and all(map(self._has_phrase, inner.args)):
            phrases = [self._asked(word.line, self.phrase(part)) for part in inner.args]
            if many == "each":
                return Said(listed([one.one if one.definite else f"each {one.of(one.one)}" for one in phrases]), True)
            if many == "1":
                return Said(listed([_asked_one(word.line, one.some) for one in phrases], "or") + by)
            rest = [phrase.of(phrase.one if one else phrase.many) for phrase in phrases[1:]]
            return Said(listed([phrases[0].counted(many), *rest], "or") + by, not one)
        text = self._asked_of(node, many, self.thing(inner, "or").text)
        text = text if one else text.replace(" that is ", " that are ")
        return Said(text + by, not one, text if text.startswith("that ") else "it" if one else "those")

    def _is_single(self, node: Node) -> bool:
        """Whether a definite noun is one thing: this unit, your Phoenixborn."""
        return not self.phrase(node).one.startswith(("the top", "those")) and " dice" not in self.phrase(node).one

    def _asked(self, line: Any, phrase: Phrase) -> Phrase:
        """A noun as a question asks for it: its line changes the phrase, or is a word before it."""
        if callable(line):
            changed: Phrase = line(phrase)
            return changed
        if not line.startswith("~"):
            return phrase
        first = phrase.before[:1] if phrase.before[:1] == ("other",) else ()
        return phrase._replace(before=(*first, line[1:], *phrase.before[len(first) :]))

    def _asked_of(self, node: Node, many: str, text: str) -> str:
        line = node.known.line
        inner = node.args[-1] if node.kind == "word" else None
        if many == "each" and isinstance(inner, Node) and inner.kind == "union":
            return listed([self._each(part) for part in inner.args])
        if many == "1" and "'s " in text and node.args[0] is None:
            return _asked_one(line, text)
        if many == "1" and isinstance(line, str) and line.startswith("~") and node.args[0] is None:
            return f"the {line[1:]} {text.removeprefix('the ')}" if not text.startswith("that ") else text
        if many == "up to 1" and text.startswith("that "):
            return f"{text}{OR_NOT}"
        return f"{many} {text}" if text.startswith("cards ") or many.endswith(" of") else f"{many} of {text}"

    def _each(self, part: Node) -> str:
        """One part of what is done to each: each alteration of that unit, or what has a name already."""
        if not self._has_phrase(part):
            return self.thing(part).text
        phrase = self.phrase(part)
        return phrase.one if phrase.definite else f"each {phrase.of(phrase.one)}"

    def _has_phrase(self, node: Node) -> bool:
        if node.kind == "owned":
            return bool(node.known.owned)
        return node.kind == "word" and (node.known.role == "noun" or self._is_phrase(node))

    def phrase(self, node: Node) -> Phrase:
        """A noun with its conditions."""
        if node.kind == "owned":
            phrase = noun_phrase(self._owned(node))
        elif node.value in self.called:
            phrase = noun_phrase("=" + self.called[node.value])
        else:
            phrase = noun_phrase(self.call(node))
        if phrase.definite and node.filters and all(one.kind == "member" for one in node.filters):
            those = listed([self.thing(one.args[0]).text for one in node.filters])
            return phrase._replace(one=f"{those} among {phrase.one}")
        if phrase.definite and node.filters:
            so = listed([self.filter(one).predicate for one in node.filters])
            return phrase._replace(one=f"{phrase.one}, if it {so},")
        for one in node.filters:
            phrase = phrase.with_filter(self.filter(one))
        return phrase

    def _owned(self, node: Node) -> str:
        """A noun of a thing: the hand of that player."""
        whose = self.thing(node.args[0]).text
        if not node.known.owned:
            return f"=the {node.known.spelling} of {whose}"
        return node.known.owned.replace("{of}'s", possessive(whose)).replace("{of}", whose)

    def _some(self, node: Node) -> str:
        """One thing out of a set, whichever."""
        if node.kind == "union":
            return listed([self._some(part) for part in node.args], "or")
        return self.phrase(node).some if self._has_phrase(node) else self.thing(node).text

    # ------------------------------------------------------------ conditions on a thing

    def filter(self, node: Node) -> Filter:
        """A condition as it stands around a noun."""
        if node.kind == "not":
            return self.filter(node.args[0]).negative
        if node.kind in ("or", "and"):
            return self._joined_filters(node)
        if node.kind == "member":
            return Filter(after=f"that is {self.thing(node.args[0], 'or').text}")
        if node.kind == "compare":
            left, right = node.args
            if left.kind == "value" and str(left.known.line).startswith(COUNTED):
                return Filter(after=f"with {self._so_many(node, left, right)}")
            told = COMPARED[node.value].format(self.number(right))
            equal = "equal to" if node.value == "==" and told.startswith("the ") else ""
            return Filter(after=f"with {joined(self.number(left), equal, told)}")
        said = self.call(node)
        if not said.startswith("~"):
            return Filter(after=said)
        article, _, word = said[1:].partition(" ") if said.startswith(("~a ", "~an ")) else ("", "", said[1:])
        return Filter(before=word, article=article)

    def _joined_filters(self, node: Node) -> Filter:
        parts = [self.filter(part) for part in node.args]
        if all(part.before for part in parts):
            return Filter(before=listed([part.before for part in parts], node.kind))
        return Filter(after=f"that {listed([part.predicate for part in parts], node.kind)}")

    def _object(self, node: Node) -> Said:
        """A condition that stands for whoever fits it."""
        said = self.filter(node)
        return Said(said.before or said.after)

    # ------------------------------------------------------------ tests and numbers

    def test(self, node: Node) -> str:
        """A test as it stands behind "if"."""
        if node.kind == "not":
            return self._negative(node.args[0])
        if node.kind in ("and", "or"):
            return f" {node.kind} ".join(self.test(part) for part in node.args)
        if node.kind == "compare":
            return self._compared(node)
        if node.kind == "same":
            verb = "is" if node.value == "==" else "is not"
            return f"{self.thing(node.args[0]).text} {verb} {self.thing(node.args[1]).text}"
        if node.kind == "done":
            deed = self.call(node.args[0])
            return deed if deed.startswith("you ") else f"you {deed}"
        return self._exists(node.args[0]) if node.kind == "any" else self.call(node)

    def _negative(self, node: Node) -> str:
        if node.kind == "any" and not self._definite(node.args[0]):
            return f"there is no {self._one(node.args[0])}"
        if node.kind == "any" and (self._are_many(node.args[0]) or len(node.args[0].filters) > 1):
            return self._none_of(node.args[0])
        return negated(self.test(node))

    def _are_many(self, node: Node) -> bool:
        """Whether several things that have a name already are asked whether any of them is so."""
        return node.kind == "name" and bool(node.filters) and self._named_so(node).startswith("those ")

    def _none_of(self, node: Node) -> str:
        """None of those cards is a Sword; of a condition that is itself denied, all of those cards are Green, or all
        others of them; nothing of what was paid is a Sword and is tapped."""
        name, filters = self._named_so(node), [self.filter(one) for one in node.filters]
        others = len(filters) == 2 and filters[0].before == "other"
        if node.filters[-1].kind == "not" and (others or len(filters) == 1):
            so = _of_many(self.filter(node.filters[-1].args[0]).predicate)
            return f"all {'others of' if others else 'of'} {name} {so}"
        none = "none" if name.startswith("those ") else "nothing"
        return f"{none} of {name} {listed([one.predicate for one in filters])}"

    def _definite(self, node: Node) -> bool:
        return node.kind == "name" or (node.kind == "word" and node.known.role == "noun" and self.phrase(node).definite)

    def _one(self, node: Node) -> str:
        phrase = self.phrase(node) if self._has_phrase(node) else None
        return phrase.of(phrase.one) if phrase else self.thing(node).text

    def _exists(self, node: Node) -> str:
        """A set as a test: is there one? Of one thing: is it so?"""
        if node.kind == "name" and node.value in self.done and not node.filters:
            return "that was done"
        if self._definite(node):
            name = self._named_so(node)
            so = listed([self.filter(one).predicate for one in node.filters]) or "is there"
            if self._are_many(node):
                return f"any of {name} {so}"
            return joined(name, _of_many(so) if name.startswith("those ") else so)
        if node.kind == "word" and node.known.role == "noun":
            if len(node.filters) == 1 and node.filters[0].kind == "member":
                return f"{self.thing(node.filters[0].args[0]).text} is there"
            return f"there is {self.phrase(node).some}"
        return f"there is {self.thing(node).text}"

    def _named_so(self, node: Node) -> str:
        """What has a name already, or a definite noun, without its conditions."""
        return self.named.get(node.value, Said("it")).text if node.kind == "name" else self._bare(node)

    def _bare(self, node: Node) -> str:
        """A definite noun without its conditions."""
        return self.called.get(node.value) or noun_phrase(self.call(node)).one

    def _compared(self, node: Node) -> str:
        left, right = node.args
        counted = left.kind == "word" and left.known.spelling == "count"
        if counted and right.kind == "word" and right.known.spelling == "count":
            return FEWER[node.value].format(self.thing(left.args[0]).text, self.thing(right.args[0]).text)
        if counted and node.value == "==" and right.kind == "number" and right.value == 0:
            return f"there is no {self._one(left.args[0])}"
        if counted and node.value == "==" and right.kind == "number" and right.value == 1:
            return f"there is exactly 1 {self._one(left.args[0])}"
        if counted:
            things = self.thing(left.args[0]).text
            many = COMPARED[node.value].format(self.number(right)).replace(" or less", " or fewer")
            return f"there are {many} {'of ' if things.startswith('those ') else ''}{things}"
        if left.kind == "of" and str(left.known.line).startswith(COUNTED):
            whose = self.thing(left.args[0])
            return f"{whose.text} {'have' if whose.many else 'has'} {self._so_many(node, left, right)}"
        if left.kind == "sum" and left.value == "%" and node.value == "==" and self.number(left.args[1]) == "2":
            return f"{self.number(left.args[0])} is {'odd' if self.number(right) == '1' else 'even'}"
        so = COMPARED[node.value].format(self.number(right))
        if left.kind == "word" and str(left.known.line).startswith(HOW_OFTEN):
            deed, _, when = self.call(left).removeprefix(HOW_OFTEN).partition(TIMES)
            return joined(deed, so, "times", when)
        return f"{self.number(left)} is {so}"

    def _so_many(self, node: Node, left: Node, right: Node) -> str:
        """2 or more status tokens; no status tokens."""
        none = node.value == "==" and right.kind == "number" and right.value == 0
        return f"{'no' if none else COMPARED[node.value].format(self.number(right))} {str(left.known.line)[1:]}"

    def number(self, node: Node) -> str:
        """A number in digits, or in words where it is computed."""
        if node.kind == "number":
            return str(node.value)
        if node.kind == "title":
            return str(node.value)
        if node.kind == "minus":
            inner = self.number(node.args[0])
            return f"-{inner}" if inner[:1].isdigit() or inner in ("X", "n") else f"minus {inner}"
        if node.kind == "sum":
            return self._sum(node)
        if node.kind == "value":
            return self.call(node)
        if node.kind == "of":
            whose, value = self.thing(node.args[0]).text, self.call(node)
            if value.startswith(COUNTED):
                return f"the number of {value[1:]} on {whose}"
            return joined("its" if whose == "it" else "the", value, "" if whose == "it" else f"of {whose}")
        if node.kind == "name":
            return self._amount_named(node)
        return self.call(node).replace(TIMES, " ")

    def _amount_named(self, node: Node) -> str:
        """The number that a name stands for: how many were done, how many things there are, or what was counted."""
        if node.value in self.done:
            return "that number"
        said = self.thing(node)
        return f"the number of {said.text}" if said.many or said.again else said.text

    def _sum(self, node: Node) -> str:
        left, right = node.args
        one = self.number(left)
        if node.value == "*" and one.lstrip("-").isdigit() and (each := self._for_each(right)):
            return f"{one} for each {each}"
        signs = {"+": "plus", "-": "minus", "*": "times", "//": "divided by", "%": "modulo"}
        if node.value in ("*", "//", "%") and "sum" in (left.kind, right.kind):
            return f"({one} {node.value} {self.number(right)})"
        return f"{one} {signs[node.value]} {self.number(right)}"

    def _for_each(self, node: Node) -> str:
        """What is counted, in the singular; empty for a number of another kind."""
        if node.kind == "word" and node.known.spelling == "count":
            one = self._one(node.args[0])
            return f"of {one}" if one.startswith("those ") else one
        if node.kind == "of" and str(node.known.line).startswith(COUNTED):
            return f"{str(node.known.line)[1:].removesuffix('s')} on {self.thing(node.args[0]).text}"
        return ""

    # ------------------------------------------------------------ events and costs

    def event(self, node: Node) -> str:
        """An event as it stands behind "when"."""
        if node.kind == "or":
            return " or when ".join(self.event(part) for part in node.args)
        return self.call(node)

    def tell_again(self, node: Node) -> None:
        """From now on what an event is about is called by its noun: that orb, where others are called that unit."""
        first = node.args[0] if node.kind == "or" else node
        subject = first.args[0] if first.args else None
        word = self.words.find("noun", IT)
        if (
            isinstance(subject, Node)
            and word is not None
            and str(word.line).startswith("=that ")
            and self._has_phrase(subject)
        ):
            phrase = self.phrase(subject)
            if not phrase.definite and IT not in self.called:
                self.called = {**self.called, IT: f"that {phrase.one}"}

    def cost(self, node: Node) -> str:
        """Costs in a row."""
        return ", ".join(self.call(part) for part in (node.args if node.kind == "costs" else [node]))


_ARGUMENTS: dict[str, Callable[[Speaker, Node], Any]] = {
    "number": Speaker.number, "amount": Speaker.number, "thing": Speaker.thing, "group": Speaker.thing,
    "test": Speaker.test, "while": Speaker.test, "deed": Speaker.line, "filter": Speaker._object,
    "event": Speaker.event, "cost": Speaker.cost, "title": lambda _, one: one.value, "skill": Speaker._skill,
    "cause": Speaker._cause, "causes": Speaker._cause, "player": Speaker._cause,
}  # fmt: skip
"""How an argument is said by the role of its slot, where that is not one of the game's own words."""


def _asked_one(line: Any, one: str) -> str:
    """One thing that is there already as a question asks for it: your target leader, that target, the source as a
    target. "this" stays so."""
    if not isinstance(line, str) or not line.startswith("~"):
        return one
    whose, _, noun = one.rpartition(" ")
    if whose == "your" or whose.endswith("'s"):
        return f"{whose} {line[1:]} {noun}"
    if one == "it":
        return f"that {line[1:]}"
    return f"{one} as a {line[1:]}" if whose == "the" else one


def _of_many(predicate: str) -> str:
    """Is Green: are Green; has cost 2: have cost 2; shares a name: share a name."""
    return re.sub(r"^(?:is|has|shares)\b", lambda found: _OF_MANY[found[0]], predicate)


_OF_MANY = {"is": "are", "has": "have", "shares": "share"}


def _text(value: Any) -> str:
    return value.text if isinstance(value, Said) else str(value)


def possessive(whose: str) -> str:
    """That player's; your; its."""
    return {"you": "your", "it": "its", "they": "their"}.get(
        whose, f"{whose}'" if whose.endswith("s") else f"{whose}'s"
    )


def said(
    vocabulary: Vocabulary, words: Mapping[str, str], tree: Mapping[str, Any], called: Mapping[str, str] | None = None
) -> str:
    """One ability whole: its name and kind, what it costs, when, what it does, and what it needs."""
    numeral = words["name"].rpartition(" ")[2]
    speaker = Speaker(vocabulary, called, numeral if is_numeral(numeral) else "")
    head = _head(vocabulary, words, speaker, tree)
    need = speaker.test(tree["need"]) if "need" in tree else ""
    if "static" in tree:
        body = speaker.block(tree["static"], f"while {need}, " if need else "")
    else:
        body = _moment(speaker, tree, need) + speaker.block(tree["do"], "instead, " if "replaces" in tree else "")
        if need and not _event_of(tree):
            body = f"{body} Only while {need}."
    if "focus_cost" in tree:
        body += f" Focus 1: its cost may be ({speaker.cost(tree['focus_cost'])}) instead."
    for level, one in enumerate(tree.get("focus", ()), 1):
        if any(line.kind != "block" or line.args for line in one.args):
            body += f" Focus {level}: {speaker.block(one)}"
    if "freely" in tree:
        body += f" Any number of times while {speaker.test(tree['freely'])}."
    return f"{head} {body}".strip()


def _event_of(tree: Mapping[str, Any]) -> Node | None:
    return next((tree[name] for name in ("when", "after", "replaces") if name in tree), None)


def _moment(speaker: Speaker, tree: Mapping[str, Any], need: str) -> str:
    event = _event_of(tree)
    if event is None:
        return ""
    before = "After" if "after" in tree else "When"
    told = f"{before} {speaker.event(event).rstrip(',')}{f', if {need}' if need else ''}: "
    speaker.tell_again(event)
    return told


def _head(vocabulary: Vocabulary, words: Mapping[str, str], speaker: Speaker, tree: Mapping[str, Any]) -> str:
    """Name [KIND, from where, how often] (cost):"""
    marks = [
        vocabulary.kinds.get(words["kind"], ""), vocabulary.tags.get(words["tag"], ""),
        vocabulary.zones.get(words["zone"], ""), vocabulary.limits.get(words["limit"], ""), words.get("always", ""),
    ]  # fmt: skip
    told = ", ".join(filter(None, marks))
    cost = f"({speaker.cost(tree['cost'])})" if "cost" in tree else ""
    head = joined(words["name"], f"[{told}]" if told else "", cost)
    return f"{head}:" if head else ""
