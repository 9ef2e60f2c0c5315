"""Rules tests as text: a position, choices by the words on them, and what must then be so. `HELP` tells the form."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any

from deckcli.engine.chance import ImpossibleError, Stacked
from deckcli.engine.choice import DONE, Choice, Option
from deckcli.engine.playing import BadSetupError, PlayedGame, Setup
from deckcli.engine.playthrough import Playthrough, Setting

SEATS = "abcdefgh"
MOST_CHARACTERS = 256 * 1024
MOST_ENTRIES = 1_000
MOST_WORDS = 500
_DEEPEST = 12
_MOST_FORCED = 1_000
_SEED = 1

HELP = """\
A scenario is a TOML file: a position, choices by the words on them, and what must then be so.

  game = "ashes"                      which game
  name = "An unblocked attacker wounds the Phoenixborn"
  source = "Attacking a Phoenixborn"  the section of the rules that it holds (may be left out)

  [seats.a]                           the zones of seat a, and its numbers; seats.b ... likewise
  phoenixborn = "Aradel Summergaard"
  battlefield = ["Iron Worker", "Mist Spirit"]
  [seats.b]
  phoenixborn = "Coal Roarkwin"
  [table]                             what belongs to no seat (may be left out)

  [[play]]
  a = ["Attack Coal Roarkwin", "Iron Worker", "Done"]
  [[play]]
  b = ["No block"]

  [expect]
  "b.phoenixborn.wounds" = 2

Setting up. Only what matters is set up: everything else is empty, and it is a later turn of
seat a unless [table] says otherwise. A list of cards begins with the top or first one. A zone,
number or card that the game does not know is an error that names it.

[[play]] entries run in file order, one seat each. The list holds what that seat chooses, by the
label of each choice: whole, or a part that fits only one of the labels offered (small and capital
letters are alike; a whole label goes before a part). Say every choice that the seat has.
- A choice with one option is not asked, and makes itself. Its label may be given all the same, and
  is consumed.
- Where a set is chosen one by one (attackers, discards ...), its labels may come in any order;
  "Done" ends the set, and is needed unless nothing more can be taken.
- A label that is not offered fails the scenario and shows what was offered; so do labels left
  over.

