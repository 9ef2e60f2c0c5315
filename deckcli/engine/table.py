"""The position: plain slotted objects, and copies of them made from their own declarations."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from operator import attrgetter
from typing import Any, ClassVar, Self

from deckcli.engine.chance import Chance


class Fixed:
    """Something that is never changed once a position holds it (it is replaced instead), without the price of a frozen
    dataclass. It holds ids and never parts of a position; copies share it, dumps tell its fields."""

    __slots__ = ()


class Derived(Fixed):
    """Something that follows from a position, kept so that it need not be found again. It may be there or not: in dumps
    it is as if it were not (a field is None, a dict has no such key)."""

    __slots__ = ()


class Position:
    """A part of a position. A subclass declares its fields by `__slots__`, and how they are copied by what they hold:

    numbers, words, None, tuples, frozen and Fixed things and functions are shared; lists, sets, dicts and Positions are
    copied, and so are those inside them (a list or dict holds one kind of thing; the first that is not None tells
    which). `shared` names fields that are handed on as they are although they could be changed: what never changes
    during a playthrough.
    """

    __slots__ = ()
    shared: ClassVar[frozenset[str]] = frozenset()
    _fields: ClassVar[tuple[str, ...]] = ()

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        declared: dict[str, None] = {}
        for base in reversed(cls.__mro__):
            own = base.__dict__.get("__slots__", ())
            declared.update(dict.fromkeys((own,) if isinstance(own, str) else own))
        cls._fields = tuple(declared)

    def copy(self) -> Self:
        """A twin that shares nothing which could change."""
        cls = type(self)
        twin = cls.__new__(cls)
        for name in cls._fields:
            value = getattr(self, name)
            kind = type(value)
            if kind not in _PLAIN and name not in cls.shared:
                how = _HOW.get(kind)
                if how is not None:
                    value = how(value)
                elif isinstance(value, _COPIES):
                    value = value.copy()
            setattr(twin, name, value)
        return twin

    def dump(self) -> dict[str, Any]:
        """Every field with its value, all the way down, for comparing two positions."""
        return {name: _dumped(getattr(self, name)) for name in type(self)._fields if name not in type(self).shared}


def _copied_list(value: list[Any]) -> list[Any]:
    if not value or (type(value[0]) in _PLAIN and value[0] is not None):
        return value[:]
    return [_copied(item) for item in value] if _deep(value) else value[:]


def _copied_dict(value: dict[Any, Any]) -> dict[Any, Any]:
    return {key: _copied(item) for key, item in value.items()} if _deep(value.values()) else value.copy()


def _deep(values: Iterable[Any]) -> bool:
    """Whether items must be copied too: told by the first that is something."""
    for item in values:
        if item is not None:
            return isinstance(item, Position) or type(item) in _HOW
    return False


def _copied(value: Any) -> Any:
    how = _HOW.get(type(value))
    if how is not None:
        return how(value)
    return value.copy() if isinstance(value, Position) else value


_HOW: dict[type, Any] = {list: _copied_list, dict: _copied_dict, set: set}
_PLAIN = frozenset({int, str, bool, tuple, type(None)})
_COPIES = (Position, Chance)


_AS_THEY_ARE = frozenset({int, str, bool, type(None)})
_NEVER_SET = object()


def _dumped(value: Any) -> Any:
    kind = type(value)
    if kind in _AS_THEY_ARE:
        return value
    if kind is list or kind is tuple:
        return [item if type(item) in _AS_THEY_ARE else _dumped(item) for item in value]
    if isinstance(value, Position):
        return value.dump()
    if isinstance(value, Derived):
        return None
    if isinstance(value, Chance):
        return {"seed": value.seed, "streams": dict(value.streams), "told": list(getattr(value, "told", ()))}
    if isinstance(value, (list, tuple)):
        return [_dumped(item) for item in value]
    if isinstance(value, dict):
        return {str(key): _dumped(item) for key, item in value.items() if not isinstance(item, Derived)}
    if isinstance(value, (set, frozenset)):
        return sorted(map(str, value))
    if isinstance(value, Fixed):
        return fields_dumped(value)
    return value if isinstance(value, (int, str)) else getattr(value, "slug", str(value))


def fields_dumped(value: Any) -> dict[str, Any]:
    """The fields of a slotted object that is no Position, for comparing; those never set are left out."""
    kind: Any = type(value)
    found = {name: getattr(value, name, _NEVER_SET) for name in _slots(kind)}
    return {name: _dumped(one) for name, one in found.items() if one is not _NEVER_SET}


@lru_cache(maxsize=512)
def _slots(kind: Any) -> tuple[str, ...]:
    return tuple(sorted({name for cls in kind.__mro__ for name in cls.__dict__.get("__slots__", ())}))


class Table(Position):
    """What every game's table has.

    `cards` gives the printed card of every physical copy by its id (0, 1, ...); a copy's id never changes, and a fork
    may exchange the cards behind ids that a seat has not seen. `step` names the part of the rules that runs next;
    between steps nothing but this object is needed to go on. `outcome` ends the playthrough. `trouble` names the card
    whose effect ran last (empty: none): when a bound ends the playthrough, that is the card to look at.
    """

    __slots__ = ("cards", "chance", "outcome", "owners", "step", "trouble")
    shared = frozenset({"owners"})

    cards: list[Any]
    owners: tuple[int, ...]
    chance: Chance
    step: str
    outcome: Outcome | None
    trouble: str


class EndlessError(RuntimeError):
    """Raised by the rules when something in them goes on without end (what, is its text): the playthrough then ends as
    unfinished, and names it. For loops that ask nothing, which the playthrough cannot see."""


class Outcome:
    """How a playthrough ended. `winners` are seats (none: a draw, or not finished); `reason` is a word of the game.

    `finished` is false when a bound was reached, and then `reason` names it and what reached it.
    """

    __slots__ = ("finished", "reason", "winners")

    def __init__(self, winners: tuple[int, ...], reason: str, *, finished: bool = True) -> None:
        self.winners = winners
        self.reason = reason
        self.finished = finished

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Outcome) and _PARTS(self) == _PARTS(other)

    def __hash__(self) -> int:
        return hash(_PARTS(self))

    def __repr__(self) -> str:
        return f"Outcome({self.winners}, {self.reason!r}{'' if self.finished else ', unfinished'})"


_PARTS = attrgetter("winners", "reason", "finished")
