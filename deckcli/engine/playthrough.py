"""One sitting: the table, the steps of its rules, and the log from which all of it can be made again."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from deckcli.engine.chance import Chance
from deckcli.engine.choice import Choice, Option
from deckcli.engine.playing import PlayedGame
from deckcli.engine.table import Outcome, Table
from deckcli.engine.view import View

Player: TypeAlias = "Callable[[Choice, Sight], Option]"
"""Who answers for a seat: from a question, and what that seat may know, to one of the options."""

MOST_DECISIONS = 20_000
"""A playthrough with more decisions ends as unfinished."""
MOST_STEPS_UNASKED = 10_000
"""So many steps without a question end a playthrough as unfinished: its rules go round in a circle."""


class NotOfferedError(ValueError):
    """An answer that is none of the options."""


class RulesStuckError(RuntimeError):
    """The rules ended a step without an outcome, a question or a next step: a fault of the game's code."""


@dataclass(frozen=True, slots=True)
class Setting:
    """What a playthrough begins with: decks as the game wants them (one a seat), its options, the seed."""

    decks: tuple[Any, ...]
    options: Mapping[str, Any]
    seed: int


class Sight:
    """What a player is handed besides the question: its seat's view, labels, and worlds as it may imagine them."""

    __slots__ = ("_playthrough", "seat")

    def __init__(self, playthrough: Playthrough, seat: int) -> None:
        self._playthrough = playthrough
        self.seat = seat

    def view(self) -> View:
        """What the seat may see now."""
        return self._playthrough.view(self.seat)

    def labels(self) -> list[str]:
        """The options of the question that waits, in words, in their order."""
        return self._playthrough.labels()

    def imagined(self, seed: int) -> Playthrough:
        """A fork in which everything that the seat has not seen is dealt anew."""
        return self._playthrough.fork(self.seat, seed)


