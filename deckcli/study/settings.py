"""A study as JSON that a person can read, and the digests of what its rows rest on."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

import deckcli
from catalog.errors import UnreadableError
from catalog.home import data_root
from deckcli.decks import formats
from deckcli.decks.deck import Deck
from deckcli.decks.resolve import Lookup
from deckcli.engine.record import BadRecordError
from deckcli.errors import PlayerError
from deckcli.games import GAMES
from deckcli.games.game import Playable
from deckcli.games.players import SEARCH, named, tries_of, version_of
from deckcli.games.saves import deck_from, deck_json, option_fits
from deckcli.study.plan import Plan, Side, Study
from deckcli.study.playing import playable_of, rests_on

SCHEMA = 1
MOST_BYTES = 64 * 1024 * 1024
"""The longest study.json: a league of some hundred decks has a tenth of it."""
_MOST_PLAYTHROUGHS = 100_000_000
_MOST_DECISIONS = 1_000_000
_LONGEST = 1_000


@dataclass(frozen=True, slots=True)
class Stamp:
    """What rows rest on besides the study itself: the version of deckcli, a digest of the rules as they are written
    (the engine, the game, how a playthrough is set up), one of the cards as they are printed and act, and of the
    players of third parties which version of each: by name, as `games.players.version_of` tells."""

    version: str
    engine: str
    data: str
    players: tuple[tuple[str, str], ...] = ()

    def differs(self, other: Stamp) -> str:
        """In words, what is not the same in `other`; "" when all is."""
        words = []
        if self.engine != other.engine:
            words.append(f"another engine ({_named(self)}, and not {_named(other)})")
        if self.data != other.data:
            words.append(f"other card data ({self.data[:12]}, and not {other.data[:12]})")
        own, others = dict(self.players), dict(other.players)
        for name in sorted({*own, *others}):
            if own.get(name) != others.get(name):
                was = others.get(name) or "none"
                words.append(f'another player "{name}" ({own.get(name) or "none"}, and not {was})')
        return " and ".join(words)


def _named(stamp: Stamp) -> str:
    return f"deckcli {stamp.version} {stamp.engine[:12]}"


# ---------------------------------------------------------------- digests


def stamp_of(study: Study) -> Stamp:
    """What the rows of a study rest on when they are played by this process now."""
    cards: set[tuple[str, str]] = set()
    for deck in decks_of(study):
        known = [*(slot.card for slot in (*deck.slots, *deck.derived)), *deck.first_five]
        cards |= {(card.slug, repr([(*_printed(face),) for face in card.faces])) for card in known}
    data = blake2b(_data_digest(study.game).encode(), digest_size=16)
    data.update(repr(sorted(cards)).encode("utf-8", "surrogatepass"))
    return Stamp(deckcli.__version__, _engine_digest(study.game), data.hexdigest(), _guests_of(study))


def _guests_of(study: Study) -> tuple[tuple[str, str], ...]:
    """The players of third parties in a study, each with its version; "" for one that is not installed here."""
    used = {side.player for plan in study.plans for side in plan.sides} - set(playable_of(study.game).players)
    return tuple((name, version_of(name)) for name in sorted(used) if name.partition(":")[0] != SEARCH)


def _printed(face: Any) -> Iterable[Any]:
    return face.name, face.type, sorted(face.facts.items()), face.side, face.abilities, face.text


@lru_cache(maxsize=16)
def _engine_digest(game: str) -> str:
    """A digest of the code that plays a game."""
    top = Path(deckcli.__file__).parent
    games = top / "games"
    return _digest_of(
        top,
        [
            *(top / "engine").glob("*.py"),
            *games.glob("*.py"),
            *(games / game).rglob("*.py"),
            *(top / "study" / name for name in ("plan.py", "playing.py", "cards.py")),
        ],
    )


@lru_cache(maxsize=16)
def _data_digest(game: str) -> str:
    """A digest of the cards of a game, of what they do, and of its board."""
    top = data_root() / game
    tables = [path for path in top.glob("*.toml") if path.name not in ("formats.toml", "products.toml")]
    return _digest_of(top, [*tables, *(top / "cards").rglob("*.toml"), *(top / "effects").rglob("*.toml")])


def _digest_of(top: Path, paths: Iterable[Path]) -> str:
    """A digest of some files by their names and contents, the same however lines end on this machine."""
    whole = blake2b(digest_size=16)
    for name, path in sorted((path.relative_to(top).as_posix(), path) for path in paths):
        content = path.read_bytes().replace(b"\r\n", b"\n")
        whole.update(f"{name}\n{len(content)}\n".encode())
        whole.update(content)
    return whole.hexdigest()


def study_digest(settings: Mapping[str, Any]) -> str:
    """A digest of all that makes a study the one it is: its settings without what differs from machine to machine (the
    part that is played there, versions) and without what is only there to be read (the text of lists)."""
    decks = [{key: value for key, value in deck.items() if key != "text"} for deck in settings["decks"]]
    plans = [{key: plan[key] for key in _PLAN} for plan in settings["plans"]]
    told = {"kind": settings["kind"], "game": settings["game"], "asked": settings["asked"]}
    whole = json.dumps({**told, "decks": decks, "plans": plans}, sort_keys=True)
    return blake2b(whole.encode(), digest_size=16).hexdigest()


# ---------------------------------------------------------------- to JSON


def decks_of(study: Study) -> list[Deck]:
    """The decks of a study, each once, in the order in which its plans name them."""
    return list({id(side.deck): side.deck for plan in study.plans for side in plan.sides}.values())


def settings_of(study: Study) -> dict[str, Any]:
    """The settings of a study as JSON values: what study.json holds. Raises ValueError for an option that JSON cannot
    hold."""
    decks = decks_of(study)
    numbers = {id(deck): number for number, deck in enumerate(decks)}
    settings: dict[str, Any] = {
        "deckcli": "study",
        "schema": SCHEMA,
        "kind": study.kind,
        "game": study.game,
        "asked": dict(study.asked),
        "decks": [{**deck_json(deck), "text": formats.write(deck, "text").splitlines()} for deck in decks],
        "plans": [_plan_json(plan, numbers) for plan in study.plans],
        "part": [study.begin, study.end],
    }
    stamp = stamp_of(study)
    settings["study"] = study_digest(settings)
    settings["stamp"] = {**asdict(stamp), "players": dict(stamp.players)}
    return settings


def _plan_json(plan: Plan, numbers: Mapping[int, int]) -> dict[str, Any]:
    assumptions, unscripted = rests_on(plan)
    return {
        "n": plan.n,
        "seed": plan.seed,
        "most": plan.most,
        "turns": plan.turns,
        "cards": plan.cards,
        "options": dict(plan.options),
        "sides": [{"name": side.name, "player": side.player, "deck": numbers[id(side.deck)]} for side in plan.sides],
        "assumptions": assumptions,
        "unscripted": unscripted,
    }


_PLAN = ("n", "seed", "most", "turns", "cards", "options", "sides")
"""What makes a plan the one it is."""


def readable(value: Any, indent: int = 0) -> str:
    """JSON for people: what fits into a line is one."""
    line = json.dumps(value, allow_nan=False)
    if len(line) + indent <= _WIDE or not isinstance(value, dict | list) or not value:
        return line
    inner = " " * (indent + 1)
    if isinstance(value, dict):
        parts = [f"{json.dumps(key)}: {readable(part, indent + 1)}" for key, part in value.items()]
        return "{\n" + ",\n".join(inner + part for part in parts) + "\n" + inner[1:] + "}"
    return "[\n" + ",\n".join(inner + readable(part, indent + 1) for part in value) + "\n" + inner[1:] + "]"


_WIDE = 120


def order_text(study: Study) -> str:
    """A study's settings as one line, for a worker of a cluster."""
    return json.dumps(settings_of(study), allow_nan=False)


