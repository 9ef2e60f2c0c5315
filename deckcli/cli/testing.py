"""What `goldfish`, `duel` and `compare` share: lists into sides, a plan run with a bar, Ctrl-C with what there is."""

from __future__ import annotations

import secrets
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from catalog.reading import Catalog
from deckcli.cli.failures import INTERRUPTED, NO, Said
from deckcli.cli.lists import Asked, read_list
from deckcli.cli.session import Session
from deckcli.decks.deck import Deck
from deckcli.engine.playthrough import Setting
from deckcli.errors import DeckcliError, PlayerError, UsageError
from deckcli.games import GAMES
from deckcli.games.game import Playable
from deckcli.games.players import named, player_of
from deckcli.games.verdict import Verdict, judge
from deckcli.screen.progress import progress
from deckcli.screen.studies import study_blocks, study_json
from deckcli.study.cards import SEEN_BY
from deckcli.study.comparing import enough_of
from deckcli.study.executors import ClusterError, Where
from deckcli.study.folder import Folder, FolderError
from deckcli.study.found import Found
from deckcli.study.plan import Plan, Side, Study
from deckcli.study.run import NotPlayedError, WorkersDieError, playable_of, run_study


class IllegalDeckError(DeckcliError):
    """A deck that the rules do not allow, where a legal one is wanted."""


@dataclass(frozen=True, slots=True)
class Part:
    """Where a study is played, and how much of it: the folder that keeps it, the cluster, the first playthrough and the
    one behind the last."""

    out: Path | None = None
    cluster: str = ""
    begin: int = 0
    end: int | None = None


@dataclass(frozen=True, slots=True)
class Trying:
    """How test games are to be run, as the options say; `cards`: of single cards too."""

    game: str
    n: int
    seed: int | None
    jobs: int
    options: tuple[str, ...]
    allow_illegal: bool
    json: bool
    turns: int = 0
    part: Part = Part()
    cards: bool = False


def decks_of(here: Session, lists: Sequence[str], how: Trying) -> tuple[str, list[tuple[str, Deck]]]:
    """The game and the decks (with what they are called) that some LIST arguments mean.

    Raises IllegalDeckError for one that is not legal, unless that is allowed, and UsageError for lists of two games.
    """
    found: list[tuple[str, Deck]] = []
    with here.catalog() as catalog:
        for text in lists:
            deck = _deck(here, catalog, text, how)
            found.append((_called(text, deck), deck))
    if len({deck.game for _, deck in found}) > 1:
        raise UsageError("these lists are of different games.")
    return found[0][1].game, found


def fixed_game(here: Session, list_: str, told: str | None) -> str:
    """The game with one deck for all that is meant: -g (or the person's settings) names it and there is no LIST, or the
    LIST is called as it is; "" for any other."""
    slug = here.game(told) if not list_ else list_.removeprefix("bundled:")
    return slug if slug in GAMES and GAMES[slug].fixed else ""


def seats_of(game: str, told: int | None, usual: int) -> int:
    """How many play: as told, else `usual` or the nearest number that the game allows.

    Raises UsageError for a number that it does not.
    """
    known = GAMES[game]
    least, most = known.seats
    if told is not None and not least <= told <= most:
        raise UsageError(f"{known.name} seats {known.seats_said()}, and not {told}.")
    return max(least, min(usual, most)) if told is None else told


def duel_lists(here: Session, lists: Sequence[str], told: str | None, seats: int | None, players: str) -> list[str]:
    """The LISTs of a duel, one a seat. A game with one deck needs none: it has as many seats as told, else as players
    are named, else two. Raises UsageError for fewer than two, or for another number than was told."""
    fixed = fixed_game(here, lists[0] if lists else "", told)
    if fixed and len(lists) < 2:
        lists = [fixed] * (seats or max(2, players.count(",") + 1))
    if len(lists) < 2:
        raise UsageError(f"a duel wants two lists or more, and got {len(lists)}.")
    if seats not in (None, len(lists)):
        raise UsageError(f"--seats says {seats}, and there are {len(lists)} lists.")
    return list(lists)


def players_of(game: str, told: str, count: int) -> list[str]:
    """The players of `count` sides: one name for all, or one for each with commas between. Raises UsageError."""
    names = told.split(",")
    if len(names) not in (1, count):
        raise UsageError(f"--players wants one name for all, or {count} with commas between, and got {len(names)}.")
    named = [player_named(game, name) for name in names]
    return named * count if len(named) == 1 else named


