"""Says a checked effect in words: the tree that runs is the tree that speaks, and a wrong text is a wrong effect."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from deckcli.engine.effect_text import Node
from deckcli.engine.phrases import Filter, Phrase, Said, joined, line_of, listed, negated, noun_phrase, sentence
from deckcli.engine.vocabulary import Vocabulary

COMPARED = {
    "<=": "{} or less", ">=": "{} or more", "==": "{}", "!=": "other than {}", "<": "less than {}",
    ">": "more than {}",
}  # fmt: skip
FEWER = {
    "<": "there are fewer {} than {}", ">": "there are more {} than {}", "<=": "there are no more {} than {}",
    ">=": "there are no fewer {} than {}", "==": "there are as many {} as {}", "!=": "there are not as many {} as {}",
}  # fmt: skip


class Speaker:
    """Says the texts of one ability; what was named is "that card" when it is mentioned again."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.words = vocabulary
        self.named: dict[str, Said] = {}

    # ------------------------------------------------------------ statements

    def block(self, node: Node) -> str:
        """Every line as a sentence."""
        return joined(*[sentence(self.line(line)) for line in node.args])

    def line(self, node: Node) -> str:
        """One statement, without its full stop."""
        if node.kind == "if":
            return self._if(node)
        if node.kind == "for":
            group = self.thing(node.args[0])
            self.named[node.value] = Said("it")
            return f"for each of {group.text}: {self._inner(node.args[1])}"
        if node.kind == "assign":
            return self._assign(node)
        if node.kind == "block":
            return self._inner(node)
        return self.call(node)

    def _inner(self, node: Node) -> str:
        return ", then ".join(self.line(line) for line in node.args)

    def _if(self, node: Node) -> str:
        test, body, other = node.args
        if test.kind == "done":
            said = f"{self.call(test.args[0])}. If you do, {self._inner(body)}"
        elif test.kind == "not" and test.args[0].kind == "done":
            said = f"{self.call(test.args[0].args[0])}. If not, {self._inner(body)}"
        else:
            said = f"if {self.test(test)}, {self._inner(body)}"
        return f"{said}; otherwise {self._inner(other)}" if other else said

    def _assign(self, node: Node) -> str:
        value = node.args[0]
        said = self.thing(value)
        self.named[node.value] = Said(said.again or ("those" if said.many else "it"), said.many)
        is_deed = value.word is not None and value.word.role == "verb"
        return self.call(value) if is_deed else f"choose {said.text}"

    # ------------------------------------------------------------ words

    def call(self, node: Node, **more: Any) -> str:
        """A word with its arguments, by its line."""
        word = node.known
        given: dict[str, Any] = dict(more)
        for number, (slot, arg) in enumerate(zip(word.slots, node.args, strict=False)):
            if slot.role == "group" and word.role in ("act", "event") and arg is not None:
                given[str(number)] = self.thing(arg, "or") if word.role == "act" else Said(self._some(arg))
            else:
                given[str(number)] = self._argument(slot.role, arg, word.role)
        for name, arg in node.named.items():
            given[name] = self._argument(word.named[name].role, arg)
        return line_of(word, given)

    def _argument(self, role: str, arg: Any, whose: str = "") -> Any:
        """An argument in words; `whose` is the role of the word that it belongs to."""
        if arg is None:
            return ""
        if role == "filter" and whose == "condition":
            return self._whoever(arg if isinstance(arg, list) else [arg])
        if isinstance(arg, list):
            return listed([_text(self._argument(role, one)) for one in arg], "or" if whose == "filter" else "and")
        speak: dict[str, Callable[[Node], Any]] = {
            "number": self.number, "amount": self.number, "thing": self.thing, "group": self.thing, "test": self.test,
            "deed": self.line, "filter": lambda one: Said(self._object(one)), "event": self.event, "cost": self.cost,
            "title": lambda one: one.value, "skill": lambda one: f'"{one.value}"', "cause": self._cause,
            "player": self._cause,
        }  # fmt: skip
        return speak[role](arg) if role in speak else self.call(arg)

    def _whoever(self, filters: Sequence[Node]) -> str:
        """A unit that fits: "a Flier unit", "a unit with cost 2 or more"."""
        phrase = Phrase("unit", "units")
        for one in filters:
            phrase = phrase.with_filter(self.filter(one))
        return phrase.some

    def _cause(self, node: Node) -> Any:
        if node.kind == "title":
            return f'"{node.value}"'
        if node.kind == "or":
            return listed([str(self._cause(part)) for part in node.args], "or")
        return (
            self.call(node)
            if node.word is not None and node.word.role in ("cause", "player")
            else self.thing(node).text
        )

    # ------------------------------------------------------------ things

    def thing(self, node: Node, last: str = "and") -> Said:
        """Things as they are spoken of: "this unit", "allies named X", "up to 2 tapped enemies"."""
        if node.kind == "union":
            parts = [self.thing(part) for part in node.args]
            return Said(listed([part.text for part in parts], last), True)
        if node.kind == "name":
            said = self.named.get(node.value, Said("it"))
            return said._replace(text=self._behind(said.text, node.filters))
        if node.kind in ("of", "owned"):
            return Said(f"the {node.known.spelling} of {self.thing(node.args[0]).text}")
        word = node.word
        if word is not None and word.role == "question":
            return self._question(node)
        if word is not None and word.role == "verb":
            return Said("what was done", True)
        if word is not None and word.role == "player":
            return Said(self.call(node))
        phrase = self.phrase(node)
        return Said(phrase.plural, not phrase.definite, phrase.one if phrase.definite else f"that {phrase.one}")

    def _behind(self, text: str, filters: Sequence[Node]) -> str:
        return joined(text, *[self.filter(one).after or self.filter(one).before for one in filters])

    def _question(self, node: Node) -> Said:
        word = node.known
        if word.spelling == "choose":
            many = self.number(node.args[0]) if node.args[0] is not None else "1"
            inner = node.args[1]
            by = f" ({self._cause(node.named['by'])} chooses)" if "by" in node.named else ""
        elif word.spelling == "each":
            many, inner, by = "each", node.args[0], ""
        else:
            return Said(self.call(node), True)
        if inner.kind == "word" and inner.known.role == "noun":
            phrase = self.phrase(inner)
            one = many in ("1", "up to 1", "each")
            text = f"each {phrase.of(phrase.one)}" if many == "each" else phrase.counted(many)
            return Said(text + by, not one, f"that {phrase.one}" if one else f"those {phrase.many}")
        return Said(f"{many} of {self.thing(inner, 'or').text}{by}", many not in ("1", "up to 1"), "it")

    def phrase(self, node: Node) -> Phrase:
        """A noun with its conditions."""
        phrase = noun_phrase(self.call(node))
        if phrase.definite and node.filters:
            so = listed([self.filter(one).predicate for one in node.filters])
            return phrase._replace(one=f"{phrase.one}, if it {so},")
        for one in node.filters:
            phrase = phrase.with_filter(self.filter(one))
        return phrase

    def _some(self, node: Node) -> str:
        """One thing out of a set, whichever."""
        if node.kind == "union":
            return listed([self._some(part) for part in node.args], "or")
        return self.phrase(node).some if node.kind == "word" else self.thing(node).text

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
            return Filter(after=f"with {joined(self.number(left), COMPARED[node.value].format(self.number(right)))}")
        said = self.call(node)
        return Filter(before=said[1:]) if said.startswith("~") else Filter(after=said)

    def _joined_filters(self, node: Node) -> Filter:
        parts = [self.filter(part) for part in node.args]
        if all(part.before for part in parts):
            return Filter(before=listed([part.before for part in parts], node.kind))
        return Filter(after=f"that {listed([part.predicate for part in parts], node.kind)}")

    def _object(self, node: Node) -> str:
        """A condition that stands for whoever fits it."""
        said = self.filter(node)
        return said.before or said.after

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
            return f"you {self.call(node.args[0])}"
        return self._exists(node.args[0]) if node.kind == "any" else self.call(node)

    def _negative(self, node: Node) -> str:
        if node.kind == "any" and not self._definite(node.args[0]):
            return f"there is no {self._one(node.args[0])}"
        return negated(self.test(node))

    def _definite(self, node: Node) -> bool:
        return node.kind == "name" or (node.kind == "word" and node.known.role == "noun" and self.phrase(node).definite)

    def _one(self, node: Node) -> str:
        phrase = self.phrase(node) if node.kind == "word" else None
        return phrase.of(phrase.one) if phrase else self.thing(node).text

    def _exists(self, node: Node) -> str:
        """A set as a test: is there one? Of one thing: is it so?"""
        if self._definite(node):
            name = self.named[node.value].text if node.kind == "name" else noun_phrase(self.call(node)).one
            so = listed([self.filter(one).predicate for one in node.filters])
            return joined(name, so or "is there")
        if node.kind == "word" and node.known.role == "noun":
            return f"there is {self.phrase(node).some}"
        return f"there is {self.thing(node).text}"

    def _compared(self, node: Node) -> str:
        left, right = node.args
        counted = left.kind == "word" and left.known.spelling == "count"
        if counted and right.kind == "word" and right.known.spelling == "count":
            return FEWER[node.value].format(self.thing(left.args[0]).text, self.thing(right.args[0]).text)
        if counted and node.value == "==" and right.kind == "number" and right.value == 0:
            return f"there is no {self._one(left.args[0])}"
        if counted:
            return f"there are {COMPARED[node.value].format(self.number(right))} {self.thing(left.args[0]).text}"
        return f"{self.number(left)} is {COMPARED[node.value].format(self.number(right))}"

    def number(self, node: Node) -> str:
        """A number in digits, or in words where it is computed."""
        if node.kind == "number":
            return str(node.value)
        if node.kind == "title":
            return str(node.value)
        if node.kind == "minus":
            return f"-{self.number(node.args[0])}"
        if node.kind == "sum":
            return self._sum(node)
        if node.kind == "value":
            return self.call(node)
        if node.kind == "of":
            return f"the {self.call(node)} of {self.thing(node.args[0]).text}"
        if node.kind == "name":
            return f"the number of {self.thing(node).text}"
        return self.call(node)

    def _sum(self, node: Node) -> str:
        left, right = node.args
        if node.value == "*" and left.kind == "number" and right.kind == "word" and right.known.spelling == "count":
            inner = right.args[0]
            return f"{left.value} for each {self._one(inner)}"
        return f"({self.number(left)} {node.value} {self.number(right)})"

    # ------------------------------------------------------------ events and costs

    def event(self, node: Node) -> str:
        """An event as it stands behind "when"."""
        if node.kind == "or":
            return " or when ".join(self.event(part) for part in node.args)
        return self.call(node)

    def cost(self, node: Node) -> str:
        """Costs in a row."""
        return ", ".join(self.call(part) for part in (node.args if node.kind == "costs" else [node]))