# ---------------------------------------------------------------- from JSON


class StudyFaultError(ValueError):
    """JSON that is no study's; says what is wrong."""


def settings_from(text: str, source: str) -> dict[str, Any]:
    """The checked settings of a study. Raises UnreadableError for anything else, however large, deep or wrong."""
    try:
        settings = json_of(text)
        _check(settings)
    except StudyFaultError as error:
        raise UnreadableError(source, str(error)) from None
    found: dict[str, Any] = settings
    return found


def json_of(text: str) -> Any:
    """JSON without NaN, endless numbers and endless depth. Raises StudyFaultError."""
    try:
        return json.loads(text, parse_constant=_no_number, parse_float=_finite)
    except (ValueError, RecursionError):
        raise StudyFaultError("this is no JSON") from None


def _no_number(word: str) -> Any:
    raise ValueError(word)


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(text)
    return number


def whole(value: Any, least: int, most: int) -> bool:
    """Whether a JSON value is a whole number from `least` to `most`."""
    return type(value) is int and least <= value <= most


def word(value: Any, longest: int = _LONGEST) -> bool:
    """Whether a JSON value is a text that is not too long."""
    return isinstance(value, str) and len(value) <= longest


def _check(settings: Any) -> None:
    if not isinstance(settings, dict) or settings.get("deckcli") != "study":
        raise StudyFaultError("this is no study of deckcli")
    if settings.get("schema") != SCHEMA:
        raise StudyFaultError(
            f"this study was written in form {str(settings.get('schema'))[:20]}, and this is {SCHEMA}"
        )
    _want(word(settings.get("kind"), 40), "kind")
    played = GAMES[settings["game"]].played if settings.get("game") in tuple(GAMES) else None
    _want(played is not None, "game")
    _want(isinstance(settings.get("asked"), dict), "asked")
    _want(isinstance(settings.get("decks"), list) and 0 < len(settings["decks"]) <= 10_000, "decks")
    _want(isinstance(settings.get("plans"), list) and 0 < len(settings["plans"]) <= 100_000, "plans")
    _want(all(isinstance(deck, dict) for deck in settings["decks"]), "decks")
    playable = playable_of(settings["game"])
    for number, plan in enumerate(settings["plans"]):
        fault = _plan_fault(plan, len(settings["decks"]), playable)
        _want(not fault, f"plan {number}: {fault}")
    shape, sides = _SHAPES.get(settings["kind"]), [len(plan["sides"]) for plan in settings["plans"]]
    _want(shape is None or shape(sides), f"plans (of a {settings['kind']})")
    fits = all(_ASKED[key](value) for key, value in settings["asked"].items() if key in _ASKED)
    _want(fits, "asked")
    _want(_is_part(settings.get("part")), "part")
    _want(_is_stamp(settings.get("stamp")), "stamp")
    _want(settings.get("study") == study_digest(settings), "study (these are not the settings it was begun with)")


