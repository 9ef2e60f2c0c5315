"""From the text of an effect to its checked tree: what is not in the language never gets past here.

The text is read with `ast` and never run. Every shape of the tree is one that this module knows, every name a word of
the game in the role in which it stands, or a name that the text itself has given.
"""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Literal, cast

from deckcli.engine.vocabulary import Fault, Function, Slot, Vocabulary, Word

LONGEST = 2000
"""Characters of one effect."""
MOST_PARTS = 500
"""Parts of its tree."""
DEEPEST = 24
"""How deep its parts may stand in one another."""
MOST_TREES = 10_000
"""Texts that a vocabulary keeps the trees of."""
LARGEST = 9999
"""The largest number that may be written."""

RESERVED = frozenset({"x", "n", "it", "this", "paid"})
"""Names that no choice may be given, whatever the game."""

_COMPARISONS = {ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}
_SUMS = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.FloorDiv: "//", ast.Mod: "%"}

How = Literal["do", "rules", "test", "event", "cost"]


class Node:
    """One checked part: its `kind`, its word if it has one, its arguments slot by slot (a list where a slot takes
    many), those given by name, and the conditions on it. `built` is what was made of it, once it has been (`effects`):
    the tree of a text that many cards bear is one and the same."""

    __slots__ = ("args", "built", "filters", "kind", "named", "value", "word")

    def __init__(
        self,
        kind: str,
        *args: Any,
        word: Word | None = None,
        named: dict[str, Any] | None = None,
        filters: Sequence[Node] = (),
        value: Any = None,
    ) -> None:
        self.kind = kind
        self.args: list[Any] = list(args)
        self.word = word
        self.named = named or {}
        self.filters = list(filters)
        self.value = value
        self.built: Any = None

    @property
    def known(self) -> Word:
        """Its word. Only for nodes that have one."""
        assert self.word is not None
        return self.word

    @property
    def function(self) -> Function:
        """The function of its word. Only for words that have one."""
        assert self.known.run is not None
        return self.known.run

    def parts(self) -> Iterator[Node]:
        """Itself and all that stands in it."""
        waiting: list[Any] = [self]
        while waiting:
            node = waiting.pop()
            if isinstance(node, list):
                waiting += node
            elif isinstance(node, Node):
                yield node
                waiting += node.args
                waiting += node.named.values()
                waiting += node.filters

    def places(self) -> Iterator[Node]:
        """It and its parts, as far as they are words."""
        return (node for node in self.parts() if node.word is not None)

    def words(self) -> Iterator[Word]:
        """Every word in it and in its parts."""
        return (node.known for node in self.places())


class _FaultError(Exception):
    """Stops the reading of one text."""

    def __init__(self, node: Any, what: str, near: tuple[str, ...] = ()) -> None:
        super().__init__(what)
        self.line, self.offset = getattr(node, "lineno", 1), getattr(node, "col_offset", 0)
        self.what, self.near = what, near