def _deck(here: Session, catalog: Catalog, text: str, how: Trying) -> Deck:
    verdict = judge(read_list(Asked.of(here, text, how.game or None), here, catalog), catalog, game=how.game)
    want_legal(here, verdict, text, how, f" `deckcli deck check {text}` tells everything;")
    return verdict.deck


def want_legal(here: Session, verdict: Verdict, called: str, how: Trying, more: str = "") -> None:
    """Raises IllegalDeckError for a deck that is not legal, unless that is allowed: then it is said."""
    if verdict.legal:
        return
    first = next(problem for problem in verdict.problems if problem.severity == "error")
    if not how.allow_illegal:
        raise IllegalDeckError(
            f"{called}: this deck is not legal: {first.message}{more} --allow-illegal plays it all the same."
        )
    _try_dealing(called, verdict.deck)
    here.out.note(f"{called}: not legal ({first.message}), played all the same.")


def _try_dealing(text: str, deck: Deck) -> None:
    """Raises IllegalDeckError for a deck with which no game can begin, whatever is allowed."""
    played = GAMES[deck.game].played
    if played is not None:
        try:
            played().deck_of(deck)
        except ValueError as error:
            raise IllegalDeckError(f"{text}: {error}; it cannot be played even as it is.") from None


def _called(text: str, deck: Deck) -> str:
    return text.partition(":")[2] if text.startswith(("deck:", "bundled:")) else deck.title if text == "-" else text


def options_told(pairs: Sequence[str] | None, difficulty: str | None) -> tuple[str, ...]:
    """What --option and --difficulty say, as NAME=VALUE; the latter counts where both tell the difficulty."""
    return (*(pairs or ()), *([f"difficulty={difficulty}"] if difficulty is not None else []))


def usual_options(game: str) -> tuple[str, ...]:
    """What a goldfish of this game sets where nobody says, as NAME=VALUE."""
    return tuple(f"{name}={value}" for name, value in GAMES[game].goldfish.items())


def options_of(pairs: Sequence[str], known: Mapping[str, tuple[str, ...]]) -> dict[str, str]:
    """`NAME=VALUE` pairs of --option. Raises UsageError for a name or value that the game does not know."""
    told: dict[str, str] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals:
            raise UsageError(f'--option wants NAME=VALUE, and got "{pair}".')
        if name not in known:
            raise UsageError(f'this game has no option "{name}". There are: {", ".join(known) or "none"}.')
        if value not in known[name]:
            raise UsageError(f'the option {name} is {_any_of(known[name])}, and got "{value}".')
        told[name] = value
    return told


def _any_of(values: Sequence[str]) -> str:
    """What an option takes, in words: "yes or no", "1 to 99"."""
    run = len(values) > 2 and all(value.isdecimal() for value in values)
    if run and [int(value) for value in values] == list(range(int(values[0]), int(values[0]) + len(values))):
        return f"{values[0]} to {values[-1]}"
    return " or ".join(values)


def seed_of(here: Session, told: int | None) -> int:
    """The seed as told, else one that is chosen now and said."""
    if told is not None:
        return told
    chosen = secrets.randbelow(2**31)
    here.out.note(f"seed {chosen} (--seed {chosen} repeats this)")
    return chosen


def cards_asked(game: str, cards: bool, seen_by: int) -> dict[str, Any]:
    """What a study has to know to tell of single cards. Raises UsageError for a game that can tell nothing of them."""
    if not cards:
        return {}
    playable = playable_of(game)
    if not playable.tells_cards:
        raise UsageError(f"{playable.cards_told}.")
    return {SEEN_BY: seen_by}


def player_named(game: str, name: str) -> str:
    """A player of a game by its name, tried once. Raises UsageError with those there are, or for a budget that is none,
    and PlayerError for a third party's that cannot be made."""
    try:
        playable = playable_of(game)
        named(playable, name)
    except (NotPlayedError, PlayerError) as error:
        raise UsageError(str(error)) from None
    player_of(playable, name, 0, 0)
    return name


def setting_of(playable: Playable, decks: Sequence[Deck], options: Mapping[str, str], seed: int) -> Setting:
    """What a playthrough begins with, tried once. Raises UsageError when no game begins so: decks that do not go
    together, a seat that is not there."""
    setting = Setting(tuple(map(playable.deck_of, decks)), options, seed)
    try:
        playable.rules.set_up(setting.decks, setting.options, setting.seed)
    except ValueError as error:
        raise UsageError(f"no game begins so: {error}.") from None
    return setting