A [[play]] entry may also hold, with or without a seat's choices, in this order:
  undo = true                      first go back to the start of the move (what chance was told
                                   since then is forgotten)
  stack = [5, 0, ["Iron Worker"]]  what chance gives next: a number for a die or a pick, counted
                                   from 0; a list of cards for a shuffle, which then lie on top,
                                   the first to be drawn first
  not_offered = ["Mist Spirit"]    no option of the question that waits now, nor one that has just
                                   made itself, has this in its label
  (here the seat's choices are made)
  expect = { "b.phoenixborn.wounds" = 2 }    checked right after them

[expect] stands once and is checked at the end. What happens by itself has then happened, up to
the start of the next move: a seat that can only end its turn has not ended it yet. A key is a path
into the position: the seat (or table), the zone or number, and what is in it. The value must be
equal to what is found: a number, a word in quotes, true or false, or a list of names (of a zone
whose cards have numbers of their own: their names). A path and ".count" gives how many things lie
there. A second card of the same name in a zone is "Iron Worker 2".
"""


class ScenarioError(ValueError):
    """A file that is no scenario, or one that cannot be set up. The text names the file, the key and what is wrong."""

    def __init__(self, file: str, key: str, message: str) -> None:
        super().__init__(f"{file}: {key}: {message}" if key else f"{file}: {message}")
        self.file, self.key = file, key


@dataclass(frozen=True, slots=True)
class Play:
    """One [[play]] entry: the seat (-1: none) and its labels, and what else it says."""

    seat: int = -1
    labels: tuple[str, ...] = ()
    undo: bool = False
    stack: tuple[int | tuple[str, ...], ...] = ()
    not_offered: tuple[str, ...] = ()
    expect: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Scenario:
    """A scenario as its file tells it; `file` is where it was read from."""

    file: str
    game: str
    name: str
    source: str
    setup: Setup
    plays: tuple[Play, ...]
    expect: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Result:
    """How a scenario ended. Where it failed, `expected` says what should have been (and at which entry), `found` what
    was; both are empty when it passed."""

    file: str
    name: str
    passed: bool
    expected: str = ""
    found: str = ""


# ---------------------------------------------------------------- reading


def load(text: str, source: str) -> Scenario:
    """Read a scenario; `source` names the file in errors. Raises ScenarioError for whatever is wrong with it."""
    if len(text) > MOST_CHARACTERS:
        raise ScenarioError(source, "", f"a scenario has at most {MOST_CHARACTERS:,} characters")
    try:
        told = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        why = str(error) if isinstance(error, tomllib.TOMLDecodeError) else "numbers too long or nested too deep"
        raise ScenarioError(source, "", f"this is no TOML: {why[:200]}") from None
    if not _bounded(told):
        raise ScenarioError(source, "", f"tables and lists go {_DEEPEST} deep at most, and numbers to 2^63")
    return _Reader(source).scenario(told)


_KEYS = ("game", "name", "source", "seats", "table", "play", "expect")
_PLAY_KEYS = ("undo", "stack", "not_offered", "expect")


class _Reader:
    """Reads the parts of one file, so that every error names it."""

    def __init__(self, source: str) -> None:
        self.source = source

    def error(self, key: str, message: str) -> ScenarioError:
        return ScenarioError(self.source, key, message)

    def scenario(self, told: Mapping[str, Any]) -> Scenario:
        self.known(told, _KEYS, "")
        plays = told.get("play", [])
        if not isinstance(plays, list) or len(plays) > MOST_ENTRIES:
            raise self.error("play", f"[[play]] entries are wanted, at most {MOST_ENTRIES:,}")
        scenario = Scenario(
            file=self.source,
            game=self.word(told, "game"),
            name=self.word(told, "name"),
            source=self.word(told, "source") if "source" in told else "",
            setup=Setup(self.seats(self.table(told, "seats")), self.table(told, "table")),
            plays=tuple(self.play(play, f"play {number}") for number, play in enumerate(plays, 1)),
            expect=self.expectations(told, "expect", ""),
        )
        if not (scenario.expect or any(play.expect or play.not_offered for play in scenario.plays)):
            raise self.error("expect", "nothing is expected, so that nothing could fail")
        return scenario

    def known(self, told: Mapping[str, Any], keys: Sequence[str], where: str) -> None:
        for key in told:
            if key not in keys:
                near = get_close_matches(str(key)[:100], keys, 1)
                hint = f'; "{near[0]}" is near' if near else f"; there are {', '.join(keys)}"
                raise self.error(f"{where}{_cut(key)}", f"a scenario has no such key here{hint}")

    def word(self, told: Mapping[str, Any], key: str) -> str:
        value = told.get(key)
        if not isinstance(value, str) or not value.strip() or len(value) > MOST_WORDS:
            raise self.error(key, f"some words are wanted, at most {MOST_WORDS} characters")
        return value

    def table(self, told: Mapping[str, Any], key: str, where: str = "") -> Mapping[str, Any]:
        value = told.get(key, {})
        if not isinstance(value, dict):
            raise self.error(where + key, "a table is wanted")
        return value

    def seats(self, told: Mapping[str, Any]) -> tuple[Mapping[str, Any], ...]:
        self.known(told, tuple(SEATS), "seats.")
        count = max([2, *(SEATS.index(letter) + 1 for letter in told)])
        return tuple(self.table(told, letter, "seats.") for letter in SEATS[:count])

    def play(self, told: Any, where: str) -> Play:
        if not isinstance(told, dict):
            raise self.error(where, "a table is wanted")
        self.known(told, (*SEATS, *_PLAY_KEYS), f"{where}: ")
        seats = [key for key in told if key in SEATS]
        if len(seats) > 1:
            raise self.error(where, f"one seat chooses in an entry, not {' and '.join(seats)}")
        if not isinstance(told.get("undo", False), bool):
            raise self.error(f"{where}: undo", "true or false is wanted")
        return Play(
            seat=SEATS.index(seats[0]) if seats else -1,
            labels=self.words(told, seats[0], where) if seats else (),
            undo=told.get("undo", False),
            stack=tuple(self.stacked(item, where) for item in self.some(told, "stack", where)),
            not_offered=self.words(told, "not_offered", where),
            expect=self.expectations(told, "expect", f"{where}: "),
        )

    def expectations(self, told: Mapping[str, Any], key: str, where: str) -> Mapping[str, Any]:
        """Paths and values; a path may be written in quotes, or as tables within tables."""
        flat: dict[str, Any] = {}
        for name, value in self.table(told, key, where).items():
            if isinstance(value, dict):
                inner = self.expectations({name: value}, name, f"{where}{key}.")
                if not inner:
                    raise self.error(f"{where}{key}.{_cut(name)}", "nothing is expected of it")
                flat |= {f"{name}.{path}": found for path, found in inner.items()}
            else:
                flat[name] = value
        return flat

    def some(self, told: Mapping[str, Any], key: str, where: str) -> list[Any]:
        value = told.get(key, [])
        if not isinstance(value, list) or len(value) > MOST_ENTRIES:
            raise self.error(f"{where}: {key}", f"a list is wanted, of at most {MOST_ENTRIES:,}")
        return value

    def words(self, told: Mapping[str, Any], key: str, where: str) -> tuple[str, ...]:
        value = self.some(told, key, where)
        if not all(isinstance(word, str) and word.strip() and len(word) <= MOST_WORDS for word in value):
            raise self.error(f"{where}: {key}", f"a list of words is wanted, each of 1 to {MOST_WORDS} characters")
        return tuple(value)

    def stacked(self, item: Any, where: str) -> int | tuple[str, ...]:
        if isinstance(item, int) and not isinstance(item, bool):
            return item
        if isinstance(item, list):
            return self.words({"stack": item}, "stack", where)
        raise self.error(
            f"{where}: stack", "numbers (for a die or a pick) and lists of cards (for a shuffle) are wanted"
        )


def _cut(value: object, most: int = 80) -> str:
    text = str(value)
    return text if len(text) <= most else text[: most - 1] + "…"


def _bounded(value: Any, depth: int = 0) -> bool:
    """Whether a TOML value is no deeper than any scenario needs, and its numbers no longer."""
    if isinstance(value, dict | list):
        items = value.values() if isinstance(value, dict) else value
        return depth < _DEEPEST and all(_bounded(item, depth + 1) for item in items)
    return not isinstance(value, int) or abs(value) < 1 << 63


# ---------------------------------------------------------------- running


class _Failed(Exception):  # noqa: N818 - it is no error: the scenario says no
    """The scenario fails: what was expected, and what was found."""

    def __init__(self, expected: str, found: str) -> None:
        super().__init__(expected)
        self.expected, self.found = expected, found


def run(scenario: Scenario, game: PlayedGame) -> Result:
    """Set the scenario up, make its choices and compare. Raises ScenarioError when it cannot be set up at all."""
    if scenario.game != game.slug:
        raise ScenarioError(scenario.file, "game", f'"{_cut(scenario.game)}" is not the game {game.slug}')
    try:
        running = _Running(scenario, game)
        for number, play in enumerate(scenario.plays, 1):
            running.entry(play, f"play {number}")
        running.chance_is_used_up()
        running.expect(scenario.expect, "at the end")
    except _Failed as failed:
        return Result(scenario.file, scenario.name, False, failed.expected, failed.found)
    except BadSetupError as error:
        raise ScenarioError(scenario.file, error.key, str(error).removeprefix(f"{error.key}: ")) from None
    return Result(scenario.file, scenario.name, True)


class _Running:
    """A scenario being run. Choices with one option wait too, so that their labels are consumed where they stand, and
    so that what is expected is looked at before the turn runs on."""

    def __init__(self, scenario: Scenario, game: PlayedGame) -> None:
        self.game = game
        table = game.position(scenario.setup, _SEED)
        cards = table.cards
        table.chance = Stacked.of(table.chance, lambda copy: (cards[copy].name, getattr(cards[copy], "slug", "")))
        setting = Setting((), {}, _SEED)
        self.playthrough = Playthrough(game, setting, watched=True, table=table, asks_all=True)
        self.settled: list[tuple[int, str]] = []

    @property
    def chance(self) -> Stacked:
        """The chance of the table as it is now."""
        chance = self.playthrough.table.chance
        assert isinstance(chance, Stacked)
        return chance

    def entry(self, play: Play, where: str) -> None:
        """One [[play]] entry, in the order that HELP tells."""
        if play.undo:
            self.settled.clear()
            if not self.playthrough.undo():
                raise _Failed(f"{where}: undo goes back to the start of a move", "there is no move to take back")
        for told in play.stack:
            self.chance.told.append(told if isinstance(told, int) else told[::-1])
        if play.not_offered:
            self.not_offered(play, where)
        labels = list(play.labels)
        while labels:
            self.choose(play.seat, labels, where)
        self.expect(play.expect, where)

    def settle(self, where: str) -> None:
        """Let happen what happens by itself, up to a question with two options or the start of the next move."""
        for _ in range(_MOST_FORCED):
            choice = self.playthrough.choice
            if choice is None or len(choice.options) > 1 or self.playthrough.at_move():
                return
            self.settled.append((choice.seat, self.playthrough.labels()[0]))
            self.answer(choice.options[0], where)
        raise _Failed(f"{where}: it goes on to a question", f"{_MOST_FORCED:,} choices with one option")

    def answer(self, option: Option, where: str) -> None:
        """Make a choice; chance may then be asked for what it was told."""
        try:
            self.playthrough.choose(option)
        except ImpossibleError as error:
            raise _Failed(f"{where}: chance gives what it was told", str(error)) from None

    def choose(self, seat: int, labels: list[str], where: str) -> None:
        """Make one choice and take its label away: usually the first, in a set the one whose turn it is. Choices with
        one option that the labels do not speak of make themselves."""
        if self.was_settled(seat, labels):
            return
        passed: list[str] = []
        while True:
            choice, offered = self.playthrough.choice, self.playthrough.labels()
            number, fitting = 0, _Fitting(False, ())
            if choice is not None and choice.seat == seat:
                number, fitting = self.next_label(choice, offered, labels)
            if choice is not None and len(fitting.some) == 1:
                del labels[number]
                self.settled.clear()
                self.answer(choice.options[fitting.some[0]], where)
                return
            if choice is None or len(choice.options) > 1 or len(passed) == _MOST_FORCED:
                after = f"after {_listed(passed)}, which had no alternative: " if passed else ""
                expected = f"{where}: {SEATS[seat]} chooses {_said(labels[number])}"
                raise _Failed(expected, after + self.instead(seat, labels, fitting))
            passed.append(offered[0])
            self.answer(choice.options[0], where)

    def was_settled(self, seat: int, labels: list[str]) -> bool:
        """Take the first label away if it names a choice that has made itself since the last one, and does not fit the
        question that waits better."""
        choice = self.playthrough.choice
        asked = _fitting(labels[0], self.playthrough.labels() if choice and choice.seat == seat else [])
        settled = [words for who, words in self.settled if who == seat]
        given = _fitting(labels[0], settled)
        if not given.some or given.whole < asked.whole:
            return False
        self.settled.remove((seat, settled[given.some[0]]))
        del labels[0]
        return True

    def next_label(self, choice: Choice, offered: list[str], labels: list[str]) -> tuple[int, _Fitting]:
        """Which of the next labels answers this question, and which options it fits: the first label; in a set, of as
        many as may still be taken, that of the earliest option, because later questions of the set offer only what
        comes after the one taken."""
        done = choice.options.index(DONE) if DONE in choice.options else -1
        best, earliest = (0, _fitting(labels[0], offered)), len(offered)
        for number, label in enumerate(labels[: choice.left]):
            fitting = _fitting(label, offered)
            if done in fitting.some:
                break
            if len(fitting.some) == 1 and fitting.some[0] < earliest:
                best, earliest = (number, fitting), fitting.some[0]
        return best

    def instead(self, seat: int, labels: list[str], fitting: _Fitting) -> str:
        """What is there instead of what a label asks for."""
        choice, outcome = self.playthrough.choice, self.playthrough.outcome
        if choice is None or outcome is not None:
            reason = outcome.reason if outcome else "no question"
            return f"it is over ({reason}); left over: {_listed(labels)}"
        offered = self.playthrough.labels()
        question = self.game.question(self.playthrough.table, choice)
        if choice.seat != seat:
            asked = f"{SEATS[choice.seat]} is asked: {question}"
            return f"{asked} Offered: {_listed(offered)}; left over: {_listed(labels)}"
        if fitting.some:
            return f"that fits several: {_listed([offered[index] for index in fitting.some])}"
        return f"{question} Offered: {_listed(offered)}"

    def not_offered(self, play: Play, where: str) -> None:
        """None of these words are in an option of the question that waits, nor in one that has just made itself (of the
        seat, where the entry names one)."""
        self.settle(where)
        choice = self.playthrough.choice
        asked = choice is not None and play.seat in (-1, choice.seat)
        offered = self.playthrough.labels() if asked else []
        offered += [label for seat, label in self.settled if play.seat in (-1, seat)]
        for words in play.not_offered:
            found = [label for label in offered if words.casefold() in label.casefold()]
            if found:
                raise _Failed(f"{where}: {_said(words)} is not offered", f"offered: {_listed(found)}")

    def chance_is_used_up(self) -> None:
        """What chance was told and never gave would be a test of nothing."""
        if self.chance.told:
            left = [list(told[::-1]) if isinstance(told, tuple) else told for told in self.chance.told]
            raise _Failed("chance gives all that it was told", f"left over: {_said(left)}")

    def expect(self, expected: Mapping[str, Any], where: str) -> None:
        """Compare what is reported with what is expected, in the order of the file."""
        if expected:
            self.settle(where)
        reports = self.game.reports(self.playthrough.table) if expected else {}
        for path, wanted in expected.items():
            try:
                found = look_up(reports, path)
            except LookupError as error:
                raise _Failed(f"{where}: {path} = {_said(wanted)}", str(error.args[0])) from None
            if isinstance(found, Mapping) and isinstance(wanted, list):
                found = list(found)
            if not _equal(wanted, found):
                raise _Failed(f"{where}: {path} = {_said(wanted)}", _said(found))


@dataclass(frozen=True, slots=True)
class _Fitting:
    """Which labels (by their places) some words fit, and whether as whole labels or as parts of them."""

    whole: bool
    some: tuple[int, ...]


def _fitting(words: str, labels: Sequence[str]) -> _Fitting:
    wanted, folded = words.strip().casefold(), [label.casefold() for label in labels]
    whole = tuple(index for index, label in enumerate(folded) if label == wanted)
    return _Fitting(True, whole) if whole else _Fitting(False, tuple(i for i, x in enumerate(folded) if wanted in x))


def look_up(reports: Mapping[str, Any], path: str) -> Any:
    """What lies at a path of what a game reports; "count" at its end gives how many things lie there.

    Names with a dot in them may stand in a path: the longest that fits is taken. Raises LookupError, saying what is
    there instead.
    """
    value: Any = reports
    rest, where = path, ""
    while rest:
        keys = [str(key) for key in value] if isinstance(value, Mapping) else []
        key = max((key for key in keys if rest == key or rest.startswith(f"{key}.")), key=len, default="")
        if key:
            value, where, rest = value[key], f"{where}{key}.", rest[len(key) + 1 :]
        elif rest == "count" and isinstance(value, Mapping | list | tuple):
            return len(value)
        else:
            there = _listed(keys) if isinstance(value, Mapping) else _said(value)
            raise LookupError(f"{_said(rest)} is not in {where.rstrip('.') or 'the position'}; there is: {there}")
    return value


def _equal(one: Any, other: Any) -> bool:
    """Equal, and of one kind: true is not 1."""
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        return len(one) == len(other) and all(map(_equal, one, other))
    return type(one) is type(other) and bool(one == other)


def _said(value: Any) -> str:
    """A value as it would be written in a scenario."""
    return _cut(json.dumps(value, ensure_ascii=False, default=str), 1_000)


def _listed(words: Sequence[str]) -> str:
    return _cut(", ".join(map(_said, words)), 2_000) or "nothing"