class Reader:
    """Reads the texts of one ability; names given in one (`do`) hold in the next (`focus`).

    `skills` are the names of skills that may be spoken of. Faults go to `faults`; a text that has one gives None.
    """

    def __init__(self, vocabulary: Vocabulary, where: str, skills: frozenset[str]) -> None:
        self.words = vocabulary
        self.where = where
        self.skills = skills
        self.faults: list[Fault] = []
        self.given: set[str] = set()
        self.used: set[str] = set()
        self._quiet = ""

    # ------------------------------------------------------------ a whole text

    def read(self, text: object, key: str, how: How) -> Node | None:
        """The checked tree of one key's text, or None when there is a fault in it."""
        name = key.rpartition(", ")[2]
        self._quiet = "" if how == "do" else name
        source = text if isinstance(text, str) else ""
        # What neither names a skill nor hangs on a name that was given reads the same on every card.
        kept = (how, self._quiet, source)
        alone = not self.given and '"' not in source and "'" not in source
        if alone and kept in self.words.trees:
            return cast(Node, self.words.trees[kept])
        try:
            if not isinstance(text, str) or not text.strip():
                raise _FaultError(None, f"{name} must be a text")
            tree = _parsed(text, how)
            node = self._block(tree.body, how) if isinstance(tree, ast.Module) else self._one(tree.body, how)
            if alone and not self.given and len(self.words.trees) < MOST_TREES:
                self.words.trees[kept] = node
            return node
        except _FaultError as fault:
            column = _column(source, fault.line, fault.offset)
            self.faults.append(Fault(self.where, key, fault.line, column, fault.what, fault.near))
        except RecursionError:
            self.faults.append(Fault(self.where, key, 1, 1, "is nested too deeply"))
        return None

    def unused(self, key: str) -> None:
        """A name that was given and is never read is a fault."""
        for name in sorted(self.given - self.used) if not self.faults else ():
            self.faults.append(Fault(self.where, key, 0, 0, f'the name "{name}" is given and never used'))

    def _one(self, node: ast.expr, how: How) -> Node:
        readers: dict[str, Callable[[ast.expr], Node]] = {"test": self.test, "event": self.event, "cost": self.cost}
        return readers[how](node)

    # ------------------------------------------------------------ statements

    def _block(self, body: Sequence[ast.stmt], how: How) -> Node:
        return Node("block", *[self._statement(line, how) for line in body])

    def _statement(self, node: ast.stmt, how: How) -> Node:
        if isinstance(node, ast.Expr):
            return self._rule(node.value) if how == "rules" else self.deed(node.value)
        if isinstance(node, ast.If):
            return self._if(node, how)
        if isinstance(node, ast.Assign) and how == "do":
            return self._assign(node)
        if isinstance(node, ast.For) and how == "do":
            return self._for(node)
        if isinstance(node, ast.Pass) and how == "do":
            return Node("block")
        raise _refused(node)

    def _if(self, node: ast.If, how: How) -> Node:
        test = self.test(node.test)
        before = set(self.given)
        body = self._block(node.body, how)
        first, self.given = self.given, set(before)
        other = self._block(node.orelse, how) if node.orelse else None
        both = first & self.given
        self._lost(first ^ self.given, before)
        self.given = before | both
        return Node("if", test, body, other)

    def _lost(self, names: set[str], before: set[str]) -> None:
        """Names that hold in one branch only must have been read there: behind it they mean nothing."""
        for name in sorted(names - before - self.used):
            raise _FaultError(None, f'the name "{name}" is given in one branch and never used there')

    def _assign(self, node: ast.Assign) -> Node:
        target = node.targets[0]
        if len(node.targets) != 1 or not isinstance(target, ast.Name):
            raise _FaultError(target, "only one name can be given at a time")
        value = self._value(node.value)
        self._give(target)
        return Node("assign", value, value=target.id)

    def _value(self, node: ast.expr) -> Node:
        """What a name can be given: a choice, a deed, a word out of several, or a number of this moment."""
        spelling = _dotted(_head(node))
        if spelling not in self.given and self.words.find("number", spelling):
            return self.number(node)
        if isinstance(node, ast.Attribute) and self.words.find("value", node.attr) and not self._ends_in_a_thing(node):
            return self.number(node)
        return self.thing(node)

    def _ends_in_a_thing(self, node: ast.Attribute) -> bool:
        return bool(self._first(node.attr, "of", "noun") or self._first(_dotted(node), "noun", "player"))

    def _give(self, target: ast.Name) -> None:
        name = target.id
        if name in RESERVED or name in self.words.spellings:
            raise _FaultError(target, f'"{name}" is a word of the game, and cannot be the name of a choice')
        if name in self.given:
            raise _FaultError(target, f'the name "{name}" is given twice')
        self.given.add(name)

    def _for(self, node: ast.For) -> Node:
        if not isinstance(node.target, ast.Name) or node.orelse:
            raise _refused(node)
        group = self.thing(node.iter)
        before = set(self.given)
        self._give(node.target)
        body = self._block(node.body, "do")
        self.given = before
        return Node("for", group, body, value=node.target.id)

    def _rule(self, node: ast.expr) -> Node:
        return self._call(node, "rule")

    def deed(self, node: ast.expr) -> Node:
        """Something that is done: a verb, or several in a row in brackets."""
        if isinstance(node, ast.Tuple) and node.elts:
            return Node("block", *[self.deed(part) for part in node.elts])
        self._not_quiet(node, "does something")
        return self._call(node, "verb")

    def _not_quiet(self, node: ast.expr, what: str) -> None:
        if self._quiet:
            raise _FaultError(node, f'"{_shown(node)}" {what}, which {self._quiet} cannot')

    # ------------------------------------------------------------ tests

    def test(self, node: ast.expr) -> Node:
        """Something that is true or not: a condition, a comparison, a thing (is there one?), a deed (was it done?)."""
        if isinstance(node, ast.BoolOp):
            kind = "and" if isinstance(node.op, ast.And) else "or"
            return Node(kind, *[self.test(part) for part in node.values])
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            return Node("not", self.test(node.operand))
        if isinstance(node, ast.Compare):
            return self._compare(node, candidate=False)
        spelling = _dotted(_head(node))
        if spelling and self.words.find("condition", spelling):
            return self._call(node, "condition")
        if spelling and spelling not in self.given and self.words.find("verb", spelling):
            return Node("done", self.deed(node))
        return Node("any", self.thing(node, "condition"))

    def _compare(self, node: ast.Compare, *, candidate: bool) -> Node:
        if len(node.ops) != 1 or type(node.ops[0]) not in _COMPARISONS:
            raise _FaultError(node, "only two things can be compared, by == != < <= > or >=")
        op, left, right = _COMPARISONS[type(node.ops[0])], node.left, node.comparators[0]
        word = self._value_word(left, candidate)
        if op in ("==", "!=") and word and word.gives != "number":
            told = self._title(right) if word.gives == "title" else self._call(right, word.gives)
            return Node("compare", self._number(left, candidate), told, value=op)
        if op in ("==", "!=") and self._is_thing(left) and self._is_thing(right):
            return Node("same", self.thing(left), self.thing(right), value=op)
        return Node("compare", self._number(left, candidate), self._number(right, candidate), value=op)

    def _value_word(self, node: ast.expr, candidate: bool) -> Word | None:
        name = node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""
        return self.words.find("value", name) if isinstance(node, ast.Attribute) or candidate else None

    def _is_thing(self, node: ast.expr) -> bool:
        spelling = _dotted(_head(node))
        return bool(spelling) and (spelling in self.given or bool(self._first(spelling, "noun", "player", "question")))

    # ------------------------------------------------------------ numbers

    def number(self, node: ast.expr) -> Node:
        """A number that is known when it is asked for."""
        return self._number(node, candidate=False)

    def _number(self, node: ast.expr, candidate: bool) -> Node:
        if isinstance(node, ast.Constant):
            return self._constant(node)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.UAdd, ast.USub)):
            inner = self._number(node.operand, candidate)
            if isinstance(node.op, ast.UAdd):
                return inner
            return Node("number", value=-inner.value) if inner.kind == "number" else Node("minus", inner)
        if isinstance(node, ast.BinOp) and type(node.op) in _SUMS:
            left, right = self._number(node.left, candidate), self._number(node.right, candidate)
            return Node("sum", left, right, value=_SUMS[type(node.op)])
        spelling = _dotted(_head(node))
        if candidate and isinstance(node, ast.Name) and self.words.find("value", node.id):
            return Node("value", word=self.words.find("value", node.id))
        if spelling and spelling not in self.given and self.words.find("number", spelling):
            return self._call(node, "number")
        if isinstance(node, ast.Attribute):
            return self._attribute(node, "value")
        if isinstance(node, ast.Name) and node.id in self.given:
            return self._name(node)
        raise self._unknown(node, "number", "number", "value")

    def _constant(self, node: ast.Constant) -> Node:
        if type(node.value) is not int:
            raise _FaultError(node, f"{_shown(node)} is no whole number")
        if abs(node.value) > LARGEST:
            raise _FaultError(node, f"the number is larger than {LARGEST}")
        return Node("number", value=node.value)

    def amount(self, node: ast.expr) -> Node:
        """How many: a number, or a word such as up_to(2), any, all."""
        spelling = _dotted(_head(node))
        if spelling and spelling not in self.given and self.words.find("amount", spelling):
            return self._call(node, "amount")
        return self.number(node)

    # ------------------------------------------------------------ things

    def thing(self, node: ast.expr, *also: str) -> Node:
        """A set of things: a noun with conditions, a name, a question, what a deed was done to, or two of these."""
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
            return Node("union", self.thing(node.left), self.thing(node.right))
        if isinstance(node, ast.Tuple) and node.elts:
            return Node("union", *[self.thing(part) for part in node.elts])
        head = _head(node)
        spelling = _dotted(head)
        if isinstance(head, ast.Name) and head.id in self.given:
            return self._filtered(self._name(head), node)
        word = self._first(spelling, "noun", "player", "question", "verb") if spelling else None
        if word is not None:
            if word.role in ("question", "verb"):
                self._not_quiet(node, "asks or does something")
            return self._call(node, word.role)
        if isinstance(head, ast.Attribute) and self._begins_with_a_thing(head):
            return self._filtered(self._attribute(head, "noun"), node)
        raise self._unknown(node, "thing", "noun", "question", "verb", *also)

    def _begins_with_a_thing(self, node: ast.Attribute) -> bool:
        """Whether what stands before the last dot can be a thing at all; "my" alone is none."""
        root: ast.expr = node
        while isinstance(root, ast.Attribute):
            root = root.value
        if not isinstance(root, ast.Name) or root.id in self.given:
            return True
        return self._first(_dotted(node.value), "noun", "player", "question") is not None or node.value is not root

    def _filtered(self, thing: Node, node: ast.expr) -> Node:
        """A thing with the conditions of the call around it."""
        if not isinstance(node, ast.Call):
            return thing
        if node.keywords:
            raise _FaultError(node.keywords[0], "conditions have no names")
        thing.filters += [self.filter(part) for part in node.args]
        return thing

    def _name(self, node: ast.Name) -> Node:
        self.used.add(node.id)
        return Node("name", value=node.id)

    def _attribute(self, node: ast.Attribute, role: str) -> Node:
        """`thing.word`: a value of a thing, another thing of it, or a player's zone: words of the game all."""
        if _depth(node) > 3:
            raise _FaultError(node, "at most three words can be joined by dots")
        found = self._first(node.attr, *(("value",) if role == "value" else ("of", "noun")))
        if found is None or (found.role == "noun" and found.side is None):
            what = "value" if role == "value" else "thing"
            near = self.words.near(node.attr, "value", "of")
            raise _FaultError(node, f'there is no {what} "{node.attr}" of a thing', near)
        return Node("of" if found.role != "noun" else "owned", self.thing(node.value), word=found)

    # ------------------------------------------------------------ conditions on a thing

    def filter(self, node: ast.expr) -> Node:
        """A condition on the thing that is looked at."""
        if isinstance(node, ast.BoolOp):
            kind = "and" if isinstance(node.op, ast.And) else "or"
            return Node(kind, *[self.filter(part) for part in node.values])
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            return Node("not", self.filter(node.operand))
        if isinstance(node, ast.Compare):
            return self._compare(node, candidate=True)
        spelling = _dotted(_head(node))
        if spelling and spelling not in self.given and self.words.find("filter", spelling):
            return self._call(node, "filter")
        if spelling and (spelling in self.given or self._first(spelling, "noun", "player")):
            return Node("member", self.thing(node))
        raise self._unknown(node, "condition", "filter", "value", "noun")

    # ------------------------------------------------------------ events and costs

    def event(self, node: ast.expr) -> Node:
        """What an ability waits for: an event, or several joined by `or`."""
        if isinstance(node, ast.BoolOp) and isinstance(node.op, ast.Or):
            return Node("or", *[self.event(part) for part in node.values])
        return self._call(node, "event")

    def cost(self, node: ast.expr) -> Node:
        """What is paid: one cost, or several joined by `+`."""
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
            left, right = self.cost(node.left), self.cost(node.right)
            return Node("costs", *_flat(left), *_flat(right))
        return self._call(node, "cost")

    # ------------------------------------------------------------ words and their arguments

    def _first(self, spelling: str, *roles: str) -> Word | None:
        for role in roles:
            if word := self.words.find(role, spelling):
                return word
        return None

    def _call(self, node: ast.expr, role: str) -> Node:
        """A word of that role with its arguments; what a noun has beyond its own are conditions."""
        spelling = _dotted(_head(node))
        word = self.words.find(role, spelling) if spelling else None
        if word is None:
            raise self._unknown(node, role, role)
        result = Node("word", word=word, value=spelling)
        call = node if isinstance(node, ast.Call) else None
        if call is None and not word.slots and not word.named:
            return result
        given = list(call.args) if call else []
        if role in ("noun", "player") and not any(slot.many for slot in word.slots):
            given, beyond = given[: len(word.slots)], given[len(word.slots) :]
        else:
            beyond = []
        result.args = self._arguments(node, word, given)
        result.named = self._named(word, call.keywords if call else [])
        result.filters = [self.filter(part) for part in beyond]
        return result

    def _arguments(self, node: ast.expr, word: Word, given: Sequence[ast.expr]) -> list[Any]:
        """One entry a slot: a node, None for one left out, or a list where a slot takes several."""
        needed = len(word.slots) - sum([slot.optional for slot in word.slots])
        spare, rest = len(given) - needed, list(given)
        if spare < 0:
            many = "s" if needed != 1 else ""
            raise _FaultError(node, f"{word.spelling} needs {needed} argument{many}, and has {len(given)}")
        taken: list[Any] = []
        for slot in word.slots:
            if slot.many:
                taken.append([self._argument(part, slot) for part in rest])
                rest = []
            elif slot.optional and spare <= 0:
                taken.append(None)
            else:
                spare -= slot.optional
                taken.append(self._argument(rest.pop(0), slot))
        if rest:
            raise _FaultError(rest[0], f"{word.spelling} takes no more than {len(given) - len(rest)} arguments")
        return taken

    def _named(self, word: Word, keywords: Sequence[ast.keyword]) -> dict[str, Any]:
        named: dict[str, Any] = {}
        for keyword in keywords:
            slot = word.named.get(keyword.arg or "")
            if slot is None or keyword.arg is None or keyword.arg in named:
                known = tuple(word.named)
                raise _FaultError(keyword, f'{word.spelling} has no argument "{keyword.arg or "**"}"', known[:3])
            value = keyword.value
            several = value.elts if slot.many and isinstance(value, ast.Tuple) else [value]
            read = [self._argument(part, slot) for part in several]
            named[keyword.arg] = read if slot.many else read[0]
        for name, slot in word.named.items():
            if name not in named and not slot.optional:
                raise _FaultError(None, f"{word.spelling} needs {name}=")
        return named

    def _argument(self, node: ast.expr, slot: Slot) -> Node:
        if isinstance(node, ast.Starred):
            raise _refused(node)
        read = _ARGUMENTS.get(slot.role)
        return read(self, node) if read else self._call(node, slot.role)

    def _group(self, node: ast.expr) -> Node:
        """Whoever fits while it is asked: a set without questions."""
        before, self._quiet = self._quiet, self._quiet or "a lasting rule"
        try:
            return self.thing(node)
        finally:
            self._quiet = before

    def _while(self, node: ast.expr) -> Node:
        """A test that is asked as long as something lasts."""
        before, self._quiet = self._quiet, self._quiet or "what lasts"
        try:
            return self.test(node)
        finally:
            self._quiet = before

    def _player(self, node: ast.expr) -> Node:
        spelling = _dotted(node)
        return self._call(node, "player") if spelling and self.words.find("player", spelling) else self._group(node)

    def _cause(self, node: ast.expr) -> Node:
        if isinstance(node, ast.BoolOp) and isinstance(node.op, ast.Or):
            return Node("or", *[self._cause(part) for part in node.values])
        spelling = _dotted(_head(node))
        if spelling and self.words.find("cause", spelling):
            return self._call(node, "cause")
        return self._title(node) if isinstance(node, ast.Constant) else self._group(node)

    def _causes(self, node: ast.expr) -> Node:
        """A cause, where a name in quotes is that of a skill."""
        if isinstance(node, ast.BoolOp) and isinstance(node.op, ast.Or):
            return Node("or", *[self._causes(part) for part in node.values])
        return self._skill(node) if isinstance(node, ast.Constant) else self._cause(node)

    def _title(self, node: ast.expr) -> Node:
        if not isinstance(node, ast.Constant) or not isinstance(node.value, str):
            raise _FaultError(node, f'"{_shown(node)}" must be a name in quotes')
        if not node.value.strip() or not node.value.isprintable() or len(node.value) > 160:
            raise _FaultError(node, "is no name of anything")
        return Node("title", value=node.value)

    def _skill(self, node: ast.expr) -> Node:
        title = self._title(node)
        if title.value not in self.skills and self.words.shared_ability(title.value) is None:
            from difflib import get_close_matches

            near = tuple(get_close_matches(title.value[:60], sorted(self.skills), 3, 0.5))
            raise _FaultError(node, f'there is no skill "{title.value}" on this card, nor one that all know', near)
        return title

    def _unknown(self, node: ast.expr, what: str, *roles: str) -> _FaultError:
        """The fault for something that is no word of that role, with what may have been meant."""
        head = _head(node)
        spelling = _dotted(head)
        if not spelling:
            return _refused(head)
        others = [role for role in self.words.roles_of(spelling) if role not in roles]
        if others:
            return _FaultError(head, f'"{spelling}" is a {others[0]}, and a {what} stands here')
        return _FaultError(head, f'there is no {what} "{spelling[:60]}"', self.words.near(spelling, *roles))