def plan_of(here: Session, game: str, sides: Sequence[Side], how: Trying, seed: int) -> Plan:
    """The plan of one pairing, as the options say, tried once. Raises UsageError when no game begins so."""
    playable = playable_of(game)
    options = options_of(how.options, playable.options)
    plan = Plan(game, tuple(sides), how.n, seed, options, turns=how.turns, cards=how.cards)
    setting_of(playable, [side.deck for side in sides], plan.options, seed)
    return plan


def studied(
    here: Session, kind: str, plans: Sequence[Plan], how: Trying, asked: Mapping[str, Any] | None = None
) -> int:
    """Play a study as the options say, and show what it found (`screen.studies.KINDS` knows how); the exit code. With
    --out it is kept in its folder, and goes on when it lies there already."""
    study = study_of(kind, plans, how, asked)
    found = Found(study) if how.part.out is None else Folder.begin(how.part.out, study)
    code, seconds = play_and_close(here, found, how, kind)
    show_study(here, found, how.json, seconds)
    return code


def play_and_close(here: Session, found: Found, how: Trying, what: str) -> tuple[int, float | None]:
    """As `play`, and the study is closed then; where only its table cannot be written, that is said, and 1."""
    with found:
        code, seconds = play(here, found, how, what)
        try:
            found.close()
        except FolderError as error:
            here.out.note(str(error))
            code = code or NO
    return code, seconds


def show_study(here: Session, found: Found, json: bool, seconds: float | None, **more: Any) -> None:
    """Show what a study found; `more` goes into the JSON."""
    if json:
        here.out.data({**study_json(found, seconds), **more})
    else:
        here.out.show(study_blocks(found, seconds))


def study_of(kind: str, plans: Sequence[Plan], how: Trying, asked: Mapping[str, Any] | None = None) -> Study:
    """The study of some plans, or the part of it that is to be played. Raises UsageError for a part that is none."""
    part = how.part
    if part.begin >= (how.n if part.end is None else min(part.end, how.n)):
        raise UsageError(f"--from {part.begin} is not before the end: playthroughs are 0 to {(part.end or how.n) - 1}.")
    return Study(kind, tuple(plans), asked or {}, part.begin, part.end)


def play(here: Session, found: Found, how: Trying, what: str) -> tuple[int, float | None]:
    """Play what a study misses, with a bar on a terminal; the exit code (130: not all of it was played), and the
    seconds that it took (None when some of it was there before, so that the clock does not tell)."""
    if how.part.cluster:
        here.out.note(f"{how.part.cluster}: whoever runs this scheduler can run code on this machine. Is it yours?")
    before, total, began = _played(found), found.study.total, time.perf_counter()
    code: int = 0
    enough = enough_of(found.study)
    if enough is not None and enough(found):
        return code, None
    if before == total:
        here.out.note(f"all {total} playthroughs are there.")
    elif before:
        here.out.note(f"{before} of {total} playthroughs are there; the rest is played.")
    try:
        with progress(what, total - before, shown=not how.json) as heard:
            run_study(found, Where(how.jobs, how.part.cluster), heard=heard, note=here.out.note, enough=enough)
    except KeyboardInterrupt:
        here.out.note(f"interrupted after {_played(found)} of {total} playthroughs.{_goes_on(how)}")
        code = Said(INTERRUPTED)
    except (ClusterError, WorkersDieError, FolderError) as error:
        if _played(found) == before:
            raise
        here.out.note(f"{error} {_played(found)} of {total} playthroughs were played.{_goes_on(how)}")
        code = NO if isinstance(error, FolderError) else Said(INTERRUPTED)
    return code, None if before else time.perf_counter() - began


def _played(found: Found) -> int:
    """How many of the part that is played here there are."""
    return found.study.total - sum(batch.count for batch in found.missing())


def left_of(found: Found) -> int:
    """How many playthroughs of a study are still to be played: none, once a rule has ended it."""
    enough = enough_of(found.study)
    return 0 if enough is not None and enough(found) else sum(batch.count for batch in found.missing())


def _goes_on(how: Trying) -> str:
    return f" `deckcli study resume {how.part.out}` goes on." if how.part.out else ""