class Playthrough:
    """A game being played: `choice` is the question that waits (None when it is over), `choose` answers it.

    `forced`, when it is a list, collects (seat, label) of every answer that was given because there was no other.
    `watched` keeps the position before each step, so that `fork` works at any question; without it a fork is made by
    playing the log again.
    """

    __slots__ = (
        "_before", "_marks", "_running", "_since", "choice", "forced", "game", "log", "setting", "table", "watched",
    )  # fmt: skip

    def __init__(
        self,
        game: PlayedGame,
        setting: Setting,
        *,
        watched: bool = False,
        table: Table | None = None,
        forced: list[tuple[int, str]] | None = None,
    ) -> None:
        self.game = game
        self.setting = setting
        self.watched = watched
        self.forced = forced
        self.table = table or game.set_up(setting.decks, setting.options, setting.seed)
        self.log: list[Option] = []
        self.choice: Choice | None = None
        self._running: Generator[Choice, Option, None] | None = None
        self._before: Table | None = None
        self._since: list[Option] = []
        self._marks: list[int] = []
        self._advance(None)

    # ------------------------------------------------------------ playing

    @property
    def outcome(self) -> Outcome | None:
        """How it ended; None while it goes on."""
        return self.table.outcome

    def choose(self, option: Option) -> None:
        """Answer the question that waits. Raises NotOfferedError, and then nothing has changed."""
        if self.choice is None or option not in self.choice.options:
            raise NotOfferedError(f"{option} is not among the options")
        self._answer(option)

    def play(self, players: Sequence[Player], most: int = MOST_DECISIONS) -> Outcome:
        """Let players answer until it is over; after `most` decisions the outcome is unfinished."""
        log, sights = self.log, [Sight(self, seat) for seat in range(len(players))]
        while (choice := self.choice) is not None:
            if len(log) >= most:
                named = f" ({self.table.trouble})" if self.table.trouble else ""
                return self._unfinished(f"{most} decisions{named}")
            self._answer(players[choice.seat](choice, sights[choice.seat]))
        assert self.table.outcome is not None
        return self.table.outcome

    def _answer(self, option: Option) -> None:
        self.log.append(option)
        if self.watched:
            self._since.append(option)
        self._advance(option)

    def _advance(self, answer: Option | None) -> None:
        """Run the rules until a question with two answers or more, or the end."""
        table, unasked = self.table, 0
        while table.outcome is None:
            if self._running is None:
                unasked += 1
                if unasked > MOST_STEPS_UNASKED:
                    self._unfinished(f"{MOST_STEPS_UNASKED} steps without a question")
                    break
                self._begin_step()
                answer = None
            assert self._running is not None
            try:
                choice = self._running.send(answer)  # type: ignore[arg-type]
                while len(choice.options) == 1 and table.outcome is None:
                    if self.forced is not None:
                        self.forced.append((choice.seat, self.game.label(table, choice, choice.options[0])))
                    choice = self._running.send(choice.options[0])
            except StopIteration:
                self._running = None
                continue
            if table.outcome is None:
                self.choice = choice
                return
        self.choice = None
        self._running = None

    def _begin_step(self) -> None:
        self._marks.append(len(self.log))
        if self.watched:
            self._before = self.table.copy()
            self._since = []
        self._running = self.game.run_step(self.table)

    def _unfinished(self, reason: str) -> Outcome:
        self.table.outcome = Outcome((), reason, finished=False)
        self.choice = None
        return self.table.outcome

    # ------------------------------------------------------------ looking, going back, trying

    def view(self, seat: int) -> View:
        """What a seat may see now."""
        return self.game.view(self.table, seat)

    def labels(self) -> list[str]:
        """The options of the question that waits, in words, in their order."""
        choice = self.choice
        return [self.game.label(self.table, choice, option) for option in choice.options] if choice else []

    def fork(self, seat: int | None = None, seed: int = 0) -> Playthrough:
        """A twin that stands at the same question and goes on by itself.

        With `seat`, it is a world as that seat may imagine it: the cards of copies that it has not seen are exchanged
        among themselves, and chance goes on by `seed`. The log of such a twin is not one to save.
        """
        twin = Playthrough.__new__(Playthrough)
        twin.game, twin.setting, twin.watched, twin.forced = self.game, self.setting, False, None
        twin.log, twin._marks, twin._since, twin._before = self.log[:], [], [], None
        twin._running, twin.choice = None, None
        if self._before is None:
            twin.log = []
            twin.table = self.game.set_up(self.setting.decks, self.setting.options, self.setting.seed)
            twin._advance(None)
            for option in self.log:
                twin._answer(option)
        else:
            twin.table = self._before.copy()
            twin._resume(self._since)
        if seat is not None:
            _redeal(self.game, twin.table, seat, seed)
        return twin

    def _resume(self, since: Sequence[Option]) -> None:
        """Run the step that stands at its beginning, and answer what was answered in it."""
        self._advance(None)
        for option in since:
            self._advance(option)

    def undo(self) -> bool:
        """Go back to the last question that began a step (or to the one before, when it waits now).

        Made by playing the log again, so that everything is as it was, the course of chance included. False at the
        very beginning.
        """
        marks = sorted({mark for mark in self._marks if mark < len(self.log)})
        if not marks:
            return False
        again = replayed(self.game, self.setting, self.log[: marks[-1]], watched=self.watched)
        for name in ("table", "log", "choice", "_running", "_before", "_since", "_marks"):
            setattr(self, name, getattr(again, name))
        return True


def replayed(game: PlayedGame, setting: Setting, log: Sequence[Option], *, watched: bool = False) -> Playthrough:
    """The playthrough that these answers lead to. Raises NotOfferedError at the first that does not fit, naming it."""
    again = Playthrough(game, setting, watched=watched)
    for number, option in enumerate(log, 1):
        try:
            again.choose(option)
        except NotOfferedError:
            offered = ", ".join(again.labels()) or "nothing"
            raise NotOfferedError(f"choice {number}: {option} is not offered; offered: {offered}") from None
    return again


def _redeal(game: PlayedGame, table: Table, seat: int, seed: int) -> None:
    """Exchange the cards that a seat has not seen, and let chance go on by another seed."""
    chance = Chance(seed)
    cards = table.cards
    for group in game.unseen(table, seat):
        order = chance.shuffle("redeal", group)
        for copy, card in zip(group, [cards[other] for other in order], strict=True):
            cards[copy] = card
    table.chance = chance
    game.rebuilt(table)
