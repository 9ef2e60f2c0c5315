"""From a list to its verdict: read, resolve, check, in one value."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from deckcli.decks.deck import Deck, DeckList, Report
from deckcli.decks.problem import Problem, Severity, is_legal
from deckcli.decks.resolve import Lookup, resolve
from deckcli.errors import UsageError
from deckcli.games import GAMES, find_format, formats, not_built
from deckcli.games.game import Check, Format, Game, PileSum


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the rules say of one list. Problems stand errors first, in the order in which they bind.

    `counts` are copies by pile as scripts read them, `sums` tell which cards count and which stand beside.
    """

    game: Game
    format: Format
    deck: Deck
    problems: tuple[Problem, ...]
    report: Report
    counts: dict[str, int]
    sums: tuple[PileSum, ...]

    @property
    def legal(self) -> bool:
        """Whether the deck may be played under these rules: no error, neither in the list nor in the deck."""
        return is_legal(list(self.problems))


def judge(
    wanted: DeckList, catalog: Lookup, *, game: str = "", rules: str = "", leader: str = "", lenient: bool = False
) -> Verdict:
    """Judge one list by one format (`rules`, else the list's own, else the game's default).

    Every fault is found at once: those of reading, those of look-up, and those of construction over the cards that
    were found. A list that names other rules than `rules` hears as a warning what makes it none of theirs. Raises
    UsageError when nothing tells the game, or when deckcli does not build decks of it yet, and UnknownNameError for
    rules that the game does not have.
    """
    deck, unresolved = resolve(wanted, catalog, game=game, leader=leader, lenient=lenient)
    if not deck.game:
        unknown = [problem.message for problem in unresolved if problem.severity == "error"]
        which = f" {unknown[0][:1].upper()}{unknown[0][1:]}" if unknown else ""
        more = f" (and {len(unknown) - 1} lines more)" if len(unknown) > 1 else ""
        if not wanted.entries:
            raise UsageError(f"{wanted.source}: there is no card in this list.{which}{more}")
        raise UsageError(
            f"{wanted.source}: nothing here tells which game this is.{which}{more}"
            " Say it: -g ashes, -g cipher or -g phase."
        )
    plays = GAMES[deck.game]
    if plays.check is None or plays.counts is None or plays.sums is None:
        raise UsageError(f"{wanted.source}: {not_built(plays)}")
    form = find_format(deck.game, rules or wanted.rules)
    problems = [*unresolved, *plays.check(deck, form), *_remarks(plays.check, deck, form)]
    return Verdict(
        game=plays,
        format=form,
        deck=deck,
        problems=tuple(sorted(problems, key=lambda problem: _WEIGHT[problem.severity])),
        report=wanted.report,
        counts=plays.counts(deck),
        sums=plays.sums(deck),
    )


def with_problems(verdict: Verdict, problems: Sequence[Problem]) -> Verdict:
    """The verdict with more problems, behind its own of the same weight."""
    whole = sorted([*verdict.problems, *problems], key=lambda problem: _WEIGHT[problem.severity])
    return replace(verdict, problems=tuple(whole))


def _remarks(check: Check, deck: Deck, form: Format) -> list[Problem]:
    """What a list that names other rules than those it is judged by should know about them (their `remarks`)."""
    named = formats(deck.game).get(deck.rules)
    if named is None or named.key == form.key:
        return []
    codes = set(named.words("remarks")) - {problem.code for problem in check(deck, form)}
    return [replace(problem, severity="warning") for problem in check(deck, named) if problem.code in codes]


_WEIGHT: dict[Severity, int] = {"error": 0, "warning": 1, "note": 2}
