"""One sitting: the table, the steps of its rules, and the log from which all of it can be made again."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from deckcli.engine.chance import Chance, mixed, number_of
from deckcli.engine.choice import Choice, Option
from deckcli.engine.playing import PlayedGame
from deckcli.engine.table import EndlessError, Outcome, Table
from deckcli.engine.view import View

Player: TypeAlias = "Callable[[Choice, Sight], Option]"
"""Who answers for a seat: from a question, and what that seat may know, to one of the options."""

MOST_DECISIONS = 20_000
"""A playthrough with more decisions ends as unfinished."""
MOST_STEPS_UNASKED = 10_000
"""So many steps and forced answers without a question end a playthrough as unfinished: its rules go in a circle."""


class NotOfferedError(ValueError):
    """An answer that is none of the options."""


class RulesStuckError(RuntimeError):
    """A fault of a game's code: a question without an answer, or rules that are not the same when played again."""


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

    @property
    def number(self) -> int:
        """How many answers the playthrough has had: a player's whims may go by it, so that they are the same when it is
        played again."""
        return len(self._playthrough.log)

    def imagined(self, seed: int) -> Playthrough:
        """A fork in which everything that the seat has not seen is dealt anew: by the seed, from what is missing. What
        truly lies hidden has no part in it, so that the same seed gives the same world wherever the seat sees the same.
        """
        return self._playthrough.fork(self.seat, seed)