_SHAPES: Mapping[str, Callable[[list[int]], bool]] = {
    "goldfish": lambda sides: len(sides) == 1,
    "duel": lambda sides: len(sides) == 1 and sides[0] > 1,
    "compare": lambda sides: len(sides) == 2 and min(sides) > 1,
    "league": lambda sides: set(sides) == {2} and math.isqrt(8 * len(sides) + 1) ** 2 == 8 * len(sides) + 1,
}
"""Whether a kind of study has plans of so many sides; others may have any."""
_ASKED: Mapping[str, Callable[[Any], bool]] = {
    "seen_by": lambda value: whole(value, 0, 1_000_000),
    "stop": lambda value: isinstance(value, bool),
    "seed": lambda value: type(value) is int and abs(value) < 1 << 256,
    "by": lambda value: isinstance(value, str) and bool(re.fullmatch(r"(?:least|most):\S{1,1000}", value)),
    "what_if": lambda value: (
        isinstance(value, dict)
        and {"there", "tried", "played"} == set(value)
        and all(whole(count, 0, 1 << 53) for count in value.values())
    ),
}
"""Whether what a command keeps to show its study again is what it writes, by its name."""


def _is_part(value: Any) -> bool:
    if not isinstance(value, list) or len(value) != 2 or not whole(value[0], 0, _MOST_PLAYTHROUGHS):
        return False
    return value[1] is None or whole(value[1], value[0] + 1, _MOST_PLAYTHROUGHS)


