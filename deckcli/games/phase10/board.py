"""The board: a ring of spaces as data, ours (`data/phase10/board.toml`) or the printed one as its owner entered it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

from catalog.errors import UnreadableError
from catalog.home import data_root, home
from deckcli.engine.table import Fixed
from deckcli.games.phase10.phases import phases

ASK, DRAW_2, DISCARD_1 = "ASK", "DRAW 2", "DISCARD 1"
BONUSES = (ASK, DRAW_2, DISCARD_1)
OWN_BOARD = "phase10-board.toml"
"""The file in the person's folder that holds the printed board, once it was entered."""
MOST_BYTES = 64 * 1024
_MOST_SPACES, _MOST_KEEP = 60, 10


@dataclass(frozen=True, slots=True)
class Space:
    """One space of the ring: the phase that it stands for (its place among the ten; -1 on a bonus space), the bonus,
    how many cards it lets one keep, whether a piece starts there, and whether that number is as printed."""

    phase: int
    bonus: str = ""
    keep: int = 0
    start: bool = False
    printed: bool = False


class Board(Fixed):
    """The ring, clockwise, as the rules use it: by space its phase, bonus and keep number; by phase its space."""

    __slots__ = ("bonus_at", "digest", "keeps", "name", "names", "phase_at", "size", "space_of", "spaces", "starts")

    def __init__(self, name: str, spaces: tuple[Space, ...], digest: str = "") -> None:
        known = phases("strategy")
        self.name = name
        self.spaces = spaces
        self.digest = digest
        self.size = len(spaces)
        self.phase_at = tuple(space.phase for space in spaces)
        self.bonus_at = tuple(space.bonus for space in spaces)
        self.keeps = tuple(space.keep for space in spaces)
        self.starts = tuple(index for index, space in enumerate(spaces) if space.start)
        self.space_of = tuple(self.phase_at.index(phase) for phase in range(len(known)))
        self.names = tuple(known[space.phase].name if space.phase >= 0 else space.bonus for space in spaces)


class BadBoardError(UnreadableError):
    """A file that holds no board of this game; `faults` are all that is wrong with it."""

    def __init__(self, path: str, faults: list[str]) -> None:
        super().__init__(path, "; ".join(faults))
        self.faults = faults


def own_board() -> Path:
    """Where a person's own board lies, or would."""
    return home().root / OWN_BOARD


def board() -> Board:
    """The board that is played on: the person's own where there is one. Raises BadBoardError."""
    own = own_board()
    try:
        changed = own.stat().st_mtime_ns
    except OSError:
        return _read(data_root() / "phase10" / "board.toml", 0)
    return _read(own, changed)


@lru_cache(maxsize=8)
def _read(path: Path, changed: int) -> Board:
    return read_board(path)


def read_board(path: Path) -> Board:
    """The board in a file, checked. Raises BadBoardError with every fault that it has."""
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise BadBoardError(str(path), [f"cannot be opened: {error.strerror or error}"]) from None
    return board_in(data, str(path))


def board_in(data: bytes, source: str) -> Board:
    """The board that a file's bytes (MOST_BYTES or fewer) hold, checked; `source` names it in errors. Raises
    BadBoardError with every fault that it has."""
    import tomllib

    if len(data) > MOST_BYTES:
        raise BadBoardError(source, [f"a board has at most {MOST_BYTES:,} bytes"])
    try:
        told = tomllib.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise BadBoardError(source, [f"this is no TOML: {str(error)[:200]}"]) from None
    return _board(told, source, blake2b(data, digest_size=6).hexdigest())


def _board(told: Mapping[str, Any], path: str, digest: str) -> Board:
    records, head = told.get("space", []), told.get("board", {})
    if not isinstance(records, list) or not isinstance(head, dict) or not 1 <= len(records) <= _MOST_SPACES:
        raise BadBoardError(path, [f"a board has [board] and 1 to {_MOST_SPACES} [[space]] entries"])
    faults = [fault for number, record in enumerate(records, 1) for fault in _space_faults(number, record)]
    if not faults:
        faults = list(_ring_faults(records))
    if faults:
        raise BadBoardError(path, faults)
    keys = [phase.key for phase in phases("strategy")]
    spaces = tuple(
        Space(
            phase=keys.index(record["phase"]) if "phase" in record else -1,
            bonus=record.get("bonus", ""),
            keep=record.get("keep", 0),
            start=record.get("start", False),
            printed=record.get("keep_from") == "printed",
        )
        for record in records
    )
    return Board(str(head.get("name", "a board of your own"))[:60], spaces, digest)


_KEYS = ("phase", "bonus", "keep", "keep_from", "start")


def _space_faults(number: int, record: Any) -> Iterator[str]:
    """What is wrong with one space, whatever the others are."""
    where = f"space {number}"
    if not isinstance(record, dict):
        yield f"{where} is no table"
        return
    yield from (
        f"{where}: there is no {str(key)[:30]!r} here; there are {', '.join(_KEYS)}" for key in set(record) - {*_KEYS}
    )
    keys = [phase.key for phase in phases("strategy")]
    phase, bonus, keep = record.get("phase"), record.get("bonus"), record.get("keep", 0)
    if (phase is None) == (bonus is None):
        yield f"{where} is either a phase or a bonus"
    elif phase is not None and phase not in keys:
        yield f"{where}: the phases are {', '.join(keys)}, and not {str(phase)[:30]}"
    elif bonus is not None and bonus not in BONUSES:
        yield f"{where}: the bonus is {', '.join(BONUSES)}, and not {str(bonus)[:30]}"
    if type(keep) is not int or not 0 <= keep <= _MOST_KEEP:
        yield f"{where}: keep is a number from 0 to {_MOST_KEEP}"
    elif keep and phase is None:
        yield f"{where}: a bonus space keeps no cards"
    if not isinstance(record.get("start", False), bool):
        yield f"{where}: start is true or false"


def _ring_faults(records: list[dict[str, Any]]) -> Iterator[str]:
    """What is wrong with the spaces together."""
    names = {phase.key: phase.name for phase in phases("strategy")}
    counts = Counter(record.get("phase", record.get("bonus")) for record in records)
    for key, name in names.items():
        if counts[key] != 1:
            yield f"phase {key} ({name}) has {counts[key]} spaces, and needs one"
    yield from (f"there is no bonus space {bonus}" for bonus in BONUSES if not counts[bonus])
    starts = sum(record.get("start", False) for record in records)
    if starts != 2:
        yield f"{starts} spaces are starting spaces, and there are two"
