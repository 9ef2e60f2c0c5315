"""What every game must keep, as checks that raise AssertionError and say what was broken, and where.

Called by each game's tests and by `.ci/run`. Everything is played at random, from seeds that depend on `rng_seed`
alone, so that a failure comes back; its message names the seed and the number of the choice.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType
from typing import Any, TypeAlias

from deckcli.engine.chance import Chance, game_seed
from deckcli.engine.choice import Choice, Option
from deckcli.engine.players import Random
from deckcli.engine.playing import BadSetupError, PlayedGame, Setup
from deckcli.engine.playthrough import MOST_DECISIONS, Player, Playthrough, RulesStuckError, Setting, Sight
from deckcli.engine.record import record_of, resumed, saved
from deckcli.engine.table import Fixed, Outcome, Position, Table, fields_dumped

MOST_IMAGINED = 2_000
"""How many decisions an imagined world is played on for."""

PlayerMaker: TypeAlias = "Callable[[int, int], Player]"
"""A new player for a seed and a seat; two made alike answer alike."""


@dataclass(frozen=True, slots=True)
class Kept:
    """What was played: how many playthroughs, how many of them to an outcome, why the others ended, and how many
    decisions with two options or more there were in all."""

    playthroughs: int
    finished: int
    decisions: int
    unfinished: tuple[str, ...]


def keeps_contract(
    game: PlayedGame,
    settings: Sequence[Setting],
    playthroughs: int,
    rng_seed: int = 1,
    *,
    player: PlayerMaker = Random,
    close: int = 3,
    most: int = MOST_DECISIONS,
) -> Kept:
    """Play at random, `settings` in turn with seeds of their own, and check all that the contract says.

    At every question: options and labels, and that no card is lost or doubled. At `close` random questions of each
    playthrough also: copies, views, forks, imagined worlds, undo and records (each costs about a playthrough). `player`
    is whose pick must not depend on what is hidden. Raises AssertionError.
    """
    finished, decisions, unfinished = 0, 0, []
    for number in range(playthroughs):
        seed = game_seed(rng_seed, "contract", number)
        setting = replace(settings[number % len(settings)], seed=seed)
        try:
            whole = _played(game, setting, most)
            first, outcome = whole.playthrough, whole.playthrough.outcome
            assert outcome is not None
            _looked_at(game, setting, whole, player, random.Random(seed), close)
        except AssertionError as error:
            at = f"{game.slug}, playthrough {number} of rng_seed {rng_seed} (seed {seed})"
            raise AssertionError(f"{at}: {error}") from None
        finished += outcome.finished
        decisions += len(first.log)
        if not outcome.finished:
            unfinished.append(outcome.reason)
    return Kept(playthroughs, finished, decisions, tuple(unfinished))


def refuses_unknown(game: PlayedGame, seats: int = 2) -> None:
    """A setup with a zone, a table entry or a seat's card that nobody knows is refused with a BadSetupError that names
    the key. Raises AssertionError."""
    strange = "no such thing of any game"
    empty: tuple[Mapping[str, Any], ...] = ({},) * (seats - 1)
    zones = {name.split(".", 1)[1] for name in game.zones(game.position(Setup(({}, *empty)), 1)) if name[:2] == "a."}
    setups = [(Setup(({strange: []}, *empty)), "seats.a"), (Setup(({}, *empty), {strange: 1}), "table")]
    setups += [(Setup(({zone: [strange]}, *empty)), "seats.a") for zone in sorted(zones)]
    for setup, key in setups:
        named = _refused(game, setup)
        assert named, f"{game.slug} makes a position of {setup}"
        assert named.startswith(key), f"{setup}: the error names {named}, and it stands under {key}"


def _refused(game: PlayedGame, setup: Setup) -> str:
    """The key for which a setup is refused; empty when it is not."""
    try:
        game.position(setup, 1)
    except BadSetupError as error:
        return error.key
    return ""


# ---------------------------------------------------------------- at every question


@dataclass(frozen=True, slots=True)
class _Whole:
    """A playthrough that is over, and every question that was answered in it."""

    playthrough: Playthrough
    questions: list[tuple[Any, ...]]


def _played(game: PlayedGame, setting: Setting, most: int) -> _Whole:
    """A whole random playthrough, looked at lightly at every question."""
    questions: list[tuple[Any, ...]] = []
    playthrough = Playthrough(game, setting, watched=True)
    players = [Random(setting.seed, seat) for seat in range(len(setting.decks))]
    copies = _copies(game, playthrough.table)
    strange = sorted(set(copies) - set(range(len(playthrough.table.cards))))
    assert not strange, f"copies {strange[:5]} have no card"
    while (choice := playthrough.choice) is not None and len(playthrough.log) < most:
        _asked_well(playthrough, choice)
        _conserved(copies, playthrough)
        questions.append(_parts(choice))
        playthrough.choose(players[choice.seat](choice, Sight(playthrough, choice.seat)))
    if playthrough.choice is not None:
        playthrough.play(players, most)
    _conserved(copies, playthrough)
    _ended(playthrough.outcome, len(setting.decks))
    return _Whole(playthrough, questions)


def _copies(game: PlayedGame, table: Table) -> Counter[int]:
    return Counter(copy for copies in game.zones(table).values() for copy in copies)


def _conserved(copies: Counter[int], playthrough: Playthrough) -> None:
    now = _copies(playthrough.game, playthrough.table)
    if now != copies:
        lost, more = (_named(playthrough.table, some) for some in (copies - now, now - copies))
        raise AssertionError(f"{_where(playthrough)}: cards are not conserved; lost: {lost}; more: {more}")


def _named(table: Table, copies: Counter[int]) -> str:
    return ", ".join(f"{copy} ({_name(table.cards, copy)})" for copy in sorted(copies.elements())) or "-"


def _name(cards: Sequence[Any], copy: int) -> str:
    return str(getattr(cards[copy], "name", cards[copy])) if 0 <= copy < len(cards) else "no card"


def _asked_well(playthrough: Playthrough, choice: Choice) -> None:
    """Options are words and ids, each once; each has its own label that says something."""
    where = _where(playthrough)
    for option in choice.options:
        sound = isinstance(option, tuple) and isinstance((*option, None)[0], str)
        assert sound, f"{where}: {option!r} is no option"
        assert all(type(part) in (int, str) for part in option), f"{where}: {option!r} holds more than words and ids"
    assert len(set(choice.options)) == len(choice.options), f"{where}: an option is offered twice"
    labels = playthrough.labels()
    empty = [option for option, label in zip(choice.options, labels, strict=True) if not label.strip()]
    assert not empty, f"{where}: {empty[0]} has an empty label"
    twice = sorted(label for label, count in Counter(label.casefold() for label in labels).items() if count > 1)
    assert not twice, f"{where}: options share the label {twice[0]!r}; equal copies are one option"
    assert playthrough.game.question(playthrough.table, choice).strip(), f"{where}: the question has no words"


def _ended(outcome: Outcome | None, seats: int) -> None:
    assert outcome is not None, "it ended without an outcome"
    assert outcome.reason, "the outcome has no reason"
    assert outcome.finished or not outcome.winners, f"unfinished, and {outcome.winners} won"
    assert set(outcome.winners) <= set(range(seats)), f"{outcome.winners} are not all seats"


def _where(playthrough: Playthrough) -> str:
    choice = playthrough.choice
    asked = f"{choice.prompt!r} of seat {choice.seat}" if choice else "the end"
    return f"choice {len(playthrough.log) + 1}, {asked}"


# ---------------------------------------------------------------- at some questions


def _looked_at(
    game: PlayedGame, setting: Setting, whole: _Whole, player: PlayerMaker, rng: random.Random, close: int
) -> None:
    """Play the log again, with and without watching, and look closely at some of its questions."""
    first, count = whole.playthrough, len(whole.playthrough.log)
    spots = sorted(rng.sample(range(count), min(close, count)))
    for watched in (False, True):
        again = Playthrough(game, setting, watched=watched)
        fixed: list[tuple[str, Any, Mapping[str, Any]]] = []
        for number, option in enumerate(first.log):
            if number in spots and (watched or number == spots[-1]):
                fixed += [(path, value, fields_dumped(value)) for path, value in _fixed_in(again.table, "")]
                _closely(again, whole, player, rng)
            _answer(again, option, whole)
        _same(again, first, "played again")
        for path, value, before in fixed:
            changed = difference(before, fields_dumped(value))
            assert not changed, f"{path} is Fixed ({type(value).__name__}), and was changed: {changed}"
        assert not count or again.undo(), f"undo has nowhere to go; no step of {sorted(game.moves)} was ever begun"


def _closely(here: Playthrough, whole: _Whole, player: PlayerMaker, rng: random.Random) -> None:
    where = _where(here) + (", watched" if here.watched else "")
    before, choice = here.table.dump(), here.choice
    checks: tuple[tuple[str, Callable[[], None]], ...] = (
        ("a copy", lambda: copies_stand_alone(here.table)),
        ("views", lambda: _views_are_plain(here)),
        ("a fork", lambda: _forks_agree(here, whole)),
        ("a fork with what is derived made anew", lambda: _forks_agree(here, whole, True)),
        ("a fork of a fork", lambda: _forks_agree(here.fork(), whole)),
        ("undo", lambda: _undo_agrees(here, whole, before)),
        ("a record", lambda: _record_agrees(here)),
        ("imagined worlds", lambda: _imagines_well(here, player, rng.getrandbits(32))),
    )
    for name, check in checks:
        try:
            check()
        except (AssertionError, RulesStuckError) as error:
            raise AssertionError(f"{where}: {name}: {error}") from None
        changed = difference(before, here.table.dump())
        assert not changed, f"{where}: {name} changed the original: {changed}"
        assert here.choice is choice, f"{where}: {name} changed the original's question"


def _answer(again: Playthrough, option: Option, whole: _Whole) -> None:
    """Answer as before; the question must be as it was then."""
    asked, before = _parts(again.choice), whole.questions[len(again.log)]
    assert asked == before, f"choice {len(again.log) + 1}: it asks {_short(asked)}, and asked {_short(before)} before"
    again.choose(option)


def _same(one: Playthrough, other: Playthrough, how: str) -> None:
    """Both are over (an outcome by the bound on decisions is not in the table of the one played again)."""
    bounded = other.outcome is not None and not other.outcome.finished and one.choice is not None
    assert bounded or one.outcome == other.outcome, f"{how} it ends as {one.outcome}, not as {other.outcome}"
    changed = difference({**other.table.dump(), "outcome": ""}, {**one.table.dump(), "outcome": ""})
    assert not changed, f"{how} it ends otherwise: {changed}"


def _stands_at(one: Playthrough, other: Playthrough) -> None:
    """Both stand at an equal question in equal positions."""
    asked, instead = _parts(other.choice), _parts(one.choice)
    assert asked == instead, f"it stands at {instead}, not at {asked}"
    changed = difference(other.table.dump(), one.table.dump())
    assert not changed, f"it stands in another position: {changed}"
    assert one.log == other.log, "it has another log"


def _parts(choice: Choice | None) -> tuple[Any, ...]:
    return (choice.seat, choice.prompt, tuple(choice.options), choice.about, choice.left) if choice else ("the end",)


def _forks_agree(here: Playthrough, whole: _Whole, rebuilt: bool = False) -> None:
    """A twin stands at an equal question and, answered alike, ends alike; also with all that is derived made anew."""
    twin = here.fork()
    if rebuilt:
        twin.game.rebuilt(twin.table)
    _stands_at(twin, here)
    for option in whole.playthrough.log[len(here.log) :]:
        _answer(twin, option, whole)
    _same(twin, whole.playthrough, "answered alike,")


def _undo_agrees(here: Playthrough, whole: _Whole, before: Mapping[str, Any]) -> None:
    """Back to the start of the move, and the same again: the same position."""
    twin = here.fork(watched=here.watched)
    if not twin.undo():
        return  # before the first move
    assert len(twin.log) < len(here.log), "nothing was taken back"
    assert twin.log == here.log[: len(twin.log)], "what is left of the log is another"
    for option in here.log[len(twin.log) :]:
        _answer(twin, option, whole)
    changed = difference(before, twin.table.dump())
    assert not changed, f"the same choices lead elsewhere: {changed}"
    assert _parts(twin.choice) == _parts(here.choice), "the same choices lead to another question"


def _record_agrees(here: Playthrough) -> None:
    """Saved and resumed, it stands at the same question."""
    record = record_of(saved(here, "digest", ()))
    _stands_at(resumed(record, here.game, here.setting, "digest", watched=here.watched), here)


def _views_are_plain(here: Playthrough) -> None:
    """A view holds plain values, and nothing done to it reaches the table."""
    before = here.table.dump()
    for seat in range(len(here.setting.decks)):
        view = here.view(seat)
        assert view.seat == seat, f"the view of seat {seat} says it is that of seat {view.seat}"
        for path, value in _leaves(view.seen, "view"):
            assert isinstance(value, int | float | str | None), f"{path} is {value!r}, no plain value"
        _spoil(view.seen)
        changed = difference(before, here.table.dump())
        assert not changed, f"changing what seat {seat} was shown changes the game: {changed}"


def _leaves(value: Any, path: str) -> Iterator[tuple[str, Any]]:
    if isinstance(value, Mapping):
        for key, item in value.items():
            assert isinstance(key, str | int), f"{path} has the key {key!r}"
            yield from _leaves(item, f"{path}.{key}")
    elif isinstance(value, list | tuple):
        for number, item in enumerate(value):
            yield from _leaves(item, f"{path}.{number}")
    else:
        yield path, value


def _imagines_well(here: Playthrough, player: PlayerMaker, seed: int) -> None:
    """What a seat cannot see may be anything: its view, its question and its player's pick stay the same."""
    asked = here.choice
    assert asked is not None
    copies = _copies(here.game, here.table)
    for seat in range(len(here.setting.decks)):
        view, groups = here.view(seat), here.game.unseen(here.table, seat)
        once = Counter(copy for group in groups for copy in group)
        assert set(once.values()) <= {1}, f"seat {seat}: copies are in two groups of unseen ones"
        twin = here.fork(seat, seed + seat)
        changed = difference(view.seen, twin.view(seat).seen)
        assert not changed, f"seat {seat} sees what is hidden: {changed}"
        assert _copies(twin.game, twin.table) == copies, "an imagined world has other copies"
        if seat == asked.seat:
            _asks_and_picks_alike(here, twin, player, seed)
            _stands_at(twin.fork(), twin)
            players = [Random(seed, number) for number in range(len(here.setting.decks))]
            twin.play(players, len(twin.log) + MOST_IMAGINED)
            _ended(twin.outcome, len(here.setting.decks))
            _conserved(copies, twin)