class Playthrough:
    """A game being played: `choice` is the question that waits (None when it is over), `choose` answers it.

    `table`, when given, is where it begins instead of the game's set-up (a position). `forced`, when it is a list,
    collects (seat, label) of every answer that was given because there was no other. `watched` keeps the position
    before each step, so that forks and undo are quick; without it they are made by playing the log again. With
    `asks_all` a question with one answer waits too (its log is then not one to save).
    """

    __slots__ = (
        "_before", "_dealt", "_first", "_marks", "_running", "asks_all", "choice", "forced", "game", "log", "setting",
        "table", "watched",
    )  # fmt: skip

    def __init__(
        self,
        game: PlayedGame,
        setting: Setting,
        *,
        watched: bool = False,
        table: Table | None = None,
        forced: list[tuple[int, str]] | None = None,
        asks_all: bool = False,
    ) -> None:
        self.game = game
        self.setting = setting
        self.watched = watched
        self.forced = forced
        self.asks_all = asks_all
        self._first = None if table is None else table.copy()
        self.table = game.set_up(setting.decks, setting.options, setting.seed) if table is None else table
        self.log: list[Option] = []
        self.choice: Choice | None = None
        self._running: Generator[Choice, Option, None] | None = None
        # The position before the step that runs, and how long the log was then.
        self._before: tuple[int, Table] | None = None
        # How long the log was when each move began, with the position where it is kept.
        self._marks: list[tuple[int, Table | None]] = []
        # Where in the log unseen cards were exchanged, for which seat, by which seed.
        self._dealt: list[tuple[int, int, int]] = []
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

    def play(
        self, players: Sequence[Player], most: int = MOST_DECISIONS, stop: Callable[[Table], str] | None = None
    ) -> Outcome:
        """Let players answer until it is over; after `most` decisions the outcome is unfinished.

        `stop` is asked before every answer: words that it gives end the playthrough as unfinished, for that reason.
        Raises NotOfferedError for a player's answer that is none of the options.
        """
        log, sights = self.log, [Sight(self, seat) for seat in range(len(players))]
        while (choice := self.choice) is not None:
            if len(log) >= most:
                return self._unfinished(f"{most} decisions")
            if stop is not None and (reason := stop(self.table)):
                return self._unfinished(reason)
            option = players[choice.seat](choice, sights[choice.seat])
            if option not in choice.options:
                raise NotOfferedError(f"{option} is not among the options")
            log.append(option)
            self._advance(option)
        assert self.table.outcome is not None
        return self.table.outcome

    def _answer(self, option: Option) -> None:
        self.log.append(option)
        self._advance(option)

    def _advance(self, answer: Option | None) -> None:
        """Run the rules until a question with two answers or more, or the end."""
        try:
            self._run(answer)
        except EndlessError as error:
            self._unfinished(f"endless: {error}")
        except RecursionError:
            self._unfinished("effects within effects without end")

    def _run(self, answer: Option | None) -> None:
        table, unasked, fewest = self.table, 0, 1 if self.asks_all else 2
        running = self._running
        while table.outcome is None:
            if running is None:
                unasked += 1
                running = self._begin_step()
                answer = None
            try:
                choice = running.send(answer)  # type: ignore[arg-type]
                while len(choice.options) < fewest and table.outcome is None and unasked <= MOST_STEPS_UNASKED:
                    unasked += 1
                    choice = running.send(self._only_answer(choice))
            except StopIteration:
                self._running = running = None
                if unasked <= MOST_STEPS_UNASKED:
                    continue
            if unasked > MOST_STEPS_UNASKED:
                self._unfinished(f"{MOST_STEPS_UNASKED} steps without a question")
            elif table.outcome is None:
                self.choice = choice
                return
        self.choice = None
        self._running = None

    def _only_answer(self, choice: Choice) -> Option:
        if not choice.options:
            raise RulesStuckError(f"{self.game.slug}: {choice.prompt} of seat {choice.seat} has no answer")
        if self.forced is not None:
            self.forced.append((choice.seat, self.game.label(self.table, choice, choice.options[0])))
        return choice.options[0]

    def _begin_step(self) -> Generator[Choice, Option, None]:
        table, game = self.table, self.game
        kept = table.copy() if self.watched else None
        self._before = None if kept is None else (len(self.log), kept)
        if not game.moves or table.step in game.moves:
            self._marks.append((len(self.log), kept))
        self._running = running = game.run_step(table)
        return running

    def _unfinished(self, reason: str) -> Outcome:
        named = f" ({self.table.trouble})" if self.table.trouble else ""
        self.table.outcome = Outcome((), reason + named, finished=False)
        self.choice = None
        self._running = None
        return self.table.outcome

    # ------------------------------------------------------------ looking, going back, trying

    def view(self, seat: int) -> View:
        """What a seat may see now."""
        return self.game.view(self.table, seat)

    def labels(self) -> list[str]:
        """The options of the question that waits, in words, in their order."""
        choice = self.choice
        return [self.game.label(self.table, choice, option) for option in choice.options] if choice else []

    def fork(self, seat: int | None = None, seed: int = 0, *, watched: bool = False) -> Playthrough:
        """A twin that stands at the same question and goes on by itself.

        With `seat`, it is a world as that seat may imagine it: the cards of copies that it has not seen are exchanged
        among themselves, and chance goes on by `seed`. Such a world does not go back behind its own beginning, and its
        log is not one to save.
        """
        twin = Playthrough.__new__(Playthrough)
        twin.game, twin.setting, twin.watched, twin.forced = self.game, self.setting, watched, None
        twin._first, twin._running, twin.choice = self._first, None, None
        twin._dealt, twin.asks_all = self._dealt[:], self.asks_all
        if self._before is None:
            begun, twin.table = 0, self._beginning()
        else:
            begun, table = self._before
            twin.table = table.copy()
        twin.log, twin._marks, twin._before = self.log[:begun], [], None
        twin._repeat(self.log[begun:])
        # The step was begun before the twin was: what it notes of moves and positions is the original's.
        twin._marks, twin._before = self._marks[:], self._before
        if seat is not None:
            twin._dealt.append((len(twin.log), seat, seed))
            twin._marks = []
            _redeal(twin.game, twin.table, seat, seed)
        return twin

    def _beginning(self) -> Table:
        if self._first is not None:
            return self._first.copy()
        return self.game.set_up(self.setting.decks, self.setting.options, self.setting.seed)

    def _repeat(self, options: Sequence[Option]) -> None:
        """Go on from the beginning of a step, and answer what was answered, exchanging cards where they were."""
        begun = len(self.log)
        dealt = [deal for deal in self._dealt if deal[0] >= begun]
        self._advance(None)
        for option in options:
            while dealt and dealt[0][0] == len(self.log):
                _redeal(self.game, self.table, *dealt.pop(0)[1:])
            if self.choice is None or option not in self.choice.options:
                kept = "the rules keep something outside of the table"
                raise RulesStuckError(f"{self.game.slug}: played again, {option} is not offered; {kept}")
            self._answer(option)
        for _, seat, seed in dealt:
            _redeal(self.game, self.table, seat, seed)

    def at_move(self) -> bool:
        """Whether the question that waits is the first of a move."""
        return bool(self._marks) and self._marks[-1][0] == len(self.log) and self.choice is not None

    def undo(self) -> bool:
        """Go back to the question with which the last move began (or the one before, when that waits now).

        Everything is then as it was, the course of chance included. False, and nothing changes, at the very beginning.
        """
        earlier = [index for index, (begun, _) in enumerate(self._marks) if begun < len(self.log)]
        if not earlier:
            return False
        begun, table = self._marks[earlier[-1]]
        log, self._running, self.choice = self.log[:begun], None, None
        if table is not None:
            self.table, self.log = table.copy(), log
            del self._marks[earlier[-1] :]
            self._advance(None)
        else:
            self.table, self.log, self._marks = self._beginning(), [], []
            self._repeat(log)
            if self._dealt:
                self._marks = [mark for mark in self._marks if mark[0] > self._dealt[-1][0]]
        return True