def _is_stamp(value: Any) -> bool:
    if not isinstance(value, dict) or not all(word(value.get(key), 80) for key in ("version", "engine", "data")):
        return False
    players = value.get("players", {})
    return isinstance(players, dict) and len(players) <= 1_000 and all(map(word, (*players, *players.values())))


def _want(holds: bool, what: str) -> None:
    if not holds:
        raise StudyFaultError(f"this is no whole study: its {what} is missing or of the wrong kind")


def _plan_fault(plan: Any, decks: int, playable: Playable) -> str:
    """What is wrong with the JSON of a plan; "" when nothing is."""
    if not isinstance(plan, dict):
        return "form"
    options, told = playable.options, plan.get("options")
    sides: Any = plan.get("sides")
    checks = {
        "n": whole(plan.get("n"), 1, _MOST_PLAYTHROUGHS),
        "seed": type(plan.get("seed")) is int and abs(plan["seed"]) < 1 << 256,
        "most": whole(plan.get("most"), 1, _MOST_DECISIONS),
        "turns": whole(plan.get("turns"), 0, _MOST_DECISIONS),
        "cards": isinstance(plan.get("cards"), bool),
        "options": isinstance(told, dict) and all(option_fits(options, name, value) for name, value in told.items()),
        "sides": isinstance(sides, list)
        and 0 < len(sides) <= 16
        and all(isinstance(side, dict) and whole(side.get("deck"), 0, decks - 1) for side in sides)
        and all(word(side.get("name")) and word(side.get("player"), 200) for side in sides),
        **{key: _words(plan.get(key)) for key in ("assumptions", "unscripted")},
    }
    wrong = next((name for name, holds in checks.items() if not holds), "")
    return wrong or _players_fault([side["player"] for side in sides])


def _players_fault(names: Sequence[str]) -> str:
    """What is wrong with the names of players, whoever is installed here (a study can be shown without its players)."""
    try:
        for name in names:
            if name.partition(":")[0] == SEARCH:
                tries_of(name)
            elif not _PLAYER.fullmatch(name):
                return "player"
    except PlayerError as error:
        return f"player ({error})"
    return ""


_PLAYER = re.compile(r"\S[^\r\n\0]{0,199}")


def _words(value: Any) -> bool:
    return isinstance(value, list) and len(value) <= 10_000 and all(map(word, value))


def study_of(settings: Mapping[str, Any], catalog: Lookup, *, lenient: bool = False) -> Study:
    """The study that checked settings tell, its decks made of today's cards. Raises UnreadableError when a deck is not
    whole any more, or no game begins with it, unless `lenient`."""
    game = settings["game"]
    try:
        decks = [deck_from(game, deck, catalog, lenient=lenient) for deck in settings["decks"]]
    except BadRecordError as error:
        raise UnreadableError("the study", str(error)) from None
    begin, end = settings["part"]
    plans = tuple(_plan_of(game, plan, decks) for plan in settings["plans"])
    if not lenient:
        for plan in plans:
            _try_beginning(plan)
    return Study(settings["kind"], plans, settings["asked"], begin, end)


def _try_beginning(plan: Plan) -> None:
    playable = playable_of(plan.game)
    try:
        for side in plan.sides:
            named(playable, side.player)
        decks = [playable.deck_of(side.deck) for side in plan.sides]
        playable.rules.set_up(decks, plan.options, plan.seed)
    except PlayerError as error:
        raise UnreadableError("the study", f"{error}") from None
    except (ValueError, LookupError) as error:
        raise UnreadableError("the study", f"no game begins with what it tells: {error}.") from None


def _plan_of(game: str, plan: Mapping[str, Any], decks: Sequence[Deck]) -> Plan:
    sides = tuple(Side(side["name"], decks[side["deck"]], side["player"]) for side in plan["sides"])
    return Plan(game, sides, plan["n"], plan["seed"], plan["options"], plan["most"], plan["turns"], plan["cards"])


def stamp_from(settings: Mapping[str, Any]) -> Stamp:
    """The stamp in checked settings."""
    stamp = settings["stamp"]
    return Stamp(stamp["version"], stamp["engine"], stamp["data"], tuple(sorted(stamp.get("players", {}).items())))