def _asks_and_picks_alike(here: Playthrough, twin: Playthrough, player: PlayerMaker, seed: int) -> None:
    assert here.choice is not None
    assert _parts(twin.choice) == _parts(here.choice), "the question depends on what is hidden"
    assert here.labels() == twin.labels(), "the labels depend on what is hidden"
    seat, picks = here.choice.seat, []
    for world in (here, twin):
        assert world.choice is not None
        picks.append(player(seed, seat)(world.choice, Sight(world, seat)))
    assert picks[0] in here.choice.options, f"the player answers {picks[0]}, which is not offered"
    assert picks[0] == picks[1], f"the player picks {picks[0]}, and {picks[1]} when what is hidden is another"


# ---------------------------------------------------------------- positions and their copies


def difference(one: Any, other: Any, path: str = "") -> str:
    """Where two plain values (dumps, views) first differ, with both values; empty when they are equal."""
    if one is other:
        return ""
    if isinstance(one, (dict, Mapping)) and isinstance(other, (dict, Mapping)):
        for key in [*one, *(key for key in other if key not in one)]:
            if key not in one or key not in other:
                return f"{path}{key} is only in one of them"
            a, b = one[key], other[key]
            if a is not b and (found := difference(a, b, f"{path}{key}.")):
                return found
        return ""
    if isinstance(one, (list, tuple)) and isinstance(other, (list, tuple)) and len(one) == len(other):
        for number, (a, b) in enumerate(zip(one, other, strict=True)):
            if a is not b and (found := difference(a, b, f"{path}{number}.")):
                return found
        return ""
    same = one == other and type(one) is type(other)
    return "" if same else f"{path.rstrip('.') or 'it'}: {_short(one)} and {_short(other)}"


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 120 else text[:117] + "..."


