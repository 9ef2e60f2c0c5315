"""What `deckcli replay` does: a playthrough seen again, from a saved game or from a row of a study."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from deckcli.cli.session import Session
from deckcli.cli.sitting import PERSON, read_line, text_of_game
from deckcli.engine.choice import Option
from deckcli.engine.playthrough import Player, Playthrough, Sight
from deckcli.engine.reasons import reasons_of
from deckcli.engine.scenario import SEATS
from deckcli.errors import UsageError
from deckcli.games.players import player_of, sits
from deckcli.games.saves import load
from deckcli.screen.blocks import Block, Gap, Pairs, Para
from deckcli.screen.board import board_blocks, outcome_blocks
from deckcli.screen.replaying import (
    Told,
    Why,
    choice_blocks,
    line_blocks,
    stepping_help,
    told_of,
    why_blocks,
    why_json,
)
from deckcli.study.run import playable_of


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is to be seen again, as the options say: a saved game, or row `index` of plan `plan` of a study in a folder;
    the position before choice `at` + 1, or the choices from `begin` to `end`; with `why`, why they were made; with
    `step`, one by one."""

    place: Path
    index: int | None
    plan: int
    at: int | None
    begin: int
    end: int | None
    why: bool
    step: bool
    json: bool


@dataclass(frozen=True, slots=True)
class Seen:
    """A whole playthrough, who played which seat ("" where nobody knows) with which deck, and what else scripts are
    told of it."""

    whole: Playthrough
    players: tuple[str, ...]
    decks: tuple[str, ...]
    about: Mapping[str, Any] = field(default_factory=dict, hash=False)

    def who(self, seat: int) -> str:
        """A seat in words: "a (heuristic)"."""
        return f"{SEATS[seat]} ({self.players[seat]})" if self.players[seat] else SEATS[seat]


def replay_again(here: Session, wanted: Wanted, ask: Callable[[str], str] | None = None) -> int:
    """Show it; the exit code. `ask` reads a line of one who steps (EOFError: no more)."""
    seen = (
        _of_study(here, wanted) if wanted.place.is_dir() or wanted.index is not None else _of_file(here, wanted.place)
    )
    count = len(seen.whole.log)
    first, last = wanted.begin, count if wanted.end is None else wanted.end
    if (wanted.at or 0) > count or last > count or not 1 <= first <= max(1, last):
        raise UsageError(f"the game has {count} choices.")
    reel = Reel(seen)
    if wanted.json:
        here.out.data(_json(reel, wanted, last))
    elif wanted.at is not None:
        reel.go(wanted.at)
        here.out.show(_position(reel))
    elif wanted.step or _steps(here, wanted):
        return Stepping(here, reel, ask or read_line).run()
    else:
        here.out.show(_listed(reel, wanted, last))
    return 0


def _steps(here: Session, wanted: Wanted) -> bool:
    """Whether a person at a terminal asked for nothing in particular."""
    whole = wanted.begin == 1 and wanted.end is None and not wanted.why
    return whole and here.out.person and sys.stdin.isatty()


# ---------------------------------------------------------------- where from


def _of_file(here: Session, path: Path) -> Seen:
    with here.catalog() as catalog:
        whole, decks, extra = load(text_of_game(path), str(path), catalog)
    seats = extra.get("seats")
    told = seats if isinstance(seats, list) and len(seats) == len(decks) else [""] * len(decks)
    playable = playable_of(whole.game.slug)
    known = tuple(name if name == PERSON or sits(playable, name) else "" for name in told)
    return Seen(whole, known, tuple(deck.name for deck in decks))


def _of_study(here: Session, wanted: Wanted) -> Seen:
    from deckcli.study.again import seen_again
    from deckcli.study.folder import Folder

    place, index = wanted.place, wanted.index
    if not place.is_dir() and place.exists():
        raise UsageError(f"--index names a playthrough of a study, and {place} is no folder of one.")
    with here.catalog() as catalog, Folder.open(place, catalog) as found:
        pass
    if index is None:
        raise UsageError(f"{place} is a folder: --index says which of its playthroughs.")
    try:
        whole = seen_again(found, index, wanted.plan)
    except IndexError as error:
        raise UsageError(f"{place}: {error}.") from None
    plan = found.study.plans[wanted.plan]
    sides = [plan.sides[side] for side in plan.seating(index)]
    about = {"folder": str(place), "plan": wanted.plan, "index": index, "digest": found.settings["study"]}
    return Seen(whole, tuple(side.player for side in sides), tuple(side.name for side in sides), {"study": about})


# ---------------------------------------------------------------- forward and back


class Reel:
    """A playthrough that is wound forward and back: `at` choices have been made."""

    def __init__(self, seen: Seen) -> None:
        self.seen = seen
        self.log: list[Option] = seen.whole.log
        self._playable = playable_of(seen.whole.game.slug)
        self._players: dict[int, Player] = {}
        self.playthrough = self._beginning()

    def _beginning(self) -> Playthrough:
        return Playthrough(self.seen.whole.game, self.seen.whole.setting, watched=True)

    @property
    def at(self) -> int:
        """How many choices have been made."""
        return len(self.playthrough.log)

    def go(self, at: int) -> None:
        """Wind to where so many choices have been made."""
        if at < self.at:
            self.playthrough = self._beginning()
        while self.at < at:
            self.playthrough.choose(self.log[self.at])

    def told(self) -> Told | None:
        """The choice that waits, as it was made; None at the end."""
        return told_of(self.playthrough, self.log[self.at], self.at + 1) if self.at < len(self.log) else None

    def why(self) -> Why:
        """Why the choice that waits was made so. Raises PlayerError for a player that fails."""
        playthrough, choice, option = self.playthrough, self.playthrough.choice, self.log[self.at]
        assert choice is not None
        seat, name = choice.seat, self.seen.players[choice.seat]
        reasons = None
        if name not in ("", PERSON):
            if seat not in self._players:
                self._players[seat] = player_of(self._playable, name, playthrough.setting.seed, seat)
            reasons = reasons_of(self._players[seat], choice, Sight(playthrough, seat))
        after = playthrough.fork()
        after.choose(option)
        return Why(name, reasons, self._worth(playthrough, seat), self._worth(after, seat))

    def _worth(self, playthrough: Playthrough, seat: int) -> float:
        """What a position is worth to a seat by the game's own valuation, from what that seat sees."""
        outcome = playthrough.outcome
        if outcome is not None and outcome.finished:
            return float(seat in outcome.winners)
        return self._playable.thinking.value(playthrough.view(seat))