def replayed(
    game: PlayedGame,
    setting: Setting,
    log: Sequence[Option],
    *,
    watched: bool = False,
    table: Table | None = None,
) -> Playthrough:
    """The playthrough that these answers lead to. Raises NotOfferedError at the first that does not fit, naming it."""
    again = Playthrough(game, setting, watched=watched, table=table)
    for number, option in enumerate(log, 1):
        try:
            again.choose(option)
        except NotOfferedError:
            offered = ", ".join(again.labels()) or "nothing"
            raise NotOfferedError(f"choice {number}: {option} is not offered; offered: {offered}") from None
    return again


def _redeal(game: PlayedGame, table: Table, seat: int, seed: int) -> None:
    """Exchange the cards that a seat has not seen, and let chance go on by another seed."""
    # Never the seed as it is: a player that imagines by the game's own seed would see what is to come.
    chance = Chance(mixed(seed ^ number_of("imagined world")))
    own: Callable[[Table, int, Chance], None] | None = getattr(game, "redeal", None)
    if own is not None:
        own(table, seat, chance)
    else:
        _exchange(game, table, seat, chance)
    table.chance = chance
    game.rebuilt(table)


def _exchange(game: PlayedGame, table: Table, seat: int, chance: Chance) -> None:
    """Exchange cards within each group of copies that a seat cannot tell apart.

    They are laid out in one order before they are dealt: else the worlds of a few seeds would tell how they lie.
    """
    cards = table.cards
    for group in game.unseen(table, seat):
        laid_out = sorted([cards[copy] for copy in group], key=rank)
        for copy, card in zip(chance.shuffle("redeal", group), laid_out, strict=True):
            cards[copy] = card


def rank(card: Any) -> str:
    """What cards are laid out by: the slug, or else all that is printed on them."""
    known = _RANKS.get(id(card))
    if known is None or known[0] is not card:
        known = _RANKS[id(card)] = (card, str(getattr(card, "slug", card)))
    return known[1]


_RANKS: dict[int, tuple[Any, str]] = {}
"""By the identity of a card, which is kept here with it: its words would take longer than the deal."""
