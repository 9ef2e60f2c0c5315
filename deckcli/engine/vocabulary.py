"""The words of an effect language: what a game's cards may say, by the role in which a word stands.

A word is one function and one line. `Vocabulary` is a closed table of them: what is not in it does not exist. How words
are put together stands in `effects`, how they read in `phrases`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from inspect import isgeneratorfunction
from typing import Any, NamedTuple, TypeAlias

from deckcli.engine.table import Fixed

MAKERS = frozenset({"mod", "act", "rule", "event", "cost", "cause"})
"""Roles whose functions run when a card is built, and give what the game will use; all others run in play."""

Function: TypeAlias = "Callable[..., Any]"


class Fault(NamedTuple):
    """One thing wrong in the effects of a card: `where` is file and card, `key` the ability and its key, `line` and
    `column` count from 1 (0 when it is not a matter of text), `near` are up to three words that may be meant."""

    where: str
    key: str
    line: int
    column: int
    what: str
    near: tuple[str, ...] = ()

    def __str__(self) -> str:
        at = f", line {self.line}" if self.line > 1 else ""
        at += f", column {self.column}" if self.column else ""
        near = f" Nearest: {', '.join(self.near)}." if self.near else ""
        return f"{self.where}: {self.key}{at}: {self.what}.{near}"


class EffectError(ValueError):
    """The effects of a card are not ones that its game can read; `faults` tells each."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        super().__init__("; ".join(map(str, faults)))
        self.faults = tuple(faults)


class Did:
    """What a deed did: to which things, how many, and whether that was all it was asked (or at least one of "up to").

    As a test it is `full`; as a number `count`; as a thing its `things`.
    """

    __slots__ = ("count", "full", "things")

    def __init__(self, things: Sequence[Any] = (), count: int | None = None, full: bool | None = None) -> None:
        self.things = tuple(things)
        self.count = len(self.things) if count is None else count
        self.full = self.count > 0 if full is None else full

    def __bool__(self) -> bool:
        return self.full

    def __repr__(self) -> str:
        return f"Did({self.things}, {self.count}, {self.full})"


NOTHING = Did()
"""A question that was declined or had nothing to offer, a deed that did nothing: false, 0, empty."""


def things_of(value: Any) -> Sequence[Any]:
    """The things that a value of the language stands for."""
    if type(value) is Did:
        return value.things
    return value if isinstance(value, (tuple, list)) else (value,)


def number_of(value: Any) -> int:
    """The number that a value of the language stands for: how many were done, or how many there are."""
    if type(value) is Did:
        return value.count
    return len(value) if isinstance(value, (tuple, list)) else int(value)


class Amount(NamedTuple):
    """How many are asked for: from `least` to `most`, where EVERY means all there are; `free` when none will do."""

    least: int
    most: int

    @property
    def free(self) -> bool:
        """Whether doing one is enough to have done it."""
        return self.least == 0

    def of(self, there: int) -> tuple[int, int]:
        """The bounds for a group of so many: as many as can be."""
        most = there if self.most == EVERY else max(0, min(self.most, there))
        return (most if self.least == EVERY else max(0, min(self.least, most))), most


EVERY = -1


class Scope(Fixed):
    """Who speaks while an ability runs: a game adds what it needs (the seat, the card, the event). One that a position
    keeps, for what lasts, binds no names and is never changed."""

    __slots__ = ("names",)

    def __init__(self) -> None:
        self.names: dict[str, Any] = {}


@dataclass(frozen=True, slots=True)
class Slot:
    """A place for an argument: its role, and whether it may be left out (`optional`) or taken by several (`many`)."""

    role: str
    optional: bool = False
    many: bool = False


@dataclass(frozen=True, slots=True)
class Word:
    """One word in one role. `line` is what it says (see `phrases`), `asks` whether its function is a Rules generator.

    `has` of a noun tells whether a thing is one of it; `side` is whose ("my", "enemy", "" both, or a thing) and is
    handed to the functions first, when the noun has sides; `owned` is its line when it is a thing's, which is {of}.
    `gives` is what a value is: "number", "title", or the role of a word. `again` is what a verb's doing is called when
    it is mentioned again. A word that is said and checked but does nothing yet does not act (`acts`).
    """

    role: str
    spelling: str
    run: Function | None
    slots: tuple[Slot, ...] = ()
    named: Mapping[str, Slot] = field(default_factory=dict)
    line: str | Callable[..., Any] = ""
    asks: bool = False
    has: Function | None = None
    side: str | None = None
    gives: str = "number"
    owned: str = ""
    again: str = ""
    acts: bool = True


def slots_of(takes: str) -> tuple[tuple[Slot, ...], dict[str, Slot]]:
    """Read a signature such as "amount?, thing, mod+, by:player?": roles in order, then those given by name."""
    ordered: list[Slot] = []
    named: dict[str, Slot] = {}
    for part in filter(None, (part.strip() for part in takes.split(","))):
        name, _, role = part.rpartition(":")
        slot = Slot(role.rstrip("?*+"), optional=role[-1] in "?*", many=role[-1] in "*+")
        if name:
            named[name] = slot
        else:
            ordered.append(slot)
    return tuple(ordered), named


class DoesNotActError(RuntimeError):
    """A word that is read and said, but does nothing yet, was to be run."""


def unlinked(*args: Any, **named: Any) -> Any:
    """The function of a word that does nothing yet: an ability with such a word is said, and does not act."""
    raise DoesNotActError


def is_numeral(text: str) -> bool:
    """Whether this is the number of a numbered ability: digits, or X."""
    return text == "X" or (text.isascii() and text.isdigit())