def _position(reel: Reel) -> Iterator[Block]:
    """The board, the choice that waits, what was chosen and why; at the end how it ended."""
    playthrough, told = reel.playthrough, reel.told()
    yield Para(f"{reel.at} of {len(reel.log)} choices made", "dim")
    yield from board_blocks(playthrough, told.seat if told else playthrough.choice.seat if playthrough.choice else 0)
    if told is None:
        yield from _ended(reel)
    else:
        yield from choice_blocks(told, reel.seen.who(told.seat))
        yield from why_blocks(told, reel.why())


def _ended(reel: Reel) -> Iterator[Block]:
    whole = reel.seen.whole
    if whole.outcome is None:
        yield Gap()
        yield Para("Here the game was saved; `deckcli play --resume` goes on.", "strong")
    else:
        yield from outcome_blocks(whole, [reel.seen.who(seat) for seat in range(len(reel.seen.players))])


def _seated(seen: Seen) -> Block:
    return Pairs([(SEATS[seat], f"{deck}, played by {seen.players[seat] or 'nobody knows whom'}")
                  for seat, deck in enumerate(seen.decks)])  # fmt: skip


def _listed(reel: Reel, wanted: Wanted, last: int) -> Iterator[Block]:
    """Choices as lines, with how it ended below the last."""
    yield _seated(reel.seen)
    for told, why in _choices(reel, wanted, last):
        yield from line_blocks(told, SEATS[told.seat], why)
    if last == len(reel.log):
        reel.go(last)
        yield from _ended(reel)


def _choices(reel: Reel, wanted: Wanted, last: int) -> Iterator[tuple[Told, Why | None]]:
    for number in range(wanted.begin, last + 1):
        reel.go(number - 1)
        told = reel.told()
        assert told is not None
        yield told, reel.why() if wanted.why else None


def _json(reel: Reel, wanted: Wanted, last: int) -> dict[str, Any]:
    seen, whole = reel.seen, reel.seen.whole
    last = last if wanted.at is None else wanted.at
    lines = [
        {
            "choice": told.number,
            "seat": told.seat,
            "question": told.question,
            "answer": told.answer,
            **({} if why is None else why_json(told, why)),
        }
        for told, why in _choices(reel, wanted, last)
    ]
    outcome = whole.outcome
    ended = None if outcome is None else {
        "finished": outcome.finished, "winners": list(outcome.winners), "reason": outcome.reason
    }  # fmt: skip
    seats = [{"deck": deck, "player": player or None} for deck, player in zip(seen.decks, seen.players, strict=True)]
    return {
        "game": whole.game.slug, "seed": whole.setting.seed, **seen.about, "seats": seats, "outcome": ended,
        "length": len(reel.log), "choices": lines,
        **({} if wanted.at is None else {"next": _next(reel, wanted.at)}),
    }  # fmt: skip


def _next(reel: Reel, at: int) -> dict[str, Any] | None:
    """The choice behind the position that was asked for."""
    reel.go(at)
    told = reel.told()
    if told is None:
        return None
    return {"choice": told.number, "seat": told.seat, "question": told.question, "options": list(told.labels),
            "answer": told.answer, **why_json(told, reel.why())}  # fmt: skip


class Stepping:
    """A person steps through a playthrough."""

    def __init__(self, here: Session, reel: Reel, ask: Callable[[str], str]) -> None:
        self.here = here
        self.reel = reel
        self.ask = ask

    def run(self) -> int:
        """Until the person leaves, or input ends; the exit code."""
        self.here.out.show([_seated(self.reel.seen)])
        shown = -1
        while True:
            if shown != self.reel.at:
                shown = self.reel.at
                self.here.out.show(_position(self.reel))
            try:
                said = self.ask("replay> ").casefold()
            except EOFError:
                return 0
            if said in ("q", "quit", "exit"):
                return 0
            if said == "board":
                shown = -1
            else:
                self._move(said)

    def _move(self, said: str) -> None:
        count = len(self.reel.log)
        word, _, rest = said.partition(" ")
        number = said if word.isdecimal() else rest.strip()
        if said in ("", "n", "next"):
            self._to(self.reel.at + 1, "this is the end.")
        elif said in ("b", "back"):
            self._to(self.reel.at - 1, "this is the beginning.")
        elif said == "end":
            self._to(count, "")
        elif word in ("g", "go") or word.isdecimal():
            fits = number.isascii() and number.isdecimal() and 1 <= int(number[:9]) <= count
            self._to(int(number[:9]) - 1 if fits else -1, f"the game has choices 1 to {count}.")
        elif said in ("?", "h", "help"):
            self.here.out.show(stepping_help())
        else:
            self.here.out.note("n: on, b: back, g N: to choice N, end, board, q: leave; ? for help.")

    def _to(self, at: int, otherwise: str) -> None:
        if 0 <= at <= len(self.reel.log):
            self.reel.go(at)
        else:
            self.here.out.note(otherwise)