def copies_stand_alone(position: Position) -> None:
    """A copy dumps alike, shares nothing that could change, and whatever is done to it leaves the original as it was.

    Raises AssertionError with the path of the field.
    """
    before = position.dump()
    twin = position.copy()
    changed = difference(before, twin.dump())
    assert not changed, f"it differs: {changed}"
    own = {id(value) for _, value in _changeable(position, "")}
    for path, value in _changeable(twin, ""):
        kind = f"{path} ({type(value).__name__})"
        assert id(value) not in own, f"{kind} is shared with the original: make it a Position, frozen, Fixed or Derived"
    _spoil(twin)
    changed = difference(before, position.dump())
    assert not changed, f"changing it changes the original: {changed}"


_FIXED = (
    int, float, str, bytes, type(None), frozenset, range, type, FunctionType, BuiltinFunctionType, MethodType,
    ModuleType, Outcome, Fixed,
)  # fmt: skip


def _inside(value: Any) -> Iterable[tuple[str, Any]]:
    """What a value holds, by name. Nothing is looked for in frozen things and in fields that are shared by intent."""
    if isinstance(value, Position):
        cls = type(value)
        return [(name, getattr(value, name)) for name in cls._fields if name not in cls.shared]
    if isinstance(value, Chance):
        return [(name, getattr(value, name)) for name in ("streams", "told") if hasattr(value, name)]
    if isinstance(value, dict):
        return [(str(key), item) for key, item in value.items()]
    if isinstance(value, list | tuple | set):
        return [(str(number), item) for number, item in enumerate(value)]
    return ()