def _told(table: Mapping[str, Any], told: str) -> Mapping[str, Any]:
    """A shared ability with its word put in place of TOLD."""
    put = told if table["with"] == "filter" else f'"{told}"'
    return {key: value.replace("TOLD", put) if isinstance(value, str) else value for key, value in table.items()}


class Vocabulary:
    """The words of one game, by role and spelling, and the forms its abilities may take.

    `kinds` are the printed kinds with their label; `keys` those keys of an ability's table that this game uses; `zones`
    where an ability can work from, with their label; `limits` and `tags` likewise. `always` is the label of what works
    whatever state its card is in; `elsewhere` are nouns that are called otherwise by what works from one of the zones,
    as "this" may be "this card" there, and by what is of one of the kinds `away`. `shared` are abilities that cards
    have by name alone (`shared_ability`).
    """

    def __init__(
        self,
        game: str,
        *,
        kinds: Mapping[str, str],
        keys: Sequence[str],
        zones: Mapping[str, str] | None = None,
        limits: Mapping[str, str] | None = None,
        tags: Mapping[str, str] | None = None,
        always: str = "",
        elsewhere: Mapping[str, str] | None = None,
        away: Sequence[str] = (),
    ) -> None:
        self.game = game
        self.away = frozenset(away)
        self.elsewhere = dict(elsewhere or {})
        self.always = always
        self.kinds, self.keys = dict(kinds), tuple(keys)
        self.zones, self.limits, self.tags = dict(zones or {}), dict(limits or {}), dict(tags or {})
        self.shared: dict[str, Mapping[str, Any]] = {}
        self.words: dict[tuple[str, str], Word] = {}
        self.trees: dict[tuple[str, str, str], object] = {}  # what texts were read as (`effect_text.Reader`)
        self.said: dict[Any, str] = {}  # what abilities say, by their tables (`effects.texts`)
        self.spellings: set[str] = set()

    # ------------------------------------------------------------ looking up

    def find(self, role: str, spelling: str) -> Word | None:
        """The word of that role, or None."""
        return self.words.get((role, spelling))

    def __iter__(self) -> Iterator[Word]:
        return iter(self.words.values())

    def near(self, spelling: str, *roles: str) -> tuple[str, ...]:
        """Up to three words of these roles (or of any) that are spelt alike."""
        known = sorted({word.spelling for word in self if not roles or word.role in roles})
        return tuple(get_close_matches(spelling[:60], known, 3, 0.6))

    def roles_of(self, spelling: str) -> tuple[str, ...]:
        """The roles in which there is a word so spelt."""
        return tuple(role for role, known in self.words if known == spelling)

    def shared_ability(self, named: str) -> Mapping[str, Any] | None:
        """The shared ability that a name means, or None: "Alert", "Throw 2" (`with = "number"`: its n), "Support: red"
        (`with` a filter, or else a title in quotes: what TOLD stands for)."""
        table = self.shared.get(named)
        if table is not None:
            return None if table.get("with") else table
        base, _, numeral = named.rpartition(" ")
        table = self.shared.get(base)
        if table is not None and table.get("with") == "number" and is_numeral(numeral):
            return {**table, "name": named}
        name, _, told = named.partition(": ")
        table = self.shared.get(name)
        if table is None or not told or table.get("with") in (None, "number"):
            return None
        fits = self.find("filter", told) if table["with"] == "filter" else told.isprintable() and '"' not in told
        return _told(table, told) if fits else None

    # ------------------------------------------------------------ adding

    def add(self, word: Word) -> None:
        """Add one word. Raises ValueError when its role has one of that spelling."""
        key = (word.role, word.spelling)
        if key in self.words:
            raise ValueError(f"{self.game}: {word.role} {word.spelling} is there twice")
        self.words[key] = word
        self.spellings.add(word.spelling.rpartition(".")[2])

    def word(
        self,
        role: str,
        spelling: str,
        takes: str = "",
        line: str | Callable[..., Any] = "",
        *,
        gives: str = "number",
        again: str = "",
    ) -> Callable[[Function], Function]:
        """Register the decorated function as a word; whether it asks is seen from its being a generator function."""
        slots, named = slots_of(takes)

        def register(function: Function) -> Function:
            asks = role not in MAKERS and isgeneratorfunction(function)
            acts = function is not unlinked
            self.add(
                Word(
                    role, spelling, function, slots, named, line or spelling, asks, gives=gives, again=again, acts=acts
                )
            )
            return function

        return register

    def plain(self, role: str, **lines: str) -> None:
        """Register words that stand for themselves, each with its line."""
        for spelling, line in lines.items():
            self.add(Word(role, spelling, None, line=line))

    def noun(
        self, spelling: str, takes: str = "", *, has: Function | None = None, **lines: Any
    ) -> Callable[[Function], Function]:
        """Register a noun. `lines` are its forms by side (`my`, `enemy`, `both`), or `line` when it has no sides, and
        `owned` as it is said of a thing's.

        The function gives its things: `(t, s, ..)`, or `(t, s, side, ..)`; `has` is asked `(t, s, thing, ..)` likewise.
        """
        slots, named = slots_of(takes)

        def register(function: Function) -> Function:
            acts, owned = function is not unlinked, lines.get("owned", "")
            if "line" in lines:
                self.add(Word("noun", spelling, function, slots, named, lines["line"], has=has, acts=acts))
            for side in ("my", "enemy", "both"):
                if side in lines:
                    whole = spelling if side == "both" else f"{side}.{spelling}"
                    told = "" if side == "both" else side
                    line = lines[side]
                    self.add(
                        Word("noun", whole, function, slots, named, line, has=has, side=told, owned=owned, acts=acts)
                    )
            return function

        return register