_ARGUMENTS: dict[str, Callable[[Reader, ast.expr], Node]] = {
    "number": Reader.number, "amount": Reader.amount, "thing": Reader.thing, "group": Reader._group,
    "test": Reader.test, "while": Reader._while, "deed": Reader.deed, "filter": Reader.filter, "event": Reader.event,
    "cost": Reader.cost, "title": Reader._title, "skill": Reader._skill, "cause": Reader._cause,
    "causes": Reader._causes, "player": Reader._player,
}  # fmt: skip
"""How an argument is read by the role of its slot, where that is not one of the game's own words."""


# ---------------------------------------------------------------- the text


def _parsed(text: str, how: How) -> ast.Module | ast.Expression:
    """The tree of a text within all bounds. Raises _FaultError."""
    if len(text) > LONGEST:
        raise _FaultError(None, f"has more than {LONGEST} characters")
    mode: Any = "exec" if how in ("do", "rules") else "eval"
    try:
        tree: Any = _parsed_quietly(text, mode) if _DOUBTFUL.search(text) else ast.parse(text, mode=mode)
    except SyntaxError as error:
        place = ast.Pass(lineno=error.lineno or 1, col_offset=0)
        fault = _FaultError(place, f"cannot be read: {error.msg}")
        fault.offset = -max(0, (error.offset or 1) - 1)  # already characters: kept apart from bytes by its sign
        raise fault from None
    except (ValueError, RecursionError, MemoryError, OverflowError) as error:
        raise _FaultError(None, f"cannot be read ({type(error).__name__})") from None
    if len(text) > MOST_PARTS or len(_NESTING.findall(text)) > DEEPEST - 4:
        _bounded(tree)
    return tree  # type: ignore[no-any-return]


