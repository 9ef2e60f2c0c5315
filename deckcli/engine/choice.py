"""Questions and answers: the only way in which rules and players meet."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import TypeAlias, TypeVar

T = TypeVar("T")

Option: TypeAlias = "tuple[str | int, ...]"
"""One answer: a word and the ids that it is about. It holds no object, so that it is valid in every fork."""


class Choice:
    """One question to one seat: what is asked (`prompt`, a word of the game) and every legal answer, in order.

    What is not among `options` is illegal. `about` holds ids that the prompt speaks of (an attacker, a skill). `left`
    is how many may still be taken where a set is asked for one by one, this one included; 0 for any other question.
    """

    __slots__ = ("about", "left", "options", "prompt", "seat")

    def __init__(
        self, seat: int, prompt: str, options: Sequence[Option], about: tuple[int, ...] = (), left: int = 0
    ) -> None:
        self.seat = seat
        self.prompt = prompt
        self.options = options
        self.about = about
        self.left = left

    def __repr__(self) -> str:
        return f"Choice(seat={self.seat}, {self.prompt!r}, {list(self.options)!r})"


Rules: TypeAlias = Generator[Choice, Option, T]
"""A part of a rulebook: it may ask, and gives a T. Calling it does nothing; `yield from` runs it."""


def choose(
    seat: int, prompt: str, options: Sequence[Option], about: tuple[int, ...] = (), left: int = 0
) -> Rules[Option]:
    """Ask `seat` for one of `options` (at least one). The only bare `yield` of the house.

    A question with one answer goes the same way, but whoever drives the rules answers it alone.
    """
    return (yield Choice(seat, prompt, options, about, left))


DONE: Option = ("done",)
YES: Option = ("yes",)
NO: Option = ("no",)


def choose_some(
    seat: int, prompt: str, ids: Sequence[int], most: int, least: int = 0, about: tuple[int, ...] = ()
) -> Rules[list[int]]:
    """Ask for `least` to `most` of `ids`, one at a time in their order, so that a set is asked once and not k! times.

    After each answer only later ids are offered, as far as `least` can still be reached.
    """
    taken: list[int] = []
    start, most = 0, min(most, len(ids))
    while len(taken) < most:
        last = len(ids) - max(0, least - len(taken) - 1)
        options: list[Option] = [("take", ids[i]) for i in range(start, last)]
        if len(taken) >= least:
            options.append(DONE)
        if not options:
            break
        answer = yield from choose(seat, prompt, options, about, most - len(taken))
        if answer is DONE or answer == DONE:
            break
        taken.append(int(answer[1]))
        start = ids.index(int(answer[1]), start) + 1
    return taken


def choose_yes(seat: int, prompt: str, about: tuple[int, ...] = ()) -> Rules[bool]:
    """Ask yes or no."""
    return (yield from choose(seat, prompt, (YES, NO), about)) == YES
