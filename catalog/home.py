"""Where everything lies: the data that comes with deckcli, and the person's own folder."""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple


def data_root() -> Path:
    """The folder of data files, in a wheel (`catalog/data`), an editable install or a checkout (`data`).

    Raises FileNotFoundError when the installation is broken.
    """
    here = Path(__file__).resolve().parent
    for place in (here / "data", here.parent / "data"):
        if (place / "README.md").is_file() or (place / "ashes").is_dir():
            return place
    raise FileNotFoundError(f"{here}: no data folder beside or above it; install deckcli again")


class Home(NamedTuple):
    """The person's folder (`DECKCLI_HOME`, else the platform's) and what lies in it. Naming a path makes nothing."""

    root: Path
    library: Path

    @property
    def cards(self) -> Path:
        """The derived catalogue."""
        return self.root / "cards.db"

    @property
    def packs(self) -> Path:
        """The person's own cards and imported data, one file a pack."""
        return self.root / "packs"

    @property
    def config(self) -> Path:
        """Defaults for options."""
        return self.root / "config.toml"

    def make(self) -> None:
        """Make the folder, for a command that is about to write. Raises OSError when it cannot."""
        self.root.mkdir(parents=True, exist_ok=True)


def home(library: Path | None = None) -> Home:
    """The person's folder: `DECKCLI_HOME`, else the platform's place for an application's data. `library` (`--db`)
    moves library.db alone."""
    told = os.environ.get("DECKCLI_HOME")
    root = Path(told).expanduser() if told else _platform_folder()
    return Home(root=root, library=library or root / "library.db")


def _platform_folder() -> Path:
    if os.name == "posix" and os.uname().sysname != "Darwin":
        # What platformdirs says too; 20 ms of its import are too much for a look-up.
        base = os.environ.get("XDG_DATA_HOME", "")
        return (Path(base) if os.path.isabs(base) else Path.home() / ".local" / "share") / "deckcli"
    from platformdirs import user_data_path

    return user_data_path("deckcli", appauthor=False)