def _parsed_quietly(text: str, mode: Any) -> ast.AST:
    """As Python reads it, without the warnings that it would print."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        tree: ast.AST = ast.parse(text, mode=mode)
        return tree


_DOUBTFUL = re.compile(r"\\|[0-9]\.?[A-Za-z_]")
"""What Python may warn of when it reads a text: a backslash that escapes nothing, a number with letters behind it."""
_NESTING = re.compile(r"[^\w\s]|\b(?:not|and|or|if|else|elif|for|in|is)\b")
"""What a text needs at least one of for each part within a part. One with few of them, or shorter than the number of
parts that are allowed, is within the bounds: that is seen without walking its tree."""


def _bounded(tree: ast.AST) -> None:
    """Neither too many parts nor too deep; walked without recursion."""
    level, count, depth = [tree], 0, 0
    while level:
        count, depth = count + len(level), depth + 1
        if count > MOST_PARTS or depth > DEEPEST:
            raise _FaultError(level[0], "has too many parts" if count > MOST_PARTS else "is nested too deeply")
        level = [child for node in level for child in ast.iter_child_nodes(node) if not isinstance(child, _NO_PARTS)]


_NO_PARTS = (ast.expr_context, ast.operator, ast.cmpop, ast.boolop, ast.unaryop)


def _column(text: str, line: int, offset: int) -> int:
    """The column from 1, in characters, of an offset in bytes (or, negative, in characters already)."""
    if offset <= 0:
        return 1 - offset
    lines = text.splitlines()
    whole = lines[line - 1] if 0 < line <= len(lines) else ""
    return len(whole.encode("utf-8", "replace")[:offset].decode("utf-8", "ignore")) + 1


def _head(node: ast.expr) -> ast.expr:
    """What is called, or the node itself."""
    return node.func if isinstance(node, ast.Call) else node


def _dotted(node: ast.expr) -> str:
    """Names joined by dots, as they are written; "" for anything else."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute) and (inner := _dotted(node.value)):
        return f"{inner}.{node.attr}"
    return ""


def _depth(node: ast.expr) -> int:
    return 1 + _depth(node.value) if isinstance(node, ast.Attribute) else 0


def _flat(node: Node) -> list[Any]:
    return node.args if node.kind == "costs" else [node]


def _shown(node: ast.AST) -> str:
    """A piece of the text, for a message."""
    return ast.unparse(node)[:40]


def _refused(node: ast.AST) -> _FaultError:
    """The fault for a shape that is no part of the language."""
    return _FaultError(node, f"{type(node).__name__} is no part of the language of effects")