def _text(value: Any) -> str:
    return value.text if isinstance(value, Said) else str(value)


def said(vocabulary: Vocabulary, words: Mapping[str, str], tree: Mapping[str, Any]) -> str:
    """One ability whole: its name and kind, what it costs, when, what it does, and what it needs."""
    speaker = Speaker(vocabulary)
    head = _head(vocabulary, words, speaker, tree)
    need = speaker.test(tree["need"]) if "need" in tree else ""
    if "static" in tree:
        body = speaker.block(tree["static"])
        body = sentence(f"while {need}, {body[:1].lower()}{body[1:]}") if need else body
    else:
        body = _moment(speaker, tree, need) + speaker.block(tree["do"])
        if need and not _event_of(tree):
            body = f"{body} Only while {need}."
    for level, one in enumerate(tree.get("focus", ()), 1):
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
    before = "Instead, when" if "replaces" in tree else "After" if "after" in tree else "When"
    return f"{before} {speaker.event(event)}{f', if {need}' if need else ''}: "


def _head(vocabulary: Vocabulary, words: Mapping[str, str], speaker: Speaker, tree: Mapping[str, Any]) -> str:
    """Name [KIND, from where, how often] (cost):"""
    marks = [
        vocabulary.kinds.get(words["kind"], ""), vocabulary.tags.get(words["tag"], ""),
        vocabulary.zones.get(words["zone"], ""), vocabulary.limits.get(words["limit"], ""),
    ]  # fmt: skip
    told = ", ".join(filter(None, marks))
    cost = f"({speaker.cost(tree['cost'])})" if "cost" in tree else ""
    head = joined(words["name"], f"[{told}]" if told else "", cost)
    return f"{head}:" if head else ""