def _changeable(value: Any, path: str) -> Iterator[tuple[str, Any]]:
    """Everything in a position that could be changed, with its path."""
    if not isinstance(value, tuple) and not isinstance(value, _FIXED) and not _frozen(value):
        yield path.strip(".") or "it", value
    for name, item in _inside(value):
        yield from _changeable(item, f"{path}.{name}")


def _fixed_in(value: Any, path: str) -> Iterator[tuple[str, Any]]:
    """Everything in a position that says it is never changed, with its path."""
    if isinstance(value, Fixed):
        yield path.strip("."), value
    for name, item in _inside(value):
        yield from _fixed_in(item, f"{path}.{name}")


def _frozen(value: Any) -> bool:
    """A frozen dataclass, or an object without any field."""
    parameters = getattr(type(value), "__dataclass_params__", None)
    if parameters is not None:
        return bool(parameters.frozen)
    return type(value).__hash__ is not None and not (hasattr(value, "__dict__") or _slots(value))


def _slots(value: Any) -> bool:
    return any(getattr(cls, "__slots__", ()) for cls in type(value).__mro__)


def _spoil(value: Any) -> None:
    """Change everything that can be changed in a value, innermost first."""
    for _, item in list(_inside(value)):
        _spoil(item)
    if isinstance(value, Position):
        for name in type(value)._fields:
            setattr(value, name, "spoilt")
    elif isinstance(value, Chance):
        value.seed += 1
    elif isinstance(value, list):
        value[:] = ["spoilt"]
    elif isinstance(value, dict):
        value.clear()
        value["spoilt"] = "spoilt"
    elif isinstance(value, set):
        value.clear()
        value.add("spoilt")
