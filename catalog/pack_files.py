"""Pack files that are written as part of a journal step: all of them at once, or none."""

from __future__ import annotations

import os
from pathlib import Path, PurePosixPath

from catalog.migrations import sync_folder
from catalog.saved import BadValueError


class PackFiles:
    """The files below `root`/packs, with those that a step is about to change.

    Paths are relative to `root`, with slashes ("packs/mine.json"). With `dry`, nothing ever reaches the disk.
    """

    def __init__(self, root: Path, *, dry: bool = False) -> None:
        self._root = root
        self._dry = dry
        self._staged: dict[str, bytes | None] = {}
        self._replaced: list[tuple[Path, bytes | None]] = []

    def read(self, path: str) -> bytes | None:
        """The bytes of a file as the step sees it; None when there is none. Raises BadValueError, OSError."""
        place = self.place(path)
        if path in self._staged:
            return self._staged[path]
        return place.read_bytes() if place.is_file() else None

    def stage(self, path: str, data: bytes | None) -> None:
        """Have the file hold `data` when the step is made; None takes it away. Raises BadValueError."""
        self.place(path)
        self._staged[path] = data

    def staged(self) -> dict[str, bytes | None]:
        """What is staged now; given to `unstage`, it forgets what came later."""
        return dict(self._staged)

    def unstage(self, staged: dict[str, bytes | None]) -> None:
        """Go back to what was staged earlier."""
        self._staged = dict(staged)

    def land(self) -> None:
        """Put everything staged in place, each file whole. Raises OSError; `take_back` then undoes it."""
        if self._dry:
            return
        written = [(self.place(path), self._write_beside(path, data)) for path, data in self._staged.items()]
        for place, part in written:
            self._replaced.append((place, place.read_bytes() if place.is_file() else None))
            if part is None:
                place.unlink(missing_ok=True)
            else:
                os.replace(part, place)
            if place.parent.is_dir():
                sync_folder(place.parent)

    def take_back(self) -> None:
        """Put back what `land` replaced, as far as the disk lets it, and forget what was staged. Raises OSError."""
        failed: OSError | None = None
        for place, data in reversed(self._replaced):
            try:
                if data is not None:
                    os.replace(_write(place, data), place)
                elif place.is_file():
                    place.unlink()
            except OSError as error:
                failed = error
        self.settle()
        if failed is not None:
            raise failed

    def settle(self) -> None:
        """The step has been made or given up: begin anew. In a dry run the staged files stay, as if written."""
        self._replaced = []
        if not self._dry:
            for path in self._staged:
                _part(self.place(path)).unlink(missing_ok=True)
            self._staged = {}

    def place(self, path: str) -> Path:
        """Where a path lies. Raises BadValueError for one that is not below the folder of packs."""
        parts = PurePosixPath(path).parts
        if len(parts) < 2 or parts[0] != "packs" or ".." in parts or "\\" in path or "\0" in path:
            raise BadValueError(f"{path!r} is not a file of the folder of packs.")
        packs = (self._root / "packs").resolve()
        place = self._root.joinpath(*parts).resolve()
        if packs not in place.parents:
            raise BadValueError(f"{path!r} leads out of the folder of packs ({place}).")
        return place

    def _write_beside(self, path: str, data: bytes | None) -> Path | None:
        return None if data is None else _write(self.place(path), data)


def _part(place: Path) -> Path:
    return place.with_name(f".{place.name}.{os.getpid()}.part")


def _write(place: Path, data: bytes) -> Path:
    place.parent.mkdir(parents=True, exist_ok=True)
    part = _part(place)
    with part.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    return part
